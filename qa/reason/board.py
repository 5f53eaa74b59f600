"""Questions that boards share (number, circle, cup): a value on every cell."""

from abc import abstractmethod
from typing import Any, ClassVar

from ...core.seeds import Rng
from ...schemas.answers import Answer, Bag, CellMap, Ordered, Plan
from ...schemas.question import Query
from ...simulators.base import cell_name
from ...simulators.replay import Replay, Seen
from .base import (
    ATTEMPTS,
    Draft,
    NoQuestion,
    Questions,
    Wanted,
    hidden_end,
    imagine,
    middle_after,
    numbered,
    probe_after,
    revealed_end,
)

Cells = dict[str, str]
"""What the witness holds: a word for every cell in reading order; the key "@" may hold a marker's cell."""


class BoardQuestions(Questions):
    """Infer, Compare, Predict for boards; a world gives words, counts and its witness's algebra."""

    cell_noun: ClassVar[str]
    """What a cell is called: "square", "point"."""
    board_noun: ClassVar[str]
    """What the whole is called in a question: "board", "grid"."""
    value_token: ClassVar[str]
    """Token kind of a cell's value."""
    moves_noun: ClassVar[str]
    """What operations are called: "slides", "moves", "swaps"."""

    # --- what a world adds -----------------------------------------------------------------------

    @abstractmethod
    def values(self, state: Any) -> list[str]:
        """A word for every cell, in reading order."""

    def cell(self, index: int, side: int) -> str:
        """What answers call the cell at an index; the simulator's token "cell" reads it."""
        return cell_name(index, side)

    @abstractmethod
    def state_form(self, size: int) -> tuple[str, tuple[str, ...]]:
        """Form and examples of an answer that gives the whole state."""

    @abstractmethod
    def change_form(self, size: int) -> tuple[str, tuple[str, ...]]:
        """Form and examples of an answer that gives changed cells."""

    @abstractmethod
    def ask_state(self, when: str, rng: Rng) -> str:
        """The question for the whole state at a moment."""

    @abstractmethod
    def goal(self, state: Any, length: int, rng: Rng) -> dict[str, Any] | None:
        """A goal whose shortest plan may have this length, or None."""

    @abstractmethod
    def goal_words(self, goal: dict[str, Any], size: int) -> str:
        """The goal, whole, as the prompt shows it."""

    def shortcut(self, state: Any, goal: dict[str, Any], gold: tuple[Any, ...]) -> bool:
        """Whether a plan can be guessed from one frame or by lot; such goals are not asked."""
        return False

    def walk(self, state: Any, length: int, rng: Rng) -> Any:
        """The state after a walk by lot that never steps back."""
        last = None
        for _ in range(length):
            options = [op for op in self.sim.legal(state) if last is None or op != self.sim.inverse(last)]
            last = rng.choice(options)
            state = self.sim.apply(state, last)
        return state

    def ways(self, state: Any, plan: tuple[Any, ...]) -> int:
        """One in so many walks by lot that never step back is this plan."""
        ways, last = 1, None
        for op in plan:
            back = self.sim.inverse(last) if last is not None else None
            ways *= sum(other != back for other in self.sim.legal(state))
            state, last = self.sim.apply(state, op), op
        return ways

    @abstractmethod
    def trace(self, seen: Seen, after: int) -> Cells:
        """Witness: the cells after so many operations, from the revealed lines and the steps."""

    @abstractmethod
    def push(self, cells: Cells, side: int, words: str) -> None:
        """Witness: do one imagined operation on the cells; raises ValueError if it cannot be done."""

    @abstractmethod
    def goal_cells(self, goal: dict[str, Any], side: int) -> Cells:
        """Witness: the goal as words for cells."""

    # --- drafts ----------------------------------------------------------------------------------

    def infer_state(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        after = probe_after(replay, rng)
        if after is None:
            query = Query("infer_state", "hidden_end", {})
            when = hidden_end(replay.script.reveal)
        else:
            query = Query("infer_state", "probe", {"after": after})
            when = f"just after operation {after}"
        return Draft(query, self.ask_state(when, rng), *self.state_form(replay.script.size))

    def compare_state(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        after = middle_after(replay, rng)
        hidden = hidden_end(replay.script.reveal)
        if after is None:
            query, when = Query("compare_state", "ends", {}), revealed_end(replay.script.reveal)
        else:
            query, when = Query("compare_state", "probe", {"after": after}), f"just after operation {after}"
        noun, board = self.cell_noun, self.board_noun
        ask = rng.choice(
            (
                f"Compare the {board} {when} with the {board} {hidden}. Which {noun}s differ, and what is on each "
                f"of them {hidden}?",
                f"Which {noun}s are not the same {when} and {hidden}? Say for each what is on it {hidden}.",
                f"Report every {noun} that differs between the {board} {when} and the {board} {hidden}, with what "
                f"is on it {hidden}.",
            )
        )
        return Draft(query, ask, *self.change_form(replay.script.size))

    def predict_state(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        words = self._hypothetical(replay, rng, wanted)
        query = Query("predict_state", "hypothetical", {"hyp": words})
        ask = f"{imagine(replay, rng)}\n{numbered(words)}\n{self.ask_state('after the last of these', rng)}"
        return Draft(query, ask, *self.state_form(replay.script.size))

    def _hypothetical(self, replay: Replay, rng: Rng, wanted: Wanted) -> list[str]:
        before = self.values(replay.hidden)
        for _ in range(ATTEMPTS):
            state, words = replay.hidden, list[str]()
            last = None
            for _ in range(rng.between(*wanted.hypothetical)):
                op = self.imagined_op(state, rng)
                for _ in range(8):
                    if last is None or op != self.sim.inverse(last):
                        break
                    op = self.imagined_op(state, rng)
                state, last = self.sim.apply(state, op), op
                words.append(self.sim.say(op))
            if self.values(state) != before:
                return words
        raise NoQuestion("every imagined sequence leads back")

    def imagined_op(self, state: Any, rng: Rng) -> Any:
        """An operation to imagine; the prompt names it, so its choice must not tell what is hidden."""
        return self.sim.propose(state, rng)

    def predict_operation(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        low, high = wanted.plan
        for _ in range(ATTEMPTS):
            goal = self.goal(replay.hidden, rng.between(low, high), rng)
            # A 2x2 board has so few states that a video may pass through all of them.
            if goal is None or (replay.script.size > 2 and self.passed(replay, goal)):
                continue
            gold = self.sim.shortest(replay.hidden, goal, high)
            if gold is None or len(gold) < low or self.shortcut(replay.hidden, goal, gold):
                continue
            limit = len(gold) + max(1, len(gold) // 2)
            answer = self.plan(replay.hidden, goal, limit)
            query = Query("predict_operation", "board", {"goal": goal, "limit": limit})
            return Draft(query, self._ask_plan(replay, goal, limit, rng), *self.plan_form(), answer)
        raise NoQuestion("no goal in the plan band")

    def _ask_plan(self, replay: Replay, goal: dict[str, Any], limit: int, rng: Rng) -> str:
        when, board = hidden_end(replay.script.reveal), self.board_noun
        words = self.goal_words(goal, replay.script.size)
        return rng.choice(
            (
                f"Begin with the {board} as it is {when}. Which {self.moves_noun} turn it into this?\n{words}\n"
                f"Use at most {limit} {self.moves_noun}; any sequence that works is right.",
                f"How can the following be reached from the {board} {when} with at most {limit} "
                f"{self.moves_noun}? (Any sequence that works is right.)\n{words}",
                f"Starting from the {board} {when}, find a sequence of no more than {limit} {self.moves_noun} "
                f"that leads to this; any that works is right.\n{words}",
            )
        )

    @abstractmethod
    def plan_form(self) -> tuple[str, tuple[str, ...]]:
        """Form and examples of a plan."""

    # --- first way ---------------------------------------------------------------------------------

    def whole(self, values: list[str], side: int) -> Answer:
        """The whole state as an answer."""
        return CellMap({self.cell(i, side): v for i, v in enumerate(values)}, self.value_token)

    def state_answer(self, query: Query, replay: Replay) -> Answer:
        side = replay.script.size
        if query.skill == "predict_state":
            return self.whole(self.values(self.imagined(replay, query.args["hyp"])), side)
        if query.skill == "infer_state":
            state = replay.states[query.args["after"]] if query.kind == "probe" else replay.hidden
            return self.whole(self.values(state), side)
        other = replay.states[query.args["after"]] if query.kind == "probe" else replay.revealed
        now, then = self.values(replay.hidden), self.values(other)
        changed = {self.cell(i, side): v for i, v in enumerate(now) if v != then[i]}
        return CellMap(changed, self.value_token)

    # --- second way --------------------------------------------------------------------------------

    def all_cells(self, cells: Cells) -> Answer:
        """Witness: the whole state as an answer."""
        return CellMap({c: v for c, v in cells.items() if c != "@"}, self.value_token)

    def witness(self, query: Query, seen: Seen, answer: Answer) -> Answer:
        if query.skill == "recall_order":
            begin, end = query.args["from"], query.args["to"]
            return Ordered(tuple(map(self.step_seen, seen.steps[begin - 1 : end])), self.step_token)
        if query.skill == "recall_count":
            return self.count_seen(query, seen)
        last = len(seen.steps)
        hidden = last if seen.reveal == "start" else 0
        after = query.args.get("after", hidden)
        if query.skill == "infer_state":
            return self.all_cells(self.trace(seen, after))
        cells = self.trace(seen, hidden)
        if query.skill == "compare_state":
            other = self.trace(seen, query.args.get("after", last - hidden))
            return CellMap({c: v for c, v in cells.items() if c != "@" and other[c] != v}, self.value_token)
        try:
            if query.skill == "predict_state":
                for words in query.args["hyp"]:
                    self.push(cells, seen.size, words)
                return self.all_cells(cells)
            assert isinstance(answer, Plan)
            for words in answer.gold:
                self.push(cells, seen.size, words)
        except ValueError:
            return Bag((), "none")
        goal = self.goal_cells(query.args["goal"], seen.size)
        return answer if all(cells[c] == v for c, v in goal.items()) else Bag((), "none")

    @abstractmethod
    def step_seen(self, step: str) -> str:
        """Witness: an item of Recall Order from what is seen of the operation."""


def axes(size: int, noun: str) -> str:
    """The sentence that fixes orientation, axis order and index base."""
    last = chr(96 + size)
    return (
        f"Rows of {noun}s are lettered a to {last} from top to bottom and columns are numbered 1 to {size} "
        f"from left to right, so a1 is the top left {noun}."
    )


def cells_form(noun: str) -> tuple[str, tuple[str, ...]]:
    """Form and examples of a count with its cells."""
    form = (
        f"Write the number, a colon and the {noun}s separated by commas (a {noun} as often as it occurs, in "
        "any order), or only 0 if there are none."
    )
    return form, ("5: a1, a1, b2, b2, b2", "1: a2")
