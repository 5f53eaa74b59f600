"""The command line as people and programs use it."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reelproof.cli.describe import TOPICS
from reelproof.cli.main import COMMANDS
from reelproof.core.catalog import worlds
from reelproof.core.version import VERSION
from reelproof.qa.grade import OUTCOMES
from reelproof.qa.score import load_questions
from reelproof.schemas.question import SKILLS

Run = Callable[..., Any]
ID = "cup-s3-op05-start-r0-000000"


def answers(dataset: Path, path: Path, change: Callable[[int, str], str | None] = lambda n, text: text) -> Path:
    """A replies file with the right answers, each changed (None leaves it out)."""
    lines = []
    for number, question in enumerate(load_questions(dataset / "items.jsonl").values()):
        text = change(number, f"Final answer: {question.text}")
        if text is not None:
            lines.append(json.dumps({"id": question.id, "reply": text}))
    path.write_text("\n".join(lines) + "\n")
    return path


# --- help ---------------------------------------------------------------------------------------------


def test_help_lists_every_command_and_each_has_an_example(gen: Run) -> None:
    told = gen("--help")
    assert told.code == 0 and told.err == ""
    for name in COMMANDS:
        assert name in told.out
        one = gen(name, "--help")
        assert one.code == 0
        assert f"gen {name}" in one.out
        assert gen(name, "-h").out == one.out


def test_no_arguments_show_help(gen: Run) -> None:
    told = gen()
    assert "Usage:" in told.out + told.err and told.code == 2


def test_the_version_is_told(gen: Run) -> None:
    assert gen("--version").out.strip().endswith(VERSION)


# --- reason -------------------------------------------------------------------------------------------


def test_the_end_of_a_run_says_what_where_and_what_next(gen: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    told = gen("reason", "-c", "cup", "--renderer", "none", "--count", 2, "--out", out)
    lines = told.out.splitlines()
    assert told.code == 0 and told.err == ""
    assert lines[0] == f"2 scripts and 12 questions in {out}"
    assert any(line.startswith("digest ") for line in lines)
    # What it says comes next works.
    shown = next(line for line in lines if "gen show" in line).split("gen show ")[1]
    assert gen("show", shown).code == 0
    assert gen("verify", out).code == 0


def test_quiet_prints_nothing_and_json_prints_one_object(gen: Run, tmp_path: Path) -> None:
    args = ("reason", "-c", "cup", "--renderer", "none", "--out")
    assert gen(*args, tmp_path / "a", "--quiet")[1:] == ("", "")
    told = gen(*args, tmp_path / "b", "--json")
    summary = json.loads(told.out)
    assert (summary["out"], summary["videos"], summary["questions"]) == (str(tmp_path / "b"), 1, 6)
    assert told.err == ""


def test_the_default_folder_is_named_by_the_recipe(
    gen: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for args in (("--seed", 1), ("--seed", 2), ("--seed", 1, "--ops", 9)):
        assert gen("reason", "-c", "cup", "--renderer", "none", *args).code == 0
    assert len(list((tmp_path / "out").iterdir())) == 3


def test_categories_may_be_listed_in_any_order(gen: Run, tmp_path: Path) -> None:
    args = ("reason", "--renderer", "none", "--workers", 1, "--json", "--out")
    one = json.loads(gen(*args, tmp_path / "a", "-c", "number,cup").out)
    two = json.loads(gen(*args, tmp_path / "b", "-c", "cup, number,cup").out)
    assert one["digest"] == two["digest"] and one["videos"] == 2


def test_an_edition_is_a_whole_grid_and_limit_takes_its_first(gen: Run, tmp_path: Path) -> None:
    told = gen(
        "reason",
        "--edition",
        "vrb",
        "--limit",
        3,
        "--renderer",
        "none",
        "--workers=1",
        "--json",
        "--out",
        tmp_path / "out",
    )
    assert json.loads(told.out)["videos"] >= 3 * 6
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_bytes())
    assert {entry["spec"]["reveal"] for entry in manifest["entries"]} == {"start", "end"}


# --- describe -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_is_told_in_words_and_as_json(gen: Run, topic: str) -> None:
    told = gen("describe", topic)
    assert (told.code, told.err) == (0, "") and topic in told.out
    rows = json.loads(gen("describe", topic, "--json").out)[topic]
    assert rows and all(rows)
    for row in rows:
        first = str(next(iter(row.values())))
        assert first in told.out


def test_describe_lists_what_there_is(gen: Run) -> None:
    told = json.loads(gen("describe", "--json").out)
    assert list(told) == sorted(TOPICS) or set(told) == set(TOPICS)
    assert [row["world"] for row in told["worlds"]] == list(worlds())
    assert [row["skill"] for row in told["skills"]] == list(SKILLS)
    everything = gen("describe").out
    assert all(name in everything for name in (*worlds(), *SKILLS))


# --- show ---------------------------------------------------------------------------------------------


def test_show_finds_an_item_by_id_and_by_path(gen: Run, dataset: Path) -> None:
    by_id = gen("show", ID, "--in", dataset)
    by_path = gen("show", dataset / "scripts" / f"{ID}.json")
    assert by_id.code == 0 and by_id.out == by_path.out
    for skill in SKILLS:
        assert f"=== {skill} (" in by_id.out
    for number in range(1, 6):
        assert f"\n{number}. " in by_id.out
    assert by_id.out.count("-->") == 6
    assert "(revealed)" in by_id.out and "(hidden)" in by_id.out
    less = gen("show", ID, "--in", dataset, "--no-states")
    assert len(less.out) < len(by_id.out)


def test_show_marks_the_revealed_side(gen: Run, dataset: Path) -> None:
    at_end = gen("show", ID.replace("start", "end"), "--in", dataset).out
    assert "start  (hidden)" in at_end and at_end.index("(hidden)") < at_end.index("(revealed)")


# --- grade --------------------------------------------------------------------------------------------


def test_the_right_answers_score_1_in_every_row(gen: Run, dataset: Path, tmp_path: Path) -> None:
    replies = answers(dataset, tmp_path / "replies.jsonl")
    told = json.loads(gen("grade", dataset, replies, "--json").out)
    groups = {row["group"]: row for row in told["rows"]}
    assert groups["all"]["questions"] == 24
    assert set(groups) == {"all", "world cup", "world number", *(f"skill {s}" for s in SKILLS)} | {
        f"level {n}" for n in (1, 2, 3)
    }
    assert {row["accuracy"] for row in told["rows"]} == {1.0}
    table = gen("grade", dataset, replies).out
    assert table.count("100.0 %") == len(groups)


def test_every_outcome_is_counted_apart(gen: Run, dataset: Path, tmp_path: Path) -> None:
    def change(number: int, text: str) -> str | None:
        return [text, "Final answer: a1 or b2", "I cannot see videos.", None, "", text][number % 6]

    replies = answers(dataset, tmp_path / "replies.jsonl", change)
    told = json.loads(gen("grade", dataset / "items.jsonl", replies, "--json", "--each").out)
    (row,) = [row for row in told["rows"] if row["group"] == "all"]
    assert row["outcomes"] == {"correct": 8, "unreadable": 8, "refused": 4, "missing": 4}
    assert (row["correct"], row["accuracy"]) == (8, 8 / 24)
    assert len(told["grades"]) == 20
    assert all(grade["outcome"] in OUTCOMES and grade["reason"] for grade in told["grades"])
    table = gen("grade", dataset, replies, "--each")
    assert table.code == 0 and "refused 4" in table.out and "33.3 %" in table.out


def test_further_fields_of_a_reply_are_ignored_and_blank_lines_too(
    gen: Run, dataset: Path, tmp_path: Path
) -> None:
    replies = answers(dataset, tmp_path / "replies.jsonl")
    lines = [{**json.loads(line), "model": "m", "tokens": 7} for line in replies.read_text().splitlines()]
    replies.write_text("\n\n".join(json.dumps(line) for line in lines) + "\r\n\r\n")
    (row,) = [r for r in json.loads(gen("grade", dataset, replies, "--json").out)["rows"] if r["group"] == "all"]
    assert row["accuracy"] == 1.0


# --- validate and verify ------------------------------------------------------------------------------


def test_a_dataset_and_each_of_its_files_keeps_its_schema(gen: Run, dataset: Path, tmp_path: Path) -> None:
    replies = answers(dataset, tmp_path / "replies.jsonl")
    for path in (dataset, dataset / "manifest.json", dataset / "items.jsonl", replies,
                 next((dataset / "scripts").iterdir())):  # fmt: skip
        told = gen("validate", path)
        assert (told.code, told.out, told.err) == (0, f"{path} keeps its schema\n", "")


def test_verify_tells_in_words_and_as_json(gen: Run, dataset: Path) -> None:
    assert gen("verify", dataset).out == f"{dataset} holds what its manifest says\n"
    assert json.loads(gen("verify", dataset, "--json").out) == {"faults": []}
    assert gen("verify", dataset, "--quiet")[:2] == (0, "")


# --- as a process -------------------------------------------------------------------------------------


def test_a_reader_that_leaves_is_no_error(dataset: Path, process: Run) -> None:
    for args in (["show", ID, "--in", str(dataset)], ["describe"], ["--help"]):
        import os

        read, write = os.pipe()
        os.close(read)
        done = process(*args, capture_output=False, stdout=write, stderr=subprocess.PIPE)
        os.close(write)
        assert done.stderr == b"", args
        assert done.returncode in (0, 1, 2), args


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_the_exit_code_tells_even_if_errors_cannot_be_written(process: Run) -> None:
    with open("/dev/full", "wb") as full:
        done = process("describe", "nothing", capture_output=False, stdout=subprocess.DEVNULL, stderr=full)
    assert done.returncode == 2


def test_a_window_system_that_does_not_exist_is_no_trouble(tmp_path: Path, dataset: Path, process: Run) -> None:
    script = dataset / "scripts" / f"{ID}.json"
    done = process("sheet", script, "--out", tmp_path / "a.png", env={"MPLBACKEND": "nonsense"})
    assert (done.returncode, done.stderr) == (0, b"")


def test_importing_the_command_line_is_quick_and_quiet(process: Run) -> None:
    heavy = {"numpy", "matplotlib", "PIL", "rich"}
    code = f"import sys, reelproof.cli.main; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONPATH": ":".join(sys.path)}
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_folder_whose_name_is_not_text_is_no_trouble(tmp_path: Path, process: Run) -> None:
    out = str(tmp_path).encode() + b"/\xff\xfe"
    done = process("reason", "-c", "cup", "--renderer", "none", "--json", "--out", out)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["videos"] == 1
