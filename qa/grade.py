"""Exact grading: one reply, one question, a score with its reason. Also the reward function for RL."""

from typing import Literal

from ..core.catalog import simulator
from ..core.errors import IllegalOp
from ..schemas.answers import Answer, CellMap, Plan
from ..schemas.question import Question
from ..schemas.record import Record
from ..schemas.scene_question import SceneQuestion
from ..simulators.base import plain
from .reply import LONGEST, Unreadable, answer_text, read_answer, refuses

Outcome = Literal["correct", "near", "wrong", "illegal", "unreadable", "refused"]
OUTCOMES: tuple[Outcome, ...] = ("correct", "near", "wrong", "illegal", "unreadable", "refused")


class Grade(Record, frozen=True):
    """What a reply is worth."""

    score: float
    """1.0 right, 0.0 otherwise: exact tasks have no half marks. Only quantities with units can be near."""
    outcome: Outcome
    """correct; near (a quantity that is partly right); wrong; illegal (a plan that breaks a rule);
    unreadable (no answer in the asked form); refused (declines to answer)."""
    reason: str
    """One sentence."""

    @property
    def readable(self) -> bool:
        """Whether the reply kept the form: content and format are two numbers."""
        return self.outcome in ("correct", "near", "wrong", "illegal")


def grade(question: Question | SceneQuestion, reply: str) -> Grade:
    """Grade one reply to one question by exact typed comparison.

    `reply` is the model's whole text. Order is forgiven where it does not count, supersets are not;
    a plan is done step by step in the simulator with all preconditions. Never raises for any text.
    """
    if isinstance(question, SceneQuestion):
        from .vgenst.grade import grade as grade_scene

        return grade_scene(question, reply)
    text = answer_text(reply)
    if text is None:
        if refuses(reply):
            return Grade(0.0, "refused", "the reply declines to answer")
        return Grade(0.0, "unreadable", f"no `Final answer:` in the last {LONGEST} characters of the reply")
    return grade_answer(question.world, question.answer, text)


def grade_answer(world: str, answer: Answer, text: str) -> Grade:
    """Grade what stands after the mark of a reply against a proven answer."""
    try:
        given = read_answer(text, answer, simulator(world).token)
        if isinstance(answer, Plan):
            assert isinstance(given, tuple)
            return _grade_plan(world, answer, given)
    except Unreadable as fault:
        if refuses(text):
            return Grade(0.0, "refused", "the reply declines to answer")
        return Grade(0.0, "unreadable", str(fault))
    assert not isinstance(given, tuple)
    if same(given, answer):
        return Grade(1.0, "correct", "equal to the proven answer")
    return Grade(0.0, "wrong", f"expected {answer.text[:200]}")


def same(given: Answer, proven: Answer) -> bool:
    """Whether two answers of one kind say the same; cell maps compare without order."""
    if isinstance(given, CellMap) and isinstance(proven, CellMap):
        return given.cells == proven.cells
    return given == proven


def _grade_plan(world: str, plan: Plan, words: tuple[str, ...]) -> Grade:
    """Do a plan step by step; raises Unreadable for words that are no operation."""
    sim = simulator(world)
    if not words:
        return Grade(0.0, "wrong", "an empty plan does not reach the goal")
    if len(words) > plan.limit:
        return Grade(0.0, "illegal", f"{len(words)} operations, at most {plan.limit} are allowed")
    state = sim.load_state(plan.source, source="plan")
    for number, word in enumerate(words, 1):
        try:
            op = sim.read(plain(word))
        except IllegalOp as fault:
            raise Unreadable(f"operation {number}: {fault.message}") from None
        try:
            if refusal := sim.refuses(op, plan.goal):
                raise IllegalOp(refusal)
            state = sim.apply(state, op)
        except IllegalOp as fault:
            return Grade(0.0, "illegal", f"operation {number}: {fault.message}")
    if sim.meets(state, plan.goal):
        return Grade(1.0, "correct", "the plan reaches the goal")
    return Grade(0.0, "wrong", "the plan does not reach the goal")
