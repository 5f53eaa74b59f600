"""What the questions of a world are: six skills, two ways of working out every answer."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from ...core.catalog import simulator
from ...core.errors import IllegalOp
from ...core.seeds import Rng
from ...schemas.answers import Answer, Ordered, Plan, Tally
from ...schemas.question import Query
from ...simulators.replay import Replay, Seen

ZERO_RATE = (1, 20)
"""How often a count question is asked about something that never happens (where there is such)."""
WINDOW_RATE = (1, 2)
"""How often Recall Count asks about a stretch of the video instead of all of it."""
PROBE_RATE = (1, 4)
"""How often Infer and Compare ask about a moment in the middle instead of the hidden end."""
ATTEMPTS = 60
"""Bound on every search for a question that keeps the rules below."""


@dataclass(frozen=True)
class Wanted:
    """What the questions of a script should be like."""

    plan: tuple[int, int]
    """Band of shortest plan lengths, both ends included."""
    hypothetical: tuple[int, int]
    """Band of lengths of imagined operations, both ends included."""


@dataclass(frozen=True)
class Draft:
    """A question before its proof."""

    query: Query
    ask: str
    """The question itself."""
    form: str
    """How the answer is to be written."""
    examples: tuple[str, ...]
    """Answers in that form; the first that is not right is shown."""
    answer: Answer | None = field(default=None)
    """The answer, when drafting had to work it out anyway."""


class NoQuestion(Exception):
    """The script has no question of this skill that keeps the rules; the reason is counted."""


class Questions(ABC):
    """The questions of one world.

    `answer` works from the simulator's states. `witness` works from what the video shows (`Seen`)
    and shares no code with the simulator; a question is asked only when the two agree, which also
    proves that the hidden side is determined by what is visible.
    """

    name: ClassVar[str]
    method: ClassVar[str]
    """How the witness computes, for the certificate."""
    determined: ClassVar[str]
    """Why the hidden side is unique given what is visible."""
    step_token: ClassVar[str] = "op"
    """Token kind of Recall Order items."""
    count_token: ClassVar[str]
    """Token kind of Recall Count items."""

    @cached_property
    def sim(self) -> Any:
        """The world's simulator."""
        return simulator(self.name)

    # --- wording -------------------------------------------------------------------------------

    @abstractmethod
    def rules(self, size: int, rng: Rng) -> str:
        """The rules, orientation, axes, index base and who moves: each once and exactly."""

    @abstractmethod
    def revealed(self, reveal: str, size: int, rng: Rng) -> str:
        """The sentence that says when the hidden state can be seen."""

    # --- the six skills ------------------------------------------------------------------------

    def recall_order(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        """Operations i to j in order; the range grows with the script."""
        count = replay.count
        low, high = min(count, max(2, -(-2 * count // 5))), min(count, max(2, -(-7 * count // 10)))
        length = rng.between(low, high)
        begin = rng.between(1, count - length + 1)
        end = begin + length - 1
        which = f"operations {begin} to {end}" if end > begin else f"operation {begin}"
        verb = "are" if end > begin else "is"
        ask = rng.choice(
            (
                f"What {verb} {which} of the video, in order?",
                f"List {which} in the order in which they happen." if end > begin else f"Describe {which}.",
                f"Report {which} of the video{', in order' if end > begin else ''}.",
            )
        )
        form, examples = self.order_form(replay, rng)
        query = Query("recall_order", "range", {"from": begin, "to": end})
        return Draft(query, ask, form, examples)

    @abstractmethod
    def order_form(self, replay: Replay, rng: Rng) -> tuple[str, tuple[str, ...]]:
        """Form and examples of Recall Order."""

    def recall_count(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        """How often something happens, and each instance; at the stated rate it never does."""
        groups, zero = self.groups(replay.script.size), rng.chance(*ZERO_RATE)
        fit: list[str] = []
        args: dict[str, Any] = {}
        for _ in range(ATTEMPTS):
            args = self._window(replay, rng)
            numbers = range(args.get("from", 1), args.get("to", replay.count) + 1)
            counts = Counter(group for number in numbers for group, _ in self.instances(replay, number))
            fit = [group for group in groups if (counts[group] == 0) == zero]
            # One instance is easy to guess where there are few kinds of it, so two or more are preferred.
            fit = [group for group in fit if counts[group] > 1] or fit
            if fit:
                break
        group = rng.choice(fit or groups)
        during = f"in operations {args['from']} to {args['to']}" if args else "in the whole video"
        query = Query("recall_count", "window" if args else "whole", {**args, "what": group})
        return Draft(query, self.ask_count(group, during, rng), *self.count_form())

    def _window(self, replay: Replay, rng: Rng) -> dict[str, int]:
        """Operations to count in: the whole video, or at the stated rate 40 to 80 % of it."""
        count = replay.count
        low, high = -(-2 * count // 5), 4 * count // 5
        if low < 2 or not rng.chance(*WINDOW_RATE):
            return {}
        length = rng.between(low, high)
        begin = rng.between(1, count - length + 1)
        return {"from": begin, "to": begin + length - 1}

    @abstractmethod
    def groups(self, size: int) -> tuple[str, ...]:
        """What can be counted, in a fixed order."""

    @abstractmethod
    def instances(self, replay: Replay, number: int) -> list[tuple[str, str]]:
        """What operation `number` adds to the counts: (group, instance) pairs."""

    @abstractmethod
    def ask_count(self, group: str, during: str, rng: Rng) -> str:
        """The question how often a group occurs `during` ("in the whole video")."""

    @abstractmethod
    def count_form(self) -> tuple[str, tuple[str, ...]]:
        """Form and examples of a count with its instances."""

    @abstractmethod
    def infer_state(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        """The hidden state."""

    @abstractmethod
    def compare_state(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        """What differs between two moments."""

    @abstractmethod
    def predict_state(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        """The state after imagined operations."""

    @abstractmethod
    def predict_operation(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        """A plan that leads from the hidden state to a goal."""

    # --- the first way: from the simulator's states ----------------------------------------------

    def answer(self, query: Query, replay: Replay) -> Answer:
        """The answer from the simulator's states.

        Raises IndexError when the script is too short for the query and IllegalOp when imagined
        operations cannot be done: for a script with one operation left out both mean "changed".
        """
        if query.skill == "recall_order":
            begin, end = query.args["from"], query.args["to"]
            if end > replay.count:
                raise IndexError(end)
            items = tuple(
                self.step_item(replay.states[i - 1], replay.script.ops[i - 1]) for i in range(begin, end + 1)
            )
            return Ordered(items, self.step_token)
        if query.skill == "recall_count":
            begin, end = query.args.get("from", 1), query.args.get("to", replay.count)
            if end > replay.count:
                raise IndexError(end)
            found = (pair for number in range(begin, end + 1) for pair in self.instances(replay, number))
            what = query.args["what"]
            return Tally.of((item for group, item in found if group == what), self.count_token)
        if query.skill == "predict_operation":
            return self.plan(replay.hidden, query.args["goal"], query.args["limit"])
        return self.state_answer(query, replay)

    def step_item(self, before: Any, op: Any) -> str:
        """One item of Recall Order."""
        return str(self.sim.say(op))

    @abstractmethod
    def state_answer(self, query: Query, replay: Replay) -> Answer:
        """The answer of Infer, Compare and Predict State."""

    def plan(self, source: Any, goal: dict[str, Any], limit: int) -> Plan:
        """The plan answer with a shortest gold plan; raises IllegalOp if there is none in the limit."""
        gold = self.sim.shortest(source, goal, limit)
        if gold is None:
            raise IllegalOp(f"no plan of at most {limit} operations reaches the goal")
        return Plan(self.sim.dump_state(source), goal, limit, len(gold), tuple(self.sim.say(op) for op in gold))

    def works(self, plan: Plan, source: Any) -> bool:
        """Whether the gold plan leads from this source to its goal."""
        try:
            for text in plan.gold:
                source = self.sim.apply(source, self.op(text))
        except IllegalOp:
            return False
        return bool(self.sim.meets(source, plan.goal))

    def passed(self, replay: Replay, goal: dict[str, Any]) -> bool:
        """Whether some state of the video is the goal: playing the video on or back would be a plan."""
        return any(self.sim.meets(state, goal) for state in replay.states)

    @lru_cache(maxsize=4096)  # noqa: B019 - one instance a world lives as long as the process
    def op(self, text: str) -> Any:
        """The operation that canonical words mean."""
        return self.sim.read(text)

    def imagined(self, replay: Replay, words: Sequence[str]) -> Any:
        """The state after imagined operations from the hidden end."""
        state = replay.hidden
        for text in words:
            state = self.sim.apply(state, self.op(text))
        return state

    # --- the second way: from what is seen --------------------------------------------------------

    @abstractmethod
    def instances_seen(self, step: str, number: int) -> list[tuple[str, str]]:
        """Witness: what a seen operation adds to the counts."""

    def count_seen(self, query: Query, seen: Seen) -> Answer:
        """Witness: the answer of Recall Count."""
        what, last = query.args["what"], query.args.get("to", len(seen.steps))
        found: list[str] = []
        for number, step in enumerate(seen.steps, 1):
            if query.args.get("from", 1) <= number <= last:
                found += [item for group, item in self.instances_seen(step, number) if group == what]
        return Tally.of(found, self.count_token)

    @abstractmethod
    def witness(self, query: Query, seen: Seen, answer: Answer) -> Answer:
        """The answer from visible things only, by independent code.

        A plan cannot be recomputed (there are many), so for plans the claimed `answer` is done and
        returned when it reaches the goal; otherwise a changed one is returned.
        """


def hidden_end(reveal: str) -> str:
    """Words for the moment that the video does not show; every prompt says what they mean."""
    return "at the end" if reveal == "start" else "at the start"


def revealed_end(reveal: str) -> str:
    """Words for the moment that the video shows."""
    return "at the start" if reveal == "start" else "at the end"


def listed(noun: str, count: int) -> str:
    """`pile 1`, `pile 1 and pile 2`, `pile 1, pile 2 and pile 3`."""
    names = [f"{noun}{number}" for number in range(1, count + 1)]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def numbered(items: Sequence[str]) -> str:
    """Imagined operations in words, one a line, numbered."""
    return "\n".join(f"  {i}. {item}" for i, item in enumerate(items, 1))


def imagine(replay: Replay, rng: Rng) -> str:
    """The sentence that introduces imagined operations from the hidden end."""
    if replay.script.reveal == "start":
        return rng.choice(
            (
                "Suppose that right after the last operation of the video these follow:",
                "The video ends, and then the following is done as well:",
                "Carry on from where the video ends with these further operations:",
            )
        )
    return rng.choice(
        (
            "Go back to the start of the video. Suppose that, instead of what it shows, this is done:",
            "Take the state at the start and do only the following to it:",
            "Suppose the video began in the same state but went on like this instead:",
        )
    )


def middle_after(replay: Replay, rng: Rng) -> int | None:
    """Number of an operation in the middle third, to compare the moment after it; or None."""
    count = replay.count
    if count < 3 or not rng.chance(*PROBE_RATE):
        return None
    return rng.between(-(-count // 3), 2 * count // 3)


def probe_after(replay: Replay, rng: Rng) -> int | None:
    """Number of an operation to ask about the moment after, on the far side of the reveal, or None."""
    count = replay.count
    if count < 3 or not rng.chance(*PROBE_RATE):
        return None
    if replay.script.reveal == "start":
        return rng.between(-(-count // 2), count - 1)
    return rng.between(1, count // 2)
