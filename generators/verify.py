"""`gen verify`: schemas, digests, certificates and a re-made sample; every difference is listed."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from ..core.catalog import questions, simulator, view, worlds
from ..core.digests import canonical, digest, file_digest, record_digest
from ..core.errors import MissingPart, ReelproofError
from ..core.files import read_bytes
from ..core.version import REVISION, VERSION
from ..qa.build import certify, critical_operations, difficulty
from ..renderers.render import backend
from ..renderers.transcript import transcript
from ..renderers.video import decoded_digest
from ..schemas.manifest import Entry, Manifest
from ..schemas.question import LEVELS, SKILLS, Question
from ..schemas.recipe import Recipe, Spec
from ..schemas.record import decode
from ..schemas.script import Script
from ..schemas.validate import faults
from ..schemas.video import Video
from ..simulators.replay import Replay
from .dataset import LICENCE, draw, look, pace, read_manifest
from .reason.knobs import check, specs
from .reason.make import canary, identity, make
from .schema_files import world_faults


def verify(
    out: Path,
    *,
    sample: int,
    redraw: int,
    decode: int | None = None,
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
    found = list(_manifest(out, manifest))
    found += _strays(out, manifest)
    lines = _lines(out, manifest, found)
    total = len(manifest.entries)
    again, drawn = _spread(total, sample), _spread(total, redraw)
    decoded = again if decode is None else _spread(total, decode)
    for number, entry in enumerate(manifest.entries):
        try:
            found += _place(manifest.recipe, entry)
            found += _entry(out, manifest, entry, lines.get(entry.id, []))
            # A video that the recipe does not have cannot be made again, and must not be tried.
            if entry.spec not in specs(manifest.recipe, entry.spec.index, 1):
                continue
            if number in again:
                found += _made_again(manifest, entry, lines.get(entry.id, []), out)
            if number in decoded:
                found += _decodes(out, entry)
            if number in drawn:
                found += _drawn_again(manifest, entry)
        except MissingPart as fault:
            found.append(f"{entry.id}: cannot be checked here: {fault.message}")
        except ReelproofError as fault:
            found.append(f"{entry.id}: {fault.message}")
        except (LookupError, TypeError, ValueError, ArithmeticError) as fault:
            # Data that keep the schema may still be nonsense to a world; that is a fault of the data.
            found.append(f"{entry.id}: the question does not fit its script ({type(fault).__name__}: {fault})")
        told(number + 1, total)
    return found


def _spread(total: int, wanted: int) -> frozenset[int]:
    """Up to `wanted` of 0 .. total - 1, evenly spread, first and last among them."""
    if wanted >= total:
        return frozenset(range(total))
    if wanted <= 1:
        return frozenset(range(wanted))
    return frozenset(i * (total - 1) // (wanted - 1) for i in range(wanted))


def _manifest(out: Path, manifest: Manifest) -> Iterator[str]:
    data = read_bytes(out / "manifest.json")
    if data != canonical(manifest) + b"\n":
        yield "manifest.json: not in canonical form"
    for fault in faults(json.loads(data), "manifest"):
        yield f"manifest.json: {fault}"
    if manifest.digest != record_digest(msgspec.structs.replace(manifest, digest="")):
        yield "manifest.json: the digest does not agree with the content"
    if manifest.canary != canary(manifest.recipe):
        yield "manifest.json: the canary does not belong to the recipe"
    if manifest.videos != len(manifest.entries):
        yield f"manifest.json: says {manifest.videos} videos and lists {len(manifest.entries)}"
    ids = [entry.id for entry in manifest.entries]
    if ids != sorted(set(ids)):
        yield "manifest.json: entries are not in order of id, each once"
    if manifest.licence != LICENCE:
        yield f"manifest.json: the licence is {LICENCE}"
    used = {entry.spec.world for entry in manifest.entries}
    if set(manifest.worlds) != used:
        yield f"manifest.json: worlds are not those of the entries: {', '.join(sorted(used))[:200]}"
    try:
        check(manifest.recipe)
    except ReelproofError as fault:
        yield f"manifest.json: the recipe cannot be made: {fault.message}"
    for name, version in manifest.worlds.items():
        if name not in worlds():
            yield f"manifest.json: there is no world {name[:40]!r} here"
        elif simulator(name).version != version:
            yield f"manifest.json: {name} has rules of version {version}, here {simulator(name).version}"


def _strays(out: Path, manifest: Manifest) -> Iterator[str]:
    """Files that nothing in the manifest accounts for, and files that are missing."""
    wanted = {"manifest.json", "items.jsonl"}
    for entry in manifest.entries:
        wanted |= {f"scripts/{entry.id}.json", f"transcripts/{entry.id}.txt"}
        if entry.video is not None:
            wanted.add(f"videos/{entry.id}.mp4")
    found = {p.relative_to(out).as_posix(): p for p in sorted(out.rglob("*"))}
    found = {name: p for name, p in found.items() if name != ".work" and not name.startswith(".work/")}
    there = {name for name, path in found.items() if path.is_file()}
    for name, path in sorted(found.items()):
        # A link is somebody else's file: it is not there when the folder has moved.
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            yield f"{name}: neither a file nor a folder of its own"
    yield from (f"{name}: missing" for name in sorted(wanted - there))
    yield from (f"{name}: not in the manifest" for name in sorted(there - wanted))


def _lines(out: Path, manifest: Manifest, found: list[str]) -> dict[str, list[bytes]]:
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
                question = decode(line, Question, source=f"items.jsonl line {count}")
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


def _place(recipe: Recipe, entry: Entry) -> Iterator[str]:
    """Whether an entry is one of the videos of the recipe, under its own name."""
    spec = entry.spec
    if identity(recipe, spec) != entry.id:
        yield f"{entry.id}: the recipe calls it {identity(recipe, spec)}"
    if spec not in specs(recipe, spec.index, 1):
        yield f"{entry.id}: the recipe has no such video"
    if (entry.video is None) != (recipe.renderer == "none"):
        yield f"{entry.id}: " + (
            "has no video" if entry.video is None else "has a video though none was asked for"
        )


def _entry(out: Path, manifest: Manifest, entry: Entry, lines: list[bytes]) -> Iterator[str]:
    script_path = out / "scripts" / f"{entry.id}.json"
    transcript_path = out / "transcripts" / f"{entry.id}.txt"
    if not script_path.is_file() or not transcript_path.is_file():
        return
    data = read_bytes(script_path)
    if digest(data) != entry.script:
        yield f"scripts/{entry.id}.json: the digest does not agree with the manifest"
    if file_digest(transcript_path) != entry.transcript:
        yield f"transcripts/{entry.id}.txt: the digest does not agree with the manifest"
    if digest(b"".join(lines)) != entry.questions:
        yield f"items.jsonl: the questions of {entry.id} do not agree with the manifest"
    if entry.video is not None:
        video = out / "videos" / f"{entry.id}.mp4"
        if video.is_file() and file_digest(video) != entry.video.file:
            yield f"videos/{entry.id}.mp4: the digest does not agree with the manifest"
    sim = simulator(entry.spec.world)
    script: Script[object, object] = decode(data, sim.script_type(), source=f"scripts/{entry.id}.json")
    yield from (f"scripts/{entry.id}.json: {fault}" for fault in world_faults(json.loads(data), sim.name))
    if data != canonical(script) + b"\n":
        yield f"scripts/{entry.id}.json: not in canonical form"
    sim.check(script.start)
    replay = Replay.of(sim, script)
    told = (
        script.id,
        script.version,
        Spec(script.world, script.size, replay.count, script.reveal, entry.spec.index),
    )
    if told != (entry.id, sim.version, entry.spec):
        yield f"scripts/{entry.id}.json: does not describe its place in the manifest"
    if entry.video is not None:
        yield from _clock(manifest.recipe, entry, replay, entry.video)
    if transcript_path.read_bytes() != transcript(replay).encode():
        yield f"transcripts/{entry.id}.txt: not what the script shows"
    asked = []
    for line in lines:
        asked.append(decode(line, Question, source="items.jsonl").skill)
        yield from _question(replay, line, canary(manifest.recipe))
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


def _question(replay: Replay, line: bytes, mark: str) -> Iterator[str]:
    question: Question = decode(line, Question, source="items.jsonl")
    if line != canonical(question) + b"\n":
        yield f"{question.id}: not in canonical form"
    for fault in faults(json.loads(line), "question"):
        yield f"{question.id}: {fault}"
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


def _made_again(manifest: Manifest, entry: Entry, lines: list[bytes], out: Path) -> Iterator[str]:
    item = make(manifest.recipe, entry.spec)
    if item.id != entry.id:
        yield f"{entry.id}: the recipe makes {item.id} instead"
    path = out / "scripts" / f"{entry.id}.json"
    if path.is_file() and path.read_bytes() != canonical(item.replay.script) + b"\n":
        yield f"scripts/{entry.id}.json: not what the recipe makes"
    if lines != [canonical(question) + b"\n" for question in item.questions]:
        yield f"items.jsonl: the questions of {entry.id} are not what the recipe makes"


def _decodes(out: Path, entry: Entry) -> Iterator[str]:
    path = out / "videos" / f"{entry.id}.mp4"
    if entry.video is None or not path.is_file():
        return
    if decoded_digest(path, entry.video.frames) != entry.video.decoded:
        yield f"videos/{entry.id}.mp4: the decoded frames do not agree with the manifest"


def _drawn_again(manifest: Manifest, entry: Entry) -> Iterator[str]:
    if entry.video is None:
        return
    with TemporaryDirectory(prefix="reelproof-") as folder:
        video = draw(manifest.recipe, make(manifest.recipe, entry.spec), Path(folder) / "again.mp4")
    for part in ("planes", "frames", "reveal", "ops", "width", "height", "style", "renderer"):
        if getattr(video, part) != getattr(entry.video, part):
            yield f"videos/{entry.id}.mp4: drawn again it differs in {part}"
    if video.encoder == entry.video.encoder and video.file != entry.video.file:
        yield f"videos/{entry.id}.mp4: encoded again it is another file"
