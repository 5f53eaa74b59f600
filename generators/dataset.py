"""Datasets on disk: atomic, resumable, the same bytes for any number of workers and any slicing.

While a run is under way `OUT/.work` holds the recipe, a lock and one small record for each finished
item; the manifest and items.jsonl are written last, and then `.work` goes.
"""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from heapq import merge
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..core.digests import canonical, digest, file_digest, record_digest
from ..core.errors import BackendFailed, BadOutput, ReelproofError
from ..core.files import inside, outside, read_bytes, replacing, write_bytes
from ..core.pool import ordered_map
from ..core.version import VERSION
from ..schemas.manifest import AnyManifest, ManifestHead
from ..schemas.recipe import Recipe
from ..schemas.record import decode
from ..schemas.scene_recipe import SceneRecipe
from .product import Product, product

LICENCE = "CC-BY-4.0"
"""Of the data; the code that made them is Apache-2.0."""
VIDEOS = "videos"

AnyRecipe = Recipe | SceneRecipe


class Done(NamedTuple):
    """What a worker hands back for one video."""

    entry: Any
    """Of the product's own kind."""
    lines: bytes
    """Its lines of items.jsonl."""


def write(
    recipe: AnyRecipe,
    out: Path,
    *,
    start: int = 0,
    count: int = 1,
    limit: int | None = None,
    workers: int = 1,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> AnyManifest:
    """Write, resume or extend the dataset of a recipe; gives its manifest.

    `told(done, total)` is called after each video. Raises BadParams and BadOutput before any work
    starts, BackendFailed when the disk, the encoder or a shell gives up: what is finished by then is
    kept, and the same call goes on from there.
    """
    maker = product(recipe.product)
    maker.check(recipe)
    open_output(out, recipe)
    # By id alone: no two are equal, and specs need no order of their own.
    wanted = sorted(
        ((maker.identity(recipe, spec), spec) for spec in maker.specs(recipe, start, count, limit)),
        key=lambda pair: pair[0],
    )
    with working(out, recipe):
        # Looked at again under the lock: another run may have finished in between.
        old = open_output(out, recipe)
        kept = {entry.id: entry for entry in old.entries} if old is not None else {}
        todo = [(recipe, spec, str(out)) for name, spec in wanted if name not in kept]
        total = len(todo)
        entries: list[Any] = []
        items = out / "items.jsonl"
        # Closed in the end: whoever stops the run, its workers are gone before the folder is tidied.
        made = ordered_map(build, todo, workers)
        with replacing(items) as part, part.open("wb") as stream, closing(made):
            fresh = _told(made, told, total)
            for entry, lines in merge(_old_lines(items, kept), fresh, key=lambda done: done.entry.id):
                entries.append(entry)
                stream.write(lines)
            stream.flush()
            os.fsync(stream.fileno())
        manifest = bound(maker, recipe, tuple(entries), items)
        write_bytes(out / "manifest.json", canonical(manifest) + b"\n")
    return manifest


def bound(
    maker: Product[Any, Any, Any, Any], recipe: AnyRecipe, entries: tuple[Any, ...], items: Path
) -> AnyManifest:
    """The manifest of finished entries."""
    with items.open("rb") as stream:
        questions = sum(1 for _ in stream)
    manifest: AnyManifest = maker.manifest_type(
        reelproof=VERSION,
        worlds=maker.versions([entry.spec for entry in entries]),
        recipe=recipe,
        videos=len(entries),
        questions=questions,
        items=file_digest(items),
        licence=LICENCE,
        canary=maker.canary(recipe),
        entries=entries,
        digest="",
    )
    return msgspec.structs.replace(manifest, digest=record_digest(manifest))


def _told(done: Iterator[Done], told: Callable[[int, int], None], total: int) -> Iterator[Done]:
    for number, one in enumerate(done, 1):
        yield one
        told(number, total)


def _old_lines(items: Path, kept: dict[str, Any]) -> Iterator[Done]:
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


# --- one item --------------------------------------------------------------------------------------


def build(job: tuple[AnyRecipe, Any, str]) -> Done:
    """Make one item and write its files; a finished video whose files are whole is not drawn again."""
    recipe, spec, folder = job
    out, maker = Path(folder), product(recipe.product)
    item = maker.make(recipe, spec)
    name = maker.identity(recipe, spec)
    texts = maker.files(item)
    lines = b"".join(canonical(question) + b"\n" for question in maker.questions(item))
    note, path = out / ".work" / f"{name}.json", out / VIDEOS / f"{name}.mp4"
    video = None if recipe.renderer == "none" else _finished(note, path, maker.video_type)
    for place, text in zip(text_paths(maker, name), texts, strict=True):
        write_bytes(out / place, text)
    if video is None and recipe.renderer != "none":
        video = maker.draw(recipe, item, path)
        write_bytes(note, canonical(video))
    entry = maker.entry_type(name, spec, *map(digest, texts), digest(lines), video)
    return Done(entry, lines)


def text_paths(maker: Product[Any, Any, Any, Any], name: str) -> tuple[str, ...]:
    """Where the files of an item lie in a dataset, but for its video."""
    return tuple(f"{folder}/{name}{suffix}" for folder, suffix, _ in maker.texts)


def _finished(note: Path, path: Path, kind: Any) -> Any:
    """The record of a video that an earlier run has finished; None if there is none that is whole."""
    if not note.is_file():
        return None
    video = decode(read_bytes(note), kind, source=str(note))
    return video if path.is_file() and file_digest(path) == video.file else None


# --- the output folder -----------------------------------------------------------------------------


def open_output(out: Path, recipe: AnyRecipe) -> AnyManifest | None:
    """The manifest that is already there, if the folder belongs to this recipe.

    Raises BadOutput for a folder of another recipe or version, with foreign files, or that cannot be
    written.
    """
    with _writable(out):
        there = out.exists()
    if there and not out.is_dir():
        raise BadOutput(f"{out} is a file, not a folder", hint="choose another folder with --out")
    outside(out)
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
        # As bytes: an unfinished dataset may be one of another product.
        if read_bytes(note) != canonical(recipe) + b"\n":
            raise BadOutput(
                f"{out} holds an unfinished dataset of another recipe",
                hint="run the command that began it again, or choose another folder with --out",
            )
    elif out.is_dir() and any(path.name != ".work" for path in out.iterdir()):
        raise BadOutput(f"{out} is not empty and not a dataset", hint="choose another folder with --out")
    return None


def read_manifest(out: Path) -> AnyManifest:
    """The manifest of a finished dataset; raises BadFile with the pointer of a fault."""
    data, source = read_bytes(out / "manifest.json"), str(out / "manifest.json")
    head: ManifestHead = decode(data, ManifestHead, source=source)
    maker = product(head.recipe.product)
    manifest: AnyManifest = decode(data, maker.manifest_type, source=source)
    for entry in manifest.entries:
        for place in text_paths(maker, entry.id):
            inside(out, place)
    return manifest


def _difference(old: AnyManifest, recipe: AnyRecipe) -> str:
    if old.reelproof != VERSION:
        return f"made by version {old.reelproof}, this is {VERSION}"
    if old.recipe.product != recipe.product:
        return f"a dataset of gen {old.recipe.product}"
    names = [f for f in recipe.__struct_fields__ if getattr(old.recipe, f) != getattr(recipe, f)]
    return "differs in " + ", ".join(names)


@contextmanager
def working(out: Path, recipe: AnyRecipe) -> Iterator[None]:
    """Hold the folder's lock while writing; on success the traces of work go, else they stay."""
    work, begun = out / ".work", out.exists()
    folders = (*(folder for folder, _, _ in product(recipe.product).texts), VIDEOS)
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
            for folder in folders:
                (out / folder).mkdir(exist_ok=True)
        try:
            yield
        except ReelproofError:
            # Where nothing is finished there is nothing to go on from, and no folder is left.
            with suppress(OSError):
                _tidy(out, folders)
                if all(path == work for path in out.iterdir()):
                    shutil.rmtree(work, ignore_errors=True)
                    if not begun:
                        out.rmdir()
            raise
        except (KeyboardInterrupt, SystemExit):
            # An encoder that was being started while its worker was ended may have left its file.
            with suppress(OSError):
                for folder in folders:
                    for stray in sorted((out / folder).glob("*.part")):
                        stray.unlink(missing_ok=True)
            raise
        _tidy(out, folders)
        shutil.rmtree(work, ignore_errors=True)


def _tidy(out: Path, folders: tuple[str, ...]) -> None:
    """Remove what is half written, and folders that hold nothing."""
    for folder in folders:
        for stray in sorted((out / folder).glob("*.part")):
            stray.unlink(missing_ok=True)
        if not any((out / folder).iterdir()):
            (out / folder).rmdir()


@contextmanager
def _writable(out: Path) -> Iterator[None]:
    """Turn what the system says against writing into one line."""
    try:
        yield
    except OSError as fault:
        raise BadOutput(
            f"cannot write to {out}: {fault.strerror or fault}", hint="choose another folder with --out"
        ) from fault
