"""Geometry of metric scenes: directions, the camera's projection, cavities, distances, overlaps.

Pure functions over plain numbers. Sines and cosines are rounded to 12 digits, so that no machine's last
bit reaches an artefact.
"""

from math import asin, atan2, cos, degrees, hypot, radians, sin, sqrt, tan
from typing import NamedTuple

from ..schemas.scene import Pose, Size, Thing

Vec = tuple[float, float, float]


def sine(angle: float) -> float:
    """Of degrees."""
    return round(sin(radians(angle)), 12)


def cosine(angle: float) -> float:
    """Of degrees."""
    return round(cos(radians(angle)), 12)


def front(yaw: float) -> tuple[float, float]:
    """Unit vector (x, y) that a thing of that yaw faces; yaw 0 faces south."""
    return sine(yaw), -cosine(yaw)


def yaw_towards(dx: float, dy: float) -> float:
    """The yaw of a thing that faces along (dx, dy), -180..180."""
    return round(degrees(atan2(dx, -dy)), 6)


def camera_yaw(dx: float, dy: float) -> float:
    """The yaw of a camera that looks along (dx, dy), -180..180; 0 is north."""
    return round(degrees(atan2(-dx, dy)), 6)


def camera_pitch(dx: float, dy: float, dz: float) -> float:
    """The pitch of a camera that looks along (dx, dy, dz)."""
    length = sqrt(dx * dx + dy * dy + dz * dz)
    return round(degrees(asin(dz / length)), 6)


def compass(dx: float, dy: float) -> float:
    """Bearing of (dx, dy): degrees clockwise from north, 0..360."""
    return round(degrees(atan2(dx, dy)) % 360, 6)


def turned(angle: float) -> float:
    """An angle brought into -180 (not included) .. 180."""
    angle = angle % 360
    return angle - 360 if angle > 180 else angle


def bearing_from(x: float, y: float, yaw: float, to_x: float, to_y: float) -> float:
    """Where a place is for somebody who stands at (x, y) and faces along camera yaw `yaw`.

    Degrees clockwise (to the right) from straight ahead, -180..180.
    """
    return turned(compass(to_x - x, to_y - y) + yaw)


class View(NamedTuple):
    """The camera at one moment."""

    x: float
    y: float
    z: float
    yaw: float
    pitch: float
    fov: float
    """Vertical, degrees."""
    aspect: float
    """Width over height."""

    @property
    def axes(self) -> tuple[Vec, Vec, Vec]:
        """Unit vectors to the right, up and forward of the picture."""
        s, c = sine(self.yaw), cosine(self.yaw)
        sp, cp = sine(self.pitch), cosine(self.pitch)
        return (c, s, 0.0), (s * sp, -c * sp, cp), (-s * cp, c * cp, sp)

    def locate(self, p: Vec) -> tuple[float, float, float]:
        """u, v and depth of a place: u -1..1 left to right, v -1..1 bottom to top, depth in metres along
        the axis (negative behind the camera, where u and v mean nothing)."""
        right, up, forward = self.axes
        d = (p[0] - self.x, p[1] - self.y, p[2] - self.z)
        depth = d[0] * forward[0] + d[1] * forward[1] + d[2] * forward[2]
        scale = round(tan(radians(self.fov / 2)), 12) * (abs(depth) if abs(depth) > 1e-9 else 1e-9)
        u = (d[0] * right[0] + d[1] * right[1] + d[2] * right[2]) / (scale * self.aspect)
        v = (d[0] * up[0] + d[1] * up[1] + d[2] * up[2]) / scale
        return u, v, depth


class Cavity(NamedTuple):
    """The hollow of a container, in its own frame (x, y from its middle, z from its underside)."""

    half_w: float
    half_d: float
    round: bool
    """Whether it is a cylinder of radius half_w, else a box."""
    floor: float
    rim: float

    @property
    def depth(self) -> float:
        """From rim to floor."""
        return self.rim - self.floor


_ROUND = ("mug", "jar", "pot", "vase", "bucket", "barrel", "basket")
_SQUARE = ("box", "crate")
WALL = 0.88
"""Inner over outer half width of every vessel."""
FLOOR = 0.06
"""Thickness of a vessel's floor over its height."""
ROUND_VESSELS = _ROUND


def cavity(thing: Thing) -> Cavity | None:
    """The hollow of a vessel; None for what holds nothing. Shape recipes keep to it exactly."""
    size = thing.size
    if thing.category in _ROUND:
        # A mug's handle counts as width, so its body is as wide as it is deep.
        radius = min(size.w, size.d) / 2 * WALL
        return Cavity(radius, radius, True, size.h * FLOOR, size.h)
    if thing.category in _SQUARE:
        return Cavity(size.w / 2 * WALL, size.d / 2 * WALL, False, size.h * FLOOR, size.h)
    return None


SHELF_BOARDS = (0.02, 0.34, 0.66)
"""Upper faces of a shelf's boards over its height, lowest first; its top carries things, too."""


def tops(thing: Thing) -> tuple[float, ...]:
    """Heights (world z) on which other things may stand, lowest first."""
    if thing.category == "shelf":
        return (*(thing.pose.z + part * thing.size.h for part in SHELF_BOARDS), thing.pose.z + thing.size.h)
    return (thing.pose.z + thing.size.h,)


def local(pose: Pose, x: float, y: float) -> tuple[float, float]:
    """A place of the world in the frame of a thing."""
    s, c = sine(pose.yaw), cosine(pose.yaw)
    dx, dy = x - pose.x, y - pose.y
    return dx * c + dy * s, -dx * s + dy * c


def corners(pose: Pose, size: Size) -> tuple[tuple[float, float], ...]:
    """The footprint's four corners, counterclockwise."""
    s, c = sine(pose.yaw), cosine(pose.yaw)
    out = []
    for px, py in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x, y = px * size.w / 2, py * size.d / 2
        out.append((pose.x + x * c - y * s, pose.y + x * s + y * c))
    return tuple(out)


def plan_gap(a: tuple[tuple[float, float], ...], b: tuple[tuple[float, float], ...]) -> float:
    """Distance in the plan between two convex polygons; 0 where they overlap or touch."""
    if _overlap(a, b):
        return 0.0
    return min(
        _to_segment(p, q[i], q[(i + 1) % len(q)])
        for p_all, q in ((a, b), (b, a))
        for p in p_all
        for i in range(len(q))
    )


def _overlap(a: tuple[tuple[float, float], ...], b: tuple[tuple[float, float], ...]) -> bool:
    """Separating axis test of two convex polygons."""
    for poly in (a, b):
        for i in range(len(poly)):
            (x1, y1), (x2, y2) = poly[i], poly[(i + 1) % len(poly)]
            nx, ny = y2 - y1, x1 - x2
            pa = [nx * x + ny * y for x, y in a]
            pb = [nx * x + ny * y for x, y in b]
            if max(pa) <= min(pb) or max(pb) <= min(pa):
                return False
    return True


def _to_segment(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def box_distance(a: Pose, a_size: Size, b: Pose, b_size: Size) -> float:
    """Least distance between two upright boxes, metres; 0 where they touch or overlap.

    Exact for boxes that turn about z only: hypot of the gap in the plan and the gap in height.
    """
    up = max(0.0, a.z - (b.z + b_size.h), b.z - (a.z + a_size.h))
    return hypot(plan_gap(corners(a, a_size), corners(b, b_size)), up)


def overlap(a: Pose, a_size: Size, b: Pose, b_size: Size, *, slack: float = 0.002) -> bool:
    """Whether two upright boxes share room deeper than `slack` metres."""
    if a.z + a_size.h - slack <= b.z or b.z + b_size.h - slack <= a.z:
        return False
    small = [Size(max(0.001, s.w - 2 * slack), max(0.001, s.d - 2 * slack), s.h) for s in (a_size, b_size)]
    return _overlap(corners(a, small[0]), corners(b, small[1]))


def segment_gap(a: tuple[float, float], b: tuple[float, float], p: tuple[float, float]) -> float:
    """Distance in the plan from a point to the segment a-b."""
    return _to_segment(p, a, b)
