"""The closed union of answer kinds. Each has one canonical text and nothing but data.

`token` names the kind of word that stands in a list ("cell", "op", "card", ...); the world's
simulator brings any accepted spelling of such a word into its canonical form.
"""

from collections.abc import Iterable
from typing import Any, Literal

from .record import Record

End = Literal["start", "end", "equal"]


def _sorted(items: Iterable[str], token: str) -> tuple[str, ...]:
    """Canonical order of items whose order does not count: by value for numbers, else alphabetical."""
    return tuple(sorted(items, key=int) if token == "int" else sorted(items))


class Ordered(Record, frozen=True, tag="ordered"):
    """A list whose order counts; parted by semicolons, because operations may hold commas."""

    items: tuple[str, ...]
    token: str

    @property
    def text(self) -> str:
        """Canonical text; an empty list reads `none`."""
        return "; ".join(self.items) or "none"


class Bag(Record, frozen=True, tag="bag"):
    """A set or multiset: order does not count, repetition does. Items are stored sorted."""

    items: tuple[str, ...]
    token: str

    @classmethod
    def of(cls, items: Iterable[str], token: str) -> "Bag":
        """From items in any order."""
        return cls(_sorted(items, token), token)

    @property
    def text(self) -> str:
        """Canonical text; an empty bag reads `none`."""
        return ", ".join(self.items) or "none"


class Tally(Record, frozen=True, tag="tally"):
    """How many, and which: a count that must agree with the multiset beside it."""

    items: tuple[str, ...]
    token: str

    @classmethod
    def of(cls, items: Iterable[str], token: str) -> "Tally":
        """From items in any order."""
        return cls(_sorted(items, token), token)

    @property
    def text(self) -> str:
        """`3: a1, a1, b2`, or `0` when there are none."""
        return f"{len(self.items)}: {', '.join(self.items)}" if self.items else "0"


class Count(Record, frozen=True, tag="count"):
    """A whole number."""

    value: int

    @property
    def text(self) -> str:
        """Decimal digits."""
        return str(self.value)


class CellMap(Record, frozen=True, tag="cells"):
    """A value for each listed cell; every cell must be there and no other."""

    cells: dict[str, str]
    token: str

    @property
    def text(self) -> str:
        """`a1=3, a2=5` in reading order; an empty map reads `none`."""
        return ", ".join(f"{cell}={value}" for cell, value in self.cells.items()) or "none"


class Balance(Record, frozen=True, tag="balance"):
    """Which moment holds the larger total, and by how much; a tie is `equal 0`."""

    more: End
    by: int

    @property
    def text(self) -> str:
        """`start 70`, `end 15` or `equal 0`."""
        return f"{self.more} {self.by}"


class Plan(Record, frozen=True, tag="plan"):
    """Operations that lead from a source to a goal; graded by doing them."""

    source: dict[str, Any]
    """State in which the plan begins, as the world stores states."""
    goal: dict[str, Any]
    """What must hold at the end, in the world's terms; the prompt shows it whole."""
    limit: int
    """Most operations a plan may have; the prompt states it."""
    shortest: int
    """Length of the shortest plan, at least 1."""
    gold: tuple[str, ...]
    """One shortest plan."""

    @property
    def text(self) -> str:
        """The gold plan, operations parted by semicolons."""
        return "; ".join(self.gold)


Answer = Ordered | Bag | Tally | Count | CellMap | Balance | Plan
