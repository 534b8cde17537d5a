"""A set of sentences grown one by one within the word budget."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hyperdigest.experiments.case import Case
from hyperdigest.experiments.corpus import Floats
from hyperdigest.selection.greedy import TIE


def grow(case: Case, worth: Floats, revise: Callable[[Floats, int], None]) -> list[int]:
    """Take the eligible sentence worth most of those that still fit, until none is left.

    Worth below zero is worth too: only what is worth -inf is never taken. Of sentences worth the
    same, up to rounding, the earliest is taken.

    Parameters
    ----------
    worth : (N,) what each sentence is worth while none is taken.
    revise : called with the (N,) worth and the sentence just taken, to change the worth in place.
    """
    worth, left = worth.astype(np.float64), case.budget
    free = case.eligible.copy()
    chosen: list[int] = []
    while (fits := np.flatnonzero(free & (case.corpus.lengths <= left) & (worth > -np.inf))).size:
        best = worth[fits].max()
        taken = int(fits[np.argmax(worth[fits] >= best - TIE * abs(best))])
        chosen.append(taken)
        left -= int(case.corpus.lengths[taken])
        free[taken] = False
        revise(worth, taken)
    return chosen
