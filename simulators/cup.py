"""Cup: coins under cups that trade places (a shell game on a board)."""

import re
from typing import Any, ClassVar

import msgspec

from ..core.errors import IllegalOp
from ..core.seeds import Rng
from ..schemas.record import Record
from .base import Op, Simulator, cell_index, cell_name, cell_word, plain, refuse_state


class Cups(Record, frozen=True):
    """A cup on every square of a board, some with a coin under it."""

    side: int
    """Cups a side, 2 to 6."""
    coins: tuple[int | None, ...]
    """In reading order (top row first): 1 with a coin, 0 without, None while covered."""


class Swap(Op, frozen=True, tag="swap"):
    """Two cups trade places, with what is under them."""

    first: str
    """Row letter from the top, column from 1 (a1 is top left); the earlier cell in reading order."""
    second: str

    def __post_init__(self) -> None:
        if self.first > self.second:
            low, high = self.second, self.first
            msgspec.structs.force_setattr(self, "first", low)
            msgspec.structs.force_setattr(self, "second", high)


_SWAP = re.compile(
    r"(?:swap\s+)?\(?\s*(\(?[a-z]\s*,?\s*[0-9]{1,2}\)?)(?:\s*(?:,|-|and|with|<->|↔|&)\s*|\s+)(\(?[a-z]\s*,?\s*[0-9]{1,2}\)?)\s*\)?"
)


class Cup(Simulator[Cups, Swap]):
    """A swap is its own inverse and conserves the coins."""

    name: ClassVar[str] = "cup"
    title: ClassVar[str] = "coins under cups that trade places"
    sizes: ClassVar[range] = range(2, 7)
    size_word: ClassVar[str] = "cups a side"
    default_size: ClassVar[int] = 3
    editions: ClassVar[tuple[int, int]] = (3, 4)
    plan_band: ClassVar[tuple[int, int]] = (2, 3)
    can_idle: ClassVar[bool] = True
    State: ClassVar[Any] = Cups
    Operation: ClassVar[Any] = Swap

    def initial(self, size: int, rng: Rng) -> Cups:
        cells = size * size
        # From a third to a half of the cups, so that neither "coin" nor "no coin" is a good guess.
        coins = rng.between(max(2, cells // 3), max(2, cells // 2))
        chosen = set(rng.sample(range(cells), coins))
        return Cups(size, tuple(int(i in chosen) for i in range(cells)))

    def check(self, state: Cups) -> None:
        if state.side not in self.sizes:
            raise refuse_state(f"side={state.side} is not in 2..6", "/side")
        if len(state.coins) != state.side**2 or any(c not in (0, 1) for c in state.coins):
            raise refuse_state(f"coins must be {state.side**2} values of 0 or 1", "/coins")

    def legal(self, state: Cups) -> tuple[Swap, ...]:
        names = [cell_name(i, state.side) for i in range(state.side**2)]
        return tuple(Swap(a, b) for i, a in enumerate(names) for b in names[i + 1 :])

    def apply(self, state: Cups, op: Swap) -> Cups:
        i, j = cell_index(op.first, state.side), cell_index(op.second, state.side)
        if i == j:
            raise IllegalOp(f"{op.first} cannot trade places with itself")
        coins = list(state.coins)
        coins[i], coins[j] = coins[j], coins[i]
        return Cups(state.side, tuple(coins))

    def back(self, state: Cups, op: Swap) -> Cups:
        return self.apply(state, op)

    def hide(self, state: Cups) -> Cups:
        return Cups(state.side, (None,) * len(state.coins))

    def inverse(self, op: Swap) -> Swap:
        return op

    def say(self, op: Swap) -> str:
        return f"swap {op.first} {op.second}"

    def read(self, text: str) -> Swap:
        match = _SWAP.fullmatch(plain(text))
        first, second = (cell_word(match[1]), cell_word(match[2])) if match else (None, None)
        if first is None or second is None:
            raise IllegalOp(f"{text[:40]!r} is not a swap: write it as `swap CELL CELL`")
        return Swap(first, second)

    def tell(self, state: Cups, op: Swap) -> str:
        return f"cups {op.first} and {op.second} trade places"

    def show(self, state: Cups) -> tuple[str, ...]:
        side = state.side
        words = ["?" if c is None else ".O"[c] for c in state.coins]
        rows = (" ".join(words[r * side : (r + 1) * side]) for r in range(side))
        head = "   " + " ".join(str(c + 1) for c in range(side))
        return (head, *(f"{chr(97 + r)}  {row}" for r, row in enumerate(rows)))

    def token(self, kind: str, text: str) -> str | None:
        if kind == "coin":
            word = plain(text)
            if word in ("coin", "a coin", "1", "yes"):
                return "coin"
            return "nothing" if word in ("nothing", "empty", "no coin", "0", "no", "none") else None
        return super().token(kind, text)

    def propose(self, state: Cups, rng: Rng, focus: int | None = None) -> Swap:
        full = [i for i, c in enumerate(state.coins) if c]
        bare = [i for i, c in enumerate(state.coins) if c == 0]
        if not full or not bare:
            return rng.choice(self.legal(state))
        return Swap(cell_name(rng.choice(full), state.side), cell_name(rng.choice(bare), state.side))

    def idle(self, state: Cups, rng: Rng) -> Swap | None:
        full = [i for i, c in enumerate(state.coins) if c]
        bare = [i for i, c in enumerate(state.coins) if c == 0]
        groups = [g for g in (full, bare) if len(g) >= 2]
        if not groups:
            return None
        group = rng.weighted(groups, [len(g) * (len(g) - 1) for g in groups])
        i, j = rng.sample(group, 2)
        return Swap(cell_name(i, state.side), cell_name(j, state.side))

    def plan_most(self, size: int) -> int:
        return max(2, size * size // 3)

    def meets(self, state: Cups, goal: dict[str, Any]) -> bool:
        return list(state.coins) == list(goal["coins"])

    def shortest(self, state: Cups, goal: dict[str, Any], limit: int) -> tuple[Swap, ...] | None:
        # Each swap can put at most one coin where one is missing, and one always can.
        spare = [i for i, c in enumerate(state.coins) if c and not goal["coins"][i]]
        missing = [i for i, c in enumerate(state.coins) if not c and goal["coins"][i]]
        if len(spare) != len(missing) or len(spare) > limit:
            return None
        side = state.side
        return tuple(Swap(cell_name(i, side), cell_name(j, side)) for i, j in zip(spare, missing, strict=True))
