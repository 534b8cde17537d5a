"""Passages of some 40, 80 and 160 words, and how far one stands out for a question.

Where one passage answers a question, a digest of it is better than one sentence each of many
passages. `Windows.match` says how well the best passages around each sentence match, and how
concentrated the question is: how far the best passage is above all others.

Letters: N sentences, n windows, V terms, q the question as (V,) weights of terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import CHUNK, Floats, Indices, Ints, Mask, places_with_sums
from hyperdigest.base.sparse import count_pairs, entries_of
from hyperdigest.documents import Sentences
from hyperdigest.ranking.bm25 import LENGTH_NORMALISATION, TERM_SATURATION, length_norm
from hyperdigest.ranking.passages import LONGEST_HEADING, Headings, heads
from hyperdigest.ranking.reductions import LOCAL, Reductions

SIZES = (40, 80, 160)
"""The words of a window."""

MIDDLE_SIZE = 80
"""The size of the windows by which the concentration of a question is measured."""

WHOLE_DOCUMENT = 250
"""In words; a document of at most so many is one window."""

TITLE_COUNTS = 2
"""How often the words of the title count in each window; those of the heading above count once."""


@dataclass(frozen=True)
class Tiling:
    """The windows of one size, in two tilings shifted by a half, so that each sentence is in two.

    Parameters
    ----------
    size : the words of a window.
    first, second : (N,) the window of each sentence, 0..n-1, in each tiling.
    below : (H, n) csr, how often the words of each heading and title of `Headings` count in the
        windows below it.
    begin : (n,) the first sentence of each window.
    lengths : (n,) the tokens of each window.
    """

    size: int
    first: NDArray[np.int32]
    second: NDArray[np.int32]
    below: Any
    begin: Ints
    lengths: Ints

    @property
    def n_first(self) -> int:
        """How many windows the first tiling has."""
        return int(self.first[-1]) + 1


@dataclass(frozen=True)
class Match:
    """How a collection matches a question.

    Parameters
    ----------
    sentences : (N,) how well the best windows of each sentence match, relative to the best ones.
    documents : (N,) how well the best sentence of the document of each one matches.
    concentration : how far the best window is above the mean, in standard deviations, relative to
        what is expected of the largest of as many normally distributed numbers; 1 is chance.
    share : the largest share of the question in a window, by the idf of its terms.
    """

    sentences: Floats
    documents: Floats
    concentration: float
    share: float

    def of(self, places: Indices | None) -> Match:
        """The match of some sentences, by their numbers; None for all."""
        if places is None:
            return self
        return replace(self, sentences=self.sentences[places], documents=self.documents[places])

    @property
    def excess(self) -> float:
        """How far the concentration is above chance, at least 0."""
        return max(0.0, self.concentration - 1)

    @property
    def weighted_excess(self) -> float:
        """The excess times the share of the question that one passage has."""
        return self.excess * self.share


@dataclass(frozen=True)
class Windows:
    """The windows of all sizes, and the counts of terms from which they are matched.

    Parameters
    ----------
    counts : (V, N) csr, how often each term occurs in each sentence.
    headings : the headings and titles of the collection.
    document : (N,) a number for the document of each sentence, from 0, ascending without a gap.
    until : (1 + N,) the tokens before each sentence, and those of all.
    tilings : one for each of `SIZES`.
    reductions : over the collection, of which the sentences may be a part.
    """

    counts: Any
    headings: Headings
    document: NDArray[np.intp]
    until: Indices
    tilings: Iterable[Tiling]
    reductions: Reductions = LOCAL

    @classmethod
    def of(
        cls,
        counts: Any,
        sentences: Sentences,
        document: NDArray[np.intp],
        headings: Headings,
        tokens: NDArray[Any],
        reductions: Reductions = LOCAL,
    ) -> Self:
        """The windows of a collection, to be matched once: each tiling is made when it is needed.

        `tokens` are those of each sentence, (N,).
        """
        words = sentences.words
        is_heading = heads(sentences) & (words <= LONGEST_HEADING)
        is_short = (np.bincount(document, words) <= WHOLE_DOCUMENT)[document]
        section = sections(document, is_heading & ~is_short)
        begins = np.diff(section, prepend=-1) > 0
        counted = np.where(is_short, 0, words)
        before = counted.cumsum()
        before -= counted
        first = np.flatnonzero(begins)
        before -= np.repeat(before[first], np.diff(first, append=len(before)))
        before = before.astype(np.int32)
        until = np.append(0, tokens).cumsum()
        tilings = (_tiling(size, before, begins, headings, until) for size in SIZES)
        return cls(counts, headings, document, until, tilings, reductions)

    def kept(self) -> Self:
        """The windows with all tilings in memory, to be matched often."""
        return replace(self, tilings=tuple(self.tilings))

    def match(self, question: Floats) -> Match:
        """How well the windows around each sentence match a question."""
        total = np.zeros(self.counts.shape[1])
        concentration = largest_share = 0.0
        for tiling in self.tilings:
            scores, shares = self._scores(tiling, question)
            if tiling.size == MIDDLE_SIZE:
                largest_share = self.reductions.largest_of(shares)
                of_tilings = scores[: tiling.n_first], scores[tiling.n_first :]
                concentration = concentration_of(*of_tilings, reductions=self.reductions)
            if (largest := self.reductions.largest_of(scores)) > 0:
                scores /= largest
                _add_better(total, scores, tiling)
            del tiling, scores, shares  # large arrays, before the next ones are made
        total /= self.reductions.largest_of(total) or 1.0
        first = _first_of_each(self.document)
        of_documents = np.maximum.reduceat(total, first)
        in_documents = np.repeat(of_documents, np.diff(first, append=len(total)))
        return Match(total, in_documents, concentration, largest_share)

    def _scores(self, tiling: Tiling, question: Floats) -> tuple[Floats, Floats]:
        """(n,) BM25 of the windows of a tiling, and the share of the question in each."""
        own, asked = len(tiling.begin), np.flatnonzero(question)
        scores, shares, total = np.zeros(own), np.zeros(own), 0.0
        found = list(self._found(tiling, asked))
        having = [len(window) for window, _ in found]
        found.reverse()  # the first ones are taken from the end
        of_all = self.reductions.total(np.array([own, self.until[-1], *having]))
        (n_windows, n_tokens), n_found = of_all[:2].tolist(), of_all[2:]
        idf = np.log1p((n_windows - n_found + 0.5) / (n_found + 0.5))
        weights = question[asked] * idf
        at_once = max(1, CHUNK // n_windows)
        for begin in range(0, len(asked), at_once):
            of_terms = [found.pop() for _ in having[begin : begin + at_once]]
            window, tf = (np.concatenate(each) for each in zip(*of_terms, strict=True))
            of_asked = weights[begin : begin + at_once]
            of_found = of_asked.repeat(having[begin : begin + at_once])
            mean = 2 * n_tokens / n_windows
            norm = length_norm(tiling.lengths[window], TERM_SATURATION, LENGTH_NORMALISATION, mean)
            saturated = of_found * (TERM_SATURATION + 1) * tf / (tf + norm)
            for of_windows, values in ((scores, saturated), (shares, of_found)):
                if len(of_terms) == 1:
                    of_windows[window] += values
                else:
                    of_windows += np.bincount(window, values, own)
            total += of_asked.sum()
        shares /= total or 1.0
        return scores, shares

    def _found(self, tiling: Tiling, asked: Indices) -> Iterator[tuple[Ints, Floats]]:
        """The windows that have each of some terms, ascending, and how often it counts in each."""
        own = len(tiling.begin)
        at_once = max(1, CHUNK // own)
        for begin in range(0, len(asked), at_once):
            terms = asked[begin : begin + at_once]
            cells, counts = self._occurrences(tiling, terms)
            found, tf = places_with_sums(cells, counts, len(terms) * own)
            bounds = np.searchsorted(found, np.arange(len(terms) + 1) * own)
            for number, (first, end) in enumerate(pairwise(bounds)):
                yield (found[first:end] - number * own).astype(np.int32), tf[first:end]

    def _occurrences(
        self, tiling: Tiling, terms: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], Floats]:
        """Where terms occur, some of them several times in a window, and how often each time
        counts: in a sentence, in the heading above, and in the title.

        The first term has the numbers of the n windows, the second those from n on, and so on.
        """
        first_cell = np.arange(len(terms)) * len(tiling.begin)
        entries, sizes = entries_of(self.counts, terms)
        sentences, times = self.counts.indices[entries], self.counts.data[entries]
        before = first_cell.repeat(sizes)
        cells = [before + tiling.first[sentences], before + tiling.second[sentences]]
        counts = [times, times]
        texts = self.headings.texts.counts
        entries, sizes = entries_of(texts, terms)
        if len(entries):
            below, n_below = entries_of(tiling.below, texts.indices[entries])
            before = first_cell.repeat(sizes).repeat(n_below)
            cells.append(before + tiling.below.indices[below])
            counts.append(tiling.below.data[below] * texts.data[entries].repeat(n_below))
        return np.concatenate(cells), np.concatenate(counts, dtype=np.float64)


def _add_better(total: Floats, of_windows: Floats, tiling: Tiling) -> None:
    """Add to each of (N,) sentences the larger one of the values of its two windows."""
    for begin in range(0, len(total), CHUNK):
        chunk = slice(begin, begin + CHUNK)
        first, second = of_windows[tiling.first[chunk]], of_windows[tiling.second[chunk]]
        total[chunk] += np.maximum(first, second)


def concentration_of(*scores: Floats, reductions: Reductions = LOCAL) -> float:
    """How far the largest of some scores is above the mean, relative to chance; 0 if all are equal.

    The largest of n normally distributed numbers is about sqrt(2 log n) standard deviations above
    their mean. `scores` are lists of them, one after the other, as for
    `Reductions.mean_and_deviation`.
    """
    count = reductions.count(sum(map(len, scores)))
    largest = reductions.largest_of(np.array([each.max(initial=0.0) for each in scores]))
    mean, deviation = reductions.mean_and_deviation(*scores)
    if count < 2 or not deviation:
        return 0.0
    return float((largest - mean) / deviation / np.sqrt(2 * np.log(count)))


def sections(document: NDArray[np.intp], is_heading: Mask) -> NDArray[np.int32]:
    """(N,) a number for each sentence, the same for those that no heading or document divides.

    A heading begins a section, unless another heading is before it.
    """
    begins = np.ones(len(document), bool)
    begins[1:] = (document[1:] != document[:-1]) | (is_heading[1:] & ~is_heading[:-1])
    return np.cumsum(begins, dtype=np.int32) - np.int32(1)


def _tiling(size: int, before: Ints, begins: Mask, headings: Headings, until: Indices) -> Tiling:
    """The windows of a size.

    A section is cut where the words before a sentence pass a multiple of the size, and for the
    second tiling half a size later.

    Parameters
    ----------
    before : (N,) the words that count before each sentence in its section.
    begins : (N,) the sentences that begin a section.
    until : as for `Windows`.
    """
    tilings, firsts, count = [], [], 0
    for shift in (0, size // 2):
        part = (before + shift) // size
        is_new = begins.copy()
        is_new[1:] |= part[1:] != part[:-1]
        tilings.append(np.cumsum(is_new, dtype=np.int32))
        tilings[-1] += np.int32(count - 1)
        firsts.append(np.flatnonzero(is_new).astype(np.int32))
        count += len(firsts[-1])
    begin = np.concatenate(firsts)
    lengths = [np.diff(until[first], append=until[-1]).astype(np.int32) for first in firsts]
    below = _windows_below(headings, begin)
    return Tiling(size, tilings[0], tilings[1], below, begin, np.concatenate(lengths))


def _windows_below(headings: Headings, begin: Ints) -> Any:
    """(H, n) csr, how often the words of each heading and title count in the windows below it.

    Parameters
    ----------
    begin : (n,) the first sentence of each window.
    """
    shape = headings.texts.counts.shape[1], len(begin)
    below = sparse.csr_array(shape, dtype=np.int32)
    for above, weight in ((headings.above, 1), (headings.title, TITLE_COUNTS)):
        if above is not None:
            has_one = np.flatnonzero(above[begin] >= 0)
            below += weight * count_pairs(above[begin[has_one]], has_one, shape)
    return below


def _first_of_each(numbers: NDArray[Any]) -> Indices:
    """The place of the first of each number in an ascending array."""
    return np.append(0, np.flatnonzero(numbers[1:] != numbers[:-1]) + 1)


LEAST_MATCH = 0.02
"""The least that a sentence matches, so that no relevance becomes 0."""

WHOLE_PASSAGE = 0.15
"""The most relevance that a passage which stands out gives to each of its sentences, 1 being that
of the best sentence."""


def walk_weight(query_balance: float, match: Match, strength: float) -> float:
    """lambda of a question: the less, the more one passage stands out, and 0 where one answers.

    Parameters
    ----------
    query_balance : lambda of a question that no passage stands out for.
    strength : how much a concentration above chance counts.
    """
    return query_balance * max(0.0, 1 - strength * match.weighted_excess)


def concentrated(relevance: Floats, match: Match, strength: float) -> Floats:
    """(N,) the relevance of sentences, more of it in passages that stand out; sums to 1.

    With r the relevance relative to the best one, m the match of a sentence, d that of its
    document, E the excess times the strength, and f = max(0, e - 1) where e is the weighted excess
    times the strength, it is in proportion to (r + a m^4) m^(E/2) d^(2f). All sentences of a
    passage that stands out have a = `WHOLE_PASSAGE` min(1, f^2) of relevance, as they may answer
    in other words than the question's.

    Parameters
    ----------
    strength : how much a concentration above chance counts; 0 leaves the relevance as it is.
    """
    scores = more_concentrated(relevance / relevance.max(), match, strength)
    return np.asarray(scores / scores.sum())


def more_concentrated(scores: Floats, match: Match, strength: float) -> Floats:
    """(N,) numbers in proportion to what `concentrated` gives, of relevance relative to the best
    one, which is changed."""
    half, above = strength * match.excess / 2, max(0.0, strength * match.weighted_excess - 1)
    if above:
        scores += WHOLE_PASSAGE * min(1.0, above**2) * np.square(np.square(match.sentences))
        scores *= _power(match.documents, 2 * above)
    scores *= _power(match.sentences, half)
    return scores


def _power(matches: Floats, exponent: float) -> Floats:
    """(N,) matches of at least `LEAST_MATCH`, which most have, to the power of an exponent."""
    powers = np.full(len(matches), LEAST_MATCH**exponent)
    better = np.flatnonzero(matches > LEAST_MATCH)
    powers[better] = matches[better] ** exponent
    return powers
