"""Who is in sight of whom past a thing that hides, and walks round it: what VI reads from a scene.

A scene has one observer, one target and one occluder; all is seen in the plan, for bodies stand upright and the
occluder is taller than they are.
"""

from math import atan2, cos, degrees, hypot, radians, sin
from typing import Literal, NamedTuple

from msgspec.structs import replace

from ...schemas.scene import Move, Point, Scene, Thing, Turn
from ...simulators.space import corners, local, segment_gap, turned
from .base import NoQuestion, World

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
    "far": "behind it",
    "near": "in front of it",
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


def free(world: World, after: Scene) -> bool:
    """Whether the changed walk keeps clear of all others, who stand where they stood at the start."""
    changed = World(after)
    walks = [e for e in after.events if isinstance(e, Move)]
    others = [place(world, one.id, 0.0) for one in agents(world) if one.id not in {m.who for m in walks}]
    for move in walks:
        spots = [place(changed, move.who, move.start + move.duration * k / 40) for k in range(41)]
        for other in others:
            if min(hypot(x - other[0], y - other[1]) for x, y in spots) < FREE - 0.2:
                return False
    return True


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
    return replace(
        scene, events=events, duration=max(scene.duration, float(-(-(move.start + duration + 0.5) // 1)))
    )


def gone_on(world: World, sweep: float) -> Scene:
    """After the video the walker goes on round the occluder."""
    scene, move = world.scene, walk_of(world.scene)
    block = cast(world).occluder.pose
    x, y = place(world, move.who, scene.duration)
    radius = hypot(x - block.x, y - block.y)
    duration = round(move.duration * abs(sweep) / max(10.0, abs(swept(world))), 2)
    path = arc((block.x, block.y), radius, angle(world, move.who, scene.duration), sweep)
    more = replace(move, path=path, start=scene.duration, duration=duration)
    return replace(scene, events=(*scene.events, more), duration=float(-(-(scene.duration + duration + 0.5) // 1)))
