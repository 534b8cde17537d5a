"""Sums over documents whose topics stay, which is all that others need to get theirs.

They are whole numbers, so that the sums of some documents can be taken off those of all. Letters: V
terms, K topics.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.sparse import count_pairs
from hyperdigest.topics.data import TokenColumns, TopicSample


class TopicSums(NamedTuple):
    """The sums of one state of the sampler; every topic has tokens."""

    tokens: NDArray[np.int64]
    """(K,) how many tokens have each topic."""
    documents: NDArray[np.int64]
    """(K,) how many documents have it: each is taken to have one table of it at the corpus."""
    of_terms: Any
    """(V, K) csr, how many tokens of each term have each topic; topics of a term ascend. Rows of
    terms that no new document has may be empty."""


def sums_of(sample: TopicSample, corpus: TokenColumns) -> TopicSums:
    """The sums over the documents of a corpus, whose tokens come first in the sample's order."""
    topic = sample.assignments[corpus.order]
    document = np.repeat(
        np.arange(len(corpus.document) - 1), np.diff(corpus.sentence[corpus.document])
    )
    shape = corpus.n_terms, sample.n_topics
    return TopicSums(
        np.bincount(topic, minlength=sample.n_topics),
        np.diff(count_pairs(topic, document, (sample.n_topics, len(corpus.document))).indptr),
        count_pairs(corpus.term, topic, shape),
    )
