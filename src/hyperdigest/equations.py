"""The equations of sections 4.3 and 4.4 of the paper, in its order, on sparse arrays.

They lead from the topics of tokens to a fuzzy hypergraph of sentences, to the random walk on it,
and to the objective of selection. `hypergraph` and `selection` call them. The equations of the
ranking, p(j|q) and PageRank, are in `relevance`.

Letters: i, j are sentences, N of them; t terms, V; e, f hyperedges, K. Counts are csr: tokens by
hyperedge and sentence (K, N), by term and sentence (V, N), or by term and topic (V, K). `psi` is
(K, N) and `p_ei`, which is p(e|i), (N, K), so that no matrix of pairs of sentences is formed.
Logarithms are natural.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import rows_to_one

# Section 4.3: the fuzzy hypergraph


def membership(counts: Any) -> Any:
    """Eq. (psi). The share of a hyperedge's tokens in each sentence, (K, N), from counts (K, N)."""
    return rows_to_one(counts)


def inverse_sentence_frequency(counts: Any) -> Floats:
    """Eq. (isfDef). log(N / N_t) of each term, (V,), from counts (V, N); 0 if it never occurs."""
    n_sentences = np.diff(counts.indptr)
    return np.asarray(np.log(counts.shape[1] / np.where(n_sentences, n_sentences, counts.shape[1])))


def mean_under_topics(values: Floats, counts: Any, prior: float) -> Floats:
    """Eq. (probaTopicTerm), Eq. (tft). Sum over terms of tft(t, e) `values`_t for each topic, (K,).

    tft(t, e) = phi_et = (n_et + prior / V) / (n_e + prior) has a sparse and a constant part, so
    that the dense (V, K) matrix of phi is not needed.

    Parameters
    ----------
    values : (V,).
    counts : (V, K), the n_et.
    prior : total mass of the prior of a topic's term distribution.
    """
    sparse_part, constant_part = counts.T @ values, prior / counts.shape[0] * values.sum()
    return np.asarray((sparse_part + constant_part) / (counts.sum(axis=0) + prior))


def edge_given_term(counts: Any) -> Any:
    """Eq. (p(e|t)). The fraction of the occurrences of a term tagged with each topic, (V, K)."""
    return rows_to_one(counts)


def term_entropy(p_et: Any) -> Floats:
    """Eq. (EntropyOneEqn). H(t), the entropy of the topics p(e|t) of each term, in nats, (V,)."""
    surprise = p_et.copy()
    surprise.data = -surprise.data * np.log(surprise.data)
    return np.asarray(surprise.sum(axis=1))


def topic_discrimination(entropy: Floats) -> Floats:
    """Eq. (tdp). 1 / (1 + H(t)), (V,): 1 for a term of one topic, smaller for a term of many."""
    return 1 / (1 + entropy)


def edge_relevance(counts: Any) -> Floats:
    """Eq. (rel). f(e) log(N / N_e), (K,), with f(e) tokens of topic e in N_e sentences."""
    frequency, n_sentences = counts.sum(axis=1), np.diff(counts.indptr)
    return np.asarray(frequency * np.log(counts.shape[1] / n_sentences))


def edge_weights(
    rel: Floats, tfc: Floats, isf: Floats, tdp: Floats, counts: Any, prior: float
) -> Floats:
    """Eq. (w). rel(e) times the sum over terms of tfc(t) isf(t) tft(t, e) tdp(t), (K,).

    `counts` and `prior` are as in `mean_under_topics`; tfc(t) is the frequency of a term.
    """
    return rel * mean_under_topics(tfc * isf * tdp, counts, prior)


# Section 4.4: the walk over the hypergraph, and the objective of a set of sentences


def edge_given_sentence(psi: Floats, w: Floats, degree: Floats) -> Floats:
    """Eq. (p(e|i)). The probability that a walker leaves sentence i by hyperedge e.

    Parameters
    ----------
    psi, w, degree : psi_ei, w(e) and the sum over f of psi_fi w(f), for each pair of a hyperedge
        and a sentence in it.
    """
    return np.asarray(psi * w / degree)


def transition(psi: Any, p_ei: Any, p: Floats) -> Floats:
    """Eq. (sentenceTransition). Sum over i of p(j|i) p_i, (N,): one step, by way of hyperedges."""
    return np.asarray(psi.T @ (p_ei.T @ p))


def reach(psi: Any, p_ei: Any, inside: NDArray[np.bool_]) -> Floats:
    """Eq. (p(S|i)). The probability that a walker at i reaches S in at most one step, (N,).

    Parameters
    ----------
    inside : (N,) whether each sentence is in S.
    """
    return np.where(inside, 1.0, p_ei @ (psi @ inside.astype(np.float64)))


def coverage(psi: Any, p_ei: Any, inside: NDArray[np.bool_]) -> float:
    """Eq. (eqnCoverageX), Eq. (C(S)). Topical coverage of S: the sum over i of p(S|i)."""
    return float(reach(psi, p_ei, inside).sum())


def objective(p: Floats, psi: Any, p_ei: Any, inside: NDArray[np.bool_], nu: float) -> float:
    """Eq. (defObjFct). F(S) = (1 - nu) sum of p(s) over S + nu / N C(S)."""
    relevance = float(p[inside].sum())
    return (1 - nu) * relevance + nu / len(p) * coverage(psi, p_ei, inside)
