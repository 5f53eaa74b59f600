"""What a flight over a district tells: in which order landmarks come into view, and where they lie.

North is at the top of the picture; directions are those between the middles of things.
"""

from functools import lru_cache
from math import hypot, radians, tan

from msgspec.structs import replace

from ...schemas.scene import Point, Scene, Thing
from ...simulators.space import compass
from .base import World
from .direction import COMPASS, sector

STEP = 0.1
"""Seconds; how finely the flight is looked at."""
INSIDE = 0.94
"""A thing is in view when its middle is this far within the picture, of the half picture."""
MARGIN = 8.0
"""Least degrees between a direction that is asked about and the border to the next word."""


def in_view(world: World, thing: Thing, t: float, inside: float = INSIDE) -> bool:
    """Whether the middle of a thing is in the picture."""
    pose, size = thing.pose, thing.size
    u, v, depth = world.time.camera(t).locate((pose.x, pose.y, pose.z + size.h / 2))
    return depth > 0 and abs(u) <= inside and abs(v) <= inside


def below(world: World, thing: Thing, t: float) -> bool:
    """The same for a camera that looks straight down, by the rectangle of ground in its view."""
    view = world.time.camera(t)
    half = tan(radians(view.fov / 2)) * (view.z - thing.pose.z - thing.size.h / 2) * INSIDE
    return abs(thing.pose.y - view.y) <= half and abs(thing.pose.x - view.x) <= half * view.aspect


def touches_view(world: World, thing: Thing, t: float) -> bool:
    """Whether any part of a thing may be in the picture of a camera that looks straight down."""
    view, size = world.time.camera(t), thing.size
    half = tan(radians(view.fov / 2)) * (view.z - thing.pose.z)
    reach = hypot(size.w, size.d) / 2 * 1.6
    return abs(thing.pose.y - view.y) <= half + reach and abs(thing.pose.x - view.x) <= half * view.aspect + reach


def first_seen(world: World, thing: Thing) -> float | None:
    """When a landmark first comes into view, seconds."""
    for k in range(int(world.scene.duration / STEP) + 1):
        if in_view(world, thing, k * STEP):
            return round(k * STEP, 2)
    return None


def in_turn(world: World) -> tuple[tuple[Thing, float], ...]:
    """The landmarks that come into view, with the time, in that order."""
    return _in_turn(world.scene)


@lru_cache(maxsize=64)
def _in_turn(scene: Scene) -> tuple[tuple[Thing, float], ...]:
    world = World(scene)
    found = [(thing, first_seen(world, thing)) for thing in scene.having("landmark")]
    return tuple(sorted(((a, t) for a, t in found if t is not None), key=lambda pair: pair[1]))


def landmarks(world: World) -> tuple[Thing, ...]:
    """The landmarks in the order in which they come into view."""
    return tuple(thing for thing, _ in in_turn(world))


def way(a: Thing, b: Thing) -> tuple[float, float]:
    """From a to b: metres east, metres north."""
    return b.pose.x - a.pose.x, b.pose.y - a.pose.y


def word(dx: float, dy: float) -> str:
    """The compass word of a way; raises NoQuestion near a border."""
    return COMPASS[sector(compass(dx, dy), 8, margin=MARGIN)]


def nearest_word(dx: float, dy: float) -> str:
    """The compass word of a way, also near a border."""
    return COMPASS[round(compass(dx, dy) / 45) % 8]


def apart(a: Thing, b: Thing) -> float:
    """Metres between the middles of two landmarks."""
    dx, dy = way(a, b)
    return hypot(dx, dy)


def reversed_flight(world: World) -> Scene:
    """The scene with everything after the rise turned round: each later landmark, and the camera, half a turn
    around the first landmark."""
    first, _, *later = landmarks(world)
    scene, names = world.scene, {thing.id for thing in later}
    x, y = first.pose.x, first.pose.y

    def turned(thing: Thing) -> Thing:
        if thing.id not in names:
            return thing
        pose = thing.pose
        return replace(thing, pose=replace(pose, x=round(2 * x - pose.x, 3), y=round(2 * y - pose.y, 3)))

    shots = tuple(replace(s, x=round(2 * x - s.x, 3), y=round(2 * y - s.y, 3)) for s in scene.camera.shots)
    things = tuple(turned(thing) for thing in scene.things)
    return replace(scene, things=things, camera=replace(scene.camera, shots=shots))


def flown_on(world: World, turn: int = 0) -> tuple[Scene, Point]:
    """The scene in which another flight follows the last, as far, turned clockwise by so many quarters; and where
    the camera ends."""
    scene, found = world.scene, list(landmarks(world))
    dx, dy = way(found[-2] if len(found) > 3 else found[0], found[-1])
    dx, dy = {0: (dx, dy), 1: (dy, -dx), -1: (-dy, dx)}[turn]
    last = scene.camera.shots[-1]
    end = Point(round(last.x + dx, 3), round(last.y + dy, 3), last.z)
    shots = (*scene.camera.shots, replace(last, t=round(scene.duration + 3, 3), x=end.x, y=end.y))
    return replace(scene, duration=scene.duration + 3, camera=replace(scene.camera, shots=shots)), end
