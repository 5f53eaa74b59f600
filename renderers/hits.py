"""Where the rays of a picture's cells first meet primitives: closed forms, the same on every machine.

All primitives of a kind that need the same surfaces are solved at once. For w = 1 / depth planes are affine
in (u, v), and the discriminants of round bodies quadratic; only + - * / sqrt and comparisons on float64 are
used, element by element. A solid that holds the eye is not seen.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from .rays import (
    BALL,
    CONE,
    TUBE,
    WEDGE,
    Affine,
    Cells,
    Grid,
    Own,
    Rays,
    Sheet,
    Whole,
    areas,
    own,
    plus,
    scaled,
    squares,
)

AT_ONCE = 24_000
"""Cells that are solved together, to stay within a processor's cache."""
LARGE = 1500
"""Cells from which a primitive is solved alone."""
NOTHING = 1e-12
"""Stands for a distance of nothing, where it divides."""

Solver = Callable[[Cells, Grid, Own], Grid]


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
        scaled(-1.0, dx),
        plus(scaled(across, dy), scaled(rise, dz)),
        plus(scaled(-across, dy), scaled(rise, dz)),
        scaled(lid, dz),
        scaled(-1.0, dz),
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
    dx, dy, dz = scaled(p, ray.dx), scaled(q, ray.dy), scaled(r, ray.dz)
    inside = x * x + y * y + z * z - 1
    # Where the eye is inside, the larger root is behind it: nothing is seen.
    by = 1 / np.where(inside > 0, inside, 1.0)
    towards = scaled(by, plus(scaled(x, dx), scaled(y, dy), scaled(z, dz)))
    found = cells.quadratic(squares((1.0, towards), (-by, dx), (-by, dy), (-by, dz)))
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
    spread = scaled(slope, ray.dz)
    c = ray.x * ray.x + ray.y * ray.y - r * r
    by = 1 / np.where(c == 0, NOTHING, c)
    towards = scaled(by, plus(scaled(ray.x, ray.dx), scaled(ray.y, ray.dy), scaled(-r, spread)))
    found = cells.quadratic(squares((1.0, towards), (-by, ray.dx), (-by, ray.dy), (by, spread)))
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
    at = scaled(1 / (z - ray.z), ray.dz)
    px, py = plus(ray.dx, scaled(ray.x, at)), plus(ray.dy, scaled(ray.y, at))
    w = cells.affine(at)
    meets = w > 0
    meets &= cells.quadratic(squares((1.0, px), (1.0, py), (-outer * outer, at))) <= 0
    if inner is not None:
        meets &= cells.quadratic(squares((1.0, px), (1.0, py), (-inner * inner, at))) >= 0
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
