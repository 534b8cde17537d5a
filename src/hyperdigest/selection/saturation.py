"""Relevance that pays less and less for saying the same again."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.selection.objective import RelevanceAndCoverage, SetFunction

Floats = NDArray[np.float64]

NONE = 1e-200
"""A saturation below this is none that numbers could show."""


class SaturatedRelevance:
    """F(S) = sum over hyperedges of k_e log(1 + x_e(S) / k_e), monotone and submodular.

    A sentence s brings the amounts m_es = v(s) p(e|s), its worth spread over its hyperedges, and
    x_e(S) is what all of S brought to e. The room k_e of a hyperedge is its largest amount over
    `saturation`; as that tends to 0, F tends to the plain sum of what the sentences are worth.

    Parameters
    ----------
    worth : (N,) what each sentence is worth on its own, finite and >= 0 [v].
    saturation : > 0.
    """

    def __init__(self, hypergraph: FuzzyHypergraph, worth: Floats, saturation: float) -> None:
        if not saturation > 0:
            raise OptionError(f"saturation is {saturation}: give a number above 0")
        psi = hypergraph.membership
        n_edges = psi.shape[0]
        self._hypergraph = hypergraph
        self._edge = np.repeat(np.arange(n_edges), np.diff(psi.indptr))
        self._amount = hypergraph.edge_given_sentence.data * worth[psi.indices]
        largest = np.zeros(n_edges)
        np.maximum.at(largest, self._edge, self._amount)
        self._room = np.where(largest > 0, largest / max(saturation, NONE), 1.0)
        self._level = np.zeros(n_edges)

        everything = np.arange(len(self._edge))
        total = np.bincount(self._edge, self._amount, n_edges)
        self.value = 0.0
        self.gains = self._added(everything, self._level[self._edge])
        self.least = self._added(everything, total[self._edge] - self._amount)

    def add(self, sentence: int) -> None:
        """Put a sentence into the set; only those that share a hyperedge with it lose gain."""
        self.value += float(self.gains[sentence])
        _, entries = self._hypergraph.incident(sentence)
        own = entries[self._hypergraph.membership.indices[entries] == sentence]
        self.gains -= self._added(entries, self._level[self._edge[entries]])
        self._level[self._edge[own]] += self._amount[own]
        self.gains += self._added(entries, self._level[self._edge[entries]])

    def copy(self) -> Self:
        """The same set, to grow in another way."""
        twin = copy(self)
        twin.gains, twin._level = self.gains.copy(), self._level.copy()
        return twin

    def _added(self, entries: NDArray[np.intp], level: Floats) -> Floats:
        """(N,) what sentences add through `entries` to hyperedges filled to `level`."""
        room = self._room[self._edge[entries]]
        added = room * np.log1p(self._amount[entries] / (room + level))
        members = self._hypergraph.membership.indices[entries]
        sums = np.bincount(members, added, self._hypergraph.n_sentences)
        return sums.astype(np.float64, copy=False)


class WeightedSum:
    """A weighted sum of monotone submodular functions, which is one again."""

    def __init__(self, parts: Sequence[tuple[float, SetFunction]]) -> None:
        self._parts = parts
        self.least = np.sum([weight * part.least for weight, part in parts], axis=0)
        self._update()

    def add(self, sentence: int) -> None:
        """Put a sentence into the set."""
        for _, part in self._parts:
            part.add(sentence)
        self._update()

    def copy(self) -> Self:
        """The same set, to grow in another way."""
        return type(self)([(weight, part.copy()) for weight, part in self._parts])

    def _update(self) -> None:
        self.value = float(sum(weight * part.value for weight, part in self._parts))
        self.gains = np.sum([weight * part.gains for weight, part in self._parts], axis=0)


def saturated_objective(
    walk: FuzzyHypergraph,
    terms: FuzzyHypergraph,
    scores: Floats,
    lengths: NDArray[np.int32],
    coverage_balance: float,
    saturation: float,
) -> SetFunction:
    """(1 - nu) relevance + nu / N C(S), relevance counted by the word and used up by repetition.

    Parameters
    ----------
    walk : the hypergraph whose coverage C(S) counts.
    terms : the hypergraph on which repeated relevance is used up.
    scores, lengths : (N,); a sentence is worth its score times its length over the mean length.
    """
    worth = scores * lengths / lengths.mean()
    relevance = SaturatedRelevance(terms, worth, saturation)
    if not coverage_balance:
        return relevance
    coverage = RelevanceAndCoverage(walk, np.zeros_like(scores), 1.0)
    return WeightedSum([(1 - coverage_balance, relevance), (coverage_balance, coverage)])
