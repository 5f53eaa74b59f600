"""Questions about piles of cards."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from ...core.seeds import Rng
from ...simulators.card import DECK, Add
from ...simulators.replay import Replay, Seen
from .base import listed
from .container import ContainerQuestions, Held

_LAID, _DRAWN = " is laid on top of pile ", " is drawn from the bottom of pile "


class CardQuestions(ContainerQuestions):
    """The witness keeps a double-ended queue for each pile and runs the video from the reveal."""

    name: ClassVar[str] = "card"
    method: ClassVar[str] = "double-ended queues run from the revealed piles"
    determined: ClassVar[str] = (
        "every card is seen when it is laid or drawn, so running the video backwards takes it off the top or "
        "puts it back at the bottom, in one way only"
    )
    count_token: ClassVar[str] = "card"
    item_token: ClassVar[str] = "card"
    ordered: ClassVar[bool] = True

    def rules(self, size: int, rng: Rng) -> str:
        which = listed("pile ", size)
        many = "one pile" if size == 1 else f"{size} piles"
        lead = rng.choice(
            (
                f"The video shows {many} of playing cards from a single deck of 52 ({which}).",
                f"You see {many} of cards, called {which}; all cards come from one deck of 52.",
                f"From one deck of 52 cards {many} {'is' if size == 1 else 'are'} built ({which}).",
            )
        )
        move = (
            "In each operation either a card is laid on TOP of a pile or the card at the BOTTOM of a pile is "
            "drawn out; the moving card is shown face up. In the picture the top of a pile is its upper end. A "
            "card can be laid only while it is in no pile. Operations are numbered from 1."
        )
        return f"{lead} {move}"

    def revealed(self, reveal: str, size: int, rng: Rng) -> str:
        piles, be = ("The pile", "is") if size == 1 else ("The piles", "are")
        if reveal == "start":
            return rng.choice(
                (
                    f"{piles} {be} laid open only at the start.",
                    f"{piles} {be} shown open before the first operation and hidden from then on.",
                )
            )
        return rng.choice(
            (
                f"{piles} {be} laid open only at the end.",
                f"{piles} {be} hidden until the last operation is over and shown open then.",
            )
        )

    def order_form(self, replay: Replay, rng: Rng) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write each operation as `add CARD to pile N` or `remove CARD from pile N`, with cards named like "
            "`4 of clubs` or `queen of spades`, in order, separated by semicolons."
        )
        return form, (
            "add 4 of clubs to pile 1; remove queen of spades from pile 1",
            "remove ace of hearts from pile 1; add 2 of spades to pile 1",
        )

    def groups(self, size: int) -> tuple[str, ...]:
        return tuple(f"{act} {pile}" for act in ("add", "remove") for pile in range(1, size + 1))

    def ask_count(self, group: str, during: str, rng: Rng) -> str:
        act, pile = group.split()
        done = f"laid on pile {pile}" if act == "add" else f"drawn from pile {pile}"
        return rng.choice(
            (
                f"How many cards are {done} {during}, and which cards are they?",
                f"Count the cards that are {done} {during}, and name them.",
                f"How often is a card {done} {during}? Name the card each time.",
            )
        )

    def count_form(self) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write the number, a colon and the cards separated by commas (in any order, a card as often as it "
            "occurs), or only 0 if there are none."
        )
        return form, ("4: 4 of clubs, queen of spades, ace of hearts, 4 of clubs", "1: ace of hearts")

    def held(self, state: Any, container: int) -> Sequence[str]:
        pile = state.piles[container - 1]
        return tuple(reversed(pile or ()))

    def touched(self, op: Any) -> Iterable[tuple[int, str]]:
        return ((op.pile, ""),)

    def ask_items(self, container: int, part: str, when: str, rng: Rng) -> str:
        return rng.choice(
            (
                f"Which cards are in pile {container} {when}, from top to bottom?",
                f"List pile {container} from the top card to the bottom card, as it is {when}.",
                f"What does pile {container} hold {when}? Begin with the top card.",
            )
        )

    def items_form(self) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write the cards from top to bottom, named like `4 of clubs` or `queen of spades`, separated by "
            "semicolons; write none if the pile is empty."
        )
        return form, ("4 of clubs; queen of spades; ace of hearts", "2 of spades; king of diamonds")

    def set_form(self) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write the cards, named like `4 of clubs` or `queen of spades`, separated by commas, in any "
            "order; write none if there are none."
        )
        return form, ("4 of clubs, queen of spades", "2 of spades, king of diamonds")

    def ask_missing(self, container: int, part: str, here: str, there: str, rng: Rng) -> str:
        return rng.choice(
            (
                f"Which cards are in pile {container} {here}, but not {there}?",
                f"Compare pile {container} {here} with pile {container} {there}. Which cards are only in the "
                "former?",
                f"Name the cards that pile {container} holds {here} and does not hold {there}.",
            )
        )

    def imagined_words(self, words: str) -> str:
        # Naming the bottom card would give away part of the pile.
        return f"remove the bottom card of {words[-6:]}" if words.startswith("remove") else words

    def goal(self, state: Any, container: int, length: int, rng: Rng) -> dict[str, Any] | None:
        pile = state.piles[container - 1]
        # At most four are added, or more where there are too few to take away.
        high = min(length, max(0, len(pile or ()) - 1))
        low = min(max(0, length - 4), high)
        drop = rng.between(low, high)
        lying = {card for p in state.piles for card in p}
        fresh = rng.sample([card for card in DECK if card not in lying], length - drop)
        return {"pile": container, "cards": [*pile[drop:], *fresh]}

    def goal_words(self, goal: dict[str, Any], size: int) -> str:
        words = f"  pile {goal['pile']} holds, from top to bottom: {', '.join(reversed(goal['cards']))}"
        return words if size == 1 else f"{words}\n  (only pile {goal['pile']} may be changed)"

    def plan_form(self, goal: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write each operation as `add CARD to pile N` (on top) or `remove CARD from pile N` (the bottom "
            "card, which must be named), in order, separated by semicolons."
        )
        return form, (
            "add 4 of clubs to pile 1; remove queen of spades from pile 1",
            "remove ace of hearts from pile 1; add 2 of spades to pile 1",
        )

    def instances(self, replay: Replay, number: int) -> list[tuple[str, str]]:
        op = replay.script.ops[number - 1]
        return [(f"{'add' if isinstance(op, Add) else 'remove'} {op.pile}", op.card)]

    # --- witness -----------------------------------------------------------------------------------

    def trace(self, seen: Seen, after: int) -> Held:
        queues = [deque[str]() for _ in seen.shown]
        for queue, line in zip(queues, seen.shown, strict=True):
            cards = line.partition(": ")[2]
            if cards != "(empty)":
                queue.extend(cards.split(", "))
        steps = seen.steps[:after] if seen.reveal == "start" else seen.steps[after:][::-1]
        for step in steps:
            card, laid, pile = step.partition(_LAID)
            if not laid:
                card, _, pile = step.partition(_DRAWN)
            queue = queues[int(pile) - 1]
            match (bool(laid), seen.reveal):
                case (True, "start"):
                    queue.appendleft(card)
                case (True, _):
                    queue.popleft()
                case (False, "start"):
                    queue.pop()
                case _:
                    queue.append(card)
        return [list(queue) for queue in queues]

    def push(self, held: Held, words: str) -> None:
        verb, _, rest = words.partition(" ")
        card, _, pile = rest.rpartition(" to pile " if verb == "add" else " from pile ")
        target = held[int(pile) - 1]
        if verb == "add":
            if any(card in other for other in held):
                raise ValueError(words)
            target.insert(0, card)
        elif not target or target.pop() != card:
            raise ValueError(words)

    def goal_container(self, goal: dict[str, Any]) -> int:
        return int(goal["pile"])

    def goal_items(self, goal: dict[str, Any]) -> list[str]:
        return list(goal["cards"][::-1])

    def step_seen(self, step: str) -> str:
        card, laid, pile = step.partition(_LAID)
        if laid:
            return f"add {card} to pile {pile}"
        card, _, pile = step.partition(_DRAWN)
        return f"remove {card} from pile {pile}"

    def instances_seen(self, step: str, number: int) -> list[tuple[str, str]]:
        card, laid, pile = step.partition(_LAID)
        if laid:
            return [(f"add {pile}", card)]
        card, _, pile = step.partition(_DRAWN)
        return [(f"remove {pile}", card)]
