"""`gen vgenst`: from a theme to 3D videos of metric scenes with proven questions."""

import os
import re
from pathlib import Path

import click

from ..core.digests import record_digest
from ..core.errors import BadParams, near
from ..core.files import read_bytes
from ..core.version import REVISION
from ..generators.vgenst.hosts import hosted, task_named
from ..generators.vgenst.knobs import EDITIONS, RENDERERS, check
from ..generators.vgenst.themes import theme as theme_named
from ..schemas.record import decode
from ..schemas.scene import TASKS, Scene, TaskName
from ..schemas.scene_question import VARIANTS, Variant
from ..schemas.scene_recipe import SceneRecipe
from .made import check_counts, given, refuse_beside, tell_made
from .progress import progress

THEME = "kitchen"
"""Of `gen vgenst` without theme and task."""


@click.command()
@click.option(
    "--theme", default=None, metavar="NAME", help=f"Where it is set: `gen describe themes`.  [default: {THEME}]"
)
@click.option(
    "--task",
    default=None,
    metavar="NAME[,NAME]|all",
    help="MC, QC, CI, CM, DE, IO, HO, VI, DS, RV, LS, BT; all makes one scene for each that the theme hosts.  "
    "[default: one that the theme hosts, by seed]",
)
@click.option(
    "--edition",
    default=None,
    metavar="NAME",
    help="A whole published grid: " + ", ".join(EDITIONS) + " (12 tasks x 100 themes).",
)
@click.option(
    "--scene",
    "scene_file",
    type=click.Path(path_type=Path),
    default=None,
    metavar="FILE",
    help="Film and question a scene of your own (schema: `gen describe schemas scene`).",
)
@click.option("--depth", type=int, default=None, help="Containers, actions, turns ...: `gen describe tasks`.")
@click.option("--count", type=int, default=1, show_default=True, help="Indices to make for each task.")
@click.option("--start", type=int, default=0, show_default=True, help="First index.")
@click.option("--limit", type=int, default=None, help="At most so many scenes of each task.")
@click.option("--seed", type=int, default=0, show_default=True, help="Root of all chance.")
@click.option(
    "--variants", default="all", show_default=True, metavar="NAME[,NAME]|all", help=", ".join(VARIANTS) + "."
)
@click.option(
    "--renderer",
    default="gl",
    show_default=True,
    metavar="NAME",
    help="gl, blender, or none for everything but video.",
)
@click.option("--size", default="480x360", show_default=True, metavar="WxH", help="Picture: 480x360 or 640x360.")
@click.option("--fps", type=int, default=24, show_default=True, help="Frames a second.")
@click.option("--lossless", is_flag=True, help="Encode without loss of the planes.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=None,
    help="Output folder.  [default: out/vgenst-... named by the recipe]",
)
@click.option("--workers", type=int, default=None, help="Processes.  [default: processors]")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def vgenst(
    theme: str | None, task: str | None, edition: str | None, scene_file: Path | None, depth: int | None,
    count: int, start: int, limit: int | None, seed: int, variants: str, renderer: str, size: str, fps: int,
    lossless: bool, out: Path | None, workers: int | None, as_json: bool, quiet: bool,
) -> None:  # fmt: skip
    """Make 3D videos of metric scenes, with proven questions of thirteen types in four variants.

    \b
    gen vgenst --theme kitchen
    gen vgenst --theme castle --task all --seed 7 --out castle
    gen vgenst --edition vgenst --limit 5 --out vgenst5
    gen vgenst --scene mine.json
    """
    from ..generators.dataset import write

    check_counts(count, start, limit, workers)
    if edition is not None:
        if edition not in EDITIONS:
            raise BadParams(f"there is no edition {edition[:40]!r}", hint=near(edition, EDITIONS))
        refuse_beside(f"--edition {edition}", given("theme", "task", "depth"))
        if scene_file is not None:
            raise BadParams(f"--scene and --edition {edition} fix the same thing", hint="leave out one of them")
        if given("count"):
            raise BadParams(
                "--count has no meaning for an edition", hint="use --limit for the first N of each task"
            )
        count = EDITIONS[edition]
        if start >= count:
            raise BadParams(f"--start {start} is not in 0..{count - 1} for an edition", hint="try --start 0")
    scene = None
    if scene_file is not None:
        refuse_beside("--scene", given("theme", "task", "depth", "count", "start", "limit", "size", "fps"))
        scene = decode(read_bytes(scene_file, 1 << 24), Scene, source=str(scene_file))
    place = theme.replace("_", " ").strip().lower() if theme is not None else None
    if place is None and task is None and edition is None and scene is None:
        place = THEME
    recipe = SceneRecipe(
        product="vgenst",
        revision=REVISION,
        seed=seed,
        tasks=_tasks(task, place, edition),
        theme=place,
        edition=edition,
        depth=depth,
        scene=scene,
        renderer=_known("renderer", renderer, RENDERERS),
        size=_size(size) if scene is None else scene.frame,
        fps=fps if scene is None else scene.fps,
        variants=_variants(variants),
        quality="lossless" if lossless else "standard",
    )
    check(recipe)
    if renderer != "none":
        from ..renderers.film import painter
        from ..renderers.video import encoder

        # A part that is missing is told before any work.
        encoder()
        painter(renderer)
    folder = out if out is not None else Path("out") / _slug(recipe)
    with progress("videos" if renderer != "none" else "scenes", quiet=quiet or as_json) as told:
        manifest = write(
            recipe,
            folder,
            start=start,
            count=count,
            limit=limit,
            workers=workers or os.cpu_count() or 1,
            told=told,
        )
    noun = "video" if renderer != "none" else "scene"
    tell_made(manifest, folder, "scenes", noun, as_json=as_json, quiet=quiet)


def _tasks(words: str | None, place: str | None, edition: str | None) -> tuple[TaskName, ...]:
    """The tasks that are asked for, in the published order; none for one an index by seed."""
    if place is not None:
        theme_named(place)
    if edition is not None:
        return TASKS
    if words is None:
        return ()
    if words.strip().lower() == "all":
        return TASKS if place is None else hosted(place)
    named = {task_named(word) for word in words.split(",") if word.strip()}
    if not named:
        raise BadParams("no task is named", hint="try --task all")
    return tuple(name for name in TASKS if name in named)


def _variants(words: str) -> tuple[Variant, ...]:
    """The variants that are asked for, in their fixed order."""
    if words.strip().lower() == "all":
        return VARIANTS
    named = [_known("variant", word.strip(), VARIANTS) for word in words.split(",") if word.strip()]
    return tuple(variant for variant in VARIANTS if variant in named)


def _known(what: str, word: str, known: tuple[str, ...]) -> str:
    if word not in known:
        raise BadParams(f"there is no {what} {word[:40]!r}", hint=near(word, known))
    return word


def _size(word: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", word.strip().lower())
    if match is None:
        raise BadParams(f"--size {word[:40]!r} is not of the form 480x360", hint="try --size 480x360")
    return int(match[1]), int(match[2])


def _slug(recipe: SceneRecipe) -> str:
    """Name of the default folder: readable, and one for each recipe."""
    if recipe.scene is not None:
        what = recipe.scene.id
    elif recipe.edition is not None:
        what = recipe.edition
    else:
        tasks = recipe.tasks
        word = "any" if not tasks else "all" if len(tasks) > 2 else "-".join(tasks).lower()
        what = f"{(recipe.theme or 'themes').replace(' ', '_')}-{word}"
    return f"vgenst-{what}-r{recipe.seed}-{record_digest(recipe)[:6]}"
