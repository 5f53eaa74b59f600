"""QC: the count inside is a fold over what the hand does, and broken scenes are refused by name."""

from collections import Counter

import pytest
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import one_frame_proof, task_seed
from reelproof.qa.vgenst import qc
from reelproof.qa.vgenst.actions import GAIN, MOST_INSIDE, actions, sequences, vessel_of
from reelproof.qa.vgenst.base import World
from reelproof.qa.vgenst.vessel import enclosed
from reelproof.renderers.cast import sight
from reelproof.schemas.scene_question import types_of

TASK = task_of("QC")
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
    world, asked = drawn("QC", case, case=case)
    truth = TASK.truth(world)
    assert named(world.scene) == set()
    assert {one.type for one in asked} == set(types_of("QC"))
    assert truth["final_inside_count"] == TASK.cycle[case]["final"]
    assert truth["initial_inside_count"] == 0


@pytest.mark.parametrize("depth", range(TASK.depth.least, TASK.depth.most + 1))
def test_depth_is_the_number_of_actions(drawn, depth):
    world, asked = drawn("QC", 5, depth=depth)
    assert TASK.measured(world) == depth
    assert len(asked) == len(types_of("QC"))
    assert world.scene.duration <= 22


@pytest.mark.parametrize("length", range(2, 9))
@pytest.mark.parametrize("final", range(4))
def test_sequences_never_take_from_an_empty_container(length, final):
    found = sequences(length, final)
    assert found or (length, final) == (2, 3)
    for acts in found:
        counts = [sum(GAIN[a] for a in acts[: k + 1]) for k in range(length)]
        assert min(counts) >= 0 and max(counts) <= MOST_INSIDE and counts[-1] == final


def breaks(world):
    """For each rule a scene that breaks it and no other."""
    scene = world.scene
    vessel, done = vessel_of(scene), actions(world)
    used = {a.take.what for a in done}
    item = next(t for t in scene.having("countable") if t.id not in used)
    beside = scene.thing(done[-1].take.what)
    hand, extra = scene.having("hand")[0], scene.having("distractor")[0]
    nest, events = done[0].place.to, scene.events

    def at(k, **changes):
        return replace(scene, events=(*events[:k], replace(events[k], **changes), *events[k + 1 :]))

    shot = scene.camera.shots[0]
    return {
        "one_container": replace(scene, things=(*scene.things, replace(vessel, id="other", label="old pot"))),
        "container_starts_empty": edited(
            scene, item.id, inside=vessel.id, pose=replace(nest, x=vessel.pose.x, y=vessel.pose.y)
        ),
        "items_look_the_same": edited(scene, item.id, pattern="striped"),
        "one_hand": replace(scene, things=(*scene.things, replace(hand, id="other"))),
        "one_item_at_a_time": at(1, start=events[1].start - 0.3),
        "takes_what_is_there": replace(
            scene,
            events=(
                replace(events[0], what=extra.id),
                replace(events[1], what=extra.id, to=replace(nest, z=nest.z - 0.04)),
                *events[2:],
            ),
        ),
        "drops_into_the_cavity": at(1, to=replace(nest, x=nest.x + 0.5)),
        "camera_is_fixed": replace(
            scene, camera=replace(scene.camera, shots=(shot, replace(shot, t=3.0, y=shot.y + 0.1)))
        ),
        "camera_looks_north": replace(
            scene, camera=replace(scene.camera, shots=tuple(replace(s, yaw=5.5) for s in scene.camera.shots))
        ),
        "items_stand_apart": edited(scene, item.id, pose=replace(item.pose, x=beside.pose.x + 1.2 * item.size.w)),
        "inside_is_never_seen": replace(
            scene, camera=replace(scene.camera, shots=(replace(shot, z=shot.z + 0.25),))
        ),
        "counts_stay_small": qc._continued(world, ("in", "in"), vessel),
    }


@pytest.mark.parametrize("swing", (90.0, 180.0))
@pytest.mark.parametrize("task", ("MC", "QC", "CI"))
def test_a_scene_that_faces_elsewhere_is_refused_by_name(drawn, task, swing):
    scene = drawn(task, 0)[0].scene
    shots = tuple(replace(s, yaw=s.yaw + swing) for s in scene.camera.shots)
    world = World(replace(scene, camera=replace(scene.camera, shots=shots)))
    rules = {rule.name: rule for rule in task_of(task).rules}
    assert rules["camera_looks_north"].broken(world) == (
        f"the camera looks {swing:.0f} degrees away from north, more than 5"
    )


@pytest.mark.parametrize("rule", [rule.name for rule in TASK.rules])
def test_a_scene_that_breaks_one_rule_is_refused_by_its_name(drawn, rule):
    # All three actions put something in, so none needs the others.
    world, _ = drawn("QC", 3, case=3)
    assert named(breaks(world)[rule]) == {rule}


@pytest.mark.parametrize("case", CASES)
def test_no_single_frame_gives_the_count_away(drawn, case):
    world, _ = drawn("QC", case, case=case)
    world.sight = sight(world.time)
    assert 0 not in one_frame_proof(TASK, world, case, task_seed(0, "QC"), 0)


def test_what_is_inside_is_never_seen(drawn):
    world, _ = drawn("QC", 3, case=3)
    seen = sight(world.time)
    for action in actions(world):
        end = action.place.start + action.place.duration
        assert max(seen.cells(action.take.what, end, world.scene.duration)) == 0


def test_leaving_the_last_action_out_changes_what_it_should(drawn):
    world, _ = drawn("QC", 3, case=3)
    shorter = World(replace(world.scene, events=world.scene.events[:-2]))
    assert (ask(world, qc.inside_at_end).gold, ask(shorter, qc.inside_at_end).gold) == ("3", "2")
    assert ask(world, qc.first_picked).gold == ask(shorter, qc.first_picked).gold
    assert ask(world, qc.side).gold == ask(shorter, qc.side).gold


@pytest.mark.parametrize("index", range(8))
def test_changed_and_continued_counts_follow_from_the_geometry(drawn, index):
    world, _ = drawn("QC", index)
    other = ask(world, qc.let_go_elsewhere, index)
    more = ask(world, qc.further_actions, index)
    assert other.factual != other.gold
    for draft in (other, more):
        after = World(draft.after)
        assert draft.gold == str(len(enclosed(after, vessel_of(after.scene).id)))


def test_a_delay_changes_the_pause_only(drawn):
    world, _ = drawn("QC", 1, case=1)
    index = next(i for i in range(20) if "first" in ask(world, qc.pause, i).stem)
    before = float(ask(world, qc.pause, index).quantity.value)
    late = 1.0 if before < 2.3 else -0.8
    events = tuple(replace(e, start=e.start + late) if k >= 2 else e for k, e in enumerate(world.scene.events))
    later = World(replace(world.scene, events=events, duration=world.scene.duration + 1.0))
    after = float(ask(later, qc.pause, index).quantity.value)
    assert after == pytest.approx(before + late, abs=0.02)
    assert ask(world, qc.inside_at_end).gold == ask(later, qc.inside_at_end).gold
    assert ask(world, qc.action_order).gold == ask(later, qc.action_order).gold


def test_answers_come_equally_often(drawn):
    worlds = [drawn("QC", i)[0] for i in range(24)]
    for question in (qc.inside_at_end, qc.let_go_elsewhere):
        assert Counter(ask(w, question, i).gold for i, w in enumerate(worlds)) == dict.fromkeys("0123", 6)
    sides = Counter(ask(w, qc.side, i).gold for i, w in enumerate(worlds))
    assert len(sides) == 3 and max(sides.values()) <= 11
    acts = Counter(ask(w, qc.act_at, i).gold for i, w in enumerate(worlds))
    assert len(acts) == 3 and max(acts.values()) <= 11
