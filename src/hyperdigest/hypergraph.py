"""Sentences as the vertices of a fuzzy hypergraph; topics or terms are its hyperedges.

Letters: N sentences, V terms, K hyperedges, T tokens. Everything is sparse and linear in the
number of non-zero memberships; nothing of size N x N, K x V or N x K is ever filled in.

`FuzzyHypergraph` keeps the quantities of a walk on it; `topic_hypergraph`, `term_hypergraph` and
`cosine_hypergraph` build one from tokens, and `stack` puts several together. The equations
themselves are in `equations`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from hyperdigest import equations
from hyperdigest.base.arrays import Floats
from hyperdigest.base.cache import locked_cached_property
from hyperdigest.base.sparse import count_pairs, entries_of, rows_to_one
from hyperdigest.errors import OptionError
from hyperdigest.topics.data import TermPrior, prior_mass

FEW_EDGES = 100
"""Hyperedges are few where there are so many times as many sentences."""


class Incidence(NamedTuple):
    """The hyperedges that some sentences are in, sentence after sentence.

    `edges` (n,) are numbers of hyperedges, `psi` and `chances` (n,) the psi_ei and p(e|i) of each
    with its sentence; the entries of a sentence begin at its number in `starts` and are `sizes`.
    """

    edges: NDArray[np.intp]
    psi: Floats
    chances: Floats
    starts: NDArray[np.intp]
    sizes: NDArray[np.intp]

    def sums(self, values: Floats) -> Floats:
        """The sum of the entries of each sentence."""
        return np.add.reduceat(values, self.starts)


class Block(NamedTuple):
    """Sentences among which the walk is reversible: from i to j as often as from j to i.

    `sentences` (n,) are their numbers. `membership` (n, K), its `transpose` (K, n) and `weights`
    (K,) are those of the hyperedges that the walk follows between them, `degree` (n,) the sums over
    hyperedges of psi_ei w(e). The membership is stored by hyperedge where these are few and long,
    else by sentence, those of as many hyperedges together: so it is multiplied fastest.
    """

    sentences: NDArray[np.intp]
    membership: Any
    transpose: Any
    weights: Floats
    degree: Floats


@dataclass(frozen=True, eq=False)
class FuzzyHypergraph:
    """Hyperedges that each spread a mass of 1 over the sentences, and carry a weight.

    Parameters
    ----------
    membership : (K, N) sparse [psi]. Rows sum to 1; the row of a term that never occurs is all
        zeros and weighs 0. Every sentence is in some hyperedge.
    weights : (K,) 0 or between 1e-100 and 1e100 [w].
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
            if not matrix.has_canonical_format:  # an entry may be stored in parts
                matrix = matrix.copy()
                matrix.sum_duplicates()
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

    @locked_cached_property
    def known_terms(self) -> NDArray[np.bool_]:
        """(V,) the terms that belong to some hyperedge."""
        return np.asarray(self.edge_given_term.sum(axis=1) > 0)

    @locked_cached_property
    def sentence_membership(self) -> Any:
        """(N, K) csr: `membership` by sentence."""
        return self.membership.T.tocsr()

    @locked_cached_property
    def zero_weight(self) -> NDArray[np.bool_]:
        """(N,) the sentences whose hyperedges all weigh 0."""
        return np.asarray(self.membership.T @ self.weights == 0)

    @locked_cached_property
    def degree(self) -> Floats:
        """(N,) sum over hyperedges of psi_ei w(e), or of psi_ei where all of these weigh 0."""
        weighted, plain = self.membership.T @ self.weights, self.membership.sum(axis=0)
        return np.asarray(np.where(self.zero_weight, plain, weighted))

    @locked_cached_property
    def edge_given_sentence(self) -> Any:
        """(N, K) csc p(e|i); where all hyperedges of a sentence weigh 0, each counts as 1."""
        psi = self.membership
        weights = np.repeat(self.weights, np.diff(psi.indptr))
        weights[self.zero_weight[psi.indices]] = 1.0
        chances = equations.edge_given_sentence(psi.data, weights, self.degree[psi.indices])
        return sparse.csr_array((chances, psi.indices, psi.indptr), shape=psi.shape).T

    @locked_cached_property
    def self_transition(self) -> Floats:
        """(N,) p(i|i), the probability that a step of the walk ends where it began."""
        psi = self.membership
        chances = psi.data**2
        chances *= np.repeat(self.weights, np.diff(psi.indptr))
        stays = np.bincount(psi.indices, chances, self.n_sentences) / self.degree
        if self.zero_weight.any():
            squares = np.bincount(psi.indices, psi.data**2, self.n_sentences)
            stays[self.zero_weight] = (squares / self.degree)[self.zero_weight]
        return stays

    @locked_cached_property
    def edge_flow(self) -> Floats:
        """(K,) sum over i of p(e|i): how many walkers leave by e when one leaves every sentence."""
        return np.asarray(self.edge_given_sentence.sum(axis=0))

    @locked_cached_property
    def in_flow(self) -> Floats:
        """(N,) sum over i of p(j|i): how many walkers reach j when one leaves every sentence."""
        return np.asarray(self.membership.T @ self.edge_flow)

    @locked_cached_property
    def transient(self) -> NDArray[np.bool_]:
        """(N,) the sentences of weight 0 from which the walk comes to others and never returns."""
        transient = np.zeros(self.n_sentences, dtype=bool)
        if self.zero_weight.any():
            ways = self.membership[self.weights == 0]
            leading_out = ways @ (~self.zero_weight).astype(np.float64) > 0
            of_sentences, of_edges = components(ways[:, self.zero_weight].T)
            transient[self.zero_weight] = np.isin(of_sentences, of_edges[leading_out])
        return transient

    @locked_cached_property
    def blocks(self) -> list[Block]:
        """The transient sentences, where there are any, then the rest, which never enters them."""
        closed = (self.zero_weight & ~self.transient).astype(np.float64)
        weights = np.where(self.membership @ closed > 0, 1.0, self.weights)
        kinds = [(~self.transient, weights > 0, weights)]
        if self.transient.any():
            kinds = [(self.transient, self.weights == 0, np.ones(len(weights))), *kinds]
        blocks = []
        for inside, chosen, weights in kinds:
            sentences, edges = np.flatnonzero(inside), np.flatnonzero(chosen)
            membership = self.membership[edges].T
            if len(edges) * FEW_EDGES > len(sentences):
                membership = membership.tocsr()
                order = np.argsort(np.diff(membership.indptr)[sentences], kind="stable")
                sentences = sentences[order]
            membership, degree = membership[sentences], self.degree[sentences]
            blocks.append(Block(sentences, membership, membership.T, weights[edges], degree))
        return blocks

    def step(self, p: Floats) -> Floats:
        """(N,) sum over i of p(j|i) p_i: one step of the walk."""
        return equations.transition(self.membership, self.edge_given_sentence, p)

    def incidence(self, sentences: NDArray[np.intp]) -> Incidence:
        """The hyperedges of some sentences."""
        held = self.sentence_membership
        if len(sentences) == 1:  # a pick of the selection needs one, whose entries are a slice
            sentence = int(sentences[0])
            first, end = held.indptr[sentence], held.indptr[sentence + 1]
            edges, psi = held.indices[first:end], held.data[first:end]
            weights, degree = self.weights.take(edges), self.degree[sentence]
            if self.zero_weight[sentence]:
                weights[:] = 1.0
            chances = equations.edge_given_sentence(psi, weights, degree)
            return Incidence(edges, psi, chances, np.zeros(1, np.intp), np.array([len(edges)]))
        entries, sizes = entries_of(held, sentences)
        edges, psi = held.indices.take(entries), held.data.take(entries)
        weights, degree = self.weights.take(edges), self.degree[sentences].repeat(sizes)
        if (unweighted := self.zero_weight[sentences]).any():
            weights[unweighted.repeat(sizes)] = 1.0
        chances = equations.edge_given_sentence(psi, weights, degree)
        return Incidence(edges, psi, chances, sizes.cumsum() - sizes, sizes)


def _check(graph: FuzzyHypergraph) -> None:
    psi, weights, given = graph.membership, graph.weights, graph.edge_given_term
    if weights.shape != (psi.shape[0],) or given.shape[1] != psi.shape[0]:
        shapes = f"membership {psi.shape}, weights {weights.shape}, edge_given_term {given.shape}"
        raise OptionError(f"shapes disagree on the hyperedges: {shapes}")
    if not ((weights == 0) | ((weights >= 1e-100) & (weights <= 1e100))).all():
        raise OptionError("a weight of a hyperedge is neither 0 nor between 1e-100 and 1e100")
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


def components(membership: Any) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The number of the connected component of each sentence and each hyperedge, (n,) and (K,).

    `membership` is (n, K), sparse; entries of 0 join nothing.
    """
    n, k = membership.shape
    joined = sparse.coo_array(membership)
    joined.eliminate_zeros()
    ends = (joined.row, joined.col + n)
    square = sparse.coo_array((joined.data, ends), shape=(n + k, n + k))
    _, numbers = connected_components(square, directed=False)
    return numbers[:n], numbers[n:]


def topic_hypergraph(
    assignments: ArrayLike,
    terms: ArrayLike,
    sentences: ArrayLike,
    n_sentences: int,
    n_terms: int,
    term_concentration: float = 0.5,
    *,
    term_prior: TermPrior = "total",
    isf: Floats | None = None,
) -> FuzzyHypergraph:
    """Algorithm (algorithmHYPER). The hypergraph whose hyperedges are topics.

    Parameters
    ----------
    assignments, terms, sentences : (T,) topic, term and sentence of each token; topics are
        numbered 0..K-1 and none is empty.
    term_concentration : zeta, prior mass of a topic's term distribution.
    term_prior : whether zeta is the ``total`` mass or the mass of ``each`` term.
    isf : (V,) inverse sentence frequency of each term, where it is known.
    """
    if not 0 < term_concentration < np.inf:
        raise OptionError(f"term_concentration is {term_concentration}: give a number above 0")
    z, t, i = _token_columns((assignments, terms, sentences), (None, n_terms, n_sentences))
    if isf is None:
        isf = equations.inverse_sentence_frequency(count_pairs(t, i, (n_terms, n_sentences)))
    prior = prior_mass(term_concentration, n_terms, term_prior)
    n_topics = int(z.max()) + 1
    in_sentences = count_pairs(z, i, (n_topics, n_sentences))
    if (np.diff(in_sentences.indptr) == 0).any():
        raise OptionError("a topic has no token: number the topics 0..K-1 without gaps")
    in_topics = count_pairs(t, z, (n_terms, n_topics))
    tfc = np.asarray(in_topics.sum(axis=1))
    edge_given_term = equations.edge_given_term(in_topics)
    tdp = equations.topic_discrimination(equations.term_entropy(edge_given_term))
    rel = equations.edge_relevance(in_sentences)
    weights = equations.edge_weights(rel, tfc, isf, tdp, in_topics, prior)
    return FuzzyHypergraph(equations.membership(in_sentences), weights, edge_given_term)


def term_hypergraph(
    terms: ArrayLike, sentences: ArrayLike, n_sentences: int, n_terms: int
) -> FuzzyHypergraph:
    """Table (tabHyperedges), row TERMS. One hyperedge a term, of weight tfc(t) isf(t).

    `terms` and `sentences` (T,) are those of each token.
    """
    return term_edges(term_counts(terms, sentences, n_sentences, n_terms))


def term_edges(counts: Any) -> FuzzyHypergraph:
    """`term_hypergraph` of tokens counted by term and sentence, (V, N)."""
    tfc = np.asarray(counts.sum(axis=1))
    return FuzzyHypergraph(
        equations.membership(counts),
        tfc * equations.inverse_sentence_frequency(counts),
        sparse.diags_array((tfc > 0).astype(np.float64)),
    )


def cosine_hypergraph(counts: Any) -> FuzzyHypergraph:
    """Term hyperedges along which a walker goes from i to j in proportion to their cosine.

    With x_i the tf-isf vector of sentence i scaled to length 1 and s_t = sum_i x_it, the
    memberships are x_it / s_t and the weights s_t^2: p(j|i) is x_i . x_j over its sum, the walk of
    LexRank (Erkan & Radev 2004) in time linear in the tokens. The isf of a term
    that stands in every sentence is 0, so that it adds nothing to a cosine: its hyperedge has the
    weight 0, and memberships in proportion to its frequency.

    Parameters
    ----------
    counts : (V, N), as `term_counts` gives them.
    """
    n_terms, n_sentences = counts.shape
    frequency = np.diff(counts.indptr)
    held = counts.data * np.repeat(equations.inverse_sentence_frequency(counts), frequency)
    norms = np.sqrt(np.bincount(counts.indices, held**2, n_sentences))
    held /= np.where(norms > 0, norms, 1.0)[counts.indices]
    strength = np.bincount(np.repeat(np.arange(n_terms), frequency), held, n_terms)
    everywhere = np.repeat(strength == 0, frequency)
    held[everywhere] = counts.data[everywhere]
    return FuzzyHypergraph(
        equations.membership(sparse.csr_array((held, counts.indices, counts.indptr), counts.shape)),
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
        rows_to_one(given),
    )


def term_counts(terms: ArrayLike, sentences: ArrayLike, n_sentences: int, n_terms: int) -> Any:
    """(V, N) csr, how often each term stands in each sentence, by the (T,) tokens of both."""
    shape = n_terms, n_sentences
    t, i = _token_columns((terms, sentences), shape)
    return count_pairs(t, i, shape)


def _token_columns(
    columns: Sequence[ArrayLike], sizes: Sequence[int | None]
) -> list[NDArray[np.int32]]:
    """The columns of a token table as integers, checked to be in 0..size-1."""
    arrays = [np.asarray(column) for column in columns]
    if any(a.shape != arrays[0].shape or a.ndim != 1 for a in arrays):
        raise OptionError(f"tokens have shapes {[a.shape for a in arrays]}: give equal lengths")
    if not arrays[0].size:
        raise OptionError("there is no token: a hypergraph needs at least one")
    for array, size in zip(arrays, sizes, strict=True):
        if array.dtype.kind not in "iu":
            raise OptionError(f"tokens hold {array.dtype}: give whole numbers")
        if array.min() < 0:
            raise OptionError(f"a token has index {array.min()}: give 0 or more")
        if size is not None and array.max() >= size:
            raise OptionError(f"a token has index {array.max()}: give less than {size}")
    return [array.astype(np.int32, copy=False) for array in arrays]


__all__ = ["FuzzyHypergraph", "cosine_hypergraph", "stack", "term_hypergraph", "topic_hypergraph"]
