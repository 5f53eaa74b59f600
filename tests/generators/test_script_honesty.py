"""Scripts and questions are as hard as they say: the weak spots of the published set, measured on ours.

The published set wasted 106 of 190 cup swaps on equal contents, took back the move before in 49 of 170
pairs of slides, asked for ranges of two or three operations whatever the length, had 25 of 40 cup targets
one swap away and a target equal to its source, and never had nothing as the answer.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reelproof.core.catalog import ours, questions, simulator, worlds
from reelproof.core.errors import BadParams
from reelproof.generators.reason.knobs import LEVELS, check, specs, wanted
from reelproof.generators.reason.make import Item, make
from reelproof.generators.reason.stream import items
from reelproof.qa.grade import grade, same
from reelproof.schemas.answers import Ordered, Plan
from reelproof.schemas.question import Question
from reelproof.schemas.recipe import Recipe

Make = Callable[..., Recipe]

EACH = 500
"""Items a world and reveal."""


@pytest.fixture(scope="module", params=worlds())
def thousand(request: pytest.FixtureRequest) -> tuple[Item, ...]:
    """A thousand items of ten operations of a world."""
    name = request.param
    return tuple(i for r in ("start", "end") for i in items(name, reveal=r, seed=11, count=EACH))  # type: ignore[arg-type]


def asked(sample: tuple[Item, ...], skill: str) -> Iterator[tuple[Item, Question]]:
    for item in sample:
        for question in item.questions:
            if question.skill == skill:
                yield item, question


def plans(sample: tuple[Item, ...]) -> Iterator[tuple[Item, Plan]]:
    for item, question in asked(sample, "predict_operation"):
        assert isinstance(question.answer, Plan)
        yield item, question.answer


def idle_of(item: Item) -> int:
    return sum(before == after for before, after in pairwise(item.replay.states))


def undone_of(item: Item) -> int:
    sim = item.replay.sim
    return sum(op == sim.inverse(last) for last, op in pairwise(item.replay.script.ops))


# --- a thousand items a world -------------------------------------------------------------------------


def test_no_operation_leaves_the_hidden_state_as_it_was(thousand: tuple[Item, ...]) -> None:
    assert sum(map(idle_of, thousand)) == 0


def test_no_operation_takes_back_the_one_before(thousand: tuple[Item, ...]) -> None:
    assert sum(map(undone_of, thousand)) == 0
    for item in thousand:
        states = item.replay.states
        assert not any(before == after for before, after in zip(states, states[2:], strict=False))


def test_no_two_items_share_a_script(thousand: tuple[Item, ...]) -> None:
    scripts = Counter((item.replay.script.start, item.replay.script.ops) for item in thousand)
    assert len(scripts) == len(thousand)


def test_no_range_is_as_short_as_the_published_ones(thousand: tuple[Item, ...]) -> None:
    lengths = []
    for _, question in asked(thousand, "recall_order"):
        assert isinstance(question.answer, Ordered)
        lengths.append(len(question.answer.items))
    assert min(lengths) >= 4
    assert len(set(lengths)) >= 3
    begins = {question.query.args["from"] for _, question in asked(thousand, "recall_order")}
    assert begins >= {1, 2, 3, 4, 5}


def test_every_plan_is_in_the_band_of_its_world_and_none_is_one_move(
    thousand: tuple[Item, ...], recipe: Make
) -> None:
    sim = thousand[0].replay.sim
    lengths = Counter(plan.shortest for _, plan in plans(thousand))
    low, high = wanted(recipe(sim.name), thousand[0].spec).plan
    assert set(lengths) <= set(range(low, high + 1))
    assert lengths[1] == 0
    if ours(sim.name):
        # Every length of the band occurs, so that the band is not a name for one length.
        assert set(lengths) == set(range(low, high + 1)) and min(lengths.values()) >= len(thousand) // 50


def test_no_target_is_its_source(thousand: tuple[Item, ...]) -> None:
    for item, plan in plans(thousand):
        assert not item.replay.sim.meets(item.replay.hidden, plan.goal)


def test_no_imagined_sequence_leaves_the_answer_as_it_was(thousand: tuple[Item, ...]) -> None:
    asker = questions(thousand[0].spec.world)
    for item, question in asked(thousand, "predict_state"):
        nothing = msgspec.structs.replace(question.query, args={**question.query.args, "hyp": []})
        assert not same(asker.answer(nothing, item.replay), question.answer), question.id


def test_what_is_shown_is_hardly_ever_what_is_hidden(thousand: tuple[Item, ...]) -> None:
    # Answering with the revealed state must not pay.
    asker, copied = questions(thousand[0].spec.world), 0
    for item, question in asked(thousand, "infer_state"):
        other = "end" if item.spec.reveal == "start" else "start"
        script = msgspec.structs.replace(item.replay.script, reveal=other)
        if question.kind == "hidden_end":
            mirrored = type(item.replay)(item.replay.sim, script, item.replay.states)
            copied += same(asker.answer(question.query, mirrored), question.answer)
    assert copied <= len(thousand) // 25


EFFECTIVE = {
    "card": (0.95, 0.60), "chip": (0.95, 0.75), "circle": (0.95, 0.95), "cup": (0.95, 0.95),
    "file": (0.75, 0.55), "number": (0.95, 0.95),
}  # fmt: skip
"""Least mean share of operations that change the answer when left out: Infer State at the hidden end,
and Compare State. In the published set ignoring one operation kept the answer of Infer State in 57 % (file),
56 % (cup), 33 % (card), 31 % (chip), 18 % (number) and 0 % (circle) of cases."""


def test_most_operations_matter(thousand: tuple[Item, ...]) -> None:
    world = thousand[0].spec.world
    for skill, least in zip(("infer_state", "compare_state"), EFFECTIVE.get(world, (0.0, 0.0)), strict=True):
        shares = [
            question.difficulty.effective / question.difficulty.nominal
            for _, question in asked(thousand, skill)
            if question.kind != "probe"
        ]
        assert sum(shares) / len(shares) >= least, (skill, sum(shares) / len(shares))


def test_no_question_can_be_answered_without_the_operations(thousand: tuple[Item, ...]) -> None:
    for item in thousand:
        for question in item.questions:
            # Where nothing happens, no single operation can make a difference to how often it does.
            assert question.difficulty.effective > 0 or question.text == "0", question.id


def test_no_constant_answer_pays(thousand: tuple[Item, ...]) -> None:
    for skill in ("recall_order", "recall_count", "infer_state", "compare_state", "predict_state"):
        texts = Counter(question.text for _, question in asked(thousand, skill))
        assert texts.most_common(1)[0][1] <= 0.1 * len(thousand), (skill, texts.most_common(1))


def test_no_fixed_plan_pays(thousand: tuple[Item, ...]) -> None:
    golds = Counter(question.text for _, question in asked(thousand, "predict_operation"))
    common = golds.most_common(1)[0][0]
    right = sum(grade(q, f"Final answer: {common}").score for _, q in asked(thousand[::5], "predict_operation"))
    assert right <= 0.1 * len(thousand[::5])


# --- lengths ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", worlds())
def test_the_range_that_is_asked_for_grows_with_the_script(world: str) -> None:
    means = []
    for ops in (5, 10, 20, 40):
        sample = tuple(items(world, ops=ops, count=40))
        lengths = [q.query.args["to"] - q.query.args["from"] + 1 for _, q in asked(sample, "recall_order")]
        assert 2 * ops <= 5 * min(lengths) and 10 * max(lengths) <= 7 * ops + 9
        means.append(sum(lengths) / len(lengths))
    for shorter, longer in pairwise(means):
        assert longer > 1.5 * shorter


# --- knobs are held exactly ---------------------------------------------------------------------------

shares = st.integers(0, 20).map(lambda n: n / 20)
lengths = st.integers(1, 40)


def nearest(share: float, of: int) -> int:
    return int(share * of + 0.5)


@settings(max_examples=20)
@given(
    world=st.sampled_from([w for w in worlds() if simulator(w).can_idle]), share=shares, ops=lengths, seed=lengths
)
def test_the_share_of_idle_operations_is_held_exactly(world: str, share: float, ops: int, seed: int) -> None:
    if share and not nearest(share, ops):
        # A share that would come to nothing is refused, not silently dropped.
        with pytest.raises(BadParams):
            items(world, ops=ops, idle=share, seed=seed, count=1)
        return
    for item in items(world, ops=ops, idle=share, seed=seed, count=1):
        assert (item.replay.count, idle_of(item)) == (ops, nearest(share, ops))
        assert undone_of(item) == 0


@settings(max_examples=30)
@given(
    world=st.sampled_from([w for w in worlds() if simulator(w).can_undo]), share=shares, ops=lengths, seed=lengths
)
def test_the_share_of_take_backs_is_held_exactly(world: str, share: float, ops: int, seed: int) -> None:
    try:
        sample = list(items(world, ops=ops, undo=share, seed=seed, count=1))
    except BadParams as fault:
        # A share that would come to nothing is refused. A script that only goes to and fro may leave
        # nothing to ask; then the reasons are counted.
        assert ("would be none" in fault.message) == (share > 0 and not nearest(share, ops - 1))
        assert "would be none" in fault.message or "times)" in fault.message
        return
    for item in sample:
        assert (item.replay.count, undone_of(item)) == (ops, nearest(share, ops - 1))
        assert idle_of(item) == 0


@settings(max_examples=20)
@given(idle=shares, undo=shares, ops=st.integers(2, 30))
def test_idle_operations_and_take_backs_are_held_together_or_refused(idle: float, undo: float, ops: int) -> None:
    for world in (w for w in worlds() if simulator(w).can_idle and simulator(w).can_undo):
        try:
            sample = list(items(world, ops=ops, idle=idle, undo=undo, count=1))
        except BadParams as fault:
            assert fault.hint
            continue
        for item in sample:
            assert (idle_of(item), undone_of(item)) == (nearest(idle, ops), nearest(undo, ops - 1))


@pytest.mark.parametrize("world", worlds())
def test_size_ops_reveal_plan_and_imagined_lengths_are_held(world: str) -> None:
    sim = simulator(world)
    for size in (sim.sizes[0], sim.sizes[-1]):
        top = sim.plan_most(size)
        for reveal in ("start", "end"):
            for length in {max(sim.plan_least(size), min(2, top)), top}:
                sample = tuple(
                    items(
                        world, ops=9, size=size, reveal=reveal, plan=(length, length), hypothetical=(2, 2), count=2  # type: ignore[arg-type]
                    )
                )  # fmt: skip
                for item in sample:
                    script = item.replay.script
                    assert (script.size, script.reveal, item.replay.count) == (size, reveal, 9)
                assert {plan.shortest for _, plan in plans(sample)} == {length}
                assert {len(q.query.args["hyp"]) for _, q in asked(sample, "predict_state")} == {2}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("world", worlds())
def test_a_level_is_what_it_says(world: str, level: str) -> None:
    preset, sim = LEVELS[level], simulator(world)
    sample = tuple(items(world, level=level, count=6))
    sizes = preset.boards if sim.sizes[0] >= 2 else preset.containers
    for item in sample:
        assert item.spec.size in {min(max(s, sim.sizes[0]), sim.sizes[-1]) for s in sizes}
        assert preset.ops[0] <= item.replay.count <= preset.ops[1]
    for _, question in asked(sample, "predict_state"):
        assert preset.hypothetical[0] <= len(question.query.args["hyp"]) <= preset.hypothetical[1]


def test_the_published_grid_has_its_240_videos(recipe: Make) -> None:
    grid = recipe("card", "chip", "circle", "cup", "file", "number", edition="vrb", ops=(5, 14), reveal="both")
    found = list(specs(grid, 0, 1))
    assert len(found) == len(set(found)) == 240
    cells = Counter((s.world, s.size, s.reveal) for s in found)
    assert len(cells) == 24 and set(cells.values()) == {10}
    assert {s.ops for s in found} == set(range(5, 15))


def both(recipe: Recipe) -> list[tuple[Item, Item]]:
    made = [make(recipe, spec) for spec in specs(recipe, 0, 5)]
    return [(a, b) for a, b in zip(made[::2], made[1::2], strict=True)]


@pytest.mark.parametrize("world", worlds())
def test_the_two_reveals_share_a_script_when_paired_and_only_then(world: str, recipe: Make) -> None:
    for paired in (True, False):
        for one, other in both(recipe(world, reveal="both", paired=paired)):
            assert {one.spec.reveal, other.spec.reveal} == {"start", "end"}
            assert one.spec.index == other.spec.index
            alike = (one.replay.script.start, one.replay.script.ops) == (
                other.replay.script.start,
                other.replay.script.ops,
            )
            assert alike == paired


# --- what cannot be met is refused before work starts -------------------------------------------------

NAN, INF = float("nan"), float("inf")
IMPOSSIBLE: list[dict[str, Any]] = [
    {"ops": (0, 0)}, {"ops": (61, 61)}, {"ops": (9, 5)}, {"ops": (-1, 3)}, {"ops": (1, 10**9)},
    {"hypothetical": (0, 3)}, {"hypothetical": (5, 4)}, {"hypothetical": (1, 13)},
    {"plan": (0, 2)}, {"plan": (3, 2)}, {"plan": (1, 13)},
    {"idle": -0.1}, {"idle": 1.1}, {"idle": NAN}, {"idle": INF}, {"undo": -0.1}, {"undo": NAN}, {"undo": -INF},
    {"idle": 1.0, "undo": 1.0}, {"idle": 0.9, "undo": 0.9},
    {"paired": True}, {"size": 0}, {"size": 1}, {"size": 7}, {"size": -3}, {"size": 10**30},
    {"level": "impossible"}, {"edition": "vrb2"}, {"seed": 2**63}, {"seed": -(2**63) - 1},
    {"renderer": "crayon"}, {"renderer": "terminal"}, {"style": "baroque"},
    {"fps": 0}, {"fps": 61}, {"fps": -25}, {"seconds_per_op": 0.0}, {"seconds_per_op": NAN},
    {"seconds_per_op": INF}, {"seconds_per_op": 1e9},
    {"width": 161}, {"width": 0}, {"width": -2}, {"width": 10**9},
    {"categories": ()}, {"categories": ("cups",)}, {"categories": ("",)},
]  # fmt: skip


@pytest.mark.parametrize("knobs", IMPOSSIBLE, ids=lambda k: ",".join(f"{n}={v}" for n, v in k.items()))
def test_what_cannot_be_honoured_is_refused_with_a_remedy(recipe: Make, knobs: dict[str, Any]) -> None:
    with pytest.raises(BadParams) as fault:
        check(recipe("cup", **{"renderer": "auto", **knobs}))
    assert fault.value.message and fault.value.hint
    assert "\n" not in fault.value.message + fault.value.hint


@pytest.mark.parametrize("world", worlds())
def test_a_world_refuses_the_knobs_that_it_cannot_honour_and_says_why(world: str, recipe: Make) -> None:
    sim = simulator(world)
    for knob, can in (("idle", sim.can_idle), ("undo", sim.can_undo)):
        knobs = recipe(world, **{knob: 0.3})
        if can:
            check(knobs)
        else:
            with pytest.raises(BadParams) as fault:
                check(knobs)
            assert sim.why_not[knob] in fault.value.message
    for size in (sim.sizes[0] - 1, sim.sizes[-1] + 1):
        with pytest.raises(BadParams):
            check(recipe(world, size=size))
    for size in sim.sizes:
        most = sim.plan_most(size)
        least = sim.plan_least(size)
        check(recipe(world, size=size, plan=(least, most)))
        for plan in ((least, most + 1), (least - 1, most)):
            with pytest.raises(BadParams):
                check(recipe(world, size=size, plan=plan))


def test_one_world_that_cannot_stops_a_run_of_many(recipe: Make) -> None:
    with pytest.raises(BadParams, match="number"):
        check(recipe("cup", "number", idle=0.2))


def test_the_stream_refuses_before_its_first_item() -> None:
    with pytest.raises(BadParams):
        items("cup", ops=0)
    with pytest.raises(BadParams):
        items("cups")
    with pytest.raises(BadParams):
        items("cup", level="impossible")
