"""A question with its proven answer: one line of items.jsonl."""

from typing import Any, Literal

from .answers import Answer
from .record import Record
from .script import Reveal

Skill = Literal[
    "recall_order", "recall_count", "infer_state", "compare_state", "predict_state", "predict_operation"
]
SKILLS: tuple[Skill, ...] = (
    "recall_order",
    "recall_count",
    "infer_state",
    "compare_state",
    "predict_state",
    "predict_operation",
)
"""The six skills of VideoReasonBench (arXiv 2505.23359, section 3), easiest level first."""

LEVELS: dict[str, int] = {
    "recall_order": 1,
    "recall_count": 1,
    "infer_state": 2,
    "compare_state": 2,
    "predict_state": 3,
    "predict_operation": 3,
}


class Query(Record, frozen=True):
    """What is asked, as data: enough to work the answer out again from a script."""

    skill: Skill
    kind: str
    """Sub-kind within the skill, for example `hidden_end` or `probe`."""
    args: dict[str, Any]
    """Slots of the question, in the world's terms; operation numbers count from 1."""


class Difficulty(Record, frozen=True):
    """How hard the question is, measured and not only asked for."""

    nominal: int
    """Operations in the script."""
    effective: int
    """Operations that change this answer (or make it impossible) when left out."""
    span: int
    """Operations from the first to the last effective one, both included; 0 when none is."""
    plan_length: int | None
    """Shortest plan of Predict Operation, or length of the hypothetical of Predict State."""


class Certificate(Record, frozen=True):
    """Why the answer is right: a second computation from visible things only, and what matters."""

    method: str
    """The independent way of computing, by name."""
    second: str
    """Canonical answer text that this way gave; equal to the first, or the question is not asked."""
    critical: tuple[int, ...]
    """Numbers of the effective operations, from 1."""
    determined: str
    """Why the hidden side is unique given what the video shows."""


class Question(Record, frozen=True):
    """One question about one video."""

    id: str
    """Id of the script, then the skill."""
    video: str
    """Id of the script and of the video, the transcript and so on."""
    world: str
    skill: Skill
    kind: str
    level: int
    """1 recall, 2 infer hidden state, 3 predict beyond the video."""
    size: int
    ops: int
    reveal: Reveal
    canary: str
    """A string to search training data for; the same in the whole dataset."""
    prompt: str
    """The whole text a model is given with the video."""
    query: Query
    answer: Answer
    text: str
    """The answer's canonical text: graded 1.0."""
    difficulty: Difficulty
    certificate: Certificate
