"""Cups upside down on a chequered board that lies on a table, coins under some of them.

Two cups that trade places are lifted over the others along two arcs; their squares are marked, and joined
by an arrow that lies on the board. At the reveal all cups are lifted out of the picture.
"""

from math import sqrt
from typing import ClassVar

from ...simulators.base import cell_index
from ...simulators.cup import Cups, Swap
from ...simulators.space import Vec
from ..stage import UPRIGHT, Box, Cone, Part, Tube, shade, turn_x
from ._things import Parts, blend, ease, plate, ribbon, way
from .base import Solids

SPAN = 1.5
"""Side of the squares together, metres."""
TOP = 0.03
"""Height of the board."""
AWAY: Vec = (0.0, 1.5, 1.7)
"""Where cups go at the reveal: up and back, out of the picture."""


class CupSolids(Solids[Cups, Swap]):
    """Cups are opaque and all alike."""

    depression: ClassVar[float] = 54.0

    @property
    def cell(self) -> float:
        """Side of a square."""
        return SPAN / self.size

    @property
    def unit(self) -> float:
        """What cups are measured by: few cups are not as large as their squares allow."""
        return min(self.cell, 0.5)

    def centre(self, index: int) -> Vec:
        """Middle of a square on the board; rows run from the far edge to the near one."""
        row, column = divmod(index, self.size)
        half = (self.size - 1) / 2
        return round((column - half) * self.cell, 4), round((half - row) * self.cell, 4), TOP

    def frame(self) -> tuple[Vec, ...]:
        edge, high = SPAN / 2, TOP + 1.17 * self.unit
        last = self.centre(0)[1]
        return (
            (-edge - 0.22, -edge, 0.0), (edge + 0.08, -edge - 0.06, 0.0), (-edge - 0.2, edge, 0.0),
            (0.0, -edge - 0.28, 0.0), (0.0, round(last + 0.12 * self.unit, 4), high),
        )  # fmt: skip

    def table(self) -> Parts:
        n, edge = self.size, SPAN / 2
        out = [
            Part("board", Box(SPAN + 0.09, SPAN + 0.09, TOP - 0.004), (0, 0, 0), UPRIGHT, self.line, "wood"),
        ]
        dark = blend(self.panel, self.line, 0.4)
        for i in range(n * n):
            x, y, _ = self.centre(i)
            colour = dark if (i // n + i % n) % 2 else self.panel
            out.append(
                Part(
                    f"square:{i}", Box(self.cell, self.cell, 0.004), (x, y, TOP - 0.004), UPRIGHT, colour, "stone"
                )
            )
        for i in range(n):
            x, y, _ = self.centre(i * (n + 1))
            out += self._label(f"row:{i}", (-edge - 0.13, y, 0.05), chr(97 + i))
            # In front of the board, because behind it the farthest cups would hide them.
            out += self._label(f"column:{i}", (x, -edge - 0.15, 0.05), str(i + 1))
        return tuple(out)

    def still(self, state: Cups, lift: float) -> Parts:
        out: list[Part] = []
        if lift > 0:
            for i, held in enumerate(state.coins):
                if held:
                    out += self._coin(i)
        if lift < 1:
            for i in range(len(state.coins)):
                # Straight up at first, so that the coin shows, then away.
                x, y, z = self.centre(i)
                rise, off = ease(lift, 0.0, 0.9), ease(lift, 0.25, 1.0)
                at = x, round(y + AWAY[1] * off, 4), round(z + AWAY[2] * (0.25 * rise + 0.75 * off), 4)
                out += self._cup(i, at)
        return tuple(out)

    def motion(self, before: Cups, op: Swap, t: float) -> Parts:
        i, j = cell_index(op.first, before.side), cell_index(op.second, before.side)
        start, end = self.centre(i), self.centre(j)
        rise = ease(min((t - 0.08) / 0.16, (0.92 - t) / 0.16))
        along = ease(t, 0.17, 0.83)
        out: list[Part] = []
        for k, (x, y, z) in ((i, start), (j, end)):
            side = self.cell
            inner = blend(self.page, self.accent, 0.22)
            out.append(Part(f"mark:{k}", Box(side, side, 0.003), (x, y, z), UPRIGHT, self.accent, "stone"))
            side *= 0.86
            out.append(Part(f"mark:{k}:in", Box(side, side, 0.003), (x, y, z + 0.002), UPRIGHT, inner, "stone"))
        out += ribbon("arrow", _up(start, 0.006), _up(end, 0.006), self.cell * 0.1, self.accent)
        for k in range(before.side**2):
            if k not in (i, j):
                out += self._cup(k, self.centre(k))
        for k, a, b in ((i, start, end), (j, end, start)):
            out += self._cup(k, _up(self._arc(a, b, along), 0.62 * self.unit * rise), moving=True)
        return tuple(out)

    def _arc(self, a: Vec, b: Vec, u: float) -> Vec:
        """A place on the way between two squares, which swings out to the right of the straight line."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        swing = 4 * u * (1 - u) * 0.36 * self.unit / sqrt(dx * dx + dy * dy)
        x, y, z = way(a, b, u)
        return round(x + dy * swing, 4), round(y - dx * swing, 4), z

    def _label(self, name: str, middle: Vec, word: str) -> Parts:
        side = min(0.17, self.cell * 0.62)
        tilt = self.depression + 8
        rim = plate(
            f"{name}:rim", (middle[0], middle[1], middle[2] - 0.004), (side + 0.014, side + 0.014), tilt, self.ink
        )
        return rim, plate(name, middle, (side, side), tilt, self.page, word, self.ink)

    def _cup(self, index: int, place: Vec, *, moving: bool = False) -> Parts:
        """A cup, mouth down, that stands or hangs with its rim at a place."""
        u, name = self.unit, f"cup:{index}"
        x, y, z = place
        high, wide, narrow = 0.52 * u, 0.31 * u, 0.205 * u
        over = turn_x(180)
        wall = Tube(narrow, wide, high, narrow * 0.9, 0.05 * u)
        light = self.accent if moving else shade(self.cover, 1.3)
        foot = round(z + high, 4)
        band, width = 0.3 * high, wide + (narrow - wide) * 0.3
        return (
            Part(name, wall, (x, y, foot), over, self.cover, "plastic"),
            Part(name, Tube(wide + 0.02 * u, wide + 0.02 * u, 0.06 * u, narrow, 0.0), (x, y, z), UPRIGHT, light),
            Part(
                name,
                Cone(width + 0.012 * u, width - 0.006 * u, 0.05 * u),
                (x, y, round(z + band, 4)),
                UPRIGHT,
                light,
            ),
            Part(name, Cone(narrow * 0.86, narrow * 0.8, 0.02 * u), (x, y, foot), UPRIGHT, light),
        )

    def _coin(self, index: int) -> Parts:
        u, name = self.unit, f"coin:{index}"
        x, y, z = self.centre(index)
        edge, inner = shade(self.gold, 0.72), shade(self.gold, 0.86)
        return (
            Part(name, Cone(0.27 * u, 0.27 * u, 0.05 * u), (x, y, z), UPRIGHT, edge, "clay"),
            Part(name, Cone(0.245 * u, 0.245 * u, 0.01 * u), (x, y, z + 0.05 * u), UPRIGHT, self.gold, "clay"),
            Part(
                name,
                Tube(0.18 * u, 0.18 * u, 0.012 * u, 0.15 * u, 0.0),
                (x, y, z + 0.058 * u),
                UPRIGHT,
                inner,
                "clay",
            ),
        )


def _up(place: Vec, by: float) -> Vec:
    return place[0], place[1], round(place[2] + by, 4)
