"""The relations between things at a moment, derived from geometry and timeline: the scene graph's edges.

Directions are those of the camera's picture at that moment. Every relation has a margin: where a viewer
could not tell, there is none.
"""

from itertools import permutations
from math import hypot

import networkx as nx

from ..schemas.scene import Pose, Thing
from ..schemas.scene_graph import RELATIONS, RelationName
from ..schemas.vocabulary import CATEGORIES
from .scene import Body, Timeline
from .space import View, bearing_from, box_distance, corners, local, plan_gap, tops

ASIDE = 0.08
"""Least difference in the picture for left and right, of its half width."""
NEARER = 0.12
"""Least difference in distance from the camera, of the smaller one."""
REST = 0.012
"""Greatest gap between a thing and what it stands on, metres."""
BESIDE = 0.6
"""Greatest gap between things that are beside each other, of the larger one's width."""
FACES = 20.0
"""Greatest angle between where an agent looks and what it faces, degrees."""


def relations(time: Timeline, t: float) -> "nx.MultiDiGraph[str]":
    """Ids with their label, role, category and colour; edges carry the name of their relation as `relation`.

    The ego has no place in the picture and none in the graph. Edges are in the order of their subject in
    the scene, then of the relation's name in the schema, then of the target.
    """
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    bodies, view = time.at(t), time.camera(t)
    things = {thing.id: thing for thing in time.scene.things if thing.role != "ego"}
    for name, thing in things.items():
        graph.add_node(name, label=thing.label, role=thing.role, category=thing.category, colour=thing.colour)
    order = {name: number for number, name in enumerate(things)}
    found: list[tuple[str, RelationName, str]] = []
    for a, b in permutations(things.values(), 2):
        found.extend((a.id, name, b.id) for name in _between(a, bodies[a.id], b, bodies[b.id], view))
    found.sort(key=lambda edge: (order[edge[0]], RELATIONS.index(edge[1]), order[edge[2]]))
    for subject, relation, target in found:
        graph.add_edge(subject, target, key=relation, relation=relation)
    return graph


def _between(a: Thing, at: Body, b: Thing, bt: Body, view: View) -> list[RelationName]:
    """What a is to b."""
    found: list[RelationName] = []
    if at.inside == b.id:
        found.append("inside")
    if at.held_by == b.id:
        found.append("held_by")
    if at.inside is None and at.held_by is None and on(a, at.pose, b, bt.pose):
        found.append("on")
    if "decor" in (a.role, b.role) or "structure" in (a.role, b.role):
        return found
    (u, _, depth), (other, _, far) = (view.locate(_middle(x, p)) for x, p in ((a, at), (b, bt)))
    if depth > 0 and far > 0 and abs(u) <= 1 and abs(other) <= 1:
        if u + ASIDE < other:
            found.append("left_of")
        if depth * (1 + NEARER) < far:
            found.append("nearer_than")
    if beside(a, at, b, bt):
        found.append("beside")
    if "agent" in CATEGORIES[a.category].uses and at.held_by is None and bt.held_by != a.id and faces(at, bt):
        found.append("faces")
    return found


def _middle(thing: Thing, body: Body) -> tuple[float, float, float]:
    return body.x, body.y, body.z + thing.size.h / 2


def on(a: Thing, at: Pose, b: Thing, bt: Pose) -> bool:
    """Whether a stands on a top of b: at its height, its middle over b's footprint."""
    x, y = local(bt, at.x, at.y)
    if abs(x) > b.size.w / 2 or abs(y) > b.size.d / 2:
        return False
    lift = bt.z - b.pose.z
    return any(abs(at.z - top - lift) <= REST for top in tops(b))


def beside(a: Thing, at: Body, b: Thing, bt: Body) -> bool:
    """Whether two things that are in or on the same stand a short way from each other at one height."""
    if at.inside != bt.inside or at.held_by is not None or bt.held_by is not None:
        return False
    if abs(at.z - bt.z) > REST:
        return False
    wide = max(a.size.w, a.size.d, b.size.w, b.size.d)
    return box_distance(at.pose, a.size, bt.pose, b.size) <= BESIDE * wide


def faces(agent: Body, other: Body) -> bool:
    """Whether an agent's head points at a thing, seen from above."""
    if hypot(other.x - agent.x, other.y - agent.y) < 0.05:
        return False
    # A thing of yaw 0 faces south, a camera of yaw 0 looks north.
    ahead = bearing_from(agent.x, agent.y, agent.yaw + agent.head + 180, other.x, other.y)
    return abs(ahead) <= FACES


def sees(time: Timeline, watcher: str, other: str, t: float) -> bool:
    """Whether, seen from above, no occluder lies on the straight line between two things.

    Occluders are things of that role; a line is blocked if it passes through a footprint.
    """
    bodies = time.at(t)
    a, b = bodies[watcher], bodies[other]
    for thing in time.scene.having("occluder"):
        if thing.id not in (watcher, other):
            body = bodies[thing.id]
            if plan_gap(corners(body.pose, thing.size), ((a.x, a.y), (b.x, b.y))) == 0:
                return False
    return True


def as_json(graph: "nx.MultiDiGraph[str]") -> dict[str, list[dict[str, str]]]:
    """The graph as plain data, in its own order."""
    return {
        "things": [{"id": name} | dict(data) for name, data in graph.nodes(data=True)],
        "relations": [{"subject": a, "relation": str(key), "target": b} for a, b, key in graph.edges(keys=True)],
    }
