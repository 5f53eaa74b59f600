"""Printing words of a file: whatever it holds, nothing in it may command the terminal."""

import click

_SHOWN = "\N{REPLACEMENT CHARACTER}"


def tell(text: str) -> None:
    """Print a text; control characters other than line breaks are shown as the replacement character."""
    click.echo("".join(c if c.isprintable() or c == "\n" else _SHOWN for c in text))


def tell_line(text: str) -> None:
    """Print one line; line breaks are replaced, too, so that a file cannot add lines of its own."""
    tell(text.replace("\n", _SHOWN))
