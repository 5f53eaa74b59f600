"""What may go wrong, each with its remedy and the exit code of the command line."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar


class ReelproofError(Exception):
    """A fault we foresee: one line says what is wrong, the hint says what to do about it."""

    exit_code: ClassVar[int] = 2

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        # Keyword-only hints must survive the trip home from a worker process.
        return (_rebuild, (type(self), self.message, self.hint))


def _rebuild(kind: type[ReelproofError], message: str, hint: str) -> ReelproofError:
    return kind(message, hint=hint)


class BadParams(ReelproofError):
    """A knob out of range, or a combination of knobs that cannot be met."""


class BadFile(ReelproofError):
    """A file from outside that is broken; the message carries the JSON pointer of the fault."""


class BadOutput(ReelproofError):
    """An output folder that cannot be written, or that belongs to another recipe."""


class MissingPart(ReelproofError):
    """An optional or outside part is absent; the hint names the command that installs it."""

    exit_code = 3


class BackendFailed(ReelproofError):
    """The encoder, the shell or the disk refused in the middle of the work."""

    exit_code = 4


class CheckFailed(ReelproofError):
    """A check found a fault in a dataset, a certificate or a replay."""

    exit_code = 5


class IllegalOp(ReelproofError):
    """An operation that the rules of its world forbid in this state; the message is the reason."""


def near(name: str, known: Iterable[str]) -> str:
    """A hint for a misspelled name: the nearest known ones, else all of them."""
    names = sorted(known)
    close = get_close_matches(name.lower(), names, n=3, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join(close) + "?"
    if len(names) > 40:
        return f"choose one of: {', '.join(names[:8])} ... ({len(names)} in all)"
    return "choose one of: " + ", ".join(names)
