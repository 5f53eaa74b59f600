"""Chip: a cup holds what was put in and not taken out."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.errors import BadFile, IllegalOp
from reelproof.core.seeds import Seed
from reelproof.simulators.chip import VALUES, Add, Chip, Cups, Exchange, Remove

SIM = Chip()
START = Cups(((5, 20, 20), ()))
cups = st.lists(st.sampled_from(VALUES), max_size=4).map(lambda chips: tuple(sorted(chips)))


def test_chips_go_in_and_come_out_one_by_one() -> None:
    assert SIM.apply(START, Add(10, 1)) == Cups(((5, 10, 20, 20), ()))
    assert SIM.apply(START, Remove(20, 1)) == Cups(((5, 20), ()))


@pytest.mark.parametrize(
    "op, reason",
    [
        (Remove(10, 1), "holds no chip of 10"),
        (Remove(5, 2), "holds no chip of 5"),
        (Add(15, 1), "no chip of 15"),
        (Add(0, 1), "no chip of 0"),
        (Add(5, 3), "no cup 3"),
        (Add(5, 0), "no cup 0"),
        (Add(5, -1), "no cup -1"),
    ],
)
def test_other_moves_are_refused_with_the_reason(op: Exchange, reason: str) -> None:
    with pytest.raises(IllegalOp, match=reason):
        SIM.apply(START, op)


@given(seed=st.integers(0, 10**6), size=st.integers(1, 4), count=st.integers(0, 25))
def test_a_cup_holds_what_went_in_less_what_came_out(
    seed: int, size: int, count: int, walk: Callable[..., Any]
) -> None:
    states, ops = walk(SIM, size, seed, count)
    for at in range(1, size + 1):
        held = Counter(states[0].cups[at - 1])
        held.update(op.value for op in ops if isinstance(op, Add) and op.cup == at)
        held.subtract(op.value for op in ops if isinstance(op, Remove) and op.cup == at)
        assert +held == Counter(states[-1].cups[at - 1])


@given(here=cups, wanted=cups, limit=st.integers(0, 4))
def test_no_plan_is_shorter_than_the_shortest(
    here: tuple[int, ...],
    wanted: tuple[int, ...],
    limit: int,
    fewest: Callable[..., int | None],
    follow: Callable[..., Any],
) -> None:
    state, goal = Cups((here, (5,))), {"cup": 1, "chips": list(wanted)}

    def moves(state: Cups) -> list[Exchange]:
        return [op for op in SIM.legal(state) if op.cup == 1]

    plan = SIM.shortest(state, goal, limit)
    assert fewest(SIM, state, goal, limit, moves) == (None if plan is None else len(plan))
    if plan is not None:
        assert SIM.meets(follow(SIM, state, plan, goal), goal)


def test_a_goal_takes_moves_on_its_cup_only() -> None:
    assert SIM.refuses(Add(5, 2), {"cup": 2, "chips": []}) == ""
    assert "cup 2" in SIM.refuses(Add(5, 1), {"cup": 2, "chips": []})


def test_a_tie_is_found_where_the_chips_allow_it() -> None:
    start, state = Cups(((5, 10),)), Cups(((5, 10, 50),))
    assert SIM.grant("tie", start, state, 1) == (Remove(50, 1),)
    assert SIM.grant("tie", state, start, 1) == (Add(50, 1),)
    assert SIM.grant("tie", start, start, 1) == ()


def test_no_chip_is_seen_while_covered() -> None:
    assert SIM.show(SIM.hide(START)) == ("cup 1: ?", "cup 2: ?")
    assert SIM.show(START) == ("cup 1: 5 20 20", "cup 2: (empty)")


@pytest.mark.parametrize(
    "text, words",
    [
        ("Add 50 to cup 1", "add 50 to cup 1"),
        ("put a chip of 10 into cup2", "add 10 to cup 2"),
        ("add 100 chip to cup 1", "add 100 to cup 1"),
        ("take 5 out of cup 3", "remove 5 from cup 3"),
        ("**remove 20 from cup 1**.", "remove 20 from cup 1"),
    ],
)
def test_spellings_of_an_operation_are_understood(text: str, words: str) -> None:
    assert SIM.say(SIM.read(text)) == words


@pytest.mark.parametrize(
    "text",
    [
        "add to cup 1",
        "add 5 cup 1",
        "add five to cup 1",
        "add 5, 10 to cup 1",
        "add -5 to cup 1",
        "add 5 to cup",
        "add 5.0 to cup 1",
        "add 5 to cup " + "9" * 5000,
        "add " + "5" * 5000 + " to cup 1",
    ],
)
def test_what_is_no_operation_is_refused(text: str) -> None:
    with pytest.raises(IllegalOp):
        SIM.read(text)


@pytest.mark.parametrize("cups", [(), ((),) * 5, (None,), ((10, 5),), ((15,),), ((0,),), ((-5,),)])
def test_broken_cups_are_refused(cups: Any) -> None:
    with pytest.raises(BadFile, match="/cups"):
        SIM.check(Cups(cups))


def test_the_start_of_a_seed_never_changes() -> None:
    assert SIM.initial(2, Seed(7).at("chip").rng()) == Cups(((5, 20, 50, 100, 100), (50, 50, 100, 100)))
