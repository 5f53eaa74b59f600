"""How replies are read: forgiving about dress, strict about content, never evaluated, never slow."""

import json
import time
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.catalog import simulator, worlds
from reelproof.core.digests import canonical
from reelproof.generators.reason.stream import items
from reelproof.qa.grade import OUTCOMES, grade
from reelproof.qa.reply import LONGEST, answer_text
from reelproof.qa.score import grade_file
from reelproof.schemas.answers import Answer, Bag, Balance, CellMap, Ordered, Plan, Tally
from reelproof.schemas.question import Question

every_world = pytest.mark.parametrize("world", worlds())


@cache
def asked(world: str) -> tuple[Question, ...]:
    """Questions of a world, all skills and both reveals."""
    found = [q for r in ("start", "end") for i in items(world, ops=8, reveal=r, count=6) for q in i.questions]  # type: ignore[arg-type]
    return tuple(found)


def with_answer(kind: type, *, parts: int = 2, world: str | None = None) -> Question:
    """A question whose answer is of this kind and has at least so many parts."""
    for name in (world,) if world else worlds():
        for question in asked(name):
            answer = question.answer
            if isinstance(answer, kind) and len(parts_of(answer)) >= parts:
                return question
    raise LookupError(kind)


def parts_of(answer: Answer) -> tuple[str, ...]:
    if isinstance(answer, CellMap):
        return tuple(f"{cell}={value}" for cell, value in answer.cells.items())
    if isinstance(answer, Plan):
        return answer.gold
    if isinstance(answer, Balance):
        return (answer.text,)
    return tuple(getattr(answer, "items", ()))


# --- dress --------------------------------------------------------------------------------------------

DRESSES = {
    "plain": "Final answer: {}",
    "bold mark": "**Final answer:** {}",
    "bold all": "**Final answer: {}**",
    "bold answer": "Final answer: **{}**",
    "upper mark": "FINAL ANSWER: {}",
    "title mark": "Final Answer: {}",
    "lower mark": "final answer: {}",
    "with is": "The final answer is: {}",
    "bold colon outside": "**Final answer**: {}",
    "heading": "### Final answer: {}",
    "unicode colon": "Final answer\N{FULLWIDTH COLON} {}",
    "next line": "Final answer:\n{}",
    "two lines on": "Final answer:\n\n{}\n",
    "windows lines": "Final answer:\r\n{}\r\n",
    "full stop": "Final answer: {}.",
    "code": "Final answer: `{}`",
    "fence": "Final answer:\n```\n{}\n```",
    "named fence": "Final answer:\n```text\n{}\n```\n",
    "box": r"Final answer: \boxed{{{}}}",
    "dollar box": r"Final answer: $\boxed{{{}}}$",
    "text box": r"Final answer: $\boxed{{\text{{{}}}}}$",
    "dollar-dollar box": "Final answer:\n$$\\boxed{{{}}}$$",
    "quotes": 'Final answer: "{}"',
    "blanks": "Final   answer :   {}   ",
    "blanks that do not break": "Final\u00a0answer:\u00a0{}\u202f",
    "marks without width": "\ufeffFinal answer: \u200b{}\u2060\u200f",
    "curly quotes": "Final answer: \u201c{}\u201d",
    "inline formula": r"Final answer: \({}\)",
    "shown formula": "Final answer:\n\\[\n{}\n\\]",
    "dollars": "Final answer: ${}$",
    "bold tag": "<b>Final answer:</b> {}",
    "answer tag": "<answer>\nFinal answer: {}\n</answer>",
    "answer tag within": "Final answer: <answer>{}</answer>",
    "brackets around it all": "Final answer: [{}]",
    "braces around it all": "Final answer: {{{}}}",
    "thoughts before": "First the tile goes up, so a1=5.\n\nFinal answer: {}",
    "thoughts tag": "<think>maybe a1? Final answer: b2</think>\nFinal answer: {}",
    "said twice": "Final answer: a1\nNo, that was wrong.\nFinal answer: {}",
}


@pytest.mark.parametrize("dress", DRESSES.values(), ids=DRESSES)
@every_world
def test_a_right_answer_is_right_in_any_usual_dress(world: str, dress: str) -> None:
    for question in asked(world):
        reply = dress.format(question.text)
        assert grade(question, reply).score == 1, (question.skill, reply, grade(question, reply).reason)


@every_world
def test_case_does_not_count(world: str) -> None:
    for question in asked(world):
        assert grade(question, f"Final answer: {question.text.upper()}").score == 1
        assert grade(question, f"Final answer: {question.text.title()}").score == 1


LISTS = {
    "lines": lambda parts: "\n".join(parts),
    "numbered": lambda parts: "\n".join(f"{n}. {p}" for n, p in enumerate(parts, 1)),
    "numbered round": lambda parts: "\n".join(f"{n}) {p}" for n, p in enumerate(parts, 1)),
    "numbered brackets": lambda parts: "\n".join(f"({n}) {p}" for n, p in enumerate(parts, 1)),
    "ordinals": lambda parts: "\n".join(f"{n}th: {p}" for n, p in enumerate(parts, 1)),
    "bullets": lambda parts: "\n".join(f"- {p}" for p in parts),
    "stars": lambda parts: "\n".join(f"* {p}" for p in parts),
    "bold bullets": lambda parts: "\n".join(f"- **{p}**" for p in parts),
    "lines that end in semicolons": lambda parts: ";\n".join(parts),
    "lines that end in commas": lambda parts: ",\n".join(parts) + ",",
    "lines of a page": lambda parts: "<br>".join(parts),
    "semicolons": lambda parts: "; ".join(parts),
    "semicolons in brackets": lambda parts: "[" + "; ".join(parts) + "]",
    "a JSON list": lambda parts: "[" + ", ".join(f'"{p}"' for p in parts) + "]",
    "a bare list in brackets": lambda parts: "[" + ", ".join(parts) + "]",
    "commas": lambda parts: ", ".join(parts),
}


@pytest.mark.parametrize("form", LISTS.values(), ids=LISTS)
@every_world
def test_a_list_may_stand_in_lines_numbers_bullets_or_brackets(world: str, form: object) -> None:
    count = 0
    for question in asked(world):
        if isinstance(question.answer, (Ordered, Bag, CellMap, Plan)) and len(parts_of(question.answer)) > 1:
            reply = "Final answer: " + form(parts_of(question.answer))  # type: ignore[operator]
            assert grade(question, reply).score == 1, (reply, grade(question, reply).reason)
            count += 1
    assert count > 5


def test_a_cell_may_be_written_like_a_coordinate_and_paired_with_a_colon_or_an_arrow() -> None:
    question = with_answer(CellMap)
    assert isinstance(question.answer, CellMap)
    cells = question.answer.cells
    for form in (
        "{0}: {1}",
        "{0} = {1}",
        "{0} -> {1}",
        "{0} → {1}",
        "({0[0]}, {0[1]}) = {1}",
        "({0[0]},{0[1]}): {1}",
    ):
        reply = "Final answer: " + "\n".join(form.format(c, v) for c, v in cells.items())
        assert grade(question, reply).score == 1, reply


def test_nothing_has_many_names() -> None:
    import msgspec

    question = with_answer(Bag, world="chip")
    empty = msgspec.structs.replace(question, answer=Bag((), "int"), text="none")
    for word in ("none", "None.", "NONE", "nothing", "empty", "[]", "{}", "(none)"):
        assert grade(empty, f"Final answer: {word}").score == 1
    assert grade(empty, "Final answer: 5").score == 0
    assert grade(empty, "Final answer:").outcome == "unreadable"


# --- which answer counts ------------------------------------------------------------------------------


@every_world
def test_the_last_mark_counts(world: str) -> None:
    for right, other in zip(asked(world), asked(world)[6:], strict=False):
        if right.text == other.text or isinstance(right.answer, Plan):
            continue
        assert grade(right, f"Final answer: {other.text}\nFinal answer: {right.text}").score == 1
        assert grade(right, f"Final answer: {right.text}\nFinal answer: {other.text}").score == 0
        assert grade(right, f"Final answer: {right.text}\nwait\nFinal answer:").score == 0


@pytest.mark.parametrize(
    "reply",
    ["{}", "The answer is {}", "Answer: {}", "Final: {}", "Finalanswer: {}", "final_answer: {}",
     "Final answers: {}", "Final answer {}", "Final answer = {}", "my final thoughts answer: {}", ""],
)  # fmt: skip
@every_world
def test_without_the_mark_nothing_is_read(world: str, reply: str) -> None:
    for question in asked(world):
        result = grade(question, reply.format(question.text))
        assert (result.score, result.outcome) == (0.0, "unreadable")


@every_world
def test_a_cut_off_thought_is_not_an_answer(world: str) -> None:
    for question in asked(world):
        for reply in (
            f"<think>so it must be {question.text}, let me check",
            f"I will give the final answer after checking {question.text}",
            f"Final answer: it must be {question.text}, but wait, let me go through the operations again",
            "Final answer: let me think",
            "Final answer: I am not sure, perhaps",
        ):
            assert grade(question, reply).score == 0


@every_world
def test_an_answer_that_is_cut_short_is_not_right(world: str) -> None:
    for question in asked(world):
        for length in range(1, len(question.text), 3):
            cut = question.text[:length]
            # Hearts may be abbreviated to heart, white to w: a word cut short may still be that word.
            if not (cut[-1].isalpha() and question.text[length : length + 1].isalpha()):
                result = grade(question, f"Final answer: {cut}")
                assert result.score == 0 or isinstance(question.answer, Plan), (question.text, cut)


@pytest.mark.parametrize(
    "around",
    ["{} because the tiles went there", "I think that it is {}", "It is {}, I believe", "The squares are {}",
     "probably {}", "not {}", "{} (but I am not sure)", "{}\nThis follows from the swaps.", "{} !", "{} ?"],
)  # fmt: skip
@every_world
def test_prose_around_an_answer_makes_it_unreadable_and_never_right(world: str, around: str) -> None:
    for question in asked(world):
        result = grade(question, "Final answer: " + around.format(question.text))
        assert result.score == 0
        assert result.outcome in ("unreadable", "wrong", "illegal")
        if not isinstance(question.answer, (Ordered, Bag)) or len(parts_of(question.answer)) == 1:
            assert result.outcome in ("unreadable", "illegal"), (question.skill, question.text, around)


@pytest.mark.parametrize("between", [" or ", " / ", " | ", " OR ", "\nor\n", "\n", " and ", "; or ", ", or "])
@every_world
def test_alternatives_never_win(world: str, between: str) -> None:
    pairs = zip(asked(world), asked(world)[6:], strict=False)
    for question, other in pairs:
        if question.text in (other.text, "none", "0") or other.text in ("none", "0"):
            continue
        # Two plans in a row are one long plan, and that may well lead to the goal.
        if isinstance(question.answer, Plan) and between == "\n":
            continue
        for one, two in ((question.text, other.text), (other.text, question.text)):
            reply = f"Final answer: {one}{between}{two}"
            if set(parts_of(other.answer)) <= set(parts_of(question.answer)) and isinstance(
                question.answer, CellMap
            ):
                continue
            assert grade(question, reply).score == 0, reply


def test_saying_the_same_answer_twice_is_not_the_answer_in_a_multiset() -> None:
    question = with_answer(Bag, world="chip")
    assert grade(question, f"Final answer: {question.text}, {question.text}").outcome == "wrong"


def test_a_tally_needs_number_and_items_that_agree() -> None:
    question = with_answer(Tally)
    assert isinstance(question.answer, Tally)
    count, listed = len(question.answer.items), ", ".join(question.answer.items)
    for form in (
        f"{count}: {listed}",
        f"{count} - {listed}",
        f"{count}\n{listed}",
        f"{count}:\n- " + listed.replace(", ", "\n- "),
    ):
        assert grade(question, f"Final answer: {form}").score == 1, form
    for form in (f"{count}", listed, f"{count + 1}: {listed}", f"{count}: {listed}, {question.answer.items[0]}"):
        assert grade(question, f"Final answer: {form}").outcome == "unreadable", form


def test_a_balance_may_say_by() -> None:
    question = with_answer(Balance, parts=1)
    assert isinstance(question.answer, Balance)
    more, by = question.answer.more, question.answer.by
    for form in (f"{more} {by}", f"{more}, {by}", f"{more} by {by}", f"{more}: {by}", f"{more.upper()} {by}."):
        assert grade(question, f"Final answer: {form}").score == 1, form
    for form in (
        f"{by}",
        f"{by} {more}",
        f"{more} {by} or equal 0",
        "start end",
        f"{more} -{by}",
        f"{more} {by}.5",
    ):
        assert grade(question, f"Final answer: {form}").outcome == "unreadable", form


# --- refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "reply",
    ["I'm sorry, but I cannot view videos.", "Sorry, no.", "I am unable to watch the video.",
     "Final answer: I cannot determine this.", "Final answer: unable to tell", "I CAN'T see it"],
)  # fmt: skip
@every_world
def test_a_refusal_is_an_outcome_of_its_own(world: str, reply: str) -> None:
    for question in asked(world):
        assert grade(question, reply).outcome == "refused"


def test_a_polite_right_answer_is_not_a_refusal() -> None:
    question = asked("cup")[0]
    assert grade(question, f"Sorry for the wait. Final answer: {question.text}").score == 1


# --- hostile replies ----------------------------------------------------------------------------------

MEGA = 1_000_000
HOSTILE = {
    "a": "a" * MEGA,
    "open brackets": "(" * MEGA,
    "open braces": "{" * MEGA,
    "square brackets": "[" * MEGA,
    "nested": "[{(" * (MEGA // 3),
    "control": "\x00\x01\x07\x1b[2J" * (MEGA // 8),
    "blanks": " " * MEGA + "x",
    "tabs": "\t" * MEGA + "x",
    "lines": "\n" * MEGA + "x",
    "digits": "9" * MEGA,
    "minus": "-" * MEGA,
    "commas": "," * MEGA,
    "semicolons": ";" * MEGA,
    "equals": "=" * MEGA,
    "colons": ":" * MEGA,
    "backticks": "`" * MEGA,
    "stars": "*" * MEGA,
    "dollars": "$" * MEGA,
    "boxes": r"\boxed{" * (MEGA // 8),
    "closed boxes": r"\boxed{" + "}$" * (MEGA // 2) + "x",
    "quotes": '"' * MEGA,
    "marks": "final answer: " * (MEGA // 14),
    "marks without a colon": "final answer " * (MEGA // 13),
    "mark and blanks": "final answer" + " " * MEGA + "x",
    "mark and stars": "final answer" + "*" * MEGA + "is" + "_" * MEGA + "x",
    "final and blanks": "final" + " " * MEGA + "x",
    "unicode": "\N{SNOWMAN}\N{RIGHT-TO-LEFT OVERRIDE}\u0301" * (MEGA // 3),
    "astral": "\U0001f600" * (MEGA // 4),
    "surrogates": "\udcff\ud800" * (MEGA // 2),
    "arabic digits": "\u0661\u0662" * (MEGA // 2),
    "code": "__import__('os').system('touch /tmp/reelproof-was-here')\n" * 10_000,
    "template": "{{7*7}}${7*7}<%= 7*7 %>%s%n{0.__class__}" * 10_000,
    "pairs with a gap": "a1" + " " * (LONGEST - 10) + "x",
    "pair bomb": "a1=" + " =" * (LONGEST // 2 - 10),
    "cell bomb": "(a" + " " * (LONGEST - 10) + "x",
    "cells": "a1=1, " * 3_000,
    "tally bomb": "1" + " " * (LONGEST - 10) + "x",
    "brace bomb": "touch dir1/{" + "a1.txt," * 2_500 + "}",
    "brace blanks": "touch dir1/{" + " " * (LONGEST - 30) + "}x",
    "mv blanks": "mv dir1/a1.txt" + " " * (LONGEST - 40) + "dir2x",
    "mv slashes": "mv dir1/" + "/dir1/ " * 2_500,
    "slashes": "touch " + "./" * (LONGEST // 2 - 10),
    "card blanks": "add" + " " * (LONGEST - 40) + "ace of spades to pile",
    "card of of": "add " + "of " * 6_000 + "to pile 1",
    "add to to": "add 5 " + "to cup " * 2_500,
    "swaps": "swap " * 4_000,
    "swap blanks": "swap a1" + " " * (LONGEST - 40) + "b",
    "numbering": "1. " * 6_000,
    "many plans": "up; " * 5_000,
    "ops": "add 5 to cup 1; " * 1_200,
    "or": "a1 or " * 3_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_reply_is_slow_right_or_a_crash(name: str) -> None:
    text = HOSTILE[name]
    firsts = {(q.world, q.skill): q for world in worlds() for q in asked(world)}
    begun = time.process_time()
    for question in firsts.values():
        assert grade(question, text).outcome in ("unreadable", "refused")
        result = grade(question, "Final answer: " + text)
        assert (result.score, result.outcome in OUTCOMES) == (0.0, True)
        if len(text) > LONGEST:
            assert result.outcome in ("unreadable", "refused", "illegal"), name
    assert (time.process_time() - begun) / (2 * len(firsts)) < 0.1


def test_nothing_is_read_beyond_the_longest_answer() -> None:
    question = asked("cup")[0]
    assert answer_text("Final answer: " + "a" * MEGA) is None
    assert answer_text("Final answer: " + "a" * LONGEST) == "a" * LONGEST
    assert grade(question, f"Final answer: {question.text}" + " " * LONGEST + "x").outcome == "unreadable"
    assert grade(question, f"Final answer: {question.text}" + "\n" * MEGA).score == 1
    assert grade(question, "x" * MEGA + f"\nFinal answer: {question.text}").score == 1


@given(data=st.data())
def test_no_text_raises_and_only_the_answer_is_right(data: st.DataObject) -> None:
    world = data.draw(st.sampled_from(worlds()))
    question = data.draw(st.sampled_from(asked(world)))
    words = st.sampled_from(
        ["a1", "b2", "=", ":", ",", ";", " ", "\n", "none", "0", "3", "coin", "up", "swap", "add", "to", "of", "(",
         ")", "{", "}", "[", "]", "-", ".", "final answer:", "Final answer:", "start", "5", "\\boxed{", "$", "`",
         "rm", "dir1/", "ace", "hearts", "black", "\x00", "\u0661"]
    )  # fmt: skip
    wild = st.one_of(
        st.text(max_size=80),
        st.lists(words, max_size=30).map("".join),
        st.lists(words, max_size=30).map(" ".join),
        st.binary(max_size=60).map(lambda b: b.decode("utf-8", "surrogateescape")),
    )
    reply = data.draw(st.one_of(wild, wild.map(lambda t: "Final answer: " + t)))
    result = grade(question, reply)
    assert result.outcome in OUTCOMES
    assert result.score == float(result.outcome == "correct")
    assert result.reason and "\n" not in result.reason
    assert result.readable == (result.outcome in ("correct", "wrong", "illegal"))


@given(data=st.data())
def test_a_changed_character_is_never_right_unless_it_carries_nothing(data: st.DataObject) -> None:
    world = data.draw(st.sampled_from(worlds()))
    question = data.draw(st.sampled_from([q for q in asked(world) if not isinstance(q.answer, Plan)]))
    text = question.text
    place = data.draw(st.integers(0, len(text) - 1))
    char = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz0123456789"))
    if text[place].isalnum() and text[place] != char:
        changed = text[:place] + char + text[place + 1 :]
        result = grade(question, f"Final answer: {changed}")
        # Swaps may name their squares in either order, so another spelling of the same answer is right.
        if result.score:
            sim = simulator(world)
            assert isinstance(question.answer, (Ordered, Bag, Tally))
            kind = question.answer.token
            parts = [sim.token(kind, part) for part in changed.replace(",", ";").split(";")]
            assert sorted(map(str, parts)) == sorted(question.answer.items)


def test_a_reply_that_is_null_counts_as_missing(tmp_path: Path) -> None:
    item = next(items("cup", ops=3))
    lines = b"".join(canonical(question) + b"\n" for question in item.questions)
    (tmp_path / "items.jsonl").write_bytes(lines)
    (tmp_path / "replies.jsonl").write_text(json.dumps({"id": item.questions[0].id, "reply": None}) + "\n")
    grades, rows = grade_file(tmp_path / "items.jsonl", tmp_path / "replies.jsonl")
    assert grades == {} and rows[-1].outcomes == {"missing": 6}
