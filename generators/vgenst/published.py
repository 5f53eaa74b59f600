"""A scene under the field names of VGenST-Bench's scene graphs (arXiv 2605.22570), for interoperability.

The published graphs are free text without coordinates; here every value is read from the scene. Which
of several things of a role is which (left container, first landmark) follows from the camera and from
what is seen first.
"""

from collections.abc import Sequence
from math import hypot
from typing import Any

from ...qa.vgenst.base import CELLS, World
from ...schemas.scene import TaskName, Thing
from ...simulators.scene import Happening
from .hosts import task

_ROLES: dict[str, str] = {
    "countable": "countable_items",
    "hand": "agent",
    "observer": "observer_agent",
    "occluder": "occluder_object",
    "ego": "ego_agent",
    "slower": "slower_than_ego_agent",
    "faster": "faster_than_ego_agent",
    "intruder": "trigger",
}
_DYNAMIC = ("CI",)
"""Static tasks that have a temporal flow all the same."""


def published(world: World, truth: dict[str, Any]) -> dict[str, Any]:
    """The graph of a scene as the published ones are laid out."""
    scene, kind = world.scene, task(world.scene.task)
    shown = [thing for thing in scene.things if thing.role not in ("decor", "structure")]
    found: dict[str, Any] = {
        "scene_meta": {
            "spatial_scale": kind.scale,
            "scene_dynamics": kind.dynamics,
            "perspective": kind.perspective,
            "task_type": kind.title.replace(" ", "_"),
            "theme": scene.theme,
        },
        "objects": [_object(world, thing) for thing in shown],
    }
    if scene.task == "MC":
        found["spatial_layout"] = _layout(world)
    if kind.dynamics == "Dynamic" or scene.task in _DYNAMIC:
        found["temporal_flow"] = {
            "initial_state": {"description": _listed([thing.label for thing in shown])},
            "action_sequence": [
                {"step": number, "action_description": _said(world, one), "action": one.kind.upper()}
                for number, one in enumerate(world.time.log, 1)
            ],
        }
    shots = scene.camera.shots
    found["camera_movement"] = {
        "type": scene.camera.kind,
        "trajectory": "; ".join(f"{s.t:g} s at ({s.x:g}, {s.y:g}, {s.z:g}), pitch {s.pitch:g}" for s in shots),
    }
    found["ground_truth"] = truth
    return found


def _object(world: World, thing: Thing) -> dict[str, Any]:
    attributes: dict[str, Any] = {
        "color": thing.colour,
        "material": thing.material,
        "type": thing.category,
        "appearance": thing.label,
    }
    if thing.variant is not None and thing.role == "landmark":
        attributes["rooftop_shape"] = thing.variant
    if thing.role == "container":
        held = world.time.contents(thing.id, 0.0)
        attributes["content"] = _listed([world.label(name) for name in held]) or "Empty"
    if thing.entries:
        for letter, entry in zip("ABCDEFGH", thing.entries, strict=False):
            attributes[f"entry_{letter}"] = {"text": entry.text, "arrow": entry.arrow}
    attributes["position"] = place(world, thing)
    return {"id": thing.id, "label": thing.label, "role": role(world, thing), "attributes": attributes}


def role(world: World, thing: Thing) -> str:
    """The published name of a thing's role."""
    name: TaskName = world.scene.task
    if name == "CI" and thing.role == "container":
        return f"Container {_letter(world, thing.id)}"
    if name == "CI" and thing.role == "content" and thing.inside is not None:
        beside = [other.id for other in world.scene.things if other.inside == thing.inside]
        return f"container_{_letter(world, thing.inside)}_object_{beside.index(thing.id) + 1}"
    if name == "DE" and thing.role == "landmark":
        return f"landmark_{_seen_rank(world, thing) + 1}"
    if name == "LS" and thing.role == "landmark":
        rank = _seen_rank(world, thing)
        return ("landmark_start", "landmark_craneup", "landmark_flight")[min(rank, 2)]
    if name == "HO" and thing.role == "level_object":
        levels = sorted(world.scene.having("level_object"), key=lambda other: (other.pose.z, other.id))
        rank = [other.id for other in levels].index(thing.id)
        return "lowest_object" if rank == 0 else "highest_object" if rank == len(levels) - 1 else "middle_object"
    if name == "VI" and thing.role == "target":
        return "target_agent"
    return _ROLES.get(thing.role, thing.role)


def _letter(world: World, container: str) -> str:
    order = [thing.id for thing in _left_to_right(world, world.scene.having("container"))]
    return chr(ord("A") + order.index(container))


def _left_to_right(world: World, things: Sequence[Thing]) -> list[Thing]:
    return sorted(things, key=lambda thing: (_across(world, thing), thing.id))


def _across(world: World, thing: Thing) -> float:
    """Where it is in the first picture, -1 left to 1 right."""
    u, _, _ = world.time.camera(0.0).locate((thing.pose.x, thing.pose.y, thing.pose.z + thing.size.h / 2))
    return float(u)


def place(world: World, thing: Thing) -> str:
    """Where a thing is at the start, in words of the first picture."""
    u, v, depth = world.time.camera(0.0).locate((thing.pose.x, thing.pose.y, thing.pose.z + thing.size.h / 2))
    if depth <= 0 or abs(u) > 1 or abs(v) > 1:
        return "out of view"
    return "left" if u < -1 / 3 else "right" if u > 1 / 3 else "center"


def _seen_rank(world: World, thing: Thing) -> int:
    """Which of the things of its role it is, in the order in which they come into view."""
    peers = world.scene.having(thing.role)
    return sorted(peers, key=lambda other: (_first(world, other), other.id)).index(thing)


def _first(world: World, thing: Thing) -> float:
    """Number of the first sampled frame that shows it; without sight its distance from the camera."""
    if world.sight is None:
        shot = world.scene.camera.shots[0]
        return hypot(thing.pose.x - shot.x, thing.pose.y - shot.y)
    counts = zip(world.sight.frames, world.sight.visible[thing.id], strict=True)
    return float(next((frame for frame, cells in counts if cells >= CELLS), 10**9))


def _layout(world: World) -> list[dict[str, str]]:
    anchors = world.scene.having("anchor", "primary_surface")
    row = _left_to_right(world, world.scene.having("container"))
    words = ["left", *["middle"] * (len(row) - 2), "right"]
    target = anchors[0].id if anchors else "surface"
    return [
        {"subject": thing.id, "relation": f"standing_on_{word}_of", "target": target}
        for thing, word in zip(row, words, strict=False)
    ]


_VERBS = {"sets_out": "sets out", "starts": "starts to work", "looks": "looks at", "stops": "stops for"}


def _said(world: World, one: Happening) -> str:
    """A happening in words."""
    words = [f"the {world.label(one.who)}", _VERBS.get(one.kind, one.kind)]
    if one.what is not None:
        words += ["by" if one.kind == "starts" else "", f"the {world.label(one.what)}"]
    if one.into is not None:
        words += ["from" if one.kind == "takes" else "into", f"the {world.label(one.into)}"]
    return " ".join(word for word in words if word)


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words)
