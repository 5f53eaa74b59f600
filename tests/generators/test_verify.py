"""`gen verify`: what is whole passes, what was changed in any way does not."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reelproof.core.catalog import worlds
from reelproof.core.digests import canonical, digest, file_digest, record_digest
from reelproof.generators.dataset import read_manifest, write
from reelproof.generators.verify import verify
from reelproof.schemas.question import Question
from reelproof.schemas.recipe import Recipe

Make = Callable[..., Recipe]
Gen = Callable[..., tuple[int, str, str]]

EVERY = 10**6


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory, small: Make) -> Path:
    """A dataset with two videos."""
    out = tmp_path_factory.mktemp("films") / "out"
    write(small("cup", reveal="both"), out)
    return out


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory, recipe: Make) -> Path:
    """A dataset of all worlds without videos."""
    out = tmp_path_factory.mktemp("texts") / "out"
    write(recipe(*worlds(), ops=(6, 6), reveal="both"), out)
    return out


@pytest.fixture
def copy(tmp_path: Path, texts: Path) -> Path:
    return Path(shutil.copytree(texts, tmp_path / "copy"))


def faults(out: Path) -> list[str]:
    """The faults that cheap checks find: nothing is made again or drawn again."""
    return verify(out, sample=0, redraw=0)


def test_a_fresh_dataset_passes_every_check(films: Path, texts: Path) -> None:
    assert verify(films, sample=EVERY, redraw=EVERY) == []
    assert verify(texts, sample=EVERY, redraw=EVERY) == []


def test_a_folder_above_may_be_called_anything(tmp_path: Path, recipe: Make) -> None:
    out = tmp_path / ".work" / "out"
    write(recipe("cup"), out)
    assert verify(out, sample=1, redraw=0) == []


# --- one byte -----------------------------------------------------------------------------------------

KINDS = ("manifest.json", "items.jsonl", "scripts/*.json", "transcripts/*.txt", "videos/*.mp4")


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=12)
@given(data=st.data())
def test_one_changed_byte_anywhere_is_found(films: Path, kind: str, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(sorted(films.glob(kind))))
    whole = path.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    other = data.draw(st.integers(1, 255).map(lambda flip: whole[place] ^ flip))
    try:
        path.write_bytes(whole[:place] + bytes([other]) + whole[place + 1 :])
        assert faults(films), f"{path.name}: byte {place} may become {other}"
    finally:
        path.write_bytes(whole)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_is_cut_emptied_or_grown_is_found(films: Path, kind: str) -> None:
    path = sorted(films.glob(kind))[-1]
    whole = path.read_bytes()
    try:
        for changed in (b"", whole[:-1], whole[: len(whole) // 2], whole + b"\n", whole + b"\0", b"\n" + whole):
            path.write_bytes(changed)
            assert faults(films)
    finally:
        path.write_bytes(whole)


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_file_is_named(films: Path, kind: str) -> None:
    path = sorted(films.glob(kind))[0]
    whole = path.read_bytes()
    name = path.relative_to(films).as_posix()
    try:
        path.unlink()
        assert any(name in fault for fault in faults(films))
        path.mkdir()
        assert any(name in fault for fault in faults(films))
        path.rmdir()
    finally:
        path.write_bytes(whole)


@pytest.mark.parametrize(
    "name", ["notes.txt", "scripts/extra.json", "videos/extra.mp4", "deep/er/file", ".hidden"]
)
def test_a_file_too_many_is_named(copy: Path, name: str) -> None:
    (copy / name).parent.mkdir(parents=True, exist_ok=True)
    (copy / name).write_bytes(b"{}")
    assert faults(copy) == [f"{name}: not in the manifest"]


# --- changes with all digests worked out again --------------------------------------------------------


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
                script=file_digest(out / "scripts" / f"{entry.id}.json"),
                transcript=file_digest(out / "transcripts" / f"{entry.id}.txt"),
                questions=digest(b"".join(lines)),
            )
        )
    bound = msgspec.structs.replace(
        manifest, items=file_digest(out / "items.jsonl"), entries=tuple(entries), digest="", **changes
    )
    (out / "manifest.json").write_bytes(
        canonical(msgspec.structs.replace(bound, digest=record_digest(bound))) + b"\n"
    )


def edit(out: Path, wanted: Callable[[dict[str, Any]], bool], change: Callable[[dict[str, Any]], None]) -> str:
    """Change the first question that is wanted, and bind the dataset anew; gives its id."""
    lines = [json.loads(line) for line in (out / "items.jsonl").read_bytes().splitlines()]
    question = next(line for line in lines if wanted(line))
    change(question)
    (out / "items.jsonl").write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    rebind(out)
    return str(question["id"])


def of(skill: str, kind: str = "") -> Callable[[dict[str, Any]], bool]:
    return lambda q: q["skill"] == skill and (not kind or q["answer"]["type"] == kind)


def swap_cells(question: dict[str, Any]) -> None:
    cells = question["answer"]["cells"]
    one, other = list(cells)[:2]
    cells[one], cells[other] = cells[other], cells[one]
    question["text"] = ", ".join(f"{cell}={value}" for cell, value in cells.items())
    question["certificate"]["second"] = question["text"]


def drop_item(question: dict[str, Any]) -> None:
    items = question["answer"]["items"]
    question["answer"]["items"] = items[:-1]
    question["text"] = "; ".join(items[:-1]) or "none"
    question["certificate"]["second"] = question["text"]


def cut_plan(question: dict[str, Any]) -> None:
    plan = question["answer"]
    plan["gold"] = plan["gold"][:-1]
    plan["shortest"] -= 1
    question["text"] = "; ".join(plan["gold"])
    question["certificate"]["second"] = question["text"]
    question["difficulty"]["plan_length"] -= 1


def lengthen_limit(question: dict[str, Any]) -> None:
    question["answer"]["limit"] += 5


def forget_critical(question: dict[str, Any]) -> None:
    question["certificate"]["critical"] = question["certificate"]["critical"][1:]


def overstate(question: dict[str, Any]) -> None:
    question["difficulty"]["effective"] += 1


def other_method(question: dict[str, Any]) -> None:
    question["certificate"]["method"] = "it was obvious"


def other_reveal(question: dict[str, Any]) -> None:
    question["reveal"] = "end" if question["reveal"] == "start" else "start"


def other_skill(question: dict[str, Any]) -> None:
    question["skill"] = "recall_order"


def nonsense_query(question: dict[str, Any]) -> None:
    question["query"]["args"] = {}


def far_range(question: dict[str, Any]) -> None:
    question["query"]["args"]["to"] = 10**6


def other_level(question: dict[str, Any]) -> None:
    question["level"] = 4 - question["level"]


def other_kind(question: dict[str, Any]) -> None:
    question["kind"] = "easy"


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], bool], Callable[[dict[str, Any]], None]]] = {
    "two cells traded": (of("infer_state", "cells"), swap_cells),
    "an operation dropped": (of("recall_order"), drop_item),
    "a card dropped": (lambda q: q["world"] == "card" and of("infer_state", "ordered")(q), drop_item),
    "a plan cut": (of("predict_operation"), cut_plan),
    "a limit raised": (of("predict_operation"), lengthen_limit),
    "a critical operation forgotten": (lambda q: len(q["certificate"]["critical"]) > 1, forget_critical),
    "difficulty overstated": (of("compare_state"), overstate),
    "another method": (of("predict_state"), other_method),
    "another reveal": (of("predict_state"), other_reveal),
    "another skill": (of("infer_state"), other_skill),
    "another level": (of("predict_state"), other_level),
    "another kind": (of("infer_state"), other_kind),
    "a query that makes no sense": (of("predict_state"), nonsense_query),
    "a range beyond the script": (of("recall_order"), far_range),
}  # fmt: skip


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_question_is_found_though_every_digest_agrees(copy: Path, forgery: str) -> None:
    name = edit(copy, *FORGERIES[forgery])
    found = faults(copy)
    assert found and all("digest" not in fault for fault in found), found
    assert any(name.rpartition("-")[0] in fault for fault in found), found


def test_a_forged_prompt_is_found_by_making_the_item_again(copy: Path) -> None:
    edit(copy, of("infer_state"), lambda q: q.update(prompt=q["prompt"] + " Please."))
    assert faults(copy) == []
    found = verify(copy, sample=EVERY, redraw=0)
    assert len(found) == 1 and "not what the recipe makes" in found[0]


def test_a_forged_script_is_found_though_every_digest_agrees(copy: Path) -> None:
    path = sorted((copy / "scripts").glob("cup-*.json"))[0]
    script = json.loads(path.read_bytes())
    script["ops"][0], script["ops"][1] = script["ops"][1], script["ops"][0]
    script["start"]["coins"] = script["start"]["coins"][::-1]
    path.write_bytes(canonical(script) + b"\n")
    rebind(copy)
    assert any(path.stem in fault for fault in faults(copy))


def test_a_script_that_breaks_the_rules_is_found(copy: Path) -> None:
    path = sorted((copy / "scripts").glob("number-*.json"))[0]
    script = json.loads(path.read_bytes())
    script["start"]["cells"][0] = script["start"]["cells"][1]
    path.write_bytes(canonical(script) + b"\n")
    rebind(copy)
    assert any(path.stem in fault for fault in faults(copy))


def test_a_transcript_that_tells_more_is_found(copy: Path) -> None:
    path = sorted((copy / "transcripts").iterdir())[0]
    path.write_text(path.read_text() + "the answer is a1\n")
    rebind(copy)
    assert any("not what the script shows" in fault for fault in faults(copy))


RELISTED: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "one left out": lambda lines: lines[:-1],
    "one twice": lambda lines: [*lines, lines[-1]],
    "two traded": lambda lines: [*lines[:-2], lines[-1], lines[-2]],
    "two videos traded": lambda lines: [*lines[6:12], *lines[:6], *lines[12:]],
    "all of one video left out": lambda lines: lines[6:],
    "in another spelling": lambda lines: [*lines[:-1], lines[-1].replace(b'":', b'": ', 1)],
    "fields in another order": lambda lines: (
        [msgspec.json.encode(json.loads(lines[0]), order="sorted") + b"\n", *lines[1:]]
    ),
}


@pytest.mark.parametrize("change", RELISTED.values(), ids=RELISTED)
def test_questions_that_are_not_one_of_each_skill_in_order_are_found_though_every_digest_agrees(
    copy: Path, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    lines = change((copy / "items.jsonl").read_bytes().splitlines(keepends=True))
    (copy / "items.jsonl").write_bytes(b"".join(lines))
    rebind(copy, questions=len(lines))
    assert faults(copy)


@pytest.mark.parametrize("key", ["id", "version", "size", "reveal"])
def test_a_script_that_is_not_at_its_place_is_found_though_every_digest_agrees(copy: Path, key: str) -> None:
    path = sorted((copy / "scripts").glob("cup-*.json"))[0]
    script = json.loads(path.read_bytes())
    script[key] = {"id": "cup-x", "version": 99, "size": 4, "reveal": "start"}[key]
    path.write_bytes(msgspec.json.encode(script) + b"\n")
    rebind(copy)
    assert faults(copy)


def test_a_script_in_another_spelling_is_found_though_every_digest_agrees(copy: Path) -> None:
    path = sorted((copy / "scripts").glob("cup-*.json"))[0]
    path.write_text(json.dumps(json.loads(path.read_bytes()), indent=1))
    rebind(copy)
    assert any("canonical" in fault for fault in faults(copy))


@pytest.mark.parametrize("key", ["index", "ops", "size", "world"])
def test_an_entry_that_is_no_video_of_the_recipe_is_found(copy: Path, key: str) -> None:
    manifest = read_manifest(copy)
    spec = msgspec.structs.replace(
        manifest.entries[0].spec, **{key: {"index": 7, "ops": 9, "size": 3, "world": "number"}[key]}
    )
    rebind(copy)
    entries = (
        msgspec.structs.replace(read_manifest(copy).entries[0], spec=spec),
        *read_manifest(copy).entries[1:],
    )
    sealed(copy, entries=entries)
    assert any("recipe" in fault for fault in faults(copy))


@pytest.mark.parametrize("name", ["items.jsonl", "scripts/{}.json", "transcripts/{}.txt"])
def test_a_link_in_place_of_a_file_is_found(copy: Path, tmp_path: Path, name: str) -> None:
    path = copy / name.format(read_manifest(copy).entries[0].id)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert faults(copy)


def test_what_is_neither_file_nor_folder_is_found(copy: Path) -> None:
    (copy / "scripts" / "dangling").symlink_to("nowhere")
    os.mkfifo(copy / "pipe")
    found = faults(copy)
    assert len(found) == 2 and all("neither a file nor a folder" in fault for fault in found)


@pytest.mark.parametrize(
    "changes",
    [{"videos": 3}, {"questions": 1}, {"canary": "none"}, {"reelproof": "0.0.0"}, {"worlds": {"cup": 2}},
     {"worlds": {"nowhere": 1}}, {"worlds": {}}, {"licence": "all rights reserved"}],
)  # fmt: skip
def test_a_manifest_that_tells_something_else_is_found(copy: Path, changes: dict[str, Any]) -> None:
    rebind(copy, **changes)
    assert faults(copy)


def test_a_manifest_that_leads_out_of_the_folder_is_refused(copy: Path) -> None:
    manifest = json.loads((copy / "manifest.json").read_bytes())
    manifest["entries"][0]["id"] = "../../../../etc/passwd"
    (copy / "manifest.json").write_bytes(canonical(manifest) + b"\n")
    (fault,) = faults(copy)
    assert "leads out of" in fault


# --- videos -------------------------------------------------------------------------------------------


def sealed(out: Path, **changes: Any) -> None:
    """Put a digest that agrees on a changed manifest."""
    bound = msgspec.structs.replace(read_manifest(out), digest="", **changes)
    whole = msgspec.structs.replace(bound, digest=record_digest(bound))
    (out / "manifest.json").write_bytes(canonical(whole) + b"\n")


def test_a_video_left_out_is_found_though_every_digest_agrees(films: Path, tmp_path: Path) -> None:
    out = Path(shutil.copytree(films, tmp_path / "out"))
    first, *others = read_manifest(out).entries
    (out / "videos" / f"{first.id}.mp4").unlink()
    sealed(out, entries=(msgspec.structs.replace(first, video=None), *others))
    assert any("has no video" in fault for fault in faults(out))


@pytest.mark.parametrize(
    "changes", [{"fps": 30}, {"reveal": (0, 1)}, {"ops": ()}, {"frames": 7}, {"style": "x"}, {"renderer": "x"}]
)
def test_facts_of_a_video_that_do_not_follow_from_the_recipe_are_found(
    films: Path, tmp_path: Path, changes: dict[str, Any]
) -> None:
    out = Path(shutil.copytree(films, tmp_path / "out"))
    first, *others = read_manifest(out).entries
    assert first.video is not None
    changed = msgspec.structs.replace(first, video=msgspec.structs.replace(first.video, **changes))
    sealed(out, entries=(changed, *others))
    assert faults(out)


def test_videos_that_changed_places_are_found_by_drawing_again(films: Path, tmp_path: Path) -> None:
    out = Path(shutil.copytree(films, tmp_path / "out"))
    one, other = sorted((out / "videos").iterdir())
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)
    manifest = read_manifest(out)
    a, b = manifest.entries
    traded = (msgspec.structs.replace(a, video=b.video), msgspec.structs.replace(b, video=a.video))
    bound = msgspec.structs.replace(manifest, entries=traded, digest="")
    (out / "manifest.json").write_bytes(
        canonical(msgspec.structs.replace(bound, digest=record_digest(bound))) + b"\n"
    )
    # Their clocks give these two away; two of one length are told apart by their pixels alone.
    assert any("drawn again it differs in planes" in fault for fault in verify(out, sample=0, redraw=1))


def test_a_video_that_does_not_decode_is_found(films: Path, tmp_path: Path) -> None:
    out = Path(shutil.copytree(films, tmp_path / "out"))
    path = sorted((out / "videos").iterdir())[0]
    path.write_bytes(path.read_bytes()[:-200])
    assert len(verify(out, sample=EVERY, redraw=0)) >= 2


# --- the command --------------------------------------------------------------------------------------


def test_the_command_lists_the_faults_and_exits_5(copy: Path, gen: Gen) -> None:
    assert gen("verify", copy)[0] == 0
    next(iter((copy / "transcripts").iterdir())).unlink()
    (copy / "more").write_text("x")
    code, printed, err = gen("verify", copy)
    assert code == 5
    assert len(printed.splitlines()) == 2 and "more: not in the manifest" in printed
    assert err.splitlines()[0] == f"error: 2 faults in {copy}" and len(err.splitlines()) == 2
    code, printed, _ = gen("verify", copy, "--json")
    assert code == 5 and len(json.loads(printed)["faults"]) == 2


def test_every_question_of_the_dataset_is_read_by_its_record(texts: Path) -> None:
    lines = (texts / "items.jsonl").read_bytes().splitlines()
    assert len(lines) == 12 * len(worlds())
    assert all(canonical(msgspec.json.decode(line, type=Question)) == line for line in lines)
