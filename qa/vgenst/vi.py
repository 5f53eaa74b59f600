"""VI, visibility identification: somebody walks round a thing that hides; who is in sight of whom?"""

from collections.abc import Callable, Mapping
from functools import partial
from math import atan2, degrees, hypot
from typing import ClassVar

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Scene
from ...schemas.scene_question import QuestionType
from ...schemas.vocabulary import clash
from ...simulators.space import turned
from . import base, existence, location, metric
from .balance import STRICT
from .base import Ask, Draft, NoQuestion, See, World, Wrong
from .direction import side
from .sightline import (
    CHANGES,
    FREE,
    QUARTERS,
    Quarter,
    agents,
    blocked,
    cast,
    change,
    free,
    gone_on,
    pictured,
    place,
    quarter,
    rerouted,
    status,
    swept,
    walk_of,
)


def _all(world: World) -> tuple[See, ...]:
    end = world.scene.duration
    return tuple(See(t.id, 0.0, end, frames=6) for t in cast(world))


def _noun(world: World) -> str:
    return "robot" if cast(world).observer.category == "robot" else "person"


def _pair(world: World) -> str:
    return "robots" if cast(world).observer.category == "robot" else "people"


# --- core -------------------------------------------------------------------------------------------


def visibility_change(world: World, deal: Deal, rng: Rng) -> Draft:
    """Whether the observer has the target in sight at the start and at the end."""
    who = cast(world)
    gold = change(world)
    o, t, b = who.observer.label, who.target.label, who.occluder.label
    fact = {"V": f"the {b} is clear of the line between them", "O": f"the {b} stands in the line between them"}
    why = f"at the start {fact[gold[0]]}; at the end {fact[gold[1]]}"

    def mistake(key: str) -> str:
        if key == gold[::-1]:
            return "reads the order backwards"
        if {key[0] != gold[0], key[1] != gold[1]} == {True}:
            return "takes hidden for in sight and the other way round"
        return "misjudges the start" if key[0] != gold[0] else "misjudges the end"

    def test(w: World, text: str) -> bool:
        found = "".join("O" if blocked(w, at) else "V" for at in (0.0, w.scene.duration))
        return CHANGES[found] == text

    return Draft(
        template="visibility_change",
        stem=rng.choice(
            (
                f"The {o} can see the {t} unless the {b} is in the way. Is the {t} in sight or hidden from "
                "there, at "
                "the start and at the end of the video?",
                f"Only the {b} can hide the {t} from the {o}. At the start and at the end of the video, is "
                f"the {t} "
                "in sight or hidden?",
            )
        ),
        gold=CHANGES[gold],
        wrong=tuple(Wrong(text, mistake(key), why) for key, text in CHANGES.items() if key != gold),
        why=why,
        sees=_all(world),
        test=test,
        open=False,
    )


# --- L1 and L2 --------------------------------------------------------------------------------------


def outfits(world: World, deal: Deal, rng: Rng) -> Draft:
    """The colours of the one who walks and of the one who stays.

    Two options hold the right two colours and two hold one of them and a third colour of the scene, each pair
    in both orders; so the words alone favour none.
    """
    who, move = cast(world), walk_of(world.scene)
    a, b = (who.observer, who.target) if move.who == who.observer.id else (who.target, who.observer)
    near = list(world.scene.having("distractor")) or [who.occluder]
    pools = ([t for t in pool if not clash(t.colour, a.colour) and not clash(t.colour, b.colour)]
             for pool in (near, world.scene.things))  # fmt: skip
    others = next((pool for pool in pools if pool), [])
    if not others:
        raise NoQuestion("too few colours that can be told apart")
    third = rng.choice(others)
    kept = deal.pick("OA kept", (a, b))

    def pair(first: str, second: str) -> str:
        return f"{first} walks, {second} stays"

    fact = f"the {a.label} walks, the {b.label} stays"

    def test(w: World, text: str) -> bool:
        ways = {t.id: hypot(*(p - q for p, q in zip(place(w, t.id, 0.0), place(w, t.id, w.scene.duration),
                                                    strict=True))) for t in cast(w)[:2]}  # fmt: skip
        walker, stays = sorted(cast(w)[:2], key=lambda t: -ways[t.id])
        return text == pair(walker.colour, stays.colour)

    return Draft(
        template="outfits",
        stem=rng.choice(
            (
                f"Two {_pair(world)} are close to the {who.occluder.label}. What is the colour of the one that "
                "walks, and of "
                "the one who stays?",
                f"Of the two {_pair(world)} close to the {who.occluder.label}, one walks and one stays. Which "
                "colour does "
                "which?",
            )
        ),
        gold=pair(a.colour, b.colour),
        wrong=(
            Wrong(pair(b.colour, a.colour), "mixes up who walks", fact),
            Wrong(pair(kept.colour, third.colour), f"takes the colour of the {third.label}", fact),
            Wrong(pair(third.colour, kept.colour), f"takes the colour of the {third.label}", fact),
        ),
        why=fact,
        sees=tuple(See(t.id, 0.0, world.scene.duration, frames=6) for t in (a, b)),
        test=test,
        open=False,
    )


# Without change of sight and hidden, both stand left and right: a quarter of scenes have nobody in the centre.
_STRIPS = (*(["centre"] * 8), *(["left", "right"] * 5))


def strip_of_agent(world: World, deal: Deal, rng: Rng) -> Draft:
    """The strip of the picture that somebody is in at the start or at the end."""
    move = walk_of(world.scene)
    early, late = min(0.9, move.start - 0.1), world.scene.duration - 0.9
    moments = []
    for one in agents(world):
        if early >= 0.75 or one.id != move.who:
            moments.append(location.at_start(world, one.id, max(0.75, early)))
        if late >= move.start + move.duration or one.id != move.who:
            moments.append(location.at_end(world, one.id, 0.9))
    wanted = deal.pick("FL place", _STRIPS)
    strips = [(m, location.steady_strip(world, m)) for m in moments]
    fit = [m for m, s in strips if s == wanted] or [m for m, s in strips if s in ("left", "right")] or moments
    # What is there is taken: the deal above is already even.
    return location.frame_location(world, Deal(deal.seed, deal.index, STRICT), rng, fit)


def place_of(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where the one who walks, or the one who stays, is at the start or at the end; told by what they do."""
    move, end = walk_of(world.scene), world.scene.duration
    who = cast(world)
    if move.who not in (who.observer.id, who.target.id):
        raise NoQuestion("neither of the two walks")
    walker, stays = (who.observer, who.target) if move.who == who.observer.id else (who.target, who.observer)
    found: dict[tuple[str, str], Quarter] = {
        (does, when): quarter(world, *place(world, one.id, 0.0 if when == "start" else end))
        for does, one in (("walks", walker), ("does not walk", stays))
        for when in ("start", "end")
    }
    # Who walks is at two sides, who stays at one: the one more often, so that both are asked for alike.
    does = deal.pick("IT who", ("walks", "does not walk", "does not walk"))
    wanted = deal.pick("IT place", tuple(QUARTERS))
    # Of the four sides one or two are empty, the near and the far one more often.
    here = [k for k, q in found.items() if q == wanted] or [k for k, q in found.items() if q == "near"]
    here = here or [k for k in found if k[0] == does]
    key = rng.choice([k for k in here if k[0] == does] or here)
    gold, one, when = found[key], walker if key[0] == "walks" else stays, key[1]
    does = key[0]
    block, noun = who.occluder.label, _noun(world)
    fact = f"the {noun} that {does} is the {one.label}, at the {when} {QUARTERS[gold]}"
    return Draft(
        template="place_of",
        stem=rng.choice(
            (
                f"Two {_pair(world)} are close to the {block}. As seen in the picture, where from "
                f"the {block} is the one "
                f"who {does}, at the {when} of the video?",
                f"One of the two {_pair(world)} close to the {block} {does}. As seen in the picture, where from "
                f"the {block} is "
                f"this {noun} at the {when} of the video?",
            )
        ),
        gold=QUARTERS[gold],
        wrong=tuple(
            Wrong(text, "follows another one" if q in found.values() else "loses track of the walk", fact)
            for q, text in QUARTERS.items()
            if q != gold
        ),
        why=fact,
        sees=(See(one.id, 0.0, end, frames=6), See(who.occluder.id, 0.0, end)),
        test=lambda w, text: pictured(w, one.id, 0.0 if when == "start" else w.scene.duration) == text,
    )


ACTIONS = ("stays in place", "walks clockwise", "walks anticlockwise")


def action_of(world: World, deal: Deal, rng: Rng) -> Draft:
    """What one of the two does: stay, or walk round one way or the other."""
    who, move, sweep = cast(world), walk_of(world.scene), swept(world)
    both = (who.observer, who.target)
    walker = next((t for t in both if t.id == move.who), None)
    if walker is None or abs(sweep) < 10:
        raise NoQuestion("neither of the two walks round the occluder")
    other = both[1] if walker is both[0] else both[0]
    one = other if deal.pick("AR action", ACTIONS) == ACTIONS[0] else walker
    gold = ACTIONS[0] if one is other else ACTIONS[1] if sweep > 0 else ACTIONS[2]
    fact = f"the {walker.label} walks {abs(sweep):.0f} degrees {gold_way(sweep)}; the {other.label} stays"

    def test(w: World, text: str) -> bool:
        # The sign of the area that the way encloses with the occluder's middle.
        block = cast(w).occluder.pose
        area = 0.0
        for k in range(48):
            t = w.scene.duration * k / 48
            ax, ay = place(w, one.id, t)
            bx, by = place(w, one.id, w.scene.duration * (k + 1) / 48)
            area += (ax - block.x) * (by - block.y) - (ay - block.y) * (bx - block.x)
        word = ACTIONS[0] if abs(area) < 0.5 else ACTIONS[2] if area > 0 else ACTIONS[1]
        return word == text

    return Draft(
        template="action_of",
        stem=rng.choice(
            (
                f"Seen from above, what does the {one.label} do?",
                f"Seen from above, does the {one.label} walk round the {who.occluder.label}, and which way?",
            )
        ),
        gold=gold,
        wrong=tuple(Wrong(a, "takes the other one's part" if ACTIONS[0] in (a, gold) else "takes the opposite way "
                          "round", fact) for a in ACTIONS if a != gold),
        why=fact,
        sees=(See(one.id, 0.0, world.scene.duration, frames=6),),
        test=test,
        accept=tuple({ACTIONS[1]: ("clockwise",), ACTIONS[2]: ("anticlockwise",
                      "counterclockwise", "counter-clockwise")}.get(gold, ("it stays", "stays"))),
    )  # fmt: skip


def gold_way(sweep: float) -> str:
    """`clockwise`, seen from above."""
    return "clockwise" if sweep > 0 else "anticlockwise"


LINE = {
    "between": "right between them",
    "left": "off to the left of that line",
    "right": "off to the right of that line",
}


def occluder_from_line(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where the occluder stands with respect to the line from observer to target."""
    who = cast(world)

    def where(t: float) -> str:
        if status(world, t) == "O":
            return "between"
        a, b = place(world, who.observer.id, t), place(world, who.target.id, t)
        p = who.occluder.pose
        cross = (b[0] - a[0]) * (p.y - a[1]) - (b[1] - a[1]) * (p.x - a[0])
        return "left" if cross > 0 else "right"

    found = {"start": where(0.0), "end": where(world.scene.duration)}
    # A quarter of scenes are hidden at both times and a quarter at neither: one in six makes thirds.
    wanted = deal.pick("SL line", (True, False, False, False, False, False))
    fit = [when for when, w in found.items() if (w == "between") == wanted] or list(found)
    when = fit[deal.pick(f"SL time of {len(fit)}", range(len(fit)))]
    gold, t = found[when], 0.0 if when == "start" else world.scene.duration
    o, g, b = who.observer.label, who.target.label, who.occluder.label
    fact = f"at the {when} the {b} is {LINE[gold]}, seen from the {o} towards the {g}"

    def test(w: World, text: str) -> bool:
        if blocked(w, t):
            return text == LINE["between"]
        (ax, ay), (bx, by) = place(w, who.observer.id, t), place(w, who.target.id, t)
        p = cast(w).occluder.pose
        off = turned(degrees(atan2(p.x - ax, p.y - ay) - atan2(bx - ax, by - ay)))
        return text == LINE[side(off, margin=0.1)]

    return Draft(
        template="occluder_from_line",
        stem=rng.choice(
            (
                f"At the {when} of the video, draw a straight line from the {o} to the {g} and look along it from "
                f"the {o}. Where is the {b}?",
                f"Imagine a straight line from the {o} to the {g} at the {when} of the video. Looking "
                "along it from "
                f"the {o}, where is the {b}?",
            )
        ),
        gold=LINE[gold],
        wrong=tuple(
            Wrong(text, "takes left for right" if "between" not in (k, gold) else "misjudges the line", fact)
            for k, text in LINE.items()
            if k != gold
        ),
        why=fact,
        sees=_all(world),
        test=test,
        accept=({"between": "between them", "left": "to the left", "right": "to the right"}[gold],),
    )


# --- L3 ---------------------------------------------------------------------------------------------


def _ends(world: World, after: Scene, name: str) -> Quarter:
    """Where the walker ends, if that place is free and on a clear side."""
    changed = World(after)
    x, y = place(changed, name, after.duration)
    for other in agents(world):
        if other.id != name and hypot(*(p - q for p, q in zip((x, y), place(changed, other.id, after.duration),
                                                             strict=True))) < FREE:  # fmt: skip
            raise NoQuestion("the place is taken")
    return quarter(changed, x, y)


def _elsewhere(
    world: World,
    deal: Deal,
    rng: Rng,
    kind: str,
    changes: Mapping[str, Callable[[], Scene]],
    factual: Quarter | None,
) -> tuple[str, Scene, Quarter]:
    """A change after which the walker ends on the side whose turn it is, or on any."""
    name = walk_of(world.scene).who
    found: list[tuple[str, Scene, Quarter]] = []
    for words, make in changes.items():
        try:
            after = make()
            end = _ends(world, after, name)
        except NoQuestion:
            continue
        if end != factual and free(world, after):
            found.append((words, after, end))
    if not found:
        raise NoQuestion("no change leads the walker to a free place on another side")
    # Free sides are on the far-near axis five times in eight; one in four of what has both makes it half.
    axis = deal.pick(f"{kind} axis", (("left", "right"), ("left", "right"), ("left", "right"), ("far", "near")))
    fit = [f for f in found if f[2] in axis] or found
    sides = sorted({f[2] for f in fit})
    wanted = sides[deal.pick(f"{kind} side of {len(sides)}", range(len(sides)))]
    return rng.choice([f for f in fit if f[2] == wanted])


def _place_draft(
    world: World, template: str, stem: str, gold: Quarter, after: Scene, said: str, factual: Quarter | None
) -> Draft:
    name = walk_of(world.scene).who
    fact = f"{said}; the {world.label(name)} then ends {QUARTERS[gold].replace('it', 'the occluder', 1)}"
    return Draft(
        template=template,
        stem=stem,
        gold=QUARTERS[gold],
        wrong=tuple(
            Wrong(
                text,
                "leaves out the change" if q == factual else "turns too far, too little or the wrong way",
                fact,
            )
            for q, text in QUARTERS.items()
            if q != gold
        ),
        why=fact,
        sees=(
            See(name, 0.0, world.scene.duration, frames=6),
            See(cast(world).occluder.id, 0.0, world.scene.duration),
        ),
        test=lambda w, text: pictured(w, name, w.scene.duration) == text,
        after=after,
        change=said,
        factual=None if factual is None else QUARTERS[factual],
    )


PARTS = {90.0: "a quarter of the way", 180.0: "half way", 270.0: "three quarters of the way"}
"""Round the occluder; degrees."""


def other_walk(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where the walker would end if it had walked another arc."""
    noun, block = _noun(world), cast(world).occluder.label
    way = 1 if swept(world) > 0 else -1
    factual = quarter(world, *place(world, walk_of(world.scene).who, world.scene.duration))
    changes: dict[str, Callable[[], Scene]] = {"had stayed in place": partial(rerouted, world, 0.0)}
    for sweep, part in PARTS.items():
        going = f"had gone {part} round the {block}"
        changes[f"{going} in the same direction"] = partial(rerouted, world, sweep * way)
        changes[f"{going} in the other direction"] = partial(rerouted, world, -sweep * way)
    words, after, gold = _elsewhere(world, deal, rng, "CR", changes, factual)
    stem = rng.choice(
        (
            f"Suppose the {noun} who walks {words}. As seen in the picture, where from the {block} would "
            f"that {noun} "
            "be at the end?",
            f"If the {noun} who walks {words}, where from the {block} would this {noun} be in the last picture?",
        )
    )
    said = f"from the same start, the one who walks {words}; all else stays"
    return _place_draft(world, "other_walk", stem, gold, after, said, factual)


def walk_continued(world: World, deal: Deal, rng: Rng) -> Draft:
    """Where the walker is after going on round, or some way back."""
    way = 1 if swept(world) > 0 else -1
    noun, block = _noun(world), cast(world).occluder.label
    changes: dict[str, Callable[[], Scene]] = {}
    for sweep, part in PARTS.items():
        changes[f"goes on, {part} round the {block}"] = partial(gone_on, world, sweep * way)
        changes[f"turns back and goes {part} round the {block}"] = partial(gone_on, world, -sweep * way)
    words, after, gold = _elsewhere(world, deal, rng, "PR", changes, None)
    stem = rng.choice(
        (
            f"After the video the {noun} who walked {words}. As seen in the picture, where from the "
            f"{block} is that "
            f"{noun} then?",
            f"Suppose that after the video the {noun} who walked {words}. As seen in the picture, where from the "
            f"{block} does this {noun} arrive?",
        )
    )
    said = f"after the video the one who walked {words}, at the same pace and distance"
    return _place_draft(world, "walk_continued", stem, gold, after, said, None)


STARTS = (1.1, 3.3)
"""Seconds until the walk begins."""


def walk_begins(world: World, deal: Deal, rng: Rng) -> Draft:
    """When the walk begins."""
    move = walk_of(world.scene)
    noun = _noun(world)

    def again(w: World) -> float | None:
        first = place(w, move.who, 0.0)
        ticks = [place(w, move.who, k / 48) for k in range(round(w.scene.duration * 48))]
        return next((k / 48 for k, p in enumerate(ticks) if hypot(p[0] - first[0], p[1] - first[1]) > 1e-4), None)

    return metric.metric(
        deal,
        rng,
        template="walk_begins",
        stem=rng.choice(
            (
                f"How many seconds after the start of the video does the {noun} who walks take the first step?",
                f"After how many seconds does the walking {noun} take the first step?",
            )
        ),
        what="the time",
        value=next((h.t for h in world.time.log if h.kind == "sets_out"), None),
        unit="s",
        step=0.1,
        again=again,
        why=f"the {world.label(move.who)} sets out at {move.start:.1f} s",
        sees=(See(move.who, 0.0, world.scene.duration, frames=6),),
        ladder=(STARTS[0] * 0.97, STARTS[1] * 1.03),
    )


class Questions(base.Questions):
    """Of VI."""

    task = "VI"
    core = "visibility_change"
    cells: ClassVar[Mapping[QuestionType, tuple[Ask, ...]]] = {
        "OE": (existence.appears("occluder"),),
        "OA": (outfits,),
        "FL": (strip_of_agent,),
        "IT": (place_of,),
        "AR": (action_of,),
        "SL": (occluder_from_line,),
        "PT": (visibility_change,),
        "CR": (other_walk,),
        "PR": (walk_continued,),
        "MT": (walk_begins,),
    }
