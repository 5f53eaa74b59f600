"""Datasets of scenes: the same bytes however they are made, and nothing in them can be changed unseen."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import reelproof
from reelproof.core.digests import canonical, digest, file_digest, record_digest
from reelproof.core.errors import BadFile, BadOutput, BadParams
from reelproof.core.version import REVISION
from reelproof.generators.dataset import read_manifest, write
from reelproof.generators.product import PRODUCTS, product
from reelproof.generators.verify import verify
from reelproof.generators.vgenst.hosts import hosted, hosts, obstacle, task, task_named
from reelproof.generators.vgenst.knobs import EDITIONS, check, identity, specs
from reelproof.generators.vgenst.themes import themes
from reelproof.qa.vgenst.score import AXES
from reelproof.schemas.record import decode
from reelproof.schemas.scene import TASKS, Scene
from reelproof.schemas.scene_graph import SceneGraph
from reelproof.schemas.scene_question import VARIANTS, SceneQuestion
from reelproof.schemas.scene_recipe import SceneRecipe
from reelproof.schemas.validate import faults

QUICK: tuple[Any, ...] = ("CM", "DE")
"""Tasks whose scenes are made in a fraction of a second."""
EVERY = 10**6


def recipe(**knobs: Any) -> SceneRecipe:
    """A recipe of quick scenes without videos, but for what is named."""
    plain: dict[str, Any] = {
        "product": "vgenst", "revision": REVISION, "seed": 0, "tasks": QUICK, "theme": None, "edition": None,
        "depth": None, "scene": None, "renderer": "none", "size": (480, 360), "fps": 24, "variants": VARIANTS,
        "quality": "standard",
    }  # fmt: skip
    return SceneRecipe(**{**plain, **knobs})


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scene of each quick task; tests read it and never change it."""
    out = tmp_path_factory.mktemp("scenes") / "out"
    write(recipe(), out, workers=1)
    return out


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One scene; tests read it and never change it."""
    out = tmp_path_factory.mktemp("small") / "out"
    write(recipe(tasks=QUICK[:1]), out)
    return out


@pytest.fixture
def copy(small: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(small, tmp_path / "copy"))


# --- which scenes ---------------------------------------------------------------------------------


def test_an_edition_has_each_task_a_hundred_times_in_as_many_themes() -> None:
    whole = recipe(tasks=TASKS, edition="vgenst")
    check(whole)
    found = list(specs(whole, 0, EDITIONS["vgenst"]))
    assert len(found) == 1200 and len({identity(whole, spec) for spec in found}) == 1200
    for name in TASKS:
        mine = [spec for spec in found if spec.task == name]
        assert [spec.index for spec in mine] == list(range(100))
        assert len({spec.theme for spec in mine}) == min(100, len(hosts(name)))
        assert {spec.depth for spec in mine} == {task(name).depth.usual}
    assert list(specs(whole, 0, 100, limit=3)) == [spec for spec in found if spec.index < 3]


def test_a_slice_of_a_recipe_is_part_of_the_whole() -> None:
    for whole in (recipe(), recipe(tasks=(), theme="castle"), recipe(tasks=TASKS, edition="vgenst")):
        found = list(specs(whole, 0, 20))
        for start in range(20):
            assert list(specs(whole, start, 1)) == [spec for spec in found if spec.index == start]


def test_a_theme_alone_deals_its_tasks_evenly() -> None:
    whole = recipe(tasks=(), theme="castle")
    tasks = hosted("castle")
    found = [spec.task for spec in specs(whole, 0, 2 * len(tasks))]
    assert all(found.count(name) == 2 for name in tasks)
    other = [spec.task for spec in specs(msgspec.structs.replace(whole, seed=1), 0, 2 * len(tasks))]
    assert other != found, "the seed has a say"


def test_a_theme_hosts_a_task_if_it_has_a_stage_for_it_and_lacks_nothing() -> None:
    for name in TASKS:
        assert set(hosts(name)) == {place for place in themes() if obstacle(name, place) is None}
        for place, theme in themes().items():
            staged = bool(set(task(name).settings) & set(theme.settings))
            assert (place in hosts(name)) == (staged and task(name).lacks(theme) is None)
            assert (name in hosted(place)) == (place in hosts(name))


def test_tasks_are_known_by_name_and_by_published_code() -> None:
    for name in TASKS:
        assert task_named(name.lower()) == task_named(task(name).code) == name
        assert AXES[name] == (task(name).scale, task(name).perspective, task(name).dynamics)
        scale, perspective, dynamics = AXES[name]
        code = f"{name}_{scale[0]}_{perspective[:3].upper()}_{dynamics[:3].upper()}"
        assert task(name).code == code
    with pytest.raises(BadParams, match="no task"):
        task_named("MCX")


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "unknown theme": ({"theme": "kichen"}, "no theme"),
    "unknown task": ({"tasks": ("XX",)}, "no task"),
    "tasks out of order": ({"tasks": ("DE", "CM")}, "published order"),
    "task twice": ({"tasks": ("CM", "CM")}, "each once"),
    "neither theme nor task": ({"tasks": ()}, "neither"),
    "unknown edition": ({"edition": "x"}, "no edition"),
    "edition of some tasks": ({"edition": "vgenst"}, "all tasks"),
    "edition with a theme": ({"edition": "vgenst", "tasks": TASKS, "theme": "castle"}, "all tasks"),
    "depth too small": ({"depth": 0}, r"--depth 0 is not in \d+\.\.\d+ for CM"),
    "depth too great": ({"depth": 99}, r"--depth 99 is not in"),
    "size": ({"size": (100, 100)}, "100x100"),
    "fps": ({"fps": 1}, "--fps 1 is not in 5..60"),
    "renderer": ({"renderer": "glx"}, "no renderer"),
    "no variant": ({"variants": ()}, "no variant"),
    "unknown variant": ({"variants": ("base", "opne")}, "no variant"),
    "variants out of order": ({"variants": ("open", "base")}, "fixed order"),
    "seed": ({"seed": 2**63}, "64 bits"),
}


@pytest.mark.parametrize(("knobs", "said"), REFUSED.values(), ids=list(REFUSED))
def test_what_cannot_be_honoured_is_refused_before_any_work(
    knobs: dict[str, Any], said: str, tmp_path: Path
) -> None:
    with pytest.raises(BadParams, match=said) as fault:
        write(recipe(**knobs), tmp_path / "out")
    assert fault.value.hint and not (tmp_path / "out").exists()


def test_a_theme_that_cannot_host_a_task_says_what_it_hosts_and_who_can() -> None:
    for name in TASKS:
        for place in themes():
            if place in hosts(name):
                continue
            with pytest.raises(BadParams, match=f"the theme {place} cannot host {name}: ") as fault:
                check(recipe(tasks=(name,), theme=place))
            assert all(other in fault.value.message for other in hosted(place))
            assert hosts(name)[0] in fault.value.hint
            return
    pytest.skip("every theme hosts every task")


# --- the same bytes -------------------------------------------------------------------------------


def test_a_dataset_has_the_files_that_its_manifest_lists(made: Path) -> None:
    manifest = read_manifest(made)
    ids = [entry.id for entry in manifest.entries]
    assert len(ids) == manifest.videos == 2 and ids == sorted(ids)
    names = {"manifest.json", "items.jsonl"}
    for name in ids:
        names |= {f"scenes/{name}.json", f"graphs/{name}.json", f"transcripts/{name}.txt"}
    assert set(tree(made)) == names
    assert manifest.worlds == {"CM": 1, "DE": 1}


def test_everything_that_is_written_keeps_its_schema(made: Path) -> None:
    assert list(faults(json.loads((made / "manifest.json").read_bytes()), "scene-manifest")) == []
    for kind, folder, record in (("scene", "scenes", Scene), ("scene-graph", "graphs", SceneGraph)):
        for path in sorted((made / folder).glob("*.json")):
            data = path.read_bytes()
            assert list(faults(json.loads(data), kind)) == []
            assert canonical(decode(data, record, source="test")) + b"\n" == data
    for line in (made / "items.jsonl").read_bytes().splitlines():
        assert list(faults(json.loads(line), "scene-question")) == []
        assert canonical(decode(line, SceneQuestion, source="test")) == line


def test_slices_and_workers_do_not_show(tmp_path: Path) -> None:
    write(recipe(tasks=("CM",)), tmp_path / "whole", count=3)
    write(recipe(tasks=("CM",)), tmp_path / "parts", start=1, count=1)
    write(recipe(tasks=("CM",)), tmp_path / "parts", count=3, workers=2)
    assert tree(tmp_path / "parts") == tree(tmp_path / "whole")


ENVIRONMENTS = (
    {"PYTHONHASHSEED": "0", "TZ": "Pacific/Kiritimati"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
)


def test_hash_seed_locale_and_time_zone_do_not_show(tmp_path: Path) -> None:
    tasks: tuple[Any, ...] = ("CM", "VI")
    write(recipe(tasks=tasks), tmp_path / "plain")
    for number, env in enumerate(ENVIRONMENTS):
        out = tmp_path / str(number)
        line = [sys.executable, "-m", "reelproof", "vgenst", "--task", ",".join(tasks), "--renderer", "none"]
        source = str(Path(reelproof.__file__).parent.parent)
        subprocess.run(
            [*line, "--workers", "1", "--quiet", "--out", str(out)],
            env={**os.environ, "PYTHONPATH": source, **env},
            check=True,
            timeout=100,
        )
        assert tree(out) == tree(tmp_path / "plain")


def test_fewer_variants_are_a_part_of_all(made: Path, tmp_path: Path) -> None:
    write(recipe(tasks=("DE",), variants=("base", "open")), tmp_path / "out")
    some = [line for line in (tmp_path / "out" / "items.jsonl").read_bytes().splitlines()]
    every = (made / "items.jsonl").read_bytes().splitlines()
    assert set(some) < set(every)
    assert {decode(line, SceneQuestion, source="t").variant for line in some} == {"base", "open"}


def test_a_folder_of_another_product_is_refused(copy: Path) -> None:
    with pytest.raises(BadOutput, match="differs in seed, tasks"):
        write(recipe(seed=1), copy)
    with pytest.raises(BadFile, match="/recipe/product"):
        product("nonsense")
    assert {product(name).name for name in PRODUCTS} == set(PRODUCTS)


# --- verify ---------------------------------------------------------------------------------------


def test_a_fresh_dataset_passes_every_check(made: Path) -> None:
    assert verify(made, sample=EVERY, redraw=EVERY) == []


@pytest.mark.parametrize(
    "kind", ["manifest.json", "items.jsonl", "scenes/*.json", "graphs/*.json", "transcripts/*.txt"]
)
def test_one_changed_byte_is_found(copy: Path, kind: str) -> None:
    path = sorted(copy.glob(kind))[-1]
    whole = path.read_bytes()
    place = len(whole) // 3
    path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    assert verify(copy, sample=0, redraw=0)
    path.unlink()
    assert any(path.name in fault for fault in verify(copy, sample=0, redraw=0))


def rebind(out: Path, **changes: Any) -> None:
    """Make every digest agree with what the files hold now."""
    manifest = read_manifest(out)
    entries = []
    for entry in manifest.entries:
        mark = b'"video":"%s"' % entry.id.encode()
        lines = [line for line in (out / "items.jsonl").read_bytes().splitlines(keepends=True) if mark in line]
        entries.append(
            msgspec.structs.replace(
                entry,
                scene=file_digest(out / "scenes" / f"{entry.id}.json"),
                graph=file_digest(out / "graphs" / f"{entry.id}.json"),
                transcript=file_digest(out / "transcripts" / f"{entry.id}.txt"),
                questions=digest(b"".join(lines)),
            )
        )
    bound = msgspec.structs.replace(
        manifest, items=file_digest(out / "items.jsonl"), entries=tuple(entries), digest="", **changes
    )
    bound = msgspec.structs.replace(bound, digest=record_digest(bound))
    (out / "manifest.json").write_bytes(canonical(bound) + b"\n")


def change_question(out: Path, change: Callable[[SceneQuestion], SceneQuestion], which: str = "base") -> None:
    """Change the first question of a variant and make all digests agree."""
    lines = (out / "items.jsonl").read_bytes().splitlines()
    for number, line in enumerate(lines):
        question = decode(line, SceneQuestion, source="test")
        if question.variant == which:
            lines[number] = canonical(change(question))
            break
    (out / "items.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    rebind(out)


def other_letter(question: SceneQuestion) -> SceneQuestion:
    return msgspec.structs.replace(question, letter="A" if question.letter != "A" else "B")


def swapped(question: SceneQuestion) -> SceneQuestion:
    first, second, *rest = question.options
    return msgspec.structs.replace(question, options=(second, first, *rest))


def more_frames(question: SceneQuestion) -> SceneQuestion:
    proof = question.certificate
    seen = tuple(msgspec.structs.replace(one, frames=one.frames + 1) for one in proof.sightings)
    return msgspec.structs.replace(question, certificate=msgspec.structs.replace(proof, sightings=seen))


FORGED: dict[str, Callable[[SceneQuestion], SceneQuestion]] = {
    "letter": other_letter,
    "options": swapped,
    "level": lambda q: msgspec.structs.replace(q, level=q.level + 1),
    "id": lambda q: msgspec.structs.replace(q, id=q.id + "x"),
    "canary": lambda q: msgspec.structs.replace(q, canary=""),
    "sightings": more_frames,
    "variant": lambda q: msgspec.structs.replace(q, variant="none_answer"),
}


@pytest.mark.parametrize("name", sorted(FORGED))
def test_a_forged_question_is_found_without_making_it_again(copy: Path, name: str) -> None:
    change_question(copy, FORGED[name])
    assert verify(copy, sample=0, redraw=0)


def test_forged_words_are_found_by_making_the_item_again(copy: Path) -> None:
    change_question(copy, lambda q: msgspec.structs.replace(q, stem="Why?"))
    assert any("not what the recipe makes" in fault for fault in verify(copy, sample=EVERY, redraw=0))


def test_a_scene_that_was_changed_is_found(copy: Path) -> None:
    (path,) = (copy / "scenes").glob("*.json")
    scene: Scene = decode(path.read_bytes(), Scene, source="test")
    things = list(scene.things)
    things[0] = msgspec.structs.replace(things[0], colour="pink" if things[0].colour != "pink" else "teal")
    path.write_bytes(canonical(msgspec.structs.replace(scene, things=tuple(things))) + b"\n")
    rebind(copy)
    assert verify(copy, sample=0, redraw=0)


def test_a_missing_question_type_is_found(copy: Path) -> None:
    lines = (copy / "items.jsonl").read_bytes().splitlines(keepends=True)
    kind = decode(lines[0], SceneQuestion, source="test").type
    video = decode(lines[0], SceneQuestion, source="test").video
    kept = [x for x in lines if (q := decode(x, SceneQuestion, source="t")).type != kind or q.video != video]
    (copy / "items.jsonl").write_bytes(b"".join(kept))
    rebind(copy, questions=len(kept))
    assert any("question types" in fault for fault in verify(copy, sample=0, redraw=0))


# --- graphs ---------------------------------------------------------------------------------------


def test_a_graph_carries_the_published_fields(made: Path) -> None:
    for path in sorted((made / "graphs").glob("*.json")):
        graph: SceneGraph = decode(path.read_bytes(), SceneGraph, source="test")
        meta, objects = graph.published["scene_meta"], graph.published["objects"]
        assert set(meta) == {"spatial_scale", "scene_dynamics", "perspective", "task_type", "theme"}
        assert (meta["spatial_scale"], meta["perspective"], meta["scene_dynamics"]) == AXES[graph.task]
        assert all(set(one) == {"id", "label", "role", "attributes"} for one in objects)
        assert graph.published["ground_truth"] == graph.truth
        assert set(graph.published["camera_movement"]) == {"type", "trajectory"}
        assert ("temporal_flow" in graph.published) == (meta["scene_dynamics"] == "Dynamic" or graph.task == "CI")
        if graph.task == "DE":
            assert {"landmark_1", "landmark_2"} <= {one["role"] for one in objects}


# --- scenes of a person's own ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def own(made: Path) -> Scene:
    scene: Scene = decode(sorted((made / "scenes").glob("*-de-*.json"))[0].read_bytes(), Scene, source="test")
    return msgspec.structs.replace(scene, id="mine", theme="my corridor")


def test_a_scene_of_a_persons_own_becomes_a_dataset_that_verifies(own: Scene, tmp_path: Path) -> None:
    manifest = write(recipe(tasks=(), scene=own), tmp_path / "out")
    assert [entry.id for entry in manifest.entries] == ["mine"] and manifest.questions > 10
    assert verify(tmp_path / "out", sample=EVERY, redraw=0) == []


def test_a_scene_that_breaks_a_rule_is_refused_by_its_name(own: Scene, tmp_path: Path) -> None:
    doubled = msgspec.structs.replace(own, things=(*own.things, own.things[0]))
    with pytest.raises(BadFile, match=r"breaks the rule [a-z_]+: "):
        write(recipe(tasks=(), scene=doubled), tmp_path / "out")
    assert not (tmp_path / "out").exists()


# --- video ----------------------------------------------------------------------------------------


def test_a_film_verifies_is_drawn_again_the_same_and_kept_by_a_run_that_goes_on(tmp_path: Path) -> None:
    out, knobs = tmp_path / "out", recipe(tasks=("CM",), theme="castle", renderer="gl", fps=5)
    (entry,) = write(knobs, out).entries
    path = out / "videos" / f"{entry.id}.mp4"
    assert verify(out, sample=0, decode=1, redraw=1) == []
    whole, drawn = tree(out), path.stat().st_mtime_ns
    # As a run leaves it that was killed before it wrote items and manifest.
    (out / "manifest.json").unlink()
    (out / "items.jsonl").unlink()
    (out / ".work").mkdir()
    (out / ".work" / "recipe.json").write_bytes(canonical(knobs) + b"\n")
    (out / ".work" / f"{entry.id}.json").write_bytes(canonical(entry.video))
    write(knobs, out)
    assert tree(out) == whole and path.stat().st_mtime_ns == drawn
    path.write_bytes(path.read_bytes()[:-1] + b"\1")
    assert any(path.name in fault for fault in verify(out, sample=0, decode=0, redraw=0))
