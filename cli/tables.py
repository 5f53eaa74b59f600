"""Tables for people: rich on a terminal, the same text without colours elsewhere."""

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[object]], *, title: str = "") -> None:
    """Print a table to standard output."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    if not console.is_terminal:
        console = Console(width=110, no_color=True, highlight=False)
    drawn = Table(title=title or None, box=SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for name in head:
        drawn.add_column(name)
    for row in rows:
        drawn.add_row(*(Text(str(cell)) for cell in row))
    console.print(drawn)
