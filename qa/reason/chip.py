"""Questions about poker chips in cups."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from ...core.seeds import Rng
from ...schemas.answers import Answer, Balance, End
from ...schemas.question import Query
from ...simulators.chip import VALUES, Add
from ...simulators.replay import Replay, Seen
from .base import Draft, Wanted, listed, middle_after
from .container import ContainerQuestions, Held

_STEP = re.compile(r"a chip of (\d+) (goes into|is taken out of) cup (\d)")


class ChipQuestions(ContainerQuestions):
    """The witness keeps a counter for each cup and adds up what is seen going in and out."""

    name: ClassVar[str] = "chip"
    method: ClassVar[str] = "counters of each value, summed over the visible chips from the revealed cups"
    determined: ClassVar[str] = (
        "every chip is seen when it goes in or comes out, so the revealed counts minus or plus the visible "
        "ones give the counts at every other moment"
    )
    count_token: ClassVar[str] = "int"
    item_token: ClassVar[str] = "int"

    def rules(self, size: int, rng: Rng) -> str:
        which = listed("cup ", size)
        many = "one opaque cup" if size == 1 else f"{size} opaque cups"
        a, each, may = ("the", "The cup", "holds") if size == 1 else ("a", "A cup", "may hold")
        lead = rng.choice(
            (
                f"The video shows {many} ({which}) for poker chips worth 5, 10, 20, 50 or 100.",
                f"You see {many}, called {which}. {each} {may} poker chips of the values 5, 10, 20, 50 and 100.",
                f"Poker chips worth 5, 10, 20, 50 or 100 are kept in {many} ({which}).",
            )
        )
        move = (
            f"In each operation one chip goes into {a} cup or one chip is taken out of {a} cup; the moving chip "
            "can be seen. There may be several chips of the same value. Operations are numbered from 1."
        )
        return f"{lead} {move}"

    def revealed(self, reveal: str, size: int, rng: Rng) -> str:
        what = "What the cup holds" if size == 1 else "What the cups hold"
        if reveal == "start":
            return rng.choice(
                (
                    f"{what} is shown only at the start.",
                    f"{what} is shown before the first operation and hidden from then on.",
                )
            )
        return rng.choice(
            (
                f"{what} is shown only at the end.",
                f"{what} stays hidden until the last operation is over and is shown then.",
            )
        )

    def order_form(self, replay: Replay, rng: Rng) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write each operation as `add VALUE to cup N` or `remove VALUE from cup N`, in order, separated "
            "by semicolons."
        )
        return form, ("add 20 to cup 1; remove 5 from cup 1", "remove 50 from cup 1; add 10 to cup 1")

    def groups(self, size: int) -> tuple[str, ...]:
        return tuple(f"{act} {cup}" for act in ("add", "remove") for cup in range(1, size + 1))

    def ask_count(self, group: str, during: str, rng: Rng) -> str:
        act, cup = group.split()
        done = f"go into cup {cup}" if act == "add" else f"are taken out of cup {cup}"
        return rng.choice(
            (
                f"How many chips {done} {during}, and of which values?",
                f"Count the chips that {done} {during} and give the value of each.",
                f"How many chips {done} {during}? List their values.",
            )
        )

    def count_form(self) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write the number of chips, a colon and their values separated by commas (in any order, a value "
            "as often as it occurs), or only 0 if there are none."
        )
        return form, ("5: 5, 5, 20, 20, 100", "1: 10")

    def held(self, state: Any, container: int) -> Sequence[str]:
        return tuple(map(str, state.cups[container - 1] or ()))

    def touched(self, op: Any) -> Iterable[tuple[int, str]]:
        return ((op.cup, ""),)

    def ask_items(self, container: int, part: str, when: str, rng: Rng) -> str:
        return rng.choice(
            (
                f"Which chips are in cup {container} {when}?",
                f"List the values of all chips in cup {container} {when}.",
                f"What does cup {container} hold {when}?",
            )
        )

    def items_form(self) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write the values separated by commas, in any order, a value as often as there are chips of it; "
            "write none if the cup is empty."
        )
        return form, ("5, 20, 20, 100", "10, 50, 50")

    def set_form(self) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write the values separated by commas, in any order, a value as often as there are such chips; "
            "write none if there are none."
        )
        return form, ("5, 20, 20", "10, 50")

    def compare_state(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        container, _ = self.pick(replay, rng, replay.hidden)
        after = middle_after(replay, rng)
        if after is not None:
            return super().compare_state(replay, rng, wanted)
        totals = {
            c: (sum(replay.states[0].cups[c - 1]), sum(replay.states[-1].cups[c - 1]))
            for c in range(1, replay.script.size + 1)
        }
        # Among more cups a tie is likelier, and then asked about less often, so that ties stay rare.
        # A cup that no operation touches has a tie too, and is not worth a question.
        touched = sorted({op.cup for op in replay.script.ops})
        ties = [c for c in touched if totals[c][0] == totals[c][1]]
        others = [c for c in touched if c not in ties]
        if ties and (not others or rng.chance(1, len(totals))):
            container = rng.choice(ties)
        elif container not in others:
            container = rng.choice(others)
        ask = rng.choice(
            (
                f"Is the total value of the chips in cup {container} larger at the start or at the end? By how "
                "much?",
                f"Add up the chips in cup {container} at the start, and again at the end. Which total is larger, "
                "and what is the difference?",
                f"Compare the worth of cup {container} at the start with its worth at the end. Which is larger, "
                "and by how much?",
            )
        )
        form = (
            "Write start or end, whichever total is larger, and the difference; write equal 0 if the totals "
            "are the same."
        )
        return Draft(Query("compare_state", "totals", {"in": container}), ask, form, ("end 45", "start 30"))

    def ask_missing(self, container: int, part: str, here: str, there: str, rng: Rng) -> str:
        return rng.choice(
            (
                f"Of which values does cup {container} hold more chips {here} than {there}? Give each such value "
                f"as often as there are more chips of it {here}.",
                f"Compare cup {container} {here} with cup {container} {there}. Which chips would have to be taken "
                "out of the former so that it holds no more chips of any value than the latter?",
            )
        )

    def goal(self, state: Any, container: int, length: int, rng: Rng) -> dict[str, Any] | None:
        cup = list(state.cups[container - 1])
        # At most four are added, or more where there are too few to take away.
        high = min(length, max(0, len(cup) - 1))
        low = min(max(0, length - 4), high)
        drop = rng.between(low, high)
        gone = rng.sample(cup, drop)
        kinds = [value for value in VALUES if value not in gone]
        if not kinds and length > drop:
            return None
        fresh = [rng.choice(kinds) for _ in range(length - drop)]
        for value in gone:
            cup.remove(value)
        return {"cup": container, "chips": sorted([*cup, *fresh])}

    def goal_words(self, goal: dict[str, Any], size: int) -> str:
        words = f"  cup {goal['cup']} holds exactly these chips: {', '.join(map(str, goal['chips']))}"
        return words if size == 1 else f"{words}\n  (only cup {goal['cup']} may be changed)"

    def plan_form(self, goal: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write each operation as `add VALUE to cup N` or `remove VALUE from cup N` (such a chip must be in "
            "the cup), in order, separated by semicolons."
        )
        return form, ("add 20 to cup 1; remove 5 from cup 1", "remove 50 from cup 1; add 10 to cup 1")

    def instances(self, replay: Replay, number: int) -> list[tuple[str, str]]:
        op = replay.script.ops[number - 1]
        return [(f"{'add' if isinstance(op, Add) else 'remove'} {op.cup}", str(op.value))]

    def state_answer(self, query: Query, replay: Replay) -> Answer:
        if query.kind == "totals":
            at = query.args["in"] - 1
            before, after = sum(replay.states[0].cups[at]), sum(replay.states[-1].cups[at])
            more: End = "equal" if before == after else "start" if before > after else "end"
            return Balance(more, abs(before - after))
        return super().state_answer(query, replay)

    # --- witness -----------------------------------------------------------------------------------

    def trace(self, seen: Seen, after: int) -> Held:
        counts: list[Counter[int]] = []
        for line in seen.shown:
            words = line.partition(": ")[2]
            counts.append(Counter(map(int, words.split())) if words != "(empty)" else Counter())
        steps = seen.steps[:after] if seen.reveal == "start" else seen.steps[after:]
        for value, way, cup in filter(None, (_parts(step) for step in steps)):
            counts[cup - 1][value] += way if seen.reveal == "start" else -way
        return [[str(value) for value in sorted(count.elements())] for count in counts]

    def compare_seen(self, query: Query, seen: Seen) -> Answer:
        if query.kind != "totals":
            return super().compare_seen(query, seen)
        # The totals themselves do not matter: the difference is the sum of what went in and out.
        gain = sum(
            value * way for value, way, cup in filter(None, map(_parts, seen.steps)) if cup == query.args["in"]
        )
        return Balance("end" if gain > 0 else "start" if gain < 0 else "equal", abs(gain))

    def push(self, held: Held, words: str) -> None:
        verb, value, _, _, cup = words.split()
        target = held[int(cup) - 1]
        if verb == "add":
            target.append(value)
        else:
            target.remove(value)
        target.sort(key=int)

    def goal_container(self, goal: dict[str, Any]) -> int:
        return int(goal["cup"])

    def goal_items(self, goal: dict[str, Any]) -> list[str]:
        return [str(value) for value in goal["chips"]]

    def step_seen(self, step: str) -> str:
        parts = _parts(step)
        if parts is None:
            return ""
        value, way, cup = parts
        return f"add {value} to cup {cup}" if way > 0 else f"remove {value} from cup {cup}"

    def instances_seen(self, step: str, number: int) -> list[tuple[str, str]]:
        parts = _parts(step)
        if parts is None:
            return []
        value, way, cup = parts
        return [(f"{'add' if way > 0 else 'remove'} {cup}", str(value))]


def _parts(step: str) -> tuple[int, int, int] | None:
    """Value, +1 for in and -1 for out, and cup of a seen operation."""
    match = _STEP.fullmatch(step)
    return (int(match[1]), 1 if match[2] == "goes into" else -1, int(match[3])) if match else None
