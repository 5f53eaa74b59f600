"""The closed vocabulary of metric scenes: what a thing may be, and which words may stand side by side.

Every word that a question or an option can use comes from here, so that no two options can be synonyms
and none can be a kind of another: categories are the leaves of a tree, and `clash` says which words are
too near to be told apart.
"""

from typing import Literal, NamedTuple, get_args

Colour = Literal[
    "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "brown", "white", "grey", "black"
]
COLOURS: tuple[Colour, ...] = get_args(Colour)

RGB: dict[Colour, tuple[int, int, int]] = {
    "red": (206, 44, 42),
    "orange": (240, 134, 32),
    "yellow": (246, 208, 52),
    "green": (58, 154, 66),
    "teal": (38, 166, 164),
    "blue": (46, 92, 206),
    "purple": (122, 62, 176),
    "pink": (240, 136, 178),
    "brown": (124, 78, 44),
    "white": (242, 240, 234),
    "grey": (136, 140, 146),
    "black": (44, 44, 50),
}
"""sRGB, 0..255; the colour a thing has in white light."""

NEAR_COLOURS: frozenset[frozenset[str]] = frozenset(
    frozenset(pair)
    for pair in (
        ("red", "orange"),
        ("red", "brown"),
        ("red", "pink"),
        ("orange", "yellow"),
        ("orange", "brown"),
        ("green", "teal"),
        ("teal", "blue"),
        ("blue", "purple"),
        ("purple", "pink"),
        ("white", "grey"),
        ("grey", "black"),
        ("brown", "black"),
    )
)
"""Pairs that a viewer may take for each other under coloured light: never both in one set of options."""

Material = Literal["wood", "metal", "stone", "clay", "plastic", "fabric", "wicker", "leaf", "skin"]
MATERIALS: tuple[Material, ...] = get_args(Material)
Pattern = Literal["plain", "striped", "dotted", "checked"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)


class Kind(NamedTuple):
    """A category: what it is a kind of, how large it is, and what it is good for in a task."""

    parent: str
    size: tuple[float, float, float]
    """Usual width (x), depth (y) and height (z), metres; sizes in scenes stay within 0.5..2 of it,
    unless the task says otherwise."""
    uses: tuple[str, ...] = ()
    """vessel (open-top, opaque, deep), item (one hand can carry it), surface (things stand on it),
    trigger (pressed), effector (does something), landmark (room-sized thing to remember), occluder (hides
    a person), shelf, sign, vehicle, building, agent, intruder (may cross a path), plant, decor."""
    variants: tuple[str, ...] = ()
    """Shapes that the recipe knows, the first one is the default."""


CATEGORIES: dict[str, Kind] = {
    # vessels: open at the top, opaque, deeper than wide enough to hide what is in them
    "mug": Kind("vessel", (0.13, 0.09, 0.11), ("vessel",)),
    "jar": Kind("vessel", (0.13, 0.13, 0.18), ("vessel",)),
    "pot": Kind("vessel", (0.25, 0.20, 0.16), ("vessel",)),
    "vase": Kind("vessel", (0.18, 0.14, 0.22), ("vessel",)),
    "bucket": Kind("vessel", (0.22, 0.22, 0.22), ("vessel",)),
    "barrel": Kind("vessel", (0.24, 0.24, 0.28), ("vessel",)),
    "basket": Kind("vessel", (0.24, 0.24, 0.18), ("vessel",)),
    "box": Kind("vessel", (0.22, 0.22, 0.18), ("vessel",)),
    "crate": Kind("vessel", (0.26, 0.26, 0.20), ("vessel",)),
    # items: carried with one hand; each has a silhouette of its own
    "apple": Kind("food", (0.075, 0.075, 0.075), ("item",)),
    "lemon": Kind("food", (0.085, 0.06, 0.06), ("item",)),
    "carrot": Kind("food", (0.16, 0.04, 0.04), ("item",)),
    "mushroom": Kind("food", (0.08, 0.08, 0.075), ("item",)),
    "loaf": Kind("food", (0.17, 0.08, 0.075), ("item",)),
    "cheese": Kind("food", (0.11, 0.09, 0.06), ("item",)),
    "egg": Kind("food", (0.05, 0.05, 0.065), ("item",)),
    "book": Kind("paper", (0.13, 0.18, 0.035), ("item",)),
    "scroll": Kind("paper", (0.18, 0.05, 0.05), ("item",)),
    "envelope": Kind("paper", (0.15, 0.10, 0.012), ("item",)),
    "ball": Kind("toy", (0.09, 0.09, 0.09), ("item", "intruder")),
    "cube": Kind("toy", (0.075, 0.075, 0.075), ("item",)),
    "cone": Kind("toy", (0.08, 0.08, 0.10), ("item",)),
    "ring": Kind("toy", (0.10, 0.10, 0.03), ("item",)),
    "star": Kind("toy", (0.10, 0.10, 0.03), ("item",)),
    "robot toy": Kind("toy", (0.09, 0.07, 0.14), ("item",)),
    "bottle": Kind("tool", (0.07, 0.07, 0.20), ("item",)),
    "candle": Kind("tool", (0.05, 0.05, 0.13), ("item",)),
    "hammer": Kind("tool", (0.20, 0.08, 0.045), ("item",)),
    "wrench": Kind("tool", (0.19, 0.06, 0.02), ("item",)),
    "flashlight": Kind("tool", (0.17, 0.05, 0.05), ("item",)),
    "bolt": Kind("tool", (0.05, 0.05, 0.08), ("item",)),
    "gear": Kind("tool", (0.11, 0.11, 0.03), ("item",)),
    "gem": Kind("treasure", (0.065, 0.065, 0.07), ("item",)),
    "coin": Kind("treasure", (0.06, 0.06, 0.012), ("item",)),
    "key": Kind("treasure", (0.13, 0.05, 0.015), ("item",)),
    "crown": Kind("treasure", (0.13, 0.13, 0.09), ("item",)),
    "shell": Kind("treasure", (0.09, 0.08, 0.05), ("item",)),
    "bell": Kind("treasure", (0.09, 0.09, 0.11), ("item",)),
    # surfaces
    "table": Kind("furniture", (1.60, 0.80, 0.75), ("surface",)),
    "counter": Kind("furniture", (1.80, 0.70, 0.90), ("surface",)),
    "bench": Kind("furniture", (1.60, 0.50, 0.50), ("surface",)),
    "pedestal": Kind("furniture", (0.60, 0.60, 0.80), ("surface",)),
    "chest": Kind("furniture", (0.90, 0.55, 0.55), ("surface",)),
    "shelf": Kind("furniture", (1.20, 0.40, 2.20), ("shelf",)),
    "console": Kind("furniture", (1.80, 0.70, 0.85), ("surface",)),
    # triggers and effectors
    "button": Kind("control", (0.16, 0.16, 0.07), ("trigger",)),
    "lever": Kind("control", (0.14, 0.14, 0.26), ("trigger",)),
    "lamp": Kind("device", (0.22, 0.22, 0.42), ("effector",)),
    "fan": Kind("device", (0.30, 0.16, 0.38), ("effector",)),
    "flag": Kind("device", (0.28, 0.12, 0.50), ("effector",)),
    "hatch": Kind("device", (0.26, 0.26, 0.22), ("effector",)),
    "siren": Kind("device", (0.18, 0.18, 0.24), ("effector",)),
    "screen": Kind("device", (0.40, 0.12, 0.34), ("effector",)),
    # room-sized landmarks
    "statue": Kind("landmark", (0.70, 0.70, 1.90), ("landmark", "decor")),
    "clock": Kind("landmark", (0.60, 0.40, 2.00), ("landmark", "decor")),
    "armchair": Kind("landmark", (0.85, 0.85, 0.95), ("landmark", "decor")),
    "potted plant": Kind("landmark", (0.70, 0.70, 1.40), ("landmark", "decor", "plant")),
    "fridge": Kind("landmark", (0.75, 0.70, 1.80), ("landmark", "decor")),
    "globe": Kind("landmark", (0.80, 0.80, 1.20), ("landmark", "decor")),
    "telescope": Kind("landmark", (0.90, 0.70, 1.50), ("landmark", "decor")),
    "fountain": Kind("landmark", (1.40, 1.40, 1.30), ("landmark", "decor")),
    "vending machine": Kind("landmark", (0.90, 0.75, 1.85), ("landmark", "decor")),
    "piano": Kind("landmark", (1.45, 0.65, 1.25), ("landmark", "decor")),
    "snowman": Kind("landmark", (0.80, 0.80, 1.60), ("landmark", "decor")),
    "cannon": Kind("landmark", (1.40, 0.90, 1.00), ("landmark", "decor")),
    # things that hide a person
    "pillar": Kind("structure", (0.90, 0.90, 2.80), ("occluder",)),
    "hedge": Kind("structure", (1.20, 1.20, 2.10), ("occluder",)),
    "boulder": Kind("structure", (1.40, 1.40, 2.10), ("occluder",)),
    "kiosk": Kind("structure", (1.30, 1.30, 2.40), ("occluder",)),
    "water tank": Kind("structure", (1.30, 1.30, 2.40), ("occluder",)),
    "cargo container": Kind("structure", (1.30, 1.30, 2.30), ("occluder",)),
    # on walls and in corridors
    "signboard": Kind("sign", (1.60, 0.08, 0.80), ("sign",)),
    "door": Kind("opening", (1.00, 0.10, 2.10), ("decor",)),
    "window": Kind("opening", (1.20, 0.06, 1.10), ("decor",)),
    "picture": Kind("opening", (0.80, 0.05, 0.60), ("decor",)),
    "carpet": Kind("ground", (2.00, 1.20, 0.02), ("decor",)),
    # people and what may cross their way
    "person": Kind("agent", (0.50, 0.36, 1.72), ("agent", "intruder")),
    "robot": Kind("agent", (0.56, 0.42, 1.50), ("agent", "intruder")),
    "hand": Kind("agent", (0.10, 0.45, 0.09), ("hand",)),
    "dog": Kind("animal", (0.30, 0.85, 0.60), ("intruder",)),
    "cart": Kind("vehicle", (0.80, 1.20, 0.95), ("intruder",)),
    "wheelbarrow": Kind("vehicle", (0.65, 1.30, 0.70), ("intruder",)),
    # vehicles
    "car": Kind("vehicle", (1.80, 4.20, 1.45), ("vehicle",)),
    "truck": Kind("vehicle", (2.30, 6.20, 2.70), ("vehicle",)),
    "bus": Kind("vehicle", (2.40, 8.00, 2.90), ("vehicle",)),
    "rover": Kind("vehicle", (2.00, 3.40, 1.70), ("vehicle",)),
    "boat": Kind("vehicle", (2.00, 5.20, 1.80), ("vehicle",)),
    "sled": Kind("vehicle", (1.20, 3.00, 1.10), ("vehicle",)),
    "wagon": Kind("vehicle", (1.90, 3.60, 2.10), ("vehicle",)),
    "hovercraft": Kind("vehicle", (2.20, 4.00, 1.50), ("vehicle",)),
    # buildings and big outdoor things; the variants are roofs
    "house": Kind("building", (9.0, 8.0, 6.5), ("building",), ("gable", "flat", "pyramid", "dome")),
    "tower": Kind("building", (6.0, 6.0, 16.0), ("building",), ("pyramid", "flat", "dome", "spire")),
    "warehouse": Kind("building", (16.0, 10.0, 7.0), ("building",), ("flat", "gable", "dome")),
    "silo": Kind("building", (6.0, 6.0, 11.0), ("building",), ("dome", "flat", "spire")),
    "windmill": Kind("building", (6.0, 6.0, 12.0), ("building",), ("spire", "dome")),
    "stadium": Kind("building", (18.0, 14.0, 5.0), ("building",), ("ring",)),
    "lighthouse": Kind("building", (5.0, 5.0, 15.0), ("building",), ("dome", "spire")),
    "greenhouse": Kind("building", (12.0, 7.0, 5.0), ("building",), ("gable", "dome")),
    "pool": Kind("ground", (14.0, 9.0, 0.4), ("building",)),
    "tree": Kind("plant", (2.4, 2.4, 4.2), ("plant", "decor"), ("round", "pointed", "palm")),
    "rock": Kind("ground", (1.2, 1.0, 0.8), ("decor",)),
    "bush": Kind("plant", (1.1, 1.1, 0.9), ("decor", "plant")),
    "fence": Kind("ground", (2.0, 0.12, 1.0), ("decor",)),
    "stripe": Kind("marking", (0.16, 4.0, 0.02), ("marking",)),
    "streetlight": Kind("ground", (0.4, 0.4, 4.5), ("decor",)),
}
"""Every category with its kind; labels in questions are `COLOUR CATEGORY`, which is why no category is
named like a colour and no two name the same thing."""


def with_use(use: str) -> tuple[str, ...]:
    """Names of the categories that are good for something, in the order above."""
    return tuple(name for name, kind in CATEGORIES.items() if use in kind.uses)


def clash(first: str, second: str) -> bool:
    """Whether two words may not stand in one set of options: equal, near colours, or parent and kind."""
    if first == second or frozenset((first, second)) in NEAR_COLOURS:
        return True
    parents = {name: kind.parent for name, kind in CATEGORIES.items()}
    return parents.get(first) == second or parents.get(second) == first
