"""What surfaces look like close up, and lettering: small tiling images, made and never loaded.

Each image has two planes: how light the surface is (128 is as it comes, squared in the shader), and how much
of a pattern's second colour lies on it.
"""

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .lettering import ASSETS, CAP_HEIGHT, FACES
from .stage import Letters

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Plane = NDArray[np.float64]
    Bytes = NDArray[np.uint8]

SIDE = 256
"""Pixels of an image's side."""


class Texture(NamedTuple):
    """How one image is used."""

    layer: int
    tile: float
    """Metres that the image covers; 0 goes by the size of the part."""


_ORDER = (
    "plain", "planks", "tiles", "grass", "cobbles", "sand", "asphalt", "waves", "panels",
    "striped", "dotted", "checked",
    "wood", "metal", "stone", "clay", "plastic", "fabric", "wicker", "leaf", "skin", "drift", "plaster",
)  # fmt: skip
_TILES = {
    "planks": 1.6, "tiles": 1.6, "grass": 2.0, "cobbles": 1.5, "sand": 2.5, "asphalt": 2.0, "waves": 4.0,
    "panels": 2.4,
}  # fmt: skip
FLOORS = tuple(_TILES)
"""Patterns that replace the look of the material."""
PATTERNS = ("striped", "dotted", "checked")
"""Patterns in two colours."""


def texture(name: str) -> Texture:
    """Of a material or pattern; unknown words look plain."""
    return Texture(_ORDER.index(name) if name in _ORDER else 0, _TILES.get(name, 0.0))


@cache
def layers() -> "Bytes":
    """All images: layer x row x column x (light, second)."""
    out = np.zeros((len(_ORDER), SIDE, SIDE, 2), np.uint8)
    for index, name in enumerate(_ORDER):
        light = _LIGHT.get(name, _flat)()
        out[index, :, :, 0] = np.clip(np.rint(128 * light), 0, 255).astype(np.uint8)
        if name in _PATTERN:
            out[index, :, :, 1] = np.rint(255 * _PATTERN[name]()).astype(np.uint8)
    return out


def _grid() -> "tuple[Plane, Plane]":
    """Column and row in 0..1, at the middle of each pixel; rows go up."""
    line = (np.arange(SIDE) + 0.5) / SIDE
    return np.meshgrid(line, line)


def _scatter(index: "NDArray[np.integer[Any]]", salt: int) -> "Plane":
    """A number in 0..1 for each index, always the same."""
    x = (index.astype(np.uint64) * np.uint64(2654435761) + np.uint64(salt * 40503 + 97)) & np.uint64(0xFFFFFFFF)
    for _ in range(2):
        x = ((x ^ (x >> np.uint64(15))) * np.uint64(2246822519)) & np.uint64(0xFFFFFFFF)
    return ((x >> np.uint64(8)) & np.uint64(0xFFFF)).astype(np.float64) / 65535


def _noise(across: int, up: int, salt: int) -> "Plane":
    """Smooth tiling noise of so many cells, 0..1."""
    lattice = _scatter(np.arange(across * up).reshape(up, across), salt)
    x, y = _grid()
    x, y = x * across, y * up
    i, j = np.floor(x).astype(int), np.floor(y).astype(int)
    s, t = x - i, y - j
    s, t = s * s * (3 - 2 * s), t * t * (3 - 2 * t)
    rows = [
        lattice[(j + k) % up, i % across] * (1 - s) + lattice[(j + k) % up, (i + 1) % across] * s for k in (0, 1)
    ]
    mixed: Plane = rows[0] * (1 - t) + rows[1] * t
    return mixed


def _clouds(cells: int, salt: int) -> "Plane":
    """Noise at three scales, around 0, about -0.5..0.5."""
    out = np.zeros((SIDE, SIDE))
    for k in range(3):
        out += (_noise(cells * 2**k, cells * 2**k, salt + k) - 0.5) / 2**k
    return out


def _edge(distance: "Plane", width: float) -> "Plane":
    """1 at distance 0, falling to 0 at the width."""
    t = np.clip(1 - distance / width, 0, 1)
    return t * t * (3 - 2 * t)


def _flat() -> "Plane":
    return np.ones((SIDE, SIDE))


def _planks() -> "Plane":
    x, y = _grid()
    row = np.floor(y * 8).astype(np.int64)
    shift = _scatter(row, 3)
    board = np.floor((x + shift) * 1.0).astype(np.int64) % 1 + row * 2
    tone = 0.90 + 0.14 * _scatter(board, 5)
    grain = 0.09 * (_noise(4, 128, 7) - 0.5) + 0.05 * (_noise(2, 64, 8) - 0.5)
    gap = _edge(np.abs(y * 8 - np.rint(y * 8)), 0.09)
    end = _edge(np.abs((x + shift) - np.rint(x + shift)), 0.012)
    return (tone + grain) * (1 - 0.38 * np.maximum(gap, end))


def _tiles() -> "Plane":
    x, y = _grid()
    index = np.floor(x * 4).astype(np.int64) + 4 * np.floor(y * 4).astype(np.int64)
    gap = np.maximum(_edge(np.abs(x * 4 - np.rint(x * 4)), 0.05), _edge(np.abs(y * 4 - np.rint(y * 4)), 0.05))
    checker = ((np.floor(x * 4) + np.floor(y * 4)) % 2) * 0.05
    return (0.95 + checker + 0.03 * _scatter(index, 11)) * (1 - 0.22 * gap)


def _grass() -> "Plane":
    blades = _noise(90, 40, 21) - 0.5
    return 1.0 + 0.05 * _clouds(9, 22) + 0.22 * blades + 0.10 * (_noise(60, 60, 27) - 0.5)


def _cobbles() -> "Plane":
    """Cells around jittered seeds, darker towards their rims."""
    x, y = _grid()
    n = 9
    near, second = np.full(x.shape, 9.0), np.full(x.shape, 9.0)
    owner = np.zeros(x.shape, np.int64)
    i0, j0 = np.floor(x * n).astype(np.int64), np.floor(y * n).astype(np.int64)
    for dj in (-1, 0, 1):
        for di in (-1, 0, 1):
            i, j = i0 + di, j0 + dj
            key = (i % n) + n * (j % n)
            sx, sy = i + 0.2 + 0.6 * _scatter(key, 31), j + 0.2 + 0.6 * _scatter(key, 32)
            distance = np.hypot(x * n - sx, y * n - sy)
            closer = distance < near
            second = np.where(closer, near, np.minimum(second, distance))
            owner = np.where(closer, key, owner)
            near = np.where(closer, distance, near)
    rim = _edge(second - near, 0.22)
    return (0.90 + 0.17 * _scatter(owner, 33) + 0.05 * _clouds(12, 34)) * (1 - 0.36 * rim)


def _sand() -> "Plane":
    x, y = _grid()
    wave = np.sin(2 * np.pi * (7 * y + 0.35 * np.sin(2 * np.pi * x) + 1.2 * _noise(3, 3, 41)))
    return 1.0 + 0.035 * wave + 0.10 * (_noise(128, 128, 42) - 0.5) + 0.06 * _clouds(4, 43)


def _asphalt() -> "Plane":
    return 1.0 + 0.20 * (_noise(128, 128, 51) - 0.5) + 0.10 * _clouds(4, 52)


def _waves() -> "Plane":
    x, y = _grid()
    warp = 0.9 * _noise(3, 3, 61) + 0.5 * _noise(5, 5, 62)
    one = np.sin(2 * np.pi * (5 * y + warp + 0.15 * np.sin(4 * np.pi * x)))
    two = np.sin(2 * np.pi * (9 * y + 2 * x + 1.7 * _noise(4, 4, 63)))
    crest = np.clip(0.6 * one + 0.4 * two, -1, 1)
    return 1.0 + 0.09 * crest + 0.22 * np.clip(crest - 0.62, 0, 1)


def _panels() -> "Plane":
    x, y = _grid()
    index = np.floor(x * 3).astype(np.int64) + 3 * np.floor(y * 3).astype(np.int64)
    dx, dy = np.abs(x * 3 - np.rint(x * 3)), np.abs(y * 3 - np.rint(y * 3))
    gap = np.maximum(_edge(dx, 0.025), _edge(dy, 0.025))
    bevel = np.maximum(_edge(dx, 0.08), _edge(dy, 0.08))
    rivet = _edge(np.hypot(dx - 0.13, dy - 0.13), 0.03)
    return (0.96 + 0.06 * _scatter(index, 71)) * (1 + 0.05 * bevel - 0.34 * gap - 0.16 * rivet)


def _wood() -> "Plane":
    x, y = _grid()
    ring = np.sin(2 * np.pi * (7 * y + 1.3 * _noise(2, 3, 81) + 0.3 * _noise(6, 24, 82)))
    return 1.0 + 0.055 * ring + 0.07 * (_noise(6, 110, 83) - 0.5) - 0.10 * _edge(np.abs(y - 0.5), 0.02) + 0 * x


def _metal() -> "Plane":
    return 1.0 + 0.05 * (_noise(3, 128, 91) - 0.5)


def _stone() -> "Plane":
    return 1.0 + 0.12 * _clouds(6, 101) + 0.07 * (_noise(64, 64, 105) - 0.5)


def _clay() -> "Plane":
    return 1.0 + 0.05 * _clouds(5, 111)


def _plaster() -> "Plane":
    """A whole wall: a little lighter towards the top."""
    _, y = _grid()
    return 0.955 + 0.06 * y + 0.012 * (_noise(128, 128, 161) - 0.5)


def _fabric() -> "Plane":
    x, y = _grid()
    weave = np.sin(2 * np.pi * 48 * x) * np.sin(2 * np.pi * 48 * y)
    return 1.0 + 0.05 * weave + 0.06 * _clouds(6, 121)


def _wicker() -> "Plane":
    x, y = _grid()
    over = (np.floor(x * 12) + np.floor(y * 16)) % 2
    strand = np.abs(np.sin(np.pi * 16 * y))
    post = np.abs(np.sin(np.pi * 12 * x))
    lit = np.where(over == 0, 0.82 + 0.24 * post, 0.72 + 0.18 * post)
    return lit * (0.76 + 0.28 * strand)


def _leaf() -> "Plane":
    return 1.0 + 0.34 * _clouds(7, 131) + 0.16 * (_noise(28, 28, 135) - 0.5)


def _skin() -> "Plane":
    return 1.0 + 0.02 * _clouds(4, 141)


def _soft(distance: "Plane", radius: float) -> "Plane":
    """1 inside the radius, 0 outside, a pixel or so between."""
    return np.clip(0.5 + (radius - distance) * SIDE / 2, 0, 1)


def _striped() -> "Plane":
    _, y = _grid()
    return _soft(np.abs((y * 4) % 1 - 0.5) / 4, 0.046)


def _dotted() -> "Plane":
    x, y = _grid()
    shift = (np.floor(y * 4) % 2) * 0.5
    u, v = (x * 4 + shift) % 1 - 0.5, (y * 4) % 1 - 0.5
    return _soft(np.hypot(u, v) / 4, 0.07)


def _drift() -> "Plane":
    """Slow patches that break up a floor."""
    return np.clip(0.5 + 1.1 * _clouds(4, 151), 0, 1)


def _checked() -> "Plane":
    x, y = _grid()
    return ((np.floor(x * 4) + np.floor(y * 4)) % 2).astype(np.float64)


_LIGHT = {
    "planks": _planks, "tiles": _tiles, "grass": _grass, "cobbles": _cobbles, "sand": _sand,
    "asphalt": _asphalt, "waves": _waves, "panels": _panels, "wood": _wood, "metal": _metal, "stone": _stone,
    "clay": _clay, "fabric": _fabric, "wicker": _wicker, "leaf": _leaf, "skin": _skin,
    "plaster": _plaster,
}  # fmt: skip
_PATTERN = {"striped": _striped, "dotted": _dotted, "checked": _checked, "drift": _drift}

LETTERS = (1024, 512)
"""Pixels of an image of lettering, whatever the face's own proportion."""
_ARROWS = {
    "straight": ((0.5, 0.04), (0.94, 0.50), (0.64, 0.50), (0.64, 0.96), (0.36, 0.96), (0.36, 0.50), (0.06, 0.50)),
    "left": ((0.04, 0.5), (0.50, 0.06), (0.50, 0.36), (0.96, 0.36), (0.96, 0.64), (0.50, 0.64), (0.50, 0.94)),
    "right": ((0.96, 0.5), (0.50, 0.06), (0.50, 0.36), (0.04, 0.36), (0.04, 0.64), (0.50, 0.64), (0.50, 0.94)),
}


def lettered(letters: Letters, width: float, height: float) -> "Bytes":
    """The ink of a face of that size (metres), first row at the top: 255 where it is inked."""
    from PIL import Image, ImageDraw, ImageFont

    # Drawn in the face's own proportion, then brought to the common size.
    tall = 512
    wide = max(64, min(4096, round(tall * width / height)))
    sheet = Image.new("L", (wide, tall), 0)
    pen = ImageDraw.Draw(sheet)
    rows = max(1, len(letters.lines))
    row = tall * 0.92 / rows
    size = row * 0.74
    gap = 0.30 * size
    edge = min(0.05 * wide, 0.4 * size)
    font_file = str(ASSETS / FACES["bold"])
    arrows = any(arrow for arrow, _ in letters.lines)
    lead = size + gap if arrows else 0.0
    probe = ImageFont.truetype(font_file, 100)
    longest = max((probe.getlength(text) for _, text in letters.lines), default=1.0) or 1.0
    font_size = min(size * 1.12, 100 * (wide - 2 * edge - lead) / longest)
    font = ImageFont.truetype(font_file, max(8, int(font_size)))
    block = lead + font_size / 100 * longest
    left = (wide - block) / 2
    for index, (arrow, text) in enumerate(letters.lines):
        middle = tall * 0.04 + (index + 0.5) * row
        if arrow:
            box = size
            corners = [(left + x * box, middle + (y - 0.5) * box) for x, y in _ARROWS[arrow]]
            pen.polygon(corners, fill=255)
        start = left + lead if arrows else (wide - font_size / 100 * probe.getlength(text)) / 2
        pen.text((start, middle + CAP_HEIGHT / 2 * font.size), text, fill=255, font=font, anchor="ls")
    return np.asarray(
        sheet.resize(LETTERS, Image.Resampling.BOX if wide > LETTERS[0] else Image.Resampling.BICUBIC)
    )
