"""Questions about MC: containers on a shelf, their contents, and the things below them."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Scene, Thing
from ...schemas.scene_question import QuestionType
from . import attribute, base, camera, existence, location, metric, spans
from .base import Ask, Draft, NoQuestion, See, World, Wrong, an, the
from .vessel import EMPTY, above, below, by_place, content_test, enclosed, held, rehoused
from .vessel import said as content_said

CELLS = 24
AS_SEEN = "as you see them in the picture"


def content_above(world: World, deal: Deal, rng: Rng) -> Draft:
    """The core: what is in the container that stands right above a thing on the board."""
    marks = world.scene.having("landmark")
    mark = marks[0] if marks else None
    home = above(world, mark) if mark is not None else None
    if mark is None or home is None:
        raise NoQuestion("no container stands above a thing")
    gold = content_said(held(world, home.id))
    stem = rng.choice(
        (
            f"What is inside the container that stands directly above the {mark.label}?",
            f"One container stands right over the {mark.label}. What does it hold?",
            f"Look for the {mark.label} on the board. What is in the container straight above it?",
        )
    )

    def test(w: World, text: str) -> bool:
        spot = w.thing(mark.id).pose
        near = min(w.scene.having("container"), key=lambda c: abs(c.pose.x - spot.x))
        return content_test(w, near.id, text)

    return Draft(
        template="content_above",
        stem=stem,
        gold=gold,
        wrong=_others(world, gold, rng, [], why=f"the {home.label} holds {_phrase(gold)}"),
        why=f"the {home.label} stands above the {mark.label}, and it holds {_phrase(gold)}",
        sees=(_see(world, mark), _see(world, home), *_contents(world)),
        test=test,
        accept=() if gold == EMPTY else (gold.split(" ", 1)[1],),
    )


def thing_below(world: World, deal: Deal, rng: Rng) -> Draft:
    """The other way round: what lies below the container with a content."""
    row = by_place(world.scene.having("container"))
    full = [home for home in row if held(world, home.id) and below(world, home) is not None]
    if not full:
        raise NoQuestion("no container holds anything")
    home = full[deal.pick(f"MC below of {len(full)}", range(len(full)))]
    mark, inside = below(world, home), held(world, home.id)[0]
    assert mark is not None
    others = rng.shuffled([m for m in world.scene.having("landmark") if m.id != mark.id])[:3]

    def test(w: World, text: str) -> bool:
        marks = [m for m in w.scene.having("landmark") if the(m.label) == text]
        return any(
            inside in enclosed(w, c.id) and abs(c.pose.x - m.pose.x) < c.size.w / 2
            for m in marks
            for c in w.scene.having("container")
        )

    return Draft(
        template="thing_below",
        stem=rng.choice(
            (
                f"Which thing lies directly below the container that holds the {inside}?",
                f"The {inside} is in one of the containers. What lies on the board right under that container?",
            )
        ),
        gold=the(mark.label),
        wrong=tuple(
            Wrong(
                the(m.label), "takes the place of another container", f"{the(m.label)} lies below {_up(world, m)}"
            )
            for m in others
        ),
        why=f"the {inside} is in the {home.label}, which stands above the {mark.label}",
        sees=(_see(world, home), *(_see(world, m) for m in (mark, *others)), *_contents(world)),
        test=test,
        accept=(mark.label,),
    )


def empties(world: World, deal: Deal, rng: Rng) -> Draft:
    """How many containers are empty."""
    row = by_place(world.scene.having("container"))
    count = sum(1 for home in row if not held(world, home.id))
    if count > 3:
        raise NoQuestion("more than three containers are empty")
    fact = ", ".join(f"{home.label}: {_phrase(content_said(held(world, home.id)))}" for home in row)
    return Draft(
        template="empty_containers",
        stem=rng.choice(
            (
                "How many of the containers on top turn out to be empty?",
                "Count the containers with nothing in them. How many are there?",
                "How many containers in the row hold nothing at all?",
            )
        ),
        gold=str(count),
        wrong=tuple(
            Wrong(str(k), f"counts {abs(k - count)} {'too many' if k > count else 'too few'}", fact)
            for k in range(4)
            if k != count
        ),
        why=fact,
        sees=(*(_see(world, home) for home in row), *_contents(world)),
        test=lambda w, text: int(text) == sum(1 for c in w.scene.having("container") if not enclosed(w, c.id)),
        accept=(("zero", "one", "two", "three")[count],),
    )


def order(world: World, deal: Deal, rng: Rng) -> Draft:
    """The order of three containers from left to right."""
    row = by_place(world.scene.having("container"))
    if len(row) < 3:
        raise NoQuestion("fewer than three containers stand in a row")
    first, second, third = sorted(rng.sample(range(len(row)), 3))
    a, b, c = row[first].label, row[second].label, row[third].label
    orders = {
        (a, c, b): "swaps the last two",
        (b, a, c): "swaps the first two",
        (c, b, a): "reads from right to left",
    }
    orders |= {(b, c, a): "starts in the middle", (c, a, b): "puts the last one first"}
    chosen = rng.sample(list(orders), 3)
    fact = f"from left to right stand {a}, {b}, {c}"

    def test(w: World, text: str) -> bool:
        view = w.time.camera(w.scene.duration)
        spots = {t.label: view.locate((t.pose.x, t.pose.y, t.pose.z))[0] for t in w.scene.having("container")}
        us = [spots[label] for label in text.split(", ")]
        return us == sorted(us)

    return Draft(
        template="left_to_right",
        stem=rng.choice(
            (
                f"In which order do these three containers stand from left to right, {AS_SEEN}?",
                f"Which of these orders from left to right is right, {AS_SEEN}?",
            )
        ),
        gold=", ".join((a, b, c)),
        wrong=tuple(Wrong(", ".join(o), orders[o], fact) for o in chosen),
        why=fact,
        sees=tuple(_see(world, row[i]) for i in (first, second, third)),
        test=test,
        open=False,
    )


def neighbour(world: World, deal: Deal, rng: Rng) -> Draft:
    """Which container stands right beside another; with three containers, the order instead."""
    row = by_place(world.scene.having("container"))
    if len(row) < 4:
        return order(world, deal, rng)
    side = deal.pick("MC side", (-1, 1))
    at = deal.pick(f"MC neighbour of {len(row)}", range(len(row) - 1)) + (1 if side < 0 else 0)
    home, gold = row[at], row[at + side]
    word = "left" if side < 0 else "right"
    others = rng.shuffled([t for t in row if t not in (home, gold)])
    others = sorted(others, key=lambda t: abs(by_place(row).index(t) - at))[:3]

    def test(w: World, text: str) -> bool:
        view = w.time.camera(0.0)
        spots = {the(t.label): view.locate((t.pose.x, t.pose.y, t.pose.z))[0] for t in w.scene.having("container")}
        mine = spots[the(home.label)]
        beyond = [label for label, u in spots.items() if (u - mine) * side > 0]
        return min(beyond, key=lambda label: abs(spots[label] - mine), default="") == text

    return Draft(
        template="neighbour",
        stem=rng.choice(
            (
                f"Which container is the next one to the {word} of the {home.label}, {AS_SEEN}?",
                f"Which container stands immediately {word} of the {home.label}, {AS_SEEN}?",
            )
        ),
        gold=the(gold.label),
        wrong=tuple(
            Wrong(
                the(t.label),
                "looks to the wrong side" if row.index(t) - at == -side else "skips one in the row",
                f"next to the {home.label} on the {word} stands the {gold.label}",
            )
            for t in others
        ),
        why=f"from left to right stand {', '.join(t.label for t in row)}",
        sees=tuple(_see(world, t) for t in (home, gold, *others)),
        test=test,
        accept=(gold.label,),
    )


def contents_traded(world: World, deal: Deal, rng: Rng) -> Draft:
    """CR: two containers trade their contents; what is in one of them?"""
    row = by_place(world.scene.having("container"))
    source, target = _pair(world, deal, [(a, b) for a in row for b in row])
    after = _exchange(world.scene, {source.id: target.id, target.id: source.id}, world)
    gold, factual = (content_said(held(World(after), target.id)), content_said(held(world, target.id)))
    first, second = (target, source) if deal.pick("MC named first", (True, False)) else (source, target)
    return _changed(
        world, rng, "contents_traded", after, target, gold, factual,
        rng.choice((
            f"Suppose the {first.label} and the {second.label} had traded their contents before the video "
            f"started, and everything else were as it is. What would be in the {target.label}?",
            f"Imagine that what is in the {first.label} and what is in the {second.label} had been exchanged "
            f"beforehand, with all else unchanged. What would the {target.label} hold?",
        )),
        f"the contents of the {first.label} and the {second.label} are exchanged; all else stays as it is",
        factual_matters=True,
    )  # fmt: skip


def containers_traded(world: World, deal: Deal, rng: Rng) -> Draft:
    """CR: two containers trade places, contents and all; what is in the one above a thing?"""
    row = by_place(world.scene.having("container"))
    source, target = _pair(world, deal, [(a, b) for a in row for b in row if below(world, b) is not None])
    mark = below(world, target)
    assert mark is not None
    after = _places_traded(world.scene, source, target)
    changed = World(after)
    home = above(changed, changed.thing(mark.id))
    assert home is not None
    gold, factual = content_said(held(changed, home.id)), content_said(held(world, target.id))
    first, second = (target, source) if deal.pick("MC named first", (True, False)) else (source, target)
    return _changed(
        world, rng, "containers_traded", after, home, gold, factual,
        rng.choice((
            f"Suppose the {first.label} and the {second.label}, each with what is in it, had traded places before "
            f"the video started, and nothing else were changed. What would be in the container above the "
            f"{mark.label}?",
            f"If the {first.label} and the {second.label} had stood in each other's place from the start, "
            f"contents and all, what would be in the container right above the {mark.label}?",
        )),
        f"the {first.label} and the {second.label} trade places with their contents; the things below stay",
        factual_matters=True, mark=mark,
    )  # fmt: skip


def contents_shifted(world: World, deal: Deal, rng: Rng) -> Draft:
    """PR: after the video every content moves to the next container; what is then in one of them?"""
    row = by_place(world.scene.having("container"))
    step = deal.pick("MC shift", (1, -1))
    _, target = _pair(world, deal, [(c, row[(i + step) % len(row)]) for i, c in enumerate(row)])
    after = _exchange(world.scene, {c.id: row[(i + step) % len(row)].id for i, c in enumerate(row)}, world)
    gold, factual = content_said(held(World(after), target.id)), content_said(held(world, target.id))
    word, far, near = ("right", "rightmost", "leftmost") if step > 0 else ("left", "leftmost", "rightmost")
    return _changed(
        world, rng, "contents_shifted", after, target, gold, factual,
        rng.choice((
            f"After the video, somebody moves what is in each container into its neighbour on the {word} (as "
            f"in the picture), and what was in the {far} one into the {near} one. "
            f"What is in the {target.label} then?",
            f"Next, every content goes one container further to the {word}, as seen in the picture; from the "
            f"{far} container it goes to the {near} one. What will the {target.label} hold after that?",
        )),
        f"every content goes one container to the {word}, the last one to the other end, all at once",
        factual_matters=False, turned_back=row[(row.index(target) + step) % len(row)],
    )  # fmt: skip


def distance(world: World, deal: Deal, rng: Rng) -> Draft:
    """MT: how far two containers are apart."""
    row = by_place(world.scene.having("container"))
    pairs = [(a.id, b.id) for i, a in enumerate(row) for b in row[i + 1 :]]
    yard = rng.choice(spans.yardsticks(world, pairs, [thing.id for thing in row]))
    return spans.distance_among(world, deal, rng, pairs, scale=metric.scaled(world, yard, "tall"))


def places(world: World, deal: Deal, rng: Rng) -> Draft:
    """FL: the strip of the picture in which a container, or the thing below it, is seen."""
    at = deal.pick("MC when", (location.at_start, location.at_end))
    things = [*world.scene.having("container"), *world.scene.having("content", "landmark")]
    return location.frame_location(world, deal, rng, [at(world, t.id) for t in things if _seen(world, t, at)])


# --- helpers ----------------------------------------------------------------------------------------


def _seen(world: World, thing: Thing, at: object) -> bool:
    """Whether a thing is shown where it is asked for; the measured sight decides, without it the role."""
    span = (0.0, 0.8) if at is location.at_start else (world.scene.duration - 0.8, world.scene.duration)
    if world.sight is None:
        return thing.role == "container"
    return world.sight.seen(thing.id, *span, CELLS) >= 3


def _see(world: World, thing: Thing) -> See:
    return See(thing.id, 0.0, world.scene.duration)


def _contents(world: World) -> tuple[See, ...]:
    """All contents, which a viewer must tell from one another and from nothing."""
    return tuple(See(t.id, 0.0, world.scene.duration) for t in world.scene.having("content") if t.inside)


def _phrase(text: str) -> str:
    return "nothing" if text == EMPTY else text


def _up(world: World, mark: Thing) -> str:
    home = above(world, mark)
    return "no container" if home is None else the(home.label)


def _others(world: World, gold: str, rng: Rng, first: list[tuple[str, str]], *, why: str) -> tuple[Wrong, ...]:
    """Three other contents: emptiness, those in `first` (with the mistake), what is in another container, and then
    other contents and things from the board as they come, so that the options tell not how many are empty."""
    row = by_place(world.scene.having("container"))
    pool = [(EMPTY, "takes an empty container for this one"), *first]
    inside = rng.shuffled(
        [
            (text, f"takes what is in the {c.label}")
            for c in row
            if held(world, c.id) and (text := content_said(held(world, c.id))) != gold
        ]
    )
    board = [(an(m.label), "takes a thing from the board below") for m in world.scene.having("landmark")]
    pool += [*inside[:1], *rng.shuffled([*inside[1:], *board])]
    chosen: dict[str, str] = {}
    for text, mistake in pool:
        if text != gold and len(chosen) < 3:
            chosen.setdefault(text, mistake)
    return tuple(Wrong(text, mistake, why) for text, mistake in chosen.items())


def _pair(world: World, deal: Deal, pairs: list[tuple[Thing, Thing]]) -> tuple[Thing, Thing]:
    """A container to read from and another one, which holds something else.

    The first is an empty one in one of three scenes that have empty ones (three of four have), so that
    `it is empty`, which is always offered, is right as often as each of the other options.
    """
    fit = [(a, b) for a, b in pairs if held(world, a.id) != held(world, b.id)]
    bare = [pair for pair in fit if not held(world, pair[0].id)]
    full = [pair for pair in fit if held(world, pair[0].id)]
    if not full:
        raise NoQuestion("all containers hold the same")
    pool = full
    if bare and deal.pick("MC empty", range(3)) == 0:
        pool = bare
    return pool[deal.pick(f"MC pair of {len(pool)}", range(len(pool)))]


def _exchange(scene: Scene, moves: Mapping[str, str], world: World) -> Scene:
    """The scene with the contents of each container in another one."""
    return rehoused(
        scene, {i: new for old, new in moves.items() for i in world.time.contents(old, scene.duration)}
    )


def _places_traded(scene: Scene, a: Thing, b: Thing) -> Scene:
    """The scene with two containers, and what is in them, in each other's place."""
    things = []
    for thing in scene.things:
        here, there = (a, b) if a.id in (thing.id, thing.inside) else (b, a)
        if here.id in (thing.id, thing.inside):
            dx, dy = there.pose.x - here.pose.x, there.pose.y - here.pose.y
            pose = replace(thing.pose, x=round(thing.pose.x + dx, 3), y=round(thing.pose.y + dy, 3))
            thing = replace(thing, pose=pose)
        things.append(thing)
    return replace(scene, things=tuple(things))


def _changed(
    world: World, rng: Rng, template: str, after: Scene, home: Thing, gold: str, factual: str, stem: str,
    change: str, *, factual_matters: bool, mark: Thing | None = None, turned_back: Thing | None = None,
) -> Draft:  # fmt: skip
    """The draft of a question about the contents of a container in a changed scene."""
    first = [(factual, "answers for the scene as it is")]
    if turned_back is not None:
        first.append((content_said(held(world, turned_back.id)), "moves everything the wrong way round"))
    shown = (mark,) if mark is not None else ()
    return Draft(
        template=template,
        stem=stem,
        gold=gold,
        wrong=_others(world, gold, rng, first, why=f"then {_phrase(gold)} is in the {home.label}"),
        why=f"played again with the change, the {home.label} holds {_phrase(gold)}",
        sees=(*(_see(world, t) for t in (*world.scene.having("container"), *shown)), *_contents(world)),
        test=lambda w, text: content_test(w, home.id, text),
        after=after,
        change=change,
        factual=factual if factual_matters else None,
        accept=() if gold == EMPTY else (gold.split(" ", 1)[1],),
    )


class Questions(base.Questions):
    """All cells of MC."""

    task = "MC"
    core = "content_above"
    cells: ClassVar[Mapping[QuestionType, tuple[Ask, ...]]] = {
        "OE": (existence.appears("container"),),
        "OA": (attribute.pattern_of("container"), attribute.patterned("container", noun="container")),
        "FL": (places,),
        "IT": (content_above, thing_below),
        "OC": (empties,),
        "CM": (camera.stretch,),
        "SL": (order, neighbour),
        "CR": (contents_traded, containers_traded),
        "PR": (contents_shifted,),
        "MT": (distance,),
    }
