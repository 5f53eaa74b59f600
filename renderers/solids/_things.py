"""What the tables of solids share: the table top, plates to read, signs, arrows, easing."""

from typing import Literal

from ...simulators.space import Vec, cosine, sine
from ..stage import UPRIGHT, Box, Letters, Part, Rgb, Turn3, Wedge, times, turn_x, turn_y, turn_z

Parts = tuple[Part, ...]
GOES_IN: Rgb = (0, 114, 178)
COMES_OUT: Rgb = (213, 94, 0)
"""Blue and vermilion are told apart by everybody."""
WHITE: Rgb = (255, 255, 255)
THICK = 0.008
"""Of a plate, metres."""


def blend(a: Rgb, b: Rgb, share: float) -> Rgb:
    """A colour between two; `share` 0 gives the first."""
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b, strict=True))  # type: ignore[return-value]


def table_top(page: Rgb) -> Part:
    """The table top, larger than the picture."""
    return Part("", Box(16, 16, 0.2), (0.0, 0.0, -0.2), UPRIGHT, page, "wood", "planks")


def ease(t: float, start: float = 0.0, end: float = 1.0) -> float:
    """0 before start, 1 after end, and a smooth step between."""
    u = min(1.0, max(0.0, (t - start) / (end - start)))
    return u * u * (3.0 - 2.0 * u)


def mix(a: float, b: float, u: float) -> float:
    """The number at u of the way from a to b."""
    return a + (b - a) * u


def way(a: Vec, b: Vec, u: float) -> Vec:
    """The place at u of the way from a to b, in tenths of a millimetre."""
    return tuple(round(x + (y - x) * u, 4) for x, y in zip(a, b, strict=True))  # type: ignore[return-value]


def up(tilt: float) -> Vec:
    """Where the upper edge of a tilted plate lies, seen from its middle."""
    return 0.0, sine(tilt), cosine(tilt)


def out(tilt: float) -> Vec:
    """Where the face of a tilted plate looks."""
    return 0.0, -cosine(tilt), sine(tilt)


def plus(place: Vec, direction: Vec, length: float) -> Vec:
    """The place so far from another, in tenths of a millimetre."""
    return tuple(round(p + d * length, 4) for p, d in zip(place, direction, strict=True))  # type: ignore[return-value]


def plate(
    name: str,
    middle: Vec,
    size: tuple[float, float],
    tilt: float,
    colour: Rgb,
    text: str = "",
    ink: Rgb = (0, 0, 0),
    *,
    thick: float = THICK,
    glow: float = 0.0,
) -> Part:
    """A board to read: `middle` is that of its face; tilt 0 stands upright, 90 lies flat."""
    foot = plus(plus(middle, up(tilt), -size[1] / 2), out(tilt), -thick / 2)
    letters = Letters((("", text),), ink) if text else None
    return Part(
        name, Box(size[0], thick, size[1]), foot, turn_x(-tilt), colour, "stone", glow=glow, letters=letters
    )


def named(name: str, middle: Vec, width: float, tilt: float, word: str, colours: tuple[Rgb, Rgb]) -> Parts:
    """A plate with a word on it, and a rim of the letters' colour around it."""
    board, ink = colours
    high = width * 0.36
    rim = plate(f"{name}:rim", plus(middle, out(tilt), -0.004), (width + 0.014, high + 0.014), tilt, ink)
    return rim, plate(name, middle, (width, high), tilt, board, word, ink)


def sign(mark: Literal["+", "−"], middle: Vec, size: float, tilt: float) -> Parts:
    """A sign that faces the camera: "+" for what goes in, "−" for what comes out."""
    colour = GOES_IN if mark == "+" else COMES_OUT
    long, thin = size * 0.62, size * 0.17
    face = plus(middle, out(tilt), 0.004)
    rim = plate("sign:rim", plus(middle, out(tilt), -0.004), (size * 1.14, size * 1.14), tilt, WHITE)
    bars = [plate("sign:bar", face, (long, thin), tilt, WHITE, glow=0.2)]
    if mark == "+":
        bars.append(plate("sign:post", face, (thin, long), tilt, WHITE, glow=0.2))
    return rim, plate("sign", middle, (size, size), tilt, colour, glow=0.15), *bars


def pointer(name: str, middle: Vec, length: float, tilt: float, colour: Rgb, *, down: bool) -> Parts:
    """An arrow on a plane of that tilt, which points along it upwards or downwards, with a white rim."""
    made: list[Part] = []
    for suffix, fill, behind, grow in ((":rim", WHITE, -0.005, 0.012), ("", colour, 0.0, 0.0)):
        place = plus(middle, out(tilt), behind)
        long, head, wide = length + 2.4 * grow, length * 0.45 + 1.4 * grow, length * 0.22 + 2 * grow
        way_ = -1 if down else 1
        shaft = plus(place, up(tilt), -way_ * (head - 0.004) / 2)
        made.append(plate(name + suffix, shaft, (wide, long - head + 0.004), tilt, fill))
        # A gable roof on its side is a flat triangle; its foot is at the middle of its thickness.
        foot = plus(plus(place, up(tilt), way_ * (long / 2 - head)), out(tilt), -THICK / 2)
        turn = times(turn_x(-tilt), times(turn_y(180), turn_z(90)) if down else turn_z(90))
        made.append(Part(name + suffix, Wedge(THICK, length * 0.62 + 3.2 * grow, head), foot, turn, fill, "stone"))
    return tuple(made)


def ribbon(name: str, a: Vec, b: Vec, width: float, colour: Rgb, thick: float = 0.006) -> Parts:
    """A flat arrow with two heads that lies between two places of one height."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5
    c, s = round(dx / length, 12), round(dy / length, 12)
    along: Turn3 = (c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0)
    head = width * 2.0
    parts = [Part(name, Box(length - 2 * head + 0.01, width, thick), way(a, b, 0.5), along, colour, "stone")]
    for end, turned, u in (("a", 180.0, head / length), ("b", 0.0, 1 - head / length)):
        x, y, z = way(a, b, u)
        turn = times(times(along, turn_z(turned)), _ON_SIDE)
        tip = Wedge(thick, width * 2.4, head)
        parts.append(Part(f"{name}:{end}", tip, (x, y, round(z + thick / 2, 4)), turn, colour, "stone"))
    return tuple(parts)


_ON_SIDE: Turn3 = (0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0)
"""Brings +z onto +x and +x onto -z."""
