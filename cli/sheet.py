"""`gen sheet`: a contact sheet of a script, drawn from its state and not from a video."""

from pathlib import Path

import click

from ..core.catalog import simulator, view
from ..core.errors import BadParams
from ..core.files import read_bytes, write_bytes
from ..schemas.record import decode
from ..schemas.script import ScriptHead


@click.command()
@click.argument("script", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("sheet.png"), show_default=True, help="PNG to write."
)
@click.option("--style", "look", default="clear", show_default=True, metavar="NAME", help="Look.")
@click.option("--columns", type=click.IntRange(1, 40), default=6, show_default=True, help="Pictures in a row.")
@click.option(
    "--every",
    type=click.IntRange(1, 100_000),
    default=None,
    help="Every so many frames.  [default: the telling moments]",
)
@click.option("--width", type=int, default=None, help="Pixels of one picture, even.  [default: 480 or 640]")
def sheet(
    script: Path, out: Path, look: str, columns: int, every: int | None, width: int | None
) -> None:  # fmt: skip
    """Draw moments of SCRIPT side by side: reveal, cover, covered, under way, end.

    \b
    gen sheet out/scripts/number-s3-op10-start-r0-000000.json --out number.png
    """
    from ..renderers.reel import Pace
    from ..renderers.render import backend
    from ..renderers.sheet import contact_sheet
    from ..renderers.style import style
    from ..simulators.replay import Replay

    data = read_bytes(script)
    head: ScriptHead = decode(data, ScriptHead, source=str(script))
    sim = simulator(head.world)
    loaded = decode(data, sim.script_type(), source=str(script))
    sim.check(loaded.start)
    replay = Replay.of(sim, loaded)
    pace = Pace(width=width)
    pace.check()
    drawer = backend(view(head.world).renderer)
    at = None if every is None else range(0, drawer.reel(replay, pace).frames, every)
    if at is not None and len(at) > 400:
        raise BadParams(f"--every {every} gives {len(at)} pictures, more than 400", hint="try a larger number")
    write_bytes(out, contact_sheet(replay, drawer, style=style(look), pace=pace, at=at, columns=columns))
    click.echo(f"wrote {out}")
