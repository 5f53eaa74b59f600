"""Room-sized things to remember that belong into a house."""

from ..stage import Ball, Box, Cone, Maker, Recipe, Tube, shade, times, turn_y, turn_z
from ._palette import CREAM, DARK, GOLD, LEAF, STEEL, WHITE, WOOD, lighter
from ._solids import around, block, dims, rod


def clock(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w * 0.96, d, h * 0.16))
    m.add(Box(w * 0.66, d * 0.74, h * 0.5), (0, d * 0.06, h * 0.16))
    m.add(Box(w * 0.9, d * 0.94, h * 0.3), (0, 0, h * 0.64))
    m.add(Box(w, d, h * 0.03), (0, 0, h * 0.64), rgb=shade(m.rgb, 0.75))
    m.add(Box(w, d, h * 0.03), (0, 0, h * 0.93), rgb=shade(m.rgb, 0.75))
    m.add(Cone(min(w, d) * 0.49, min(w, d) * 0.3, h * 0.04), (0, 0, h * 0.96))
    y, z, r = -d * 0.47, h * 0.79, w * 0.37
    rod(m, (0, y + d * 0.02, z), (0, y - d * 0.015, z), r, rgb=GOLD, material="metal")
    rod(m, (0, y, z), (0, y - d * 0.02, z), r * 0.9, rgb=WHITE)
    for k in range(12):
        turn = turn_y(30 * k)
        m.add(
            Box(r * 0.07, d * 0.01, r * 0.16),
            (turn[2] * r * 0.66, y - d * 0.022, z + turn[8] * r * 0.66),
            turn=turn,
            rgb=DARK,
        )
    for angle, long, wide in ((-55, 0.45, 0.1), (62, 0.68, 0.07)):
        m.add(Box(r * wide, d * 0.012, r * long), (0, y - d * 0.026, z), turn=turn_y(angle), rgb=DARK)
    front = d * 0.06 - d * 0.37
    block(m, 0, front, h * 0.2, (w * 0.44, d * 0.02, h * 0.4), (40, 32, 30))
    rod(m, (0, front - d * 0.02, h * 0.32), (0, front - d * 0.02, h * 0.59), w * 0.02, rgb=GOLD, material="metal")
    rod(m, (0, front - d * 0.01, h * 0.3), (0, front - d * 0.04, h * 0.3), w * 0.13, rgb=GOLD, material="metal")


def armchair(m: Maker) -> None:
    w, d, h = dims(m)
    for x in (-1, 1):
        for y in (-1, 1):
            rod(m, (x * w * 0.4, y * d * 0.4, 0), (x * w * 0.4, y * d * 0.4, h * 0.12), w * 0.035, rgb=WOOD)
    m.add(Box(w * 0.9, d * 0.9, h * 0.24), (0, 0, h * 0.1), rgb=shade(m.rgb, 0.85))
    m.add(Box(w * 0.62, d * 0.72, h * 0.14), (0, -d * 0.12, h * 0.34), rgb=lighter(m.rgb, 1.18))
    m.add(Box(w * 0.84, d * 0.2, h * 0.56), (0, d * 0.36, h * 0.32))
    rod(m, (-w * 0.42, d * 0.38, h * 0.9), (w * 0.42, d * 0.38, h * 0.9), h * 0.1)
    block(m, 0, d * 0.235, h * 0.48, (w * 0.56, d * 0.06, h * 0.36), lighter(m.rgb, 1.18))
    for s in (-1, 1):
        m.add(Box(w * 0.17, d * 0.82, h * 0.46), (s * w * 0.4, -d * 0.02, h * 0.1))
        rod(m, (s * w * 0.4, -d * 0.46, h * 0.58), (s * w * 0.4, d * 0.4, h * 0.58), w * 0.095)
        rod(
            m,
            (s * w * 0.4, -d * 0.46, h * 0.58),
            (s * w * 0.4, -d * 0.475, h * 0.58),
            w * 0.06,
            rgb=shade(m.rgb, 0.7),
        )


def potted_plant(m: Maker) -> None:
    """A big pot in the thing's colour, and leaves and flowers above it."""
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Cone(r * 0.62, r * 0.9, h * 0.44), material="clay")
    m.add(Tube(r * 0.98, r, h * 0.11, r * 0.82, 0.0), (0, 0, h * 0.42), material="clay")
    m.add(Cone(r * 0.84, r * 0.84, h * 0.02), (0, 0, h * 0.48), rgb=(82, 58, 42))
    rod(m, (0, 0, h * 0.46), (0, 0, h * 0.8), r * 0.07, rgb=(96, 112, 60))
    for k, (angle, c, s) in enumerate(around(8, 12)):
        low, out, top = (0.56, 0.56, 0.78) if k % 2 else (0.62, 0.4, 0.9)
        rod(m, (0, 0, h * 0.5), (c * r * out * 0.6, s * r * out * 0.6, h * low), r * 0.035, rgb=LEAF)
        tilt = times(turn_z(angle), turn_y(50 if k % 2 else 26))
        m.add(
            Ball(r * 0.07, r * 0.19, h * 0.15),
            (c * r * out * 0.82, s * r * out * 0.82, h * (low + top) / 2),
            turn=tilt,
            rgb=LEAF if k % 3 else shade(LEAF, 1.2),
            material="leaf",
        )
    for _, c, s in around(4, -70):
        m.add(Ball(r * 0.17, r * 0.17, r * 0.15), (c * r * 0.4, s * r * 0.4, h * 0.87), material="leaf")
    m.add(Ball(r * 0.18, r * 0.18, r * 0.16), (0, 0, h - r * 0.16), material="leaf")


def fridge(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w * 0.94, d * 0.86, h * 0.05), (0, d * 0.02, 0), rgb=DARK)
    m.add(Box(w, d * 0.88, h * 0.96), (0, d * 0.06, h * 0.04), rgb=shade(m.rgb, 0.9))
    for z, tall in ((0.06, 0.56), (0.64, 0.35)):
        block(m, 0, -d * 0.43, h * z, (w * 0.98, d * 0.1, h * tall))
        x = -w * 0.4
        low = z + tall * (0.5 if z < 0.5 else 0.12)
        rod(m, (x, -d * 0.49, h * low), (x, -d * 0.49, h * (low + 0.16)), w * 0.022, rgb=STEEL, material="metal")
    block(m, w * 0.18, -d * 0.485, h * 0.78, (w * 0.2, d * 0.01, h * 0.07), CREAM, material="fabric")
    for x, z, rgb in ((0.1, 0.87, (232, 96, 88)), (0.26, 0.88, (240, 196, 80)), (0.0, 0.76, (96, 150, 230))):
        rod(m, (x * w, -d * 0.48, z * h), (x * w, -d * 0.495, z * h), w * 0.035, rgb=rgb)


def vending_machine(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w * 0.94, d * 0.9, h * 0.05), rgb=DARK)
    m.add(Box(w, d * 0.94, h * 0.96), (0, d * 0.03, h * 0.04))
    y = -d * 0.44
    block(
        m, -w * 0.14, y, h * 0.34, (w * 0.64, d * 0.02, h * 0.54), (226, 238, 246), glow=0.35, material="plastic"
    )
    colours = ((222, 70, 66), (244, 196, 66), (84, 170, 92), (70, 120, 214), (240, 140, 60))
    for row in range(4):
        z = h * (0.36 + 0.13 * row)
        block(m, -w * 0.14, y - d * 0.012, z - h * 0.012, (w * 0.62, d * 0.03, h * 0.012), DARK)
        for k in range(5):
            x = -w * 0.39 + w * 0.125 * k
            m.add(Cone(w * 0.04, w * 0.036, h * 0.085), (x, y - d * 0.01, z), rgb=colours[(k + 2 * row) % 5])
    block(m, -w * 0.1, y - d * 0.005, h * 0.13, (w * 0.5, d * 0.03, h * 0.12), DARK)
    block(m, w * 0.34, y - d * 0.005, h * 0.6, (w * 0.16, d * 0.03, h * 0.16), DARK)
    block(m, w * 0.34, y - d * 0.02, h * 0.7, (w * 0.11, d * 0.02, h * 0.04), (120, 240, 150), glow=0.8)
    block(m, w * 0.34, y - d * 0.005, h * 0.48, (w * 0.06, d * 0.03, h * 0.07), STEEL, material="metal")
    block(m, 0, y - d * 0.005, h * 0.9, (w * 0.96, d * 0.03, h * 0.085), lighter(m.rgb, 1.35), glow=0.25)


def piano(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w, d * 0.44, h * 0.97), (0, d * 0.28, 0))
    m.add(Box(w, d * 0.5, h * 0.03), (0, d * 0.25, h * 0.97), rgb=shade(m.rgb, 0.75))
    m.add(Box(w, d * 0.52, h * 0.1), (0, -d * 0.2, h * 0.46))
    block(m, 0, -d * 0.235, h * 0.56, (w * 0.9, d * 0.38, h * 0.03), WHITE)
    for k in range(13):
        block(m, w * (k - 6) * 0.0675, -d * 0.15, h * 0.58, (w * 0.03, d * 0.22, h * 0.025), (20, 20, 24))
    for s in (-1, 1):
        block(m, s * w * 0.475, -d * 0.22, h * 0.5, (w * 0.05, d * 0.48, h * 0.14), shade(m.rgb, 0.8))
        rod(m, (s * w * 0.44, -d * 0.38, 0), (s * w * 0.44, -d * 0.38, h * 0.47), w * 0.03, w * 0.04)
        block(m, s * w * 0.3, d * 0.05, h * 0.64, (w * 0.3, d * 0.02, h * 0.26), shade(m.rgb, 0.78))
        rod(m, (s * w * 0.05, -d * 0.02, h * 0.05), (s * w * 0.05, -d * 0.18, h * 0.03), w * 0.018, rgb=GOLD)
    block(m, 0, d * 0.03, h * 0.68, (w * 0.24, d * 0.02, h * 0.2), CREAM, material="fabric")
    for k in range(4):
        block(m, 0, d * 0.018, h * (0.71 + 0.04 * k), (w * 0.2, d * 0.01, h * 0.008), DARK)


RECIPES: dict[str, Recipe] = {
    "clock": clock, "armchair": armchair, "potted plant": potted_plant, "fridge": fridge,
    "vending machine": vending_machine, "piano": piano,
}  # fmt: skip
