"""Sentences by falling score that are not like one already taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperdigest.experiments.case import Case, Ranked
from hyperdigest.experiments.corpus import Floats
from hyperdigest.experiments.selectors.growth import grow


@dataclass(frozen=True)
class GRR:
    """Table (tabCover), row GRR. Greedy Redundancy Removal (Xiong & Ji 2016), blind to hyperedges.

    Parameters
    ----------
    threshold : the largest cosine with a sentence already taken, in [0, 1] [chi_1].
    """

    threshold: float = 0.1

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        return greedy_redundancy_removal(case, ranked.scores, self.threshold)


def greedy_redundancy_removal(case: Case, scores: Floats, threshold: float) -> list[int]:
    """The eligible sentences by falling score, none too similar to one taken before.

    It stops, as published, when all that is left is too similar or does not fit, even if words of
    the budget remain. Ours: a sentence that does not fit is passed over, the next is tried.

    Parameters
    ----------
    scores : (N,), above -inf.
    threshold : a sentence is too similar when its tf-isf cosine with one taken exceeds this.
    """
    cosines = case.corpus.cosines

    def bar_similar(worth: Floats, taken: int) -> None:
        row = slice(*cosines.indptr[taken : taken + 2])
        worth[cosines.indices[row][cosines.data[row] > threshold]] = -np.inf

    return grow(case, scores, bar_similar)
