"""DS, directional signage grounding: a walk past a sign to a junction; where does it lead, by the sign?"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import ClassVar

from msgspec.structs import replace

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Arrow, Entry, Scene, Shot, Thing
from ...schemas.scene_question import QuestionType
from ...simulators.space import cosine, local, sine, turned
from . import attribute, base, camera, existence, location, metric, route
from .base import Ask, Draft, NoQuestion, See, World, Wrong

UNNAMED = "somewhere the sign does not name"
ARROWS: tuple[Arrow, ...] = ("left", "straight", "right")
"""The ways on at a junction, clockwise as seen by who comes to it."""
SHOWS: dict[str, str] = {"left": "to the left", "straight": "straight on (upwards)", "right": "to the right"}
READ = 6.4
"""Farthest that the board may be from the camera to be read, metres."""


def sign(world: World) -> Thing:
    """The signboard; raises NoQuestion without exactly one."""
    found = world.scene.having("signage")
    if len(found) != 1:
        raise NoQuestion(f"there are {len(found)} signs instead of one")
    return found[0]


def heading(board: Thing) -> float:
    """Camera yaw of somebody who reads the board from its front."""
    return turned(board.pose.yaw)


def branch(world: World) -> Arrow:
    """The way that the camera takes after the sign, relative to who reads it."""
    end = route.final(world)
    swing = turned(end.yaw - heading(sign(world)))
    if abs(swing) < 30:
        return "straight"
    if 60 < abs(swing) < 120:
        return "left" if swing > 0 else "right"
    raise NoQuestion("the walk takes no clear way at the junction")


def ends_at(world: World) -> Arrow | None:
    """The same again, from where the walk ends beside or beyond the board."""
    board = sign(world)
    end = route.final(world)
    across, beyond = local(board.pose, end.x, end.y)
    from_across, from_beyond = local(board.pose, *_junction(world.scene))
    aside, on = across - from_across, beyond - from_beyond
    if from_beyond < 0:
        return None
    return "straight" if abs(aside) < on else "right" if aside > 0 else "left"


def _junction(scene: Scene) -> tuple[float, float]:
    """Where the last straight piece of the walk begins."""
    shots = scene.camera.shots
    for a, b in zip(shots[-2::-1], shots[:0:-1], strict=True):
        if hypot(b.x - a.x, b.y - a.y) > 0.05:
            return a.x, a.y
    raise NoQuestion("the camera does not walk")


def named(board: Thing, arrow: str) -> str:
    """What the sign promises in a direction: the one entry, or UNNAMED."""
    found = [e.text for e in board.entries if e.arrow == arrow]
    if len(found) > 1:
        raise NoQuestion("two entries of the sign point the same way")
    return found[0] if found else UNNAMED


@lru_cache(maxsize=64)
def reading(world: World) -> tuple[float, float]:
    """First and last second in which the board is near, in view and seen from its front."""
    board = sign(world)
    found = []
    for k in range(round(world.scene.duration * 8) + 1):
        view = world.time.camera(k / 8)
        across, behind = local(board.pose, view.x, view.y)
        near = hypot(across, behind) <= READ and behind < -1.0
        corners = [
            view.locate((board.pose.x + dx * board.size.w / 2, board.pose.y, board.pose.z + dz * board.size.h))
            for dx in (-1, 1)
            for dz in (0, 1)
        ]
        if near and all(d > 0.1 and abs(u) <= 1 and abs(v) <= 1 for u, v, d in corners):
            found.append(k / 8)
    if not found:
        raise NoQuestion("the sign is never near enough to be read")
    return found[0], found[-1]


def _sees(world: World) -> tuple[See, ...]:
    start, end = reading(world)
    return (See(sign(world).id, start, end, frames=4, cells=300),)


def _after_sign(world: World) -> str:
    return f"after the sign the camera goes {branch(world)}; the sign says " + ", ".join(
        f"{e.text} {e.arrow}" for e in sign(world).entries
    )


def _destinations(board: Thing, gold: str, arrow: str, why: str) -> tuple[Wrong, ...]:
    out = []
    for entry in board.entries:
        if entry.text != gold:
            out.append(Wrong(entry.text, f"goes by the arrow to the {entry.arrow}" if entry.arrow != "straight"
                             else "goes by the arrow straight on", why))  # fmt: skip
    if gold != UNNAMED:
        out.append(Wrong(UNNAMED, f"overlooks the entry that points {arrow}", why))
    return tuple(out[:3])


def destination(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where the walk leads, by the sign."""
    board, way = sign(world), branch(world)
    gold = named(board, way)
    why = _after_sign(world)
    wrong = _destinations(board, gold, way, why)
    if len(board.entries) > 3 and gold != UNNAMED:
        wrong = (
            *rng.sample([w for w in wrong if w.text != UNNAMED], 2),
            Wrong(UNNAMED, "overlooks an entry", why),
        )

    def test(w: World, text: str) -> bool:
        arrows = {e.text: e.arrow for e in sign(w).entries}
        taken = ends_at(w)
        return taken not in arrows.values() if text == UNNAMED else arrows.get(text) == taken

    return Draft(
        template="destination",
        stem=rng.choice(
            (
                "By the sign, where does the camera go after the junction?",
                "According to the signboard, where does the way lead that the camera takes?",
                "The camera walks past a sign and on. Where is it going, by the sign?",
            )
        ),
        gold=gold,
        wrong=wrong,
        why=why,
        sees=_sees(world),
        test=test,
        open=gold != UNNAMED,
    )


# --- L1 and L2 ------------------------------------------------------------------------------------


def _entry(world: World, deal: Deal, name: str, wanted: str) -> Entry:
    """An entry of the sign with the wanted arrow, or a dealt one."""
    board = sign(world)
    fit = [e for e in board.entries if e.arrow == wanted]
    if fit:
        return fit[0]
    return board.entries[deal.pick(f"{name} of {len(board.entries)}", range(len(board.entries)))]


def arrow_of(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which way the arrow of an entry points."""
    entry = _entry(world, deal, "OA entry", deal.pick("OA arrow", ARROWS))
    fact = f"the arrow of {entry.text} points {SHOWS[entry.arrow]}"

    def test(w: World, text: str) -> bool:
        return any(e.text == entry.text and SHOWS[e.arrow] == text for e in sign(w).entries)

    return Draft(
        template="arrow_of",
        stem=rng.choice(
            (
                f"Which way does the arrow beside {entry.text} point on the sign?",
                f"On the signboard, what direction is drawn for {entry.text}?",
            )
        ),
        gold=SHOWS[entry.arrow],
        wrong=tuple(
            Wrong(SHOWS[a], "takes the mirror image" if "straight" not in (a, entry.arrow) else
                  "takes the arrow of another line", fact)
            for a in ARROWS if a != entry.arrow
        ),
        why=fact,
        sees=_sees(world),
        test=test,
        accept=(entry.arrow, *(("up", "upwards", "straight on") if entry.arrow == "straight" else ())),
    )  # fmt: skip


def sign_in_picture(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where in the picture the sign is while the camera rests in front of it."""
    rests = [s for s in camera.stretches(world.scene) if s.word == camera.STILL and s.start > 0.5]
    rests = [s for s in rests if s.end < world.scene.duration - 0.5]
    if not rests:
        raise NoQuestion("the camera does not rest on its way")
    moment = location.Moment(
        sign(world).id, rests[0].start, rests[0].end, "while the camera stops for a moment on its way"
    )
    return location.frame_location(world, deal, rng, [moment], template="sign_in_picture")


def _counted(world: World) -> tuple[Thing, ...]:
    """The things to count: on the walls of the first corridor."""
    return world.scene.having("countable")


def passed(world: World, deal: Deal, rng: Rng) -> Draft:
    """How many doors (windows, pictures) the camera passes before the junction."""
    things = _counted(world)
    if not things or len({t.category for t in things}) != 1:
        raise NoQuestion("there is nothing to count on the way")
    category, value = things[0].category, len(things)
    if any(t.category == category for t in world.scene.things if t.role == "decor"):
        raise NoQuestion("things of that kind hang elsewhere, too")
    if not 1 <= value <= 4:
        raise NoQuestion("1 to 4 things can be asked for")
    fact = f"number of {category}s on the walls before the junction: {value}"

    def test(w: World, text: str) -> bool:
        jx, jy = _junction(w.scene)
        first = w.time.camera(0.0)
        way = hypot(jx - first.x, jy - first.y)
        near = [
            t
            for t in w.scene.things
            if t.category == category and hypot(t.pose.x - first.x, t.pose.y - first.y) < way
        ]
        return text == str(len(near))

    return Draft(
        template="passed_before_junction",
        stem=rng.choice(
            (
                f"How many {category}s are on the walls of the corridor before the junction, both sides together?",
                f"Count the {category}s that the camera passes before it comes to the junction. How many are "
                "there?",
            )
        ),
        gold=str(value),
        wrong=tuple(
            Wrong(str(n), "counts some twice" if n > value else "misses some", fact)
            for n in (1, 2, 3, 4) if n != value
        ),
        why=fact,
        sees=tuple(See(t.id, 0.0, world.scene.duration) for t in things),
        test=test,
    )  # fmt: skip


# --- L3 -------------------------------------------------------------------------------------------

FACING = {"left": "to their right", "right": "to their left", "straight": "back the way they came"}


def facing_walker(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which way somebody turns who comes towards the camera from beyond the junction."""
    wanted = deal.pick("PT arrow", ARROWS)
    entry = _entry(world, deal, "PT entry", wanted)
    fact = f"the sign sends readers {SHOWS[entry.arrow]} to {entry.text}; the other person faces the opposite way"

    def test(w: World, text: str) -> bool:
        other = sign(w)
        yaw = heading(other)
        side = {"left": 90.0, "right": -90.0, "straight": 0.0}
        angles = [yaw + side[e.arrow] for e in other.entries if e.text == entry.text]
        if not angles:
            return False
        off = turned(angles[0] - (yaw + 180.0))
        word = "back the way they came" if abs(off) > 135 else "to their left" if off > 0 else "to their right"
        return word == text

    return Draft(
        template="facing_walker",
        stem=rng.choice(
            (
                f"The sign shows the way to {entry.text}. Somebody comes to the junction from the far "
                "side, facing the "
                "camera. Which way must they go there to reach it, as they see it?",
                "Somebody comes to the junction from the far side and faces the camera. For them, which "
                "way is it to "
                f"{entry.text}, by the sign?",
            )
        ),
        gold=FACING[entry.arrow],
        wrong=tuple(
            Wrong(FACING[a], "keeps the camera's own left and right" if "straight" not in (a, entry.arrow)
                  else "takes the arrow of another line", fact)
            for a in ARROWS if a != entry.arrow
        ),
        why=fact,
        sees=_sees(world),
        test=test,
        accept=(FACING[entry.arrow].removeprefix("to their "),),
    )  # fmt: skip


def rerouted(scene: Scene, yaw: float) -> Scene:
    """The walk leaves the junction in another direction (camera yaw), the rest is as it was."""
    shots = scene.camera.shots
    jx, jy = _junction(scene)
    last = max(i for i, s in enumerate(shots) if hypot(s.x - jx, s.y - jy) < 0.01)
    first = min(i for i, s in enumerate(shots) if hypot(s.x - jx, s.y - jy) < 0.01)
    arrive, leave, end = shots[first], shots[last], shots[-1]
    far = hypot(end.x - jx, end.y - jy)
    new = arrive.yaw + turned(yaw - arrive.yaw)
    view = replace(arrive, yaw=new)
    goal = _ahead(view, far)
    turn_end = max(leave.t, arrive.t + 2.4 if abs(new - arrive.yaw) > 1 else arrive.t)
    shift = turn_end - leave.t
    tail = [
        replace(s, t=round(s.t + shift, 2), x=goal[0], y=goal[1], yaw=round(new, 2)) for s in shots[last + 1 :]
    ]
    kept = [
        *shots[: first + 1],
        Shot(round(turn_end, 2), arrive.x, arrive.y, arrive.z, round(new, 2), arrive.pitch),
    ]
    if kept[-1].t <= kept[-2].t:
        kept.pop()
    duration = max(scene.duration, float(-(-tail[-1].t // 1)))
    return replace(scene, camera=replace(scene.camera, shots=tuple([*kept, *tail])), duration=duration)


def _ahead(shot: Shot, metres: float) -> tuple[float, float]:
    return round(shot.x - sine(shot.yaw) * metres, 3), round(shot.y + cosine(shot.yaw) * metres, 3)


def yaw_of(board: Thing, arrow: str) -> float:
    """Camera yaw of who follows an arrow."""
    return heading(board) + {"left": 90.0, "straight": 0.0, "right": -90.0}[arrow]


WAYS: dict[Arrow, str] = {"left": "to the left", "straight": "straight on", "right": "to the right"}


def other_way(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where the walk would lead if it took the next way round the junction."""
    board = sign(world)
    way = branch(world)
    # Of the two other ways one is named where the camera's own is named, too: the named one in every other scene.
    steps = deal.pick("CR named", ((1, 2), (2, 1)))
    outcomes: dict[int, str] = {}
    for step in steps:
        ways = [e.text for e in board.entries if e.arrow == ARROWS[(ARROWS.index(way) + step) % 3]]
        if len(ways) < 2:
            outcomes[step] = ways[0] if ways else UNNAMED
    if not outcomes:
        raise NoQuestion("two entries point each other way")
    first = deal.pick("CR first", (True, False))
    step = next((s for s in outcomes if (outcomes[s] == UNNAMED) != first), next(iter(outcomes)))
    new = ARROWS[(ARROWS.index(way) + step) % 3]
    after = rerouted(world.scene, yaw_of(board, new))
    gold = named(board, branch(World(after)))
    factual = named(board, way)
    goes = WAYS[new]
    change = f"at the junction the camera goes {goes}; sign and corridors stay"
    why = f"instead of {way} the camera goes {new}; {_after_sign(world).split('; ', 1)[1]}"

    def test(w: World, text: str) -> bool:
        arrows = {e.text: e.arrow for e in sign(w).entries}
        taken = ends_at(w)
        return taken not in arrows.values() if text == UNNAMED else arrows.get(text) == taken

    return Draft(
        template="other_way",
        stem=rng.choice(
            (
                f"Suppose the camera had gone {goes} at the junction. By the sign, where would it then be going?",
                f"If the camera had gone {goes} at the junction, where would that way lead, by the sign?",
            )
        ),
        gold=gold,
        wrong=_destinations(board, gold, new, why),
        why=why,
        sees=_sees(world),
        test=test,
        after=after,
        change=change,
        factual=factual,
        open=gold != UNNAMED,
    )


SWINGS: dict[str, float] = {"turns left": 90.0, "turns right": -90.0, "goes straight on": 0.0}
"""What the camera may do when it is back at the junction, and degrees to the left."""


def way_back(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where the camera gets when after the video it comes back to the junction and goes on another way."""
    scene, board = world.scene, sign(world)
    jx, jy = _junction(scene)
    end = route.final(world)
    far = hypot(end.x - jx, end.y - jy)

    def outcome(swing: float) -> str | None:
        """What the sign says of the way; None where it says two things."""
        off = turned(end.yaw + 180.0 + swing - heading(board))
        arrow = "straight" if abs(off) < 45 else None if abs(off) > 135 else "left" if off > 0 else "right"
        found = [e.text for e in board.entries if e.arrow == arrow]
        return None if len(found) > 1 else found[0] if found else UNNAMED

    outcomes = {words: text for words, swing in SWINGS.items() if (text := outcome(swing)) is not None}
    # Named twice as often as not: so each of two entries and `not named` are right equally often.
    named_ = deal.pick("PR named", (True, True, False))
    fit = [words for words, text in outcomes.items() if (text != UNNAMED) == named_] or list(outcomes)
    if not fit:
        raise NoQuestion("two entries point each way on")
    does = fit[deal.pick(f"PR way of {len(fit)}", range(len(fit)))]
    after = route.continued(
        scene, ((4.0, 180.0, 0.0), (far / 1.5, 0.0, far), (2.4, SWINGS[does], 0.0), (far / 1.5, 0.0, far))
    )
    gold = outcomes[does]
    fact = f"back at the junction the camera {does}; the sign says " + ", ".join(
        f"{e.text} {e.arrow}" for e in board.entries
    )

    def test(w: World, text: str) -> bool:
        here = route.final(w)
        across, beyond = local(sign(w).pose, here.x, here.y)
        from_across, from_beyond = local(sign(w).pose, jx, jy)
        aside, on = across - from_across, beyond - from_beyond
        arrow = ("right" if aside > 0 else "left") if abs(aside) > abs(on) else "straight" if on > 0 else ""
        arrows = {e.text: e.arrow for e in sign(w).entries}
        return arrow not in arrows.values() if text == UNNAMED else arrows.get(text) == arrow

    wrong = _destinations(board, gold, does, fact)
    if len(board.entries) > 3 and gold != UNNAMED:
        named_wrong = [w for w in wrong if w.text != UNNAMED]
        wrong = (*named_wrong[:2], Wrong(UNNAMED, "forgets that it looks back", fact))
    return Draft(
        template="way_back",
        stem=rng.choice(
            (
                f"After the video the camera turns back, returns to the junction and {does} there. By the sign, "
                "where is it going then?",
                f"Suppose the camera now turns back and, at the junction, {does}. By the sign, where does "
                "that way "
                "lead?",
            )
        ),
        gold=gold,
        wrong=wrong,
        why=fact,
        sees=_sees(world),
        test=test,
        after=after,
        change=f"after the video the camera turns round, walks back to the junction and {does} there",
        open=gold != UNNAMED,
    )


RESTS = (1.1, 3.0)
"""Seconds for which the camera stops in front of the sign."""


def rest_before_sign(world: World, deal: Deal, rng: Rng) -> Draft:
    """For how long the camera stands still on its way."""

    def again(w: World) -> float:
        ticks = round(w.scene.duration * 24)
        views = [w.time.camera(k / 24) for k in range(ticks + 1)]
        still = [hypot(b.x - a.x, b.y - a.y) + abs(b.yaw - a.yaw) < 1e-4 for a, b in pairwise(views)]
        first, last = still.index(False), ticks - 1 - still[::-1].index(False)
        return sum(still[first : last + 1]) / 24

    rests = [s for s in camera.stretches(world.scene) if s.word == camera.STILL and s.start > 0.5]
    rests = [s for s in rests if s.end < world.scene.duration - 0.5]
    if len(rests) != 1:
        raise NoQuestion("the camera does not rest once on its way")
    value = rests[0].end - rests[0].start
    return metric.metric(
        deal,
        rng,
        template="rest_before_sign",
        stem=rng.choice(
            (
                "On its way the camera stops once and then walks on. For how many seconds does it stand "
                "still there?",
                "How long does the camera's stop on the way last, before it walks on?",
            )
        ),
        what="the time",
        value=value,
        unit="s",
        step=0.1,
        again=again,
        why=f"the camera stands still from {rests[0].start:.1f} s to {rests[0].end:.1f} s",
        sees=_sees(world),
        ladder=(RESTS[0] * 0.97, RESTS[1] * 1.03),
    )


class Questions(base.Questions):
    """Of DS."""

    task = "DS"
    core = "destination"
    cells: ClassVar[Mapping[QuestionType, tuple[Ask, ...]]] = {
        "OE": (existence.appears("landmark"),),
        "OA": (arrow_of, attribute.colour_of("landmark", "signage")),
        "FL": (sign_in_picture,),
        "OC": (passed,),
        "CM": (camera.turns,),
        "SL": (destination,),
        "PT": (facing_walker,),
        "CR": (other_way,),
        "PR": (way_back,),
        "MT": (rest_before_sign,),
    }
