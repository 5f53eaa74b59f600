"""DS: the destination by the sign, that broken scenes are refused by name, and that no frame gives it away."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import one_frame_proof, task_seed
from reelproof.qa.vgenst import ds, route
from reelproof.qa.vgenst.base import World
from reelproof.renderers.cast import sight
from reelproof.schemas.scene_question import types_of

TASK = task_of("DS")
CASES = range(len(TASK.cycle))


def ask(world, question, index=0):
    """A draft by the same deal and chance, whatever the world."""
    return question(world, Deal(Seed(5).at("q"), index), Seed(5).at("words", index).rng())


def named(scene):
    """The task's rules that a scene breaks."""
    world = World(scene)
    return {rule.name for rule in TASK.rules if rule.broken(world) is not None}


def board(world, **changes):
    """The scene with another sign."""
    things = tuple(replace(t, **changes) if t.role == "signage" else t for t in world.scene.things)
    return replace(world.scene, things=things)


def shots(world, change):
    """The scene with another camera path."""
    camera = world.scene.camera
    return replace(world.scene, camera=replace(camera, shots=tuple(change(camera.shots))))


@pytest.mark.parametrize("case", CASES)
def test_every_case_keeps_the_rules_and_fills_every_cell(drawn, case):
    world, asked = drawn("DS", case, case=case)
    assert {one.type for one in asked} == set(types_of("DS"))
    assert named(world.scene) == set()
    entry, truth = TASK.cycle[case], TASK.truth(world)
    assert truth["path"] == entry["path"]
    lines = [e.text for e in ds.sign(world).entries]
    wanted = {"upper": lines[0], "lower": lines[1], "none": "not indicated"}[entry["sign"]]
    assert truth["destination"] == wanted


@pytest.mark.parametrize("depth", (2, 3, 4))
@pytest.mark.parametrize("case", (0, 4, 8))
def test_depth_is_the_number_of_entries(drawn, depth, case):
    world, asked = drawn("DS", 3, depth=depth, case=case)
    assert TASK.measured(world) == depth == len(ds.sign(world).entries)
    assert len(asked) == len(types_of("DS"))


@pytest.mark.parametrize("case", CASES)
def test_another_way_leads_to_what_the_sign_says_there(drawn, case):
    world, _ = drawn("DS", case, case=case)
    seen = set()
    for arrow in ds.ARROWS:
        other = World(ds.rerouted(world.scene, ds.yaw_of(ds.sign(world), arrow)))
        assert ds.branch(other) == ds.ends_at(other) == arrow
        seen.add(ask(other, ds.destination).gold)
    assert seen == {ds.UNNAMED, *(e.text for e in ds.sign(world).entries)}


def test_exchanging_the_texts_changes_the_destination_and_not_the_arrows(drawn):
    world, _ = drawn("DS", 1, case=1)
    first, second = ds.sign(world).entries
    other = World(board(world, entries=(replace(first, text=second.text), replace(second, text=first.text))))
    assert ask(world, ds.destination).gold == first.text
    assert ask(other, ds.destination).gold == second.text
    assert ds.branch(other) == ds.branch(world)


def test_a_mirrored_place_mirrors_left_and_right_but_not_the_sign(drawn):
    world, _ = drawn("DS", 1, case=1)
    assert ds.branch(world) == "left"
    assert ds.branch(World(route.mirrored(world.scene))) == "right"


def test_the_way_back_is_seen_from_the_other_side(drawn):
    world, _ = drawn("DS", 7, case=7)
    drafts = [ask(world, ds.way_back, i) for i in range(12)]
    texts = {e.arrow: e.text for e in ds.sign(world).entries}
    # The walk went left and looks back east: to turn left is straight on by the sign, to turn right leads out.
    answers = {
        "turns left": texts.get("straight", ds.UNNAMED),
        "goes straight on": texts.get("right", ds.UNNAMED),
        "turns right": ds.UNNAMED,
    }
    for draft in drafts:
        assert draft.gold == next(gold for does, gold in answers.items() if does in draft.stem)
    assert len({draft.gold for draft in drafts}) == 3


@pytest.mark.parametrize("case", CASES)
def test_things_to_count_hang_well_apart_and_the_camera_passes_beside_the_board(drawn, case):
    world, _ = drawn("DS", case, case=case)
    found = world.scene.having("countable")
    for a, b in combinations(found, 2):
        if (a.pose.x > 0) == (b.pose.x > 0):
            assert abs(a.pose.y - b.pose.y) - (a.size.w + b.size.w) / 2 >= 0.8
    board_ = ds.sign(world)
    aside = abs(board_.pose.x) - board_.size.w / 2
    assert aside >= 1.2 or board_.pose.z - world.time.camera(0.0).z >= 0.9


def _entries(world, *arrows):
    texts = [e.text for e in ds.sign(world).entries]
    entry = ds.sign(world).entries[0]
    return tuple(replace(entry, text=t, arrow=a) for t, a in zip(texts, arrows, strict=True))


BROKEN = {
    "camera_walks": lambda w: replace(w.scene, camera=replace(w.scene.camera, kind="forward")),
    "one_sign_of_2_to_4_entries": lambda w: board(w, entries=_entries(w, "left", "left")),
    "sign_faces_the_walk": lambda w: board(w, pose=replace(ds.sign(w).pose, yaw=27.0)),
    "sign_read_before_the_junction": lambda w: board(w, pose=replace(ds.sign(w).pose, z=6.0)),
    "walking_pace": lambda w: shots(w, lambda found: [replace(s, t=round(s.t * 0.7, 2)) for s in found]),
    "camera_keeps_off_the_walls": lambda w: replace(
        w.scene,
        surroundings=replace(w.scene.surroundings, walls=(*w.scene.surroundings.walls, (0.2, 0.4, 0.2, 0.9, 2.5))),
    ),
}


@pytest.mark.parametrize("rule", sorted(BROKEN))
def test_a_broken_scene_is_refused_by_name(drawn, rule):
    world, _ = drawn("DS", 0, case=0)
    assert named(BROKEN[rule](world)) == {rule}


def test_a_walk_that_takes_no_way_of_the_crossing_is_refused(drawn):
    world, _ = drawn("DS", 1, case=1)
    slanted = shots(world, lambda found: [replace(s, yaw=45.0 if s.yaw > 45 else s.yaw) for s in found])
    assert named(slanted) == {"path_takes_one_way"}


@pytest.mark.parametrize("case", (0, 5, 7))
def test_no_frame_alone_gives_the_destination_away(drawn, case):
    world, _ = drawn("DS", case, case=case)
    world = World(world.scene, sight(world.time))
    assert 0 not in one_frame_proof(TASK, world, case, task_seed(0, "DS"), 0)
