"""IO, interacted object identification: somebody comes in, picks one of several things and carries it over."""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, dist

from msgspec.structs import replace

from ....qa.vgenst.base import World
from ....qa.vgenst.io import (
    ARRIVALS,
    across,
    agent,
    area,
    carried,
    destination,
    items,
    place_words,
    primary,
    rests_on,
    row,
    scale_in_row,
)
from ....qa.vgenst.location import position
from ....schemas.scene import (
    Camera,
    Event,
    Look,
    Move,
    Place,
    Point,
    Pose,
    Scene,
    Shot,
    Size,
    Surroundings,
    Take,
    Thing,
    Turn,
)
from ....schemas.theme import Theme
from ....schemas.vocabulary import CATEGORIES, COLOURS, Colour, clash
from ....simulators.space import corners, cosine, front, plan_gap, sine
from .. import task
from ..props import colours, material, size_of, stock, surroundings, thing
from ..task import Depth, Order, Reject, Rule

REACH = 1.0
"""How far an item's middle may be from a shoulder when it is taken or placed, metres."""
PACE = (95, 175)
"""Slowest and fastest walk, centimetres a second."""
IDLE = 0.6
"""Seconds after which the agent has set out at the latest."""
SHOWN = 0.025
"""Least area of an item as a camera 3.2 m away sees it, square metres."""
SPACING = {3: 0.38, 4: 0.33, 5: 0.30, 6: 0.28}
"""Metres between the middles of neighbours, by number of items."""


def _roles(world: World) -> str | None:
    for role in ("agent", "primary_surface", "destination_surface"):
        count = len(world.scene.having(role))
        if count != 1:
            return f"{count} things with the role {role} instead of one"
    count = len(items(world))
    return None if 3 <= count <= 6 else f"{count} items instead of 3 to 6"


def _static(world: World) -> str | None:
    shots = world.scene.camera.shots
    still = all((s.x, s.y, s.z, s.yaw, s.pitch) == (t.x, t.y, t.z, t.yaw, t.pitch) for s, t in pairwise(shots))
    return None if still else "the camera moves"


def _at_home(world: World) -> str | None:
    for item in items(world):
        if not rests_on(item.pose, primary(world)):
            return f"the {item.label} does not stand on the {primary(world).label} at the start"
    return None


def _told_apart(world: World) -> str | None:
    for i, a in enumerate(items(world)):
        for b in items(world)[i + 1 :]:
            near = clash(a.colour, b.colour) if len(items(world)) < 6 else a.colour == b.colour
            if a.category == b.category or near:
                return f"the {a.label} and the {b.label} differ too little in kind and colour"
    a, b = primary(world), destination(world)
    return "the two surfaces have the same label" if a.label == b.label else None


def _apart(world: World) -> str | None:
    a, b = primary(world), destination(world)
    gap = plan_gap(corners(a.pose, a.size), corners(b.pose, b.size))
    return None if gap >= 0.25 else f"the two surfaces are {gap:.2f} m apart, less than 0.25 m"


def _side_by_side(world: World) -> str | None:
    standing = row(world, primary(world), 0)
    for a, b in pairwise(standing):
        if across(world, b, 0) - across(world, a, 0) < 0.09:
            return f"the {world.label(a)} and the {world.label(b)} are hardly side by side in the picture"
    for item in items(world):
        if position(world, item.id, 0) is None:
            return f"the {item.label} is out of the picture at the start"
    return None


def _absent(world: World) -> str | None:
    """Nothing of the agent's box is in the picture at the start, and it is beyond the left or right border."""
    who, view = agent(world), world.time.camera(0)
    sides = []
    for x, y in corners(who.pose, who.size):
        for z in (who.pose.z, who.pose.z + who.size.h):
            u, _, depth = view.locate((x, y, z))
            sides.append(0 if depth <= 0 else 1 if u > 1 else -1 if u < -1 else 0)
    if set(sides) not in ({1}, {-1}):
        return f"the {who.label} is not beyond the left or right border of the picture at the start"
    return None


def _one_taken(world: World) -> str | None:
    takes = [e.what for e in world.scene.events if isinstance(e, Take)]
    places = [e for e in world.scene.events if isinstance(e, Place)]
    if len(takes) > 1:
        return f"{len(takes)} things are taken instead of one at most"
    if takes != [p.what for p in places]:
        return "what is taken is not what is put down"
    if takes and takes[0] not in {item.id for item in items(world)}:
        return f"the {world.label(takes[0])} is none of the items"
    return None


def _ends_well(world: World) -> str | None:
    for e in world.scene.events:
        if isinstance(e, Place):
            old = world.thing(e.what).pose
            back = dist((old.x, old.y, old.z), (e.to.x, e.to.y, e.to.z)) < 0.03
            if not back and not rests_on(e.to, destination(world)):
                return f"the {world.label(e.what)} is put neither on the {destination(world).label} nor back"
    last = max((e.start + e.duration for e in world.scene.events if not isinstance(e, Move)), default=0.0)
    return None if last + 0.7 <= world.scene.duration else "the clip ends before the last action can be seen"


def _in_reach(world: World) -> str | None:
    who = agent(world)
    for e in world.scene.events:
        if isinstance(e, Take | Place):
            body = world.time.at(e.start)[who.id]
            fx, fy = front(body.yaw)
            pose = e.to if isinstance(e, Place) else world.time.at(e.start)[e.what].pose
            top = (pose.x, pose.y, pose.z + world.thing(e.what).size.h * 0.75)
            gap = min(
                dist(
                    top, (body.x + s * fy * who.size.w * 0.4, body.y - s * fx * who.size.w * 0.4, who.size.h * 0.8)
                )
                for s in (-1, 1)
            )
            if gap > REACH:
                name = world.label(e.what)
                return f"the {name} is {gap:.2f} m from the shoulder at {e.start:g} s, beyond {REACH} m"
    return None


def _way_is_free(world: World) -> str | None:
    who = agent(world)
    slim = Size(who.size.w * 0.7, who.size.d * 0.7, who.size.h)
    for k in range(int(world.scene.duration * 4)):
        body = world.time.at(k / 4)[who.id]
        for solid in (primary(world), destination(world)):
            if plan_gap(corners(body.pose, slim), corners(solid.pose, solid.size)) == 0:
                return f"the {who.label} walks through the {solid.label} at {k / 4:g} s"
    return None


class Task(task.Task):
    """Which thing was carried over."""

    name = "IO"
    code = "IO_V_EGO_DYN"
    title = "Interacted Object Identification"
    scale = "Vista"
    perspective = "Ego"
    dynamics = "Dynamic"
    settings = ("room",)
    # Six times one thing is carried; twice none: left alone, or taken and put back.
    cycle = (
        *({"entry": side, "target": place} for side in ("left", "right") for place in ("left", "middle", "right")),
        {"entry": "left", "target": "none"},
        {"entry": "right", "target": "put_back"},
    )
    depth = Depth(3, 3, 6, "things to choose from")
    rules = (
        Rule("one_agent_two_surfaces_three_to_six_items", _roles),
        Rule("camera_is_static", _static),
        Rule("items_stand_on_the_primary_surface", _at_home),
        Rule("items_differ_in_kind_and_colour", _told_apart),
        Rule("surfaces_apart", _apart),
        Rule("items_side_by_side_in_the_picture", _side_by_side),
        Rule("agent_absent_at_the_start", _absent),
        Rule("one_item_taken_at_most", _one_taken),
        Rule("ends_on_the_destination_or_back", _ends_well),
        Rule("items_within_reach", _in_reach),
        Rule("way_is_free", _way_is_free),
    )

    def lacks(self, theme: Theme) -> str | None:
        """It needs items."""
        return None if len(theme.items) >= 6 else "too few items"

    def sample(self, order: Order) -> Scene:
        """Two surfaces in a room; the agent walks behind them and faces the camera when it reaches out."""
        rng, theme, count = order.rng, order.theme, order.depth
        spacing, aspect = SPACING[count], order.frame[0] / order.frame[1]
        broad = round((count - 1) * spacing + (0.42 if count < 5 else 0.38), 2)
        side = order.deal.pick("surface side", (-1, 1))
        start_x = side * (broad / 2 + 0.13)
        goal_w = round((rng.between(88, 98) if count < 5 else rng.between(78, 84)) / 100, 2)
        goal_x = -side * (goal_w / 2 + rng.between(16, 40 if count < 5 else 26) / 75 * aspect)
        ends = (start_x + side * broad / 2, goal_x - side * goal_w / 2)
        # As near as both surfaces fit into the picture.
        distance = max(2.4, abs(ends[0] - ends[1]) / 2 / (0.364 * aspect * 0.95) + 0.26)
        camera = self._camera(order, sum(ends) / 2, distance)
        tints: tuple[Colour, ...] = colours(theme, min(count, 5), rng)
        if count > 5:
            more: list[Colour] = [c for c in COLOURS if c not in tints]
            tints = (*tints, rng.choice(more))
        surfaces = self._surfaces(order, tints, (start_x, broad), (goal_x, goal_w))
        pitch = camera.shots[0].pitch
        pool = rng.shuffled(
            [k for k in stock(theme, "item", least=count + 2) if self._scale(k, spacing, pitch, distance)]
        )
        if len(pool) < count + 2:
            pool += [
                k
                for k in stock(theme, "item", least=99)
                if k not in pool and self._scale(k, spacing, pitch, distance)
            ]
        if len(pool) < count + 2:
            raise Reject("too few items that are large enough to be seen")
        top = surfaces[0].size.h
        standing = [
            thing(
                f"item_{i + 1}",
                "distractor",
                pool[i],
                tints[i],
                Pose(start_x + (i - (count - 1) / 2) * spacing + rng.between(-20, 20) / 1000,
                     rng.between(-30, 30) / 1000, top),
                size=size_of(pool[i], self._scale(pool[i], spacing, pitch, distance)),
            )
            for i in range(count)
        ]  # fmt: skip
        slots = rng.shuffled([goal_x + k * goal_w * 0.32 for k in (-1, 0, 1)])
        goal_top = surfaces[1].size.h
        clutter = [
            self._clutter(order, k, pool[count + k], Pose(slots[k + 1], 0, goal_top), goal_w * 0.32)
            for k in range(rng.choice((0, 0, 1, 2)))
        ]
        body = CATEGORIES[theme.people].size
        lane = surfaces[0].size.d / 2 + body[1] / 2 + 0.1
        entry = -1 if order.case["entry"] == "left" else 1
        outside = camera.shots[0].x + entry * ((distance + lane + 0.66) * 0.364 * aspect + 0.32)
        who = thing(
            "agent",
            "agent",
            theme.people,
            self._clothes(order, [*standing, *clutter]),
            Pose(outside, lane, 0, 90.0 if entry < 0 else -90.0),
            label=theme.people,
            size=Size(body[0], body[1], round(body[2] * rng.between(98, 104) / 100, 3)),
        )
        chosen = self._target(order, standing)
        events, end = self._story(order, who, standing, chosen, Pose(slots[0], 0.0, goal_top))
        standing = [replace(s, role="target") if k == chosen else s for k, s in enumerate(standing)]
        duration = float(max(8, ceil(end + 0.9)))
        return Scene(
            id=order.id,
            task="IO",
            theme=theme.name,
            duration=duration,
            fps=order.fps,
            frame=order.frame,
            surroundings=self._around(order, entry),
            things=tuple(rng.shuffled([*surfaces, *standing, *clutter, who, *self._decor(order, camera)])),
            camera=camera,
            events=events,
        )

    def _camera(self, order: Order, x: float, distance: float) -> Camera:
        pitch = -float(order.rng.between(15, 18))
        z = 0.86 - sine(pitch) / cosine(pitch) * distance
        return Camera(
            kind="fixed", shots=(Shot(0.0, round(x, 3), round(-distance, 3), round(z, 3), 0.0, pitch),), fov=40.0
        )

    def _scale(self, kind: str, spacing: float, pitch: float, distance: float) -> float:
        """How much larger than usual an item is drawn; 0 if it cannot be large enough."""
        scale = scale_in_row(kind, spacing)
        large = area(kind, scale, pitch) >= SHOWN * distance / 3.2
        return scale if large and scale >= 0.8 else 0.0

    def _surfaces(
        self, order: Order, tints: tuple[Colour, ...], start: tuple[float, float], goal: tuple[float, float]
    ) -> tuple[Thing, Thing]:
        rng, theme = order.rng, order.theme
        kinds = rng.shuffled(stock(theme, "surface", least=2))
        # A pedestal or a chest is not drawn out to any width.
        kinds.sort(key=lambda kind: CATEGORIES[kind].size[0] * 2 < start[1])
        if CATEGORIES[kinds[0]].size[0] * 2 < start[1]:
            kinds = ["table", *(k for k in kinds if k != "table")]
        plain: list[Colour] = ["brown", "white", "grey", "black", "teal", "purple", "green", "blue"]
        first, second = kinds[0], kinds[1]
        a = rng.choice([c for c in plain[:4] if c not in tints] or plain)
        free = [c for c in plain if not clash(c, a) and c not in tints]
        b = rng.choice(free or [c for c in plain if not clash(c, a)])
        made = []
        for name, kind, colour, (x, w), role in (
            ("primary", first, a, start, "primary_surface"),
            ("destination", second, b, goal, "destination_surface"),
        ):
            tall = round(rng.between(68, 80) / 100, 2)
            made.append(
                thing(
                    name, role, kind, colour, Pose(x, 0, 0),  # type: ignore[arg-type]
                    size=Size(w, 0.52, tall), made_of=material(theme, kind, rng),
                )
            )  # fmt: skip
        return made[0], made[1]

    def _clutter(self, order: Order, k: int, kind: str, at: Pose, wide: float) -> Thing:
        """A thing that stands on the destination from the start."""
        w, _, h = CATEGORIES[kind].size
        size = size_of(kind, round(min(2.0, (wide - 0.06) / w, 0.34 / h), 2))
        return thing(f"other_{k + 1}", "countable", kind, order.rng.choice(order.theme.colours), at, size=size)

    def _clothes(self, order: Order, before: list[Thing]) -> Colour:
        """A colour for the body that no thing before it has, so that none is lost there."""
        rng, taken = order.rng, [t.colour for t in before]
        free: list[Colour] = [c for c in order.theme.colours if not any(clash(c, t) for t in taken)]
        spare: list[Colour] = [c for c in COLOURS if not any(clash(c, t) for t in taken)]
        return rng.choice(free or spare or [c for c in COLOURS if c not in taken])

    def _around(self, order: Order, entry: int) -> Surroundings:
        """A wall at the back, and light from the other side than the agent, whose shadow would tell of it."""
        around = surroundings(order.theme, "room", walls=((-6.0, 2.6, 6.0, 2.6, 2.9),), rng=order.rng)
        return replace(around, light_yaw=-entry * max(12.0, abs(around.light_yaw)))

    def _decor(self, order: Order, camera: Camera) -> list[Thing]:
        """A window and a picture on the back wall, whole in view; nothing comes before the surfaces."""
        rng, out, shot = order.rng, [], camera.shots[0]
        tints = rng.sample(order.theme.colours, 2)
        # The height of the picture's upper edge at the wall.
        ahead = 2.55 - shot.y
        edge = shot.z + ahead * sine(shot.pitch + camera.fov / 2) / cosine(shot.pitch + camera.fov / 2)
        places = rng.sample((-1.25, 0.0, 1.25), 2)
        for k, (kind, x) in enumerate(zip(("window", "picture"), places, strict=True)):
            tall = min(edge - 0.1 - 1.2, 0.66 if kind == "window" else 0.5)
            if tall < 0.3:
                continue
            size = Size(round(tall * (1.35 if kind == "window" else 1.2), 2), 0.06, round(tall, 2))
            at = Pose(shot.x + x + rng.between(-12, 12) / 100, 2.55 - size.d / 2 - 0.005, edge - 0.1 - tall)
            out.append(thing(f"wall_{k}", "decor", kind, tints[k], at, size=size))
        return out

    def _target(self, order: Order, standing: list[Thing]) -> int | None:
        """Number of the item that is touched; None for none."""
        word, count = order.case["target"], len(standing)
        if word == "none":
            return None
        if word == "put_back":
            return order.deal.pick("put back", range(count))
        if word == "left":
            return 0
        if word == "right":
            return count - 1
        return 1 + order.deal.pick("inner place", range(count - 2))

    def _story(
        self, order: Order, who: Thing, standing: list[Thing], chosen: int | None, spot: Pose
    ) -> tuple[tuple[Event, ...], float]:
        """What the agent does, and when the last of it ends."""
        rng, y = order.rng, who.pose.y
        arrive = order.deal.pick("arrival", ARRIVALS)
        events: list[Event] = []
        x, t = who.pose.x, 0.0
        pace = rng.between(*PACE) / 100

        def enter(to: float) -> None:
            # So that it stands still at a time of the ladder; in good time or in a hurry.
            nonlocal t
            way = abs(to - x)
            if way / 1.95 > arrive - 0.1:
                raise Reject("the way in is too long for the time")
            # It comes into view soon: nobody likes to look at a room in which nothing happens.
            span = min(max(way / pace, way / 1.95, arrive - IDLE), arrive - 0.1)
            t = round(arrive - span, 3)
            walk(to, "enter", round(arrive - t, 3))

        def walk(to: float, kind: str = "walk", span: float | None = None) -> None:
            nonlocal x, t
            span = round(max(0.6, abs(to - x) / pace), 2) if span is None else span
            path = (Point(round(to, 3), y, 0.0),)
            events.append(Move(who="agent", start=t, duration=span, path=path, kind=kind))  # type: ignore[arg-type]
            x, t = to, round(t + span + 0.05, 2)

        def turn() -> None:
            nonlocal t
            events.append(Turn(who="agent", start=t, duration=0.4, yaw=0.0))
            t = round(t + 0.45, 2)

        if chosen is None:
            enter(sum(s.pose.x for s in standing) / len(standing))
            turn()
            for k in rng.sample(range(len(standing)), 2):
                events.append(Look(who="agent", what=standing[k].id, start=t, duration=1.0))
                t = round(t + 1.1, 2)
            walk(who.pose.x, "leave")
            return tuple(events), t
        item = standing[chosen]
        enter(item.pose.x + rng.between(-6, 6) / 100)
        turn()
        events.append(Take(who="agent", what=item.id, start=t, duration=1.4))
        t = round(t + 1.5, 2)
        if order.case["target"] == "put_back":
            to = item.pose
            t = round(t + 0.6, 2)
        else:
            walk(spot.x)
            turn()
            to = replace(spot, x=round(spot.x, 3), yaw=item.pose.yaw)
        events.append(Place(who="agent", what=item.id, start=t, duration=1.4, to=to))
        return tuple(events), round(t + 1.4, 2)

    def measured(self, world: World) -> int:
        """Its items."""
        return len(items(world))

    def alternatives(self, world: World) -> Iterator[Scene]:
        """Where one is carried: it is put back, or it came from the destination. Where none is: one is
        carried at the very end, or there and back at the very start."""
        scene, name = world.scene, carried(world)
        if name is not None:
            home = world.thing(name).pose
            to = next(e.to for e in scene.events if isinstance(e, Place) and e.what == name)
            back = [replace(e, to=home) if isinstance(e, Place) else e for e in scene.events]
            yield replace(scene, events=tuple(back))
            yield replace(scene, things=tuple(replace(t, pose=to) if t.id == name else t for t in scene.things))
            return
        goal, who = destination(world), agent(world)
        item = items(world)[0]
        home = item.pose
        spot = Pose(goal.pose.x, goal.pose.y, goal.pose.z + goal.size.h, home.yaw)

        def move(t: float, to: Pose, span: float) -> tuple[Event, Event]:
            return (
                Take(who=who.id, what=item.id, start=t, duration=span),
                Place(who=who.id, what=item.id, start=t + span, duration=span, to=to),
            )

        early = (*move(0.02, spot, 0.16), *move(0.36, home, 0.16))
        yield replace(scene, events=(*early, *scene.events))
        end = scene.duration
        yield replace(scene, events=(*scene.events, *move(end - 0.5, spot, 0.22)))

    def truth(self, world: World) -> dict[str, object]:
        """Published fields: what is carried, where it stood, where it goes, where the agent comes from."""
        name = carried(world)
        standing = row(world, primary(world), 0)
        words = place_words(len(standing))
        start = world.time.camera(0).locate((agent(world).pose.x, agent(world).pose.y, 1.0))[0]
        return {
            "target_object": None if name is None else world.label(name),
            "target_position": None if name is None else words[standing.index(name)],
            "entry_side": "left" if start < 0 else "right",
            "destination": destination(world).label,
        }
