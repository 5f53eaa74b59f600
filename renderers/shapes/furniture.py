"""Furniture that things stand on: flat on top, at exactly the height of the thing."""

from ...simulators.space import SHELF_BOARDS
from ..stage import Box, Cone, Maker, Recipe, shade
from ._palette import DARK, GOLD, STEEL, accent
from ._solids import block, dims, rod


def _top(m: Maker, thick: float, inset: float = 0.0) -> None:
    """The plate that things stand on."""
    w, d, h = dims(m)
    m.add(Box(w - inset, d - inset, thick), (0, 0, h - thick))


def table(m: Maker) -> None:
    w, d, h = dims(m)
    _top(m, h * 0.06)
    leg = min(w, d) * 0.1
    for x in (-1, 1):
        for y in (-1, 1):
            block(m, x * (w / 2 - leg), y * (d / 2 - leg), 0, (leg, leg, h * 0.95), shade(m.rgb, 0.85))
    for s in (-1, 1):
        block(m, 0, s * (d / 2 - leg), h * 0.82, (w - 2 * leg, leg * 0.4, h * 0.13), shade(m.rgb, 0.75))
        block(m, s * (w / 2 - leg), 0, h * 0.82, (leg * 0.4, d - 2 * leg, h * 0.13), shade(m.rgb, 0.75))


def counter(m: Maker) -> None:
    w, d, h = dims(m)
    _top(m, h * 0.06)
    m.add(Box(w * 0.94, d * 0.84, h * 0.1), (0, d * 0.03, 0), rgb=DARK)
    m.add(Box(w * 0.98, d * 0.92, h * 0.86), (0, d * 0.03, h * 0.08))
    doors = max(2, round(w / 0.5))
    each = w * 0.96 / doors
    for k in range(doors):
        x = -w * 0.48 + each * (k + 0.5)
        block(m, x, -d * 0.44, h * 0.13, (each * 0.88, d * 0.03, h * 0.52), shade(m.rgb, 0.86))
        block(m, x, -d * 0.44, h * 0.69, (each * 0.88, d * 0.03, h * 0.2), shade(m.rgb, 0.86))
        block(m, x + each * 0.32, -d * 0.465, h * 0.42, (each * 0.05, d * 0.03, h * 0.16), STEEL, material="metal")
        block(m, x, -d * 0.465, h * 0.78, (each * 0.26, d * 0.03, h * 0.025), STEEL, material="metal")


def bench(m: Maker) -> None:
    w, d, h = dims(m)
    for k in range(4):
        block(m, 0, (k - 1.5) * d * 0.2525, h * 0.9, (w, d * 0.2425, h * 0.1))
    m.add(Box(w * 0.98, d * 0.98, h * 0.07), (0, 0, h * 0.87), rgb=shade(m.rgb, 0.55))
    for s in (-1, 1):
        for y in (-1, 1):
            rod(
                m,
                (s * w * 0.38, y * d * 0.44, h * 0.05),
                (s * w * 0.38, -y * d * 0.4, h * 0.9),
                d * 0.05,
                rgb=shade(m.rgb, 0.78),
            )
            block(m, s * w * 0.38, y * d * 0.44, 0, (d * 0.1, d * 0.1, h * 0.05), shade(m.rgb, 0.78))
    rod(m, (-w * 0.38, 0, h * 0.45), (w * 0.38, 0, h * 0.45), d * 0.04, rgb=shade(m.rgb, 0.78))


def pedestal(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Box(w * 0.92, d * 0.92, h * 0.1), rgb=shade(m.rgb, 0.85))
    m.add(Cone(r * 0.8, r * 0.62, h * 0.1), (0, 0, h * 0.1))
    m.add(Cone(r * 0.62, r * 0.56, h * 0.62), (0, 0, h * 0.2))
    m.add(Cone(r * 0.58, r * 0.86, h * 0.09), (0, 0, h * 0.81))
    m.add(Cone(r * 0.66, r * 0.66, h * 0.04), (0, 0, h * 0.2), rgb=accent(m.rgb))
    _top(m, h * 0.1)


def chest(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w * 0.94, d * 0.92, h * 0.64))
    _top(m, h * 0.06)
    m.add(Box(w * 0.97, d * 0.96, h * 0.3), (0, 0, h * 0.66))
    m.add(Box(w * 0.95, d * 0.94, h * 0.02), (0, 0, h * 0.64), rgb=DARK)
    for x in (-0.33, 0.33):
        block(m, x * w, 0, 0, (w * 0.07, d * 0.97, h * 0.64), GOLD, material="metal")
        block(m, x * w, 0, h * 0.66, (w * 0.07, d * 1.0, h * 0.3), GOLD, material="metal")
    for x in (-1, 1):
        for y in (-1, 1):
            block(m, x * w * 0.455, y * d * 0.445, 0, (w * 0.05, d * 0.06, h * 0.64), GOLD, material="metal")
    block(m, 0, -d * 0.47, h * 0.44, (w * 0.15, d * 0.05, h * 0.32), GOLD, material="metal")
    block(m, 0, -d * 0.49, h * 0.52, (w * 0.035, d * 0.02, h * 0.1), DARK)


def shelf(m: Maker) -> None:
    w, d, h = dims(m)
    side, thick = min(0.05 * w, 0.06), min(0.02 * h, 0.05)
    for part in SHELF_BOARDS:
        z = max(0.0, part * h - thick)
        block(m, 0, 0, z, (w - side, d * 0.98, part * h - z))
    block(m, 0, 0, h - thick, (w, d, thick))
    for x in (-1, 1):
        block(m, x * (w - side) / 2, 0, 0, (side, d, h - thick * 0.5), shade(m.rgb, 0.85))
    block(m, 0, d * 0.49, 0, (w - side, d * 0.02, h - thick), shade(m.rgb, 0.68))


def console(m: Maker) -> None:
    w, d, h = dims(m)
    _top(m, h * 0.05)
    m.add(Box(w * 0.92, d * 0.7, h * 0.3), (0, d * 0.1, 0), rgb=shade(m.rgb, 0.7))
    m.add(Box(w * 0.99, d * 0.96, h * 0.68), (0, d * 0.01, h * 0.28))
    front = -d * 0.475
    for x in (-0.34, 0.0, 0.34):
        block(m, x * w, front, h * 0.62, (w * 0.27, d * 0.03, h * 0.26), (34, 40, 52))
    for k, x in enumerate((-0.42, -0.36, -0.30, -0.24)):
        tall = (0.08, 0.16, 0.12, 0.2)[k]
        block(m, x * w, front - d * 0.012, h * 0.65, (w * 0.035, d * 0.02, h * tall), (96, 214, 150), glow=0.7)
    for x, z in ((-0.08, 0.72), (0.0, 0.78), (0.08, 0.72)):
        rod(m, (x * w, front, z * h), (x * w, front - d * 0.022, z * h), h * 0.045, rgb=(108, 196, 240), glow=0.6)
    for k, x in enumerate((0.26, 0.34, 0.42)):
        for z in (0.69, 0.8):
            rgb = ((240, 196, 80), (232, 96, 88), (120, 214, 130))[(k + round(z * 10)) % 3]
            rod(m, (x * w, front, z * h), (x * w, front - d * 0.025, z * h), h * 0.032, rgb=rgb, glow=0.6)
    for k in range(7):
        block(m, (k - 3) * w * 0.115, front, h * 0.42, (w * 0.07, d * 0.02, h * 0.08), accent(m.rgb))


RECIPES: dict[str, Recipe] = {
    "table": table, "counter": counter, "bench": bench, "pedestal": pedestal, "chest": chest, "shelf": shelf,
    "console": console,
}  # fmt: skip
