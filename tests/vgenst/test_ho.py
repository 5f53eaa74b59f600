"""HO: what is placed higher, that broken scenes are refused by name, and that no frame gives it away."""

from collections import Counter

import pytest
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import make_item, one_frame_proof, task_seed
from reelproof.generators.vgenst.props import thing
from reelproof.generators.vgenst.themes import theme
from reelproof.qa.vgenst import ho
from reelproof.qa.vgenst.base import World
from reelproof.qa.vgenst.order import THEN
from reelproof.renderers.cast import sight
from reelproof.schemas.scene import Pose
from reelproof.schemas.scene_question import types_of

TASK = task_of("HO")
CASES = (0, 5, 8, 9, 13, 17)
"""Each tilt with each place of the distractor."""


def ask(world, question, index=0):
    """A draft by the same deal and chance, whatever the world."""
    return question(world, Deal(Seed(5).at("q"), index, 50), Seed(5).at("words", index).rng())


def edited(world, name, **changes):
    """The scene with one thing changed."""
    things = tuple(replace(t, **changes) if t.id == name else t for t in world.scene.things)
    return replace(world.scene, things=things)


def named(scene):
    """The task's rules that a scene breaks."""
    world = World(scene)
    return {rule.name for rule in TASK.rules if rule.broken(world) is not None}


@pytest.mark.parametrize("case", CASES)
def test_every_case_keeps_the_rules_and_fills_every_cell(drawn, case):
    world, asked = drawn("HO", case, case=case)
    assert {one.type for one in asked} == set(types_of("HO"))
    assert named(world.scene) == set()


@pytest.mark.parametrize("depth", (3, 4, 5))
def test_depth_is_the_number_of_levels(drawn, depth):
    world, asked = drawn("HO", 1, depth=depth)
    assert TASK.measured(world) == depth
    assert len(asked) == len(types_of("HO"))


@pytest.mark.parametrize("case", CASES)
def test_the_case_is_what_is_shown(drawn, case):
    world, _ = drawn("HO", case, case=case)
    entry, truth = TASK.cycle[case], TASK.truth(world)
    assert truth["tilt_direction"] == entry["tilt"]
    assert (truth["distractor_beside"] or "none") == entry["distractor"]
    shown = sorted(ho.levels(world), key=lambda t: ho.first_seen(world, t))
    assert [t.label for t in shown] == truth["ranking_low_to_high"][:: 1 if entry["tilt"] == "up" else -1]


def _camera(world, change):
    camera = world.scene.camera
    return replace(
        world.scene, camera=replace(camera, shots=tuple(change(k, s) for k, s in enumerate(camera.shots)))
    )


def _moved(world, thing_, **changes):
    return edited(world, thing_.id, pose=replace(thing_.pose, **changes))


def _two_on_one_board(world):
    """The middle thing moves to the board of the lowest, and the shelf has a board there."""
    low, middle, *_ = ho.levels(world)
    return _moved(world, middle, z=low.pose.z)


def _in_front(world):
    extra = ho.extras(world)[0]
    mate = min(ho.levels(world), key=lambda t: abs(t.pose.z - extra.pose.z))
    return _moved(world, extra, x=mate.pose.x)


BREAKS = {
    "three_to_five_levels": lambda w: replace(
        w.scene, things=tuple(t for t in w.scene.things if t.id != ho.levels(w)[1].id)
    ),
    "camera_only_tilts": lambda w: _camera(w, lambda k, s: replace(s, x=round(s.x + 0.002 * k, 4))),
    "levels_differ_in_height": _two_on_one_board,
    "one_level_in_view_at_a_time": lambda w: replace(w.scene, camera=replace(w.scene.camera, fov=60.0)),
    "distractors_beside_lowest_or_highest": lambda w: _moved(
        w, ho.extras(w)[0], z=ho.levels(w)[1].pose.z, x=0.55 if ho.levels(w)[1].pose.x < 0 else -0.55
    ),
    "things_stand_on_boards": lambda w: _moved(w, ho.levels(w)[1], z=ho.levels(w)[1].pose.z + 0.05),
    "things_differ_in_kind_and_colour": lambda w: edited(w, ho.levels(w)[0].id, category=ho.levels(w)[1].category),
    "distractors_stand_beside": _in_front,
}
BESIDE = {"levels_differ_in_height": {"one_level_in_view_at_a_time"}}
"""Rules that the same edit cannot but break, too."""


def test_every_rule_has_a_scene_that_breaks_it():
    assert set(BREAKS) == {rule.name for rule in TASK.rules}


@pytest.mark.parametrize("rule", BREAKS)
def test_a_scene_that_breaks_just_one_rule_is_told_so(drawn, rule):
    world, _ = drawn("HO", 0, case=0)
    broken = named(BREAKS[rule](world))
    assert rule in broken
    assert broken - {rule} <= BESIDE.get(rule, set())


def test_exchanged_things_exchange_their_ranks_and_leave_the_rest(drawn):
    world, _ = drawn("HO", 2, case=6)
    low, middle, high = ho.levels(world)
    other = World(ho.exchange(world.scene, low, high))
    a = ask(world, ho.height_ranking).gold.split(THEN)
    b = ask(other, ho.height_ranking).gold.split(THEN)
    assert a == [low.label, middle.label, high.label] and b == a[::-1]


def test_recoloured_things_keep_their_rank(drawn):
    world, _ = drawn("HO", 2, case=6)
    low = ho.levels(world)[0]
    other = World(edited(world, low.id, colour="grey", label=f"grey {low.category}"))
    gold = ask(other, ho.height_ranking).gold
    assert gold == ask(world, ho.height_ranking).gold.replace(low.label, f"grey {low.category}")


def test_a_distractor_is_never_ranked(drawn):
    for index in range(12):
        world, asked = drawn("HO", index)
        gold = next(one.draft.gold for one in asked if one.type == "SL")
        assert not any(extra.label in gold.split(THEN) for extra in ho.extras(world))


def test_turned_tilt_turns_the_order_of_showing_and_not_the_ranking(drawn):
    world, _ = drawn("HO", 2, case=6)
    shots = world.scene.camera.shots
    pitches = [s.pitch for s in reversed(shots)]
    back = tuple(replace(s, pitch=p) for s, p in zip(shots, pitches, strict=True))
    kind = "tilt_down" if world.scene.camera.kind == "tilt_up" else "tilt_up"
    other = World(replace(world.scene, camera=replace(world.scene.camera, kind=kind, shots=back)))
    assert ask(world, ho.height_ranking).gold == ask(other, ho.height_ranking).gold
    assert ask(world, ho.seen_first_or_last).gold != ask(other, ho.seen_first_or_last).gold
    golds = [(ask(world, ho.coming_back, i).gold, ask(other, ho.coming_back, i).gold) for i in range(3)]
    assert any(a != b for a, b in golds)


def test_the_second_way_reads_true_heights_back_from_the_picture(drawn):
    world, _ = drawn("HO", 0)
    for one in ho.levels(world):
        assert ho._height(world, one.label) == pytest.approx(one.pose.z, abs=0.001)
    floating = World(
        replace(world.scene, things=(*world.scene.things, thing("x", "distractor", "star", "pink", Pose(0, 0, 9))))
    )
    assert ho._height(floating, "pink star") is None


@pytest.mark.parametrize("index", (0, 3, 5))
@pytest.mark.parametrize("depth", (3, 5))
def test_no_single_frame_gives_the_ranking_away(drawn, index, depth):
    world, _ = drawn("HO", index, depth=depth)
    looked = World(world.scene, sight(world.time))
    assert 0 not in one_frame_proof(TASK, looked, index, task_seed(0, "HO"), 0)


def test_closed_answers_are_dealt_evenly(drawn):
    golds = Counter()
    for index in range(36):
        _, asked = drawn("HO", index)
        golds.update((one.type, one.draft.gold) for one in asked if one.type in ("FL", "CM"))
    assert set(golds.values()) == {12} and len(golds) == 6


@pytest.mark.parametrize("index", range(2))
def test_a_broader_picture_is_composed_as_well(index):
    item = make_item("HO", theme("kitchen"), index, id="wide", seed=0, frame=(640, 360))
    assert {q.type for q in item.questions} == set(types_of("HO"))
