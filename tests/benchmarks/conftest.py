"""The calibration kernel, timed in the same process as everything else, and the ratios to it."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

import pytest

ROWS, COLUMNS = 20, 25
RUNS = 200


def kernel() -> int:
    """A breadth-first search over 20 x 25 squares with tuple keys."""
    seen = {(0, 0): 0}
    todo = deque([(0, 0)])
    while todo:
        row, column = todo.popleft()
        for other in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if 0 <= other[0] < ROWS and 0 <= other[1] < COLUMNS and other not in seen:
                seen[other] = seen[row, column] + 1
                todo.append(other)
    return len(seen)


@pytest.fixture(scope="session")
def calibration() -> float:
    """Seconds of one run of the kernel: the best of many."""
    best = float("inf")
    for _ in range(RUNS):
        begin = time.perf_counter()
        assert kernel() == ROWS * COLUMNS
        best = min(best, time.perf_counter() - begin)
    print(f"\ncalibration kernel: {best * 1e6:.0f} us")
    return best


@pytest.fixture
def told(calibration: float, benchmark: Any) -> Any:
    """told(name, seconds) prints a figure in microseconds and as a ratio to the kernel, and keeps it with the benchmark."""

    def tell(name: str, seconds: float) -> None:
        benchmark.extra_info[name] = {"us": seconds * 1e6, "kernels": seconds / calibration}
        print(f"\n{name}: {seconds * 1e6:.2f} us, {seconds / calibration:.4f} kernels")

    return tell
