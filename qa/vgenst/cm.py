"""Questions about causal mapping: what each press sets off, where, when, and what if."""

from collections.abc import Sequence
from itertools import pairwise, permutations
from math import dist
from typing import Literal, NamedTuple

from msgspec.structs import replace

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Link, Press, Scene
from ...simulators.space import front
from . import attribute, base, existence
from .balance import wanted
from .base import Draft, NoQuestion, See, World, Wrong
from .direction import components, of_body
from .ladder import rungs
from .location import ACROSS, at_end, at_start, frame_location, position, strip
from .order import Step, arranged, extreme

REACH = 0.95
"""How far a trigger's top may be from a shoulder, metres."""
WORKS = {
    "lamp": "lights up",
    "fan": "starts to turn",
    "flag": "goes up",
    "hatch": "opens",
    "siren": "lights up",
    "screen": "switches on",
}
NOTHING = "nothing happens there"
SIDES = ("on their left", "straight in front of them", "on their right")
ENDS: tuple[Literal["first", "last"], ...] = ("first", "last")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
PERIODS = (1.9, 2.5, 3.3, 4.3)
"""Seconds from one press to the next in sampled scenes."""
AFTER = 1.1
"""Seconds after a press in which its effect, if it has one, has come up."""


# --- reading ----------------------------------------------------------------------------------------


def presses_of(scene: Scene) -> tuple[Press, ...]:
    """The presses in order of time."""
    return tuple(sorted((e for e in scene.events if isinstance(e, Press)), key=lambda e: e.start))


def moment(press: Press) -> float:
    """When the trigger goes down."""
    return round(press.start + press.duration / 2, 3)


def effect_of(world: World, trigger: str) -> str | None:
    """The effector that a trigger set off; None if it did nothing."""
    found = [h.who for h in world.time.log if h.kind == "starts" and h.what == trigger]
    return found[0] if found else None


def rank_across(world: World, name: str) -> float:
    """How far to the right in the first picture a thing is, -1..1; beyond that out of the picture."""
    body = world.time.at(0)[name]
    u, _, _ = world.time.camera(0).locate((body.x, body.y, body.z + world.thing(name).size.h / 2))
    return u


def shoulder(world: World, agent: str, trigger: str) -> float:
    """Distance from the top of a trigger to the agent's nearer shoulder, metres."""
    body, size = world.time.at(0)[agent], world.thing(agent).size
    fx, fy = front(body.yaw)
    pose, tall = world.thing(trigger).pose, world.thing(trigger).size.h
    top = (pose.x, pose.y, pose.z + tall)
    return min(
        dist(top, (body.x + side * fy * size.w * 0.4, body.y - side * fx * size.w * 0.4, body.z + size.h * 0.8))
        for side in (-1, 1)
    )


def _seen_to_start(world: World, press: Press) -> tuple[str, ...]:
    """The second way: effectors that are off just before a press and on soon after it."""
    t = press.start + press.duration / 2
    before, after = world.time.at(t - 0.05), world.time.at(t + AFTER)
    return tuple(e.id for e in world.scene.having("effector") if before[e.id].on < 0.1 and after[e.id].on > 0.9)


def _agent(world: World) -> str:
    """What the one at the surface is called."""
    return world.scene.having("agent")[0].label


def _act(world: World, trigger: str, form: str = "presses") -> str:
    """`presses the red button`, `pulls the blue lever`; form: presses, press, pressed, pressing."""
    pull = {"presses": "pulls", "press": "pull", "pressed": "pulled", "pressing": "pulling"}
    verb = pull[form] if world.thing(trigger).category == "lever" else form
    return f"{verb} the {world.label(trigger)}"


def controls(world: World, *, many: bool = True) -> str:
    """What the scene's triggers are, in plain words: `buttons`, `levers`, `buttons and levers`; or one of them."""
    kinds = sorted({t.category for t in world.scene.having("trigger")})
    return " and ".join(f"{kind}s" for kind in kinds) if many else " or ".join(kinds)


def _starts(world: World, effector: str | None) -> str:
    """`the yellow lamp lights up`."""
    if effector is None:
        return NOTHING
    thing = world.thing(effector)
    return f"the {thing.label} {WORKS.get(thing.category, 'starts to work')}"


def _watch(world: World, press: Press) -> tuple[See, ...]:
    """What a viewer must see to know what a press does."""
    t = moment(press)
    tops = tuple(See(e.id, t - 0.2, t + AFTER) for e in world.scene.having("effector"))
    return (See(press.what, 0.0, world.scene.duration), See(press.who, press.start, t + 0.5), *tops)


def _press_of(world: World, trigger: str) -> Press:
    for press in presses_of(world.scene):
        if press.what == trigger:
            return press
    raise NoQuestion("a trigger is never pressed")


# --- AR: the core question ----------------------------------------------------------------------------


def effect_of_press(world: World, deal: Deal, rng: Rng) -> Draft:
    """What happens when a trigger is pressed."""
    # The first in the scene's own order, which means nothing else.
    trigger = world.scene.having("trigger")[0].id
    press = _press_of(world, trigger)
    effect = effect_of(world, trigger)
    act, who = _act(world, trigger), _agent(world)
    stem = rng.choice(
        (
            f"Look at the things in the front row. What happens there when the {who} {act}?",
            f"The {who} {act} at one point. What does that do to the things at the front?",
            f"What happens to the things at the front when the {who} {act}?",
        )
    )

    def test(w: World, text: str) -> bool:
        seen = _seen_to_start(w, _press_of(w, trigger))
        if not seen:
            return text == NOTHING
        return len(seen) == 1 and f" {w.label(seen[0])} " in text

    return Draft(
        template="effect_of_press",
        stem=stem,
        gold=_starts(world, effect),
        wrong=_effects_beside(world, effect, rng, _fact(world, trigger)),
        why=_fact(world, trigger),
        sees=_watch(world, press),
        test=test,
    )


def _fact(world: World, trigger: str) -> str:
    t = moment(_press_of(world, trigger))
    effect = effect_of(world, trigger)
    if effect is None:
        return f"the {world.label(trigger)} is worked at {t:.1f} s and nothing starts because of it"
    return f"the {world.label(trigger)} is worked at {t:.1f} s and {_starts(world, effect)}"


def _effects_beside(world: World, gold: str | None, rng: Rng, fact: str) -> tuple[Wrong, ...]:
    """The other effects, `nothing` among them, as false options."""
    others = rng.shuffled([e.id for e in world.scene.having("effector") if e.id != gold])
    wrong = []
    for other in others:
        started = world.time.started(other)
        mistake = "takes an effector that never starts" if started is None else "takes another trigger's effect"
        wrong.append(Wrong(_starts(world, other), mistake, fact))
    if gold is None:
        return tuple(wrong[:3])
    return (*wrong[:2], Wrong(NOTHING, "misses the effect", fact))


# --- L1 -----------------------------------------------------------------------------------------------


def place_in_picture(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which strip of the picture a trigger or an effector is in."""
    things = world.scene.having("trigger", "effector")
    moments = [m for t in things for m in (at_start(world, t.id), at_end(world, t.id))]
    return frame_location(world, deal, rng, moments)


# --- TO -----------------------------------------------------------------------------------------------


def _place_of_press(world: World, deal: Deal, rng: Rng) -> Draft:
    """The strip in which the first or the last press is: for two triggers, too few to choose from."""
    found, who, one = presses_of(world.scene), _agent(world), controls(world, many=False)
    if len(found) < 2:
        raise NoQuestion("fewer than two presses")
    places = [strip(world, p.what, 0) for p in (found[0], found[-1])]
    place = wanted(deal, "TO strip", ACROSS, {at for at in places if at is not None})
    k = rng.choice([k for k, at in enumerate(places) if at == place])
    end = ENDS[k]
    fact = f"the {end} press is of the {world.label(found[-k].what)}, in the {place} strip"

    def test(w: World, text: str) -> bool:
        # The trigger that is deepest down in any of the frames before, or after, all others.
        times = [i / 12 for i in range(int(w.scene.duration * 12))]
        down = [(t, e.id) for t in times for e in w.scene.having("trigger") if w.time.at(t)[e.id].on > 0.5]
        return bool(down) and text == _cut((min if end == "first" else max)(down)[1], w)

    return Draft(
        template=f"pressed_{end}",
        stem=rng.choice(
            (
                f"Cut the picture into three equal vertical strips. In which strip is the {one} that the {who} "
                f"uses {end}?",
                f"Think of three equal vertical strips of the picture. In which of them is the {one} that the "
                f"{who} uses {end}?",
            )
        ),
        gold=place,
        wrong=tuple(
            Wrong(s, "takes the other end of the order" if s in places else "judges from another thing", fact)
            for s in ACROSS
            if s != place
        ),
        why="; ".join(f"{world.label(p.what)} at {moment(p):.1f} s" for p in found),
        sees=(*(See(p.what, 0.0, world.scene.duration) for p in found), *_all_watch(world)),
        test=test,
        accept=_strip_words(place),
    )


def _cut(name: str, world: World) -> str:
    """The strip of a thing, the picture cut in three by counting."""
    return ACROSS[max(0, min(2, int((rank_across(world, name) + 1) * 1.5)))]


def _strip_words(place: str) -> tuple[str, ...]:
    return (f"the {place} strip", f"the {place} third", *(("center",) if place == "centre" else ()))


def pressed_first_or_last(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which trigger is pressed first, or last; with two of them, where in the picture that one is."""
    if len(world.scene.having("trigger")) < 3:
        return _place_of_press(world, deal, rng)
    who = _agent(world)
    steps = [
        Step(
            f"the {world.label(p.what)}",
            moment(p),
            (See(p.what, 0.0, world.scene.duration), See(p.who, p.start, p.start + p.duration)),
        )
        for p in presses_of(world.scene)
    ]
    kinds = {f"the {world.label(p.what)}": p.what for p in presses_of(world.scene)}

    def when(w: World, words: str) -> float | None:
        # The moment at which the trigger is deepest down, looked for in steps of a twelfth of a second.
        trigger = kinds.get(words)
        if trigger is None:
            return None
        times = [k / 12 for k in range(int(w.scene.duration * 12))]
        deepest = max(times, key=lambda t: w.time.at(t)[trigger].on)
        return deepest if w.time.at(deepest)[trigger].on > 0.5 else None

    return extreme(
        world,
        deal,
        rng,
        steps,
        when,
        stems={
            end: (
                f"Which of these does the {who} use {end}?",
                f"Of the {controls(world)}, which one does the {who} use {end}?",
            )
            for end in ENDS
        },
        template="pressed",
    )


# --- SL -----------------------------------------------------------------------------------------------


def left_to_right(world: World, deal: Deal, rng: Rng) -> Draft:
    """In which order three things stand across the picture."""
    things = rng.shuffled(world.scene.having("trigger", "effector"))
    row = sorted(things, key=lambda t: rank_across(world, t.id))
    chosen: list[str] = []
    for thing in things:
        if len(chosen) < 3 and all(
            abs(rank_across(world, thing.id) - rank_across(world, c)) > 0.11 for c in chosen
        ):
            chosen.append(thing.id)
    if len(chosen) < 3:
        raise NoQuestion("no three things stand clearly side by side")
    names = tuple(t.id for t in row if t.id in chosen)
    ids = {world.label(n): n for n in names}
    these = base.listed([f"the {world.label(n)}" for n in rng.shuffled(names)])

    def test(w: World, text: str) -> bool:
        at = [position(w, ids[label], w.scene.duration) for label in text.split(", ") if label in ids]
        return len(at) == 3 and all(a is not None and b is not None and a[0] < b[0] for a, b in pairwise(at))

    return arranged(
        rng,
        tuple(world.label(n) for n in names),
        test,
        stem=rng.choice(
            (
                f"In which order do {these} stand, from left to right in the picture?",
                f"Read the picture from left to right: in which order do {these} come?",
            )
        ),
        template="left_to_right",
        why="from left to right: " + ", ".join(world.label(n) for n in names),
        sees=tuple(See(n, 0.0, world.scene.duration) for n in names),
        joint=", ",
    )


# --- PT -----------------------------------------------------------------------------------------------


def own_side(world: World, deal: Deal, rng: Rng) -> Draft:
    """On which side of the one who presses a trigger or an effector is, for their own eyes."""
    agent = world.scene.having("agent")[0].id
    who = _agent(world)
    asked = {f"the {t.label}": t.id for t in rng.shuffled(world.scene.having("trigger", "effector"))}
    sides = {words: side for words, name in asked.items() if (side := _side(world, agent, name)) is not None}
    side = wanted(deal, "PT side", SIDES, set(sides.values()))
    words = rng.choice([w for w in sides if sides[w] == side])
    name = asked[words]
    fact = f"{words} stands {side}"
    return Draft(
        template="own_side",
        stem=rng.choice(
            (
                f"From the {who}'s own point of view, where is {words}?",
                f"Put yourself in the {who}'s place. For them, where is {words}?",
            )
        ),
        gold=side,
        wrong=tuple(Wrong(s, _side_mistake(side, s), fact) for s in SIDES if s != side),
        why=fact,
        sees=(See(agent, 0.0, world.scene.duration), See(name, 0.0, world.scene.duration)),
        test=lambda w, text: _side_again(w, agent, name) == text,
        accept=(side.replace("their ", "the "), side.removeprefix("on their ")),
    )


def _side(world: World, agent: str, name: str) -> str | None:
    body = world.time.at(0)[name]
    _, right = components(of_body(world.time.at(0)[agent]), body.x, body.y)
    if abs(right) < 0.1:
        return SIDES[1]
    return None if abs(right) < 0.19 else SIDES[2] if right > 0 else SIDES[0]


def _side_again(world: World, agent: str, name: str) -> str:
    """By the turn from the way that the agent faces to the thing, as a cross product over the distance ahead."""
    me, it = world.thing(agent).pose, world.thing(name).pose
    fx, fy = front(me.yaw)
    left = fx * (it.y - me.y) - fy * (it.x - me.x)
    return SIDES[0] if left > 0.15 else SIDES[2] if left < -0.15 else SIDES[1]


def _side_mistake(gold: str, other: str) -> str:
    if SIDES[1] in (gold, other):
        return "misjudges how far to the side it is"
    return "takes the side in the picture for the side of the one who faces the camera"


def _all_watch(world: World) -> tuple[See, ...]:
    return tuple(See(p.who, p.start, p.start + p.duration) for p in presses_of(world.scene))


# --- CR -----------------------------------------------------------------------------------------------


class _Change(NamedTuple):
    """Other wires, and maybe the presses in opposite order."""

    mates: tuple[str, ...]
    """The effector of each trigger in a given order of triggers."""
    reverse: bool
    end: Literal["first", "last"]
    """Which press is asked about."""
    place: str


def other_wires(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where what the first or the last press sets off would stand if the triggers were wired in a given way."""
    triggers = rng.shuffled([t.id for t in world.scene.having("trigger")])
    options: list[_Change] = []
    for mates in permutations([e.id for e in world.scene.having("effector")]):
        for reverse in (False, True):
            new = World(_changed(world.scene, triggers, mates, reverse))
            for end in ENDS:
                place = _where_starts(new, end)
                if place is not None and place != _where_starts(world, end):
                    options.append(_Change(mates, reverse, end, place))
    place = wanted(deal, "CR strip", ACROSS, {o.place for o in options})
    mates, reverse, end, _ = rng.choice([o for o in options if o.place == place])
    after = _changed(world.scene, triggers, mates, reverse)
    factual = _where_starts(world, end)
    wires = base.listed(
        [f"the {world.label(t)} set off the {world.label(e)}" for t, e in zip(triggers, mates, strict=True)]
    )
    who = _agent(world)
    start = effect_of(World(after), presses_of(after)[0 if end == "first" else -1].what) or ""
    fact = f"then the {end} press would set off the {world.label(start)}, in the {place} strip"
    order = "in the opposite order" if reverse else "in the same order"
    theirs = "in the opposite order to the video" if reverse else "in the same order as in the video"
    return Draft(
        template="other_wires",
        stem=rng.choice(
            (
                f"Suppose {wires}, and the {who} used them {theirs}. Cut the picture into three equal vertical "
                f"strips: in which one is the thing that would start to work {end}?",
                f"Cut the picture into three equal vertical strips. Imagine that {wires}, and that the {who} used "
                f"them {theirs}. In which strip would a thing start to work {end}?",
            )
        ),
        gold=place,
        wrong=tuple(
            Wrong(s, "keeps to the wiring of the video" if s == factual else "mixes up who is wired to whom", fact)
            for s in ACROSS
            if s != place
        ),
        why=fact,
        sees=(
            *(See(e, 0.0, world.scene.duration) for e in mates),
            *(See(t, 0.0, world.scene.duration) for t in triggers),
            *_all_watch(world),
        ),
        test=lambda w, text: _strip_again(w, end) == text,
        after=after,
        change=f"the wires are as stated; the presses come {order} at the same times; things and places stay",
        factual=factual or "nothing starts",
        accept=_strip_words(place),
    )


def _changed(scene: Scene, triggers: Sequence[str], mates: Sequence[str], reverse: bool) -> Scene:
    """The scene with these wires, and its presses backwards if wanted."""
    found = presses_of(scene)
    times = [p.start for p in found]
    row = found[::-1] if reverse else found
    events = tuple(replace(p, start=t) for p, t in zip(row, times, strict=True))
    return replace(scene, links=_wired(triggers, mates), events=events)


def _wired(triggers: Sequence[str], mates: Sequence[str]) -> tuple[Link, ...]:
    return tuple(Link(t, e, 0.2) for t, e in zip(triggers, mates, strict=True))


def _where_starts(world: World, end: str) -> str | None:
    """The strip of the picture in which the first or the last press sets something off."""
    press = presses_of(world.scene)[0 if end == "first" else -1]
    name = effect_of(world, press.what)
    return None if name is None else strip(world, name, 0)


def _strip_again(world: World, end: str) -> str | None:
    """The same by states before and after that press, and the picture cut in three by cells."""
    found = _seen_to_start(world, presses_of(world.scene)[0 if end == "first" else -1])
    return _cut(found[0], world) if found else None


# --- PR -----------------------------------------------------------------------------------------------


def second_round(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where in the picture a later press is, if the agent goes on and on in the same order."""
    found, scene = presses_of(world.scene), world.scene
    if not found:
        raise NoQuestion("nothing is pressed")
    count = len(found)
    places = {k: at for k, p in enumerate(found) if (at := strip(world, p.what, 0)) is not None}
    place = wanted(deal, "PR strip", ACROSS, set(places.values()))
    k = rng.choice([k for k, at in places.items() if at == place])
    rounds = 1 if count > 2 else rng.choice((1, 2))
    number = k + rounds * count
    pause = found[1].start - found[0].start if count > 1 else found[0].duration + 1.0
    pace = max(pause, found[0].duration + 0.3)
    row = [found[n % count] for n in range(count, number + 1)]
    begin = max(scene.duration, found[-1].start + pace)
    more = [replace(p, start=round(begin + n * pace, 3)) for n, p in enumerate(row)]
    after = replace(scene, events=(*scene.events, *more), duration=min(60.0, more[-1].start + 2.0))
    who, one = _agent(world), controls(world, many=False)
    time = ORDINALS[number]
    fact = f"the {time} time it is the {world.label(found[k].what)}, in the {place} strip"

    def test(w: World, text: str) -> bool:
        # Which trigger is deepest down then.
        t = [h.t for h in w.time.log if h.kind == "presses"][number]
        bodies = w.time.at(t)
        deepest = max(w.scene.having("trigger"), key=lambda e: bodies[e.id].on)
        return text == _cut(deepest.id, w)

    return Draft(
        template="second_round",
        stem=rng.choice(
            (
                f"Count each use of a {one} from the start of the video on. If the {who} goes on after the video, "
                "again and again in the same order, in which of three equal vertical strips of the picture is the "
                f"{time} use?",
                f"Suppose the {who} goes on after the video, always in the same order, over and over. Cut the "
                f"picture into three equal vertical strips: in which one is the {one} that is the {time} to be "
                "used, counted from the start of the video?",
            )
        ),
        gold=place,
        wrong=tuple(Wrong(s, "takes another one of the sequence", fact) for s in ACROSS if s != place),
        why=fact,
        sees=(*(See(p.what, 0.0, scene.duration) for p in found), *_all_watch(world)),
        test=test,
        after=after,
        change="the same presses follow again and again in the same order; the rest stays",
        accept=_strip_words(place),
    )


# --- MT -----------------------------------------------------------------------------------------------


def between_presses(world: World, deal: Deal, rng: Rng) -> Draft:
    """Seconds from one press to the next."""
    found = presses_of(world.scene)
    at = rng.below(len(found) - 1)
    a, b = found[at], found[at + 1]

    def again(w: World) -> float | None:
        times = [h.t for h in w.time.log if h.kind == "presses"]
        return times[at + 1] - times[at] if len(times) > at + 1 else None

    # By number, not by name: the order of the triggers is what another question asks for.
    first, second = ORDINALS[at], ORDINALS[at + 1]
    who, many = _agent(world), controls(world)
    return rungs(
        deal,
        rng,
        PERIODS,
        template="between_presses",
        stem=rng.choice(
            (
                f"The {who} uses the {many} one by one. How many seconds pass from the {first} time to the "
                f"{second}?",
                f"Each time that the {who} uses one of the {many}, note the moment. About how many seconds lie "
                f"between the {first} and the {second} of these moments?",
            )
        ),
        what="the time",
        value=round(moment(b) - moment(a), 3),
        unit="s",
        again=again,
        why=f"the presses are at {moment(a):.1f} s and {moment(b):.1f} s",
        sees=(*_watch(world, a), *_watch(world, b)),
    )


class Questions(base.Questions):
    """Causal mapping."""

    task = "CM"
    core = "effect_of_press"
    cells = {  # noqa: RUF012  a constant
        "OE": (existence.appears("trigger"), existence.appears("effector")),
        "OA": (attribute.colour_of("effector", "anchor"),),
        "FL": (place_in_picture,),
        "AR": (effect_of_press,),
        "TO": (pressed_first_or_last,),
        "SL": (left_to_right,),
        "PT": (own_side,),
        "CR": (other_wires,),
        "PR": (second_round,),
        "MT": (between_presses,),
    }
