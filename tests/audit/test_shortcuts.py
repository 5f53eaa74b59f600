"""The audit of shortcuts: a leak that is planted is found by the policy that it feeds, and chance is no leak."""

import pytest
from msgspec.structs import replace

from reelproof.audit.shortcuts import BOUND, NOISE, POLICIES, Rate, shortcuts
from reelproof.core.seeds import Seed
from reelproof.schemas.scene_question import Option, SceneCertificate, SceneQuestion

PROOF = SceneCertificate("why", None, (), (160, 120))
TYPES = ("OE", "OA", "CR")
VIDEOS = 240
THINGS = ("mug", "jar", "pot", "box", "key", "gem", "egg", "cup")
"""Words of one length, so that chance tells nothing by length."""


def question(video, kind, options, at, *, stem="Which of these is shown?", variant="base"):
    made = tuple(Option(text, None if k == at else "is not there", None) for k, text in enumerate(options))
    return SceneQuestion(
        id=f"v-i{video:03}-{kind}", video=f"v-i{video:03}", task="MC", type=kind,
        template=f"asks_{kind}", core=False, variant=variant, level=1, theme="kitchen", depth=3, canary="",
        prompt=stem, stem=stem, options=made, letter="ABCD"[at], text=options[at], accept=(), quantity=None,
        certificate=PROOF,
    )  # fmt: skip


def fair(video, kind):
    """Four of eight things, any of them right at any letter."""
    rng = Seed(3).at(video, kind).rng()
    return question(video, kind, rng.sample(THINGS, 4), rng.below(4))


def edition(make=fair, videos=VIDEOS, **planted):
    """Three questions a video; `planted` replaces one type's."""
    makers = {kind: planted.get(kind, make) for kind in TYPES}
    return [makers[kind](video, kind) for video in range(videos) for kind in TYPES]


def faulty(found, over="MC-CR"):
    return {rate.policy for rate in found.rates if rate.fault and rate.over == over}


# --- planted leaks --------------------------------------------------------------------------------------


def constant_letter(video, kind):
    return question(video, kind, Seed(4).at(video).rng().sample(THINGS, 4), 2)


def same_text(video, kind):
    """The mug is right wherever it is offered, and it always is; the letter is free."""
    rng = Seed(5).at(video).rng()
    at = rng.below(4)
    options = rng.sample(THINGS[1:], 3)
    return question(video, kind, (*options[:at], "mug", *options[at:]), at)


def same_word(video, kind):
    rng = Seed(6).at(video).rng()
    at, names = rng.below(4), rng.sample(THINGS, 4)
    tints = [rng.choice(("red", "tan")) if k != at else "jet" for k in range(4)]
    return question(video, kind, [f"{t} {n} {rng.below(1000):03}" for t, n in zip(tints, names, strict=True)], at)


def sized(right):
    """Options of four lengths; the right one's rank in length is given (0 is the shortest)."""

    def make(video, kind):
        rng = Seed(7).at(video).rng()
        at, order = rng.below(4), rng.shuffled([k for k in range(4) if k != right])
        ranks = [*order[:at], right, *order[at:]]
        return question(video, kind, [f"{rng.choice(THINGS)}{'s' * (3 * r)}" for r in ranks], at)

    return make


def numbered(right):
    """Four numbers of three digits; the right one's rank is given."""

    def make(video, kind):
        rng = Seed(8).at(video).rng()
        values = sorted(rng.sample(range(100, 1000), 4))
        at, order = rng.below(4), rng.shuffled([k for k in range(4) if k != right])
        ranks = [*order[:at], right, *order[at:]]
        return question(video, kind, [f"{values[r]} cm" for r in ranks], at)

    return make


def usual(video, kind):
    """The right number is always about 300; how many of the others are larger is free."""
    rng = Seed(12).at(video).rng()
    at, larger = rng.below(4), rng.below(4)
    false = rng.shuffled([*rng.sample(range(500, 999), larger), *rng.sample(range(100, 190), 3 - larger)])
    values = [*false[:at], rng.between(280, 330), *false[at:]]
    return question(video, kind, [f"{value} cm" for value in values], at)


def echoed(video, kind):
    made = fair(video, kind)
    return replace(made, stem=f"Is it not the {made.text} that is shown?")


def odd_one(video, kind):
    rng = Seed(9).at(video).rng()
    at, tint = rng.below(4), rng.choice(("red", "tan"))
    other = "tan" if tint == "red" else "red"
    names = rng.sample(THINGS, 4)
    return question(video, kind, [f"{other if k == at else tint} {n}" for k, n in enumerate(names)], at)


def typical_one(video, kind):
    """The right option shares its colour with one false option and its thing with another."""
    rng = Seed(10).at(video).rng()
    a, b, c = rng.sample(THINGS, 3)
    t, u = rng.shuffled(("red", "tan"))
    at, false = rng.below(4), [f"{u} {a}", f"{t} {b}", f"jet {c}"]
    return question(video, kind, (*false[:at], f"{t} {a}", *false[at:]), at)


def by_place(modulus):
    """The right letter goes with the video's place; the mapping is the same in every pack."""

    def make(video, kind):
        letters = Seed(12).at(modulus).rng().shuffled(range(4)) * 2
        return question(video, kind, Seed(13).at(video).rng().sample(THINGS, 4), letters[video % modulus % 6])

    return make


def after_sibling(video, kind):
    """The letter after that of the question before it (types go by name: CR, OA, OE)."""
    before = fair(video, "CR")
    return question(video, kind, Seed(14).at(video).rng().sample(THINGS, 4), ("ABCD".index(before.letter) + 1) % 4)


LEAKS = {
    **{f"modal letter by place modulo {modulus}": by_place(modulus) for modulus in (2, 3, 4, 5, 6)},
    "modal letter of the cell": constant_letter,
    "option most often right in the template": same_text,
    "words most often right in the template": same_word,
    "longest option": sized(3),
    "shortest option": sized(0),
    "smallest number": numbered(0),
    "second number": numbered(1),
    "third number": numbered(2),
    "largest number": numbered(3),
    "number nearest to the usual one": usual,
    "option that echoes the stem": echoed,
    "option least like the others": odd_one,
    "option most like the others": typical_one,
}


@pytest.mark.parametrize("policy", LEAKS)
def test_a_planted_leak_is_found_by_its_policy(policy):
    found = shortcuts(edition(CR=LEAKS[policy]))
    assert policy in faulty(found)
    assert any(line.startswith(policy) and "MC-CR" in line for line in found.faults)
    # ... and it is a leak of that cell alone.
    assert not faulty(found, "MC-OE") | faulty(found, "MC-OA")


def test_a_letter_that_follows_the_index_is_found():
    """A leak of the published benchmark: the right letter is the index modulo four, all over a video."""

    def by_index(video, kind):
        return question(video, kind, Seed(11).at(video, kind).rng().sample(THINGS, 4), video % 4)

    found = shortcuts(edition(by_index))
    # The first question of a video has no sibling before it.
    siblings = {"letter of the sibling before", "letter that goes with the sibling's"}
    assert [faulty(found, f"MC-{kind}") & siblings for kind in sorted(TYPES)] == [set(), siblings, siblings]
    assert all("modal letter by place modulo 4" in faulty(found, f"MC-{kind}") for kind in TYPES)
    assert not found.constant


def test_a_letter_that_goes_with_another_of_the_sibling_is_found():
    found = shortcuts(edition(OA=after_sibling))
    assert "letter that goes with the sibling's" in faulty(found, "MC-OA")
    assert "letter of the sibling before" not in faulty(found, "MC-OA")


def test_every_policy_has_a_leak_that_it_finds():
    assert {*LEAKS, "letter of the sibling before", "letter that goes with the sibling's"} == set(POLICIES)


# --- no leak ----------------------------------------------------------------------------------------------


def test_a_fair_edition_passes():
    found = shortcuts(edition())
    assert found.questions == VIDEOS * len(TYPES)
    assert not found.faults
    assert all(abs(rate.share - rate.chance) < 0.08 for rate in found.rates if rate.over == "all")


def test_options_that_cannot_be_told_apart_score_their_share_alone():
    """Without ranks, lengths or words to go by, a policy gets exactly what chance gives."""
    found = shortcuts(edition())
    ties = [rate for rate in found.rates if rate.policy in ("largest number", "longest option")]
    assert ties
    assert all(rate.share == pytest.approx(rate.chance) for rate in ties)


def test_a_constant_letter_is_named_from_eight_questions_on():
    few, enough = (shortcuts(edition(CR=constant_letter, videos=n)) for n in (7, 8))
    assert few.constant == ()
    assert enough.constant == ("MC-CR",)
    assert "the right letter of MC-CR is always the same" in enough.faults


def test_a_video_is_left_out_of_what_is_learned_about_it():
    """Two videos alone, right at letters A and B: from the other one, each is guessed wrongly."""
    pair = [question(video, "OE", THINGS[:4], video) for video in (0, 1)]
    rates = {r.policy: r for r in shortcuts(pair).rates if r.over == "MC-OE"}
    assert rates["modal letter of the cell"].share == 0
    assert rates["option most often right in the template"].share == 0


def test_only_the_variant_asked_for_is_looked_at():
    made = [*edition(), *(replace(q, variant="none_extra") for q in edition(constant_letter))]
    assert not shortcuts(made).faults
    assert shortcuts(made, variant="none_extra").constant == ("MC-CR", "MC-OA", "MC-OE")
    assert shortcuts(made, variant="open").questions == 0


def test_few_questions_need_more_than_the_bound_to_be_a_fault():
    assert BOUND + NOISE * (0.25 * 0.75 / 100) ** 0.5 > 0.15
    assert not Rate("p", "c", 100, 40.0, 0.25).fault
    assert Rate("p", "c", 100, 45.0, 0.25).fault
    assert not Rate("p", "c", 10000, 2900.0, 0.25).fault
    assert Rate("p", "c", 10000, 3000.0, 0.25).fault
    assert not Rate("p", "c", 0, 0.0, 0.25).fault
