"""Significance tests: approximate randomization, the paired bootstrap, and Holm's correction.

Clusters of tasks are swapped or drawn, never single tasks, because tasks that share documents
depend on each other. Every test is two-sided, for the difference of the means over all tasks.
`bootstrap` is the interval that ROUGE-1.5.5 prints for a list of scores, with the same draws.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from hyperdigest.errors import OptionError

RESAMPLES = 10_000
"""The default number of swaps or draws, with which the smallest p value is 0.0001."""

_RELATIVE_TIE = 1e-12
"""Differences closer than this, relative to the largest possible sum, are equal."""


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """The difference of two systems on the same tasks.

    `difference` is the mean of the first minus that of the second, over tasks. `low` and `high` are
    the ends of its bootstrap interval, infinite if there is one cluster. `p` is the p value of
    approximate randomization, and `bootstrap_p` that of the paired bootstrap, which is too small
    with few clusters (about 20). `tasks` and `clusters` are their numbers.
    """

    difference: float
    low: float
    high: float
    p: float
    bootstrap_p: float
    tasks: int
    clusters: int


@dataclass(frozen=True, slots=True)
class Interval:
    """An average and its confidence interval."""

    average: float
    low: float
    high: float


def compare(
    first: Sequence[float],
    second: Sequence[float],
    clusters: Sequence[Hashable],
    *,
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> PairedComparison:
    """Both tests of two systems' scores on the same tasks.

    `first` and `second` are the (n,) scores, `clusters` the (n,) clusters of the tasks, and
    `confidence` is the confidence of the interval. Raises OptionError if there is no task, if the
    lengths differ, if there are no resamples, or if the confidence is not between 0 and 1.
    """
    if len(first) != len(second):
        raise OptionError(f"{len(first)} and {len(second)} scores: give both systems equal tasks")
    differences = np.asarray(first, dtype=float) - np.asarray(second, dtype=float)
    sums, drawn, interval = _cluster_bootstrap(differences, clusters, confidence, resamples, seed)
    tie = _RELATIVE_TIE * np.abs(sums).sum() / len(differences)
    tail = min(np.count_nonzero(drawn <= tie), np.count_nonzero(drawn >= -tie))
    return PairedComparison(
        difference=interval.average,
        low=interval.low,
        high=interval.high,
        p=_randomization(sums, resamples, seed),
        bootstrap_p=min(1.0, 2 * (1 + int(tail)) / (1 + resamples)) if len(sums) > 1 else 1.0,
        tasks=len(differences),
        clusters=len(sums),
    )


def cluster_interval(
    scores: Sequence[float],
    clusters: Sequence[Hashable],
    *,
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Interval:
    """The mean over tasks, and its percentile interval by a bootstrap over clusters.

    With one cluster the spread is unknown, and the interval is infinite. Raises OptionError as
    `compare` does.
    """
    values = np.asarray(scores, dtype=float)
    return _cluster_bootstrap(values, clusters, confidence, resamples, seed)[2]


def _cluster_bootstrap(
    values: np.ndarray,
    clusters: Sequence[Hashable],
    confidence: float,
    resamples: int,
    seed: int,
) -> tuple[np.ndarray, np.ndarray, Interval]:
    """(C,) sums by cluster, (resamples,) means over the tasks of drawn clusters, their interval.

    C clusters, numbered in order of appearance, are drawn with replacement.
    """
    check_resampling(len(values), resamples, confidence)
    if len(values) != len(clusters):
        raise OptionError(
            f"there are {len(values)} scores and {len(clusters)} clusters: name one for each task"
        )
    numbers = {cluster: number for number, cluster in enumerate(dict.fromkeys(clusters))}
    place = np.array([numbers[cluster] for cluster in clusters])
    sums, sizes = np.bincount(place, weights=values), np.bincount(place)
    rng = np.random.Generator(np.random.PCG64(seed))
    totals, tasks = np.zeros(resamples), np.zeros(resamples)
    for _ in range(len(sums)):
        clusters_drawn = rng.integers(0, len(sums), resamples)
        totals += sums[clusters_drawn]
        tasks += sizes[clusters_drawn]
    drawn, ends = totals / tasks, [-np.inf, np.inf]
    if len(sums) > 1:
        ends = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2]).tolist()
    return sums, drawn, Interval(float(sums.sum() / len(values)), *ends)


def holm(p_values: Sequence[float]) -> list[float]:
    """The p values, in their order, corrected for their number (Holm, 1979).

    The k-th smallest of m is multiplied by m - k + 1, but is at most 1 and no smaller than the one
    before it.
    """
    p = np.asarray(p_values, dtype=float)
    order = np.argsort(p, kind="stable")
    corrected = np.empty(len(p))
    factors = np.arange(len(p), 0, -1)
    corrected[order] = np.minimum(np.maximum.accumulate(factors * p[order]), 1.0)
    return [float(value) for value in corrected]


def _randomization(sums: np.ndarray, resamples: int, seed: int) -> float:
    """The p value of approximate randomization (Noreen, 1989), swapping systems by clusters."""
    rng = np.random.Generator(np.random.PCG64(seed))
    totals = np.zeros(resamples)
    for value in sums:
        totals += np.where(rng.random(resamples) < 0.5, value, -value)
    as_far = abs(sums.sum()) - _RELATIVE_TIE * np.abs(sums).sum()
    return (1 + int(np.count_nonzero(np.abs(totals) >= as_far))) / (1 + resamples)


def bootstrap(scores: Sequence[float], resamples: int = 1000, confidence: float = 0.95) -> Interval:
    """The average of resampled means, and the interval between their percentiles.

    The seeds are fixed, so the result depends only on `scores` and their order, which in
    ROUGE-1.5.5 is that of the evaluation ids as strings. A percentile between two means is
    interpolated. Raises OptionError if there are no scores, if there are no resamples, or if the
    confidence is not between 0 and 1.
    """
    check_resampling(len(scores), resamples, confidence)
    values, sums = np.asarray(scores, dtype=float), np.zeros(resamples)
    # Resample s draws with the generator ``drand48``, seeded with s.
    state = (np.arange(resamples, dtype=np.uint64) << np.uint64(16)) + np.uint64(0x330E)
    for _ in range(len(values)):
        state = (state * np.uint64(0x5DEECE66D) + np.uint64(0xB)) & np.uint64(2**48 - 1)
        sums += values[(state.astype(float) / 2**48 * len(values)).astype(int)]
    means = np.sort(sums / len(values))
    outside = round(resamples * (1 - confidence) / 2, 9)
    low = min(outside, (resamples - 1) / 2)
    high = max(resamples - 1 - outside, low)
    average = np.cumsum(means)[-1] / resamples
    ends = np.interp([low, high], np.arange(resamples), means)
    return Interval(float(average), float(ends[0]), float(ends[1]))


def check_resampling(scores: int, resamples: int, confidence: float) -> None:
    """Raises OptionError if the arguments of a resampling are out of range."""
    if not scores:
        raise OptionError("there are 0 scores: an interval needs one or more")
    if resamples < 1:
        raise OptionError(f"option resamples is {resamples}: give 1 or more")
    if not 0 < confidence < 1:
        raise OptionError(f"option confidence is {confidence}: give a number between 0 and 1")
