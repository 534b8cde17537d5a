"""What a set of sentences is worth: their relevance, and how much of the collection they cover.

Letters: N sentences, K hyperedges; nu is `coverage_balance`.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph

Floats = NDArray[np.float64]


class SetFunction(Protocol):
    """A monotone submodular function of a set of sentences that grows one by one from nothing.

    Attributes
    ----------
    value : the function of the set so far, 0 of the empty set.
    gains : (N,) what each sentence would add; of no meaning for those in the set.
    least : (N,) what each sentence adds at least, whatever the others are; >= 0.
    """

    value: float
    gains: Floats
    least: Floats

    def add(self, sentence: int) -> None:
        """Put a sentence into the set."""

    def copy(self) -> Self:
        """The same set, to grow in another way."""


class RelevanceAndCoverage:
    """The objective of `objective`, with the gain of every sentence kept up to date.

    Parameters
    ----------
    scores : (N,) relevance of the sentences, finite and >= 0.
    coverage_balance : nu in [0, 1].
    """

    def __init__(
        self, hypergraph: FuzzyHypergraph, scores: ArrayLike, coverage_balance: float = 0.35
    ) -> None:
        relevance = (1 - coverage_balance) * _checked(hypergraph, scores, coverage_balance)
        self._hypergraph = hypergraph
        self._share = coverage_balance / hypergraph.n_sentences
        self.value = 0.0
        self.gains = relevance + self._share * (1 + hypergraph.arrivals - hypergraph.returns)
        self.least = relevance + self._share * hypergraph.returns

    def add(self, sentence: int) -> None:
        """Put a sentence into the set; only those that share a hyperedge with it lose gain."""
        self.value += float(self.gains[sentence])
        self.gains -= self._share * exchange(self._hypergraph, sentence)

    def copy(self) -> Self:
        """The same set, to grow in another way."""
        twin = copy(self)
        twin.gains = self.gains.copy()
        return twin


def objective(
    hypergraph: FuzzyHypergraph,
    scores: ArrayLike,
    chosen: Sequence[int],
    coverage_balance: float = 0.35,
) -> float:
    """Eq. (defObjFct). F(S) = (1 - nu) sum of p(s) over S + nu / N C(S).

    Parameters
    ----------
    scores : (N,) relevance of the sentences, finite and >= 0 [p].
    chosen : the sentences of S.
    coverage_balance : nu in [0, 1].
    """
    p = _checked(hypergraph, scores, coverage_balance)
    share = coverage_balance / hypergraph.n_sentences
    relevance = float(p[_members(hypergraph, chosen)].sum())
    return (1 - coverage_balance) * relevance + share * coverage(hypergraph, chosen)


def coverage(hypergraph: FuzzyHypergraph, chosen: Sequence[int]) -> float:
    """Eq. (eqnCoverageX), Eq. (C(S)). Topical coverage of S: the sum over i of p(S|i)."""
    return float(reach(hypergraph, chosen).sum())


def reach(hypergraph: FuzzyHypergraph, chosen: Sequence[int]) -> Floats:
    """Eq. (p(S|i)). The probability that a walker at i reaches S in at most one step, (N,)."""
    inside = np.zeros(hypergraph.n_sentences)
    inside[_members(hypergraph, chosen)] = 1.0
    probability = hypergraph.edge_given_sentence @ (hypergraph.membership @ inside)
    return np.where(inside > 0, 1.0, probability)


def exchange(hypergraph: FuzzyHypergraph, sentence: int) -> Floats:
    """(N,) p(s|j) + p(j|s) of the sentence s and every j, through the hyperedges of s alone."""
    psi, given = hypergraph.membership, hypergraph.edge_given_sentence.data
    edges, entries = hypergraph.incident(sentence)
    own = entries[psi.indices[entries] == sentence]
    sizes = psi.indptr[edges + 1] - psi.indptr[edges]
    chances = given[entries] * np.repeat(psi.data[own], sizes)
    chances += psi.data[entries] * np.repeat(given[own], sizes)
    reached = np.bincount(psi.indices[entries], chances, hypergraph.n_sentences)
    return reached.astype(np.float64, copy=False)


def _members(hypergraph: FuzzyHypergraph, chosen: Sequence[int]) -> NDArray[np.intp]:
    members = np.unique(np.asarray(chosen, dtype=np.intp))
    if len(members) and not 0 <= members[0] <= members[-1] < hypergraph.n_sentences:
        raise OptionError(f"a chosen sentence is not in 0..{hypergraph.n_sentences - 1}")
    return members


def _checked(hypergraph: FuzzyHypergraph, scores: ArrayLike, balance: float) -> Floats:
    p = np.asarray(scores, dtype=np.float64)
    if p.shape != (hypergraph.n_sentences,):
        raise OptionError(f"scores have shape {p.shape}: give ({hypergraph.n_sentences},)")
    if not (np.isfinite(p).all() and (p >= 0).all()):
        raise OptionError("a score is negative or not finite: give numbers >= 0")
    if not 0 <= balance <= 1:
        raise OptionError(f"coverage_balance is {balance}: give a number in [0, 1]")
    return p
