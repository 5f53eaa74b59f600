"""RV, Relative Velocity Identification: vehicles beside a camera that drives at constant speed."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import ceil

from msgspec.structs import replace

from ....core.deal import Deal
from ....core.seeds import Rng
from ....qa.vgenst import metric
from ....qa.vgenst.base import NoQuestion, World
from ....qa.vgenst.traffic import CLEAR, LANE, camera_speed, gap, lane, motion, passings, speed, vehicles
from ....schemas.scene import Camera, Event, Move, Point, Pose, Scene, Shot, Size, Thing
from ....schemas.theme import Theme
from ....schemas.vocabulary import Colour
from ....simulators.space import box_distance
from .. import props, task
from ..guarded import guarded
from ..task import Depth, Order, Reject, Rule
from ..ticks import ticks

PACES = (5.0, 17.0)
"""Speeds of the camera, metres a second: one quarter of the range on a log scale is dealt."""
EYE = 2.3
"""Height of the camera above the road, metres; more on a tall vehicle."""
EDGE = 2.5 * LANE
"""Half width of the road."""
APART = 1.2
"""Least ratio of the speeds of two vehicles."""


class Task(task.Task):
    """A camera on the road: it passes slower vehicles on one side, faster ones pass it on the other."""

    name = "RV"
    code = "RV_E_EGO_DYN"
    title = "Relative Velocity Identification"
    scale = "Environmental"
    perspective = "Ego"
    dynamics = "Dynamic"
    settings = ("road",)
    # How many are slower, and what the core question's vehicle does: each of both three times, evenly.
    cycle = tuple(
        {"slow_side": side, "slower": slower, "asked": asked}
        for slower, asked in (
            (1, "slower"), (0, "faster"), (2, "slower"), (1, "same"), (2, "same"), (1, "faster"), (0, "same"),
            (2, "slower"), (0, "faster"),
        )
        for side in ("left", "right")
    )  # fmt: skip
    depth = Depth(2, 3, 5, "vehicles")

    def sample(self, order: Order) -> Scene:
        """Lanes, speeds and meeting times first; where everybody starts follows."""
        rng, deal = order.rng, order.deal
        slower, faster, same = _counts(order)
        pace = metric.slot(deal, rng, "pace", PACES)
        duration = float(8 + (order.depth + 1) // 2)
        start = -round(pace * duration * 0.5 + 25, 3)
        turn = {"left": -1, "right": 1}.get(_glance(order), 0)
        slow = -1 if order.case["slow_side"] == "left" else 1
        for _ in range(80):
            groups = _paces(slower, faster, same, pace, rng)
            seats = _lanes(deal, rng, slow, slower, faster, same)
            starts = _starts(groups, seats, pace, duration, turn, rng)
            if starts is not None:
                break
        else:
            raise Reject("no speeds and places at which all vehicles are seen")
        kinds = _categories(order.theme, len(groups), rng)
        tints = _colours(order.theme, len(groups), rng)
        made: list[tuple[Thing, Event]] = []
        for number, ((kind, rate), seat, ahead) in enumerate(zip(groups, seats, starts, strict=True)):
            size = props.size_of(kinds[number], rng.between(94, 106) / 100)
            pose = Pose(seat * LANE, start + ahead, 0.0, 180.0)
            role = {"slower": "slower", "faster": "faster", "same": "agent"}[kind]
            thing = props.thing(
                f"vehicle_{number + 1}", role, kinds[number], tints[number], pose, size=size,  # type: ignore[arg-type]
                made_of="metal",
            )  # fmt: skip
            to = Point(thing.pose.x, round(thing.pose.y + rate * duration, 3))
            made.append((thing, Move(who=thing.id, start=0.0, duration=duration, path=(to,), clock="linear",
                                     kind="drive")))  # fmt: skip
        asked = {"same": "agent"}.get(str(order.case["asked"]), str(order.case["asked"]))
        made = rng.shuffled(made)
        made.sort(key=lambda pair: pair[0].role != asked)
        ego = props.thing(
            "camera_vehicle", "ego", _other(kinds), "grey", Pose(0.0, start, 0.0, 180.0), label="camera vehicle"
        )
        drive = Move(
            who=ego.id, start=0.0, duration=duration, path=(Point(0.0, round(start + pace * duration, 3)),),
            clock="linear", kind="drive",
        )  # fmt: skip
        around = props.surroundings(order.theme, "road", rng=rng)
        decor = tuple(_decor(order.theme, start, start + pace * duration, rng))
        return Scene(
            id=order.id,
            task="RV",
            theme=order.theme.name,
            duration=duration,
            fps=order.fps,
            frame=order.frame,
            surroundings=around,
            things=(*(thing for thing, _ in made), ego, *decor),
            camera=_camera(order, start, pace, duration, max(EYE, ego.size.h + 0.4)),
            events=(*(event for _, event in made), drive),
        )

    def measured(self, world: World) -> int:
        """Number of vehicles that can be seen."""
        return len(vehicles(world))

    def alternatives(self, world: World) -> Iterator[Scene]:
        """The first vehicle at other speeds: kept out of view, and at each sampled moment where it is then."""
        thing = vehicles(world)[0]
        own, mine = camera_speed(world), speed(world, thing.id)
        rates = [rate for rate in (own, own * 1.8, own / 1.8) if abs(rate - mine) > own * 0.2]
        yield _through(world.scene, thing, world.scene.camera.shots[0].y - 30, 0.0, min(rates))
        for t in ticks(world):
            at, view = world.time.at(t)[thing.id], world.time.camera(t)
            across, _, depth = view.locate((at.x, at.y + thing.size.d / 2, thing.size.h / 2))
            if depth > 0 and abs(across) < 1.6:
                yield _through(world.scene, thing, at.y, t, rates[0])

    def truth(self, world: World) -> dict[str, object]:
        """Class of each vehicle against the camera, and the ranking from slow to fast."""
        ranked = sorted(vehicles(world), key=lambda v: speed(world, v.id))
        return {
            "relative_velocity": {v.label: motion(world, v.id) for v in vehicles(world)},
            "ranking": [v.label for v in ranked],
        }

    rules = (
        Rule("has_vehicles", lambda w: None if vehicles(w) else "there is no vehicle to be seen"),
        Rule("camera_drives_at_one_speed", guarded(lambda w: _uneven_camera(w))),
        Rule("own_vehicle_carries_the_camera", guarded(lambda w: _left_behind(w))),
        Rule("vehicles_keep_their_lanes", guarded(lambda w: _swerving(w))),
        Rule("vehicles_keep_their_speeds", guarded(lambda w: _uneven(w))),
        Rule("speeds_can_be_told_apart", guarded(lambda w: _near_speeds(w))),
        Rule("roles_match_speeds", guarded(lambda w: _misnamed(w))),
        Rule("slower_are_passed", guarded(lambda w: _unpassed(w, "slower"))),
        Rule("faster_come_from_behind", guarded(lambda w: _unpassed(w, "faster"))),
        Rule("slower_and_faster_keep_to_their_sides", guarded(lambda w: _mixed_sides(w))),
        Rule("way_is_free", guarded(lambda w: _crash(w))),
    )


# --- sampling ---------------------------------------------------------------------------------------


def _counts(order: Order) -> tuple[int, int, int]:
    """Numbers of slower, faster and equally fast vehicles; at least one is what is asked about."""
    slower, asked = int(order.case["slower"]), order.case["asked"]
    if order.depth == 2:
        # Two vehicles: one is asked about; the case's count holds as far as there is room.
        rest = 1
        same = int(asked == "same")
        slower = min(slower, 2 - same)
        faster = 2 - same - slower
        if asked == "slower" and slower == 0:
            slower, faster = 1, rest
        if asked == "faster" and faster == 0:
            slower, faster = rest, 1
        return slower, faster, same
    faster = 2 - slower if order.depth == 3 else min(2, order.depth - slower - 1)
    if order.depth == 4 and faster + slower == 3:
        return slower, faster, 1
    return slower, faster, order.depth - slower - faster


def _lanes(deal: Deal, rng: Rng, slow: int, slower: int, faster: int, same: int) -> list[int]:
    """A lane for each vehicle: slower ones on one side, faster ones on the other, the rest where room is."""
    near = deal.pick("near lane first", (1, 2))
    if slower + faster + same == 2:
        # With two vehicles a strip of the picture may be reached from one lane only.
        near = rng.choice((1, 2))
    both = (near, 3 - near)
    taken = [slow * both[k] for k in range(slower)] + [-slow * both[k] for k in range(faster)]
    if 0 in (slower, faster) and slower + faster == 2 and rng.chance(2, 3):
        # With nobody on the other side, the second one may drive there.
        taken[1] = -taken[1]
    free = [n for n in (1, -1, 2, -2) if n not in taken]
    own = rng.chance(1, 3)
    places = ([0] if own else []) + rng.shuffled(free) + ([] if own else [0])
    if len(places) < same:
        raise Reject("too few lanes")
    return taken + places[:same]


def _paces(slower: int, faster: int, same: int, pace: float, rng: Rng) -> list[tuple[str, float]]:
    """What each vehicle does, and its speed; two that do the same can be told apart."""
    found: list[tuple[str, float]] = []
    for kind, count in (("slower", slower), ("faster", faster)):
        for low, high in rng.shuffled(((145, 160), (195, 230)))[:count]:
            percent = rng.between(low, high)
            found.append((kind, pace * 100 / percent if kind == "slower" else pace * percent / 100))
    return found + [("same", pace)] * same


def _starts(
    groups: list[tuple[str, float]], seats: list[int], pace: float, duration: float, turn: int, rng: Rng
) -> list[float] | None:
    """How far ahead of the camera each vehicle starts, metres; None if one would not be seen well, or if two
    would pass the camera too soon after each other."""
    found, meets = [], []
    for (kind, rate), seat in zip(groups, seats, strict=True):
        far = 8 * (abs(seat) == 2)
        if kind == "same":
            # On the side that the camera turns to, it may come into view only then.
            late = seat == turn * 2 and rng.chance(1, 2)
            found.append(rng.between(92, 102) / 10 if late else rng.between(150, 230) / 10 + far)
            continue
        t = (rng.between(36, round((duration - 1.3) * 10)) if kind == "slower" else rng.between(12, 48)) / 10
        ahead = (pace - rate) * t
        if kind == "slower" and not 11 + far <= ahead <= 48:
            return None
        if kind == "faster" and (rate - pace) * (duration - t) < 13 + far:
            return None
        found.append(ahead)
        meets.append(t)
    meets.sort()
    return found if all(b - a >= 1.2 for a, b in pairwise(meets)) else None


def _categories(theme: Theme, count: int, rng: Rng) -> list[str]:
    """Kinds of vehicles, as different as the theme's pool allows."""
    pool = list(props.stock(theme, "vehicle", least=2))
    pool = rng.shuffled(pool)
    mixed = pool[:1]
    # At least one is the only one of its kind, so that it can be named without its colour.
    rest = pool[1:]
    while len(mixed) < count:
        mixed += rng.shuffled(rest)
    return rng.shuffled(mixed[:count])


def _other(kinds: list[str]) -> str:
    """A kind for the camera's own vehicle, low enough and not among the others."""
    return next(name for name in ("hovercraft", "sled", "car", "boat", "rover", "wagon") if name not in kinds)


def _colours(theme: Theme, count: int, rng: Rng) -> tuple[Colour, ...]:
    floor = theme.settings["road"].floor
    try:
        return props.colours(theme, count, rng, avoid=(floor,))
    except Reject:
        return props.colours(theme, count, rng)


def _glance(order: Order) -> str:
    """What the camera does besides driving ahead."""
    return order.deal.pick("glance", ("left", "right", "up", "none"))


def _camera(order: Order, start: float, pace: float, duration: float, eye: float) -> Camera:
    """It looks along the road; what it does besides is dealt."""
    glance = _glance(order)
    yaw = {"left": 11.0, "right": -11.0}.get(glance, 0.0)
    low, high = -9.5, 2.0 if glance == "up" else -9.5
    a, b = round(duration * 0.3, 2), round(duration * 0.62, 2)
    turned = ((0.0, 0.0, low), (a, 0.0, low), (b, yaw, high), (duration, yaw, high))
    shots = tuple(Shot(t, 0.0, round(start + pace * t, 3), eye, y, p) for t, y, p in turned)
    return Camera(kind="forward", shots=shots, fov=50.0, clock="linear")


def _decor(theme: Theme, first: float, last: float, rng: Rng) -> Iterator[Thing]:
    """Posts at equal distances along both edges, lane marks, and what grows beside the road."""
    water = theme.settings["road"].pattern == "waves"
    begin, end = first + 2, last + 62
    step = max(rng.between(8, 14), ceil((end - begin) / 13))
    posts = [round(begin) + step * k for k in range(14)]
    kind, size = ("barrel", Size(0.8, 0.8, 1.0)) if water else ("streetlight", Size(0.4, 0.4, 4.0))
    tint: Colour = "orange" if water else "grey"
    for side in (-1, 1):
        for k, y in enumerate(posts):
            yield _bit(f"post_{'l' if side < 0 else 'r'}{k}", kind, side * (EDGE + 0.7), y, size, tint, "post")
    if water:
        for row, x in enumerate((-1.5, -0.5, 0.5, 1.5)):
            for k in range(13):
                place = begin + (k + 0.5) * (end - begin) / 13
                yield _bit(
                    f"mark_{row}_{k}", "barrel", x * LANE, place, Size(0.4, 0.4, 0.45), "white", "small barrel"
                )
    else:
        pale: Colour = "white" if theme.settings["road"].floor not in ("white", "grey", "yellow") else "black"
        gap = (end + 30 - begin) / 13
        for row, x in enumerate((-1.5, -0.5, 0.5, 1.5)):
            for k in range(13):
                yield _bit(f"mark_{row}_{k}", "stripe", x * LANE, begin + (k + 0.5) * gap,
                           Size(0.16, round(min(4.0, gap * 0.45), 2), 0.02), pale, "lane mark")  # fmt: skip
        for k, x in enumerate((-2.5, 2.5)):
            yield _bit(f"line_{k}", "stripe", x * LANE, (begin + end + 60) / 2,
                       Size(0.14, round(end + 60 - begin, 2), 0.02), pale, "lane line")  # fmt: skip
    if water:
        return
    grows = [name for name in theme.decor if name in ("tree", "bush", "rock")] or ["rock"]
    for k in range(16):
        side = 1 if k % 2 else -1
        kind = rng.choice(grows)
        tint = "grey" if kind == "rock" else "green"
        at = begin + (end + 60 - begin) * (k + rng.between(10, 90) / 100) / 16
        yield _bit(f"verge_{k}", kind, side * (EDGE + rng.between(30, 160) / 10), at,
                   props.size_of(kind, rng.between(80, 140) / 100), tint, kind)  # fmt: skip


def _bit(name: str, category: str, x: float, y: float, size: Size, colour: Colour, label: str) -> Thing:
    return props.thing(
        name, "decor", category, colour, Pose(x, y, 0.0), size=size, label=label,
        made_of="leaf" if category in ("tree", "bush") else "stone" if category == "rock" else "plastic",
    )  # fmt: skip


def _through(scene: Scene, thing: Thing, y: float, t: float, rate: float) -> Scene:
    """The scene with one vehicle at another speed, such that it is at y at t."""
    start = round(y - rate * t, 3)
    to = Point(thing.pose.x, round(start + rate * scene.duration, 3))
    things = tuple(
        replace(one, pose=replace(one.pose, y=start)) if one.id == thing.id else one for one in scene.things
    )
    events = tuple(
        replace(event, path=(to,)) if isinstance(event, Move) and event.who == thing.id else event
        for event in scene.events
    )
    return replace(scene, things=things, events=events)


# --- rules ------------------------------------------------------------------------------------------


def _uneven_camera(world: World) -> str | None:
    shots, pace = world.scene.camera.shots, camera_speed(world)
    if pace < 1:
        return f"the camera goes north at {pace:.1f} m/s, it should drive at 1 m/s at least"
    if world.scene.camera.clock != "linear":
        return "the camera's clock is not linear"
    for shot in shots:
        if abs(shot.x - shots[0].x) > 0.2 or abs(shot.y - shots[0].y - pace * (shot.t - shots[0].t)) > 0.2:
            return f"the camera leaves its lane or changes its speed at {shot.t:g} s"
        if abs(shot.yaw) > 25 or abs(shot.pitch) > 20:
            return f"the camera looks away from the road at {shot.t:g} s"
    return None


def _left_behind(world: World) -> str | None:
    for thing in world.scene.having("ego"):
        for t in (0.0, world.scene.duration):
            if abs(gap(world, thing.id, t)) > 1.5:
                return f"{thing.id} is {gap(world, thing.id, t):.1f} m away from the camera at {t:g} s"
    return None


def _swerving(world: World) -> str | None:
    for thing in vehicles(world):
        across = [world.time.at(t)[thing.id].x for t in _times(world)]
        if max(across) - min(across) > 0.3:
            return f"{thing.id} moves {max(across) - min(across):.1f} m across the road"
        try:
            lane(world, thing.id)
        except NoQuestion as fault:
            return f"{thing.id}: {fault}"
    return None


def _uneven(world: World) -> str | None:
    for thing in vehicles(world):
        mean = speed(world, thing.id)
        for t in _times(world)[1:-1]:
            here = world.time.speed(thing.id, t)
            if abs(here - mean) > 0.05 * abs(mean) + 0.05:
                return f"{thing.id} goes {here:.1f} m/s at {t:.1f} s and {mean:.1f} m/s on average"
    return None


def _near_speeds(world: World) -> str | None:
    try:
        for thing in vehicles(world):
            motion(world, thing.id)
    except NoQuestion as fault:
        return f"{fault}: a ratio of {CLEAR} is needed"
    for a, b in combinations(vehicles(world), 2):
        ratio = speed(world, a.id) / speed(world, b.id)
        if 1.02 < max(ratio, 1 / ratio) < APART:
            return f"{a.id} and {b.id} differ in speed by a factor of {max(ratio, 1 / ratio):.2f} only"
    return None


def _misnamed(world: World) -> str | None:
    for thing in vehicles(world):
        role = {"slower": "slower", "faster": "faster", "same": "agent"}[motion(world, thing.id)]
        if thing.role != role:
            return f"{thing.id} has the role {thing.role} and should have {role}"
    return None


def _unpassed(world: World, kind: str) -> str | None:
    """Slower ones begin ahead and end behind; faster ones begin behind, out of view, and end ahead."""
    passed = {p.who for p in passings(world)}
    for thing in vehicles(world):
        if motion(world, thing.id) == kind and thing.id not in passed:
            return f"{thing.id} is {kind}, but it and the camera do not pass each other"
    return None


def _mixed_sides(world: World) -> str | None:
    sides: dict[bool, str] = {}
    for thing in vehicles(world):
        kind = motion(world, thing.id)
        if kind == "same":
            continue
        where = lane(world, thing.id)
        if where == 0:
            return f"{thing.id} drives in the camera's own lane"
        if sides.setdefault(where > 0, kind) != kind:
            return f"slower and faster vehicles drive on the {'right' if where > 0 else 'left'} side"
    return None


def _crash(world: World) -> str | None:
    for t in _times(world):
        at = world.time.at(t)
        for a, b in combinations((*vehicles(world), *world.scene.having("ego")), 2):
            if box_distance(at[a.id].pose, a.size, at[b.id].pose, b.size) < 0.5:
                return f"{a.id} and {b.id} are less than 0.5 m apart at {t:.1f} s"
    return None


def _times(world: World) -> list[float]:
    return [world.scene.duration * k / 24 for k in range(25)]
