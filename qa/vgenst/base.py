"""What a question about a metric scene is before it has letters: one true value, refuted others, evidence.

A task's questions live in `qa/vgenst/TASK.py` (lower case): a class `Questions` whose `cells` name, for each
question type, one or more functions. Such a function looks at a `World` and gives a `Draft`, or raises
`NoQuestion` with a short reason (the scene is then sampled anew). It must be a pure function of the world,
the deal and the rng: asked of a changed scene it gives that scene's answer, which is how mutations and
counterfactuals are checked.
"""

from abc import ABC
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Scene, TaskName, Thing
from ...schemas.scene_question import Quantity, QuestionType
from ...schemas.sight import Sight
from ...simulators.scene import Timeline

CELLS = 24
"""Least grid cells in which a thing counts as shown (of 160 x 120)."""
FRAMES = 3
"""Least sampled frames in which a queried thing must be shown."""


class NoQuestion(Exception):
    """The scene has no such question that keeps the rules; the reason is counted."""


class World:
    """What questions look at: a scene, its timeline, and what can be seen of it."""

    def __init__(self, scene: Scene, sight: Sight | None = None) -> None:
        self.scene, self.sight = scene, sight
        self.time = Timeline(scene)

    def thing(self, name: str) -> Thing:
        """A thing by id."""
        return self.time.things[name]

    def label(self, name: str) -> str:
        """What a viewer calls it: `red mug`."""
        return self.thing(name).label


@dataclass(frozen=True)
class Wrong:
    """A false option."""

    text: str
    mistake: str
    """The one plausible mistake that leads here: `takes the mirror image`, `reads the order backwards`."""
    refuted: str
    """What in the state makes it false: `the red mug holds the lemon`."""


@dataclass(frozen=True)
class See:
    """A thing that the video must show for the question to be fair."""

    id: str
    start: float
    """Seconds."""
    end: float
    frames: int = FRAMES
    """Sampled frames (4 a second) in which it must be shown at least."""
    cells: int = CELLS


@dataclass(frozen=True)
class Draft:
    """A question with its one true value."""

    template: str
    """Which question of the type: `content_of_container`; the same words with other slots."""
    stem: str
    """The question, ending in a question mark; no options in it."""
    gold: str
    """The right option's text."""
    wrong: tuple[Wrong, ...]
    """Two or three; all different, none a synonym or a kind of another."""
    why: str
    """What in geometry and timeline makes the gold true."""
    sees: tuple[See, ...]
    """Never empty."""
    test: Callable[[World, str], bool]
    """A second way: whether an option's text is true of a world. Shares no code with what made the gold,
    and is true of the gold alone among the options. For a changed world (`after`) it is asked of that."""
    after: Scene | None = None
    """For CR and PR: the changed or continued scene that the answer was read from."""
    change: str | None = None
    """For CR and PR: what is changed and what is held fixed, one sentence in the certificate's words."""
    factual: str | None = None
    """For CR: what the answer is without the change; the question is refused if it equals the gold."""
    accept: tuple[str, ...] = ()
    """Other spellings of the gold, for the open variant."""
    open: bool = True
    """Whether the stem has one answer without its options, too."""
    quantity: Quantity | None = None
    """For MT: the number; gold and wrong are then numbers with units, far enough apart to be told."""
    notes: tuple[str, ...] = field(default=())


Ask = Callable[[World, Deal, Rng], Draft]


class Questions(ABC):
    """The questions of one task."""

    task: ClassVar[TaskName]
    cells: ClassVar[Mapping[QuestionType, tuple[Ask, ...]]]
    """For each of `types_of(task)` one or more questions; which one is asked is dealt."""
    core: ClassVar[str]
    """Template name of the question that the task is about; it is among the first of its cell."""


def an(label: str) -> str:
    """With its article: `a red mug`, `an orange box`."""
    return f"{'an' if label[0] in 'aeiou' else 'a'} {label}"


def the(label: str) -> str:
    """`the red mug`."""
    return f"the {label}"


def listed(words: list[str] | tuple[str, ...]) -> str:
    """`a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
