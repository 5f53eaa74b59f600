"""Questions about interacted objects: somebody comes in and carries one of several things over, or none."""

from itertools import pairwise
from math import hypot

from msgspec.structs import replace

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Event, Move, Place, Point, Pose, Scene, Take, Thing, Turn
from ...schemas.vocabulary import CATEGORIES
from ...simulators.scene import Body
from ...simulators.space import cosine, local, sine
from . import attribute, base, existence
from .balance import wanted
from .base import Draft, NoQuestion, See, World, Wrong
from .ladder import rungs
from .location import at_end, at_start, frame_location, position
from .order import arranged

NONE_CARRIED = "nothing at all"
NOT_MOVED = "nothing has gone over there"
THREE = ("on the left", "in the middle", "on the right")
COUNTS = (0, 1, 2, 3)
ARRIVALS = (1.9, 2.5, 3.2, 4.1)
"""Seconds after which the agent has come in, in sampled scenes."""
WALK = 1.1
"""Metres a second at which things are carried in a changed or continued scene."""


# --- reading ----------------------------------------------------------------------------------------


def items(world: World) -> tuple[Thing, ...]:
    """The things that may be carried over."""
    return world.scene.having("target", "distractor")


def primary(world: World) -> Thing:
    """The surface that they stand on."""
    return world.scene.having("primary_surface")[0]


def destination(world: World) -> Thing:
    """The other surface."""
    return world.scene.having("destination_surface")[0]


def rests_on(place: Pose | Body, surface: Thing) -> bool:
    """Whether a thing at a place stands on a surface, its middle over the top."""
    x, y = local(surface.pose, place.x, place.y)
    level = surface.pose.z + surface.size.h
    return abs(x) <= surface.size.w / 2 and abs(y) <= surface.size.d / 2 and abs(place.z - level) < 0.02


def carried(world: World) -> str | None:
    """The item that is brought from the primary surface to the destination; None if none is."""
    names = {item.id for item in items(world) if rests_on(item.pose, primary(world))}
    for h in world.time.log:
        put = h.what if h.kind == "places" and h.what in names else None
        if put is not None and rests_on(world.time.at(h.t + 0.01)[put], destination(world)):
            return put
    return None


def _carried_again(world: World) -> str | None:
    """The second way: what has left its place at the start for the other surface at the end."""
    first, last = world.time.at(0), world.time.at(world.scene.duration)
    goal = destination(world)
    found = [
        item.id
        for item in items(world)
        if hypot(last[item.id].x - first[item.id].x, last[item.id].y - first[item.id].y) > 0.2
        and hypot(last[item.id].x - goal.pose.x, last[item.id].y - goal.pose.y)
        < max(goal.size.w, goal.size.d) * 0.75
        and last[item.id].held_by is None
    ]
    return found[0] if found else None


def across(world: World, name: str, t: float) -> float:
    """How far to the right in the picture a thing is at a time."""
    body = world.time.at(t)[name]
    u, _, _ = world.time.camera(t).locate((body.x, body.y, body.z + world.thing(name).size.h / 2))
    return u


def row(world: World, surface: Thing, t: float) -> list[str]:
    """What stands on a surface at a time, from left to right in the picture."""
    bodies = world.time.at(t)
    things = world.scene.having("target", "distractor", "countable")
    names = [one.id for one in things if bodies[one.id].held_by is None and rests_on(bodies[one.id], surface)]
    return sorted(names, key=lambda name: across(world, name, t))


def scale_in_row(kind: str, spacing: float) -> float:
    """How much larger than usual an item is drawn in a row with that spacing (metres)."""
    w, d, h = CATEGORIES[kind].size
    return round(min(2.4, (spacing - 0.07) / w, 0.36 / h, 0.34 / d), 2)


def area(kind: str, scale: float, pitch: float) -> float:
    """Square metres of an item that a camera looking down by -pitch degrees sees, about."""
    w, d, h = CATEGORIES[kind].size
    return scale * scale * w * (h * cosine(pitch) - d * sine(pitch))


def agent(world: World) -> Thing:
    """Who comes in."""
    return world.scene.having("agent")[0]


def _start(world: World, *names: str) -> tuple[See, ...]:
    """At the start, before anything is moved."""
    moves = [e.start for e in world.scene.events if isinstance(e, Take)]
    until = max(1.0, min(moves, default=world.scene.duration))
    return tuple(See(name, 0.0, until) for name in names)


def _acts(world: World) -> tuple[See, ...]:
    """The agent at work, and what was carried at the end."""
    end, name = world.scene.duration, carried(world)
    who = See(agent(world).id, 0.0, end)
    return (who,) if name is None else (who, See(name, end - 0.9, end))


def _fact(world: World) -> str:
    name, who = carried(world), agent(world).label
    goal = destination(world).label
    if name is None:
        return f"the {who} brings no thing to the {goal}; all stand in their places at the end"
    return f"the {who} brings the {world.label(name)} to the {goal}"


# --- AR: the core question ----------------------------------------------------------------------------


def carried_thing(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which thing is carried over."""
    name, who = carried(world), agent(world).label
    start, goal = primary(world).label, destination(world).label
    fact = _fact(world)
    others = rng.shuffled([item.id for item in items(world) if item.id != name])
    wrong = [Wrong(f"the {world.label(n)}", _beside(world, name, n), fact) for n in others][
        : 3 if name is None else 2
    ]
    if name is not None:
        wrong.append(Wrong(NONE_CARRIED, "misses that a thing is carried", fact))

    def test(w: World, text: str) -> bool:
        found = _carried_again(w)
        return text == (NONE_CARRIED if found is None else f"the {w.label(found)}")

    return Draft(
        template="carried_thing",
        stem=rng.choice(
            (
                f"Which thing, if any, does the {who} carry from the {start} to the {goal}?",
                f"What does the {who} bring over from the {start} to the {goal}, if anything?",
                f"Does the {who} take a thing from the {start} to the {goal}, and if so, which one?",
            )
        ),
        gold=NONE_CARRIED if name is None else f"the {world.label(name)}",
        wrong=tuple(wrong),
        why=fact,
        sees=(*_start(world, *(item.id for item in items(world))), *_acts(world)),
        test=test,
        accept=("nothing", "none") if name is None else (world.label(name),),
    )


def _beside(world: World, name: str | None, other: str) -> str:
    if name is None:
        touched = [e.what for e in world.scene.events if isinstance(e, Take)]
        return "overlooks that it is put back" if other in touched else "takes a thing that is only looked at"
    return "takes a thing that stands beside it"


# --- L1 -----------------------------------------------------------------------------------------------


def place_in_picture(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which strip of the picture a thing, a surface or the agent is in, at the start or at the end."""
    name = carried(world)
    moments = [at_start(world, item.id) for item in items(world)]
    moments += [at_end(world, item.id) for item in items(world) if item.id != name]
    moments += [at_start(world, surface.id) for surface in (primary(world), destination(world))]
    moments += [at_start(world, one.id) for one in world.scene.having("countable", "decor")]
    if name is not None:
        moments += [at_end(world, name), at_end(world, agent(world).id)]
    return frame_location(world, deal, rng, moments)


# --- IT -----------------------------------------------------------------------------------------------


def place_words(count: int) -> tuple[str, ...]:
    """The places of so many things in a row."""
    if count == 3:
        return THREE
    names = ("first", "second", "third", "fourth", "fifth", "sixth")
    return tuple(f"{names[k]} from the left" for k in range(count))


def where_it_stood(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where the thing that stands on the destination at the end, and did not before, stood at first."""
    name, standing = carried(world), row(world, primary(world), 0)
    words = place_words(len(standing))
    places = dict(zip(standing, words, strict=True))
    start, goal = primary(world).label, destination(world).label
    fact = _fact(world) if name is None else f"the {world.label(name)} stood {places[name]}"
    gold = NOT_MOVED if name is None else places[name]
    others = rng.shuffled([w for w in words if w != gold])[: 3 if name is None else 2]
    wrong = [Wrong(w, "mixes up who stood where" if name else "sees a change where none is", fact) for w in others]
    if name is not None:
        wrong.append(Wrong(NOT_MOVED, "takes the end for the start", fact))

    def test(w: World, text: str) -> bool:
        found = _carried_again(w)
        if found is None:
            return text == NOT_MOVED
        left = sum(1 for item in items(w) if across(w, item.id, 0) < across(w, found, 0))
        return text == place_words(len(items(w)))[left]

    return Draft(
        template="where_it_stood",
        stem=rng.choice(
            (
                f"Compare the {goal} at the end of the video with the start. If a thing from the {start} has gone "
                f"over there, where in the row on the {start} did it stand at the start, as seen in the picture?",
                f"If a thing has gone from the {start} to the {goal}, where in the row on the {start} did it "
                "stand at the start of the video, as seen in the picture?",
            )
        ),
        gold=gold,
        wrong=tuple(wrong),
        why=fact,
        sees=(*_start(world, *standing), *_acts(world)),
        test=test,
        accept=("nothing has moved",) if name is None else (gold.removeprefix("on the ").removeprefix("in the "),),
    )


# --- OC -----------------------------------------------------------------------------------------------


def how_many(world: World, deal: Deal, rng: Rng) -> Draft:
    """How many things stand on one of the surfaces, at the start or at the end."""
    end = world.scene.duration
    cases = {
        (surface.id, t): len(row(world, surface, t))
        for surface in (primary(world), destination(world))
        for t in (0.0, end)
    }
    if len(items(world)) == 3:
        count, least = wanted(deal, "OC count", COUNTS, {n for n in cases.values() if n in COUNTS}), 0
        surface, t = rng.choice([case for case, n in cases.items() if n == count])
    else:
        surface, t = deal.pick("OC case", tuple(cases))
        count = cases[surface, t]
        least = max(0, count - deal.pick("OC rank", COUNTS))
    label = world.label(surface)
    when = rng.choice(("at the start of the video", "when the video begins")) if t == 0 else rng.choice(
        ("at the end of the video", "when the video ends")
    )  # fmt: skip
    standing = [n for n, body in world.time.at(t).items() if rests_on(body, world.thing(surface))]
    told = ", ".join(world.label(n) for n in standing) or "nothing"
    fact = f"on the {label} there is then: {told}"

    def test(w: World, text: str) -> bool:
        bodies, found = w.time.at(t), 0
        tops = (primary(w), destination(w))
        for one in w.scene.having("target", "distractor", "countable"):
            at = bodies[one.id]
            near = min(tops, key=lambda s: hypot(at.x - s.pose.x, at.y - s.pose.y) / max(s.size.w, s.size.d))
            found += near.id == surface and at.held_by is None
        return text == str(found)

    span = (0.0, 0.9) if t == 0 else (end - 0.9, end)
    return Draft(
        template="how_many",
        stem=rng.choice(
            (
                f"How many things stand on the {label} {when}?",
                f"Count the things on the {label} {when}: how many are there?",
            )
        ),
        gold=str(count),
        wrong=tuple(
            Wrong(str(n), "counts before or after the change" if abs(n - count) == 1 else "miscounts", fact)
            for n in range(least, least + 4)
            if n != count
        ),
        why=fact,
        sees=(See(surface, *span), *(See(n, *span) for n in standing)),
        test=test,
    )


# --- SL -----------------------------------------------------------------------------------------------


def left_to_right(world: World, deal: Deal, rng: Rng) -> Draft:
    """The order of three things at the start."""
    standing = row(world, primary(world), 0)
    if len(standing) < 3:
        raise NoQuestion("fewer than three things in a row")
    names = tuple(standing[i] for i in sorted(rng.sample(range(len(standing)), 3)))
    ids = {world.label(n): n for n in names}
    label, these = primary(world).label, base.listed([f"the {world.label(n)}" for n in rng.shuffled(names)])

    def test(w: World, text: str) -> bool:
        at = [position(w, ids[one], 0.0) for one in text.split(", ") if one in ids]
        return len(at) == 3 and all(a is not None and b is not None and a[0] < b[0] for a, b in pairwise(at))

    return arranged(
        rng,
        tuple(world.label(n) for n in names),
        test,
        stem=rng.choice(
            (
                f"At the start of the video, in which order do {these} stand on the {label}, from left to right "
                "in the picture?",
                f"At the start of the video, read the row on the {label} from left to right in the picture: how "
                f"do {these} follow each other?",
            )
        ),
        template="left_to_right",
        why="from left to right: " + ", ".join(world.label(n) for n in names),
        sees=_start(world, *names),
        joint=", ",
    )


# --- CR and PR ----------------------------------------------------------------------------------------


def carry_over(world: World, name: str, *, after: bool = False) -> Scene:
    """The scene with an item carried to the destination in place of what is done, or after it.

    In place: the agent comes in as it does, then takes this item. After: it comes back from where it is.
    """
    scene, who = world.scene, agent(world)
    mine = [e for e in scene.events if e.who == who.id]
    first = next((k for k, e in enumerate(mine) if not isinstance(e, Move | Turn)), len(mine))
    kept: list[Event] = mine if after else mine[:first]
    t = scene.duration if after else max((e.start + e.duration for e in kept), default=0.0)
    item, goal = world.thing(name), destination(world)
    now = world.time.at(scene.duration if after else 0.0)[name]
    old = [e.to for e in scene.events if isinstance(e, Place) and rests_on(e.to, goal)]
    spot = old[0] if old and not after else _free(world, goal, item)
    body = World(replace(scene, events=tuple(kept), duration=min(60.0, t + 1))).time.at(t)[who.id]
    new: list[Event] = []
    at = (body.x, body.y)
    for kind, x in (("take", now.x), ("place", spot.x)):
        way = max(0.1, abs(x - at[0]))
        new.append(
            Move(
                who=who.id, start=round(t, 3), duration=round(way / WALK, 3), path=(Point(round(x, 3), at[1], 0),)
            )
        )
        t += way / WALK
        new.append(Turn(who=who.id, start=round(t, 3), duration=0.4, yaw=0.0))
        t += 0.4
        if kind == "take":
            new.append(Take(who=who.id, what=name, start=round(t, 3), duration=1.2))
        else:
            new.append(Place(who=who.id, what=name, start=round(t, 3), duration=1.2, to=spot))
        t += 1.2
        at = (x, at[1])
    others = [e for e in scene.events if e.who != who.id]
    events = sorted([*others, *kept, *new], key=lambda e: e.start)
    return replace(scene, events=tuple(events), duration=min(60.0, float(max(scene.duration, round(t + 1)))))


def _free(world: World, goal: Thing, item: Thing) -> Pose:
    """A place on a surface as far as can be from what stands there at the end."""
    bodies = world.time.at(world.scene.duration)
    taken = [b.x for n, b in bodies.items() if n != item.id and rests_on(b, goal)]
    spots = [goal.pose.x + k * goal.size.w / 8 for k in (-3, -2, -1, 0, 1, 2, 3)]
    best = max(spots, key=lambda x: min((abs(x - o) for o in taken), default=1.0))
    return Pose(round(best, 3), goal.pose.y, round(goal.pose.z + goal.size.h, 3), item.pose.yaw)


def _end_of_row(world: World, end: str, t: float) -> str | None:
    standing = row(world, primary(world), t)
    return None if not standing else standing[0] if end == "left" else standing[-1]


def _end_again(world: World, end: str) -> str | None:
    """The same at the end, by the world's east and the camera's right."""
    right, _, _ = world.time.camera(world.scene.duration).axes
    bodies, top = world.time.at(world.scene.duration), primary(world)
    here = [
        (bodies[one.id].x * right[0] + bodies[one.id].y * right[1], one.id)
        for one in world.scene.having("target", "distractor", "countable")
        if bodies[one.id].held_by is None
        and hypot(bodies[one.id].x - top.pose.x, bodies[one.id].y - top.pose.y) < top.size.w / 2
    ]
    return None if not here else (min(here) if end == "left" else max(here))[1]


def other_thing(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which thing would stand at an end of the row if another one had been carried over."""
    name, end_t = carried(world), world.scene.duration
    found = []
    for item in items(world):
        if item.id == name:
            continue
        changed = carry_over(world, item.id)
        new = World(changed)
        for end in ("left", "right"):
            gold, old = _end_of_row(new, end, changed.duration), _end_of_row(world, end, end_t)
            if gold is not None and old is not None and gold != old:
                found.append((item.id, end, gold, old, changed))
    if not found:
        raise NoQuestion("another thing carried would change no end of the row")
    taken, end, gold, old, changed = rng.choice(found)
    who, start, goal = agent(world).label, primary(world).label, destination(world).label
    label = f"the {world.label(gold)}"
    fact = f"with the {world.label(taken)} gone, the {world.label(gold)} would be furthest to the {end}"
    # All options are things of the row, the one that is carried among them: the stem does not name it.
    rest = rng.shuffled([i.id for i in items(world) if i.id not in (gold, taken, old)])
    names = [taken, *([old] if old not in (gold, taken) else []), *rest][:3]
    slips = {taken: "forgets that it is gone", old: "leaves out the change"}
    wrong = [Wrong(f"the {world.label(n)}", slips.get(n, "takes another thing"), fact) for n in names]
    standing = row(world, primary(world), 0)
    place = dict(zip(standing, place_words(len(standing)), strict=True))[taken]

    def test(w: World, text: str) -> bool:
        last = _end_again(w, end)
        return last is not None and text == f"the {w.label(last)}"

    return Draft(
        template="other_thing",
        stem=rng.choice(
            (
                f"Look at the row on the {start} at the start of the video, as seen in the picture. Suppose the "
                f"{who} had carried the thing {place} to the {goal} and nothing else. Which thing would then be "
                f"furthest to the {end} on the {start}?",
                f"Think of the row on the {start} at the start of the video, as the picture shows it. If only the "
                f"thing {place} had been carried to the {goal}, which one would then be furthest to the {end} on "
                f"the {start}?",
            )
        ),
        gold=label,
        wrong=tuple(wrong),
        why=fact,
        sees=(*_start(world, *(i.id for i in items(world))), *_acts(world)),
        test=test,
        after=changed,
        change=f"the {who} carries the {world.label(taken)} over and nothing else; all other things stay",
        factual=f"the {world.label(old)}",
    )


def next_thing(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which thing is at an end of the row once the one there is carried over as well."""
    end = deal.pick("PR end", ("left", "right"))
    first = _end_of_row(world, end, world.scene.duration)
    if first is None:
        raise NoQuestion("nothing is left on the surface")
    after = carry_over(world, first, after=True)
    new = World(after)
    gold = _end_of_row(new, end, after.duration)
    if gold is None:
        raise NoQuestion("nothing would be left on the surface")
    who, start, goal = agent(world).label, primary(world).label, destination(world).label
    fact = f"the {world.label(first)} goes next, then the {world.label(gold)} is furthest to the {end}"
    others = rng.shuffled([i.id for i in items(world) if i.id not in (first, gold)])[:2]
    wrong = [Wrong(f"the {world.label(first)}", "forgets the next step", fact)]
    wrong += [Wrong(f"the {world.label(n)}", "takes another thing", fact) for n in others]

    def test(w: World, text: str) -> bool:
        last = _end_again(w, end)
        return last is not None and text == f"the {w.label(last)}"

    return Draft(
        template="next_thing",
        stem=rng.choice(
            (
                f"After the video the {who} carries one more thing to the {goal}: the one that then stands "
                f"furthest to the {end} on the {start} in the picture. Which thing is furthest to the {end} there "
                "afterwards?",
                f"It goes on: whatever is furthest to the {end} on the {start} when the video ends is brought to "
                f"the {goal} as well. Which thing on the {start} is then furthest to the {end} in the picture?",
            )
        ),
        gold=f"the {world.label(gold)}",
        wrong=tuple(wrong),
        why=fact,
        sees=(*_start(world, *(i.id for i in items(world))), *_acts(world)),
        test=test,
        after=after,
        change=f"the {who} also carries over what stands furthest to the {end}; all other things stay",
    )


# --- MT -----------------------------------------------------------------------------------------------


def arrival(world: World, deal: Deal, rng: Rng) -> Draft:
    """How many seconds after the start the agent has come in and stands still."""
    who = agent(world)
    times = [h.t for h in world.time.log if h.kind == "arrives" and h.who == who.id]
    if not times:
        raise NoQuestion("nobody comes in")

    def again(w: World) -> float | None:
        moving = [w.time.speed(who.id, k / 20) > 0.02 for k in range(int(w.scene.duration * 20))]
        begin = moving.index(True) if True in moving else None
        return None if begin is None or False not in moving[begin:] else moving.index(False, begin) / 20

    start = primary(world).label
    return rungs(
        deal,
        rng,
        ARRIVALS,
        template="arrival",
        stem=rng.choice(
            (
                f"How many seconds after the start of the video does the {who.label} come to a stop for the first "
                "time?",
                f"The {who.label} comes in and stops behind the {start}. About how many seconds of the video have "
                "passed by then?",
            )
        ),
        what="the time",
        value=round(times[0], 3),
        unit="s",
        again=again,
        why=f"the {who.label} stops at {times[0]:.1f} s",
        sees=(See(who.id, max(0.0, times[0] - 0.8), times[0] + 0.8),),
    )


class Questions(base.Questions):
    """Interacted object identification."""

    task = "IO"
    core = "carried_thing"
    cells = {  # noqa: RUF012  a constant
        "OE": (existence.appears("target", "distractor"),),
        "OA": (attribute.colour_of("target", "distractor", "primary_surface", "destination_surface"),),
        "FL": (place_in_picture,),
        "IT": (where_it_stood,),
        "AR": (carried_thing,),
        "OC": (how_many,),
        "SL": (left_to_right,),
        "CR": (other_thing,),
        "PR": (next_thing,),
        "MT": (arrival,),
    }
