"""A higher value for sentences whose topics are new, and a lower one for what is known already.

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
"""How much more a sentence counts if only new documents have its topics."""


def reward_news(ranking: Ranking, model: ModelRecord, reader: Reader, options: Options) -> Ranking:
    """The ranking with values that are higher for sentences whose topics new documents opened, and
    lower for those of which one known sentence says most; they sum to 1.

    The latter is left out if relevance is never used up, as in the preset ``paper``.
    """
    if reader.new is None or reader.known is None:
        return ranking
    indexes, split = Indexes.of(model), model.collection.split
    novelty = topic_novelty(indexes.topics(options), reader.new)
    value = ranking.relevance * (1 + NEW_TOPIC_REWARD * novelty)
    if options.saturation and reader.known.any():
        shares = known_share(split, indexes.counts, value, reader.known)
        value = value * novelty_factor(shares)
    return replace(ranking, value=np.asarray(value / value.sum()))


def topic_novelty(topics: FuzzyHypergraph, new: NDArray[np.bool_]) -> Floats:
    """(N,) how far the topics of each sentence were opened by the `new` sentences, in [0, 1].

    A topic counts by how far its share in new sentences is above theirs in all, and 1 if no known
    sentence has it: the sum over e of p(e|i) max(0, o_e - n) / (1 - n), with o_e the sum of psi_ei
    over the new sentences and n their share in the N sentences.
    """
    usual = new.mean()
    if usual in (0.0, 1.0):
        return np.zeros(len(new))
    excess = topics.membership @ new.astype(np.float64) - usual
    return np.asarray(topics.edge_given_sentence @ (np.maximum(excess, 0.0) / (1 - usual)))
