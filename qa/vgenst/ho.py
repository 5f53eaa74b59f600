"""Questions about height ordering: a camera tilts along a tall shelf and shows one level after the other."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, hypot, radians, tan
from typing import TypeVar

from msgspec.structs import replace

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Scene, Thing
from ...schemas.vocabulary import CATEGORIES
from ...simulators.space import camera_pitch
from . import attribute, base, camera, existence
from .balance import wanted
from .base import Draft, NoQuestion, See, World, Wrong
from .ladder import OFF, rungs
from .location import Moment, frame_location
from .order import THEN, Step, arranged, extreme

T = TypeVar("T")
IN_VIEW = (2.9, 3.8, 5.0, 6.5)
"""Seconds for which one of the things is in view in sampled scenes."""

# --- reading ----------------------------------------------------------------------------------------


def scale_on_board(kind: str, wide: float) -> float:
    """How much larger than usual an item is drawn on a board, at most so wide (metres); 0 if it fits badly."""
    w, d, h = CATEGORIES[kind].size
    scale = round(min(2.0, wide / w, 0.26 / d, wide * 1.1 / h), 2)
    large = w * scale >= 0.07 and h * scale >= 0.055 and w * h * scale * scale > 0.012
    return scale if large and scale >= 0.75 else 0.0


def levels(world: World) -> list[Thing]:
    """The things at the levels, lowest first."""
    return sorted(world.scene.having("level_object"), key=lambda t: t.pose.z)


def extras(world: World) -> tuple[Thing, ...]:
    """The distractors beside them."""
    return world.scene.having("distractor")


def entirely(world: World, thing: Thing, t: float) -> bool:
    """Whether a thing is in the picture from bottom to top, and from left to right, at a time."""
    view, pose, half = world.time.camera(t), thing.pose, thing.size.w / 2
    for x, z in ((pose.x - half, pose.z), (pose.x + half, pose.z + thing.size.h)):
        u, v, depth = view.locate((x, pose.y, z))
        if depth <= 0 or abs(u) > 1 or abs(v) > 1:
            return False
    return True


def time_in_view(world: World, thing: Thing) -> float:
    """For how long some part of a thing's front is in the picture, seconds."""
    count, pose = 0, thing.pose
    for k in range(int(world.scene.duration * 24)):
        view = world.time.camera(k / 24)
        _, low, depth = view.locate((pose.x, pose.y, pose.z))
        _, high, _ = view.locate((pose.x, pose.y, pose.z + thing.size.h))
        count += depth > 0 and high > -1 and low < 1
    return count / 24


def first_seen(world: World, thing: Thing) -> float | None:
    """When a thing is first in the picture from bottom to top, seconds; None if it never is."""
    times = (k / 6 for k in range(int(world.scene.duration * 6)))
    return next((t for t in times if entirely(world, thing, t)), None)


def rising(world: World) -> bool:
    """Whether the camera tilts upwards."""
    shots = world.scene.camera.shots
    return shots[-1].pitch > shots[0].pitch


def _height(world: World, label: str) -> float | None:
    """The second way: the height of the thing of that label, read back from where a picture shows its foot."""
    for thing in world.scene.having("level_object", "distractor"):
        if thing.label != label:
            continue
        for k in range(int(world.scene.duration * 4) + 1):
            view = world.time.camera(k / 4)
            _, v, depth = view.locate((thing.pose.x, thing.pose.y, thing.pose.z))
            if depth > 0 and abs(v) <= 1:
                _, up, forward = view.axes
                return view.z + depth * (forward[2] + v * tan(radians(view.fov / 2)) * up[2])
    return None


def _when(world: World, words: str) -> float | None:
    """The second way: when the pitch at which a thing is in the middle of the picture comes nearest."""
    for thing in world.scene.having("level_object", "distractor"):
        if f"the {thing.label}" == words:
            view, pose = world.time.camera(0), thing.pose
            to = (pose.x - view.x, pose.y - view.y, pose.z + thing.size.h / 2 - view.z)
            times = [k / 4 for k in range(int(world.scene.duration * 4))]
            return min(times, key=lambda t: abs(world.time.camera(t).pitch - camera_pitch(*to)))
    return None


def _see(world: World, *things: Thing) -> tuple[See, ...]:
    return tuple(See(t.id, 0.0, world.scene.duration) for t in things)


def _told(things: Sequence[Thing]) -> str:
    return "from the lowest to the highest: " + ", ".join(f"{t.label} ({t.pose.z:.2f} m)" for t in things)


def _ordered(world: World, text: str) -> bool:
    heights = [_height(world, label) for label in text.split(THEN)]
    return all(a is not None and b is not None and a < b for a, b in pairwise(heights))


# --- SL: the core question ----------------------------------------------------------------------------


def height_ranking(world: World, deal: Deal, rng: Rng) -> Draft:
    """Three things from the lowest to the highest."""
    things = levels(world)
    if len(things) > 3:
        things = [things[i] for i in sorted(rng.sample(range(len(things)), 3))]
    these = base.listed(_shuffled(things, rng))
    return arranged(
        rng,
        tuple(t.label for t in things),
        _ordered,
        stem=rng.choice(
            (
                f"By the height at which they are placed, what is the order of {these}, from the lowest to the "
                "highest?",
                f"In which order do {these} follow each other from the bottom to the top?",
                f"Starting with the lowest, in which order of height are {these} placed?",
            )
        ),
        template="height_ranking",
        why=_told(levels(world)),
        sees=_see(world, *things),
    )


# --- L1 -----------------------------------------------------------------------------------------------


def rests_at(world: World, thing: Thing) -> tuple[float, float] | None:
    """The longest time for which the camera stands still with a thing in the picture from bottom to top."""
    rests = [(a.t, b.t) for a, b in pairwise(world.scene.camera.shots) if abs(b.pitch - a.pitch) < 0.01]
    fit = [(a, b) for a, b in rests if b - a > 0.75 and entirely(world, thing, (a + b) / 2)]
    return max(fit, key=lambda span: span[1] - span[0], default=None)


def place_in_picture(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which strip of the picture something is in while the camera rests at it."""
    # Not at the start or at the end: that would tell what is shown first or last.
    words = "while the camera rests with it in view"
    moments = [
        Moment(t.id, *span, words)
        for t in (*levels(world), *extras(world))
        if (span := rests_at(world, t)) is not None
    ]
    return frame_location(world, deal, rng, moments)


# --- TO -----------------------------------------------------------------------------------------------


def seen_first_or_last(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which thing comes into the picture first, or last."""
    steps = []
    for thing in levels(world):
        t = first_seen(world, thing)
        if t is None:
            raise NoQuestion("a thing is never shown from bottom to top")
        steps.append(Step(f"the {thing.label}", t, _see(world, thing)))
    return extreme(
        world,
        deal,
        rng,
        steps,
        _when,
        stems={
            "first": ("Which of these does the video show first?", "Which of these things comes into view first?"),
            "last": ("Which of these does the video show last?", "Which of these things comes into view last?"),
        },
        template="shown",
    )


# --- CM -----------------------------------------------------------------------------------------------


class _Said(Deal):
    """Deals one option wherever it is among those to choose from."""

    def __init__(self, deal: Deal, word: str) -> None:
        super().__init__(deal.seed, deal.index, deal.attempt)
        self.word = word

    def pick(self, name: str, options: Sequence[T]) -> T:
        """That option, else as ever."""
        found = [option for option in options if option == self.word]
        return found[0] if found else super().pick(name, options)


def camera_motion(world: World, deal: Deal, rng: Rng) -> Draft:
    """What the camera does at a time: a rest is asked about where the thing that is shown first stands first in
    the scene's order, which means nothing else; otherwise the tilt."""
    things = world.scene.having("level_object")
    low = levels(world)
    rests = things[0].id == (low[0] if rising(world) else low[-1]).id
    word = camera.STILL if rests else camera.UP if rising(world) else camera.DOWN
    return camera.stretch(world, _Said(deal, word), rng, share=True)


# --- CR -----------------------------------------------------------------------------------------------


def swapped(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which thing would be at a level if two had changed places."""
    things = levels(world)
    a, b = rng.sample(things, 2)
    after = exchange(world.scene, a, b)
    new = World(after)
    kept = things if len(things) <= 3 else _with(things, a, b, rng)
    names = {t.id for t in kept}
    order = tuple(t.label for t in levels(new) if t.id in names)
    before = THEN.join(t.label for t in things if t.id in names)
    return arranged(
        rng,
        order,
        _ordered,
        stem=rng.choice(
            (
                f"Suppose the {a.label} and the {b.label} had changed places, with everything else as it is. What "
                f"would the order of {base.listed(_shuffled(kept, rng))} be then, from the lowest to the highest?",
                f"Imagine the {b.label} where the {a.label} stands, and the {a.label} where the {b.label} stands. "
                f"From bottom to top, in which order would {base.listed(_shuffled(kept, rng))} then follow each "
                "other?",
            )
        ),
        template="swapped",
        why=_told(levels(new)),
        sees=_see(world, *kept),
        after=after,
        change=f"the {a.label} and the {b.label} change places; all else stays",
        factual=before,
    )


def _shuffled(things: Sequence[Thing], rng: Rng) -> list[str]:
    return [f"the {t.label}" for t in rng.shuffled(things)]


def _with(things: list[Thing], a: Thing, b: Thing, rng: Rng) -> list[Thing]:
    """Three of the things, two given ones among them, lowest first."""
    third = rng.choice([t for t in things if t.id not in (a.id, b.id)])
    return [t for t in things if t.id in (a.id, b.id, third.id)]


def exchange(scene: Scene, a: Thing, b: Thing) -> Scene:
    """Two things change places; each keeps its own turn."""
    moved = {
        a.id: replace(a, pose=replace(b.pose, yaw=a.pose.yaw)),
        b.id: replace(b, pose=replace(a.pose, yaw=b.pose.yaw)),
    }
    return replace(scene, things=tuple(moved.get(t.id, t) for t in scene.things))


# --- PR -----------------------------------------------------------------------------------------------


def coming_back(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which thing is in the picture so many seconds after the camera has set out on the way back."""
    scene = world.scene
    end = scene.duration
    shots = tuple(replace(s, t=round(end - s.t, 3)) for s in reversed(scene.camera.shots))
    after = replace(scene, camera=replace(scene.camera, shots=shots))
    new = World(after)
    found: dict[str, list[int]] = {}
    for second in range(1, int(end)):
        shown = [t.id for t in levels(world) if _alone(new, t, second)]
        if len(shown) == 1:
            found.setdefault(shown[0], []).append(second)
    if len(found) < 2:
        raise NoQuestion("no two things are well in the picture at a full second of the way back")
    # Which number of the way back it is, is dealt: else the thing with the longest rest would be right.
    order = sorted(found, key=lambda name: found[name][0])
    gold = deal.pick("PR thing", order)
    second = rng.choice(found[gold])
    label = f"the {world.label(gold)}"
    others = [t for t in rng.shuffled(levels(world)) if t.id != gold][:3]
    fact = f"{second} s after the start of the way back the camera shows {label}"
    number = f"{second} second{'s' if second > 1 else ''}"

    def test(w: World, text: str) -> bool:
        # The thing whose middle the camera points at then.
        view = w.time.camera(second)

        def off(t: Thing) -> float:
            to = (t.pose.x - view.x, t.pose.y - view.y, t.pose.z + t.size.h / 2 - view.z)
            return abs(camera_pitch(*to) - view.pitch)

        return text == f"the {min(levels(w), key=off).label}"

    return Draft(
        template="coming_back",
        stem=rng.choice(
            (
                "After the video the camera goes back the way it came, at the same pace and with the same rests, "
                "as if the video ran backwards. Which of these things does it show "
                f"{number} after it has turned back?",
                "Suppose that the video runs backwards from its end. Which of these things is in the picture "
                f"{number} later?",
            )
        ),
        gold=label,
        wrong=tuple(Wrong(f"the {t.label}", "takes a thing from another part of the way", fact) for t in others),
        why=fact,
        sees=_see(world, *levels(world)),
        test=test,
        after=after,
        change="the camera repeats its tilt backwards; all things stay",
        open=False,
    )


def _alone(world: World, thing: Thing, t: float) -> bool:
    """Whether a thing is entirely in the picture at a time and for a third of a second before and after."""
    return all(entirely(world, thing, max(0.0, t + d)) for d in (-0.35, 0.0, 0.35))


# --- MT -----------------------------------------------------------------------------------------------


def seconds_in_view(world: World, deal: Deal, rng: Rng) -> Draft:
    """For how long a thing is in the picture."""
    things = rng.shuffled(levels(world))
    times = {t.id: time_in_view(world, t) for t in things}
    on = {t.id: rung for t in things for rung in IN_VIEW if abs(times[t.id] / rung - 1) <= OFF}
    chosen = things[0]
    if on:
        rung = wanted(deal, "in view", IN_VIEW, set(on.values()))
        chosen = next(t for t in things if on.get(t.id) == rung)

    def again(w: World) -> float | None:
        # By angles: from the foot as high as the upper border to the top as low as the lower one.
        thing, half = w.thing(chosen.id), w.scene.camera.fov / 2
        found = 0
        for k in range(int(w.scene.duration * 20)):
            view = w.time.camera(k / 20)
            far = hypot(thing.pose.x - view.x, thing.pose.y - view.y)
            low = degrees(atan2(thing.pose.z - view.z, far)) - view.pitch
            high = degrees(atan2(thing.pose.z + thing.size.h - view.z, far)) - view.pitch
            found += low < half and high > -half
        return found / 20

    return rungs(
        deal,
        rng,
        IN_VIEW,
        template="seconds_in_view",
        stem=rng.choice(
            (
                f"For about how many seconds, all in all, does the video show the {chosen.label} or a part of it?",
                f"About how many seconds is the {chosen.label} in the picture, counting also the time when only a "
                "part of it is?",
            )
        ),
        what="the time",
        value=times[chosen.id],
        unit="s",
        again=again,
        why=f"the {chosen.label} is in the picture for {times[chosen.id]:.1f} s",
        sees=_see(world, chosen),
    )


class Questions(base.Questions):
    """Height ordering."""

    task = "HO"
    core = "height_ranking"
    cells = {  # noqa: RUF012  a constant
        "OE": (existence.appears("level_object", "distractor"),),
        "OA": (attribute.colour_of("level_object", "distractor"),),
        "FL": (place_in_picture,),
        "TO": (seen_first_or_last,),
        "CM": (camera_motion,),
        "SL": (height_ranking,),
        "CR": (swapped,),
        "PR": (coming_back,),
        "MT": (seconds_in_view,),
    }
