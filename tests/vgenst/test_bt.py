"""BT: what the walker does follows from what comes in its way, and broken scenes are refused by name."""

import pytest
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import one_frame_proof, task_seed
from reelproof.qa.vgenst import bt
from reelproof.qa.vgenst.base import NoQuestion, World
from reelproof.qa.vgenst.walk import (
    aside,
    behaviour,
    comes,
    gone,
    intruder,
    logged,
    passed,
    rests,
    unmoved,
    walked_back,
    walker,
    walking_on,
)
from reelproof.renderers.cast import sight
from reelproof.schemas.scene import Move
from reelproof.schemas.scene_question import types_of

TASK = task_of("BT")
CASES = range(len(TASK.cycle))
BEHAVIOURS = {"full_stop": "stops", "wait_and_resume": "waits", "none": "goes_on"}


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
    world, asked = drawn("BT", case, case=case)
    entry = TASK.cycle[case]
    assert named(world.scene) == set()
    assert {one.type for one in asked} == set(types_of("BT"))
    assert behaviour(world) == logged(world) == BEHAVIOURS[entry["reaction"]]
    assert TASK.truth(world)["entry_direction"] == entry["side"]


@pytest.mark.parametrize("depth", range(TASK.depth.least, TASK.depth.most + 1))
def test_depth_is_the_number_of_things_beside_the_path(drawn, depth):
    world, asked = drawn("BT", 4, depth=depth)
    assert TASK.measured(world) == depth
    assert TASK.truth(world)
    assert len(asked) == len(types_of("BT"))


@pytest.mark.parametrize("case", CASES)
def test_drafts_test_true_for_gold_and_false_for_the_rest(drawn, case):
    world, asked = drawn("BT", case, case=case)
    for one in asked:
        judged = world if one.draft.after is None else World(one.draft.after)
        assert one.draft.test(judged, one.draft.gold), one.draft.template
        assert not any(one.draft.test(judged, wrong.text) for wrong in one.draft.wrong), one.draft.template


@pytest.mark.parametrize("case", [k for k in CASES if TASK.cycle[k]["reaction"] != "none"])
def test_without_the_intruder_nobody_stops(drawn, case):
    world, _ = drawn("BT", case, case=case)
    free = World(unmoved(world))
    assert behaviour(free) == logged(free) == "goes_on"
    assert gone(free, free.scene.duration) > gone(world, world.scene.duration) + 1
    with pytest.raises(NoQuestion):
        ask(free, bt.reaction)


@pytest.mark.parametrize("case", CASES)
def test_who_walks_back_passes_the_same_things_the_other_way_round(drawn, case):
    world, _ = drawn("BT", case, case=case)
    after = World(walked_back(world))
    assert abs(gone(after, after.scene.duration) - gone(world, world.scene.duration)) < 0.01
    assert [thing.id for thing, _ in passed(after)] == [thing.id for thing, _ in passed(world)][::-1]
    for thing, _ in passed(world):
        place = thing.pose.x, thing.pose.y
        assert abs(aside(after, *place) + aside(world, *place)) < 0.01


def test_the_sides_of_things_are_dealt_apart_and_each_quarter_comes_up(drawn):
    """Where the first, the last and the next thing are: no two of the three tell each other."""
    golds = [[ask(drawn("BT", k)[0], q).gold for q in (bt.for_the_walker, bt.walking_back, bt.next_passed)]
             for k in range(16)]  # fmt: skip
    sides = [["left" in gold for gold in row] for row in golds]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert 3 <= sum(row[a] == row[b] for row in sides) <= 13
    assert len({row[0] for row in golds}) == len({row[2] for row in golds}) == 4


def test_the_kind_of_reaction_decides_whether_the_walk_goes_on(drawn):
    case = next(k for k in CASES if TASK.cycle[k]["reaction"] == "wait_and_resume")
    world, _ = drawn("BT", case, case=case)
    other = replace(world.scene, reactions=tuple(replace(r, kind="full_stop") for r in world.scene.reactions))
    assert behaviour(World(other)) == logged(World(other)) == "stops"
    assert ask(World(other), bt.reaction).gold != ask(world, bt.reaction).gold


@pytest.mark.parametrize("case", CASES)
def test_a_later_start_of_the_intruder_delays_the_stop_or_avoids_it(drawn, case):
    world, _ = drawn("BT", case, case=case)
    who = intruder(world).id
    events = tuple(replace(e, start=e.start + 0.3) if e.who == who else e for e in world.scene.events)
    late = World(replace(world.scene, events=events))
    assert abs(comes(late) - comes(world) - 0.3) < 1e-6
    if rests(world) and rests(late):
        assert rests(late)[0].start > rests(world)[0].start


@pytest.mark.parametrize("case", CASES)
def test_the_walk_that_goes_on_passes_what_was_ahead(drawn, case):
    world, _ = drawn("BT", case, case=case)
    before = {thing.id for thing, _ in passed(world)}
    after = {thing.id for thing, _ in passed(World(walking_on(world, 30.0)))}
    assert before.isdisjoint(after)
    assert before | after == {thing.id for thing in world.scene.having("distractor")}


def _second_agent(world):
    one = world.scene.having("distractor")[0]
    return edited(world.scene, one.id, role="agent")


def _early(world):
    who = intruder(world).id
    return replace(
        world.scene, events=tuple(replace(e, start=0.1) if e.who == who else e for e in world.scene.events)
    )


def _looking_elsewhere(world):
    shots = tuple(replace(s, yaw=s.yaw + 40) for s in world.scene.camera.shots)
    return replace(world.scene, camera=replace(world.scene.camera, shots=shots))


def _late(world):
    """The intruder comes so late that the stop is hardly seen."""
    who, by = intruder(world).id, world.scene.duration - 1.0 - rests(world)[0].start
    events = tuple(replace(e, start=e.start + by) if e.who == who else e for e in world.scene.events)
    scene = placed(world.scene, who, y=world.thing(who).pose.y + by * speed(world))
    paths = tuple(
        replace(e, path=tuple(replace(p, y=p.y + by * speed(world)) for p in e.path)) if e.who == who else e
        for e in events
    )
    return replace(scene, events=paths, duration=scene.duration - 0.2)


def speed(world):
    move = next(e for e in world.scene.events if isinstance(e, Move) and e.who == walker(world).id)
    return (move.path[-1].y - walker(world).pose.y) / move.duration


def _touching(world):
    """No reaction, and the intruder on the path."""
    who, agent = intruder(world).id, walker(world)
    free = World(replace(world.scene, reactions=()))
    scene = placed(free.scene, who, y=agent.pose.y + gone(free, comes(world) + 4))
    y = scene.thing(who).pose.y
    stay = tuple(
        replace(e, path=tuple(replace(p, x=0.0, y=y) for p in e.path)) if e.who == who else e for e in scene.events
    )
    return replace(scene, events=stay)


def _level(world):
    one = passed(world)[-1][0]
    return placed(world.scene, one.id, y=walker(world).pose.y + gone(world, world.scene.duration) - 0.1)


BREAKS = {
    "one_agent_walks_straight": _second_agent,
    "one_intruder_moves": _early,
    "distractors_stand_beside_the_path": lambda w: placed(w.scene, w.scene.having("distractor")[0].id, x=0.0),
    "camera_keeps_the_agent_in_view": _looking_elsewhere,
    "stop_can_be_seen": _late,
    "agent_and_intruder_do_not_touch": _touching,
    "intruder_is_clearly_in_the_way_or_not": lambda w: replace(w.scene, reactions=()),
    "passings_are_clear": _level,
}


def test_every_rule_has_a_scene_that_breaks_it():
    assert set(BREAKS) == {rule.name for rule in TASK.rules}


@pytest.mark.parametrize("rule", BREAKS)
def test_a_scene_that_breaks_a_rule_is_refused_by_its_name(drawn, rule):
    case = next(k for k in CASES if TASK.cycle[k]["reaction"] == "wait_and_resume")
    world, _ = drawn("BT", case, case=case)
    assert rule in named(BREAKS[rule](world))


@pytest.mark.parametrize("case", (0, 1, 2))
def test_no_single_frame_gives_the_core_answer_away(drawn, case):
    world, _ = drawn("BT", case, case=case)
    whole = World(world.scene)
    whole.sight = sight(whole.time)
    assert 0 not in one_frame_proof(TASK, whole, case, task_seed(0, "BT"), 0)


def test_the_drone_keeps_its_distance(drawn):
    world, _ = drawn("BT", 1)
    who = walker(world).id
    ways = []
    for k in range(round(world.scene.duration) + 1):
        view, body = world.time.camera(float(k)), world.time.at(float(k))[who]
        ways.append((view.x - body.x) ** 2 + (view.y - body.y) ** 2)
    assert max(ways) ** 0.5 - min(ways) ** 0.5 < 0.35
