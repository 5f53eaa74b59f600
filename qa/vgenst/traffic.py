"""What a scene on a road tells: how each vehicle moves against the camera, its lane, who passes whom and when.

Read from places over time alone; the roles that a scene gives its vehicles are not used.
"""

from typing import Literal, NamedTuple

from msgspec.structs import replace

from ...schemas.scene import Camera, Move, Point, Scene, Thing
from .base import NoQuestion, World

Motion = Literal["slower", "faster", "same"]
LANE = 3.9
"""Width of a lane, metres."""
EVEN = 1.05
"""Speeds whose ratio is less are the same."""
CLEAR = 1.3
"""Speeds whose ratio is at least this can be told apart."""


class Passing(NamedTuple):
    """A vehicle and the camera are level."""

    t: float
    who: str
    camera_passes: bool
    """Whether the camera overtakes; else it is overtaken."""


def said_of(world: World) -> tuple[str, str, str]:
    """What they drive on and what stands beside it: road, street lamps, a street lamp; on water channel, orange
    barrels, an orange barrel."""
    wet = world.scene.surroundings.kind == "water"
    return ("channel", "orange barrels", "an orange barrel") if wet else ("road", "street lamps", "a street lamp")


def vehicles(world: World) -> tuple[Thing, ...]:
    """The vehicles that can be seen."""
    return world.scene.having("slower", "faster", "agent")


def camera_speed(world: World) -> float:
    """Metres a second along the road (north)."""
    first, last = world.scene.camera.shots[0], world.scene.camera.shots[-1]
    return (last.y - first.y) / (last.t - first.t) if last.t > first.t else 0.0


def speed(world: World, name: str) -> float:
    """Mean speed of a vehicle along the road, metres a second."""
    start, end = world.time.at(0.0)[name], world.time.at(world.scene.duration)[name]
    return (end.y - start.y) / world.scene.duration


def motion(world: World, name: str) -> Motion:
    """How a vehicle's speed compares with the camera's; raises NoQuestion where it is a near thing."""
    mine, own = speed(world, name), camera_speed(world)
    if mine <= 0 or own <= 0:
        raise NoQuestion("a vehicle does not drive along the road")
    ratio = mine / own
    if 1 / EVEN < ratio < EVEN:
        return "same"
    if 1 / CLEAR < ratio < CLEAR:
        raise NoQuestion("a vehicle's speed is too near the camera's")
    return "faster" if ratio > 1 else "slower"


def gap(world: World, name: str, t: float) -> float:
    """How far a vehicle's middle is ahead of the camera, metres."""
    return world.time.at(t)[name].y - world.time.camera(t).y


def drift(world: World, name: str) -> Motion:
    """The same as `motion`, from how the gap to the camera changes over the video."""
    change = gap(world, name, world.scene.duration) - gap(world, name, 0.0)
    return "same" if abs(change) < 2.0 else "faster" if change > 0 else "slower"


def lane(world: World, name: str) -> int:
    """The vehicle's lane: 0 the camera's own, 1 the next to the right, -1 the next to the left, and so on."""
    across = world.time.at(0.0)[name].x - world.scene.camera.shots[0].x
    nearest = round(across / LANE)
    if abs(across - nearest * LANE) > LANE / 4:
        raise NoQuestion("a vehicle drives between two lanes")
    return nearest


def passings(world: World) -> tuple[Passing, ...]:
    """Who passes whom, in order of time, to a hundredth of a second."""
    found = []
    for thing in vehicles(world):
        start, rate = gap(world, thing.id, 0.0), speed(world, thing.id) - camera_speed(world)
        t = -start / rate if abs(rate) > 1e-6 else -1.0
        if 0 < t < world.scene.duration:
            found.append(Passing(round(t, 2), thing.id, rate < 0))
    return tuple(sorted(found))


def seen_passings(world: World) -> dict[str, tuple[float, bool]]:
    """The same by label, found by stepping through the video."""
    found: dict[str, tuple[float, bool]] = {}
    steps = round(world.scene.duration * 5)
    for thing in vehicles(world):
        ahead = [gap(world, thing.id, k / 5) > 0 for k in range(steps + 1)]
        for k in range(1, steps + 1):
            if ahead[k] != ahead[k - 1]:
                found[thing.label] = (k / 5, ahead[k - 1])
    return found


def at_speed(scene: Scene, pace: float) -> Scene:
    """The scene with the camera's vehicle at another speed; it starts where it did, all else stays."""
    first = scene.camera.shots[0]
    shots = tuple(replace(s, y=round(first.y + pace * (s.t - first.t), 3)) for s in scene.camera.shots)
    own = {thing.id for thing in scene.having("ego")}
    poses = {thing.id: thing.pose for thing in scene.things}

    def moved(event: object) -> object:
        if isinstance(event, Move) and event.who in own:
            pose = poses[event.who]
            return replace(event, path=(Point(pose.x, round(pose.y + pace * event.duration, 3), pose.z),))
        return event

    events = tuple(moved(event) for event in scene.events)
    return replace(scene, camera=replace(scene.camera, shots=shots), events=events)


def going_on(scene: Scene, seconds: float) -> Scene:
    """The scene and as many seconds more, in which all keep their speeds."""
    whole = scene.duration + seconds
    starts = {thing.id: thing.pose for thing in scene.things}
    events = []
    for event in scene.events:
        if isinstance(event, Move) and len(event.path) == 1:
            pose, to = starts[event.who], event.path[0]
            part = whole / event.duration
            longer = Point(
                round(pose.x + (to.x - pose.x) * part, 3), round(pose.y + (to.y - pose.y) * part, 3), to.z
            )
            events.append(replace(event, path=(longer,), duration=whole))
    return replace(scene, duration=whole, events=tuple(events), camera=_longer(scene.camera, whole))


def _longer(camera: Camera, until: float) -> Camera:
    first, last = camera.shots[0], camera.shots[-1]
    y = first.y + (last.y - first.y) / (last.t - first.t) * (until - first.t)
    return replace(camera, shots=(*camera.shots, replace(last, t=until, y=round(y, 3))))
