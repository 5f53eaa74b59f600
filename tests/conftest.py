"""What all tests share: a fixed Hypothesis profile, and every world there is."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from reelproof.core import catalog
from reelproof.core.seeds import Seed

settings.register_profile("laws", derandomize=True, deadline=None, max_examples=30, database=None)
settings.load_profile("laws")

_SIMULATORS = Path(__file__).resolve().parent.parent / "simulators"

Walk = tuple[tuple[Any, ...], tuple[Any, ...]]
"""States 0 .. n, and the n operations between them."""


def worlds() -> dict[str, Any]:
    """The simulator of every world: those in the folder, and those that other packages bring."""
    base = import_module("reelproof.simulators.base").Simulator
    found = {}
    for path in sorted(_SIMULATORS.glob("*.py")):
        module = import_module(f"reelproof.simulators.{path.stem}")
        for value in vars(module).values():
            own = isinstance(value, type) and value.__module__ == module.__name__
            if own and issubclass(value, base) and value is not base:
                found[path.stem] = value()
    # A simulator is tested from its first day; the catalog lists a world when all its files are there.
    for name in catalog.worlds():
        found[name] = catalog.simulator(name)
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `sim` is run for every world, and one that takes `size` for all its sizes."""
    if "sim" not in metafunc.fixturenames:
        return
    found = worlds()
    if "size" in metafunc.fixturenames:
        pairs = [(name, sim, size) for name, sim in found.items() for size in sim.sizes]
        metafunc.parametrize("sim, size", [p[1:] for p in pairs], ids=[f"{p[0]}-{p[2]}" for p in pairs])
    else:
        metafunc.parametrize("sim", list(found.values()), ids=list(found))


@pytest.fixture(scope="session")
def walk() -> Callable[..., Walk]:
    """A random walk: three in four operations as scripts draw them, others from all that are legal."""

    def grow(sim: Any, size: int, seed: int, steps: int) -> Walk:
        rng = Seed(seed).at(sim.name, size).rng()
        states, ops = [sim.initial(size, rng)], []
        for _ in range(steps):
            ops.append(sim.propose(states[-1], rng) if rng.chance(3, 4) else rng.choice(sim.legal(states[-1])))
            states.append(sim.apply(states[-1], ops[-1]))
        return tuple(states), tuple(ops)

    return grow


@pytest.fixture(scope="session")
def fewest() -> Callable[..., int | None]:
    """The length of a shortest plan by plain breadth-first search, the oracle for cleverer ones."""

    def search(
        sim: Any, state: Any, goal: dict[str, Any], limit: int, moves: Callable[[Any], Any] | None = None
    ) -> int | None:
        rim, seen = [state], {state}
        for depth in range(limit + 1):
            if any(sim.meets(s, goal) for s in rim):
                return depth
            fresh = []
            for s in rim if depth < limit else ():
                for op in (moves or sim.legal)(s):
                    after = sim.apply(s, op)
                    if after not in seen and not sim.refuses(op, goal):
                        seen.add(after)
                        fresh.append(after)
            rim = fresh
        return None

    return search


@pytest.fixture(scope="session")
def follow() -> Callable[..., Any]:
    """The state after a plan; fails if the goal refuses an operation."""

    def do(sim: Any, state: Any, plan: tuple[Any, ...], goal: dict[str, Any]) -> Any:
        for op in plan:
            assert not sim.refuses(op, goal)
            state = sim.apply(state, op)
        return state

    return do
