"""One line of a table of scores."""

from collections import Counter
from collections.abc import Sequence

from ..schemas.record import Record
from .grade import OUTCOMES, Grade


class Row(Record, frozen=True):
    """Accuracy of one group of questions."""

    group: str
    """"world number", "skill infer_state", "task MC", "level 2", "all"."""
    questions: int
    correct: int
    score: float
    """Sum of scores: as `correct`, but for quantities that are right in part."""
    outcomes: dict[str, int]
    """How often each outcome occurred; "missing" counts questions without a reply."""

    @property
    def accuracy(self) -> float:
        """Mean score; missing and unreadable replies count as not right."""
        return self.score / self.questions if self.questions else 0.0


def row(group: str, names: Sequence[str], grades: dict[str, Grade]) -> Row:
    """The row of some questions."""
    outcomes = Counter(grades[n].outcome if n in grades else "missing" for n in names)
    told = {name: outcomes[name] for name in (*OUTCOMES, "missing") if outcomes[name]}
    score = round(sum(grades[n].score for n in names if n in grades), 6)
    return Row(group, len(names), outcomes["correct"], score, told)
