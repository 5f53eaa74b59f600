"""From drafts to questions: every check that a draft must pass, letters, the four variants, the proof."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...core.deal import Deal
from ...core.errors import CheckFailed
from ...core.seeds import Rng, Seed
from ...schemas.scene_question import (
    LEVEL,
    VARIANTS,
    Letter,
    Option,
    QuestionType,
    SceneCertificate,
    SceneQuestion,
    Sighting,
    Variant,
    types_of,
)
from ...schemas.vocabulary import clash
from .base import Ask, Draft, NoQuestion, Questions, World
from .catalog import questions

NONE = "None of these"
LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D", "E")
_MEANS_NONE = re.compile(
    r"\b(none|neither|nothing|nobody|no one|no effect|"
    r"cannot be (told|known|determined)|not (in|on|at|by) (either|any))\b",
    re.IGNORECASE,
)


class Asked(NamedTuple):
    """A draft that has passed, with its place in the set of questions."""

    type: QuestionType
    draft: Draft
    core: bool


def means_none(text: str) -> bool:
    """Whether an option already says that none of the others holds; `None of these` beside it would clash."""
    return _MEANS_NONE.search(text) is not None


# --- choosing and checking ------------------------------------------------------------------------


def draft_of(ask: Ask, world: World, kind: QuestionType, index: int, seed: Seed, attempt: int) -> Draft:
    """One draft: slots by balanced deals of the cell, words by the attempt's chance."""
    deal = Deal(seed.at("deal", kind), index, attempt)
    return ask(world, deal, seed.at("words", kind, index, attempt).rng())


def choose(asker: Questions, kind: QuestionType, index: int, seed: Seed) -> Ask:
    """Which question of a cell an item asks; dealt, so that each comes as often."""
    return Deal(seed.at("template", kind), index).pick("template", asker.cells[kind])


def core_ask(asker: Questions) -> tuple[QuestionType, Ask]:
    """The core question's cell and function: the first of its cell."""
    for kind, asks in asker.cells.items():
        if asks and getattr(asks[0], "__name__", "") == asker.core:
            return kind, asks[0]
    raise CheckFailed(
        f"{asker.task} has no core question {asker.core}", hint="its name is the first of its cell's functions"
    )


def check(draft: Draft, world: World) -> None:
    """All that holds for a draft whatever its task; raises NoQuestion, or CheckFailed for a bug of ours."""
    texts = [draft.gold, *(wrong.text for wrong in draft.wrong)]
    if len(texts) not in (3, 4) or len(set(texts)) != len(texts):
        raise NoQuestion(f"{draft.template}: options are not three or four different ones")
    for i, first in enumerate(texts):
        for second in texts[i + 1 :]:
            if clash(first, second):
                raise NoQuestion(f"{draft.template}: two options are too near to be told apart")
    judged = world if draft.after is None else World(draft.after, None)
    if not draft.test(judged, draft.gold):
        raise CheckFailed(
            f"{world.scene.id} {draft.template}: the second way does not give {draft.gold!r}",
            hint="this is a bug of the task: please report it with the id",
        )
    for wrong in draft.wrong:
        if draft.test(judged, wrong.text):
            raise NoQuestion(f"{draft.template}: a second option is true")
    if draft.factual is not None and draft.factual == draft.gold:
        raise NoQuestion(f"{draft.template}: the change changes nothing")
    if not draft.sees:
        raise CheckFailed(f"{draft.template} names nothing to see", hint="give it its sightings")


def sightings(draft: Draft, world: World) -> tuple[Sighting, ...]:
    """The proof that the video shows what is asked about; raises NoQuestion where it does not."""
    sight = world.sight
    if sight is None:
        return ()
    found = []
    for see in draft.sees:
        frames = sight.seen(see.id, see.start, see.end, see.cells)
        if frames < see.frames:
            kind = world.thing(see.id).role
            raise NoQuestion(f"{draft.template}: {kind} shown in {min(frames, 9)} of {see.frames} frames")
        found.append(Sighting(see.id, round(see.start, 2), round(see.end, 2), frames, see.cells))
    return tuple(found)


def ask(
    world: World, index: int, seed: Seed, attempt: int, *, lenient: bool = False
) -> tuple[tuple[Asked, ...], dict[str, str]]:
    """The checked drafts of every cell of the scene's task.

    Raises NoQuestion for the first cell that cannot be filled; with `lenient` (scenes that a person wrote)
    such cells are left out and told with their reasons.
    """
    asker = questions(world.scene.task)
    found: list[Asked] = []
    dropped: dict[str, str] = {}
    for kind in types_of(world.scene.task):
        chosen = choose(asker, kind, index, seed)
        others = [one for one in asker.cells[kind] if one is not chosen] if lenient else []
        for one in (chosen, *others):
            try:
                draft = draft_of(one, world, kind, index, seed, attempt)
                check(draft, world)
                sightings(draft, world)
            except NoQuestion as fault:
                if not lenient:
                    raise NoQuestion(f"{kind} {fault}") from None
                dropped.setdefault(kind, str(fault))
                continue
            dropped.pop(kind, None)
            found.append(Asked(kind, draft, draft.template == asker.core))
            break
    return tuple(found), dropped


def openable(draft: Draft, world: World) -> bool:
    """Whether the answer can be asked for without options: a quantity, a number, one word, or a thing's name.

    Longer answers can be said rightly in many ways, and a right answer must never be graded wrong.
    """
    if not draft.open:
        return False
    bare = re.sub(r"^(an?|the) ", "", draft.gold)
    short = re.fullmatch(r"[A-Za-z]+|[0-9]+", bare) is not None
    return draft.quantity is not None or short or bare in {thing.label for thing in world.scene.things}


# --- letters and variants -------------------------------------------------------------------------


@dataclass(frozen=True)
class Frame:
    """What all questions of a scene have in common."""

    theme: str
    depth: int
    canary: str
    index: int
    seed: Seed
    """Of the task: letters are dealt over its items."""


def variants(
    asked: Asked, world: World, frame: Frame, alternatives: tuple[int, ...], wanted: Sequence[Variant] = VARIANTS
) -> tuple[SceneQuestion, ...]:
    """The variants of one question, as far as they make sense."""
    draft, kind = asked.draft, asked.type
    order = frame.seed.at("variants", kind, frame.index)
    right = Option(draft.gold, None, None)
    wrong = [Option(w.text, w.refuted, w.mistake) for w in order.rng().shuffled(draft.wrong)]
    none = any(means_none(option.text) for option in (right, *wrong))
    certificate = SceneCertificate(
        draft.why,
        draft.change,
        sightings(draft, world),
        world.sight.grid if world.sight is not None else (0, 0),
        alternatives if asked.core else (),
    )
    made = []
    for variant in wanted:
        options: tuple[Option, ...] = ()
        letter: Letter | None = None
        # A chance of its own: what one variant says does not depend on which others are asked for.
        rng = order.at(variant).rng()
        if variant == "open":
            if not openable(draft, world):
                continue
        elif variant == "base":
            options, letter = _laid(right, wrong, frame, kind, variant)
        elif none:
            continue
        elif variant == "none_extra":
            refuted = f"{draft.gold} is right"
            extra = Option(NONE, refuted, "holds back although a right option is there")
            options, letter = _laid(right, rng.shuffled([*wrong, extra]), frame, kind, variant)
        else:
            options, letter = _laid(Option(NONE, None, None), wrong, frame, kind, variant)
        text = draft.gold if variant != "none_answer" else NONE
        quantity = draft.quantity if variant == "open" else None
        made.append(
            SceneQuestion(
                id=f"{world.scene.id}-{kind.lower()}-{variant}",
                video=world.scene.id,
                task=world.scene.task,
                type=kind,
                template=draft.template,
                core=asked.core,
                variant=variant,
                level=LEVEL[kind],
                theme=frame.theme,
                depth=frame.depth,
                canary=frame.canary,
                prompt=prompt(draft, options, variant, rng),
                stem=draft.stem,
                options=options,
                letter=letter,
                text=text,
                accept=draft.accept if variant == "open" else (),
                quantity=quantity,
                certificate=certificate,
            )
        )
    return tuple(made)


def _laid(
    right: Option, wrong: Sequence[Option], frame: Frame, kind: QuestionType, variant: Variant
) -> tuple[tuple[Option, ...], Letter]:
    """The options in the order of their letters; the right one's is dealt over the items of the cell."""
    count = len(wrong) + 1
    at = Deal(frame.seed.at("letters", kind, variant), frame.index).pick("letter", range(count))
    options = [*wrong[:at], right, *wrong[at:]]
    return tuple(options), LETTERS[at]


def prompt(draft: Draft, options: Sequence[Option], variant: Variant, rng: Rng) -> str:
    """The whole text for a model."""
    head = rng.choice(
        ("Watch the video and answer the question.", "Answer this question about the video.", "Look at the video.")
    )
    if variant == "open":
        if draft.quantity is not None:
            unit = draft.quantity.unit
            what = f"a number in {_UNITS[unit]}" if unit else "a number"
            form = f"Give {what}. End your reply with one line: `Final answer:` and then the number."
            if unit:
                form = form[:-1] + f" with its unit, for example `Final answer: {_EXAMPLE[unit]}`."
        else:
            form = rng.choice(
                (
                    "Answer in a few words. End your reply with one line: `Final answer:` and then the answer.",
                    "Be brief. The last line of your reply must be `Final answer:` followed by the answer.",
                )
            )
        return f"{head}\n\n{draft.stem}\n\n{form}"
    lines = "\n".join(f"{letter}. {option.text}" for letter, option in zip(LETTERS, options, strict=False))
    form = rng.choice(
        (
            "Exactly one option is right. End your reply with one line: `Final answer:` and then its letter.",
            "One option is right. The last line of your reply must be `Final answer:` followed by its letter.",
        )
    )
    return f"{head}\n\n{draft.stem}\n\n{lines}\n\n{form}"


_UNITS = {"m": "metres", "cm": "centimetres", "m/s": "metres per second", "deg": "degrees", "s": "seconds"}
_EXAMPLE = {"m": "123 m", "cm": "1234 cm", "m/s": "123 m/s", "deg": "1234 deg", "s": "1234 s"}
