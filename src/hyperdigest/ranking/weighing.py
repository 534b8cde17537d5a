"""How well each sentence of a collection matches a question, before any walk.

A question is matched with the whole collection, though only a part of a saved one may be opened:
how rare a term is, how long a passage, and how far the best one stands out, are measured over all
sentences. Topics and embeddings, which only the model has, are added to that.

Letters: N sentences, n of them in the model, V terms, L terms that only labels of documents have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np

from hyperdigest.base.arrays import Floats, Indices, Mask
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.collection_index import CollectionIndex
from hyperdigest.ranking.doubt import Doubt
from hyperdigest.ranking.evidence import (
    SOURCES,
    EvidenceIndex,
    WeightedQuestion,
    Weights,
    add_source,
    evidence,
    weighted_sum,
)
from hyperdigest.ranking.manual_words import with_manual_words
from hyperdigest.ranking.reductions import LOCAL
from hyperdigest.ranking.terms import (
    NO_KNOWN_WORD,
    ONLY_EMBEDDING,
    ONLY_RELATED_WORDS,
    content_terms,
    terms_with_earlier,
)
from hyperdigest.ranking.windows import Match

if TYPE_CHECKING:
    from hyperdigest.ranking.meaning import Meaning

OF_MODEL = ("topic", "embedding")
"""The sources of evidence that the index of a collection has not."""


@dataclass(frozen=True, eq=False)
class Matched:
    """How well n sentences match a question by what the index of a collection has.

    Parameters
    ----------
    total : (n,) the weighted sum of all sources of evidence but those `OF_MODEL`.
    matching : how many of all sentences match well; see `WeightedQuestion`.
    passages : how well the passages match; None if that does not count.
    factor : (n,) what the evidence is multiplied by to say how well each sentence would answer as
        the only one: by the share of the question that it and what introduces it have, in its
        passage; None as before.
    warnings : messages about the question.
    """

    total: Floats
    matching: int
    passages: Match | None
    factor: Floats | None
    warnings: tuple[str, ...]

    @classmethod
    def nothing(cls) -> Self:
        """That no sentence is there."""
        return cls(np.zeros(0), 0, None, None, ())

    def of(self, places: Indices) -> Self:
        """The same of some of the sentences, by their numbers."""
        return replace(
            self,
            total=self.total[places],
            passages=self.passages and self.passages.of(places),
            factor=None if self.factor is None else self.factor[places],
        )


@dataclass(frozen=True, eq=False)
class Whole:
    """The collection in which a question is matched, and where the sentences of a model are in it.

    Parameters
    ----------
    index : the indexes of the N sentences.
    places : (n,) the numbers that the sentences of the model have among them; None if they are all.
    matched : how well the sentences of the model match, if that is known.
    """

    index: CollectionIndex
    places: Indices | None = None
    matched: Matched | None = None

    def doubt(
        self,
        question: Question,
        options: Options,
        quotable: Mask,
        candidates: Mask | None = None,
        nearness: float | None = None,
    ) -> Doubt | None:
        """The doubt whether the documents answer a question; see `document_doubt`.

        The masks are of the (n,) sentences of the model. Nearness counts only if all sentences may
        answer, as the best one may not.
        """
        own = self._numbers(quotable)
        if candidates is None:
            return self.index.doubt(question, options, own, None, nearness)
        return self.index.doubt(question, options, own, self._numbers(candidates), None)

    def _numbers(self, mask: Mask) -> Indices:
        """The numbers that some sentences of the model have among all."""
        return np.flatnonzero(mask) if self.places is None else self.places[mask]


@dataclass(frozen=True, eq=False)
class FromModel:
    """Evidence that the index has not.

    Parameters
    ----------
    topics : (n,) the paper's p(j|q), by topics.
    meaning : a function of all other evidence that compares the best sentences by embeddings; None
        without a model.
    """

    topics: Floats
    meaning: Callable[[Floats], Meaning] | None = None


@dataclass(frozen=True, eq=False)
class Weighed:
    """How well the n sentences of a model match a question.

    Parameters
    ----------
    evidence : (n,) p(j|q), the evidence that each sentence answers; sums to 1.
    directness : (n,) how well each would answer if it were the only one, as a score; None without
        passages.
    nearness : how near the best sentence is by embeddings, in [0, 1]; None without a model.
    warnings : messages about the question.
    """

    evidence: Floats
    directness: Floats | None
    nearness: float | None
    warnings: tuple[str, ...]


def question_weights(
    index: CollectionIndex, question: Question, options: Options
) -> tuple[Floats, list[str]]:
    """(V + L,) the weights of the terms of a question, with those that manuals write for its words,
    and messages about the question."""
    numbers, languages = index.numbers(options), index.languages
    known, warnings = terms_with_earlier(question.texts, numbers, languages, options)
    if options.related_evidence:
        known = with_manual_words(known, question.text, numbers, languages)
    terms = np.zeros(len(index.term_numbers))
    terms[: len(known)] = known
    return terms, warnings


def related_weights(
    index: CollectionIndex, question: Question, options: Options, terms: Floats
) -> Floats:
    """(V + L,) the weights of terms that are spelt similarly to one of the question."""
    related, n_terms = np.zeros(len(terms)), len(index.collection.term_numbers)
    if options.related_evidence:
        numbers, languages = index.numbers(options), index.languages
        spelt = index.spelling.related(content_terms(question.text, numbers, languages))
        related[:n_terms] = np.where(terms[:n_terms] > 0, 0.0, spelt)
    return related


def match_question(
    index: CollectionIndex,
    question: Question,
    options: Options,
    weights: tuple[Floats, list[str]],
    related: Floats,
) -> Matched:
    """How well all sentences of an index match a question, whose `question_weights` and
    `related_weights` are given."""
    terms, warnings = weights
    none = np.zeros(len(index.collection.split.sentences))
    written = index.written(question.text) if options.written_evidence else none
    has_written = index.reductions.any([written.any()])
    weighted = WeightedQuestion(index.evidence, terms, related, none, written, none)
    of_index = {n: getattr(options, f"{n}_evidence") for n in SOURCES if n not in OF_MODEL}
    total, matching = weighted_sum(weighted, of_index), weighted.matching
    passages = factor = None
    if related.any():
        warnings = _replaced(warnings, ONLY_RELATED_WORDS)
    elif has_written:
        warnings = [warning for warning in warnings if warning != NO_KNOWN_WORD]
    if options.concentration or options.enough:
        factor = np.sqrt(weighted.shares)
        del weighted  # large arrays, before others as large are made
        passages = index.match(terms)
        factor *= passages.sentences
    return Matched(total, matching, passages, factor, tuple(warnings))


def weigh(matched: Matched, index: EvidenceIndex, options: Options, found: FromModel) -> Weighed:
    """How well the n sentences of a model match a question.

    Parameters
    ----------
    matched : how well they match by the index of the whole collection.
    index : of the n sentences.
    found : evidence that the index has not.
    """
    total, warnings, nearness = matched.total.copy(), matched.warnings, None
    if options.topic_evidence:
        add_source(total, LOCAL.share_of_largest(found.topics), options.topic_evidence)
    if found.meaning:
        meaning = found.meaning(total)
        add_source(total, meaning.evidence, options.embedding_evidence)
        if nearness := meaning.nearness:
            warnings = tuple(_replaced(warnings, ONLY_EMBEDDING))
    bias = evidence(total, index, matched.matching, Weights.of(options))
    directness = None if matched.factor is None else bias * matched.factor
    return Weighed(bias, directness, nearness, warnings)


def _replaced(warnings: Sequence[str], instead: str) -> list[str]:
    """The warnings with another one in place of those that no word of the question is known."""
    unknown = NO_KNOWN_WORD, ONLY_RELATED_WORDS
    return [instead if warning in unknown else warning for warning in warnings]
