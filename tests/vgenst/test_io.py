"""IO: which thing is carried over, that broken scenes are refused by name, and that no frame gives it away."""

from collections import Counter

import pytest
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import make_item, one_frame_proof, task_seed
from reelproof.generators.vgenst.props import thing
from reelproof.generators.vgenst.themes import theme
from reelproof.qa.vgenst import io
from reelproof.qa.vgenst.base import World
from reelproof.renderers.cast import sight
from reelproof.schemas.scene import Move, Place, Pose, Shot, Take
from reelproof.schemas.scene_question import types_of

TASK = task_of("IO")
CASES = range(len(TASK.cycle))


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
    world, asked = drawn("IO", case, case=case)
    assert {one.type for one in asked} == set(types_of("IO"))
    assert named(world.scene) == set()


@pytest.mark.parametrize("depth", (3, 4, 5, 6))
def test_depth_is_the_number_of_things_to_choose_from(drawn, depth):
    world, asked = drawn("IO", 2, depth=depth)
    assert TASK.measured(world) == depth
    assert len(asked) == len(types_of("IO"))


@pytest.mark.parametrize("case", CASES)
def test_the_case_is_what_happens(drawn, case):
    world, _ = drawn("IO", case, case=case)
    entry, truth = TASK.cycle[case], TASK.truth(world)
    assert truth["entry_side"] == entry["entry"]
    word = {"left": "on the left", "middle": "in the middle", "right": "on the right"}.get(entry["target"])
    assert truth["target_position"] == word
    takes = [e for e in world.scene.events if isinstance(e, Take)]
    assert len(takes) == (entry["target"] != "none")


def _camera_turns(world):
    shot = world.scene.camera.shots[0]
    later = Shot(world.scene.duration, shot.x, shot.y, shot.z, shot.yaw + 3, shot.pitch)
    return replace(world.scene, camera=replace(world.scene.camera, shots=(shot, later)))


def _near_surfaces(world):
    a, b = io.primary(world), io.destination(world)
    side = 1 if b.pose.x > a.pose.x else -1
    gap = a.pose.x + side * ((a.size.w + b.size.w) / 2 + 0.05) - b.pose.x
    things = tuple(
        replace(t, pose=replace(t.pose, x=t.pose.x + gap)) if t.id == b.id or t.role == "countable" else t
        for t in world.scene.things
    )
    events = tuple(
        replace(e, to=replace(e.to, x=e.to.x + gap)) if isinstance(e, Place) else e for e in world.scene.events
    )
    return replace(world.scene, things=things, events=events)


def _hidden_behind(world):
    a, b, *_ = io.row(world, io.primary(world), 0)
    return edited(world, b, pose=replace(world.thing(b).pose, x=world.thing(a).pose.x + 0.03))


def _second_take(world):
    """What was carried over is lifted once more and put down where it is."""
    old = next(e for e in world.scene.events if isinstance(e, Place))
    t = old.start + old.duration
    more = (
        Take(who=old.who, what=old.what, start=t + 0.1, duration=0.5),
        Place(who=old.who, what=old.what, start=t + 0.7, duration=0.5, to=old.to),
    )
    return replace(world.scene, events=(*world.scene.events, *more), duration=world.scene.duration + 2)


def _dropped(world):
    events = tuple(
        replace(e, to=replace(e.to, x=io.primary(world).pose.x, y=0.5, z=0.0)) if isinstance(e, Place) else e
        for e in world.scene.events
    )
    return replace(world.scene, events=events)


def _far_away(world):
    """The agent keeps well behind the surfaces all the time."""
    who = io.agent(world)
    out = 0.5 if who.pose.x > 0 else -0.5
    scene = edited(world, who.id, pose=replace(who.pose, x=who.pose.x + out, y=who.pose.y + 0.6))
    events = tuple(
        replace(e, path=tuple(replace(p, y=p.y + 0.6) for p in e.path)) if isinstance(e, Move) else e
        for e in scene.events
    )
    return replace(scene, events=events)


def _through(world):
    """The agent's lane runs through the surfaces."""
    events = tuple(
        replace(e, path=tuple(replace(p, y=0.0) for p in e.path))
        if isinstance(e, Move) and e.kind == "walk"
        else e
        for e in world.scene.events
    )
    return replace(world.scene, events=events)


def _alike(world):
    a, b, *_ = io.items(world)
    return edited(world, a.id, category=b.category, label=f"{a.colour} {b.category}")


BREAKS = {
    "one_agent_two_surfaces_three_to_six_items": lambda w: replace(
        w.scene, things=(*w.scene.things, thing("more", "agent", "robot", "grey", Pose(9, 2, 0), label="robot"))
    ),
    "camera_is_static": _camera_turns,
    "items_stand_on_the_primary_surface": lambda w: edited(
        w, io.row(w, io.primary(w), 0)[1], pose=replace(w.thing(io.row(w, io.primary(w), 0)[1]).pose, z=0.9)
    ),
    "items_differ_in_kind_and_colour": _alike,
    "surfaces_apart": _near_surfaces,
    "items_side_by_side_in_the_picture": _hidden_behind,
    "agent_absent_at_the_start": lambda w: edited(w, io.agent(w).id, pose=replace(io.agent(w).pose, x=0.0)),
    "one_item_taken_at_most": _second_take,
    "ends_on_the_destination_or_back": _dropped,
    "items_within_reach": _far_away,
    "way_is_free": _through,
}
BESIDE = {
    "ends_on_the_destination_or_back": {"items_within_reach"},
}
"""Rules that the same edit cannot but break, too."""


def test_every_rule_has_a_scene_that_breaks_it():
    assert set(BREAKS) == {rule.name for rule in TASK.rules}


@pytest.mark.parametrize("rule", BREAKS)
def test_a_scene_that_breaks_just_one_rule_is_told_so(drawn, rule):
    world, _ = drawn("IO", 0, case=0)
    broken = named(BREAKS[rule](world))
    assert rule in broken
    assert broken - {rule} <= BESIDE.get(rule, set())


def test_another_thing_taken_changes_what_follows_and_not_the_first_view(drawn):
    world, _ = drawn("IO", 0, case=0)
    name = io.carried(world)
    other = next(i.id for i in io.items(world) if i.id != name)
    events = tuple(replace(e, what=other) if isinstance(e, Take | Place) else e for e in world.scene.events)
    changed = World(replace(world.scene, events=events))
    assert io.carried(changed) == other
    assert ask(world, io.carried_thing).gold != ask(changed, io.carried_thing).gold
    assert ask(world, io.where_it_stood).gold != ask(changed, io.where_it_stood).gold
    assert ask(world, io.left_to_right).gold == ask(changed, io.left_to_right).gold


def test_without_the_carrying_no_thing_is_carried(drawn):
    world, _ = drawn("IO", 0, case=1)
    events = tuple(e for e in world.scene.events if isinstance(e, Move))
    other = World(replace(world.scene, events=events))
    assert ask(other, io.carried_thing).gold == io.NONE_CARRIED
    assert ask(other, io.where_it_stood).gold == io.NOT_MOVED


def test_putting_it_back_is_not_carrying_it_over(drawn):
    world, _ = drawn("IO", 7, case=7)
    assert any(isinstance(e, Take) for e in world.scene.events)
    assert io.carried(world) is None


def test_moving_the_camera_to_the_other_side_turns_the_row_round(drawn):
    """Left and right are read in the picture, not along x."""
    world, _ = drawn("IO", 0, case=0)
    shot = world.scene.camera.shots[0]
    behind = replace(shot, y=-shot.y, yaw=180.0)
    other = World(replace(world.scene, camera=replace(world.scene.camera, shots=(behind,))))
    assert io.row(other, io.primary(other), 0) == io.row(world, io.primary(world), 0)[::-1]


@pytest.mark.parametrize("case", CASES)
def test_no_single_frame_gives_the_thing_away(drawn, case):
    world, _ = drawn("IO", case, case=case)
    looked = World(world.scene, sight(world.time))
    assert 0 not in one_frame_proof(TASK, looked, case, task_seed(0, "IO"), 0)


def test_answers_come_evenly(drawn):
    golds = Counter()
    for index in range(32):
        _, asked = drawn("IO", index)
        draft = {one.type: one.draft for one in asked}
        golds["IT", draft["IT"].gold] += 1
        golds["OC", draft["OC"].gold] += 1
        golds["none", draft["AR"].gold == io.NONE_CARRIED] += 1
    assert {golds["OC", str(n)] for n in range(4)} == {8}
    assert {count for (kind, _), count in golds.items() if kind == "IT"} == {8}
    assert golds["none", True] == 8


def test_carrying_over_in_a_changed_world_obeys_its_own_reading(drawn):
    for case in (0, 6, 7):
        world, _ = drawn("IO", case, case=case)
        for item in io.items(world):
            assert io.carried(World(io.carry_over(world, item.id))) == item.id


@pytest.mark.parametrize("index", range(2))
def test_a_broader_picture_is_composed_as_well(index):
    item = make_item("IO", theme("kitchen"), index, id="wide", seed=0, frame=(640, 360))
    assert {q.type for q in item.questions} == set(types_of("IO"))


def test_the_hand_stays_with_what_it_carries(drawn):
    world, _ = drawn("IO", 0, case=0)
    name = io.carried(world)
    carrying = [k / 8 for k in range(int(world.scene.duration * 8)) if world.time.at(k / 8)[name].held_by]
    assert len(carrying) > 8
    for t in carrying:
        bodies = world.time.at(t)
        hand, item = bodies[io.agent(world).id].reach, bodies[name]
        assert hand == pytest.approx((item.x, item.y, item.z + 0.75 * world.thing(name).size.h), abs=0.002)
