"""The questions of the twelve tasks, found by file name."""

from functools import cache
from importlib import import_module

from ...schemas.scene import TaskName
from .base import Questions


@cache
def questions(task: TaskName) -> Questions:
    """The one instance of a task's questions: class `Questions` of `qa/vgenst/TASK.py`."""
    made: Questions = import_module(f"{__package__}.{task.lower()}").Questions()
    return made
