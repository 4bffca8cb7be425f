"""Numbers with their intervals. The unit is a block: one map seed, played in rotations of the seats.

Games of one block share the map, so they say less than as many games of different maps. Every interval here is made of
block means: the spread between blocks tells how many independent games the sample is worth, and Wilson's interval is
taken at that number. Close to 0 and 1 it stays inside, where a plain mean plus or minus does not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, variance
from typing import Any

from attrs import frozen

CONFIDENCE = 0.95
MIN_BLOCKS = 2  # fewer tell nothing of the spread


@frozen
class Estimate:
    """A number that was measured: its value, the interval it lies in, and of how many blocks it was made."""

    value: float
    low: float
    high: float
    blocks: int
    confidence: float = CONFIDENCE

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"

    def percent(self) -> str:
        """As `57.2 % (51.0 to 63.1)`."""
        return f"{100 * self.value:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"

    def number(self, digits: int = 1) -> str:
        """As `12.3 (11.0 to 13.6)`; without an interval it is no finding, and that is said instead."""
        if not math.isfinite(self.low) or not math.isfinite(self.high):
            return "too few blocks"
        return f"{self.value:.{digits}f} ({self.low:.{digits}f} to {self.high:.{digits}f})"

    def plain(self) -> dict[str, Any]:
        """JSON-ready data; bounds that are not there are None."""
        bounds = (each if math.isfinite(each) else None for each in (self.value, self.low, self.high))
        value, low, high = bounds
        return {"value": value, "low": low, "high": high, "blocks": self.blocks, "confidence": self.confidence}

    def excludes(self, value: float) -> bool:
        """Whether the interval leaves this value out, so that the difference is a finding."""
        return not self.low <= value <= self.high


def quantile(confidence: float = CONFIDENCE) -> float:
    """How many standard errors on either side hold this share of a normal distribution."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def wilson(share: float, size: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's interval of a share (0 to 1) seen in `size` independent games; size need not be whole."""
    if not 0 <= share <= 1:
        raise ValueError(f"a share lies between 0 and 1, not at {share}")
    if size <= 0:
        return 0.0, 1.0
    z = quantile(confidence)
    below = 1 + z * z / size
    middle = (share + z * z / (2 * size)) / below
    half = z / below * math.sqrt(share * (1 - share) / size + z * z / (4 * size * size))
    return max(0.0, middle - half), min(1.0, middle + half)


def share(blocks: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """A share, such as a win rate, out of one mean per block (each 0 to 1).

    Blocks that all say the same count as one game each: their games were no more independent than that.
    """
    if not blocks:
        return Estimate(math.nan, 0.0, 1.0, 0, confidence)
    mean = fmean(blocks)
    count = len(blocks)
    size = float(count)
    if count >= MIN_BLOCKS and 0 < mean < 1:
        spread = variance(blocks, mean) / count
        if spread > 0:
            size = max(1.0, mean * (1 - mean) / spread)
    low, high = wilson(mean, size, confidence)
    return Estimate(mean, low, high, count, confidence)


def ratio(blocks: Sequence[tuple[float, int]], confidence: float = CONFIDENCE) -> Estimate:
    """A share out of (sum, count) per block, where blocks have different counts: every case weighs the same.

    The spread is that of the residuals of the blocks, so that cases of one block count together for what they are worth.
    """
    blocks = [(total, number) for total, number in blocks if number]
    cases = sum(number for _, number in blocks)
    if not blocks:
        return Estimate(math.nan, 0.0, 1.0, 0, confidence)
    value = sum(total for total, _ in blocks) / cases
    count = len(blocks)
    size = float(count)
    if count >= MIN_BLOCKS and 0 < value < 1:
        residuals = sum((total - value * number) ** 2 for total, number in blocks)
        spread = residuals * count / (count - 1) / cases**2
        if spread > 0:
            size = min(float(cases), max(1.0, value * (1 - value) / spread))
    low, high = wilson(value, size, confidence)
    return Estimate(value, low, high, count, confidence)


def mean(blocks: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """A mean, such as dollars or rounds, or a paired difference, out of one value per block.

    The interval is Student's. With fewer than two blocks it is without bounds.
    """
    count = len(blocks)
    if not count:
        return Estimate(math.nan, -math.inf, math.inf, 0, confidence)
    value = fmean(blocks)
    if count < MIN_BLOCKS:
        return Estimate(value, -math.inf, math.inf, count, confidence)
    half = student(count - 1, confidence) * math.sqrt(variance(blocks, value) / count)
    return Estimate(value, value - half, value + half, count, confidence)


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """The quantile of Student's distribution: standard errors on either side that hold this share.

    The series of Cornish and Fisher about the normal quantile; from three degrees of freedom on it is right to a percent,
    and for one and two the exact formulas stand.
    """
    if freedom < 1:
        raise ValueError(f"at least one degree of freedom is needed, not {freedom}")
    tail = 0.5 + confidence / 2
    if freedom == 1:
        return math.tan(math.pi * (tail - 0.5))
    if freedom == 2:
        return (2 * tail - 1) / math.sqrt(2 * tail * (1 - tail))
    z = quantile(confidence)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


@frozen
class Sprt:
    """A sequential test: is the share `p0`, or is it `p1`? It stops as soon as the blocks played decide.

    `alpha` is the risk of saying p1 where p0 holds, `beta` that of saying p0 where p1 holds. The likelihood ratio is that of
    the block means (normal, with their own spread), so that games of one map count for what they are worth.
    """

    p0: float
    p1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __attrs_post_init__(self) -> None:
        if not 0 < self.p0 < self.p1 < 1:
            raise ValueError(f"expected 0 < P0 < P1 < 1, found {self.p0} and {self.p1}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which p0 and p1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, blocks: Sequence[float]) -> float:
        """The log likelihood ratio of p1 against p0 after these block means."""
        count = len(blocks)
        if count < MIN_BLOCKS:
            return 0.0
        value = fmean(blocks)
        # Half a block of each kind is thrown in: blocks that all say the same must not decide at once.
        spread = (variance(blocks, value) * (count - 1) + 0.25) / count
        return count * (self.p1 - self.p0) * (2 * value - self.p0 - self.p1) / (2 * spread)

    def decided(self, blocks: Sequence[float]) -> str:
        """`p0` or `p1` once it is decided, else an empty string."""
        low, high = self.bounds
        ratio = self.ratio(blocks)
        return "p0" if ratio <= low else "p1" if ratio >= high else ""
