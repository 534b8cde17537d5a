"""The documents in which quotations are looked up, with their index, sentences and headings."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from hyperdigest.answer.headings import heading_above
from hyperdigest.base.cache import locked_cached_property
from hyperdigest.documents import Document
from hyperdigest.errors import EmptyCollectionError
from hyperdigest.progress import Progress, quiet
from hyperdigest.record import CollectionRecord
from hyperdigest.split import languages_of, split
from hyperdigest.verify.index import RunIndex
from hyperdigest.verify.naming import Naming
from hyperdigest.verify.words import covered

MOST_SPLIT = 1_000_000
"""If documents are not split into sentences yet, so many characters of them are split, to find
headings; a passage of a later document is cited without its heading."""

_AROUND = 2_000
"""So many characters on each side of an offset are split, to find the sentence there."""


class Pile:
    """Documents, and what is computed of them once: an index of their words, and their names.

    Parameters
    ----------
    documents : with unique names.
    collections : those that have them, as far as they are split into sentences already.
    """

    def __init__(
        self, documents: Sequence[Document], collections: Sequence[CollectionRecord] = ()
    ) -> None:
        self.documents = tuple(documents)
        self._collections = [
            (collection, number)
            for collection in collections
            for number in range(len(collection.documents))
        ]
        self._split_left = MOST_SPLIT
        self._own: dict[int, CollectionRecord | None] = {}
        self._index: RunIndex | None = None

    @classmethod
    def of(cls, collection: CollectionRecord) -> Pile:
        """The pile of the documents of a collection, made once."""
        return collection.cached(_pile_of)

    def indexed(self, progress: Progress = quiet) -> RunIndex:
        """The index of the words of all documents, made once."""
        if self._index is None:
            self._index = RunIndex.of(self._covered, len(self.documents), progress)
        return self._index

    @locked_cached_property
    def naming(self) -> Naming:
        """The names of the documents."""
        return Naming(self.documents)

    def text(self, number: int) -> str:
        """The text of a document with its markup covered."""
        return self._covered[number]

    @locked_cached_property
    def _covered(self) -> tuple[str, ...]:
        return tuple(map(covered, self.documents))

    def place(self, number: int, start: int, end: int) -> tuple[str, str]:
        """The place of a slice of a document, and the heading above it, as digests cite them."""
        document = self.documents[number]
        place, heading = document.stated_place(start, end), ""
        if found := self._collection_of(number):
            collection, own = found
            sentence = collection.sentence_around(own, start)
            if sentence is not None:
                heading = heading_above(collection, sentence)
        return place, heading

    def sentence(self, number: int, offset: int) -> tuple[int, int]:
        """The slice of the sentence of a document at an offset."""
        document = self.documents[number]
        if number < len(self._collections):
            collection, own = self._collections[number]
            sentence = collection.sentence_around(own, offset)
            if sentence is not None:
                return collection.slice_of(sentence)[1:]
        begin = max(0, offset - _AROUND)
        part = document.text[begin : offset + _AROUND]
        spans = split(Document("part", "", part))
        for start, end in zip(spans.start.tolist(), spans.end.tolist(), strict=True):
            if begin + end > offset:
                return begin + start, begin + end
        return begin, begin + len(part)

    def _collection_of(self, number: int) -> tuple[CollectionRecord, int] | None:
        """A collection with a document, and its number there; None if it is not split."""
        if number < len(self._collections):
            return self._collections[number]
        if number not in self._own:
            document = self.documents[number]
            self._own[number] = None
            if len(document.text) <= self._split_left:
                self._split_left -= len(document.text)
                language = languages_of([document])[0]
                with suppress(EmptyCollectionError):
                    self._own[number] = CollectionRecord.of([document], language=language)
        own = self._own[number]
        return (own, 0) if own is not None else None


def _pile_of(collection: CollectionRecord) -> Pile:
    return Pile(collection.documents, [collection])
