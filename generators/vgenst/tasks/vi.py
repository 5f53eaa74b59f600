"""VI, visibility identification: two people and a thing between them, seen from high up; one of them walks."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from math import cos, hypot, radians, sin

from msgspec.structs import replace

from ....core.seeds import Rng
from ....qa.vgenst.base import NoQuestion, World
from ....qa.vgenst.metric import slot
from ....qa.vgenst.sightline import FREE, agents, angle, arc, cast, change, place, status, swept, walk_of
from ....qa.vgenst.vi import ACTIONS, STARTS
from ....schemas.scene import Camera, Move, Point, Pose, Role, Scene, Shot, Size, Thing, Turn
from ....schemas.theme import Setting, Theme
from ....schemas.vocabulary import Colour
from ....simulators.space import corners, segment_gap, yaw_towards
from .. import props, task
from ..task import Depth, Order, Reject, Rule
from ..turns import turn as turn_of

RING = (2.35, 2.45)
"""Distance of the two from the middle of the thing that hides, metres."""
WIDE = (1.06, 1.14)
"""Width of the thing that hides."""
TALL = (1.94, 2.02)
PACE = 1.45
"""Mean walking speed, m/s."""
FACE = 0.6
"""Seconds to turn after the walk."""
CAMERA = (0.0, -8.3, 9.0, -45.0)
"""x, y, z and pitch."""
FOV = 31.0
Broken = Callable[[World], str | None]
ASIDE = ((-2.9, 2.6), (2.9, 2.6), (-3.6, 1.0), (3.6, 1.0), (-3.0, -2.0), (3.0, -2.0))
"""Where others stand."""


# --- rules ----------------------------------------------------------------------------------------


def unless(first: Broken, then: Broken) -> Broken:
    """A rule that says nothing where an earlier one, which it builds on, is broken."""
    return lambda world: None if first(world) is not None else then(world)


def _parts(world: World) -> str | None:
    roles: tuple[Role, ...] = ("observer", "target", "occluder")
    for role in roles:
        count = len(world.scene.having(role))
        if count != 1:
            return f"{count} things have the role {role} instead of one"
    return None


def _one_move(world: World) -> str | None:
    moves = [e for e in world.scene.events if isinstance(e, Move)]
    if len(moves) != 1:
        return f"{len(moves)} moves instead of one"
    if moves[0].who not in {t.id for t in world.scene.having("observer", "target")}:
        return "neither the observer nor the target walks"
    if moves[0].start + moves[0].duration > world.scene.duration - 1.0:
        return "the walk is not over a second before the end"
    return None if moves[0].start >= 0.8 else "the walk begins in the first 0.8 s"


def _high(world: World) -> str | None:
    shots = world.scene.camera.shots
    if any((s.x, s.y, s.z, s.yaw, s.pitch) != (shots[0].x, shots[0].y, shots[0].z, shots[0].yaw, shots[0].pitch)
           for s in shots):  # fmt: skip
        return "the camera moves"
    top = cast(world).occluder
    if shots[0].z < top.pose.z + top.size.h + 1.5 or shots[0].pitch > -30:
        return (
            f"the camera is at {shots[0].z:g} m and looks down by {-shots[0].pitch:g} degrees: too low or too flat"
        )
    return None


def _shown(world: World) -> str | None:
    who = cast(world)
    view = world.time.camera(0.0)
    for k in range(round(world.scene.duration * 2) + 1):
        for one in (who.observer, who.target):
            x, y = place(world, one.id, k / 2)
            for up in (0.1, one.size.h):
                u, v, depth = view.locate((x, y, up))
                if depth <= 0 or abs(u) > 0.97 or abs(v) > 0.97:
                    return f"the {one.label} is out of the picture at {k / 2:g} s"
    return None


def _clear(world: World) -> str | None:
    for t in (0.0, world.scene.duration):
        try:
            status(world, t)
        except NoQuestion as why:
            return f"at {t:g} s {why}"
    return None


def _tall(world: World) -> str | None:
    who = cast(world)
    heads = max(who.observer.size.h, who.target.size.h)
    top = who.occluder.pose.z + who.occluder.size.h
    return (
        None
        if top >= heads + 0.2
        else f"the {who.occluder.label} is {top:.2f} m tall, the heads are at {heads:.2f} m"
    )


def _round(world: World) -> str | None:
    """The walker keeps clear of the thing and of the others."""
    who, move = cast(world), walk_of(world.scene)
    rim = corners(who.occluder.pose, who.occluder.size)
    steps = 40
    places = [place(world, move.who, move.start + move.duration * k / steps) for k in range(steps + 1)]
    middle = (who.occluder.pose.x, who.occluder.pose.y)
    for a, b in itertools.pairwise(places):
        near = min(segment_gap(a, b, p) for p in (*rim, middle))
        if near < 0.4:
            return f"the walker comes within {near:.2f} m of the {who.occluder.label}"
        for other in agents(world):
            if other.id != move.who and segment_gap(a, b, place(world, other.id, 0.0)) < FREE - 0.2:
                return f"the walker comes too close to the {other.label}"
    return None


def _free_line(world: World) -> str | None:
    who = cast(world)
    for t in (0.0, world.scene.duration):
        a, b = place(world, who.observer.id, t), place(world, who.target.id, t)
        for other in world.scene.having("distractor"):
            gap = segment_gap(a, b, place(world, other.id, t))
            if gap < 0.6:
                return f"the {other.label} stands {gap:.2f} m from the line of sight at {t:g} s"
    return None


# --- the task -------------------------------------------------------------------------------------


class Task(task.Task):
    """Does the one see the other, before and after somebody walks?"""

    name = "VI"
    code = "VI_V_EXO_DYN"
    title = "Visibility Identification"
    scale = "Vista"
    perspective = "Exo"
    dynamics = "Dynamic"
    settings = ("room", "outdoor")
    cycle = tuple(
        {"change": kind, "observer": at, "mover": who}
        for who in ("target", "observer")
        for at in ("left", "right")
        for kind in ("VO", "OV", "VV", "OO")
    )  # fmt: skip
    depth = Depth(2, 2, 5, "agents")
    rules = (
        Rule("observer_target_and_occluder", _parts),
        Rule("exactly_one_walks_once", unless(_parts, _one_move)),
        Rule("camera_fixed_and_high", unless(_parts, _high)),
        Rule("both_always_in_the_picture", unless(_parts, _shown)),
        Rule("lines_of_sight_are_clear_cut", unless(_parts, _clear)),
        Rule("occluder_taller_than_heads", unless(_parts, _tall)),
        Rule("walks_round_the_occluder", unless(_parts, unless(_one_move, _round))),
        Rule("nobody_else_in_the_line_of_sight", unless(_parts, _free_line)),
    )

    def sample(self, order: Order) -> Scene:
        """Clock places on a ring; the walk goes along the ring."""
        rng, theme = order.rng, order.theme
        setting: Setting = "room"
        if "outdoor" in theme.settings and ("room" not in theme.settings or rng.chance(1, 2)):
            setting = "outdoor"
        radius = rng.between(round(RING[0] * 100), round(RING[1] * 100)) / 100
        observer, target, sweep = _angles(order)
        mover: Role = "observer" if order.case["mover"] == "observer" else "target"
        decor = theme.settings[setting]
        tints = _tints(theme, order.depth + 1 if order.depth < 4 else order.depth, decor.floor, rng)
        spare: list[Colour] = [c for c in theme.colours if c not in tints] or list(theme.colours)
        block = _block(order, tints[-1] if order.depth < 4 else rng.choice(spare))
        pair: tuple[tuple[Role, float], ...] = (("observer", observer), ("target", target))
        people = [
            _person(
                theme,
                role,
                role,
                tints[k],
                _on_ring(radius, clock, sweep if role == mover else rng.choice((-1, 1))),
            )
            for k, (role, clock) in enumerate(pair)
        ]
        people += _bystanders(order, tints[2 : order.depth])
        start = slot(order.deal, rng, "walk begins", STARTS)
        before = observer if mover == "observer" else target
        way = (Point(*_on_ring(radius, before, sweep)[:2]), *arc((0.0, 0.0), radius, before, sweep))
        length = sum(hypot(b.x - a.x, b.y - a.y) for a, b in itertools.pairwise(way))
        duration = round(max(1.2, length / PACE), 2)
        last = way[-1]
        events = (
            Move(who=mover, start=start, duration=duration, path=way[1:], clock="linear"),
            Turn(who=mover, start=round(start + duration, 2), duration=FACE, yaw=yaw_towards(-last.x, -last.y)),
        )  # fmt: skip
        x, y, z, pitch = CAMERA
        return Scene(
            id=order.id,
            task="VI",
            theme=theme.name,
            duration=max(8.0, float(-(-(start + duration + FACE + 1.2) // 1))),
            fps=order.fps,
            frame=order.frame,
            surroundings=props.surroundings(
                theme,
                setting,
                walls=_walls() if setting == "room" else (),
                extent=30.0,
                rng=rng,
            ),
            things=(block, *rng.shuffled(people), *_decor(order, setting)),
            camera=Camera(kind="fixed", shots=(Shot(0.0, x, y, z, 0.0, pitch),), fov=FOV),
            events=events,
        )

    def measured(self, world: World) -> int:
        """People."""
        return len(agents(world))

    def alternatives(self, world: World) -> Iterator[Scene]:
        """The walker might go on after arriving, and might have come from elsewhere."""
        scene, move, truth = world.scene, walk_of(world.scene), change(world)
        arrival = move.start + move.duration
        sweep = swept(world)
        way = 1 if sweep > 0 else -1
        block = cast(world).occluder.pose
        x, y = place(world, move.who, scene.duration)
        radius, there = hypot(x - block.x, y - block.y), angle(world, move.who, scene.duration)
        other = cast(world).target if move.who == cast(world).observer.id else cast(world).observer
        fixed = angle(world, other.id, 0.0)
        later = [e for e in scene.events if not (isinstance(e, Turn) and e.start >= arrival - 0.01)]
        for goal in (90.0, 180.0, 270.0):
            more = (fixed + goal - there) % 360 * way if way > 0 else -((there - fixed - goal) % 360)
            more += 360.0 * way if abs(more) < 30 else 0.0
            path = arc((block.x, block.y), radius, there, more)
            on = replace(
                move, start=arrival, duration=round(max(0.2, scene.duration - arrival - 0.05), 2), path=path
            )
            made = replace(scene, events=(*later, on))
            if _differs(made, truth):
                yield made
                break
        for start in (90.0, 180.0, 270.0):
            back = (there - fixed - start) % 360 if way > 0 else -((fixed + start - there) % 360)
            back += 360.0 * way if abs(back) < 30 else 0.0
            first = there - back
            px, py = block.x + radius * sin(radians(first)), block.y + radius * cos(radians(first))
            end = move.path[-2:] if len(move.path) > 1 else move.path
            path = (*_short((block.x, block.y), radius, first, back), *end)
            things = tuple(
                replace(t, pose=Pose(round(px, 3), round(py, 3), t.pose.z, t.pose.yaw)) if t.id == move.who else t
                for t in scene.things
            )
            events = tuple(replace(e, path=path) if e is move else e for e in scene.events)
            made = replace(scene, things=things, events=events)
            if _differs(made, truth):
                yield made
                break

    def truth(self, world: World) -> dict[str, object]:
        """Statuses, who walks, and what changes them."""
        words = {"V": "visible", "O": "occluded"}
        found = change(world)
        move = walk_of(world.scene)
        return {
            "initial_status": words[found[0]],
            "final_status": words[found[1]],
            "mover": world.thing(move.who).role,
            "trigger_event": f"{world.label(move.who)} walks round the {cast(world).occluder.label}",
        }


def _short(middle: tuple[float, float], radius: float, start: float, sweep: float) -> tuple[Point, ...]:
    """The arc but its last piece, which the walk shares with the one it replaces."""
    return arc(middle, radius, start, sweep - (10 if sweep > 0 else -10))[:13]


def _differs(scene: Scene, truth: str) -> bool:
    try:
        return change(World(scene)) != truth
    except NoQuestion:
        return False


def _angles(order: Order) -> tuple[float, float, float]:
    """Clock angles of observer and target at the start, and how far the mover goes (clockwise positive)."""
    rng, deal = order.rng, order.deal
    kind, mover = str(order.case["change"]), str(order.case["mover"])

    def about(spread: int) -> float:
        return rng.between(-spread * 10, spread * 10) / 10

    # Where the mover is from the one that stays, at the start and at the end.
    asked = turn_of(order, "AR", "AR action", ACTIONS)
    turn = deal.pick("way round", (1, -1)) if asked == ACTIONS[0] else 1 if asked == ACTIONS[1] else -1
    if kind == "VO":
        start, end = 90.0 * turn, 180.0 * turn
    elif kind == "OV":
        start, end = 180.0, 180.0 + 90.0 * turn
    elif kind == "VV" and deal.pick("length of walk", ("long", "short")) == "long":
        start, end = 90.0 * turn, 270.0 * turn
    elif kind == "VV":
        middle = 90.0 * deal.pick("short walk", (1, -1))
        start, end = middle - 20.0 * turn, middle + 20.0 * turn
    else:
        start, end = 180.0 - 10.0 * turn, 180.0 + 10.0 * turn
    # The one that stays is on an axis of the picture, and the other about it.
    axis = 270.0 if order.case["observer"] == "left" else 90.0
    if mover == "observer":
        axis -= 90.0 * round(start / 90)
    stays = axis + about(5)
    start, end = start + about(2), end + about(2)
    if mover == "target":
        return stays, stays + start, end - start
    return stays + start, stays, end - start


def _on_ring(radius: float, clock: float, way: float) -> tuple[float, float, float]:
    """x, y and the yaw that faces along the ring, clockwise for a positive `way`.

    Who walks so sets out without a turn, and who stays looks the same way round or the other.
    """
    x, y = radius * sin(radians(clock)), radius * cos(radians(clock))
    side = 1 if way > 0 else -1
    return round(x, 3), round(y, 3), yaw_towards(y * side, -x * side)


def _tints(theme: Theme, count: int, floor: Colour, rng: Rng) -> tuple[Colour, ...]:
    """Colours that can be told apart; a few draws, for not each can be completed."""
    for _ in range(11):
        try:
            return props.colours(theme, count, rng, avoid=(floor,))
        except Reject:
            continue
    return props.colours(theme, count, rng)


def _person(theme: Theme, name: str, role: Role, colour: Colour, at: tuple[float, float, float]) -> Thing:
    """Somebody, called by the colour of the clothes."""
    kind = theme.people
    label = f"person in {colour}" if kind == "person" else f"{colour} robot"
    return props.thing(
        name,
        role,
        kind,
        colour,
        Pose(at[0], at[1], 0.0, at[2]),
        label=label,
        made_of="fabric" if kind == "person" else "metal",
    )


def _block(order: Order, colour: Colour) -> Thing:
    """The thing that hides."""
    rng, theme = order.rng, order.theme
    kind = rng.choice(props.stock(theme, "occluder", least=2))
    wide = rng.between(round(WIDE[0] * 100), round(WIDE[1] * 100)) / 100
    tall = rng.between(round(TALL[0] * 100), round(TALL[1] * 100)) / 100
    return props.thing("occluder", "occluder", kind, colour, Pose(0.0, 0.0, 0.0), size=Size(wide, wide, tall),
                       made_of=props.material(theme, kind, rng))  # fmt: skip


def _bystanders(order: Order, tints: Sequence[Colour]) -> list[Thing]:
    """Others who only stand there."""
    found = []
    for k, (colour, (x, y)) in enumerate(zip(tints, order.rng.sample(ASIDE, len(tints)), strict=True), 1):
        yaw = yaw_towards(-x, -y) + order.rng.between(-50, 50)
        found.append(_person(order.theme, f"other_{k}", "distractor", colour, (x, y, yaw)))
    return found


def _walls() -> list[tuple[float, float, float, float, float]]:
    return [(-6.0, 3.6, 6.0, 3.6, 3.0), (-6.0, -4.0, -6.0, 3.6, 3.0), (6.0, -4.0, 6.0, 3.6, 3.0)]


def _decor(order: Order, setting: str) -> list[Thing]:
    """Something around, away from where people go."""
    rng, theme = order.rng, order.theme
    found = []
    if setting == "room":
        pool = [n for n in theme.decor if n in ("window", "picture", "door")] or ["window", "picture"]
        spots = [Pose(x, 3.51, 0.0, 0.0) for x in (-3.9, -1.5, 1.3, 3.8)]
    else:
        pool = [n for n in theme.decor if n in ("rock", "bush", "fence")] or [
            "rock",
            "bush",
        ]
        spots = [Pose(x, y, 0.0, 0.0) for x, y in ((-4.4, 3.9), (-1.9, 4.3), (2.0, 4.3), (4.4, 3.8))]
    for k, spot in enumerate(rng.sample(spots, 3), 1):
        kind = rng.choice(pool)
        up = 1.0 if kind in ("window", "picture") else 0.0
        wall = theme.settings["room" if setting == "room" else "outdoor"].wall
        colour: Colour = "grey" if kind == "streetlight" else rng.choice(props.apart_from(theme, wall))
        colour = props.natural(kind, colour, rng)
        found.append(props.thing(f"decor_{k}", "decor", kind, colour, Pose(spot.x, spot.y, up, 0.0),
                                 made_of=props.material(theme, kind, rng)))  # fmt: skip
    return found
