"""The context of a sentence as evidence: its neighbours, the heading above it, and the title.

Letters: N sentences, V terms, H headings, q the question as (V,) weights of terms.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats, Indices, Ints, runs, sums_at
from hyperdigest.base.sparse import entries_of
from hyperdigest.documents import FORMS, Sentences
from hyperdigest.ranking.bm25 import (
    BM25,
    LENGTH_NORMALISATION,
    TERM_SATURATION,
    TextSums,
    length_norm,
)
from hyperdigest.ranking.reductions import LOCAL, Reductions
from hyperdigest.ranking.titles import Titles

REACH = 2
"""How many sentences on each side of a sentence belong to its passage."""

LONGEST_HEADING = 25
"""The most words of a heading, or of a question above its answer."""

MOST_JOINED_HEADINGS = 3
"""Of headings that follow each other, this many of the last ones count as one."""

_STEPS = np.arange(-REACH, REACH + 1)


@dataclass(frozen=True)
class Passages:
    """The passage around each sentence: itself and `REACH` neighbours of its document to each side.

    Parameters
    ----------
    sentences : BM25 of the sentences; the passages have the same idf, in each document.
    place : (N,) a number for each sentence, with gaps of `REACH` between documents, so that no
        passage extends into another document.
    norm : the length norm of the passage at each place.
    has_prose : (N,) whether the passage of a sentence has more than headings and questions.
    titles : the titles above the sentences; None if there is none.
    """

    sentences: BM25
    place: NDArray[np.intp]
    norm: Floats
    has_prose: NDArray[np.bool_]
    titles: Titles | None = None

    @cached_property
    def is_sentence(self) -> NDArray[np.bool_]:
        """(P,) which of the P places are those of sentences."""
        is_sentence = np.zeros(len(self.norm), bool)
        is_sentence[self.place] = True
        return is_sentence

    @classmethod
    def of(
        cls,
        sentences: BM25,
        document: NDArray[np.intp],
        heads: NDArray[np.bool_],
        titles: Titles | None = None,
        reductions: Reductions = LOCAL,
    ) -> Passages:
        """The passages of a collection.

        Parameters
        ----------
        document : (N,) document of each sentence, 0..D-1, ascending.
        heads : (N,) the sentences that are headings or questions.
        """
        place = document + 1
        place *= REACH
        place += np.arange(len(place), dtype=np.int32)
        n_places = int(place[-1]) + REACH + 1
        own, is_prose = np.zeros(n_places, sentences.lengths.dtype), np.zeros(n_places, bool)
        own[place], is_prose[place] = sentences.lengths, ~heads
        lengths, has_prose = own.copy(), is_prose.copy()
        for step in range(1, REACH + 1):
            for around, each in ((lengths, own), (has_prose, is_prose)):
                around[step:] += each[:-step]
                around[:-step] += each[step:]
        norm, in_passages = np.ones(n_places), lengths[place]
        mean = reductions.count(int(in_passages.sum())) / sentences.of_all.texts
        norm[place] = length_norm(in_passages, TERM_SATURATION, LENGTH_NORMALISATION, mean)
        return cls(sentences, place, norm, has_prose[place], titles)

    def scores(self, question: Floats) -> tuple[Floats, Floats, Floats]:
        """(N,) BM25 of the passages, and the shares of the question in sentences and in passages.

        The shares are in [0, 1]: of the sum of weight times idf over the question's terms, the part
        of the terms in the sentence, and of those in the passage around it or the title above.
        """
        index, n_places = self.sentences, len(self.norm)
        asked = np.flatnonzero(question)
        weights = question[asked] * index.idf[asked]
        places, n_of_terms, scores = self._of_terms(asked, question[asked])
        matched = sums_at(places, scores, n_places)[self.place]
        in_passage = sums_at(places, weights.repeat(n_of_terms), n_places)
        if self.titles is not None:
            ends = n_of_terms.cumsum()
            for number in np.flatnonzero(self.titles.have(asked)).tolist():
                is_near = np.zeros(n_places, bool)
                is_near[places[ends[number] - n_of_terms[number] : ends[number]]] = True
                is_under = self.titles.under(asked[number])
                in_passage[self.place[is_under & ~is_near[self.place]]] += weights[number]
        in_passage = in_passage[self.place]
        entries, sizes = entries_of(index.counts, asked)
        found = index.counts.indices[entries]
        in_sentence = sums_at(found, weights.repeat(sizes), len(self.place))
        total = weights.sum() or 1.0
        in_sentence /= total
        in_passage /= total
        return matched, in_sentence, in_passage

    def _of_terms(
        self, asked: NDArray[np.intp], weights: Floats
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
        """The places of the passages with each of some terms, one term after the other, how many
        each term has, and the BM25 of each of them for its term."""
        index = self.sentences
        entries, sizes = entries_of(index.counts, asked)
        found, frequency = index.counts.indices[entries], index.counts.data[entries]
        near = self.around(found)
        places, last, n_of_terms = _distinct(near, sizes)
        # The places of a passage follow each other, so the number of the last one tells all.
        numbers = near - (near[:, -1] - last)[:, np.newaxis]
        tf = np.bincount(numbers.ravel(), frequency.repeat(len(_STEPS)), len(places))
        idf = np.empty(len(places))
        idf[numbers] = index.idf_at(asked, sizes, found)[:, np.newaxis]
        of_places = (weights * (TERM_SATURATION + 1)).repeat(n_of_terms) * idf
        return places, n_of_terms, of_places * tf / (tf + self.norm[places])

    def places_around(
        self, sentences: NDArray[Any], values: Floats | None = None
    ) -> tuple[NDArray[np.intp], Floats | float]:
        """The distinct places of the passages around (n,) sentences, both ascending, and the
        largest of the values, in (0, 1], of the sentences around each; 1 if no values are given."""
        near = self.around(sentences)
        places, last, _ = _distinct(near, np.array([len(near)]))
        if values is None:
            return places, 1.0
        largest, numbers = np.zeros(len(places)), last[:, np.newaxis] + (_STEPS - REACH)
        np.maximum.at(largest, numbers.ravel(), values.repeat(len(_STEPS)))
        return places, largest

    def having(self, terms: Iterable[int]) -> NDArray[np.bool_]:
        """(N,) the sentences with one of some terms in their passage or in the title above."""
        near, titled = np.zeros(len(self.norm), bool), np.zeros(len(self.place), bool)
        for term in terms:
            near[self.around(self.sentences.texts_with(term))] = True
            if self.titles is not None:
                titled |= self.titles.under(term)
        return near[self.place] | titled

    def around(self, sentences: NDArray[Any]) -> NDArray[np.intp]:
        """(n, 1 + 2 `REACH`) the places of the passage around each of n sentences."""
        return np.asarray(self.place[sentences][:, np.newaxis] + _STEPS)


def _entries_above(headings: Indices, sentences: Sentences) -> tuple[Indices, Indices]:
    """The heading of the entry around each heading that its document has several times, if there is
    one, and the place of the latter among the given ones, which are ascending."""
    document = sentences.document[headings]
    _, wording, times = np.unique(
        sentences.hashes_in_documents()[headings], return_inverse=True, return_counts=True
    )
    is_unique = times[wording] == 1
    places = np.arange(len(headings))
    above = np.maximum.accumulate(np.where(is_unique, places, -1))
    has_entry = ~is_unique & (above >= 0)
    has_entry[has_entry] = document[above[has_entry]] == document[has_entry]
    return headings[above[has_entry]], places[has_entry]


def _distinct(
    near: NDArray[np.intp], sizes: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """The distinct places of the passages of each of some terms.

    `sizes` are the passages of each term, whose first places are ascending. Gives the places of one
    term after the other, ascending; where among them the last place of each passage is; and how
    many each term has.
    """
    ends = sizes.cumsum()
    first = near[:, 0].copy()
    first[1:] = np.maximum(first[1:], near[:-1, -1] + 1)
    begins = (ends - sizes)[sizes > 0]
    first[begins] = near[begins, 0]
    n_new = near[:, -1] + 1 - first
    until = np.append(0, n_new.cumsum())
    return runs(first, n_new), until[1:] - 1, np.diff(until[ends], prepend=0)


def neighbours(values: Floats, document: NDArray[np.intp]) -> Floats:
    """(N,) the value of the sentence before each one, plus half of that of the sentence after it.

    Only sentences of the same document are neighbours.
    """
    joined = document[1:] == document[:-1]
    around = np.zeros(len(values))
    near = values[:-1] * joined
    around[1:] += near
    np.multiply(values[1:], joined, out=near)
    near *= 0.5
    around[:-1] += near
    return around


def heads(sentences: Sentences) -> NDArray[np.bool_]:
    """(N,) which sentences are headings or questions, as in an FAQ."""
    form = sentences.form
    return np.asarray((form == FORMS.index("heading")) | (form == FORMS.index("question")))


def nearest_above(marked: NDArray[np.bool_], document: NDArray[Any]) -> Ints:
    """(N,) the number of the last marked sentence before each in its document.

    It is -1 if there is none, and for marked sentences themselves.
    """
    number, none = np.arange(len(marked), dtype=np.int32), np.int32(-1)
    nearest = np.maximum.accumulate(np.where(marked, number, none))
    return np.where(~marked & (document[nearest] == document), nearest, none)


@dataclass(frozen=True)
class Headings:
    """The headings of a collection, among them questions of an FAQ, and its titles.

    A heading that a document has several times, as below each entry of a guide, counts together
    with that of its entry: the nearest one above that the document has once.

    Parameters
    ----------
    texts : BM25 of the H headings and titles.
    above : (N,) the heading above each sentence, -1 for none.
    title : (N,) the title above each sentence, -1 for none; None if there is no title at all.
    """

    texts: BM25
    above: Ints
    title: Ints | None = None

    @classmethod
    def of(
        cls,
        counts: Any,
        sentences: Sentences,
        document: NDArray[np.intp],
        titles: Titles | None = None,
        tokens: NDArray[Any] | None = None,
        reductions: Reductions = LOCAL,
    ) -> Headings:
        """The headings and titles of a collection.

        Parameters
        ----------
        counts : (V, N) csr, how often each term occurs in each sentence.
        document : (N,) document of each sentence, ascending.
        tokens : (N,) the tokens of each sentence; None if `counts` has all of them.
        """
        tokens = np.asarray(counts.sum(axis=0)) if tokens is None else tokens
        is_heading = heads(sentences) & (sentences.words <= LONGEST_HEADING)
        before = np.zeros(len(document), bool)
        before[1:] = is_heading[:-1] & (document[1:] == document[:-1])
        begins = is_heading & ~before
        run = begins.cumsum(dtype=np.int32) - np.int32(1)
        first = np.flatnonzero(begins)
        nearest = nearest_above(is_heading, document)
        above = np.where(nearest >= 0, run[nearest], np.int32(-1))
        members = np.flatnonzero(is_heading)
        last = np.searchsorted(run[members], np.arange(len(first)), "right")
        is_joined = last[run[members]] - np.arange(len(members)) <= MOST_JOINED_HEADINGS
        members = members[is_joined]
        of_run = run[members]
        entries, below = _entries_above(members[np.diff(of_run, append=-1) != 0], sentences)
        members, of_run = np.append(members, entries), np.append(of_run, below)
        joined = sparse.csr_array(
            (np.ones(len(members), counts.dtype), (members, of_run)),
            (len(document), max(1, len(first))),
        )
        headings = sparse.csr_array(counts @ joined)
        lengths = np.bincount(of_run, tokens[members], joined.shape[1])
        of_all = TextSums.of(headings[:, : len(first)], lengths, reductions)
        if titles is None:
            of_all = of_all._replace(texts=max(1, of_all.texts))
            return cls(BM25(headings, lengths=lengths, of_all=of_all), above)
        title = np.where(titles.above >= 0, len(first) + titles.above, -1).astype(np.int32)
        both = sparse.hstack([headings[:, : len(first)], titles.counts], format="csr")
        lengths = np.append(lengths[: len(first)], titles.lengths)
        of_all = of_all.and_those(titles.of_all)
        return cls(BM25(sparse.csr_array(both), lengths=lengths, of_all=of_all), above, title)

    def scores(self, question: Floats) -> Floats:
        """(N,) the sum of BM25 of the heading and of the title above each sentence."""
        of_texts = self.texts.scores(question)
        scores = np.where(self.above >= 0, of_texts[self.above], 0.0)
        if self.title is not None:
            scores += np.where(self.title >= 0, of_texts[self.title], 0.0)
        return scores
