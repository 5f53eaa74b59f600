"""Canonical JSON and SHA-256, the two things every identity in a dataset rests on."""

from hashlib import sha256
from pathlib import Path

import msgspec

_ENCODER = msgspec.json.Encoder(order="deterministic")


def canonical(record: object) -> bytes:
    """UTF-8 JSON with sorted keys and no spare blanks: one record, one text."""
    return _ENCODER.encode(record)


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return sha256(data).hexdigest()


def record_digest(record: object) -> str:
    """SHA-256 of a record's canonical JSON."""
    return sha256(_ENCODER.encode(record)).hexdigest()


def file_digest(path: Path) -> str:
    """SHA-256 of a file, read in blocks."""
    total = sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            total.update(block)
    return total.hexdigest()
