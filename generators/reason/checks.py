"""What `gen verify` checks of one item of `gen reason`: script, transcript, answers, certificates, clock."""

import json
from collections.abc import Iterator

from ...core.catalog import questions, simulator, view
from ...core.digests import canonical
from ...qa.build import certify, critical_operations, difficulty
from ...renderers.render import backend
from ...renderers.transcript import transcript
from ...schemas.manifest import Entry
from ...schemas.question import LEVELS, SKILLS, Question
from ...schemas.recipe import Recipe, Spec
from ...schemas.record import decode
from ...schemas.script import Script
from ...schemas.video import Video
from ...simulators.replay import Replay
from ..canary import canary
from ..schema_files import world_faults
from .product import look, pace


def checked(recipe: Recipe, entry: Entry, texts: tuple[bytes, ...], lines: list[bytes]) -> Iterator[str]:
    """Faults of an item, worked out from its script."""
    data, told = texts
    sim = simulator(entry.spec.world)
    script: Script[object, object] = decode(data, sim.script_type(), source=f"scripts/{entry.id}.json")
    yield from (f"scripts/{entry.id}.json: {fault}" for fault in world_faults(json.loads(data), sim.name))
    if data != canonical(script) + b"\n":
        yield f"scripts/{entry.id}.json: not in canonical form"
    sim.check(script.start)
    replay = Replay.of(sim, script)
    place = (
        script.id,
        script.version,
        Spec(script.world, script.size, replay.count, script.reveal, entry.spec.index),
    )
    if place != (entry.id, sim.version, entry.spec):
        yield f"scripts/{entry.id}.json: does not describe its place in the manifest"
    if entry.video is not None:
        yield from _clock(recipe, entry, replay, entry.video)
    if told != transcript(replay).encode():
        yield f"transcripts/{entry.id}.txt: not what the script shows"
    asked = []
    for line in lines:
        question: Question = decode(line, Question, source="items.jsonl")
        asked.append(question.skill)
        yield from _question(replay, question, canary(recipe))
    if tuple(asked) != SKILLS:
        yield f"items.jsonl: {entry.id} does not have one question of each skill, in order"


def _clock(recipe: Recipe, entry: Entry, replay: Replay, video: Video) -> Iterator[str]:
    """Whether what the manifest tells of a video follows from recipe and script."""
    name = view(replay.script.world).renderer if recipe.renderer == "auto" else recipe.renderer
    reel = backend(name).reel(replay, pace(recipe))
    looks = (name, look(recipe, entry.spec).name)
    if (video.renderer, video.style) != looks:
        yield f"{entry.id}: the recipe draws it with {looks[0]} in the style {looks[1]}"
    if (video.fps, video.frames, video.reveal, video.ops) != (reel.fps, reel.frames, reel.reveal, reel.ops):
        yield f"{entry.id}: frames are not those of recipe and script"


def _question(replay: Replay, question: Question, mark: str) -> Iterator[str]:
    asker = questions(replay.script.world)
    query, script = question.query, replay.script
    if question.canary != mark:
        yield f"{question.id}: the canary does not belong to the recipe"
    answer = asker.answer(query, replay)
    if canonical(answer) != canonical(question.answer) or answer.text != question.text:
        yield f"{question.id}: the answer is {answer.text!r}, the dataset says {question.text!r}"
        return
    critical = critical_operations(asker, query, replay, answer)
    if question.certificate != certify(asker, query, replay, answer, critical):
        yield f"{question.id}: the certificate does not hold"
    if question.difficulty != difficulty(replay, query, answer, critical):
        yield f"{question.id}: the difficulty is not as stated"
    told = (question.video, question.world, question.size, question.ops, question.reveal)
    if told != (script.id, script.world, script.size, replay.count, script.reveal):
        yield f"{question.id}: does not describe its script"
    named = (question.id, question.skill, question.kind, question.level)
    if named != (f"{script.id}-{query.skill}", query.skill, query.kind, LEVELS[query.skill]):
        yield f"{question.id}: id, skill, kind, level and query disagree"
