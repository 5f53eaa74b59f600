"""Letters and answers are dealt: over a slice of an edition nothing can be told without the video.

Drafts and letters only, without a look at the scenes: 24 a task.
"""

from collections import Counter, defaultdict
from itertools import combinations

import pytest

from reelproof.audit.shortcuts import shortcuts
from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import task_seed
from reelproof.qa.vgenst import build
from reelproof.schemas.scene import TASKS
from reelproof.schemas.scene_question import types_of

pytestmark = pytest.mark.slow
COUNT = 24
"""Whole packs of cards for three and for four letters; for five the last pack lacks one card."""


@pytest.fixture(scope="module")
def asked(drawn):
    """Every variant of every question, by task."""
    found = {}
    for task in TASKS:
        seed, depth = task_seed(0, task), task_of(task).depth.usual
        made = []
        for index in range(COUNT):
            world, drafts = drawn(task, index)
            frame = build.Frame(world.scene.theme, depth, "", index, seed)
            for one in drafts:
                for q in build.variants(one, world, frame, ()):
                    made.append((index, q))
        found[task] = made
    return found


def cells(made, variant):
    found = defaultdict(list)
    for index, q in made:
        if q.variant == variant:
            found[q.type].append((index, q))
    return found


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("variant", ("base", "none_extra", "none_answer"))
def test_letters_of_a_cell_are_balanced(asked, task, variant):
    """Over whole packs each letter is right as often; where a cell asks with three and with four options, or
    leaves some out, letters are those of the cards that are left."""
    for kind, rows in cells(asked[task], variant).items():
        counts = Counter(q.letter for _, q in rows)
        sizes = {len(q.options) for _, q in rows}
        assert len(counts) > 1, f"{kind}: constant letter"
        if len(rows) == COUNT and len(sizes) == 1:
            dealt = [counts[letter] for letter in "ABCDE"[: sizes.pop()]]
            assert max(dealt) - min(dealt) <= 1, f"{kind}: {dealt}"


@pytest.mark.parametrize("task", TASKS)
def test_letters_of_siblings_and_variants_are_dealt_apart(asked, task):
    """No two cells of a task, and no two variants of a cell, have the same letters throughout."""
    rows = defaultdict(dict)
    for index, q in asked[task]:
        if q.letter is not None and len(q.options) >= 3:
            rows[q.type, q.variant][index] = q.letter
    full = {key: tuple(found.values()) for key, found in rows.items() if len(found) == COUNT}
    assert len(set(full.values())) == len(full)


@pytest.mark.parametrize("task", TASKS)
def test_letters_do_not_follow_the_index(asked, task):
    for kind, rows in cells(asked[task], "base").items():
        by_turn = defaultdict(set)
        for index, q in rows:
            by_turn[index % 4].add(q.letter)
        assert max(len(found) for found in by_turn.values()) > 1, kind


@pytest.mark.parametrize("task", TASKS)
def test_every_cell_is_there_in_every_item(asked, task):
    assert {kind: len(rows) for kind, rows in cells(asked[task], "base").items()} == dict.fromkeys(
        types_of(task), COUNT
    )


@pytest.mark.parametrize("task", TASKS)
def test_no_right_option_is_right_all_the_time(asked, task):
    """Neither in a cell nor in a template that is asked often."""
    golds = defaultdict(Counter)
    for _, q in asked[task]:
        if q.variant == "base":
            golds[q.type][q.text] += 1
            golds[q.template][q.text] += 1
    stuck = {
        key: found
        for key, found in golds.items()
        if found.total() >= 8 and max(found.values()) > found.total() * 0.7
    }
    assert not stuck


def test_no_shortcut_beats_chance(asked):
    """The gate of an edition, on its first 24 items of each task."""
    everything = [q for made in asked.values() for _, q in made]
    for variant in ("base", "none_extra"):
        found = shortcuts(everything, variant=variant)
        assert found.questions > 2000
        assert not found.constant
        assert not found.faults


@pytest.mark.parametrize("task", TASKS)
def test_siblings_do_not_always_have_the_same_answer(asked, task):
    """Two questions of a video with options in common have different right ones at least now and then."""
    videos = defaultdict(dict)
    for index, q in asked[task]:
        if q.variant == "base":
            videos[index][q.type] = q
    same = defaultdict(list)
    for found in videos.values():
        for a, b in combinations(found, 2):
            options = [{o.text for o in found[kind].options} for kind in (a, b)]
            if len(options[0] & options[1]) > 1:
                same[a, b].append(found[a].text == found[b].text)
    assert not [pair for pair, equal in same.items() if len(equal) >= 8 and sum(equal) > 0.9 * len(equal)]
