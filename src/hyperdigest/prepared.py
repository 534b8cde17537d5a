"""What all questions to a model share, each part made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperdigest.evidence import Floats, Index, make_index
from hyperdigest.hypergraph import (
    FuzzyHypergraph,
    cosine_hypergraph,
    stack,
    term_hypergraph,
    topic_hypergraph,
)
from hyperdigest.options import Options
from hyperdigest.progress import Progress, quiet
from hyperdigest.selection.eligibility import eligible_sentences
from hyperdigest.selection.style import fitness

if TYPE_CHECKING:
    from hyperdigest.pipeline import Collection
    from hyperdigest.topics import TopicFit

KEPT = 4
"""How many of a kind are kept, the last ones made."""

Key = TypeVar("Key")
Made = TypeVar("Made")


class Prepared:
    """The hypergraphs of a collection, its index, embeddings, and the numbers of its terms."""

    def __init__(self, collection: Collection, topics: TopicFit) -> None:
        split = collection.split
        self._collection = collection
        self._split = split
        self._topics = topics
        self._tokens = split.terms, split.sentence_of, len(split.sentences), len(split.vocabulary)
        self._of_topics: dict[int, FuzzyHypergraph] = {}
        self._of_walk: dict[tuple[int, float], FuzzyHypergraph] = {}
        self._wording: dict[tuple[float, float, float], Floats] = {}
        self._eligible: dict[tuple[int, bool], NDArray[np.bool_]] = {}
        self._embedded: dict[str, Floats] = {}

    def walk(self, options: Options) -> FuzzyHypergraph:
        """The hypergraph of the walk: topics, and terms along which a step follows cosines."""
        key = options.samples, options.topic_share
        return _kept(self._of_walk, key, lambda: self._blend(options))

    def wording(self, options: Options) -> Floats:
        """(N,) factor on what each sentence is worth, for how it is worded."""
        weights = options.linking_reward, options.speech_penalty, options.pointing_penalty
        return _kept(self._wording, weights, lambda: fitness(self._split.sentences, *weights))

    def eligible(self, options: Options) -> NDArray[np.bool_]:
        """(N,) the sentences fit to be picked."""
        rule = options.shortest, options.prose_only
        return _kept(self._eligible, rule, lambda: eligible_sentences(self._split.sentences, *rule))

    def topics(self, options: Options) -> FuzzyHypergraph:
        """The topics of the samples, each with the same weight, or of the most likely one."""
        if options.samples not in self._of_topics:
            samples = self._topics.samples if options.samples else [self._topics.best]
            hypergraphs = [
                topic_hypergraph(
                    sample.assignments,
                    *self._tokens,
                    options.term_concentration,
                    term_prior=options.term_prior,
                )
                for sample in samples
            ]
            self._of_topics[options.samples] = stack(hypergraphs, [1 / len(samples)] * len(samples))
        return self._of_topics[options.samples]

    @cached_property
    def terms(self) -> FuzzyHypergraph:
        """The terms as hyperedges, in which relevance is used up."""
        return term_hypergraph(*self._tokens)

    @cached_property
    def cosines(self) -> FuzzyHypergraph:
        """The terms as hyperedges along which a step follows cosines."""
        return cosine_hypergraph(*self._tokens)

    @cached_property
    def index(self) -> Index:
        """What evidence needs of the collection."""
        t, i, _, n_terms = self._tokens
        return make_index(t, i, self._split.sentences, n_terms)

    def embeddings(self, model: str, progress: Progress = quiet) -> Floats:
        """(N, M) the embeddings of the sentences by the model in a folder."""
        from hyperdigest.embeddings import embeddings

        if model not in self._embedded:
            texts = [self._collection.text(i) for i in range(len(self._split.sentences))]
            self._embedded[model] = embeddings(model, texts, progress)
        return self._embedded[model]

    def likeness(self, question: str, options: Options) -> Floats:
        """(N,) cosine of the embeddings of sentence and question; 0 where no model counts."""
        if not options.embedding_model or not options.embedding_evidence:
            return np.zeros(len(self._split.sentences))
        from hyperdigest.embeddings import embeddings

        asked = embeddings(options.embedding_model, [question])
        return np.asarray((self.embeddings(options.embedding_model) * asked).sum(axis=1))

    def _blend(self, options: Options) -> FuzzyHypergraph:
        share = options.topic_share
        if share == 1:
            return self.topics(options)
        if share == 0:
            return self.cosines
        return stack([self.topics(options), self.cosines], [share, 1 - share])


def _kept(made: dict[Key, Made], key: Key, make: Callable[[], Made]) -> Made:
    """What was made for the key, now where it is not kept; the one made first gives way."""
    if key not in made:
        if len(made) == KEPT:
            del made[next(iter(made))]
        made[key] = make()
    return made[key]
