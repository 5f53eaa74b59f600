"""`gen show`: one item, readable."""

import os
from pathlib import Path
from typing import Any

import click

from ..core.catalog import simulator
from ..core.errors import BadFile, IllegalOp, near
from ..core.files import inside, read_bytes
from ..schemas.record import Record, decode
from ..schemas.script import ScriptHead
from .tell import tell, tell_line


class _Head(Record, frozen=True, forbid_unknown_fields=False):
    """As much of a file as tells a scene from a script."""

    camera: Any = None


def is_scene(data: bytes, *, source: str) -> bool:
    """Whether a file holds a scene of `gen vgenst` and not a script; raises BadFile for what is neither."""
    head: _Head = decode(data, _Head, source=source)
    return head.camera is not None


@click.command()
@click.argument("item")
@click.option(
    "--in",
    "dataset",
    type=click.Path(path_type=Path),
    default=Path("."),
    show_default=True,
    help="Dataset folder that an ID is looked up in.",
)
@click.option(
    "--states/--no-states", default=True, show_default=True, help="Print the state after every operation."
)
def show(item: str, dataset: Path, states: bool) -> None:  # fmt: skip
    """Print ITEM (an id or the path of a script or scene) with its states, questions and answers.

    \b
    gen show out/scripts/number-s3-op10-start-r0-000000.json
    gen show number-s3-op10-start-r0-000000 --in out
    gen show kitchen/scenes/vgenst-mc-kitchen-d3-r0-i000000.json
    """
    from ..simulators.replay import Replay

    path = _find(item, dataset)
    data = read_bytes(path)
    if is_scene(data, source=str(path)):
        from .show_scene import show_scene

        show_scene(path, data)
        return
    head: ScriptHead = decode(data, ScriptHead, source=str(path))
    sim = simulator(head.world)
    script = decode(data, sim.script_type(), source=str(path))
    sim.check(script.start)
    try:
        replay = Replay.of(sim, script)
    except IllegalOp as fault:
        raise BadFile(f"{path}: {fault.message}", hint="a script must keep the rules of its world") from None
    tell_line(f"{script.id}: {sim.title}; reveal at the {script.reveal}; {replay.count} operations")
    mark = "  (revealed)" if script.reveal == "start" else "  (hidden)"
    click.echo(f"\nstart{mark}")
    _lines(sim.show(script.start))
    for number, (step, state) in enumerate(zip(replay.steps, replay.states[1:], strict=True), 1):
        last = number == replay.count
        mark = ("  (revealed)" if script.reveal == "end" else "  (hidden)") if last else ""
        tell(f"\n{number}. {step}{mark}")
        if states or last:
            _lines(sim.show(state))
    _questions(path.parent.parent / "items.jsonl", script.id)


def _lines(lines: tuple[str, ...]) -> None:
    for line in lines:
        tell_line("    " + line)


def _find(item: str, dataset: Path) -> Path:
    if os.sep in item or item.endswith(".json"):
        path = Path(item)
        if path.is_dir():
            raise BadFile(f"{path} is a folder", hint="name one of its scripts or scenes, or an id with --in")
        return path
    folder = dataset / ("scenes" if (dataset / "scenes").is_dir() else "scripts")
    path = inside(folder, f"{item}.json")
    if not path.is_file():
        known = [p.stem for p in sorted(folder.glob("*.json"))] if folder.is_dir() else []
        hint = near(item, known[:2000]) if known else "name the dataset with --in"
        raise BadFile(f"there is no item {item[:80]!r} in {dataset}", hint=hint[:300])
    return path


def _questions(items: Path, name: str) -> None:
    if not items.is_file():
        return
    from ..qa.score import lines_of
    from ..schemas.question import Question

    mark = b'"video":"%s"' % name.encode()
    for number, line in lines_of(items):
        if mark not in line:
            continue
        question: Question = decode(line, Question, source=f"{items} line {number}")
        hard = question.difficulty
        tell(f"\n=== {question.skill} ({question.kind}), level {question.level}")
        tell(question.prompt)
        tell_line(f"--> {question.text}")
        click.echo(
            f"    effective operations {hard.effective} of {hard.nominal}, span {hard.span}; critical: "
            + (", ".join(map(str, question.certificate.critical)) or "none")
        )
