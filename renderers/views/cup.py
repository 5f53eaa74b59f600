"""The look of Cup: cups upside down on a chequered board, coins under some of them.

Two cups that trade places are lifted, pass over the others and keep clear of each other; their two
squares are marked, and joined by an arrow that lies on the board, from before they rise until they
stand again.
"""

from math import sqrt
from typing import Any

from ...simulators.base import cell_index
from ...simulators.cup import Cups, Swap
from ..picture import Picture, Placed, Sprite
from ..style import Style, mix
from ._board import SIDE, Board, ease
from ._cups import HALF_HEIGHT, HALF_WIDTH, draw_arrow, draw_coin, draw_cup, draw_halo, draw_mark, draw_shadow
from .base import View

Point = tuple[float, float]

LIFT = 0.18
"""How high a lifted cup hangs, in cells: as high as the topmost row allows."""
_APART = 0.64
"""Cells between two cups that pass each other."""


class CupView(View[Cups, Swap]):
    """Cups are opaque and all alike; they lift and fade away to show what is under them."""

    def canvas(self, size: int) -> tuple[int, int]:
        return SIDE, SIDE

    def backdrop(self, size: int) -> Sprite:
        return Sprite("squares", (size,), SIDE, SIDE)

    def reading(self, state: Cups) -> int:
        return 300 + 4 * len(state.coins)

    def still(self, state: Cups, lift: float) -> Picture:
        board = Board(state.side)
        coin = Sprite("coin", (), board.cell, board.cell)
        coins = [
            Placed(f"coin:{i}", coin, *board.centre(i)) for i, held in enumerate(state.coins) if held and lift > 0
        ]
        rise, seen = min(1.0, 2 * lift), 1 - max(0.0, min(1.0, (lift - 0.5) / 0.5))
        cups = [_cup(board, i, *board.centre(i), rise * LIFT, seen) for i in range(len(state.coins))]
        return (*coins, *cups) if lift < 1 else tuple(coins)

    def motion(self, before: Cups, op: Swap, t: float) -> Picture:
        board = Board(before.side)
        cell = board.cell
        i, j = cell_index(op.first, before.side), cell_index(op.second, before.side)
        start, end = board.centre(i), board.centre(j)
        rise = ease(max(0.0, min(1.0, (t - 0.08) / 0.14, (0.92 - t) / 0.14)))
        way = ease(max(0.0, min(1.0, (t - 0.16) / 0.68)))
        mark = Sprite("mark", (), cell, cell)
        across = round((end[0] - start[0]) / cell), round((end[1] - start[1]) / cell)
        arrow = Sprite("arrow", (*across, cell), *(round((abs(d) + 0.7) * cell) for d in across))
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        ground = [Placed(f"mark:{k}", mark, *board.centre(k)) for k in (i, j)]
        ground.append(Placed("arrow", arrow, *middle))
        standing = [_cup(board, k, *board.centre(k)) for k in range(before.side**2) if k not in (i, j)]
        one, other = bulges(board, start, end)
        shadows, lifted = [], []
        for k, (x, y) in sorted(
            ((i, along(start, end, way, one)), (j, along(end, start, way, other))), key=lambda mover: mover[1][1]
        ):
            y = max(y, _ceiling(board))
            if 0 < rise < 1:
                shadows.append(Placed(f"shadow:{k}", Sprite("shadow", (), cell, cell), x, y))
            # Aloft, a cup and its shadow are one sprite: they move together.
            kind = "cup" if rise <= 0 else "lifted" if rise < 1 else "aloft"
            lifted.append(_cup(board, k, x, y, rise * LIFT, kind=kind))
        # The marks do not fade: they stand from the first frame of the operation to its last.
        return (*(ground if 0 < t < 1 else ()), *standing, *shadows, *lifted)

    def draw(self, ax: Any, sprite: Sprite, style: Style) -> None:
        match sprite.kind:
            case "squares":
                _draw_squares(ax, int(str(sprite.args[0])), style)
            case "coin":
                draw_coin(ax, sprite.width, style)
            case "cup":
                draw_cup(ax, sprite.width, style)
            case "lifted" | "aloft":
                if sprite.kind == "aloft":
                    draw_shadow(ax, sprite.width, LIFT)
                draw_halo(ax, sprite.width, style)
                draw_cup(ax, sprite.width, style)
            case "shadow":
                draw_shadow(ax, sprite.width)
            case "mark":
                draw_mark(ax, sprite.width, style)
            case _:
                dx, dy, cell = (int(str(a)) for a in sprite.args)
                draw_arrow(ax, dx * cell, dy * cell, cell, style)


def _cup(
    board: Board, index: int, x: float, y: float, lift: float = 0.0, alpha: float = 1.0, kind: str = "cup"
) -> Placed:
    """A cup that hangs so many cells above its place."""
    cup = Sprite(kind, (), board.cell, board.cell * (3 if kind == "aloft" else 2) // 2)
    return Placed(f"cup:{index}", cup, x, y - lift * board.cell, alpha)


def along(start: Point, end: Point, t: float, bulge: float) -> Point:
    """A point on the curve from one cell to another that swings so far to the right of the straight line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    out = 4 * t * (1 - t) * bulge
    return start[0] + dx * t - dy / length * out, start[1] + dy * t + dx / length * out


def _ceiling(board: Board) -> float:
    """How far up a lifted cup may go: its halo ends below the numbers, or else it stays in the top row."""
    return min(board.centre(0)[1], board.top - 11 + (HALF_HEIGHT + LIFT) * board.cell)


def bulges(board: Board, start: Point, end: Point) -> tuple[float, float]:
    """How far each of two cups that trade places swings out: half each, or less for one at an edge.

    Together always as far as keeps them apart; neither, lifted, covers the letters and numbers beside
    the board.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    cell, span = board.cell, board.cell * board.n
    low = board.left + HALF_WIDTH * cell - 11, _ceiling(board)
    high = board.left + span - HALF_WIDTH * cell + 11, board.top + span - HALF_HEIGHT * cell + 24

    def room(way: Point) -> float:
        """How far the middle may be moved that way."""
        most = [
            ((b if w > 0 else a) - m) / w
            for w, m, a, b in zip(way, middle, low, high, strict=True)
            if abs(w) > 1e-9
        ]
        return max(0.0, min(most))

    normal = -dy / length, dx / length
    ours, theirs = room(normal), room((-normal[0], -normal[1]))
    want = _APART * cell
    if ours < want / 2:
        return ours, want - ours
    if theirs < want / 2:
        return want - theirs, theirs
    return want / 2, want / 2


def _draw_squares(ax: Any, n: int, style: Style) -> None:
    from matplotlib.patches import Rectangle

    board = Board(n)
    board.draw(ax, style, style.line)
    for i in range(n * n):
        x, y = board.centre(i)
        corner = x - board.cell / 2 - SIDE / 2, y - board.cell / 2 - SIDE / 2
        dark = (i // n + i % n) % 2
        fill = mix(style.panel, style.line, 0.28) if dark else style.panel
        ax.add_patch(Rectangle(corner, board.cell, board.cell, fc=fill, lw=0, antialiased=False))
