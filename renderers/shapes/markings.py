"""Marks on the ground: painted stripes, which the eye tells its own motion by."""

from ..stage import Box, Maker, Recipe


def stripe(m: Maker) -> None:
    """A flat band, as long and wide as it says."""
    size = m.thing.size
    m.add(Box(size.w, size.d, size.h), pattern="plain")


RECIPES: dict[str, Recipe] = {"stripe": stripe}
