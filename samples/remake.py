"""Make the committed samples anew: one tiny item a world, and the contact sheet of the README.

python samples/remake.py            write samples/WORLD/ and docs/gallery.png
python samples/remake.py FOLDER     write them below another folder (the drift test does)
"""

import shutil
import sys
from pathlib import Path

from reelproof.core.catalog import ours, worlds
from reelproof.generators.dataset import write
from reelproof.schemas.recipe import Recipe

HERE = Path(__file__).resolve().parent


def recipe(world: str) -> Recipe:
    """Three operations, half a second each, at a width that keeps the file small."""
    return Recipe(
        product="reason",
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


def main() -> None:
    """Replace the sample of every world."""
    home = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for world in worlds():
        if ours(world):
            shutil.rmtree(home / world, ignore_errors=True)
            write(recipe(world), home / world)


if __name__ == "__main__":
    main()
