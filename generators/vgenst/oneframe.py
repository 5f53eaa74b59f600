"""Proof that no single frame gives an answer away: worlds with another answer that look the same there.

A frame shows each thing that fills at least one cell of the sampling grid. Two worlds show the same at a time
if all that either shows looks and stands the same as seen from the camera, and the floor and the walls are
as far away wherever they show. What is hidden may differ, and so may light and shadows.
"""

from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

import numpy as np

from ...core.errors import BadParams
from ...qa.vgenst.base import World
from ...renderers.cast import Caster, Picture, grid_of
from ...schemas.scene import Thing
from ...simulators.scene import Body, Timeline
from ...simulators.space import Vec, View, cosine, sine, turned

NEAR = 0.001
"""Metres by which places may differ."""
TURN = 0.1
"""Degrees by which directions may differ."""
PART = 0.02
"""By which states from 0 to 1 may differ."""
DEPTH = 0.005
"""Share by which distances of floor and walls may differ."""
CELLS = 0.01
"""Share of the picture's cells that may fall to either side of an edge: a row of them, for the far end of
the floor is no nearer in one world than in the other."""

Looks = tuple[object, ...]


class Seen(NamedTuple):
    """A thing as the camera has it before it."""

    looks: Looks
    place: Vec
    """To the right of the camera's heading, ahead along it, above the camera; metres."""
    yaw: float
    hand: Vec | None
    """Where its hand is, as `place`; None at rest."""
    on: float
    head: float


def same_frame(a: Timeline, b: Timeline, t: float) -> bool:
    """Whether two worlds show the same picture at a time (seconds)."""
    grid = grid_of(a.scene)
    one, other = _Moment(Caster(a, grid), t), _Moment(Caster(b, grid), t)
    return _same(one, other)


def proof(world: World, others: Iterable[World]) -> tuple[int, ...]:
    """For each sampled frame of a world's sight the number, from 1, of the first of some other worlds, all
    with other answers, that shows the same; 0 where there is none.

    Worlds are drawn from `others` only as long as frames are open. The world must have its sight, else
    BadParams is raised.
    """
    sight = world.sight
    if sight is None:
        raise BadParams("a world without sight proves nothing", hint="give World the result of cast.sight")
    found = [0] * len(sight.frames)
    caster = Caster(world.time, sight.grid)
    moments: dict[int, _Moment] = {}
    for number, other in enumerate(others, 1):
        second = Caster(other.time, sight.grid)
        for k, frame in enumerate(sight.frames):
            t = frame / sight.fps
            if not found[k] and t <= other.scene.duration:
                if k not in moments:
                    moments[k] = _Moment(caster, t, {name for name, cells in sight.visible.items() if cells[k]})
                if _same(moments[k], _Moment(second, t)):
                    found[k] = number
        if all(found):
            break
    return tuple(found)


class _Moment:
    """A world at a time; what it shows is cast when it is asked for."""

    def __init__(self, caster: Caster, t: float, shown: set[str] | None = None) -> None:
        self.caster, self.t = caster, t
        self._shown = shown
        self._picture: Picture | None = None
        self.view = caster.time.camera(t)
        self.bodies = caster.time.at(t)
        self.things = {thing.id: thing for thing in caster.time.scene.things if thing.role != "ego"}

    @property
    def picture(self) -> Picture:
        """Its cells."""
        if self._picture is None:
            self._picture, _ = self.caster.picture(self.t)
        return self._picture

    def shows(self, names: set[str]) -> bool:
        """Whether one of some things fills a cell."""
        if self._shown is None:
            if not names or not self.caster.in_view(sorted(names), self.t):
                return False
            counts = np.bincount(self.picture.who.ravel(), minlength=len(self.things) + 1).tolist()
            self._shown = {name for name, count in zip(self.things, counts[1:], strict=True) if count}
        return not names.isdisjoint(self._shown)

    def seen(self, name: str) -> Seen:
        """A thing as the camera has it before it."""
        return _seen(self.things[name], self.bodies[name], self.view)


def _seen(thing: Thing, body: Body, view: View) -> Seen:
    s, c = sine(view.yaw), cosine(view.yaw)

    def before(p: Vec) -> Vec:
        dx, dy = p[0] - view.x, p[1] - view.y
        return dx * c + dy * s, dy * c - dx * s, p[2] - view.z

    looks = (
        thing.category, thing.variant, thing.colour, thing.material, thing.pattern, thing.entries, thing.size,
    )  # fmt: skip
    hand = None if body.reach is None else before(body.reach)
    return Seen(looks, before((body.x, body.y, body.z)), body.yaw - view.yaw, hand, body.on, body.head)


def _same(a: _Moment, b: _Moment) -> bool:
    """Cheap tests first; a picture is cast only if all else agrees."""
    if (a.view.fov, a.view.aspect) != (b.view.fov, b.view.aspect) or abs(a.view.pitch - b.view.pitch) > TURN:
        return False
    odd_a, odd_b = _unmatched(a, b)
    return not a.shows(odd_a) and not b.shows(odd_b) and _same_around(a, b)


def _unmatched(a: _Moment, b: _Moment) -> tuple[set[str], set[str]]:
    """What has no double in the other world; equal things may change places."""
    alike: set[str] = set()
    if a.view == b.view:
        # The quick way: the same thing in the same state.
        for name, thing in a.things.items():
            twin = b.things.get(name)
            if twin is not None and (twin is thing or twin == thing) and a.bodies[name] == b.bodies[name]:
                alike.add(name)
    left: dict[Looks, dict[str, Seen]] = {}
    for name in b.things:
        if name not in alike:
            seen = b.seen(name)
            left.setdefault(seen.looks, {})[name] = seen
    odd_a: set[str] = set()
    for name in a.things:
        if name not in alike:
            seen = a.seen(name)
            rest = left.get(seen.looks, {})
            double = next((other for other, there in rest.items() if _agree(seen, there)), None)
            if double is None:
                odd_a.add(name)
            else:
                del rest[double]
    return odd_a, {name for rest in left.values() for name in rest}


def _agree(a: Seen, b: Seen) -> bool:
    if (
        (a.hand is None) != (b.hand is None)
        or abs(turned(a.yaw - b.yaw)) > TURN
        or _apart(a.place, b.place) > NEAR
    ):
        return False
    if a.hand is not None and b.hand is not None and _apart(a.hand, b.hand) > NEAR:
        return False
    return abs(a.on - b.on) <= PART and abs(turned(a.head - b.head)) <= TURN


def _apart(a: Vec, b: Vec) -> float:
    return hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _same_around(a: _Moment, b: _Moment) -> bool:
    """Whether floor, walls and sky look the same, and are as far away in all cells that show them."""
    one, two = a.caster.time.scene.surroundings, b.caster.time.scene.surroundings
    if (one.floor, one.floor_pattern, one.wall, one.sky) != (two.floor, two.floor_pattern, two.wall, two.sky):
        return False
    if (one.walls, one.extent) == (two.walls, two.extent) and a.view == b.view:
        return True
    p, q = a.picture, b.picture
    around = (p.who == 0) | (q.who == 0)
    off = np.abs(p.w - q.w) > DEPTH * np.maximum(p.w, q.w)
    return int(np.count_nonzero(off & around)) <= CELLS * p.w.size
