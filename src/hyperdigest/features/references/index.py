"""Find the sentences that name the numbered part, ticket or RFC of a cited sentence."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np

from hyperdigest.documents import FORMS
from hyperdigest.features.references.mentions import Mention, mentions_of
from hyperdigest.features.references.names import Names
from hyperdigest.features.references.numbers import Part
from hyperdigest.features.references.owners import Owners
from hyperdigest.features.references.places import Places
from hyperdigest.record import CollectionRecord

MOST_KEPT = 50
"""So many sentences that name a part are listed; the others are counted."""

_HEADING = FORMS.index("heading")


class _Naming(NamedTuple):
    """A sentence that names a part of a document, or all of it if there is no part."""

    sentence: int
    start: int
    part: Part | None


class References:
    """Finds the references to the documents of a collection and to their numbered parts.

    Nothing is read before the first question to it; then all texts are read once, and of the
    documents that sentences are cited from, the numbers.
    """

    def __init__(self, collection: CollectionRecord) -> None:
        self._collection = collection
        columns = collection.split.sentences
        count = len(collection.documents)
        edges = columns.document.searchsorted(np.arange(count + 1, dtype=columns.document.dtype))
        self._edges: list[int] = edges.tolist()
        self._places: dict[int, Places] = {}
        self._namings: dict[int, dict[str, list[_Naming]]] | None = None
        self._names = Names(collection.documents, [self._heading(n) for n in range(count)])
        self._keyed = frozenset(self._names.keys.values())

    @classmethod
    def of(cls, collection: CollectionRecord) -> Self:
        """The finder of a collection, the same one at every call."""
        return collection.cached(cls)

    def naming(self, sentence: int) -> list[int]:
        """The sentences that name the part that a sentence is in, or its ticket or RFC.

        The first one of each other document comes first, the most recent document first, then the
        first one of its own document; then the further ones in the same order. The first one of a
        document is that which names the smallest part; of equals the first in it, or the nearest if
        it is the document of the sentence. What names only the ticket or RFC comes last.
        """
        document = self._document_of(sentence)
        part = self._places_of(document).part_of(sentence)
        if part is None and document not in self._keyed:
            return []
        to_part = self._naming_part(document, part) if part else {}
        to_part.pop(sentence, None)
        to_all = {each.sentence: 0 for each in self._namings_of(document).get("", ())}
        to_rest = {each: 0 for each in to_all if each not in to_part}
        return [*self._ordered(to_part, sentence), *self._ordered(to_rest, sentence)]

    def _naming_part(self, document: int, part: Part) -> dict[int, int]:
        """The sentences that name a part of a document, and how many small parts they name."""
        places, found = self._places_of(document), dict[int, int]()
        for each in self._namings_of(document).get(part.number, ()):
            if each.part is None or not places.names(each.part, part):
                continue
            if self._document_of(each.sentence) == document:
                is_reference = places.is_reference(each.sentence, each.start, each.part)
                if not is_reference or places.part_of(each.sentence) == part:
                    continue
            found[each.sentence] = max(len(each.part.subs), found.get(each.sentence, 0))
        return found

    def _ordered(self, sentences: dict[int, int], cited: int) -> list[int]:
        own, documents = self._document_of(cited), self._collection.documents
        by_document: dict[int, list[int]] = defaultdict(list)
        for each in sorted(sentences):
            by_document[self._document_of(each)].append(each)
        if own in by_document:
            by_document[own].sort(key=lambda each: abs(each - cited))
        for listed in by_document.values():
            listed.sort(key=lambda each: -sentences[each])
        order = sorted(by_document)
        order.sort(key=lambda number: documents[number].dated.stated, reverse=True)
        order.sort(key=lambda number: number == own)
        longest = max(map(len, by_document.values()), default=0)
        return [
            by_document[number][turn]
            for turn in range(longest)
            for number in order
            if turn < len(by_document[number])
        ]

    def _document_of(self, sentence: int) -> int:
        return bisect_right(self._edges, sentence) - 1

    def _heading(self, document: int) -> str:
        first, last = self._edges[document : document + 2]
        columns = self._collection.split.sentences
        if first == last or columns.form[first] != _HEADING:
            return ""
        return self._collection.documents[document].displayed(
            int(columns.start[first]), int(columns.end[first])
        )

    def _places_of(self, document: int) -> Places:
        if document not in self._places:
            first, last = self._edges[document : document + 2]
            self._places[document] = Places(
                self._collection.documents[document],
                self._collection.split.sentences,
                first,
                last,
                self._collection.language_of(document),
            )
        return self._places[document]

    def _namings_of(self, document: int) -> dict[str, list[_Naming]]:
        """The sentences that name a document or its parts, by the number that they name."""
        if self._namings is None:
            self._namings = self._read()
        return self._namings.get(document, {})

    def _read(self) -> dict[int, dict[str, list[_Naming]]]:
        found: dict[int, dict[str, list[_Naming]]] = {}
        owners = Owners(self._names)
        columns = self._collection.split.sentences
        for number, document in enumerate(self._collection.documents):
            language = self._collection.language_of(number)
            by_sentence: dict[int, list[Mention]] = defaultdict(list)
            mentions = mentions_of(document.text, language, keyed=bool(self._names.keys))
            if not mentions:
                continue
            first, last = self._edges[number : number + 2]
            starts = columns.start[first:last].tolist()
            ends = columns.end[first:last].tolist()
            for mention in mentions:
                at = bisect_right(starts, mention.start) - 1
                if at >= 0 and mention.end <= ends[at]:
                    by_sentence[at].append(mention)
            amended = self._names.amended(number)
            for at, each in by_sentence.items():
                unnamed = [self._unnamed(mention, number, amended) for mention in each]
                documents = owners.find(
                    document.text, starts[at], ends[at], each, number, unnamed, language
                )
                for mention, owner in zip(each, documents, strict=True):
                    if owner is None or mention.in_part or mention.start in owners.used:
                        continue
                    if mention.key and owner == number:
                        continue
                    by_number = found.setdefault(owner, {})
                    parts: Sequence[Part | None] = mention.parts or (None,)
                    for part in parts:
                        naming = _Naming(first + at, mention.start, part)
                        by_number.setdefault(part.number if part else "", []).append(naming)
        return found

    def _unnamed(self, mention: Mention, own: int, amended: int | None) -> int:
        """The document of a reference beside which none is named: its own one, or the one that this
        amends if only that may have such a part."""
        if amended is None or any(self._places_of(own).has(p.number) for p in mention.parts):
            return own
        return amended
