"""Search from both ends gives plans as short as search from one."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.simulators.cup import Cup, Cups
from reelproof.simulators.number import Board, Number
from reelproof.simulators.search import meet_in_the_middle

SOLVED = Board(2, (1, 2, 3, 0))


def _around(start: Board) -> dict[Board, int]:
    """Every board that can be reached, with its distance."""
    sim, found, rim, depth = Number(), {start: 0}, [start], 0
    while rim:
        depth += 1
        fresh = []
        for board in rim:
            for op in sim.legal(board):
                after = sim.apply(board, op)
                if after not in found:
                    found[after] = depth
                    fresh.append(after)
        rim = fresh
    return found


def test_every_distance_on_the_smallest_board_is_right() -> None:
    sim, found = Number(), _around(SOLVED)
    assert len(found) == 12
    assert max(found.values()) == 6
    for board, distance in found.items():
        for limit in range(distance + 2):
            plan = meet_in_the_middle(sim, SOLVED, board, limit)
            assert (plan is None) == (limit < distance)
            if plan is not None:
                assert len(plan) == distance
                state = SOLVED
                for op in plan:
                    state = sim.apply(state, op)
                assert state == board


@given(seed=st.integers(0, 10**6), far=st.integers(0, 9))
def test_a_walk_is_never_shorter_than_the_plan(seed: int, far: int, walk: Callable[..., Any]) -> None:
    states, ops = walk(Number(), 3, seed, far)
    plan = meet_in_the_middle(Number(), states[0], states[-1], far)
    assert plan is not None
    assert len(plan) <= len(ops)
    assert len(plan) % 2 == len(ops) % 2


@pytest.mark.parametrize("limit", [0, 1, 5])
def test_from_a_state_to_itself_nothing_is_done(limit: int) -> None:
    assert meet_in_the_middle(Number(), SOLVED, SOLVED, limit) == ()


def test_an_unreachable_state_gives_none_and_ends() -> None:
    assert meet_in_the_middle(Number(), SOLVED, Board(2, (2, 1, 3, 0)), 1000) is None


def test_the_search_serves_any_world_with_inverses() -> None:
    start, goal = Cups(2, (1, 1, 0, 0)), Cups(2, (0, 0, 1, 1))
    plan = meet_in_the_middle(Cup(), start, goal, 4)
    assert plan is not None
    assert len(plan) == 2
