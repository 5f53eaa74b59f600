"""Circle: a ring walks over a grid and flips the piece it reaches and that piece's neighbours."""

from functools import cache
from typing import Any, ClassVar

from ..core.errors import IllegalOp
from ..core.seeds import Rng
from ..schemas.record import Record
from .base import Op, Simulator, cell_name, plain, refuse_state
from .number import DIRECTIONS, OPPOSITE, Direction

COLOURS = ("white", "black")


class Grid(Record, frozen=True):
    """Pieces on a square grid, and where the ring stands."""

    side: int
    """Points a side, 2 to 6."""
    ring: int
    """Index of the point the ring is on, in reading order."""
    cells: tuple[int | None, ...]
    """Pieces in reading order (top row first): 1 black, 0 white, None covered."""


class Move(Op, frozen=True, tag="move"):
    """The ring goes one point; on arrival the piece there and its neighbours change colour."""

    direction: Direction


_MOVES: dict[Direction, Move] = {d: Move(d) for d in DIRECTIONS}


@cache
def cross(side: int, at: int) -> tuple[int, ...]:
    """The point and its neighbours up, down, left and right that are on the grid."""
    row, column = divmod(at, side)
    points = [(row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return tuple(r * side + c for r, c in points if 0 <= r < side and 0 <= c < side)


@cache
def step(side: int, at: int, direction: Direction) -> int:
    """The point one further in a direction, or -1 off the grid."""
    row, column = divmod(at, side)
    row += (direction == "down") - (direction == "up")
    column += (direction == "right") - (direction == "left")
    return row * side + column if 0 <= row < side and 0 <= column < side else -1


class Circle(Simulator[Grid, Move]):
    """Flips are their own inverse; the ring is visible at all times, the pieces only at the reveal.

    Stepping back does not restore the pieces, so `inverse` takes back the walk, not the flips;
    `back` is exact.
    """

    name: ClassVar[str] = "circle"
    title: ClassVar[str] = "a ring that flips covered black and white pieces as it walks"
    sizes: ClassVar[range] = range(2, 7)
    size_word: ClassVar[str] = "points a side"
    default_size: ClassVar[int] = 3
    editions: ClassVar[tuple[int, int]] = (3, 4)
    plan_band: ClassVar[tuple[int, int]] = (5, 7)
    why_not: ClassVar[dict[str, str]] = {"idle": "every move flips at least the piece it reaches"}
    State: ClassVar[Any] = Grid
    Operation: ClassVar[Any] = Move

    def initial(self, size: int, rng: Rng) -> Grid:
        return Grid(size, rng.below(size * size), tuple(rng.below(2) for _ in range(size * size)))

    def check(self, state: Grid) -> None:
        if state.side not in self.sizes:
            raise refuse_state(f"side={state.side} is not in 2..6", "/side")
        if not 0 <= state.ring < state.side**2:
            raise refuse_state(f"ring={state.ring} is not in 0..{state.side**2 - 1}", "/ring")
        if len(state.cells) != state.side**2 or any(c not in (0, 1) for c in state.cells):
            raise refuse_state(f"cells must be {state.side**2} values of 0 or 1", "/cells")

    def legal(self, state: Grid) -> tuple[Move, ...]:
        return tuple(_MOVES[d] for d in DIRECTIONS if step(state.side, state.ring, d) >= 0)

    def apply(self, state: Grid, op: Move) -> Grid:
        at = step(state.side, state.ring, op.direction)
        if at < 0:
            raise IllegalOp(
                f"the ring on {cell_name(state.ring, state.side)} cannot go {op.direction} off the grid"
            )
        return Grid(state.side, at, _flipped(state, at))

    def back(self, state: Grid, op: Move) -> Grid:
        before = step(state.side, state.ring, OPPOSITE[op.direction])
        if before < 0:
            raise IllegalOp(f"no move {op.direction} can end on {cell_name(state.ring, state.side)}")
        return Grid(state.side, before, _flipped(state, state.ring))

    def hide(self, state: Grid) -> Grid:
        return Grid(state.side, state.ring, (None,) * len(state.cells))

    def inverse(self, op: Move) -> Move:
        return _MOVES[OPPOSITE[op.direction]]

    def say(self, op: Move) -> str:
        return op.direction

    def read(self, text: str) -> Move:
        word = plain(text).removeprefix("move ").removesuffix("wards").removesuffix("ward")
        for direction in DIRECTIONS:
            if word == direction:
                return _MOVES[direction]
        raise IllegalOp(f"{text[:40]!r} is not a direction: use up, down, left or right")

    def tell(self, state: Grid, op: Move) -> str:
        at = step(state.side, state.ring, op.direction)
        here, there = cell_name(state.ring, state.side), cell_name(at, state.side)
        return f"ring moves {op.direction} from {here} to {there}"

    def show(self, state: Grid) -> tuple[str, ...]:
        side = state.side
        words = ["?" if c is None else "WB"[c] for c in state.cells]
        rows = (" ".join(words[r * side : (r + 1) * side]) for r in range(side))
        head = "   " + " ".join(str(c + 1) for c in range(side))
        ring = f"ring on {cell_name(state.ring, side)}"
        return (head, *(f"{chr(97 + r)}  {row}" for r, row in enumerate(rows)), ring)

    def token(self, kind: str, text: str) -> str | None:
        if kind == "colour":
            word = plain(text)
            return {"b": "black", "w": "white"}.get(word, word if word in COLOURS else None)
        return super().token(kind, text)

    def propose(self, state: Grid, rng: Rng, focus: int | None = None) -> Move:
        return rng.choice(self.legal(state))

    def plan_least(self, size: int) -> int:
        return {2: 1, 3: 6}.get(size, 4)

    def plan_most(self, size: int) -> int:
        return 3 if size == 2 else 9

    def meets(self, state: Grid, goal: dict[str, Any]) -> bool:
        return list(state.cells) == list(goal["cells"])

    def shortest(self, state: Grid, goal: dict[str, Any], limit: int) -> tuple[Move, ...] | None:
        side = state.side
        wrong = sum(1 << i for i, c in enumerate(goal["cells"]) if c != state.cells[i])
        rim: dict[tuple[int, int], tuple[Direction, ...]] = {(state.ring, wrong): ()}
        seen = set(rim)
        # A plan of n moves is a way of n - 3 (or 0) moves to a place from which the rest is known.
        for length in range(limit + 1):
            if length > _TAIL:
                rim = _further(side, rim, seen)
            ends = _endings(side)[min(length, _TAIL)]
            for place, path in rim.items():
                if place in ends:
                    return tuple(_MOVES[d] for d in path + ends[place])
        return None


_TAIL = 3
"""Length of the endings that are known by heart."""


@cache
def _endings(side: int) -> tuple[dict[tuple[int, int], tuple[Direction, ...]], ...]:
    """For 0 .. 3 moves: from which (ring, wrong pieces as bits) exactly so many moves mend everything."""
    layers: list[dict[tuple[int, int], tuple[Direction, ...]]] = [{(at, 0): () for at in range(side * side)}]
    for _ in range(_TAIL):
        longer: dict[tuple[int, int], tuple[Direction, ...]] = {}
        for (to, left), path in layers[-1].items():
            for direction in DIRECTIONS:
                at = step(side, to, OPPOSITE[direction])
                if at >= 0:
                    longer.setdefault((at, left ^ _bits(side, to)), (direction, *path))
        layers.append(longer)
    return tuple(layers)


def _further(
    side: int, rim: dict[tuple[int, int], tuple[Direction, ...]], seen: set[tuple[int, int]]
) -> dict[tuple[int, int], tuple[Direction, ...]]:
    """All new places one move further."""
    fresh: dict[tuple[int, int], tuple[Direction, ...]] = {}
    for (at, left), path in rim.items():
        for direction in DIRECTIONS:
            to = step(side, at, direction)
            place = (to, left ^ _bits(side, to)) if to >= 0 else None
            if place is not None and place not in seen:
                seen.add(place)
                fresh[place] = (*path, direction)
    return fresh


@cache
def _bits(side: int, at: int) -> int:
    """The pieces that an arrival flips, bit i for the piece with index i."""
    return sum(1 << p for p in cross(side, at))


def _flipped(state: Grid, at: int) -> tuple[int | None, ...]:
    cells = list(state.cells)
    for point in cross(state.side, at):
        value = cells[point]
        cells[point] = None if value is None else 1 - value
    return tuple(cells)
