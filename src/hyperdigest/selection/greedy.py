"""Choosing sentences one by one, the most gain for its length first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.selection.certificate import Certificate
from hyperdigest.selection.objective import RelevanceAndCoverage, SetFunction
from hyperdigest.selection.ranking import Ranking
from hyperdigest.selection.watched import Watched

Floats = NDArray[np.float64]

TIE = 1e-12
"""Ratios this close, relative to the larger, are equal: the earlier sentence is taken."""


@dataclass(frozen=True, slots=True)
class Greedy:
    """What the greedy chose, and what the best could be.

    Parameters
    ----------
    chosen : sentences in the order picked.
    gains : what each added to the value when it was picked.
    value : the worth of `chosen`, with what the set held before.
    bound : no eligible set within the capacity is worth more.
    """

    chosen: list[int]
    gains: list[float]
    value: float
    bound: float


def greedy(
    function: SetFunction,
    lengths: ArrayLike,
    capacity: float,
    *,
    cost_exponent: float = 1.0,
    eligible: ArrayLike | None = None,
) -> Greedy:
    """Algorithm (algorithmSUBM). The best gain for its cost among the sentences that still fit.

    When none fits any more, the best single sentence is taken instead if it is worth more. For
    cost_exponent 1 the value is at least 1 - 1/sqrt(e) = 0.393 of the optimum (Lin & Bilmes 2010,
    whose proof had a gap), in fact 0.405 (Tang et al. 2021, "Revisiting modified greedy algorithm
    for monotone submodular maximization with a knapsack constraint"; sharpened by Feldman, Nutov &
    Shoham 2023, "Practical budgeted submodular maximization"), and no more than 0.42945 in the
    worst case (Kulik, Schwartz & Shachnai 2021, "A refined analysis of submodular greedy").

    Parameters
    ----------
    function : the set function to maximize, of what any set must hold, as a rule nothing; it is
        left as it is.
    lengths : (N,) >= 1.
    capacity : L >= 1, the most that the lengths of the chosen may sum to.
    cost_exponent : r >= 0; a sentence costs its length to this power.
    eligible : (N,) which sentences may be chosen; all of them where it is None.
    """
    size = eligible_lengths(function, lengths, capacity, eligible)
    grown = function.copy()
    watched = Watched(grown)
    certificate = Certificate(watched, size, capacity)
    chosen: list[int] = []
    gains: list[float] = []
    for sentence, gain in picks(watched, size, capacity, cost_exponent):
        chosen.append(sentence)
        gains.append(gain)
        certificate.tighten()
    if alone := _better_alone(function, size, capacity, grown.value):
        sentence, gain = alone
        value = function.value + gain
        return Greedy([sentence], [gain], value, max(certificate.bound, value))
    return Greedy(chosen, gains, grown.value, max(certificate.bound, grown.value))


def select(
    hypergraph: FuzzyHypergraph,
    scores: ArrayLike,
    lengths: ArrayLike,
    capacity: float,
    coverage_balance: float = 0.35,
    cost_exponent: float = 1.0,
    eligible: ArrayLike | None = None,
) -> list[int]:
    """The sentences of a digest, in the order picked by `greedy`.

    Parameters
    ----------
    scores : (N,) relevance of the sentences, >= 0.
    lengths : (N,) >= 1.
    capacity : the most that the lengths of the chosen may sum to, >= 1.
    coverage_balance : nu in [0, 1].
    cost_exponent : r >= 0; a sentence costs its length to this power.
    eligible : (N,) which sentences may be chosen; all of them where it is None.
    """
    function = RelevanceAndCoverage(hypergraph, scores, coverage_balance)
    size = eligible_lengths(function, lengths, capacity, eligible)
    grown = function.copy()
    chosen = [sentence for sentence, _ in picks(Watched(grown), size, capacity, cost_exponent)]
    alone = _better_alone(function, size, capacity, grown.value)
    return [alone[0]] if alone else chosen


def picks(
    watched: Watched, size: Floats, capacity: float, cost_exponent: float
) -> Iterator[tuple[int, float]]:
    """Add sentences until none fits; each is told, with its gain, once it is added."""
    if not cost_exponent >= 0:
        raise OptionError(f"cost_exponent is {cost_exponent}: give a number >= 0")
    free, room = size.copy(), float(capacity)
    able = np.flatnonzero(size <= capacity)
    cost = size**cost_exponent
    ranking = Ranking(able, watched.function.bounds[able] / cost[able])
    while True:
        leaders = ranking.leaders
        beyond, leader_cost = ranking.beyond, cost[leaders]
        places = watched.places(leaders)
        while True:
            ratios = watched.gains[places] / leader_cost
            ratios[free[leaders] > room] = -np.inf
            best = ratios.max(initial=-np.inf)
            if best == -np.inf or beyond >= best * (1 - 2 * TIE):
                break
            picked = int(leaders[ratios >= best - TIE * abs(best)].min())
            gain = watched.add(picked)
            room -= size[picked]
            free[picked] = np.inf
            yield picked, gain
        fits = free <= room
        if not fits.any():
            return
        ranking.keep(fits)
        ranking.grow()


def _better_alone(
    function: SetFunction, size: Floats, capacity: float, value: float
) -> tuple[int, float] | None:
    """The best single sentence and its gain where the function is above `value` with it."""
    enough = value * (1 + TIE) - function.value
    rivals = np.flatnonzero((function.bounds > enough) & (size <= capacity))
    if len(rivals):
        gains = function.watch(rivals)()
        best = int(np.argmax(gains))
        if gains[best] > enough:
            return int(rivals[best]), float(gains[best])
    return None


def eligible_lengths(
    function: SetFunction, lengths: ArrayLike, capacity: float, eligible: ArrayLike | None
) -> Floats:
    """(N,) the lengths as numbers, infinite for the sentences that may not be chosen."""
    size = np.array(lengths, dtype=np.float64)
    if size.shape != function.bounds.shape:
        raise OptionError(f"lengths have shape {size.shape}: give {function.bounds.shape}")
    if not (size >= 1).all():
        raise OptionError(f"a length is {size.min():g}: give lengths of 1 or more")
    if not 1 <= capacity < np.inf:
        raise OptionError(f"capacity is {capacity}: give a number from 1 on")
    if eligible is not None:
        allowed = np.asarray(eligible, dtype=bool)
        if allowed.shape != size.shape:
            raise OptionError(f"eligible has shape {allowed.shape}: give {size.shape}")
        size[~allowed] = np.inf
    return size
