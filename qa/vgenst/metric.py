"""The metric track (MT): quantities that a video can tell, with units, and their ordinal twins.

`metric` turns a measured value into a draft: the number is what the open question is graded on, and the four
options stand at least a quarter apart. Which of the four (smallest to largest) is the right one is dealt, so
that the middle of the options is no clue; better still, a template whose values come evenly from a range (on a
log scale: the sampler deals them with `slot`) gives that range as `ladder`, and then not even the size of the
numbers is one: the options step evenly through the range, wherever in it the right one is.

The ready-made questions below work for any task; the caller says in words what is measured and hands over a
second way to measure it. A stem needs a scale: `scaled` gives one
(`The red mug is 11 cm tall.`), durations, angles and counts need none.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import hypot, log

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Event, Scene
from ...schemas.scene_question import Quantity, Unit
from ...simulators.space import turned
from .base import Draft, NoQuestion, See, World, Wrong

Ladder = tuple[float, float]
"""A range of values, the upper end not included."""

APART = 1.25
"""Least ratio of neighbouring options."""
CLOSE = 0.11
"""A number is true of a world if it is within this share of what the second way gives."""
_WORDS: dict[Unit, str] = {"m": " m", "cm": " cm", "m/s": " m/s", "deg": " degrees", "s": " s", "": ""}
_LONG: dict[Unit, tuple[str, ...]] = {
    "m": (" metres", " meters"), "cm": (" centimetres", " centimeters"),
    "m/s": (" metres per second", " meters per second"), "deg": ("°", " deg"), "s": (" seconds", " sec"), "": (),
}  # fmt: skip


def said(value: float, unit: Unit, places: int) -> str:
    """`7.3 m`, `90 degrees`, `4.5 s`, `3`."""
    return f"{value:.{places}f}{_WORDS[unit]}"


def read(text: str, unit: Unit) -> float | None:
    """The number in such words; None for other words."""
    number = text.removesuffix(_WORDS[unit]) if _WORDS[unit] else text
    try:
        return float(number)
    except ValueError:
        return None


def places_for(value: float) -> int:
    """Decimals with which a value is told: two or three figures."""
    return 0 if value >= 30 else 1 if value >= 2 else 2


def spread(
    value: float, rank: int, rng: Rng, *, places: int, step: float | None = None, most: float | None = None
) -> tuple[float, ...]:
    """Four values, rising, each at least `APART` times the one before; number `rank` is `value`.

    `step`: all are multiples of it (`value` is one already). `most`: none is larger; where that leaves no room,
    fewer stand above the value.
    """

    def rounded(number: float) -> float:
        return round(round(number / step) * step, 6) if step else round(number, places)

    if most is not None:
        while rank < 3 and value * 1.3 ** (3 - rank) > most:
            rank += 1
    out = [value]
    for _ in range(rank):
        lower = rounded(out[0] / (rng.between(132, 170) / 100))
        while lower * APART > out[0]:
            lower = rounded(lower - (step or 10**-places))
        out.insert(0, lower)
    for left in range(3 - rank, 0, -1):
        ratio = rng.between(132, 170) / 100
        if most is not None:
            ratio = min(ratio, (most / out[-1]) ** (1 / left))
        upper = rounded(out[-1] * ratio)
        while upper < out[-1] * APART - 1e-9:
            upper = rounded(upper + (step or 10**-places))
        out.append(upper)
    if out[0] <= 0:
        raise NoQuestion("value too small for four options")
    return tuple(out)


def slot(deal: Deal, rng: Rng, name: str, ladder: Ladder) -> float:
    """A value from a range, for samplers: its quarter (on a log scale) is dealt, its place therein is free."""
    part: float = (deal.pick(name, (0, 1, 2, 3)) + rng.between(2, 98) / 100) / 4
    return round(float(ladder[0] * (ladder[1] / ladder[0]) ** part), 3)


def rungs(value: float, ladder: Ladder, *, places: int, step: float | None = None) -> tuple[float, ...]:
    """Four values, rising, that step evenly (on a log scale) through a range; one of them is `value`.

    Raises NoQuestion for a value out of the range.
    """
    low, high = ladder
    if not low <= value < high:
        raise NoQuestion("value out of its range")
    ratio = (high / low) ** 0.25
    rank = min(3, int(log(value / low) / log(ratio)))
    found = [value * ratio ** (k - rank) for k in range(4)]
    out = [round(round(v / step) * step, 6) if step else round(v, places) for v in found]
    if any(b < a * APART - 1e-9 for a, b in pairwise(out)) or out[0] <= 0:
        raise NoQuestion("value too small for four options")
    return tuple(out)


def metric(
    deal: Deal,
    rng: Rng,
    *,
    template: str,
    stem: str,
    what: str,
    value: float | None,
    unit: Unit,
    again: Callable[[World], float | None],
    why: str,
    sees: tuple[See, ...],
    step: float | None = None,
    most: float | None = None,
    ladder: Ladder | None = None,
    after: Scene | None = None,
    change: str | None = None,
) -> Draft:
    """The draft of a measured value.

    `what` names the quantity in the refutations (`the distance`). `again` measures it in a second way that shares
    no code with `value` (for a draft with `after` it is asked of that scene). `step`: value and options are
    told as multiples of it (5 for angles). `most`: no option is larger. `ladder`: the range that the values of
    this template come from, evenly on a log scale, at least 1 to 2.5.
    """
    if value is None or value <= 0:
        raise NoQuestion(f"no measurable {template}")
    # One number of decimals for all values of a range: else the right one could be told by its last digit.
    places = places_for(value if ladder is None else ladder[0]) if not step or step < 0.1 else int(step < 1)
    value = round(round(value / step) * step, 6) if step else round(value, places)
    if ladder is not None:
        options = rungs(value, ladder, places=places, step=step)
        exact = value
        value = min(options, key=lambda v: abs(v - exact))
    else:
        rank = deal.pick(f"metric rank {template}", (0, 1, 2, 3))
        options = spread(value, rank, rng, places=places, step=step, most=most)
    gold = said(value, unit, places)

    def test(world: World, text: str) -> bool:
        told, true = read(text, unit), again(world)
        return told is not None and true is not None and abs(told - true) <= CLOSE * true

    return Draft(
        template=template,
        stem=stem,
        gold=gold,
        wrong=tuple(_wrong(other, value, unit, places, what) for other in options if other != value),
        why=why,
        sees=sees,
        test=test,
        after=after,
        change=change,
        accept=tuple(f"{value:.{places}f}{word}" for word in _LONG[unit]),
        quantity=Quantity(f"{value:.{places}f}", unit),
    )


def _wrong(other: float, value: float, unit: Unit, places: int, what: str) -> Wrong:
    percent = round(abs(other / value - 1) * 100)
    side = "too small" if other < value else "too large"
    return Wrong(
        said(other, unit, places),
        f"judges {what} about {percent} % {side}",
        f"{what} is {said(value, unit, places)}",
    )


def counted(
    deal: Deal,
    rng: Rng,
    *,
    template: str,
    stem: str,
    what: str,
    value: int,
    again: Callable[[World], int],
    why: str,
    sees: tuple[See, ...],
    least: int = 0,
) -> Draft:
    """The draft of a count over time: options are whole numbers in a row (wider steps above 4).

    The right one's place among them is dealt as far as `least` allows.
    """
    gap = max(1, -(-value // 4))
    rank = min(deal.pick(f"metric rank {template}", (0, 1, 2, 3)), (value - least) // gap)
    if rank < 0:
        raise NoQuestion("count below its least")
    numbers = [value + (k - rank) * gap for k in range(4)]

    def wrong(other: int) -> Wrong:
        by = abs(other - value)
        way = "misses" if other < value else "counts"
        return Wrong(str(other), f"{way} {by} {'too many' if other > value else 'of them'}", f"{what} is {value}")

    return Draft(
        template=template,
        stem=stem,
        gold=str(value),
        wrong=tuple(wrong(n) for n in numbers if n != value),
        why=why,
        sees=sees,
        test=lambda world, text: text.isdigit() and int(text) == again(world),
        quantity=Quantity(str(value), ""),
    )


# --- scale ------------------------------------------------------------------------------------------


def scaled(world: World, name: str, axis: str = "tall") -> str:
    """A scale for a stem: `The red mug is 11 cm tall.`; axis: tall, wide or long (its larger side)."""
    size = world.thing(name).size
    metres = {"tall": size.h, "wide": size.w, "long": max(size.w, size.d)}[axis]
    word = "wide" if axis == "long" and abs(size.w - size.d) < 0.05 * metres else axis
    return f"The {world.label(name)} is {length(metres)} {word}."


def length(metres: float) -> str:
    """`11 cm` below a metre, `1.7 m` above."""
    return f"{round(metres * 100)} cm" if metres < 1 else f"{metres:.1f} m"


# --- ready-made questions -----------------------------------------------------------------------------


def camera_turn(
    world: World,
    deal: Deal,
    rng: Rng,
    *,
    sees: tuple[See, ...],
    axis: str = "yaw",
    start: float = 0.0,
    end: float | None = None,
    template: str = "camera_angle",
    ladder: Ladder | None = None,
    stem: str | None = None,
) -> Draft:
    """Through what angle the camera turns (`yaw`) or tilts (`pitch`) from start to end, all turns together."""
    end = world.scene.duration if end is None else end
    stem = stem or rng.choice(
        (
            "Through what angle does the camera turn to the side during the video?",
            "By about how many degrees does the camera swing round sideways in the whole clip?",
        )
        if axis == "yaw"
        else (
            "By how many degrees does the camera tilt during the video?",
            "Through about what angle does the camera's line of sight tilt up or down over the clip?",
        )
    )
    last = end

    def along_clip(w: World) -> float:
        angles = [getattr(w.time.camera(start + (last - start) * k / 96), axis) for k in range(97)]
        return sum(abs(turned(b - a)) for a, b in pairwise(angles))

    def by_shots(w: World) -> float:
        inside = [shot for shot in w.scene.camera.shots if start - 1e-6 <= shot.t <= last + 1e-6]
        return sum(abs(turned(getattr(b, axis) - getattr(a, axis))) for a, b in pairwise(inside))

    return metric(
        deal,
        rng,
        ladder=ladder,
        template=template,
        stem=stem,
        what="the angle",
        value=along_clip(world),
        unit="deg",
        again=by_shots,
        why=f"the camera's {axis} changes by {along_clip(world):.0f} degrees in all",
        sees=sees,
        step=5,
        most=360,
    )


def event_lasts(
    world: World,
    deal: Deal,
    rng: Rng,
    event: Event,
    *,
    stem: str,
    sees: tuple[See, ...],
    template: str = "event_duration",
    ladder: Ladder | None = None,
    seconds: float | None = None,
    again: Callable[[World], float | None] | None = None,
) -> Draft:
    """How long an event of the scene lasts; `seconds` where a reaction changes its length.

    The second way finds the event anew: same doer, kind and nearest start.
    """

    def found(w: World) -> float | None:
        like = [e for e in w.scene.events if e.who == event.who and type(e) is type(event)]
        return min(like, key=lambda e: abs(e.start - event.start)).duration if like else None

    value = event.duration if seconds is None else seconds
    return metric(
        deal,
        rng,
        ladder=ladder,
        template=template,
        stem=stem,
        what="the time",
        value=value,
        unit="s",
        again=again or found,
        why=f"it lasts {value:.1f} s",
        sees=sees,
    )


def moving_for(
    world: World,
    deal: Deal,
    rng: Rng,
    name: str,
    *,
    sees: tuple[See, ...],
    template: str = "moving_time",
    ladder: Ladder | None = None,
    stem: str | None = None,
) -> Draft:
    """How many seconds a thing or agent changes its place, in all."""
    label = world.label(name)
    stem = stem or rng.choice(
        (
            f"For how many seconds, all together, is the {label} on the move?",
            f"How long in total does the {label} move from place to place in this video?",
        )
    )

    def by_state(w: World) -> float:
        return (
            sum(1 for k in range(round(w.scene.duration * 10)) if w.time.speed(name, (k + 0.5) / 10) > 0.05) / 10
        )

    def by_log(w: World) -> float:
        total, since = 0.0, None
        for h in w.time.log:
            if h.who != name:
                continue
            if h.kind in ("sets_out", "resumes"):
                since = h.t if since is None else since
            elif h.kind in ("arrives", "stops") and since is not None:
                total, since = total + h.t - since, None
        return total if since is None else total + w.scene.duration - since

    return metric(
        deal,
        rng,
        ladder=ladder,
        template=template,
        stem=stem,
        what="the time",
        value=by_state(world),
        unit="s",
        again=by_log,
        why=f"the {label} moves for {by_state(world):.1f} s",
        sees=sees,
    )


def visible_for(
    world: World,
    deal: Deal,
    rng: Rng,
    name: str,
    *,
    sees: tuple[See, ...],
    again: Callable[[World], float | None],
    template: str = "visible_time",
    ladder: Ladder | None = None,
    stem: str | None = None,
    cells: int = 6,
) -> Draft:
    """How many seconds a thing is in the picture, measured on the id grid; `again` measures it by geometry."""
    if world.sight is None:
        raise NoQuestion("needs the measured visibility")
    sight, label = world.sight, world.label(name)
    per = (sight.frames[1] - sight.frames[0]) / sight.fps
    value = sum(1 for n in sight.visible[name] if n >= cells) * per
    stem = stem or rng.choice(
        (
            f"For about how many seconds, all together, can the {label} be seen?",
            f"How long is the {label} in the picture, in total?",
        )
    )
    return metric(
        deal,
        rng,
        ladder=ladder,
        template=template,
        stem=stem,
        what="the time",
        value=value,
        unit="s",
        again=again,
        why=f"the {label} is in the picture for {value:.1f} s",
        sees=sees,
    )


def apart(
    world: World,
    deal: Deal,
    rng: Rng,
    first: str,
    second: str,
    *,
    t: float,
    scale: str,
    sees: tuple[See, ...],
    template: str = "distance",
    ladder: Ladder | None = None,
    when: str = "",
    unit: Unit = "m",
) -> Draft:
    """The distance in the plan between the middles of two things at a time; `scale` is the stem's yardstick."""
    a, b = world.label(first), world.label(second)
    stem = rng.choice(
        (
            f"{scale} About how far apart are the {a} and the {b}{when}, measured from middle to middle along the "
            f"ground?",
            f"{scale} Estimate the distance along the ground from the middle of the {a} to the middle of the "
            f"{b}{when}: how large is it?",
        )
    )
    if unit == "cm":
        stem = stem.replace("along the ground", "along the surface")
    factor = 100.0 if unit == "cm" else 1.0
    bodies = world.time.at(t)
    value = hypot(bodies[first].x - bodies[second].x, bodies[first].y - bodies[second].y) * factor

    def again(w: World) -> float | None:
        # The length of the walk between them in a hundred steps, from the poses at that time.
        p, q = w.time.at(t)[first].pose, w.time.at(t)[second].pose
        steps = [(p.x + (q.x - p.x) * k / 100, p.y + (q.y - p.y) * k / 100) for k in range(101)]
        return _walked(steps) * factor

    return metric(
        deal,
        rng,
        ladder=ladder,
        template=template,
        stem=stem,
        what="the distance",
        value=value,
        unit=unit,
        again=again,
        why=f"their middles are {value:.2f} {unit} apart",
        sees=sees,
    )


def going_at(
    world: World,
    deal: Deal,
    rng: Rng,
    name: str,
    *,
    start: float,
    end: float,
    scale: str,
    sees: tuple[See, ...],
    template: str = "speed",
    ladder: Ladder | None = None,
    stem: str | None = None,
) -> Draft:
    """The mean speed of a thing over the ground from start to end; `scale` is the stem's yardstick."""
    label = world.label(name)
    stem = stem or rng.choice(
        (
            f"{scale} About how fast does the {label} go over the ground?",
            f"{scale} Roughly what is the speed of the {label} over the ground?",
        )
    )

    def by_path(w: World) -> float:
        at = [w.time.at(start + (end - start) * k / 40)[name] for k in range(41)]
        return _walked([(b.x, b.y) for b in at]) / (end - start)

    def by_speed(w: World) -> float:
        return sum(w.time.speed(name, start + (end - start) * (k + 0.5) / 20) for k in range(20)) / 20

    return metric(
        deal,
        rng,
        ladder=ladder,
        template=template,
        stem=stem,
        what="the speed",
        value=by_path(world),
        unit="m/s",
        again=by_speed,
        sees=sees,
        why=f"the {label} covers {by_path(world) * (end - start):.1f} m in {end - start:.1f} s",
    )


def height_of(
    world: World,
    deal: Deal,
    rng: Rng,
    name: str,
    *,
    scale: str,
    sees: tuple[See, ...],
    template: str = "height",
    ladder: Ladder | None = None,
    unit: Unit = "m",
) -> Draft:
    """How tall a thing is; `scale` is the stem's yardstick, another thing's size."""
    label, factor = world.label(name), 100.0 if unit == "cm" else 1.0
    stem = rng.choice(
        (f"{scale} About how tall is the {label}?", f"{scale} Estimate the height of the {label}: what is it?")
    )

    def again(w: World) -> float | None:
        found = [thing.size.h * factor for thing in w.scene.things if thing.id == name]
        return found[0] if found else None

    return metric(
        deal,
        rng,
        ladder=ladder,
        template=template,
        stem=stem,
        what="the height",
        value=world.thing(name).size.h * factor,
        unit=unit,
        again=again,
        why=f"the {label} is {length(world.thing(name).size.h)} tall",
        sees=sees,
    )


def _walked(places: Sequence[tuple[float, float]]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places))
