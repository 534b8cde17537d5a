"""Selection methods: the paper's MRC, its rivals, and maximum relevance without coverage.

Each takes relevance scores and their hypergraph, and picks sentences within the budget. Most build
a summary one sentence at a time by `grow`.
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
        how = case.corpus.lengths, case.budget, self.coverage_balance, self.cost_exponent
        return select(ranked.hypergraph, ranked.scores, *how, case.eligible)


@dataclass(frozen=True)
class MR:
    """Maximum Relevance by the greedy algorithm: MRC without coverage, score over length."""

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        return MRC(coverage_balance=0.0)(case, ranked)


@dataclass(frozen=True)
class ExactMR:
    """Eq. (defMRproblem). Maximum Relevance solved exactly."""

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        lengths = case.corpus.lengths
        able = np.flatnonzero(case.eligible & (lengths <= case.budget))
        packed = knapsack(ranked.scores[able], lengths[able], case.budget)
        return [int(able[j]) for j in packed]


def knapsack(values: Floats, lengths: NDArray[np.integer], capacity: int) -> list[int]:
    """The items of the largest total value within the capacity, by dynamic programming.

    Of sets with the same value it returns the one with the earlier items, in O(n capacity) time and
    bits. `values` and `lengths` are (n,): values >= 0 and whole lengths from 1 to `capacity`.
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
    """Table (tabCover), row GRR. Greedy Redundancy Removal (Xiong & Ji 2016), without hyperedges.

    `threshold` is the largest cosine with a sentence already taken, in [0, 1] [chi_1].
    """

    threshold: float = 0.1

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        return greedy_redundancy_removal(case, ranked.scores, self.threshold)


def greedy_redundancy_removal(case: Case, scores: Floats, threshold: float) -> list[int]:
    """The eligible sentences by descending score, without those too similar to one taken before.

    As published, it stops when every other sentence is too similar or does not fit, even if the
    budget is not used up. Ours: a sentence that does not fit is skipped. `scores`, (N,), are above
    -inf. A sentence is too similar if its tf-isf cosine with one taken exceeds `threshold`.
    """
    cosines = case.corpus.cosines

    def exclude_similar(values: Floats, taken: int) -> None:
        row = slice(*cosines.indptr[taken : taken + 2])
        values[cosines.indices[row][cosines.data[row] > threshold]] = -np.inf

    return grow(case, scores, exclude_similar)


@dataclass(frozen=True)
class MCS:
    """Table (tabCover), row MCS, Eq. (R(S)). Maximum Corpus Similarity, without scores.

    Lin & Bilmes 2010: the greedy algorithm, by gain over length, for R(S) = the sum of Sim(i, j)
    over i outside and j inside S - chi times its sum over ordered pairs i != j inside, with Sim the
    mean of p(i|j) and p(j|i). Ours: until nothing fits, even if a gain is negative, and so without
    their last step, which takes only the best sentence if its value is higher. `chi` is the weight
    of the similarity within the summary, > 0 [chi_3].
    """

    chi: float = 4.2

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        graph, lengths = ranked.hypergraph, case.corpus.lengths
        to_others = (graph.in_flow + 1) / 2 - graph.self_transition

        def lower(ratios: Floats, taken: int) -> None:
            ratios -= (1 + self.chi) * exchange(graph, taken) / lengths

        return grow(case, to_others / lengths, lower)


@dataclass(frozen=True)
class MRMS:
    """Table (tabCover), row MRMS, Eq. (Q(S)). Maximal Relevance Minimum Similarity.

    Yin & Pei 2015: the greedy algorithm for Q(S) = chi sum of r_i^2 - sum of r_i Sim(i, j) r_j,
    with Sim the mean of p(i|j) and p(j|i). Ours: the second sum is over ordered pairs i != j, and a
    budget of words replaces the number of sentences; it is filled by gain until nothing fits, even
    if a gain is negative. `chi` is the weight of relevance against similarity, >= 2 [chi_2].
    """

    chi: float = 3.0

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        scores = ranked.scores

        def lower(gains: Floats, taken: int) -> None:
            gains -= scores * scores[taken] * exchange(ranked.hypergraph, taken)

        return grow(case, self.chi * scores**2, lower)


@dataclass(frozen=True)
class OPH:
    """Table (tabCover), row OPH. One Per Hyperedge (Gong & Liu 2001), without scores.

    Of each hyperedge, by descending weight, it takes the sentence with the largest membership.
    Ours: only eligible sentences that are not yet taken and fit; a hyperedge without one is
    skipped. Every hyperedge has one turn, so that with few of them the budget may not be used up.
    """

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
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


def grow(case: Case, values: Floats, update: Callable[[Floats, int], None]) -> list[int]:
    """Take the eligible sentence with the highest value of those that fit, until none is left.

    A sentence of value -inf is never taken. Of sentences with the same value, up to rounding, the
    earliest is taken. `values` are the (N,) values before any sentence is taken. `update` changes
    them in place; its arguments are the values and the sentence just taken.
    """
    values, left = values.astype(np.float64), case.budget
    free = case.eligible.copy()
    chosen: list[int] = []
    while (fits := np.flatnonzero(free & (case.corpus.lengths <= left) & (values > -np.inf))).size:
        best = values[fits].max()
        taken = int(fits[np.argmax(values[fits] >= best - TIE * abs(best))])
        chosen.append(taken)
        left -= int(case.corpus.lengths[taken])
        free[taken] = False
        update(values, taken)
    return chosen
