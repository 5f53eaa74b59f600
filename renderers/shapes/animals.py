"""What may cross a way: a dog and things on small wheels; fronts to -y."""

from ...simulators.space import sine
from ..stage import Ball, Box, Maker, Recipe, shade, turn_x
from ._palette import CREAM, DARK, STEEL, WOOD, accent
from ._solids import block, dims, rod, wheel


def dog(m: Maker) -> None:
    w, d, h = dims(m)
    swing = 24 * sine(180 * m.body.stride / 0.45)
    z = h * 0.56
    rod(m, (0, -d * 0.2, z), (0, d * 0.24, z), w * 0.34, w * 0.30)
    m.add(Ball(w * 0.36, d * 0.12, h * 0.19), (0, -d * 0.2, z))
    m.add(Ball(w * 0.31, d * 0.11, h * 0.165), (0, d * 0.24, z))
    for x in (-1, 1):
        for y in (-1, 1):
            a = swing * x * y
            foot = (x * w * 0.22, y * d * 0.22 - h * 0.36 * sine(a), h * 0.04)
            rod(m, (x * w * 0.22, y * d * 0.22, h * 0.5), foot, w * 0.12, w * 0.09)
            m.add(Ball(w * 0.12, w * 0.16, h * 0.045), (foot[0], foot[1] - w * 0.06, h * 0.045), rgb=CREAM)
    rod(m, (0, -d * 0.24, h * 0.64), (0, -d * 0.33, h * 0.8), w * 0.24, w * 0.2)
    rod(m, (0, -d * 0.25, h * 0.665), (0, -d * 0.27, h * 0.705), w * 0.26, rgb=(206, 52, 48))
    m.add(Ball(w * 0.3, d * 0.1, h * 0.16), (0, -d * 0.345, h * 0.82))
    rod(m, (0, -d * 0.39, h * 0.78), (0, -d * 0.48, h * 0.76), w * 0.18, w * 0.13, CREAM)
    m.add(Ball(w * 0.08, d * 0.02, h * 0.035), (0, -d * 0.478, h * 0.79), rgb=(24, 22, 24))
    for s in (-1, 1):
        m.add(Ball(w * 0.05, d * 0.014, h * 0.028), (s * w * 0.13, -d * 0.428, h * 0.87), rgb=(24, 22, 24))
        m.add(
            Ball(w * 0.1, d * 0.055, h * 0.15),
            (s * w * 0.32, -d * 0.32, h * 0.82),
            turn=turn_x(-12),
            rgb=accent(m.rgb),
        )
    rod(m, (0, d * 0.31, h * 0.62), (0, d * 0.42, h * 0.82), w * 0.12, w * 0.08)
    rod(m, (0, d * 0.42, h * 0.82), (0, d * 0.45, h * 0.94), w * 0.08, w * 0.03, CREAM)


def cart(m: Maker) -> None:
    w, d, h = dims(m)
    r = h * 0.17
    for x in (-1.0, 1.0):
        for y in (-0.3, 0.26):
            wheel(m, x * w * 0.43, y * d, r, w * 0.1)
    m.add(Box(w * 0.9, d * 0.82, h * 0.07), (0, -d * 0.06, r * 1.5), rgb=shade(m.rgb, 0.75))
    for s in (-1, 1):
        block(m, s * w * 0.44, -d * 0.06, r * 1.5, (w * 0.06, d * 0.82, h * 0.4))
    for y in (-0.455, 0.335):
        block(m, 0, y * d, r * 1.5, (w * 0.94, d * 0.04, h * 0.4))
    # Parcels look over the edge.
    for x, y, a, b, c, rgb in (
        (-0.2, -0.24, 0.36, 0.28, 0.5, (202, 164, 112)),
        (0.2, -0.2, 0.32, 0.34, 0.42, CREAM),
        (0.0, 0.14, 0.6, 0.3, 0.46, (180, 140, 94)),
    ):
        block(m, x * w, y * d, r * 1.9, (a * w, b * d, c * h), rgb)
    for s in (-1, 1):
        rod(
            m,
            (s * w * 0.36, d * 0.34, h * 0.45),
            (s * w * 0.36, d * 0.47, h * 0.97),
            w * 0.03,
            rgb=STEEL,
            material="metal",
        )
    rod(m, (-w * 0.4, d * 0.47, h * 0.965), (w * 0.4, d * 0.47, h * 0.965), w * 0.035, rgb=DARK)


def wheelbarrow(m: Maker) -> None:
    w, d, h = dims(m)
    r = h * 0.28
    wheel(m, 0, -d * 0.5 + r, r, w * 0.14, accent(m.rgb))
    for s in (-1, 1):
        rod(
            m,
            (s * w * 0.12, -d * 0.5 + r, r),
            (s * w * 0.4, d * 0.48, h * 0.72),
            w * 0.035,
            rgb=WOOD,
            material="wood",
        )
        rod(m, (s * w * 0.4, d * 0.36, h * 0.68), (s * w * 0.4, d * 0.49, h * 0.73), w * 0.05, rgb=DARK)
        rod(
            m,
            (s * w * 0.3, d * 0.14, h * 0.6),
            (s * w * 0.34, d * 0.24, 0.0),
            w * 0.035,
            rgb=STEEL,
            material="metal",
        )
        block(
            m,
            s * w * 0.36,
            -d * 0.02,
            h * 0.55,
            (w * 0.06, d * 0.56, h * 0.36),
            turn=(0.94, 0.0, s * 0.342, 0.0, 1.0, 0.0, -s * 0.342, 0.0, 0.94),
        )
    m.add(Box(w * 0.72, d * 0.46, h * 0.05), (0, -d * 0.01, h * 0.52), rgb=shade(m.rgb, 0.7))
    block(m, 0, -d * 0.24, h * 0.54, (w * 0.88, d * 0.04, h * 0.36), turn=turn_x(28))
    block(m, 0, d * 0.22, h * 0.54, (w * 0.84, d * 0.04, h * 0.3), turn=turn_x(-14))
    m.add(Ball(w * 0.36, d * 0.22, h * 0.26), (0, -d * 0.02, h * 0.72), rgb=(112, 82, 56))
    for x, y, z in ((-0.1, -0.05, 0.94), (0.12, 0.02, 0.93)):
        m.add(Ball(w * 0.1, w * 0.1, h * 0.06), (x * w, y * d, z * h), rgb=(132, 98, 66))


RECIPES: dict[str, Recipe] = {"dog": dog, "cart": cart, "wheelbarrow": wheelbarrow}
