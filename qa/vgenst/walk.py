"""What a walk along a straight path tells: when the walker is at rest, what it passes, where things lie for it.

The walker is the scene's agent, the intruder what may cross its way, the distractors stand beside the path.
"""

import itertools
from typing import Literal, NamedTuple

from msgspec.structs import replace

from ...schemas.scene import Event, Move, Point, Scene, Thing
from ...simulators.space import front
from .base import NoQuestion, World

REST = 0.6
"""Seconds from which standing still counts as a stop."""
SLOW = 0.05
"""Metres a second below which the walker stands still."""
TICK = 0.05
SIDE = 0.25
"""Metres by which a thing must be before or behind the walker to be called so."""

Behaviour = Literal["goes_on", "stops", "waits"]


class Span(NamedTuple):
    """A time in which the walker stands still."""

    start: float
    end: float


def walker(world: World) -> Thing:
    """The agent."""
    found = world.scene.having("agent")
    if len(found) != 1:
        raise NoQuestion("there is not one agent alone")
    return found[0]


def intruder(world: World) -> Thing:
    """What may come in its way."""
    found = world.scene.having("intruder")
    if len(found) != 1:
        raise NoQuestion("there is not one intruder alone")
    return found[0]


def heading(world: World) -> tuple[float, float]:
    """Unit vector of the walk, from the first step on."""
    who = walker(world).id
    for event in world.scene.events:
        if isinstance(event, Move) and event.who == who:
            body = world.time.at(min(world.scene.duration, event.start + event.duration / 2))[who]
            return front(body.yaw)
    raise NoQuestion("the agent does not walk")


def along(world: World, x: float, y: float) -> float:
    """How far along the walk a place is, metres from where the walker starts."""
    pose, (fx, fy) = walker(world).pose, heading(world)
    return (x - pose.x) * fx + (y - pose.y) * fy


def aside(world: World, x: float, y: float) -> float:
    """How far to the right of the walk a place is, metres."""
    pose, (fx, fy) = walker(world).pose, heading(world)
    return (x - pose.x) * fy - (y - pose.y) * fx


def gone(world: World, t: float) -> float:
    """How far the walker is along its way at a time."""
    body = world.time.at(t)[walker(world).id]
    return along(world, body.x, body.y)


def rests(world: World) -> tuple[Span, ...]:
    """When the walker stands still for a while, after it has set out."""
    steps = round(world.scene.duration / TICK)
    way = [gone(world, k * TICK) for k in range(steps + 1)]
    still = [abs(b - a) < SLOW * TICK for a, b in itertools.pairwise(way)]
    found: list[Span] = []
    start: int | None = None
    for k, rest in enumerate([*still, False]):
        if rest and start is None:
            start = k
        elif not rest and start is not None:
            if start > 0 and (k - start) * TICK >= REST - 1e-9:
                found.append(Span(round(start * TICK, 2), round(min(k, steps) * TICK, 2)))
            start = None
    return tuple(span for span in found if way[round(span.start / TICK)] > SLOW)


def behaviour(world: World) -> Behaviour:
    """Whether the walker stops, and whether it goes on afterwards."""
    spans = rests(world)
    if not spans:
        return "goes_on"
    return "stops" if spans[-1].end >= world.scene.duration - 1e-6 else "waits"


def logged(world: World) -> Behaviour:
    """The same, from what the timeline's rules say about the walker's moves."""
    who, going, stopped = walker(world).id, False, False
    for happening in world.time.log:
        if happening.who != who:
            continue
        if happening.kind in ("sets_out", "resumes"):
            going = True
        elif happening.kind in ("stops", "arrives") and happening.t < world.scene.duration - REST + 0.05:
            going, stopped = False, True
    return "goes_on" if not stopped else "waits" if going else "stops"


def passed(world: World) -> tuple[tuple[Thing, float], ...]:
    """The distractors that the walker passes, with the time, in that order."""
    steps = round(world.scene.duration / TICK)
    way = [gone(world, k * TICK) for k in range(steps + 1)]
    found = []
    for thing in world.scene.having("distractor"):
        at = along(world, thing.pose.x, thing.pose.y)
        if way[0] < at < way[-1]:
            found.append((thing, round(next(k for k, w in enumerate(way) if w >= at) * TICK, 2)))
    return tuple(sorted(found, key=lambda pair: pair[1]))


def comes(world: World) -> float:
    """When the intruder starts to move."""
    who = intruder(world).id
    starts = [event.start for event in world.scene.events if isinstance(event, Move) and event.who == who]
    if not starts:
        raise NoQuestion("the intruder does not move")
    return min(starts)


def shows_up(world: World) -> float:
    """When the intruder is first seen moving: its middle is in the picture."""
    other = intruder(world)
    for event in world.scene.events:
        if not isinstance(event, Move) or event.who != other.id:
            continue
        for k in range(1, round(event.duration / TICK) + 1):
            t = event.start + k * TICK
            body = world.time.at(t)[other.id]
            u, v, depth = world.time.camera(t).locate((body.x, body.y, body.z + other.size.h / 2))
            if depth > 0 and abs(u) <= 0.95 and abs(v) <= 0.95:
                return round(t, 2)
    raise NoQuestion("the intruder is not seen moving")


def unmoved(world: World) -> Scene:
    """The scene in which the intruder stays where it is at the start."""
    who = intruder(world).id
    return replace(world.scene, events=tuple(event for event in world.scene.events if event.who != who))


def walked_back(world: World) -> Scene:
    """The scene in which the walker walks the same way in the opposite direction, and nothing else moves."""
    agent, scene = walker(world), world.scene
    body, out = world.time.at(scene.duration)[agent.id], sets_out(world)
    pose = replace(agent.pose, x=round(body.x, 3), y=round(body.y, 3), yaw=round((body.yaw + 180) % 360, 2))
    to = Point(agent.pose.x, agent.pose.y, agent.pose.z)
    move: Event = Move(
        who=agent.id, start=out, duration=round(scene.duration - out, 2), path=(to,), clock="linear", kind="walk"
    )
    things = tuple(replace(t, pose=pose) if t.id == agent.id else t for t in scene.things)
    return replace(scene, things=things, events=(move,), reactions=())


def walking_on(world: World, seconds: float) -> Scene:
    """What follows the end: the way is free, and the walker goes on straight at its own pace."""
    agent, other = walker(world), intruder(world)
    scene, (fx, fy) = world.scene, heading(world)
    body = world.time.at(scene.duration)[agent.id]
    pace = own_pace(world)
    to = Point(round(body.x + fx * pace * seconds, 3), round(body.y + fy * pace * seconds, 3))
    away = replace(other.pose, x=round(body.x - fx * 60, 3), y=round(body.y - fy * 60, 3))
    poses = {
        agent.id: replace(agent.pose, x=round(body.x, 3), y=round(body.y, 3), yaw=round(body.yaw, 2)),
        other.id: away,
    }
    move: Event = Move(who=agent.id, start=0.0, duration=seconds, path=(to,), clock="linear", kind="walk")
    last = scene.camera.shots[-1]
    return replace(
        scene,
        duration=seconds,
        things=tuple(replace(t, pose=poses[t.id]) if t.id in poses else t for t in scene.things),
        events=(move,),
        reactions=(),
        camera=replace(scene.camera, shots=(replace(last, t=0.0),)),
    )


def sets_out(world: World) -> float:
    """When the walker starts to walk."""
    who = walker(world).id
    return min(event.start for event in world.scene.events if isinstance(event, Move) and event.who == who)


def own_pace(world: World) -> float:
    """Metres a second while the walker walks."""
    who = walker(world).id
    for event in world.scene.events:
        if isinstance(event, Move) and event.who == who:
            end = event.path[-1]
            return along(world, end.x, end.y) / event.duration
    raise NoQuestion("the agent does not walk")
