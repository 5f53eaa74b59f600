"""CI: what two containers have in common is told by two looks, and broken scenes are refused by name."""

from collections import Counter

import pytest
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import one_frame_proof, task_seed
from reelproof.qa.vgenst import ci
from reelproof.qa.vgenst.base import World
from reelproof.qa.vgenst.intersection import common, common_by_place, pair
from reelproof.renderers.cast import sight
from reelproof.schemas.scene import Shot, Turn
from reelproof.schemas.scene_question import types_of
from reelproof.schemas.vocabulary import COLOURS, clash

TASK = task_of("CI")
CASES = range(len(TASK.cycle))


def ask(world, question, index=0):
    """A draft by the same deal and chance, whatever the world."""
    return question(world, Deal(Seed(5).at("q"), index), Seed(5).at("words", index).rng())


def edited(scene, name, **changes):
    """The scene with one thing changed."""
    return replace(scene, things=tuple(replace(t, **changes) if t.id == name else t for t in scene.things))


def named(scene):
    """The task's rules that a scene breaks."""
    world = World(scene)
    return {rule.name for rule in TASK.rules if rule.broken(world) is not None}


@pytest.mark.parametrize("case", CASES)
def test_every_case_keeps_the_rules_and_fills_every_cell(drawn, case):
    world, asked = drawn("CI", case, case=case)
    assert named(world.scene) == set()
    assert {one.type for one in asked} == set(types_of("CI"))
    assert TASK.truth(world)["num_shared"] == TASK.cycle[case]["shared"] == common_by_place(world)


@pytest.mark.parametrize("depth", range(TASK.depth.least, TASK.depth.most + 1))
@pytest.mark.parametrize("case", CASES)
def test_depth_is_the_number_of_things_in_each(drawn, depth, case):
    world, asked = drawn("CI", case, depth=depth, case=case)
    assert TASK.measured(world) == depth
    assert len(asked) == len(types_of("CI"))


def breaks(world):
    """For each rule a scene that breaks it and no other."""
    scene = world.scene
    left, right = pair(world)
    a = [world.thing(n) for n in world.time.contents(left.id, 0)]
    b = [world.thing(n) for n in world.time.contents(right.id, 0)]
    loose = scene.having("distractor")[0]
    lone = next(t for t in a if all(t.category != u.category for u in b))
    near = next(c for c in COLOURS if c != lone.colour and clash(c, lone.colour))
    far = next(c for c in COLOURS if not clash(c, a[0].colour) and f"{c} {a[0].category}" != a[1].label)
    cam, end = scene.camera, scene.duration
    top = Shot(end + 0.5, (left.pose.x + right.pose.x) / 2, -0.3, left.pose.z + 4.0, 0.0, -85.0)

    def shots(change):
        return replace(scene, camera=replace(cam, shots=tuple(change(s) for s in cam.shots)))

    return {
        "two_containers": edited(scene, right.id, role="decor"),
        "as_many_in_each": replace(scene, things=tuple(t for t in scene.things if t.id != a[0].id)),
        "kinds_differ_within_a_container": edited(
            scene, a[1].id, category=a[0].category, colour=far, label=f"{far} {a[0].category}"
        ),
        "contents_in_the_cavity": edited(scene, loose.id, pose=replace(a[0].pose, x=left.pose.x, y=left.pose.y)),
        "same_or_clearly_different": edited(
            scene, b[0].id, category=lone.category, colour=near, label=f"{near} {lone.category}"
        ),
        "only_the_camera_moves": replace(scene, events=(Turn(who=left.id, start=1.0, duration=1.0, yaw=30.0),)),
        "camera_looks_north": shots(lambda s: replace(s, yaw=-5.5)),
        "both_seen_from_the_side": shots(lambda s: replace(s, pitch=min(s.pitch, -21.0))),
        "looks_into_each": shots(lambda s: replace(s, pitch=max(s.pitch, -58.0))),
        "never_into_both_at_once": replace(
            scene,
            duration=end + 1.0,
            camera=replace(cam, shots=(*cam.shots, top, replace(top, t=end + 1.0))),
        ),
    }


@pytest.mark.parametrize("rule", [rule.name for rule in TASK.rules if rule.name != "three_in_common_at_most"])
def test_a_scene_that_breaks_one_rule_is_refused_by_its_name(drawn, rule):
    world, _ = drawn("CI", 0, case=0)
    assert named(breaks(world)[rule]) == {rule}


def test_four_things_in_common_are_refused_by_name(drawn):
    world, _ = drawn("CI", 3, depth=5, case=3)
    left, right = pair(world)
    both = common(world)
    ours, theirs = ([world.thing(n) for n in world.time.contents(h.id, 0)] for h in (left, right))
    models = [t for t in ours if t.label not in both]
    spare, model = next(
        (t, m)
        for t in theirs
        for m in models
        if t.label not in both and all(m.category != u.category for u in theirs if u is not t)
    )
    assert named(ci._disguised(world.scene, spare, model)) == {"three_in_common_at_most"}


@pytest.mark.parametrize("case", (0, 2))
def test_no_single_frame_gives_the_number_in_common_away(drawn, case):
    world, _ = drawn("CI", case, case=case)
    world.sight = sight(world.time)
    assert set(one_frame_proof(TASK, world, case, task_seed(0, "CI"), 0)) == {1, 2}


def test_the_insides_are_never_seen_together(drawn):
    world, _ = drawn("CI", 1, case=1)
    seen = sight(world.time)
    left, right = ([seen.visible[n] for n in world.time.contents(h.id, 0)] for h in pair(world))
    for k in range(len(seen.frames)):
        assert not (any(v[k] for v in left) and any(v[k] for v in right))
    assert all(max(v) >= 24 for v in (*left, *right))


def test_recolouring_one_of_a_pair_lowers_the_number_and_nothing_else(drawn):
    world, _ = drawn("CI", 2, case=2)
    left, _right = pair(world)
    twin = next(world.thing(n) for n in world.time.contents(left.id, 0) if world.label(n) in common(world))
    colour = next(c for c in COLOURS if not clash(c, twin.colour))
    changed = World(edited(world.scene, twin.id, colour=colour, label=f"{colour} {twin.category}"))
    assert (ask(world, ci.shared_count).gold, ask(changed, ci.shared_count).gold) == ("2", "1")
    assert ask(world, ci.look_order).gold == ask(changed, ci.look_order).gold
    assert ask(world, ci.distance).gold == ask(changed, ci.distance).gold


@pytest.mark.parametrize("index", range(8))
def test_changed_numbers_follow_from_the_geometry(drawn, index):
    world, _ = drawn("CI", index)
    other, moved = ask(world, ci.one_replaced, index), ask(world, ci.one_moved, index)
    assert other.factual != other.gold
    for draft in (other, moved):
        assert draft.gold == str(common_by_place(World(draft.after)))


def test_answers_come_equally_often(drawn):
    worlds = [drawn("CI", i)[0] for i in range(24)]
    for question in (ci.shared_count, ci.one_replaced):
        assert Counter(ask(w, question, i).gold for i, w in enumerate(worlds)) == dict.fromkeys("0123", 6)
    moved = Counter(ask(w, ci.one_moved, i).gold for i, w in enumerate(worlds))
    assert set(moved) == set("012") and max(moved.values()) <= 11
