"""CM: what each trigger sets off, that broken scenes are refused by name, and that no frame gives it away."""

from collections import Counter

import pytest
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import make_item, one_frame_proof, task_seed
from reelproof.generators.vgenst.props import thing
from reelproof.generators.vgenst.themes import theme
from reelproof.qa.vgenst import cm
from reelproof.qa.vgenst.base import NoQuestion, World
from reelproof.renderers.cast import sight
from reelproof.schemas.scene import Link, Pose, Shot
from reelproof.schemas.scene_question import types_of

TASK = task_of("CM")
CASES = (0, 3, 8, 11, 12, 15, 16, 17)
"""Each kind of case once, with either press asked about."""


def ask(world, question, index=0, attempt=0):
    """A draft by the same deal and chance, whatever the world."""
    return question(world, Deal(Seed(5).at("q"), index, attempt), Seed(5).at("words", index).rng())


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
    world, asked = drawn("CM", case, case=case)
    assert {one.type for one in asked} == set(types_of("CM"))
    assert named(world.scene) == set()
    assert TASK.measured(world) == 2


@pytest.mark.parametrize("depth", (2, 3, 4))
def test_depth_is_the_number_of_triggers(drawn, depth):
    world, asked = drawn("CM", 3, depth=depth)
    assert TASK.measured(world) == depth == len(cm.presses_of(world.scene))
    assert len(asked) == len(types_of("CM"))


@pytest.mark.parametrize("case", CASES)
def test_the_case_is_what_happens(drawn, case):
    world, _ = drawn("CM", case, case=case)
    entry, truth = TASK.cycle[case], TASK.truth(world)
    effects = [truth["trigger_1_effect"], truth["trigger_2_effect"]]
    inert = {"all": [], "all_but_first": [0], "all_but_second": [1], "none": [0, 1]}[entry["works"]]
    assert [k for k, effect in enumerate(effects) if effect == "no effect"] == inert
    if entry["works"] == "all":
        assert truth["wiring"] == entry["wiring"]


def _camera(world, **changes):
    camera = world.scene.camera
    return replace(world.scene, camera=replace(camera, shots=(replace(camera.shots[0], **changes),)))


def _pressed_late(world):
    first, second = cm.presses_of(world.scene)
    return replace(world.scene, events=(first, replace(second, start=first.start + 1.0)))


def _relinked(world, **changes):
    first, *rest = world.scene.links
    return replace(world.scene, links=(replace(first, **changes), *rest))


def _moving(world):
    shot = world.scene.camera.shots[0]
    later = Shot(world.scene.duration, shot.x, shot.y, shot.z, shot.yaw + 8, shot.pitch)
    return replace(world.scene, camera=replace(world.scene.camera, shots=(shot, later)))


def _alike(world):
    a, b = world.scene.having("trigger")
    return edited(world, a.id, category=b.category, colour=b.colour)


def _at(world, role, **changes):
    one = world.scene.having(role)[0]
    return edited(world, one.id, pose=replace(one.pose, **changes))


BREAKS = {
    "one_agent_as_many_effectors_as_triggers": lambda w: replace(
        w.scene, things=(*w.scene.things, thing("more", "effector", "lamp", "grey", Pose(0.1, -0.35, 0.8)))
    ),
    "camera_is_fixed_and_looks_down": _moving,
    "triggers_and_effectors_stand_on_the_surface": lambda w: _at(w, "effector", z=1.0),
    "triggers_behind_effectors": lambda w: _at(w, "effector", y=0.3),
    "agent_behind_the_triggers_faces_the_camera": lambda w: _at(w, "agent", yaw=180.0),
    "triggers_within_reach": lambda w: _at(w, "agent", y=1.3),
    "every_trigger_pressed_once_one_after_the_other": _pressed_late,
    "one_prompt_effect_for_each_trigger_at_most": lambda w: _relinked(w, delay=1.5),
    "things_can_be_told_apart": _alike,
    "labels_name_no_side": lambda w: edited(w, w.scene.having("trigger")[0].id, label="left button"),
    "everything_in_the_picture": lambda w: _camera(w, x=w.scene.camera.shots[0].x + 0.9),
}


def test_every_rule_has_a_scene_that_breaks_it():
    assert set(BREAKS) == {rule.name for rule in TASK.rules}


@pytest.mark.parametrize("rule", BREAKS)
def test_a_scene_that_breaks_just_one_rule_is_told_so(drawn, rule):
    world, _ = drawn("CM", 1, case=0)
    broken = named(BREAKS[rule](world))
    assert rule in broken
    assert len(broken) == 1 or rule in ("everything_in_the_picture", "one_agent_as_many_effectors_as_triggers")


def test_swapped_wires_swap_the_effects_and_leave_the_rest(drawn):
    world, _ = drawn("CM", 1, case=0)
    a, b = world.scene.links
    other = World(replace(world.scene, links=(Link(a.trigger, b.effector), Link(b.trigger, a.effector))))
    assert ask(world, cm.effect_of_press).gold != ask(other, cm.effect_of_press).gold
    assert ask(world, cm.left_to_right).gold == ask(other, cm.left_to_right).gold
    assert ask(world, cm.pressed_first_or_last).gold == ask(other, cm.pressed_first_or_last).gold


def test_an_unwired_trigger_does_nothing(drawn):
    world, _ = drawn("CM", 1, case=0)
    trigger = world.scene.having("trigger")[0].id
    for cut in (True, False):
        links = tuple(Link(k.trigger, None) if (k.trigger == trigger) == cut else k for k in world.scene.links)
        other = World(replace(world.scene, links=links))
        assert (ask(other, cm.effect_of_press).gold == cm.NOTHING) == cut


def test_recoloured_things_are_called_by_their_new_colour(drawn):
    world, _ = drawn("CM", 1, case=0)
    effect = world.thing(cm.effect_of(world, world.scene.having("trigger")[0].id))
    free = "grey" if effect.colour != "grey" else "blue"
    other = World(edited(world, effect.id, colour=free, label=f"{free} {effect.category}"))
    gold = ask(world, cm.effect_of_press).gold
    assert ask(other, cm.effect_of_press).gold == gold.replace(effect.label, f"{free} {effect.category}")


def test_left_in_the_picture_is_right_for_who_faces_the_camera(drawn):
    for index in range(6):
        world, _ = drawn("CM", index)
        agent = world.scene.having("agent")[0].id
        for one in world.scene.having("trigger", "effector"):
            u, side = cm.rank_across(world, one.id), cm._side(world, agent, one.id)
            if abs(u) > 0.3 and side is not None:
                assert side == ("on their right" if u < 0 else "on their left")


@pytest.mark.parametrize("case", CASES)
def test_no_single_frame_gives_the_effect_away(drawn, case):
    index = case
    world, _ = drawn("CM", index, case=case)
    looked = World(world.scene, sight(world.time))
    assert 0 not in one_frame_proof(TASK, looked, index, task_seed(0, "CM"), 0)


def test_a_final_frame_without_alternatives_would_give_it_away(drawn):
    """The proof can fail: without other worlds each frame is open."""
    world, _ = drawn("CM", 1, case=0)
    golds = {ask(World(s), cm.effect_of_press).gold for s in TASK.alternatives(world)}
    assert golds - {ask(world, cm.effect_of_press).gold}


def test_nothing_is_the_effect_in_a_third_of_the_questions(drawn):
    golds = Counter()
    for index in range(0, 36):
        _, asked = drawn("CM", index)
        golds[next(one for one in asked if one.type == "AR").draft.gold == cm.NOTHING] += 1
    assert golds[True] == 12


def test_closed_answers_are_dealt_evenly(drawn):
    golds = Counter()
    for index in range(0, 36):
        _, asked = drawn("CM", index)
        draft = {one.type: one.draft for one in asked}
        golds.update((kind, draft[kind].gold) for kind in ("PT", "FL", "CR", "PR"))
    assert set(golds.values()) == {12}


def test_a_question_of_a_trigger_that_is_never_pressed_is_not_asked(drawn):
    world, _ = drawn("CM", 1, case=0)
    other = World(replace(world.scene, events=()))
    with pytest.raises(NoQuestion):
        ask(other, cm.effect_of_press)


@pytest.mark.parametrize("index", range(2))
def test_a_broader_picture_is_composed_as_well(index):
    item = make_item("CM", theme("kitchen"), index, id="wide", seed=0, frame=(640, 360))
    assert {q.type for q in item.questions} == set(types_of("CM"))
