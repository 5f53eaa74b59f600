"""What can be told from letters and words alone, over the questions of a whole edition.

Every policy sees the other questions with their right letters, and of the question that it answers the text
only; never the video. A question's own video is left out of what is learned (leave one out). Where a policy
cannot tell several options apart it scores its share of them, so rates have no chance of their own.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log, sqrt

from ..schemas.record import Record
from ..schemas.scene_question import SceneQuestion

BOUND = 0.03
"""How far above chance the rate of a policy may lie over an edition."""
NOISE = 3.5
"""Standard errors that a rate over fewer questions may lie above the bound before it counts as a fault: some
500 cells are looked at together."""

LUMPS = 1.7
"""Letters are dealt in packs, so agreements come in lumps: two shuffled packs of four agree in k places, and
each of them counts twice. That makes the spread of what is learned from letters this much wider."""
ENOUGH = 60
"""Questions below which a rate is told and not judged: what is learned from a handful agrees by chance."""

Policy = Callable[["Book", SceneQuestion], Sequence[float]]
"""A weight for each option; the policy takes one of the heaviest."""


class Rate(Record, frozen=True):
    """How often a policy was right."""

    policy: str
    over: str
    """`all`, a task, a type, `TASK-TYPE`, or a template."""
    tried: int
    right: float
    """Right answers; a tie over k options counts 1/k."""
    chance: float
    """Mean of one over the number of options."""

    @property
    def share(self) -> float:
        """Right of tried."""
        return self.right / self.tried if self.tried else 0.0

    @property
    def above(self) -> float:
        """How far above chance; negative below."""
        return self.share - self.chance

    @property
    def fault(self) -> bool:
        """Whether the rate is above the bound by more than chance explains."""
        noise = sqrt(self.chance * (1 - self.chance) / max(1, self.tried))
        return self.tried >= ENOUGH and self.above > BOUND + NOISE * noise * (
            LUMPS if "letter" in self.policy else 1
        )


class Book:
    """What there is to learn from the other questions."""

    def __init__(self, questions: Sequence[SceneQuestion]) -> None:
        self.letters: Counter[tuple[object, ...]] = Counter()
        self.offered: Counter[tuple[str, str]] = Counter()
        self.right: Counter[tuple[str, str]] = Counter()
        self.words_offered: Counter[tuple[str, str]] = Counter()
        self.words_right: Counter[tuple[str, str]] = Counter()
        self.sums: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.siblings: dict[tuple[str, str], str] = {}
        self.types: dict[str, list[str]] = defaultdict(list)
        for question in questions:
            self.siblings[question.video, question.type] = question.letter or ""
            self.types[question.video].append(question.type)
        for question in questions:
            self.learn(question, 1)

    def before(self, question: SceneQuestion) -> str:
        """The right letter of the video's question of the type before; empty for the first."""
        types = [kind for kind in self.types[question.video] if kind < question.type]
        return self.siblings[question.video, max(types)] if types else ""

    def learn(self, question: SceneQuestion, times: int) -> None:
        """Take a question in, or out again with -1."""
        cell = (question.task, question.type, len(question.options))
        self.letters[*cell, question.letter] += times
        self.letters[*cell, "after", self.before(question), question.letter] += times
        for modulus in MODULI:
            self.letters[*cell, modulus, _place(question) % modulus, question.letter] += times
        for number, option in enumerate(question.options):
            right = "ABCDE"[number] == question.letter
            key = (f"{question.task} {question.template}", option.text)
            value = _number(option.text)
            if right and value is not None and value > 0:
                self.sums[key[0]] += times * round(1_000_000 * log(value))
                self.counts[key[0]] += times
            self.offered[key] += times
            self.right[key] += times * right
            for word in sorted(set(option.text.lower().split())):
                at = (key[0], word)
                self.words_offered[at] += times
                self.words_right[at] += times * right


def _modal_letter(book: Book, q: SceneQuestion) -> Sequence[float]:
    cell = (q.task, q.type, len(q.options))
    return [book.letters[*cell, letter] for letter in "ABCDE"[: len(q.options)]]


def _option_text(book: Book, q: SceneQuestion) -> Sequence[float]:
    template = f"{q.task} {q.template}"
    # A word seen once or twice says little: pulled towards chance.
    prior = 1 / len(q.options)
    return [(book.right[template, o.text] + 2 * prior) / (book.offered[template, o.text] + 2) for o in q.options]


def _option_words(book: Book, q: SceneQuestion) -> Sequence[float]:
    template, prior = f"{q.task} {q.template}", 1 / len(q.options)
    scores = []
    for option in q.options:
        words = sorted(set(option.text.lower().split()))
        rates = [
            (book.words_right[template, w] + 4 * prior) / (book.words_offered[template, w] + 4) for w in words
        ]
        scores.append(sum(rates) / max(1, len(rates)))
    return scores


def _lengths(sign: int) -> Policy:
    return lambda book, q: [sign * len(option.text) for option in q.options]


def _echo(book: Book, q: SceneQuestion) -> Sequence[float]:
    stem = set(q.stem.lower().replace("?", " ").split())
    return [len(stem & set(option.text.lower().split())) for option in q.options]


def _odd(book: Book, q: SceneQuestion) -> Sequence[float]:
    """Shares the fewest words with the other options."""
    bags = [set(option.text.lower().split()) for option in q.options]
    return [-sum(len(a & b) for j, b in enumerate(bags) if j != i) for i, a in enumerate(bags)]


def _common(book: Book, q: SceneQuestion) -> Sequence[float]:
    return [-score for score in _odd(book, q)]


def _sibling(book: Book, q: SceneQuestion) -> Sequence[float]:
    """The letter of the video's question before."""
    letter = book.before(q)
    return [float(one == letter) for one in "ABCDE"[: len(q.options)]]


def _after_sibling(book: Book, q: SceneQuestion) -> Sequence[float]:
    """The letter that most often goes with the sibling's in other videos."""
    cell = (q.task, q.type, len(q.options))
    return [book.letters[*cell, "after", book.before(q), letter] for letter in "ABCDE"[: len(q.options)]]


MODULI = (2, 3, 4, 5, 6)


def _place(question: SceneQuestion) -> int:
    """Index of the video, as its id tells; 0 where it does not."""
    digits = question.video.rpartition("-i")[2]
    return int(digits) if digits.isdigit() else 0


def _by_place(modulus: int) -> Policy:
    """The letter that is most frequent at places of the same remainder."""

    def weights(book: Book, q: SceneQuestion) -> Sequence[float]:
        cell = (q.task, q.type, len(q.options), modulus, _place(q) % modulus)
        return [book.letters[*cell, letter] for letter in "ABCDE"[: len(q.options)]]

    return weights


def _number(text: str) -> float | None:
    try:
        return float(text.split()[0])
    except (ValueError, IndexError):
        return None


def _usual(book: Book, q: SceneQuestion) -> Sequence[float]:
    """The number nearest to the (geometric) mean of the template's right ones."""
    template, values = f"{q.task} {q.template}", [_number(option.text) for option in q.options]
    if not book.counts[template] or any(value is None or value <= 0 for value in values):
        return [0.0] * len(values)
    mean = book.sums[template] / book.counts[template] / 1_000_000
    return [-abs(log(value) - mean) for value in values if value is not None]


def _rank(place: int) -> Policy:
    def weights(book: Book, q: SceneQuestion) -> Sequence[float]:
        values = [_number(option.text) for option in q.options]
        if any(value is None for value in values):
            return [0.0] * len(values)
        order = sorted(range(len(values)), key=lambda i: (values[i], i))
        return [float(i == order[min(place, len(order) - 1)]) for i in range(len(values))]

    return weights


POLICIES: Mapping[str, Policy] = {
    "modal letter of the cell": _modal_letter,
    "option most often right in the template": _option_text,
    "words most often right in the template": _option_words,
    "longest option": _lengths(1),
    "shortest option": _lengths(-1),
    "option that echoes the stem": _echo,
    "option least like the others": _odd,
    "option most like the others": _common,
    "letter of the sibling before": _sibling,
    "letter that goes with the sibling's": _after_sibling,
    **{f"modal letter by place modulo {modulus}": _by_place(modulus) for modulus in MODULI},
    "number nearest to the usual one": _usual,
    "smallest number": _rank(0),
    "second number": _rank(1),
    "third number": _rank(2),
    "largest number": _rank(3),
}


class Shortcuts(Record, frozen=True):
    """What an audit of an edition found."""

    questions: int
    rates: tuple[Rate, ...]
    constant: tuple[str, ...]
    """Cells `TASK-TYPE` of eight or more questions whose right letter is always the same."""

    @property
    def faults(self) -> tuple[str, ...]:
        """What breaks the gate, in words."""
        found = [f"the right letter of {cell} is always the same" for cell in self.constant]
        found += [
            f"{rate.policy}: {100 * rate.share:.1f} % on {rate.over}, chance {100 * rate.chance:.1f} %"
            for rate in self.rates
            if rate.fault
        ]
        return tuple(found)


def shortcuts(questions: Iterable[SceneQuestion], *, variant: str = "base") -> Shortcuts:
    """Try every policy on the multiple-choice questions of one variant."""
    asked = [q for q in questions if q.variant == variant and q.letter is not None]
    by_video: dict[str, list[SceneQuestion]] = defaultdict(list)
    for question in asked:
        by_video[question.video].append(question)
    book = Book(asked)
    tried: Counter[tuple[str, str]] = Counter()
    right: defaultdict[tuple[str, str], float] = defaultdict(float)
    chance: defaultdict[tuple[str, str], float] = defaultdict(float)
    for video in sorted(by_video):
        for question in by_video[video]:
            book.learn(question, -1)
        for question in by_video[video]:
            groups = (
                "all", question.task, question.type, f"{question.task}-{question.type}",
                f"{question.task} {question.template}",
            )  # fmt: skip
            for name, policy in POLICIES.items():
                won = _won(policy(book, question), question)
                for group in groups:
                    tried[name, group] += 1
                    right[name, group] += won
                    chance[name, group] += 1 / len(question.options)
        for question in by_video[video]:
            book.learn(question, 1)
    rates = tuple(
        Rate(name, group, n, round(right[name, group], 6), round(chance[name, group] / n, 6))
        for (name, group), n in sorted(tried.items())
    )
    letters: defaultdict[str, list[str | None]] = defaultdict(list)
    for question in asked:
        letters[f"{question.task}-{question.type}"].append(question.letter)
    constant = tuple(cell for cell, given in sorted(letters.items()) if len(given) >= 8 and len(set(given)) == 1)
    return Shortcuts(len(asked), rates, constant)


def _won(weights: Sequence[float], question: SceneQuestion) -> float:
    """The share of the heaviest options that is right."""
    best = max(weights)
    heaviest = [i for i, weight in enumerate(weights) if weight >= best - 1e-12]
    at = "ABCDE".index(question.letter or "A")
    return 1 / len(heaviest) if at in heaviest else 0.0
