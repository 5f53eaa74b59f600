"""Colours of small details: neutral ones, and shades of a thing's own colour."""

from ..stage import Rgb, shade

DARK: Rgb = (50, 52, 58)
TYRE: Rgb = (38, 38, 42)
STEEL: Rgb = (168, 174, 182)
WOOD: Rgb = (156, 108, 66)
BARK: Rgb = (104, 74, 50)
CREAM: Rgb = (240, 230, 206)
WHITE: Rgb = (244, 244, 240)
GLASS: Rgb = (158, 204, 228)
WATER: Rgb = (72, 158, 216)
LEAF: Rgb = (70, 142, 66)
GOLD: Rgb = (224, 180, 66)
WARM: Rgb = (255, 224, 140)
SKIN: Rgb = (226, 176, 138)
GRASS: Rgb = (92, 160, 74)


def brightness(rgb: Rgb) -> float:
    """0..255, as the eye weighs the three."""
    return 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]


def accent(rgb: Rgb) -> Rgb:
    """A shade that stands out on a colour: darker on a light one, lighter on a dark one."""
    return shade(rgb, 0.62) if brightness(rgb) > 95 else shade(rgb, 1.38)


def ink(rgb: Rgb) -> Rgb:
    """Dark or light, whichever is read on a colour."""
    return (28, 30, 36) if brightness(rgb) > 135 else (250, 248, 240)


def lighter(rgb: Rgb, part: float) -> Rgb:
    """A paler shade of a colour (part > 1); a darker one where it is so light that a paler one would not show."""
    return shade(rgb, part) if brightness(rgb) < 205 else shade(rgb, 1 - (part - 1) * 0.5)
