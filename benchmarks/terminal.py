"""Frames a CPU-second of the terminal back end: drawn, and drawn and encoded, one core.

`python benchmarks/terminal.py` prints a line for each number of directories.
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from reelproof.core.seeds import Seed
from reelproof.renderers.reel import Pace
from reelproof.renderers.style import STYLES
from reelproof.renderers.terminal import Terminal
from reelproof.renderers.video import encode
from reelproof.renderers.views.file import FileView
from reelproof.schemas.script import Script
from reelproof.simulators.file import Command, File
from reelproof.simulators.replay import Replay

OPS = 10


def replay(size: int) -> Replay:
    """A random script of ten commands."""
    sim = File()
    rng = Seed(0).at("benchmark", size).rng()
    start = state = sim.initial(size, rng)
    ops: list[Command] = []
    for _ in range(OPS):
        ops.append(sim.propose(state, rng))
        state = sim.apply(state, ops[-1])
    script = Script(f"benchmark-{size}", "file", 1, size, "start", (0,), start, tuple(ops))
    return Replay.of(sim, script)


def spent(work: Callable[[], int]) -> tuple[int, float]:
    """Frames made, and CPU seconds of this process and of the children it has reaped."""
    before = os.times()
    frames = work()
    after = os.times()
    return frames, sum(after[:4]) - sum(before[:4])


def main() -> None:
    """Print the table."""
    print(f"{'directories':>11} {'way':>20} {'frames':>7} {'CPU s':>7} {'frames/CPU s':>13}")
    for size in File.sizes:
        story = replay(size)
        for pure in (True, False):
            drawer = Terminal(FileView(), pure=pure)
            shell = "replay" if pure else "bash"

            def drawn(drawer: Terminal = drawer, story: Replay = story) -> int:
                return sum(1 for _ in drawer.frames(story, STYLES[0], Pace())[2])

            def encoded(drawer: Terminal = drawer, story: Replay = story) -> int:
                width, height, frames = drawer.frames(story, STYLES[0], Pace())
                with tempfile.TemporaryDirectory() as folder:
                    path = Path(folder) / "clip.mp4"
                    return encode(frames, path, width=width, height=height, fps=25).frames

            drawn()  # fonts, glyphs and the probe of the shell are paid for once a process
            for way, work in ((f"{shell}, drawn", drawn), (f"{shell}, encoded", encoded)):
                frames, seconds = spent(work)
                print(f"{size:>11} {way:>20} {frames:>7} {seconds:>7.2f} {frames / seconds:>13.0f}")


if __name__ == "__main__":
    main()
