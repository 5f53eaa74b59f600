"""Room-sized things to remember."""

from ...simulators.space import Vec, cosine, sine
from ..stage import Ball, Box, Cone, Maker, Recipe, Tube, shade, times, turn_x, turn_y, turn_z
from ._palette import DARK, GLASS, GOLD, STEEL, WATER, WOOD, accent
from ._solids import around, block, dims, rod


def statue(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w, d, h * 0.08), rgb=shade(m.rgb, 0.72))
    m.add(Box(w * 0.84, d * 0.84, h * 0.16), (0, 0, h * 0.08), rgb=shade(m.rgb, 0.85))
    m.add(Box(w * 0.94, d * 0.94, h * 0.04), (0, 0, h * 0.24), rgb=shade(m.rgb, 0.72))
    block(m, 0, -d * 0.425, h * 0.12, (w * 0.44, d * 0.02, h * 0.08), GOLD, material="metal")
    z = h * 0.28
    m.add(Cone(w * 0.26, w * 0.15, h * 0.30), (0, 0, z))
    m.add(Cone(w * 0.15, w * 0.22, h * 0.14), (0, 0, z + h * 0.30))
    m.add(Ball(w * 0.24, w * 0.15, h * 0.05), (0, 0, z + h * 0.44))
    rod(m, (0, 0, z + h * 0.44), (0, 0, z + h * 0.5), w * 0.07)
    m.add(Ball(w * 0.115, w * 0.125, h * 0.06), (0, -w * 0.02, z + h * 0.545))
    m.add(Ball(w * 0.035, w * 0.05, h * 0.015), (0, -w * 0.14, z + h * 0.54))
    # One arm is raised with a torch, the other holds a book.
    rod(m, (w * 0.2, 0, z + h * 0.44), (w * 0.33, -w * 0.04, z + h * 0.55), w * 0.06)
    rod(m, (w * 0.33, -w * 0.04, z + h * 0.55), (w * 0.3, -w * 0.08, z + h * 0.63), w * 0.05)
    rod(m, (w * 0.3, -w * 0.08, z + h * 0.60), (w * 0.3, -w * 0.08, z + h * 0.66), w * 0.03, w * 0.08)
    m.add(Cone(w * 0.07, 0.0, h * 0.06), (w * 0.3, -w * 0.08, h * 0.94), rgb=GOLD)
    rod(m, (-w * 0.2, 0, z + h * 0.44), (-w * 0.28, -w * 0.04, z + h * 0.33), w * 0.06)
    rod(m, (-w * 0.28, -w * 0.04, z + h * 0.33), (-w * 0.12, -w * 0.24, z + h * 0.34), w * 0.05)
    block(m, -w * 0.1, -w * 0.26, z + h * 0.3, (w * 0.2, w * 0.05, h * 0.09), shade(m.rgb, 0.72))


def globe(m: Maker) -> None:
    """A ball with land on it, in an arc on a foot; its axis leans to the right."""
    w, d, h = dims(m)
    r = min(w * 0.44, d * 0.44, h * 0.33)
    z = h - r * 1.14
    m.add(Cone(w * 0.36, w * 0.3, h * 0.05), rgb=WOOD, material="wood")
    m.add(Cone(w * 0.1, w * 0.06, z - r * 1.08 - h * 0.04), (0, 0, h * 0.05), rgb=WOOD, material="wood")
    m.add(Ball(r, r, r), (0, 0, z))
    tilt = turn_y(20)
    land = (240, 226, 184) if m.thing.colour in ("green", "teal", "brown", "black") else (92, 150, 78)
    # Each land is a few flat patches that overlap: bearing, latitude, half width and half height.
    for angle, up, a, b in LANDS:
        turn = times(turn_z(angle), turn_y(90 - up))
        p = (turn[2] * r * 0.955, turn[5] * r * 0.955, z + turn[8] * r * 0.955)
        m.add(Ball(b * r * 1.3, a * r * 1.3, r * 0.07), p, turn=turn, rgb=land)
    ring = times(tilt, turn_x(90))
    p = (0.0, r * 0.04, z)
    m.add(Tube(r * 1.13, r * 1.13, r * 0.08, r * 1.03, 0.0), p, turn=ring, rgb=GOLD, material="metal")
    for s in (-1.0, 1.0):
        x, rise = tilt[2] * s * r, tilt[8] * s * r
        rod(
            m, (x * 0.98, 0, z + rise * 0.98), (x * 1.12, 0, z + rise * 1.12), r * 0.06, rgb=GOLD, material="metal"
        )


LANDS: tuple[tuple[float, float, float, float], ...] = (
    (-124, 44, 0.27, 0.17), (-104, 40, 0.2, 0.13), (-116, 24, 0.15, 0.16), (-106, 10, 0.07, 0.14),
    (-94, -8, 0.18, 0.15), (-98, -28, 0.13, 0.22), (-101, -50, 0.06, 0.14),
    (-52, 46, 0.2, 0.14), (-30, 48, 0.26, 0.18), (-4, 50, 0.3, 0.2), (-46, 14, 0.21, 0.17),
    (-36, -8, 0.15, 0.2), (-34, -26, 0.1, 0.14), (-8, 28, 0.1, 0.14), (24, 38, 0.24, 0.2),
    (52, -24, 0.22, 0.15), (120, 20, 0.2, 0.26), (150, -20, 0.16, 0.24), (170, 44, 0.28, 0.14),
)  # fmt: skip


def telescope(m: Maker) -> None:
    w, d, h = dims(m)
    top = h * 0.62
    for _, c, s in around(3, 90):
        rod(
            m,
            (c * w * 0.1, s * d * 0.1, top),
            (c * w * 0.42, s * d * 0.42, h * 0.01),
            w * 0.035,
            w * 0.028,
            WOOD,
            material="wood",
        )
        m.add(Ball(w * 0.04, w * 0.04, h * 0.02), (c * w * 0.42, s * d * 0.42, h * 0.02), rgb=DARK)
    m.add(Cone(w * 0.13, w * 0.1, h * 0.1), (0, 0, top - h * 0.02), rgb=DARK)
    # The tube points up to the right.
    a = 38.0
    c, s, z = cosine(a), sine(a), h * 0.75
    long = min(w * 0.5 / c, (h - z) / s) * 0.9

    def at(part: float) -> tuple[float, float, float]:
        return part * long * c, 0.0, z + part * long * s

    r = h * 0.098
    rod(m, at(-0.55), at(0.3), r * 0.82)
    rod(m, at(0.2), at(0.86), r)
    rod(m, at(0.82), at(0.88), r * 1.12, rgb=accent(m.rgb))
    rod(m, at(0.86), at(0.885), r * 0.9, rgb=GLASS)
    rod(m, at(-0.58), at(-0.52), r * 0.9, rgb=accent(m.rgb))
    rod(m, at(-0.8), at(-0.55), r * 0.4, rgb=DARK)
    rod(m, at(-0.84), at(-0.78), r * 0.55, rgb=DARK)
    rod(m, at(0.16), at(0.22), r * 1.02, rgb=GOLD, material="metal")
    rod(
        m,
        (at(-0.3)[0] - s * r * 1.1, 0, at(-0.3)[2] + c * r * 1.1),
        (at(0.1)[0] - s * r * 1.1, 0, at(0.1)[2] + c * r * 1.1),
        r * 0.25,
        rgb=DARK,
    )


def fountain(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Tube(r * 0.94, r, h * 0.26, r * 0.84, h * 0.1))
    m.add(Tube(r, r, h * 0.05, r * 0.82, 0.0), (0, 0, h * 0.24), rgb=shade(m.rgb, 0.8))
    m.add(Cone(r * 0.83, r * 0.83, h * 0.1), (0, 0, h * 0.1), rgb=WATER)
    m.add(Cone(r * 0.22, r * 0.13, h * 0.36), (0, 0, h * 0.18))
    m.add(Tube(r * 0.2, r * 0.54, h * 0.14, r * 0.18, h * 0.06), (0, 0, h * 0.5))
    m.add(Cone(r * 0.5, r * 0.52, h * 0.02), (0, 0, h * 0.625), rgb=WATER)
    m.add(Cone(r * 0.12, r * 0.09, h * 0.16), (0, 0, h * 0.6))
    m.add(Cone(r * 0.09, r * 0.26, h * 0.08), (0, 0, h * 0.75))
    spray = (196, 228, 246)
    m.add(Cone(r * 0.07, r * 0.03, h * 0.12), (0, 0, h * 0.83), rgb=spray)
    m.add(Ball(r * 0.09, r * 0.09, h * 0.025), (0, 0, h * 0.97), rgb=spray)
    for _, c, s in around(8):
        rod(m, (c * r * 0.05, s * r * 0.05, h * 0.95), (c * r * 0.24, s * r * 0.24, h * 0.83), r * 0.03, rgb=spray)
        rod(
            m,
            (c * r * 0.54, s * r * 0.54, h * 0.63),
            (c * r * 0.66, s * r * 0.66, h * 0.2),
            r * 0.03,
            r * 0.045,
            spray,
        )


def snowman(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Ball(r, r, h * 0.235), (0, 0, h * 0.235))
    m.add(Ball(r * 0.74, r * 0.74, h * 0.18), (0, 0, h * 0.53))
    z = h * 0.755
    m.add(Ball(r * 0.5, r * 0.5, h * 0.125), (0, 0, z))
    m.add(Cone(r * 0.6, r * 0.58, h * 0.02), (0, 0, h * 0.835), rgb=DARK)
    m.add(Cone(r * 0.38, r * 0.4, h * 0.15), (0, 0, h * 0.85), rgb=DARK)
    m.add(Cone(r * 0.4, r * 0.4, h * 0.035), (0, 0, h * 0.86), rgb=(200, 60, 56))
    rod(m, (0, -r * 0.44, z), (0, -r * 0.92, z - h * 0.01), r * 0.1, r * 0.02, (240, 130, 40))
    for s in (-1, 1):
        m.add(Ball(r * 0.07, r * 0.05, r * 0.07), (s * r * 0.18, -r * 0.43, z + h * 0.035), rgb=(20, 20, 24))
        # One arm points to the front, the other one back, so that both are seen from the side.
        hand = (s * r * 0.9, -s * r * 0.5, h * 0.69)
        rod(m, (s * r * 0.5, -s * r * 0.2, h * 0.56), hand, r * 0.06, r * 0.045, (104, 74, 50))
        rod(
            m,
            (s * r * 0.78, -s * r * 0.4, h * 0.65),
            (s * r * 0.7, -s * r * 0.66, h * 0.7),
            r * 0.03,
            rgb=(104, 74, 50),
        )
    for k, zz in enumerate((0.61, 0.53, 0.45)):
        m.add(Ball(r * 0.07, r * 0.06, r * 0.07), (0, -r * (0.66, 0.75, 0.70)[k], h * zz), rgb=(20, 20, 24))
    m.add(Tube(r * 0.5, r * 0.5, h * 0.05, r * 0.3, 0.0), (0, 0, h * 0.645), rgb=(200, 60, 56), material="fabric")
    block(m, r * 0.24, -r * 0.62, h * 0.52, (r * 0.2, r * 0.1, h * 0.14), (200, 60, 56), turn=turn_x(-12))


def cannon(m: Maker) -> None:
    w, d, h = dims(m)
    # The muzzle points to the left; the wheels roll along x.
    r = h * 0.34
    for s in (-1, 1):
        y = s * d * 0.4
        rod(m, (w * 0.1, y - d * 0.05, r), (w * 0.1, y + d * 0.05, r), r, rgb=WOOD, material="wood")
        rod(m, (w * 0.1, y - d * 0.06, r), (w * 0.1, y + d * 0.06, r), r * 0.78, rgb=shade(WOOD, 0.62))
        for k in range(3):
            turn = turn_y(60 * k)
            p = (w * 0.1 - turn[2] * r * 0.85, y, r - turn[8] * r * 0.85)
            m.add(Box(r * 0.13, d * 0.14, r * 1.7), p, turn=turn, rgb=WOOD, material="wood")
        rod(m, (w * 0.1, y - d * 0.08, r), (w * 0.1, y + d * 0.08, r), r * 0.22, rgb=STEEL, material="metal")
    rod(m, (w * 0.1, -d * 0.4, r), (w * 0.1, d * 0.4, r), r * 0.14, rgb=DARK)
    rod(m, (w * 0.1, 0, r * 1.1), (w * 0.48, 0, h * 0.07), h * 0.07, rgb=WOOD, material="wood")
    a, b = (w * 0.34, 0.0, h * 0.54), (-w * 0.45, 0.0, h * 0.82)
    rod(m, a, b, h * 0.19, h * 0.12)
    m.add(Ball(h * 0.19, h * 0.19, h * 0.19), a)
    m.add(Ball(h * 0.06, h * 0.06, h * 0.06), (w * 0.455, 0, h * 0.5))

    def at(part: float) -> Vec:
        return a[0] + (b[0] - a[0]) * part, 0.0, a[2] + (b[2] - a[2]) * part

    for part, out in ((0.05, 0.197), (0.42, 0.17), (0.93, 0.155)):
        rod(m, at(part), at(part + 0.06), h * out, rgb=accent(m.rgb))
    rod(m, at(0.98), at(1.002), h * 0.095, rgb=(16, 16, 20))


RECIPES: dict[str, Recipe] = {
    "statue": statue, "globe": globe, "telescope": telescope, "fountain": fountain,
    "snowman": snowman, "cannon": cannon,
}  # fmt: skip
