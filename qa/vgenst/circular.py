"""Circular evaluation: the same question with its right option at every letter; right only if all are.

Rotation shifts all options; swap exchanges the right one with each of the others, as VGenST-Bench does.
"""

import re
from typing import Literal, get_args

import msgspec

from ...schemas.scene_question import SceneQuestion
from .build import LETTERS

Mode = Literal["rotation", "swap"]
MODES: tuple[Mode, ...] = get_args(Mode)
_TIED = re.compile(r"\b(above|below|former|latter|previous|options? [A-E]|both [A-E] and [A-E])\b")
_ID = re.compile(r"(.+)-(rotation|swap)-([0-4])")


class NotCircular(Exception):
    """The question cannot stand with its options in another order; the message says why."""


def expand(question: SceneQuestion, mode: Mode) -> tuple[SceneQuestion, ...]:
    """One question for each option: the first is the original, and the right letter takes every place.

    Raises NotCircular for open questions and for options that speak of their own order.
    """
    count = len(question.options)
    if question.letter is None or count < 2:
        raise NotCircular("it has no options")
    for option in question.options:
        if _TIED.search(option.text) and option.text != "None of these":
            raise NotCircular("an option speaks of the order of options")
    if parts(question.id) is not None:
        raise NotCircular("it is one of an expanded set already")
    old = block(question)
    if question.prompt.count(old) != 1:
        raise NotCircular("its prompt does not hold its options in their order")
    at = LETTERS.index(question.letter)
    made = []
    for step in range(count):
        options = list(question.options)
        goal = (at + step) % count
        if mode == "rotation":
            options = [options[(i - step) % count] for i in range(count)]
        else:
            options[at], options[goal] = options[goal], options[at]
        turned = msgspec.structs.replace(
            question, id=f"{question.id}-{mode}-{step}", options=tuple(options), letter=LETTERS[goal]
        )
        made.append(msgspec.structs.replace(turned, prompt=question.prompt.replace(old, block(turned))))
    return tuple(made)


def block(question: SceneQuestion) -> str:
    """The options as they stand in a prompt."""
    return "\n".join(f"{letter}. {o.text}" for letter, o in zip(LETTERS, question.options, strict=False))


def parts(name: str) -> tuple[str, Mode, int] | None:
    """Id of the original, mode and number of an expanded question's id; None for any other id."""
    match = _ID.fullmatch(name)
    if match is None:
        return None
    mode: Mode = "rotation" if match[2] == "rotation" else "swap"
    return match[1], mode, int(match[3])
