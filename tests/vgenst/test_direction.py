"""Directions in words, and the motions of a camera."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from reelproof.core.deal import Deal
from reelproof.core.seeds import Seed
from reelproof.qa.vgenst import camera, route
from reelproof.qa.vgenst import direction as d
from reelproof.qa.vgenst.base import NoQuestion, World
from reelproof.schemas.scene import Shot
from reelproof.simulators.space import cosine, sine

ANGLES = st.floats(-720, 720)


def heading(yaw):
    """Somebody at a place of the world."""
    return d.Heading(3.0, -2.0, yaw)


@given(ANGLES, st.floats(-360, 360), st.sampled_from((4, 8, 12)))
def test_words_and_components_agree_away_from_borders(angle, yaw, sectors):
    assume(d.off_border(angle, sectors) > 0.5)
    who = heading(yaw)
    x, y = who.x + 5 * sine(angle - yaw), who.y + 5 * cosine(angle - yaw)
    assert d.off_border(d.bearing(who, x, y) - angle, 1) == pytest.approx(180, abs=1e-3)
    number = d.sector(d.bearing(who, x, y), sectors, margin=0)
    if sectors != 12:
        words = d.QUARTERS[number] if sectors == 4 else d.SECTORS[number]
        assert d.in_sector(words, 0, 0, *d.components(who, x, y))
    else:
        assert abs(((d.clock_angle(d.HOURS[number]) - angle + 180) % 360) - 180) <= 15.001


@pytest.mark.parametrize(("sectors", "border"), ((4, 45.0), (8, 22.5), (12, 15.0)))
def test_a_bearing_near_a_border_is_no_question(sectors, border):
    with pytest.raises(NoQuestion):
        d.sector(border + 0.5 * d.MARGIN[sectors], sectors)
    d.sector(border + 1.1 * d.MARGIN[sectors], sectors)


@given(ANGLES)
def test_the_mirror_image_of_a_direction_is_that_of_its_words(angle):
    assume(d.off_border(angle, 4) > 1 and d.off_border(angle, 8) > 1 and d.off_border(angle, 12) > 1)
    assert d.quarter(-angle, margin=0) == d.mirror(d.quarter(angle, margin=0))
    assert d.eighth(-angle, margin=0) == d.mirror(d.eighth(angle, margin=0))
    assert d.hour(-angle, margin=0) == d.clock_mirror(d.hour(angle, margin=0))
    assert d.hour(angle + 180, margin=0) == d.clock_opposite(d.hour(angle, margin=0))
    assert d.eighth(angle + 180, margin=0) == d.opposite(d.eighth(angle, margin=0))
    assert d.eighth(angle + 90, margin=0) == d.quarter_turned(d.eighth(angle, margin=0))


@given(ANGLES)
def test_compass_words_follow_the_way(angle):
    assume(d.off_border(angle, 8) > 1)
    word = d.compass_word(sine(angle), cosine(angle), margin=0)
    assert word == d.COMPASS[round((angle % 360) / 45) % 8]
    assert [w for w in d.COMPASS if d.in_sector(w, sine(angle), cosine(angle), 0, 0)] == [word]


def test_a_thing_at_yaw_0_faces_south_and_has_the_east_on_its_left(drawn):
    world, _ = drawn("VI", 0)
    body = world.time.at(0.0)["target"]._replace(x=0.0, y=0.0, yaw=0.0)
    assert d.quarter(d.bearing(d.of_body(body), 0.0, -3.0)) == "in front"
    assert d.side(d.bearing(d.of_body(body), 3.0, 0.0)) == "left"


MOTIONS = {
    camera.STILL: {},
    camera.AHEAD: {"y": 2.0},
    camera.BACK: {"y": -2.0},
    camera.SLIDE_RIGHT: {"x": 2.0},
    camera.SLIDE_LEFT: {"x": -2.0},
    camera.LEFT: {"yaw": 90.0},
    camera.RIGHT: {"yaw": -90.0},
    camera.UP: {"pitch": 30.0},
    camera.DOWN: {"pitch": -30.0},
    camera.RISE: {"z": 3.0, "pitch": -40.0, "y": 0.5},
    camera.SINK: {"z": 0.5, "pitch": 5.0},
}


@pytest.mark.parametrize("word", sorted(MOTIONS))
def test_the_two_ways_to_name_a_motion_agree(drawn, word):
    world, _ = drawn("DE", 0)
    start = Shot(0.0, 0.0, 0.0, 1.5, 0.0, 0.0)
    end = replace(start, t=4.0, **MOTIONS[word])
    scene = replace(world.scene, duration=6.0, camera=replace(world.scene.camera, shots=(start, end)))
    assert camera.word_of(start, end) == word
    assert camera.stretches(scene)[0].word == word
    assert camera._seems(World(scene), 1.0, 3.0) == word


@pytest.mark.parametrize("case", range(8))
def test_turns_are_found_in_the_shots_and_in_the_views(drawn, case):
    world, _ = drawn("DE", case, depth=3 if case % 2 else 1, case=case)
    assert camera._turns_seen(world) == camera.turn_words(world.scene)
    assert len(route.turning(world.scene)) == len(camera.turn_words(world.scene))


def test_stretches_fill_the_whole_video(drawn):
    world, _ = drawn("DS", 0)
    parts = camera.stretches(world.scene)
    assert (parts[0].start, parts[-1].end) == (0.0, world.scene.duration)
    assert all(a.end == b.start and a.word != b.word for a, b in pairwise(parts))


def test_the_pace_tells_when_the_camera_moves(drawn):
    world, _ = drawn("DE", 0)
    start = Shot(0.0, 0.0, 0.0, 1.5)
    stops = (start, replace(start, t=3.0, y=4.0), replace(start, t=5.0, y=4.0), replace(start, t=8.0, y=8.0))
    scene = replace(world.scene, duration=8.0, camera=replace(world.scene.camera, shots=stops))
    draft = camera.pace(World(scene), Deal(Seed(1), 0), Seed(1).rng())
    assert draft.gold == "it moves, stands still, and moves on"
    assert draft.test(World(scene), draft.gold)
    assert not any(draft.test(World(scene), w.text) for w in draft.wrong)
