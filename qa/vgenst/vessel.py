"""What is in a vessel: two ways to tell, and how to change it. For the tasks on a table top (MC, QC, CI)."""

from collections.abc import Iterable
from math import hypot

from msgspec.structs import replace

from ...schemas.scene import Pose, Scene, Size, Thing
from ...simulators.space import cavity, cosine, local, sine
from .base import World, an

EMPTY = "it is empty"
"""The option for a container with nothing in it."""


def by_place(containers: Iterable[Thing]) -> list[Thing]:
    """From left to right for a camera that looks north."""
    return sorted(containers, key=lambda t: (t.pose.x, t.id))


def held(world: World, container: str, t: float | None = None) -> tuple[str, ...]:
    """Labels of what is in a container at a time (the end, without one), by the timeline."""
    t = world.scene.duration if t is None else t
    return tuple(world.label(name) for name in world.time.contents(container, t))


def enclosed(world: World, container: str, t: float | None = None) -> tuple[str, ...]:
    """Labels of what is in a container, by geometry alone: its middle lies in the cavity. The second way."""
    t = world.scene.duration if t is None else t
    bodies, vessel = world.time.at(t), world.thing(container)
    hollow = cavity(vessel)
    if hollow is None:
        return ()
    base = bodies[container]
    found = []
    for name, body in bodies.items():
        if name == container:
            continue
        x, y = local(base.pose, body.x, body.y)
        up = body.z + world.thing(name).size.h / 2 - base.z
        inside = hypot(x, y) < hollow.half_w if hollow.round else abs(x) < hollow.half_w and abs(y) < hollow.half_d
        if inside and hollow.floor <= up <= hollow.rim:
            found.append(world.label(name))
    return tuple(found)


def on_floor(container: Thing) -> float:
    """Height of a container's inner floor, world metres."""
    hollow = cavity(container)
    return container.pose.z + (hollow.floor if hollow is not None else 0.0)


def rehoused(scene: Scene, homes: dict[str, str]) -> Scene:
    """The same scene with items (by id) at the start in the middle of other containers (by id)."""
    things = []
    for thing in scene.things:
        if thing.id in homes:
            home = scene.thing(homes[thing.id])
            pose = Pose(home.pose.x, home.pose.y, round(on_floor(home), 3), thing.pose.yaw)
            thing = replace(thing, inside=home.id, pose=pose)
        things.append(thing)
    return replace(scene, things=tuple(things))


def above(world: World, thing: Thing) -> Thing | None:
    """The container that stands right above a thing: over its middle, and nearest in height."""
    over = [
        c
        for c in world.scene.having("container")
        if c.pose.z >= thing.pose.z + thing.size.h and abs(c.pose.x - thing.pose.x) < c.size.w / 2
    ]
    return min(over, key=lambda c: (c.pose.z, abs(c.pose.x - thing.pose.x)), default=None)


def below(world: World, container: Thing) -> Thing | None:
    """The landmark that lies right below a container."""
    under = [m for m in world.scene.having("landmark") if above(world, m) == container]
    return min(under, key=lambda m: abs(m.pose.x - container.pose.x), default=None)


def said(labels: tuple[str, ...]) -> str:
    """What a container with at most one thing in it holds, as an option: `a red apple`, `it is empty`."""
    return an(labels[0]) if labels else EMPTY


def content_test(world: World, container: str, text: str) -> bool:
    """Whether an option tells what is in a container, by geometry alone."""
    inside = enclosed(world, container)
    return not inside if text == EMPTY else [an(label) for label in inside] == [text]


DEEP = 0.4
"""How far below the rim the top of an item is let go, of the container's height."""


def nests(vessel: Thing, size: Size) -> list[Pose]:
    """Places in a container, well below its rim, where a hand lets go of an item of that size: the middle, and six
    around it."""
    hollow = cavity(vessel)
    if hollow is None:
        return []
    r = min(hollow.half_w, hollow.half_d) - max(size.w, size.d) * 0.62
    z = round(vessel.pose.z + max(hollow.floor, hollow.rim - DEEP * vessel.size.h - size.h), 3)
    ring = [(r * cosine(60 * k), r * sine(60 * k)) for k in range(6)]
    return [Pose(round(vessel.pose.x + x, 3), round(vessel.pose.y + y, 3), z) for x, y in ((0.0, 0.0), *ring)]
