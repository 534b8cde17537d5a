"""How well each sentence of a collection matches a question, before any walk.

A question is weighed in the whole collection, though only a part of a saved one may be opened: how
rare a term is, how long a passage, and how far the best one stands out, are told by all sentences.

Letters: N sentences, n of them in the model, V terms, L terms that only labels of documents have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.collection_index import CollectionIndex
from hyperdigest.ranking.evidence import SOURCES, WeightedQuestion, evidence, weighted_sum
from hyperdigest.ranking.manual_words import with_manual_words
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

Value = TypeVar("Value", np.float64, np.bool_)


@dataclass(frozen=True, eq=False)
class Whole:
    """The collection in which a question is weighed, and where the sentences of a model are in it.

    Parameters
    ----------
    index : the indexes of the N sentences.
    places : (n,) the numbers that the sentences of the model have among them; None if they are all.
    match : how well the passages of the model match, if it is known.
    """

    index: CollectionIndex
    places: Indices | None = None
    match: Match | None = None

    def of_model(self, values: NDArray[Value]) -> NDArray[Value]:
        """(n,) the values of the sentences of the model, of (N,)."""
        return values if self.places is None else values[self.places]

    def spread(self, values: NDArray[Value]) -> NDArray[Value]:
        """(N,) the (n,) values of the sentences of the model, and 0 for all others."""
        if self.places is None:
            return values
        spread = np.zeros(len(self.index.collection.split.sentences), values.dtype)
        spread[self.places] = values
        return spread


@dataclass(frozen=True, eq=False)
class FromModel:
    """Evidence that the index has not.

    Parameters
    ----------
    topics : the paper's p(j|q), by topics.
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
    evidence : (n,) p(j|q), the evidence that each sentence answers; sums to 1 over all N.
    directness : (n,) how well each would answer if it were the only one, as a score; None without
        passages.
    match : how well the passages match; None if that does not count.
    nearness : how near the best sentence is by embeddings, in [0, 1]; None without a model.
    warnings : messages about the question.
    """

    evidence: Floats
    directness: Floats | None
    match: Match | None
    nearness: float | None
    warnings: tuple[str, ...]


def question_weights(
    index: CollectionIndex, question: Question, options: Options
) -> tuple[Floats, list[str]]:
    """(V + L,) the weights of the terms of a question, with those that manuals write for its words,
    and messages about the question."""
    numbers, languages = index.numbers(options), tuple(index.collection.language_counts)
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
        numbers, languages = index.numbers(options), tuple(index.collection.language_counts)
        spelt = index.spelling.related(content_terms(question.text, numbers, languages))
        related[:n_terms] = np.where(terms[:n_terms] > 0, 0.0, spelt)
    return related


def weigh(
    whole: Whole,
    question: Question,
    options: Options,
    weights: tuple[Floats, list[str]],
    found: FromModel,
) -> Weighed:
    """How well the sentences of a model match a question, which is weighed in the whole collection.

    Parameters
    ----------
    weights : the `question_weights`.
    found : evidence that the index has not.
    """
    index, match = whole.index, whole.match
    terms, warnings = weights
    related = related_weights(index, question, options, terms)
    none = np.zeros(len(index.collection.split.sentences))
    written = index.written(question.text) if options.written_evidence else none
    weighted = WeightedQuestion(index.evidence, terms, related, found.topics, written, none)
    of_sources = {name: getattr(options, f"{name}_evidence") for name in SOURCES}
    nearness = None
    if found.meaning:
        meaning = found.meaning(weighted_sum(weighted, of_sources))
        weighted, nearness = replace(weighted, meaning=meaning.evidence), meaning.nearness
    if nearness:
        warnings = _replaced(warnings, ONLY_EMBEDDING)
    elif related.any():
        warnings = _replaced(warnings, ONLY_RELATED_WORDS)
    elif written.any():
        warnings = [warning for warning in warnings if warning != NO_KNOWN_WORD]
    bias = evidence(
        weighted,
        of_sources,
        options.sharpening,
        options.incomplete_weight,
        options.post_weight,
        options.lead_in_share,
    )
    bias, directness = whole.of_model(bias), None
    if options.concentration or options.enough:
        share = whole.of_model(np.sqrt(weighted.shares))
        del weighted  # large arrays, before others as large are made
        match = match or index.match(terms).of(whole.places)
        directness = bias * match.sentences
        directness *= share
    return Weighed(bias, directness, match, nearness, tuple(warnings))


def _replaced(warnings: Sequence[str], instead: str) -> list[str]:
    """The warnings with another one in place of `NO_KNOWN_WORD`."""
    return [instead if warning == NO_KNOWN_WORD else warning for warning in warnings]
