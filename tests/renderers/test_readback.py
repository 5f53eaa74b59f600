"""The picture read back against the state: mp4, decoded at 448 pixels, read with candidates alone.

A reader is given a decoded frame, the world, its size and style, and what may come up; never the state.
Where words and figures are read, the templates come straight from the bundled fonts, not from the views.
"""

import re
import struct
import subprocess
from collections.abc import Callable, Sequence
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
from reelproof.core.version import REVISION
from reelproof.generators.reason.make import Item, make
from reelproof.generators.reason.product import draw
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
CLEAR = 0.4
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
    revision=REVISION,
    seed=0,
    categories=WORLDS,
    size=None,
    ops=(2, 2),
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


def label(case: tuple[Any, ...]) -> str:
    return "-".join(map(str, case))


@pytest.fixture(scope="module", params=cases(), ids=label)
def shot(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shot:
    return film(*request.param, tmp_path_factory.mktemp("clip"))


def only(fits: Callable[[str, int], bool]) -> Any:
    """Run a test on the clips of some worlds and sizes."""
    fitting = [case for case in cases() if fits(case[0], case[1])]
    return pytest.mark.parametrize("shot", fitting, ids=label, indirect=True)


def film(world: str, size: int, reveal: Literal["start", "end"], name: str, folder: Path) -> Shot:
    style = next(s for s in STYLES if s.name == name)
    recipe = msgspec.structs.replace(RECIPE, style=name, size=size, seed=STYLES.index(style))
    item = make(recipe, Spec(world, size, 2, reveal, 0))
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


# --- reading: ink, blobs, glyphs -------------------------------------------------------------------


class Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


class Glyph(NamedTuple):
    """What a patch of ink says."""

    text: str
    lead: float
    """1 - distance of the best candidate / distance of the second best."""


class Unreadable(Exception):
    """Too little contrast, or too close a second."""


def luma(colour: NDArray[Any]) -> NDArray[Any]:
    return colour @ np.array([0.299, 0.587, 0.114], np.float32)


def inked(patch: Frame) -> Mask:
    """Coverage 0 .. 1 of what differs most from the commonest colour; all 0 for a plain patch."""
    ground = np.median(patch.reshape(-1, 3), axis=0)
    away = np.linalg.norm(patch - ground, axis=2)
    if away.max() < 32:
        return np.zeros(away.shape, np.float32)
    ink = patch[away >= 0.85 * away.max()].mean(axis=0) - ground
    if abs(luma(ink)) < CONTRAST:
        raise Unreadable(f"ink and ground differ by {abs(luma(ink)):.0f} of 255 in luma")
    return np.clip((patch - ground) @ ink / (ink @ ink), 0, 1).astype(np.float32)


def blobs(mask: NDArray[np.bool_], least: int = 3) -> list[Box]:
    """Boxes of the connected parts (eight neighbours) with at least so many pixels, from left to right."""
    left = {(int(y), int(x)) for y, x in np.argwhere(mask)}
    found = []
    while left:
        rim = [left.pop()]
        part = [*rim]
        while rim:
            y, x = rim.pop()
            near = [(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
            fresh = [p for p in near if p in left]
            left.difference_update(fresh)
            rim += fresh
            part += fresh
        if len(part) >= least:
            ys, xs = [p[0] for p in part], [p[1] for p in part]
            found.append(Box(min(xs), min(ys), max(xs) + 1, max(ys) + 1))
    return sorted(found)


def hull(boxes: Sequence[Box]) -> Box:
    return Box(*(f(b[k] for b in boxes) for k, f in enumerate((min, min, max, max))))


def cut(frame: NDArray[Any], box: Sequence[float], rim: int = 0) -> Any:
    """The part of a frame in a box, widened by `rim` pixels."""
    left, top, right, bottom = (round(v) for v in box)
    return frame[max(0, top - rim) : bottom + rim, max(0, left - rim) : right + rim]


TALL, WIDE = 32, 112


def normal(mask: Mask, floor: float) -> Mask:
    """The ink of a mask above a floor, 32 high whatever its size was, in the middle of a fixed field."""
    size = mask.shape[1] * 4 + 16, mask.shape[0] * 4 + 16
    large = np.asarray(Image.fromarray(np.pad(mask, 2)).resize(size, Image.Resampling.BICUBIC))
    ys, xs = np.nonzero(large > floor)
    out = np.zeros((TALL, WIDE), np.float32)
    if not len(ys):
        return out
    ink = Image.fromarray(large[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])
    width = min(WIDE, max(1, round(ink.width * TALL / ink.height)))
    start = (WIDE - width) // 2
    out[:, start : start + width] = np.clip(ink.resize((width, TALL), Image.Resampling.BILINEAR), 0, 1)
    return out


FLOORS = (0.5, 0.35)
"""Thin strokes fall below one or the other: both are tried."""


@cache
def models(text: str, face: Face, high: int) -> Mask:
    """A candidate in normal form as the bundled font draws it, its ink about `high` pixels high.

    Several for each floor, because ink may begin anywhere in a pixel: (several, floors, 32, 112).
    """
    font = ImageFont.truetype(str(ASSETS / FACES[face]), max(160, 11 * high), layout_engine=ImageFont.Layout.BASIC)
    left, top, right, bottom = (int(v) for v in font.getbbox(text))
    page = Image.new("L", (right - left, bottom - top), 0)
    ImageDraw.Draw(page).text((-left, -top), text, font=font, fill=255)
    page = page.crop(page.getbbox())
    out = []
    for tall, shift in product((high - 0.5, high), (0.0, 0.5)):
        step = page.height / tall
        wide = int(page.width / step) + 2
        spot = (-step * shift, -step * shift, (wide - shift) * step, (high + 2 - shift) * step)
        grown = Image.new("L", (round(spot[2] - spot[0]), round(spot[3] - spot[1])), 0)
        grown.paste(page, (round(-spot[0]), round(-spot[1])))
        small = grown.resize((wide, high + 2), Image.Resampling.BOX)
        out.append([normal(np.asarray(small, np.float32) / 255, floor) for floor in FLOORS])
    return np.array(out)


def glyph(mask: Mask, candidates: Sequence[str], face: Face = "bold") -> Glyph:
    """The nearest candidate to a mask with nothing else in it; raises Unreadable on a near tie."""
    high = tall(mask)
    if high > 24:
        # Large print is read as if it were smaller, to save time.
        size = max(1, round(mask.shape[1] * 20 / high)), round(mask.shape[0] * 20 / high)
        mask = np.asarray(Image.fromarray(mask).resize(size, Image.Resampling.BOX), np.float32)
        high = tall(mask)
    seen = np.stack([normal(mask, floor) for floor in FLOORS])
    far = sorted(
        (float(((seen - models(c, face, high)) ** 2).sum(axis=(2, 3)).min()) ** 0.5, c) for c in candidates
    )
    return Glyph(far[0][1], lead(far[0][0], far[1][0], far[0][1]))


def tall(mask: Mask) -> int:
    """Rows with ink."""
    rows = np.flatnonzero((mask > 0.5).any(axis=1))
    return int(rows[-1] - rows[0] + 1) if len(rows) else 1


def lead(best: float, second: float, name: object) -> float:
    clear = 1 - best / second
    if clear < CLEAR:
        raise Unreadable(f"{name!r} leads by {clear:.2f} only")
    return clear


# --- reading: boards -------------------------------------------------------------------------------

LETTERS, DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"


class Axes(NamedTuple):
    """Where the words at the edges stand: row letters by height, column digits by place across."""

    rows: dict[str, float]
    columns: dict[str, float]

    @property
    def pitch(self) -> float:
        return (max(self.columns.values()) - min(self.columns.values())) / (len(self.columns) - 1)

    def cell(self, name: str, part: float = 1.0) -> tuple[float, float, float, float]:
        """The middle part of a cell, found by its letter and its digit."""
        x, y, half = self.columns[name[1]], self.rows[name[0]], self.pitch * part / 2
        return x - half, y - half, x + half, y + half

    @property
    def cells(self) -> list[str]:
        return [row + column for row in self.rows for column in self.columns]


def axes(frame: Frame) -> Axes:
    """Read letters in the strip at the left edge, digits in the strip at the upper edge."""
    side, top = inked(frame[: LONG - 44, :44]), inked(frame[:30, 44:])
    rows, columns = {}, {}
    for box in blobs(side > 0.5):
        assert box.bottom - box.top >= 8, "letters are at least eight pixels high"
        rows[glyph(cut(side, box, 2), LETTERS).text] = (box.top + box.bottom) / 2
    for box in blobs(top > 0.5):
        assert box.bottom - box.top >= 8
        columns[glyph(cut(top, box, 2), DIGITS).text] = 44 + (box.left + box.right) / 2
    return Axes(rows, columns)


def nearest(colour: NDArray[Any], palette: dict[str, str]) -> str:
    """The name of the nearest colour."""
    return min(palette, key=lambda k: float(np.linalg.norm(colour - np.array(rgb(palette[k])))))


def palette(style: Style) -> dict[str, str]:
    return {k: getattr(style, k) for k in ("page", "ink", "panel", "line", "cover", "accent", "gold")}


def near(frame: Frame, colour: str, within: float = 30) -> NDArray[np.bool_]:
    """Pixels near a colour."""
    away = frame - np.array(rgb(colour), np.float32)
    found: NDArray[np.bool_] = np.einsum("yxc,yxc->yx", away, away) < within**2
    return found


def read_number(frame: Frame, style: Style) -> dict[str, Any]:
    """A number, 0 for the empty square or None for a cover, in each cell."""
    at, found = axes(frame), {}
    for name in at.cells:
        patch = cut(frame, at.cell(name, 0.7))
        mask = inked(patch)
        if mask.any():
            found[name] = int(glyph(mask, [str(n) for n in range(1, 36)]).text)
        else:
            plain = nearest(np.median(patch.reshape(-1, 3), axis=0), {"0": style.panel, "": style.cover})
            found[name] = 0 if plain else None
    return found


def imagined(world: str, size: int, style: Style, stills: Sequence[tuple[Placed, ...]]) -> list[Frame]:
    """What the view draws for candidate pictures, uncoded, at 448 pixels."""
    view = catalog.view(world)
    wide, high = view.canvas(size)
    drawer = Drawer(view, style, wide, wide)
    backdrop = drawer.image(view.backdrop(size), page=style.page)
    planes = composed(backdrop, (drawer.puts(p) for p in stills), wide, high)
    small = LONG, round(high * LONG / wide / 2) * 2
    resized = (sheet.picture(p, wide, high).resize(small, Image.Resampling.BICUBIC) for p in planes)
    return [np.asarray(one, np.float32) for one in resized]


@cache
def board_models(world: str, size: int, style: Style) -> dict[Any, Frame]:
    """Whole boards with the same thing in every cell: (piece, ring) for circle, coin for cup."""
    view, sim = catalog.view(world), catalog.simulator(world)
    if world == "cup":
        stills = {held: view.still(sim.State(size, (held,) * size**2), 1.0) for held in (0, 1)}
    else:
        *_, ring = view.still(sim.State(size, 0, (None,) * size**2), 1.0)
        spots = {colour: view.still(sim.State(size, 0, (colour,) * size**2), 1.0)[:-1] for colour in (0, 1)}
        rings = tuple(ring._replace(x=p.x, y=p.y) for p in spots[0])
        spots[None] = ()
        stills = {(c, r): (*spots[c], *(rings if r else ())) for c in (0, 1, None) for r in (False, True)}
    return dict(zip(stills, imagined(world, size, style, list(stills.values())), strict=True))


def read_pieces(frame: Frame, world: str, size: int, style: Style) -> dict[str, Any]:
    """The nearest model in each cell."""
    at, found = axes(frame), {}
    for name in at.cells:
        patch = cut(frame, at.cell(name, 0.9))
        far = sorted(
            (float(np.linalg.norm(patch - cut(one, at.cell(name, 0.9)))), str(key), key)
            for key, one in board_models(world, size, style).items()
        )
        lead(far[0][0], far[1][0], far[0][1])
        found[name] = far[0][2]
    return found


def read_board(shot: Shot, frame: Frame) -> dict[str, Any]:
    """The content of each cell by its name, from the picture."""
    script = shot.item.replay.script
    if script.world == "number":
        return read_number(frame, shot.style)
    return read_pieces(frame, script.world, script.size, shot.style)


def told_board(state: Any, world: str) -> dict[str, Any]:
    """The same from the state."""
    if world == "circle":
        return {cell_name(i, state.side): (c, i == state.ring) for i, c in enumerate(state.cells)}
    return dict(
        zip(
            (cell_name(i, state.side) for i in range(state.side**2)),
            getattr(state, "cells" if world == "number" else "coins"),
            strict=True,
        )
    )


# --- reading: tables -------------------------------------------------------------------------------

SCALE = LONG / NATURAL[0]
"""Pixels of a decoded frame for one of a terminal."""
RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"} | {str(n): str(n) for n in range(2, 11)}
SUITS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}


def scale(world: str, size: int) -> float:
    """Pixels of a decoded frame for one unit of a view's canvas."""
    return float(LONG / catalog.view(world).canvas(size)[0])


def strips(frame: Frame, count: int) -> list[tuple[float, float]]:
    """Left and right of each container's part of the table."""
    edge, wide = LONG / 80, LONG * (1 - 1 / 40) / count
    return [(edge + wide * k, edge + wide * (k + 1)) for k in range(count)]


def read_index(frame: Frame, right: float, bottom: float, unit: float) -> str:
    """The card whose lower right corner is here; it is 90 units wide."""
    # Down to the last row that is the card's own white beside the index, or nearly.
    margin = luma(frame[:, round(right - 4.3 * unit)])
    foot = next(y for y in range(round(bottom - 6 * unit), len(frame)) if margin[y] < 185)
    patch = cut(frame, (right - 62 * unit, bottom - 21.5 * unit, right - 5 * unit, foot))
    mask = inked(patch)
    marks = [b for b in blobs(mask > 0.4) if b.bottom - b.top > 9 * unit]
    if not 2 <= len(marks) <= 3:
        raise Unreadable(f"{len(marks)} marks in the corner of a card")
    name = glyph(cut(mask, hull(marks[:-1]), 1), list(RANKS)).text
    # The stem of a spade may look cut off: whatever is below counts as well.
    kind = glyph(cut(mask, marks[-1]._replace(bottom=len(mask)), 1), list(SUITS), "plain").text
    ink = patch.reshape(-1, 3)[mask.reshape(-1) > 0.85].mean(axis=0)
    if (ink[0] - ink[1:].max() > 60) != (kind in "♦♥"):
        raise Unreadable(f"{kind} in colour {ink}")
    return f"{RANKS[name]} of {SUITS[kind]}"


def read_pile(frame: Frame, left: float, right: float, unit: float, style: Style) -> list[str]:
    """Cards from TOP to BOTTOM of the pile that is laid out in a strip, of which the table has `unit`s."""
    white = near(frame, "#ffffff", 24)
    start = round(66 * unit)
    low, high = (round((left + right) / 2 + side * 52 * unit) for side in (-1, 1))
    across = np.flatnonzero(white[start + 9, low:high]) + low
    if len(across) < 45 * unit:
        return []
    edge = int(across[-1]) + 1
    card = (edge - across[0]) / 90
    x = round(edge - 3.4 * card)
    down = luma(frame[:, x])
    follows = white[:, x] | [nearest(p, {"page": style.page, "panel": style.panel}) == "page" for p in frame[:, x]]
    # A card ends in a dark line below white, and above the next card or the mark below the pile.
    ends: list[int] = []
    for y in range(start + 8, len(down) - 10):
        begun = down[y] < 200 <= down[y - 1] and (not ends or y > ends[-1] + 5)
        if begun and white[y - 7 : y - 2, x].all() and follows[y + 4 : y + 10].any():
            ends.append(y)
    return [read_index(frame, edge, y, card) for y in ends]


VALUES = ("5", "10", "20", "50", "100")


def read_chip(frame: Frame, x: float, y: float, radius: float) -> int:
    """The number in the middle of a chip."""
    half = round(0.66 * radius)
    patch = cut(frame, (round(x) - half, round(y) - half, round(x) + half, round(y) + half))
    mask = inked(patch)
    rows, columns = np.mgrid[: mask.shape[0], : mask.shape[1]] - (half - 0.5)
    mask = np.where(np.hypot(rows, columns) < 0.625 * radius, mask, 0).astype(np.float32)
    marks = [b for b in blobs(mask > 0.5) if b.bottom - b.top > 0.3 * radius]
    if not marks:
        raise Unreadable("no number on a chip")
    return int(glyph(cut(mask, hull(marks), 1), VALUES).text)


def read_cup(frame: Frame, left: float, right: float, unit: float) -> list[int]:
    """The values of the chips that are laid out in a strip: every round thing in it must be one."""
    part = cut(frame, (left + 10, 48 * unit, right - 10, 424 * unit))
    # The tray, as it is beside the chips.
    ground = np.median(part[:, :3].reshape(-1, 3), axis=0)
    parts = blobs(np.linalg.norm(part - ground, axis=2) > 26, 40)
    # Not the border of the tray, and what lies on a chip is a part of it.
    parts = [b for b in parts if b.left > 0 and b.right < part.shape[1]]
    things = [b for b in parts if not any(b != o and hull((b, o)) == o for o in parts)]
    values = []
    for box in things:
        wide, high = box.right - box.left, box.bottom - box.top
        if abs(wide - high) > 4:
            assert len(things) == 1, "chips touch, or something else lies there"
            return []
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        values.append(read_chip(part, x, y, wide / 2))
    return sorted(values)


class Held(NamedTuple):
    """What is under way over a table."""

    container: int
    """From 1."""
    thing: str | int
    sign: str


def differs(shot: Shot, frame: Frame) -> NDArray[np.bool_]:
    """Where a frame is not as the covered picture is."""
    mask = np.abs(frame - shot.covered).max(axis=2) > 26
    # By majority of nine, so that the codec's noise makes neither specks nor holes.
    company = np.sum([np.roll(mask, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)], axis=0)
    out: NDArray[np.bool_] = company > 4
    return out


def extent(mask: NDArray[np.bool_]) -> tuple[int, int]:
    """First true place, and the place after the last."""
    found = np.flatnonzero(mask)
    return int(found[0]), int(found[-1]) + 1


def read_held(shot: Shot, frame: Frame, world: str, count: int) -> Held:
    """The thing in full view, its sign and its container, from what differs from the covered picture."""
    unit, mask = scale(world, count), differs(shot, frame)
    inside = [k for k, (l, r) in enumerate(strips(frame, count)) if mask[:, round(l) : round(r)].sum() > 400]
    assert len(inside) == 1, "one container at a time"
    left, right = (round(v) for v in strips(frame, count)[inside[0]])
    middle = (left + right) / 2
    reach = middle - extent(mask.any(axis=0))[0], extent(mask.any(axis=0))[1] - middle
    thing: str | int
    if world == "card":
        white = near(frame, "#ffffff", 24) & mask
        columns = white.sum(axis=0)
        low, high = extent(columns > columns.max() / 2)
        assert abs((low + high) / 2 - middle) <= 3, "above or below its container"
        x = round(high - 4 * unit)
        foot = max(y for y in range(8, len(frame)) if white[y - 6 : y - 1, x].all())
        thing = read_index(frame, high + 1, foot + 1, unit)
    else:
        # One side has the sign, the other is the disc's own; so is its height there.
        radius, turn = min(reach), 1 if reach[0] > reach[1] else -1
        top, bottom = extent(mask[:, round(middle + turn * 0.62 * radius)])
        thing = read_chip(frame, middle, (top + bottom) / 2, radius)
    # The sign stands at the side that reaches further; it is the upper thing there.
    turn = -1 if reach[0] > reach[1] else 1
    outer = middle + turn * max(reach)
    column = mask[:, round(outer - turn * 6 * unit)]
    top = extent(column)[0]
    high_ = extent(~column[top:])[0]
    x, y = outer - turn * 17 * unit, top + high_ / 2
    bars = blobs(near(cut(frame, (x - 12 * unit, y - 12 * unit, x + 12 * unit, y + 12 * unit)), "#ffffff", 100), 6)
    bar = min(bars, key=lambda b: abs(b.left + b.right - 24 * unit) + abs(b.top + b.bottom - 24 * unit))
    upright = (bar.bottom - bar.top) / (bar.right - bar.left)
    return Held(inside[0] + 1, thing, "+" if upright > 0.75 else "−")


# --- reading: a screen of text ---------------------------------------------------------------------

CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789./{},:()$~-_"
"""What the shell of this world may print."""


@cache
def pages(layout: tuple[int, int], characters: str = CHARACTERS) -> tuple[Grid, NDArray[np.uint8]]:
    """Screens full of one character, coverage 0 .. 255, plain then bold, as blurred as at 448 pixels."""
    grid = Grid.of(*NATURAL, layout)
    high, out = grid.cell[1], []
    faces: tuple[Face, Face] = ("mono", "mono-bold")
    for face, char in product(faces, characters):
        font = ImageFont.truetype(str(ASSETS / FACES[face]), grid.font, layout_engine=ImageFont.Layout.BASIC)
        cell = Image.new("L", grid.cell, 0)
        ImageDraw.Draw(cell).text((0, high * 3 // 4), char, font=font, fill=255, anchor="ls")
        page = np.zeros((NATURAL[1], NATURAL[0]), np.uint8)
        inner = np.tile(np.asarray(cell), (grid.rows, grid.columns))
        page[grid.top : grid.top + inner.shape[0], grid.left : grid.left + inner.shape[1]] = inner
        small = Image.fromarray(page).resize((LONG, LONG * NATURAL[1] // NATURAL[0]), Image.Resampling.BICUBIC)
        large = np.asarray(small.resize(NATURAL, Image.Resampling.BICUBIC))
        out.append(cells(large, grid))
    return grid, np.stack(out)


def cells(page: NDArray[Any], grid: Grid) -> NDArray[Any]:
    """The cells of a page, row by row: (cells, height, width, ...)."""
    wide, high = grid.cell
    area = page[grid.top : grid.top + high * grid.rows, grid.left : grid.left + wide * grid.columns]
    split = area.reshape(grid.rows, high, grid.columns, wide, *page.shape[2:])
    return split.swapaxes(1, 2).reshape(-1, high, wide, *page.shape[2:])


def read_screen(frame: Frame, style: Style) -> list[str]:
    """The lines of a screen, padded; the layout is the one in which the first prompt fits best."""
    large = np.asarray(
        Image.fromarray(frame.astype(np.uint8)).resize(NATURAL, Image.Resampling.BICUBIC), np.float32
    )
    theme = catalog.view("file").theme(style)
    ground, prompt = (np.array(rgb(c), np.float32) for c in (theme.ground, theme.prompt))
    cover = np.clip((large - ground) @ (prompt - ground) / ((prompt - ground) ** 2).sum(), 0, 1) * 255
    fits = []
    for layout in LAYOUTS:
        grid, known = pages(layout, "~$")
        fits.append(sum(float(np.abs(cells(cover, grid)[k] - known[2 + k][k]).mean()) for k in (0, 1)))
    lead(sorted(fits)[0], sorted(fits)[1], "a layout")
    lines, best, second = _read_layout(large, LAYOUTS[int(np.argmin(fits))], style)
    lead(best, second, "a character")
    return lines


def _read_layout(large: Frame, layout: tuple[int, int], style: Style) -> tuple[list[str], float, float]:
    """Lines, and of the least clear character the distances of the two best candidates."""
    grid, known = pages(layout)
    theme = catalog.view("file").theme(style)
    ground = np.array(rgb(theme.ground), np.float32)
    seen = cells(large, grid) - ground
    whole = np.array(rgb(theme.ink), np.float32) - ground
    cursor = ((seen @ whole) / (whole @ whole) > 0.7).mean(axis=(1, 2)) > 0.7
    inks = [np.array(rgb(c), np.float32) - ground for c in (theme.ink, theme.prompt, theme.header, theme.note)]
    strong = np.linalg.norm(large - ground, axis=2) > 0.4 * min(float(np.linalg.norm(ink)) for ink in inks)
    # The cursor, and its glow in the cells beside it, is no character.
    for row, column in (divmod(int(place), grid.columns) for place in np.flatnonzero(cursor)):
        left, top = grid.left + column * grid.cell[0], grid.top + row * grid.cell[1]
        cut(strong, (left, top, left + grid.cell[0], top + grid.cell[1]), 4)[...] = False
    places = np.flatnonzero(cells(strong, grid).any(axis=(1, 2)))
    parts = np.stack([seen[places] @ (ink / (ink @ ink)) for ink in inks])
    off = [
        np.linalg.norm(seen[places] - p[..., None] * ink, axis=3).sum(axis=(1, 2))
        for p, ink in zip(parts, inks, strict=True)
    ]
    cover = np.clip(parts[np.argmin(off, axis=0), np.arange(len(places))], 0, 1) * 255
    far = np.stack([np.sqrt(((cover - one[places]) ** 2).sum(axis=(1, 2))) for one in known])
    far = far.reshape(2, len(CHARACTERS), -1).min(axis=0) + 1
    order = np.argsort(far, axis=0)
    text = [" "] * (grid.rows * grid.columns)
    for place, k in zip(places, order[0], strict=True):
        text[place] = CHARACTERS[k]
    first, second = (np.take_along_axis(far, order[k : k + 1], 0)[0] for k in (0, 1))
    worst = int(np.argmax(first / second))
    lines = ["".join(text[r * grid.columns : (r + 1) * grid.columns]) for r in range(grid.rows)]
    return lines, float(first[worst]), float(second[worst])


def read_listing(frame: Frame, style: Style) -> list[list[str]]:
    """The names in each directory of the last listing on a screen, sorted."""
    lines = [line.rstrip() for line in read_screen(frame, style)]
    last = max(k for k, line in enumerate(lines) if line.startswith("~$ ls"))
    found: list[list[str]] = []
    for line in lines[last + 1 :]:
        if re.fullmatch(r"dir\d:", line):
            assert line == f"dir{len(found) + 1}:"
            found.append([])
        elif line not in ("", "~$", "(empty)"):
            found[-1] += line.split()
    return [sorted(names) for names in found]


# --- the state -------------------------------------------------------------------------------------


def read_state(shot: Shot, frame: Frame) -> Any:
    """All that a revealed picture says, in the terms of `told_state`."""
    script = shot.item.replay.script
    if script.world == "card":
        unit = scale(script.world, script.size)
        return [read_pile(frame, *strip, unit, shot.style) for strip in strips(frame, script.size)]
    if script.world == "chip":
        unit = scale(script.world, script.size)
        return [read_cup(frame, *strip, unit) for strip in strips(frame, script.size)]
    if script.world == "file":
        return read_listing(frame, shot.style)
    return read_board(shot, frame)


def told_state(shot: Shot) -> Any:
    """The revealed state of the script: cells by name, cards from top to bottom, chips and names sorted."""
    state, world = shot.item.replay.revealed, shot.item.replay.script.world
    if world in BOARDS:
        return told_board(state, world)
    held = {"card": "piles", "chip": "cups", "file": "dirs"}[world]
    return [list(things[::-1] if world == "card" else things) for things in getattr(state, held)]


def test_every_revealed_frame_reads_as_the_state_of_the_script(shot: Shot) -> None:
    first, middle, last = shot.reveal
    assert read_state(shot, middle) == told_state(shot)
    # Nothing moves meanwhile (in a terminal the cursor blinks).
    for other in (first, last):
        assert np.quantile(np.abs(other - middle), 0.995) <= 12


@only(lambda world, _: world in BOARDS)
def test_cells_are_where_their_letter_and_digit_say_at_every_rest(shot: Shot) -> None:
    script = shot.item.replay.script
    names = [chr(97 + k) for k in range(script.size)], [str(k + 1) for k in range(script.size)]
    for frame in (shot.reveal[1], shot.covered):
        at = axes(frame)
        assert sorted(at.rows, key=lambda k: at.rows[k]) == names[0], "from the top"
        assert sorted(at.columns, key=lambda k: at.columns[k]) == names[1], "from the left"
        # The corner cell a1 is the one at the top left of the board.
        left, top, right, bottom = at.cell("a1")
        assert left < 75 and top < 60 and right - left == pytest.approx(bottom - top)
        gaps = np.diff([*sorted(at.rows.values())]), np.diff([*sorted(at.columns.values())])
        assert all(abs(gap - at.pitch) < 4 for row in gaps for gap in row)


def says(shot: Shot, frame: Frame) -> Any:
    """The reading, or None for a picture that cannot be read."""
    try:
        return read_state(shot, frame)
    except (Unreadable, AssertionError, ValueError, IndexError):
        return None


@only(lambda world, size: size == max(catalog.simulator(world).sizes))
def test_spoilt_pictures_are_not_read_as_the_state(shot: Shot) -> None:
    frame, told, world = shot.reveal[1], told_state(shot), shot.item.replay.script.world
    swapped = frame.copy()
    if world in BOARDS:
        # Two unlike cells trade places, and so they are read.
        at = axes(frame)
        one, other = next((a, b) for a, b in product(told, told) if told[a] != told[b])
        spots = [[round(v) for v in at.cell(name, 0.9)] for name in (one, other)]
        wanted = told | {one: told[other], other: told[one]}
    elif world in TABLES:
        spots = [[round(left) + 1, 0, round(right) - 1, 300] for left, right in strips(frame, len(told))[::3]]
        wanted = [told[3], *told[1:3], told[0]]
    else:
        # Two columns of characters trade places.
        spots, wanted = [[4, 60, 10, 330], [10, 60, 16, 330]], None
    (a, b, c, d), (e, f, g, h) = spots
    high, wide_ = min(d - b, h - f), min(c - a, g - e)
    swapped[b : b + high, a : a + wide_] = frame[f : f + high, e : e + wide_]
    swapped[f : f + high, e : e + wide_] = frame[b : b + high, a : a + wide_]
    assert says(shot, frame) == told != says(shot, swapped)
    assert wanted is None or says(shot, swapped) == wanted
    ground = np.median(frame.reshape(-1, 3), axis=0)
    assert says(shot, (ground + 0.12 * (frame - ground)).astype(np.float32)) != told, "contrast all but gone"


# --- the operations --------------------------------------------------------------------------------


def spot(axes_: Axes, name: str) -> NDArray[Any]:
    return np.array([axes_.columns[name[1]], axes_.rows[name[0]]])


def centroid(mask: NDArray[np.bool_]) -> NDArray[Any]:
    return np.argwhere(mask).mean(axis=0)[::-1]


def share(frame: Frame, at: Axes, colours: Sequence[str], part: float) -> dict[str, float]:
    """How much of the middle of each cell has one of the colours."""
    mask = np.any([near(frame, colour, 16) for colour in colours], axis=0)
    return {name: float(cut(mask, at.cell(name, part)).mean()) for name in at.cells}


def test_each_operation_is_seen_where_and_as_the_script_says(shot: Shot) -> None:
    replay = shot.item.replay
    at = axes(shot.covered) if replay.script.world in BOARDS else None
    for k, op in enumerate(replay.script.ops):
        before, frames = replay.states[k], shot.op(k)
        match replay.script.world:
            case "number":
                assert at is not None
                blank = before.cells.index(0)
                tile = tile_index(before.side, blank, op.direction)
                seen_slide(shot, at, frames, cell_name(tile, before.side), cell_name(blank, before.side))
            case "circle":
                assert at is not None
                ends = before.ring, step(before.side, before.ring, op.direction)
                seen_walk(shot, at, frames, *(cell_name(i, before.side) for i in ends))
            case "cup":
                assert at is not None
                seen_swap(shot, at, frames, {op.first, op.second})
            case "file":
                seen_typed(shot, frames, "~$ " + replay.sim.say(op))
            case world:
                seen_dealt(shot, frames, world, op)


def seen_slide(shot: Shot, at: Axes, frames: list[Frame], source: str, goal: str) -> None:
    first, middle, last = (share(f, at, [shot.style.panel], 0.8) for f in frames)
    assert max(first, key=lambda n: first[n]) == goal, "the tile has yet to go there"
    assert max(last, key=lambda n: last[n]) == source, "the tile has left"
    assert set(sorted(middle, key=lambda n: middle[n])[-2:]) == {source, goal}
    # The head of the arrow, its widest part, lies in the goal.
    head = {n: int(cut(near(frames[1], shot.style.accent), at.cell(n, 1.0)).sum()) for n in (source, goal)}
    assert head[goal] > head[source] > 0
    ends = np.stack([spot(at, source), spot(at, goal)])
    low, high = ends.min(axis=0) - at.pitch * 0.45, ends.max(axis=0) + at.pitch * 0.45
    for frame, way in zip(frames, (0.0, 0.5, 1.0), strict=True):
        part = cut(near(frame, shot.style.cover, 24), (*low, *high))
        here = centroid(part) + low
        assert np.abs(here - (ends[0] + (ends[1] - ends[0]) * way)).max() < 0.12 * at.pitch


def seen_walk(shot: Shot, at: Axes, frames: list[Frame], source: str, goal: str) -> None:
    names: list[tuple[str, ...]] = [(n,) for n in at.cells]
    names += [
        (a, b)
        for a, b in product(at.cells, at.cells)
        if a < b and abs(spot(at, a) - spot(at, b)).sum() < 1.2 * at.pitch
    ]
    for frame, told in zip(frames, ((source,), tuple(sorted((source, goal))), (goal,)), strict=True):
        accent, round_ = near(frame, shot.style.accent, 60), {}
        # Two pixels of slack, since the first and the last frame are a little under way.
        accent = np.max([np.roll(accent, (dy, dx), (0, 1)) for dy in range(-2, 3) for dx in range(-2, 3)], axis=0)
        for some in names:
            x, y = np.mean([spot(at, n) for n in some], axis=0)
            turns = np.linspace(0, 2 * np.pi, 90, endpoint=False)
            rows, columns = (y + 0.39 * at.pitch * np.sin(turns)), (x + 0.39 * at.pitch * np.cos(turns))
            round_[some] = float(accent[rows.round().astype(int), columns.round().astype(int)].mean())
        *_, second, best = sorted(round_, key=lambda some: round_[some])
        assert best == told and round_[best] > 0.8 > 1.1 * round_[second]


def seen_swap(shot: Shot, at: Axes, frames: list[Frame], names: set[str]) -> None:
    first, middle, last = (share(f, at, [shot.style.cover], 0.3) for f in frames)
    assert min(*first.values(), *last.values()) > 0.4, "every square has its cup"
    order = sorted(middle, key=lambda n: middle[n])
    assert set(order[:2]) == names, "the squares left behind"
    assert middle[order[1]] < 0.05 and middle[order[2]] > 0.12


def seen_typed(shot: Shot, frames: list[Frame], line: str) -> None:
    # Lines may be broken between words: blanks are left out.
    first, middle, last = ("".join("".join(read_screen(f, shot.style)).split()) for f in frames)
    line = "".join(line.split())
    assert last.startswith(line)
    assert 2 < len(first) < len(middle) and line.startswith(first) and line.startswith(middle.removesuffix("~$"))


def seen_dealt(shot: Shot, frames: list[Frame], world: str, op: Any) -> None:
    held = read_held(shot, frames[1], world, shot.item.replay.script.size)
    goes_in = type(op).__name__ == "Add"
    assert held.sign == ("+" if goes_in else "−")
    assert held.thing == (op.card if world == "card" else op.value)
    assert held.container == (op.pile if world == "card" else op.cup)
    # What goes in is all there at first and hidden in the end; what comes out, the other way round.
    area = [int(differs(shot, frame).sum()) for frame in frames]
    height = float(np.argwhere(differs(shot, frames[1]))[:, 0].mean()) / len(frames[1])
    below = world == "card" and not goes_in
    assert area[2] < 0.95 * area[1] if goes_in else area[0] < 0.95 * area[1]
    assert height > 0.6 if below else height < 0.5


# --- the file --------------------------------------------------------------------------------------


def test_the_file_is_what_players_expect(shot: Shot) -> None:
    data, video = shot.path.read_bytes(), shot.video
    kinds, at = [], 0
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        kinds.append(kind.decode())
        at += size
    assert kinds.index("moov") < kinds.index("mdat"), "the index stands in front"
    told = subprocess.run([encoder(), "-i", str(shot.path)], capture_output=True, text=True).stderr
    stream = next(line for line in told.splitlines() if "Video:" in line)
    assert re.search(r"Video: h264 .*yuv420p\(tv, (smpte170m|bt470bg)[,)/]", stream), stream
    assert f"{video.width}x{video.height}" in stream and f", {video.fps} fps," in stream
    assert video.width % 2 == 0 and video.height % 2 == 0
    line = [
        encoder(),
        "-loglevel",
        "error",
        "-i",
        str(shot.path),
        "-map",
        "0",
        "-c",
        "copy",
        "-f",
        "framecrc",
        "-",
    ]
    rows = subprocess.run(line, capture_output=True, text=True, check=True).stdout.splitlines()
    base = next(row for row in rows if row.startswith("#tb 0:")).split()[-1].split("/")
    packets = [row.split(",") for row in rows if row and not row.startswith("#")]
    assert len(packets) == video.frames >= 2 * video.fps
    beat = int(base[1]) / int(base[0]) / video.fps
    assert [int(p[2]) for p in packets] == [round(k * beat) for k in range(video.frames)], "one constant rate"
    assert sha256(data).hexdigest() == video.file


def test_the_colours_of_the_style_survive(shot: Shot) -> None:
    world, style = shot.item.replay.script.world, shot.style
    shown, covered = shot.reveal[1], shot.covered
    flat: list[tuple[Frame, str]] = []
    if world == "file":
        flat.append((shown[60:], catalog.view("file").theme(style).ground))
        flat.append((shown[4:26, 220:], catalog.view("file").theme(style).pill))
    else:
        flat.append((shown[-40:, :60], style.page))
        if world != "chip":
            flat.append((covered, style.panel))
    if world in ("number", "cup", "chip", "card"):
        flat.append((covered, style.cover))
    if world == "cup":
        flat.append((shown, style.gold))
    for frame, colour in flat:
        wanted = np.array(rgb(colour))
        pixels = frame.reshape(-1, 3)
        close = pixels[np.abs(pixels - wanted).max(axis=1) <= 12]
        assert len(close) >= 40, f"{colour} is not to be seen"
        assert np.abs(np.median(close, axis=0) - wanted).max() <= 3, colour
