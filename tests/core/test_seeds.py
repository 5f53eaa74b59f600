"""Chance is the same everywhere: streams are pinned by literal numbers."""

from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.seeds import Rng, Seed

WORDS = {
    0: [
        15541435385305175842,
        16244356977904244058,
        6777651560646599184,
        4062719817162794533,
        10199626909927208591,
        14451248329139728563,
        10699462923253526598,
        8017493800080182853,
        18226441873886000907,
        188185874882673382,
    ],
    7: [
        15885051966864428597,
        4114376357702509712,
        1757191953452671987,
        10794872790173736144,
        8918711800508176056,
        10641510155302438433,
        8318837031025845264,
        7373103543949155914,
        15691345359561232778,
        13916651393865464554,
    ],
}


@pytest.mark.parametrize("root", WORDS)
def test_words_never_change(root: int) -> None:
    rng = Seed(root).rng()
    assert [rng.word() for _ in range(10)] == WORDS[root]


@pytest.mark.parametrize(
    "root, dice, large",
    [
        (
            0,
            [5, 5, 2, 1, 3, 4, 3, 2, 5, 0, 4, 3, 0, 2, 5, 3, 0, 1, 1, 3],
            [26601360804, 934933142902, 112928848607],
        ),
        (
            7,
            [5, 1, 0, 3, 2, 3, 2, 2, 5, 4, 1, 2, 0, 5, 5, 4, 4, 4, 4, 3],
            [322422673085, 211634865035, 168962831130],
        ),
    ],
)
def test_whole_numbers_never_change(root: int, dice: list[int], large: list[int]) -> None:
    rng = Seed(root).rng()
    assert [rng.below(6) for _ in range(20)] == dice
    assert [rng.below(10**12) for _ in range(3)] == large


@pytest.mark.parametrize(
    "root, order, four",
    [
        (0, [0, 4, 6, 9, 5, 3, 1, 2, 7, 8], [0, 7, 1, 3]),
        (7, [7, 6, 3, 1, 5, 9, 4, 0, 2, 8], [7, 3, 5, 1]),
    ],
)
def test_orders_never_change(root: int, order: list[int], four: list[int]) -> None:
    rng = Seed(root).rng()
    assert rng.shuffled(range(10)) == order
    assert rng.sample(range(10), 4) == four
    assert rng.weighted("abc", [1, 0, 3]) == "c"
    assert rng.between(-3, 3) == 3
    assert not rng.chance(1, 3)


def test_places_down_the_tree_never_change() -> None:
    assert Seed(0).at("reason", "cup", 12, "script").rng().word() == 1625007910856353667
    assert Seed(7).at("reason", "cup", 12, "script").rng().word() == 3478415604448492823


def test_the_stream_is_keyed_blake2b_in_counter_mode() -> None:
    key = blake2b(b"reelproof-seed-1:7", digest_size=32).digest()
    blocks = [blake2b(n.to_bytes(8, "little"), key=key).digest() for n in range(3)]
    expected = [int.from_bytes(b[i : i + 8], "little") for b in blocks for i in range(56, -1, -8)]
    rng = Seed(7).rng()
    assert [rng.word() for _ in range(24)] == expected


@given(
    root=st.integers(-(10**30), 10**30),
    parts=st.lists(st.one_of(st.integers(), st.text(st.characters(codec="utf-8"))), max_size=4),
)
def test_a_path_names_one_stream_however_it_is_walked(root: int, parts: list[int | str]) -> None:
    step = Seed(root)
    for part in parts:
        step = step.at(part)
    whole = Seed(root).at(*parts)
    assert whole.rng().word() == step.rng().word()
    assert whole.path == step.path == (root, *parts)


@given(
    a=st.lists(st.one_of(st.integers(), st.text(st.characters(codec="utf-8"))), max_size=4),
    b=st.lists(st.one_of(st.integers(), st.text(st.characters(codec="utf-8"))), max_size=4),
)
def test_different_paths_are_different_streams(a: list[int | str], b: list[int | str]) -> None:
    if a != b:
        assert Seed(0).at(*a).rng().word() != Seed(0).at(*b).rng().word()


@pytest.mark.parametrize(
    "a, b",
    [
        ((1,), ("1",)),
        (("ab",), ("a", "b")),
        (("i1",), (1,)),
        (("",), ()),
        ((0,), ()),
        ((12,), (1, 2)),
        ((-1,), (1,)),
    ],
)
def test_paths_that_look_alike_do_not_collide(a: tuple[int | str, ...], b: tuple[int | str, ...]) -> None:
    assert Seed(0).at(*a).rng().word() != Seed(0).at(*b).rng().word()


def test_walking_down_or_drawing_leaves_a_seed_alone() -> None:
    seed = Seed(0)
    first = seed.rng().word()
    seed.at("x").rng().word()
    assert seed.rng().word() == first
    assert seed.path == (0,)


@given(root=st.integers(0, 10**6), bound=st.one_of(st.integers(1, 100), st.integers(1, 2**64)))
def test_a_draw_is_within_its_bound(root: int, bound: int) -> None:
    rng = Seed(root).rng()
    assert all(0 <= rng.below(bound) < bound for _ in range(20))


@pytest.mark.parametrize("bound", [0, -1])
def test_an_impossible_bound_is_refused(bound: int) -> None:
    with pytest.raises(ValueError):
        Seed(0).rng().below(bound)


def test_more_than_there_are_cannot_be_sampled() -> None:
    with pytest.raises(ValueError):
        Seed(0).rng().sample("abc", 4)


def _fixed(words: list[int]) -> Rng:
    """A stream that begins with given words."""
    rng = Rng(b"")
    rng._block = words[::-1]
    return rng


def test_a_word_that_would_bias_the_draw_is_thrown_away() -> None:
    # 2**64 = 1 (mod 3): of all words exactly one, 0, is one too many.
    last = 2**64 - 1
    assert _fixed([0, last]).below(3) == 2
    assert _fixed([1, last]).below(3) == 0
    # 4 divides 2**64, so there no word is.
    assert _fixed([0, last]).below(4) == 0


def test_draws_are_even() -> None:
    rng = Seed(1).rng()
    dice = Counter(rng.below(6) for _ in range(6000))
    firsts = Counter(rng.shuffled(range(5))[0] for _ in range(5000))
    picked = Counter(rng.sample(range(5), 2)[1] for _ in range(5000))
    heavy = Counter(rng.weighted("ab", [1, 4]) for _ in range(5000))
    # Five standard deviations around 1000.
    assert all(abs(count - 1000) < 150 for count in (*dice.values(), *firsts.values(), *picked.values()))
    assert abs(heavy["a"] - 1000) < 150
    assert (len(dice), len(firsts), len(picked)) == (6, 5, 5)


@given(root=st.integers(0, 10**6), items=st.lists(st.integers(), max_size=12))
def test_shuffling_keeps_the_items_and_leaves_the_argument(root: int, items: list[int]) -> None:
    before = list(items)
    shuffled = Seed(root).rng().shuffled(items)
    assert sorted(shuffled) == sorted(items)
    assert items == before


@given(root=st.integers(0, 10**6), whole=st.integers(1, 9))
def test_certain_and_impossible_chances(root: int, whole: int) -> None:
    rng = Seed(root).rng()
    assert rng.chance(whole, whole)
    assert not rng.chance(0, whole)
