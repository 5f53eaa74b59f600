"""Roofs: each kind is told from the others when seen from straight above."""

from math import sqrt

from ...simulators.space import cosine, sine
from ..stage import Ball, Box, Maker, Wedge, shade, times, turn_z
from ._palette import CREAM, accent
from ._solids import block

TILES = (0.92, 0.72, 0.55, 0.8)
"""Shades of the four sides of a roof: front, right, back, left."""


def facets(m: Maker, count: int, w: float, d: float, z: float, height: float, start: float = -90.0) -> None:
    """A pointed roof of flat triangles over a rectangle (4) or a circle's polygon, each in its own shade."""
    for k in range(count):
        angle = start + 360 * k / count
        # Distance from the middle to an edge, and the length of that edge.
        if count == 4:
            out, base = (d / 2, w) if k % 2 == 0 else (w / 2, d)
        else:
            out = min(w, d) / 2
            base = 2 * out * sine(180 / count) / cosine(180 / count)
        slant = sqrt(out * out + height * height)
        # Own x is the outward normal, own y runs along the edge, own z up the slope.
        lean = (height / slant, out / slant)
        tip = (lean[0], 0.0, -lean[1], 0.0, 1.0, 0.0, lean[1], 0.0, lean[0])
        thick = min(w, d) * 0.02
        part = TILES[k % 4] if count == 4 else (0.9 if k % 2 else 0.62)
        m.add(
            Wedge(thick, base, slant),
            _off(angle, out - thick * 0.5, z),
            turn=times(turn_z(angle), tip),
            rgb=shade(m.rgb, part),
        )


def _off(angle: float, out: float, z: float) -> tuple[float, float, float]:
    return out * cosine(angle), out * sine(angle), z


def _gable(m: Maker, w: float, d: float, z: float, height: float) -> None:
    """Two slopes in two shades, the ridge along x."""
    m.add(Wedge(w, d, height), (0, 0, z), rgb=shade(m.rgb, 0.9))
    slant = sqrt(d * d / 4 + height * height)
    lean = (height / slant, d / 2 / slant)
    # A slab on the far slope, and a beam on the ridge.
    back = (1.0, 0.0, 0.0, 0.0, lean[1], lean[0], 0.0, -lean[0], lean[1])
    thick = height * 0.02
    m.add(
        Box(w, slant * 0.99, thick),
        (0, d / 4 - lean[0] * thick * 0.4, z + height / 2 - lean[1] * thick * 0.4),
        turn=back,
        rgb=shade(m.rgb, 0.58),
    )
    block(m, 0, 0, z + height - d * 0.04, (w, d * 0.03, d * 0.04), accent(m.rgb))


def _flat(m: Maker, w: float, d: float, z: float, height: float) -> None:
    """A parapet around a paler deck."""
    m.add(Box(w, d, height * 0.5), (0, 0, z), rgb=shade(m.rgb, 0.8))
    e = min(w, d) * 0.07
    for s in (-1, 1):
        block(m, 0, s * (d - e) / 2, z, (w, e, height))
        block(m, s * (w - e) / 2, 0, z, (e, d, height))


def roof(m: Maker, kind: str, w: float, d: float, z: float) -> None:
    """A roof from z up to the top of the thing."""
    height = m.thing.size.h - z
    match kind:
        case "gable":
            _gable(m, w, d, z, height)
        case "pyramid":
            facets(m, 4, w, d, z, height)
        case "dome":
            m.add(Box(w, d, height * 0.06), (0, 0, z), rgb=shade(m.rgb, 0.62))
            m.add(Ball(w * 0.46, d * 0.46, height * 0.92), (0, 0, z))
            m.add(Ball(min(w, d) * 0.07, min(w, d) * 0.07, height * 0.1), (0, 0, z + height * 0.9), rgb=CREAM)
        case "spire":
            facets(m, 8, w, d, z, height)
        case _:
            _flat(m, w, d, z, height)
