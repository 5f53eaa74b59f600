"""The stage of the three tasks with containers on furniture (MC, QC, CI): vessels, items that fit in, cameras.

The camera looks north from the south side; `glide` moves it on circles round a target, and the predicates at
the end say what the rim of a vessel hides.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise
from math import asin, atan2, degrees, hypot, inf, sin
from typing import NamedTuple

from msgspec.structs import replace

from ...core.seeds import Rng
from ...qa.vgenst.base import World
from ...schemas.scene import Pose, Role, Shot, Size, Surroundings, Thing
from ...schemas.theme import Theme
from ...schemas.vocabulary import CATEGORIES, Colour, Pattern, clash, with_use
from ...simulators.space import Cavity, View, cavity, cosine, local, sine, turned
from . import props
from .task import Reject

NATURAL: dict[str, tuple[Colour, ...]] = {
    "apple": ("red", "green"), "lemon": ("yellow",), "carrot": ("orange",), "mushroom": ("red", "brown", "white"),
    "loaf": ("brown", "orange"), "cheese": ("yellow", "orange"), "egg": ("white",), "coin": ("yellow", "grey"),
    "crown": ("yellow",), "shell": ("pink", "white", "orange"), "bolt": ("grey",), "gear": ("grey", "brown"),
    "scroll": ("white", "brown"), "candle": ("white", "red"),
}  # fmt: skip
"""Colours that people expect; preferred where they can be told from the colours around."""
PLAIN_TO_SEE = (
    "apple", "lemon", "carrot", "mushroom", "loaf", "cheese", "ball", "hammer", "flashlight", "crown", "shell",
)  # fmt: skip
"""Items that can be told from the front as well as from above: neither flat nor a mere circle or square."""
TELLING = (*PLAIN_TO_SEE, "bell", "robot toy", "gem")
"""Those and some that can be told nearly as well, where many are wanted."""
NORTH = 5.0
"""How far from north the camera may look, degrees."""


def tint(theme: Theme, category: str, rng: Rng, avoid: Sequence[Colour]) -> Colour:
    """A colour for an item: the expected one if it stands out, else one of the theme's."""
    own: list[Colour] = [c for c in NATURAL.get(category, ()) if not any(clash(c, other) for other in avoid)]
    return rng.choice(own) if own else props.colours(theme, 1, rng, avoid=avoid)[0]


def vessel_size(category: str, width: float, height: float) -> Size:
    """Outer size of a vessel whose body is so wide and so tall; a mug, never huge, has its handle on top."""
    if category == "mug":
        width, height = min(width, 0.22), min(height, 0.27)
    return Size(round(width * (1.2 if category == "mug" else 1.0), 3), round(width, 3), round(height, 3))


def vessel(
    name: str, category: str, colour: Colour, x: float, y: float, z: float, width: float, height: float,
    theme: Theme, rng: Rng, *, pattern: Pattern = "plain", yaw: float = 0.0,
) -> Thing:  # fmt: skip
    """A container with its label."""
    return props.thing(
        name, "container", category, colour, Pose(x, y, z, yaw), size=vessel_size(category, width, height),
        made_of=props.material(theme, category, rng), pattern=pattern,
    )  # fmt: skip


def item_size(category: str, room: float, height: float, *, wish: float = 0.095) -> Size | None:
    """A size at which an item lies in a round cavity `room` wide and stays lower than `height`.

    `wish`: side of a square as large as its footprint, metres. None where it would be too small to be seen.
    """
    w, d, h = CATEGORIES[category].size
    scale = min(2.4, wish / (w * d) ** 0.5, 0.92 * room / hypot(w, d), height / h)
    small = scale < 0.42 or w * d * scale**2 < 0.33 * wish**2 or min(w, d) * scale < 0.36 * wish
    return None if small else Size(round(w * scale, 3), round(d * scale, 3), round(h * scale, 3))


def items(
    theme: Theme,
    count: int,
    room: float,
    height: float,
    rng: Rng,
    *,
    wish: float = 0.095,
    among: Collection[str] = with_use("item"),
) -> list[str]:
    """Different categories of items that fit, the theme's own first; raises Reject if there are too few.

    `among`: those that can be told from where they are seen.
    """

    def fits(category: str) -> bool:
        return category in among and item_size(category, room, height, wish=wish) is not None

    own = rng.shuffled([c for c in props.stock(theme, "item") if fits(c)])
    if len(own) < count:
        own += rng.shuffled([c for c in props.stock(theme, "item", least=99) if c not in own and fits(c)])
    if len(own) < count:
        raise Reject("too few items that fit into the containers")
    return rng.shuffled(own[:count])


def item(
    name: str, role: Role, category: str, colour: Colour, size: Size, x: float, y: float, z: float, rng: Rng, *,
    inside: str | None = None, yaw: float | None = None,
) -> Thing:  # fmt: skip
    """An item that lies somewhere, turned as chance will (within half a right angle)."""
    turned = float(rng.between(-40, 40)) if yaw is None else yaw
    return props.thing(name, role, category, colour, Pose(x, y, z, turned), size=size, inside=inside)


def bright(around: Surroundings) -> Surroundings:
    """The same light with more of it in the shade, where contents and things under a board lie."""
    return replace(around, ambient=max(around.ambient, 0.7))


# --- cameras ----------------------------------------------------------------------------------------


class Stay(NamedTuple):
    """Where the camera is at a time: on a circle of a radius round a target, south of it, so high up."""

    t: float
    x: float
    y: float
    z: float
    radius: float
    elevation: float
    """Degrees above the horizon, seen from the target."""


def glide(stays: Sequence[Stay], *, steps: int = 12) -> tuple[Shot, ...]:
    """Shots of a camera that glides from stay to stay, easing in and out; for a camera with a linear clock."""
    shots = [_shot(stays[0])]
    for a, b in pairwise(stays):
        still = a[1:] == b[1:]
        for k in range(1, 2 if still else steps + 1):
            # Steps of equal length, so that each is a movement one can see, at the times of an eased motion.
            q = 1.0 if still else k / steps
            p = 0.5 - sin(asin(1 - 2 * q) / 3)
            mixed = [u + (v - u) * q for u, v in zip(a[1:], b[1:], strict=True)]
            shots.append(_shot(Stay(a.t + (b.t - a.t) * p, *mixed)))
    return tuple(shots)


def _shot(stay: Stay) -> Shot:
    y = stay.y - stay.radius * cosine(stay.elevation)
    z = stay.z + stay.radius * sine(stay.elevation)
    return Shot(round(stay.t, 2), round(stay.x, 3), round(y, 3), round(z, 3), 0.0, round(-stay.elevation, 2))


# --- what a rim hides -------------------------------------------------------------------------------


def rim_slack(view: View, container: Thing, top: float) -> float:
    """By how many metres the rim hides everything in a container up to world height `top`; negative if it
    lets something be seen.

    The lowest sight line grazes the near rim and meets the far wall (Open cylinder of radius r: the fill
    shows once the drop of that line over 2r exceeds rim - fill.)
    """
    hollow = cavity(container)
    if hollow is None:
        return -inf
    rim = container.pose.z + hollow.rim
    r = hollow.half_w if hollow.round else hypot(hollow.half_w, hollow.half_d)
    away = hypot(container.pose.x - view.x, container.pose.y - view.y)
    above = view.z - rim
    if above <= 0:
        return rim - top
    return -inf if away <= r else (rim - top) - above / (away - r) * _widest(view, container, hollow)


def _widest(view: View, container: Thing, hollow: Cavity) -> float:
    """The longest way across a cavity along any sight line from the camera, in the plan."""
    if hollow.round:
        return 2 * hollow.half_w
    x, y = local(container.pose, view.x, view.y)
    ways = [atan2(sy * hollow.half_d - y, sx * hollow.half_w - x) for sx in (-1, 1) for sy in (-1, 1)]
    middle = degrees(atan2(-y, -x))
    # A box is crossed the further the nearer the way comes to its diagonal.
    turns = [(degrees(way) - middle + 180) % 360 - 180 for way in ways]
    low, high = middle + min(turns), middle + max(turns)
    across = [low, high]
    diagonal = degrees(atan2(hollow.half_d, hollow.half_w))
    for k in range(-3, 4):
        across += [a for a in (180 * k + diagonal, 180 * k - diagonal) if low < a < high]
    found = []
    for a in across:
        c, s = abs(cosine(a)), abs(sine(a))
        found.append(min(2 * hollow.half_w / c if c > 1e-9 else inf, 2 * hollow.half_d / s if s > 1e-9 else inf))
    return max(found)


def looks_in(view: View, container: Thing, x: float, y: float, z: float) -> bool:
    """Whether the sight line to a place in a container passes through its open top, clear of the rim."""
    hollow = cavity(container)
    rim = container.pose.z + (0.0 if hollow is None else hollow.rim)
    if hollow is None or view.z <= rim:
        return False
    p = (rim - z) / (view.z - z)
    dx, dy = x + (view.x - x) * p - container.pose.x, y + (view.y - y) * p - container.pose.y
    return hypot(dx, dy) <= 0.95 * min(hollow.half_w, hollow.half_d)


def looks_away(world: World) -> str | None:
    """What is wrong if the camera looks elsewhere than north: left and right in the picture would not be west and
    east."""
    yaw = max((abs(turned(shot.yaw)) for shot in world.scene.camera.shots), default=0.0)
    return f"the camera looks {yaw:.0f} degrees away from north, more than {NORTH:.0f}" if yaw > NORTH else None
