"""Questions about CI: two looks into two containers, and what they have in common."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import ClassVar

from msgspec.structs import replace

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Scene, Thing
from ...schemas.scene_question import QuestionType
from . import attribute, base, camera, existence, location, metric, spans
from .base import Ask, Draft, NoQuestion, See, World, Wrong, an
from .intersection import common, common_by_place, contents, pair
from .order import THEN
from .vessel import enclosed, rehoused

SAME = "Two things count as the same if their kind and their colour are the same."
BOTH = "in both of them"
SIDE_VIEW = "it shows both containers from the side"
STEEP, FLAT = -70.0, -20.0
"""Pitch from which a view looks into a container, and above which it is from the side, degrees."""


def shared_count(world: World, deal: Deal, rng: Rng) -> Draft:
    """The core: how many things are in both containers."""
    left, right = _pair(world)
    both = common(world)
    if len(both) > 3:
        raise NoQuestion("more than three things are in both containers")
    fact = _inventory(world, left, right)
    a, b = left.label, right.label
    return Draft(
        template="shared_count",
        stem=rng.choice(
            (
                f"{SAME} How many things are there both in the {a} and in the {b}?",
                f"{SAME} Compare what is in the {a} with what is in the {b}. How many things do they share?",
                f"{SAME} Of how many things does each of the two containers, the {a} and the {b}, hold one?",
            )
        ),
        gold=str(len(both)),
        wrong=_numbers(len(both), range(4), lambda k: _slip(world, k, len(both)), fact),
        why=fact,
        sees=_all(world),
        test=lambda w, text: text == str(common_by_place(w)),
        accept=(_WORDS[len(both)],),
    )


def where_is(world: World, deal: Deal, rng: Rng) -> Draft:
    """SL: whether a thing is in one container, in the other, or in both."""
    left, right = _pair(world)
    label, gold = _asked_where(world, deal)
    fact = _inventory(world, left, right)
    slips = {
        BOTH: "believes to have seen it twice",
        _only(left): "remembers one of the two looks" if gold == BOTH else "mixes up the containers",
        _only(right): "remembers one of the two looks" if gold == BOTH else "mixes up the containers",
    }

    def test(w: World, text: str) -> bool:
        homes = [h for h in w.scene.having("container") if label in enclosed(w, h.id, 0.0)]
        return text == (BOTH if len(homes) == 2 else _only(homes[0]) if homes else "")

    return Draft(
        template="where_is",
        stem=rng.choice(
            (
                f"Where is there {an(label)}: only in the {left.label}, only in the {right.label}, or in both?",
                f"In which of the two containers, the {left.label} and the {right.label}, is there {an(label)}?",
            )
        ),
        gold=gold,
        wrong=tuple(Wrong(o, slips[o], fact) for o in (_only(left), _only(right), BOTH) if o != gold),
        why=fact,
        sees=_all(world),
        test=test,
    )


def _asked_where(world: World, deal: Deal) -> tuple[str, str]:
    """The thing whose whereabouts are asked, and where it is; no other question names that thing.

    Over the counts 0..3 in common each of the three answers is right as often. With a single one in common that
    one is left to the questions that must change it.
    """
    left, right = _pair(world)
    ins = {home.id: contents(world, home.id) for home in (left, right)}
    both = common(world)
    alone = {h.id: [x for x in ins[h.id] if x not in both] for h in (left, right)}
    part = {2: 1, 3: 3} if len(ins[left.id]) == 3 else {2: 2, 3: 2}
    if both and (
        deal.pick("CI in both", range(3)) < part.get(len(both), 0) or not (alone[left.id] or alone[right.id])
    ):
        pool, gold = list(both), BOTH
    else:
        home = (left, right)[deal.pick("CI in one", (0, 1))]
        pool, gold = alone[home.id], _only(home)
    if not pool:
        raise NoQuestion("each thing is in both containers")
    return pool[deal.pick(f"CI where of {len(pool)}", range(len(pool)))], gold


def places(world: World, deal: Deal, rng: Rng) -> Draft:
    """FL: in which strip of the picture a container, or a thing, is seen at the start or at the end."""
    scene = world.scene
    found = []
    for thing in (*scene.having("container"), *scene.having("distractor")):
        found += [location.at_start(world, thing.id), location.at_end(world, thing.id)]
    for thing in scene.having("content"):
        if _labelled_once(world, thing):
            found += [location.at_start(world, thing.id), location.at_end(world, thing.id)]
    return location.frame_location(world, deal, rng, found)


def look_order(world: World, deal: Deal, rng: Rng) -> Draft:
    """TO: in which order the camera shows both from the side, and looks into each."""
    left, right = _pair(world)
    spans = {words: _shown(world, wanted) for words, wanted in _views(left, right).items()}
    gold = tuple(sorted(spans, key=lambda words: spans[words]))
    ins = (_into(left), _into(right))
    # The view from the side comes first or last, so only such orders are offered.
    orders = [(SIDE_VIEW, *ins), (SIDE_VIEW, *ins[::-1]), (*ins, SIDE_VIEW), (*ins[::-1], SIDE_VIEW)]
    if gold not in orders:
        raise NoQuestion("the view from the side comes between the two looks")
    fact = "; ".join(f"{words} from {spans[words][0]:.1f} s" for words in gold)

    def test(w: World, text: str) -> bool:
        times = [_first_by_view(w, words) for words in text.split(THEN)]
        return all(a is not None and b is not None and a < b for a, b in pairwise(times))

    return Draft(
        template="look_order",
        stem=rng.choice(
            (
                "What does the camera do first, second and third?",
                "In which order does the camera take its three views?",
                "Which of these tells the order of the camera's three views?",
            )
        ),
        gold=THEN.join(gold),
        wrong=tuple(
            Wrong(
                THEN.join(o),
                "reads the order backwards" if o == gold[::-1] else
                "mixes up the two looks" if o.index(SIDE_VIEW) == gold.index(SIDE_VIEW) else
                "puts the view from the side at the wrong end",
                fact,
            )
            for o in orders
            if o != gold
        ),
        why=fact,
        sees=tuple(
            See(i, *spans[words])
            for words in gold
            for i in _subjects(words, left, right)
        ),
        test=test,
        open=False,
    )  # fmt: skip


def one_replaced(world: World, deal: Deal, rng: Rng) -> Draft:
    """CR: one thing in one container is another one; how many are in both then?"""
    left, right = _pair(world)
    home, other = (left, right) if deal.pick("CI changed", (True, False)) else (right, left)
    both = common(world)
    mine = [t for t in _things(world, home) if (t.label in both) == bool(len(both) % 2)]
    if len(both) % 2:
        # One less: a thing in common becomes one that is in neither.
        models = [t for t in world.scene.having("distractor") if t.label not in _labels(world)]
    else:
        models = [t for t in _things(world, other) if t.label not in both]
    # Which container it is in stays untold, for another question may ask just that.
    asked, _ = _asked_where(world, deal)
    mine = [t for t in mine if t.label != asked] or mine
    models = [t for t in models if t.label != asked] or models
    if not mine or not models:
        raise NoQuestion("no replacement changes the number in common")
    victim, model = rng.choice(mine), rng.choice(models)
    after = _disguised(world.scene, victim, model)
    gold, factual = len(common(World(after))), len(both)
    fact = f"{_inventory(world, left, right)}; with the change {gold} are in both"
    return Draft(
        template="one_replaced",
        stem=rng.choice(
            (
                f"{SAME} Suppose {an(victim.label)} in one of the two containers had been {an(model.label)} "
                f"instead, and everything else were as it is. How many things would the {left.label} and the "
                f"{right.label} have in common?",
                f"{SAME} Imagine {an(victim.label)} in one of the two containers replaced by {an(model.label)}; "
                f"nothing else changes. How many things would the {left.label} and the {right.label} then share?",
            )
        ),
        gold=str(gold),
        wrong=_numbers(gold, range(4), lambda k: "answers for the video as it is" if k == factual else
                       "misjudges what the change does", fact),
        why=fact,
        sees=_all(world),
        test=lambda w, text: text == str(common_by_place(w)),
        after=after,
        change=f"the {victim.label} in the {home.label} is {an(model.label)}; all else stays as it is",
        factual=str(factual),
        accept=(_WORDS[gold],),
    )  # fmt: skip


def one_moved(world: World, deal: Deal, rng: Rng) -> Draft:
    """PR: after the video a thing goes from one container into the other; how many are in both then?"""
    left, right = _pair(world)
    home, other = (left, right) if deal.pick("CI moved", (True, False)) else (right, left)
    both = common(world)
    # Of 0 in common 0 are left, of 1 mostly 1, of 2 mostly 1, of 3 2: so 0, 1 and 2 come equally often.
    lose = {0: 0, 1: 1, 2: 2}.get(len(both), 3) > deal.pick("CI lose", (0, 1, 2))
    asked, _ = _asked_where(world, deal)
    mine = [t for t in _things(world, home) if (t.label in both) == lose and t.label != asked]
    if not mine:
        home, other = other, home
        mine = [t for t in _things(world, home) if (t.label in both) == lose and t.label != asked]
    if not mine:
        raise NoQuestion("no move leaves the wanted number in common")
    moved = rng.choice(mine)
    after = rehoused(world.scene, {moved.id: other.id})
    gold = len(common(World(after)))
    if gold > 2:
        raise NoQuestion("more than two things stay in common")
    fact = f"{_inventory(world, left, right)}; after the move {gold} are in both"
    return Draft(
        template="one_moved",
        stem=rng.choice(
            (
                f"{SAME} After the video, somebody takes the {moved.label} out of the {home.label} and puts it "
                f"into the {other.label}. How many things are in both containers then?",
                f"{SAME} Next, the {moved.label} goes from the {home.label} into the {other.label}. How many "
                f"things will the two containers have in common?",
            )
        ),
        gold=str(gold),
        wrong=_numbers(gold, range(3), lambda k: "answers for the end of the video" if k == len(both) else
                       "misjudges what the move does", fact),
        why=fact,
        sees=_all(world),
        test=lambda w, text: text == str(common_by_place(w)),
        after=after,
        change=f"the {moved.label} goes from the {home.label} into the {other.label}; nothing else happens",
        accept=(_WORDS[gold],),
    )  # fmt: skip


def distance(world: World, deal: Deal, rng: Rng) -> Draft:
    """MT: how far two things on the table are apart."""
    left, right = _pair(world)
    loose = [t for t in world.scene.having("distractor") if _labelled_once(world, t)]
    things = [t.id for t in (left, right, *loose)]
    pairs = [(a, b) for i, a in enumerate(things) for b in things[i + 1 :]]
    yards = spans.yardsticks(world, pairs, (left.id, right.id))
    yard = yards[deal.pick("CI yard", (0, 1)) % len(yards)]
    return spans.distance_among(world, deal, rng, pairs, scale=metric.scaled(world, yard, "tall"))


# --- reading ----------------------------------------------------------------------------------------

_WORDS = ("zero", "one", "two", "three", "four", "five")


def _pair(world: World) -> tuple[Thing, Thing]:
    homes = pair(world)
    if homes is None:
        raise NoQuestion("there are not two containers")
    return homes


def _things(world: World, home: Thing) -> list[Thing]:
    return [world.thing(name) for name in world.time.contents(home.id, 0.0)]


def _labels(world: World) -> set[str]:
    return {t.label for home in _pair(world) for t in _things(world, home)}


def _labelled_once(world: World, thing: Thing) -> bool:
    return sum(1 for t in world.scene.things if t.label == thing.label) == 1


def _all(world: World) -> tuple[See, ...]:
    """Both containers and everything in them."""
    end = world.scene.duration
    homes = _pair(world)
    return tuple(See(t.id, 0.0, end) for home in homes for t in (home, *_things(world, home)))


def _inventory(world: World, left: Thing, right: Thing) -> str:
    """What is in each, in words."""
    return "; ".join(f"in the {h.label}: {', '.join(contents(world, h.id))}" for h in (left, right))


def _only(home: Thing) -> str:
    return f"only in the {home.label}"


def _into(home: Thing) -> str:
    return f"it looks into the {home.label}"


def _slip(world: World, told: int, true: int) -> str:
    left, right = _pair(world)
    kinds = {t.category for t in _things(world, left)} & {t.category for t in _things(world, right)}
    if told == len(kinds) != true:
        return "goes by the kind alone and overlooks the colour"
    return "overlooks one that is in both" if told < true else "takes two different things for the same"


def _numbers(gold: int, among: range, mistake: Callable[[int], str], fact: str) -> tuple[Wrong, ...]:
    return tuple(Wrong(str(k), mistake(k), fact) for k in among if k != gold)


def _disguised(scene: Scene, thing: Thing, model: Thing) -> Scene:
    """The scene in which a thing is one like another."""
    like = replace(model, id=thing.id, role=thing.role, pose=thing.pose, inside=thing.inside)
    return replace(scene, things=tuple(like if t.id == thing.id else t for t in scene.things))


# --- views ------------------------------------------------------------------------------------------


def _views(left: Thing, right: Thing) -> dict[str, Thing | None]:
    return {SIDE_VIEW: None, _into(left): left, _into(right): right}


def _subjects(words: str, left: Thing, right: Thing) -> tuple[str, ...]:
    """Ids of the containers that a view shows."""
    return (left.id, right.id) if words == SIDE_VIEW else (left.id if words == _into(left) else right.id,)


def _shown(world: World, home: Thing | None) -> tuple[float, float]:
    """When the camera's path holds still over a container, or (None) beside both: the first such span."""
    middle = sum(h.pose.x for h in _pair(world)) / 2
    shots = world.scene.camera.shots
    for a, b in pairwise(shots):
        if (a.x, a.y, a.z, a.pitch) != (b.x, b.y, b.z, b.pitch) or b.t - a.t < 0.5:
            continue
        if home is None and a.pitch > FLAT and abs(a.x - middle) < 0.1:
            return a.t, b.t
        if home is not None and a.pitch < STEEP and abs(a.x - home.pose.x) < home.size.w / 2:
            return a.t, b.t
    raise NoQuestion("the camera does not hold still in one of its three views")


def _first_by_view(world: World, words: str) -> float | None:
    """The same moment by projection: when both middles are in a flat view, or one is in a steep one."""
    left, right = _pair(world)
    for k in range(int(world.scene.duration * 10)):
        view = world.time.camera(k / 10)
        spots = [view.locate((h.pose.x, h.pose.y, h.pose.z + h.size.h / 2)) for h in (left, right)]
        inside = [abs(u) < 0.85 and abs(v) < 0.85 and depth > 0 for u, v, depth in spots]
        if words == SIDE_VIEW and all(inside) and view.pitch > FLAT:
            return k / 10
        for home, there in zip((left, right), inside, strict=True):
            if words == _into(home) and there and view.pitch < STEEP:
                return k / 10
    return None


class Questions(base.Questions):
    """All cells of CI."""

    task = "CI"
    core = "shared_count"
    cells: ClassVar[Mapping[QuestionType, tuple[Ask, ...]]] = {
        "OE": (existence.appears("content", "distractor"),),
        "OA": (attribute.pattern_of("container"),),
        "FL": (places,),
        "OC": (shared_count,),
        "TO": (look_order,),
        "CM": (camera.stretch,),
        "SL": (where_is,),
        "CR": (one_replaced,),
        "PR": (one_moved,),
        "MT": (distance,),
    }
