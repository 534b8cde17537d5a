"""A higher relevance for sentences that other sources confirm."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hyperdigest.features.corroboration.search import Corroborations
from hyperdigest.options import Options
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.record import ModelRecord

MOST_CONSIDERED = 200
"""Sentences whose sources are counted: the eligible ones with the highest relevance."""


def reward_agreement(ranking: Ranking, model: ModelRecord, options: Options) -> Ranking:
    """The ranking with more relevance for what n independent sources say beside its own.

    Such a sentence counts 1 + corroboration times log2(1 + n) times; the sum of the relevance
    stays.
    """
    corroborations, scores = Corroborations.of(model), ranking.relevance
    eligible = np.flatnonzero(Indexes.of(model).eligible(options))
    best = eligible[np.argsort(-scores[eligible], kind="stable")[:MOST_CONSIDERED]]
    sources = np.array([corroborations.sources(sentence) for sentence in best.tolist()])
    raised = scores.copy()
    raised[best] *= 1 + options.corroboration * np.log2(1 + sources)
    if (total := raised.sum()) > 0:
        raised = raised * (scores.sum() / total)
    return replace(ranking, relevance=raised, value=raised)
