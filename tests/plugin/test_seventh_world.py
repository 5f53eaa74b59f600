"""A seventh world is three new files and no other edit: the example of CONTRIBUTING.md, put to the proof."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from reelproof.core.catalog import worlds

from .conftest import PARTS, ROOT, run

Gen = Callable[..., Any]

BUILT_IN = ("card", "chip", "circle", "cup", "file", "number")
MAKE = ("reason", "--category", "dial", "--ops", "6", "--count", "2", "--reveal", "both", "--seed", "5")
SMALL = ("--width", "160", "--seconds-per-op", "0.4", "--fps", "10")


def done(result: Any) -> str:
    assert result.returncode == 0, result.stdout + result.stderr
    return str(result.stdout)


def described(gen: Gen, **more: Any) -> dict[str, dict[str, Any]]:
    """The worlds that `gen describe` lists, by name."""
    return {row["world"]: row for row in json.loads(done(gen("describe", "worlds", "--json", **more)))["worlds"]}


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def graded(gen: Gen, out: Path, replies: dict[str, str]) -> list[float]:
    """Accuracy of every group (world, skills, levels, all) for the replies by question id."""
    path = out.parent / "replies.jsonl"
    path.write_text(
        "".join(json.dumps({"id": k, "reply": v}) + "\n" for k, v in replies.items()), encoding="utf-8"
    )
    return [row["accuracy"] for row in json.loads(done(gen("grade", out, path, "--json")))["rows"]]


def test_the_checkout_holds_no_dial() -> None:
    # Else everything below would prove nothing.
    assert "dial" not in worlds()
    assert not [
        path for folder in ("simulators", "renderers", "qa", "schemas") for path in (ROOT / folder).rglob("dial*")
    ]


def test_an_installed_world_is_described_like_ours(gen: Gen) -> None:
    found = described(gen)
    assert set(found) == {*BUILT_IN, "dial"}
    assert all(found["dial"][key] not in ("", None) for key in found["number"])


@pytest.mark.slow
def test_it_goes_from_script_to_grade(gen: Gen, tmp_path: Path) -> None:
    out = tmp_path / "locks"
    done(gen(*MAKE, *SMALL, "--out", out))
    questions = lines_of(out / "items.jsonl")
    assert len(list(out.glob("videos/*.mp4"))) == 4
    assert len(questions) == 24 and {q["world"] for q in questions} == {"dial"}
    assert len({q["skill"] for q in questions}) == 6

    done(gen("verify", out, "--redraw", "4"))
    (first, *_) = sorted(out.glob("scripts/*.json"))
    done(gen("validate", first))
    shown = done(gen("show", first))
    assert "dial 1: " in shown and shown.count("\n=== ") == 6

    assert set(graded(gen, out, {q["id"]: f"Final answer: {q['text']}" for q in questions})) == {1.0}
    assert set(graded(gen, out, {q["id"]: "" for q in questions})) == {0.0}
    assert set(graded(gen, out, {q["id"]: "Final answer: none" for q in questions if q["text"] != "none"})) == {
        0.0
    }


def test_a_changed_digit_of_it_is_caught(gen: Gen, tmp_path: Path) -> None:
    out = tmp_path / "locks"
    done(gen(*MAKE, "--renderer", "none", "--out", out))
    (script, *_) = sorted(out.glob("scripts/*.json"))
    text = script.read_text(encoding="utf-8")
    changed = re.sub(r'"clicks":(\d)', lambda m: f'"clicks":{int(m[1]) % 3 + 1}', text, count=1)
    assert changed != text
    script.write_text(changed, encoding="utf-8")
    assert gen("verify", out).returncode == 5
    script.write_text(re.sub(r'"clicks":\d', '"clicks":"x"', text, count=1), encoding="utf-8")
    refused = gen("validate", script)
    assert refused.returncode == 5 and "/clicks" in refused.stdout + refused.stderr


def test_the_published_grid_does_not_grow_with_what_is_installed(gen: Gen, tmp_path: Path) -> None:
    out = tmp_path / "grid"
    done(gen("reason", "--edition", "vrb", "--limit", "1", "--renderer", "none", "--out", out))
    assert {q["world"] for q in lines_of(out / "items.jsonl")} == set(BUILT_IN)


def contracts(site: Path, cwd: Path, *options: str | Path) -> str:
    where = (
        ROOT / "tests" / "contracts",
        "-c",
        ROOT / "pyproject.toml",
        "--rootdir",
        ROOT,
        "-p",
        "no:cacheprovider",
    )
    return done(run("-m", "pytest", "-q", *where, *options, paths=(site, ROOT / "src"), cwd=cwd))


@pytest.mark.slow
def test_every_contract_test_runs_for_it_and_holds(site: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    ours = {w: set[str]() for w in (*BUILT_IN, "dial")}
    for line in contracts(site, tmp_path, "--collect-only", "-m", "not slow").splitlines():
        test, _, case = line.rpartition("::")[2].partition("[")
        for word in set(re.split(r"\W", case)) & set(ours):
            ours[word].add(test)
    everywhere = set.intersection(*(ours[w] for w in BUILT_IN))
    assert len(everywhere) >= 40
    assert ours["dial"] >= everywhere, "a contract that names its worlds, in place of asking the catalog"

    contracts(site, tmp_path, "-k", "dial", "-m", "not slow", "--junitxml", report)
    (suite,) = ElementTree.parse(report).getroot()
    tests, failed, errors, skipped = (int(suite.get(k, "-1")) for k in ("tests", "failures", "errors", "skipped"))
    assert (failed, errors, skipped) == (0, 0, 0)
    assert tests >= len(everywhere)


@pytest.fixture
def inside(page: dict[str, str], tmp_path: Path) -> Path:
    """A copy of the package with the three files where CONTRIBUTING says, their imports made relative."""
    home = tmp_path / "inside" / "reelproof"
    shutil.copytree(ROOT / "src" / "reelproof", home)
    for part, place, dots in zip(
        PARTS, ("simulators", "renderers/views", "qa/reason"), ("..", "...", "..."), strict=True
    ):
        text = page[part].replace("from reelproof.", f"from {dots}")
        text = text.replace("from .simulator import", f"from {dots}simulators.dial import")
        assert "reelproof" not in text
        (home / place / "dial.py").write_text(text, encoding="utf-8")
    return home.parent


@pytest.mark.slow
def test_the_same_three_files_work_inside_the_package(gen: Gen, inside: Path, tmp_path: Path) -> None:
    out, again = tmp_path / "in", tmp_path / "out"
    assert list(described(gen, paths=(inside,))) == sorted((*BUILT_IN, "dial"))
    done(gen(*MAKE, *SMALL, "--out", out, paths=(inside,)))
    done(gen("verify", out, paths=(inside,)))
    # A world is the same world wherever its files lie.
    done(gen(*MAKE, *SMALL, "--out", again))
    assert (out / "manifest.json").read_bytes() == (again / "manifest.json").read_bytes()
