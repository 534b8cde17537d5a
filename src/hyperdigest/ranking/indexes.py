"""The indexes of a model, each made for the first question that needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.cache import BoundedCache, locked_cached_property
from hyperdigest.hypergraph import (
    FuzzyHypergraph,
    cosine_hypergraph,
    stack,
    term_edges,
    topic_hypergraph,
)
from hyperdigest.options import Options
from hyperdigest.progress import Progress, quiet
from hyperdigest.ranking.collection_index import CollectionIndex
from hyperdigest.record import ModelRecord

if TYPE_CHECKING:
    from hyperdigest.lengths import Count

Lengths = NDArray[np.int32]


class Indexes(CollectionIndex):
    """The indexes of a model's collection, and the hypergraphs of its topics and terms.

    Letters: N sentences, V terms.
    """

    def __init__(self, model: ModelRecord) -> None:
        super().__init__(model.collection)
        self._topics = model.topics
        self._of_topics: BoundedCache[int, FuzzyHypergraph] = BoundedCache()
        self._of_walk: BoundedCache[tuple[int, float, str, float], FuzzyHypergraph] = BoundedCache()
        self._of_plugins: BoundedCache[str, FuzzyHypergraph | None] = BoundedCache()
        self._token_lengths: BoundedCache[str | Count, Lengths] = BoundedCache()

    @classmethod
    def of(cls, model: ModelRecord) -> Self:
        """The indexes of a model, the same ones at every call."""
        return model.cached(cls)

    def walk(self, options: Options) -> FuzzyHypergraph:
        """The hypergraph of the walk: topics, terms weighted so that steps follow cosines, and the
        hyperedges of a plugin."""
        key = options.samples, options.topic_share, options.hyperedges, options.hyperedge_share
        return self._of_walk.get(key, lambda: self._blend(options))

    def plugin_hyperedges(self, name: str) -> FuzzyHypergraph | None:
        """The hyperedges that a plugin finds in the collection; None if it finds none."""
        return self._of_plugins.get(name, lambda: self._hyperedges_of(name))

    def lengths(self, options: Options, progress: Progress = quiet) -> Lengths:
        """(N,) the length of each sentence in the unit of the budget."""
        sentences = self._split.sentences
        if options.unit == "words":
            return sentences.words
        if options.unit == "characters":
            return sentences.end - sentences.start
        from hyperdigest.lengths import token_lengths

        tokenizer = options.tokenizer
        return self._token_lengths.get(
            tokenizer, lambda: token_lengths(tokenizer, self.collection.texts(), progress)
        )

    def topics(self, options: Options) -> FuzzyHypergraph:
        """The topics of all samples with equal weight, or only those of the most likely sample."""
        return self._of_topics.get(options.samples, lambda: self._of_samples(options))

    @locked_cached_property
    def wordings(self) -> NDArray[np.intp]:
        """(N,) a number for each sentence, the same for sentences with the same words."""
        return np.unique(self._split.sentences.text_hash, return_inverse=True)[1]

    @locked_cached_property
    def contexts(self) -> NDArray[np.int32]:
        """(N, C) the sentences that are quoted before each one; see `Sentences.contexts`."""
        return self._split.sentences.contexts()

    @locked_cached_property
    def terms(self) -> FuzzyHypergraph:
        """The terms as hyperedges, for the saturation of relevance."""
        return term_edges(self.counts, self.isf)

    def _of_samples(self, options: Options) -> FuzzyHypergraph:
        samples = self._topics.samples if options.samples else [self._topics.best]
        split, zeta = self._split, options.term_concentration
        tokens = split.terms, split.sentence_of, len(split.sentences), len(split.vocabulary)
        prior: dict[str, Any] = {"term_prior": options.term_prior, "isf": self.isf}
        hypergraphs = [
            topic_hypergraph(sample.assignments, *tokens, zeta, **prior) for sample in samples
        ]
        return stack(hypergraphs, [1 / len(samples)] * len(samples))

    def _hyperedges_of(self, name: str) -> FuzzyHypergraph | None:
        from hyperdigest.ranking.plugin_hyperedges import SentencesView, family

        sentences = self._split.sentences
        view = SentencesView(
            documents=tuple(self._documents),
            document=sentences.document,
            start=sentences.start,
            end=sentences.end,
            vocabulary=self._split.vocabulary,
            counts=self.counts,
        )
        return family(name, view)

    def _blend(self, options: Options) -> FuzzyHypergraph:
        share, plugin_share = options.topic_share, options.hyperedge_share
        if share == 1:
            hypergraph = self.topics(options)
        else:
            hypergraph = cosine_hypergraph(self.counts, self.isf)
            if share:
                hypergraph = stack([self.topics(options), hypergraph], [share, 1 - share])
        if not options.hyperedges or not plugin_share:
            return hypergraph
        added = self.plugin_hyperedges(options.hyperedges)
        if added is None:
            return hypergraph
        return stack([hypergraph, added], [1 - plugin_share, plugin_share])
