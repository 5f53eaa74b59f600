"""Number: the tile travels in the direction that is said, into the empty square."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.errors import BadFile, IllegalOp
from reelproof.core.seeds import Seed
from reelproof.simulators.number import Board, Number, Slide

SIM = Number()
START = Board(3, (2, 1, 7, 4, 3, 0, 6, 5, 8))


@pytest.mark.parametrize(
    "direction, cells",
    [
        ("up", (2, 1, 7, 4, 3, 8, 6, 5, 0)),
        ("down", (2, 1, 0, 4, 3, 7, 6, 5, 8)),
        ("right", (2, 1, 7, 4, 0, 3, 6, 5, 8)),
    ],
)
def test_a_tile_slides_the_way_that_is_said(direction: Any, cells: tuple[int, ...]) -> None:
    assert SIM.apply(START, Slide(direction)) == Board(3, cells)


def test_where_no_tile_stands_none_slides() -> None:
    with pytest.raises(IllegalOp, match="no tile can slide left into the empty square b3"):
        SIM.apply(START, Slide("left"))
    assert [op.direction for op in SIM.legal(START)] == ["up", "down", "right"]


@given(seed=st.integers(0, 10**6), size=st.integers(2, 6), count=st.integers(0, 30))
def test_tiles_are_conserved(seed: int, size: int, count: int, walk: Callable[..., Any]) -> None:
    for state in walk(SIM, size, seed, count)[0]:
        assert sorted(state.cells) == list(range(size * size))


@given(seed=st.integers(0, 10**6), size=st.sampled_from([2, 2, 3]), limit=st.integers(0, 7), far=st.integers(0, 7))
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


def test_half_of_all_boards_cannot_be_reached() -> None:
    # Two tiles exchanged is an odd permutation; no way of sliding gives one.
    assert SIM.shortest(Board(2, (1, 2, 3, 0)), {"cells": [2, 1, 3, 0]}, 40) is None


def test_the_empty_square_is_seen_and_nothing_else() -> None:
    hidden = SIM.hide(START)
    assert hidden.cells == (None, None, None, None, None, 0, None, None, None)
    assert SIM.show(hidden) == ("    1  2  3", "a   ?  ?  ?", "b   ?  ?  _", "c   ?  ?  ?")
    assert SIM.tell(hidden, Slide("down")) == "tile a3 slides down to b3"


@pytest.mark.parametrize(
    "text, word",
    [("up", "up"), ("UP", "up"), (" **down**. ", "down"), ("leftward", "left"), ("slide rightwards", "right")],
)
def test_spellings_of_a_direction_are_understood(text: str, word: str) -> None:
    assert SIM.say(SIM.read(text)) == word


@pytest.mark.parametrize("text", ["north", "u", "up down", "upp", "2 up", "slide", "b3"])
def test_what_is_no_direction_is_refused(text: str) -> None:
    with pytest.raises(IllegalOp):
        SIM.read(text)


@pytest.mark.parametrize(
    "text, word",
    [
        ("5", "5"),
        ("05", "5"),
        ("**12**", "12"),
        ("empty", "_"),
        ("_", "_"),
        ("Blank", "_"),
        ("?", None),
        ("", None),
    ],
)
def test_a_square_holds_a_number_or_nothing(text: str, word: str | None) -> None:
    assert SIM.token("tile", text) == word


@pytest.mark.parametrize(
    "side, cells, pointer",
    [
        (1, (0,), "/side"),
        (7, tuple(range(49)), "/side"),
        (10**12, (0,), "/side"),
        (2, (0, 1, 2), "/cells"),
        (2, (0, 1, 2, 2), "/cells"),
        (2, (1, 2, 3, 4), "/cells"),
        (2, (0, None, 2, 3), "/cells"),
        (2, (0, 1, 2, 3, 4), "/cells"),
    ],
)
def test_a_broken_board_is_refused_where_it_is_broken(side: int, cells: Any, pointer: str) -> None:
    with pytest.raises(BadFile, match=pointer):
        SIM.check(Board(side, cells))


def test_the_start_of_a_seed_never_changes() -> None:
    expected = (6, 14, 7, 3, 2, 15, 13, 0, 12, 8, 10, 4, 9, 5, 1, 11)
    assert SIM.initial(4, Seed(7).at("number").rng()) == Board(4, expected)
