"""Objectives of selection: monotone submodular functions of a set of sentences.

`objective` is the paper's, relevance plus topical coverage, of a given set; `RelevanceAndCoverage`
is the same for a set that grows. `SaturatedRelevance` has diminishing returns if sentences repeat
each other's terms, and `WeightedSum` adds coverage to it.

Letters: N sentences, K hyperedges; nu is `coverage_balance`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest import equations
from hyperdigest.base.arrays import Floats, Indices, Mask, sums_at
from hyperdigest.base.sparse import entries_of
from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph, Incidence

SMALLEST_SATURATION = 1e-200
"""With a smaller saturation the result is the same in double precision."""

MEMBERSHIPS_AT_ONCE = 2**16
"""How many memberships are looked up at once: few enough to stay in the processor's cache."""


class SetFunction(Protocol):
    """A monotone submodular function of a set of sentences, which is empty at first and grows."""

    value: float
    """The value of the set so far; 0 for the empty set."""

    upper_bounds: Floats
    """(N,) the most that each sentence adds to any set, up to rounding; >= 0."""

    def marginal_gains(self, sentences: Indices) -> Callable[[], Floats]:
        """A function that returns what (n,) sentences outside the set would add to it now."""

    def min_gains(self, sentences: Indices) -> Floats:
        """(n,) the least that each sentence adds to any set; >= 0."""

    def add(self, sentence: int) -> float:
        """Add a sentence to the set; returns its gain."""

    def among(self, sentences: Indices) -> Self:
        """The function in which these (n,) sentences alone are compared with each other."""

    def used_up(self, sentences: Indices, part: float = 1.0) -> Self:
        """The function as if a `part` in [0, 1] of each of (n,) sentences were in the set.

        The sentences are outside the set and may not be added later. The `value` does not change;
        from now on, it grows only by what is added to them.
        """

    def copy(self) -> Self:
        """A copy, whose set grows separately."""


def tightened(function: SetFunction, sentences: Indices) -> SetFunction:
    """The function with the current gains of (n,) sentences outside the set as upper bounds.

    They never add more, because the function is submodular; if much is used up, this is far less
    than what they would add to the empty set.
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

    Parameters
    ----------
    scores : p, (N,) relevance of the sentences, finite and >= 0.
    chosen : the sentences of S.
    coverage_balance : nu in [0, 1].
    """
    p = _checked(hypergraph, scores, coverage_balance)
    return equations.objective(p, *_of_set(hypergraph, chosen), coverage_balance)


def coverage(hypergraph: FuzzyHypergraph, chosen: Sequence[int]) -> float:
    """The topical coverage C(S) of the chosen sentences S."""
    return equations.coverage(*_of_set(hypergraph, chosen))


def reach(hypergraph: FuzzyHypergraph, chosen: Sequence[int]) -> Floats:
    """(N,) p(S|i): the probability that a walker at i reaches S in at most one step."""
    return equations.reach(*_of_set(hypergraph, chosen))


class RelevanceAndCoverage:
    """The `objective` of a set that grows; the parameters are the same."""

    def __init__(
        self, hypergraph: FuzzyHypergraph, scores: ArrayLike, coverage_balance: float = 0.35
    ) -> None:
        self._relevance = (1 - coverage_balance) * _checked(hypergraph, scores, coverage_balance)
        self._hypergraph = hypergraph
        self._stays = hypergraph.self_transition
        self._share = coverage_balance / hypergraph.n_sentences
        self.value = 0.0
        coverage_of_one = 1 + hypergraph.in_flow - self._stays
        self._value_of_one = self.upper_bounds = self._relevance + self._share * coverage_of_one
        # sums over the set of psi_es and of p(e|s)
        self._psi = np.zeros(len(hypergraph.weights))
        self._chances = np.zeros(len(hypergraph.weights))

    def marginal_gains(self, sentences: Indices) -> Callable[[], Floats]:
        """A function that returns what (n,) sentences outside the set would add to it now."""
        incidence = self._hypergraph.incidence(sentences)
        value_of_one = self._value_of_one[sentences]
        return lambda: value_of_one - self._share * self._exchanged(incidence)

    def min_gains(self, sentences: Indices) -> Floats:
        """(n,) the least that each sentence adds to any set."""
        return np.asarray(self._relevance[sentences] + self._share * self._stays[sentences])

    def add(self, sentence: int) -> float:
        """Add a sentence to the set; returns its gain."""
        incidence = self._hypergraph.incidence(np.array([sentence]))
        gain = float(self._value_of_one[sentence] - self._share * self._exchanged(incidence)[0])
        self._psi[incidence.edges] += incidence.psi
        self._chances[incidence.edges] += incidence.chances
        self.value += gain
        return gain

    def among(self, sentences: Indices) -> Self:
        """The function itself, which compares no sentences."""
        return self

    def used_up(self, sentences: Indices, part: float = 1.0) -> Self:
        """The function as if a part of each of (n,) sentences were in the set."""
        inside, twin = np.zeros(self._hypergraph.n_sentences), self.copy()
        inside[sentences] = part
        twin._psi += self._hypergraph.membership @ inside
        twin._chances += self._hypergraph.edge_given_sentence.T @ inside
        return twin

    def copy(self) -> Self:
        """A copy, whose set grows separately."""
        twin = copy(self)
        twin._psi, twin._chances = self._psi.copy(), self._chances.copy()
        return twin

    def _exchanged(self, incidence: Incidence) -> Floats:
        """(n,) the sum over s in the set of p(s|j) + p(j|s), for each sentence j."""
        psi, chances = self._psi.take(incidence.edges), self._chances.take(incidence.edges)
        return incidence.sums(incidence.chances * psi + incidence.psi * chances)


class SaturatedRelevance:
    """F(S) = sum over hyperedges of k_e log(1 + x_e(S) / k_e), monotone and submodular.

    The value v(s) of a sentence s is spread over its hyperedges as the amounts m_es = v(s) p(e|s),
    and x_e(S) is the sum of the amounts of S in e. The scale k_e of a hyperedge is its largest
    amount divided by the saturation; as the latter tends to 0, F tends to the sum of the values.

    Parameters
    ----------
    values : v, (N,) the value of each sentence by itself, finite and >= 0.
    saturation : above 0.
    """

    def __init__(self, hypergraph: FuzzyHypergraph, values: Floats, saturation: float) -> None:
        if not saturation > 0:
            raise OptionError(f"saturation is {saturation}: give a number above 0")
        self._hypergraph = hypergraph
        self._saturation = max(saturation, SMALLEST_SATURATION)
        # k_e, 0 if it is not known yet; the sum of m_es over all sentences; and x_e
        self._scale, self._total, self._level = np.zeros((3, len(hypergraph.weights)))
        self._is_compared: Mask | None = None
        self._last: tuple[Indices, Incidence, Floats] | None = None
        self.value = 0.0
        self._values = self.upper_bounds = values

    def marginal_gains(self, sentences: Indices) -> Callable[[], Floats]:
        """A function that returns what (n,) sentences outside the set would add to it now."""
        incidence, amounts = self._amounts(sentences)
        edges, scale = incidence.edges, self._scale.take(incidence.edges)
        return lambda: incidence.sums(_added(amounts, scale, self._level.take(edges)))

    def min_gains(self, sentences: Indices) -> Floats:
        """(n,) the least that each sentence adds to any set."""
        incidence, amounts = self._amounts(sentences)
        others = self._total.take(incidence.edges) - amounts
        return incidence.sums(_added(amounts, self._scale.take(incidence.edges), others))

    def add(self, sentence: int) -> float:
        """Add a sentence to the set; returns its gain."""
        incidence = self._hypergraph.incidence(np.array([sentence]))
        amounts = incidence.chances * self._values[sentence]
        self._prepare(incidence.edges)
        if self._is_compared is not None and not self._is_compared[sentence]:
            self._total = self._total.copy()  # copies of the function have the same array
            self._total[incidence.edges] += amounts
        level = self._level.take(incidence.edges)
        gain = float(_added(amounts, self._scale.take(incidence.edges), level).sum())
        self._level[incidence.edges] = level + amounts
        self.value += gain
        return gain

    def among(self, sentences: Indices) -> Self:
        """The function in which these (n,) sentences alone are compared with each other: the
        largest amount in a hyperedge is one of theirs, if any of them is in it."""
        twin, incidence = self.copy(), self._hypergraph.incidence(sentences)
        amounts = incidence.chances * self._values[sentences].repeat(incidence.sizes)
        largest = np.zeros(len(self._scale))
        np.maximum.at(largest, incidence.edges, amounts)
        twin._scale = largest / self._saturation
        twin._total = self._level + sums_at(incidence.edges, amounts, len(largest))
        twin._is_compared = np.zeros(len(self._values), bool)
        twin._is_compared[sentences] = True
        twin._last = None
        return twin

    def used_up(self, sentences: Indices, part: float = 1.0) -> Self:
        """The function as if a part of each of (n,) sentences were in the set."""
        values, twin = np.zeros(self._hypergraph.n_sentences), self.copy()
        values[sentences] = part * self._values[sentences]
        used = self._hypergraph.edge_given_sentence.T @ values
        twin._level += used
        twin._scale = self._scale.copy()
        twin._total = self._total + np.where(self._scale > 0, used, 0.0)
        return twin

    def copy(self) -> Self:
        """A copy, whose set grows separately."""
        twin = copy(self)
        twin._level = self._level.copy()
        return twin

    def _amounts(self, sentences: Indices) -> tuple[Incidence, Floats]:
        """The hyperedges of sentences, and the amounts in them; cached for the last array."""
        if self._last is None or self._last[0] is not sentences:
            incidence = self._hypergraph.incidence(sentences)
            self._prepare(incidence.edges)
            amounts = incidence.chances * self._values[sentences].repeat(incidence.sizes)
            self._last = sentences, incidence, amounts
        return self._last[1:]

    def _prepare(self, edges: Indices) -> None:
        """Compute the scales of hyperedges, and the sums of all amounts in them, if missing."""
        if self._scale.take(edges).all():
            return
        is_asked = np.zeros(len(self._scale), bool)
        is_asked[edges] = True
        missing = np.flatnonzero(is_asked & (self._scale == 0))
        members = self._hypergraph.membership
        ends = (members.indptr.take(missing + 1) - members.indptr.take(missing)).cumsum()
        cuts = np.arange(MEMBERSHIPS_AT_ONCE, ends[-1], MEMBERSHIPS_AT_ONCE)
        for part in np.split(missing, ends.searchsorted(cuts)):
            if not len(part):
                continue
            entries, sizes = entries_of(members, part)
            amounts = self._values.take(members.indices.take(entries))
            amounts *= self._hypergraph.edge_given_sentence.data.take(entries)
            begins = sizes.cumsum() - sizes
            largest = np.maximum.reduceat(amounts, begins)
            self._scale[part] = np.where(largest > 0, largest / self._saturation, 1.0)
            self._total[part] = np.add.reduceat(amounts, begins)


def _added(amounts: Floats, scale: Floats, level: Floats) -> Floats:
    """What amounts m add to hyperedges with x = `level`: k log(1 + m / (k + x))."""
    return np.asarray(scale * np.log1p(amounts / (scale + level)))


class WeightedSum:
    """A weighted sum of monotone submodular functions, which is monotone and submodular too."""

    def __init__(self, parts: Sequence[tuple[float, SetFunction]]) -> None:
        self._parts = parts
        self.value = float(sum(weight * part.value for weight, part in parts))
        self.upper_bounds = np.asarray(sum(weight * part.upper_bounds for weight, part in parts))

    def marginal_gains(self, sentences: Indices) -> Callable[[], Floats]:
        """A function that returns what (n,) sentences outside the set would add to it now."""
        gains = [(weight, part.marginal_gains(sentences)) for weight, part in self._parts]
        return lambda: np.asarray(sum(weight * gains_now() for weight, gains_now in gains))

    def min_gains(self, sentences: Indices) -> Floats:
        """(n,) the least that each sentence adds to any set."""
        return np.asarray(sum(weight * part.min_gains(sentences) for weight, part in self._parts))

    def add(self, sentence: int) -> float:
        """Add a sentence to the set; returns its gain."""
        gain = float(sum(weight * part.add(sentence) for weight, part in self._parts))
        self.value += gain
        return gain

    def among(self, sentences: Indices) -> Self:
        """The function in which these (n,) sentences alone are compared with each other."""
        twin = copy(self)
        twin._parts = [(weight, part.among(sentences)) for weight, part in self._parts]
        return twin

    def used_up(self, sentences: Indices, part: float = 1.0) -> Self:
        """The function as if a part of each of (n,) sentences were in the set."""
        twin = copy(self)
        twin._parts = [(weight, term.used_up(sentences, part)) for weight, term in self._parts]
        return twin

    def copy(self) -> Self:
        """A copy, whose set grows separately."""
        twin = copy(self)
        twin._parts = [(weight, part.copy()) for weight, part in self._parts]
        return twin


def exchange(hypergraph: FuzzyHypergraph, sentence: int) -> Floats:
    """(N,) p(s|j) + p(j|s) of the sentence s and every sentence j."""
    incidence = hypergraph.incidence(np.array([sentence]))
    psi, chances = np.zeros((2, len(hypergraph.weights)))
    psi[incidence.edges], chances[incidence.edges] = incidence.psi, incidence.chances
    to_s, from_s = hypergraph.edge_given_sentence @ psi, hypergraph.sentence_membership @ chances
    return np.asarray(to_s + from_s)


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
