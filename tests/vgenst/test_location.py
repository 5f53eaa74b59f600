"""Strips of the picture, orders and balanced answers: shared by the tasks."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.deal import Deal
from reelproof.core.seeds import Rng, Seed
from reelproof.generators.vgenst.props import thing
from reelproof.qa.vgenst.balance import STRICT, wanted
from reelproof.qa.vgenst.base import NoQuestion, See, World
from reelproof.qa.vgenst.location import ACROSS, UP, Moment, _between, at_start, frame_location, position, strip
from reelproof.qa.vgenst.order import Never, Step, arranged, extreme, in_order, sequence
from reelproof.schemas.scene import Camera, Pose, Scene, Shot, Surroundings

AROUND = Surroundings(kind="room", floor="grey", floor_pattern="plain", wall="white", sky=(200, 210, 220))


SHOT = Shot(0.0, 0.0, -3.0, 1.5, 0.0, -10.0)


def world(places, shot=SHOT):
    """Cubes at some places before a camera."""
    things = tuple(thing(f"cube{k}", "content", "cube", "red", Pose(*p)) for k, p in enumerate(places))
    return World(Scene(id="s", task="MC", theme="kitchen", duration=8, surroundings=AROUND, things=things,
                       camera=Camera(kind="fixed", shots=(shot,))))  # fmt: skip


def deal(index=0, attempt=0):
    return Deal(Seed(3).at("d"), index, attempt)


def rng(key=0):
    return Seed(3).at("r", key).rng()


coordinate = st.floats(-2.5, 2.5, allow_nan=False).map(lambda v: round(v, 3))


@given(
    coordinate, coordinate, st.floats(0, 2.5).map(lambda v: round(v, 3)), st.floats(-180, 180), st.floats(-80, 80)
)
def test_projection_and_dividing_planes_agree_on_the_strip(x, y, z, yaw, pitch):
    here = world([(x, y, z)], Shot(0.0, 0.3, -0.4, 1.2, round(yaw, 2), round(pitch, 2)))
    for axis in ("across", "up"):
        found = strip(here, "cube0", 0.0, axis)
        if found is not None:
            assert _between(here, at_start(here, "cube0", 0.0), axis) == (found,)


def test_left_is_left_in_the_picture_from_wherever_the_camera_looks():
    front = world([(-1.0, 0, 1.0), (0.0, 0, 1.0), (1.0, 0, 1.0)])
    back = world([(-1.0, 0, 1.0), (0.0, 0, 1.0), (1.0, 0, 1.0)], Shot(0.0, 0.0, 3.0, 1.5, 180.0, -10.0))
    names = ("cube0", "cube1", "cube2")
    assert [strip(front, n, 0) for n in names] == ["left", "centre", "right"]
    assert [strip(back, n, 0) for n in names] == ["right", "centre", "left"]
    assert strip(front, "cube0", 0, "up") in UP


def test_near_a_border_and_behind_the_camera_there_is_no_strip():
    view = world([(0.0, 0, 1.0)]).time.camera(0)
    x = 1 / 3 * view.aspect * 3 * 0.4663
    here = world([(x, 0, 1.2), (0.0, -6.0, 1.0), (9.0, 0.0, 1.0)])
    assert [strip(here, f"cube{k}", 0) for k in range(3)] == [None, None, None]
    assert position(here, "cube1", 0) is None
    with pytest.raises(NoQuestion):
        frame_location(here, deal(), rng(), [Moment("cube0", 0.0, 1.0, "at the start")])


def test_the_strip_is_dealt_and_the_answer_true():
    here = world([(-1.0, 0, 1.0), (0.0, 0, 1.0), (1.0, 0, 1.0)])
    moments = [at_start(here, f"cube{k}") for k in range(3)]
    golds = Counter()
    for index in range(9):
        draft = frame_location(here, deal(index), rng(index), moments)
        golds[draft.gold] += 1
        assert draft.test(here, draft.gold)
        assert not any(draft.test(here, w.text) for w in draft.wrong)
    assert golds == dict.fromkeys(ACROSS, 3)


def test_an_answer_that_is_not_there_is_refused_until_late():
    turns = [deal(index).pick("x", ("a", "b")) for index in range(2)]
    for index, turn in enumerate(turns):
        assert wanted(deal(index), "x", ("a", "b"), {"a", "b"}) == turn
    index = turns.index("b")
    with pytest.raises(NoQuestion):
        wanted(deal(index), "x", ("a", "b"), {"a"})
    assert wanted(deal(index, STRICT), "x", ("a", "b"), {"a"}) == "a"
    with pytest.raises(NoQuestion):
        wanted(deal(index, STRICT), "x", ("a", "b"), set())


TIMES = {"one": 1.0, "two": 2.0, "three": 3.5, "four": 5.0}
STEPS = [Step(words, t, (See("cube0", t, t + 1),)) for words, t in TIMES.items()]


def when(_, words):
    return TIMES.get(words)


@pytest.mark.parametrize("index", range(4))
def test_first_and_last_are_the_ends_of_the_order(index):
    here = world([(0, 0, 1)])
    draft = extreme(here, deal(index), rng(index), STEPS, when, stems={"first": ("F?",), "last": ("L?",)})
    assert draft.gold == ("one" if draft.stem == "F?" else "four")
    assert draft.test(here, draft.gold) and not any(draft.test(here, w.text) for w in draft.wrong)


def test_what_never_happens_fills_up_the_options_and_is_false():
    here = world([(0, 0, 1)])
    nevers = [Never(f"never {k}", "m", "r") for k in range(3)]
    draft = extreme(here, deal(), rng(), STEPS[:2], when, stems={"first": ("F?",)}, nevers=nevers)
    assert len(draft.wrong) == 3 and draft.gold == "one"
    with pytest.raises(NoQuestion):
        extreme(here, deal(), rng(), STEPS[:2], when, stems={"first": ("F?",)})


def test_steps_too_close_in_time_are_not_put_in_order():
    with pytest.raises(NoQuestion):
        in_order([Step("a", 1.0, ()), Step("b", 1.4, ())])
    with pytest.raises(NoQuestion):
        in_order([Step("a", 1.0, ()), Step("a", 3.0, ())])


@given(st.integers(0, 500))
def test_an_order_has_one_true_option(key):
    here = world([(0, 0, 1)])
    draft = sequence(here, deal(), rng(key), STEPS, when, stems=("S?",))
    assert draft.test(here, draft.gold) and not any(draft.test(here, w.text) for w in draft.wrong)


def test_the_right_order_is_no_more_typical_than_the_wrong_ones():
    """Whoever picks the option that is nearest to all others is right in a quarter of the cases."""

    def apart(a, b):
        return sum(x != y for x, y in zip(a, b, strict=True))

    right = Rng(b"k" * 32)
    hits, rounds = 0.0, 1200
    for key in range(rounds):
        draft = arranged(rng(key), ("a", "b", "c"), lambda w, t: True, stem="S?", template="t", why="",
                         sees=(See("x", 0, 1),), joint=" ")  # fmt: skip
        texts = right.shuffled([draft.gold, *(w.text for w in draft.wrong)])
        score = {t: sum(apart(t.split(), o.split()) for o in texts) for t in texts}
        best = [t for t in texts if score[t] == min(score.values())]
        hits += (draft.gold in best) / len(best)
    assert abs(hits / rounds - 0.25) < 0.04


def test_an_overlooked_change_is_among_the_options():
    for factual in permutations("abc"):
        text = " ".join(factual)
        if text != "a b c":
            draft = arranged(rng(), ("a", "b", "c"), lambda w, t: True, stem="S?", template="t", why="",
                             sees=(See("x", 0, 1),), joint=" ", factual=text)  # fmt: skip
            texts = [w.text for w in draft.wrong]
            assert text in texts and len(set(texts)) == 3
