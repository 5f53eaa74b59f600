"""`gen vgenst`, and what the other commands make of its datasets."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reelproof.qa.score import load_questions
from reelproof.schemas.scene import TASKS
from reelproof.schemas.scene_question import QUESTION_TYPES, SceneQuestion, types_of

Run = Callable[..., Any]
Refused = Callable[..., tuple[str, str]]
NAME = "vgenst-cm-castle-d2-r0-i000000"
QUICK = ("--task", "CM", "--theme", "castle", "--renderer", "none")


@pytest.fixture(scope="module")
def scenes(
    tmp_path_factory: pytest.TempPathFactory, process: Callable[..., "subprocess.CompletedProcess[bytes]"]
) -> Path:
    """A dataset of one scene; tests read it and never change it."""
    out = tmp_path_factory.mktemp("vgenst") / "out"
    done = process("vgenst", *QUICK, "--out", out)
    assert done.returncode == 0, done.stderr
    return out


def questions(out: Path) -> dict[str, SceneQuestion]:
    found = load_questions(out / "items.jsonl" if out.is_dir() else out)
    return {name: q for name, q in found.items() if isinstance(q, SceneQuestion)}


def replies(out: Path, path: Path, say: Callable[[SceneQuestion], str | None]) -> Path:
    """A replies file with what `say` gives for each question; None leaves it out."""
    said = {name: say(question) for name, question in questions(out).items()}
    lines = [json.dumps({"id": name, "reply": text}) for name, text in said.items() if text is not None]
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def gold(question: SceneQuestion) -> str:
    return f"Final answer: {question.letter or question.text}"


# --- making ---------------------------------------------------------------------------------------


def test_the_end_of_a_run_says_what_where_and_what_next(gen: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    told = gen("vgenst", *QUICK, "--out", out)
    lines = told.out.splitlines()
    assert (told.code, told.err) == (0, "")
    assert lines[0] == f"1 scene and {len(questions(out))} questions in {out}"
    assert lines[1].startswith("digest ")
    shown = next(line for line in lines if "gen show" in line).split("gen show ")[1]
    assert gen("show", shown).code == 0
    assert gen("verify", out).code == 0
    assert gen("validate", out).code == 0
    again = gen("vgenst", *QUICK, "--out", out, "--json")
    assert json.loads(again.out)["digest"] == lines[1].split()[1]


def test_a_theme_alone_picks_a_task_that_it_hosts(gen: Run, tmp_path: Path) -> None:
    told = gen("vgenst", "--theme", "castle", "--renderer", "none", "--quiet", "--out", tmp_path / "out")
    assert tuple(told) == (0, "", "")
    (entry,) = json.loads((tmp_path / "out" / "manifest.json").read_bytes())["entries"]
    assert entry["spec"]["theme"] == "castle" and entry["spec"]["task"] in TASKS


def test_a_theme_may_be_spelled_as_in_ids(gen: Run, tmp_path: Path) -> None:
    args = ("vgenst", "--task", "cm_f_exo_dyn", "--theme", "Orbital_Station", "--renderer", "none", "--json")
    assert gen(*args, "--out", tmp_path / "out").code == 0
    assert [p.name for p in (tmp_path / "out" / "scenes").iterdir()] == [
        "vgenst-cm-orbital_station-d2-r0-i000000.json"
    ]


def test_a_scene_of_ones_own_is_questioned_and_a_bad_one_is_refused_by_pointer_or_rule(
    gen: Run, refused: Refused, scenes: Path, tmp_path: Path
) -> None:
    scene = json.loads((scenes / "scenes" / f"{NAME}.json").read_bytes())
    scene["id"] = "mine"
    own = tmp_path / "mine.json"

    def put(**changes: Any) -> Path:
        own.write_text(json.dumps({**scene, **changes}), encoding="utf-8")
        return own

    told = gen("vgenst", "--scene", put(), "--renderer", "none", "--out", tmp_path / "out")
    assert told.code == 0 and "mine.json" in told.out
    assert gen("verify", tmp_path / "out").code == 0
    thing = scene["things"][0]
    for changes, said in (
        ({"camera": {**scene["camera"], "fov": 500}}, "/camera/fov"),
        ({"duration": float("nan")}, "not JSON"),
        ({"duration": 1e30}, "/duration"),
        ({"things": [{**thing, "colour": "mauve"}]}, "/things/0/colour"),
        ({"things": [thing] * 1000}, "/things"),
        ({"task": "XX"}, "/task"),
        ({"extra": 1}, "extra"),
        ({"things": scene["things"] + [thing]}, "breaks the rule "),
        ({"things": [t for t in scene["things"] if t["role"] != "agent"]}, "breaks the rule "),
    ):
        message, _ = refused("vgenst", "--scene", put(**changes), "--renderer", "none", "--out", tmp_path / "bad")
        assert said in message, message
        assert not (tmp_path / "bad").exists()


REFUSED: dict[str, tuple[tuple[str, ...], str, str]] = {
    "theme": (("--theme", "kichen"), "no theme 'kichen'", "kitchen"),
    "task": (("--task", "XM"), "no task 'XM'", "CM"),
    "no task": (("--task", ","), "no task", "all"),
    "depth": (("--task", "CM", "--depth", "40"), "--depth 40 is not in 2..", "--depth 2"),
    "edition": (("--edition", "vgenstt"), "no edition", "vgenst"),
    "edition and theme": (
        ("--edition", "vgenst", "--theme", "castle"),
        "--theme and --edition",
        "leave out --theme",
    ),
    "edition and task": (("--edition", "vgenst", "--task", "CM"), "--task and --edition", "leave out --task"),
    "edition and depth": (("--edition", "vgenst", "--depth", "3"), "--depth and --edition", "leave out --depth"),
    "edition and count": (("--edition", "vgenst", "--count", "3"), "--count", "--limit"),
    "edition and start": (("--edition", "vgenst", "--start", "100"), "--start 100 is not in 0..99", "--start 0"),
    "edition and scene": (("--edition", "vgenst", "--scene", "x.json"), "--scene and --edition", "leave out"),
    "scene and theme": (("--scene", "x.json", "--theme", "castle"), "--theme and --scene", "leave out --theme"),
    "scene and size": (("--scene", "x.json", "--size", "640x360"), "--size and --scene", "leave out --size"),
    "no scene": (("--scene", "x.json"), "cannot read x.json", "path"),
    "size": (("--task", "CM", "--size", "853x480"), "853x480", "480x360"),
    "size in words": (("--task", "CM", "--size", "large"), "'large'", "480x360"),
    "fps": (("--task", "CM", "--fps", "0"), "--fps 0 is not in 5..60", "--fps 24"),
    "renderer": (("--task", "CM", "--renderer", "g"), "no renderer 'g'", "gl"),
    "variant": (("--task", "CM", "--variants", "base,opne"), "no variant 'opne'", "open"),
    "no variants": (("--task", "CM", "--variants", ","), "no variant", "base"),
    "count": (("--count", "0"), "--count 0 is not in", "--count 1"),
    "limit": (("--limit", "0"), "--limit 0 is not in", "--limit 1"),
    "workers": (("--workers", "0"), "--workers 0 is not in", "--workers 1"),
    "seed": (("--task", "CM", "--seed", str(2**63)), "64 bits", "--seed 0"),
}


@pytest.mark.parametrize(("args", "said", "hint"), REFUSED.values(), ids=list(REFUSED))
def test_wrong_use_is_two_lines(refused: Refused, args: tuple[str, ...], said: str, hint: str) -> None:
    message, remedy = refused("vgenst", *args)
    assert said in message and hint in remedy, (message, remedy)


# --- the other commands ---------------------------------------------------------------------------


def test_show_tells_things_events_options_and_proofs(gen: Run, scenes: Path) -> None:
    told = gen("show", NAME, "--in", scenes)
    assert told.code == 0 and told.out == gen("show", scenes / "scenes" / f"{NAME}.json").out
    for kind in types_of("CM"):
        assert f"=== {kind} (" in told.out
    for question in questions(scenes).values():
        if question.variant == "base":
            assert f"--> {question.letter}. {question.text}\n" in told.out
            assert f"because {question.certificate.why}" in told.out
    assert "presses" in told.out and ", the core of the task" in told.out


def test_show_names_the_nearest_scene(refused: Refused, scenes: Path) -> None:
    message, hint = refused("show", NAME[:-1] + "9", "--in", scenes)
    assert "no item" in message and NAME in hint


def test_right_replies_score_one_in_every_group(gen: Run, scenes: Path, tmp_path: Path) -> None:
    told = json.loads(gen("grade", scenes, replies(scenes, tmp_path / "r.jsonl", gold), "--json").out)
    assert {row["accuracy"] for row in told["rows"]} == {1.0}
    groups = {row["group"] for row in told["rows"]}
    assert {
        "task CM",
        "level 3",
        "variant open",
        "scale Figural",
        "perspective Exo",
        "dynamics Dynamic",
        "all",
    } <= groups
    assert {f"type {kind}" for kind in QUESTION_TYPES if kind in types_of("CM")} <= groups
    assert "none_extra and none_answer" in groups


def test_know_nothing_replies_are_told_apart(gen: Run, scenes: Path, tmp_path: Path) -> None:
    def say(question: SceneQuestion) -> str | None:
        return {
            "base": "Final answer: A",
            "open": "I'm sorry, I cannot see videos.",
            "none_extra": question.prompt,
        }.get(question.variant)

    told = json.loads(gen("grade", scenes, replies(scenes, tmp_path / "r.jsonl", say), "--json").out)
    by_group = {row["group"]: row for row in told["rows"]}
    assert set(by_group["variant open"]["outcomes"]) == {"refused"}
    assert set(by_group["variant none_extra"]["outcomes"]) == {"unreadable"}
    assert set(by_group["variant none_answer"]["outcomes"]) == {"missing"}
    assert by_group["variant base"]["accuracy"] < 0.7


@pytest.mark.parametrize("mode", ["rotation", "swap"])
def test_an_expanded_dataset_is_right_only_at_all_places(
    gen: Run, scenes: Path, tmp_path: Path, mode: str
) -> None:
    out = tmp_path / "set.jsonl"
    told = gen("expand", scenes, "--mode", mode, "--out", out)
    assert told.code == 0 and f"next: gen grade {out} replies.jsonl" in told.out
    base = sum(1 for question in questions(scenes).values() if question.variant == "base")
    assert gen("validate", out).code == 0
    for say, right in ((gold, base), (lambda question: "Final answer: A", 0)):
        rows = json.loads(gen("grade", out, replies(out, tmp_path / "r.jsonl", say), "--json").out)["rows"]
        row = next(row for row in rows if row["group"] == f"circular {mode}, all places")
        assert (row["questions"], row["correct"]) == (base, right)


def test_expand_refuses_what_has_no_options(refused: Refused, scenes: Path, dataset: Path, tmp_path: Path) -> None:
    assert "no mode" in refused("expand", scenes, "--mode", "turn")[0]
    assert "no variant" in refused("expand", scenes, "--variant", "open")[0]
    assert "no multiple choice" in refused("expand", dataset, "--out", tmp_path / "x")[0]
    assert "no items.jsonl" in refused("expand", tmp_path)[0]


def test_describe_lists_themes_with_their_tasks_and_tasks_with_their_rules(gen: Run) -> None:
    told = json.loads(gen("describe", "themes", "--json").out)["themes"]
    assert {"castle", "kitchen"} <= {row["theme"] for row in told}
    tasks = json.loads(gen("describe", "tasks", "--json").out)["tasks"]
    assert [row["task"] for row in tasks] == list(TASKS)
    for row in tasks:
        hosting = sum(1 for theme in told if row["task"] in theme["tasks"].split())
        assert row["themes"] == hosting and row["rules"]
    rules = json.loads(gen("describe", "rules", "--json").out)["rules"]
    assert {row["of"] for row in rules} == {"every scene", *TASKS}
    assert all(row["rules"] == sum(r["of"] == row["task"] for r in rules) for row in tasks)
