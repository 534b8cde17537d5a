"""Relevance feedback: a question expanded by the best texts found so far (RM3)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def feedback(question: Floats, texts: Any, found: Floats, terms: int, share: float) -> Floats:
    """(V,) the question mixed with the terms of the best texts found: RM3.

    Abdul-Jaleel et al. 2004: a relevance model of these texts, each weighted by how well it was
    found, cut to its strongest terms.

    Parameters
    ----------
    texts : (n, V) csr, how often each term stands in each text.
    found : (n,) > 0.
    terms : how many of their terms.
    share : what these terms make up of the mixture, in [0, 1].
    """
    if not len(found):
        return question
    shares = (found / found.sum() / texts.sum(axis=1)).repeat(np.diff(texts.indptr))
    model = np.bincount(texts.indices, shares * texts.data, len(question)).astype(
        np.float64, copy=False
    )
    strongest = largest(model, terms)
    expanded = (1 - share) / question.sum() * question
    expanded[strongest] += share / model[strongest].sum() * model[strongest]
    return np.asarray(expanded)


def largest(values: Floats, count: int) -> NDArray[np.intp]:
    """Places of the `count` largest values above 0, largest first, of equal ones the first."""
    places = np.flatnonzero(values > 0)
    if len(places) > count:
        among = values[places]
        places = places[among >= np.partition(among, -count)[-count]]
    return places[np.argsort(-values[places], kind="stable")][:count]
