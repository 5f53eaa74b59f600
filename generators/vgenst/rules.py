"""Rules that every scene keeps, by name; a task adds its own.

They come in stages: a rule may rely on all before it, so a scene is checked in this order and up to its
first fault. Scenes may be written by people: what a rule looks for goes by role, category and geometry.
"""

from collections import Counter
from itertools import pairwise
from math import isfinite

from ...qa.vgenst.base import World
from ...schemas.vocabulary import CATEGORIES, COLOURS
from . import event_rules, space_rules
from .task import Rule

MOST = 120
"""Things in a scene."""
SMALLEST, LARGEST = 0.4, 2.5
"""Size of a thing over the usual one of its category, in each direction."""
LOWEST = 0.2
"""The least for furniture, which is also made low and narrow."""
IN_TIME = 0.02
"""Seconds, and frames, by which times may be rounded."""
UNNAMED = ("decor", "structure", "ego", "countable")
"""Roles whose things are not told apart by their labels: background, and items of one kind that are counted."""


def _few(world: World) -> str | None:
    count = len(world.scene.things)
    return f"there are {count} things, more than {MOST}" if count > MOST else None


def _twice(world: World) -> str | None:
    for name, count in Counter(thing.id for thing in world.scene.things).items():
        if count > 1:
            return f"{count} things have the id {name}"
    return None


def _unknown_names(world: World) -> str | None:
    scene = world.scene
    known = {thing.id for thing in scene.things}
    named = [(f"{thing.id} is inside", thing.inside) for thing in scene.things]
    named += [
        (f"a link joins {link.trigger} with", end) for link in scene.links for end in (link.trigger, link.effector)
    ]
    named += [(f"a reaction of {r.who} is to", end) for r in scene.reactions for end in (r.who, r.to)]
    for number, event in enumerate(scene.events, 1):
        ends = (event.who, getattr(event, "what", None), getattr(event, "into", None))
        named += [(f"event {number} names", end) for end in ends]
    for where, name in named:
        if name is not None and name not in known:
            return f"{where} {name}, and there is no such thing"
    return None


def _odd_frame(world: World) -> str | None:
    w, h = world.scene.frame
    return f"the frame is {w} x {h}; width and height must be even" if w % 2 or h % 2 else None


def _part_frame(world: World) -> str | None:
    frames = world.scene.duration * world.scene.fps
    if abs(frames - round(frames)) > IN_TIME:
        return (
            f"{world.scene.duration:g} s at {world.scene.fps} frames a second are {frames:.3f} frames, not whole"
        )
    return None


def _unknown_kind(world: World) -> str | None:
    for thing in world.scene.things:
        kind = CATEGORIES.get(thing.category)
        if kind is None:
            return f"{thing.id} has the unknown category {thing.category[:40]!r}"
        if thing.variant is not None and thing.variant not in kind.variants:
            known = ", ".join(kind.variants) or "none"
            return f"{thing.id} has the variant {thing.variant[:40]!r}; a {thing.category} has {known}"
    return None


def _odd_size(world: World) -> str | None:
    for thing in world.scene.things:
        if thing.role in ("decor", "structure"):
            continue
        kind = CATEGORIES[thing.category]
        least = LOWEST if kind.parent == "furniture" else SMALLEST
        for name, own, usual in zip("wdh", (thing.size.w, thing.size.d, thing.size.h), kind.size, strict=True):
            if not least - 1e-9 <= own / usual <= LARGEST + 1e-9:
                return (
                    f"{thing.id} has {name} = {own:g} m, {own / usual:.2f} of a usual {thing.category}; "
                    f"{least} to {LARGEST} are allowed"
                )
    return None


def _alike(world: World) -> str | None:
    """Contents of one kind may lie in different containers, where they are compared."""
    seen: dict[str, str] = {}
    within: dict[tuple[str, str | None], str] = {}
    for thing in world.scene.things:
        if thing.role in UNNAMED:
            continue
        if thing.role == "content":
            other = within.setdefault((thing.label, thing.inside), thing.id)
        else:
            other = seen.setdefault(thing.label, thing.id)
        if other == thing.id and thing.role == "content":
            other = seen.get(thing.label, thing.id)
        if other != thing.id:
            return f"{other} and {thing.id} are both labelled {thing.label!r}"
    return None


def _mislabelled(world: World) -> str | None:
    """Answers are told in labels: what one says of colour and kind must be so."""
    for thing in world.scene.things:
        words = thing.label.lower().split()
        if words[:1] == ["none"]:
            return f"the label {thing.label!r} of {thing.id} reads like an option that names nothing"
        kinds = {" ".join(words[at:]) for at in range(len(words))} & set(CATEGORIES)
        if kinds and thing.category not in kinds:
            return f"{thing.id} is labelled {thing.label!r} and is a {thing.category}"
        named = [word for word in words if word in COLOURS and word != thing.category]
        if named and thing.colour not in named:
            return f"{thing.id} is labelled {thing.label!r} and is {thing.colour}"
    return None


def _camera_times(world: World) -> str | None:
    shots = world.scene.camera.shots
    for shot in shots:
        if not all(isfinite(v) for v in (shot.t, shot.x, shot.y, shot.z, shot.yaw, shot.pitch)):
            return f"the shot at {shot.t} s has a number that is not finite"
        if shot.t > world.scene.duration + IN_TIME:
            return f"the shot at {shot.t:g} s comes after the end at {world.scene.duration:g} s"
    for a, b in pairwise(shots):
        if b.t <= a.t:
            return f"the shot at {b.t:g} s does not come after that at {a.t:g} s"
    return None


STRUCTURE: tuple[Rule, ...] = (
    Rule("not_too_many_things", _few),
    Rule("ids_are_unique", _twice),
    Rule("named_things_exist", _unknown_names),
    Rule("frame_size_is_even", _odd_frame),
    Rule("whole_number_of_frames", _part_frame),
    Rule("categories_are_known", _unknown_kind),
    Rule("sizes_are_usual", _odd_size),
    Rule("labels_are_unique", _alike),
    Rule("labels_are_true", _mislabelled),
    Rule("camera_shots_in_order", _camera_times),
)

RULES: tuple[Rule, ...] = (*STRUCTURE, *event_rules.RULES, *space_rules.RULES)
"""All, in the order in which they are checked."""
