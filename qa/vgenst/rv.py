"""Questions about vehicles on a road, seen from a camera that drives along it."""

import itertools
from typing import ClassVar, Literal

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Thing
from . import attribute, existence, location, metric, order
from .balance import STRICT
from .base import Draft, NoQuestion, See, World, Wrong, the
from .base import Questions as Base
from .camera import witness
from .traffic import (
    LANE,
    Motion,
    at_speed,
    camera_speed,
    drift,
    gap,
    going_on,
    lane,
    motion,
    passings,
    said_of,
    seen_passings,
    speed,
    vehicles,
)  # fmt: skip

CLASSES: dict[Motion, str] = {
    "slower": "it is slower than the camera vehicle",
    "faster": "it is faster than the camera vehicle",
    "same": "it is exactly as fast as the camera vehicle",
}
LANES = {
    -2: "the second lane to the left",
    -1: "the next lane to the left",
    1: "the next lane to the right",
    2: "the second lane to the right",
}
PASS_GAP = 1.0
"""Least time between two passings that are to be put in order, seconds."""
FEW = 3
"""Scenes of two vehicles that are drawn for one answer."""
AFTER = 20
"""Seconds that a prediction looks ahead."""


def _seen(world: World, *things: Thing) -> tuple[See, ...]:
    return tuple(See(thing.id, 0.0, world.scene.duration) for thing in things)


def _why(world: World, thing: Thing) -> str:
    return f"the {thing.label} goes {speed(world, thing.id):.1f} m/s, the camera {camera_speed(world):.1f} m/s"


def _named(world: World, label: str) -> Thing | None:
    return next((thing for thing in vehicles(world) if thing.label == label), None)


# --- AR, the core question --------------------------------------------------------------------------


def relative_speed(world: World, deal: Deal, rng: Rng) -> Draft:
    """Whether a vehicle is slower than the camera, faster, or as fast."""
    if not vehicles(world):
        raise NoQuestion("no vehicle")
    thing = vehicles(world)[0]
    gold = motion(world, thing.id)
    mistakes: dict[Motion, str] = {
        "slower": "takes what is ahead at the start for slow",
        "faster": "takes what is ahead at the end for fast",
        "same": "takes a slow change of distance for none",
    }
    return Draft(
        template="relative_speed",
        stem=rng.choice(
            (
                f"The camera drives along on a vehicle of its own. How fast is the {thing.label} compared with "
                "it?",
                f"How does the speed of the {thing.label} compare with that of the vehicle that carries the "
                "camera?",
                f"Compare the {thing.label} with the vehicle the camera rides on: what is true of the "
                f"{thing.label}'s speed?",
            )
        ),
        gold=CLASSES[gold],
        wrong=tuple(
            Wrong(text, mistakes[kind], _why(world, thing)) for kind, text in CLASSES.items() if kind != gold
        ),
        why=_why(world, thing),
        sees=_seen(world, thing),
        test=lambda w, text: text == CLASSES[drift(w, thing.id)],
        accept=(gold if gold != "same" else "the same speed",),
    )


# --- L1 and L2 ----------------------------------------------------------------------------------------


def strip(world: World, deal: Deal, rng: Rng) -> Draft:
    """FL: the strip of the picture that a vehicle is in at some second."""
    moments = [
        location.Moment(
            thing.id, h / 2 - 0.4, h / 2 + 0.4, f"{h / 2:g} second{'s' if h > 2 else ''} into the video"
        )
        for thing in vehicles(world)
        for h in range(2, 2 * int(world.scene.duration))
    ]
    if len(vehicles(world)) < 3 and deal.attempt >= FEW:
        # Two vehicles may be on one side all the time, whatever is drawn: then another strip will do.
        deal = Deal(deal.seed, deal.index, STRICT)
    return location.frame_location(world, deal, rng, moments)


def which_moves_so(world: World, deal: Deal, rng: Rng) -> Draft:
    """IT: which vehicle is the one that passes, is passed, or keeps its distance."""
    groups: dict[str, list[Thing]] = {"slower": [], "faster": [], "same": []}
    for thing in vehicles(world):
        groups[motion(world, thing.id)].append(thing)
    alone = [kind for kind, found in groups.items() if len(found) == 1]
    if not alone:
        return _extreme(world, deal, rng)
    wanted = deal.pick("IT motion", tuple(groups))
    kind = wanted if wanted in alone else rng.choice(alone)
    gold = groups[kind][0]
    others = rng.shuffled([t for t in vehicles(world) if t is not gold])[:3]
    options = [Wrong(the(t.label), "mixes up which vehicle moves how", _why(world, t)) for t in others]
    if len(options) < 3:
        ghost = _ghost(world, rng)
        options.append(Wrong(the(ghost), "takes over a colour or a kind from another vehicle",
                             f"there is no {ghost} in the scene"))  # fmt: skip
    stems = {
        "slower": ("Which vehicle falls behind the camera?",
                   "Which of the vehicles does the camera leave behind?"),
        "faster": ("Which vehicle comes from behind and overtakes the camera?",
                   "Which of the vehicles passes the camera from behind?"),
        "same": ("Which vehicle stays at the same distance from the camera all the time?",
                 "Which of the vehicles gets neither nearer to the camera nor farther away from it?"),
    }  # fmt: skip

    def test(w: World, text: str) -> bool:
        thing = _named(w, text.removeprefix("the "))
        return thing is not None and drift(w, thing.id) == kind

    return Draft(
        template=f"vehicle_{kind}",
        stem=rng.choice(stems[kind]),
        gold=the(gold.label),
        wrong=tuple(options),
        why=_why(world, gold),
        sees=_seen(world, gold, *others),
        test=test,
        accept=(gold.label,),
    )


def _extreme(world: World, deal: Deal, rng: Rng) -> Draft:
    """IT where several move alike: which vehicle is the fastest, or the slowest."""
    wanted = deal.pick("IT end", ("fastest", "slowest"))
    for end in (wanted, "slowest" if wanted == "fastest" else "fastest"):
        rank = sorted(vehicles(world), key=lambda t: speed(world, t.id), reverse=end == "fastest")
        if len(rank) > 1 and abs(speed(world, rank[0].id) / speed(world, rank[1].id) - 1) > 0.15:
            break
    else:
        raise NoQuestion("two vehicles are equally fast")
    gold, others = rank[0], rng.shuffled(rank[1:])[:3]
    options = [Wrong(the(t.label), "mixes up which vehicle moves how", _why(world, t)) for t in others]
    if len(options) < 3:
        ghost = _ghost(world, rng)
        options.append(Wrong(the(ghost), "takes over a colour or a kind from another vehicle",
                             f"there is no {ghost} in the scene"))  # fmt: skip

    def test(w: World, text: str) -> bool:
        gains = {the(t.label): gap(w, t.id, w.scene.duration) - gap(w, t.id, 0.0) for t in vehicles(w)}
        return text in gains and gains[text] == (max if end == "fastest" else min)(gains.values())

    return Draft(
        template=f"vehicle_{end}",
        stem=rng.choice(
            (
                f"Not counting the one with the camera, which vehicle is the {end}?",
                f"Which of the vehicles that can be seen drives {'fastest' if end == 'fastest' else 'slowest'}?",
            )
        ),
        gold=the(gold.label),
        wrong=tuple(options),
        why=_why(world, gold),
        sees=_seen(world, gold, *others),
        test=test,
        accept=(gold.label,),
    )


def _ghost(world: World, rng: Rng) -> str:
    """A colour and a kind of vehicle that the scene has, but not together."""
    found = vehicles(world)
    labels = {thing.label for thing in found}
    mixed = [f"{a.colour} {b.category}" for a in found for b in found]
    mixed = [label for label in mixed if label not in labels]
    if not mixed:
        raise NoQuestion("too few vehicles to name a wrong one")
    return rng.choice(mixed)


def how_many(world: World, deal: Deal, rng: Rng) -> Draft:
    """OC: how many vehicles are slower, or faster, than the camera."""
    kind: Motion = deal.pick("OC motion", ("slower", "faster"))
    labels = [t.label for t in vehicles(world) if motion(world, t.id) == kind]
    if len(labels) > 2:
        raise NoQuestion("more than two vehicles of a kind")
    slips = {-2: "takes the one for the other", -1: "misses one", 1: "counts one too many", 2: "counts all"}
    listed = ", ".join(labels) or "no vehicle"
    return Draft(
        template=f"number_{kind}",
        stem=rng.choice(
            (
                f"How many of the vehicles that appear are {kind} than the vehicle that carries the camera?",
                f"Not counting the vehicle that carries the camera: how many vehicles are {kind} than it?",
            )
        ),
        gold=str(len(labels)),
        wrong=tuple(
            Wrong(str(n), slips[n - len(labels)], f"{kind} than the camera: {listed}")
            for n in range(3)
            if n != len(labels)
        ),
        why=f"{kind} than the camera: {listed}",
        sees=_seen(world, *vehicles(world)),
        test=lambda w, text: text == str(sum(1 for t in vehicles(w) if drift(w, t.id) == kind)),
    )


def first_passing(world: World, deal: Deal, rng: Rng) -> Draft:
    """TO: which passing comes first, or last."""
    found = passings(world)
    if any(b.t - a.t < PASS_GAP for a, b in itertools.pairwise(found)):
        raise NoQuestion("two passings are too close in time")
    known = {p.who for p in found}

    def words(thing: Thing, camera_passes: bool) -> str:
        return (
            f"the camera overtakes the {thing.label}"
            if camera_passes
            else f"the {thing.label} overtakes the camera"
        )

    steps = [
        order.Step(words(world.thing(p.who), p.camera_passes), p.t, _seen(world, world.thing(p.who)))
        for p in found
    ]
    nevers = [
        order.Never(words(world.thing(p.who), not p.camera_passes), "turns round who passes whom",
                    f"{words(world.thing(p.who), p.camera_passes)} at {p.t:.1f} s")
        for p in found
    ] + [
        order.Never(words(t, way), "takes a vehicle that keeps its distance",
                    f"the {t.label} and the camera never "
                    "pass each other")
        for t in vehicles(world) if t.id not in known for way in (True, False)
    ]  # fmt: skip

    def when(w: World, text: str) -> float | None:
        for label, (t, camera_passes) in seen_passings(w).items():
            thing = _named(w, label)
            if thing is not None and words(thing, camera_passes) == text:
                return t
        return None

    stems: dict[Literal["first", "last"], tuple[str, ...]] = {
        "first": ("Which overtaking between the camera and another vehicle comes first?",
                  "Sometimes the camera and another vehicle overtake each other. Which overtaking is the first?"),
        "last": ("Which overtaking between the camera and another vehicle comes last?",
                 "Sometimes the camera and another vehicle overtake each other. Which overtaking is the last?"),
    }  # fmt: skip
    return order.extreme(world, deal, rng, steps, when, stems=stems, nevers=nevers, template="passing")


GLANCES = {
    "left": "it turns a little to the left",
    "right": "it turns a little to the right",
    "up": "it tilts a little upwards",
    "none": "it keeps looking in the same direction",
}


def glance(world: World, deal: Deal, rng: Rng) -> Draft:
    """CM: what the camera does besides driving ahead."""
    first, last = world.scene.camera.shots[0], world.scene.camera.shots[-1]
    yaw, pitch = last.yaw - first.yaw, last.pitch - first.pitch
    if max(abs(yaw), abs(pitch)) < 0.5:
        gold = "none"
    elif abs(yaw) >= 8 and abs(pitch) < 2:
        gold = "left" if yaw > 0 else "right"
    elif pitch >= 7 and abs(yaw) < 2:
        gold = "up"
    else:
        raise NoQuestion("the camera's turn is not plain")
    fact = f"over the video the camera turns by {yaw:.0f} degrees to the left and tilts up by {pitch:.0f} degrees"

    def test(w: World, text: str) -> bool:
        # Where a far place straight ahead at the start lies in the last picture.
        start, end = w.time.camera(0.0), w.time.camera(w.scene.duration)
        ahead = start.axes[2]
        u, v, _ = end.locate((end.x + 100 * ahead[0], end.y + 100 * ahead[1], end.z + 100 * ahead[2]))
        seems = "none" if max(abs(u), abs(v)) < 0.02 else ("left" if u > 0 else "right") if abs(u) > abs(v) else (
            "up" if v < 0 else "down")  # fmt: skip
        return text == GLANCES.get(seems)

    return Draft(
        template="camera_besides",
        stem=rng.choice(
            (
                "The camera moves ahead all the time. What does its direction of view do meanwhile?",
                "Besides moving straight ahead, what does the camera do?",
            )
        ),
        gold=GLANCES[gold],
        wrong=tuple(
            Wrong(text, "takes the motion of the picture for the camera's" if {kind, gold} == {"left", "right"}
                  else "is misled by the vehicles that go by", fact)
            for kind, text in GLANCES.items() if kind != gold
        ),
        why=fact,
        sees=(witness(world, 0.0, world.scene.duration),),
        test=test,
        open=False,
    )  # fmt: skip


def which_lane(world: World, deal: Deal, rng: Rng) -> Draft:
    """SL: the lane of a vehicle, counted from the camera's own."""
    found = [(t, lane(world, t.id)) for t in vehicles(world)]
    found = [(t, n) for t, n in found if n in LANES]
    if not found:
        raise NoQuestion("all vehicles drive in the camera's own lane")
    wanted = deal.pick("SL lane", tuple(LANES))
    thing, number = rng.choice([pair for pair in found if pair[1] == wanted] or found)
    fact = f"the {thing.label} drives {abs(number) * LANE:.1f} m to the {'left' if number < 0 else 'right'}"

    def test(w: World, text: str) -> bool:
        across = w.time.at(w.scene.duration / 2)[thing.id].x - w.time.camera(w.scene.duration / 2).x
        side = "right" if across > 0 else "left"
        return text == f"the {'second' if abs(across) > 1.5 * LANE else 'next'} lane to the {side}"

    return Draft(
        template="lane_of_vehicle",
        stem=rng.choice(
            (
                f"The {said_of(world)[0]} has five lanes side by side, and the camera moves along the middle one. "
                f"Looking ahead, which lane is the {thing.label} in?",
                f"The camera keeps to the middle one of five lanes. Looking ahead, in which of them is the "
                f"{thing.label}?",
            )
        ),
        gold=LANES[number],
        wrong=tuple(
            Wrong(text, "takes the other side" if n == -number else "takes the distance from the camera wrongly"
                  if n * number > 0 else "takes the other side and the wrong distance", fact)
            for n, text in LANES.items() if n != number
        ),
        why=fact,
        sees=_seen(world, thing),
        test=test,
    )  # fmt: skip


# --- L3 -----------------------------------------------------------------------------------------------


def camera_from_vehicle(world: World, deal: Deal, rng: Rng) -> Draft:
    """PT: how the camera goes by for somebody in another vehicle."""
    fit = [t for t in vehicles(world) if motion(world, t.id) != "same" and lane(world, t.id) != 0]
    if not fit:
        raise NoQuestion("no vehicle and the camera pass each other")
    kind = deal.pick("PT motion", ("slower", "faster"))
    thing = rng.choice([t for t in fit if motion(world, t.id) == kind] or fit)
    # For the driver of a vehicle in a lane to the right the camera is on the left.
    side = "left" if lane(world, thing.id) > 0 else "right"
    forward = motion(world, thing.id) == "slower"

    def words(where: str, ahead: bool) -> str:
        return f"on the {where}, from {'back to front' if ahead else 'front to back'}"

    other = "right" if side == "left" else "left"
    fact = f"the {thing.label} drives on the camera's {other} and is {motion(world, thing.id)}"

    def test(w: World, text: str) -> bool:
        end, start = w.scene.duration, 0.0
        body, view = w.time.at(start)[thing.id], w.time.camera(start)
        where = "right" if view.x > body.x else "left"
        return text == words(where, gap(w, thing.id, start) > gap(w, thing.id, end))

    return Draft(
        template="camera_from_vehicle",
        stem=rng.choice(
            (
                f"Imagine the driver of the {thing.label}, who looks straight ahead. On which side of the driver "
                "does the camera's vehicle go by, and which way?",
                f"Somebody sits in the {thing.label} and looks straight ahead. On which side of them does the "
                "camera's vehicle go by, and which way?",
            )
        ),
        gold=words(side, forward),
        wrong=(
            Wrong(words(other, forward), "keeps the camera's own left and right", fact),
            Wrong(words(side, not forward), "takes the vehicle's motion for the camera's", fact),
            Wrong(words(other, not forward), "tells how the vehicle passes the camera", fact),
        ),
        why=fact,
        sees=_seen(world, thing),
        test=test,
    )  # fmt: skip


def as_fast_as(world: World, deal: Deal, rng: Rng) -> Draft:
    """CR: how many would be slower if the camera went as fast as one of the others."""
    now = sum(1 for t in vehicles(world) if motion(world, t.id) == "slower")
    limit = 3 if len(vehicles(world)) <= 3 else 4

    def slower_than(pace: float) -> int:
        return sum(1 for t in vehicles(world) if speed(world, t.id) < pace / 1.1)

    def clear(pace: float) -> bool:
        # No other vehicle is nearly as fast.
        ratios = [speed(world, t.id) / pace for t in vehicles(world)]
        return not any(1.02 < max(ratio, 1 / ratio) < 1.15 for ratio in ratios)

    models = [t for t in vehicles(world) if clear(speed(world, t.id))]
    fit = [(t, n) for t in models if (n := slower_than(speed(world, t.id))) != now and n < limit]
    if not fit:
        raise NoQuestion("no other speed of the camera would change the number")
    wanted = (now + deal.pick("CR step", (1, 2))) % 3
    model, count = rng.choice([pair for pair in fit if pair[1] == wanted] or fit)
    fact = f"{count} of them are slower than the {model.label}, which goes {speed(world, model.id):.1f} m/s"
    return Draft(
        template="camera_as_fast_as",
        stem=rng.choice(
            (
                f"Suppose the vehicle with the camera went exactly as fast as the {model.label}, and all else "
                "stayed as "
                f"it is. How many of the other vehicles would then be slower than the camera?",
                f"If the camera drove at the speed of the {model.label} and nothing else changed, how many "
                "vehicles "
                f"would be slower than the camera?",
            )
        ),
        gold=str(count),
        wrong=tuple(
            Wrong(str(n), "keeps what the video shows" if n == now else "puts the speeds in a wrong order", fact)
            for n in range(limit)
            if n != count
        ),
        why=fact,
        sees=_seen(world, *vehicles(world)),
        test=lambda w, text: text == str(sum(1 for t in vehicles(w) if drift(w, t.id) == "slower")),
        after=at_speed(world.scene, speed(world, model.id)),
        change=f"the camera's vehicle starts where it does but goes {speed(world, model.id):.2f} m/s, as fast "
        "as the "
        f"{model.label}; all other vehicles keep their speeds and places",
        factual=str(now),
    )  # fmt: skip


def farthest(world: World, deal: Deal, rng: Rng) -> Draft:
    """PR: who is farthest ahead, or behind, when all go on as they do."""
    end = deal.pick("PR end", ("ahead", "behind"))
    after = going_on(world.scene, AFTER)
    later = World(after)
    own = "the vehicle with the camera"
    places = {the(t.label): gap(later, t.id, after.duration) for t in vehicles(world)}
    # The camera is seldom the foremost, so it is among them only where there are too few others.
    among = {} if len(places) > 2 else {own: 0.0}
    places |= among
    rank = sorted(places, key=lambda name: places[name], reverse=end == "ahead")
    if abs(places[rank[0]] - places[rank[1]]) < 12:
        raise NoQuestion("two vehicles would be side by side")
    gold = rank[0]
    others = [name for name in rank if name != gold]
    chosen = rng.shuffled(others)[:3]
    fact = "; ".join(f"{name} {places[name]:.0f} m" for name in rank)
    those = "the others and the one with the camera" if among else "the others"
    seen = [t for t in vehicles(world) if the(t.label) in (gold, *chosen)] or list(vehicles(world))

    def test(w: World, text: str) -> bool:
        at = w.time.at(w.scene.duration)
        ys = {the(t.label): at[t.id].y for t in vehicles(w)}
        if among:
            ys[own] = w.time.camera(w.scene.duration).y
        return text in ys and all((ys[text] - y) * (1 if end == "ahead" else -1) >= 0 for y in ys.values())

    return Draft(
        template=f"farthest_{end}",
        stem=rng.choice(
            (
                f"If all vehicles, the camera's included, go on at their speeds for another {AFTER} seconds, "
                f"which of {those} is then farthest {end}?",
                f"Everybody keeps their speed. {AFTER} seconds after the end of the video, which of {those} is "
                f"farthest {end}?",
            )
        ),
        gold=gold,
        wrong=tuple(Wrong(name, "looks at where they are at the end of the video, or mixes up their speeds",
                          f"places along the road {AFTER} s later: {fact}") for name in chosen),
        why=f"places along the road against the camera {AFTER} s later: {fact}",
        sees=_seen(world, *seen),
        test=test,
        after=after,
        change=f"the video goes on for {AFTER} s; every vehicle and the camera keep their speeds and lanes",
        accept=(gold.removeprefix("the "),),
    )  # fmt: skip


# --- MT -----------------------------------------------------------------------------------------------


def pace(world: World, deal: Deal, rng: Rng) -> Draft:
    """MT: the speed of the camera, by the posts along the road."""
    step, row = _posts(world)

    def by_posts(w: World) -> float:
        # The second way counts how much road goes by, in posts.
        ys = sorted({t.pose.y for t in w.scene.having("decor") if t.id in row})
        share = (w.time.camera(w.scene.duration).y - w.time.camera(0.0).y) / (ys[1] - ys[0])
        return share * (ys[1] - ys[0]) / w.scene.duration

    road, posts, post = said_of(world)
    stem = rng.choice(
        (
            f"The {posts} along each edge of the {road} stand {step:.0f} m apart. How fast does the camera go?",
            f"Along each edge there is {post} every {step:.0f} m. At about what speed does the camera move ahead?",
        )
    )
    return metric.metric(
        deal, rng, template="camera_speed", stem=stem, what="the speed", value=camera_speed(world), unit="m/s",
        again=by_posts, why=f"the camera covers {camera_speed(world) * world.scene.duration:.0f} m in "
        f"{world.scene.duration:.1f} s", sees=(witness(world, 0.0, world.scene.duration),),
        ladder=(5.0, 17.0), step=0.5,
    )  # fmt: skip


def _posts(world: World) -> tuple[float, set[str]]:
    """Distance of the posts and their ids."""
    posts = [t for t in world.scene.having("decor") if t.label == "post"]
    ys = sorted({t.pose.y for t in posts})
    if len(ys) < 5:
        raise NoQuestion("there are no posts beside the road")
    steps = [b - a for a, b in itertools.pairwise(ys)]
    if max(steps) - min(steps) > 0.01:
        raise NoQuestion("the posts are not evenly spaced")
    return steps[0], {t.id for t in posts}


class Questions(Base):
    """The questions of RV."""

    task = "RV"
    core = "relative_speed"
    cells: ClassVar = {
        "OE": (existence.appears("slower", "faster", "agent"),),
        "OA": (attribute.colour_of("slower", "faster", "agent"),),
        "FL": (strip,),
        "IT": (which_moves_so,),
        "AR": (relative_speed,),
        "OC": (how_many,),
        "TO": (first_passing,),
        "CM": (glance,),
        "SL": (which_lane,),
        "PT": (camera_from_vehicle,),
        "CR": (as_fast_as,),
        "PR": (farthest,),
        "MT": (pace,),
    }
