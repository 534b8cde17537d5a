"""What a set of sentences is worth: their relevance, and how much of the collection they cover.

Letters: N sentences, K hyperedges; nu is `coverage_balance`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.hypergraph.fuzzy import Incidence

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


class SetFunction(Protocol):
    """A monotone submodular function of a set of sentences that grows one by one from nothing.

    Attributes
    ----------
    value : the function of the set so far, 0 of the empty set; who counts from a set that is not
        empty may set it back.
    bounds : (N,) no sentence ever adds more, but for rounding; >= 0 and cheap to know.
    """

    value: float
    bounds: Floats

    def watch(self, sentences: Indices) -> Callable[[], Floats]:
        """What (n,) sentences outside the set would add, told anew whenever it is called."""

    def least(self, sentences: Indices) -> Floats:
        """(n,) what each sentence adds at least, whatever the others are; >= 0."""

    def add(self, sentence: int) -> float:
        """Put a sentence into the set, and tell what it added."""

    def copy(self) -> Self:
        """The same set, to grow in another way."""


class RelevanceAndCoverage:
    """The objective of `objective`, of a set that grows.

    Parameters
    ----------
    scores : (N,) relevance of the sentences, finite and >= 0.
    coverage_balance : nu in [0, 1].
    """

    def __init__(
        self, hypergraph: FuzzyHypergraph, scores: ArrayLike, coverage_balance: float = 0.35
    ) -> None:
        self._relevance = (1 - coverage_balance) * _checked(hypergraph, scores, coverage_balance)
        self._hypergraph = hypergraph
        self._share = coverage_balance / hypergraph.n_sentences
        self.value = 0.0
        alone = 1 + hypergraph.arrivals - hypergraph.returns
        self.bounds = self._relevance + self._share * alone
        # sums over the set of psi_es and of p(e|s)
        self._psi = np.zeros(len(hypergraph.weights))
        self._chances = np.zeros(len(hypergraph.weights))

    def watch(self, sentences: Indices) -> Callable[[], Floats]:
        """What (n,) sentences outside the set would add, told anew whenever it is called."""
        found, alone = self._hypergraph.incidence(sentences), self.bounds[sentences]
        return lambda: alone - self._share * self._exchanged(found)

    def least(self, sentences: Indices) -> Floats:
        """(n,) what each sentence adds at least, whatever the others are."""
        returns = self._hypergraph.returns[sentences]
        return np.asarray(self._relevance[sentences] + self._share * returns)

    def add(self, sentence: int) -> float:
        """Put a sentence into the set, and tell what it added."""
        found = self._hypergraph.incidence_of(sentence)
        gain = float(self.bounds[sentence] - self._share * self._exchanged(found)[0])
        self._psi[found.edges] += found.psi
        self._chances[found.edges] += found.chances
        self.value += gain
        return gain

    def copy(self) -> Self:
        """The same set, to grow in another way."""
        twin = copy(self)
        twin._psi, twin._chances = self._psi.copy(), self._chances.copy()
        return twin

    def _exchanged(self, found: Incidence) -> Floats:
        """(n,) the sum over s in the set of p(s|j) + p(j|s)."""
        there, back = self._psi.take(found.edges), self._chances.take(found.edges)
        return found.sums(found.chances * there + found.psi * back)


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
    """(N,) p(s|j) + p(j|s) of the sentence s and every j."""
    found = hypergraph.incidence_of(sentence)
    psi, chances = np.zeros((2, len(hypergraph.weights)))
    psi[found.edges], chances[found.edges] = found.psi, found.chances
    there, back = hypergraph.edge_given_sentence @ psi, hypergraph.sentence_membership @ chances
    return np.asarray(there + back)


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
