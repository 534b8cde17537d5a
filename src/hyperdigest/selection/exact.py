"""Exact selection by integer programming, which proves that no other choice is better.

`maximize` generates cuts of a submodular function, after Nemhauser & Wolsey (1981); scipy's HiGHS
solves each program.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.selection.bounds import fractional_knapsack, linear_bound
from hyperdigest.selection.costs import SharedCosts
from hyperdigest.selection.lazy_greedy import Greedy, eligible_lengths, greedy
from hyperdigest.selection.objectives import RelevanceAndCoverage, SetFunction

OPTIMALITY_GAP = 1e-6
"""A relative gap up to the solver's own tolerance counts as a proof."""

SOLVED, OUT_OF_TIME, NUMERICAL_FAILURE = 0, 1, 4
"""Statuses of scipy's `milp`."""

RETRY_SCALES = (1.0, 8.0, 0.125, 64.0)
"""After a failure, the same program on another scale often succeeds."""


@dataclass(frozen=True, slots=True)
class Exact:
    """The best set that was found.

    Parameters
    ----------
    chosen : its sentences in reading order.
    value : of the function.
    bound : no eligible set within the capacity has a higher value.
    gap : (bound - value) / bound, above 0 if the time limit was reached before the proof.
    """

    chosen: list[int]
    value: float
    bound: float
    gap: float

    @property
    def proved(self) -> bool:
        """Whether no other set is better."""
        return self.gap <= OPTIMALITY_GAP


def select_exact(
    hypergraph: FuzzyHypergraph,
    scores: ArrayLike,
    lengths: ArrayLike,
    capacity: float,
    coverage_balance: float = 0.35,
    time_limit: float = 60.0,
    *,
    eligible: ArrayLike | None = None,
) -> Exact:
    """The sentences that maximize relevance and coverage within the capacity.

    Parameters
    ----------
    scores : (N,) relevance of the sentences, >= 0.
    lengths, capacity, eligible : as for `greedy`.
    coverage_balance : nu in [0, 1].
    time_limit : in seconds; after it, the best set and bound so far are returned.
    """
    function = RelevanceAndCoverage(hypergraph, scores, coverage_balance)
    return maximize(function, lengths, capacity, time_limit, eligible=eligible)


def maximize(
    function: SetFunction,
    lengths: ArrayLike,
    capacity: float,
    time_limit: float = 60.0,
    *,
    eligible: ArrayLike | None = None,
    contexts: ArrayLike | None = None,
    shown: Iterable[int] = (),
) -> Exact:
    """The maximum of a monotone submodular function by constraint generation.

    Nemhauser & Wolsey 1981: maximize eta over x in {0, 1}^N with the lengths within the capacity
    and a cut for each visited set T, eta <= `linear_bound` of T. The maximum of each program bounds
    the optimum, and the set that attains it is visited next. If the cuts show that a sentence is in
    no set better than the best so far, it is left out of the programs; if none remains, the best
    set so far is optimal. A further variable for each context, which is at least that of each
    sentence that needs it, has the length of the context.

    After the time limit, in seconds, the best set and bound so far are returned. The other
    parameters are those of `greedy`. Raises OptionError if the time limit is not above 0.
    """
    end = _deadline(time_limit)
    size = eligible_lengths(function, lengths, capacity, eligible)
    costs = SharedCosts(lengths, contexts, shown)
    size[costs.alone(size) > capacity] = np.inf
    start = greedy(function, lengths, capacity, eligible=eligible, contexts=contexts, shown=shown)
    program = Program(function, size, costs, capacity, scale=1 / (start.value or 1.0))
    return _search(program, start, end)


def _deadline(time_limit: float) -> float:
    if not time_limit > 0:
        raise OptionError(f"time_limit is {time_limit}: give seconds above 0")
    return time.monotonic() + time_limit


def _search(program: Program, start: Greedy, end: float) -> Exact:
    """Solve a program again and again with new cuts, beginning with those of the greedy's set."""
    best, value, bound = sorted(start.chosen), start.value, start.bound
    program.visit(start.chosen)
    while bound > value * (1 + OPTIMALITY_GAP) and (seconds := end - time.monotonic()) > 0:
        program.discard_candidates(value)
        if not len(program.candidates):
            bound = value
            break
        chosen, program_bound = program.solve(seconds)
        bound = min(bound, program_bound)
        if chosen is None or frozenset(chosen) in program.visited:
            break
        chosen_value = program.visit(chosen)
        if chosen_value > value and program.cost_of(chosen) <= program.capacity:
            best, value = sorted(chosen), chosen_value
    bound = max(bound, value)
    return Exact(best, value, bound, (bound - value) / bound if bound > 0 else 0.0)


class Program:
    """The integer program of `maximize` and its cuts.

    Values are multiplied by `scale` to be about 1, because the tolerances of the solver are
    absolute, 1e-6.
    """

    def __init__(
        self,
        function: SetFunction,
        lengths: Floats,
        costs: SharedCosts,
        capacity: float,
        scale: float,
    ) -> None:
        self.function, self.capacity, self.scale = function, capacity, scale
        self.costs = costs
        self.candidates = np.flatnonzero(np.isfinite(lengths))
        self.lengths = lengths[self.candidates]
        self._with_shown = capacity + costs.paid(lengths)
        self.min_gains = function.min_gains(self.candidates)
        self.slopes: list[Floats] = []
        self.heights: list[float] = []
        self.visited: set[frozenset[int]] = set()

    def cost_of(self, chosen: Sequence[int]) -> float:
        """The length of a set with its contexts that are not shown already."""
        pairs = self.costs.needed(np.array(chosen, np.intp))
        new = np.array(list({*chosen, *(context for _, context in pairs)}), np.intp)
        return float(self.costs.lengths[new[~self.costs.shown[new]]].sum())

    def visit(self, chosen: list[int]) -> float:
        """Add the cuts of a set, built greedily from the empty one; return its value."""
        grown, prefix = self.function.copy(), list[int]()
        gains = grown.marginal_gains(self.candidates)
        remaining = np.isin(self.candidates, chosen)
        self._add_cut(grown, gains(), prefix)
        while remaining.any():
            picked = int(np.argmax(np.where(remaining, gains(), -np.inf)))
            remaining[picked] = False
            prefix.append(int(self.candidates[picked]))
            grown.add(prefix[-1])
            self._add_cut(grown, gains(), prefix)
        return grown.value

    def _add_cut(self, grown: SetFunction, gains: Floats, chosen: list[int]) -> None:
        """Add the `linear_bound` of a set as a cut, unless the set was visited before."""
        if frozenset(chosen) in self.visited:
            return
        self.visited.add(frozenset(chosen))
        inside = np.isin(self.candidates, chosen)
        profits, constant = linear_bound(gains, self.min_gains, grown.value, inside)
        self.slopes.append(self.scale * profits)
        self.heights.append(self.scale * constant)

    def discard_candidates(self, value: float) -> None:
        """Discard the sentences that are in no set with more than `value`.

        By a cut, the best set consists of the densest sentences. A set with another sentence loses
        the profit that the densest ones would have made in its place.
        """
        retained = np.ones(len(self.candidates), bool)
        for profits, height in zip(self.slopes, self.heights, strict=True):
            profit, density = fractional_knapsack(profits, self.lengths, self._with_shown)
            lost = np.maximum(density * self.lengths - profits, 0.0)
            retained &= height + profit - lost > self.scale * value
        self.candidates, self.lengths = self.candidates[retained], self.lengths[retained]
        self.min_gains = self.min_gains[retained]
        self.slopes = [slope[retained] for slope in self.slopes]

    def solve(self, seconds: float) -> tuple[list[int] | None, float]:
        """The best set under the cuts so far, None if the time ran out or the solver failed, and a
        bound on its value.

        Presolve is off, because with it the solver sometimes returns a set that is not the best
        (scipy 1.17).
        """
        from scipy.optimize import Bounds, LinearConstraint, milp

        slopes, heights = np.array(self.slopes), np.array(self.heights)
        count, n = slopes.shape
        lengths, needs = self._shared_lengths()
        more = len(lengths) - n
        highest = np.concatenate([np.ones(n + more), [np.inf]])
        chosen, bound = None, np.inf
        for scale in RETRY_SCALES:
            cuts = np.column_stack([-(scale * slopes), np.zeros((count, more)), np.ones(count)])
            try:
                solution = milp(
                    c=np.append(np.zeros(n + more), -1.0),
                    integrality=np.concatenate([np.ones(n), np.zeros(more + 1)]),
                    bounds=Bounds(np.zeros(n + more + 1), highest),
                    constraints=[
                        LinearConstraint(np.append(lengths, 0.0), ub=self.capacity),
                        LinearConstraint(cuts, ub=scale * heights),
                        *([LinearConstraint(needs, ub=0.0)] if more else []),
                    ],
                    options={"time_limit": seconds, "mip_rel_gap": 0.0, "presolve": False},
                )
            except ValueError:  # the solver failed inside: "vector::reserve"
                continue
            if solution.status == NUMERICAL_FAILURE:
                continue
            if solution.status in (SOLVED, OUT_OF_TIME) and solution.mip_dual_bound is not None:
                bound = -solution.mip_dual_bound / scale
            if solution.x is not None:
                chosen = self.candidates[solution.x[:n] > 0.5].tolist()
            break
        return chosen, bound / self.scale

    def _shared_lengths(self) -> tuple[Floats, Any]:
        """The lengths that the variables of the candidates and of the contexts have, and the rows
        that make the variable of a context at least that of each candidate that needs it.

        A candidate that is also a context has its length there; one that is shown costs nothing.
        """
        pairs = self.costs.needed(self.candidates)
        contexts = sorted({context for _, context in pairs})
        own = {sentence: place for place, sentence in enumerate(self.candidates.tolist())}
        place_of = {context: len(own) + place for place, context in enumerate(contexts)}
        needs = [(own[sentence], place_of[context]) for sentence, context in pairs]
        needs += [(own[context], place_of[context]) for context in contexts if context in own]
        lengths = np.where(self.costs.shown[self.candidates], 0.0, self.lengths)
        lengths[[own[context] for context in contexts if context in own]] = 0.0
        rows = np.arange(len(needs)).repeat(2)
        data = np.tile([1.0, -1.0], len(needs))
        columns = np.array(needs, np.intp).ravel()
        shape = len(needs), len(own) + len(contexts) + 1
        matrix = sparse.csr_array((data, (rows, columns)), shape)
        return np.concatenate([lengths, self.costs.lengths[contexts]]), matrix
