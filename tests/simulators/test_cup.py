"""Cup: two cups trade places with what is under them."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.errors import BadFile, IllegalOp
from reelproof.core.seeds import Seed
from reelproof.simulators.cup import Cup, Cups, Swap

SIM = Cup()
START = Cups(2, (1, 0, 0, 1))


def test_contents_travel_with_the_cups() -> None:
    assert SIM.apply(START, Swap("a1", "a2")) == Cups(2, (0, 1, 0, 1))
    assert SIM.apply(START, Swap("a1", "b2")) == START


def test_the_order_of_the_two_cups_does_not_count() -> None:
    assert Swap("b2", "a1") == Swap("a1", "b2")
    assert SIM.say(Swap("b2", "a1")) == "swap a1 b2"


@pytest.mark.parametrize(
    "first, second",
    [("a1", "a1"), ("a1", "c1"), ("a1", "a3"), ("a0", "a1"), ("", "a1"), ("a", "a1"), ("a01", "b1"), ("é1", "a1")],
)
def test_a_swap_needs_two_cups_of_the_board(first: str, second: str) -> None:
    with pytest.raises(IllegalOp):
        SIM.apply(START, Swap(first, second))


@given(seed=st.integers(0, 10**6), size=st.integers(2, 6), count=st.integers(0, 25))
def test_coins_are_conserved(seed: int, size: int, count: int, walk: Callable[..., Any]) -> None:
    states, _ = walk(SIM, size, seed, count)
    assert len({sum(state.coins) for state in states}) == 1
    assert 2 <= sum(states[0].coins) <= max(2, size * size // 2)


@given(seed=st.integers(0, 10**6), size=st.integers(2, 6))
def test_a_drawn_swap_moves_a_coin_and_an_idle_one_does_not(seed: int, size: int) -> None:
    rng = Seed(seed).rng()
    state = SIM.initial(size, rng)
    assert SIM.apply(state, SIM.propose(state, rng)) != state
    idle = SIM.idle(state, rng)
    assert idle is not None
    assert SIM.apply(state, idle) == state


@given(seed=st.integers(0, 10**6), size=st.integers(2, 3), limit=st.integers(0, 3), far=st.integers(0, 4))
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
    goal = {"coins": list(states[-1].coins)}
    plan = SIM.shortest(states[0], goal, limit)
    assert fewest(SIM, states[0], goal, limit) == (None if plan is None else len(plan))
    if plan is not None:
        assert SIM.meets(follow(SIM, states[0], plan, goal), goal)


def test_another_number_of_coins_cannot_be_reached() -> None:
    assert SIM.shortest(START, {"coins": [1, 1, 1, 0]}, 99) is None


def test_no_coin_is_seen_while_covered() -> None:
    assert SIM.show(SIM.hide(START)) == ("   1 2", "a  ? ?", "b  ? ?")
    assert SIM.show(START) == ("   1 2", "a  O .", "b  . O")


@pytest.mark.parametrize(
    "text",
    [
        "swap a1 b2",
        "swap a1, b2",
        "Swap A1 and B2",
        "(a1, b2)",
        "a1 b2",
        "swap (a,1) (b,2)",
        "b2 <-> a1",
        "a1 with b2",
    ],
)
def test_spellings_of_a_swap_are_understood(text: str) -> None:
    assert SIM.read(text) == Swap("a1", "b2")


@pytest.mark.parametrize(
    "text", ["swap a1", "swap a1 b2 c3", "swap", "a1b2", "swap 1a 2b", "swap a b", "swap a1 b123"]
)
def test_what_is_no_swap_is_refused(text: str) -> None:
    with pytest.raises(IllegalOp):
        SIM.read(text)


@pytest.mark.parametrize(
    "side, coins, pointer",
    [
        (1, (1,), "/side"),
        (7, (0,) * 49, "/side"),
        (2, (0, 1, 1), "/coins"),
        (2, (0, 1, 2, 0), "/coins"),
        (2, (0, None, 1, 0), "/coins"),
        (2, (), "/coins"),
    ],
)
def test_a_broken_board_is_refused_where_it_is_broken(side: int, coins: Any, pointer: str) -> None:
    with pytest.raises(BadFile, match=pointer):
        SIM.check(Cups(side, coins))


def test_the_start_of_a_seed_never_changes() -> None:
    expected = (0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1)
    assert SIM.initial(4, Seed(7).at("cup").rng()) == Cups(4, expected)
