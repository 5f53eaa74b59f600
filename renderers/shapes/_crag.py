"""Boulders and rocks: slabs of stone that break out of a core which is wide from the ground up."""

from itertools import pairwise

from ...simulators.space import cosine, sine
from ..stage import Box, Cone, Maker, moved, shade, times, turn_x, turn_z

CORE = ((0.0, 0.8), (0.14, 0.82), (0.45, 0.74), (0.72, 0.58), (0.9, 0.36))
"""Height and radius, shares of the height and of half the lesser width."""
SLABS: tuple[tuple[float, ...], ...] = (
    (-100, 0.24, 0.74, 0.58, 0.46, 9, 0.92),
    (-42, 0.28, 0.73, 0.56, 0.52, 13, 1.06),
    (20, 0.23, 0.74, 0.58, 0.44, 7, 0.88),
    (80, 0.28, 0.73, 0.58, 0.54, 12, 1.03),
    (141, 0.24, 0.74, 0.57, 0.46, 7, 0.90),
    (202, 0.27, 0.73, 0.58, 0.52, 10, 1.05),
    (-74, 0.57, 0.68, 0.50, 0.42, 12, 1.09),
    (-18, 0.60, 0.66, 0.46, 0.40, 14.4, 0.94),
    (40, 0.56, 0.69, 0.50, 0.42, 11.4, 1.04),
    (92, 0.60, 0.66, 0.48, 0.39, 15, 0.90),
    (150, 0.57, 0.68, 0.50, 0.42, 12, 1.08),
    (212, 0.60, 0.66, 0.48, 0.40, 14.4, 0.98),
    (-55, 0.82, 0.46, 0.44, 0.26, 36, 1.00),
    (20, 0.80, 0.48, 0.40, 0.26, 33, 0.94),
    (95, 0.82, 0.46, 0.44, 0.26, 37.5, 1.10),
    (190, 0.81, 0.46, 0.46, 0.26, 35.25, 1.05),
)
"""Bearing of the slab's outer face (degrees from +x), its middle height, distance from the axis, width,
height (shares); how far it leans back (degrees); shade."""


def crag(m: Maker) -> None:
    """A rock that fills the thing's box."""
    w, d, h = m.thing.size.w, m.thing.size.d, m.thing.size.h
    for (low, a), (high, b) in pairwise(CORE):
        r = min(w, d) / 2
        m.add(Cone(a * r, b * r, (high - low) * h), (0, 0, low * h), rgb=shade(m.rgb, 0.9), material="stone")
    for bearing, z, out, wide, tall, lean, part in SLABS:
        # Its front looks outwards and leans back; it is as thick as half the distance to the axis.
        x, y = cosine(bearing) * w / 2, sine(bearing) * d / 2
        thick = 0.25 * min(w, d)
        turn = times(turn_z(bearing + 90), turn_x(-lean))
        size = (wide * min(w, d), thick, tall * h)
        shift = moved(turn, (0.0, thick / 2, -size[2] / 2))
        # No corner goes below the ground.
        up = max(z * h + shift[2], sine(lean) * thick / 2)
        place = (x * out + shift[0], y * out + shift[1], up)
        m.add(Box(*size), place, turn=turn, rgb=shade(m.rgb, part), material="stone")
    m.add(
        Box(w * 0.42, d * 0.4, h * 0.1),
        (0, d * 0.01, h * 0.85),
        turn=times(turn_z(20), turn_x(9)),
        material="stone",
    )
