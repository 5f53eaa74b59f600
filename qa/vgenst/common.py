"""How common colours and kinds of things are, for wrong options that no thing of the scene can lend.

A wrong option that is drawn with these weights comes as often as it would come as the right one, so its name is
no clue. The weights are rough counts over all themes, in tens; they need not be exact.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from ...core.seeds import Rng
from ...schemas.vocabulary import COLOURS, Colour

COLOUR_WEIGHTS: Mapping[Colour, int] = {
    "red": 10, "orange": 7, "yellow": 10, "green": 8, "teal": 5, "blue": 9, "purple": 7, "pink": 2, "brown": 1,
    "white": 11, "grey": 1, "black": 3,
}  # fmt: skip
KIND_WEIGHTS: Mapping[str, int] = {
    "jar": 8, "mug": 4, "bucket": 8, "box": 7, "crate": 8, "barrel": 6, "vase": 5, "basket": 7, "pot": 5,
    "apple": 6, "ball": 16, "wrench": 3, "bell": 9, "loaf": 4, "scroll": 4, "book": 12, "envelope": 2,
    "key": 10, "bottle": 11, "flashlight": 8, "gear": 3, "bolt": 4, "star": 8, "ring": 9, "cone": 5, "egg":
    7, "mushroom": 4, "robot toy": 4, "cube": 7, "crown": 2, "candle": 7, "coin": 7, "shell": 5, "gem": 4,
    "lemon": 4, "cheese": 3, "hammer": 1, "carrot": 1, "truck": 8, "bus": 5, "car": 6, "rover": 2,
    "hovercraft": 3, "wagon": 4, "sled": 2, "boat": 2, "screen": 9, "hatch": 10, "flag": 10, "siren": 9,
    "fan": 10, "lamp": 10, "button": 15, "lever": 15, "globe": 13, "piano": 6, "fountain": 8, "telescope":
    8, "clock": 13, "vending machine": 7, "statue": 13, "cannon": 9, "potted plant": 10, "fridge": 4,
    "armchair": 8, "snowman": 3, "wheelbarrow": 11, "dog": 10, "cart": 12, "robot": 3, "console": 2,
    "counter": 6, "pedestal": 3, "bench": 5, "table": 8, "chest": 5, "warehouse": 9, "silo": 10,
    "greenhouse": 9, "house": 11, "tower": 12, "stadium": 6, "lighthouse": 3, "pool": 4, "windmill": 2,
    "cargo container": 7, "water tank": 7, "hedge": 7, "kiosk": 6, "boulder": 8, "pillar": 8, "person": 13,
}  # fmt: skip


NATURAL: Mapping[str, tuple[Colour, ...]] = {
    "hedge": ("green",),
    "tree": ("green",),
    "bush": ("green",),
    "boulder": ("grey", "brown"),
    "rock": ("grey", "brown"),
    "snowman": ("white",),
}
"""Kinds that look odd in any other colour. None is asked for by colour: four options of two colours and two kinds
could not all be likely, and the unlikely ones would be a clue."""

T = TypeVar("T", bound=str)


def colours(rng: Rng) -> list[Colour]:
    """All colours in random order, the common ones rather first."""
    return _drawn(rng, COLOURS, COLOUR_WEIGHTS)


def kinds(rng: Rng, names: Sequence[str]) -> list[str]:
    """Some categories in random order, the common ones rather first."""
    return _drawn(rng, [name for name in names if name not in NATURAL], KIND_WEIGHTS)


def _drawn(rng: Rng, names: Sequence[T], weights: Mapping[T, int]) -> list[T]:
    left, out = list(names), list[T]()
    while left:
        out.append(rng.weighted(left, [weights.get(n, 1) for n in left]))
        left.remove(out[-1])
    return out
