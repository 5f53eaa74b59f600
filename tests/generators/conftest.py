"""What tests of datasets share: recipes, trees of bytes, and runs of the real command line."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import reelproof
from reelproof.core.version import REVISION
from reelproof.schemas.recipe import Recipe

_SOURCE = str(Path(reelproof.__file__).parent.parent)

Tree = dict[str, bytes]


@pytest.fixture(scope="session")
def recipe() -> Callable[..., Recipe]:
    """A recipe of short scripts without videos, but for what is named."""

    def make(*categories: str, **knobs: Any) -> Recipe:
        plain: dict[str, Any] = {
            "product": "reason", "revision": REVISION,
            "seed": 0, "categories": tuple(sorted(categories)), "size": None, "ops": (10, 10),
            "reveal": "start", "paired": False, "idle": 0.0, "undo": 0.0, "plan": None, "hypothetical": (3, 5),
            "level": None, "edition": None, "renderer": "none", "style": "auto", "fps": 25, "seconds_per_op": 2.5,
            "width": None, "quality": "standard",
        }  # fmt: skip
        return Recipe(**{**plain, **knobs})

    return make


@pytest.fixture(scope="session")
def small(recipe: Callable[..., Recipe]) -> Callable[..., Recipe]:
    """A recipe whose videos are drawn in a fraction of a second."""

    def make(*categories: str, **knobs: Any) -> Recipe:
        quick = {"ops": (2, 2), "seconds_per_op": 0.4, "width": 160, "fps": 10, "renderer": "auto"}
        return recipe(*(categories or ("cup",)), **{**quick, **knobs})

    return make


SMALL = ["--ops", "2", "--seconds-per-op", "0.4", "--width", "160", "--fps", "10"]


@pytest.fixture(scope="session")
def quick() -> list[str]:
    """The same as options of the command line."""
    return list(SMALL)


@pytest.fixture(scope="session")
def tree() -> Callable[[Path], Tree]:
    """Every file under a folder with its bytes, names as in the folder."""

    def read(folder: Path) -> Tree:
        return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}

    return read


@pytest.fixture(scope="session")
def start() -> Callable[..., "subprocess.Popen[str]"]:
    """Start the real command line in a process group of its own."""

    def run(
        *args: object, env: dict[str, str] | None = None, largest: int | None = None
    ) -> "subprocess.Popen[str]":
        def settle() -> None:
            # A test run in the background ignores Ctrl-C and would hand that down.
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if largest is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

        return subprocess.Popen(
            [sys.executable, "-m", "reelproof", *map(str, args)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": _SOURCE, **(env or {})},
            preexec_fn=settle,
            start_new_session=True,
        )

    return run


@pytest.fixture(scope="session")
def gen(start: Callable[..., "subprocess.Popen[str]"]) -> Callable[..., tuple[int, str, str]]:
    """Run the real command line; gives exit code, output and errors."""

    def run(*args: object, **how: Any) -> tuple[int, str, str]:
        child = start(*args, **how)
        out, err = child.communicate(timeout=120)
        assert "Traceback" not in err, err
        return child.returncode, out, err

    return run
