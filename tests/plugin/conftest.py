"""The seventh world of CONTRIBUTING.md, as another package would bring it."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("simulator", "view", "questions")

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def run(*command: str | Path, paths: tuple[Path, ...], cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Run this Python with the paths in front of its own, away from the checkout and writing nothing there."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST", "COV_", "MYPY"))}
    env = {**clean, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": os.pathsep.join(map(str, paths))}
    return subprocess.run(
        [sys.executable, *map(str, command)], cwd=cwd, env=env, capture_output=True, text=True, timeout=300
    )


def install(folder: Path, name: str, modules: dict[str, str], home: str | None = None) -> None:
    """Put a package with these modules into a folder, as installed: importable, with its entry point."""
    home = home or f"acme_{name}"
    (folder / home).mkdir(parents=True, exist_ok=True)
    (folder / home / "__init__.py").touch()
    for part, text in modules.items():
        (folder / home / f"{part}.py").write_text(text, encoding="utf-8")
    info = folder / f"{home}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {home}\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[reelproof.worlds]\n{name} = {home}\n", encoding="utf-8")


@pytest.fixture(scope="session")
def page() -> dict[str, str]:
    """The three modules as they stand on the page."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = dict(re.findall(r"^```python\n# (\w+)\.py\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert tuple(found) == PARTS
    return found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, page: dict[str, str]) -> Path:
    """A folder on whose path the seventh world is installed."""
    folder = tmp_path_factory.mktemp("site")
    install(folder, "dial", page)
    return folder


@pytest.fixture
def gen(site: Path, tmp_path: Path) -> Run:
    """`gen`, where the seventh world is installed (or where `paths` say)."""

    def call(
        *words: str | Path, paths: tuple[Path, ...] = (site, ROOT / "src")
    ) -> "subprocess.CompletedProcess[str]":
        return run("-m", "reelproof", *words, paths=paths, cwd=tmp_path)

    return call
