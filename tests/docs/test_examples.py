"""The examples in README and docs do what they say."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", *sorted(p.relative_to(ROOT).as_posix() for p in (ROOT / "docs").glob("*.md"))]
ENV = {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)


def run(command: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=folder, env=ENV, capture_output=True, text=True, timeout=120)


def gold_replies(folder: Path) -> None:
    """Replies to the dataset that the page grades: what a reader would have from a model."""
    lines = (folder / "cups" / "items.jsonl").read_text(encoding="utf-8").splitlines()
    said = ({"id": q["id"], "reply": f"Final answer: {q['text']}"} for q in map(json.loads, lines))
    (folder / "replies.jsonl").write_text("".join(json.dumps(s) + "\n" for s in said), encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_commands_of_a_page_run_and_say_what_it_shows(page: str, tmp_path: Path) -> None:
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, shown = part.partition("\n")
            command, _, remark = line.partition("#")
            words = shlex.split(command)
            assert words[0] == "gen"
            if words[1] == "grade":
                gold_replies(tmp_path)
            told = run([sys.executable, "-m", "reelproof", *words[1:]], tmp_path)
            exits = re.search(r"exits (\d)", remark)
            assert told.returncode == (int(exits[1]) if exits else 0), told.stderr
            for expected in filter(None, map(str.strip, shown.splitlines())):
                assert expected in told.stdout + told.stderr


def test_the_readme_has_the_commands_that_users_come_for() -> None:
    commands = " ".join(blocks("README.md", "console"))
    for name in ("reason", "show", "verify", "grade", "audit", "sheet"):
        assert f"gen {name} " in commands


@pytest.mark.parametrize("page", PAGES)
def test_python_of_a_page_runs(page: str, tmp_path: Path) -> None:
    for block in blocks(page, "python"):
        told = run([sys.executable, "-c", block], tmp_path)
        assert told.returncode == 0, told.stderr


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md"])
def test_links_of_a_page_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert ((ROOT / page).parent / target).exists(), target
