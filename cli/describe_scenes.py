"""What `gen describe` tells of `gen vgenst`: themes, tasks, question types, shapes."""

from ..generators.vgenst.hosts import hosted, hosts, task
from ..generators.vgenst.rules import RULES
from ..generators.vgenst.themes import themes
from ..schemas.scene import TASKS
from ..schemas.scene_question import LEVEL, QUESTION_TYPES, types_of
from ..schemas.vocabulary import CATEGORIES

_ASKS = {
    "OE": "what there is, and what there is not",
    "OA": "a colour, a material or another look",
    "FL": "where in the picture something is",
    "IT": "which thing is which after a while",
    "AR": "what is done, by whom, to what",
    "OC": "how many",
    "TO": "what comes first, and in which order",
    "CM": "how the camera moves",
    "SL": "how things lie to each other",
    "PT": "how it is seen from another place",
    "CR": "what would be if one thing were otherwise",
    "PR": "what will be if it goes on",
    "MT": "a distance, size, speed, angle, time or number over time",
}


def rows(topic: str) -> list[tuple[object, ...]]:
    """The table of one topic."""
    if topic == "themes":
        return [
            (name, theme.family, ", ".join(theme.settings), " ".join(hosted(name)))
            for name, theme in themes().items()
        ]
    if topic == "tasks":
        return [_task(number) for number in range(len(TASKS))]
    if topic == "rules":
        own = [(rule.name, name) for name in TASKS for rule in task(name).rules]
        return [*((rule.name, "every scene") for rule in RULES), *own]
    if topic == "types":
        return [
            (kind, LEVEL[kind], _ASKS[kind], " ".join(name for name in TASKS if kind in types_of(name)))
            for kind in QUESTION_TYPES
        ]
    return [
        (
            name,
            kind.parent,
            "{:g} x {:g} x {:g}".format(*kind.size),
            ", ".join(kind.uses),
            ", ".join(kind.variants),
        )
        for name, kind in CATEGORIES.items()
    ]


def _task(number: int) -> tuple[object, ...]:
    one = task(TASKS[number])
    least, usual, most, means = one.depth
    depth = f"{least}..{most} {means}, usually {usual}"
    return one.name, one.code, one.title, depth, len(hosts(one.name)), len(one.cycle), len(one.rules)
