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
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.documents import Sentences
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.hypergraph.counts import count_pairs
from hyperdigest.relevance import question_bias

Floats = NDArray[np.float64]

TERM_SATURATION = 1.2
LENGTH_NORMALISATION = 0.75
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
    counts : (N, V) sparse, how often each term stands in each sentence.
    by_sentence, by_document : (V, N) and (V, D) sparse, BM25 weight of each term.
    document : (N,) document of each sentence, 0..D-1.
    length, position : (N,) what is spoken for by a sentence's length and place, in [0, 1].
    """

    counts: Any
    by_sentence: Any
    by_document: Any
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


def make_index(
    terms: NDArray[np.int32],
    sentence_of: NDArray[np.int32],
    sentences: Sentences,
    n_terms: int,
) -> Index:
    """Count the tokens of a collection once for all questions.

    Parameters
    ----------
    terms, sentence_of : (T,) term and sentence of each token.
    sentences : in the order of their documents; documents without a sentence do not count.
    """
    held, first, document_of = np.unique(sentences.document, return_index=True, return_inverse=True)
    place = np.arange(len(sentences)) - first[document_of]
    counts = count_pairs(sentence_of, terms, (len(sentences), n_terms))
    of_documents = count_pairs(document_of[sentence_of], terms, (len(held), n_terms))
    return Index(
        counts,
        bm25(counts),
        bm25(of_documents),
        document_of,
        np.minimum(1.0, sentences.words / FULL_LENGTH),
        1.0 / (1 + place),
    )


def bm25(
    counts: Any,
    k1: float = TERM_SATURATION,
    b: float = LENGTH_NORMALISATION,
    lengths: NDArray[Any] | None = None,
) -> Any:
    """(V, n) BM25 weight of each term in each text (Robertson & Zaragoza 2009), sparse.

    Parameters
    ----------
    counts : (n, V) sparse, how often each term stands in each text.
    k1 : how slowly repetition of a term stops to count.
    b : how much a long text is held to its length, in [0, 1].
    lengths : (n,) terms in each text, where `counts` has but some of them.
    """
    n_texts, n_terms = counts.shape
    if lengths is None:
        lengths = np.asarray(counts.sum(axis=1))
    holding = np.bincount(counts.indices, minlength=n_terms)
    idf = np.log1p((n_texts - holding + 0.5) / (holding + 0.5))
    relative = lengths / max(lengths.mean(), 1.0)
    norm = k1 * (1 - b + b * relative)
    frequency = counts.data
    saturated = frequency * (k1 + 1)
    saturated = saturated / (frequency + np.repeat(norm, np.diff(counts.indptr)))
    weights = sparse.csr_array(
        (saturated * idf[counts.indices], counts.indices, counts.indptr), counts.shape
    )
    return weights.T.tocsr()


def feedback(
    question: Floats,
    counts: Any,
    found: Floats,
    sentences: int = FEEDBACK_SENTENCES,
    terms: int = FEEDBACK_TERMS,
    share: float = FEEDBACK_SHARE,
) -> Floats:
    """(V,) the question mixed with the terms of the best sentences found: RM3.

    Abdul-Jaleel et al. 2004: a relevance model of the sentences with the highest `found`, each
    weighted by it, cut to its strongest terms.

    Parameters
    ----------
    sentences, terms : how many of the best sentences, and how many of their terms.
    share : what these terms make up of the mixture, in [0, 1].
    """
    best = np.argsort(-found, kind="stable")[:sentences]
    best = best[found[best] > 0]
    if not len(best):
        return question
    rows = counts[best]
    model = np.asarray(rows.T @ (found[best] / found[best].sum() / rows.sum(axis=1)))
    strongest = np.argsort(-model, kind="stable")[:terms]
    kept = np.zeros(len(model))
    kept[strongest] = model[strongest] / model[strongest].sum()
    return np.asarray((1 - share) * question / question.sum() + share * kept)


def topic_evidence(asked: Asked) -> Floats:
    """What the hyperedges of the question's terms hold: the paper's p(j|q)."""
    return question_bias(asked.topics, asked.question)


def word_evidence(asked: Asked) -> Floats:
    """BM25 of sentence and question."""
    return matches(asked.index.by_sentence, asked.question)


def document_evidence(asked: Asked) -> Floats:
    """BM25 of the sentence's document and the question."""
    return matches(asked.index.by_document, asked.question)[asked.index.document]


def feedback_evidence(asked: Asked) -> Floats:
    """BM25 of the sentence and the question expanded by the sentences that words find best."""
    words = word_evidence(asked)
    around = share_of_largest(document_evidence(asked)) * (words > 0)
    found = share_of_largest(words) + FOUND_IN_DOCUMENT * around
    return matches(asked.index.by_sentence, feedback(asked.question, asked.index.counts, found))


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
            total += weights[name] * share_of_largest(source(asked))
    mass = total.sum()
    return total / mass if mass > 0 else np.full(n_sentences, 1 / n_sentences)


def share_of_largest(values: Floats) -> Floats:
    """Values divided by their largest, where that is above 0."""
    largest = values.max()
    return values / largest if largest > 0 else values


def matches(weights: Any, question: Floats) -> Floats:
    """(n,) sum over the question's terms of their weights in each text."""
    asked = np.flatnonzero(question)
    return np.asarray(weights[asked].T @ question[asked])
