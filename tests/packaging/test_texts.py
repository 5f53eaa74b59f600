"""What no text file of the checkout may say: places on a machine, hosts of package registries."""

import re
from collections.abc import Iterable
from pathlib import Path

# Spelled in parts, so that this file does not hold what it forbids.
_HOSTS = (
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("npmjs", "org"),
    ("npmjs", "com"),
    ("yarnpkg", "com"),
    ("deb", "debian", "org"),
    ("archive", "ubuntu", "com"),
    ("crates", "io"),
    ("anaconda", "org"),
    ("proxy", "golang", "org"),
)


def _machine_paths(root: Path) -> re.Pattern[str]:
    """Places of one machine: this checkout, the folder around it, anybody's home."""
    places = [re.escape(str(root))]
    if len(root.parent.parts) > 1 and root.parent not in (Path("/tmp"), Path("/opt"), Path("/srv")):
        places.append(re.escape(str(root.parent)))
    # The terminal world shows a made-up home, /home/user; that one is nobody's.
    homes = [r"/root/\.?\w", r"/home/(?!user\b)\w+/", r"/Users/\w+/", r"C:\\Users\\\w+"]
    return re.compile(r"(?<![\w.~-])(?:(?:" + "|".join(places) + r")(?![\w-])|" + "|".join(homes) + ")")


def _hosts() -> re.Pattern[str]:
    return re.compile("|".join(r"\b" + r"\.".join(parts) + r"\b" for parts in _HOSTS), re.IGNORECASE)


def _said(pattern: re.Pattern[str], root: Path, listed: Iterable[Path]) -> list[str]:
    found = []
    for path in listed:
        if path.is_symlink():
            continue
        data = path.read_bytes()
        if b"\0" in data[:8192]:
            continue
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            if hit := pattern.search(line):
                found.append(f"{path.relative_to(root).as_posix()}:{number}: {hit[0]}")
    return found


def test_no_file_names_a_place_on_a_machine(root: Path, listed: list[Path]) -> None:
    assert _said(_machine_paths(root), root, listed) == []


def test_no_file_names_a_registry(root: Path, listed: list[Path]) -> None:
    assert _said(_hosts(), root, listed) == []


def test_a_place_or_a_registry_would_be_seen(root: Path, tmp_path: Path) -> None:
    leaks = [
        f"see {root}/core",
        f'"{root}"',
        "/".join(["", "root", ".cache"]),
        "/".join(["", "home", "ann", "x"]),
    ]
    sound = ["src/reelproof/core", "/home/user/box", "the root/leaf", f"x{root}y", "../shared/data"]
    for number, line in enumerate(leaks + sound):
        (tmp_path / f"{number:02}.md").write_text(line + "\n", encoding="utf-8")
    files = sorted(tmp_path.iterdir())
    hits = [hit.split(":")[0] for hit in _said(_machine_paths(root), tmp_path, files)]
    assert hits == [f"{number:02}.md" for number in range(len(leaks))]
    for parts in _HOSTS:
        (tmp_path / "host.md").write_text("https://x." + ".".join(parts) + "/simple\n", encoding="utf-8")
        assert _said(_hosts(), tmp_path, [tmp_path / "host.md"])
