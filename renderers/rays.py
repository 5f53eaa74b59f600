"""One ray through the middle of each cell of a picture, and functions of the cells.

Rays are `eye + t * (forward + u * right + v * up)`, so t is the depth along the camera's axis. A primitive is
looked for in the rectangle of cells that can show it; the rectangles of many primitives lie one after the
other in flat arrays, with numbers a primitive, a line of cells, and a cell.
"""

from collections.abc import Sequence
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


def scaled(k: Grid | float, a: Affine) -> Affine:
    """Times a number."""
    return k * a[0], k * a[1], k * a[2]


def plus(*terms: Affine) -> Affine:
    """Their sum."""
    (a, b, c), *rest = terms
    for more in rest:
        a, b, c = a + more[0], b + more[1], c + more[2]
    return a, b, c


def squares(*terms: tuple[Grid | float, Affine]) -> Quadratic:
    """Sum of squares of affine functions, with factors."""
    out: list[Grid | float] = [0.0] * 6
    for k, (a, b, c) in terms:
        for slot, value in enumerate((a * a, 2 * a * b, 2 * a * c, b * b, 2 * b * c, c * c)):
            out[slot] = out[slot] + k * value
    return tuple(out)  # type: ignore[return-value]
