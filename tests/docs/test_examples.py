"""The examples in README and docs do what they say."""

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


def blocks(page: str) -> list[tuple[str, str]]:
    """(language, text) of the examples of a page, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(r"```(console|python)\n(.*?)```", text, re.DOTALL)


def run(command: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=folder, env=ENV, capture_output=True, text=True, timeout=120)


def follow(block: str, folder: Path) -> None:
    """Run the commands of a block; each must exit as it says and print what is shown below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        command, _, remark = line.partition("#")
        words = shlex.split(command)
        assert words[0] == "gen"
        told = run([sys.executable, "-m", "reelproof", *words[1:]], folder)
        exits = re.search(r"exits (\d)", remark)
        assert told.returncode == (int(exits[1]) if exits else 0), told.stderr
        for expected in filter(None, map(str.strip, shown.splitlines())):
            assert expected in told.stdout + told.stderr


@pytest.mark.parametrize("page", PAGES)
def test_a_page_can_be_followed_from_top_to_bottom(page: str, tmp_path: Path) -> None:
    for language, block in blocks(page):
        if language == "console":
            follow(block, tmp_path)
        else:
            told = run([sys.executable, "-c", block], tmp_path)
            assert told.returncode == 0, told.stderr


def test_the_readme_has_the_commands_that_users_come_for() -> None:
    commands = " ".join(text for language, text in blocks("README.md") if language == "console")
    for name in ("reason", "show", "verify", "grade", "audit", "sheet"):
        assert f"gen {name} " in commands


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md"])
def test_links_of_a_page_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert ((ROOT / page).parent / target).exists(), target
