"""From the text of a reply to a letter, a word or a quantity: forgiving about dress, strict about content.

The part that counts stands after the last `Final answer:`, else after the last `answer is` or `Answer:`,
else the whole reply if it is one short line, else a letter in its last words (`so B`). A thought that
was cut off is no answer. Nothing in a reply is ever evaluated.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ...schemas.scene_question import Letter, Unit
from ..reply import LONGEST, PLAIN, Unreadable, answer_text, undressed
from .build import LETTERS, NONE

SHORT = 80
"""Characters of a reply without any mark that may be an answer as a whole."""
DRESS = 12
"""Characters around the text of an option: its letter, marks of emphasis, a full stop."""

_LOOSE = re.compile(r"\banswer\b[ \t*_`]*(?:is\b|:|：)[ \t*_`]*:?[ \t*_`]*", re.IGNORECASE)
_LAST_WORDS = re.compile(r"\b(?:so|thus|hence|therefore|choose|pick|select|option)\b,?\s+\W{0,4}([A-E])\W*$")
_PREFIX = re.compile(r"^(?:option|choice|letter|answer)\s+(?=\W{0,3}[A-Ea-e]\b)", re.IGNORECASE)
_LETTER = re.compile(r"^\W{0,4}([A-Ea-e])(?:\W{0,4}$|\s?[).:,;–-]\W{0,3}(?=\S)|\s+(?=[(]|because\b|since\b))")
_ALONE = re.compile(r"(?<![A-Za-z0-9'])([A-E])(?![A-Za-z0-9'])")
_NONES = {
    "none of these",
    "none of the above",
    "none of them",
    "none of the options",
    "none of these options",
    "none",
}
_LEAD = re.compile(r"^(?:it is|it's|it was|that is|they are|they were|there are|there is|there were|there was)\s+")
_BEFORE = re.compile(r"^(?:to|on|in|at|towards?)\s+")
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {
    **{word: str(number) for number, word in enumerate(_SMALL)},
    **{word: str(10 * number) for number, word in enumerate(_TENS, 2)},
    **{f"{ten} {_SMALL[one]}": str(10 * n + one) for n, ten in enumerate(_TENS, 2) for one in range(1, 10)},
    "no": "0", "once": "1 time", "twice": "2 times",
    "gray": "grey", "color": "colour", "centre": "center",
}  # fmt: skip
_NUMBER_WORDS = re.compile(
    r"\b(?:(" + "|".join(_TENS) + r")[ -](" + "|".join(_SMALL[1:10]) + r")|(" + "|".join(_WORDS) + r"))\b"
)
_ARTICLES = {"a", "an", "the", "and", "then"}


def said(reply: str, short: int = SHORT) -> str:
    """The part of a reply that may hold its answer, undressed; raises Unreadable where there is none.

    A line of no more than `short` characters may be an answer as a whole.
    """
    if (thought := reply.rfind("</think>")) >= 0:
        reply = reply[thought + len("</think>") :]
    elif "<think>" in reply:
        raise Unreadable("the reply ends in the middle of a thought")
    text = answer_text(reply)
    if text is None:
        tail = reply.rstrip()[-LONGEST:].translate(PLAIN)
        marks = list(_LOOSE.finditer(tail))
        if marks:
            text = tail[marks[-1].end() :]
        elif len(tail.strip()) <= short and "\n" not in tail.strip():
            text = tail
        elif last := _LAST_WORDS.search(tail):
            text = last[1]
        else:
            raise Unreadable(f"no `Final answer:` in the last {LONGEST} characters of the reply")
    if len(text) > LONGEST:
        raise Unreadable(f"the answer is longer than {LONGEST} characters")
    text = undressed(text)
    if not text:
        raise Unreadable("nothing follows the mark")
    return text


# --- letters ------------------------------------------------------------------------------------------


def letter_of(reply: str, options: Sequence[str]) -> Letter:
    """The option that a reply chooses, by letter or by its whole text; raises Unreadable."""
    # The whole text of a long option is an answer, too, with its letter and some dress.
    text = said(reply, max(SHORT, *(len(option) + DRESS for option in options)))
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    by_text = _by_text(lines[0], options)
    chosen = _by_letter(lines[0], options)
    if chosen is None and (last := _LAST_WORDS.search(text)) and by_text is None:
        chosen = last[1]  # type: ignore[assignment]
    found = chosen or by_text
    if found is None:
        raise Unreadable(f"{lines[0][:60]!r} is neither a letter nor an option")
    if found not in LETTERS[: len(options)]:
        raise Unreadable(f"{found} is no letter of the {len(options)} options")
    others = [one for line in lines[1:] if (one := _by_letter(line, options) or _by_text(line, options))]
    if any(one != found for one in others):
        raise Unreadable(f"{found} and {others[0]} are both given")
    return found


def _by_letter(text: str, options: Sequence[str]) -> Letter | None:
    """The letter that a line begins with; raises Unreadable when the rest of it says something else."""
    text = undressed(_PREFIX.sub("", text))
    match = _LETTER.match(text)
    if match is None:
        return None
    letter: Letter = match[1].upper()  # type: ignore[assignment]
    rest = text[match.end() :].strip()
    if not rest:
        return letter
    other = _by_text(undressed(rest), options)
    if other is not None and other != letter:
        raise Unreadable(f"the letter is {letter} and the text is that of {other}")
    if other == letter:
        return letter
    if any(found != letter for found in _ALONE.findall(rest)):
        raise Unreadable(f"more letters than {letter} are given")
    return letter


def _by_text(text: str, options: Sequence[str]) -> Letter | None:
    """The one option whose text this is."""
    wanted = normal(text)
    fit = [i for i, option in enumerate(options) if normal(option) == wanted]
    if not fit and text.casefold().strip(" .") in _NONES and NONE in options:
        fit = [options.index(NONE)]
    return LETTERS[fit[0]] if len(fit) == 1 else None


# --- words --------------------------------------------------------------------------------------------


def normal(text: str) -> str:
    """Words as they are compared: no case, articles, commas or hyphens; numbers as digits."""
    text = text.translate(PLAIN).casefold().replace("°", " deg ")
    text = _LEAD.sub("", text.strip())
    text = re.sub(r"(?<=[0-9])%", " percent", text)
    text = re.sub(r"(?<![0-9])[.]|[.](?![0-9])|[^\w\s./-]|_|(?<=\S)-|-(?![0-9])", " ", text)
    text = _NUMBER_WORDS.sub(_digits, " ".join(text.split()))
    words = [word for word in text.split() if word not in _ARTICLES]
    return " ".join(words) or text.strip()


def _digits(match: re.Match[str]) -> str:
    return _WORDS[f"{match[1]} {match[2]}" if match[1] else match[3]]


def same_words(given: str, wanted: Sequence[str], stem: str) -> bool:
    """Whether an answer says one of the accepted ones, neither more nor less.

    A number may have the noun of the question beside it (`3 apples`).
    """
    told = _placed(normal(given))
    accepted = {_placed(normal(text)) for text in wanted}
    if told in accepted or _compass(told) in accepted:
        return True
    number, _, noun = told.partition(" ")
    if not (number.isdecimal() and number in accepted and noun):
        return False
    asked = normal(stem).split()
    known = {*asked, *(word.removesuffix("s") for word in asked), *(word + "s" for word in asked)}
    return all(word in known and not word.isdecimal() for word in noun.split())


_WINDS = {"n": "north", "e": "east", "s": "south", "w": "west"}


def _compass(text: str) -> str:
    """A direction of the compass in one word: `north west`, `NW` and `to the north-west` are `northwest`."""
    joined = text.replace(" ", "").removeprefix("to")
    if re.fullmatch(r"[ns]?[ew]?", joined) and joined:
        return "".join(_WINDS[letter] for letter in joined)
    return joined if re.fullmatch(r"(north|south)?(east|west)?", joined) else text


def _placed(text: str) -> str:
    """Without the small word before a place: `to the left` and `on the left` are both `left`."""
    return _BEFORE.sub("", text) or text


# --- quantities ---------------------------------------------------------------------------------------


class Measure(NamedTuple):
    """A unit as a multiple of the one that is asked for."""

    unit: Unit
    factor: Fraction


_SPELLED: dict[tuple[str, Fraction], str] = {
    ("m", Fraction(1)): "m metre metres meter meters",
    ("m", Fraction(1, 100)): "cm centimetre centimetres centimeter centimeters",
    ("m", Fraction(1, 1000)): "mm millimetre millimetres millimeter millimeters",
    ("m", Fraction(1000)): "km kilometre kilometres kilometer kilometers",
    ("m", Fraction(254, 10000)): "in inch inches",
    ("m", Fraction(3048, 10000)): "ft foot feet",
    ("m/s", Fraction(1)): "m/s mps m/sec ms-1",
    ("m/s", Fraction(1, 100)): "cm/s",
    ("m/s", Fraction(5, 18)): "km/h kph kmh",
    ("m/s", Fraction(44704, 100000)): "mph",
    ("deg", Fraction(1)): "deg degs degree degrees °",
    ("s", Fraction(1)): "s sec secs second seconds",
    ("s", Fraction(1, 1000)): "ms millisecond milliseconds",
    ("s", Fraction(60)): "min mins minute minutes",
}
MEASURES: dict[str, Measure] = {
    word: Measure(unit, factor)  # type: ignore[arg-type]
    for (unit, factor), words in _SPELLED.items()
    for word in words.split()
}
"""Every spelling of a unit: its SI unit (cm is asked as hundredths of m) and its size in it."""
_PER = re.compile(r"\s*(?:/|\bper\b|\ban\b|\ba\b)\s*(second|sec|s|hour|h)\b", re.IGNORECASE)
_LOOSELY = re.compile(
    r"\b(?:less|more|least|most|over|under|between|not|or|up to|wrong|incorrect|false|never)\b|n't\b|[<>≤≥]"
)
_ANY_NUMBER = re.compile(r"[-+−]?[0-9]+(?:[.,][0-9]+)*(?:e[-+]?[0-9]{1,2})?", re.IGNORECASE)


def quantity_of(reply: str, unit: Unit) -> Fraction:
    """The number that a reply gives, in the unit that is asked for; raises Unreadable.

    Without a unit the asked one is meant; a unit of another kind is unreadable.
    """
    line = next(line for line in said(reply).split("\n") if line.strip())
    text = _NUMBER_WORDS.sub(_digits, line.translate(PLAIN).casefold().replace("°", " deg "))
    found = list(_ANY_NUMBER.finditer(text))
    if len(found) != 1:
        raise Unreadable(f"{len(found)} numbers where one is asked for")
    value = _value(found[0][0])
    if _LOOSELY.search(text):
        raise Unreadable(f"a bound or a denial where a number is asked for: {line[:60]!r}")
    rest = text[found[0].end() :]
    speed = _PER.search(rest)
    words = re.findall(r"[a-z][a-z/]*(?:-1)?", _PER.sub("", rest))
    if unit == "":
        if words and words[0] in MEASURES and words[0] != "in":
            raise Unreadable(f"a unit where a plain number is asked for: {line[:60]!r}")
        return value
    if not words:
        return value
    measure = MEASURES.get(words[0])
    if measure is None:
        raise Unreadable(f"{words[0][:20]!r} is not a unit")
    if speed is not None:
        hour = speed[1].startswith("h")
        measure = Measure("m/s" if measure.unit == "m" else "", measure.factor / (3600 if hour else 1))
    base: Unit = "m" if unit == "cm" else unit
    if measure.unit != base:
        raise Unreadable(f"a number in {unit} is asked for, not in {words[0]}")
    return value * measure.factor * (100 if unit == "cm" else 1)


def _value(text: str) -> Fraction:
    """A number as written: with a decimal point or comma, or commas between thousands."""
    text = text.replace("−", "-")
    if len(text) > 16:
        raise Unreadable("a number of more than 16 characters")
    if re.fullmatch(r"[-+]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?", text):
        text = text.replace(",", "")
    if text.count(",") == 1 and "." not in text:
        text = text.replace(",", ".")
    try:
        return Fraction(text)
    except ValueError:
        raise Unreadable(f"{text!r} is not a number") from None
