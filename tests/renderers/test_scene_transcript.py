"""The transcript of a scene tells what can be seen, when it can be seen, and nothing else."""

from msgspec.structs import replace

from reelproof.generators.vgenst.props import thing
from reelproof.renderers.cast import sight
from reelproof.renderers.scene_transcript import camera_words, transcript
from reelproof.schemas.scene import (
    Camera,
    Entry,
    Link,
    Move,
    Place,
    Point,
    Pose,
    Press,
    Scene,
    Shot,
    Size,
    Surroundings,
    Take,
)
from reelproof.simulators.scene import Timeline

SIDE, TOP = Shot(0.0, 0.0, -1.0, 0.12), Shot(6.0, 0.0, 0.0, 1.1, 0.0, -90.0)


def scene(*more, shots=(SIDE,), events=(), links=(), jar_at=0.0):
    around = Surroundings(kind="room", floor="grey", floor_pattern="plain", wall="white", sky=(200, 210, 220))
    things = (
        thing("jar", "container", "jar", "blue", Pose(jar_at, 0.0, 0.0)),
        thing("egg", "content", "egg", "red", Pose(jar_at, 0.0, 0.011), inside="jar"),
        *more,
    )
    return Scene(id="s", task="MC", theme="t", duration=8.0, surroundings=around, things=things, links=links,
                 camera=Camera(kind="boom_up", shots=shots), events=events)  # fmt: skip


def told(made):
    time = Timeline(made)
    return transcript(time, sight(time))


def test_what_is_hidden_all_the_time_is_never_named():
    text = told(scene())
    assert "a blue jar, in the middle" in text
    assert "egg" not in text


def test_what_a_camera_discovers_is_told_when_it_does():
    text = told(scene(shots=(SIDE, TOP)))
    first, then, last = text.split("\n\n")[2:]
    assert "egg" not in first
    assert "a red egg, in the middle, in the blue jar, can be seen" in then
    assert "a red egg, in the middle, in the blue jar" in last


def test_places_are_those_of_the_picture():
    for x, words in ((-0.4, "a blue jar, on the left"), (0.4, "a blue jar, on the right")):
        assert words in told(scene(jar_at=x))


def test_the_contents_decide_nothing_where_they_cannot_be_seen():
    """The text is a function of what is seen: another hidden content gives the same words."""
    made = scene()
    other = replace(
        made, things=(made.things[0], replace(made.things[1], category="gem", colour="green", label="green gem"))
    )
    bare = replace(made, things=made.things[:1])
    assert told(made) == told(other) == told(bare)


def hand():
    return thing("hand", "hand", "hand", "pink", Pose(0.0, -0.4, 0.15), label="hand", size=Size(0.1, 0.45, 0.09))


def test_deeds_are_told_with_what_can_be_seen_of_them():
    cube = thing("cube", "countable", "cube", "green", Pose(0.3, 0.0, 0.0))
    into = (
        Take(who="hand", what="cube", start=1.0, duration=2.0),
        Place(who="hand", what="cube", start=4.0, duration=2.0, to=Pose(0.0, 0.0, 0.08), into="jar"),
    )
    text = told(scene(cube, hand(), events=into, shots=(Shot(0.0, 0.0, -1.6, 0.3, 0.0, -5.0),)))
    assert "- 2.00 s: the hand takes the green cube." in text
    assert "- 5.00 s: the hand puts the green cube into the blue jar." in text
    assert "green cube" not in text.split("In the last picture:")[1]


def test_an_effect_out_of_the_picture_is_not_told_and_causes_never_are():
    button = thing("button", "trigger", "button", "green", Pose(0.3, 0.0, 0.0))
    lamp = thing("lamp", "effector", "lamp", "yellow", Pose(-0.3, 0.1, 0.0))
    press = (Press(who="hand", what="button", start=1.0, duration=2.0),)
    shots = (Shot(0.0, 0.0, -1.6, 0.3, 0.0, -5.0),)
    links = (Link("button", "lamp"),)
    near = told(scene(button, lamp, hand(), events=press, links=links, shots=shots))
    assert "- 2.00 s: the hand presses the green button." in near
    assert "- 2.20 s: the yellow lamp begins to work." in near
    away = told(
        scene(button, replace(lamp, pose=Pose(-9.0, 0.1, 0.0)), hand(), events=press, links=links, shots=shots)
    )
    assert "lamp" not in away


def test_who_leaves_the_picture_is_told_to_leave_and_who_is_hidden_to_be_hidden():
    dog = thing("dog", "intruder", "dog", "brown", Pose(-0.5, 3.0, 0.0, 90.0), label="dog")
    away = (Move(who="dog", start=1.0, duration=3.0, path=(Point(9.0, 3.0),)),)
    shots = (Shot(0.0, 0.0, -1.0, 0.5),)
    text = told(scene(dog, events=away, shots=shots))
    assert "the dog begins to move" in text and "the dog leaves the picture on the right" in text
    wall = thing("wall", "occluder", "cargo container", "grey", Pose(2.0, 1.4, 0.0), label="container")
    behind = (Move(who="dog", start=1.0, duration=3.0, path=(Point(2.6, 3.0),)),)
    assert "the dog is hidden" in told(scene(dog, wall, events=behind, shots=shots))


def test_a_sign_is_read_once_it_is_near_enough_and_never_from_behind():
    sign = thing("sign", "signage", "signboard", "white", Pose(0.0, 9.0, 0.4), label="sign",
                 entries=(Entry("GATE 4", "left"), Entry("CAFE", "straight")))  # fmt: skip
    walk = (Shot(0.0, 0.0, -1.0, 0.6), Shot(6.0, 0.0, 6.0, 0.6))
    first, then = told(scene(sign, shots=walk)).split("Then:")
    words = 'the sign can be read: "GATE 4" with an arrow to the left; "CAFE" with an arrow straight on'
    assert "a sign, in the middle" in first and "GATE" not in first
    assert then.count(words) == 1
    behind = replace(sign, pose=Pose(0.0, 9.0, 0.4, 180.0))
    assert "GATE" not in told(scene(behind, shots=walk))


def test_background_is_counted_and_not_followed():
    bushes = [thing(f"b{k}", "decor", "bush", "green", Pose(-2 + 2 * k, 4.0, 0.0)) for k in range(3)]
    walk = (Shot(0.0, 0.0, -1.0, 0.6), Shot(6.0, 0.0, 2.0, 0.6))
    text = told(scene(*bushes, shots=walk))
    assert "- around: green bush (3)" in text
    assert "green bush" not in text.split("Then:")[1].split("In the last picture:")[0]


def test_camera_words_join_like_motions_and_tell_directions():
    shots = (
        Shot(1.0, 0.0, 0.0, 1.0),
        Shot(2.0, 0.0, 1.0, 1.0),
        Shot(3.0, 0.0, 2.0, 1.0),
        Shot(4.0, 0.0, 2.0, 1.0, 45.0),
    )
    assert camera_words(shots, 6.0) == [
        "from 0.0 s to 1.0 s it stands still.",
        "from 1.0 s to 3.0 s it moves forwards.",
        "from 3.0 s to 4.0 s it turns left.",
        "from 4.0 s to 6.0 s it stands still.",
    ]
    assert camera_words((SIDE, TOP), 6.0) == ["from 0.0 s to 6.0 s it moves forwards and up, tilts down."]
    east = (Shot(0.0, 0.0, 0.0, 30.0, 0.0, -90.0), Shot(4.0, 20.0, 0.0, 30.0, 0.0, -90.0))
    assert camera_words(east, 4.0) == ["from 0.0 s to 4.0 s it moves right."]
