"""FL: where something is in the picture at a moment, read through the camera's projection.

The picture is cut into three equal strips (left, centre, right; or top, middle, bottom). A thing counts as in a
strip when its middle is, with a margin, for the whole of the time asked about. A task gives the moments
it can ask about; the strip that is right is dealt, so each comes equally often where the scenes have all.
"""

from collections.abc import Sequence
from math import cos, radians, sin, tan
from typing import Literal, NamedTuple

from ...core.deal import Deal
from ...core.seeds import Rng
from ...simulators.space import View
from .balance import wanted
from .base import CELLS, Draft, NoQuestion, See, World, Wrong

Axis = Literal["across", "up"]
"""Which way the picture is cut: strips side by side, or strips one above the other."""

ACROSS = ("left", "centre", "right")
UP = ("top", "middle", "bottom")
MARGIN = 0.12
"""Least distance of a thing's middle from the border between two strips, of the half picture."""
EDGE = 0.97
"""A thing's middle lies at least this far within the picture, of the half picture."""
PROBES = 5
"""Moments at which a time span is looked at."""


class Moment(NamedTuple):
    """A thing at a time that a question may ask about."""

    id: str
    start: float
    """Seconds; the thing stays in one strip from here ..."""
    end: float
    """... to here, and the video shows it in between. At least 0.75 s later."""
    words: str
    """When that is, as an adverb: `at the very start of the video`."""


def at_start(world: World, name: str, span: float = 0.8) -> Moment:
    """A thing in the first view."""
    return Moment(name, 0.0, span, "at the very start of the video")


def at_end(world: World, name: str, span: float = 0.8) -> Moment:
    """A thing in the last view."""
    return Moment(name, world.scene.duration - span, world.scene.duration, "at the very end of the video")


def middle(world: World, name: str, t: float) -> tuple[float, float, float]:
    """The middle of a thing at a time, world metres."""
    body = world.time.at(t)[name]
    return body.x, body.y, body.z + world.thing(name).size.h / 2


def position(world: World, name: str, t: float) -> tuple[float, float] | None:
    """Where a thing's middle is in the picture: u and v, -1..1 to the right and up; None out of view."""
    u, v, depth = world.time.camera(t).locate(middle(world, name, t))
    return (u, v) if depth > 0.05 and abs(u) <= EDGE and abs(v) <= EDGE else None


def strip(world: World, name: str, t: float, axis: Axis = "across") -> str | None:
    """The strip that a thing is in at a time; None out of view or too near a border."""
    at = position(world, name, t)
    if at is None:
        return None
    value = at[0] if axis == "across" else -at[1]
    if abs(abs(value) - 1 / 3) < MARGIN:
        return None
    return (ACROSS if axis == "across" else UP)[0 if value < -1 / 3 else 2 if value > 1 / 3 else 1]


def steady_strip(world: World, moment: Moment, axis: Axis = "across") -> str | None:
    """The strip that a thing stays in for the whole of a moment; None where it does not stay."""
    step = (moment.end - moment.start) / (PROBES - 1)
    found = {strip(world, moment.id, moment.start + i * step, axis) for i in range(PROBES)}
    return found.pop() if len(found) == 1 else None


def frame_location(
    world: World,
    deal: Deal,
    rng: Rng,
    moments: Sequence[Moment],
    *,
    axis: Axis = "across",
    name: str = "FL strip",
    template: str = "strip_of_picture",
    cells: int = CELLS,
    called: dict[str, str] | None = None,
) -> Draft:
    """A question for the strip of the picture in which one of the moments finds its thing.

    `called` overrides labels by id. Raises NoQuestion when no moment is clear of the borders, or none has its
    thing in the strip whose turn it is.
    """
    names = ACROSS if axis == "across" else UP
    clear = [(m, s) for m in moments if (s := steady_strip(world, m, axis)) is not None]
    if world.sight is not None:
        sight = world.sight
        clear = [(m, s) for m, s in clear if sight.seen(m.id, m.start, m.end, cells) >= 3]
    if not clear:
        raise NoQuestion("nothing lies clearly in one strip of the picture")
    gold = wanted(deal, name, names, {s for _, s in clear})
    moment = rng.choice([m for m, s in clear if s == gold])
    label = (called or {}).get(moment.id, world.label(moment.id))
    cut = (
        ("three equal vertical strips, left, centre and right", "strip")
        if axis == "across"
        else ("three equal horizontal bands, top, middle and bottom", "band")
    )
    stem = rng.choice(
        (
            f"Divide the picture into {cut[0]}. Which {cut[1]} is the middle of the {label} in {moment.words}?",
            f"Cut the picture into {cut[0]}. In which {cut[1]} is the middle of the {label} {moment.words}?",
            f"Split the picture into {cut[0]}. Which of them holds the middle of the {label} {moment.words}?",
        )
    )
    at = position(world, moment.id, (moment.start + moment.end) / 2)
    share = round(((at[0] if axis == "across" else -at[1]) + 1) * 50) if at is not None else 0
    edge = "left" if axis == "across" else "top"
    fact = f"the middle of the {label} is {share} % of the picture away from its {edge} edge {moment.words}"
    return Draft(
        template=template,
        stem=stem,
        gold=gold,
        wrong=tuple(Wrong(other, _mistake(names, gold, other), fact) for other in names if other != gold),
        why=fact,
        sees=(See(moment.id, moment.start, moment.end, cells=cells),),
        test=lambda w, text: text in _between(w, moment, axis),
        accept=(f"{gold} {cut[1]}", f"in the {gold}", *(("center",) if gold == "centre" else ())),
    )


def _mistake(names: Sequence[str], gold: str, other: str) -> str:
    if other == names[1]:
        return "takes a thing near the border for one in the middle"
    return "takes the mirror image" if gold != names[1] else "judges from another thing instead of the picture"


def _between(world: World, moment: Moment, axis: Axis) -> tuple[str, ...]:
    """The strip again, by the side of the two dividing planes through the eye on which the middle lies."""
    t = round((moment.start + moment.end) / 2, 3)
    body, size = world.time.at(t)[moment.id], world.thing(moment.id).size
    view = world.time.camera(t)
    to = (body.x - view.x, body.y - view.y, body.z + size.h / 2 - view.z)
    half = tan(radians(view.fov / 2)) * (view.aspect if axis == "across" else 1.0)
    before = _beyond(view, to, axis, -half / 3)
    after = _beyond(view, to, axis, half / 3)
    names = ACROSS if axis == "across" else UP
    if not before:
        return (names[0],) if not after else ()
    return (names[2],) if after else (names[1],)


def _beyond(view: View, to: tuple[float, float, float], axis: Axis, slope: float) -> bool:
    """Whether a direction lies to the right of (or below) the plane that leaves the axis at that slope."""
    y, p = radians(view.yaw), radians(view.pitch)
    if axis == "across":
        # Right is (cos, sin, 0), ahead is (-sin cos, cos cos, sin); the plane's normal is right - slope * ahead.
        normal = (cos(y) + slope * sin(y) * cos(p), sin(y) - slope * cos(y) * cos(p), -slope * sin(p))
    else:
        # Down is (-sin sin, cos sin, -cos) of yaw and pitch.
        normal = (
            -sin(y) * sin(p) + slope * sin(y) * cos(p),
            cos(y) * sin(p) - slope * cos(y) * cos(p),
            -cos(p) - slope * sin(p),
        )
    return sum(a * b for a, b in zip(normal, to, strict=True)) > 0
