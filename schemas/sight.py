"""What can be seen of each thing in sampled frames of a video: counts of pixels, exact for their grid."""

from .record import Record


class Sight(Record, frozen=True):
    """Visible pixels and own silhouettes, by thing and sampled frame.

    The scene is sampled on a grid of its own (smaller than the picture, same aspect), one ray through the
    middle of each cell; so counts are of grid cells.
    """

    grid: tuple[int, int]
    """Width and height of the grid, cells."""
    frames: tuple[int, ...]
    """Numbers of the sampled frames, rising; frame f shows the time f / fps."""
    fps: int
    visible: dict[str, tuple[int, ...]]
    """For each thing and sampled frame the cells in which it is the nearest."""
    outline: dict[str, tuple[int, ...]]
    """The cells it would fill if nothing stood in front of it (within the frame's borders)."""

    def cells(self, name: str, start: float, end: float) -> tuple[int, ...]:
        """Visible cells in the sampled frames from `start` to `end`, seconds, both included."""
        return tuple(
            n
            for f, n in zip(self.frames, self.visible[name], strict=True)
            if start - 1e-6 <= f / self.fps <= end + 1e-6
        )

    def share(self, name: str, frame: int) -> float:
        """Visible share of its own silhouette in a sampled frame, 0..1; 0 when it is out of the picture."""
        at = self.frames.index(frame)
        whole = self.outline[name][at]
        return self.visible[name][at] / whole if whole else 0.0

    def seen(self, name: str, start: float, end: float, cells: int) -> int:
        """Number of sampled frames from `start` to `end` in which at least so many cells show the thing."""
        return sum(1 for n in self.cells(name, start, end) if n >= cells)
