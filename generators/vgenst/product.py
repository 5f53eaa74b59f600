"""`gen vgenst` as datasets see it: scenes, graphs, transcripts, questions in their variants, and films."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ...core.digests import canonical
from ...core.errors import BadParams, near
from ...schemas.film import Film
from ...schemas.manifest import SceneEntry, SceneManifest
from ...schemas.scene import TASKS
from ...schemas.scene_question import SceneQuestion
from ...schemas.scene_recipe import SceneRecipe, SceneSpec
from .. import product
from ..canary import canary
from . import knobs
from .make import SceneItem, from_scene, make_item, sound
from .themes import theme

RULES_VERSION = 1
"""Of the form of scenes, and so of every task's rules: `Scene.version`."""


class Product(product.Product[SceneRecipe, SceneSpec, SceneItem, SceneEntry]):
    """Metric scenes of the twelve tasks."""

    name: ClassVar[str] = "vgenst"
    texts: ClassVar[tuple[tuple[str, str, str], ...]] = (
        ("scenes", ".json", "scene"),
        ("graphs", ".json", "graph"),
        ("transcripts", ".txt", "transcript"),
    )
    recipe_type: ClassVar[Any] = SceneRecipe
    entry_type: ClassVar[Any] = SceneEntry
    manifest_type: ClassVar[Any] = SceneManifest
    question_type: ClassVar[Any] = SceneQuestion
    video_type: ClassVar[Any] = Film
    manifest_schema: ClassVar[str] = "scene-manifest"
    question_schema: ClassVar[str] = "scene-question"
    pixels: ClassVar[tuple[str, ...]] = ("planes", "frames", "fps", "width", "height", "renderer")

    def check(self, recipe: SceneRecipe) -> None:
        knobs.check(recipe)
        if recipe.scene is not None:
            sound(recipe.scene)

    def specs(self, recipe: SceneRecipe, start: int, count: int, limit: int | None = None) -> Iterator[SceneSpec]:
        return knobs.specs(recipe, start, count, limit)

    def index(self, spec: SceneSpec) -> int:
        return spec.index

    def identity(self, recipe: SceneRecipe, spec: SceneSpec) -> str:
        return knobs.identity(recipe, spec)

    def canary(self, recipe: SceneRecipe) -> str:
        return canary(recipe)

    def versions(self, specs: Sequence[SceneSpec]) -> dict[str, int]:
        found: dict[str, int] = {}
        for name in sorted({spec.task for spec in specs}):
            if name not in TASKS:
                raise BadParams(f"there is no task {name[:40]!r}", hint=near(name, TASKS))
            found[name] = RULES_VERSION
        return found

    def make(self, recipe: SceneRecipe, spec: SceneSpec) -> SceneItem:
        return make(recipe, spec)

    def files(self, item: SceneItem) -> tuple[bytes, ...]:
        from .graph import graph

        return (
            canonical(item.scene) + b"\n",
            canonical(graph(item.world, item.case)) + b"\n",
            item.transcript.encode(),
        )

    def questions(self, item: SceneItem) -> tuple[SceneQuestion, ...]:
        return item.questions

    def draw(self, recipe: SceneRecipe, item: SceneItem, path: Path) -> Film:
        from ...renderers.film import film

        return film(item.scene, path, renderer=recipe.renderer, quality=recipe.quality)

    def checked(
        self, recipe: SceneRecipe, entry: SceneEntry, texts: tuple[bytes, ...], lines: list[bytes], *, remade: bool
    ) -> Iterator[str]:
        from .checks import checked

        return checked(recipe, entry, texts, lines, remade=remade)


def make(recipe: SceneRecipe, spec: SceneSpec) -> SceneItem:
    """The item of a spec; the same whatever else is made beside it."""
    if recipe.scene is not None:
        return from_scene(recipe.scene, seed=recipe.seed, canary=canary(recipe), variants=recipe.variants)
    return make_item(
        spec.task,
        theme(spec.theme),
        spec.index,
        id=knobs.identity(recipe, spec),
        seed=recipe.seed,
        depth=spec.depth,
        frame=recipe.size,
        fps=recipe.fps,
        canary=canary(recipe),
        variants=recipe.variants,
    )
