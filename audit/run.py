"""Run the policies over fresh items and hold their rates against the bound."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from math import sqrt

from ..core.seeds import Seed
from ..qa.grade import grade
from ..schemas.question import SKILLS
from ..schemas.record import Record
from .policies import KNOWING, MARK, NULL, Item

BOUND = 0.05
"""Highest true rate that a null policy may have on any world and skill."""


class Rate(Record, frozen=True):
    """How often a policy was right on one world and skill."""

    policy: str
    world: str
    skill: str
    tried: int
    right: int

    @property
    def share(self) -> float:
        """Right of tried."""
        return self.right / self.tried if self.tried else 0.0

    @property
    def over(self) -> bool:
        """Whether the rate is above the bound by more than three standard errors."""
        return self.share > BOUND + 3 * sqrt(BOUND * (1 - BOUND) / max(1, self.tried))


class Audit(Record, frozen=True):
    """What an audit found."""

    questions: int
    gold: int
    """Gold replies in canonical text that were graded right; must be all of them."""
    rates: tuple[Rate, ...]
    """Null policies."""
    knowing: tuple[Rate, ...]
    """Policies that see much of the video, for information: not a gate."""

    @property
    def faults(self) -> tuple[str, ...]:
        """What breaks the gate, in words."""
        found = [f"{self.questions - self.gold} gold replies are not graded right"] * (self.gold != self.questions)
        found += [
            f"{rate.policy} scores {100 * rate.share:.1f} % on {rate.world} {rate.skill}"
            for rate in self.rates
            if rate.over
        ]
        return tuple(found)


def audit(items: Iterable[Item], seed: Seed) -> Audit:
    """Grade gold, null policies and the miss-one viewer on items."""
    tried: Counter[tuple[str, str, str]] = Counter()
    right: Counter[tuple[str, str, str]] = Counter()
    scored: Counter[tuple[str, str, str]] = Counter()
    seen: Counter[tuple[str, str, str]] = Counter()
    texts: dict[tuple[str, str], list[str]] = defaultdict(list)
    total = gold = 0
    for item in items:
        for question in item.questions:
            total += 1
            gold += grade(question, f"{MARK}{question.text}").score == 1.0
            place: tuple[str, str] = (question.world, question.skill)
            texts[place].append(question.text)
            for name in NULL:
                rng = seed.at(name, question.id).rng()
                reply = NULL[name](item, question, rng)
                if reply is not None:
                    tried[name, *place] += 1
                    right[name, *place] += grade(question, reply).score == 1.0
            for name in KNOWING:
                reply = KNOWING[name](item, question, seed.at(name, question.id).rng())
                if reply is not None:
                    seen[name, *place] += 1
                    scored[name, *place] += grade(question, reply).score == 1.0
    for place, said in texts.items():
        # The constant is learned on one half and tried on the other.
        half = len(said) // 2
        if half:
            constant = Counter(said[:half]).most_common(1)[0][0]
            tried["most frequent", *place] = len(said) - half
            right["most frequent", *place] = sum(text == constant for text in said[half:])
    order: dict[str, int] = {skill: number for number, skill in enumerate(SKILLS)}
    keys = sorted(tried, key=lambda key: (key[0], key[1], order[key[2]]))
    return Audit(
        total,
        gold,
        tuple(Rate(*key, tried[key], right[key]) for key in keys),
        tuple(Rate(*key, seen[key], scored[key]) for key in sorted(seen, key=lambda k: (k[0], k[1], order[k[2]]))),
    )
