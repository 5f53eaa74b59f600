"""MC: what a container holds is told only by two views, and broken scenes are refused by name."""

from collections import Counter
from itertools import pairwise

import pytest
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import one_frame_proof, task_seed
from reelproof.qa.vgenst import mc
from reelproof.qa.vgenst.base import World
from reelproof.qa.vgenst.vessel import EMPTY, above, by_place, enclosed, held, rehoused
from reelproof.renderers.cast import sight
from reelproof.schemas.scene import Turn
from reelproof.schemas.scene_question import types_of
from reelproof.simulators.space import cavity

TASK = task_of("MC")
CASES = range(len(TASK.cycle))


def ask(world, question, index=0):
    """A draft by the same deal and chance, whatever the world."""
    return question(world, Deal(Seed(5).at("q"), index), Seed(5).at("words", index).rng())


def edited(scene, names, **changes):
    """The scene with some things changed; a callable change is given the thing."""

    def made(thing):
        return replace(thing, **{k: v(thing) if callable(v) else v for k, v in changes.items()})

    return replace(scene, things=tuple(made(t) if t.id in names else t for t in scene.things))


def named(scene):
    """The task's rules that a scene breaks."""
    world = World(scene)
    return {rule.name for rule in TASK.rules if rule.broken(world) is not None}


@pytest.mark.parametrize("case", CASES)
def test_every_case_keeps_the_rules_and_fills_every_cell(drawn, case):
    world, asked = drawn("MC", case, case=case)
    entry = TASK.cycle[case]
    assert named(world.scene) == set()
    assert {one.type for one in asked} == set(types_of("MC"))
    assert world.scene.camera.kind == entry["move"]
    assert list(TASK.truth(world)["mapping"].values()).count("Empty") == entry["empty"]


@pytest.mark.parametrize("depth", range(TASK.depth.least, TASK.depth.most + 1))
def test_depth_is_the_number_of_containers(drawn, depth):
    world, asked = drawn("MC", 3, depth=depth)
    assert TASK.measured(world) == depth
    assert len(asked) == len(types_of("MC"))


def breaks(world):
    """For each rule a scene that breaks it and no other."""
    scene = world.scene
    row = by_place(scene.having("container"))
    full = [c for c in row if held(world, c.id)]
    home, other = full[0], full[1]
    inside, second = (scene.thing(world.time.contents(c.id, 0)[0]) for c in (home, other))
    mark, base = scene.having("landmark")[0], scene.having("anchor")[0]
    hollow = cavity(home)

    def out_of_line(thing):
        return replace(thing.pose, y=thing.pose.y + 0.12)

    return {
        "containers_in_a_row": edited(scene, {home.id, inside.id}, pose=out_of_line),
        "containers_told_apart": edited(scene, {row[1].id}, category=row[0].category, colour=row[0].colour),
        "one_content_at_most": rehoused(scene, {inside.id: other.id}),
        "contents_told_apart": edited(scene, {inside.id}, category=second.category),
        "one_thing_below_each": replace(scene, things=tuple(t for t in scene.things if t.id != mark.id)),
        "only_the_camera_moves": replace(scene, events=(Turn(who=home.id, start=1.0, duration=1.0, yaw=30.0),)),
        "camera_looks_north": replace(
            scene, camera=replace(scene.camera, shots=tuple(replace(s, yaw=8.0) for s in scene.camera.shots))
        ),
        "camera_booms": replace(scene, camera=replace(scene.camera, kind="tilt_up")),
        "contents_hidden_at_the_side": edited(
            scene, {inside.id}, size=lambda t: replace(t.size, h=hollow.rim - hollow.floor)
        ),
        "contents_seen_from_above": edited(
            scene, {inside.id}, pose=lambda t: replace(t.pose, x=t.pose.x + 1.1 * hollow.half_w)
        ),
        "things_below_hidden_from_above": edited(
            scene, {mark.id}, pose=lambda t: replace(t.pose, y=-base.size.d / 2 - 0.05)
        ),
    }


@pytest.mark.parametrize("rule", [rule.name for rule in TASK.rules])
def test_a_scene_that_breaks_one_rule_is_refused_by_its_name(drawn, rule):
    world, _ = drawn("MC", 1, case=0)
    assert named(breaks(world)[rule]) == {rule}


@pytest.mark.parametrize("case", (0, 3, 7))
def test_no_single_frame_joins_a_content_to_the_thing_below(drawn, case):
    world, _ = drawn("MC", case, case=case)
    world.sight = sight(world.time)
    numbers = one_frame_proof(TASK, world, case, task_seed(0, "MC"), 0)
    # From the side and from above it takes different worlds to show it.
    assert set(numbers) >= {1, 2}


@pytest.mark.parametrize("case", (0, 1))
def test_contents_are_hidden_at_the_side_and_shown_from_above(drawn, case):
    world, _ = drawn("MC", case, case=case)
    seen = sight(world.time)
    side, top = (0, -1) if world.scene.camera.kind == "boom_up" else (-1, 0)
    for thing in world.scene.having("content"):
        assert seen.visible[thing.id][side] == 0 < seen.visible[thing.id][top]
    for thing in world.scene.having("landmark"):
        assert seen.visible[thing.id][top] == 0 < seen.visible[thing.id][side]


def test_trading_contents_changes_the_core_answer_and_not_the_order(drawn):
    world, _ = drawn("MC", 2, case=0)
    row = by_place(world.scene.having("container"))
    asked = above(world, world.scene.having("landmark")[0])
    other = next(c for c in row if c.id != asked.id)
    mine, theirs = world.time.contents(asked.id, 0)[0], world.time.contents(other.id, 0)[0]
    changed = World(rehoused(world.scene, {mine: other.id, theirs: asked.id}))
    before, after = ask(world, mc.content_above), ask(changed, mc.content_above)
    assert before.stem == after.stem and before.gold != after.gold
    assert before.test(changed, after.gold) and not before.test(changed, before.gold)
    assert ask(world, mc.order).gold == ask(changed, mc.order).gold


@pytest.mark.parametrize("question", (mc.contents_traded, mc.containers_traded, mc.contents_shifted))
@pytest.mark.parametrize("index", range(6))
def test_a_change_is_never_idle_and_both_ways_to_tell_agree(drawn, question, index):
    world, _ = drawn("MC", index)
    draft = ask(world, question, index)
    after = World(draft.after)
    assert draft.test(after, draft.gold) and not any(draft.test(after, w.text) for w in draft.wrong)
    if draft.factual is not None:
        assert draft.factual != draft.gold
    for home in after.scene.having("container"):
        assert held(after, home.id) == enclosed(after, home.id)


def test_empty_is_right_as_often_as_another_option(drawn):
    offered, right = 0, 0
    for index in range(32):
        world, _ = drawn("MC", index)
        draft = ask(world, mc.content_above, index)
        texts = [draft.gold, *(w.text for w in draft.wrong)]
        assert len(set(texts)) == 4
        offered += EMPTY in texts
        right += draft.gold == EMPTY
    assert 0.15 <= right / offered <= 0.35


def test_each_count_of_empty_containers_comes_as_often(drawn):
    counts = Counter(ask(drawn("MC", i)[0], mc.empties, i).gold for i in range(16))
    assert counts == dict.fromkeys("0123", 4)


def test_distances_offered_are_distances_of_the_scene_and_any_may_be_right(drawn):
    ranks = Counter()
    for index in range(12):
        world, _ = drawn("MC", index)
        draft = ask(world, mc.distance, index)
        numbers = sorted(int(text.split()[0]) for text in (draft.gold, *(w.text for w in draft.wrong)))
        row = by_place(world.scene.having("container"))
        steps = [100 * (b.pose.x - a.pose.x) for i, a in enumerate(row) for b in row[i + 1 :]]
        assert all(min(abs(n - s) for s in steps) <= 1 for n in numbers)
        assert all(b >= 1.2 * a for a, b in pairwise(numbers))
        ranks[numbers.index(int(draft.quantity.value))] += 1
    assert ranks == {0: 4, 1: 4, 2: 4}
