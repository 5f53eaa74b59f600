"""MC, multi-container attribute mapping: what is in the container that stands above which thing?

Containers stand in a row on a low shelf; on the board below each lies one thing. From the side the things
below can be seen and the contents cannot, from above it is the other way round, and on the way between
neither can. So no single frame joins a content to the thing below it, and the core question asks just that.
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from ....core.seeds import Rng
from ....qa.vgenst.attribute import SHOWS_PATTERN
from ....qa.vgenst.base import World
from ....qa.vgenst.vessel import above, below, by_place, rehoused
from ....schemas.scene import Camera, Pose, Role, Scene, Size, Surroundings, Thing
from ....schemas.theme import Theme
from ....schemas.vocabulary import PATTERNS, Colour, clash
from ....simulators.space import SHELF_BOARDS, View, cavity, corners, local
from .. import props, task, vessels
from ..task import Depth, Order, Rule
from ..vessels import Stay

SIDE = 14.0
"""Highest pitch below the horizon of a side view, degrees."""
ABOVE = 70.0
"""Least pitch of a view from above."""
SLACK = 0.01
"""Least reserve with which a rim hides a content at the side, metres."""
FOV = 28.0
DIM: tuple[Colour, ...] = ("brown", "grey")
"""Colours that cannot be told well in the shade of the board."""
WISH = 0.11
"""Side of a square as large as the footprint of an item, metres."""


class Task(task.Task):
    """Contents of containers, seen from above only; what stands below, seen from the side only."""

    name = "MC"
    code = "MC_F_EGO_STA"
    title = "Multi-Container Attribute Mapping"
    scale = "Figural"
    perspective = "Ego"
    dynamics = "Static"
    settings = ("tabletop",)
    cycle = tuple({"move": move, "empty": n} for n in range(4) for move in ("boom_up", "boom_down"))
    depth = Depth(3, 4, 6, "containers")

    def lacks(self, theme: Theme) -> str | None:
        """Two kinds of vessels and eight of items at least."""
        if len(theme.vessels) < 2:
            return "it has fewer than 2 kinds of vessels"
        return "it has fewer than 8 kinds of items" if len(theme.items) < 8 else None

    def sample(self, order: Order) -> Scene:
        """A row of containers; the first landmark in the scene's order is the one that is asked about."""
        rng, deal, theme, n = order.rng, order.deal, order.theme, order.depth
        unit, pitch = rng.between(70, 135) / 100, rng.between(27, 33 if n < 5 else 29) / 100
        asked = deal.pick(f"asked of {n}", range(n))
        empty = _empties(n, min(int(order.case["empty"]), n - 1), asked, order)
        base = props.thing(
            "base", "anchor", "shelf", _light(theme, rng), Pose(0, 0, 0), size=_board(n * pitch, unit),
            made_of=props.material(theme, "shelf", rng),
        )  # fmt: skip
        containers = _row(order, base, unit, pitch)
        room = min(2 * c.half_w for t in containers if (c := cavity(t)) is not None)
        among = vessels.PLAIN_TO_SEE if n < 5 else vessels.TELLING
        kinds = vessels.items(theme, 2 * n - len(empty), room, 0.085 * unit, rng, wish=WISH * unit, among=among)
        contents: list[Thing] = []
        under: list[Thing] = []
        for i, home in enumerate(containers):
            if i not in empty:
                contents.append(_content(kinds.pop(), home, base, f"item{i}", order, unit))
            under.append(_under(kinds.pop(), home, base, f"mark{i}", order, unit))
        rest = rng.shuffled([*containers, *contents, *(t for i, t in enumerate(under) if i != asked), base])
        walls, decor = _background(theme, rng)
        up = order.case["move"] == "boom_up"
        camera, duration = _camera(base, n * pitch, order, unit, up=up)
        return Scene(
            id=order.id,
            task="MC",
            theme=theme.name,
            duration=duration,
            fps=order.fps,
            frame=order.frame,
            surroundings=_lit(props.surroundings(theme, "tabletop", walls=walls, rng=rng), rng),
            things=(under[asked], *rest, *decor),
            camera=camera,
        )

    def measured(self, world: World) -> int:
        """Number of containers."""
        return len(world.scene.having("container"))

    def alternatives(self, world: World) -> Iterator[Scene]:
        """Contents traded (same from the side), and things below traded (same from above)."""
        scene, time = world.scene, world.time
        mark = scene.having("landmark")[0]
        asked = above(world, mark)
        if asked is None:
            return
        mine = time.contents(asked.id, 0)
        for other in by_place(scene.having("container")):
            theirs = time.contents(other.id, 0)
            if other.id != asked.id and {world.label(i) for i in mine} != {world.label(i) for i in theirs}:
                yield rehoused(scene, {**dict.fromkeys(mine, other.id), **dict.fromkeys(theirs, asked.id)})
                traded = below(world, other)
                if traded is not None:
                    yield _traded(scene, mark, traded)
                return

    def truth(self, world: World) -> dict[str, object]:
        """`mapping`: what each container holds, from left to right."""
        found: dict[str, str] = {}
        for home in by_place(world.scene.having("container")):
            inside = world.time.contents(home.id, world.scene.duration)
            found[home.label] = world.label(inside[0]) if inside else "Empty"
        return {"mapping": found}

    rules = (
        Rule("containers_in_a_row", lambda w: _row_fault(w)),
        Rule("containers_told_apart", lambda w: _alike(w)),
        Rule("one_content_at_most", lambda w: _crowded(w)),
        Rule("contents_told_apart", lambda w: _twice(w, "content", "landmark")),
        Rule("one_thing_below_each", lambda w: _no_mark(w)),
        Rule("only_the_camera_moves", lambda w: "there are events" if w.scene.events else None),
        Rule("camera_booms", lambda w: _no_boom(w)),
        Rule("camera_looks_north", vessels.looks_away),
        Rule("contents_hidden_at_the_side", lambda w: _shows_at_side(w)),
        Rule("contents_seen_from_above", lambda w: _hides_above(w)),
        Rule("things_below_hidden_from_above", lambda w: _mark_above(w)),
    )


# --- composing --------------------------------------------------------------------------------------


def _empties(n: int, count: int, asked: int, order: Order) -> set[int]:
    """Which places are empty; the asked one is so in one of three scenes that have empty containers."""
    if count == 0:
        return set()
    others = order.rng.shuffled([i for i in range(n) if i != asked])
    if order.deal.pick("asked is empty", (True, False, False)):
        return {asked, *others[: count - 1]}
    return set(others[:count])


def _lit(around: Surroundings, rng: Rng) -> Surroundings:
    """Under a light from the front that reaches what stands below the board."""
    return replace(
        vessels.bright(around), light_yaw=float(rng.between(-30, 30)), light_pitch=float(rng.between(22, 28))
    )


def _light(theme: Theme, rng: Rng) -> Colour:
    """A colour of the theme in which things in the shade can still be told."""
    return rng.choice([c for c in theme.colours if c not in ("black", "brown", "purple", "blue")] or ["white"])


def _board(width: float, unit: float) -> Size:
    """The shelf below a row of that width."""
    return Size(round((width + 0.26) * unit, 3), round(0.56 * unit, 3), round(0.72 * unit, 3))


def _row(order: Order, base: Thing, unit: float, pitch: float) -> list[Thing]:
    """The containers from left to right: kinds and colours told apart, patterns all different up to four."""
    rng, theme, n = order.rng, order.theme, order.depth
    own = [c for c in props.stock(theme, "vessel") if c in SHOWS_PATTERN]
    kinds = [*rng.shuffled(own), *rng.shuffled([c for c in SHOWS_PATTERN if c not in own])]
    kinds = rng.shuffled([kinds[i % len(kinds)] for i in range(n)])
    tints = list(props.colours(theme, min(n, 4), rng, avoid=[base.colour]))
    tints += tints[: n - len(tints)]
    turn = rng.shuffled(range(len(PATTERNS)))
    found = []
    aside = rng.choice((-0.16, 0.16))
    for i in range(n):
        width, height = rng.between(195, 225) / 1000 * unit, rng.between(235, 285) / 1000 * unit
        # Of three, the middle one stands off the middle, so that no two of them are as far apart as two others.
        x = round((i - (n - 1) / 2 + (aside if n == 3 and i == 1 else 0.0)) * pitch * unit, 3)
        found.append(
            vessels.vessel(f"box{i}", kinds[i], tints[i], x, 0, base.size.h, width, height, theme, rng,
                           pattern=PATTERNS[turn[i] if i < len(turn) else 0])
        )  # fmt: skip
    if len({t.label for t in found}) < n:
        raise task.Reject("two containers would be called the same")
    return found


def _content(kind: str, home: Thing, base: Thing, name: str, order: Order, unit: float) -> Thing:
    hollow = cavity(home)
    assert hollow is not None
    size = vessels.item_size(kind, 2 * hollow.half_w, 0.085 * unit, wish=WISH * unit)
    if size is None:
        raise task.Reject("an item does not fit into its container")
    colour = vessels.tint(order.theme, kind, order.rng, [home.colour, base.colour, *DIM])
    at = home.pose.x, home.pose.y, home.pose.z + hollow.floor
    return vessels.item(name, "content", kind, colour, size, *at, order.rng, inside=home.id)


def _under(kind: str, home: Thing, base: Thing, name: str, order: Order, unit: float) -> Thing:
    size = vessels.item_size(kind, 0.22 * unit, 0.14 * unit, wish=1.2 * WISH * unit)
    if size is None:
        raise task.Reject("an item is too small to be told on the board")
    colour = vessels.tint(order.theme, kind, order.rng, [home.colour, base.colour, *DIM])
    z = base.pose.z + SHELF_BOARDS[2] * base.size.h
    return vessels.item(name, "landmark", kind, colour, size, home.pose.x, 0.0, z, order.rng)


def _background(theme: Theme, rng: Rng) -> tuple[list[tuple[float, float, float, float, float]], list[Thing]]:
    return [(-4.0, 1.6, 4.0, 1.6, 3.0)], []


def _camera(base: Thing, width: float, order: Order, unit: float, *, up: bool) -> tuple[Camera, float]:
    """A boom on a circle round the row, with a hold at both ends."""
    rng = order.rng
    aspect = order.frame[0] / order.frame[1]
    half = width / 2 + 0.14
    radius = round(max(half / (0.2493 * aspect) + 0.12, 1.42) * unit, 3)
    low, high = rng.between(80, 120) / 10, rng.between(780, 850) / 10
    hold, way, end = rng.between(16, 22) / 10, rng.between(40, 50) / 10, rng.between(22, 28) / 10
    duration = round(hold + way + end, 1)
    first, last = (low, high) if up else (high, low)
    ways = [Stay(t, 0.0, 0.0, base.size.h + 0.04 * unit, radius, first) for t in (0.0, hold)]
    ways += [Stay(round(t, 2), 0.0, 0.0, base.size.h + 0.04 * unit, radius, last) for t in (hold + way, duration)]
    shots = vessels.glide(ways, steps=16)
    return Camera(kind="boom_up" if up else "boom_down", shots=shots, fov=FOV, clock="linear"), _whole(
        duration, order.fps
    )


def _whole(seconds: float, fps: int) -> float:
    return round(round(seconds * fps) / fps, 6)


def _traded(scene: Scene, a: Thing, b: Thing) -> Scene:
    """Two things in each other's place."""
    swapped = {a.id: replace(a, pose=b.pose), b.id: replace(b, pose=a.pose)}
    return replace(scene, things=tuple(swapped.get(t.id, t) for t in scene.things))


# --- rules ------------------------------------------------------------------------------------------


def _row_fault(world: World) -> str | None:
    row = by_place(world.scene.having("container"))
    if len(row) < 3:
        return f"there are {len(row)} containers, not 3 or more"
    for a, b in pairwise(row):
        gap = (b.pose.x - a.pose.x) - (a.size.w + b.size.w) / 2
        if gap < 0.015 or gap > 0.6:
            return f"the gap between the {a.label} and the {b.label} is {gap:.2f} m, not 0.015 to 0.6 m"
    spread = max(t.pose.y for t in row) - min(t.pose.y for t in row)
    if spread > 0.1:
        return f"the containers stand {spread:.2f} m out of line"
    return next((f"the {t.label} holds nothing: it has no cavity" for t in row if cavity(t) is None), None)


def _alike(world: World) -> str | None:
    row = by_place(world.scene.having("container"))
    for i, a in enumerate(row):
        for b in row[i + 1 :]:
            if a.category == b.category and clash(a.colour, b.colour):
                return f"the {a.label} and the {b.label} can be taken for each other"
    return None


def _crowded(world: World) -> str | None:
    for home in world.scene.having("container"):
        inside = world.time.contents(home.id, 0)
        if len(inside) > 1:
            return f"{len(inside)} things are in the {home.label}"
    return None


def _twice(world: World, *roles: Role) -> str | None:
    seen: set[str] = set()
    for thing in world.scene.having(*roles):
        if thing.category in seen:
            return f"there are two things of the kind {thing.category}"
        seen.add(thing.category)
    return None


def _no_mark(world: World) -> str | None:
    for home in by_place(world.scene.having("container")):
        marks = [m for m in world.scene.having("landmark") if above(world, m) == home]
        if len(marks) != 1:
            return f"{len(marks)} things, not one, lie below the {home.label}"
    return None


def _poses(world: World) -> tuple[View, View]:
    """The camera's views at the start and at the end, the lower one first."""
    a, b = world.time.camera(0.0), world.time.camera(world.scene.duration)
    return (a, b) if a.pitch >= b.pitch else (b, a)


def _no_boom(world: World) -> str | None:
    side, top = _poses(world)
    if -side.pitch > SIDE:
        return f"the side view looks down by {-side.pitch:.0f} degrees, more than {SIDE:.0f}"
    if -top.pitch < ABOVE:
        return f"the view from above looks down by {-top.pitch:.0f} degrees only, less than {ABOVE:.0f}"
    pitches = [shot.pitch for shot in world.scene.camera.shots]
    down = pitches[-1] < pitches[0]
    if any((b > a) if down else (b < a) for a, b in pairwise(pitches)):
        return "the camera goes up and down"
    wanted = "boom_up" if down else "boom_down"
    return None if world.scene.camera.kind == wanted else f"the camera is called {world.scene.camera.kind}"


def _homes(world: World) -> Iterator[tuple[Thing, Thing]]:
    for home in by_place(world.scene.having("container")):
        for name in world.time.contents(home.id, 0):
            yield home, world.thing(name)


def _shows_at_side(world: World) -> str | None:
    side, _ = _poses(world)
    for home, thing in _homes(world):
        slack = vessels.rim_slack(side, home, thing.pose.z + thing.size.h)
        if slack < SLACK:
            return f"the rim hides the {thing.label} by {slack * 1000:.0f} mm, less than {SLACK * 1000:.0f}"
    return None


def _hides_above(world: World) -> str | None:
    _, top = _poses(world)
    for home, thing in _homes(world):
        if not vessels.looks_in(top, home, thing.pose.x, thing.pose.y, thing.pose.z + thing.size.h / 2):
            return f"the rim of the {home.label} hides the middle of the {thing.label} from above"
    return None


def _mark_above(world: World) -> str | None:
    _, top = _poses(world)
    base = world.scene.having("anchor")
    for thing in world.scene.having("landmark"):
        if not any(_covers(b, top, thing) for b in base):
            return f"the {thing.label} can be seen from above"
    return None


def _covers(base: Thing, view: View, thing: Thing) -> bool:
    """Whether the top of the shelf is in the way of every sight line to the box of a thing below it."""
    height = base.pose.z + base.size.h
    if view.z <= height or thing.pose.z + thing.size.h >= height:
        return False
    for x, y in corners(thing.pose, thing.size):
        for z in (thing.pose.z, thing.pose.z + thing.size.h):
            p = (height - z) / (view.z - z)
            at = local(base.pose, x + (view.x - x) * p, y + (view.y - y) * p)
            if abs(at[0]) > base.size.w / 2 or abs(at[1]) > base.size.d / 2:
                return False
    return True
