"""File: directories that a shell fills and empties while nobody lists them."""

import re
from functools import lru_cache
from typing import Any, ClassVar

import msgspec

from ..core.errors import IllegalOp
from ..core.seeds import Rng
from ..schemas.record import Record
from .base import LONGEST, Op, Simulator, refuse_state

EXTENSIONS = ("csv", "json", "py", "txt")
STEMS = tuple(f"{letter}{digit}" for letter in "abcdefghijklmnopqrstuvwxyz" for digit in range(1, 10))
NAMES = tuple(f"{stem}.{ext}" for stem in STEMS for ext in EXTENSIONS)
"""The 936 names a script may use; the published set had 104, few enough to enumerate in a reply."""

_EVERY = tuple(
    f"{letter}{digit}.{ext}"
    for letter in "abcdefghijklmnopqrstuvwxyz"
    for digit in ("", *"0123456789")
    for ext in EXTENSIONS
)
"""All names that the rules accept, the 104 of one letter too."""
_KNOWN = frozenset(NAMES)
_NAME = re.compile(r"[a-z][0-9]?\.(?:csv|json|py|txt)")


class Tree(Record, frozen=True):
    """What each directory holds."""

    dirs: tuple[tuple[str, ...] | None, ...]
    """Sorted file names of dir1, dir2, ...; None while unlisted."""


class _Command(Op, frozen=True):
    """Names are kept sorted: a brace list is a set."""


def _tidy(op: Any) -> None:
    names = tuple(sorted(op.names))
    if names != op.names:
        msgspec.structs.force_setattr(op, "names", names)


class Touch(_Command, frozen=True, tag="touch"):
    """Create empty files that are not there yet."""

    target: int
    """Number of the directory, from 1."""
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        _tidy(self)


class Remove(_Command, frozen=True, tag="rm"):
    """Remove files that are there."""

    target: int
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        _tidy(self)


class Copy(_Command, frozen=True, tag="cp"):
    """Copy files that are there into another directory that lacks them."""

    source: int
    target: int
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        _tidy(self)


class Move(_Command, frozen=True, tag="mv"):
    """Move files that are there into another directory that lacks them."""

    source: int
    target: int
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        _tidy(self)


Command = Touch | Remove | Copy | Move

_ONE = re.compile(r"(touch|rm) (?:(?<=rm )-(?:rf?|fr?) )?/?(?:\./)?dir([0-9]{1,3})/(\S.*)")
_TWO = re.compile(r"(cp|mv)\s+/?(?:\./)?dir([0-9]{1,3})/(\S.*?)\s+/?(?:\./)?dir([0-9]{1,3})/?")


class File(Simulator[Tree, Command]):
    """Commands with stated preconditions, so that the past follows from the present.

    `legal` lists single-name commands: a brace list is legal exactly when each of its names is.
    """

    name: ClassVar[str] = "file"
    title: ClassVar[str] = "shell commands on directories that are not listed"
    sizes: ClassVar[range] = range(1, 5)
    size_word: ClassVar[str] = "directories"
    default_size: ClassVar[int] = 1
    editions: ClassVar[tuple[int, int]] = (1, 2)
    plan_band: ClassVar[tuple[int, int]] = (2, 4)
    why_not: ClassVar[dict[str, str]] = {"idle": "a command that changed nothing would break a precondition"}
    wishes: ClassVar[tuple[str, ...]] = ("empty",)
    State: ClassVar[Any] = Tree
    Operation: ClassVar[Any] = Command

    def initial(self, size: int, rng: Rng) -> Tree:
        return Tree(tuple(tuple(sorted(rng.sample(NAMES, rng.between(6, 10)))) for _ in range(size)))

    def check(self, state: Tree) -> None:
        if len(state.dirs) not in self.sizes:
            raise refuse_state(f"{len(state.dirs)} directories are not in 1..4", "/dirs")
        for d, names in enumerate(state.dirs):
            if names is None or list(names) != sorted(set(names)) or not all(map(_NAME.fullmatch, names)):
                raise refuse_state("names must be sorted, different and like a1.txt", f"/dirs/{d}")

    def legal(self, state: Tree) -> tuple[Command, ...]:
        out: list[Command] = []
        for at, names in enumerate(state.dirs, 1):
            here = set(names or ())
            out += [Touch(at, (n,)) for n in _EVERY if n not in here]
            out += [Remove(at, (n,)) for n in sorted(here)]
            for to, others in enumerate(state.dirs, 1):
                if to != at:
                    free = [n for n in sorted(here) if n not in set(others or ())]
                    out += [kind(at, to, (n,)) for kind in (Copy, Move) for n in free]
        return tuple(out)

    def atoms(self, op: Command) -> tuple[Command, ...]:
        if isinstance(op, (Touch, Remove)):
            return tuple(type(op)(op.target, (name,)) for name in op.names)
        return tuple(type(op)(op.source, op.target, (name,)) for name in op.names)

    def apply(self, state: Tree, op: Command) -> Tree:
        self._sound(state, op)
        dirs = list(state.dirs)
        if isinstance(op, Touch):
            dirs[op.target - 1] = _with(dirs[op.target - 1], op.names, op.target)
        elif isinstance(op, Remove):
            dirs[op.target - 1] = _without(dirs[op.target - 1], op.names, op.target)
        else:
            _without(dirs[op.source - 1], op.names, op.source)
            dirs[op.target - 1] = _with(dirs[op.target - 1], op.names, op.target)
            if isinstance(op, Move):
                dirs[op.source - 1] = _without(dirs[op.source - 1], op.names, op.source)
        return Tree(tuple(dirs))

    def back(self, state: Tree, op: Command) -> Tree:
        self._sound(state, op)
        dirs = list(state.dirs)
        if isinstance(op, Touch):
            dirs[op.target - 1] = _without(dirs[op.target - 1], op.names, op.target)
        elif isinstance(op, Remove):
            dirs[op.target - 1] = _with(dirs[op.target - 1], op.names, op.target)
        else:
            dirs[op.target - 1] = _without(dirs[op.target - 1], op.names, op.target)
            if isinstance(op, Move):
                dirs[op.source - 1] = _with(dirs[op.source - 1], op.names, op.source)
            else:
                _without(dirs[op.source - 1], op.names, op.source)
        return Tree(tuple(dirs))

    def _sound(self, state: Tree, op: Command) -> None:
        """Raise IllegalOp for a command that makes no sense whatever the directories hold."""
        if reason := _nonsense(op, len(state.dirs)):
            raise IllegalOp(reason)

    def hide(self, state: Tree) -> Tree:
        return Tree((None,) * len(state.dirs))

    def inverse(self, op: Command) -> Command:
        if isinstance(op, Touch):
            return Remove(op.target, op.names)
        if isinstance(op, Remove):
            return Touch(op.target, op.names)
        if isinstance(op, Copy):
            return Remove(op.target, op.names)
        return Move(op.target, op.source, op.names)

    def say(self, op: Command) -> str:
        names = op.names[0] if len(op.names) == 1 else "{" + ",".join(op.names) + "}"
        if isinstance(op, Touch):
            return f"touch dir{op.target}/{names}"
        if isinstance(op, Remove):
            return f"rm dir{op.target}/{names}"
        word = "cp" if isinstance(op, Copy) else "mv"
        return f"{word} dir{op.source}/{names} dir{op.target}/"

    def read(self, text: str) -> Command:
        if len(text) > LONGEST:
            raise IllegalOp(f"a command of {len(text)} characters is longer than any of this world")
        line = " ".join(text.replace("`", " ").split()).removeprefix("$ ")
        if match := _ONE.fullmatch(line):
            names = _names(match[3], int(match[2]))
            return (Touch if match[1] == "touch" else Remove)(int(match[2]), names)
        if match := _TWO.fullmatch(line):
            names = _names(match[3], int(match[2]))
            return (Copy if match[1] == "cp" else Move)(int(match[2]), int(match[4]), names)
        raise IllegalOp(f"{text[:60]!r} is not a touch, rm, cp or mv command of this world")

    def tell(self, state: Tree, op: Command) -> str:
        return "$ " + self.say(op)

    def show(self, state: Tree) -> tuple[str, ...]:
        return tuple(
            f"dir{i}: " + ("?" if names is None else " ".join(names) or "(empty)")
            for i, names in enumerate(state.dirs, 1)
        )

    def token(self, kind: str, text: str) -> str | None:
        if kind == "name":
            word = text.strip().strip("`'\"").lower()
            return word if _NAME.fullmatch(word) else None
        return super().token(kind, text)

    def propose(self, state: Tree, rng: Rng, focus: int | None = None) -> Command:
        count = len(state.dirs)
        at = focus or rng.between(1, count)
        here = state.dirs[at - 1] or ()
        kinds = ["touch"]
        if here:
            kinds.append("rm")
        # A directory that has grown past a screenful is thinned, one that is nearly bare is filled.
        if len(here) > 14 and here:
            kinds = ["rm"]
        elif len(here) < 3:
            kinds = ["touch"]
        if count > 1 and focus is None:
            kinds += ["cp", "mv"]
        kind = rng.choice(kinds)
        if kind in ("cp", "mv"):
            op = self._transfer(state, kind, at, rng)
            if op is not None:
                return op
            kind = kinds[0]
        if kind == "rm":
            return Remove(at, tuple(rng.sample(here, min(len(here), rng.between(1, 4)))))
        held = set(here)
        names: set[str] = set()
        want = rng.between(3, 6)
        while len(names) < want:
            name = NAMES[rng.below(len(NAMES))]
            if name not in held:
                names.add(name)
        return Touch(at, tuple(sorted(names)))

    def _transfer(self, state: Tree, kind: str, at: int, rng: Rng) -> Command | None:
        """A copy or move into directory `at`, from another that has files it lacks."""
        here = set(state.dirs[at - 1] or ())
        if len(here) > 14:
            return None
        sources = []
        for other, names in enumerate(state.dirs, 1):
            free = [n for n in names or () if n not in here]
            if other != at and free:
                sources.append((other, free))
        if not sources:
            return None
        source, free = rng.choice(sources)
        chosen = tuple(rng.sample(free, min(len(free), rng.between(1, 4))))
        return (Copy if kind == "cp" else Move)(source, at, chosen)

    def grant(self, wish: str, start: Tree, state: Tree, container: int) -> tuple[Command, ...] | None:
        here = state.dirs[container - 1] or ()
        return tuple(Remove(container, here[i : i + 4]) for i in range(0, len(here), 4))

    def emptied(self, state: Tree, container: int) -> Tree:
        return Tree(tuple(() if i == container else d for i, d in enumerate(state.dirs, 1)))

    def plan_most(self, size: int) -> int:
        return 6

    def meets(self, state: Tree, goal: dict[str, Any]) -> bool:
        names = state.dirs[goal["dir"] - 1]
        return names is not None and list(names) == list(goal["names"])

    def refuses(self, op: Command, goal: dict[str, Any]) -> str:
        if not isinstance(op, (Touch, Remove)) or op.target != goal["dir"]:
            return f"only touch and rm on dir{goal['dir']} are allowed here"
        if len(op.names) > goal["most"]:
            return f"a command here may name at most {goal['most']} files, this one names {len(op.names)}"
        return ""

    def shortest(self, state: Tree, goal: dict[str, Any], limit: int) -> tuple[Command, ...] | None:
        at, most = goal["dir"], goal["most"]
        here, wanted = set(state.dirs[at - 1] or ()), set(goal["names"])
        gone, new = sorted(here - wanted), sorted(wanted - here)
        plan: list[Command] = [Remove(at, tuple(gone[i : i + most])) for i in range(0, len(gone), most)]
        plan += [Touch(at, tuple(new[i : i + most])) for i in range(0, len(new), most)]
        return tuple(plan) if len(plan) <= limit else None


@lru_cache(maxsize=8192)
def _nonsense(op: Command, dirs: int) -> str:
    """Why a command makes no sense among so many directories; "" if it does."""
    places = (op.target,) if isinstance(op, (Touch, Remove)) else (op.source, op.target)
    for place in places:
        if not 1 <= place <= dirs:
            return f"there is no dir{place}"
    if len(places) == 2 and places[0] == places[1]:
        return f"dir{places[0]} is both source and target"
    if not op.names:
        return "the command names no file"
    if len(set(op.names)) != len(op.names):
        return "the command names a file twice"
    for name in op.names:
        if name not in _KNOWN and not _NAME.fullmatch(name):
            return f"{name[:40]!r} is not a file name of this world (like a1.txt)"
    return ""


def _with(held: tuple[str, ...] | None, names: tuple[str, ...], at: int) -> tuple[str, ...] | None:
    if held is None:
        return None
    for name in names:
        if name in held:
            raise IllegalOp(f"{name} is already in dir{at}")
    return tuple(sorted(held + names))


def _without(held: tuple[str, ...] | None, names: tuple[str, ...], at: int) -> tuple[str, ...] | None:
    if held is None:
        return None
    for name in names:
        if name not in held:
            raise IllegalOp(f"{name} is not in dir{at}")
    return tuple([n for n in held if n not in names])


def _names(text: str, at: int) -> tuple[str, ...]:
    """Names of a brace list, or of words parted by blanks that may each repeat the directory."""
    words: list[str] = []
    prefix = f"dir{at}/"
    # A brace that has no partner stays alone and is no name.
    for chunk in re.findall(r"\{[^{}]*\}|[^\s{}]+|[{}]", text):
        if chunk.startswith("{"):
            words += [w.strip() for w in chunk[1:-1].split(",")]
        elif chunk != prefix:
            words.append(chunk.removeprefix(prefix))
    if not words or not all(_NAME.fullmatch(w) for w in words):
        raise IllegalOp(f"{text[:60]!r} does not list file names like a1.txt")
    return tuple(words)
