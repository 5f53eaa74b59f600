"""Questions about a walker whom a drone follows, and what may come in its way."""

from dataclasses import replace
from typing import ClassVar

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Thing
from ...schemas.vocabulary import COLOURS, clash, with_use
from ...simulators.space import compass, turned
from . import attribute, existence, metric, order
from .base import CELLS, FRAMES, Draft, NoQuestion, See, World, Wrong, the
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
    hurried,
    intruder,
    logged,
    passed,
    rests,
    unmoved,
    walker,
    walking_on,
)  # fmt: skip

REACTIONS: dict[Behaviour, str] = {
    "goes_on": "it walks on without stopping",
    "stops": "it stops and stays where it is until the end",
    "waits": "it stops, waits, and then walks on",
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
                f"What does the {who.label} do once the {other.label} has started to move?",
                f"How does the {who.label} behave from the moment the {other.label} comes up until the end?",
                f"When the {other.label} appears on the scene, what happens to the walk of the {who.label}?",
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
                f"Apart from the {who.label}, what else moves from its place in the video?",
                f"One thing or being besides the {who.label} changes its place. What is it?",
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
    start = f"the {other.label} starts to move"
    steps = [order.Step(f"the {who.label} passes the {t.label}", at, _seen(world, t)) for t, at in passed(world)]
    begin = comes(world)
    steps = [s for s in steps if abs(s.t - begin) >= order.GAP]
    steps = [s for k, s in enumerate(steps) if k == 0 or s.t - steps[k - 1].t >= order.GAP][:3]
    steps.append(order.Step(start, begin, (See(other.id, begin, world.scene.duration),)))

    def when(w: World, text: str) -> float | None:
        if text == start:
            return next((h.t for h in w.time.log if h.who == other.id and h.kind == "sets_out"), None)
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
    """PT: where a thing is for the walker at the end."""
    who, end = walker(world), world.scene.duration
    found = []
    for thing in world.scene.having("distractor"):
        ahead = along(world, thing.pose.x, thing.pose.y) - gone(world, end)
        across = aside(world, thing.pose.x, thing.pose.y)
        shown = world.sight is None or world.sight.seen(thing.id, 0.0, end, 24) >= 3
        if shown and abs(ahead) >= 0.6 and abs(across) >= 0.8:
            found.append((thing, (1 if ahead > 0 else -1, 1 if across > 0 else -1), ahead, across))
    if not found:
        raise NoQuestion("nothing lies clearly to one side of the walker")
    wanted = deal.pick("PT quarter", tuple(QUARTERS))
    fit = [f for f in found if f[1] == wanted] or [f for f in found if f[1][0] == wanted[0]] or found
    thing, at, ahead, across = rng.choice(fit)
    gold = QUARTERS[at]
    fact = (
        f"for the {who.label} the {thing.label} is {abs(ahead):.1f} m {'ahead' if ahead > 0 else 'behind'} and "
        f"{abs(across):.1f} m to the {'right' if across > 0 else 'left'}"
    )

    def test(w: World, text: str) -> bool:
        body, place = w.time.at(w.scene.duration)[who.id], w.thing(thing.id).pose
        # A thing at yaw 0 faces south, so that its camera yaw is half a turn more.
        angle = turned(_bearing(body.yaw + 180, place.x - body.x, place.y - body.y))
        return text == f"{'ahead' if abs(angle) < 90 else 'behind'} and to the {'right' if angle > 0 else 'left'}"

    names = {(-at[0], at[1]): "takes behind for ahead", (at[0], -at[1]): "takes the mirrored side",
             (-at[0], -at[1]): "looks from the opposite direction"}  # fmt: skip
    return Draft(
        template="for_the_walker",
        stem=rng.choice(
            (
                f"Put yourself in the place of the {who.label} at the end of the video, looking the way it was "
                "walking. "
                f"Where is the {thing.label}?",
                f"At the end of the video, where is the {thing.label} from the point of view of the "
                f"{who.label}, who "
                f"looks along its way?",
            )
        ),
        gold=gold,
        wrong=tuple(Wrong(QUARTERS[key], slip, fact) for key, slip in names.items()),
        why=fact,
        sees=(*_seen(world, thing), See(who.id, 0.0, end)),
        test=test,
    )


def last_passed(world: World, deal: Deal, rng: Rng) -> Draft:
    """CR: without the intruder (or at twice the speed), which thing would be the last that is passed."""
    who, other = walker(world), intruder(world)
    now = passed(world)
    if not now:
        raise NoQuestion("the walker passes nothing")
    if behaviour(world) != "goes_on":
        after = unmoved(world)
        stems: tuple[str, ...] = (
            f"Suppose the {other.label} had never moved from where it was at the start, and all else stayed as "
            "it is. "
            f"Which thing beside the path would be the last that the {who.label} passes before the video ends?",
            f"If the {other.label} had stayed away, which would be the last thing beside the path that the "
            f"{who.label} "
            f"gets past by the end of the video?",
        )
        change = f"the {other.label} stays where it is at the start; the walker's pace and all else stay the same"
    else:
        after = hurried(world)
        if behaviour(World(after)) != "goes_on":
            raise NoQuestion("a faster walker would be stopped")
        stems = (
            f"Suppose the {who.label} had walked exactly twice as fast, and all else stayed as it is. Which thing "
            f"beside the path would be the last that it passes before the video ends?",
            f"If the {who.label} had gone at twice its speed all the time, which would be the last thing beside "
            "the "
            f"path that it gets past by the end of the video?",
        )
        change = f"the {who.label} sets out at the same time but walks twice as fast; all else stays the same"
    then = passed(World(after))
    if not then:
        raise NoQuestion("nothing would be passed")
    gold = then[-1][0]
    others = rng.shuffled([t for t in _shown(world) if t.id != gold.id])[:3]
    if len(others) < 2:
        raise NoQuestion("too few things beside the path are shown")
    reached = gone(World(after), after.duration)
    fact = (
        f"it would get {reached:.1f} m far; the {gold.label} is at {along(world, gold.pose.x, gold.pose.y):.1f} m"
    )

    def test(w: World, text: str) -> bool:
        fx, fy = heading(w)
        body = w.time.at(w.scene.duration)[who.id]
        behind = {
            the(t.label): (body.x - t.pose.x) * fx + (body.y - t.pose.y) * fy for t in w.scene.having("distractor")
        }
        ways = [way for way in behind.values() if way > 0]
        return bool(ways) and behind.get(text) == min(ways)

    return Draft(
        template="last_passed",
        stem=rng.choice(stems),
        gold=the(gold.label),
        wrong=tuple(
            Wrong(the(t.label), "keeps what the video shows" if t.id == now[-1][0].id else "misjudges the way",
                  fact) for t in others
        ),
        why=fact,
        sees=_seen(world, who, gold, *others),
        test=test,
        after=after,
        change=change,
        factual=the(now[-1][0].label),
        accept=(gold.label,),
    )  # fmt: skip


def next_passed(world: World, deal: Deal, rng: Rng) -> Draft:
    """PR: which thing is passed next when the walk goes on."""
    who = walker(world)
    after = walking_on(world, 20.0)
    then = passed(World(after))
    if not then:
        raise NoQuestion("nothing is left to be passed")
    gold = then[0][0]
    others = rng.shuffled([t for t in _shown(world) if t.id != gold.id])[:3]
    if len(others) < 2:
        raise NoQuestion("too few things beside the path are shown")
    way = along(world, gold.pose.x, gold.pose.y) - gone(world, world.scene.duration)
    fact = (
        f"at the end the {gold.label} is {way:.1f} m ahead of the {who.label}, the nearest that is not passed yet"
    )

    def test(w: World, text: str) -> bool:
        fx, fy = heading(w)
        pose = w.thing(who.id).pose
        ahead = {
            the(t.label): (t.pose.x - pose.x) * fx + (t.pose.y - pose.y) * fy for t in w.scene.having("distractor")
        }
        ways = [one for one in ahead.values() if one > 0]
        return bool(ways) and ahead.get(text) == min(ways)

    return Draft(
        template="next_passed",
        stem=rng.choice(
            (
                f"Suppose that after the video the path is free and the {who.label} walks on (or goes on "
                "walking) straight "
                f"ahead. Which of the things beside the path does it pass next?",
                f"If the {who.label} now goes on along the path and nothing is in its way any more, which thing "
                "beside "
                f"the path will it come past first?",
            )
        ),
        gold=the(gold.label),
        wrong=tuple(
            Wrong(the(t.label), "takes a thing that is passed already" if along(world, t.pose.x, t.pose.y)
                  < gone(world, world.scene.duration) else "skips a thing", fact) for t in others
        ),
        why=fact,
        sees=_seen(world, who, gold, *others),
        test=test,
        after=after,
        change="from the end on the way is free and the walker walks on straight at its own pace; the things "
        "beside the "
        "path stay",
        accept=(gold.label,),
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
        sees=_seen(world, who), ladder=(0.9, 2.6), template="walking_speed",
        stem=f"{metric.scaled(world, who.id)} {verb} the {who.label} {tail}",
    )  # fmt: skip


class Questions(Base):
    """The questions of BT."""

    task = "BT"
    core = "reaction"
    cells: ClassVar = {
        "OE": (existence.appears("distractor", "intruder", "agent"),),
        "OA": (attribute.colour_of("distractor", "intruder", "agent"),),
        "IT": (what_moves,),
        "AR": (reaction,),
        "TO": (in_which_order,),
        "CM": (drone,),
        "PT": (for_the_walker,),
        "CR": (last_passed,),
        "PR": (next_passed,),
        "MT": (pace,),
    }
