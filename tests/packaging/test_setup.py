"""What a stranger's first `make` does, as far as that needs no network."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TARGETS = ("bench", "clean", "demo", "lint", "samples", "schemas", "test")

# A Python that notes how it was called; only the question about its version is passed on.
SCRIBE = """#!/bin/bash
if [ "$1" = -c ]; then exec {python} "$@"; fi
if [ "$1" = --version ]; then echo Python 3.12.0; exit; fi
echo "$@" >>{notes}
if [ "$2" = venv ]; then exit {venv}; fi
if [ "$2" = virtualenv ]; then
    mkdir -p .venv/bin && cp "$0" .venv/bin/python && echo "#!$PWD/.venv/bin/python" >.venv/bin/pip
fi
"""


@pytest.fixture
def house(root: Path, tmp_path: Path) -> Path:
    """A folder with nothing but the set-up script and the recipe."""
    place = tmp_path / "a house"
    (place / "tools").mkdir(parents=True)
    shutil.copy2(root / "tools" / "bootstrap.sh", place / "tools")
    shutil.copy2(root / "pyproject.toml", place)
    return place


def _set_up(house: Path, python: Path, parts: str = "user") -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "HOME": str(house), "PYTHON": str(python), "PYTHONPATH": "/nonsense"}
    command = ["bash", "tools/bootstrap.sh", parts]
    return subprocess.run(command, cwd=house, env=env, capture_output=True, text=True, timeout=60)


def _scribe(house: Path, venv: int) -> tuple[Path, Path]:
    python, notes = house.parent / "python", house.parent / "notes"
    python.write_text(SCRIBE.format(python=sys.executable, notes=notes, venv=venv), encoding="utf-8")
    python.chmod(0o755)
    notes.touch()
    return python, notes


def test_an_old_python_is_refused_in_two_lines(house: Path) -> None:
    old = house.parent / "python3.9"
    old.write_text("#!/bin/bash\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    done = _set_up(house, old)
    assert done.returncode == 3
    first, second = done.stderr.splitlines()
    assert first.startswith("error: ") and "3.11" in first
    assert second.startswith("hint: ")
    assert not (house / ".venv").exists()


def test_without_ensurepip_virtualenv_is_fetched_into_our_own_folder(house: Path) -> None:
    python, notes = _scribe(house, venv=1)
    assert _set_up(house, python).returncode == 0
    calls = notes.read_text(encoding="utf-8").splitlines()
    assert calls[0] == "-m venv .venv"
    assert "-m pip install --quiet --target .make/boot virtualenv" in calls
    assert calls[-1] == "-m pip install --quiet --editable ."


def test_the_installation_is_made_once_until_the_recipe_changes(house: Path) -> None:
    python, notes = _scribe(house, venv=1)

    def installs(parts: str) -> int:
        notes.write_text("", encoding="utf-8")
        assert _set_up(house, python, parts).returncode == 0
        return notes.read_text(encoding="utf-8").count("--editable")

    assert [installs("user"), installs("user")] == [1, 0]
    assert [installs("dev"), installs("dev"), installs("user")] == [1, 0, 0]
    with (house / "pyproject.toml").open("a", encoding="utf-8") as recipe:
        recipe.write("# changed\n")
    assert [installs("dev"), installs("dev")] == [1, 0]
    shutil.rmtree(house / ".venv")
    assert installs("user") == 1


def test_an_unknown_part_is_refused(house: Path) -> None:
    python, _ = _scribe(house, venv=1)
    done = _set_up(house, python, "everything")
    assert done.returncode == 3
    assert len([line for line in done.stderr.splitlines() if line.startswith(("error:", "hint:"))]) == 2


@pytest.mark.parametrize("target", TARGETS)
def test_make_knows_the_target_and_says_so(target: str, root: Path) -> None:
    plan = subprocess.run(["make", "-n", target], cwd=root, capture_output=True, text=True, timeout=60)
    assert plan.returncode == 0, plan.stderr
    if target != "clean":
        assert "tools/bootstrap.sh" in plan.stdout, "every target does its own set-up"
    told = subprocess.run(["make", "help"], cwd=root, capture_output=True, text=True, timeout=60).stdout
    assert f"make {target} " in told


def test_ci_lints_before_it_tests_and_ends_with_the_tests(root: Path) -> None:
    lines = [line for line in (root / ".ci" / "run").read_text(encoding="utf-8").splitlines() if line.strip()]
    assert os.access(root / ".ci" / "run", os.X_OK)
    assert [line.split()[-1] for line in lines[-2:]] == ["lint", "test"]
