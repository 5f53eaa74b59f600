"""HO, height ordering: the camera tilts along a tall shelf that it never sees as a whole."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import atan2, ceil, degrees, hypot, radians, tan

from msgspec.structs import replace

from ....qa.vgenst.base import World
from ....qa.vgenst.ho import TILTS, entirely, exchange, extras, levels, rising, scale_on_board
from ....schemas.scene import Camera, Pose, Scene, Shot, Size, Surroundings, Thing
from ....schemas.theme import Theme
from ....schemas.vocabulary import CATEGORIES, Colour, Material, clash
from ....simulators.space import SHELF_BOARDS, tops
from .. import task
from ..mixed import mixed
from ..props import colours, material, size_of, stock, surroundings, thing
from ..task import Depth, Order, Reject, Rule

TALL = {3: 3.75, 4: 3.2, 5: 2.05}
"""Height of the shelf, metres, by number of levels; the highest board of the first stays empty."""
HARD = ("wood", "metal", "stone", "plastic")
"""What a shelf may be made of."""
WIDE = 1.24
"""Width of the shelf, metres, for a picture of 4 to 3."""
SLOTS = (-0.57, 0.0, 0.57)
"""Places on a board, of the half picture where the board is."""
HOLD = {3: 1.5, 4: 1.3, 5: 1.2}
"""Seconds that the camera rests at a level, by number of levels."""
TILT = {3: 1.9, 4: 1.7, 5: 1.5}
"""Seconds that it takes from one level to the next."""


def _roles(world: World) -> str | None:
    count, more = len(levels(world)), len(extras(world))
    if not 3 <= count <= 5:
        return f"{count} things at levels instead of 3 to 5"
    return None if more <= 2 else f"{more} distractors instead of 2 at most"


def _pure_tilt(world: World) -> str | None:
    shots = world.scene.camera.shots
    for a, b in pairwise(shots):
        if hypot(a.x - b.x, a.y - b.y, a.z - b.z) > 0.001 or abs(a.yaw - b.yaw) > 0.01:
            return f"the camera moves or turns sideways between {a.t:g} s and {b.t:g} s"
    steps = [b.pitch - a.pitch for a, b in pairwise(shots) if abs(b.pitch - a.pitch) > 0.01]
    if not steps or min(steps) < 0 < max(steps):
        return "the camera does not tilt in one direction"
    way = abs(shots[-1].pitch - shots[0].pitch)
    return None if way >= 25 else f"the camera tilts by {way:.0f} degrees only"


def _heights(world: World) -> str | None:
    for a, b in pairwise(levels(world)):
        gap = b.pose.z - a.pose.z
        if gap < 0.3:
            return f"the {b.label} is placed only {gap:.2f} m higher than the {a.label}"
    return None


def _one_by_one(world: World) -> str | None:
    """No view shows two levels from bottom to top, and every level is shown so at some time."""
    things = levels(world)
    seen: set[str] = set()
    for k in range(int(world.scene.duration * 8) + 1):
        shown = [t for t in things if entirely(world, t, k / 8)]
        if len(shown) > 1:
            return f"at {k / 8:g} s the {shown[0].label} and the {shown[1].label} are both in the picture"
        seen.update(t.id for t in shown)
    missing = [t.label for t in things if t.id not in seen]
    return f"the {missing[0]} is never in the picture from bottom to top" if missing else None


def _distractors(world: World) -> str | None:
    ends = (levels(world)[0], levels(world)[-1])
    for one in extras(world):
        if all(abs(one.pose.z - end.pose.z) > 0.1 for end in ends):
            return f"the {one.label} is beside neither the lowest nor the highest thing"
    return None


def _stands(world: World) -> str | None:
    """Nothing floats."""
    heights = [0.0, *(z for t in world.scene.things if t.role == "structure" for z in tops(t))]
    for one in (*levels(world), *extras(world)):
        if not any(abs(one.pose.z - z) < 0.01 for z in heights):
            return f"the {one.label} stands on nothing at {one.pose.z:.2f} m"
    return None


def _told_apart(world: World) -> str | None:
    things = (*levels(world), *extras(world))
    for a, b in combinations(things, 2):
        if a.category == b.category or (a.colour == b.colour) or (clash(a.colour, b.colour) and len(things) < 5):
            return f"the {a.label} and the {b.label} differ too little in kind and colour"
    return None


def _side_by_side(world: World) -> str | None:
    for one in extras(world):
        mate = min(levels(world), key=lambda t: abs(t.pose.z - one.pose.z))
        if abs(one.pose.x - mate.pose.x) < (one.size.w + mate.size.w) / 2 + 0.01:
            return f"the {one.label} stands in front of the {mate.label}"
    return None


def _aim(eye: tuple[float, float, float], item: Thing) -> float:
    """The pitch with the middle of an item in the middle of the picture, by its height alone."""
    return round(degrees(atan2(item.pose.z + item.size.h / 2 - eye[2], item.pose.y - eye[1])), 2)


def _stepped_back(
    eye: tuple[float, float, float], low: Thing, high: Thing, angle: float
) -> tuple[float, float, float]:
    """The eye so far back that two things are at that angle, degrees, from each other."""
    near, far = low.pose.y - 0.5, low.pose.y - 12.0
    for _ in range(40):
        middle = (near + far) / 2
        here = (eye[0], middle, eye[2])
        near, far = (middle, far) if _aim(here, high) - _aim(here, low) > angle else (near, middle)
    return eye[0], round(near, 3), eye[2]


class Task(task.Task):
    """What is higher, seen one after the other."""

    name = "HO"
    code = "HO_V_EXO_STA"
    title = "Height Ordering"
    scale = "Vista"
    perspective = "Exo"
    dynamics = "Static"
    settings = ("room",)
    # A third of the questions for the camera's motion is about a rest, a third about each way of tilting.
    cycle = tuple(
        {"tilt": tilt, "distractor": beside, "motion": motion}
        for tilt in ("up", "down")
        for beside in ("lowest", "highest", "none")
        for motion in ("tilts", "tilts", "rests")
    )
    depth = Depth(3, 3, 5, "levels")
    rules = (
        Rule("three_to_five_levels", _roles),
        Rule("camera_only_tilts", _pure_tilt),
        Rule("levels_differ_in_height", _heights),
        Rule("one_level_in_view_at_a_time", _one_by_one),
        Rule("distractors_beside_lowest_or_highest", _distractors),
        Rule("things_stand_on_boards", _stands),
        Rule("things_differ_in_kind_and_colour", _told_apart),
        Rule("distractors_stand_beside", _side_by_side),
    )

    def lacks(self, theme: Theme) -> str | None:
        """It needs items."""
        return None if len(theme.items) >= 6 else "too few items"

    def sample(self, order: Order) -> Scene:
        """A shelf at a wall, one thing a board; the camera close by, so that it sees one board at a time."""
        rng, theme, count = order.rng, order.theme, order.depth
        tints = self._tints(order)
        shelf, base, heights = self._boards(order, tints)
        z = round((heights[0] + heights[-1]) / 2 + rng.between(0, 12) / 100, 3)
        tilt = 0.0
        if count == 3:
            tilt = order.deal.pick("tilt", TILTS)
            away = (heights[-1] - heights[0]) / 2 / tan(radians(tilt / 2))
        else:
            away = {4: 1.8, 5: 1.6}[count] + rng.between(-15, 15) / 100
        front_y = -shelf.size.d / 2
        eye = (rng.between(-5, 5) / 100, round(front_y - away, 3), z)
        # So narrow that one level is out of the picture before the next comes in (with three levels), or at least
        # not yet in it from bottom to top.
        ways = [degrees(atan2(z + 0.1 - eye[2], away)) for z in heights]
        step = min(b - a for a, b in pairwise(ways))
        fov = max(15.0, float(int(step - (0.8 + 13.0 / away if count == 3 else 3.0))))
        place = self._placed(order, tints, heights, eye, fov, front_y)
        place += self._behind(order, shelf, [z for z in heights if z < eye[2] - 0.1], place)
        if count == 3:
            eye = _stepped_back(eye, place[0], place[2], tilt)
        pitches = [_aim(eye, t) for t in place if t.role == "level_object"]
        if order.case["tilt"] == "down":
            pitches.reverse()
        shots, t = [], 0.0
        for k, pitch in enumerate(pitches):
            hold = HOLD[count] + (0.25 if k in (0, len(pitches) - 1) else 0.0)
            shots += [Shot(round(t, 2), *eye, 0.0, pitch), Shot(round(t + hold, 2), *eye, 0.0, pitch)]
            t += hold + TILT[count] * rng.between(90, 110) / 100
        duration = float(max(8, ceil(shots[-1].t + 0.2)))
        structure = (shelf,) if base is None else (shelf, base)
        row = [one for one in place if one.role == "level_object"]
        others = [one for one in place if one.role != "level_object"]
        shown = row[0 if order.case["tilt"] == "up" else -1]
        row = rng.shuffled([one for one in row if one is not shown])
        row.insert(0 if order.case["motion"] == "rests" else 1 + rng.below(len(row)), shown)
        return Scene(
            id=order.id,
            task="HO",
            theme=theme.name,
            duration=duration,
            fps=order.fps,
            frame=order.frame,
            surroundings=self._around(order),
            things=mixed((*structure, *others), row, rng),
            camera=Camera(
                kind="tilt_up" if order.case["tilt"] == "up" else "tilt_down", shots=tuple(shots), fov=fov
            ),
        )

    def _around(self, order: Order) -> Surroundings:
        """A wall behind the shelf, and light that comes from the front and low enough to reach into it."""
        around = surroundings(order.theme, "room", walls=((-5, 0.32, 5, 0.32, 4.6),), rng=order.rng)
        yaw, pitch = float(order.rng.between(-24, 24)), float(order.rng.between(32, 42))
        return replace(around, light_yaw=yaw, light_pitch=pitch, ambient=max(0.62, around.ambient))

    def _tints(self, order: Order) -> tuple[Colour, ...]:
        """Colours of the things: one for each level and one for the distractor."""
        count = order.depth
        found = colours(order.theme, min(count + 1, 5), order.rng)
        # There are no more than five or six colours of which no two are near each other.
        left: list[Colour] = [c for c in order.theme.colours if c not in found] or ["pink"]
        more = order.rng.shuffled(left)
        return (*found, *more[: count + 1 - len(found)])

    def _boards(self, order: Order, tints: tuple[Colour, ...]) -> tuple[Thing, Thing | None, list[float]]:
        """The shelf, what it stands on, and the heights of the levels."""
        rng, theme, count = order.rng, order.theme, order.depth
        paint: tuple[Colour, ...] = (
            "brown",
            "teal",
            "white",
            "blue",
            "green",
            "brown",
            "yellow",
            "grey",
        )
        apart: list[Colour] = [c for c in paint if not any(clash(c, t) for t in tints)] or ["grey"]
        hard: list[Material] = [m for m in theme.materials if m in HARD] or ["wood"]
        wide = round(WIDE * order.frame[0] / order.frame[1] * 3 / 4, 2)
        tint, wood = rng.choice(apart), rng.choice(hard)
        base_h = 0.72 if count == 5 else 0.0
        tall = round(TALL[count] * rng.between(86, 104) / 100, 2)
        shelf = thing(
            "shelf", "structure", "shelf", tint, Pose(0, 0, base_h), size=Size(wide, 0.42, tall), made_of=wood
        )
        boards = [round(base_h + part * tall, 4) for part in (*SHELF_BOARDS, 1.0)]
        base = None
        if count == 5:
            kind = rng.choice(("chest", "counter"))
            base = thing(
                "base", "structure", kind, tint, Pose(0, 0, 0), size=Size(wide, 0.46, base_h), made_of=wood
            )
            return shelf, base, [0.0, *boards]
        if count == 3:
            boards = boards[:3]
        return shelf, base, boards

    def _placed(
        self,
        order: Order,
        tints: tuple[Colour, ...],
        heights: list[float],
        eye: tuple[float, float, float],
        fov: float,
        front_y: float,
    ) -> list[Thing]:
        """One thing a level, in the front of its board, and the distractor."""
        rng, theme, count = order.rng, order.theme, len(heights)
        beside = {"lowest": 0, "highest": count - 1, "none": None}[str(order.case["distractor"])]
        need = count + (beside is not None)
        pool = [k for k in rng.shuffled(stock(theme, "item", least=need)) if self._scale(k, fov)]
        if len(pool) < need:
            pool += [k for k in stock(theme, "item", least=99) if k not in pool and self._scale(k, fov)]
        if len(pool) < need:
            raise Reject("too few items that are large enough to be seen")
        half = self._half_width(order, eye, fov)
        spots = [rng.choice(SLOTS) for _ in heights]
        made = []
        for k, z in enumerate(heights):
            made.append(
                self._item(
                    f"level_{k + 1}", "level_object", pool[k], tints[k], spots[k] * half, z, front_y, fov, order
                )
            )
        if beside is not None:
            other = rng.choice([s for s in SLOTS if s != spots[beside]])
            made.append(
                self._item(
                    "extra",
                    "distractor",
                    pool[count],
                    tints[count],
                    other * half,
                    heights[beside],
                    front_y,
                    fov,
                    order,
                )
            )
        return made

    def _behind(self, order: Order, shelf: Thing, heights: list[float], place: list[Thing]) -> list[Thing]:
        """Vessels in plain colours at the back of the lower boards, beside what stands in front."""
        rng, out = order.rng, []
        tints: list[Colour] = [c for c in ("white", "grey", "black", "brown") if c != shelf.colour]
        for k, z in enumerate(heights):
            taken = [t.pose.x for t in place if abs(t.pose.z - z) < 0.05]
            free = [x for x in (-0.42, 0.0, 0.42) if all(abs(x - t) > 0.3 for t in taken)]
            if z == 0 or not free or rng.chance(1, 4):
                continue
            kind = rng.choice(stock(order.theme, "vessel", least=2))
            size = size_of(kind, min(1.1, 0.24 / CATEGORIES[kind].size[0]))
            at = Pose(rng.choice(free), shelf.size.d / 2 - 0.05 - size.d / 2, z)
            out.append(
                thing(f"vessel_{k + 1}", "decor", kind, rng.choice(tints), at, size=size,
                      made_of=material(order.theme, kind, rng))
            )  # fmt: skip
        return out

    def _item(
        self,
        name: str,
        role: str,
        kind: str,
        tint: Colour,
        x: float,
        z: float,
        front_y: float,
        fov: float,
        order: Order,
    ) -> Thing:
        size = size_of(kind, self._scale(kind, fov))
        # On the floor it stands in front of the base, on a board at its front edge.
        ahead = front_y + 0.02 + size.d / 2 if z > 0 else front_y - 0.05 - size.d / 2
        return thing(name, role, kind, tint, Pose(x, ahead, z), size=size)  # type: ignore[arg-type]

    def _scale(self, kind: str, fov: float) -> float:
        """How much larger than usual an item is drawn; 0 if it fits badly."""
        return scale_on_board(kind, 0.26 if fov > 22 else 0.2)

    def _half_width(self, order: Order, eye: tuple[float, float, float], fov: float) -> float:
        """Half of what the picture shows across at the shelf's front when the camera looks level."""
        return abs(eye[1] + 0.12) * order.frame[0] / order.frame[1] * tan(radians(fov / 2))

    def measured(self, world: World) -> int:
        """Its levels."""
        return len(levels(world))

    def alternatives(self, world: World) -> Iterator[Scene]:
        """Two of the things have changed places: alike in every view that shows neither."""
        for a, b in combinations(levels(world), 2):
            yield exchange(world.scene, a, b)

    def truth(self, world: World) -> dict[str, object]:
        """Published fields: the ranking from low to high, the tilt, the distractor."""
        ranking = [t.label for t in levels(world)]
        words = {t.label: f"{t.pose.z:.2f} m" for t in levels(world)}
        low = levels(world)[0]
        beside = ["lowest" if abs(e.pose.z - low.pose.z) < 0.1 else "highest" for e in extras(world)]
        return {
            "ranking_low_to_high": ranking,
            "heights": words,
            "tilt_direction": "up" if rising(world) else "down",
            "distractor_beside": beside[0] if beside else None,
        }
