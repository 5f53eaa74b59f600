"""Styles: palettes and line weights that views draw with, chosen by name or by seed."""

from ..schemas.record import Record


class Style(Record, frozen=True):
    """Colours as #rrggbb; a view uses these and no others."""

    name: str
    page: str
    """Behind everything."""
    ink: str
    """Text and outlines on the page."""
    panel: str
    """Board, table or felt."""
    line: str
    """Grid lines and borders on the panel."""
    cover: str
    """Covered tiles, cups, card backs."""
    cover_ink: str
    """Text and outlines on covers."""
    accent: str
    """Arrows and the ring."""
    gold: str
    """Coins."""
    safe: bool
    """Told apart by people with any of the common colour-vision deficiencies."""
