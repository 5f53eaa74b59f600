"""`gen replay FILE`: do published questions again and say where they and our simulators differ."""

from pathlib import Path

import click

from ..core.digests import canonical
from ..core.errors import CheckFailed


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object. Example: --json")
def replay(file: Path, as_json: bool) -> None:
    """Recompute the final states, answers and plans of published records in FILE.

    FILE has one JSON record a line. Prints agreement by world and skill, then every
    disagreement; ends with exit code 5 if there is any.

    Example: gen replay vrb_replay.jsonl
    """
    from ..qa.published import check_file, render_report

    report = check_file(file)
    click.echo(canonical(report).decode() if as_json else render_report(report), nl=as_json)
    if not report.agrees:
        count = len(report.disagreements)
        raise CheckFailed(
            f"{count} of what {file.name} says of {report.records} records does not come out the same",
            hint="the list above names each; --json gives it to programs",
        )
