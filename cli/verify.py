"""`gen verify`: is a dataset what it claims to be?"""

import os
from pathlib import Path

import click

from ..core.digests import canonical
from ..core.errors import BadFile, CheckFailed
from .progress import progress
from .tell import tell_line

MOST = 10**9
"""More items than any dataset has."""


@click.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option(
    "--sample",
    type=click.IntRange(0),
    default=None,
    help="Items to make again from the recipe.  [default: all]",
)
@click.option("--decode", type=click.IntRange(0), default=100, show_default=True, help="Videos to decode.")
@click.option("--redraw", type=click.IntRange(0), default=2, show_default=True, help="Videos to draw again.")
@click.option("--workers", type=click.IntRange(1, 256), default=None, help="Processes.  [default: processors]")
@click.option("--json", "as_json", is_flag=True, help="Print the faults as JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but faults.")
def verify(
    dataset: Path, sample: int | None, decode: int, redraw: int, workers: int | None, as_json: bool, quiet: bool
) -> None:  # fmt: skip
    """Check DATASET: schemas, digests, certificates; make its items again, and some of its videos.

    Exits 5 with a list if anything differs.

    \b
    gen verify out
    gen verify out --decode 100000 --redraw 100000
    """
    from ..generators.verify import verify as check

    if not (dataset / "manifest.json").is_file():
        raise BadFile(
            f"{dataset} holds no manifest.json", hint="name the folder that `gen reason` or `gen vgenst` finished"
        )
    with progress("checked", quiet=quiet or as_json) as told:
        every = MOST if sample is None else sample
        faults = check(
            dataset, sample=every, redraw=redraw, decode=decode, workers=workers or os.cpu_count() or 1, told=told
        )
    if as_json:
        click.echo(canonical({"faults": [click.format_filename(fault) for fault in faults]}))
    for fault in [] if as_json else faults:
        tell_line(fault)
    if faults:
        raise CheckFailed(f"{len(faults)} faults in {dataset}", hint="make it again from its recipe")
    if not quiet and not as_json:
        click.echo(f"{dataset} holds what its manifest says")
