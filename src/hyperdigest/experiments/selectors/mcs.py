"""Sentences that are like the rest of the corpus and unlike each other."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.experiments.case import Case, Ranked
from hyperdigest.experiments.corpus import Floats
from hyperdigest.experiments.selectors.growth import grow
from hyperdigest.selection.objective import exchange


@dataclass(frozen=True)
class MCS:
    """Table (tabCover), row MCS, Eq. (R(S)). Maximum Corpus Similarity, blind to scores.

    Lin & Bilmes 2010: the greedy, by gain over length, on R(S) = the sum of Sim(i, j) over i
    outside and j inside S - chi times its sum over ordered pairs i != j inside, with Sim the mean
    of p(i|j) and p(j|i). Ours: until nothing fits, even where a gain is negative, and so without
    their last step, which takes the best sentence alone where it is worth more.

    Parameters
    ----------
    chi : weight of the similarity within the summary, > 0 [chi_3].
    """

    chi: float = 4.2

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        graph, lengths = ranked.hypergraph, case.corpus.lengths
        to_others = (graph.arrivals + 1) / 2 - graph.returns

        def lower(ratios: Floats, taken: int) -> None:
            ratios -= (1 + self.chi) * exchange(graph, taken) / lengths

        return grow(case, to_others / lengths, lower)
