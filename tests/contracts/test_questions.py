"""Laws of the questions of every world, ours and those of other packages."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.catalog import questions, simulator, worlds
from reelproof.core.errors import IllegalOp
from reelproof.core.seeds import Seed
from reelproof.core.version import REVISION
from reelproof.generators.reason.make import Item, make
from reelproof.generators.reason.stream import items
from reelproof.qa.grade import Grade, grade, same
from reelproof.qa.reply import read_answer
from reelproof.schemas.answers import Bag, Balance, CellMap, Count, Ordered, Plan, Tally
from reelproof.schemas.question import LEVELS, SKILLS, Question
from reelproof.schemas.recipe import Recipe, Spec
from reelproof.schemas.script import Script
from reelproof.simulators.replay import Replay

every_world = pytest.mark.parametrize("world", worlds())
lettered = [w for w in worlds() if simulator(w).token("cell", "a1") == "a1"]
boards = [w for w in lettered if simulator(w).sizes[0] >= 2]

LENGTHS = (1, 2, 5, 10, 25, 60)


@cache
def some(world: str) -> tuple[Item, ...]:
    """Two items of every cell: smallest, default and largest size, both reveals, short to very long."""
    sim = simulator(world)
    found: list[Item] = []
    for size in sorted({sim.sizes[0], sim.default_size, sim.sizes[-1]}):
        for ops in LENGTHS:
            for reveal in ("start", "end"):
                found += items(world, ops=ops, size=size, reveal=reveal, seed=ops, count=2)  # type: ignore[arg-type]
    return tuple(found)


def asked(world: str, skill: str | None = None) -> Iterator[tuple[Item, Question]]:
    for item in some(world):
        for question in item.questions:
            if skill is None or question.skill == skill:
                yield item, question


def said(question: Question, text: str) -> Grade:
    return grade(question, f"Final answer: {text}")


def banded(question: Question) -> tuple[int, int]:
    sim = simulator(question.world)
    most = sim.plan_most(question.size)
    return min(most, sim.plan_band[0]), min(most, sim.plan_band[1])


# --- one question a skill, and its answer is right ----------------------------------------------------


@every_world
def test_every_cell_has_one_question_a_skill_in_order(world: str) -> None:
    cells = {(i.spec.size, i.spec.ops, i.spec.reveal) for i in some(world)}
    assert len(some(world)) == 2 * len(cells) >= 2 * 2 * len(LENGTHS)
    for item in some(world):
        assert tuple(q.skill for q in item.questions) == SKILLS
        assert item.replay.count == item.spec.ops
        assert len({q.id for q in item.questions}) == len(SKILLS)


@every_world
def test_the_proven_answer_in_canonical_words_is_right(world: str) -> None:
    for _, question in asked(world):
        assert question.text == question.answer.text
        result = said(question, question.text)
        assert (result.score, result.outcome) == (1.0, "correct"), (question.id, question.text, result.reason)


@every_world
def test_no_answer_outgrows_what_is_read_of_a_reply(world: str) -> None:
    assert max(len(question.text) for _, question in asked(world)) < 4_000


@every_world
def test_an_item_does_not_depend_on_its_neighbours(world: str) -> None:
    third = list(items(world, ops=7, count=4))[2]
    assert list(items(world, ops=7, start=2, count=1)) == [third]


# --- nearly right is wrong ----------------------------------------------------------------------------


def tally(parts: list[str]) -> str:
    return f"{len(parts)}: {', '.join(parts)}"


@every_world
def test_order_counts_in_ordered_lists_and_nothing_may_lack_or_be_added(world: str) -> None:
    seen = 0
    for _, question in asked(world):
        if not isinstance(question.answer, Ordered) or not question.answer.items:
            continue
        parts = list(question.answer.items)
        assert said(question, "; ".join([*parts, parts[-1]])).score == 0
        assert said(question, "; ".join(parts[:-1]) or "none").score == 0
        for swapped in permutations(parts, len(parts)) if len(parts) < 4 else [tuple(parts[::-1])]:
            assert said(question, "; ".join(swapped)).score == float(list(swapped) == parts)
        seen += 1
    assert seen > 10


@every_world
def test_order_is_free_in_sets_but_supersets_and_subsets_are_wrong(world: str) -> None:
    seen = 0
    for _, question in asked(world):
        answer = question.answer
        if not isinstance(answer, (Bag, Tally)):
            continue
        parts = list(answer.items)
        form = tally if isinstance(answer, Tally) else ", ".join
        if not parts:
            assert said(question, "none" if isinstance(answer, Bag) else "0").score == 1
            continue
        for shuffled in (parts[::-1], parts[1:] + parts[:1]):
            assert said(question, form(shuffled)).score == 1
        for extra in {parts[0], parts[-1], *read_words(question)} - {""}:
            assert said(question, form([*parts, extra])).score == 0
        assert said(question, form(parts[1:]) if parts[1:] else "none").score == 0
        if isinstance(answer, Tally):
            assert said(question, f"{len(parts) + 1}: {', '.join(parts)}").outcome == "unreadable"
        seen += 1
    assert seen > 10


def read_words(question: Question) -> list[str]:
    """Words of the same kind as the answer's, drawn from the other questions of its kind."""
    found = []
    for _, other in asked(question.world):
        if isinstance(other.answer, (Bag, Tally)) and other.answer.token == question.answer.token:  # type: ignore[union-attr]
            found += other.answer.items
        if len(found) > 8:
            break
    return found


@every_world
def test_cell_maps_compare_without_order_and_need_every_cell_and_no_other(world: str) -> None:
    seen = 0
    for item, question in asked(world):
        answer = question.answer
        if not isinstance(answer, CellMap):
            continue
        pairs = [f"{c}={v}" for c, v in answer.cells.items()]
        assert said(question, ", ".join(pairs[::-1]) or "none").score == 1
        values = sorted(set(answer.cells.values()))
        for number, (cell, value) in enumerate(answer.cells.items()):
            if number % 7 and item.spec.size > 3:
                continue
            assert said(question, ", ".join(pairs[:number] + pairs[number + 1 :]) or "none").score == 0
            # Two other values will do: a large board has too many to try them all on every cell.
            for other in [v for v in values if v != value][number % 3 :: 17][:2]:
                changed = [*pairs[:number], f"{cell}={other}", *pairs[number + 1 :]]
                assert said(question, ", ".join(changed)).score == 0
                assert said(question, ", ".join([*pairs, f"{cell}={other}"])).outcome == "unreadable"
        free = {f"{r}{c}" for r in "abcdef"[: item.spec.size] for c in range(1, item.spec.size + 1)}
        for cell in sorted(free - set(answer.cells))[:3]:
            for value in values:
                assert said(question, ", ".join([*pairs, f"{cell}={value}"])).score == 0
        seen += 1
    assert seen > 10 or not any(isinstance(q.answer, CellMap) for _, q in asked(world))


@every_world
def test_a_balance_needs_its_side_and_its_amount(world: str) -> None:
    for _, question in asked(world):
        answer = question.answer
        if isinstance(answer, Balance):
            for more in ("start", "end", "equal"):
                for by in {answer.by - 5, answer.by, answer.by + 5}:
                    right = (more, by) == (answer.more, answer.by)
                    assert said(question, f"{more} {by}").score == float(right)


# --- prompts ------------------------------------------------------------------------------------------

MOVER = {
    "number": "always means the way the tile moves, never the way the empty square goes",
    "circle": "the ring moves to the next point",
    "cup": "two cups trade places, and whatever is under them goes along",
    "card": "laid on TOP of a pile or the card at the BOTTOM of a pile is drawn out",
    "chip": "one chip goes into (?:a|the) cup or one chip is taken out of (?:a|the) cup",
    "file": "Each operation is one command",
}
"""Who moves, in our worlds; other packages' worlds are held to the rest."""


@every_world
def test_a_prompt_says_everything_that_is_needed_once(world: str) -> None:
    for item, question in asked(world):
        prompt = question.prompt
        assert prompt.count("Operations are numbered from 1") == 1
        assert prompt.count("`Final answer:`") == 1
        assert prompt.count(" Example: ") == 1
        assert prompt.strip() == prompt
        assert re.search(MOVER.get(world, ""), prompt)
        if world in boards:
            last = chr(96 + item.spec.size)
            assert re.search(rf"lettered a to {last} from top to bottom", prompt)
            assert re.search(rf"numbered 1 to {item.spec.size}\s+from left to right", prompt)
            assert "a1 is the top left" in prompt
        else:
            assert str(item.spec.size) in prompt or item.spec.size == 1


@every_world
def test_a_prompt_says_when_the_state_is_shown_and_not_the_contrary(world: str) -> None:
    asker = questions(world)

    def wording(size: int) -> dict[str, set[str]]:
        draws = [Seed(n).at(world) for n in range(40)]
        return {r: {asker.revealed(r, size, seed.rng()) for seed in draws} for r in ("start", "end")}

    for size in simulator(world).sizes:
        assert not wording(size)["start"] & wording(size)["end"]
    for _, question in asked(world):
        said_so = wording(question.size)
        told = [reveal for reveal, texts in said_so.items() if any(text in question.prompt for text in texts)]
        assert told == [question.reveal]


@every_world
def test_the_example_in_a_prompt_is_never_right(world: str) -> None:
    for _, question in asked(world):
        example = re.search(r" Example: (.*)\n", question.prompt)
        assert example is not None
        assert said(question, example[1]).score == 0, question.id


@pytest.mark.slow
@every_world
def test_the_example_is_not_right_by_chance_either(world: str) -> None:
    # Small worlds, where an example plan may well reach the goal in another way than the gold plan.
    sim = simulator(world)
    for reveal in ("start", "end"):
        for item in items(world, ops=3, size=sim.sizes[0], reveal=reveal, seed=5, count=150):  # type: ignore[arg-type]
            for question in item.questions:
                example = re.search(r" Example: (.*)\n", question.prompt)
                assert example is not None
                assert said(question, example[1]).score == 0, question.id


@every_world
def test_a_prompt_does_not_hold_its_answer(world: str) -> None:
    # A one-word answer may well stand somewhere in a prompt; a whole list must not.
    for _, question in asked(world):
        if question.skill != "predict_operation" and len(question.text) > 24:
            assert question.text not in question.prompt, question.id


# --- certificates and difficulty ----------------------------------------------------------------------


@every_world
def test_the_second_way_gave_the_same_answer_and_says_how(world: str) -> None:
    for item, question in asked(world):
        certificate = question.certificate
        assert certificate.second == question.text
        assert certificate.method and certificate.determined
        assert questions(world).witness(question.query, item.replay.seen, question.answer) == question.answer


def replay_without(replay: Replay, number: int) -> Replay | None:
    """One operation left out, seen from the revealed side, in the plainest way."""
    sim, script = replay.sim, replay.script
    ops = [op for k, op in enumerate(script.ops, 1) if k != number]
    start = script.start
    try:
        if script.reveal == "end":
            start = replay.states[-1]
            for op in reversed(ops):
                start = sim.back(start, op)
        head = (script.id, script.world, script.version, script.size, script.reveal, script.seed)
        return Replay.of(sim, Script(*head, start, tuple(ops)))
    except IllegalOp:
        return None


def matters(item: Item, question: Question, number: int) -> bool:
    shorter = replay_without(item.replay, number)
    if shorter is None:
        return True
    sim, answer = item.replay.sim, question.answer
    if isinstance(answer, Plan):
        state = shorter.hidden
        try:
            for word in answer.gold:
                state = sim.apply(state, sim.read(word))
        except IllegalOp:
            return True
        return not sim.meets(state, answer.goal)
    try:
        return not same(questions(item.spec.world).answer(question.query, shorter), answer)
    except (IllegalOp, IndexError):
        return True


@every_world
def test_critical_operations_are_those_that_matter_when_left_out(world: str) -> None:
    for item, question in asked(world):
        if question.ops <= 25:
            expected = tuple(k for k in range(1, question.ops + 1) if matters(item, question, k))
            assert question.certificate.critical == expected, question.id


@every_world
def test_difficulty_agrees_with_the_certificate_and_the_query(world: str) -> None:
    for item, question in asked(world):
        hard, critical = question.difficulty, question.certificate.critical
        assert (hard.nominal, hard.effective) == (item.spec.ops, len(critical))
        assert hard.span == (critical[-1] - critical[0] + 1 if critical else 0)
        assert list(critical) == sorted(set(critical))
        assert all(1 <= number <= question.ops for number in critical)
        if isinstance(question.answer, Plan):
            assert hard.plan_length == question.answer.shortest
        elif question.skill == "predict_state":
            assert hard.plan_length == len(question.query.args["hyp"])
            assert 3 <= hard.plan_length <= 5
        else:
            assert hard.plan_length is None


@every_world
def test_a_question_describes_its_script(world: str) -> None:
    for item, question in asked(world):
        script = item.replay.script
        assert (question.video, question.id) == (script.id, f"{script.id}-{question.skill}")
        assert (question.world, question.size, question.reveal) == (world, script.size, script.reveal)
        assert (question.level, question.query.skill) == (LEVELS[question.skill], question.skill)
        assert question.kind == question.query.kind


@every_world
def test_a_range_lies_within_the_script_and_recall_lists_it_all(world: str) -> None:
    for _, question in asked(world, "recall_order"):
        begin, end = question.query.args["from"], question.query.args["to"]
        assert 1 <= begin <= end <= question.ops
        assert isinstance(question.answer, Ordered)
        assert len(question.answer.items) == end - begin + 1
        assert set(range(begin, end + 1)) <= set(question.certificate.critical) or question.ops > 1


# --- plans --------------------------------------------------------------------------------------------


@every_world
def test_plans_are_in_the_band_within_the_limit_and_lead_somewhere_else(world: str) -> None:
    sim = simulator(world)
    for item, question in asked(world, "predict_operation"):
        plan = question.answer
        assert isinstance(plan, Plan)
        low, high = banded(question)
        assert low <= plan.shortest <= high
        assert plan.shortest == len(plan.gold) <= plan.limit
        assert re.search(rf"(at most|no more than) {plan.limit} ", question.prompt)
        assert sim.load_state(plan.source, source="plan") == item.replay.hidden
        assert not sim.meets(item.replay.hidden, plan.goal)
        assert sim.shortest(item.replay.hidden, plan.goal, plan.shortest - 1) is None


@every_world
def test_an_empty_plan_a_cut_plan_and_one_beyond_the_limit_are_refused(world: str) -> None:
    for _, question in asked(world, "predict_operation"):
        plan = question.answer
        assert isinstance(plan, Plan)
        for nothing in ("none", "[]", "", ";", "nothing"):
            assert said(question, nothing).score == 0
        for length in range(1, plan.shortest):
            assert said(question, "; ".join(plan.gold[:length])).score == 0
        result = said(question, "; ".join((plan.gold * (plan.limit + 1))[: plan.limit + 1]))
        assert (result.score, result.outcome) == (0.0, "illegal")


@every_world
def test_a_detour_is_right_up_to_the_limit_and_no_further(world: str) -> None:
    sim, right, refused = simulator(world), 0, 0
    for item, question in asked(world, "predict_operation"):
        plan = question.answer
        assert isinstance(plan, Plan)
        state = item.replay.hidden
        for op in sim.legal(state):
            back = sim.inverse(op)
            if back is None or sim.refuses(op, plan.goal) or sim.refuses(back, plan.goal):
                continue
            if sim.apply(sim.apply(state, op), back) != state:
                continue
            detour = [sim.say(op), sim.say(back)]
            turns = (plan.limit - plan.shortest) // 2
            right += turns > 0
            assert said(question, "; ".join([*detour * turns, *plan.gold])).score == 1
            assert said(question, "; ".join([*detour * (turns + 1), *plan.gold])).outcome == "illegal"
            refused += 1
            break
    # Where an operation and the one that takes it back change nothing, and limits leave room for both.
    assert refused or world not in ("chip", "cup", "file", "number")
    assert right or world not in ("chip", "number")


def routes(side: int, here: int, there: int) -> Iterator[list[int]]:
    """Every shortest way of the empty square from one place to another."""
    if here == there:
        yield [here]
        return
    for step, near in ((1, here % side < there % side), (-1, here % side > there % side)):
        if near:
            for rest in routes(side, here + step, there):
                yield [here, *rest]
    for step, near in ((side, here // side < there // side), (-side, here // side > there // side)):
        if near:
            for rest in routes(side, here + step, there):
                yield [here, *rest]


def test_no_shortest_route_of_the_empty_square_solves_a_number_plan() -> None:
    count = 0
    for _, question in asked("number", "predict_operation"):
        plan = question.answer
        assert isinstance(plan, Plan)
        source, goal = plan.source["cells"], plan.goal["cells"]
        for route in routes(plan.source["side"], source.index(0), goal.index(0)):
            cells = list(source)
            for one, other in pairwise(route):
                cells[one], cells[other] = cells[other], cells[one]
            assert cells != goal
            count += 1
    assert count > 100


# --- every kind of answer can be read back ------------------------------------------------------------

cells_of = st.builds(lambda r, c: f"{r}{c}", st.sampled_from("abcdef"), st.integers(1, 6))
ways = st.sampled_from(["up", "down", "left", "right"])


def ops_of(world: str) -> st.SearchStrategy[str]:
    sim = simulator(world)

    def say(size: int, seed: int) -> str:
        rng = Seed(seed).at("round trip").rng()
        return str(sim.say(sim.propose(sim.initial(size, rng), rng)))

    return st.builds(say, st.sampled_from(list(sim.sizes)), st.integers(0, 10**6))


def places_of(world: str) -> st.SearchStrategy[str]:
    """Lettered squares, or whatever else a world calls its places in answers."""
    if world in lettered:
        return cells_of
    maps = [q.answer for _, q in asked(world) if isinstance(q.answer, CellMap)]
    return st.sampled_from(sorted({place for one in maps for place in one.cells}))


def words_of(world: str, token: str) -> st.SearchStrategy[str]:
    common = {
        "cell": places_of(world),
        "step": st.builds(lambda c, w: f"{c} {w}", cells_of, ways),
        "int": st.integers(0, 999).map(str),
        "op": ops_of(world),
    }
    if token in common:
        return common[token]
    pool = set()
    for _, question in asked(world):
        if getattr(question.answer, "token", None) == token:
            answer = question.answer
            pool |= set(answer.cells.values() if isinstance(answer, CellMap) else answer.items)  # type: ignore[union-attr]
    return st.sampled_from(sorted(pool))


def answers_of(world: str, like: Any) -> st.SearchStrategy[Any]:
    if isinstance(like, Plan):
        return st.lists(ops_of(world), min_size=1, max_size=12).map(tuple)
    if isinstance(like, Balance):
        unequal = st.builds(Balance, st.sampled_from(["start", "end"]), st.integers(0, 99_999))
        return st.one_of(unequal, st.just(Balance("equal", 0)))
    words = words_of(world, like.token)
    if isinstance(like, CellMap):
        return st.dictionaries(places_of(world), words, max_size=36).map(lambda d: CellMap(d, like.token))
    some_words = st.lists(words, max_size=20)
    if isinstance(like, Ordered):
        return some_words.map(lambda w: Ordered(tuple(w), like.token))
    return some_words.map(lambda w: type(like).of(w, like.token))


def kinds_of(world: str) -> list[Any]:
    """One answer of every kind and token that a world's questions have."""
    found = {}
    for _, question in asked(world):
        found.setdefault((type(question.answer).__name__, getattr(question.answer, "token", "")), question.answer)
    return [found[key] for key in sorted(found)]


@every_world
@given(data=st.data())
def test_every_answer_that_can_be_written_is_read_back(world: str, data: st.DataObject) -> None:
    sim = simulator(world)
    for like in kinds_of(world):
        value = data.draw(answers_of(world, like))
        if isinstance(like, Plan):
            read = read_answer("; ".join(value), like, sim.token)
            assert tuple(sim.say(sim.read(w)) for w in read) == value  # type: ignore[union-attr]
        else:
            assert same(read_answer(value.text, like, sim.token), value)  # type: ignore[arg-type]


@given(value=st.integers(-999, 10**8))
def test_a_count_is_read_back(value: int) -> None:
    assert read_answer(Count(value).text, Count(0), simulator("number").token) == Count(value)


# --- rare answers -------------------------------------------------------------------------------------


@pytest.mark.slow
@every_world
def test_zeros_empties_and_ties_occur_at_stated_rates(world: str) -> None:
    sample = [i for r in ("start", "end") for i in items(world, ops=(2, 14), reveal=r, seed=3, count=200)]  # type: ignore[arg-type]
    asked_ones = [question for item in sample for question in item.questions]
    most = len(sample) // 8
    # One in twenty, and the sample has 400: fewer than 6 or more than 40 would be a wonder.
    assert 6 <= sum(q.skill == "recall_count" and q.text == "0" for q in asked_ones) <= 40
    sim = simulator(world)
    if "empty" in sim.wishes:
        assert 1 <= sum(q.skill == "infer_state" and q.text == "none" for q in asked_ones) <= most
    if "tie" in sim.wishes:
        assert 1 <= sum(q.text == "equal 0" for q in asked_ones) <= most


@every_world
def test_the_same_recipe_and_spec_give_the_same_item(world: str) -> None:
    item = some(world)[-1]
    recipe = Recipe(
        product="reason", revision=REVISION,
        seed=item.spec.ops, categories=(world,), size=item.spec.size, ops=(item.spec.ops,) * 2,
        reveal=item.spec.reveal, paired=False, idle=0.0, undo=0.0, plan=None, hypothetical=(3, 5), level=None,
        edition=None, renderer="none", style="auto", fps=25, seconds_per_op=2.5, width=None, quality="standard",
    )  # fmt: skip
    assert make(recipe, Spec(world, item.spec.size, item.spec.ops, item.spec.reveal, item.spec.index)) == item
