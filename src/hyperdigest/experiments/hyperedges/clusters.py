"""Clusters of sentences as hyperedges, beside pairs of sentences that share a term."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from hyperdigest.experiments.corpus import Corpus, Floats, unit_rows
from hyperdigest.experiments.hyperedges.distances import Labels
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.hypergraph.counts import rows_to_one


def cluster_hypergraph(corpus: Corpus, labels: Labels) -> FuzzyHypergraph:
    """Clusters, then pairs, as in HyperSum (Wang, Wei, Li & Li 2013), weights as printed.

    A cluster is shared equally by its members and weighs the cosine of its tf-isf vector and the
    corpus's; a pair of sentences of cosine above 0 weighs that cosine. Ours: p(e|t) runs over the
    clusters only and is the share of the term's occurrences in them, so that a term that stands
    in noise alone is unknown; and a sentence in neither a cluster nor a pair stands in a hyperedge
    of its own, which weighs 0.

    The pairs are so many that a walker on some hundred sentences takes one in 9 of 10 steps and
    more: clusters bear on the question more than on the walk.

    Parameters
    ----------
    labels : (N,) cluster of each sentence, 0, 1, ... without gaps, -1 for noise.
    """
    members = _members(labels)
    pairs = sparse.triu(corpus.cosines, 1, format="csr").sorted_indices().tocoo()
    alone = np.flatnonzero((labels < 0) & (np.diff(corpus.cosines.indptr) == 0))
    counts = members @ corpus.counts
    n_rest = pairs.nnz + len(alone)
    n_terms = corpus.n_terms
    return FuzzyHypergraph(
        sparse.vstack(
            [rows_to_one(members), _halves(pairs), _single(alone, corpus.n_sentences)], "csr"
        ),
        np.concatenate([_likeness(counts, corpus), pairs.data, np.zeros(len(alone))]),
        sparse.hstack([rows_to_one(counts.T.tocsr()), sparse.csr_array((n_terms, n_rest))], "csr"),
    )


def _members(labels: Labels) -> Any:
    """(C, N) csr, 1 where a cluster has a sentence."""
    inside = np.flatnonzero(labels >= 0)
    shape = int(labels.max(initial=-1)) + 1, len(labels)
    return sparse.coo_array((np.ones(len(inside)), (labels[inside], inside)), shape=shape).tocsr()


def _halves(pairs: Any) -> Any:
    """(P, N) csr, each pair shared half and half."""
    ends = np.stack(pairs.coords, axis=1).ravel()
    starts = np.arange(0, 2 * pairs.nnz + 1, 2)
    shape = pairs.nnz, pairs.shape[1]
    return sparse.csr_array((np.full(len(ends), 0.5), ends, starts), shape=shape)


def _single(sentences: Any, n_sentences: int) -> Any:
    """(len(sentences), N) csr, each sentence by itself."""
    starts = np.arange(len(sentences) + 1)
    shape = len(sentences), n_sentences
    return sparse.csr_array((np.ones(len(sentences)), sentences, starts), shape=shape)


def _likeness(counts: Any, corpus: Corpus) -> Floats:
    """(C,) cosine of each cluster and the corpus as tf-isf vectors; `counts` is (C, V)."""
    whole = sparse.csr_array(corpus.counts.sum(axis=0)[np.newaxis])
    vectors = unit_rows(sparse.vstack([counts, whole]) @ sparse.diags_array(corpus.isf))
    return np.asarray((vectors[:-1] @ vectors[-1:].T).toarray().ravel())
