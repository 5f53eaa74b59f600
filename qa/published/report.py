"""What doing the published questions again gave, as a record and as a table."""

from io import StringIO

from rich import box
from rich.console import Console
from rich.table import Table

from ...schemas.record import Record


class Disagreement(Record, frozen=True):
    """One place where a record and our simulators differ."""

    line: int
    """Line of the file, from 1."""
    id: str
    world: str
    skill: str
    what: str
    """record, final, answer, plan or upside_down."""
    message: str


class Cell(Record, frozen=True):
    """Agreement in one world and skill: how many there are, and how many come out the same."""

    world: str
    skill: str
    records: int
    finals: int
    """Records whose final state we reach, and whose start we find again by going back from it."""
    answers: int
    """Records with a stored answer."""
    answers_agree: int
    plans: int
    """Records with a stored plan."""
    plans_agree: int
    """Plans that keep every rule and reach their target, as one of our own does that is no longer."""


class UpsideDown(Record, frozen=True):
    """What became of card plans made by reading piles the wrong way up."""

    reading: str
    """What is read upside down: `target`, or `pile and target`."""
    plans: int
    refused: int
    """Illegal, or not reaching the target."""
    works: int
    """Plans that reach the target all the same, as a second bookkeeping confirms."""


class Report(Record, frozen=True):
    """Agreement of a file of published records with our simulators."""

    records: int
    cells: tuple[Cell, ...]
    """By world, then by skill, in the order of the skills."""
    upside_down: tuple[UpsideDown, ...]
    notes: tuple[str, ...]
    """Records that agree but break a rule of ours, with the reason."""
    disagreements: tuple[Disagreement, ...]

    @property
    def agrees(self) -> bool:
        """Whether nothing differs."""
        return not self.disagreements

    def total(self, field: str) -> int:
        """A number of the cells, added up."""
        return sum(getattr(cell, field) for cell in self.cells)


def render_report(report: Report) -> str:
    """The report as plain text: a table, what was turned upside down, notes and disagreements."""
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("world")
    table.add_column("skill")
    for head in ("final states", "answers", "plans"):
        table.add_column(head, justify="right")
    last = ""
    for cell in report.cells:
        if last and cell.world != last:
            table.add_section()
        table.add_row(
            cell.world if cell.world != last else "",
            cell.skill,
            f"{cell.finals}/{cell.records}",
            _share(cell.answers_agree, cell.answers),
            _share(cell.plans_agree, cell.plans),
        )
        last = cell.world
    table.add_section()
    table.add_row(
        "all",
        "",
        f"{report.total('finals')}/{report.records}",
        _share(report.total("answers_agree"), report.total("answers")),
        _share(report.total("plans_agree"), report.total("plans")),
    )
    out = StringIO()
    # A fixed width keeps the text the same in a pipe, a file and a terminal.
    console = Console(file=out, width=100, force_terminal=False, color_system=None, highlight=False)
    console.print(table)
    lines = [line.rstrip() for line in out.getvalue().rstrip().splitlines()]
    for turned in report.upside_down:
        lines.append(
            f"card plans with {turned.reading} read upside down: {turned.plans} made, "
            f"{turned.refused} refused, {turned.works} true all the same"
        )
    lines += [f"note: {note}" for note in report.notes]
    count = len(report.disagreements)
    lines.append(f"{count} disagreement{'' if count == 1 else 's'}" if count else "no disagreements")
    lines += [f"  line {d.line}, {d.id}: {d.what}: {d.message}" for d in report.disagreements]
    return "\n".join(lines) + "\n"


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole}" if whole else "-"
