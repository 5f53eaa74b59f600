"""`gen reason`: from a seed to a dataset of videos, questions and proofs."""

import os
import re
from pathlib import Path

import click

from ..core.catalog import ours, worlds
from ..core.digests import record_digest
from ..core.errors import BadParams, near
from ..core.version import REVISION
from ..generators.reason.knobs import EDITIONS, LEVELS, MOST_OPS, check
from ..renderers.render import backend_names
from ..schemas.recipe import Recipe
from .made import check_counts, tell_made
from .notes import note_broken
from .progress import progress


class Band(click.ParamType):  # type: ignore[type-arg]
    """One whole number, or two with a dash: `10` or `5-14`."""

    name = "N|N-M"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(-?[0-9]{1,9})(?:(?:-|\.\.)([0-9]{1,9}))?", str(value).strip())
        if match is None:
            self.fail(f"{str(value)[:40]!r} is not a whole number or a band like 5-14", param, ctx)
        low = int(match[1])
        return low, int(match[2]) if match[2] else low


@click.command()
@click.option(
    "--category",
    "-c",
    default="number",
    show_default=True,
    metavar="NAME[,NAME]|all",
    help="World or worlds to make.",
)
@click.option(
    "--ops",
    type=Band(),
    default=None,
    help=f"Operations a script, 1..{MOST_OPS}; a band draws one for each.  [default: 10]",
)
@click.option(
    "--size", type=int, default=None, help="Side of the board or number of containers.  [default: the world's own]"
)
@click.option(
    "--reveal",
    default="start",
    show_default=True,
    metavar="start|end|both",
    help="When the hidden state can be seen; both makes two videos an index.",
)
@click.option("--paired", is_flag=True, help="With --reveal both: one script for the two videos of an index.")
@click.option(
    "--level",
    default=None,
    metavar="NAME",
    help="Preset of size, operations and plan length: " + ", ".join(LEVELS) + ".",
)
@click.option(
    "--edition",
    default=None,
    metavar="NAME",
    help="A whole published grid: " + ", ".join(EDITIONS) + " (6 worlds x 2 sizes x 10 lengths x 2 reveals).",
)
@click.option("--count", type=int, default=1, show_default=True, help="Indices to make for each world.")
@click.option("--start", type=int, default=0, show_default=True, help="First index.")
@click.option("--limit", type=int, default=None, help="At most so many videos of each world.")
@click.option("--seed", type=int, default=0, show_default=True, help="Root of all chance.")
@click.option(
    "--idle",
    type=float,
    default=0.0,
    show_default=True,
    help="Share of operations that change nothing hidden, to the nearest one, e.g. 0.2.",
)
@click.option(
    "--undo",
    type=float,
    default=0.0,
    show_default=True,
    help="Share of neighbouring pairs in which the second takes back the first, to the nearest one.",
)
@click.option(
    "--plan",
    type=Band(),
    default=None,
    help="Shortest plan length of Predict Operation, e.g. 3-5.  [default: the world's own]",
)
@click.option(
    "--hypothetical", type=Band(), default=None, help="Imagined operations of Predict State.  [default: 3-5]"
)
@click.option(
    "--renderer",
    default="auto",
    show_default=True,
    metavar="NAME",
    help=f"auto, {', '.join(backend_names())}, or none for everything but video.",
)
@click.option("--style", default="auto", show_default=True, metavar="NAME", help="Look; auto picks one by seed.")
@click.option("--fps", type=int, default=25, show_default=True, help="Frames a second.")
@click.option(
    "--seconds-per-op", type=float, default=2.5, show_default=True, help="Motion and rest of an operation."
)
@click.option("--width", type=int, default=None, help="Pixels, even.  [default: 480 or 640]")
@click.option("--lossless", is_flag=True, help="Encode without loss of the planes.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=None,
    help="Output folder.  [default: out/reason-... named by the recipe]",
)
@click.option("--workers", type=int, default=None, help="Processes.  [default: processors]")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def reason(
    category: str, ops: tuple[int, int] | None, size: int | None, reveal: str, paired: bool,
    level: str | None, edition: str | None, count: int, start: int, limit: int | None, seed: int,
    idle: float, undo: float, plan: tuple[int, int] | None, hypothetical: tuple[int, int] | None,
    renderer: str, style: str, fps: int, seconds_per_op: float, width: int | None, lossless: bool,
    out: Path | None, workers: int | None, as_json: bool, quiet: bool,
) -> None:  # fmt: skip
    """Make videos of hidden state and visible operations, with six proven questions each.

    \b
    gen reason --category number --ops 10
    gen reason --category all --level hard --count 20 --seed 7 --out hard7
    gen reason --edition vrb --out vrb
    """
    from ..generators.dataset import write

    if reveal not in ("start", "end", "both"):
        raise BadParams(f"--reveal {reveal[:40]!r} is not known", hint=near(reveal, ("start", "end", "both")))
    check_counts(count, start, limit, workers)
    if level is not None and level not in LEVELS:
        raise BadParams(f"there is no level {level[:40]!r}", hint=near(level, LEVELS))
    if edition is not None and edition not in EDITIONS:
        raise BadParams(f"there is no edition {edition[:40]!r}", hint=near(edition, EDITIONS))
    if edition is not None:
        taken = {"--ops": ops, "--size": size, "--level": level}
        for name, given in taken.items():
            if given is not None:
                raise BadParams(f"{name} and --edition {edition} fix the same thing", hint=f"leave out {name}")
        explicit = click.get_current_context().get_parameter_source
        if explicit("count") is not click.core.ParameterSource.DEFAULT:
            raise BadParams(
                "--count has no meaning for an edition", hint="use --limit for the first N of each world"
            )
        category = category if explicit("category") is not click.core.ParameterSource.DEFAULT else "all"
        if explicit("reveal") is click.core.ParameterSource.DEFAULT:
            reveal = "both"
    if category == "all" and not quiet:
        note_broken()
    preset = LEVELS[level] if level is not None else None
    # A published grid is the same whatever other packages are installed.
    every = tuple(name for name in worlds() if edition is None or ours(name))
    names = every if category == "all" else tuple(sorted({n.strip() for n in category.split(",") if n.strip()}))
    recipe = Recipe(
        product="reason",
        revision=REVISION,
        seed=seed,
        categories=tuple(sorted(names)),
        size=size,
        ops=ops or (EDITIONS[edition] if edition else preset.ops if preset else (10, 10)),
        reveal="both" if reveal == "both" else "end" if reveal == "end" else "start",
        paired=paired,
        idle=idle,
        undo=undo,
        plan=plan,
        hypothetical=hypothetical or (preset.hypothetical if preset else (3, 5)),
        level=level,
        edition=edition,
        renderer=renderer,
        style=style,
        fps=fps,
        seconds_per_op=seconds_per_op,
        width=width,
        quality="lossless" if lossless else "standard",
    )
    check(recipe)
    folder = out if out is not None else Path("out") / _slug(recipe)
    with progress("videos" if renderer != "none" else "items", quiet=quiet or as_json) as told:
        manifest = write(
            recipe,
            folder,
            start=start,
            count=count,
            limit=limit,
            workers=workers or os.cpu_count() or 1,
            told=told,
        )
    noun = "video" if renderer != "none" else "script"
    tell_made(manifest, folder, "scripts", noun, as_json=as_json, quiet=quiet)


def _slug(recipe: Recipe) -> str:
    """Name of the default folder: readable, and one for each recipe."""
    what = recipe.edition or recipe.level or ("all" if len(recipe.categories) > 2 else "-".join(recipe.categories))
    return f"reason-{what}-op{recipe.ops[0]}-r{recipe.seed}-{record_digest(recipe)[:6]}"
