"""Rank the sentences of a model for a question: evidence first, then the walk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from hyperdigest.base.arrays import Floats, Indices, places_of_largest
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.question_index import whole_for
from hyperdigest.ranking.weighing import (
    FromModel,
    Whole,
    match_question,
    question_weights,
    related_weights,
    weigh,
)
from hyperdigest.ranking.windows import Match, concentrated, walk_weight
from hyperdigest.record import ModelRecord
from hyperdigest.relevance import nearly_stationary_scores, question_bias, stationary_scores

MOST_SEARCHED = 2_000
"""How many of the most relevant sentences a feature searches, if it reads their texts."""


MOST_CONTENDERS, LEAST_OF_CONTENDERS = 100, 0.15
"""So many sentences may become the best one, if their texts are looked at, and none with less of
the relevance of the best one than this."""


@dataclass(frozen=True, eq=False)
class Ranking:
    """How well each sentence answers a question.

    Parameters
    ----------
    terms : (V,) weight of each term of the question, and of what manuals write for its words.
    all_terms : (V + L,) the same, and the weights of terms that only labels of documents have.
    hypergraph : the hypergraph of the walk.
    evidence : (N,) p(j|q), the evidence that each sentence answers; sums to 1.
    relevance : (N,) p(j), the scores of the walk, which a feature may change; sum to 1.
    value : (N,) the value of each sentence in the objective: its relevance, or what a feature
        makes of it.
    directness : (N,) how well each sentence would answer if it were the only one, as a score.
    match : how well the passages match; None if that does not count.
    nearness : how near the best sentence is by embeddings, in [0, 1]; None without a model.
    warnings : messages about the question.
    """

    terms: Floats
    all_terms: Floats
    hypergraph: FuzzyHypergraph
    evidence: Floats
    relevance: Floats
    value: Floats
    directness: Floats
    match: Match | None = None
    nearness: float | None = None
    warnings: tuple[str, ...] = ()

    def most_relevant(self) -> Indices:
        """(n,) the `MOST_SEARCHED` most relevant sentences, or all, the most relevant first."""
        return places_of_largest(self.relevance, MOST_SEARCHED)

    def contenders(self) -> Indices:
        """(n,) at most `MOST_CONTENDERS` of these, those that may become the best."""
        best = places_of_largest(self.relevance, MOST_CONTENDERS)
        relevance = self.relevance[best]
        return np.asarray(best[relevance >= LEAST_OF_CONTENDERS * relevance[0]])

    def scaled(self, factor: Floats) -> Ranking:
        """The ranking with each sentence (N,) times as relevant, valuable and direct."""
        relevance, value = self.relevance * factor, self.value * factor
        return replace(
            self,
            relevance=relevance / relevance.sum(),
            value=value / value.sum(),
            directness=self.directness * factor,
        )


def rank(
    model: ModelRecord, question: Question, options: Options, whole: Whole | None = None
) -> Ranking:
    """The ranking of all sentences of a model: evidence from all sources, and the walk with it as
    bias.

    Parameters
    ----------
    whole : the collection in which the question is weighed; None for that of the model.
    """
    indexes, collection = Indexes.of(model), model.collection
    terms, _ = weights = question_weights(indexes, question, options)
    whole = whole or whole_for(indexes, question, options)
    matched = whole.matched
    if matched is None:
        related = related_weights(indexes, question, options, terms)
        matched = match_question(whole.index, question, options, weights, related)
    found = _from_model(model, question, options, terms)
    weighed = weigh(matched, indexes.evidence, options, found)
    bias, directness, warnings = weighed.evidence, weighed.directness, weighed.warnings
    hypergraph, match, query_balance = (
        indexes.walk(options),
        matched.passages,
        options.query_balance,
    )
    if match:
        query_balance = walk_weight(query_balance, match, options.concentration)
    walk = stationary_scores if options.exact_walk else nearly_stationary_scores
    scores = walk(hypergraph, bias, query_balance, options.damping)
    if directness is None:
        directness = scores
    if match:
        scores = concentrated(scores, match, options.concentration)
    if options.hyperedges and options.hyperedge_share:
        warnings += _plugin_warning(indexes, options)
    of_vocabulary = terms[: len(collection.term_numbers)]
    return Ranking(
        of_vocabulary,
        terms,
        hypergraph,
        bias,
        scores,
        scores,
        directness,
        match,
        weighed.nearness,
        warnings,
    )


def _from_model(
    model: ModelRecord, question: Question, options: Options, terms: Floats
) -> FromModel:
    """The evidence by topics and by embeddings; `terms` are the (V + L,) weights of the model's."""
    collection, compare = model.collection, None
    by_topic = np.zeros(len(collection.split.sentences))
    if options.topic_evidence:
        hypergraph = Indexes.of(model).topics(options)
        by_topic = question_bias(hypergraph, terms[: len(collection.term_numbers)])
    if options.embedding_model and options.embedding_evidence:
        from hyperdigest.ranking.meaning import meaning

        compare = partial(meaning, collection, question.text, options.embedding_model)
    return FromModel(by_topic, compare)


def _plugin_warning(indexes: Indexes, options: Options) -> tuple[str, ...]:
    if indexes.plugin_hyperedges(options.hyperedges) is not None:
        return ()
    return (
        f"the plugin {options.hyperedges!r} found no hyperedges in these documents: the walk has"
        " only topics and terms",
    )
