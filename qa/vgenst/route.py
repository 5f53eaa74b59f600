"""What can be read from the camera's own walk: where it starts and ends, its turns, and when it comes to a thing.

Also the same walk otherwise: mirrored, with two things swapped, or continued after the video.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, radians, sin

from msgspec.structs import replace

from ...schemas.scene import Pose, Scene, Shot, Thing
from ...simulators.space import cosine, sine, turned
from .base import NoQuestion, World
from .direction import Heading, bearing, components, of_view

TICKS = 12
"""Looks a second at the camera's place."""


def final(world: World) -> Heading:
    """Where the walk ends."""
    return of_view(world.time.camera(world.scene.duration))


def start_bearing(world: World) -> float:
    """Bearing of the start as seen from the end, degrees clockwise from straight ahead."""
    first = world.time.camera(0.0)
    if hypot(first.x - final(world).x, first.y - final(world).y) < 1.0:
        raise NoQuestion("the walk ends where it began")
    return bearing(final(world), first.x, first.y)


def start_hour(world: World) -> int:
    """The hour of the start again, without angles: the clock hand that points most nearly that way."""
    first = world.time.camera(0.0)
    ahead, right = components(final(world), first.x, first.y)
    return max(range(1, 13), key=lambda h: ahead * cos(radians(30 * h)) + right * sin(radians(30 * h)))


@lru_cache(maxsize=256)
def comes_to(world: World, name: str) -> float:
    """When the camera is nearest to a thing (for the first time), seconds."""
    pose = world.thing(name).pose
    steps = round(world.scene.duration * TICKS)
    gaps = []
    for k in range(steps + 1):
        view = world.time.camera(k / TICKS)
        gaps.append(round(hypot(view.x - pose.x, view.y - pose.y), 4))
    return gaps.index(min(gaps)) / TICKS


def way_to(scene: Scene, thing: Thing) -> float:
    """Metres walked until the camera is nearest to a thing, from the shots alone."""
    best, found, gone = float("inf"), 0.0, 0.0
    for a, b in pairwise(scene.camera.shots):
        dx, dy = b.x - a.x, b.y - a.y
        length = hypot(dx, dy)
        if length > 0:
            p = ((thing.pose.x - a.x) * dx + (thing.pose.y - a.y) * dy) / length**2
            p = max(0.0, min(1.0, p))
            gap = hypot(thing.pose.x - a.x - p * dx, thing.pose.y - a.y - p * dy)
            if gap < best - 1e-6:
                best, found = gap, gone + p * length
        gone += length
    return found


def length_walked(scene: Scene) -> float:
    """Metres of the whole way, from the shots."""
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(scene.camera.shots))


def turning(scene: Scene) -> list[tuple[float, float, float]]:
    """Turns as (start, end, degrees to the left), neighbouring pieces joined."""
    found: list[tuple[float, float, float]] = []
    for a, b in pairwise(scene.camera.shots):
        swing = b.yaw - a.yaw
        if abs(swing) < 0.5:
            continue
        if found and found[-1][2] * swing > 0 and a.t - found[-1][1] < 0.01:
            found[-1] = (found[-1][0], b.t, found[-1][2] + swing)
        else:
            found.append((a.t, b.t, swing))
    return found


def mirrored(scene: Scene) -> Scene:
    """The same scene with east and west exchanged."""
    things = tuple(replace(t, pose=Pose(-t.pose.x, t.pose.y, t.pose.z, turned(-t.pose.yaw))) for t in scene.things)
    shots = tuple(replace(s, x=-s.x, yaw=-s.yaw) for s in scene.camera.shots)
    walls = tuple((-x1, y1, -x2, y2, h) for x1, y1, x2, y2, h in scene.surroundings.walls)
    return replace(
        scene,
        things=things,
        camera=replace(scene.camera, shots=shots),
        surroundings=replace(scene.surroundings, walls=walls),
    )


def swapped(scene: Scene, first: str, second: str) -> Scene:
    """Two things in each other's place."""
    a, b = scene.thing(first).pose, scene.thing(second).pose
    poses = {first: b, second: a}
    return replace(scene, things=tuple(replace(t, pose=poses.get(t.id, t.pose)) for t in scene.things))


def continued(scene: Scene, steps: Sequence[tuple[float, float, float]]) -> Scene:
    """The walk goes on: steps of (seconds, degrees to the left, then metres ahead), turning before walking."""
    last = scene.camera.shots[-1]
    t, x, y, yaw = scene.duration, last.x, last.y, last.yaw
    shots = [*scene.camera.shots]
    if last.t < t:
        shots.append(replace(last, t=t))
    for seconds, swing, metres in steps:
        yaw += swing
        x, y = x - sine(yaw) * metres, y + cosine(yaw) * metres
        t += seconds
        shots.append(Shot(round(t, 2), round(x, 3), round(y, 3), last.z, round(yaw, 2), last.pitch))
    return replace(scene, camera=replace(scene.camera, shots=tuple(shots)), duration=float(-(-t // 1)))


def walked_back(scene: Scene) -> Scene:
    """After the video the camera turns round and walks the same way back to its start."""
    steps: list[tuple[float, float, float]] = [(3.0, 180.0, 0.0)]
    for a, b in reversed(list(pairwise(scene.camera.shots))):
        metres, swing = hypot(b.x - a.x, b.y - a.y), b.yaw - a.yaw
        if metres > 0.05:
            steps.append((metres / 1.5, 0.0, metres))
        elif abs(swing) > 0.5:
            steps.append((abs(swing) / 38, -swing, 0.0))
    return continued(scene, steps)
