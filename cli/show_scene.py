"""What `gen show` prints of a metric scene: its things, what happens, its questions with their proofs."""

from itertools import groupby
from pathlib import Path

import click

from ..generators.vgenst.hosts import task
from ..generators.vgenst.make import broken_rule
from ..qa.score import lines_of
from ..qa.vgenst.base import World
from ..qa.vgenst.build import LETTERS
from ..schemas.record import decode
from ..schemas.scene import Scene
from ..schemas.scene_question import SceneQuestion
from ..simulators.scene import Timeline
from .tell import tell_line

_WORDS = {"sets_out": "sets out", "starts": "starts to work"}


def show_scene(path: Path, data: bytes) -> None:
    """Print a scene, and the questions that its dataset has about it."""
    scene: Scene = decode(data, Scene, source=str(path))
    cam, size = scene.camera, "x".join(map(str, scene.frame))
    tell_line(f"{scene.id}: task {scene.task} at {scene.theme!r}; {scene.duration:g} s, {scene.fps} fps, {size}")
    fault = broken_rule(task(scene.task), World(scene))
    if fault is not None:
        tell_line(f"it breaks the rule {fault[0]}: {fault[1]}")
    first, last = cam.shots[0], cam.shots[-1]
    tell_line(
        f"camera {cam.kind}: ({first.x:g}, {first.y:g}, {first.z:g}) to ({last.x:g}, {last.y:g}, {last.z:g})"
    )
    click.echo("\nthings")
    for thing in scene.things:
        if thing.role in ("decor", "structure"):
            continue
        place = (
            f"in {thing.inside}" if thing.inside else f"at ({thing.pose.x:g}, {thing.pose.y:g}, {thing.pose.z:g})"
        )
        lettering = "".join(f"; {entry.text} {entry.arrow}" for entry in thing.entries)
        tell_line(f"    {thing.id}: {thing.label}, {thing.role}, {place}{lettering}")
    time = Timeline(scene)
    click.echo("\nwhat happens" if time.log else "\nnothing happens but what the camera does")
    for one in time.log:
        what = f" {one.what}" if one.what else ""
        if one.kind == "starts":
            what = f" (set off by {one.what})"
        into = f" ({one.into})" if one.into else ""
        tell_line(f"    {one.t:5.2f} s  {one.who} {_WORDS.get(one.kind, one.kind)}{what}{into}")
    _questions(path.parent.parent / "items.jsonl", scene.id)


def _questions(items: Path, name: str) -> None:
    """Each question once, in its base form, with the letters of its variants."""
    if not items.is_file():
        return
    mark = b'"video":"%s"' % name.encode()
    found = [
        decode(line, SceneQuestion, source=f"{items} line {number}")
        for number, line in lines_of(items)
        if mark in line
    ]
    for kind, group in groupby(found, key=lambda question: question.type):
        asked: list[SceneQuestion] = list(group)
        one = asked[0]
        core = ", the core of the task" if one.core else ""
        click.echo()
        tell_line(f"=== {kind} ({one.template}), level {one.level}{core}")
        tell_line(one.stem)
        for letter, option in zip(LETTERS, one.options, strict=False):
            sign = "-->" if letter == one.letter else "   "
            why = f"   ({option.mistake}; {option.refuted})" if option.refuted else ""
            tell_line(f"{sign} {letter}. {option.text}{why}")
        for other in asked if not one.options else asked[1:]:
            told = f"{other.letter}. {other.text}" if other.letter else other.text
            tell_line(f"    {other.variant}: {told}")
        proof = one.certificate
        tell_line(f"    because {proof.why}")
        if proof.change:
            tell_line(f"    changed: {proof.change}")
        seen = ", ".join(f"{s.id} in {s.frames} frames" for s in proof.sightings)
        tell_line(f"    seen: {seen or 'not measured'}")
        if proof.alternatives:
            others = len(set(proof.alternatives))
            tell_line(
                f"    no frame alone: each of {len(proof.alternatives)} also fits one of {others} other scenes"
            )
