"""A question about a metric scene with its proven answer: one line of items.jsonl of `gen vgenst`."""

from typing import Annotated, Literal, get_args

import msgspec

from .record import Record
from .scene import TaskName

QuestionType = Literal["OE", "OA", "FL", "IT", "AR", "OC", "TO", "CM", "SL", "PT", "CR", "PR", "MT"]
"""The twelve question types of VGenST-Bench (arXiv 2605.22570), and MT, our metric track.

L1: object existence, attribute, frame location. L2: identity tracking, action recognition, counting,
temporal order, camera motion, spatial layout. L3: perspective taking, counterfactual, prediction; and MT,
quantities with units."""
QUESTION_TYPES: tuple[QuestionType, ...] = get_args(QuestionType)

LEVEL: dict[QuestionType, int] = {
    "OE": 1, "OA": 1, "FL": 1, "IT": 2, "AR": 2, "OC": 2, "TO": 2, "CM": 2, "SL": 2, "PT": 3, "CR": 3, "PR": 3,
    "MT": 3,
}  # fmt: skip

MATRIX: dict[TaskName, tuple[QuestionType, ...]] = {
    "MC": ("OE", "OA", "FL", "IT", "OC", "CM", "SL", "CR"),
    "QC": ("OE", "OA", "IT", "AR", "OC", "TO", "SL", "CR", "PR"),
    "CI": ("OE", "OA", "FL", "OC", "TO", "CM", "SL", "CR"),
    "CM": ("OE", "OA", "FL", "AR", "TO", "SL", "PT", "CR"),
    "DE": ("OE", "OA", "TO", "CM", "SL", "PT", "CR"),
    "IO": ("OE", "OA", "FL", "IT", "AR", "OC", "SL", "CR"),
    "HO": ("OE", "OA", "FL", "TO", "CM", "SL", "CR"),
    "VI": ("OE", "OA", "FL", "IT", "AR", "SL", "PT"),
    "DS": ("OE", "OA", "FL", "OC", "CM", "SL", "PT", "CR"),
    "RV": ("OE", "OA", "FL", "IT", "AR", "OC", "TO", "CM", "SL", "PT", "CR", "PR"),
    "LS": ("OE", "OA", "TO", "CM", "SL", "PT", "CR", "PR"),
    "BT": ("OE", "OA", "IT", "AR", "TO", "CM", "PT", "CR"),
}
"""The 98 cells of the published applicability matrix."""


def types_of(task: TaskName) -> tuple[QuestionType, ...]:
    """The question types of a task: the published ones, CR and PR for every task, and the metric track."""
    return tuple(t for t in QUESTION_TYPES if t in MATRIX[task] or t in ("CR", "PR", "MT"))


Variant = Literal["base", "none_extra", "none_answer", "open"]
"""base: multiple choice. none_extra: `None of these` as one more, wrong option. none_answer: it stands in
place of the right option. open: no options."""
VARIANTS: tuple[Variant, ...] = get_args(Variant)
Letter = Literal["A", "B", "C", "D", "E"]

Unit = Literal["m", "cm", "m/s", "deg", "s", ""]


class Quantity(Record, frozen=True, tag="quantity"):
    """A number with its unit; graded by mean relative accuracy in exact fractions."""

    value: Annotated[str, msgspec.Meta(pattern=r"^[0-9]+(\.[0-9]{1,3})?$")]
    """Positive decimal, at most three places."""
    unit: Unit
    """Empty for a count."""


class Option(Record, frozen=True):
    """One option and what speaks for or against it."""

    text: str
    refuted: str | None
    """What in the state makes it false; None for the right one."""
    mistake: str | None
    """The plausible mistake that leads to it; None for the right one."""


class Sighting(Record, frozen=True):
    """A queried thing and the proof that the video shows it."""

    id: str
    start: float
    """Seconds."""
    end: float
    frames: int
    """Sampled frames in that time in which at least `cells` grid cells show it."""
    cells: int


class SceneCertificate(Record, frozen=True):
    """Why the answer is right, unique and to be seen."""

    why: str
    """What in geometry and timeline makes the right option true."""
    change: str | None
    """For counterfactuals and predictions: what is changed, and what is held fixed."""
    sightings: tuple[Sighting, ...]
    grid: tuple[int, int]
    """Cells of the grid on which the visibility was measured."""
    alternatives: tuple[int, ...] = ()
    """For a core question: for each sampled frame the number of the alternative world (from 1) that shows
    the same in that frame and has another answer."""


class SceneQuestion(Record, frozen=True):
    """One variant of one question about one video."""

    id: str
    """Id of the scene, the question type and the variant."""
    video: str
    """Id of the scene."""
    task: TaskName
    type: QuestionType
    template: str
    """Which question of that type."""
    core: bool
    """Whether this is what the task is about."""
    variant: Variant
    level: int
    theme: str
    depth: int
    canary: str
    prompt: str
    """The whole text a model is given with the video."""
    stem: str
    options: tuple[Option, ...]
    """In the order of their letters; empty for open questions. `None of these` is an option like others."""
    letter: Letter | None
    """The right letter; None for open questions."""
    text: str
    """The right answer in words (open) or the right option's text; for metric ones the number with unit."""
    accept: tuple[str, ...]
    """Further spellings that count as right in an open answer."""
    quantity: Quantity | None
    """For metric open questions: what is graded by relative accuracy."""
    certificate: SceneCertificate
