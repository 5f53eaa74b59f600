"""Paper goods and toys: one-hand items."""

from itertools import pairwise
from math import atan2, degrees, sqrt

from ..stage import Ball, Box, Cone, Maker, Recipe, Tube, Wedge, shade, times, turn_y, turn_z
from ._palette import CREAM, DARK, GOLD, WOOD, accent, ink, lighter
from ._solids import around, block, dims, rod


def book(m: Maker) -> None:
    w, d, h = dims(m)
    for z in (0.0, 0.82):
        m.add(Box(w, d, h * 0.15), (0, 0, z * h))
    m.add(Box(w * 0.93, d * 0.95, h * 0.7), (w * 0.01, 0, h * 0.13), rgb=CREAM, material="fabric")
    block(m, -w * 0.475, 0, h * 0.01, (w * 0.045, d * 0.995, h * 0.95), shade(m.rgb, 0.8))
    for y in (-0.32, 0.32):
        block(m, -w * 0.38, y * d, h * 0.94, (w * 0.2, d * 0.03, h * 0.05), GOLD)
    block(m, w * 0.07, d * 0.14, h * 0.94, (w * 0.6, d * 0.3, h * 0.06), CREAM, material="fabric")
    for y in (0.08, 0.17):
        block(m, w * 0.07, y * d, h * 0.96, (w * 0.4, d * 0.035, h * 0.045), DARK)
    block(m, w * 0.28, -d * 0.48, h * 0.25, (w * 0.08, d * 0.035, h * 0.5), accent(m.rgb))


def scroll(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(d, h) / 2
    rod(m, (-w * 0.4, 0, r), (w * 0.4, 0, r), r * 0.94)
    for side in (-1, 1):
        rod(m, (side * w * 0.38, 0, r), (side * w * 0.405, 0, r), r * 0.72, rgb=shade(m.rgb, 0.55))
        rod(m, (side * w * 0.4, 0, r), (side * w * 0.46, 0, r), r * 0.34, rgb=WOOD, material="wood")
        m.add(Ball(w * 0.035, r * 0.5, r * 0.5), (side * w * 0.465, 0, r), rgb=WOOD, material="wood")
    rod(m, (-w * 0.05, 0, r), (w * 0.05, 0, r), r * 0.98, rgb=CREAM if ink(m.rgb)[0] > 100 else DARK)
    m.add(Ball(r * 0.42, r * 0.1, r * 0.42), (0, -r * 0.9, r * 1.05), rgb=GOLD)
    block(m, w * 0.0, 0, 0, (w * 0.76, d * 0.9, h * 0.06))


def envelope(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w, d, h * 0.8))
    rgb = accent(m.rgb)
    # The flap is a triangle from the back edge to the seal; below it the seams of the lower flaps.
    long = sqrt(w * w / 4 + d * d * 0.68**2)
    angle = round(degrees(atan2(d * 0.68, w / 2)), 4)
    for side in (-1, 1):
        block(
            m,
            side * w * 0.246,
            d * 0.15,
            h * 0.78,
            (long * 0.95, d * 0.04, h * 0.12),
            rgb,
            turn=turn_z(angle * side),
        )
        block(
            m, side * w * 0.34, -d * 0.3, h * 0.78, (w * 0.32, d * 0.025, h * 0.07), rgb, turn=turn_z(-side * 38.0)
        )
    m.add(Cone(d * 0.12, d * 0.1, h * 0.22), (0, -d * 0.16, h * 0.78), rgb=GOLD)


def ball(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Ball(w / 2, d / 2, h / 2), (0, 0, h / 2))
    r = min(w, d, h) / 2
    light = CREAM if ink(m.rgb)[0] > 100 else DARK
    # A belt around it and a cap on either pole, tilted towards who looks.
    tilt = times(turn_z(25), turn_y(32))
    m.add(Tube(r * 1.012, r * 1.012, r * 0.26, r * 0.9, 0.0), _up(tilt, -r * 0.13, h / 2), turn=tilt, rgb=light)
    for z, a, b in ((0.9, 0.33, 0.31), (-1.005, 0.31, 0.33)):
        m.add(Cone(r * a, r * b, r * 0.105), _up(tilt, r * z, h / 2), turn=tilt, rgb=light)


def _up(turn: tuple[float, ...], z: float, lift: float) -> tuple[float, float, float]:
    return turn[2] * z, turn[5] * z, turn[8] * z + lift


def cube(m: Maker) -> None:
    """A block with bevelled edges, turned a little so that two of its sides are seen."""
    w, d, h = dims(m)
    a, up = min(w, d) * 0.85, h * 0.92
    turn = turn_z(14)
    m.add(Box(a * 0.97, a * 0.97, up), turn=turn, rgb=shade(m.rgb, 0.72))
    # A plate on each side and on top, each in a shade of its own.
    for k, part in enumerate((1.0, 0.84, 1.0, 0.84)):
        side = times(turn, turn_z(90 * k))
        out = a * 0.488
        plate = Box(a * 0.84, a * 0.03, up * 0.84)
        m.add(plate, (side[1] * -out, side[4] * -out, up * 0.08), turn=side, rgb=shade(m.rgb, part))
    m.add(Box(a * 0.86, a * 0.86, h * 0.05), (0, 0, h * 0.9), turn=turn, rgb=lighter(m.rgb, 1.22))


def cone(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Cone(r, r * 0.97, h * 0.08), rgb=shade(m.rgb, 0.85))
    m.add(Cone(r * 0.78, r * 0.12, h * 0.92), (0, 0, h * 0.08))
    light = CREAM if ink(m.rgb)[0] > 100 else DARK
    for z in (0.36, 0.62):
        a, b = (r * (0.78 - 0.66 * (t - 0.08) / 0.92) + r * 0.012 for t in (z, z + 0.13))
        m.add(Cone(a, b, h * 0.13), (0, 0, h * z), rgb=light)


def ring(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    hole = r * 0.6
    steps = ((0.0, 0.86), (0.12, 0.94), (0.3, 0.99), (0.5, 1.0), (0.7, 0.99), (0.88, 0.94), (1.0, 0.86))
    for (low, a), (high, b) in pairwise(steps):
        rgb = shade(m.rgb, 0.78) if high <= 0.5 else None
        m.add(Tube(r * a, r * b, h * (high - low), hole, 0.0), (0, 0, h * low), rgb=rgb)
    for _, c, s in around(8):
        m.add(Ball(r * 0.07, r * 0.07, h * 0.14), (c * r * 0.97, s * r * 0.97, h * 0.5), rgb=accent(m.rgb))


def star(m: Maker) -> None:
    """A thick plate: a dark rim, a bright face within it, and a pale middle."""
    w, d, h = dims(m)
    r = min(w, d) / 2
    for size, low, high, rgb in (
        (1.0, 0.0, 0.72, shade(m.rgb, 0.6)),
        (0.86, 0.7, 0.9, None),
        (0.46, 0.88, 1.0, lighter(m.rgb, 1.45)),
    ):
        whole, tall = r * size, h * (high - low)
        inner = whole * 0.46
        m.add(Cone(inner * 0.92, inner * 0.92, tall), (0, 0, h * low), rgb=rgb)
        for angle, c, s in around(5, -90):
            # A wedge on its side: its ridge upright, its edge outwards.
            turn = times(turn_z(angle), turn_y(90))
            at = (c * inner * 0.7, s * inner * 0.7, h * low + tall / 2)
            m.add(Wedge(tall, inner * 1.36, whole - inner * 0.7), at, turn=turn, rgb=rgb)


def robot_toy(m: Maker) -> None:
    w, d, h = dims(m)
    rgb = accent(m.rgb)
    for side in (-1, 1):
        block(m, side * w * 0.17, -d * 0.06, 0, (w * 0.24, d * 0.86, h * 0.1), rgb)
        block(m, side * w * 0.17, 0, h * 0.08, (w * 0.16, d * 0.4, h * 0.14), DARK)
        rod(m, (side * w * 0.34, 0, h * 0.5), (side * w * 0.44, -d * 0.1, h * 0.3), w * 0.06, rgb=rgb)
        m.add(Ball(w * 0.075, w * 0.075, w * 0.075), (side * w * 0.42, -d * 0.12, h * 0.27), rgb=rgb)
        rod(
            m, (side * w * 0.12, -d * 0.3, h * 0.745), (side * w * 0.12, -d * 0.36, h * 0.745), w * 0.09, rgb=CREAM
        )
        rod(
            m, (side * w * 0.12, -d * 0.3, h * 0.745), (side * w * 0.12, -d * 0.38, h * 0.745), w * 0.045, rgb=DARK
        )
        rod(m, (side * w * 0.3, 0, h * 0.74), (side * w * 0.36, 0, h * 0.74), w * 0.07, rgb=rgb)
    m.add(Box(w * 0.64, d * 0.66, h * 0.36), (0, 0, h * 0.2))
    m.add(Box(w * 0.6, d * 0.64, h * 0.28), (0, 0, h * 0.59))
    block(m, 0, -d * 0.33, h * 0.3, (w * 0.36, d * 0.04, h * 0.16), CREAM)
    block(m, 0, -d * 0.33, h * 0.635, (w * 0.26, d * 0.03, h * 0.03), DARK)
    rod(m, (0, 0, h * 0.86), (0, 0, h * 0.95), w * 0.025, rgb=DARK)
    m.add(Ball(w * 0.06, w * 0.06, w * 0.045), (0, 0, h - w * 0.045), rgb=rgb)


RECIPES: dict[str, Recipe] = {
    "book": book, "scroll": scroll, "envelope": envelope, "ball": ball, "cube": cube, "cone": cone, "ring": ring,
    "star": star, "robot toy": robot_toy,
}  # fmt: skip
