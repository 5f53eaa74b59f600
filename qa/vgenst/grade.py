"""Exact grading of a reply to a question about a metric scene: letters, words, and quantities."""

from fractions import Fraction

from ...schemas.scene_question import SceneQuestion
from ..grade import Grade
from ..reply import Unreadable, refuses
from .reply import letter_of, quantity_of, said, same_words

THRESHOLDS = tuple(Fraction(percent, 100) for percent in range(50, 100, 5))
"""Confidence levels of mean relative accuracy, .50 to .95 (VSI-Bench, arXiv 2412.14171)."""


def grade(question: SceneQuestion, reply: str) -> Grade:
    """Grade one reply to one question; never raises for any text.

    Multiple choice is by letter (or the whole text of one option), open answers by their words, and
    open quantities by mean relative accuracy, the only ones that can be right in part.
    """
    try:
        if question.options:
            return _letter(question, reply)
        if question.quantity is not None:
            return _quantity(question, reply)
        text = said(reply).split("\n")[0]
        if same_words(text, (question.text, *question.accept), question.stem):
            return Grade(1.0, "correct", "says the proven answer")
        if refuses(text):
            return Grade(0.0, "refused", "the reply declines to answer")
        return Grade(0.0, "wrong", f"expected {question.text[:200]}")
    except Unreadable as fault:
        if refuses(reply):
            return Grade(0.0, "refused", "the reply declines to answer")
        return Grade(0.0, "unreadable", str(fault))


def _letter(question: SceneQuestion, reply: str) -> Grade:
    letter = letter_of(reply, [option.text for option in question.options])
    if letter == question.letter:
        return Grade(1.0, "correct", f"{letter} is right")
    option = question.options[ord(letter) - ord("A")]
    why = f": {option.refuted}" if option.refuted else ""
    return Grade(0.0, "wrong", f"{letter} is false{why}"[:300])


def _quantity(question: SceneQuestion, reply: str) -> Grade:
    asked = question.quantity
    assert asked is not None
    given, gold = quantity_of(reply, asked.unit), Fraction(asked.value)
    score = relative_accuracy(given, gold)
    if score == 1:
        return Grade(1.0, "correct", f"within 5 % of {question.text}")
    if score > 0:
        return Grade(
            float(score), "near", f"expected {question.text}, within {100 * (1 - _best(given, gold)):g} %"
        )
    return Grade(0.0, "wrong", f"expected {question.text}")


def relative_accuracy(given: Fraction, gold: Fraction) -> Fraction:
    """Mean relative accuracy: the share of thresholds t with |given - gold| / gold <= 1 - t.

    In exact fractions, bounds included; 0 for a gold that is not positive (none is ever asked for).
    """
    if gold <= 0:
        return Fraction(0)
    error = abs(given - gold) / gold
    return Fraction(sum(1 for t in THRESHOLDS if error <= 1 - t), len(THRESHOLDS))


def _best(given: Fraction, gold: Fraction) -> float:
    """The highest threshold that is kept."""
    error = abs(given - gold) / gold
    return float(max(t for t in THRESHOLDS if error <= 1 - t))
