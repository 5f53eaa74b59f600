"""The Blender renderer: seconds a frame, and its id pass against gl's visibility on every certified fact.

    python benchmarks/blender.py [FRAMES [FOLDER]]

Draws so many frames (default 24) of a scene of each task at 480x360, evenly over the clip; with FOLDER it
keeps them as contact sheets. Then counts, for every certified sighting, the sampled frames in which gl and
Blender show the thing.
"""

import sys
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

import numpy as np
from PIL import Image

from reelproof.generators.vgenst.hosts import hosts
from reelproof.generators.vgenst.make import SceneItem, make_item
from reelproof.generators.vgenst.themes import theme
from reelproof.renderers.blender import Blender
from reelproof.renderers.gl import Gl
from reelproof.renderers.sheet import tiled
from reelproof.renderers.stage import stage
from reelproof.schemas.scene import TASKS


def shown(by: Gl | Blender, item: SceneItem) -> dict[int, dict[str, float]]:
    """Grid cells of each thing in every sampled frame."""
    width, height = item.scene.frame
    cell = width * height / (item.sight.grid[0] * item.sight.grid[1])
    found = {}
    for frame in item.sight.frames:
        ids, names = by.ids(stage(item.world.time, frame / item.scene.fps), (width, height))
        counts = np.bincount(ids.ravel(), minlength=len(names) + 1)
        found[frame] = {name: int(counts[n + 1]) / cell for n, name in enumerate(names)}
    return found


def main() -> None:
    """Draw, compare, print."""
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 24
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    gl = Gl()
    print(f"{'task':6}{'s/frame':>9}{'facts':>7}{'frames':>8}{'differ':>8}  largest difference, cells")
    wall, pictures = 0.0, 0
    with Blender() as blender:
        for number, name in enumerate(TASKS):
            places = hosts(name)
            item = make_item(name, theme(places[number * 13 % len(places)]), number, id="bench", seed=0)
            blender.clear()
            times = [k * item.scene.duration / frames for k in range(frames)]
            blender.picture(stage(item.world.time, 0.0), item.scene.frame)
            before = monotonic()
            drawn = [Image.fromarray(blender.picture(stage(item.world.time, t), item.scene.frame)) for t in times]
            took = monotonic() - before
            wall, pictures = wall + took, pictures + frames
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
                small = [one.resize((240, 180)) for one in drawn]
                (folder / f"{name}.png").write_bytes(tiled(small, columns=6))
            first, second = shown(gl, item), shown(blender, item)
            facts = compared = differ = 0
            largest = 0.0
            for question in item.questions:
                if question.variant != "base":
                    continue
                for fact in question.certificate.sightings:
                    facts += 1
                    for frame in item.sight.frames:
                        if fact.start - 1e-6 <= frame / item.scene.fps <= fact.end + 1e-6:
                            a, b = first[frame].get(fact.id, 0.0), second[frame].get(fact.id, 0.0)
                            compared += 1
                            differ += (a >= fact.cells) != (b >= fact.cells)
                            largest = max(largest, abs(a - b))
            print(f"{name:6}{took / frames:9.2f}{facts:7}{compared:8}{differ:8}  {largest:.1f}", flush=True)
    print(f"all: {wall / pictures:.2f} s a frame (wall), {pictures} frames")


if __name__ == "__main__":
    main()
