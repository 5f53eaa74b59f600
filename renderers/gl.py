"""Pictures of a stage by OpenGL: no display and no graphics card, the same pixels in every process.

All unit meshes lie in one buffer and all parts of a picture in another, so that a pass is one call. The
shadow and the height map are drawn again only when what casts them has changed.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp2, log2, radians, tan
from struct import pack
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..core.errors import BackendFailed, MissingPart
from ..simulators.space import Vec, View
from . import shaders
from .mesh import sides, unit, unit_mesh
from .stage import Ball, Box, Letters, Part, Primitive, Rgb, Stage, Wedge, shade
from .textures import FLOORS, LETTERS, PATTERNS, SIDE, layers, lettered, texture

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Ids = NDArray[np.uint16]
    Matrix = NDArray[np.float32]

SAMPLES = 4
NEAR = 0.03
"""Nearest distance that is drawn, metres."""
ROW = 28
"""Numbers per part: three rows of its placement, stretch and gloss, colour and glow, second colour and id,
images."""
VERTICES, INDICES, PARTS = 200_000, 800_000, 8192
"""Room for unit meshes, and for the parts of one picture."""
SIGNS, SHEETS = 256, 32
"""Lettered faces, and glowing parts, of one picture; images of lettering that are kept."""
GLOSS = {"metal": 0.75, "plastic": 0.34, "clay": 0.26, "skin": 0.1, "wood": 0.1, "stone": 0.06, "leaf": 0.05}
"""Strength of the highlight; from 0.5 on the surface also mirrors the sky."""
BACKDROP: dict[str, tuple[Rgb, float]] = {
    "grass": ((120, 142, 84), 0.5),
    "sand": ((214, 190, 146), 0.55),
    "waves": ((64, 122, 160), 0.45),
    "asphalt": ((98, 100, 106), 0.4),
    "planks": ((166, 128, 92), 0.4),
    "cobbles": ((150, 146, 138), 0.35),
    "tiles": ((222, 218, 210), 0.3),
    "panels": ((150, 156, 166), 0.35),
}
"""What the colour of a floor is mixed with, and how much of it."""
HEIGHT_SIDE, BLUR_SIDE = 512, 128

_Shape = tuple[str, Primitive, int]
"""A unit form with its kind and fineness: as plain tuples, a box and a ball of the same numbers are equal."""


class Gl:
    """A standalone context; one serves a process for all its scenes."""

    def __init__(self) -> None:
        self.ctx = _context()
        ctx = self.ctx
        self._surfaces = [ctx.program(vertex_shader=v, fragment_shader=p) for v, p in shaders.SURFACES]
        self._depth = ctx.program(vertex_shader=shaders.DEPTH_VERTEX, fragment_shader=shaders.DEPTH_PIXEL)
        self._id = ctx.program(vertex_shader=shaders.ID_VERTEX, fragment_shader=shaders.ID_PIXEL)
        self._sky = ctx.program(vertex_shader=shaders.SCREEN_VERTEX, fragment_shader=shaders.SKY_PIXEL)
        self._blur = ctx.program(vertex_shader=shaders.SCREEN_VERTEX, fragment_shader=shaders.BLUR_PIXEL)
        self._written = ctx.program(vertex_shader=shaders.LETTERS_VERTEX, fragment_shader=shaders.LETTERS_PIXEL)
        self._halo = ctx.program(vertex_shader=shaders.HALO_VERTEX, fragment_shader=shaders.HALO_PIXEL)
        self._meshes = _Meshes(ctx)
        self._rows = ctx.buffer(reserve=PARTS * ROW * 4, dynamic=True)
        self._calls = ctx.buffer(reserve=PARTS * 20, dynamic=True)
        self._letter_rows = ctx.buffer(reserve=SIGNS * 20 * 4, dynamic=True)
        each = [pack("5I", 4, 1, 0, index, 0) for index in range(SIGNS)]
        self._sign_calls = ctx.buffer(b"".join(each))
        self._halo_rows = ctx.buffer(reserve=SIGNS * 8 * 4, dynamic=True)
        corners = ctx.buffer(np.array([0, 0, 1, 0, 0, 1, 1, 1], np.float32).tobytes())
        at, faces = self._meshes.vertices, self._meshes.indices
        rows = "4f 4f 4f 4f"
        self._draw_surfaces = [
            ctx.vertex_array(
                self._surfaces[0],
                [
                    (at, "3f 3f 3f", "at", "out_", "uv"),
                    (self._rows, f"{rows} 4f 16x 4f/i", "row0", "row1", "row2", "stretch", "colour", "look"),
                ],
                faces,
            ),
            ctx.vertex_array(
                self._surfaces[1],
                [
                    (at, "3f 3f 3f", "at", "out_", "uv"),
                    (
                        self._rows,
                        f"{rows} 4f 4f 4f/i",
                        "row0",
                        "row1",
                        "row2",
                        "stretch",
                        "colour",
                        "second",
                        "look",
                    ),
                ],
                faces,
            ),
        ]
        self._draw_depth = ctx.vertex_array(
            self._depth,
            [(at, "3f 24x", "at"), (self._rows, f"{rows} 48x/i", "row0", "row1", "row2", "stretch")],
            faces,
        )
        self._draw_id = ctx.vertex_array(
            self._id,
            [
                (at, "3f 24x", "at"),
                (self._rows, f"{rows} 16x 4f 16x/i", "row0", "row1", "row2", "stretch", "second"),
            ],
            faces,
        )
        self._draw_letters = ctx.vertex_array(
            self._written,
            [
                (corners, "2f", "corner"),
                (self._letter_rows, f"{rows} 4f/i", "row0", "row1", "row2", "stretch", "ink"),
            ],
        )
        self._draw_halo = ctx.vertex_array(
            self._halo, [(corners, "2f", "corner"), (self._halo_rows, "4f 4f/i", "middle", "colour")]
        )
        self._draw_sky = ctx.vertex_array(self._sky, [])
        self._draw_blur = ctx.vertex_array(self._blur, [])
        self._looks = ctx.texture_array((SIDE, SIDE, len(layers())), 2, layers().tobytes())
        self._looks.build_mipmaps()
        self._looks.filter = (ctx.LINEAR_MIPMAP_LINEAR, ctx.LINEAR)
        self._writing = _Writing(ctx)
        self._maps = _Maps(ctx)
        self._targets: dict[tuple[int, int, str], _Target] = {}

    def picture(self, stage: Stage, size: tuple[int, int]) -> "Bytes":
        """The stage as sRGB, height x width x 3."""
        self.ctx.__enter__()
        lots = self._load(stage)
        ctx, light = self.ctx, self._cast(stage, lots)
        target = self._target(size, "colour")
        target.into.use()
        ctx.viewport = (0, 0, *size)
        target.into.clear(depth=1.0)
        camera = _camera(stage.view)
        eye = (stage.view.x, stage.view.y, stage.view.z)
        right, up, forward = stage.view.axes
        tall = tan(radians(stage.view.fov / 2))
        tints = _tints(stage)
        reach = _extent(stage)
        for program in (*self._surfaces, self._written, self._sky):
            _set(program, camera=camera, eye=eye, towards=stage.lamp.towards, **tints)
            _set(program, haze_reach=(reach * 0.55, reach * 0.97), light=light.matrix, offset=light.texel * 1.6)
            _set(program, map_side=float(self._maps.side), height_map=(*light.middle, 0.5 / light.half, 0.0))
            _set(program, contact=stage.radius * 0.022, shadow=0, heights=1, looks=2, writing=3)
        self._maps.shadow.use(0)
        self._maps.height.use(1)
        self._looks.use(2)
        ctx.enable_only(ctx.DEPTH_TEST | ctx.CULL_FACE)
        for draw, first, count in (
            (self._draw_surfaces[1], 0, lots.patterned),
            (self._draw_surfaces[0], lots.patterned, lots.solids - lots.patterned),
            (self._draw_surfaces[1], lots.solids, lots.calls - lots.solids),
        ):
            if count:
                draw.render_indirect(self._calls, ctx.TRIANGLES, count=count, first=first)
        wide = tall * stage.view.aspect
        _set(self._sky, right=_scaled(right, wide), up=_scaled(up, tall), forward=forward)
        _set(self._sky, zenith=_mixed(_linear(stage.sky), (0.25, 0.45, 0.85), 0.06))
        ctx.enable_only(ctx.DEPTH_TEST)
        self._draw_sky.render(ctx.TRIANGLES, vertices=3)
        if lots.letters or lots.halos:
            ctx.enable_only(ctx.DEPTH_TEST | ctx.BLEND)
            target.into.depth_mask = False
            if lots.letters:
                ctx.blend_func = ctx.SRC_ALPHA, ctx.ONE_MINUS_SRC_ALPHA
                for index, sheet in enumerate(lots.letters):
                    sheet.use(3)
                    self._draw_letters.render_indirect(self._sign_calls, ctx.TRIANGLE_STRIP, count=1, first=index)
            if lots.halos:
                ctx.blend_func = ctx.ONE, ctx.ONE
                _set(self._halo, camera=camera, right=right, up=up)
                self._draw_halo.render(ctx.TRIANGLE_STRIP, vertices=4, instances=lots.halos)
            target.into.depth_mask = True
        ctx.copy_framebuffer(target.out, target.into)
        flat = np.frombuffer(target.out.read(components=4, alignment=4), np.uint8)
        return np.ascontiguousarray(flat.reshape(size[1], size[0], 4)[::-1, :, :3])

    def ids(self, stage: Stage, size: tuple[int, int]) -> tuple["Ids", tuple[str, ...]]:
        """Which thing shows at the middle of each pixel: 0 for surroundings, else its place in the tuple + 1."""
        self.ctx.__enter__()
        lots = self._load(stage)
        target = self._target(size, "id")
        ctx = self.ctx
        target.into.use()
        ctx.viewport = (0, 0, *size)
        target.into.clear(depth=1.0)
        _set(self._id, camera=_camera(stage.view))
        ctx.enable_only(ctx.DEPTH_TEST | ctx.CULL_FACE)
        self._draw_id.render_indirect(self._calls, ctx.TRIANGLES, count=lots.calls)
        flat = np.frombuffer(target.into.read(components=1, alignment=1, dtype="u2"), np.uint16)
        return np.ascontiguousarray(flat.reshape(size[1], size[0])[::-1]), lots.names

    def close(self) -> None:
        """Give everything back; the object is of no use afterwards."""
        self.ctx.release()

    # --- what a picture needs -------------------------------------------------------------------

    def _load(self, stage: Stage) -> "_Lots":
        """Bring the parts to the buffers, grouped by mesh; the floor comes last, so that little is drawn twice."""
        names: dict[str, int] = {}
        plain: dict[_Shape, list[bytes]] = {}
        patterned: dict[_Shape, list[bytes]] = {}
        walls: list[tuple[_Shape, bytes]] = []
        floors: list[tuple[_Shape, bytes]] = []
        written: list[bytes] = []
        sheets: list[Any] = []
        self._writing.tidy()
        halos: list[bytes] = []
        for part in stage.parts:
            name = names.setdefault(part.id, len(names) + 1) if part.id else 0
            shape, row = _row(part, part.primitive.__class__.__name__, name, stage.radius)
            if part.id:
                (patterned if part.pattern in PATTERNS else plain).setdefault(shape, []).append(row)
            else:
                (walls if part.place[2] >= 0 else floors).append((shape, row))
            if part.letters is not None and isinstance(part.primitive, Box) and len(written) < SIGNS:
                box = part.primitive
                sheets.append(self._writing.sheet(part.letters, box.w, box.h))
                written.append(row[:60] + pack("5f", 0.002 + 0.0015 * box.w, *_linear(part.letters.ink), 1.0))
            if part.glow > 0.25 and part.id and len(halos) < SIGNS:
                halos.append(_halo(part))
        # Things cast shadows; walls do not, as the light would not reach a room; the floor has nothing below.
        groups = [*patterned.items(), *plain.items()]
        things = len(groups)
        groups += [(shape, [row]) for shape, row in walls]
        solids = len(groups)
        groups += [(shape, [row]) for shape, row in floors]
        if sum(len(rows) for _, rows in groups) > PARTS:
            raise BackendFailed(f"a picture of more than {PARTS} parts", hint="use fewer things")
        places = self._meshes.places([shape for shape, _ in groups])
        calls, first = [], 0
        for (_, rows), (start, count, base) in zip(groups, places, strict=True):
            calls.append(pack("5I", count, len(rows), start, base, first))
            first += len(rows)
        data = b"".join([row for _, rows in groups for row in rows])
        self._rows.write(data)
        self._calls.write(b"".join(calls))
        if written:
            self._letter_rows.write(b"".join(written))
        if halos:
            self._halo_rows.write(b"".join(halos))
        return _Lots(tuple(names), len(calls), len(patterned), things, solids, tuple(sheets), len(halos), data)

    def _cast(self, stage: Stage, lots: "_Lots") -> "_Light":
        """Draw the shadow and the height map where they have changed."""
        light = _light(stage, self._maps.side)
        key = (lots.data, stage.lamp.towards, light.centre, stage.radius)
        if self._maps.key != key:
            self._maps.key = None
            ctx = self.ctx
            for target, matrix, side, count in (
                (self._maps.shadow_into, light.matrix, self._maps.side, lots.things),
                (self._maps.height_into, light.plan, HEIGHT_SIDE, lots.solids),
            ):
                target.use()
                ctx.viewport = (0, 0, side, side)
                target.clear(depth=1.0)
                ctx.enable_only(ctx.DEPTH_TEST)
                ctx.polygon_offset = (1.5, 2.0) if target is self._maps.shadow_into else (0.0, 0.0)
                _set(self._depth, camera=matrix)
                if count:
                    self._draw_depth.render_indirect(self._calls, ctx.TRIANGLES, count=count)
            ctx.polygon_offset = (0.0, 0.0)
            ctx.enable_only(ctx.NOTHING)
            step = 0.9 / BLUR_SIDE
            for source, into, way, scale in (
                (self._maps.raw, self._maps.half_into, (step, 0.0), (light.top, light.bottom - light.top)),
                (self._maps.half, self._maps.height_final, (0.0, step), (0.0, 1.0)),
            ):
                into.use()
                ctx.viewport = (0, 0, BLUR_SIDE, BLUR_SIDE)
                source.use(0)
                _set(self._blur, source=0, step_=way, range=scale)
                self._draw_blur.render(ctx.TRIANGLES, vertices=3)
            self._maps.key = key
        return light

    def _target(self, size: tuple[int, int], kind: str) -> "_Target":
        found = self._targets.get((*size, kind))
        if found is None:
            if len(self._targets) >= 6:
                oldest = next(iter(self._targets))
                self._targets.pop(oldest).release()
            found = self._targets[(*size, kind)] = _Target.of(self.ctx, size, kind)
        return found


class _Lots(NamedTuple):
    """What was brought to the buffers."""

    names: tuple[str, ...]
    calls: int
    patterned: int
    """Calls of patterned things, the first ones; those of other things, walls and floors follow."""
    things: int
    solids: int
    letters: tuple[Any, ...]
    """Images, in the order of their rows."""
    halos: int
    data: bytes


class _Light(NamedTuple):
    matrix: "Matrix"
    plan: "Matrix"
    texel: float
    middle: tuple[float, float]
    centre: Vec
    half: float
    top: float
    bottom: float


class _Target(NamedTuple):
    """Where a picture is drawn, and where it is read."""

    into: Any
    out: Any
    held: tuple[Any, ...]

    @classmethod
    def of(cls, ctx: Any, size: tuple[int, int], kind: str) -> "_Target":
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


class _Meshes:
    """Unit meshes in one buffer; when it is full, it starts anew."""

    def __init__(self, ctx: Any) -> None:
        self.vertices = ctx.buffer(reserve=VERTICES * 36)
        self.indices = ctx.buffer(reserve=INDICES * 4)
        self._places: dict[_Shape, tuple[int, int, int]] = {}
        self._next = (0, 0)

    def places(self, shapes: Sequence[_Shape]) -> list[tuple[int, int, int]]:
        """First index, number of indices and first vertex of each shape."""
        for _ in range(2):
            if all(shape in self._places or self._add(shape) for shape in shapes):
                return [self._places[shape] for shape in shapes]
            self._places, self._next = {}, (0, 0)
        raise BackendFailed("a picture of too many different shapes", hint="use fewer things")

    def _add(self, shape: _Shape) -> bool:
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


class _Writing:
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


class _Maps:
    """The shadow map, and the blurred height of everything seen from above."""

    def __init__(self, ctx: Any) -> None:
        self.side = 1024
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


def _context() -> Any:
    try:
        import moderngl
    except ImportError as fault:
        raise MissingPart("there is no moderngl to draw with", hint="pip install moderngl") from fault
    make: Any = moderngl.create_context
    try:
        return make(standalone=True, backend="egl", require=330)
    except Exception as fault:
        raise MissingPart(
            f"there is no OpenGL to draw with: {(str(fault).splitlines() or [type(fault).__name__])[0][:120]}",
            hint="apt-get install libegl1 libgl1 libgl1-mesa-dri",
        ) from fault


def _set(program: Any, **values: object) -> None:
    """Give a program the values that it asks for."""
    for name, value in values.items():
        slot = program.get(name, None)
        if slot is not None:
            if isinstance(value, np.ndarray):
                slot.write(value.tobytes())
            else:
                slot.value = value


def _linear(rgb: Rgb) -> Vec:
    r, g, b = ((c / 255) ** 2 for c in rgb)
    return r, g, b


def _scaled(v: Vec, by: float) -> Vec:
    return v[0] * by, v[1] * by, v[2] * by


def _mixed(a: Vec, b: Vec, part: float) -> Vec:
    return tuple(x + (y - x) * part for x, y in zip(a, b, strict=True))  # type: ignore[return-value]


@lru_cache(maxsize=8192)
def _row(part: Part, kind: str, name: int, reach: float) -> tuple[_Shape, bytes]:
    """The unit form of a part and its numbers for the buffer; `kind` as a box equals a ball of its numbers."""
    shape, scale = unit(part.primitive)
    t, p = part.turn, part.place
    largest = exp2(round(log2(max(*scale, 0.01))))
    floor = part.pattern in FLOORS
    first = texture(part.pattern if floor else part.material)
    second = texture(part.pattern if part.pattern in PATTERNS else "plain")
    rgb, tile = _linear(part.rgb), first.tile or largest
    other = _linear(part.second or shade(part.rgb, 1.5 if sum(part.rgb) < 330 else 0.55))
    apart = largest
    if not part.id:
        # Surroundings are paler than things, so that things stand out; large floors have large grain.
        tone, share = BACKDROP.get(part.pattern, ((226, 222, 214), 0.22))
        rgb = _mixed(rgb, _linear(tone), share)
        other = _scaled(rgb, 0.86)
        tile *= max(1.0, reach / 24.0)
        if floor:
            second, apart = texture("drift"), tile * 6.7
    gloss = GLOSS.get(part.material, 0.0) if not floor else 0.05
    row = pack(
        f"{ROW}f",
        *(t[0], t[1], t[2], p[0], t[3], t[4], t[5], p[1], t[6], t[7], t[8], p[2]),
        *scale,
        gloss,
        *rgb,
        part.glow,
        *other,
        float(name),
        first.layer,
        tile,
        second.layer,
        apart,
    )
    return (kind, shape, sides(part.primitive, reach)), row


def _halo(part: Part) -> bytes:
    """A soft shine around a glowing part."""
    shape, scale = unit(part.primitive)
    up = 0.0 if isinstance(shape, Ball) else scale[2] / 2
    t, p = part.turn, part.place
    middle = (p[0] + t[2] * up, p[1] + t[5] * up, p[2] + t[8] * up)
    half = max(scale) * (0.5 if isinstance(shape, Box | Wedge) else 1.0)
    size = 1.9 * max(half, scale[2] / 2) + 0.02
    return pack("8f", *middle, size, *_linear(part.rgb), min(1.0, part.glow))


def _camera(view: View) -> "Matrix":
    """World to picture, column by column as OpenGL takes it."""
    right, up, forward = view.axes
    eye = (view.x, view.y, view.z)
    tall = 1 / tan(radians(view.fov / 2))
    far = 600.0
    a, b = (far + NEAR) / (far - NEAR), -2 * far * NEAR / (far - NEAR)
    rows = []
    for axis, scale in ((right, tall / view.aspect), (up, tall)):
        rows.append([c * scale for c in axis] + [-scale * sum(c * e for c, e in zip(axis, eye, strict=True))])
    depth = [*forward, -sum(c * e for c, e in zip(forward, eye, strict=True))]
    rows.append([c * a for c in depth[:3]] + [depth[3] * a + b])
    rows.append(depth)
    return np.array(rows, np.float32).T.copy()


def _light(stage: Stage, side: int) -> _Light:
    """The parallel projections along the light and straight down."""
    z = stage.lamp.towards
    length = (z[0] ** 2 + z[1] ** 2) ** 0.5
    x: Vec = (1.0, 0.0, 0.0) if length < 1e-6 else (-z[1] / length, z[0] / length, 0.0)
    y = (z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0])
    half, deep = stage.radius * 1.15, stage.radius * 3.0 + 10.0
    texel = 2 * half / side
    centre = stage.centre
    rows = []
    for axis in (x, y):
        # Snapped to whole texels: the edge of a resting shadow must not crawl.
        middle = round(sum(a * c for a, c in zip(axis, centre, strict=True)) / texel) * texel
        rows.append([c / half for c in axis] + [-middle / half])
    towards = sum(a * c for a, c in zip(z, centre, strict=True))
    rows.append([-c / deep for c in z] + [towards / deep])
    rows.append([0.0, 0.0, 0.0, 1.0])
    top, bottom = 40.0 if stage.radius > 10 else 8.0, 0.0
    plan = [
        [1 / half, 0.0, 0.0, -centre[0] / half],
        [0.0, 1 / half, 0.0, -centre[1] / half],
        [0.0, 0.0, -2 / (top - bottom), (top + bottom) / (top - bottom)],
        [0.0, 0.0, 0.0, 1.0],
    ]
    return _Light(
        np.array(rows, np.float32).T.copy(),
        np.array(plan, np.float32).T.copy(),
        texel,
        (centre[0], centre[1]),
        centre,
        half,
        top,
        bottom,
    )


def _extent(stage: Stage) -> float:
    """Half side of the floor."""
    wide = [p.primitive.w for p in stage.parts if not p.id and isinstance(p.primitive, Box) and p.place[2] < 0]
    return max(wide, default=80.0) / 2


def _tints(stage: Stage) -> dict[str, Vec]:
    """The light's colours: what faces it squarely gets about 1 in all; shadows keep a share of it."""
    lamp = stage.lamp
    warm = _mixed((1.0, 1.0, 1.0), _scaled(_linear(lamp.rgb), 1 / max(*_linear(lamp.rgb), 0.05)), 0.7)
    around = 0.88 * lamp.ambient
    sky = _linear(stage.sky)
    level = max(sky)
    tint = _mixed((1.0, 1.0, 1.0), _scaled(sky, 1 / level), 0.25) if level > 0.05 else (1.0, 1.0, 1.0)
    high = max(lamp.towards[2], 0.6)
    return {
        "key": _scaled(warm, (1.10 - around) / high),
        "sky_light": _scaled(tint, around * 1.12),
        "ground_light": _scaled((1.0, 0.97, 0.93), around * 0.72),
        "haze": _mixed(sky, (1.0, 1.0, 1.0), 0.18 if level > 0.2 else 0.02),
    }
