"""Raise the value of sentences with new topics, and lower that of known statements.

Letters: N sentences, K hyperedges.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.features.news.novelty import known_share, novelty_factor
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.reader import Reader
from hyperdigest.record import ModelRecord

NEW_TOPIC_REWARD = 0.05
"""The value of a sentence is raised by this share if only new documents have its topics."""


def reward_news(ranking: Ranking, model: ModelRecord, reader: Reader, options: Options) -> Ranking:
    """The ranking with higher values of sentences with new topics, and lower values of known ones.

    The latter are sentences of which one known sentence says the most part; without saturation, as
    in the preset ``paper``, their value is not lowered. The values sum to 1.
    """
    if reader.new is None:
        return ranking
    indexes, split = Indexes.of(model), model.collection.split
    novelty = topic_novelty(indexes.topics(options), reader.new)
    value = ranking.value * (1 + NEW_TOPIC_REWARD * novelty)
    if options.saturation and reader.known.any():
        shares = known_share(split, indexes.counts, value, reader.known)
        value = value * novelty_factor(shares)
    return replace(ranking, value=np.asarray(value / value.sum()))


def topic_novelty(topics: FuzzyHypergraph, new: NDArray[np.bool_]) -> Floats:
    """(N,) how new the topics of each sentence are, in [0, 1].

    The novelty of a topic is its excess share in the `new` sentences, 1 if no known sentence has
    it. That of a sentence i is the sum over e of p(e|i) max(0, o_e - n) / (1 - n), with o_e the sum
    of psi_ei over the new sentences, and n their share of the N sentences.
    """
    share_of_new = new.mean()
    if share_of_new in (0.0, 1.0):
        return np.zeros(len(new))
    excess = topics.membership @ new.astype(np.float64) - share_of_new
    return np.asarray(topics.edge_given_sentence @ (np.maximum(excess, 0.0) / (1 - share_of_new)))
