"""`gen setup`: what is too heavy to come with the package."""

import click

from ..core.errors import BadParams, near

PARTS = ("blender",)


@click.command()
@click.argument("part")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def setup(part: str, quiet: bool) -> None:
    """Set up PART, once: `blender`, an environment of its own with bpy (needs Python 3.11, about 1 GB).

    \b
    gen setup blender
    """
    from ..renderers.blender_home import make

    if part not in PARTS:
        raise BadParams(f"there is no part {part[:40]!r} to set up", hint=near(part, PARTS))
    place = make(told=lambda line: None if quiet else click.echo(line))
    if not quiet:
        click.echo(f"Blender is in {click.format_filename(place)}")
        click.echo("next: gen vgenst --theme kitchen --renderer blender")
