"""Look of the file world: a terminal in which commands are typed and directories are listed."""

import re
from typing import Any, ClassVar

from ...core.errors import BadParams
from ...simulators.file import Command, File, Tree
from ..lettering import write
from ..picture import Picture, Placed, Sprite
from ..style import Style
from ..theme import Theme, contrast, mix, readable
from . import _tabletop as on
from .base import View

_NAME = r"[a-z][0-9]?\.(?:csv|json|py|txt)"
_SOME = rf"dir[1-4]/(?:{_NAME}|\{{{_NAME}(?:,{_NAME})+\}})"
_PITCH = 9
"""Characters from one name of a listing to the next: the longest has seven."""
_HEADER, _NOTE, _PLAIN = "\x1b[1;34m", "\x1b[33m", "\x1b[0m"


class FileView(View[Tree, Command]):
    """A terminal; with Matplotlib, folders above a command line."""

    renderer: ClassVar[str] = "terminal"
    title: ClassVar[str] = "Terminal"
    prompt: ClassVar[str] = "\x1b[1;32m~$\x1b[0m "
    """What the shell prints when it waits, with its colours."""
    allowed: ClassVar[re.Pattern[str]] = re.compile(
        rf"(?:touch|rm) {_SOME}|(?:cp|mv) {_SOME} dir[1-4]/|ls(?: dir[1-4]){{1,4}}"
    )
    """Every line that may be typed: no blank, quote, star, semicolon or path can get in."""

    def theme(self, style: Style) -> Theme:
        """Dark, tinted by the style; a page that is dark already, and the safe style, stay as they are."""
        ground, ink = style.page, style.ink
        if not style.safe and contrast(style.page, "#000000") > 450:
            ground, ink = style.ink, style.page
        bar = mix(ground, ink, 14)
        return Theme(
            ground=ground,
            ink=ink,
            prompt=readable(style.accent, ground, ink),
            header=readable(style.cover, ground, ink),
            note=readable(style.gold, ground, ink),
            bar=bar,
            bar_ink=readable(ink, bar, ink),
            pill=style.gold,
            pill_ink="#101010",
            dots=(style.accent, style.gold, mix(style.cover, "#ffffff", 25)),
        )

    def reading(self, state: Tree) -> int:
        return 300 + 10 * sum(len(names or ()) for names in state.dirs)

    # --- what the terminal back end asks ---------------------------------------------------------

    def command(self, op: Command) -> str:
        """The line to type for an operation; raises BadParams if it is not one of the allowed lines."""
        line = File().say(op)
        if not self.allowed.fullmatch(line):
            raise BadParams(f"{line[:60]!r} cannot be typed", hint="names must be like a1.txt")
        return line

    def tree(self, state: Tree) -> dict[str, tuple[str, ...]]:
        """The folders and their sorted names, as the file system must hold them."""
        return {f"dir{i}": tuple(names or ()) for i, names in enumerate(state.dirs, 1)}

    def listing(self, state: Tree, room: tuple[int, int]) -> tuple[str, str]:
        """The command that lists every directory, and what it prints (lines end in CR LF)."""
        across = _across(room)
        blocks = []
        for folder, names in self.tree(state).items():
            rows = -(-len(names) // across)
            lines = [f"{_HEADER}{folder}:{_PLAIN}"]
            for row in range(rows):
                *line, last = names[row::rows]
                lines.append("".join(f"{name:<{_PITCH}}" for name in line) + last)
            if not names:
                lines.append(f"{_NOTE}(empty){_PLAIN}")
            blocks.append("\r\n".join(lines) + "\r\n")
        gap = "\r\n" if _airy(state, room) else ""
        return "ls " + " ".join(self.tree(state)), gap.join(blocks)

    def prelude(self, state: Tree, room: tuple[int, int]) -> str:
        """One line of shell that makes `ls` name each directory, say when it is empty, and align names.

        The names come from the real ls; its own column layout differs between systems.
        """
        across, gap = _across(room), r"\n" if _airy(state, room) else ""
        return (
            "ls(){ local d f n r i l g=; for d; do "
            r"printf '%b\033[1;34m%s:\033[0m\n' "
            f'"$g" "$d"; g=\'{gap}\'; '
            'f=($(command ls -1 "$d")); n=${#f[@]}; '
            rf"[ $n = 0 ] && printf '\033[33m(empty)\033[0m\n'; r=$(((n+{across - 1})/{across})); "
            "for ((l=0;l<r;l++)); do for ((i=l;i<n;i+=r)); do "
            rf"if ((i+r<n)); then printf '%-{_PITCH}s' "
            '"${f[i]}"; else '
            r"printf '%s\n' "
            '"${f[i]}"; fi; done; done; done; }'
        )

    # --- the same with Matplotlib ----------------------------------------------------------------

    def canvas(self, size: int) -> tuple[int, int]:
        return on.WIDTH, on.HEIGHT

    def backdrop(self, size: int) -> Sprite:
        return on.table()

    def still(self, state: Tree, lift: float) -> Picture:
        out: list[Placed] = []
        for at, names in enumerate(state.dirs, 1):
            wide, high, x, y = _place(at, len(state.dirs))
            if names is None or lift < 1:
                out.append(Placed(f"dir:{at}", Sprite("folder", (at, None), wide, high), x, y))
            if names is not None and lift > 0:
                out.append(Placed(f"files:{at}", Sprite("folder", (at, names), wide, high), x, y, lift))
        return tuple(out)

    def motion(self, before: Tree, op: Command, t: float) -> Picture:
        line = "$ " + self.command(op)
        # Typed in the first half, then held.
        typed = min(len(line), round(len(line) * t / 0.5)) if 0 < t < 1 else 0
        if not typed:
            return self.still(before, 0.0)
        out = [*self.still(before, 0.0), Placed("line", Sprite("line", (), 592, 84), 320, 384)]
        at = 0
        for row, text in enumerate(_wrapped(line, 46)):
            # One sprite a letter: whole lines would be as many drawings as there are frames.
            for column, char in enumerate(text[: max(0, typed - at)]):
                if char != " ":
                    key = Sprite("key", (char,), 16, 30)
                    out.append(Placed(f"key:{at + column}", key, 44 + column * 12, 369 + row * 30))
            at += len(text)
        return tuple(out)

    def draw(self, ax: Any, sprite: Sprite, style: Style) -> None:
        if on.draw_common(ax, sprite, style):
            return
        left, top = -sprite.width / 2, -sprite.height / 2
        if sprite.kind == "line":
            on.box(ax, left, top, sprite.width, sprite.height, 10, facecolor=style.page)
            return
        if sprite.kind == "key":
            write(ax, str(sprite.args[0]), 0, 0, 20, style.ink, face="mono")
            return
        at, names = sprite.args
        on.box(ax, left, top, sprite.width, sprite.height, 10, facecolor=style.page)
        on.box(ax, left, top, sprite.width, 30, 10, facecolor=style.cover)
        on.word(ax, f"dir{at}", 0, top + 15, 20, style.cover_ink)
        if names is None:
            on.word(ax, "?", 0, 15, 56, style.ink)
        elif not names:
            on.word(ax, "(empty)", 0, 15, 24, style.ink)
        else:
            assert isinstance(names, tuple)
            size = 14 if sprite.width < 400 else 20
            across = (sprite.width - 20) * 10 // (size * 48)
            pitch = min(size * 1.7, (sprite.height - 38) / -(-len(names) // across))
            for i, name in enumerate(names):
                x, y = left + 14 + i % across * size * 4.8, top + 36 + (i // across + 0.5) * pitch
                write(ax, str(name), x, y, min(size, pitch * 0.8), style.ink, face="mono", anchor="left")


def _wrapped(text: str, columns: int) -> list[str]:
    """Lines that end after a comma or blank where there is one."""
    lines = []
    while len(text) > columns:
        end = max(text.rfind(",", 0, columns), text.rfind(" ", 0, columns)) + 1 or columns
        lines.append(text[:end])
        text = text[end:]
    return [*lines, text]


def _across(room: tuple[int, int]) -> int:
    """Names side by side."""
    return (room[0] + 2) // _PITCH


def _airy(state: Tree, room: tuple[int, int]) -> bool:
    """Whether there is room for a blank line between directories, below a command of three lines."""
    lines = sum(2 + max(1, -(-len(names or ()) // _across(room))) for names in state.dirs) - 1
    return lines + 4 <= room[1]


def _place(at: int, count: int) -> tuple[int, int, float, float]:
    """Width, height and centre of a directory's panel."""
    across = min(2, count)
    down = -(-count // across)
    wide, high = 600 // across - 8, 312 // down - 8
    column, row = (at - 1) % across, (at - 1) // across
    x = 20 + (600 // across) * (column + 0.5)
    return wide, high, x, 26 + (312 // down) * (row + 0.5)
