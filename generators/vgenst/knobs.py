"""Knobs of `gen vgenst`: which scenes a recipe has, their names, and refusals before any work starts."""

from collections.abc import Iterator
from itertools import islice

from ...core.deal import Deal
from ...core.errors import BadParams, near
from ...core.seeds import Seed
from ...schemas.scene import TASKS, TaskName
from ...schemas.scene_question import VARIANTS
from ...schemas.scene_recipe import SIZES, SceneRecipe, SceneSpec
from .hosts import hosted, hosts, obstacle, task
from .themes import theme

EDITIONS = {"vgenst": 100}
"""Published grids by name, with their scenes a task."""
RENDERERS = ("gl", "blender", "none")
FPS = (5, 60)


def check(recipe: SceneRecipe) -> None:
    """Refuse what cannot be honoured, saying which knob and why; raises BadParams."""
    _looks(recipe)
    if not -(2**63) <= recipe.seed < 2**63:
        raise BadParams(f"--seed {recipe.seed} does not fit 64 bits", hint="try --seed 0")
    if recipe.scene is not None:
        _alone(recipe)
        return
    if recipe.edition is not None:
        if recipe.edition not in EDITIONS:
            raise BadParams(f"there is no edition {recipe.edition[:40]!r}", hint=near(recipe.edition, EDITIONS))
        if recipe.theme is not None or recipe.tasks != TASKS:
            raise BadParams(
                f"the edition {recipe.edition} has all tasks and themes of its own",
                hint="leave out --theme and --task",
            )
    for name in recipe.tasks:
        if name not in TASKS:
            raise BadParams(f"there is no task {name[:40]!r}", hint=near(name, TASKS))
    if recipe.tasks != tuple(name for name in TASKS if name in recipe.tasks):
        raise BadParams("tasks stand in the published order, each once", hint="one of: " + ", ".join(TASKS))
    if recipe.theme is not None:
        _hosting(recipe, recipe.theme)
    elif not recipe.tasks:
        raise BadParams("neither a theme nor a task is named", hint="try --theme kitchen")
    for name in recipe.tasks or hosted(recipe.theme or ""):
        if not hosts(name):
            raise BadParams(f"no theme can host {name}", hint="`gen describe themes` lists what each hosts")
        least, usual, most, means = task(name).depth
        if recipe.depth is not None and not least <= recipe.depth <= most:
            raise BadParams(
                f"--depth {recipe.depth} is not in {least}..{most} for {name} ({means})",
                hint=f"try --depth {usual}",
            )


def _alone(recipe: SceneRecipe) -> None:
    """A scene that a person wrote fixes everything but the seed of its questions."""
    scene = recipe.scene
    assert scene is not None
    taken = {"--theme": recipe.theme, "--edition": recipe.edition, "--depth": recipe.depth}
    for name, given in taken.items():
        if given is not None:
            raise BadParams(f"{name} and --scene fix the same thing", hint=f"leave out {name}")
    if recipe.tasks:
        raise BadParams("--task and --scene fix the same thing", hint="leave out --task")
    if (recipe.size, recipe.fps) != (scene.frame, scene.fps):
        raise BadParams("the size and the rate of a scene of your own are those in it", hint="leave them out")


def _hosting(recipe: SceneRecipe, place: str) -> None:
    theme(place)
    if not recipe.tasks and not hosted(place):
        raise BadParams(f"the theme {place} hosts no task", hint="`gen describe themes` lists what each hosts")
    for name in recipe.tasks:
        if why := obstacle(name, place):
            others = ", ".join(hosts(name)[:8]) or "no theme"
            raise BadParams(
                f"the theme {place} cannot host {name}: {why}; it hosts {', '.join(hosted(place))}",
                hint=f"{name} can be set in: {others}" + (", ..." if len(hosts(name)) > 8 else ""),
            )


def _looks(recipe: SceneRecipe) -> None:
    if recipe.renderer not in RENDERERS:
        raise BadParams(f"there is no renderer {recipe.renderer[:40]!r}", hint=near(recipe.renderer, RENDERERS))
    if recipe.scene is None and recipe.size not in SIZES:
        told = ", ".join(f"{w}x{h}" for w, h in SIZES)
        raise BadParams(f"--size {recipe.size[0]}x{recipe.size[1]} is not known", hint=f"choose one of: {told}")
    if recipe.size[0] % 2 or recipe.size[1] % 2:
        raise BadParams(
            f"{recipe.size[0]}x{recipe.size[1]} cannot be encoded: both sides must be even", hint="try 480x360"
        )
    if not FPS[0] <= recipe.fps <= FPS[1]:
        raise BadParams(f"--fps {recipe.fps} is not in {FPS[0]}..{FPS[1]}", hint="try --fps 24")
    if not recipe.variants:
        raise BadParams("no variant is named", hint="choose from: " + ", ".join(VARIANTS))
    for variant in recipe.variants:
        if variant not in VARIANTS:
            raise BadParams(f"there is no variant {variant[:40]!r}", hint=near(variant, VARIANTS))
    if recipe.variants != tuple(variant for variant in VARIANTS if variant in recipe.variants):
        raise BadParams("variants stand in a fixed order, each once", hint="choose from: " + ", ".join(VARIANTS))


def identity(recipe: SceneRecipe, spec: SceneSpec) -> str:
    """The id of a scene: stable, readable, sortable; a scene of a person's own keeps its name."""
    if recipe.scene is not None:
        return recipe.scene.id
    odd = [] if recipe.size == SIZES[0] else ["{}x{}".format(*recipe.size)]
    odd += [] if recipe.fps == 24 else [f"f{recipe.fps}"]
    parts = ["vgenst", spec.task.lower(), spec.theme.replace(" ", "_"), f"d{spec.depth}", *odd]
    return "-".join([*parts, f"r{recipe.seed}", f"i{spec.index:06d}"])


def specs(recipe: SceneRecipe, start: int, count: int, limit: int | None = None) -> Iterator[SceneSpec]:
    """The scenes of a recipe: `count` indices from `start` for every task, task by task.

    An edition has its own indices; `limit` keeps the first N scenes of each task.
    """
    if recipe.scene is not None:
        if start == 0:
            yield SceneSpec(recipe.scene.task, recipe.scene.theme, 0, 0)
        return
    indices = range(start, start + count)
    if recipe.edition is not None:
        indices = range(start, min(EDITIONS[recipe.edition], start + count))
    if not recipe.tasks:
        assert recipe.theme is not None
        for index in islice(indices, limit):
            dealt = Deal(Seed(recipe.seed).at("vgenst", "task", recipe.theme), index)
            yield _spec(recipe, dealt.pick("task", hosted(recipe.theme)), index)
    for name in recipe.tasks:
        for index in islice(indices, limit):
            yield _spec(recipe, name, index)


def _spec(recipe: SceneRecipe, name: TaskName, index: int) -> SceneSpec:
    """The scene of a task at an index; without a theme it is dealt, so that each hosts as often."""
    place = recipe.theme
    if place is None:
        place = Deal(Seed(recipe.seed).at("vgenst", "theme", name), index).pick("theme", hosts(name))
    return SceneSpec(name, place, index, task(name).depth.usual if recipe.depth is None else recipe.depth)
