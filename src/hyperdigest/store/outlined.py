"""The index of a saved collection of which only the outline is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any, Self

import numpy as np
from scipy import sparse

from hyperdigest.base.arrays import Floats, Indices, Ints
from hyperdigest.base.cache import BoundedCache
from hyperdigest.documents import Post
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.collection_index import CollectionIndex
from hyperdigest.ranking.evidence import EvidenceIndex
from hyperdigest.ranking.terms import words_asked
from hyperdigest.ranking.titles import label_of
from hyperdigest.ranking.weighing import question_weights, related_weights
from hyperdigest.ranking.windows import Match, Windows
from hyperdigest.ranking.written import numbers_with
from hyperdigest.record import CollectionRecord
from hyperdigest.split import Split
from hyperdigest.store.file import Store
from hyperdigest.store.outline import OutlinedDocuments
from hyperdigest.store.saving import languages_of, options_of


class OutlinedIndex(CollectionIndex):
    """The indexes of all N sentences, with the occurrences of the terms of a question alone."""

    def __init__(self, collection: CollectionRecord, store: Store) -> None:
        super().__init__(collection)
        self._store = store
        self._asked: Indices = np.zeros(0, np.intp)
        self._written: Floats = np.zeros(0)

    @classmethod
    def of(cls, store: Store, question: Question, options: Options) -> Self:
        """The index of an open file for a question, whose terms are read now."""
        outline = store.outline
        none = np.zeros(0, np.int32)
        collection = CollectionRecord(
            OutlinedDocuments(outline),
            Split(outline.sentences(), store.vocabulary, store.words, none, none),
            options_of(store).language,
            languages=languages_of(store),
        )
        index = cls(collection, store)
        index._asked = index._terms_of(question, options)
        if options.written_evidence:
            index._written = CollectionIndex.written(index, question.text)
        return index

    def written(self, question: str) -> Floats:
        """(N,) the share of its options, paths and names; there is one question."""
        return self._written

    def _sentences_with(self, word: str) -> Indices:
        sizes = self._store.outline.sizes
        first, found = sizes.cumsum() - sizes, [np.zeros(0, np.intp)]
        for number, document, start, end in self._store.documents_with(word):
            if len(start) != sizes[number]:
                raise ValueError("its outline does not match its documents")
            found.append(first[number] + numbers_with(word, document.text, start, end))
        return np.concatenate(found)

    @cached_property
    def counts(self) -> Any:
        """(V, N) csr, how often each term of the question occurs in each sentence."""
        found = self._store.postings.in_sentences(self._asked, self._store.outline.sizes)
        if (found.sum(axis=0) > self.tokens).any():
            raise ValueError("a sentence has fewer tokens than terms")
        ends = np.zeros(len(self._split.vocabulary) + 1, np.int32)
        ends[self._asked + 1] = np.diff(found.indptr)
        shape = len(ends) - 1, len(self.tokens)
        return sparse.csr_array((found.data, found.indices, ends.cumsum()), shape)

    @cached_property
    def tokens(self) -> Ints:
        """(N,) how many tokens each sentence has."""
        return self._store.outline.columns["tokens"]

    @property
    def _posts(self) -> Sequence[Post | None]:
        return self._store.outline.posts

    @cached_property
    def _labels(self) -> list[str]:
        labels = self._store.outline.labels
        return list(map(label_of, labels.names, labels.titles, self._posts))

    @cached_property
    def evidence(self) -> EvidenceIndex:
        """The indexes from which evidence is computed, which keep no scores of the question."""
        return replace(super().evidence, last_scores=BoundedCache(0))

    def match(self, question: Floats) -> Match:
        """How the passages match the question, which is not kept."""
        return self._match(question)

    @property
    def windows(self) -> Windows:
        """The passages by which it is measured if one stands out; there is one question."""
        return self.new_windows()

    def _terms_of(self, question: Question, options: Options) -> Indices:
        """The numbers of the terms of a question and of what is spelt similarly, ascending."""
        terms, _ = question_weights(self, question, options)
        related = related_weights(self, question, options, terms)
        numbers = self.collection.term_numbers
        words = words_asked(question.texts, numbers, tuple(self.collection.language_counts))
        asked = set(chain.from_iterable(words))
        named = [numbers[term] for term in asked if term in numbers]
        near = [self.spelling.near(term)[0] for term in asked]
        weighty = np.flatnonzero(terms + related)
        found = np.unique(np.concatenate([weighty, named, *near]).astype(np.intp))
        return found[found < len(numbers)]
