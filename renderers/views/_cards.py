"""How playing cards, their sleeves and the marks beside them are drawn."""

from typing import Any

from ..style import Style
from . import _tabletop as on

CARD = (90, 126)
"""Width and height of a card at full size, without its shadow."""
SLEEVE = (118, 142)
"""Width and height of a sleeve, which hides a card of full size."""
_NAMES = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}
_SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
_RED, _BLACK, _FACE, _GILT = "#c8102e", "#14171c", "#ffffff", "#e0a526"


def end(ax: Any, which: str, y: float, style: Style) -> None:
    """The mark at the upper end of a pile, "top", and at its lower end, "bottom": open and covered alike."""
    on.box(ax, -45, y - 9.5, 90, 19, 9, facecolor=style.page)
    on.word(ax, which, 0, y, 15.5, style.ink)


def sleeve(ax: Any, label: str, style: Style) -> None:
    """An opaque sleeve with its label, marked "top" at the slot above and "bottom" at the slot below."""
    width, height = SLEEVE[0] - 4, SLEEVE[1] - 4
    left, top = -width / 2, -height / 2
    deep = on.shade(style.cover, "#000000", 0.35)
    on.frame(ax, left, top, width, height, 11, deep, style.cover, 2)
    faint = on.shade(style.cover, style.cover_ink, 0.22)
    lattice = [
        [(x - 5, y), (x, y - 8), (x + 5, y), (x, y + 8)]
        for row, y in enumerate((-33, -22, 22, 33))
        for x in range(-42 + 7 * (row % 2), 43, 14)
    ]
    on.polygons(ax, lattice, faint)
    on.frame(ax, left + 9, -20, width - 18, 40, 8, style.cover_ink, style.cover, 2)
    on.word(ax, label, 0, 0, 24, style.cover_ink)
    end(ax, "top", top + 15, style)
    end(ax, "bottom", -top - 15, style)


def edge(ax: Any, card: str, size: float) -> None:
    """A card that lies under others: with its lower index alone, since nothing else of it is in sight."""
    rank, _, suit = card.partition(" of ")
    mark, name = _SUITS[suit], _NAMES.get(rank, rank)
    colour = _RED if suit in ("diamonds", "hearts") else _BLACK
    width, height = CARD[0] * size, CARD[1] * size
    on.box(ax, -width / 2, -height / 2 + 2, width, height + 1.5, 8 * size, facecolor=on.SHADOW, alpha=0.28)
    on.frame(ax, -width / 2, -height / 2, width, height, 8 * size, "#5d6470", _FACE, 1.2)
    right, low = width / 2 - 7 * size, height / 2 - 12 * size
    wide = on.symbol(ax, mark, right, low, 25 * size, colour, "right")
    drop = 2.5 * size if name in ("J", "Q") else 0.0  # those that reach below the line
    on.word(ax, name, right - wide - 4 * size, low - drop, 23 * size, colour, "right")


def card(ax: Any, card: str, size: float) -> None:
    """A card of 90 x 126 units times size, with the same upright index at top left and bottom right.

    Upright, not turned, because in an open pile only the lower index of most cards is in sight.
    """
    edge(ax, card, size)
    rank, _, suit = card.partition(" of ")
    mark, name = _SUITS[suit], _NAMES.get(rank, rank)
    colour = _RED if suit in ("diamonds", "hearts") else _BLACK
    left, top = (7 - CARD[0] / 2) * size, (14 - CARD[1] / 2) * size
    wide = on.word(ax, name, left, top, 23 * size, colour, "left")
    on.symbol(ax, mark, left + wide + 4 * size, top, 25 * size, colour, "left")
    drop = 2.5 * size if name in ("J", "Q") else 0.0
    if rank in ("jack", "queen", "king"):
        _crown(ax, rank, colour, size)
        on.word(ax, name, -17 * size, 11 * size - drop, 40 * size, colour)
        on.symbol(ax, mark, 18 * size, 11 * size, 42 * size, colour)
    else:
        on.symbol(ax, mark, 0, 0, 72 * size, colour)


def _crown(ax: Any, rank: str, colour: str, size: float) -> None:
    """A king's crown with a cross, a queen's with pearls, a jack's cap with a feather."""

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * size, y * size) for x, y in points]

    band = at((-21, -12), (21, -12), (21, -8), (-21, -8))
    if rank == "jack":
        on.polygons(ax, [at((-20, -12), (-17, -26), (4, -31), (16, -24), (20, -12))], _GILT)
        on.polygons(ax, [at((8, -20), (27, -36), (21, -22)), band], colour)
        return
    tips = (-22, 0, 22) if rank == "king" else (-24, -12, 0, 12, 24)
    high = -28.0
    points: list[tuple[float, float]] = [(-20, -10)]
    for i, tip in enumerate(tips):
        points.append((tip, high + abs(tip) * 0.15))
        if i + 1 < len(tips):
            points.append(((tip + tips[i + 1]) / 2, -19))
    points.append((20, -10))
    on.polygons(ax, [at(*points)], _GILT)
    if rank == "king":
        upright = at((-1.5, -38), (1.5, -38), (1.5, -27), (-1.5, -27))
        on.polygons(ax, [band, upright, at((-4.5, -35.5), (4.5, -35.5), (4.5, -32.5), (-4.5, -32.5))], colour)
        return
    pearls = [on.ring(tip * size, (high + abs(tip) * 0.15) * size, 3 * size) for tip in tips]
    on.polygons(ax, [band, *pearls], colour)
