"""Clips of metric scenes by `gl`: drawing, and the whole film with planes and encoder.

    python benchmarks/gl.py [SCENE.json ...]

CPU seconds a frame (getrusage, this process and its children), best of three runs. Without scenes, one of
each kind of stage is made of the whole vocabulary.
"""

import resource
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from reelproof.renderers.film import film, painter, stages
from reelproof.renderers.shapes import recipes
from reelproof.schemas.scene import Camera, Pose, Scene, Shot, Size, Surroundings, Thing
from reelproof.schemas.vocabulary import CATEGORIES, COLOURS, MATERIALS

STAGES: dict[str, tuple[Surroundings, float, float, tuple[Shot, ...]]] = {
    "tabletop": (
        Surroundings(kind="tabletop", floor="brown", floor_pattern="planks", wall="yellow", sky=(236, 226, 204)),
        0.3,
        0.17,
        (Shot(0, 0, -1.7, 0.6, 0, -10), Shot(2, 0, -0.25, 1.5, 0, -80)),
    ),
    "room": (
        Surroundings(
            kind="room",
            floor="grey",
            floor_pattern="tiles",
            wall="teal",
            sky=(190, 208, 226),
            walls=((-6, 5, 6, 5, 3), (-6, 5, -6, -4, 3), (6, 5, 6, -4, 3)),
        ),
        2.9,
        1.5,
        (Shot(0, 0, -5.0, 2.4, 0, -14), Shot(2, 0, -4.0, 2.4, 15, -20)),
    ),
    "outdoor": (
        Surroundings(kind="outdoor", floor="green", floor_pattern="grass", wall="grey", sky=(150, 198, 232)),
        20.0,
        7.0,
        (Shot(0, 0, -26, 5, 0, -8), Shot(2, 0, -16, 5, 0, -8)),
    ),
}
"""Surroundings, the largest thing, the distance between things, and the camera."""


def made(name: str) -> Scene:
    """Two dozen things in rows."""
    around, largest, apart, shots = STAGES[name]
    fits = [c for c in recipes() if largest / 10 < max(CATEGORIES[c].size) <= largest][:24]
    things = tuple(
        Thing(
            id=f"t{i}",
            role="decor",
            category=category,
            label=category,
            size=Size(*CATEGORIES[category].size),
            colour=COLOURS[i % 12],
            material=MATERIALS[i % 9],
            pose=Pose((i % 6 - 2.5) * apart, (i // 6 - 1.0) * apart, 0),
        )
        for i, category in enumerate(fits)
    )
    camera = Camera(kind="forward", shots=shots)
    return Scene(
        id=name, task="MC", theme="bench", duration=2, surroundings=around, things=things, camera=camera
    )  # fmt: skip


def scenes() -> Iterator[Scene]:
    """Those of the command line, else one of each kind."""
    for path in sys.argv[1:]:
        yield msgspec.json.decode(Path(path).read_bytes(), type=Scene)
    if not sys.argv[1:]:
        yield from map(made, STAGES)


def cpu() -> float:
    """CPU seconds so far, ours and our ended children's."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in both)


def least(work: Callable[[], object], frames: int) -> float:
    """CPU seconds a frame."""
    spent = []
    for _ in range(3):
        before = cpu()
        work()
        spent.append(cpu() - before)
    return min(spent) / frames


def main() -> None:
    """Print a row a scene."""
    by = painter()
    print("scene                 parts    draw    film  CPU s a frame")
    with TemporaryDirectory() as folder:
        for scene in scenes():
            shown = list(stages(scene))
            some = shown[::4]
            draw = least(lambda: [by.picture(s, scene.frame) for s in some], len(some))  # noqa: B023
            whole = least(lambda: film(scene, Path(folder) / "clip.mp4"), scene.frames)  # noqa: B023
            print(f"{scene.id[:20]:20} {len(shown[0].parts):6} {draw:7.4f} {whole:7.4f}")


if __name__ == "__main__":
    main()
