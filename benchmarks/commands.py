"""Fresh processes: import, help, the first command, the whole published grid, memory over 300 items.

    python benchmarks/commands.py [--grid]

Wall seconds, best of five (the grid runs once, only with --grid: it takes minutes).
"""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

GEN = [sys.executable, "-m", "reelproof"]


def wall(command: list[str], runs: int = 5) -> float:
    """Least wall seconds of some runs of a command."""
    spent = []
    for _ in range(runs):
        clock = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        spent.append(time.perf_counter() - clock)
    return min(spent)


def memory() -> tuple[float, float]:
    """Resident MB of a process, averaged over the first and the last tenth of 300 items with video."""
    code = (
        "import reelproof, sys\n"
        "from pathlib import Path\n"
        "from reelproof.generators.reason.product import draw\n"
        "from reelproof.generators.reason.make import make\n"
        "from reelproof.schemas.recipe import Recipe, Spec\n"
        "from reelproof.core.version import REVISION\n"
        "r = Recipe('reason', REVISION, 0, ('number',), None, (2, 2), 'start', False, 0.0, 0.0, None, (3, 5),"
        " None, None, 'auto', 'auto', 10, 0.6, 320, 'standard')\n"
        "names = ['card', 'chip', 'circle', 'cup', 'file', 'number']\n"
        "for i in range(300):\n"
        "    item = make(r, Spec(names[i % 6], 2, 2, 'start', i))\n"
        "    draw(r, item, Path(sys.argv[1]) / 'x.mp4')\n"
        "    print(int(open('/proc/self/statm').read().split()[1]), flush=True)\n"
    )
    with TemporaryDirectory() as folder:
        told = subprocess.run([sys.executable, "-c", code, folder], check=True, stdout=subprocess.PIPE, text=True)
    pages = [int(line) for line in told.stdout.split()]
    size = resource.getpagesize() / 1e6
    # The first tenth begins after each world has been drawn once, when all parts are loaded.
    return sum(pages[30:60]) / 30 * size, sum(pages[-30:]) / 30 * size


def main() -> None:
    """Print the table."""
    bare = wall([sys.executable, "-c", "pass"])
    rows = [
        (
            "import reelproof (above a bare Python)",
            wall([sys.executable, "-c", "import reelproof"]) - bare,
            "0.3 s",
        ),
        ("gen --help", wall([*GEN, "--help"]), "0.6 s"),
    ]
    with TemporaryDirectory() as folder:
        spent = []
        for i in range(5):
            command = [*GEN, "reason", "--category", "number", "--ops", "10", "--out", f"{folder}/{i}", "--quiet"]
            spent.append(wall(command, 1))
        rows.append(("gen reason --category number --ops 10", min(spent), "4 s"))
        if "--grid" in sys.argv:
            grid = [*GEN, "reason", "--edition", "vrb", "--seed", "0", "--out", f"{folder}/vrb", "--quiet"]
            rows.append((f"whole grid, 240 videos, {os.cpu_count()} cores", wall(grid, 1), "300 s"))
            print(
                subprocess.run(
                    [*GEN, "verify", f"{folder}/vrb"], check=True, capture_output=True, text=True
                ).stdout
            )
            size = sum(p.stat().st_size for p in Path(folder, "vrb").rglob("*") if p.is_file())
            print(f"the grid takes {size / 1e6:.0f} MB")
    print(f"{'what':44} {'seen':>8}   aim")
    for name, seen, aim in rows:
        print(f"{name:44} {seen:6.2f} s   {aim}")
    first, last = memory()
    print(
        f"{'memory, last tenth of 300 / first':44} {last / first:6.3f}     1.05   ({first:.0f} MB, {last:.0f} MB)"
    )


if __name__ == "__main__":
    main()
