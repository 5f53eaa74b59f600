"""BT, Behavioral Trigger Identification: a drone follows a walker whose way something may cross."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from ....core.seeds import Rng
from ....qa.vgenst import metric
from ....qa.vgenst.base import NoQuestion, World
from ....qa.vgenst.walk import (
    along,
    aside,
    behaviour,
    comes,
    gone,
    heading,
    intruder,
    own_pace,
    passed,
    rests,
    sets_out,
    shows_up,
    unmoved,
    walker,
)  # fmt: skip
from ....schemas.scene import Camera, Event, Move, Point, Pose, Reaction, Scene, Shot, Size, Thing
from ....schemas.theme import Theme
from ....schemas.vocabulary import Colour, clash
from ....simulators.scene import Timeline
from ....simulators.space import box_distance, camera_pitch, camera_yaw, cosine, sine
from .. import props, task
from ..guarded import guarded
from ..task import Depth, Order, Reject, Rule
from ..ticks import ticks

PACES = (0.75, 1.9)
"""Speeds of the walker, metres a second: one quarter of the range is dealt."""
OUT = 0.8
"""When the walker sets out, seconds."""
BACK, UP = 7.4, 4.5
"""Distance and height of the drone, metres."""
FROM = 5.2
"""How far beside the path the intruder waits, metres."""
RUNS = (1.6, 2.3, 2.9)
"""Speeds of the intruder, metres a second: slow, so that two things are passed after it starts, or fast."""
SOON, LATE = (0.6, 1.3), (2.6, 3.4)
"""How far ahead of the walker the next thing is at the end, metres: near or not."""
VIEWS = {"behind": 180.0, "front": 0.0, "left": -90.0, "right": 90.0}
"""Where the drone flies, degrees clockwise from the walker's heading."""


class Plan(NamedTuple):
    """When what happens; all in seconds and metres along the path."""

    stop: float
    """When the intruder gets onto the path, or would."""
    wait: float
    before: int
    """Things that are passed before the intruder starts to move."""
    run: float
    """Speed of the intruder."""
    pace: float
    gap: float
    at: float
    """Where the intruder crosses, along the path."""
    edge: float
    """Half width of the walker's lane for this intruder."""
    end: float
    """Where the walker is at the end."""
    free: float
    """Where it would be without any intruder."""


class Task(task.Task):
    """A walker, what may come in its way, and things that stand beside the path."""

    name = "BT"
    code = "BT_E_EXO_DYN"
    title = "Behavioral Trigger Identification"
    scale = "Environmental"
    perspective = "Exo"
    dynamics = "Dynamic"
    settings = ("outdoor",)
    # `none`: what comes does not block the way.
    cycle = tuple(
        {"reaction": reaction, "side": side}
        for side in ("left", "right") for reaction in ("full_stop", "wait_and_resume", "none")
    )  # fmt: skip
    depth = Depth(3, 3, 5, "distractors")

    def sample(self, order: Order) -> Scene:
        """Meeting first; the things beside the path stand where they are passed in time, or not any more."""
        rng, deal = order.rng, order.deal
        duration = float(9 + (order.depth + 1) // 2)
        agent, other = _actors(order.theme, rng)
        reaction = str(order.case["reaction"])
        miss = deal.pick("miss", ("behind", "ahead", "beside"))
        plan = _plan(order, agent, other, duration, reaction, miss)
        side = -1.0 if order.case["side"] == "left" else 1.0
        start = -round(plan.free / 2, 3)
        agent = replace(agent, pose=Pose(0.0, start, 0.0, 180.0))
        other = replace(other, pose=props.rounded(Pose(side * FROM, start + plan.at, 0.0, -side * 90.0)))
        how = {"full_stop": deal.pick("stays", ("stays", "lingers")), "wait_and_resume": "lingers"}.get(
            reaction, "edge" if miss == "beside" else "crosses"
        )
        to = Point(0.0, round(start + plan.free, 3))
        events: list[Event] = [
            Move(who=agent.id, start=OUT, duration=round(duration - OUT, 2), path=(to,), clock="linear"),
            *_intrusion(other, side, plan, how),
        ]
        kind = "full_stop" if reaction == "full_stop" else "wait_and_resume"
        scene = Scene(
            id=order.id,
            task="BT",
            theme=order.theme.name,
            duration=duration,
            fps=order.fps,
            frame=order.frame,
            surroundings=props.surroundings(order.theme, "outdoor", rng=rng, extent=70.0),
            things=(agent, other, *_decor(order, rng)),
            reactions=(Reaction(agent.id, other.id, kind, plan.gap),),  # type: ignore[arg-type]
            camera=Camera(kind="tracking", shots=(Shot(0.0, 0.0, 0.0, 5.0),)),
            events=tuple(sorted(events, key=lambda e: e.start)),
        )
        view = VIEWS[deal.pick("view", tuple(VIEWS))]
        scene = replace(scene, camera=_following(scene, agent, view, rng))
        things = _beside(order, plan, start, duration, reaction, shows_up(World(scene)), (agent, other))
        return replace(scene, things=(*rng.shuffled([agent, other, *things]), *scene.things[2:]))

    def measured(self, world: World) -> int:
        """Number of things beside the path."""
        return len(world.scene.having("distractor"))

    def alternatives(self, world: World) -> Iterator[Scene]:
        """The walker stops, or goes on, a little later; or comes to the same places without a stop."""
        scene, who = world.scene, walker(world)
        free = replace(scene, reactions=())
        kind, whole, out = behaviour(world), scene.duration, sets_out(world)
        late = round(whole - 0.9, 2)
        end_ticks = [t for t in ticks(world) if t > late]
        if kind == "goes_on":
            yield _walk(world, free, [(out, late - out, gone(world, late))], who)
            for t in end_ticks:
                way, part = gone(world, t), (t - out) * 0.3
                yield _walk(world, free, [(out, part, way * 0.4), (t - part, part, way)], who)
            return
        yield free
        span = rests(world)[0]
        way = gone(world, (span.start + span.end) / 2)
        # Exactly as far as it got when it stopped, and as long as it took.
        first = (out, way / own_pace(world), way)
        if kind == "waits":
            yield _walk(world, free, [first], who)
            end = gone(world, whole)
            begin = whole - end / own_pace(world)
            yield _walk(world, free, [(begin, whole - begin, end)], who)
            return
        yield _walk(world, free, [first, (late, whole - late, way + own_pace(world) * (whole - late))], who)
        for t in end_ticks:
            yield _walk(world, free, [(out, whole - out, way * (whole - out) / (t - out))], who)

    def truth(self, world: World) -> dict[str, object]:
        """The trigger and the reaction."""
        other = intruder(world)
        side = "left" if aside(world, other.pose.x, other.pose.y) < 0 else "right"
        words = {"goes_on": "none", "stops": "Full_Stop", "waits": "Wait_and_Resume"}
        return {
            "trigger_id": other.id,
            "trigger_label": other.label,
            "entry_direction": side,
            "reaction": words[behaviour(world)],
        }

    rules = (
        Rule("one_agent_walks_straight", guarded(lambda w: _crooked(w))),
        Rule("one_intruder_moves", guarded(lambda w: _idle(w))),
        Rule("distractors_stand_beside_the_path", guarded(lambda w: _in_the_way(w))),
        Rule("camera_keeps_the_agent_in_view", guarded(lambda w: _lost(w))),
        Rule("stop_can_be_seen", guarded(lambda w: _brief(w))),
        Rule("agent_and_intruder_do_not_touch", guarded(lambda w: _crash(w))),
        Rule("intruder_is_clearly_in_the_way_or_not", guarded(lambda w: _unclear(w))),
        Rule("passings_are_clear", guarded(lambda w: _level(w))),
    )


# --- sampling ---------------------------------------------------------------------------------------


def _label(category: str, colour: Colour) -> str:
    return f"person in {colour}" if category == "person" else f"{colour} {category}"


def _actors(theme: Theme, rng: Rng) -> tuple[Thing, Thing]:
    """The walker and the intruder, not placed yet."""
    # A ball is too small to be told from where the drone is.
    pool = [name for name in props.stock(theme, "intruder", least=2) if name != "ball"]
    first, second = props.colours(theme, 2, rng, avoid=(theme.settings["outdoor"].floor,))
    kind = rng.choice([name for name in pool if name != theme.people] or ["dog"])
    size = props.size_of(kind, 1.15 if kind == "dog" else 1.0)
    nowhere = Pose(0.0, 0.0, 0.0)
    agent = props.thing("walker", "agent", theme.people, first, nowhere, label=_label(theme.people, first))
    other = props.thing("visitor", "intruder", kind, second, nowhere, size=size, label=_label(kind, second))
    return agent, other


def _plan(order: Order, agent: Thing, other: Thing, duration: float, reaction: str, miss: str) -> Plan:
    """Times and places of the meeting."""
    rng = order.rng
    pace = metric.slot(order.deal, rng, "pace", PACES)
    # The intruder may start before, between or after the first passings.
    # In every other scene before the first one: then that is still ahead of the walker.
    before = order.deal.pick("passed before", (0, 1, 0, 2))
    run = RUNS[before]
    stop = rng.between(48, 54) / 10 + 0.2 * before
    long = max(other.size.w, other.size.d)
    edge = (agent.size.w + long) / 2
    gap = rng.between(16, 22) / 10
    reach = gap + (agent.size.d + long) / 2
    wait = round(max(1.8, 2.2 / pace) + rng.between(0, 5) / 10, 2)
    free = pace * (duration - OUT)
    at = pace * (stop - OUT)
    if reaction != "none":
        where = at + reach * 0.8
    elif miss == "behind":
        # It waits until the walker has gone by.
        where = at - (long + agent.size.d) / 2 - 0.9 - pace * 0.3
    elif miss == "ahead":
        where = at + reach + pace * (2 * edge / run + 0.5) + 0.4
    else:
        where = at + reach * 0.5
    end = {"full_stop": at, "wait_and_resume": free - pace * wait}.get(reaction, free)
    return Plan(stop, wait, before, run, pace, gap, round(where, 3), edge, round(end, 3), round(free, 3))


def _intrusion(other: Thing, side: float, plan: Plan, how: str) -> list[Event]:
    """How the intruder moves: up to the `edge` of the path only; onto it, where it `stays` or, after a while, goes
    on (`lingers`); or straight across (`crosses`)."""
    begin = round(plan.stop - (FROM - plan.edge) / plan.run, 2)

    def move(start: float, x1: float, x2: float) -> Move:
        seconds = round(abs(x2 - x1) / plan.run, 2)
        to = Point(round(x2, 3), other.pose.y)
        return Move(
            who=other.id, start=round(start, 2), duration=seconds, path=(to,), clock="linear", kind="enter"
        )  # fmt: skip

    onto = move(begin, side * FROM, side * 0.1)
    match how:
        case "edge":
            return [move(begin, side * FROM, side * (plan.edge + 0.55))]
        case "stays":
            return [onto]
        case "lingers":
            rest = max(0.0, plan.wait - 2 * plan.edge / plan.run)
            return [onto, move(onto.start + onto.duration + rest, side * 0.1, -side * 4.4)]
        case _:
            return [move(begin, side * FROM, -side * 4.4)]


def _beside(
    order: Order,
    plan: Plan,
    start: float,
    duration: float,
    reaction: str,
    begin: float,
    actors: tuple[Thing, Thing],
) -> list[Thing]:
    """Things beside the path: some are passed, at least two, and at least one is not."""
    rng = order.rng
    before = 2
    latest = plan.stop - 0.45 if reaction == "full_stop" else duration - 0.8
    for draw in range(400):
        times = sorted(rng.between(round((OUT + 0.45) * 100), round(latest * 100)) / 100 for _ in range(before))
        if reaction == "wait_and_resume":
            times = [t if t < plan.stop - 0.45 else t + plan.wait for t in times]
        shown = [*times, begin]
        if (
            # Where the intruder is seen late, what is dealt may leave no time.
            (draw < 250 and sum(t < begin for t in times) != plan.before)
            or times[-1] > duration - 0.6
            or any(abs(a - b) < 0.65 for k, a in enumerate(shown) for b in shown[:k])
        ):
            continue
        ways = [
            plan.pace * (t - OUT - (plan.wait if reaction == "wait_and_resume" and t > plan.stop else 0))
            for t in times
        ]
        room = _ahead(order)[1]
        ways.append(plan.end + room[0] + (room[1] - room[0]) * rng.between(0, 100) / 100)
        # More of them stand behind where the walk begins.
        far = -0.9
        for _ in range(order.depth - len(ways)):
            far -= rng.between(6, 12) / 10
            ways.append(far)
        things = _things(order, ways, start, actors)
        crossing = start + plan.at
        clear = all(
            abs(t.pose.y - crossing) > (t.size.d + max(actors[1].size.w, actors[1].size.d)) / 2 + 0.25
            for t in things
        )
        apart = all(
            box_distance(a.pose, a.size, b.pose, b.size) > 0.3 for k, a in enumerate(things) for b in things[:k]
        )
        level = plan.free - ways[2] if reaction != "none" else 1.0
        if clear and apart and abs(level) > 0.45:
            return things
    raise Reject("no room beside the path")


def _ahead(order: Order) -> tuple[int, tuple[float, float]]:
    """Side of the thing that is still ahead at the end, and its distance then: dealt together."""
    return order.deal.pick("still ahead", ((-1, SOON), (-1, LATE), (1, SOON), (1, LATE)))


def _things(order: Order, ways: list[float], start: float, actors: tuple[Thing, Thing]) -> list[Thing]:
    rng, theme = order.rng, order.theme
    pool = rng.shuffled(props.stock(theme, "landmark", least=len(ways)))
    taken = (actors[0].colour, actors[1].colour)
    # Their fronts are turned towards the drone.
    facing = {"behind": 0.0, "front": 180.0, "left": -90.0, "right": 90.0}[order.deal.pick("view", tuple(VIEWS))]
    tints = props.colours(theme, min(3, len(ways)), rng, avoid=taken)
    made = []
    for k, way in enumerate(ways):
        size = props.size_of(pool[k], rng.between(88, 108) / 100)
        # The sides of the two that are passed and of the one ahead are asked about: they are dealt.
        side = (
            order.deal.pick(("side first", "side second")[k], (-1, 1))
            if k < 2
            else _ahead(order)[0]
            if k == 2
            else rng.choice((-1, 1))
        )
        x = side * (1.55 + size.w / 2 + rng.between(0, 60) / 100)
        made.append(props.thing(f"thing_{k + 1}", "distractor", pool[k], tints[k % len(tints)],
                                Pose(x, start + way, 0.0, facing + rng.between(-35, 35)), size=size,
                                made_of=props.material(theme, pool[k], rng)))  # fmt: skip
    names = rng.shuffled([t.id for t in made])
    return [replace(t, id=name) for t, name in zip(made, names, strict=True)]


def _decor(order: Order, rng: Rng) -> list[Thing]:
    """The path, and what grows well beside it."""
    floor = order.theme.settings["outdoor"].floor
    pale: Colour = next(c for c in ("grey", "brown", "white", "black") if not clash(c, floor))
    size = Size(2.2, 120.0, 0.02)
    found = [
        props.thing(
            "path", "decor", "stripe", pale, Pose(0.0, 0.0, 0.0), size=size, label="path", made_of="stone"
        )
    ]  # fmt: skip
    for k in range(20):
        found.append(props.thing(f"slab_{k}", "decor", "stripe", "white" if pale == "grey" else "grey",
                                 Pose(0.0, -19.0 + 2.0 * k, 0.0), size=Size(2.2, 0.06, 0.025), label="joint",
                                 made_of="stone"))  # fmt: skip
    grows = [name for name in order.theme.decor if name in ("tree", "bush", "rock")] or ["rock"]
    for k in range(18):
        kind = rng.choice(grows)
        side = 1 if k % 2 else -1
        x, y = side * rng.between(110, 260) / 10, -26 + 52 * (k // 2 + rng.between(0, 100) / 100) / 9
        tint: Colour = "grey" if kind == "rock" else "green"
        found.append(props.thing(f"plant_{k}", "decor", kind, tint, Pose(x, y, 0.0, float(rng.between(0, 359))),
                                 size=props.size_of(kind, rng.between(80, 130) / 100), label=kind,
                                 made_of="stone" if kind == "rock" else "leaf"))  # fmt: skip
    return found


def _following(scene: Scene, agent: Thing, clockwise: float, rng: Rng) -> Camera:
    """The drone keeps its place beside the walker and looks a little ahead of it."""
    time = Timeline(scene)
    # A little to one side, so that the walker does not hide what is before it.
    angle = clockwise + rng.choice((-1, 1)) * rng.between(110, 200) / 10
    dx, dy = BACK * sine(angle), BACK * cosine(angle)
    shots = []
    for k in range(int(scene.duration * 4) + 1):
        t = k / 4
        body = time.at(t)[agent.id]
        ahead = 0.7
        x, y = round(body.x + dx, 3), round(body.y + dy, 3)
        to = (body.x - x, body.y + ahead - y, 0.95 - UP)
        shots.append(Shot(t, x, y, UP, round(camera_yaw(to[0], to[1]), 2), round(camera_pitch(*to), 2)))
    return Camera(kind="tracking", shots=tuple(shots), fov=50.0, clock="linear")


def _walk(world: World, scene: Scene, legs: list[tuple[float, float, float]], who: Thing) -> Scene:
    """The scene in which the walker goes in such legs: start, seconds, and the way gone at the end."""
    fx, fy = heading(world)
    events: list[Event] = [event for event in scene.events if event.who != who.id]
    for start, seconds, way in legs:
        to = Point(who.pose.x + fx * way, who.pose.y + fy * way)
        events.append(Move(who=who.id, start=start, duration=seconds, path=(to,), clock="linear"))
    return replace(scene, events=tuple(sorted(events, key=lambda e: e.start)))


# --- rules ------------------------------------------------------------------------------------------


def _crooked(world: World) -> str | None:
    try:
        who = walker(world)
        way = gone(world, world.scene.duration)
    except NoQuestion as fault:
        return str(fault)
    for k in range(25):
        body = world.time.at(world.scene.duration * k / 24)[who.id]
        if abs(aside(world, body.x, body.y)) > 0.3:
            return f"{who.id} leaves its straight way by {abs(aside(world, body.x, body.y)):.1f} m"
    return None if way > 1.5 else f"{who.id} goes {way:.1f} m only"


def _idle(world: World) -> str | None:
    try:
        begin = comes(world)
    except NoQuestion as fault:
        return str(fault)
    return None if begin >= 1 else f"the intruder moves at {begin:.1f} s already, before the walk can be seen"


def _in_the_way(world: World) -> str | None:
    for thing in world.scene.having("distractor"):
        off = abs(aside(world, thing.pose.x, thing.pose.y)) - max(thing.size.w, thing.size.d) / 2
        if off < walker(world).size.w / 2 + 0.2:
            return f"{thing.id} stands {off:.2f} m from the middle of the path"
        if any(isinstance(event, Move) and event.who == thing.id for event in world.scene.events):
            return f"{thing.id} moves"
    return None


def _lost(world: World) -> str | None:
    who = walker(world)
    for k in range(int(world.scene.duration * 4) + 1):
        body = world.time.at(k / 4)[who.id]
        u, v, depth = world.time.camera(k / 4).locate((body.x, body.y, body.z + who.size.h / 2))
        if depth <= 0 or abs(u) > 0.6 or abs(v) > 0.7:
            return f"{who.id} is not in the middle of the picture at {k / 4:g} s"
    return None


def _brief(world: World) -> str | None:
    spans = rests(world)
    if len(spans) > 1:
        return f"the agent stops {len(spans)} times"
    for span in spans:
        if span.end - span.start < 1.0:
            return f"the agent stands still for {span.end - span.start:.1f} s only"
        if span.start < comes(world):
            return f"the agent stops at {span.start:.1f} s, before the intruder moves"
        if world.scene.duration - 1.2 < span.end < world.scene.duration - 0.05:
            return f"the agent goes on at {span.end:.1f} s, too late to be seen"
    return None


def _crash(world: World) -> str | None:
    who, other = walker(world), intruder(world)
    for k in range(int(world.scene.duration * 10) + 1):
        at = world.time.at(k / 10)
        gap = box_distance(at[who.id].pose, who.size, at[other.id].pose, other.size)
        if gap < 0.15:
            return f"{who.id} and {other.id} are {gap:.2f} m apart at {k / 10:.1f} s"
    return None


def _unclear(world: World) -> str | None:
    """Who does not stop has nothing just before it; who stops has."""
    who, other = walker(world), intruder(world)
    half = (who.size.d + max(other.size.w, other.size.d)) / 2
    near = 1e9
    for k in range(int(world.scene.duration * 10) + 1):
        body = world.time.at(k / 10)[other.id]
        across = abs(aside(world, body.x, body.y)) - (who.size.w + max(other.size.w, other.size.d)) / 2
        ahead = along(world, body.x, body.y) - gone(world, k / 10)
        if across < 0 and ahead > 0:
            near = min(near, ahead - half)
    stops = behaviour(world) != "goes_on"
    gaps = [reaction.gap for reaction in world.scene.reactions if reaction.who == who.id]
    if not gaps:
        return "the agent has no reaction"
    if stops and near > gaps[0] + 0.1:
        return f"the agent stops although the way is free for {near:.1f} m"
    if not stops and near < gaps[0] + 0.2:
        return f"the agent does not stop although the intruder is {near:.1f} m before it"
    return None


def _level(world: World) -> str | None:
    """At the end, and where it would be in other cases, the walker is not level with a thing."""
    ends = [gone(world, world.scene.duration), gone(World(unmoved(world)), world.scene.duration)]
    for thing in world.scene.having("distractor"):
        at = along(world, thing.pose.x, thing.pose.y)
        for end in ends:
            if abs(at - end) < 0.4:
                return f"at the end {thing.id} is level with the agent, or would be"
    times = [t for _, t in passed(world)]
    if any(b - a < 0.4 for a, b in pairwise(times)):
        return "two things are passed at once"
    return None
