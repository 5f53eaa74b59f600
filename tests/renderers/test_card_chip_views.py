"""The card and chip tables: nothing leaks, everything fits, all of it can be read."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from reelproof.core.errors import BadParams
from reelproof.core.seeds import Seed
from reelproof.renderers.picture import Picture, Placed, Sprite
from reelproof.renderers.style import STYLES, Style
from reelproof.renderers.views._cards import CARD
from reelproof.renderers.views.card import ROW, CardView
from reelproof.renderers.views.chip import ChipView
from reelproof.simulators import card, chip

WORLDS = ("card", "chip")
SIMS: dict[str, Any] = {"card": card.Card(), "chip": chip.Chip()}
VIEWS: dict[str, Any] = {"card": CardView(), "chip": ChipView()}
SIZES = (1, 2, 3, 4)
STEPS = [k / 40 for k in range(41)]
HIGH, FLOOR = 480, 436
CAPTION = 44


def held(world: str, size: int, lengths: tuple[int, ...], salt: int = 0) -> Any:
    """A state whose containers hold so many things."""
    rng = Seed(salt).at("test", world, size).rng()
    lengths = (lengths * size)[:size]
    if world == "chip":
        return chip.Cups(tuple(tuple(sorted(rng.choice(chip.VALUES) for _ in range(n))) for n in lengths))
    deck = list(rng.sample(card.DECK, sum(lengths)))
    return card.Piles(tuple(tuple(deck.pop() for _ in range(n)) for n in lengths))


def states(world: str, size: int) -> list[Any]:
    """States with few, many, different and no things in them."""
    shapes = ((0,), (1,), (5, 0, 8, 3), (12, 1, 0, 7), (12,))
    return [held(world, size, shape, k) for k, shape in enumerate(shapes)]


def moves(world: str, size: int) -> list[Any]:
    """An arrival and a departure at every container."""
    if world == "chip":
        return [
            kind(value, at + 1)
            for at, value in zip(range(size), (5, 100, 20, 50), strict=False)
            for kind in (chip.Add, chip.Remove)
        ]
    names = ("10 of clubs", "queen of diamonds", "ace of hearts", "jack of spades")
    return [
        kind(name, at + 1)
        for at, name in zip(range(size), names, strict=False)
        for kind in (card.Add, card.Remove)
    ]


def cases() -> list[tuple[str, int]]:
    return [(world, size) for world in WORLDS for size in SIZES]


def box(placed: Placed, rim: float = 0.0) -> tuple[float, float, float, float]:
    """Left, top, right and bottom."""
    wide, high = placed.sprite.width / 2 - rim, placed.sprite.height / 2 - rim
    return placed.x - wide, placed.y - high, placed.x + wide, placed.y + high


def meet(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] - 1e-6 and b[0] < a[2] - 1e-6 and a[1] < b[3] - 1e-6 and b[1] < a[3] - 1e-6


def within(placed: Placed, size: int, floor: float = HIGH) -> bool:
    left, top, right, bottom = box(placed)
    return left >= 0 and top >= 0 and right <= VIEWS["card"].canvas(size)[0] and bottom <= floor


def things(world: str, picture: Picture) -> list[Placed]:
    return [placed for placed in picture if placed.sprite.kind == world]


@cache
def drawn(world: str, sprite: Sprite, style: Style, margin: int = 0) -> NDArray[np.uint8]:
    """RGBA of a sprite, one pixel a canvas unit, with a margin around its box."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    wide, high = sprite.width + 2 * margin, sprite.height + 2 * margin
    figure = Figure(figsize=((wide + 0.01) / 72, (high + 0.01) / 72), dpi=72)
    canvas: Any = FigureCanvasAgg(figure)
    figure.patch.set_facecolor("none")
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set_axis_off()
    ax.set_xlim(-wide / 2, wide / 2)
    ax.set_ylim(high / 2, -high / 2)
    VIEWS[world].draw(ax, sprite, style)
    canvas.draw()
    return np.array(canvas.buffer_rgba(), dtype=np.uint8)


def sprites(world: str) -> list[Sprite]:
    """One sprite of every kind, and every face that can come up."""
    found: dict[Any, Sprite] = {}
    for size in SIZES:
        view, sim = VIEWS[world], SIMS[world]
        found[("backdrop", ())] = view.backdrop(size)
        for state in states(world, size):
            hidden = sim.hide(state)
            pictures = [view.still(state, lift) for lift in (0, 0.5, 1)]
            pictures += [view.motion(hidden, op, t) for op in moves(world, size) for t in (0.3, 0.5)]
            for placed in (p for picture in pictures for p in picture):
                key = (
                    placed.sprite.args if placed.sprite.kind in ("sign", "way", "end") else placed.sprite.args[2:]
                )
                found.setdefault((placed.sprite.kind, key), placed.sprite)
    return list(found.values())


# --- nothing leaks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("world", "size"), cases())
def test_covered_pictures_are_the_same_whatever_is_hidden(world: str, size: int) -> None:
    view, sim = VIEWS[world], SIMS[world]
    rested, moved = set(), set()
    for state in states(world, size):
        hidden = sim.hide(state)
        rested |= {view.still(hidden, 0.0), view.still(state, 0.0)}
        moved |= {tuple(view.motion(hidden, op, t) for op in moves(world, size) for t in STEPS)}
    assert len(rested) == 1
    assert len(moved) == 1


@pytest.mark.parametrize(("world", "size"), cases())
def test_what_went_in_is_wholly_behind_an_opaque_cover_when_it_vanishes(world: str, size: int) -> None:
    view, sim = VIEWS[world], SIMS[world]
    hidden = sim.hide(states(world, size)[0])
    for op in moves(world, size):
        adds = type(op).__name__ == "Add"
        seen = [things(world, view.motion(hidden, op, k / 400)) for k in range(401)]
        shown = [frame[0] for frame in seen if frame]
        last = shown[-1] if adds else shown[0]
        cover = next(
            p
            for p in view.still(hidden, 0.0)
            if p.sprite.kind in ("sleeve", "cup") and p.x == pytest.approx(last.x)
        )
        assert cover.alpha == 1
        picture = view.motion(hidden, op, 0.5)
        order = [p.id for p in picture]
        assert order.index(cover.id) > order.index(last.id), "the cover is in front"
        front, back = drawn(world, cover.sprite, STYLES[0]), drawn(world, last.sprite, STYLES[0])
        left = round(last.x - last.sprite.width / 2) - round(cover.x - cover.sprite.width / 2)
        top = round(last.y - last.sprite.height / 2) - round(cover.y - cover.sprite.height / 2)
        assert left >= 0 and top >= 0
        under = front[top : top + back.shape[0], left : left + back.shape[1], 3]
        assert under.shape == back.shape[:2]
        assert (under[back[..., 3] > 0] == 255).all()


# --- everything fits -------------------------------------------------------------------------------


def full_stills() -> Iterator[tuple[str, Any]]:
    for world, size in cases():
        for state in states(world, size):
            yield world, state


@pytest.mark.parametrize(("world", "size"), cases())
def test_everything_stays_on_the_table_at_all_times(world: str, size: int) -> None:
    view, sim = VIEWS[world], SIMS[world]
    hidden = sim.hide(states(world, size)[0])
    pictures = [view.still(state, t) for state in states(world, size) for t in STEPS]
    pictures += [view.motion(hidden, op, t) for op in moves(world, size) for t in STEPS]
    assert all(within(placed, size, FLOOR) for picture in pictures for placed in picture)


def test_few_containers_have_a_narrow_table() -> None:
    for view in VIEWS.values():
        assert [view.canvas(size) for size in SIZES] == [(480, 480), (480, 480), (640, 480), (640, 480)]


def test_reveals_leave_the_caption_its_room() -> None:
    for world, state in full_stills():
        size = len(state.piles if world == "card" else state.cups)
        assert all(within(placed, size, HIGH - CAPTION) for placed in VIEWS[world].still(state, 1.0))


@pytest.mark.parametrize(("world", "size"), cases())
def test_ids_are_unique_and_pictures_hold_no_invisible_parts(world: str, size: int) -> None:
    view, sim = VIEWS[world], SIMS[world]
    for state in states(world, size):
        pictures = [view.still(state, t) for t in STEPS]
        pictures += [view.motion(sim.hide(state), op, t) for op in moves(world, size) for t in STEPS]
        for picture in pictures:
            assert len({p.id for p in picture}) == len(picture)
            assert all(0 < p.alpha <= 1 for p in picture)


# --- all of it can be read -------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("length", range(1, 13))
def test_the_lower_index_of_every_open_card_is_in_sight(size: int, length: int) -> None:
    picture = VIEWS["card"].still(held("card", size, (length,)), 1.0)
    for k, placed in enumerate(picture):
        if placed.sprite.kind != "card":
            continue
        scale = int(str(placed.sprite.args[1])) / 100
        assert scale >= 0.8, "an index is at least 13 pixels high on a picture of 448"
        low = placed.y + CARD[1] / 2 * scale
        wide = CARD[0] / 2 * scale
        index = (placed.x - wide, low - ROW * scale, placed.x + wide, low)
        for other in picture[k + 1 :]:
            rim = 4.0 if other.sprite.kind == "card" else 0.0
            assert not meet(index, box(other, rim)), (placed, other)


@pytest.mark.parametrize("size", SIZES)
def test_open_piles_run_from_top_to_bottom_and_say_so(size: int) -> None:
    for state in states("card", size):
        picture = {p.id: p for p in VIEWS["card"].still(state, 1.0)}
        for at, pile in enumerate(state.piles, 1):
            assert picture[f"tag:{at}"].sprite.args == (f"pile {at}",)
            assert (f"empty:{at}" in picture) == (not pile)
            if not pile:
                continue
            heights = [picture[f"card:{name}"].y for name in reversed(pile)]
            assert heights == sorted(set(heights))
            assert picture[f"top:{at}"].y < heights[0] and picture[f"bottom:{at}"].y > heights[-1]
            order = [p for p in picture if p.startswith("card:")]
            assert [f"card:{name}" for name in pile] == [c for c in order if c[5:] in pile]


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_deck_still_fits_the_table(size: int) -> None:
    lengths = (52, 0, 0, 0)[:size]
    picture = VIEWS["card"].still(held("card", size, lengths), 1.0)
    assert len(things("card", picture)) == 52
    assert all(within(placed, size, HIGH - CAPTION) for placed in picture)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("length", [*range(13), 30, 65])
def test_open_chips_never_touch_and_stay_with_their_cup(size: int, length: int) -> None:
    state = held("chip", size, (length, 2, 0, 7))
    picture = VIEWS["chip"].still(state, 1.0)
    trays = {p.id.split(":")[1]: p for p in picture if p.sprite.kind == "tray"}
    chips = things("chip", picture)
    for k, placed in enumerate(chips):
        left, top, right, bottom = box(trays[placed.id.split(":")[1]])
        inner = box(placed)
        assert left <= inner[0] and top <= inner[1] and right >= inner[2] and bottom >= inner[3]
        assert not any(meet(box(placed), box(other)) for other in chips[k + 1 :])
        assert not any(meet(box(placed), box(p)) for p in picture if p.sprite.kind == "tag")
        if length <= 12:
            assert placed.sprite.width >= 60, "a number is at least 12 pixels high on a picture of 448"
    for at, cup in enumerate(state.cups, 1):
        here = [p for p in chips if p.id.startswith(f"chip:{at}:")]
        assert tuple(p.sprite.args[0] for p in here) == cup
        assert (f"empty:{at}" in {p.id for p in picture}) == (not cup)


def test_more_chips_than_can_be_read_are_refused() -> None:
    with pytest.raises(BadParams, match="too many to draw"):
        VIEWS["chip"].still(held("chip", 4, (900,)), 1.0)


def read(placed: Placed) -> tuple[float, float, float, float]:
    """What must be in sight of a card, all but its rim, or of a chip, its number."""
    return box(placed, 7 if placed.sprite.kind == "card" else 0.2 * placed.sprite.width)


@pytest.mark.parametrize(("world", "size"), cases())
def test_what_moves_is_held_still_and_in_full_view_for_long_enough(world: str, size: int) -> None:
    view, sim = VIEWS[world], SIMS[world]
    hidden = sim.hide(states(world, size)[0])
    for op in moves(world, size):
        holds: dict[float, int] = {}
        for k in range(201):
            picture = view.motion(hidden, op, k / 200)
            for at, placed in enumerate(picture):
                clear = placed.sprite.kind == world and placed.alpha == 1
                if clear and not any(meet(read(placed), box(p, 4)) for p in picture[at + 1 :]):
                    key = round(placed.y, 6)
                    holds[key] = holds.get(key, 0) + 1
        assert max(holds.values()) >= 0.45 * 201


@pytest.mark.parametrize(("world", "size"), cases())
def test_things_come_and_go_at_their_own_container_and_end(world: str, size: int) -> None:
    view, sim = VIEWS[world], SIMS[world]
    hidden = sim.hide(states(world, size)[0])
    for op in moves(world, size):
        number = op.pile if world == "card" else op.cup
        cover = next(p for p in view.still(hidden, 0.0) if p.id in (f"sleeve:{number}", f"cup:{number}"))
        frames = [things(world, view.motion(hidden, op, t)) for t in STEPS]
        path = [frame[0] for frame in frames if frame]
        assert {p.sprite.args[0] for p in path} == {op.card if world == "card" else op.value}
        assert {p.x for p in path} == {cover.x}
        heights = [p.y for p in path]
        signs = {p.sprite.args for t in STEPS for p in view.motion(hidden, op, t) if p.id == "sign"}
        if type(op).__name__ == "Add":
            assert heights == sorted(heights) and heights[0] < cover.y
            assert signs == {("+",)}
        elif world == "card":
            assert heights == sorted(heights) and min(heights) >= cover.y, "only ever below: the bottom"
            assert signs == {("−",)}
        else:
            assert heights == sorted(heights, reverse=True)
            assert signs == {("−",)}


@pytest.mark.parametrize(("world", "size"), cases())
def test_the_sign_and_the_arrow_stay_for_all_of_a_motion_beside_its_container(world: str, size: int) -> None:
    view, sim = VIEWS[world], SIMS[world]
    hidden = sim.hide(states(world, size)[0])
    for op in moves(world, size):
        column = {p.id: p for p in view.still(hidden, 0.0)}
        own = column[f"sleeve:{op.pile}" if world == "card" else f"cup:{op.cup}"]
        others = [p.x for p in column.values() if p.sprite.kind == own.sprite.kind and p.id != own.id]
        adds = type(op).__name__ == "Add"
        turn = "down" if adds or world == "card" else "up"
        for k in range(11, 90):
            found = {p.id: p for p in view.motion(hidden, op, k / 100)}
            assert found["sign"].sprite.args == ("+" if adds else "−",)
            assert found["way"].sprite.args == (found["sign"].sprite.args[0], turn)
            for mark in (found["sign"], found["way"]):
                assert mark.alpha == 1
                assert all(abs(mark.x - own.x) < abs(mark.x - other) for other in others)
            assert (found["sign"].x < own.x) == adds, "on the left what goes in, on the right what comes out"


@pytest.mark.parametrize("size", SIZES)
def test_what_goes_in_is_held_elsewhere_than_what_comes_out(size: int) -> None:
    for world, value in (("card", "ace of spades"), ("chip", 50)):
        view, sim = VIEWS[world], SIMS[world]
        hidden = sim.hide(states(world, size)[0])
        kinds = (card.Add, card.Remove) if world == "card" else (chip.Add, chip.Remove)
        into, out = (things(world, view.motion(hidden, kind(value, 1), 0.5))[0] for kind in kinds)
        assert out.y - into.y > 40


@pytest.mark.parametrize("style", STYLES, ids=lambda s: s.name)
def test_signs_differ_in_colour_and_shape(style: Style) -> None:
    plus, minus = (drawn("chip", Sprite("sign", (mark,), 36, 36), style).astype(int) for mark in "+−")
    assert not plus[3, 3, 3] and minus[3, 3, 3] == 255, "one is round, one is square"
    one, other = plus[6, 18, :3], minus[6, 18, :3]
    assert one[2] > one[0] + 100 and other[0] > other[2] + 100, "blue and red"


@pytest.mark.parametrize("size", SIZES)
def test_only_what_is_in_sight_is_drawn_on_the_cards_of_a_fan(size: int) -> None:
    seen = set()
    for state in states("card", size):
        for placed in things("card", VIEWS["card"].still(state, 1.0)):
            if placed.sprite.args[2:]:
                seen.add(placed.sprite)
                alpha = drawn("card", placed.sprite, STYLES[0])
                scale = int(str(placed.sprite.args[1])) / 100
                body = alpha[9 : round((CARD[1] - ROW) * scale), 9:-9, :3]
                assert (body == 255).all(), "blank down to the lower index"
    assert seen


@pytest.mark.parametrize(("world", "size"), cases())
def test_the_more_there_is_to_read_the_longer_a_reveal_holds(world: str, size: int) -> None:
    holds = [VIEWS[world].reading(held(world, size, (n,))) for n in range(9)]
    assert holds == sorted(set(holds)) and holds[0] == 300


@pytest.mark.parametrize(("world", "size"), cases())
def test_motions_begin_and_end_at_rest(world: str, size: int) -> None:
    view, sim = VIEWS[world], SIMS[world]
    hidden = sim.hide(states(world, size)[0])
    rest = view.still(hidden, 0.0)
    for op in moves(world, size):
        assert view.motion(hidden, op, 0.0) == rest
        assert view.motion(hidden, op, 1.0) == rest
        for t in STEPS:
            stay = tuple(p for p in view.motion(hidden, op, t) if p.sprite.kind not in (world, "sign", "way"))
            assert sorted(stay) == sorted(rest)


# --- drawing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES, ids=lambda s: s.name)
@pytest.mark.parametrize("world", WORLDS)
def test_every_sprite_draws_within_its_box(world: str, style: Style) -> None:
    kinds = set()
    for sprite in sprites(world):
        kinds.add(sprite.kind)
        margin = 6
        alpha = drawn(world, sprite, style, margin)[..., 3]
        inner = alpha[margin:-margin, margin:-margin]
        assert inner.any(), sprite
        assert int(inner.sum(dtype=np.int64)) == int(alpha.sum(dtype=np.int64)), sprite
    common = {"table", "tag", "sign", "way", "note"}
    own = {"card": {"card", "sleeve", "slot", "end"}, "chip": {"chip", "cup", "mouth", "tray"}}
    assert kinds == common | own[world]


@pytest.mark.parametrize("world", WORLDS)
def test_an_unknown_sprite_is_an_error(world: str) -> None:
    with pytest.raises(ValueError, match="no sprite"):
        drawn(world, Sprite("piano", (), 10, 10), STYLES[0])


def test_no_two_cards_look_alike() -> None:
    looks = {drawn("card", Sprite("card", (name, 100), 98, 134), STYLES[0]).tobytes() for name in card.DECK}
    assert len(looks) == 52


def test_chips_differ_in_number_and_edge_even_without_colour() -> None:
    size = 110
    rows, columns = np.mgrid[:size, :size]
    radius = np.hypot(rows - size / 2 + 0.5, columns - size / 2 + 0.5) / 52
    parts = {"edge": (radius > 0.74) & (radius < 0.93), "number": radius < 0.6}
    for part in parts.values():
        marks = []
        for value in chip.VALUES:
            rgba = drawn("chip", Sprite("chip", (value,), size, size), STYLES[0]).astype(float)
            grey = rgba[..., :3] @ [0.299, 0.587, 0.114]
            inside = grey[part]
            # Light or dark by itself, so that only the pattern counts.
            marks.append(np.abs(inside - np.median(inside)) > np.ptp(inside) / 2)
        for i, one in enumerate(marks):
            assert all((one != other).mean() > 0.08 for other in marks[i + 1 :])
