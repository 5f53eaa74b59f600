"""What solids of a world are: from states and operations to parts on a table, before a fixed camera."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import ClassVar, Generic, NamedTuple, TypeVar

from ...simulators.replay import Replay
from ...simulators.space import Vec, View
from ..reel import Reel
from ..stage import Lamp, Part, Rgb, Stage
from ..style import Style
from ..theme import rgb
from ._things import Parts, table_top

S = TypeVar("S")
O = TypeVar("O")

LAMP = Lamp((-0.329, -0.47, 0.819), (255, 250, 240), 0.6)
SKY: Rgb = (206, 216, 226)
REACH = 1.6
"""Half side of what the shadows cover, metres."""
FOV = 32.0
FOOT = 0.79
"""How far below its middle the picture is free of the caption, of half its height."""


class Moment(NamedTuple):
    """What one frame shows."""

    stage: Stage
    caption: float
    """How much of the caption shows, 0..1."""


class Solids(ABC, Generic[S, O]):
    """One world in one style and size, as parts.

    No leak by construction: in covered stretches the states that come in are `hide(state)`.
    """

    depression: ClassVar[float] = 55.0
    """How far the camera looks down, degrees."""

    def __init__(self, style: Style, size: int) -> None:
        self.style, self.size = style, size
        self.page, self.ink, self.panel, self.line, self.cover, self.cover_ink, self.accent, self.gold = (
            rgb(colour)
            for colour in (
                style.page, style.ink, style.panel, style.line, style.cover, style.cover_ink, style.accent,
                style.gold,
            )
        )  # fmt: skip

    @abstractmethod
    def frame(self) -> tuple[Vec, ...]:
        """Places that the camera must show, in metres; the table's upper face is at z = 0."""

    @abstractmethod
    def table(self) -> Parts:
        """What never moves and never changes."""

    @abstractmethod
    def still(self, state: S, lift: float) -> Parts:
        """The state at rest. `lift` goes from 0 (covered) to 1 (revealed); hidden states come with 0."""

    @abstractmethod
    def motion(self, before: S, op: O, t: float) -> Parts:
        """One operation under way, from the hidden state before it; t runs evenly from 0 to 1."""

    def check(self, state: S) -> None:
        """Raise BadParams for a revealed state that is too much to show."""

    def camera(self, aspect: float) -> View:
        """The one camera of a clip."""
        return framed(self.frame(), self.depression, aspect)

    @cached_property
    def ground(self) -> Parts:
        """The table top and what stands on it for good."""
        return (table_top(self.page), *self.table())

    def stage(self, parts: Iterable[Part], view: View) -> Stage:
        """A picture of these parts, and of the table."""
        return Stage((*self.ground, *parts), view, LAMP, SKY, (0.0, 0.0, 0.0), REACH)


def moments(solids: Solids[S, O], replay: Replay, reel: Reel, view: View) -> Iterator[Moment]:
    """One for each frame; solids are given the hidden side of states except on the way to the reveal."""
    sim, states, ops = replay.sim, replay.states, replay.script.ops
    for segment in reel.segments:
        kind, step, count = segment.kind, segment.step, segment.count
        if kind == "motion":
            hidden = sim.hide(states[step])
            for i in range(count):
                yield Moment(solids.stage(solids.motion(hidden, ops[step], (i + 1) / (count + 1)), view), 0.0)
            continue
        if kind in ("rest", "shown"):
            parts = (
                solids.still(sim.hide(states[step]), 0.0) if kind == "rest" else solids.still(states[step], 1.0)
            )
            moment = Moment(solids.stage(parts, view), 0.0 if kind == "rest" else 1.0)
            for _ in range(count):
                yield moment
            continue
        for i in range(count):
            t = (i + 1) / (count + 1)
            lift = t if kind == "uncover" else 1 - t
            yield Moment(solids.stage(solids.still(states[step], lift), view), round(lift, 3))


def framed(places: tuple[Vec, ...], depression: float, aspect: float) -> View:
    """The nearest camera on the axis x = 0 that looks down so far and has all the places in its picture."""
    near, far = 0.5, 12.0
    for _ in range(40):
        distance = (near + far) / 2
        view = _aimed(places, depression, aspect, distance)
        spots = [view.locate(place) for place in places]
        fits = all(depth > 0.1 and abs(u) <= 0.965 and -FOOT <= v <= 0.965 for u, v, depth in spots)
        near, far = (near, distance) if fits else (distance, far)
    return _aimed(places, depression, aspect, far)


def _aimed(places: tuple[Vec, ...], depression: float, aspect: float, distance: float) -> View:
    """At that distance from the table, with as much room above the places as below them."""
    view = View(0.0, 0.0, 0.0, 0.0, -depression, FOV, aspect)
    forward, up = view.axes[2], view.axes[1]
    shift = 0.0
    for _ in range(12):
        eye = tuple(up[i] * shift - forward[i] * distance for i in range(3))
        view = view._replace(x=0.0, y=round(eye[1], 4), z=round(eye[2], 4))
        heights = [view.locate(place)[1] for place in places]
        middle = (max(heights) + min(heights)) / 2 - (0.965 - FOOT) / 2
        shift += middle * distance * 0.287
    return view
