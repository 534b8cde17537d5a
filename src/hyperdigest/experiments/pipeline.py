"""The paper's three steps with any hyperedges and any selection put in."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.experiments.case import Case, Hyperedges, Ranked, Selector
from hyperdigest.relevance import relevance


@dataclass(frozen=True)
class Pipeline:
    """Hyperedges, then the walk with the paper's bias to the question, then a selection.

    Parameters
    ----------
    query_balance : lambda in [0, 1].
    damping : mu in [0, 1).
    """

    hyperedges: Hyperedges
    selector: Selector
    query_balance: float = 0.75
    damping: float = 0.99

    def __call__(self, case: Case) -> list[int]:
        """The sentences selected, in the order picked."""
        hypergraph = case.corpus.kept(self.hyperedges)
        scores = relevance(hypergraph, case.terms, self.query_balance, self.damping)
        return self.selector(case, Ranked(hypergraph, scores))
