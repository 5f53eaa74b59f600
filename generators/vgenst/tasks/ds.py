"""DS, directional signage grounding: a walk past a signboard to a crossing of corridors."""

import itertools
from collections.abc import Iterator, Sequence
from math import hypot, radians, tan

from msgspec.structs import replace

from ....qa.vgenst import route
from ....qa.vgenst.base import NoQuestion, World
from ....qa.vgenst.ds import ARROWS, RESTS, branch, ends_at, heading, named, reading, rerouted, sign, yaw_of
from ....qa.vgenst.location import ACROSS
from ....qa.vgenst.metric import slot
from ....schemas.scene import Arrow, Entry, Pose, Scene, Size, Thing
from ....schemas.theme import Theme
from ....schemas.vocabulary import Colour
from ....simulators.space import turned
from .. import corridor, props, task
from ..corridor import Place, Wall
from ..task import Depth, Order, Rule
from ..turns import turn
from .de import keeps_off, pace, unless

HALF = 3.3
"""Half width of the corridors, metres."""
REACH = 7.2
"""From the middle of the crossing to the end of each way on."""
ON = 2.7
"""How far the camera goes on after the crossing."""
BOARD = 1.8
"""Width of the signboard."""
BESIDE = 2.15
"""Metres between the way and the middle of a signboard beside it: the camera passes it at 1.2 m and more."""
OVER = 2.5
"""Height of a signboard over the way, metres."""
BEFORE = 5.0
"""Metres before the sign at which the camera stops."""
HIGH = 3.6
LEGIBLE = 9.0
"""Least height of the sign's letters in the picture while they can be read, of 360 pixels."""


# --- rules ----------------------------------------------------------------------------------------


def _walks(world: World) -> str | None:
    return (
        None if world.scene.camera.kind == "walk" else f"the camera is of kind {world.scene.camera.kind}, not walk"
    )


def _sign(world: World) -> str | None:
    found = world.scene.having("signage")
    if len(found) != 1:
        return f"{len(found)} signs instead of one"
    entries = found[0].entries
    if not 2 <= len(entries) <= 4:
        return f"{len(entries)} entries on the sign instead of 2 to 4"
    if len({e.text for e in entries}) < len(entries):
        return "two entries of the sign have the same text"
    if len({e.arrow for e in entries}) < 2:
        return "all entries of the sign point the same way"
    return None


def _faces(world: World) -> str | None:
    off = turned(heading(sign(world)) - world.time.camera(0.0).yaw)
    return None if abs(off) < 25 else f"the sign is turned away by {abs(off):.0f} degrees from who walks up to it"


def _one_way(world: World) -> str | None:
    found = route.turning(world.scene)
    odd = [swing for _, _, swing in found if abs(abs(swing) - 90) > 2]
    if len(found) > 1 or odd:
        return f"the camera does not take one way of the crossing: {len(found)} turns"
    try:
        if branch(world) != ends_at(world):
            return "the walk does not end where it turns to"
        named(sign(world), branch(world))
    except NoQuestion as why:
        return str(why)
    return None


def _readable(world: World) -> str | None:
    try:
        start, end = reading(world)
    except NoQuestion as why:
        return str(why)
    if end - start < 1.0:
        return f"the sign can be read for {end - start:.1f} s, less than 1 s"
    turns = route.turning(world.scene)
    if turns and turns[0][0] < end:
        return "the camera turns before the sign is out of sight"
    board, view = sign(world), world.time.camera((start + end) / 2)
    tall = letters_tall(board, hypot(board.pose.x - view.x, board.pose.y - view.y), view.fov)
    return (
        None if tall >= LEGIBLE else f"the letters of the sign are {tall:.0f} pixels tall, less than {LEGIBLE:g}"
    )


def letters_tall(board: Thing, away: float, fov: float) -> float:
    """Height of the letters in a picture 360 pixels high: lines share the board, long texts are drawn smaller."""
    line = board.size.h / len(board.entries) * 0.62
    widest = max(len(e.text) for e in board.entries)
    tall = min(line, board.size.w * 0.8 / (widest * 0.7))
    return 180.0 / tan(radians(fov / 2)) * tall / away


def _off_walls(world: World) -> str | None:
    return keeps_off(world, 0.35)


# --- the task -------------------------------------------------------------------------------------


class Task(task.Task):
    """Which destination does the camera head for, by the sign?"""

    name = "DS"
    code = "DS_E_EGO_STA"
    title = "Directional Signage Grounding"
    scale = "Environmental"
    perspective = "Ego"
    dynamics = "Static"
    settings = ("corridor",)
    cycle = tuple(
        {"path": path, "sign": line}
        for line in ("upper", "lower", "none")
        for path in ("straight", "left", "right")
    )  # fmt: skip
    depth = Depth(2, 2, 4, "entries")
    rules = (
        Rule("camera_walks", _walks),
        Rule("one_sign_of_2_to_4_entries", _sign),
        Rule("sign_faces_the_walk", unless(_sign, _faces)),
        Rule("path_takes_one_way", unless(_sign, _one_way)),
        Rule("sign_read_before_the_junction", unless(_sign, _readable)),
        Rule("walking_pace", pace),
        Rule("camera_keeps_off_the_walls", _off_walls),
    )

    def lacks(self, theme: Theme) -> str | None:
        """Words for the sign."""
        return None if len(theme.places) >= 6 else "it needs 6 words for signboards"

    def sample(self, order: Order) -> Scene:
        """A crossing of four corridors; the board stands before it, at a side or over the way."""
        rng, theme = order.rng, order.theme
        board_at = rng.between(800, 840) / 100
        crossing = board_at + rng.between(350, 390) / 100
        path = str(order.case["path"])
        ways: dict[str, Place] = {"straight": (0.0, 1.0), "left": (-1.0, 0.0), "right": (1.0, 0.0)}
        d = ways[path]
        way = [(0.0, 0.0), (0.0, crossing), (d[0] * ON, crossing + d[1] * ON)]
        rest = board_at - BEFORE
        camera, arrives = corridor.walk(
            way,
            rests=((0, rest, slot(order.deal, rng, "rest", RESTS)),),
            fov=57.0,
            pitch=2.0,
            start=0.4,
            pace=1.65,
        )
        tints = props.colours(theme, 4, rng, avoid=(theme.settings["corridor"].wall,))
        board = _board(order, board_at, tints[0])
        things = [board, *_landmarks(order, crossing, tints[1:4])]
        things += _on_walls(order, crossing, rng.choice(props.apart_from(theme, theme.settings["corridor"].wall)))
        return Scene(
            id=order.id,
            task="DS",
            theme=theme.name,
            duration=corridor.whole(arrives),
            fps=order.fps,
            frame=order.frame,
            surroundings=props.surroundings(theme, "corridor", walls=_walls(crossing), rng=rng),
            things=tuple(things),
            camera=camera,
        )

    def measured(self, world: World) -> int:
        """Entries of the sign."""
        return len(sign(world).entries)

    def alternatives(self, world: World) -> Iterator[Scene]:
        """The camera might go on another way; or the sign might have told something else."""
        board, way = sign(world), branch(world)
        ways = [other for other in ARROWS if other != way]
        for step, other in zip((1, 2), ways, strict=True):
            yield rerouted(world.scene, yaw_of(board, other))
            turned_on: dict[Arrow, Arrow] = {a: ARROWS[(i + step) % 3] for i, a in enumerate(ARROWS)}
            entries = tuple(replace(e, arrow=turned_on[e.arrow]) for e in board.entries)
            things = tuple(replace(t, entries=entries) if t.id == board.id else t for t in world.scene.things)
            yield replace(world.scene, things=things)

    def truth(self, world: World) -> dict[str, object]:
        """The way taken, and the destination that the sign gives for it."""
        found = named(sign(world), branch(world))
        return {"path": branch(world), "destination": found if found.isupper() else "not indicated"}


def _walls(crossing: float) -> list[Wall]:
    """Four corridors that meet at right angles."""
    h, e, j = HALF, REACH, crossing
    lines = [
        ((-h, -1.5), (-h, j - h), (-e, j - h), (-e, j + h), (-h, j + h), (-h, j + e)),
        ((h, -1.5), (h, j - h), (e, j - h), (e, j + h), (h, j + h), (h, j + e)),
        ((-h, -1.5), (h, -1.5)),
        ((-h, j + e), (h, j + e)),
    ]
    return [(a[0], a[1], b[0], b[1], HIGH) for line in lines for a, b in itertools.pairwise(line)]


def _board(order: Order, at: float, colour: Colour) -> Thing:
    """The signboard with its entries."""
    n = order.depth
    line = order.case["sign"]
    path: Arrow = next(a for a in ARROWS if a == order.case["path"])
    words = order.rng.sample([w for w in order.theme.places if len(w) <= 12] or order.theme.places, n)
    others: list[Arrow] = [a for a in ARROWS if a != path]
    if order.deal.pick("sign order", (0, 1)):
        others.reverse()
    arrows: list[Arrow]
    if line == "none":
        # With four entries three share an arrow, so that one other way has a single entry.
        arrows = [others[0]] * (n - 1)
        arrows.insert(order.rng.below(n), others[1])
    else:
        place = {2: (0, 1), 3: (0, 2), 4: (0, 3)}[n][line == "lower"]
        if n > 2 and order.deal.pick("sign middle", (0, 0, 1)):
            place = 1 if line == "upper" else n - 2
        arrows = [others[i % 2] for i in range(n - 1)]
        arrows.insert(place, path)
    tall = {2: 0.8, 3: 1.05, 4: 1.3}[n]
    mount = turn(order, "FL", "FL strip", ACROSS)
    x = {"left": -BESIDE, "centre": 0.0, "right": BESIDE}[mount]
    z = OVER if mount == "centre" else 1.15
    return props.thing(
        "sign",
        "signage",
        "signboard",
        colour,
        Pose(x, at, z),
        size=Size(BOARD, 0.08, tall),
        made_of="metal",
        entries=tuple(Entry(w, a) for w, a in zip(words, arrows, strict=True)),
    )


def _landmarks(order: Order, crossing: float, tints: Sequence[Colour]) -> list[Thing]:
    """A thing to remember at the end of each way on."""
    pool = props.stock(order.theme, "landmark", least=5)
    found = []
    ends = {"left": ((0.0, crossing), (-1.0, crossing)), "straight": ((0.0, crossing), (0.0, crossing + 1)),
            "right": ((0.0, crossing), (1.0, crossing))}  # fmt: skip
    for k, (kind, colour, (a, b)) in enumerate(
        zip(order.rng.sample(pool, 3), tints, ends.values(), strict=True), 1
    ):
        size = props.size_of(kind, order.rng.between(105, 125) / 100)
        d = corridor.unit(a, b)
        out = REACH - 0.35 - size.d / 2
        pose = Pose(a[0] + d[0] * out, a[1] + d[1] * out, 0.0, {(-1.0, 0.0): 90.0, (1.0, 0.0): -90.0}.get(d, 0.0))
        made = props.material(order.theme, kind, order.rng)
        found.append(props.thing(f"landmark_{k}", "landmark", kind, colour, pose, size=size, made_of=made))
    return found


def _on_walls(order: Order, crossing: float, colour: Colour) -> list[Thing]:
    """One to four doors (windows, pictures) before the crossing, and others of another kind after it."""
    rng, theme = order.rng, order.theme
    pool = [n for n in ("door", "window", "picture") if n in theme.decor] or ["door", "picture"]
    kind = rng.choice(pool)
    count = order.deal.pick("things on walls", (1, 2, 3, 4))
    a, b = (0.0, 0.0), (0.0, crossing)
    # Far enough apart to be told from each other at first sight.
    slots = [(side, at) for side in ("left", "right") for at in (5.3, 7.5)]
    found = []
    for k, (side, at) in enumerate(rng.sample(slots, count), 1):
        size = props.size_of(kind)
        place = corridor.beside(a, b, at + rng.between(-8, 8) / 100, side, 2 * HALF, size.d, off=0.055)
        up = 0.0 if kind == "door" else 0.95
        pose = Pose(place.x, place.y, up, place.yaw)
        made = props.material(theme, kind, rng)
        label = f"{colour} {kind} {k}" if count > 1 else f"{colour} {kind}"
        found.append(
            props.thing(f"wall_{k}", "countable", kind, colour, pose, size=size, made_of=made, label=label)
        )
    others = [n for n in ("door", "window", "picture") if n != kind]
    for d in ((-1.0, 0.0), (1.0, 0.0), (0.0, 1.0)):
        end = (d[0] * REACH, crossing + d[1] * REACH)
        for side in ("left", "right"):
            if rng.chance(2, 3):
                at = rng.between(430, 580) / 100
                found.append(corridor.hung(theme, (0.0, crossing), end, at, side, 2 * HALF,
                                           f"decor_{len(found)}", theme.colours, rng, pool=others))  # fmt: skip
    return found
