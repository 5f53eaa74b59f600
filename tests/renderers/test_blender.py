"""The Blender renderer, where its environment exists (`gen setup blender`)."""

from collections.abc import Iterator

import numpy as np
import pytest

from reelproof.renderers.blender import Blender
from reelproof.renderers.blender_home import there
from reelproof.renderers.gl import Gl
from reelproof.renderers.stage import UPRIGHT, Ball, Box, Cone, Lamp, Letters, Part, Stage, Tube, Wedge, turn_z
from reelproof.simulators.space import View

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not there(), reason="Blender is not set up")]
SIZE = (160, 120)


def _stage() -> Stage:
    parts = (
        Part("", Box(8, 8, 0.2), (0, 0, -0.2), UPRIGHT, (124, 78, 44), "stone", "planks"),
        Part("box", Box(0.4, 0.3, 0.3), (-0.6, 0, 0), turn_z(20), (206, 44, 42), "wood"),
        Part("cone", Cone(0.2, 0.1, 0.5), (0, 0.2, 0), UPRIGHT, (46, 92, 206), "plastic", "striped"),
        Part("ball", Ball(0.2, 0.2, 0.2), (0.5, 0, 0.2), UPRIGHT, (246, 208, 52)),
        Part("tube", Tube(0.2, 0.25, 0.4, 0.18, 0.03), (0.2, -0.6, 0), UPRIGHT, (242, 240, 234), "clay", "dotted"),
        Part("roof", Wedge(0.6, 0.4, 0.3), (-0.3, 0.8, 0), UPRIGHT, (58, 154, 66)),
        Part(
            "sign", Box(1.2, 0.06, 0.5), (0.2, 1.2, 0.3), UPRIGHT, (40, 60, 90),
            letters=Letters((("left", "MUSEUM"),), (240, 240, 240)),
        ),
    )  # fmt: skip
    view = View(0, -2.6, 1.3, 0, -22, 45, 4 / 3)
    return Stage(parts, view, Lamp((-0.4, -0.4, 0.82), (255, 250, 240), 0.55), (190, 208, 226), (0, 0, 0), 1.6)


@pytest.fixture(scope="module")
def blender() -> Iterator[Blender]:
    with Blender() as made:
        yield made


def test_ids_are_those_of_gl(blender: Blender) -> None:
    ours, names = blender.ids(_stage(), SIZE)
    theirs, other = Gl().ids(_stage(), SIZE)
    assert names == other
    assert set(np.unique(ours)) == set(range(len(names) + 1))
    assert (ours != theirs).mean() < 0.005


def test_colours_keep_their_names(blender: Blender) -> None:
    ids, names = blender.ids(_stage(), SIZE)
    image = blender.picture(_stage(), SIZE).astype(int)
    red, yellow = (image[ids == names.index(name) + 1].mean(axis=0) for name in ("box", "ball"))
    assert red[0] > 2 * red[1] and red[0] > 2 * red[2]
    assert min(yellow[0], yellow[1]) > 2 * yellow[2]


def test_a_picture_is_the_same_in_another_process(blender: Blender) -> None:
    blender.clear()
    first = blender.picture(_stage(), SIZE)
    with Blender() as other:
        second = other.picture(_stage(), SIZE)
    assert (np.abs(first.astype(int) - second.astype(int)) <= 1).all()


def test_only_what_changes_is_sent_and_what_goes_is_gone(blender: Blender) -> None:
    stage = _stage()
    blender.clear()
    blender.ids(stage, SIZE)
    fewer = stage._replace(parts=tuple(part for part in stage.parts if part.id != "tube"))
    ids, names = blender.ids(fewer, SIZE)
    theirs, _ = Gl().ids(fewer, SIZE)
    assert "tube" not in names
    assert (ids != theirs).mean() < 0.005
    again, _ = blender.ids(stage, SIZE)
    whole, _ = Gl().ids(stage, SIZE)
    assert (again != whole).mean() < 0.005


def test_a_clip_can_be_kept_as_a_blend_file(blender: Blender, tmp_path) -> None:  # type: ignore[no-untyped-def]
    blender.clear()
    blender.picture(_stage(), (64, 48), keep=True)
    blender.save(tmp_path / "clip.blend")
    assert (tmp_path / "clip.blend").stat().st_size > 10_000
