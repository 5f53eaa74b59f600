"""From a metric scene to a video file, by a renderer that draws stages."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, get_args

from ..core.errors import BadParams, near
from ..schemas.film import Film
from ..schemas.scene import Scene
from ..simulators.scene import Body, Timeline
from .stage import Part, Stage, lamp, parts_of, reach, surroundings
from .video import Quality, encode

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]

Renderer = Literal["gl", "blender"]
RENDERERS: tuple[Renderer, ...] = get_args(Renderer)
"""What can draw a stage."""


class Painter(Protocol):
    """Draws stages."""

    def picture(self, stage: Stage, size: tuple[int, int]) -> "Bytes":
        """The stage as sRGB, height x width x 3."""
        ...

    def clear(self) -> None:
        """Forget what was kept for the scene before."""
        ...


def film(scene: Scene, path: Path, renderer: str = "gl", quality: Quality = "standard") -> Film:
    """Draw and encode a scene; raises BadParams for an unknown renderer, and as its parts do."""
    if renderer not in RENDERERS:
        raise BadParams(f"there is no renderer of scenes {renderer[:40]!r}", hint=near(renderer, RENDERERS))
    width, height = scene.frame
    done = encode(
        planes(scene, painter(renderer)), path, width=width, height=height, fps=scene.fps, quality=quality
    )
    return Film(
        renderer=renderer,
        width=width,
        height=height,
        fps=scene.fps,
        frames=done.frames,
        planes=done.planes,
        decoded=done.decoded,
        file=done.file,
        encoder=done.encoder,
    )


@cache
def painter(renderer: str = "gl") -> Painter:
    """The one drawing context of this process; raises MissingPart where there can be none."""
    if renderer == "blender":
        import atexit

        from .blender import Blender

        made = Blender().ready()
        atexit.register(made.close)
        return made
    from .gl import Gl

    return Gl().ready()


def planes(scene: Scene, by: Painter) -> Iterator[bytes]:
    """Every frame as yuv420p; equal neighbours are the same object."""
    by.clear()
    before: Stage | None = None
    frame = b""
    for stage in stages(scene):
        if stage != before:
            frame, before = yuv420p(by.picture(stage, scene.frame)), stage
        yield frame


def stages(scene: Scene) -> Iterator[Stage]:
    """The stage at each frame's time; what does not change is built once."""
    time, around, light = Timeline(scene), tuple(surroundings(scene)), lamp(scene)
    things = [thing for thing in scene.things if thing.role != "ego"]
    built: dict[str, tuple[Body, tuple[Part, ...]]] = {}
    for index in range(scene.frames):
        t = index / scene.fps
        bodies, parts = time.at(t), list(around)
        for thing in things:
            body = bodies[thing.id]
            held = built.get(thing.id)
            if held is None or held[0] != body:
                held = built[thing.id] = (body, parts_of(thing, body))
            parts.extend(held[1])
        view = time.camera(t)
        yield Stage(tuple(parts), view, light, scene.surroundings.sky, *reach(scene, view))


def yuv420p(rgb: "Bytes") -> bytes:
    """BT.601 limited-range planes of a picture with even sides: whole numbers, colour by the mean of four."""
    import numpy as np

    height, width, _ = rgb.shape
    out = np.empty(width * height * 3 // 2, np.uint8)
    # Planar, contiguous and 16 bits wide: every step below then runs on whole vectors.
    r, g, b = (np.ascontiguousarray(rgb[..., i]).astype(np.uint16) for i in range(3))
    luma = r * np.uint16(66)
    luma += g * np.uint16(129)
    luma += b * np.uint16(25)
    luma += np.uint16(128)
    luma >>= np.uint16(8)
    luma += np.uint16(16)
    out[: width * height] = luma.astype(np.uint8).reshape(-1)
    red, green, blue = (_quartered(plane) for plane in (r, g, b))
    for index, (x, y, z) in enumerate(((-38, -74, 112), (112, -94, -18))):
        # Sums of four samples: eight bits of coefficients and two of the mean are shifted away together.
        chroma = red * np.int32(x) + green * np.int32(y) + blue * np.int32(z)
        chroma = ((chroma + np.int32(512)) >> np.int32(10)) + np.int32(128)
        at = width * height * 5 // 4 if index else width * height
        out[at : at + width * height // 4] = chroma.astype(np.uint8).reshape(-1)
    return out.tobytes()


def _quartered(plane: "np.ndarray[tuple[int, ...], np.dtype[np.uint16]]") -> "NDArray[np.int32]":
    """Sums of 2x2 samples."""
    import numpy as np

    rows = plane[0::2] + plane[1::2]
    return (rows[:, 0::2] + rows[:, 1::2]).astype(np.int32)
