"""Shortest plans by breadth-first search from both ends."""

from typing import TypeVar

from .base import Simulator

S = TypeVar("S")
O = TypeVar("O")


def meet_in_the_middle(sim: Simulator[S, O], source: S, target: S, limit: int) -> tuple[O, ...] | None:
    """A shortest plan of at most `limit` operations between two states of a world with inverses.

    Both balls grow in turn, so the work is that of half the length; states must be hashable.
    """
    if source == target:
        return ()
    ahead: dict[S, tuple[O, ...]] = {source: ()}
    behind: dict[S, tuple[O, ...]] = {target: ()}
    rim_ahead, rim_behind = [source], [target]
    for depth in range(1, limit + 1):
        forward = depth % 2 == 1
        rim, mine, other = (rim_ahead, ahead, behind) if forward else (rim_behind, behind, ahead)
        fresh: list[S] = []
        for state in rim:
            path = mine[state]
            for op in sim.legal(state):
                after = sim.apply(state, op)
                if after in mine:
                    continue
                if forward:
                    mine[after] = (*path, op)
                else:
                    undo = sim.inverse(op)
                    assert undo is not None
                    mine[after] = (undo, *path)
                if after in other:
                    return ahead[after] + behind[after]
                fresh.append(after)
        if forward:
            rim_ahead = fresh
        else:
            rim_behind = fresh
    return None
