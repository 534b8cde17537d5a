"""Exact selection: the best digest of all, proved so by integer programming.

`maximize` generates cuts of a submodular function, after Nemhauser & Wolsey (1981); each program is
solved by HiGHS, by way of scipy.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hyperdigest.base.arrays import Floats
from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.selection.lazy_greedy import (
    Greedy,
    eligible_lengths,
    fractional_knapsack,
    greedy,
    linear_bound,
)
from hyperdigest.selection.objectives import RelevanceAndCoverage, SetFunction

PROVED = 1e-6
"""A relative gap this small is none: the solver's own tolerance."""

BOUNDED = (0, 1)
"""The statuses that may come with a bound: solved, or out of time."""

FAILED = 4
"""The solver's status when its numbers failed it; the same program on another scale helps."""

SCALES = (1.0, 8.0, 0.125, 64.0)


@dataclass(frozen=True, slots=True)
class Exact:
    """The best set found, its sentences in their order, and how far from the best of all it can be.

    No eligible set within the capacity is worth more than `bound`. `gap` is (bound - value) /
    bound, above 0 where the time ran out before the proof.
    """

    chosen: list[int]
    value: float
    bound: float
    gap: float

    @property
    def proved(self) -> bool:
        """Whether `chosen` is known to be the best."""
        return self.gap <= PROVED


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
    time_limit : seconds after which the best set so far is returned, with the bound so far.
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
) -> Exact:
    """The maximum of a monotone submodular function by constraint generation.

    Nemhauser & Wolsey 1981: maximize eta over x in {0, 1}^N with the lengths within the capacity
    and one cut for each set T visited, eta <= `linear_bound` of T. The maximum of each program
    bounds the optimum, and the set that attains it is visited next. Sentences that a cut shows to
    stand in no better set than the best so far are left out of the programs; where none is left,
    the best so far is the best of all. So many seconds after the start, the time limit, the best
    set and the bound so far are returned. The other parameters are those of `greedy`.
    """
    end = end_of(time_limit)
    size = eligible_lengths(function, lengths, capacity, eligible)
    start = greedy(function, lengths, capacity, eligible=eligible)
    program = Program(function, size, capacity, scale=1 / (start.value or 1.0))
    return search(program, start, size, capacity, end)


def end_of(time_limit: float) -> float:
    """When so many seconds are over, by the clock that only goes on; an OptionError for none."""
    if not time_limit > 0:
        raise OptionError(f"time_limit is {time_limit}: give seconds above 0")
    return time.monotonic() + time_limit


def search(program: Program, start: Greedy, size: Floats, capacity: float, end: float) -> Exact:
    """Visit the maxima of a program, whose cuts grow with each, from what the greedy found."""
    best, value, bound = sorted(start.chosen), start.value, start.bound
    program.visit(start.chosen)
    while bound > value * (1 + PROVED) and (left := end - time.monotonic()) > 0:
        program.narrow(value)
        if not len(program.candidates):
            bound = value
            break
        found, limit = program.solve(left)
        bound = min(bound, limit)
        if found is None or frozenset(found) in program.visited:
            break
        worth = program.visit(found)
        if worth > value and size[found].sum() <= capacity:
            best, value = sorted(found), worth
    bound = max(bound, value)
    return Exact(best, value, bound, (bound - value) / bound if bound > 0 else 0.0)


class Program:
    """The integer program of `maximize` and its cuts. Values are scaled to about 1, because the
    tolerances of the solver are absolute, 1e-6."""

    def __init__(
        self, function: SetFunction, lengths: Floats, capacity: float, scale: float
    ) -> None:
        self.function, self.capacity, self.scale = function, capacity, scale
        self.candidates = np.flatnonzero(lengths <= capacity)
        self.lengths = lengths[self.candidates]
        self.min_gains = function.min_gains(self.candidates)
        self.slopes: list[Floats] = []
        self.heights: list[float] = []
        self.visited: set[frozenset[int]] = set()

    def visit(self, chosen: list[int]) -> float:
        """Add the cuts of a set and of the prefixes of its own greedy; return what it is worth."""
        grown, prefix = self.function.copy(), list[int]()
        gains = grown.marginal_gains(self.candidates)
        left = np.isin(self.candidates, chosen)
        self._cut(grown, gains(), prefix)
        while left.any():
            picked = int(np.argmax(np.where(left, gains(), -np.inf)))
            left[picked] = False
            prefix.append(int(self.candidates[picked]))
            grown.add(prefix[-1])
            self._cut(grown, gains(), prefix)
        return grown.value

    def _cut(self, grown: SetFunction, gains: Floats, chosen: list[int]) -> None:
        if frozenset(chosen) not in self.visited:
            self.visited.add(frozenset(chosen))
            inside = np.isin(self.candidates, chosen)
            self.cut(*linear_bound(gains, self.min_gains, grown.value, inside))

    def cut(self, profits: Floats, height: float) -> None:
        """Keep a linear function, of what the candidates add and a constant, as a bound of F."""
        self.slopes.append(self.scale * profits)
        self.heights.append(self.scale * height)

    def narrow(self, value: float) -> None:
        """Leave out the sentences that stand in no set worth more than `value`. A set worth the
        most that a cut allows is made of what is densest. One that holds another sentence is worth
        less, by what the room it takes would have held."""
        kept = np.ones(len(self.candidates), bool)
        for profits, height in zip(self.slopes, self.heights, strict=True):
            profit, density = fractional_knapsack(profits, self.lengths, self.capacity)
            lost = np.maximum(density * self.lengths - profits, 0.0)
            kept &= height + profit - lost > self.scale * value
        self.candidates, self.lengths = self.candidates[kept], self.lengths[kept]
        self.min_gains, self.slopes = self.min_gains[kept], [slope[kept] for slope in self.slopes]

    def solve(self, seconds: float) -> tuple[list[int] | None, float]:
        """The best set under the cuts so far, None where time ran out first, and the bound.
        Presolve is off: with it the solver at times calls a set the best that is not (scipy
        1.17)."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        slopes, heights = np.array(self.slopes), np.array(self.heights)
        count, n = slopes.shape
        for scale in SCALES:
            cuts = np.column_stack([-(scale * slopes), np.ones(count)])
            solution = milp(
                c=np.append(np.zeros(n), -1.0),
                integrality=np.append(np.ones(n), 0.0),
                bounds=Bounds(np.zeros(n + 1), np.append(np.ones(n), np.inf)),
                constraints=[
                    LinearConstraint(np.append(self.lengths, 0.0), ub=self.capacity),
                    LinearConstraint(cuts, ub=scale * heights),
                ],
                options={"time_limit": seconds, "mip_rel_gap": 0.0, "presolve": False},
            )
            if solution.status != FAILED:
                break
        dual = solution.mip_dual_bound if solution.status in BOUNDED else None
        bound = np.inf if dual is None else -dual / scale
        found = None if solution.x is None else self.candidates[solution.x[:n] > 0.5].tolist()
        return found, bound / self.scale
