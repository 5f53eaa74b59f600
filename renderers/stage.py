"""A metric scene at one moment as solids: what every 3D back end draws and the visibility is proven on.

A `Part` is one primitive with a pose of its own; all parts of a thing carry its id. Recipes (in
`renderers/shapes/`) turn a thing and its body into parts; nothing here knows of tasks or questions.
"""

from collections.abc import Callable, Iterator
from math import ceil, sqrt
from typing import Literal, NamedTuple

from ..schemas.scene import Move, Scene, Thing
from ..schemas.vocabulary import RGB, Material, Pattern
from ..simulators.scene import Body, Timeline
from ..simulators.space import Vec, View, cosine, sine

Rgb = tuple[int, int, int]
Turn3 = tuple[float, float, float, float, float, float, float, float, float]
"""A rotation, rows of a 3x3 matrix: world = matrix * own + place."""

UPRIGHT: Turn3 = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


class Box(NamedTuple):
    """A cuboid; its middle in x and y, its underside at z = 0."""

    w: float
    d: float
    h: float


class Cone(NamedTuple):
    """An upright cylinder, frustum or cone along z from 0 to h, closed at both ends."""

    bottom: float
    """Radius at z = 0."""
    top: float
    """Radius at z = h; 0 for a cone."""
    h: float


class Tube(NamedTuple):
    """A vessel: an upright cylinder or frustum, open at the top, hollow down to its floor."""

    bottom: float
    """Outer radius at z = 0."""
    top: float
    """Outer radius at z = h."""
    h: float
    hollow: float
    """Radius of the cavity, a true cylinder."""
    floor: float
    """Height of the cavity's floor; 0 or less for a ring that is open at both ends."""


class Ball(NamedTuple):
    """An ellipsoid around the origin."""

    rx: float
    ry: float
    rz: float


class Wedge(NamedTuple):
    """A gable roof: base w x d at z = 0, its ridge along x at height h."""

    w: float
    d: float
    h: float


Primitive = Box | Cone | Tube | Ball | Wedge


class Letters(NamedTuple):
    """What is written on the front (-y) face of a box, one line each; arrows are drawn before the text."""

    lines: tuple[tuple[Literal["straight", "left", "right", ""], str], ...]
    ink: Rgb


class Part(NamedTuple):
    """One primitive of a thing."""

    id: str
    """The thing it belongs to; "" for surroundings."""
    primitive: Primitive
    place: Vec
    """World position of its origin."""
    turn: Turn3
    rgb: Rgb
    material: Material = "plastic"
    pattern: Pattern | str = "plain"
    """A pattern of the vocabulary, or the floor pattern of surroundings."""
    glow: float = 0.0
    """0..1: shines by itself."""
    letters: Letters | None = None
    second: Rgb | None = None
    """The other colour of a pattern; None for a darker or lighter shade."""


class Lamp(NamedTuple):
    """The key light: parallel rays with soft shadows, and light from everywhere."""

    towards: Vec
    """Unit vector from the scene to the light."""
    rgb: Rgb
    ambient: float


class Stage(NamedTuple):
    """All that one picture shows."""

    parts: tuple[Part, ...]
    view: View
    lamp: Lamp
    sky: Rgb
    centre: Vec
    """Middle of what the shadow must cover."""
    radius: float
    """How far the shadow must reach from there, metres."""


def turn_z(yaw: float) -> Turn3:
    """A turn about z, degrees counterclockwise."""
    s, c = sine(yaw), cosine(yaw)
    return (c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0)


def turn_x(angle: float) -> Turn3:
    """A turn about x (tips +y towards +z), degrees."""
    s, c = sine(angle), cosine(angle)
    return (1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c)


def turn_y(angle: float) -> Turn3:
    """A turn about y (tips +z towards +x), degrees."""
    s, c = sine(angle), cosine(angle)
    return (c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c)


def times(a: Turn3, b: Turn3) -> Turn3:
    """First b, then a."""
    if b is UPRIGHT:
        return a
    a0, a1, a2, a3, a4, a5, a6, a7, a8 = a
    b0, b1, b2, b3, b4, b5, b6, b7, b8 = b
    return (
        a0 * b0 + a1 * b3 + a2 * b6, a0 * b1 + a1 * b4 + a2 * b7, a0 * b2 + a1 * b5 + a2 * b8,
        a3 * b0 + a4 * b3 + a5 * b6, a3 * b1 + a4 * b4 + a5 * b7, a3 * b2 + a4 * b5 + a5 * b8,
        a6 * b0 + a7 * b3 + a8 * b6, a6 * b1 + a7 * b4 + a8 * b7, a6 * b2 + a7 * b5 + a8 * b8,
    )  # fmt: skip


def moved(turn: Turn3, p: Vec) -> Vec:
    """A vector turned."""
    return (
        turn[0] * p[0] + turn[1] * p[1] + turn[2] * p[2],
        turn[3] * p[0] + turn[4] * p[1] + turn[5] * p[2],
        turn[6] * p[0] + turn[7] * p[1] + turn[8] * p[2],
    )


def along(direction: Vec) -> Turn3:
    """A turn that brings +z onto a direction (any length but zero)."""
    length = sqrt(sum(c * c for c in direction))
    z = tuple(c / length for c in direction)
    side = (1.0, 0.0, 0.0) if abs(z[0]) < 0.9 else (0.0, 1.0, 0.0)
    dot = sum(a * b for a, b in zip(side, z, strict=True))
    x = tuple(a - dot * b for a, b in zip(side, z, strict=True))
    norm = sqrt(sum(c * c for c in x))
    x = tuple(c / norm for c in x)
    y = (z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0])
    return (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])


class Maker:
    """Collects the parts of one thing in its own frame (front to -y, underside at z = 0).

    Places given to the methods are in that frame; colours default to the thing's.
    """

    def __init__(self, thing: Thing, body: Body) -> None:
        self.thing, self.body = thing, body
        self.turn = turn_z(body.yaw)
        self.origin: Vec = (body.x, body.y, body.z)
        self.rgb: Rgb = RGB[thing.colour]
        self.parts: list[Part] = []

    def add(
        self,
        primitive: Primitive,
        place: Vec = (0.0, 0.0, 0.0),
        *,
        turn: Turn3 = UPRIGHT,
        rgb: Rgb | None = None,
        material: Material | None = None,
        pattern: Pattern | str | None = None,
        glow: float = 0.0,
        letters: Letters | None = None,
        second: Rgb | None = None,
    ) -> None:
        """One primitive; only parts in the thing's own colour wear its pattern."""
        x, y, z = moved(self.turn, place)
        own = rgb is None
        self.parts.append(
            Part(
                self.thing.id,
                primitive,
                (self.origin[0] + x, self.origin[1] + y, self.origin[2] + z),
                times(self.turn, turn),
                self.rgb if rgb is None else rgb,
                self.thing.material if material is None else material,
                (self.thing.pattern if own else "plain") if pattern is None else pattern,
                glow,
                letters,
                second,
            )
        )

    def limb(self, a: Vec, b: Vec, radius: float, *, rgb: Rgb | None = None, tip: float | None = None) -> None:
        """A round bar from a to b, in the thing's frame."""
        way = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
        length = sqrt(sum(c * c for c in way))
        if length > 1e-6:
            self.add(Cone(radius, radius if tip is None else tip, length), a, turn=along(way), rgb=rgb)

    def inward(self, p: Vec) -> Vec:
        """A world place in the thing's frame."""
        d = (p[0] - self.origin[0], p[1] - self.origin[1], p[2] - self.origin[2])
        t = self.turn
        return (
            t[0] * d[0] + t[3] * d[1] + t[6] * d[2],
            t[1] * d[0] + t[4] * d[1] + t[7] * d[2],
            t[2] * d[0] + t[5] * d[1] + t[8] * d[2],
        )


Recipe = Callable[[Maker], None]
"""Adds the parts of one category."""


def shade(rgb: Rgb, part: float) -> Rgb:
    """A darker (part < 1) or lighter (part > 1) shade of a colour."""
    if part <= 1:
        return tuple(round(c * part) for c in rgb)  # type: ignore[return-value]
    return tuple(min(255, round(c + (255 - c) * (part - 1))) for c in rgb)  # type: ignore[return-value]


def parts_of(thing: Thing, body: Body) -> tuple[Part, ...]:
    """The parts of a thing at one moment; a person's held item is a thing of its own."""
    from .shapes import recipe

    maker = Maker(thing, body)
    recipe(thing.category)(maker)
    return tuple(maker.parts)


def surroundings(scene: Scene) -> Iterator[Part]:
    """The floor and the walls, with id ""."""
    around = scene.surroundings
    e = around.extent
    yield Part(
        "", Box(2 * e, 2 * e, 0.2), (0.0, 0.0, -0.2), UPRIGHT, RGB[around.floor], "stone", around.floor_pattern
    )
    for x1, y1, x2, y2, height in around.walls:
        dx, dy = x2 - x1, y2 - y1
        length = sqrt(dx * dx + dy * dy)
        if length < 0.05:
            continue
        c, s = round(dx / length, 12), round(dy / length, 12)
        turn = (c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0)
        middle = ((x1 + x2) / 2, (y1 + y2) / 2, 0.0)
        yield Part("", Box(length, 0.1, height), middle, turn, RGB[around.wall], "clay")
        # A skirting board shows where wall and floor meet.
        yield Part("", Box(length, 0.13, 0.1), middle, turn, shade(RGB[around.wall], 0.72), "wood")


def lamp(scene: Scene) -> Lamp:
    """The key light of the surroundings."""
    around = scene.surroundings
    flat = cosine(around.light_pitch)
    towards = (sine(around.light_yaw) * flat, -cosine(around.light_yaw) * flat, sine(around.light_pitch))
    return Lamp(towards, around.light, around.ambient)


def stage(time: Timeline, t: float) -> Stage:
    """Everything at a time."""
    scene, bodies = time.scene, time.at(t)
    parts = list(surroundings(scene))
    for thing in scene.things:
        if thing.role != "ego":
            parts.extend(parts_of(thing, bodies[thing.id]))
    view = time.camera(t)
    centre, radius = reach(scene, view)
    return Stage(tuple(parts), view, lamp(scene), scene.surroundings.sky, centre, radius)


SHADOW_REACH = {"tabletop": 1.6, "room": 7.0, "corridor": 9.0, "outdoor": 16.0, "road": 30.0, "water": 30.0,
                "aerial": 90.0}  # fmt: skip
"""Half side of the square that the shadow map covers, metres."""


def _furnished(scene: Scene) -> float:
    """How far the things of a room reach that do not hang on its walls, in half metres."""
    far = 2.0
    for thing in scene.things:
        if thing.role not in ("decor", "ego"):
            ways = [(thing.pose.x, thing.pose.y)]
            ways += [(p.x, p.y) for event in scene.events if isinstance(event, Move) and event.who == thing.id
                     for p in event.path]  # fmt: skip
            aside = max(max(abs(x), abs(y)) for x, y in ways) + max(thing.size.w, thing.size.d) / 2
            far = max(far, aside, 0.85 * (thing.pose.z + thing.size.h))
    return ceil(2 * far) / 2


def reach(scene: Scene, view: View) -> tuple[Vec, float]:
    """A square of floor in front of the camera, snapped to a grid so that shadows do not crawl."""
    radius = SHADOW_REACH[scene.surroundings.kind]
    if scene.surroundings.kind == "room":
        return (0.0, 0.0, 0.0), min(radius, _furnished(scene))
    if scene.surroundings.kind == "tabletop":
        return (0.0, 0.0, 0.0), radius
    forward = view.axes[2]
    flat = sqrt(forward[0] ** 2 + forward[1] ** 2)
    ahead = 0.0 if flat < 0.2 else radius * 0.7 / flat
    grid = radius / 16
    x = round((view.x + forward[0] * ahead) / grid) * grid
    y = round((view.y + forward[1] * ahead) / grid) * grid
    return (x, y, 0.0), radius
