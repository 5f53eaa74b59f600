"""MT: options stand a quarter apart, the right one's place is dealt, and a ladder gives no number away."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.qa.vgenst import metric
from reelproof.qa.vgenst.base import NoQuestion, See, World
from reelproof.schemas.scene import Pose

RANKS = st.sampled_from((0, 1, 2, 3))
SEEDS = st.integers(0, 10**6)
SEE = (See("one", 0.0, 1.0),)


def rng(seed):
    return Seed(seed).at("metric").rng()


@given(st.integers(200, 9000), RANKS, SEEDS)
def test_options_rise_by_a_quarter_and_hold_the_value_in_its_place(hundredths, rank, seed):
    value = hundredths / 100
    places = metric.places_for(value)
    value = round(value, places)
    options = metric.spread(value, rank, rng(seed), places=places)
    assert options[rank] == value
    assert all(b >= a * metric.APART - 1e-9 for a, b in itertools.pairwise(options))


@given(st.integers(4, 30), RANKS, SEEDS)
def test_options_are_multiples_of_a_step(fives, rank, seed):
    value = fives * 5.0
    try:
        options = metric.spread(value, rank, rng(seed), places=0, step=5)
    except NoQuestion:
        assert rank > 0  # too small for so many smaller ones
        return
    assert all(number % 5 == 0 for number in options)
    assert value in options


@given(st.integers(2, 248), RANKS)
def test_a_ladder_is_the_same_set_from_each_of_its_rungs(part, rank):
    low, high = 1.0, 4.0
    value = low * (high / low) ** ((part / 250 + rank) / 4)
    options = metric.rungs(value, (low, high), places=3)
    assert len(set(options)) == 4
    assert abs(options[rank] - value) <= 0.0005
    assert all(low <= number <= high for number in options)
    for other in options:
        again = metric.rungs(other, (low, high), places=3)
        assert all(abs(a - b) <= 0.01 * a for a, b in zip(options, again, strict=True))


def test_dealt_values_fill_a_ladder_evenly():
    low, high = 2.0, 32.0
    quarters = Counter()
    for index in range(40):
        value = metric.slot(Deal(Seed(1).at("deal"), index), rng(index), "pace", (low, high))
        quarters[int(value >= 4) + int(value >= 8) + int(value >= 16)] += 1
    assert quarters == {0: 10, 1: 10, 2: 10, 3: 10}


def test_the_right_one_is_as_often_smallest_as_largest():
    places = Counter()
    for index in range(40):
        draft = metric.metric(
            Deal(Seed(1).at("deal"), index), rng(index), template="length", stem="How long is it?",
            what="the length", value=5.0 + index / 10, unit="m", again=lambda w: 5.0, why="", sees=SEE,
        )  # fmt: skip
        numbers = sorted(metric.read(text, "m") for text in (draft.gold, *(w.text for w in draft.wrong)))
        places[numbers.index(metric.read(draft.gold, "m"))] += 1
    assert places == {0: 10, 1: 10, 2: 10, 3: 10}


@pytest.mark.parametrize("unit", ("m", "cm", "m/s", "deg", "s", ""))
def test_what_is_said_can_be_read(unit):
    assert metric.read(metric.said(7.3, unit, 1), unit) == 7.3
    assert metric.read("seven", unit) is None


@pytest.mark.parametrize("value", range(1, 12))
def test_counts_are_whole_and_never_negative(value):
    for index in range(4):
        draft = metric.counted(
            Deal(Seed(1).at("deal"), index), rng(index), template="count", stem="How many?", what="the number",
            value=value, again=lambda w: value, why="", sees=SEE,
        )  # fmt: skip
        numbers = [int(text) for text in (draft.gold, *(w.text for w in draft.wrong))]
        assert min(numbers) >= 0
        assert len(set(numbers)) == 4
        assert draft.gold == str(value)


def test_nothing_to_measure_is_no_question():
    for value in (None, 0.0, -1.0):
        with pytest.raises(NoQuestion):
            metric.metric(
                Deal(Seed(1), 0), rng(0), template="x", stem="?", what="it", value=value, unit="m",
                again=lambda w: 1.0, why="", sees=SEE,
            )  # fmt: skip


def test_two_ways_to_measure_agree(drawn):
    world, _ = drawn("LS", 0)
    a, b = world.scene.having("landmark")[:2]
    draft = metric.apart(
        world, Deal(Seed(1), 0), rng(0), a.id, b.id, t=0.0, scale=metric.scaled(world, a.id, "long"), sees=SEE
    )
    assert draft.test(world, draft.gold)
    assert not any(draft.test(world, wrong.text) for wrong in draft.wrong)


def test_a_thing_moved_away_is_farther(drawn):
    world, _ = drawn("LS", 0)
    a, b = world.scene.having("landmark")[:2]
    pose = Pose(2 * b.pose.x - a.pose.x, 2 * b.pose.y - a.pose.y, 0.0)
    things = tuple(replace(t, pose=pose) if t.id == b.id else t for t in world.scene.things)
    far = World(replace(world.scene, things=things))
    golds = []
    for one in (world, far):
        draft = metric.apart(
            one, Deal(Seed(1), 0), rng(0), a.id, b.id, t=0.0, scale=metric.scaled(one, a.id), sees=SEE
        )
        golds.append(metric.read(draft.gold, "m"))
    assert abs(golds[1] / golds[0] - 2) < 0.02
