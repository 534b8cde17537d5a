"""A question weighed in all parts of a split collection.

What concerns words and labels of documents is done here, and what concerns sentences in the parts:
they get the terms that count, and return how well their best documents match.

Letters: N sentences, D documents, V terms, L terms that only labels of documents have.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self

import numpy as np

from hyperdigest.base.arrays import Floats, Indices, Ints, runs
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.bm25 import TextSums
from hyperdigest.ranking.doubt import Doubt
from hyperdigest.ranking.question_index import terms_asked
from hyperdigest.ranking.titles import Titles
from hyperdigest.ranking.weighing import Matched, Whole, question_weights, related_weights
from hyperdigest.ranking.windows import Match
from hyperdigest.record import CollectionRecord
from hyperdigest.split import Split
from hyperdigest.store.file import Store, languages_of, options_of
from hyperdigest.store.outline import Labels, Outline, OutlinedDocuments
from hyperdigest.store.outlined import LabelledIndex
from hyperdigest.store.parts.calls import Parts
from hyperdigest.store.parts.index import Asked, AskedTitles


class WholeIndex(LabelledIndex):
    """The indexes of the terms and labels of a split collection, whose sentences are in parts."""

    @classmethod
    def of(cls, store: Store, labels: Labels) -> Self:
        """The indexes of an open collection."""
        none, documents = np.zeros(0, np.int32), OutlinedDocuments(labels)
        collection = CollectionRecord(
            documents,
            Split(Outline.empty().sentences(), store.vocabulary, store.words, none, none),
            options_of(store).language,
            languages=languages_of(store),
        )
        return cls(collection, documents)

    @cached_property
    def of_documents(self) -> Titles | None:
        """The labels above the documents, as if these were sentences."""
        document = np.arange(len(self._labels))
        return Titles.of(
            self._labels, self._languages, self._label_terms, self.term_numbers, document
        )

    @cached_property
    def quality(self) -> Floats | None:
        """(D,) the quality of each document as a post; None if none is one."""
        return self._quality


class AskedIndex(WholeIndex):
    """The indexes of a split collection for a question, whose parts tell of their sentences."""

    def __init__(
        self, index: WholeIndex, store: Store, parts: Parts, question: Question, options: Options
    ) -> None:
        self._terms, self._asked = _asked(index, store, parts, question, options)
        self._parts, self._sizes = parts, store.sizes
        self.__dict__.update(vars(index))  # with what is made by now

    def weigh(self) -> tuple[Floats, bool]:
        """See `PartIndex.weigh`; the first is of all documents."""
        found = self._parts.together(self._asked, "weigh")
        return np.concatenate([best for best, _ in found]), found[0][1]

    def matched(self, documents: Ints) -> Matched:
        """How well the sentences of some documents match, by their numbers."""
        key = self._asked[0].key
        own = [(key, numbers) for numbers in self._parts.divided(documents)]
        return _joined(self._parts.all("matched", own))

    def doubt(
        self,
        question: Question,
        options: Options,
        quotable: Indices,
        candidates: Indices | None,
        nearness: float | None,
    ) -> Doubt | None:
        own = self._parts.sentences_divided(quotable)
        others: Sequence[Indices | None] = [None] * len(own)
        if candidates is not None:
            others = self._parts.sentences_divided(candidates)
        arguments = [(question, options, *each, nearness) for each in zip(own, others, strict=True)]
        doubt: Doubt | None = self._parts.together(self._asked, "doubt", arguments)[0]
        return doubt

    def stand_together(self, terms: Sequence[int], others: Sequence[Sequence[int]]) -> bool:
        number = {term: place for place, term in enumerate(self._terms.tolist())}
        own = [number[term] for term in terms if term in number]
        beside = [[number[term] for term in each if term in number] for each in others]
        titled = np.zeros(len(self._sizes), bool)
        if self.of_documents is not None:
            for term in terms:
                titled |= self.of_documents.under(term)
        arguments = [
            (own, beside, documents) for documents in self._parts.divided(np.flatnonzero(titled))
        ]
        return bool(self._parts.together(self._asked, "stand_in", arguments)[0])


class WeighedParts:
    """A question weighed in all parts of a split collection."""

    def __init__(self, store: Store, index: AskedIndex) -> None:
        self._sizes, self._index = store.sizes, index
        self.best, self.is_general = index.weigh()

    def opened(self, documents: Ints) -> Whole:
        """See `Weighing.opened`."""
        places = runs((self._sizes.cumsum() - self._sizes)[documents], self._sizes[documents])
        return Whole(self._index, places, self._index.matched(documents))


def _asked(
    index: WholeIndex, store: Store, parts: Parts, question: Question, options: Options
) -> tuple[Indices, list[Asked]]:
    """The numbers of the terms of a question, and what each part gets of it."""
    weights, warnings = question_weights(index, question, options)
    related = related_weights(index, question, options, weights)
    terms, near = terms_asked(index, question, options, weights, related)
    in_texts = terms[terms < len(store.vocabulary)]
    place = np.full(len(index.term_numbers), -1)
    place[terms] = np.arange(len(terms))
    names = list(index.term_numbers)
    shared = Asked(
        secrets.token_hex(16),
        question,
        options,
        tuple(names[term] for term in terms.tolist()),
        store.term_ids[in_texts],
        weights[terms],
        related[terms],
        tuple(warnings),
        index.languages,
        {word: (place[found], squares) for word, (found, squares) in near.items()},
        None,
        None,
    )
    quality = index.quality
    qualities = [None] * parts.count if quality is None else parts.split(quality)
    titles = _titles_of_parts(index.of_documents, terms, parts)
    return terms, [
        shared._replace(titles=own, quality=each)
        for own, each in zip(titles, qualities, strict=True)
    ]


def _titles_of_parts(
    titles: Titles | None, terms: Indices, parts: Parts
) -> Sequence[AskedTitles | None]:
    """The labels that the documents of each part have."""
    if titles is None:
        return [None] * parts.count
    counts, of_all = titles.counts[terms].tocsc(), titles.of_all
    asked = TextSums(of_all.texts, of_all.tokens, of_all.with_term[terms])
    found: list[AskedTitles] = []
    for above in parts.split(titles.above):
        used, place = np.unique(above[above >= 0], return_inverse=True)
        own = np.full(len(above), -1, np.int32)
        own[above >= 0] = place
        of_used = counts[:, used].tocsr()
        csr = of_used.data, of_used.indices, of_used.indptr
        found.append(AskedTitles(own, csr, titles.lengths[used], asked))
    return found


def _joined(found: Sequence[Matched]) -> Matched:
    """How well the sentences of all parts match, which are given for each part."""
    first = found[0]
    factor = None if first.factor is None else np.concatenate([_known(x.factor) for x in found])
    passages = None
    if first.passages is not None:
        own = [_known(each.passages) for each in found]
        passages = Match(
            np.concatenate([each.sentences for each in own]),
            np.concatenate([each.documents for each in own]),
            first.passages.concentration,
            first.passages.share,
        )
    total = np.concatenate([each.total for each in found])
    return Matched(total, first.matching, passages, factor, first.warnings)


def _known(value: Any) -> Any:
    assert value is not None  # noqa: S101 (all parts take the same steps)
    return value
