"""`gen export`: a dataset in the form of another system."""

from pathlib import Path

import click

from ..core.digests import canonical
from ..core.errors import BadFile, BadParams, near
from ..core.files import outside
from .progress import progress

FORMS = ("vgenst-parquet",)


@click.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option(
    "--to", "form", default="vgenst-parquet", show_default=True, metavar="FORM", help=", ".join(FORMS) + "."
)
@click.option(
    "--out", type=click.Path(path_type=Path), default=None, help="Folder to write.  [default: DATASET-FORM]"
)
@click.option(
    "--frames",
    type=click.IntRange(1, 100),
    default=16,
    show_default=True,
    help="Pictures that are taken out of each video.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def export(dataset: Path, form: str, out: Path | None, frames: int, as_json: bool, quiet: bool) -> None:
    """Write DATASET in the form of another system.

    vgenst-parquet has the columns and folders of VGenST-Bench, for its published evaluator; it needs
    pyarrow (pip install 'reelproof[parquet]').

    \b
    gen export out --to vgenst-parquet --out parquet
    """
    from ..exports import vgenst_parquet

    if form not in FORMS:
        raise BadParams(f"there is no form {form[:40]!r}", hint=near(form, FORMS))
    if not (dataset / "manifest.json").is_file():
        raise BadFile(f"{dataset} holds no manifest.json", hint="name the folder that `gen vgenst` finished")
    target = out if out is not None else dataset.with_name(f"{dataset.name}-{form}")
    outside(target)
    with progress("exported", quiet=quiet or as_json) as told:
        done = vgenst_parquet.export(dataset, target, frames=frames, told=told)
    if as_json:
        click.echo(canonical({"out": click.format_filename(target), **done._asdict()}))
    elif not quiet:
        click.echo(f"{done.rows} questions and {done.videos} videos in {target}")
        if done.left_out:
            click.echo(f"left out {done.left_out}: the metric track has no place there")
