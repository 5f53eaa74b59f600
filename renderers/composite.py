"""Frames from placed images, straight in planar yuv420p: only what changed is drawn again.

Whole numbers throughout, so that a frame is the same bytes on every machine.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from .sprites import Image, Tile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Plane = NDArray[np.uint8]


class Put(NamedTuple):
    """An image with its corner on a pixel; equal puts of one image show the same."""

    image: Image
    x: int
    y: int
    level: int
    """Opacity, 1 to 255."""


class Rect(NamedTuple):
    """Even bounds in luma pixels, right and bottom exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: "Rect") -> bool:
        """Whether they share a pixel."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def hull(self, other: "Rect") -> "Rect":
        """The smallest rectangle around both."""
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def merged(rects: Iterable[Rect]) -> list[Rect]:
    """Rectangles that cover the given ones and do not meet each other."""
    out: list[Rect] = []
    for rect in rects:
        while touching := [r for r in out if r.meets(rect)]:
            for other in touching:
                out.remove(other)
                rect = rect.hull(other)
        out.append(rect)
    return out


class Sheet:
    """A frame buffer that knows what lies on it and redraws only where that changes."""

    def __init__(self, width: int, height: int) -> None:
        import numpy as np

        self.width, self.height = width, height
        self.buffer = np.zeros(width * height * 3 // 2, np.uint8)
        luma, quarter = width * height, width * height // 4
        self.planes: tuple[Plane, Plane, Plane] = (
            self.buffer[:luma].reshape(height, width),
            self.buffer[luma : luma + quarter].reshape(height // 2, width // 2),
            self.buffer[luma + quarter :].reshape(height // 2, width // 2),
        )
        self._puts: tuple[Put, ...] = ()
        self._tiles: dict[Put, tuple[Tile, Rect]] = {}

    def lay(self, puts: tuple[Put, ...], below: "Sheet", stale: Sequence[Rect]) -> list[Rect]:
        """Show `puts`, back to front, over another sheet that changed in `stale`; gives what changed."""
        old, new = self._puts, puts
        if old == new and not stale:
            return []
        fresh = {put: self._tiles.get(put) or self._prepare(put) for put in new}
        came, went = set(new) - set(old), set(old) - set(new)
        rects = [fresh[p][1] for p in new if p in came] + [self._tiles[p][1] for p in old if p in went]
        if [p for p in old if p not in went] != [p for p in new if p not in came]:
            rects = [Rect(0, 0, self.width, self.height)]
        changed = merged([*rects, *stale])
        changed = [r for r in changed if r.left < r.right and r.top < r.bottom]
        self._puts, self._tiles = new, fresh
        for rect in changed:
            self._copy(below, rect)
            for put in new:
                tile, bounds = fresh[put]
                if bounds.meets(rect):
                    self._blend(tile, put, rect)
        return changed

    def _prepare(self, put: Put) -> tuple[Tile, Rect]:
        tile = put.image.tile(put.x, put.y, put.level)
        left, top = (put.x & ~1) + tile.dx, (put.y & ~1) + tile.dy
        bounds = Rect(
            max(0, left), max(0, top), min(self.width, left + tile.width), min(self.height, top + tile.height)
        )
        return tile, bounds

    def _copy(self, below: "Sheet", rect: Rect) -> None:
        for half, (mine, theirs) in enumerate(zip(self.planes, below.planes, strict=True)):
            shift = min(half, 1)
            rows = slice(rect.top >> shift, rect.bottom >> shift)
            columns = slice(rect.left >> shift, rect.right >> shift)
            mine[rows, columns] = theirs[rows, columns]

    def _blend(self, tile: Tile, put: Put, rect: Rect) -> None:
        import numpy as np

        left, top = (put.x & ~1) + tile.dx, (put.y & ~1) + tile.dy
        x0, x1 = max(left, rect.left), min(left + tile.width, rect.right)
        y0, y1 = max(top, rect.top), min(top + tile.height, rect.bottom)
        for half, (plane, layer) in enumerate(zip(self.planes, tile.planes, strict=True)):
            shift = min(half, 1)
            target = plane[y0 >> shift : y1 >> shift, x0 >> shift : x1 >> shift]
            rows = slice((y0 - top) >> shift, (y1 - top) >> shift)
            columns = slice((x0 - left) >> shift, (x1 - left) >> shift)
            # (below * (255 - alpha) + value * alpha) / 255, rounded; every step fits in 16 bits.
            mix = np.multiply(layer.let[rows, columns], target, dtype=np.uint16)
            mix += layer.add[rows, columns]
            mix += mix >> 8
            mix >>= 8
            np.copyto(target, mix, casting="unsafe")


def composed(backdrop: Image, pictures: Iterable[tuple[Put, ...]], width: int, height: int) -> Iterator[bytes]:
    """One frame of planes for each picture; equal neighbours are the same object.

    What two neighbours begin with in common (the pieces that rest) is kept on a sheet of its own, so
    that a frame of motion costs no more than what moves.
    """
    blank = Sheet(width, height)
    floor, still, live = (Sheet(width, height) for _ in range(3))
    everything = [Rect(0, 0, width, height)]
    floor.lay((Put(backdrop, 0, 0, 255),), blank, everything)
    still.lay((), floor, everything)
    live.lay((), still, everything)
    before: tuple[Put, ...] | None = None
    frame = b""
    for picture in pictures:
        if picture != before:
            pairs = zip(picture, before or (), strict=False)
            shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            stale = still.lay(picture[:shared], floor, [])
            live.lay(picture[shared:], still, stale)
            frame, before = live.buffer.tobytes(), picture
        yield frame
