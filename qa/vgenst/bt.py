"""Questions about a walker whom a drone follows, and what may come in its way."""

from dataclasses import replace
from typing import ClassVar

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Thing
from ...schemas.vocabulary import COLOURS, clash, with_use
from ...simulators.space import compass, turned
from . import attribute, existence, metric, order
from .base import CELLS, FRAMES, Draft, NoQuestion, See, World, Wrong
from .base import Questions as Base
from .camera import witness
from .walk import (
    Behaviour,
    along,
    aside,
    behaviour,
    comes,
    gone,
    heading,
    intruder,
    logged,
    passed,
    rests,
    shows_up,
    walked_back,
    walker,
    walking_on,
)  # fmt: skip

REACTIONS: dict[Behaviour, str] = {
    "goes_on": "walks on without stopping",
    "stops": "stops and stays there until the end",
    "waits": "stops, waits, and then walks on",
}
FAR = 1.0
"""Least distance before or behind the walker in which a side is asked about, metres; 0.8 m to the side."""


def _seen(world: World, *things: Thing) -> tuple[See, ...]:
    return tuple(See(thing.id, 0.0, world.scene.duration) for thing in things)


def _shown(world: World) -> list[Thing]:
    """The things beside the path that the video shows well enough."""
    end = world.scene.duration
    things = world.scene.having("distractor")
    return [t for t in things if world.sight is None or world.sight.seen(t.id, 0.0, end, CELLS) >= FRAMES]


def _rest_words(world: World) -> str:
    who = walker(world).label
    spans = rests(world)
    if not spans:
        return f"the {who} never stands still once it has set out"
    return f"the {who} stands still from {spans[0].start:.1f} s to {spans[0].end:.1f} s"


def reaction(world: World, deal: Deal, rng: Rng) -> Draft:
    """AR: what the walker does about the intruder."""
    who, other = walker(world), intruder(world)
    begin = comes(world)
    gold = behaviour(world)
    spans = rests(world)
    end = min(world.scene.duration, (spans[0].end if spans else begin) + 1.5)
    mistakes: dict[Behaviour, str] = {
        "goes_on": "does not notice that the walker stands still",
        "stops": "does not look at what follows the stop, or takes a near miss for a stop",
        "waits": "expects what usually happens",
    }
    return Draft(
        template="reaction",
        stem=rng.choice(
            (
                f"Something else starts to move during the walk of the {who.label}. What does the {who.label} "
                "do from then until the end?",
                f"How does the {who.label} behave from the moment when something else starts to move until the "
                "end of the video?",
                f"What becomes of the walk of the {who.label} once something else has started to move?",
            )
        ),
        gold=REACTIONS[gold],
        wrong=tuple(
            Wrong(text, mistakes[kind], _rest_words(world)) for kind, text in REACTIONS.items() if kind != gold
        ),
        why=_rest_words(world),
        sees=(See(who.id, begin, end), See(other.id, begin, world.scene.duration)),
        test=lambda w, text: text == REACTIONS[logged(w)],
    )


def what_moves(world: World, deal: Deal, rng: Rng) -> Draft:
    """IT: what the intruder is: two colours times two kinds, of which one is there."""
    who, other = walker(world), intruder(world)
    taken = {t.category for t in world.scene.things}
    kinds = [name for name in rng.shuffled(with_use("intruder")) if name not in taken and name != "ball"]
    mates = [t.colour for t in rng.shuffled([who, *world.scene.having("distractor")])] + rng.shuffled(COLOURS)
    colours = [c for c in mates if not clash(c, other.colour)]
    if not kinds or not colours:
        raise NoQuestion("no other intruder can be named")
    kind, colour = kinds[0], colours[0]

    def words(c: str, k: str) -> str:
        return f"a person in {c}" if k == "person" else f"{'an' if c[0] in 'aeiou' else 'a'} {c} {k}"

    fact = f"what moves is the {other.label}"
    gold = words(other.colour, other.category)

    def test(w: World, text: str) -> bool:
        start, end = w.time.at(0.0), w.time.at(w.scene.duration)
        moved = [
            t
            for t in w.scene.things
            if max(abs(start[t.id].x - end[t.id].x), abs(start[t.id].y - end[t.id].y)) > 0.3
        ]
        return any(t.role != "agent" and words(t.colour, t.category) == text for t in moved)

    return Draft(
        template="what_moves",
        stem=rng.choice(
            (
                f"Besides the {who.label}, what moves in the video?",
                f"Something besides the {who.label} moves from its place. What is it?",
            )
        ),
        gold=gold,
        wrong=(
            Wrong(words(colour, other.category), "takes the colour of something else", fact),
            Wrong(words(other.colour, kind), "remembers the colour but not the shape", fact),
            Wrong(words(colour, kind), "takes a thing that is not there", fact),
        ),
        why=fact,
        sees=_seen(world, other),
        test=test,
        accept=(other.label,),
    )  # fmt: skip


def in_which_order(world: World, deal: Deal, rng: Rng) -> Draft:
    """TO: in which order the walker passes things and the intruder starts to move."""
    who, other = walker(world), intruder(world)
    # Not by its name: another question asks what it is.
    start = "something else is first seen moving"
    steps = [order.Step(f"the {who.label} passes the {t.label}", at, _seen(world, t)) for t, at in passed(world)]
    begin = shows_up(world)
    steps = [s for s in steps if abs(s.t - begin) >= order.GAP]
    steps = [s for k, s in enumerate(steps) if k == 0 or s.t - steps[k - 1].t >= order.GAP][:3]
    steps.append(order.Step(start, begin, (See(other.id, begin, world.scene.duration),)))

    def when(w: World, text: str) -> float | None:
        if text == start:
            # Within the picture, and not where it was a little before.
            for k in range(1, int(w.scene.duration * 10) + 1):
                one, two = w.time.at(k / 10 - 0.1)[other.id], w.time.at(k / 10)[other.id]
                u, v, depth = w.time.camera(k / 10).locate((two.x, two.y, two.z + other.size.h / 2))
                if abs(two.x - one.x) + abs(two.y - one.y) > 0.02 and depth > 0 and max(abs(u), abs(v)) <= 0.95:
                    return k / 10
            return None
        for thing in w.scene.having("distractor"):
            if text == f"the {who.label} passes the {thing.label}":
                # The moment in which it is exactly to the side: the way between them has no part along the walk.
                fx, fy = heading(w)
                for k in range(int(w.scene.duration * 10) + 1):
                    body = w.time.at(k / 10)[who.id]
                    if (thing.pose.x - body.x) * fx + (thing.pose.y - body.y) * fy <= 0:
                        return k / 10
        return None

    draft = order.sequence(
        world,
        deal,
        rng,
        steps,
        when,
        stems=("In which order do these things happen?", "What happens first, what next, and what last?"),
        template="order_of_events",
    )
    return replace(draft, open=False)  # fmt: skip


FLIGHTS = {
    "ahead": "it flies forward, the way it looks",
    "back": "it flies backward, away from what it looks at",
    "left": "it flies sideways, to its left",
    "right": "it flies sideways, to its right",
}


def drone(world: World, deal: Deal, rng: Rng) -> Draft:
    """CM: which way the drone flies, against the way that it looks."""
    who = walker(world)
    shots = world.scene.camera.shots
    a, b = shots[0], shots[-1]
    dx, dy = b.x - a.x, b.y - a.y
    if (dx * dx + dy * dy) ** 0.5 < 2:
        raise NoQuestion("the drone hardly moves")
    right, _, forward = world.time.camera(0.0).axes
    flat = (forward[0] ** 2 + forward[1] ** 2) ** 0.5
    ahead, across = (dx * forward[0] + dy * forward[1]) / flat, dx * right[0] + dy * right[1]
    if min(abs(ahead), abs(across)) > 0.55 * max(abs(ahead), abs(across)):
        raise NoQuestion("the drone flies at a slant")
    gold = ("ahead" if ahead > 0 else "back") if abs(ahead) > abs(across) else ("right" if across > 0 else "left")
    pairs = ({"ahead", "back"}, {"left", "right"})
    fact = f"in all, the drone flies {ahead:.1f} m forward and {across:.1f} m to the right"

    def test(w: World, text: str) -> bool:
        # Where the drone's last place is in its first picture, laid flat.
        first, last = w.time.camera(0.0), w.time.camera(w.scene.duration)
        angle = turned(_bearing(first.yaw, last.x - first.x, last.y - first.y))
        seems = "ahead" if abs(angle) < 45 else "back" if abs(angle) > 135 else "right" if angle > 0 else "left"
        return text == FLIGHTS[seems]

    return Draft(
        template="drone_flight",
        stem=rng.choice(
            (
                f"The camera is on a drone that keeps the {who.label} in the picture. How does the drone fly "
                "while the "
                f"{who.label} walks?",
                f"While the {who.label} walks, how does the camera itself move to keep up?",
            )
        ),
        gold=FLIGHTS[gold],
        wrong=tuple(
            Wrong(text, "takes the motion of the ground for that of the camera" if {kind, gold} in pairs
                  else "takes the walker's direction in the picture for the camera's", fact)
            for kind, text in FLIGHTS.items() if kind != gold
        ),
        why=fact,
        sees=(witness(world, 0.0, world.scene.duration),),
        test=test,
        open=False,
    )  # fmt: skip


def _bearing(yaw: float, dx: float, dy: float) -> float:
    return compass(dx, dy) + yaw


QUARTERS = {
    (1, -1): "ahead and to the left",
    (1, 1): "ahead and to the right",
    (-1, -1): "behind and to the left",
    (-1, 1): "behind and to the right",
}


def for_the_walker(world: World, deal: Deal, rng: Rng) -> Draft:
    """PT: where the first thing that is passed is for the walker when the intruder starts to move."""
    who, begin = walker(world), shows_up(world)
    if not passed(world):
        raise NoQuestion("the walker passes nothing")
    thing = passed(world)[0][0]
    ahead = along(world, thing.pose.x, thing.pose.y) - gone(world, begin)
    across = aside(world, thing.pose.x, thing.pose.y)
    if abs(ahead) < 0.5 or abs(across) < 0.8:
        raise NoQuestion("the first thing lies not clearly to one side of the walker")
    at = (1 if ahead > 0 else -1, 1 if across > 0 else -1)
    gold = QUARTERS[at]
    fact = (
        f"for the {who.label} the {thing.label} is then {abs(ahead):.1f} m {'ahead' if ahead > 0 else 'behind'} "
        f"and {abs(across):.1f} m to the {'right' if across > 0 else 'left'}"
    )

    def test(w: World, text: str) -> bool:
        body, place = w.time.at(begin)[who.id], w.thing(thing.id).pose
        # A thing at yaw 0 faces south, so that its camera yaw is half a turn more.
        angle = turned(_bearing(body.yaw + 180, place.x - body.x, place.y - body.y))
        return text == f"{'ahead' if abs(angle) < 90 else 'behind'} and to the {'right' if angle > 0 else 'left'}"

    names = {(-at[0], at[1]): "takes behind for ahead", (at[0], -at[1]): "takes the mirrored side",
             (-at[0], -at[1]): "looks from the opposite direction"}  # fmt: skip
    return Draft(
        template="for_the_walker",
        stem=rng.choice(
            (
                f"Think of the thing beside the path that the {who.label} passes first. For the {who.label}, "
                "looking straight ahead, where is that thing when something else is first seen moving?",
                f"Put yourself in the place of the {who.label}, looking where it walks. When something else "
                "is first seen moving, where is the first of the things beside the path that are passed?",
            )
        ),
        gold=gold,
        wrong=tuple(Wrong(QUARTERS[key], slip, fact) for key, slip in names.items()),
        why=fact,
        sees=(*_seen(world, thing), See(who.id, 0.0, world.scene.duration), See(intruder(world).id, begin,
                                                                              world.scene.duration)),
        test=test,
        open=False,
    )  # fmt: skip


def _side(across: float) -> str:
    return "right" if across > 0 else "left"


def walking_back(world: World, deal: Deal, rng: Rng) -> Draft:
    """CR: on the way back, which of the things that the walker passes would come first, and on which side."""
    who, now = walker(world), passed(world)
    if len(now) < 2:
        raise NoQuestion("the walker passes fewer than two things")
    after = walked_back(world)
    changed = World(after)
    then = passed(changed)
    if not then:
        raise NoQuestion("nothing would be passed")
    gold, other = then[0][0], now[0][0]
    if other.id == gold.id:
        raise NoQuestion("the same thing would be passed first")
    across = aside(changed, gold.pose.x, gold.pose.y)
    if min(abs(across), abs(aside(world, other.pose.x, other.pose.y))) < 0.8:
        raise NoQuestion("a thing stands not clearly to one side")
    side, factual = _side(across), _side(aside(world, other.pose.x, other.pose.y))

    def words(thing: Thing, where: str) -> str:
        return f"the {thing.label}, on the {where}"

    fact = f"the {gold.label} is passed last in the video, on the {'left' if side == 'right' else 'right'}"
    slips = {
        words(gold, "left" if side == "right" else "right"): "takes over the side from the video",
        words(other, factual): "keeps what the video shows",
        words(other, "left" if factual == "right" else "right"): "turns the sides round, but not the order",
    }

    def test(w: World, text: str) -> bool:
        body = w.time.at(w.scene.duration)[who.id]
        start = w.time.at(0.0)[who.id]
        gx, gy = body.x - start.x, body.y - start.y
        found = {}
        for thing in w.scene.having("distractor"):
            dx, dy = thing.pose.x - start.x, thing.pose.y - start.y
            if dx * gx + dy * gy > 0:
                where = "right" if dx * gy - dy * gx > 0 else "left"
                found[words(thing, where)] = dx * gx + dy * gy
        return text in found and found[text] == min(found.values())

    return Draft(
        template="walking_back",
        stem=rng.choice(
            (
                f"Suppose nothing else had moved, and the {who.label} had walked the other way: from the last "
                f"place in the video to the first. Which thing beside the path would the {who.label} pass first, "
                "and on which side for somebody who walks that way?",
                f"If the {who.label} had started from the last place in the video and walked to the first, and "
                "nothing else had moved, which thing beside the path would come first, and on which side for "
                "somebody who walks that way?",
            )
        ),
        gold=words(gold, side),
        wrong=tuple(Wrong(text, slip, fact) for text, slip in slips.items()),
        why=fact,
        sees=_seen(world, who, gold, other),
        test=test,
        after=after,
        change=f"the {who.label} walks straight from its place at the end to its place at the start; nothing else "
        "moves, and the things beside the path stay",
        factual=words(other, factual),
        open=False,
    )  # fmt: skip


REACH = 2.0
"""Metres; whether the next thing comes sooner or later."""


def next_passed(world: World, deal: Deal, rng: Rng) -> Draft:
    """PR: when the walk goes on, on which side the next thing is passed, and how soon."""
    who = walker(world)
    after = walking_on(world, 20.0)
    changed = World(after)
    then = passed(changed)
    if not then:
        raise NoQuestion("nothing is left to be passed")
    thing = then[0][0]
    way, across = along(changed, thing.pose.x, thing.pose.y), aside(changed, thing.pose.x, thing.pose.y)
    if abs(way - REACH) < 0.5 or abs(across) < 0.8:
        raise NoQuestion("the next thing is at a middling distance, or not clearly to one side")

    def words(where: str, soon: bool) -> str:
        return f"on the {where}, {'less' if soon else 'more'} than {REACH:.0f} m ahead"

    side, soon = _side(across), way < REACH
    other = "left" if side == "right" else "right"
    fact = f"at the end the {thing.label} is {way:.1f} m ahead of the {who.label} and to its {side}"

    def test(w: World, text: str) -> bool:
        start, end = w.time.at(0.0)[who.id], w.time.at(w.scene.duration)[who.id]
        gx, gy = end.x - start.x, end.y - start.y
        full = (gx * gx + gy * gy) ** 0.5
        found = []
        for one in w.scene.having("distractor"):
            dx, dy = one.pose.x - start.x, one.pose.y - start.y
            if (far := (dx * gx + dy * gy) / full) > 0:
                found.append((far, words("right" if dx * gy - dy * gx > 0 else "left", far < REACH)))
        return bool(found) and min(found)[1] == text

    scale = metric.scaled(world, who.id)
    return Draft(
        template="next_passed",
        stem=rng.choice(
            (
                f"{scale} Suppose that after the video the way is free and the {who.label} walks straight on. "
                "Where, looking along the way, is the next thing beside the path that is passed?",
                f"{scale} If nothing is in the way and the {who.label} walks on after the video, where along the "
                "way, and on which side of it, is the next thing to be passed?",
            )
        ),
        gold=words(side, soon),
        wrong=(
            Wrong(words(other, soon), "takes the mirrored side", fact),
            Wrong(words(side, not soon), "misjudges the way", fact),
            Wrong(words(other, not soon), "takes another thing", fact),
        ),
        why=fact,
        sees=_seen(world, who, thing),
        test=test,
        after=after,
        change="from the end on the way is free and the walker walks on straight at its own pace; the things "
        "beside the path stay",
        open=False,
    )  # fmt: skip


def pace(world: World, deal: Deal, rng: Rng) -> Draft:
    """MT: how fast the walker walks."""
    who = walker(world)
    spans = rests(world)
    end = min(spans[0].start if spans else world.scene.duration, world.scene.duration) - 0.1
    start = next((h.t for h in world.time.log if h.who == who.id and h.kind == "sets_out"), 0.0) + 0.1
    if end - start < 2:
        raise NoQuestion("the walk is too short to be measured")
    verb = "While it walks, about how fast does" if rng.chance(1, 2) else "At about what speed does"
    tail = "move over the ground?" if verb.startswith("While") else "walk, while it is walking?"
    return metric.going_at(
        world, deal, rng, who.id, start=start, end=end, scale=metric.scaled(world, who.id),
        sees=_seen(world, who), ladder=(0.75, 1.9), template="walking_speed",
        stem=f"{metric.scaled(world, who.id)} {verb} the {who.label} {tail}",
    )  # fmt: skip


class Questions(Base):
    """The questions of BT."""

    task = "BT"
    core = "reaction"
    # What the intruder looks like is asked in IT alone.
    cells: ClassVar = {
        "OE": (existence.appears("distractor"),),
        "OA": (attribute.colour_of("distractor"),),
        "IT": (what_moves,),
        "AR": (reaction,),
        "TO": (in_which_order,),
        "CM": (drone,),
        "PT": (for_the_walker,),
        "CR": (walking_back,),
        "PR": (next_passed,),
        "MT": (pace,),
    }
