"""OE, existence of objects, for any task: which of four things does the video show?

The options are two colours times two categories, and exactly one of the four is there. So each colour and
each category stands in two options, and the words alone say nothing about which is right. Colours and
categories come from other things of the same role wherever the scene has them.

Use: `cells = {"OE": (existence.appears("container"), existence.appears("content"))}`.
"""

from collections.abc import Iterator

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Role, Thing
from ...schemas.vocabulary import CATEGORIES, Colour, clash
from . import common
from .base import CELLS, FRAMES, Ask, Draft, NoQuestion, See, World, Wrong, an

_STEMS = (
    "Which of these things can be seen in the video?",
    "Which of the following appears at some point in the video?",
    "One of these four things is shown in the video. Which one?",
    "Which of these does the camera show?",
)


def appears(*roles: Role) -> Ask:
    """Which of four things appears; it is asked about the things of these roles, labelled by colour and
    category (`red mug`, `person in red`)."""

    def ask(world: World, deal: Deal, rng: Rng) -> Draft:
        shown = [t for t in world.scene.having(*roles) if form(t) is not None and _shown(world, t)]
        # Of things that look alike (the items of QC) one stands for all.
        pool = list({t.label: t for t in shown}.values())
        if not pool:
            raise NoQuestion("nothing is shown well enough to ask whether it exists")
        first = deal.pick(f"OE thing of {len(pool)}", range(len(pool)))
        # Kinds of the scene first: a kind from elsewhere may be rarer, and then its name would be a clue.
        for foreign in (False, True):
            for thing in pool[first:] + pool[:first]:
                kinds = _foreign(world, thing, rng) if foreign else _kindred(world, thing, roles, rng)
                for colour, category, whose in _others(world, thing, roles, kinds, rng):
                    return _draft(world, thing, colour, category, whose, rng)
        raise NoQuestion("no other colour and category make four things of which one is there")

    return ask


def form(thing: Thing) -> str | None:
    """A label with its colour and category left open: `{colour} {category}`; None if it names them not."""
    if thing.colour not in thing.label.split() or thing.category not in thing.label:
        return None
    return thing.label.replace(thing.category, "{category}", 1).replace(thing.colour, "{colour}", 1)


def _shown(world: World, thing: Thing) -> bool:
    return world.sight is None or world.sight.seen(thing.id, 0, world.scene.duration, CELLS) >= FRAMES


def _there(world: World, colour: str, category: str) -> bool:
    """Whether the scene has such a thing, or one that a viewer may take for it."""
    return any(
        t.category == category and (t.colour == colour or clash(t.colour, colour)) for t in world.scene.things
    )


def _kindred(world: World, thing: Thing, roles: tuple[Role, ...], rng: Rng) -> list[str]:
    """Categories of other things that are asked about and are labelled in the same form."""
    found = [t.category for t in world.scene.having(*roles) if form(t) == form(thing)]
    return rng.shuffled([c for c in dict.fromkeys(found) if c != thing.category])


def _foreign(world: World, thing: Thing, rng: Rng) -> list[str]:
    """Categories that are not in the scene and are of the same use or parent."""
    own = CATEGORIES[thing.category]
    known = {t.category for t in world.scene.things}
    names = [n for n, k in CATEGORIES.items() if (k.uses == own.uses or k.parent == own.parent) and n not in known]
    return common.kinds(rng, names)


def _others(
    world: World, thing: Thing, roles: tuple[Role, ...], categories: list[str], rng: Rng
) -> Iterator[tuple[Colour, str, str]]:
    """Second colour and category, and whose the colour is; colours of the scene come first."""
    tints: list[tuple[Colour, str]] = []
    for mate in rng.shuffled(world.scene.having(*roles)):
        if mate.id != thing.id:
            tints.append((mate.colour, mate.label))
    rest: list[Thing] = rng.shuffled([t for t in world.scene.things if t.role not in (*roles, "decor")])
    whose_else = {t.colour: t.label for t in rest}
    for tint in common.colours(rng):
        tints.append((tint, whose_else.get(tint, "")))
    for category in categories:
        if _there(world, thing.colour, category):
            continue
        for colour, whose in tints:
            if clash(colour, thing.colour) or _there(world, colour, category):
                continue
            if not _there(world, colour, thing.category):
                yield colour, category, whose


def _draft(world: World, thing: Thing, colour: Colour, category: str, whose: str, rng: Rng) -> Draft:
    words = form(thing) or "{colour} {category}"

    def named(c: str, k: str) -> str:
        return an(words.replace("{colour}", c).replace("{category}", k))

    tint = f"takes over the colour of the {whose}" if whose else "mistakes the colour"
    same = sorted(t.label for t in world.scene.things if t.category == category)
    others = (
        f"the only things of that kind are: {', '.join(same)}" if same else f"nothing in the scene is a {category}"
    )
    mistakes = (
        Wrong(named(colour, thing.category), tint, f"the {thing.category} in the scene is {thing.colour}"),
        Wrong(named(thing.colour, category), "remembers the colour but not the thing", others),
        Wrong(named(colour, category), "mixes up colours and things that were seen apart", others),
    )
    gold = named(thing.colour, thing.category)

    def test(other: World, text: str) -> bool:
        return any(_is(t, text) and _shown(other, t) for t in other.scene.things)

    return Draft(
        template="appears",
        stem=rng.choice(_STEMS),
        gold=gold,
        wrong=mistakes,
        why=f"the {thing.label} is in the scene and is shown",
        sees=(See(thing.id, 0.0, world.scene.duration),),
        test=test,
        open=False,
    )


def _is(thing: Thing, text: str) -> bool:
    """Whether a text calls a thing by both its colour and its category."""
    words = f" {text} "
    return f" {thing.colour} " in words and f" {thing.category} " in words
