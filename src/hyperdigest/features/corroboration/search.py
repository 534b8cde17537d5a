"""The sentences of other documents that say what a sentence says.

Candidates are found by the terms in common and read one by one. Beside what the sentences say,
what they are about must be the same: where a sentence points to what stands before it, both
documents must be about the same thing, and no word that tells what only one of the documents is
about may stand in one of the sentences alone.

Letters: N sentences, V terms.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import entries_of
from hyperdigest.base.text import displayed
from hyperdigest.documents import FORMS
from hyperdigest.features.corroboration.agreement import says_the_same
from hyperdigest.features.corroboration.copies import Copies, is_quoted, tokens_of
from hyperdigest.features.corroboration.statement import depends
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.record import ModelRecord
from hyperdigest.split.languages import analyzer_of

LEAST_HELD = 0.55
"""Share of the terms of a sentence, by idf, that what may say the same must have."""

LEAST_SHARED = 0.35
"""Share of its terms that must be of the sentence."""

MOST_COMPARED = 100
"""Sentences that one is compared with, those with most in common."""

MAIN, TELLING, KNOWN = 2, 5, 20
"""Of the terms that tell a document from others: so many must be among the `KNOWN` first of another
one for both to be about the same, and so many may not be in one of two sentences alone."""

_PROSE, _INCOMPLETE = FORMS.index("prose"), FORMS.index("incomplete")
_WORD_BREAK = re.compile(r"(?<=\w)[-\u2010\xad][ \t]*\r?\n\s*(?=[a-z])|\xad")
_KEPT = 4096


class Found(NamedTuple):
    """A sentence, by its number, that says the same; how surely, in (0, 1]; whether it is a copy or
    a quotation, and so tells nothing that the sentences before it do not."""

    sentence: int
    score: float
    copy: bool


class Corroborations:
    """Finds the sentences that say the same in the collection of a model."""

    def __init__(self, model: ModelRecord) -> None:
        collection, index = model.collection, Indexes.of(model).evidence
        self._documents, self._split = collection.documents, collection.split
        self._language_of = collection.language_of
        self._counts, self._idf = index.sentences.counts, index.sentences.idf
        documents_with = np.maximum(np.diff(index.documents.counts.indptr), 1)
        self._distinction: Floats = np.log1p(len(collection.documents) / documents_with)
        self._copies = Copies(self._split)
        self._main = lru_cache(_KEPT)(self._main_terms)
        self._also = lru_cache(_KEPT)(self._found)
        self._by_sentence = self._counts.T.tocsr()
        self._weight = np.asarray((self._by_sentence > 0) @ self._idf, np.float64)

    @classmethod
    def of(cls, model: ModelRecord) -> Self:
        """The finder for a model, the same one at every call."""
        return model.cached(cls)

    def also(self, sentence: int) -> tuple[Found, ...]:
        """The sentences of other documents that say what a sentence says, by their numbers.

        There is one of each document, the surest; the surest come first.
        """
        return self._also(sentence)

    def _found(self, sentence: int) -> tuple[Found, ...]:
        rows = self._split.sentences
        found = [(self.score(sentence, other), other) for other in self._candidates(sentence)]
        best: dict[int, tuple[float, int]] = {}
        for score, other in sorted(found, key=lambda each: (-each[0], each[1])):
            if score:
                best.setdefault(int(rows.document[other]), (score, other))
        sources = [int(rows.document[sentence])]
        told = []
        for document, (score, other) in best.items():
            copy = (
                any(self._copies.alike(document, source) for source in sources)
                or self._quoted(sentence)
                or self._quoted(other)
            )
            if not copy:
                sources.append(document)
            told.append(Found(other, score, copy))
        return tuple(told)

    def sources(self, sentence: int) -> int:
        """How many independent sources beside its own say what a sentence says."""
        return sum(not found.copy for found in self.also(sentence))

    def score(self, one: int, other: int) -> float:
        """How surely sentence `other` says what `one` says, in (0, 1]; 0 where it does not, where
        both are of one document, or where one is no statement.

        In other languages than English only the same words say the same.
        """
        rows = self._split.sentences
        forms = {int(rows.form[one]), int(rows.form[other])}
        documents = int(rows.document[one]), int(rows.document[other])
        if documents[0] == documents[1] or not forms <= {_PROSE, _INCOMPLETE}:
            return 0.0
        equal = bool(rows.text_hash[one] == rows.text_hash[other])
        english = all(self._language_of(document) == "en" for document in documents)
        if not (equal or english):
            return 0.0
        texts = self._text(one), self._text(other)
        sure = english and forms == {_PROSE}
        bound = not sure or depends(texts[0]) or depends(texts[1])
        if bound and not self._about_the_same(*documents):
            return 0.0
        if equal:
            return 1.0
        return 0.0 if self._told_apart(one, other) else says_the_same(*texts)

    def _candidates(self, sentence: int) -> list[int]:
        """Sentences of other documents with enough in common, those with most first."""
        rows, indptr = self._split.sentences, self._counts.indptr
        if rows.form[sentence] not in (_PROSE, _INCOMPLETE):
            return []
        terms = self._terms(sentence)
        terms = terms[np.argsort(-self._idf[terms], kind="stable")]
        weights = self._idf[terms]
        whole = float(weights.sum())
        # What lacks all of these, the rarest terms, has less than `LEAST_HELD` of the rest.
        rare = int(np.searchsorted(np.cumsum(weights), (1 - LEAST_HELD) * whole)) + 1
        holding = [self._counts.indices[indptr[term] : indptr[term + 1]] for term in terms[:rare]]
        found = np.unique(np.concatenate(holding))
        prose = (rows.form[found] == _PROSE) | (rows.form[found] == _INCOMPLETE)
        found = found[prose & (rows.document[found] != rows.document[sentence])]
        entries, sizes = entries_of(self._by_sentence, found)
        own = np.zeros(len(indptr) - 1)
        own[terms] = weights
        each = own[self._by_sentence.indices[entries]]
        common = np.bincount(np.repeat(np.arange(len(found)), sizes), each, len(found))
        held, shared = common / whole, common / self._weight[found]
        able = (held >= LEAST_HELD) & (shared >= LEAST_SHARED)
        most = np.argsort(-np.minimum(held, shared)[able], kind="stable")[:MOST_COMPARED]
        numbers: list[int] = found[able][most].tolist()
        return numbers

    def _terms(self, sentence: int) -> NDArray[np.int32]:
        """The terms of a sentence, each once."""
        indptr = self._by_sentence.indptr
        terms: NDArray[np.int32] = self._by_sentence.indices[
            indptr[sentence] : indptr[sentence + 1]
        ]
        return terms

    def _text(self, sentence: int) -> str:
        """A sentence as a reader wants to see it."""
        rows = self._split.sentences
        document = self._documents[rows.document[sentence]]
        text = document.text[rows.start[sentence] : rows.end[sentence]]
        return displayed(_WORD_BREAK.sub("", text), document.format)

    def _quoted(self, sentence: int) -> bool:
        rows = self._split.sentences
        return is_quoted(self._documents[rows.document[sentence]], int(rows.start[sentence]))

    def _main_terms(self, document: int) -> tuple[int, ...]:
        """The `KNOWN` terms that tell a document best from the others, best first; what it has
        once alone does not tell it."""
        held = self._split.terms[tokens_of(self._split, document)]
        terms, times = np.unique(held, return_counts=True)
        terms, times = terms[times > 1], times[times > 1]
        order = np.argsort(-times * self._distinction[terms], kind="stable")
        return tuple(terms[order[:KNOWN]].tolist())

    def _about_the_same(self, one: int, other: int) -> bool:
        """Whether two documents have the same title, or are told by the same terms, those of their
        titles among them."""
        titles = [self._documents[each].title.casefold().split() for each in (one, other)]
        if titles[0] and titles[0] == titles[1]:
            return True
        first, second = self._main(one), self._main(other)
        if not first or not second:
            return False
        own, its = (self._titled(each) | {*self._main(each)[:MAIN]} for each in (one, other))
        return own <= set(second) and its <= set(first)

    def _titled(self, document: int) -> set[int]:
        """The terms of a document's title that tell it from others."""
        title = analyzer_of(self._language_of(document)).terms(self._documents[document].title)
        return {term for term in self._main(document) if self._split.vocabulary[term] in title}

    def _told_apart(self, one: int, other: int) -> bool:
        """Whether a term stands in one of two sentences alone that tells what only one of their
        documents is about."""
        column = self._split.sentences.document
        first, second = (self._main(int(column[each])) for each in (one, other))
        alone = set(self._terms(one).tolist()) ^ set(self._terms(other).tolist())
        own, its = set(first[:TELLING]) - set(second), set(second[:TELLING]) - set(first)
        return bool(alone & (own | its))
