"""The transcript twin of a scene's video: what a perfect viewer sees, in words, and nothing more.

What the sight does not show is not told: no contents of closed vessels, no causes, nothing out of the picture.
Of the background each kind of thing is named at first sight.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from ..schemas.scene import Shot, Thing
from ..schemas.sight import Sight
from ..simulators.scene import Happening, Timeline
from ..simulators.space import cosine, front, local, sine, tops, turned

SHOWN = 8
"""Least cells of the sampling grid in which a thing is noticed."""
READ = 150
"""Least cells in which a sign's lines can be read."""
EDGE = 0.1
"""Seconds from the start or the end in which one cannot tell that a movement begins or ends."""
BACKGROUND = ("decor", "structure")
WORDS = {
    "sets_out": "{who} begins to move",
    "arrives": "{who} comes to rest",
    "stops": "{who} stops",
    "resumes": "{who} moves on",
    "turns": "{who} begins to turn",
    "looks": "{who} turns its head",
    "presses": "{who} presses {what}",
    "takes": "{who} takes {what}",
    "places": "{who} puts down {what}",
    "starts": "{who} begins to work",
}
Line = tuple[float, str]


def transcript(time: Timeline, sight: Sight) -> str:
    """The text of transcripts/ID.txt, ending in a newline."""
    scene = time.scene
    watch = _Watch(time, sight)
    width, height = scene.frame
    lines = [f"{scene.duration:g} s, {width} x {height}, {scene.fps} frames a second.", "", "Camera:"]
    lines += [f"- {told}" for told in camera_words(scene.camera.shots, scene.duration)]
    lines += ["", "In the first picture:", *_listed(watch, 0)]
    happened = sorted([*watch.comings(), *watch.readings(), *watch.happenings()], key=lambda line: line[0])
    lines += ["", "Then:", *([f"- {t:.2f} s: {told}." for t, told in happened] or ["- nothing changes."])]
    lines += ["", "In the last picture:", *_listed(watch, len(sight.frames) - 1)]
    return "\n".join(lines) + "\n"


def _listed(watch: "_Watch", at: int) -> list[str]:
    shown = [thing for thing in watch.things if watch.seen[thing.id][at]]
    told = [f"- {watch.named(thing, at)}" for thing in shown if thing.role not in BACKGROUND]
    behind = Counter(thing.label for thing in shown if thing.role in BACKGROUND)
    if behind:
        told.append("- around: " + ", ".join(f"{label} ({n})" if n > 1 else label for label, n in behind.items()))
    return told or ["- no things."]


class _Watch:
    """Who is seen in which sampled frame, and how one would put it."""

    def __init__(self, time: Timeline, sight: Sight) -> None:
        self.time, self.sight = time, sight
        self.things = [thing for thing in time.scene.things if thing.role != "ego"]
        self.seen = {thing.id: _steady([n >= SHOWN for n in sight.visible[thing.id]]) for thing in self.things}
        self.moments = [frame / sight.fps for frame in sight.frames]

    def around(self, name: str, t: float) -> bool:
        """Whether a thing is seen in some sampled frame no farther off than 0.3 s."""
        return any(seen for seen, at in zip(self.seen[name], self.moments, strict=True) if abs(at - t) <= 0.3)

    def named(self, thing: Thing, at: int) -> str:
        """`a red mug, on the left, on the brown table`."""
        t = self.moments[at]
        body = self.time.at(t)[thing.id]
        told = f"{_an(thing.label)}, {self.place(thing, t)}"
        if body.held_by is not None and body.held_by in self.seen and self.seen[body.held_by][at]:
            told += f", in the hand of the {self.label(body.held_by)}"
        elif body.inside is not None and self.seen[body.inside][at]:
            told += f", in the {self.label(body.inside)}"
        elif (under := self.under(thing, at)) is not None:
            told += f", on the {under.label}"
        return told

    def label(self, name: str) -> str:
        """What a viewer calls it."""
        return self.time.things[name].label

    def place(self, thing: Thing, t: float) -> str:
        """Where in the picture its middle is."""
        body = self.time.at(t)[thing.id]
        u, v, depth = self.time.camera(t).locate((body.x, body.y, body.z + thing.size.h / 2))
        u, v = (max(-1.0, min(1.0, x)) if depth > 0 else 0.0 for x in (u, v))
        across = "on the left" if u < -1 / 3 else "on the right" if u > 1 / 3 else "in the middle"
        return across + (" above" if v > 1 / 3 else " below" if v < -1 / 3 else "")

    def under(self, thing: Thing, at: int) -> Thing | None:
        """What a thing is seen to stand on."""
        bodies = self.time.at(self.moments[at])
        body = bodies[thing.id]
        for other in self.things:
            if other is thing or not self.seen[other.id][at] or thing.role in BACKGROUND:
                continue
            there = bodies[other.id]
            x, y = local(there.pose, body.x, body.y)
            level = any(abs(top - other.pose.z + there.z - body.z) < 0.012 for top in tops(other))
            if level and abs(x) <= other.size.w / 2 and abs(y) <= other.size.d / 2:
                return other
        return None

    def readings(self) -> Iterator[Line]:
        """What signs say, told once, when one is large enough and shows its front."""
        for thing in self.things:
            for t, cells in zip(self.moments, self.sight.visible[thing.id], strict=True):
                body, view = self.time.at(t)[thing.id], self.time.camera(t)
                fx, fy = front(body.yaw)
                if thing.entries and cells >= READ and fx * (view.x - body.x) + fy * (view.y - body.y) > 0:
                    lines = "; ".join(f'"{e.text}" with an arrow {_ARROWS[e.arrow]}' for e in thing.entries)
                    yield t, f"the {thing.label} can be read: {lines}"
                    break

    def comings(self) -> Iterator[Line]:
        """Things that come into sight, or go out of it."""
        known = {thing.id for thing in self.things if self.seen[thing.id][0]}
        labels = {self.label(name) for name in known}
        for at in range(1, len(self.moments)):
            for thing in self.things:
                before, now = self.seen[thing.id][at - 1], self.seen[thing.id][at]
                if now and not before and not (thing.role in BACKGROUND and thing.label in labels):
                    again = " again" if thing.id in known else ""
                    known.add(thing.id)
                    labels.add(thing.label)
                    yield self.moments[at], f"{self.named(thing, at)}, can{again} be seen"
                elif before and not now and thing.role not in BACKGROUND:
                    hidden = self.sight.outline[thing.id][at] >= SHOWN
                    how = (
                        "is hidden" if hidden else f"leaves the picture {self.place(thing, self.moments[at - 1])}"
                    )
                    yield self.moments[at], f"the {thing.label} {how}"

    def happenings(self) -> Iterator[Line]:
        """What is seen to take place."""
        for happening in self.time.log:
            told = self.told(happening)
            if told is not None:
                yield happening.t, told

    def told(self, happening: Happening) -> str | None:
        """The words for it; None where a viewer cannot see it."""
        t, name, what = happening.t, happening.who, happening.what
        if name not in self.seen or not self.around(name, t):
            return None
        who = f"the {self.label(name)}"
        if happening.kind == "sets_out" and t < EDGE:
            return f"{who} is moving"
        if happening.kind == "arrives" and t > self.time.scene.duration - EDGE:
            return None
        if happening.kind not in ("presses", "takes", "places") or what is None:
            return WORDS[happening.kind].format(who=who)
        # An item shows in the hand a little after it is taken, and a little before it is put down.
        aside = {"takes": 0.3, "places": -0.3, "presses": 0.0}[happening.kind]
        if not self.around(what, t + aside):
            return f"{who} reaches out"
        told = WORDS[happening.kind].format(who=who, what=f"the {self.label(what)}")
        if happening.into is not None and self.around(happening.into, t):
            word = "out of" if happening.kind == "takes" else "into"
            if happening.kind == "places":
                told = told.replace("puts down", "puts")
            told += f" {word} the {self.label(happening.into)}"
        return told


_ARROWS = {"straight": "straight on", "left": "to the left", "right": "to the right"}


def _an(label: str) -> str:
    return f"{'an' if label[0] in 'aeiou' else 'a'} {label}"


def _steady(seen: list[bool]) -> list[bool]:
    """Without gaps or glimpses of one sampled frame."""
    out = list(seen)
    for k in range(1, len(seen) - 1):
        if seen[k - 1] == seen[k + 1] != seen[k]:
            out[k] = seen[k - 1]
    return out


# --- the camera ---------------------------------------------------------------------------------------


def camera_words(shots: tuple[Shot, ...], duration: float) -> list[str]:
    """How the camera moves, as one feels it: `from 0.0 to 2.5 s it stands still`."""
    told: list[tuple[float, float, str]] = []
    ends = [*(shot.t for shot in shots), duration]
    spans = [(0.0, shots[0].t, "stands still")] if shots[0].t > 0 else []
    spans += [(a.t, b.t, _motion(a, b)) for a, b in pairwise(shots)]
    spans.append((ends[-2], duration, "stands still"))
    for begin, end, word in spans:
        begin, end = min(begin, duration), min(end, duration)
        if end - begin < 0.05:
            continue
        if told and told[-1][2] == word:
            told[-1] = (told[-1][0], end, word)
        else:
            told.append((begin, end, word))
    return [f"from {begin:.1f} s to {end:.1f} s it {word}." for begin, end, word in told]


def _motion(a: Shot, b: Shot) -> str:
    s, c = sine(a.yaw), cosine(a.yaw)
    dx, dy, dz = b.x - a.x, b.y - a.y, b.z - a.z
    right, ahead = dx * c + dy * s, dy * c - dx * s
    most = max(abs(right), abs(ahead), abs(dz))
    words = []
    steep = a.pitch < -75 and b.pitch < -75
    ways = ("forwards", "backwards")
    if steep:
        ways = ("towards the top of the picture", "towards the bottom of the picture")
    for value, (more, less) in ((right, ("right", "left")), (ahead, ways), (dz, ("up", "down"))):
        if most > 0.02 and abs(value) > 0.25 * most:
            words.append(more if value > 0 else less)
    told = ["moves " + " and ".join(words)] if words else []
    turn, tilt = turned(b.yaw - a.yaw), b.pitch - a.pitch
    if abs(turn) > 1.5:
        told.append("turns " + ("left" if turn > 0 else "right"))
    if abs(tilt) > 1.5:
        told.append("tilts " + ("up" if tilt > 0 else "down"))
    return ", ".join(told) or "stands still"
