"""The topics of a collection as a person looks at them: words, weights, shares of sentences."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Topic, TopicShare
from hyperdigest.system.kept import once
from hyperdigest.topics.summary import occurrences, strongest_terms

if TYPE_CHECKING:
    from hyperdigest.split import Split
    from hyperdigest.topics import TopicSample

LABEL_WORDS, LOOKED_AT = 3, 12
"""How many of its strongest words name a topic, and among how many."""

UNTELLING = re.compile(r"\d|^[a-z]$")
"""Words with a digit, such as years and amounts, and single letters name no topic."""


class TopicView:
    """The topics of one sample, named by their strongest words."""

    def __init__(self, split: Split, topics: TopicSample) -> None:
        self._split = split
        self._topics = topics

    @once
    def labels(self) -> tuple[str, ...]:
        """The strongest words of each topic, years, amounts and single letters left out."""
        return tuple(map(_label, self.strongest_words(LOOKED_AT)))

    def strongest_words(self, top: int) -> list[list[str]]:
        """The `top` strongest words of each topic, strongest first."""
        split = self._split
        terms = strongest_terms(self._topics, split.terms, len(split.vocabulary), top)
        return [[split.words[t] for t in topic] for topic in terms]

    def shares(self, sentence: int) -> tuple[TopicShare, ...]:
        """How the tokens of a sentence fall to topics, the largest share first."""
        sentence_of = self._split.sentence_of
        ends = np.array([sentence, sentence + 1], dtype=sentence_of.dtype)
        first, last = sentence_of.searchsorted(ends).tolist()
        counts = Counter(self._topics.assignments[first:last].tolist())
        return tuple(
            TopicShare(topic, self.labels[topic], count / (last - first))
            for topic, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        )

    def strongest(self) -> NDArray[np.int32]:
        """(N,) the topic that holds most of a sentence's tokens, of equals the first."""
        n_topics = np.int64(self._topics.n_topics)
        cells = self._split.sentence_of * n_topics + self._topics.assignments
        held, counts = np.unique(cells, return_counts=True)
        sentence, topic = np.divmod(held, n_topics)
        order = np.lexsort((topic, -counts, sentence))
        first = order[np.searchsorted(sentence, np.arange(len(self._split.sentences)))]
        strongest: NDArray[np.int32] = topic[first].astype(np.int32)
        return strongest

    def table(self, weights: NDArray[np.float64], top: int) -> tuple[Topic, ...]:
        """The topics, heaviest first, with `top` words each.

        Parameters
        ----------
        weights : (K,) weight of each topic's hyperedge.
        """
        split, topics = self._split, self._topics
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
            )
            for k in np.argsort(-weights, kind="stable")
        )


def _label(words: list[str]) -> str:
    named = [word for word in words if not UNTELLING.search(word)]
    return ", ".join((named or words)[:LABEL_WORDS])
