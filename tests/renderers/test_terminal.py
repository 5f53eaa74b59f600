"""Laws of the terminal back end: what is typed is run, what is run is true, what is shown can be read."""

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import pytest

from reelproof.core import catalog
from reelproof.core.errors import BackendFailed, BadParams
from reelproof.core.seeds import Seed
from reelproof.renderers import screen, shell, terminal
from reelproof.renderers.reel import Pace
from reelproof.renderers.style import STYLES
from reelproof.renderers.terminal import Terminal
from reelproof.renderers.theme import contrast
from reelproof.renderers.views.file import FileView
from reelproof.schemas.script import Reveal, Script
from reelproof.simulators.file import NAMES, Command, File, Move, Touch, Tree
from reelproof.simulators.replay import Replay

PACE = Pace()
REVEALS: tuple[Reveal, ...] = ("start", "end")
needs_bash = pytest.mark.skipif(not shell.usable(), reason="this machine has no bash or no pseudo-terminals")


def story(size: int, reveal: Reveal, *, ops: int = 3, start: Tree | None = None, seed: int = 1) -> Replay:
    sim = File()
    rng = Seed(seed).at("terminal", size).rng()
    first = state = sim.initial(size, rng) if start is None else start
    done: list[Command] = []
    for _ in range(ops):
        done.append(sim.propose(state, rng))
        state = sim.apply(state, done[-1])
    return Replay.of(sim, Script(f"t{size}", "file", 1, size, reveal, (seed,), first, tuple(done)))


def crowded(names: int) -> Tree:
    """Four directories with so many names each."""
    return Tree(tuple(tuple(sorted(Seed(2).at(i).rng().sample(NAMES, names))) for i in range(4)))


def film(replay: Replay, *, pure: bool = True, style: int = 0, pace: Pace = PACE) -> list[bytes]:
    return list(Terminal(FileView(), pure=pure).frames(replay, STYLES[style], pace)[2])


def digest(frames: list[bytes]) -> str:
    total, last, known = sha256(), b"", b""
    for frame in frames:
        if frame is not last:
            last, known = frame, sha256(frame).digest()
        total.update(known)
    return total.hexdigest()


class Reader:
    """Reads the characters of a frame back by comparing its cells with the font's."""

    def __init__(self, replay: Replay, style: int = 0, pace: Pace = PACE) -> None:
        self.grid = screen.Grid.of(*pace.size(screen.NATURAL), terminal._room(replay, FileView()))
        theme = FileView().theme(STYLES[style])
        inks = [(ink, theme.ground) for ink in (theme.ink, theme.prompt, theme.header, theme.note)]
        self.known: dict[bytes, str] = {}
        for code in range(32, 127):
            for ink, ground in [*inks, (theme.ground, theme.ink)]:
                for bold in (False, True):
                    tile = screen._tile((chr(code), ink, ground, bold), self.grid)
                    assert self.known.setdefault(tile[0].tobytes(), chr(code)) == chr(code)

    def text(self, frame: bytes) -> list[str]:
        """Lines without trailing blanks, empty lines at the end left out."""
        grid = self.grid
        luma = np.frombuffer(frame, np.uint8)[: grid.width * grid.height].reshape(grid.height, grid.width)
        lines = []
        for y in range(grid.rows):
            top = grid.top + y * grid.cell[1]
            cells = [
                luma[top : top + grid.cell[1], left : left + grid.cell[0]].tobytes()
                for left in range(grid.left, grid.left + grid.columns * grid.cell[0], grid.cell[0])
            ]
            lines.append("".join(self.known[cell] for cell in cells).rstrip())
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def flow(self, frame: bytes) -> str:
        """All that is on the screen without blanks: a long command goes on in the next line."""
        return "".join(self.text(frame)).replace(" ", "")


@needs_bash
@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize("size", File.sizes)
def test_bash_and_replay_draw_the_same_planes(size: int, reveal: Reveal) -> None:
    replay = story(size, reveal)
    assert digest(film(replay, pure=False)) == digest(film(replay, pure=True))


@needs_bash
@pytest.mark.parametrize("names", [0, 1, 6, 7, 20])
def test_bash_lists_any_number_of_names_as_the_replay_does(names: int) -> None:
    replay = story(4, "start", ops=1, start=Tree((*crowded(names).dirs[:3], ())))
    assert digest(film(replay, pure=False)) == digest(film(replay, pure=True))


@needs_bash
@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_state_that_is_not_true_stops_the_clip(at: int, reveal: Reveal) -> None:
    replay = story(2, reveal, ops=2)
    spare = next(n for n in NAMES if n not in replay.states[at].dirs[0])
    lie = Tree((tuple(sorted((*replay.states[at].dirs[0], spare))), replay.states[at].dirs[1]))
    states = (*replay.states[:at], lie, *replay.states[at + 1 :])
    if at == 0 and reveal == "end":
        # The folders are made from the script's own start: with another one, the first command disagrees.
        told = replace(replay, script=msgspec.structs.replace(replay.script, start=lie))
    else:
        told = replace(replay, states=states)
    with pytest.raises(BackendFailed):
        film(told, pure=False)


@needs_bash
@pytest.mark.parametrize(
    "line",
    [
        "touch dir1/a1.txt; touch dir1/b1.txt",
        "touch dir1/$(id).txt",
        "touch dir1/`id`.txt",
        "touch dir1/../a1.txt",
        "touch dir1/a1.txt\ntouch dir1/b1.txt",
        "touch dir1/a1.txt\n",
        "touch dir1/*",
        "touch /tmp/a1.txt",
        "touch dir1/a1.txt > dir1/b1.txt",
        "rm -rf dir1/a1.txt",
        "rm dir1",
        "mv dir1/a1.txt dir9/",
        "cp dir1/{a1.txt,~} dir2/",
        "sh",
        "",
    ],
)
def test_nothing_off_the_list_is_run(line: str) -> None:
    view, tree = FileView(), {"dir1": ("c1.txt",), "dir2": ()}
    with shell.Shell(tree, prompt=view.prompt, prelude="true", allowed=view.allowed) as bash:
        with pytest.raises(BackendFailed, match="not on the list"):
            bash.run(line)
        assert bash.tree() == tree
        assert bash.run("touch dir1/a1.txt") == ""
        assert bash.tree() == {"dir1": ("a1.txt", "c1.txt"), "dir2": ()}


@pytest.mark.parametrize("name", ["$(id).txt", "a1.txt;id", "../a1.txt", "a1.txt b1.txt", "-rf", "a1.TXT"])
def test_a_name_from_outside_this_world_is_not_typed(name: str) -> None:
    for op in (Touch(1, (name,)), Move(1, 2, ("a1.txt", name))):
        with pytest.raises(BadParams):
            FileView().command(op)


@pytest.mark.parametrize("size", File.sizes)
def test_every_command_of_the_rules_may_be_typed(size: int) -> None:
    for seed in range(20):
        for op in story(size, "start", ops=10, seed=seed).script.ops:
            assert FileView().command(op) == File().say(op)


@needs_bash
def test_a_hung_shell_is_an_error_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(shell, "_PATIENCE", 3)
    children = _children()
    with pytest.raises(BackendFailed, match="no prompt"):
        shell.Shell({"dir1": ("a1.txt",)}, prompt="> ", prelude="sleep 300", allowed=re.compile("x"))
    assert list(tmp_path.iterdir()) == []
    assert _children() == children


@needs_bash
@pytest.mark.parametrize("after", [0, 1, 120])
def test_a_clip_that_is_given_up_leaves_nothing(
    after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    children = _children()
    frames = Terminal(FileView()).frames(story(2, "start"), STYLES[0], PACE)[2]
    for _ in range(after):
        next(frames)
    assert len(list(tmp_path.iterdir())) == (1 if after else 0)
    frames.close()  # type: ignore[attr-defined]
    assert list(tmp_path.iterdir()) == []
    assert _children() == children


@cache
def _proc() -> Path:
    here = Path("/proc")
    if not (here / "self" / "stat").exists():
        pytest.skip("processes are counted by way of /proc")
    return here


def _children() -> list[str]:
    """Process ids of this process's children, zombies included."""
    out = []
    for path in _proc().glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            out.append(path.parent.name)
    return sorted(out)


PLACES = [
    {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "0"},
    {"TZ": "Asia/Kathmandu", "LC_ALL": "de_DE.UTF-8", "PYTHONHASHSEED": "1"},
    {"PYTHONHASHSEED": "random", "HISTFILE": "/dev/null", "PS1": "# ", "BASH_ENV": "/dev/null", "COLUMNS": "9"},
]


def test_the_planes_are_the_same_in_any_place() -> None:
    code = (
        "import runpy, sys; m = runpy.run_path(sys.argv[1]);"
        "print(m['digest'](m['film'](m['story'](2, 'end'), pure=False)))"
    )
    here = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "PYTHONPATH", "LD_LIBRARY_PATH")}
    told = {
        subprocess.run(
            [sys.executable, "-c", code, __file__], env=here | place, capture_output=True, text=True, check=True
        ).stdout
        for place in PLACES
    }
    assert told == {digest(film(story(2, "end"))) + "\n"}


@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize("seconds", [0.4, 1.0, 2.5, 7.0])
@pytest.mark.parametrize("fps", [5, 25, 60])
def test_segments_follow_one_another_and_operations_keep_the_beat(
    fps: int, seconds: float, reveal: Reveal
) -> None:
    replay, pace = story(1, reveal, ops=6), Pace(fps=fps, seconds_per_op=seconds)
    drawer = Terminal(FileView(), pure=True)
    reel = drawer.reel(replay, pace)
    at = 0
    for segment in reel.segments:
        assert segment.first == at and segment.count >= 1
        at += segment.count
    assert reel.frames == at == sum(1 for _ in drawer.frames(replay, STYLES[0], pace)[2])
    assert at >= 2 * fps
    starts = [first for first, _ in reel.ops]
    assert {b - a for a, b in pairwise(starts)} == {pace.frames(round(seconds * 100))}
    assert len(starts) == 6
    spans = sorted([*reel.ops, reel.reveal])
    assert all(a[1] <= b[0] for a, b in pairwise(spans))


@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize("size", File.sizes)
def test_each_command_is_read_whole_for_over_a_second_and_only_in_its_span(size: int, reveal: Reveal) -> None:
    replay = story(size, reveal, ops=5)
    reader, frames = Reader(replay), film(replay)
    reel = Terminal(FileView(), pure=True).reel(replay, PACE)
    texts = {key: reader.flow(frame) for key, frame in {id(frame): frame for frame in frames}.items()}
    for (first, end), op in zip(reel.ops, replay.script.ops, strict=True):
        line = ("~$ " + FileView().command(op)).replace(" ", "")
        assert re.match(r"~\$[a-z]", texts[id(frames[first])])  # a key is struck in the first frame
        assert all(texts[id(frame)].startswith(line) for frame in frames[end - PACE.fps * 6 // 5 : end])
        for frame in frames[first:end]:
            shown = texts[id(frame)].removesuffix("~$").rstrip()
            assert line.startswith(shown)


STARTS = [Tree((("a1.txt", "b2.json"),)), Tree(((),)), crowded(16), crowded(0), Tree(((), ("z9.csv",)))]


@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize(
    ("start", "style"),
    [*((start, 0) for start in STARTS), *((STARTS[-1], style) for style in range(1, len(STYLES)))],
)
def test_the_reveal_reads_as_the_state(start: Tree, style: int, reveal: Reveal) -> None:
    op = Touch(len(start.dirs), ("q7.json",))
    replay = Replay.of(File(), Script("t", "file", 1, len(start.dirs), reveal, (0,), start, (op,)))
    reader, frames = Reader(replay, style), film(replay, style=style)
    first, end = Terminal(FileView(), pure=True).reel(replay, PACE).reveal
    said = {tuple(reader.text(frame)) for frame in {id(f): f for f in frames[first:end]}.values()}
    assert len(said) == 1
    (lines,) = said
    listed: dict[str, list[str]] = {}
    for line in lines[next(i for i, line in enumerate(lines) if "~$ ls" in line) + 1 :]:
        if line.endswith(":"):
            listed[line[:-1]] = []
        elif line != "~$":
            listed[list(listed)[-1]] += line.split()
    assert listed == {
        f"dir{i}": unordered
        for i, unordered in enumerate(
            (_columns(names, reader.grid.columns) or ["(empty)"] for names in replay.revealed.dirs), 1
        )
    }


def _columns(names: tuple[str, ...], columns: int) -> list[str]:
    """Names in reading order of a listing that runs down its columns."""
    rows = -(-len(names) // ((columns + 2) // 9))
    return [name for row in range(rows) for name in names[row::rows]]


def test_four_directories_of_twenty_names_fit() -> None:
    for reveal in REVEALS:
        replay = Replay.of(
            File(), Script("t", "file", 1, 4, reveal, (0,), crowded(20), (Touch(1, _new(crowded(20), 6)),))
        )
        _, end = Terminal(FileView(), pure=True).reel(replay, PACE).reveal
        text = Reader(replay).flow(film(replay)[end - 1])
        for names in replay.revealed.dirs:
            assert all(name in text for name in names)


def _new(tree: Tree, count: int) -> tuple[str, ...]:
    return tuple(n for n in NAMES if n not in (tree.dirs[0] or ()) and len(n) == 7)[:count]


@pytest.mark.parametrize("size", File.sizes)
def test_no_line_end_cuts_a_name_of_a_generated_script(size: int) -> None:
    for seed in range(8):
        replay = story(size, "start", ops=10, seed=seed)
        columns = Reader(replay).grid.columns
        for op in replay.script.ops:
            line = FileView().command(op)
            breaks = (0, *terminal._breaks(FileView(), line, columns), len(line))
            rows = [line[a:b] for a, b in pairwise(breaks)]
            assert len("~$ " + rows[0]) < columns and all(len(row) < columns for row in rows), (
                "room for the cursor"
            )
            assert all(row[-1] in " ," for row in rows[:-1])


@pytest.mark.parametrize("reveal", REVEALS)
def test_the_screen_is_bare_between_commands_and_before_the_last_listing(reveal: Reveal) -> None:
    replay = story(2, reveal, ops=4)
    reader, frames = Reader(replay), film(replay)
    rests = [s for s in Terminal(FileView(), pure=True).reel(replay, PACE).segments if s.kind == "rest"]
    assert len(rests) == 6
    assert all(reader.text(frames[k]) == ["~$"] for s in rests for k in (s.first, s.first + s.count - 1))


@pytest.mark.parametrize("width", [376, 640, 1280])
@pytest.mark.parametrize("layout", screen.LAYOUTS)
def test_the_caption_leaves_the_title_alone(layout: tuple[int, int], width: int) -> None:
    view = FileView()
    theme = view.theme(STYLES[0])
    if layout[0] * screen._LEAST > width - 4:
        pytest.skip("too narrow for this layout")
    grid = screen.Grid.of(width, width * 3 // 4, layout)
    bare, told, alone = (
        screen._bar(grid, theme, title, caption).astype(int)
        for title, caption in ((view.title, ""), (view.title, view.caption("start")), ("", view.caption("start")))
    )
    title_end, pill_start = (np.flatnonzero((one != told).any(axis=(0, 1)))[[0, -1]] for one in (alone, bare))
    assert title_end[1] + 2 < pill_start[0]


def test_every_world_has_the_same_words_at_its_reveal() -> None:
    for reveal in REVEALS:
        assert {catalog.view(name).caption(reveal) for name in catalog.worlds()} == {f"State at the {reveal}"}


def test_a_listing_taller_than_the_screen_is_refused_at_the_call() -> None:
    replay = story(4, "start", ops=1, start=crowded(60))
    with pytest.raises(BadParams, match="lines"):
        Terminal(FileView(), pure=True).frames(replay, STYLES[0], PACE)


@pytest.mark.parametrize("width", [376, 448, 640, 854, 1280])
def test_any_width_that_can_be_read_is_drawn(width: int) -> None:
    replay, pace = story(4, "end", ops=1, start=crowded(18)), Pace(width=width)
    wide, high, frames = Terminal(FileView(), pure=True).frames(replay, STYLES[0], pace)
    sizes = {len(frame) for frame in frames}
    assert wide == width and high % 2 == 0 and sizes == {wide * high * 3 // 2}


def test_a_width_that_cannot_be_read_is_refused_with_one_that_can() -> None:
    replay = story(4, "end", ops=1, start=crowded(20))
    with pytest.raises(BadParams, match="too narrow") as refusal:
        Terminal(FileView(), pure=True).frames(replay, STYLES[0], Pace(width=320))
    better = int(refusal.value.hint.split()[-1])
    assert film(replay, pace=Pace(width=better))


@pytest.mark.parametrize("style", STYLES, ids=lambda s: s.name)
def test_words_stand_out_from_their_ground(style: object) -> None:
    theme = FileView().theme(style)  # type: ignore[arg-type]
    for ink in (theme.ink, theme.prompt, theme.header, theme.note):
        assert contrast(ink, theme.ground) >= 450
    assert contrast(theme.bar_ink, theme.bar) >= 450
    assert contrast(theme.pill_ink, theme.pill) >= 450


def test_the_catalog_gives_the_look_and_a_world_without_one_is_refused() -> None:
    replay = story(1, "start", ops=1)
    assert isinstance(Terminal().console(replay), FileView)
    other = replace(replay, script=Script("c", "card", 1, 1, "start", (0,), None, ()))
    with pytest.raises(BadParams, match="no look for a terminal"):
        Terminal().frames(other, STYLES[0], PACE)


def test_equal_frames_are_one_object() -> None:
    frames = film(story(1, "start"))
    assert all(a is b or a != b for a, b in pairwise(frames))
    assert any(a is b for a, b in pairwise(frames))
