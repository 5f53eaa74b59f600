"""Scenes of `gen vgenst` without video: sampled, questioned, seen and certified; time, draws and memory.

    python benchmarks/scenes.py [SCENES]

Prints seconds of processor time a scene for each task, draws until a scene is kept, and the resident memory
of the last tenth over that of the first tenth.
"""

import sys
from collections import Counter, defaultdict
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from reelproof.generators.vgenst.hosts import hosts
from reelproof.generators.vgenst.make import make_item
from reelproof.generators.vgenst.themes import theme
from reelproof.schemas.scene import TASKS


def resident() -> int:
    """Resident memory of this process, kB."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


def main() -> None:
    """Make the scenes and print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    draws: defaultdict[str, list[int]] = defaultdict(list)
    reasons: defaultdict[str, Counter[str]] = defaultdict(Counter)
    memory = []
    for index in range(count):
        name = TASKS[index % len(TASKS)]
        places = hosts(name)
        before = process_time()
        item = make_item(name, theme(places[index % len(places)]), index // len(TASKS), id="bench", seed=0)
        seconds[name].append(process_time() - before)
        draws[name].append(item.attempts)
        reasons[name].update(item.reasons)
        memory.append(resident())
    print(f"{'task':6}{'s/scene':>9}{'draws':>7}  most frequent reason to draw again")
    for name in TASKS:
        if seconds[name]:
            mean = sum(seconds[name]) / len(seconds[name])
            why = ", ".join(f"{what} ({n})" for what, n in reasons[name].most_common(2))
            print(f"{name:6}{mean:9.3f}{sum(draws[name]) / len(draws[name]):7.2f}  {why}")
    total = sum(sum(one) for one in seconds.values())
    tenth = max(1, count // 10)
    first, last = sum(memory[:tenth]) / tenth, sum(memory[-tenth:]) / tenth
    print(f"all: {total / count:.3f} s a scene and core; 1,000 scenes on 2 cores: {total / count * 500:.0f} s")
    print(f"memory: {first / 1024:.0f} MB first tenth, {last / 1024:.0f} MB last tenth, ratio {last / first:.3f}")


if __name__ == "__main__":
    main()
