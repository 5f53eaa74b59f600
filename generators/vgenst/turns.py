"""What a question's balanced deal will ask of a scene, told to the sampler so that it need not be drawn often.

A question with a closed universe refuses scenes that cannot give the answer whose turn it is
(`qa.vgenst.balance`). A sampler that knows the turn can make a scene which gives it; the question still
reads its answer from the scene.
"""

from collections.abc import Sequence
from typing import TypeVar

from ...core.deal import Deal
from ...schemas.scene_question import QuestionType
from .task import Order

T = TypeVar("T")


def turn(order: Order, kind: QuestionType, name: str, options: Sequence[T]) -> T:
    """The card of that name that the item's question of a type will be dealt."""
    return Deal(order.deal.seed.at(kind), order.deal.index).pick(name, options)
