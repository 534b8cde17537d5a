"""Where a chain stands: the corpus, the topics of its tokens, tables, sticks, running counts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.topics.corpus import Corpus
from hyperdigest.topics.draws import Generator

Index = NDArray[np.uint32]
"""What indexes other arrays; were it signed, each access would be tried for a negative index."""

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


class State(NamedTuple):
    """A corpus of T tokens, N sentences, D documents, V terms, and where its chain stands.

    Arrays over topics have room for T; topic k is in use where n_k[k] > 0, below size[0].
    """

    rng: Generator
    term: Index  # (T,) by document, then sentence
    sentence: Index  # (N + 1,) first token of each sentence
    document: Ints  # (D + 1,) first sentence of each document
    slot: Index  # (V + 1,) first slot of each term: as many as it has tokens
    rising: Floats  # (most tokens of a term + 1,) log of zeta' (zeta' + 1) ... (zeta' + n - 1)
    z: Index  # (T,) topic of each token
    slot_topic: Index  # (T,) topics of a term, without gaps
    slot_count: Ints  # (T,) n_kw
    slots: Index  # (V,) topics of each term
    n_k: Ints  # tokens of each topic
    inverse: Floats  # 1 / (n_k + V zeta')
    stick: Floats  # b0_k, drawn at the beginning of a sweep
    base: Floats  # alpha * pi_jk of the document at hand
    q: Floats  # (n_ik + alpha * pi_jk) * inverse
    n_i: Ints  # tokens of the sentence at hand
    present: Index  # the topics of the sentence at hand, without gaps
    place: Index  # where each of them stands in `present`
    m_j: Ints  # tables of the document at hand
    m_k: Ints  # tables the documents visited in this sweep take at the corpus, with m_kept
    m_kept: Ints  # tables there of documents that are not visited
    table_topic: Index  # (T,) topics with tables, by document, from its first token
    table_count: Ints  # (T,) m_jk, tables of its sentences
    tabled: Index  # (D,) topics with tables of each document
    size: Index  # (2,) topics' arrays in use; topics present in the sentence at hand
    rest: Floats  # (3,) b0_u; alpha * pi_ju; the sum of q


def state_of(corpus: Corpus, term_mass: float, rng: Generator) -> State:
    """A chain that has counted no token yet: all topics are empty."""
    tokens, documents = len(corpus.term), len(corpus.document) - 1
    occurrences = np.bincount(corpus.term, minlength=corpus.n_terms)

    def ints(size: int) -> Ints:
        return np.zeros(size, np.int32)

    def indices(size: int) -> Index:
        return np.zeros(size, np.uint32)

    room = tokens + 1
    return State(
        rng=rng,
        term=corpus.term,
        sentence=corpus.sentence,
        document=corpus.document,
        slot=np.concatenate(([0], occurrences.cumsum())).astype(np.uint32),
        rising=np.concatenate(([0.0], np.log(term_mass + np.arange(occurrences.max())).cumsum())),
        z=indices(tokens),
        slot_topic=indices(tokens),
        slot_count=ints(tokens),
        slots=indices(corpus.n_terms),
        n_k=ints(room),
        inverse=np.zeros(room),
        stick=np.zeros(room),
        base=np.zeros(room),
        q=np.zeros(room),
        n_i=ints(room),
        present=indices(room),
        place=indices(room),
        m_j=ints(room),
        m_k=ints(room),
        m_kept=ints(room),
        table_topic=indices(tokens),
        table_count=ints(tokens),
        tabled=indices(documents),
        size=indices(2),
        rest=np.zeros(3),
    )
