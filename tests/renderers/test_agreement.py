"""The visibility that questions are certified with is what the renderers draw."""

from functools import cache

import numpy as np
import pytest

from reelproof.generators.vgenst.hosts import hosts
from reelproof.generators.vgenst.make import SceneItem, make_item
from reelproof.generators.vgenst.themes import theme
from reelproof.renderers.blender import Blender
from reelproof.renderers.blender_home import there
from reelproof.renderers.gl import Gl
from reelproof.renderers.stage import stage
from reelproof.schemas.scene import TASKS, TaskName

FRAMES = 6


@cache
def item(name: TaskName) -> SceneItem:
    places = hosts(name)
    return make_item(name, theme(places[TASKS.index(name) * 11 % len(places)]), 1, id="agree", seed=3)


def seen(by: Gl | Blender, made: SceneItem, frame: int) -> dict[str, float]:
    """Pixels of each thing in a frame, in cells of the sight's grid."""
    width, height = made.scene.frame
    ids, names = by.ids(stage(made.world.time, frame / made.scene.fps), (width, height))
    counts = np.bincount(ids.ravel(), minlength=len(names) + 1)
    cell = width * height / (made.sight.grid[0] * made.sight.grid[1])
    return {name: int(counts[n + 1]) / cell for n, name in enumerate(names)}


def allowed(cells: float) -> float:
    """How far counts may differ: one line of cells along the silhouette's edge, and a little."""
    return 4 + 1.2 * cells**0.5


def chosen(made: SceneItem) -> list[int]:
    frames = made.sight.frames
    return [frames[round(k * (len(frames) - 1) / (FRAMES - 1))] for k in range(FRAMES)]


@pytest.mark.parametrize("name", TASKS)
def test_gl_shows_every_queried_thing_as_certified(name: TaskName) -> None:
    made = item(name)
    queried = sorted({s.id for q in made.questions for s in q.certificate.sightings})
    assert queried
    for frame in chosen(made):
        drawn = seen(Gl(), made, frame)
        for thing in queried:
            told = made.sight.visible[thing][made.sight.frames.index(frame)]
            assert abs(drawn.get(thing, 0) - told) <= allowed(told), (thing, frame)


@pytest.mark.slow
@pytest.mark.skipif(not there(), reason="Blender is not set up")
def test_blender_shows_every_queried_thing_as_certified() -> None:
    with Blender() as blender:
        for name in TASKS:
            made = item(name)
            blender.clear()
            queried = sorted({s.id for q in made.questions for s in q.certificate.sightings})
            for frame in chosen(made)[1::3]:
                drawn = seen(blender, made, frame)
                for thing in queried:
                    told = made.sight.visible[thing][made.sight.frames.index(frame)]
                    assert abs(drawn.get(thing, 0) - told) <= allowed(told), (name, thing, frame)
