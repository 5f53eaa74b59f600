"""Text screens as yuv420p planes: a glyph is drawn once, and only cells that changed are copied."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.errors import BadParams, MissingPart
from .lettering import ASSETS, FACES, Face
from .theme import Theme, rgb

NATURAL = (640, 480)
"""Width and height."""
LAYOUTS = ((28, 9), (35, 12), (42, 14), (53, 18), (63, 21), (69, 23))
"""Columns and lines of a screen, largest letters first: cells are 22, 18, 15, 12, 10 or 9 pixels wide
at the natural size, and twice as high."""
_BAR = 53
"""Characters that the title bar has room for at least."""
_LEAST = 6
"""Pixels that a character is wide at least."""


class Grid(NamedTuple):
    """Where things are on a frame, in pixels."""

    width: int
    height: int
    columns: int
    rows: int
    cell: tuple[int, int]
    """Width and height of a character cell."""
    left: int
    top: int
    """Corner of the first cell."""
    bar: int
    """Height of the title bar."""
    font: int
    """Font size, so chosen that the advance of a character fits its cell."""

    @classmethod
    def of(cls, width: int, height: int, layout: tuple[int, int]) -> "Grid":
        """The largest cells that a frame of this size takes; raises BadParams if none can be read."""
        columns, rows = layout
        bar = height * 11 // 120
        wide = (width - 4) // columns
        high = min(wide * 2, (height - bar - 4) // rows)
        if wide < _LEAST or high < _LEAST * 7 // 4:
            raise BadParams(
                f"width={width} is too narrow to read {columns} characters a line",
                hint=f"try --width {columns * _LEAST + 4 + columns % 2 * 2}",
            )
        left = (width - wide * columns) // 2
        top = bar + (height - bar - high * rows) // 2
        # An em of DejaVu Sans Mono is 1.661 advances wide and 1.164 ems high.
        return cls(width, height, columns, rows, (wide, high), left, top, bar, min(wide * 166, high * 85) // 100)


def _yuv(pixels: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
    """BT.601 studio-range Y, U and V, (3, height, width), of (height, width, 3) RGB bytes, in integers."""
    wide = pixels.astype(np.int32)
    r, g, b = wide[..., 0], wide[..., 1], wide[..., 2]
    luma = (66 * r + 129 * g + 25 * b + 128 >> 8) + 16
    blue = (-38 * r - 74 * g + 112 * b + 128 >> 8) + 128
    red = (112 * r - 94 * g - 18 * b + 128 >> 8) + 128
    return np.stack((luma, blue, red)).astype(np.uint8)


@cache
def _font(face: Face, size: int) -> Any:
    """A bundled font; basic layout, so that the pixels do not depend on an optional shaping library."""
    from PIL import ImageFont

    try:
        return ImageFont.truetype(str(ASSETS / FACES[face]), size, layout_engine=ImageFont.Layout.BASIC)
    except OSError as fault:
        raise MissingPart(
            f"the font {FACES[face]} does not load: {fault}", hint="reinstall reelproof, its fonts are gone"
        ) from fault


@cache
def _mask(char: str, bold: bool, grid: Grid) -> NDArray[np.int32]:
    """Coverage of a character in its cell, 0 .. 255."""
    from PIL import Image, ImageDraw

    font = _font("mono-bold" if bold else "mono", grid.font)
    cell = Image.new("L", grid.cell, 0)
    base = grid.cell[1] * 3 // 4
    ImageDraw.Draw(cell).text((0, base), char, font=font, fill=255, anchor="ls")
    return np.asarray(cell, dtype=np.int32)


Key = tuple[str, str, str, bool]
"""Character, ink, ground, bold."""


@cache
def _tile(key: Key, grid: Grid) -> NDArray[np.uint8]:
    """Y, U and V of one cell, (3, height, width)."""
    char, ink, ground, bold = key
    cover = _mask(char, bold, grid)[..., None]
    mixed = np.array(rgb(ink), np.int32) * cover + np.array(rgb(ground), np.int32) * (255 - cover)
    return _yuv((mixed + 127) // 255)


class Canvas:
    """One frame that is kept and mended: a title bar above a grid of character cells."""

    def __init__(self, grid: Grid, theme: Theme, title: str) -> None:
        self.grid = grid
        self.theme = theme
        self._title = title
        size = grid.width * grid.height
        ground = _yuv(np.array([[rgb(theme.ground)]]))
        self._full = np.broadcast_to(ground, (3, grid.height, grid.width)).copy()
        """Y, U and V of every pixel: cells may lie anywhere, chroma is reduced where something changed."""
        self._buffer = np.empty(size * 3 // 2, dtype=np.uint8)
        self._luma = self._buffer[:size].reshape(grid.height, grid.width)
        self._chroma = self._buffer[size:].reshape(2, grid.height // 2, grid.width // 2)
        self._ink = {"default": theme.ink, "green": theme.prompt, "blue": theme.header, "brown": theme.note}
        self._shown: dict[tuple[int, int], Key] = {}
        self._cursor: tuple[int, int] | None = None
        self._frame: bytes | None = None
        self._update(0, grid.height, 0, grid.width)
        self.head("")

    def head(self, caption: str) -> None:
        """Draw the title bar; a caption stands in a pill at its right end."""
        bar = _bar(self.grid, self.theme, self._title, caption)
        self._full[:, : bar.shape[1]] = bar
        self._update(0, bar.shape[1], 0, self.grid.width)

    def show(self, screen: Any, *, cursor: bool) -> None:
        """Bring the cells up to date with a pyte screen; only its dirty lines are looked at."""
        theme, (columns, cell) = self.theme, (self.grid.columns, self.grid.cell)
        spot = (screen.cursor.y, min(screen.cursor.x, columns - 1)) if cursor else None
        rows = set(screen.dirty)
        rows.update(place[0] for place in (spot, self._cursor) if place is not None)
        screen.dirty.clear()
        blank = (" ", theme.ink, theme.ground, False)
        for y in sorted(rows):
            line = screen.buffer[y]
            changed = []
            for x in range(columns):
                char = line[x]
                ink = self._ink.get(char.fg, theme.ink)
                lit = (y, x) == spot
                key = (char.data, theme.ground if lit else ink, ink if lit else theme.ground, char.bold)
                if self._shown.get((y, x), blank) != key:
                    self._shown[y, x] = key
                    left, top = self.grid.left + x * cell[0], self.grid.top + y * cell[1]
                    self._full[:, top : top + cell[1], left : left + cell[0]] = _tile(key, self.grid)
                    changed.append(left)
            if changed:
                top = self.grid.top + y * cell[1]
                self._update(top, top + cell[1], changed[0], changed[-1] + cell[0])
        self._cursor = spot

    def _update(self, top: int, bottom: int, left: int, right: int) -> None:
        """Bring a part of the planes up to date; chroma is the mean of four pixels, halves up."""
        self._frame = None
        self._luma[top:bottom, left:right] = self._full[0, top:bottom, left:right]
        y, x = top // 2, left // 2
        down, across = (bottom + 1) // 2, (right + 1) // 2
        four = self._full[1:, 2 * y : 2 * down, 2 * x : 2 * across].astype(np.uint16)
        four = four[:, ::2] + four[:, 1::2]
        self._chroma[:, y:down, x:across] = four[:, :, ::2] + four[:, :, 1::2] + 2 >> 2

    def frame(self) -> bytes:
        """The frame as yuv420p bytes: luma, then the two chroma planes; the same object until it changes."""
        if self._frame is None:
            self._frame = self._buffer.tobytes()
        return self._frame


@cache
def _bar(grid: Grid, theme: Theme, title: str, caption: str) -> NDArray[np.uint8]:
    """Y, U and V of the title bar, (3, height, width): window buttons, title, caption."""
    from PIL import Image, ImageDraw

    # Round shapes are drawn at four times the size and reduced; text at its size, for crisp stems.
    scale, high = 4, grid.bar
    # No larger than on a screen of middling letters: title and caption must fit beside each other.
    wide = min(grid.cell[0], grid.width // _BAR)
    size = min(grid.font, wide * 166 // 100)
    bar = Image.new("RGB", (grid.width * scale, high * scale), theme.bar)
    draw = ImageDraw.Draw(bar)
    step = high * 11 // 20
    for i, dot in enumerate(theme.dots):
        x, y, r = (high // 2 + step * i) * scale, high * scale // 2, high * scale // 6
        draw.ellipse((x - r, y - r, x + r, y + r), fill=dot)
    right = grid.width - high // 4
    left = right - wide * (len(caption) + 2)
    if caption:
        rim = high * scale // 7
        box = (left * scale, rim, right * scale, high * scale - rim)
        draw.rounded_rectangle(box, radius=high * scale // 3, fill=theme.pill)
    small = bar.reduce(scale)
    draw = ImageDraw.Draw(small)
    font = _font("mono-bold", size)
    base = (high + size * 73 // 100) // 2
    # Letter by letter in whole pixels: the advance width of the font is not a whole number.
    for start, text, ink in (
        (high // 2 + step * 3, title, theme.bar_ink),
        (left + wide, caption, theme.pill_ink),
    ):
        for i, char in enumerate(text):
            draw.text((start + wide * i, base), char, font=font, fill=ink, anchor="ls")
    return _yuv(np.asarray(small))
