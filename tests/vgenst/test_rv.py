"""RV: who is slower and who faster is told by the way they drift, and broken scenes are refused by name."""

from collections import Counter

import pytest
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import one_frame_proof, task_seed
from reelproof.qa.vgenst import rv
from reelproof.qa.vgenst.base import NoQuestion, World
from reelproof.qa.vgenst.traffic import (
    LANE,
    at_speed,
    camera_speed,
    drift,
    gap,
    going_on,
    lane,
    motion,
    passings,
    seen_passings,
    speed,
    vehicles,
)
from reelproof.renderers.cast import sight
from reelproof.schemas.scene import Move, Point
from reelproof.schemas.scene_question import types_of

TASK = task_of("RV")
CASES = (0, 2, 4, 7, 8, 11, 13)
"""No, one or two slower vehicles, on either side, and each answer."""


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


def driven(world, name, rate, *, across=0.0):
    """The scene in which a vehicle goes at another speed from where it is, and that far to the side."""
    thing, whole = world.thing(name), world.scene.duration
    to = Point(thing.pose.x + across, thing.pose.y + rate * whole)
    events = tuple(replace(e, path=(to,)) if e.who == name else e for e in world.scene.events)
    return replace(world.scene, events=events)


def moved(world, name, **changes):
    """The scene in which a vehicle starts elsewhere and drives as before."""
    thing = world.thing(name)
    pose = replace(thing.pose, **changes)
    dx, dy = pose.x - thing.pose.x, pose.y - thing.pose.y

    def along(event):
        if event.who != name:
            return event
        return replace(event, path=tuple(replace(p, x=p.x + dx, y=p.y + dy) for p in event.path))

    scene = edited(world.scene, name, pose=pose)
    return replace(scene, events=tuple(along(event) for event in scene.events))


def of_kind(world, kind):
    return next(t for t in vehicles(world) if motion(world, t.id) == kind)


@pytest.mark.parametrize("case", CASES)
def test_every_case_keeps_the_rules_and_fills_every_cell(drawn, case):
    world, asked = drawn("RV", case, case=case)
    entry = TASK.cycle[case]
    assert named(world.scene) == set()
    assert {one.type for one in asked} == set(types_of("RV"))
    kinds = Counter(motion(world, t.id) for t in vehicles(world))
    assert kinds["slower"] == entry["slower"]
    assert motion(world, vehicles(world)[0].id) == entry["asked"]
    sides = {lane(world, t.id) < 0 for t in vehicles(world) if motion(world, t.id) == "slower"}
    if kinds["faster"]:
        assert sides in (set(), {entry["slow_side"] == "left"})


@pytest.mark.parametrize("depth", range(TASK.depth.least, TASK.depth.most + 1))
def test_depth_is_the_number_of_vehicles(drawn, depth):
    world, asked = drawn("RV", 5, depth=depth)
    assert TASK.measured(world) == depth
    assert TASK.truth(world)
    assert len(asked) == len(types_of("RV"))


def test_no_answer_to_the_core_question_is_commoner_than_another():
    assert set(Counter(entry["asked"] for entry in TASK.cycle).values()) == {len(TASK.cycle) // 3}
    assert set(Counter(entry["slower"] for entry in TASK.cycle).values()) == {len(TASK.cycle) // 3}


@pytest.mark.parametrize("case", CASES)
def test_speeds_and_drift_agree(drawn, case):
    world, _ = drawn("RV", case, case=case)
    for thing in vehicles(world):
        assert motion(world, thing.id) == drift(world, thing.id)
    by_stepping = seen_passings(world)
    assert {world.label(p.who) for p in passings(world)} == set(by_stepping)
    for passing in passings(world):
        t, camera_passes = by_stepping[world.label(passing.who)]
        assert abs(t - passing.t) <= 0.21
        assert camera_passes == passing.camera_passes


def _another_speed(world):
    """The core vehicle at a speed of another class."""
    thing = vehicles(world)[0]
    rate = camera_speed(world) * (0.5 if motion(world, thing.id) != "slower" else 2)
    return World(driven(world, thing.id, rate))


@pytest.mark.parametrize("case", CASES)
def test_another_speed_changes_the_core_answer_and_another_colour_does_not(drawn, case):
    world, _ = drawn("RV", case, case=case)
    gold = ask(world, rv.relative_speed).gold
    assert ask(_another_speed(world), rv.relative_speed).gold != gold
    painted = World(edited(world.scene, vehicles(world)[0].id, colour="white", label="white thing"))
    assert ask(painted, rv.relative_speed).gold == gold


def test_drafts_test_true_for_gold_and_false_for_the_rest(drawn):
    for case in CASES:
        world, asked = drawn("RV", case, case=case)
        for one in asked:
            judged = world if one.draft.after is None else World(one.draft.after)
            assert one.draft.test(judged, one.draft.gold), one.draft.template
            assert not any(one.draft.test(judged, wrong.text) for wrong in one.draft.wrong), one.draft.template


def test_camera_at_the_speed_of_another_keeps_pace_with_it(drawn):
    world, _ = drawn("RV", 0, case=0)
    for thing in vehicles(world):
        after = World(at_speed(world.scene, speed(world, thing.id)))
        assert drift(after, thing.id) == "same"
        assert abs(gap(after, thing.id, 0.0) - gap(world, thing.id, 0.0)) < 1e-6


def test_going_on_keeps_every_speed(drawn):
    world, _ = drawn("RV", 0, case=0)
    later = World(going_on(world.scene, 10.0))
    assert abs(camera_speed(later) - camera_speed(world)) < 0.01
    for thing in vehicles(world):
        assert abs(speed(later, thing.id) - speed(world, thing.id)) < 0.01


def test_a_vehicle_nearly_as_fast_as_the_camera_is_not_asked_about(drawn):
    world, _ = drawn("RV", 0, case=0)
    thing = vehicles(world)[0]
    near = World(driven(world, thing.id, camera_speed(world) * 1.15))
    with pytest.raises(NoQuestion):
        ask(near, rv.relative_speed)


def _stopping(world):
    shots = world.scene.camera.shots
    last = replace(shots[-1], y=shots[-1].y - 12)
    return replace(world.scene, camera=replace(world.scene.camera, shots=(*shots[:-1], last)))


def _speeding_up(world):
    thing = vehicles(world)[0]
    events = tuple(replace(e, clock="smooth") if e.who == thing.id else e for e in world.scene.events)
    return replace(world.scene, events=events)


def _ego(world):
    thing = world.scene.having("ego")[0]
    return moved(world, thing.id, y=thing.pose.y - 8)


def _renamed(world):
    return edited(world.scene, of_kind(world, "slower").id, role="faster")


def _never_passed(world):
    thing = of_kind(world, "slower")
    return moved(world, thing.id, y=thing.pose.y + 60)


def _ahead_already(world):
    thing = of_kind(world, "faster")
    return moved(world, thing.id, y=world.scene.camera.shots[0].y + 60)


def _mixed(world):
    slow, fast = of_kind(world, "slower"), of_kind(world, "faster")
    away = 3 if lane(world, slow.id) > 0 else -3
    return moved(world, fast.id, x=away * LANE)


def _touching(world):
    thing = of_kind(world, "same")
    return moved(world, thing.id, x=0.0, y=world.scene.camera.shots[0].y + 1)


BREAKS = {
    "has_vehicles": lambda w: replace(
        w.scene,
        things=tuple(t for t in w.scene.things if t.role in ("ego", "decor")),
        events=tuple(e for e in w.scene.events if e.who == w.scene.having("ego")[0].id),
    ),
    "camera_drives_at_one_speed": _stopping,
    "own_vehicle_carries_the_camera": _ego,
    "vehicles_keep_their_lanes": lambda w: driven(
        w, vehicles(w)[0].id, speed(w, vehicles(w)[0].id), across=2 * LANE
    ),
    "vehicles_keep_their_speeds": _speeding_up,
    "speeds_can_be_told_apart": lambda w: driven(w, of_kind(w, "slower").id, camera_speed(w) * 0.85),
    "roles_match_speeds": _renamed,
    "slower_are_passed": _never_passed,
    "faster_come_from_behind": _ahead_already,
    "slower_and_faster_keep_to_their_sides": _mixed,
    "way_is_free": _touching,
}
ALSO = {"camera_drives_at_one_speed": None, "vehicles_keep_their_lanes": {"way_is_free"}}
"""Where one fault brings others with it: which (None: whichever)."""


def test_every_rule_has_a_scene_that_breaks_it():
    assert set(BREAKS) == {rule.name for rule in TASK.rules}


@pytest.mark.parametrize("rule", BREAKS)
def test_a_scene_that_breaks_a_rule_is_refused_by_its_name(drawn, rule):
    world, _ = drawn("RV", 0, case=0)
    found = named(BREAKS[rule](world))
    assert rule in found
    others = ALSO.get(rule, set())
    assert others is None or found - {rule} <= others


@pytest.mark.parametrize("case", (0, 2, 7))
def test_no_single_frame_gives_the_core_answer_away(drawn, case):
    world, _ = drawn("RV", case, case=case)
    whole = World(world.scene)
    whole.sight = sight(whole.time)
    assert 0 not in one_frame_proof(TASK, whole, case, task_seed(0, "RV"), 0)


def test_everybody_drives(drawn):
    world, _ = drawn("RV", 3)
    drivers = {event.who for event in world.scene.events if isinstance(event, Move)}
    assert drivers == {t.id for t in (*vehicles(world), *world.scene.having("ego"))}
