"""Vehicles: big, fronts to -y, with windows, wheels, lights and whatever else makes them that kind."""

from ...simulators.space import cosine, sine
from ..stage import Ball, Box, Cone, Maker, Recipe, Tube, Wedge, shade, turn_x, turn_y
from ._palette import CREAM, DARK, GOLD, STEEL, TYRE, WARM, WHITE, WOOD, accent, lighter
from ._solids import block, dims, rod, wheel

PANE = (64, 84, 104)
"""Window glass of vehicles, as seen from outside."""
BOW = (0.0, -1.0, 0.0, 0.0, 0.0, -1.0, 1.0, 0.0, 0.0)
"""Turns a wedge so that its ridge stands upright and its edge points to the front."""


def _lights(m: Maker, x: float, front: float, back: float, z: float, r: float) -> None:
    for s in (-1, 1):
        rod(m, (s * x, front, z), (s * x, front - r * 0.3, z), r, rgb=WARM, glow=0.6)
        block(m, s * x, back, z - r * 0.6, (r * 2, r * 0.5, r * 1.2), (220, 50, 44), glow=0.4)


def car(m: Maker) -> None:
    w, d, h = dims(m)
    r = h * 0.23
    for x in (-1, 1):
        for y in (-0.31, 0.3):
            wheel(m, x * w * 0.42, y * d, r, w * 0.14)
    m.add(Box(w * 0.94, d * 0.96, h * 0.2), (0, 0, h * 0.18))
    m.add(Box(w * 0.96, d * 0.9, h * 0.22), (0, d * 0.01, h * 0.34))
    m.add(Box(w * 0.9, d * 0.2, h * 0.04), (0, -d * 0.34, h * 0.55), rgb=shade(m.rgb, 0.85))
    # The cabin: glass between a sloping windscreen and a sloping rear window, under a roof.
    z, tall = h * 0.55, h * 0.4
    m.add(Wedge(w * 0.82, d * 0.28, tall), (0, -d * 0.1, z), rgb=PANE)
    m.add(Wedge(w * 0.82, d * 0.24, tall), (0, d * 0.28, z), rgb=PANE)
    m.add(Box(w * 0.82, d * 0.38, tall), (0, d * 0.09, z), rgb=PANE)
    m.add(Box(w * 0.8, d * 0.4, h * 0.06), (0, d * 0.09, h * 0.94))
    for s in (-1, 1):
        for y in (-0.09, 0.08, 0.27):
            block(m, s * w * 0.405, y * d, z, (w * 0.03, d * 0.025, tall))
        block(m, s * w * 0.482, d * 0.04, h * 0.47, (w * 0.01, d * 0.05, h * 0.025), STEEL)
        block(m, s * w * 0.47, -d * 0.14, h * 0.56, (w * 0.06, d * 0.04, h * 0.08))
    m.add(Box(w * 0.92, d * 0.04, h * 0.1), (0, -d * 0.48, h * 0.2), rgb=DARK)
    m.add(Box(w * 0.92, d * 0.04, h * 0.1), (0, d * 0.48, h * 0.2), rgb=DARK)
    m.add(Box(w * 0.4, d * 0.02, h * 0.1), (0, -d * 0.47, h * 0.36), rgb=DARK)
    _lights(m, w * 0.36, -d * 0.438, d * 0.462, h * 0.46, h * 0.07)


def truck(m: Maker) -> None:
    w, d, h = dims(m)
    r = h * 0.17
    for x in (-1, 1):
        for y in (-0.34, 0.16, 0.34):
            wheel(m, x * w * 0.42, y * d, r, w * 0.14)
    m.add(Box(w * 0.7, d * 0.94, h * 0.1), (0, 0, h * 0.14), rgb=DARK)
    m.add(Box(w, d * 0.66, h * 0.78), (0, d * 0.17, h * 0.22))
    for y in (-0.1, 0.06, 0.22, 0.38):
        for s in (-1, 1):
            block(m, s * w * 0.5, y * d + d * 0.03, h * 0.24, (w * 0.008, d * 0.015, h * 0.74), accent(m.rgb))
    for s in (-1, 1):
        block(m, s * w * 0.497, d * 0.17, h * 0.52, (w * 0.01, d * 0.5, h * 0.14), CREAM)
    m.add(Box(w * 0.94, d * 0.26, h * 0.36), (0, -d * 0.36, h * 0.16), rgb=shade(m.rgb, 0.85))
    m.add(Box(w * 0.9, d * 0.22, h * 0.28), (0, -d * 0.34, h * 0.5), rgb=PANE)
    m.add(Box(w * 0.94, d * 0.24, h * 0.06), (0, -d * 0.34, h * 0.76), rgb=shade(m.rgb, 0.85))
    for s in (-1, 1):
        for y in (-0.45, -0.25):
            block(m, s * w * 0.44, y * d, h * 0.5, (w * 0.06, d * 0.03, h * 0.28), shade(m.rgb, 0.85))
        rod(m, (s * w * 0.42, -d * 0.2, h * 0.5), (s * w * 0.42, -d * 0.2, h * 0.9), w * 0.03, rgb=STEEL)
    m.add(Box(w * 0.6, d * 0.02, h * 0.16), (0, -d * 0.49, h * 0.3), rgb=DARK)
    m.add(Box(w * 0.96, d * 0.03, h * 0.08), (0, -d * 0.483, h * 0.14), rgb=STEEL)
    _lights(m, w * 0.38, -d * 0.488, d * 0.492, h * 0.34, h * 0.045)


def bus(m: Maker) -> None:
    w, d, h = dims(m)
    r = h * 0.15
    for x in (-1, 1):
        for y in (-0.3, 0.28):
            wheel(m, x * w * 0.43, y * d, r, w * 0.14)
    m.add(Box(w * 0.98, d * 0.98, h * 0.34), (0, 0, h * 0.12))
    m.add(Box(w * 0.94, d * 0.96, h * 0.32), (0, 0, h * 0.44), rgb=PANE)
    m.add(Box(w * 0.98, d * 0.98, h * 0.24), (0, 0, h * 0.74))
    m.add(Box(w * 0.7, d * 0.3, h * 0.03), (0, d * 0.1, h * 0.97), rgb=shade(m.rgb, 0.75))
    for k in range(7):
        y = -0.44 + 0.88 * k / 6
        for s in (-1, 1):
            block(m, s * w * 0.475, y * d, h * 0.44, (w * 0.03, d * 0.02, h * 0.32))
    for s in (-1, 1):
        block(m, s * w * 0.49, 0, h * 0.36, (w * 0.012, d * 0.96, h * 0.035), CREAM)
        block(m, s * w * 0.45, -d * 0.48, h * 0.44, (w * 0.07, d * 0.02, h * 0.32))
    m.add(Box(w * 0.6, d * 0.008, h * 0.1), (0, -d * 0.49, h * 0.79), rgb=(30, 30, 34))
    m.add(Box(w * 0.44, d * 0.01, h * 0.05), (0, -d * 0.492, h * 0.815), rgb=(250, 190, 60), glow=0.8)
    m.add(Box(w * 0.9, d * 0.02, h * 0.06), (0, -d * 0.488, h * 0.12), rgb=DARK)
    _lights(m, w * 0.38, -d * 0.49, d * 0.491, h * 0.26, h * 0.045)


def rover(m: Maker) -> None:
    w, d, h = dims(m)
    r = h * 0.2
    for x in (-1.0, 1.0):
        for y in (-0.38, 0.0, 0.38):
            wheel(m, x * w * 0.42, y * d, r, w * 0.14, accent(m.rgb))
        rod(
            m,
            (x * w * 0.36, -d * 0.38, r),
            (x * w * 0.36, -d * 0.1, h * 0.4),
            w * 0.03,
            rgb=STEEL,
            material="metal",
        )
        rod(
            m,
            (x * w * 0.36, d * 0.38, r),
            (x * w * 0.36, -d * 0.1, h * 0.4),
            w * 0.03,
            rgb=STEEL,
            material="metal",
        )
        rod(m, (x * w * 0.36, 0, r), (x * w * 0.36, d * 0.14, h * 0.33), w * 0.03, rgb=STEEL, material="metal")
    m.add(Box(w * 0.66, d * 0.7, h * 0.2), (0, 0, h * 0.34))
    m.add(Box(w * 0.9, d * 0.72, h * 0.03), (0, d * 0.06, h * 0.53))
    for s in (-1.0, 1.0):
        block(m, s * w * 0.24, d * 0.24, h * 0.56, (w * 0.36, d * 0.3, h * 0.02), (38, 52, 104))
        for k in range(2):
            block(m, s * w * 0.24, d * (0.19 + 0.1 * k), h * 0.565, (w * 0.35, d * 0.008, h * 0.02), WHITE)
    m.add(Box(w * 0.3, d * 0.24, h * 0.1), (w * 0.12, -d * 0.12, h * 0.56), rgb=shade(m.rgb, 0.82))
    rod(
        m,
        (-w * 0.18, -d * 0.28, h * 0.5),
        (-w * 0.18, -d * 0.28, h * 0.86),
        w * 0.035,
        rgb=STEEL,
        material="metal",
    )
    m.add(Box(w * 0.26, d * 0.09, h * 0.13), (-w * 0.18, -d * 0.28, h * 0.86))
    for s in (-1, 1):
        x = -w * 0.18 + s * w * 0.065
        rod(m, (x, -d * 0.32, h * 0.925), (x, -d * 0.345, h * 0.925), w * 0.045, rgb=(20, 24, 32))
    m.add(
        Cone(w * 0.03, w * 0.17, h * 0.08), (w * 0.22, d * 0.3, h * 0.74), turn=turn_x(24), rgb=lighter(m.rgb, 1.3)
    )
    rod(m, (w * 0.22, d * 0.3, h * 0.56), (w * 0.22, d * 0.3, h * 0.75), w * 0.025, rgb=STEEL, material="metal")
    rod(m, (w * 0.22, -d * 0.34, h * 0.44), (w * 0.3, -d * 0.48, h * 0.3), w * 0.03, rgb=STEEL, material="metal")
    m.add(Ball(w * 0.05, w * 0.05, w * 0.05), (w * 0.3, -d * 0.47, h * 0.29), rgb=DARK)


def boat(m: Maker) -> None:
    w, d, h = dims(m)
    deck, stern, bow = h * 0.42, d * 0.5, d * 0.36
    long = d - bow
    y = stern - long / 2
    m.add(Box(w * 0.8, long, deck * 0.45), (0, y, 0), rgb=shade(m.rgb, 0.62))
    m.add(
        Wedge(deck * 0.45, w * 0.8, bow * 0.9), (0, stern - long, deck * 0.225), turn=BOW, rgb=shade(m.rgb, 0.62)
    )
    m.add(Box(w * 0.94, long, deck * 0.56), (0, y, deck * 0.4))
    m.add(Wedge(deck * 0.56, w * 0.94, bow), (0, stern - long, deck * 0.68), turn=BOW)
    m.add(Box(w, long, deck * 0.12), (0, y, deck * 0.94), rgb=CREAM)
    m.add(Wedge(deck * 0.12, w, bow), (0, stern - long, deck), turn=BOW, rgb=CREAM)
    m.add(Box(w * 0.84, long * 0.92, deck * 0.04), (0, y, deck * 1.05), rgb=WOOD, material="wood")
    m.add(
        Wedge(deck * 0.04, w * 0.8, bow * 0.8), (0, stern - long, deck * 1.07), turn=BOW, rgb=WOOD, material="wood"
    )
    m.add(Box(w * 0.6, d * 0.28, h * 0.24), (0, d * 0.08, deck))
    m.add(Box(w * 0.56, d * 0.285, h * 0.12), (0, d * 0.08, deck + h * 0.09), rgb=PANE)
    m.add(Box(w * 0.605, d * 0.18, h * 0.11), (0, d * 0.08, deck + h * 0.095), rgb=PANE)
    m.add(Box(w * 0.68, d * 0.34, h * 0.04), (0, d * 0.08, deck + h * 0.24))
    rod(m, (0, d * 0.16, deck + h * 0.26), (0, d * 0.16, h), w * 0.02, rgb=STEEL, material="metal")
    block(m, 0, d * 0.205, h * 0.86, (w * 0.01, d * 0.09, h * 0.12), (244, 244, 240))
    for s in (-1, 1):
        for yy in (-0.02, 0.3):
            m.add(Ball(w * 0.03, w * 0.1, w * 0.1), (s * w * 0.475, yy * d, deck * 0.66), rgb=WHITE)
    rod(m, (0, d * 0.42, deck), (0, d * 0.42, deck + h * 0.14), w * 0.1, rgb=DARK)


def sled(m: Maker) -> None:
    w, d, h = dims(m)
    for s in (-1, 1):
        x = s * w * 0.4
        block(m, x, d * 0.08, 0, (w * 0.06, d * 0.78, h * 0.06), STEEL, material="metal")
        last = (x, -d * 0.31, h * 0.03)
        for k in range(1, 6):
            a = 34 * k
            p = (x, -d * 0.31 - d * 0.15 * sine(a), h * 0.03 + h * 0.2 * (1 - cosine(a)))
            rod(m, last, p, w * 0.03, rgb=STEEL, material="metal")
            last = p
        for y in (-0.2, 0.12, 0.4):
            rod(m, (x, y * d, h * 0.05), (s * w * 0.36, y * d, h * 0.38), w * 0.03, rgb=WOOD, material="wood")
        block(m, s * w * 0.42, d * 0.12, h * 0.36, (w * 0.08, d * 0.64, h * 0.28))
    m.add(Box(w * 0.84, d * 0.74, h * 0.08), (0, d * 0.08, h * 0.34), rgb=WOOD, material="wood")
    block(m, 0, -d * 0.24, h * 0.38, (w * 0.84, d * 0.05, h * 0.36), turn=turn_x(24))
    block(m, 0, d * 0.42, h * 0.36, (w * 0.92, d * 0.07, h * 0.62), turn=turn_x(-6))
    m.add(Box(w * 0.74, d * 0.2, h * 0.22), (0, d * 0.27, h * 0.4), rgb=lighter(m.rgb, 1.4), material="fabric")
    block(m, 0, d * 0.37, h * 0.6, (w * 0.74, d * 0.04, h * 0.3), lighter(m.rgb, 1.4), material="fabric")
    rod(m, (-w * 0.46, d * 0.452, h * 0.965), (w * 0.46, d * 0.452, h * 0.965), h * 0.035, rgb=GOLD)


def wagon(m: Maker) -> None:
    w, d, h = dims(m)
    for x in (-1, 1):
        for y, r in ((-0.28, h * 0.19), (0.26, h * 0.24)):
            p = x * w * 0.45
            rod(m, (p - w * 0.03, y * d, r), (p + w * 0.03, y * d, r), r, rgb=WOOD, material="wood")
            rod(m, (p - w * 0.035, y * d, r), (p + w * 0.035, y * d, r), r * 0.78, rgb=shade(WOOD, 0.55))
            for k in range(3):
                t = turn_x(60 * k + 15)
                m.add(
                    Box(w * 0.08, r * 0.14, r * 1.7),
                    (p, y * d - t[5] * r * 0.85, r - t[8] * r * 0.85),
                    turn=t,
                    rgb=WOOD,
                )
    m.add(Box(w * 0.78, d * 0.84, h * 0.26), (0, d * 0.02, h * 0.3), rgb=WOOD, material="wood")
    # The cover: cloth over hoops.
    r = min(w * 0.44, h * 0.4)
    z = h - r
    rod(m, (0, -d * 0.38, z), (0, d * 0.46, z), r, material="fabric")
    m.add(Box(2 * r, d * 0.84, z - h * 0.52), (0, d * 0.04, h * 0.52), material="fabric")
    for y in (-0.38, -0.1, 0.18, 0.45):
        rod(
            m,
            (0, y * d - d * 0.008, z),
            (0, y * d + d * 0.008, z),
            r * 1.015,
            rgb=accent(m.rgb),
            material="fabric",
        )
    rod(m, (0, -d * 0.375, z), (0, -d * 0.392, z), r * 0.82, rgb=(46, 38, 34))
    block(m, 0, -d * 0.378, h * 0.55, (r * 1.6, d * 0.02, z - h * 0.55), (46, 38, 34))
    block(m, 0, -d * 0.42, h * 0.46, (w * 0.6, d * 0.08, h * 0.04), WOOD, material="wood")
    rod(m, (0, -d * 0.36, h * 0.24), (0, -d * 0.5, h * 0.2), w * 0.03, rgb=WOOD, material="wood")


def hovercraft(m: Maker) -> None:
    w, d, h = dims(m)
    r = h * 0.15
    # The skirt: a black cushion all round.
    for s in (-1, 1):
        rod(m, (s * (w * 0.5 - r), -d * 0.34, r), (s * (w * 0.5 - r), d * 0.42, r), r, rgb=TYRE)
        for y in (-0.34, 0.42):
            m.add(Ball(r, r, r), (s * (w * 0.5 - r), y * d, r), rgb=TYRE)
    rod(m, (-w * 0.5 + r, d * 0.42, r), (w * 0.5 - r, d * 0.42, r), r, rgb=TYRE)
    for a, b in (((-0.5, -0.34), (-0.2, -0.5)), ((-0.2, -0.5), (0.2, -0.5)), ((0.2, -0.5), (0.5, -0.34))):
        pa, pb = (
            (
                p[0] * w - r * (1 if p[0] > 0 else -1) * (1 if abs(p[0]) > 0.3 else 0),
                p[1] * d + (r if p[1] < -0.4 else 0),
                r,
            )
            for p in (a, b)
        )
        rod(m, pa, pb, r, rgb=TYRE)
        m.add(Ball(r, r, r), pb, rgb=TYRE)
    m.add(Box(w * 0.9, d * 0.78, h * 0.16), (0, d * 0.04, h * 0.22))
    m.add(Box(w * 0.5, d * 0.9, h * 0.16), (0, 0, h * 0.22))
    m.add(Box(w * 0.7, d * 0.38, h * 0.3), (0, -d * 0.08, h * 0.36))
    m.add(Box(w * 0.66, d * 0.385, h * 0.16), (0, -d * 0.08, h * 0.45), rgb=PANE)
    m.add(Box(w * 0.705, d * 0.3, h * 0.16), (0, -d * 0.08, h * 0.45), rgb=PANE)
    m.add(Box(w * 0.74, d * 0.4, h * 0.05), (0, -d * 0.08, h * 0.65))
    for s in (-1, 1):
        x, z, big = s * w * 0.25, h * 0.7, min(w * 0.23, h * 0.29)
        m.add(Tube(big, big, d * 0.08, big * 0.86, 0.0), (x, d * 0.4, z), turn=turn_x(90))
        rod(m, (x, d * 0.34, z), (x, d * 0.4, z), big * 0.2, rgb=DARK)
        for k in range(2):
            t = turn_y(90 * k + 30)
            m.add(
                Box(big * 0.2, d * 0.012, big * 1.7),
                (x - t[2] * big * 0.85, d * 0.36, z - t[8] * big * 0.85),
                turn=t,
                rgb=STEEL,
            )
        block(m, x, d * 0.36, h * 0.34, (w * 0.05, d * 0.05, z - big - h * 0.3), DARK)
        block(m, x, d * 0.44, z - big * 0.8, (w * 0.02, d * 0.06, big * 1.6), accent(m.rgb))
    block(m, 0, -d * 0.452, h * 0.26, (w * 0.4, d * 0.01, h * 0.06), CREAM)


RECIPES: dict[str, Recipe] = {
    "car": car, "truck": truck, "bus": bus, "rover": rover, "boat": boat, "sled": sled, "wagon": wagon,
    "hovercraft": hovercraft,
}  # fmt: skip
