"""The committed samples are what the tool makes today."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from reelproof.core.catalog import ours, worlds
from reelproof.generators.verify import verify

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
OURS = [*(name for name in worlds() if ours(name)), "scenes"]


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def remade(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("samples")
    subprocess.run([sys.executable, str(SAMPLES / "remake.py"), str(home)], check=True, timeout=120)
    return home


@pytest.mark.parametrize("world", OURS)
def test_samples_have_not_drifted(world: str, remade: Path) -> None:
    made, kept = contents(remade / world), contents(SAMPLES / world)
    assert sorted(made) == sorted(kept)
    assert [name for name in sorted(kept) if made[name] != kept[name]] == [], "run `make samples` and look"


def test_the_gallery_has_not_drifted(remade: Path) -> None:
    assert (remade / "gallery.png").read_bytes() == (SAMPLES / "gallery.png").read_bytes()


def test_the_sheet_of_scenes_has_not_drifted(remade: Path) -> None:
    """OpenGL drivers round differently, so the pictures are compared and not the bytes."""
    made, kept = (
        np.asarray(Image.open(home / "scenes.png").convert("RGB")).astype(int) for home in (remade, SAMPLES)
    )
    assert made.shape == kept.shape
    assert np.abs(made - kept).mean() < 1.0, "run `make samples` and look"


@pytest.mark.parametrize("world", OURS)
def test_samples_verify(world: str) -> None:
    assert verify(SAMPLES / world, sample=1, redraw=1) == []
