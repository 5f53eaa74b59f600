"""Worlds of `gen reason` as solids on a table, one file each, for the back ends that draw stages."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ...core import catalog
from .base import Solids

_HERE = Path(__file__).resolve().parent


@cache
def solid_worlds() -> tuple[str, ...]:
    """Names of the worlds that have solids: the files of this folder, read and not imported."""
    stems = [path.stem for path in sorted(_HERE.glob("*.py"))]
    return tuple(stem for stem in stems if not stem.startswith("_") and stem != "base")


def solids(name: str) -> type[Solids[Any, Any]]:
    """The solids of one of `solid_worlds`: the class that its file defines on top of `Solids`."""
    module = import_module(f"{__package__}.{name}")
    (kind,) = (
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Solids) and value.__module__ == module.__name__
    )
    return kind


def has_solids(view: object) -> bool:
    """Whether a view is that of a world with solids."""
    return any(isinstance(view, type(catalog.view(name))) for name in solid_worlds())
