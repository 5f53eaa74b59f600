import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from reelproof.core.errors import BadParams
from reelproof.core.seeds import Seed
from reelproof.renderers.matplotlib import Matplotlib, pictures
from reelproof.renderers.reel import Pace
from reelproof.renderers.render import backend, backend_names, backends, filmed
from reelproof.renderers.sheet import contact_sheet, moments, picture
from reelproof.renderers.style import STYLES, style
from reelproof.renderers.views._board import SIDE, Board
from reelproof.renderers.views._cups import HALF_HEIGHT, HALF_WIDTH
from reelproof.renderers.views.circle import CircleView
from reelproof.renderers.views.cup import CupView
from reelproof.renderers.views.number import NumberView
from reelproof.schemas.script import Script
from reelproof.simulators.base import cell_index
from reelproof.simulators.circle import Circle
from reelproof.simulators.cup import Cup, Swap
from reelproof.simulators.number import Number
from reelproof.simulators.replay import Replay

BOARDS = {"number": (Number, NumberView), "circle": (Circle, CircleView), "cup": (Cup, CupView)}


def clip(world, *, size=3, ops=2, reveal="start", seed=0):
    """A replay of random operations."""
    sim = BOARDS[world][0]()
    rng = Seed(seed).at("clip", world, size).rng()
    start = state = sim.initial(size, rng)
    chosen = []
    for _ in range(ops):
        chosen.append(sim.propose(state, rng))
        state = sim.apply(state, chosen[-1])
    return Replay.of(sim, Script(world, world, 1, size, reveal, (seed,), start, tuple(chosen)))


def board_view(world):
    """The look of one of the boards."""
    return BOARDS[world][1]()


QUICK = Pace(fps=10, seconds_per_op=0.8, width=240)
HERE = Path(__file__).resolve().parent


def planes(world, **knobs):
    frames = Matplotlib(board_view(world)).frames(clip(world, **knobs), STYLES[0], QUICK)[2]
    return [sha256(frame).hexdigest() for frame in frames]


@pytest.mark.parametrize("world", BOARDS)
@pytest.mark.parametrize("size", [2, 6])
@pytest.mark.parametrize("reveal", ["start", "end"])
def test_a_clip_has_the_frames_its_reel_promises(world, size, reveal):
    replay, back_end = clip(world, size=size, reveal=reveal), Matplotlib(board_view(world))
    width, height, frames = back_end.frames(replay, STYLES[0], QUICK)
    shown = list(frames)
    assert len(shown) == back_end.reel(replay, QUICK).frames
    assert {len(f) for f in shown} == {width * height * 3 // 2}


@pytest.mark.parametrize("world", BOARDS)
def test_covered_frames_tell_nothing_of_the_hidden_state(world):
    """Two starts with the same visible side and the same operations look alike while covered."""
    one = clip(world, ops=3)
    sim, script = one.sim, one.script
    hidden = sim.hide(script.start)
    seed = next(
        n
        for n in range(1, 9999)
        if (other := clip(world, ops=0, seed=n).script.start) != script.start and sim.hide(other) == hidden
    )
    start = clip(world, ops=0, seed=seed).script.start
    two = Replay.of(sim, msgspec.structs.replace(script, start=start))
    back_end = Matplotlib(board_view(world))
    first, second = (list(back_end.frames(r, STYLES[0], QUICK)[2]) for r in (one, two))
    covered = [
        frame
        for segment in back_end.reel(one, QUICK).segments
        if segment.kind in ("rest", "motion")
        for frame in range(segment.first, segment.first + segment.count)
    ]
    assert all(first[k] == second[k] for k in covered)
    a, b = back_end.reel(one, QUICK).reveal
    assert all(first[k] != second[k] for k in range(a, b))


@pytest.mark.parametrize("world", BOARDS)
@pytest.mark.parametrize("size", [2, 3, 6])
def test_motion_begins_and_ends_at_rest(world, size):
    replay, view = clip(world, size=size, ops=3), board_view(world)
    for before, after, op in zip(replay.states, replay.states[1:], replay.script.ops, strict=False):
        hidden, then = replay.sim.hide(before), replay.sim.hide(after)

        def spots(drawn):
            return sorted((p.sprite, p.x, p.y, p.alpha) for p in drawn if p.alpha > 0)

        assert spots(view.motion(hidden, op, 0.0)) == spots(view.still(hidden, 0.0))
        assert spots(view.motion(hidden, op, 1.0)) == spots(view.still(then, 0.0))


def test_cups_that_trade_places_never_touch_half_way():
    view, replay = board_view("cup"), clip("cup", size=4)
    hidden = replay.sim.hide(replay.script.start)
    for op in replay.sim.legal(hidden):
        assert isinstance(op, Swap)
        for k in range(1, 20):
            moving = [p for p in view.motion(hidden, op, k / 20) if p.id.startswith("cup")][-2:]
            gap = ((moving[0].x - moving[1].x) ** 2 + (moving[0].y - moving[1].y) ** 2) ** 0.5
            assert gap >= 0.6 * moving[0].sprite.width, (op, k)


def swaps(size):
    """Each swap of a board, with its pictures from start to end."""
    view, replay = board_view("cup"), clip("cup", size=size)
    hidden = replay.sim.hide(replay.script.start)
    legal = replay.sim.legal(hidden)
    for op in legal[:: 1 + len(legal) // 60]:
        yield op, [view.motion(hidden, op, k / 25) for k in range(26)]


@pytest.mark.parametrize("size", [2, 3, 6])
def test_both_squares_of_a_swap_are_marked_and_joined_from_middle_to_middle(size):
    board = Board(size)
    for op, drawn in swaps(size):
        ends = [board.centre(cell_index(name, size)) for name in (op.first, op.second)]
        for parts in drawn[1:-1]:
            marks = [p for p in parts if p.sprite.kind == "mark"]
            assert [(p.x, p.y) for p in marks] == ends and {p.alpha for p in marks} == {1}
            (arrow,) = [p for p in parts if p.id == "arrow"]
            half = [n * board.cell / 2 for n in arrow.sprite.args[:2]]
            assert ends == [
                pytest.approx((arrow.x - half[0], arrow.y - half[1])),
                pytest.approx((arrow.x + half[0], arrow.y + half[1])),
            ]


@pytest.mark.parametrize("size", [2, 3, 6])
def test_lifted_cups_are_drawn_above_all_that_stand_and_the_nearer_above_the_other(size):
    for op, drawn in swaps(size):
        movers = {f"cup:{cell_index(name, size)}" for name in (op.first, op.second)}
        for k, parts in enumerate(drawn):
            cups = [p for p in parts if p.id.startswith("cup:")]
            assert {p.id for p in cups[-2:]} == movers or k in (0, 25)
            rows = [p.y for p in cups[:-2]]
            assert rows == sorted(rows), "standing cups row by row"
            assert parts[-2:] == tuple(cups[-2:]), "nothing above those that move"
            assert cups[-2].y <= cups[-1].y
            if 6 < k < 19:
                assert {p.sprite.kind for p in cups[-2:]} == {"aloft"}, "with their shadows"
            elif k in (4, 21):
                assert {p.sprite.kind for p in cups[-2:]} == {"lifted"}
                shadows = [p for p in parts if p.sprite.kind == "shadow"]
                assert [(p.id[7:], p.x) for p in shadows] == [(p.id[4:], p.x) for p in cups[-2:]]
                assert all(p.y > cup.y for p, cup in zip(shadows, cups[-2:], strict=True))


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_no_cup_covers_a_letter_or_a_number_beside_the_board(size):
    board, view = Board(size), board_view("cup")
    stills = [view.still(clip("cup", size=size).script.start, k / 20) for k in range(21)]
    for parts in (*stills, *(parts for _, drawn in swaps(size) for parts in drawn)):
        for cup in parts:
            if cup.id.startswith("cup:"):
                assert cup.x - HALF_WIDTH * board.cell >= board.left - 15
                assert cup.y - HALF_HEIGHT * board.cell >= board.top - 13
                assert cup.y + HALF_HEIGHT * board.cell <= SIDE and cup.x + HALF_WIDTH * board.cell <= SIDE


@pytest.mark.parametrize("size", [2, 3, 6])
def test_a_ring_under_way_shows_where_it_comes_from_and_where_it_goes(size):
    view, replay, board = board_view("circle"), clip("circle", size=size), Board(size)
    hidden = replay.sim.hide(replay.script.start)
    for op in replay.sim.legal(hidden):
        for k in range(4, 22):
            found = {p.id: p for p in view.motion(hidden, op, k / 25)}
            assert (found["ghost"].x, found["ghost"].y) == board.centre(hidden.ring)
            assert found["arrow"].sprite.args[0] == op.direction and found["arrow"].alpha == 1


@pytest.mark.parametrize("world", BOARDS)
def test_larger_boards_are_shown_longer(world):
    holds = []
    for size in (2, 3, 4, 6):
        replay, back_end = clip(world, size=size), Matplotlib(board_view(world))
        first, after = back_end.reel(replay, Pace()).reveal
        holds.append(after - first)
    assert holds == sorted(set(holds)) and holds[0] >= 3 * Pace().fps


@pytest.mark.parametrize("one", STYLES, ids=lambda s: s.name)
def test_each_style_paints_its_own_page(one):
    back_end = Matplotlib(board_view("number"))
    width, height, frames = back_end.frames(clip("number"), one, QUICK)
    seen = picture(next(frames), width, height).getpixel((1, 1))
    wanted = tuple(int(one.page[i : i + 2], 16) for i in (1, 3, 5))
    assert max(abs(a - b) for a, b in zip(seen, wanted, strict=True)) <= 3


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
        {"PYTHONHASHSEED": "1", "LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Kathmandu"},
    ],
    ids=["plain", "elsewhere"],
)
def test_planes_are_the_same_in_another_process_under_another_roof(env, tmp_path):
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\nfont.size: 40\nfigure.facecolor: red\n")
    home = tmp_path / "home"
    home.mkdir()
    code = (
        "import sys, hashlib; sys.path[:0] = sys.argv[1:3]\n"
        "from test_matplotlib import planes\n"
        "print(hashlib.sha256(''.join(planes('cup') + planes('number')).encode()).hexdigest())"
    )
    src = str(HERE.parents[1] / "src")
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "LD_LIBRARY_PATH")}
    done = subprocess.run(
        [sys.executable, "-c", code, str(HERE), src],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**kept, **env, "HOME": str(home)},
    )
    assert done.returncode == 0, done.stderr
    here = sha256("".join(planes("cup") + planes("number")).encode()).hexdigest()
    assert done.stdout.strip() == here
    assert not list(home.iterdir()), "the user's folders were written to"


def test_a_video_says_what_is_in_it(tmp_path):
    replay, back_end = clip("number", ops=2), Matplotlib(board_view("number"))
    film = filmed(back_end, replay, tmp_path / "a.mp4", style=style("clear"), pace=QUICK)
    reel = back_end.reel(replay, QUICK)
    assert (film.frames, film.reveal, film.ops) == (reel.frames, reel.reveal, reel.ops)
    assert (film.renderer, film.style, film.width, film.height) == ("matplotlib", "clear", 240, 240)
    again = filmed(back_end, replay, tmp_path / "b.mp4", style=style("clear"), pace=QUICK)
    assert again == film


def test_importing_the_renderer_brings_in_nothing_heavy():
    code = (
        "import sys; import reelproof.renderers.render as r; r.backend_names(); r.backend('matplotlib')\n"
        "print(sorted({m.partition('.')[0] for m in sys.modules} & {'matplotlib', 'numpy', 'PIL'}))"
    )
    env = {**os.environ, "PYTHONPATH": str(HERE.parents[1] / "src")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.stdout.strip() == "[]", done.stderr


def test_the_picture_of_a_moment_is_the_same_bytes_each_time():
    replay, back_end = clip("circle"), Matplotlib(board_view("circle"))
    one, two = (contact_sheet(replay, back_end, style=STYLES[0], pace=QUICK) for _ in range(2))
    assert one == two and one.startswith(b"\x89PNG")
    assert len(moments(back_end.reel(replay, QUICK))) == 6


def test_the_caption_is_there_exactly_while_the_state_is():
    replay = clip("number")
    view = board_view("number")
    reel = Matplotlib(view).reel(replay, QUICK)
    captions = [
        any(p.id == "caption" for p in drawn)
        for drawn in pictures(view, replay, reel, view.canvas(replay.script.size))
    ]
    shown = [s.kind in ("shown", "cover", "uncover") for s in reel.segments for _ in range(s.count)]
    assert captions == shown


def test_back_ends_are_the_files_that_define_one():
    assert tuple(backends()) == backend_names() == tuple(sorted(backend_names()))
    assert "matplotlib" in backend_names()
    for name in backend_names():
        made = backend(name)
        assert made.name == name and isinstance(made.exact, bool)
    with pytest.raises(BadParams) as caught:
        backend("matplotlob")
    assert "matplotlib" in caught.value.hint
