"""OE and OA: exactly one option is there, and the words alone say nothing."""

from collections import Counter

import pytest

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.qa.vgenst import attribute, existence
from reelproof.schemas.vocabulary import clash

CELLS = (("MC", ("container",)), ("QC", ("countable", "distractor")), ("CI", ("content", "distractor")))


def ask(world, question, index=0):
    return question(world, Deal(Seed(5).at("q"), index), Seed(5).at("words", index).rng())


@pytest.mark.parametrize("task, roles", CELLS)
@pytest.mark.parametrize("index", range(6))
def test_each_word_stands_in_two_options_and_one_option_is_there(drawn, task, roles, index):
    world, _ = drawn(task, index)
    draft = ask(world, existence.appears(*roles), index)
    texts = [draft.gold, *(w.text for w in draft.wrong)]
    words = Counter(word for text in texts for word in text.split()[1:])
    assert set(words.values()) <= {2, 4}
    assert [draft.test(world, text) for text in texts] == [True, False, False, False]
    labels = {t.label for t in world.scene.things}
    assert [text.split(" ", 1)[1] in labels for text in texts] == [True, False, False, False]


@pytest.mark.parametrize("index", range(6))
def test_colours_offered_can_be_told_apart(drawn, index):
    world, _ = drawn("QC", index)
    draft = ask(world, attribute.colour_of("anchor"), index)
    texts = [draft.gold, *(w.text for w in draft.wrong)]
    assert len(texts) == 4
    assert not any(clash(a, b) for i, a in enumerate(texts) for b in texts[i + 1 :])
    assert draft.gold == world.scene.having("anchor")[0].colour
    assert draft.gold not in draft.stem


def test_patterns_come_equally_often(drawn):
    golds = Counter(ask(drawn("MC", i)[0], attribute.pattern_of("container"), i).gold for i in range(15))
    assert golds == {attribute.PATTERN_WORDS[p]: 5 for p in attribute.SHOWN_PATTERNS}


def test_patterns_are_asked_only_where_a_shape_shows_them(drawn):
    for index in range(6):
        world, _ = drawn("CI", index)
        draft = ask(world, attribute.pattern_of("container"), index)
        asked = next(t for t in world.scene.having("container") if t.label in draft.stem)
        assert asked.category in attribute.SHOWS_PATTERN and asked.pattern != "plain"


def test_the_only_thing_with_a_pattern_is_named(drawn):
    world, _ = drawn("MC", 4)
    draft = ask(world, attribute.patterned("container", noun="container"), 4)
    thing = next(t for t in world.scene.having("container") if f"the {t.label}" == draft.gold)
    assert sum(t.pattern == thing.pattern for t in world.scene.having("container")) == 1
    assert not any(draft.test(world, w.text) for w in draft.wrong)
