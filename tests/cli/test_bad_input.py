"""Wrong use and broken files: two lines that say what and what to do, never a traceback, nothing half done."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from reelproof.core.digests import canonical

Run = Callable[..., Any]
Refused = Callable[..., tuple[str, str]]
ID = "cup-s3-op05-start-r0-000000"
HUGE = "9" * 4000


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


# --- misspelled names ---------------------------------------------------------------------------------

MISSPELLED: list[tuple[list[str], str]] = [
    (["raeson"], "reason"),
    (["verfy"], "verify"),
    (["grad"], "grade"),
    (["reason", "--catgory", "cup"], "--category"),
    (["reason", "--sed", "3"], "--seed"),
    (["reason", "-c", "cups"], "cup"),
    (["reason", "-c", "cup,numbr"], "number"),
    (["reason", "-c", "Number"], "number"),
    (["reason", "--level", "hrad"], "hard"),
    (["reason", "--edition", "vbr"], "vrb"),
    (["reason", "--style", "chlak"], ""),
    (["reason", "--renderer", "matplotlb"], "matplotlib"),
    (["reason", "--reveal", "strat"], "start"),
    (["describe", "world"], "worlds"),
    (["describe", "stylse"], "styles"),
    (["validate", "x.json", "--schema", "manifst"], "manifest"),
    (["audit", "-c", "nubmer"], "number"),
    (["audit", "--level", "hrad"], "hard"),
]


@pytest.mark.parametrize(("args", "meant"), MISSPELLED, ids=lambda v: " ".join(v) if isinstance(v, list) else "")
def test_a_misspelled_name_is_answered_with_the_nearest(refused: Refused, args: list[str], meant: str) -> None:
    message, hint = refused(*args)
    assert meant in hint, (message, hint)
    assert hint.startswith(("did you mean ", "choose one of: "))


def test_a_misspelled_item_is_answered_with_the_nearest(refused: Refused, dataset: Path) -> None:
    _, hint = refused("show", ID.replace("cup", "cpu"), "--in", dataset)
    assert ID in hint


def test_a_misspelled_question_of_a_reply_is_answered_with_the_nearest(
    refused: Refused, dataset: Path, tmp_path: Path
) -> None:
    replies = tmp_path / "replies.jsonl"
    replies.write_text(json.dumps({"id": f"{ID}-infer_stat", "reply": "x"}) + "\n")
    message, hint = refused("grade", dataset, replies)
    assert f"{replies} line 1 at /id" in message and f"{ID}-infer_state" in hint


# --- values out of range ------------------------------------------------------------------------------

OUT_OF_RANGE = [
    ["--size", "1"], ["--size", "7"], ["--size", "0"], ["--size", "-3"], ["--size", HUGE], ["--size", "3.0"],
    ["--ops", "0"], ["--ops", "61"], ["--ops", "-1"], ["--ops", "9-5"], ["--ops", "5-"], ["--ops", "5-6-7"],
    ["--ops", "0-5"], ["--ops", "5-61"], ["--ops", ""], ["--ops", "ten"], ["--ops", "1e3"], ["--ops", HUGE],
    ["--ops", "\u0661\u0660"], ["--ops", "1O"], ["--ops", " "], ["--ops", "5\u20139"],
    ["--plan", "0"], ["--plan", "5-2"], ["--plan", "99"], ["--plan", "4-x"], ["--plan", "1-12"],
    ["--hypothetical", "0"], ["--hypothetical", "13"], ["--hypothetical", "5-3"],
    ["--count", "0"], ["--count", "-1"], ["--count", "1000001"], ["--count", HUGE], ["--count", "two"],
    ["--start", "-1"], ["--start", HUGE], ["--limit", "0"], ["--limit", "-5"],
    ["--workers", "0"], ["--workers", "257"], ["--workers", "-1"],
    ["--seed", str(2**63)], ["--seed", str(-(2**63) - 1)], ["--seed", HUGE], ["--seed", "1.5"], ["--seed", ""],
    ["--idle", "nan"], ["--idle", "inf"], ["--idle", "-0.1"], ["--idle", "1.01"], ["--idle", "x"],
    ["--idle", "1e400"],
    ["--undo", "nan"], ["--undo", "-inf"], ["--undo", "2"], ["--undo", ""],
    ["--idle", "1", "--undo", "1"],
    ["--fps", "0"], ["--fps", "4"], ["--fps", "61"], ["--fps", "-25"], ["--fps", HUGE], ["--fps", "24.5"],
    ["--seconds-per-op", "nan"], ["--seconds-per-op", "inf"], ["--seconds-per-op", "0"],
    ["--seconds-per-op", "0.39"], ["--seconds-per-op", "1e9"], ["--seconds-per-op", "-2"],
    ["--width", "0"], ["--width", "161"], ["--width", "-160"], ["--width", "126"], ["--width", "3842"],
    ["--width", HUGE],
    ["--paired"], ["--paired", "--reveal", "end"], ["--reveal", ""], ["--reveal", "START"],
    ["--level", ""], ["--edition", ""], ["--renderer", ""], ["--style", ""],
    ["--edition", "vrb", "--ops", "5"], ["--edition", "vrb", "--size", "3"],
    ["--edition", "vrb", "--level", "easy"],
    ["--edition", "vrb", "--count", "2"],
    ["--level", "impossible"], ["extra"], ["--json", "extra"], ["--out"], ["--ops"],
]  # fmt: skip


@pytest.mark.parametrize("args", OUT_OF_RANGE, ids=lambda a: " ".join(a)[:40])
def test_a_value_out_of_range_is_refused_and_nothing_is_made(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    refused("reason", "-c", "cup", *args)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "category", ["", ",", " ", "all,cup", "cup;number", "../cup", "cup\n", "\x1b[31mcup", "c" * 5000]
)
def test_a_category_that_is_none_is_refused(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, category: str
) -> None:
    if category.strip() == "cup":
        return
    monkeypatch.chdir(tmp_path)
    refused("reason", "-c", category)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("world", ["card", "chip", "circle", "file", "number"])
def test_a_knob_that_a_world_cannot_honour_is_refused_with_its_reason(
    refused: Refused, tmp_path: Path, world: str
) -> None:
    message, hint = refused("reason", "-c", world, "--idle", "0.2", "--out", tmp_path / "out")
    assert f"cannot be honoured in {world}: " in message and "cup" in hint
    assert not (tmp_path / "out").exists()


def test_a_renderer_that_does_not_draw_a_world_is_refused(refused: Refused, tmp_path: Path) -> None:
    message, hint = refused("reason", "-c", "cup", "--renderer", "terminal", "--out", tmp_path / "out")
    assert "does not draw cup" in message and "auto" in hint


@pytest.mark.parametrize("out", ["/proc/nowhere", "/dev/null", "/dev/null/x", "n" * 300, "\N{SNOWMAN}" * 90])
def test_a_folder_that_cannot_be_is_refused(refused: Refused, out: str) -> None:
    refused("reason", "-c", "cup", "--renderer", "none", "--out", out)


def test_numbers_may_not_be_smuggled_in_with_options_of_other_commands(refused: Refused, dataset: Path) -> None:
    for args in (["verify", dataset, "--sample", "-1"], ["verify", dataset, "--redraw", "x"],
                 ["audit", "--count", "0"], ["audit", "--count", HUGE], ["audit", "--ops", "0", "--count", "1"],
                 ["audit", "--size", "99", "--count", "1"]):  # fmt: skip
        refused(*args)


# --- files that are not there or not ours -------------------------------------------------------------


@pytest.mark.parametrize("command", ["verify", "validate", "show", "replay", "grade"])
@pytest.mark.parametrize(
    "path", ["no-such-file", "/no/such/folder/x.json", "", "/dev/null/x", "n" * 300, "a\x01b"]
)
def test_a_path_that_is_not_there_is_refused(refused: Refused, command: str, path: str, tmp_path: Path) -> None:
    if command in ("show", "validate") and path == "":
        path = "./"
    args = [path, tmp_path / "replies.jsonl"] if command == "grade" else [path]
    if command == "validate" and path == "./":
        args = [str(tmp_path)]
    refused(command, *args)


@pytest.mark.parametrize(
    "item", ["../../../etc/passwd", "/etc/passwd", "../" + ID, ".", "..", "/", "scripts", "a\nb"]
)
def test_show_reads_nothing_but_scripts(refused: Refused, dataset: Path, item: str) -> None:
    message, _ = refused("show", item, "--in", dataset)
    assert "root:" not in message


def test_a_file_in_place_of_a_dataset_and_the_other_way_round(
    refused: Refused, dataset: Path, tmp_path: Path
) -> None:
    refused("verify", dataset / "items.jsonl")
    refused("verify", tmp_path)
    refused("grade", tmp_path, dataset / "items.jsonl")
    refused("grade", dataset, dataset)
    refused("show", dataset)
    refused("show", dataset / "scripts")
    refused("show", dataset / "items.jsonl")
    refused("replay", dataset)
    refused("validate", tmp_path)


# --- broken scripts -----------------------------------------------------------------------------------

DEEP = b"[" * 100_000
DEEPER = b'{"a":' * 100_000
NOT_JSON = {
    "empty": b"", "blank": b" \n", "word": b"hello", "half": b'{"id": "x", ', "deep": DEEP, "deeper": DEEPER,
    "closed deep": DEEP + b"]" * 100_000, "nul": b"\0" * 100, "not utf-8": b'{"id": "\xff\xfe"}',
    "utf-16": '{"id": 1}'.encode("utf-16"), "bom": b"\xef\xbb\xbf{}", "nan": b'{"id": NaN}', "comment": b"{} // x",
    "two": b"{} {}", "single quotes": b"{'id': 1}", "huge number": b'{"id": ' + b"9" * 10_000 + b"}",
    "binary": bytes(range(256)),
}  # fmt: skip
WRONG_JSON = {
    "null": b"null", "list": b"[]", "number": b"1", "string": b'"x"', "empty object": b"{}", "true": b"true",
    "medium deep": b"[" * 400 + b"]" * 400, "world is a list": b'{"world": [], "version": 1}',
    "world is an object": b'{"world": {}, "version": 1}', "unknown world": b'{"world": "dial-x", "version": 1}',
    "control characters": b'{"world": "\\u001b[31m\\n\\u0000", "version": 1}',
    "huge version": b'{"world":"cup","version":' + b"9" * 30 + b"}",
}  # fmt: skip


@pytest.mark.parametrize("name", [*NOT_JSON, *WRONG_JSON])
def test_a_broken_script_is_refused_with_its_place(gen: Run, refused: Refused, tmp_path: Path, name: str) -> None:
    path = tmp_path / "script.json"
    path.write_bytes({**NOT_JSON, **WRONG_JSON}[name])
    message, _ = refused("show", path)
    assert str(path) in message or "world" in message
    told = gen("validate", path)
    assert told.code in (2, 5), told
    assert str(path) in told.out + told.err
    assert len(told.err.splitlines()) == 2


def broken(script: dict[str, Any], pointer: str, value: Any) -> bytes:
    target: Any = script
    *way, last = pointer.strip("/").split("/")
    for part in way:
        target = target[int(part)] if isinstance(target, list) else target[part]
    target[int(last) if isinstance(target, list) else last] = value
    return json.dumps(script).encode()


@pytest.mark.parametrize(
    ("pointer", "value"),
    [("/size", "three"), ("/reveal", "middle"), ("/ops/2", 5), ("/ops/1/first", 7), ("/start/side", None),
     ("/start/coins/4", "x"), ("/seed/0", 1.5), ("/ops", {}), ("/extra", 1), ("/ops/0/op", "teleport"),
     ("/start/coins", [[]]), ("/id", 5), ("/version", "1")],
)  # fmt: skip
def test_a_wrong_field_of_a_script_is_told_by_its_pointer(
    gen: Run, refused: Refused, dataset: Path, tmp_path: Path, pointer: str, value: Any
) -> None:
    path = tmp_path / "script.json"
    path.write_bytes(broken(json.loads((dataset / "scripts" / f"{ID}.json").read_bytes()), pointer, value))
    at = pointer.rpartition("/")[0] if pointer in ("/extra", "/ops/0/op") else pointer
    message, _ = refused("show", path)
    assert str(path) in message and f" at {at or '/'}" in message
    told = gen("validate", path)
    assert told.code == 5 and f"{path} {at or '/'}" in told.out


@pytest.mark.parametrize(
    ("pointer", "value"),
    [("/start/coins", [1] * 5), ("/start/side", 4), ("/start/side", 99), ("/ops/0/first", "z9"),
     ("/ops/0/first", ""),
     ("/ops/0/second", "a" * 10_000), ("/start/coins/0", 7), ("/start/coins/0", 10**18), ("/world", "number"),
     ("/start/coins/0", None)],
)  # fmt: skip
def test_a_script_that_breaks_the_rules_of_its_world_is_refused(
    refused: Refused, dataset: Path, tmp_path: Path, pointer: str, value: Any
) -> None:
    path = tmp_path / "script.json"
    path.write_bytes(broken(json.loads((dataset / "scripts" / f"{ID}.json").read_bytes()), pointer, value))
    refused("show", path)


# --- broken items and replies -------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*NOT_JSON, *WRONG_JSON])
def test_a_broken_line_of_replies_is_told_by_its_number(
    refused: Refused, dataset: Path, tmp_path: Path, name: str
) -> None:
    data = {**NOT_JSON, **WRONG_JSON}[name].replace(b"\n", b" ").replace(b"\r", b" ")
    if not data.strip():
        return
    first = json.dumps({"id": f"{ID}-infer_state", "reply": "x"}).encode()
    replies = tmp_path / "replies.jsonl"
    replies.write_bytes(first + b"\n\n" + data + b"\n")
    message, _ = refused("grade", dataset, replies)
    assert f"{replies} line 3 at /" in message


@pytest.mark.parametrize("name", [*NOT_JSON, *WRONG_JSON])
def test_a_broken_line_of_items_is_told_by_its_number(
    gen: Run, refused: Refused, dataset: Path, tmp_path: Path, name: str
) -> None:
    data = {**NOT_JSON, **WRONG_JSON}[name].replace(b"\n", b" ").replace(b"\r", b" ")
    if not data.strip():
        return
    items = tmp_path / "items.jsonl"
    items.write_bytes((dataset / "items.jsonl").read_bytes().splitlines()[0] + b"\n" + data + b"\n")
    replies = tmp_path / "replies.jsonl"
    replies.write_text("")
    message, _ = refused("grade", items, replies)
    assert f"{items} line 2 at /" in message
    told = gen("validate", items)
    assert told.code in (2, 5) and f"{items} line 2" in told.out + told.err


@pytest.mark.parametrize(
    ("line", "pointer"),
    [({"id": "x"}, "/"), ({"reply": "x"}, "/"), ({"id": 1, "reply": "x"}, "/id"),
     ({"id": "x", "reply": ["a"]}, "/reply"), ({"id": "x", "reply": {"text": "a"}}, "/reply")],
)  # fmt: skip
def test_a_wrong_field_of_a_reply_is_told_by_line_and_pointer(
    gen: Run, refused: Refused, dataset: Path, tmp_path: Path, line: dict[str, Any], pointer: str
) -> None:
    replies = tmp_path / "replies.jsonl"
    replies.write_text(json.dumps(line) + "\n")
    message, _ = refused("grade", dataset, replies)
    assert f"{replies} line 1 at {pointer}:" in message
    told = gen("validate", replies)
    assert told.code == 5 and f"{replies} line 1 {pointer}: " in told.out


def test_an_id_that_occurs_twice_is_refused(refused: Refused, dataset: Path, tmp_path: Path) -> None:
    replies = tmp_path / "replies.jsonl"
    replies.write_text(2 * (json.dumps({"id": f"{ID}-infer_state", "reply": "x"}) + "\n"))
    message, _ = refused("grade", dataset, replies)
    assert f"{replies} line 2 at /id" in message and "twice" in message
    items = tmp_path / "items.jsonl"
    items.write_bytes(2 * (dataset / "items.jsonl").read_bytes())
    message, _ = refused("grade", items, replies)
    assert f"{items} line 25 at /id" in message and "twice" in message


def test_items_that_are_nonsense_to_their_world_are_refused(
    refused: Refused, dataset: Path, tmp_path: Path
) -> None:
    question = next(q for q in lines_of(dataset / "items.jsonl") if q["skill"] == "predict_operation")
    replies = tmp_path / "replies.jsonl"
    replies.write_text(json.dumps({"id": question["id"], "reply": f"Final answer: {question['text']}"}) + "\n")
    changes: list[tuple[str, Any]] = [
        ("/answer/goal", {}), ("/answer/source", {}), ("/answer/goal", {"coins": None}),
        ("/answer/source/side", 99),
        ("/answer/source/coins", []), ("/world", "dial-x"), ("/world", "card"),
    ]  # fmt: skip
    for pointer, value in changes:
        items = tmp_path / "items.jsonl"
        items.write_bytes(broken(json.loads(json.dumps(question)), pointer, value) + b"\n")
        refused("grade", items, replies)


def test_a_reply_of_many_megabytes_is_graded(gen: Run, dataset: Path, tmp_path: Path) -> None:
    replies = tmp_path / "replies.jsonl"
    question = lines_of(dataset / "items.jsonl")[0]
    reply = "a" * (8 << 20) + f"\nFinal answer: {question['text']}"
    replies.write_text(json.dumps({"id": question["id"], "reply": reply}) + "\n")
    told = json.loads(gen("grade", dataset, replies, "--json", "--each").out)
    assert told["grades"][0]["score"] == 1.0


def test_control_characters_of_a_reply_do_not_reach_the_terminal(gen: Run, dataset: Path, tmp_path: Path) -> None:
    replies = tmp_path / "replies.jsonl"
    question = lines_of(dataset / "items.jsonl")[0]
    reply = "Final answer: swap \u202e\u009b31m[bold red]x[/bold red] \u2066"
    replies.write_text(json.dumps({"id": question["id"], "reply": reply}) + "\n")
    told = gen("grade", dataset, replies, "--each")
    assert told.code == 0
    for char in "\x1b\x9b":
        assert char not in told.out


@pytest.mark.parametrize("char", ["\x1b[2J", "\x9b2J", "\r", "\x07", "\u202e", "\n"])
def test_control_characters_of_a_dataset_do_not_reach_the_terminal(
    gen: Run, dataset: Path, tmp_path: Path, char: str
) -> None:
    out = tmp_path / "out"
    shutil.copytree(dataset, out)
    items, script = out / "items.jsonl", out / "scripts" / f"{ID}.json"
    first, *others = items.read_bytes().splitlines(keepends=True)
    question = json.loads(first)
    for field in ("id", "kind", "prompt", "text"):
        question[field] += char
    items.write_bytes(json.dumps({**question, char: 1}, separators=(",", ":")).encode() + b"\n" + b"".join(others))
    told = [gen("validate", items), gen("verify", out)]
    items.write_bytes(json.dumps(question, separators=(",", ":")).encode() + b"\n" + b"".join(others))
    told += [gen("verify", out), gen("show", script)]
    script.write_bytes(broken(json.loads(script.read_bytes()), "/id", ID + char))
    told += [gen("verify", out), gen("show", script)]
    if char == "\n":
        known = str(out), "items.jsonl", "scripts/", question["video"], ID
        odd = [line for t in told if t.code == 5 for line in t.out.splitlines() if not line.startswith(known)]
        assert odd == []
    else:
        assert not any(char[0] in t.out + t.err for t in told)


# --- broken manifests ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*NOT_JSON, *WRONG_JSON])
def test_a_broken_manifest_is_told(gen: Run, refused: Refused, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "manifest.json").write_bytes({**NOT_JSON, **WRONG_JSON}[name])
    told = gen("verify", out)
    assert told.code == 5 and "manifest.json" in told.out and len(told.err.splitlines()) == 2
    assert gen("validate", out / "manifest.json").code in (2, 5)
    # A run does not touch what it cannot read.
    refused("reason", "-c", "cup", "--renderer", "none", "--out", out)
    assert [p.name for p in out.iterdir()] == ["manifest.json"]


@pytest.mark.parametrize(
    ("pointer", "value"),
    [("/videos", "one"), ("/recipe/ops", [1]), ("/recipe/reveal", "never"), ("/entries/0/spec/size", None),
     ("/entries/1/video", 5), ("/worlds", []), ("/recipe/seed", 1.5), ("/surplus", 1), ("/entries", {})],
)  # fmt: skip
def test_a_wrong_field_of_a_manifest_is_told_by_its_pointer(
    gen: Run, dataset: Path, tmp_path: Path, pointer: str, value: Any
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "manifest.json").write_bytes(
        broken(json.loads((dataset / "manifest.json").read_bytes()), pointer, value)
    )
    at = "/" if pointer == "/surplus" else pointer
    for command in ("verify", "validate"):
        told = gen(command, out if command == "verify" else out / "manifest.json")
        assert told.code == 5 and f"{at}:" in told.out, told


@settings(max_examples=40, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_field_of_a_manifest_can_break_verify(
    gen: Run, dataset: Path, tmp_path: Path, data: st.DataObject
) -> None:
    manifest = json.loads((dataset / "manifest.json").read_bytes())
    places = [("recipe", key) for key in manifest["recipe"]] + [(0, key) for key in manifest["entries"][0]["spec"]]
    where, key = data.draw(st.sampled_from(places))
    value = data.draw(st.one_of(st.integers(-3, 70), st.sampled_from(
        [None, "x", "cup", "number", "../..", [], [1, 2], ["x"], {}, True, 1.5, -1e300, 2**63, 2**64, "end",
         "vrb", "hard"]
    )))  # fmt: skip
    target = manifest["recipe"] if where == "recipe" else manifest["entries"][0]["spec"]
    if target[key] == value:
        return
    target[key] = value
    out = tmp_path / "out"
    out.mkdir(exist_ok=True)
    (out / "manifest.json").write_bytes(canonical(manifest) + b"\n")
    told = gen("verify", out)
    assert told.code == 5 and len(told.err.splitlines()) == 2


# --- other files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*NOT_JSON, *WRONG_JSON])
def test_a_broken_file_of_published_records_is_told(gen: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes({**NOT_JSON, **WRONG_JSON}[name])
    told = gen("replay", path)
    assert told.code in (0, 2, 5)
    assert len(told.err.splitlines()) == (2 if told.code else 0)


def test_nothing_is_refused_with_more_than_two_lines_even_if_names_have_lines(
    refused: Refused, tmp_path: Path
) -> None:
    refused("verify", tmp_path / "a\nb\x1b[31mc")
    refused("show", "a\nb\x1b[31mc")
    refused("describe", "a\nb\x1b[31mc")
    refused("a\nb\x1b[31mc")
    refused("reason", "--a\nb\x1b[31mc")
