"""VI, visibility identification: somebody walks round a thing that hides; who is in sight of whom?"""

from collections.abc import Callable, Mapping
from math import atan2, cos, degrees, hypot, radians, sin
from typing import ClassVar, Literal, NamedTuple

from msgspec.structs import replace

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Move, Point, Scene, Thing, Turn
from ...schemas.scene_question import QuestionType
from ...simulators.space import corners, local, segment_gap, turned
from . import attribute, base, existence, location, metric
from .balance import STRICT
from .base import Ask, Draft, NoQuestion, See, World, Wrong
from .direction import side

Status = Literal["V", "O"]
"""In sight, or hidden (occluded)."""
SPARE = 0.1
"""Metres by which a line of sight must clear the hiding thing beyond half a body."""
CORE = 0.8
"""A body is hidden when the lines to both its sides pass within this share of the hiding thing's half width."""
FREE = 0.9
"""Least distance between two agents, metres."""
CHANGES: dict[str, str] = {
    "VV": "in sight at the start and at the end",
    "VO": "in sight at the start, hidden at the end",
    "OV": "hidden at the start, in sight at the end",
    "OO": "hidden at the start and at the end",
}


class Cast(NamedTuple):
    """Who is who."""

    observer: Thing
    target: Thing
    occluder: Thing


def cast(world: World) -> Cast:
    """The three; raises NoQuestion unless there is one of each."""
    found = [world.scene.having(role) for role in ("observer", "target", "occluder")]
    if any(len(f) != 1 for f in found):
        raise NoQuestion("there is not exactly one observer, one target and one occluder")
    return Cast(*(f[0] for f in found))


def place(world: World, name: str, t: float) -> tuple[float, float]:
    """Where somebody stands."""
    body = world.time.at(t)[name]
    return body.x, body.y


def status(world: World, t: float) -> Status:
    """Whether the observer has the target in sight, with margins; raises NoQuestion where it is not clear."""
    who = cast(world)
    a, b = place(world, who.observer.id, t), place(world, who.target.id, t)
    block = who.occluder
    half = who.target.size.w / 2
    rim = corners(block.pose, block.size)
    apart = min(segment_gap(a, b, p) for p in rim)
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length < FREE:
        raise NoQuestion("observer and target stand too close")
    middle = (block.pose.x, block.pose.y)
    if apart >= half + SPARE and segment_gap(a, b, middle) > min(block.size.w, block.size.d) / 2:
        return "V"
    nx, ny = -(b[1] - a[1]) / length * half, (b[0] - a[0]) / length * half
    inner = CORE * min(block.size.w, block.size.d) / 2
    if all(segment_gap(a, (b[0] + s * nx, b[1] + s * ny), middle) <= inner for s in (-1, 0, 1)):
        return "O"
    raise NoQuestion("the target is only half hidden")


def blocked(world: World, t: float) -> bool:
    """The second way: walk along the line of sight and see whether it enters the hiding thing's footprint."""
    who = cast(world)
    a, b = place(world, who.observer.id, t), place(world, who.target.id, t)
    for k in range(201):
        x, y = a[0] + (b[0] - a[0]) * k / 200, a[1] + (b[1] - a[1]) * k / 200
        u, v = local(who.occluder.pose, x, y)
        if abs(u) <= who.occluder.size.w / 2 and abs(v) <= who.occluder.size.d / 2:
            return True
    return False


def change(world: World) -> str:
    """Status at the start and at the end: VV, VO, OV or OO."""
    return status(world, 0.0) + status(world, world.scene.duration)


def walk_of(scene: Scene) -> Move:
    """The one move; raises NoQuestion unless there is exactly one."""
    found = [e for e in scene.events if isinstance(e, Move)]
    if len(found) != 1:
        raise NoQuestion(f"{len(found)} moves instead of one")
    return found[0]


def agents(world: World) -> tuple[Thing, ...]:
    """All people (robots)."""
    return world.scene.having("observer", "target", "distractor")


# --- round the hiding thing -------------------------------------------------------------------------


def angle(world: World, name: str, t: float) -> float:
    """Clock angle of somebody around the occluder, degrees clockwise from north."""
    block = cast(world).occluder.pose
    x, y = place(world, name, t)
    return degrees(atan2(x - block.x, y - block.y))


def swept(world: World) -> float:
    """Degrees, clockwise positive, that the walker goes round the occluder, from its places in time."""
    move = walk_of(world.scene)
    total = 0.0
    for k in range(96):
        a = angle(world, move.who, move.start + move.duration * k / 96)
        b = angle(world, move.who, move.start + move.duration * (k + 1) / 96)
        total += turned(b - a)
    return total


def arc(middle: tuple[float, float], radius: float, start: float, sweep: float) -> tuple[Point, ...]:
    """Places on a circle after the one at the clock angle `start`, at most 16."""
    steps = max(2, min(16, round(abs(sweep) / 15)))
    found = []
    for k in range(1, steps + 1):
        a = radians(start + sweep * k / steps)
        found.append(Point(round(middle[0] + radius * sin(a), 3), round(middle[1] + radius * cos(a), 3)))
    return tuple(found)


Quarter = Literal["left", "right", "far", "near"]
QUARTERS: dict[Quarter, str] = {
    "left": "to the left of it",
    "right": "to the right of it",
    "far": "behind it, on the far side",
    "near": "in front of it, on the near side",
}


def quarter(world: World, x: float, y: float) -> Quarter:
    """Where a place is from the occluder, as the camera sees it; raises NoQuestion near a diagonal."""
    block, view = cast(world).occluder.pose, world.time.camera(0.0)
    right, _, forward = view._replace(pitch=0.0).axes
    dx, dy = x - block.x, y - block.y
    across, away = dx * right[0] + dy * right[1], dx * forward[0] + dy * forward[1]
    off = degrees(atan2(across, away))
    if abs(abs(off) % 90 - 45) < 12:
        raise NoQuestion("a place lies on a diagonal of the picture")
    if abs(off) < 45:
        return "far"
    if abs(off) > 135:
        return "near"
    return "right" if off > 0 else "left"


def pictured(world: World, name: str, t: float) -> str:
    """The second way: where somebody's feet are from the occluder's foot in the picture, in QUARTERS' words."""
    block, view = cast(world).occluder.pose, world.time.camera(t)
    x, y = place(world, name, t)
    u1, v1, _ = view.locate((block.x, block.y, 0.0))
    u2, v2, _ = view.locate((x, y, 0.0))
    across, up = (u2 - u1) * view.aspect, (v2 - v1) / max(0.2, abs(sin(radians(view.pitch))))
    if abs(across) > abs(up):
        return QUARTERS["right" if across > 0 else "left"]
    return QUARTERS["far" if up > 0 else "near"]


def _all(world: World) -> tuple[See, ...]:
    end = world.scene.duration
    return tuple(See(t.id, 0.0, end, frames=6) for t in cast(world))


def _noun(world: World) -> str:
    return "robot" if cast(world).observer.category == "robot" else "person"


# --- core -------------------------------------------------------------------------------------------


def visibility_change(world: World, deal: Deal, rng: Rng) -> Draft:
    """Whether the observer has the target in sight at the start and at the end."""
    who = cast(world)
    gold = change(world)
    o, t, b = who.observer.label, who.target.label, who.occluder.label
    fact = {"V": f"the {b} is clear of the line between them", "O": f"the {b} stands in the line between them"}
    why = f"at the start {fact[gold[0]]}; at the end {fact[gold[1]]}"  # type: ignore[index]

    def mistake(key: str) -> str:
        if key == gold[::-1]:
            return "reads the order backwards"
        if {key[0] != gold[0], key[1] != gold[1]} == {True}:
            return "takes hidden for in sight and the other way round"
        return "misjudges the start" if key[0] != gold[0] else "misjudges the end"

    def test(w: World, text: str) -> bool:
        found = "".join("O" if blocked(w, at) else "V" for at in (0.0, w.scene.duration))
        return CHANGES[found] == text

    return Draft(
        template="visibility_change",
        stem=rng.choice(
            (
                f"Take it that one sees the other whenever nothing stands on the straight line between them. For the "
                f"{o}, how is the {t} in sight or hidden behind the {b} over the video?",
                f"Put yourself in the place of the {o}. Is the {t} in sight, or hidden behind the {b}, at the start "
                f"and at the end of the video? Only what stands in the straight line between the two counts.",
                f"Where the straight line between them is free, the {o} sees the {t}; where the {b} is in the way, "
                f"not. How is it at the start and at the end of the video?",
            )
        ),
        gold=CHANGES[gold],
        wrong=tuple(Wrong(text, mistake(key), why) for key, text in CHANGES.items() if key != gold),
        why=why,
        sees=_all(world),
        test=test,
        open=False,
    )


# --- L1 and L2 --------------------------------------------------------------------------------------


def _walker_words(world: World, thing: Thing) -> str | None:
    """`the clothing of the person who walks`."""
    if walk_of(world.scene).who != thing.id:
        return None
    return "the robot that walks" if _noun(world) == "robot" else "the clothing of the person who walks"


colour_of_walker = attribute.colour_of("observer", "target", refer=_walker_words)

# Without change of sight and hidden, both stand left and right: a quarter of scenes have nobody in the centre.
_STRIPS = (*(["centre"] * 8), *(["left", "right"] * 5))


def strip_of_agent(world: World, deal: Deal, rng: Rng) -> Draft:
    """The strip of the picture that somebody is in at the start or at the end."""
    move = walk_of(world.scene)
    early, late = min(0.9, move.start - 0.1), world.scene.duration - 0.9
    moments = []
    for one in agents(world):
        if early >= 0.75 or one.id != move.who:
            moments.append(location.at_start(world, one.id, max(0.75, early)))
        if late >= move.start + move.duration or one.id != move.who:
            moments.append(location.at_end(world, one.id, 0.9))
    wanted = deal.pick("FL place", _STRIPS)
    fit = [m for m in moments if location.steady_strip(world, m) == wanted]
    # What is there is taken: the deal above is already even.
    return location.frame_location(world, Deal(deal.seed, deal.index, STRICT), rng, fit or moments)


def place_at_end(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where the one is at the end who stood somewhere at the start."""
    end = world.scene.duration
    starts: dict[Quarter, Thing] = {}
    for one in agents(world):
        where = quarter(world, *place(world, one.id, 0.0))
        if where in starts:
            if one.role == "distractor":
                continue
            raise NoQuestion("two stand on one side at the start")
        starts[where] = one
    ends = {where: quarter(world, *place(world, one.id, end)) for where, one in starts.items()}
    if any(one.role == "distractor" for one in agents(world)):
        mains = {w for w, one in starts.items() if one.role != "distractor"}
        near = [quarter(world, *place(world, d.id, 0.0)) for d in world.scene.having("distractor")]
        ends = {w: e for w, e in ends.items() if w in mains and w not in near}
    if not ends:
        raise NoQuestion("nobody stands alone on a side at the start")
    wanted = deal.pick("IT end", tuple(QUARTERS))
    fit = [w for w, e in ends.items() if e == wanted] or sorted(ends)
    first = fit[deal.pick(f"IT start of {len(fit)}", range(len(fit)))]
    one, gold = starts[first], ends[first]
    block = cast(world).occluder.label
    noun = _noun(world)
    fact = f"the {noun} that starts {first} of the {block} is the {one.label}, at the end {QUARTERS[gold]}"
    return Draft(
        template="place_at_end",
        stem=rng.choice(
            (
                f"Look at the {noun} that at the start of the video is, from the {block}, {_there(first)}. Where, from "
                f"the {block}, is the same {noun} at the end? Judge as in the picture.",
                f"At the start one {noun} stands {_there(first)}, as seen in the picture from the {block}. Where is "
                f"that {noun} at the end of the video?",
            )
        ),
        gold=QUARTERS[gold],
        wrong=tuple(
            Wrong(text, "follows another one" if q in ends.values() else "loses track of the walk", fact)
            for q, text in QUARTERS.items()
            if q != gold
        ),
        why=fact,
        sees=(See(one.id, 0.0, end, frames=6), See(cast(world).occluder.id, 0.0, end)),
        test=lambda w, text: pictured(w, one.id, w.scene.duration) == text,
    )


def _there(where: Quarter) -> str:
    return {"left": "on the left", "right": "on the right", "far": "on the far side", "near": "on the near side"}[where]


ACTIONS = ("it stays where it is", "it walks clockwise", "it walks anticlockwise")


def action_of(world: World, deal: Deal, rng: Rng) -> Draft:
    """What one of the two does: stay, or walk round one way or the other."""
    who, move, sweep = cast(world), walk_of(world.scene), swept(world)
    both = (who.observer, who.target)
    walker = next((t for t in both if t.id == move.who), None)
    if walker is None or abs(sweep) < 10:
        raise NoQuestion("neither of the two walks round the occluder")
    other = both[1] if walker is both[0] else both[0]
    one = walker if deal.pick("AR agent", ("walker", "walker", "other")) == "walker" else other
    gold = ACTIONS[0] if one is other else ACTIONS[1] if sweep > 0 else ACTIONS[2]
    fact = f"the {walker.label} walks {abs(sweep):.0f} degrees {gold_way(sweep)}; the {other.label} stays"

    def test(w: World, text: str) -> bool:
        # The sign of the area that the way encloses with the occluder's middle.
        block = cast(w).occluder.pose
        area = 0.0
        for k in range(48):
            t = w.scene.duration * k / 48
            ax, ay = place(w, one.id, t)
            bx, by = place(w, one.id, w.scene.duration * (k + 1) / 48)
            area += (ax - block.x) * (by - block.y) - (ay - block.y) * (bx - block.x)
        word = ACTIONS[0] if abs(area) < 0.5 else ACTIONS[2] if area > 0 else ACTIONS[1]
        return word == text

    return Draft(
        template="action_of",
        stem=rng.choice(
            (
                f"What does the {one.label} do in the video, seen from above with respect to the {who.occluder.label}?",
                f"Does the {one.label} walk round the {who.occluder.label}, and if so which way, as seen from above?",
            )
        ),
        gold=gold,
        wrong=tuple(Wrong(a, "takes the other one's part" if ACTIONS[0] in (a, gold) else "takes the opposite way "
                          "round", fact) for a in ACTIONS if a != gold),
        why=fact,
        sees=(See(one.id, 0.0, world.scene.duration, frames=6),),
        test=test,
        accept=tuple({"it walks clockwise": ("clockwise",), "it walks anticlockwise": ("anticlockwise",
                      "counterclockwise", "counter-clockwise")}.get(gold, ("it stays", "stays"))),
    )  # fmt: skip


def gold_way(sweep: float) -> str:
    """`clockwise`, seen from above."""
    return "clockwise" if sweep > 0 else "anticlockwise"


LINE = {"between": "right between them", "left": "off to the left of that line", "right": "off to the right of that line"}


def occluder_from_line(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where the occluder stands with respect to the line from observer to target."""
    who = cast(world)

    def where(t: float) -> str:
        if status(world, t) == "O":
            return "between"
        a, b = place(world, who.observer.id, t), place(world, who.target.id, t)
        p = who.occluder.pose
        cross = (b[0] - a[0]) * (p.y - a[1]) - (b[1] - a[1]) * (p.x - a[0])
        return "left" if cross > 0 else "right"

    found = {"start": where(0.0), "end": where(world.scene.duration)}
    # A quarter of scenes are hidden at both times and a quarter at neither: one in six makes thirds.
    wanted = deal.pick("SL line", (True, False, False, False, False, False))
    fit = [when for when, w in found.items() if (w == "between") == wanted] or list(found)
    when = fit[deal.pick(f"SL time of {len(fit)}", range(len(fit)))]
    gold, t = found[when], 0.0 if when == "start" else world.scene.duration
    o, g, b = who.observer.label, who.target.label, who.occluder.label
    fact = f"at the {when} the {b} is {LINE[gold]}, seen from the {o} towards the {g}"

    def test(w: World, text: str) -> bool:
        if blocked(w, t):
            return text == LINE["between"]
        (ax, ay), (bx, by) = place(w, who.observer.id, t), place(w, who.target.id, t)
        p = cast(w).occluder.pose
        off = turned(degrees(atan2(p.x - ax, p.y - ay) - atan2(bx - ax, by - ay)))
        return text == LINE[side(off, margin=0.1)]

    return Draft(
        template="occluder_from_line",
        stem=rng.choice(
            (
                f"Draw a straight line from the {o} to the {g} at the {when} of the video and look along it from the "
                f"{o}. Where is the {b}?",
                f"At the {when} of the video, seen from the {o} looking at the place of the {g}: where does the {b} "
                f"stand with respect to the straight line between the two?",
            )
        ),
        gold=LINE[gold],
        wrong=tuple(
            Wrong(text, "takes left for right" if "between" not in (k, gold) else "misjudges the line", fact)
            for k, text in LINE.items()
            if k != gold
        ),
        why=fact,
        sees=_all(world),
        test=test,
        accept=({"between": "between them", "left": "to the left", "right": "to the right"}[gold],),
    )


# --- L3 ---------------------------------------------------------------------------------------------


def rerouted(world: World, sweep: float) -> Scene:
    """The walker goes another arc round the occluder, at the pace it has."""
    scene, move = world.scene, walk_of(world.scene)
    block = cast(world).occluder.pose
    x, y = place(world, move.who, 0.0)
    radius, start, old = hypot(x - block.x, y - block.y), angle(world, move.who, 0.0), swept(world)
    others = [e for e in scene.events if e is not move and not (isinstance(e, Turn) and e.start > move.start)]
    if abs(sweep) < 1:
        return replace(scene, events=tuple(others))
    duration = round(move.duration * abs(sweep) / max(10.0, abs(old)), 2)
    new = replace(move, path=arc((block.x, block.y), radius, start, sweep), duration=duration)
    events = tuple(sorted((*others, new), key=lambda e: e.start))
    return replace(scene, events=events, duration=max(scene.duration, float(-(-(move.start + duration + 0.5) // 1))))


def gone_on(world: World, sweep: float) -> Scene:
    """After the video the walker goes on round the occluder."""
    scene, move = world.scene, walk_of(world.scene)
    block = cast(world).occluder.pose
    x, y = place(world, move.who, scene.duration)
    radius = hypot(x - block.x, y - block.y)
    duration = round(move.duration * abs(sweep) / max(10.0, abs(swept(world))), 2)
    path = arc((block.x, block.y), radius, angle(world, move.who, scene.duration), sweep)
    more = replace(move, path=path, start=scene.duration, duration=duration)
    return replace(
        scene, events=(*scene.events, more), duration=float(-(-(scene.duration + duration + 0.5) // 1))
    )


def _ends(world: World, after: Scene, name: str) -> Quarter:
    """Where the walker ends, if that place is free and on a clear side."""
    changed = World(after)
    x, y = place(changed, name, after.duration)
    for other in agents(world):
        if other.id != name and hypot(*(p - q for p, q in zip((x, y), place(changed, other.id, after.duration),
                                                             strict=True))) < FREE:  # fmt: skip
            raise NoQuestion("the place is taken")
    return quarter(changed, x, y)


def _elsewhere(
    world: World, deal: Deal, rng: Rng, kind: str, changes: Mapping[str, Callable[[], Scene]], factual: Quarter | None
) -> tuple[str, Scene, Quarter]:
    """A change after which the walker ends on the side whose turn it is, or on any."""
    name = walk_of(world.scene).who
    found: list[tuple[str, Scene, Quarter]] = []
    for words, make in changes.items():
        try:
            after = make()
            end = _ends(world, after, name)
        except NoQuestion:
            continue
        if end != factual:
            found.append((words, after, end))
    if not found:
        raise NoQuestion("no change leads the walker to a free place on another side")
    wanted = deal.pick(f"{kind} side", tuple(QUARTERS))
    fit = [f for f in found if f[2] == wanted] or found
    return fit[deal.pick(f"{kind} change of {len(fit)}", range(len(fit)))]


def _place_draft(
    world: World, template: str, stem: str, gold: Quarter, after: Scene, said: str, factual: Quarter | None
) -> Draft:
    name = walk_of(world.scene).who
    fact = f"{said}; the {world.label(name)} then ends {QUARTERS[gold].replace('it', 'the occluder', 1)}"
    return Draft(
        template=template,
        stem=stem,
        gold=QUARTERS[gold],
        wrong=tuple(
            Wrong(
                text,
                "leaves out the change" if q == factual else "turns too far, too little or the wrong way",
                fact,
            )
            for q, text in QUARTERS.items()
            if q != gold
        ),
        why=fact,
        sees=(See(name, 0.0, world.scene.duration, frames=6), See(cast(world).occluder.id, 0.0, world.scene.duration)),
        test=lambda w, text: pictured(w, name, w.scene.duration) == text,
        after=after,
        change=said,
        factual=None if factual is None else QUARTERS[factual],
    )


def other_walk(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where the walker would end if it had walked another arc."""
    sweep = swept(world)
    noun, block = _noun(world), cast(world).occluder.label
    way = 1 if sweep > 0 else -1
    factual = quarter(world, *place(world, walk_of(world.scene).who, world.scene.duration))
    changes: dict[str, Callable[[], Scene]] = {
        "had not walked at all": lambda: rerouted(world, 0.0),
        f"had walked just as far round the {block}, but the other way round": lambda: rerouted(world, -sweep),
        f"had walked only half as far round the {block}": lambda: rerouted(world, sweep / 2),
        f"had walked a quarter turn further round the {block}, the same way": lambda: rerouted(world, sweep + 90 * way),
        f"had walked half a turn further round the {block}, the same way": lambda: rerouted(world, sweep + 180 * way),
    }
    words, after, gold = _elsewhere(world, deal, rng, "CR", changes, factual)
    stem = rng.choice(
        (
            f"Suppose the {noun} that walks {words}, with all else as it is. Where, from the {block}, would that {noun} "
            f"be at the end, as seen in the picture?",
            f"If the {noun} that walks {words} and nothing else were different, where would this {noun} end, as seen "
            f"in the picture from the {block}?",
        )
    )
    said = f"the one that walks {words}; all else stays, others step aside if they are in the way"
    return _place_draft(world, "other_walk", stem, gold, after, said, factual)


def walk_continued(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where the walker is after going on round."""
    way = 1 if swept(world) > 0 else -1
    noun, block = _noun(world), cast(world).occluder.label
    changes: dict[str, Callable[[], Scene]] = {
        "a quarter turn": lambda: gone_on(world, 90.0 * way),
        "half a turn": lambda: gone_on(world, 180.0 * way),
        "three quarters of a turn": lambda: gone_on(world, 270.0 * way),
    }
    words, after, gold = _elsewhere(world, deal, rng, "PR", changes, None)
    stem = rng.choice(
        (
            f"After the video the {noun} that walks goes on round the {block}, the same way round, by {words} more. "
            f"Where, from the {block}, is that {noun} then, as seen in the picture?",
            f"Suppose that after the video the walking {noun} continues round the {block} in the same sense, for {words} "
            f"more. On which side of the {block} does this {noun} arrive, as seen in the picture?",
        )
    )
    said = f"after the video the walk goes on by {words} the same way round, at the same pace and distance"
    return _place_draft(world, "walk_continued", stem, gold, after, said, None)


STARTS = (1.1, 3.3)
"""Seconds until the walk begins."""


def walk_begins(world: World, deal: Deal, rng: Rng) -> Draft:
    """When the walk begins."""
    move = walk_of(world.scene)
    noun = _noun(world)

    def again(w: World) -> float | None:
        return next((h.t for h in w.time.log if h.kind == "sets_out"), None)

    at = next(k / 48 for k in range(48 * 20) if hypot(*(p - q for p, q in zip(place(world, move.who, k / 48),
              place(world, move.who, 0.0), strict=True))) > 1e-4)  # fmt: skip
    return metric.metric(
        deal,
        rng,
        template="walk_begins",
        stem=rng.choice(
            (
                f"How many seconds after the start of the video does a {noun} begin to walk?",
                f"After how many seconds does the first {noun} set out from its place?",
            )
        ),
        what="the time",
        value=at,
        unit="s",
        again=again,
        why=f"the {world.label(move.who)} sets out at {move.start:.1f} s",
        sees=(See(move.who, 0.0, world.scene.duration, frames=6),),
        ladder=STARTS,
    )


class Questions(base.Questions):
    """Of VI."""

    task = "VI"
    core = "visibility_change"
    cells: ClassVar[Mapping[QuestionType, tuple[Ask, ...]]] = {
        "OE": (existence.appears("occluder"),),
        "OA": (colour_of_walker, attribute.colour_of("occluder")),
        "FL": (strip_of_agent,),
        "IT": (place_at_end,),
        "AR": (action_of,),
        "SL": (occluder_from_line,),
        "PT": (visibility_change,),
        "CR": (other_walk,),
        "PR": (walk_continued,),
        "MT": (walk_begins,),
    }
