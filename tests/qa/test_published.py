"""Published questions done again: agreement is found, and so is every kind of disagreement."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from reelproof.cli.replay import replay
from reelproof.core.errors import BadFile, CheckFailed
from reelproof.qa.published import Report, check, check_file, render_report

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "vrb_replay.jsonl"


def record(category: str, skill: str, size: int, reveal: str, **rest: Any) -> dict[str, Any]:
    """A record in the format of the file."""
    script = f"{category}-s{size}-op{len(rest['ops']):02}"
    return {
        "id": f"{script}/{reveal}/{skill}",
        "category": category,
        "skill": skill,
        "level": 1,
        "state_size": size,
        "n_ops": len(rest["ops"]),
        "reveal": reveal,
        "script": script,
        "flags": [],
        "recomputed": None,
        **rest,
    }


def cells(rows: str, base: int, words: dict[str, Any] | None = None) -> dict[str, Any]:
    """A map of cells from rows of letters or digits."""
    out = {}
    for r, row in enumerate(rows.split("/")):
        for c, value in enumerate(row):
            out[f"({'abcd'[r]},{c + base})"] = words[value] if words else value
    return out


NUMBER: dict[str, Any] = {
    "initial": [[2, 1, 7], [4, 3, 0], [6, 5, 8]],
    "final": [[2, 3, 1], [4, 5, 7], [6, 8, 0]],
    "ops": ["down", "right", "up", "up", "left"],
}
COLOURS = {"W": "white", "B": "black"}
CIRCLE: dict[str, Any] = {
    "initial": [[0, 1, 0], [0, 0, 1], [0, 0, 0]],
    "final": [[1, 1, 1], [1, 0, 1], [0, 0, 1]],
    "ops": ["left", "down", "down", "right", "left"],
    "circle_path": ["(a,2)", "(a,1)", "(b,1)", "(c,1)", "(c,2)", "(c,1)"],
}
CUP: dict[str, Any] = {
    "initial": [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
    "final": [[0, 1, 0], [0, 0, 1], [0, 1, 0]],
    "ops": [
        ["a3", "c3"],
        ["b1", "b3"],
        ["b1", "b2"],
        ["b3", "c2"],
        ["b1", "c1"],
        ["c1", "c3"],
        ["a2", "c1"],
        ["b2", "a3"],
    ],
}
FILE: dict[str, Any] = {
    "initial": {"path0": ["a.csv", "b.py"], "path1": ["b.py", "c.txt"]},
    "final": {"path0": ["b.py", "d.py", "e.py"], "path1": ["a.csv", "b.py", "d.py"]},
    "ops": [
        "touch path0/{e.py,d.py}",
        "rm -rf path1/{c.txt}",
        "cp path0/{d.py} path1/",
        "mv path0/{a.csv} path1/",
    ],
    "ls_shown": "first",
}
CARD: dict[str, Any] = {
    "initial": {"pile0": ["3 of Clubs", "9 of Clubs", "7 of Hearts", "4 of Spades"]},
    "final": {"pile0": ["4 of Spades", "3 of Hearts", "Jack of Diamonds", "3 of Diamonds"]},
    "ops": [
        "add 3 of Hearts to pile0",
        "remove 3 of Clubs from pile0",
        "remove 9 of Clubs from pile0",
        "add Jack of Diamonds to pile0",
        "remove 7 of Hearts from pile0",
        "add 3 of Diamonds to pile0",
    ],
}
CHIP: dict[str, Any] = {
    "initial": {"cup0": [100, 100, 10, 100]},
    "final": {"cup0": [5]},
    "ops": [
        "remove 100 from cup0",
        "remove 100 from cup0",
        "remove 10 from cup0",
        "remove 100 from cup0",
        "add 5 to cup0",
    ],
}

ALL: dict[str, dict[str, Any]] = {
    "number recall_order": record(
        "number",
        "recall_order",
        3,
        "start",
        **NUMBER,
        params={"from": 2, "to": 4},
        recomputed=[[2, "(a,2)right"], [3, "(b,2)up"], [4, "(c,2) up"]],
    ),
    "number recall_count": record(
        "number",
        "recall_count",
        3,
        "end",
        **NUMBER,
        params={"direction": "up"},
        recomputed=[2, ["(c,2)", "(b,2)"]],
    ),
    "number infer_state": record(
        "number",
        "infer_state",
        3,
        "end",
        **NUMBER,
        params={"when": "start"},
        recomputed=cells("217/430/658", 1),
    ),
    "number predict_operation": record(
        "number",
        "predict_operation",
        3,
        "end",
        **NUMBER,
        params={"when": "start", "target": {k: int(v) for k, v in cells("217/453/680", 1).items()}},
        plan=["right", "up", "left"],
        plan_len=3,
    ),
    "circle recall_order": record(
        "circle",
        "recall_order",
        3,
        "start",
        **CIRCLE,
        params={"from": 2, "to": 3},
        recomputed=["down", "down"],
    ),
    "circle compare_state": record(
        "circle",
        "compare_state",
        3,
        "end",
        **CIRCLE,
        params={"report_at": "start"},
        recomputed={"(a,0)": "white", "(a,2)": "white", "(b,0)": "white", "(c,2)": "white"},
    ),
    "circle predict_state": record(
        "circle",
        "predict_state",
        3,
        "end",
        **CIRCLE,
        params={"when": "start", "hyp": ["down", "up", "down", "up"]},
        recomputed=cells("WBW/WWB/WWW", 0, COLOURS),
        flags=["answer_uses_0_1_codes"],
    ),
    "circle predict_operation": record(
        "circle",
        "predict_operation",
        3,
        "end",
        **CIRCLE,
        params={"when": "start", "target": cells("WWB/WWW/WBW", 0, COLOURS)},
        plan=["left", "down", "up", "left", "right"],
        plan_len=5,
    ),
    "cup recall_count": record(
        "cup",
        "recall_count",
        3,
        "start",
        **CUP,
        params={"row": "b"},
        recomputed=[["b1", "b3"], ["b1", "b2"], ["b3"], ["b1"], ["b2"]],
    ),
    "cup compare_state": record(
        "cup",
        "compare_state",
        3,
        "start",
        **CUP,
        params={"report_at": "end"},
        recomputed={"a2": "coin", "a3": "empty", "b1": "empty", "b3": "coin"},
    ),
    "cup predict_operation": record(
        "cup",
        "predict_operation",
        3,
        "start",
        **CUP,
        params={"when": "end", "target": ["b2", "c3", "b3"]},
        plan=[["a2", "b2"], ["c2", "c3"]],
        plan_len=2,
    ),
    "file recall_order": record(
        "file",
        "recall_order",
        2,
        "start",
        **FILE,
        params={"from": 1, "to": 2},
        recomputed=[[1, "lspath0path1"], [2, "touchpath0/{d.py,e.py}"]],
        flags=["ls_counted_as_command"],
    ),
    "file recall_count": record(
        "file",
        "recall_count",
        2,
        "start",
        **FILE,
        params={"ext": ".py", "filter": "touch"},
        recomputed=[2, ["d.py", "e.py"]],
    ),
    "file compare_state": record(
        "file",
        "compare_state",
        2,
        "start",
        **FILE,
        params={
            "kind": "across_paths_after_command",
            "command": "rm -rf path1/{c.txt}",
            "in_path": "path0",
            "not_in": "path1",
        },
        recomputed=["a.csv", "d.py", "e.py"],
    ),
    "file predict_operation": record(
        "file",
        "predict_operation",
        2,
        "start",
        **FILE,
        params={"when": "end", "container": "path1", "target": ["b.py", "z.json"]},
        plan=["rm -rf path1/{a.csv,d.py}", "touch path1/{z.json}"],
        plan_len=2,
    ),
    "card infer_state": record(
        "card",
        "infer_state",
        1,
        "end",
        **CARD,
        params={"when": "start", "container": "pile0"},
        recomputed=["4 of Spades", "7 of Hearts", "9 of Clubs", "3 of Clubs"],
    ),
    "card predict_state": record(
        "card",
        "predict_state",
        1,
        "start",
        **CARD,
        # Not the bottom card is drawn: the rules refuse it, the flag says so, and the gold was wrong.
        params={
            "when": "end",
            "hyp": ["add 2 of Hearts to pile0", "remove 2 of Hearts from pile0"],
            "container": "pile0",
        },
        recomputed=["3 of Diamonds", "Jack of Diamonds", "3 of Hearts", "4 of Spades"],
        flags=["published_answer_wrong", "hypothetical_breaks_card_rule"],
    ),
    "card predict_operation": record(
        "card",
        "predict_operation",
        1,
        "start",
        **CARD,
        params={
            "when": "end",
            "container": "pile0",
            "target": ["10 of Clubs", "8 of Spades", "Jack of Spades", "3 of Diamonds"],
        },
        plan=[
            "remove 4 of Spades from pile0",
            "remove 3 of Hearts from pile0",
            "remove Jack of Diamonds from pile0",
            "add Jack of Spades to pile0",
            "add 8 of Spades to pile0",
            "add 10 of Clubs to pile0",
        ],
        plan_len=6,
    ),
    "chip predict_state": record(
        "chip",
        "predict_state",
        1,
        "start",
        **CHIP,
        # The published gold forgot the chip that was left: one of 5 in place of two.
        params={"when": "end", "hyp": ["add 5 to cup0"], "container": "cup0"},
        recomputed=[2, [5, 5]],
        flags=["published_answer_wrong"],
    ),
    "chip compare_state": record(
        "chip", "compare_state", 1, "start", **CHIP, params={"container": "cup0"}, recomputed=["start", 305]
    ),
    "chip predict_operation": record(
        "chip",
        "predict_operation",
        1,
        "start",
        **CHIP,
        params={"when": "end", "container": "cup0", "target": [20, 5, 10]},
        plan=["add 10 to cup0", "add 20 to cup0"],
        plan_len=2,
    ),
}


def run(*records: dict[str, Any]) -> Report:
    return check([json.dumps(r).encode() for r in records], source="records")


def altered(name: str, path: str, value: Any) -> dict[str, Any]:
    """A record with the value at a path (parted by slashes) replaced."""
    out: Any = deepcopy(ALL[name])
    *way, last = [int(p) if p.isdigit() else p for p in path.split("/")]
    spot = out
    for part in way:
        spot = spot[part]
    spot[last] = value
    return dict(out)


@pytest.mark.parametrize("name", ALL)
def test_a_right_record_agrees(name: str) -> None:
    report = run(ALL[name])
    assert report.disagreements == ()
    (cell,) = report.cells
    assert (cell.records, cell.finals) == (1, 1)
    assert (cell.answers, cell.plans) == ((0, 1) if "predict_operation" in name else (1, 0))
    assert (cell.answers_agree, cell.plans_agree) == (cell.answers, cell.plans)


@pytest.mark.parametrize(
    "name, path, value, what",
    [
        ("number recall_order", "recomputed/1/1", "(b,2)down", "answer"),
        ("number recall_order", "n_ops", 6, "record"),
        ("number recall_count", "recomputed/1", ["(c,2)"], "answer"),
        ("number infer_state", "recomputed/(a,1)", "3", "answer"),
        ("number infer_state", "final", [[2, 3, 1], [4, 5, 7], [6, 0, 8]], "final"),
        ("number infer_state", "ops/1", "left", "final"),
        ("number infer_state", "recomputed", None, "answer"),
        ("number predict_operation", "plan/0", "left", "plan"),
        ("number predict_operation", "plan", ["right", "up", "down"], "plan"),
        ("number predict_operation", "plan_len", 2, "plan"),
        ("number predict_operation", "plan", None, "plan"),
        ("number predict_operation", "recomputed", [], "answer"),
        ("circle recall_order", "circle_path/3", "(c,0)", "final"),
        ("circle recall_order", "recomputed", ["down", "up"], "answer"),
        ("circle compare_state", "recomputed/(a,1)", "black", "answer"),
        ("circle predict_operation", "plan/4", "left", "plan"),
        ("cup recall_count", "recomputed/0", ["b1"], "answer"),
        ("cup compare_state", "params/report_at", "start", "answer"),
        ("cup predict_operation", "plan/1", ["c1", "c3"], "plan"),
        ("file recall_order", "recomputed/1/1", "touchpath0/{d.py}", "answer"),
        ("file recall_order", "ls_shown", "last", "answer"),
        ("file recall_count", "recomputed", 2, "answer"),
        ("file compare_state", "recomputed", {"a": [[]]}, "answer"),
        ("file predict_operation", "plan/0", "rm -rf path1/{a.csv,d.py,q.py}", "plan"),
        ("file predict_operation", "plan/0", "rm -rf path0/{d.py}", "plan"),
        ("card infer_state", "recomputed", ["3 of Clubs", "9 of Clubs", "7 of Hearts", "4 of Spades"], "answer"),
        ("card predict_state", "flags", ["published_answer_wrong"], "answer"),
        ("card predict_operation", "plan/0", "remove 3 of Diamonds from pile0", "plan"),
        ("chip predict_state", "recomputed", [1, [5]], "answer"),
        ("chip predict_state", "params/hyp", ["remove 10 from cup0"], "answer"),
        ("chip compare_state", "recomputed", ["end", 305], "answer"),
        ("chip predict_operation", "params/target", [20, 5], "plan"),
    ],
)
def test_a_wrong_record_is_listed(name: str, path: str, value: Any, what: str) -> None:
    report = run(ALL["cup recall_count"], altered(name, path, value))
    assert not report.agrees
    assert {(fault.line, fault.what) for fault in report.disagreements} == {(2, what)}
    assert "no disagreements" not in render_report(report)
    assert f"line 2, {ALL[name]['id']}: {what}: " in render_report(report)


def test_the_plan_that_builds_a_pile_upside_down_is_refused() -> None:
    report = run(ALL["card predict_operation"])
    assert [(u.reading, u.plans, u.refused, u.works) for u in report.upside_down] == [
        ("target", 1, 1, 0),
        ("pile and target", 1, 1, 0),
    ]


def test_of_one_card_there_is_no_upside_down() -> None:
    # Whoever reads a pile of one card the wrong way up still builds the right one.
    one = altered("card predict_operation", "params/target", ["3 of Diamonds"])
    one |= {"plan": one["plan"][:3], "plan_len": 3}
    report = run(one)
    assert report.agrees
    assert [(u.refused, u.works) for u in report.upside_down] == [(0, 1), (1, 0)]


def test_the_stored_plan_upside_down_is_listed() -> None:
    wrong = altered(
        "card predict_operation", "params/target", ALL["card predict_operation"]["params"]["target"][::-1]
    )
    assert {fault.what for fault in run(wrong).disagreements} == {"plan"}


def test_a_flagged_break_of_a_rule_is_noted() -> None:
    assert "not the bottom card" in " ".join(run(ALL["card predict_state"]).notes)


def test_a_flag_without_a_break_is_listed() -> None:
    wrong = altered("card predict_state", "params/hyp", ["add 2 of Hearts to pile0"])
    assert "breaks none" in run(wrong).disagreements[0].message


@pytest.mark.parametrize(
    "name, path, value, pointer",
    [
        ("number infer_state", "initial/0/0", "x", "/initial/0/0"),
        ("number infer_state", "initial/0/0", 9, "/initial"),
        ("number infer_state", "initial", [[1, 0], [2, 3]], "/initial"),
        ("number infer_state", "ops/2", "north", "/ops/2"),
        ("number infer_state", "skill", "guess", "/skill"),
        ("number infer_state", "reveal", "never", "/reveal"),
        ("number infer_state", "params/when", None, "/params"),
        ("number infer_state", "state_size", 10**9, "/initial"),
        ("number infer_state", "state_size", "3", "/state_size"),
        ("number infer_state", "ops", ["up"] * 201, "/ops"),
        ("number recall_order", "params/to", 9, "/params/to"),
        ("number recall_order", "params/from", 0, "/params/from"),
        ("number predict_operation", "params/target", {"(a,1)": 1}, "/params/target"),
        ("number predict_operation", "params/target", {"(z,9)": 1}, "/params/target"),
        ("number predict_operation", "plan/2", "", "/plan/2"),
        ("circle recall_order", "circle_path", None, "/circle_path"),
        ("circle recall_order", "circle_path/2", "b1", "/circle_path/2"),
        ("circle predict_operation", "params/target/(a,0)", "green", "/params/target"),
        ("circle predict_state", "params/hyp/3", "x+1", "/params/hyp/3"),
        ("cup recall_count", "ops/0", ["a3"], "/ops/0"),
        ("cup recall_count", "ops/0", ["a3", "3a"], "/ops/0"),
        ("file recall_count", "initial/path0/0", "../x", "/initial"),
        ("file recall_count", "ops/0", "rm -rf /", "/ops/0"),
        ("file compare_state", "params/command", "touch path0/{q.py}", "/params/command"),
        ("file compare_state", "params/in_path", "path7", "/params"),
        ("card infer_state", "initial", {"pile1": ["3 of Clubs"]}, "/initial"),
        ("card infer_state", "initial/pile0/0", "Joker", "/initial"),
        ("card infer_state", "params/container", "heap0", "/params/container"),
        ("chip predict_state", "final", {"cup0": [7]}, "/final"),
        ("chip predict_state", "state_size", 2, "/state_size"),
    ],
)
def test_a_broken_record_is_refused_with_its_line_and_pointer(
    name: str, path: str, value: Any, pointer: str
) -> None:
    with pytest.raises(BadFile) as caught:
        run(ALL["cup recall_count"], altered(name, path, value))
    assert f"records line 2 at {pointer}" in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    "line, what",
    [
        (b"{", "at /: not JSON"),
        (b"\xff\xfe", "at /: not JSON"),
        (b"[]", "at /: Expected `object`"),
        (b"{}", "at /: Object missing required field `category`"),
        (b'{"category": 3}', "at /category"),
        (b'{"category": "card"}', "missing required field"),
        (b"[" * 100_000, "line 1 at /"),
        (b" " * 300_000 + b"x", "line 1 has 300001 bytes"),
    ],
)
def test_a_line_that_is_no_record_is_refused(line: bytes, what: str) -> None:
    with pytest.raises(BadFile) as caught:
        check([line], source="records")
    assert "records line 1" in caught.value.message
    assert what in caught.value.message


def test_an_unknown_world_gets_the_nearest_known_one() -> None:
    with pytest.raises(BadFile, match="at /category: there is no world 'crad'") as caught:
        run(altered("card infer_state", "category", "crad"))
    assert caught.value.hint == "did you mean card?"


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(BadFile, match="unknown field `more`"):
        run({**ALL["card infer_state"], "more": 1})


@pytest.mark.parametrize("lines", [[], [b"", b"  "]])
def test_a_file_of_nothing_is_refused(lines: list[bytes]) -> None:
    with pytest.raises(BadFile, match="holds no record"):
        check(lines, source="records")


def test_a_deep_or_long_answer_is_a_disagreement_and_nothing_worse() -> None:
    deep = json.dumps(ALL["cup recall_count"]).replace(
        json.dumps(ALL["cup recall_count"]["recomputed"]), "[" * 400 + "]" * 400
    )
    report = check([deep.encode()], source="records")
    assert [fault.what for fault in report.disagreements] == ["answer"]


def _file(folder: Path, *records: dict[str, Any]) -> Path:
    path = folder / "records.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
    return path


def test_the_command_prints_agreement_by_world_and_skill(tmp_path: Path) -> None:
    result = CliRunner().invoke(replay, [str(_file(tmp_path, *ALL.values()))])
    assert result.exit_code == 0, result.output
    assert "\x1b" not in result.output
    assert result.output.rstrip().endswith("no disagreements")
    for name in ALL:
        assert name.split()[1] in result.output
    assert f"{len(ALL)}/{len(ALL)}" in result.output


def test_the_command_fails_its_check_where_something_differs(tmp_path: Path) -> None:
    path = _file(tmp_path, altered("chip compare_state", "recomputed", ["end", 1]))
    result = CliRunner().invoke(replay, [str(path), "--json"])
    assert isinstance(result.exception, CheckFailed)
    assert result.exception.exit_code == 5
    report = msgspec.json.decode(result.stdout, type=Report)
    assert [fault.id for fault in report.disagreements] == ["chip-s1-op05/start/compare_state"]


def test_the_command_refuses_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(replay, [str(tmp_path / "none.jsonl")])
    assert isinstance(result.exception, BadFile)


@pytest.mark.skipif(not SHARED.is_file(), reason="the published facts are not part of this repository")
def test_all_published_facts_come_out_the_same() -> None:
    report = check_file(SHARED)
    assert report.disagreements == ()
    assert report.records == 816
    assert report.total("finals") == 816
    assert report.total("answers_agree") == report.total("answers") == 680
    assert report.total("plans_agree") == report.total("plans") == 136
    assert {(c.world, c.skill): c.records for c in report.cells} == {
        (world, skill): count
        for world, count in {"card": 22, "chip": 26, "circle": 24, "cup": 16, "file": 26, "number": 22}.items()
        for skill in (
            "recall_order",
            "recall_count",
            "infer_state",
            "compare_state",
            "predict_state",
            "predict_operation",
        )
    }
    # Four targets are a single card, which has no upside down; all others are refused.
    turned = {u.reading: (u.plans, u.refused, u.works) for u in report.upside_down}
    assert turned == {"target": (22, 18, 4), "pile and target": (22, 22, 0)}
    assert len(report.notes) == 1
