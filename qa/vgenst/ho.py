"""Questions about height ordering: a camera tilts along a tall shelf and shows one level after the other."""

from collections.abc import Sequence
from itertools import pairwise
from math import acos, degrees, radians, tan
from typing import TypeVar

from msgspec.structs import replace

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Scene, Thing
from ...schemas.vocabulary import CATEGORIES, COLOURS
from ...simulators.space import camera_pitch
from . import attribute, base, camera, existence
from .base import Draft, NoQuestion, See, World
from .ladder import rungs
from .location import at_end, at_start, frame_location
from .order import THEN, Never, Step, arranged, extreme

T = TypeVar("T")
TILTS = (40.0, 50.0, 65.0, 85.0)
"""Degrees by which the camera tilts in sampled scenes of three levels."""

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


def place_in_picture(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which strip of the picture something is in, in the first or in the last view."""
    things = (*levels(world), *extras(world))
    first = [at_start(world, t.id) for t in things if entirely(world, t, 0.0)]
    last = [at_end(world, t.id) for t in things if entirely(world, t, world.scene.duration)]
    return frame_location(world, deal, rng, (*first, *last))


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
        nevers=_foreign(world, rng),
        template="shown",
    )


def _foreign(world: World, rng: Rng) -> list[Never]:
    """Things that are not in the scene."""
    used = {t.category for t in world.scene.things}
    fit = [n for n, kind in CATEGORIES.items() if "item" in kind.uses and scale_on_board(n, 0.26)]
    kinds = rng.shuffled([n for n in fit if n not in used])
    tints = rng.shuffled(COLOURS)
    return [
        Never(f"the {c} {k}", "misremembers a thing that was never shown", f"there is no {k}")
        for c, k in zip(tints, kinds, strict=False)
    ]


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
    """In which order things come into view when the camera tilts back the way it came."""
    scene = world.scene
    things = levels(world)
    if len(things) > 3:
        things = [things[i] for i in sorted(rng.sample(range(len(things)), 3))]
    end = scene.duration
    shots = tuple(replace(s, t=round(end - s.t, 3)) for s in reversed(scene.camera.shots))
    after = replace(scene, camera=replace(scene.camera, shots=shots))
    new = World(after)
    times = {t.id: first_seen(new, t) for t in things}
    if any(at is None for at in times.values()):
        raise NoQuestion("a thing is never shown from bottom to top")
    order = sorted(things, key=lambda t: times[t.id] or 0.0)
    these = base.listed(_shuffled(things, rng))

    def test(w: World, text: str) -> bool:
        found = [_when(w, f"the {label}") for label in text.split(THEN)]
        return all(x is not None and y is not None and x < y for x, y in pairwise(found))

    return arranged(
        rng,
        tuple(t.label for t in order),
        test,
        stem=rng.choice(
            (
                "After the end of the video the camera tilts all the way back, in the same manner. In which order "
                f"does it then come past {these}?",
                "The video is over, and now the camera goes back along the same way to the view it started from. "
                f"In which order will {these} be shown on the way back?",
            )
        ),
        template="coming_back",
        why="on the way back come, in this order: " + ", ".join(t.label for t in order),
        sees=_see(world, *things),
        after=after,
        change="the camera repeats its tilt backwards; all things stay",
    )


# --- MT -----------------------------------------------------------------------------------------------


def tilt_angle(world: World, deal: Deal, rng: Rng) -> Draft:
    """Through what angle the camera tilts."""
    shots = world.scene.camera.shots

    def again(w: World) -> float | None:
        axes = [w.time.camera(t).axes[2] for t in (0.0, w.scene.duration)]
        return degrees(acos(max(-1.0, min(1.0, sum(a * b for a, b in zip(*axes, strict=True))))))

    value = abs(shots[-1].pitch - shots[0].pitch)
    return rungs(
        deal,
        rng,
        TILTS,
        template="tilt_angle",
        stem=rng.choice(
            (
                "By how many degrees does the camera tilt from the first view to the last?",
                "Through about what angle does the camera's line of sight tilt in the whole video?",
            )
        ),
        what="the angle",
        value=value,
        unit="deg",
        again=again,
        why=f"the camera's pitch goes from {shots[0].pitch:.0f} to {shots[-1].pitch:.0f} degrees",
        sees=_see(world, *levels(world)),
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
        "MT": (tilt_angle,),
    }
