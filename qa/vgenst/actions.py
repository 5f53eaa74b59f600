"""What a hand does with equal items and one container (QC), step by step: the law of its sequences, and how
they are read from a scene."""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise, product
from typing import Literal, NamedTuple

from ...schemas.scene import Place, Scene, Take, Thing
from .base import World

Act = Literal["in", "out", "along"]
"""An item goes from the surface into the container, out of it onto the surface, or from one place on the surface
to another."""
ACTS: tuple[Act, ...] = ("in", "out", "along")
GAIN: Mapping[Act, int] = {"in": 1, "out": -1, "along": 0}
WORDS: Mapping[Act, str] = {
    "in": "it puts an item into the container",
    "out": "it takes an item out of the container and puts it down beside the container",
    "along": "it moves an item from one place beside the container to another",
}
SHORT: Mapping[Act, str] = {
    "in": "puts one in",
    "out": "takes one out",
    "along": "shifts one beside the container",
}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
PAUSE = (1.3, 3.6)
"""Seconds from letting go to the next grip, where it is asked about; evenly from this range on a log scale."""
MOST_INSIDE = 4
MOST_ALONG = 2


class Action(NamedTuple):
    """A take and the place that follows it."""

    take: Take
    place: Place
    act: Act


def actions(world: World) -> tuple[Action, ...]:
    """The hand's actions in order of time, read from the timeline's log."""
    scene = world.scene
    events = [e for e in scene.events if isinstance(e, Take | Place)]
    froms = {(h.what, h.t): h.into for h in world.time.log if h.kind == "takes"}
    found = []
    for take, place in pairwise(events):
        if isinstance(take, Take) and isinstance(place, Place) and take.what == place.what:
            origin = froms.get((take.what, round(take.start + take.duration / 2, 6)))
            act: Act = "in" if place.into and not origin else "out" if origin and not place.into else "along"
            found.append(Action(take, place, act))
    return tuple(found)


def vessel_of(scene: Scene) -> Thing | None:
    """The one container."""
    found = scene.having("container")
    return found[0] if len(found) == 1 else None


@cache
def sequences(length: int, final: int) -> tuple[tuple[Act, ...], ...]:
    """All sequences of so many actions, from an empty container, that leave `final` items in it.

    Never more than MOST_INSIDE inside nor MOST_ALONG moves beside it; one that ends empty takes something out.
    """
    return tuple(s for s in product(ACTS, repeat=length) if _fits(s, final))


def _fits(sequence: tuple[Act, ...], final: int) -> bool:
    inside = 0
    for act in sequence:
        inside += GAIN[act]
        if not 0 <= inside <= MOST_INSIDE:
            return False
    return inside == final and sequence.count("along") <= MOST_ALONG and (final > 0 or "out" in sequence)
