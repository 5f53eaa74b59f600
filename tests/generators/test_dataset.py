"""Datasets on disk: the same bytes however they are made, and whole or resumable wherever a run ends."""

import fcntl
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from reelproof.core.catalog import worlds
from reelproof.core.digests import canonical
from reelproof.core.errors import BackendFailed, BadOutput, BadParams
from reelproof.generators.dataset import read_manifest, write
from reelproof.schemas.recipe import Recipe

Make = Callable[..., Recipe]
Read = Callable[[Path], dict[str, bytes]]
Gen = Callable[..., tuple[int, str, str]]
Start = Callable[..., "subprocess.Popen[str]"]


def family(pid: int) -> set[int]:
    """A process and all that it has started."""
    found = {pid}
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found |= family(int(child))
    except OSError:
        pass
    return found


def running(pids: set[int]) -> set[int]:
    found = set()
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        found |= {pid} if state not in "ZX" else set()
    return found


def wait_for(happens: Callable[[], object], child: "subprocess.Popen[str]") -> None:
    """Wait until something happens while the child runs."""
    end = time.monotonic() + 60
    while not happens():
        assert child.poll() is None, f"it ended first: {child.communicate()}"
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.002)


def none_left(pids: set[int]) -> None:
    end = time.monotonic() + 10
    while running(pids) and time.monotonic() < end:
        time.sleep(0.05)
    assert not running(pids)


def bury(child: "subprocess.Popen[str]") -> None:
    child.communicate()


# --- the same bytes -----------------------------------------------------------------------------------


def test_a_dataset_has_the_files_that_its_manifest_lists(tmp_path: Path, small: Make, tree: Read) -> None:
    manifest = write(small("cup"), tmp_path / "out", count=2)
    ids = [entry.id for entry in manifest.entries]
    assert len(ids) == manifest.videos == 2 and manifest.questions == 12
    names = {"manifest.json", "items.jsonl"}
    for name in ids:
        names |= {f"scripts/{name}.json", f"transcripts/{name}.txt", f"videos/{name}.mp4"}
    assert set(tree(tmp_path / "out")) == names
    assert not any(p.name in (".work",) for p in (tmp_path / "out").iterdir())


def test_slices_in_any_order_add_up_to_the_whole(tmp_path: Path, recipe: Make, tree: Read) -> None:
    knobs = recipe(*worlds(), reveal="both", ops=(3, 9))
    write(knobs, tmp_path / "whole", count=8)
    for begin, count in ((4, 4), (0, 2), (2, 2)):
        write(knobs, tmp_path / "parts", start=begin, count=count)
    assert tree(tmp_path / "parts") == tree(tmp_path / "whole")
    # Doing what is done already changes nothing, overlaps included.
    write(knobs, tmp_path / "parts", start=3, count=3)
    assert tree(tmp_path / "parts") == tree(tmp_path / "whole")


def test_an_item_alone_is_the_item_among_others(tmp_path: Path, recipe: Make, tree: Read) -> None:
    write(recipe("chip", "number"), tmp_path / "many", count=7)
    write(recipe("chip", "number"), tmp_path / "one", start=5, count=1)
    many, one = tree(tmp_path / "many"), tree(tmp_path / "one")
    for name, data in one.items():
        if name.startswith(("scripts/", "transcripts/")):
            assert many[name] == data
    assert set(one["items.jsonl"].splitlines()) < set(many["items.jsonl"].splitlines())


def test_the_number_of_workers_does_not_show(tmp_path: Path, recipe: Make, tree: Read) -> None:
    knobs = recipe(*worlds(), ops=(2, 12))
    write(knobs, tmp_path / "one", count=6, workers=1)
    write(knobs, tmp_path / "four", count=6, workers=4)
    assert tree(tmp_path / "one") == tree(tmp_path / "four")


ENVIRONMENTS: dict[str, dict[str, str]] = {
    "plain": {},
    "hash seed 0": {"PYTHONHASHSEED": "0"},
    "hash seed 1": {"PYTHONHASHSEED": "1"},
    "random hash seed": {"PYTHONHASHSEED": "random"},
    "C locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "German locale, if it is there": {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"},
    "other zone": {"TZ": "Pacific/Kiritimati"},
    "yet another zone": {"TZ": "America/St_Johns", "SOURCE_DATE_EPOCH": "1"},
}


def test_hash_seed_locale_and_time_zone_do_not_show(tmp_path: Path, gen: Gen, tree: Read) -> None:
    trees = []
    for number, env in enumerate(ENVIRONMENTS.values()):
        out = tmp_path / str(number)
        code, _, err = gen(
            "reason", "-c", "all", "--renderer", "none", "--reveal", "both", "--workers", 1, "--out", out, env=env
        )
        assert code == 0, err
        trees.append(tree(out))
    assert all(other == trees[0] for other in trees[1:])


def test_hash_seed_locale_and_time_zone_do_not_show_in_videos(
    tmp_path: Path, gen: Gen, tree: Read, quick: list[str], small: Make
) -> None:
    env = {**ENVIRONMENTS["hash seed 1"], **ENVIRONMENTS["C locale"], **ENVIRONMENTS["other zone"]}
    code, _, err = gen("reason", "-c", "cup", *quick, "--workers", 1, "--out", tmp_path / "other", env=env)
    assert code == 0, err
    write(small("cup"), tmp_path / "plain")
    assert tree(tmp_path / "other") == tree(tmp_path / "plain")


# --- killed runs --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory, small: Make, tree: Read) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("whole") / "out"
    write(small("cup", ops=(6, 6)), out, count=3)
    return tree(out)


KILLABLE = [
    "reason",
    "-c",
    "cup",
    *["--ops", "6", "--seconds-per-op", "0.4", "--width", "160", "--fps", "10", "--count", "3"],
]


@contextmanager
def half_done(start: Start, out: Path, happens: Callable[[], object], workers: int = 1) -> Iterator[None]:
    """Start a run and kill it outright at a moment; no process may be left."""
    child = start(*KILLABLE, "--workers", workers, "--out", out)
    wait_for(happens, child)
    kin = family(child.pid)
    os.kill(child.pid, signal.SIGKILL)
    bury(child)
    none_left(kin)
    assert not (out / "manifest.json").exists()
    yield


def finished(gen: Gen, tree: Read, out: Path, whole: dict[str, bytes], workers: int = 1) -> None:
    code, _, err = gen(*KILLABLE, "--workers", workers, "--out", out)
    assert code == 0, err
    assert tree(out) == whole


@pytest.mark.slow
def test_a_run_killed_inside_an_encode_goes_on_to_the_same_bytes(
    tmp_path: Path, start: Start, gen: Gen, tree: Read, uninterrupted: dict[str, bytes]
) -> None:
    out = tmp_path / "out"
    with half_done(start, out, lambda: list(out.glob("videos/*.mp4.part"))):
        finished(gen, tree, out, uninterrupted)


@pytest.mark.slow
def test_a_run_killed_between_items_keeps_what_is_finished(
    tmp_path: Path, start: Start, gen: Gen, tree: Read, uninterrupted: dict[str, bytes]
) -> None:
    out = tmp_path / "out"
    with half_done(start, out, lambda: list(out.glob(".work/cup-*.json"))):
        done = {p.name: p.stat().st_mtime_ns for p in out.glob("videos/*.mp4")}
        assert done
        finished(gen, tree, out, uninterrupted)
        noted = {name: (out / "videos" / name).stat().st_mtime_ns for name in done}
        assert noted == done, "a finished video was drawn again"


@pytest.mark.slow
def test_a_run_with_workers_that_is_killed_leaves_no_process_and_goes_on(
    tmp_path: Path, start: Start, gen: Gen, tree: Read, uninterrupted: dict[str, bytes]
) -> None:
    out = tmp_path / "out"
    with half_done(start, out, lambda: list(out.glob("videos/*.mp4.part")), workers=2):
        finished(gen, tree, out, uninterrupted, workers=2)


@pytest.mark.slow
def test_a_run_that_is_ended_leaves_nothing_behind_and_goes_on(
    tmp_path: Path, start: Start, gen: Gen, tree: Read, uninterrupted: dict[str, bytes]
) -> None:
    for workers in (1, 2):
        out, spare = tmp_path / f"out{workers}", tmp_path / f"spare{workers}"
        spare.mkdir()
        child = start(*KILLABLE, "--workers", workers, "--out", out, env={"TMPDIR": str(spare)})
        wait_for(lambda out=out: list(out.glob("videos/*.mp4.part")), child)  # type: ignore[misc]
        kin = family(child.pid)
        child.terminate()
        _, err = child.communicate(timeout=60)
        assert (child.returncode, err) == (143, "")
        none_left(kin)
        assert list(spare.iterdir()) == [] and not list(out.rglob("*.part"))
        finished(gen, tree, out, uninterrupted)


@pytest.mark.slow
def test_ctrl_c_ends_with_130_and_leaves_a_dataset_that_goes_on(
    tmp_path: Path, start: Start, gen: Gen, tree: Read, uninterrupted: dict[str, bytes]
) -> None:
    for workers in (1, 2):
        out = tmp_path / f"out{workers}"
        child = start(*KILLABLE, "--workers", workers, "--out", out)
        wait_for(lambda out=out: list(out.glob("videos/*.mp4.part")), child)  # type: ignore[misc]
        kin = family(child.pid)
        # The whole group gets it, as from a terminal.
        os.killpg(child.pid, signal.SIGINT)
        _, err = child.communicate(timeout=60)
        assert child.returncode == 130
        # Click begins a new line after the ^C of the terminal.
        assert err.strip().splitlines() == [
            "error: stopped",
            "hint: run the same command again to go on from here",
        ]
        none_left(kin)
        assert not list(out.rglob("*.part"))
        finished(gen, tree, out, uninterrupted)


def test_a_run_killed_before_anything_is_made_goes_on(tmp_path: Path, recipe: Make, tree: Read) -> None:
    knobs = recipe("number")
    write(knobs, tmp_path / "whole", count=2)
    for stage in range(4):
        out = tmp_path / str(stage)
        (out / ".work").mkdir(parents=True)
        if stage > 0:
            (out / ".work" / "lock").touch()
        if stage > 1:
            (out / ".work" / "recipe.json.part").write_bytes(b'{"prod')
        if stage > 2:
            (out / ".work" / "recipe.json").write_bytes(canonical(knobs) + b"\n")
            (out / "scripts").mkdir()
            (out / "items.jsonl.part").write_bytes(b"{")
        write(knobs, out, count=2)
        assert tree(out) == tree(tmp_path / "whole")


def test_a_run_killed_between_items_and_manifest_goes_on(tmp_path: Path, recipe: Make, tree: Read) -> None:
    # The moment at which items.jsonl is new and the manifest is still that of the smaller dataset.
    knobs = recipe("cup", "number")
    out = tmp_path / "out"
    write(knobs, out, start=1, count=2)
    smaller = (out / "manifest.json").read_bytes()
    write(knobs, out, count=5)
    whole = tree(out)
    (out / "manifest.json").write_bytes(smaller)
    (out / ".work").mkdir()
    (out / ".work" / "recipe.json").write_bytes(canonical(knobs) + b"\n")
    write(knobs, out, count=5)
    assert tree(out) == whole


def test_a_run_killed_after_the_manifest_is_finished(tmp_path: Path, recipe: Make, tree: Read) -> None:
    knobs, out = recipe("cup"), tmp_path / "out"
    write(knobs, out, count=2)
    whole = tree(out)
    (out / ".work").mkdir()
    (out / ".work" / "recipe.json").write_bytes(canonical(knobs) + b"\n")
    write(knobs, out, count=2)
    assert tree(out) == whole


def test_a_finished_video_that_was_damaged_meanwhile_is_drawn_again(
    tmp_path: Path, small: Make, tree: Read
) -> None:
    knobs, out = small("cup"), tmp_path / "out"

    def stop(done: int, total: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(knobs, out, count=2, told=stop)
    (video,) = out.glob("videos/*.mp4")
    good = video.read_bytes()
    video.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    write(knobs, out, count=2)
    assert video.read_bytes() == good


# --- folders that are not ours, and failures ----------------------------------------------------------


def untouched(folder: Path, before: dict[str, bytes], tree: Read) -> None:
    assert tree(folder) == before


def test_a_folder_of_something_else_is_refused_and_left_alone(tmp_path: Path, recipe: Make, tree: Read) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "thesis.txt").write_text("years of work")
    before = tree(out)
    with pytest.raises(BadOutput, match="not empty"):
        write(recipe("cup"), out)
    untouched(out, before, tree)
    assert sorted(p.name for p in out.iterdir()) == ["thesis.txt"]


@pytest.mark.parametrize("change", [{"seed": 1}, {"ops": (9, 9)}, {"reveal": "end"}, {"hypothetical": (2, 2)}])
def test_a_dataset_of_another_recipe_is_refused_and_the_difference_named(
    tmp_path: Path, recipe: Make, tree: Read, change: dict[str, Any]
) -> None:
    out = tmp_path / "out"
    write(recipe("cup"), out)
    before = tree(out)
    with pytest.raises(BadOutput, match=f"differs in {next(iter(change))}"):
        write(recipe("cup", **change), out)
    untouched(out, before, tree)


def test_an_unfinished_dataset_of_another_recipe_is_refused(tmp_path: Path, recipe: Make, tree: Read) -> None:
    out = tmp_path / "out"
    (out / ".work").mkdir(parents=True)
    (out / ".work" / "recipe.json").write_bytes(canonical(recipe("cup", seed=5)) + b"\n")
    before = tree(out)
    with pytest.raises(BadOutput, match="unfinished dataset of another recipe"):
        write(recipe("cup"), out)
    untouched(out, before, tree)


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path, recipe: Make) -> None:
    (tmp_path / "out").write_text("x")
    for out in (tmp_path / "out", tmp_path / "out" / "deeper"):
        with pytest.raises(BadOutput) as fault:
            write(recipe("cup"), out)
        assert fault.value.hint
    assert (tmp_path / "out").read_text() == "x"


@pytest.mark.parametrize(
    "out", ["/proc/reelproof-cannot", "/dev/null/x", "/proc/self/status/x", "/tmp/" + "n" * 300]
)
def test_a_folder_that_cannot_be_written_is_refused(recipe: Make, out: str) -> None:
    with pytest.raises(BadOutput):
        write(recipe("cup"), Path(out))
    assert not os.path.lexists(out)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_write_permission_is_refused(tmp_path: Path, recipe: Make) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(BadOutput):
            write(recipe("cup"), tmp_path / "out")
    finally:
        tmp_path.chmod(0o700)


def test_questions_that_were_changed_are_not_carried_over(tmp_path: Path, recipe: Make) -> None:
    out = tmp_path / "out"
    write(recipe("cup"), out)
    items = out / "items.jsonl"
    items.write_bytes(items.read_bytes().replace(b"coin", b"cosy", 1))
    with pytest.raises(BadOutput, match="does not hold the questions"):
        write(recipe("cup"), out, count=2)
    assert read_manifest(out).videos == 1


def test_only_one_run_writes_to_a_folder(tmp_path: Path, recipe: Make) -> None:
    out = tmp_path / "out"
    (out / ".work").mkdir(parents=True)
    with (out / ".work" / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(BackendFailed, match="another run is writing"):
            write(recipe("cup"), out)
    write(recipe("cup"), out)
    assert read_manifest(out).videos == 1


@pytest.mark.slow
def test_of_two_real_runs_on_one_folder_one_is_refused(
    tmp_path: Path, start: Start, gen: Gen, tree: Read, uninterrupted: dict[str, bytes]
) -> None:
    out = tmp_path / "out"
    child = start(*KILLABLE, "--workers", 1, "--out", out)
    wait_for(lambda: list(out.glob("videos/*.mp4.part")), child)
    code, _, err = gen(*KILLABLE, "--workers", 1, "--out", out)
    assert (code, err.splitlines()[0]) == (4, f"error: another run is writing to {out}")
    _, err = child.communicate(timeout=60)
    assert child.returncode == 0, err
    assert tree(out) == uninterrupted


def test_a_full_disk_in_an_encode_leaves_no_part_and_no_video(
    tmp_path: Path, gen: Gen, quick: list[str], tree: Read, small: Make
) -> None:
    out = tmp_path / "out"
    args = ("reason", "-c", "cup", *quick, "--workers", 1, "--out", out)
    code, printed, err = gen(*args, largest=4096)
    assert (code, printed) == (4, "")
    assert err.splitlines()[-2].startswith("error: ") and err.splitlines()[-1].startswith("hint: ")
    assert not [p for p in out.rglob("*") if p.suffix in (".part", ".mp4")]
    assert not (out / "manifest.json").exists()
    # With room again the same dataset comes out.
    write(small("cup"), out)
    write(small("cup"), tmp_path / "whole")
    assert tree(out) == tree(tmp_path / "whole")


def test_a_full_disk_while_writing_questions_leaves_no_part(tmp_path: Path, gen: Gen) -> None:
    out = tmp_path / "out"
    code, _, err = gen("reason", "-c", "cup", "--renderer", "none", "--out", out, largest=4096)
    assert code == 4
    assert "cannot write" in err and len(err.splitlines()) == 2
    assert not [p for p in out.rglob("*") if p.suffix == ".part"]
    assert not (out / "items.jsonl").exists() and not (out / "manifest.json").exists()


def test_without_an_encoder_the_exit_code_is_3_and_the_hint_says_what_to_install(
    tmp_path: Path, gen: Gen, quick: list[str]
) -> None:
    out = tmp_path / "out"
    missing = {"IMAGEIO_FFMPEG_EXE": str(tmp_path / "no-such-ffmpeg")}
    code, _, err = gen("reason", "-c", "cup", *quick, "--workers", 1, "--out", out, env=missing)
    assert code == 3
    assert err.splitlines()[-1] == "hint: pip install imageio-ffmpeg"
    assert not [p for p in out.rglob("*") if p.suffix in (".part", ".mp4")]
    # Everything but video needs none.
    assert gen("reason", "-c", "cup", "--renderer", "none", "--out", tmp_path / "plain", env=missing)[0] == 0


def test_what_cannot_be_honoured_is_refused_before_a_folder_is_made(tmp_path: Path, recipe: Make) -> None:
    for knobs in (recipe("cup", ops=(0, 0)), recipe("number", idle=0.5), recipe("dial-of-nowhere"), recipe()):
        with pytest.raises(BadParams):
            write(knobs, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_progress_is_told_for_every_video_and_the_canary_belongs_to_the_recipe(
    tmp_path: Path, recipe: Make
) -> None:
    heard: list[tuple[int, int]] = []
    one = write(recipe("cup"), tmp_path / "a", count=3, told=lambda done, total: heard.append((done, total)))
    assert heard == [(1, 3), (2, 3), (3, 3)]
    other = write(recipe("cup", seed=1), tmp_path / "b")
    assert one.canary != other.canary
    assert one.canary == write(recipe("cup"), tmp_path / "c").canary
