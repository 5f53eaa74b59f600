"""What `gen reason` and `gen vgenst` have in common: ranges, the summary, what to do next."""

from collections.abc import Iterable
from pathlib import Path

import click

from ..core.digests import canonical
from ..core.errors import BadParams
from ..schemas.manifest import AnyManifest

MOST_COUNT = 1_000_000


def check_counts(count: int, start: int, limit: int | None, workers: int | None) -> None:
    """Refuse numbers out of range; raises BadParams."""
    for name, value, least, most in (
        ("--count", count, 1, MOST_COUNT),
        ("--start", start, 0, MOST_COUNT),
        ("--limit", limit if limit is not None else 1, 1, MOST_COUNT),
        ("--workers", workers if workers is not None else 1, 1, 256),
    ):
        if not least <= value <= most:
            raise BadParams(f"{name} {value} is not in {least}..{most}", hint=f"try {name} {least}")


def given(*names: str) -> tuple[str, ...]:
    """Which of some options of this command stand on the command line, as they are spelled there."""
    source = click.get_current_context().get_parameter_source
    default = click.core.ParameterSource.DEFAULT
    return tuple("--" + name.replace("_", "-") for name in names if source(name) is not default)


def refuse_beside(what: str, names: Iterable[str]) -> None:
    """Refuse options that fix what something else fixes already; raises BadParams."""
    for name in names:
        raise BadParams(f"{name} and {what} fix the same thing", hint=f"leave out {name}")


def tell_made(manifest: AnyManifest, folder: Path, place: str, noun: str, *, as_json: bool, quiet: bool) -> None:
    """Say what was made, where, and what comes next; `place` is the folder of what `gen show` takes."""
    if as_json:
        summary = {
            "out": click.format_filename(folder),
            "videos": manifest.videos,
            "questions": manifest.questions,
            "items": manifest.items,
            "digest": manifest.digest,
        }
        click.echo(canonical(summary))
    elif not quiet:
        click.echo(f"{_many(manifest.videos, noun)} and {_many(manifest.questions, 'question')} in {folder}")
        click.echo(f"digest {manifest.digest}")
        first = manifest.entries[0]
        if first.video is not None:
            click.echo(f"film {folder}/videos/{first.id}.mp4")
        click.echo(f"next: gen show {folder}/{place}/{first.id}.json")
        click.echo(f"      gen verify {folder}")


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
