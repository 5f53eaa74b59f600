"""Food: one-hand items, each with a silhouette of its own."""

from math import atan, degrees

from ..stage import Ball, Cone, Maker, Recipe, Wedge, shade, times, turn_x, turn_y, turn_z
from ._palette import BARK, CREAM, LEAF, accent, brightness
from ._solids import around, block, dims, dome, rod


def apple(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Ball(w * 0.5, d * 0.5, h * 0.38), (0, 0, h * 0.47))
    m.add(Ball(w * 0.38, d * 0.38, h * 0.3), (0, 0, h * 0.3))
    for _, c, s in around(5, 18):
        m.add(Ball(w * 0.29, d * 0.29, h * 0.27), (c * w * 0.16, s * d * 0.16, h * 0.59))
    m.add(Ball(w * 0.1, d * 0.1, h * 0.03), (0, 0, h * 0.83), rgb=shade(m.rgb, 0.45))
    rod(m, (0, 0, h * 0.78), (w * 0.05, 0, h), w * 0.035, rgb=BARK, material="wood")
    m.add(Ball(w * 0.2, d * 0.1, h * 0.025), (w * 0.22, 0, h * 0.93), turn=turn_y(-14), rgb=LEAF, material="leaf")


def lemon(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Ball(w * 0.41, d * 0.5, h * 0.5), (0, 0, h * 0.5))
    for side in (-1, 1):
        rod(m, (side * w * 0.33, 0, h * 0.5), (side * w * 0.49, 0, h * 0.5), h * 0.24, h * 0.09)
    m.add(Ball(w * 0.03, d * 0.05, h * 0.05), (w * 0.47, 0, h * 0.5), rgb=BARK)
    m.add(
        Ball(w * 0.17, d * 0.13, h * 0.03), (w * 0.3, d * 0.1, h * 0.9), turn=turn_y(24), rgb=LEAF, material="leaf"
    )


def carrot(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(d, h) / 2
    m.add(Ball(r * 0.5, r * 0.95, r * 0.95), (w * 0.18, 0, r))
    rod(m, (w * 0.18, 0, r * 0.97), (-w * 0.5, 0, r * 0.4), r * 0.95, r * 0.06)
    for x, part in ((0.08, 0.86), (-0.08, 0.64), (-0.22, 0.45)):
        z = r * 0.97 - (0.18 - x) / 0.68 * r * 0.57
        rod(m, (x * w, 0, z), (x * w - w * 0.015, 0, z), r * part, r * part * 0.97, rgb=accent(m.rgb))
    for y, z in ((0, 0.0), (-0.6, 0.1), (0.6, 0.1), (-0.25, 0.75), (0.3, 0.7)):
        rod(m, (w * 0.2, 0, r), (w * 0.47, y * r * 1.1, r + z * r), r * 0.14, r * 0.3, rgb=LEAF, material="leaf")


def mushroom(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    dots = CREAM if brightness(m.rgb) < 205 else accent(m.rgb)
    m.add(Cone(r * 0.46, r * 0.36, h * 0.5), rgb=CREAM)
    m.add(Cone(r * 0.72, r * 0.98, h * 0.07), (0, 0, h * 0.37), rgb=shade(CREAM, 0.8))
    dome(m, 0, 0, h * 0.43, r, h * 0.56, steps=8)
    for angle, c, s in around(5, 54):
        m.add(
            Ball(r * 0.18, r * 0.18, h * 0.04),
            (c * r * 0.81, s * r * 0.81, h * 0.74),
            rgb=dots,
            turn=times(turn_z(angle), turn_y(50)),
        )
    m.add(Ball(r * 0.2, r * 0.2, h * 0.03), (0, 0, h * 0.97), rgb=dots)


def loaf(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Ball(w * 0.5, d * 0.5, h * 0.42), (0, 0, h * 0.42))
    m.add(Ball(w * 0.44, d * 0.45, h * 0.48), (0, 0, h * 0.48))
    cut = CREAM if brightness(m.rgb) < 205 else (176, 122, 68)
    for x in (-0.27, -0.09, 0.09, 0.27):
        m.add(
            Ball(w * 0.028, d * 0.3, h * 0.1),
            (x * w, -d * 0.04, h * (0.9 - 1.6 * x * x)),
            rgb=cut,
            turn=times(turn_z(24), turn_x(-8)),
        )


def cheese(m: Maker) -> None:
    w, d, h = dims(m)
    # A slice: its triangle lies in the plan, the point to the left, the rind to the right.
    m.add(Wedge(h, d * 0.985, w * 0.97), (w * 0.47, 0, h / 2), turn=turn_y(-90))
    block(m, w * 0.485, 0, 0, (w * 0.03, d, h), accent(m.rgb))
    slope = d / 2 / w
    yaw = -round(degrees(atan(slope)), 6)
    for x, z, r in ((0.3, 0.6, 0.2), (0.02, 0.32, 0.15), (-0.12, 0.7, 0.11), (0.38, 0.22, 0.1)):
        y = -(x + 0.5) * w * slope * 0.985
        m.add(Ball(h * r, h * 0.05, h * r), (x * w, y + h * 0.02, z * h), rgb=shade(m.rgb, 0.55), turn=turn_z(yaw))
    for x, y, r in ((0.28, 0.1, 0.2), (0.05, -0.1, 0.14), (0.36, -0.26, 0.1)):
        m.add(Ball(h * r, h * r, h * 0.015), (x * w, y * d, h * 0.99), rgb=shade(m.rgb, 0.55))


def egg(m: Maker) -> None:
    w, d, h = dims(m)
    for wide, tall in ((0.5, 0.45), (0.485, 0.475), (0.465, 0.5)):
        m.add(Ball(w * wide, d * wide, h * tall), (0, 0, h * tall))
    for k, (angle, c, s) in enumerate(around(9, 20)):
        z, out = ((0.42, 0.49), (0.66, 0.445), (0.24, 0.435))[k % 3]
        m.add(
            Ball(w * 0.02, d * 0.045, h * 0.035),
            (c * w * out, s * d * out, z * h),
            rgb=accent(m.rgb),
            turn=turn_z(angle),
        )


RECIPES: dict[str, Recipe] = {
    "apple": apple, "lemon": lemon, "carrot": carrot, "mushroom": mushroom, "loaf": loaf, "cheese": cheese,
    "egg": egg,
}  # fmt: skip
