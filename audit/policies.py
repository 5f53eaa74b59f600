"""Policies that know nothing, or see one frame, or read only the question: none may score.

Each takes an item, one of its questions and chance, and gives a reply, or None where it has nothing to
say. They are allowed to look into the item as far as their idea needs (a one-frame policy reads the
revealed state), never at the answer.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

from ..core.catalog import questions
from ..core.errors import IllegalOp
from ..core.seeds import Rng
from ..qa.reason.board import BoardQuestions
from ..qa.reason.container import ContainerQuestions
from ..schemas.answers import Plan
from ..schemas.question import Question
from ..simulators.base import cell_index, cell_name
from ..simulators.file import NAMES
from ..simulators.number import DIRECTIONS, OPPOSITE
from ..simulators.replay import Replay


class Item(Protocol):
    """What an audit needs of an item."""

    @property
    def replay(self) -> Replay:
        """The script, played out."""
        ...

    @property
    def questions(self) -> tuple[Question, ...]:
        """Its questions."""
        ...


Policy = Callable[[Item, Question, Rng], str | None]
MARK = "Final answer: "


def empty(item: Item, question: Question, rng: Rng) -> str | None:
    """Nothing after the mark."""
    return MARK


def junk(item: Item, question: Question, rng: Rng) -> str | None:
    """Letters by lot."""
    return MARK + "".join(rng.choice("abcdefghij 123;,=") for _ in range(24))


def none(item: Item, question: Question, rng: Rng) -> str | None:
    """Always none."""
    return MARK + "none"


def zero(item: Item, question: Question, rng: Rng) -> str | None:
    """Always 0, or equal 0 where totals are compared."""
    return MARK + ("equal 0" if question.kind == "totals" else "0")


def question_back(item: Item, question: Question, rng: Rng) -> str | None:
    """The prompt as the reply."""
    return question.prompt + "\n" + MARK + question.prompt


def example(item: Item, question: Question, rng: Rng) -> str | None:
    """The prompt's own example."""
    return MARK + question.prompt.partition("Example: ")[2].partition("\n")[0]


def visible_state(item: Item, question: Question, rng: Rng) -> str | None:
    """What is shown at the reveal, as if nothing had happened (the one-frame policy)."""
    if question.level == 1:
        return None
    replay = item.replay
    frozen = Replay(replay.sim, replay.script, (replay.revealed,) * len(replay.states))
    try:
        return f"{MARK}{questions(question.world).answer(question.query, frozen).text}"
    except IllegalOp:
        return MARK + "none"


def target_back(item: Item, question: Question, rng: Rng) -> str | None:
    """The goal of a plan, copied."""
    if not isinstance(question.answer, Plan):
        return None
    return MARK + "; ".join(str(value) for value in question.answer.goal.values())


def random_plan(item: Item, question: Question, rng: Rng) -> str | None:
    """A legal plan of the shortest length, by lot, without take-backs."""
    if not isinstance(question.answer, Plan):
        return None
    sim, state, words, last = item.replay.sim, item.replay.hidden, list[str](), None
    for _ in range(question.answer.shortest):
        op = sim.propose(state, rng)
        for _ in range(16):
            if last is None or op != sim.inverse(last):
                break
            op = sim.propose(state, rng)
        state, last = sim.apply(state, op), op
        words.append(sim.say(op))
    return MARK + "; ".join(words)


def blank_route(item: Item, question: Question, rng: Rng) -> str | None:
    """Number: a shortest route of the visible empty square to its place in the goal, by lot."""
    if question.world != "number" or not isinstance(question.answer, Plan):
        return None
    side = item.replay.script.size
    here = divmod(item.replay.hidden.cells.index(0), side)
    there = divmod(question.answer.goal["cells"].index(0), side)
    down, right = there[0] - here[0], there[1] - here[1]
    blank_moves = ["down" if down > 0 else "up"] * abs(down) + ["right" if right > 0 else "left"] * abs(right)
    # Tiles travel the other way.
    ways = {name: OPPOSITE[name] for name in DIRECTIONS}
    return MARK + "; ".join(ways[name] for name in rng.shuffled(blank_moves) if name in ways)


def play_on(item: Item, question: Question, rng: Rng) -> str | None:
    """Plans: play the visible operations back (or, from a hidden start, again), as many as a plan may have."""
    if not isinstance(question.answer, Plan):
        return None
    sim, script = item.replay.sim, item.replay.script
    length = rng.between(question.answer.shortest, question.answer.limit)
    if script.reveal == "end":
        return MARK + "; ".join(sim.say(op) for op in script.ops[:length])
    back = [sim.inverse(op) or op for op in reversed(script.ops[-length:])]
    return MARK + "; ".join(sim.say(op) for op in back)


def complement_deletion(item: Item, question: Question, rng: Rng) -> str | None:
    """File: create every name of the goal and remove every other possible name."""
    if question.world != "file" or not isinstance(question.answer, Plan):
        return None
    goal = question.answer.goal
    others = ",".join(name for name in NAMES if name not in goal["names"])
    return f"{MARK}touch dir{goal['dir']}/{{{','.join(goal['names'])}}}; rm dir{goal['dir']}/{{{others}}}"


def fill_empty(item: Item, question: Question, rng: Rng) -> str | None:
    """Containers: the plan that would work if the container were empty."""
    asker = questions(question.world)
    if not isinstance(asker, ContainerQuestions) or not isinstance(question.answer, Plan):
        return None
    goal = question.answer.goal
    sim, container = item.replay.sim, asker.goal_container(goal)
    plan = sim.shortest(sim.emptied(item.replay.hidden, container), goal, 60) or ()
    return MARK + "; ".join(sim.say(op) for op in plan)


def minimal_source(item: Item, question: Question, rng: Rng) -> str | None:
    """Containers: the result if the container held only what the imagined operations remove."""
    asker = questions(question.world)
    if not isinstance(asker, ContainerQuestions) or question.skill != "predict_state":
        return None
    container, part = question.query.args["in"], question.query.args["part"]
    state, fresh = item.replay.hidden, Counter[str]()
    now = asker.held(state, container)
    for words in question.query.args["hyp"]:
        state = item.replay.sim.apply(state, asker.op(words))
        was, now = now, asker.held(state, container)
        fresh.update(Counter(now) - Counter(was))
        fresh -= Counter(was) - Counter(now)
    guess = []
    for held in asker.part_of(now, part):
        if fresh[held] > 0:
            fresh[held] -= 1
            guess.append(held)
    return MARK + asker.items(guess).text


def untouched(item: Item, question: Question, rng: Rng) -> str | None:
    """Boards: the plan or prediction that would be right if all cells held what is most common."""
    asker = questions(question.world)
    if not isinstance(asker, BoardQuestions) or question.skill not in ("infer_state", "predict_state"):
        return None
    cells = [f"{'abcdef'[i // question.size]}{i % question.size + 1}" for i in range(question.size**2)]
    value = {"number": "1", "circle": "black"}.get(question.world)
    return MARK + (", ".join(f"{cell}={value}" for cell in cells) if value else ", ".join(cells))


def no_reveal(item: Item, question: Question, rng: Rng) -> str | None:
    """Not a null policy: cup, all swaps seen but never a coin, by one who knows how scripts are drawn.

    Without idle swaps exactly one of the two cups has a coin, so the swaps alone colour the cups in two
    colours, as far as they hang together; the number of coins may then tell which colour is which.
    """
    if question.world != "cup" or question.kind != "hidden_end":
        return None
    replay, side = item.replay, item.replay.script.size
    at = list(range(side * side))
    differ: dict[int, list[int]] = {cup: [] for cup in at}
    for op in replay.script.ops:
        i, j = cell_index(op.first, side), cell_index(op.second, side)
        differ[at[i]].append(at[j])
        differ[at[j]].append(at[i])
        at[i], at[j] = at[j], at[i]
    colour: dict[int, int] = {}
    for cup in differ:
        if cup not in colour:
            colour[cup] = rng.below(2)
            reached = [cup]
            while reached:
                one = reached.pop()
                for other in differ[one]:
                    if other not in colour:
                        colour[other] = 1 - colour[one]
                        reached.append(other)
    coins = sum(colour.values())
    if coins > side * side - coins:
        colour = {cup: 1 - bit for cup, bit in colour.items()}
    cells = at if replay.script.reveal == "start" else range(side * side)
    found = [cell_name(place, side) for place, cup in enumerate(cells) if colour[cup]]
    return MARK + (", ".join(found) or "none")


def misses_one(item: Item, question: Question, rng: Rng) -> str | None:
    """Not a null policy: a perfect viewer who misses one operation, by lot. Shows how much each counts."""
    asker: Any = questions(question.world)
    shorter = item.replay.without(rng.between(1, item.replay.count))
    if shorter is None:
        return MARK + "none"
    try:
        if isinstance(question.answer, Plan):
            plan = item.replay.sim.shortest(shorter.hidden, question.answer.goal, question.answer.limit)
            return MARK + "; ".join(item.replay.sim.say(op) for op in plan or ())
        return MARK + str(asker.answer(question.query, shorter).text)
    except (IllegalOp, IndexError):
        return MARK + "none"


KNOWING: dict[str, Policy] = {"misses one operation": misses_one, "cup without the reveal": no_reveal}
"""Policies that see much of the video: for information, not held against the bound."""

NULL: dict[str, Policy] = {
    "empty": empty,
    "junk": junk,
    "none": none,
    "zero": zero,
    "question back": question_back,
    "example": example,
    "visible state": visible_state,
    "target back": target_back,
    "random plan": random_plan,
    "blank route": blank_route,
    "play on or back": play_on,
    "complement deletion": complement_deletion,
    "fill empty": fill_empty,
    "minimal source": minimal_source,
    "one value everywhere": untouched,
}
"""Policies that must stay at the bound, by name. "most frequent" is added by the audit itself."""
