"""LS: directions are put together from what is seen one after the other, and broken scenes are refused by name."""

from collections import Counter

import pytest
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import one_frame_proof, task_seed
from reelproof.qa.vgenst import ls
from reelproof.qa.vgenst.aerial import (
    apart,
    below,
    first_seen,
    flown_on,
    in_view,
    landmarks,
    reversed_flight,
    way,
    word,
)
from reelproof.qa.vgenst.base import NoQuestion, World
from reelproof.qa.vgenst.direction import COMPASS, opposite
from reelproof.renderers.cast import sight
from reelproof.schemas.scene_question import types_of

TASK = task_of("LS")
CASES = range(0, len(TASK.cycle), 7)


def ask(world, question, index=0):
    """A draft by the same deal and chance, whatever the world."""
    return question(world, Deal(Seed(5).at("q"), index), Seed(5).at("words", index).rng())


def named(scene):
    """The task's rules that a scene breaks."""
    world = World(scene)
    return {rule.name for rule in TASK.rules if rule.broken(world) is not None}


def edited(scene, name, **changes):
    """The scene with one thing changed."""
    return replace(scene, things=tuple(replace(t, **changes) if t.id == name else t for t in scene.things))


def placed(scene, name, **changes):
    return edited(scene, name, pose=replace(scene.thing(name).pose, **changes))


@pytest.mark.parametrize("case", CASES)
def test_every_case_keeps_the_rules_and_fills_every_cell(drawn, case):
    world, asked = drawn("LS", case, case=case)
    entry, found = TASK.cycle[case], landmarks(world)
    assert named(world.scene) == set()
    assert {one.type for one in asked} == set(types_of("LS"))
    assert word(*way(found[0], found[1])) == entry["second"]
    assert word(*way(found[1], found[-1])) == entry["last"] == ask(world, ls.last_from_second).gold


@pytest.mark.parametrize("depth", range(TASK.depth.least, TASK.depth.most + 1))
def test_depth_is_the_number_of_landmarks(drawn, depth):
    world, asked = drawn("LS", 2, depth=depth)
    assert TASK.measured(world) == depth == len(landmarks(world))
    assert TASK.truth(world)
    assert len(asked) == len(types_of("LS"))


def test_every_pair_of_directions_is_dealt_once():
    pairs = Counter((entry["second"], entry["last"]) for entry in TASK.cycle)
    assert len(pairs) == len(COMPASS) ** 2
    assert set(pairs.values()) == {1}


@pytest.mark.parametrize("case", CASES)
def test_drafts_test_true_for_gold_and_false_for_the_rest(drawn, case):
    world, asked = drawn("LS", case, case=case)
    for one in asked:
        judged = world if one.draft.after is None else World(one.draft.after)
        assert one.draft.test(judged, one.draft.gold), one.draft.template
        assert not any(one.draft.test(judged, wrong.text) for wrong in one.draft.wrong), one.draft.template


@pytest.mark.parametrize("case", CASES)
def test_two_ways_to_tell_what_is_in_view_agree(drawn, case):
    world, _ = drawn("LS", case, case=case)
    times = [k / 2 for k in range(int(world.scene.duration * 2))]
    for thing in landmarks(world):
        assert [below(world, thing, t) for t in times] == [in_view(world, thing, t) for t in times]


@pytest.mark.parametrize("case", CASES)
def test_the_options_give_no_direction_away(drawn, case):
    """From each of the four the set looks the same: itself, its opposite, a neighbour and that one's opposite."""
    world, _ = drawn("LS", case, case=case)
    for question in (ls.last_from_second, ls.flight_reversed, ls.flying_on):
        draft = ask(world, question)
        options = {draft.gold, *(wrong.text for wrong in draft.wrong)}
        assert {opposite(text) for text in options} == options


def test_the_whole_map_turned_by_half_turns_every_direction(drawn):
    world, _ = drawn("LS", 3)
    scene = world.scene

    def turned(thing):
        return replace(thing, pose=replace(thing.pose, x=-thing.pose.x, y=-thing.pose.y))

    shots = tuple(replace(s, x=-s.x, y=-s.y) for s in scene.camera.shots)
    other = World(
        replace(scene, things=tuple(turned(t) for t in scene.things), camera=replace(scene.camera, shots=shots))
    )
    for question in (ls.last_from_second, ls.flight_reversed, ls.flying_on):
        assert ask(other, question).gold == opposite(ask(world, question).gold)
    assert ask(other, ls.from_the_roof).gold == ask(world, ls.from_the_roof).gold
    assert ask(other, ls.how_far).gold == ask(world, ls.how_far).gold


def test_reversing_the_flight_twice_changes_nothing(drawn):
    world, _ = drawn("LS", 3)
    once = World(reversed_flight(world))
    assert landmarks(once)[0].id == landmarks(world)[0].id
    twice = reversed_flight(once)
    for thing in landmarks(world):
        back = twice.thing(thing.id).pose
        assert abs(back.x - thing.pose.x) < 0.002
        assert abs(back.y - thing.pose.y) < 0.002


def test_flying_on_doubles_the_way(drawn):
    world, _ = drawn("LS", 4)
    first, last = landmarks(world)[0], landmarks(world)[-1]
    _, end = flown_on(world)
    assert abs((end.x - first.pose.x) - 2 * (last.pose.x - first.pose.x)) < 0.1
    assert abs((end.y - first.pose.y) - 2 * (last.pose.y - first.pose.y)) < 0.1


def _shots(world, **changes):
    shots = tuple(replace(s, **changes) for s in world.scene.camera.shots)
    return replace(world.scene, camera=replace(world.scene.camera, shots=shots))


def _beside(world, which):
    """The first, or the last, shots are taken from beside the landmark."""
    shots = list(world.scene.camera.shots)
    for k in (0, 1) if which == 0 else (-2, -1):
        shots[k] = replace(shots[k], x=shots[k].x + 6, z=shots[k].z + 14)
    return replace(world.scene, camera=replace(world.scene.camera, shots=tuple(shots)))


def _near(world):
    """The last landmark and the end of the flight close to the second."""
    _, second, last = landmarks(world)
    x, y = second.pose.x + 22, second.pose.y
    shots = tuple(
        replace(s, x=x, y=y) if abs(s.x - last.pose.x) + abs(s.y - last.pose.y) < 1 else s
        for s in world.scene.camera.shots
    )
    scene = placed(world.scene, last.id, x=x, y=y)
    return replace(scene, camera=replace(scene.camera, shots=shots))


def _on_the_border(world):
    first, second, _ = landmarks(world)
    far = apart(first, second)
    return placed(world.scene, second.id, x=first.pose.x + far * 0.9239, y=first.pose.y + far * 0.3827)


def _alike(world):
    first, second, _ = landmarks(world)
    return edited(world.scene, second.id, category=first.category, colour=first.colour, variant=first.variant)


def _late_second(world):
    """The second landmark where only the flight comes by."""
    first, second, last = landmarks(world)
    part = 0.55
    x = first.pose.x + (last.pose.x - first.pose.x) * part
    y = first.pose.y + (last.pose.y - first.pose.y) * part
    return placed(_low(world), second.id, x=x, y=y)


def _low(world):
    top = min(s.z for s in world.scene.camera.shots) + 6
    shots = tuple(replace(s, z=min(s.z, top)) for s in world.scene.camera.shots)
    return replace(world.scene, camera=replace(world.scene.camera, shots=shots))


def _close_by(world):
    first, second, _ = landmarks(world)
    return placed(world.scene, second.id, x=first.pose.x + 3, y=first.pose.y + 3)


BREAKS = {
    "has_landmarks": lambda w: edited(w.scene, landmarks(w)[1].id, role="decor"),
    "camera_looks_straight_down": lambda w: _shots(w, pitch=-80.0),
    "starts_close_above_the_first": lambda w: _beside(w, 0),
    "ends_close_above_the_last": lambda w: _beside(w, -1),
    "landmarks_appear_one_by_one": _close_by,
    "second_appears_from_above_the_first": _late_second,
    "last_is_much_farther": _near,
    "last_is_never_seen_with_the_first_two": _near,
    "directions_have_margins": _on_the_border,
    "landmarks_can_be_told_apart": _alike,
    "landmarks_stand_apart": _close_by,
}


def test_every_rule_has_a_scene_that_breaks_it():
    assert set(BREAKS) == {rule.name for rule in TASK.rules}


@pytest.mark.parametrize("rule", BREAKS)
def test_a_scene_that_breaks_a_rule_is_refused_by_its_name(drawn, rule):
    world, _ = drawn("LS", 0, case=10)
    assert rule in named(BREAKS[rule](world))


def test_no_single_frame_gives_the_core_answer_away(drawn):
    proven = 0
    for index in range(3):
        world, _ = drawn("LS", index)
        whole = World(world.scene)
        whole.sight = sight(whole.time)
        try:
            numbers = one_frame_proof(TASK, whole, index, task_seed(0, "LS"), 0)
        except NoQuestion:
            continue
        proven += 0 not in numbers
    assert proven


def test_landmarks_come_into_view_in_turn(drawn):
    world, _ = drawn("LS", 1, depth=5)
    times = [first_seen(world, thing) for thing in landmarks(world)]
    assert times == sorted(times)
    assert times[0] == 0
