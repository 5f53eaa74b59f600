"""The look of Circle: a ring on a grid of points, black and white pieces at the reveal.

While the ring moves, an arrow lies along its edge and a broken ring stays where it came from.
"""

from typing import Any

from ...simulators.circle import Grid, Move, step
from ..picture import Picture, Placed, Sprite
from ..style import Style, mix
from ._board import SIDE, TURN, Board, draw_arrow, ease, fade
from .base import View

BLACK, WHITE = "#111111", "#ffffff"


class CircleView(View[Grid, Move]):
    """Pieces are named for their colours, so black is black and white is white in every style."""

    def canvas(self, size: int) -> tuple[int, int]:
        return SIDE, SIDE

    def backdrop(self, size: int) -> Sprite:
        return Sprite("grid", (size,), SIDE, SIDE)

    def reading(self, state: Grid) -> int:
        return 300 + 4 * len(state.cells)

    def still(self, state: Grid, lift: float) -> Picture:
        board = Board(state.side)
        pieces = [
            Placed(
                f"piece:{i}", Sprite("piece", (cell, board.cell), board.cell, board.cell), *board.centre(i), lift
            )
            for i, cell in enumerate(state.cells)
            if cell is not None and lift > 0
        ]
        return (*pieces, _ring(board, *board.centre(state.ring)))

    def motion(self, before: Grid, op: Move, t: float) -> Picture:
        board = Board(before.side)
        x0, y0 = board.centre(before.ring)
        x1, y1 = board.centre(step(before.side, before.ring, op.direction))
        way = ease(t)
        seen = fade(t)
        ghost = Placed("ghost", Sprite("ghost", (), board.cell, board.cell), x0, y0, seen)
        length = board.cell + board.cell // 2
        arrow = Sprite("arrow", (op.direction, board.cell), length, length)
        trail = ghost, Placed("arrow", arrow, (x0 + x1) / 2, (y0 + y1) / 2, seen)
        return (*(trail if seen > 0 else ()), _ring(board, x0 + (x1 - x0) * way, y0 + (y1 - y0) * way))

    def draw(self, ax: Any, sprite: Sprite, style: Style) -> None:
        from matplotlib.patches import Circle as Disc

        if sprite.kind == "grid":
            _draw_grid(ax, int(str(sprite.args[0])), style)
            return
        if sprite.kind == "arrow":
            draw_arrow(ax, TURN[str(sprite.args[0])], int(str(sprite.args[1])), style)
            return
        cell = sprite.width
        if sprite.kind == "ghost":
            ax.add_patch(
                Disc(
                    (0, 0), cell * 0.39, fill=False, ec=mix(style.panel, style.accent, 0.6), lw=3, ls=(0, (2, 1.6))
                )
            )
            return
        if sprite.kind == "ring":
            for colour, width in ((style.page, 0.125), (style.accent, 0.075)):
                ax.add_patch(Disc((0, 0), cell * 0.39, fill=False, ec=colour, lw=cell * width))
            return
        fill, edge = (BLACK, WHITE) if sprite.args[0] else (WHITE, BLACK)
        ax.add_patch(Disc((0, 0), cell * 0.29 + 1.2, fc=edge, lw=0))
        ax.add_patch(Disc((0, 0), cell * 0.29 - 1.2, fc=fill, lw=0))


def _ring(board: Board, x: float, y: float) -> Placed:
    return Placed("ring", Sprite("ring", (), board.cell, board.cell), x, y)


def _draw_grid(ax: Any, n: int, style: Style) -> None:
    from matplotlib.patches import Circle as Disc

    board = Board(n)
    board.draw(ax, style, style.panel)
    for i in range(n):
        (x0, y0), (x1, y1) = board.centre(i * n), board.centre(i * n + n - 1)
        row = [v - SIDE / 2 for v in (x0, x1, y0, y1)]
        ax.plot(row[:2], row[2:], color=style.line, lw=2.4, solid_capstyle="round")
        (x0, y0), (x1, y1) = board.centre(i), board.centre(n * (n - 1) + i)
        column = [v - SIDE / 2 for v in (x0, x1, y0, y1)]
        ax.plot(column[:2], column[2:], color=style.line, lw=2.4, solid_capstyle="round")
    for i in range(n * n):
        x, y = board.centre(i)
        ax.add_patch(Disc((x - SIDE / 2, y - SIDE / 2), 5, fc=style.line, lw=0, zorder=3))
