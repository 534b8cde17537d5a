"""Fuzzy hypergraphs with sentences as vertices, and topics or terms as hyperedges.

Letters: N sentences, V terms, K hyperedges, T tokens. All matrices are sparse, and all work is
linear in the number of non-zero memberships: no dense matrix of N x N, K x V or N x K is formed.

`FuzzyHypergraph` computes the quantities of a random walk on it. `topic_hypergraph`,
`term_hypergraph` and `cosine_hypergraph` build one from tokens, and `stack` joins several. The
equations are in `equations`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from hyperdigest import equations
from hyperdigest.base.arrays import Floats
from hyperdigest.base.cache import locked_cached_property
from hyperdigest.base.sparse import count_pairs, entries_of, rows_to_one
from hyperdigest.errors import OptionError
from hyperdigest.topics.data import TermPrior, prior_mass


class Incidence(NamedTuple):
    """The hyperedges of some sentences, sentence after sentence."""

    edges: NDArray[np.intp]
    """(n,) numbers of the hyperedges."""
    psi: Floats
    """(n,) psi_ei of each hyperedge and its sentence."""
    chances: Floats
    """(n,) p(e|i) of each hyperedge and its sentence."""
    starts: NDArray[np.intp]
    """The index of the first entry of each sentence."""
    sizes: NDArray[np.intp]
    """The number of entries of each sentence."""

    def sums(self, values: Floats) -> Floats:
        """The sum of the entries of each sentence."""
        return np.add.reduceat(values, self.starts)


class WalkBlock(NamedTuple):
    """Sentences among which the walk is reversible: it goes from i to j as often as from j to i.

    So that products are fast, the membership is stored by hyperedge if these are few and large;
    otherwise by sentence, with the sentences sorted by their number of hyperedges.
    """

    sentences: NDArray[np.intp]
    """(n,) numbers of the sentences."""
    membership: Any
    """(n, K) psi of the hyperedges that the walk follows in the block."""
    transpose: Any
    """(K, n), the transpose of the membership."""
    weights: Floats
    """(K,) weights of these hyperedges."""
    degree: Floats
    """(n,) sums over these hyperedges of psi_ei w(e)."""


@dataclass(frozen=True, eq=False)
class FuzzyHypergraph:
    """A fuzzy hypergraph: the membership of each sentence in each hyperedge, and their weights.

    Parameters
    ----------
    membership : (K, N) sparse [psi]. Rows sum to 1; the row of a term that never occurs is all
        zeros and has weight 0. Every sentence is in some hyperedge.
    weights : (K,) 0 or between 1e-100 and 1e100 [w].
    edge_given_term : (V, K), sparse or dense [p(e|t)]. Rows sum to 1; the row of an unknown term
        is all zeros.

    Raises
    ------
    OptionError
        if shapes or sums are not as above.
    """

    membership: Any
    weights: Floats
    edge_given_term: Any

    def __post_init__(self) -> None:
        for name in ("membership", "edge_given_term"):
            matrix = sparse.csr_array(getattr(self, name), dtype=np.float64)
            if not matrix.has_canonical_format:  # it may have duplicate entries
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
        """V, the number of terms."""
        return int(self.edge_given_term.shape[0])

    @locked_cached_property
    def known_terms(self) -> NDArray[np.bool_]:
        """(V,) whether each term belongs to some hyperedge."""
        return np.asarray(self.edge_given_term.sum(axis=1) > 0)

    @locked_cached_property
    def sentence_membership(self) -> Any:
        """(N, K) csr: `membership` by sentence."""
        return self.membership.T.tocsr()

    @locked_cached_property
    def zero_weight(self) -> NDArray[np.bool_]:
        """(N,) whether all hyperedges of a sentence have weight 0."""
        return np.asarray(self.membership.T @ self.weights == 0)

    @locked_cached_property
    def degree(self) -> Floats:
        """(N,) sum over hyperedges of psi_ei w(e), or of psi_ei if all their weights are 0."""
        weighted, plain = self.membership.T @ self.weights, self.membership.sum(axis=0)
        return np.asarray(np.where(self.zero_weight, plain, weighted))

    @locked_cached_property
    def edge_given_sentence(self) -> Any:
        """(N, K) csc p(e|i); if all hyperedges of a sentence have weight 0, they count as 1."""
        psi = self.membership
        weights = np.repeat(self.weights, np.diff(psi.indptr))
        weights[self.zero_weight[psi.indices]] = 1.0
        chances = equations.edge_given_sentence(psi.data, weights, self.degree[psi.indices])
        return sparse.csr_array((chances, psi.indices, psi.indptr), shape=psi.shape).T

    @locked_cached_property
    def self_transition(self) -> Floats:
        """(N,) p(i|i), the probability that a step of the walk stays at its sentence."""
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
        """(K,) sum over i of p(e|i): the expected walkers on e if one leaves each sentence."""
        return np.asarray(self.edge_given_sentence.sum(axis=0))

    @locked_cached_property
    def in_flow(self) -> Floats:
        """(N,) sum over i of p(j|i): the expected walkers at j if one leaves each sentence."""
        return np.asarray(self.membership.T @ self.edge_flow)

    @locked_cached_property
    def transient(self) -> NDArray[np.bool_]:
        """(N,) whether a sentence of weight 0 is transient: the walk leaves and never returns."""
        transient = np.zeros(self.n_sentences, dtype=bool)
        if self.zero_weight.any():
            weightless = self.membership[self.weights == 0]
            leading_out = weightless @ (~self.zero_weight).astype(np.float64) > 0
            of_sentences, of_edges = components(weightless[:, self.zero_weight].T)
            transient[self.zero_weight] = np.isin(of_sentences, of_edges[leading_out])
        return transient

    @locked_cached_property
    def blocks(self) -> list[WalkBlock]:
        """The transient sentences, if there are any, then the others, which never lead to them."""
        closed = (self.zero_weight & ~self.transient).astype(np.float64)
        weights = np.where(self.membership @ closed > 0, 1.0, self.weights)
        kinds = [(~self.transient, weights > 0, weights)]
        if self.transient.any():
            kinds = [(self.transient, self.weights == 0, np.ones(len(weights))), *kinds]
        blocks = []
        for inside, chosen, weights in kinds:
            sentences, edges = np.flatnonzero(inside), np.flatnonzero(chosen)
            membership = self.membership[edges].T
            few_edges = 100 * len(edges) <= len(sentences)
            if not few_edges:
                membership = membership.tocsr()
                order = np.argsort(np.diff(membership.indptr)[sentences], kind="stable")
                sentences = sentences[order]
            membership, degree = membership[sentences], self.degree[sentences]
            blocks.append(WalkBlock(sentences, membership, membership.T, weights[edges], degree))
        return blocks

    def step(self, p: Floats) -> Floats:
        """(N,) sum over i of p(j|i) p_i: one step of the walk."""
        return equations.transition(self.membership, self.edge_given_sentence, p)

    def incidence(self, sentences: NDArray[np.intp]) -> Incidence:
        """The hyperedges of some sentences."""
        membership = self.sentence_membership
        if len(sentences) == 1:  # at each pick of the selection; a slice is fast
            sentence = int(sentences[0])
            first, end = membership.indptr[sentence], membership.indptr[sentence + 1]
            edges, psi = membership.indices[first:end], membership.data[first:end]
            weights, degree = self.weights.take(edges), self.degree[sentence]
            if self.zero_weight[sentence]:
                weights[:] = 1.0
            chances = equations.edge_given_sentence(psi, weights, degree)
            return Incidence(edges, psi, chances, np.zeros(1, np.intp), np.array([len(edges)]))
        entries, sizes = entries_of(membership, sentences)
        edges, psi = membership.indices.take(entries), membership.data.take(entries)
        weights, degree = self.weights.take(edges), self.degree[sentences].repeat(sizes)
        if (unweighted := self.zero_weight[sentences]).any():
            weights[unweighted.repeat(sizes)] = 1.0
        chances = equations.edge_given_sentence(psi, weights, degree)
        return Incidence(edges, psi, chances, sizes.cumsum() - sizes, sizes)


def _check(graph: FuzzyHypergraph) -> None:
    """Raise OptionError if shapes, signs or sums are invalid, or a sentence is in no hyperedge."""
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
    isolated = np.flatnonzero(np.asarray(psi.sum(axis=0)) == 0)
    if len(isolated):
        raise OptionError(f"sentence {isolated[0]} is in no hyperedge: leave out such sentences")


def components(membership: Any) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The number of the connected component of each sentence and each hyperedge, (n,) and (K,).

    `membership` is (n, K), sparse; entries of 0 connect nothing.
    """
    from scipy.sparse.csgraph import connected_components  # which loads scipy.linalg

    n, k = membership.shape
    connected = sparse.coo_array(membership)
    connected.eliminate_zeros()
    ends = (connected.row, connected.col + n)
    square = sparse.coo_array((connected.data, ends), shape=(n + k, n + k))
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
    isf : (V,) inverse sentence frequency of each term, if it is already computed.

    Raises
    ------
    OptionError
        if a parameter is out of its range, or a topic has no token.
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
    """Table (tabHyperedges), row TERMS. One hyperedge per term, of weight tfc(t) isf(t).

    `terms` and `sentences`, (T,), are those of each token.
    """
    counts = term_counts(terms, sentences, n_sentences, n_terms)
    return term_edges(counts, equations.inverse_sentence_frequency(counts))


def term_edges(counts: Any, isf: Floats) -> FuzzyHypergraph:
    """The `term_hypergraph` of counts of tokens by term and sentence, (V, N), and of isf, (V,)."""
    tfc = np.asarray(counts.sum(axis=1))
    return FuzzyHypergraph(
        equations.membership(counts),
        tfc * isf,
        sparse.diags_array((tfc > 0).astype(np.float64)),
    )


def cosine_hypergraph(counts: Any, isf: Floats | None = None) -> FuzzyHypergraph:
    """Term hyperedges on which a walker goes from i to j with probability proportional to cosine.

    With x_i the tf-isf vector of sentence i, scaled to length 1, and s_t = sum_i x_it, memberships
    are x_it / s_t and weights s_t^2. So p(j|i) is x_i . x_j divided by its sum over j: this is the
    walk of LexRank (Erkan & Radev 2004) in time linear in the tokens. A term of every sentence has
    isf 0 and adds nothing to a cosine: its hyperedge has weight 0, and memberships proportional to
    its frequency.

    Parameters
    ----------
    counts : (V, N), from `term_counts`.
    isf : (V,) inverse sentence frequency of each term, if it is already computed.
    """
    n_terms, n_sentences = counts.shape
    frequency = np.diff(counts.indptr)
    isf = equations.inverse_sentence_frequency(counts) if isf is None else isf
    x = counts.data * np.repeat(isf, frequency)
    norms = np.sqrt(np.bincount(counts.indices, x**2, n_sentences))
    x /= np.where(norms > 0, norms, 1.0)[counts.indices]
    sums = np.bincount(np.repeat(np.arange(n_terms), frequency), x, n_terms)
    everywhere = np.repeat(sums == 0, frequency)
    x[everywhere] = counts.data[everywhere]
    return FuzzyHypergraph(
        equations.membership(sparse.csr_array((x, counts.indices, counts.indptr), counts.shape)),
        np.asarray(sums**2, np.float64),
        sparse.diags_array((frequency > 0).astype(np.float64)),
    )


def stack(hypergraphs: Sequence[FuzzyHypergraph], shares: ArrayLike) -> FuzzyHypergraph:
    """One hypergraph with the hyperedges of several over the same sentences and terms.

    Parameters
    ----------
    shares : one number > 0 per hypergraph. The weights of each are scaled to sum to its share, and
        p(e|t) is the mean, weighted by share, over those that know the term. Weights that are all 0
        stay 0.

    Raises
    ------
    OptionError
        if shares are invalid, or the hypergraphs differ in sentences or terms.
    """
    parts = np.asarray(shares, dtype=np.float64)
    if not hypergraphs or parts.shape != (len(hypergraphs),):
        raise OptionError(
            f"{len(hypergraphs)} hypergraphs and {parts.size} shares: give one share for each"
        )
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
    """(V, N) csr, the frequency of each term in each sentence, from the (T,) tokens of both."""
    shape = n_terms, n_sentences
    t, i = _token_columns((terms, sentences), shape)
    return count_pairs(t, i, shape)


def _token_columns(
    columns: Sequence[ArrayLike], sizes: Sequence[int | None]
) -> list[NDArray[np.int32]]:
    """The columns of tokens as int32. Raises OptionError if one is not in 0..size-1."""
    arrays = [np.asarray(column) for column in columns]
    if any(a.shape != arrays[0].shape or a.ndim != 1 for a in arrays):
        raise OptionError(f"tokens have shapes {[a.shape for a in arrays]}: give equal lengths")
    if not arrays[0].size:
        raise OptionError("there is no token: a hypergraph needs at least one")
    for array, size in zip(arrays, sizes, strict=True):
        if array.dtype.kind not in "iu":
            raise OptionError(f"tokens contain {array.dtype}: give whole numbers")
        if array.min() < 0:
            raise OptionError(f"a token has index {array.min()}: give 0 or more")
        if size is not None and array.max() >= size:
            raise OptionError(f"a token has index {array.max()}: give less than {size}")
    return [array.astype(np.int32, copy=False) for array in arrays]


__all__ = ["FuzzyHypergraph", "cosine_hypergraph", "stack", "term_hypergraph", "topic_hypergraph"]
