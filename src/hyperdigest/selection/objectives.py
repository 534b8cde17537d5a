"""Objectives of selection: monotone submodular functions of a set of sentences.

`objective` is the paper's, relevance plus topical coverage, of a given set; `RelevanceAndCoverage`
is the same of a set that grows. `SaturatedRelevance` has diminishing returns where sentences repeat
each other, and `WeightedSum` adds coverage to it.

Letters: N sentences, K hyperedges; nu is `coverage_balance`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest import equations
from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.base.sparse import entries_of
from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph, Incidence

NONE = 1e-200
"""The smallest saturation; with a smaller one the result is the same in double precision."""

AT_ONCE = 2**16
"""Memberships that are looked up at once: few enough to stay in the processor's cache."""


class SetFunction(Protocol):
    """A monotone submodular function of a set of sentences, which grows one by one from nothing."""

    value: float
    """Of the set so far, 0 of the empty set; who counts from another set may set it back."""

    upper_bounds: Floats
    """(N,) the most that each sentence ever adds, but for rounding; >= 0, whatever the set."""

    def marginal_gains(self, sentences: Indices) -> Callable[[], Floats]:
        """A function that returns what (n,) sentences outside the set would add to it now."""

    def min_gains(self, sentences: Indices) -> Floats:
        """(n,) what each sentence adds at least, whatever the others are; >= 0."""

    def add(self, sentence: int) -> float:
        """Put a sentence into the set; returns its gain."""

    def used_up(self, sentences: Indices, part: float = 1.0) -> Self:
        """The function as if (n,) sentences were in the set already, each to a `part` in [0, 1].

        They are outside the set, and none is added later. The `value` stays, and counts from then
        on only what is added to them.
        """

    def copy(self) -> Self:
        """The same set, to grow in another way."""


def tightened(function: SetFunction, sentences: Indices) -> SetFunction:
    """The function with upper bounds of (n,) sentences outside the set that are what each adds now.

    That is the most that they ever add, because the function is submodular; if much is used up, it
    is far less than they would add to the empty set.
    """
    bounds, twin = function.upper_bounds.copy(), function.copy()
    if len(sentences):
        gains = function.marginal_gains(sentences)()
        bounds[sentences] = np.minimum(bounds[sentences], np.maximum(gains, 0.0))
    twin.upper_bounds = bounds
    return twin


def objective(
    hypergraph: FuzzyHypergraph,
    scores: ArrayLike,
    chosen: Sequence[int],
    coverage_balance: float = 0.35,
) -> float:
    """The paper's objective F(S) = (1 - nu) sum of p(s) over S + nu / N C(S).

    `scores` p are (N,) the relevance of the sentences, finite and >= 0; `chosen` are those of S;
    `coverage_balance` nu is in [0, 1].
    """
    p = _checked(hypergraph, scores, coverage_balance)
    return equations.objective(p, *_of_set(hypergraph, chosen), coverage_balance)


def coverage(hypergraph: FuzzyHypergraph, chosen: Sequence[int]) -> float:
    """Topical coverage C(S) of the chosen sentences S."""
    return equations.coverage(*_of_set(hypergraph, chosen))


def reach(hypergraph: FuzzyHypergraph, chosen: Sequence[int]) -> Floats:
    """(N,) p(S|i): the probability that a walker at i reaches S in at most one step."""
    return equations.reach(*_of_set(hypergraph, chosen))


class RelevanceAndCoverage:
    """`objective` of a set that grows; the parameters are the same."""

    def __init__(
        self, hypergraph: FuzzyHypergraph, scores: ArrayLike, coverage_balance: float = 0.35
    ) -> None:
        self._relevance = (1 - coverage_balance) * _checked(hypergraph, scores, coverage_balance)
        self._hypergraph = hypergraph
        self._stays = hypergraph.self_transition
        self._share = coverage_balance / hypergraph.n_sentences
        self.value = 0.0
        alone = 1 + hypergraph.in_flow - self._stays
        self._alone = self.upper_bounds = self._relevance + self._share * alone
        # sums over the set of psi_es and of p(e|s)
        self._psi = np.zeros(len(hypergraph.weights))
        self._chances = np.zeros(len(hypergraph.weights))

    def marginal_gains(self, sentences: Indices) -> Callable[[], Floats]:
        """A function that returns what (n,) sentences outside the set would add to it now."""
        found, alone = self._hypergraph.incidence(sentences), self._alone[sentences]
        return lambda: alone - self._share * self._exchanged(found)

    def min_gains(self, sentences: Indices) -> Floats:
        """(n,) what each sentence adds at least, whatever the others are."""
        return np.asarray(self._relevance[sentences] + self._share * self._stays[sentences])

    def add(self, sentence: int) -> float:
        """Put a sentence into the set; returns its gain."""
        found = self._hypergraph.incidence(np.array([sentence]))
        gain = float(self._alone[sentence] - self._share * self._exchanged(found)[0])
        self._psi[found.edges] += found.psi
        self._chances[found.edges] += found.chances
        self.value += gain
        return gain

    def used_up(self, sentences: Indices, part: float = 1.0) -> Self:
        """The function as if (n,) sentences were in the set already, each to a part."""
        inside, twin = np.zeros(self._hypergraph.n_sentences), self.copy()
        inside[sentences] = part
        twin._psi += self._hypergraph.membership @ inside
        twin._chances += self._hypergraph.edge_given_sentence.T @ inside
        return twin

    def copy(self) -> Self:
        """The same set, to grow in another way."""
        twin = copy(self)
        twin._psi, twin._chances = self._psi.copy(), self._chances.copy()
        return twin

    def _exchanged(self, found: Incidence) -> Floats:
        """(n,) the sum over s in the set of p(s|j) + p(j|s)."""
        there, back = self._psi.take(found.edges), self._chances.take(found.edges)
        return found.sums(found.chances * there + found.psi * back)


class SaturatedRelevance:
    """F(S) = sum over hyperedges of k_e log(1 + x_e(S) / k_e), monotone and submodular.

    A sentence s brings the amounts m_es = v(s) p(e|s), its value spread over its hyperedges, and
    x_e(S) is what all of S brought to e. The room k_e of a hyperedge is its largest amount over
    `saturation`, above 0; as that tends to 0, F tends to the plain sum of the values. `values` v
    are (N,) the value of each sentence by itself, finite and >= 0.
    """

    def __init__(self, hypergraph: FuzzyHypergraph, values: Floats, saturation: float) -> None:
        if not saturation > 0:
            raise OptionError(f"saturation is {saturation}: give a number above 0")
        self._hypergraph = hypergraph
        self._saturation = max(saturation, NONE)
        self._room, self._total, self._level = np.zeros((3, len(hypergraph.weights)))
        self._last: tuple[Indices, Incidence, Floats] | None = None
        self.value = 0.0
        self._values = self.upper_bounds = values

    def marginal_gains(self, sentences: Indices) -> Callable[[], Floats]:
        """A function that returns what (n,) sentences outside the set would add to it now."""
        found, amounts = self._brought(sentences)
        room = self._room.take(found.edges)
        return lambda: found.sums(_added(amounts, room, self._level.take(found.edges)))

    def min_gains(self, sentences: Indices) -> Floats:
        """(n,) what each sentence adds at least, whatever the others are."""
        found, amounts = self._brought(sentences)
        others = self._total.take(found.edges) - amounts
        return found.sums(_added(amounts, self._room.take(found.edges), others))

    def add(self, sentence: int) -> float:
        """Put a sentence into the set; returns its gain."""
        found = self._hypergraph.incidence(np.array([sentence]))
        amounts = found.chances * self._values[sentence]
        self._touch(found.edges)
        level = self._level.take(found.edges)
        gain = float(_added(amounts, self._room.take(found.edges), level).sum())
        self._level[found.edges] = level + amounts
        self.value += gain
        return gain

    def used_up(self, sentences: Indices, part: float = 1.0) -> Self:
        """The function as if (n,) sentences were in the set already, each to a part."""
        brought, twin = np.zeros(self._hypergraph.n_sentences), self.copy()
        brought[sentences] = part * self._values[sentences]
        twin._level += self._hypergraph.edge_given_sentence.T @ brought
        return twin

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
            amounts = found.chances * self._values[sentences].repeat(found.sizes)
            self._last = sentences, found, amounts
        return self._last[1:]

    def _touch(self, edges: Indices) -> None:
        """Make sure that the room of hyperedges, and what all sentences bring to them, is known."""
        if self._room.take(edges).all():
            return
        touched = np.zeros(len(self._room), bool)
        touched[edges] = True
        fresh = np.flatnonzero(touched & (self._room == 0))
        members = self._hypergraph.membership
        ends = (members.indptr.take(fresh + 1) - members.indptr.take(fresh)).cumsum()
        for part in np.split(fresh, ends.searchsorted(np.arange(AT_ONCE, ends[-1], AT_ONCE))):
            if not len(part):
                continue
            entries, sizes = entries_of(members, part)
            amounts = self._values.take(members.indices.take(entries))
            amounts *= self._hypergraph.edge_given_sentence.data.take(entries)
            begins = sizes.cumsum() - sizes
            largest = np.maximum.reduceat(amounts, begins)
            self._room[part] = np.where(largest > 0, largest / self._saturation, 1.0)
            self._total[part] = np.add.reduceat(amounts, begins)


def _added(amounts: Floats, room: Floats, level: Floats) -> Floats:
    """What amounts add to hyperedges filled to `level`."""
    return np.asarray(room * np.log1p(amounts / (room + level)))


class WeightedSum:
    """A weighted sum of monotone submodular functions, which is one again."""

    def __init__(self, parts: Sequence[tuple[float, SetFunction]]) -> None:
        self._parts = parts
        self.value = float(sum(weight * part.value for weight, part in parts))
        self.upper_bounds = np.asarray(sum(weight * part.upper_bounds for weight, part in parts))

    def marginal_gains(self, sentences: Indices) -> Callable[[], Floats]:
        """A function that returns what (n,) sentences outside the set would add to it now."""
        gains = [(weight, part.marginal_gains(sentences)) for weight, part in self._parts]
        return lambda: np.asarray(sum(weight * gains_of_part() for weight, gains_of_part in gains))

    def min_gains(self, sentences: Indices) -> Floats:
        """(n,) what each sentence adds at least, whatever the others are."""
        return np.asarray(sum(weight * part.min_gains(sentences) for weight, part in self._parts))

    def add(self, sentence: int) -> float:
        """Put a sentence into the set; returns its gain."""
        gain = float(sum(weight * part.add(sentence) for weight, part in self._parts))
        self.value += gain
        return gain

    def used_up(self, sentences: Indices, part: float = 1.0) -> Self:
        """The function as if (n,) sentences were in the set already, each to a part."""
        twin = copy(self)
        twin._parts = [(weight, each.used_up(sentences, part)) for weight, each in self._parts]
        return twin

    def copy(self) -> Self:
        """The same set, to grow in another way."""
        twin = copy(self)
        twin._parts = [(weight, part.copy()) for weight, part in self._parts]
        return twin


def exchange(hypergraph: FuzzyHypergraph, sentence: int) -> Floats:
    """(N,) p(s|j) + p(j|s) of the sentence s and every j."""
    found = hypergraph.incidence(np.array([sentence]))
    psi, chances = np.zeros((2, len(hypergraph.weights)))
    psi[found.edges], chances[found.edges] = found.psi, found.chances
    there, back = hypergraph.edge_given_sentence @ psi, hypergraph.sentence_membership @ chances
    return np.asarray(there + back)


def _of_set(
    hypergraph: FuzzyHypergraph, chosen: Sequence[int]
) -> tuple[Any, Any, NDArray[np.bool_]]:
    """psi, p(e|i), and (N,) which sentences are chosen."""
    members = np.asarray(chosen, dtype=np.intp)
    if len(members) and not 0 <= members.min() <= members.max() < hypergraph.n_sentences:
        raise OptionError(f"a chosen sentence is not in 0..{hypergraph.n_sentences - 1}")
    inside = np.zeros(hypergraph.n_sentences, bool)
    inside[members] = True
    return hypergraph.membership, hypergraph.edge_given_sentence, inside


def _checked(hypergraph: FuzzyHypergraph, scores: ArrayLike, balance: float) -> Floats:
    p = np.asarray(scores, dtype=np.float64)
    if p.shape != (hypergraph.n_sentences,):
        raise OptionError(f"scores have shape {p.shape}: give ({hypergraph.n_sentences},)")
    if not (np.isfinite(p).all() and (p >= 0).all()):
        raise OptionError("a score is negative or not finite: give numbers >= 0")
    if not 0 <= balance <= 1:
        raise OptionError(f"coverage_balance is {balance}: give a number in [0, 1]")
    return p
