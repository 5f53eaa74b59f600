"""Questions about directories."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from ...core.seeds import Rng
from ...schemas.answers import Answer, Bag
from ...schemas.question import Query
from ...simulators.file import EXTENSIONS, NAMES, Move
from ...simulators.replay import Replay, Seen
from .base import ZERO_RATE, Draft, Wanted, hidden_end, listed, probe_after
from .container import ContainerQuestions, Held

_COMMAND = re.compile(r"\$ (touch|rm|cp|mv) dir(\d)/(\S+?)(?: dir(\d)/)?")
_EXAMPLES = ("touch dir1/{a1.txt,b2.py}; rm dir1/c3.csv", "rm dir1/{d4.json,e5.py}; touch dir1/f6.txt")
MOST = 3
"""Files that one command of a plan may name, so that plans have a length."""


class FileQuestions(ContainerQuestions):
    """The witness keeps, for each name in each directory, when it came and went."""

    name: ClassVar[str] = "file"
    method: ClassVar[str] = "a timeline of arrivals and departures for each name in each directory"
    determined: ClassVar[str] = (
        "every command creates names that were absent or takes away names that were present, so what was "
        "there before follows from what is there after"
    )
    count_token: ClassVar[str] = "name"
    empty_rate: ClassVar[tuple[int, int]] = (1, 40)
    item_token: ClassVar[str] = "name"
    moves_noun: ClassVar[str] = "commands"

    def rules(self, size: int, rng: Rng) -> str:
        which = listed("dir", size)
        there = "directory dir1" if size == 1 else f"directories {which}"
        lead = rng.choice(
            (
                f"The video shows a terminal in which commands change the files of the {there}.",
                f"In the video, commands typed in a terminal add and remove files in the {there}.",
                f"You watch a shell session that works on the {there}.",
            )
        )
        several = (
            "A list in braces stands for several files, so dir1/{a1.txt,b2.py} is dir1/a1.txt and dir1/b2.py. "
        )
        if size == 1:
            move = (
                "Each operation is one command: touch creates empty files, rm removes files. "
                f"{several}Every file that touch names is new in the directory, and every file that rm names is "
                "there. "
            )
        else:
            move = (
                "Each operation is one command: touch creates empty files, rm removes files, cp copies and mv "
                f"moves files from one directory to another. {several}No command creates, copies or moves a "
                "file to where one of that name already is, and every file that a command removes, copies or "
                "moves is there. "
            )
        return f"{lead} {move}A listing (ls) is not an operation. Operations are numbered from 1."

    def revealed(self, reveal: str, size: int, rng: Rng) -> str:
        what = "The directory is" if size == 1 else "The directories are"
        if reveal == "start":
            return rng.choice(
                (
                    f"{what} listed only at the start.",
                    f"{what} listed before the first operation and not again.",
                )
            )
        return rng.choice(
            (
                f"{what} listed only at the end.",
                f"{what} not listed until the last operation is over.",
            )
        )

    def order_form(self, replay: Replay, rng: Rng) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write the commands as they are typed, in order, separated by semicolons; the order of names "
            "within braces does not matter."
        )
        if replay.script.size > 1:
            return form, (
                "touch dir1/{a1.txt,b2.py}; mv dir1/b2.py dir2/",
                "cp dir1/{d4.json,e5.py} dir2/; rm dir1/f6.txt",
            )
        return form, _EXAMPLES

    def groups(self, size: int) -> tuple[str, ...]:
        verbs = ("touch", "rm") if size == 1 else ("touch", "rm", "cp", "mv")
        return tuple(f"{verb} .{ext}" for verb in verbs for ext in EXTENSIONS)

    def ask_count(self, group: str, during: str, rng: Rng) -> str:
        verb, part = group.split()
        return rng.choice(
            (
                f"How many {part} files do the {verb} commands {during} name in all, and which?",
                f"Count the {part} files that {verb} commands name {during}, and list them.",
                f"Look at all {verb} commands {during}. How many {part} files do they name together, and which?",
            )
        )

    def count_form(self) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write the number, a colon and the file names separated by commas (in any order, without "
            "directories, a name as often as such commands name it), or only 0 if there are none."
        )
        return form, ("5: a1.txt, b2.txt, b2.txt, c3.txt, d4.txt", "1: c3.py")

    def held(self, state: Any, container: int) -> Sequence[str]:
        return tuple(state.dirs[container - 1] or ())

    def parts(self) -> tuple[str, ...]:
        return tuple(f".{ext}" for ext in EXTENSIONS)

    def part_of(self, items: Sequence[str], part: str) -> tuple[str, ...]:
        return tuple(item for item in items if item.endswith(part))

    def touched(self, op: Any) -> Iterable[tuple[int, str]]:
        places = (op.target, op.source) if isinstance(op, Move) else (op.target,)
        parts = {name[name.index(".") :]: None for name in op.names}
        return [(place, part) for place in places for part in parts]

    def ask_items(self, container: int, part: str, when: str, rng: Rng) -> str:
        return rng.choice(
            (
                f"Which {part} files are in dir{container} {when}?",
                f"List all {part} files of dir{container} {when}.",
                f"What are the names of the {part} files in dir{container} {when}?",
            )
        )

    def items_form(self) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write the file names without the directory, separated by commas, in any order; write none if "
            "there are none."
        )
        return form, ("a1.txt, b2.txt", "c3.py, d4.py")

    def set_form(self) -> tuple[str, tuple[str, ...]]:
        return self.items_form()

    def compare_state(self, replay: Replay, rng: Rng, wanted: Wanted) -> Draft:
        """Between two moments, or, with several directories, between two directories at one moment."""
        size = replay.script.size
        if size == 1 or rng.chance(1, 2):
            return super().compare_state(replay, rng, wanted)
        after = probe_after(replay, rng)
        when = hidden_end(replay.script.reveal) if after is None else f"just after operation {after}"
        state = replay.hidden if after is None else replay.states[after]
        some, none = list[tuple[int, str, int]](), list[tuple[int, str, int]]()
        for here in range(1, size + 1):
            for there in range(1, size + 1):
                only = sorted(set(self.held(state, here)) - set(self.held(state, there)))
                for part in self.parts() if here != there else ():
                    (some if self.part_of(only, part) else none).append((here, part, there))
        here, part, there = rng.choice(none if none and (not some or rng.chance(*ZERO_RATE)) else some)
        ask = rng.choice(
            (
                f"Which {part} files are in dir{here} but not in dir{there} {when}?",
                f"{when[0].upper()}{when[1:]}, which {part} files does dir{here} hold that dir{there} does not?",
                f"Name the {part} files of dir{here} whose names do not occur in dir{there} {when}.",
            )
        )
        args: dict[str, Any] = {"in": here, "part": part, "not": there}
        if after is not None:
            args["after"] = after
        return Draft(Query("compare_state", "across", args), ask, *self.set_form())

    def ask_missing(self, container: int, part: str, here: str, there: str, rng: Rng) -> str:
        return rng.choice(
            (
                f"Which {part} files are in dir{container} {here}, but not {there}?",
                f"Compare dir{container} {here} with dir{container} {there}. Which {part} files are only in the "
                "former?",
                f"Name the {part} files that dir{container} holds {here} and does not hold {there}.",
            )
        )

    def goal(self, state: Any, container: int, length: int, rng: Rng) -> dict[str, Any] | None:
        here = state.dirs[container - 1]
        removing = rng.between(1, length - 1) if len(here) > 1 and length > 1 else 0
        most = min(len(here) - 1, MOST * removing)
        gone = rng.sample(here, rng.between(min(most, MOST * (removing - 1) + 1), most)) if removing else []
        adding = length - removing
        fresh: list[str] = []
        count = rng.between(MOST * (adding - 1) + 1, MOST * adding)
        while len(fresh) < count:
            name = rng.choice(NAMES)
            if name not in here and name not in fresh:
                fresh.append(name)
        names = sorted([n for n in here if n not in gone] + fresh)
        return {"dir": container, "most": MOST, "names": names}

    def goal_words(self, goal: dict[str, Any], size: int) -> str:
        names = ", ".join(goal["names"])
        return (
            f"  dir{goal['dir']} holds exactly: {names}\n  (use only touch and rm, only on dir{goal['dir']}, and "
            f"name at most {goal['most']} files in a command)"
        )

    def plan_form(self, goal: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
        form = (
            "Write the commands in order, separated by semicolons, in the style of those in the video. As there, "
            "touch may name only files that are not yet there, and rm only files that are."
        )
        return form, _EXAMPLES

    def instances(self, replay: Replay, number: int) -> list[tuple[str, str]]:
        op = replay.script.ops[number - 1]
        return [(f"{_verb(op)} .{name.partition('.')[2]}", name) for name in op.names]

    def state_answer(self, query: Query, replay: Replay) -> Answer:
        if query.kind == "across":
            after = query.args.get("after")
            state = replay.hidden if after is None else replay.states[after]
            other = self.held(state, query.args["not"])
            here = self.part_of(self.held(state, query.args["in"]), query.args["part"])
            return Bag(tuple(name for name in here if name not in other), "name")
        return super().state_answer(query, replay)

    # --- witness -----------------------------------------------------------------------------------

    def trace(self, seen: Seen, after: int) -> Held:
        listed = [set(line.partition(": ")[2].split()) - {"(empty)"} for line in seen.shown]
        # For each name in each directory the last event on the way from the listing decides.
        fate: dict[tuple[int, str], bool] = {}
        forward = seen.reveal == "start"
        for step in seen.steps[:after] if forward else reversed(seen.steps[after:]):
            for place, name, came in _events(step):
                fate[place, name] = came if forward else not came
        for (place, name), there in fate.items():
            (listed[place - 1].add if there else listed[place - 1].discard)(name)
        return [sorted(names) for names in listed]

    def compare_seen(self, query: Query, seen: Seen) -> Answer:
        if query.kind != "across":
            return super().compare_seen(query, seen)
        hidden = len(seen.steps) if seen.reveal == "start" else 0
        held = self.trace(seen, query.args.get("after", hidden))
        only = set(held[query.args["in"] - 1]) - set(held[query.args["not"] - 1])
        return Bag.of((name for name in sorted(only) if name.endswith(query.args["part"])), "name")

    def push(self, held: Held, words: str) -> None:
        for place, name, comes in _events("$ " + words):
            names = held[place - 1]
            if (name in names) == comes:
                raise ValueError(words)
            if comes:
                names.append(name)
            else:
                names.remove(name)
        for names in held:
            names.sort()

    def goal_container(self, goal: dict[str, Any]) -> int:
        return int(goal["dir"])

    def goal_items(self, goal: dict[str, Any]) -> list[str]:
        return list(goal["names"])

    def step_seen(self, step: str) -> str:
        return step.removeprefix("$ ")

    def instances_seen(self, step: str, number: int) -> list[tuple[str, str]]:
        match = _COMMAND.fullmatch(step)
        names = match[3].strip("{}").split(",") if match else []
        return [(f"{match[1] if match else ''} {name[name.index('.') :]}", name) for name in names]


def _verb(op: Any) -> str:
    """The command's name, which is its tag."""
    return str(op.__struct_config__.tag)


def _events(step: str) -> list[tuple[int, str, bool]]:
    """(directory, name, whether it arrives) for everything that a seen command does."""
    match = _COMMAND.fullmatch(step)
    if match is None:
        raise ValueError(step)
    verb, place, names = match[1], int(match[2]), match[3].strip("{}").split(",")
    events = [(place, name, verb == "touch") for name in names] if verb != "cp" else []
    if match[4]:
        events += [(int(match[4]), name, True) for name in names]
    return events
