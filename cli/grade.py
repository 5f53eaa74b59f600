"""`gen grade`: accuracy of a replies file."""

from pathlib import Path

import click

from ..core.digests import canonical
from ..core.errors import BadFile
from .tables import table


@click.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.argument("replies", type=click.Path(path_type=Path))
@click.option("--each", is_flag=True, help="Also print the grade of every reply.")
@click.option("--json", "as_json", is_flag=True, help="Print rows (and grades) as JSON.")
def grade(dataset: Path, replies: Path, each: bool, as_json: bool) -> None:
    """Grade REPLIES (JSON lines with id and reply) against DATASET.

    DATASET is a folder, or a file of questions (`gen expand` writes one). Accuracy per world, skill and
    level (for scenes per task, type, level, variant, scale and more); unreadable, refused, illegal and
    missing replies are outcomes of their own. Questions without a reply count as not right. The interval
    is Wilson's, as if questions were independent.

    \b
    gen grade out replies.jsonl
    """
    from ..qa.score import grade_file

    items = dataset / "items.jsonl" if dataset.is_dir() else dataset
    if not items.is_file():
        raise BadFile(
            f"{dataset} holds no items.jsonl", hint="name the folder that `gen reason` or `gen vgenst` wrote"
        )
    grades, rows = grade_file(items, replies)
    if as_json:
        told = {"rows": [{"accuracy": row.accuracy, "interval": row.interval, **_fields(row)} for row in rows]}
        if each:
            told["grades"] = [{"id": name, **_fields(grades[name])} for name in sorted(grades)]
        click.echo(canonical(told))
        return
    if each:
        table(
            ("question", "score", "outcome", "reason"),
            [(n, f"{g.score:g}", g.outcome, g.reason) for n, g in sorted(grades.items())],
        )
    body = []
    for row in rows:
        outcomes = ", ".join(f"{name} {count}" for name, count in row.outcomes.items())
        low, high = (f"{100 * bound:.1f}" for bound in row.interval)
        body.append((row.group, row.questions, f"{100 * row.accuracy:.1f} %", f"{low}-{high}", outcomes))
    table(("group", "questions", "accuracy", "95 %", "outcomes"), body)


def _fields(record: object) -> dict[str, object]:
    return {name: getattr(record, name) for name in record.__struct_fields__}  # type: ignore[attr-defined]
