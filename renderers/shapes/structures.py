"""Big solid things: they hide a person who stands behind them, from the ground up."""

from ..stage import Ball, Box, Cone, Maker, Recipe, Wedge, shade, turn_x, turn_z
from ._crag import crag
from ._palette import CREAM, DARK, STEEL, WHITE, WOOD, accent, ink, lighter
from ._solids import around, block, dims, rod


def pillar(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Box(w, d, h * 0.06), rgb=shade(m.rgb, 0.8))
    m.add(Cone(r * 0.98, r * 0.86, h * 0.05), (0, 0, h * 0.06))
    m.add(Cone(r * 0.84, r * 0.78, h * 0.76), (0, 0, h * 0.11))
    for _, c, s in around(16):
        rod(
            m,
            (c * r * 0.83, s * r * 0.83, h * 0.12),
            (c * r * 0.775, s * r * 0.775, h * 0.86),
            r * 0.05,
            rgb=shade(m.rgb, 0.84),
        )
    m.add(Cone(r * 0.8, r * 0.98, h * 0.07), (0, 0, h * 0.87))
    m.add(Box(w, d, h * 0.06), (0, 0, h * 0.94), rgb=shade(m.rgb, 0.8))


def hedge(m: Maker) -> None:
    """A clipped block of leaves with a rounded, bumpy top, and blossoms on its sides."""
    w, d, h = dims(m)
    m.add(Box(w * 0.95, d * 0.95, h * 0.88), material="leaf")
    m.add(Ball(w * 0.46, d * 0.46, h * 0.14), (0, 0, h * 0.86), material="leaf")
    around = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
    for k, (column, row) in enumerate(around):
        rx, ry, rz = w * 0.19, d * 0.19, h * 0.115
        top = (column * (w * 0.5 - rx), row * (d * 0.5 - ry), h * 0.875)
        m.add(Ball(rx, ry, rz), top, rgb=shade(m.rgb, (0.88, 1.08, 0.98)[k % 3]), material="leaf")
    r = min(w, d) * 0.08
    for i in (-1, 1):
        for j in (-1, 1):
            x, y = i * (w / 2 - r), j * (d / 2 - r)
            rod(m, (x, y, 0), (x, y, h * 0.86), r, material="leaf")
    for side in range(4):
        turn = turn_z(90 * side)
        wide, out = (w, d) if side % 2 == 0 else (d, w)
        for x, z in ((-0.26, 0.2), (0.24, 0.36), (-0.16, 0.56), (0.22, 0.74)):
            p = (turn[0] * x * wide + turn[1] * -out * 0.47, turn[3] * x * wide + turn[4] * -out * 0.47, z * h)
            m.add(
                Ball(wide * 0.05, out * 0.025, wide * 0.05),
                p,
                turn=turn,
                rgb=lighter(m.rgb, 1.55),
                material="fabric",
            )


def boulder(m: Maker) -> None:
    crag(m)


def kiosk(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w * 0.88, d * 0.84, h * 0.84), (0, d * 0.06, 0))
    m.add(Box(w * 0.92, d * 0.88, h * 0.06), (0, d * 0.06, 0), rgb=shade(m.rgb, 0.7))
    y = d * 0.06 - d * 0.42
    block(m, 0, y, h * 0.46, (w * 0.72, d * 0.02, h * 0.27), (52, 46, 48))
    block(m, 0, y - d * 0.05, h * 0.42, (w * 0.86, d * 0.14, h * 0.035), WOOD, material="wood")
    block(m, 0, y - d * 0.012, h * 0.1, (w * 0.7, d * 0.02, h * 0.28), accent(m.rgb))
    # An awning in stripes over the window.
    for k in range(7):
        rgb = WHITE if k % 2 else m.rgb
        if ink(m.rgb)[0] < 100 and k % 2:
            rgb = shade(m.rgb, 0.55)
        block(
            m,
            (k - 3) * w * 0.1275,
            y - d * 0.06,
            h * 0.73,
            (w * 0.1275, d * 0.16, h * 0.02),
            rgb,
            turn=turn_x(30),
            material="fabric",
        )
    m.add(Box(w, d * 0.98, h * 0.05), (0, d * 0.01, h * 0.83), rgb=shade(m.rgb, 0.8))
    m.add(Wedge(w * 0.98, d * 0.96, h * 0.12), (0, 0, h * 0.88))
    for x, r in ((-0.2, 0.05), (-0.05, 0.04), (0.16, 0.055)):
        m.add(Ball(w * r, w * r, w * r), (x * w, y - d * 0.06, h * 0.455 + w * r), rgb=(236, 180, 70))


def water_tank(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Cone(r * 0.98, r * 0.98, h * 0.05), rgb=DARK)
    m.add(Cone(r * 0.93, r * 0.93, h * 0.75), (0, 0, h * 0.05))
    m.add(Cone(r * 0.97, r * 0.1, h * 0.14), (0, 0, h * 0.8), rgb=shade(m.rgb, 0.82))
    m.add(Cone(r * 0.12, r * 0.12, h * 0.06), (0, 0, h * 0.93), rgb=STEEL, material="metal")
    m.add(Cone(r * 0.18, r * 0.18, h * 0.02), (0, 0, h * 0.98), rgb=STEEL, material="metal")
    for z in (0.14, 0.32, 0.5, 0.68):
        m.add(Cone(r * 0.96, r * 0.96, h * 0.02), (0, 0, h * z), rgb=shade(m.rgb, 0.62))
    # A tap at the front, a ladder to the right of it, and a wavy blue mark for water.
    rod(m, (-r * 0.3, -r * 0.85, h * 0.2), (-r * 0.3, -r * 0.99, h * 0.2), r * 0.07, rgb=STEEL, material="metal")
    rod(m, (-r * 0.3, -r * 0.97, h * 0.21), (-r * 0.3, -r * 0.97, h * 0.15), r * 0.05, rgb=STEEL, material="metal")
    m.add(Ball(r * 0.11, r * 0.03, r * 0.03), (-r * 0.3, -r * 0.95, h * 0.235), rgb=(206, 60, 52))
    for x in (0.34, 0.66):
        y = -((0.98**2 - x * x) ** 0.5) * r
        rod(m, (x * r, y, 0.0), (x * r, y, h * 0.83), r * 0.03, rgb=DARK)
    for k in range(9):
        z = h * (0.08 + 0.09 * k)
        rod(m, (r * 0.34, -r * 0.92, z), (r * 0.66, -r * 0.74, z), r * 0.022, rgb=DARK)
    rod(m, (-r * 0.25, -r * 0.86, h * 0.58), (-r * 0.25, -r * 0.915, h * 0.58), r * 0.17, rgb=CREAM)
    m.add(Ball(r * 0.1, r * 0.03, r * 0.1), (-r * 0.25, -r * 0.915, h * 0.565), rgb=(64, 140, 216))
    m.add(Cone(r * 0.085, 0.0, r * 0.2), (-r * 0.25, -r * 0.91, h * 0.58), rgb=(64, 140, 216))


def cargo_container(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w * 0.95, d * 0.95, h * 0.97), (0, 0, h * 0.01))
    rgb = shade(m.rgb, 0.78)
    for x in (-1.0, 1.0):
        for y in (-1, 1):
            block(m, x * w * 0.465, y * d * 0.465, 0, (w * 0.07, d * 0.07, h), rgb, material="metal")
    for z in (0.0, h * 0.96):
        for s in (-1, 1):
            block(m, 0, s * d * 0.475, z, (w, d * 0.05, h * 0.04), rgb, material="metal")
            block(m, s * w * 0.475, 0, z, (w * 0.05, d, h * 0.04), rgb, material="metal")
    for k in range(6):
        for s in (-1, 1):
            block(
                m,
                s * w * 0.48,
                (k - 2.5) * d * 0.145,
                h * 0.04,
                (w * 0.035, d * 0.07, h * 0.92),
                rgb,
                material="metal",
            )
    # Doors at the front, with lock bars.
    block(m, 0, -d * 0.478, h * 0.04, (w * 0.012, d * 0.02, h * 0.92), (30, 30, 34))
    for x in (-0.33, -0.13, 0.13, 0.33):
        rod(
            m, (x * w, -d * 0.485, h * 0.05), (x * w, -d * 0.485, h * 0.95), w * 0.014, rgb=STEEL, material="metal"
        )
    for x in (-0.23, 0.23):
        block(m, x * w, -d * 0.488, h * 0.42, (w * 0.18, d * 0.015, h * 0.02), STEEL, material="metal")
    for x in (-0.23, 0.23):
        block(m, x * w, -d * 0.48, h * 0.68, (w * 0.14, d * 0.012, h * 0.1), CREAM)


RECIPES: dict[str, Recipe] = {
    "pillar": pillar, "hedge": hedge, "boulder": boulder, "kiosk": kiosk, "water tank": water_tank,
    "cargo container": cargo_container,
}  # fmt: skip
