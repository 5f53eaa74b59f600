"""The look of Cup: cups upside down on a chequered board, coins under some of them."""

from math import sqrt
from typing import Any

from ...simulators.base import cell_index
from ...simulators.cup import Cups, Swap
from ..picture import Picture, Placed, Sprite
from ..style import Style, mix
from ._board import SIDE, Board, ease, fade
from .base import View

Point = tuple[float, float]


class CupView(View[Cups, Swap]):
    """Cups are opaque and all alike; they lift and fade away to show what is under them."""

    def canvas(self, size: int) -> tuple[int, int]:
        return SIDE, SIDE

    def backdrop(self, size: int) -> Sprite:
        return Sprite("squares", (size,), SIDE, SIDE)

    def still(self, state: Cups, lift: float) -> Picture:
        board = Board(state.side)
        coin = Sprite("coin", (), board.cell, board.cell)
        coins = [
            Placed(f"coin:{i}", coin, *board.centre(i)) for i, held in enumerate(state.coins) if held and lift > 0
        ]
        seen = 1 - max(0.0, lift - 0.5) * 2
        cups = [_cup(board, i, *board.centre(i), lift, seen) for i in range(len(state.coins))]
        return (*coins, *cups) if lift < 1 else tuple(coins)

    def motion(self, before: Cups, op: Swap, t: float) -> Picture:
        board = Board(before.side)
        i, j = cell_index(op.first, before.side), cell_index(op.second, before.side)
        rest = [_cup(board, k, *board.centre(k)) for k in range(before.side**2) if k not in (i, j)]
        start, end = board.centre(i), board.centre(j)
        way = ease(t)
        one, other = along(start, end, way, board.cell), along(end, start, way, board.cell)
        movers = sorted([_cup(board, i, *one), _cup(board, j, *other)], key=lambda cup: cup.y)
        across = round((end[0] - start[0]) / board.cell), round((end[1] - start[1]) / board.cell)
        width, height = (round((abs(d) + 1.7) * board.cell) for d in across)
        arcs = Sprite("arcs", (*across, board.cell), width, height)
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        return (*rest, *movers, Placed("arcs", arcs, *middle, fade(t)))

    def draw(self, ax: Any, sprite: Sprite, style: Style) -> None:
        if sprite.kind == "squares":
            _draw_squares(ax, int(str(sprite.args[0])), style)
        elif sprite.kind == "coin":
            _draw_coin(ax, sprite.width, style)
        elif sprite.kind == "cup":
            _draw_cup(ax, sprite.width, style)
        else:
            dx, dy, cell = (int(str(a)) for a in sprite.args)
            _draw_arcs(ax, dx * cell, dy * cell, cell, style)


def _cup(board: Board, index: int, x: float, y: float, lift: float = 0.0, alpha: float = 1.0) -> Placed:
    cup = Sprite("cup", (), board.cell, board.cell)
    return Placed(f"cup:{index}", cup, x, y - lift * board.cell * 0.45, alpha)


def along(start: Point, end: Point, t: float, cell: float) -> Point:
    """A point on the curve from one cell to another that keeps to the right of the straight line.

    Two cups that trade places go along two such curves and stay a cup's width apart.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    bulge = 4 * t * (1 - t) * max(0.36 * cell, 0.13 * length)
    return start[0] + dx * t - dy / length * bulge, start[1] + dy * t + dx / length * bulge


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


def _draw_coin(ax: Any, cell: int, style: Style) -> None:
    from matplotlib.patches import Ellipse

    y, width, height = cell * 0.10, cell * 0.50, cell * 0.36
    edge = mix(style.gold, "#3a2500", 0.55)
    ax.add_patch(Ellipse((0, y + cell * 0.05), width, height, fc=edge, lw=0))
    ax.add_patch(Ellipse((0, y), width, height, fc=edge, lw=0))
    ax.add_patch(Ellipse((0, y), width - cell * 0.03, height - cell * 0.03, fc=style.gold, lw=0))
    inner = mix(style.gold, "#3a2500", 0.3)
    ax.add_patch(Ellipse((0, y), width * 0.68, height * 0.68, fill=False, ec=inner, lw=cell * 0.02))


def _draw_cup(ax: Any, cell: int, style: Style) -> None:
    from matplotlib.patches import Ellipse, Polygon

    top, bottom, crown, rim = -0.24 * cell, 0.20 * cell, 0.19 * cell, 0.29 * cell
    flat = 0.42  # how far a circle is squeezed by the slant of the view
    dark, light = mix(style.cover, "#000000", 0.35), mix(style.cover, "#ffffff", 0.22)

    def cut(y: float) -> float:
        return crown + (rim - crown) * (y - top) / (bottom - top)

    def band(y0: float, y1: float, fill: str, grow: float = 0.0) -> None:
        a, b = cut(y0) + grow, cut(y1) + grow
        ax.add_patch(Polygon([(-a, y0), (a, y0), (b, y1), (-b, y1)], closed=True, fc=fill, lw=0))
        ax.add_patch(Ellipse((0, y1), 2 * b, 2 * b * flat, fc=fill, lw=0))

    ax.add_patch(Ellipse((0, bottom + cell * 0.035), 2.2 * rim, 2.2 * rim * flat, fc="#000000", alpha=0.22, lw=0))
    band(top, bottom, dark, cell * 0.012)
    band(top, bottom - cell * 0.035, style.cover)
    for y0, y1, fill in ((0.02, 0.06, light), (0.02, 0.02, style.cover)):
        band(y0 * cell, y1 * cell, fill)
    a, b = cut(top), cut(0.02 * cell)
    shade = [(-a, top), (-a * 0.62, top), (-b * 0.62, 0.07 * cell), (-b, 0.02 * cell)]
    ax.add_patch(Polygon(shade, closed=True, fc=light, alpha=0.35, lw=0))
    ax.add_patch(Ellipse((0, top), 2 * crown, 2 * crown * flat, fc=light, ec=dark, lw=max(0.8, cell * 0.01)))


def _draw_arcs(ax: Any, dx: float, dy: float, cell: int, style: Style) -> None:
    from matplotlib.patches import Polygon

    line, head = max(5.0, cell * 0.05), max(14.0, cell * 0.16)
    length = sqrt(dx * dx + dy * dy)
    shapes = []
    for sign in (1, -1):
        start, end = (-sign * dx / 2, -sign * dy / 2), (sign * dx / 2, sign * dy / 2)
        gap = 0.24 * cell / length
        points = [along(start, end, gap + (1 - 2 * gap) * k / 40, cell) for k in range(41)]
        # The shaft ends inside the head, which points along the last stretch of the curve.
        (tx, ty), (bx, by) = points[-1], points[-5]
        ux, uy = tx - bx, ty - by
        norm = sqrt(ux * ux + uy * uy)
        ux, uy = ux / norm, uy / norm
        base = tx - ux * head, ty - uy * head
        shaft = [p for p in points if (p[0] - tx) * ux + (p[1] - ty) * uy < -head * 0.8]
        wing = head * 0.62
        tip = [(tx, ty), (base[0] - uy * wing, base[1] + ux * wing), (base[0] + uy * wing, base[1] - ux * wing)]
        shapes.append((shaft, tip))
    rim = max(1.6, cell * 0.02)
    for colour, extra in ((style.page, 2 * rim), (style.accent, 0.0)):
        for shaft, tip in shapes:
            xs, ys = [p[0] for p in shaft], [p[1] for p in shaft]
            ax.plot(xs, ys, color=colour, lw=line + extra, solid_capstyle="round", zorder=2)
            ax.add_patch(Polygon(tip, closed=True, fc=colour, ec=colour, lw=extra, joinstyle="round", zorder=2))
