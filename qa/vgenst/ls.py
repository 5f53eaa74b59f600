"""Questions about landmarks seen one after the other from a camera that flies over them, north at the top."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Thing
from ...simulators.space import camera_yaw, compass
from . import attribute, camera, existence, metric, order
from .aerial import (
    MARGIN,
    below,
    flown_on,
    in_turn,
    landmarks,
    reversed_flight,
    way,
    word,
)  # fmt: skip
from .base import Draft, NoQuestion, See, World, Wrong, the
from .base import Questions as Base
from .direction import (
    COMPASS,
    COMPASS_NOTE,
    SECTORS,
    Heading,
    bearing,
    components,
    in_sector,
    off_border,
    opposite,
    sector,
)  # fmt: skip


def _seen(world: World, *things: Thing) -> tuple[See, ...]:
    return tuple(See(thing.id, 0.0, world.scene.duration) for thing in things)


def _three(world: World) -> tuple[Thing, Thing, Thing]:
    """The first, the second and the last landmark."""
    found = landmarks(world)
    if len(found) < 3:
        raise NoQuestion("fewer than three landmarks come into view")
    return found[0], found[1], found[-1]


def _four(
    names: Sequence[str], gold: str, rng: Rng, fact: str, near: str, *, towards: str | None = None
) -> tuple[Wrong, ...]:
    """Three wrong directions: the opposite, a neighbour, and the neighbour's opposite.

    Together with the right one they look the same from each of the four, so they say nothing about it.
    `near` is the mistake that leads to a neighbour; `towards` the neighbour it leads to, if it is one.
    """
    at = names.index(gold)
    step = rng.choice((1, -1))
    if towards in (names[(at + 1) % 8], names[at - 1]):
        step = 1 if towards == names[(at + 1) % 8] else -1
    beside = names[(at + step) % 8]
    return (
        Wrong(opposite(gold), "tells the way back", fact),
        Wrong(beside, near, fact),
        Wrong(opposite(beside), f"{near}, and tells the way back", fact),
    )


def _fact(a: Thing, b: Thing) -> str:
    dx, dy = way(a, b)
    east = f"{abs(dx):.0f} m {'east' if dx > 0 else 'west'}"
    return f"the {b.label} is {east} and {abs(dy):.0f} m {'north' if dy > 0 else 'south'} of the {a.label}"


def last_from_second(world: World, deal: Deal, rng: Rng) -> Draft:
    """SL: the direction of the last landmark from the second, which no picture shows together."""
    first, second, last = _three(world)
    gold = word(*way(second, last))
    fact = _fact(second, last)
    try:
        flown: str | None = word(*way(first, last))
    except NoQuestion:
        flown = None
    return Draft(
        template="last_from_second",
        stem=rng.choice(
            (
                f"Take it that {COMPASS_NOTE}. In which direction does the {last.label} lie from the "
                f"{second.label}?",
                f"If {COMPASS_NOTE}, where is the {last.label} as seen from the {second.label}?",
                f"On a map on which {COMPASS_NOTE.replace('of the picture', '')}, in which direction would an "
                "arrow "
                f"point that goes from the {second.label} straight to the {last.label}?",
            )
        ),
        gold=gold,
        wrong=_four(
            COMPASS, gold, rng, fact, "takes the direction of the flight, from another place", towards=flown
        ),
        why=fact,
        sees=_seen(world, first, second, last),
        test=lambda w, text: _points(w, second.id, last.id, text),
        accept=(f"to the {gold}",),
    )


def _points(world: World, a: str, b: str, text: str) -> bool:
    """By components, from where the camera is when each landmark is nearest to the middle of the picture."""
    p, q = world.time.at(0.0)[a], world.time.at(0.0)[b]
    return in_sector(text, q.x - p.x, q.y - p.y, 0.0, 0.0)


def in_which_order(world: World, deal: Deal, rng: Rng) -> Draft:
    """TO: in which order landmarks come into view."""
    steps = [order.Step(the(thing.label), t, _seen(world, thing)) for thing, t in in_turn(world)]

    def when(w: World, text: str) -> float | None:
        thing = next((t for t in w.scene.having("landmark") if the(t.label) == text), None)
        if thing is None:
            return None
        return next((k / 8 for k in range(int(w.scene.duration * 8) + 1) if below(w, thing, k / 8)), None)

    draft = order.sequence(
        world,
        deal,
        rng,
        steps,
        when,
        stems=(
            "In which order do these buildings and places come into view?",
            "In which order does the camera first show these places?",
        ),
        template="order_of_landmarks",
    )
    return replace(draft, open=len(steps) == 3)  # fmt: skip


def from_the_roof(world: World, deal: Deal, rng: Rng) -> Draft:
    """PT: where the last landmark is for somebody on the first who looks towards the second."""
    first, second, last = _three(world)
    # The last is more often ahead than behind for who looks at the second, so half of them look away.
    facing = deal.pick("PT facing", ("towards", "away from"))
    sign = 1 if facing == "towards" else -1
    dx, dy = way(first, second)
    who = Heading(first.pose.x, first.pose.y, camera_yaw(sign * dx, sign * dy))
    angle = bearing(who, last.pose.x, last.pose.y)
    gold = SECTORS[sector(angle, 8, margin=MARGIN)]
    fact = f"for who looks so the {last.label} is {angle % 360:.0f} degrees clockwise from straight ahead"

    def test(w: World, text: str) -> bool:
        here, to, goal = (w.thing(name).pose for name in (first.id, second.id, last.id))
        stand = Heading(here.x, here.y, camera_yaw(sign * (to.x - here.x), sign * (to.y - here.y)))
        return in_sector(text, 0.0, 0.0, *components(stand, goal.x, goal.y))

    return Draft(
        template="from_the_roof",
        stem=rng.choice(
            (
                f"Imagine standing on top of the {first.label} and looking straight {facing} the "
                f"{second.label}. Where is the {last.label}?",
                f"Somebody on the {first.label} looks straight {facing} the {second.label}. In which direction "
                f"is the {last.label} for them?",
            )
        ),
        gold=gold,
        wrong=_four(SECTORS, gold, rng, fact, "judges the turn wrongly by an eighth"),
        why=fact,
        sees=_seen(world, first, second, last),
        test=test,
    )


def flight_reversed(world: World, deal: Deal, rng: Rng) -> Draft:
    """CR: the flight had gone the other way."""
    first, second, last = _three(world)
    after = reversed_flight(world)
    changed = World(after)
    gold = word(*way(changed.thing(second.id), changed.thing(last.id)))
    now = word(*way(second, last))
    fact = _fact(changed.thing(second.id), changed.thing(last.id))
    places = "the later places" if len(landmarks(world)) > 3 else f"the {last.label}"
    return Draft(
        template="flight_reversed",
        stem=rng.choice(
            (
                f"Take it that {COMPASS_NOTE}. Suppose that the camera had flown from the {first.label} exactly "
                f"the other way, just as far, and had found {places} there. In which direction from the "
                f"{second.label} would the {last.label} be?",
                f"If {COMPASS_NOTE}, and everything after the {second.label} lay exactly the other way from the "
                f"{first.label}, just as far from it, where would the {last.label} be from the {second.label}?",
            )
        ),
        gold=gold,
        wrong=_four(COMPASS, gold, rng, fact, "takes the direction from the wrong place"),
        why=fact,
        sees=_seen(world, *_three(world)),
        test=lambda w, text: _points(w, second.id, last.id, text),
        after=after,
        change="everything after the rise is turned by half a turn around the first landmark: the camera's way "
        "and the "
        "later landmarks; the first and the second stay where they are",
        factual=now,
    )  # fmt: skip


def flying_on(world: World, deal: Deal, rng: Rng) -> Draft:
    """PR: where an early landmark lies when another flight follows, straight on or turned by a quarter."""
    first, second, last = _three(world)
    turn = deal.pick("PR turn", (0, 1, -1))
    after, end = flown_on(world, turn)
    wanted = deal.pick("PR landmark", (first, second))
    clear = [
        thing
        for thing in (wanted, first, second)
        if off_border(compass(thing.pose.x - end.x, thing.pose.y - end.y), 8) >= MARGIN
    ]
    if not clear:
        raise NoQuestion("a direction is too near the border between two words")
    target = clear[0]
    dx, dy = target.pose.x - end.x, target.pose.y - end.y
    gold = COMPASS[sector(compass(dx, dy), 8, margin=MARGIN)]
    fact = (
        f"the {target.label} would be {abs(dx):.0f} m {'east' if dx > 0 else 'west'} and {abs(dy):.0f} m "
        f"{'north' if dy > 0 else 'south'} of the camera"
    )

    def test(w: World, text: str) -> bool:
        view, pose = w.time.camera(w.scene.duration), w.thing(target.id).pose
        return in_sector(text, pose.x - view.x, pose.y - view.y, 0.0, 0.0)

    far = "as far as on its last flight" if len(landmarks(world)) > 3 else "as far as before"
    turns = {
        0: "keeps its direction of flight",
        1: "changes its direction of flight by a quarter turn to the right",
        -1: "changes its direction of flight by a quarter turn to the left",
    }[turn]
    return Draft(
        template="flying_on",
        stem=rng.choice(
            (
                f"Take it that {COMPASS_NOTE}. After the video the camera {turns} and goes on from the "
                f"{last.label}, {far}. In which direction is the {target.label} from the place where it arrives?",
                f"If {COMPASS_NOTE}, and the camera now {turns} and flies on {far}, where is the {target.label} "
                "from the place above which it then is?",
            )
        ),
        gold=gold,
        wrong=_four(COMPASS, gold, rng, fact, "takes the direction from the wrong place"),
        why=fact,
        sees=_seen(world, *_three(world)),
        test=test,
        after=after,
        change=f"after the end the camera {turns} and goes on {far}; all else stays",
    )


def how_far(world: World, deal: Deal, rng: Rng) -> Draft:
    """MT: the distance between the first two landmarks."""
    first, second, _ = _three(world)
    return metric.apart(
        world, deal, rng, *_shuffled(first, second, rng), t=0.0, scale=metric.scaled(world, first.id, "long"),
        sees=_seen(world, first, second), ladder=(24.0, 61.0),
    )  # fmt: skip


def _shuffled(a: Thing, b: Thing, rng: Rng) -> tuple[str, str]:
    return (a.id, b.id) if rng.chance(1, 2) else (b.id, a.id)


class Questions(Base):
    """The questions of LS."""

    task = "LS"
    core = "last_from_second"
    cells: ClassVar = {
        "OE": (existence.appears("landmark"),),
        "OA": (attribute.colour_of("landmark"),),
        "TO": (in_which_order,),
        "CM": (camera.flight,),
        "SL": (last_from_second,),
        "PT": (from_the_roof,),
        "CR": (flight_reversed,),
        "PR": (flying_on,),
        "MT": (how_far,),
    }
