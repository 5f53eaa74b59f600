"""Datasets on disk: atomic, resumable, the same bytes for any number of workers and any slicing.

While a run is under way `OUT/.work` holds the recipe, a lock and one small record for each finished
video; the manifest and items.jsonl are written last, and then `.work` goes.
"""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from heapq import merge
from pathlib import Path
from typing import NamedTuple

import msgspec

from ..core.catalog import simulator
from ..core.digests import canonical, digest, file_digest, record_digest
from ..core.errors import BackendFailed, BadOutput
from ..core.files import inside, read_bytes, replacing, write_bytes
from ..core.pool import ordered_map
from ..core.seeds import Seed
from ..core.version import VERSION
from ..renderers.reel import Pace
from ..renderers.render import render
from ..renderers.style import Style, pick, style
from ..schemas.manifest import Entry, Manifest
from ..schemas.recipe import Recipe, Spec
from ..schemas.record import decode
from ..schemas.video import Video
from .reason.knobs import check, specs
from .reason.make import Item, canary, identity, make

LICENCE = "CC-BY-4.0"
"""Of the data; the code that made them is Apache-2.0."""
FOLDERS = ("scripts", "transcripts", "videos")


class Done(NamedTuple):
    """What a worker hands back for one video."""

    entry: Entry
    lines: bytes
    """Its lines of items.jsonl."""


def write(
    recipe: Recipe,
    out: Path,
    *,
    start: int = 0,
    count: int = 1,
    limit: int | None = None,
    workers: int = 1,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> Manifest:
    """Write, resume or extend the dataset of a recipe; gives its manifest.

    `told(done, total)` is called after each video. Raises BadParams and BadOutput before any work
    starts, BackendFailed when the disk, the encoder or a shell gives up: what is finished by then is
    kept, and the same call goes on from there.
    """
    check(recipe)
    open_output(out, recipe)
    wanted = sorted((identity(recipe, spec), spec) for spec in specs(recipe, start, count, limit))
    with working(out, recipe):
        # Looked at again under the lock: another run may have finished in between.
        old = open_output(out, recipe)
        kept = {entry.id: entry for entry in old.entries} if old is not None else {}
        todo = [(recipe, spec, str(out)) for name, spec in wanted if name not in kept]
        total = len(todo)
        entries: list[Entry] = []
        items = out / "items.jsonl"
        with replacing(items) as part, part.open("wb") as stream:
            fresh = _told(ordered_map(build, todo, workers), told, total)
            for entry, lines in merge(_old_lines(items, kept), fresh, key=lambda done: done.entry.id):
                entries.append(entry)
                stream.write(lines)
            stream.flush()
            os.fsync(stream.fileno())
        manifest = bound(recipe, tuple(entries), items)
        write_bytes(out / "manifest.json", canonical(manifest) + b"\n")
    return manifest


def bound(recipe: Recipe, entries: tuple[Entry, ...], items: Path) -> Manifest:
    """The manifest of finished entries."""
    worlds = {entry.spec.world for entry in entries}
    with items.open("rb") as stream:
        questions = sum(1 for _ in stream)
    manifest = Manifest(
        reelproof=VERSION,
        worlds={name: simulator(name).version for name in sorted(worlds)},
        recipe=recipe,
        videos=len(entries),
        questions=questions,
        items=file_digest(items),
        licence=LICENCE,
        canary=canary(recipe),
        entries=entries,
        digest="",
    )
    return msgspec.structs.replace(manifest, digest=record_digest(manifest))


def _told(done: Iterator[Done], told: Callable[[int, int], None], total: int) -> Iterator[Done]:
    for number, one in enumerate(done, 1):
        yield one
        told(number, total)


def _old_lines(items: Path, kept: dict[str, Entry]) -> Iterator[Done]:
    """The finished entries with their lines, in order of id."""
    if not kept:
        return
    with items.open("rb") as stream:
        line = stream.readline()
        for name in sorted(kept):
            lines = b""
            mark = b'"video":"%s"' % name.encode()
            # A run that was killed before it wrote its manifest left lines of entries that are not in it.
            while line and mark not in line:
                line = stream.readline()
            while line and mark in line:
                lines += line
                line = stream.readline()
            if digest(lines) != kept[name].questions:
                raise BadOutput(
                    f"{items} does not hold the questions of {name} any more",
                    hint="run `gen verify` on the folder, or choose another one with --out",
                )
            yield Done(kept[name], lines)


# --- one video -------------------------------------------------------------------------------------


def build(job: tuple[Recipe, Spec, str]) -> Done:
    """Make one item and write its files; a finished video whose files are whole is not drawn again."""
    recipe, spec, folder = job
    out = Path(folder)
    item = make(recipe, spec)
    script, transcript = canonical(item.replay.script) + b"\n", item.transcript.encode()
    lines = b"".join(canonical(question) + b"\n" for question in item.questions)
    note = out / ".work" / f"{item.id}.json"
    video = None if recipe.renderer == "none" else _finished(note, out, item.id)
    write_bytes(out / "scripts" / f"{item.id}.json", script)
    write_bytes(out / "transcripts" / f"{item.id}.txt", transcript)
    if video is None and recipe.renderer != "none":
        video = draw(recipe, item, out / "videos" / f"{item.id}.mp4")
        write_bytes(note, canonical(video))
    return Done(Entry(item.id, spec, digest(script), digest(transcript), digest(lines), video), lines)


def _finished(note: Path, out: Path, name: str) -> Video | None:
    if not note.is_file():
        return None
    video: Video = decode(read_bytes(note), Video, source=str(note))
    path = out / "videos" / f"{name}.mp4"
    return video if path.is_file() and file_digest(path) == video.file else None


def draw(recipe: Recipe, item: Item, path: Path) -> Video:
    """Render the video of an item as the recipe says."""
    return render(
        item.replay,
        path,
        renderer=None if recipe.renderer == "auto" else recipe.renderer,
        style=look(recipe, item.spec),
        pace=pace(recipe),
        quality=recipe.quality,
    )


def pace(recipe: Recipe) -> Pace:
    """How fast and how large the videos of a recipe are."""
    return Pace(fps=recipe.fps, seconds_per_op=recipe.seconds_per_op, width=recipe.width)


def look(recipe: Recipe, spec: Spec) -> Style:
    """The style of one item: the one that is asked for, else one by seed."""
    if recipe.style != "auto":
        return style(recipe.style)
    return pick(item_seed(recipe, spec).at("style").rng())


def item_seed(recipe: Recipe, spec: Spec) -> Seed:
    """Chance for the look of one item."""
    return Seed(recipe.seed).at("reason", "look", spec.world, spec.size, spec.ops, spec.reveal, spec.index)


# --- the output folder -----------------------------------------------------------------------------


def open_output(out: Path, recipe: Recipe) -> Manifest | None:
    """The manifest that is already there, if the folder belongs to this recipe.

    Raises BadOutput for a folder of another recipe or version, with foreign files, or that cannot be
    written.
    """
    with _writable(out):
        there = out.exists()
    if there and not out.is_dir():
        raise BadOutput(f"{out} is a file, not a folder", hint="choose another folder with --out")
    for above in out.absolute().parents:
        if (above / "manifest.json").is_file() and (above / "items.jsonl").is_file():
            raise BadOutput(
                f"{out} lies inside the dataset {above}", hint="choose a folder outside of it with --out"
            )
    manifest = out / "manifest.json"
    if manifest.is_file():
        old = read_manifest(out)
        if old.recipe != recipe or old.reelproof != VERSION:
            raise BadOutput(
                f"{out} holds a dataset of another recipe ({_difference(old, recipe)})",
                hint="choose another folder with --out",
            )
        return old
    note = out / ".work" / "recipe.json"
    if note.is_file():
        begun: Recipe = decode(read_bytes(note), Recipe, source=str(note))
        if begun != recipe:
            raise BadOutput(
                f"{out} holds an unfinished dataset of another recipe",
                hint="run the command that began it again, or choose another folder with --out",
            )
    elif out.is_dir() and any(path.name != ".work" for path in out.iterdir()):
        raise BadOutput(f"{out} is not empty and not a dataset", hint="choose another folder with --out")
    return None


def read_manifest(out: Path) -> Manifest:
    """The manifest of a finished dataset; raises BadFile with the pointer of a fault."""
    manifest: Manifest = decode(read_bytes(out / "manifest.json"), Manifest, source=str(out / "manifest.json"))
    for entry in manifest.entries:
        inside(out, f"scripts/{entry.id}.json")
    return manifest


def _difference(old: Manifest, recipe: Recipe) -> str:
    if old.reelproof != VERSION:
        return f"made by version {old.reelproof}, this is {VERSION}"
    names = [f for f in recipe.__struct_fields__ if getattr(old.recipe, f) != getattr(recipe, f)]
    return "differs in " + ", ".join(names)


@contextmanager
def working(out: Path, recipe: Recipe) -> Iterator[None]:
    """Hold the folder's lock while writing; on success the traces of work go, else they stay."""
    work = out / ".work"
    with _writable(out):
        work.mkdir(parents=True, exist_ok=True)
        lock = (work / "lock").open("wb")
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # A run that has just finished takes the lock file away; a lock on that one keeps nobody out.
            if not os.path.samestat(os.fstat(lock.fileno()), (work / "lock").stat()):
                raise FileNotFoundError
        except OSError as fault:
            raise BackendFailed(
                f"another run is writing to {out}", hint="wait for it, or choose another folder with --out"
            ) from fault
        # The recipe comes first: from then on the folder is known as ours, wherever the run is killed.
        write_bytes(work / "recipe.json", canonical(recipe) + b"\n")
        with _writable(out):
            for folder in FOLDERS:
                (out / folder).mkdir(exist_ok=True)
        yield
        for folder in FOLDERS:
            for stray in sorted((out / folder).glob("*.part")):
                stray.unlink(missing_ok=True)
            if not any((out / folder).iterdir()):
                (out / folder).rmdir()
        shutil.rmtree(work, ignore_errors=True)


@contextmanager
def _writable(out: Path) -> Iterator[None]:
    """Turn what the system says against writing into one line."""
    try:
        yield
    except OSError as fault:
        raise BadOutput(
            f"cannot write to {out}: {fault.strerror or fault}", hint="choose another folder with --out"
        ) from fault
