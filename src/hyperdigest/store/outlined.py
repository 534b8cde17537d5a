"""The index of a saved collection of which only the outline is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats, Indices, Ints, runs
from hyperdigest.base.cache import BoundedCache, locked_cached_property
from hyperdigest.documents import Post
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.abbreviations import with_short_forms
from hyperdigest.ranking.collection_index import CollectionIndex
from hyperdigest.ranking.evidence import EvidenceIndex
from hyperdigest.ranking.focus import best_of_documents
from hyperdigest.ranking.question_index import Possible, explained_in, possible_in, terms_asked
from hyperdigest.ranking.titles import label_of
from hyperdigest.ranking.weighing import Whole, match_question, question_weights, related_weights
from hyperdigest.ranking.windows import Match, Windows
from hyperdigest.ranking.written import numbers_with
from hyperdigest.record import CollectionRecord
from hyperdigest.split import Split
from hyperdigest.store.file import Store, languages_of, options_of
from hyperdigest.store.outline import OutlinedDocuments


class LabelledIndex(CollectionIndex):
    """The indexes of documents of which only the labels are read."""

    def __init__(self, collection: CollectionRecord, documents: OutlinedDocuments) -> None:
        super().__init__(collection)
        self._outlined = documents

    @property
    def _posts(self) -> Sequence[Post | None]:
        return self._outlined.posts

    @cached_property
    def _labels(self) -> list[str]:
        labels = self._outlined.labels
        return list(map(label_of, labels.names, labels.titles, self._posts))


class OutlinedIndex(LabelledIndex):
    """The indexes of all N sentences, with the occurrences of the terms of a question alone."""

    def __init__(
        self, collection: CollectionRecord, documents: OutlinedDocuments, store: Store
    ) -> None:
        super().__init__(collection, documents)
        self._store = store
        self._asked: Indices = np.zeros(0, np.intp)
        self._possible: Possible = ()
        self._written: Floats = np.zeros(0)
        self._is_written: dict[str, bool] = {}

    @classmethod
    def of(cls, store: Store) -> Self:
        """The index of an open file."""
        none, documents = np.zeros(0, np.int32), OutlinedDocuments(store.outline.labels)
        collection = CollectionRecord(
            documents,
            Split(store.outline.sentences(), store.vocabulary, store.words, none, none),
            options_of(store).language,
            languages=languages_of(store),
        )
        return cls(collection, documents, store)

    def read(self, terms: Indices, question: Question, options: Options) -> None:
        """Read what the file has of some terms, by their numbers, and of what a question writes as
        code."""
        self._asked = terms[terms < len(self._split.vocabulary)]
        self._possible = possible_in(self, question, options)
        if options.written_evidence:
            self._written = CollectionIndex.written(self, question.text)

    def written(self, question: str) -> Floats:
        """(N,) the share of its options, paths and names; there is one question."""
        return self._written

    def _sentences_with(self, word: str) -> Indices:
        sizes = self._store.sizes
        first, found = sizes.cumsum() - sizes, [np.zeros(0, np.intp)]
        for number, document, start, end in self._store.documents_with(word):
            if len(start) != sizes[number]:
                raise ValueError("its outline does not match its documents")
            found.append(first[number] + numbers_with(word, document.text, start, end))
        self._is_written[word] = len(found) > 1
        return np.concatenate(found)

    def has_name(self, name: str, sentences: NDArray[Any]) -> bool:
        """Whether a sentence has a name as written, or the title or name of a document has it; its
        sentences have no texts here. It is taken to be so if what is written does not count."""
        return self._is_written.get(name, True) or super().has_name(name, sentences[:0])

    @locked_cached_property
    def counts(self) -> Any:
        """(V, N) csr, how often each term of the question occurs in each sentence."""
        found = self._store.postings.in_sentences(self._asked, self._store.sizes)
        ends = np.zeros(len(self._split.vocabulary) + 1, np.int32)
        ends[self._asked + 1] = np.diff(found.indptr)
        return self._counts_of(found, ends.cumsum())

    def _counts_of(self, found: Any, ends: NDArray[Any]) -> Any:
        """The counts of terms by the ends of their rows in what was found of some, with the short
        forms of what the question writes out.

        Raises ValueError if a sentence has fewer tokens than terms.
        """
        if (found.sum(axis=0) > self.tokens).any():
            raise ValueError("a sentence has fewer tokens than terms")
        shape = len(ends) - 1, len(self.tokens)
        counts = sparse.csr_array((found.data, found.indices, ends), shape)
        abbreviations = explained_in(self, counts, self._texts, self._possible)
        return with_short_forms(counts, abbreviations)

    def _texts(self, sentences: Indices) -> Iterator[str]:
        """The texts of some sentences, by their numbers, ascending; those of large documents are
        the last."""
        sizes = self._store.sizes
        ends = sizes.cumsum()
        documents = np.searchsorted(ends, sentences, "right")
        for number in sorted(set(documents.tolist()), key=sizes.__getitem__):
            own = sentences[documents == number] - (ends[number] - sizes[number])
            yield from self._store.sentence_texts(number, own.tolist())

    @cached_property
    def tokens(self) -> Ints:
        """(N,) how many tokens each sentence has."""
        return self._store.outline.columns["tokens"]

    @locked_cached_property
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


class Weighing(Protocol):
    """A question weighed in all documents of a saved collection."""

    best: Floats
    """(D,) how well the best sentence of each document matches; see `best_of_documents`."""
    is_general: bool

    def opened(self, documents: Ints) -> Whole:
        """The collection in which it is weighed, for a model of only some documents."""
        ...


class AskedStore(Store):
    """An open saved collection that can be asked without its texts."""

    def weigh(self, question: Question, options: Options) -> Weighing:
        """Weigh a question in all documents."""
        return WeighedFile(self, question, options)


class WeighedFile:
    """A question weighed in a file."""

    def __init__(self, store: Store, question: Question, options: Options) -> None:
        self._sizes, self._index = store.sizes, OutlinedIndex.of(store)
        weights = question_weights(self._index, question, options)
        related = related_weights(self._index, question, options, weights[0])
        asked, _ = terms_asked(self._index, question, options, weights[0], related)
        self._index.read(asked, question, options)
        self._index.eligible(options)  # large arrays, before others are made
        self._matched = match_question(self._index, question, options, weights, related)
        self.best, self.is_general = best_of_documents(self._index, self._matched, options)

    def opened(self, documents: Ints) -> Whole:
        places = runs((self._sizes.cumsum() - self._sizes)[documents], self._sizes[documents])
        return Whole(self._index, places, self._matched.of(places))
