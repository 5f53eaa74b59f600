"""Questions about coins under cups."""

import re
from typing import Any, ClassVar

from ...core.seeds import Rng
from ...schemas.answers import Answer, Bag
from ...simulators.base import cell_name
from ...simulators.replay import Replay, Seen
from .board import BoardQuestions, Cells, axes, cells_form

_STEP = re.compile(r"cups ([a-z]\d) and ([a-z]\d) trade places")


class CupQuestions(BoardQuestions):
    """The witness follows each square's cup through the permutation that the swaps compose to."""

    name: ClassVar[str] = "cup"
    method: ClassVar[str] = "composition of the permutations of squares that the visible swaps are"
    determined: ClassVar[str] = (
        "each swap is a visible transposition of two cups, so their composition carries the revealed coins "
        "to every other moment"
    )
    count_token: ClassVar[str] = "cell"
    cell_noun: ClassVar[str] = "square"
    board_noun: ClassVar[str] = "board"
    value_token: ClassVar[str] = "coin"
    moves_noun: ClassVar[str] = "swaps"

    def rules(self, size: int, rng: Rng) -> str:
        cups = size * size
        lead = rng.choice(
            (
                f"The video shows a board of {size} by {size} squares with a cup on each. Some of the cups hide a "
                "coin, at most one each.",
                f"On every square of a {size} by {size} board stands an upside-down cup. Under some of the cups "
                "there is a coin, never more than one.",
                f"You see {cups} cups on {size} by {size} squares. Under each there is one coin or nothing.",
            )
        )
        move = (
            "In each operation two cups trade places, and whatever is under them goes along. "
            "Operations are numbered from 1."
        )
        return f"{lead} {axes(size, 'square')} {move}"

    def revealed(self, reveal: str, size: int, rng: Rng) -> str:
        if reveal == "start":
            return rng.choice(
                (
                    "The cups are lifted only at the start.",
                    "What is under the cups is shown before the first operation and never again.",
                )
            )
        return rng.choice(
            (
                "The cups are lifted only at the end.",
                "What is under the cups stays hidden until the last operation is over and is shown then.",
            )
        )

    def order_form(self, replay: Replay, rng: Rng) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write each swap as `swap SQUARE SQUARE` (the two squares in any order), in order, separated by "
            "semicolons."
        )
        return form, ("swap a1 b2; swap a2 b1", "swap a2 b2; swap a1 a2")

    def groups(self, size: int) -> tuple[str, ...]:
        return tuple("abcdef"[:size])

    def ask_count(self, group: str, during: str, rng: Rng) -> str:
        return rng.choice(
            (
                f"How many times is a square of row {group} part of a swap {during}? Name the square each time; "
                "a swap within the row counts for both squares.",
                f"Count the squares of row {group} that take part in swaps {during}, each as often as it does, "
                "and name them. (A swap within the row counts twice.)",
                f"How often does a cup on a square of row {group} trade places {during}? Name the square each "
                "time; where both cups stand in the row, both count.",
            )
        )

    def count_form(self) -> tuple[str, tuple[str, ...]]:
        return cells_form("square")

    def imagined_op(self, state: Any, rng: Rng) -> Any:
        # A script swaps a coin with nothing each time; to imagine only such swaps would tell where coins are.
        return rng.choice(self.sim.legal(state))

    def ask_state(self, when: str, rng: Rng) -> str:
        return rng.choice(
            (
                f"On which squares are the coins {when}?",
                f"Under the cups on which squares does a coin lie {when}?",
                f"Name every square whose cup hides a coin {when}.",
            )
        )

    def state_form(self, size: int) -> tuple[str, tuple[str, ...]]:
        form = "Write the squares with a coin, separated by commas, in any order."
        return form, ("a1, b2", "a2, b1")

    def change_form(self, size: int) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write each such square as SQUARE=coin or SQUARE=nothing, separated by commas; write none if no "
            "square differs."
        )
        return form, ("a1=coin, b2=nothing", "a2=coin, b1=nothing")

    def plan_form(self) -> tuple[str, tuple[str, ...]]:
        return (
            "Write each swap as `swap SQUARE SQUARE`, in order, separated by semicolons.",
            ("swap a1 b2; swap a2 b1", "swap a2 b2; swap a1 a2"),
        )

    def values(self, state: Any) -> list[str]:
        return ["coin" if c else "nothing" for c in state.coins]

    def whole(self, values: list[str], side: int) -> Answer:
        return Bag(tuple(cell_name(i, side) for i, v in enumerate(values) if v == "coin"), "cell")

    def instances(self, replay: Replay, number: int) -> list[tuple[str, str]]:
        op = replay.script.ops[number - 1]
        return [(cell[0], cell) for cell in (op.first, op.second)]

    def goal(self, state: Any, length: int, rng: Rng) -> dict[str, Any] | None:
        full = [i for i, c in enumerate(state.coins) if c]
        bare = [i for i, c in enumerate(state.coins) if not c]
        if length > min(len(full), len(bare)):
            return None
        moved = {*rng.sample(full, length), *rng.sample(bare, length)}
        return {"coins": [c ^ (i in moved) for i, c in enumerate(state.coins)]}

    def goal_words(self, goal: dict[str, Any], size: int) -> str:
        squares = [cell_name(i, size) for i, c in enumerate(goal["coins"]) if c]
        return f"  coins on exactly these squares: {', '.join(squares)}"

    # --- witness -----------------------------------------------------------------------------------

    def trace(self, seen: Seen, after: int) -> Cells:
        shown = {
            f"{row[0]}{column}": "coin" if word == "O" else "nothing"
            for row in seen.shown[1:]
            for column, word in enumerate(row[1:].split(), 1)
        }
        # origin[square] is where the cup that now stands there was at the reveal.
        origin = {square: square for square in shown}
        pairs = [(step[5:7], step[12:14]) for step in seen.steps]
        for one, other in pairs[:after] if seen.reveal == "start" else reversed(pairs[after:]):
            origin[one], origin[other] = origin[other], origin[one]
        return {square: shown[origin[square]] for square in shown}

    def all_cells(self, cells: Cells) -> Answer:
        return Bag(tuple(square for square, what in cells.items() if what == "coin"), "cell")

    def push(self, cells: Cells, side: int, words: str) -> None:
        _, one, other = words.split(" ")
        if one not in cells or other not in cells or one == other:
            raise ValueError(words)
        cells[one], cells[other] = cells[other], cells[one]

    def goal_cells(self, goal: dict[str, Any], side: int) -> Cells:
        return {
            f"{'abcdef'[i // side]}{i % side + 1}": "coin" if bit else "nothing"
            for i, bit in enumerate(goal["coins"])
        }

    def step_seen(self, step: str) -> str:
        match = _STEP.fullmatch(step)
        return f"swap {match[1]} {match[2]}" if match else ""

    def instances_seen(self, step: str, number: int) -> list[tuple[str, str]]:
        match = _STEP.fullmatch(step)
        return [(cell[0], cell) for cell in match.groups()] if match else []
