"""MT: how far two things are apart, where the wrong options are distances of other pairs in the same scene.

Which pair is asked about is dealt among pairs whose distances stand far enough apart. So the right number comes
from where the wrong ones come from, and the numbers alone say nothing.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import hypot

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene_question import Quantity
from .base import Draft, NoQuestion, See, World, Wrong
from .metric import CLOSE, read

APART = 1.26
"""Least ratio of two distances in one set of options."""


def yardsticks(world: World, pairs: Sequence[tuple[str, str]], names: Sequence[str]) -> list[str]:
    """Those of some things whose height is the number of none of the distances; raises NoQuestion for none."""
    offered = {_said(_distance(world, a, b)) for a, b in pairs}
    free = [name for name in names if _said(100 * world.thing(name).size.h) not in offered]
    if not free:
        raise NoQuestion("every scale is the number of an option")
    return free


def distance_among(world: World, deal: Deal, rng: Rng, pairs: Sequence[tuple[str, str]], *, scale: str) -> Draft:
    """The distance in the plan, centimetres, between the middles of one of some pairs (ids), at the start.

    `scale` is the stem's yardstick. Raises NoQuestion when fewer than three pairs have distances of their own.
    """
    measured = [(_distance(world, a, b), a, b) for a, b in pairs]
    # No option may be the number that the scale names.
    sets = [
        found
        for found in _apart(measured, 4) or _apart(measured, 3)
        if not any(f" {_said(value)} " in f"{scale} " for value, _, _ in found)
    ]
    if not sets:
        raise NoQuestion("too few distances that can be told apart")
    chosen = rng.choice(sets)
    rank = deal.pick(f"MT pair of {len(chosen)}", range(len(chosen)))
    value, first, second = chosen[rank]
    a, b = world.label(first), world.label(second)
    stem = rng.choice(
        (
            f"{scale} About how far apart are the {a} and the {b}, measured from middle to middle along the "
            f"surface?",
            f"{scale} How large is the distance along the surface from the middle of the {a} to the middle of the "
            f"{b}, about?",
        )
    )
    fact = f"the middles of the {a} and the {b} are {value:.0f} cm apart"

    def test(w: World, text: str) -> bool:
        told, true = read(text, "cm"), _walked(w, first, second)
        return told is not None and abs(told - true) <= CLOSE * true

    return Draft(
        template="distance",
        stem=stem,
        gold=_said(value),
        wrong=tuple(
            Wrong(_said(v), f"takes the distance between the {world.label(p)} and the {world.label(q)}", fact)
            for v, p, q in chosen
            if (p, q) != (first, second)
        ),
        why=fact,
        sees=tuple(See(name, 0.0, world.scene.duration) for name in (first, second)),
        test=test,
        accept=(f"{round(value)} centimetres", f"{round(value)} centimeters"),
        quantity=Quantity(str(round(value)), "cm"),
    )


def _apart(measured: Sequence[tuple[float, str, str]], count: int) -> list[tuple[tuple[float, str, str], ...]]:
    """All sets of so many pairs, the nearest pair first, whose distances can be told apart."""
    # Equal distances stay in the order given: neither ids nor a last bit decide which pair is asked about.
    rank = sorted(measured, key=lambda pair: round(pair[0], 6))
    return [found for found in combinations(rank, count) if all(b[0] >= APART * a[0] for a, b in pairwise(found))]


def _said(value: float) -> str:
    return f"{round(value)} cm"


def _distance(world: World, a: str, b: str) -> float:
    """Between the middles, from the poses in the scene, centimetres."""
    p, q = world.thing(a).pose, world.thing(b).pose
    return 100 * hypot(p.x - q.x, p.y - q.y)


def _walked(world: World, a: str, b: str) -> float:
    """The same as the length of a walk in a hundred steps between where both are at the start."""
    bodies = world.time.at(0.0)
    p, q = bodies[a], bodies[b]
    way = [(p.x + (q.x - p.x) * k / 100, p.y + (q.y - p.y) * k / 100) for k in range(101)]
    return 100 * sum(hypot(v[0] - u[0], v[1] - u[1]) for u, v in pairwise(way))
