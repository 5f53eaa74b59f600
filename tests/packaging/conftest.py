"""The checkout under test, as a stranger would receive it."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_OURS = {"demo", "out", "build", "dist", "node_modules"}


def _listed() -> list[Path]:
    """Files of the checkout, ignored ones left out; without git, all that is not hidden or built."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        command = ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z"]
        listing = subprocess.run(command, capture_output=True, check=True).stdout.decode()
        names = [ROOT / name for name in listing.split("\0") if name]
        return sorted(path for path in names if path.is_symlink() or path.is_file())
    found = []
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        hidden = any(p.startswith(".") and p != ".ci" for p in parts) or "__pycache__" in parts
        built = parts[0] in _OURS or any(p.endswith(".egg-info") for p in parts)
        if not hidden and not built and (path.is_symlink() or path.is_file()):
            found.append(path)
    return sorted(found)


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def listed() -> list[Path]:
    """Every file (and link) of the checkout that git does not ignore, sorted."""
    return _listed()


@pytest.fixture
def checkout(tmp_path: Path, listed: list[Path]) -> Path:
    """A private copy of the checkout, links kept as links, without anything built."""
    copy = tmp_path / "checkout"
    for path in listed:
        target = copy / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target, follow_symlinks=False)
    return copy
