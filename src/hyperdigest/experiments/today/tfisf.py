"""The cosine with the question and maximal marginal relevance: the plainest answer."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.experiments.case import Case
from hyperdigest.experiments.today.mmr import CUSTOMARY_BALANCE, maximal_marginal_relevance


@dataclass(frozen=True)
class TfIsfMMR:
    """Sentences by the cosine of their tf-isf vector with the question's, picked by MMR.

    Carbonell & Goldstein 1998, with one cosine for relevance and for likeness, as they have it.

    Parameters
    ----------
    balance : of relevance against likeness.
    """

    balance: float = CUSTOMARY_BALANCE

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        return maximal_marginal_relevance(
            case, case.question_cosines, case.corpus.cosines, self.balance
        )
