"""Sentences of frequent words, each word less welcome once it is said: SumBasic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperdigest.experiments.case import Case
from hyperdigest.selection.greedy import TIE


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
