"""Look of the chip world: opaque paper cups, and poker chips held above them face on.

A covered cup looks the same whatever is in it. At the reveal its chips rise out of its mouth, the cup
fades, and they are laid out face up, smallest value first, under the cup's label. What goes in is held
high with an arrow down to the cup; what comes out is held just over the rim with an arrow up.
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
_TOP, _END = 54, 424
_TRAY_Y = (on.EDGE + on.END) / 2


class _Set(NamedTuple):
    """Sizes and heights of what stands on a table with so many cups."""

    percent: int
    """Size of the cups."""

    @property
    def cup(self) -> tuple[int, int]:
        """Width and height of a cup's sprite."""
        return CUP[0] * self.percent // 100, CUP[1] * self.percent // 100

    @property
    def middle(self) -> float:
        """Height of a cup's centre: all stand on one line."""
        return _FLOOR - self.cup[1] / 2

    @property
    def rim(self) -> float:
        """Height of the far edge of a cup's mouth."""
        return self.middle - 86 * self.percent / 100

    @property
    def across(self) -> int:
        """Diameter of a chip that is held."""
        return 104 * self.percent // 100

    @property
    def inside(self) -> float:
        """Centre of a chip that is in a cup."""
        return self.middle + 6


_FLOOR = 420
_HIGH = 20
"""Upper edge of a chip that is held before it goes in."""


def _set(cups: int) -> _Set:
    return _Set(125 if cups <= 2 else 100)


class _Grid(NamedTuple):
    """How the chips of every cup are laid out at a reveal."""

    across: int
    """Diameter of a chip."""
    columns: int


class ChipView(View[Cups, Exchange]):
    """Cups of poker chips."""

    def canvas(self, size: int) -> tuple[int, int]:
        return on.wide(size), on.HEIGHT

    def backdrop(self, size: int) -> Sprite:
        return on.table(on.wide(size))

    def reading(self, state: Cups) -> int:
        return 300 + 8 * sum(len(cup or ()) for cup in state.cups)

    def still(self, state: Cups, lift: float) -> Picture:
        count = len(state.cups)
        grid = _grid(max(len(cup or ()) for cup in state.cups), count)
        backs: list[Placed] = []
        out: list[Placed] = []
        fronts: list[Placed] = []
        for at, cup in enumerate(state.cups):
            x = on.column(at, count)
            hidden = cup is None or lift <= 0
            back, front = _cup(at, x, _set(count), 1.0 if hidden else 1.0 - on.ease(lift, 0.4, 0.65))
            backs += on.shown(back)
            fronts += on.shown(front)
            if not hidden and cup is not None:
                out += _laid_out(at, x, cup, grid, _set(count), lift)
        return (*_trays(count), *backs, *out, *fronts)

    def motion(self, before: Cups, op: Exchange, t: float) -> Picture:
        count = len(before.cups)
        x, kit = on.column(op.cup - 1, count), _set(count)
        cups = [_cup(at, on.column(at, count), kit, 1.0) for at in range(count)]
        if isinstance(op, Add):
            # Appear high up, be held, drop in past the arrow.
            held = _HIGH + kit.across / 2
            y = on.mix(held, kit.inside, on.ease(t, 0.62, 0.95))
            alpha = on.ease(t, 0.0, 0.12) if t < 0.97 else 0.0
            below = (held + kit.across / 2 + kit.rim) / 2
            side, mark, turn, arrow = -1, on.PLUS, on.DOWN, below
        else:
            # Rise out of the cup, be held over the rim, fade away a little higher.
            held = kit.rim - 5 - kit.across / 2
            y = on.mix(kit.inside, held, on.ease(t, 0.03, 0.34)) - 8 * on.ease(t, 0.84, 0.99)
            alpha = 1.0 - on.ease(t, 0.86, 0.99) if t > 0.03 else 0.0
            above = (on.EDGE + held - kit.across / 2) / 2
            side, mark, turn, arrow = 1, on.MINUS, on.UP, above
        chip = on.shown(Placed(f"chip:{op.cup}:moving", _chip(op.value, kit.across), x, y, alpha))
        corner = x + side * (kit.across / 2 - 4), held - kit.across / 2 + 12
        sign, way = on.signs(mark, turn, t, at=corner, arrow=(x, arrow))
        backs, fronts = (back for back, _ in cups), (front for _, front in cups)
        return (*_trays(count), *backs, *way, *chip, *fronts, *sign)

    def draw(self, ax: Any, sprite: Sprite, style: Style) -> None:
        if on.draw_common(ax, sprite, style):
            return
        if sprite.kind in ("cup", "mouth"):
            # Drawn at full size; the axes enlarge it.
            percent = sprite.width / CUP[0]
            ax.set_xlim(*(v / percent for v in ax.get_xlim()))
            ax.set_ylim(*(v / percent for v in ax.get_ylim()))
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


def _trays(cups: int) -> Picture:
    """What the chips of one cup are laid out on, so that neighbours are told apart; always there."""
    tray = Sprite("tray", (), int(on.column_width(cups)) - 6, on.END - on.EDGE - 12)
    return tuple(Placed(f"tray:{at + 1}", tray, on.column(at, cups), _TRAY_Y) for at in range(cups))


def _cup(at: int, x: float, kit: _Set, alpha: float) -> tuple[Placed, Placed]:
    """The mouth, behind a passing chip, and the wall, which hides it."""
    return (
        Placed(f"mouth:{at + 1}", Sprite("mouth", (), *kit.cup), x, kit.middle, alpha),
        Placed(f"cup:{at + 1}", Sprite("cup", (f"cup {at + 1}",), *kit.cup), x, kit.middle, alpha),
    )


def _grid(most: int, cups: int) -> _Grid:
    """The largest chips at which the fullest cup fits its column without touching."""
    width, room = on.column_width(cups) - 20, _END - _TOP
    # None is larger than the cup that it rises out of.
    for across in (*range(_set(cups).across // 4 * 4, 40, -4), *range(40, 15, -2)):
        columns, rows = (int((side + GAP) // (across + GAP)) for side in (width, room))
        if columns * rows >= most:
            # No more columns than are needed: short rows are easier to count.
            return _Grid(across, min(columns, max(5, -(-most // rows))))
    raise BadParams(
        f"{most} chips in one cup are too many to draw", hint="use --renderer none, or start with fewer chips"
    )


def _laid_out(at: int, x: float, cup: tuple[int, ...], grid: _Grid, kit: _Set, lift: float) -> list[Placed]:
    """Chips that rise out of the mouth in one heap, then part."""
    rise, spread, clear = on.ease(lift, 0.0, 0.45), on.ease(lift, 0.5, 1.0), on.ease(lift, 0.6, 1.0)
    out = [*on.shown(Placed(f"tag:{at + 1}", on.tag(f"cup {at + 1}"), x, 30, clear))]
    if not cup:
        note = on.note("empty", 104, 60)
        out += on.shown(Placed(f"empty:{at + 1}", note, x, _TOP + 40, clear))
        return out
    pitch = grid.across + GAP
    columns = min(grid.columns, len(cup))
    over = on.mix(kit.inside, kit.rim - 5 - grid.across / 2, rise)
    for k, value in enumerate(cup):
        row, col = divmod(k, columns)
        goal = (x + (col - (columns - 1) / 2) * pitch, _TOP + grid.across / 2 + row * pitch)
        place = (on.mix(x, goal[0], spread), on.mix(over, goal[1], spread))
        out.append(Placed(f"chip:{at + 1}:{k}", _chip(value, grid.across), *place))
    return out
