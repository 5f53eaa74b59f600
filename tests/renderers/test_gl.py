import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from reelproof.core.errors import MissingPart
from reelproof.renderers.film import painter
from reelproof.renderers.stage import (
    UPRIGHT,
    Ball,
    Box,
    Cone,
    Lamp,
    Letters,
    Part,
    Stage,
    Tube,
    Wedge,
    turn_z,
)
from reelproof.renderers.textures import lettered
from reelproof.schemas.vocabulary import COLOURS, MATERIALS, PATTERNS, RGB
from reelproof.simulators.space import View

SIZE = (240, 180)
LAMP = Lamp((-0.329, -0.470, 0.819), (255, 250, 240), 0.55)
FLOOR = Part("", Box(80, 80, 0.2), (0, 0, -0.2), UPRIGHT, RGB["grey"], "stone", "plain")
ABOVE = View(0, -2.2, 1.6, 0, -32, 40, 4 / 3)


def stage(*parts, view=ABOVE, floor=FLOOR, lamp=LAMP, radius=1.6):
    return Stage((floor, *parts), view, lamp, (190, 208, 226), (0, 0, 0), radius)


def crowd():
    """Something of everything."""
    kinds = [
        Box(0.12, 0.12, 0.12),
        Ball(0.06, 0.06, 0.08),
        Cone(0.06, 0.02, 0.15),
        Tube(0.05, 0.07, 0.12, 0.045, 0.01),
        Wedge(0.12, 0.12, 0.1),
    ]
    parts = [
        Part(
            f"t{i}",
            kinds[i % 5],
            (-0.7 + 0.2 * (i % 8), 0.4 - 0.25 * (i // 8), 0.08 if i % 5 == 1 else 0),
            turn_z(17 * i),
            RGB[COLOURS[i % 12]],
            MATERIALS[i % 9],
            PATTERNS[i % 4],
            0.8 if i == 11 else 0.0,
        )
        for i in range(24)
    ]
    sign = Letters((("left", "PIER 2"), ("straight", "MARKET")), (250, 250, 250))
    parts.append(Part("sign", Box(0.6, 0.03, 0.3), (0, 0.55, 0), UPRIGHT, RGB["blue"], "metal", letters=sign))
    return stage(*parts)


def digest(image):
    return sha256(image.tobytes()).hexdigest()


@pytest.fixture(scope="module")
def gl():
    return painter()


def at(image, place, view=ABOVE):
    """The pixel that shows a place."""
    u, v, _ = view.locate(place)
    return image[round((1 - v) / 2 * SIZE[1] - 0.5), round((1 + u) / 2 * SIZE[0] - 0.5)].astype(int)


def test_ids_lie_where_the_camera_says(gl):
    places = {"left": (-0.5, 0.1, 0.3), "right": (0.6, 0.0, 0.05), "far": (0.1, 1.4, 0.2)}
    parts = [Part(name, Ball(0.04, 0.04, 0.04), place, UPRIGHT, (200, 0, 0)) for name, place in places.items()]
    ids, names = gl.ids(stage(*parts), SIZE)
    assert names == tuple(places) and ids.dtype == np.uint16 and ids.shape == (180, 240)
    for index, (name, place) in enumerate(places.items(), start=1):
        rows, columns = np.nonzero(ids == index)
        u, v, _ = ABOVE.locate(place)
        assert columns.mean() + 0.5 == pytest.approx((1 + u) / 2 * 240, abs=0.7), name
        assert rows.mean() + 0.5 == pytest.approx((1 - v) / 2 * 180, abs=0.7), name


def test_surroundings_have_no_id_and_the_nearest_thing_wins(gl):
    wall = Part("", Box(4, 0.1, 1), (0, 0.5, 0), UPRIGHT, RGB["white"], "clay")
    back = Part("back", Box(0.4, 0.1, 0.4), (0, 0.3, 0), UPRIGHT, RGB["red"])
    front = Part("front", Box(0.5, 0.1, 0.6), (0, 0.0, 0), UPRIGHT, RGB["blue"])
    ids, names = gl.ids(stage(wall, back, front), SIZE)
    assert names == ("back", "front") and set(np.unique(ids)) == {0, 2}
    ids, _ = gl.ids(stage(wall, back), SIZE)
    assert set(np.unique(ids)) == {0, 1}


def test_contents_are_hidden_at_the_side_and_seen_from_above(gl):
    pot = Part("pot", Tube(0.1, 0.1, 0.2, 0.09, 0.01), (0, 0, 0), UPRIGHT, RGB["teal"], "clay")
    ball = Part("ball", Ball(0.04, 0.04, 0.04), (0, 0, 0.05), UPRIGHT, RGB["red"])
    side, above = View(0, -1.2, 0.35, 0, -12, 40, 4 / 3), View(0, -0.1, 1.0, 0, -84, 40, 4 / 3)
    for view, seen in ((side, False), (above, True)):
        ids, names = gl.ids(stage(pot, ball, view=view), SIZE)
        assert (names.index("ball") + 1 in ids) is seen
        picture = gl.picture(stage(pot, ball, view=view), SIZE).astype(int)
        red = (picture[..., 0] > 130) & (picture[..., 1] < 90)
        assert bool(red.sum() > 300) is seen


@pytest.mark.parametrize("colour", COLOURS)
def test_a_thing_looks_the_colour_it_is_called(gl, colour):
    """In the light and on the shaded side, a ball is nearer to its own colour than to any other that is as
    bright or dark as it can be told apart from."""
    part = Part("it", Ball(0.3, 0.3, 0.3), (0, 0, 0.3), UPRIGHT, RGB[colour], "clay")
    picture = gl.picture(stage(part), SIZE).astype(float)
    ids, _ = gl.ids(stage(part), SIZE)
    mean = picture[ids == 1].mean(axis=0)

    def apart(name):
        rgb = np.array(RGB[name], float)
        # Lightness counts less than hue: a ball has a dark side.
        light = rgb.mean() - mean.mean()
        return 0.35 * light**2 + (((rgb - rgb.mean()) - (mean - mean.mean())) ** 2).mean()

    assert min(COLOURS, key=apart) == colour


def test_white_is_white_but_not_burnt_out_and_black_is_not_a_hole(gl):
    for colour, low, high in (("white", 228, 253), ("black", 25, 75)):
        part = Part("it", Box(0.6, 0.6, 0.05), (0, 0, 0), UPRIGHT, RGB[colour], "stone")
        top = gl.picture(stage(part), SIZE)[gl.ids(stage(part), SIZE)[0] == 1]
        assert low <= np.percentile(top, 50) <= high


def test_a_thing_throws_a_shadow_away_from_the_light(gl):
    post = Part("post", Box(0.2, 0.2, 0.5), (0, 0, 0), UPRIGHT, RGB["white"])
    picture, bare = gl.picture(stage(post), SIZE), gl.picture(stage(), SIZE)
    # The light comes from -x and -y, so the shadow falls to +x and +y.
    assert at(picture, (0.25, 0.2, 0)).sum() < 0.8 * at(bare, (0.25, 0.2, 0)).sum()
    assert at(picture, (-0.5, -0.1, 0)).sum() > 0.97 * at(bare, (-0.5, -0.1, 0)).sum()


def test_shadows_have_soft_edges(gl):
    post = Part("post", Box(0.4, 0.4, 0.6), (0, 0, 0), UPRIGHT, RGB["white"])
    top = View(0.6, 0.3, 1.2, 0, -90, 40, 4 / 3)
    ids, _ = gl.ids(stage(post, view=top), SIZE)
    grey = gl.picture(stage(post, view=top), SIZE).mean(axis=2)[ids == 0]
    dark, light = np.percentile(grey, 2), np.percentile(grey, 98)
    between = ((grey > dark + 0.2 * (light - dark)) & (grey < light - 0.2 * (light - dark))).sum()
    assert light - dark > 30 and between > 150


def test_the_floor_is_darker_at_the_foot_of_a_thing_on_its_lit_side(gl):
    post = Part("post", Cone(0.15, 0.15, 0.4), (0, 0, 0), UPRIGHT, RGB["white"])
    picture = gl.picture(stage(post), SIZE)
    assert at(picture, (-0.13, -0.13, 0)).sum() < 0.94 * at(picture, (-0.5, -0.3, 0)).sum()


def test_walls_throw_no_shadow_into_the_room(gl):
    wall = Part("", Box(4, 0.1, 2), (0, -0.8, 0), UPRIGHT, RGB["white"], "clay")
    view = View(0, -0.5, 1.6, 0, -60, 50, 4 / 3)
    with_wall, without = (gl.picture(stage(*p, view=view), SIZE) for p in ((wall,), ()))
    assert at(with_wall, (0, 0.4, 0), view).sum() > 0.95 * at(without, (0, 0.4, 0), view).sum()


def test_glowing_things_shine(gl):
    def lamp(glow):
        return Part("lamp", Ball(0.1, 0.1, 0.1), (0, 0, 0.4), UPRIGHT, RGB["yellow"], glow=glow)

    off, on = (gl.picture(stage(lamp(g)), SIZE).astype(int) for g in (0.0, 1.0))
    assert at(on, (0, -0.09, 0.36)).sum() > at(off, (0, -0.09, 0.36)).sum() + 60
    # And there is light around it.
    assert at(on, (0.125, 0, 0.4)).sum() > at(off, (0.125, 0, 0.4)).sum() + 10


@pytest.mark.parametrize("pattern", PATTERNS[1:])
def test_patterns_show_two_colours_and_keep_the_first_on_top(gl, pattern):
    box = Part(
        "it", Box(0.5, 0.5, 0.4), (0, 0, 0), UPRIGHT, RGB["blue"], "plastic", pattern, second=(255, 255, 255)
    )
    picture, (ids, _) = gl.picture(stage(box), SIZE), gl.ids(stage(box), SIZE)
    own = picture[ids == 1].astype(int)
    white = (own.min(axis=1) > 110).mean()
    assert 0.08 < white < 0.6


def test_every_floor_pattern_looks_its_own(gl):
    from typing import get_args

    from reelproof.schemas.theme import Floor

    seen = [digest(gl.picture(stage(floor=FLOOR._replace(pattern=p)), SIZE)) for p in get_args(Floor)]
    assert len(set(seen)) == len(get_args(Floor))


def inked(gl, arrow, text, size=SIZE, far=2.0):
    """Where ink shows on a sign, as shares of its width from the left."""
    letters = Letters(((arrow, text),), (255, 255, 255))
    sign = Part("sign", Box(0.8, 0.04, 0.3), (0, 0, 0.2), UPRIGHT, RGB["black"], letters=letters)
    view = View(0, -far, 0.35, 0, 0, 40, 4 / 3)
    picture = gl.picture(stage(sign, view=view), size).astype(int)
    ids, _ = gl.ids(stage(sign, view=view), size)
    columns = np.nonzero(ids == 1)[1]
    rows, xs = np.nonzero((ids == 1) & (picture.min(axis=2) > 150))
    return (xs - columns.min()) / (columns.max() - columns.min()), rows


def test_letters_are_bright_and_sharp_on_the_front_only(gl):
    xs, rows = inked(gl, "straight", "HARBOUR")
    assert len(xs) > 400 and xs.min() > 0.02 and xs.max() < 0.98 and np.ptp(rows) > 8
    # A sign twice as far away still shows a quarter of the ink.
    assert len(inked(gl, "straight", "HARBOUR", far=4.0)[0]) > 60
    letters = Letters((("left", "EXIT"),), (255, 255, 255))
    sign = Part("sign", Box(0.8, 0.04, 0.3), (0, 0, 0.2), turn_z(180), RGB["black"], letters=letters)
    back = gl.picture(stage(sign, view=View(0, -2, 0.35, 0, 0, 40, 4 / 3)), SIZE).astype(int)
    ids, _ = gl.ids(stage(sign, view=View(0, -2, 0.35, 0, 0, 40, 4 / 3)), SIZE)
    assert not (back[ids == 1].min(axis=1) > 150).any()


def test_arrows_point_as_they_are_named():
    """An arrow is widest in the half towards its tip."""
    for arrow in ("left", "right", "straight"):
        ink = lettered(Letters(((arrow, "I"),), (0, 0, 0)), 0.8, 0.3) > 128
        columns = np.flatnonzero(ink.any(axis=0))
        end = columns[np.flatnonzero(np.diff(columns) > 1)[0]] + 1
        alone = ink[:, columns[0] : end]
        along = alone.sum(axis=1 if arrow == "straight" else 0)
        along = along[np.flatnonzero(along)]
        part = round(0.45 * len(along))
        begin, tail = along[:part].max(), along[-part:].max()
        assert tail > 2 * begin if arrow == "right" else begin > 2 * tail, arrow


def test_writing_is_not_mirrored(gl):
    """An L has its long stroke on the left and its foot at the bottom."""
    xs, rows = inked(gl, "", "L", (480, 360), 1.2)
    left, right = rows[xs < np.median(xs)], rows[xs > np.quantile(xs, 0.9)]
    assert np.ptp(left) > 2 * np.ptp(right) and right.min() > np.median(rows)


def test_a_picture_does_not_depend_on_what_was_drawn_before(gl):
    one, other = crowd(), stage(Part("x", Cone(0.3, 0.1, 0.5), (0, 0, 0), UPRIGHT, RGB["red"]))
    first = gl.picture(one, SIZE)
    gl.picture(other, SIZE)
    gl.ids(other, (64, 48))
    assert digest(gl.picture(one, SIZE)) == digest(first)


def test_parts_of_equal_numbers_and_other_kinds_are_not_mixed_up(gl):
    box, ball = (Part("it", kind(0.2, 0.2, 0.2), (0, 0, 0.1), UPRIGHT, RGB["red"]) for kind in (Box, Ball))
    pixels = [int((gl.ids(stage(part), SIZE)[0] == 1).sum()) for part in (box, ball, box)]
    assert pixels[0] == pixels[2] != pixels[1]


PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from test_gl import SIZE, crowd, digest
from reelproof.renderers.gl import Gl
print(digest(Gl().picture(crowd(), SIZE)))
"""


def told(extra, program=PROGRAM):
    here = str(Path(__file__).parent)
    done = subprocess.run(
        [sys.executable, "-c", program, here], capture_output=True, text=True, env={**os.environ, **extra}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[-1]


def test_pixels_are_the_same_in_every_process_and_for_every_number_of_threads(gl):
    own = digest(gl.picture(crowd(), SIZE))
    assert {told({"LP_NUM_THREADS": n}) for n in ("0", "1", "4")} == {own}


def test_without_egl_the_packages_are_named():
    program = """
import ctypes.util
from reelproof.core.errors import MissingPart
from reelproof.renderers.gl import Gl
try:
    Gl().ready()
except MissingPart as fault:
    print(fault.hint.replace(" ", "_"))
"""
    hint = told({"GLCONTEXT_LINUX_LIBEGL": "libnothing.so"}, program)
    assert {"libegl1", "libgl1", "libgl1-mesa-dri"} <= set(hint.split("_")) and MissingPart.exit_code == 3


def test_memory_stays_flat(gl):
    def resident():
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def draw(i):
        """A scene of shapes that no other has, with a sign of its own."""
        parts = [Part(f"t{k}", Cone(0.05 + 0.001 * (i + k) % 0.04, 0.02 + 0.0003 * i, 0.1), (0.1 * k - 1, 0, 0),
                      turn_z(i), RGB["red"]) for k in range(20)]  # fmt: skip
        letters = Letters((("left", f"PIER {i}"),), (255, 255, 255))
        parts.append(Part("s", Box(0.5, 0.1, 0.2), (0, 0.4, 0), UPRIGHT, RGB["blue"], letters=letters))
        gl.picture(stage(*parts), (64 + 2 * (i % 9), 48))

    for i in range(50):
        draw(i)
    before = resident()
    for i in range(50, 120):
        draw(i)
    # One image of lettering a scene would be 45 MB more, one target a scene as much.
    assert resident() - before < 15
