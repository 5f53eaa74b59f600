"""CI, container intersection inference: how many things are in both containers?

Two wide containers stand on a table. The camera shows both from the side, where the rims hide what is inside,
and looks into each from above while the other one is out of the picture. So what they have in common must be
put together from two looks.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil

from msgspec.structs import replace

from ....core.seeds import Rng
from ....qa.vgenst.attribute import SHOWN_PATTERNS, SHOWS_PATTERN
from ....qa.vgenst.base import World
from ....qa.vgenst.intersection import common, contents, pair
from ....qa.vgenst.vessel import by_place, enclosed
from ....schemas.scene import Camera, Pose, Scene, Size, Thing
from ....schemas.theme import Theme
from ....schemas.vocabulary import Colour, Pattern, clash, with_use
from ....simulators.space import cavity, cosine, sine
from .. import props, task, vessels
from ..task import Depth, Order, Reject, Rule
from ..vessels import Stay

WIDE = ("bucket", "barrel", "basket", "box", "crate", "pot")
FROM_ABOVE = tuple(
    c
    for c in with_use("item")
    if c not in ("cone", "cube", "bottle", "candle", "bolt", "gem", "bell", "egg", "robot toy")
)
"""Items that can be told from above: no mere circles or squares."""
FOV = 38.0
LOW, HIGH = 9.0, 84.0
"""Degrees above the horizon of the camera's low and high places."""
PACKED = {3: 2.16, 4: 2.42, 5: 2.71}
"""Radius of a circle over the radius of so many equal circles that fit into it."""
WIDTH = {3: 0.38, 4: 0.42, 5: 0.47}
"""Outer width of a container for so many things, metres."""


class Task(task.Task):
    """What two looks into two containers have in common."""

    name = "CI"
    code = "CI_F_EXO_STA"
    title = "Container Intersection Inference"
    scale = "Figural"
    perspective = "Exo"
    dynamics = "Static"
    settings = ("tabletop",)
    cycle = tuple({"shared": n} for n in range(4))
    depth = Depth(3, 3, 5, "objects in each container")

    def lacks(self, theme: Theme) -> str | None:
        """Eight kinds of items at least."""
        return "it has fewer than 8 kinds of items" if len(theme.items) < 8 else None

    def sample(self, order: Order) -> Scene:
        """Two containers with `shared` things in common, and two things that lie outside."""
        rng, deal, theme, d = order.rng, order.deal, order.theme, order.depth
        unit = rng.between(75, min(130, int(48 / WIDTH[d]))) / 100
        shared = min(int(order.case["shared"]), d)
        base = _table(theme, rng)
        own = [c for c in props.stock(theme, "vessel") if c in WIDE]
        kinds = [*rng.shuffled(own), *rng.shuffled([c for c in WIDE if c not in own])]
        # One of them shows a pattern that is asked about.
        shows = next(c for c in kinds if c in SHOWS_PATTERN)
        kinds = rng.shuffled((shows, next(c for c in kinds if c != shows)))
        tints = props.colours(theme, 2, rng, avoid=[base.colour])
        tell, other = deal.pick("pattern", SHOWN_PATTERNS), rng.choice(SHOWN_PATTERNS)
        patterns: list[Pattern] = [
            tell if c == shows else other if c in SHOWS_PATTERN and other != tell else "plain" for c in kinds
        ]
        width = WIDTH[d] * unit
        aspect = order.frame[0] / order.frame[1]
        near = 0.85 * unit * width / (0.42 * unit)
        apart = width / 2 + 0.3443 * aspect * near * 1.38 + rng.between(0, 25) / 100 * unit
        homes = [
            vessels.vessel(
                f"vessel{i}", kinds[i], tints[i], (i - 0.5) * apart, 0.02 * unit, base.size.h, width,
                rng.between(24, 30) / 100 * unit, theme, rng, pattern=patterns[i],
            )
            for i in (0, 1)
        ]  # fmt: skip
        base = replace(base, size=Size(round(apart + width + 0.4 * unit, 3), round(0.95 * unit, 3), base.size.h))
        inside, outside = _stock(order, base, homes, shared, unit, apart)
        sides = deal.pick("looks", ("SAB", "SBA", "ABS", "BAS"))
        camera, duration = _camera(homes, sides, near, unit, order)
        walls = [(-5.0, 1.7, 5.0, 1.7, 3.2)]
        return Scene(
            id=order.id,
            task="CI",
            theme=theme.name,
            duration=duration,
            fps=order.fps,
            frame=order.frame,
            surroundings=vessels.bright(props.surroundings(theme, "tabletop", walls=walls, rng=rng)),
            things=(base, *rng.shuffled([*homes, *inside, *outside])),
            camera=camera,
        )

    def measured(self, world: World) -> int:
        """The larger number of things in a container."""
        return max((len(contents(world, c.id)) for c in world.scene.having("container")), default=0)

    def alternatives(self, world: World) -> Iterator[Scene]:
        """One thing in one container is another one, so that there is one more or less in common."""
        scene = world.scene
        for home in scene.having("container"):
            other = next(c for c in scene.having("container") if c.id != home.id)
            mine = [world.thing(n) for n in world.time.contents(home.id, 0)]
            theirs = [world.thing(n) for n in world.time.contents(other.id, 0)]
            both = common(world)
            if both:
                victim = next(t for t in mine if t.label in both)
                spare = scene.having("distractor")
                if not spare:
                    continue
                yield _disguised(scene, victim, spare[0])
            else:
                yield _disguised(scene, mine[0], theirs[0])

    def truth(self, world: World) -> dict[str, object]:
        """The published fields."""
        left, right = by_place(world.scene.having("container"))
        both = common(world)
        return {
            "container_A_contents": list(contents(world, left.id)),
            "container_B_contents": list(contents(world, right.id)),
            "num_shared": len(both),
            "shared_objects": list(both),
            "answer": ", ".join(both) if both else "None",
        }

    rules = (
        Rule("two_containers", lambda w: None if pair(w) else "there are not exactly two containers"),
        Rule("as_many_in_each", lambda w: _uneven(w)),
        Rule("kinds_differ_within_a_container", lambda w: _twice(w)),
        Rule("contents_in_the_cavity", lambda w: _outside_cavity(w)),
        Rule("same_or_clearly_different", lambda w: _alike(w)),
        Rule("three_in_common_at_most", lambda w: _too_common(w)),
        Rule("only_the_camera_moves", lambda w: "there are events" if w.scene.events else None),
        Rule("camera_looks_north", vessels.looks_away),
        Rule("both_seen_from_the_side", lambda w: _no_side_view(w)),
        Rule("looks_into_each", lambda w: _not_looked_into(w)),
        Rule("never_into_both_at_once", lambda w: _into_both(w)),
    )


# --- composing --------------------------------------------------------------------------------------


def _table(theme: Theme, rng: Rng) -> Thing:
    kind = rng.choice([c for c in theme.surfaces if c != "pedestal"] or ["table"])
    light: list[Colour] = [c for c in theme.colours if c not in ("black", "purple")] or ["white"]
    height = props.size_of(kind).h
    made_of = props.material(theme, kind, rng)
    return props.thing("base", "anchor", kind, rng.choice(light), Pose(0, 0, 0), size=Size(1.0, 0.9, height),
                       made_of=made_of)  # fmt: skip


def _stock(
    order: Order, base: Thing, homes: list[Thing], shared: int, unit: float, apart: float
) -> tuple[list[Thing], list[Thing]]:
    """What is in the containers, and what lies in front of them."""
    rng, theme, d = order.rng, order.theme, order.depth
    hollow = cavity(homes[0])
    assert hollow is not None
    small = min(hollow.half_w, hollow.half_d) / PACKED[d]
    wish = 1.25 * small
    room, height = 2 * small / 0.92 * 0.97, 0.11 * unit
    kinds = vessels.items(theme, 2 * d - shared + 2, room, height, rng, wish=wish, among=FROM_ABOVE)
    looks: dict[str, list[tuple[str, Colour]]] = {"a": [], "b": []}
    avoid: list[Colour] = [h.colour for h in homes]
    last: list[Colour] = []
    for k in range(d):
        one = (kinds.pop(), props.colours(theme, 1, rng, avoid=[*avoid, *last])[0])
        last = [one[1]]
        looks["a"].append(one)
        if k < shared:
            looks["b"].append(one)
        elif k == shared and rng.chance(1, 2):
            # A lure: the same kind of thing, in a colour that cannot be mistaken.
            looks["b"].append((one[0], props.colours(theme, 1, rng, avoid=[*avoid, one[1]])[0]))
        else:
            looks["b"].append((kinds.pop(), props.colours(theme, 1, rng, avoid=avoid)[0]))
    inside: list[Thing] = []
    for home, key in zip(homes, ("a", "b"), strict=True):
        hollow = cavity(home)
        assert hollow is not None
        ring = min(hollow.half_w, hollow.half_d) - small
        start = rng.between(0, 359)
        for k, (kind, colour) in enumerate(rng.shuffled(looks[key])):
            size = vessels.item_size(kind, room, height, wish=wish)
            if size is None:
                raise Reject("a thing is too small to be told in its container")
            x = home.pose.x + ring * cosine(start + 360 * k / d)
            y = home.pose.y + ring * sine(start + 360 * k / d)
            z = home.pose.z + hollow.floor
            name = f"thing{len(inside)}"
            inside.append(vessels.item(name, "content", kind, colour, size, x, y, z, rng, inside=home.id))
    # One lies between the containers, one in front of one of them: so distances can be told apart.
    way = rng.choice((-1, 1))
    outside: list[Thing] = []
    for k in range(2):
        size = vessels.item_size(kinds[-1 - k], room, height, wish=wish)
        if size is None:
            raise Reject("a thing is too small to be told on the table")
        colour = props.colours(theme, 1, rng, avoid=[base.colour, *(t.colour for t in outside)])[0]
        x = round(apart * (rng.between(-22, -15) if k == 0 else rng.between(45, 55)) / 100 * way, 3)
        outside.append(
            vessels.item(f"loose{k}", "distractor", kinds[-1 - k], colour, size, x, -0.36 * unit, base.size.h, rng)
        )
    return inside, outside


def _camera(homes: list[Thing], looks: str, near: float, unit: float, order: Order) -> tuple[Camera, float]:
    """Looks in the order of the letters: S from the side at both, A into the left one, B into the right one."""
    rng = order.rng
    aspect = order.frame[0] / order.frame[1]
    half = homes[1].pose.x + homes[1].size.w / 2 + 0.14 * unit
    away = round(max(half / (0.3443 * aspect), 1.3 * unit), 3)
    rim = homes[0].pose.z + max(h.size.h for h in homes)
    table = homes[0].pose.z

    def place(look: str, t: float) -> Stay:
        if look == "S":
            return Stay(t, 0.0, 0.0, table + 0.1 * unit, away, LOW)
        home = homes["ABab".index(look) % 2]
        if look in "ab":
            return Stay(t, home.pose.x, home.pose.y, rim - 0.05 * unit, near, LOW)
        return Stay(t, home.pose.x, home.pose.y, rim - 0.05 * unit, near, HIGH)

    # Low places on the way: the camera goes up and down beside a container only. A rise and a slide begin a little
    # before a half second, so that a whole second of them can be asked about.
    t = rng.between(13, 16) / 10
    stays = [place(looks[0], 0.0), place(looks[0], t if looks[0] == "S" else t + 0.3)]
    for last, look in pairwise(looks):
        low = _aligned(stays[-1].t + 0.9)
        if last == "S":
            stays.append(place(look.lower(), low))
        else:
            stays.append(place(last.lower(), low))
            stays.append(place("S" if look == "S" else look.lower(), low + (1.2 if look == "S" else 1.5)))
        if look != "S":
            stays.append(place(look, stays[-1].t + 1.7))
        stays.append(stays[-1]._replace(t=stays[-1].t + (12 if look == "S" else 15) / 10 + rng.between(0, 4) / 10))
    stays = [stay._replace(t=round(stay.t, 2)) for stay in stays]
    t = stays[-1].t
    duration = round(round(t * order.fps) / order.fps, 6)
    return Camera(kind="overhead_peek", shots=vessels.glide(stays, steps=6), fov=FOV, clock="linear"), duration


def _aligned(t: float) -> float:
    """The next time a little before a half second."""
    return ceil((t - 0.38) * 2 - 1e-9) / 2 + 0.38


def _disguised(scene: Scene, thing: Thing, model: Thing) -> Scene:
    """The scene in which a thing looks like another one."""
    like = replace(
        thing, category=model.category, label=model.label, colour=model.colour, size=model.size,
        material=model.material, pattern=model.pattern, variant=model.variant,
    )  # fmt: skip
    return replace(scene, things=tuple(like if t.id == thing.id else t for t in scene.things))


# --- rules ------------------------------------------------------------------------------------------


def _uneven(world: World) -> str | None:
    counts = [len(contents(world, c.id)) for c in by_place(world.scene.having("container"))]
    if len(set(counts)) > 1 or min(counts, default=0) < 2:
        return f"there are {' and '.join(map(str, counts))} things in them"
    return None


def _twice(world: World) -> str | None:
    for home in by_place(world.scene.having("container")):
        kinds = [world.thing(n).category for n in world.time.contents(home.id, 0)]
        double = next((k for k in kinds if kinds.count(k) > 1), None)
        if double is not None:
            return f"two things in the {home.label} are of the kind {double}"
    return None


def _outside_cavity(world: World) -> str | None:
    for home in by_place(world.scene.having("container")):
        if sorted(enclosed(world, home.id, 0.0)) != sorted(contents(world, home.id)):
            return f"not all that is said to be in the {home.label} lies in its cavity"
    return None


def _alike(world: World) -> str | None:
    things = world.scene.having("content", "distractor")
    for i, a in enumerate(things):
        for b in things[i + 1 :]:
            if a.category == b.category and a.colour != b.colour and clash(a.colour, b.colour):
                return f"the {a.label} and the {b.label} can be taken for the same"
            if (a.label == b.label) != ((a.category, a.colour) == (b.category, b.colour)):
                return f"{a.id} and {b.id} are called alike and look different, or the other way round"
    return None


def _too_common(world: World) -> str | None:
    count = len(common(world))
    return f"they have {count} things in common" if count > 3 else None


def _times(world: World) -> list[float]:
    return [k / 8 for k in range(int(world.scene.duration * 8) + 1)]


def _open_to(world: World, home: Thing, t: float) -> bool:
    """Whether anything inside a container may be seen at a time: in the picture and not hidden by the rim."""
    view = world.time.camera(t)
    tops = [world.thing(n) for n in world.time.contents(home.id, t)]
    if all(vessels.rim_slack(view, home, p.pose.z + p.size.h) > 0 for p in tops):
        return False
    rim = home.pose.z + home.size.h
    r = home.size.w / 2
    ring = [(r * cosine(30 * k), r * sine(30 * k)) for k in range(12)]
    spots = [(home.pose.x + x, home.pose.y + y, z) for x, y in ring for z in (home.pose.z, rim)]
    return any(abs(u) < 1 and abs(v) < 1 and depth > 0 for u, v, depth in map(view.locate, spots))


def _no_side_view(world: World) -> str | None:
    homes = by_place(world.scene.having("container"))
    for t in _times(world):
        view = world.time.camera(t)
        seen = [view.locate((h.pose.x, h.pose.y, h.pose.z + h.size.h / 2)) for h in homes]
        if all(abs(u) < 0.9 and abs(v) < 0.9 and d > 0 for u, v, d in seen) and view.pitch > -20:
            return None
    return "at no time are both containers in a view from the side"


def _not_looked_into(world: World) -> str | None:
    for home in by_place(world.scene.having("container")):
        inside = [world.thing(n).pose for n in world.time.contents(home.id, 0)]
        hits = 0
        for t in _times(world):
            view = world.time.camera(t)
            if view.pitch < -60 and all(vessels.looks_in(view, home, p.x, p.y, p.z) for p in inside):
                u, v, _ = view.locate((home.pose.x, home.pose.y, home.pose.z))
                hits += abs(u) < 0.6 and abs(v) < 0.6
        if hits < 8:
            return f"the camera looks into the {home.label} for {hits / 8:.1f} s, less than 1 s"
    return None


def _into_both(world: World) -> str | None:
    homes = by_place(world.scene.having("container"))
    for t in _times(world):
        if sum(_open_to(world, h, t) for h in homes) > 1:
            return f"at {t:.1f} s the insides of both can be seen"
    return None
