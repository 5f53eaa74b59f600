"""Rules on where things are: nothing overlaps, hangs in the air, or holds the camera."""

from collections.abc import Iterator
from math import atan2, degrees, hypot, sqrt
from typing import NamedTuple

from ...qa.vgenst.base import World
from ...schemas.scene import Pose, Size, Thing
from ...schemas.vocabulary import CATEGORIES
from ...simulators.scene import Body
from ...simulators.space import SHELF_BOARDS, cavity, local, overlap, tops
from .task import Rule

SLACK = 0.004
"""Metres by which solids may run into each other, and things hang above what they rest on."""
WALL_SLACK = 0.03
"""The same against walls, whose plaster nobody sees."""
WALL = 0.1
"""Thickness of walls, metres."""
CLEAR = 0.03
"""Least distance of the camera from floor, walls and solids, metres."""
THIN = 0.06
"""What is flatter lies on the ground like paint, and other things stand on it."""
STEP = 0.25
"""Seconds between the times at which the camera's way is checked."""
HUNG = ("sign", "opening")
"""Kinds of things that hang on walls or from ceilings."""
LEGGED = ("table", "bench")
"""Furniture with room below."""


class Solid(NamedTuple):
    """A box that turns about z only."""

    pose: Pose
    size: Size


def solids(thing: Thing, pose: Pose) -> list[Solid]:
    """The boxes that a thing fills: boards for a shelf, the top for a table, else the whole."""
    size = thing.size
    if thing.category == "shelf":
        thick = 0.02 * size.h
        heights = [*(part * size.h - thick for part in SHELF_BOARDS), size.h - thick]
        return [_slab(pose, size, max(0.0, z), thick) for z in heights]
    if thing.category in LEGGED:
        return [_slab(pose, size, 0.9 * size.h, 0.1 * size.h)]
    return [Solid(pose, size)]


def _slab(pose: Pose, size: Size, z: float, thick: float) -> Solid:
    return Solid(Pose(pose.x, pose.y, pose.z + z, pose.yaw), Size(size.w, size.d, max(0.001, thick)))


def walls(world: World) -> Iterator[Solid]:
    """The walls as boxes."""
    for x1, y1, x2, y2, height in world.scene.surroundings.walls:
        length = hypot(x2 - x1, y2 - y1)
        if length >= 0.05 and height > 0:
            yield Solid(
                Pose((x1 + x2) / 2, (y1 + y2) / 2, 0.0, _yaw(x2 - x1, y2 - y1)), Size(length, WALL, height)
            )


def _yaw(dx: float, dy: float) -> float:
    return degrees(atan2(dy, dx))


def _kind(thing: Thing) -> str:
    return CATEGORIES[thing.category].parent


def _bodies(world: World) -> dict[str, Body]:
    return world.time.at(0.0)


# --- contents -----------------------------------------------------------------------------------------


def _spilt(world: World) -> str | None:
    bodies = _bodies(world)
    for thing in world.scene.things:
        if thing.inside is None:
            continue
        home = world.thing(thing.inside)
        hole = cavity(home)
        if hole is None:
            return f"{thing.id} is inside {home.id}, a {home.category}, which has no cavity"
        x, y = local(bodies[home.id].pose, thing.pose.x, thing.pose.y)
        half = min(thing.size.w, thing.size.d) / 2
        out = hypot(x, y) + half - hole.half_w if hole.round else max(
            abs(x) + half - hole.half_w, abs(y) + half - hole.half_d
        )  # fmt: skip
        if out > SLACK + 0.002:
            return f"{thing.id} reaches {out:.3f} m beyond the cavity of {home.id}"
        low, rim = home.pose.z + hole.floor, home.pose.z + hole.rim
        if not low - SLACK <= thing.pose.z <= rim:
            return f"{thing.id} lies at z = {thing.pose.z:.3f}; {home.id} is hollow from {low:.3f} to {rim:.3f}"
    return None


# --- overlaps -----------------------------------------------------------------------------------------


def _may_meet(a: Thing, b: Thing) -> bool:
    """Whether a viewer takes no offence: background, hands, paint, contents in their container."""
    if "ego" in (a.role, b.role) or "hand" in (a.category, b.category):
        return True
    if a.role in ("decor", "structure") and b.role in ("decor", "structure"):
        return True
    if min(a.size.h, b.size.h) <= THIN and {"ground", "marking"} & {_kind(a), _kind(b)}:
        return True
    return b.id == a.inside or a.id == b.inside


def _overlapping(world: World) -> str | None:
    """Sweeps along x, so that only neighbours are compared."""
    row = []
    for thing in world.scene.things:
        reach = hypot(thing.size.w, thing.size.d) / 2
        row.append((thing.pose.x - reach, thing.pose.x + reach, reach, thing))
    row.sort(key=lambda entry: entry[0])
    for at, (_, end, reach, a) in enumerate(row):
        for begin, _, other, b in row[at + 1 :]:
            if begin > end:
                break
            if abs(a.pose.y - b.pose.y) > reach + other or _may_meet(a, b):
                continue
            if any(overlap(*p, *q, slack=SLACK) for p in solids(a, a.pose) for q in solids(b, b.pose)):
                return f"{a.id} and {b.id} are in each other"
    return None


def _in_walls(world: World) -> str | None:
    upright = list(walls(world))
    for thing in world.scene.things:
        if thing.role in ("decor", "structure", "ego") or thing.category == "hand" or _kind(thing) in HUNG:
            continue
        if any(overlap(thing.pose, thing.size, *wall, slack=WALL_SLACK) for wall in upright):
            return f"{thing.id} stands in a wall"
    return None


# --- rest ---------------------------------------------------------------------------------------------


def _floating(world: World) -> str | None:
    things = world.scene.things
    water = world.scene.surroundings.kind == "water"
    for thing in things:
        if thing.role in ("decor", "structure", "ego") or thing.category == "hand" or _kind(thing) in HUNG:
            continue
        z = thing.pose.z
        if abs(z) <= SLACK + 0.002 or (water and -0.8 <= z <= 0.2) or any(_under(thing, b) for b in things):
            continue
        return f"{thing.id} hangs in the air at z = {z:.3f} m, or is sunk into what is below"
    return None


def _under(thing: Thing, base: Thing) -> bool:
    """Whether a thing rests on another, or on the floor of its cavity."""
    if base is thing or base.role == "ego":
        return False
    x, y = local(base.pose, thing.pose.x, thing.pose.y)
    if abs(x) > base.size.w / 2 + SLACK or abs(y) > base.size.d / 2 + SLACK:
        return False
    hole = cavity(base)
    heights = (base.pose.z + hole.floor,) if hole is not None and thing.inside == base.id else tops(base)
    return any(abs(thing.pose.z - height) <= SLACK + 0.002 for height in heights)


# --- camera -------------------------------------------------------------------------------------------


def _blocked(world: World) -> str | None:
    upright = list(walls(world))
    things = [t for t in world.scene.things if t.role != "ego" and t.category != "hand"]
    reaches = [sqrt(t.size.w**2 + t.size.d**2) / 2 + CLEAR for t in things]
    for k in range(int(world.scene.duration / STEP) + 1):
        t = k * STEP
        view, bodies = world.time.camera(t), world.time.at(t)
        if view.z < CLEAR:
            return f"at {t:g} s the camera is {view.z:.2f} m above the floor; {CLEAR} m is the least"
        if any(_holds(wall, view.x, view.y, view.z) for wall in upright):
            return f"at {t:g} s the camera is in a wall, at ({view.x:.2f}, {view.y:.2f}, {view.z:.2f})"
        for thing, reach in zip(things, reaches, strict=True):
            body = bodies[thing.id]
            if abs(body.x - view.x) > reach or abs(body.y - view.y) > reach:
                continue
            if any(_holds(solid, view.x, view.y, view.z) for solid in solids(thing, body.pose)):
                return f"at {t:g} s the camera is in {thing.id}, at ({view.x:.2f}, {view.y:.2f}, {view.z:.2f})"
    return None


def _holds(solid: Solid, x: float, y: float, z: float) -> bool:
    pose, size = solid
    if not pose.z - CLEAR < z < pose.z + size.h + CLEAR:
        return False
    ox, oy = local(pose, x, y)
    return abs(ox) < size.w / 2 + CLEAR and abs(oy) < size.d / 2 + CLEAR


RULES: tuple[Rule, ...] = (
    Rule("contents_lie_in_cavities", _spilt),
    Rule("solids_do_not_overlap", _overlapping),
    Rule("things_stand_clear_of_walls", _in_walls),
    Rule("things_rest_on_something", _floating),
    Rule("camera_is_in_the_open", _blocked),
)
