"""Each primitive as triangles: what every back end draws.

A mesh is made for the primitive's unit form and stretched along its axes, so that all boxes share one mesh,
all balls of a fineness one, and round bodies one for each proportion of their radii. How fine a round body is
depends on its size and on that of the scene, never on the camera: it stays the same over a video.
"""

from functools import lru_cache
from math import ceil, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..simulators.space import Vec, cosine, sine
from .stage import Ball, Box, Cone, Primitive, Tube, Wedge

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Words = NDArray[np.uint32]

AROUND = 32
"""Sides of a round body where nobody asks for another number."""
FEWEST, MOST = 8, 36
DIGITS = 4
"""Proportions of radii are rounded to so many digits, so that like bodies share a mesh."""


class Mesh(NamedTuple):
    """A closed surface; triangles run counterclockwise seen from outside."""

    vertices: "Floats"
    """n x 3, metres."""
    normals: "Floats"
    """n x 3, unit length."""
    uv: "Floats"
    """n x 3: a place on the surface, and which axes it runs along (`ROUND` and its like)."""
    triangles: "Words"
    """m x 3, indices of vertices."""


ACROSS, FRONT, TOP, BARE, ROUND, BALL = 0.0, 1.0, 2.0, 2.25, 3.0, 4.0
"""The third of `uv`: its axes are y and z, x and z, x and y (and no pattern on it); or the turn about z and the
way along z. The turn is 0..1, inside -1..-2; the way of a ball is its angle from the lower pole, radians."""


def unit(primitive: Primitive) -> tuple[Primitive, Vec]:
    """The primitive's unit form, and what x, y and z of that have to be multiplied with."""
    match primitive:
        case Box(w, d, h):
            return Box(1.0, 1.0, 1.0), (w, d, h)
        case Wedge(w, d, h):
            return Wedge(1.0, 1.0, 1.0), (w, d, h)
        case Ball(rx, ry, rz):
            return Ball(1.0, 1.0, 1.0), (rx, ry, rz)
        case Cone(bottom, top, h):
            wide = max(bottom, top)
            return Cone(round(bottom / wide, DIGITS), round(top / wide, DIGITS), 1.0), (wide, wide, h)
        case Tube(bottom, top, h, hollow, floor):
            wide = max(bottom, top)
            inner, ground = round(hollow / wide, DIGITS), round(max(0.0, floor) / h, DIGITS)
            shape = Tube(round(bottom / wide, DIGITS), round(top / wide, DIGITS), 1.0, inner, ground)
            return shape, (wide, wide, h)


def sides(primitive: Primitive, reach: float) -> int:
    """How many sides a round body gets in a scene that reaches so far (metres); a multiple of 4.

    The flats stay below about a sixth of a pixel at the usual distances.
    """
    match primitive:
        case Ball(rx, ry, rz):
            radius = max(rx, ry, rz)
        case Cone(bottom, top, _) | Tube(bottom, top, _):
            radius = max(bottom, top)
        case _:
            return FEWEST
    share = sqrt(radius / reach)
    # On a table things are looked at from near: large outlines get more, the many thin bars no more.
    wanted = 24 * share + 50 * share * share if reach < 2.0 else 28 * share
    return max(FEWEST, min(MOST, 4 * ceil(wanted)))


@lru_cache(maxsize=256, typed=True)
def unit_mesh(shape: Primitive, around: int = AROUND) -> Mesh:
    """The mesh of a unit form with so many sides, if it is round."""
    build = _Build(around)
    match shape:
        case Box(w, d, h):
            _box(build, w, d, h)
        case Wedge(w, d, h):
            _wedge(build, w, d, h)
        case Ball(rx, ry, rz):
            _ball(build, (rx, ry, rz))
        case Cone(bottom, top, h):
            build.band(bottom, 0.0, top, h)
            build.disc(bottom, 0.0, up=False)
            build.disc(top, h, up=True)
        case Tube(bottom, top, h, hollow, floor):
            build.band(bottom, 0.0, top, h)
            build.band(hollow, h, hollow, max(0.0, floor))
            build.annulus(hollow, top, h, up=True)
            # A pattern is worn on the outside alone.
            if floor > 0:
                build.disc(hollow, floor, up=True, axes=BARE)
                build.disc(bottom, 0.0, up=False)
            else:
                build.annulus(hollow, bottom, 0.0, up=False)
    return build.mesh()


def mesh(primitive: Primitive, around: int = AROUND) -> Mesh:
    """The mesh of a primitive, in its own frame."""
    shape, scale = unit(primitive)
    of = unit_mesh(shape, around)
    by = np.array(scale, np.float32)
    normals = of.normals / by
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Mesh(of.vertices * by, normals.astype(np.float32), of.uv, of.triangles)


class _Build:
    """Collects faces."""

    def __init__(self, around: int) -> None:
        self.around = around
        self.at: list[Vec] = []
        self.out: list[Vec] = []
        self.uv: list[Vec] = []
        self.faces: list[tuple[int, int, int]] = []

    def mesh(self) -> Mesh:
        """All of it."""
        normals = np.array(self.out, np.float64)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        return Mesh(
            np.array(self.at, np.float32),
            normals.astype(np.float32),
            np.array(self.uv, np.float32),
            np.array(self.faces, np.uint32),
        )

    def spoke(self, i: int) -> tuple[float, float]:
        """The i-th direction around z."""
        angle = 360.0 * (i % self.around) / self.around
        return cosine(angle), sine(angle)

    def face(self, corners: tuple[Vec, ...], normal: Vec, axes: float) -> None:
        """A flat convex face, corners counterclockwise seen from outside."""
        first = len(self.at)
        for x, y, z in corners:
            u, v = ((y, z), (x, z), (x, y))[int(axes)]
            self.at.append((x, y, z))
            self.out.append(normal)
            self.uv.append((u, v, axes))
        self.faces.extend((first, first + i, first + i + 1) for i in range(1, len(corners) - 1))

    def band(self, r1: float, z1: float, r2: float, z2: float) -> None:
        """The side of a frustum; z2 under z1 turns it inside out."""
        first = len(self.at)
        side = 1.0 if z2 > z1 else -1.0
        for i in range(self.around + 1):
            c, s = self.spoke(i)
            normal = (c * (z2 - z1), s * (z2 - z1), r1 - r2)
            for r, z in ((r1, z1), (r2, z2)):
                self.at.append((r * c, r * s, z))
                self.out.append(normal)
                self.uv.append((i / self.around if side > 0 else -1.0 - i / self.around, z, ROUND))
        for i in range(self.around):
            a, b, c2, d = (first + 2 * i + k for k in range(4))
            if r1 > 0:
                self.faces.append((a, c2, b))
            if r2 > 0:
                self.faces.append((b, c2, d))

    def disc(self, radius: float, z: float, *, up: bool, axes: float = TOP) -> None:
        """A round lid or bottom; nothing without a radius."""
        if radius <= 0:
            return
        turn = range(self.around) if up else range(self.around, 0, -1)
        corners = tuple((radius * self.spoke(i)[0], radius * self.spoke(i)[1], z) for i in turn)
        self.face(corners, (0.0, 0.0, 1.0 if up else -1.0), axes)

    def annulus(self, inner: float, outer: float, z: float, *, up: bool) -> None:
        """A flat ring."""
        first = len(self.at)
        for i in range(self.around + 1):
            for r in (inner, outer):
                x, y = r * self.spoke(i)[0], r * self.spoke(i)[1]
                self.at.append((x, y, z))
                self.out.append((0.0, 0.0, 1.0 if up else -1.0))
                self.uv.append((x, y, BARE))
        for i in range(self.around):
            a, b, c, d = (first + 2 * i + k for k in range(4))
            pair = ((a, b, d), (a, d, c)) if up else ((a, d, b), (a, c, d))
            self.faces.extend(pair)


def _box(build: _Build, w: float, d: float, h: float) -> None:
    x, y = w / 2, d / 2
    build.face(((-x, -y, 0), (x, -y, 0), (x, -y, h), (-x, -y, h)), (0, -1, 0), FRONT)
    build.face(((x, y, 0), (-x, y, 0), (-x, y, h), (x, y, h)), (0, 1, 0), FRONT)
    build.face(((x, -y, 0), (x, y, 0), (x, y, h), (x, -y, h)), (1, 0, 0), ACROSS)
    build.face(((-x, y, 0), (-x, -y, 0), (-x, -y, h), (-x, y, h)), (-1, 0, 0), ACROSS)
    build.face(((-x, -y, h), (x, -y, h), (x, y, h), (-x, y, h)), (0, 0, 1), TOP)
    build.face(((-x, y, 0), (x, y, 0), (x, -y, 0), (-x, -y, 0)), (0, 0, -1), TOP)


def _wedge(build: _Build, w: float, d: float, h: float) -> None:
    x, y = w / 2, d / 2
    build.face(((-x, -y, 0), (x, -y, 0), (x, 0, h), (-x, 0, h)), (0, -h, y), FRONT)
    build.face(((x, y, 0), (-x, y, 0), (-x, 0, h), (x, 0, h)), (0, h, y), FRONT)
    build.face(((x, -y, 0), (x, y, 0), (x, 0, h)), (1, 0, 0), ACROSS)
    build.face(((-x, y, 0), (-x, -y, 0), (-x, 0, h)), (-1, 0, 0), ACROSS)
    build.face(((-x, y, 0), (x, y, 0), (x, -y, 0), (-x, -y, 0)), (0, 0, -1), TOP)


def _ball(build: _Build, radii: Vec) -> None:
    rings = build.around // 2
    for j in range(rings + 1):
        angle = 180.0 * j / rings - 90.0
        flat, z = cosine(angle), sine(angle)
        for i in range(build.around + 1):
            c, s = build.spoke(i)
            n = (flat * c, flat * s, z)
            build.at.append((n[0] * radii[0], n[1] * radii[1], n[2] * radii[2]))
            build.out.append((n[0] / radii[0], n[1] / radii[1], n[2] / radii[2]))
            build.uv.append((i / build.around, pi * j / rings, BALL))
    step = build.around + 1
    for j in range(rings):
        for i in range(build.around):
            a = j * step + i
            if j > 0:
                build.faces.append((a, a + 1, a + step + 1))
            if j < rings - 1:
                build.faces.append((a, a + step + 1, a + step))
