"""The square board that number, circle and cup share: where cells lie, the panel, its labels, an arrow."""

from typing import Any

from ..lettering import write
from ..style import Style

SIDE = 480
"""Of the canvas."""
TURN = {"right": 0, "down": 90, "left": 180, "up": 270}
"""Degrees clockwise from an arrow that points right."""
_LEFT, _TOP, _SPAN = 58, 40, 392


class Board:
    """Geometry of a board of n x n cells, in canvas units."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.cell = _SPAN // n
        """Side of a cell."""
        slack = _SPAN - self.cell * n
        self.left = _LEFT + slack // 2
        self.top = _TOP + slack // 2

    def centre(self, index: int) -> tuple[float, float]:
        """Middle of the cell at an index in reading order."""
        row, column = divmod(index, self.n)
        return self.left + (column + 0.5) * self.cell, self.top + (row + 0.5) * self.cell

    def draw(self, ax: Any, style: Style, fill: str) -> None:
        """The panel, row letters on its left and column numbers on top; axes centred on the canvas."""
        span, half = self.cell * self.n, SIDE / 2
        plate(ax, self.left + span / 2 - half, self.top + span / 2 - half, span + 10, span + 10, 10, fill)
        for i in range(self.n):
            x, y = self.centre(i * (self.n + 1))
            write(ax, str(i + 1), x - half, self.top - 20 - half, 20, style.ink)
            write(ax, chr(97 + i), self.left - 23 - half, y - half, 21, style.ink)


def plate(ax: Any, x: float, y: float, width: float, height: float, corner: float, fill: str, **more: Any) -> None:
    """A filled rectangle with round corners, by its middle."""
    from matplotlib.patches import FancyBboxPatch

    more.setdefault("linewidth", 0)
    style = f"round,pad=0,rounding_size={corner}"
    ax.add_patch(
        FancyBboxPatch((x - width / 2, y - height / 2), width, height, boxstyle=style, facecolor=fill, **more)
    )


def ease(t: float) -> float:
    """0 to 1 with no speed at either end, faster in between."""
    return t * t * t * (t * (6 * t - 15) + 10)


def fade(t: float) -> float:
    """How much of an arrow shows: in over the first eighth of a motion, out over the last."""
    return max(0.0, min(1.0, 8 * t, 8 * (1 - t)))


def draw_arrow(ax: Any, turn: int, cell: int, style: Style) -> None:
    """An arrow one cell long that points right, turned clockwise by so many degrees."""
    from matplotlib.patches import Polygon
    from matplotlib.transforms import Affine2D

    half, thick, head = cell * 0.5, max(3.2, cell * 0.035), max(15.0, cell * 0.15)
    points = [
        (-half, -thick),
        (half - head, -thick),
        (half - head, -head * 0.72),
        (half, 0),
        (half - head, head * 0.72),
        (half - head, thick),
        (-half, thick),
    ]
    shape = Affine2D().rotate_deg(turn).transform(points)
    rim = max(2.5, cell * 0.04)
    ax.add_patch(Polygon(shape, closed=True, fc=style.page, ec=style.page, lw=rim * 2, joinstyle="round"))
    ax.add_patch(Polygon(shape, closed=True, fc=style.accent, lw=0))
