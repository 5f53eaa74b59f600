"""Camera motion, read from the camera's path; questions for every task whose camera moves.

`stretch` asks what the camera does in a given part of the video (any camera), `turns` for the sequence of
its turns (walks), `flight` for the compass direction of its longest flight (views from above), `pace` for
when it moves and when it stands still (tracking). Golds are read from the shots, tests from sampled views.
"""

from itertools import pairwise, product
from math import ceil, floor, hypot
from typing import NamedTuple

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import CameraKind, Scene, Shot
from ...simulators.space import View, compass, turned
from .base import Draft, NoQuestion, See, World, Wrong
from .direction import COMPASS, COMPASS_NOTE, in_sector, opposite, quarter_turned, sector

STILL = "it stays still"
AHEAD = "it moves straight ahead"
BACK = "it moves straight backwards"
LEFT = "it turns to the left"
RIGHT = "it turns to the right"
UP = "it tilts upwards on the spot"
DOWN = "it tilts downwards on the spot"
RISE = "it rises"
SINK = "it sinks"
SLIDE_LEFT = "it moves sideways to the left"
SLIDE_RIGHT = "it moves sideways to the right"

TURN = 20.0
"""Degrees from which a change of direction is a turn."""
TILT = 6.0
"""Degrees from which a change of pitch is a tilt."""
STEP = 0.05
"""Metres from which a change of place is a movement."""
CLIMB = 0.35
"""A camera rises or sinks when its height changes by this share of its way over the ground."""


class Stretch(NamedTuple):
    """A part of the camera's path with one motion."""

    start: float
    end: float
    """Seconds."""
    word: str


class Family(NamedTuple):
    """What one kind of camera can be asked about."""

    universe: tuple[str, ...]
    """The options: all motions that this kind of camera may show."""
    common: str
    """The motion that every clip of the kind shows."""
    share: bool
    """Whether the common motion is asked as often as each other; else only where nothing else is shown."""


FAMILIES: dict[CameraKind, Family] = {
    "boom_up": Family((RISE, SINK, STILL), STILL, True),
    "boom_down": Family((RISE, SINK, STILL), STILL, True),
    "tilt_up": Family((UP, DOWN, STILL), STILL, True),
    "tilt_down": Family((UP, DOWN, STILL), STILL, True),
    "walk": Family((AHEAD, LEFT, RIGHT), AHEAD, False),
    "overhead_peek": Family((RISE, SLIDE_LEFT, SLIDE_RIGHT, STILL), STILL, True),
    "forward": Family((AHEAD, SLIDE_LEFT, SLIDE_RIGHT, STILL), STILL, True),
    "tracking": Family((AHEAD, SLIDE_LEFT, SLIDE_RIGHT, STILL), STILL, True),
    "crane_flight": Family((RISE, SINK, STILL), STILL, True),
}


_MIRRORED = {SLIDE_LEFT: SLIDE_RIGHT, SLIDE_RIGHT: SLIDE_LEFT}


def word_of(a: Shot, b: Shot) -> str:
    """The motion between two shots."""
    turn, tilt = b.yaw - a.yaw, b.pitch - a.pitch
    right, _, _ = View(a.x, a.y, a.z, a.yaw, 0.0, 50.0, 1.0).axes
    dx, dy, up = b.x - a.x, b.y - a.y, b.z - a.z
    across = dx * right[0] + dy * right[1]
    ahead = -dx * right[1] + dy * right[0]
    if abs(turn) >= TURN:
        return LEFT if turn > 0 else RIGHT
    if abs(up) >= STEP and abs(up) >= CLIMB * hypot(dx, dy):
        return RISE if up > 0 else SINK
    if hypot(dx, dy) >= STEP:
        if abs(across) > abs(ahead):
            return SLIDE_RIGHT if across > 0 else SLIDE_LEFT
        return AHEAD if ahead > 0 else BACK
    if abs(tilt) >= TILT:
        return UP if tilt > 0 else DOWN
    return STILL


def stretches(scene: Scene) -> tuple[Stretch, ...]:
    """The camera's path in parts of one motion each, from the start to the end of the video."""
    shots = [s for s in scene.camera.shots if s.t <= scene.duration] or [scene.camera.shots[0]]
    found: list[Stretch] = []
    if shots[0].t > 0:
        found.append(Stretch(0.0, shots[0].t, STILL))
    for a, b in pairwise(shots):
        if b.t > a.t:
            word = word_of(a, b)
            if found and found[-1].word == word:
                found[-1] = found[-1]._replace(end=b.t)
            else:
                found.append(Stretch(a.t, b.t, word))
    if shots[-1].t < scene.duration:
        if found and found[-1].word == STILL:
            found[-1] = found[-1]._replace(end=scene.duration)
        else:
            found.append(Stretch(shots[-1].t, scene.duration, STILL))
    return tuple(found)


def turn_words(scene: Scene) -> tuple[str, ...]:
    """The turns of a walk in order: `left`, `right`."""
    words = {LEFT: "left", RIGHT: "right"}
    found: list[str] = []
    last = 0.0
    for a, b in pairwise(scene.camera.shots):
        turn = b.yaw - a.yaw
        if abs(turn) >= TURN:
            word = words[LEFT if turn > 0 else RIGHT]
            # Neighbouring shots that turn the same way are one turn in pieces.
            if not (found and found[-1] == word and a.t <= last + 0.01):
                found.append(word)
            last = b.t
    return tuple(found)


def witness(world: World, start: float, end: float, *, frames: int = 3) -> See:
    """The thing that the video shows best in a span: what a viewer can tell the camera's motion by."""
    names = [t.id for t in world.scene.things if t.role != "ego"]
    if not names:
        raise NoQuestion("there is nothing to tell the camera's motion by")
    if world.sight is None:
        return See(names[0], start, end, frames)
    sight = world.sight
    best = max(names, key=lambda name: (sight.seen(name, start, end, 24), -names.index(name)))
    return See(best, start, end, frames)


def stretch(world: World, deal: Deal, rng: Rng, *, share: bool | None = None) -> Draft:
    """What the camera does from one second of the video to another; `share` as in Family, if given."""
    scene = world.scene
    if scene.camera.kind not in FAMILIES:
        raise NoQuestion("this camera does not move")
    family = FAMILIES[scene.camera.kind]
    spans = [
        (s.word, *span) for s in stretches(scene) if (span := _inner(s)) is not None and s.word in family.universe
    ]
    others = sorted({word for word, _, _ in spans} - {family.common})
    wanted = deal.pick("camera word", family.universe)
    often = family.share if share is None else share
    if (often and wanted == family.common) or not others:
        wanted = family.common
    elif wanted not in others:
        # A mirrored motion takes the turn of one that the clip lacks, so that both come as often.
        mirrored = _MIRRORED.get(wanted, "")
        wanted = mirrored if mirrored in others else deal.pick("camera other word", others)
    fit = [(a, b) for word, a, b in spans if word == wanted]
    if not fit:
        raise NoQuestion("no motion of the camera lasts long enough to be asked about")
    start, end = rng.choice(fit)
    when = f"from second {_number(start)} to second {_number(end)} of the video"
    stem = rng.choice(
        (
            f"What does the camera do {when}?",
            f"Which of these describes the camera's own motion {when}?",
            f"Look only at the part {when}. What is the camera doing?",
        )
    )
    wrong = tuple(
        Wrong(
            word,
            _mistake(wanted, word),
            f"between {start:g} s and {end:g} s {wanted.replace('it', 'the camera', 1)}",
        )
        for word in rng.shuffled([w for w in family.universe if w != wanted])[:3]
    )
    return Draft(
        template="camera_in_stretch",
        stem=stem,
        gold=wanted,
        wrong=wrong,
        why=f"the camera's path between {start:g} s and {end:g} s: {wanted.replace('it', 'the camera', 1)}",
        sees=(witness(world, 0.0, scene.duration),),
        test=lambda w, text: _seems(w, start, end) == text,
        open=False,
    )


def turns(world: World, deal: Deal, rng: Rng) -> Draft:
    """In which order the walking camera turns; for at most one turn, whether and where to."""
    found = turn_words(world.scene)
    stem = rng.choice(
        (
            "Which turns does the camera take on its walk, in order?",
            "Which way does the camera turn, and in which order?",
        )
        if len(found) > 1
        else ("Which way does the camera turn during its walk?", "On its walk, which way does the camera turn?")
    )
    if len(found) <= 1:
        universe = [("left",), ("right",), ()]
        wrongs = [u for u in universe if u != found]
    else:
        same = [u for u in product(("left", "right"), repeat=len(found)) if u != found]
        mirrored = tuple("left" if w == "right" else "right" for w in found)
        first = [mirrored, *([found[::-1]] if found[::-1] not in (found, mirrored) else [])]
        wrongs = first + rng.shuffled([u for u in same if u not in first])[: 3 - len(first)]
    facts = f"the camera's path turns {_turn_text(found)}" if found else "the camera's path has no turn"
    return Draft(
        template="camera_turns",
        stem=stem,
        gold=_turn_text(found),
        wrong=tuple(Wrong(_turn_text(u), _turn_mistake(found, u), facts) for u in wrongs),
        why=facts,
        sees=(witness(world, 0.0, world.scene.duration),),
        test=lambda w, text: _turn_text(_turns_seen(w)) == text,
        accept=tuple(
            dict.fromkeys(a for a in (", ".join(found), " ".join(found)) if found and a != _turn_text(found))
        ),
    )


def flight(world: World, deal: Deal, rng: Rng) -> Draft:
    """The compass direction of the longest flight of a camera that looks down."""
    scene = world.scene
    pairs = list(pairwise(scene.camera.shots))
    level = [(a, b) for a, b in pairs if word_of(a, b) in (AHEAD, BACK, SLIDE_LEFT, SLIDE_RIGHT)]
    if not level:
        raise NoQuestion("the camera flies nowhere")
    a, b = max(level, key=lambda p: hypot(p[1].x - p[0].x, p[1].y - p[0].y))
    gold = COMPASS[sector(compass(b.x - a.x, b.y - a.y), 8)]
    wrong = [
        Wrong(opposite(gold), "takes the way the ground slides for the way the camera flies", ""),
        Wrong(quarter_turned(gold, 1), "turns the map by a quarter", ""),
        Wrong(quarter_turned(gold, 3), "turns the map by a quarter", ""),
    ]
    start, end = a.t, b.t
    facts = f"the camera flies {gold} between {start:g} s and {end:g} s"

    def test(w: World, text: str) -> bool:
        p, q = w.time.camera(start), w.time.camera(end)
        return in_sector(text, q.x - p.x, q.y - p.y, 0.0, 0.0)

    return Draft(
        template="camera_flight",
        stem=rng.choice(
            (
                f"In which direction does the camera make its longest flight, if {COMPASS_NOTE}?",
                f"Take it that {COMPASS_NOTE}. Which way does the camera fly on its longest stretch?",
            )
        ),
        gold=gold,
        wrong=tuple(w if w.refuted else Wrong(w.text, w.mistake, facts) for w in wrong),
        why=facts,
        sees=(witness(world, 0.0, scene.duration),),
        test=test,
    )


PACES: dict[str, tuple[bool, ...]] = {
    "it moves all the time": (True,),
    "it stands still first and then moves to the end": (False, True),
    "it moves first and then stands still to the end": (True, False),
    "it moves, stands still, and moves on": (True, False, True),
}
"""When a camera moves; rests shorter than REST do not count."""
REST = 0.7


def pace(world: World, deal: Deal, rng: Rng) -> Draft:
    """When the camera moves and when it stands still."""
    found = _phases([(s.start, s.end, s.word != STILL) for s in stretches(world.scene)])
    gold = next((text for text, phases in PACES.items() if phases == found), None)
    if gold is None:
        raise NoQuestion("the camera starts and stops too often")
    facts = f"on its path {gold.replace('it', 'the camera', 1)}"
    return Draft(
        template="camera_pace",
        stem=rng.choice(
            (
                "How does the camera itself move over the whole video?",
                "When does the camera move, and when does it stand still?",
            )
        ),
        gold=gold,
        wrong=tuple(
            Wrong(text, "loses track of the camera's own motion", facts) for text in PACES if text != gold
        ),
        why=facts,
        sees=(witness(world, 0.0, world.scene.duration),),
        test=lambda w, text: PACES.get(text) == _phases(_moving(w)),
        open=False,
    )


def _inner(part: Stretch) -> tuple[float, float] | None:
    """Half seconds well inside a stretch, at most 3 s; None if it is shorter than about a second."""
    start = ceil((part.start + 0.1) * 2) / 2 if part.start > 0 else 0.0
    end = floor((part.end - 0.1) * 2) / 2
    if end - start < 1.0:
        return None
    if end - start > 3.0:
        middle = round(start + end) / 2
        start, end = middle - 1.5, middle + 1.5
    return start, end


def _seems(world: World, start: float, end: float) -> str:
    """The motion between two times, told from the two views: where each stands and looks in the other."""
    a, b = world.time.camera(start), world.time.camera(end)
    flat = a._replace(pitch=0.0, z=0.0)
    right, _, forward = flat.axes
    looks = b._replace(pitch=0.0).axes[2]
    swing = looks[0] * right[0] + looks[1] * right[1]
    ahead = (b.x - a.x) * forward[0] + (b.y - a.y) * forward[1]
    across = (b.x - a.x) * right[0] + (b.y - a.y) * right[1]
    climb = b.z - a.z
    if abs(swing) > 0.15:
        return RIGHT if swing > 0 else LEFT
    if abs(climb) > 0.02 and climb * climb > 0.1 * (ahead * ahead + across * across):
        return RISE if climb > 0 else SINK
    if ahead * ahead + across * across > 0.0009:
        if across * across > ahead * ahead:
            return SLIDE_RIGHT if across > 0 else SLIDE_LEFT
        return AHEAD if ahead > 0 else BACK
    lift = b.axes[2][2] - a.axes[2][2]
    return STILL if abs(lift) < 0.03 else UP if lift > 0 else DOWN


def _turns_seen(world: World) -> tuple[str, ...]:
    """Turns by sampled views: stretches in which the direction keeps changing the same way."""
    found: list[str] = []
    going, total = 0, 0.0
    steps = round(world.scene.duration * 8)
    for k in range(steps):
        swing = turned(world.time.camera((k + 1) / 8).yaw - world.time.camera(k / 8).yaw)
        way = 0 if abs(swing) < 0.05 else 1 if swing > 0 else -1
        if way != going:
            if abs(total) >= TURN:
                found.append("left" if total > 0 else "right")
            going, total = way, 0.0
        total += swing
    if abs(total) >= TURN:
        found.append("left" if total > 0 else "right")
    return tuple(found)


def _turn_text(found: tuple[str, ...]) -> str:
    if not found:
        return "no turn"
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])}, then {found[-1]}"


def _turn_mistake(found: tuple[str, ...], wrong: tuple[str, ...]) -> str:
    if not wrong:
        return "takes a turn for a straight way"
    if not found:
        return "sees a turn where there is none"
    if len(found) == len(wrong) and all(a != b for a, b in zip(found, wrong, strict=True)):
        return "takes the mirror image"
    if wrong == found[::-1]:
        return "reads the order backwards"
    return "mistakes a turn for its mirror image"


def _mistake(gold: str, wrong: str) -> str:
    if wrong == STILL:
        return "takes a slow motion for rest"
    if gold == STILL:
        return "takes the motion before or after for this part"
    pairs = ({LEFT, RIGHT}, {UP, DOWN}, {RISE, SINK}, {SLIDE_LEFT, SLIDE_RIGHT}, {AHEAD, BACK})
    if {gold, wrong} in pairs:
        return "takes the motion of the picture for that of the camera"
    return "takes another part of the video for this one"


def _phases(parts: list[tuple[float, float, bool]]) -> tuple[bool, ...]:
    """Moving or not, in order, without rests shorter than REST."""
    merged: list[list[float | bool]] = []
    for start, end, moves in parts:
        if not moves and end - start < REST:
            moves = True
        if merged and merged[-1][2] == moves:
            merged[-1][1] = end
        else:
            merged.append([start, end, moves])
    return tuple(bool(m[2]) for m in merged)


def _moving(world: World) -> list[tuple[float, float, bool]]:
    """Moving or not, by sampled views."""
    found: list[tuple[float, float, bool]] = []
    for k in range(round(world.scene.duration * 8)):
        a, b = world.time.camera(k / 8), world.time.camera((k + 1) / 8)
        moves = max(abs(p - q) for p, q in zip(a[:5], b[:5], strict=True)) > 1e-4
        if found and found[-1][2] == moves:
            found[-1] = (found[-1][0], (k + 1) / 8, moves)
        else:
            found.append((k / 8, (k + 1) / 8, moves))
    return found


def _number(t: float) -> str:
    return f"{t:g}"
