"""Where the rays of a picture's cells first meet primitives: closed forms, the same on every machine.

Rays are `eye + t * (forward + u * right + v * up)`, so t is the depth along the camera's axis. Everything
is solved for w = 1/t: planes become affine in (u, v), the discriminants of round bodies quadratic. All
primitives of a kind are solved at once, each in the rectangle of cells that can show it, the rectangles
laid one after the other in flat arrays. Only + - * / sqrt and comparisons on float64 are used, element by
element. A solid that holds the eye is not seen.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import radians, tan
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..simulators.space import Vec, View
from .stage import Ball, Box, Cone, Part, Tube, Wedge

Grid = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
Affine = tuple[Grid, Grid, Grid]
"""a + b * u + c * v, each a number per primitive."""
Quadratic = tuple[Grid, Grid, Grid, Grid, Grid, Grid]
"""a + b * u + c * v + d * u * u + e * u * v + f * v * v."""

NEAR = 1e-3
"""Depth, metres, under which a corner counts as behind the camera."""
AT_ONCE = 24_000
"""Cells that are solved together, to stay within a processor's cache."""
LARGE = 1500
"""Cells from which a primitive is solved alone."""
NOTHING = 1e-12
"""Stands for a distance of nothing, where it divides."""


class Rays(NamedTuple):
    """One ray through the middle of each cell of a grid."""

    eye: Vec
    forward: Vec
    right: Vec
    """From the middle of the picture to its right border, at depth 1."""
    up: Vec
    u: Grid
    """-1..1, a column each."""
    v: Grid
    """1..-1, a row each, the top one first."""

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.v), len(self.u)


def rays(view: View, grid: tuple[int, int]) -> Rays:
    """The rays of a view through a grid (width, height)."""
    right, up, forward = view.axes
    half = round(tan(radians(view.fov / 2)), 12)
    wide = half * view.aspect
    return Rays(
        (view.x, view.y, view.z),
        forward,
        (right[0] * wide, right[1] * wide, right[2] * wide),
        (up[0] * half, up[1] * half, up[2] * half),
        (np.arange(grid[0]) * 2 + 1) / grid[0] - 1,
        1 - (np.arange(grid[1]) * 2 + 1) / grid[1],
    )


# --- tables of primitives -----------------------------------------------------------------------------

BOX, WEDGE, BALL, CONE, TUBE = range(5)
COLUMNS = 18
"""Kind, five measures, three of the place, nine of the turn."""


def table(parts: Sequence[Part]) -> Grid:
    """The geometry of parts, a row each."""
    return np.array([_row(part) for part in parts], dtype=np.float64).reshape(len(parts), COLUMNS)


def _row(part: Part) -> tuple[float, ...]:
    match part.primitive:
        case Box(w, d, h):
            measures = (BOX, w, d, h, 0.0, 0.0)
        case Wedge(w, d, h):
            measures = (WEDGE, w, d, h, 0.0, 0.0)
        case Ball(rx, ry, rz):
            measures = (BALL, rx, ry, rz, 0.0, 0.0)
        case Cone(bottom, top, h):
            measures = (CONE, bottom, top, h, 0.0, 0.0)
        case Tube(bottom, top, h, hollow, floor):
            measures = (TUBE, bottom, top, h, hollow, floor)
    return (*measures, *part.place, *part.turn)


class Own(NamedTuple):
    """The rays in the frames of primitives: where they start, and their direction for u and v."""

    x: Grid
    y: Grid
    z: Grid
    dx: Affine
    dy: Affine
    dz: Affine

    def some(self, at: Whole) -> "Own":
        """Of some primitives."""
        return Own(self.x[at], self.y[at], self.z[at], _some(self.dx, at), _some(self.dy, at), _some(self.dz, at))


def _some(a: Affine, at: Whole) -> Affine:
    return a[0][at], a[1][at], a[2][at]


def own(eyes: Rays, rows: Grid) -> Own:
    """The rays as each primitive sees them."""
    turn = [rows[:, 9 + k] for k in range(9)]
    start = [eyes.eye[k] - rows[:, 6 + k] for k in range(3)]

    def inward(k: int, p: Sequence[float] | Sequence[Grid]) -> Grid:
        found: Grid = turn[k] * p[0] + turn[3 + k] * p[1] + turn[6 + k] * p[2]
        return found

    ways = [(inward(k, eyes.forward), inward(k, eyes.right), inward(k, eyes.up)) for k in range(3)]
    return Own(inward(0, start), inward(1, start), inward(2, start), ways[0], ways[1], ways[2])


def _bounds(rows: Grid) -> tuple[Sequence[Grid], Sequence[Grid]]:
    """Least and greatest corner of each primitive in its own frame."""
    kind, a, b, c = rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3]
    radius = np.maximum(a, b)
    flat, ball = kind <= WEDGE, kind == BALL
    x = np.where(flat, a / 2, np.where(ball, a, radius))
    y = np.where(flat, b / 2, np.where(ball, b, radius))
    return (-x, -y, np.where(ball, -c, 0.0)), (x, y, c)


def areas(eyes: Rays, rows: Grid, ray: Own) -> Whole:
    """For each primitive left, top, right, bottom of a rectangle of cells outside which it is not.

    Right and bottom are not in it; it is empty for what is out of the picture.
    """
    height, width = eyes.shape
    lo, hi = _bounds(rows)
    # The axes are not of unit length: u and v are shares of the picture's half width and height.
    rr, uu = (sum(c * c for c in axis) for axis in (eyes.right, eyes.up))
    count = len(rows)
    depth, u, v = (np.empty((8, count)) for _ in range(3))
    for k in range(8):
        x, y, z = ((hi if k >> axis & 1 else lo)[axis] - ray[axis] for axis in range(3))
        depth[k] = x * ray.dx[0] + y * ray.dy[0] + z * ray.dz[0]
        u[k] = x * ray.dx[1] + y * ray.dy[1] + z * ray.dz[1]
        v[k] = x * ray.dx[2] + y * ray.dy[2] + z * ray.dz[2]
    behind = depth < NEAR
    safe = np.where(behind, 1.0, depth)
    u, v = np.clip(u / (safe * rr), -2, 2), np.clip(v / (safe * uu), -2, 2)
    found = np.empty((count, 4), dtype=np.int64)
    found[:, 0] = np.maximum(0, (u.min(axis=0) + 1) / 2 * width - 0.5)
    found[:, 1] = np.maximum(0, (1 - v.max(axis=0)) / 2 * height - 0.5)
    found[:, 2] = np.minimum(width, (u.max(axis=0) + 1) / 2 * width + 1.5)
    found[:, 3] = np.minimum(height, (1 - v.min(axis=0)) / 2 * height + 1.5)
    some, every = behind.any(axis=0), behind.all(axis=0)
    found[some] = (0, 0, width, height)
    out = every | (found[:, 0] >= found[:, 2]) | (found[:, 1] >= found[:, 3])
    found[out] = 0
    return found


# --- functions of many cells --------------------------------------------------------------------------


class Cells:
    """The cells of some rectangles, one after the other: builds functions of them."""

    def __init__(self, eyes: Rays, cuts: Whole) -> None:
        tall, wide = cuts[:, 3] - cuts[:, 1], cuts[:, 2] - cuts[:, 0]
        self.part = np.repeat(np.arange(len(cuts)), tall)
        """The primitive of each line of cells."""
        first = np.cumsum(tall) - tall
        self.v = eyes.v[np.arange(len(self.part)) - (first - cuts[:, 1])[self.part]]
        across = wide[self.part]
        begin = np.cumsum(across) - across
        self.line = np.repeat(np.arange(len(across)), across)
        """The line of each cell."""
        self.u = eyes.u[np.arange(len(self.line)) - (begin - cuts[:, 0][self.part])[self.line]]
        self.ends = np.cumsum(tall * wide)
        """Where each rectangle's cells end."""

    def number(self, a: Grid) -> Grid:
        """A primitive's number in each of its cells."""
        return a[self.part].take(self.line)

    def affine(self, f: Affine) -> Grid:
        """Of each cell."""
        out = f[1][self.part].take(self.line)
        out *= self.u
        out += (f[0][self.part] + f[2][self.part] * self.v).take(self.line)
        return out

    def quadratic(self, f: Quadratic) -> Grid:
        """Of each cell."""
        part, v = self.part, self.v
        out = f[3][part].take(self.line)
        out *= self.u
        out += (f[1][part] + f[4][part] * v).take(self.line)
        out *= self.u
        out += (f[0][part] + (f[2][part] + f[5][part] * v) * v).take(self.line)
        return out


class Sheet(Cells):
    """The cells of one large rectangle: the same numbers as Cells, with less to fetch."""

    def __init__(self, eyes: Rays, cut: Whole) -> None:
        left, top, right, bottom = cut[0].tolist()
        self.u, self.v = eyes.u[left:right], eyes.v[top:bottom, None]
        self.ends = np.array([(right - left) * (bottom - top)])

    def number(self, a: Grid) -> Grid:
        """The same in all cells."""
        return a

    def affine(self, f: Affine) -> Grid:
        """Of each cell."""
        out: Grid = f[1] * self.u + (f[0] + f[2] * self.v)
        return out

    def quadratic(self, f: Quadratic) -> Grid:
        """Of each cell."""
        u, v = self.u, self.v
        out: Grid = f[3] * u + (f[1] + f[4] * v)
        out *= u
        out += f[0] + (f[2] + f[5] * v) * v
        return out


def _scaled(k: Grid | float, a: Affine) -> Affine:
    return k * a[0], k * a[1], k * a[2]


def _plus(*terms: Affine) -> Affine:
    (a, b, c), *rest = terms
    for more in rest:
        a, b, c = a + more[0], b + more[1], c + more[2]
    return a, b, c


def _squares(*terms: tuple[Grid | float, Affine]) -> Quadratic:
    """Sum of squares of affine functions, with factors."""
    out: list[Grid | float] = [0.0] * 6
    for k, (a, b, c) in terms:
        for slot, value in enumerate((a * a, 2 * a * b, 2 * a * c, b * b, 2 * b * c, c * c)):
            out[slot] = out[slot] + k * value
    return tuple(out)  # type: ignore[return-value]


Solver = Callable[[Cells, Grid, Own], Grid]

# --- hits ---------------------------------------------------------------------------------------------


def hits(eyes: Rays, rows: Grid) -> tuple[Whole, list[Grid | None]]:
    """The rectangle of each primitive and in it 1 / depth of the first hit, 0 where it is missed.

    None for what is out of the picture.
    """
    ray = own(eyes, rows)
    cuts = areas(eyes, rows, ray)
    found: list[Grid | None] = [None] * len(rows)
    size = (cuts[:, 2] - cuts[:, 0]) * (cuts[:, 3] - cuts[:, 1])
    seen = np.flatnonzero(size)
    for solve, at in _groups(rows, ray, seen):
        for few in _portions(at, size):
            cells = (Sheet if len(few) == 1 and size[few[0]] > LARGE else Cells)(eyes, cuts[few])
            w = solve(cells, rows[few], ray.some(few)).reshape(-1)
            begin = 0
            for k, end in zip(few.tolist(), cells.ends.tolist(), strict=True):
                left, top, right, bottom = cuts[k]
                found[k] = w[begin:end].reshape(bottom - top, right - left)
                begin = end
    return cuts, found


def _portions(at: Whole, size: Whole) -> Iterator[Whole]:
    """Large primitives one by one, the others in runs with no more than so many cells together."""
    large = size[at] > LARGE
    yield from (at[k : k + 1] for k in np.flatnonzero(large))
    at = at[~large]
    ends = np.cumsum(size[at])
    begin, done = 0, 0
    while begin < len(at):
        end = max(begin + 1, int(np.searchsorted(ends, done + AT_ONCE, side="right")))
        yield at[begin:end]
        begin, done = end, int(ends[end - 1])


def _groups(rows: Grid, ray: Own, seen: Whole) -> Iterator[tuple[Solver, Whole]]:
    """The primitives in the picture, by what there is to solve for them."""
    kind = rows[seen, 0]
    flat = seen[kind <= WEDGE]
    if len(flat):
        _, inside = _planes(rows[flat], ray.some(flat))
        faces = (inside < 0).sum(axis=0)
        for count in range(1, 5):
            if len(at := flat[faces == count]):
                yield partial(_convex, count), at
    if len(at := seen[kind == BALL]):
        yield _ball, at
    for which, solve in ((CONE, _cone), (TUBE, _tube)):
        at = seen[kind == which]
        above, below = ray.z[at] > rows[at, 3], ray.z[at] < 0
        for name, mask in (("above", above), ("below", below), ("beside", ~(above | below))):
            if mask.any():
                yield partial(solve, name), at[mask]


def _planes(rows: Grid, ray: Own) -> tuple[list[Affine], Grid]:
    """For each of six planes n * direction, and how far inside it the eye is (negative outside)."""
    x, y, h = rows[:, 1] / 2, rows[:, 2] / 2, rows[:, 3]
    gable = rows[:, 0] == WEDGE
    # A slope: h * |y| + (d / 2) * z = h * d / 2; a gable has no top, so its bottom stands for it.
    across, rise = np.where(gable, h, 1.0), np.where(gable, y, 0.0)
    lid = np.where(gable, -1.0, 1.0)
    dx, dy, dz = ray.dx, ray.dy, ray.dz
    normals = [
        dx,
        _scaled(-1.0, dx),
        _plus(_scaled(across, dy), _scaled(rise, dz)),
        _plus(_scaled(-across, dy), _scaled(rise, dz)),
        _scaled(lid, dz),
        _scaled(-1.0, dz),
    ]
    lean = rise * ray.z
    inside = np.stack(
        [
            x - ray.x,
            x + ray.x,
            across * y - across * ray.y - lean,
            across * y + across * ray.y - lean,
            np.where(gable, 1e9, h - ray.z),
            ray.z,
        ]
    )
    return normals, inside


def _convex(faces: int, cells: Cells, rows: Grid, ray: Own) -> Grid:
    """Enters through the last of so many planes that face the eye, unless it has left by another before."""
    normals, inside = _planes(rows, ray)
    order = np.argsort(inside >= 0, axis=0, kind="stable")
    every = np.arange(len(rows))
    stacked = [np.stack([normal[k] for normal in normals]) for k in range(3)]
    inside = np.where(inside == 0, NOTHING, inside)
    enter: Grid | None = None
    leave: Grid | None = None
    for k in range(6):
        pick = (order[k], every)
        by = 1 / inside[pick]
        w = cells.affine((stacked[0][pick] * by, stacked[1][pick] * by, stacked[2][pick] * by))
        if k < faces:
            enter = w if enter is None else np.minimum(enter, w, out=enter)
        else:
            leave = w if leave is None else np.maximum(leave, w, out=leave)
    if enter is None or leave is None:
        return np.zeros(int(cells.ends[-1]))
    np.maximum(leave, 0.0, out=leave)
    enter *= enter > leave
    return enter


def _ball(cells: Cells, rows: Grid, ray: Own) -> Grid:
    p, q, r = 1 / rows[:, 1], 1 / rows[:, 2], 1 / rows[:, 3]
    x, y, z = ray.x * p, ray.y * q, ray.z * r
    dx, dy, dz = _scaled(p, ray.dx), _scaled(q, ray.dy), _scaled(r, ray.dz)
    inside = x * x + y * y + z * z - 1
    # Where the eye is inside, the larger root is behind it: nothing is seen.
    by = 1 / np.where(inside > 0, inside, 1.0)
    towards = _scaled(by, _plus(_scaled(x, dx), _scaled(y, dy), _scaled(z, dz)))
    found = cells.quadratic(_squares((1.0, towards), (-by, dx), (-by, dy), (-by, dz)))
    meets = found >= 0
    np.maximum(found, 0.0, out=found)
    w = np.sqrt(found, out=found)
    w -= cells.affine(towards)
    meets &= w > 0
    if (inside <= 0).any():
        meets &= cells.number(inside) > 0
    w *= meets
    return w


def _mantle(
    cells: Cells, ray: Own, dz: Grid, radius: Grid, slope: Grid | float, low: Grid, high: Grid, *, far: bool
) -> Grid:
    """The round wall of a frustum between two heights, where it is entered, or left (`far`)."""
    r = radius + slope * ray.z
    spread = _scaled(slope, ray.dz)
    c = ray.x * ray.x + ray.y * ray.y - r * r
    by = 1 / np.where(c == 0, NOTHING, c)
    towards = _scaled(by, _plus(_scaled(ray.x, ray.dx), _scaled(ray.y, ray.dy), _scaled(-r, spread)))
    found = cells.quadratic(_squares((1.0, towards), (-by, ray.dx), (-by, ray.dy), (by, spread)))
    meets = found >= 0
    np.maximum(found, 0.0, out=found)
    w = np.sqrt(found, out=found)
    # The roots are (-b +- sqrt) / c: for c > 0 the plus is entered first, for c < 0 it comes second.
    sign = np.where(by > 0, 1.0, -1.0) * (-1.0 if far else 1.0)
    if not (sign > 0).all():
        w *= cells.number(sign)
    w -= cells.affine(towards)
    meets &= w > 0
    height = w * cells.number(ray.z)
    height += dz
    meets &= height >= (w * cells.number(low) if low.any() else 0.0)
    meets &= height <= w * cells.number(high)
    w *= meets
    return w


def _disc(cells: Cells, ray: Own, z: Grid, outer: Grid, inner: Grid | None = None) -> Grid:
    """A level disc, or ring, at a height."""
    at = _scaled(1 / (z - ray.z), ray.dz)
    px, py = _plus(ray.dx, _scaled(ray.x, at)), _plus(ray.dy, _scaled(ray.y, at))
    w = cells.affine(at)
    meets = w > 0
    meets &= cells.quadratic(_squares((1.0, px), (1.0, py), (-outer * outer, at))) <= 0
    if inner is not None:
        meets &= cells.quadratic(_squares((1.0, px), (1.0, py), (-inner * inner, at))) >= 0
    w *= meets
    return w


def _cone(where: str, cells: Cells, rows: Grid, ray: Own) -> Grid:
    bottom, top, h = rows[:, 1], rows[:, 2], rows[:, 3]
    zero = np.zeros_like(h)
    w = _mantle(cells, ray, cells.affine(ray.dz), bottom, (top - bottom) / h, zero, h, far=False)
    if where == "above":
        np.maximum(w, _disc(cells, ray, h, top), out=w)
    elif where == "below":
        np.maximum(w, _disc(cells, ray, zero, bottom), out=w)
    return w


def _tube(where: str, cells: Cells, rows: Grid, ray: Own) -> Grid:
    bottom, top, h, hollow, floor = (rows[:, k] for k in range(1, 6))
    zero = np.zeros_like(h)
    ring = floor <= 0
    dz = cells.affine(ray.dz)
    w = _mantle(cells, ray, dz, bottom, (top - bottom) / h, zero, h, far=False)
    if where == "above":
        np.maximum(w, _disc(cells, ray, h, top, hollow), out=w)
    if where == "below":
        np.maximum(w, _disc(cells, ray, zero, bottom, np.where(ring, hollow, zero)), out=w)
    if where != "below" or ring.any():
        # Of a closed vessel, what is seen of the cavity from below lies behind its bottom.
        np.maximum(w, _mantle(cells, ray, dz, hollow, 0.0, np.maximum(floor, zero), h, far=True), out=w)
    if where != "below" and not ring.all():
        base = np.where(ring | (ray.z == floor), -1e9, floor)
        np.maximum(w, _disc(cells, ray, base, np.where(ring, 0.0, hollow)), out=w)
    return w
