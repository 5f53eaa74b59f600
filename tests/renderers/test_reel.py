import pytest

from reelproof.core.errors import BadParams
from reelproof.renderers.reel import Pace, timeline


@pytest.mark.parametrize("reveal", ["start", "end"])
@pytest.mark.parametrize("ops", [1, 10, 60])
@pytest.mark.parametrize("pace", [Pace(), Pace(fps=5, seconds_per_op=0.4), Pace(fps=60, seconds_per_op=20.0)])
def test_segments_lie_end_to_end_and_each_operation_moves_once(reveal, ops, pace):
    reel = timeline(reveal, ops, pace)
    at = 0
    for segment in reel.segments:
        assert segment.first == at and segment.count >= 1
        at += segment.count
    assert reel.frames == at
    assert reel.frames >= 2 * pace.fps
    assert len(reel.ops) == ops
    assert [s.step for s in reel.segments if s.kind == "motion"] == list(range(ops))
    assert all(b > a for a, b in reel.ops)
    assert all(later[0] > earlier[1] for earlier, later in zip(reel.ops, reel.ops[1:], strict=False)), (
        "operations are separated by a rest"
    )


def test_the_reveal_is_first_or_last():
    first = timeline("start", 3, Pace())
    assert first.reveal[0] == 0 and first.segments[0].step == 0
    last = timeline("end", 3, Pace())
    assert last.reveal[1] == last.frames and last.segments[-1].step == 3


@pytest.mark.parametrize("reading", [300, 444])
def test_a_reveal_holds_as_long_as_it_takes_to_read(reading):
    for reveal in ("start", "end"):
        first, after = timeline(reveal, 3, Pace(), reading=reading).reveal
        assert after - first == reading // 4


def test_nothing_moves_for_a_second_before_the_first_operation():
    for reveal in ("start", "end"):
        reel = timeline(reveal, 1, Pace())
        move = next(k for k, s in enumerate(reel.segments) if s.kind == "motion")
        assert reel.segments[move - 1].kind == "rest" and reel.segments[move - 1].count >= 25


def test_the_default_pace_takes_two_and_a_half_seconds_an_operation():
    spans = timeline("start", 4, Pace()).ops
    starts = [a for a, _ in spans]
    assert starts[2] - starts[0] == 125
    assert 0.6 < (spans[0][1] - spans[0][0]) / 62.5 < 0.7


@pytest.mark.parametrize(
    "pace", [Pace(fps=4), Pace(fps=61), Pace(seconds_per_op=0.3), Pace(width=481), Pace(width=64)]
)
def test_a_pace_out_of_range_is_refused_with_a_hint(pace):
    with pytest.raises(BadParams) as caught:
        timeline("start", 1, pace)
    assert caught.value.hint


def test_pixels_are_even_whatever_the_width():
    for width in range(128, 1000, 2):
        w, h = Pace(width=width).size((640, 480))
        assert w == width and h % 2 == 0 and abs(h - width * 0.75) <= 1
