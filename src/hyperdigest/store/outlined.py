"""The index of a saved collection of which only the outline is read."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import Any, Self

import numpy as np
from scipy import sparse

from hyperdigest.base.arrays import Indices, Ints
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.collection_index import CollectionIndex
from hyperdigest.ranking.terms import words_asked
from hyperdigest.ranking.weighing import question_weights, related_weights
from hyperdigest.record import CollectionRecord
from hyperdigest.split import Split
from hyperdigest.store.file import Store
from hyperdigest.store.saving import languages_of, options_of

OTHER_TERMS = ""
"""What stands in the vocabulary for all terms that the question has nothing to do with."""


class OutlinedIndex(CollectionIndex):
    """The indexes of all N sentences, with the occurrences of the terms of a question.

    All other terms of a sentence count as one, so that its length is right.
    """

    def __init__(self, collection: CollectionRecord, store: Store) -> None:
        super().__init__(collection)
        self._store = store
        self._asked: Indices = np.zeros(0, np.intp)

    @classmethod
    def of(cls, store: Store, question: Question, options: Options) -> Self:
        """The index of an open file for a question, whose terms are read now."""
        outline = store.outline
        none = np.zeros(0, np.int32)
        vocabulary, words = ((*each, OTHER_TERMS) for each in (store.vocabulary, store.words))
        collection = CollectionRecord(
            outline.documents(),
            Split(outline.sentences(), vocabulary, words, none, none),
            options_of(store).language,
            languages=languages_of(store),
        )
        index = cls(collection, store)
        index._asked = index._terms_of(question, options)
        return index

    @cached_property
    def counts(self) -> Any:
        """(V, N) csr, how often each term of the question occurs in each sentence, and in the last
        row all others."""
        outline, n_terms = self._store.outline, len(self._split.vocabulary)
        found = self._store.postings.in_sentences(self._asked, outline.sizes)
        tokens: Ints = outline.columns["tokens"]
        others = tokens - np.asarray(found.sum(axis=0), np.int32)
        if (others < 0).any():
            raise ValueError("a sentence has fewer tokens than terms")
        having = np.flatnonzero(others)
        sizes = np.zeros(n_terms, np.int64)
        sizes[self._asked], sizes[-1] = np.diff(found.indptr), len(having)
        data = np.concatenate([found.data, others[having]])
        indices = np.concatenate([found.indices, having.astype(np.int32)])
        ends = np.concatenate([[0], sizes.cumsum()])
        return sparse.csr_array((data, indices, ends), (n_terms, len(tokens)))

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
        return found[found < len(numbers) - 1]
