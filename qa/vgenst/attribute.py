"""OA, attributes of objects, for any task: colour, pattern, and which thing has a pattern.

Wrong options are the attributes of other things in the scene wherever it has enough of them, so that they
come from where the right one comes from. A colour question must not name its thing by its label (that holds
the colour): it says `the mug`, or what the caller's `refer` gives (`the container on the far left`).

Use: `cells = {"OA": (attribute.pattern_of("container"), attribute.colour_of("anchor"))}`.
"""

from collections.abc import Callable
from typing import get_args

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Role, Thing
from ...schemas.vocabulary import Pattern, clash
from . import common
from .base import CELLS, FRAMES, Ask, Draft, NoQuestion, See, World, Wrong, the

Refer = Callable[[World, Thing], str | None]
"""Words for a thing without its colour, with article: `the mug`; None if there are none."""

PATTERN_WORDS: dict[Pattern, str] = {
    "plain": "plain, without any pattern",
    "striped": "striped",
    "dotted": "dotted",
    "checked": "checked, like a chessboard",
}
assert tuple(PATTERN_WORDS) == get_args(Pattern)
SHOWN_PATTERNS: tuple[Pattern, ...] = ("striped", "dotted", "checked")
"""Those asked about: bands, labels and lids of a recipe leave no thing quite plain."""
SHOWS_PATTERN = ("mug", "jar", "pot", "vase", "bucket", "box")
"""Vessels with large smooth faces; slats, staves and weave break a pattern up."""


def by_category(world: World, thing: Thing) -> str | None:
    """`the mug`, if no other thing of the scene is one."""
    alone = sum(1 for t in world.scene.things if t.category == thing.category) == 1
    return the(thing.category) if alone else None


def colour_of(*roles: Role, refer: Refer = by_category, cells: int = CELLS) -> Ask:
    """What colour a thing of these roles has; `cells` as in See."""

    def ask(world: World, deal: Deal, rng: Rng) -> Draft:
        named = [(t, words) for t in _shown(world, roles, cells) if (words := refer(world, t)) is not None]
        if not named:
            raise NoQuestion("no thing can be named without its colour")
        thing, words = named[deal.pick(f"OA colour of {len(named)}", range(len(named)))]
        mates = rng.shuffled([t for t in world.scene.having(*roles) if t.id != thing.id])
        pool: list[tuple[str, str]] = [(t.colour, f"takes the colour of the {t.label}") for t in mates]
        whose = {t.colour: t.label for t in world.scene.things if t.role not in roles and t.role != "decor"}
        for colour in common.colours(rng):
            label = whose.get(colour)
            pool.append((colour, f"takes the colour of the {label}" if label else "misremembers the colour"))
        chosen: list[tuple[str, str]] = []
        for tint, mistake in pool:
            if len(chosen) < 3 and not any(clash(tint, c) for c in (thing.colour, *(c for c, _ in chosen))):
                chosen.append((tint, mistake))
        if len(chosen) < 3:
            raise NoQuestion("too few colours that can be told apart")

        def test(other: World, text: str) -> bool:
            return thing.id in {t.id for t in other.scene.things if t.colour == text}

        return Draft(
            template="colour_of",
            stem=rng.choice((f"What colour is {words}?", f"Which colour does {words} have?")),
            gold=thing.colour,
            wrong=tuple(Wrong(c, mistake, f"{words} is {thing.colour}") for c, mistake in chosen),
            why=f"{words} is {thing.colour}",
            sees=(See(thing.id, 0.0, world.scene.duration, cells=cells),),
            test=test,
        )

    return ask


def pattern_of(*roles: Role, cells: int = 90) -> Ask:
    """Which of the three patterns a thing of these roles has; the right one is dealt among those there.

    `cells` as in See: a pattern needs more of the picture than a colour.
    """

    def ask(world: World, deal: Deal, rng: Rng) -> Draft:
        shown = [t for t in _shown(world, roles, cells) if _tells(t)]
        wanted = deal.pick("OA pattern", SHOWN_PATTERNS)
        having = [t for t in shown if t.pattern == wanted] or shown
        if not having:
            raise NoQuestion("nothing is shown well enough to ask for its pattern")
        thing = having[deal.pick(f"OA pattern of {len(having)}", range(len(having)))]
        wrong = tuple(
            Wrong(PATTERN_WORDS[p], _whose(world, roles, thing, p), f"the {thing.label} is {thing.pattern}")
            for p in SHOWN_PATTERNS
            if p != thing.pattern
        )

        def test(other: World, text: str) -> bool:
            return thing.id in {t.id for t in other.scene.things if text.startswith(t.pattern)}

        return Draft(
            template="pattern_of",
            stem=rng.choice(
                (
                    f"What does the outside of the {thing.label} look like?",
                    f"Which pattern is on the outside of the {thing.label}?",
                    f"How is the surface of the {thing.label} patterned?",
                )
            ),
            gold=PATTERN_WORDS[thing.pattern],
            wrong=wrong,
            why=f"the {thing.label} is {thing.pattern}",
            sees=(See(thing.id, 0.0, world.scene.duration, cells=cells),),
            test=test,
            accept=(thing.pattern,),
        )

    return ask


def patterned(*roles: Role, noun: str, cells: int = 90) -> Ask:
    """Which thing of these roles is striped (dotted, ...); `noun` says what they are: `container`."""

    def ask(world: World, deal: Deal, rng: Rng) -> Draft:
        shown = [t for t in _shown(world, roles, cells) if t.category in SHOWS_PATTERN]
        having: dict[str, list[Thing]] = {}
        for t in world.scene.having(*roles):
            having.setdefault(t.pattern, []).append(t)
        alone = [
            found[0] for found in having.values() if len(found) == 1 and found[0] in shown and _tells(found[0])
        ]
        if not alone or len(shown) < 3:
            raise NoQuestion("no thing is the only one with its pattern")
        thing = alone[deal.pick(f"OA patterned of {len(alone)}", range(len(alone)))]
        others = rng.shuffled([t for t in shown if t.id != thing.id])[:3]
        word = thing.pattern

        def test(other: World, text: str) -> bool:
            return [t.label for t in other.scene.having(*roles) if t.pattern == thing.pattern] == [text[4:]]

        return Draft(
            template="patterned",
            stem=rng.choice((f"Which {noun} is {word} on the outside?", f"Which of these {noun}s is {word}?")),
            gold=the(thing.label),
            wrong=tuple(
                Wrong(the(t.label), "mixes up whose pattern it is", f"the {t.label} is {t.pattern}")
                for t in others
            ),
            why=f"the {thing.label} is the only {word} {noun}",
            sees=tuple(See(t.id, 0.0, world.scene.duration, cells=cells) for t in (thing, *others)),
            test=test,
            open=False,
        )

    return ask


def _shown(world: World, roles: tuple[Role, ...], cells: int) -> list[Thing]:
    """The things of some roles that are large enough in the picture for long enough."""
    things = world.scene.having(*roles)
    if world.sight is None:
        return list(things)
    return [t for t in things if world.sight.seen(t.id, 0, world.scene.duration, cells) >= FRAMES]


def _tells(thing: Thing) -> bool:
    """Whether a thing has a pattern that its shape shows."""
    return thing.pattern in SHOWN_PATTERNS and thing.category in SHOWS_PATTERN


def _whose(world: World, roles: tuple[Role, ...], thing: Thing, pattern: str) -> str:
    """The mistake that leads to another pattern."""
    labels = [t.label for t in world.scene.having(*roles) if t.pattern == pattern and t.id != thing.id]
    return f"takes the pattern of the {labels[0]}" if labels else f"takes it for {pattern}"
