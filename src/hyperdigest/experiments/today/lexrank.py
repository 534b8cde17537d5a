"""Sentences at the centre of what the documents say: LexRank."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from hyperdigest.experiments.case import Case
from hyperdigest.experiments.selectors.grr import greedy_redundancy_removal
from hyperdigest.experiments.summarizers.ts_lexrank import topic_sensitive_lexrank


@dataclass(frozen=True)
class LexRank:
    """Continuous LexRank (Erkan & Radev 2004), which asks no question.

    The walk follows the cosines of tf-isf vectors, the 1 of each sentence with itself included as
    in the paper, and jumps to any sentence now and then. Sentences are taken by falling score,
    those too like one already taken left out, as the authors' summarizer MEAD does.

    Parameters
    ----------
    damping : chance of following a link, in [0, 1).
    redundancy : the largest cosine with a sentence already taken.
    """

    damping: float = 0.85
    redundancy: float = 0.5

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        n = case.corpus.n_sentences
        links = case.corpus.cosines + sparse.eye_array(n, format="csr")
        scores = topic_sensitive_lexrank(np.full(n, 1 / n), links, 1 - self.damping)
        return greedy_redundancy_removal(case, scores, self.redundancy)
