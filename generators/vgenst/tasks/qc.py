"""QC, quantity change tracking: how many items are in the container at the end?

A hand puts equal items into an opaque container, takes some out, and moves some about beside it. The camera
looks on from a little above the rim: the opening shows, but what is inside never does, and must be kept count of.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import hypot, radians, tan

from msgspec.structs import replace

from ....core.seeds import Rng
from ....qa.vgenst.actions import GAIN, MOST_INSIDE, PAUSE, Act, Action, actions, sequences, vessel_of
from ....qa.vgenst.attribute import SHOWN_PATTERNS
from ....qa.vgenst.base import World
from ....qa.vgenst.metric import slot
from ....qa.vgenst.vessel import enclosed, nests
from ....schemas.scene import Camera, Place, Pose, Scene, Shot, Size, Take, Thing
from ....schemas.theme import Theme
from ....schemas.vocabulary import Colour
from ....simulators.scene import HAND_GRIP, LIFT
from ....simulators.space import cosine, sine
from .. import props, task, vessels
from ..task import Depth, Order, Reject, Rule

WIDE = ("bucket", "pot", "box")
"""Vessels that a hand can reach into and that show a pattern."""
SOLID = ("ball", "apple", "cone", "egg", "mushroom", "gem", "bell", "crown", "candle", "bottle")
"""Items that can be told from a little above, and that stand clear of one another."""
FOV = 38.0
UP = 14.0
"""How far the camera stands above the rim, seen from the middle of the picture, degrees."""
ITEM = 0.091
"""Side of a square as large as the footprint of an item, metres."""
STEP, ROWS = 0.18, (-0.17, 0.05)
"""From one place for items to the next, across; places lie in front and behind by turns. Metres."""
LEFT = tuple((round(-0.74 + STEP * i, 3), ROWS[i % 2]) for i in range(6))
BOTH = tuple((side * round(0.33 + STEP * i, 3), ROWS[i % 2]) for side in (-1, 1) for i in range(3))
"""Places for items on the surface: x as it shows in the picture, and y. Metres."""
BEHIND = 0.5
"""Where things that nobody touches lie, metres."""
APART = 0.04
"""Least gap between two items in the picture, of its width."""


class Task(task.Task):
    """Items go in and out of sight; their number is asked."""

    name = "QC"
    code = "QC_F_EGO_DYN"
    title = "Quantity Change Tracking"
    scale = "Figural"
    perspective = "Ego"
    dynamics = "Dynamic"
    settings = ("tabletop",)
    cycle = tuple({"final": n} for n in range(4))
    depth = Depth(2, 3, 8, "actions")

    def lacks(self, theme: Theme) -> str | None:
        """A surface and six kinds of items at least."""
        return "it has fewer than 6 kinds of items" if len(theme.items) < 6 else None

    def sample(self, order: Order) -> Scene:
        """A table with a container, items beside it and a hand."""
        rng, deal, theme, n = order.rng, order.deal, order.theme, order.depth
        unit = rng.between(80, 125) / 100
        final = min(int(order.case["final"]), n)
        acts = rng.choice(sequences(n, final))
        layout = deal.pick("layout", ("left", "right", "both"))
        count = rng.between(max(4, final + 2, _most_inside(acts) + 1), 5)
        base = _table(theme, rng, unit)
        pattern = deal.pick("pattern", SHOWN_PATTERNS)
        kind = rng.choice([c for c in props.stock(theme, "vessel") if c in WIDE] or list(WIDE))
        tints = props.colours(theme, 2, rng, avoid=[base.colour])
        top = base.size.h
        x = {"left": 0.5, "right": -0.5, "both": 0.0}[layout] * unit
        vessel = vessels.vessel(
            "vessel", kind, tints[0], x, 0.0, top, 0.34 * unit, rng.between(27, 30) / 100 * unit, theme, rng,
            pattern=pattern,
        )  # fmt: skip
        away = _away(order)
        spots = [(x * (1 + y / away) * unit, y * unit) for x, y in (BOTH if layout == "both" else LEFT)]
        if layout == "right":
            spots = [(-x, y) for x, y in spots]
        things = vessels.items(theme, 3, 0.15 * unit, 0.12 * unit, rng, wish=ITEM * unit, among=SOLID)
        size = vessels.item_size(things[0], 0.15 * unit, 0.12 * unit, wish=ITEM * unit)
        assert size is not None
        colour = props.colours(theme, 1, rng, avoid=[base.colour, vessel.colour])[0]
        order_of = rng.shuffled(range(len(spots)))
        items = [
            vessels.item(
                f"piece{i}", "countable", things[0], colour, size, *spots[order_of[i]], top, rng,
                yaw=float(rng.between(-8, 8)),
            )
            for i in range(count)
        ]  # fmt: skip
        hand = _hand(base, vessel, size, unit, theme, rng)
        events, last = _play(acts, items, vessel, spots, hand, order)
        walls = [(-4.0, 1.5, 4.0, 1.5, 3.0)]
        return Scene(
            id=order.id,
            task="QC",
            theme=theme.name,
            duration=round(round((last + 1.0) * order.fps) / order.fps, 6),
            fps=order.fps,
            frame=order.frame,
            surroundings=vessels.bright(props.surroundings(theme, "tabletop", walls=walls, rng=rng)),
            things=(
                base,
                vessel,
                *rng.shuffled(items),
                *_extras(things[1:], base, colour, spots, unit, order),
                hand,
            ),
            camera=_camera(vessel, unit, order),
            events=events,
        )

    def measured(self, world: World) -> int:
        """Number of actions."""
        return len(actions(world))

    def alternatives(self, world: World) -> Iterator[Scene]:
        """The last action ends elsewhere (same until then); one more item went in unseen before the end of the
        first action (same afterwards)."""
        done, vessel = actions(world), vessel_of(world.scene)
        if len(done) < 2 or vessel is None:
            return
        yield ended_elsewhere(world, done[-1], vessel)
        yield _one_more(world.scene, done[0], vessel)

    def truth(self, world: World) -> dict[str, object]:
        """The published fields."""
        vessel = vessel_of(world.scene)
        assert vessel is not None
        names = {"in": "ADD", "out": "REMOVE", "along": "MOVE"}
        return {
            "initial_inside_count": len(world.time.contents(vessel.id, 0)),
            "action_sequence": [names[a.act] for a in actions(world)],
            "final_inside_count": len(world.time.contents(vessel.id, world.scene.duration)),
        }

    rules = (
        Rule("one_container", lambda w: None if vessel_of(w.scene) else "there is not exactly one container"),
        Rule("container_starts_empty", lambda w: _starts_full(w)),
        Rule("items_look_the_same", lambda w: _unlike(w)),
        Rule("one_hand", lambda w: None if len(w.scene.having("hand")) == 1 else "there is not exactly one hand"),
        Rule("one_item_at_a_time", lambda w: _not_in_pairs(w)),
        Rule("takes_what_is_there", lambda w: _takes_wrongly(w)),
        Rule("drops_into_the_cavity", lambda w: _misses(w)),
        Rule("camera_is_fixed", lambda w: _camera_moves(w)),
        Rule("camera_looks_north", vessels.looks_away),
        Rule("items_stand_apart", lambda w: _too_near(w)),
        Rule("inside_is_never_seen", lambda w: _seen_inside(w)),
        Rule("counts_stay_small", lambda w: _overfull(w)),
    )


# --- composing --------------------------------------------------------------------------------------


def _table(theme: Theme, rng: Rng, unit: float) -> Thing:
    width, depth = round(1.85 * unit, 3), round(1.06 * unit, 3)
    usual = {c: props.size_of(c) for c in theme.surfaces if c != "pedestal"}
    kind = rng.choice([c for c, most in usual.items() if width < 2 * most.w and depth < 2 * most.d] or ["table"])
    light: list[Colour] = [c for c in theme.colours if c not in ("black", "purple")] or ["white"]
    size = Size(width, depth, props.size_of(kind).h)
    made_of = props.material(theme, kind, rng)
    at = Pose(0, 0.14 * unit, 0)
    return props.thing("base", "anchor", kind, rng.choice(light), at, size=size, made_of=made_of)


def _most_inside(acts: tuple[Act, ...]) -> int:
    """The most items that are in the container at once."""
    return max(sum(GAIN[a] for a in acts[: k + 1]) for k in range(len(acts)))


def _hand(base: Thing, vessel: Thing, item: Size, unit: float, theme: Theme, rng: Rng) -> Thing:
    """It waits between the container and the items, above both; the arm comes from one side."""
    x = vessel.pose.x + (-0.34 if vessel.pose.x > 0.01 else 0.34 if vessel.pose.x < -0.01 else 0.3) * unit
    yaw = 105 if vessel.pose.x < -0.01 else -105
    sleeve = props.colours(theme, 1, rng, avoid=[vessel.colour, base.colour])[0]
    size = Size(round(0.095 * unit, 3), round(0.27 * unit, 3), round(0.16 * unit, 3))
    # At rest what it holds is clear of the rim, so that it goes everywhere without going up first.
    z = base.size.h + vessel.size.h + LIFT + item.h - HAND_GRIP * size.h
    return props.thing(
        "hand", "hand", "hand", sleeve, Pose(x, -0.05 * unit, z, yaw), size=size, label="hand", made_of="skin"
    )


def _extras(
    kinds: list[str], base: Thing, colour: Colour, spots: list[tuple[float, float]], unit: float, order: Order
) -> list[Thing]:  # fmt: skip
    """Two other things at the back, in gaps between the places for items, which nobody touches."""
    xs = sorted(x / (1 + y / unit / _away(order)) for x, y in spots)
    gaps = [(a + b) / 2 for a, b in pairwise(xs) if b - a < 1.5 * STEP * unit]
    rng, theme = order.rng, order.theme
    at = rng.shuffled((rng.choice(gaps[:2]), rng.choice(gaps[-2:])))
    found: list[Thing] = []
    for i, kind in enumerate(kinds):
        size = vessels.item_size(kind, 0.15 * unit, 0.12 * unit, wish=ITEM * unit)
        if size is None:
            raise Reject("a thing at the back is too small to be told")
        tint = props.colours(theme, 1, rng, avoid=[base.colour, colour, *(t.colour for t in found)])[0]
        x = at[i] * (1 + BEHIND / _away(order))
        found.append(vessels.item(f"extra{i}", "distractor", kind, tint, size, x, BEHIND * unit, base.size.h, rng))
    return found


def _away(order: Order) -> float:
    """How far in front of the middle the camera stands, at the usual scale, metres."""
    return max(0.84 / (0.3443 * order.frame[0] / order.frame[1]), 1.4)


def _camera(vessel: Thing, unit: float, order: Order) -> Camera:
    """A little above the rim, straight in front, so that the opening shows and what lies inside does not."""
    away = _away(order) * unit
    rise, rim = away * sine(UP) / cosine(UP), vessel.pose.z + vessel.size.h
    # The middle of the picture is at about the height of the rim.
    down = round(UP - 1.0, 2)
    return Camera(
        kind="fixed", shots=(Shot(0.0, 0.0, round(-away, 3), round(rim + rise, 3), 0.0, -down),), fov=FOV
    )


def _play(
    acts: tuple[Act, ...], items: list[Thing], vessel: Thing, spots: list[tuple[float, float]], hand: Thing,
    order: Order,
) -> tuple[tuple[Take | Place, ...], float]:  # fmt: skip
    """The events of a sequence of actions, and the time at which the last one ends."""
    rng = order.rng
    lying = {i: (t.pose.x, t.pose.y) for i, t in enumerate(items)}
    inside: dict[int, Pose] = {}
    # Which item is picked up first is asked, counted from the left.
    ranked = sorted(lying, key=lambda i: lying[i])
    first = ranked[order.deal.pick(f"first of {len(items)}", range(len(items)))]
    pace = (rng.between(105, 120) if len(acts) <= 4 else rng.between(95, 102)) / 100
    t, last, events = rng.between(8, 12) / 10, 0.0, list[Take | Place]()
    slow = rng.sample(range(len(acts) - 1), min(len(acts) - 1, 2 if len(acts) <= 5 else 1))
    for k, act in enumerate(acts):
        i = rng.choice(sorted(inside)) if act == "out" else first if k == 0 else rng.choice(sorted(lying))
        yaw = items[i].pose.yaw
        if act == "in":
            free = [p for p in nests(vessel, items[i].size) if p not in inside.values()]
            to, into = free[0], vessel.id
        else:
            taken = [*lying.values()]
            gaps = [s for s in spots if all(hypot(s[0] - x, s[1] - y) > 0.01 for x, y in taken)]
            x, y = rng.choice(gaps)
            to, into = Pose(round(x, 3), round(y, 3), vessel.pose.z, yaw), None
        events.append(Take(who=hand.id, what=items[i].id, start=round(t, 2), duration=round(pace, 2)))
        t += pace
        events.append(
            Place(who=hand.id, what=items[i].id, start=round(t, 2), duration=round(pace, 2), to=to, into=into)
        )
        t += pace
        inside.pop(i, None)
        lying.pop(i, None)
        if into is None:
            lying[i] = (to.x, to.y)
        else:
            inside[i] = to
        last = t
        if k in slow:
            # From letting go to the next grip is half a place and half a take, and the pause between.
            t += slot(order.deal, rng, f"pause {k}", PAUSE) - pace
        else:
            t += rng.between(2, 12) / 100
    return tuple(events), last


# --- other worlds -----------------------------------------------------------------------------------


def ended_elsewhere(world: World, action: Action, vessel: Thing) -> Scene:
    """The scene in which an action's item is let go at the other kind of place: on the surface instead of in
    the container, or in it instead of on the surface."""
    scene, item = world.scene, world.thing(action.take.what)
    if action.act == "in":
        start = item.pose if item.inside is None else replace(item.pose, z=vessel.pose.z)
        before = [
            a.place.to for a in actions(world) if a.place.what == item.id and a.place.start < action.take.start
        ]
        changed = replace(action.place, to=before[-1] if before else start, into=None)
    else:
        t = action.place.start + action.place.duration
        used = [b.pose for name, b in world.time.at(t).items() if b.inside == vessel.id and name != item.id]
        free = [p for p in nests(vessel, item.size) if all(hypot(p.x - u.x, p.y - u.y) > 0.01 for u in used)]
        changed = replace(action.place, to=free[0], into=vessel.id)
    return replace(scene, events=tuple(changed if e is action.place else e for e in scene.events))


def _one_more(scene: Scene, first: Action, vessel: Thing) -> Scene:
    """The scene with one item more, which the hand, being quick, puts in before the end of the first action."""
    item = scene.thing(first.take.what)
    extra = replace(item, id="piece99", pose=replace(item.pose, x=-item.pose.x, y=item.pose.y + 0.02))
    end = first.place.start + first.place.duration
    each = round(end / 4, 4)
    nest = nests(vessel, item.size)[-1]
    made = (
        Take(who=first.take.who, what=extra.id, start=0.0, duration=each),
        Place(who=first.take.who, what=extra.id, start=each, duration=each, to=nest, into=vessel.id),
        replace(first.take, start=2 * each, duration=each),
        replace(first.place, start=3 * each, duration=each),
    )
    rest = tuple(e for e in scene.events if e not in (first.take, first.place))
    return replace(scene, things=(*scene.things, extra), events=(*made, *rest))


# --- rules ------------------------------------------------------------------------------------------


def _starts_full(world: World) -> str | None:
    vessel = vessel_of(world.scene)
    inside = () if vessel is None else enclosed(world, vessel.id, 0.0)
    return f"the {inside[0]} is in it from the start" if inside else None


def _unlike(world: World) -> str | None:
    items = world.scene.having("countable")
    if len(items) < 2:
        return f"there are {len(items)} items"
    looks = {(t.category, t.variant, t.colour, t.material, t.pattern, t.size) for t in items}
    return f"the items have {len(looks)} different looks" if len(looks) > 1 else None


def _not_in_pairs(world: World) -> str | None:
    events = world.scene.events
    if len(events) % 2 or len(events) != 2 * len(actions(world)) or not events:
        return "the events are not pairs of a take and a place of the same item"
    for a, b in pairwise(events):
        if b.start < a.start + a.duration - 1e-6:
            return f"an event begins at {b.start:.2f} s, before the one before ends"
    return None


def _takes_wrongly(world: World) -> str | None:
    items = {t.id for t in world.scene.having("countable")}
    for action in actions(world):
        if action.take.what not in items:
            return f"{action.take.what} is not one of the items"
    return None


def _misses(world: World) -> str | None:
    vessel = vessel_of(world.scene)
    if vessel is None:
        return None
    for action in actions(world):
        t = action.place.start + action.place.duration
        count = len(world.time.contents(vessel.id, t))
        if len(enclosed(world, vessel.id, t)) != count:
            return f"after {t:.1f} s, {count} items should be in the container and are not all in its cavity"
    return None


def _camera_moves(world: World) -> str | None:
    shots = world.scene.camera.shots
    return None if all(s == replace(shots[0], t=s.t) for s in shots) else "the camera has more than one pose"


def _too_near(world: World) -> str | None:
    """Items that lie outside can be counted from the left whenever the hand has let go."""
    times = (0.0, *(a.place.start + a.place.duration for a in actions(world)))
    for t in times:
        view, bodies = world.time.camera(t), world.time.at(t)
        slope = tan(radians(view.fov / 2)) * view.aspect
        spans = []
        for item in world.scene.having("countable"):
            body = bodies[item.id]
            if body.inside is None and body.held_by is None:
                u, _, depth = view.locate((body.x, body.y, body.z + item.size.h / 2))
                half = _half_width(item, body.yaw - view.yaw) / (depth * slope)
                spans.append((u - half, u + half))
        spans.sort()
        for (_, right), (left, _) in pairwise(spans):
            if (left - right) / 2 < APART:
                return f"at {t:.1f} s two items are {(left - right) * 50:.1f} % of the picture apart, less than 4"
    return None


def _half_width(item: Thing, turned: float) -> float:
    """Half of what an item takes up across the picture, metres; what is as deep as wide counts as round."""
    if abs(item.size.w - item.size.d) < 0.05 * item.size.w and item.category != "cube":
        return item.size.w / 2
    return (item.size.w * abs(cosine(turned)) + item.size.d * abs(sine(turned))) / 2


def _seen_inside(world: World) -> str | None:
    vessel = vessel_of(world.scene)
    if vessel is None:
        return None
    view = world.time.camera(0.0)
    for action in actions(world):
        if action.place.into is not None:
            top = action.place.to.z + world.thing(action.place.what).size.h
            slack = vessels.rim_slack(view, vessel, top)
            if slack < 0.01:
                return f"the rim hides what is put in by {slack * 1000:.0f} mm, less than 10"
    return None


def _overfull(world: World) -> str | None:
    inside = 0
    for action in actions(world):
        inside += GAIN[action.act]
        if not 0 <= inside <= MOST_INSIDE:
            return f"{inside} items are in the container after {action.place.start + action.place.duration:.1f} s"
    return None
