"""A picture is a list of placed sprites; a sprite is drawn once and composited many times."""

from collections.abc import Hashable
from typing import NamedTuple


class Sprite(NamedTuple):
    """A small drawing, named by what it shows: one key, one image, whatever the frame."""

    kind: str
    """What it is, for example "tile" or "card"; the view's `draw` matches on it."""
    args: tuple[Hashable, ...]
    """What tells it from its kin: a digit, a card name, a colour."""
    width: int
    """Canvas units, shadow included."""
    height: int


class Placed(NamedTuple):
    """A sprite at a place. Canvas units: pixels of the default size, x to the right, y down."""

    id: str
    """Stable name of the thing shown, for example "tile:b2" or "cup:3"."""
    sprite: Sprite
    x: float
    """Centre."""
    y: float
    """Centre."""
    alpha: float = 1.0
    """1 opaque, 0 invisible."""


Picture = tuple[Placed, ...]
"""Back to front."""
