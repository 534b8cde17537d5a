"""Summaries that only open documents and copy their beginnings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.experiments.case import Case, fill


@dataclass(frozen=True)
class LeadOfLatest:
    """Table (tabCompar), row Basel. The beginning of the most recent document (NIST, DUC 2005-07).

    Where no date is known the last document is the most recent, and of those of the same day the
    last. Ours, as for every system: eligible sentences only, whole, one that no longer fits passed
    over; a document without one that fits is passed over too. A short document is not topped up.
    """

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        dates = case.corpus.dates
        latest_first = sorted(range(len(dates)), key=lambda d: (dates[d], d), reverse=True)
        leads = (fill(case, _sentences(case, document)) for document in latest_first)
        return next((lead for lead in leads if lead), [])


@dataclass(frozen=True)
class LeadOfRandom:
    """The beginnings of documents in random order, as the paper words the baseline of DUC.

    The next document is opened where one is shorter than the budget, so that the budget is filled.
    """

    seed: int = 0

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        order = np.random.Generator(np.random.PCG64(self.seed)).permutation(len(case.corpus.dates))
        return fill(case, np.concatenate([_sentences(case, d) for d in map(int, order)]))


def _sentences(case: Case, document: int) -> NDArray[np.intp]:
    return np.flatnonzero(case.corpus.document == document)
