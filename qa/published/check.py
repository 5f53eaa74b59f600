"""Do published records again with our simulators and count what agrees."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ...core.errors import BadFile, IllegalOp, ReelproofError, near
from ...core.files import read_bytes
from ...schemas.published import KINDS, PublishedHead
from ...schemas.question import SKILLS
from ...schemas.record import decode
from ...simulators.card import Add, Deal
from .boards import CircleWorld, CupWorld, NumberWorld
from .containers import CardWorld, ChipWorld, FileWorld
from .report import Cell, Disagreement, Report, UpsideDown
from .world import Case, Row, World

WORLDS: dict[str, World] = {
    "card": CardWorld(),
    "chip": ChipWorld(),
    "circle": CircleWorld(),
    "cup": CupWorld(),
    "file": FileWorld(),
    "number": NumberWorld(),
}

MOST_BYTES = 64 << 20
"""Larger files are refused; the published set has 0.6 MB."""
MOST_LINE = 256 << 10
"""Longer lines are refused."""

MOST_SEARCH = 8
"""Beside plans up to this length our own search is set, too; it would take for ever on long ones."""

_READINGS = ("target", "pile and target")


def check_file(path: Path) -> Report:
    """The report on a file of records, one JSON object a line; raises BadFile for broken ones."""
    return check(read_bytes(path, MOST_BYTES).split(b"\n"), source=path.name)


def check(lines: Iterable[bytes], *, source: str) -> Report:
    """The report on lines of records; empty lines are passed over.

    Raises BadFile, with the line's number and the JSON pointer, for a line that is no record.
    """
    tally = _Tally()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{source} line {number}"
        if len(line) > MOST_LINE:
            raise BadFile(f"{where} has {len(line)} bytes", hint=f"a record has at most {MOST_LINE}")
        record = _record(line, where)
        try:
            tally.add(number, record, WORLDS[record.category])
        except BadFile as fault:
            raise BadFile(f"{where} {fault.message}", hint=fault.hint) from None
    if not tally.records:
        raise BadFile(f"{source} holds no record", hint="one JSON object a line, see schemas/published.py")
    return tally.report()


def _record(line: bytes, where: str) -> Row:
    category = decode(line, PublishedHead, source=where).category
    if category not in KINDS:
        raise BadFile(f"{where} at /category: there is no world {category[:40]!r}", hint=near(category, KINDS))
    record: Row = decode(line, KINDS[category], source=where)
    return record


class _Tally:
    """Counts while the records go by."""

    def __init__(self) -> None:
        self.records = 0
        self._counts: Counter[tuple[str, str, str]] = Counter()
        self._turned: Counter[tuple[str, str]] = Counter()
        self._notes: list[str] = []
        self._faults: list[Disagreement] = []

    def add(self, line: int, record: Row, world: World) -> None:
        """Do one record again."""
        key = (record.category, record.skill)
        self.records += 1
        self._counts[*key, "records"] += 1
        found: list[tuple[str, str]] = []
        if record.n_ops != len(record.ops):
            found.append(("record", f"n_ops is {record.n_ops}, there are {len(record.ops)} operations"))
        case, reason = _played(record, world)
        if reason:
            found.append(("final", reason))
        else:
            self._counts[*key, "finals"] += 1
        if case is not None:
            if record.recomputed is not None:
                self._counts[*key, "answers"] += 1
                reason = self._answer(case, world)
                self._counts[*key, "answers_agree"] += not reason
                if reason:
                    found.append(("answer", reason))
            elif record.skill != "predict_operation":
                found.append(("answer", "there is no stored answer"))
            if record.plan is not None:
                self._counts[*key, "plans"] += 1
                reason = _plan(case, world)
                self._counts[*key, "plans_agree"] += not reason
                if reason:
                    found.append(("plan", reason))
                found += [("upside_down", text) for text in self._upside_down(case, world)]
            elif record.skill == "predict_operation":
                found.append(("plan", "there is no stored plan"))
        self._faults += [Disagreement(line, record.id, *key, what, text) for what, text in found]

    def _answer(self, case: Case, world: World) -> str:
        record = case.record
        if record.skill == "predict_operation":
            return "a question without a gold has one"
        flagged = "hypothetical_breaks_card_rule" in record.flags
        if record.skill == "predict_state":
            try:
                # The bare rules, without any allowance for a flagged record.
                World.predicted(world, case)
            except IllegalOp as fault:
                if not flagged:
                    return fault.message
                self._notes.append(f"{record.id}: as flagged, the rules refuse {fault.message}")
            else:
                if flagged:
                    return "flagged as breaking a rule, but it breaks none"
        try:
            ours = world.normal(record, world.answer(case))
        except IllegalOp as fault:
            return fault.message
        try:
            theirs = world.normal(record, record.recomputed)
        except (TypeError, ValueError, RecursionError):
            theirs = record.recomputed
        return "" if ours == theirs else f"stored {theirs!r:.300}, ours {ours!r:.300}"

    def _upside_down(self, case: Case, world: World) -> list[str]:
        """Card plans made the wrong way up; says where one is taken that does not truly work."""
        if not isinstance(world, CardWorld):
            return []
        source, goal, faults = case.at(case.record.params.when), world.goal(case.record), []
        pile = world.held(source, goal["pile"])
        for reading in _READINGS:
            seen = source if reading == "target" else _turned(source)
            plan = world.sim.shortest(seen, {**goal, "cards": goal["cards"][::-1]}, 1000) or ()
            taken = not _followed(world, source, plan, goal)
            works = _truly(pile, plan) == goal["cards"]
            self._turned[reading, "plans"] += 1
            self._turned[reading, "works" if taken else "refused"] += 1
            if taken != works:
                faults.append(f"with {reading} read upside down, the plan is {'taken' if taken else 'refused'}")
        return faults

    def report(self) -> Report:
        """The counts as a record."""
        worlds = sorted({world for world, _, _ in self._counts})
        fields = ("records", "finals", "answers", "answers_agree", "plans", "plans_agree")
        cells = tuple(
            Cell(world, skill, *(self._counts[world, skill, field] for field in fields))
            for world in worlds
            for skill in SKILLS
            if self._counts[world, skill, "records"]
        )
        turned = tuple(
            UpsideDown(r, *(self._turned[r, field] for field in ("plans", "refused", "works")))
            for r in _READINGS
            if self._turned[r, "plans"]
        )
        return Report(self.records, cells, turned, tuple(self._notes), tuple(self._faults))


def _played(record: Row, world: World) -> tuple[Case | None, str]:
    """The script played out, and why its end is not the stored one ("" if it is).

    Raises BadFile for states and words that mean nothing in the world.
    """
    sim = world.sim
    start, final = _state(world, record, "initial"), _state(world, record, "final")
    ops = _ops(world, record.ops, "/ops")
    hyp = _ops(world, record.params.hyp or (), "/params/hyp")
    states = [start]
    for number, op in enumerate(ops, 1):
        try:
            states.append(sim.apply(states[-1], op))
        except IllegalOp as fault:
            return None, f"operation {number} ({sim.say(op)}): {fault.message}"
    case = Case(record, tuple(states), ops, hyp)
    if states[-1] != final:
        return case, f"stored {sim.show(final)}, ours {sim.show(states[-1])}"
    if isinstance(world, CircleWorld) and world.path(record) != [state.ring for state in states]:
        return case, "circle_path is not the way of the ring"
    back = final
    for op in reversed(ops):
        back = sim.back(back, op)
    return case, "" if back == start else "going back from the end does not lead to the start"


def _state(world: World, record: Row, field: str) -> Any:
    state = world.state(record, field)
    try:
        world.sim.check(state)
    except BadFile as fault:
        raise BadFile(f"at /{field}: {fault.message}", hint=fault.hint) from None
    if len(getattr(record, field)) != record.state_size:
        raise BadFile(
            f"at /state_size: {record.state_size} is not the size of /{field}",
            hint="it is the number of rows or containers",
        )
    return state


def _ops(world: World, raw: Sequence[Any], pointer: str) -> tuple[Any, ...]:
    out = []
    for i, words in enumerate(raw):
        try:
            out.append(world.op(words))
        except IllegalOp as fault:
            raise BadFile(f"at {pointer}/{i}: {fault.message}", hint="use the published words") from None
    return tuple(out)


def _plan(case: Case, world: World) -> str:
    """Why a stored plan fails ("" if it does not): every rule holds, the target is reached."""
    record = case.record
    if record.plan_len != len(record.plan or ()):
        return f"plan_len is {record.plan_len}, the plan has {len(record.plan or ())} operations"
    source, goal = case.at(record.params.when), world.goal(record)
    plan = _ops(world, record.plan or (), "/plan")
    reason = _followed(world, source, plan, goal)
    if reason:
        return reason
    if len(plan) > MOST_SEARCH:
        return ""
    shortest = world.sim.shortest(source, goal, len(plan))
    if shortest is None:
        return "our search finds no plan as short as the stored one"
    return _followed(world, source, shortest, goal)


def _followed(world: World, source: Any, plan: Sequence[Any], goal: dict[str, Any]) -> str:
    """Why a plan does not lead from the source to the goal; "" if it does."""
    state = source
    for number, op in enumerate(plan, 1):
        try:
            state = world.sim.apply(state, op)
        except ReelproofError as fault:
            return f"operation {number} ({world.sim.say(op)}): {fault.message}"
        if reason := world.sim.refuses(op, goal):
            return f"operation {number} ({world.sim.say(op)}): {reason}"
    return "" if world.sim.meets(state, goal) else f"the plan ends in {world.sim.show(state)}"


def _turned(state: Any) -> Any:
    """Piles as seen by someone who takes the top for the bottom."""
    return type(state)(tuple(None if pile is None else pile[::-1] for pile in state.piles))


def _truly(pile: Sequence[str], plan: Sequence[Deal]) -> list[str] | None:
    """The pile after a plan, by a queue and not by the simulator; None if a card is not at the bottom."""
    queue = deque(pile)
    for op in plan:
        if isinstance(op, Add):
            queue.append(op.card)
        elif not queue or queue.popleft() != op.card:
            return None
    return list(queue)
