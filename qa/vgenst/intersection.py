"""What two containers have in common (CI): read by the timeline's links, and by geometry."""

from ...schemas.scene import Thing
from .base import World
from .vessel import by_place, enclosed


def pair(world: World) -> tuple[Thing, Thing] | None:
    """The two containers, the left one first; None if there are not two."""
    found = by_place(world.scene.having("container"))
    return (found[0], found[1]) if len(found) == 2 else None


def contents(world: World, container: str) -> tuple[str, ...]:
    """Labels of what is in a container, in alphabetical order."""
    return tuple(sorted(world.label(name) for name in world.time.contents(container, 0.0)))


def common(world: World) -> tuple[str, ...]:
    """Labels of what is in both, in alphabetical order."""
    homes = pair(world)
    if homes is None:
        return ()
    right = contents(world, homes[1].id)
    return tuple(label for label in dict.fromkeys(contents(world, homes[0].id)) if label in right)


def common_by_place(world: World) -> int:
    """How many looks (kind and colour) lie in the cavities of both, by geometry: the second way."""
    homes = pair(world)
    if homes is None:
        return -1
    looks = {t.label: (t.category, t.colour) for t in world.scene.things}
    first, second = ({looks[label] for label in enclosed(world, c.id, 0.0)} for c in homes)
    return len(first & second)
