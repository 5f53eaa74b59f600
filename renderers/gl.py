"""Pictures of a stage by OpenGL: no display and no graphics card, the same pixels in every process.

All unit meshes lie in one buffer and all parts of a picture in another, so that a pass is one call. The
shadow and the height map are drawn again only when what casts them has changed.
"""

from math import radians, tan
from operator import is_
from struct import pack
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..core.errors import BackendFailed, MissingPart
from . import shaders
from .filmed import Filmed
from .gl_light import Light, camera_of, haze_at, light_of, tints_of
from .gl_look import ROW, Shape, halo_of, linear, mixed, row_of, scaled
from .gl_store import BLUR_SIDE, BLUR_STEP, HEIGHT_SIDE, PARTS, SIGNS, Maps, Meshes, Target, Writing
from .stage import Box, Stage
from .textures import PATTERNS, SIDE, layers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Ids = NDArray[np.uint16]


class Gl(Filmed):
    """A standalone context, made at the first picture; one serves a process for all its scenes."""

    name = "gl"
    exact = False

    def __init__(self) -> None:
        self.ctx: Any = None

    def ready(self) -> "Gl":
        """Make the context; raises MissingPart where there can be none."""
        if self.ctx is None:
            self._make(_context())
        return self

    def _make(self, ctx: Any) -> None:
        self.ctx = ctx
        self._surfaces = [ctx.program(vertex_shader=v, fragment_shader=p) for v, p in shaders.SURFACES]
        self._depth = ctx.program(vertex_shader=shaders.DEPTH_VERTEX, fragment_shader=shaders.DEPTH_PIXEL)
        self._id = ctx.program(vertex_shader=shaders.ID_VERTEX, fragment_shader=shaders.ID_PIXEL)
        self._sky = ctx.program(vertex_shader=shaders.SCREEN_VERTEX, fragment_shader=shaders.SKY_PIXEL)
        self._blur = ctx.program(vertex_shader=shaders.SCREEN_VERTEX, fragment_shader=shaders.BLUR_PIXEL)
        self._written = ctx.program(vertex_shader=shaders.LETTERS_VERTEX, fragment_shader=shaders.LETTERS_PIXEL)
        self._halo = ctx.program(vertex_shader=shaders.HALO_VERTEX, fragment_shader=shaders.HALO_PIXEL)
        self._meshes = Meshes(ctx)
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
        self._writing = Writing(ctx)
        self._maps = Maps(ctx)
        self._targets: dict[tuple[int, int, str], Target] = {}
        self._loaded: tuple[Stage, _Lots] | None = None

    def picture(self, stage: Stage, size: tuple[int, int]) -> "Bytes":
        """The stage as sRGB, height x width x 3."""
        self.ready().ctx.__enter__()
        lots = self._load(stage)
        ctx, light = self.ctx, self._cast(stage, lots)
        target = self._target(size, "colour")
        target.into.use()
        ctx.viewport = (0, 0, *size)
        target.into.clear(depth=1.0)
        camera = camera_of(stage.view)
        eye = (stage.view.x, stage.view.y, stage.view.z)
        right, up, forward = stage.view.axes
        tall = tan(radians(stage.view.fov / 2))
        tints = tints_of(stage)
        reach = haze_at(stage)
        for program in (*self._surfaces, self._written, self._sky):
            _set(program, camera=camera, eye=eye, towards=stage.lamp.towards, **tints)
            _set(program, haze_reach=(reach * 0.55, reach * 0.97), light=light.matrix, offset=light.texel * 1.2)
            _set(
                program,
                map_side=float(self._maps.side),
                near_by=stage.radius < 4.5,
                height_map=(*light.middle, 0.5 / light.half, 5.4 * BLUR_STEP),
            )
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
        _set(self._sky, right=scaled(right, wide), up=scaled(up, tall), forward=forward)
        _set(self._sky, zenith=mixed(linear(stage.sky), (0.25, 0.45, 0.85), 0.06))
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
        self.ready().ctx.__enter__()
        lots = self._load(stage)
        target = self._target(size, "id")
        ctx = self.ctx
        target.into.use()
        ctx.viewport = (0, 0, *size)
        target.into.clear(depth=1.0)
        _set(self._id, camera=camera_of(stage.view))
        ctx.enable_only(ctx.DEPTH_TEST | ctx.CULL_FACE)
        self._draw_id.render_indirect(self._calls, ctx.TRIANGLES, count=lots.calls)
        flat = np.frombuffer(target.into.read(components=1, alignment=1, dtype="u2"), np.uint16)
        return np.ascontiguousarray(flat.reshape(size[1], size[0])[::-1]), lots.names

    def clear(self) -> None:
        """Nothing is kept for one scene alone."""

    def close(self) -> None:
        """Give everything back; the object is of no use afterwards."""
        if self.ctx is not None:
            self.ctx.release()

    # --- what a picture needs -------------------------------------------------------------------

    def _load(self, stage: Stage) -> "_Lots":
        """Bring the parts to the buffers, grouped by mesh; the floor comes last, so that little is drawn twice."""
        if self._loaded is not None:
            old, lots = self._loaded
            # Identity, because a ball equals a box of its numbers; films hand on what has not moved.
            same = old.radius == stage.radius and len(old.parts) == len(stage.parts)
            if same and all(map(is_, old.parts, stage.parts)):
                return lots
        self._loaded = None
        lots = self._brought(stage)
        self._loaded = stage, lots
        return lots

    def _brought(self, stage: Stage) -> "_Lots":
        """The same, for a stage that differs from the last."""
        names: dict[str, int] = {}
        plain: dict[Shape, list[bytes]] = {}
        patterned: dict[Shape, list[bytes]] = {}
        walls: list[tuple[Shape, bytes]] = []
        floors: list[tuple[Shape, bytes]] = []
        written: list[bytes] = []
        sheets: list[Any] = []
        self._writing.tidy()
        halos: list[bytes] = []
        for part in stage.parts:
            name = names.setdefault(part.id, len(names) + 1) if part.id else 0
            shape, row = row_of(part, part.primitive.__class__.__name__, name, stage.radius)
            if part.id:
                (patterned if part.pattern in PATTERNS else plain).setdefault(shape, []).append(row)
            else:
                (walls if part.place[2] >= 0 else floors).append((shape, row))
            if part.letters is not None and isinstance(part.primitive, Box):
                box = part.primitive
                sheets.append(self._writing.sheet(part.letters, box.w, box.h))
                written.append(row[:60] + pack("5f", 0.002 + 0.0015 * box.w, *linear(part.letters.ink), 1.0))
            if part.glow > 0.25 and part.id and len(halos) < SIGNS:
                halos.append(halo_of(part))
        # Things cast shadows; walls do not, as the light would not reach a room; the floor has nothing below.
        groups = [*patterned.items(), *plain.items()]
        things = len(groups)
        groups += [(shape, [row]) for shape, row in walls]
        solids = len(groups)
        groups += [(shape, [row]) for shape, row in floors]
        if sum(len(rows) for _, rows in groups) > PARTS or len(written) > SIGNS:
            raise BackendFailed(f"a picture of more than {PARTS} parts or {SIGNS} signs", hint="use fewer things")
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

    def _cast(self, stage: Stage, lots: "_Lots") -> "Light":
        """Draw the shadow and the height map where they have changed."""
        light = light_of(stage, self._maps.side)
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
            step = BLUR_STEP
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

    def _target(self, size: tuple[int, int], kind: str) -> "Target":
        found = self._targets.get((*size, kind))
        if found is None:
            if len(self._targets) >= 6:
                oldest = next(iter(self._targets))
                self._targets.pop(oldest).release()
            found = self._targets[(*size, kind)] = Target.of(self.ctx, size, kind)
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
