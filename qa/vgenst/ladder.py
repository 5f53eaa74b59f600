"""Quantities that scenes have in a few sizes only, dealt evenly: the options are always the same rungs.

Where a task's scenes have a quantity within narrow limits, options spread around the value would tell it: the
one that is usual is right. With a ladder of four rungs, each as often right as any other, words alone say
nothing.
"""

from collections.abc import Callable

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene_question import Quantity, Unit
from .base import Draft, See, World, Wrong
from .metric import CLOSE, metric, read, said

OFF = 0.03
"""Share by which a value may be off its rung."""


def rungs(
    deal: Deal,
    rng: Rng,
    grid: tuple[float, ...],
    *,
    template: str,
    stem: str,
    what: str,
    value: float,
    unit: Unit,
    again: Callable[[World], float | None],
    why: str,
    sees: tuple[See, ...],
) -> Draft:
    """The draft of a value on a rung of a rising grid, neighbours at least a quarter apart; of any other
    value (in scenes that people wrote) the usual metric draft. Arguments as there."""
    on = [rung for rung in grid if abs(value / rung - 1) <= OFF]
    if not on:
        return metric(
            deal, rng, template=template, stem=stem, what=what, value=value, unit=unit, again=again, why=why,
            sees=sees,
        )  # fmt: skip
    gold = on[0]
    places = 0 if all(rung == round(rung) for rung in grid) else 1
    fact = f"{what} is {said(gold, unit, places)}"

    def slip(rung: float) -> str:
        way = "small" if rung < gold else "large"
        return f"judges {what} about {round(abs(rung / gold - 1) * 100)} % too {way}"

    def test(world: World, text: str) -> bool:
        told, true = read(text, unit), again(world)
        return told is not None and true is not None and abs(told - true) <= CLOSE * true

    return Draft(
        template=template,
        stem=stem,
        gold=said(gold, unit, places),
        wrong=tuple(Wrong(said(rung, unit, places), slip(rung), fact) for rung in grid if rung != gold),
        why=why,
        sees=sees,
        test=test,
        quantity=Quantity(f"{gold:.{places}f}", unit),
    )
