"""Scripts by chance: exact shares of idle operations and take-backs, and rare ends at stated rates."""

from collections import Counter
from typing import Any

from ...core.errors import BadParams
from ...core.seeds import Rng, Seed
from ...schemas.script import Reveal, Script
from ...simulators.base import Simulator

WISH_RATE = (1, 20)
"""How often a script is steered towards each rare end that its world has (an empty container, a tie)."""
ATTEMPTS = 64
"""Bound on draws for one operation and on plans for idle and undo places."""


class Stuck(Exception):
    """No operation fits here; the script is drawn again."""


def sample(
    sim: Simulator[Any, Any], identity: tuple[str, int, Reveal], counts: tuple[int, int, int], seed: Seed
) -> Script[Any, Any]:
    """A random script.

    `identity` is (id, size, reveal), `counts` is (operations, idle ones, take-backs), both kept exactly.
    Raises BadParams, counting the reasons, when a bounded number of attempts finds none.
    """
    reasons: Counter[str] = Counter()
    for attempt in range(ATTEMPTS):
        rng = seed.at(attempt).rng()
        try:
            start, ops = _draw(sim, identity, counts, rng)
        except Stuck as fault:
            reasons[str(fault)] += 1
            continue
        name, size, reveal = identity
        return Script(name, sim.name, sim.version, size, reveal, seed.path, start, tuple(ops))
    told = ", ".join(f"{reason} ({n} times)" for reason, n in sorted(reasons.items()))
    raise BadParams(f"no script found for {identity[0]}: {told}", hint="lower --idle or --undo")


def _draw(
    sim: Simulator[Any, Any], identity: tuple[str, int, Reveal], counts: tuple[int, int, int], rng: Rng
) -> tuple[Any, list[Any]]:
    _, size, reveal = identity
    total, idle_count, undo_count = counts
    state = start = sim.initial(size, rng)
    wish, container = _wish(sim, size, rng)
    if wish == "empty" and reveal == "end":
        state = start = sim.emptied(start, container)
        wish = None
    idle, undo = _places(total, idle_count, undo_count, rng)
    ops: list[Any] = []
    before: Any = None
    for place in range(total):
        granted = sim.grant(wish, start, state, container) if wish is not None else None
        if place in undo:
            op = sim.inverse(ops[-1])
        elif granted and len(granted) == total - place and not undo and _goes_on(sim, ops, granted[0]):
            op = granted[0]
        elif place in idle:
            op = _idle(sim, state, ops, rng)
        else:
            op = _busy(sim, state, before, ops, rng)
        after = sim.apply(state, op)
        before, state = state, after
        ops.append(op)
    return start, ops


def _wish(sim: Simulator[Any, Any], size: int, rng: Rng) -> tuple[str | None, int]:
    part, whole = WISH_RATE
    if not rng.chance(part * len(sim.wishes), whole):
        return None, 1
    return rng.choice(sim.wishes), rng.between(1, size)


def _places(total: int, idle: int, undo: int, rng: Rng) -> tuple[frozenset[int], frozenset[int]]:
    """Places (from 0) of idle operations and of take-backs.

    A take-back is idle exactly when the operation it takes back is, so idle places are chosen as whole
    runs whose lengths add up.
    """
    for _ in range(ATTEMPTS):
        taken = frozenset(rng.sample(range(1, total), undo))
        runs: list[list[int]] = []
        for place in range(total):
            if place in taken:
                runs[-1].append(place)
            else:
                runs.append([place])
        chosen: list[int] = []
        for run in rng.shuffled(runs):
            if len(chosen) + len(run) <= idle:
                chosen += run
        if len(chosen) == idle:
            return frozenset(chosen), taken
    raise Stuck("idle operations and take-backs do not add up")


def _idle(sim: Simulator[Any, Any], state: Any, ops: list[Any], rng: Rng) -> Any:
    for _ in range(ATTEMPTS):
        op = sim.idle(state, rng)
        if op is not None and _goes_on(sim, ops, op):
            return op
    raise Stuck("no idle operation is possible")


def _goes_on(sim: Simulator[Any, Any], ops: list[Any], op: Any) -> bool:
    """Whether an operation does not take back the one before."""
    return not ops or op != sim.inverse(ops[-1])


def _busy(sim: Simulator[Any, Any], state: Any, before: Any, ops: list[Any], rng: Rng) -> Any:
    """An operation that changes something and does not take back the one before."""
    for _ in range(ATTEMPTS):
        op = sim.propose(state, rng)
        if not _goes_on(sim, ops, op):
            continue
        after = sim.apply(state, op)
        if after != state and after != before:
            return op
    raise Stuck("every operation takes back the one before")
