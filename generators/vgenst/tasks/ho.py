"""HO, height ordering: the camera tilts along a tall shelf that it never sees as a whole."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import atan2, ceil, degrees, hypot, radians, tan

from msgspec.structs import replace

from ....qa.vgenst.base import World
from ....qa.vgenst.ho import IN_VIEW, entirely, exchange, extras, levels, rising, scale_on_board, time_in_view
from ....qa.vgenst.location import ACROSS
from ....schemas.scene import Camera, Pose, Scene, Shot, Size, Surroundings, Thing
from ....schemas.theme import Theme
from ....schemas.vocabulary import Colour, Material, clash
from ....simulators.space import SHELF_BOARDS, tops
from .. import task
from ..mixed import mixed
from ..props import colours, size_of, stock, surroundings, thing
from ..task import Depth, Order, Reject, Rule
from ..turns import turn

HARD = ("wood", "metal", "stone", "plastic")
"""What a shelf may be made of."""
PITCHES = {3: (-31, 12), 4: (-35, 13), 5: (-38, 15)}
"""Degrees up at which the camera sees the lowest and the highest board, by number of levels."""
AWAY = {3: 2.1, 4: 2.0, 5: 2.2}
"""Metres from the camera to the shelf."""
WIDE = 0.82
"""Width of the shelf, of the picture when the camera looks level."""
DEEP = 0.3
"""Depth of the shelf, metres."""
ITEM = 0.17
"""Greatest width of an item, metres."""
SLOTS = (-0.5, 0.0, 0.5)
"""Places on a board, of the half picture where the board is."""
HOLD = {3: 1.0, 4: 1.1, 5: 1.0}
"""Seconds that the camera rests at a level, by number of levels."""
TILT = {3: 1.7, 4: 1.6, 5: 1.5}
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


def _within(item: Thing, shelf: Thing) -> Thing:
    """An item between the shelf's uprights."""
    most = round(shelf.size.w * 0.446 - item.size.w / 2, 3)
    return replace(item, pose=replace(item.pose, x=max(-most, min(most, item.pose.x))))


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
        """A shelf at a wall, one thing a board; the camera sees one board at a time, sides and wall beside it."""
        rng, count = order.rng, order.depth
        tints = self._tints(order)
        low, high = (tan(radians(p)) for p in PITCHES[count])
        away = round(AWAY[count] * rng.between(92, 108) / 100, 3)
        shelf, base, heights = self._boards(order, tints, away * (high - low), away)
        # The lowest and the highest board are so many degrees down and up.
        eye = (rng.between(-2, 2) / 100, round(-shelf.size.d / 2 - away, 3), round(heights[-1] - high * away, 3))
        ways = [degrees(atan2(z + 0.08 - eye[2], away)) for z in heights]
        step = min(b - a for a, b in pairwise(ways))
        # So narrow that one level is out of the picture before the next comes in (with three levels), or at least
        # not yet in it from bottom to top.
        fov = max(15.0, float(int(step - (5.5 if count == 3 else -2.0))))
        place = [_within(one, shelf) for one in self._placed(order, tints, heights, eye, fov, -shelf.size.d / 2)]
        pitches = [_aim(eye, t) for t in place if t.role == "level_object"]
        row = [one for one in place if one.role == "level_object"]
        if order.case["tilt"] == "down":
            pitches.reverse()
            row.reverse()
        shots, duration = self._shots(order, eye, pitches, row, fov)
        others = [*(one for one in place if one.role != "level_object"), *self._beside(order, shelf)]
        structure = (shelf,) if base is None else (shelf, base)
        shown = row[0]
        row = rng.shuffled([one for one in row if one is not shown])
        row.insert(0 if order.case["motion"] == "rests" else 1 + rng.below(len(row)), shown)
        return Scene(
            id=order.id,
            task="HO",
            theme=order.theme.name,
            duration=duration,
            fps=order.fps,
            frame=order.frame,
            surroundings=self._around(order),
            things=mixed((*structure, *others), row, rng),
            camera=Camera(
                kind="tilt_up" if order.case["tilt"] == "up" else "tilt_down", shots=tuple(shots), fov=fov
            ),
        )

    def _shots(
        self, order: Order, eye: tuple[float, float, float], pitches: list[float], row: list[Thing], fov: float
    ) -> tuple[list[Shot], float]:
        """The camera's path, and the seconds that the video lasts: one thing is in view for a dealt time."""
        rng, count = order.rng, len(row)
        holds = [HOLD[count]] * count
        chosen = order.deal.pick("long look", range(count))
        spare = rng.choice([k for k in range(count) if k != chosen])

        def path() -> tuple[Shot, ...]:
            shots, t = [], 0.0
            for pitch, hold in zip(pitches, holds, strict=True):
                shots += [Shot(round(t, 2), *eye, 0.0, pitch), Shot(round(t + hold, 2), *eye, 0.0, pitch)]
                t += hold + TILT[count]
            return tuple(shots)

        def view(shots: tuple[Shot, ...]) -> float:
            camera = Camera(kind="tilt_up", shots=shots, fov=fov)
            around = self._around(order)
            scene = Scene(
                id=order.id, task="HO", theme=order.theme.name, duration=shots[-1].t, frame=order.frame,
                surroundings=around, things=(row[chosen],), camera=camera,
            )  # fmt: skip
            return time_in_view(World(scene), row[chosen])

        # Its time in view grows second by second with the rest at it; what is left over goes to another level.
        more = turn(order, "MT", "in view", IN_VIEW) - view(path())
        if more < 0.5 - HOLD[count]:
            raise Reject("the thing is in view for too long")
        holds[chosen] = round(holds[chosen] + more, 2)
        end = path()[-1].t
        duration = max(8.0, ceil(end * 2) / 2)
        holds[spare] = round(holds[spare] + duration - end, 2)
        shots = list(path())
        return shots, duration

    def _around(self, order: Order) -> Surroundings:
        """A wall behind the shelf, and light that comes from the front and low enough to reach into it."""
        around = surroundings(order.theme, "room", walls=((-5, 0.25, 5, 0.25, 4.6),), rng=order.rng)
        yaw, pitch = float(order.rng.between(-24, 24)), float(order.rng.between(30, 38))
        return replace(around, light_yaw=yaw, light_pitch=pitch, ambient=max(0.72, around.ambient))

    def _tints(self, order: Order) -> tuple[Colour, ...]:
        """Colours of the things: one for each level and one for the distractor."""
        count = order.depth
        found = colours(order.theme, min(count + 1, 5), order.rng)
        # There are no more than five or six colours of which no two are near each other.
        left: list[Colour] = [c for c in order.theme.colours if c not in found] or ["pink"]
        more = order.rng.shuffled(left)
        return (*found, *more[: count + 1 - len(found)])

    def _boards(
        self, order: Order, tints: tuple[Colour, ...], span: float, away: float
    ) -> tuple[Thing, Thing | None, list[float]]:
        """The shelf, what it stands on, and the heights of the levels, `span` metres from first to last."""
        rng, theme, count = order.rng, order.theme, order.depth
        wall = theme.settings["room"].wall
        light: tuple[Colour, ...] = ("white", "brown", "yellow", "teal", "pink", "green", "blue")
        # Unlike the wall beside it and what stands on it.
        free: list[Colour] = [c for c in light if not clash(c, wall)] or ["white"]
        apart: list[Colour] = [c for c in free if not any(clash(c, t) for t in tints)]
        hard: list[Material] = [m for m in theme.materials if m in HARD] or ["wood"]
        wide = round(2 * WIDE * away * tan(radians(7.6)) * order.frame[0] / order.frame[1], 2)
        unlike: list[Colour] = apart or [c for c in free if c not in tints] or free
        tint, wood = rng.choice(unlike), rng.choice(hard)
        step = span / (count - 1)
        tall = round({3: span / 0.64, 4: span / 0.98, 5: step / 0.325}[count], 3)
        base_h = round(step - SHELF_BOARDS[0] * tall, 3) if count == 5 else 0.0
        shelf = thing(
            "shelf", "structure", "shelf", tint, Pose(0, 0, base_h), size=Size(wide, DEEP, tall), made_of=wood
        )
        boards = [round(base_h + part * tall, 4) for part in (*SHELF_BOARDS, 1.0)]
        if count == 5:
            kind = rng.choice(("chest", "counter"))
            base = thing(
                "base", "structure", kind, tint, Pose(0, 0, 0), size=Size(wide, DEEP + 0.02, base_h), made_of=wood
            )
            return shelf, base, [0.0, *boards]
        return shelf, None, boards[:count]

    def _beside(self, order: Order, shelf: Thing) -> list[Thing]:
        """A window or pictures on the wall at both sides of the shelf, some way up from each other."""
        rng, out = order.rng, []
        others: list[Colour] = [c for c in order.theme.colours if c != shelf.colour]
        tints = rng.shuffled(others)
        for k in range(6):
            side, size = (-1, 1)[k % 2], Size(0.5, 0.05, round(rng.between(34, 60) / 100, 2))
            z = 0.2 + 0.45 * k + rng.between(0, 12) / 100
            if z + size.h > shelf.pose.z + shelf.size.h + 0.3:
                continue
            # The gap between shelf and frame is a hand wide, seen from in front.
            x = side * (shelf.size.w / 2 * 1.14 + 0.04 + size.w / 2)
            kind = "window" if k % 3 == 0 else "picture"
            tint = tints[k % len(tints)]
            out.append(
                thing(f"wall_{k + 1}", "decor", kind, tint, Pose(x, 0.2 - size.d / 2 - 0.005, z), size=size)
            )
        return out

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
        pool = [k for k in rng.shuffled(stock(theme, "item", least=need)) if self._scale(k)]
        if len(pool) < need:
            pool += [k for k in stock(theme, "item", least=99) if k not in pool and self._scale(k)]
        if len(pool) < need:
            raise Reject("too few items that are large enough to be seen")
        halves = [self._half_width(order, eye, fov, z) for z in heights]
        spots = [rng.choice(SLOTS) for _ in heights]
        # On one of the upper boards, where there is most room, what a question's turn for a strip wants.
        spots[1 + rng.below(count - 1)] = SLOTS[ACROSS.index(turn(order, "FL", "FL strip", ACROSS))]
        made = []
        for k, z in enumerate(heights):
            made.append(
                self._item(
                    f"level_{k + 1}", "level_object", pool[k], tints[k], spots[k] * halves[k], z, front_y, order
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
                    other * halves[beside],
                    heights[beside],
                    front_y,
                    order,
                )
            )
        return made

    def _item(
        self,
        name: str,
        role: str,
        kind: str,
        tint: Colour,
        x: float,
        z: float,
        front_y: float,
        order: Order,
    ) -> Thing:
        size = size_of(kind, self._scale(kind))
        # On the floor it stands in front of the base, on a board at its front edge.
        ahead = front_y + 0.02 + size.d / 2 if z > 0 else front_y - 0.05 - size.d / 2
        return thing(name, role, kind, tint, Pose(x, ahead, z), size=size)  # type: ignore[arg-type]

    def _scale(self, kind: str) -> float:
        """How much larger than usual an item is drawn; 0 if it fits badly."""
        return scale_on_board(kind, ITEM)

    def _half_width(self, order: Order, eye: tuple[float, float, float], fov: float, z: float) -> float:
        """Half of what the picture shows across at the front of a board when it is in the middle."""
        ahead = abs(eye[1] + 0.08)
        return hypot(ahead, z + 0.08 - eye[2]) * order.frame[0] / order.frame[1] * tan(radians(fov / 2))

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
