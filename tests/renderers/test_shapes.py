"""Shapes: every category has one, within its box, on its feet, in its colour, and its state is to be seen."""

from collections.abc import Iterable
from math import hypot, radians, sqrt, tan

import numpy as np
import pytest

from reelproof.core.errors import BadParams
from reelproof.renderers import cast
from reelproof.renderers.shapes import recipe, recipes
from reelproof.renderers.stage import (
    UPRIGHT,
    Ball,
    Box,
    Cone,
    Lamp,
    Part,
    Rgb,
    Stage,
    Tube,
    Wedge,
    moved,
    parts_of,
    turn_z,
)
from reelproof.schemas.scene import Entry, Pose, Size, Thing
from reelproof.schemas.vocabulary import CATEGORIES, RGB, Colour, with_use
from reelproof.simulators.scene import Body
from reelproof.simulators.space import SHELF_BOARDS, Vec, View, cavity, cosine, sine

ALL = tuple((name, variant) for name, kind in CATEGORIES.items() for variant in kind.variants or (None,))
MOVING = {"lever", "hatch", "fan"}
"""What leaves its box while it works: a lever that tips, a lid that opens, ribbons in the wind."""
VESSELS = with_use("vessel")
EFFECTORS = with_use("effector")


def make(
    category: str,
    variant: str | None = None,
    *,
    colour: Colour = "red",
    scale: float = 1.0,
    stretch: Vec = (1.0, 1.0, 1.0),
    entries: tuple[Entry, ...] = (),
) -> Thing:
    w, d, h = (side * scale * part for side, part in zip(CATEGORIES[category].size, stretch, strict=True))
    size = Size(w, d, h)
    return Thing(
        id="it",
        role="decor",
        category=category,
        variant=variant,
        label=f"{colour} {category}",
        size=size,
        colour=colour,
        pose=Pose(0.0, 0.0, 0.0),
        entries=entries,
    )


def body(
    *, on: float = 0.0, reach: Vec | None = None, head: float = 0.0, stride: float = 0.0, yaw: float = 0.0
) -> Body:
    return Body(0.0, 0.0, 0.0, yaw, None, None, on, reach, head, stride)


def spans(part: Part) -> tuple[Vec, Vec]:
    """Least and greatest x, y, z of a part, exact."""
    t = part.turn
    points: list[Vec] = []
    discs: list[tuple[Vec, float]] = []
    match part.primitive:
        case Box(w, d, h):
            points = [(x * w / 2, y * d / 2, z * h) for x in (-1, 1) for y in (-1, 1) for z in (0, 1)]
        case Wedge(w, d, h):
            points = [(x * w / 2, y * d / 2, 0.0) for x in (-1, 1) for y in (-1, 1)]
            points += [(x * w / 2, 0.0, h) for x in (-1, 1)]
        case Cone(bottom, top, h) | Tube(bottom, top, h):
            discs = [((0.0, 0.0, 0.0), bottom), ((0.0, 0.0, h), top)]
        case Ball(rx, ry, rz):
            half = [
                sqrt((t[3 * i] * rx) ** 2 + (t[3 * i + 1] * ry) ** 2 + (t[3 * i + 2] * rz) ** 2) for i in range(3)
            ]
            low, high = ([p + s * e for p, e in zip(part.place, half, strict=True)] for s in (-1, 1))
            return (low[0], low[1], low[2]), (high[0], high[1], high[2])
    ends: list[list[float]] = [
        [p + q for p, q in zip(part.place, moved(t, point), strict=True)] for point in points
    ]
    for point, radius in discs:
        middle = moved(t, point)
        for s in (-1, 1):
            ends.append([part.place[i] + middle[i] + s * radius * hypot(t[3 * i], t[3 * i + 1]) for i in range(3)])
    low, high = ([pick(end[i] for end in ends) for i in range(3)] for pick in (min, max))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def whole(parts: Iterable[Part]) -> tuple[Vec, Vec]:
    """Of all parts together."""
    found = [spans(part) for part in parts]
    low, high = ([pick(end[k][i] for end in found) for i in range(3)] for k, pick in ((0, min), (1, max)))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def seen(parts: Iterable[Part], size: Size, *, pitch: float, yaw: float = 20.0, grid: int = 48) -> list[Part]:
    """The part that each cell of a picture of a thing shows, background left out."""
    listed = list(parts)
    marked = tuple(part._replace(id=f"p{k}") for k, part in enumerate(listed))
    reach = sqrt(size.w**2 + size.d**2 + size.h**2) / 2
    away = reach * 1.1 / tan(radians(10))
    flat = cosine(pitch) * away
    view = View(flat * sine(yaw), -flat * cosine(yaw), size.h / 2 + sine(pitch) * away, yaw, -pitch, 20.0, 1.0)
    light = Lamp((0.0, 0.0, 1.0), (255, 255, 255), 0.5)
    cells, names = cast.ids(Stage(marked, view, light, (0, 0, 0), (0.0, 0.0, 0.0), reach), (grid, grid))
    assert names == tuple(part.id for part in marked)
    back = dict(enumerate(listed, 1))
    return [back[int(cell)] for cell in cells.ravel() if int(cell) in back]


def kin(rgb: Rgb, own: Rgb) -> bool:
    """Whether a colour is a shade of another: on the way from black over it to white."""
    best = 1e9
    for k in range(61):
        part = k / 40
        if part <= 1:
            mark = [c * part for c in own]
        else:
            mark = [c + (255 - c) * (part - 1) * 2 for c in own]
        best = min(best, max(abs(a - b) for a, b in zip(rgb, mark, strict=True)))
    return best <= 10


def test_every_category_has_a_shape_and_every_shape_a_category() -> None:
    assert set(recipes()) == set(CATEGORIES)
    with pytest.raises(BadParams):
        recipe("unicorn")


@pytest.mark.parametrize(("category", "variant"), [pair for pair in ALL if pair[0] != "hand"])
def test_parts_lie_within_the_box_of_the_thing(category: str, variant: str | None) -> None:
    thing = make(category, variant)
    for on in (0.0,) if category in MOVING else (0.0, 0.4, 1.0):
        (x1, y1, _), (x2, y2, z2) = whole(parts_of(thing, body(on=on)))
        size = thing.size
        assert max(-x1, x2) <= size.w * 0.53, "too wide"
        assert max(-y1, y2) <= size.d * 0.53, "too deep"
        assert z2 <= size.h * 1.03, "too high"


@pytest.mark.parametrize(("category", "variant"), [pair for pair in ALL if pair[0] != "hand"])
def test_undersides_touch_the_ground(category: str, variant: str | None) -> None:
    thing = make(category, variant)
    for on in (0.0, 1.0):
        low, _ = whole(parts_of(thing, body(on=on)))
        assert low[2] == pytest.approx(0.0, abs=0.02 * thing.size.h)


@pytest.mark.parametrize(("category", "variant"), ALL)
def test_things_fill_their_boxes(category: str, variant: str | None) -> None:
    """A thing is about as large as it is said to be: margins and overlaps are worked out with its box."""
    thing = make(category, variant)
    low, high = whole(parts_of(thing, body()))
    assert high[2] >= 0.9 * thing.size.h
    assert high[0] - low[0] >= 0.7 * thing.size.w
    assert high[1] - low[1] >= 0.6 * thing.size.d


@pytest.mark.parametrize(("category", "variant"), ALL)
def test_no_more_parts_than_the_renderer_is_promised(category: str, variant: str | None) -> None:
    most = 34 if category in ("person", "robot") else 40
    assert len(parts_of(make(category, variant), body(on=1.0))) <= most


@pytest.mark.parametrize(("category", "variant"), ALL)
def test_shapes_grow_with_their_size(category: str, variant: str | None) -> None:
    scale = 2.0
    small, large = make(category, variant), make(category, variant, scale=scale)
    low, high = whole(parts_of(small, body()))
    grown = whole(parts_of(large, body()))
    for i in range(3):
        slack = 0.05 * scale * (high[i] - low[i])
        assert grown[0][i] == pytest.approx(low[i] * scale, abs=slack)
        assert grown[1][i] == pytest.approx(high[i] * scale, abs=slack)


@pytest.mark.parametrize(("category", "variant"), ALL)
def test_parts_are_solid(category: str, variant: str | None) -> None:
    for part in parts_of(make(category, variant), body(on=1.0)):
        assert all(np.isfinite(part.place)) and max(part.primitive) < 1e3
        primitive = part.primitive
        if isinstance(primitive, Tube):
            assert primitive.floor < primitive.h and primitive.hollow < max(primitive.bottom, primitive.top)
            assert primitive.hollow <= min(primitive.bottom, primitive.top) + 1e-9
        else:
            assert min(primitive) >= 0 and sum(side > 0 for side in primitive) >= 2


# --- colour -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("category", "variant"), ALL)
def test_the_own_colour_dominates_the_picture(category: str, variant: str | None) -> None:
    thing = make(category, variant, colour="purple")
    cells = seen(parts_of(thing, body()), thing.size, pitch=25.0)
    shades = {rgb: kin(rgb, RGB["purple"]) for rgb in {part.rgb for part in cells}}
    own = sum(shades[part.rgb] for part in cells)
    assert own >= 0.4 * len(cells), f"{own / len(cells):.2f}"


@pytest.mark.parametrize(("category", "variant"), [pair for pair in ALL if "building" in CATEGORIES[pair[0]].uses])
def test_the_own_colour_dominates_buildings_from_above(category: str, variant: str | None) -> None:
    thing = make(category, variant, colour="purple")
    cells = seen(parts_of(thing, body()), thing.size, pitch=90.0, yaw=0.0)
    shades = {rgb: kin(rgb, RGB["purple"]) for rgb in {part.rgb for part in cells}}
    own = sum(shades[part.rgb] for part in cells)
    assert own >= (0.2 if category == "pool" else 0.4) * len(cells), f"{own / len(cells):.2f}"


# --- vessels and surfaces -----------------------------------------------------------------------


def _content(thing: Thing) -> Part:
    """A ball that lies in a vessel."""
    hole = cavity(thing)
    assert hole is not None
    r = min(hole.half_w, hole.half_d, hole.depth / 2) * 0.6
    return Part("in", Ball(r, r, r), (0.0, 0.0, hole.floor + r), UPRIGHT, (0, 255, 0))


@pytest.mark.parametrize("category", VESSELS)
def test_contents_are_hidden_at_the_side_and_shown_from_above(category: str) -> None:
    thing = make(category)
    parts = [*parts_of(thing, body()), _content(thing)]
    for yaw in range(0, 360, 40):
        assert not any(part.id == "in" for part in seen(parts, thing.size, pitch=5.0, yaw=float(yaw)))
    lone = len(seen(parts[-1:], thing.size, pitch=89.9))
    shown = sum(part.id == "in" for part in seen(parts, thing.size, pitch=89.9))
    assert shown >= 0.95 * lone > 0


@pytest.mark.parametrize("category", VESSELS)
def test_handles_keep_within_a_box_as_wide_as_deep(category: str) -> None:
    w, d, _ = CATEGORIES[category].size
    thing = make(category, stretch=(d / w, 1.0, 1.0))
    low, high = whole(parts_of(thing, body()))
    assert max(-low[0], high[0]) <= 0.53 * thing.size.w


@pytest.mark.parametrize("category", VESSELS)
def test_nothing_sticks_into_a_cavity(category: str) -> None:
    thing = make(category)
    hole = cavity(thing)
    assert hole is not None
    # What is seen from straight above within the cavity is its floor.
    parts = parts_of(thing, body())
    lid = Part(
        "lid", Box(*_wide(hole.half_w, hole.half_d, hole.round), 0.001), (0.0, 0.0, hole.floor), UPRIGHT, (0, 0, 0)
    )
    below = seen([*parts, lid], thing.size, pitch=90.0, yaw=0.0)
    lone = seen([lid], thing.size, pitch=90.0, yaw=0.0)
    assert sum(part.id == "lid" for part in below) >= 0.97 * len(lone)


def _wide(half_w: float, half_d: float, is_round: bool) -> tuple[float, float]:
    """A rectangle within a cavity, seen whole from not far above."""
    part = 0.7 if is_round else 0.9
    return 2 * half_w * part * 0.9, 2 * half_d * part * 0.9


@pytest.mark.parametrize("category", with_use("surface"))
def test_supports_are_flat_at_their_full_height(category: str) -> None:
    thing = make(category)
    size = thing.size
    parts = parts_of(thing, body())
    assert max(spans(part)[1][2] for part in parts) == pytest.approx(size.h, abs=1e-6)
    flat = [
        part for part in parts if part.turn == UPRIGHT and spans(part)[1][2] == pytest.approx(size.h, abs=1e-6)
    ]
    area = sum(part.primitive.w * part.primitive.d for part in flat if isinstance(part.primitive, Box))
    assert area >= 0.94 * size.w * size.d


def test_shelf_boards_are_where_things_stand() -> None:
    thing = make("shelf")
    tops = [spans(part)[1][2] for part in parts_of(thing, body()) if isinstance(part.primitive, Box)]
    for share in (*SHELF_BOARDS, 1.0):
        assert any(top == pytest.approx(share * thing.size.h, abs=1e-6) for top in tops)


@pytest.mark.parametrize("category", with_use("occluder"))
def test_occluders_hide_a_person(category: str) -> None:
    """Somebody who stands right behind is not seen from the front at eye level."""
    thing = make(category)
    behind = thing.size.d / 2 + 0.4
    person = [
        part._replace(id="man", place=(part.place[0], part.place[1] + behind, part.place[2]), rgb=(0, 255, 0))
        for part in parts_of(make("person"), body())
    ]
    both = seen([*parts_of(thing, body()), *person], thing.size, pitch=2.0, yaw=0.0, grid=120)
    assert not any(part.id == "man" for part in both)


# --- state --------------------------------------------------------------------------------------


@pytest.mark.parametrize("category", [*EFFECTORS, *with_use("trigger")])
def test_work_is_seen(category: str) -> None:
    """What an effector or a trigger shows changes in a good part of its picture."""
    thing = make(category)
    off, on = (_looks(thing, state) for state in (0.0, 1.0))
    changed = np.abs(off - on).max(axis=2) > 24
    assert changed.sum() >= 0.08 * (off.sum(axis=2) > 0).sum()


def _looks(thing: Thing, on: float) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    """Colours of the parts with their glow, cell by cell."""
    size = thing.size
    parts = parts_of(thing, body(on=on))
    marked = tuple(part._replace(id=f"p{k}") for k, part in enumerate(parts))
    reach = sqrt(size.w**2 + size.d**2 + size.h**2)
    view = View(0.0, -reach * 3, size.h / 2 + reach, 0.0, -18.4, 36.0, 1.0)
    light = Lamp((0.0, 0.0, 1.0), (255, 255, 255), 0.5)
    cells, _ = cast.ids(Stage(marked, view, light, (0, 0, 0), (0.0, 0.0, 0.0), reach), (72, 72))
    out = np.zeros((*cells.shape, 3))
    for k, part in enumerate(parts):
        out[cells == k + 1] = [min(255.0, c * (1 + part.glow) + 1) for c in part.rgb]
    return out


def test_a_flag_rises_and_a_button_sinks() -> None:
    flag = make("flag")
    height = [
        np.mean([p.place[2] for p in parts_of(flag, body(on=on)) if p.rgb == RGB["red"]]) for on in (0.0, 0.5, 1.0)
    ]
    assert height[0] < height[1] < height[2]
    button = make("button")
    tops = [whole(parts_of(button, body(on=on)))[1][2] for on in (0.0, 0.5, 1.0)]
    assert tops[0] > tops[1] > tops[2]


@pytest.mark.parametrize("category", ["person", "robot"])
@pytest.mark.parametrize("yaw", [0.0, 70.0, -140.0])
def test_a_hand_is_where_it_reaches(category: str, yaw: float) -> None:
    thing = make(category)
    ahead = moved(turn_z(yaw), (0.05, -0.45, 0.95))
    parts = parts_of(thing, body(reach=ahead, yaw=yaw))
    assert min(max(abs(a - b) for a, b in zip(part.place, ahead, strict=True)) for part in parts) < 1e-6


@pytest.mark.parametrize("category", ["person", "robot", "dog"])
def test_walkers_swing_their_legs(category: str) -> None:
    thing = make(category)

    def feet(stride: float) -> list[float]:
        parts = parts_of(thing, body(stride=stride))
        return [round(part.place[1], 6) for part in parts if part.place[2] < 0.12 * thing.size.h]

    assert max(feet(0.25)) - min(feet(0.25)) > max(feet(0.0)) - min(feet(0.0)) + 0.1 * thing.size.h
    # Left and right take turns.
    step = 0.45 if category == "dog" else 0.65
    assert feet(step / 2) != feet(step * 1.5)
    assert feet(0.0) == feet(step)


@pytest.mark.parametrize("category", ["person", "robot"])
def test_faces_look_to_the_front_and_turn_with_the_head(category: str) -> None:
    thing = make(category)
    plain, turned = (parts_of(thing, body(head=head)) for head in (0.0, 60.0))
    # The foremost part above the shoulders belongs to the face, and goes to the side with the head.
    above = [k for k, part in enumerate(plain) if part.place[2] > 0.8 * thing.size.h]
    face = min(above, key=lambda k: plain[k].place[1])
    assert plain[face].place[1] < 0
    assert turned[face].place[0] > 0.5 * -plain[face].place[1]


def test_finger_tips_hang_at_the_origin_and_the_arm_comes_from_behind() -> None:
    thing = make("hand")
    parts = parts_of(thing, body())
    tips = [part for part in parts if hypot(part.place[0], part.place[1]) < thing.size.w]
    assert tips
    low = min(spans(part)[0][2] for part in parts)
    assert low == pytest.approx(0.2 * thing.size.h, abs=0.1 * thing.size.h)
    assert whole(parts)[1][1] > thing.size.d


# --- signs and buildings ------------------------------------------------------------------------


def test_a_signboard_carries_its_lines_on_the_foremost_face() -> None:
    entries = (Entry("HARBOUR", "left"), Entry("OLD MARKET", "straight"))
    thing = make("signboard", entries=entries)
    parts = parts_of(thing, body())
    lettered = [part for part in parts if part.letters is not None]
    assert len(lettered) == 1 and lettered[0].letters is not None
    board = lettered[0]
    assert board.letters is not None
    assert board.letters.lines == (("left", "HARBOUR"), ("straight", "OLD MARKET"))
    assert isinstance(board.primitive, Box) and board.primitive.w == thing.size.w
    assert spans(board)[0][1] == min(spans(part)[0][1] for part in parts)
    assert sum(abs(a - b) for a, b in zip(board.letters.ink, board.rgb, strict=True)) > 250
    assert all(part.letters is None for part in parts_of(make("signboard"), body()))


@pytest.mark.parametrize("category", [name for name, kind in CATEGORIES.items() if len(kind.variants) > 1])
def test_variants_differ_from_straight_above(category: str) -> None:
    """By the shades seen, cell by cell, or by the outline."""
    looks = {}
    for variant in CATEGORIES[category].variants:
        thing = make(category, variant)
        cells = seen(parts_of(thing, body()), thing.size, pitch=90.0, yaw=0.0)
        kinds = tuple(sorted({(type(part.primitive).__name__, part.rgb) for part in cells}))
        looks[variant] = kinds
    assert len(set(looks.values())) == len(looks)
