"""Importing the package is light and quiet: the heavy parts come in at the last moment."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("matplotlib", "numpy", "PIL", "pyte", "imageio_ffmpeg")


def _loaded(module: str, tmp_path: Path) -> tuple[set[str], str]:
    """Heavy packages in memory after one import in a fresh process, and what the import printed."""
    code = f"import {module}, sys; sys.stderr.write(' '.join(m for m in {HEAVY} if m in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    return set(done.stderr.split()), done.stdout


@pytest.mark.parametrize("module", ["reelproof", "reelproof.cli.main"])
def test_importing_loads_nothing_heavy_prints_nothing_and_writes_nothing(module: str, tmp_path: Path) -> None:
    assert _loaded(module, tmp_path) == (set(), "")
    assert list(tmp_path.iterdir()) == []


def test_a_heavy_import_would_be_seen(tmp_path: Path) -> None:
    assert _loaded("PIL, numpy", tmp_path)[0] == {"PIL", "numpy"}
