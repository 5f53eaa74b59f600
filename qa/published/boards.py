"""Published records of the three boards: number, circle and cup."""

import re
from typing import Any, ClassVar

from ...core.errors import BadFile
from ...simulators.base import Simulator, cell_name
from ...simulators.circle import Circle, Grid
from ...simulators.cup import Cup, Cups, Swap
from ...simulators.number import Board, Number, tile_index
from .world import Case, Row, World, sorted_texts, squeezed

_POINT = re.compile(r"\(\s*([a-z])\s*,\s*([0-9])\s*\)")


def point(index: int, side: int, *, base: int) -> str:
    """A cell as published, `(a,1)`: row letter from the top, column counted from `base`."""
    return f"({chr(97 + index // side)},{index % side + base})"


def index_of(text: str, side: int, pointer: str, *, base: int) -> int:
    """The index of a published cell in reading order; raises BadFile if the board has none such."""
    match = _POINT.fullmatch(text)
    row, column = (ord(match[1]) - 97, int(match[2]) - base) if match else (-1, -1)
    if not (0 <= row < side and 0 <= column < side):
        raise BadFile(
            f"at {pointer}: {text[:40]!r} is no cell of the {side}x{side} board",
            hint="write cells like (a,1)",
        )
    return row * side + column


def flat(record: Row, field: str) -> tuple[int, ...]:
    """Cells in reading order; raises BadFile unless the board is square and of the stated size."""
    rows, side = getattr(record, field), record.state_size
    if len(rows) != side or any(len(row) != side for row in rows):
        raise BadFile(f"at /{field}: the board is not {side}x{side}", hint="state_size is the number of rows")
    return tuple(value for row in rows for value in row)


class _Walk(World):
    """Number and circle: operations are directions, answers are maps of cells."""

    base: ClassVar[int]
    """What columns count from."""

    def word(self, value: int) -> str:
        """A cell's value as published."""
        return str(value)

    def mover(self, state: Any, op: Any) -> int:
        """Index of what the operation moves, before it moves."""
        raise NotImplementedError

    def order(self, case: Case) -> Any:
        """The answer of Recall Order."""
        raise NotImplementedError

    def answer(self, case: Case) -> Any:
        record, slots = case.record, case.record.params
        side = record.state_size
        if record.skill == "recall_order":
            return self.order(case)
        if record.skill == "recall_count":
            steps = zip(case.ops, case.states, strict=False)
            where = [self.mover(state, op) for op, state in steps if op.direction == slots.direction]
            return [len(where), [point(at, side, base=self.base) for at in where]]
        if record.skill == "compare_state":
            first, last, told = case.at("start").cells, case.at("end").cells, case.at(slots.report_at).cells
            return self._map(told, [i for i in range(side * side) if first[i] != last[i]], side)
        state = case.at(slots.when) if record.skill == "infer_state" else self.predicted(case)
        return self._map(state.cells, range(side * side), side)

    def _map(self, cells: Any, indices: Any, side: int) -> dict[str, str]:
        return {point(i, side, base=self.base): self.word(cells[i]) for i in indices}

    def cells(self, record: Row) -> list[Any]:
        """A published target in reading order; raises BadFile unless it names every cell once."""
        side = record.state_size
        at = "/params/target"
        target = record.params.target or {}
        found = {index_of(name, side, at, base=self.base): value for name, value in target.items()}
        if len(found) != side * side:
            raise BadFile(f"at {at}: there are {len(found)} of {side * side} cells", hint="name every cell")
        return [found[i] for i in range(side * side)]

    def normal(self, record: Row, value: Any) -> Any:
        value = squeezed(value)
        if record.skill == "recall_count" and isinstance(value, list):
            return [sorted_texts(item) for item in value]
        return value


class NumberWorld(_Walk):
    """Columns count from 1; an operation is reported with the tile's place before it slides."""

    sim: ClassVar[Simulator[Any, Any]] = Number()
    base: ClassVar[int] = 1

    def state(self, record: Row, field: str) -> Board:
        return Board(record.state_size, flat(record, field))

    def mover(self, state: Board, op: Any) -> int:
        return tile_index(state.side, state.cells.index(0), op.direction)

    def order(self, case: Case) -> Any:
        side = case.record.state_size
        steps = zip(case.ops, case.states, strict=False)
        return case.picked([f"{point(self.mover(state, op), side, base=1)} {op.direction}" for op, state in steps])

    def goal(self, record: Row) -> dict[str, Any]:
        return {"cells": self.cells(record)}


class CircleWorld(_Walk):
    """Columns count from 0; the ring's points are given apart from the pieces."""

    sim: ClassVar[Simulator[Any, Any]] = Circle()
    base: ClassVar[int] = 0

    def state(self, record: Row, field: str) -> Grid:
        side, path = record.state_size, record.circle_path or ()
        if len(path) != record.n_ops + 1:
            raise BadFile(f"at /circle_path: {len(path)} points", hint="there is one more than operations")
        ring = self.path(record)[0 if field == "initial" else -1]
        return Grid(side, ring, flat(record, field))

    def path(self, record: Row) -> list[int]:
        """The points that the ring stands on; raises BadFile for one off the grid."""
        side, path = record.state_size, record.circle_path or ()
        return [index_of(text, side, f"/circle_path/{i}", base=0) for i, text in enumerate(path)]

    def word(self, value: int) -> str:
        return "black" if value else "white"

    def mover(self, state: Grid, op: Any) -> int:
        return state.ring

    def order(self, case: Case) -> Any:
        return [word for _, word in case.picked([op.direction for op in case.ops])]

    def goal(self, record: Row) -> dict[str, Any]:
        known = {"white": 0, "black": 1}
        words = self.cells(record)
        if not known.keys() >= set(words):
            raise BadFile("at /params/target: there is a colour that is not black or white", hint="use these two")
        return {"cells": [known[word] for word in words]}


class CupWorld(World):
    """Cells without brackets; a swap is a pair, in whatever order."""

    sim: ClassVar[Simulator[Any, Any]] = Cup()

    def state(self, record: Row, field: str) -> Cups:
        return Cups(record.state_size, flat(record, field))

    def op(self, raw: Any) -> Any:
        return self.sim.read(f"swap {raw[0]} {raw[1]}")

    def answer(self, case: Case) -> Any:
        record, slots = case.record, case.record.params
        side = record.state_size
        swaps: list[list[str]] = [[op.first, op.second] for op in case.ops if isinstance(op, Swap)]
        if record.skill == "recall_order":
            return case.picked(swaps)
        if record.skill == "recall_count":
            touched = [[cell for cell in swap if cell[0] == slots.row] for swap in swaps]
            return [cells for cells in touched if cells]
        if record.skill == "compare_state":
            first, last, told = case.at("start").coins, case.at("end").coins, case.at(slots.report_at).coins
            changed = [i for i in range(side * side) if first[i] != last[i]]
            return {cell_name(i, side): "coin" if told[i] else "empty" for i in changed}
        state = case.at(slots.when) if record.skill == "infer_state" else self.predicted(case)
        return [cell_name(i, side) for i, coin in enumerate(state.coins) if coin]

    def goal(self, record: Row) -> dict[str, Any]:
        side = record.state_size
        names = [cell_name(i, side) for i in range(side * side)]
        target = set(record.params.target or ())
        if not target.issubset(names):
            raise BadFile(
                "at /params/target: there is a cell that is not on the board", hint="write cells like a1"
            )
        return {"coins": [int(name in target) for name in names]}

    def normal(self, record: Row, value: Any) -> Any:
        value = squeezed(value)
        if not isinstance(value, list):
            return value
        if record.skill == "recall_order":
            return [[number, sorted_texts(pair)] for number, pair in value]
        if record.skill == "recall_count":
            return [sorted_texts(pair) for pair in value]
        return sorted_texts(value)
