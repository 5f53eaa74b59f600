"""Exact visibility without a graphics card: which thing each cell of a picture shows, by casting rays."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..schemas.scene import Scene, Thing
from ..schemas.sight import Sight
from ..simulators.scene import Body, Timeline
from ..simulators.space import View
from .hits import hits
from .rays import Cells, Grid, Rays, Whole, own, rays, table
from .stage import Ball, Box, Cone, Part, Stage, Tube, Turn3, Wedge, moved, parts_of, surroundings

PER_SECOND = 4
"""Sampled frames a second."""
WIDE = 160
"""Cells from left to right."""


class Shape(NamedTuple):
    """What a thing shows by itself: an area, and there 1 / depth of its first hit (0 for none)."""

    left: int
    top: int
    w: Grid
    cells: int
    """Cells of its silhouette."""


NOT_SEEN = Shape(0, 0, np.zeros((0, 0)), 0)


def shapes(eyes: Rays, things: Sequence[Grid]) -> list[Shape]:
    """What each of some things, given as tables of its parts, shows by itself."""
    counts = [len(rows) for rows in things]
    if not sum(counts):
        return [NOT_SEEN] * len(counts)
    cuts, found = hits(eyes, np.concatenate(things))
    out, begin = [], 0
    for count in counts:
        here = [(cuts[k], w) for k, w in enumerate(found[begin : begin + count], begin) if w is not None]
        out.append(_union(here))
        begin += count
    return out


def _union(parts: Sequence[tuple[Whole, Grid]]) -> Shape:
    """The nearest hit of all parts."""
    if not parts:
        return NOT_SEEN
    if len(parts) == 1:
        cut, w = parts[0]
        return Shape(int(cut[0]), int(cut[1]), w, int(np.count_nonzero(w)))
    cuts = np.array([cut for cut, _ in parts])
    (left, top), (right, bottom) = cuts[:, :2].min(axis=0).tolist(), cuts[:, 2:].max(axis=0).tolist()
    whole = np.zeros((bottom - top, right - left))
    for (x1, y1, x2, y2), (_, w) in zip(cuts.tolist(), parts, strict=True):
        here = whole[y1 - top : y2 - top, x1 - left : x2 - left]
        np.maximum(here, w, out=here)
    return Shape(left, top, whole, int(np.count_nonzero(whole)))


class Picture:
    """Cells that fill up with shapes; the nearest stays."""

    def __init__(self, eyes: Rays) -> None:
        self.w: Grid = np.zeros(eyes.shape)
        self.who: npt.NDArray[np.int16] = np.zeros(eyes.shape, dtype=np.int16)

    def add(self, number: int, shape: Shape) -> None:
        """One more; of two at the same depth the first stays."""
        if shape.cells:
            cut = np.s_[shape.top : shape.top + shape.w.shape[0], shape.left : shape.left + shape.w.shape[1]]
            nearer = shape.w > self.w[cut]
            np.copyto(self.w[cut], shape.w, where=nearer)
            np.copyto(self.who[cut], np.int16(number), where=nearer)


def grid_of(scene: Scene) -> tuple[int, int]:
    """The sampling grid for a scene's frame: 160 cells wide, square cells."""
    return WIDE, round(WIDE * scene.frame[1] / scene.frame[0])


def ids(stage: Stage, grid: tuple[int, int]) -> tuple[npt.NDArray[np.int16], tuple[str, ...]]:
    """Which thing each cell shows (rows from the top): 0 for surroundings, else its place in the tuple + 1."""
    eyes = rays(stage.view, grid)
    groups: dict[str, list[Part]] = {"": []}
    for part in stage.parts:
        groups.setdefault(part.id, []).append(part)
    picture = Picture(eyes)
    for number, shape in enumerate(shapes(eyes, [table(parts) for parts in groups.values()])):
        picture.add(number, shape)
    return picture.who, tuple(groups)[1:]


class Caster:
    """Casts the moments of one timeline; what neither moves nor is seen from elsewhere is cast once."""

    def __init__(self, time: Timeline, grid: tuple[int, int] | None = None) -> None:
        self.time = time
        self.grid = grid or grid_of(time.scene)
        self.names = tuple(thing.id for thing in time.scene.things)
        self._drawn = [thing for thing in time.scene.things if thing.role != "ego"]
        self._around = table(tuple(surroundings(time.scene)))
        self._tables: dict[str, tuple[Body, Grid]] = {}
        self._shapes: dict[str, tuple[Grid, Shape]] = {}
        self._view: View | None = None

    def at(self, t: float) -> tuple[dict[str, int], dict[str, int]]:
        """Visible cells and cells of the own silhouette of every thing at a time."""
        picture, shown = self.picture(t)
        counts = np.bincount(picture.who.ravel(), minlength=len(shown)).tolist()
        visible, outline = dict.fromkeys(self.names, 0), dict.fromkeys(self.names, 0)
        for name, count in zip(shown, counts, strict=True):
            if name:
                visible[name], outline[name] = count, shown[name].cells
        return visible, outline

    def picture(self, t: float) -> tuple[Picture, dict[str, Shape]]:
        """All cells at a time, and the shapes, in the order of their numbers; the first, "", is what is around."""
        eyes, tables = self._cast(t, ("", *(thing.id for thing in self._drawn)))
        picture = Picture(eyes)
        shown = {name: self._shapes[name][1] for name in tables}
        for number, shape in enumerate(shown.values()):
            picture.add(number, shape)
        return picture, shown

    def in_view(self, names: Iterable[str], t: float) -> bool:
        """Whether any of some things fills a cell of its own, be it behind others or not."""
        _, tables = self._cast(t, tuple(names))
        return any(self._shapes[name][1].cells for name in tables)

    def _cast(self, t: float, names: tuple[str, ...]) -> tuple[Rays, dict[str, Grid]]:
        """Make the shapes of some things ("" for what is around) anew, where they are not known yet."""
        view, bodies = self.time.camera(t), self.time.at(t)
        if view != self._view:
            self._shapes, self._view = {}, view
        things = self.time.things
        tables = {name: self._table(things[name], bodies[name]) if name else self._around for name in names}
        eyes = rays(view, self.grid)
        # A table is made anew only when its thing has moved, so its identity tells whether it has.
        stale = [name for name, rows in tables.items() if self._shapes.get(name, (None,))[0] is not rows]
        for name, shape in zip(stale, shapes(eyes, [tables[name] for name in stale]), strict=True):
            self._shapes[name] = (tables[name], shape)
        return eyes, tables

    def _table(self, thing: Thing, body: Body) -> Grid:
        old = self._tables.get(thing.id)
        if old is None or old[0] != body:
            old = self._tables[thing.id] = (body, table(parts_of(thing, body)))
        return old[1]


def sampled(scene: Scene) -> tuple[int, ...]:
    """Numbers of the frames that are looked at: four a second, and the last."""
    step = max(1, scene.fps // PER_SECOND)
    return tuple(sorted({*range(0, scene.frames, step), scene.frames - 1}))


def sight(time: Timeline, *, grid: tuple[int, int] | None = None) -> Sight:
    """What can be seen of each thing of a scene in its sampled frames."""
    scene, caster = time.scene, Caster(time, grid)
    frames = sampled(scene)
    found = [caster.at(f / scene.fps) for f in frames]
    return Sight(
        caster.grid,
        frames,
        scene.fps,
        {name: tuple(seen[name] for seen, _ in found) for name in caster.names},
        {name: tuple(own[name] for _, own in found) for name in caster.names},
    )


# --- a picture for people -----------------------------------------------------------------------------


def preview(stage: Stage, grid: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """A flat-shaded picture (rows, columns, sRGB), without shadows, patterns and lettering."""
    eyes = rays(stage.view, grid)
    near = np.zeros(eyes.shape)
    out = np.empty((*eyes.shape, 3))
    out[:] = stage.sky
    rows = table(stage.parts)
    ray = own(eyes, rows)
    for k, (part, cut, w) in enumerate(zip(stage.parts, *hits(eyes, rows), strict=True)):
        if w is None:
            continue
        area = np.s_[cut[1] : cut[3], cut[0] : cut[2]]
        nearer = w > near[area]
        if not nearer.any():
            continue
        np.copyto(near[area], w, where=nearer)
        depth = 1 / np.where(nearer, w, 1.0)
        cells, at = Cells(eyes, cut[None]), np.array([k])
        one = ray.some(at)
        spot = [o + cells.affine(d).reshape(w.shape) * depth for o, d in zip(one[:3], one[3:], strict=True)]
        normal = _normal(part, spot)
        sun = moved(_back(part.turn), stage.lamp.towards)
        shine = np.maximum(0.0, normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2])
        light = stage.lamp.ambient + (1 - stage.lamp.ambient) * shine
        light = np.maximum(light, part.glow)
        for channel in range(3):
            lit = part.rgb[channel] * (light * stage.lamp.rgb[channel] / 255)
            np.copyto(out[(*area, channel)], lit, where=nearer)
    return np.clip(out + 0.5, 0, 255).astype(np.uint8)


def _back(turn: Turn3) -> Turn3:
    return (turn[0], turn[3], turn[6], turn[1], turn[4], turn[7], turn[2], turn[5], turn[8])


def _normal(part: Part, spot: Sequence[Grid]) -> tuple[Grid, Grid, Grid]:
    """Outward unit normals of a primitive at places on it, in its own frame."""
    x, y, z = spot
    match part.primitive:
        case Ball(rx, ry, rz):
            found = (x / (rx * rx), y / (ry * ry), z / (rz * rz))
        case Box(w, d, h):
            found = _nearest(spot, ((1, 0, 0, w / 2), (-1, 0, 0, w / 2), (0, 1, 0, d / 2), (0, -1, 0, d / 2),
                                    (0, 0, 1, h), (0, 0, -1, 0)))  # fmt: skip
        case Wedge(w, d, h):
            side = (h * h + d * d / 4) ** 0.5
            cy, cz, at = h / side, d / 2 / side, h * d / 2 / side
            found = _nearest(spot, ((1, 0, 0, w / 2), (-1, 0, 0, w / 2), (0, cy, cz, at), (0, -cy, cz, at),
                                    (0, 0, -1, 0)))  # fmt: skip
        case Cone(bottom, top, h):
            found = _round(x, y, z, bottom, (top - bottom) / h, h)
        case Tube(bottom, top, h, hollow, floor):
            outer = _round(x, y, z, bottom, (top - bottom) / h, h)
            within = (x * x + y * y <= (hollow * 1.001) ** 2) & (z < h * 0.999)
            base = np.abs(z - floor) < 1e-4 * h
            found = (
                np.where(within, np.where(base, 0.0, -x), outer[0]),
                np.where(within, np.where(base, 0.0, -y), outer[1]),
                np.where(within, np.where(base, 1.0, 0.0), outer[2]),
            )
    size = np.sqrt(np.maximum(found[0] ** 2 + found[1] ** 2 + found[2] ** 2, 1e-18))
    return found[0] / size, found[1] / size, found[2] / size


def _nearest(spot: Sequence[Grid], planes: Sequence[tuple[float, ...]]) -> tuple[Grid, Grid, Grid]:
    """The normal of the plane that each place is nearest to."""
    best = np.full_like(spot[0], 1e18)
    out = (np.zeros_like(best), np.zeros_like(best), np.zeros_like(best))
    for a, b, c, at in planes:
        gap = np.abs(a * spot[0] + b * spot[1] + c * spot[2] - at)
        nearer = gap < best
        np.copyto(best, gap, where=nearer)
        for channel, value in zip(out, (a, b, c), strict=True):
            np.copyto(channel, value, where=nearer)
    return out


def _round(x: Grid, y: Grid, z: Grid, radius: float, slope: float, h: float) -> tuple[Grid, Grid, Grid]:
    """Normals of a frustum: of its wall, or of the end that a place lies on."""
    r = np.sqrt(x * x + y * y)
    wall = np.abs(r - radius - slope * z)
    low, high = np.abs(z), np.abs(z - h)
    end = np.minimum(low, high) < wall
    up = np.where(end, np.where(high < low, 1.0, -1.0), -slope * r)
    return np.where(end, 0.0, x), np.where(end, 0.0, y), up
