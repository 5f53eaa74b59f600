"""What a metric scene is at any time: its only rules of motion, holding, pressing and reacting.

A `Timeline` is derived from a `Scene` and never stored. Causes are in the scene (events, links,
reactions), effects are worked out here, so that a counterfactual is a changed scene played again.
"""

from functools import cached_property, lru_cache
from itertools import pairwise
from math import hypot
from typing import Literal, NamedTuple

from ..schemas.scene import Event, Look, Move, Place, Point, Pose, Press, Reaction, Scene, Take, Thing, Turn
from .space import Vec, View, front, turned, yaw_towards

RISE = 0.4
"""Seconds in which an effect comes up."""
STEP = 1 / 48
"""Seconds; the clock of reactions."""
LIFT = 0.10
"""A hand passes this far above what it moves over, metres."""


STEP_LENGTH = 0.65
"""Length of a walker's step, metres."""


class Body(NamedTuple):
    """A thing at one moment."""

    x: float
    y: float
    z: float
    """Of its underside."""
    yaw: float
    inside: str | None
    """The container it is in."""
    held_by: str | None
    """Who has it in hand."""
    on: float
    """0..1: how far an effector works, or a trigger is pressed."""
    reach: Vec | None
    """Where an agent's hand is while it reaches or holds something, world metres; None at rest."""
    head: float
    """How far the head is turned, degrees counterclockwise from the body."""
    stride: float
    """Metres gone so far, for walkers in whole steps by each arrival: the phase of the legs or wheels."""

    @property
    def pose(self) -> Pose:
        """As a record."""
        return Pose(self.x, self.y, self.z, self.yaw)


class Happening(NamedTuple):
    """Something that takes place at a moment, derived."""

    t: float
    kind: Literal[
        "takes", "places", "presses", "starts", "sets_out", "arrives", "stops", "resumes", "turns", "looks"
    ]
    """`starts` is an effector that begins to work; `sets_out` and `arrives` belong to moves."""
    who: str
    what: str | None
    """Item, trigger, or what stopped it; for `starts` the trigger that did it."""
    into: str | None = None
    """Container that an item was put into, or taken out of."""


class Timeline:
    """A scene in time."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.things = {thing.id: thing for thing in scene.things}
        self.by_who: dict[str, list[Event]] = {}
        for event in scene.events:
            self.by_who.setdefault(event.who, []).append(event)
        self._holds: dict[tuple[str, int], _Hold] = {}
        self._holds = self._held()

    # --- queries --------------------------------------------------------------------------------

    @lru_cache(maxsize=512)  # noqa: B019  a timeline lives as long as its item
    def at(self, t: float) -> dict[str, Body]:
        """Every thing at a time (seconds, clipped to the clip), by id, in the scene's order."""
        t = max(0.0, min(self.scene.duration, t))
        still = self._still
        bodies = {name: still.get(name) or self._alone(thing, t) for name, thing in self.things.items()}
        return {name: still.get(name) or self._carried(name, t, bodies) for name in bodies}

    def camera(self, t: float) -> View:
        """The camera at a time."""
        cam, (w, h) = self.scene.camera, self.scene.frame
        before = after = cam.shots[0]
        for shot in cam.shots:
            if shot.t <= t:
                before = after = shot
            else:
                after = shot
                break
        p = 0.0 if after.t <= before.t else _clock(cam.clock, (t - before.t) / (after.t - before.t))
        mix = [a + (b - a) * p for a, b in zip(_numbers(before), _numbers(after), strict=True)]
        return View(mix[0], mix[1], mix[2], mix[3], mix[4], cam.fov, w / h)

    def contents(self, container: str, t: float) -> tuple[str, ...]:
        """Ids of what is in a container at a time, in the scene's order."""
        return tuple(name for name, body in self.at(t).items() if body.inside == container)

    @cached_property
    def log(self) -> tuple[Happening, ...]:
        """All that takes place, in order of time (then of the scene's events)."""
        found: list[Happening] = []
        for event in self.scene.events:
            match event:
                case Take():
                    origin = self._where(event.what, event.start)
                    found.append(Happening(_half(event), "takes", event.who, event.what, origin))
                case Place():
                    found.append(Happening(_half(event), "places", event.who, event.what, event.into))
                case Press():
                    found.append(Happening(_half(event), "presses", event.who, event.what))
                case Turn():
                    found.append(Happening(event.start, "turns", event.who, None))
                case Look():
                    found.append(Happening(event.start, "looks", event.who, event.what))
                case Move():
                    found.append(Happening(event.start, "sets_out", event.who, None))
                    end = self._arrival(event)
                    if end is not None:
                        found.append(Happening(end, "arrives", event.who, None))
        for name, (when, trigger) in self._started.items():
            found.append(Happening(when, "starts", name, trigger))
        for (who, _), hold in self._holds.items():
            found.append(Happening(hold.begin, "stops", who, hold.by))
            if hold.end is not None:
                found.append(Happening(hold.end, "resumes", who, hold.by))
        return tuple(sorted((h for h in found if h.t <= self.scene.duration), key=lambda h: h.t))

    def started(self, effector: str) -> float | None:
        """When an effector begins to work; None if it never does."""
        found = self._started.get(effector)
        return None if found is None or found[0] > self.scene.duration else found[0]

    def speed(self, who: str, t: float) -> float:
        """Metres a second over the ground, over a tenth of a second around t."""
        a, b = self.at(max(0.0, t - 0.05)).get(who), self.at(min(self.scene.duration, t + 0.05)).get(who)
        assert a is not None and b is not None
        span = min(self.scene.duration, t + 0.05) - max(0.0, t - 0.05)
        return hypot(b.x - a.x, b.y - a.y) / span

    # --- rules ----------------------------------------------------------------------------------

    @cached_property
    def _still(self) -> dict[str, Body]:
        """What nothing ever happens to, worked out once: most of a large scene."""
        busy = {event.who for event in self.scene.events}
        busy |= {event.what for event in self.scene.events if not isinstance(event, Move | Turn)}
        busy |= {name for link in self.scene.links for name in (link.trigger, link.effector) if name is not None}
        return {
            name: Body(t.pose.x, t.pose.y, t.pose.z, t.pose.yaw, t.inside, None, 0.0, None, 0.0, 0.0)
            for name, t in self.things.items()
            if name not in busy
        }

    @cached_property
    def _started(self) -> dict[str, tuple[float, str]]:
        """Effector: when its work begins, and the trigger that did it."""
        found: dict[str, tuple[float, str]] = {}
        for event in self.scene.events:
            if isinstance(event, Press):
                for link in self.scene.links:
                    when = _half(event) + link.delay
                    if link.trigger == event.what and link.effector is not None:
                        old = found.get(link.effector)
                        if old is None or when < old[0]:
                            found[link.effector] = (when, event.what)
        return found

    def _alone(self, thing: Thing, t: float) -> Body:
        """A thing with what it does itself; what it is carried to comes later."""
        x, y, z, yaw = thing.pose.x, thing.pose.y, thing.pose.z, thing.pose.yaw
        stride, reach, head = 0.0, None, 0.0
        for index, event in enumerate(self.by_who.get(thing.id, ())):
            if event.start >= t:
                break
            p = _part(event, t)
            match event:
                case Move():
                    (x, y, z), heading, gone = self._along(event, index, t, (x, y, z))
                    stride += gone
                    if event.turns and heading is not None:
                        yaw = heading
                case Turn():
                    yaw += turned(event.yaw - yaw) * _clock("smooth", p)
                case Look() if p < 1:
                    to = self.things[event.what].pose
                    angle = turned(yaw_towards(to.x - x, to.y - y) - yaw)
                    head = max(-75.0, min(75.0, angle)) * min(1.0, 4 * p, 4 * (1 - p))
                case Take() | Place() | Press() if p < 1:
                    # The way there begins and the way home ends with the arm down, unless the hand is full.
                    full = isinstance(event, Place) if p < 0.5 else isinstance(event, Take)
                    rest = (self._hand if full else self._down)(thing, x, y, z, yaw)
                    reach = self._reach(event, thing, rest, p)
                case _:
                    pass
        if reach is None and thing.category != "hand" and self._holding(thing.id, t):
            # What is held is in front of the chest, and so is the hand.
            reach = self._hand(thing, x, y, z, yaw)
        if thing.category == "hand" and reach is not None:
            x, y, z, reach = reach[0], reach[1], reach[2] - thing.size.h * HAND_GRIP, None
        on = 0.0
        if thing.id in self._started:
            on = _clock("smooth", max(0.0, min(1.0, (t - self._started[thing.id][0]) / RISE)))
        elif any(link.trigger == thing.id for link in self.scene.links):
            on = max((_pressed(e, t) for e in self.scene.events if isinstance(e, Press) and e.what == thing.id),
                     default=0.0)  # fmt: skip
        return Body(x, y, z, yaw, None, None, on, reach, head, stride)

    def _carried(self, name: str, t: float, bodies: dict[str, Body]) -> Body:
        """A thing where its holders and containers have brought it."""
        body, thing = bodies[name], self.things[name]
        inside, holder = thing.inside, None
        pose = Pose(body.x, body.y, body.z, body.yaw)
        for event in self.scene.events:
            if not isinstance(event, Take | Place) or event.what != name or event.start >= t:
                continue
            if t >= _half(event):
                if isinstance(event, Take):
                    holder, inside = event.who, None
                else:
                    holder, inside, pose = None, event.into, event.to
        if holder is not None:
            x, y, z = self._grip(holder, t, bodies)
            return body._replace(x=x, y=y, z=z - thing.size.h * ITEM_GRIP, held_by=holder)
        return body._replace(x=pose.x, y=pose.y, z=pose.z, yaw=pose.yaw, inside=inside)

    def _holding(self, who: str, t: float) -> bool:
        """Whether an agent has something in hand at t."""
        held = False
        for event in self.by_who.get(who, ()):
            if isinstance(event, Take | Place) and _half(event) <= t:
                held = isinstance(event, Take)
        return held

    def _grip(self, who: str, t: float, bodies: dict[str, Body]) -> Vec:
        """Where the hand of a holder is."""
        body, thing = bodies[who], self.things[who]
        if thing.category == "hand":
            return body.x, body.y, body.z + thing.size.h * HAND_GRIP
        return body.reach or self._hand(thing, body.x, body.y, body.z, body.yaw)

    def _hand(self, thing: Thing, x: float, y: float, z: float, yaw: float) -> Vec:
        """Where a hand keeps what it holds: a lone hand at its place, a person's in front of the chest."""
        if thing.category == "hand":
            return x, y, z + thing.size.h * HAND_GRIP
        fx, fy = front(yaw)
        ahead = thing.size.d / 2 + 0.16
        return x + fx * ahead, y + fy * ahead, z + thing.size.h * 0.62

    def _down(self, thing: Thing, x: float, y: float, z: float, yaw: float) -> Vec:
        """Where an empty hand hangs: a person's right one beside the hip."""
        if thing.category == "hand":
            return self._hand(thing, x, y, z, yaw)
        fx, fy = front(yaw)
        aside, ahead = thing.size.w * 0.43, thing.size.h * 0.05
        return x + fy * aside + fx * ahead, y - fx * aside + fy * ahead, z + thing.size.h * 0.45

    def _reach(self, event: Take | Place | Press, thing: Thing, rest: Vec, p: float) -> Vec:
        """The hand on its way to the target and back: up, across, down, and the same way home."""
        target = self._target(event)
        if thing.category == "hand":
            top = max(rest[2], self._top(event, target))
        else:
            top = max(rest[2], target[2]) + 0.06
        way = p * 2 if p < 0.5 else (1 - p) * 2
        return _over(rest, target, top, _clock("smooth", way))

    def _top(self, event: Take | Place | Press, target: Vec) -> float:
        """How high a lone hand passes: what it carries clears the target, and a container's rim, by LIFT."""
        name = event.into if isinstance(event, Place) else None
        if isinstance(event, Take):
            name = self._where(event.what, event.start)
        carried = 0.0 if isinstance(event, Press) else self.things[event.what].size.h
        if name is None or name not in self.things:
            return target[2] + LIFT + carried
        home = self.things[name]
        return max(target[2], home.pose.z + home.size.h) + LIFT + carried

    def _target(self, event: Take | Place | Press) -> Vec:
        thing = self.things[event.what]
        if isinstance(event, Place):
            return event.to.x, event.to.y, event.to.z + thing.size.h * ITEM_GRIP
        pose = self._rest_pose(event.what, event.start)
        if isinstance(event, Press) and thing.category == "lever":
            aside, up = (part * thing.size.h for part in PRESSED_KNOB)
            dx, dy = front(pose.yaw + 90)
            return pose.x + dx * aside, pose.y + dy * aside, pose.z + up
        grip = PRESSED_TOP if isinstance(event, Press) else ITEM_GRIP
        return pose.x, pose.y, pose.z + thing.size.h * grip

    def _rest_pose(self, name: str, t: float) -> Pose:
        """Where an item lies before something happens to it at t."""
        pose = self.things[name].pose
        for event in self.scene.events:
            if isinstance(event, Place) and event.what == name and _half(event) <= t:
                pose = event.to
        return pose

    def _where(self, name: str, t: float) -> str | None:
        """The container that an item is in at t."""
        inside = self.things[name].inside if name in self.things else None
        for event in self.scene.events:
            if isinstance(event, Take | Place) and event.what == name and _half(event) <= t:
                inside = event.into if isinstance(event, Place) else None
        return inside

    # --- moving ---------------------------------------------------------------------------------

    def _along(self, move: Move, index: int, t: float, origin: Vec) -> tuple[Vec, float | None, float]:
        """Place, heading (None before the first step) and way gone on a move at t."""
        points = (Point(*origin), *move.path)
        hold = self._holds.get((move.who, index))
        if hold is not None and t > hold.begin:
            t = hold.begin if hold.end is None else max(hold.begin, t - (hold.end - hold.begin))
        total = _length(points)
        place, heading, gone = _walk(points, total * _clock(move.clock, _part(move, t)))
        if move.kind in ("walk", "enter", "leave") and total > 0:
            # Whole steps, so that who arrives stands with the feet together.
            gone *= max(1, round(total / STEP_LENGTH)) * STEP_LENGTH / total
        return place, heading, gone

    def _arrival(self, move: Move) -> float | None:
        index = self.by_who[move.who].index(move)
        hold = self._holds.get((move.who, index))
        if hold is None:
            return move.start + move.duration
        return None if hold.end is None else move.start + move.duration + (hold.end - hold.begin)

    def _held(self) -> dict[tuple[str, int], "_Hold"]:
        """Agent and number of its event: where a reaction holds it up."""
        found: dict[tuple[str, int], _Hold] = {}
        for reaction in self.scene.reactions:
            for index, event in enumerate(self.by_who.get(reaction.who, ())):
                hold = self._held_up(reaction, event) if isinstance(event, Move) else None
                if hold is not None:
                    found.setdefault((reaction.who, index), hold)
        return found

    def _held_up(self, reaction: Reaction, move: Move) -> "_Hold | None":
        """Whether and when a thing blocks an agent's way during a move.

        It blocks while its middle is in the agent's lane (half widths of both, to the side of the way)
        and ahead of the agent by no more than the gap and the two half depths.
        """
        events = [event for who in (reaction.who, reaction.to) for event in self.by_who.get(who, ())]
        names = (reaction.who, reaction.to, *(getattr(event, "what", reaction.to) for event in events))
        if any(name not in self.things for name in names):
            # A scene with unknown names still gets a timeline, so that the rule it breaks can be told.
            return None
        agent, other = self.things[reaction.who], self.things[reaction.to]
        lane = (agent.size.w + max(other.size.w, other.size.d)) / 2
        reach = reaction.gap + (agent.size.d + max(other.size.w, other.size.d)) / 2
        t, begin = move.start, None
        while t <= self.scene.duration:
            moment = t if begin is None else begin
            body = self._alone(agent, moment)
            there = self._alone(other, t)
            fx, fy = front(body.yaw)
            dx, dy = there.x - body.x, there.y - body.y
            ahead, aside = dx * fx + dy * fy, abs(dx * fy - dy * fx)
            blocks = 0 < ahead <= reach and aside < lane
            if begin is None and blocks and moment < move.start + move.duration:
                begin = t
                if reaction.kind == "full_stop":
                    return _Hold(begin, None, reaction.to)
            elif begin is not None and not blocks:
                return _Hold(begin, t, reaction.to)
            t = round(t + STEP, 6)
        return None if begin is None else _Hold(begin, None, reaction.to)


ITEM_GRIP = 0.75
"""A hand grips an item at this share of its height."""
PRESSED_TOP = 0.95
"""A hand on a pressed button is this high, of the button's height at rest: its palm on the dome."""
PRESSED_KNOB = (0.27, 0.9)
"""Where a hand on a pulled lever is, of the lever's height: to its right, and up."""
HAND_GRIP = 0.2
"""Height of the fingertips in a lone hand's box."""


class _Hold(NamedTuple):
    """A move that stands still from `begin` to `end` (None: for good)."""

    begin: float
    end: float | None
    by: str


def _half(event: Event) -> float:
    return round(event.start + event.duration / 2, 6)


def _part(event: Event, t: float) -> float:
    return 1.0 if event.duration <= 0 else max(0.0, min(1.0, (t - event.start) / event.duration))


def _clock(kind: str, p: float) -> float:
    p = max(0.0, min(1.0, p))
    return p if kind == "linear" else p * p * (3 - 2 * p)


def _pressed(event: Press, t: float) -> float:
    """How deep a trigger is while it is pressed: down within a tenth of a second, up again soon after."""
    return max(0.0, 1.0 - abs(t - _half(event)) / 0.25)


def _numbers(shot: object) -> tuple[float, ...]:
    return tuple(getattr(shot, name) for name in ("x", "y", "z", "yaw", "pitch"))


def _length(points: tuple[Point, ...]) -> float:
    return sum(_gap(a, b) for a, b in pairwise(points))


def _gap(a: Point, b: Point) -> float:
    return hypot(b.x - a.x, b.y - a.y, b.z - a.z)


def _walk(points: tuple[Point, ...], way: float) -> tuple[Vec, float | None, float]:
    heading, left = None, way
    for a, b in pairwise(points):
        gap = _gap(a, b)
        if gap <= 0:
            continue
        if hypot(b.x - a.x, b.y - a.y) > 1e-9:
            heading = yaw_towards(b.x - a.x, b.y - a.y)
        if left <= gap:
            p = left / gap
            return (a.x + (b.x - a.x) * p, a.y + (b.y - a.y) * p, a.z + (b.z - a.z) * p), heading, way
        left -= gap
    last = points[-1]
    return (last.x, last.y, last.z), heading, way


def _over(a: Vec, b: Vec, top: float, p: float) -> Vec:
    """A way from a up to `top`, across, and down to b."""
    up, across, down = max(0.0, top - a[2]), hypot(b[0] - a[0], b[1] - a[1]), max(0.0, top - b[2])
    way = p * (up + across + down)
    if way <= up:
        return a[0], a[1], a[2] + way
    if way <= up + across and across > 0:
        q = (way - up) / across
        return a[0] + (b[0] - a[0]) * q, a[1] + (b[1] - a[1]) * q, top
    return b[0], b[1], b[2] + max(0.0, up + across + down - way)
