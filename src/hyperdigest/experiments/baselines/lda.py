"""The Gibbs sampler of latent Dirichlet allocation (LDA), on arrays that it changes in place.

Blei, Ng & Jordan (2003) in the collapsed form of Griffiths & Steyvers (2004): a token of term w in
document j gets topic k with weight (n_jk + alpha) (n_wk + eta) / (n_k + V eta), all counts without
the token itself. The weights of all topics are computed for every token, because K is small.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hyperdigest.base.arrays import Floats, Ints
from hyperdigest.topics.compiling import inlined, kernel
from hyperdigest.topics.random import Generator, uniform


class Allocation(NamedTuple):
    """T tokens of V terms in D documents, and the state of a chain with K topics."""

    rng: Generator
    term: Ints  # (T,)
    document: Ints  # (T,)
    z: Ints  # (T,) topic of each token
    n_jk: Ints  # (D, K)
    n_wk: Ints  # (V, K)
    n_k: Ints  # (K,)
    below: Floats  # (K,) cumulative weights of the topics for one token


def first_allocation(
    rng: Generator, term: Ints, document: Ints, z: Ints, n_terms: int, n_topics: int
) -> Allocation:
    """The state in which the topics are a copy of `z`."""
    n_jk = np.zeros((int(document.max()) + 1, n_topics), np.int32)
    n_wk = np.zeros((n_terms, n_topics), np.int32)
    np.add.at(n_jk, (document, z), 1)
    np.add.at(n_wk, (term, z), 1)
    n_k = n_wk.sum(axis=0, dtype=np.int32)
    return Allocation(rng, term, document, z.copy(), n_jk, n_wk, n_k, np.zeros(n_topics))


@kernel
def sweep_lda(a: Allocation, alpha: float, eta: float) -> None:
    """One Gibbs sweep; `alpha` per topic of a document, `eta` per term of a topic."""
    last = len(a.n_k) - 1
    for token in range(len(a.term)):
        count(a, token, -1)
        x = uniform(a.rng) * weigh_topics(a, token, alpha, eta)
        k = 0
        while k < last and a.below[k] <= x:
            k += 1
        a.z[token] = k
        count(a, token, 1)


@inlined
def count(a: Allocation, token: int, by: int) -> None:
    """Add `by` to the counts of a token."""
    k = a.z[token]
    a.n_jk[a.document[token], k] += by
    a.n_wk[a.term[token], k] += by
    a.n_k[k] += by


@inlined
def weigh_topics(a: Allocation, token: int, alpha: float, eta: float) -> float:
    """Fill `below` with the cumulative weights of the topics for a token; returns their sum."""
    j, w = a.document[token], a.term[token]
    mass = len(a.n_wk) * eta
    total = 0.0
    for k in range(len(a.n_k)):
        total += (a.n_jk[j, k] + alpha) * (a.n_wk[w, k] + eta) / (a.n_k[k] + mass)
        a.below[k] = total
    return total
