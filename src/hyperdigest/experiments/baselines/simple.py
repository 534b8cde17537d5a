"""Baselines without a graph: leading sentences, random sentences, and SumBasic.

They are the floor that any method must beat.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.experiments.task_input import Case, fill
from hyperdigest.selection.lazy_greedy import TIE


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


@dataclass(frozen=True)
class RandomSentences:
    """Eligible sentences in random order."""

    seed: int = 0

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        generator = np.random.Generator(np.random.PCG64(self.seed))
        return fill(case, generator.permutation(case.corpus.n_sentences))


@dataclass(frozen=True)
class SumBasic:
    """SumBasic (Nenkova & Vanderwende 2005), which asks no question.

    Of the sentences that hold the most probable word, the one whose words are most probable on
    average is taken; then the probability of each of its words is squared. Words are stems without
    stop words, a word counted once in a sentence. Ours: only words of the eligible sentences that
    still fit are looked at, until there is none.
    """

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        counts, words = case.corpus.counts, case.corpus.lengths
        held = counts.sign()
        sizes = np.diff(counts.indptr)
        by_term = held.tocsc()
        probability = np.asarray(counts.sum(axis=0)) / counts.sum()
        free, left = case.eligible.copy(), case.budget
        chosen: list[int] = []
        while (fits := free & (words <= left)).any():
            frequent = int(np.argmax(np.where(held.T @ fits > 0, probability, -1.0)))
            holding = fits & (by_term[:, [frequent]].toarray()[:, 0] > 0)
            means = np.where(holding, held @ probability / sizes, -1.0)
            taken = int(np.argmax(means >= means.max() * (1 - TIE)))
            chosen.append(taken)
            left -= int(words[taken])
            free[taken] = False
            probability[held.indices[slice(*held.indptr[taken : taken + 2])]] **= 2
        return chosen


def question_shares(case: Case) -> Floats:
    """(N,) cosine of each sentence and the question, scaled to sum to 1.

    Ours: where the question meets no sentence, every sentence has 1/N.
    """
    cosines = case.question_cosines
    total = cosines.sum()
    return cosines / total if total > 0 else np.full(len(cosines), 1 / len(cosines))
