"""Replies to scene questions: letters, words and quantities, read strictly and graded exactly."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reelproof
from reelproof.qa.vgenst.build import LETTERS
from reelproof.qa.vgenst.circular import MODES, NotCircular, expand, parts
from reelproof.qa.vgenst.grade import grade, relative_accuracy
from reelproof.qa.vgenst.score import abstention, circular, groups
from reelproof.schemas.scene_question import Option, Quantity, SceneCertificate, SceneQuestion

STEM = "What does the red mug hold at the start?"
COLOURS = ("red mug", "blue box", "green jar", "black pot")


def question(texts: tuple[str, ...] = COLOURS, right: int = 1, **changes: Any) -> SceneQuestion:
    """A question whose right option is the second one."""
    options = tuple(
        Option(text, None if i == right else f"{text} is false", None if i == right else "guesses")
        for i, text in enumerate(texts)
    )
    block = "\n".join(f"{letter}. {text}" for letter, text in zip(LETTERS, texts, strict=False))
    plain: dict[str, Any] = {
        "id": "s-it-base", "video": "s", "task": "MC", "type": "IT", "template": "t", "core": True,
        "variant": "base", "level": 2, "theme": "kitchen", "depth": 3, "canary": "c",
        "prompt": f"Look.\n\n{STEM}\n\n{block}\n\nEnd with `Final answer:` and then its letter.", "stem": STEM,
        "options": options, "letter": LETTERS[right] if options else None, "text": texts[right] if texts else "",
        "accept": (), "quantity": None, "certificate": SceneCertificate("w", None, (), (160, 120)),
    }  # fmt: skip
    return SceneQuestion(**{**plain, **changes})


def open_question(text: str, *accept: str, stem: str = STEM, quantity: Quantity | None = None) -> SceneQuestion:
    return question((), variant="open", text=text, accept=accept, stem=stem, quantity=quantity)


READ = {
    "Final answer: B": "B",
    "Final answer: b": "B",
    "final answer is: **B**": "B",
    "Final answer: (B)": "B",
    "Final answer: B.": "B",
    "Final answer: B) blue box": "B",
    "Final answer: B. a blue box": "B",
    "Final answer: B, the blue box is the one.": "B",
    "Final answer: B (blue box)": "B",
    "Final answer: B because it is full": "B",
    "Final answer: option B": "B",
    r"Final answer: $\boxed{B}$": "B",
    r"Final answer: \boxed{\text{B}}": "B",
    "Final answer: blue box": "B",
    "Final answer: the Blue Box.": "B",
    "Final answer: a red mug": "A",
    "A cup moved.\nFinal answer: B\n\nThe others are wrong.": "B",
    "Final answer: A\nNo: Final answer: B": "B",
    "<think>It may be A. Final answer: A</think>B": "B",
    "I think the answer is B": "B",
    "Answer: **D**": "D",
    "the correct answer is d.": "D",
    "A cup moved, so B": "B",
    "A cup moved and I looked again at every container there was in the picture, twice, so B.": "B",
    "B": "B",
    "(c)": "C",
    "**B. blue box**": "B",
    "blue box": "B",
}


@pytest.mark.parametrize("reply", READ, ids=list(READ))
def test_a_letter_is_read_in_any_usual_dress(reply: str) -> None:
    asked = question(right=LETTERS.index(READ[reply]))  # type: ignore[arg-type]
    assert grade(asked, reply).outcome == "correct", grade(asked, reply)
    other = question(right=(LETTERS.index(READ[reply]) + 1) % 4)  # type: ignore[arg-type]
    assert grade(other, reply).outcome == "wrong"


UNREAD = [
    "",
    "Final answer:",
    "Final answer: A or B",
    "Final answer: B, C",
    "Final answer: B and C",
    "Final answer: A. blue box",
    "Final answer: B\nC",
    "Final answer: E",
    "Final answer: F",
    "Final answer: yes",
    "Final answer: a blue box and a green jar",
    "The answer is not B",
    "The answer isn't B",
    "A cup moved over the table.",
    "I see a mug.",
    "<think>The answer is B",
    "I looked at it all.\nThe red mug is A, the box is B.\nIt is hard to tell.",
    question().prompt,
    "B" * 50_000,
    "\0",
]


@pytest.mark.parametrize("reply", UNREAD)
def test_what_is_no_clear_letter_is_unreadable_and_not_wrong(reply: str) -> None:
    for right in range(4):
        assert grade(question(right=right), reply).outcome == "unreadable", grade(question(), reply)


@pytest.mark.parametrize("reply", ["I'm sorry, I cannot watch videos.", "Final answer: I cannot tell."])
def test_a_refusal_is_an_outcome_of_its_own(reply: str) -> None:
    assert grade(question(), reply).outcome == "refused"
    assert grade(
        open_question("red"), "I'm sorry, I cannot watch videos in this chat, as I am a program.\n."
    ).outcome in ("refused",)


def test_none_of_these_may_be_said_in_other_words() -> None:
    asked = question((*COLOURS[:3], "None of these"), right=3)
    for reply in ("none of the above", "None of these.", "None", "D"):
        assert grade(asked, f"Final answer: {reply}").outcome == "correct"


@given(st.text(max_size=200))
def test_no_text_breaks_the_grader(text: str) -> None:
    for asked in (question(), open_question("3"), open_question("3 m", quantity=Quantity("3", "m"))):
        for reply in (text, f"Final answer: {text}"):
            assert grade(asked, reply).score in {i / 10 for i in range(11)}


# --- open answers -------------------------------------------------------------------------------------

SAME = [
    ("lemon", "Final answer: a lemon"),
    ("lemon", "Final answer: The Lemon."),
    ("lemon", "lemon"),
    ("red mug", "The answer is the red mug."),
    ("3", "Final answer: three"),
    ("three", "Final answer: 3"),
    ("twenty-one", "Final answer: 21"),
    ("3", "Final answer: 3 mugs"),
    ("0", "Final answer: zero"),
    ("red mug, blue box and lemon", "Final answer: the red mug, then the blue box, then the lemon"),
    ("grey", "Final answer: gray"),
    ("to the left", "Final answer: left"),
    ("left", "Final answer: on the left"),
    ("8 o'clock", "Final answer: at 8 o'clock"),
    ("7.5 s", "Final answer: 7.5 s"),
    ("none of them", "Final answer: it is empty"),
]
OTHER = [
    ("lemon", "Final answer: lemon and apple"),
    ("lemon", "Final answer: a lemon or an apple"),
    ("lemon", "Final answer: not a lemon"),
    ("lemon", "Final answer: lemons"),
    ("mug", "Final answer: red mug"),
    ("3", "Final answer: 3 or 4"),
    ("3", "Final answer: 3 apples"),
    ("3", "Final answer: 30"),
    ("no", "Final answer: notice"),
    ("to the left", "Final answer: to the left of it"),
    ("to the left", "Final answer: to"),
    ("red mug, blue box", "Final answer: blue box, red mug"),
]


@pytest.mark.parametrize(("gold", "reply"), SAME)
def test_the_same_words_in_another_dress_are_right(gold: str, reply: str) -> None:
    assert grade(open_question(gold, "empty", stem="How many mugs are there?"), reply).score == 1


@pytest.mark.parametrize(("gold", "reply"), OTHER)
def test_more_or_less_than_the_answer_is_wrong(gold: str, reply: str) -> None:
    result = grade(open_question(gold, stem="How many mugs are there?"), reply)
    assert (result.score, result.outcome) == (0, "wrong")


# --- quantities ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_", "gold", "score"),
    [
        ("1", "1", "1"),
        ("3", "2", "1/10"),
        ("22", "20", "9/10"),
        ("9", "20", "0"),
        ("4", "5", "7/10"),
        ("9", "10", "9/10"),
    ],
)
def test_relative_accuracy_keeps_its_anchors(given_: str, gold: str, score: str) -> None:
    assert relative_accuracy(Fraction(given_), Fraction(gold)) == Fraction(score)


@given(st.fractions(0, 100), st.fractions(Fraction(1, 100), 100))
def test_relative_accuracy_is_one_within_a_twentieth_and_zero_beyond_a_half(
    given_: Fraction, gold: Fraction
) -> None:
    error, score = abs(given_ - gold) / gold, relative_accuracy(given_, gold)
    assert (score == 1) == (error <= Fraction(1, 20)) and (score == 0) == (error > Fraction(1, 2))
    assert relative_accuracy(given_ * 7, gold * 7) == score


QUANTITIES = {
    ("2.5", "m"): [
        "2.5 m",
        "2.5",
        "250 cm",
        "2,5 m",
        "2500 mm",
        "2.50 metres",
        "about 2.5 meters",
        "~2.5m",
        "0.0025 km",
    ],
    ("40", "cm"): ["40 cm", "40", "0.4 m", "400 millimetres"],
    ("3", "m/s"): [
        "3 m/s",
        "3",
        "10.8 km/h",
        "3 metres per second",
        "3 m per s",
        "300 cm/s",
        "10.8 kilometers an hour",
    ],
    ("90", "deg"): ["90°", "90 degrees", "90", "ninety degrees", "90 deg clockwise"],
    ("90", "s"): ["90 s", "1.5 min", "90 seconds", "90000 ms", "ninety"],
    ("4", ""): ["4", "four", "4 cars", "4 in total"],
}


@pytest.mark.parametrize(("asked", "replies"), QUANTITIES.items(), ids=str)
def test_units_are_converted_exactly(asked: tuple[Any, Any], replies: list[str]) -> None:
    gold = open_question(f"{asked[0]} {asked[1]}", quantity=Quantity(*asked))
    for reply in replies:
        assert grade(gold, f"Final answer: {reply}").score == 1, reply


@pytest.mark.parametrize("reply", ["northwest", "north-west", "North West", "NW", "to the north-west", "nw."])
def test_a_direction_of_the_compass_has_many_spellings(reply: str) -> None:
    assert grade(open_question("northwest"), f"Final answer: {reply}").score == 1
    assert grade(open_question("southeast"), f"Final answer: {reply}").score == 0


def test_the_face_of_the_package_grades_scene_questions_too() -> None:
    assert reelproof.grade(open_question("left"), "Final answer: on the left").score == 1


@pytest.mark.parametrize(
    "reply", ["3 or 4 m", "3-4 m", "3 m is wrong", "3 s", "3 kg", "less than 3 m", "far", "1" * 30, "3 m/s"]
)
def test_what_is_no_quantity_of_the_kind_is_unreadable(reply: str) -> None:
    assert (
        grade(open_question("3 m", quantity=Quantity("3", "m")), f"Final answer: {reply}").outcome == "unreadable"
    )


def test_a_quantity_can_be_right_in_part() -> None:
    asked = open_question("20 s", quantity=Quantity("20", "s"))
    assert (grade(asked, "Final answer: 22 s").score, grade(asked, "Final answer: 22 s").outcome) == (0.9, "near")
    assert grade(asked, "Final answer: 9 s").outcome == "wrong"
    assert grade(asked, "Final answer: -20 s").outcome == "wrong"


# --- circular -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("count", [3, 4])
def test_the_right_option_takes_every_place_once(mode: Any, count: int) -> None:
    asked = question(COLOURS[:count])
    made = expand(asked, mode)
    assert sorted(one.letter or "" for one in made) == list(LETTERS[:count])
    assert msgspec.structs.replace(made[0], id=asked.id) == asked
    for one in made:
        texts = [option.text for option in one.options]
        assert sorted(texts) == sorted(COLOURS[:count]) and texts[LETTERS.index(one.letter)] == asked.text  # type: ignore[arg-type]
        assert "\n".join(f"{letter}. {text}" for letter, text in zip(LETTERS, texts, strict=False)) in one.prompt
        assert grade(one, f"Final answer: {one.letter}").score == 1
        assert parts(one.id) == (asked.id, mode, made.index(one))
    assert parts(asked.id) is None


def test_what_cannot_be_circular_is_refused_with_the_reason() -> None:
    for asked in (
        open_question("lemon"),
        question(("red mug", "both of the above", "none")),
        expand(question(), "swap")[1],
        question(prompt="other"),
    ):
        with pytest.raises(NotCircular, match=r"."):
            expand(asked, "rotation")


def test_a_circular_set_is_right_only_if_all_are() -> None:
    made = {one.id: one for one in expand(question(), "rotation")}
    always_b = {name: grade(one, "Final answer: B") for name, one in made.items()}
    gold = {name: grade(one, f"Final answer: {one.letter}") for name, one in made.items()}
    for grades, right, word in ((gold, 1, "all places"), (always_b, 0, "some places"), ({}, 0, "no place")):
        (row,) = circular(made, grades)
        assert (row.questions, row.correct, row.outcomes) == (1, right, {word: 1})
    less = dict(list(gold.items())[1:])
    assert next(circular(made, less)).correct == 0
    part = dict(list(made.items())[1:])
    assert next(circular(part, gold)).correct == 0, "a set that misses a question is not right"
    assert groups(made["s-it-base-rotation-0"]) == ("variant base, rotation at each place",)


def test_abstention_counts_pairs() -> None:
    extra = question((*COLOURS, "None of these"), id="s-it-none_extra", variant="none_extra")
    answer = question(("red mug", "None of these", "green jar"), id="s-it-none_answer", variant="none_answer")
    both = {one.id: one for one in (extra, answer)}
    for replies, word in (
        (("B", "B"), "both right"),
        (("B", "A"), "answers, never abstains"),
        (("E", "B"), "abstains, never answers"),
        (("A", "A"), "neither right"),
    ):
        grades = {n: grade(q, f"Final answer: {r}") for (n, q), r in zip(both.items(), replies, strict=True)}
        (row,) = abstention(both, grades)
        assert (row.questions, row.outcomes) == (1, {word: 1})
