"""From the text of a reply to a typed answer: forgiving about dress, strict about content.

Nothing in a reply is ever evaluated. Replies are data of any length; only the part after the last
`Final answer:` is read, and no more than LONGEST characters of it.
"""

import re
from collections.abc import Callable
from typing import Any

from ..schemas.answers import Answer, Bag, Balance, CellMap, Count, Ordered, Plan, Tally

LONGEST = 20_000
"""Characters of an answer that are read; the longest canonical answer has fewer than 4,000."""

# Possessive, so that a megabyte of blanks is passed over once and not once for each of them.
_MARK = re.compile(r"final[ \t]++answer\b[ \t*_`]*+(?:is[ \t*_`]*+)?[:：][ \t*_`]*+", re.IGNORECASE)
# Look-alikes that word processors and web pages put in: blanks that do not break, marks without width
# or that only tell the direction of text, curly quotes.
PLAIN = {
    **dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    **dict.fromkeys((0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF), ""),
    **dict.fromkeys((0x2018, 0x2019), "'"),
    **dict.fromkeys((0x201C, 0x201D), '"'),
}
_TAG = re.compile(r"</?(?:b|i|em|strong|code|pre|p|br|answer)(?: ?/)?>", re.IGNORECASE)
_PAIRS = {"[": "]", "{": "}"}
_NONE = {"none", "nothing", "empty", "(none)", "[]", "{}", "∅"}
_NUMBERING = re.compile(r"^\s*(?:[-*•]\s+|\(?[0-9]{1,3}(?:st|nd|rd|th)?[.):]\s+|[0-9]{1,3}(?:st|nd|rd|th)[: ]\s*)")
_REFUSALS = (
    "i cannot",
    "i can't",
    "i can not",
    "i am unable",
    "i'm unable",
    "unable to",
    "i'm sorry",
    "sorry",
)


class Unreadable(Exception):
    """The reply is not an answer of the asked form; the message says why."""


def answer_text(reply: str) -> str | None:
    """What stands after the last `Final answer:`, or None without the mark.

    Only the last LONGEST characters and a few are searched: what follows an earlier mark is too long.
    """
    tail = reply.rstrip()[-LONGEST - 100 :].translate(PLAIN)
    end = max((mark.end() for mark in _MARK.finditer(tail)), default=None)
    return None if end is None else tail[end:]


def refuses(reply: str) -> bool:
    """Whether a reply without an answer declines to give one."""
    head = reply[:400].lower()
    return any(phrase in head for phrase in _REFUSALS)


def read_answer(text: str, like: Answer, token: Callable[[str, str], str | None]) -> Answer | tuple[str, ...]:
    """The typed answer in a text, of the same kind as `like`; plans come as a tuple of words.

    `token(kind, word)` gives the canonical form of a word or None. Raises Unreadable.
    """
    if len(text) > LONGEST:
        raise Unreadable(f"the answer is longer than {LONGEST} characters")
    if any(ord(c) < 32 and c not in "\n\r\t" for c in text):
        raise Unreadable("the answer holds control characters")
    text = undressed(text)
    if not text:
        raise Unreadable("nothing follows the mark")
    if isinstance(like, Ordered):
        return Ordered(_words(_split(text, like.token), like.token, token), like.token)
    if isinstance(like, Plan):
        return tuple(_split(text, "op"))
    if isinstance(like, Bag):
        return Bag.of(_words(_split(text, like.token), like.token, token), like.token)
    if isinstance(like, Tally):
        return _tally(text, like.token, token)
    if isinstance(like, CellMap):
        return _cells(text, like.token, token)
    if isinstance(like, Balance):
        return _balance(text)
    assert isinstance(like, Count)
    value = token("int", text)
    if value is None:
        raise Unreadable(f"{text[:40]!r} is not a whole number")
    return Count(int(value))


def undressed(text: str) -> str:
    """Without code fences, bold marks, tags, LaTeX boxes, brackets around it all and a closing full stop."""
    text = re.sub(r"```[a-z]*", "\n", text).replace("**", "").replace("`", "").replace("\r", "\n")
    text = _TAG.sub(lambda tag: "\n" if tag[0][1:3].lower() in ("p>", "br") else "", text).strip()
    for left, right in (("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"), ("$", "$")):
        if len(text) >= len(left + right) and text.startswith(left) and text.endswith(right):
            text = text[len(left) : -len(right)].strip()
    boxed = re.fullmatch(r"\$*\\boxed\{(.*)\}\$*\.?", text, re.DOTALL)
    if boxed:
        text = boxed[1].strip()
        if text.startswith("\\text{") and text.endswith("}"):
            text = text[6:-1].strip()
        text = re.sub(r"\\([{}_])", r"\1", text)
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    text = text.rstrip(" \n\t.;,")
    inner = text[1:-1].strip()
    if inner and _PAIRS.get(text[0]) == text[-1] and _closed(inner):
        return inner
    return text


def _closed(text: str) -> bool:
    """Whether every bracket in a text closes one that is opened in it."""
    depth = 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if depth < 0:
            return False
    return depth == 0


def _split(text: str, token: str) -> list[str]:
    """Items of a list: by lines and semicolons, else by commas that stand outside braces and brackets."""
    if text.lower().strip(" .") in _NONE:
        return []
    lines = [part for line in text.split("\n") for part in line.split(";")]
    parts = [_NUMBERING.sub("", p).strip(" \t.,") for p in lines]
    parts = [p for p in parts if p]
    if len(parts) == 1:
        parts = _commas(parts[0].strip("[]"))
    parts = [p.strip(" \t\"'") for p in parts]
    return [p for p in parts if p]


def _commas(text: str) -> list[str]:
    """Split at commas outside any bracket."""
    parts, depth, begin = [], 0, 0
    for i, char in enumerate(text):
        depth += (char in "({[") - (char in ")}]")
        if char == "," and depth == 0:
            parts.append(text[begin:i])
            begin = i + 1
    return [*parts, text[begin:]]


def _words(parts: list[str], kind: str, token: Callable[[str, str], str | None]) -> tuple[str, ...]:
    out = []
    for part in parts:
        word = token(kind, part)
        if word is None:
            raise Unreadable(f"{part[:60]!r} is not a {kind}")
        out.append(word)
    return tuple(out)


def _tally(text: str, kind: str, token: Callable[[str, str], str | None]) -> Tally:
    match = re.match(r"([0-9]{1,4})\s*(?::|\n|-|–|$)\s*", text)
    if match is None:
        raise Unreadable("the answer does not begin with a number and a colon")
    rest = text[match.end() :].strip()
    parts = [p for line in _split(rest, kind) for p in _commas(line)] if rest else []
    items = _words([p.strip() for p in parts], kind, token)
    if int(match[1]) != len(items):
        raise Unreadable(f"the number {match[1]} does not agree with the {len(items)} items listed")
    return Tally.of(items, kind)


_PAIR = re.compile(r"(.+?)(?:=|:|->|→)(.+)", re.DOTALL)


def _cells(text: str, kind: str, token: Callable[[str, str], str | None]) -> CellMap:
    cells: dict[str, str] = {}
    for line in _split(text, kind):
        for part in _commas(line):
            match = _PAIR.fullmatch(part.strip())
            if match is None:
                raise Unreadable(f"{part.strip()[:60]!r} is not of the form CELL=VALUE")
            cell, value = token("cell", match[1].strip()), token(kind, match[2].strip())
            if cell is None or value is None:
                raise Unreadable(f"{part.strip()[:60]!r} is not of the form CELL=VALUE")
            if cells.get(cell, value) != value:
                raise Unreadable(f"{cell} is given two values")
            cells[cell] = value
    return CellMap(cells, kind)


def _balance(text: str) -> Balance:
    match = re.fullmatch(r"(start|end|equal)(?:\s*[,:]?\s*(?:by\s+)?([0-9]{1,6}))?", text.lower().strip())
    if match is None or (match[2] is None and match[1] != "equal"):
        raise Unreadable(f"{text[:40]!r} is not `start N`, `end N` or `equal 0`")
    more: Any = match[1]
    return Balance(more, int(match[2] or 0))
