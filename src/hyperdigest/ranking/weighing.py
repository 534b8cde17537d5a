"""How well each sentence of a collection matches a question, before any walk.

A question is weighed in the whole collection, though only a part of a saved one may be opened: how
rare a term is, how long a passage, and how far the best one stands out, are told by all sentences.

Letters: N sentences, n of them in the model, V terms, L terms that only labels of documents have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.collection_index import CollectionIndex
from hyperdigest.ranking.evidence import SOURCES, WeightedQuestion, evidence
from hyperdigest.ranking.terms import (
    NO_KNOWN_WORD,
    ONLY_EMBEDDING,
    ONLY_RELATED_WORDS,
    content_terms,
    terms_with_earlier,
)
from hyperdigest.ranking.windows import Match

Value = TypeVar("Value", np.float64, np.bool_)


@dataclass(frozen=True, eq=False)
class Whole:
    """The collection in which a question is weighed, and where the sentences of a model are in it.

    Parameters
    ----------
    index : the indexes of the N sentences.
    places : (n,) the numbers that the sentences of the model have among them; None if they are all.
    """

    index: CollectionIndex
    places: Indices | None = None

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
class FromTexts:
    """Evidence that needs the texts or the topics of sentences, (N,) each.

    Parameters
    ----------
    topics : the paper's p(j|q), by topics.
    similarity : cosine of the embeddings of sentence and question; 0 without a model.
    written : the share of the question's options, paths and names that are in each sentence.
    """

    topics: Floats
    similarity: Floats
    written: Floats


@dataclass(frozen=True, eq=False)
class Weighed:
    """How well the N sentences of a collection match a question.

    Parameters
    ----------
    evidence : (N,) p(j|q), the evidence that each sentence answers; sums to 1.
    directness : (N,) how well each would answer if it were the only one, as a score; None without
        passages.
    match : how well the passages match; None if that does not count.
    warnings : messages about the question.
    """

    evidence: Floats
    directness: Floats | None
    match: Match | None
    warnings: tuple[str, ...]


def question_weights(
    index: CollectionIndex, question: Question, options: Options
) -> tuple[Floats, list[str]]:
    """(V + L,) the weights of the terms in a question, and messages about the question."""
    numbers, languages = index.numbers(options), tuple(index.collection.language_counts)
    known, warnings = terms_with_earlier(question.texts, numbers, languages, options.asking_weight)
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
    index: CollectionIndex,
    question: Question,
    options: Options,
    weights: tuple[Floats, list[str]],
    found: FromTexts,
) -> Weighed:
    """How well the sentences match a question.

    Parameters
    ----------
    weights : the `question_weights`.
    found : evidence that the index has not.
    """
    terms, warnings = weights
    related = related_weights(index, question, options, terms)
    if found.similarity.any():
        warnings = _replaced(warnings, ONLY_EMBEDDING)
    elif related.any():
        warnings = _replaced(warnings, ONLY_RELATED_WORDS)
    weighted = WeightedQuestion(
        index.evidence, terms, related, found.topics, found.similarity, found.written
    )
    bias = evidence(
        weighted,
        {name: getattr(options, f"{name}_evidence") for name in SOURCES},
        options.sharpening,
        options.incomplete_weight,
        options.post_weight,
        options.lead_in_share,
    )
    match = directness = None
    if options.concentration or options.enough:
        match = index.match(terms)
        directness = bias * match.sentences * np.sqrt(weighted.shares)
    return Weighed(bias, directness, match, tuple(warnings))


def _replaced(warnings: Sequence[str], instead: str) -> list[str]:
    """The warnings with another one in place of `NO_KNOWN_WORD`."""
    return [instead if warning == NO_KNOWN_WORD else warning for warning in warnings]
