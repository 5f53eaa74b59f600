import re

import pytest

from reelproof.core.errors import BadParams
from reelproof.core.seeds import Seed
from reelproof.renderers.style import STYLES, mix, pick, style

COLOURS = ("page", "ink", "panel", "line", "cover", "cover_ink", "accent", "gold")


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one, other):
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def test_there_are_five_styles_or_more_and_one_is_safe():
    assert len({s.name for s in STYLES}) == len(STYLES) >= 5
    assert any(s.safe for s in STYLES)


@pytest.mark.parametrize("one", STYLES, ids=lambda s: s.name)
def test_text_stands_out_and_covers_differ_from_the_panel(one):
    assert all(re.fullmatch("#[0-9a-f]{6}", getattr(one, c)) for c in COLOURS)
    assert contrast(one.ink, one.page) >= 7
    assert contrast(one.cover_ink, one.cover) >= 3.5
    assert contrast(one.cover, one.panel) >= 1.5
    assert style(one.name) is one


def test_every_style_is_picked_by_some_seed():
    assert {pick(Seed(n).at("style").rng()).name for n in range(100)} == {s.name for s in STYLES}


def test_a_misspelled_style_is_refused_with_the_nearest():
    with pytest.raises(BadParams) as caught:
        style("nite")
    assert "night" in caught.value.hint


def test_mix_ends_at_its_ends():
    assert mix("#102030", "#f0e0d0", 0) == "#102030"
    assert mix("#102030", "#f0e0d0", 1) == "#f0e0d0"
