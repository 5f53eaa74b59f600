"""Shape recipes, one family a file: each file's RECIPES maps categories to functions that add parts."""

from functools import cache
from importlib import import_module
from pathlib import Path

from ...core.errors import BadParams
from ..stage import Recipe


@cache
def recipes() -> dict[str, Recipe]:
    """Every recipe by category; two files must not claim one category."""
    found: dict[str, Recipe] = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if not path.stem.startswith("_"):
            for name, made in import_module(f"{__package__}.{path.stem}").RECIPES.items():
                assert name not in found, f"two recipes for {name}"
                found[name] = made
    return found


def recipe(category: str) -> Recipe:
    """The recipe of a category; raises BadParams for one that has none."""
    try:
        return recipes()[category]
    except KeyError:
        raise BadParams(
            f"there is no shape for {category[:40]!r}", hint="`gen describe shapes` lists them"
        ) from None
