"""The wheel holds the whole program and nothing else, and works where nothing else is."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest


def _run(*command: str | Path, cwd: Path, **env: str) -> str:
    """Standard output of a command; on failure the test shows all it said."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PIP_", "COV_"))}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean | env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _build(source: Path, kind: str, out: Path) -> Path:
    """Build one distribution of a source tree, without the network."""
    _run(sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", out, ".", cwd=source)
    (made,) = out.iterdir()
    return made


def _contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/RECORD")}


@pytest.fixture
def wheel(checkout: Path, tmp_path: Path) -> Path:
    """A wheel built from a checkout in which Python has already run."""
    _run(sys.executable, "-m", "compileall", "-q", "core", "renderers", cwd=checkout)
    assert list(checkout.glob("core/__pycache__/*.pyc"))
    return _build(checkout, "wheel", tmp_path / "dist")


def test_the_wheel_holds_reelproof_and_nothing_else(wheel: Path, checkout: Path) -> None:
    names = set(_contents(wheel))
    tops = {name.split("/")[0] for name in names}
    version = wheel.name.split("-")[1]
    assert tops == {"reelproof", f"reelproof-{version}.dist-info"}
    assert not [name for name in names if "__pycache__" in name or name.startswith("reelproof/tests/")]
    package = {name.removeprefix("reelproof/") for name in names if name.startswith("reelproof/")}
    wanted = {"py.typed", "__init__.py", "__main__.py"}
    for link in (checkout / "src" / "reelproof").iterdir():
        if link.is_dir():
            files = [p for p in (checkout / link.name).rglob("*") if p.is_file() and p.suffix != ".pyc"]
            wanted |= {p.relative_to(checkout).as_posix() for p in files}
    assert package == wanted, "every file of every code folder must travel"


def test_the_wheel_carries_fonts_and_licences(wheel: Path) -> None:
    names = set(_contents(wheel))
    assert [n for n in names if n.startswith("reelproof/renderers/assets/") and n.endswith(".ttf")]
    assert any(n.endswith(".dist-info/licenses/LICENSE") for n in names)
    assert any("/licenses/renderers/assets/" in n for n in names), "the fonts' licence travels with them"


def test_an_installed_wheel_gives_a_working_gen(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "fresh"
    _run(sys.executable, "-m", "venv", "--without-pip", place, cwd=tmp_path)
    python = place / "bin" / "python"
    options = ("install", "--quiet", "--no-deps", "--no-index")
    _run(sys.executable, "-m", "pip", "--python", python, *options, wheel, cwd=tmp_path)
    (site,) = place.glob("lib/python3*/site-packages")
    assert {path.name.split("-")[0] for path in site.iterdir()} == {"reelproof"}
    # What the wheel depends on is lent by this environment; links to the checkout are not (a .pth file
    # counts only where Python itself looks for packages).
    (site / "lent.pth").write_text(sysconfig.get_paths()["purelib"] + "\n", encoding="utf-8")
    where = _run(python, "-c", "import reelproof; print(reelproof.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(site)
    for script in ("gen", "reelproof"):
        assert "reason" in _run(place / "bin" / script, "--help", cwd=tmp_path)
    assert "reason" in _run(python, "-m", "reelproof", "--help", cwd=tmp_path)


def test_the_source_archive_builds_the_same_wheel(wheel: Path, checkout: Path, tmp_path: Path) -> None:
    archive = _build(checkout, "sdist", tmp_path / "source")
    with tarfile.open(archive) as bundle:
        assert not [m.name for m in bundle.getmembers() if m.issym() or m.islnk()], "plain files only"
    (tmp_path / "unpacked").mkdir()
    _run("tar", "-xzf", archive, cwd=tmp_path / "unpacked")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    again = _build(unpacked, "wheel", tmp_path / "again")
    assert again.name == wheel.name
    assert _contents(again) == _contents(wheel)
