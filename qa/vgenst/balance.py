"""Closed answers that come equally often: the right one is dealt, and the scene must be able to give it."""

from collections.abc import Collection, Sequence
from typing import TypeVar

from ...core.deal import Deal
from .base import NoQuestion

T = TypeVar("T")

STRICT = 40
"""Attempts at a scene after which any answer that it can give will do, so that no cell stays empty."""


def wanted(deal: Deal, name: str, universe: Sequence[T], there: Collection[T]) -> T:
    """The answer that is this item's turn, of a closed universe; `there` are those that the scene can give.

    Raises NoQuestion when the scene cannot give it: then another scene is drawn, with the same turn.
    """
    if not there:
        raise NoQuestion("the scene gives none of the answers")
    turn = deal.pick(name, universe)
    if turn in there:
        return turn
    if deal.attempt >= STRICT:
        left = [value for value in universe if value in there]
        return left[deal.index % len(left)]
    raise NoQuestion("the scene does not give the answer whose turn it is")
