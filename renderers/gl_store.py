"""What `gl` keeps from picture to picture: targets, meshes, lettering, the shadow and the height map.

All of it is bounded; what makes room for other things is given back at once.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core.errors import BackendFailed
from .gl_look import Shape
from .mesh import unit_mesh
from .stage import Letters
from .textures import LETTERS, lettered

SAMPLES = 4
VERTICES, INDICES, PARTS = 200_000, 800_000, 8192
"""Room for unit meshes, and for the parts of one picture."""
SIGNS, SHEETS = 256, 32
"""Lettered faces, and glowing parts, of one picture; images of lettering that are kept."""
HEIGHT_SIDE, BLUR_SIDE = 512, 128
BLUR_STEP = 0.9 / BLUR_SIDE
"""Between two of the places that a blurred height is the mean of, as a share of the map's side."""


class Target(NamedTuple):
    """Where a picture is drawn, and where it is read."""

    into: Any
    out: Any
    held: tuple[Any, ...]

    @classmethod
    def of(cls, ctx: Any, size: tuple[int, int], kind: str) -> "Target":
        held: tuple[Any, ...]
        if kind == "id":
            held = (ctx.texture(size, 1, dtype="u2"), ctx.depth_renderbuffer(size))
            into = ctx.framebuffer([held[0]], held[1])
            return cls(into, into, held)
        samples = min(SAMPLES, ctx.max_samples)
        held = (
            ctx.renderbuffer(size, 4, samples=samples),
            ctx.depth_renderbuffer(size, samples=samples),
            ctx.renderbuffer(size, 4),
        )
        return cls(ctx.framebuffer([held[0]], held[1]), ctx.framebuffer([held[2]]), held)

    def release(self) -> None:
        for part in (self.into, self.out, *self.held):
            part.release()


class Meshes:
    """Unit meshes in one buffer; when it is full, it starts anew."""

    def __init__(self, ctx: Any) -> None:
        self.vertices = ctx.buffer(reserve=VERTICES * 36)
        self.indices = ctx.buffer(reserve=INDICES * 4)
        self._places: dict[Shape, tuple[int, int, int]] = {}
        self._next = (0, 0)

    def places(self, shapes: Sequence[Shape]) -> list[tuple[int, int, int]]:
        """First index, number of indices and first vertex of each shape."""
        for _ in range(2):
            if all(shape in self._places or self._add(shape) for shape in shapes):
                return [self._places[shape] for shape in shapes]
            self._places, self._next = {}, (0, 0)
        raise BackendFailed("a picture of too many different shapes", hint="use fewer things")

    def _add(self, shape: Shape) -> bool:
        mesh = unit_mesh(shape[1], shape[2])
        base, start = self._next
        if base + len(mesh.vertices) > VERTICES or start + mesh.triangles.size > INDICES:
            return False
        data = np.hstack([mesh.vertices, mesh.normals, mesh.uv]).astype(np.float32)
        self.vertices.write(data.tobytes(), offset=base * 36)
        self.indices.write(mesh.triangles.tobytes(), offset=start * 4)
        self._places[shape] = (start, int(mesh.triangles.size), base)
        self._next = (base + len(mesh.vertices), start + int(mesh.triangles.size))
        return True


class Writing:
    """An image for each lettering; before a picture that finds too many of them, the oldest go."""

    def __init__(self, ctx: Any) -> None:
        self.ctx = ctx
        self._sheets: dict[tuple[Letters, float, float], Any] = {}

    def tidy(self) -> None:
        """Make room."""
        while len(self._sheets) > SHEETS:
            self._sheets.pop(next(iter(self._sheets))).release()

    def sheet(self, letters: Letters, width: float, height: float) -> Any:
        """The image of a text on a face of that size."""
        key = (letters._replace(ink=(0, 0, 0)), round(width, 3), round(height, 3))
        found = self._sheets.pop(key, None)
        if found is None:
            data = np.ascontiguousarray(lettered(letters, width, height)[::-1])
            found = self.ctx.texture(LETTERS, 1, data.tobytes())
            found.build_mipmaps()
            found.filter = (self.ctx.LINEAR_MIPMAP_LINEAR, self.ctx.LINEAR)
            found.anisotropy = 8.0
            found.repeat_x = found.repeat_y = False
        self._sheets[key] = found
        return found


class Maps:
    """The shadow map, and the blurred height of everything seen from above."""

    def __init__(self, ctx: Any) -> None:
        self.side = 1536
        self.key: object = None
        self.shadow = ctx.depth_texture((self.side, self.side))
        self.shadow.compare_func = "<="
        self.shadow.filter = (ctx.LINEAR, ctx.LINEAR)
        self.shadow.repeat_x = self.shadow.repeat_y = False
        self.shadow_into = ctx.framebuffer(depth_attachment=self.shadow)
        self.raw = ctx.depth_texture((HEIGHT_SIDE, HEIGHT_SIDE))
        self.raw.compare_func = ""
        self.raw.filter = (ctx.LINEAR, ctx.LINEAR)
        self.raw.repeat_x = self.raw.repeat_y = False
        self.height_into = ctx.framebuffer(depth_attachment=self.raw)
        self.half, self.height = (ctx.texture((BLUR_SIDE, BLUR_SIDE), 1, dtype="f4") for _ in range(2))
        for each in (self.half, self.height):
            each.filter = (ctx.LINEAR, ctx.LINEAR)
            each.repeat_x = each.repeat_y = False
        self.half_into, self.height_final = (ctx.framebuffer([each]) for each in (self.half, self.height))
