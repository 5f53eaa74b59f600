"""msgspec against pydantic on one record: a script of ten swaps. Ratios in one run.

python benchmarks/records.py
"""

import subprocess
import sys
import timeit
from typing import Any, Literal

import msgspec
import pydantic

from reelproof.schemas.script import Script
from reelproof.simulators.cup import Cups, Swap


class PSwap(pydantic.BaseModel, frozen=True):
    """The pydantic twin of Swap."""

    op: Literal["swap"] = "swap"
    first: str
    second: str


class PCups(pydantic.BaseModel, frozen=True):
    """The pydantic twin of Cups."""

    side: int
    coins: tuple[int | None, ...]


class PScript(pydantic.BaseModel, frozen=True):
    """The pydantic twin of Script."""

    id: str
    world: str
    version: int
    size: int
    reveal: Literal["start", "end"]
    seed: tuple[int | str, ...]
    start: PCups
    ops: tuple[PSwap, ...]


def imported(module: str) -> float:
    """Seconds that a fresh process needs to import a module, above one that imports nothing; best of 5."""

    def once(code: str) -> float:
        return min(
            timeit.repeat(lambda: subprocess.run([sys.executable, "-c", code], check=True), number=1, repeat=5)
        )

    return once(f"import {module}; getattr({module}, 'BaseModel', None)") - once("pass")


def best(work: Any, number: int = 2000) -> float:
    """Microseconds of a call, best of 5."""
    return min(timeit.repeat(work, number=number, repeat=5)) / number * 1e6


def main() -> None:
    """Print the table."""
    pairs = [(f"a{i % 3 + 1}", f"b{i % 3 + 1}") for i in range(10)]
    coins = (1, 0, 0, 1, 0, 0, 1, 0, 0)
    generic: Any = Script
    kind = generic[Cups, Swap]

    def ours() -> Any:
        ops = tuple(Swap(a, b) for a, b in pairs)
        return Script("cup", "cup", 1, 3, "start", (0, "cup"), Cups(3, coins), ops)

    def theirs() -> PScript:
        ops = tuple(PSwap(first=a, second=b) for a, b in pairs)
        start = PCups(side=3, coins=coins)
        return PScript(
            id="cup", world="cup", version=1, size=3, reveal="start", seed=(0, "cup"), start=start, ops=ops
        )

    mine, other = ours(), theirs()
    encoder, data = msgspec.json.Encoder(order="deterministic"), other.model_dump_json().encode()
    decoder = msgspec.json.Decoder(kind)
    text = encoder.encode(mine)

    def read_theirs() -> PScript:
        return PScript.model_validate_json(data)

    rows = [
        ("import, ms", imported("msgspec") * 1e3, imported("pydantic") * 1e3),
        ("build, us", best(ours), best(theirs)),
        ("to JSON, us", best(lambda: encoder.encode(mine)), best(other.model_dump_json)),
        ("from JSON, us", best(lambda: decoder.decode(text)), best(read_theirs)),
    ]
    print(f"{'':16} {'msgspec':>10} {'pydantic':>10} {'ratio':>7}")
    for name, one, two in rows:
        print(f"{name:16} {one:10.2f} {two:10.2f} {two / one:7.1f}")


if __name__ == "__main__":
    main()
