"""The transcript twin: what a perfect viewer sees, in words, hidden parts as "?", and nothing more."""

from ..simulators.replay import Replay


def transcript(replay: Replay) -> str:
    """The text of transcripts/ID.txt, ending in a newline."""
    sim, script = replay.sim, replay.script
    first, last = script.start, replay.states[-1]
    if script.reveal == "start":
        last = sim.hide(last)
    else:
        first = sim.hide(first)
    lines = ["Before the first operation:", *sim.show(first), "", "Operations:"]
    lines += [f"{number}. {step}" for number, step in enumerate(replay.steps, 1)]
    lines += ["", "After the last operation:", *sim.show(last)]
    return "\n".join(lines) + "\n"
