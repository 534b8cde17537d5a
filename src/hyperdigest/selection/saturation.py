"""Relevance that pays less and less for saying the same again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.hypergraph.counts import entries_of
from hyperdigest.hypergraph.fuzzy import Incidence
from hyperdigest.selection.objective import RelevanceAndCoverage, SetFunction

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

NONE = 1e-200
"""A saturation below this is none that numbers could show."""

AT_ONCE = 2**16
"""Memberships that are looked up at once: few enough to stay in the cache."""


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
        self._hypergraph, self._saturation = hypergraph, max(saturation, NONE)
        self._room, self._total, self._level = np.zeros((3, len(hypergraph.weights)))
        self._last: tuple[Indices, Incidence, Floats] | None = None
        self.value = 0.0
        self.bounds = worth

    def watch(self, sentences: Indices) -> Callable[[], Floats]:
        """What (n,) sentences outside the set would add, told anew whenever it is called."""
        found, amounts = self._brought(sentences)
        room = self._room.take(found.edges)
        return lambda: found.sums(_added(amounts, room, self._level.take(found.edges)))

    def least(self, sentences: Indices) -> Floats:
        """(n,) what each sentence adds at least, whatever the others are."""
        found, amounts = self._brought(sentences)
        others = self._total.take(found.edges) - amounts
        return found.sums(_added(amounts, self._room.take(found.edges), others))

    def add(self, sentence: int) -> float:
        """Put a sentence into the set, and tell what it added."""
        found = self._hypergraph.incidence_of(sentence)
        amounts = found.chances * self.bounds[sentence]
        self._touch(found.edges)
        level = self._level.take(found.edges)
        gain = float(_added(amounts, self._room.take(found.edges), level).sum())
        self._level[found.edges] = level + amounts
        self.value += gain
        return gain

    def copy(self) -> Self:
        """The same set, to grow in another way."""
        twin = copy(self)
        twin._level = self._level.copy()
        return twin

    def _brought(self, sentences: Indices) -> tuple[Incidence, Floats]:
        """The hyperedges of sentences, and what each brings to them; kept for the same array."""
        if self._last is None or self._last[0] is not sentences:
            found = self._hypergraph.incidence(sentences)
            self._touch(found.edges)
            amounts = found.chances * found.spread(self.bounds[sentences])
            self._last = sentences, found, amounts
        return self._last[1:]

    def _touch(self, edges: Indices) -> None:
        """Have the room of hyperedges, and the sum of what all sentences bring to them, known."""
        if self._room.take(edges).all():
            return
        touched = np.zeros(len(self._room), bool)
        touched[edges] = True
        fresh = np.flatnonzero(touched & (self._room == 0))
        starts = self._hypergraph.membership.indptr
        ends = (starts.take(fresh + 1) - starts.take(fresh)).cumsum()
        for part in np.split(fresh, ends.searchsorted(np.arange(AT_ONCE, ends[-1], AT_ONCE))):
            if len(part):
                self._fill(part)

    def _fill(self, edges: Indices) -> None:
        """Work out the room of hyperedges, and the sum of what all sentences bring to them."""
        members = self._hypergraph.membership
        entries, sizes = entries_of(members, edges)
        amounts = self.bounds.take(members.indices.take(entries))
        amounts *= self._hypergraph.edge_given_sentence.data.take(entries)
        starts = sizes.cumsum() - sizes
        largest = np.maximum.reduceat(amounts, starts)
        self._room[edges] = np.where(largest > 0, largest / self._saturation, 1.0)
        self._total[edges] = np.add.reduceat(amounts, starts)


def _added(amounts: Floats, room: Floats, level: Floats) -> Floats:
    """What amounts add to hyperedges filled to `level`."""
    return np.asarray(room * np.log1p(amounts / (room + level)))


class WeightedSum:
    """A weighted sum of monotone submodular functions, which is one again."""

    def __init__(self, parts: Sequence[tuple[float, SetFunction]]) -> None:
        self._parts = parts
        self.value = float(sum(weight * part.value for weight, part in parts))
        self.bounds = np.asarray(sum(weight * part.bounds for weight, part in parts))

    def watch(self, sentences: Indices) -> Callable[[], Floats]:
        """What (n,) sentences outside the set would add, told anew whenever it is called."""
        watched = [(weight, part.watch(sentences)) for weight, part in self._parts]
        return lambda: np.asarray(sum(weight * gains() for weight, gains in watched))

    def least(self, sentences: Indices) -> Floats:
        """(n,) what each sentence adds at least, whatever the others are."""
        return np.asarray(sum(weight * part.least(sentences) for weight, part in self._parts))

    def add(self, sentence: int) -> float:
        """Put a sentence into the set, and tell what it added."""
        gain = float(sum(weight * part.add(sentence) for weight, part in self._parts))
        self.value += gain
        return gain

    def copy(self) -> Self:
        """The same set, to grow in another way."""
        twin = copy(self)
        twin._parts = [(weight, part.copy()) for weight, part in self._parts]
        return twin


def saturated_objective(
    walk: FuzzyHypergraph,
    terms: FuzzyHypergraph,
    scores: Floats,
    coverage_balance: float,
    saturation: float,
) -> SetFunction:
    """(1 - nu) relevance + nu / N C(S), where relevance is used up by repetition.

    Parameters
    ----------
    walk : the hypergraph whose coverage C(S) counts.
    terms : the hypergraph on which repeated relevance is used up.
    scores : (N,) what each sentence is worth on its own.
    """
    relevance = SaturatedRelevance(terms, scores, saturation)
    if not coverage_balance:
        return relevance
    coverage = RelevanceAndCoverage(walk, np.zeros_like(scores), 1.0)
    return WeightedSum([(1 - coverage_balance, relevance), (coverage_balance, coverage)])
