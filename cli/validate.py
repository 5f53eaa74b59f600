"""`gen validate`: files against their schemas."""

import json
from pathlib import Path

import click

from ..core.catalog import worlds
from ..core.errors import BadFile, CheckFailed
from ..core.files import read_bytes
from .tell import tell_line


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--schema",
    "name",
    default=None,
    metavar="NAME",
    help="Schema to check against.  [default: by the file's name]",
)
def validate(path: Path, name: str | None) -> None:  # fmt: skip
    """Check PATH (a dataset folder, a script or scene, items.jsonl, manifest.json, a replies file).

    Faults are listed by JSON pointer; exits 5 if there are any.

    \b
    gen validate out
    gen validate out/items.jsonl
    """
    from ..schemas.validate import schema

    if name is not None:
        schema(name)
    paths = [path]
    if path.is_dir():
        paths = [path / "manifest.json", path / "items.jsonl"]
        for folder in ("scripts", "scenes", "graphs"):
            paths += sorted((path / folder).glob("*.json"))
    found = 0
    for one in paths:
        for fault in _check(one, name):
            tell_line(fault)
            found += 1
    if found:
        raise CheckFailed(f"{found} faults in {path}", hint="`gen describe schemas` lists the schemas")
    click.echo(f"{path} keeps its schema")


def _check(path: Path, name: str | None) -> list[str]:
    from ..generators.schema_files import world_faults
    from ..schemas.validate import faults

    data = read_bytes(path)
    if path.suffix == ".jsonl":
        found = []
        for number, line in enumerate(data.splitlines(), 1):
            if line.strip():
                value = _json(line, f"{path} line {number}")
                kind = name or _line_kind(value, path)
                found += [f"{path} line {number} {fault}" for fault in faults(value, kind)]
        return found
    value = _json(data, str(path))
    if name is not None:
        return [f"{path} {fault}" for fault in faults(value, name)]
    if (document := _file_kind(value, path)) is not None:
        return [f"{path} {fault}" for fault in faults(value, document)]
    world = value.get("world") if isinstance(value, dict) else None
    if world not in worlds():
        return [f"{path} {fault}" for fault in faults(value, "script")] or [f"{path} /world: {world!r} is unknown"]
    return [f"{path} {fault}" for fault in world_faults(value, str(world))]


def _line_kind(value: object, path: Path) -> str:
    """Schema of a line: a question of either product, or a reply."""
    if isinstance(value, dict) and "task" in value and "template" in value:
        return "scene-question"
    return "question" if path.name.startswith("items") else "prediction"


def _file_kind(value: object, path: Path) -> str | None:
    """Schema of a file that is not a script; None for those."""
    fields = value if isinstance(value, dict) else {}
    if path.name == "manifest.json":
        recipe = fields.get("recipe")
        scenes = isinstance(recipe, dict) and recipe.get("product") == "vgenst"
        return "scene-manifest" if scenes else "manifest"
    if "published" in fields and "truth" in fields:
        return "scene-graph"
    return "scene" if "camera" in fields or path.parent.name == "scenes" else None


def _constant(word: str) -> object:
    """JSON has no NaN and no Infinity, though Python reads them."""
    raise ValueError(f"{word} is not a number")


def _json(data: bytes, source: str) -> object:
    try:
        return json.loads(data, parse_constant=_constant)
    except (ValueError, RecursionError) as fault:
        raise BadFile(f"{source} at /: not JSON: {fault}", hint="the file may be cut short") from None
