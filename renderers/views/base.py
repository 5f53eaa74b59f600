"""What a view is: the look of one world, from states and operations to placed sprites."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from ..picture import Picture, Sprite
from ..style import Style

S = TypeVar("S")
O = TypeVar("O")


class View(ABC, Generic[S, O]):
    """Pictures of one world.

    No leak by construction: in covered stretches the renderer hands in `hide(state)`, so a view
    cannot draw what a viewer must not see.
    """

    renderer: ClassVar[str] = "matplotlib"
    """The back end that draws this view unless the user names another."""

    @abstractmethod
    def canvas(self, size: int) -> tuple[int, int]:
        """Width and height in canvas units (pixels of the default size), even."""

    @abstractmethod
    def backdrop(self, size: int) -> Sprite:
        """Everything that never moves (table, grid, axis labels), as one sprite of the canvas size."""

    @abstractmethod
    def still(self, state: S, lift: float) -> Picture:
        """The state at rest. `lift` goes from 0 (covered) to 1 (revealed); hidden states come with 0."""

    @abstractmethod
    def motion(self, before: S, op: O, t: float) -> Picture:
        """One operation under way, from the hidden state before it; t runs evenly from 0 to 1.

        At 0 it equals `still(before, 0)`, at 1 `still(after, 0)`, but for things that come or go.
        Easing is the view's business.
        """

    @abstractmethod
    def draw(self, ax: Any, sprite: Sprite, style: Style) -> None:
        """Draw a sprite with Matplotlib on axes in canvas units, origin at its centre, y down."""

    def reading(self, state: S) -> int:
        """How long a reveal of this state holds, in hundredths of a second: 300, and more for more to read.

        It may depend on nothing but what the reveal shows.
        """
        return 300

    def caption(self, reveal: str) -> str:
        """The line shown while the hidden state is revealed.

        The renderer sets it, centred, in the lowest 44 canvas units, which views leave free.
        """
        return "State at the start" if reveal == "start" else "State at the end"
