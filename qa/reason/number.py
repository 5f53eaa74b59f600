"""Questions about the sliding puzzle."""

import re
from typing import Any, ClassVar

from ...core.seeds import Rng
from ...simulators.base import cell_name
from ...simulators.number import DIRECTIONS, tile_index
from ...simulators.replay import Replay, Seen
from .board import BoardQuestions, Cells, axes, cells_form

_STEP = re.compile(r"tile ([a-z]\d) slides (\w+) to ([a-z]\d)")
_TILE_FROM = {"up": (1, 0), "down": (-1, 0), "left": (0, 1), "right": (0, -1)}


class NumberQuestions(BoardQuestions):
    """The witness composes the transpositions of squares that the slides are."""

    name: ClassVar[str] = "number"
    method: ClassVar[str] = "composition of transpositions read from the visible slides"
    determined: ClassVar[str] = (
        "each slide is a visible transposition of two squares, so their composition carries the revealed "
        "board to every other moment"
    )
    step_token: ClassVar[str] = "step"
    count_token: ClassVar[str] = "cell"
    cell_noun: ClassVar[str] = "square"
    board_noun: ClassVar[str] = "board"
    value_token: ClassVar[str] = "tile"
    moves_noun: ClassVar[str] = "slides"

    def rules(self, size: int, rng: Rng) -> str:
        tiles = size * size - 1
        lead = rng.choice(
            (
                f"The video shows a {size} by {size} board with {tiles} tiles, numbered 1 to {tiles}, "
                "and one empty square.",
                f"In the video {tiles} tiles with the numbers 1 to {tiles} lie on a {size} by {size} board; "
                "one square is empty.",
                f"You see a sliding puzzle: {tiles} tiles, numbered 1 to {tiles}, on {size} by {size} "
                "squares, one of which is empty.",
            )
        )
        move = (
            "In each operation one tile slides into the empty square next to it. A direction (up, down, "
            "left, right) always means the way the tile moves, never the way the empty square goes. "
            "Operations are numbered from 1."
        )
        return f"{lead} {axes(size, 'square')} {move}"

    def revealed(self, reveal: str, size: int, rng: Rng) -> str:
        if reveal == "start":
            return rng.choice(
                (
                    "The numbers can be read only at the start; then the tiles are covered.",
                    "Before the first operation the numbers are shown, afterwards the tiles stay covered.",
                )
            )
        return rng.choice(
            (
                "The tiles are covered at first; the numbers can be read only at the end.",
                "The numbers stay covered until the last operation is over and are shown only then.",
            )
        )

    def order_form(self, replay: Replay, rng: Rng) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write each slide as the square from which the tile starts and its direction, in order, "
            "separated by semicolons."
        )
        return form, ("a1 down; b2 left; a2 right", "b1 up; a2 left; b2 down")

    def groups(self, size: int) -> tuple[str, ...]:
        return DIRECTIONS

    def ask_count(self, group: str, during: str, rng: Rng) -> str:
        return rng.choice(
            (
                f"How many tiles slide {group} {during}, and from which squares do they start?",
                f"Count the slides that go {group} {during}. Where does each of them begin?",
                f"How often does a tile move {group} {during}? Name the square it starts from each time.",
            )
        )

    def count_form(self) -> tuple[str, tuple[str, ...]]:
        return cells_form("square")

    def ask_state(self, when: str, rng: Rng) -> str:
        return rng.choice(
            (
                f"What does the whole board look like {when}?",
                f"Which tile is on which square {when}?",
                f"Give the number on every square {when}.",
            )
        )

    def state_form(self, size: int) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write every square as SQUARE=NUMBER, separated by commas, for all squares, with _ for the "
            "empty square."
        )
        return form, ("a1=_, a2=1, ...", "a1=2, a2=_, ...")

    def change_form(self, size: int) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write each such square as SQUARE=NUMBER, separated by commas, with _ for the empty square; "
            "write none if no square differs."
        )
        return form, ("a1=3, b2=_", "a2=1, b1=_, b2=2")

    def plan_form(self) -> tuple[str, tuple[str, ...]]:
        return (
            "Write the directions in which the tiles slide, in order, separated by semicolons.",
            ("up; left; down", "down; right; up"),
        )

    def values(self, state: Any) -> list[str]:
        return [str(c) if c else "_" for c in state.cells]

    def step_item(self, before: Any, op: Any) -> str:
        tile = tile_index(before.side, before.cells.index(0), op.direction)
        return f"{cell_name(tile, before.side)} {op.direction}"

    def instances(self, replay: Replay, number: int) -> list[tuple[str, str]]:
        state, way = replay.states[number - 1], replay.script.ops[number - 1].direction
        return [(way, cell_name(tile_index(state.side, state.cells.index(0), way), state.side))]

    def goal(self, state: Any, length: int, rng: Rng) -> dict[str, Any] | None:
        return {"cells": list(self.walk(state, length, rng).cells)}

    def goal_words(self, goal: dict[str, Any], size: int) -> str:
        words = [str(c) if c else "_" for c in goal["cells"]]
        rows = (words[r * size : (r + 1) * size] for r in range(size))
        return "\n".join(f"  row {chr(97 + r)}: {' '.join(row)}" for r, row in enumerate(rows))

    def shortcut(self, state: Any, goal: dict[str, Any], gold: tuple[Any, ...]) -> bool:
        # The empty square is seen in every frame. A shortest route of it to its place in the goal must
        # not be a plan, so every plan has to be longer than that route.
        side = state.side
        here, there = divmod(state.cells.index(0), side), divmod(goal["cells"].index(0), side)
        route: int = abs(here[0] - there[0]) + abs(here[1] - there[1])
        # Nor should a walk by lot be a plan too often. (On 2x2 squares there are only two walks.)
        return route >= len(gold) or (side > 2 and self.ways(state, gold) < 24)

    # --- witness -----------------------------------------------------------------------------------

    def trace(self, seen: Seen, after: int) -> Cells:
        cells = {
            f"{row[0]}{column}": word for row in seen.shown[1:] for column, word in enumerate(row[1:].split(), 1)
        }
        pairs = [(step[5:7], step[-2:]) for step in seen.steps]
        between = pairs[:after] if seen.reveal == "start" else pairs[after:][::-1]
        for one, other in between:
            cells[one], cells[other] = cells[other], cells[one]
        return cells

    def push(self, cells: Cells, side: int, words: str) -> None:
        free = next(c for c, v in cells.items() if v == "_")
        down, right = _TILE_FROM[words]
        tile = f"{chr(ord(free[0]) + down)}{int(free[1:]) + right}"
        if tile not in cells:
            raise ValueError(words)
        cells[free], cells[tile] = cells[tile], cells[free]

    def goal_cells(self, goal: dict[str, Any], side: int) -> Cells:
        return {f"{'abcdef'[i // side]}{i % side + 1}": str(n) if n else "_" for i, n in enumerate(goal["cells"])}

    def step_seen(self, step: str) -> str:
        match = _STEP.fullmatch(step)
        return f"{match[1]} {match[2]}" if match else ""

    def instances_seen(self, step: str, number: int) -> list[tuple[str, str]]:
        match = _STEP.fullmatch(step)
        return [(match[2], match[1])] if match else []
