"""`gen sheet`: a contact sheet of a script, drawn from its state and not from a video."""

from pathlib import Path

import click

from ..core.catalog import simulator, view
from ..core.errors import BadParams
from ..core.files import outside, read_bytes, write_bytes
from ..schemas.record import decode
from ..schemas.script import ScriptHead
from .show import is_scene


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
@click.option(
    "--plan",
    type=click.Path(path_type=Path),
    default=None,
    help="Of a scene: a second PNG, the plan from above with all ways and the camera's.",
)
def sheet(
    script: Path, out: Path, look: str, columns: int, every: int | None, width: int | None, plan: Path | None
) -> None:
    """Draw moments of SCRIPT (or of a scene) side by side: reveal, cover, covered, under way, end.

    \b
    gen sheet out/scripts/number-s3-op10-start-r0-000000.json --out number.png
    gen sheet kitchen/scenes/vgenst-mc-kitchen-d4-r0-i000000.json --out scene.png --plan plan.png
    """
    from ..renderers.reel import Pace
    from ..renderers.render import backend
    from ..renderers.sheet import contact_sheet
    from ..renderers.style import style
    from ..simulators.replay import Replay

    for target in (out, plan):
        if target is not None:
            outside(target)
    data = read_bytes(script)
    if is_scene(data, source=str(script)):
        _of_scene(data, script, out, columns=columns, every=every, width=width, plan=plan)
        return
    if plan is not None:
        raise BadParams("--plan is for scenes, and this is a script", hint="leave out --plan")
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


def _of_scene(
    data: bytes, source: Path, out: Path, *, columns: int, every: int | None, width: int | None, plan: Path | None
) -> None:
    """The same for a metric scene: moments evenly spread over the clip, by the gl renderer."""
    from PIL import Image

    from ..generators.vgenst.make import sound
    from ..renderers.film import painter
    from ..renderers.plan import plan as draw_plan
    from ..renderers.reel import Pace
    from ..renderers.sheet import tiled
    from ..renderers.stage import stage
    from ..schemas.scene import Scene

    scene: Scene = decode(data, Scene, source=str(source))
    world = sound(scene)
    pace = Pace(width=width)
    pace.check()
    step = every or max(1, (scene.frames - 1) // 7)
    numbers = range(0, scene.frames, step)
    if len(numbers) > 400:
        raise BadParams(
            f"--every {every} gives {len(numbers)} pictures, more than 400", hint="try a larger number"
        )
    by, size = painter("gl"), pace.size(scene.frame)
    shots = [Image.fromarray(by.picture(stage(world.time, n / scene.fps), size)) for n in numbers]
    write_bytes(out, tiled(shots, min(columns, len(shots))))
    click.echo(f"wrote {out}")
    if plan is not None:
        draw_plan(world.time, plan)
        click.echo(f"wrote {plan}")
