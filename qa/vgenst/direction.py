"""Directions in words: sectors, clock and compass, each with a margin, and their mirror images.

Bearings are degrees clockwise from straight ahead (or from north), -180..180, as `simulators.space` gives
them. A bearing too near the border between two words raises `NoQuestion`: the scene is drawn anew.
"""

from typing import Literal, NamedTuple

from ...simulators.scene import Body
from ...simulators.space import View, bearing_from, compass, turned
from .base import NoQuestion

Quarter = Literal["in front", "to the right", "behind", "to the left"]
QUARTERS: tuple[Quarter, ...] = ("in front", "to the right", "behind", "to the left")
"""Clockwise, 90 degrees each, the first around straight ahead."""

SECTORS: tuple[str, ...] = (
    "straight ahead",
    "ahead and to the right",
    "directly to the right",
    "behind and to the right",
    "straight behind",
    "behind and to the left",
    "directly to the left",
    "ahead and to the left",
)
"""Clockwise, 45 degrees each, the first around straight ahead."""

COMPASS: tuple[str, ...] = (
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
)  # fmt: skip
"""Clockwise, 45 degrees each, the first around north."""

HOURS: tuple[int, ...] = (12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
"""Clockwise, 30 degrees each, the first around straight ahead."""

CLOCK_NOTE = "12 o'clock is straight ahead, 3 o'clock to the right, 6 o'clock straight behind"
"""The convention, for stems with clock words."""
COMPASS_NOTE = "north is at the top of the picture"
"""The convention, for stems about a view from straight above."""

MARGIN = {4: 12.0, 8: 7.0, 12: 4.0}
"""Least degrees between a bearing and the nearest border, by number of sectors."""


class Heading(NamedTuple):
    """Where somebody is and which way they face."""

    x: float
    y: float
    yaw: float
    """As a camera's: 0 is north, counterclockwise."""


def of_view(view: View) -> Heading:
    """The camera's own place and direction."""
    return Heading(view.x, view.y, view.yaw)


def of_body(body: Body) -> Heading:
    """An agent's place and the way its front faces (a thing at yaw 0 faces south)."""
    return Heading(body.x, body.y, body.yaw + 180.0)


def bearing(who: Heading, x: float, y: float) -> float:
    """Degrees to the right of straight ahead at which a place lies for somebody."""
    return bearing_from(who.x, who.y, who.yaw, x, y)


def off_border(angle: float, sectors: int) -> float:
    """Degrees from the nearest border between two of so many equal sectors, 0 .. 180 / sectors."""
    wide = 360.0 / sectors
    return abs((angle % wide) - wide / 2)


def sector(angle: float, sectors: int, *, margin: float | None = None) -> int:
    """Number of the sector (from 0, clockwise) that a bearing lies in.

    Raises NoQuestion within `margin` degrees (default: MARGIN) of a border.
    """
    least = MARGIN[sectors] if margin is None else margin
    if off_border(angle, sectors) < least:
        raise NoQuestion(f"a bearing lies within {least:g} degrees of the border between two directions")
    return round((angle % 360) / (360.0 / sectors)) % sectors


def quarter(angle: float, *, margin: float | None = None) -> Quarter:
    """In front, to the right, behind or to the left."""
    return QUARTERS[sector(angle, 4, margin=margin)]


def eighth(angle: float, *, margin: float | None = None) -> str:
    """One of SECTORS."""
    return SECTORS[sector(angle, 8, margin=margin)]


def compass_word(dx: float, dy: float, *, margin: float | None = None) -> str:
    """One of COMPASS for a way (dx, dy)."""
    return COMPASS[sector(compass(dx, dy), 8, margin=margin)]


def hour(angle: float, *, margin: float | None = None) -> int:
    """The hour on a clock face that lies flat with 12 straight ahead."""
    return HOURS[sector(angle, 12, margin=margin)]


def clock(hour_: int) -> str:
    """`5 o'clock`."""
    return f"{hour_} o'clock"


def clock_angle(hour_: int) -> float:
    """The bearing of an hour, -180 .. 180."""
    return turned(30.0 * (hour_ % 12))


def clock_mirror(hour_: int) -> int:
    """Left and right exchanged: 5 becomes 7."""
    return HOURS[(12 - hour_ % 12) % 12]


def clock_opposite(hour_: int) -> int:
    """The other end of the line: 5 becomes 11."""
    return HOURS[(hour_ % 12 + 6) % 12]


def mirror(words: str) -> str:
    """The same words with left and right (east and west) exchanged."""
    swaps = (("left", "right"), ("east", "west"))
    for a, b in swaps:
        words = words.replace(a, "\0").replace(b, a).replace("\0", b)
    return words


def opposite(words: str) -> str:
    """The word half a turn away, of QUARTERS, SECTORS or COMPASS."""
    for names in (QUARTERS, SECTORS, COMPASS):
        if words in names:
            return names[(names.index(words) + len(names) // 2) % len(names)]
    return mirror(words)


def quarter_turned(words: str, quarters: int = 1) -> str:
    """The word so many quarter turns further clockwise, of QUARTERS, SECTORS or COMPASS."""
    for names in (QUARTERS, SECTORS, COMPASS):
        if words in names:
            return names[(names.index(words) + quarters * len(names) // 4) % len(names)]
    raise ValueError(f"{words!r} is no direction")


def side(angle: float, *, margin: float = 12.0) -> Literal["left", "right"]:
    """Which side a bearing is on; raises NoQuestion near straight ahead and straight behind."""
    angle = turned(angle)
    if min(abs(angle), 180 - abs(angle)) < margin:
        raise NoQuestion("a place is neither clearly to the left nor to the right")
    return "right" if angle > 0 else "left"


def in_sector(words: str, dx: float, dy: float, ahead: float, right: float) -> bool:
    """A second way to read a direction: whether the way (dx, dy), with so much of it ahead and to the right,
    is the one that words of QUARTERS, SECTORS or COMPASS name. Compares components, no angles.

    For COMPASS, ahead and right are ignored and dx, dy taken as east and north.
    """
    if words in COMPASS:
        ahead, right = dy, dx
    a, r = abs(ahead), abs(right)
    if words in QUARTERS:
        found = (
            ("in front" if ahead > 0 else "behind") if a > r else "to the right" if right > 0 else "to the left"
        )
        return found == words
    # tan(22.5 degrees) separates the straight sectors from the slanting ones.
    slope = 0.41421356
    along = (1 if ahead > 0 else -1) if a > slope * r else 0
    across = (1 if right > 0 else -1) if r > slope * a else 0
    order = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
    names = COMPASS if words in COMPASS else SECTORS
    return words in names and order[names.index(words)] == (along, across)


def components(who: Heading, x: float, y: float) -> tuple[float, float]:
    """How far ahead of somebody, and how far to their right, a place lies; metres."""
    view = View(who.x, who.y, 0.0, who.yaw, 0.0, 50.0, 1.0)
    right, _, forward = view.axes
    dx, dy = x - who.x, y - who.y
    return dx * forward[0] + dy * forward[1], dx * right[0] + dy * right[1]
