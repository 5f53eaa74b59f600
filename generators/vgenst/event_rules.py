"""Rules on what happens: events are in order, and who does something can."""

from itertools import pairwise
from math import hypot

from ...qa.vgenst.base import World
from ...schemas.scene import Event, Look, Move, Place, Press, Take, Turn
from ...schemas.vocabulary import CATEGORIES
from ...simulators.space import cavity, local
from .task import Rule

SLACK = 0.02
"""Seconds by which times may be rounded."""
MOVERS = ("agent", "hand", "intruder", "vehicle", "item")
"""Uses of categories that may move."""
HANDS = ("agent", "hand")
"""Uses of categories that take, place and press."""
ARM = 1.35
"""How far from its middle a person or robot reaches, in the plan, over its usual width of 0.5 m."""
WITHIN = 0.006
"""Metres by which a content may reach beyond its cavity."""


def _out_of_order(world: World) -> str | None:
    for number, (a, b) in enumerate(pairwise(world.scene.events), 2):
        if b.start < a.start - SLACK:
            return f"event {number} starts at {b.start:g} s, before event {number - 1} at {a.start:g} s"
    return None


def _too_late(world: World) -> str | None:
    for number, event in enumerate(world.scene.events, 1):
        if event.duration < 0.05:
            return f"event {number} of {event.who} lasts {event.duration:g} s; 0.05 s is the least"
        if event.start + event.duration > world.scene.duration + SLACK:
            end = event.start + event.duration
            return f"event {number} of {event.who} ends at {end:g} s, after the end at {world.scene.duration:g} s"
    return None


def _two_at_once(world: World) -> str | None:
    for who, events in world.time.by_who.items():
        for a, b in pairwise(events):
            if b.start < a.start + a.duration - SLACK:
                return (
                    f"{who} does two things at a time: one from {a.start:g} to {a.start + a.duration:g} s, "
                    f"the next from {b.start:g} s"
                )
    return None


def _unable(world: World) -> str | None:
    for number, event in enumerate(world.scene.events, 1):
        uses = CATEGORIES[world.thing(event.who).category].uses
        allowed = (
            HANDS if isinstance(event, Take | Place | Press) else ("agent",) if isinstance(event, Look) else MOVERS
        )
        ego = world.thing(event.who).role == "ego" and isinstance(event, Move | Turn)
        if not ego and not any(use in uses for use in allowed):
            word = type(event).__name__.lower()
            return f"event {number}: {event.who} is a {world.thing(event.who).category} and cannot {word}"
        if getattr(event, "what", None) == event.who:
            return f"event {number}: {event.who} does something to itself"
    return None


def _not_pressable(world: World) -> str | None:
    for number, event in enumerate(world.scene.events, 1):
        if isinstance(event, Press) and "trigger" not in CATEGORIES[world.thing(event.what).category].uses:
            return (
                f"event {number} presses {event.what}, a {world.thing(event.what).category}, which is no trigger"
            )
    return None


def _not_takable(world: World) -> str | None:
    """Hands are empty before a take and hold the thing before a place."""
    holds: dict[str, str] = {}
    held: dict[str, str] = {}
    for number, event in enumerate(world.scene.events, 1):
        if isinstance(event, Take):
            if "item" not in CATEGORIES[world.thing(event.what).category].uses:
                return f"event {number} takes {event.what}, a {world.thing(event.what).category}, which is no item"
            if event.who in holds:
                return f"event {number}: {event.who} takes {event.what} and still holds {holds[event.who]}"
            if event.what in held:
                return f"event {number}: {event.who} takes {event.what}, which {held[event.what]} holds"
            holds[event.who], held[event.what] = event.what, event.who
        elif isinstance(event, Place):
            if holds.get(event.who) != event.what:
                return f"event {number}: {event.who} places {event.what}, which it does not hold"
            del holds[event.who], held[event.what]
        elif isinstance(event, Press) and event.who in holds:
            return f"event {number}: {event.who} presses {event.what} with {holds[event.who]} in its hand"
    return None


def _place_of(world: World, event: Event) -> tuple[float, float] | None:
    if isinstance(event, Place):
        return event.to.x, event.to.y
    if isinstance(event, Take | Press):
        body = world.time.at(event.start)[event.what]
        return body.x, body.y
    return None


def _out_of_reach(world: World) -> str | None:
    """A lone hand comes from outside the picture and reaches everything; a person has arms."""
    for number, event in enumerate(world.scene.events, 1):
        to, thing = _place_of(world, event), world.thing(event.who)
        if to is None or thing.category == "hand":
            continue
        body = world.time.at(event.start)[event.who]
        far = hypot(to[0] - body.x, to[1] - body.y)
        most = ARM * thing.size.w / 0.5
        if far > most:
            return f"event {number}: {event.who} reaches {far:.2f} m; {most:.2f} m is the most"
    return None


def _misplaced(world: World) -> str | None:
    """What is placed into a container comes to lie in its cavity."""
    for number, event in enumerate(world.scene.events, 1):
        if not isinstance(event, Place) or event.into is None:
            continue
        hole, item = cavity(world.thing(event.into)), world.thing(event.what)
        if hole is None:
            return f"event {number} places {event.what} into {event.into}, which has no cavity"
        body = world.time.at(event.start)[event.into]
        x, y = local(body.pose, event.to.x, event.to.y)
        half = min(item.size.w, item.size.d) / 2
        out = hypot(x, y) + half - hole.half_w if hole.round else max(
            abs(x) + half - hole.half_w, abs(y) + half - hole.half_d
        )  # fmt: skip
        if out > WITHIN:
            return f"event {number} places {event.what} {out:.3f} m beyond the cavity of {event.into}"
        low, rim = body.z + hole.floor, body.z + hole.rim
        if not low - WITHIN <= event.to.z <= rim:
            high = f"{event.to.z:.3f}; {event.into} is hollow from {low:.3f} to {rim:.3f}"
            return f"event {number} places {event.what} at z = {high}"
    return None


def _wires(world: World) -> str | None:
    for link in world.scene.links:
        if "trigger" not in CATEGORIES[world.thing(link.trigger).category].uses:
            return f"a link starts at {link.trigger}, a {world.thing(link.trigger).category}, which is no trigger"
        if link.effector is not None and "effector" not in CATEGORIES[world.thing(link.effector).category].uses:
            return f"a link ends at {link.effector}, a {world.thing(link.effector).category}, which is no effector"
    return None


def _reactions(world: World) -> str | None:
    for reaction in world.scene.reactions:
        if reaction.who == reaction.to:
            return f"{reaction.who} reacts to itself"
        if not any(isinstance(event, Move) for event in world.time.by_who.get(reaction.who, ())):
            return f"{reaction.who} has a reaction to {reaction.to} and never moves"
    return None


RULES: tuple[Rule, ...] = (
    Rule("events_in_order", _out_of_order),
    Rule("events_within_the_duration", _too_late),
    Rule("one_thing_at_a_time", _two_at_once),
    Rule("doers_are_able", _unable),
    Rule("triggers_are_pressed", _not_pressable),
    Rule("items_are_free_to_take_and_held_to_place", _not_takable),
    Rule("targets_within_reach", _out_of_reach),
    Rule("placed_things_lie_in_cavities", _misplaced),
    Rule("links_join_triggers_and_effectors", _wires),
    Rule("reactions_belong_to_who_moves", _reactions),
)
