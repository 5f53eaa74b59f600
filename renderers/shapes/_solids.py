"""Solids that several recipes put together from the primitives."""

from collections.abc import Iterator

from ...schemas.vocabulary import Material
from ...simulators.space import Vec, cosine, sine
from ..stage import UPRIGHT, Box, Cone, Maker, Rgb, Turn3, along, turn_z
from ._palette import STEEL, TYRE


def dims(m: Maker) -> Vec:
    """Width, depth and height of the thing, metres."""
    return m.thing.size.w, m.thing.size.d, m.thing.size.h


def block(
    m: Maker,
    x: float,
    y: float,
    z: float,
    size: Vec,
    rgb: Rgb | None = None,
    *,
    material: Material | None = None,
    glow: float = 0.0,
    turn: Turn3 = UPRIGHT,
) -> None:
    """A cuboid; (x, y) its middle, z its underside."""
    m.add(Box(*size), (x, y, z), rgb=rgb, material=material, glow=glow, turn=turn)


def rod(
    m: Maker,
    a: Vec,
    b: Vec,
    radius: float,
    tip: float | None = None,
    rgb: Rgb | None = None,
    *,
    material: Material | None = None,
    glow: float = 0.0,
) -> None:
    """A round bar, disc or cone from a to b."""
    way = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    length = (way[0] ** 2 + way[1] ** 2 + way[2] ** 2) ** 0.5
    if length > 1e-6:
        cone = Cone(radius, radius if tip is None else tip, length)
        m.add(cone, a, turn=along(way), rgb=rgb, material=material, glow=glow)


def dome(
    m: Maker,
    x: float,
    y: float,
    z: float,
    radius: float,
    height: float,
    rgb: Rgb | None = None,
    *,
    steps: int = 5,
    material: Material | None = None,
    glow: float = 0.0,
) -> None:
    """The upper half of an ellipsoid in slices, flat underneath."""
    low = (radius, 0.0)
    for k in range(1, steps + 1):
        angle = 90 * k / steps
        high = (radius * cosine(angle), height * sine(angle))
        m.add(Cone(low[0], high[0], high[1] - low[1]), (x, y, z + low[1]), rgb=rgb, material=material, glow=glow)
        low = high


def around(count: int, start: float = 0.0) -> Iterator[tuple[float, float, float]]:
    """Angle (degrees counterclockwise from +x), cosine and sine of places spread evenly on a circle."""
    for k in range(count):
        angle = start + 360 * k / count
        yield angle, cosine(angle), sine(angle)


def hexagon(m: Maker, z: float, across: float, height: float, rgb: Rgb | None = None) -> None:
    """An upright six-sided prism around the z axis; `across` from flat to flat."""
    for k in range(3):
        block(m, 0.0, 0.0, z, (across * 0.577, across, height), rgb, turn=turn_z(60 * k))


def wheel(m: Maker, x: float, y: float, radius: float, width: float, hub: Rgb = STEEL) -> None:
    """A wheel on the ground that rolls along y; x is the middle of its width."""
    rod(m, (x - width / 2, y, radius), (x + width / 2, y, radius), radius, rgb=TYRE, material="fabric")
    rod(m, (x - width * 0.54, y, radius), (x + width * 0.54, y, radius), radius * 0.55, rgb=hub, material="metal")
