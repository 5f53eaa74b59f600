"""LS, Landmark Spatial Composition: a camera that looks straight down rises over one landmark and flies on."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot

from msgspec.structs import replace

from ....core.seeds import Rng
from ....qa.vgenst import metric
from ....qa.vgenst.aerial import MARGIN, STEP, apart, in_turn, in_view, landmarks, way, word
from ....qa.vgenst.base import NoQuestion, World
from ....qa.vgenst.direction import COMPASS, off_border
from ....schemas.scene import Camera, Pose, Scene, Shot, Size, Thing
from ....schemas.theme import Theme
from ....schemas.vocabulary import CATEGORIES, Colour, clash
from ....simulators.space import box_distance, compass, cosine, sine
from .. import props, task
from ..task import Depth, Order, Reject, Rule

NEAR = (20.0, 50.5)
"""Distances of the second landmark from the first, metres: one quarter of the range is dealt."""
GROWTH = 1.25
"""Buildings are so much larger than usual, to be told from high up."""
FOV = 50.0
HIGH, WIDE = 0.4663, 0.6218
"""Half height and half width of the picture over the distance, for that angle and 4:3."""
LIMIT = 118.0
"""No landmark is farther from the middle of the map, in x or y; metres."""


class Task(task.Task):
    """Three to six landmarks, of which the second and the last are never seen together."""

    name = "LS"
    code = "LS_E_EXO_STA"
    title = "Landmark Spatial Composition"
    scale = "Environmental"
    perspective = "Exo"
    dynamics = "Static"
    settings = ("aerial",)
    # Both directions are dealt evenly; among them are flights over the second landmark and straight away from it.
    cycle = tuple(
        {"second": COMPASS[(k + turn) % 8], "last": COMPASS[k]}
        for turn in (0, 3, 6, 1, 4, 7, 2, 5)
        for k in range(8)
    )
    depth = Depth(3, 3, 6, "landmarks")

    def sample(self, order: Order) -> Scene:
        """The second landmark from the first, the last from the second, the others on the way."""
        rng = order.rng
        near = metric.slot(order.deal, rng, "near", NEAR)
        places = _places(order, near, rng)
        # The map is shifted so that all of it has ground around it.
        mx = (min(p[0] for p in places) + max(p[0] for p in places)) / 2
        my = (min(p[1] for p in places) + max(p[1] for p in places)) / 2
        places = [(round(x - mx, 3), round(y - my, 3)) for x, y in places]
        if any(max(abs(x), abs(y)) > LIMIT for x, y in places):
            raise Reject("the flight leaves the map")
        marks = _landmarks(order.theme, places, rng)
        height = _height(places[0], places[1], marks[1].size.h)
        shots = _shots(marks, height)
        duration = shots[-1].t
        around = props.surroundings(order.theme, "aerial", rng=rng, extent=200.0)
        return Scene(
            id=order.id,
            task="LS",
            theme=order.theme.name,
            duration=duration,
            fps=order.fps,
            frame=order.frame,
            surroundings=around,
            things=(*rng.shuffled(marks), *_decor(order.theme, marks, rng)),
            camera=Camera(kind="crane_flight", shots=shots, fov=FOV, clock="smooth"),
        )

    def measured(self, world: World) -> int:
        """Number of landmarks."""
        return len(world.scene.having("landmark"))

    def alternatives(self, world: World) -> Iterator[Scene]:
        """The last landmark, with the end of the flight, elsewhere; and the second one elsewhere."""
        found = landmarks(world)
        first, second, last = found[0], found[1], found[-1]
        x, y = last.pose.x, last.pose.y
        for dx, dy in ((0.0, 110.0), (0.0, -110.0), (110.0, 0.0), (-110.0, 0.0)):
            yield _shifted(world, last, dx, dy)
        for far in (1.0, 1.4):
            for bearing in range(0, 360, 45):
                to = (first.pose.x + near_of(first, second) * far * sine(bearing),
                      first.pose.y + near_of(first, second) * far * cosine(bearing))  # fmt: skip
                if hypot(to[0] - x, to[1] - y) > 15:
                    yield _replaced(world.scene, second, *to)

    def truth(self, world: World) -> dict[str, object]:
        """Directions of the later landmarks from the first."""
        found = landmarks(world)
        return {
            "landmarks": [thing.label for thing in found],
            "position_relative_to_L1": {thing.label: word(*way(found[0], thing)) for thing in found[1:]},
            "drift_direction": word(*way(found[0], found[2])),
        }

    rules = (
        Rule("has_landmarks", lambda w: _too_few(w)),
        Rule("camera_looks_straight_down", lambda w: _oblique(w)),
        Rule("starts_close_above_the_first", lambda w: _off_target(w, 0)),
        Rule("ends_close_above_the_last", lambda w: _off_target(w, -1)),
        Rule("landmarks_appear_one_by_one", lambda w: _at_once(w)),
        Rule("second_appears_from_above_the_first", lambda w: _unseen_second(w)),
        Rule("last_is_much_farther", lambda w: _too_near(w)),
        Rule("second_and_last_never_together", lambda w: _together(w)),
        Rule("directions_have_margins", lambda w: _border(w)),
        Rule("landmarks_can_be_told_apart", lambda w: _alike(w)),
        Rule("landmarks_stand_apart", lambda w: _touching(w)),
    )


def near_of(first: Thing, second: Thing) -> float:
    """Distance of the second landmark."""
    return apart(first, second)


# --- sampling ---------------------------------------------------------------------------------------


def _height(first: tuple[float, float], second: tuple[float, float], tall: float) -> float:
    """How high the camera must be above the first landmark to have the second in the picture."""
    dx, dy = abs(second[0] - first[0]), abs(second[1] - first[1])
    return round(max(70.0, dx / (WIDE * 0.8), dy / (HIGH * 0.78)) + tall / 2, 2)


def _places(order: Order, near: float, rng: Rng) -> list[tuple[float, float]]:
    """Where the landmarks stand, in order; the first at the origin."""
    bearing = COMPASS.index(str(order.case["second"])) * 45 + rng.between(-110, 110) / 10
    second = (near * sine(bearing), near * cosine(bearing))
    height = _height((0.0, 0.0), second, 8.0)
    goal = COMPASS.index(str(order.case["last"])) * 45 + rng.between(-120, 120) / 10
    # As near as it may be: out of the second's picture in one of the two ways.
    east, north = abs(sine(goal)), abs(cosine(goal))
    least = min(
        (2 * WIDE * height + 14) / east if east > 0.05 else 1e9,
        (2 * HIGH * height + 14) / north if north > 0.05 else 1e9,
    )
    far = max(least, 1.5 * near) + rng.between(0, 160) / 10
    last = (second[0] + far * sine(goal), second[1] + far * cosine(goal))
    for dx, dy in ((last[0], last[1]), (last[0] - second[0], last[1] - second[1]), second):
        if off_border(compass(dx, dy), 8) < MARGIN + 0.5:
            raise Reject("a direction is too near the border between two words")
    for _ in range(40):
        between: list[tuple[float, float]] = []
        at = (0.0, 0.0)
        for _ in range(order.depth - 3):
            turn, step = rng.between(0, 3599) / 10, rng.between(60, 120)
            at = (at[0] + step * sine(turn), at[1] + step * cosine(turn))
            between.append(at)
        found = [(0.0, 0.0), second, *between, last]
        if _spread(found, height):
            return found
    raise Reject("no room for the landmarks on the way")


def _spread(places: list[tuple[float, float]], height: float) -> bool:
    """Whether landmarks on the way lie apart, out of the view over the first, and each flight has a direction."""
    for a, b in combinations(places[2:], 2):
        if hypot(a[0] - b[0], a[1] - b[1]) < 48:
            return False
    for x, y in places[2:]:
        if abs(x) < WIDE * height + 12 and abs(y) < HIGH * height + 12:
            return False
    stops = [places[0], *places[2:]]
    for a, b in pairwise(stops):
        if hypot(a[0] - b[0], a[1] - b[1]) < 55 or off_border(compass(b[0] - a[0], b[1] - a[1]), 8) < MARGIN + 0.5:
            return False
    xs, ys = [p[0] for p in places], [p[1] for p in places]
    return max(xs) - min(xs) < 2 * LIMIT and max(ys) - min(ys) < 2 * LIMIT


def _landmarks(theme: Theme, places: list[tuple[float, float]], rng: Rng) -> list[Thing]:
    pool = rng.shuffled(props.stock(theme, "building", least=len(places)))
    floor = theme.settings["aerial"].floor
    tints: tuple[Colour, ...]
    try:
        tints = props.colours(theme, len(places), rng, avoid=(floor,))
    except Reject:
        tints = props.colours(theme, len(places), rng)
    made = []
    for number, ((x, y), colour) in enumerate(zip(places, tints, strict=True)):
        category = pool[number % len(pool)]
        variants = CATEGORIES[category].variants
        made.append(
            props.thing(
                f"place_{number + 1}", "landmark", category, colour, Pose(x, y, 0.0, float(rng.choice((0, 90, 180, 270)))),
                size=props.size_of(category, GROWTH * rng.between(92, 108) / 100),
                made_of=props.material(theme, category, rng), variant=rng.choice(variants) if variants else None,
            )
        )  # fmt: skip
    # Ids say nothing about the order in which they are seen.
    names = rng.shuffled([f"place_{k + 1}" for k in range(len(made))])
    return [replace(thing, id=name) for thing, name in zip(made, names, strict=True)]


def _close(thing: Thing) -> float:
    """Height from which a landmark fills much of the picture."""
    return round(thing.size.h + max(17.0, 1.45 * max(thing.size.w, thing.size.d)), 2)


def _shots(marks: list[Thing], height: float) -> tuple[Shot, ...]:
    """Close, up, a rest, on to each landmark, and down to the last."""
    found: list[Shot] = []
    t = 0.0

    def add(seconds: float, thing: Thing, z: float) -> None:
        nonlocal t
        t = round(t + seconds, 2)
        found.append(Shot(t, thing.pose.x, thing.pose.y, z, 0.0, -90.0))

    first, _, *later = marks
    add(0.0, first, _close(first))
    add(1.0, first, _close(first))
    add(2.2, first, height)
    add(0.8, first, height)
    for thing in later:
        add(3.0 if thing is later[0] else 2.5, thing, height)
        if thing is not later[-1]:
            add(0.5, thing, height)
    add(0.25, later[-1], height)
    add(1.75, later[-1], _close(later[-1]))
    add(1.0, later[-1], _close(later[-1]))
    return tuple(found)


def _decor(theme: Theme, marks: list[Thing], rng: Rng) -> list[Thing]:
    """Roads, trees and rocks, so that the flight can be seen; none of them looks like a landmark."""
    found: list[Thing] = []
    floor = theme.settings["aerial"].floor
    water = theme.settings["aerial"].pattern == "waves"
    pale: Colour = next(c for c in ("grey", "brown", "white", "black") if not clash(c, floor))  # type: ignore[assignment]
    for k in range(0 if water else 6):
        upright = k % 2 == 0
        for _ in range(12):
            at = float(rng.between(-150, 150))
            if all(abs((m.pose.x if upright else m.pose.y) - at) > 17 for m in marks):
                size = Size(5.0, 200.0, 0.03 + 0.01 * k)
                for half in (-1, 1):
                    pose = Pose(at, half * 100.0, 0.0) if upright else Pose(half * 100.0, at, 0.0, 90.0)
                    found.append(props.thing(f"road_{k}{'ab'[half > 0]}", "decor", "stripe", pale, pose, size=size,
                                             label="road", made_of="stone"))  # fmt: skip
                break
    grows = [name for name in theme.decor if name in ("tree", "bush", "rock")] or ["rock", "bush"]
    if water:
        grows = ["rock"]
    roads = list(found)
    stops = [marks[0], *marks[2:]]
    legs = list(pairwise(stops))
    middle = (0.0, 0.0)
    for k in range(92):
        # Most of it grows where the camera flies, in groups.
        start, end = legs[k % len(legs)]
        if k % 3 == 0:
            part = rng.between(-25, 125) / 100
            middle = (
                start.pose.x + (end.pose.x - start.pose.x) * part + rng.between(-60, 60),
                start.pose.y + (end.pose.y - start.pose.y) * part + rng.between(-50, 50),
            )
        x, y = middle[0] + rng.between(-80, 80) / 10, middle[1] + rng.between(-80, 80) / 10
        kind = rng.choice(grows)
        tint: Colour = "grey" if kind == "rock" else "green"
        size = props.size_of(kind, rng.between(170, 200) / 100)
        if any(hypot(x - m.pose.x, y - m.pose.y) < 16 for m in marks):
            continue
        if any(abs((r.pose.x - x) if r.pose.yaw == 0 else (r.pose.y - y)) < 5 for r in roads):
            continue
        found.append(props.thing(f"bit_{k}", "decor", kind, tint, Pose(x, y, 0.0, float(rng.between(0, 359))),
                                 size=size, label=kind, made_of="stone" if kind == "rock" else "leaf"))  # fmt: skip
    return found


# --- alternatives -----------------------------------------------------------------------------------


def _shifted(world: World, last: Thing, dx: float, dy: float) -> Scene:
    """The last landmark and the end of the flight moved; all that the camera passes there comes along."""
    scene, shots = world.scene, world.scene.camera.shots
    tail = next(k for k in range(len(shots)) if all(_over(s, last) for s in shots[k:]))
    moved = tuple(replace(s, x=s.x + dx, y=s.y + dy) if k >= tail else s for k, s in enumerate(shots))
    near = hypot(90, 70)
    things = tuple(
        replace(t, pose=replace(t.pose, x=t.pose.x + dx, y=t.pose.y + dy))
        if t.id == last.id or (t.role == "decor" and hypot(t.pose.x - last.pose.x, t.pose.y - last.pose.y) < near)
        else t
        for t in scene.things
    )
    return replace(scene, things=things, camera=replace(scene.camera, shots=moved))


def _over(shot: Shot, thing: Thing) -> bool:
    return hypot(shot.x - thing.pose.x, shot.y - thing.pose.y) < 1


def _replaced(scene: Scene, thing: Thing, x: float, y: float) -> Scene:
    pose = replace(thing.pose, x=round(x, 3), y=round(y, 3))
    return replace(scene, things=tuple(replace(t, pose=pose) if t.id == thing.id else t for t in scene.things))


# --- rules ------------------------------------------------------------------------------------------


def _too_few(world: World) -> str | None:
    count = len(world.scene.having("landmark"))
    if count < 3:
        return f"there are {count} landmarks, at least 3 are needed"
    unseen = count - len(in_turn(world))
    return f"{unseen} landmarks never come into view" if unseen else None


def _oblique(world: World) -> str | None:
    for shot in world.scene.camera.shots:
        if abs(shot.pitch + 90) > 0.5 or abs(shot.yaw % 360) > 0.5:
            return f"at {shot.t:g} s the camera has pitch {shot.pitch:g} and yaw {shot.yaw:g}, not -90 and 0"
    return None


def _off_target(world: World, which: int) -> str | None:
    thing = landmarks(world)[which]
    view = world.time.camera(0.0 if which == 0 else world.scene.duration)
    off = hypot(view.x - thing.pose.x, view.y - thing.pose.y)
    if off > 4:
        return f"the camera is {off:.0f} m beside {thing.id}"
    wide = max(thing.size.w, thing.size.d)
    share = wide / ((view.z - thing.size.h) * 2 * WIDE) if view.z > thing.size.h else 0.0
    return None if share >= 0.2 else f"{thing.id} fills {share:.0%} of the picture's width, less than 20%"


def _at_once(world: World) -> str | None:
    found = in_turn(world)
    for (a, s), (b, t) in pairwise(found):
        if t - s < 0.3:
            return f"{a.id} and {b.id} come into view within {t - s:.1f} s"
    return None


def _unseen_second(world: World) -> str | None:
    first, second = landmarks(world)[:2]
    t = in_turn(world)[1][1]
    view = world.time.camera(t)
    off = hypot(view.x - first.pose.x, view.y - first.pose.y)
    if off > 4 or not in_view(world, first, t):
        return f"the camera is {off:.0f} m away from {first.id} when {second.id} comes into view"
    return None


def _too_near(world: World) -> str | None:
    found = landmarks(world)
    near, far = apart(found[0], found[1]), apart(found[1], found[-1])
    return (
        None if far >= 1.4 * near else f"the last is {far:.0f} m from the second, that {near:.0f} m from the first"
    )


def _together(world: World) -> str | None:
    found = landmarks(world)
    for k in range(int(world.scene.duration / STEP) + 1):
        if in_view(world, found[1], k * STEP, 1.02) and in_view(world, found[-1], k * STEP, 1.02):
            return f"{found[1].id} and {found[-1].id} are both in view at {k * STEP:.1f} s"
    return None


def _border(world: World) -> str | None:
    found = landmarks(world)
    try:
        for a, b in ((found[0], found[1]), (found[1], found[-1]), (found[0], found[-1])):
            word(*way(a, b))
    except NoQuestion as fault:
        return str(fault)
    return None


def _alike(world: World) -> str | None:
    for a, b in combinations(world.scene.having("landmark"), 2):
        if a.category == b.category and clash(a.colour, b.colour):
            return f"{a.id} and {b.id} are a {a.label} and a {b.label}"
    return None


def _touching(world: World) -> str | None:
    for a, b in combinations(world.scene.having("landmark"), 2):
        gap = box_distance(a.pose, a.size, b.pose, b.size)
        if gap < 3:
            return f"{a.id} and {b.id} are {gap:.1f} m apart, less than 3 m"
    return None
