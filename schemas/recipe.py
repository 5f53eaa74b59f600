"""The recipe of a dataset: everything but which indices were made, so that slices add up."""

from typing import Literal

from .record import Record


class Recipe(Record, frozen=True):
    """What `gen reason` was asked for. Two runs with equal recipes fill one dataset."""

    product: Literal["reason"]
    revision: int
    """Revision of the generator (core/version.py): equal recipes of one revision give equal bytes."""
    seed: int
    """Root of all chance; zero is a seed like any other."""
    categories: tuple[str, ...]
    """Worlds, in alphabetical order."""
    size: int | None
    """Side of the board or number of containers; None for each world's own."""
    ops: tuple[int, int]
    """Band of operations a script, both ends included; drawn for each index."""
    reveal: Literal["start", "end", "both"]
    paired: bool
    """Whether start and end videos of one index share a script."""
    idle: float
    """Share of operations that change nothing hidden."""
    undo: float
    """Share of neighbouring pairs of operations in which the second takes back the first."""
    plan: tuple[int, int] | None
    """Band of shortest plan lengths of Predict Operation; None for each world's own."""
    hypothetical: tuple[int, int]
    """Band of lengths of imagined operations in Predict State."""
    level: str | None
    """Preset that sizes and operations came from."""
    edition: str | None
    """Published grid that this is, for example vrb."""
    renderer: str
    """matplotlib, terminal, none, or auto for each world's own."""
    style: str
    """Name of a style, or auto for one by seed."""
    fps: int
    """Frames a second."""
    seconds_per_op: float
    width: int | None
    """Pixels, even; None for each view's natural width."""
    quality: Literal["standard", "lossless"]
    """x264 at constant rate factor 18, or at quantiser 0."""


class Spec(Record, frozen=True):
    """One video of a recipe: all that `make` needs."""

    world: str
    size: int
    ops: int
    reveal: Literal["start", "end"]
    index: int
