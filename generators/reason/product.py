"""`gen reason` as datasets see it: scripts, transcripts, six questions each, and videos of operations."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ...core.catalog import simulator, worlds
from ...core.digests import canonical
from ...core.errors import BadParams
from ...core.seeds import Seed
from ...renderers.reel import Pace
from ...renderers.render import render
from ...renderers.style import Style, pick, style
from ...schemas.manifest import Entry, ReasonManifest
from ...schemas.question import Question
from ...schemas.recipe import Recipe, Spec
from ...schemas.video import Video
from .. import product
from ..canary import canary
from . import knobs
from .make import Item, identity, make


class Product(product.Product[Recipe, Spec, Item, Entry]):
    """Videos of hidden state and visible operations."""

    name: ClassVar[str] = "reason"
    texts: ClassVar[tuple[tuple[str, str, str], ...]] = (
        ("scripts", ".json", "script"),
        ("transcripts", ".txt", "transcript"),
    )
    recipe_type: ClassVar[Any] = Recipe
    entry_type: ClassVar[Any] = Entry
    manifest_type: ClassVar[Any] = ReasonManifest
    question_type: ClassVar[Any] = Question
    video_type: ClassVar[Any] = Video
    manifest_schema: ClassVar[str] = "manifest"
    question_schema: ClassVar[str] = "question"
    pixels: ClassVar[tuple[str, ...]] = (
        "planes", "frames", "reveal", "ops", "width", "height", "style", "renderer",
    )  # fmt: skip

    def check(self, recipe: Recipe) -> None:
        knobs.check(recipe)

    def specs(self, recipe: Recipe, start: int, count: int, limit: int | None = None) -> Iterator[Spec]:
        return knobs.specs(recipe, start, count, limit)

    def index(self, spec: Spec) -> int:
        return spec.index

    def identity(self, recipe: Recipe, spec: Spec) -> str:
        return identity(recipe, spec)

    def canary(self, recipe: Recipe) -> str:
        return canary(recipe)

    def versions(self, specs: Sequence[Spec]) -> dict[str, int]:
        found = {}
        for name in sorted({spec.world for spec in specs}):
            if name not in worlds():
                raise BadParams(f"there is no world {name[:40]!r} here", hint="install the package that brings it")
            found[name] = int(simulator(name).version)
        return found

    def make(self, recipe: Recipe, spec: Spec) -> Item:
        return make(recipe, spec)

    def files(self, item: Item) -> tuple[bytes, ...]:
        return canonical(item.replay.script) + b"\n", item.transcript.encode()

    def questions(self, item: Item) -> tuple[Question, ...]:
        return item.questions

    def draw(self, recipe: Recipe, item: Item, path: Path) -> Video:
        return draw(recipe, item, path)

    def checked(
        self, recipe: Recipe, entry: Entry, texts: tuple[bytes, ...], lines: list[bytes], *, remade: bool
    ) -> Iterator[str]:
        from .checks import checked

        return checked(recipe, entry, texts, lines)


def draw(recipe: Recipe, item: Item, path: Path) -> Video:
    """Render the video of an item as the recipe says."""
    return render(
        item.replay,
        path,
        renderer=None if recipe.renderer == "auto" else recipe.renderer,
        style=look(recipe, item.spec),
        pace=pace(recipe),
        quality=recipe.quality,
    )


def pace(recipe: Recipe) -> Pace:
    """How fast and how large the videos of a recipe are."""
    return Pace(fps=recipe.fps, seconds_per_op=recipe.seconds_per_op, width=recipe.width)


def look(recipe: Recipe, spec: Spec) -> Style:
    """The style of one item: the one that is asked for, else one by seed."""
    if recipe.style != "auto":
        return style(recipe.style)
    return pick(item_seed(recipe, spec).at("style").rng())


def item_seed(recipe: Recipe, spec: Spec) -> Seed:
    """Chance for the look of one item."""
    return Seed(recipe.seed).at("reason", "look", spec.world, spec.size, spec.ops, spec.reveal, spec.index)
