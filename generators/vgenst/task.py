"""What a task is: it samples scenes, and it has named rules that any scene of it must keep.

A task lives in `generators/vgenst/tasks/NAME.py` (lower case) as a class `Task`; its questions lie in
`qa/vgenst/NAME.py`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from ...core.deal import Deal
from ...core.seeds import Rng
from ...qa.vgenst.base import World
from ...schemas.scene import Scene, TaskName
from ...schemas.theme import Setting, Theme

Case = Mapping[str, str | int]
"""One entry of a task's cycle: `{"move": "boom_up"}`."""


class Reject(Exception):
    """This draw keeps no margin or fits nowhere; the reason is counted and the scene drawn anew."""


class Depth(NamedTuple):
    """The range of a task's depth knob."""

    least: int
    usual: int
    most: int
    means: str
    """What it counts: `containers`."""


@dataclass(frozen=True)
class Order:
    """What a scene is wanted for."""

    id: str
    case: Case
    depth: int
    theme: Theme
    deal: Deal
    """Balanced choices, for everything that can become an answer (sides, orders, positions)."""
    rng: Rng
    """Free chance, for everything else."""
    frame: tuple[int, int]
    fps: int


class Rule(NamedTuple):
    """A rule by name, which a scene keeps or breaks."""

    name: str
    """`contents_hidden_at_the_side`."""
    broken: Callable[[World], str | None]
    """None if it is kept, else what is wrong, in words with numbers."""


class Task(ABC):
    """One of the twelve tasks."""

    name: ClassVar[TaskName]
    code: ClassVar[str]
    """The published code: `MC_F_EGO_STA`."""
    title: ClassVar[str]
    scale: ClassVar[Literal["Figural", "Vista", "Environmental"]]
    perspective: ClassVar[Literal["Ego", "Exo"]]
    dynamics: ClassVar[Literal["Static", "Dynamic"]]
    settings: ClassVar[tuple[Setting, ...]]
    """Stages it can be set on, the preferred one first; a theme hosts the task if it has one of them (and
    `lacks` finds nothing missing)."""
    cycle: ClassVar[tuple[Case, ...]]
    """The cases that an edition deals out evenly: the original's and the null cases that it lacks."""
    depth: ClassVar[Depth]
    rules: ClassVar[tuple[Rule, ...]]
    """The task's own; `generators/vgenst/rules.py` holds those of every scene."""

    def lacks(self, theme: Theme) -> str | None:
        """What a theme has too little of to host the task; None if it can."""
        return None

    @abstractmethod
    def sample(self, order: Order) -> Scene:
        """A scene of that case and depth; raises Reject for a draw that does not work out."""

    @abstractmethod
    def measured(self, world: World) -> int:
        """The depth of a scene, counted from the scene alone."""

    @abstractmethod
    def alternatives(self, world: World) -> Iterator[Scene]:
        """Scenes with another answer to the core question that look the same in part of the video.

        For every sampled frame one of them must show the same, or the question is refused: one frame
        alone would give it away. A few are enough; keep them cheap.
        """

    @abstractmethod
    def truth(self, world: World) -> dict[str, object]:
        """The published ground-truth fields (`mapping`, `final_inside_count`, ...), derived."""
