"""A dataset of `gen vgenst` in the columns and folders of VGenST-Bench (arXiv 2605.22570).

    OUT/qa/TASK.parquet                         sample_id, idx, theme, qa_type, base, variant_NoT_distractor,
                                                variant_NoT_answer, variant_open_ended
    OUT/metadata/TASK.parquet                   scene graph, transcript and licence of each video
    OUT/videos/TASK/videos/IDX_THEME.mp4        the films as they are
    OUT/videos/TASK/first_frame/IDX_THEME.png
    OUT/videos/TASK/processed_frames/IDX_THEME/frame_NN.png   evenly spaced frames, which its evaluator reads

Options stand in structs and again in the question's text, as published. The metric track has no place
there and is left out.
"""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ..core.digests import file_digest
from ..core.errors import BackendFailed, BadFile, BadOutput, MissingPart
from ..core.files import inside, read_bytes, replacing, write_bytes
from ..qa.score import load_questions
from ..renderers.video import encoder
from ..schemas.manifest import SceneEntry, SceneManifest
from ..schemas.record import decode
from ..schemas.scene import TASKS, TaskName
from ..schemas.scene_graph import SceneGraph
from ..schemas.scene_question import LEVEL, MATRIX, QUESTION_TYPES, QuestionType, SceneQuestion, Variant

LETTERS = "ABCDE"
CODES: dict[TaskName, str] = {
    name: f"{name}_{'FVE'[i // 4]}_{('EGO', 'EXO')[i % 4 // 2]}_{('STA', 'DYN')[i % 2]}"
    for i, name in enumerate(TASKS)
}
"""The published codes, which name the files: MC_F_EGO_STA."""
TYPES: tuple[QuestionType, ...] = tuple(t for t in QUESTION_TYPES if any(t in row for row in MATRIX.values()))
"""The published types; not the metric track."""


class Exported(NamedTuple):
    """What was written."""

    files: int
    rows: int
    videos: int
    left_out: int
    """Questions of the metric track."""


def export(
    dataset: Path,
    out: Path,
    *,
    frames: int = 16,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> Exported:
    """Write OUT; raises MissingPart without pyarrow, BadFile for other datasets, BadOutput for a full folder."""
    _arrow()
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadOutput(f"{out} is not empty", hint="choose another folder with --out")
    source = dataset / "manifest.json"
    manifest = _manifest(source)
    questions = load_questions(dataset / "items.jsonl")
    by_video: dict[str, list[SceneQuestion]] = {}
    for question in questions.values():
        if not isinstance(question, SceneQuestion):
            raise BadFile(f"{dataset} is no dataset of gen vgenst", hint="name a folder that `gen vgenst` wrote")
        by_video.setdefault(question.video, []).append(question)
    qa: dict[TaskName, list[dict[str, Any]]] = {}
    metadata: dict[TaskName, list[dict[str, Any]]] = {}
    seen: set[tuple[TaskName, str]] = set()
    videos = 0
    for number, entry in enumerate(manifest.entries, 1):
        task, name = entry.spec.task, stem(entry)
        if (task, name) in seen:
            raise BadFile(
                f"{dataset} has two scenes {name} of {task}", hint="export them from datasets of their own"
            )
        seen.add((task, name))
        qa.setdefault(task, []).extend(rows(entry, by_video.get(entry.id, [])))
        metadata.setdefault(task, []).append(_about(manifest, dataset, entry))
        if entry.video is not None:
            _media(inside(dataset, f"videos/{entry.id}.mp4"), out / "videos" / CODES[task], name, entry, frames)
            videos += 1
        told(number, len(manifest.entries))
    for task in TASKS:
        if task in qa:
            _table(out / "qa" / f"{CODES[task]}.parquet", qa[task], _qa_schema())
            _table(out / "metadata" / f"{CODES[task]}.parquet", metadata[task], None)
    write_bytes(out / "README.md", _card(manifest).encode())
    left = sum(1 for asked in by_video.values() for question in asked if question.type not in TYPES)
    return Exported(2 * len(qa) + 1, sum(map(len, qa.values())), videos, left)


def stem(entry: SceneEntry) -> str:
    """Name of a video's files: IDX_THEME."""
    return f"{entry.spec.index}_{entry.spec.theme.replace(' ', '_')}"


def rows(entry: SceneEntry, asked: list[SceneQuestion]) -> list[dict[str, Any]]:
    """The lines of one video: one for each question type that has a base form."""
    found = []
    cells: dict[QuestionType, dict[Variant, SceneQuestion]] = {}
    for question in asked:
        cells.setdefault(question.type, {})[question.variant] = question
    for kind in TYPES:
        forms = cells.get(kind, {})
        if "base" not in forms:
            continue
        opened = forms.get("open")
        found.append(
            {
                "sample_id": entry.id,
                "idx": entry.spec.index,
                "theme": entry.spec.theme.replace(" ", "_"),
                "qa_type": f"L{LEVEL[kind]}-{kind}",
                "base": _choice(forms["base"]),
                "variant_NoT_distractor": _choice(forms.get("none_extra")),
                "variant_NoT_answer": _choice(forms.get("none_answer")),
                "variant_open_ended": None
                if opened is None
                else {"question": f"{opened.stem} Be brief.", "expected_answer": opened.text},
            }
        )
    return found


def _choice(question: SceneQuestion | None) -> dict[str, Any] | None:
    """Question, options and answer as published: options also stand in the question's text."""
    if question is None:
        return None
    texts = [option.text for option in question.options]
    inline = ", ".join(f"{letter}. {text}" for letter, text in zip(LETTERS, texts, strict=False))
    padded: list[str | None] = [*texts, *[None] * (len(LETTERS) - len(texts))]
    return {
        "question": f"{question.stem}: {inline}",
        "options": dict(zip(LETTERS, padded, strict=True)),
        "answer": question.letter,
    }


def _about(manifest: SceneManifest, dataset: Path, entry: SceneEntry) -> dict[str, Any]:
    path = inside(dataset, f"graphs/{entry.id}.json")
    graph: SceneGraph = decode(read_bytes(path), SceneGraph, source=str(path))
    return {
        "sample_id": entry.id,
        "idx": entry.spec.index,
        "theme": entry.spec.theme.replace(" ", "_"),
        "scene_graph": json.dumps(graph.published, sort_keys=True),
        "transcript": read_bytes(inside(dataset, f"transcripts/{entry.id}.txt")).decode(),
        "seed": str(manifest.recipe.seed),
        "depth": entry.spec.depth,
        "generator": f"reelproof {manifest.reelproof}",
        "licence": manifest.licence,
        "canary": manifest.canary,
    }


def _manifest(path: Path) -> SceneManifest:
    data = read_bytes(path)
    try:
        manifest: SceneManifest = decode(data, SceneManifest, source=str(path))
    except BadFile as fault:
        raise BadFile(fault.message, hint="name a folder that `gen vgenst` wrote") from None
    return manifest


# --- media ----------------------------------------------------------------------------------------


def _media(film: Path, home: Path, name: str, entry: SceneEntry, frames: int) -> None:
    """Copy a film and take its pictures out of it."""
    assert entry.video is not None
    if not film.is_file() or file_digest(film) != entry.video.file:
        raise BadFile(f"{film} is not the film of the manifest", hint="run `gen verify` on the dataset")
    with replacing(home / "videos" / f"{name}.mp4") as part:
        shutil.copyfile(film, part)
    wanted = spread(entry.video.frames, frames)
    folder = home / "processed_frames" / name
    folder.mkdir(parents=True, exist_ok=True)
    pictures(film, wanted, folder)
    first = home / "first_frame" / f"{name}.png"
    first.parent.mkdir(parents=True, exist_ok=True)
    with replacing(first) as part:
        shutil.copyfile(folder / "frame_00.png", part)


def spread(total: int, wanted: int) -> tuple[int, ...]:
    """Up to `wanted` frames, evenly spaced, the first and the last among them."""
    if wanted >= total:
        return tuple(range(total))
    if wanted == 1:
        return (0,)
    return tuple(i * (total - 1) // (wanted - 1) for i in range(wanted))


def pictures(film: Path, wanted: tuple[int, ...], folder: Path) -> None:
    """Decode some frames of a film to frame_00.png and so on; raises BackendFailed."""
    chosen = "+".join(f"eq(n\\,{number})" for number in wanted)
    line = [
        encoder(),
        "-y",
        "-loglevel",
        "error",
        "-i",
        str(film),
        "-vf",
        f"select={chosen}",
        "-fps_mode",
        "passthrough",
    ]
    line += ["-start_number", "0", "-bitexact", str(folder / "frame_%02d.png")]
    done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True)
    made = sorted(folder.glob("frame_*.png"))
    if done.returncode or len(made) != len(wanted):
        told = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no picture came out"]
        raise BackendFailed(f"cannot take pictures out of {film}: {told[0][:200]}", hint="run `gen verify` on it")


# --- tables ---------------------------------------------------------------------------------------


def _arrow() -> Any:
    try:
        import pyarrow
    except ImportError as fault:
        raise MissingPart(
            f"parquet files need pyarrow: {fault}", hint="pip install 'reelproof[parquet]'"
        ) from fault
    return pyarrow


def _qa_schema() -> Any:
    pa = _arrow()
    text = pa.string()
    choice = pa.struct(
        [("question", text), ("options", pa.struct([(letter, text) for letter in LETTERS])), ("answer", text)]
    )
    return pa.schema(
        [
            ("sample_id", text),
            ("idx", pa.int64()),
            ("theme", text),
            ("qa_type", text),
            ("base", choice),
            ("variant_NoT_distractor", choice),
            ("variant_NoT_answer", choice),
            ("variant_open_ended", pa.struct([("question", text), ("expected_answer", text)])),
        ]
    )


def _table(path: Path, found: list[dict[str, Any]], schema: Any) -> None:
    pa = _arrow()
    from pyarrow import parquet

    table = pa.Table.from_pylist(found, schema=schema)
    with replacing(path) as part:
        parquet.write_table(table, part)


def _card(manifest: SceneManifest) -> str:
    """The dataset card, with the two configurations of the original."""
    return f"""---
license: cc-by-4.0
configs:
- config_name: qa
  data_files: [{{split: test, path: qa/*.parquet}}]
- config_name: metadata
  data_files: [{{split: test, path: metadata/*.parquet}}]
---
Metric scenes with proven questions, made by reelproof {manifest.reelproof} (seed {manifest.recipe.seed}),
in the columns of VGenST-Bench. Every answer is computed from the scene.

{manifest.canary}
"""
