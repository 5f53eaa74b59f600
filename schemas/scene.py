"""A metric scene: things, where they are, what happens when, and how the camera moves.

Units: metres, seconds, degrees. Axes: x to the east, y to the north, z up; the floor is z = 0. A yaw turns
counterclockwise seen from above; a thing at yaw 0 shows its front to the south (-y), a camera at yaw 0
looks to the north (+y), and its pitch is positive upwards (-90 looks straight down, north at the top).
Everything else (contents, relations, visibility, answers) is derived and never stored.
"""

from typing import Annotated, Literal, get_args

import msgspec

from .record import Record
from .vocabulary import Colour, Material, Pattern

# In Python `$` also matches before a line feed at the end; `(?!\n)` refuses it in every dialect.
Id = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,39}(?!\n)$")]
"""Name of a thing within its scene; never shown to a viewer."""
Label = Annotated[
    str, msgspec.Meta(max_length=60, pattern=r"^[A-Za-z0-9\u00c0-\u024f]+([ '-][A-Za-z0-9\u00c0-\u024f]+)*(?!\n)$")
]
"""Words in one line: labels stand in prompts and options, where markup and line feeds would be read as more."""
Metres = Annotated[float, msgspec.Meta(ge=-1000, le=1000)]
Length = Annotated[float, msgspec.Meta(ge=0.001, le=400)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=120)]
Degrees = Annotated[float, msgspec.Meta(ge=-1080, le=1080)]
Channel = Annotated[int, msgspec.Meta(ge=0, le=255)]
"""Of a colour in sRGB."""

TaskName = Literal["MC", "QC", "CI", "CM", "DE", "IO", "HO", "VI", "DS", "RV", "LS", "BT"]
TASKS: tuple[TaskName, ...] = get_args(TaskName)
"""The twelve tasks of VGenST-Bench (arXiv 2605.22570), in the order of its scales."""

Role = Literal[
    "anchor",
    "container",
    "content",
    "countable",
    "hand",
    "agent",
    "trigger",
    "effector",
    "landmark",
    "primary_surface",
    "destination_surface",
    "target",
    "distractor",
    "level_object",
    "observer",
    "occluder",
    "signage",
    "ego",
    "slower",
    "faster",
    "intruder",
    "structure",
    "decor",
]
"""What a thing is for in its task. Which of several it is follows from the geometry and the timeline."""

Arrow = Literal["straight", "left", "right"]
Clock = Literal["linear", "smooth"]
"""How progress runs over an event: at constant speed, or eased in and out."""


class Pose(Record, frozen=True):
    """Where a thing stands."""

    x: Metres
    y: Metres
    z: Metres
    """Height of its underside."""
    yaw: Degrees = 0.0
    """Counterclockwise seen from above; at 0 its front looks south."""


class Size(Record, frozen=True):
    """Outer size of a thing at yaw 0."""

    w: Length
    """Along x."""
    d: Length
    """Along y."""
    h: Length
    """Along z."""


class Entry(Record, frozen=True):
    """One line of a sign."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=16, pattern=r"^[A-Z0-9]+( [A-Z0-9]+)*(?!\n)$")]
    arrow: Arrow
    """As drawn for who reads the sign from its front."""


class Thing(Record, frozen=True, kw_only=True):
    """An object of the scene."""

    id: Id
    role: Role
    category: str
    """A key of schemas.vocabulary.CATEGORIES; it also names the shape recipe."""
    variant: str | None = None
    """One of the category's variants, for example the roof of a building; None for its first."""
    label: Label
    """What a viewer calls it, without article: `red mug`. Unique among the things that are asked about."""
    size: Size
    colour: Colour
    material: Material = "plastic"
    pattern: Pattern = "plain"
    pose: Pose
    """At the start of the video."""
    inside: Id | None = None
    """The container it starts in; its pose must lie in that container's cavity."""
    entries: tuple[Entry, ...] = ()
    """Lettering of a signboard, top first."""


class Point(Record, frozen=True):
    """A place on a path."""

    x: Metres
    y: Metres
    z: Metres = 0.0


class Move(Record, frozen=True, kw_only=True, tag_field="do", tag="move"):
    """Goes along a path at its own pace, looking where it goes; an item in its hand comes along."""

    who: Id
    start: Seconds
    duration: Seconds
    path: Annotated[tuple[Point, ...], msgspec.Meta(min_length=1, max_length=16)]
    """Places to pass after the one where it is, each reached in a straight line."""
    clock: Clock = "smooth"
    turns: bool = True
    """Whether it looks along the way (then it keeps the last heading); False keeps its yaw."""
    kind: Literal["walk", "enter", "leave", "drive", "slide"] = "walk"
    """The word for it; `enter` begins and `leave` ends out of the camera's view."""


class Turn(Record, frozen=True, kw_only=True, tag_field="do", tag="turn"):
    """Turns on the spot."""

    who: Id
    start: Seconds
    duration: Seconds
    yaw: Degrees
    """Yaw at the end."""


class Take(Record, frozen=True, kw_only=True, tag_field="do", tag="take"):
    """Reaches for an item, grips it at half time and lifts it (out of its container, if it is in one)."""

    who: Id
    what: Id
    start: Seconds
    duration: Seconds


class Place(Record, frozen=True, kw_only=True, tag_field="do", tag="place"):
    """Brings the item that it holds to a place, lets go, and draws back."""

    who: Id
    what: Id
    start: Seconds
    duration: Seconds
    to: Pose
    into: Id | None = None
    """The container it is put in; None for a place in the open."""


class Press(Record, frozen=True, kw_only=True, tag_field="do", tag="press"):
    """Reaches for a trigger, presses it at half time and draws back."""

    who: Id
    what: Id
    start: Seconds
    duration: Seconds


class Look(Record, frozen=True, kw_only=True, tag_field="do", tag="look"):
    """Turns the head to a thing."""

    who: Id
    what: Id
    start: Seconds
    duration: Seconds


Event = Move | Turn | Take | Place | Press | Look


class Link(Record, frozen=True):
    """A trigger's wire: what its press sets off."""

    trigger: Id
    effector: Id | None
    """None for a trigger that does nothing."""
    delay: Annotated[float, msgspec.Meta(ge=0, le=5)] = 0.2
    """Seconds from the press to the effect; the effect then stays."""


class Reaction(Record, frozen=True):
    """What a moving agent does about a thing that blocks its way."""

    who: Id
    to: Id
    kind: Literal["full_stop", "wait_and_resume"]
    """Stop for good, or stop and go on once the way is free."""
    gap: Annotated[float, msgspec.Meta(ge=0.2, le=20)] = 2.0
    """It stops when the thing is in its lane and no farther ahead than this, metres."""


class Shot(Record, frozen=True):
    """A pose of the camera."""

    t: Seconds
    x: Metres
    y: Metres
    z: Metres
    yaw: Degrees = 0.0
    """0 looks north; counterclockwise seen from above."""
    pitch: Annotated[float, msgspec.Meta(ge=-90, le=90)] = 0.0
    """Positive upwards; -90 looks straight down with the direction of `yaw` at the top of the picture."""


CameraKind = Literal[
    "fixed", "boom_up", "boom_down", "overhead_peek", "tilt_up", "tilt_down", "walk", "forward", "crane_flight",
    "tracking",
]  # fmt: skip


class Camera(Record, frozen=True, kw_only=True):
    """A pinhole camera that passes through its shots, in straight lines between neighbours."""

    kind: CameraKind
    shots: Annotated[tuple[Shot, ...], msgspec.Meta(min_length=1, max_length=64)]
    """In order of time."""
    fov: Annotated[float, msgspec.Meta(ge=15, le=110)] = 50.0
    """Vertical angle of view."""
    clock: Clock = "smooth"
    """How it moves from shot to shot."""


class Surroundings(Record, frozen=True, kw_only=True):
    """What is around: the floor, the walls, the light. Comes from the theme."""

    kind: Literal["room", "tabletop", "corridor", "outdoor", "aerial", "road", "water"]
    floor: Colour
    floor_pattern: Literal["plain", "planks", "tiles", "grass", "cobbles", "sand", "asphalt", "waves", "panels"]
    wall: Colour
    sky: tuple[Channel, Channel, Channel]
    """sRGB of what is behind everything."""
    light: tuple[Channel, Channel, Channel] = (255, 250, 240)
    """sRGB of the key light."""
    light_yaw: Degrees = -35.0
    """Where the light comes from: 0 from the south behind a camera that looks north, counterclockwise."""
    light_pitch: Annotated[float, msgspec.Meta(ge=20, le=90)] = 55.0
    """Height of the light above the horizon."""
    ambient: Annotated[float, msgspec.Meta(ge=0.2, le=1)] = 0.55
    """Share of light that comes from everywhere."""
    walls: Annotated[tuple[tuple[Metres, Metres, Metres, Metres, Metres], ...], msgspec.Meta(max_length=64)] = ()
    """Upright slabs x1, y1, x2, y2, height; 0.1 m thick, standing on the floor along that line."""
    extent: Length = 40.0
    """Half side of the floor."""


class Scene(Record, frozen=True, kw_only=True):
    """scenes/ID.json: everything that the video and the questions are derived from."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}(?!\n)$")]
    version: Literal[1] = 1
    task: TaskName
    theme: Label
    """Name of a theme, or a person's own word."""
    duration: Annotated[float, msgspec.Meta(ge=2, le=60)]
    """Seconds; a whole number of frames."""
    fps: Annotated[int, msgspec.Meta(ge=5, le=60)] = 24
    frame: tuple[Annotated[int, msgspec.Meta(ge=128, le=3840)], Annotated[int, msgspec.Meta(ge=128, le=3840)]] = (
        480,
        360,
    )
    """Width and height of the picture, pixels, even; the visibility is proven for this aspect."""
    surroundings: Surroundings
    things: Annotated[tuple[Thing, ...], msgspec.Meta(max_length=120)]
    """In no meaningful order; ids are unique."""
    links: Annotated[tuple[Link, ...], msgspec.Meta(max_length=12)] = ()
    reactions: Annotated[tuple[Reaction, ...], msgspec.Meta(max_length=12)] = ()
    camera: Camera
    events: Annotated[tuple[Event, ...], msgspec.Meta(max_length=60)] = ()
    """In order of start."""

    @property
    def frames(self) -> int:
        """Exact number of frames."""
        return round(self.duration * self.fps)

    def thing(self, name: str) -> Thing:
        """The thing of that id; KeyError without one."""
        for thing in self.things:
            if thing.id == name:
                return thing
        raise KeyError(name)

    def having(self, *roles: Role) -> tuple[Thing, ...]:
        """The things of some roles, in the order in which they stand in the scene."""
        return tuple(thing for thing in self.things if thing.role in roles)
