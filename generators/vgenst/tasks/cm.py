"""CM, causal mapping: somebody presses triggers at the back of a surface; what does each set off in front?"""

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from msgspec.structs import replace

from ....qa.vgenst.base import World
from ....qa.vgenst.cm import PERIODS, REACH, effect_of, presses_of, rank_across, shoulder
from ....qa.vgenst.location import ACROSS, position
from ....schemas.scene import Camera, Link, Pose, Press, Scene, Shot, Size, Surroundings, Thing
from ....schemas.scene_question import QuestionType
from ....schemas.vocabulary import CATEGORIES, COLOURS, Colour, clash
from ....simulators.space import front, tops
from .. import task
from ..mixed import mixed
from ..props import colours, material, size_of, stock, surroundings, thing
from ..task import Case, Depth, Order, Rule
from ..turns import turn

DELAY = 0.2
"""Seconds from a press to its effect."""
PROMPT = 0.6
"""An effect that comes later than this after its press cannot be told from a chance event."""
PRESS = 1.6
"""Seconds of reaching out, pressing and drawing back."""
LEAD = 1.3
"""Seconds before the first press."""
SCALE = {"flag": 0.85, "lamp": 0.92, "siren": 1.4, "hatch": 1.05}
"""Effectors drawn larger or smaller than usual: well seen, and low enough to leave what is behind them in view."""


def _agents(world: World) -> tuple[Thing, ...]:
    return world.scene.having("agent")


def _roles(world: World) -> str | None:
    triggers, effectors = world.scene.having("trigger"), world.scene.having("effector")
    if len(_agents(world)) != 1:
        return f"{len(_agents(world))} agents instead of one"
    if not 2 <= len(triggers) <= 4:
        return f"{len(triggers)} triggers instead of 2 to 4"
    if len(effectors) != len(triggers):
        return f"{len(triggers)} triggers, but {len(effectors)} effectors"
    return None if world.scene.having("anchor") else "no surface has the role anchor"


def _fixed(world: World) -> str | None:
    shots = world.scene.camera.shots
    if any((s.x, s.y, s.z, s.yaw, s.pitch) != (t.x, t.y, t.z, t.yaw, t.pitch) for s, t in pairwise(shots)):
        return "the camera moves"
    pitch = shots[0].pitch
    return None if -46 <= pitch <= -29 else f"the camera looks down by {-pitch:g} degrees, not by 30 to 45"


def _on_surface(world: World) -> str | None:
    heights = [z for t in world.scene.having("anchor") for z in tops(t)]
    for one in world.scene.having("trigger", "effector"):
        if not any(abs(one.pose.z - z) < 0.01 for z in heights):
            return f"the {one.label} stands at {one.pose.z:.2f} m, on no surface"
    return None


def _depth_order(world: World) -> str | None:
    """Triggers in the background, effectors in the foreground."""
    view = world.time.camera(0)

    def away(t: Thing) -> float:
        return -(t.pose.x - view.x) * _sin(view.yaw) + (t.pose.y - view.y) * _cos(view.yaw)

    far = min((away(t) for t in world.scene.having("trigger")), default=0.0)
    near = max((away(t) for t in world.scene.having("effector")), default=0.0)
    return None if far - near >= 0.15 else f"a trigger is only {far - near:.2f} m behind an effector"


def _sin(yaw: float) -> float:
    return front(yaw)[0]


def _cos(yaw: float) -> float:
    return -front(yaw)[1]


def _facing(world: World) -> str | None:
    view = world.time.camera(0)
    for agent in _agents(world):
        body = world.time.at(0)[agent.id]
        dx, dy = view.x - body.x, view.y - body.y
        fx, fy = front(body.yaw)
        if (dx * fx + dy * fy) / max(hypot(dx, dy), 1e-9) < 0.85:
            return f"the {agent.label} does not face the camera"
        for one in world.scene.having("trigger"):
            if hypot(view.x - one.pose.x, view.y - one.pose.y) > hypot(dx, dy) - 0.15:
                return f"the {agent.label} is not behind the {one.label}"
    return None


def _within_reach(world: World) -> str | None:
    for agent in _agents(world):
        for one in world.scene.having("trigger"):
            gap = shoulder(world, agent.id, one.id)
            if gap > REACH:
                return f"the {one.label} is {gap:.2f} m from the {agent.label}'s shoulder, beyond {REACH} m"
    return None


def _presses(world: World) -> str | None:
    found = presses_of(world.scene)
    for a, b in pairwise(found):
        if b.start < a.start + a.duration + 0.3:
            return f"the press at {b.start:g} s begins before the hand is back from the one at {a.start:g} s"
    names = sorted(p.what for p in found)
    if names != sorted(t.id for t in world.scene.having("trigger")):
        return "not every trigger is pressed exactly once"
    if found and world.scene.duration < found[-1].start + found[-1].duration + 1.0:
        return "the clip ends less than a second after the last press"
    return None


def _wires(world: World) -> str | None:
    wired = [link.trigger for link in world.scene.links]
    if sorted(wired) != sorted(t.id for t in world.scene.having("trigger")):
        return "not every trigger has exactly one link"
    ends = [link.effector for link in world.scene.links if link.effector is not None]
    if len(set(ends)) < len(ends):
        return "two triggers set off the same effector"
    for link in world.scene.links:
        if link.delay > PROMPT:
            return f"an effect comes {link.delay:g} s after its press, later than {PROMPT} s"
    return None


def _told_apart(world: World) -> str | None:
    things = world.scene.having("trigger", "effector")
    if len({t.label for t in things}) < len(things):
        return "two things have the same label"
    for i, a in enumerate(things):
        for b in things[i + 1 :]:
            if a.category == b.category and clash(a.colour, b.colour):
                return f"the {a.label} and the {b.label} cannot be told apart"
    return None


def _no_sides_named(world: World) -> str | None:
    for one in world.scene.having("trigger", "effector", "agent"):
        if {"left", "right", "middle"} & set(one.label.split()):
            return f"the label {one.label!r} names a side"
    return None


def _in_picture(world: World) -> str | None:
    for one in world.scene.having("trigger", "effector"):
        if position(world, one.id, 0) is None:
            return f"the {one.label} is out of the picture"
    for agent in _agents(world):
        body = world.time.at(0)[agent.id]
        u, v, depth = world.time.camera(0).locate((body.x, body.y, body.z + agent.size.h * 0.93))
        if depth <= 0 or abs(u) > 1 or abs(v) > 1:
            return f"the head of the {agent.label} is out of the picture"
    return None


def _cases(word: str) -> tuple[Case, ...]:
    return tuple(
        {"works": word, "wiring": wiring, "asked": asked}
        for wiring in ("straight", "crossed")
        for asked in ("first", "second")
    )


def _broad(order: Order) -> float:
    """How much broader the picture is than one of 4 to 3."""
    return order.frame[0] / order.frame[1] * 3 / 4


class Task(task.Task):
    """Which trigger does what."""

    name = "CM"
    code = "CM_F_EXO_DYN"
    title = "Causal Mapping"
    scale = "Figural"
    perspective = "Exo"
    dynamics = "Dynamic"
    settings = ("tabletop",)
    # Of nine scenes four have no inert trigger, four have one and one has inert ones only; the core question is as
    # often about the first press as about the second. So with two triggers `nothing` is right in a third.
    cycle = (
        *_cases("all"),
        *_cases("all"),
        *_cases("all_but_first"),
        *_cases("all_but_second"),
        *_cases("none")[:2],
    )
    depth = Depth(2, 2, 4, "triggers")
    rules = (
        Rule("one_agent_as_many_effectors_as_triggers", _roles),
        Rule("camera_is_fixed_and_looks_down", _fixed),
        Rule("triggers_and_effectors_stand_on_the_surface", _on_surface),
        Rule("triggers_behind_effectors", _depth_order),
        Rule("agent_behind_the_triggers_faces_the_camera", _facing),
        Rule("triggers_within_reach", _within_reach),
        Rule("every_trigger_pressed_once_one_after_the_other", _presses),
        Rule("one_prompt_effect_for_each_trigger_at_most", _wires),
        Rule("things_can_be_told_apart", _told_apart),
        Rule("labels_name_no_side", _no_sides_named),
        Rule("everything_in_the_picture", _in_picture),
    )

    def sample(self, order: Order) -> Scene:
        """Everything on one surface; sides of triggers, of effectors and the order of presses are independent."""
        rng, count, theme = order.rng, order.depth, order.theme
        kinds = rng.shuffled(stock(theme, "effector", least=count))
        if len(kinds) < count:
            kinds += rng.shuffled([k for k in CATEGORIES if "effector" in CATEGORIES[k].uses and k not in kinds])
        if count <= 2:
            # Mixed again, so that triggers are not more often in the theme's own colours than effectors.
            tints = tuple(rng.shuffled(colours(theme, 2 * count, rng)))
        else:
            tints = (*colours(theme, count, rng), *colours(theme, count, rng))
        surface, body = self._furniture(order, tints)
        top, depth = surface.size.h, surface.size.d
        broad = _broad(order)
        wide = (0.67 if count < 4 else 0.36) * broad
        slots = (-1, 0, 1) if count < 4 else (-2, -1, 0, 1, 2)
        across = [s * wide for s in self._slots(order, slots, count, ("TO", "PR"))]
        places = [(x + rng.between(-25, 25) / 1000, depth / 2 - 0.15 - rng.between(0, 30) / 1000) for x in across]
        triggers = [
            thing(
                f"trigger_{i + 1}",
                "trigger",
                kind,
                tints[i],
                Pose(places[i][0], places[i][1], top),
                size=size_of(kind, 1.45 if kind == "button" else 1.25),
            )
            for i, kind in enumerate(rng.choice(("button", "lever")) for _ in range(count))
        ]
        step = (0.7 if count < 4 else 0.4) * broad
        seats = [s * step for s in self._slots(order, slots, count, ("CR",))]
        effectors = [
            thing(
                f"effector_{i + 1}",
                "effector",
                kinds[i],
                tints[count + i],
                Pose(
                    seats[i] + rng.between(-30, 30) / 1000,
                    -depth / 2 + CATEGORIES[kinds[i]].size[1] / 2 + 0.04 + rng.between(0, 20) / 1000,
                    top,
                    0.0,
                ),
                size=size_of(kinds[i], SCALE.get(kinds[i], 1.0)),
            )
            for i in range(count)
        ]
        pressing = rng.shuffled(range(count))
        wires = self._wires(order, triggers, effectors, pressing)
        events = []
        t = LEAD + rng.between(0, 3) / 10
        for i in pressing:
            events.append(Press(who="agent", what=triggers[i].id, start=round(t, 2), duration=PRESS))
            t += order.deal.pick("period", PERIODS) if count == 2 else rng.choice(PERIODS[:3])
        last = events[-1].start + PRESS / 2
        duration = float(max(8, int(last + 3.6)))
        chosen = pressing[0 if order.case["asked"] == "first" else 1] if count == 2 else rng.below(count)
        # The core question asks about the trigger that comes first here.
        row = [triggers[chosen], *rng.shuffled([t for k, t in enumerate(triggers) if k != chosen])]
        return Scene(
            id=order.id,
            task="CM",
            theme=theme.name,
            duration=duration,
            fps=order.fps,
            frame=order.frame,
            surroundings=self._around(order),
            things=mixed((body, surface, *effectors), row, rng),
            links=wires,
            camera=self._camera(order, surface, body),
            events=tuple(events),
        )

    def _slots(
        self, order: Order, slots: tuple[int, ...], count: int, asked: tuple[QuestionType, ...]
    ) -> list[int]:
        """Places across the surface, among them one in each strip that such a question's turn wants."""
        found: list[int] = []
        for kind in asked:
            word = turn(order, kind, f"{kind} strip", ACROSS)
            fit = [s for s in slots if (s < 0, s == 0, s > 0)[ACROSS.index(word)] and abs(s) in (0, slots[-1])]
            if not any(s in found for s in fit):
                found.append(order.rng.choice(fit))
        rest = order.rng.sample([s for s in slots if s not in found], count - len(found))
        return order.rng.shuffled([*found, *rest])

    def _furniture(self, order: Order, tints: tuple[Colour, ...]) -> tuple[Thing, Thing]:
        """The surface, wide and deep enough, and who stands behind it."""
        rng, theme = order.rng, order.theme
        width = round((1.84 if order.depth < 4 else 2.02) * _broad(order), 2)
        wide = [s for s in stock(theme, "surface") if CATEGORIES[s].size[0] * 2.4 >= width] or ["table"]
        kind = rng.choice(wide)
        free: list[Colour] = [
            c for c in ("brown", "grey", "white", "teal", "purple", "pink", "black", "green", "blue")
            if not any(clash(c, t) for t in tints)
        ]  # fmt: skip
        plain: list[Colour] = free or [c for c in ("white", "grey", "brown") if c not in tints] or ["grey"]
        surface = thing(
            "surface",
            "anchor",
            kind,
            plain[0] if rng.chance(1, 2) else rng.choice(plain),
            Pose(0, 0, 0),
            size=Size(width, 0.94, round(rng.between(78, 86) / 100, 2)),
            made_of=material(theme, kind, rng),
        )
        size = CATEGORIES[theme.people].size
        # Unlike what stands before the body: a thing in its colour would be lost there.
        ahead = (*tints[: order.depth], surface.colour)
        cloth: list[Colour] = [c for c in theme.colours if not any(clash(c, t) for t in ahead)]
        spare: list[Colour] = [c for c in COLOURS if not any(clash(c, t) for t in ahead)]
        plainer: list[Colour] = cloth or spare or [c for c in COLOURS if c not in ahead]
        clothes = rng.choice(plainer)
        body = thing(
            "agent",
            "agent",
            theme.people,
            clothes,
            Pose(0, surface.size.d / 2 + size[1] / 2 + 0.05, 0),
            label=theme.people,
            size=Size(size[0], size[1], round(size[2] * rng.between(98, 104) / 100, 3)),
        )
        return surface, body

    def _wires(
        self, order: Order, triggers: list[Thing], effectors: list[Thing], pressing: list[int]
    ) -> tuple[Link, ...]:
        """Who sets off whom: in the same order across the picture, or in another."""
        count = len(triggers)
        left = sorted(range(count), key=lambda i: triggers[i].pose.x)
        ahead = sorted(range(count), key=lambda i: effectors[i].pose.x)
        if order.case["wiring"] == "straight":
            mates = ahead
        else:
            mates = order.rng.shuffled(ahead)
            for _ in range(20):
                if mates != ahead:
                    break
                mates = order.rng.shuffled(ahead)
            if mates == ahead:
                mates = ahead[::-1]
        to = dict(zip(left, mates, strict=True))
        works = order.case["works"]
        inert = {
            "all": set[int](),
            "all_but_first": {pressing[0]},
            "all_but_second": {pressing[1]},
            "none": set(range(count)),
        }[str(works)]
        return tuple(
            Link(triggers[i].id, None if i in inert else effectors[to[i]].id, DELAY) for i in range(count)
        )

    def _around(self, order: Order) -> Surroundings:
        wall = (-3.2, 2.3, 3.2, 2.3, 2.9)
        return surroundings(order.theme, "tabletop", walls=(wall,), rng=order.rng)

    def _camera(self, order: Order, surface: Thing, body: Thing) -> Camera:
        """In front of the surface, a little to one side, looking down on it."""
        rng = order.rng
        pitch = -float(rng.between(31, 35))
        fov = 44.0 if _broad(order) < 1.1 else 40.0
        away = 2.55 if order.depth < 4 else 2.62
        aim = (0.0, 0.26, 1.02)
        ground, rise = _cos(pitch) * away, -_sin(pitch) * away
        yaw = float(rng.between(-6, 6))
        x, y = aim[0] + _sin(yaw) * ground, aim[1] - _cos(yaw) * ground
        shot = Shot(0.0, round(x, 3), round(y, 3), round(aim[2] + rise, 3), yaw, pitch)
        return Camera(kind="fixed", shots=(shot,), fov=fov)

    def measured(self, world: World) -> int:
        """Its triggers."""
        return len(world.scene.having("trigger"))

    def alternatives(self, world: World) -> Iterator[Scene]:
        """For each trigger scenes in which it does what it does not do here, alike before or after its press."""
        scene = world.scene
        found = presses_of(scene)
        idle = [e.id for e in scene.having("effector") if world.time.started(e.id) is None]
        for i, press in enumerate(found):
            effect = effect_of(world, press.what)
            if effect is not None:
                yield replace(scene, links=_rewired(scene, {press.what: None}))
                yield from _other_cause(world, i, effect)
            elif idle:
                yield from _later_cause(world, i, idle[0])

    def truth(self, world: World) -> dict[str, object]:
        """Published fields: which scenario, and what each press in its turn sets off."""
        effects = [effect_of(world, press.what) for press in presses_of(world.scene)]
        if all(effects):
            kind = "both_work" if len(effects) == 2 else "all_work"
        elif not any(effects):
            kind = "all_inert"
        else:
            kind = "_and_".join(f"trigger_{i + 1}_inert" for i, e in enumerate(effects) if e is None)
        told = {
            f"trigger_{i + 1}_effect": "no effect" if e is None else world.label(e) for i, e in enumerate(effects)
        }
        order = [world.label(p.what) for p in presses_of(world.scene)]
        return {"scenario_type": kind, **told, "press_order": order, "wiring": self._wiring(world)}

    def _wiring(self, world: World) -> str:
        pairs = [(link.trigger, link.effector) for link in world.scene.links if link.effector is not None]
        left = sorted(pairs, key=lambda p: rank_across(world, p[0]))
        ends = [rank_across(world, str(e)) for _, e in left]
        return "none" if len(pairs) < 2 else "straight" if ends == sorted(ends) else "crossed"


def _rewired(scene: Scene, change: dict[str, tuple[str, float] | None]) -> tuple[Link, ...]:
    """The links with some replaced: by an effector and its delay, or by nothing."""
    out = []
    for link in scene.links:
        if link.trigger in change:
            new = change[link.trigger]
            out.append(Link(link.trigger, *new) if new is not None else Link(link.trigger, None, 0.0))
        else:
            out.append(link)
    return tuple(out)


def _half(press: Press) -> float:
    return press.start + press.duration / 2


def _other_cause(world: World, i: int, effect: str) -> Iterator[Scene]:
    """The effect of press i comes at the same time, but from another trigger, pressed out of turn."""
    scene, found = world.scene, presses_of(world.scene)
    press, start = found[i], world.time.started(effect) or 0.0
    other = found[i - 1] if i else found[1]
    if i:
        early = replace(other, start=round(other.start - 0.3, 3))
        events = tuple(early if e is other else e for e in scene.events)
    else:
        early = replace(other, start=0.05, duration=min(1.0, press.start - 0.1))
        events = (early, *scene.events)
    own = effect_of(world, other.what)
    moved: tuple[str, float] | None = None
    if own is not None:
        # The other trigger's own effect still comes when it came.
        moved = (own, round((world.time.started(own) or 0.0) - _half(press if not i else early), 3))
    links = _rewired(scene, {press.what: moved if not i else None})
    links = tuple(link for link in links if link.trigger != other.what)
    links = (*links, Link(other.what, effect, round(start - _half(early), 3)))
    if i and moved is not None:
        links = (*links, Link(other.what, *moved))
    yield replace(scene, events=events, links=links)


def _later_cause(world: World, i: int, effector: str) -> Iterator[Scene]:
    """Press i does something after all: it comes later in the row, and its effect later still."""
    scene, found = world.scene, presses_of(world.scene)
    times = [p.start for p in found]
    end = scene.duration - 0.04
    for j in range(i, len(found)):
        row = [*found[:i], *found[i + 1 : j + 1], found[i], *found[j + 1 :]]
        moved = [replace(p, start=t) for p, t in zip(row, times, strict=True)]
        change: dict[str, tuple[str, float] | None] = {}
        for new in moved:
            own = effect_of(world, new.what)
            if own is not None:
                change[new.what] = (own, round((world.time.started(own) or 0.0) - _half(new), 3))
        late = next(p for p in moved if p.what == found[i].what)
        change[late.what] = (effector, round(min(4.99, end - _half(late)), 3))
        if all(wire is None or 0 <= wire[1] <= 5 for wire in change.values()):
            yield replace(scene, events=tuple(moved), links=_rewired(scene, change))
