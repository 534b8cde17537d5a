"""The index of a part of a collection for a question, with the numbers of the whole.

Letters: N sentences and D documents of the part, Q terms that are asked, of which the first are of
the vocabulary, and the others of labels of documents alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats, Indices, Ints, Mask, first_of_equals, runs
from hyperdigest.base.cache import locked_cached_property
from hyperdigest.documents.quotable import wordings
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.bm25 import TextSums
from hyperdigest.ranking.collection_index import CollectionIndex
from hyperdigest.ranking.focus import best_of_documents
from hyperdigest.ranking.question_index import possible_in
from hyperdigest.ranking.related import Near, Spelling
from hyperdigest.ranking.titles import Titles
from hyperdigest.ranking.weighing import Matched, match_question
from hyperdigest.record import CollectionRecord
from hyperdigest.split import Split
from hyperdigest.store.file import Store
from hyperdigest.store.outline import OutlinedDocuments
from hyperdigest.store.outlined import OutlinedIndex
from hyperdigest.store.parts.collective import Collective
from hyperdigest.store.parts.record import SHARED


class AskedTitles(NamedTuple):
    """The T labels of the documents of a part.

    Parameters
    ----------
    above : (D,) the label of each document; -1 for none.
    counts : (Q, T) csr data, indices and ends of rows, how often each label has each term.
    lengths : (T,) the terms of each label.
    of_all : the sums of those of all parts.
    """

    above: Ints
    counts: tuple[NDArray[Any], NDArray[Any], NDArray[Any]]
    lengths: NDArray[Any]
    of_all: TextSums


class Asked(NamedTuple):
    """A question, with what a part needs of the whole to be weighed for it.

    Parameters
    ----------
    key : of the question, which no other has.
    terms : the Q terms.
    term_ids : the ids of those of the vocabulary, which are the first ones.
    weights, related : (Q,) of the terms of the question, and of those that are spelt similarly.
    warnings : messages about the question.
    languages : of all documents, that of most documents first.
    near : the terms, by their numbers, that are spelt similarly to each word of the question.
    titles, quality : of the documents of the part; None if no document has one.
    """

    key: str
    question: Question
    options: Options
    terms: tuple[str, ...]
    term_ids: NDArray[np.int64]
    weights: Floats
    related: Floats
    warnings: tuple[str, ...]
    languages: tuple[str, ...]
    near: Mapping[str, Near]
    titles: AskedTitles | None
    quality: Floats | None


class KnownSpelling(Spelling):
    """The terms that are spelt similarly to some others, and no index to find more."""

    def __init__(self, near: Mapping[str, Near]) -> None:
        self._known = near

    def near(self, asked: str) -> Near:
        return self._known.get(asked, (np.zeros(0, np.intp), np.zeros(0)))


class PartIndex(OutlinedIndex):
    """The indexes of the sentences of a part, with the occurrences of the terms of a question."""

    def __init__(self, store: Store, asked: Asked) -> None:
        none, documents = np.zeros(0, np.int32), OutlinedDocuments(store.outline.labels)
        known = asked.terms[: len(asked.term_ids)]
        split = Split(store.outline.sentences(), known, known, none, none)
        super().__init__(CollectionRecord(documents, split), documents, store)
        self.reductions = self.collective = Collective()
        self._of_whole, self._matched = asked, Matched.nothing()
        self._possible = possible_in(self, asked.question, asked.options)

    def weigh(self) -> tuple[Floats, bool]:
        """Weigh the question: how well the best sentence of each document matches, and whether no
        sentence matches better than others."""
        asked, options = self._of_whole, self._of_whole.options
        if options.written_evidence:
            self._written = CollectionIndex.written(self, asked.question.text)
        self.eligible(options)  # large arrays, before others are made
        weights = asked.weights, list(asked.warnings)
        self._matched = match_question(self, asked.question, options, weights, asked.related)
        return best_of_documents(self, self._matched, options)

    def matched(self, documents: Indices) -> Matched:
        """How well the sentences of some documents match, by their numbers."""
        sizes = self._store.sizes
        places = runs((sizes.cumsum() - sizes)[documents], sizes[documents])
        return self._matched.of(places)

    def stand_in(self, terms: list[int], others: list[list[int]], documents: Indices) -> bool:
        """Whether a sentence of some documents, or one with some terms in its passage or in the
        title above, has others there."""
        passages = self.evidence.passages
        near = passages.having(terms)
        near[np.isin(self._split.sentences.document, documents)] = True
        return self.reductions.any((near & other).any() for other in map(passages.having, others))

    def has_name(self, name: str, sentences: NDArray[Any]) -> bool:
        if self._of_whole.options.written_evidence and name not in self._is_written:
            self._sentences_with(name)  # this index was made anew after the question was weighed
        return super().has_name(name, sentences)

    @property
    def languages(self) -> tuple[str, ...]:
        return self._of_whole.languages

    @cached_property
    def term_numbers(self) -> Mapping[str, int]:
        return {term: number for number, term in enumerate(self._of_whole.terms)}

    @cached_property
    def spelling(self) -> Spelling:
        return KnownSpelling(self._of_whole.near)

    @locked_cached_property
    def counts(self) -> Any:
        """(Q, N) csr, how often each term of the vocabulary occurs in each sentence."""
        ids, known_ids = self._of_whole.term_ids, self._store.term_ids
        known = np.isin(ids, known_ids)
        numbers = np.searchsorted(known_ids, ids[known])
        found = self._store.postings.in_sentences(numbers, self._store.sizes)
        return self._counts_of(found, ends_of_all(found.indptr, known))

    def eligible(self, options: Options) -> Mask:
        """(N,) the sentences that the options allow to be quoted. Of those with the same words, the
        first may be in an earlier part."""
        rule = options.shortest, options.any_form, options.prose_only
        return self._eligible.get(rule, lambda: self._first_in_whole(*rule))

    def _first_in_whole(self, shortest: int, any_form: bool, prose_only: bool) -> Mask:
        sentences = self._split.sentences
        found, wording = wordings(sentences, shortest, any_form=any_form, prose_only=prose_only)
        if any_form:
            return found
        found[found] = first_of_equals(wording[found])
        shared = np.flatnonzero(found & np.isin(sentences.text_hash, self._store.array(SHARED)))
        found[shared] = self.reductions.first(wording[shared])
        return found

    @property
    def _label_titles(self) -> Titles | None:
        titles = self._of_whole.titles
        if titles is None:
            return None
        shape = len(self._of_whole.terms), len(titles.lengths)
        counts = sparse.csr_array(titles.counts, shape=shape)
        above = titles.above[self._split.sentences.document].astype(np.intp)
        return Titles(counts, above, titles.lengths, titles.of_all)

    @property
    def _quality(self) -> Floats | None:
        return self._of_whole.quality


def ends_of_all(ends: NDArray[Any], known: Mask) -> NDArray[Any]:
    """The ends of rows with an empty row for each one that is not known."""
    sizes = np.zeros(len(known) + 1, ends.dtype)
    sizes[1:][known] = np.diff(ends)
    return sizes.cumsum(dtype=ends.dtype)
