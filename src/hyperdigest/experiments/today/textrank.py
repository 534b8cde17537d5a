"""Sentences that share words with many others: TextRank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from hyperdigest.experiments.case import Case
from hyperdigest.experiments.selectors.growth import grow
from hyperdigest.experiments.summarizers.ts_lexrank import topic_sensitive_lexrank


@dataclass(frozen=True)
class TextRank:
    """TextRank (Mihalcea & Tarau 2004), which asks no question and takes no care of repetition.

    A sentence without neighbours keeps the chance of a jump alone.

    Parameters
    ----------
    damping : chance of following a link, in [0, 1).
    """

    damping: float = 0.85

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        n = case.corpus.n_sentences
        links = overlaps(case.corpus.counts)
        scores = topic_sensitive_lexrank(np.full(n, 1 / n), links, 1 - self.damping)
        return grow(case, scores, lambda worth, taken: None)


def overlaps(counts: Any) -> Any:
    """(N, N) csr, terms shared by two sentences over the sum of the logs of their lengths.

    Ours: terms are stems without stop words, and lengths count them; two sentences of a single
    term, for which the sum is 0, are no neighbours.

    Parameters
    ----------
    counts : (N, V) csr, how often each term stands in each sentence.
    """
    held = counts.sign()
    shared = (held @ held.T).tocoo()
    logs = np.log(np.asarray(counts.sum(axis=1)))
    sums = logs[shared.row] + logs[shared.col]
    linked = (shared.row != shared.col) & (sums > 0)
    pairs = shared.row[linked], shared.col[linked]
    return sparse.csr_array((shared.data[linked] / sums[linked], pairs), shared.shape)
