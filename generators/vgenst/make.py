"""One item of `gen vgenst`: from a place in the tree of chance to a scene with its proven questions."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.deal import Deal
from ...core.digests import canonical
from ...core.errors import BadFile, BadParams, CheckFailed
from ...core.seeds import Seed
from ...qa.vgenst import build
from ...qa.vgenst.base import NoQuestion, World
from ...qa.vgenst.catalog import questions as questions_of
from ...renderers.cast import sight as seen
from ...renderers.scene_transcript import transcript as told
from ...schemas.record import decode
from ...schemas.scene import Scene, TaskName
from ...schemas.scene_question import VARIANTS, SceneQuestion, Variant
from ...schemas.sight import Sight
from ...schemas.theme import Theme
from .hosts import task as task_of
from .oneframe import proof
from .rules import RULES
from .task import Order, Reject, Task

ATTEMPTS = 60
"""Scenes drawn with the deals of an item until one keeps every rule and fills every cell."""
HANDS = 3
"""Deals an item may be given, should none of the scenes of one do: a whole edition must not fail by one item."""
ELSEWHERE = 1_000_003
"""How far away in the index another hand is taken from."""


class Broken(Exception):
    """A scene breaks a rule; its arguments are the rule's name and what is wrong."""


@dataclass(frozen=True)
class SceneItem:
    """A scene with everything derived from it."""

    world: World
    questions: tuple[SceneQuestion, ...]
    case: dict[str, str | int]
    """The entry of the task's cycle; empty for a scene that a person wrote."""
    attempts: int
    """Scenes drawn, this one included."""
    reasons: dict[str, int] = field(default_factory=dict)
    """Why the others were not kept, counted."""
    dropped: dict[str, str] = field(default_factory=dict)
    """Question types that a person's scene cannot be asked, with the reason."""

    @property
    def id(self) -> str:
        """Of the scene."""
        return self.world.scene.id

    @property
    def scene(self) -> Scene:
        """What everything is derived from."""
        return self.world.scene

    @property
    def sight(self) -> Sight:
        """What can be seen of each thing."""
        assert self.world.sight is not None
        return self.world.sight

    @property
    def transcript(self) -> str:
        """What a perfect viewer sees, in words."""
        return told(self.world.time, self.sight)

    @property
    def truth(self) -> dict[str, Any]:
        """The published ground-truth fields of the task."""
        return dict(task_of(self.scene.task).truth(self.world))


def task_seed(seed: int, task: TaskName) -> Seed:
    """Where the balanced deals of a task's items come from; the theme has no part in it."""
    return Seed(seed).at("vgenst", task)


def make_item(
    name: TaskName,
    theme: Theme,
    index: int,
    *,
    id: str,
    seed: int,
    depth: int | None = None,
    frame: tuple[int, int] = (480, 360),
    fps: int = 24,
    canary: str = "",
    variants: Sequence[Variant] = VARIANTS,
) -> SceneItem:
    """The item of a task, theme and index; the same whatever else is made beside it.

    Raises BadParams, counting the reasons, when a bounded number of scenes does not do.
    """
    task = task_of(name)
    root = task_seed(seed, name)
    level = task.depth.usual if depth is None else depth
    reasons: Counter[str] = Counter()
    for attempt in range(ATTEMPTS * HANDS):
        hand = index + ELSEWHERE * (attempt // ATTEMPTS)
        deal = Deal(root.at("deal"), hand)
        case = deal.pick("case", task.cycle)
        rng = root.at("scene", theme.name, level, *frame, index, attempt).rng()
        try:
            scene = tidy(task.sample(Order(id, case, level, theme, deal, rng, frame, fps)))
            asked, world, alternatives = _proven(task, World(scene), hand, root, attempt)
        except Reject as fault:
            reasons[str(fault)] += 1
        except Broken as fault:
            reasons[f"rule {fault.args[0]}"] += 1
        except NoQuestion as fault:
            reasons[str(fault)] += 1
        else:
            common = build.Frame(theme.name, level, canary, index, root)
            made = [q for one in asked for q in build.variants(one, world, common, alternatives, variants)]
            return SceneItem(world, tuple(made), dict(case), attempt + 1, dict(sorted(reasons.items())))
    counted = ", ".join(f"{reason} ({n} times)" for reason, n in reasons.most_common(6))
    raise BadParams(
        f"no scene for {name} at {theme.name!r}, depth {level}, index {index}, "
        f"in {ATTEMPTS * HANDS} draws: {counted}",
        hint="try another --theme, --depth or --seed",
    )


def tidy(scene: Scene) -> Scene:
    """The scene as it is read back from its file: whole numbers of metres are floats, and ranges are kept."""
    read: Scene = decode(canonical(scene), Scene, source=scene.id)
    return read


def _proven(
    task: Task, world: World, index: int, root: Seed, attempt: int
) -> tuple[tuple[build.Asked, ...], World, tuple[int, ...]]:
    """A sampled scene's drafts, when it keeps all rules and fills all cells."""
    fault = broken_rule(task, world)
    if fault is not None:
        raise Broken(*fault)
    # Words first: a scene that cannot be asked need not be looked at.
    build.ask(world, index, root, attempt)
    world.sight = seen(world.time)
    asked, _ = build.ask(world, index, root, attempt)
    return asked, world, one_frame_proof(task, world, index, root, attempt)


def broken_rule(task: Task, world: World) -> tuple[str, str] | None:
    """Name of the first rule that a scene breaks, and what is wrong."""
    for rule in (*RULES, *task.rules):
        what = rule.broken(world)
        if what is not None:
            return rule.name, what
    return None


def sound(scene: Scene) -> World:
    """The world of a scene that keeps every rule; raises BadFile with the name of the rule that it breaks."""
    world = World(scene)
    if fault := broken_rule(task_of(scene.task), world):
        raise BadFile(
            f"scene {scene.id} breaks the rule {fault[0]}: {fault[1]}",
            hint="`gen describe rules` tells them all",
        )
    return world


def one_frame_proof(task: Task, world: World, index: int, root: Seed, attempt: int) -> tuple[int, ...]:
    """For each sampled frame the number of an alternative that looks the same in it and has another answer.

    Raises NoQuestion when some frame has none: that frame alone would give the core question away.
    """
    kind, core = build.core_ask(questions_of(task.name))
    gold = build.draft_of(core, world, kind, index, root, attempt).gold
    others: list[World] = []
    for scene in task.alternatives(world):
        other = World(scene)
        try:
            if build.draft_of(core, other, kind, index, root, attempt).gold != gold:
                others.append(other)
        except NoQuestion:
            continue
    numbers = proof(world, others)
    if 0 in numbers:
        raise NoQuestion(f"{kind} {core.__name__}: one frame alone fixes the answer")
    return numbers


def from_scene(
    scene: Scene, *, seed: int = 0, canary: str = "", variants: Sequence[Variant] = VARIANTS
) -> SceneItem:
    """The item of a scene that a person wrote, with as many questions as it can be asked.

    Raises BadFile with the name of the rule that it breaks, or when nothing can be asked about it.
    """
    task = task_of(scene.task)
    world = sound(scene)
    world.sight = seen(world.time)
    root = task_seed(seed, scene.task).at("foreign")
    asked, dropped = build.ask(world, 0, root, 0, lenient=True)
    alternatives: tuple[int, ...] = ()
    try:
        alternatives = one_frame_proof(task, world, 0, root, 0)
    except NoQuestion as why:
        kind = build.core_ask(questions_of(task.name))[0]
        if any(one.core for one in asked):
            dropped[kind] = str(why)
            asked = tuple(one for one in asked if not one.core)
    if not asked:
        told = "; ".join(f"{kind}: {why}" for kind, why in sorted(dropped.items()))
        raise BadFile(f"no question can be asked about scene {scene.id}: {told}", hint="see docs/vgenst.md")
    common = build.Frame(scene.theme, depth_of(task, world), canary, 0, root)
    made = [q for one in asked for q in build.variants(one, world, common, alternatives, variants)]
    if not made:
        raise CheckFailed(f"scene {scene.id} has questions but no variant", hint="ask for more with --variants")
    return SceneItem(world, tuple(made), {}, 1, {}, dropped)


def depth_of(task: Task, world: World) -> int:
    """Depth of a scene that a person wrote, as the task counts it, held to the task's range."""
    count = task.measured(world)
    return max(task.depth.least, min(task.depth.most, count))
