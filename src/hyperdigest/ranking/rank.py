"""Rank the sentences of a model for a question: evidence first, then the walk."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from hyperdigest.base.arrays import Floats
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.evidence import SOURCES, WeightedQuestion, evidence
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.terms import (
    NO_KNOWN_WORD,
    ONLY_EMBEDDING,
    ONLY_RELATED_WORDS,
    content_terms,
    terms_with_earlier,
)
from hyperdigest.ranking.windows import Match, concentrated, walk_weight
from hyperdigest.ranking.written import written_evidence, written_words
from hyperdigest.record import ModelRecord
from hyperdigest.relevance import stationary_scores


@dataclass(frozen=True, eq=False)
class Ranking:
    """How well each sentence answers a question.

    Parameters
    ----------
    terms : (V,) weight of each term in the question.
    all_terms : (V + L,) the same, and the weights of terms that only labels of documents have.
    hypergraph : the hypergraph of the walk.
    evidence : (N,) p(j|q), the evidence that each sentence answers; sums to 1.
    relevance : (N,) p(j), the scores of the walk, which a feature may change; sum to 1.
    value : (N,) the value of each sentence in the objective: its relevance, or what a feature
        makes of it.
    directness : (N,) how well each sentence would answer if it were the only one, as a score.
    match : how well the passages match; None if that does not count.
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
    warnings: tuple[str, ...] = ()

    def scaled(self, factor: Floats) -> Ranking:
        """The ranking with each sentence (N,) times as relevant, valuable and direct."""
        relevance, value = self.relevance * factor, self.value * factor
        return replace(
            self,
            relevance=relevance / relevance.sum(),
            value=value / value.sum(),
            directness=self.directness * factor,
        )


def rank(model: ModelRecord, question: Question, options: Options) -> Ranking:
    """The ranking of all sentences: evidence from all sources, and the walk with it as bias."""
    indexes, collection = Indexes.of(model), model.collection
    languages, n_terms = tuple(collection.language_counts), len(collection.term_numbers)
    numbers = indexes.numbers(options)
    known, warnings = terms_with_earlier(question.texts, numbers, languages, options.asking_weight)
    terms, related = np.zeros((2, len(indexes.term_numbers)))
    terms[: len(known)] = known
    if options.related_evidence:
        words = content_terms(question.text, numbers, languages)
        spelt = indexes.spelling.related(words)
        related[:n_terms] = np.where(terms[:n_terms] > 0, 0.0, spelt)
    similarity = indexes.embedding_similarity(question.text, options)
    if similarity.any():
        warnings = _replaced(warnings, ONLY_EMBEDDING)
    elif related.any():
        warnings = _replaced(warnings, ONLY_RELATED_WORDS)
    written = np.zeros(len(collection.split.sentences))
    if options.written_evidence and (code := written_words(question.text)):
        written = written_evidence(code, collection.documents, collection.split.sentences)
    weighted = WeightedQuestion(
        indexes.evidence, indexes.topics(options), terms, related, similarity, written
    )
    weights = {name: getattr(options, f"{name}_evidence") for name in SOURCES}
    bias = evidence(
        weighted,
        weights,
        options.sharpening,
        options.incomplete_weight,
        options.post_weight,
        options.lead_in_share,
    )
    hypergraph = indexes.walk(options)
    match, query_balance = None, options.query_balance
    if options.concentration or options.enough:
        match = indexes.windows.match(terms)
        query_balance = walk_weight(query_balance, match, options.concentration)
    scores = directness = stationary_scores(hypergraph, bias, query_balance, options.damping)
    if match:
        scores = concentrated(scores, match, options.concentration)
        directness = bias * match.sentences * np.sqrt(weighted.shares)
    if options.hyperedges and options.hyperedge_share:
        warnings += _plugin_warning(indexes, options)
    return Ranking(
        terms[:n_terms], terms, hypergraph, bias, scores, scores, directness, match, tuple(warnings)
    )


def _replaced(warnings: list[str], instead: str) -> list[str]:
    """The warnings with another one in place of `NO_KNOWN_WORD`."""
    return [instead if warning == NO_KNOWN_WORD else warning for warning in warnings]


def _plugin_warning(indexes: Indexes, options: Options) -> list[str]:
    if indexes.plugin_hyperedges(options.hyperedges) is not None:
        return []
    return [
        f"the plugin {options.hyperedges!r} found no hyperedges in these documents: the walk has"
        " only topics and terms"
    ]
