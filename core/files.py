"""Atomic writes: a file is whole or it is not there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from .errors import BackendFailed, BadFile, BadOutput


def write_bytes(path: Path, data: bytes) -> None:
    """Write beside the target, flush to disk, then rename over it."""
    with replacing(path) as part, part.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give the `.part` path to fill; on success it takes the target's place, else it is removed."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # A new file, not the old one emptied: the encoder of a killed run may still be writing there.
        part.unlink(missing_ok=True)
        yield part
        os.replace(part, path)
    except OSError as fault:
        raise BackendFailed(
            f"cannot write {path}: {fault.strerror or fault}",
            hint="free some space or choose another folder with --out, then run the same command again",
        ) from fault
    finally:
        # What cannot be there (a parent that is a file) must not hide the fault that is being told.
        with suppress(OSError):
            part.unlink(missing_ok=True)


def read_bytes(path: Path, limit: int = 1 << 30) -> bytes:
    """A file's bytes; absent, unreadable or monstrous files are refused in one line."""
    try:
        # Pipes and devices do not tell their size, so the bytes are counted, too.
        with path.open("rb") as stream:
            data = _up_to(stream, limit) if path.stat().st_size <= limit else None
    except (OSError, ValueError) as fault:
        what = getattr(fault, "strerror", None) or fault
        raise BadFile(f"cannot read {path}: {what}", hint="check the path") from fault
    if data is None:
        raise BadFile(f"{path} has more than the {limit} bytes that are read", hint="split it")
    return data


def _up_to(stream: BinaryIO, limit: int) -> bytes | None:
    """All bytes of a stream, or None for more than `limit`; takes no more memory than there are bytes."""
    data = bytearray()
    while block := stream.read(1 << 20):
        data += block
        if len(data) > limit:
            return None
    return bytes(data)


def outside(target: Path) -> Path:
    """The same path; raises BadOutput where it lies in a dataset, which holds nothing but its own files."""
    for above in target.absolute().parents:
        if (above / "manifest.json").is_file() and (above / "items.jsonl").is_file():
            raise BadOutput(
                f"{target} lies inside the dataset {above}", hint="choose a place outside of it with --out"
            )
    return target


def inside(folder: Path, name: str) -> Path:
    """The path of `name` under `folder`; names that lead outside are refused."""
    target = folder / name
    if Path(name).is_absolute() or not target.resolve().is_relative_to(folder.resolve()):
        raise BadOutput(f"{name!r} leads out of {folder}", hint="names in a dataset are relative to it")
    return target
