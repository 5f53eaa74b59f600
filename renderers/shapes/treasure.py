"""Treasure: one-hand items."""

from itertools import pairwise
from math import hypot

from ...simulators.space import cosine, sine
from ..stage import Ball, Box, Cone, Maker, Recipe, Tube, Wedge, shade, times, turn_z
from ._palette import CREAM, accent, lighter
from ._solids import around, block, dims, dome, rod


def gem(m: Maker) -> None:
    """Eight flat facets down to a point, eight up to a flat top, in shades that take turns."""
    w, d, h = dims(m)
    r = min(w, d) / 2
    girdle, out = h * 0.62, r * 0.97
    base = 2 * out * sine(22.5) / cosine(22.5)
    m.add(Cone(0.0, out * 0.95, girdle * 0.98), (0, 0, girdle * 0.02), rgb=shade(m.rgb, 0.7))
    m.add(Cone(out * 0.92, out * 0.5, h * 0.3), (0, 0, girdle), rgb=shade(m.rgb, 0.8))
    for k, (angle, c, s) in enumerate(around(8, -90)):
        for rise, parts in ((-girdle, (0.72, 1.0, 0.86, 1.18)), (h * 0.62, (1.3, 0.92, 1.15, 1.0))):
            # Own x looks outwards, own z runs to the tip.
            slant = hypot(out, rise)
            a, b = abs(rise) / slant, out / slant
            up = 1.0 if rise > 0 else -1.0
            lean = (a, 0.0, -b, 0.0, up, 0.0, up * b, 0.0, up * a)
            thick, part = r * 0.04, parts[(k + (k // 4)) % 4]
            place = (c * (out - thick / 2), s * (out - thick / 2), girdle)
            rgb = shade(m.rgb, part) if part <= 1 else lighter(m.rgb, part)
            if rise < 0:
                m.add(Wedge(thick, base, slant * 0.98), place, turn=times(turn_z(angle), lean), rgb=rgb)
            else:
                # The upper facets are cut off by the flat top.
                share = 0.46
                m.add(Box(thick, base * 0.74, slant * share), place, turn=times(turn_z(angle), lean), rgb=rgb)
    m.add(Cone(out * 0.64, out * 0.56, h * 0.1), (0, 0, h * 0.9), rgb=lighter(m.rgb, 1.45))


def coin(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Cone(r, r, h * 0.85), rgb=shade(m.rgb, 0.78))
    m.add(Cone(r * 0.9, r * 0.9, h * 0.06), (0, 0, h * 0.82))
    m.add(Tube(r, r * 0.98, h * 0.95, r * 0.84, 0.0), rgb=lighter(m.rgb, 1.12))
    m.add(Cone(r * 0.52, r * 0.5, h * 0.1), (0, 0, h * 0.85), rgb=accent(m.rgb))
    for angle, c, s in around(5, 90):
        block(
            m,
            c * r * 0.18,
            s * r * 0.18,
            h * 0.9,
            (r * 0.4, r * 0.13, h * 0.1),
            lighter(m.rgb, 1.35),
            turn=turn_z(angle),
        )
    for angle, c, s in around(24):
        block(
            m,
            c * r * 0.985,
            s * r * 0.985,
            h * 0.05,
            (r * 0.03, r * 0.07, h * 0.75),
            accent(m.rgb),
            turn=turn_z(angle),
        )


def key(m: Maker) -> None:
    w, d, h = dims(m)
    r = d / 2
    m.add(Tube(r, r, h * 0.6, r * 0.56, 0.0), (-w * 0.5 + r, 0, 0), rgb=shade(m.rgb, 0.78))
    m.add(Tube(r, r * 0.9, h * 0.4, r * 0.56, 0.0), (-w * 0.5 + r, 0, h * 0.6))
    a, b = -w * 0.5 + r * 1.75, w * 0.5
    rod(m, (a, 0, h * 0.5), (b, 0, h * 0.5), h * 0.5)
    for x in (a + w * 0.05, a + w * 0.09):
        block(m, x, 0, 0, (w * 0.025, d * 0.34, h), lighter(m.rgb, 1.3))
    for x, deep in ((0.48, 0.42), (0.41, 0.28), (0.34, 0.42)):
        block(m, x * w, -d * deep / 2, h * 0.05, (w * 0.035, d * deep, h * 0.9))


def crown(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Tube(r * 0.86, r * 0.9, h * 0.34, r * 0.78, 0.0))
    m.add(Tube(r * 0.9, r * 0.88, h * 0.08, r * 0.76, 0.0), rgb=accent(m.rgb))
    for _, c, s in around(8, 22.5):
        # A flat spike that leans outwards.
        rod(m, (c * r * 0.82, s * r * 0.82, h * 0.28), (c * r * 0.93, s * r * 0.93, h * 0.88), r * 0.24, r * 0.04)
        m.add(Ball(r * 0.07, r * 0.07, r * 0.07), (c * r * 0.93, s * r * 0.93, h - r * 0.07), rgb=CREAM)
        m.add(Ball(r * 0.09, r * 0.09, h * 0.08), (c * r * 0.86, s * r * 0.86, h * 0.2), rgb=accent(m.rgb))


def shell(m: Maker) -> None:
    w, d, h = dims(m)
    # A scallop that leans back: ribs fan out from the hinge at the front.
    hinge = (0.0, -d * 0.38, h * 0.14)
    for k in range(9):
        angle = -64 + 16 * k
        c, s = cosine(angle), sine(angle)
        end = (s * w * 0.41, -d * 0.36 + d * 0.74 * c, h * (0.16 + 0.68 * c))
        rgb = shade(m.rgb, 0.72) if k % 2 else None
        rod(m, hinge, end, w * 0.03, w * 0.075, rgb)
        m.add(Ball(w * 0.075, w * 0.075, h * 0.13), end, rgb=rgb)
    for side in (-1, 1):
        block(
            m,
            side * w * 0.1,
            -d * 0.41,
            0,
            (w * 0.22, d * 0.12, h * 0.26),
            shade(m.rgb, 0.85),
            turn=turn_z(side * 16),
        )
    m.add(Ball(w * 0.3, d * 0.24, h * 0.2), (0, d * 0.06, h * 0.2), rgb=shade(m.rgb, 0.6))


def bell(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Cone(r, r * 0.96, h * 0.06), rgb=accent(m.rgb))
    steps = ((0.06, 0.96), (0.16, 0.80), (0.32, 0.66), (0.48, 0.58), (0.58, 0.46), (0.64, 0.2))
    for (low, a), (high, b) in pairwise(steps):
        m.add(Cone(a * r, b * r, (high - low) * h), (0, 0, low * h))
    m.add(Cone(r * 0.69, r * 0.665, h * 0.04), (0, 0, h * 0.29), rgb=accent(m.rgb))
    m.add(Cone(r * 0.1, r * 0.1, h * 0.08), (0, 0, h * 0.62), rgb=accent(m.rgb))
    m.add(Cone(r * 0.14, r * 0.2, h * 0.24), (0, 0, h * 0.7), rgb=(120, 78, 46), material="wood")
    dome(m, 0, 0, h * 0.94, r * 0.2, h * 0.06, (120, 78, 46), steps=3, material="wood")


RECIPES: dict[str, Recipe] = {
    "gem": gem, "coin": coin, "key": key, "crown": crown, "shell": shell, "bell": bell,
}  # fmt: skip
