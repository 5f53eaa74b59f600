"""Make the committed samples anew: one tiny item a world, and the contact sheet of the README.

python samples/remake.py            write samples/WORLD/ and docs/gallery.png
python samples/remake.py FOLDER     write them below another folder (the drift test does)
"""

import shutil
import sys
from pathlib import Path

from PIL import Image

from reelproof.core.catalog import ours, simulator, view, worlds
from reelproof.core.version import REVISION
from reelproof.generators.dataset import write
from reelproof.generators.reason.make import make
from reelproof.renderers.reel import Pace
from reelproof.renderers.render import backend
from reelproof.renderers.sheet import taken, tiled
from reelproof.renderers.style import STYLES
from reelproof.schemas.recipe import Recipe, Spec

HERE = Path(__file__).resolve().parent


def recipe(world: str) -> Recipe:
    """Three operations, half a second each, at a width that keeps the file small."""
    return Recipe(
        product="reason",
        revision=REVISION,
        seed=0,
        categories=(world,),
        size=None,
        ops=(3, 3),
        reveal="start",
        paired=False,
        idle=0.0,
        undo=0.0,
        plan=None,
        hypothetical=(3, 5),
        level=None,
        edition=None,
        renderer="auto",
        style="clear",
        fps=10,
        seconds_per_op=1.6,
        width=320,
        quality="standard",
    )


def gallery(path: Path) -> None:
    """Four moments of each world, two worlds a row, each in another style."""
    shots = []
    for world, look in zip(("number", "circle", "cup", "card", "chip", "file"), STYLES, strict=True):
        item = make(recipe(world), Spec(world, simulator(world).editions[1], 3, "start", 1))
        drawer, pace = backend(view(world).renderer), Pace(width=320)
        reel = drawer.reel(item.replay, pace)
        first, after = reel.reveal
        wide, high, frames = drawer.frames(item.replay, look, pace)
        moves = [(3 * a + 2 * b) // 5 for a, b in reel.ops]
        for shot in taken(frames, ((first + after) // 2, *moves), wide, high):
            framed = Image.new("RGB", (320, 320), look.page)
            framed.paste(shot, ((320 - wide) // 2, (320 - high) // 2))
            shots.append(framed)
    path.write_bytes(tiled(shots, columns=8, gap=6))


def main() -> None:
    """Replace the sample of every world."""
    home = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for world in worlds():
        if ours(world):
            shutil.rmtree(home / world, ignore_errors=True)
            write(recipe(world), home / world)
    gallery(home / "gallery.png")


if __name__ == "__main__":
    main()
