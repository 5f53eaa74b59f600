"""Balanced choice: options dealt like cards, so that over the items of an edition each comes as often.

Each name has packs of its own: item `index` gets one card of pack `index // len(options)`, shuffled by a
seed of its own. So counts differ by one at most, and yet nothing can be told from the index, from another
name, or from the items before.
"""

from collections.abc import Sequence
from typing import TypeVar

from .seeds import Seed

T = TypeVar("T")


class Deal:
    """The dealer of one item."""

    def __init__(self, seed: Seed, index: int, attempt: int = 0) -> None:
        self.seed, self.index, self.attempt = seed, index, attempt

    def pick(self, name: str, options: Sequence[T]) -> T:
        """One of the options; over any `len(options)` neighbouring items from a multiple of it, each once."""
        pack, card = divmod(self.index, len(options))
        return options[self.seed.at("deal", name, len(options), pack).rng().shuffled(range(len(options)))[card]]
