"""States of a chain as a user gets them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.indices import in_order_of_occurrence
from hyperdigest.topics.corpus import Corpus


@dataclass(frozen=True, slots=True)
class TopicSample:
    """The topic of each token in one state of a chain: (T,) in 0..n_topics - 1, none empty."""

    assignments: NDArray[np.int32]
    n_topics: int


def sample(corpus: Corpus, z: NDArray[np.integer]) -> TopicSample:
    """A state in the caller's order of tokens, its topics numbered as they first occur."""
    mine = np.empty(len(z), np.int32)
    mine[corpus.order] = z
    return occurring_topics(mine)


def occurring_topics(topics: NDArray[np.int32]) -> TopicSample:
    """The topics that occur among those of tokens, numbered as they first do."""
    used, numbers = in_order_of_occurrence(topics)
    return TopicSample(numbers, len(used))
