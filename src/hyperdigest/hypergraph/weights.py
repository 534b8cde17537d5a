"""What a topic weighs: how frequent it is, and how well its terms tell sentences apart.

Letters: N sentences, V terms, K topics; `counts` are sparse, tokens by topic and sentence (K, N),
by term and sentence (V, N), or by term and topic (V, K). Logarithms are natural.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def inverse_sentence_frequency(counts: Any) -> Floats:
    """Eq. (isfDef). log(N / N_t) of each row of a (V, N) matrix; 0 for a term that never occurs."""
    found = np.diff(counts.indptr)
    return np.asarray(np.log(counts.shape[1] / np.where(found, found, counts.shape[1])))


def term_entropy(edge_given_term: Any) -> Floats:
    """Eq. (EntropyOneEqn). Entropy of the topics of each term, in nats, (V,)."""
    surprise = edge_given_term.copy()
    surprise.data = -surprise.data * np.log(surprise.data)
    return np.asarray(surprise.sum(axis=1))


def topic_discrimination(entropy: Floats) -> Floats:
    """Eq. (tdp). How little a term is spread over topics: 1 for a term of a single topic."""
    return 1 / (1 + entropy)


def edge_relevance(counts: Any) -> Floats:
    """Eq. (rel). Occurrences of a topic times the log of its inverse sentence frequency, (K,)."""
    frequency, found = counts.sum(axis=1), np.diff(counts.indptr)
    return np.asarray(frequency * np.log(counts.shape[1] / found))


def term_mass(counts: Any, values: Floats, prior: float) -> Floats:
    """Eq. (probaTopicTerm), Eq. (tft). Sum over terms of phi_et `values`_t for each topic e, (K,).

    phi_et = (n_et + prior / V) / (n_e + prior) is a sparse part and a constant one; it is never
    filled in.
    """
    seen, everywhere = counts.T @ values, prior / counts.shape[0] * values.sum()
    return np.asarray((seen + everywhere) / (counts.sum(axis=0) + prior))


def edge_weights(relevance: Floats, mass: Floats) -> Floats:
    """Eq. (w). A topic weighs its relevance times the discriminatory power of its terms."""
    return relevance * mass
