"""VI: who is in sight of whom, that broken scenes are refused by name, and that no frame gives it away."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import one_frame_proof, task_seed
from reelproof.qa.vgenst import sightline, vi
from reelproof.qa.vgenst.base import NoQuestion, World
from reelproof.renderers.cast import sight
from reelproof.schemas.scene import Move, Turn
from reelproof.schemas.scene_question import types_of

TASK = task_of("VI")
CASES = range(len(TASK.cycle))


def ask(world, question, index=0):
    """A draft by the same deal and chance, whatever the world."""
    return question(world, Deal(Seed(5).at("q"), index), Seed(5).at("words", index).rng())


def named(scene):
    """The task's rules that a scene breaks."""
    world = World(scene)
    return {rule.name for rule in TASK.rules if rule.broken(world) is not None}


def edited(world, whose, **changes):
    """The scene with the thing of a role changed."""
    things = tuple(replace(t, **changes) if t.role == whose else t for t in world.scene.things)
    return replace(world.scene, things=things)


def moved(world, **changes):
    """The scene with another move."""
    events = tuple(replace(e, **changes) if isinstance(e, Move) else e for e in world.scene.events)
    return replace(world.scene, events=events)


@pytest.mark.parametrize("case", CASES)
def test_every_case_keeps_the_rules_and_fills_every_cell(drawn, case):
    world, asked = drawn("VI", case, case=case)
    entry, truth = TASK.cycle[case], TASK.truth(world)
    assert {one.type for one in asked} == set(types_of("VI"))
    assert named(world.scene) == set()
    assert sightline.change(world) == entry["change"]
    assert truth["mover"] == entry["mover"]
    assert sightline.quarter(world, *sightline.place(world, "observer", 0.0)) == entry["observer"]


@pytest.mark.parametrize("depth", (2, 3, 4, 5))
def test_depth_is_the_number_of_people(drawn, depth):
    world, asked = drawn("VI", 5, depth=depth)
    assert TASK.measured(world) == depth == len(sightline.agents(world))
    assert len(asked) == len(types_of("VI"))


@pytest.mark.parametrize("case", CASES)
def test_the_two_ways_to_see_agree_whenever_it_is_clear(drawn, case):
    world, _ = drawn("VI", case, case=case)
    clear = 0
    for k in range(33):
        t = world.scene.duration * k / 32
        try:
            found = sightline.status(world, t)
        except NoQuestion:
            continue
        clear += 1
        assert sightline.blocked(world, t) == (found == "O")
    assert clear >= 12


@given(st.floats(0, 359), st.floats(0.2, 1.1))
def test_opposite_is_hidden_and_a_quarter_apart_is_in_sight_wherever_the_ring_is_turned(turn, wide):
    from reelproof.generators.vgenst.props import thing
    from reelproof.schemas.scene import Camera, Pose, Scene, Shot, Size, Surroundings

    def at(angle):
        point = sightline.arc((0.0, 0.0), 2.7, turn, angle)[-1]
        return Pose(point.x, point.y, 0.0)

    for angle, wanted in ((180.0, "O"), (90.0, "V"), (270.0, "V")):
        scene = Scene(
            id="ring",
            task="VI",
            theme="plain",
            duration=4.0,
            surroundings=Surroundings(
                kind="room", floor="grey", floor_pattern="plain", wall="white", sky=(0, 0, 0)
            ),
            things=(
                thing("o", "observer", "person", "red", at(360.0)),
                thing("t", "target", "person", "blue", at(angle)),
                thing(
                    "b",
                    "occluder",
                    "pillar",
                    "grey",
                    Pose(0, 0, 0),
                    size=Size(0.8 + wide / 2, 0.8 + wide / 2, 2.2),
                ),
            ),
            camera=Camera(kind="fixed", shots=(Shot(0.0, 0.0, -6.0, 8.0, 0.0, -50.0),)),
        )
        assert sightline.status(World(scene), 0.0) == wanted


def test_without_the_walk_nothing_changes(drawn):
    world, _ = drawn("VI", 0, case=0)
    still = World(sightline.rerouted(world, 0.0))
    assert sightline.change(still) == sightline.change(world)[0] * 2


def test_walking_back_reverses_the_change(drawn):
    world, _ = drawn("VI", 0, case=0)
    move = sightline.walk_of(world.scene)
    end = sightline.place(world, move.who, world.scene.duration)
    start = sightline.place(world, move.who, 0.0)
    back = [type(move.path[0])(*start)]
    things = tuple(
        replace(t, pose=replace(t.pose, x=end[0], y=end[1])) if t.id == move.who else t for t in world.scene.things
    )
    other = World(replace(moved(world, path=(*move.path[-2::-1], *back)), things=things))
    assert sightline.change(other) == sightline.change(world)[::-1]


def test_recolouring_changes_only_the_colours(drawn):
    world, _ = drawn("VI", 2, case=2)
    other = World(edited(world, "observer", colour="brown"))
    assert ask(other, vi.visibility_change).gold == ask(world, vi.visibility_change).gold
    assert ask(other, vi.outfits).gold != ask(world, vi.outfits).gold


BROKEN = {
    "observer_target_and_occluder": lambda w: edited(w, "target", role="distractor"),
    "exactly_one_walks_once": lambda w: moved(w, start=0.3),
    "camera_fixed_and_high": lambda w: replace(
        w.scene,
        camera=replace(
            w.scene.camera,
            shots=(w.scene.camera.shots[0], replace(w.scene.camera.shots[0], t=4.0, x=0.1)),
        ),
    ),
    "both_always_in_the_picture": lambda w: replace(w.scene, camera=replace(w.scene.camera, fov=16.0)),
    "lines_of_sight_are_clear_cut": lambda w: edited(
        w,
        "occluder",
        pose=replace(sightline.cast(w).occluder.pose, x=0.0, y=0.72 if sightline.change(w)[0] == "O" else 0.0),
    ),
    "occluder_taller_than_heads": lambda w: edited(
        w, "occluder", size=replace(sightline.cast(w).occluder.size, h=1.8)
    ),
    "walks_round_the_occluder": lambda w: moved(w, path=(sightline.walk_of(w.scene).path[-1],)),
}


@pytest.mark.parametrize("rule", sorted(BROKEN))
def test_a_broken_scene_is_refused_by_name(drawn, rule):
    case = 3 if rule == "lines_of_sight_are_clear_cut" else 2
    world, _ = drawn("VI", case, case=case)
    if rule == "walks_round_the_occluder":
        # Somebody on the far side who walks straight to the near side goes through.
        world, _ = next(
            (w, a) for w, a in (drawn("VI", k, case=2) for k in range(24)) if abs(sightline.swept(w)) > 150
        )
    assert named(BROKEN[rule](world)) == {rule}


def test_somebody_in_the_line_of_sight_is_refused(drawn):
    world, _ = drawn("VI", 2, depth=3, case=2)
    a, b = sightline.place(world, "observer", 0.0), sightline.place(world, "target", 0.0)
    other = world.scene.having("distractor")[0]
    blocking = edited(world, "distractor", pose=replace(other.pose, x=(a[0] + b[0]) / 2, y=(a[1] + b[1]) / 2))
    assert "nobody_else_in_the_line_of_sight" in named(blocking)


def test_two_walks_are_refused(drawn):
    world, _ = drawn("VI", 1, case=1)
    move = sightline.walk_of(world.scene)
    twice = replace(world.scene, events=(*world.scene.events, replace(move, start=move.start + move.duration)))
    assert "exactly_one_walks_once" in named(twice)
    turns = tuple(e for e in world.scene.events if isinstance(e, Turn))
    assert "exactly_one_walks_once" in named(replace(world.scene, events=turns))


@pytest.mark.parametrize("case", (0, 1, 2, 3, 12, 15))
def test_no_frame_alone_gives_the_change_away(drawn, case):
    world, _ = drawn("VI", case, case=case)
    world = World(world.scene, sight(world.time))
    assert 0 not in one_frame_proof(TASK, world, case, task_seed(0, "VI"), 0)
