"""Visibility by ray casting: milliseconds a sampled frame, seconds a scene, by number of parts.

    python benchmarks/sight.py

A table of crates with pillars around, seen by a camera that flies (nothing can be kept from frame to
frame) or stands (only what moves is cast again); 40 sampled frames; best of three.
"""

import time

from reelproof.generators.vgenst.props import thing
from reelproof.renderers.cast import sampled, sight
from reelproof.renderers.stage import stage
from reelproof.schemas.scene import Camera, Move, Point, Pose, Scene, Shot, Surroundings
from reelproof.schemas.vocabulary import COLOURS
from reelproof.simulators.scene import Timeline

FRAME_MS, SCENE_S = 6.0, 0.25
"""What we hold ourselves to at 60 to 100 parts."""


def scene(things: int, *, still: bool) -> Scene:
    """So many things in a square grid around the origin; one walks through."""
    side = 1
    while side * side < things:
        side += 1
    kinds = ("crate", "pillar", "boulder", "barrel", "statue", "bucket")
    made = [
        thing(
            f"t{k}", "decor", kinds[k % len(kinds)], COLOURS[k % len(COLOURS)],
            Pose((k % side - side / 2) * 1.6, (k // side) * 1.6, 0.0, 17.0 * k),
        )
        for k in range(things)
    ]  # fmt: skip
    made.append(thing("walker", "agent", "person", "red", Pose(-5.0, -1.0, 0.0)))
    flight = (Shot(0.0, -4.0, -6.0, 2.0, 0.0, -10.0), Shot(10.0, 4.0, -6.0, 5.0, 10.0, -25.0))
    return Scene(
        id="bench",
        task="VI",
        theme="bench",
        duration=10.0,
        surroundings=Surroundings(
            kind="room", floor="grey", floor_pattern="tiles", wall="white", sky=(200, 210, 220),
            walls=((-12.0, 14.0, 12.0, 14.0, 3.0),),
        ),
        things=tuple(made),
        camera=Camera(kind="fixed" if still else "forward", shots=flight[:1] if still else flight),
        events=(Move(who="walker", start=0.5, duration=9.0, path=(Point(5.0, -1.0),)),),
    )  # fmt: skip


def spent(made: Scene) -> tuple[int, float, float]:
    """Parts, milliseconds a frame, and seconds for all."""
    parts, best = len(stage(Timeline(made), 0.0).parts), 1e9
    for _ in range(3):
        clock = time.perf_counter()
        sight(Timeline(made))
        best = min(best, time.perf_counter() - clock)
    return parts, best / len(sampled(made)) * 1000, best


def main() -> None:
    """Print the table."""
    print("things  camera   parts  ms a frame  s a scene")
    for things in (6, 12, 24, 60, 110):
        for still in (False, True):
            parts, ms, seconds = spent(scene(things, still=still))
            print(f"{things:6}  {'stands' if still else 'flies ':7} {parts:6}  {ms:10.2f}  {seconds:9.3f}")


if __name__ == "__main__":
    main()
