"""The export reads back as the published evaluator reads: columns, structs, files by index and theme."""

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from reelproof.core.errors import BadFile, BadOutput, MissingPart
from reelproof.core.version import REVISION
from reelproof.exports.vgenst_parquet import CODES, TYPES, export, spread
from reelproof.generators.dataset import write
from reelproof.qa.score import load_questions
from reelproof.schemas.scene import TASKS
from reelproof.schemas.scene_question import VARIANTS, SceneQuestion
from reelproof.schemas.scene_recipe import SceneRecipe

pq = pytest.importorskip("pyarrow.parquet")
COLUMNS = [
    "sample_id", "idx", "theme", "qa_type", "base", "variant_NoT_distractor", "variant_NoT_answer",
    "variant_open_ended",
]  # fmt: skip


def made(out: Path, **knobs: Any) -> Path:
    plain: dict[str, Any] = {
        "product": "vgenst", "revision": REVISION, "seed": 0, "tasks": ("CM",), "theme": "orbital station",
        "edition": None, "depth": None, "scene": None, "renderer": "none", "size": (480, 360), "fps": 5,
        "variants": VARIANTS, "quality": "standard",
    }  # fmt: skip
    write(SceneRecipe(**{**plain, **knobs}), out)
    return out


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("parquet") / "scenes", renderer="gl")


@pytest.fixture(scope="module")
def exported(scenes: Path) -> Path:
    out = scenes.parent / "exported"
    told = export(scenes, out, frames=4)
    assert (told.videos, told.rows) == (1, len(pq.read_table(out / "qa" / "CM_F_EXO_DYN.parquet")))
    return out


def test_a_published_evaluator_finds_its_columns_and_structs(exported: Path) -> None:
    (path,) = sorted((exported / "qa").iterdir())
    table = pq.read_table(path)
    assert path.stem == CODES["CM"] and table.column_names == COLUMNS
    rows = table.to_pylist()
    assert len({row["qa_type"] for row in rows}) == len(rows)
    for row in rows:
        assert (row["idx"], row["theme"]) == (0, "orbital_station")
        level, kind = row["qa_type"].split("-")
        assert kind in TYPES and level in ("L1", "L2", "L3")
        for form in ("base", "variant_NoT_distractor", "variant_NoT_answer"):
            if row[form] is None:
                continue
            options = {letter: text for letter, text in row[form]["options"].items() if text is not None}
            assert row[form]["answer"] in options
            # What a circular evaluation takes apart again.
            inline = ", ".join(f"{letter}. {text}" for letter, text in options.items())
            assert row[form]["question"].endswith(f": {inline}")
        if row["variant_NoT_answer"] is not None:
            answer = row["variant_NoT_answer"]
            assert answer["options"][answer["answer"]] == "None of these"
        opened = row["variant_open_ended"]
        assert opened is None or opened["expected_answer"] == row["base"]["options"][row["base"]["answer"]]


def test_every_question_of_a_published_type_is_there(scenes: Path, exported: Path) -> None:
    rows = pq.read_table(exported / "qa" / "CM_F_EXO_DYN.parquet").to_pylist()
    asked = [q for q in load_questions(scenes / "items.jsonl").values() if isinstance(q, SceneQuestion)]
    for form, variant in zip(COLUMNS[4:], VARIANTS, strict=True):
        wanted = {f"L{q.level}-{q.type}" for q in asked if q.variant == variant and q.type in TYPES}
        assert {row["qa_type"] for row in rows if row[form] is not None} == wanted


def test_media_lie_where_index_and_theme_say(scenes: Path, exported: Path) -> None:
    home = exported / "videos" / "CM_F_EXO_DYN"
    names = sorted(p.relative_to(home).as_posix() for p in home.rglob("*") if p.is_file())
    stem = "0_orbital_station"
    frames = [f"processed_frames/{stem}/frame_{number:02}.png" for number in range(4)]
    assert names == [f"first_frame/{stem}.png", *frames, f"videos/{stem}.mp4"]
    (film,) = (scenes / "videos").iterdir()
    assert (home / names[-1]).read_bytes() == film.read_bytes()
    from PIL import Image

    for name in names[:-1]:
        assert Image.open(home / name).size == (480, 360)


def test_metadata_hold_the_scene_graph(exported: Path) -> None:
    (row,) = pq.read_table(exported / "metadata" / "CM_F_EXO_DYN.parquet").to_pylist()
    graph = json.loads(row["scene_graph"])
    assert graph["scene_meta"]["theme"] == "orbital station" and graph["ground_truth"]


def test_codes_are_the_published_ones() -> None:
    assert list(CODES) == list(TASKS)
    assert CODES["MC"] == "MC_F_EGO_STA" and CODES["VI"] == "VI_V_EXO_DYN" and CODES["LS"] == "LS_E_EXO_STA"


@pytest.mark.parametrize(("total", "wanted"), [(10, 4), (3, 16), (100, 1), (48, 48)])
def test_frames_are_spread_evenly_with_both_ends(total: int, wanted: int) -> None:
    found = spread(total, wanted)
    assert len(found) == min(total, wanted) and found[0] == 0
    assert wanted == 1 or found[-1] == total - 1
    steps = {b - a for a, b in pairwise(found)}
    assert not steps or max(steps) - min(steps) <= 1


def test_other_datasets_and_full_folders_are_refused(scenes: Path, exported: Path, tmp_path: Path) -> None:
    with pytest.raises(BadOutput, match="not empty"):
        export(scenes, exported)
    (tmp_path / "manifest.json").write_text('{"recipe":{"product":"reason"}}', encoding="utf-8")
    with pytest.raises(BadFile):
        export(tmp_path, tmp_path / "out")


def test_without_pyarrow_the_part_is_named(scenes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingPart) as fault:
        export(scenes, tmp_path / "out")
    assert "reelproof[parquet]" in fault.value.hint
