"""Relevant sentences that are little like each other."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.experiments.case import Case, Ranked
from hyperdigest.experiments.corpus import Floats
from hyperdigest.experiments.selectors.growth import grow
from hyperdigest.selection.objective import exchange


@dataclass(frozen=True)
class MRMS:
    """Table (tabCover), row MRMS, Eq. (Q(S)). Maximal Relevance Minimum Similarity.

    Yin & Pei 2015: the greedy on Q(S) = chi sum of r_i^2 - sum of r_i Sim(i, j) r_j, with Sim the
    mean of p(i|j) and p(j|i). Ours: the second sum is over ordered pairs i != j, and the number of
    sentences gives way to the word budget, filled by plain gain until nothing fits, even where a
    gain is negative.

    Parameters
    ----------
    chi : weight of relevance against similarity, >= 2 [chi_2].
    """

    chi: float = 3.0

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        scores = ranked.scores

        def lower(gains: Floats, taken: int) -> None:
            gains -= scores * scores[taken] * exchange(ranked.hypergraph, taken)

        return grow(case, self.chi * scores**2, lower)
