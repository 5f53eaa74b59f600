"""What the card and chip tables share: the table, columns, easing, labels, signs and plain shapes."""

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin
from typing import Any, Literal

from ..lettering import ASSETS, FACES, extent, write
from ..picture import Picture, Placed, Sprite
from ..style import Style

WIDTH, HEIGHT = 640, 480
"""Canvas of a table with three or four containers."""
_NARROW = 480
"""Width of the canvas with one or two: their table would be mostly bare."""
EDGE = 8
"""Between the canvas and the table, at the left, top and right."""
END = 436
"""Lower edge of the table: below it lies the caption."""
SHADOW = "#000000"
Mark = Literal["+", "−"]
Turn = Literal["up", "down"]
PLUS: Mark = "+"
MINUS: Mark = "−"
UP: Turn = "up"
DOWN: Turn = "down"
_TAG = (104, 32)
_SIGN, _WAY = 36, (36, 46)
_GOES_IN, _COMES_OUT = "#0072b2", "#d55e00"
"""Blue and vermilion are told apart by everybody."""


def ease(t: float, start: float, end: float) -> float:
    """0 before start, 1 after end, and a smooth step between."""
    u = min(1.0, max(0.0, (t - start) / (end - start)))
    return u * u * (3.0 - 2.0 * u)


def mix(a: float, b: float, u: float) -> float:
    """The number at u of the way from a to b."""
    return a + (b - a) * u


def wide(count: int) -> int:
    """Width of the canvas for so many containers."""
    return _NARROW if count <= 2 else WIDTH


def column(at: int, count: int) -> float:
    """Centre of column `at` (from 0) of `count` equal columns."""
    return EDGE + (wide(count) - 2 * EDGE) * (at + 0.5) / count


def column_width(count: int) -> float:
    """Width of one of `count` equal columns."""
    return (wide(count) - 2 * EDGE) / count


def table(width: int = WIDTH) -> Sprite:
    """The empty table, of the canvas size."""
    return Sprite("table", (), width, HEIGHT)


def tag(word: str) -> Sprite:
    """A label that names a container, such as "pile 1"."""
    return Sprite("tag", (word,), *_TAG)


def sign(mark: Mark) -> Sprite:
    """A sign: "+", blue and round, for what goes in, "−", red and square, for what comes out."""
    return Sprite("sign", (mark,), _SIGN, _SIGN)


def way(mark: Mark, turn: Turn) -> Sprite:
    """An arrow of the sign's colour: the way that the thing takes."""
    return Sprite("way", (mark, turn), *_WAY)


def signs(
    mark: Mark,
    turn: Turn,
    t: float,
    *,
    at: tuple[float, float],
    arrow: tuple[float, float],
) -> tuple[Picture, Picture]:
    """A sign and its arrow at their places, in sight from the start of a motion to its end."""
    seen = max(0.0, min(1.0, 10 * t, 10 * (1 - t)))
    return shown(Placed("sign", sign(mark), *at, seen)), shown(Placed("way", way(mark, turn), *arrow, seen))


def note(word: str, width: int, height: int) -> Sprite:
    """An outlined place with a word in it, such as "empty"."""
    return Sprite("note", (word,), width, height)


def shown(placed: Placed) -> tuple[Placed, ...]:
    """The placed sprite, or nothing where it would be invisible."""
    return (placed,) if placed.alpha > 0.004 else ()


# --- drawing ---------------------------------------------------------------------------------------


# Artists, not patches: on these axes nobody asks for the limits of the data, and they take time.


def box(ax: Any, left: float, top: float, width: float, height: float, radius: float, **look: Any) -> Any:
    """A rectangle with rounded corners, exactly as large as said; gives the patch."""
    from matplotlib.patches import FancyBboxPatch

    shape = f"round,pad=0,rounding_size={radius}"
    return ax.add_artist(FancyBboxPatch((left, top), width, height, boxstyle=shape, linewidth=0, **look))


def frame(ax: Any, left: float, top: float, width: float, height: float, radius: float, *colours: Any) -> Any:
    """A box with an outline inside its edge, in canvas units: outline colour, fill colour, thickness."""
    outline, fill, thick = colours
    box(ax, left, top, width, height, radius, facecolor=outline)
    inner = max(0.5, radius - thick)
    return box(ax, left + thick, top + thick, width - 2 * thick, height - 2 * thick, inner, facecolor=fill)


def polygons(ax: Any, shapes: Sequence[Sequence[tuple[float, float]]], colour: str) -> None:
    """Filled polygons as one patch, which costs no more time than one of them."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    outline = Path.make_compound_path(*(Path([*shape, shape[0]], closed=True) for shape in shapes))
    ax.add_artist(PathPatch(outline, facecolor=colour, linewidth=0))


def ring(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """Corners of a round polygon, for `polygons`."""
    return [(x + radius * cos(pi * k / 12), y + radius * sin(pi * k / 12)) for k in range(24)]


def disc(ax: Any, x: float, y: float, radius: float, colour: str, **look: Any) -> Any:
    """A filled disc; gives the patch."""
    from matplotlib.patches import Circle

    return ax.add_artist(Circle((x, y), radius, facecolor=colour, linewidth=0, **look))


def oval(ax: Any, x: float, y: float, width: float, height: float, colour: str, **look: Any) -> Any:
    """A filled ellipse; gives the patch."""
    from matplotlib.patches import Ellipse

    return ax.add_artist(Ellipse((x, y), width, height, facecolor=colour, linewidth=0, **look))


def word(
    ax: Any,
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    anchor: Literal["left", "middle", "right"] = "middle",
) -> float:
    """A bold word with y at its middle, capitals or small letters alike; gives the width of its ink."""
    write(ax, text, x, y - (0.07 * size if text.islower() else 0.0), size, colour, anchor=anchor)
    return _ink(text) * size / 100


@cache
def _ink(text: str) -> float:
    """Width of the ink of a bold word at size 100: measuring takes longer than drawing."""
    return extent(text, 100)


def symbol(
    ax: Any,
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    anchor: Literal["left", "middle", "right"] = "middle",
) -> float:
    """A symbol of the plain font, with (x, y) in the middle of its ink; gives the width of its ink."""
    from matplotlib.patches import PathPatch
    from matplotlib.transforms import Affine2D

    path, x0, y0, x1, y1 = _symbol(text)
    start = {"left": x0, "middle": (x0 + x1) / 2, "right": x1}[anchor]
    place = Affine2D().translate(-start, -(y0 + y1) / 2).scale(size / 100, -size / 100).translate(x, y)
    ax.add_artist(PathPatch(path.transformed(place), facecolor=colour, linewidth=0))
    return (x1 - x0) * size / 100


@cache
def _symbol(text: str) -> tuple[Any, float, float, float, float]:
    """Outline of a symbol at size 100, and the bounds of its ink."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    path = TextPath((0, 0), text, size=100, prop=FontProperties(fname=str(ASSETS / FACES["plain"])))
    ink = path.get_extents()
    return path, float(ink.x0), float(ink.y0), float(ink.x1), float(ink.y1)


def shade(colour: str, towards: str, part: float) -> str:
    """The colour `part` of the way towards another, both #rrggbb."""
    pairs = ((int(colour[i : i + 2], 16), int(towards[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(mix(a, b, part)):02x}" for a, b in pairs)


def draw_common(ax: Any, sprite: Sprite, style: Style) -> bool:
    """Draw the sprites defined here; False if the sprite is another's."""
    width, height = sprite.width, sprite.height
    if sprite.kind == "table":
        left, top = EDGE - width / 2, EDGE - height / 2
        frame(ax, left, top, width - 2 * EDGE, END - EDGE, 22, style.line, style.panel, 3)
    elif sprite.kind == "tag":
        frame(ax, 1 - width / 2, 1 - height / 2, width - 2, height - 2, 9, style.ink, style.page, 1.5)
        word(ax, str(sprite.args[0]), 0, 0, 21, style.ink)
    elif sprite.kind == "sign":
        colour, half = _colour(sprite), width / 2
        if sprite.args[0] == "+":
            disc(ax, 0, 0, half - 1, style.page)
            disc(ax, 0, 0, half - 3, colour)
        else:
            frame(ax, 1 - half, 1 - half, width - 2, width - 2, 5, style.page, colour, 2)
        arm, thick = half - 9, 5
        box(ax, -arm, -thick / 2, 2 * arm, thick, 1, facecolor="#ffffff")
        if sprite.args[0] == "+":
            box(ax, -thick / 2, -arm, thick, 2 * arm, 1, facecolor="#ffffff")
    elif sprite.kind == "way":
        for grow, fill in ((2.5, style.page), (0.0, _colour(sprite))):
            polygons(ax, [_arrow(width, height, str(sprite.args[1]), grow)], fill)
    elif sprite.kind == "note":
        frame(ax, 1 - width / 2, 1 - height / 2, width - 2, height - 2, 10, style.ink, style.page, 2)
        word(ax, str(sprite.args[0]), 0, 0, 22, style.ink)
    else:
        return False
    return True


def _colour(sprite: Sprite) -> str:
    """Of a sign or its arrow."""
    return _GOES_IN if sprite.args[0] == "+" else _COMES_OUT


def _arrow(width: int, height: int, turn: str, grow: float) -> list[tuple[float, float]]:
    """Corners of an arrow that fills its box but for a rim, widened by part of the rim."""
    way, tip, end, head = (1 if turn == "down" else -1), height / 2 - 4, 4 - height / 2, 2.0
    half, wing = 5 + grow, width / 2 - 5 + grow
    shape = [
        (-half, end - grow),
        (half, end - grow),
        (half, head - grow),
        (wing, head - grow),
        (0.0, tip + grow * 1.4),
        (-wing, head - grow),
        (-half, head - grow),
    ]
    return [(x, way * y) for x, y in shape]
