"""Sentences as the vertices of a fuzzy hypergraph; topics or terms are its hyperedges.

Letters: N sentences, V terms, K hyperedges, T tokens. Everything is sparse and linear in the
number of non-zero memberships; nothing of size N x N, K x V or N x K is ever filled in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from hyperdigest.edge_weights import (
    edge_relevance,
    edge_weights,
    inverse_sentence_frequency,
    term_entropy,
    term_mass,
    topic_discrimination,
)
from hyperdigest.errors import OptionError

Floats = NDArray[np.float64]
TermPrior = Literal["total", "each"]


@dataclass(frozen=True, eq=False)
class FuzzyHypergraph:
    """Hyperedges that each spread a mass of 1 over the sentences, and carry a weight.

    Parameters
    ----------
    membership : (K, N) sparse [psi]. Rows sum to 1; the row of a term that never occurs is all
        zeros and weighs 0. Every sentence is in some hyperedge.
    weights : (K,) finite, >= 0 [w].
    edge_given_term : (V, K), sparse or dense [p(e|t)]. Rows sum to 1; the row of an unknown term
        is all zeros.

    Raises
    ------
    OptionError
        where shapes or sums are not as above.
    """

    membership: Any
    weights: Floats
    edge_given_term: Any

    def __post_init__(self) -> None:
        for name in ("membership", "edge_given_term"):
            matrix = sparse.csr_array(getattr(self, name), dtype=np.float64)
            object.__setattr__(self, name, matrix)
        object.__setattr__(self, "weights", np.asarray(self.weights, dtype=np.float64))
        _check(self)

    @property
    def n_sentences(self) -> int:
        """N, the number of vertices."""
        return int(self.membership.shape[1])

    @property
    def n_terms(self) -> int:
        """V, the number of terms a question can use."""
        return int(self.edge_given_term.shape[0])

    @cached_property
    def known_terms(self) -> NDArray[np.bool_]:
        """(V,) the terms that belong to some hyperedge."""
        return np.asarray(self.edge_given_term.sum(axis=1) > 0)

    @cached_property
    def sentence_membership(self) -> Any:
        """(N, K) csr: `membership` by sentence."""
        return self.membership.T.tocsr()

    @cached_property
    def weightless(self) -> NDArray[np.bool_]:
        """(N,) the sentences whose hyperedges all weigh 0."""
        return np.asarray(self.membership.T @ self.weights == 0)

    @cached_property
    def sentence_mass(self) -> Floats:
        """(N,) sum over hyperedges of psi_ei w(e), or of psi_ei for a weightless sentence."""
        weighted, plain = self.membership.T @ self.weights, self.membership.sum(axis=0)
        return np.asarray(np.where(self.weightless, plain, weighted))

    @cached_property
    def edge_given_sentence(self) -> Any:
        """Eq. (p(e|i)). The probability of hyperedge e when a walker leaves sentence i.

        (N, K) csc; a sentence whose hyperedges all weigh 0 chooses among them by membership alone.
        """
        psi = self.membership
        weights = np.repeat(self.weights, np.diff(psi.indptr))
        weights[self.weightless[psi.indices]] = 1.0
        chances = psi.data * weights / self.sentence_mass[psi.indices]
        return sparse.csr_array((chances, psi.indices, psi.indptr), shape=psi.shape).T

    @cached_property
    def returns(self) -> Floats:
        """(N,) p(i|i), the probability that a step of the walk ends where it began."""
        psi = self.membership
        chances: Floats = psi.data * self.edge_given_sentence.data
        return np.bincount(psi.indices, chances, self.n_sentences).astype(np.float64, copy=False)

    @cached_property
    def arrivals(self) -> Floats:
        """(N,) sum over i of p(j|i): the walkers that reach j when one leaves every sentence."""
        return np.asarray(self.membership.T @ self.edge_given_sentence.sum(axis=0))

    def incident(self, sentence: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The hyperedges of a sentence, and where their rows stand in `membership.data`."""
        by_sentence, starts = self.sentence_membership, self.membership.indptr
        first, last = by_sentence.indptr[sentence : sentence + 2]
        edges = by_sentence.indices[first:last]
        sizes = starts[edges + 1] - starts[edges]
        row_starts = np.repeat(starts[edges] - np.cumsum(sizes) + sizes, sizes)
        return edges, row_starts + np.arange(len(row_starts))


def topic_hypergraph(
    assignments: ArrayLike,
    terms: ArrayLike,
    sentences: ArrayLike,
    n_sentences: int,
    n_terms: int,
    term_concentration: float = 0.5,
    *,
    term_prior: TermPrior = "total",
) -> FuzzyHypergraph:
    """Algorithm (algorithmHYPER). The hypergraph whose hyperedges are topics.

    Parameters
    ----------
    assignments, terms, sentences : (T,) topic, term and sentence of each token; topics are
        numbered 0..K-1 and none is empty.
    term_concentration : zeta, prior mass of a topic's term distribution.
    term_prior : whether zeta is the ``total`` mass or the mass of ``each`` term.
    """
    z, t, i = _tokens((assignments, terms, sentences), (None, n_terms, n_sentences))
    n_topics = int(z.max()) + 1
    in_sentences = _counts(z, i, (n_topics, n_sentences))
    in_topics = _counts(t, z, (n_terms, n_topics))
    if (np.diff(in_sentences.indptr) == 0).any():
        raise OptionError("a topic has no token: number the topics 0..K-1 without gaps")
    prior = term_concentration if term_prior == "total" else term_concentration * n_terms

    frequency = np.asarray(in_topics.sum(axis=1))
    isf = inverse_sentence_frequency(_counts(t, i, (n_terms, n_sentences)))
    edge_given_term = topics_of_terms(in_topics)
    tdp = topic_discrimination(term_entropy(edge_given_term))
    return FuzzyHypergraph(
        membership(in_sentences),
        edge_weights(
            edge_relevance(in_sentences), term_mass(in_topics, frequency * isf * tdp, prior)
        ),
        edge_given_term,
    )


def term_hypergraph(
    terms: ArrayLike, sentences: ArrayLike, n_sentences: int, n_terms: int
) -> FuzzyHypergraph:
    """Table (tabHyperedges), row TERMS. One hyperedge a term, of weight tfc(t) isf(t).

    Parameters
    ----------
    terms, sentences : (T,) term and sentence of each token.
    """
    t, i = _tokens((terms, sentences), (n_terms, n_sentences))
    counts = _counts(t, i, (n_terms, n_sentences))
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
    t, i = _tokens((terms, sentences), (n_terms, n_sentences))
    counts = _counts(t, i, (n_terms, n_sentences))
    frequency = np.diff(counts.indptr)
    values = counts.data * np.repeat(inverse_sentence_frequency(counts), frequency)
    norms = np.sqrt(np.bincount(counts.indices, values**2, n_sentences))
    unit = values / np.where(norms > 0, norms, 1.0)[counts.indices]
    strength = np.bincount(np.repeat(np.arange(n_terms), frequency), unit, n_terms)
    held = np.where(np.repeat(strength, frequency) > 0, unit, counts.data)
    return FuzzyHypergraph(
        membership(sparse.csr_array((held, counts.indices, counts.indptr), counts.shape)),
        np.asarray(strength**2, np.float64),
        sparse.diags_array((frequency > 0).astype(np.float64)),
    )


def stack(hypergraphs: Sequence[FuzzyHypergraph], shares: ArrayLike) -> FuzzyHypergraph:
    """The hyperedges of several hypergraphs over the same sentences and terms, as one.

    Parameters
    ----------
    shares : one number > 0 a hypergraph. The weights of each are scaled to sum to its share, and
        p(e|t) is the mean by share of those that know the term. A hypergraph whose hyperedges all
        weigh 0 tells no sentences apart and keeps its zeros.
    """
    parts = np.asarray(shares, dtype=np.float64)
    if not hypergraphs or parts.shape != (len(hypergraphs),):
        raise OptionError(f"{len(hypergraphs)} hypergraphs and {parts.size} shares: give as many")
    if not (np.isfinite(parts).all() and (parts > 0).all()):
        raise OptionError(f"shares are {parts.tolist()}: give numbers above 0")
    if len({(h.n_sentences, h.n_terms) for h in hypergraphs}) > 1:
        raise OptionError("hypergraphs differ in sentences or terms: stack those of one collection")
    weights = [
        h.weights * (part / (h.weights.sum() or 1.0))
        for h, part in zip(hypergraphs, parts, strict=True)
    ]
    given = sparse.hstack(
        [h.edge_given_term * part for h, part in zip(hypergraphs, parts, strict=True)], "csr"
    )
    return FuzzyHypergraph(
        sparse.vstack([h.membership for h in hypergraphs], "csr"),
        np.concatenate(weights),
        _rows_to_one(given),
    )


def membership(counts: Any) -> Any:
    """Eq. (psi). The share of a hyperedge's tokens that each sentence holds, (K, N) from counts."""
    return _rows_to_one(counts)


def topics_of_terms(counts: Any) -> Any:
    """Eq. (p(e|t)). The fraction of the occurrences of a term tagged with each topic, (V, K)."""
    return _rows_to_one(counts)


def _tokens(columns: Sequence[ArrayLike], sizes: Sequence[int | None]) -> list[NDArray[np.int64]]:
    arrays = [np.asarray(column, dtype=np.int64) for column in columns]
    if any(a.shape != arrays[0].shape or a.ndim != 1 for a in arrays):
        raise OptionError(f"tokens have shapes {[a.shape for a in arrays]}: give equal lengths")
    if not arrays[0].size:
        raise OptionError("there is no token: a hypergraph needs at least one")
    for array, size in zip(arrays, sizes, strict=True):
        if array.min() < 0 or (size is not None and array.max() >= size):
            worst = int(array.min() if array.min() < 0 else array.max())
            raise OptionError(f"a token has index {worst}: give 0 to {(size or 0) - 1}")
    return arrays


def _counts(rows: NDArray[np.int64], columns: NDArray[np.int64], shape: tuple[int, int]) -> Any:
    return sparse.coo_array((np.ones(len(rows)), (rows, columns)), shape=shape).tocsr()


def _rows_to_one(matrix: Any) -> Any:
    sums = np.repeat(matrix.sum(axis=1), np.diff(matrix.indptr))
    return sparse.csr_array((matrix.data / sums, matrix.indices, matrix.indptr), matrix.shape)


def _check(graph: FuzzyHypergraph) -> None:
    psi, weights, given = graph.membership, graph.weights, graph.edge_given_term
    if weights.shape != (psi.shape[0],) or given.shape[1] != psi.shape[0]:
        shapes = f"membership {psi.shape}, weights {weights.shape}, edge_given_term {given.shape}"
        raise OptionError(f"shapes disagree on the hyperedges: {shapes}")
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise OptionError("weights of hyperedges must be finite and >= 0")
    for name, matrix, empty in (
        ("membership", psi, weights == 0),
        ("edge_given_term", given, True),
    ):
        sums = np.asarray(matrix.sum(axis=1))
        proper = (np.abs(sums - 1) < 1e-9) | (empty & (sums == 0))
        if not (proper.all() and (matrix.data >= 0).all()):
            raise OptionError(f"rows of {name} must be >= 0 and sum to 1 (or be empty, weight 0)")
    lonely = np.flatnonzero(np.asarray(psi.sum(axis=0)) == 0)
    if len(lonely):
        raise OptionError(f"sentence {lonely[0]} is in no hyperedge: leave out such sentences")
