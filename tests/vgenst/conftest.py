"""What the tests of the twelve tasks share: sampled scenes that keep every rule and fill every cell."""

from collections.abc import Callable
from functools import cache

import pytest

from reelproof.core.deal import Deal
from reelproof.generators.vgenst.hosts import hosts
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import ATTEMPTS, broken_rule, task_seed
from reelproof.generators.vgenst.task import Order, Reject
from reelproof.generators.vgenst.themes import theme
from reelproof.qa.vgenst import build
from reelproof.qa.vgenst.base import NoQuestion, World
from reelproof.schemas.scene import TaskName

Drawn = Callable[..., tuple[World, tuple[build.Asked, ...]]]


@cache
def draw(name: TaskName, index: int, depth: int | None, case: int | None) -> tuple[World, tuple[build.Asked, ...]]:
    """A scene with the drafts of every cell, without looking at it."""
    task, root = task_of(name), task_seed(0, name)
    deal = Deal(root.at("deal"), index)
    entry = deal.pick("case", task.cycle) if case is None else task.cycle[case]
    level = task.depth.usual if depth is None else depth
    names = hosts(name)
    place = theme(names[index * 7 % len(names)])
    reasons = []
    for attempt in range(ATTEMPTS):
        rng = root.at("scene", place.name, level, 480, 360, index, attempt).rng()
        try:
            world = World(task.sample(Order("test", entry, level, place, deal, rng, (480, 360), 24)))
            fault = broken_rule(task, world)
            if fault is None:
                return world, build.ask(world, index, root, attempt)[0]
            reasons.append(f"{fault}")
        except (Reject, NoQuestion) as fault:
            reasons.append(str(fault))
    raise AssertionError(f"{name} {index}: {reasons[-5:]}")


@pytest.fixture(scope="session")
def drawn() -> Drawn:
    """`drawn(task, index, depth=None, case=None)`: a world and its drafts; `case` counts in the task's cycle."""

    def get(
        name: TaskName, index: int = 0, *, depth: int | None = None, case: int | None = None
    ) -> tuple[World, tuple[build.Asked, ...]]:
        return draw(name, index, depth, case)

    return get
