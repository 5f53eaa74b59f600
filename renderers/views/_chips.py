"""How poker chips and their cups are drawn."""

from math import cos, pi, sin
from typing import Any

from ..style import Style
from . import _tabletop as on

CUP = (136, 176)
"""Width and height of a cup, its shadow included."""
_MOUTH_Y = -72
_MOUTH = (126, 28)
_BASE_Y = 76
_BASE = (100, 20)
_FACES = {5: "#f4f1e8", 10: "#c62828", 20: "#1b7f3b", 50: "#1f4fa8", 100: "#17181c"}
_MARKS = {5: "#3a4254", 10: "#ffe9c7", 20: "#ffffff", 50: "#ffd84d", 100: "#e9e9ee"}


def mouth(ax: Any, style: Style) -> None:
    """What lies behind a chip on its way in: the far rim, the dark inside, the shadow on the table."""
    wide, high = _MOUTH
    on.oval(ax, 0, _BASE_Y + 1, _BASE[0] + 14, _BASE[1], on.SHADOW, alpha=0.25)
    on.oval(ax, 0, _MOUTH_Y, wide, high, on.shade(style.cover, "#ffffff", 0.35))
    on.oval(ax, 0, _MOUTH_Y, wide - 6, high - 5, on.shade(style.cover, "#000000", 0.65))


def cup(ax: Any, label: str, style: Style) -> None:
    """The near wall, from the near half of the rim down to the base."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    def wall(top: float, end: float) -> Any:
        """Outline of the wall between two heights, 0 at the mouth and 1 at the base."""
        points = []
        for level, turn in ((top, range(180, -1, -6)), (end, range(0, 181, 6))):
            a, b = (on.mix(m, n, level) / 2 for m, n in zip(_MOUTH, _BASE, strict=True))
            y = on.mix(_MOUTH_Y, _BASE_Y, level)
            points += [(a * cos(pi * g / 180), y + b * sin(pi * g / 180)) for g in turn]
        return Path([*points, points[0]])

    def band(left: float, right: float) -> list[tuple[float, float]]:
        """A strip of the wall between two places, -1 at its left edge and 1 at its right edge."""
        mouth, base = (_MOUTH_Y, *_MOUTH), (_BASE_Y, *_BASE)
        corners = ((left, mouth), (right, mouth), (right, base), (left, base))
        return [(side * a / 2, y + b / 2 * (1 - side * side) ** 0.5) for side, (y, a, b) in corners]

    def patch(top: float, end: float, colour: str) -> Any:
        return ax.add_artist(PathPatch(wall(top, end), facecolor=colour, linewidth=0))

    patch(0.0, 1.0, style.cover)
    for part, edges in (
        (0.14, (-1.0, -0.86)),
        (0.28, (-1.0, -0.93)),
        (0.12, (0.84, 1.0)),
        (0.24, (0.92, 1.0)),
    ):
        on.polygons(ax, [band(*edges)], on.shade(style.cover, "#000000", part))
    patch(0.0, 0.05, on.shade(style.cover, "#ffffff", 0.35))
    patch(0.30, 0.34, style.cover_ink)
    patch(0.74, 0.78, style.cover_ink)
    on.word(ax, label, 0, on.mix(_MOUTH_Y, _BASE_Y, 0.54) + 12, 28, style.cover_ink)


def chip(ax: Any, value: int, radius: float) -> None:
    """A chip face on: its number large, its edge pattern its own, whatever the colour looks like."""
    face, mark = _FACES[value], _MARKS[value]
    rim = "#0b0d10" if value != 100 else "#8d93a1"
    on.disc(ax, 0, radius * 0.03 + 0.6, radius + 0.4, on.SHADOW, alpha=0.3)
    on.disc(ax, 0, 0, radius, rim)
    on.disc(ax, 0, 0, radius * 0.965, face)
    on.polygons(ax, [[(x * radius, y * radius) for x, y in shape] for shape in _edge(value)], mark)
    on.disc(ax, 0, 0, radius * 0.70, mark)
    on.disc(ax, 0, 0, radius * 0.665, face)
    size = radius * {1: 1.05, 2: 0.86, 3: 0.62}[len(str(value))]
    on.word(ax, str(value), 0, 0, size, mark)


def _edge(value: int) -> list[list[tuple[float, float]]]:
    """Polygons of the edge pattern of a chip of radius 1."""

    def ray(angle: float, radius: float) -> tuple[float, float]:
        return radius * cos(angle), radius * sin(angle)

    def wedge(centre: float, half: float) -> list[tuple[float, float]]:
        rim = [ray(centre + half * k / 4, 0.965) for k in range(-4, 5)]
        return [ray(centre - half, 0.7), *rim, ray(centre + half, 0.7)]

    def spike(centre: float, half: float) -> list[tuple[float, float]]:
        return [*(ray(centre + half * k / 4, 0.965) for k in range(-4, 5)), ray(centre, 0.7)]

    def dot(centre: float, radius: float) -> list[tuple[float, float]]:
        return on.ring(*ray(centre, 0.84), radius)

    match value:
        case 5:
            return [wedge(pi * k / 2, 0.30) for k in range(4)]
        case 10:
            return [wedge(pi * (2 * k + 1) / 6, 0.17) for k in range(6)]
        case 20:
            return [spike(pi * k / 5, 0.20) for k in range(10)]
        case 50:
            return [dot(pi * k / 6, 0.085) for k in range(12)]
        case _:
            pairs = [pi * k / 4 for k in range(8)]
            return [wedge(turn + side, 0.06) for turn in pairs for side in (-0.12, 0.12)]
