"""How far what a sentence says is told by one other sentence alone.

Letters: N sentences, V terms.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.split import Split

MOST = 64
"""How many sentences, the best ones, are compared: many more than any digest has."""

COMMON, SHARE = 1000, 0.02
"""A term that so many sentences have, and so large a share of all, tells nothing of one of them."""

TOLD = 0.95
"""The share from which on a sentence is told again as a whole."""


def told_by_one(split: Split, counts: Any, scores: Floats, others: NDArray[np.bool_]) -> Floats:
    """(N,) the largest share of a sentence's terms that one of the others holds; a term weighs
    log(1 + N / N_t), where N_t of the sentences have it, and nothing where it is common.

    It is 0 for the others themselves, and for all but the `MOST` sentences of the highest scores.

    Parameters
    ----------
    counts : (V, N) csr, how often each term stands in each sentence.
    scores : (N,) by which the sentences to compare are chosen; of equal ones the first.
    others : (N,) the sentences to compare with.
    """
    begins, holding = counts.indptr, counts.indices
    having = np.diff(begins)
    weight = np.log1p(len(scores) / np.maximum(1, having))
    weight[having > max(COMMON, SHARE * len(scores))] = 0.0
    shares = np.zeros(len(scores))
    asked = np.flatnonzero(~others)
    asked = asked[np.argsort(-scores[asked], kind="stable")[:MOST]]
    ends = np.searchsorted(split.sentence_of, asked, side="right")
    held: dict[int, NDArray[np.integer]] = {}
    for sentence, first, last in zip(
        asked.tolist(),
        np.searchsorted(split.sentence_of, asked).tolist(),
        ends.tolist(),
        strict=True,
    ):
        terms = np.unique(split.terms[first:last])
        terms = terms[weight[terms] > 0]
        weights = weight[terms]
        for term in terms.tolist():
            if term not in held:
                found = holding[begins[term] : begins[term + 1]]
                held[term] = found[others[found]]
        lists = [held[term] for term in terms.tolist()]
        sizes = [len(each) for each in lists]
        if sum(sizes):
            shared = np.bincount(np.concatenate(lists), np.repeat(weights, sizes))
            shares[sentence] = min(1.0, float(shared.max() / weights.sum()))
    return shares


def left_to_tell(shares: Floats) -> Floats:
    """What a sentence is worth of which another tells such a share: (1 - share^3)^2, 0.77 at a half
    and 0.24 at four fifths; at least 0.02, so that one that is told again can still be picked."""
    return np.asarray((1 - np.minimum(shares, TOLD) ** 3) ** 2)
