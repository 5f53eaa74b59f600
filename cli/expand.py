"""`gen expand`: multiple choice with the right option at every place."""

from collections import Counter
from pathlib import Path

import click

from ..core.digests import canonical
from ..core.errors import BadFile, BadOutput, BadParams, near
from ..core.files import outside, write_bytes


@click.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option(
    "--mode", default="rotation", show_default=True, metavar="rotation|swap", help="How options change places."
)
@click.option(
    "--variant", default="base", show_default=True, metavar="NAME", help="base, none_extra or none_answer."
)
@click.option(
    "--out", type=click.Path(path_type=Path), default=None, help="File to write.  [default: DATASET-MODE.jsonl]"
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def expand(dataset: Path, mode: str, variant: str, out: Path | None, as_json: bool) -> None:
    """Write each multiple choice question of DATASET once for every place of its right option.

    A model must be right at all of them; `gen grade FILE replies.jsonl` counts so. Questions whose
    options cannot change places are left out and counted.

    \b
    gen expand out --mode rotation
    gen expand out --mode swap --out swapped.jsonl
    """
    from ..qa.score import load_questions
    from ..qa.vgenst import circular
    from ..schemas.scene_question import VARIANTS, SceneQuestion

    if mode not in circular.MODES:
        raise BadParams(f"there is no mode {mode[:40]!r}", hint=near(mode, circular.MODES))
    if variant not in VARIANTS[:3]:
        raise BadParams(f"there is no variant {variant[:40]!r} with options", hint=near(variant, VARIANTS[:3]))
    items = dataset / "items.jsonl" if dataset.is_dir() else dataset
    if not items.is_file():
        raise BadFile(f"{dataset} holds no items.jsonl", hint="name the folder that `gen vgenst` wrote")
    target = out if out is not None else Path(f"{dataset.name.removesuffix('.jsonl') or 'items'}-{mode}.jsonl")
    if outside(target).is_dir():
        raise BadOutput(f"{target} is a folder", hint="name a file with --out")
    lines: list[bytes] = []
    dropped: Counter[str] = Counter()
    kept = 0
    for question in load_questions(items).values():
        if not isinstance(question, SceneQuestion):
            raise BadFile(f"{items} holds no multiple choice", hint="name a dataset of `gen vgenst`")
        if question.variant != variant:
            continue
        try:
            made = circular.expand(question, mode)
        except circular.NotCircular as fault:
            dropped[str(fault)] += 1
            continue
        lines += [canonical(one) + b"\n" for one in made]
        kept += 1
    if not lines:
        raise BadFile(
            f"{items} has no question of the variant {variant} that can be expanded", hint="try --variant base"
        )
    write_bytes(target, b"".join(lines))
    if as_json:
        told = {
            "out": click.format_filename(target),
            "of": kept,
            "questions": len(lines),
            "left_out": dict(dropped),
        }
        click.echo(canonical(told))
        return
    click.echo(f"{len(lines)} questions of {kept} in {target}")
    for reason, count in sorted(dropped.items()):
        click.echo(f"left out {count}: {reason}")
    click.echo(f"next: gen grade {target} replies.jsonl")
