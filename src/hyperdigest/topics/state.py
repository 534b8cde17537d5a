"""The state of a chain of the sampler: a corpus, the topics of its tokens, and their counts."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Indices, Ints
from hyperdigest.topics.data import TokenColumns
from hyperdigest.topics.random import Generator

Index = NDArray[np.uint32]
"""Indices of other arrays, unsigned so that numba does not check for negative ones."""


TOPICS, PRESENT = 0, 1
"""Indices of `State.size`: the number of topics in use, and of those in the current sentence."""

UNSEEN_IN_CORPUS, UNSEEN_IN_DOCUMENT, SUM_OF_Q = 0, 1, 2
"""Indices of `State.mass`: b0_u, alpha * pi_ju, and the sum of q."""

NEW = np.uint32(2**32 - 1)
"""The topic drawn for a token that opens a new one."""


class State(NamedTuple):
    """A corpus of T tokens, N sentences, D documents and V terms, and the state of its chain.

    Topic k < size[TOPICS] is in use if n_k[k] > 0. There is room for a topic of each token, and for
    those of tokens that are counted, but not in the corpus.
    """

    rng: Generator
    term: Index  # (T,) by document, then sentence
    sentence: Index  # (N + 1,) first token of each sentence
    document: Ints  # (D + 1,) first sentence of each document
    slot: Index  # (V + 1,) first slot of each term, which has one for each topic it may get
    rising: Floats  # (most tokens of a term + 1,) log of zeta' (zeta' + 1) ... (zeta' + n - 1)
    z: Index  # (T,) topic of each token
    slot_topic: Index  # the topics of each term, in its first slots
    slot_count: Ints  # n_kw of each slot
    slots: Index  # (V,) number of topics of each term
    n_k: Ints  # tokens of each topic
    inverse: Floats  # 1 / (n_k + V zeta')
    stick: Floats  # b0_k, drawn at the beginning of a sweep
    base: Floats  # alpha * pi_jk of the current document
    q: Floats  # (n_ik + alpha * pi_jk) * inverse
    n_i: Ints  # tokens of each topic in the current sentence
    present: Index  # the topics of the current sentence, first size[PRESENT] entries
    place: Index  # index of each of them in `present`
    m_j: Ints  # tables of each topic in the current document
    m_k: Ints  # tables at the corpus of the documents visited so far in this sweep, plus m_fixed
    m_fixed: Ints  # tables at the corpus of documents that are not in the corpus
    table_topic: Index  # (T,) the topics with tables of each document, from its first token on
    table_count: Ints  # (T,) m_jk of each of them
    tabled: Index  # (D,) number of topics with tables of each document
    size: Index  # (2,) scalars at TOPICS and PRESENT
    mass: Floats  # (3,) scalars at UNSEEN_IN_CORPUS, UNSEEN_IN_DOCUMENT and SUM_OF_Q


def state_of(
    corpus: TokenColumns,
    term_mass: float,
    rng: Generator,
    others: Indices | int = 0,
    n_topics: int = 0,
) -> State:
    """The state of a chain before its start: no token is counted, all topics are empty.

    There is room for the counts of other tokens, too: `n_topics`, `others` (V,) of each term.
    """
    tokens, documents = len(corpus.term), len(corpus.document) - 1
    occurrences = np.bincount(corpus.term, minlength=corpus.n_terms)
    slot = np.append(0, (occurrences + others).cumsum()).astype(np.uint32)
    most, topics = int(occurrences.max()), tokens + n_topics + 1

    empty: dict[str, Any] = {
        name: np.zeros(size, kind)
        for size, kind, names in (
            (tokens, np.uint32, ("z", "table_topic")),
            (tokens, np.int32, ("table_count",)),
            (slot[-1], np.uint32, ("slot_topic",)),
            (slot[-1], np.int32, ("slot_count",)),
            (topics, np.float64, ("inverse", "stick", "base", "q")),
            (topics, np.int32, ("n_k", "n_i", "m_j", "m_k", "m_fixed")),
            (topics, np.uint32, ("present", "place")),
            (corpus.n_terms, np.uint32, ("slots",)),
            (documents, np.uint32, ("tabled",)),
            (2, np.uint32, ("size",)),
            (3, np.float64, ("mass",)),
        )
        for name in names
    }
    return State(
        rng=rng,
        term=corpus.term,
        sentence=corpus.sentence,
        document=corpus.document,
        slot=slot,
        rising=np.concatenate(([0.0], np.log(term_mass + np.arange(most)).cumsum())),
        **empty,
    )
