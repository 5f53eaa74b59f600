"""Frames a CPU-second of the terminal back end, one core.

`python benchmarks/terminal.py` prints, for each number of directories: frames drawn by the replay and
from a real bash, with bash drawn and encoded (the decoding that checks each clip included), and the
same frames encoded when they are there already, which is the ceiling. CPU time is that of this process
and of bash and ffmpeg together.
"""

import os
import tempfile
from collections.abc import Callable, Iterable
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
        for way, work in ways(story).items():
            work()  # fonts, glyphs and the probe of the shell are paid for once a process
            frames, seconds = spent(work)
            print(f"{size:>11} {way:>20} {frames:>7} {seconds:>7.2f} {frames / seconds:>13.0f}")


def ways(story: Replay) -> dict[str, Callable[[], int]]:
    """What is measured, by name."""
    bash, pure = Terminal(FileView()), Terminal(FileView(), pure=True)

    def drawn(drawer: Terminal) -> int:
        return sum(1 for _ in drawer.frames(story, STYLES[0], Pace())[2])

    def encoded(frames: Iterable[bytes]) -> int:
        with tempfile.TemporaryDirectory() as folder:
            return encode(frames, Path(folder) / "clip.mp4", width=640, height=480, fps=25).frames

    ready = list(pure.frames(story, STYLES[0], Pace())[2])
    return {
        "replay, drawn": lambda: drawn(pure),
        "bash, drawn": lambda: drawn(bash),
        "bash, encoded": lambda: encoded(bash.frames(story, STYLES[0], Pace())[2]),
        "encoded only": lambda: encoded(ready),
    }


if __name__ == "__main__":
    main()
