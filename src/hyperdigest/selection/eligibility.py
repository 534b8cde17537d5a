"""Which sentences may stand in a digest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import FORMS, Sentences


def eligible_sentences(sentences: Sentences, shortest: int, prose_only: bool) -> NDArray[np.bool_]:
    """(N,) the sentences of at least `shortest` words that are fit to be quoted alone.

    With `prose_only`, headings, questions, bylines, fragments, tables and code are left out, and of
    the rest that say the same words all but the first.
    """
    long_enough: NDArray[np.bool_] = sentences.words >= shortest
    if not prose_only:
        return long_enough
    statements = [FORMS.index("prose"), FORMS.index("incomplete")]
    prose = np.flatnonzero(long_enough & np.isin(sentences.form, statements))
    _, first_said = np.unique(sentences.said[prose], return_index=True)
    eligible = np.zeros(len(sentences), bool)
    eligible[prose[first_said]] = True
    return eligible
