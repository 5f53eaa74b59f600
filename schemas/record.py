"""The base of every record: frozen, closed to unknown fields, tagged where a union needs it.

Records are msgspec structs. Measured beside pydantic 2 on a script of ten operations they import two
to three times faster, are built and written as JSON four to six times faster and read two to four
times faster, and they refuse the same bad input by path (`benchmarks/records.py`, docs/figures.md).
"""

from typing import Any

import msgspec

from ..core.errors import BadFile


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=False):
    """A frozen record; two records with equal fields are equal."""


def pointer(path: str) -> str:
    """The JSON pointer (RFC 6901) of a msgspec path such as ``$.ops[3].first``."""
    out = path.strip().removeprefix("$").replace("[...]", "").replace("[", ".").replace("]", "")
    return "/".join(part.replace("~", "~0").replace("/", "~1") for part in out.split(".")) or "/"


def decode(data: bytes, kind: Any, *, source: str) -> Any:
    """Read JSON bytes into a record type.

    Raises BadFile with the JSON pointer of the fault; nothing from the bytes is ever evaluated.
    """
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as fault:
        what, _, path = str(fault).partition(" - at `")
        raise BadFile(
            f"{source} at {pointer(path.rstrip('`'))}: {what}",
            hint="`gen describe schemas` tells the fields",
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise BadFile(f"{source} at /: not JSON: {fault}", hint="the file may be cut short") from None


def convert(value: Any, kind: Any, *, source: str) -> Any:
    """Turn plain dicts and lists into a record type; errors as in `decode`."""
    try:
        return msgspec.convert(value, type=kind)
    except msgspec.ValidationError as fault:
        what, _, path = str(fault).partition(" - at `")
        raise BadFile(
            f"{source} at {pointer(path.rstrip('`'))}: {what}",
            hint="`gen describe schemas` tells the fields",
        ) from None
