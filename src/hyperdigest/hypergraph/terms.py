"""Terms as hyperedges."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from hyperdigest.hypergraph.counts import membership, term_counts
from hyperdigest.hypergraph.fuzzy import FuzzyHypergraph
from hyperdigest.hypergraph.weights import inverse_sentence_frequency


def term_hypergraph(
    terms: ArrayLike, sentences: ArrayLike, n_sentences: int, n_terms: int
) -> FuzzyHypergraph:
    """Table (tabHyperedges), row TERMS. One hyperedge a term, of weight tfc(t) isf(t).

    Parameters
    ----------
    terms, sentences : (T,) term and sentence of each token.
    """
    return term_edges(term_counts(terms, sentences, n_sentences, n_terms))


def term_edges(counts: Any) -> FuzzyHypergraph:
    """`term_hypergraph` of tokens counted by term and sentence, (V, N)."""
    frequency = np.asarray(counts.sum(axis=1))
    return FuzzyHypergraph(
        membership(counts),
        frequency * inverse_sentence_frequency(counts),
        sparse.diags_array((frequency > 0).astype(np.float64)),
    )


def cosine_hypergraph(
    terms: ArrayLike, sentences: ArrayLike, n_sentences: int, n_terms: int
) -> FuzzyHypergraph:
    """Term hyperedges along which a walker goes from i to j in proportion to their cosine.

    With x_i the tf-isf vector of sentence i scaled to length 1 and s_t = sum_i x_it, the
    memberships are x_it / s_t and the weights s_t^2: p(j|i) is x_i . x_j over its sum, the walk of
    LexRank (Erkan & Radev 2004) in time linear in the tokens. A term of every sentence has no
    part in a cosine: it weighs 0, and its members hold it by frequency.

    Parameters
    ----------
    terms, sentences : (T,) term and sentence of each token.
    """
    return cosine_edges(term_counts(terms, sentences, n_sentences, n_terms))


def cosine_edges(counts: Any) -> FuzzyHypergraph:
    """`cosine_hypergraph` of tokens counted by term and sentence, (V, N)."""
    n_terms, n_sentences = counts.shape
    frequency = np.diff(counts.indptr)
    held = counts.data * np.repeat(inverse_sentence_frequency(counts), frequency)
    norms = np.sqrt(np.bincount(counts.indices, held**2, n_sentences))
    held /= np.where(norms > 0, norms, 1.0)[counts.indices]
    strength = np.bincount(np.repeat(np.arange(n_terms), frequency), held, n_terms)
    everywhere = np.repeat(strength == 0, frequency)
    held[everywhere] = counts.data[everywhere]
    return FuzzyHypergraph(
        membership(sparse.csr_array((held, counts.indices, counts.indptr), counts.shape)),
        np.asarray(strength**2, np.float64),
        sparse.diags_array((frequency > 0).astype(np.float64)),
    )
