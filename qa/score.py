"""Grades of a replies file against a dataset, summed up per world, skill and level."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ..core.errors import BadFile, near
from ..schemas.prediction import Prediction
from ..schemas.question import Question
from ..schemas.record import Record, decode
from .grade import OUTCOMES, Grade, grade

LONGEST_LINE = 64 << 20
"""Bytes of one line of a replies file; a longer one is refused."""


class Row(Record, frozen=True):
    """Accuracy of one group of questions."""

    group: str
    """"world number", "skill infer_state", "level 2" or "all"."""
    questions: int
    correct: int
    outcomes: dict[str, int]
    """How often each outcome occurred; "missing" counts questions without a reply."""

    @property
    def accuracy(self) -> float:
        """Share of questions answered right; missing and unreadable replies count as not right."""
        return self.correct / self.questions if self.questions else 0.0


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


def load_questions(path: Path) -> dict[str, Question]:
    """The questions of items.jsonl by id; raises BadFile with line and JSON pointer."""
    found: dict[str, Question] = {}
    for number, line in lines_of(path):
        question: Question = decode(line, Question, source=f"{path} line {number}")
        if question.id in found:
            raise BadFile(f"{path} line {number} at /id: {question.id!r} occurs twice", hint="remove one")
        found[question.id] = question
    return found


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
                grades[reply.id] = grade(questions[reply.id], reply.reply)
        except (LookupError, TypeError, ValueError) as fault:
            # Items that keep their schema may still be nonsense to a world.
            raise BadFile(
                f"{items}: {reply.id} does not fit its world ({type(fault).__name__}: {fault})",
                hint="run `gen verify` on the dataset",
            ) from None
    return grades, summary(questions, grades)


def _nearest(name: str, questions: dict[str, Question]) -> str:
    hint = near(name[:80], list(questions)[:5000])
    return hint if hint.startswith("did you mean") else "are these replies to another dataset?"


def summary(questions: dict[str, Question], grades: dict[str, Grade]) -> tuple[Row, ...]:
    """Rows per world, skill, level and for all questions."""
    groups: dict[str, list[str]] = {}
    for name, question in questions.items():
        for group in (f"world {question.world}", f"skill {question.skill}", f"level {question.level}", "all"):
            groups.setdefault(group, []).append(name)
    rows = []
    for group in sorted(groups, key=_order):
        outcomes = Counter(grades[n].outcome if n in grades else "missing" for n in groups[group])
        told = {name: outcomes[name] for name in (*OUTCOMES, "missing") if outcomes[name]}
        rows.append(Row(group, len(groups[group]), outcomes["correct"], told))
    return tuple(rows)


def _order(group: str) -> tuple[int, str]:
    return ("world", "skill", "level", "all").index(group.split()[0]), group
