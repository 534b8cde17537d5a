"""Maximal marginal relevance: relevant, and unlike what is already in."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from hyperdigest.evidence.sources import share_of_largest
from hyperdigest.experiments.case import Case
from hyperdigest.experiments.corpus import Floats
from hyperdigest.experiments.selectors.growth import grow

CUSTOMARY_BALANCE = 0.7
"""No value is published for summaries as these; 0.7 is what is mostly taken."""


def maximal_marginal_relevance(
    case: Case, scores: Floats, similarities: Any, balance: float
) -> list[int]:
    """Pick, until none fits, what is highest in relevance less likeness to what was picked.

    Carbonell & Goldstein 1998: the best of balance * score - (1 - balance) * max over the picked
    of the similarity, among the eligible sentences that still fit the budget. Scores are scaled
    to a largest of 1, which is ours, so that one balance serves scores of any range.

    Parameters
    ----------
    scores : (N,) relevance.
    similarities : (N, N) csr, or an array where they are dense by nature.
    balance : in [0, 1]; 1 looks at relevance alone.
    """
    relevance = balance * share_of_largest(scores)
    likeness = np.full(len(scores), -np.inf)

    def hold_likeness_against(worth: Floats, taken: int) -> None:
        np.maximum(likeness, _row(similarities, taken), out=likeness)
        worth[:] = relevance - (1 - balance) * likeness

    return grow(case, relevance, hold_likeness_against)


def _row(similarities: Any, sentence: int) -> Floats:
    row = similarities[[sentence]]
    found: Floats = (row.toarray() if sparse.issparse(row) else row)[0]
    return found
