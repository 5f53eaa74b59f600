import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.errors import BadParams
from reelproof.renderers.film import film, painter, planes, stages, yuv420p
from reelproof.renderers.sprites import yuv
from reelproof.renderers.stage import stage
from reelproof.schemas.scene import Camera, Place, Pose, Scene, Shot, Size, Surroundings, Take, Thing
from reelproof.schemas.vocabulary import CATEGORIES
from reelproof.simulators.scene import Timeline


def thing(name, role, x, y, z, colour="red"):
    category = name.rstrip("0123456789")
    size = Size(*CATEGORIES[category].size)
    return Thing(id=name, role=role, category=category, label=name, size=size, colour=colour, pose=Pose(x, y, z))


REST = (Shot(0, 0, -1.6, 1.6, 0, -30),)


def scene(*events, shots=REST):
    things = (
        thing("table", "anchor", 0, 0, 0, "brown"),
        thing("pot", "container", 0.2, 0, 0.75),
        thing("apple", "countable", -0.2, 0, 0.75, "green"),
        thing("hand", "hand", 0.6, -0.4, 0.95, "orange"),
    )
    around = Surroundings(kind="tabletop", floor="brown", floor_pattern="planks", wall="white", sky=(9, 9, 9))
    return Scene(
        id="s",
        task="QC",
        theme="kitchen",
        duration=2,
        fps=12,
        frame=(160, 120),
        surroundings=around,
        things=things,
        camera=Camera(kind="fixed", shots=shots),
        events=events,
    )


BUSY = scene(
    Take(who="hand", what="apple", start=0.2, duration=0.8),
    Place(who="hand", what="apple", start=1.0, duration=0.8, to=Pose(0.2, 0, 0.78), into="pot"),
)


def test_the_stage_of_each_frame_is_that_of_its_time():
    time = Timeline(BUSY)
    for index, shown in enumerate(stages(BUSY)):
        assert shown == stage(time, index / BUSY.fps)
    assert index == BUSY.frames - 1


def test_a_film_has_all_frames_and_the_digests_of_its_planes(tmp_path):
    one, two = film(BUSY, tmp_path / "a.mp4"), film(BUSY, tmp_path / "b.mp4")
    assert (one.renderer, one.width, one.height, one.fps, one.frames) == ("gl", 160, 120, 12, 24)
    assert one == two and (tmp_path / "a.mp4").read_bytes() == (tmp_path / "b.mp4").read_bytes()
    still = film(scene(), tmp_path / "c.mp4")
    assert still.frames == 24 and still.planes != one.planes


def test_frames_change_while_something_moves_and_only_then():
    shown = list(planes(BUSY, painter()))
    assert len(shown) == 24 and len(set(shown[4:20])) == 16
    assert len(set(planes(scene(), painter()))) == 1


def test_a_moving_camera_changes_every_frame():
    shots = (Shot(0, 0, -1.6, 1.6, 0, -30), Shot(2, 0, -0.3, 2.2, 0, -80))
    assert len(set(planes(scene(shots=shots), painter()))) == 24


def test_an_unknown_renderer_is_refused(tmp_path):
    with pytest.raises(BadParams, match="glx") as caught:
        film(BUSY, tmp_path / "a.mp4", renderer="glx")
    assert "gl" in caught.value.hint and not list(tmp_path.iterdir())


@given(st.integers(0, 2**32 - 1))
def test_luma_is_that_of_the_board_clips_and_chroma_the_mean_of_four(seed):
    noise = np.random.default_rng(seed).integers(0, 256, (16, 32, 3), np.uint8)
    flat = np.repeat(np.repeat(noise[::2, ::2], 2, axis=0), 2, axis=1)
    for picture in (noise, flat):
        raw = np.frombuffer(yuv420p(picture), np.uint8)
        y, u, v = yuv(picture)
        assert (raw[:512].reshape(16, 32) == y).all()
        for plane, full in ((raw[512:640], u), (raw[640:], v)):
            mean = full.reshape(8, 2, 16, 2).mean(axis=(1, 3))
            assert np.abs(plane.reshape(8, 16) - mean).max() <= (0 if picture is flat else 0.76)
