"""What it takes to read one world's published records: their states and words in our terms, and back."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from ...core.errors import BadFile, IllegalOp
from ...schemas.published import Published
from ...simulators.base import Simulator

Row = Published[Any, Any, Any]
"""A published record of any world."""


@dataclass(frozen=True)
class Case:
    """A record with its script played out by our simulator."""

    record: Row
    states: tuple[Any, ...]
    """State k is the one after operation k."""
    ops: tuple[Any, ...]
    hyp: tuple[Any, ...]
    """Hypothetical operations, empty where there are none."""

    def at(self, end: str | None) -> Any:
        """The state at one end of the script."""
        if end is None:
            raise BadFile("at /params: the end of the script is missing", hint="say start or end")
        return self.states[0 if end == "start" else -1]

    @cached_property
    def asked(self) -> range:
        """Numbers of the operations that Recall Order asks for, from 1."""
        slots = self.record.params
        if slots.first is None or slots.last is None or not 1 <= slots.first <= slots.last:
            raise BadFile("at /params/from: the range is missing or empty", hint="numbers count from 1")
        return range(slots.first, slots.last + 1)

    def picked(self, items: Sequence[Any]) -> list[list[Any]]:
        """The asked items, each with its number."""
        if self.asked.stop > len(items) + 1:
            raise BadFile(
                f"at /params/to: operation {self.asked.stop - 1} of {len(items)} is asked for",
                hint="the range must lie within the script",
            )
        return [[number, items[number - 1]] for number in self.asked]


class World(ABC):
    """One world's published records; the simulator does all the work of the rules."""

    sim: ClassVar[Simulator[Any, Any]]

    @abstractmethod
    def state(self, record: Row, field: str) -> Any:
        """Our state for the published one in the field `initial` or `final`; raises BadFile."""

    def op(self, raw: Any) -> Any:
        """Our operation for a published one; raises IllegalOp where the words mean none."""
        return self.sim.read(raw)

    @abstractmethod
    def answer(self, case: Case) -> Any:
        """The right answer in the published terms."""

    @abstractmethod
    def goal(self, record: Row) -> dict[str, Any]:
        """What a plan must reach, in our world's terms."""

    def normal(self, record: Row, value: Any) -> Any:
        """An answer without blanks and letter case, sorted where order does not count."""
        return squeezed(value)

    def predicted(self, case: Case) -> Any:
        """The state after the hypothetical; raises IllegalOp where a rule forbids it."""
        state = case.at(case.record.params.when)
        for number, op in enumerate(case.hyp, 1):
            try:
                state = self.sim.apply(state, op)
            except IllegalOp as fault:
                raise IllegalOp(f"hypothetical operation {number}: {fault.message}") from None
        return state


def squeezed(value: Any) -> Any:
    """Plain values with every blank and capital taken out of their texts."""
    if isinstance(value, str):
        return "".join(value.lower().split())
    if isinstance(value, (list, tuple)):
        return [squeezed(item) for item in value]
    if isinstance(value, dict):
        return {squeezed(key): squeezed(item) for key, item in value.items()}
    return value


def sorted_texts(value: Any) -> Any:
    """A list in an order of its own, for lists that stand for sets; anything else as it is."""
    return sorted(value, key=lambda item: (str(type(item)), str(item))) if isinstance(value, list) else value


_NUMBERED = re.compile(r"\b(path|pile|cup)([0-9]{1,3})\b")
_OURS = {"path": "dir", "pile": "pile ", "cup": "cup "}


def container(name: str | None, pointer: str = "/params/container") -> int:
    """Our number, from 1, of a published container, from 0 (`pile0` is pile 1); raises BadFile."""
    match = _NUMBERED.fullmatch(name or "")
    if match is None:
        raise BadFile(
            f"at {pointer}: {(name or '')[:40]!r} names no container",
            hint="write it like pile0, cup0 or path0",
        )
    return int(match[2]) + 1


def renumbered(text: str) -> str:
    """Published words of an operation with containers named and counted as ours are."""
    return _NUMBERED.sub(lambda m: f"{_OURS[m[1]]}{int(m[2]) + 1}", text)


def contents(raw: dict[str, Any], pointer: str) -> list[Any]:
    """What the containers hold, container 0 first; raises BadFile if one is missing."""
    numbers = {container(name, f"{pointer}/{name[:40]}"): held for name, held in raw.items()}
    if sorted(numbers) != list(range(1, len(raw) + 1)):
        raise BadFile(
            f"at {pointer}: containers must be numbered 0, 1, ... without a gap",
            hint="compare the other records",
        )
    return [numbers[i] for i in range(1, len(raw) + 1)]
