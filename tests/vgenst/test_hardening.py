"""What people and accidents put in: foreign scenes, missing parts, places that are taken."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from reelproof.cli.main import main
from reelproof.core.digests import canonical
from reelproof.core.errors import BadFile, BadOutput
from reelproof.core.files import outside
from reelproof.core.pool import ordered_map
from reelproof.generators.dataset import working
from reelproof.generators.vgenst.knobs import check
from reelproof.qa.vgenst.reply import SHORT, Unreadable, letter_of
from reelproof.schemas.record import decode
from reelproof.schemas.scene import Scene
from reelproof.schemas.scene_recipe import SceneRecipe
from reelproof.schemas.validate import faults

WRONG_WORDS = [
    "", " ", " mug", "mug ", "red\nmug", "red mug\n", "red\x1b[31mmug", "<b>mug</b>", "red \u202emug", "*mug*",
    "A. mug: B", "m" * 61,
]  # fmt: skip
"""Not words in one line: they would be read as more than a label where they stand in a prompt."""
RIGHT_WORDS = ["mug", "red mug", "crème pot", "person in orange", "T-shirt", "shop 24", "baker's hat"]
RECIPE = SceneRecipe(
    product="vgenst", revision=1, seed=0, tasks=(), theme="kitchen", edition=None, depth=None, scene=None,
    renderer="none", size=(480, 360), fps=24, variants=("base",), quality="standard",
)  # fmt: skip


@pytest.fixture(scope="module")
def sampled(drawn):
    """A scene with a sign, as plain data."""
    return json.loads(canonical(drawn("DS")[0].scene))


def altered(data, pointer, value):
    """A copy with another value at a place such as `things/0/label`."""
    made = json.loads(json.dumps(data))
    *way, last = (int(part) if part.isdecimal() else part for part in pointer.split("/"))
    at = made
    for part in way:
        at = at[part]
    at[last] = value
    return made


def sign(data):
    return next(n for n, thing in enumerate(data["things"]) if thing.get("entries"))


def refused(data, pointer):
    """Whether records and the JSON Schema both refuse it, at that place."""
    with pytest.raises(BadFile) as caught:
        decode(json.dumps(data).encode(), Scene, source="mine.json")
    assert f"at /{pointer}" in caught.value.message
    assert any(fault.startswith(f"/{pointer}") for fault in faults(data, "scene"))


def accepted(data):
    decode(json.dumps(data).encode(), Scene, source="mine.json")
    assert not list(faults(data, "scene"))


@pytest.mark.parametrize("place", ["theme", "things/0/label"])
def test_labels_and_themes_are_words_in_one_line(sampled, place):
    for words in WRONG_WORDS:
        refused(altered(sampled, place, words), place)
    for words in RIGHT_WORDS:
        accepted(altered(sampled, place, words))


def test_no_name_ends_in_a_line_feed(sampled):
    refused(altered(sampled, "id", "mine\n"), "id")
    refused(altered(sampled, "things/0/id", "mug\n"), "things/0/id")
    accepted(altered(sampled, "id", "mine"))


def test_signs_have_words_on_them(sampled):
    place = f"things/{sign(sampled)}/entries/0/text"
    for words in ("    ", "EXIT\n", " EXIT", "EXIT ", "A  B", "exit"):
        refused(altered(sampled, place, words), place)
    accepted(altered(sampled, place, "EXIT 24"))


def test_colours_of_the_light_are_bytes(sampled):
    for value in (-1, 256, 10**20):
        refused(altered(sampled, "surroundings/sky/1", value), "surroundings/sky")
        refused(altered(sampled, "surroundings/light", [value, 0, 0]), "surroundings/light")
    accepted(altered(sampled, "surroundings/sky", [0, 255, 128]))


def test_walls_are_counted(sampled):
    wall = [50.0, 50.0, 60.0, 50.0, 3.0]
    refused(altered(sampled, "surroundings/walls", [wall] * 65), "surroundings/walls")
    accepted(altered(sampled, "surroundings/walls", [wall] * 64))


# --- replies ------------------------------------------------------------------------------------------


def test_the_whole_text_of_a_long_option_is_an_answer():
    options = ["it looks into the red box, " * 4 + "then down", "it looks into the white pot, " * 4 + "then up"]
    assert all(len(option) > SHORT for option in options)
    for letter, option in zip("AB", options, strict=True):
        for reply in (option, f"{option}.", f"{letter}. {option}", f"**{letter}. {option}**"):
            assert letter_of(reply, options) == letter
    with pytest.raises(Unreadable):
        letter_of("I saw " + options[0] + " and much else before that", options)


# --- places -------------------------------------------------------------------------------------------


def command(args, capsys):
    """Exit code and what is told on the error stream."""
    with pytest.raises(SystemExit) as caught:
        main([str(arg) for arg in args])
    return caught.value.code, capsys.readouterr().err


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A small dataset."""
    folder = tmp_path_factory.mktemp("hard") / "made"
    with pytest.raises(SystemExit) as caught:
        main(
            ["vgenst", "--theme", "kitchen", "--task", "QC", "--renderer", "none", "--quiet", "--out", str(folder)]
        )
    assert caught.value.code == 0
    return folder


def listing(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "args",
    [
        ("expand", ".", "--out", "items.jsonl"),
        ("expand", ".", "--out", "."),
        ("export", ".", "--out", "parquet"),
        ("sheet", "SCENE", "--out", "SCENE"),
        ("sheet", "SCENE", "--out", "../s.png", "--plan", "plan.png"),
        ("vgenst", "--renderer", "none", "--out", "more"),
    ],
    ids=lambda args: " ".join(args[:1] + args[2:]),
)
def test_nothing_is_written_into_a_finished_dataset(made, args, capsys):
    before = listing(made)
    scene = next((made / "scenes").iterdir())
    paths = {".": made, "SCENE": scene}
    given = [paths.get(a, made / a if n and args[n - 1] in ("--out", "--plan") else a) for n, a in enumerate(args)]
    code, told = command(given, capsys)
    assert code == 2
    assert "inside the dataset" in told or "is a folder" in told
    assert listing(made) == before
    assert not (made.parent / "s.png").exists()


def test_beside_a_dataset_is_outside(made):
    assert outside(made.parent / "else") == made.parent / "else"
    with pytest.raises(BadOutput):
        outside(made / "scenes" / "x.json")


def test_options_that_a_dataset_leaves_without_meaning_are_refused(made, capsys):
    for option in (("--count", 5), ("--category", "cup"), ("--seed", 1)):
        code, told = command(("audit", made, *option), capsys)
        assert (code, option[0] in told) == (2, True)


def test_numbers_that_json_does_not_have_are_refused(tmp_path, sampled, capsys):
    for word in ("NaN", "Infinity", "-Infinity"):
        path = tmp_path / "mine.json"
        path.write_text(json.dumps(altered(sampled, "duration", 8.0)).replace("8.0", word, 1))
        code, told = command(("validate", path), capsys)
        assert (code, word in told) == (2, True)


# --- before any work ----------------------------------------------------------------------------------


def test_a_renderer_that_is_missing_is_told_before_any_work(tmp_path):
    out = tmp_path / "out"
    source = str(Path(__file__).resolve().parents[2] / "src")
    env = {**os.environ, "REELPROOF_BLENDER": str(tmp_path / "nowhere"), "PYTHONPATH": source}
    done = subprocess.run(
        [sys.executable, "-m", "reelproof", "vgenst", "--task", "QC", "--renderer", "blender", "--out", str(out)],
        env=env, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, "gen setup blender" in done.stderr) == (3, True)
    assert not out.exists()


def test_where_nothing_is_finished_no_folder_is_left(tmp_path):
    out = tmp_path / "out"
    check(RECIPE)
    with pytest.raises(BadFile), working(out, RECIPE):
        raise BadFile("this scene cannot be asked anything")
    assert not out.exists()
    out.mkdir()
    with pytest.raises(BadFile), working(out, replace(RECIPE, seed=1)):
        raise BadFile("this scene cannot be asked anything")
    assert list(out.iterdir()) == []


def test_what_is_finished_is_kept_to_go_on_from(tmp_path):
    out = tmp_path / "out"
    with pytest.raises(BadFile), working(out, RECIPE):
        (out / "scenes" / "a.json").write_bytes(b"{}")
        (out / "scenes" / "b.json.part").write_bytes(b"{")
        raise BadFile("the next scene cannot be asked anything")
    left = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert left == {"scenes/a.json", ".work/recipe.json", ".work/lock"}


def test_who_stops_a_run_does_not_wait_for_jobs_under_way():
    work = ordered_map(time.sleep, [0.01, 40, 40], 2)
    next(work)
    begin = time.monotonic()
    work.close()
    assert time.monotonic() - begin < 15
