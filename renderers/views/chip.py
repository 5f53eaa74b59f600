"""Look of the chip world: opaque paper cups, and poker chips held above them face on.

A covered cup looks the same whatever is in it. At the reveal the cup rises and fades and its chips
are laid out face up, smallest value first, under the cup's label.
"""

from typing import Any, NamedTuple

from ...core.errors import BadParams
from ...simulators.chip import Add, Cups, Exchange
from ..picture import Picture, Placed, Sprite
from ..style import Style
from . import _chips as drawn
from . import _tabletop as on
from ._chips import CUP
from .base import View

GAP = 6
"""Least distance between the edges of chips that lie beside each other."""
_RIM = 3
_MIDDLE = 332
_HOLD = 118
_HELD = 104
_TOP, _END = 54, 424
_TRAY_Y = (on.EDGE + on.END) / 2
_SIZES = (*range(84, 40, -4), *range(40, 15, -2))


class _Grid(NamedTuple):
    """How the chips of every cup are laid out at a reveal."""

    across: int
    """Diameter of a chip."""
    columns: int


class ChipView(View[Cups, Exchange]):
    """Cups of poker chips."""

    def canvas(self, size: int) -> tuple[int, int]:
        return on.WIDTH, on.HEIGHT

    def backdrop(self, size: int) -> Sprite:
        return on.table()

    def still(self, state: Cups, lift: float) -> Picture:
        count = len(state.cups)
        grid = _grid(max(len(cup or ()) for cup in state.cups), count)
        spread, off = on.ease(lift, 0.3, 1.0), on.ease(lift, 0.0, 0.7)
        trays: list[Placed] = []
        backs: list[Placed] = []
        out: list[Placed] = []
        fronts: list[Placed] = []
        for at, cup in enumerate(state.cups):
            x = on.column(at, count)
            hidden = cup is None or lift <= 0
            y = _MIDDLE if hidden else on.mix(_MIDDLE, 120, off)
            fade = 1.0 if hidden else 1.0 - on.ease(lift, 0.35, 0.7)
            back, front = _cup(at, x, y, fade)
            backs += on.shown(back)
            fronts += on.shown(front)
            if not hidden and cup is not None:
                trays += on.shown(Placed(f"tray:{at + 1}", _tray(count), x, _TRAY_Y, on.ease(spread, 0.0, 0.6)))
                out += _laid_out(at, x, cup, grid, spread)
        return (*trays, *backs, *out, *fronts)

    def motion(self, before: Cups, op: Exchange, t: float) -> Picture:
        count = len(before.cups)
        x = on.column(op.cup - 1, count)
        cups = [_cup(at, on.column(at, count), _MIDDLE, 1.0) for at in range(count)]
        inside = _MIDDLE + 6
        if isinstance(op, Add):
            # Appear, be held above the cup, drop in.
            y = on.mix(_HOLD, inside, on.ease(t, 0.62, 0.95))
            alpha = on.ease(t, 0.0, 0.12) if t < 0.97 else 0.0
            held = on.ease(t, 0.0, 0.12) - on.ease(t, 0.56, 0.64)
            mark = on.sign("+")
        else:
            # Rise out of the cup, be held, leave upwards: sideways would pass over other cups.
            y = on.mix(inside, _HOLD, on.ease(t, 0.03, 0.34))
            y = on.mix(y, -_HELD * 0.6, on.ease(t, 0.82, 1.0))
            alpha = 1.0 - on.ease(t, 0.9, 1.0) if t > 0.03 else 0.0
            held = on.ease(t, 0.28, 0.38) - on.ease(t, 0.76, 0.84)
            mark = on.sign("−")
        chip = on.shown(Placed(f"chip:{op.cup}:moving", _chip(op.value, _HELD), x, y, alpha))
        corner = on.shown(Placed("sign", mark, x + _HELD / 2 - 6, _HOLD - _HELD / 2 + 6, max(0.0, held)))
        return (*(back for back, _ in cups), *chip, *(front for _, front in cups), *corner)

    def draw(self, ax: Any, sprite: Sprite, style: Style) -> None:
        if on.draw_common(ax, sprite, style):
            return
        match sprite.kind:
            case "chip":
                drawn.chip(ax, int(str(sprite.args[0])), sprite.width / 2 - _RIM)
            case "cup":
                drawn.cup(ax, str(sprite.args[0]), style)
            case "mouth":
                drawn.mouth(ax, style)
            case "tray":
                width, height = sprite.width - 2, sprite.height - 2
                fill = on.shade(style.panel, style.page, 0.22)
                on.frame(ax, -width / 2, -height / 2, width, height, 14, style.line, fill, 1.5)
            case kind:
                raise ValueError(f"a chip table has no sprite {kind!r}")


# --- places ----------------------------------------------------------------------------------------


def _chip(value: int, across: int) -> Sprite:
    return Sprite("chip", (value,), across + 2 * _RIM, across + 2 * _RIM)


def _tray(cups: int) -> Sprite:
    """What the chips of one cup are laid out on, so that neighbours are told apart."""
    return Sprite("tray", (), int(on.column_width(cups)) - 6, on.END - on.EDGE - 12)


def _cup(at: int, x: float, y: float, alpha: float) -> tuple[Placed, Placed]:
    """The mouth, behind a passing chip, and the wall, which hides it."""
    return (
        Placed(f"mouth:{at + 1}", Sprite("mouth", (), *CUP), x, y, alpha),
        Placed(f"cup:{at + 1}", Sprite("cup", (f"cup {at + 1}",), *CUP), x, y, alpha),
    )


def _grid(most: int, cups: int) -> _Grid:
    """The largest chips at which the fullest cup fits its column without touching."""
    width, room = on.column_width(cups) - 20, _END - _TOP
    for across in _SIZES:
        columns, rows = (int((side + GAP) // (across + GAP)) for side in (width, room))
        if columns * rows >= most:
            # No more columns than are needed: short rows are easier to count.
            return _Grid(across, min(columns, max(5, -(-most // rows))))
    raise BadParams(
        f"{most} chips in one cup are too many to draw", hint="use --renderer none, or start with fewer chips"
    )


def _laid_out(at: int, x: float, cup: tuple[int, ...], grid: _Grid, spread: float) -> list[Placed]:
    out = [*on.shown(Placed(f"tag:{at + 1}", on.tag(f"cup {at + 1}"), x, 30, on.ease(spread, 0.4, 1.0)))]
    if not cup:
        note = on.note("empty", 104, 60)
        out += on.shown(Placed(f"empty:{at + 1}", note, x, _TOP + 40, on.ease(spread, 0, 1)))
        return out
    pitch = grid.across + GAP
    columns = min(grid.columns, len(cup))
    for k, value in enumerate(cup):
        row, col = divmod(k, columns)
        goal = (x + (col - (columns - 1) / 2) * pitch, _TOP + grid.across / 2 + row * pitch)
        place = (on.mix(x, goal[0], spread), on.mix(_MIDDLE + 6, goal[1], spread))
        out.append(Placed(f"chip:{at + 1}:{k}", _chip(value, grid.across), *place))
    return out
