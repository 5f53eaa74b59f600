"""A real bash in a pseudo-terminal, shut in a fresh folder, that types only what an allow-list admits."""

import os
import re
import select
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import TracebackType

from ..core.errors import BackendFailed

Tree = Mapping[str, tuple[str, ...]]
"""Sorted file names of each folder; all files are empty and no folder holds another."""

_PATIENCE = 100
"""Silent tenths of a second before a shell counts as hung."""
_FLOOD = 1 << 20
"""Bytes that no command of a clip prints."""


class Shell:
    """One bash for one clip; a context manager that always reaps the child and removes the folder.

    No line editor: the kernel echoes what is typed, so no terminal database is needed and what comes
    back for a command is exactly its echo, what it printed, and the next prompt.
    """

    def __init__(self, tree: Tree, *, prompt: str, prelude: str, allowed: re.Pattern[str]) -> None:
        self._prompt = prompt.encode()
        self._allowed = allowed
        self._master = -1
        self._child: subprocess.Popen[bytes] | None = None
        self._home = Path(tempfile.mkdtemp(prefix="reelproof-"))
        try:
            for folder, names in tree.items():
                (self._home / folder).mkdir()
                for name in names:
                    (self._home / folder / name).touch()
            self._start()
            self._send(prelude)
        except OSError as fault:
            self.close()
            raise BackendFailed(
                f"no shell could be started: {fault}", hint="see that bash, /dev/pts and the temp folder work"
            ) from fault
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        master, slave = os.openpty()
        self._master = master
        try:
            # The first terminal that a session leader opens becomes its controlling one, so sh opens
            # it by name; that spares a hook between fork and exec, which is unsafe beside threads.
            self._child = subprocess.Popen(
                ["/bin/sh", "-c", 'exec <>"$0" >&0 2>&0 && exec "$@"', os.ttyname(slave), *self._command()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=self._home,
                env=self._surroundings(),
                start_new_session=True,
            )
            first = self._until_prompt()
        finally:
            # Held open until now, lest the terminal hang up before the child has it.
            os.close(slave)
        if first:
            raise BackendFailed(
                f"bash began with {first[:80]!r} instead of its prompt", hint="see that bash works here"
            )

    def _command(self) -> list[str]:
        bash = ["bash", "--noprofile", "--norc", "--noediting", "-i"]
        if not _jail():
            return bash
        home = str(self._home)
        return [*_JAIL, "--bind", home, home, "--chdir", home, *bash]

    def _surroundings(self) -> dict[str, str]:
        return {
            "PATH": "/usr/bin:/bin",
            "TERM": "xterm-256color",
            "LC_ALL": "C",
            "TZ": "UTC",
            "HOME": str(self._home),
            "PS1": self._prompt.decode(),
            # Set but empty: an unset name would make bash choose a file.
            "HISTFILE": "",
        }

    def run(self, line: str) -> str:
        """What a command prints. Raises BackendFailed for a line that is not allowed, or no prompt."""
        if not self._allowed.fullmatch(line):
            raise BackendFailed(
                f"{line[:60]!r} is not on the list of allowed commands",
                hint="nothing was run; mend the script",
            )
        return self._send(line)

    def _send(self, line: str) -> str:
        text = line.encode()
        try:
            os.write(self._master, text + b"\r")
        except OSError as fault:
            raise BackendFailed(f"the shell hung up: {fault}", hint="run the command again") from fault
        said = self._until_prompt()
        echo = text + b"\r\n"
        if not said.startswith(echo):
            raise BackendFailed(
                f"the terminal echoed {said[:80]!r} for {line[:60]!r}", hint="see that bash works here"
            )
        return said[len(echo) :].decode("utf-8", "replace")

    def _until_prompt(self) -> bytes:
        """Bytes up to the next prompt, which is left out."""
        said = bytearray()
        silent = 0
        while not said.endswith(self._prompt):
            if select.select([self._master], [], [], 0.1)[0]:
                try:
                    said += os.read(self._master, 1 << 16)
                except OSError:  # Linux says so when the last holder of the other end is gone
                    silent = _PATIENCE
                else:
                    silent = 0
            else:
                silent += 1
            gone = self._child is None or self._child.poll() is not None
            if silent >= _PATIENCE or len(said) > _FLOOD or (gone and silent):
                raise BackendFailed(
                    f"the shell gave no prompt, its last words were {bytes(said[-80:])!r}",
                    hint="run the command again; if it stays, use a machine with a working bash",
                )
        return bytes(said[: -len(self._prompt)])

    def tree(self) -> dict[str, tuple[str, ...]]:
        """What the folder really holds, read past the shell.

        Raises BackendFailed for a file beside the folders, a folder in a folder, or a file with content.
        """
        found = {}
        for path, folders, names in os.walk(self._home):
            here = Path(path)
            folders.sort()
            if here == self._home:
                odd = names
            else:
                found[str(here.relative_to(self._home))] = tuple(sorted(names))
                odd = folders + [n for n in names if (here / n).is_symlink() or (here / n).stat().st_size]
            if odd:
                raise BackendFailed(
                    f"the shell left {sorted(odd)[0][:40]!r}, which no command makes",
                    hint="report this fault",
                )
        return found

    def close(self) -> None:
        """End the shell, wait for it, remove the folder; safe to repeat."""
        if self._child is not None:
            # End of input first: a jail then ends from the inside and leaves no process to be reaped.
            with suppress(OSError, subprocess.TimeoutExpired):
                os.write(self._master, b"\x04")
                self._child.wait(0.5)
            if self._child.poll() is None:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._child.pid, 9)
                self._child.wait()
            self._child = None
        if self._master >= 0:
            os.close(self._master)
            self._master = -1
        shutil.rmtree(self._home, ignore_errors=True)

    def __enter__(self) -> "Shell":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


_JAIL = (
    *("bwrap", "--unshare-all", "--die-with-parent"),
    *("--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/tmp"),
)
"""Bubblewrap: no network, nothing writable but what is bound after this."""


@cache
def _jail() -> bool:
    """Whether bubblewrap is here and may make its name spaces."""
    if shutil.which("bwrap", path="/usr/bin:/bin") is None:
        return False
    try:
        done = subprocess.run(
            [*_JAIL, "true"], env={"PATH": "/usr/bin:/bin"}, capture_output=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


@cache
def usable() -> bool:
    """Whether this machine can run the shell: a pseudo-terminal, sh and bash that prompt as they should."""
    if not hasattr(os, "openpty"):
        return False
    try:
        with Shell({"d": ()}, prompt="> ", prelude="true", allowed=re.compile("printf x")) as shell:
            return shell.run("printf x") == "x" and shell.tree() == {"d": ()}
    except BackendFailed:
        return False
