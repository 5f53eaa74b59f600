"""One item: from a recipe and a spec to a script, its replay, its questions and its transcript."""

from collections import Counter
from dataclasses import dataclass
from hashlib import blake2b

import msgspec

from ...core.catalog import simulator
from ...core.digests import canonical
from ...core.errors import BadParams
from ...core.seeds import Seed
from ...qa.build import ask
from ...qa.reason.base import NoQuestion
from ...renderers.transcript import transcript
from ...schemas.question import Question
from ...schemas.recipe import Recipe, Spec
from ...schemas.script import Reveal
from ...simulators.replay import Replay
from ..canary import canary
from .knobs import plan_band, shares, wanted
from .sample import sample

ATTEMPTS = 24
"""Scripts tried for one item until every skill has a question."""
REVEALS: tuple[Reveal, ...] = ("start", "end")


@dataclass(frozen=True)
class Item:
    """Everything about one video but its pixels."""

    spec: Spec
    replay: Replay
    questions: tuple[Question, ...]

    @property
    def id(self) -> str:
        """Id of the script and of the video."""
        return self.replay.script.id

    @property
    def transcript(self) -> str:
        """What a perfect viewer sees, in words."""
        return transcript(self.replay)


def knob_tag(recipe: Recipe, spec: Spec) -> str:
    """A short mark of the knobs that are not at their defaults, "" if all are; part of id and seed."""
    asked = wanted(recipe, spec)
    plain = simulator(spec.world)
    odd: list[object] = []
    if recipe.idle or recipe.undo:
        odd.append((recipe.idle, recipe.undo))
    if asked.plan != plan_band(plain, spec.size):
        odd.append(("plan", asked.plan))
    if recipe.hypothetical != (3, 5):
        odd.append(("hypothetical", recipe.hypothetical))
    if recipe.paired:
        odd.append("paired")
    return "k" + blake2b(canonical(odd), digest_size=3).hexdigest() if odd else ""


def identity(recipe: Recipe, spec: Spec) -> str:
    """The id: stable, readable, sortable."""
    tag = knob_tag(recipe, spec)
    parts = [spec.world, f"s{spec.size}", f"op{spec.ops:02d}", spec.reveal]
    return "-".join([*parts, *([tag] if tag else []), f"r{recipe.seed}", f"{spec.index:06d}"])


def make(recipe: Recipe, spec: Spec) -> Item:
    """The item of a spec; the same whatever else is made beside it.

    Raises BadParams, counting the reasons, when a bounded number of scripts gives no full set of
    questions.
    """
    sim = simulator(spec.world)
    name = identity(recipe, spec)
    side = "paired" if recipe.paired else spec.reveal
    root = Seed(recipe.seed).at(
        "reason", spec.world, sim.version, spec.size, spec.ops, side, knob_tag(recipe, spec), spec.index
    )
    reasons: Counter[str] = Counter()
    for attempt in range(ATTEMPTS):
        script = sample(
            sim,
            (name, spec.size, "start" if recipe.paired else spec.reveal),
            (spec.ops, *shares(recipe, spec.ops)),
            root.at("script", attempt),
        )
        made: dict[Reveal, Item] = {}
        try:
            # A script of a pair is kept only if there are questions for both of its videos.
            for reveal in REVEALS if recipe.paired else (spec.reveal,):
                replay = Replay.of(sim, msgspec.structs.replace(script, reveal=reveal))
                asked = ask(replay, root.at("questions", reveal), wanted(recipe, spec), canary=canary(recipe))
                made[reveal] = Item(spec, replay, asked)
        except NoQuestion as fault:
            reasons[str(fault)] += 1
            continue
        return made[spec.reveal]
    told = ", ".join(f"{reason} ({n} times)" for reason, n in sorted(reasons.items()))
    raise BadParams(
        f"no full set of questions for {name}: {told}", hint="widen --plan or --hypothetical, or add --ops"
    )
