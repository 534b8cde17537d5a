"""Hubs & Authorities: clusters recommend sentences that are relevant to the question."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines.cluster_edges import Clusters, agglomerative_labels
from hyperdigest.experiments.baselines.selectors import greedy_redundancy_removal
from hyperdigest.experiments.task_input import Case, Corpus

TOLERANCE = 1e-12

MOST_STEPS = 1000


@dataclass(frozen=True)
class HubsAndAuthorities:
    """Table (tabGraphMethods), row HUBS & AUTH. Clusters as hubs (Wan & Yang 2008).

    Clusters are found among all sentences; their edges lead to the sentences most relevant to the
    question only. Ours: these are a share of the eligible sentences, all of them where the question
    meets none; the others follow by relevance, so that the budget is filled where the share is
    too small for it; and redundancy is removed as in Xiong & Ji 2016.

    Parameters
    ----------
    threshold : least mean cosine between clusters that are joined.
    share : of the eligible sentences that enter, in (0, 1].
    redundancy : the largest cosine with a sentence already taken.
    """

    threshold: float = 0.21
    share: float = 0.1
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        entered = _most_relevant(case, self.share)
        clusters = case.corpus.kept(linked_clusters, self.threshold)
        scores = case.question_cosines - 2.0
        scores[entered] = authorities(case.corpus.tfisf[entered] @ clusters.vectors.T)
        return greedy_redundancy_removal(case, scores, self.redundancy)


def _most_relevant(case: Case, share: float) -> NDArray[np.intp]:
    """The eligible sentences that enter, in reading order."""
    if not 0 < share <= 1:
        raise OptionError(f"share is {share}: give a number in (0, 1]")
    eligible = np.flatnonzero(case.eligible)
    relevance = case.question_cosines[eligible]
    if not relevance.any():
        return eligible
    best = np.argsort(-relevance, kind="stable")[: max(1, round(share * len(eligible)))]
    return np.sort(eligible[best])


def linked_clusters(corpus: Corpus, threshold: float) -> Clusters:
    """Clusters by average linkage, joined where their mean cosine is at least `threshold`."""
    return Clusters(corpus, agglomerative_labels(corpus.tfisf, threshold))


def authorities(edges: Any) -> Floats:
    """Eq. (q_l). Scores r of sentences and q of clusters with r = sim q and q = sim^T r, (M,).

    Both are scaled to length 1 in each step, from clusters all alike, until no score of a sentence
    changes by more than 1e-12 (Kleinberg 1999), or 1000 steps are done: where two groups of
    sentences that share no cluster are as strong, or nearly, their balance settles late.

    Parameters
    ----------
    edges : (M, C) csr, similarity of sentence and cluster, >= 0.
    """
    hubs, scores = np.ones(edges.shape[1]), np.zeros(edges.shape[0])
    for _ in range(MOST_STEPS):
        before, scores = scores, _unit(edges @ hubs)
        if np.abs(scores - before).max() <= TOLERANCE:
            break
        hubs = _unit(edges.T @ scores)
    return scores


def _unit(vector: Floats) -> Floats:
    length = math.sqrt(float((vector * vector).sum()))
    return vector / length if length > 0 else vector
