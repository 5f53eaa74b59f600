"""Board clips: our pipeline, the encoder alone, and the ordinary Matplotlib script, in one run.

    python benchmarks/render.py [--no-naive]

CPU seconds of this process and its children (getrusage), best of three runs; the naive script runs once.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from naive_number import film

from reelproof.core.seeds import Seed
from reelproof.renderers.matplotlib import Matplotlib
from reelproof.renderers.reel import Pace
from reelproof.renderers.render import filmed
from reelproof.renderers.style import STYLES
from reelproof.renderers.video import decoded_digest, encoder, encoder_line
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
    for part in Matplotlib(NumberView()).reel(replay, pace).segments:
        clock += [(part.kind, part.step, (i + 1) / (part.count + 1)) for i in range(part.count)]
    return timed(lambda: film(boards, moves, clock, pace.fps, path), runs=1)


def row(replay: Replay, back_end: Matplotlib, pace: Pace, path: Path, naive: bool) -> str:
    """One line of the table; see the last line of the output for what the figures are."""
    style = STYLES[0]

    def drawn() -> Iterator[bytes]:
        return back_end.frames(replay, style, pace)[2]

    def film_it() -> int:
        return filmed(back_end, replay, path, style=style, pace=pace).frames

    frames = list(drawn())
    total, _ = timed(film_it)
    back, _ = timed(lambda: decoded_digest(path, len(frames)))
    draw, _ = timed(lambda: sum(1 for _ in drawn()))
    alone, _ = timed(lambda: encode_only(frames, path, pace.fps))
    line = f"{replay.script.world} 3x3, {replay.count} ops, {len(frames) / pace.fps:.1f} s"
    line = f"{line:28}{len(frames):7}{total:8.2f}{draw:7.2f}{back:7.2f}{alone:8.2f}"
    line += f"{alone / total:7.2f}{alone / (total - back):7.2f}"
    if naive:
        slow, _ = naive_seconds(replay, pace, path)
        line += f"{slow:8.1f}{slow / total:7.0f}x"
    return line


def main() -> None:
    """Print the table."""
    heads = ("all in", 8), ("draw", 7), ("back", 7), ("encode", 8), ("rate", 7), ("rate*", 7), ("naive", 8)
    print(f"{'clip':28}{'frames':>7}" + "".join(f"{h:>{w}}" for h, w in heads) + f"{'ratio':>8}")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "clip.mp4"
        for sim, view in ((Number(), NumberView()), (Circle(), CircleView()), (Cup(), CupView())):
            for pace in (Pace(seconds_per_op=1.5), Pace()):
                naive = sim.name == "number" and "--no-naive" not in sys.argv
                print(row(example(sim), Matplotlib(view), pace, path, naive), flush=True)
    print(
        "CPU seconds: all in; draw, our frames; back, reading the file back for its digest; encode, the\n"
        "encoder alone; naive, the ordinary script. rate: encode / all in; rate*: the same without the\n"
        "reading back; ratio: naive / all in."
    )


def encode_only(frames: list[bytes], path: Path, fps: int) -> None:
    """The same encoder line fed with frames that lie ready; no digest, no decoding."""
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
