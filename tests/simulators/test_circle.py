"""Circle: the piece that the ring reaches and its neighbours change colour; the left one does not."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.errors import BadFile, IllegalOp
from reelproof.core.seeds import Seed
from reelproof.simulators.circle import Circle, Grid, Move

SIM = Circle()
BARE = Grid(3, 0, (0,) * 9)


def test_the_reached_piece_and_its_neighbours_on_the_grid_are_flipped() -> None:
    middle = SIM.apply(Grid(3, 1, (0,) * 9), Move("down"))
    assert middle == Grid(3, 4, (0, 1, 0, 1, 1, 1, 0, 1, 0))
    corner = SIM.apply(Grid(3, 1, (0,) * 9), Move("left"))
    assert corner == Grid(3, 0, (1, 1, 0, 1, 0, 0, 0, 0, 0))


def test_the_ring_stays_on_the_grid() -> None:
    with pytest.raises(IllegalOp, match="the ring on a1 cannot go up off the grid"):
        SIM.apply(BARE, Move("up"))
    assert [op.direction for op in SIM.legal(BARE)] == ["down", "right"]


def test_stepping_there_and_back_restores_the_ring_but_not_the_pieces() -> None:
    # There, the piece reached is flipped; back, the piece one came from is: two different crosses.
    after = SIM.apply(SIM.apply(BARE, Move("right")), SIM.inverse(Move("right")))
    assert after.ring == BARE.ring
    assert after.cells != BARE.cells


@given(seed=st.integers(0, 10**6), size=st.integers(2, 6), count=st.integers(0, 25))
def test_a_piece_is_black_by_the_parity_of_visits_around_it(
    seed: int, size: int, count: int, walk: Callable[..., Any]
) -> None:
    states, _ = walk(SIM, size, seed, count)
    for at in range(size * size):
        row, column = divmod(at, size)
        near = [s for s in states[1:] if abs(s.ring // size - row) + abs(s.ring % size - column) <= 1]
        assert states[-1].cells[at] == (states[0].cells[at] + len(near)) % 2


@given(seed=st.integers(0, 10**6), size=st.integers(2, 4), limit=st.integers(0, 5), far=st.integers(0, 6))
def test_no_plan_is_shorter_than_the_shortest(
    seed: int,
    size: int,
    limit: int,
    far: int,
    walk: Callable[..., Any],
    fewest: Callable[..., int | None],
    follow: Callable[..., Any],
) -> None:
    states, _ = walk(SIM, size, seed, far)
    goal = {"cells": list(states[-1].cells)}
    plan = SIM.shortest(states[0], goal, limit)
    assert fewest(SIM, states[0], goal, limit) == (None if plan is None else len(plan))
    if plan is not None:
        assert SIM.meets(follow(SIM, states[0], plan, goal), goal)


def test_where_the_ring_ends_does_not_matter_for_a_goal() -> None:
    assert SIM.meets(Grid(3, 0, (0,) * 9), {"cells": [0] * 9})
    assert SIM.meets(Grid(3, 8, (0,) * 9), {"cells": [0] * 9})


def test_the_ring_is_seen_and_no_piece_is() -> None:
    hidden = SIM.hide(Grid(2, 3, (1, 0, 0, 1)))
    assert SIM.show(hidden) == ("   1 2", "a  ? ?", "b  ? ?", "ring on b2")
    assert SIM.show(Grid(2, 3, (1, 0, 0, 1))) == ("   1 2", "a  B W", "b  W B", "ring on b2")


@pytest.mark.parametrize(
    "text, word", [("Up", "up"), ("move left", "left"), ("downward", "down"), ("`right`", "right")]
)
def test_spellings_of_a_direction_are_understood(text: str, word: str) -> None:
    assert SIM.say(SIM.read(text)) == word


@pytest.mark.parametrize("text", ["x+1", "diagonal", "left left", "slide up", "->"])
def test_what_is_no_direction_is_refused(text: str) -> None:
    with pytest.raises(IllegalOp):
        SIM.read(text)


@pytest.mark.parametrize(
    "text, word", [("B", "black"), ("White", "white"), ("grey", None), ("1", None), ("", None)]
)
def test_colours_are_black_and_white(text: str, word: str | None) -> None:
    assert SIM.token("colour", text) == word


@pytest.mark.parametrize(
    "side, ring, cells, pointer",
    [
        (1, 0, (0,), "/side"),
        (7, 0, (0,) * 49, "/side"),
        (2, -1, (0,) * 4, "/ring"),
        (2, 4, (0,) * 4, "/ring"),
        (2, 0, (0,) * 3, "/cells"),
        (2, 0, (0, 1, 2, 0), "/cells"),
        (2, 0, (0, None, 1, 0), "/cells"),
    ],
)
def test_a_broken_grid_is_refused_where_it_is_broken(side: int, ring: int, cells: Any, pointer: str) -> None:
    with pytest.raises(BadFile, match=pointer):
        SIM.check(Grid(side, ring, cells))


def test_the_start_of_a_seed_never_changes() -> None:
    expected = (1, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0)
    assert SIM.initial(4, Seed(7).at("circle").rng()) == Grid(4, 3, expected)
