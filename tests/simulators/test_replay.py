"""A script played out: states, what is seen, and the same with one operation missed."""

import pytest

from reelproof.core.errors import IllegalOp
from reelproof.schemas.script import Script
from reelproof.simulators.card import Add, Card, Piles, Remove
from reelproof.simulators.cup import Cup, Cups, Swap
from reelproof.simulators.number import Board, Number, Slide
from reelproof.simulators.replay import Replay

START = Board(2, (1, 2, 3, 0))
OPS = (Slide("down"), Slide("right"), Slide("up"))


def replay(reveal: str) -> Replay:
    script = Script("number-x", "number", 1, 2, reveal, (0,), START, OPS)  # type: ignore[arg-type]
    return Replay.of(Number(), script)


def test_states_follow_one_another() -> None:
    assert [state.cells for state in replay("start").states] == [
        (1, 2, 3, 0),
        (1, 0, 3, 2),
        (0, 1, 3, 2),
        (3, 1, 0, 2),
    ]


def test_the_hidden_end_is_the_one_that_is_not_revealed() -> None:
    assert (replay("start").revealed, replay("start").hidden_at) == (START, 3)
    assert (replay("end").hidden, replay("end").hidden_at) == (START, 0)
    assert replay("end").revealed == replay("start").hidden


def test_a_viewer_sees_the_revealed_end_and_the_steps_and_nothing_else() -> None:
    seen = replay("end").seen
    assert seen.shown == ("    1  2", "a   3  1", "b   _  2")
    assert seen.covered == ("    1  2", "a   ?  ?", "b   ?  _")
    assert seen.steps == (
        "tile a2 slides down to b2",
        "tile a1 slides right to a2",
        "tile b1 slides up to a1",
    )


def test_what_is_seen_does_not_depend_on_the_hidden_side() -> None:
    # Two starts, the same swaps, coins that differ only where nothing is shown: one and the same view.
    ops = (Swap("a1", "a2"),)
    views = []
    for coins in ((1, 0, 0, 1), (0, 1, 0, 1)):
        script = Script("cup-x", "cup", 1, 2, "start", (0,), Cups(2, coins), ops)
        views.append(Replay.of(Cup(), script).seen)
    assert views[0].covered == views[1].covered
    assert views[0].steps == views[1].steps
    assert views[0].shown != views[1].shown


def test_a_missed_operation_changes_the_far_side_only() -> None:
    cup = Cup()
    ops = (Swap("a1", "a2"), Swap("a2", "b1"))
    start = Cups(2, (1, 0, 0, 0))
    from_start = Replay.of(cup, Script("cup-x", "cup", 1, 2, "start", (0,), start, ops))
    without = from_start.without(1)
    assert without is not None
    assert without.states == (start, start)
    from_end = Replay.of(cup, Script("cup-x", "cup", 1, 2, "end", (0,), start, ops))
    without = from_end.without(1)
    assert without is not None
    assert without.states == (Cups(2, (0, 1, 0, 0)), Cups(2, (0, 0, 1, 0)))


def test_where_the_rest_makes_no_sense_there_is_no_replay() -> None:
    ops = (Add("ace of spades", 1), Remove("ace of spades", 1))
    script = Script("card-x", "card", 1, 1, "start", (0,), Piles(((),)), ops)
    assert Replay.of(Card(), script).without(1) is None
    assert Replay.of(Card(), script).without(2) is not None


def test_a_broken_rule_is_told_with_the_number_of_the_operation() -> None:
    script = Script("number-x", "number", 1, 2, "start", (0,), START, (*OPS, Slide("up")))
    with pytest.raises(IllegalOp, match=r"operation 4 \(up\): no tile can slide up"):
        Replay.of(Number(), script)
