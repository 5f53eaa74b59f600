"""How cups on a board, the coins under them and the marks of a swap are drawn; all sizes follow the cell."""

from math import sqrt
from typing import Any

from ..style import Style, mix
from ._board import plate

_TOP, _BOTTOM, _CROWN, _RIM = -0.24, 0.20, 0.19, 0.29
_FLAT = 0.42
"""How far a circle is squeezed by the slant of the view."""
HALF_WIDTH, HALF_HEIGHT = 0.35, 0.38
"""Of a lifted cup with its halo, in cells."""


def draw_coin(ax: Any, cell: int, style: Style) -> None:
    """A coin that lies on its square."""
    from matplotlib.patches import Ellipse

    y, width, height = cell * 0.10, cell * 0.50, cell * 0.36
    edge = mix(style.gold, "#3a2500", 0.55)
    ax.add_patch(Ellipse((0, y + cell * 0.05), width, height, fc=edge, lw=0))
    ax.add_patch(Ellipse((0, y), width, height, fc=edge, lw=0))
    ax.add_patch(Ellipse((0, y), width - cell * 0.03, height - cell * 0.03, fc=style.gold, lw=0))
    inner = mix(style.gold, "#3a2500", 0.3)
    ax.add_patch(Ellipse((0, y), width * 0.68, height * 0.68, fill=False, ec=inner, lw=cell * 0.02))


def _cut(y: float) -> float:
    """Half the width of a cup at a height."""
    return _CROWN + (_RIM - _CROWN) * (y - _TOP) / (_BOTTOM - _TOP)


def _band(ax: Any, cell: int, y0: float, y1: float, fill: str, grow: float = 0.0) -> None:
    """A cup's wall between two heights, rounded below."""
    from matplotlib.patches import Ellipse, Polygon

    a, b = (_cut(y0) + grow) * cell, (_cut(y1) + grow) * cell
    y0, y1 = y0 * cell, y1 * cell
    ax.add_patch(Polygon([(-a, y0), (a, y0), (b, y1), (-b, y1)], closed=True, fc=fill, lw=0))
    ax.add_patch(Ellipse((0, y1), 2 * b, 2 * b * _FLAT, fc=fill, lw=0))


def draw_cup(ax: Any, cell: int, style: Style) -> None:
    """A cup upside down, with its own small shadow."""
    from matplotlib.patches import Ellipse, Polygon

    dark, light = mix(style.cover, "#000000", 0.35), mix(style.cover, "#ffffff", 0.22)
    foot = (_BOTTOM + 0.035) * cell
    ax.add_patch(Ellipse((0, foot), 2.2 * _RIM * cell, 2.2 * _RIM * cell * _FLAT, fc="#000000", alpha=0.22, lw=0))
    _band(ax, cell, _TOP, _BOTTOM, dark, 0.012)
    _band(ax, cell, _TOP, _BOTTOM - 0.035, style.cover)
    for y0, y1, fill in ((0.02, 0.06, light), (0.02, 0.02, style.cover)):
        _band(ax, cell, y0, y1, fill)
    top, a, b = _TOP * cell, _CROWN * cell, _cut(0.02) * cell
    shade = [(-a, top), (-a * 0.62, top), (-b * 0.62, 0.07 * cell), (-b, 0.02 * cell)]
    ax.add_patch(Polygon(shade, closed=True, fc=light, alpha=0.35, lw=0))
    ax.add_patch(Ellipse((0, top), 2 * a, 2 * a * _FLAT, fc=light, ec=dark, lw=max(0.8, cell * 0.01)))


def draw_halo(ax: Any, cell: int, style: Style) -> None:
    """What shows around a lifted cup: an edge in the colour of the marks, and one of the page."""
    from matplotlib.patches import Ellipse

    for grow, fill in ((0.062, style.page), (0.042, style.accent)):
        wide = 2 * (_CROWN + grow) * cell
        ax.add_patch(Ellipse((0, _TOP * cell), wide, wide * _FLAT + grow * cell, fc=fill, lw=0))
        _band(ax, cell, _TOP, _BOTTOM + 0.012, fill, grow)


def draw_shadow(ax: Any, cell: int, below: float = 0.0) -> None:
    """The shadow on the board under a lifted cup, so many cells below the middle of the sprite."""
    from matplotlib.patches import Ellipse

    for wide, dark in ((0.76, 0.12), (0.62, 0.2)):
        ax.add_patch(
            Ellipse((0, (0.17 + below) * cell), wide * cell, wide * cell * _FLAT, fc="#000000", alpha=dark, lw=0)
        )


def draw_mark(ax: Any, cell: int, style: Style) -> None:
    """A marked square: a broad edge in the accent, with the page's colour inside it."""
    plate(ax, 0, 0, cell, cell, cell * 0.06, style.accent)
    edge = max(4.0, cell * 0.045)
    plate(ax, 0, 0, cell - 2 * edge, cell - 2 * edge, cell * 0.04, mix(style.page, style.accent, 0.16))


def draw_arrow(ax: Any, dx: float, dy: float, cell: int, style: Style) -> None:
    """An arrow with two heads that joins the middles of two squares."""
    from matplotlib.patches import Polygon

    line, head, wing = max(5.0, cell * 0.05), max(13.0, cell * 0.15), max(8.0, cell * 0.1)
    length = sqrt(dx * dx + dy * dy)
    ux, uy = dx / length, dy / length
    tips = []
    for way in (1, -1):
        tx, ty = way * dx / 2, way * dy / 2
        bx, by = tx - way * ux * head, ty - way * uy * head
        tips.append([(tx, ty), (bx - uy * wing, by + ux * wing), (bx + uy * wing, by - ux * wing)])
    half = length / 2 - head * 0.8
    rim = max(1.6, cell * 0.02)
    for colour, extra in ((style.page, 2 * rim), (style.accent, 0.0)):
        ax.plot([-ux * half, ux * half], [-uy * half, uy * half], color=colour, lw=line + extra, zorder=2)
        for tip in tips:
            ax.add_patch(Polygon(tip, closed=True, fc=colour, ec=colour, lw=extra, joinstyle="round", zorder=2))
