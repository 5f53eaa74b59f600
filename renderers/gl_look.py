"""What a part looks like in `gl`, as the numbers that its programs take."""

from functools import lru_cache
from math import exp2, log2
from struct import pack

from ..simulators.space import Vec
from .mesh import sides, unit
from .stage import Ball, Box, Cone, Part, Primitive, Rgb, Tube, Wedge, shade
from .textures import FLOORS, PATTERNS, texture

ROW = 28
"""Numbers per part: three rows of its placement, stretch and gloss, colour and glow, second colour and id,
images."""
GLOSS = {"metal": 0.75, "plastic": 0.34, "clay": 0.26, "skin": 0.1, "wood": 0.1, "stone": 0.06, "leaf": 0.05}
"""Strength of the highlight; from 0.5 on the surface also mirrors the sky."""
BACKDROP: dict[str, tuple[Rgb, float]] = {
    "grass": ((120, 142, 84), 0.5),
    "sand": ((214, 190, 146), 0.55),
    "waves": ((64, 122, 160), 0.45),
    "asphalt": ((98, 100, 106), 0.4),
    "planks": ((166, 128, 92), 0.4),
    "cobbles": ((150, 146, 138), 0.35),
    "tiles": ((222, 218, 210), 0.3),
    "panels": ((150, 156, 166), 0.35),
}
"""What the colour of a floor is mixed with, and how much of it."""
WALL: tuple[Rgb, float] = ((236, 232, 226), 0.36)
WHITE_WALL: Rgb = (176, 172, 164)
"""The same for walls, and for white ones."""
WALL_GLOW = 0.16
"""Walls in the shade stay lighter than the things before them."""
GRAIN = 0.18
"""Most that an image of a material covers, as a share of the scene's reach."""

Shape = tuple[str, Primitive, int]
"""A unit form with its kind and fineness: as plain tuples, a box and a ball of the same numbers are equal."""


def linear(rgb: Rgb) -> Vec:
    r, g, b = ((c / 255) ** 2 for c in rgb)
    return r, g, b


def scaled(v: Vec, by: float) -> Vec:
    return v[0] * by, v[1] * by, v[2] * by


def mixed(a: Vec, b: Vec, part: float) -> Vec:
    return tuple(x + (y - x) * part for x, y in zip(a, b, strict=True))  # type: ignore[return-value]


@lru_cache(maxsize=8192)
def row_of(part: Part, kind: str, name: int, reach: float) -> tuple[Shape, bytes]:
    """The unit form of a part and its numbers for the buffer; `kind` as a box equals a ball of its numbers."""
    shape, scale = unit(part.primitive)
    t, p = part.turn, part.place
    largest = exp2(round(log2(max(*scale, 0.01))))
    floor = part.pattern in FLOORS
    first = texture(part.pattern if floor else part.material)
    second = texture(part.pattern if part.pattern in PATTERNS else "plain")
    # The grain of large things is kept fine enough to be looked at from near.
    rgb, tile = linear(part.rgb), first.tile or min(largest, GRAIN * reach)
    other = linear(part.second or shade(part.rgb, 1.5 if sum(part.rgb) < 330 else 0.55))
    # All bands of a turned body wear one size of pattern, whatever their heights.
    round_body = isinstance(part.primitive, Cone | Tube)
    glow = part.glow
    apart = exp2(round(log2(max(scale[0], scale[1], 0.005)))) if round_body else largest
    if not part.id:
        # Surroundings are paler than things, so that things stand out; large floors have large grain.
        tone, share = BACKDROP.get(part.pattern, WALL)
        if not floor:
            # A dark wall keeps away from grey, a white one from white.
            bright = sum(part.rgb) / 3
            tone, share = (WHITE_WALL if bright > 215 else tone), (share if bright > 75 else 0.13)
        rgb = mixed(rgb, linear(tone), share)
        other = scaled(rgb, 0.86)
        tile *= max(1.0, reach / 24.0)
        if part.material == "clay" and not floor:
            first, glow = texture("plaster"), WALL_GLOW
            tile = scale[2]
        if floor:
            second, apart = texture("drift"), tile * 6.7
    gloss = GLOSS.get(part.material, 0.0) if not floor else 0.05
    row = pack(
        f"{ROW}f",
        *(t[0], t[1], t[2], p[0], t[3], t[4], t[5], p[1], t[6], t[7], t[8], p[2]),
        *scale,
        gloss,
        *rgb,
        glow,
        *other,
        float(name),
        first.layer,
        tile,
        second.layer,
        apart,
    )
    # A furnished room is looked at from afar, however small it is.
    return (kind, shape, sides(part.primitive, reach if reach < 2.0 else max(reach, 7.0))), row


def halo_of(part: Part) -> bytes:
    """A soft shine around a glowing part."""
    shape, scale = unit(part.primitive)
    up = 0.0 if isinstance(shape, Ball) else scale[2] / 2
    t, p = part.turn, part.place
    middle = (p[0] + t[2] * up, p[1] + t[5] * up, p[2] + t[8] * up)
    half = max(scale) * (0.5 if isinstance(shape, Box | Wedge) else 1.0)
    size = 1.9 * max(half, scale[2] / 2) + 0.02
    return pack("8f", *middle, size, *linear(part.rgb), min(1.0, part.glow))
