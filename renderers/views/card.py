"""Look of the card world: sleeves that take a card at the top slot and give one at the bottom slot.

A covered pile is an opaque sleeve of fixed size: neither its height nor anything else in the picture
depends on the cards in it. At the reveal the sleeve fades while it is drawn off, and the pile is laid out
with its top card at the top of the picture and in front, so that each card shows its lower index.
"""

from typing import Any, NamedTuple

from ...simulators.card import Add, Deal, Piles
from ..picture import Picture, Placed, Sprite
from ..style import Style
from . import _cards as drawn
from . import _tabletop as on
from ._cards import CARD, SLEEVE
from .base import View

ROW = 22
"""Height at the lower edge of a card that its lower index needs, at 100 per cent."""
_RIM = 4
_MIDDLE = 222
_ABOVE, _BELOW = 81, 363
_GONE = 88
"""Where the middle of a sleeve is when it has faded away: still within the table."""
_BESIDE = 59
"""From the middle of a held card to its sign."""
_FAN_TOP, _FAN_END = 66, 411
_STEP = 33


class _Fan(NamedTuple):
    """How all piles are laid out at a reveal."""

    percent: int
    """Size of the cards."""
    rows: int
    """Cards below one another before the next strip begins."""
    step: float
    """From card to card."""


class CardView(View[Piles, Deal]):
    """Piles of playing cards."""

    def canvas(self, size: int) -> tuple[int, int]:
        return on.wide(size), on.HEIGHT

    def backdrop(self, size: int) -> Sprite:
        return on.table(on.wide(size))

    def reading(self, state: Piles) -> int:
        return 300 + 10 * sum(len(pile or ()) for pile in state.piles)

    def still(self, state: Piles, lift: float) -> Picture:
        count = len(state.piles)
        fan = _fan(max(len(pile or ()) for pile in state.piles), count)
        spread, off = on.ease(lift, 0.35, 1.0), on.ease(lift, 0.0, 0.55)
        out: list[Placed] = []
        covers: list[Placed] = []
        for at, pile in enumerate(state.piles):
            x = on.column(at, count)
            hidden = pile is None or lift <= 0
            gone = 0.0 if hidden else off
            fade = 1.0 - (0.0 if hidden else on.ease(lift, 0.4, 0.65))
            covers += _sleeve(at, x, on.mix(_MIDDLE, _GONE, gone), fade)
            if not hidden and pile is not None:
                out += _laid_out(at, x, pile, fan, spread)
        return (*_backs(covers), *out, *_fronts(covers))

    def motion(self, before: Piles, op: Deal, t: float) -> Picture:
        x = on.column(op.pile - 1, len(before.piles))
        covers = [
            part
            for at in range(len(before.piles))
            for part in _sleeve(at, on.column(at, len(before.piles)), _MIDDLE, 1.0)
        ]
        if isinstance(op, Add):
            # Appear, be held in front of the viewer, go down into the top slot.
            y = on.mix(_ABOVE, _MIDDLE, on.ease(t, 0.62, 0.95))
            alpha = on.ease(t, 0.0, 0.12) if t < 0.97 else 0.0
            beside, mark, middle = x - _BESIDE, on.PLUS, _ABOVE + 6
        else:
            # Come down out of the bottom slot, be held, fade away.
            y = on.mix(_MIDDLE, _BELOW, on.ease(t, 0.03, 0.32))
            alpha = 1.0 - on.ease(t, 0.86, 0.99) if t > 0.03 else 0.0
            beside, mark, middle = x + _BESIDE, on.MINUS, _BELOW - 12
        card = on.shown(Placed(f"card:{op.card}", _card(op.card, 100), x, y, alpha))
        sign, way = on.signs(mark, on.DOWN, t, at=(beside, middle - 22), arrow=(beside, middle + 22))
        return (*_backs(covers), *card, *_fronts(covers), *way, *sign)

    def draw(self, ax: Any, sprite: Sprite, style: Style) -> None:
        if on.draw_common(ax, sprite, style):
            return
        match sprite.kind:
            case "card":
                look = drawn.card if len(sprite.args) == 2 else drawn.edge
                look(ax, str(sprite.args[0]), int(str(sprite.args[1])) / 100)
            case "sleeve":
                drawn.sleeve(ax, str(sprite.args[0]), style)
            case "slot":
                dark = on.shade(style.cover, "#000000", 0.72)
                width, height = sprite.width - 2, sprite.height - 2
                on.box(ax, -width / 2, -height / 2, width, height, 6, facecolor=dark)
            case "end":
                drawn.end(ax, str(sprite.args[0]), 0, style)
            case kind:
                raise ValueError(f"a card table has no sprite {kind!r}")


# --- places ----------------------------------------------------------------------------------------


def _card(card: str, percent: int, *under: str) -> Sprite:
    """A card; with "under", one of which only the lower edge will be in sight."""
    width, height = (round(side * percent / 100) + 2 * _RIM for side in CARD)
    return Sprite("card", (card, percent, *under), width, height)


def _sleeve(at: int, x: float, y: float, alpha: float) -> tuple[Placed, ...]:
    """The slots, which lie behind a passing card, and the sleeve, which hides it."""
    slot = Sprite("slot", (), CARD[0] + 18, 18)
    front = Sprite("sleeve", (f"pile {at + 1}",), *SLEEVE)
    edge = SLEEVE[1] / 2 - 5
    parts = (
        Placed(f"slot:{at + 1}:top", slot, x, y - edge, alpha),
        Placed(f"slot:{at + 1}:bottom", slot, x, y + edge, alpha),
        Placed(f"sleeve:{at + 1}", front, x, y, alpha),
    )
    return tuple(part for placed in parts for part in on.shown(placed))


def _backs(covers: list[Placed]) -> list[Placed]:
    return [part for part in covers if part.sprite.kind == "slot"]


def _fronts(covers: list[Placed]) -> list[Placed]:
    return [part for part in covers if part.sprite.kind == "sleeve"]


def _fan(longest: int, piles: int) -> _Fan:
    """The largest cards at which the longest pile fits its column with every lower index in sight."""
    room, width = _FAN_END - _FAN_TOP, on.column_width(piles) - 6
    single = [(percent, 1) for percent in (100, 90, 80)]
    strips = [(percent, max(1, int(width // (CARD[0] * percent / 100 + 6)))) for percent in range(100, 15, -5)]
    for percent, across in single + strips:
        height = CARD[1] * percent / 100
        most = 1 + int((room - height) // (ROW * percent / 100))
        if most * across >= longest:
            rows = max(1, -(-longest // across))
            spare = (room - height) / max(1, rows - 1)
            return _Fan(percent, rows, min(_STEP * percent / 100, spare))
    raise AssertionError("a deck fits the table")


def _laid_out(at: int, x: float, pile: tuple[str, ...], fan: _Fan, spread: float) -> list[Placed]:
    """The open pile, bottom card first because it lies behind the others."""
    clear = on.ease(spread, 0.5, 1.0)
    out = [*on.shown(Placed(f"tag:{at + 1}", on.tag(f"pile {at + 1}"), x, 29, clear))]
    size = fan.percent / 100
    strips = max(1, -(-len(pile) // fan.rows))
    pitch = CARD[0] * size + 6
    first = _FAN_TOP + CARD[1] * size / 2
    if not pile:
        out += on.shown(Placed(f"empty:{at + 1}", on.note("empty", *CARD), x, first, on.ease(spread, 0, 1)))
        return out
    ends = {}
    for k, card in enumerate(pile):
        strip, row = divmod(len(pile) - 1 - k, fan.rows)
        goal = (x + (strip - (strips - 1) / 2) * pitch, first + row * fan.step)
        ends[k] = goal
        place = (on.mix(x, goal[0], spread), on.mix(_MIDDLE, goal[1], spread))
        look = _card(card, fan.percent, *(("under",) if row else ()))
        out.append(Placed(f"card:{card}", look, *place))
    top, bottom = ends[len(pile) - 1], ends[0]
    half = CARD[1] * size / 2
    out += on.shown(Placed(f"top:{at + 1}", _end("top"), top[0], top[1] - half - 10, clear))
    out += on.shown(Placed(f"bottom:{at + 1}", _end("bottom"), bottom[0], bottom[1] + half + 12, clear))
    return out


def _end(which: str) -> Sprite:
    return Sprite("end", (which,), 92, 20)
