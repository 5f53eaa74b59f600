"""The terminal back end: commands really run, screens read by pyte, typed by the script's clock."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, runtime_checkable

from ..core import catalog
from ..core.errors import BackendFailed, BadParams
from ..simulators.replay import Replay
from .reel import Kind, Pace, Reel, chain
from .style import Style
from .theme import Theme

if TYPE_CHECKING:
    from .screen import Grid


@runtime_checkable
class Console(Protocol):
    """What a view offers, beyond being a view, to be shown in a terminal."""

    title: ClassVar[str]
    prompt: ClassVar[str]
    """What the shell prints when it waits, colours included."""
    allowed: ClassVar[re.Pattern[str]]
    """The only lines that are ever typed."""

    def theme(self, style: Style) -> Theme:
        """The colours."""
        ...

    def caption(self, reveal: str) -> str:
        """The line shown while the hidden state is revealed."""
        ...

    def reading(self, state: Any) -> int:
        """How long a reveal of the state holds, in hundredths of a second."""
        ...

    def prelude(self, state: Any, room: tuple[int, int]) -> str:
        """A line of shell run before the clip begins, not shown; for listing a state as `listing` does."""
        ...

    def command(self, op: Any) -> str:
        """The line to type for an operation."""
        ...

    def listing(self, state: Any, room: tuple[int, int]) -> tuple[str, str]:
        """The line to type that shows a state, and what it prints on so many columns and lines."""
        ...

    def tree(self, state: Any) -> dict[str, tuple[str, ...]]:
        """Folders and file names that the state means."""
        ...


_HOLD = 125
"""How long a finished command stays, in hundredths of a second, where the pace allows it."""


class Step(NamedTuple):
    """A line typed at the prompt."""

    line: str
    shown: str
    """What it prints, according to the rules."""
    tree: dict[str, tuple[str, ...]]
    """What the folders hold after it, according to the rules."""


class Terminal:
    """Real bash where there is one, else a replay that draws the same screens."""

    name = "terminal"
    exact = True

    def __init__(self, view: Console | None = None, *, pure: bool = False) -> None:
        self._view = view
        """The look to draw with; None is that of the replay's world."""
        self._pure = pure
        """Never start a shell."""

    def console(self, replay: Replay) -> Console:
        """The look of the replay's world; raises BadParams if it has none for a terminal."""
        view = catalog.view(replay.script.world) if self._view is None else self._view
        if not isinstance(view, Console):
            raise BadParams(
                f"the {replay.script.world} world has no look for a terminal",
                hint="use --renderer matplotlib",
            )
        return view

    def draws(self, view: object) -> bool:
        return isinstance(view, Console)

    def reel(self, replay: Replay, pace: Pace) -> Reel:
        """An operation lasts exactly `pace.seconds_per_op`: a blank prompt, then typing and the hold.

        The motion's frames begin with the first key and end when the line leaves the screen.
        """
        pace.check()
        count = replay.count
        beat = pace.frames(round(pace.seconds_per_op * 100))
        pause = min(pace.frames(20), beat // 8)
        reading = pace.frames(self.console(replay).reading(replay.revealed))
        typing = pace.frames(120)
        parts: list[tuple[Kind, int, int]]
        if replay.script.reveal == "start":
            parts = [("rest", 0, pace.frames(60)), ("uncover", 0, typing), ("shown", 0, reading)]
            parts.append(("cover", 0, pace.frames(40)))
        else:
            parts = [("rest", 0, pace.frames(80))]
        for step in range(count):
            if pause:
                parts.append(("rest", step, pause))
            parts.append(("motion", step, beat - pause))
        if replay.script.reveal == "start":
            parts.append(("rest", count, pace.frames(100)))
        else:
            if pause:
                parts.append(("rest", count, pause))
            parts.append(("uncover", count, typing))
            parts.append(("shown", count, reading))
        return chain(pace.fps, parts)

    def frames(self, replay: Replay, style: Style, pace: Pace) -> tuple[int, int, Iterator[bytes]]:
        """As `Backend.frames`; the iterator raises BackendFailed if the real tree leaves the script."""
        from .screen import NATURAL, Grid

        console = self.console(replay)
        reel = self.reel(replay, pace)
        room = _room(replay, console)
        grid = Grid.of(*pace.size(NATURAL), room)
        steps = _steps(replay, console, room)
        return grid.width, grid.height, self._film(replay, console, style, reel, steps, grid)

    def _film(
        self,
        replay: Replay,
        console: Console,
        style: Style,
        reel: Reel,
        steps: tuple[Step, ...],
        grid: "Grid",
    ) -> Iterator[bytes]:
        from .screen import Canvas

        canvas = Canvas(grid, console.theme(style), console.title)
        queue = iter(steps)
        step = steps[0]
        with _Session(replay, console, (grid.columns, grid.rows), pure=self._pure) as session:
            for segment in reel.segments:
                keys: list[int] = []
                enter = -1
                match segment.kind:
                    case "motion":
                        session.clear()
                        step = next(queue)
                        hold = min(reel.fps * _HOLD // 100, segment.count // 2)
                        keys = _keys(step.line, segment.count - hold, reel.fps)
                        enter = min(keys[-1] + max(1, reel.fps // 4), segment.count - 1)
                    case "uncover":
                        step = next(queue)
                        session.clear()
                        keys = _keys(step.line, segment.count * 4 // 5, reel.fps)
                    case "shown":
                        enter = 0
                        canvas.head(console.caption(replay.script.reveal))
                    case "cover":
                        canvas.head("")
                        session.clear()
                    case "rest":
                        session.clear()
                yield from _play(session, canvas, step, segment.count, keys, enter, reel.fps)


def _play(
    session: "_Session", canvas: Any, step: Step, count: int, keys: list[int], enter: int, fps: int
) -> Iterator[bytes]:
    """`count` frames: key k is struck at frame keys[k], Enter at frame `enter` (-1: not at all)."""
    blink = max(1, fps // 2)
    breaks = session.breaks(step.line)
    typed, touched = 0, 0
    lit: bool | None = None
    for at in range(count):
        while typed < len(keys) and keys[typed] <= at:
            session.key(("\r\n" if typed in breaks else "") + step.line[typed])
            typed, touched, lit = typed + 1, at, None
        if at == enter:
            session.enter(step)
            touched, lit = at, None
        on = (at - touched) // blink % 2 == 0
        if on is not lit:
            canvas.show(session.screen, cursor=on)
            lit = on
        yield canvas.frame()


class _Session:
    """The screen that is shown, and the shell behind it, if there is one."""

    def __init__(self, replay: Replay, console: Console, room: tuple[int, int], *, pure: bool) -> None:
        import pyte

        from . import shell

        self.screen = pyte.Screen(*room)
        self._stream = pyte.Stream(self.screen)
        self._console, self._prompt = console, console.prompt
        self._shell: shell.Shell | None = None
        if not pure and shell.usable():
            self._shell = shell.Shell(
                console.tree(replay.script.start),
                prompt=console.prompt,
                prelude=console.prelude(replay.revealed, room),
                allowed=console.allowed,
            )
        self.clear()

    def breaks(self, line: str) -> tuple[int, ...]:
        """Where a typed line goes on in the next line of this screen."""
        return _breaks(self._console, line, self.screen.columns)

    def clear(self) -> None:
        """Empty the screen but for the prompt, as terminals do on demand."""
        self.screen.reset()
        self._stream.feed(self._prompt)

    def key(self, char: str) -> None:
        """Show a typed character."""
        self._stream.feed(char)

    def enter(self, step: Step) -> None:
        """Run the typed line; raises BackendFailed if the shell and the rules part ways."""
        shown = step.shown
        if self._shell is not None:
            shown = self._shell.run(step.line)
            if shown != step.shown:
                raise BackendFailed(
                    f"{step.line[:60]!r} printed {shown[:80]!r}, the rules say {step.shown[:80]!r}",
                    hint="the script is broken, or the shell is not as it should be; nothing was kept",
                )
            real = self._shell.tree()
            if real != step.tree:
                raise BackendFailed(
                    f"after {step.line[:60]!r} the real folders are not those of the script: "
                    + _difference(real, step.tree),
                    hint="the script is broken; check it with `gen verify`",
                )
        self._stream.feed("\r\n" + shown + self._prompt)

    def __enter__(self) -> "_Session":
        return self

    def __exit__(self, *_: object) -> None:
        if self._shell is not None:
            self._shell.close()


def _steps(replay: Replay, console: Console, room: tuple[int, int]) -> tuple[Step, ...]:
    """The listing and the operations, in the order of the clip."""
    states, ops = replay.states, replay.script.ops
    lines = [Step(console.command(op), "", console.tree(state)) for op, state in zip(ops, states[1:], strict=True)]
    listing = Step(*console.listing(replay.revealed, room), console.tree(replay.revealed))
    return (listing, *lines) if replay.script.reveal == "start" else (*lines, listing)


def _room(replay: Replay, console: Console) -> tuple[int, int]:
    """Columns and lines: the largest letters with which every step fits the screen.

    Only what the clip shows has a say, so the size of the letters tells nothing that is hidden.
    """
    from .screen import LAYOUTS

    tallest = 0
    for room in LAYOUTS:
        tallest = max(_height(console, step, room[0]) for step in _steps(replay, console, room))
        if tallest <= room[1]:
            return room
    raise BadParams(
        f"a command with what it prints takes {tallest} lines, the screen has {LAYOUTS[-1][1]}",
        hint="use fewer directories or fewer files",
    )


def _line(console: Console, text: str) -> str:
    """Prompt and typed text, as they look."""
    return re.sub(r"\x1b\[[0-9;]*m", "", console.prompt) + text


def _breaks(console: Console, line: str, columns: int) -> tuple[int, ...]:
    """Where a typed line goes on in the next line of the screen: no name is cut in two.

    The last column stays free for the cursor.
    """
    at, used, out = 0, len(_line(console, "")), []
    for part in re.findall(r"[^ ,]*[ ,]|[^ ,]+", line):
        if used + len(part) > columns - 1 and used:
            out.append(at)
            used = 0
        at, used = at + len(part), used + len(part)
    return tuple(out)


def _height(console: Console, step: Step, columns: int) -> int:
    """Lines that a step takes on the screen, the next prompt included."""
    return len(_breaks(console, step.line, columns)) + 1 + step.shown.count("\n") + 1


def _keys(line: str, frames: int, fps: int) -> list[int]:
    """The frame of each key: at most twelve keys a second, faster where `frames` asks for it.

    Hands are uneven and pause between words; how much is fixed by the text, so equal text has one rhythm.
    """
    weights = [
        6 + (7 * at * at + 3 * ord(char)) % 5 + (5 if at and line[at - 1] in " ,/{" else 0)
        for at, char in enumerate(line)
    ]
    length = max(1, min(frames, len(line) * fps // 12))
    total = sum(weights)
    passed, keys = 0, []
    for weight in weights:
        keys.append(passed * length // total)
        passed += weight
    return keys


def _difference(real: dict[str, tuple[str, ...]], ruled: dict[str, tuple[str, ...]]) -> str:
    """The first folder in which two trees differ, in words."""
    for folder in sorted(real.keys() | ruled.keys()):
        one, other = real.get(folder), ruled.get(folder)
        if one != other:
            return f"{folder} holds {one}, the rules say {other}"[:300]
    return "nowhere"
