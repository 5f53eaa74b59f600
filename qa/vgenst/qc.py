"""Questions about QC: a hand, equal items and a container into which nobody sees."""

from collections.abc import Mapping
from itertools import pairwise
from math import hypot
from typing import ClassVar

from msgspec.structs import replace

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Event, Place, Pose, Scene, Take, Thing
from ...schemas.scene_question import QuestionType
from . import attribute, base, existence, metric
from .actions import ACTS, GAIN, ORDINALS, PAUSE, SHORT, WORDS, Act, Action, actions, sequences, vessel_of
from .balance import STRICT
from .base import Ask, Draft, NoQuestion, See, World, Wrong
from .vessel import enclosed, nests

PREMISE = "The container is empty at the start."
ACTION = "One action of the hand is to pick an item up and put it down again."
SIDES = ("to the left of the container", "to the right of the container", "on both sides of the container")


_WISHES: Mapping[int, tuple[Act, ...]] = {
    0: ("out", "along", "in"), 2: ("along", "out", "in"), 3: ("in", "along", "out"),
}  # fmt: skip
"""Which kind of action is asked about, by the count at the end."""


def inside_at_end(world: World, deal: Deal, rng: Rng) -> Draft:
    """The core: how many items are in the container at the end."""
    vessel, done = _read(world)
    count = len(world.time.contents(vessel.id, world.scene.duration))
    fact = f"the hand's actions are: {', '.join(SHORT[a.act] for a in done)}"
    return Draft(
        template="inside_at_end",
        stem=rng.choice(
            (
                f"{PREMISE} How many items are in it when the video ends?",
                f"{PREMISE} After the last action of the hand, how many items does it hold?",
                f"{PREMISE} Keep count of what goes in and out: how many items are inside at the end?",
            )
        ),
        gold=str(count),
        wrong=_counts(count, max(0, count - 3), lambda k: _slip(done, k, count), fact),
        why=fact,
        sees=_all(world),
        test=lambda w, text: text == str(_by_geometry(w)),
        accept=_spelled(count),
    )


def act_at(world: World, deal: Deal, rng: Rng) -> Draft:
    """AR: what the hand does in its k-th action."""
    vessel, done = _read(world)
    count = len(world.time.contents(vessel.id, world.scene.duration))
    # Which kind is asked follows from how the scene ends, so that over the four ends each comes as often.
    wishes = _WISHES.get(count) or deal.pick("QC act", (_WISHES[0], _WISHES[2], _WISHES[3]))
    there = {a.act for a in done}
    act: Act = next(a for a in wishes if a in there)
    fit = [k for k, a in enumerate(done) if a.act == act]
    k = fit[deal.pick(f"QC step of {len(fit)}", range(len(fit)))]
    item = done[k].take.what

    def test(w: World, text: str) -> bool:
        event = w.scene.events[2 * k]
        before, after = w.time.at(event.start)[item], w.time.at(done[k].place.start + done[k].place.duration)[item]
        hollow = vessel.pose
        was = hypot(before.x - hollow.x, before.y - hollow.y) < vessel.size.d / 2
        now = hypot(after.x - hollow.x, after.y - hollow.y) < vessel.size.d / 2
        return text == WORDS["in" if now and not was else "out" if was and not now else "along"]

    fact = f"action {k + 1} is: {SHORT[act]}"
    return Draft(
        template="act_at",
        stem=rng.choice(
            (
                f"{ACTION} What does it do in its {ORDINALS[k]} action?",
                f"{ACTION} Which of these is its {ORDINALS[k]} action?",
            )
        ),
        gold=WORDS[act],
        wrong=tuple(Wrong(WORDS[a], _confused(done, k, a), fact) for a in ACTS if a != act),
        why=fact,
        sees=_during(world, done[k]),
        test=test,
        open=False,
    )


def first_picked(world: World, deal: Deal, rng: Rng) -> Draft:
    """IT: which of the equal items, counted from the left at the start, is picked up first."""
    _, done = _read(world)
    row = _row(world, 0.0)
    if any(b - a < 0.06 for a, b in pairwise(u for u, _ in row)):
        raise NoQuestion("two items are too nearly above each other to be counted from the left")
    names = [name for _, name in row]
    rank = names.index(done[0].take.what)
    others = rng.sample([k for k in range(len(row)) if k != rank], min(3, len(row) - 1))
    if len(others) < 2:
        raise NoQuestion("too few items to choose from")

    def test(w: World, text: str) -> bool:
        # The item that has moved when the first action is over, and how many stand to its left before.
        end = done[0].place.start + done[0].place.duration
        start, then = w.time.at(0.0), w.time.at(end)
        items = [t.id for t in w.scene.having("countable")]
        moved = [n for n in items if hypot(start[n].x - then[n].x, start[n].y - then[n].y) > 0.01]
        return len(moved) == 1 and text == _nth(sum(1 for n in items if start[n].x < start[moved[0]].x))

    fact = f"the hand first picks up number {rank + 1} of {len(row)} from the left"
    return Draft(
        template="first_picked",
        stem=rng.choice(
            (
                "Count the items beside the container from left to right at the start of the video. Which one "
                "does the hand pick up first?",
                "At the start, number the items beside the container from the left of the picture to the right. "
                "Which of them is the first that the hand takes?",
            )
        ),
        gold=_nth(rank),
        wrong=tuple(
            Wrong(
                _nth(k), "counts from the right" if k == len(row) - 1 - rank else "takes another item for it", fact
            )
            for k in others
        ),
        why=fact,
        sees=(*(See(name, 0.0, done[0].take.start + 0.3, 2, 16) for name in names), *_during(world, done[0])),
        test=test,
        accept=(f"number {rank + 1}", ORDINALS[rank]),
    )


def action_order(world: World, deal: Deal, rng: Rng) -> Draft:
    """TO: in which order the hand's first three actions come; wrong ones follow the same law."""
    vessel, done = _read(world)
    length = min(3, len(done))
    gold: tuple[Act, ...] = tuple(a.act for a in done[:length])
    # One order for each count at the end, so that each is right as often as it is offered.
    chosen: list[tuple[Act, ...]] = []
    ends = (0, 1, 2, 3) if len(done) > 2 else (0, 1, 2)
    for end in ends:
        pool = [p[:length] for p in sequences(len(done), end) if p[:length] not in (gold, *chosen)]
        if pool and end != len(world.time.contents(vessel.id, world.scene.duration)):
            chosen.append(rng.choice(pool))
    chosen = chosen[:3]
    if len(chosen) < 2:
        raise NoQuestion("too few orders of actions to choose from")
    fact = f"the actions are: {_told(gold)}"
    words = "two" if length == 2 else "three"
    which = f"the {words} actions" if length == len(done) else f"the first {words} actions"

    def test(w: World, text: str) -> bool:
        # From the number inside and the place of the item after each action.
        found: list[str] = []
        inside = 0
        home = vessel_of(w.scene)
        for event in [e for e in w.scene.events if isinstance(e, Place)][:length]:
            now = len(enclosed(w, home.id, event.start + event.duration)) if home is not None else 0
            found.append(SHORT["in"] if now > inside else SHORT["out"] if now < inside else SHORT["along"])
            inside = now
        return text == ", then ".join(found)

    return Draft(
        template="action_order",
        stem=rng.choice(
            (
                f"{ACTION} In which order do {which} of the hand come?",
                f"{ACTION} What are {which} of the hand, from first to last?",
            )
        ),
        gold=_told(gold),
        wrong=tuple(Wrong(_told(o), _order_slip(gold, o), fact) for o in chosen),
        why=fact,
        sees=tuple(see for a in done[:length] for see in _during(world, a)),
        test=test,
        open=False,
    )


def side(world: World, deal: Deal, rng: Rng) -> Draft:
    """SL: on which side of the container the items lie at the start."""
    vessel, _ = _read(world)
    home = _across(world, vessel.id, 0.0)
    xs = [u - home for u, _ in _row(world, 0.0)]
    gold = SIDES[0] if max(xs) < 0 else SIDES[1] if min(xs) > 0 else SIDES[2]
    fact = f"{sum(1 for x in xs if x < 0)} items lie to the left and {sum(1 for x in xs if x > 0)} to the right"

    def test(w: World, text: str) -> bool:
        home = vessel_of(w.scene)
        if home is None:
            return False
        xs = [t.pose.x - home.pose.x for t in w.scene.having("countable")]
        left, right = any(x < 0 for x in xs), any(x > 0 for x in xs)
        return text == (SIDES[2] if left and right else SIDES[0] if left else SIDES[1])

    item = world.scene.having("countable")[0]
    return Draft(
        template="side_of_container",
        stem=rng.choice(
            (
                f"Where do the {_plural(item)} lie at the start, as you see it in the picture?",
                f"On which side of the container are the {_plural(item)} when the video begins, as seen in the "
                f"picture?",
            )
        ),
        gold=gold,
        wrong=tuple(
            Wrong(
                s, "mixes up left and right" if s != SIDES[2] and gold != SIDES[2] else "overlooks one side", fact
            )
            for s in SIDES
            if s != gold
        ),
        why=fact,
        sees=(See(vessel.id, 0.0, 1.0), *(See(name, 0.0, 2.0, 2, 16) for _, name in _row(world, 0.0))),
        test=test,
    )


def let_go_elsewhere(world: World, deal: Deal, rng: Rng) -> Draft:
    """CR: one action ends at the other kind of place; how many are inside at the end?"""
    vessel, done = _read(world)
    factual = len(world.time.contents(vessel.id, world.scene.duration))
    # From 0 to 1 and back, from 2 to 3 and back: so each count is right as often.
    way = 1 if factual % 2 == 0 else -1
    free = [k for k, a in enumerate(done) if all(b.take.what != a.take.what for b in done[k + 1 :])]
    fit = [k for k in free if (done[k].act == "in") == (way < 0) and _stays_valid(done, k)]
    if not fit and (len(done) == 2 or deal.attempt >= STRICT):
        fit = [k for k in free if _stays_valid(done, k)]
    if not fit:
        raise NoQuestion("no action can end elsewhere without changing a later one")
    k = fit[deal.pick(f"QC changed of {len(fit)}", range(len(fit)))]
    after = _elsewhere(world, done, k, vessel)
    gold = len(World(after).time.contents(vessel.id, after.duration))
    fact = f"{factual} are inside at the end of the video; action {k + 1} is: {SHORT[done[k].act]}"
    return Draft(
        template="let_go_elsewhere",
        stem=rng.choice(
            (
                f"{PREMISE} {ACTION} Suppose that in its {ORDINALS[k]} action it had let go in the other place: "
                f"outside, if it really lets go inside the container, and inside, if it really lets go outside. "
                f"All its other actions stay the same. How many items would be in the container at the end?",
                f"{PREMISE} {ACTION} Imagine that only its {ORDINALS[k]} action ended differently: an item that "
                f"really ends up in the container stays outside, or one that really ends up outside goes in. How "
                f"many items would the container then hold at the end?",
            )
        ),
        gold=str(gold),
        wrong=_counts(
            gold,
            max(0, gold - 3),
            lambda c: "answers for the video as it is" if c == factual else "changes the count the wrong way",
            fact,
        ),
        why=f"{fact}; changed, {gold} are inside",
        sees=_all(world),
        test=lambda w, text: text == str(_by_geometry(w)),
        after=after,
        change=f"action {k + 1} ends at the other kind of place; all other actions stay as they are",
        factual=str(factual),
        accept=_spelled(gold),
    )


_FURTHER: tuple[tuple[tuple[Act, ...], str], ...] = (
    (("in",), "puts one more of the items beside the container into it"),
    (("in", "in"), "puts two more of the items beside the container into it, one after the other"),
    (("in", "in", "out"), "puts two more of the items beside the container into it and then takes one out again"),
    (("in", "out"), "puts one more of the items beside the container into it and then takes one out again"),
    (
        ("along", "in"),
        "moves an item to another place beside the container and then puts one of those beside it in",
    ),
)


def further_actions(world: World, deal: Deal, rng: Rng) -> Draft:
    """PR: the hand goes on; how many are inside then?"""
    vessel, done = _read(world)
    acts, words = deal.pick("QC further", _FURTHER)
    count = len(world.time.contents(vessel.id, world.scene.duration))
    after = _continued(world, acts, vessel)
    gold = len(World(after).time.contents(vessel.id, after.duration))
    gain = sum(GAIN[a] for a in acts)
    fact = f"{count} are inside when the video ends, and then the number changes by {gain}"
    return Draft(
        template="further_actions",
        stem=rng.choice(
            (
                f"{PREMISE} After the video, the hand {words}. How many items are in the container then?",
                f"{PREMISE} Suppose that right after the end the hand {words}. How many items will the container "
                f"hold?",
            )
        ),
        gold=str(gold),
        wrong=_counts(
            gold,
            max(0, min(gain, gold - 3) if gold > gain + 3 else gain),
            lambda c: (
                "forgets what comes after the video" if c == count and gain else _slip(done, c - gain, count)
            ),
            fact,
        ),
        why=fact,
        sees=_all(world),
        test=lambda w, text: text == str(_by_geometry(w)),
        after=after,
        change=f"after the video the hand {words}; nothing else happens",
        accept=_spelled(gold),
    )


def pause(world: World, deal: Deal, rng: Rng) -> Draft:
    """MT: how long it is from letting go in one action to gripping in the next."""
    _, done = _read(world)
    lets_go = [a.place.start + a.place.duration / 2 for a in done]
    gaps = [b.take.start + b.take.duration / 2 - t for t, b in zip(lets_go, done[1:], strict=False)]
    fit = [k for k, gap in enumerate(gaps) if PAUSE[0] <= gap < PAUSE[1]]
    if not fit:
        raise NoQuestion("the hand pauses too shortly or too long")
    k = fit[deal.pick(f"QC pause of {len(fit)}", range(len(fit)))]
    start, value = lets_go[k], gaps[k]

    def again(w: World) -> float:
        times = [h.t for h in w.time.log if h.kind in ("takes", "places")]
        return times[2 * k + 2] - times[2 * k + 1]

    return metric.metric(
        deal,
        rng,
        template="pause",
        stem=f"{ACTION} "
        + rng.choice(
            (
                f"How many seconds pass from the moment the hand lets go of its {ORDINALS[k]} item to the moment "
                f"it grips its next one?",
                f"About how long is it, in seconds, between letting go at the end of the {ORDINALS[k]} action and "
                f"gripping the item of the action after it?",
            )
        ),
        what="the time",
        value=value,
        unit="s",
        step=0.1,
        ladder=PAUSE,
        again=again,
        why=f"it lets go at {start:.2f} s and grips again at {start + value:.2f} s",
        sees=_during(world, done[k + 1]),
    )


# --- reading ----------------------------------------------------------------------------------------


def _read(world: World) -> tuple[Thing, tuple[Action, ...]]:
    vessel, done = vessel_of(world.scene), actions(world)
    if vessel is None or len(done) < 2 or len(done) > len(ORDINALS):
        raise NoQuestion("it takes one container and two to ten actions")
    return vessel, done


def _row(world: World, t: float) -> list[tuple[float, str]]:
    """The items from left to right in the picture at a time, with their places in it, -1..1."""
    return sorted((_across(world, item.id, t), item.id) for item in world.scene.having("countable"))


def _across(world: World, name: str, t: float) -> float:
    """How far to the right a thing shows, -1..1."""
    body = world.time.at(t)[name]
    return world.time.camera(t).locate((body.x, body.y, body.z))[0]


def _by_geometry(world: World) -> int:
    """How many items lie in the cavity at the end; no look at events or links."""
    vessel = vessel_of(world.scene)
    return -1 if vessel is None else len(enclosed(world, vessel.id))


def _stays_valid(done: tuple[Action, ...], k: int) -> bool:
    """Whether the number inside stays within 0.. after the change of action k."""
    inside, low = 0, 0
    for i, action in enumerate(done):
        gain = GAIN[action.act]
        if i == k:
            gain = 0 if action.act in ("in", "out") else 1
        inside += gain
        low = min(low, inside)
    return low >= 0


def _plural(item: Thing) -> str:
    noun = item.label
    if noun.endswith("envelope") or not noun.endswith(("s", "x", "ch", "sh")):
        return f"{noun}s"
    return f"{noun}es"


def _nth(rank: int) -> str:
    return f"the {ORDINALS[rank]} from the left"


def _told(acts: tuple[Act, ...]) -> str:
    return ", then ".join(SHORT[a] for a in acts)


def _spelled(count: int) -> tuple[str, ...]:
    return (("zero", "one", "two", "three", "four", "five", "six")[count],) if count < 7 else ()


def _counts(gold: int, least: int, mistake: object, fact: str) -> tuple[Wrong, ...]:
    """The other three of four counts in a row from `least`."""
    say = mistake if callable(mistake) else str
    return tuple(Wrong(str(k), str(say(k)), fact) for k in range(least, least + 4) if k != gold)


def _slip(done: tuple[Action, ...], told: int, true: int) -> str:
    """The mistake that leads to another count."""
    puts, outs = (sum(1 for a in done if a.act == act) for act in ("in", "out"))
    alongs = len(done) - puts - outs
    if outs and told == puts:
        return "counts what goes in and forgets what comes out"
    if alongs and told == true + alongs:
        return "takes a move beside the container for putting in"
    return "misses an action" if told < true else "counts an action too many"


def _confused(done: tuple[Action, ...], k: int, act: Act) -> str:
    near = [i for i in (k - 1, k + 1) if 0 <= i < len(done) and done[i].act == act]
    return "takes the action before or after" if near else "does not see where the item goes"


def _order_slip(gold: tuple[Act, ...], other: tuple[Act, ...]) -> str:
    wrong = [i + 1 for i, (a, b) in enumerate(zip(gold, other, strict=True)) if a != b]
    if sorted(gold) == sorted(other):
        return "has the right actions in the wrong order"
    return f"mistakes action {' and '.join(str(i) for i in wrong)}"


def _all(world: World) -> tuple[See, ...]:
    """What must be seen to keep count: the container, the hand, and every item that is moved."""
    vessel, done = _read(world)
    used = sorted({a.take.what for a in done})
    end = world.scene.duration
    hand = done[0].take.who
    return (See(vessel.id, 0.0, end), See(hand, 0.0, end), *(See(name, 0.0, end) for name in used))


def _during(world: World, action: Action) -> tuple[See, ...]:
    """The item and the hand while an action lasts."""
    start, end = action.take.start, action.place.start + action.place.duration
    return (See(action.take.what, start, end), See(action.take.who, start, end))


# --- changed worlds ---------------------------------------------------------------------------------


def _nest(world: World, vessel: Thing, item: Thing, t: float) -> Pose:
    """A free place in the container."""
    used = [b for name, b in world.time.at(t).items() if b.inside == vessel.id and name != item.id]

    def room(at: Pose) -> float:
        return min((hypot(at.x - b.x, at.y - b.y) for b in used), default=1.0)

    return max(nests(vessel, item.size), key=room)


def _outside(world: World, vessel: Thing, item: Thing) -> Pose:
    """A free place on the surface: where some item has lain, and nothing lies at the end."""
    end = world.time.at(world.scene.duration)
    lying = [b for name, b in end.items() if name != item.id and b.inside is None and b.held_by is None]
    for thing in (item, *world.scene.having("countable")):
        if all(hypot(thing.pose.x - b.x, thing.pose.y - b.y) > 0.05 for b in lying):
            return thing.pose
    raise NoQuestion("there is no free place on the surface")


def _elsewhere(world: World, done: tuple[Action, ...], k: int, vessel: Thing) -> Scene:
    """The scene in which action k ends outside instead of inside, or inside instead of outside."""
    action, item = done[k], world.thing(done[k].take.what)
    if action.act == "in":
        changed = replace(action.place, to=_outside(world, vessel, item), into=None)
    else:
        changed = replace(action.place, to=_nest(world, vessel, item, world.scene.duration), into=vessel.id)
    return replace(world.scene, events=tuple(changed if e is action.place else e for e in world.scene.events))


def _continued(world: World, acts: tuple[Act, ...], vessel: Thing) -> Scene:
    """The scene with further actions after its end."""
    scene, t = world.scene, world.scene.duration
    who = scene.having("hand")[0].id
    for act in acts:
        now = World(replace(scene, duration=t))
        bodies = now.time.at(t)
        inside = [i.id for i in scene.having("countable") if bodies[i.id].inside == vessel.id]
        lying = [i.id for i in scene.having("countable") if bodies[i.id].inside is None]
        pool = inside if act == "out" else lying
        if not pool:
            raise NoQuestion("there is nothing left for the hand to go on with")
        item = now.thing(pool[0])
        to = _nest(now, vessel, item, t) if act == "in" else _outside(now, vessel, item)
        more: tuple[Event, ...] = (
            Take(who=who, what=item.id, start=t, duration=1.0),
            Place(
                who=who, what=item.id, start=t + 1, duration=1.0, to=to, into=vessel.id if act == "in" else None
            ),
        )
        t = round(t + 2.0, 6)
        scene = replace(scene, events=(*scene.events, *more), duration=t)
    return scene


class Questions(base.Questions):
    """All cells of QC."""

    task = "QC"
    core = "inside_at_end"
    cells: ClassVar[Mapping[QuestionType, tuple[Ask, ...]]] = {
        "OE": (existence.appears("countable", "distractor"),),
        "OA": (attribute.pattern_of("container"),),
        "IT": (first_picked,),
        "AR": (act_at,),
        "OC": (inside_at_end,),
        "TO": (action_order,),
        "SL": (side,),
        "CR": (let_go_elsewhere,),
        "PR": (further_actions,),
        "MT": (pause,),
    }
