"""Boulders and rocks: a rounded lump, wide from the ground up, with broad flat faces."""

from itertools import pairwise

from ...simulators.space import cosine, sine
from ..stage import Box, Cone, Maker, moved, shade, times, turn_x, turn_z

CORE = ((0.0, 0.88), (0.14, 0.92), (0.4, 0.9), (0.62, 0.8), (0.8, 0.62), (0.93, 0.36), (1.0, 0.1))
"""Height and radius, shares of the height and of half the lesser width."""
SLABS: tuple[tuple[float, ...], ...] = (
    (-105, 0.27, 0.86, 0.62, 0.5, 4, 0.94),
    (-45, 0.30, 0.77, 0.58, 0.54, 7, 1.06),
    (18, 0.26, 0.83, 0.62, 0.48, 4, 0.90),
    (80, 0.30, 0.77, 0.58, 0.56, 7, 1.04),
    (141, 0.26, 0.81, 0.58, 0.48, 4, 0.92),
    (202, 0.29, 0.77, 0.58, 0.54, 6, 1.05),
    (-76, 0.66, 0.72, 0.56, 0.40, 20, 1.10),
    (-14, 0.68, 0.69, 0.55, 0.38, 22, 0.96),
    (48, 0.66, 0.71, 0.56, 0.40, 20, 1.06),
    (110, 0.68, 0.70, 0.55, 0.38, 22, 0.92),
    (172, 0.66, 0.72, 0.56, 0.40, 20, 1.08),
    (234, 0.68, 0.67, 0.55, 0.38, 22, 0.99),
    (-50, 0.90, 0.40, 0.52, 0.24, 50, 1.05),
    (70, 0.90, 0.40, 0.52, 0.24, 50, 0.97),
    (190, 0.90, 0.40, 0.52, 0.24, 50, 1.10),
)
"""Bearing of the slab's outer face (degrees from +x), its middle height, distance from the axis, width,
height (shares); how far it leans back (degrees); shade."""


def crag(m: Maker) -> None:
    """A rock that fills the thing's box."""
    w, d, h = m.thing.size.w, m.thing.size.d, m.thing.size.h
    r = min(w, d) / 2
    for (low, a), (high, b) in pairwise(CORE):
        for aside in (-1, 1) if w > r * 2.05 else (0,):
            place = (aside * (w / 2 - r), 0.0, low * h)
            m.add(Cone(a * r, b * r, (high - low) * h), place, material="stone")
    for bearing, z, out, wide, tall, lean, part in SLABS:
        # Its front looks outwards and leans back.
        x, y = cosine(bearing) * w / 2, sine(bearing) * d / 2
        thick = 0.3 * min(w, d)
        turn = times(turn_z(bearing + 90), turn_x(-lean))
        size = (wide * min(w, d), thick, tall * h)
        shift = moved(turn, (0.0, thick / 2, -size[2] / 2))
        # No corner goes below the ground.
        up = max(z * h + shift[2], sine(lean) * thick / 2)
        place = (x * out + shift[0], y * out + shift[1], up)
        m.add(Box(*size), place, turn=turn, rgb=shade(m.rgb, part), material="stone")
