"""The paper's own selection."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.experiments.case import Case, Ranked
from hyperdigest.selection import select


@dataclass(frozen=True)
class MRC:
    """Table (tabCover), row MRC. Maximum Relevance and Coverage by the greedy algorithm.

    Parameters
    ----------
    coverage_balance : nu in [0, 1].
    cost_exponent : r >= 0; a sentence costs its length to this power.
    """

    coverage_balance: float = 0.35
    cost_exponent: float = 1.0

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        return select(
            ranked.hypergraph,
            ranked.scores,
            case.corpus.lengths,
            case.budget,
            self.coverage_balance,
            self.cost_exponent,
            case.eligible,
        )
