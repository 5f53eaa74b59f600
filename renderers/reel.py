"""The clock of a clip: which part of the story each frame shows, in whole frames."""

from typing import Literal, NamedTuple

from ..core.errors import BadParams
from ..schemas.record import Record
from ..schemas.script import Reveal

Kind = Literal["shown", "cover", "uncover", "rest", "motion"]
"""shown: the revealed state, with its caption; cover, uncover: the way to and from it; rest: covered
and still; motion: one operation under way."""


class Pace(Record, frozen=True):
    """How fast, and how large."""

    fps: int = 25
    """Frames a second, 5 to 60."""
    seconds_per_op: float = 2.5
    """Motion and the rest after it, 0.4 to 20."""
    width: int | None = None
    """Pixels, even, 128 to 3840; None is the natural width of the view. The height follows."""

    def check(self) -> None:
        """Raise BadParams, with the range, for a pace that no clip can keep."""
        if not 5 <= self.fps <= 60:
            raise BadParams(f"fps={self.fps} is not in 5..60", hint="25 is the default")
        if not 0.4 <= self.seconds_per_op <= 20:
            raise BadParams(f"seconds_per_op={self.seconds_per_op} is not in 0.4..20", hint="try 2.5")
        if self.width is not None and (self.width % 2 or not 128 <= self.width <= 3840):
            raise BadParams(
                f"width={self.width} is not an even number in 128..3840",
                hint=f"try --width {min(3840, max(128, self.width + self.width % 2))}",
            )

    def frames(self, hundredths: int) -> int:
        """A length in hundredths of a second, in frames (halves up), at least one."""
        return max(1, (hundredths * self.fps + 50) // 100)

    def size(self, canvas: tuple[int, int]) -> tuple[int, int]:
        """Width and height in pixels, both even, for a canvas in its own units."""
        wide, high = canvas
        if self.width is None:
            return wide, high
        return self.width, max(2, (high * self.width + wide) // (2 * wide) * 2)


class Segment(Record, frozen=True):
    """A run of frames of one kind."""

    kind: Kind
    step: int
    """Index of the state it starts from: 0 before the first operation; operation k+1 moves from k."""
    first: int
    """Its first frame."""
    count: int
    """Frames."""


class Reel(NamedTuple):
    """The segments of a clip, end to end."""

    fps: int
    segments: tuple[Segment, ...]

    @property
    def frames(self) -> int:
        """Exact length of the clip."""
        last = self.segments[-1]
        return last.first + last.count

    @property
    def reveal(self) -> tuple[int, int]:
        """First frame in which the whole state can be read, and the frame after the last."""
        shown = next(s for s in self.segments if s.kind == "shown")
        return shown.first, shown.first + shown.count

    @property
    def ops(self) -> tuple[tuple[int, int], ...]:
        """First frame of each operation's motion, and the frame after its last."""
        return tuple((s.first, s.first + s.count) for s in self.segments if s.kind == "motion")


def chain(fps: int, parts: list[tuple[Kind, int, int]]) -> Reel:
    """A reel of (kind, step, frames) laid end to end."""
    segments, at = [], 0
    for kind, step, count in parts:
        segments.append(Segment(kind, step, at, count))
        at += count
    return Reel(fps, tuple(segments))


def timeline(reveal: Reveal, ops: int, pace: Pace, *, reading: int = 300) -> Reel:
    """The reel of a script with so many operations; never shorter than two seconds.

    `reading` is how long the reveal holds, in hundredths of a second.
    """
    pace.check()
    beat = round(pace.seconds_per_op * 100)
    motion = max(1, beat * pace.fps * 16 // 2500)
    parts: list[tuple[Kind, int, int]]
    if reveal == "start":
        parts = [("shown", 0, pace.frames(reading)), ("cover", 0, pace.frames(80)), ("rest", 0, pace.frames(100))]
    else:
        parts = [("rest", 0, pace.frames(120))]
    for step in range(ops):
        # From the running total, so that operation k begins at k beats however the beat divides.
        here, there = (beat * pace.fps * k // 100 for k in (step, step + 1))
        parts.append(("motion", step, motion))
        parts.append(("rest", step + 1, max(1, there - here - motion)))
    if reveal == "start":
        parts.append(("rest", ops, pace.frames(100)))
    else:
        parts.append(("uncover", ops, pace.frames(80)))
        parts.append(("shown", ops, pace.frames(reading)))
    return chain(pace.fps, parts)
