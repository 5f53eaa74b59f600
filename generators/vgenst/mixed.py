"""The order in which things stand in a scene: free, but for a row of them.

The order means nothing to a viewer. Where a question can be about any of several things, it is about the
first of them in the scene's order: so a sampler can let a cycle of cases say which one that is, and the answers
come exactly as often as the cycle has them.
"""

from collections.abc import Sequence

from ...core.seeds import Rng
from ...schemas.scene import Thing


def mixed(rest: Sequence[Thing], row: Sequence[Thing], rng: Rng) -> tuple[Thing, ...]:
    """All things in random order, except that those of the row follow each other in its order."""
    places = set(rng.sample(range(len(rest) + len(row)), len(row)))
    others, ordered = iter(rng.shuffled(rest)), iter(row)
    return tuple(next(ordered if k in places else others) for k in range(len(rest) + len(row)))
