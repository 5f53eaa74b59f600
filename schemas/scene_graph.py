"""The scene graph: what stands where and in which relation, derived from a scene and never typed in."""

from typing import Any, Literal, get_args

from .record import Record
from .scene import Pose, Role, TaskName

RelationName = Literal["inside", "held_by", "on", "left_of", "nearer_than", "beside", "faces"]
"""inside: in the cavity of a container. held_by: in the hand of an agent. on: standing on its top.
left_of and nearer_than: in the camera's picture at that moment. beside: a short way off, at the same
height. faces: an agent's front points at it."""
RELATIONS: tuple[RelationName, ...] = get_args(RelationName)


class Relation(Record, frozen=True):
    """One edge of the graph."""

    subject: str
    relation: RelationName
    target: str


class Node(Record, frozen=True):
    """A thing at a moment."""

    id: str
    label: str
    role: Role
    category: str
    colour: str
    material: str
    pose: Pose
    on: float
    """0..1: how far an effector works, or a trigger is pressed."""


class Moment(Record, frozen=True):
    """The whole graph at one time."""

    t: float
    """Seconds."""
    things: tuple[Node, ...]
    relations: tuple[Relation, ...]


class Happened(Record, frozen=True):
    """Something that takes place, derived."""

    t: float
    """Seconds."""
    kind: str
    who: str
    what: str | None
    into: str | None


class SceneGraph(Record, frozen=True):
    """graphs/ID.json: the graph at the start and at the end, what happens between, and the truth."""

    id: str
    task: TaskName
    case: dict[str, str | int]
    """The entry of the task's cycle; empty for a scene that a person wrote."""
    start: Moment
    end: Moment
    log: tuple[Happened, ...]
    truth: dict[str, Any]
    """The ground-truth fields that VGenST-Bench names for the task."""
    published: dict[str, Any]
    """The same scene under the field names of VGenST-Bench's scene graphs, for interoperability."""
