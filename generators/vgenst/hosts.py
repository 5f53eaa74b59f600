"""The twelve tasks, and which themes can host them."""

from functools import cache
from importlib import import_module

from ...core.errors import BadParams, near
from ...qa.vgenst.base import an
from ...schemas.scene import TASKS, TaskName
from .task import Task
from .themes import theme, themes


@cache
def task(name: TaskName) -> Task:
    """The one instance of a task: class `Task` of `generators/vgenst/tasks/NAME.py`."""
    made: Task = import_module(f"{__package__}.tasks.{name.lower()}").Task()
    return made


def task_named(word: str) -> TaskName:
    """A task's name from what a person typed: `mc`, or the published code `MC_F_EGO_STA`.

    Raises BadParams, with near matches, for any other word.
    """
    upper = word.strip().upper()
    for name in TASKS:
        if upper == name or (upper.startswith(f"{name}_") and upper == task(name).code):
            return name
    raise BadParams(f"there is no task {word[:40]!r}", hint=near(upper, TASKS))


def obstacle(name: TaskName, place: str) -> str | None:
    """Why a theme cannot host a task; None if it can."""
    wanted, found = task(name).settings, theme(place)
    if not any(setting in found.settings for setting in wanted):
        stages = " or ".join(an(setting) for setting in wanted)
        return f"it needs {stages} stage, and this theme has {', '.join(found.settings) or 'none'}"
    return task(name).lacks(found)


@cache
def hosts(name: TaskName) -> tuple[str, ...]:
    """The themes that can host a task, in alphabetical order."""
    return tuple(place for place in themes() if obstacle(name, place) is None)


@cache
def hosted(place: str) -> tuple[TaskName, ...]:
    """The tasks that a theme can host, in the published order."""
    return tuple(name for name in TASKS if obstacle(name, place) is None)
