"""The average and interval that ROUGE-1.5.5 prints for a list of scores, draw by draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hyperdigest.errors import OptionError

_MULTIPLIER = np.uint64(0x5DEECE66D)
_INCREMENT = np.uint64(0xB)
_START = np.uint64(0x330E)
_BITS = 48


@dataclass(frozen=True, slots=True)
class Interval:
    """An average, and the interval that its confidence is stated for."""

    average: float
    low: float
    high: float


def bootstrap(scores: Sequence[float], resamples: int = 1000, confidence: float = 0.95) -> Interval:
    """The average of resampled means, and the interval between their percentiles.

    Seeds are fixed, so both follow from `scores` and their order, which in the program is that of
    the evaluation ids as strings. Where a percentile falls between two means, it is interpolated.

    Raises
    ------
    OptionError
        without scores, without resamples, and for a confidence that is not between 0 and 1.
    """
    check_resampling(len(scores), resamples, confidence)
    means = np.sort(_resampled_means(np.asarray(scores, dtype=float), resamples))
    outside = round(resamples * (1 - confidence) / 2, 9)
    low = min(outside, (resamples - 1) / 2)
    high = max(resamples - 1 - outside, low)
    average = np.cumsum(means)[-1] / resamples
    ends = np.interp([low, high], np.arange(resamples), means)
    return Interval(float(average), float(ends[0]), float(ends[1]))


def check_resampling(scores: int, resamples: int, confidence: float) -> None:
    """Refuse what cannot be resampled: an `OptionError` says why."""
    if not scores:
        raise OptionError("there are 0 scores: an interval needs one or more")
    if resamples < 1:
        raise OptionError(f"option resamples is {resamples}: give 1 or more")
    if not 0 < confidence < 1:
        raise OptionError(f"option confidence is {confidence}: give a number between 0 and 1")


def _resampled_means(scores: np.ndarray, resamples: int) -> np.ndarray:
    """(resamples,) means of as many draws as there are scores, each added up in its order.

    Resample s draws by the generator ``drand48`` seeded with s.
    """
    state = (np.arange(resamples, dtype=np.uint64) << np.uint64(16)) + _START
    mask = np.uint64(2**_BITS - 1)
    sums = np.zeros(resamples)
    for _ in range(len(scores)):
        state = (state * _MULTIPLIER + _INCREMENT) & mask
        sums += scores[(state.astype(float) / 2**_BITS * len(scores)).astype(int)]
    return sums / len(scores)
