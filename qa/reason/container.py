"""Questions that containers share (file, card, chip): things that go in and come out unseen."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from ...core.seeds import Rng
from ...schemas.answers import Answer, Bag, Ordered, Plan
from ...schemas.question import Query
from ...simulators.replay import Replay, Seen
from .base import (
    ATTEMPTS,
    ZERO_RATE,
    Draft,
    NoQuestion,
    Questions,
    Wanted,
    hidden_end,
    imagine,
    middle_after,
    numbered,
    probe_after,
)

Held = list[list[str]]
"""What the witness holds: for each container its items, in the order in which answers give them."""


class ContainerQuestions(Questions):
    """Infer, Compare, Predict for containers; a world gives words, counts and its witness's algebra."""

    item_token: ClassVar[str]
    """Token kind of what a container holds."""
    empty_rate: ClassVar[tuple[int, int]] = (1, 2)
    """How often an empty container (or part of one) is asked about where there is one."""
    ordered: ClassVar[bool] = False
    """Whether the order within a container counts."""
    moves_noun: ClassVar[str] = "operations"

    # --- what a world adds -----------------------------------------------------------------------

    @abstractmethod
    def held(self, state: Any, container: int) -> Sequence[str]:
        """What a container holds, as words in the order in which answers give them."""

    @abstractmethod
    def touched(self, op: Any) -> Iterable[tuple[int, str]]:
        """The containers, with the parts of them, that an operation changes."""

    def parts(self) -> tuple[str, ...]:
        """Parts of a container that are asked for apart from the rest; ("",) for no parts."""
        return ("",)

    def part_of(self, items: Sequence[str], part: str) -> tuple[str, ...]:
        """The items that belong to a part."""
        return tuple(items)

    @abstractmethod
    def ask_items(self, container: int, part: str, when: str, rng: Rng) -> str:
        """The question for the items of a container at a moment."""

    @abstractmethod
    def items_form(self) -> tuple[str, tuple[str, ...]]:
        """Form and examples of an answer that gives the items of a container."""

    @abstractmethod
    def set_form(self) -> tuple[str, tuple[str, ...]]:
        """Form and examples of an answer that gives items in any order."""

    def imagined_words(self, words: str) -> str:
        """An imagined operation as the prompt shows it."""
        return words

    @abstractmethod
    def goal(self, state: Any, container: int, length: int, rng: Rng) -> dict[str, Any] | None:
        """A goal for a container whose shortest plan may have this length, or None."""

    @abstractmethod
    def goal_words(self, goal: dict[str, Any], size: int) -> str:
        """The goal, whole, as the prompt shows it."""

    @abstractmethod
    def plan_form(self, goal: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
        """Form and examples of a plan."""

    @abstractmethod
    def goal_items(self, goal: dict[str, Any]) -> list[str]:
        """Witness: what the goal's container must hold, in answer order."""

    @abstractmethod
    def trace(self, seen: Seen, after: int) -> Held:
        """Witness: what the containers hold after so many operations, from what is seen."""

    @abstractmethod
    def push(self, held: Held, words: str) -> None:
        """Witness: do one imagined operation; raises ValueError if it cannot be done."""

    # --- drafts ----------------------------------------------------------------------------------

    def pick(self, replay: Replay, rng: Rng, state: Any) -> tuple[int, str]:
        """The container and part to ask about: the one that most operations touch, by lot among equals.

        At the stated rate an empty container is preferred, so that "none" is an answer too.
        """
        places = [(c, part) for c in range(1, replay.script.size + 1) for part in self.parts()]
        bare = [(c, part) for c, part in places if not self.part_of(self.held(state, c), part)]
        filled = [place for place in places if place not in bare]
        if bare and (not filled or rng.chance(*self.empty_rate)):
            return rng.choice(bare)
        return rng.choice(self._busiest(replay, filled))

    def pick_filled(self, replay: Replay, rng: Rng) -> int:
        """The container to imagine operations on: a busy one that holds something, if any does."""
        places = [(c, part) for c in range(1, replay.script.size + 1) for part in self.parts()]
        filled = [(c, part) for c, part in places if self.held(replay.hidden, c)]
        return rng.choice(self._busiest(replay, filled or places))[0]

    def _busiest(self, replay: Replay, places: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """Those of the containers' parts that most operations touch."""
        counts: dict[tuple[int, str], int] | None = replay.memo.get("touched")
        if counts is None:
            everywhere = ((c, part) for c in range(1, replay.script.size + 1) for part in self.parts())
            counts = replay.memo["touched"] = dict.fromkeys(everywhere, 0)
            for op in replay.script.ops:
                for place in self.touched(op):
                    counts[place] += 1
        most = max(counts[place] for place in places)
        return [place for place in places if counts[place] == most]

    def infer_state(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        after = probe_after(replay, rng)
        state = replay.hidden if after is None else replay.states[after]
        container, part = self.pick(replay, rng, state)
        args: dict[str, Any] = {"in": container, "part": part}
        if after is None:
            query, when = Query("infer_state", "hidden_end", args), hidden_end(replay.script.reveal)
        else:
            query = Query("infer_state", "probe", {**args, "after": after})
            when = f"just after operation {after}"
        return Draft(query, self.ask_items(container, part, when, rng), *self.items_form())

    def compare_state(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        """Items at one moment that are missing at the other."""
        after = middle_after(replay, rng)
        hidden = hidden_end(replay.script.reveal)
        if after is None:
            kind, args = "ends", dict[str, Any]()
            states = (replay.states[0], replay.states[-1])
            moments = ("at the start", "at the end")
        else:
            kind, args = "probe", {"after": after}
            states = (replay.states[after], replay.hidden)
            moments = (f"just after operation {after}", hidden)
        container, part, first_only = self._pick_change(replay, states, rng)
        args |= {"in": container, "part": part, "only": "first" if first_only else "second"}
        here, there = moments if first_only else moments[::-1]
        ask = self.ask_missing(container, part, here, there, rng)
        return Draft(Query("compare_state", kind, args), ask, *self.set_form())

    def _pick_change(self, replay: Replay, states: tuple[Any, Any], rng: Rng) -> tuple[int, str, bool]:
        """A busy place and direction in which something is missing; at a stated rate one where nothing is."""
        some: list[tuple[int, str, bool]] = []
        none: list[tuple[int, str, bool]] = []
        for c in range(1, replay.script.size + 1):
            held = [Counter(self.held(state, c)) for state in states]
            for first_only in (True, False):
                gone = held[0] - held[1] if first_only else held[1] - held[0]
                for part in self.parts():
                    (some if self.part_of(tuple(gone), part) else none).append((c, part, first_only))
        if none and (not some or rng.chance(*ZERO_RATE)):
            return rng.choice(none)
        busy = self._busiest(replay, [(c, part) for c, part, _ in some])
        return rng.choice([choice for choice in some if choice[:2] in busy])

    @abstractmethod
    def ask_missing(self, container: int, part: str, here: str, there: str, rng: Rng) -> str:
        """The question for items that a container holds at one moment and not at another."""

    def predict_state(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        for _ in range(ATTEMPTS):
            container = self.pick_filled(replay, rng)
            words, state, kept = self._hypothetical(replay, rng, wanted, container)
            before, after = self.held(replay.hidden, container), self.held(state, container)
            for part in rng.shuffled(self.parts()):
                if self.part_of(after, part) == self.part_of(before, part):
                    continue
                # The prompt must not give the answer away: something that it never moves has to remain
                # (unless all containers are empty, and knowing that is the point).
                if before and not self.part_of(kept, part):
                    continue
                query = Query("predict_state", "hypothetical", {"hyp": words, "in": container, "part": part})
                shown = numbered([self.imagined_words(w) for w in words])
                asked = self.ask_items(container, part, "after the last of these", rng)
                return Draft(query, f"{imagine(replay, rng)}\n{shown}\n{asked}", *self.items_form())
        raise NoQuestion("no imagined sequence changes a container and leaves some of it")

    def _hypothetical(
        self, replay: Replay, rng: Rng, wanted: Wanted, container: int
    ) -> tuple[list[str], Any, list[str]]:
        """Imagined operations in words, the state they lead to, and what they leave where it was."""
        state, words, last = replay.hidden, list[str](), None
        now = self.held(state, container)
        kept, fresh = Counter(now), Counter[str]()
        for _ in range(rng.between(*wanted.hypothetical)):
            op = self.sim.propose(state, rng, container)
            for _ in range(8):
                if last is None or op != self.sim.inverse(last):
                    break
                op = self.sim.propose(state, rng, container)
            state, last = self.sim.apply(state, op), op
            words.append(self.sim.say(op))
            was, now = now, self.held(state, container)
            fresh.update(Counter(now) - Counter(was))
            for item, times in (Counter(was) - Counter(now)).items():
                new = min(times, fresh[item])
                fresh[item] -= new
                kept[item] -= times - new
        return words, state, list(kept.elements())

    def predict_operation(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        low, high = wanted.plan
        for _ in range(ATTEMPTS):
            container = self.pick_filled(replay, rng)
            goal = self.goal(replay.hidden, container, rng.between(low, high), rng)
            if goal is None or self.passed(replay, goal):
                continue
            gold = self.sim.shortest(replay.hidden, goal, high)
            # Something must stay, so that filling an imagined empty container is not a plan.
            before = set(self.held(replay.hidden, container))
            if gold is None or len(gold) < low or (before and not before & set(self.goal_items(goal))):
                continue
            limit = len(gold) + max(1, len(gold) // 2)
            answer = self.plan(replay.hidden, goal, limit)
            query = Query("predict_operation", "container", {"goal": goal, "limit": limit})
            return Draft(query, self._ask_plan(replay, goal, limit, rng), *self.plan_form(goal), answer)
        raise NoQuestion("no goal in the plan band")

    def _ask_plan(self, replay: Replay, goal: dict[str, Any], limit: int, rng: Rng) -> str:
        when = hidden_end(replay.script.reveal)
        words = self.goal_words(goal, replay.script.size)
        return rng.choice(
            (
                f"Begin with the state {when}. Which {self.moves_noun} lead to the following?\n{words}\n"
                f"Use at most {limit} {self.moves_noun}; any sequence that works is right.",
                f"How can the following be reached from the state {when} with at most {limit} "
                f"{self.moves_noun}? (Any sequence that works is right.)\n{words}",
                f"Starting from the state {when}, find a sequence of no more than {limit} {self.moves_noun} after "
                f"which this holds; any that works is right.\n{words}",
            )
        )

    # --- first way ---------------------------------------------------------------------------------

    def items(self, held: Sequence[str]) -> Answer:
        """What a container holds, as an answer."""
        if self.ordered:
            return Ordered(tuple(held), self.item_token)
        return Bag.of(held, self.item_token)

    def state_answer(self, query: Query, replay: Replay) -> Answer:
        container, part = query.args["in"], query.args["part"]
        if query.skill == "predict_state":
            state = self.imagined(replay, query.args["hyp"])
            return self.items(self.part_of(self.held(state, container), part))
        if query.skill == "infer_state":
            state = replay.states[query.args["after"]] if query.kind == "probe" else replay.hidden
            return self.items(self.part_of(self.held(state, container), part))
        if query.kind == "probe":
            moments = (replay.states[query.args["after"]], replay.hidden)
        else:
            moments = (replay.states[0], replay.states[-1])
        if query.args["only"] == "second":
            moments = moments[::-1]
        here = list(self.part_of(self.held(moments[0], container), part))
        for item in self.part_of(self.held(moments[1], container), part):
            if item in here:
                here.remove(item)
        return Bag.of(here, self.item_token)

    # --- second way --------------------------------------------------------------------------------

    def witness(self, query: Query, seen: Seen, answer: Answer) -> Answer:
        if query.skill == "recall_order":
            begin, end = query.args["from"], query.args["to"]
            return Ordered(tuple(map(self.step_seen, seen.steps[begin - 1 : end])), self.step_token)
        if query.skill == "recall_count":
            return self.count_seen(query, seen)
        if query.skill == "compare_state":
            return self.compare_seen(query, seen)
        hidden = len(seen.steps) if seen.reveal == "start" else 0
        held = self.trace(seen, query.args.get("after", hidden))
        try:
            for words in query.args.get("hyp", ()):
                self.push(held, words)
            if isinstance(answer, Plan):
                for words in answer.gold:
                    self.push(held, words)
                goal = query.args["goal"]
                reached = held[self.goal_container(goal) - 1] == self.goal_items(goal)
                return answer if reached else Bag((), "none")
        except ValueError:
            return Bag((), "none")
        return self.items_seen(held[query.args["in"] - 1], query.args["part"])

    def items_seen(self, held: list[str], part: str) -> Answer:
        """Witness: what a container holds, as an answer."""
        kept = [item for item in held if item.endswith(part)]
        return Ordered(tuple(kept), self.item_token) if self.ordered else _bag(kept, self.item_token)

    def compare_seen(self, query: Query, seen: Seen) -> Answer:
        """Witness: the answer of Compare State."""
        last, args = len(seen.steps), query.args
        if query.kind == "probe":
            pair = (args["after"], last if seen.reveal == "start" else 0)
        else:
            pair = (0, last)
        here, there = pair if args["only"] == "first" else pair[::-1]
        one, other = (self.trace(seen, k)[args["in"] - 1] for k in (here, there))
        kinds = sorted({item for item in one if item.endswith(args["part"])})
        spare = [item for item in kinds for _ in range(one.count(item) - other.count(item))]
        return _bag(spare, self.item_token)

    @abstractmethod
    def goal_container(self, goal: dict[str, Any]) -> int:
        """Number of the container that a goal is about."""

    @abstractmethod
    def step_seen(self, step: str) -> str:
        """Witness: an item of Recall Order from what is seen of the operation."""


def _bag(items: list[str], token: str) -> Bag:
    return Bag.of(items, token)
