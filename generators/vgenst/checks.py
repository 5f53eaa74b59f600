"""What `gen verify` checks of one scene without making it again: forms, rules, sightings, letters, variants."""

import json
from collections.abc import Iterator
from itertools import groupby

from ...core.digests import canonical
from ...qa.vgenst.base import World
from ...qa.vgenst.build import LETTERS, NONE
from ...qa.vgenst.circular import block
from ...renderers.cast import sight
from ...renderers.scene_transcript import transcript
from ...schemas.manifest import SceneEntry
from ...schemas.record import decode
from ...schemas.scene import Scene
from ...schemas.scene_graph import SceneGraph
from ...schemas.scene_question import LEVEL, QUESTION_TYPES, VARIANTS, SceneQuestion, types_of
from ...schemas.scene_recipe import SceneRecipe
from ...schemas.validate import faults
from ..canary import canary
from .graph import graph
from .hosts import task
from .make import broken_rule


def checked(
    recipe: SceneRecipe, entry: SceneEntry, texts: tuple[bytes, ...], lines: list[bytes], *, remade: bool
) -> Iterator[str]:
    """Faults of an item, worked out from its scene."""
    data, drawn, told = texts
    scene: Scene = decode(data, Scene, source=f"scenes/{entry.id}.json")
    yield from (f"scenes/{entry.id}.json: {fault}" for fault in faults(json.loads(data), "scene"))
    if entry.video is not None:
        yield from _clock(recipe, entry, scene)
    if remade:
        return
    if data != canonical(scene) + b"\n":
        yield f"scenes/{entry.id}.json: not in canonical form"
    if (scene.id, scene.task, scene.theme) != (entry.id, entry.spec.task, entry.spec.theme):
        yield f"scenes/{entry.id}.json: does not describe its place in the manifest"
    if (scene.frame, scene.fps) != (recipe.size, recipe.fps):
        yield f"scenes/{entry.id}.json: size and rate are not those of the recipe"
    world = World(scene)
    if broken := broken_rule(task(scene.task), world):
        yield f"scenes/{entry.id}.json: breaks the rule {broken[0]}: {broken[1]}"
        return
    world.sight = sight(world.time)
    document: SceneGraph = decode(drawn, SceneGraph, source=f"graphs/{entry.id}.json")
    if drawn != canonical(graph(world, document.case)) + b"\n":
        yield f"graphs/{entry.id}.json: not the graph of the scene"
    if told != transcript(world.time, world.sight).encode():
        yield f"transcripts/{entry.id}.txt: not what the scene shows"
    asked = [decode(line, SceneQuestion, source="items.jsonl") for line in lines]
    for question in asked:
        yield from _question(world, question, canary(recipe))
    yield from _set(recipe, entry, asked)


def _clock(recipe: SceneRecipe, entry: SceneEntry, scene: Scene) -> Iterator[str]:
    """Whether what the manifest tells of a video follows from recipe and scene."""
    film = entry.video
    assert film is not None
    if (film.fps, film.frames, film.width, film.height) != (scene.fps, scene.frames, *scene.frame):
        yield f"{entry.id}: frames are not those of the scene"
    if film.renderer != recipe.renderer:
        yield f"{entry.id}: the recipe draws it with {recipe.renderer}"


def _question(world: World, question: SceneQuestion, mark: str) -> Iterator[str]:
    """One line: its place, its letter, its options, and that the video shows what it rests on."""
    scene, name = world.scene, question.id
    if question.canary != mark:
        yield f"{name}: the canary does not belong to the recipe"
    told = (question.video, question.task, question.theme, question.level)
    if told != (scene.id, scene.task, scene.theme, LEVEL[question.type]):
        yield f"{name}: does not describe its scene"
    if name != f"{scene.id}-{question.type.lower()}-{question.variant}":
        yield f"{name}: id, type and variant disagree"
    texts = [option.text for option in question.options]
    if question.variant == "open":
        if texts or question.letter is not None:
            yield f"{name}: an open question has no options"
    elif question.letter not in LETTERS[: len(texts)] or len(set(texts)) != len(texts):
        yield f"{name}: the letter names no option, or two options are the same"
    else:
        at = LETTERS.index(question.letter)
        right = [i for i, option in enumerate(question.options) if option.refuted is None]
        if right != [at] or texts[at] != question.text:
            yield f"{name}: the right option is not the one that nothing refutes"
        if (NONE in texts, question.text == NONE) != (
            question.variant != "base",
            question.variant == "none_answer",
        ):
            yield f"{name}: `{NONE}` is not where its variant has it"
    if question.stem not in question.prompt or (texts and block(question) not in question.prompt):
        yield f"{name}: the prompt does not hold the question and its options"
    if world.sight is None or question.certificate.grid != world.sight.grid:
        yield f"{name}: the visibility was measured on another grid"
        return
    for seen in question.certificate.sightings:
        if seen.id not in world.sight.visible:
            yield f"{name}: there is no {seen.id} to be seen"
        elif world.sight.seen(seen.id, seen.start, seen.end, seen.cells) != seen.frames:
            yield f"{name}: {seen.id} is not seen as the certificate says"


def _set(recipe: SceneRecipe, entry: SceneEntry, asked: list[SceneQuestion]) -> Iterator[str]:
    """Whether every cell is filled, in order, each with variants in order."""
    cells = [kind for kind, _ in groupby(question.type for question in asked)]
    wanted = [kind for kind in QUESTION_TYPES if kind in types_of(entry.spec.task)]
    if recipe.scene is not None or tuple(recipe.variants) != VARIANTS:
        wanted = [kind for kind in wanted if kind in cells]
    if cells != wanted:
        yield f"items.jsonl: {entry.id} does not have its question types, each once and in order"
    for kind in wanted:
        given = [question.variant for question in asked if question.type == kind]
        if given != [variant for variant in recipe.variants if variant in given]:
            yield f"items.jsonl: {entry.id} has variants of {kind} that are not in the recipe or its order"
