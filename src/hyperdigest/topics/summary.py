"""What topics are about, in words a person reads."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from hyperdigest.topics.samples import TopicSample


def strongest_terms(
    topics: TopicSample, terms: NDArray[np.int32], n_terms: int, top: int
) -> list[list[int]]:
    """The `top` terms of each topic by n_ke * p(e|t): frequent in the topic and at home in it.

    Parameters
    ----------
    terms : (T,) term of each token.

    Returns
    -------
    a list of term ids for each topic, strongest first; equal strengths in order of term id.
    """
    shape = (topics.n_topics, n_terms)
    counts = csr_array((np.ones(len(terms)), (topics.assignments, terms)), shape=shape)
    occurrences = np.bincount(terms, minlength=n_terms)
    strength = counts.data**2 / occurrences[counts.indices]
    strongest = []
    for first, last in zip(counts.indptr[:-1], counts.indptr[1:], strict=True):
        own = counts.indices[first:last]
        strongest.append(own[np.lexsort((own, -strength[first:last]))[:top]].tolist())
    return strongest


def occurrences(topics: TopicSample, holder: NDArray[np.int32]) -> NDArray[np.int64]:
    """(K,) in how many holders (sentences or documents) each topic occurs.

    Parameters
    ----------
    holder : (T,) sentence or document of each token.
    """
    pairs = np.unique(np.stack([topics.assignments, holder]), axis=1)
    return np.bincount(pairs[0], minlength=topics.n_topics)


def shares(topics: TopicSample, holder: NDArray[np.int32], n_holders: int) -> NDArray[np.float64]:
    """(n_holders, K) the share of each holder's tokens in each topic; zeros where it has none.

    Parameters
    ----------
    holder : (T,) sentence or document of each token.
    """
    cells = holder.astype(np.intp) * topics.n_topics + topics.assignments
    counts = np.bincount(cells, minlength=n_holders * topics.n_topics)
    counts = counts.reshape(n_holders, topics.n_topics)
    part: NDArray[np.float64] = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return part
