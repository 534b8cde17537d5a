"""The indexes of a collection for one question, with the occurrences of its terms alone.

They are made where an abbreviation that the documents explain changes what its words occur in; see
`hyperdigest.ranking.abbreviations`. Of a saved collection that is opened in part, they are read.

Letters: N sentences, V terms, L terms that only labels of documents have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats, Indices, Mask
from hyperdigest.base.sparse import entries_of
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.abbreviations import (
    Abbreviation,
    Numbered,
    explained,
    possible_abbreviations,
    with_short_forms,
)
from hyperdigest.ranking.collection_index import CollectionIndex
from hyperdigest.ranking.doubt import without_file_names
from hyperdigest.ranking.related import Near, Spelling
from hyperdigest.ranking.terms import words_asked
from hyperdigest.ranking.titles import Titles
from hyperdigest.ranking.weighing import Whole, question_weights, related_weights
from hyperdigest.ranking.windows import Windows
from hyperdigest.split.languages import analyzer_of
from hyperdigest.split.terms import tokens

Possible = Sequence[Mapping[Abbreviation, Numbered]]
"""The abbreviations that words of a question, and of each one before it, may have."""


def whole_for(index: CollectionIndex, question: Question, options: Options) -> Whole:
    """The collection of an index, to weigh a question in it: by the index itself, or by one made
    for the question if it has words that the documents abbreviate."""
    possible = possible_in(index, question, options)
    found = explained_in(index, index.counts, index.collection.texts, possible)
    return Whole(QuestionIndex(index, question, options, found) if found else index)


def possible_in(index: CollectionIndex, question: Question, options: Options) -> Possible:
    """The abbreviations that words of a question may have; none if similar words do not count."""
    if not options.related_evidence:
        return []
    numbers, languages = index.collection.term_numbers, index.languages
    return [possible_abbreviations(text, numbers, languages) for text in question.texts]


def explained_in(
    index: CollectionIndex,
    counts: Any,
    texts: Callable[[Indices], Iterable[str]],
    possible: Possible,
) -> list[Numbered]:
    """Those of the possible abbreviations that the sentences of an index explain.

    Parameters
    ----------
    counts, texts : of the sentences; see `explained`.
    """
    return [
        numbers
        for each in possible
        for numbers in explained(each, counts, texts, index.languages, index.reductions)
    ]


def terms_asked(
    index: CollectionIndex, question: Question, options: Options, weights: Floats, related: Floats
) -> tuple[Indices, dict[str, Near]]:
    """The numbers of the terms of a question, of short forms that its words may have, and of what
    is spelt similarly, ascending, and what is spelt similarly to each of its terms.

    Parameters
    ----------
    weights, related : (V + L,) of its terms, and of those that are spelt similarly.
    """
    collection, languages = index.collection, index.languages
    numbers = index.term_numbers
    unnamed = [without_file_names(text, collection.documents) for text in question.texts]
    words = [
        words_asked(texts, known, languages)
        for texts in (question.texts, unnamed)
        for known in (collection.term_numbers, numbers)
    ]
    asked = set(chain.from_iterable(chain.from_iterable(words)))
    near = {term: index.spelling.near(term) for term in asked}
    analyzers = list(map(analyzer_of, languages))
    for word in chain.from_iterable(map(tokens, question.texts)):
        asked.update(analyzer.term(word) for analyzer in analyzers)
    named = [numbers[term] for term in asked if term in numbers]
    weighty = np.flatnonzero(weights + related)
    similar = (terms for terms, _ in near.values())
    possible = [each.values() for each in possible_in(index, question, options)]
    short = [number for each in chain.from_iterable(possible) for number in each.short]
    return np.unique(np.concatenate([weighty, named, short, *similar]).astype(np.intp)), near


class QuestionIndex(CollectionIndex):
    """The indexes for a question with words that the documents of another index abbreviate."""

    def __init__(
        self,
        index: CollectionIndex,
        question: Question,
        options: Options,
        abbreviations: Sequence[Numbered],
    ) -> None:
        super().__init__(index.collection)
        self._index, self._abbreviations = index, abbreviations
        weights, _ = question_weights(index, question, options)
        related = related_weights(index, question, options, weights)
        self._asked, _ = terms_asked(index, question, options, weights, related)

    @cached_property
    def counts(self) -> Any:
        """(V, N) csr, how often each term of the question occurs in each sentence."""
        counts = self._index.counts
        asked = self._asked[self._asked < counts.shape[0]]
        entries, sizes = entries_of(counts, asked)
        ends = np.zeros(counts.shape[0] + 1, counts.indptr.dtype)
        ends[asked + 1] = sizes
        found = counts.data[entries], counts.indices[entries], ends.cumsum(dtype=ends.dtype)
        return with_short_forms(sparse.csr_array(found, counts.shape), self._abbreviations)

    @property
    def tokens(self) -> NDArray[np.integer[Any]]:
        return self._index.tokens

    @property
    def term_numbers(self) -> Mapping[str, int]:
        return self._index.term_numbers

    @property
    def spelling(self) -> Spelling:
        return self._index.spelling

    @cached_property
    def windows(self) -> Windows:
        """The windows of the collection, whose tilings no question changes."""
        evidence = self.evidence
        return replace(
            self._index.windows, counts=self.counts_with_labels, headings=evidence.headings
        )

    def eligible(self, options: Options) -> Mask:
        return self._index.eligible(options)

    @property
    def _label_titles(self) -> Titles | None:
        return self._index.evidence.passages.titles
