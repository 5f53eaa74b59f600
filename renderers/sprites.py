"""Sprites as planes: a small RGBA picture, once, in the shape the compositor needs.

Chroma has half the resolution of luma, so a sprite that starts on an odd pixel has other chroma than
one that starts on an even pixel. Each sprite therefore keeps up to four variants, by the parity of
its corner; all of them start on an even pixel.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Words = NDArray[np.uint16]


class Layer(NamedTuple):
    """One plane of a sprite: what it adds, and what it lets through of the plane below."""

    add: "Words"
    """Value times alpha, 0 .. 255 * 255, with 128 on top for rounding."""
    let: "Words"
    """255 - alpha."""


class Tile(NamedTuple):
    """A sprite at one parity. Offsets and sizes are even, in luma pixels."""

    dx: int
    """From the (even) corner that it was made for to the first pixel it touches."""
    dy: int
    width: int
    height: int
    planes: tuple[Layer, Layer, Layer]
    """Y, U and V; U and V at half size."""


class Image:
    """A drawn sprite of width x height pixels, RGBA with straight alpha."""

    __slots__ = ("_tiles", "height", "rgba", "width")

    def __init__(self, rgba: "Bytes") -> None:
        self.rgba = rgba
        self.height, self.width = rgba.shape[:2]
        self._tiles: dict[tuple[int, int, int], Tile] = {}

    def tile(self, x: int, y: int, level: int) -> Tile:
        """The variant for a corner at (x, y), dimmed to level / 255."""
        key = (x & 1, y & 1, 255)
        base = self._tiles.get(key)
        if base is None:
            base = self._tiles[key] = make_tile(self.rgba, x & 1, y & 1)
        return base if level == 255 else dimmed(base, level)

    @property
    def bytes(self) -> int:
        """About how much memory it takes once all four variants exist."""
        return self.rgba.nbytes * 8


def yuv(rgb: "Bytes") -> "Words":
    """BT.601 limited-range Y, U, V of RGB pixels (..., 3), in whole numbers (8-bit coefficients)."""
    import numpy as np

    r, g, b = (rgb[..., i].astype(np.int32) for i in range(3))
    y = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16
    u = ((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128
    v = ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128
    return np.stack([y, u, v]).astype(np.uint16)


def make_tile(rgba: "Bytes", odd_x: int, odd_y: int) -> Tile:
    """Premultiplied planes of an RGBA picture whose corner has the given parity."""
    import numpy as np

    high, wide = rgba.shape[:2]
    full = np.zeros((high + odd_y + ((high + odd_y) & 1), wide + odd_x + ((wide + odd_x) & 1), 4), np.uint8)
    full[odd_y : odd_y + high, odd_x : odd_x + wide] = rgba
    rows = np.flatnonzero(full[..., 3].any(axis=1))
    columns = np.flatnonzero(full[..., 3].any(axis=0))
    top, bottom = (int(rows[0]) & ~1, (int(rows[-1]) | 1) + 1) if len(rows) else (0, 2)
    left, right = (int(columns[0]) & ~1, (int(columns[-1]) | 1) + 1) if len(columns) else (0, 2)
    cut = full[top:bottom, left:right]
    alpha = cut[..., 3].astype(np.uint16)
    y, u, v = yuv(cut[..., :3])
    thin = _quarter(alpha)
    planes = (
        Layer(y * alpha + np.uint16(128), np.uint16(255) - alpha),
        *(Layer(_quarter(c * alpha) + np.uint16(128), np.uint16(255) - thin) for c in (u, v)),
    )
    return Tile(left, top, right - left, bottom - top, (planes[0], planes[1], planes[2]))


def _quarter(plane: "Words") -> "Words":
    """Mean of each 2 x 2 block, halves up."""
    import numpy as np

    wide = plane.astype(np.uint32)
    total = wide[0::2, 0::2] + wide[1::2, 0::2] + wide[0::2, 1::2] + wide[1::2, 1::2]
    return ((total + 2) >> 2).astype(np.uint16)


def dimmed(tile: Tile, level: int) -> Tile:
    """The same tile at level / 255 of its opacity, 0 to 255."""
    import numpy as np

    def dim(layer: Layer) -> Layer:
        add = ((layer.add - np.uint16(128)).astype(np.uint32) * level + 127) // 255
        cover = ((255 - layer.let.astype(np.uint32)) * level + 127) // 255
        return Layer((add + 128).astype(np.uint16), (255 - cover).astype(np.uint16))

    y, u, v = tile.planes
    return tile._replace(planes=(dim(y), dim(u), dim(v)))


class Shelf:
    """Images by key, at most so many bytes of them; those not asked for longest go first."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held = 0
        self._images: OrderedDict[Hashable, Image] = OrderedDict()

    def get(self, key: Hashable, draw: Callable[[], Image]) -> Image:
        """The image of a key, drawn if it is not on the shelf."""
        image = self._images.get(key)
        if image is not None:
            self._images.move_to_end(key)
            return image
        image = self._images[key] = draw()
        self._held += image.bytes
        while self._held > self._limit and len(self._images) > 1:
            _, old = self._images.popitem(last=False)
            self._held -= old.bytes
        return image

    @property
    def held(self) -> int:
        """Bytes on the shelf, by the images' own count."""
        return self._held

    def __len__(self) -> int:
        return len(self._images)
