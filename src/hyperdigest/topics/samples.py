"""States of a chain as a user gets them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
    first = np.full(int(z.max()) + 1, len(z), np.int32)
    first[mine[::-1]] = np.arange(len(z) - 1, -1, -1, dtype=np.int32)
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    return TopicSample(rank[mine], int((first < len(z)).sum()))
