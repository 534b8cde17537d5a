"""Selection methods: the paper's MRC, its rivals, and maximum relevance alone.

Each takes relevance scores with the hypergraph behind them, and picks sentences within
the budget. Most grow a summary one sentence at a time by `grow`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.experiments.systems import Case, Ranked
from hyperdigest.selection import select
from hyperdigest.selection.lazy_greedy import TIE
from hyperdigest.selection.objectives import exchange


@dataclass(frozen=True)
class MRC:
    """Table (tabCover), row MRC. Maximum Relevance and Coverage by the greedy algorithm.

    `coverage_balance` is nu in [0, 1]. `cost_exponent` is r >= 0; a sentence costs its length to
    this power.
    """

    coverage_balance: float = 0.35
    cost_exponent: float = 1.0

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        how = case.corpus.lengths, case.budget, self.coverage_balance, self.cost_exponent
        return select(ranked.hypergraph, ranked.scores, *how, case.eligible)


@dataclass(frozen=True)
class MR:
    """Maximum Relevance by the greedy algorithm: MRC without coverage, score over length."""

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        return MRC(coverage_balance=0.0)(case, ranked)


@dataclass(frozen=True)
class ExactMR:
    """Eq. (defMRproblem). Maximum Relevance solved exactly."""

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in their order, within the budget."""
        lengths = case.corpus.lengths
        able = np.flatnonzero(case.eligible & (lengths <= case.budget))
        packed = knapsack(ranked.scores[able], lengths[able], case.budget)
        return [int(able[j]) for j in packed]


def knapsack(values: Floats, lengths: NDArray[np.integer], capacity: int) -> list[int]:
    """The items of the largest total value within the capacity, by dynamic programming.

    Of sets worth the same the one with the earlier items; O(n capacity) time and bits. `values` and
    `lengths` are (n,): values >= 0 and whole lengths from 1 to `capacity`.
    """
    best = np.zeros(capacity + 1)
    packed = np.zeros((len(values), capacity + 1), bool)
    for j in range(len(values) - 1, -1, -1):
        with_item = np.full(capacity + 1, -np.inf)
        with_item[lengths[j] :] = best[: capacity + 1 - lengths[j]] + values[j]
        packed[j] = with_item >= best
        best = np.maximum(best, with_item)

    chosen: list[int] = []
    left = capacity
    for j in range(len(values)):
        if packed[j, left]:
            chosen.append(j)
            left -= int(lengths[j])
    return chosen


@dataclass(frozen=True)
class GRR:
    """Table (tabCover), row GRR. Greedy Redundancy Removal (Xiong & Ji 2016), blind to hyperedges.

    `threshold` is the largest cosine with a sentence already taken, in [0, 1] [chi_1].
    """

    threshold: float = 0.1

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        return greedy_redundancy_removal(case, ranked.scores, self.threshold)


def greedy_redundancy_removal(case: Case, scores: Floats, threshold: float) -> list[int]:
    """The eligible sentences by falling score, none too similar to one taken before.

    It stops, as published, when all that is left is too similar or does not fit, even if words of
    the budget remain. Ours: a sentence that does not fit is passed over, the next is tried.
    `scores`, (N,), are above -inf. A sentence is too similar when its tf-isf cosine with one taken
    exceeds `threshold`.
    """
    cosines = case.corpus.cosines

    def bar_similar(worth: Floats, taken: int) -> None:
        row = slice(*cosines.indptr[taken : taken + 2])
        worth[cosines.indices[row][cosines.data[row] > threshold]] = -np.inf

    return grow(case, scores, bar_similar)


@dataclass(frozen=True)
class MCS:
    """Table (tabCover), row MCS, Eq. (R(S)). Maximum Corpus Similarity, blind to scores.

    Lin & Bilmes 2010: the greedy, by gain over length, on R(S) = the sum of Sim(i, j) over i
    outside and j inside S - chi times its sum over ordered pairs i != j inside, with Sim the mean
    of p(i|j) and p(j|i). Ours: until nothing fits, even where a gain is negative, and so without
    their last step, which takes the best sentence alone where it is worth more. `chi` is the weight
    of the similarity within the summary, > 0 [chi_3].
    """

    chi: float = 4.2

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        graph, lengths = ranked.hypergraph, case.corpus.lengths
        to_others = (graph.in_flow + 1) / 2 - graph.self_transition

        def lower(ratios: Floats, taken: int) -> None:
            ratios -= (1 + self.chi) * exchange(graph, taken) / lengths

        return grow(case, to_others / lengths, lower)


@dataclass(frozen=True)
class MRMS:
    """Table (tabCover), row MRMS, Eq. (Q(S)). Maximal Relevance Minimum Similarity.

    Yin & Pei 2015: the greedy on Q(S) = chi sum of r_i^2 - sum of r_i Sim(i, j) r_j, with Sim the
    mean of p(i|j) and p(j|i). Ours: the second sum is over ordered pairs i != j, and the number of
    sentences gives way to the word budget, filled by plain gain until nothing fits, even where a
    gain is negative. `chi` is the weight of relevance against similarity, >= 2 [chi_2].
    """

    chi: float = 3.0

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        scores = ranked.scores

        def lower(gains: Floats, taken: int) -> None:
            gains -= scores * scores[taken] * exchange(ranked.hypergraph, taken)

        return grow(case, self.chi * scores**2, lower)


@dataclass(frozen=True)
class OPH:
    """Table (tabCover), row OPH. One Per Hyperedge (Gong & Liu 2001), blind to scores.

    Hyperedges by falling weight; of each the sentence of largest membership. Ours: the largest
    among the eligible sentences not yet taken that fit, and where there is none the hyperedge is
    passed over. Every hyperedge has one turn, so that few hyperedges may leave words unused.
    """

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        psi, lengths = ranked.hypergraph.membership, case.corpus.lengths
        free, left = case.eligible.copy(), case.budget
        chosen: list[int] = []
        for edge in np.argsort(-ranked.hypergraph.weights, kind="stable"):
            row = slice(*psi.indptr[edge : edge + 2])
            members, shares = psi.indices[row], psi.data[row]
            able = np.flatnonzero((shares > 0) & free[members] & (lengths[members] <= left))
            if len(able):
                taken = int(members[able[np.argmax(shares[able])]])
                chosen.append(taken)
                left -= int(lengths[taken])
                free[taken] = False
        return chosen


def grow(case: Case, worth: Floats, revise: Callable[[Floats, int], None]) -> list[int]:
    """Take the eligible sentence worth most of those that still fit, until none is left.

    Worth below zero is worth too: only what is worth -inf is never taken. Of sentences worth the
    same, up to rounding, the earliest is taken. `worth` tells (N,) what each sentence is worth
    while none is taken. `revise` is called with the (N,) worth and the sentence just taken, to
    change the worth in place.
    """
    worth, left = worth.astype(np.float64), case.budget
    free = case.eligible.copy()
    chosen: list[int] = []
    while (fits := np.flatnonzero(free & (case.corpus.lengths <= left) & (worth > -np.inf))).size:
        best = worth[fits].max()
        taken = int(fits[np.argmax(worth[fits] >= best - TIE * abs(best))])
        chosen.append(taken)
        left -= int(case.corpus.lengths[taken])
        free[taken] = False
        revise(worth, taken)
    return chosen
