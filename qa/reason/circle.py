"""Questions about the ring that flips pieces."""

import re
from typing import Any, ClassVar

from ...core.seeds import Rng
from ...simulators.base import cell_name
from ...simulators.circle import COLOURS
from ...simulators.number import DIRECTIONS
from ...simulators.replay import Replay, Seen
from .board import BoardQuestions, Cells, axes, cells_form

_STEP = re.compile(r"ring moves (\w+) from ([a-z]\d) to ([a-z]\d)")
_AWAY = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class CircleQuestions(BoardQuestions):
    """The witness adds, over GF(2), the crosses of the points that the ring is seen to reach."""

    name: ClassVar[str] = "circle"
    method: ClassVar[str] = "linear algebra over GF(2): the sum of the crosses that the ring is seen to reach"
    determined: ClassVar[str] = (
        "every arrival adds a known vector over GF(2), so the revealed pieces and the visible walk give the "
        "pieces at every other moment"
    )
    step_token: ClassVar[str] = "step"
    count_token: ClassVar[str] = "cell"
    cell_noun: ClassVar[str] = "point"
    board_noun: ClassVar[str] = "grid"
    value_token: ClassVar[str] = "colour"
    moves_noun: ClassVar[str] = "moves"

    def rules(self, size: int, rng: Rng) -> str:
        lead = rng.choice(
            (
                f"The video shows a grid of {size} by {size} points. On every point lies a piece, black or "
                "white, and a ring stands on one of the points.",
                f"A ring walks over a grid of {size} by {size} points; each point carries a piece that is "
                "either black or white.",
                f"On a {size} by {size} grid every point holds one black or white piece, and a ring marks "
                "one of the points.",
            )
        )
        move = (
            "In each operation the ring moves to the next point up, down, left or right. When it arrives, "
            "the piece on that point and the pieces on its neighbours directly above, below, left and right "
            "(as far as the grid has them) change colour. The piece on the point where the ring first stands "
            "does not change before the ring moves. Operations are numbered from 1."
        )
        return f"{lead} {axes(size, 'point')} {move}"

    def revealed(self, reveal: str, size: int, rng: Rng) -> str:
        if reveal == "start":
            return rng.choice(
                (
                    "The pieces can be seen only at the start; the ring can be seen all the time.",
                    "Before the first operation the pieces are shown, afterwards only the ring is.",
                )
            )
        return rng.choice(
            (
                "The pieces can be seen only at the end; the ring can be seen all the time.",
                "Only the ring is shown until the last operation is over; then the pieces appear.",
            )
        )

    def order_form(self, replay: Replay, rng: Rng) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write each move as the point that the ring leaves and its direction, in order, separated by "
            "semicolons."
        )
        return form, ("b1 up; a1 right; a2 right", "a2 down; b2 left; b1 up")

    def groups(self, size: int) -> tuple[str, ...]:
        return DIRECTIONS

    def ask_count(self, group: str, during: str, rng: Rng) -> str:
        return rng.choice(
            (
                f"How many times does the ring move {group} {during}, and from which points?",
                f"Count the moves that go {group} {during}. On which point does each begin?",
                f"How often does the ring go {group} {during}? Name the point that it leaves each time.",
            )
        )

    def count_form(self) -> tuple[str, tuple[str, ...]]:
        return cells_form("point")

    def ask_state(self, when: str, rng: Rng) -> str:
        return rng.choice(
            (
                f"What colour is the piece on every point {when}?",
                f"Which points are black and which are white {when}?",
                f"Give the colour of every piece {when}.",
            )
        )

    def state_form(self, size: int) -> tuple[str, tuple[str, ...]]:
        form = "Write every point as POINT=black or POINT=white, separated by commas, for all points."
        return form, ("a1=white, a2=black, ...", "a1=black, a2=black, ...")

    def change_form(self, size: int) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write each such point as POINT=black or POINT=white, separated by commas; write none if no "
            "point differs."
        )
        return form, ("a1=black, b2=white", "a2=white, b1=white, b2=black")

    def plan_form(self) -> tuple[str, tuple[str, ...]]:
        return (
            "Write the directions in which the ring moves, in order, separated by semicolons.",
            ("up; left; left", "right; down; right"),
        )

    def values(self, state: Any) -> list[str]:
        return [COLOURS[c] for c in state.cells]

    def step_item(self, before: Any, op: Any) -> str:
        return f"{cell_name(before.ring, before.side)} {op.direction}"

    def instances(self, replay: Replay, number: int) -> list[tuple[str, str]]:
        state = replay.states[number - 1]
        return [(replay.script.ops[number - 1].direction, cell_name(state.ring, state.side))]

    def goal(self, state: Any, length: int, rng: Rng) -> dict[str, Any] | None:
        return {"cells": list(self.walk(state, length, rng).cells)}

    def shortcut(self, state: Any, goal: dict[str, Any], gold: tuple[Any, ...]) -> bool:
        # Along the rim of a small grid there is little to choose, and several walks may do the same.
        # (On 2x2 points there are only two walks.)
        return state.side > 2 and self.ways(state, gold) < 48

    def goal_words(self, goal: dict[str, Any], size: int) -> str:
        words = [COLOURS[c] for c in goal["cells"]]
        rows = (words[r * size : (r + 1) * size] for r in range(size))
        lines = [f"  row {chr(97 + r)}: {' '.join(row)}" for r, row in enumerate(rows)]
        return "\n".join([*lines, "  (the ring may end anywhere)"])

    # --- witness -----------------------------------------------------------------------------------

    def trace(self, seen: Seen, after: int) -> Cells:
        bits, names = 0, list[str]()
        for row in seen.shown[1:-1]:
            for column, word in enumerate(row[1:].split(), 1):
                bits |= (word == "B") << len(names)
                names.append(f"{row[0]}{column}")
        stops = [step[-2:] for step in seen.steps]
        for stop in stops[:after] if seen.reveal == "start" else stops[after:]:
            bits ^= _mask(stop, seen.size)
        cells = {name: "black" if bits >> i & 1 else "white" for i, name in enumerate(names)}
        return {**cells, "@": [seen.covered[-1][-2:], *stops][after]}

    def push(self, cells: Cells, side: int, words: str) -> None:
        down, right = _AWAY[words]
        at = cells["@"]
        to = f"{chr(ord(at[0]) + down)}{int(at[1:]) + right}"
        if to not in cells:
            raise ValueError(words)
        cells["@"] = to
        mask = _mask(to, side)
        for i, name in enumerate(cells):
            if name != "@" and mask >> i & 1:
                cells[name] = "white" if cells[name] == "black" else "black"

    def goal_cells(self, goal: dict[str, Any], side: int) -> Cells:
        return {
            f"{'abcdef'[i // side]}{i % side + 1}": "black" if bit else "white"
            for i, bit in enumerate(goal["cells"])
        }

    def step_seen(self, step: str) -> str:
        match = _STEP.fullmatch(step)
        return f"{match[2]} {match[1]}" if match else ""

    def instances_seen(self, step: str, number: int) -> list[tuple[str, str]]:
        match = _STEP.fullmatch(step)
        return [(match[1], match[2])] if match else []


def _mask(point: str, side: int) -> int:
    """The vector over GF(2) of an arrival: bit row * side + column for the point and its neighbours."""
    row, column = "abcdef".index(point[0]), int(point[1:]) - 1
    mask = 0
    for r, c in ((row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if -1 < r < side and -1 < c < side:
            mask |= 1 << (r * side + c)
    return mask
