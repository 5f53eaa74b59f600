"""What a back end is: a replay goes in, raw frames come out; it never sees a question."""

from collections.abc import Iterator
from typing import Protocol

from ..simulators.replay import Replay
from .reel import Pace, Reel
from .style import Style


class Backend(Protocol):
    """One file a back end: `renderers/NAME.py` defines one class, spelled `Name`, made without arguments.

    Its module imports what is heavy (Matplotlib, NumPy, a shell) inside its methods.
    """

    name: str
    """The stem of the file: matplotlib, terminal."""
    exact: bool
    """Whether equal input gives equal planes on every machine."""

    def draws(self, view: object) -> bool:
        """Whether a world's view has what this back end needs."""
        ...

    def reel(self, replay: Replay, pace: Pace) -> Reel:
        """The clock of the clip; `Reel.reveal` and `Reel.ops` are the promises made to the reader."""
        ...

    def frames(self, replay: Replay, style: Style, pace: Pace) -> tuple[int, int, Iterator[bytes]]:
        """Width and height in pixels (even), and `reel(...).frames` frames of yuv420p planes.

        A frame is width * height * 3 // 2 bytes: Y, then U and V at half size, BT.601, limited range.
        A frame equal to the one before should be the same object. Sizes and missing parts are refused
        at the call, before the first frame is asked for.
        """
        ...
