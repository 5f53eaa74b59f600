"""Laws that hold for every world, ours and those of other packages."""

from collections.abc import Callable
from types import UnionType
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.digests import canonical
from reelproof.core.errors import BadFile, IllegalOp
from reelproof.core.seeds import Seed
from reelproof.schemas.script import Script
from reelproof.simulators.replay import Replay

Walk = Callable[..., tuple[tuple[Any, ...], tuple[Any, ...]]]

seeds = st.integers(0, 10**9)
steps = st.integers(0, 12)


def script(sim: Any, size: int, reveal: str, start: Any, ops: tuple[Any, ...]) -> Script[Any, Any]:
    return Script(f"{sim.name}-x", sim.name, sim.version, size, reveal, (0,), start, ops)  # type: ignore[arg-type]


def accepts(sim: Any, state: Any, op: Any) -> bool:
    """Whether `apply` takes an operation; any error but IllegalOp goes through."""
    try:
        sim.apply(state, op)
    except IllegalOp:
        return False
    return True


def listed(sim: Any, legal: frozenset[Any], op: Any) -> bool:
    """Whether `legal` covers an operation, whole or by its atoms."""
    atoms = sim.atoms(op)
    return bool(atoms) and len(set(atoms)) == len(atoms) and legal.issuperset(atoms)


def kinds(sim: Any) -> tuple[Any, ...]:
    return get_args(sim.Operation) if isinstance(sim.Operation, UnionType) else (sim.Operation,)


odd_words = st.one_of(
    st.sampled_from(
        ["", "a1", "b2", "A1", "a01", "a0", "f6", "z9", "é1", "up", "ace of spades", "a1.txt", "b.py"]
    ),
    st.text(max_size=6),
)
odd_numbers = st.one_of(st.integers(-2, 6), st.sampled_from([5, 10, 20, 50, 100, 10**12, -(10**12)]))


def wild(sim: Any) -> st.SearchStrategy[Any]:
    """Any operation that the record types can hold, sense or nonsense."""
    makers = []
    for kind in kinds(sim):
        fields = {
            f.name: odd_numbers
            if f.type is int
            else odd_words
            if f.type is str
            else st.lists(odd_words, max_size=3).map(tuple)
            if f.type == tuple[str, ...]
            else st.from_type(f.type)
            for f in msgspec.structs.fields(kind)
        }
        makers.append(st.builds(kind, **fields))
    return st.one_of(makers)


@given(seed=seeds)
def test_a_start_is_sound_and_named_by_its_seed(sim: Any, size: int, seed: int) -> None:
    first, again = (sim.initial(size, Seed(seed).rng()) for _ in range(2))
    sim.check(first)
    assert first == again
    assert canonical(first) == canonical(again)


@given(seed=seeds, count=steps)
def test_every_state_on_the_way_is_sound(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    for state in walk(sim, size, seed, count)[0]:
        sim.check(state)


@given(seed=seeds, count=steps, reveal=st.sampled_from(["start", "end"]))
def test_a_replay_gives_the_states_of_doing(sim: Any, seed: int, count: int, reveal: str, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    states, ops = walk(sim, size, seed, count)
    replay = Replay.of(sim, script(sim, size, reveal, states[0], ops))
    assert replay.states == states
    assert replay.count == len(ops)
    assert replay.revealed == states[0 if reveal == "start" else -1]
    assert replay.hidden == states[-1 if reveal == "start" else 0]


@given(seed=seeds, count=steps)
def test_what_is_legal_is_accepted_and_listed_once_in_a_fixed_order(
    sim: Any, seed: int, count: int, walk: Walk
) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    state = walk(sim, size, seed, count)[0][-1]
    legal = sim.legal(state)
    assert legal
    assert list(legal) == list(sim.legal(sim.load_state(sim.dump_state(state), source="state")))
    assert len(set(legal)) == len(legal)
    stride = max(1, len(legal) // 60)
    assert all(accepts(sim, state, op) for op in legal[::stride])
    assert all(listed(sim, frozenset(legal), op) for op in legal[::stride])


@given(data=st.data(), seed=seeds, count=steps)
def test_what_is_accepted_is_legal(sim: Any, data: st.DataObject, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    state = walk(sim, size, seed, count)[0][-1]
    legal = frozenset(sim.legal(state))
    op = data.draw(wild(sim))
    assert accepts(sim, state, op) == listed(sim, legal, op)
    # Operations that another state would take are the likeliest to slip through.
    other = sim.sizes[data.draw(st.integers(0, len(sim.sizes) - 1))]
    foreign = sim.legal(sim.initial(other, Seed(seed + 1).rng()))
    for op in data.draw(st.lists(st.sampled_from(foreign), max_size=20)):
        assert accepts(sim, state, op) == listed(sim, legal, op)


@given(seed=seeds, count=steps)
def test_operands_are_left_alone_and_frozen(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    states, ops = walk(sim, size, seed, count)
    for state, op in zip(states, ops, strict=False):
        before = canonical(state), canonical(op)
        sim.apply(state, op)
        sim.hide(state)
        sim.legal(state)
        assert before == (canonical(state), canonical(op))
        for record in (state, op):
            with pytest.raises(AttributeError):
                setattr(record, record.__struct_fields__[0], None)
            hash(record)


@given(seed=seeds, count=steps)
def test_going_back_undoes_doing(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    states, ops = walk(sim, size, seed, count)
    for k, op in enumerate(ops):
        assert sim.back(states[k + 1], op) == states[k]


@given(seed=seeds, count=steps)
def test_where_going_back_is_possible_doing_leads_here(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    states, ops = walk(sim, size, seed, count)
    for op in (*ops, *walk(sim, size, seed + 1, 6)[1]):
        try:
            before = sim.back(states[-1], op)
        except IllegalOp:
            continue
        assert sim.apply(before, op) == states[-1]


@given(seed=seeds, count=steps)
def test_an_inverse_undoes(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    states, ops = walk(sim, size, seed, count)
    for k, op in enumerate(ops):
        undo = sim.inverse(op)
        if undo is None:
            assert not sim.can_undo
            continue
        after = sim.apply(states[k + 1], undo)
        # The circle's way back flips other pieces than the way there, so only its walk is undone.
        if sim.name == "circle":
            assert sim.hide(after) == sim.hide(states[k])
        else:
            assert after == states[k]


@given(seed=seeds, count=steps)
def test_hiding_and_doing_commute(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    states, ops = walk(sim, size, seed, count)
    for k, op in enumerate(ops):
        hidden = sim.hide(states[k])
        assert sim.hide(hidden) == hidden
        assert sim.apply(hidden, op) == sim.hide(states[k + 1])
        assert sim.back(sim.hide(states[k + 1]), op) == hidden


@given(seed=seeds, count=steps)
def test_what_is_said_is_read_back(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    states, ops = walk(sim, size, seed, count)
    legal = sim.legal(states[-1])
    for op in (*ops, *legal[:: max(1, len(legal) // 20)]):
        words = sim.say(op)
        assert sim.read(words) == op
        for dressed in (f"  {words} ", f"`{words}`", words.replace(" ", "   ")):
            assert sim.read(dressed) == op
            assert sim.token("op", dressed) == words
        assert "\n" not in words and words == words.strip()


@given(seed=seeds, count=steps)
def test_words_and_pictures_of_the_covered_state_hold_nothing_hidden(
    sim: Any, seed: int, count: int, walk: Walk
) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    states, ops = walk(sim, size, seed, count)
    for k, op in enumerate(ops):
        hidden = sim.hide(states[k])
        # What is told and shown of the covered state depends on the covered state alone.
        assert sim.tell(states[k], op) == sim.tell(hidden, op)
        assert any("?" in line for line in sim.show(hidden))
        assert not any("?" in line for line in sim.show(states[k]))
        assert len(sim.show(hidden)) == len(sim.show(states[k]))


@given(seed=seeds, count=steps)
def test_different_states_show_differently(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    states = set(walk(sim, size, seed, count)[0])
    assert len({sim.show(state) for state in states}) == len(states)


@given(seed=seeds, count=steps)
def test_states_survive_a_file(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    state = walk(sim, size, seed, count)[0][-1]
    stored = msgspec.json.decode(msgspec.json.encode(sim.dump_state(state)))
    assert sim.load_state(stored, source="state") == state


@given(seed=seeds, count=steps)
def test_scripts_survive_a_file(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    states, ops = walk(sim, size, seed, count)
    item = script(sim, size, "end", states[0], ops)
    assert msgspec.json.decode(msgspec.json.encode(item), type=sim.script_type()) == item


junk = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 40),
        st.floats(),
        st.text(max_size=4),
        st.sampled_from([10**30, "a1.txt", "ace of spades"]),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=3), inner, max_size=2)),
    max_leaves=8,
)


@given(data=st.data(), seed=seeds)
def test_broken_states_are_refused_as_bad_files_and_never_otherwise(
    sim: Any, data: st.DataObject, seed: int
) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    good = msgspec.json.decode(msgspec.json.encode(sim.dump_state(sim.initial(size, Seed(seed).rng()))))
    bad = dict(good)
    field = data.draw(st.sampled_from(sorted(good)))
    value = good[field]
    if isinstance(value, list) and data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(value) - 1))
        bad[field] = [*value[:at], data.draw(junk), *value[at + 1 :]]
    else:
        bad[field] = data.draw(junk)
    try:
        state = sim.load_state(bad, source="state")
    except BadFile as fault:
        assert "/" in fault.message
    else:
        # The junk happened to make sense: then all laws hold of it.
        sim.check(state)
        assert sim.legal(state)
        assert sim.load_state(sim.dump_state(state), source="state") == state


@pytest.mark.parametrize("value", [None, [], "x", 7, float("nan"), {}, {"state": 1}, {1: 2}])
def test_what_is_no_state_at_all_is_refused(sim: Any, value: Any) -> None:
    with pytest.raises(BadFile):
        sim.load_state(value, source="state")


def test_a_hidden_state_is_no_state_for_a_file(sim: Any) -> None:
    hidden = sim.hide(sim.initial(sim.default_size, Seed(0).rng()))
    with pytest.raises(BadFile):
        sim.load_state(sim.dump_state(hidden), source="state")


def test_an_unknown_or_missing_field_is_refused(sim: Any) -> None:
    good = sim.dump_state(sim.initial(sim.default_size, Seed(0).rng()))
    with pytest.raises(BadFile):
        sim.load_state({**good, "more": 1}, source="state")
    for field in good:
        with pytest.raises(BadFile):
            sim.load_state({k: v for k, v in good.items() if k != field}, source="state")


def test_a_size_too_large_is_refused(sim: Any) -> None:
    with pytest.raises(BadFile):
        sim.check(sim.initial(sim.sizes.stop, Seed(0).rng()))


@given(text=st.text(max_size=30))
def test_junk_is_no_operation(sim: Any, text: str) -> None:
    try:
        op = sim.read(text)
    except IllegalOp:
        return
    assert sim.read(sim.say(op)) == op


JUNK = {
    "nothing": "",
    "blanks": " \t\n ",
    "control characters": "\x00\x01\x07\x1b[2J",
    "code": "__import__('os').system('true')",
    "shell": "$(touch x); `touch x` && rm -rf /",
    "a sentence": "I think that nothing moves here",
    "a list": "[1, 2, 3]",
    "a surrogate": "\ud800",
}


@pytest.mark.parametrize("text", JUNK.values(), ids=JUNK)
def test_stated_junk_is_refused(sim: Any, text: str) -> None:
    with pytest.raises(IllegalOp):
        sim.read(text)


# A pattern that backtracks in squares would need minutes for these.
LONG = [
    "a",
    " ",
    "a ",
    "(",
    "{",
    "{a",
    "a1",
    "a1,",
    "9",
    "add ",
    "move ",
    "up ",
    "swap a1 ",
    "pile 1 ",
    "to ",
    "dir1/",
]


@pytest.mark.parametrize("piece", LONG)
def test_a_megabyte_is_refused_at_once(sim: Any, piece: str) -> None:
    from time import process_time

    known = sim.say(sim.legal(sim.initial(sim.default_size, Seed(0).rng()))[0])
    head, _, tail = known.rpartition(" ")
    begun = process_time()
    for size in (19_000, 1_000_000):
        blob = piece * (size // len(piece))
        for text in (f"x{blob}", f"{known} {blob}x", f"{head} {blob} {tail}!", f"{head} {blob}x"):
            with pytest.raises(IllegalOp):
                sim.read(text)
            for kind in ("op", "cell", "int", "name", "card", "colour", "coin", "tile"):
                assert sim.token(kind, text) is None
    assert process_time() - begun < 2


@given(seed=seeds, count=steps)
def test_proposals_are_legal_and_touch_what_is_asked(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    state = walk(sim, size, seed, count)[0][-1]
    rng = Seed(seed).at("proposal").rng()
    for focus in (None, *(range(1, size + 1) if sim.wishes else ())):
        op = sim.propose(state, rng, focus)
        after = sim.apply(state, op)
        if focus is not None:
            (field,) = state.__struct_fields__
            assert getattr(after, field)[focus - 1] != getattr(state, field)[focus - 1]


@given(seed=seeds, count=steps)
def test_an_idle_operation_changes_nothing(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    state = walk(sim, size, seed, count)[0][-1]
    op = sim.idle(state, Seed(seed).rng())
    assert op is None or (sim.can_idle and sim.apply(state, op) == state)
    assert sim.can_idle or "idle" in sim.why_not


@given(seed=seeds, count=steps)
def test_wishes_come_true(sim: Any, seed: int, count: int, walk: Walk) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    states, _ = walk(sim, size, seed, count)
    for wish in sim.wishes:
        for container in range(1, size + 1):
            ops = sim.grant(wish, states[0], states[-1], container)
            if ops is None:
                assert wish != "empty"
                continue
            state = states[-1]
            for op in ops:
                state = sim.apply(state, op)
            (field,) = state.__struct_fields__
            held = getattr(state, field)[container - 1]
            if wish == "empty":
                assert held == ()
            elif wish == "tie":
                assert sum(held) == sum(getattr(states[0], field)[container - 1])


@given(seed=seeds)
def test_an_emptied_container_is_empty_and_the_others_are_not_touched(sim: Any, seed: int) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    if "empty" not in sim.wishes:
        return
    state = sim.initial(size, Seed(seed).rng())
    (field,) = state.__struct_fields__
    for container in range(1, size + 1):
        after = sim.emptied(state, container)
        sim.check(after)
        expected = list(getattr(state, field))
        expected[container - 1] = ()
        assert list(getattr(after, field)) == expected


@given(seed=seeds, count=st.integers(1, 9), reveal=st.sampled_from(["start", "end"]))
def test_leaving_an_operation_out_equals_a_naive_recomputation(
    sim: Any, seed: int, count: int, reveal: str, walk: Walk
) -> None:
    size = sim.sizes[seed % len(sim.sizes)]
    states, ops = walk(sim, size, seed, count)
    replay = Replay.of(sim, script(sim, size, reveal, states[0], ops))
    for number in range(1, count + 1):
        fewer = [op for k, op in enumerate(ops, 1) if k != number]
        naive: list[Any] | None = [replay.revealed]
        try:
            for op in fewer if reveal == "start" else reversed(fewer):
                assert naive is not None
                naive.append(sim.apply(naive[-1], op) if reveal == "start" else sim.back(naive[-1], op))
        except IllegalOp:
            naive = None
        shorter = replay.without(number)
        assert (shorter is None) == (naive is None)
        if shorter is not None and naive is not None:
            assert list(shorter.states) == (naive if reveal == "start" else naive[::-1])
            assert shorter.script.ops == tuple(fewer)
            assert shorter.script.start == shorter.states[0]
            assert Replay.of(sim, shorter.script).states == shorter.states
        assert replay.without(number) is shorter


def test_an_illegal_script_is_refused_with_the_number_of_the_operation(sim: Any) -> None:
    # What is legal in another state, of this or the largest size, and not here.
    rng = Seed(3).rng()
    start = sim.initial(sim.default_size, rng)
    other = sim.initial(sim.default_size, Seed(4).rng())
    bad = next((op for op in sim.legal(other) if not accepts(sim, start, op)), None)
    if bad is None:
        bad = next((op for op in sim.legal(sim.initial(sim.sizes[-1], rng)) if not accepts(sim, start, op)), None)
    if bad is None:
        pytest.skip("every operation is legal everywhere in this world")
    with pytest.raises(IllegalOp, match="operation 1 "):
        Replay.of(sim, script(sim, sim.default_size, "start", start, (bad,)))


def test_a_world_says_what_it_is(sim: Any) -> None:
    assert sim.name and sim.title and sim.size_word
    assert sim.default_size in sim.sizes
    assert all(size in sim.sizes for size in sim.editions)
    low, high = sim.plan_band
    assert 1 <= low <= high
    assert all(1 <= sim.plan_least(size) <= sim.plan_most(size) for size in sim.sizes)
    assert sim.can_undo or "undo" in sim.why_not


def test_an_operation_of_nonsense_in_a_file_is_refused(sim: Any) -> None:
    for value in ({"op": "explode"}, {}, [], None, {"op": 1}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(value, sim.Operation)
