"""Published records of the three worlds of containers: file, card and chip."""

import re
from typing import Any, ClassVar

from ...core.errors import BadFile, IllegalOp
from ...simulators.base import Simulator
from ...simulators.card import Card, Piles
from ...simulators.card import Remove as DrawCard
from ...simulators.chip import Chip
from ...simulators.chip import Cups as ChipCups
from ...simulators.file import Command, Copy, File, Move, Remove, Touch, Tree
from .world import Case, Row, World, container, contents, renumbered, sorted_texts, squeezed

_BRACES = re.compile(r"\{([^{}]*)\}")
_KIND = {"touch": Touch, "rm": Remove, "cp": Copy, "mv": Move}
_WORD: dict[type, str] = {kind: word for word, kind in _KIND.items()}


class _Containers(World):
    def op(self, raw: Any) -> Any:
        return self.sim.read(renumbered(raw))

    def end_state(self, case: Case) -> Any:
        """The state that Infer State or Predict State asks about."""
        infer = case.record.skill == "infer_state"
        return case.at(case.record.params.when) if infer else self.predicted(case)

    def held(self, state: Any, number: int) -> Any:
        """What a container holds; raises BadFile if there is no such container."""
        (containers,) = (getattr(state, name) for name in state.__struct_fields__)
        if number > len(containers):
            raise BadFile(f"at /params: there is no container {number - 1}", hint="containers count from 0")
        return containers[number - 1]


class _Exchange(_Containers):
    """Card and chip: one thing at a time goes into or comes out of a container."""

    def thing(self, op: Any) -> Any:
        """What an operation moves."""
        raise NotImplementedError

    def number(self, op: Any) -> int:
        """The container it touches, from 1."""
        raise NotImplementedError

    def recall(self, case: Case, word: str) -> Any:
        """The answers of the two recall skills."""
        slots = case.record.params
        kept = [op for op in case.ops if slots.filter in (None, type(op).__name__.lower())]
        if case.record.skill == "recall_order":
            return case.picked([f"{self.thing(op)}, {word}{self.number(op) - 1}" for op in kept])
        at = container(slots.container)
        things = [self.thing(op) for op in kept if self.number(op) == at]
        return [len(things), things]


class CardWorld(_Exchange):
    """Piles are stored bottom to top; answers and targets read from top to bottom."""

    sim: ClassVar[Simulator[Any, Any]] = Card()

    def state(self, record: Row, field: str) -> Piles:
        return Piles(
            tuple(tuple(card.lower() for card in pile) for pile in contents(getattr(record, field), f"/{field}"))
        )

    def thing(self, op: Any) -> Any:
        return op.card

    def number(self, op: Any) -> int:
        return int(op.pile)

    def answer(self, case: Case) -> Any:
        skill, slots = case.record.skill, case.record.params
        if skill in ("recall_order", "recall_count"):
            return self.recall(case, "pile")
        at = container(slots.container)
        if skill == "compare_state":
            there, gone = (self.held(case.at(end), at) for end in (slots.present_at, slots.absent_at))
            return [card for card in there if card not in gone]
        return list(reversed(self.held(self.end_state(case), at)))

    def predicted(self, case: Case) -> Piles:
        # One published hypothetical draws a card that is not at the bottom. Our rules refuse it; its
        # right answer is that of drawing the card from where it lies, and the report says so.
        if "hypothetical_breaks_card_rule" not in case.record.flags:
            state: Piles = super().predicted(case)
            return state
        state = case.at(case.record.params.when)
        for op in case.hyp:
            try:
                state = self.sim.apply(state, op)
            except IllegalOp:
                if not isinstance(op, DrawCard) or op.card not in (self.held(state, op.pile) or ()):
                    raise
                state = Piles(tuple(tuple(c for c in pile or () if c != op.card) for pile in state.piles))
        return state

    def goal(self, record: Row) -> dict[str, Any]:
        cards = [card.lower() for card in reversed(record.params.target or ())]
        return {"pile": container(record.params.container), "cards": cards}

    def normal(self, record: Row, value: Any) -> Any:
        value = squeezed(value)
        if record.skill == "recall_count" and isinstance(value, list):
            return [sorted_texts(item) for item in value]
        return sorted_texts(value) if record.skill == "compare_state" else value


class ChipWorld(_Exchange):
    """Chips in a cup have no order; a tie, which the published question could not say, is `equal`."""

    sim: ClassVar[Simulator[Any, Any]] = Chip()

    def state(self, record: Row, field: str) -> ChipCups:
        return ChipCups(tuple(tuple(sorted(cup)) for cup in contents(getattr(record, field), f"/{field}")))

    def thing(self, op: Any) -> Any:
        return op.value

    def number(self, op: Any) -> int:
        return int(op.cup)

    def answer(self, case: Case) -> Any:
        skill = case.record.skill
        if skill in ("recall_order", "recall_count"):
            return self.recall(case, "cup")
        at = container(case.record.params.container)
        if skill == "compare_state":
            gain = sum(self.held(case.at("end"), at)) - sum(self.held(case.at("start"), at))
            return ["end" if gain > 0 else "start" if gain < 0 else "equal", abs(gain)]
        chips = self.held(self.end_state(case), at)
        return [len(chips), list(chips)]

    def goal(self, record: Row) -> dict[str, Any]:
        return {
            "cup": container(record.params.container),
            "chips": sorted(record.params.target or ()),
        }

    def normal(self, record: Row, value: Any) -> Any:
        value = squeezed(value)
        whole = record.skill in ("recall_order", "compare_state") or not isinstance(value, list)
        return value if whole else [sorted_texts(item) for item in value]


class FileWorld(_Containers):
    """Paths count from 0 and have one-letter names; three untyped recall questions count the `ls`."""

    sim: ClassVar[Simulator[Any, Any]] = File()

    def state(self, record: Row, field: str) -> Tree:
        return Tree(tuple(tuple(sorted(names)) for names in contents(getattr(record, field), f"/{field}")))

    def answer(self, case: Case) -> Any:
        record, slots = case.record, case.record.params
        kept = [op for op in case.ops if slots.filter in (None, _WORD[type(op)])]
        if record.skill == "recall_order":
            words = [published(op) for op in kept]
            if slots.filter is None and record.ls_shown == "first":
                words.insert(0, "ls " + " ".join(record.initial))
            return case.picked(words)
        if record.skill == "recall_count":
            names = sorted({n for op in kept for n in op.names if n.endswith(slots.ext or "")})
            return [len(names), names]
        if record.skill == "compare_state":
            return self._compared(case)
        here = self.held(self.end_state(case), container(slots.container))
        chosen = [name for name in here if name.endswith(slots.ext or "")]
        return [len(chosen), chosen] if record.skill == "infer_state" else chosen

    def _compared(self, case: Case) -> list[str]:
        slots = case.record.params
        if slots.kind == "across_time":
            at = container(slots.container)
            there, gone = (self.held(case.at(end), at) for end in (slots.present_at, slots.absent_at))
        else:
            command = self.op(slots.command or "")
            if case.ops.count(command) != 1:
                raise BadFile("at /params/command: it is not one command of the script", hint="copy one")
            after = case.states[case.ops.index(command) + 1]
            there, gone = (self.held(after, container(path, "/params")) for path in (slots.in_path, slots.not_in))
        return [name for name in there if name not in gone]

    def goal(self, record: Row) -> dict[str, Any]:
        # The published limit is on commands, not on the names in one.
        names = sorted(record.params.target or ())
        return {"dir": container(record.params.container), "names": names, "most": 1000}

    def normal(self, record: Row, value: Any) -> Any:
        value = squeezed(value)
        if record.skill == "recall_order" and isinstance(value, list):
            return [[number, _BRACES.sub(_sorted_braces, words)] for number, words in value]
        if record.skill == "infer_state" or record.skill == "recall_count":
            return [sorted_texts(item) for item in value]
        return sorted_texts(value)


def published(op: Command) -> str:
    """A command in the published words."""
    names = "{" + ",".join(op.names) + "}"
    if isinstance(op, Touch):
        return f"touch path{op.target - 1}/{names}"
    if isinstance(op, Remove):
        return f"rm -rf path{op.target - 1}/{names}"
    return f"{_WORD[type(op)]} path{op.source - 1}/{names} path{op.target - 1}/"


def _sorted_braces(match: re.Match[str]) -> str:
    return "{" + ",".join(sorted(match[1].split(","))) + "}"
