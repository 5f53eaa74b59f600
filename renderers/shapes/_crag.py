"""Boulders and rocks: fused lumps of stone around a core that is wide from the ground up."""

from ..stage import Ball, Cone, Maker, shade, times, turn_x, turn_y, turn_z

CORE = ((0.0, 0.84), (0.18, 0.96), (0.5, 0.92), (0.74, 0.7), (0.9, 0.4), (0.96, 0.2))
"""Height and radius, shares of the height and of half the lesser width."""
LUMPS: tuple[tuple[float, ...], ...] = (
    (-0.19, -0.20, 0.26, 0.29, 0.27, 0.25, 20, 0.9),
    (0.22, -0.17, 0.36, 0.25, 0.29, 0.30, -30, 1.08),
    (0.02, -0.24, 0.55, 0.27, 0.21, 0.24, 10, 1.0),
    (-0.20, 0.02, 0.58, 0.24, 0.27, 0.27, 35, 1.1),
    (0.16, 0.16, 0.62, 0.28, 0.26, 0.25, -15, 0.92),
    (0.24, 0.20, 0.24, 0.24, 0.27, 0.23, 40, 0.86),
    (-0.20, 0.24, 0.30, 0.27, 0.24, 0.28, -25, 0.96),
    (-0.10, -0.27, 0.12, 0.33, 0.2, 0.12, 0, 0.95),
    (0.27, 0.02, 0.12, 0.2, 0.33, 0.12, 0, 0.9),
    (-0.27, 0.05, 0.13, 0.2, 0.3, 0.13, 0, 1.0),
    (0.02, 0.27, 0.13, 0.34, 0.2, 0.13, 0, 0.94),
    (-0.03, -0.02, 0.81, 0.27, 0.24, 0.185, 30, 1.14),
)
"""Middle x, y, z and half width, depth, height (shares of the box); turn about z; shade."""


def crag(m: Maker) -> None:
    """A rock that fills the thing's box."""
    w, d, h = m.thing.size.w, m.thing.size.d, m.thing.size.h
    r = min(w, d) / 2
    for (low, a), (high, b) in zip(CORE, CORE[1:], strict=False):
        m.add(Cone(a * r, b * r, (high - low) * h), (0, 0, low * h), rgb=shade(m.rgb, 0.95), material="stone")
    for x, y, z, a, b, c, yaw, part in LUMPS:
        turn = times(turn_z(yaw), times(turn_x(8), turn_y(-8)))
        size = (min(a * w, (0.5 - abs(x)) * w), min(b * d, (0.5 - abs(y)) * d), c * h)
        m.add(Ball(*size), (x * w, y * d, z * h), turn=turn, rgb=shade(m.rgb, part), material="stone")
