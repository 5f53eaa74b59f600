"""A changed world changes exactly the answers that it should, and every other question and answer stays.

Each row of TABLE names a task, what is done to its scenes, and the questions that this touches; the same drafts
are then asked of the changed scene, with the same deals and the same words. Questions are named by cell and
function, `CR contents_traded`, or by cell alone for all of its functions. Rows are reasoned from what is asked:

- `changes`: another answer, in every scene.
- `may`: another answer, another thing asked about, or none any more (NoQuestion), where the scene has it so: which
  of several things is asked about is dealt. Some question of the row does change.
- `worded`: the same answer to the same question in other words (it says another second, or it takes another of its
  phrasings because there is more or less to choose wrong options from).
- all others: letter by letter the same question and answer. Things with a new label are called by it.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from reelproof.generators.vgenst.hosts import task as task_of
from reelproof.generators.vgenst.make import broken_rule, task_seed
from reelproof.qa.vgenst import build, camera, ds, ho, io, route, sightline
from reelproof.qa.vgenst.actions import actions
from reelproof.qa.vgenst.aerial import landmarks
from reelproof.qa.vgenst.balance import STRICT
from reelproof.qa.vgenst.base import Draft, NoQuestion, World
from reelproof.qa.vgenst.catalog import questions
from reelproof.qa.vgenst.cm import effect_of, presses_of
from reelproof.qa.vgenst.intersection import common, pair
from reelproof.qa.vgenst.traffic import camera_speed, motion, vehicles
from reelproof.qa.vgenst.vessel import above, by_place, held, rehoused
from reelproof.qa.vgenst.walk import behaviour, walker
from reelproof.renderers.cast import sight
from reelproof.schemas.scene import TASKS, Link, Move, Place, Scene, Take, TaskName, Thing, Turn
from reelproof.schemas.vocabulary import COLOURS, clash
from reelproof.simulators.space import turned

INDICES = (0, 1, 2, 3)
Words = Mapping[str, str]
"""New label: what the thing was called before."""
Mutated = Scene | tuple[Scene, Words] | None
"""None where a scene has nothing to be changed that way."""
Mutation = Callable[[World], Mutated]


# --- what can be done to a scene ----------------------------------------------------------------------


def placed(scene: Scene, to: Callable[[float, float], tuple[float, float]], *, swing=0.0, flip=1, look=True):
    """Everything at another place in the plan; headings are flipped, then turned by `swing` (the camera's too)."""

    def at(p: Any) -> Any:
        x, y = to(p.x, p.y)
        return replace(p, x=round(x, 3), y=round(y, 3))

    def pose(p: Any) -> Any:
        return replace(at(p), yaw=turned(flip * p.yaw + swing))

    def event(e: Any) -> Any:
        if isinstance(e, Move):
            return replace(e, path=tuple(map(at, e.path)))
        if isinstance(e, Turn):
            return replace(e, yaw=turned(flip * e.yaw + swing))
        return replace(e, to=pose(e.to)) if isinstance(e, Place) else e

    def wall(w: Any) -> Any:
        return (*to(w[0], w[1]), *to(w[2], w[3]), w[4])

    shots = tuple(replace(at(s), yaw=flip * s.yaw + swing * look) for s in scene.camera.shots)
    return replace(
        scene,
        things=tuple(replace(t, pose=pose(t.pose)) for t in scene.things),
        events=tuple(map(event, scene.events)),
        camera=replace(scene.camera, shots=shots),
        surroundings=replace(scene.surroundings, walls=tuple(map(wall, scene.surroundings.walls))),
    )


def shifted(w: World) -> Mutated:
    return placed(w.scene, lambda x, y: (x + 2.5, y - 1.25))


def turned_about(w: World) -> Mutated:
    """The whole world, its camera included, by a quarter turn about the vertical."""
    return placed(w.scene, lambda x, y: (-y, x), swing=90.0)


def map_turned(w: World) -> Mutated:
    """Half a turn of everything but of the direction that is up in the picture."""
    return placed(w.scene, lambda x, y: (-x, -y), swing=180.0, look=False)


def mirrored(w: World) -> Mutated:
    return placed(w.scene, lambda x, y: (-x, y), flip=-1)


def renamed(w: World) -> Mutated:
    """Other ids, in another alphabetical order; no viewer ever sees them."""
    s = w.scene
    ids: dict[Any, str] = {t.id: f"q{len(s.things) - i:03}_{t.role[:3]}" for i, t in enumerate(s.things)}

    def event(e: Any) -> Any:
        names = {k: ids.get(getattr(e, k), getattr(e, k)) for k in ("who", "what", "into") if hasattr(e, k)}
        return replace(e, **names)

    return replace(
        s,
        things=tuple(replace(t, id=ids[t.id], inside=ids.get(t.inside)) for t in s.things),
        events=tuple(map(event, s.events)),
        links=tuple(replace(x, trigger=ids[x.trigger], effector=ids.get(x.effector)) for x in s.links),
        reactions=tuple(replace(r, who=ids[r.who], to=ids[r.to]) for r in s.reactions),
    )


def delayed(w: World) -> Mutated:
    """All that happens, and all that the camera does, half a second later; the end too."""
    s = w.scene
    return replace(
        s,
        duration=s.duration + 0.5,
        events=tuple(replace(e, start=round(e.start + 0.5, 3)) for e in s.events),
        camera=replace(s.camera, shots=tuple(replace(x, t=round(x.t + 0.5, 3)) for x in s.camera.shots)),
    )


def edited(scene: Scene, name: str, **changes: Any) -> Scene:
    return replace(scene, things=tuple(replace(t, **changes) if t.id == name else t for t in scene.things))


def without(scene: Scene, name: str) -> Scene:
    return replace(scene, things=tuple(t for t in scene.things if t.id != name))


def traded(scene: Scene, a: Thing, b: Thing) -> Scene:
    """Two things in each other's place; each keeps its own height above the ground where they differ in use."""
    spots = {a.id: replace(b.pose, yaw=a.pose.yaw), b.id: replace(a.pose, yaw=b.pose.yaw)}
    return replace(scene, things=tuple(replace(t, pose=spots.get(t.id, t.pose)) for t in scene.things))


def disguised(scene: Scene, a: Thing, b: Thing) -> Scene:
    """Two things exchange their looks and names, and stay where they are."""

    def like(t: Thing, m: Thing) -> Thing:
        return replace(m, id=t.id, role=t.role, pose=t.pose, inside=t.inside)

    looks = {a.id: like(a, b), b.id: like(b, a)}
    return replace(scene, things=tuple(looks.get(t.id, t) for t in scene.things))


def recoloured(*roles: Any) -> Mutation:
    """The first thing of a role in a colour that the scene lacks, and called so."""

    def mutate(w: World) -> Mutated:
        there = {t.colour for t in w.scene.things}
        free = [c for c in COLOURS if not any(clash(c, t) for t in there)]
        free = free or [c for c in COLOURS if c not in there]
        found = [t for t in w.scene.having(*roles) if t.colour in t.label.split()]
        if not free or not found:
            return None
        label = " ".join(free[0] if word == found[0].colour else word for word in found[0].label.split())
        return edited(w.scene, found[0].id, colour=free[0], label=label), {label: found[0].label}

    mutate.__name__ = f"recoloured {roles[0]}"
    return mutate


# --- what can be done to the scenes of a task -----------------------------------------------------------


def _marked(w: World) -> tuple[Thing, Thing]:
    """The container above the thing that the core question names, and one that holds something else."""
    home = above(w, w.scene.having("landmark")[0])
    assert home is not None
    return home, next(c for c in w.scene.having("container") if held(w, c.id) != held(w, home.id))


def contents_traded(w: World) -> Mutated:
    a, b = _marked(w)
    homes = {t.id: b.id if t.inside == a.id else a.id for t in w.scene.things if t.inside in (a.id, b.id)}
    return rehoused(w.scene, homes)


def things_below_traded(w: World) -> Mutated:
    mark, (_, other) = w.scene.having("landmark")[0], _marked(w)
    return traded(w.scene, mark, next(m for m in w.scene.having("landmark") if above(w, m) == other))


def content_removed(w: World) -> Mutated:
    return without(w.scene, next(t.id for t in w.scene.things if t.inside is not None))


def repatterned(w: World) -> Mutated:
    t = w.scene.having("container")[0]
    return edited(w.scene, t.id, pattern="plain" if t.pattern != "plain" else "striped")


def filmed_backwards(w: World) -> Mutated:
    """The camera goes its way from the end to the start."""
    s = w.scene
    kinds = {"boom_up": "boom_down", "boom_down": "boom_up", "tilt_up": "tilt_down", "tilt_down": "tilt_up"}
    shots = tuple(replace(x, t=round(s.duration - x.t, 3)) for x in reversed(s.camera.shots))
    return replace(s, camera=replace(s.camera, kind=kinds.get(s.camera.kind, s.camera.kind), shots=shots))


def ends_outside(w: World) -> Mutated:
    """The last item that is put into the container is put beside it."""
    last = [a for a in actions(w) if a.act == "in"][-1:]
    if not last or actions(w)[-1] != last[0]:
        return None
    put = last[0].place
    home = w.thing(put.what).pose
    return replace(
        w.scene, events=tuple(replace(e, to=home, into=None) if e is put else e for e in w.scene.events)
    )


def items_traded(w: World) -> Mutated:
    """The item that is picked up first and one that is never touched start in each other's place."""
    taken = [e.what for e in w.scene.events if isinstance(e, Take)]
    idle = [t for t in w.scene.having("countable") if t.id not in taken]
    return traded(w.scene, w.thing(taken[0]), idle[0]) if idle and taken.count(taken[0]) == 1 else None


def pauses_longer(w: World) -> Mutated:
    """Before each further action the hand waits longer by a half."""
    events, late, done = [], 0.0, actions(w)
    nexts = {a.take.start: a.take.start - b.place.start - b.place.duration for b, a in pairwise(done)}
    for e in w.scene.events:
        late += 0.9 if e.start in nexts else 0.0
        events.append(replace(e, start=round(e.start + late, 3)))
    return replace(w.scene, events=tuple(events), duration=w.scene.duration + 4)


def one_of_a_pair_recoloured(w: World) -> Mutated:
    both, homes = common(w), pair(w)
    if not both or homes is None:
        return None
    thing = next(t for t in w.scene.things if t.inside == homes[0].id and t.label == both[0])
    free = next(
        c for c in COLOURS if all(not clash(c, t.colour) for t in w.scene.things if t.category == thing.category)
    )
    return edited(w.scene, thing.id, colour=free, label=f"{free} {thing.category}")


def all_contents_traded(w: World) -> Mutated:
    homes = pair(w)
    assert homes is not None
    a, b = homes
    return rehoused(
        w.scene, {t.id: b.id if t.inside == a.id else a.id for t in w.scene.things if t.inside in (a.id, b.id)}
    )


def loose_thing_moved(w: World) -> Mutated:
    t = w.scene.having("distractor")[0]
    return edited(w.scene, t.id, pose=replace(t.pose, x=round(t.pose.x * 0.6, 3), y=round(t.pose.y + 0.06, 3)))


def wires_exchanged(w: World) -> Mutated:
    first = w.scene.having("trigger")[0].id
    mine = next(x for x in w.scene.links if x.trigger == first)
    other = next((x for x in w.scene.links if x.effector != mine.effector), None)
    if other is None:
        return None
    wires = {first: other.effector, other.trigger: mine.effector}
    links = tuple(replace(x, effector=wires.get(x.trigger, x.effector)) for x in w.scene.links)
    return replace(w.scene, links=links)


def unwired(w: World) -> Mutated:
    first = w.scene.having("trigger")[0].id
    if effect_of(w, first) is None:
        return None
    links = tuple(Link(x.trigger, None, x.delay) if x.trigger == first else x for x in w.scene.links)
    return replace(w.scene, links=links)


def pressed_backwards(w: World) -> Mutated:
    found = presses_of(w.scene)
    return replace(w.scene, events=tuple(replace(a, what=b.what) for a, b in zip(found, found[::-1], strict=True)))


def last_press_later(w: World) -> Mutated:
    events = (*w.scene.events[:-1], replace(w.scene.events[-1], start=w.scene.events[-1].start + 1.2))
    return replace(w.scene, events=events, duration=w.scene.duration + 2)


def effectors_traded(w: World) -> Mutated:
    return traded(w.scene, *w.scene.having("effector")[:2])


def landmarks_traded(w: World) -> Mutated:
    """The landmark of the first leg and that of the last."""
    a, b = w.scene.having("landmark")[:2]
    return route.swapped(w.scene, a.id, b.id)


def walls_raised(w: World) -> Mutated:
    around = w.scene.surroundings
    up = 1.6 if around.walls[0][4] < 3.6 else 1 / 1.6
    walls = tuple((*x[:4], round(x[4] * up, 3)) for x in around.walls)
    return replace(w.scene, surroundings=replace(around, walls=walls))


def _carried_and_another(w: World) -> tuple[Thing, Thing] | None:
    name = io.carried(w)
    return None if name is None else (w.thing(name), next(t for t in io.items(w) if t.id != name))


def carried_disguised(w: World) -> Mutated:
    two = _carried_and_another(w)
    return None if two is None else disguised(w.scene, *two)


def nothing_carried(w: World) -> Mutated:
    if io.carried(w) is None:
        return None
    return replace(w.scene, events=tuple(e for e in w.scene.events if not isinstance(e, Take | Place)))


def lowest_and_highest_traded(w: World) -> Mutated:
    return ho.exchange(w.scene, ho.levels(w)[0], ho.levels(w)[-1])


def tilted_further(w: World) -> Mutated:
    """The tilt is a fifth larger, around its middle."""
    pitches = [x.pitch for x in w.scene.camera.shots]
    middle = (min(pitches) + max(pitches)) / 2
    shots = tuple(replace(x, pitch=round(middle + (x.pitch - middle) * 1.2, 2)) for x in w.scene.camera.shots)
    return replace(w.scene, camera=replace(w.scene.camera, shots=shots))


def distractor_removed(w: World) -> Mutated:
    found = w.scene.having("distractor")
    return without(w.scene, found[0].id) if found else None


def walked_back(w: World) -> Mutated:
    """The walker starts where it ends and goes the same way to where it starts."""
    move = sightline.walk_of(w.scene)
    start = w.thing(move.who).pose
    last = move.path[-1]
    path = (*move.path[-2::-1], replace(last, x=start.x, y=start.y))
    scene = edited(w.scene, move.who, pose=replace(start, x=last.x, y=last.y))
    return replace(scene, events=tuple(replace(e, path=path) if e is move else e for e in scene.events))


def parts_traded(w: World) -> Mutated:
    """Who looks is looked at, and the other way round."""
    who = sightline.cast(w)
    return edited(edited(w.scene, who.observer.id, role="target"), who.target.id, role="observer")


def sets_out_later(w: World) -> Mutated:
    later = 1.4 if sightline.walk_of(w.scene).start < 2 else -1.0
    events = tuple(replace(e, start=round(max(0.0, e.start + later), 3)) for e in w.scene.events)
    return replace(w.scene, events=events, duration=w.scene.duration + 2)


def arrows_exchanged(w: World) -> Mutated:
    """The way that the camera takes is written at another line of the sign."""
    board, way = ds.sign(w), ds.branch(w)
    arrows = [e.arrow for e in board.entries]
    if way not in arrows:
        return None
    other = next(a for a in arrows if a != way)
    swap = {way: other, other: way}
    entries = tuple(replace(e, arrow=swap.get(e.arrow, e.arrow)) for e in board.entries)
    return edited(w.scene, board.id, entries=entries)


def counted_removed(w: World) -> Mutated:
    found = w.scene.having("countable")
    return without(w.scene, found[0].id) if len(found) > 1 else None


def rests_longer(w: World) -> Mutated:
    rest = next(s for s in camera.stretches(w.scene) if s.word == camera.STILL and s.start > 0.5)
    more = round((rest.end - rest.start) * (0.6 if rest.end - rest.start < 1.8 else -0.4), 2)
    shots = tuple(
        replace(s, t=round(s.t + (more if s.t >= rest.end - 1e-6 else 0), 2)) for s in w.scene.camera.shots
    )
    return replace(w.scene, camera=replace(w.scene.camera, shots=shots), duration=w.scene.duration + 2)


def _repaced(w: World, name: str, pace: float) -> Scene:
    def event(e: Any) -> Any:
        if not isinstance(e, Move) or e.who != name:
            return e
        y = w.thing(name).pose.y + pace * e.duration
        return replace(e, path=(replace(e.path[-1], y=round(y, 3)),))

    return replace(w.scene, events=tuple(map(event, w.scene.events)))


def repaced(w: World) -> Mutated:
    """The vehicle that the core question names goes as fast as the camera, or twice as fast if it does already."""
    first = vehicles(w)[0].id
    return _repaced(w, first, camera_speed(w) * (2 if motion(w, first) == "same" else 1))


def all_slower(w: World) -> Mutated:
    """Everybody, the camera too, goes three quarters as fast."""
    s, start = w.scene, w.scene.camera.shots[0]
    shots = tuple(replace(x, y=round(start.y + 0.75 * (x.y - start.y), 3)) for x in s.camera.shots)
    scene = replace(s, camera=replace(s.camera, shots=shots))
    for event in s.events:
        assert isinstance(event, Move)
        pace = (event.path[-1].y - w.thing(event.who).pose.y) / event.duration
        scene = _repaced(World(scene), event.who, 0.75 * pace)
    return scene


def other_side(w: World) -> Mutated:
    """One vehicle drives as far to the other side of the camera."""
    name, own = vehicles(w)[0].id, w.time.camera(0.0).x
    pose = w.thing(name).pose
    x = round(2 * own - pose.x, 3)
    if x == pose.x:
        return None
    scene = edited(w.scene, name, pose=replace(pose, x=x))
    events = tuple(
        replace(e, path=tuple(replace(p, x=x) for p in e.path)) if isinstance(e, Move) and e.who == name else e
        for e in scene.events
    )
    return replace(scene, events=events)


def looks_the_other_way(w: World) -> Mutated:
    """The camera turns (or tilts) the other way; where it looked ahead only, it turns."""
    first, last = w.scene.camera.shots[0], w.scene.camera.shots[-1]
    swing = first.yaw - last.yaw if abs(last.yaw - first.yaw) > 1 else 14.0
    shots = tuple(
        replace(s, yaw=round(first.yaw + swing * (s.t - first.t) / (last.t - first.t), 2), pitch=first.pitch)
        for s in w.scene.camera.shots
    )
    return replace(w.scene, camera=replace(w.scene.camera, shots=shots))


def second_moved_across(w: World) -> Mutated:
    """The second landmark lies on the opposite side of the first, just as far."""
    first, second = landmarks(w)[:2]
    x, y = 2 * first.pose.x - second.pose.x, 2 * first.pose.y - second.pose.y
    return edited(w.scene, second.id, pose=replace(second.pose, x=round(x, 3), y=round(y, 3)))


def places_exchanged(w: World) -> Mutated:
    """Second and last landmark exchange names and looks, so that each name stands at the other place."""
    found = landmarks(w)
    return disguised(w.scene, found[1], found[-1])


def reaction_changed(w: World) -> Mutated:
    """Who stopped for good goes on once the way is free, and who went on then stops for good."""
    if behaviour(w) == "goes_on":
        return None
    kind = {"full_stop": "wait_and_resume", "wait_and_resume": "full_stop"}
    return replace(w.scene, reactions=tuple(replace(r, kind=kind[r.kind]) for r in w.scene.reactions))


def heedless(w: World) -> Mutated:
    """The walker takes no notice."""
    return None if behaviour(w) == "goes_on" else replace(w.scene, reactions=())


def walks_slower(w: World) -> Mutated:
    """The walker gets three quarters as far in the same time, where that leaves the scene in order."""
    me = walker(w)

    def event(e: Any) -> Any:
        if not isinstance(e, Move) or e.who != me.id:
            return e
        x, y = (a + 0.75 * (b - a) for a, b in ((me.pose.x, e.path[-1].x), (me.pose.y, e.path[-1].y)))
        return replace(e, path=(replace(e.path[-1], x=round(x, 3), y=round(y, 3)),))

    scene = replace(w.scene, events=tuple(map(event, w.scene.events)))
    return None if broken_rule(task_of("BT"), World(scene)) else scene


def beside_traded(w: World) -> Mutated:
    """The first and the last thing beside the path."""
    pose = walker(w).pose
    row = sorted(w.scene.having("distractor"), key=lambda t: abs(t.pose.x - pose.x) + abs(t.pose.y - pose.y))
    return traded(w.scene, row[0], row[-1])


def leftmost_and_rightmost_traded(w: World) -> Mutated:
    """Two containers, each with what is in it."""
    row = by_place(w.scene.having("container"))
    a, b = row[0], row[-1]
    dx, dy = b.pose.x - a.pose.x, b.pose.y - a.pose.y

    def moved(t: Thing) -> Thing:
        way = 1 if a.id in (t.id, t.inside) else -1 if b.id in (t.id, t.inside) else 0
        return replace(t, pose=replace(t.pose, x=round(t.pose.x + way * dx, 3), y=round(t.pose.y + way * dy, 3)))

    return replace(w.scene, things=tuple(map(moved, w.scene.things)))


# --- what it changes ------------------------------------------------------------------------------------


class Row(NamedTuple):
    """What one mutation does to the answers of a task; questions as in the head of this file, `, ` between."""

    task: TaskName
    mutate: Mutation
    changes: str = ""
    may: str = ""
    worded: str = ""


TABLE = (
    # Nothing in any question depends on where the world lies, on ids, or (but for one case) on the compass.
    *(Row(task, shifted) for task in TASKS),
    *(Row(task, renamed) for task in TASKS),
    *(Row(task, turned_about) for task in ("CM", "DE", "IO", "VI", "DS", "BT")),
    Row("LS", map_turned, "CM flight, SL last_from_second, CR flight_reversed, PR flying_on"),
    # When things happen matters only to who asks for a time; spans in stems are told in seconds.
    *(Row(task, delayed) for task in ("QC", "CM", "DS", "LS", "BT")),
    *(Row(task, delayed, worded="CM stretch") for task in ("MC", "CI")),
    Row("HO", delayed, "", "MT seconds_in_view, PR coming_back", worded="CM camera_motion"),
    Row("DE", delayed, "MT sets_out", worded="CM camera_motion"),
    Row("IO", delayed, "MT arrival"),
    Row("VI", delayed, "MT walk_begins"),
    # A mirror exchanges left and right, and nothing else.
    Row("MC", mirrored, "SL order, SL neighbour",
        "IT thing_below, FL places, CR contents_traded, CR containers_traded, PR contents_shifted", "MT distance"),
    Row("QC", mirrored, "IT first_picked", "SL side"),
    Row("CI", mirrored, "", "FL places, SL where_is, CM stretch, CR one_replaced, PR one_moved",
        "OC shared_count, MT distance"),
    Row("CM", mirrored, "SL left_to_right",
        "FL place_in_picture, TO pressed_first_or_last, PT own_side, CR other_wires, PR second_round"),
    Row("DE", mirrored, "",
        "CM camera_motion, SL place_in_corridor, PT direction_of_start, CR what_if, PR sides_on_the_way_back"),
    Row("IO", mirrored, "SL left_to_right", "FL place_in_picture, IT where_it_stood, CR, PR"),
    Row("HO", mirrored, "", "FL place_in_picture"),
    Row("VI", mirrored, "", "FL strip_of_agent, IT place_of, AR action_of, SL occluder_from_line, "
        "CR other_walk, PR walk_continued"),
    Row("DS", mirrored, "", "FL sign_in_picture, CM turns, SL destination, CR other_way, PR way_back"),
    Row("RV", mirrored, "PT camera_from_vehicle", "SL which_lane, FL strip, CM glance"),
    Row("LS", mirrored, "", "PT from_the_roof, CM flight, SL last_from_second, CR flight_reversed, PR flying_on"),
    Row("BT", mirrored, "", "PT for_the_walker, CM drone, CR walking_back, PR next_passed"),
    # A thing of another colour has another name; what it is, where it is and what it does stays.
    Row("MC", recoloured("container")),
    Row("QC", recoloured("container")),
    Row("QC", recoloured("distractor")),
    Row("CI", recoloured("distractor")),
    Row("CM", recoloured("effector"), "", "OA"),
    Row("CM", recoloured("trigger"), worded="TO pressed_first_or_last"),
    Row("DE", recoloured("landmark"), "", "OA colour_of"),
    Row("IO", recoloured("target", "distractor"), "", "OA colour_of"),
    Row("HO", recoloured("level_object"), "", "OA colour_of"),
    Row("VI", recoloured("target"), "OA outfits"),
    Row("VI", recoloured("occluder")),
    Row("DS", recoloured("landmark"), "", "OA colour_of"),
    Row("RV", recoloured("slower", "faster"), "", "OA colour_of"),
    Row("LS", recoloured("landmark"), "", "OA colour_of"),
    Row("BT", recoloured("distractor"), "", "OA colour_of"),
    Row("BT", recoloured("intruder"), "", "OA colour_of"),
    # MC: contents are tied to containers, containers to the things below.
    Row("MC", contents_traded, "IT content_above",
        "IT thing_below, CR contents_traded, CR containers_traded, PR contents_shifted"),
    Row("MC", things_below_traded, "IT content_above", "IT thing_below, CR containers_traded"),
    Row("MC", content_removed, "OC empties", "IT content_above, IT thing_below, CR contents_traded, "
        "CR containers_traded, PR contents_shifted", "OE appears"),
    Row("MC", leftmost_and_rightmost_traded, "", "SL order, SL neighbour, FL places, IT content_above, "
        "IT thing_below, CR contents_traded, CR containers_traded, PR contents_shifted", "MT distance"),
    Row("MC", repatterned, "", "OA pattern_of, OA patterned"),
    Row("MC", filmed_backwards, "", "CM stretch, FL places"),
    # QC: the count is what the actions make it.
    Row("QC", ends_outside, "OC inside_at_end, PR further_actions", "TO action_order, AR act_at, CR"),
    Row("QC", items_traded, "IT first_picked"),
    Row("QC", pauses_longer, "MT pause"),
    # CI: things are the same if kind and colour are.
    Row("CI", one_of_a_pair_recoloured, "OC shared_count", "SL where_is, CR, PR, OE, FL places"),
    Row("CI", all_contents_traded, "", "SL where_is, CR one_replaced, PR one_moved, FL places"),
    Row("CI", loose_thing_moved, "", "FL places, MT distance"),
    Row("CI", repatterned, "", "OA pattern_of"),
    Row("CI", filmed_backwards, "TO look_order", "CM stretch, FL places"),
    # CM: an effect is a matter of wires, not of places or of order.
    Row("CM", wires_exchanged, "AR effect_of_press", "PT own_side, CR other_wires"),
    Row("CM", unwired, "AR effect_of_press", "PT own_side, CR other_wires"),
    Row("CM", pressed_backwards, "",
        "TO pressed_first_or_last, CR other_wires, PR second_round", "MT between_presses"),
    Row("CM", last_press_later, "MT between_presses"),
    Row("CM", effectors_traded, "", "SL left_to_right, FL place_in_picture, PT own_side, CR other_wires"),
    # DE: the way is one thing, what stands along it another.
    Row("DE", landmarks_traded, "", "TO order_of_sights, TO first_or_last_sight, SL place_in_corridor, "
        "SL neighbour_on_the_way, CR what_if, PR sides_on_the_way_back", "MT height_of_walls"),
    Row("DE", walls_raised, "MT height_of_walls"),
    # IO: which thing goes over, whatever it is.
    Row("IO", carried_disguised, "AR carried_thing", "SL left_to_right, FL place_in_picture, OE appears, "
        "OA colour_of, CR other_thing, PR next_thing"),
    Row("IO", nothing_carried, "AR carried_thing, IT where_it_stood",
        "OC how_many, FL place_in_picture, CR other_thing, PR next_thing"),
    # HO: height is one order, being shown another.
    Row("HO", lowest_and_highest_traded, "SL height_ranking, TO seen_first_or_last",
        "FL place_in_picture, CM camera_motion, CR swapped, PR coming_back, MT seconds_in_view"),
    Row("HO", filmed_backwards, "TO seen_first_or_last",
        "FL place_in_picture, CM camera_motion, PR coming_back"),
    Row("HO", distractor_removed, "", "FL place_in_picture, OE appears, OA colour_of"),
    Row("HO", tilted_further, "",
        "FL place_in_picture, TO, CM camera_motion, PR coming_back, MT seconds_in_view"),
    # VI: sight is a matter of two places and of what stands between, both ways alike.
    Row("VI", walked_back, "", "PT visibility_change, AR action_of, FL strip_of_agent, IT place_of, "
        "SL occluder_from_line, CR other_walk, PR walk_continued"),
    Row("VI", parts_traded, "", "SL occluder_from_line, IT place_of", "PT visibility_change"),
    Row("VI", sets_out_later, "MT walk_begins"),
    # DS: the sign is one thing, the way taken another.
    Row("DS", arrows_exchanged, "SL destination", "OA arrow_of, PT facing_walker, CR other_way, PR way_back"),
    Row("DS", counted_removed, "OC passed", worded="OE appears"),
    Row("DS", rests_longer, "MT rest_before_sign"),
    # RV: a speed is no lane and no direction of view.
    Row("RV", repaced, "AR relative_speed", "FL strip, IT which_moves_so, OC how_many, TO first_passing, "
        "PT camera_from_vehicle, CR as_fast_as, PR farthest"),
    Row("RV", other_side, "", "FL strip, SL which_lane, PT camera_from_vehicle"),
    Row("RV", looks_the_other_way, "CM glance", "FL strip"),
    Row("RV", all_slower, "MT pace", "FL strip, TO first_passing, PR farthest"),
    # LS: each direction is between two places.
    Row("LS", second_moved_across, "PT from_the_roof", "SL last_from_second, "
        "CR flight_reversed, PR flying_on"),
    # BT: the reaction is one thing, what stands beside the path another.
    Row("BT", reaction_changed, "AR reaction", "TO in_which_order, CR walking_back, PR next_passed"),
    Row("BT", heedless, "AR reaction", "TO in_which_order, CR walking_back, PR next_passed"),
    Row("BT", beside_traded, "", "TO in_which_order, PT for_the_walker, CR walking_back, PR next_passed"),
    Row("BT", walks_slower, "MT pace", "AR, TO, CM, PT, CR, PR"),
)  # fmt: skip


# --- asking ----------------------------------------------------------------------------------------------


def asks(task: TaskName) -> dict[str, tuple[Any, Any]]:
    """Every question of a task by cell and function."""
    found: dict[str, tuple[Any, Any]] = {}
    for kind, functions in questions(task).cells.items():
        for ask in functions:
            name = f"{kind} {ask.__qualname__.split('.')[0]}"
            found[name + "2" * (name in found)] = (kind, ask)
    return found


def answers(world: World, index: int) -> dict[str, Draft | None]:
    """The draft of every question; None where it cannot be asked.

    As after many attempts, when any answer of a closed set will do: so that a changed world can be asked as well.
    """
    task = world.scene.task
    found: dict[str, Draft | None] = {}
    for name, (kind, ask) in asks(task).items():
        try:
            found[name] = build.draft_of(ask, world, kind, index, task_seed(0, task), STRICT)
        except NoQuestion:
            found[name] = None
    return found


@cache
def before(world: World, index: int) -> dict[str, Draft | None]:
    return answers(world, index)


def named(task: TaskName, names: str) -> set[str]:
    """The questions that a row names."""
    found: set[str] = set()
    for name in filter(None, names.split(", ")):
        fit = {one for one in asks(task) if name in (one, one.split()[0])}
        assert fit, f"{task} has no question {name}"
        found |= fit
    return found


def in_old_words(draft: Draft | None, words: Words) -> tuple[str, str] | None:
    """Stem and right answer with things called as they were before."""

    def old(text: str) -> str:
        for new, label in words.items():
            text = re.sub(rf"\b(a|an) {new}\b", f"a(n) {label}", text).replace(new, label)
        return text

    return None if draft is None else (old(draft.stem), old(draft.gold))


def touched(task: TaskName, index: int, world: World, scene: Scene, words: Words) -> dict[str, str]:
    """What has become of each question: `answer`, `words`, or `name` where only a thing is called otherwise.

    Those that are left alone are left out. Both ways to tell must agree on each answer in the changed world, too.
    """
    found = {}
    changed = World(scene)
    same = {old: old for old in words.values()}
    for name, new in answers(changed, index).items():
        old = before(world, index)[name]
        a, b = in_old_words(old, same), in_old_words(new, words)
        if a != b:
            found[name] = "answer" if a is None or b is None or a[1] != b[1] else "words"
        elif old is not None and new is not None and (old.stem, old.gold) != (new.stem, new.gold):
            found[name] = "name"
        if new is not None:
            judged = changed if new.after is None else World(new.after)
            told = [text for text in (new.gold, *(w.text for w in new.wrong)) if new.test(judged, text)]
            assert told == [new.gold], f"{task} {index} {name}: {new.stem}"
    return found


def test_every_task_has_four_mutations_and_one_that_changes_nothing():
    for task in TASKS:
        rows = [row for row in TABLE if row.task == task]
        assert len(rows) >= 4
        assert any(not (row.changes or row.may or row.worded) for row in rows)


@pytest.mark.parametrize("row", TABLE, ids=[f"{row.task}-{row.mutate.__name__}" for row in TABLE])
def test_a_changed_world_changes_exactly_the_answers_that_it_should(drawn, row):
    changes, may, worded = (named(row.task, names) for names in row[2:])
    seen, applied = set(), 0
    for index in INDICES:
        world = drawn(row.task, index)[0]
        changed = row.mutate(world)
        if changed is None:
            continue
        scene, words = changed if isinstance(changed, tuple) else (changed, {})
        assert scene != world.scene
        found = touched(row.task, index, world, scene, words)
        applied += 1
        kept = {name for name in changes if before(world, index)[name] is not None and found.get(name) != "answer"}
        assert not kept, f"scene {index} keeps these answers"
        free = {"name": set(found), "words": may | changes | worded, "answer": may | changes}
        stray = {name: what for name, what in found.items() if name not in free[what]}
        assert not stray, f"scene {index} has other answers or words where nothing should change"
        seen |= set(found)
    assert applied, "no scene can be changed so"
    assert seen or not changes | may | worded, "nothing changes at all"


@pytest.mark.parametrize("swing", (90.0, 180.0))
@pytest.mark.parametrize("task", ("MC", "QC", "CI", "HO", "RV", "LS"))
def test_a_world_turned_about_breaks_a_rule_or_can_be_asked_as_well(drawn, task, swing):
    """Tasks whose scenes are laid out along the compass refuse others by name; a person may write any."""
    to = {90.0: lambda x, y: (-y, x), 180.0: lambda x, y: (-x, -y)}[swing]
    for index in INDICES:
        world = drawn(task, index)[0]
        scene = placed(world.scene, to, swing=swing)
        if broken_rule(task_of(task), World(scene)) is None:
            touched(task, index, world, scene, {})


@pytest.mark.parametrize("task", ("QC", "CI", "CM", "IO", "HO", "VI"))
def test_what_can_be_seen_knows_no_colours_names_or_compass(drawn, task):
    world = drawn(task, 0)[0]
    here = sight(world.time).visible
    tints = dict(zip(COLOURS, (*COLOURS[5:], *COLOURS[:5]), strict=True))
    dyed = tuple(replace(t, colour=tints[t.colour], label=f"thing {k}") for k, t in enumerate(world.scene.things))
    assert sight(World(replace(world.scene, things=dyed)).time).visible == here
    other = renamed(world)
    assert isinstance(other, Scene)
    assert [*sight(World(other).time).visible.values()] == [*here.values()]
    turned_world = placed(world.scene, lambda x, y: (1.5 - y, x - 0.5), swing=90.0)
    there = sight(World(turned_world).time).visible
    # A ray along an edge may fall to either side of it.
    assert max(abs(a - b) for name in here for a, b in zip(here[name], there[name], strict=True)) <= 3
