"""A plan shows the scene from above, in its colours, north at the top."""

import numpy as np
import pytest
from PIL import Image

from reelproof.generators.vgenst.props import thing
from reelproof.renderers.plan import plan
from reelproof.schemas.scene import Camera, Move, Point, Pose, Scene, Shot, Surroundings
from reelproof.simulators.scene import Timeline

FRONT = Shot(0.0, 0.0, -3.0, 1.5)


def drawn(tmp_path, *things, shots=(FRONT,), events=()):
    around = Surroundings(kind="room", floor="white", floor_pattern="plain", wall="white", sky=(200, 210, 220),
                          walls=((-2.0, 2.5, 2.0, 2.5, 2.6),))  # fmt: skip
    scene = Scene(id="s", task="IO", theme="t", duration=4.0, surroundings=around, things=things, events=events,
                  camera=Camera(kind="fixed", shots=shots))  # fmt: skip
    path = tmp_path / "plan.png"
    plan(Timeline(scene), path)
    return path, np.asarray(Image.open(path).convert("RGB")).astype(int)


def middle(picture, rgb, near=40):
    """Mean column and row of what has a colour, as shares of the picture."""
    rows, columns = np.nonzero(abs(picture - np.array(rgb)).sum(axis=2) < near)
    assert len(rows) > 50
    return columns.mean() / picture.shape[1], rows.mean() / picture.shape[0]


@pytest.mark.parametrize("x, y", [(-1.5, 1.5), (1.5, 1.5), (1.5, -1.5), (-1.5, -1.5)])
def test_east_is_at_the_right_and_north_at_the_top(tmp_path, x, y):
    at = thing("a", "target", "armchair", "blue", Pose(x, y, 0.0))
    other = thing("b", "distractor", "armchair", "orange", Pose(-x, -y, 0.0))
    _, picture = drawn(tmp_path, at, other)
    blue = middle(picture, (98, 134, 218))
    orange = middle(picture, (242, 159, 88))
    assert bool(blue[0] > orange[0]) is (x > 0)
    assert bool(blue[1] < orange[1]) is (y > 0)


def test_the_camera_is_drawn_where_it_is(tmp_path):
    _, picture = drawn(tmp_path, thing("a", "target", "armchair", "blue", Pose(0.0, 1.0, 0.0)))
    camera, chair = middle(picture, (208, 50, 45), 20), middle(picture, (98, 134, 218), 60)
    assert camera[1] > chair[1] + 0.3 and abs(camera[0] - chair[0]) < 0.03


def test_the_same_scene_gives_the_same_bytes(tmp_path):
    walk = (Move(who="p", start=0.5, duration=3.0, path=(Point(1.0, 1.0),)),)
    things = [
        thing("p", "intruder", "dog", "brown", Pose(-1.0, 0.0, 0.0)),
        thing("e", "ego", "person", "black", Pose(0, -3, 0)),
    ]
    path, _ = drawn(tmp_path, *things, events=walk)
    first = path.read_bytes()
    drawn(tmp_path, *things, events=walk)
    assert path.read_bytes() == first


def test_a_camera_that_looks_straight_down_is_drawn_too(tmp_path):
    high = (Shot(0.0, 0.0, 0.0, 30.0, 0.0, -90.0), Shot(4.0, 20.0, 0.0, 30.0, 0.0, -90.0))
    house = thing("h", "landmark", "house", "blue", Pose(5.0, 5.0, 0.0))
    assert middle(drawn(tmp_path, house, shots=high)[1], (98, 134, 218), 60)[1] < 0.5
