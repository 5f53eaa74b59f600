"""From a replay to six questions, each with its proof."""

from collections.abc import Iterable

import msgspec

from ..core.catalog import questions, simulator
from ..core.errors import CheckFailed, IllegalOp
from ..core.seeds import Rng, Seed
from ..schemas.answers import Answer, Plan
from ..schemas.question import LEVELS, SKILLS, Certificate, Difficulty, Query, Question, Skill
from ..simulators.replay import Replay
from .grade import grade_answer, same
from .reason.base import Draft, NoQuestion, Questions, Wanted
from .reply import Unreadable, read_answer

ATTEMPTS = 6
"""Drafts of a question until one has no flaw; else the first is taken."""
RARE = ("none", "0", "equal 0")
"""Answers that are given at stated rates."""


def ask(
    replay: Replay, seed: Seed, wanted: Wanted, *, canary: str = "", skills: Iterable[Skill] = SKILLS
) -> tuple[Question, ...]:
    """The questions of a script, one a skill, each with chance of its own.

    Raises NoQuestion when a skill has none that keeps the rules, and CheckFailed when the two ways of
    computing an answer disagree (a bug of ours, never silently dropped).
    """
    asker: Questions = questions(replay.script.world)
    asked: list[Question] = []
    said: set[tuple[str, ...]] = set()
    for skill in skills:
        first: Question | None = None
        chosen: Question | None = None
        for attempt in range(ATTEMPTS):
            question = _draft(asker, replay, seed.at(skill, attempt).rng(), wanted, skill)
            first = first or question
            # Rare answers have their stated rate at the first draft; a second one must not add to it.
            rare = question.text in RARE
            if not (rare and attempt) and (rare or not _flawed(asker, replay, question, said)):
                chosen = question
                break
        chosen = chosen or first
        assert chosen is not None
        said.add(_items(chosen.answer))
        asked.append(chosen)
    return tuple(msgspec.structs.replace(question, canary=canary) for question in asked)


def _flawed(asker: Questions, replay: Replay, question: Question, said: set[tuple[str, ...]]) -> bool:
    """Whether a better question may be had: the answer is a sibling's, is what the reveal shows, or does
    not depend on any operation."""
    items = _items(question.answer)
    if (items and items in said) or not question.difficulty.effective:
        return True
    if question.kind not in ("hidden_end", "probe", "across", "hypothetical"):
        return False
    frozen = Replay(replay.sim, replay.script, (replay.revealed,) * len(replay.states))
    try:
        return asker.answer(question.query, frozen) == question.answer
    except IllegalOp:
        return False


def _items(answer: Answer) -> tuple[str, ...]:
    return tuple(sorted(getattr(answer, "items", ())))


def _draft(asker: Questions, replay: Replay, rng: Rng, wanted: Wanted, skill: Skill) -> Question:
    draft: Draft = getattr(asker, skill)(replay, rng, wanted)
    answer = draft.answer if draft.answer is not None else asker.answer(draft.query, replay)
    return _question(asker, replay, rng, draft, answer)


def _question(asker: Questions, replay: Replay, rng: Rng, draft: Draft, answer: Answer) -> Question:
    skill = draft.query.skill
    critical = critical_operations(asker, draft.query, replay, answer)
    certificate = certify(asker, draft.query, replay, answer, critical)
    script, text = replay.script, answer.text
    return Question(
        id=f"{script.id}-{skill}",
        video=script.id,
        world=script.world,
        skill=skill,
        kind=draft.query.kind,
        level=LEVELS[skill],
        size=script.size,
        ops=replay.count,
        reveal=script.reveal,
        canary="",
        prompt=prompt(asker, replay, draft, answer, rng),
        query=draft.query,
        answer=answer,
        text=text,
        difficulty=difficulty(replay, draft.query, answer, critical),
        certificate=certificate,
    )


def prompt(asker: Questions, replay: Replay, draft: Draft, answer: Answer, rng: Rng) -> str:
    """The whole text for a model: rules, question, form with an example that is not right."""
    script = replay.script
    example = next((e for e in draft.examples if not _right(script.world, answer, e)), None)
    if example is None:
        raise NoQuestion("every example of the form is a right answer")
    moments = rng.choice(
        (
            'Below, "at the start" means before operation 1 and "at the end" means after the last operation.',
            'In what follows, "at the start" is before operation 1, "at the end" is after the last operation.',
        )
    )
    end = rng.choice(
        (
            "End your reply with one line that reads `Final answer:` followed by the answer.",
            "Finish with a single line: `Final answer:` and then the answer.",
            "The last line of your reply must be `Final answer:` followed by the answer and nothing else.",
        )
    )
    return (
        f"{asker.rules(script.size, rng)}\n{asker.revealed(script.reveal, script.size, rng)} {moments}\n\n"
        f"{draft.ask}\n\n{draft.form} Example: {example}\n{end}"
    )


def _right(world: str, answer: Answer, example: str) -> bool:
    """Whether an example would be graded right."""
    if isinstance(answer, Plan):
        # Fewer operations than the shortest plan has cannot reach the goal.
        return example.count(";") + 1 >= answer.shortest and grade_answer(world, answer, example).score > 0
    read = _read_example(world, answer, example)
    return read is not None and same(read, answer)


_EXAMPLES: dict[tuple[str, type, str, str], Answer | None] = {}


def _read_example(world: str, like: Answer, example: str) -> Answer | None:
    """An example as an answer of that kind, read once; None if it is only the beginning of one."""
    key = (world, type(like), getattr(like, "token", ""), example)
    if key not in _EXAMPLES:
        try:
            read = read_answer(example, like, simulator(world).token)
        except Unreadable:
            read = ()
        _EXAMPLES[key] = None if isinstance(read, tuple) else read
    return _EXAMPLES[key]


def critical_operations(asker: Questions, query: Query, replay: Replay, answer: Answer) -> tuple[int, ...]:
    """Numbers of the operations that change the answer, or make it impossible, when left out."""
    critical = []
    for number in range(1, replay.count + 1):
        shorter = replay.without(number)
        if shorter is None:
            critical.append(number)
        elif query.kind in _OF_THE_HIDDEN_END and shorter.hidden == replay.hidden:
            continue
        elif _changed(asker, query, shorter, answer):
            critical.append(number)
    return tuple(critical)


_OF_THE_HIDDEN_END = ("hidden_end", "hypothetical", "ends")
"""Kinds whose answer follows from the two ends alone; the revealed one never changes."""


def _changed(asker: Questions, query: Query, shorter: Replay, answer: Answer) -> bool:
    if isinstance(answer, Plan):
        return not asker.works(answer, shorter.hidden)
    try:
        return asker.answer(query, shorter) != answer
    except (IllegalOp, IndexError):
        return True


def difficulty(replay: Replay, query: Query, answer: Answer, critical: tuple[int, ...]) -> Difficulty:
    """What was measured of a question's difficulty."""
    length = answer.shortest if isinstance(answer, Plan) else len(query.args.get("hyp", ())) or None
    span = critical[-1] - critical[0] + 1 if critical else 0
    return Difficulty(replay.count, len(critical), span, length)


def certify(
    asker: Questions, query: Query, replay: Replay, answer: Answer, critical: tuple[int, ...]
) -> Certificate:
    """Work the answer out a second time from what is seen; raises CheckFailed if it differs."""
    second = asker.witness(query, replay.seen, answer)
    if second != answer:
        raise CheckFailed(
            f"{replay.script.id} {query.skill}: the simulator gives {answer.text!r}, "
            f"the second way gives {second.text!r}",
            hint="this is a bug of the world: please report it with the id",
        )
    return Certificate(asker.method, second.text, critical, asker.determined)
