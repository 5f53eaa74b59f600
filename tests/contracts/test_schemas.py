"""The committed JSON Schemas are those of the records, and the files keep them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import reelproof
from reelproof.core.catalog import ours, simulator, worlds
from reelproof.core.digests import canonical
from reelproof.core.errors import BadFile, BadParams
from reelproof.core.version import REVISION
from reelproof.generators.reason.make import Item
from reelproof.generators.reason.stream import items
from reelproof.generators.schema_files import documents, text, world_document
from reelproof.schemas.manifest import AnyManifest, ReasonManifest
from reelproof.schemas.prediction import Prediction
from reelproof.schemas.question import Question
from reelproof.schemas.record import decode
from reelproof.schemas.validate import KINDS, faults, faults_of, schema, schema_names

HOME = Path(reelproof.__file__).parent / "schemas"


@pytest.fixture(scope="module", params=worlds())
def item(request: pytest.FixtureRequest) -> Item:
    return next(items(request.param, ops=6, reveal="end"))


def test_the_committed_schemas_are_those_of_the_records() -> None:
    made = {f"{name}.schema.json": text(document) for name, document in documents().items()}
    committed = {path.name: path.read_text(encoding="utf-8") for path in HOME.glob("*.schema.json")}
    assert committed == made, "run `make schemas`"


def test_every_schema_is_a_schema_and_can_be_had_by_name() -> None:
    from jsonschema import Draft202012Validator

    assert set(schema_names()) == set(documents())
    assert {*KINDS, *(f"world-{name}" for name in worlds() if ours(name))} <= set(schema_names())
    for name in schema_names():
        Draft202012Validator.check_schema(schema(name))
        assert schema(name)["title"]
    with pytest.raises(BadParams, match="no schema"):
        schema("questoin")


def parts(item: Item) -> list[tuple[str, Any, Any]]:
    """(schema, record type, record) of everything that an item writes as JSON."""
    world = item.spec.world
    script = item.replay.script
    found: list[tuple[str, Any, Any]] = [("script", None, script)]
    if ours(world):
        found.append((f"world-{world}", simulator(world).script_type(), script))
    return found + [("question", Question, question) for question in item.questions]


def test_what_an_item_writes_keeps_its_schema_and_is_read_back_the_same(item: Item) -> None:
    for name, kind, record in parts(item):
        data = canonical(record)
        assert list(faults(json.loads(data), name)) == []
        if kind is not None:
            assert canonical(decode(data, kind, source="test")) == data
    world = world_document(item.spec.world)
    assert list(faults_of(json.loads(canonical(item.replay.script)), world)) == []


def nodes(value: Any, path: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Every object in a JSON value with its pointer."""
    found = [(path, value)] if isinstance(value, dict) else []
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        found += nodes(child, f"{path}/{key}")
    return found


FREE = ("/query/args", "/answer/source", "/answer/goal", "/answer/cells")
"""Objects whose keys belong to the world."""


def test_closed_records_refuse_fields_that_they_do_not_have(item: Item) -> None:
    for name, kind, record in parts(item):
        if kind is None:
            continue
        plain = json.loads(canonical(record))
        for pointer, node in nodes(plain):
            if pointer.startswith(FREE):
                continue
            node["zz"] = 1
            data = json.dumps(plain).encode()
            assert list(faults(json.loads(data), name)), (name, pointer)
            with pytest.raises(BadFile) as fault:
                decode(data, kind, source="test")
            assert f"at {pointer or '/'}" in fault.value.message
            del node["zz"]


def test_every_field_is_needed(item: Item) -> None:
    for name, kind, record in parts(item):
        if kind is None:
            continue
        plain = json.loads(canonical(record))
        for field in sorted(plain):
            less = {key: value for key, value in plain.items() if key != field}
            assert list(faults(less, name)), field
            with pytest.raises(BadFile):
                decode(json.dumps(less).encode(), kind, source="test")


@pytest.mark.parametrize("wrong", [None, [], {}, "x", 1.5, True, 10**30, -1])
def test_a_field_of_another_type_is_told_by_its_pointer(item: Item, wrong: Any) -> None:
    question = json.loads(canonical(item.questions[0]))
    question["query"]["skill"] = wrong
    found = list(faults(question, "question"))
    assert found and all(fault.startswith("/query/skill: ") for fault in found)
    with pytest.raises(BadFile, match="at /query/skill:"):
        decode(json.dumps(question).encode(), Question, source="test")


def test_a_manifest_keeps_its_schema(tmp_path: Path, dataset_of: Callable[[Path], AnyManifest]) -> None:
    manifest = dataset_of(tmp_path / "out")
    data = (tmp_path / "out" / "manifest.json").read_bytes()
    assert list(faults(json.loads(data), "manifest")) == []
    assert msgspec.json.decode(data, type=ReasonManifest) == manifest
    for pointer, node in nodes(json.loads(data)):
        if pointer == "/worlds":
            continue
        plain = json.loads(data)
        target = plain
        for part in pointer.split("/")[1:]:
            target = target[int(part)] if isinstance(target, list) else target[part]
        target["zz"] = 1
        assert list(faults(plain, "manifest")), pointer
        with pytest.raises(BadFile):
            decode(json.dumps(plain).encode(), ReasonManifest, source="test")
        assert isinstance(node, dict)


@pytest.fixture
def dataset_of() -> Callable[[Path], AnyManifest]:
    from reelproof.generators.dataset import write
    from reelproof.schemas.recipe import Recipe

    recipe = Recipe(
        product="reason", revision=REVISION,
        seed=0, categories=("cup",), size=None, ops=(2, 2), reveal="start", paired=False,
        idle=0.0, undo=0.0, plan=(2, 2), hypothetical=(3, 5), level=None, edition=None, renderer="auto",
        style="auto", fps=10, seconds_per_op=0.4, width=160, quality="standard",
    )  # fmt: skip
    return lambda out: write(recipe, out)


def test_a_reply_may_have_further_fields_but_needs_id_and_reply() -> None:
    for extra in ({}, {"model": "m"}, {"tokens": 5}):
        line = {"id": "a", "reply": "b", **extra}
        assert list(faults(line, "prediction")) == []
        assert decode(json.dumps(line).encode(), Prediction, source="test") == Prediction("a", "b")
    for line in ({"id": "a"}, {"reply": "b"}, {"id": 1, "reply": "b"}, {"id": "a", "reply": 5}, []):
        assert list(faults(line, "prediction"))
        with pytest.raises(BadFile):
            decode(json.dumps(line).encode(), Prediction, source="test")
