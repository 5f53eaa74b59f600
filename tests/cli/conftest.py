"""What tests of the command line share."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import reelproof
from reelproof.cli.main import main
from reelproof.core.version import REVISION

_SOURCE = str(Path(reelproof.__file__).parent.parent)


class Told(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Told]


@pytest.fixture
def gen(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process; gives exit code, output and errors, and sees that nothing leaks."""
    monkeypatch.setenv("COLUMNS", "110")

    def run(*args: object) -> Told:
        capfd.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(arg) for arg in args])
        told = capfd.readouterr()
        assert "Traceback" not in told.out + told.err
        code = end.value.code
        assert isinstance(code, int)
        return Told(code, told.out, told.err)

    return run


@pytest.fixture
def refused(gen: Run) -> Callable[..., tuple[str, str]]:
    """Run a command that must be refused: exit code 2, nothing printed, and two lines that say why."""

    def run(*args: object, code: int = 2) -> tuple[str, str]:
        told = gen(*args)
        assert (told.code, told.out) == (code, ""), told
        lines = told.err.splitlines()
        assert len(lines) == 2, told.err
        assert lines[0].startswith("error: ") and lines[1].startswith("hint: "), told.err
        assert max(map(len, lines)) < 1000
        assert told.err.rstrip("\n").replace("\n", "").isprintable()
        return lines[0].removeprefix("error: "), lines[1].removeprefix("hint: ")

    return run


@pytest.fixture(scope="session")
def process() -> Callable[..., "subprocess.CompletedProcess[bytes]"]:
    """Run the command line in a process of its own."""

    def run(*args: object, **how: Any) -> "subprocess.CompletedProcess[bytes]":
        env = {**os.environ, "PYTHONPATH": _SOURCE, **how.pop("env", {})}
        line = [sys.executable, "-m", "reelproof", *(a if isinstance(a, bytes) else str(a) for a in args)]
        options = {"stdin": subprocess.DEVNULL, "capture_output": True, "timeout": 60, **how}
        return subprocess.run(line, env=env, preexec_fn=_default_signals, **options)  # type: ignore[call-overload,no-any-return]

    return run


def _default_signals() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset of two worlds without videos; tests read it and never change it."""
    from reelproof.generators.dataset import write
    from reelproof.schemas.recipe import Recipe

    out = tmp_path_factory.mktemp("dataset") / "out"
    recipe = Recipe(
        product="reason", revision=REVISION,
        seed=0, categories=("cup", "number"), size=None, ops=(5, 5), reveal="both", paired=False,
        idle=0.0, undo=0.0, plan=None, hypothetical=(3, 5), level=None, edition=None, renderer="none",
        style="auto", fps=25, seconds_per_op=2.5, width=None, quality="standard",
    )  # fmt: skip
    write(recipe, out)
    return out
