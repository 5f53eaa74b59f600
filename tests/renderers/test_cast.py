"""The caster sees what geometry says: against marching through solids, closed forms, and laws of looking."""

from math import atan, pi, radians, tan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.errors import MissingPart
from reelproof.renderers import cast
from reelproof.renderers.hits import hits
from reelproof.renderers.rays import Cells, Sheet, rays, table
from reelproof.renderers.stage import (
    UPRIGHT,
    Ball,
    Box,
    Cone,
    Lamp,
    Part,
    Stage,
    Tube,
    Wedge,
    stage,
    times,
    turn_x,
    turn_y,
    turn_z,
)
from reelproof.schemas.scene import Camera, Move, Point, Pose, Scene, Shot, Surroundings
from reelproof.simulators.scene import Timeline
from reelproof.simulators.space import View, cosine, sine

GRID = (160, 120)


def part(name, primitive, place=(0.0, 0.0, 0.0), turn=UPRIGHT):
    return Part(name, primitive, place, turn, (200, 60, 60))


def staged(parts, view):
    return Stage(tuple(parts), view, Lamp((0.0, 0.0, 1.0), (255, 255, 255), 0.5), (0, 0, 0), (0.0, 0.0, 0.0), 5.0)


def counts(parts, view, grid=GRID):
    who, names = cast.ids(staged(parts, view), grid)
    return {name: int((who == k).sum()) for k, name in enumerate(names, 1)}


NORTH = View(0.0, -5.0, 0.0, 0.0, 0.0, 50.0, 4 / 3)
CELL = 2 * tan(radians(25)) / GRID[1]
"""Height of a cell in the plane at depth 1."""


# --- against marching along the rays ------------------------------------------------------------------


def within(primitive, x, y, z, slack):
    """Whether places are inside a solid, grown by a little."""
    r = np.hypot(x, y)
    match primitive:
        case Box(w, d, h):
            return (abs(x) <= w / 2 + slack) & (abs(y) <= d / 2 + slack) & (z >= -slack) & (z <= h + slack)
        case Wedge(w, d, h):
            under = abs(y) <= (1 - z / h) * d / 2 + slack
            return (abs(x) <= w / 2 + slack) & under & (z >= -slack) & (z <= h + slack)
        case Ball(rx, ry, rz):
            return (x / rx) ** 2 + (y / ry) ** 2 + (z / rz) ** 2 <= 1 + slack / min(rx, ry, rz)
        case Cone(bottom, top, h):
            return (r <= bottom + (top - bottom) * z / h + slack) & (z >= -slack) & (z <= h + slack)
        case Tube(bottom, top, h, hollow, floor):
            solid = (r <= bottom + (top - bottom) * z / h + slack) & (z >= -slack) & (z <= h + slack)
            return solid & ~((r < hollow - slack) & (z > floor + slack))


sizes = st.floats(0.1, 1.5)
angles = st.floats(-180, 180)


@st.composite
def solids(draw):
    kind = draw(st.sampled_from([Box, Wedge, Ball, Cone, Tube]))
    a, b, h = draw(sizes), draw(sizes), draw(sizes)
    if kind is Cone and draw(st.booleans()):
        b = 0.0
    if kind is Tube:
        return Tube(a, b, h, min(a, b) * draw(st.floats(0.3, 0.95)), draw(st.sampled_from([0.0, 0.06, 0.4])) * h)
    return kind(a, b, h)


@given(solids(), angles, angles, angles, angles, st.floats(-89, 89), st.floats(3.5, 9))
def test_every_hit_is_where_the_ray_enters_the_solid(primitive, yaw, pitch, roll, side, height, far):
    turn = times(turn_z(yaw), times(turn_x(pitch), turn_y(roll)))
    place = (0.3, -0.2, 0.1)
    flat = far * cosine(height)
    view = View(flat * sine(side), -flat * cosine(side), far * sine(height), side, -height, 40.0, 4 / 3)
    eyes = rays(view, (20, 15))
    cuts, [w] = hits(eyes, table([part("a", primitive, place, turn)]))
    whole = np.zeros(eyes.shape)
    if w is not None:
        left, top, right, bottom = cuts[0]
        whole[top:bottom, left:right] = w
    way = (
        np.array(eyes.forward)
        + eyes.u[None, :, None] * np.array(eyes.right)
        + eyes.v[:, None, None] * np.array(eyes.up)
    )
    back = np.array(turn).reshape(3, 3)

    def solid(depth, slack):
        spot = np.array(eyes.eye) + way[:, :, None, :] * depth[..., None] - np.array(place)
        own = spot @ back
        return within(primitive, own[..., 0], own[..., 1], own[..., 2], slack)

    step = 0.01
    depths = np.arange(0.5, far + 4, step)
    inside = solid(np.broadcast_to(depths, (*eyes.shape, len(depths))), -1e-9)
    first = np.where(inside.any(axis=2), depths[inside.argmax(axis=2)], np.inf)
    found = np.where(whole > 0, 1 / np.where(whole > 0, whole, 1), np.inf)
    marched = np.isfinite(first)
    # What marching meets, the caster meets, no more than a step before; what else it meets is on the solid.
    assert (found[marched] <= first[marched] + 1e-6).all()
    seen = np.isfinite(found)
    assert solid(np.where(seen, found, 0.0)[:, :, None], 1e-6)[seen].all()
    before = seen & (found < first - step - 1e-6)
    deep = solid((np.where(seen, found, 0.0) + step)[:, :, None], -1e-3)[:, :, 0]
    assert not (before & deep & marched).any()


def test_large_and_small_primitives_are_solved_alike():
    """The way for one large rectangle gives the same bits as that for many small ones."""
    eyes = rays(NORTH, GRID)
    cut = np.array([[10, 20, 150, 110]])
    coefficients = [np.array([0.1 * k - 0.37]) for k in range(6)]
    one, many = Sheet(eyes, cut), Cells(eyes, np.concatenate([cut, cut]))
    doubled = [np.concatenate([c, c]) for c in coefficients]
    assert (one.affine(coefficients[:3]).ravel() == many.affine(doubled[:3])[: one.ends[0]]).all()
    assert (one.quadratic(coefficients).ravel() == many.quadratic(doubled)[one.ends[0] :]).all()


# --- closed forms -------------------------------------------------------------------------------------


@pytest.mark.parametrize("radius", [0.3, 0.7, 1.2])
def test_a_sphere_fills_the_ellipse_of_its_tangent_cone(radius):
    found = counts([part("a", Ball(radius, radius, radius))], NORTH)["a"]
    disc = pi * tan(atan(radius / (25 - radius * radius) ** 0.5)) ** 2
    assert found == pytest.approx(disc / CELL**2, rel=0.02)


@pytest.mark.parametrize("w, h", [(0.5, 0.5), (2.0, 0.4), (0.21, 1.7)])
def test_a_box_seen_from_its_front_fills_a_rectangle(w, h):
    found = counts([part("a", Box(w, 1.0, h), (0.0, 0.5, -h / 2))], NORTH)["a"]
    across, up = w / 5 / CELL, h / 5 / CELL
    assert abs(found - across * up) <= across + up


def test_a_vessel_from_above_is_a_disc_and_shows_its_floor_through_the_rim():
    top = View(0.0, 0.0, 5.0, 0.0, -90.0, 50.0, 4 / 3)
    tube = Tube(0.8, 1.0, 1.0, 0.7, 0.1)
    whole = counts([part("a", tube)], top)["a"]
    assert whole == pytest.approx(pi * (1 / 4 / CELL) ** 2, rel=0.02)
    cuts, [w] = hits(rays(top, GRID), table([part("a", tube)]))
    floor = int((abs(1 / np.where(w > 0, w, 1) - 4.9) < 1e-9).sum())
    assert floor == pytest.approx(pi * (0.7 / 4.9 / CELL) ** 2, rel=0.02)
    assert cuts[0].tolist() != [0, 0, *GRID]


def test_a_ring_lets_the_eye_through():
    top = View(0.0, 0.0, 5.0, 0.0, -90.0, 50.0, 4 / 3)
    ring = part("ring", Tube(1.0, 1.0, 0.2, 0.6, 0.0), (0.0, 0.0, 1.0))
    below = part("ball", Ball(0.2, 0.2, 0.2))
    assert counts([ring, below], top)["ball"] == counts([below], top)["ball"] > 0


# --- laws of looking ----------------------------------------------------------------------------------


def test_a_thing_behind_another_is_hidden_and_keeps_its_silhouette():
    front, rear = part("front", Box(2, 0.1, 2), (0.0, -1.0, -1.0)), part("rear", Ball(0.4, 0.4, 0.4))
    for order in ([front, rear], [rear, front]):
        assert counts(order, NORTH)["rear"] == 0
    assert counts([rear], NORTH)["rear"] > 100


def test_what_is_behind_the_camera_is_not_seen():
    behind = [part("a", Box(1, 1, 1), (0.0, -8.0, 0.0)), part("b", Ball(1, 1, 1), (3.0, -7.0, 0.0))]
    behind += [part("c", Tube(1, 1, 1, 0.5, 0.1), (0.0, -7.0, 0.5)), part("d", Cone(1, 0.5, 1), (0.0, -9.0, 0.0))]
    found = counts(behind, NORTH)
    assert [found[name] for name in "abcd"] == [0, 0, 0, 0]


def test_a_solid_that_holds_the_camera_is_not_seen():
    for primitive in (Box(4, 4, 4), Ball(3, 3, 3), Cone(3, 2, 4), Wedge(4, 4, 6)):
        assert counts([part("a", primitive, (0.0, -5.0, -1.0))], NORTH)["a"] == 0


def test_a_floor_that_passes_under_the_camera_reaches_the_horizon():
    found = counts([part("a", Box(2000, 2000, 0.2), (0.0, 0.0, -1.0))], NORTH)["a"]
    assert found == GRID[0] * GRID[1] // 2


@given(angles, st.floats(-50, 50), st.floats(-50, 50), st.floats(-3, 3))
def test_the_picture_is_the_same_wherever_all_of_it_stands(yaw, dx, dy, dz):
    parts = [
        part("a", Box(1, 0.5, 0.7), (0.2, 0.1, -0.3), turn_x(20.0)),
        part("b", Tube(0.3, 0.4, 0.6, 0.25, 0.05), (-0.5, -0.4, -0.2), turn_x(-30.0)),
        part("c", Cone(0.5, 0.1, 0.8), (0.6, 0.6, 0.0)),
        part("d", Ball(0.3, 0.2, 0.4), (-0.4, 0.3, 0.3)),
        part("e", Wedge(0.8, 0.6, 0.4), (-0.9, 0.5, -0.5)),
    ]
    s, c = sine(yaw), cosine(yaw)

    def there(p):
        return (p[0] * c - p[1] * s + dx, p[0] * s + p[1] * c + dy, p[2] + dz)

    shifted = [p._replace(place=there(p.place), turn=times(turn_z(yaw), p.turn)) for p in parts]
    x, y, z = there((NORTH.x, NORTH.y, NORTH.z))
    before, after = counts(parts, NORTH), counts(shifted, NORTH._replace(x=x, y=y, z=z, yaw=yaw))
    # A ray that grazes an edge may fall to either side of it.
    assert sum(abs(before[name] - after[name]) for name in before) <= 6


# --- scenes -------------------------------------------------------------------------------------------


def scene(things, shots, **more):
    around = Surroundings(kind="room", floor="grey", floor_pattern="plain", wall="white", sky=(200, 210, 220),
                          walls=((-4.0, 3.0, 4.0, 3.0, 2.6),))  # fmt: skip
    camera = Camera(kind="fixed" if len(shots) == 1 else "boom_up", shots=shots)
    return Scene(id="s", task="MC", theme="t", duration=4.0, surroundings=around, things=things, camera=camera,
                 **more)  # fmt: skip


def vessel(make, **more):
    jar = make("jar", "container", "jar", "blue", Pose(0.0, 0.0, 0.0))
    ball = make("ball", "content", "egg", "red", Pose(0.0, 0.0, 0.011), inside="jar", **more)
    return jar, ball


@pytest.fixture
def make():
    from reelproof.generators.vgenst.props import thing

    return thing


def test_a_content_is_hidden_at_the_side_and_seen_from_above(make):
    shots = (Shot(0.0, 0.0, -1.0, 0.1), Shot(3.0, 0.0, 0.0, 1.1, 0.0, -90.0))
    seen = cast.sight(Timeline(scene(vessel(make), shots)))
    assert seen.visible["ball"][0] == 0 < seen.outline["ball"][0]
    assert seen.visible["ball"][-1] == seen.outline["ball"][-1] > 20


def test_a_silhouette_is_never_smaller_than_what_is_seen_of_it(make):
    shots = (Shot(0.0, 0.0, -1.0, 0.1), Shot(3.0, 0.3, 0.0, 1.1, 40.0, -80.0))
    crate = make("p", "intruder", "crate", "green", Pose(-1.0, 1.0, 0.0))
    walk = (Move(who="p", start=0.5, duration=3.0, path=(Point(1.0, 1.0),)),)
    seen = cast.sight(Timeline(scene((*vessel(make), crate), shots, events=walk)))
    for name in seen.visible:
        assert all(a <= b for a, b in zip(seen.visible[name], seen.outline[name], strict=True))
        assert sum(seen.outline[name]) > 0


@pytest.mark.parametrize("still", [True, False])
def test_kept_shapes_change_nothing(make, still):
    shots = (Shot(0.0, 0.0, -3.0, 1.1, 0.0, -10.0), Shot(4.0, 1.0, -3.0, 1.4, 10.0, -20.0))[: 1 if still else 2]
    crate = make("p", "intruder", "crate", "green", Pose(-1.0, 1.0, 0.0))
    walk = (Move(who="p", start=0.5, duration=2.0, path=(Point(1.0, 1.0),)),)
    time = Timeline(scene((*vessel(make), crate), shots, events=walk))
    seen = cast.sight(time)
    for at, frame in enumerate(seen.frames):
        who, names = cast.ids(stage(time, frame / seen.fps), seen.grid)
        assert {n: int((who == k).sum()) for k, n in enumerate(names, 1)} == {
            name: row[at] for name, row in seen.visible.items()
        }


def test_four_frames_a_second_and_the_last_are_sampled(make):
    seen = cast.sight(Timeline(scene(vessel(make), (Shot(0.0, 0.0, -1.0, 0.1),))))
    assert seen.frames == (*range(0, 96, 6), 95)
    assert seen.grid == (160, 120)


def test_the_grid_has_square_cells(make):
    wide = scene(vessel(make), (Shot(0.0, 0.0, -1.0, 0.1),), frame=(640, 360))
    assert cast.sight(Timeline(wide)).grid == (160, 90)


def test_the_ego_is_never_seen(make):
    ego = make("ego", "ego", "crate", "green", Pose(0.0, 0.5, 0.0))
    seen = cast.sight(Timeline(scene((*vessel(make), ego), (Shot(0.0, 0.0, -1.0, 0.1),))))
    assert set(seen.visible["ego"]) == set(seen.outline["ego"]) == {0}


@pytest.fixture(scope="module")
def painter():
    gl = pytest.importorskip("reelproof.renderers.gl")
    try:
        made = gl.Gl().ready()
    except MissingPart as fault:
        pytest.skip(fault.message)
    yield made
    made.close()


@pytest.mark.parametrize("t", [0.0, 2.0, 4.0])
def test_the_graphics_library_shows_the_same(make, painter, t):
    """Two ways to the same picture: shares agree within 1 % of it, and in nearly every pixel."""
    kinds = ("mug", "crate", "loaf", "gear", "statue", "lamp", "armchair", "dog")
    things = [make(f"t{k}", "decor", kind, "red", Pose(0.6 * k - 2, 0.4 * (k % 3), 0.0, 50 * k)) for k, kind in
              enumerate(kinds)]  # fmt: skip
    shots = (Shot(0.0, 0.0, -3.0, 0.3), Shot(3.0, 0.3, -1.0, 3.0, 20.0, -70.0))
    made = stage(Timeline(scene((*vessel(make), *things), shots)), t)
    who, names = cast.ids(made, (320, 240))
    drawn, known = painter.ids(made, (320, 240))
    places = np.array([0, *(1 + names.index(name) for name in known)], dtype=np.int64)
    assert (places[drawn] != who).mean() < 0.005
    for k in range(len(names) + 1):
        assert abs((places[drawn] == k).mean() - (who == k).mean()) < 0.002


def test_a_preview_shows_things_where_the_caster_sees_them(make):
    time = Timeline(scene(vessel(make), (Shot(0.0, 0.0, -0.6, 0.2, 0.0, -10.0),)))
    picture = cast.preview(stage(time, 0.0), GRID)
    who, names = cast.ids(stage(time, 0.0), GRID)
    blue = picture[who == 1 + names.index("jar")]
    assert picture.shape == (120, 160, 3)
    assert len(blue) > 200 and (blue[:, 2] > blue[:, 0]).mean() > 0.8
