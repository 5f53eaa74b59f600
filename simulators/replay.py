"""A script played out: its states, what a viewer sees of them, and the same with one operation left out."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..core.errors import IllegalOp
from ..schemas.script import Script
from .base import Simulator


@dataclass(frozen=True)
class Seen:
    """What a perfect viewer has: the revealed lines, each operation in words, nothing hidden.

    The second way of computing an answer is given this and never the hidden side.
    """

    world: str
    size: int
    reveal: str
    covered: tuple[str, ...]
    """Lines of the covered state before the first operation (empty square, ring, "?")."""
    shown: tuple[str, ...]
    """Lines of the revealed state."""
    steps: tuple[str, ...]
    """What is seen of each operation."""


@dataclass(frozen=True)
class Replay:
    """States 0 .. n of a script; state k is the one after operation k."""

    sim: Simulator[Any, Any]
    script: Script[Any, Any]
    states: tuple[Any, ...]
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What questions have worked out of this replay and may want again."""
    _without: dict[int, "Replay | None"] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, sim: Simulator[Any, Any], script: Script[Any, Any]) -> "Replay":
        """Play a script; raises IllegalOp with the number of the operation that breaks a rule."""
        states = [script.start]
        for number, op in enumerate(script.ops, 1):
            try:
                states.append(sim.apply(states[-1], op))
            except IllegalOp as fault:
                raise IllegalOp(f"operation {number} ({sim.say(op)}): {fault.message}") from None
        return cls(sim, script, tuple(states))

    @property
    def count(self) -> int:
        """Number of operations."""
        return len(self.script.ops)

    @property
    def hidden_at(self) -> int:
        """Index of the state at the hidden end of the video."""
        return self.count if self.script.reveal == "start" else 0

    @property
    def hidden(self) -> Any:
        """The state at the hidden end."""
        return self.states[self.hidden_at]

    @property
    def revealed(self) -> Any:
        """The state that the video shows."""
        return self.states[self.count - self.hidden_at]

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """Each operation as a viewer sees it."""
        return tuple(self.sim.tell(s, op) for s, op in zip(self.states, self.script.ops, strict=False))

    @cached_property
    def seen(self) -> Seen:
        """What a perfect viewer has."""
        script = self.script
        return Seen(
            script.world,
            script.size,
            script.reveal,
            self.sim.show(self.sim.hide(script.start)),
            self.sim.show(self.revealed),
            self.steps,
        )

    def without(self, number: int) -> "Replay | None":
        """The replay of a viewer who missed one operation, from the revealed side; None if impossible.

        The state is known where it is revealed, so leaving an operation out changes the states on its
        far side: later ones for a reveal at the start, earlier ones for a reveal at the end.
        """
        if number not in self._without:
            self._without[number] = self._left_out(number)
        return self._without[number]

    def _left_out(self, number: int) -> "Replay | None":
        script, ops, states = self.script, self.script.ops, self.states
        fewer = ops[: number - 1] + ops[number:]
        try:
            if script.reveal == "start":
                kept = list(states[:number])
                for op in ops[number:]:
                    kept.append(self.sim.apply(kept[-1], op))
            else:
                tail = list(reversed(states[number:]))
                for op in reversed(ops[: number - 1]):
                    tail.append(self.sim.back(tail[-1], op))
                kept = list(reversed(tail))
        except IllegalOp:
            return None
        shorter = Script(
            script.id, script.world, script.version, script.size, script.reveal, script.seed, kept[0], fewer
        )
        return Replay(self.sim, shorter, tuple(kept))
