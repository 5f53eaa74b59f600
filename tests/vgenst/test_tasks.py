"""What holds for each of the twelve tasks alike: cells, cases, depths, rules, drafts, stems and variants.

Scenes are sampled without being looked at (the measured sight is tested elsewhere), twelve a task.
"""

import ast
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import pytest

from reelproof.core.deal import Deal
from reelproof.core.digests import canonical, digest
from reelproof.generators.vgenst.hosts import hosts
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import broken_rule, make_item, task_seed
from reelproof.generators.vgenst.rules import RULES
from reelproof.generators.vgenst.themes import theme
from reelproof.qa.vgenst import build
from reelproof.qa.vgenst.base import World
from reelproof.qa.vgenst.catalog import questions
from reelproof.qa.vgenst.direction import CLOCK_NOTE, COMPASS_NOTE
from reelproof.schemas.scene import TASKS
from reelproof.schemas.scene_question import types_of
from reelproof.schemas.vocabulary import CATEGORIES, COLOURS, clash

EVERY = pytest.mark.parametrize("task", TASKS)
INDICES = range(12)
ROOT = Path(__file__).resolve().parents[2]


def texts(draft):
    return [draft.gold, *(wrong.text for wrong in draft.wrong)]


def varied(world, asked, index):
    """All variants of the drafts of a scene, by type and variant."""
    task = world.scene.task
    common = build.Frame(world.scene.theme, task_of(task).depth.usual, "", index, task_seed(0, task))
    return {(q.type, q.variant): q for one in asked for q in build.variants(one, world, common, ())}


# --- the tasks -----------------------------------------------------------------------------------------


@EVERY
def test_at_least_a_hundred_themes_host_it(task):
    assert len(hosts(task)) >= 100


@EVERY
def test_each_entry_of_its_cycle_is_dealt_as_often(task):
    cycle = task_of(task).cycle
    seed = task_seed(0, task).at("deal")
    dealt = [json.dumps(Deal(seed, i).pick("case", cycle)) for i in range(3 * len(cycle))]
    assert {entry: dealt.count(entry) for entry in dealt} == {
        json.dumps(entry): 3 * cycle.count(entry) for entry in cycle
    }


@EVERY
def test_its_questions_fill_the_cells_of_its_row_and_no_other(task):
    asker = questions(task)
    assert set(asker.cells) == set(types_of(task))
    assert all(asker.cells.values())
    kind, core = build.core_ask(asker)
    assert core is asker.cells[kind][0]


@EVERY
@pytest.mark.parametrize("level", ("least", "usual", "most"))
def test_a_scene_of_any_depth_keeps_all_rules_and_measures_that_depth(drawn, task, level):
    made = task_of(task)
    depth = getattr(made.depth, level)
    # The first case, for a straight walk (DE) has no turns at any depth.
    world, asked = drawn(task, 1, depth=depth, case=0)
    assert broken_rule(made, world) is None
    assert made.measured(world) == depth
    assert {one.type for one in asked} == set(types_of(task))


@EVERY
def test_each_of_its_rules_has_a_test_that_breaks_it(task):
    """Its own tests name every rule, in a string of its own: the name that the broken scene is refused by."""
    source = Path(__file__).with_name(f"test_{task.lower()}.py").read_text(encoding="utf-8")
    said = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    assert {rule.name for rule in task_of(task).rules} <= said


@EVERY
def test_its_rules_have_names_of_their_own(task):
    names = [rule.name for rule in (*RULES, *task_of(task).rules)]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z]+(_[a-z0-9]+)+", name) for name in names)


# --- the drafts ------------------------------------------------------------------------------------------


@EVERY
def test_every_scene_fills_every_cell_once_and_has_one_core_question(drawn, task):
    for index in INDICES:
        _, asked = drawn(task, index)
        assert [one.type for one in asked] == list(types_of(task))
        kind, _ = build.core_ask(questions(task))
        assert {one.type for one in asked if one.core} <= {kind}


@EVERY
def test_answers_of_every_cell_take_several_values(drawn, task):
    golds = defaultdict(set)
    for index in INDICES:
        for one in drawn(task, index)[1]:
            golds[one.type].add(one.draft.gold)
    assert not [kind for kind, found in golds.items() if len(found) < 2]


@EVERY
def test_a_draft_is_a_function_of_world_deal_and_words_alone(drawn, task):
    seed = task_seed(0, task)
    for index in (0, 5):
        world = drawn(task, index)[0]
        once, again = (build.ask(World(world.scene), index, seed, 40, lenient=True) for _ in range(2))
        said = [
            [(a.type, a.draft.template, a.draft.stem, texts(a.draft), a.draft.why) for a in r[0]]
            for r in (once, again)
        ]
        assert said[0] == said[1]
        assert once[1] == again[1]


@EVERY
def test_the_second_way_is_true_of_the_right_option_alone(drawn, task):
    for index in INDICES:
        world, asked = drawn(task, index)
        for kind, draft, _ in asked:
            judged = World(world.scene if draft.after is None else draft.after)
            told = [text for text in texts(draft) if draft.test(judged, text)]
            assert told == [draft.gold], f"{index} {kind} {draft.stem}"


@EVERY
def test_every_false_option_names_its_mistake_and_is_refuted(drawn, task):
    for index in INDICES:
        for kind, draft, _ in drawn(task, index)[1]:
            assert len(draft.wrong) in (2, 3)
            assert len(set(texts(draft))) == len(texts(draft))
            assert not [(a, b) for a in texts(draft) for b in texts(draft) if a < b and clash(a, b)]
            for wrong in draft.wrong:
                assert min(len(wrong.mistake), len(wrong.refuted)) > 8, f"{kind} {wrong}"
            assert draft.why
            assert draft.sees
            assert {see.id for see in draft.sees} <= {t.id for t in drawn(task, index)[0].scene.things}


@EVERY
def test_options_that_differ_by_a_colour_alone_differ_clearly(drawn, task):
    """A red mug and an orange mug never stand in one set of options."""
    tint = re.compile(rf"\b(?:{'|'.join(COLOURS)})\b")
    for index in INDICES:
        for kind, draft, _ in drawn(task, index)[1]:
            bare = [(re.sub(r"\b(an?) ", "a ", tint.sub("-", text)), tint.findall(text)) for text in texts(draft)]
            for a, b in combinations(bare, 2):
                if a[0] == b[0] and sorted(a[1]) != sorted(b[1]):
                    differ = [(p, q) for p, q in zip(a[1], b[1], strict=True) if p != q]
                    assert any(not clash(p, q) for p, q in differ), f"{kind} {texts(draft)}"


@EVERY
def test_what_if_and_what_next_tell_what_is_changed(drawn, task):
    for index in INDICES:
        world, asked = drawn(task, index)
        for kind, draft, _ in asked:
            if kind == "CR":
                assert draft.factual != draft.gold and draft.factual is not None
            if kind in ("CR", "PR"):
                assert draft.after not in (None, world.scene)
                assert draft.change
            else:
                assert draft.after is None
            assert (draft.quantity is not None) == (kind == "MT")


# --- the stems -------------------------------------------------------------------------------------------

NAMED = re.compile(rf"\b(?:{'|'.join(COLOURS)}) (?:{'|'.join(sorted(CATEGORIES, key=len, reverse=True))})\b")
DRESSED = re.compile(rf"\b(?:person|robot) in (?:{'|'.join(COLOURS)})\b")


@EVERY
def test_a_stem_is_a_question_about_things_that_are_there(drawn, task):
    for index in INDICES:
        world, asked = drawn(task, index)
        things = world.scene.things
        labels = {t.label for t in things} | {f"{t.colour} {t.category}" for t in things}
        for kind, draft, _ in asked:
            assert draft.stem.endswith("?"), f"{kind} {draft.stem}"
            assert draft.stem[0].isupper()
            assert not re.search(r"  |\{|\}|None|_", draft.stem), draft.stem
            named = {*NAMED.findall(draft.stem), *DRESSED.findall(draft.stem)}
            assert all(any(name in label for label in labels) for name in named), f"{kind} {draft.stem}"


def _says(stem, text):
    """Whether a stem says an option, apart from the conventions that every stem of its kind states."""
    for note in (CLOCK_NOTE, COMPASS_NOTE):
        stem = stem.replace(note, "")
    return re.search(rf"(?<![\w.]){re.escape(text.lower())}(?![\w.]*\w)", stem.lower()) is not None


@EVERY
def test_a_stem_that_says_the_right_option_says_wrong_ones_as_well(drawn, task):
    for index in INDICES:
        for kind, draft, _ in drawn(task, index)[1]:
            if _says(draft.stem, draft.gold):
                assert any(_says(draft.stem, wrong.text) for wrong in draft.wrong), (
                    f"{kind} {draft.stem} {draft.gold}"
                )


@EVERY
def test_no_question_tells_the_answer_of_a_sibling(drawn, task):
    """A right option that says more than a thing's name stands in no other stem of the video."""
    for index in INDICES:
        world, asked = drawn(task, index)
        labels = {"vehicle with the camera", *(t.label for t in world.scene.things)}
        for one in asked:
            gold = one.draft.gold
            # Directions are words of every stem.
            closed = re.fullmatch(r"to the (left|right)", gold)
            if len(gold.split()) > 2 and not closed and re.sub("^(an?|the) ", "", gold) not in labels:
                others = [other.draft.stem for other in asked if other.type != one.type]
                assert not [stem for stem in others if _says(stem, one.draft.gold)]


# --- the variants ----------------------------------------------------------------------------------------


@EVERY
def test_variants_keep_their_laws(drawn, task):
    for index in INDICES:
        world, asked = drawn(task, index)
        made = varied(world, asked, index)
        assert len({q.id for q in made.values()}) == len(made)
        for kind, draft, _ in asked:
            base = made[kind, "base"]
            there = {variant for k, variant in made if k == kind}
            clashes = any(build.means_none(text) for text in texts(draft))
            assert ("none_extra" in there, "none_answer" in there) == (not clashes, not clashes)
            assert ("open" in there) == build.openable(draft, world)
            false = {wrong.text for wrong in draft.wrong}
            for variant in there:
                q = made[kind, variant]
                assert q.stem == base.stem == draft.stem
                assert q.stem in q.prompt
                assert all(f"\n{'ABCDE'[k]}. {o.text}\n" in q.prompt for k, o in enumerate(q.options))
                if variant == "open":
                    assert (q.options, q.letter, q.text) == ((), None, draft.gold)
                    assert q.quantity == draft.quantity
                    continue
                assert q.letter is not None
                right = q.options["ABCDE".index(q.letter)]
                assert right.text == q.text and right.refuted is None and right.mistake is None
                assert all(o.refuted and o.mistake for o in q.options if o is not right)
                options = {o.text for o in q.options}
                assert len(options) == len(q.options)
                assert (q.text, options) == {
                    "base": (draft.gold, {draft.gold, *false}),
                    "none_extra": (draft.gold, {draft.gold, *false, build.NONE}),
                    "none_answer": (build.NONE, {build.NONE, *false}),
                }[variant]


@EVERY
def test_no_cell_has_a_constant_letter_in_any_variant(drawn, task):
    letters = defaultdict(set)
    for index in INDICES:
        world, asked = drawn(task, index)
        for key, q in varied(world, asked, index).items():
            letters[key].add(q.letter)
    assert not [key for key, found in letters.items() if key[1] != "open" and len(found) < 2]


# --- the same everywhere ---------------------------------------------------------------------------------

ELSEWHERE: tuple[tuple[str, int], ...] = (("QC", 3), ("CM", 2), ("VI", 1), ("HO", 4))


def prints():
    """Digests of items with their sight and questions."""
    found = {}
    for task, index in ELSEWHERE:
        item = make_item(task, theme(hosts(task)[index]), index, id=f"{task}-{index}", seed=5)
        found[task] = [
            digest(canonical(item.scene)),
            digest(canonical(item.sight)),
            digest(canonical(item.questions)),
        ]
    return found


def test_items_are_the_same_in_another_process_with_another_hash_seed():
    code = (
        "import importlib.util, json\n"
        f"spec = importlib.util.spec_from_file_location('laws', {str(Path(__file__))!r})\n"
        "laws = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(laws)\n"
        "print(json.dumps(laws.prints()))\n"
    )
    env = {
        **os.environ,
        "PYTHONHASHSEED": "4711",
        "PYTHONPATH": str(ROOT / "src"),
        "LC_ALL": "C",
        "TZ": "Asia/Tokyo",
    }
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == prints()
