"""Card: face-down piles; cards go on at the top and come off at the bottom."""

import re
from typing import Any, ClassVar

from ..core.errors import IllegalOp
from ..core.seeds import Rng
from ..schemas.record import Record
from .base import Op, Simulator, plain, refuse_state

RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
SUITS = ("clubs", "diamonds", "hearts", "spades")
DECK = tuple(f"{rank} of {suit}" for suit in SUITS for rank in RANKS)
"""The 52 cards by their canonical names."""
_KNOWN = frozenset(DECK)
_RANK_WORDS = {"a": "ace", "1": "ace", "j": "jack", "q": "queen", "k": "king", "t": "10"}
_RANK_WORDS |= {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7"}
_RANK_WORDS |= {"eight": "8", "nine": "9", "ten": "10"}
_SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_SUIT_WORDS |= {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
_SUIT_WORDS |= {s[:-1]: s for s in SUITS}


class Piles(Record, frozen=True):
    """Piles of different cards of one deck."""

    piles: tuple[tuple[str, ...] | None, ...]
    """Pile 1, pile 2, ...: cards from BOTTOM to TOP; None while face down."""


class Add(Op, frozen=True, tag="add"):
    """A card is laid on top of a pile."""

    card: str
    pile: int
    """Number of the pile, from 1."""


class Remove(Op, frozen=True, tag="remove"):
    """The bottom card of a pile is drawn out."""

    card: str
    pile: int


Deal = Add | Remove

_ADD = re.compile(
    r"(?:add|put|place)\s+(.+?)\s+(?:on top of|onto|on|to)\s+(?:the\s+)?(?:top of\s+)?pile\s*([0-9]{1,3})"
)
_REMOVE = re.compile(
    r"(?:remove|take|draw)\s+(.+?)\s+(?:from|out of)\s+(?:the\s+)?(?:bottom of\s+)?pile\s*([0-9]{1,3})"
)


class Card(Simulator[Piles, Deal]):
    """A pile is a queue: first laid, first drawn. No card lies in two places at once."""

    name: ClassVar[str] = "card"
    title: ClassVar[str] = "face-down piles that grow at the top and shrink at the bottom"
    sizes: ClassVar[range] = range(1, 5)
    size_word: ClassVar[str] = "piles"
    default_size: ClassVar[int] = 1
    editions: ClassVar[tuple[int, int]] = (1, 2)
    plan_band: ClassVar[tuple[int, int]] = (3, 6)
    can_undo: ClassVar[bool] = False
    why_not: ClassVar[dict[str, str]] = {
        "idle": "every operation adds or removes a card",
        "undo": "a card laid on top cannot be taken back from the bottom",
    }
    wishes: ClassVar[tuple[str, ...]] = ("empty",)
    State: ClassVar[Any] = Piles
    Operation: ClassVar[Any] = Deal

    def initial(self, size: int, rng: Rng) -> Piles:
        counts = [rng.between(3, 5) for _ in range(size)]
        cards = rng.sample(DECK, sum(counts))
        piles = []
        for count in counts:
            piles.append(tuple(cards[:count]))
            cards = cards[count:]
        return Piles(tuple(piles))

    def check(self, state: Piles) -> None:
        if len(state.piles) not in self.sizes:
            raise refuse_state(f"{len(state.piles)} piles are not in 1..4", "/piles")
        cards: list[str] = []
        for i, pile in enumerate(state.piles):
            if pile is None or not _KNOWN.issuperset(pile):
                raise refuse_state("cards must be named like `ace of spades`", f"/piles/{i}")
            cards += pile
        if len(set(cards)) != len(cards):
            raise refuse_state("a card lies in two places", "/piles")

    def legal(self, state: Piles) -> tuple[Deal, ...]:
        held = {card for pile in state.piles for card in pile or ()}
        out: list[Deal] = []
        for at, pile in enumerate(state.piles, 1):
            out += [Add(card, at) for card in DECK if card not in held]
            if pile:
                out.append(Remove(pile[0], at))
        return tuple(out)

    def apply(self, state: Piles, op: Deal) -> Piles:
        pile = self._pile(state, op)
        if pile is None:
            return state
        if isinstance(op, Add):
            _absent(state, op.card)
            return _with(state, op.pile, (*pile, op.card))
        if not pile or pile[0] != op.card:
            raise IllegalOp(f"{op.card} is not the bottom card of pile {op.pile}")
        return _with(state, op.pile, pile[1:])

    def back(self, state: Piles, op: Deal) -> Piles:
        pile = self._pile(state, op)
        if pile is None:
            return state
        if isinstance(op, Remove):
            _absent(state, op.card)
            return _with(state, op.pile, (op.card, *pile))
        if not pile or pile[-1] != op.card:
            raise IllegalOp(f"{op.card} is not the top card of pile {op.pile}")
        return _with(state, op.pile, pile[:-1])

    def _pile(self, state: Piles, op: Deal) -> tuple[str, ...] | None:
        if not 1 <= op.pile <= len(state.piles):
            raise IllegalOp(f"there is no pile {op.pile}")
        if op.card not in _KNOWN:
            raise IllegalOp(f"{op.card[:40]!r} is not a card of the deck")
        return state.piles[op.pile - 1]

    def hide(self, state: Piles) -> Piles:
        return Piles((None,) * len(state.piles))

    def inverse(self, op: Deal) -> Deal | None:
        return None

    def say(self, op: Deal) -> str:
        if isinstance(op, Add):
            return f"add {op.card} to pile {op.pile}"
        return f"remove {op.card} from pile {op.pile}"

    def read(self, text: str) -> Deal:
        line = plain(text)
        for pattern, kind in ((_ADD, Add), (_REMOVE, Remove)):
            if match := pattern.fullmatch(line):
                card = card_word(match[1])
                if card is not None:
                    return kind(card, int(match[2]))
        raise IllegalOp(
            f"{text[:60]!r} is not an operation: write `add CARD to pile N` or `remove CARD from pile N`"
        )

    def tell(self, state: Piles, op: Deal) -> str:
        if isinstance(op, Add):
            return f"{op.card} is laid on top of pile {op.pile}"
        return f"{op.card} is drawn from the bottom of pile {op.pile}"

    def show(self, state: Piles) -> tuple[str, ...]:
        return tuple(
            f"pile {i}, top to bottom: " + ("?" if pile is None else ", ".join(reversed(pile)) or "(empty)")
            for i, pile in enumerate(state.piles, 1)
        )

    def token(self, kind: str, text: str) -> str | None:
        return card_word(text) if kind == "card" else super().token(kind, text)

    def propose(self, state: Piles, rng: Rng, focus: int | None = None) -> Deal:
        at = focus or rng.between(1, len(state.piles))
        pile = _held(state, at)
        # Adding and removing are as likely as each other, but no pile outgrows the table.
        if pile and (len(pile) >= 7 or (len(pile) > 1 and rng.chance(1, 2)) or rng.chance(1, 6)):
            return Remove(pile[0], at)  # pyright: ignore[reportGeneralTypeIssues] - it forgets `pile and`
        held = {card for p in state.piles for card in p or ()}
        while True:
            card = DECK[rng.below(52)]
            if card not in held:
                return Add(card, at)

    def grant(self, wish: str, start: Piles, state: Piles, container: int) -> tuple[Deal, ...] | None:
        return tuple(Remove(card, container) for card in state.piles[container - 1] or ())

    def emptied(self, state: Piles, container: int) -> Piles:
        return _with(state, container, ())

    def plan_most(self, size: int) -> int:
        return 12

    def meets(self, state: Piles, goal: dict[str, Any]) -> bool:
        return list(state.piles[goal["pile"] - 1] or ()) == list(goal["cards"])

    def refuses(self, op: Deal, goal: dict[str, Any]) -> str:
        return "" if op.pile == goal["pile"] else f"only pile {goal['pile']} may be changed here"

    def shortest(self, state: Piles, goal: dict[str, Any], limit: int) -> tuple[Deal, ...] | None:
        at = goal["pile"]
        pile, wanted = state.piles[at - 1] or (), tuple(goal["cards"])
        away = {card for i, p in enumerate(state.piles, 1) if i != at for card in p or ()}
        for drop in range(len(pile) + 1):
            kept = pile[drop:]
            if wanted[: len(kept)] == kept:
                new = wanted[len(kept) :]
                if away & set(new):
                    return None
                plan: tuple[Deal, ...] = (
                    *(Remove(c, at) for c in pile[:drop]),
                    *(Add(c, at) for c in new),
                )
                return plan if len(plan) <= limit else None
        raise AssertionError("an emptied pile can become any pile")


def card_word(text: str) -> str | None:
    """`king of hearts` from King of Hearts, KH, K♥, "the king of hearts"; None if it is no card."""
    word = plain(text).removeprefix("the ")
    if word in _KNOWN:
        return word
    rank, of, suit = word.partition(" of ")
    if not of:
        rank, suit = word[:-1].strip(), word[-1:]
    rank, suit = _RANK_WORDS.get(rank, rank), _SUIT_WORDS.get(suit, suit)
    name = f"{rank} of {suit}"
    return name if name in _KNOWN else None


def _absent(state: Piles, card: str) -> None:
    for i, pile in enumerate(state.piles, 1):
        if pile is not None and card in pile:
            raise IllegalOp(f"{card} already lies in pile {i}")


def _held(state: Piles, at: int) -> tuple[str, ...]:
    return state.piles[at - 1] or ()


def _with(state: Piles, at: int, pile: tuple[str, ...]) -> Piles:
    return Piles(tuple(pile if i == at else p for i, p in enumerate(state.piles, 1)))
