"""Where Blender lives: an environment of its own, made by `gen setup blender`, used as a subprocess.

bpy is GPL, needs Python 3.11 exactly and NumPy 1; so it is never imported here.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from ..core.errors import BackendFailed, MissingPart

BPY = "5.0.1"
PACKAGES = "libx11-6 libxrender1 libxfixes3 libxi6 libxkbcommon0 libgl1 libsm6 libegl1"
"""Debian packages that bpy needs."""
_PROBE = "import bpy; print('bpy', bpy.app.version_string)"
_TIME = 1800


def home() -> Path:
    """The environment's folder: $REELPROOF_BLENDER, else beside the user's other data."""
    told = os.environ.get("REELPROOF_BLENDER")
    if told:
        return Path(told)
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "reelproof" / f"blender-{BPY}"


def interpreter() -> Path:
    """The Python of that environment; raises MissingPart where there is none."""
    python = home() / "bin" / "python"
    if not python.is_file():
        raise MissingPart("Blender is not set up", hint="gen setup blender  (about 1 GB, once)")
    return python


def there() -> bool:
    """Whether `gen setup blender` has been run."""
    return (home() / "ready").is_file() and (home() / "bin" / "python").is_file()


def environment() -> dict[str, str]:
    """What the subprocess may know of ours: as little as it needs."""
    kept = {name: os.environ[name] for name in ("HOME", "PATH", "TMPDIR") if name in os.environ}
    return {**kept, "LC_ALL": "C.UTF-8", "PYTHONNOUSERSITE": "1", "PYTHONHASHSEED": "0", "TZ": "UTC"}


def probe(python: Path) -> str:
    """Version that this Python's bpy tells; raises MissingPart with the remedy where it does not load."""
    done = subprocess.run(
        [str(python), "-I", "-c", _PROBE],
        capture_output=True,
        text=True,
        timeout=120,
        env=environment(),
        check=False,
        stdin=subprocess.DEVNULL,
    )
    for line in done.stdout.splitlines():
        if line.startswith("bpy "):
            return line.removeprefix("bpy ")
    last = (done.stderr.strip().splitlines() or ["no output"])[-1]
    raise MissingPart(f"Blender's Python module does not load: {last[:200]}", hint=f"apt-get install {PACKAGES}")


def make(*, told: object = None) -> Path:
    """Make the environment, or leave a good one alone; gives its folder.

    Raises MissingPart without Python 3.11 or without the system's libraries, BackendFailed when the package
    cannot be had. `told(line)` is called before each step.
    """
    say = told if callable(told) else (lambda line: None)
    place, python = home(), home() / "bin" / "python"
    if there():
        probe(python)
        return place
    base = _python311()
    say(f"making {place} with Python 3.11")
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    if _run([base, "-m", "venv", str(place)]) or not _has_pip(python):
        shutil.rmtree(place, ignore_errors=True)
        # Debian's Python may lack ensurepip; virtualenv brings its own pip.
        boot = place.parent / ".boot"
        fault = _run([base, "-m", "pip", "install", "--quiet", "--target", str(boot), "virtualenv"])
        fault = fault or _run([base, "-m", "virtualenv", "--quiet", str(place)], {"PYTHONPATH": str(boot)})
        shutil.rmtree(boot, ignore_errors=True)
        if fault:
            raise MissingPart(f"no environment could be made: {fault}", hint="apt-get install python3-venv")
    say(f"installing bpy {BPY} (about 370 MB)")
    fault = _run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"bpy=={BPY}"])
    if fault:
        raise BackendFailed(
            f"bpy {BPY} could not be installed: {fault}", hint="is the package index within reach?"
        )
    version = probe(python)
    (place / "ready").write_text(version + "\n", encoding="utf-8")
    say(f"Blender {version} is ready")
    return place


def _python311() -> str:
    candidates = [sys.executable, shutil.which("python3.11"), shutil.which("python3"), "/usr/bin/python3.11"]
    for one in candidates:
        if one and not _run([one, "-c", "import sys; sys.exit(sys.version_info[:2] != (3, 11))"]):
            return one
    raise MissingPart(
        "bpy needs Python 3.11 exactly, and there is none here", hint="install it: apt-get install python3.11"
    )


def _has_pip(python: Path) -> bool:
    return python.is_file() and not _run([str(python), "-m", "pip", "--version"])


def _run(line: list[str], more: dict[str, str] | None = None) -> str | None:
    """Run a step; None if it went well, else the last thing it said."""
    not_ours = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_TARGET")
    clean = {name: value for name, value in os.environ.items() if name not in not_ours}
    try:
        done = subprocess.run(
            line, capture_output=True, text=True, timeout=_TIME, env={**clean, **(more or {})}, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as fault:
        return str(fault)
    if done.returncode == 0:
        return None
    said = (done.stderr.strip() or done.stdout.strip()).splitlines()
    return said[-1][:300] if said else f"exit code {done.returncode}"
