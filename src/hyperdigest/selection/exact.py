"""The best digest of all, proved so by integer programming."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.selection.greedy import eligible_lengths, greedy
from hyperdigest.selection.objective import RelevanceAndCoverage, SetFunction

Floats = NDArray[np.float64]

PROVED = 1e-7
"""A relative gap this small is none: the integer program is solved to about that."""


@dataclass(frozen=True, slots=True)
class Exact:
    """The best set found, and how far from the best of all it can be.

    Parameters
    ----------
    chosen : sentences, in their order.
    value : the worth of `chosen`.
    bound : no eligible set within the capacity is worth more.
    gap : (bound - value) / bound, above 0 where the time ran out before the proof.
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
    lengths : (N,) >= 1.
    capacity : the most that the lengths of the chosen may sum to, >= 1.
    coverage_balance : nu in [0, 1].
    time_limit : seconds after which the best set so far is returned, with the bound so far.
    eligible : (N,) which sentences may be chosen; all of them where it is None.
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
    and one cut for each set T visited, eta <= F(T) + sum of gains given T over the rest of S - sum
    of the least gains over T outside S. The maximum of each such program bounds the optimum, and
    the set that attains it is visited next.
    """
    if not time_limit > 0:
        raise OptionError(f"time_limit is {time_limit}: give seconds above 0")
    end = time.monotonic() + time_limit
    size = eligible_lengths(function, lengths, capacity, eligible)
    start = greedy(function, lengths, capacity, eligible=eligible)
    best, value, bound = sorted(start.chosen), start.value, start.bound
    candidates = np.flatnonzero(size <= capacity)
    program = _Program(function, candidates, size[candidates], capacity, 1000 / (value or 1.0))
    for stop in range(len(start.chosen) + 1):
        program.visit(start.chosen[:stop])
    while bound > value * (1 + PROVED) and (left := end - time.monotonic()) > 0:
        found, limit = program.solve(left)
        bound = max(value, min(bound, limit))
        if found is None or program.visited(found):
            break
        worth = program.visit(found)
        if worth > value and size[found].sum() <= capacity:
            best, value = found, worth
    bound = max(bound, value)
    return Exact(best, value, bound, (bound - value) / bound if bound > 0 else 0.0)


class _Program:
    """The integer program of `maximize` and its cuts; values are scaled to about 1000.

    The solver's tolerances are absolute, around 1e-6.
    """

    def __init__(
        self,
        function: SetFunction,
        candidates: NDArray[np.intp],
        lengths: Floats,
        capacity: float,
        scale: float,
    ) -> None:
        self.function, self.candidates, self.scale = function, candidates, scale
        self.lengths, self.capacity = lengths, capacity
        self.slopes: list[Floats] = []
        self.heights: list[float] = []
        self.seen: set[frozenset[int]] = set()

    def visited(self, chosen: list[int]) -> bool:
        """Whether the cut of this set is there already."""
        return frozenset(chosen) in self.seen

    def visit(self, chosen: list[int]) -> float:
        """Add the cut of a set, and return what the set is worth."""
        grown = self.function.copy()
        for sentence in chosen:
            grown.add(sentence)
        profits = np.maximum(grown.gains, 0.0)
        profits[chosen] = grown.least[chosen]
        self.seen.add(frozenset(chosen))
        self.slopes.append(self.scale * profits[self.candidates])
        self.heights.append(self.scale * (grown.value - float(profits[chosen].sum())))
        return grown.value

    def solve(self, seconds: float) -> tuple[list[int] | None, float]:
        """The best set under the cuts so far, None where time ran out first, and the bound."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        n, rows = len(self.candidates), len(self.slopes)
        cuts = np.column_stack([-np.array(self.slopes), np.ones(rows)])
        solution = milp(
            c=np.append(np.zeros(n), -1.0),
            integrality=np.append(np.ones(n), 0.0),
            bounds=Bounds(np.zeros(n + 1), np.append(np.ones(n), np.inf)),
            constraints=[
                LinearConstraint(np.append(self.lengths, 0.0), ub=self.capacity),
                LinearConstraint(cuts, ub=np.array(self.heights)),
            ],
            options={"time_limit": seconds, "mip_rel_gap": 0.0},
        )
        limit = math.inf if solution.mip_dual_bound is None else -solution.mip_dual_bound
        if solution.x is None:
            return None, limit / self.scale
        return [int(j) for j in self.candidates[solution.x[:n] > 0.5]], limit / self.scale
