"""Opaque boxes that hold face-down piles: cards go in at the slot on top and come out at the foot.

Nothing tells how many cards a box holds. At the reveal its cards slide out before it and lie open, the top
card next to the box and over the others, so that each shows its lower index.
"""

from typing import ClassVar, NamedTuple

from ...simulators.card import Add, Deal, Piles
from ...simulators.space import Vec
from ..stage import UPRIGHT, Box, Part, Rgb, shade
from ._things import (
    COMES_OUT,
    GOES_IN,
    WHITE,
    Parts,
    ease,
    mix,
    named,
    plate,
    plus,
    pointer,
    sign,
    up,
    way,
)
from .base import Solids

CARD = (0.27, 0.37)
"""Width and length of a card."""
HELD = 1.25
"""Size of a card that is held, and the largest in an open pile: it just fits a box."""
SLOT_Y, FRONT = 0.71, 0.4
"""Where the upper slot and the foot of the front panel are."""
WIDE, HIGH, LEAN = 0.36, 0.25, 48.0
"""Of a box: width, height, how far its front leans back."""
NEAR = -0.6
"""Near end of open piles."""
GAP = 0.105
"""Between a box and the card next to it."""
STEP, SHORTEST = 0.13, 0.082
"""From card to card at full size: the usual, and what its lower index needs."""
RISE = 0.009
"""Height between cards that overlap: the letters of the lower one lie between them."""
RED: Rgb = (200, 16, 46)
BLACK: Rgb = (20, 23, 28)
EDGE: Rgb = (84, 92, 104)
SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
NAMES = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}


class _Fan(NamedTuple):
    """How all piles are laid out at a reveal."""

    size: float
    """Of the cards, 1 at full size."""
    rows: int
    """Cards one before the other until the next strip begins."""
    step: float


class CardSolids(Solids[Piles, Deal]):
    """Piles of playing cards, each in its box."""

    depression: ClassVar[float] = 58.0

    @property
    def pitch(self) -> float:
        """Width of a column."""
        return 0.6

    def column(self, at: int) -> float:
        """Middle of a column, from 0."""
        return round((at - (self.size - 1) / 2) * self.pitch, 4)

    def frame(self) -> tuple[Vec, ...]:
        half = self.pitch * self.size / 2 - 0.05
        top = (0.0, SLOT_Y, HIGH + 0.42)
        return (-half, NEAR - 0.08, 0.0), (half, NEAR - 0.08, 0.0), (-half, 0.3, 0.1), (half, 0.3, 0.1), top

    def table(self) -> Parts:
        made: list[Part] = []
        for at in range(self.size):
            x = self.column(at)
            deep, middle = FRONT + 0.04 - NEAR + 0.09, (FRONT + NEAR - 0.05) / 2
            wide = self.pitch - 0.03
            made.append(
                Part(f"mat:{at + 1}", Box(wide, deep, 0.006), (x, middle, 0.0), UPRIGHT, self.panel, "fabric")
            )
            made += self._box(at)
        return tuple(made)

    def still(self, state: Piles, lift: float) -> Parts:
        made: list[Part] = []
        if lift > 0:
            fan = self._fan(max(len(pile or ()) for pile in state.piles))
            for at, pile in enumerate(state.piles):
                if pile is not None:
                    made += self._laid_out(at, pile, fan, lift)
        return tuple(made)

    def motion(self, before: Piles, op: Deal, t: float) -> Parts:
        x, tilt, name = self.column(op.pile - 1), self.depression, f"card:{op.card}"
        if isinstance(op, Add):
            # Comes from above, is held before the viewer, turns upright and goes down into the upper slot.
            gone, held, over = (x, 1.2, 2.0), (x, SLOT_Y - 0.12, HIGH + 0.2), (x, SLOT_Y, HIGH + 0.2)
            place = way(gone, held, ease(t, 0.0, 0.16)) if t < 0.4 else way(held, over, ease(t, 0.58, 0.7))
            place = plus(place, (0.0, 0.0, -1.0), 0.45 * ease(t, 0.68, 0.96))
            card = (
                _card(name, op.card, place, HELD, mix(tilt, 0.0, ease(t, 0.56, 0.7)), whole=True)
                if t < 0.97
                else ()
            )
            spot: Vec = (round(x - CARD[0] * HELD / 2 - 0.07, 4), SLOT_Y - 0.1, HIGH + 0.22)
            below = plus(spot, up(tilt), -0.15)
            return (*card, *sign("+", spot, 0.11, tilt), *pointer("way", below, 0.15, tilt, GOES_IN, down=True))
        # Slides out at the foot, lies before the viewer, leaves at the near side.
        inside, held, gone = (x, FRONT + 0.25, 0.02), (x, FRONT - 0.3, 0.03), (x, NEAR - 0.7, 0.3)
        place = way(inside, held, ease(t, 0.03, 0.34)) if t < 0.6 else way(held, gone, ease(t, 0.84, 1.0))
        card = _card(name, op.card, place, HELD, 90.0, whole=True) if t > 0.03 else ()
        spot = (round(x + CARD[0] * HELD / 2 + 0.07, 4), FRONT - 0.22, 0.05)
        below = plus(spot, up(80.0), -0.15)
        return (*card, *sign("−", spot, 0.11, 80.0), *pointer("way", below, 0.15, 80.0, COMES_OUT, down=True))

    def _box(self, at: int) -> Parts:
        x, name = self.column(at), f"box:{at + 1}"
        deep, dark = shade(self.cover, 0.8), shade(self.cover, 0.25)
        lip = up(LEAN)
        foot: Vec = (x, FRONT, 0.035)
        long = round((HIGH - 0.035) / lip[2], 4)
        middle = plus(foot, lip, long / 2)
        back = FRONT + lip[1] * long
        tilt = self.depression
        made = [
            Part(name, Box(WIDE, 0.82 - back, HIGH), (x, (0.82 + back) / 2, 0.0), UPRIGHT, self.cover, "plastic"),
            plate(name, middle, (WIDE, long), LEAN, self.cover, thick=0.02),
            Part(
                name, Box(CARD[0] * HELD + 0.012, 0.035, 0.004), (x, SLOT_Y, HIGH - 0.001), UPRIGHT, dark, "leaf"
            ),
        ]
        # Cheeks under the panel, in steps, so that nobody looks in from the side.
        for side in (-1, 1):
            for k in range(6):
                y0 = FRONT + 0.012 + (back - FRONT) * k / 6
                high = 0.02 + (HIGH - 0.035) * k / 6
                cheek = Box(0.02, (back - FRONT) / 6 + 0.002, high)
                at_ = (round(x + side * (WIDE / 2 - 0.01), 4), round(y0 + (back - FRONT) / 12, 4), 0.0)
                made.append(Part(name, cheek, at_, UPRIGHT, deep, "plastic"))
        face = plus(plus(foot, lip, long * 0.3), (0.0, -lip[2], lip[1]), 0.012)
        made += named(f"tag:{at + 1}", face, 0.31, LEAN, f"pile {at + 1}", (self.cover, self.cover_ink))
        upper = (x, SLOT_Y - 0.05, HIGH + 0.02)
        made.append(plate(f"top:{at + 1}", upper, (0.16, 0.07), tilt, self.page, "top", self.ink))
        return tuple(made)

    def _fan(self, longest: int) -> _Fan:
        """The largest cards at which the longest pile fits its column with every lower index in sight."""
        room, width = FRONT - GAP - NEAR, self.pitch - 0.03
        for percent in range(round(100 * HELD), 15, -5):
            size = percent / 100
            strips = 1 if percent >= 90 else max(1, int(width // (CARD[0] * size + 0.02)))
            most = 1 + int((room - CARD[1] * size) // (SHORTEST * size))
            if most * strips >= longest:
                lines = max(1, -(-longest // strips))
                return _Fan(size, lines, min(STEP * size, (room - CARD[1] * size) / max(1, lines - 1)))
        raise AssertionError("a deck fits the table")

    def _laid_out(self, at: int, pile: tuple[str, ...], fan: _Fan, lift: float) -> Parts:
        """The open pile; the bottom card lies nearest to the viewer, under the others."""
        x, first = self.column(at), FRONT - GAP - CARD[1] * fan.size / 2
        if not pile:
            if lift < 0.5:
                return ()
            return named(f"empty:{at + 1}", (x, FRONT - 0.2, 0.02), 0.26, 90.0, "empty", (self.page, self.ink))
        strips = max(1, -(-len(pile) // fan.rows))
        made: list[Part] = []
        for k, card in enumerate(pile):
            strip, row = divmod(len(pile) - 1 - k, fan.rows)
            goal = (
                x + (strip - (strips - 1) / 2) * (CARD[0] * fan.size + 0.015),
                first - row * fan.step,
                round(0.014 + RISE * (min(len(pile), fan.rows) - 1 - row), 4),
            )
            inside = (x, FRONT + 0.25, goal[2])
            place = way(inside, goal, ease(lift, 0.0, 0.9))
            made += _card(f"card:{card}", card, place, fan.size, 90.0, whole=row == 0)
            if lift > 0.9 and k in (0, len(pile) - 1):
                made += self._ends(at, goal, fan, top=k == len(pile) - 1, bottom=k == 0)
        return tuple(made)

    def _ends(self, at: int, card: Vec, fan: _Fan, *, top: bool, bottom: bool) -> Parts:
        """What says which end of an open pile a card is; as high as the card, which would hide it."""
        away = CARD[1] * fan.size / 2 + 0.038
        return tuple(
            plate(f"{word}:{at + 1}:open", plus(card, (0.0, side, 0.0), away), (0.16, 0.056), 90.0, self.page,
                  word, self.ink)
            for word, side, wanted in (("top", 1.0, top), ("bottom", -1.0, bottom)) if wanted
        )  # fmt: skip


def _card(name: str, card: str, middle: Vec, size: float, tilt: float, *, whole: bool) -> Parts:
    """A card by the middle of its face; with `whole`, with what a card under others does not show."""
    rank, _, suit = card.partition(" of ")
    text, ink = NAMES.get(rank, rank) + SUITS[suit], RED if suit in ("diamonds", "hearts") else BLACK
    width, length = CARD[0] * size, CARD[1] * size
    forward = (0.0, -up(tilt)[2], up(tilt)[1])
    rim = 0.012 * size

    def spot(across: float, along: float) -> Vec:
        return plus(plus(plus(middle, (1.0, 0.0, 0.0), across * size), up(tilt), along * size), forward, 0.001)

    index = (0.19 * size, 0.084 * size)
    made = [
        plate(name, plus(middle, forward, -0.001), (width + rim, length + rim), tilt, EDGE, thick=0.002),
        plate(name, middle, (width, length), tilt, WHITE, thick=0.002),
        plate(name, spot(0.038, -0.143), index, tilt, WHITE, text, ink, thick=0.001),
    ]
    if whole:
        made.append(plate(name, spot(-0.038, 0.143), index, tilt, WHITE, text, ink, thick=0.001))
        made.append(plate(name, spot(0.0, 0.0), (0.26 * size, 0.19 * size), tilt, WHITE, text, ink, thick=0.001))
    return tuple(made)
