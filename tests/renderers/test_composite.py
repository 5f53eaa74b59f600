import numpy as np
import pytest

from reelproof.core.seeds import Seed
from reelproof.renderers.composite import Put, Rect, composed, merged
from reelproof.renderers.sprites import Image, Shelf, yuv


def image(rng, width, height, opaque=False):
    data = bytes(rng.below(256) for _ in range(width * height * 4))
    rgba = np.frombuffer(data, np.uint8).reshape(height, width, 4).copy()
    if opaque:
        rgba[..., 3] = 255
    return Image(rgba)


def test_drawing_only_what_changed_gives_the_frames_of_drawing_everything():
    rng = Seed(3).at("composite").rng()
    backdrop = image(rng, 64, 48, opaque=True)
    sprites = [image(rng, 5 + rng.below(20), 5 + rng.below(20)) for _ in range(5)]
    current, pictures = [], []
    for _ in range(60):
        action = rng.below(5)
        spot = (rng.between(-20, 70), rng.between(-20, 60), rng.between(1, 255))
        if action == 0 and current:
            current.pop(rng.below(len(current)))
        elif action == 1 and current:
            current[rng.below(len(current))] = Put(rng.choice(sprites), *spot)
        elif action == 2:
            current = rng.shuffled(current)
        elif action == 3:
            current.insert(rng.below(len(current) + 1), Put(rng.choice(sprites), *spot))
        pictures.append(tuple(current))
    together = list(composed(backdrop, pictures, 64, 48))
    alone = [next(iter(composed(backdrop, [p], 64, 48))) for p in pictures]
    assert together == alone
    assert len(set(together)) > 20


def test_equal_neighbours_are_the_same_object():
    rng = Seed(4).at("composite").rng()
    backdrop, dot = image(rng, 16, 16, opaque=True), image(rng, 4, 4)
    frames = list(composed(backdrop, [(Put(dot, 1, 1, 255),)] * 3, 16, 16))
    assert frames[0] is frames[1] is frames[2]


def test_blending_is_within_one_of_exact_arithmetic():
    rng = Seed(5).at("composite").rng()
    below, above = image(rng, 32, 32, opaque=True), image(rng, 32, 32)
    frame = next(iter(composed(below, [(Put(above, 0, 0, 255),)], 32, 32)))
    luma = np.frombuffer(frame, np.uint8, 1024).reshape(32, 32)
    alpha = above.rgba[..., 3] / 255
    exact = yuv(above.rgba[..., :3])[0] * alpha + yuv(below.rgba[..., :3])[0] * (1 - alpha)
    assert np.abs(luma - exact).max() <= 1


@pytest.mark.parametrize(
    ("rgb", "planes"),
    [((255, 255, 255), (235, 128, 128)), ((0, 0, 0), (16, 128, 128)), ((255, 0, 0), (82, 90, 240))],
)
def test_colours_are_those_of_bt601_in_limited_range(rgb, planes):
    assert tuple(int(v) for v in yuv(np.array(rgb, np.uint8))) == planes


@pytest.mark.parametrize(("x", "y"), [(4, 4), (5, 4), (4, 5), (5, 5)])
def test_chroma_follows_a_sprite_to_odd_pixels(x, y):
    red = np.zeros((8, 8, 4), np.uint8)
    red[...] = (255, 0, 0, 255)
    grey = np.full((24, 24, 4), 255, np.uint8)
    frame = next(iter(composed(Image(grey), [(Put(Image(red), x, y, 255),)], 24, 24)))
    v = np.frombuffer(frame, np.uint8, 144, 24 * 24 + 144).reshape(12, 12).astype(int) - 128
    rows, columns = np.mgrid[0:12, 0:12] * 2 + 0.5
    middle = (v * columns).sum() / v.sum(), (v * rows).sum() / v.sum()
    assert middle == pytest.approx((x + 3.5, y + 3.5), abs=0.05)


def test_merged_rectangles_cover_all_and_do_not_meet():
    rng = Seed(6).at("rects").rng()
    for _ in range(50):
        rects = []
        for _ in range(rng.between(1, 8)):
            left, top = rng.below(40), rng.below(40)
            rects.append(Rect(left, top, left + rng.between(1, 20), top + rng.between(1, 20)))
        out = merged(rects)
        assert all(any(o.hull(r) == o for o in out) for r in rects)
        assert not any(a.meets(b) for i, a in enumerate(out) for b in out[i + 1 :])


def test_the_shelf_never_holds_more_than_its_limit():
    shelf, rng = Shelf(100_000), Seed(7).at("shelf").rng()
    for number in range(200):
        shelf.get(number % 50, lambda: image(rng, 10, 10))
        assert shelf.held <= 100_000
    assert 1 < len(shelf) < 50
