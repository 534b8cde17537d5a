"""What the question alone says of each sentence."""

from __future__ import annotations

import numpy as np

from hyperdigest.experiments.case import Case
from hyperdigest.experiments.corpus import Floats


def question_shares(case: Case) -> Floats:
    """(N,) cosine of each sentence and the question, scaled to sum to 1.

    Ours: where the question meets no sentence, every sentence has 1/N.
    """
    cosines = case.question_cosines
    total = cosines.sum()
    return cosines / total if total > 0 else np.full(len(cosines), 1 / len(cosines))
