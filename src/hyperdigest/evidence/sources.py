"""Evidence that a sentence answers the question, from several sources, as the bias of the walk.

The paper's p(j|q) looks at topics alone; words, the document a sentence stands in, and the words
of the best sentences found so far (feedback) tell more, and where a model is named so do
embeddings. Each source is a row of numbers over the sentences, divided by its largest; their
weighted sum is the bias.

Letters: N sentences, V terms, T tokens, q the question as (V,) weights of terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.documents import Sentences
from hyperdigest.evidence.bm25 import BM25
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.hypergraph.counts import count_pairs
from hyperdigest.relevance import question_bias

Floats = NDArray[np.float64]
FEEDBACK_SENTENCES = 20
FEEDBACK_TERMS = 30
FEEDBACK_SHARE = 0.4
FOUND_IN_DOCUMENT = 0.6
FULL_LENGTH = 25


@dataclass(frozen=True)
class Index:
    """What evidence needs of a collection, whatever the question.

    Parameters
    ----------
    tokens : (N, V) csr of ones, the terms of each sentence as often as they stand in it.
    sentences, documents : BM25 of the sentences, and of the D documents.
    document : (N,) document of each sentence, 0..D-1.
    length, position : (N,) what is spoken for by a sentence's length and place, in [0, 1].
    """

    tokens: Any
    sentences: BM25
    documents: BM25
    document: NDArray[np.intp]
    length: Floats
    position: Floats


@dataclass(frozen=True)
class Asked:
    """A question put to a collection.

    Parameters
    ----------
    question : (V,) the weights of its terms.
    likeness : (N,) cosine of the embeddings of sentence and question; 0 where no model is named.
    """

    index: Index
    topics: FuzzyHypergraph
    question: Floats
    likeness: Floats

    @cached_property
    def words(self) -> Floats:
        """(N,) BM25 of sentence and question."""
        return self.index.sentences.scores(self.question)

    @cached_property
    def documents(self) -> Floats:
        """(D,) BM25 of document and question."""
        return self.index.documents.scores(self.question)


def make_index(
    counts: Any,
    terms: NDArray[np.int32],
    sentence_of: NDArray[np.int32],
    sentences: Sentences,
) -> Index:
    """Count the tokens of a collection once for all questions.

    Parameters
    ----------
    counts : (V, N) csr, how often each term stands in each sentence.
    terms, sentence_of : (T,) term and sentence of each token, in the order of the sentences.
    sentences : in the order of their documents; documents without a sentence do not count.
    """
    n_terms, n_sentences = counts.shape
    held, first, document_of = np.unique(sentences.document, return_index=True, return_inverse=True)
    starts = np.searchsorted(sentence_of, np.arange(n_sentences + 1))
    ones = np.ones(len(terms), np.int8)
    return Index(
        sparse.csr_array((ones, terms, starts.astype(np.int32)), (n_sentences, n_terms)),
        BM25(counts),
        BM25(count_pairs(terms, document_of[sentence_of], (n_terms, len(held)))),
        document_of,
        np.minimum(1.0, sentences.words / FULL_LENGTH),
        1.0 / (1 + np.arange(n_sentences) - first[document_of]),
    )


def feedback(
    question: Floats,
    texts: Any,
    found: Floats,
    terms: int = FEEDBACK_TERMS,
    share: float = FEEDBACK_SHARE,
) -> Floats:
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


def topic_evidence(asked: Asked) -> Floats:
    """What the hyperedges of the question's terms hold: the paper's p(j|q)."""
    return question_bias(asked.topics, asked.question)


def word_evidence(asked: Asked) -> Floats:
    """BM25 of sentence and question."""
    return asked.words


def document_evidence(asked: Asked) -> Floats:
    """BM25 of the sentence's document and the question."""
    return asked.documents[asked.index.document]


def feedback_evidence(asked: Asked) -> Floats:
    """BM25 of the sentence and the question expanded by the sentences that words find best."""
    index = asked.index
    holding = np.flatnonzero(asked.words)
    around = share_of_largest(asked.documents)[index.document[holding]]
    found = share_of_largest(asked.words)[holding] + FOUND_IN_DOCUMENT * around
    best = largest(found, FEEDBACK_SENTENCES)
    expanded = feedback(asked.question, index.tokens[holding[best]], found[best])
    return index.sentences.scores(expanded)


def length_evidence(asked: Asked) -> Floats:
    """A sentence of few words says little."""
    return asked.index.length


def position_evidence(asked: Asked) -> Floats:
    """What a document says first matters more."""
    return asked.index.position


def embedding_evidence(asked: Asked) -> Floats:
    """How far the cosine of sentence and question lies above the mean of the sentences.

    Embeddings of one collection are all alike to some degree; where that counted, a source that
    speaks for every sentence would drown those that speak for a few.
    """
    if not asked.likeness.any():
        return asked.likeness
    return np.asarray(np.maximum(asked.likeness - asked.likeness.mean(), 0.0))


SOURCES: Mapping[str, Callable[[Asked], Floats]] = {
    "topic": topic_evidence,
    "word": word_evidence,
    "document": document_evidence,
    "feedback": feedback_evidence,
    "length": length_evidence,
    "position": position_evidence,
    "embedding": embedding_evidence,
}


def evidence(asked: Asked, weights: Mapping[str, float]) -> Floats:
    """(N,) the bias p(j|q) of the walk, which sums to 1; where no source says anything, 1/N.

    Parameters
    ----------
    weights : weight of each source in `SOURCES`, by name; with all of it on ``topic`` the bias is
        the paper's.
    """
    n_sentences = len(asked.index.document)
    total = np.zeros(n_sentences)
    for name, source in SOURCES.items():
        if weights[name] > 0:
            values = source(asked)
            total += weights[name] / (values.max() or 1.0) * values
    mass = total.sum()
    return total / mass if mass > 0 else np.full(n_sentences, 1 / n_sentences)


def share_of_largest(values: Floats) -> Floats:
    """Values divided by their largest, where that is above 0."""
    largest = values.max()
    return values / largest if largest > 0 else values
