"""DE: the start's direction, that broken walks are refused by name, and that no frame gives it away."""

from collections import Counter
from math import atan, degrees

import pytest
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import one_frame_proof, task_seed
from reelproof.qa.vgenst import camera, de, route
from reelproof.qa.vgenst.base import World
from reelproof.qa.vgenst.direction import clock, clock_mirror, hour
from reelproof.renderers.cast import sight
from reelproof.schemas.scene_question import types_of

TASK = task_of("DE")
CASES = range(len(TASK.cycle))


def ask(world, question, index=0):
    """A draft by the same deal and chance, whatever the world."""
    return question(world, Deal(Seed(5).at("q"), index), Seed(5).at("words", index).rng())


def named(scene):
    """The task's rules that a scene breaks."""
    world = World(scene)
    return {rule.name for rule in TASK.rules if rule.broken(world) is not None}


def shots(world, change):
    """The scene with another camera path."""
    camera_ = world.scene.camera
    return replace(world.scene, camera=replace(camera_, shots=tuple(change(camera_.shots))))


@pytest.mark.parametrize("case", CASES)
def test_every_case_keeps_the_rules_and_fills_every_cell(drawn, case):
    world, asked = drawn("DE", case, case=case)
    assert {one.type for one in asked} == set(types_of("DE"))
    assert named(world.scene) == set()
    wanted = TASK.cycle[case]["turn"]
    assert TASK.truth(world)["turn"] == ([] if wanted == "none" else [wanted])


@pytest.mark.parametrize("depth", (1, 2, 3))
def test_depth_is_the_number_of_turns(drawn, depth):
    world, asked = drawn("DE", 4, depth=depth, case=4)
    assert TASK.measured(world) == depth == len(route.turning(world.scene))
    assert len(asked) == len(types_of("DE"))
    assert world.scene.duration <= 20


@pytest.mark.parametrize("case", CASES)
def test_the_direction_follows_from_the_leg_lengths(drawn, case):
    world, _ = drawn("DE", case, case=case)
    moves = [(a, b) for a, b in zip(world.scene.camera.shots, world.scene.camera.shots[1:], strict=False)]
    legs = [abs(b.x - a.x) + abs(b.y - a.y) for a, b in moves if abs(b.x - a.x) + abs(b.y - a.y) > 0.1]
    off = {"none": 0.0}.get(TASK.cycle[case]["turn"], 1.0) * degrees(atan(legs[0] / legs[-1]))
    wanted = 180 - off if TASK.cycle[case]["turn"] != "left" else 180 + off
    assert route.start_bearing(world) % 360 == pytest.approx(wanted % 360, abs=0.1)
    assert ask(world, de.direction_of_start).gold == clock(hour(wanted))


@pytest.mark.parametrize("case", CASES)
def test_a_mirrored_building_mirrors_the_answer_and_the_turns(drawn, case):
    world, _ = drawn("DE", case, case=case)
    other = World(route.mirrored(world.scene))
    assert hour(route.start_bearing(other)) == clock_mirror(hour(route.start_bearing(world)))
    swap = {"left": "right", "right": "left"}
    assert camera.turn_words(other.scene) == tuple(swap[w] for w in camera.turn_words(world.scene))


def test_swapping_two_things_changes_their_order_and_nothing_else(drawn):
    world, _ = drawn("DE", 0, case=0)
    found = de.sights(world)
    other = World(route.swapped(world.scene, found[0].id, found[-1].id))
    assert [t.id for t in de.sights(other)] == [found[-1].id, found[1].id, found[2].id, found[0].id]
    assert ask(other, de.direction_of_start).gold == ask(world, de.direction_of_start).gold


def _lower(found):
    return [replace(s, z=0.7) for s in found]


def _faster(found):
    return [replace(s, t=round(s.t * 0.45, 2)) for s in found]


def _sideways(found):
    return [replace(s, yaw=s.yaw + 30.0) for s in found]


def _opened(world):
    """No walls on the right, and the last leg so short that its landmark lies ahead of the start."""
    scene = shots(world, lambda found: [replace(s, x=1.2 if s.x > 1 else s.x) for s in found])
    last = de.first_and_last(world)[1]
    things = tuple(replace(t, pose=replace(t.pose, x=4.2)) if t.id == last.id else t for t in scene.things)
    walls = tuple(wall for wall in scene.surroundings.walls if max(wall[0], wall[2]) < 1.4)
    return replace(scene, things=things, surroundings=replace(scene.surroundings, walls=walls))


SCREENS = ((-1.45, 3.3, -0.4, 3.3, 2.5), (0.4, 3.3, 1.45, 3.3, 2.5))
"""Walls across the first leg that leave a gap for the camera."""

BROKEN = {
    "camera_walks_at_eye_height": lambda w: shots(w, _lower),
    "walking_pace": lambda w: shots(w, _faster),
    "looks_where_it_goes": lambda w: shots(w, _sideways),
    "two_landmarks_on_the_way": lambda w: replace(
        w.scene, things=tuple(t for t in w.scene.things if t.id != de.first_and_last(w)[0].id)
    ),
    "first_landmark_seen_from_the_start": lambda w: replace(
        w.scene,
        things=tuple(
            replace(t, pose=replace(t.pose, x=1.3)) if t.id == de.first_and_last(w)[0].id else t
            for t in w.scene.things
        ),
        surroundings=replace(w.scene.surroundings, walls=(*w.scene.surroundings.walls, *SCREENS)),
    ),
    "last_landmark_hidden_before_the_turn": _opened,
    "camera_keeps_off_the_walls": lambda w: replace(
        w.scene,
        surroundings=replace(w.scene.surroundings, walls=(*w.scene.surroundings.walls, (0.2, 0.4, 0.2, 0.9, 2.5))),
    ),
}  # fmt: skip


@pytest.mark.parametrize("rule", sorted(BROKEN))
def test_a_broken_walk_is_refused_by_name(drawn, rule):
    world, _ = drawn("DE", 0, case=0)
    assert named(BROKEN[rule](world)) == {rule}


def test_the_walk_turns_square_and_its_end_has_a_clear_direction(drawn):
    world, _ = drawn("DE", 2, case=2)
    end = world.scene.camera.shots[-1]
    slanted = shots(world, lambda found: [*found, replace(end, t=world.scene.duration, yaw=end.yaw + 30)])
    assert named(slanted) == {"turns_are_square"}
    world, _ = drawn("DE", 0, case=0)
    end = world.scene.camera.shots[-1]
    # Two legs of one length put the start on the border between 4 and 5 o'clock.
    moved = shots(world, lambda found: [replace(s, y=end.y - end.x) if s.y == 0 else s for s in found])
    assert named(moved) == {"start_direction_is_clear"}


@pytest.mark.parametrize("case", (0, 3, 6))
def test_no_frame_alone_gives_the_direction_away(drawn, case):
    world, _ = drawn("DE", case, case=case)
    world = World(world.scene, sight(world.time))
    assert 0 not in one_frame_proof(TASK, world, case, task_seed(0, "DE"), 0)


def test_hours_and_turns_come_equally_often_over_a_cycle(drawn):
    worlds = [drawn("DE", i)[0] for i in range(16)]
    turns = Counter(camera.turn_words(w.scene) for w in worlds)
    assert turns == {("left",): 6, ("right",): 6, (): 4}
    hours = Counter(hour(route.start_bearing(w)) for w in worlds)
    assert hours == {6: 4, **dict.fromkeys((3, 4, 5, 7, 8, 9), 2)}


@pytest.mark.parametrize("case", CASES)
def test_all_hours_on_offer_fit_the_turn(drawn, case):
    world, _ = drawn("DE", case, case=case)
    draft = ask(world, de.direction_of_start)
    offered = {int(text.split()[0]) for text in (draft.gold, *(w.text for w in draft.wrong))}
    turns = camera.turn_words(world.scene)
    assert offered in ([set(de.AFTER[turns[0]])] if turns else [set(hours) for hours in de.AFTER.values()])


@pytest.mark.parametrize("case", CASES)
def test_on_the_way_back_left_and_right_are_exchanged(drawn, case):
    world, _ = drawn("DE", case, case=case)
    back = World(route.walked_back(world.scene))
    start, end = world.time.camera(0.0), back.time.camera(back.scene.duration)
    assert (end.x, end.y) == pytest.approx((start.x, start.y), abs=0.02)
    for thing in de.sights(world):
        place = de._place(world, thing)
        if place in de.PLACES[:2]:
            assert de._right_of(back, thing, world.scene.duration) == (place == de.PLACES[0])
