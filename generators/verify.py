"""`gen verify`: schemas, digests, certificates and a re-made sample; every difference is listed."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from ..core.digests import canonical, digest, file_digest, record_digest
from ..core.errors import MissingPart, ReelproofError
from ..core.files import read_bytes
from ..core.pool import ordered_map
from ..core.version import REVISION, VERSION
from ..renderers.video import decoded_digest
from ..schemas.manifest import AnyManifest
from ..schemas.record import decode as read
from ..schemas.validate import faults
from .dataset import LICENCE, VIDEOS, read_manifest, text_paths
from .product import Product, product

Maker = Product[Any, Any, Any, Any]
FEW = 8
"""Items a worker: for fewer it is not worth starting one."""


def verify(
    out: Path,
    *,
    sample: int,
    redraw: int,
    decode: int | None = None,
    workers: int = 1,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> list[str]:
    """Every fault of a dataset, in words; an empty list means that it is what it claims to be.

    Schemas, digests, certificates and places in the recipe are checked for all of it. `sample` items
    spread over it are made again from the recipe and compared; `decode` videos (None: as many as
    `sample`) are decoded, `redraw` videos drawn again.
    """
    try:
        manifest = read_manifest(out)
    except ReelproofError as fault:
        return [f"manifest.json: {fault.message}"]
    if (manifest.reelproof, manifest.recipe.revision) != (VERSION, REVISION):
        return [
            f"manifest.json: made by version {manifest.reelproof}, revision {manifest.recipe.revision}; this is "
            f"version {VERSION}, revision {REVISION}, which makes other data: check it with the one that made it"
        ]
    maker = product(manifest.recipe.product)
    found = list(_manifest(out, manifest, maker))
    found += _strays(out, manifest, maker)
    lines = _lines(out, manifest, maker, found)
    total = len(manifest.entries)
    again, drawn = _spread(total, sample), _spread(total, redraw)
    decoded = again if decode is None else _spread(total, decode)
    jobs = [
        Job(
            str(out), manifest.recipe, entry, tuple(lines.pop(entry.id, ())), n in again, n in decoded, n in drawn
        )
        for n, entry in enumerate(manifest.entries)
    ]  # fmt: skip
    for number, faults_of_one in enumerate(ordered_map(check, jobs, min(workers, total // FEW)), 1):
        found += faults_of_one
        told(number, total)
    return found


class Job(NamedTuple):
    """One item to check."""

    out: str
    recipe: Any
    entry: Any
    lines: tuple[bytes, ...]
    """Its lines of items.jsonl."""
    again: bool
    """Whether it is made again from the recipe and compared."""
    decode: bool
    redraw: bool


def check(job: Job) -> list[str]:
    """Every fault of one item."""
    out, entry, lines = Path(job.out), job.entry, list(job.lines)
    maker = product(job.recipe.product)
    found: list[str] = []
    try:
        found += _place(job.recipe, maker, entry)
        # An item that the recipe does not have cannot be made again, and must not be tried.
        ours = _has(job.recipe, maker, entry.spec)
        remade = list(_made_again(job.recipe, maker, entry, lines, out)) if ours and job.again else None
        found += _entry(out, job.recipe, maker, entry, lines, remade == [])
        found += remade or []
        if ours and job.decode:
            found += _decodes(out, entry)
        if ours and job.redraw:
            found += _drawn_again(job.recipe, maker, entry)
    except MissingPart as fault:
        found.append(f"{entry.id}: cannot be checked here: {fault.message}")
    except ReelproofError as fault:
        found.append(f"{entry.id}: {fault.message}")
    except (LookupError, TypeError, ValueError, ArithmeticError) as fault:
        # Data that keep the schema may still be nonsense to a world; that is a fault of the data.
        found.append(
            f"{entry.id}: the question does not fit its {maker.texts[0][2]} ({type(fault).__name__}: {fault})"
        )
    return found


def _spread(total: int, wanted: int) -> frozenset[int]:
    """Up to `wanted` of 0 .. total - 1, evenly spread, first and last among them."""
    if wanted >= total:
        return frozenset(range(total))
    if wanted <= 1:
        return frozenset(range(wanted))
    return frozenset(i * (total - 1) // (wanted - 1) for i in range(wanted))


def _manifest(out: Path, manifest: AnyManifest, maker: Maker) -> Iterator[str]:
    data = read_bytes(out / "manifest.json")
    if data != canonical(manifest) + b"\n":
        yield "manifest.json: not in canonical form"
    for fault in faults(json.loads(data), maker.manifest_schema):
        yield f"manifest.json: {fault}"
    if manifest.digest != record_digest(msgspec.structs.replace(manifest, digest="")):
        yield "manifest.json: the digest does not agree with the content"
    if manifest.canary != maker.canary(manifest.recipe):
        yield "manifest.json: the canary does not belong to the recipe"
    if manifest.videos != len(manifest.entries):
        yield f"manifest.json: says {manifest.videos} videos and lists {len(manifest.entries)}"
    ids = [entry.id for entry in manifest.entries]
    if ids != sorted(set(ids)):
        yield "manifest.json: entries are not in order of id, each once"
    if manifest.licence != LICENCE:
        yield f"manifest.json: the licence is {LICENCE}"
    try:
        maker.check(manifest.recipe)
    except ReelproofError as fault:
        yield f"manifest.json: the recipe cannot be made: {fault.message}"
    try:
        here = maker.versions([entry.spec for entry in manifest.entries])
    except ReelproofError as fault:
        yield f"manifest.json: {fault.message}"
        return
    if set(manifest.worlds) != set(here):
        yield f"manifest.json: worlds are not those of the entries: {', '.join(here)[:200]}"
    for name, version in manifest.worlds.items():
        if here.get(name, version) != version:
            yield f"manifest.json: {name} has rules of version {version}, here {here[name]}"


def _strays(out: Path, manifest: AnyManifest, maker: Maker) -> Iterator[str]:
    """Files that nothing in the manifest accounts for, and files that are missing."""
    wanted = {"manifest.json", "items.jsonl"}
    for entry in manifest.entries:
        wanted |= set(text_paths(maker, entry.id))
        if entry.video is not None:
            wanted.add(f"{VIDEOS}/{entry.id}.mp4")
    found = {p.relative_to(out).as_posix(): p for p in sorted(out.rglob("*"))}
    found = {name: p for name, p in found.items() if name != ".work" and not name.startswith(".work/")}
    there = {name for name, path in found.items() if path.is_file()}
    for name, path in sorted(found.items()):
        # A link is somebody else's file: it is not there when the folder has moved.
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            yield f"{name}: neither a file nor a folder of its own"
    yield from (f"{name}: missing" for name in sorted(wanted - there))
    yield from (f"{name}: not in the manifest" for name in sorted(there - wanted))


def _lines(out: Path, manifest: AnyManifest, maker: Maker, found: list[str]) -> dict[str, list[bytes]]:
    """The lines of items.jsonl by video; what is wrong with the file as a whole goes to `found`."""
    path = out / "items.jsonl"
    by_video: dict[str, list[bytes]] = {}
    if not path.is_file():
        return by_video
    if file_digest(path) != manifest.items:
        found.append("items.jsonl: the digest does not agree with the manifest")
    known = {entry.id for entry in manifest.entries}
    count, last = 0, ""
    with path.open("rb") as stream:
        for count, line in enumerate(stream, 1):
            try:
                question = read(line, maker.question_type, source=f"items.jsonl line {count}")
            except ReelproofError as fault:
                found.append(fault.message)
                continue
            if question.video not in known:
                found.append(f"items.jsonl line {count}: belongs to no video of the manifest")
            if question.video < last:
                found.append(f"items.jsonl line {count}: videos are not in order of id")
            last = question.video
            by_video.setdefault(question.video, []).append(line)
    if count != manifest.questions:
        found.append(f"items.jsonl: {count} lines, the manifest says {manifest.questions}")
    return by_video


def _has(recipe: Any, maker: Maker, spec: Any) -> bool:
    """Whether a recipe has an item."""
    return spec in maker.specs(recipe, maker.index(spec), 1)


def _place(recipe: Any, maker: Maker, entry: Any) -> Iterator[str]:
    """Whether an entry is one of the items of the recipe, under its own name."""
    name = maker.identity(recipe, entry.spec)
    if name != entry.id:
        yield f"{entry.id}: the recipe calls it {name}"
    if not _has(recipe, maker, entry.spec):
        yield f"{entry.id}: the recipe has no such video"
    if (entry.video is None) != (recipe.renderer == "none"):
        yield f"{entry.id}: " + (
            "has no video" if entry.video is None else "has a video though none was asked for"
        )


def _entry(out: Path, recipe: Any, maker: Maker, entry: Any, lines: list[bytes], remade: bool) -> Iterator[str]:
    """Digests, forms and schemas of an item's files, and what its product makes of them."""
    paths = text_paths(maker, entry.id)
    if not all((out / path).is_file() for path in paths):
        return
    texts = tuple(read_bytes(out / path) for path in paths)
    for path, text, (_, _, part) in zip(paths, texts, maker.texts, strict=True):
        if digest(text) != getattr(entry, part):
            yield f"{path}: the digest does not agree with the manifest"
    if digest(b"".join(lines)) != entry.questions:
        yield f"items.jsonl: the questions of {entry.id} do not agree with the manifest"
    if entry.video is not None:
        video = out / VIDEOS / f"{entry.id}.mp4"
        if video.is_file() and file_digest(video) != entry.video.file:
            yield f"{VIDEOS}/{entry.id}.mp4: the digest does not agree with the manifest"
    for line in lines:
        question = read(line, maker.question_type, source="items.jsonl")
        if line != canonical(question) + b"\n":
            yield f"{question.id}: not in canonical form"
        yield from (f"{question.id}: {fault}" for fault in faults(json.loads(line), maker.question_schema))
    yield from maker.checked(recipe, entry, texts, lines, remade=remade)


def _made_again(recipe: Any, maker: Maker, entry: Any, lines: list[bytes], out: Path) -> Iterator[str]:
    item = maker.make(recipe, entry.spec)
    for path, text in zip(text_paths(maker, entry.id), maker.files(item), strict=True):
        if (out / path).is_file() and read_bytes(out / path) != text:
            yield f"{path}: not what the recipe makes"
    if lines != [canonical(question) + b"\n" for question in maker.questions(item)]:
        yield f"items.jsonl: the questions of {entry.id} are not what the recipe makes"


def _decodes(out: Path, entry: Any) -> Iterator[str]:
    path = out / VIDEOS / f"{entry.id}.mp4"
    if entry.video is None or not path.is_file():
        return
    if decoded_digest(path, entry.video.frames) != entry.video.decoded:
        yield f"videos/{entry.id}.mp4: the decoded frames do not agree with the manifest"


def _drawn_again(recipe: Any, maker: Maker, entry: Any) -> Iterator[str]:
    if entry.video is None:
        return
    with TemporaryDirectory(prefix="reelproof-") as folder:
        item = maker.make(recipe, entry.spec)
        video = maker.draw(recipe, item, Path(folder) / "again.mp4")
    for part in maker.pixels:
        if getattr(video, part) != getattr(entry.video, part):
            yield f"{VIDEOS}/{entry.id}.mp4: drawn again it differs in {part}"
    if video.encoder == entry.video.encoder and video.file != entry.video.file:
        yield f"{VIDEOS}/{entry.id}.mp4: encoded again it is another file"
