"""The picture read back against the state: mp4, decoded at 448 pixels, read with candidates alone.

A reader is given a decoded frame, the world, its size and style, and what may come up; never the state.
Where words and figures are read, the templates come straight from the bundled fonts, not from the views.
"""

import re
import struct
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from reelproof.core import catalog
from reelproof.generators.dataset import draw
from reelproof.generators.reason.make import Item, make
from reelproof.renderers import sheet
from reelproof.renderers.composite import composed
from reelproof.renderers.lettering import ASSETS, FACES, Face
from reelproof.renderers.matplotlib import Drawer
from reelproof.renderers.picture import Placed
from reelproof.renderers.screen import LAYOUTS, NATURAL, Grid
from reelproof.renderers.style import STYLES, Style
from reelproof.renderers.theme import rgb
from reelproof.renderers.video import encoder
from reelproof.schemas.recipe import Recipe, Spec
from reelproof.schemas.video import Video
from reelproof.simulators.base import cell_name
from reelproof.simulators.circle import step
from reelproof.simulators.number import tile_index

LONG = 448
"""Pixels of the long side, the smallest that common harnesses feed."""
BOARDS, TABLES = ("number", "circle", "cup"), ("card", "chip")
WORLDS = (*BOARDS, *TABLES, "file")
CLEAR = 0.3
"""Least lead of the best candidate: 1 - its distance / the distance of the second best."""
CONTRAST = 60
"""Least difference in luma, of 255, between ink and ground."""

Frame = NDArray[np.float32]
"""Height x width x RGB, 0 .. 255."""
Mask = NDArray[np.float32]


class Shot(NamedTuple):
    """One rendered clip and those of its frames that are looked at, decoded at 448 pixels."""

    item: Item
    video: Video
    path: Path
    style: Style
    frames: dict[int, Frame]

    @property
    def reveal(self) -> list[Frame]:
        """First, middle and last frame of the reveal."""
        return [self.frames[n] for n in _three(self.video.reveal)]

    def op(self, k: int) -> list[Frame]:
        """First, middle and last frame of operation k + 1."""
        return [self.frames[n] for n in _three(self.video.ops[k])]

    @property
    def covered(self) -> Frame:
        """A frame between operations: everything covered."""
        return self.frames[self.video.ops[0][1]]


def _three(span: tuple[int, int]) -> tuple[int, int, int]:
    return span[0], (span[0] + span[1]) // 2, span[1] - 1


RECIPE = Recipe(
    product="reason",
    seed=0,
    categories=WORLDS,
    size=None,
    ops=(4, 4),
    reveal="both",
    paired=False,
    idle=0.0,
    undo=0.0,
    plan=None,
    hypothetical=(3, 5),
    level=None,
    edition=None,
    renderer="auto",
    style="auto",
    fps=10,
    seconds_per_op=0.8,
    width=None,
    quality="standard",
)


def cases() -> list[tuple[str, int, Literal["start", "end"], str]]:
    """World, size, reveal, style: every style in every world, each with another size and reveal."""
    found = []
    for turn, world in enumerate(WORLDS):
        sim = catalog.simulator(world)
        sizes = sorted({sim.sizes[0], sim.default_size, sim.sizes[-1], *([] if world in BOARDS else [2])})
        cells = list(product(sizes, ("start", "end")))
        for k in range(max(len(cells), len(STYLES))):
            size, reveal = cells[k % len(cells)]
            found.append((world, size, reveal, STYLES[(k + turn) % len(STYLES)].name))
    return found


@pytest.fixture(scope="module", params=cases(), ids=lambda c: "-".join(map(str, c)))
def shot(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shot:
    return film(*request.param, tmp_path_factory.mktemp("clip"))


def film(world: str, size: int, reveal: Literal["start", "end"], name: str, folder: Path) -> Shot:
    style = next(s for s in STYLES if s.name == name)
    recipe = msgspec.structs.replace(RECIPE, style=name, size=size, seed=STYLES.index(style))
    item = make(recipe, Spec(world, size, 4, reveal, 0))
    path = folder / f"{item.id}.mp4"
    video = draw(recipe, item, path)
    spans = [video.reveal, *video.ops]
    wanted = sorted({n for span in spans for n in _three(span)} | {video.ops[0][1]})
    return Shot(item, video, path, style, dict(zip(wanted, decoded(path, wanted, scaled(video)), strict=True)))


def scaled(video: Video) -> tuple[int, int]:
    return LONG, round(video.height * LONG / video.width / 2) * 2


def decoded(path: Path, wanted: Sequence[int], size: tuple[int, int]) -> list[Frame]:
    """The wanted frames as a stranger's ffmpeg gives them."""
    pick = "+".join(f"eq(n\\,{n})" for n in wanted)
    line = [encoder(), "-loglevel", "error", "-i", str(path), "-vf", f"select={pick},scale={size[0]}:{size[1]}"]
    line += ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    raw = subprocess.run(line, capture_output=True, check=True, stdin=subprocess.DEVNULL).stdout
    return list(np.frombuffer(raw, np.uint8).reshape(-1, size[1], size[0], 3).astype(np.float32))
