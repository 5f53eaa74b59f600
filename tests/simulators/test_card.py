"""Card: a pile grows at the top and shrinks at the bottom."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.errors import BadFile, IllegalOp
from reelproof.core.seeds import Seed
from reelproof.simulators.card import DECK, Add, Card, Deal, Piles, Remove

SIM = Card()
ACE, TWO, KING = "ace of spades", "2 of hearts", "king of clubs"
START = Piles(((ACE, TWO), (KING,)))


def test_cards_go_on_at_the_top_and_come_off_at_the_bottom() -> None:
    assert SIM.apply(START, Add("3 of clubs", 1)) == Piles(((ACE, TWO, "3 of clubs"), (KING,)))
    assert SIM.apply(START, Remove(ACE, 1)) == Piles(((TWO,), (KING,)))


@pytest.mark.parametrize(
    "op, reason",
    [
        (Remove(TWO, 1), "not the bottom card"),
        (Remove(KING, 1), "not the bottom card"),
        (Add(ACE, 1), "already lies in pile 1"),
        (Add(KING, 1), "already lies in pile 2"),
        (Add("joker", 1), "not a card"),
        (Add("3 of clubs", 3), "no pile 3"),
        (Add("3 of clubs", 0), "no pile 0"),
        (Add("3 of clubs", -1), "no pile -1"),
    ],
)
def test_other_moves_are_refused_with_the_reason(op: Deal, reason: str) -> None:
    with pytest.raises(IllegalOp, match=reason):
        SIM.apply(START, op)


@given(seed=st.integers(0, 10**6), size=st.integers(1, 4), count=st.integers(0, 25))
def test_cards_are_conserved(seed: int, size: int, count: int, walk: Callable[..., Any]) -> None:
    states, ops = walk(SIM, size, seed, count)
    on_table = [sum(len(pile) for pile in state.piles) for state in states]
    for k, op in enumerate(ops):
        assert on_table[k + 1] - on_table[k] == (1 if isinstance(op, Add) else -1)
    cards = [card for pile in states[-1].piles for card in pile]
    assert len(set(cards)) == len(cards)


@given(data=st.data(), limit=st.integers(0, 5))
def test_no_plan_is_shorter_than_the_shortest(
    data: st.DataObject, limit: int, fewest: Callable[..., int | None], follow: Callable[..., Any]
) -> None:
    few = DECK[:5]
    pile = tuple(data.draw(st.permutations(few)))[: data.draw(st.integers(0, 4))]
    kept = pile[data.draw(st.integers(0, len(pile))) :]
    new = [card for card in data.draw(st.permutations(few)) if card not in kept]
    wanted = [*kept, *new[: data.draw(st.integers(0, 2))]]
    # The card that lies in the other pile cannot be had.
    away = tuple(card for card in few if card not in pile)[:1]
    state, goal = Piles((pile, away)), {"pile": 1, "cards": wanted}

    def moves(state: Piles) -> list[Deal]:
        return [op for op in SIM.legal(state) if op.card in few and op.pile == 1]

    plan = SIM.shortest(state, goal, limit)
    assert fewest(SIM, state, goal, limit, moves) == (None if plan is None else len(plan))
    if plan is not None:
        assert SIM.meets(follow(SIM, state, plan, goal), goal)


def test_a_pile_built_upside_down_is_not_the_goal() -> None:
    goal = {"pile": 1, "cards": [ACE, TWO]}
    assert SIM.meets(START, goal)
    assert not SIM.meets(Piles(((TWO, ACE), ())), goal)


def test_a_goal_takes_moves_on_its_pile_only() -> None:
    assert SIM.refuses(Add(ACE, 1), {"pile": 1, "cards": []}) == ""
    assert "pile 1" in SIM.refuses(Add(ACE, 2), {"pile": 1, "cards": []})


def test_no_card_is_seen_while_face_down() -> None:
    assert SIM.show(SIM.hide(START)) == ("pile 1, top to bottom: ?", "pile 2, top to bottom: ?")
    assert SIM.show(START)[0] == "pile 1, top to bottom: 2 of hearts, ace of spades"


@pytest.mark.parametrize(
    "text, words",
    [
        ("Add Ace of Spades to pile 1", "add ace of spades to pile 1"),
        ("put the 10 of hearts on top of pile 2", "add 10 of hearts to pile 2"),
        ("place KH on pile1", "add king of hearts to pile 1"),
        ("add 10♦ to the top of pile 3", "add 10 of diamonds to pile 3"),
        ("remove two of clubs from pile 2", "remove 2 of clubs from pile 2"),
        ("draw the Jack of Spade from the bottom of pile 1.", "remove jack of spades from pile 1"),
    ],
)
def test_spellings_of_an_operation_are_understood(text: str, words: str) -> None:
    assert SIM.say(SIM.read(text)) == words


@pytest.mark.parametrize(
    "text",
    [
        "add ace to pile 1",
        "add joker to pile 1",
        "add 11 of clubs to pile 1",
        "add ace of spades",
        "remove from pile 1",
        "ace of spades to pile 1",
        "add ace of spades to pile one",
        "add ace of spades to pile 99999",
        "add ace of spades, 2 of hearts to pile 1",
        "add ace of spades to pile " + "9" * 5000,
    ],
)
def test_what_is_no_operation_is_refused(text: str) -> None:
    with pytest.raises(IllegalOp):
        SIM.read(text)


@pytest.mark.parametrize("card", DECK)
def test_every_card_has_one_name_and_a_short_one(card: str) -> None:
    rank, _, suit = card.partition(" of ")
    short = ("10" if rank == "10" else rank[0]) + suit[0]
    for text in (card, card.upper(), f"the {card}", short, short.upper()):
        assert SIM.token("card", text) == card


@pytest.mark.parametrize(
    "piles",
    [(), ((),) * 5, (None,), ((ACE, ACE),), ((ACE,), (ACE,)), (("Ace of Spades",),), (("",),), (("joker",),)],
)
def test_broken_piles_are_refused(piles: Any) -> None:
    with pytest.raises(BadFile, match="/piles"):
        SIM.check(Piles(piles))


def test_the_start_of_a_seed_never_changes() -> None:
    assert SIM.initial(2, Seed(7).at("card").rng()) == Piles(
        (
            ("6 of hearts", "ace of hearts", "3 of spades", "jack of spades", "8 of spades"),
            ("king of diamonds", "5 of hearts", "7 of hearts", "queen of clubs", "5 of clubs"),
        )
    )
