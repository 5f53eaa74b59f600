"""Chance that is the same everywhere.

A seed is a path, not a sum: ``Seed(7).at("reason", "cup", 12, "script").rng()`` names the chance of
one item, so item 12 alone equals item 12 of a thousand, whatever the order or the number of workers.

The stream is BLAKE2b (RFC 7693) in counter mode, keyed by the path. NumPy promises its raw bit
generators but not the numbers that Generator draws from them (NEP 19), and building one PCG64 per
question costs 26 microseconds where this costs one; so the few draws we need are defined here,
in integers, and never change.
"""

from collections.abc import Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_WORDS = Struct("<8Q")
_FULL = 1 << 64
_MASK = _FULL - 1


class Rng:
    """A stream of uniform integers; every draw below is exact (no rounding, no modulo bias)."""

    __slots__ = ("_block", "_counter", "_key")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._block: list[int] = []

    def word(self) -> int:
        """The next 64 random bits, 0 .. 2**64 - 1."""
        return (self._block or self._refill()).pop()

    def _refill(self) -> list[int]:
        digest = blake2b(self._counter.to_bytes(8, "little"), key=self._key).digest()
        self._counter += 1
        self._block = list(_WORDS.unpack(digest))
        return self._block

    def below(self, bound: int) -> int:
        """A uniform integer in 0 .. bound - 1 (Lemire 2019, multiply and reject)."""
        if bound < 1:
            raise ValueError(f"bound={bound} must be at least 1")
        # The body of `word` stands here too: this is the innermost call of every script.
        block = self._block or self._refill()
        product = block.pop() * bound
        low = product & _MASK
        if low < bound:
            threshold = (_FULL - bound) % bound
            while low < threshold:
                product = self.word() * bound
                low = product & _MASK
        return product >> 64

    def between(self, low: int, high: int) -> int:
        """A uniform integer in low .. high, both ends included."""
        return low + self.below(high - low + 1)

    def chance(self, part: int, whole: int) -> bool:
        """True with probability part / whole."""
        return self.below(whole) < part

    def choice(self, options: Sequence[T]) -> T:
        """One of the options, each as likely as the others."""
        return options[self.below(len(options))]

    def weighted(self, options: Sequence[T], weights: Sequence[int]) -> T:
        """One of the options, in proportion to whole-number weights."""
        ticket = self.below(sum(weights))
        for option, weight in zip(options, weights, strict=True):
            ticket -= weight
            if ticket < 0:
                return option
        raise AssertionError("weights cover the ticket")

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in random order (Fisher-Yates); the argument is left alone."""
        out = list(options)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out

    def sample(self, options: Sequence[T], count: int) -> list[T]:
        """`count` different options in random order."""
        out = list(options)
        for i in range(count):
            j = i + self.below(len(out) - i)
            out[i], out[j] = out[j], out[i]
        return out[:count]


class Seed:
    """A place in the tree of chance that grows from one root number (any integer, zero too)."""

    __slots__ = ("_key", "path")

    def __init__(self, root: int) -> None:
        self._key = blake2b(b"reelproof-seed-1:%d" % root, digest_size=32).digest()
        self.path: tuple[str | int, ...] = (root,)

    def at(self, *parts: str | int) -> "Seed":
        """The seed further down; parts are told apart by type and length, so paths never collide."""
        key = self._key
        for part in parts:
            text = b"i%d" % part if isinstance(part, int) else b"s" + part.encode()
            key = blake2b(text, key=key, digest_size=32).digest()
        child = Seed.__new__(Seed)
        child._key = key
        child.path = (*self.path, *parts)
        return child

    def rng(self) -> Rng:
        """A fresh stream from the start of this place."""
        return Rng(self._key)
