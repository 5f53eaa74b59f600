"""What a world is: states, operations, and one pure `apply` that serves script, video and grader."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from ..core.errors import BadFile, IllegalOp
from ..core.seeds import Rng
from ..schemas.record import Record, convert
from ..schemas.script import Script

S = TypeVar("S")
O = TypeVar("O")


class Op(Record, frozen=True, tag_field="op"):
    """Base of every operation; the tag names it in JSON."""


class Simulator(ABC, Generic[S, O]):
    """The rules of one world.

    Laws, checked over every world by the contract tests: `apply` accepts an operation exactly when
    `legal` covers it; `back(apply(s, op), op) == s`; `read(say(op)) == op`; `inverse`, where there is
    one, undoes; `hide(apply(s, op)) == apply(hide(s), op)`; arguments are never changed.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    title: ClassVar[str]
    """One line for `gen describe`."""
    sizes: ClassVar[range]
    size_word: ClassVar[str]
    """What size counts, for help and errors: "squares a side", "piles"."""
    default_size: ClassVar[int]
    State: ClassVar[Any]
    """The record type of states."""
    Operation: ClassVar[Any]
    """The record type, or union, of operations."""
    editions: ClassVar[tuple[int, int]]
    """The two sizes that the published grid uses (or would)."""
    plan_band: ClassVar[tuple[int, int]]
    """Default band of shortest plan lengths for Predict Operation."""
    can_idle: ClassVar[bool] = False
    """Whether an operation can leave the hidden state as it is."""
    can_undo: ClassVar[bool] = True
    """Whether every operation has one operation that takes it back."""
    why_not: ClassVar[dict[str, str]] = {}
    """For a knob ("idle", "undo") this world cannot honour, the reason."""

    # --- the rules -----------------------------------------------------------------------------

    @abstractmethod
    def initial(self, size: int, rng: Rng) -> S:
        """A random state to begin with."""

    @abstractmethod
    def check(self, state: S) -> None:
        """Raise BadFile if a state from outside breaks the world's invariants."""

    @abstractmethod
    def legal(self, state: S) -> Sequence[O]:
        """Every operation that `apply` accepts here, in a fixed order (worlds say if they list atoms)."""

    def atoms(self, op: O) -> tuple[O, ...]:
        """The listed operations that make up this one, which is legal exactly when they are.

        There is at least one, and all differ; a world that lists whole operations gives just the one.
        """
        return (op,)

    @abstractmethod
    def apply(self, state: S, op: O) -> S:
        """The state after the operation; raises IllegalOp with the reason. Works on hidden states."""

    @abstractmethod
    def back(self, state: S, op: O) -> S:
        """The one state from which the operation leads here; raises IllegalOp if there is none."""

    @abstractmethod
    def hide(self, state: S) -> S:
        """What may be seen while covered: the same record with None for every hidden part."""

    @abstractmethod
    def inverse(self, op: O) -> O | None:
        """The operation that takes this one back, or None where the op alone does not say."""

    # --- words ---------------------------------------------------------------------------------

    @abstractmethod
    def say(self, op: O) -> str:
        """Canonical words of an operation, as plans and replies use them."""

    @abstractmethod
    def read(self, text: str) -> O:
        """The operation that the words mean (spelling forgiven); raises IllegalOp otherwise."""

    @abstractmethod
    def tell(self, state: S, op: O) -> str:
        """What a viewer sees of the operation, given the (hidden) state before it."""

    @abstractmethod
    def show(self, state: S) -> tuple[str, ...]:
        """The state in lines of text, hidden parts as "?"."""

    def token(self, kind: str, text: str) -> str | None:
        """The canonical form of one word of an answer, or None if it is not such a word.

        Kinds that every world has: "op", "cell" (`b3`, also written (b, 3) or B3), "step" (a cell and a
        direction) and "int".
        """
        text = plain(text)
        if kind == "op":
            try:
                return self.say(self.read(text))
            except IllegalOp:
                return None
        if kind == "cell":
            return cell_word(text)
        if kind == "step":
            place, _, way = text.replace(")", ") ").replace(":", " ").rpartition(" ")
            cell = cell_word(place)
            return f"{cell} {way}" if cell and way in ("up", "down", "left", "right") else None
        if kind == "int":
            return str(int(text)) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else None
        return None

    # --- scripts -------------------------------------------------------------------------------

    @abstractmethod
    def propose(self, state: S, rng: Rng, focus: int | None = None) -> O:
        """A random legal operation for a script, balanced over kinds.

        `focus` is the number of a container that the operation must touch; boards ignore it.
        """

    def idle(self, state: S, rng: Rng) -> O | None:
        """A random legal operation that changes nothing hidden, or None."""
        return None

    wishes: ClassVar[tuple[str, ...]] = ()
    """Rare things a script may be steered to end in, at a stated rate: "empty", "tie"."""

    def grant(self, wish: str, start: S, state: S, container: int) -> tuple[O, ...] | None:
        """Operations that would fulfil the wish from here, or None if it cannot be."""
        return None

    def emptied(self, state: S, container: int) -> S:
        """The state with nothing in the container (for scripts whose hidden start is empty)."""
        return state

    # --- plans ---------------------------------------------------------------------------------

    def plan_least(self, size: int) -> int:
        """Shortest plan that may be asked for; below it a frame, or luck, gives the plan away."""
        return 1

    @abstractmethod
    def plan_most(self, size: int) -> int:
        """Longest shortest plan that every script of this size can be asked for."""

    @abstractmethod
    def meets(self, state: S, goal: dict[str, Any]) -> bool:
        """Whether a state is what the goal asks for."""

    @abstractmethod
    def shortest(self, state: S, goal: dict[str, Any], limit: int) -> tuple[O, ...] | None:
        """A shortest plan to the goal with at most `limit` operations, or None."""

    def refuses(self, op: O, goal: dict[str, Any]) -> str:
        """Why a plan for this goal may not use the operation (beyond the rules); "" if it may."""
        return ""

    # --- files ---------------------------------------------------------------------------------

    def script_type(self) -> Any:
        """The record type of this world's scripts."""
        generic: Any = Script
        return generic[self.State, self.Operation]

    def load_state(self, value: Any, *, source: str) -> S:
        """A state from plain JSON values, checked; raises BadFile with the pointer of the fault."""
        state: S = convert(value, self.State, source=source)
        self.check(state)
        return state

    def dump_state(self, state: S) -> dict[str, Any]:
        """A state as plain JSON values."""
        plain_value = msgspec.to_builtins(state)
        assert isinstance(plain_value, dict)
        return plain_value


LONGEST = 20_000
"""Characters of the longest operation there can be: a brace list of every file name."""


def plain(text: str) -> str:
    """A word without the decoration that replies put around it, in lower case; "" if it is too long."""
    if len(text) > LONGEST:
        return ""
    return " ".join(text.replace("`", " ").replace("*", " ").replace('"', " ").lower().split()).strip(" .")


_CELL = re.compile(r"\(?\s*([a-z])\s*,?\s*([0-9]{1,2})\s*\)?")


def cell_word(text: str) -> str | None:
    """`b3` from b3, (b, 3), B3 or "b,3"; None if it is not a cell."""
    # The length is bounded because blanks around an absent comma would be tried in every split.
    match = _CELL.fullmatch(text.lower().strip()) if len(text) <= 60 else None
    return f"{match[1]}{int(match[2])}" if match else None


@cache
def cell_name(index: int, side: int) -> str:
    """The cell at an index in reading order: rows a, b, c from the top, columns 1, 2, 3 from the left."""
    return f"{chr(97 + index // side)}{index % side + 1}"


def cell_index(name: str, side: int) -> int:
    """The index of a cell; raises IllegalOp if the board has no such cell."""
    index = _indices(side).get(name)
    if index is None:
        raise IllegalOp(f"{name[:40]!r} is not a cell of the {side}x{side} board")
    return index


@cache
def _indices(side: int) -> dict[str, int]:
    return {cell_name(i, side): i for i in range(side * side)}


def refuse_state(message: str, at: str) -> BadFile:
    """The error for a state that breaks an invariant."""
    return BadFile(f"state at {at}: {message}", hint="states must keep the world's rules; see `gen describe`")


def first(items: Iterable[O]) -> O | None:
    """The first of the items, if any."""
    return next(iter(items), None)
