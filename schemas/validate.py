"""Files against their JSON Schemas (draft 2020-12), faults by JSON pointer (RFC 6901)."""

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from ..core.errors import BadParams, near

KINDS = (
    "manifest", "prediction", "question", "scene", "scene-graph", "scene-manifest", "scene-question",
    "scene-recipe", "script", "theme",
)  # fmt: skip
"""The schemas beside this file: `schemas/KIND.schema.json`; worlds add `world-NAME`."""


_HERE = __name__.rpartition(".")[0]


def schema_names() -> tuple[str, ...]:
    """All schema documents of the package, by name."""
    names = sorted(entry.name for entry in files(_HERE).iterdir())
    return tuple(n.removesuffix(".schema.json") for n in names if n.endswith(".schema.json"))


@cache
def schema(name: str) -> dict[str, Any]:
    """One schema document; raises BadParams for an unknown name."""
    if name not in schema_names():
        raise BadParams(f"there is no schema {name[:40]!r}", hint=near(name, schema_names()))
    text = (files(_HERE) / f"{name}.schema.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


@cache
def _validator(name: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema(name))


def faults(value: Any, name: str) -> Iterator[str]:
    """Where a JSON value breaks a schema: `POINTER: what is wrong`, in order of place."""
    return _faults(_validator(name), value)


def faults_of(value: Any, document: dict[str, Any]) -> Iterator[str]:
    """The same for a schema document in hand (worlds of other packages make theirs when needed)."""
    from jsonschema import Draft202012Validator

    return _faults(Draft202012Validator(document), value)


def _faults(validator: Any, value: Any) -> Iterator[str]:
    for error in sorted(validator.iter_errors(value), key=lambda e: [str(p) for p in e.absolute_path]):
        parts = (str(p).replace("~", "~0").replace("/", "~1") for p in error.absolute_path)
        yield f"/{'/'.join(parts)}: {error.message[:200]}"
