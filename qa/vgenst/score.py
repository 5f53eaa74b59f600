"""Groups of scene questions that are summed up: axes of the tasks, circular sets, abstention."""

from collections import Counter
from collections.abc import Iterator

from ...schemas.scene import TASKS, TaskName
from ...schemas.scene_question import SceneQuestion
from ..grade import Grade
from ..row import Row
from .circular import MODES, parts

AXES: dict[TaskName, tuple[str, str, str]] = {
    name: (
        ("Figural", "Vista", "Environmental")[number // 4],
        ("Ego", "Exo")[number % 4 // 2],
        ("Static", "Dynamic")[number % 2],
    )
    for number, name in enumerate(TASKS)
}
"""Scale, perspective and dynamics of each task: one task for each combination."""


def groups(question: SceneQuestion) -> tuple[str, ...]:
    """Groups that a question belongs to; a circular one only to that of its mode."""
    if found := parts(question.id):
        return (f"variant {question.variant}, {found[1]} at each place",)
    scale, perspective, dynamics = AXES[question.task]
    return (
        f"task {question.task}",
        f"type {question.type}",
        f"level {question.level}",
        f"variant {question.variant}",
        f"scale {scale}",
        f"perspective {perspective}",
        f"dynamics {dynamics}",
    )


def together(questions: dict[str, SceneQuestion], grades: dict[str, Grade]) -> Iterator[Row]:
    """Rows of questions that count only together."""
    yield from circular(questions, grades)
    yield from abstention(questions, grades)


def circular(questions: dict[str, SceneQuestion], grades: dict[str, Grade]) -> Iterator[Row]:
    """Right only if the answer is right with the right option at every place."""
    sets: dict[tuple[str, str], list[str]] = {}
    for name in questions:
        if found := parts(name):
            sets.setdefault((found[1], found[0]), []).append(name)
    for mode in MODES:
        mine = [names for (of, _), names in sorted(sets.items()) if of == mode]
        if not mine:
            continue
        rights = [sum(1 for n in names if n in grades and grades[n].outcome == "correct") for names in mine]
        told = Counter(
            # A set with missing questions is never right: N is the number of options.
            "all places" if right == len(questions[names[0]].options) else "some places" if right else "no place"
            for names, right in zip(mine, rights, strict=True)
        )
        count = told["all places"]
        yield Row(f"circular {mode}, all places", len(mine), count, float(count), dict(sorted(told.items())))


def abstention(questions: dict[str, SceneQuestion], grades: dict[str, Grade]) -> Iterator[Row]:
    """Whether `None of these` is chosen exactly where it is right: pairs of none_extra and none_answer."""
    told: Counter[str] = Counter()
    for name, question in questions.items():
        other = f"{name.removesuffix('none_extra')}none_answer"
        if question.variant != "none_extra" or other not in questions:
            continue
        answers, abstains = (n in grades and grades[n].outcome == "correct" for n in (name, other))
        told[_CONFUSION[answers, abstains]] += 1
    if told:
        both = told[_CONFUSION[True, True]]
        rows = {word: told[word] for word in _CONFUSION.values() if told[word]}
        yield Row("none_extra and none_answer", told.total(), both, float(both), rows)


_CONFUSION = {
    (True, True): "both right",
    (True, False): "answers, never abstains",
    (False, True): "abstains, never answers",
    (False, False): "neither right",
}
