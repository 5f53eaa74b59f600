"""A world that does not load is an error only for those who ask for it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import ROOT, install

Gen = Callable[..., Any]

BUILT_IN = ["card", "chip", "circle", "cup", "file", "number"]


def named(page: dict[str, str], name: str) -> dict[str, str]:
    """The three modules under another name."""
    old, new = 'name: ClassVar[str] = "dial"', f'name: ClassVar[str] = "{name}"'
    assert old in page["simulator"] and old in page["questions"]
    return {part: text.replace(old, new) for part, text in page.items()}


def _lacks(part: str) -> Callable[[dict[str, str]], dict[str, str]]:
    return lambda page: {k: v for k, v in page.items() if k != part}


def _with(part: str, change: Callable[[str], str]) -> Callable[[dict[str, str]], dict[str, str]]:
    return lambda page: {**page, part: change(page[part])}


FAULTS: dict[str, tuple[Callable[[dict[str, str]], dict[str, str]], str]] = {
    # name: what is done to a sound world, and what the error must say
    "no_view": (_lacks("view"), "ModuleNotFoundError"),
    "no_questions": (_lacks("questions"), "ModuleNotFoundError"),
    "lost_import": (_with("view", lambda text: "import nowhere_to_be_found\n" + text), "nowhere_to_be_found"),
    "bad_syntax": (_with("simulator", lambda text: text + "def (:\n"), "SyntaxError"),
    "raises": (_with("questions", lambda text: text + "\n1 / 0\n"), "ZeroDivisionError"),
    "two_rules": (_with("simulator", lambda text: text + "\n\nclass Other(Dial):\n    pass\n"), "it defines 2"),
    "no_class": (_with("view", lambda text: "from .simulator import Dials\n"), "it defines 0"),
    "no_method": (_with("simulator", lambda text: text.replace("def hide(", "def hidden(")), "hide"),
    "other_name": (_with("questions", lambda text: text.replace('"other_name"', '"elsewhere"')), "'elsewhere'"),
    "All": (lambda page: page, "small letters"),
}


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory, page: dict[str, str]) -> Path:
    """One folder with every broken world, a sound one, a name of ours and a name that two packages offer."""
    site = tmp_path_factory.mktemp("broken")
    for number, name in enumerate(FAULTS):
        install(site, name, FAULTS[name][0](named(page, name)), home=f"broken_{number}")
    install(site, "number", named(page, "number"), home="rival")
    install(site, "twice", named(page, "twice"), home="twice_one")
    install(site, "twice", named(page, "twice"), home="twice_two")
    install(site, "sound", named(page, "sound"))
    return site


@pytest.fixture
def paths(broken: Path) -> tuple[Path, Path]:
    return broken, ROOT / "src"


def test_describe_lists_what_loads_and_says_what_does_not(gen: Gen, paths: tuple[Path, Path]) -> None:
    told = gen("describe", "worlds", "--json", paths=paths)
    assert told.returncode == 0
    rows = {row["world"]: row for row in json.loads(told.stdout)["worlds"]}
    assert list(rows) == [*BUILT_IN, "sound"]
    assert rows["number"]["what"] == "sliding tiles whose numbers are covered"
    notes = told.stderr.splitlines()
    assert len(notes) == len(FAULTS) + 2 and all(note.startswith("note: world '") for note in notes)
    for name in (*FAULTS, "number", "twice"):
        assert any(note.startswith(f"note: world '{name}'") for note in notes)


@pytest.mark.parametrize("name", [*FAULTS, "twice"])
def test_asking_for_it_is_an_error_of_two_lines(
    name: str, gen: Gen, paths: tuple[Path, Path], tmp_path: Path
) -> None:
    asked = gen(
        "reason", "--category", f"number,{name}", "--renderer", "none", "--out", tmp_path / "x", paths=paths
    )
    assert asked.returncode == 3 and asked.stdout == ""
    error, hint = asked.stderr.splitlines()
    assert error.startswith(f"error: world '{name}'") and hint.startswith("hint: ")
    assert (FAULTS[name][1] if name in FAULTS else "more than one") in error
    assert "broken_" in hint or "twice_" in hint
    assert not (tmp_path / "x").exists()


def test_nothing_else_is_disturbed(gen: Gen, paths: tuple[Path, Path], tmp_path: Path) -> None:
    sizes = ("--ops", "3", "--renderer", "none", "--json")
    alone = gen("reason", "--category", "number", *sizes, "--out", tmp_path / "alone", paths=paths[1:])
    beside = gen("reason", "--category", "number", *sizes, "--out", tmp_path / "beside", paths=paths)
    assert alone.returncode == beside.returncode == 0
    assert beside.stderr == ""
    assert json.loads(alone.stdout)["digest"] == json.loads(beside.stdout)["digest"]
    refused = gen("reason", "--category", "number", "--idle", "0.5", "--out", tmp_path / "no", paths=paths)
    assert refused.returncode == 2 and "--idle" in refused.stderr
    assert gen("reason", "--help", paths=paths).returncode == 0


def test_all_means_all_that_load(gen: Gen, paths: tuple[Path, Path], tmp_path: Path) -> None:
    made = gen(
        "reason", "--category", "all", "--ops", "3", "--renderer", "none", "--out", tmp_path / "x", paths=paths
    )
    assert made.returncode == 0, made.stderr
    worlds = {
        json.loads(line)["world"] for line in (tmp_path / "x" / "items.jsonl").read_text("utf-8").splitlines()
    }
    assert worlds == {*BUILT_IN, "sound"}
    assert len(made.stderr.splitlines()) >= len(FAULTS) and "Traceback" not in made.stderr


def test_a_near_miss_names_no_broken_world(gen: Gen, paths: tuple[Path, Path]) -> None:
    asked = gen("reason", "--category", "soumd", paths=paths)
    assert asked.returncode == 2
    assert "sound" in asked.stderr and "two_rules" not in asked.stderr
