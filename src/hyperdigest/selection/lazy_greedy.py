"""Lazy greedy maximization of a monotone submodular function under a budget of length.

`greedy` picks the sentence with the most gain for its cost, one by one, and certifies how much
better any other set could be; `select` does without the certificate, and `enough_length` says where
the picks begin to add too little. Lazy greedy (Minoux 1978): gains only shrink as the set grows, so
gains are computed of the few candidates with the highest upper bounds alone, and of more where the
best candidate is not above the bound of the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.selection.objectives import RelevanceAndCoverage, SetFunction

START = 64
"""The number of candidates at first."""

AHEAD = 4
"""Sorted at a time are this many times the candidates, and the rest only when it is needed."""

TIE = 1e-12
"""Ratios this close, relative to the larger, are equal: the earlier sentence is taken."""

OF_BEST = 0.15
"""The share of the largest gain so far, below which a sentence adds too little."""

OF_ALL = 0.09
"""The share of the value with it, below which the gain of a sentence is too little."""


@dataclass(frozen=True, slots=True)
class Greedy:
    """The sentences chosen by `greedy`, in the order picked, what each added to the value then,
    the value with all, and the bound that no eligible set within the capacity exceeds."""

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
    least_share: float = 0.0,
    certified: bool = True,
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
    least_share : what fits is no longer taken where its gain for its cost is less than this share
        of the most that a sentence has for which there was room at first and is none any more. It
        is then a filler, for the rest of the room alone. Above 0, the guarantee is the bound.
    certified : whether to bound the best; without, the bound is infinite.
    """
    size = eligible_lengths(function, lengths, capacity, eligible)
    grown = function.copy()
    cache = GainCache(grown)
    certificate = Certificate(cache, size, capacity) if certified else None
    chosen: list[int] = []
    gains: list[float] = []
    for sentence, gain in picks(cache, size, capacity, cost_exponent, least_share):
        chosen.append(sentence)
        gains.append(gain)
        if certificate:
            certificate.tighten()
    value, bound = grown.value, certificate.bound if certificate else np.inf
    if alone := better_alone(function, size, capacity, value):
        chosen, gains, value = [alone[0]], [alone[1]], function.value + alone[1]
    return Greedy(chosen, gains, value, max(bound, value))


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
    lengths, capacity, cost_exponent, eligible : as for `greedy`.
    coverage_balance : nu in [0, 1].
    """
    function = RelevanceAndCoverage(hypergraph, scores, coverage_balance)
    how: dict[str, Any] = {"cost_exponent": cost_exponent, "eligible": eligible}
    return greedy(function, lengths, capacity, **how, certified=False).chosen


def enough_length(
    function: SetFunction,
    lengths: ArrayLike,
    capacity: float,
    *,
    cost_exponent: float = 1.0,
    eligible: ArrayLike | None = None,
    least_share: float = 0.0,
) -> float:
    """The length up to which the picks of `greedy` still add something, at most the capacity.

    It is 0 where what the function holds already needs nothing more.

    The picks end before the first that adds less than `OF_BEST` of what one before it added, or
    less than `OF_ALL` of the value of the set with it. The former ends the digest where few
    sentences speak to the question, the latter where many do, all alike. `greedy` with this length
    as the capacity makes the same picks, and then its bound is of all sets of at most this length.

    The values were chosen on the answers kept by digests of known-answer questions; docs/method.md
    has the figures. The parameters are those of `greedy`.
    """
    size = eligible_lengths(function, lengths, capacity, eligible)
    grown = function.copy()
    room, best = 0.0, 0.0
    for sentence, gain in picks(GainCache(grown), size, capacity, cost_exponent, least_share):
        if gain < OF_BEST * best or gain < OF_ALL * grown.value:
            break
        best = max(best, gain)
        room += float(size[sentence])
    return room


def picks(
    cache: GainCache,
    size: Floats,
    capacity: float,
    cost_exponent: float,
    least_share: float = 0.0,
) -> Iterator[tuple[int, float]]:
    """Add sentences until none fits that adds enough; yields each, and its gain when added."""
    if not cost_exponent >= 0:
        raise OptionError(f"cost_exponent is {cost_exponent}: give a number >= 0")
    free, room = np.where(size <= capacity, size, np.inf), float(capacity)
    able = np.flatnonzero(size <= capacity)
    cost = size**cost_exponent
    upper_bounds = cache.function.upper_bounds[able] / cost[able]
    ranking, highest = Ranking(able, upper_bounds), upper_bounds.max(initial=0.0)
    while True:
        candidates = ranking.candidates
        next_bound, candidate_cost = ranking.next_bound, cost[candidates]
        places = cache.places(candidates)
        while True:
            ratios = cache.gains[places] / candidate_cost
            ratios[free[candidates] > room] = -np.inf
            best = ratios.max(initial=-np.inf)
            if best == -np.inf or next_bound >= best * (1 - 2 * TIE):
                break
            if best < least_share * highest and is_filler(
                best, least_share, cache, free, room, cost
            ):
                return
            picked = int(candidates[ratios >= best - TIE * abs(best)].min())
            gain = cache.add(picked)
            room -= size[picked]
            free[picked] = np.inf
            yield picked, gain
        fits = free <= room
        if not fits.any():
            return
        ranking.keep(fits)
        ranking.grow()


def is_filler(
    ratio: float, least_share: float, cache: GainCache, free: Floats, room: float, cost: Floats
) -> bool:
    """Whether the gain for its cost of what fits is less than a share of the most that a sentence
    has which does not fit any more.

    `free` has the lengths of those that are not picked, infinite for what may not be.
    """
    left = np.flatnonzero((free > room) & np.isfinite(free))
    if not (least_share and len(left)):
        return False
    ranking = Ranking(left, cache.function.upper_bounds[left] / cost[left])
    while True:
        candidates = ranking.candidates
        places = cache.places(candidates)
        if (least_share * cache.gains[places] / cost[candidates] > ratio).any():
            return True
        if least_share * ranking.next_bound <= ratio:
            return False
        ranking.grow()


def better_alone(
    function: SetFunction, size: Floats, capacity: float, value: float
) -> tuple[int, float] | None:
    """The best single sentence and its gain where the function is above `value` with it."""
    enough = value * (1 + TIE) - function.value
    rivals = np.flatnonzero((function.upper_bounds > enough) & (size <= capacity))
    if not len(rivals):
        return None
    gains = function.marginal_gains(rivals)()
    best = int(np.argmax(gains))
    return (int(rivals[best]), float(gains[best])) if gains[best] > enough else None


def eligible_lengths(
    function: SetFunction, lengths: ArrayLike, capacity: float, eligible: ArrayLike | None
) -> Floats:
    """(N,) the lengths as numbers, infinite for the sentences that may not be chosen."""
    size = np.array(lengths, dtype=np.float64)
    if size.shape != function.upper_bounds.shape:
        raise OptionError(f"lengths have shape {size.shape}: give {function.upper_bounds.shape}")
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


class Ranking:
    """Sentences in falling order of their upper bounds, the first of them the candidates."""

    def __init__(self, sentences: Indices, upper_bounds: Floats) -> None:
        self._sentences, self._upper_bounds = sentences, upper_bounds
        self._count = 0
        self._order()
        self.grow()

    @property
    def candidates(self) -> Indices:
        """The sentences whose gains are to be computed."""
        return self._sentences[self._ordered[: self._count]]

    @property
    def next_bound(self) -> float:
        """The highest upper bound behind the candidates, -inf where there is none."""
        if self._count == len(self._sentences):
            return -np.inf
        return float(self._upper_bounds[self._ordered[self._count]])

    def grow(self) -> None:
        """Make it twice as many candidates."""
        self._count = min(max(START, 2 * self._count), len(self._sentences))
        if len(self._ordered) <= self._count:
            self._order()

    def keep(self, able: NDArray[np.bool_]) -> None:
        """Leave out the sentences that are not `able`, (N,)."""
        self._count = int(able[self.candidates].sum())
        kept = able[self._sentences]
        self._sentences, self._upper_bounds = self._sentences[kept], self._upper_bounds[kept]
        self._order()

    def _order(self) -> None:
        """Sort the sentences with the highest bounds, the candidates and some more."""
        size = AHEAD * max(START, self._count)
        if size < len(self._upper_bounds):
            least = np.partition(self._upper_bounds, -size)[-size]
            first = np.flatnonzero(self._upper_bounds >= least)
        else:
            first = np.arange(len(self._upper_bounds))
        self._ordered = first[np.argsort(-self._upper_bounds[first])]


class GainCache:
    """The set of a function, which `add` lets grow, and the gains of n sentences, computed once.

    `sentences` are in the order in which they were first asked for, and `inside` says which of them
    were added.
    """

    def __init__(self, function: SetFunction) -> None:
        self.function = function
        self.sentences: Indices = np.empty(0, np.intp)
        self.inside = np.empty(0, bool)
        self._place = np.full(len(function.upper_bounds), -1, np.intp)
        self._marginal_gains: Callable[[], Floats] = lambda: np.empty(0)
        self._gains: Floats | None = None
        self._min_gains: Floats | None = None

    @property
    def gains(self) -> Floats:
        """(n,) what each sentence would add now; without meaning for one inside."""
        if self._gains is None:
            self._gains = self._marginal_gains()
        return self._gains

    @property
    def min_gains(self) -> Floats:
        """(n,) what each sentence adds at least, whatever the others are."""
        if self._min_gains is None:
            self._min_gains = self.function.min_gains(self.sentences)
        return self._min_gains

    def places(self, sentences: Indices) -> Indices:
        """Where sentences stand in `sentences`; new ones are put there."""
        fresh = sentences[self._place[sentences] < 0]
        if len(fresh):
            count = len(self.sentences)
            self._place[fresh] = np.arange(count, count + len(fresh))
            self.sentences = np.concatenate([self.sentences, fresh])
            self.inside = np.concatenate([self.inside, np.zeros(len(fresh), bool)])
            self._marginal_gains = self.function.marginal_gains(self.sentences)
            self._gains = self._min_gains = None
        return self._place[sentences]

    def forget(self) -> None:
        """The set has grown otherwise than by `add`: the gains are others."""
        self._gains = None

    def add(self, sentence: int) -> float:
        """Put one of `sentences` into the set; returns its gain."""
        self.inside[self._place[sentence]] = True
        self._gains = None
        return self.function.add(sentence)


class Certificate:
    """An upper bound on every set of sentences within the capacity.

    A set bounds all others by `linear_bound`, with the capacity filled to the last word, a part of
    a sentence included. Only sentences dense enough to be packed are looked at. `cache` is the set
    that every set must hold, to which the caller adds; `lengths` are as of `eligible_lengths`.
    """

    def __init__(self, cache: GainCache, lengths: Floats, capacity: float) -> None:
        able = np.flatnonzero(lengths <= capacity)
        self.bound = np.inf
        self._cache, self._lengths, self._capacity = cache, lengths, capacity
        self._ranking = Ranking(able, cache.function.upper_bounds[able] / lengths[able])
        cache.places(self._ranking.candidates)
        self.tighten()

    def tighten(self) -> None:
        """Lower the bound to the one that the set as it is now gives, where that is lower."""
        cache = self._cache
        while True:
            profits, constant = linear_bound(
                cache.gains, cache.min_gains, cache.function.value, cache.inside
            )
            sizes = self._lengths[cache.sentences]
            profit, density = fractional_knapsack(profits, sizes, self._capacity)
            if constant + profit >= self.bound:
                return
            if self._ranking.next_bound <= density:
                self.bound = constant + profit
                return
            self._ranking.grow()
            cache.places(self._ranking.candidates)


def linear_bound(
    gains: Floats, min_gains: Floats, value: float, inside: NDArray[np.bool_]
) -> tuple[Floats, float]:
    """A linear function above a monotone submodular F everywhere, and tight at the set T so far.

    F(S) <= F(T) + sum of the gains given T over S outside T - sum of the least gains over T
    outside S (Nemhauser & Wolsey 1981). Of the n sentences that S may hold, those inside T
    included, the gains and the least gains are given, and F(T); returned are (n,) what each
    sentence adds at most, and the constant.
    """
    profits = np.where(inside, min_gains, np.maximum(gains, 0.0))
    return profits, value - float(profits[inside].sum())


def fractional_knapsack(profits: Floats, lengths: Floats, capacity: float) -> tuple[float, float]:
    """The most profit that fits when the last thing packed may be cut, and its profit for length.
    The latter is 0 where everything fits."""
    density = profits / lengths
    order = (-density).argsort()
    end = lengths[order].cumsum()
    last = int(end.searchsorted(capacity))
    whole = float(profits[order[:last]].sum())
    if last == len(order):
        return whole, 0.0
    room = capacity - (end[last] - lengths[order[last]])
    return whole + float(room * density[order[last]]), float(density[order[last]])
