"""Intervals, sequential tests: against tables, and against samples whose truth is known."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fcm_lab.statistics import Sprt, mean, share, student, wilson


@pytest.mark.parametrize(
    ("seen", "size", "low", "high"),
    [
        (0.5, 100, 0.404, 0.596),
        (0.6, 200, 0.531, 0.665),
        (0.9, 400, 0.867, 0.926),
        (0.0, 20, 0.0, 0.161),
        (1.0, 20, 0.839, 1.0),
    ],
)
def test_wilson_agrees_with_tables(seen: float, size: int, low: float, high: float) -> None:
    assert wilson(seen, size) == pytest.approx((low, high), abs=0.001)


@pytest.mark.parametrize(
    ("freedom", "expected"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042)]
)
def test_students_quantile_agrees_with_tables(freedom: int, expected: float) -> None:
    assert student(freedom) == pytest.approx(expected, rel=0.01)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=200))
def test_an_interval_holds_its_value_and_stays_between_0_and_1(blocks: list[float]) -> None:
    found = share(blocks)
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_correlated_games_of_a_block_widen_the_interval() -> None:
    games = [1.0, 0.0] * 50
    together = share([1.0] * 25 + [0.0] * 25)  # each block of two games went one way
    apart = share([0.5 + 0.1 * (-1) ** index for index in range(50)])
    assert together.high - together.low > share(games).high - share(games).low > apart.high - apart.low


def test_nineteen_intervals_of_twenty_hold_the_truth() -> None:
    stream = random.Random(1)
    truth, blocks, size = 0.7, 60, 4
    held = 0
    for _ in range(400):
        means = []
        for _ in range(blocks):
            here = min(1.0, max(0.0, stream.gauss(truth, 0.2)))  # maps differ
            means.append(sum(stream.random() < here for _ in range(size)) / size)
        found = share(means)
        held += found.low <= 0.69 <= found.high or found.low <= truth <= found.high
    assert 0.92 <= held / 400 <= 1.0


def test_a_mean_of_one_block_has_no_bounds() -> None:
    assert (mean([3.0]).low, mean([3.0]).high) == (-math.inf, math.inf)
    assert mean([1.0, 2.0, 3.0]).value == 2.0
    assert not mean([1.0, 2.0, 3.0]).excludes(2.0)
    assert mean([1.0, 1.1, 0.9, 1.0]).excludes(0.0)


def test_a_sequential_test_errs_as_rarely_as_it_says() -> None:
    stream = random.Random(2)
    test = Sprt(0.5, 0.6)
    for truth, right in ((0.5, "p0"), (0.6, "p1")):
        wrong = total = 0
        for _ in range(150):
            blocks: list[float] = []
            while not (said := test.decided(blocks)):
                blocks.append((stream.random() < truth) / 2 + (stream.random() < truth) / 2)
            wrong += said != right
            total += len(blocks)
        assert wrong / 150 <= 0.09
        assert total / 150 < 150  # 100 blocks of two games or so, where a test of fixed size needs 130


def test_equal_blocks_do_not_decide_at_once() -> None:
    test = Sprt(0.5, 0.6)
    assert test.decided([1.0, 1.0]) == ""
    assert test.decided([1.0] * 30) == "p1"


def test_a_test_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 0 < P0 < P1 < 1"):
        Sprt(0.6, 0.5)
