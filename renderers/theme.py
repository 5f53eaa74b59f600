"""Terminal colours: a theme, and the whole-number arithmetic that keeps its words readable."""

from typing import NamedTuple

Colour = tuple[int, int, int]
"""Red, green, blue, 0 .. 255."""


class Theme(NamedTuple):
    """Colours as #rrggbb, each readable on its ground."""

    ground: str
    ink: str
    prompt: str
    """Shown for ANSI green."""
    header: str
    """Shown for ANSI blue."""
    note: str
    """Shown for ANSI yellow."""
    bar: str
    bar_ink: str
    pill: str
    """Behind the caption."""
    pill_ink: str
    dots: tuple[str, str, str]
    """The three window buttons."""


def rgb(colour: str) -> Colour:
    """The bytes of #rrggbb."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(one: str, other: str, percent: int) -> str:
    """`percent` of the other colour in the one."""
    parts = zip(rgb(one), rgb(other), strict=True)
    return "#" + "".join(f"{(a * (100 - percent) + b * percent + 50) // 100:02x}" for a, b in parts)


def light(colour: str) -> int:
    """Relative luminance, 0 .. 65025, with gamma 2 for the sRGB curve: whole numbers give one choice."""
    r, g, b = (c * c for c in rgb(colour))
    return (213 * r + 715 * g + 72 * b) // 1000


def contrast(one: str, other: str) -> int:
    """Contrast ratio in hundredths, as WCAG 2 defines it but for the gamma."""
    low, high = sorted((light(one), light(other)))
    return 100 * (high + 3251) // (low + 3251)


def readable(colour: str, ground: str, ink: str) -> str:
    """The colour, moved towards ink in tenths until its contrast with the ground is 5.5."""
    for step in range(0, 100, 10):
        moved = mix(colour, ink, step)
        if contrast(moved, ground) >= 550:
            return moved
    return ink
