"""graphs/ID.json: a scene's graph at its start and its end, what happens between, and the truth."""

from ...qa.vgenst.base import World
from ...schemas.scene import Pose
from ...schemas.scene_graph import Happened, Moment, Node, Relation, SceneGraph
from ...simulators.relations import relations
from ...simulators.scene import Timeline
from .hosts import task
from .published import published


def graph(world: World, case: dict[str, str | int]) -> SceneGraph:
    """The document of a scene."""
    scene, time = world.scene, world.time
    truth = dict(task(scene.task).truth(world))
    return SceneGraph(
        id=scene.id,
        task=scene.task,
        case=case,
        start=moment(time, 0.0),
        end=moment(time, scene.duration),
        log=tuple(Happened(round(h.t, 2), h.kind, h.who, h.what, h.into) for h in time.log),
        truth=truth,
        published=published(world, truth),
    )


def moment(time: Timeline, t: float) -> Moment:
    """All things and relations of one time."""
    bodies = time.at(t)
    nodes = []
    for thing in time.scene.things:
        body = bodies[thing.id]
        pose = Pose(round(body.x, 3), round(body.y, 3), round(body.z, 3), round(body.yaw, 2))
        nodes.append(
            Node(
                thing.id, thing.label, thing.role, thing.category, thing.colour, thing.material, pose,
                round(body.on, 3),
            )
        )  # fmt: skip
    graph = relations(time, t)
    edges = tuple(Relation(a, data["relation"], b) for a, b, data in graph.edges(data=True))
    return Moment(round(t, 2), tuple(nodes), edges)
