"""What stands around a sentence: its neighbours, the heading above it, and the title.

Letters: N sentences, V terms, H headings, q the question as (V,) weights of terms.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.documents import FORMS, Sentences
from hyperdigest.ranking.bm25 import BM25, LENGTH_NORMALISATION, TERM_SATURATION, length_norm
from hyperdigest.ranking.titles import Titles

REACH = 2
"""How many sentences to each side make up the passage around one."""

LONGEST_HEADING = 25
"""Words of the longest sentence that is taken for a heading, or for a question above its answer."""

HEADINGS = 3
"""How many headings that follow each other count together, the last ones."""


_STEPS = np.arange(-REACH, REACH + 1)


@dataclass(frozen=True)
class Passages:
    """The passage around each sentence: itself and `REACH` neighbours of its document to each side.

    Parameters
    ----------
    sentences : BM25 of the sentences, whose idf counts for the passages too.
    place : (N,) a number for each sentence, `REACH` more apart where a document begins, so that
        what is near a sentence by number is near it in its document, or nothing.
    norm : the length norm of the passage at each place.
    tells : (N,) whether more than headings and questions stands in the passage of each sentence.
    titles : those above the sentences; None where there is none.
    """

    sentences: BM25
    place: NDArray[np.intp]
    norm: Floats
    tells: NDArray[np.bool_]
    titles: Titles | None = None

    @classmethod
    def of(
        cls,
        sentences: BM25,
        document: NDArray[np.intp],
        heads: NDArray[np.bool_],
        titles: Titles | None = None,
    ) -> Passages:
        """The passages of a collection.

        `document` is the (N,) document of each sentence, 0..D-1, ascending. `heads` marks (N,) the
        sentences that are headings or questions.
        """
        place = np.arange(len(document)) + REACH * (document + 1)
        lengths = np.zeros(place[-1] + REACH + 1)
        tells = np.zeros(len(lengths), bool)
        own = np.asarray(sentences.counts.sum(axis=0), np.float64)
        for step in _STEPS:
            lengths[place + step] += own
            tells[place[~heads] + step] = True
        norm = length_norm(lengths[place], TERM_SATURATION, LENGTH_NORMALISATION)
        spread = np.ones(len(lengths))
        spread[place] = norm
        return cls(sentences, place, spread, tells[place], titles)

    def scores(self, question: Floats) -> tuple[Floats, Floats, Floats]:
        """(N,) BM25 of the passages, and what sentences and passages have of the question's idf.

        The two shares are in [0, 1]: of the sum over the question's terms of weight times idf, the
        part of those that stand in the sentence, and in the passage around it or the title above.
        """
        matched, in_passage = np.zeros((2, len(self.norm)))
        in_sentence = np.zeros(len(self.place))
        asked = np.flatnonzero(question)
        weights = question[asked] * self.sentences.idf[asked]
        counts = self.sentences.counts
        for term, weight in zip(asked.tolist(), weights.tolist(), strict=True):
            entries = slice(counts.indptr[term], counts.indptr[term + 1])
            holding, times = counts.indices[entries], counts.data[entries]
            near = self.around(holding).ravel()
            frequency = np.bincount(near, times.repeat(len(_STEPS)), len(self.norm))
            places = np.flatnonzero(frequency)
            found = frequency[places]
            gained = weight * (TERM_SATURATION + 1) * found / (found + self.norm[places])
            matched[places] += gained
            if self.titles is not None:
                frequency[self.place[self.titles.under(term)]] = 1
                places = np.flatnonzero(frequency)
            in_passage[places] += weight
            in_sentence[holding] += weight
        total = weights.sum() or 1.0
        return matched[self.place], in_sentence / total, in_passage[self.place] / total

    def around(self, sentences: NDArray[Any]) -> NDArray[np.intp]:
        """The places near each of some sentences, (n, 1 + 2 `REACH`)."""
        return np.asarray(self.place[sentences][:, np.newaxis] + _STEPS)


def neighbours(values: Floats, document: NDArray[np.intp]) -> Floats:
    """(N,) of each sentence the value of the one before it and half that of the one after it.

    Only sentences of the same document are neighbours.
    """
    joined = document[1:] == document[:-1]
    around = np.zeros(len(values))
    around[1:] += values[:-1] * joined
    around[:-1] += 0.5 * values[1:] * joined
    return around


def heads(sentences: Sentences) -> NDArray[np.bool_]:
    """(N,) which sentences are headings, or questions as those of an FAQ."""
    return np.isin(sentences.form, [FORMS.index("heading"), FORMS.index("question")])


def nearest_above(marked: NDArray[np.bool_], document: NDArray[Any]) -> NDArray[np.intp]:
    """(N,) the number of the last marked sentence before each in its document; -1 for none, and for
    those that are marked themselves."""
    nearest = np.maximum.accumulate(np.where(marked, np.arange(len(marked)), -1))
    return np.where(~marked & (document[nearest] == document), nearest, -1)


@dataclass(frozen=True)
class Headings:
    """The headings of a collection: each with the questions of an FAQ that stand as one.

    `texts` is the BM25 of the H headings and titles. `above` is the (N,) heading that each sentence
    stands under, -1 for none, and `title` the title above it; None where there is no title.
    """

    texts: BM25
    above: NDArray[np.intp]
    title: NDArray[np.intp] | None = None

    @classmethod
    def of(
        cls,
        counts: Any,
        sentences: Sentences,
        document: NDArray[np.intp],
        titles: Titles | None = None,
    ) -> Headings:
        """The headings and titles above sentences.

        `counts` is a (V, N) csr of how often each term stands in each sentence. `document` is the
        (N,) document of each sentence, ascending.
        """
        is_heading = heads(sentences) & (sentences.words <= LONGEST_HEADING)
        before = np.zeros(len(document), bool)
        before[1:] = is_heading[:-1] & (document[1:] == document[:-1])
        begins = is_heading & ~before
        run = begins.cumsum() - 1
        first = np.flatnonzero(begins)
        nearest = nearest_above(is_heading, document)
        above = np.where(nearest >= 0, run[nearest], -1)
        members = np.flatnonzero(is_heading)
        last = np.searchsorted(run[members], np.arange(len(first)), "right")
        late = last[run[members]] - np.arange(len(members)) <= HEADINGS
        members = members[late]
        joined = sparse.csr_array(
            (np.ones(len(members), counts.dtype), (members, run[members])),
            (len(document), max(1, len(first))),
        )
        headings = sparse.csr_array(counts @ joined)
        if titles is None:
            return cls(BM25(headings), above)
        title = np.where(titles.above >= 0, len(first) + titles.above, -1)
        both = sparse.hstack([headings[:, : len(first)], titles.counts], format="csr")
        return cls(BM25(sparse.csr_array(both)), above, title)

    def scores(self, question: Floats) -> Floats:
        """(N,) BM25 of the heading above each sentence and that of the title, added up."""
        found = self.texts.scores(question)
        above = np.where(self.above >= 0, found[self.above], 0.0)
        if self.title is not None:
            above += np.where(self.title >= 0, found[self.title], 0.0)
        return above
