"""The JSON Schema documents: generated from the records, written by `make schemas`, checked for drift."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ..core.catalog import ours, simulator, worlds
from ..schemas.manifest import ReasonManifest, SceneManifest
from ..schemas.prediction import Prediction
from ..schemas.question import Question
from ..schemas.scene import Scene
from ..schemas.scene_graph import SceneGraph
from ..schemas.scene_question import SceneQuestion
from ..schemas.scene_recipe import SceneRecipe
from ..schemas.script import Script
from ..schemas.theme import Theme
from ..schemas.validate import faults, faults_of, schema_names

_HOME = Path(__file__).resolve().parent.parent / "schemas"


@cache
def world_document(name: str) -> dict[str, Any]:
    """The schema of one world's scripts."""
    return _document(simulator(name).script_type(), f"Script of the world {name}")


def world_faults(value: Any, name: str) -> Iterator[str]:
    """Where a script breaks the schema of its world: the file's, or one made here where there is no file."""
    kind = f"world-{name}"
    return faults(value, kind) if kind in schema_names() else faults_of(value, world_document(name))


def documents() -> dict[str, dict[str, Any]]:
    """All schema documents of this package by name."""
    generic: Any = Script
    found = {
        "manifest": _document(ReasonManifest, "manifest.json of a dataset of gen reason"),
        "prediction": _document(Prediction, "One line of a replies file"),
        "question": _document(Question, "One line of items.jsonl of gen reason"),
        "scene": _document(Scene, "scenes/ID.json: a metric scene"),
        "scene-graph": _document(SceneGraph, "graphs/ID.json: the graph of a metric scene"),
        "scene-manifest": _document(SceneManifest, "manifest.json of a dataset of gen vgenst"),
        "scene-question": _document(SceneQuestion, "One line of items.jsonl of gen vgenst"),
        "scene-recipe": _document(SceneRecipe, "The recipe of a dataset of gen vgenst"),
        "script": _document(generic[dict[str, Any], dict[str, Any]], "scripts/ID.json of any world"),
        "theme": _document(Theme, "A theme of gen vgenst"),
    }
    for name in worlds():
        if ours(name):
            found[f"world-{name}"] = world_document(name)
    return found


def _document(kind: Any, title: str) -> dict[str, Any]:
    schema = msgspec.json.schema(kind)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **schema}


def text(document: dict[str, Any]) -> str:
    """A document as it stands on disk."""
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> None:
    """Write every document beside the records."""
    for name, document in documents().items():
        (_HOME / f"{name}.schema.json").write_text(text(document), encoding="utf-8")


if __name__ == "__main__":
    main()
