"""Solids of the cup, card and chip worlds: what is seen of them, and when."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from reelproof.core import catalog
from reelproof.core.errors import BadParams
from reelproof.core.seeds import Seed
from reelproof.core.version import REVISION
from reelproof.generators.reason.knobs import check
from reelproof.renderers.blender import Blender
from reelproof.renderers.blender_home import there
from reelproof.renderers.film import painter
from reelproof.renderers.filmed import CANVAS, captioned
from reelproof.renderers.gl import Gl
from reelproof.renderers.matplotlib import Matplotlib
from reelproof.renderers.reel import Pace
from reelproof.renderers.render import backend, filmed
from reelproof.renderers.solids import has_solids, solid_worlds, solids
from reelproof.renderers.solids.base import FOOT, Moment, Solids, moments
from reelproof.renderers.stage import Part
from reelproof.renderers.style import STYLES
from reelproof.schemas.recipe import Recipe
from reelproof.schemas.script import Reveal, Script
from reelproof.simulators import card, chip, cup
from reelproof.simulators.base import cell_index
from reelproof.simulators.replay import Replay

QUICK = Pace(fps=5, seconds_per_op=0.8, width=160)
SMALL = (448, 336)
"""The smallest picture that common harnesses feed."""
SIZES = [(world, size) for world in solid_worlds() for size in catalog.simulator(world).sizes]
REVEALS: tuple[Reveal, ...] = ("start", "end")


RECIPE = Recipe(
    product="reason", revision=REVISION, seed=0, categories=("cup",), size=None, ops=(2, 2), reveal="both",
    paired=False, idle=0.0, undo=0.0, plan=None, hypothetical=(3, 5), level=None, edition=None, renderer="gl",
    style="auto", fps=10, seconds_per_op=0.8, width=None, quality="standard",
)  # fmt: skip


def clip(world: str, size: int, ops: int = 2, reveal: Reveal = "start", seed: int = 3) -> Replay:
    sim = catalog.simulator(world)
    rng = Seed(seed).at(world, size).rng()
    states, done = [sim.initial(size, rng)], []
    for _ in range(ops):
        done.append(sim.propose(states[-1], rng))
        states.append(sim.apply(states[-1], done[-1]))
    return Replay.of(sim, Script("s", world, sim.version, size, reveal, (seed,), states[0], tuple(done)))


def told(world: str, start: Any, size: int, ops: tuple[Any, ...], reveal: Reveal) -> Replay:
    sim = catalog.simulator(world)
    return Replay.of(sim, Script("s", world, sim.version, size, reveal, (0,), start, ops))


def made(replay: Replay, style: int = 0) -> Solids[Any, Any]:
    return solids(replay.script.world)(STYLES[style], replay.script.size)


def film(replay: Replay, style: int = 0) -> list[tuple[str, Moment]]:
    """Each frame's kind and what it shows."""
    reel, table = Gl().reel(replay, QUICK), made(replay, style)
    kinds = [s.kind for s in reel.segments for _ in range(s.count)]
    return list(zip(kinds, moments(table, replay, reel, table.camera(4 / 3)), strict=True))


def ids(parts: tuple[Part, ...], kind: str) -> set[str]:
    """Ids of the things of a kind."""
    return {part.id for part in parts if part.id.startswith(f"{kind}:")}


def words(parts: tuple[Part, ...], name: str) -> set[str]:
    """What is written on a thing."""
    return {part.letters.lines[0][1] for part in parts if part.id == name and part.letters is not None}


def things(world: str, state: Any) -> set[str]:
    """Ids of what is hidden in a state."""
    if world == "cup":
        return {f"coin:{i}" for i, held in enumerate(state.coins) if held}
    if world == "card":
        return {f"card:{name}" for pile in state.piles for name in pile}
    return {f"chip:{at + 1}:{k}" for at, held in enumerate(state.cups) for k in range(len(held))}


TWINS = {
    "cup": (
        cup.Cups(2, (1, 1, 0, 0)), cup.Cups(2, (0, 1, 0, 1)), 2, (cup.Swap("a1", "b2"), cup.Swap("a1", "a2")),
    ),
    "card": (
        card.Piles((("2 of clubs", "3 of clubs"), ())),
        card.Piles((("2 of clubs", "9 of hearts", "4 of spades"), ("king of clubs",))),
        2,
        (card.Add("ace of spades", 1), card.Remove("2 of clubs", 1), card.Add("5 of hearts", 2)),
    ),
    "chip": (
        chip.Cups(((5, 10), ())), chip.Cups(((5, 100, 100), (20,))), 2,
        (chip.Add(20, 2), chip.Remove(5, 1), chip.Add(50, 1)),
    ),
}  # fmt: skip
"""Two starts, the size, and operations that are possible and look the same from both."""


def test_three_worlds_have_solids() -> None:
    assert (
        {"cup", "card", "chip"}
        <= set(solid_worlds())
        == {w for w in catalog.worlds() if Gl().draws(catalog.view(w))}
    )
    assert not has_solids(object())


@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize("world", solid_worlds())
def test_the_clock_is_that_of_the_flat_pictures(world: str, reveal: Reveal) -> None:
    replay = clip(world, catalog.simulator(world).default_size, 3, reveal)
    assert Gl().reel(replay, QUICK) == Blender().reel(replay, QUICK) == Matplotlib().reel(replay, QUICK)


@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize("world", TWINS)
def test_covered_frames_tell_nothing_of_what_is_hidden(world: str, reveal: Reveal) -> None:
    one, other, size, ops = TWINS[world]
    table = made(told(world, one, size, ops, reveal))
    films = []
    for start in (one, other):
        replay = told(world, start, size, ops, reveal)
        reel = Gl().reel(replay, QUICK)
        shots = moments(table, replay, reel, table.camera(4 / 3))
        kinds = [s.kind for s in reel.segments for _ in range(s.count)]
        films.append([(k, shot) for k, shot in zip(kinds, shots, strict=True)])
    covered = [[shot for kind, shot in each if kind in ("rest", "motion")] for each in films]
    assert covered[0] == covered[1] and len(covered[0]) > 8
    assert all(shot.caption == 0 for shot in covered[0])
    shown = [[shot for kind, shot in each if kind == "shown"] for each in films]
    assert shown[0][0] != shown[1][0]


@pytest.mark.parametrize(("world", "size"), SIZES)
def test_nothing_hidden_has_parts_until_the_reveal(world: str, size: int) -> None:
    replay = clip(world, size)
    for kind, shot in film(replay):
        seen = {part.id for part in shot.stage.parts}
        if kind == "shown":
            assert things(world, replay.revealed) <= seen
        elif kind == "rest":
            assert (
                not ids(shot.stage.parts, "coin") | ids(shot.stage.parts, "card") | ids(shot.stage.parts, "chip")
            )


@pytest.mark.parametrize(("world", "size"), SIZES)
def test_all_that_is_revealed_can_be_seen_in_a_small_picture(world: str, size: int) -> None:
    replay = clip(world, size, seed=size)
    table = made(replay)
    stage = table.stage(table.still(replay.revealed, 1.0), table.camera(4 / 3))
    pixels, names = painter("gl").ids(stage, SMALL)  # type: ignore[attr-defined]
    counts = Counter(pixels.ravel().tolist())
    ends = {p.id for p in stage.parts if p.id.endswith(":open")}
    assert len(ends) == (2 * size if world == "card" else 0)
    for name in things(world, replay.revealed) | ends:
        assert counts[names.index(name) + 1] >= 120, name
    # Clear of the caption.
    low = round((1 + FOOT) / 2 * SMALL[1])
    below = {names[k - 1] for k in np.unique(pixels[low:]) if k}
    assert not below & things(world, replay.revealed)


@pytest.mark.parametrize(("world", "size"), SIZES)
def test_containers_and_squares_are_named(world: str, size: int) -> None:
    table = made(clip(world, size))
    ground, view = table.ground, table.camera(4 / 3)
    noun = {"card": "pile", "chip": "cup"}.get(world)
    if noun is None:
        wanted = {f"row:{i}": chr(97 + i) for i in range(size)} | {f"column:{i}": str(i + 1) for i in range(size)}
    else:
        wanted = {f"tag:{i + 1}": f"{noun} {i + 1}" for i in range(size)}
    places = {}
    for name, word in wanted.items():
        assert words(ground, name) == {word}
        places[name] = view.locate(next(part.place for part in ground if part.id == name and part.letters))
        assert abs(places[name][0]) < 1 and abs(places[name][1]) < 1
    if noun is None:
        assert sorted(range(size), key=lambda i: -places[f"row:{i}"][1]) == list(range(size))
        assert sorted(range(size), key=lambda i: places[f"column:{i}"][0]) == list(range(size))


def test_two_cups_trade_places_and_the_others_stand_still() -> None:
    table = solids("cup")(STYLES[0], 3)
    hidden = cup.Cups(3, (None,) * 9)
    still = {p.id: p.place for p in reversed(table.still(hidden, 0.0)) if p.id.startswith("cup:")}
    for op in (cup.Swap("a1", "c3"), cup.Swap("b1", "b2"), cup.Swap("a3", "c1")):
        pair = {f"cup:{cell_index(name, 3)}" for name in (op.first, op.second)}
        one, other = sorted(pair)
        for t, u in ((0.001, 0.0), (0.5, 0.5), (0.999, 1.0)):
            parts = table.motion(hidden, op, t)
            now = {p.id: p.place for p in reversed(parts) if p.id.startswith("cup:")}
            assert {name for name in now if name not in pair and now[name] != still[name]} == set()
            assert {p.id.split(":")[1] for p in parts if p.id.startswith("mark:")} == {n[4:] for n in pair}
            for name, start, end in ((one, one, other), (other, other, one)):
                if u in (0.0, 1.0):
                    goal = still[end if u else start]
                    assert now[name] == pytest.approx(goal, abs=2e-3), (op, t)
                else:
                    assert now[name][2] > still[name][2] + 0.2
            gap = sum((a - b) ** 2 for a, b in zip(now[one][:2], now[other][:2], strict=True)) ** 0.5
            assert gap > 0.6 * table.unit  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("world", "op", "name", "word"),
    [
        ("card", card.Add("10 of spades", 2), "card:10 of spades", "10♠"),
        ("card", card.Remove("queen of hearts", 1), "card:queen of hearts", "Q♥"),
        ("chip", chip.Add(100, 3), "chip:3:moving", "100"),
        ("chip", chip.Remove(5, 1), "chip:1:moving", "5"),
    ],
)
def test_what_goes_in_and_what_comes_out_is_seen_at_its_container(
    world: str, op: Any, name: str, word: str
) -> None:
    table = solids(world)(STYLES[0], 3)
    hidden = catalog.simulator(world).hide(catalog.simulator(world).initial(3, Seed(1).rng()))
    at = (op.pile if world == "card" else op.cup) - 1
    goes_in = type(op).__name__ == "Add"
    frames = {t: table.motion(hidden, op, t) for t in (0.01, 0.3, 0.5, 0.8, 0.99)}
    for parts in frames.values():
        assert {p.id for p in parts if p.id in ("sign", "sign:post")} == {"sign"} | (
            {"sign:post"} if goes_in else set()
        )
    held = [p for p in frames[0.5] if p.id == name]
    assert word in words(frames[0.5], name)
    middle = next(p.place[0] for p in held)
    columns = [table.column(i) for i in range(3)]  # type: ignore[attr-defined]
    assert min(range(3), key=lambda i: abs(columns[i] - middle)) == at
    # All of the time that it is held, it can be read; then it is gone, or it was not there before.
    assert frames[0.5][: len(held)] == frames[0.3 if goes_in else 0.8][: len(held)]
    assert not ids(frames[0.99 if goes_in else 0.01], "card") | ids(frames[0.99 if goes_in else 0.01], "chip")
    view = table.camera(4 / 3)
    u, v, _ = view.locate(held[0].place)
    assert abs(u) < 0.95 and abs(v) < 0.95


def test_an_open_pile_lies_with_its_top_card_at_the_box_and_over_the_others() -> None:
    pile = ("2 of clubs", "3 of clubs", "4 of hearts", "5 of spades")
    parts = solids("card")(STYLES[0], 1).still(card.Piles((pile,)), 1.0)
    places = [next(p.place for p in parts if p.id == f"card:{name}") for name in pile]
    assert [p[1] for p in places] == sorted(p[1] for p in places)
    assert [p[2] for p in places] == sorted(p[2] for p in places)
    assert words(parts, "top:1:open") == {"top"} and words(parts, "bottom:1:open") == {"bottom"}
    empty = solids("card")(STYLES[0], 1).still(card.Piles(((),)), 1.0)
    assert words(empty, "empty:1") == {"empty"}


def test_chips_at_the_reveal_say_their_values() -> None:
    state = chip.Cups(((5, 5, 10, 100), (), (20, 50)))
    parts = solids("chip")(STYLES[1], 3).still(state, 1.0)
    for at, held in enumerate(state.cups):
        assert [words(parts, f"chip:{at + 1}:{k}") for k in range(len(held or ()))] == [
            {str(v)} for v in held or ()
        ]
    assert words(parts, "empty:2") == {"empty"}


def test_a_whole_deck_can_be_shown_and_too_many_chips_are_refused() -> None:
    deck = card.Piles((card.DECK,))
    table = solids("card")(STYLES[0], 1)
    stage = table.stage(table.still(deck, 1.0), table.camera(4 / 3))
    pixels, names = painter("gl").ids(stage, SMALL)  # type: ignore[attr-defined]
    counts = Counter(pixels.ravel().tolist())
    assert all(counts[names.index(f"card:{name}") + 1] > 30 for name in card.DECK)
    replay = told("chip", chip.Cups(((5,) * 2000,)), 1, (chip.Add(5, 1),), "start")
    with pytest.raises(BadParams) as caught:
        Gl().frames(replay, STYLES[0], QUICK)
    assert "2000 chips" in caught.value.message


def test_a_world_without_solids_is_refused() -> None:
    for name in ("gl", "blender"):
        with pytest.raises(BadParams) as caught:
            backend(name).frames(clip("number", 3), STYLES[0], QUICK)
        assert "card, chip, cup" in caught.value.hint and caught.value.exit_code == 2


def test_the_recipe_of_a_world_without_solids_is_refused() -> None:
    with pytest.raises(BadParams) as caught:
        check(msgspec.structs.replace(RECIPE, categories=("cup", "circle")))
    assert "circle" in caught.value.message and "card, chip, cup" in caught.value.hint
    check(msgspec.structs.replace(RECIPE, categories=("cup", "card", "chip")))


@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize("world", solid_worlds())
def test_a_clip_of_gl_from_end_to_end(world: str, reveal: Reveal, tmp_path: Path) -> None:
    replay = clip(world, catalog.simulator(world).default_size, 1, reveal)
    drawer = backend("gl")
    video = filmed(drawer, replay, tmp_path / "a.mp4", style=STYLES[2], pace=QUICK)
    reel = drawer.reel(replay, QUICK)
    assert (video.renderer, video.width, video.height) == ("gl", 160, 120)
    assert (video.frames, video.reveal, video.ops) == (reel.frames, reel.reveal, reel.ops)
    assert filmed(drawer, replay, tmp_path / "b.mp4", style=STYLES[2], pace=QUICK).planes == video.planes
    width, height, planes = drawer.frames(replay, STYLES[2], QUICK)
    frames = list(planes)
    assert all(len(frame) == width * height * 3 // 2 for frame in frames)
    first, end = reel.reveal
    assert len({id(frame) for frame in frames[first:end]}) == 1
    covered = [s for s in reel.segments if s.kind == "rest"]
    assert len({frames[s.first] for s in covered}) == 1, "covered tables look alike"
    assert frames[covered[0].first] != frames[first]


@pytest.mark.parametrize("width", [128, 446, 640])
def test_sizes_are_even_and_as_asked(width: int) -> None:
    wide, high, _ = Gl().frames(clip("cup", 2), STYLES[0], Pace(width=width))
    assert wide == width and high % 2 == 0 and abs(high / wide - CANVAS[1] / CANVAS[0]) < 0.01


def test_the_caption_covers_the_foot_alone() -> None:
    grey = np.full((336, 448, 3), 128, np.uint8)
    full, half = (captioned(grey, "State at the end", STYLES[0], seen) for seen in (1.0, 0.5))
    rows = np.flatnonzero((full != grey).any(axis=(1, 2)))
    assert rows[0] > (1 + FOOT) / 2 * 336 and rows[-1] < 335
    away = [np.abs(each.astype(int) - 128).sum() for each in (full, half)]
    assert away[1] == pytest.approx(away[0] / 2, rel=0.05)


@pytest.mark.slow
@pytest.mark.skipif(not there(), reason="Blender is not set up")
@pytest.mark.parametrize("world", solid_worlds())
def test_a_clip_of_blender(world: str) -> None:
    replay = clip(world, catalog.simulator(world).default_size, 1)
    pace = Pace(fps=5, seconds_per_op=0.4, width=128)
    width, height, planes = backend("blender").frames(replay, STYLES[0], pace)
    frames = list(planes)
    reel = Matplotlib().reel(replay, pace)
    assert (width, height, len(frames)) == (128, 96, reel.frames)
    rest = next(s for s in reel.segments if s.kind == "rest")
    assert frames[rest.first] != frames[reel.reveal[0]]
    # The same picture as that of the other renderer, but for its light.
    other = list(backend("gl").frames(replay, STYLES[0], pace)[2])
    for at in (rest.first, reel.reveal[0]):
        ours, theirs = (np.frombuffer(f[at][: width * height], np.uint8).astype(float) for f in (frames, other))
        assert np.corrcoef(ours, theirs)[0, 1] > 0.8
