"""A summary whose words are spread as those of the documents are: KL-Sum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from hyperdigest.experiments.case import Case
from hyperdigest.experiments.corpus import Floats
from hyperdigest.experiments.selectors.growth import grow


@dataclass(frozen=True)
class KLSum:
    """KL-Sum (Haghighi & Vanderwende 2009), which asks no question.

    Sentences are added one by one, that which brings KL(documents || summary) of the distributions
    of terms lowest first; after the first of all, only as long as it falls. The paper names no
    smoothing of the summary's distribution; we take that of Louis & Nenkova 2009.

    Parameters
    ----------
    smoothing : added to the count of each term in the summary, > 0.
    bins : how many terms are thought possible, as a multiple of the V of the documents, >= 1.
    """

    smoothing: float = 0.0005
    bins: float = 1.5

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        counts = case.corpus.counts
        wanted = np.asarray(counts.sum(axis=0)) / counts.sum()
        said = np.full(len(wanted), self.smoothing)
        unseen = (self.bins - 1) * self.smoothing * len(wanted)

        def add(worth: Floats, taken: int) -> None:
            row = slice(*counts.indptr[taken : taken + 2])
            said[counts.indices[row]] += counts.data[row]
            fall = falls(counts, wanted, said, unseen)
            worth[:] = np.where(fall > 0, fall, -np.inf)

        return grow(case, falls(counts, wanted, said, unseen), add)


def falls(counts: Any, wanted: Floats, said: Floats, unseen: float) -> Floats:
    """(N,) by how much the divergence falls with each sentence; below 0 where it rises.

    Parameters
    ----------
    counts : (N, V) csr, how often each term stands in each sentence.
    wanted : (V,) the distribution of the documents.
    said : (V,) smoothed counts of the summary so far, > 0.
    unseen : the smoothed counts of what is outside the vocabulary.
    """
    nearer = wanted[counts.indices] * np.log1p(counts.data / said[counts.indices])
    gained = sparse.csr_array((nearer, counts.indices, counts.indptr), counts.shape).sum(axis=1)
    diluted = np.log1p(np.asarray(counts.sum(axis=1)) / (said.sum() + unseen))
    return np.asarray(gained - diluted)
