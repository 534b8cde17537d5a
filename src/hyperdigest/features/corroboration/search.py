"""Find the sentences of other documents that say the same as a sentence.

They raise its relevance, and a digest has only one of them.

Candidates are found by their common terms, and compared one by one. Not only the statements must be
the same, but also their subject: if a sentence refers to the text before it, both documents must
have the same topic.

Letters: N sentences, V terms.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import entries_of
from hyperdigest.base.text import displayed
from hyperdigest.documents import FORMS, SENTENCE_KINDS
from hyperdigest.features.corroboration.agreement import says_the_same
from hyperdigest.features.corroboration.copies import Copies, is_quoted, tokens_of
from hyperdigest.features.corroboration.statement import depends
from hyperdigest.features.corroboration.tokens import wording
from hyperdigest.options import Options
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.reader import Reader
from hyperdigest.record import ModelRecord
from hyperdigest.selection.choose import Repeats, RepeatsAllowed
from hyperdigest.split.languages import analyzer_of

LEAST_COVERED, LEAST_IN_COMMON = 0.6, 0.5
"""The least share, by idf, of a sentence's terms that a candidate has, and of the candidate's terms
that the sentence has."""

MOST_CANDIDATES = 100
"""A sentence is compared with this many candidates, which have the most terms in common."""

MAIN_TERMS, CHARACTERISTIC_TERMS = 2, 20
"""How many of the terms that are characteristic of a document, the most characteristic first:
documents have the same topic if the main terms of each are characteristic of the other."""

CACHE_SIZE = 4096

MOST_COUNTED = 200
"""Sources are counted only for this many eligible sentences with the highest relevance."""

_PROSE, _INCOMPLETE = FORMS.index("prose"), FORMS.index("incomplete")
_STEP = SENTENCE_KINDS.index("step")
_WORD_BREAK = re.compile(r"(?<=\w)[-\u2010\xad][ \t]*\r?\n\s*(?=[a-z])|\xad")


class EquivalentSentence(NamedTuple):
    """A sentence of another document that says the same.

    `score` is how certain that is, in (0, 1]. `copy` is whether it is a copy or a quotation, and so
    no independent source.
    """

    sentence: int
    score: float
    copy: bool


class Corroborations:
    """Finds the sentences in the collection of a model that say the same as another one."""

    def __init__(self, model: ModelRecord) -> None:
        collection, index = model.collection, Indexes.of(model).evidence
        self._documents, self._split = collection.documents, collection.split
        self._language_of = collection.language_of
        self._counts, self._idf = index.sentences.counts, index.sentences.idf
        documents_with = np.maximum(np.diff(index.documents.counts.indptr), 1)
        self._document_idf: Floats = np.log1p(len(collection.documents) / documents_with)
        self._copies = Copies(self._split)
        self._characteristic = lru_cache(CACHE_SIZE)(self._characteristic_terms)
        self._also = lru_cache(CACHE_SIZE)(self._find)
        self._equals = lru_cache(CACHE_SIZE)(self._find_equals)
        self._by_sentence = self._counts.T.tocsr()
        self._weight = np.asarray((self._by_sentence > 0) @ self._idf, np.float64)

    @classmethod
    def of(cls, model: ModelRecord) -> Self:
        """The finder of a model, the same one at every call."""
        return model.cached(cls)

    def also(self, sentence: int) -> tuple[EquivalentSentence, ...]:
        """The sentences of other documents that say the same as a sentence.

        There is one of each document, the most certain one; the most certain ones come first. A
        step has none: "Click OK." in another procedure confirms nothing.
        """
        return () if self._split.sentences.kind[sentence] == _STEP else self._also(sentence)

    def equals(self, sentence: int) -> dict[int, float]:
        """All sentences of other documents that say the same, and how certainly, most certain
        first; of equals in reading order."""
        return self._equals(sentence)

    def _find_equals(self, sentence: int) -> dict[int, float]:
        scores = {other: self.score(sentence, other) for other in self._candidates(sentence)}
        return {o: scores[o] for o in sorted(scores, key=lambda o: (-scores[o], o)) if scores[o]}

    def _find(self, sentence: int) -> tuple[EquivalentSentence, ...]:
        columns = self._split.sentences
        best: dict[int, tuple[float, int]] = {}
        for other, score in self.equals(sentence).items():
            best.setdefault(int(columns.document[other]), (score, other))
        sources = [int(columns.document[sentence])]
        equivalent = []
        for document, (score, other) in best.items():
            copy = (
                any(self._copies.are_copies(document, source) for source in sources)
                or self._is_quoted(sentence)
                or self._is_quoted(other)
            )
            if not copy:
                sources.append(document)
            equivalent.append(EquivalentSentence(other, score, copy))
        return tuple(equivalent)

    def sources(self, sentence: int) -> int:
        """How many independent sources besides its own say the same as a sentence."""
        return sum(not other.copy for other in self.also(sentence))

    def score(self, one: int, other: int) -> float:
        """How certainly sentence `other` says what `one` says, in (0, 1].

        It is 0 if it does not, if both are in one document, or if one of them is no statement. In
        languages other than English only sentences with the same wording say the same.
        """
        columns = self._split.sentences
        forms = {int(columns.form[one]), int(columns.form[other])}
        documents = int(columns.document[one]), int(columns.document[other])
        if documents[0] == documents[1] or not forms <= {_PROSE, _INCOMPLETE}:
            return 0.0
        english = all(self._language_of(document) == "en" for document in documents)
        if not english and columns.text_hash[one] != columns.text_hash[other]:
            return 0.0
        texts = self._text(one), self._text(other)
        is_whole = english and forms == {_PROSE}
        needs_context = not is_whole or depends(texts[0]) or depends(texts[1])
        if needs_context and not self._same_topic(*documents):
            return 0.0
        if wording(texts[0]) == wording(texts[1]):
            return 1.0
        return says_the_same(*texts) if english else 0.0

    def _candidates(self, sentence: int) -> list[int]:
        """Sentences of other documents with enough terms in common, those with most first."""
        columns, indptr = self._split.sentences, self._counts.indptr
        if columns.form[sentence] not in (_PROSE, _INCOMPLETE):
            return []
        terms = self._terms(sentence)
        terms = terms[np.argsort(-self._idf[terms], kind="stable")]
        weights = self._idf[terms]
        total = float(weights.sum())
        # A sentence without any of the rarest terms has less than `LEAST_COVERED` of the total.
        n_rare = int(np.searchsorted(np.cumsum(weights), (1 - LEAST_COVERED) * total)) + 1
        lists = [self._counts.indices[indptr[term] : indptr[term + 1]] for term in terms[:n_rare]]
        own = columns.document[sentence]
        others = np.unique(np.concatenate([each[columns.document[each] != own] for each in lists]))
        prose = (columns.form[others] == _PROSE) | (columns.form[others] == _INCOMPLETE)
        others = others[prose]
        entries, sizes = entries_of(self._by_sentence, others)
        weight_of_term = np.zeros(len(indptr) - 1)
        weight_of_term[terms] = weights
        entry_weights = weight_of_term[self._by_sentence.indices[entries]]
        common = np.bincount(np.repeat(np.arange(len(others)), sizes), entry_weights, len(others))
        covered, in_common = common / total, common / self._weight[others]
        enough = (covered >= LEAST_COVERED) & (in_common >= LEAST_IN_COMMON)
        similarity = np.minimum(covered, in_common)[enough]
        best = np.argsort(-similarity, kind="stable")[:MOST_CANDIDATES]
        numbers: list[int] = others[enough][best].tolist()
        return numbers

    def _terms(self, sentence: int) -> NDArray[np.int32]:
        """The distinct terms of a sentence."""
        indptr = self._by_sentence.indptr
        terms: NDArray[np.int32] = self._by_sentence.indices[
            indptr[sentence] : indptr[sentence + 1]
        ]
        return terms

    def _text(self, sentence: int) -> str:
        """A sentence on one line without markup and hyphenation."""
        columns = self._split.sentences
        document = self._documents[columns.document[sentence]]
        text = document.text[columns.start[sentence] : columns.end[sentence]]
        return displayed(_WORD_BREAK.sub("", text), document.format)

    def _is_quoted(self, sentence: int) -> bool:
        columns = self._split.sentences
        document = self._documents[columns.document[sentence]]
        return is_quoted(document, int(columns.start[sentence]))

    def _characteristic_terms(self, document: int) -> tuple[int, ...]:
        """The terms with the highest tf-idf in a document, of those that it has twice or more."""
        tokens = self._split.terms[tokens_of(self._split, document)]
        terms, times = np.unique(tokens, return_counts=True)
        terms, times = terms[times > 1], times[times > 1]
        order = np.argsort(-times * self._document_idf[terms], kind="stable")
        return tuple(terms[order[:CHARACTERISTIC_TERMS]].tolist())

    def _same_topic(self, one: int, other: int) -> bool:
        """Whether two documents have the same title, or the main terms of each, with those of its
        title, are characteristic of the other."""
        titles = [self._documents[number].title.casefold().split() for number in (one, other)]
        if titles[0] and titles[0] == titles[1]:
            return True
        first, second = self._characteristic(one), self._characteristic(other)
        if not first or not second:
            return False
        main = {*first[:MAIN_TERMS], *self._title_terms(one)}
        its_main = {*second[:MAIN_TERMS], *self._title_terms(other)}
        return main <= set(second) and its_main <= set(first)

    def _title_terms(self, document: int) -> set[int]:
        """The terms of a document's title that are characteristic of it."""
        title = analyzer_of(self._language_of(document)).terms(self._documents[document].title)
        vocabulary = self._split.vocabulary
        return {term for term in self._characteristic(document) if vocabulary[term] in title}


def reward_agreement(ranking: Ranking, model: ModelRecord, options: Options) -> Ranking:
    """The ranking with a higher relevance of sentences that n other sources confirm.

    It is multiplied by 1 + c log2(1 + n), with c the option `corroboration`; then all are scaled to
    the same sum as before. Nothing changes if c is 0.
    """
    if not options.corroboration:
        return ranking
    corroborations, scores = Corroborations.of(model), ranking.relevance
    eligible = np.flatnonzero(Indexes.of(model).eligible(options))
    best = eligible[np.argsort(-scores[eligible], kind="stable")[:MOST_COUNTED]]
    sources = np.array([corroborations.sources(sentence) for sentence in best.tolist()])
    raised = scores.copy()
    raised[best] *= 1 + options.corroboration * np.log2(1 + sources)
    if (total := raised.sum()) > 0:
        raised = raised * (scores.sum() / total)
    return replace(ranking, relevance=raised, value=raised)


def repeats_of(model: ModelRecord, reader: Reader, options: Options) -> Repeats:
    """What finds the sentences that repeat a statement: none if repeats too may be picked."""
    return RepeatsAllowed() if options.any_form else RepeatedStatements(model, reader)


class RepeatedStatements:
    """Finds sentences that say the same, and those that say what the reader knows."""

    def __init__(self, model: ModelRecord, reader: Reader) -> None:
        self._corroborations, self._known = Corroborations.of(model), reader.known

    def among(self, chosen: Sequence[int], pinned: Sequence[int]) -> list[int]:
        """The chosen sentences, none of them pinned, that repeat a statement.

        Of two that say the same, the later one is a repeat; so is a sentence that says the same as
        one that the reader knows.
        """
        same = {sentence: self.like([sentence]) for sentence in chosen}
        repeats: list[int] = []
        for sentence in reversed(chosen):
            is_known = bool(self._known[list(same[sentence])].any())
            others = same[sentence].difference(repeats).intersection(chosen)
            if sentence not in pinned and (is_known or others):
                repeats.append(sentence)
        return repeats

    def like(self, sentences: Sequence[int]) -> set[int]:
        """The other sentences that say the same as one of some sentences."""
        return {other for one in sentences for other in self._corroborations.equals(one)}
