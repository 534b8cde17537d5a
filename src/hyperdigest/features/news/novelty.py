"""Measure how much of a sentence a known sentence says already.

Letters: N sentences, V terms.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.split import Split

MOST_COMPARED = 64
"""Only this many sentences with the highest scores are compared: many more than any digest has."""

COMMON_COUNT, COMMON_SHARE = 1000, 0.02
"""A term in more sentences than both this number and this share of all has no weight."""


def known_share(split: Split, counts: Any, scores: Floats, known: NDArray[np.bool_]) -> Floats:
    """(N,) the largest share of a sentence's terms that one known sentence has.

    A term that occurs in N_t sentences has the weight log(1 + N / N_t), and 0 if it is common. The
    share is 0 for known sentences, and for all but the `MOST_COMPARED` with the highest scores.

    Parameters
    ----------
    counts : (V, N) csr, how often each term occurs in each sentence.
    scores : (N,) by which the sentences to compare are chosen; of equals the first.
    known : (N,) the sentences to compare with.
    """
    starts, sentences = counts.indptr, counts.indices
    occurrences = np.diff(starts)
    weight = np.log1p(len(scores) / np.maximum(1, occurrences))
    weight[occurrences > max(COMMON_COUNT, COMMON_SHARE * len(scores))] = 0.0
    shares = np.zeros(len(scores))
    compared = np.flatnonzero(~known)
    compared = compared[np.argsort(-scores[compared], kind="stable")[:MOST_COMPARED]]
    ends = split.first_tokens(compared + 1)
    with_term: dict[int, NDArray[np.integer]] = {}
    for sentence, first, last in zip(
        compared.tolist(),
        split.first_tokens(compared).tolist(),
        ends.tolist(),
        strict=True,
    ):
        terms = np.unique(split.terms[first:last])
        terms = terms[weight[terms] > 0]
        weights = weight[terms]
        for term in terms.tolist():
            if term not in with_term:
                with_it = sentences[starts[term] : starts[term + 1]]
                with_term[term] = with_it[known[with_it]]
        lists = [with_term[term] for term in terms.tolist()]
        sizes = list(map(len, lists))
        if sum(sizes):
            shared = np.bincount(np.concatenate(lists), np.repeat(weights, sizes))
            shares[sentence] = min(1.0, float(shared.max() / weights.sum()))
    return shares


def novelty_factor(shares: Floats) -> Floats:
    """(N,) the factor of the value of a sentence by the share of it that is known: (1 - share^3)^2.

    It is 0.77 for a half and 0.24 for four fifths. For shares above 0.95 it is that of 0.95, which
    is 0.02, so that known sentences can still be picked.
    """
    return np.asarray((1 - np.minimum(shares, 0.95) ** 3) ** 2)
