"""Make the committed samples anew: one tiny item a world, two scenes, and the contact sheets of the README.

python samples/remake.py            write samples/WORLD/, samples/scenes/ and the two sheets
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
from reelproof.generators.vgenst.make import make_item
from reelproof.generators.vgenst.themes import theme
from reelproof.renderers.film import painter
from reelproof.renderers.reel import Pace
from reelproof.renderers.render import backend
from reelproof.renderers.sheet import taken, tiled
from reelproof.renderers.stage import stage
from reelproof.renderers.style import STYLES
from reelproof.schemas.recipe import Recipe, Spec
from reelproof.schemas.scene import TASKS
from reelproof.schemas.scene_question import VARIANTS
from reelproof.schemas.scene_recipe import SceneRecipe

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


def scene_recipe() -> SceneRecipe:
    """Two scenes without videos."""
    return SceneRecipe(
        product="vgenst",
        revision=REVISION,
        seed=0,
        tasks=("MC", "IO"),
        theme="kitchen",
        edition=None,
        depth=None,
        scene=None,
        renderer="none",
        size=(480, 360),
        fps=24,
        variants=VARIANTS,
        quality="standard",
    )


PLACES = (
    "kitchen", "carpenter workshop", "spice bazaar", "robot lab", "neon district", "grandmother house", "bookshop",
    "roman town", "airport", "ski resort", "tulip fields", "amusement park",
)  # fmt: skip


def scenes(path: Path) -> None:
    """Three moments of a scene of each task, two tasks a row, each in another place."""
    shots = []
    for number, (name, place) in enumerate(zip(TASKS, PLACES, strict=True)):
        item = make_item(name, theme(place), number, id="gallery", seed=0)
        for part in (0.02, 0.5, 0.98):
            drawn = painter().picture(stage(item.world.time, part * item.scene.duration), (320, 240))
            shots.append(Image.fromarray(drawn))
    path.write_bytes(tiled(shots, columns=6, gap=6))


def main() -> None:
    """Replace the sample of every world, the scenes, and the sheets."""
    home = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for world in worlds():
        if ours(world):
            shutil.rmtree(home / world, ignore_errors=True)
            write(recipe(world), home / world)
    gallery(home / "gallery.png")
    shutil.rmtree(home / "scenes", ignore_errors=True)
    write(scene_recipe(), home / "scenes", count=1)
    scenes(home / "scenes.png")


if __name__ == "__main__":
    main()
