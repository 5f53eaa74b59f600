"""The recipe of a dataset of metric scenes: everything but which indices were made."""

from typing import Annotated, Literal

import msgspec

from .record import Record
from .scene import Scene, TaskName
from .scene_question import Variant

SIZES: tuple[tuple[int, int], ...] = ((480, 360), (640, 360))
"""Pictures that scenes are composed for: width and height, pixels."""


class SceneRecipe(Record, frozen=True, kw_only=True):
    """What `gen vgenst` was asked for. Two runs with equal recipes fill one dataset."""

    product: Literal["vgenst"]
    revision: int
    """Revision of the generator (core/version.py): equal recipes of one revision give equal bytes."""
    seed: int
    """Root of all chance; zero is a seed like any other."""
    tasks: tuple[TaskName, ...]
    """Tasks that every index is made for, in the published order; none: one an index, dealt by seed."""
    theme: str | None
    """The theme of every scene; None for one an index, dealt over all that host the task."""
    edition: str | None
    """Published grid that this is, for example vgenst."""
    depth: int | None
    """The depth knob of every task; None for each task's usual one."""
    scene: Scene | None
    """A scene that a person wrote, which is then the only one; None for sampled ones."""
    renderer: str
    """gl, blender, or none for everything but video."""
    size: tuple[int, int]
    """Width and height of the picture, pixels."""
    fps: Annotated[int, msgspec.Meta(ge=5, le=60)]
    """Frames a second."""
    variants: tuple[Variant, ...]
    """Variants of every question, in the order of `VARIANTS`."""
    quality: Literal["standard", "lossless"]
    """x264 at constant rate factor 18, or at quantiser 0."""


class SceneSpec(Record, frozen=True):
    """One scene of a recipe: all that `make` needs beside it."""

    task: TaskName
    theme: str
    index: int
    """Place in the task's deals: which case, which side, which letter."""
    depth: int
