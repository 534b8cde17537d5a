"""Raise the relevance of sentences that other sources confirm."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hyperdigest.features.corroboration.search import Corroborations
from hyperdigest.options import Options
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.record import ModelRecord

MOST_COUNTED = 200
"""Sources are counted only for this many eligible sentences with the highest relevance."""


def reward_agreement(ranking: Ranking, model: ModelRecord, options: Options) -> Ranking:
    """The ranking with a higher relevance of sentences that n other sources confirm.

    It is multiplied by 1 + c log2(1 + n), with c the option `corroboration`; then all are scaled to
    the same sum as before.
    """
    corroborations, scores = Corroborations.of(model), ranking.relevance
    eligible = np.flatnonzero(Indexes.of(model).eligible(options))
    best = eligible[np.argsort(-scores[eligible], kind="stable")[:MOST_COUNTED]]
    sources = np.array([corroborations.sources(sentence) for sentence in best.tolist()])
    raised = scores.copy()
    raised[best] *= 1 + options.corroboration * np.log2(1 + sources)
    if (total := raised.sum()) > 0:
        raised = raised * (scores.sum() / total)
    return replace(ranking, relevance=raised, value=raised)
