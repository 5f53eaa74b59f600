"""Rows of scores: intervals that hold the accuracy and narrow with more questions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.qa.row import Row


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_the_interval_holds_the_accuracy_and_stays_in_bounds(questions: int, share: float) -> None:
    row = Row("all", questions, 0, round(share * questions, 6), {})
    low, high = row.interval
    assert 0 <= low <= row.accuracy + 1e-4 and row.accuracy - 1e-4 <= high <= 1
    more = Row("all", 10 * questions, 0, 10 * row.score, {})
    assert more.interval[1] - more.interval[0] < high - low


def test_the_interval_is_wilsons() -> None:
    assert Row("all", 10, 5, 5.0, {}).interval == (0.2366, 0.7634)
    assert Row("all", 20, 0, 0.0, {}).interval == (0.0, 0.1611)
    assert Row("all", 0, 0, 0.0, {}).interval == (0.0, 1.0)


@pytest.mark.parametrize("count", [0, 7])
def test_accuracy_is_the_mean_score(count: int) -> None:
    assert Row("all", count, 0, 3.5 if count else 0.0, {}).accuracy == (0.5 if count else 0.0)
