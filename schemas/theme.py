"""A theme: the look and the stock of a place, as data. It sets what may stand there, never an answer."""

from typing import Annotated, Literal, get_args

import msgspec

from .record import Record
from .vocabulary import Colour, Material

Setting = Literal["tabletop", "room", "corridor", "outdoor", "road", "aerial"]
"""Kinds of stage: a surface close up; one room; a corridor; a path or plaza; a road, track or waterway; a
district from above."""
SETTINGS: tuple[Setting, ...] = get_args(Setting)

Floor = Literal["plain", "planks", "tiles", "grass", "cobbles", "sand", "asphalt", "waves", "panels"]


class Decor(Record, frozen=True, kw_only=True):
    """How one kind of stage looks in this theme."""

    floor: Colour
    pattern: Floor = "plain"
    wall: Colour = "white"
    sky: tuple[int, int, int] = (190, 208, 226)
    light: tuple[int, int, int] = (255, 250, 240)
    ambient: Annotated[float, msgspec.Meta(ge=0.3, le=0.9)] = 0.55


class Theme(Record, frozen=True, kw_only=True):
    """One place. Pools hold categories of the vocabulary with the matching use."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+( [a-z0-9]+)*$", max_length=40)]
    """Lower-case words: `country kitchen`."""
    family: str
    """Kitchens, harbours, ...: themes of one family lie in one file."""
    settings: dict[Setting, Decor]
    """The stages it can host."""
    colours: Annotated[tuple[Colour, ...], msgspec.Meta(min_length=6)]
    """Colours of things, the theme's own first."""
    materials: Annotated[tuple[Material, ...], msgspec.Meta(min_length=1)]
    """Materials of furniture, vessels and buildings."""
    vessels: tuple[str, ...] = ()
    """At least 2 for a tabletop."""
    items: tuple[str, ...] = ()
    """At least 8 for a tabletop or a room."""
    surfaces: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    effectors: tuple[str, ...] = ()
    landmarks: tuple[str, ...] = ()
    """At least 5 for a room, a corridor or an outdoor stage."""
    occluders: tuple[str, ...] = ()
    vehicles: tuple[str, ...] = ()
    """At least 2 for a road."""
    buildings: tuple[str, ...] = ()
    """At least 4 for an aerial stage."""
    intruders: tuple[str, ...] = ()
    decor: tuple[str, ...] = ()
    """What may stand around: windows and pictures indoors, trees and bushes outside."""
    people: Literal["person", "robot"] = "person"
    places: tuple[str, ...] = ()
    """Words for signboards, upper case, at most 16 letters: at least 8 for a corridor."""
