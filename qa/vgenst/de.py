"""DE, direction estimation: a walk through a corridor; where is the start, seen from the end?"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise, permutations
from math import hypot
from typing import ClassVar

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Scene, Thing
from ...schemas.scene_question import QuestionType
from ...simulators.space import turned
from . import attribute, base, camera, existence, metric, order, route
from .base import Ask, Draft, NoQuestion, See, World, Wrong, listed, the
from .direction import CLOCK_NOTE, clock, clock_mirror, clock_opposite, components, hour, of_view

AFTER = {"right": (3, 4, 5, 6), "left": (6, 7, 8, 9)}
"""Hours at which the start may lie after one turn, by how long the legs are."""
PAIRS = ((3, 9), (4, 8), (5, 7), (2, 10), (1, 11))
"""Hours and their mirror images."""


def sights(world: World) -> tuple[Thing, ...]:
    """The things to remember along the way, in the order in which the camera comes to them."""
    found = world.scene.having("landmark", "distractor")
    return tuple(sorted(found, key=lambda t: route.comes_to(world, t.id)))


def first_and_last(world: World) -> tuple[Thing, Thing]:
    """The landmark of the first leg and that of the last; raises NoQuestion without two."""
    found = [t for t in sights(world) if t.role == "landmark"]
    if len(found) < 2:
        raise NoQuestion("there are no two landmarks")
    return found[0], found[-1]


def _all_seen(world: World) -> tuple[See, ...]:
    first, last = first_and_last(world)
    return (See(first.id, 0.0, world.scene.duration), See(last.id, 0.0, world.scene.duration))


def _said(word: str) -> int | None:
    """The hour in `5 o'clock`."""
    number, _, rest = word.partition(" ")
    return int(number) if number.isdigit() and rest == "o'clock" else None


def _hours(world: World, deal: Deal, gold: int) -> tuple[int, ...]:
    """Three other hours: those that a walk with the same turn could end in; after several turns, mirror images.

    A straight walk takes the hours of either turn, for 6 o'clock is as likely as each other with both.
    """
    turns = camera.turn_words(world.scene)
    if len(turns) <= 1:
        near = AFTER[turns[0] if turns else deal.pick("PT hours of", tuple(AFTER))]
        if gold in near:
            return tuple(h for h in near if h != gold)
    if gold % 3 == 0:
        return tuple(h for h in (3, 6, 9, 12) if h != gold)
    return clock_mirror(gold), clock_opposite(gold), clock_mirror(clock_opposite(gold))


def _slip(gold: int, other: int) -> str:
    if other == clock_mirror(gold):
        return "takes left for right"
    if other == clock_opposite(gold):
        return "points the way that the camera looks"
    if other == 6:
        return "forgets the turns and takes the start to lie straight behind"
    return "misjudges how long the legs of the way are"


def _clock_draft(
    template: str, stem: str, gold: int, others: tuple[int, ...], fact: str, sees: tuple[See, ...]
) -> Draft:
    return Draft(
        template=template,
        stem=stem,
        gold=clock(gold),
        wrong=tuple(Wrong(clock(h), _slip(gold, h), fact) for h in others),
        why=fact,
        sees=sees,
        test=lambda w, text: _said(text) == route.start_hour(w),
        accept=(f"{gold}", f"at {clock(gold)}", f"{gold} oclock"),
    )


def direction_of_start(world: World, deal: Deal, rng: Rng) -> Draft:
    """The start in clock terms, as seen by the camera at the end."""
    angle = route.start_bearing(world)
    gold = hour(angle)
    stem = rng.choice(
        (
            f"Think of a clock face around the camera: {CLOCK_NOTE}. At the end of the video, at which "
            "hour is the "
            "place where the walk began?",
            f"For the camera, {CLOCK_NOTE}. In which direction from the camera is the start of the walk when the "
            "video ends?",
        )
    )
    fact = f"seen from the end, the start lies {angle % 360:.0f} degrees clockwise from straight ahead"
    return _clock_draft("direction_of_start", stem, gold, _hours(world, deal, gold), fact, _all_seen(world))


# --- L2 -------------------------------------------------------------------------------------------


def _when(world: World, words: str) -> float | None:
    """The second way to put sights in order: metres walked until the camera is nearest."""
    found = [t for t in world.scene.having("landmark", "distractor") if the(t.label) == words]
    return route.way_to(world.scene, found[0]) if found else None


def _steps(world: World) -> list[order.Step]:
    found = sights(world)
    if len({t.label for t in found}) < len(found):
        raise NoQuestion("two things have the same label")
    end = world.scene.duration
    return [order.Step(the(t.label), route.comes_to(world, t.id), (See(t.id, 0.0, end),)) for t in found]


def order_of_sights(world: World, deal: Deal, rng: Rng) -> Draft:
    """In which order the camera comes to three of the things."""
    return order.sequence(
        world,
        deal,
        rng,
        _steps(world),
        _when,
        stems=(
            "In which order does the camera get close to these things on its walk?",
            "Which of these things is the camera close to first, which next, and which last?",
        ),
        template="order_of_sights",
    )


def first_or_last_sight(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which thing the camera comes to first, or last."""
    return order.extreme(
        world,
        deal,
        rng,
        _steps(world),
        _when,
        stems={
            "first": (
                "Which of these things does the camera get close to first?",
                "On its walk, which of these does the camera get close to first?",
            ),
            "last": (
                "Which of these things does the camera get close to last?",
                "On its walk, which of these does the camera get close to last?",
            ),
        },
        template="sight",
    )  # fmt: skip


def camera_motion(world: World, deal: Deal, rng: Rng) -> Draft:
    """The turns of the walk, or what the camera does in a part of it.

    A straight walk is always asked for its turns, a bent one in two cases of three: so that with a quarter
    of straight walks each answer to either question comes as often.
    """
    if not camera.turn_words(world.scene) or deal.pick("CM form", ("turns", "turns", "stretch")) == "turns":
        return camera.turns(world, deal, rng)
    return camera.stretch(world, deal, rng, share=True)


PLACES = ("by the left-hand wall", "by the right-hand wall", "against the end wall")


def _place(world: World, thing: Thing) -> str | None:
    """Where a thing stands, seen in the walking direction: PLACES; None in a corner."""
    t = route.comes_to(world, thing.id)
    view = world.time.camera(t)
    ahead, right = components(of_view(view), thing.pose.x, thing.pose.y)
    if abs(ahead) < 0.4 and abs(right) > 0.5:
        return PLACES[1] if right > 0 else PLACES[0]
    if t > world.scene.duration - 2.5 and abs(right) < 0.5 and ahead > 1.2:
        return PLACES[2]
    return None


def _looks_placed(world: World, thing: Thing) -> str | None:
    """The second way: by the piece of the way that is nearest to the thing, and the side of it."""
    shots = world.scene.camera.shots
    best: tuple[float, str] | None = None
    for a, b in pairwise(shots):
        length = hypot(b.x - a.x, b.y - a.y)
        if length < 0.05:
            continue
        cross = ((b.x - a.x) * (thing.pose.y - a.y) - (b.y - a.y) * (thing.pose.x - a.x)) / length
        along = ((thing.pose.x - a.x) * (b.x - a.x) + (thing.pose.y - a.y) * (b.y - a.y)) / length
        beyond = max(0.0, -along, along - length)
        gap = hypot(cross, beyond)
        word = PLACES[2] if beyond > 1.0 else PLACES[0] if cross > 0 else PLACES[1]
        if best is None or gap < best[0]:
            best = (gap, word)
    return None if best is None else best[1]


def place_in_corridor(world: World, deal: Deal, rng: Rng) -> Draft:
    """By which wall a thing stands, seen in the walking direction."""
    found = [(t, p) for t in sights(world) if (p := _place(world, t)) is not None]
    wanted = deal.pick("SL place", PLACES)
    sides = [(t, p) for t, p in found if p != PLACES[2]]
    fit = [(t, p) for t, p in found if p == wanted] or sides or found
    if not fit:
        raise NoQuestion("nothing stands clearly by one wall")
    thing, gold = fit[deal.pick(f"SL thing {len(fit)}", range(len(fit)))]
    fact = f"when the camera comes to it, the {thing.label} is {gold}"
    stem = rng.choice(
        (
            f"Seen in the direction of the walk, where in the corridor does the {thing.label} stand?",
            f"Where does the {thing.label} stand, as the camera sees it on its walk?",
        )
    )
    return Draft(
        template="place_in_corridor",
        stem=stem,
        gold=gold,
        wrong=tuple(
            Wrong(
                p,
                "takes left for right" if PLACES[2] not in (p, gold) else "remembers another thing's place",
                fact,
            )
            for p in PLACES
            if p != gold
        ),
        why=fact,
        sees=(See(thing.id, 0.0, world.scene.duration),),
        test=lambda w, text: _looks_placed(w, w.thing(thing.id)) == text,
        accept=tuple(a for a in (gold.removeprefix("by the "), gold.removeprefix("against the ")) if a != gold),
    )


def neighbour_on_the_way(world: World, deal: Deal, rng: Rng) -> Draft:
    """What the camera comes to right after, or right before, a thing."""
    found = sights(world)
    if len(found) < 4:
        raise NoQuestion("too few things for neighbours on the way")
    wanted = deal.pick("SL neighbour", ("after", "before"))
    at = deal.pick("SL from", range(len(found) - 1))
    this, gold = (found[at], found[at + 1]) if wanted == "after" else (found[at + 1], found[at])
    times = [route.comes_to(world, t.id) for t in found]
    if any(b - a < order.GAP for a, b in pairwise(times)):
        raise NoQuestion("two things stand too close to each other along the way")
    others = rng.sample([t for t in found if t.id not in (this.id, gold.id)], 2)
    words = "next after" if wanted == "after" else "just before"

    def test(w: World, text: str) -> bool:
        ways = sorted((route.way_to(w.scene, t), the(t.label)) for t in w.scene.having("landmark", "distractor"))
        names = [name for _, name in ways]
        here = names.index(the(this.label)) + (1 if wanted == "after" else -1)
        return 0 <= here < len(names) and names[here] == text

    fact = f"along the way stand {listed([the(t.label) for t in found])}, in this order"
    return Draft(
        template=f"neighbour_{wanted}",
        stem=rng.choice(
            (
                f"Along the corridor, in the direction of the walk, what stands {words} the {this.label}?",
                f"Which of these stands {words} the {this.label}, going along the corridor as the camera does?",
            )
        ),
        gold=the(gold.label),
        wrong=tuple(Wrong(the(t.label), "skips a thing or takes the wrong direction", fact) for t in others),
        why=fact,
        sees=tuple(See(t.id, 0.0, world.scene.duration) for t in (this, gold, *others)),
        test=test,
    )


# --- L3 -------------------------------------------------------------------------------------------


def what_if(world: World, deal: Deal, rng: Rng) -> Draft:
    """A mirrored building, or two things in each other's place.

    A start that lies straight behind or ahead is the same in the mirror: then it is always the other.
    """
    straight = clock_mirror(hour(route.start_bearing(world))) == hour(route.start_bearing(world))
    if not straight and deal.pick("CR form", ("mirror", "swap")) == "mirror":
        return start_if_mirrored(world, deal, rng)
    return order_if_swapped(world, deal, rng)


def start_if_mirrored(world: World, deal: Deal, rng: Rng) -> Draft:
    """The direction of the start if the building were the other way round."""
    factual = hour(route.start_bearing(world))
    after = route.mirrored(world.scene)
    gold = hour(route.start_bearing(World(after)))
    # Two pairs of mirror images: so the words tell nothing.
    pairs = [p for p in PAIRS if gold in p] + [rng.choice([p for p in PAIRS[:3] if gold not in p])]
    others = tuple(h for pair in pairs for h in pair if h != gold)
    angle = turned(-route.start_bearing(world)) % 360
    fact = f"in the mirrored building the start lies {angle:.0f} degrees clockwise from straight ahead"
    draft = _clock_draft(
        "start_if_mirrored",
        rng.choice(
            (
                f"For the camera, {CLOCK_NOTE}. If the whole building and the walk were the other way "
                "round, as in "
                "a mirror, at which hour would the start of the walk be at the end?",
                f"Think of a clock face around the camera: {CLOCK_NOTE}. If left and right were exchanged in the "
                "building and on the walk, at which hour would the start be when the walk ends?",
            )
        ),
        gold,
        others,
        fact,
        _all_seen(world),
    )
    return _changed(draft, after, "left and right of the building and of the walk are exchanged; all lengths stay",
                    clock(factual))  # fmt: skip


def order_if_swapped(world: World, deal: Deal, rng: Rng) -> Draft:
    """The order of three things if two of them stood in each other's place."""
    found = sights(world)
    steps = _steps(world)
    if len(found) < 3:
        raise NoQuestion("too few things to swap")
    picked = [found[i] for i in sorted(rng.sample(range(len(found)), 3))]
    i, j = deal.pick("CR pair", ((0, 1), (1, 2), (0, 2)))
    a, b = picked[i], picked[j]
    if rng.chance(1, 2):
        a, b = b, a
    order.in_order(steps)
    after = route.swapped(world.scene, a.id, b.id)
    changed = World(after)
    before = tuple(the(t.label) for t in picked)
    rank = tuple(the(t.label) for t in sorted(picked, key=lambda t: route.comes_to(changed, t.id)))
    names = {the(a.label): the(b.label), the(b.label): the(a.label)}
    # Two pairs of orders that the swap turns into each other: so the pair that is right cannot be told by that.
    other = rng.choice([p for p in permutations(before) if p not in (before, rank)])
    twin = tuple(names.get(name, name) for name in other)
    fact = f"with the {a.label} and the {b.label} swapped the order is {listed(rank)}"

    def test(w: World, text: str) -> bool:
        ways = [_when(w, part) for part in text.split(order.THEN)]
        return all(p is not None and q is not None and p < q for p, q in pairwise(ways))

    return Draft(
        template="order_if_swapped",
        stem=rng.choice(
            (
                f"Suppose the {a.label} and the {b.label} stood in each other's place and all else were as it is. "
                "In which order would the camera get close to these three things?",
                f"If the {a.label} and the {b.label} had been swapped before the walk, in which order would the "
                "camera get close to these things?",
            )
        ),
        gold=order.THEN.join(rank),
        wrong=(
            Wrong(order.THEN.join(before), "leaves out the change", fact),
            Wrong(order.THEN.join(other), "mixes up the places along the way", fact),
            Wrong(order.THEN.join(twin), "makes the change from a wrong order", fact),
        ),
        why=fact,
        sees=tuple(See(t.id, 0.0, world.scene.duration) for t in picked),
        test=test,
        after=after,
        change=f"the {a.label} and the {b.label} are swapped; all else stays, the walk too",
        factual=order.THEN.join(before),
        accept=(", ".join(rank),),
        open=False,
    )


def sides_on_the_way_back(world: World, deal: Deal, rng: Rng) -> Draft:
    """On which side of the camera two things by the walls are when it walks back to where it began."""
    scene = world.scene
    found = [t for t in sights(world) if _place(world, t) in PLACES[:2]]
    if len(found) < 2:
        raise NoQuestion("fewer than two things stand by the walls")
    one, two = rng.sample(found, 2)
    after = route.walked_back(scene)
    back = World(after)
    words = _sides(one, two)
    gold = words[_right_of(back, one, scene.duration), _right_of(back, two, scene.duration)]
    fact = f"on the way back the camera passes them so: {gold}"

    def test(w: World, text: str) -> bool:
        right = [_passes_right(w, t, scene.duration) for t in (one, two)]
        return words[right[0], right[1]] == text

    return Draft(
        template="sides_on_the_way_back",
        stem=rng.choice(
            (
                "After the video the camera turns back and walks all the way to where it began. On which side "
                f"does it then have the {one.label} and the {two.label} as it passes them?",
                f"Suppose the camera now walks back to its start, looking where it goes. On which side does it "
                f"pass the {one.label} and the {two.label}?",
            )
        ),
        gold=gold,
        wrong=tuple(
            Wrong(
                text,
                "keeps the sides of the way there" if all(map(_differs, key, _key(words, gold)))
                else "mixes up the side of one of the two", fact)
            for key, text in words.items() if text != gold
        ),
        why=fact,
        sees=tuple(See(t.id, 0.0, scene.duration) for t in (one, two)),
        test=test,
        after=after,
        change="after the video the camera turns round and walks the same way back to its start",
        open=False,
    )  # fmt: skip


def _differs(a: bool, b: bool) -> bool:
    return a != b


def _key(words: Mapping[tuple[bool, bool], str], text: str) -> tuple[bool, bool]:
    return next(key for key, value in words.items() if value == text)


def _sides(one: Thing, two: Thing) -> dict[tuple[bool, bool], str]:
    """Whether each of two is on the right, and the words for it."""
    a, b = the(one.label), the(two.label)
    return {
        (False, False): "both on its left",
        (True, True): "both on its right",
        (False, True): f"{a} on its left, {b} on its right",
        (True, False): f"{a} on its right, {b} on its left",
    }


def _right_of(world: World, thing: Thing, since: float) -> bool:
    """Whether a thing is on the right when the camera is nearest to it after a time."""
    steps = round((world.scene.duration - since) * 8)
    views = [world.time.camera(since + 2.5 + k / 8) for k in range(steps - 20)]
    near = min(views, key=lambda v: round(hypot(v.x - thing.pose.x, v.y - thing.pose.y), 4))
    return components(of_view(near), thing.pose.x, thing.pose.y)[1] > 0


def _passes_right(world: World, thing: Thing, since: float) -> bool:
    """The second way: the piece of the way after a time that is nearest to the thing, and the side of it."""
    best = (float("inf"), False)
    for a, b in pairwise(s for s in world.scene.camera.shots if s.t >= since):
        dx, dy = b.x - a.x, b.y - a.y
        length = hypot(dx, dy)
        if length < 0.05:
            continue
        cross = (dx * (thing.pose.y - a.y) - dy * (thing.pose.x - a.x)) / length
        along = ((thing.pose.x - a.x) * dx + (thing.pose.y - a.y) * dy) / length
        best = min(best, (hypot(cross, max(0.0, -along, along - length)), cross < 0))
    return best[1]


def _changed(draft: Draft, after: Scene, change: str, factual: str | None) -> Draft:
    return replace(draft, after=after, change=change, factual=factual)


HIGH = (2.2, 6.2)
"""Heights of walls, metres."""
WAITS = (0.6, 1.8)
"""Seconds before the camera sets out."""


def height_of_walls(world: World, deal: Deal, rng: Rng) -> Draft:
    """How high the walls are, by a thing of known height."""
    walls = world.scene.surroundings.walls
    value = max((wall[4] for wall in walls), default=0.0)
    if any(wall[4] != value for wall in walls):
        raise NoQuestion("the walls are not of one height")
    _, last = first_and_last(world)
    scale = metric.scaled(world, last.id)
    return metric.metric(
        deal,
        rng,
        template="height_of_walls",
        stem=rng.choice(
            (
                f"{scale} About how high are the walls of the corridor?",
                f"{scale} Estimate the height of the corridor's walls. How high are they?",
            )
        ),
        what="the height",
        value=value,
        unit="m",
        again=lambda w: sum(wall[4] for wall in w.scene.surroundings.walls) / len(w.scene.surroundings.walls),
        why=f"the walls are {value:.1f} m high",
        sees=(See(last.id, 0.0, world.scene.duration),),
        ladder=(HIGH[0] * 0.97, HIGH[1] * 1.03),
    )


def sets_out(world: World, deal: Deal, rng: Rng) -> Draft:
    """How long the camera stands still before it sets out."""
    first = camera.stretches(world.scene)[0]
    if first.word != camera.STILL:
        raise NoQuestion("the camera moves from the start")

    def again(w: World) -> float:
        views = [w.time.camera(k / 48) for k in range(round(w.scene.duration * 48))]
        return next(k for k, v in enumerate(views) if hypot(v.x - views[0].x, v.y - views[0].y) > 1e-4) / 48

    return metric.metric(
        deal,
        rng,
        template="sets_out",
        stem=rng.choice(
            (
                "How many seconds pass from the start of the video until the camera begins to walk?",
                "For how long does the camera stand still at first, before it sets out?",
            )
        ),
        what="the time",
        value=first.end,
        unit="s",
        step=0.1,
        again=again,
        why=f"the camera sets out at {first.end:.1f} s",
        sees=(See(first_and_last(world)[0].id, 0.0, world.scene.duration),),
        ladder=(WAITS[0] * 0.97, WAITS[1] * 1.03),
    )


class Questions(base.Questions):
    """Of DE."""

    task = "DE"
    core = "direction_of_start"
    cells: ClassVar[Mapping[QuestionType, tuple[Ask, ...]]] = {
        "OE": (existence.appears("landmark", "distractor"),),
        "OA": (attribute.colour_of("landmark", "distractor"),),
        "TO": (order_of_sights, first_or_last_sight),
        "CM": (camera_motion,),
        "SL": (place_in_corridor, neighbour_on_the_way),
        "PT": (direction_of_start,),
        "CR": (what_if,),
        "PR": (sides_on_the_way_back,),
        "MT": (height_of_walls, sets_out),
    }
