"""The look of Number: numbered tiles that slide, under plain covers."""

from typing import Any

from ...simulators.number import Board as State
from ...simulators.number import Slide, tile_index
from ..picture import Picture, Placed, Sprite
from ..style import Style, mix
from ._board import SIDE, TURN, Board, draw_arrow, ease, fade, plate
from .base import View

_GAP = 6
"""Between two squares."""


class NumberView(View[State, Slide]):
    """Tiles in a tray; covered tiles are all the same tile."""

    def canvas(self, size: int) -> tuple[int, int]:
        return SIDE, SIDE

    def backdrop(self, size: int) -> Sprite:
        return Sprite("tray", (size,), SIDE, SIDE)

    def reading(self, state: State) -> int:
        return 300 + 8 * len(state.cells)

    def still(self, state: State, lift: float) -> Picture:
        return tuple(
            part for i, cell in enumerate(state.cells) if cell != 0 for part in self._tile(state, i, cell, lift)
        )

    def motion(self, before: State, op: Slide, t: float) -> Picture:
        board, blank = Board(before.side), before.cells.index(0)
        mover = tile_index(before.side, blank, op.direction)
        rest = [
            part
            for i, cell in enumerate(before.cells)
            if cell != 0 and i != mover
            for part in self._tile(before, i, None, 0.0)
        ]
        (x0, y0), (x1, y1) = board.centre(mover), board.centre(blank)
        way = ease(t)
        x, y = x0 + (x1 - x0) * way, y0 + (y1 - y0) * way
        tile = Placed(f"tile:{mover}", _cover(board.cell), x, y)
        length = board.cell + board.cell // 2
        arrow = Sprite("arrow", (op.direction, board.cell), length, length)
        return (*rest, tile, Placed("arrow", arrow, (x0 + x1) / 2, (y0 + y1) / 2, fade(t)))

    def _tile(self, state: State, index: int, digit: int | None, lift: float) -> tuple[Placed, ...]:
        board = Board(state.side)
        x, y = board.centre(index)
        cover = Placed(f"tile:{index}", _cover(board.cell), x, y)
        if digit is None or lift == 0:
            return (cover,)
        face = Sprite("face", (digit, board.cell), board.cell, board.cell)
        face_up = Placed(f"face:{index}", face, x, y, lift)
        return (face_up,) if lift == 1 else (cover, face_up)

    def draw(self, ax: Any, sprite: Sprite, style: Style) -> None:
        if sprite.kind == "tray":
            _draw_tray(ax, int(str(sprite.args[0])), style)
        elif sprite.kind == "arrow":
            direction, cell = str(sprite.args[0]), int(str(sprite.args[1]))
            draw_arrow(ax, TURN[direction], cell, style)
        elif sprite.kind == "face":
            _draw_tile(ax, int(str(sprite.args[1])), mix(style.page, "#ffffff", 0.3), style, str(sprite.args[0]))
        else:
            _draw_tile(ax, int(str(sprite.args[0])), style.cover, style, "")


def _cover(cell: int) -> Sprite:
    return Sprite("cover", (cell,), cell, cell)


def _draw_tray(ax: Any, n: int, style: Style) -> None:
    board = Board(n)
    board.draw(ax, style, style.line)
    for i in range(n * n):
        x, y = board.centre(i)
        side = board.cell - _GAP
        plate(ax, x - SIDE / 2, y - SIDE / 2, side, side, board.cell * 0.09, style.panel)


def _draw_tile(ax: Any, cell: int, fill: str, style: Style, text: str) -> None:
    from ..lettering import write

    # A hair larger than its square, of which nothing shows around it.
    side, corner, depth = cell - _GAP + 1, cell * 0.09, max(2.0, cell * 0.03)
    plate(ax, 0, 0, side, side, corner, mix(fill, "#000000", 0.32))
    plate(ax, 0, -depth / 2, side, side - depth, corner, mix(fill, "#ffffff", 0.2))
    plate(ax, 0, -depth / 2 + 0.75, side, side - depth - 1.5, corner, fill)
    if text:
        write(ax, text, 0, -depth / 2, cell * (0.52 if len(text) == 1 else 0.46), style.ink)
