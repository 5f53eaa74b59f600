"""One frame: which worlds show the same, and that a proof finds them frame by frame."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.errors import BadParams
from reelproof.generators.vgenst.oneframe import proof, same_frame
from reelproof.generators.vgenst.props import thing
from reelproof.qa.vgenst.base import World
from reelproof.renderers.cast import sight
from reelproof.schemas.scene import Camera, Link, Pose, Press, Scene, Shot, Size, Surroundings
from reelproof.simulators.scene import Timeline
from reelproof.simulators.space import cosine, sine

SIDE, TOP = Shot(0.0, 0.0, -1.0, 0.12), Shot(3.0, 0.0, 0.0, 1.1, 0.0, -90.0)
REPLACE = msgspec.structs.replace


def scene(*, content="egg", colour="red", jar="blue", shots=(SIDE, TOP), walls=((-4.0, 3.0, 4.0, 3.0, 2.6),)):
    around = Surroundings(kind="room", floor="grey", floor_pattern="plain", wall="white", sky=(200, 210, 220),
                          walls=walls)  # fmt: skip
    things = (
        thing("jar", "container", "jar", jar, Pose(0.0, 0.0, 0.0)),
        thing("content", "content", content, colour, Pose(0.0, 0.0, 0.011), inside="jar"),
        thing("button", "trigger", "button", "green", Pose(0.4, 0.0, 0.0)),
        thing("lever", "trigger", "lever", "yellow", Pose(-0.4, 0.1, 0.0)),
    )
    return Scene(id="s", task="MC", theme="t", duration=4.0, surroundings=around, things=things,
                 camera=Camera(kind="boom_up", shots=shots))  # fmt: skip


def edited(made, name, **more):
    return REPLACE(made, things=tuple(REPLACE(t, **more) if t.id == name else t for t in made.things))


def same(a, b, t):
    return same_frame(Timeline(a), Timeline(b), t)


def test_hidden_contents_may_differ_and_shown_ones_may_not():
    a, b = scene(), scene(content="gem", colour="green")
    assert same(a, b, 0.0) and same(b, a, 0.0)
    assert not same(a, b, 4.0) and not same(b, a, 4.0)


def test_a_world_shows_what_it_shows_itself():
    assert all(same(scene(), scene(), t) for t in (0.0, 1.3, 2.9, 4.0))


@pytest.mark.parametrize(
    "change",
    [
        {"colour": "red"},
        {"material": "metal"},
        {"pattern": "striped"},
        {"size": Size(0.14, 0.13, 0.18)},
        {"pose": Pose(0.003, 0.0, 0.0)},
        {"pose": Pose(0.0, 0.0, 0.0, 0.3)},
        {"category": "vase"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_thing_in_view_that_looks_or_stands_otherwise_is_told_apart(change):
    assert not same(scene(), edited(scene(), "jar", **change), 0.0)


def test_less_than_the_tolerance_is_the_same():
    assert same(scene(), edited(scene(), "jar", pose=Pose(0.0005, 0.0, 0.0, 0.05)), 0.0)


def test_one_thing_more_in_view_is_told_apart_and_out_of_view_it_is_not():
    more = thing("egg", "decor", "egg", "white", Pose(0.2, 0.0, 0.0))
    far = REPLACE(more, pose=Pose(0.2, -5.0, 0.0))
    for extra, equal in ((more, False), (far, True)):
        other = REPLACE(scene(), things=(*scene().things, extra))
        assert same(scene(), other, 0.0) is equal and same(other, scene(), 0.0) is equal


def test_equal_things_may_change_places():
    eggs = [thing(f"e{k}", "decor", "egg", "white", Pose(0.1 + 0.1 * k, -0.1, 0.0)) for k in range(3)]
    swapped = [REPLACE(e, pose=eggs[(k + 1) % 3].pose) for k, e in enumerate(eggs)]
    a, b = (REPLACE(scene(), things=(*scene().things, *some)) for some in (eggs, swapped))
    assert same(a, b, 0.0)


def test_a_wall_in_view_that_stands_elsewhere_is_told_apart():
    assert not same(scene(), scene(walls=((-4.0, 3.6, 4.0, 3.6, 2.6),)), 0.0)
    assert same(scene(), scene(walls=((-4.0, 3.0, 4.0, 3.0, 2.6), (-4.0, -6.0, 4.0, -6.0, 2.6))), 0.0)


def test_a_pressed_trigger_is_told_apart_while_it_shows():
    hand = thing("hand", "hand", "hand", "pink", Pose(0.4, -3.0, 0.2))
    quiet = REPLACE(scene(), things=(*scene().things, hand), links=(Link("button", None),))
    pressed = REPLACE(quiet, events=(Press(who="hand", what="button", start=1.0, duration=1.0),))
    assert same(quiet, pressed, 0.5) and same(quiet, pressed, 2.5)
    assert not same(quiet, pressed, 1.5)


@given(st.floats(-180, 180), st.floats(-20, 20), st.floats(-20, 20))
def test_only_what_the_camera_has_before_it_counts(yaw, dx, dy):
    """The whole world stands elsewhere, turned; the camera with it."""
    s, c = sine(yaw), cosine(yaw)

    def at(x, y):
        return x * c - y * s + dx, x * s + y * c + dy

    made = scene(walls=())
    things = tuple(REPLACE(t, pose=Pose(*at(t.pose.x, t.pose.y), t.pose.z, t.pose.yaw + yaw)) for t in made.things)
    x, y = at(SIDE.x, SIDE.y)
    camera = REPLACE(made.camera, shots=(Shot(0.0, x, y, SIDE.z, yaw),))
    assert same(made, REPLACE(made, things=things, camera=camera), 0.0)


# --- proofs -------------------------------------------------------------------------------------------


def world(made):
    return World(made, sight(Timeline(made)))


def test_a_proof_names_for_each_frame_the_first_world_that_shows_the_same():
    made = world(scene())
    found = proof(made, [World(scene(jar="yellow")), World(scene(content="gem")), World(scene(content="coin"))])
    # While the camera is low the content is hidden; from above it shows.
    assert len(found) == len(made.sight.frames)
    assert found[0] == 2 and found[-1] == 0
    assert set(found) == {0, 2}
    assert list(found) == sorted(found, reverse=True)


def test_without_worlds_nothing_is_proven():
    assert set(proof(world(scene()), [])) == {0}


def test_a_complete_proof_stops_drawing_worlds():
    made = world(scene(shots=(SIDE,)))
    drawn = []

    def others():
        for content in ("gem", "coin", "shell"):
            drawn.append(content)
            yield World(scene(content=content, shots=(SIDE,)))

    assert set(proof(made, others())) == {1}
    assert drawn == ["gem"]


def test_different_frames_may_need_different_worlds():
    # The first half shows the jar from the side, the second shows what is in it but not which jar it is in.
    low, high = Shot(0.0, 0.0, -1.0, 0.12), Shot(2.0, 0.0, 0.0, 0.35, 0.0, -90.0)
    made = world(scene(shots=(low, REPLACE(low, t=1.9), high)))
    other = scene(content="gem", shots=(low, REPLACE(low, t=1.9), high))
    painted = edited(made.scene, "lever", colour="purple")
    found = proof(made, [World(other), World(painted)])
    assert found[0] == 1 and found[-1] == 2


def test_a_world_without_sight_is_refused():
    with pytest.raises(BadParams):
        proof(World(scene()), [])
