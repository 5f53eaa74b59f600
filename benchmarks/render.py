"""Board clips: our pipeline, the encoder alone, and the ordinary Matplotlib script, in one run.

    python benchmarks/render.py [--no-naive]

CPU seconds of this process and its children (getrusage), best of three runs; the naive script runs once.
"""

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any


from naive_number import film

from reelproof.core.seeds import Seed
from reelproof.renderers.matplotlib import Matplotlib
from reelproof.renderers.reel import Pace
from reelproof.renderers.render import filmed
from reelproof.renderers.style import STYLES
from reelproof.renderers.video import encode
from reelproof.renderers.views.circle import CircleView
from reelproof.renderers.views.cup import CupView
from reelproof.renderers.views.number import NumberView
from reelproof.schemas.script import Script
from reelproof.simulators.circle import Circle
from reelproof.simulators.cup import Cup
from reelproof.simulators.number import Number, tile_index
from reelproof.simulators.replay import Replay

OPS = 10


def example(sim: Any, ops: int = OPS) -> Replay:
    """A 3x3 replay of the world with a reveal at the start."""
    rng = Seed(0).at("benchmark", sim.name).rng()
    start = state = sim.initial(3, rng)
    chosen = []
    for _ in range(ops):
        chosen.append(sim.propose(state, rng))
        state = sim.apply(state, chosen[-1])
    return Replay.of(sim, Script(sim.name, sim.name, 1, 3, "start", (0,), start, tuple(chosen)))


def cpu() -> float:
    """CPU seconds so far, ours and our ended children's."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in both)


def timed(work: Callable[[], object], runs: int = 3) -> tuple[float, float]:
    """Least CPU and wall seconds of some runs."""
    spent = []
    for _ in range(runs):
        before, clock = cpu(), time.perf_counter()
        work()
        spent.append((cpu() - before, time.perf_counter() - clock))
    return min(c for c, _ in spent), min(w for _, w in spent)


def naive_seconds(replay: Replay, pace: Pace, path: Path) -> tuple[float, float]:
    """CPU and wall seconds of the ordinary script for the same clip."""
    boards = [list(state.cells) for state in replay.states]
    moves = []
    for state, op in zip(replay.states, replay.script.ops, strict=False):
        blank = state.cells.index(0)
        moves.append((tile_index(state.side, blank, op.direction), blank))
    clock = []
    for kind, step, _, count in Matplotlib(NumberView()).reel(replay, pace).segments:
        clock += [(kind, step, (i + 1) / (count + 1)) for i in range(count)]
    return timed(lambda: film(boards, moves, clock, pace.fps, path), runs=1)


def main() -> None:
    """Print the table."""
    style = STYLES[0]
    print(f"{'clip':34}{'frames':>7}{'all in':>9}{'draw':>8}{'encode':>8}{'rate':>7}{'naive':>8}{'ratio':>7}")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "clip.mp4"
        for sim, view in ((Number(), NumberView()), (Circle(), CircleView()), (Cup(), CupView())):
            replay, back_end = example(sim), Matplotlib(view)
            for pace in (Pace(seconds_per_op=1.5), Pace()):

                def draw(replay: Replay = replay, back_end: Matplotlib = back_end, pace: Pace = pace) -> list[bytes]:
                    return list(back_end.frames(replay, style, pace)[2])

                frames = draw()
                total, _ = timed(lambda: filmed(back_end, replay, path, style=style, pace=pace))
                drawn, _ = timed(lambda: sum(1 for _ in back_end.frames(replay, style, pace)[2]))
                alone, _ = timed(lambda: encode_only(frames, path, pace.fps))
                line = f"{sim.name} 3x3, {OPS} ops, {len(frames) / pace.fps:.1f} s"
                line = f"{line:34}{len(frames):7}{total:9.2f}{drawn:8.2f}{alone:8.2f}{alone / total:7.2f}"
                if sim.name == "number" and "--no-naive" not in sys.argv:
                    naive, _ = naive_seconds(replay, pace, path)
                    line += f"{naive:8.1f}{naive / total:6.0f}x"
                print(line, flush=True)
    print("all in, draw, encode, naive: CPU seconds; rate: encoder alone / all in; ratio: naive / all in")


def encode_only(frames: list[bytes], path: Path, fps: int) -> None:
    """The same encoder line fed with frames that lie ready; no digest, no decoding."""
    import subprocess

    from reelproof.renderers.video import encoder, encoder_line

    line = encoder_line(encoder(), 480, 480, fps, "standard", path)
    child = subprocess.Popen(line, stdin=subprocess.PIPE)
    assert child.stdin is not None
    for frame in frames:
        child.stdin.write(frame)
    child.stdin.close()
    if child.wait():
        raise SystemExit("the encoder failed")


if __name__ == "__main__":
    main()
