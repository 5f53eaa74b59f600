"""Number: a sliding puzzle whose digits are covered (VideoReasonBench, section 3 and figure 2)."""

from typing import Any, ClassVar, Literal

from ..core.errors import IllegalOp
from ..core.seeds import Rng
from ..schemas.record import Record
from .base import Op, Simulator, cell_name, plain, refuse_state
from .search import meet_in_the_middle

Direction = Literal["up", "down", "left", "right"]
DIRECTIONS: tuple[Direction, ...] = ("up", "down", "left", "right")
OPPOSITE: dict[Direction, Direction] = {"up": "down", "down": "up", "left": "right", "right": "left"}


class Board(Record, frozen=True):
    """A square board of tiles 1 .. side*side - 1 and one empty square."""

    side: int
    """Squares a side, 2 to 6."""
    cells: tuple[int | None, ...]
    """Tile numbers in reading order (top row first), 0 for the empty square, None for a covered tile."""


class Slide(Op, frozen=True, tag="slide"):
    """One tile slides into the empty square."""

    direction: Direction
    """The way the TILE travels; the empty square goes the other way."""


_SLIDES: dict[Direction, Slide] = {d: Slide(d) for d in DIRECTIONS}


def tile_index(side: int, blank: int, direction: Direction) -> int:
    """Index of the tile that can travel this way into the empty square, or -1."""
    if direction == "up":
        return blank + side if blank + side < side * side else -1
    if direction == "down":
        return blank - side if blank >= side else -1
    if direction == "left":
        return blank + 1 if blank % side < side - 1 else -1
    return blank - 1 if blank % side else -1


class Number(Simulator[Board, Slide]):
    """Slides are reversible and conserve the tiles; the empty square is visible at all times."""

    name: ClassVar[str] = "number"
    title: ClassVar[str] = "sliding tiles whose numbers are covered"
    sizes: ClassVar[range] = range(2, 7)
    size_word: ClassVar[str] = "squares a side"
    default_size: ClassVar[int] = 3
    editions: ClassVar[tuple[int, int]] = (3, 4)
    plan_band: ClassVar[tuple[int, int]] = (4, 7)
    why_not: ClassVar[dict[str, str]] = {"idle": "every slide moves a tile"}
    State: ClassVar[Any] = Board
    Operation: ClassVar[Any] = Slide

    def initial(self, size: int, rng: Rng) -> Board:
        return Board(size, tuple(rng.shuffled(range(size * size))))

    def check(self, state: Board) -> None:
        if state.side not in self.sizes:
            raise refuse_state(f"side={state.side} is not in 2..6", "/side")
        if sorted(-1 if c is None else c for c in state.cells) != list(range(state.side**2)):
            raise refuse_state(f"cells must be 0..{state.side**2 - 1}, each once", "/cells")

    def legal(self, state: Board) -> tuple[Slide, ...]:
        blank = state.cells.index(0)
        return tuple(_SLIDES[d] for d in DIRECTIONS if tile_index(state.side, blank, d) >= 0)

    def apply(self, state: Board, op: Slide) -> Board:
        cells = state.cells
        blank = cells.index(0)
        tile = tile_index(state.side, blank, op.direction)
        if tile < 0:
            raise IllegalOp(
                f"no tile can slide {op.direction} into the empty square {cell_name(blank, state.side)}"
            )
        moved = list(cells)
        moved[blank], moved[tile] = moved[tile], 0
        return Board(state.side, tuple(moved))

    def back(self, state: Board, op: Slide) -> Board:
        return self.apply(state, _SLIDES[OPPOSITE[op.direction]])

    def hide(self, state: Board) -> Board:
        return Board(state.side, tuple(0 if c == 0 else None for c in state.cells))

    def inverse(self, op: Slide) -> Slide:
        return _SLIDES[OPPOSITE[op.direction]]

    def say(self, op: Slide) -> str:
        return op.direction

    def read(self, text: str) -> Slide:
        word = plain(text).removeprefix("slide ").removesuffix("wards").removesuffix("ward")
        for direction in DIRECTIONS:
            if word == direction:
                return _SLIDES[direction]
        raise IllegalOp(f"{text[:40]!r} is not a direction: use up, down, left or right")

    def tell(self, state: Board, op: Slide) -> str:
        blank = state.cells.index(0)
        tile = tile_index(state.side, blank, op.direction)
        return f"tile {cell_name(tile, state.side)} slides {op.direction} to {cell_name(blank, state.side)}"

    def show(self, state: Board) -> tuple[str, ...]:
        side = state.side
        words = ["?" if c is None else str(c) if c else "_" for c in state.cells]
        rows = (" ".join(w.rjust(2) for w in words[r * side : (r + 1) * side]) for r in range(side))
        head = "   " + " ".join(str(c + 1).rjust(2) for c in range(side))
        return (head, *(f"{chr(97 + r)}  {row}" for r, row in enumerate(rows)))

    def token(self, kind: str, text: str) -> str | None:
        if kind == "tile":
            word = plain(text)
            if word in ("_", "empty", "blank", "0", "-"):
                return "_"
            return super().token("int", word)
        return super().token(kind, text)

    def propose(self, state: Board, rng: Rng, focus: int | None = None) -> Slide:
        return rng.choice(self.legal(state))

    def plan_least(self, size: int) -> int:
        return {2: 3, 3: 5}.get(size, 4)

    def plan_most(self, size: int) -> int:
        return 6 if size == 2 else 10

    def meets(self, state: Board, goal: dict[str, Any]) -> bool:
        return list(state.cells) == list(goal["cells"])

    def shortest(self, state: Board, goal: dict[str, Any], limit: int) -> tuple[Slide, ...] | None:
        target = Board(state.side, tuple(goal["cells"]))
        return meet_in_the_middle(self, state, target, limit)
