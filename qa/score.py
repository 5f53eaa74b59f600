"""Grades of a replies file against a dataset, summed up per world, skill and level (or task, type ...)."""

from collections.abc import Iterator
from pathlib import Path

from ..core.errors import BadFile, near
from ..schemas.prediction import Prediction
from ..schemas.question import Question
from ..schemas.record import Record, decode
from ..schemas.scene_question import SceneQuestion
from .grade import Grade, grade
from .row import Row, row
from .vgenst.grade import grade as grade_scene
from .vgenst.score import groups as scene_groups
from .vgenst.score import together

LONGEST_LINE = 64 << 20
"""Bytes of one line of a replies file; a longer one is refused."""


AnyQuestion = Question | SceneQuestion


class _Head(Record, frozen=True, forbid_unknown_fields=False):
    """As much of a line as tells which product asks."""

    task: str | None = None


def lines_of(path: Path) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, with their numbers; raises BadFile."""
    try:
        with path.open("rb") as stream:
            number = 0
            while line := stream.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise BadFile(f"{path} line {number} is longer than {LONGEST_LINE} bytes", hint="split it")
                if line.strip():
                    yield number, line
    except OSError as fault:
        raise BadFile(f"cannot read {path}: {fault.strerror or fault}", hint="check the path") from fault


def load_questions(path: Path) -> dict[str, AnyQuestion]:
    """The questions of items.jsonl by id; raises BadFile with line and JSON pointer."""
    found: dict[str, AnyQuestion] = {}
    kind: type[AnyQuestion] | None = None
    for number, line in lines_of(path):
        source = f"{path} line {number}"
        if kind is None:
            # One product a file: the first line tells which.
            kind = Question if decode(line, _Head, source=source).task is None else SceneQuestion
        question: AnyQuestion = decode(line, kind, source=source)
        if question.id in found:
            raise BadFile(f"{path} line {number} at /id: {question.id!r} occurs twice", hint="remove one")
        found[question.id] = question
    return found


def grade_any(question: AnyQuestion, reply: str) -> Grade:
    """Grade a reply to a question of any product."""
    return grade_scene(question, reply) if isinstance(question, SceneQuestion) else grade(question, reply)


def grade_file(items: Path, replies: Path) -> tuple[dict[str, Grade], tuple[Row, ...]]:
    """Grades by question id, and rows per world, skill, level and for all.

    Raises BadFile for broken lines, unknown ids and ids that occur twice.
    """
    questions = load_questions(items)
    grades: dict[str, Grade] = {}
    seen: set[str] = set()
    for number, line in lines_of(replies):
        reply: Prediction = decode(line, Prediction, source=f"{replies} line {number}")
        if reply.id not in questions:
            raise BadFile(
                f"{replies} line {number} at /id: no question {reply.id[:80]!r}",
                hint=_nearest(reply.id, questions),
            )
        if reply.id in seen:
            raise BadFile(f"{replies} line {number} at /id: {reply.id!r} occurs twice", hint="keep one reply")
        seen.add(reply.id)
        try:
            if reply.reply is not None:
                grades[reply.id] = grade_any(questions[reply.id], reply.reply)
        except (LookupError, TypeError, ValueError) as fault:
            # Items that keep their schema may still be nonsense to a world.
            raise BadFile(
                f"{items}: {reply.id} does not fit its world ({type(fault).__name__}: {fault})",
                hint="run `gen verify` on the dataset",
            ) from None
    return grades, summary(questions, grades)


def _nearest(name: str, questions: dict[str, AnyQuestion]) -> str:
    hint = near(name[:80], list(questions)[:5000])
    return hint if hint.startswith("did you mean") else "are these replies to another dataset?"


def summary(questions: dict[str, AnyQuestion], grades: dict[str, Grade]) -> tuple[Row, ...]:
    """Rows per world, skill and level (or task, type, level and more), and for all questions."""
    groups: dict[str, list[str]] = {}
    for name, question in questions.items():
        for group in (*_groups(question), "all"):
            groups.setdefault(group, []).append(name)
    rows = [row(group, groups[group], grades) for group in sorted(groups, key=_order)]
    scenes = {name: q for name, q in questions.items() if isinstance(q, SceneQuestion)}
    return (*rows, *together(scenes, grades))


_ORDER = ("world", "skill", "task", "type", "level", "variant", "scale", "perspective", "dynamics", "all")


def _groups(question: AnyQuestion) -> tuple[str, ...]:
    """Groups that a question belongs to."""
    if isinstance(question, Question):
        return f"world {question.world}", f"skill {question.skill}", f"level {question.level}"
    return scene_groups(question)


def _order(group: str) -> tuple[int, str]:
    return _ORDER.index(group.split()[0]), group
