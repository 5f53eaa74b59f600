"""Items in memory, without a dataset on disk: endless verifiable tasks for training."""

from collections.abc import Iterator
from typing import Literal

from ...core.version import REVISION
from ...schemas.recipe import Recipe
from .knobs import LEVELS, check, specs
from .make import Item, make


def items(
    category: str,
    *,
    ops: int | tuple[int, int] | None = None,
    size: int | None = None,
    level: str | None = None,
    reveal: Literal["start", "end", "both"] = "start",
    seed: int = 0,
    start: int = 0,
    count: int = 1_000_000,
    idle: float = 0.0,
    undo: float = 0.0,
    plan: tuple[int, int] | None = None,
    hypothetical: tuple[int, int] | None = None,
) -> Iterator[Item]:
    """Items of a world one by one: the same as `gen reason` writes for the same knobs and seed.

    `ops` and `size` win over `level`. Each item has `replay`, `questions` and `transcript`.
    Raises BadParams for knobs that cannot be honoured, before the first item.
    """
    preset = LEVELS.get(level) if level is not None else None
    band = (ops, ops) if isinstance(ops, int) else ops
    recipe = Recipe(
        product="reason",
        revision=REVISION,
        seed=seed,
        categories=(category,),
        size=size,
        ops=band or (preset.ops if preset else (10, 10)),
        reveal=reveal,
        paired=False,
        idle=idle,
        undo=undo,
        plan=plan,
        hypothetical=hypothetical or (preset.hypothetical if preset else (3, 5)),
        level=level,
        edition=None,
        renderer="none",
        style="auto",
        fps=25,
        seconds_per_op=2.5,
        width=None,
        quality="standard",
    )
    check(recipe)
    return (make(recipe, spec) for spec in specs(recipe, start, count))
