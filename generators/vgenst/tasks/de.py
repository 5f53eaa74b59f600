"""DE, direction estimation: a walk through a bent corridor, past things to remember."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, zip_longest
from math import hypot

from msgspec.structs import replace

from ....qa.vgenst import route
from ....qa.vgenst.base import NoQuestion, World
from ....qa.vgenst.camera import turn_words
from ....qa.vgenst.de import HIGH, WAITS, first_and_last
from ....qa.vgenst.direction import MARGIN, clock, hour, off_border, quarter
from ....qa.vgenst.metric import slot
from ....schemas.scene import Camera, Pose, Scene, Shot, Size, Thing
from ....schemas.theme import Theme
from ....simulators.space import bearing_from, camera_yaw, turned, yaw_towards
from .. import corridor, props, task
from ..corridor import Place
from ..task import Depth, Order, Reject, Rule

WIDTH = 3.0
BACK = 1.3
"""Metres of corridor behind the start."""
STAND_OFF = 2.6
"""Metres between the camera's last place and the thing at the end."""
BULK = 0.92
"""Largest footprint of a thing by the wall."""
AHEAD = STAND_OFF + BULK + 0.1
"""Metres of corridor past the end of a leg."""
NICHE = AHEAD - WIDTH / 2
"""How far the corridor goes on past its only bend."""
NICHES = 1.0
"""The same where there are several, which leave less room."""
Broken = Callable[[World], str | None]
LONGEST = 16.7
"""Metres that three turns leave time for."""
FASTEST = 2.5
"""Metres per second."""
QUICKEST = 60.0
"""Degrees per second."""


# --- rules ----------------------------------------------------------------------------------------


def unless(first: Broken, then: Broken) -> Broken:
    """A rule that says nothing where an earlier one, which it builds on, is broken."""
    return lambda world: None if first(world) is not None else then(world)


def _walks(world: World) -> str | None:
    scene = world.scene
    if scene.camera.kind != "walk":
        return f"the camera is of kind {scene.camera.kind}, not walk"
    heights = [s.z for s in scene.camera.shots]
    if not 1.3 <= min(heights) <= max(heights) <= 1.8:
        return "the camera is not at the height of an eye, 1.3 to 1.8 m"
    if route.length_walked(scene) < 3:
        return "the camera walks less than 3 m"
    return None


def _square(world: World) -> str | None:
    found = route.turning(world.scene)
    odd = [swing for _, _, swing in found if abs(abs(swing) - 90) > 2]
    if odd:
        return f"the camera turns by {abs(odd[0]):.0f} degrees, not by 90"
    return f"{len(found)} turns are more than 3" if len(found) > 3 else None


def _ahead(world: World) -> str | None:
    for a, b in pairwise(world.scene.camera.shots):
        dx, dy = b.x - a.x, b.y - a.y
        if hypot(dx, dy) > 0.05 and abs(turned(camera_yaw(dx, dy) - (a.yaw + b.yaw) / 2)) > 5:
            return f"from {a.t:g} s the camera does not look where it goes"
    return None


def pace(world: World) -> str | None:
    """Speed and turning speed of a walk, also used by other walks."""
    steps = round(world.scene.duration * 8)
    for k in range(steps):
        a, b = world.time.camera(k / 8), world.time.camera((k + 1) / 8)
        speed, swing = hypot(b.x - a.x, b.y - a.y) * 8, abs(turned(b.yaw - a.yaw)) * 8
        if speed > FASTEST + 0.01:
            return f"at {k / 8:.1f} s the camera goes {speed:.1f} m/s, faster than {FASTEST} m/s"
        if swing > QUICKEST + 0.5:
            return f"at {k / 8:.1f} s the camera turns {swing:.0f} degrees a second, more than {QUICKEST:g}"
    return None


def _landmarks(world: World) -> str | None:
    found = world.scene.having("landmark")
    if len(found) != 2:
        return f"{len(found)} landmarks instead of 2"
    first, last = first_and_last(world)
    end = route.final(world)
    if quarter(bearing_from(end.x, end.y, end.yaw, last.pose.x, last.pose.y), margin=0) != "in front":
        return f"the walk does not end in front of the {last.label}"
    if route.comes_to(world, first.id) >= world.scene.duration - 1:
        return f"the {first.label} stands at the end of the walk, too"
    return None


def walled_off(world: World, x: float, y: float, to: Sequence[Place]) -> bool:
    """Whether walls stand between a place and all the others."""
    walls = world.scene.surroundings.walls
    return all(any(_cross((x, y), p, (w[0], w[1]), (w[2], w[3])) for w in walls) for p in to)


def _cross(a: Place, b: Place, p: Place, q: Place) -> bool:
    def side(u: Place, v: Place, w: Place) -> float:
        return (v[0] - u[0]) * (w[1] - u[1]) - (v[1] - u[1]) * (w[0] - u[0])

    return side(a, b, p) * side(a, b, q) < 0 and side(p, q, a) * side(p, q, b) < 0


def _rim(thing: Thing) -> list[Place]:
    r = max(thing.size.w, thing.size.d) / 2
    return [(thing.pose.x + r * i, thing.pose.y + r * j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def _hidden(world: World) -> str | None:
    turns = route.turning(world.scene)
    if not turns:
        return None
    _, last = first_and_last(world)
    for k in range(round(turns[0][0] * 4) + 1):
        view = world.time.camera(min(k / 4, turns[0][0]))
        if not walled_off(world, view.x, view.y, _rim(last)) and _in_view(view.yaw, view.x, view.y, last):
            return f"the {last.label} is in view at {k / 4:g} s, before the turn"
    return None


def _in_view(yaw: float, x: float, y: float, thing: Thing) -> bool:
    return any(abs(bearing_from(x, y, yaw, p, q)) < 40 for p, q in _rim(thing))


def _shown(world: World) -> str | None:
    first, _ = first_and_last(world)
    view = world.time.camera(0.0)
    if walled_off(world, view.x, view.y, [(first.pose.x, first.pose.y)]):
        return f"a wall hides the {first.label} from the start"
    u, v, depth = view.locate((first.pose.x, first.pose.y, first.pose.z + first.size.h / 2))
    return None if depth > 0 and abs(u) < 1 and abs(v) < 1 else f"the {first.label} is out of the first view"


def _clear(world: World) -> str | None:
    try:
        hour(route.start_bearing(world))
    except NoQuestion as why:
        return f"the direction of the start is not clear: {why}"
    return None


def _off_walls(world: World) -> str | None:
    return keeps_off(world, 0.35)


def keeps_off(world: World, gap: float) -> str | None:
    """Whether the camera stays so far from every wall and every thing on the floor below its eyes."""
    scene = world.scene
    for k in range(round(scene.duration * 4) + 1):
        view = world.time.camera(k / 4)
        for x1, y1, x2, y2, _ in scene.surroundings.walls:
            if _distance((view.x, view.y), (x1, y1), (x2, y2)) < gap:
                return f"at {k / 4:g} s the camera is within {gap} m of a wall"
    return None


def _distance(p: Place, a: Place, b: Place) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


# --- the task -------------------------------------------------------------------------------------


class Task(task.Task):
    """Where is the start of a walk, seen from its end?"""

    name = "DE"
    code = "DE_V_EGO_STA"
    title = "Direction Estimation"
    scale = "Vista"
    perspective = "Ego"
    dynamics = "Static"
    settings = ("corridor",)
    cycle = (
        {"turn": "right", "longer": "first"},
        {"turn": "left", "longer": "first"},
        {"turn": "right", "longer": "last"},
        {"turn": "left", "longer": "last"},
        {"turn": "right", "longer": "first by far"},
        {"turn": "left", "longer": "first by far"},
        {"turn": "none", "longer": "first"},
        {"turn": "none", "longer": "last"},
    )
    depth = Depth(1, 1, 3, "turns")
    rules = (
        Rule("camera_walks_at_eye_height", _walks),
        Rule("turns_are_square", _square),
        Rule("looks_where_it_goes", _ahead),
        Rule("walking_pace", pace),
        Rule("two_landmarks_on_the_way", _landmarks),
        Rule("first_landmark_seen_from_the_start", unless(_landmarks, _shown)),
        Rule("last_landmark_hidden_before_the_turn", unless(_landmarks, _hidden)),
        Rule("start_direction_is_clear", _clear),
        Rule("camera_keeps_off_the_walls", _off_walls),
    )

    def lacks(self, theme: Theme) -> str | None:
        """Five landmarks."""
        return None if len(theme.landmarks) >= 4 else "it needs 4 landmarks"

    def sample(self, order: Order) -> Scene:
        """Leg lengths set the hour; things stand by the walls, one at each end of a leg."""
        turns = _turns(order)
        way = _way(order, turns)
        camera, arrives = corridor.walk(
            way,
            pace=1.65 if order.depth > 2 else corridor.PACE,
            start=slot(order.deal, order.rng, "wait", WAITS),
            fov=float(order.rng.between(58, 64)),
        )
        things = _things(order, way, turns)
        high = slot(order.deal, order.rng, "walls", HIGH)
        around = props.surroundings(
            order.theme,
            "corridor",
            walls=corridor.walls(way, WIDTH, back=BACK, ahead=AHEAD, high=high, niche=_niche(turns)),
            rng=order.rng,
        )
        return Scene(
            id=order.id,
            task="DE",
            theme=order.theme.name,
            duration=corridor.whole(arrives),
            fps=order.fps,
            frame=order.frame,
            surroundings=around,
            things=things,
            camera=camera,
        )

    def measured(self, world: World) -> int:
        """Turns."""
        return len(turn_words(world.scene))

    def alternatives(self, world: World) -> Iterator[Scene]:
        """The walk might stop elsewhere, and might have begun elsewhere."""
        scene = world.scene
        truth = hour(route.start_bearing(world))
        kept: list[list[Scene]] = [[], []]
        for found, made in zip(kept, (_ended_otherwise(scene), _begun_otherwise(scene)), strict=True):
            for other in made:
                try:
                    differs = hour(route.start_bearing(World(other))) != truth
                except NoQuestion:
                    continue
                if differs:
                    found.append(other)
                if len(found) == 2:
                    break
        # One of each kind does for most scenes.
        for pair in zip_longest(*kept):
            yield from (other for other in pair if other is not None)

    def truth(self, world: World) -> dict[str, object]:
        """Turns, and the start's direction."""
        angle = route.start_bearing(world)
        return {
            "turn": [*turn_words(world.scene)],
            "relative_direction_to_start": clock(hour(angle, margin=0)),
            "bearing_of_start": round(angle % 360, 1),
        }


def _turns(order: Order) -> list[str]:
    """`left`, `right` or `` at each joint of the way."""
    first = str(order.case["turn"])
    if order.depth == 1:
        return ["" if first == "none" else first]
    if first == "none":
        # The nearest thing to no turn: to and fro, so that the last leg runs as the first.
        first = order.deal.pick("first turn", ("left", "right"))
        return [first if k % 2 == 0 else _other(first) for k in range(order.depth)]
    second = _other(first)
    # Three turns the same way, or two and one, would lead back into the first leg.
    ways = [(first,), (second,)] if order.depth == 2 else [(first, second), (second, first), (second, second)]
    return [first, *order.deal.pick("more turns", ways)]


def _other(side: str) -> str:
    return "left" if side == "right" else "right"


def _way(order: Order, turns: Sequence[str]) -> list[Place]:
    """Corners of a way that keeps clear of itself, is not too long, and has its start in a clear direction."""
    for _ in range(60):
        legs = _legs(order, turns)
        way = corridor.bent(legs, turns)
        (x, y), d = way[-1], corridor.unit(way[-2], way[-1])
        angle = bearing_from(x, y, camera_yaw(*d), 0.0, 0.0)
        clear = off_border(angle, 12) > MARGIN[12] + 0.5
        short = len(turns) < 3 or sum(legs) <= LONGEST
        if clear and short and not corridor.overlaps(way, WIDTH, back=BACK, ahead=AHEAD, niche=_niche(turns)):
            return way
    raise Reject("no lengths of the legs give the start a clear direction")


def _legs(order: Order, turns: Sequence[str]) -> list[float]:
    """Lengths of the legs, metres."""
    rng, longer = order.rng, str(order.case["longer"])

    def metres(low: int, high: int) -> float:
        return rng.between(low, high) / 100

    if len(turns) > 1:
        return [metres(430, 530), *(metres(400, 500) for _ in turns[1:]), metres(330, 430)]
    first, last = metres(430, 480), metres(660, 800)
    if longer == "first":
        first, last = metres(560, 700), metres(340, 420)
    if longer == "first by far":
        # The start then lies at a right angle to the last leg.
        first, last = metres(890, 930), metres(160, 170)
    if turns == [""]:
        first, last = (first, metres(400, 480)) if longer == "first" else (first, last - 0.8)
    return [first, last]


def _things(order: Order, way: Sequence[Place], turns: Sequence[str]) -> tuple[Thing, ...]:
    """One thing by the wall of the first leg and one of the last, one at the end of each of the two."""
    rng, theme = order.rng, order.theme
    pool = props.stock(theme, "landmark", least=5)
    kinds = rng.sample(pool, 4)
    tints = props.colours(theme, 4, rng, avoid=(theme.settings["corridor"].wall,))
    sizes = [_fitted(kind) for kind in kinds]
    sides = order.deal.pick("sides", (("left", "left"), ("left", "right"), ("right", "left"), ("right", "right")))
    first, last = (way[0], way[1]), (way[-2], way[-1])
    long1, long2 = hypot(way[1][0], way[1][1]), hypot(way[-1][0] - way[-2][0], way[-1][1] - way[-2][1])
    bent = turns != [""]
    at1 = min(rng.between(225, 290) / 100, long1 - WIDTH / 2 - 0.5)
    low, high = (WIDTH / 2 + 0.6, long2 - 0.2) if bent else (1.9, long2 - 0.4)
    second = last
    if high < low:
        second, low, high = first, 4.5, long1 - WIDTH / 2 - 0.8
    at2 = low + (high - low) * rng.between(20, 90) / 100
    poses = [
        corridor.beside(*first, at1, sides[0], WIDTH, sizes[0].d),
        corridor.beside(*second, at2, sides[1], WIDTH, sizes[1].d),
        _end(*first, sizes[2], WIDTH / 2 + _niche(turns)) if bent else
        corridor.beside(*first, long1, order.deal.pick("side 3", ("left", "right")), WIDTH, sizes[2].d),
        _end(*last, sizes[3], AHEAD),
    ]  # fmt: skip
    roles = ("distractor", "distractor", "landmark", "landmark")
    names = ("side_1", "side_2", "landmark_1", "landmark_2")
    things = [
        props.thing(n, r, k, c, p, size=s, made_of=props.material(theme, k, rng))
        for n, r, k, c, p, s in zip(names, roles, kinds, tints, poses, sizes, strict=True)
    ]
    spans = []
    for i, (a, b) in enumerate(pairwise(way)):
        length = hypot(b[0] - a[0], b[1] - a[1])
        spans.append(
            (a, b, 0.4 if i == 0 else WIDTH / 2 + 0.6, length - (WIDTH / 2 + 0.6 if i < len(way) - 2 else 0.0))
        )
    taken = [(p.x, p.y) for p in poses]
    decor = corridor.wall_decor(theme, spans, WIDTH, taken, theme.colours, rng)
    for k, turn in enumerate(turns[1:], 1):
        # Something to look at on the wall that the camera walks up to.
        a, b = way[k], way[k + 1]
        d = corridor.unit(a, b)
        made = corridor.hung(theme, a, b, 0.0, turn, WIDTH, f"corner_{k + 1}", theme.colours, rng)
        on = WIDTH / 2 + _niche(turns) - 0.055 - made.size.d / 2
        pose = Pose(b[0] + d[0] * on, b[1] + d[1] * on, made.pose.z, yaw_towards(-d[0], -d[1]))
        decor.append(replace(made, pose=props.rounded(pose)))
    return (*rng.shuffled(things), *decor)


def _fitted(kind: str) -> Size:
    """The usual size, or smaller where it would bar the way."""
    size = props.size_of(kind)
    scale = min(1.0, BULK / max(size.w, size.d))
    return props.size_of(kind, scale)


def _niche(turns: Sequence[str]) -> float:
    return NICHE if len(turns) == 1 else NICHES


def _end(a: Place, b: Place, size: Size, room: float) -> Pose:
    """In front of the end wall, `room` metres from the end of a leg; facing back along it."""
    d = corridor.unit(a, b)
    on = min(STAND_OFF + size.d / 2, room - 0.1 - size.d / 2)
    return props.rounded(Pose(b[0] + d[0] * on, b[1] + d[1] * on, 0.0, yaw_towards(-d[0], -d[1])))


# --- the one-frame proof ----------------------------------------------------------------------------


def _with(scene: Scene, shots: Sequence[Shot]) -> Scene:
    return replace(scene, camera=_camera(scene, shots))


def _camera(scene: Scene, shots: Sequence[Shot]) -> Camera:
    return replace(scene.camera, shots=tuple(shots))


def _moving(shots: Sequence[Shot]) -> list[int]:
    return [i for i, (a, b) in enumerate(pairwise(shots)) if hypot(b.x - a.x, b.y - a.y) > 0.05]


def _ended_otherwise(scene: Scene) -> Iterator[Scene]:
    """The same until the end, where the camera turns; or until the last leg, which is cut short."""
    shots = list(scene.camera.shots)
    moves = _moving(shots)
    if shots[-1].t < scene.duration:
        for swing in (90.0, -90.0):
            yield _with(scene, [*shots, replace(shots[-1], t=scene.duration, yaw=shots[-1].yaw + swing)])
    if route.turning(scene) and moves:
        a, b = shots[moves[-1]], shots[-1]
        for part in (0.6, 0.4, 0.25, 0.12):
            x, y = a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part
            yield _with(scene, [*shots[: moves[-1] + 1], *(replace(s, x=x, y=y) for s in shots[moves[-1] + 1 :])])


def _begun_otherwise(scene: Scene) -> Iterator[Scene]:
    """The same from the first turn on, after a shorter first leg; or from a later corner or the end on."""
    shots = list(scene.camera.shots)
    moves = _moving(shots)
    turns = route.turning(scene)
    corners = [next(i for i, s in enumerate(shots) if s.t >= turn[0] - 1e-6) for turn in turns]
    for corner in corners[:1]:
        to = shots[corner]
        for part in (0.55, 0.4, 0.25, 0.1):
            early = [
                replace(s, x=to.x + (s.x - to.x) * part, y=to.y + (s.y - to.y) * part) for s in shots[:corner]
            ]
            yield _with(scene, [*early, *shots[corner:]])
    for corner in corners:
        to = shots[corner]
        early = [replace(s, x=to.x, y=to.y, yaw=to.yaw) for s in shots[:corner]]
        yield _with(scene, [*early, *shots[corner:]])
    if moves:
        last = shots[moves[-1] + 1]
        before = shots[moves[-1]]
        d = corridor.unit((before.x, before.y), (last.x, last.y))
        for back, aside in ((0.6, 1.0), (0.6, -1.0)):
            x, y = last.x - d[0] * back - d[1] * aside, last.y - d[1] * back + d[0] * aside
            early = [replace(s, x=x, y=y) for s in shots[: moves[-1] + 1]]
            yield _with(scene, [*early, *shots[moves[-1] + 1 :]])
