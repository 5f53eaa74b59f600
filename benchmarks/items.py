"""Items without video: six certified questions each, a second and a core.

    python benchmarks/items.py

CPU seconds of one process. The peer on the same machine and in the same run is the same work with the
certificates left out, and the JSON of every question with json and with pydantic for the records table.
"""

import statistics
import time

from reelproof.core.catalog import simulator, worlds
from reelproof.core.digests import canonical
from reelproof.core.version import REVISION
from reelproof.generators.reason.make import make
from reelproof.generators.reason.stream import items
from reelproof.schemas.recipe import Recipe, Spec

OPS = 10
COUNT = 300


def rate(world: str, recipe: Recipe) -> float:
    """Items a CPU second, script to canonical JSON, over both published sizes and both reveals."""
    sizes = simulator(world).editions
    specs = [Spec(world, sizes[i % 2], OPS, "start" if i // 2 % 2 else "end", i) for i in range(COUNT)]
    for spec in specs[:10]:
        make(recipe, spec)
    before = time.process_time()
    for spec in specs:
        for question in make(recipe, spec).questions:
            canonical(question)
    return COUNT / (time.process_time() - before)


def main() -> None:
    """Print the table."""
    recipe = Recipe(
        product="reason",
        revision=REVISION, seed=0, categories=worlds(), size=None, ops=(OPS, OPS), reveal="both", paired=False,
        idle=0.0, undo=0.0, plan=None, hypothetical=(3, 5), level=None, edition=None, renderer="none",
        style="auto", fps=25, seconds_per_op=2.5, width=None, quality="standard",
    )  # fmt: skip
    next(items(worlds()[0]))
    print(f"{'world':10} items/s/core (best of 3)  questions/s/core   aim 1,000 items")
    rates = []
    for world in worlds():
        best = max(rate(world, recipe) for _ in range(3))
        rates.append(best)
        print(f"{world:10} {best:12.0f} {6 * best:25.0f}")
    mean = statistics.harmonic_mean(rates)
    print(f"{'all':10} {mean:12.0f} {6 * mean:25.0f}")


if __name__ == "__main__":
    main()
