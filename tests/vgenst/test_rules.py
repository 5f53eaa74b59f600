"""Every rule of every scene: a sound scene keeps all, and for each rule there is one that breaks just it."""

from math import inf, nan

import pytest
from msgspec.structs import replace

from reelproof.generators.vgenst.props import thing
from reelproof.generators.vgenst.rules import RULES
from reelproof.generators.vgenst.task import Rule
from reelproof.qa.vgenst.base import World
from reelproof.schemas.scene import (
    Camera,
    Link,
    Look,
    Move,
    Place,
    Point,
    Pose,
    Press,
    Reaction,
    Scene,
    Shot,
    Size,
    Surroundings,
    Take,
    Turn,
)

TABLE = 0.75


def sound():
    """A kitchen table with a jar that holds an egg, a lamp with its button, a shelf, a person and a dog."""
    things = (
        thing("table", "anchor", "table", "brown", Pose(0.0, 0.0, 0.0)),
        thing("jar", "container", "jar", "blue", Pose(-0.5, 0.1, TABLE)),
        thing("egg", "content", "egg", "white", Pose(-0.5, 0.1, TABLE + 0.0108), inside="jar"),
        thing("apple", "target", "apple", "red", Pose(0.1, 0.25, TABLE)),
        thing("button", "trigger", "button", "green", Pose(0.4, 0.2, TABLE)),
        thing("lamp", "effector", "lamp", "yellow", Pose(0.6, -0.2, TABLE)),
        thing("shelf", "destination_surface", "shelf", "grey", Pose(-2.0, 1.6, 0.0)),
        thing("book", "level_object", "book", "teal", Pose(-2.0, 1.6, 0.66 * 2.2)),
        thing("sign", "signage", "signboard", "white", Pose(2.0, 2.9, 1.5)),
        thing("person", "agent", "person", "purple", Pose(0.0, 0.7, 0.0), label="person"),
        thing("dog", "intruder", "dog", "brown", Pose(3.0, 1.0, 0.0), label="dog"),
        thing("hand", "hand", "hand", "pink", Pose(0.0, -1.5, 1.0), label="hand"),
        thing("eye", "ego", "person", "black", Pose(0.0, -2.2, 0.0), label="viewer"),
        *(thing(f"gem{k}", "countable", "gem", "pink", Pose(-0.2 + 0.1 * k, -0.2, TABLE)) for k in range(3)),
        *(thing(f"tree{k}", "decor", "bush", "green", Pose(4.0 + 0.3 * k, -1.0, 0.0)) for k in range(2)),
    )
    around = Surroundings(kind="room", floor="grey", floor_pattern="tiles", wall="white", sky=(200, 210, 220),
                          walls=((-6.0, 3.0, 6.0, 3.0, 2.6),))  # fmt: skip
    return Scene(
        id="sound",
        task="IO",
        theme="kitchen",
        duration=10.0,
        surroundings=around,
        things=things,
        links=(Link("button", "lamp"),),
        reactions=(Reaction("dog", "person", "full_stop", 0.5),),
        camera=Camera(
            kind="fixed", shots=(Shot(0.0, 0.0, -2.5, 1.5, 0.0, -20.0), Shot(4.0, 0.5, -2.5, 1.5, 0.0, -20.0))
        ),
        events=(
            Press(who="person", what="button", start=0.5, duration=1.0),
            Take(who="hand", what="egg", start=1.0, duration=1.0),
            Move(who="dog", start=1.5, duration=2.0, path=(Point(3.0, 2.0),)),
            Take(who="person", what="apple", start=2.0, duration=1.0),
            Place(who="hand", what="egg", start=2.5, duration=1.0, to=Pose(-0.5, 0.1, TABLE + 0.0108), into="jar"),
            Place(who="person", what="apple", start=4.0, duration=1.0, to=Pose(-0.1, 0.25, TABLE)),
            Look(who="person", what="lamp", start=6.0, duration=1.0),
            Turn(who="person", start=8.0, duration=1.0, yaw=90.0),
        ),
    )


def with_thing(scene, name, **more):
    return replace(scene, things=tuple(replace(t, **more) if t.id == name else t for t in scene.things))


def more(scene, *extra):
    return replace(scene, things=(*scene.things, *extra))


def event(scene, number, **changes):
    """With the event of that number (from 1) changed."""
    events = list(scene.events)
    events[number - 1] = replace(events[number - 1], **changes)
    return replace(scene, events=tuple(events))


def also(scene, *events):
    return replace(scene, events=tuple(sorted((*scene.events, *events), key=lambda e: e.start)))


def without(scene, number):
    return replace(scene, events=scene.events[: number - 1] + scene.events[number:])


def shots(scene, *made):
    return replace(scene, camera=replace(scene.camera, shots=made))


def broken(scene):
    """Names of all rules up to the stage of the first broken one that are broken."""
    world = World(scene)
    for rule in RULES:
        what = rule.broken(world)
        if what is not None:
            return rule.name, what
    return None


SHOT = Shot(0.0, 0.0, -2.5, 1.5)
CASES = {
    "not_too_many_things": [
        lambda s: more(s, *(thing(f"b{k}", "decor", "rock", "grey", Pose(k, -9, 0)) for k in range(120)))
    ],
    "ids_are_unique": [lambda s: more(s, thing("jar", "decor", "rock", "grey", Pose(5, 2, 0)))],
    "named_things_exist": [
        lambda s: with_thing(s, "egg", inside="box"),
        lambda s: replace(s, links=(Link("knob", "lamp"),)),
        lambda s: replace(s, links=(Link("button", "knob"),)),
        lambda s: replace(s, reactions=(Reaction("cat", "person", "full_stop"),)),
        lambda s: replace(s, reactions=(Reaction("dog", "cat", "full_stop"),)),
        lambda s: event(s, 1, who="cat"),
        lambda s: event(s, 1, what="knob"),
        lambda s: event(s, 5, into="box"),
        lambda s: replace(
            event(s, 7, what="knob"), reactions=(Reaction("dog", "person", "wait_and_resume", 0.2),)
        ),
        lambda s: replace(
            also(s, Move(who="cat", start=0.0, duration=1.0, path=(Point(1, 1),))),
            reactions=(Reaction("cat", "dog", "full_stop"),),
        ),
    ],
    "frame_size_is_even": [lambda s: replace(s, frame=(481, 360))],
    "whole_number_of_frames": [lambda s: replace(s, duration=10.02)],
    "categories_are_known": [
        lambda s: with_thing(s, "apple", category="pear"),
        lambda s: with_thing(s, "apple", variant="big"),
        lambda s: more(s, thing("h", "landmark", "house", "red", Pose(50, 50, 0), variant="pyramid dome")),
    ],
    "sizes_are_usual": [
        lambda s: with_thing(s, "apple", size=Size(0.2, 0.075, 0.075)),
        lambda s: with_thing(s, "jar", size=Size(0.13, 0.13, 0.06)),
    ],
    "labels_are_unique": [
        lambda s: with_thing(s, "apple", label="blue jar"),
        lambda s: more(s, thing("egg2", "content", "egg", "white", Pose(-0.5, 0.1, TABLE + 0.076), inside="jar")),
    ],
    "labels_are_true": [
        lambda s: with_thing(s, "apple", colour="green"),
        lambda s: with_thing(s, "apple", label="red lamp"),
        lambda s: with_thing(s, "apple", label="None of these"),
    ],
    "camera_shots_in_order": [
        lambda s: shots(s, SHOT, SHOT),
        lambda s: shots(s, replace(SHOT, t=2.0), SHOT),
        lambda s: shots(s, SHOT, replace(SHOT, t=11.0)),
        lambda s: shots(s, replace(SHOT, x=nan)),
        lambda s: shots(s, replace(SHOT, yaw=inf)),
    ],
    "events_in_order": [lambda s: event(s, 8, start=5.0)],
    "events_within_the_duration": [
        lambda s: event(s, 8, duration=2.5),
        lambda s: event(s, 3, duration=0.0),
    ],
    "one_thing_at_a_time": [lambda s: event(s, 8, start=6.5)],
    "doers_are_able": [
        lambda s: event(s, 1, who="dog"),
        lambda s: also(s, Look(who="dog", what="person", start=5.0, duration=1.0)),
        lambda s: also(s, Move(who="table", start=0.0, duration=1.0, path=(Point(1, 1),))),
        lambda s: event(s, 7, what="person"),
    ],
    "triggers_are_pressed": [lambda s: event(s, 1, what="lamp")],
    "items_are_free_to_take_and_held_to_place": [
        lambda s: event(s, 6, what="egg", start=5.0, to=Pose(-0.1, 0.25, TABLE)),
        lambda s: event(s, 4, what="egg", duration=0.4),
        lambda s: without(s, 4),
        lambda s: also(s, Take(who="person", what="gem0", start=3.1, duration=0.5)),
        lambda s: also(s, Press(who="person", what="button", start=3.1, duration=0.5)),
        lambda s: event(s, 4, what="table"),
    ],
    "targets_within_reach": [
        lambda s: with_thing(s, "person", pose=Pose(0.0, 2.2, 0.0)),
        lambda s: event(s, 6, to=Pose(-2.0, 1.6, 2.2)),
    ],
    "placed_things_lie_in_cavities": [
        lambda s: event(s, 5, to=Pose(-0.4, 0.1, TABLE + 0.0108)),
        lambda s: event(s, 5, to=Pose(-0.5, 0.1, TABLE - 0.1)),
        lambda s: event(s, 5, into="lamp"),
    ],
    "links_join_triggers_and_effectors": [
        lambda s: replace(s, links=(Link("apple", "lamp"),)),
        lambda s: replace(s, links=(Link("button", "apple"),)),
    ],
    "reactions_belong_to_who_moves": [
        lambda s: replace(s, reactions=(Reaction("person", "dog", "full_stop"),)),
        lambda s: replace(s, reactions=(Reaction("dog", "dog", "full_stop"),)),
    ],
    "contents_lie_in_cavities": [
        lambda s: with_thing(without(without(s, 5), 2), "egg", pose=Pose(-0.45, 0.1, TABLE + 0.0108)),
        lambda s: with_thing(s, "egg", pose=Pose(-0.5, 0.1, TABLE + 0.3)),
        lambda s: with_thing(s, "egg", inside="lamp"),
    ],
    "solids_do_not_overlap": [
        lambda s: with_thing(s, "gem1", pose=Pose(-0.19, -0.2, TABLE)),
        lambda s: with_thing(s, "lamp", pose=Pose(0.4, 0.2, TABLE)),
        lambda s: with_thing(s, "book", pose=Pose(-2.0, 1.6, 0.66 * 2.2 - 0.02)),
        lambda s: with_thing(s, "egg", inside=None),
    ],
    "things_stand_clear_of_walls": [lambda s: with_thing(s, "dog", pose=Pose(3.0, 2.8, 0.0))],
    "things_rest_on_something": [
        lambda s: with_thing(s, "lamp", pose=Pose(0.6, -0.2, TABLE + 0.02)),
        lambda s: with_thing(s, "apple", pose=Pose(0.1, 0.7, TABLE + 1.1)),
        lambda s: with_thing(without(without(s, 5), 2), "egg", pose=Pose(-0.5, 0.1, TABLE + 0.03)),
        lambda s: with_thing(s, "dog", pose=Pose(3.0, 1.0, -0.1)),
    ],
    "camera_is_in_the_open": [
        lambda s: shots(s, replace(SHOT, z=0.01)),
        lambda s: shots(s, SHOT, replace(SHOT, t=4.0, y=3.0), replace(SHOT, t=8.0)),
        lambda s: shots(s, replace(SHOT, x=3.0, y=1.0, z=0.3)),
        lambda s: shots(s, replace(SHOT, x=0.0, y=0.0, z=0.72)),
    ],
}


def test_a_sound_scene_keeps_every_rule():
    assert broken(sound()) is None


def test_rules_have_names_of_their_own_and_each_has_a_case():
    assert [rule.name for rule in RULES] == list(dict.fromkeys(rule.name for rule in RULES))
    assert set(CASES) == {rule.name for rule in RULES}
    assert all(isinstance(rule, Rule) for rule in RULES)


@pytest.mark.parametrize("name, change", [(name, change) for name, made in CASES.items() for change in made])
def test_a_scene_that_breaks_a_rule_is_told_which(name, change):
    found = broken(change(sound()))
    assert found is not None
    assert found[0] == name
    # The reason says what it is about: a thing of the scene, or a number.
    assert len(found[1]) > 10 and not found[1].endswith(".")


@pytest.mark.parametrize("name", list(CASES))
def test_only_that_rule_is_broken(name):
    """The first case of each; later stages may rely on earlier ones, so only those up to its own are asked."""
    world = World(CASES[name][0](sound()))
    upto = [rule.name for rule in RULES].index(name) + 1
    assert [rule.name for rule in RULES[:upto] if rule.broken(world)] == [name]


def test_a_person_may_stand_before_a_table_and_things_under_it():
    assert broken(more(sound(), thing("pot", "distractor", "pot", "red", Pose(0.3, 0.0, 0.0)))) is None


def test_equal_contents_may_lie_in_different_containers():
    made = more(
        sound(),
        thing("pot", "container", "pot", "red", Pose(-0.2, 0.15, TABLE)),
        thing("egg2", "content", "egg", "white", Pose(-0.2, 0.15, TABLE + 0.0096), inside="pot"),
    )
    made = event(made, 6, to=Pose(0.1, 0.25, TABLE))
    assert broken(made) is None


def test_many_things_are_checked_fast():
    from time import process_time

    rows = [thing(f"n{k}", "decor", "rock", "grey", Pose(k % 10 * 2, 10 + k // 10 * 2, 0)) for k in range(100)]
    world = World(more(sound(), *rows))
    begin = process_time()
    assert all(rule.broken(world) is None for rule in RULES)
    assert process_time() - begin < 1.0
