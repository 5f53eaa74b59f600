"""Code folders stand at the root; `src/reelproof` holds links to them and nothing else."""

import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

FACE = {"__init__.py", "__main__.py", "py.typed"}


def code_folders(root: Path) -> set[str]:
    """Names of the root folders that are packages."""
    return {init.parent.name for init in root.glob("*/__init__.py") if init.parent.name != "tests"}


def faults(root: Path) -> list[str]:
    """What is wrong with the links of a checkout, one line a fault."""
    house = root / "src" / "reelproof"
    wrong = []
    for link in sorted(house.iterdir()):
        if link.name == "__pycache__":
            continue
        if not link.is_symlink():
            wrong.append(f"{link.name} is not a link")
        elif link.readlink().is_absolute():
            wrong.append(f"{link.name} is an absolute link")
        elif not link.exists():
            wrong.append(f"{link.name} leads nowhere")
        elif link.resolve() != (root / link.name).resolve():
            wrong.append(f"{link.name} leads to another place")
    wanted = code_folders(root) | FACE
    present = {path.name for path in house.iterdir()} - {"__pycache__"}
    wrong += [f"{name} has no link" for name in sorted(wanted - present)]
    wrong += [f"{name} has no code" for name in sorted(present - wanted)]
    return wrong


def test_every_code_folder_is_linked_and_every_link_resolves(root: Path) -> None:
    assert faults(root) == []
    assert {"core", "schemas", "simulators", "qa", "renderers", "generators", "cli"} <= code_folders(root)


@pytest.mark.parametrize("harm", ["missing", "dangling", "absolute", "copied", "astray", "idle"])
def test_a_harmed_link_is_noticed(checkout: Path, harm: str) -> None:
    link = checkout / "src" / "reelproof" / "core"
    assert faults(checkout) == []
    if harm == "idle":
        (checkout / "src" / "reelproof" / "stray").symlink_to("../../docs")
    else:
        link.unlink()
    if harm == "dangling":
        link.symlink_to("../../cores")
    elif harm == "absolute":
        link.symlink_to(checkout / "core")
    elif harm == "copied":
        link.mkdir()
    elif harm == "astray":
        link.symlink_to("../../schemas")
    assert faults(checkout)


def test_git_keeps_the_links_as_links(root: Path) -> None:
    if not (root / ".git").exists():
        pytest.skip("not a git checkout")
    command = ["git", "-C", str(root), "ls-files", "-s", "src/reelproof"]
    rows = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert rows
    assert [row for row in rows if not row.startswith("120000 ")] == []


def _settings(root: Path) -> dict[str, Any]:
    tool: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    return tool


def test_every_code_folder_is_known_to_the_checkers(root: Path) -> None:
    tool = _settings(root)
    folders = code_folders(root)
    banned = set(tool["ruff"]["lint"]["flake8-tidy-imports"]["banned-api"])
    assert folders <= banned, "a bare import of each root folder must be banned"
    read = {entry.rsplit("/", 1)[-1] for entry in tool["pyright"]["include"] if entry.count("/") == 2}
    assert folders == read, "pyright does not walk through links, so it must be told each"
    (layers,) = (c for c in tool["importlinter"]["contracts"] if c["type"] == "layers")
    placed = {name.strip() for row in layers["layers"] for name in row.replace(":", "|").split("|")}
    assert folders == placed
    assert layers["exhaustive"] is True


def test_modules_come_from_the_root_folders(root: Path) -> None:
    import reelproof.core.errors as errors

    assert Path(errors.__file__).resolve() == root / "core" / "errors.py"
