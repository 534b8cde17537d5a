"""Views of the topics of a collection: their words, weights, and shares of sentences.

And of a single topic: its words, the documents with most of it, and sentences about it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from hyperdigest.digest import Topic, TopicShare
from hyperdigest.documents import FORMS
from hyperdigest.errors import OptionError
from hyperdigest.split import Split
from hyperdigest.topics.data import TopicSample


def strongest_terms(
    topics: TopicSample, terms: NDArray[np.int32], n_terms: int, top: int
) -> list[list[int]]:
    """The `top` terms of each topic by n_et * p(e|t): frequent in the topic and rare outside of it.

    `terms` is the (T,) term of each token. Returns a list of term ids for each topic, strongest
    first; terms of equal strength are in order of id.
    """
    shape = (topics.n_topics, n_terms)
    counts = csr_array((np.ones(len(terms)), (topics.assignments, terms)), shape=shape)
    occurrences = np.bincount(terms, minlength=n_terms)
    strength = counts.data**2 / occurrences[counts.indices]
    strongest = []
    for first, last in zip(counts.indptr[:-1], counts.indptr[1:], strict=True):
        own = counts.indices[first:last]
        strongest.append(own[np.lexsort((own, -strength[first:last]))[:top]].tolist())
    return strongest


def occurrences(topics: TopicSample, unit: NDArray[np.int32]) -> NDArray[np.int64]:
    """(K,) the number of units in which each topic occurs; `unit` as in `shares`."""
    pairs = np.unique(np.stack([topics.assignments, unit]), axis=1)
    return np.bincount(pairs[0], minlength=topics.n_topics)


def shares(topics: TopicSample, unit: NDArray[np.int32], n_units: int) -> NDArray[np.float64]:
    """(n_units, K) the share of each unit's tokens in each topic; zeros for a unit without tokens.

    `unit` is the (T,) sentence or document of each token.
    """
    cells = unit.astype(np.intp) * topics.n_topics + topics.assignments
    counts = np.bincount(cells, minlength=n_units * topics.n_topics)
    counts = counts.reshape(n_units, topics.n_topics)
    part: NDArray[np.float64] = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return part


@dataclass(frozen=True, slots=True)
class TopicDocument:
    """A document by number, a topic's share of its tokens, and its number of sentences with it."""

    document: int
    share: float
    sentences: int


@dataclass(frozen=True, slots=True)
class OneTopic:
    """The view of a single topic of the most likely sample.

    Parameters
    ----------
    words : its 12 strongest words.
    documents : the 8 documents with the largest shares of it.
    sentences : numbers of the 8 complete sentences that are most about it.
    """

    id: int
    words: tuple[str, ...]
    documents: tuple[TopicDocument, ...]
    sentences: tuple[int, ...]


def one_topic(view: TopicView, topic: int) -> OneTopic:
    """The view of a topic.

    Sentences are sorted by the number of their tokens in the topic times the share of these tokens.

    Raises OptionError if there is no topic of that number.
    """
    sample, split = view.topics, view.split
    if not 0 <= topic < sample.n_topics:
        raise OptionError(
            f"there is no topic {topic}: give a number from 0 to {sample.n_topics - 1}"
        )
    of_topic = split.sentence_of[sample.assignments == topic]
    topic_tokens = np.bincount(of_topic, minlength=len(split.sentences))
    tokens = np.bincount(split.sentence_of, minlength=len(split.sentences))
    score = topic_tokens**2 / np.maximum(tokens, 1)
    score[split.sentences.form != FORMS.index("prose")] = 0.0
    best = np.argsort(-score, kind="stable")[:8]
    document = split.sentences.document
    in_topic = np.bincount(document, weights=topic_tokens)
    in_all = np.maximum(np.bincount(document, weights=tokens), 1)
    sentences = np.bincount(document[topic_tokens > 0], minlength=len(in_topic))
    strongest = np.argsort(-in_topic / in_all, kind="stable")[:8]
    return OneTopic(
        id=topic,
        words=tuple(view.strongest_words(12)[topic]),
        documents=tuple(
            TopicDocument(int(d), float(in_topic[d] / in_all[d]), int(sentences[d]))
            for d in strongest
            if in_topic[d] > 0
        ),
        sentences=tuple(int(i) for i in best if score[i] > 0),
    )


class TopicView:
    """The topics of one sample, with their names in `labels`."""

    def __init__(self, split: Split, topics: TopicSample, labels: tuple[str, ...]) -> None:
        self.split = split
        self.topics = topics
        self.labels = labels

    def strongest_words(self, top: int) -> list[list[str]]:
        """The `top` strongest words of each topic, strongest first."""
        split = self.split
        terms = strongest_terms(self.topics, split.terms, len(split.vocabulary), top)
        return [[split.words[t] for t in topic] for topic in terms]

    def shares(self, sentence: int) -> tuple[TopicShare, ...]:
        """The shares of topics in the tokens of a sentence, the largest first."""
        first, last = self.split.first_tokens([sentence, sentence + 1]).tolist()
        counts = Counter(self.topics.assignments[first:last].tolist())
        return tuple(
            TopicShare(topic, self.labels[topic], count / (last - first))
            for topic, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        )

    def strongest(self) -> NDArray[np.int32]:
        """(N,) the topic of most of a sentence's tokens; of several the one with lowest number."""
        n_topics = np.int64(self.topics.n_topics)
        cells = self.split.sentence_of * n_topics + self.topics.assignments
        occurring, counts = np.unique(cells, return_counts=True)
        sentence, topic = np.divmod(occurring, n_topics)
        order = np.lexsort((topic, -counts, sentence))
        first = order[np.searchsorted(sentence, np.arange(len(self.split.sentences)))]
        strongest: NDArray[np.int32] = topic[first].astype(np.int32)
        return strongest

    def table(self, weights: NDArray[np.float64], top: int) -> tuple[Topic, ...]:
        """The topics with `top` words each, sorted by the (K,) weights of their hyperedges."""
        split, topics = self.split, self.topics
        tokens = np.bincount(topics.assignments, minlength=topics.n_topics)
        sentences = occurrences(topics, split.sentence_of)
        documents = occurrences(topics, split.sentences.document[split.sentence_of])
        words = self.strongest_words(top)
        return tuple(
            Topic(
                id=int(k),
                words=tuple(words[k]),
                weight=float(weights[k] / (weights.sum() or 1.0)),
                share=float(tokens[k] / len(split.terms)),
                sentences=int(sentences[k]),
                documents=int(documents[k]),
                label=self.labels[k],
            )
            for k in np.argsort(-weights, kind="stable")
        )
