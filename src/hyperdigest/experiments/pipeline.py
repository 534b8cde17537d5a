"""The paper's three steps with any hyperedges and any selection put in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hyperdigest.experiments.case import Case, Hyperedges, Ranked, Selector
from hyperdigest.relevance import relevance

Reading = Literal["chain", "printed", "rescaled"]
"""How Eq. (pagerank) is read: a Markov chain, the sum over i != j as printed, that one rescaled."""


@dataclass(frozen=True)
class Pipeline:
    """Hyperedges, then the walk with the paper's bias to the question, then a selection.

    Parameters
    ----------
    query_balance : lambda in [0, 1].
    damping : mu in [0, 1).
    reading : ``chain`` counts steps from a sentence to itself, ``printed`` leaves them out, and
        ``rescaled`` divides those scores by their sum.
    """

    hyperedges: Hyperedges
    selector: Selector
    query_balance: float = 0.75
    damping: float = 0.99
    reading: Reading = "chain"

    def __call__(self, case: Case) -> list[int]:
        """The sentences selected, in the order picked."""
        hypergraph = case.corpus.kept(self.hyperedges)
        printed = self.reading != "chain"
        scores = relevance(
            hypergraph, case.terms, self.query_balance, self.damping, skip_self=printed
        )
        if self.reading == "rescaled":
            scores = scores / scores.sum()
        return self.selector(case, Ranked(hypergraph, scores))
