"""Records of the published benchmark as facts: one line each of the file that `gen replay` takes.

Rows are listed top first; piles bottom to top, but a card target top to bottom; containers count
from 0. Only facts are held, no wording.
"""

from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from .question import Skill
from .record import Record
from .script import Reveal

S = TypeVar("S")
"""A state."""
O = TypeVar("O")
"""An operation."""
T = TypeVar("T")
"""A target of Predict Operation."""

Short = Annotated[str, msgspec.Meta(max_length=400)]
Rows = Annotated[
    tuple[Annotated[tuple[int, ...], msgspec.Meta(max_length=16)], ...],
    msgspec.Meta(min_length=1, max_length=16),
]
Words = Annotated[tuple[Short, ...], msgspec.Meta(max_length=2000)]
Values = Annotated[tuple[int, ...], msgspec.Meta(max_length=2000)]
Swapped = tuple[Short, Short]
Many = msgspec.Meta(max_length=200)
"""No script, hypothetical or plan has more operations than this."""


class Slots(Record, Generic[O, T], frozen=True, kw_only=True):
    """The slots of a question; each skill and world fills its own."""

    first: int | None = msgspec.field(default=None, name="from")
    """Recall Order: number of the first operation asked, from 1, among those the filter keeps."""
    last: int | None = msgspec.field(default=None, name="to")
    filter: Short | None = None
    """Kind of operation: add, remove, touch, rm, cp, mv."""
    direction: Short | None = None
    row: Short | None = None
    when: Reveal | None = None
    """The end of the script that is asked about, or from which a hypothetical or a plan begins."""
    report_at: Reveal | None = None
    container: Short | None = None
    ext: Short | None = None
    """Extension of file names, with its dot."""
    hyp: Annotated[tuple[O, ...], Many] | None = None
    """Hypothetical operations of Predict State."""
    target: T | None = None
    kind: Literal["across_time", "across_paths_after_command"] | None = None
    present_at: Reveal | None = None
    absent_at: Reveal | None = None
    command: O | None = None
    in_path: Short | None = None
    not_in: Short | None = None


class Published(Record, Generic[S, O, T], frozen=True, kw_only=True):
    """One published question with its script, its right answer and, where it has one, a plan."""

    id: Short
    category: Short
    skill: Skill
    level: int
    state_size: int
    """Side of the board, or number of containers."""
    n_ops: int
    reveal: Reveal
    script: Short
    """Name of the script; the two reveals share one."""
    initial: S
    final: S
    ops: Annotated[tuple[O, ...], Many]
    params: Slots[O, T]
    recomputed: Any
    """The right answer in the published answer's terms; None for Predict Operation."""
    plan: Annotated[tuple[O, ...], Many] | None = None
    plan_len: int | None = None
    flags: Words = ()
    circle_path: Words | None = None
    """Points the ring stands on, before the first and after each operation."""
    ls_shown: Literal["first", "last"] | None = None


class PublishedHead(Record, frozen=True, forbid_unknown_fields=False):
    """The field that says how to read the rest of a record."""

    category: Short


_Piles = Annotated[dict[Short, Words], msgspec.Meta(max_length=16)]
_Chips = Annotated[dict[Short, Values], msgspec.Meta(max_length=16)]

KINDS: dict[str, Any] = {
    "card": Published[_Piles, Short, Words],
    "chip": Published[_Chips, Short, Values],
    "circle": Published[Rows, Short, dict[str, str]],
    "cup": Published[Rows, Swapped, Words],
    "file": Published[_Piles, Short, Words],
    "number": Published[Rows, Short, dict[str, int]],
}
"""The record type of each category."""
