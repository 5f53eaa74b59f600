"""Tables for people: rich on a terminal, the same text without colours elsewhere."""

import os
from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[object]], *, title: str = "") -> None:
    """Print a table to standard output."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    # Not a terminal: a file or a pipe, where nothing should be cut; COLUMNS still has the last word.
    if not console.is_terminal:
        wide = os.environ.get("COLUMNS", "")
        width = int(wide) if wide.isdecimal() and 0 < int(wide) < 1000 else 160
        console = Console(width=width, no_color=True, highlight=False)
    drawn = Table(title=title or None, box=SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for name in head:
        drawn.add_column(name, overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(str(cell)) for cell in row))
    console.print(drawn)
