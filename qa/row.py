"""One line of a table of scores."""

from collections import Counter
from collections.abc import Sequence
from math import sqrt

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

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the accuracy, as if questions were independent.

        Questions about one video are not quite: with few videos the true interval is wider.
        """
        n, p, z = self.questions, self.accuracy, 1.959964
        if not n:
            return 0.0, 1.0
        middle, spread = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        whole = 1 + z * z / n
        return round(max(0.0, (middle - spread) / whole), 4), round(min(1.0, (middle + spread) / whole), 4)


def row(group: str, names: Sequence[str], grades: dict[str, Grade]) -> Row:
    """The row of some questions."""
    outcomes = Counter(grades[n].outcome if n in grades else "missing" for n in names)
    told = {name: outcomes[name] for name in (*OUTCOMES, "missing") if outcomes[name]}
    score = round(sum(grades[n].score for n in names if n in grades), 6)
    return Row(group, len(names), outcomes["correct"], score, told)
