"""LS, Landmark Spatial Composition: a camera that looks straight down rises over one landmark and flies on."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import ceil, hypot

from msgspec.structs import replace

from ....core.seeds import Rng
from ....qa.vgenst import metric
from ....qa.vgenst.aerial import (
    MARGIN,
    STEP,
    apart,
    in_turn,
    in_view,
    landmarks,
    nearest_word,
    touches_view,
    way,
    word,
)
from ....qa.vgenst.base import NoQuestion, World
from ....qa.vgenst.direction import COMPASS, off_border
from ....schemas.scene import Camera, Pose, Scene, Shot, Size, Thing
from ....schemas.theme import Theme
from ....schemas.vocabulary import CATEGORIES, Colour, clash
from ....simulators.space import box_distance, compass, cosine, sine
from .. import props, task
from ..guarded import guarded
from ..task import Depth, Order, Reject, Rule
from ..ticks import ticks

NEAR = (24.0, 61.0)
"""Distances of the second landmark from the first, metres: one quarter of the range is dealt."""
GROWTH = 1.25
"""Buildings are so much larger than usual, to be told from high up."""
FOV = 50.0
HIGH = 0.4663
"""Half height of the picture over the distance, for that angle."""
LIMIT = 140.0
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
        wide = _wide(order)
        for _ in range(12):
            marks = _landmarks(order.theme, places, rng)
            if not _seen_early(marks, wide):
                break
        else:
            raise Reject("the second landmark is in the first picture")
        height = _height(places[0], places[1], marks[1].size.h, wide)
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
        """The last landmark elsewhere, where the camera turns to once the second is out of view; and a flight that
        begins elsewhere, with the first two landmarks, and is the same from then on."""
        found = landmarks(world)
        second, last = found[1], found[-1]
        far = apart(second, last)
        until = max((t for t in ticks(world) if any(_shows(world, one, t) for one in found[:2])), default=0.0)
        for bearing in range(0, 360, 45):
            to = _from(second, far, bearing)
            if hypot(to[0] - last.pose.x, to[1] - last.pose.y) > far / 2:
                yield _ends_elsewhere(world, last, until, *to)
        for bearing in range(0, 360, 45):
            to = _from(last, far, bearing)
            if hypot(to[0] - second.pose.x, to[1] - second.pose.y) > far / 2:
                yield _begins_elsewhere(world, until, to[0] - second.pose.x, to[1] - second.pose.y)

    def truth(self, world: World) -> dict[str, object]:
        """Directions of the later landmarks from the first."""
        found = landmarks(world)
        return {
            "landmarks": [thing.label for thing in found],
            "position_relative_to_L1": {thing.label: nearest_word(*way(found[0], thing)) for thing in found[1:]},
            "drift_direction": nearest_word(*way(found[0], found[2])),
        }

    rules = (
        Rule("has_landmarks", guarded(lambda w: _too_few(w))),
        Rule("camera_looks_straight_down", guarded(lambda w: _oblique(w))),
        Rule("starts_close_above_the_first", guarded(lambda w: _off_target(w, 0))),
        Rule("ends_close_above_the_last", guarded(lambda w: _off_target(w, -1))),
        Rule("landmarks_appear_one_by_one", guarded(lambda w: _at_once(w))),
        Rule("second_appears_from_above_the_first", guarded(lambda w: _unseen_second(w))),
        Rule("last_is_much_farther", guarded(lambda w: _too_near(w))),
        Rule("last_is_never_seen_with_the_first_two", guarded(lambda w: _together(w))),
        Rule("directions_have_margins", guarded(lambda w: _border(w))),
        Rule("landmarks_can_be_told_apart", guarded(lambda w: _alike(w))),
        Rule("landmarks_stand_apart", guarded(lambda w: _touching(w))),
    )


# --- sampling ---------------------------------------------------------------------------------------


def _wide(order: Order) -> float:
    """Half width of the picture over the distance."""
    return round(HIGH * order.frame[0] / order.frame[1], 4)


def _height(first: tuple[float, float], second: tuple[float, float], tall: float, wide: float) -> float:
    """How high the camera must be above the first landmark to have the second in the picture."""
    dx, dy = abs(second[0] - first[0]), abs(second[1] - first[1])
    return round(max(48.0, dx / (wide * 0.8), dy / (HIGH * 0.78)) + tall / 2, 2)


def _cruise(height: float) -> float:
    """How high the camera flies on, after it has seen the second landmark from `height`."""
    return round(max(32.0, 0.46 * height), 2)


def _places(order: Order, near: float, rng: Rng) -> list[tuple[float, float]]:
    """Where the landmarks stand, in order; the first at the origin.

    As far as the two directions allow it, the last one lies in another direction from the second than from the
    first: the flight's own direction is then a wrong answer.
    """
    turn = (COMPASS.index(str(order.case["last"])) - COMPASS.index(str(order.case["second"]))) % 8
    # Nearly straight on the two directions cannot be far enough apart; with more landmarks no flight goes there.
    able = order.depth == 3 and turn in (2, 3, 4, 5, 6)
    for attempt in range(400 if order.depth == 3 else 1200):
        bend = able and attempt < 240
        bearing = COMPASS.index(str(order.case["second"])) * 45 + rng.between(-140, 140) / 10
        goal = COMPASS.index(str(order.case["last"])) * 45 + rng.between(-140, 140) / 10
        second = (near * sine(bearing), near * cosine(bearing))
        height = _height((0.0, 0.0), second, 8.0, _wide(order))
        # As near as it may be: out of any picture that shows the first or the second.
        far = 1.42 * near + rng.between(0, 60) / 10 * (not bend)
        wide, high = 2 * _wide(order) * _cruise(height) + 9, 2 * HIGH * _cruise(height) + 9
        while far < 250 and not (
            all(
                abs(far * sine(goal) + x) > wide or abs(far * cosine(goal) + y) > high for x, y in ((0, 0), second)
            )
            and _hidden((second[0] + far * sine(goal), second[1] + far * cosine(goal)), height, _wide(order))
        ):
            far += 2
        far += rng.between(0, 40 if bend else 300) / 10
        last = (second[0] + far * sine(goal), second[1] + far * cosine(goal))
        between: list[tuple[float, float]] = []
        at = (0.0, 0.0)
        for _ in range(order.depth - 3):
            heading, step = rng.between(0, 3599) / 10, rng.between(60, 150)
            at = (at[0] + step * sine(heading), at[1] + step * cosine(heading))
            between.append(at)
        found = [(0.0, 0.0), second, *between, last]
        bent = _eighth(*last) != _eighth(last[0] - second[0], last[1] - second[1])
        if _clear(found) and _spread(found, height, _wide(order)) and (bent or not bend):
            return found
    raise Reject("no room for the landmarks with margins between directions")


def _eighth(dx: float, dy: float) -> int:
    return round(compass(dx, dy) / 45) % 8


def _clear(places: list[tuple[float, float]]) -> bool:
    """Whether all directions that may be asked about keep their margins."""
    (bx, by), (cx, cy) = places[1], places[-1]
    ox, oy = places[-2] if len(places) > 3 else places[0]
    ways = ((bx, by), (cx, cy), (cx - bx, cy - by), (-cx - bx, -cy - by), (cx - ox, cy - oy))
    between = compass(cx, cy) - compass(bx, by)
    # Where another flight ends, straight on or turned by a quarter: one of the first two must be clear from there.
    for ax, ay in ((cx - ox, cy - oy), (cy - oy, ox - cx), (oy - cy, cx - ox)):
        ex, ey = cx + ax, cy + ay
        if max(off_border(compass(x - ex, y - ey), 8) for x, y in (places[0], places[1])) <= MARGIN + 0.3:
            return False
    return all(off_border(angle, 8) > MARGIN + 0.3 for angle in (*(compass(*way) for way in ways), between))


def _hidden(place: tuple[float, float], height: float, wide: float) -> bool:
    """Whether a place is out of the picture that is taken from above the first landmark."""
    return abs(place[0]) > wide * height + 11 or abs(place[1]) > HIGH * height + 11


def _spread(places: list[tuple[float, float]], height: float, wide: float) -> bool:
    """Whether landmarks on the way lie apart, out of the view over the first, and each flight has a direction."""
    for a, b in combinations(places[2:], 2):
        if hypot(a[0] - b[0], a[1] - b[1]) < 48:
            return False
    if not all(_hidden(place, height, wide) for place in places[2:]):
        return False
    for a, b in pairwise([places[0], *places[2:]]):
        if hypot(a[0] - b[0], a[1] - b[1]) < 40 or off_border(compass(b[0] - a[0], b[1] - a[1]), 8) < MARGIN + 0.3:
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
                f"place_{number + 1}", "landmark", category, colour,
                Pose(x, y, 0.0, float(rng.choice((0, 90, 180, 270)))),
                size=props.size_of(category, GROWTH * rng.between(92, 108) / 100),
                made_of=props.material(theme, category, rng), variant=rng.choice(variants) if variants else None,
            )
        )  # fmt: skip
    # Ids say nothing about the order in which they are seen.
    names = rng.shuffled([f"place_{k + 1}" for k in range(len(made))])
    return [replace(thing, id=name) for thing, name in zip(made, names, strict=True)]


def _close(thing: Thing) -> float:
    """Height from which a landmark fills much of the picture."""
    return round(thing.size.h + max(15.0, 1.3 * max(thing.size.w, thing.size.d)), 2)


def _seen_early(marks: list[Thing], wide: float) -> bool:
    """Whether a part of the second landmark may be in the first picture."""
    first, second = marks[:2]
    dx, dy = way(first, second)
    reach = max(second.size.w, second.size.d) / 2 + 1
    # Parts that are high up stand out from the middle of the picture, those on the ground towards it.
    room = _close(first)
    return abs(dx) - reach < wide * room and abs(dy) - reach < HIGH * room


def _shots(marks: list[Thing], height: float) -> tuple[Shot, ...]:
    """Close, up, a rest, half down, on to each landmark, and down to the last."""
    found: list[Shot] = []
    t = 0.0

    def add(seconds: float, thing: Thing, z: float) -> None:
        nonlocal t
        t = round(t + seconds, 2)
        found.append(Shot(t, thing.pose.x, thing.pose.y, z, 0.0, -90.0))

    first, _, *later = marks
    add(0.0, first, _close(first))
    add(0.5, first, _close(first))
    add(1.75, first, height)
    add(0.75, first, height)
    low = _cruise(height)
    add(0.75, first, low)
    for thing in later:
        # Slowly, so that the ways can be added up.
        add(4.0 if thing is later[0] else 2.75, thing, low)
        if thing is not later[-1]:
            add(0.5, thing, low)
    add(0.25, later[-1], low)
    end = min(_close(later[-1]), low - 3)
    if end < later[-1].size.h + 9:
        raise Reject("the last landmark is too tall to come close")
    add(1.25, later[-1], end)
    # To a whole second, which is a whole number of frames at any rate.
    add(round(ceil(t + 0.8) - t, 2), later[-1], end)
    return tuple(found)


def _decor(theme: Theme, marks: list[Thing], rng: Rng) -> list[Thing]:
    """Roads, trees and rocks, so that the flight can be seen; none of them looks like a landmark."""
    found: list[Thing] = []
    floor = theme.settings["aerial"].floor
    water = theme.settings["aerial"].pattern == "waves"
    pale: Colour = next(c for c in ("grey", "brown", "white", "black") if not clash(c, floor))
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
                                 size=size, label=kind,
                                 made_of="stone" if kind == "rock" else "leaf"))  # fmt: skip
    return found


# --- alternatives -----------------------------------------------------------------------------------


def _from(thing: Thing, far: float, bearing: float) -> tuple[float, float]:
    return thing.pose.x + far * sine(bearing), thing.pose.y + far * cosine(bearing)


def _shows(world: World, thing: Thing, t: float) -> bool:
    """Whether a part of a thing is in the picture then, as measured or else by geometry."""
    if world.sight is not None:
        return any(world.sight.cells(thing.id, t, t))
    return touches_view(world, thing, t)


def _ends_elsewhere(world: World, last: Thing, until: float, x: float, y: float) -> Scene:
    """The last landmark at (x, y), and the camera the same up to a time."""
    shots = world.scene.camera.shots
    kept = [shot for shot in shots if shot.t <= until]
    between = [_shot(world, t) for t in ticks(world) if kept[-1].t < t <= until]
    end = replace(shots[-1], t=max(shots[-1].t, until + 1.0), x=x, y=y)
    return replace(
        _placed(world.scene, {last.id: (x - last.pose.x, y - last.pose.y)}),
        camera=replace(world.scene.camera, shots=(*kept, *between, end)),
    )


def _begins_elsewhere(world: World, until: float, dx: float, dy: float) -> Scene:
    """The first two landmarks, and the camera's way there, shifted; the rest from just after a time the same."""
    shots = world.scene.camera.shots
    before = [replace(s, x=s.x + dx, y=s.y + dy) for s in shots if s.t <= until]
    after = [s for s in shots if s.t > until]
    upto = after[0].t if after else until
    between = [_shot(world, t) for t in ticks(world) if until < t < upto]
    moves = {thing.id: (dx, dy) for thing in landmarks(world)[:2]}
    return replace(
        _placed(world.scene, moves), camera=replace(world.scene.camera, shots=(*before, *between, *after))
    )


def _shot(world: World, t: float) -> Shot:
    view = world.time.camera(t)
    return Shot(t, view.x, view.y, view.z, view.yaw, view.pitch)


def _placed(scene: Scene, moves: dict[str, tuple[float, float]]) -> Scene:
    """Things moved by so much."""

    def moved(thing: Thing) -> Thing:
        dx, dy = moves.get(thing.id, (0.0, 0.0))
        return replace(thing, pose=replace(thing.pose, x=thing.pose.x + dx, y=thing.pose.y + dy))

    return replace(scene, things=tuple(moved(thing) if thing.id in moves else thing for thing in scene.things))


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


def _route(world: World) -> tuple[Thing, ...]:
    found = landmarks(world)
    if len(found) < 3:
        raise NoQuestion("fewer than three landmarks come into view")
    return found


def _off_target(world: World, which: int) -> str | None:
    thing = _route(world)[which]
    view = world.time.camera(0.0 if which == 0 else world.scene.duration)
    off = hypot(view.x - thing.pose.x, view.y - thing.pose.y)
    if off > 4:
        return f"the camera is {off:.0f} m beside {thing.id}"
    wide = max(thing.size.w, thing.size.d)
    share = wide / ((view.z - thing.size.h) * 2 * HIGH * 4 / 3) if view.z > thing.size.h else 0.0
    return None if share >= 0.2 else f"{thing.id} fills {share:.0%} of the picture's width, less than 20%"


def _at_once(world: World) -> str | None:
    found = in_turn(world)
    for (a, s), (b, t) in pairwise(found):
        if t - s < 0.3:
            return f"{a.id} and {b.id} come into view within {t - s:.1f} s"
    return None


def _unseen_second(world: World) -> str | None:
    first, second = _route(world)[:2]
    t = in_turn(world)[1][1]
    view = world.time.camera(t)
    off = hypot(view.x - first.pose.x, view.y - first.pose.y)
    if off > 4 or not in_view(world, first, t):
        return f"the camera is {off:.0f} m away from {first.id} when {second.id} comes into view"
    return None


def _too_near(world: World) -> str | None:
    found = _route(world)
    near, far = apart(found[0], found[1]), apart(found[1], found[-1])
    return (
        None if far >= 1.4 * near else f"the last is {far:.0f} m from the second, that {near:.0f} m from the first"
    )


def _together(world: World) -> str | None:
    found = _route(world)
    for k in range(int(world.scene.duration / STEP) + 1):
        if in_view(world, found[-1], k * STEP, 1.05):
            for other in found[:2]:
                if in_view(world, other, k * STEP, 1.05):
                    return f"{other.id} and {found[-1].id} are both in view at {k * STEP:.1f} s"
    return None


def _border(world: World) -> str | None:
    found = landmarks(world)
    if len(found) < 3:
        return None
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
