"""Chip: poker chips that go into and come out of opaque cups."""

import re
from typing import Any, ClassVar

from ..core.errors import IllegalOp
from ..core.seeds import Rng
from ..schemas.record import Record
from .base import Op, Simulator, plain, refuse_state

VALUES = (5, 10, 20, 50, 100)
"""The five kinds of chip, by value."""


class Cups(Record, frozen=True):
    """What each cup holds."""

    cups: tuple[tuple[int, ...] | None, ...]
    """Chip values of cup 1, cup 2, ..., sorted, with repeats; None while covered."""


class Add(Op, frozen=True, tag="add"):
    """A chip goes into a cup."""

    value: int
    cup: int
    """Number of the cup, from 1."""


class Remove(Op, frozen=True, tag="remove"):
    """A chip of this value, which must be there, is taken out of a cup."""

    value: int
    cup: int


Exchange = Add | Remove

_ADD = re.compile(
    r"(?:add|put)\s+(?:a\s+)?(?:chip\s+(?:of\s+)?)?([0-9]{1,4})(?:\s+chip)?\s+(?:into|in|to)\s+cup\s*([0-9]{1,3})"
)
_REMOVE = re.compile(
    r"(?:remove|take)\s+(?:a\s+)?(?:chip\s+(?:of\s+)?)?([0-9]{1,4})(?:\s+chip)?"
    r"\s+(?:from|out of)\s+cup\s*([0-9]{1,3})"
)


class Chip(Simulator[Cups, Exchange]):
    """A cup is a multiset: what was put in and not taken out."""

    name: ClassVar[str] = "chip"
    title: ClassVar[str] = "poker chips in opaque cups"
    sizes: ClassVar[range] = range(1, 5)
    size_word: ClassVar[str] = "cups"
    default_size: ClassVar[int] = 1
    editions: ClassVar[tuple[int, int]] = (1, 2)
    plan_band: ClassVar[tuple[int, int]] = (3, 5)
    why_not: ClassVar[dict[str, str]] = {"idle": "every operation adds or removes a chip"}
    wishes: ClassVar[tuple[str, ...]] = ("empty", "tie")
    State: ClassVar[Any] = Cups
    Operation: ClassVar[Any] = Exchange

    def initial(self, size: int, rng: Rng) -> Cups:
        return Cups(
            tuple(tuple(sorted(rng.choice(VALUES) for _ in range(rng.between(3, 5)))) for _ in range(size))
        )

    def check(self, state: Cups) -> None:
        if len(state.cups) not in self.sizes:
            raise refuse_state(f"{len(state.cups)} cups are not in 1..4", "/cups")
        for i, cup in enumerate(state.cups):
            if cup is None or list(cup) != sorted(cup) or not set(cup).issubset(VALUES):
                raise refuse_state("a cup holds sorted values from 5, 10, 20, 50, 100", f"/cups/{i}")

    def legal(self, state: Cups) -> tuple[Exchange, ...]:
        out: list[Exchange] = []
        for at, cup in enumerate(state.cups, 1):
            out += [Add(value, at) for value in VALUES]
            out += [Remove(value, at) for value in sorted(set(cup or ()))]
        return tuple(out)

    def apply(self, state: Cups, op: Exchange) -> Cups:
        cup = self._cup(state, op)
        if cup is None:
            return state
        if isinstance(op, Add):
            return _with(state, op.cup, tuple(sorted((*cup, op.value))))
        return _with(state, op.cup, _less(cup, op))

    def back(self, state: Cups, op: Exchange) -> Cups:
        cup = self._cup(state, op)
        if cup is None:
            return state
        if isinstance(op, Remove):
            return _with(state, op.cup, tuple(sorted((*cup, op.value))))
        return _with(state, op.cup, _less(cup, op))

    def _cup(self, state: Cups, op: Exchange) -> tuple[int, ...] | None:
        if not 1 <= op.cup <= len(state.cups):
            raise IllegalOp(f"there is no cup {op.cup}")
        if op.value not in VALUES:
            raise IllegalOp(f"there is no chip of {op.value}: values are 5, 10, 20, 50, 100")
        return state.cups[op.cup - 1]

    def hide(self, state: Cups) -> Cups:
        return Cups((None,) * len(state.cups))

    def inverse(self, op: Exchange) -> Exchange:
        return Remove(op.value, op.cup) if isinstance(op, Add) else Add(op.value, op.cup)

    def say(self, op: Exchange) -> str:
        if isinstance(op, Add):
            return f"add {op.value} to cup {op.cup}"
        return f"remove {op.value} from cup {op.cup}"

    def read(self, text: str) -> Exchange:
        line = plain(text)
        for pattern, kind in ((_ADD, Add), (_REMOVE, Remove)):
            if match := pattern.fullmatch(line):
                return kind(int(match[1]), int(match[2]))
        raise IllegalOp(
            f"{text[:60]!r} is not an operation: write `add VALUE to cup N` or `remove VALUE from cup N`"
        )

    def tell(self, state: Cups, op: Exchange) -> str:
        if isinstance(op, Add):
            return f"a chip of {op.value} goes into cup {op.cup}"
        return f"a chip of {op.value} is taken out of cup {op.cup}"

    def show(self, state: Cups) -> tuple[str, ...]:
        return tuple(
            f"cup {i}: " + ("?" if cup is None else " ".join(map(str, cup)) or "(empty)")
            for i, cup in enumerate(state.cups, 1)
        )

    def propose(self, state: Cups, rng: Rng, focus: int | None = None) -> Exchange:
        at = focus or rng.between(1, len(state.cups))
        cup = state.cups[at - 1] or ()
        if cup and (len(cup) >= 7 or (len(cup) > 1 and rng.chance(1, 2)) or rng.chance(1, 6)):
            return Remove(rng.choice(cup), at)
        return Add(rng.choice(VALUES), at)

    def grant(self, wish: str, start: Cups, state: Cups, container: int) -> tuple[Exchange, ...] | None:
        cup = list(state.cups[container - 1] or ())
        if wish == "empty":
            return tuple(Remove(value, container) for value in cup)
        debt = sum(cup) - sum(start.cups[container - 1] or ())
        plan: list[Exchange] = []
        for value in reversed(VALUES):
            while debt >= value and value in cup:
                cup.remove(value)
                plan.append(Remove(value, container))
                debt -= value
            while debt <= -value:
                plan.append(Add(value, container))
                debt += value
        return tuple(plan) if debt == 0 else None

    def emptied(self, state: Cups, container: int) -> Cups:
        return _with(state, container, ())

    def plan_most(self, size: int) -> int:
        return 10

    def meets(self, state: Cups, goal: dict[str, Any]) -> bool:
        return list(state.cups[goal["cup"] - 1] or ()) == list(goal["chips"])

    def refuses(self, op: Exchange, goal: dict[str, Any]) -> str:
        return "" if op.cup == goal["cup"] else f"only cup {goal['cup']} may be changed here"

    def shortest(self, state: Cups, goal: dict[str, Any], limit: int) -> tuple[Exchange, ...] | None:
        at = goal["cup"]
        spare = list(state.cups[at - 1] or ())
        missing: list[int] = []
        for value in goal["chips"]:
            if value in spare:
                spare.remove(value)
            else:
                missing.append(value)
        plan: tuple[Exchange, ...] = (
            *(Remove(v, at) for v in spare),
            *(Add(v, at) for v in missing),
        )
        return plan if len(plan) <= limit else None


def _less(cup: tuple[int, ...], op: Exchange) -> tuple[int, ...]:
    if op.value not in cup:
        raise IllegalOp(f"cup {op.cup} holds no chip of {op.value}")
    at = cup.index(op.value)
    return cup[:at] + cup[at + 1 :]


def _with(state: Cups, at: int, cup: tuple[int, ...]) -> Cups:
    return Cups(tuple(cup if i == at else c for i, c in enumerate(state.cups, 1)))
