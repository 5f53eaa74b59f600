"""A file is whole or it is not there."""

import os
import tracemalloc
from pathlib import Path

import pytest

from reelproof.core.errors import BackendFailed, BadFile, BadOutput
from reelproof.core.files import inside, read_bytes, replacing, write_bytes


def test_what_is_written_is_read(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "down" / "a.bin"
    write_bytes(target, b"\x00\xff")
    assert read_bytes(target) == b"\x00\xff"
    assert [p.name for p in target.parent.iterdir()] == ["a.bin"]


def test_a_second_write_takes_the_place_of_the_first(tmp_path: Path) -> None:
    target = tmp_path / "a"
    write_bytes(target, b"old, and longer")
    write_bytes(target, b"new")
    assert target.read_bytes() == b"new"


def test_a_write_that_breaks_off_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a"
    write_bytes(target, b"old")
    with pytest.raises(KeyboardInterrupt), replacing(target) as part:
        part.write_bytes(b"half")
        raise KeyboardInterrupt
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_a_full_disk_is_a_back_end_fault_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(BackendFailed, match="No space left") as caught, replacing(tmp_path / "a") as part:
        part.write_bytes(b"half")
        raise OSError(28, os.strerror(28))
    assert caught.value.exit_code == 4
    assert "--out" in caught.value.hint
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_a_file_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(BackendFailed, match="cannot write"):
        write_bytes(tmp_path / "file" / "a", b"x")
    with pytest.raises(BackendFailed, match="cannot write"):
        write_bytes(tmp_path / "file" / "deep" / "a", b"x")


def test_a_target_that_is_a_folder_is_told_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "kept").write_bytes(b"")
    with pytest.raises(BackendFailed):
        write_bytes(tmp_path / "a", b"x")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a"]
    assert (tmp_path / "a" / "kept").exists()


def test_an_absent_file_a_folder_and_a_senseless_path_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path, tmp_path / "a\x00b"):
        with pytest.raises(BadFile, match="cannot read") as caught:
            read_bytes(path)
        assert caught.value.hint


@pytest.mark.parametrize("size", [0, 9, 10])
def test_a_file_up_to_the_limit_is_read(tmp_path: Path, size: int) -> None:
    (tmp_path / "a").write_bytes(b"x" * size)
    assert read_bytes(tmp_path / "a", 10) == b"x" * size


def test_a_file_above_the_limit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 11)
    with pytest.raises(BadFile, match="more than the 10 bytes"):
        read_bytes(tmp_path / "a", 10)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless device here")
def test_a_device_without_end_is_refused() -> None:
    with pytest.raises(BadFile, match="more than the 1000 bytes"):
        read_bytes(Path("/dev/zero"), 1000)


def test_reading_takes_the_memory_of_the_file_and_not_of_the_limit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 3_000_000)
    tracemalloc.start()
    try:
        assert len(read_bytes(tmp_path / "a", 1 << 30)) == 3_000_000
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", ["a", "videos/a.mp4", "a/../b", "./a"])
def test_names_inside_a_folder_are_taken(tmp_path: Path, name: str) -> None:
    assert inside(tmp_path, name) == tmp_path / name


@pytest.mark.parametrize("name", ["..", "../a", "a/../../b", "/etc/passwd", "/"])
def test_names_that_lead_outside_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadOutput, match="leads out of"):
        inside(tmp_path, name)


def test_links_that_lead_outside_are_refused(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link").symlink_to(tmp_path)
    with pytest.raises(BadOutput):
        inside(tmp_path / "in", "link/a")
