"""A script: a start and a list of operations. Everything else is derived from it."""

from typing import Generic, Literal, TypeVar

from .record import Record

S = TypeVar("S")
O = TypeVar("O")

Reveal = Literal["start", "end"]
"""When the hidden state may be seen: before the first operation, or after the last."""


class Script(Record, Generic[S, O], frozen=True):
    """What happens in one video; states are worked out from it, never stored."""

    id: str
    """Stable, readable, sortable: world, size, operations, reveal, seed, index."""
    world: str
    """Name of the world, the stem of its three files."""
    version: int
    """Version of the world's rules; a new one may give other scripts for the same seed."""
    size: int
    """Side of the board (number, circle, cup) or number of containers (file, card, chip)."""
    reveal: Reveal
    seed: tuple[int | str, ...]
    """Path of the seed: root first."""
    start: S
    """State before the first operation."""
    ops: tuple[O, ...]
    """Operations in order; operation 1 is the first."""


class ScriptHead(Record, frozen=True, forbid_unknown_fields=False):
    """The fields that say how to read the rest of a script."""

    world: str
    version: int
