"""Notes on standard error that are no errors."""

import click

from ..core.catalog import broken


def note_broken() -> None:
    """Say on standard error which worlds of other packages are left out, and why."""
    for fault in broken().values():
        click.echo("note: " + "".join(c for c in " ".join(fault.split()) if c.isprintable()), err=True)
