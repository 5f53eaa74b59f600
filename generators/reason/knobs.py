"""Knobs of `gen reason`: presets, the published grid, and refusals before any work starts."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...core.catalog import broken, simulator, view, worlds
from ...core.errors import BadParams, near
from ...core.seeds import Seed
from ...qa.reason.base import Wanted
from ...renderers.reel import Pace
from ...renderers.render import backend, backend_names
from ...renderers.style import style
from ...schemas.recipe import Recipe, Spec
from ...simulators.base import Simulator

MOST_OPS = 60
MOST_HYPOTHETICAL = 12


class Level(NamedTuple):
    """A preset of honest difficulty."""

    boards: tuple[int, ...]
    """Sides of boards to draw from."""
    containers: tuple[int, ...]
    """Numbers of containers to draw from."""
    ops: tuple[int, int]
    hypothetical: tuple[int, int]
    longer: int
    """Operations added to each world's band of plan lengths."""


LEVELS = {
    "easy": Level((3,), (1,), (5, 9), (3, 4), 0),
    "medium": Level((4,), (2,), (10, 14), (3, 5), 0),
    "hard": Level((4, 5), (2, 3), (15, 19), (4, 6), 1),
    "extreme": Level((5, 6), (3, 4), (20, 29), (5, 8), 2),
}
"""Published models fall from 26-69 % at 5-9 operations to 0-52 % at 20-29 (arXiv 2505.23359, scaling)."""

EDITIONS = {"vrb": (5, 14)}
"""Published grids by name, with their band of operations."""


def check(recipe: Recipe) -> None:
    """Refuse what cannot be honoured, saying which knob and why; raises BadParams."""
    _ranges(recipe)
    _looks(recipe)
    for world in recipe.categories:
        sim = simulator(world)
        if recipe.size is not None and recipe.size not in sim.sizes:
            low, high = sim.sizes[0], sim.sizes[-1]
            raise BadParams(
                f"--size {recipe.size} is not in {low}..{high} for {world} ({sim.size_word})",
                hint=f"try --size {sim.default_size}",
            )
        if recipe.idle and not sim.can_idle:
            raise BadParams(
                f"--idle {recipe.idle:g} cannot be honoured in {world}: {sim.why_not['idle']}",
                hint="use --idle 0, or one of: " + ", ".join(w for w in worlds() if simulator(w).can_idle),
            )
        if recipe.undo and not sim.can_undo:
            raise BadParams(
                f"--undo {recipe.undo:g} cannot be honoured in {world}: {sim.why_not['undo']}",
                hint="use --undo 0, or one of: " + ", ".join(w for w in worlds() if simulator(w).can_undo),
            )
        if recipe.plan is not None:
            for size in sizes(recipe, world):
                least, most = sim.plan_least(size), sim.plan_most(size)
                if recipe.plan[0] < least or recipe.plan[1] > most:
                    low, high = recipe.plan
                    raise BadParams(
                        f"--plan {low}-{high} cannot be honoured in {world} of size {size}: shortest plans "
                        f"have {least} to {most} operations",
                        hint=f"try --plan {least}-{most}",
                    )


def _ranges(recipe: Recipe) -> None:
    if not recipe.categories:
        raise BadParams("no category is named", hint="try --category all")
    for category in recipe.categories:
        # A broken world is refused, with the reason, where it is loaded.
        if category not in (*worlds(), *broken()):
            raise BadParams(f"there is no category {category[:40]!r}", hint=near(category, worlds()))
    _band("--ops", recipe.ops, 1, MOST_OPS)
    _band("--hypothetical", recipe.hypothetical, 1, MOST_HYPOTHETICAL)
    if recipe.plan is not None:
        _band("--plan", recipe.plan, 1, 12)
    for name, share in (("--idle", recipe.idle), ("--undo", recipe.undo)):
        if not 0 <= share <= 1:
            raise BadParams(f"{name} {share:g} is not in 0..1", hint=f"try {name} 0.2")
    for ops in range(recipe.ops[0], recipe.ops[1] + 1):
        idle, undo = shares(recipe, ops)
        for name, share, count in (("--idle", recipe.idle, idle), ("--undo", recipe.undo, undo)):
            if share and not count:
                raise BadParams(
                    f"{name} {share:g} of {ops} operations is less than half an operation, and would be none",
                    hint=f"try {name} {1 / ops:.2g} or more, or {name} 0",
                )
        # The first operation of a run of take-backs is free; idle ones and the rest must fit beside it.
        if recipe.undo and recipe.idle and undo + idle > ops:
            raise BadParams(
                f"--idle {recipe.idle:g} and --undo {recipe.undo:g} do not fit together in {ops} operations",
                hint="lower one of them",
            )
    if recipe.paired and recipe.reveal != "both":
        raise BadParams("--paired needs both reveals", hint="add --reveal both")
    if recipe.level is not None and recipe.level not in LEVELS:
        raise BadParams(f"there is no level {recipe.level[:40]!r}", hint=near(recipe.level, LEVELS))
    if recipe.edition is not None and recipe.edition not in EDITIONS:
        raise BadParams(f"there is no edition {recipe.edition[:40]!r}", hint=near(recipe.edition, EDITIONS))
    if not -(2**63) <= recipe.seed < 2**63:
        raise BadParams(f"--seed {recipe.seed} does not fit 64 bits", hint="try --seed 0")


def _looks(recipe: Recipe) -> None:
    """Refuse renderers and styles that are unknown or do not draw a world, and paces out of range."""
    if recipe.renderer not in ("auto", "none", *backend_names()):
        raise BadParams(
            f"there is no renderer {recipe.renderer[:40]!r}",
            hint=near(recipe.renderer, ("auto", "none", *backend_names())),
        )
    if recipe.style != "auto":
        style(recipe.style)
    Pace(fps=recipe.fps, seconds_per_op=recipe.seconds_per_op, width=recipe.width).check()
    for world in recipe.categories if recipe.renderer not in ("auto", "none") else ():
        if not backend(recipe.renderer).draws(view(world)):
            raise BadParams(
                f"--renderer {recipe.renderer} does not draw {world}",
                hint=f"it draws {_drawn(recipe.renderer)}; use --renderer auto, {view(world).renderer} or none",
            )


def _drawn(renderer: str) -> str:
    """The worlds that a renderer draws, listed."""
    return ", ".join(name for name in worlds() if backend(renderer).draws(view(name)))


def _band(name: str, band: tuple[int, int], least: int, most: int) -> None:
    low, high = band
    if low > high:
        raise BadParams(f"{name} {low}-{high} runs backwards", hint=f"try {name} {high}-{low}")
    if low < least or high > most:
        shown = f"{low}" if low == high else f"{low}-{high}"
        raise BadParams(f"{name} {shown} is not in {least}..{most}", hint=f"try {name} {min(10, most)}")


def shares(recipe: Recipe, ops: int) -> tuple[int, int]:
    """How many of `ops` operations are idle, and how many pairs take back: to the nearest whole one."""
    return int(recipe.idle * ops + 0.5), int(recipe.undo * (ops - 1) + 0.5)


def is_board(world: str) -> bool:
    """Whether size counts cells a side (and not containers)."""
    return bool(simulator(world).sizes[0] >= 2)


def sizes(recipe: Recipe, world: str) -> tuple[int, ...]:
    """The sizes that a world's scripts are drawn from."""
    if recipe.size is not None:
        return (recipe.size,)
    if recipe.edition is not None:
        return tuple(simulator(world).editions)
    if recipe.level is not None:
        preset = LEVELS[recipe.level]
        wanted = preset.boards if is_board(world) else preset.containers
        known = simulator(world).sizes
        return tuple(dict.fromkeys(min(max(s, known[0]), known[-1]) for s in wanted))
    return (simulator(world).default_size,)


def wanted(recipe: Recipe, spec: Spec) -> Wanted:
    """What the questions of one script should be like."""
    sim = simulator(spec.world)
    if recipe.plan is not None:
        return Wanted(recipe.plan, recipe.hypothetical)
    longer = LEVELS[recipe.level].longer if recipe.level is not None else 0
    return Wanted(plan_band(sim, spec.size, longer), recipe.hypothetical)


def plan_band(sim: Simulator[Any, Any], size: int, longer: int = 0) -> tuple[int, int]:
    """The world's own band of plan lengths, as far as boards of this size allow."""
    least, most = sim.plan_least(size), sim.plan_most(size)
    low, high = (min(most, max(least, n + longer)) for n in sim.plan_band)
    return low, high


def reveals(recipe: Recipe) -> tuple[str, ...]:
    """The reveals of every index."""
    return ("start", "end") if recipe.reveal == "both" else (recipe.reveal,)


def specs(recipe: Recipe, start: int, count: int, limit: int | None = None) -> Iterator[Spec]:
    """The videos of a recipe: `count` indices from `start` for every world, in order of id.

    For an edition every cell of its grid counts as one video at index `start`; `limit` keeps the first
    N videos of each world.
    """
    for world in recipe.categories:
        found = _edition(recipe, world, start) if recipe.edition else _indices(recipe, world, start, count)
        for number, spec in enumerate(found):
            if limit is not None and number >= limit:
                break
            yield spec


def _edition(recipe: Recipe, world: str, index: int) -> Iterator[Spec]:
    for size in sizes(recipe, world):
        for ops in range(recipe.ops[0], recipe.ops[1] + 1):
            for reveal in reveals(recipe):
                yield Spec(world, size, ops, "start" if reveal == "start" else "end", index)


def _indices(recipe: Recipe, world: str, start: int, count: int) -> Iterator[Spec]:
    for index in range(start, start + count):
        rng = Seed(recipe.seed).at("reason", "spec", world, index).rng()
        size = rng.choice(sizes(recipe, world))
        ops = rng.between(*recipe.ops)
        for reveal in reveals(recipe):
            yield Spec(world, size, ops, "start" if reveal == "start" else "end", index)
