"""The sentence that stands for each hyperedge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperdigest.experiments.case import Case, Ranked


@dataclass(frozen=True)
class OPH:
    """Table (tabCover), row OPH. One Per Hyperedge (Gong & Liu 2001), blind to scores.

    Hyperedges by falling weight; of each the sentence of largest membership. Ours: the largest
    among the eligible sentences not yet taken that fit, and where there is none the hyperedge is
    passed over. Every hyperedge has one turn, so that few hyperedges may leave words unused.
    """

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        psi, lengths = ranked.hypergraph.membership, case.corpus.lengths
        free, left = case.eligible.copy(), case.budget
        chosen: list[int] = []
        for edge in np.argsort(-ranked.hypergraph.weights, kind="stable"):
            row = slice(*psi.indptr[edge : edge + 2])
            members, shares = psi.indices[row], psi.data[row]
            able = np.flatnonzero((shares > 0) & free[members] & (lengths[members] <= left))
            if len(able):
                taken = int(members[able[np.argmax(shares[able])]])
                chosen.append(taken)
                left -= int(lengths[taken])
                free[taken] = False
        return chosen
