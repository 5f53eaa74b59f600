"""Tools: one-hand items, most of them lying on their side along x."""

from ..stage import Ball, Box, Cone, Maker, Recipe, Tube, shade, turn_z
from ._palette import CREAM, DARK, STEEL, WARM, accent, lighter
from ._solids import around, block, dims, hexagon, rod


def bottle(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Cone(r * 0.94, r, h * 0.04))
    m.add(Cone(r, r, h * 0.52), (0, 0, h * 0.04))
    m.add(Cone(r, r * 0.42, h * 0.16), (0, 0, h * 0.56))
    m.add(Cone(r * 0.42, r * 0.36, h * 0.2), (0, 0, h * 0.72))
    m.add(Cone(r * 0.46, r * 0.46, h * 0.08), (0, 0, h * 0.92), rgb=DARK)
    m.add(Cone(r * 1.01, r * 1.01, h * 0.24), (0, 0, h * 0.2), rgb=CREAM, material="fabric")
    m.add(Cone(r * 1.015, r * 1.015, h * 0.1), (0, 0, h * 0.27))


def candle(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Cone(r * 0.9, r, h * 0.05), rgb=STEEL, material="metal")
    m.add(Cone(r * 0.66, r * 0.62, h * 0.66), (0, 0, h * 0.05))
    m.add(Ball(r * 0.62, r * 0.62, h * 0.02), (0, 0, h * 0.71), rgb=lighter(m.rgb, 1.4))
    for angle, low in ((-100, 0.5), (-50, 0.58), (80, 0.52), (170, 0.46)):
        for _, c, s in around(1, angle):
            rod(
                m,
                (c * r * 0.6, s * r * 0.6, h * 0.7),
                (c * r * 0.63, s * r * 0.63, h * low),
                r * 0.1,
                r * 0.14,
                lighter(m.rgb, 1.25),
            )
    rod(m, (0, 0, h * 0.7), (0, 0, h * 0.8), r * 0.06, rgb=DARK)
    m.add(Cone(r * 0.2, 0.0, h * 0.14), (0, 0, h * 0.86), rgb=(255, 190, 70), glow=1.0)
    m.add(Ball(r * 0.22, r * 0.22, h * 0.06), (0, 0, h * 0.84), rgb=(255, 190, 70), glow=1.0)
    m.add(Ball(r * 0.12, r * 0.14, h * 0.04), (0, -r * 0.12, h * 0.835), rgb=(255, 246, 210), glow=1.0)


def hammer(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(h * 0.3, d * 0.17)
    rod(m, (-w * 0.5, 0, h * 0.5), (-w * 0.12, 0, h * 0.5), r * 1.1, r)
    rod(m, (-w * 0.12, 0, h * 0.5), (w * 0.3, 0, h * 0.5), r * 0.7, r * 0.66)
    rod(m, (-w * 0.5, 0, h * 0.5), (-w * 0.475, 0, h * 0.5), r * 1.15, rgb=accent(m.rgb))
    x = w * 0.38
    block(m, x, 0, h * 0.08, (w * 0.19, d * 0.36, h * 0.84), shade(m.rgb, 0.8))
    block(m, x, 0, h * 0.2, (w * 0.22, d * 0.16, h * 0.6), accent(m.rgb))
    # The face to the front, the claw to the back.
    rod(m, (x, -d * 0.16, h * 0.5), (x, -d * 0.36, h * 0.5), h * 0.34, rgb=STEEL, material="metal")
    rod(m, (x, -d * 0.34, h * 0.5), (x, -d * 0.5, h * 0.5), h * 0.46, h * 0.5, STEEL, material="metal")
    for s in (-1, 1):
        a, b = (x + s * w * 0.035, d * 0.14, h * 0.5), (x + s * w * 0.06, d * 0.48, h * 0.3)
        rod(m, a, b, h * 0.26, h * 0.1, STEEL, material="metal")


def wrench(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w * 0.62, d * 0.3, h * 0.8), (-w * 0.06, 0, h * 0.1))
    m.add(Box(w * 0.44, d * 0.12, h * 0.12), (-w * 0.06, 0, h * 0.82), rgb=accent(m.rgb))
    r = d * 0.4
    m.add(Tube(r, r, h * 0.94, r * 0.52, 0.0), (-w * 0.5 + r, 0, 0))
    # The open jaw: two prongs on a round base.
    x = w * 0.5
    m.add(Cone(d * 0.4, d * 0.4, h), (x - d * 0.95, 0, 0))
    for side in (-1, 1):
        m.add(Box(d * 0.5, d * 0.26, h), (x - d * 0.72, side * d * 0.33, 0), turn=turn_z(side * 14))
        m.add(Box(d * 0.5, d * 0.22, h), (x - d * 0.27, side * d * 0.36, 0), turn=turn_z(side * -8))


def flashlight(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(d, h) / 2
    rod(m, (-w * 0.5, 0, r), (w * 0.18, 0, r), r * 0.62)
    rod(m, (w * 0.16, 0, r), (w * 0.32, 0, r), r * 0.62, r)
    rod(m, (w * 0.32, 0, r), (w * 0.47, 0, r), r)
    rod(m, (w * 0.46, 0, r), (w * 0.5, 0, r), r * 0.98, r * 0.9, accent(m.rgb))
    rod(m, (w * 0.46, 0, r), (w * 0.504, 0, r), r * 0.76, rgb=WARM, glow=0.7)
    for x in (-0.42, -0.34, -0.26):
        rod(m, (x * w, 0, r), (x * w + w * 0.04, 0, r), r * 0.68, rgb=accent(m.rgb))
    rod(m, (-w * 0.5, 0, r), (-w * 0.465, 0, r), r * 0.66, rgb=DARK)
    m.add(Ball(w * 0.06, r * 0.24, r * 0.2), (0, 0, r * 1.6), rgb=DARK)
    for x in (0.36, 0.42):
        rod(m, (x * w, 0, r), (x * w + w * 0.015, 0, r), r * 1.01, rgb=accent(m.rgb))


def bolt(m: Maker) -> None:
    w, d, h = dims(m)
    a = min(w, d) * 0.86
    hexagon(m, 0, a, h * 0.3)
    m.add(Cone(a * 0.46, a * 0.4, h * 0.03), (0, 0, h * 0.3), rgb=accent(m.rgb))
    m.add(Cone(a * 0.26, a * 0.26, h * 0.64), (0, 0, h * 0.3), rgb=shade(m.rgb, 0.7))
    for k in range(6):
        z = h * (0.38 + 0.095 * k)
        m.add(Cone(a * 0.31, a * 0.25, h * 0.035), (0, 0, z + h * 0.03))
        m.add(Cone(a * 0.25, a * 0.31, h * 0.03), (0, 0, z))
    m.add(Cone(a * 0.26, a * 0.2, h * 0.04), (0, 0, h * 0.96))


def gear(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Tube(r * 0.8, r * 0.8, h * 0.7, r * 0.5, 0.0), rgb=shade(m.rgb, 0.68))
    m.add(Tube(r * 0.76, r * 0.74, h * 0.3, r * 0.52, 0.0), (0, 0, h * 0.7))
    for angle, c, s in around(9, 90):
        turn = turn_z(angle)
        block(m, c * r * 0.87, s * r * 0.87, 0, (r * 0.25, r * 0.3, h * 0.7), shade(m.rgb, 0.68), turn=turn)
        block(m, c * r * 0.84, s * r * 0.84, h * 0.69, (r * 0.27, r * 0.25, h * 0.3), turn=turn)
    for angle, c, s in around(3, 30):
        block(
            m,
            c * r * 0.4,
            s * r * 0.4,
            h * 0.15,
            (r * 0.5, r * 0.16, h * 0.55),
            shade(m.rgb, 0.8),
            turn=turn_z(angle),
        )
    m.add(Tube(r * 0.26, r * 0.26, h, r * 0.13, 0.0), rgb=shade(m.rgb, 0.8))


RECIPES: dict[str, Recipe] = {
    "bottle": bottle, "candle": candle, "hammer": hammer, "wrench": wrench, "flashlight": flashlight, "bolt": bolt,
    "gear": gear,
}  # fmt: skip
