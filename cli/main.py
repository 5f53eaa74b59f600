"""`gen`: the group of commands, loaded one by one, and the one place where errors become two lines."""

import os
import signal
import sys
import threading
from contextlib import suppress
from importlib import import_module
from typing import Any, TextIO

import click

from ..core.errors import ReelproofError, near
from ..core.version import VERSION

COMMANDS = {
    "reason": "Make videos of hidden state and visible operations, with proven questions.",
    "vgenst": "Make 3D videos of metric scenes, with proven questions.",
    "grade": "Grade a replies file against a dataset.",
    "verify": "Check a dataset: schemas, digests, certificates, a re-made sample.",
    "replay": "Recompute published VideoReasonBench records.",
    "expand": "Put the right option at every place (circular evaluation).",
    "export": "Write a dataset in the form of another system.",
    "show": "Print one item readably, with its states.",
    "sheet": "Draw moments of a script side by side.",
    "describe": "List worlds, themes, tasks, question types, knobs, renderers, schemas and more.",
    "validate": "Check a file or dataset against its JSON Schema.",
    "audit": "Try null policies, known exploits and shortcuts.",
    "setup": "Set up a part that is too heavy to come along: blender.",
}
"""One command a file: `cli/NAME.py` defines a click command `NAME`."""


LONGEST = 600
"""Characters of a line of an error; a file or a user may have put a novel into it."""


class Commands(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"{__package__}.{cmd_name}"), cmd_name)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS:
            fault = click.UsageError(f"there is no command {args[0][:40]!r}", ctx)
            fault.hint = near(args[0], COMMANDS)  # type: ignore[attr-defined]
            raise fault
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(VERSION, prog_name="reelproof")
def gen() -> None:
    """Video benchmarks with proofs: from a seed to videos, questions and certified answers.

    \b
    Begin with:  gen reason --category number --ops 10
                 gen vgenst --theme kitchen
    """


def main(args: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code.

    0 done, 2 wrong use or bad input, 3 a part is missing, 4 a back end failed, 5 a check found a fault,
    130 stopped by Ctrl-C, 143 ended from outside. Tracebacks appear only for our own bugs.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _end)
    try:
        code = gen.main(args=args, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as fault:
        click.echo(fault.ctx.get_help() if fault.ctx else "")
        code = 2
    except click.UsageError as fault:
        code = _say(_plain(fault.format_message()), getattr(fault, "hint", "") or _help(fault), 2)
    except click.ClickException as fault:
        code = _say(fault.format_message(), "see `gen --help`", 2)
    except ReelproofError as fault:
        code = _say(fault.message, fault.hint, fault.exit_code)
    except (KeyboardInterrupt, click.Abort):
        code = _say("stopped", "run the same command again to go on from here", 130)
    except BrokenPipeError:
        # The reader of our output has left, as `head` does.
        sys.stderr.close()
        code = 0
    except OSError as fault:
        what = f"{fault.strerror or fault}: {fault.filename or 'no file named'}"
        code = _say(what, "check the path, its permissions and the free space", 2)
    _let_go(sys.stderr)
    sys.exit(code if isinstance(code, int) else 0)


def _let_go(stream: TextIO) -> None:
    """Flush; what cannot be written is dropped, or Python would change the exit code at its end."""
    try:
        stream.flush()
    except OSError:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except ValueError:
        pass


def _end(number: int, frame: object) -> None:
    """Leave by way of every `finally`, so that workers, shells and temporary folders go, too."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit(128 + number)


def _plain(message: str) -> str:
    """Click's message in one line."""
    return " ".join(message.split())


def _help(fault: click.UsageError) -> str:
    possible = getattr(fault, "possibilities", None)
    if possible:
        return "did you mean " + " or ".join(sorted(possible)) + "?"
    # Not the command path: under `python -m` that begins with the interpreter.
    name = fault.ctx.info_name if fault.ctx and fault.ctx.parent else None
    return f"see `gen {name} --help`" if name else "see `gen --help`"


def _say(message: str, hint: str, code: int) -> int:
    # Where even errors cannot be written, the exit code must still tell.
    with suppress(OSError):
        click.echo(f"error: {_printable(message)}", err=True)
        click.echo(f"hint: {_printable(hint or 'see `gen --help`')}", err=True)
    return code


def _printable(text: str) -> str:
    """One line without control characters, whatever a file or a user put in."""
    line = " ".join(text[: 2 * LONGEST].split())
    line = line if len(line) <= LONGEST else line[: LONGEST - 4] + " ..."
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
