"""Find the passages of a pile that have the words of a quotation, or are near to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import runs
from hyperdigest.verify.index import LONGEST_RUN, Ranges, RunIndex, words_in

MOST_OCCURRENCES = 20_000
"""Of a run of words, so many occurrences are looked at to find a whole quotation."""

MOST_PER_RUN = 64
"""A run that occurs more often says nothing about where a changed quotation is from."""

_MOST_OF_FREQUENT = 512

_MOST_WORDS = 24
"""So many words of a quotation, the rarest, tell which passage is the nearest one."""

_WINDOW = 24
"""In words; a passage with the words of a quotation in any order is looked for in windows."""

_BUCKET = 16
"""Words of a quotation count together if they are moved by up to so many words."""

_MARGIN = 8
"""A passage near to a quotation may begin so many words earlier, or end so many later."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of a document of the pile.

    Parameters
    ----------
    document : its number.
    first, last : the numbers of its first and last word in the index.
    score : how much of the quotation it has, by the rarity of the runs of words; 0 if not counted.
    """

    document: int
    first: int
    last: int
    score: float = 0.0


class DraftWords:
    """The words of a draft, and where each run of them is in the index of a pile.

    Parameters
    ----------
    text : of the draft.
    index : of the pile.
    """

    def __init__(self, text: str, index: RunIndex) -> None:
        self.words, self.starts, self.ends = words_in(text)
        self.index = index
        sizes = range(1, LONGEST_RUN + 1)
        self.ranges: list[Ranges] = [index.ranges(self.words, size) for size in sizes]
        self.excluded: NDArray[np.bool_] = np.zeros(len(index.first) - 1, bool)

    def within(self, start: int, end: int) -> tuple[int, int]:
        """The first word of a slice of the draft, and the one after its last."""
        first, last = self.starts.searchsorted([start, end]).tolist()
        return first, last

    def occurrences(self, first: int, last: int) -> NDArray[np.int32]:
        """The words of the index at which some words of the draft stand, in order."""
        ranges = [(low[first:last], high[first:last]) for low, high in self.ranges]
        found = self.index.matches(self.words[first:last], ranges, MOST_OCCURRENCES)
        documents = self.documents_of(found)
        within = self.documents_of(found + (last - first - 1)) == documents
        return np.asarray(found[within & ~self.excluded[documents]])

    def documents_of(self, words: NDArray[np.int32]) -> NDArray[np.intp]:
        """The documents with some words of the index."""
        return self.index.first.searchsorted(words, "right") - 1

    def near(
        self, first: int, last: int, most: int, documents: NDArray[np.bool_] | None = None
    ) -> list[Passage]:
        """The passages that have most of some words of the draft, the best first.

        Parameters
        ----------
        documents : marks those in which they are looked up; None for all that are not excluded.
        """
        size = last - first
        places, own, weights = self._votes(first, last, documents)
        if not len(places):
            return []
        document = self.documents_of(places)
        shift = (places.astype(np.int64) - own) // _BUCKET + size
        keys, which = np.unique(document << 40 | shift, return_inverse=True)
        scores = np.bincount(which, weights)
        together = scores.copy()
        together[:-1] += np.where(np.diff(keys) == 1, scores[1:], 0.0)
        passages: list[Passage] = []
        for place in np.argsort(-together, kind="stable").tolist():
            key = int(keys[place])
            document_number, begin = key >> 40, ((key & (1 << 40) - 1) - size) * _BUCKET
            low, high = self.index.first[document_number : document_number + 2].tolist()
            begin, stop = max(low, begin - _MARGIN), begin + size + 2 * _BUCKET + _MARGIN
            if begin < min(high, stop) and not any(
                each.document == document_number and abs(each.first - begin) <= _BUCKET
                for each in passages
            ):
                score = float(together[place])
                passages.append(Passage(document_number, begin, min(high, stop) - 1, score))
            if len(passages) == most:
                break
        return passages

    def _votes(
        self, first: int, last: int, documents: NDArray[np.bool_] | None
    ) -> tuple[NDArray[np.int32], NDArray[np.intp], NDArray[np.float64]]:
        """Where in the index runs of some words of the draft are that are rare: the words there,
        the places of the words among those of the draft, and the weights of the runs.

        At each word the longest run that occurs counts. If all are frequent, the rarest ones do.
        """
        size = last - first
        begin, count = np.zeros(size, np.intp), np.zeros(size, np.intp)
        for length, (low, high) in enumerate(self.ranges, 1):
            inside = max(0, size - length + 1)
            part = slice(first, first + inside)
            amount = high[part] - low[part]
            better = (amount > 0) & (amount <= MOST_PER_RUN)
            if length == 1:
                better = amount > 0
            begin[:inside] = np.where(better, low[part], begin[:inside])
            count[:inside] = np.where(better, amount, count[:inside])
        chosen = (count > 0) & (count <= MOST_PER_RUN)
        if not chosen.any() and (count > 0).any():
            least = count[count > 0].min()
            chosen = count == least
            count = np.minimum(count, _MOST_OF_FREQUENT)
        own = np.flatnonzero(chosen)
        places = self.index.order[runs(begin[own], count[own])]
        weights = np.log1p(len(self.index.words) / np.repeat(count[own], count[own]))
        own = np.repeat(own, count[own])
        document = self.documents_of(places)
        kept = ~self.excluded[document] if documents is None else documents[document]
        return places[kept], own[kept], weights[kept]

    def rarity(self, first: int, last: int) -> NDArray[np.float64]:
        """The weight of each of some words of the draft: the rarer it is in the pile, the more."""
        return self.index.rarity(self.words[first:last])

    def nearest(self, first: int, last: int, most: int = 1) -> list[Passage]:
        """The passages with the most of the rare words of a part of the draft, in any order."""
        numbers = np.unique(self.words[first:last], return_index=True)[1] + first
        low, high = (side[numbers] for side in self.ranges[0])
        count = high - low
        known = np.flatnonzero(count > 0)
        rarest = known[np.argsort(count[known], kind="stable")][:_MOST_WORDS]
        if not len(rarest):
            return []
        places = np.concatenate(
            [
                self.index.occurrences(int(low[word]), int(high[word]), MOST_OCCURRENCES)
                for word in rarest
            ]
        )
        amount = np.minimum(count[rarest], MOST_OCCURRENCES)
        weights = np.repeat(np.log1p(len(self.index.words) / count[rarest]), amount)
        word = np.repeat(np.arange(len(rarest)), amount)
        document = self.documents_of(places)
        kept = ~self.excluded[document]
        places, weights, word, document = (
            column[kept] for column in (places, weights, word, document)
        )
        if not len(places):
            return []
        keys = document << 40 | places.astype(np.int64) // _WINDOW
        windows, window = np.unique(keys, return_inverse=True)
        pairs, inside = np.unique(window * _MOST_WORDS + word, return_index=True)
        scores = np.bincount(pairs // _MOST_WORDS, weights[inside])
        passages = []
        for best in np.argsort(-scores, kind="stable")[:most].tolist():
            found = np.sort(places[window == best])
            middle = int(found[len(found) // 2])
            passages.append(Passage(int(windows[best]) >> 40, middle, middle, float(scores[best])))
        return passages
