"""Corridors and walks through them: walls on both sides of a bent line, and a camera that follows it.

A way is a list of corners in the plan; its legs meet at right angles. Used by the walking tasks.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, hypot

from ...core.seeds import Rng
from ...schemas.scene import Camera, Pose, Shot, Thing
from ...schemas.theme import Theme
from ...schemas.vocabulary import Colour, clash
from ...simulators.space import camera_yaw, front, turned, yaw_towards
from . import props

Place = tuple[float, float]
Wall = tuple[float, float, float, float, float]

EYE = 1.5
"""Height of the walking camera, metres."""
PACE = 1.55
"""Mean walking speed, m/s; eased in and out it peaks at half as much again."""
TURN = 2.4
"""Seconds for a quarter turn."""
HIGH = 2.8
"""Height of the walls."""


def unit(a: Place, b: Place) -> Place:
    """Direction from a to b."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def bent(legs: Sequence[float], turns: Sequence[str]) -> list[Place]:
    """The corners of a way that starts at (0, 0) to the north; `turns` holds `left` or `right` between legs.

    A turn may be "" for straight on (then the two legs are one line with a point on it).
    """
    x, y, dx, dy = 0.0, 0.0, 0.0, 1.0
    found = [(x, y)]
    for length, turn in zip(legs, (*turns, ""), strict=True):
        x, y = x + dx * length, y + dy * length
        found.append((x, y))
        if turn:
            dx, dy = (-dy, dx) if turn == "left" else (dy, -dx)
    return found


def walls(
    way: Sequence[Place], width: float, *, back: float, ahead: float, high: float = HIGH, niche: float = 0.0
) -> list[Wall]:
    """Walls along both sides of a way, closed `back` metres before its start and `ahead` past its end.

    At each bend the corridor goes on straight for `niche` metres more: who turns there has room ahead.
    """
    corners = [c for i, c in enumerate(way) if i in (0, len(way) - 1) or _bends(way, i)]
    first, last = unit(corners[0], corners[1]), unit(corners[-2], corners[-1])
    corners[0] = (corners[0][0] - first[0] * back, corners[0][1] - first[1] * back)
    corners[-1] = (corners[-1][0] + last[0] * ahead, corners[-1][1] + last[1] * ahead)
    ways = [unit(a, b) for a, b in pairwise(corners)]
    sides: list[list[Place]] = []
    for sign in (1, -1):
        line: list[Place] = []
        for i, (x, y) in enumerate(corners):
            normals = [(-d[1] * sign, d[0] * sign) for d in (*ways[max(0, i - 1) : i], *ways[i : i + 1])]
            # At a right angle the two offsets add up to the mitre.
            nx, ny = sum(n[0] for n in normals), sum(n[1] for n in normals)
            d, n, half = ways[max(0, i - 1)], normals[0], width / 2
            if niche and len(normals) == 2 and ways[i][0] * n[0] + ways[i][1] * n[1] < 0:
                # The outer side of a bend.
                for out, on in ((half, half + niche), (-half, half + niche), (-half, half)):
                    line.append((x + n[0] * out + d[0] * on, y + n[1] * out + d[1] * on))
                continue
            line.append((x + nx * half, y + ny * half))
        sides.append(line)
    left, right = sides
    found = [(*a, *b, high) for line in sides for a, b in pairwise(line)]
    found += [(*left[0], *right[0], high), (*left[-1], *right[-1], high)]
    return [tuple(round(v, 3) for v in wall) for wall in found]  # type: ignore[misc]


def _bends(way: Sequence[Place], i: int) -> bool:
    a, b = unit(way[i - 1], way[i]), unit(way[i], way[i + 1])
    return abs(a[0] * b[1] - a[1] * b[0]) > 0.1


def overlaps(way: Sequence[Place], width: float, *, back: float, ahead: float, niche: float = 0.0) -> bool:
    """Whether legs that are not neighbours come too close for walls of their own."""
    boxes = []
    legs = list(pairwise(way))
    for i, (a, b) in enumerate(legs):
        d = unit(a, b)
        before = back if i == 0 else width / 2
        after = ahead if i == len(legs) - 1 else width / 2 + niche
        p = (a[0] - d[0] * before, a[1] - d[1] * before)
        q = (b[0] + d[0] * after, b[1] + d[1] * after)
        w = width / 2 + 0.15
        boxes.append((min(p[0], q[0]) - w * abs(d[1]), min(p[1], q[1]) - w * abs(d[0]),
                      max(p[0], q[0]) + w * abs(d[1]), max(p[1], q[1]) + w * abs(d[0])))  # fmt: skip
    for i in range(len(boxes)):
        for j in range(i + 2, len(boxes)):
            one, two = boxes[i], boxes[j]
            if one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]:
                return True
    return False


def walk(
    way: Sequence[Place],
    *,
    start: float = 0.6,
    pace: float = PACE,
    rests: Sequence[tuple[int, float, float]] = (),
    fov: float = 60.0,
    pitch: float = -4.0,
    eye: float = EYE,
) -> tuple[Camera, float]:
    """A camera that follows a way and the time at which it arrives.

    It waits `start` seconds, walks each leg, and turns on the spot at corners. `rests` are (number of the leg,
    metres from its start, seconds): there it stands still for a while.
    """
    t = 0.0
    yaw = camera_yaw(*unit(way[0], way[1]))
    shots: list[Shot] = []

    def stand(x: float, y: float, seconds: float) -> None:
        nonlocal t
        t = round(t + seconds, 2)
        shots.append(Shot(t, round(x, 3), round(y, 3), eye, round(yaw, 2), pitch))

    stand(*way[0], 0.0)
    stand(*way[0], start)
    for i, (a, b) in enumerate(pairwise(way)):
        d = unit(a, b)
        swing = turned(camera_yaw(*d) - yaw)
        if abs(swing) > 1:
            yaw += swing
            stand(*a, TURN * abs(swing) / 90)
        gone = 0.0
        for leg, at, seconds in rests:
            if leg == i:
                stand(a[0] + d[0] * at, a[1] + d[1] * at, (at - gone) / pace)
                stand(a[0] + d[0] * at, a[1] + d[1] * at, seconds)
                gone = at
        stand(*b, (hypot(b[0] - a[0], b[1] - a[1]) - gone) / pace)
    return Camera(kind="walk", shots=tuple(shots), fov=fov, clock="smooth"), t


def whole(t: float, *, rest: float = 0.6) -> float:
    """A clip length in whole seconds that leaves a rest at the end."""
    return float(ceil(t + rest - 1e-9))


def beside(a: Place, b: Place, at: float, side: str, width: float, deep: float, *, off: float = 0.08) -> Pose:
    """A pose by the wall of the leg a-b, `at` metres along it, facing the middle of the corridor.

    `deep`: the thing's size away from the wall.
    """
    d = unit(a, b)
    n = (-d[1], d[0]) if side == "left" else (d[1], -d[0])
    out = width / 2 - off - deep / 2
    x, y = a[0] + d[0] * at + n[0] * out, a[1] + d[1] * at + n[1] * out
    return props.rounded(Pose(x, y, 0.0, yaw_towards(-n[0], -n[1])))


def wall_decor(
    theme: Theme,
    legs: Sequence[tuple[Place, Place, float, float]],
    width: float,
    taken: Sequence[Place],
    colours: Sequence[Colour],
    rng: Rng,
    *,
    step: float = 2.6,
    clear: float = 1.35,
) -> list[Thing]:
    """Doors, windows and pictures on the walls of legs (a, b, from, to), away from `taken` places."""
    pool = [name for name in theme.decor if name in ("door", "window", "picture")] or ["door", "picture"]
    found: list[Thing] = []
    for a, b, first, last in legs:
        for side in ("left", "right"):
            at = first + rng.between(0, 80) / 100
            while at <= last:
                made = hung(theme, a, b, at, side, width, f"decor_{len(found) + 1}", colours, rng, pool=pool)
                near = min((hypot(made.pose.x - x, made.pose.y - y) for x, y in taken), default=9.0)
                if near > clear and rng.chance(3, 4):
                    found.append(made)
                at += step + rng.between(0, 60) / 100
    return found


def hung(
    theme: Theme,
    a: Place,
    b: Place,
    at: float,
    side: str,
    width: float,
    name: str,
    colours: Sequence[Colour],
    rng: Rng,
    *,
    pool: Sequence[str] = ("picture", "window"),
) -> Thing:
    """A door, window or picture on a wall of the leg a-b."""
    category = rng.choice(pool)
    wall = theme.settings["corridor"].wall
    size = props.size_of(category)
    pose = beside(a, b, at, side, width, size.d, off=0.055)
    place = Pose(pose.x, pose.y, 0.0 if category == "door" else 0.95, pose.yaw)
    return props.thing(
        name,
        "decor",
        category,
        rng.choice([c for c in colours if not clash(c, wall)] or props.apart_from(theme, wall)),
        place,
        size=size,
        made_of=props.material(theme, category, rng),
    )


def facing(pose: Pose) -> Place:
    """Unit vector that a thing faces."""
    return front(pose.yaw)
