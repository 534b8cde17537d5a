"""BM25 (Robertson & Zaragoza 2009), and the postings of a collection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, sums_at
from hyperdigest.base.sparse import count_pairs, entries_of
from hyperdigest.ranking.reductions import LOCAL, Reductions
from hyperdigest.split import Split

TERM_SATURATION, LENGTH_NORMALISATION = 1.2, 0.75
"""The usual k1 and b."""


class TextSums(NamedTuple):
    """The sums of texts by which BM25 is computed.

    Parameters
    ----------
    texts, tokens : how many there are.
    with_term : (V,) how many have each term.
    """

    texts: int
    tokens: int
    with_term: NDArray[Any]

    @classmethod
    def of(cls, counts: Any, lengths: NDArray[Any], reductions: Reductions = LOCAL) -> TextSums:
        """The sums of all texts; this process has some, with (V, n) csr counts and (n,) lengths."""
        own = np.append([counts.shape[1], int(lengths.sum())], np.diff(counts.indptr))
        texts, tokens, *_ = found = reductions.total(own)
        return cls(int(texts), int(tokens), found[2:])

    def and_those(self, other: TextSums) -> TextSums:
        """The sums of these texts and of others."""
        texts, tokens = self.texts + other.texts, self.tokens + other.tokens
        return TextSums(texts, tokens, self.with_term + other.with_term)

    @property
    def mean(self) -> float:
        """The mean number of tokens of a text."""
        return self.tokens / max(1, self.texts)


class BM25:
    """The BM25 index of n texts; a term in none has the idf of a term in one.

    Parameters
    ----------
    counts : (V, n) csr, how often each term occurs in each text.
    k1 : term saturation: the larger, the more a repeated term counts.
    b : length normalisation in [0, 1]: the larger, the less a term counts in a long text.
    lengths : (n,) the tokens of each text; None if `counts` has all of them.
    of_all : the sums of all texts, if these are only some.
    """

    def __init__(
        self,
        counts: Any,
        k1: float = TERM_SATURATION,
        b: float = LENGTH_NORMALISATION,
        lengths: NDArray[Any] | None = None,
        of_all: TextSums | None = None,
    ) -> None:
        self.lengths = np.asarray(counts.sum(axis=0)) if lengths is None else lengths
        self.counts, self._k1 = counts, k1
        self.of_all = of_all or TextSums.of(counts, self.lengths)
        n_texts, n_with_term = self.of_all.texts, np.maximum(1, self.of_all.with_term)
        self.idf: Floats = np.log1p((n_texts - n_with_term + 0.5) / (n_with_term + 0.5))
        self._norm = length_norm(self.lengths, k1, b, self.of_all.mean)

    def texts_with(self, term: int) -> NDArray[Any]:
        """The numbers of the texts in which a term occurs."""
        begin, end = self.counts.indptr[term : term + 2]
        return np.asarray(self.counts.indices[begin:end])

    def texts_with_all(self, words: Sequence[Sequence[int]]) -> NDArray[Any]:
        """The numbers of the texts that have every word, each given by its terms, of which one is
        enough; there is at least one word."""
        intersection = partial(np.intersect1d, assume_unique=True)
        return reduce(intersection, map(self.texts_with_any, words))

    def texts_with_any(self, terms: Sequence[int]) -> NDArray[Any]:
        """The numbers of the texts that have any of some terms."""
        having = list(map(self.texts_with, terms)) or [np.zeros(0, np.intp)]
        return having[0] if len(having) == 1 else np.unique(np.concatenate(having))

    def idf_at(
        self, terms: NDArray[np.intp], sizes: NDArray[np.intp], texts: NDArray[Any]
    ) -> Floats:
        """The idf of some terms at each text that has them; `sizes` are the texts of each term."""
        return np.repeat(self.idf[terms], sizes)

    def scores(self, question: Floats) -> Floats:
        """(n,) the scores of the texts for a `question`, which is (V,) weights of terms."""
        asked = np.flatnonzero(question)
        entries, sizes = entries_of(self.counts, asked)
        texts, frequency = self.counts.indices[entries], self.counts.data[entries]
        weights = np.repeat(question[asked] * (self._k1 + 1), sizes)
        weights *= self.idf_at(asked, sizes, texts)
        weights *= frequency / (frequency + self._norm[texts])
        return sums_at(texts, weights, len(self._norm))


def length_norm(lengths: NDArray[Any], k1: float, b: float, mean: float) -> Floats:
    """(n,) for each length, the frequency at which a term has half of its largest weight.

    `mean` is that of all lengths.
    """
    norm = np.asarray(b * lengths)
    norm /= max(mean, 1.0)
    norm += 1 - b
    norm *= k1
    return norm


@dataclass(frozen=True)
class Postings:
    """The documents in which each term occurs, and how often.

    Parameters
    ----------
    counts : a function of the numbers of Q terms that returns (Q, D) sparse, how often each of them
        occurs in each document.
    lengths : (D,) the tokens of each document.
    """

    counts: Callable[[NDArray[np.intp]], Any]
    lengths: NDArray[np.int64]

    @classmethod
    def of(cls, split: Split, n_documents: int) -> Postings:
        """The postings of a collection in memory."""
        counts = term_documents(split, n_documents)
        return cls(counts.__getitem__, np.asarray(counts.sum(axis=0), np.int64))


def term_documents(split: Split, n_documents: int) -> Any:
    """(V, D) csr, how often each term occurs in each document."""
    document_of = split.sentences.document[split.sentence_of]
    return count_pairs(split.terms, document_of, (len(split.vocabulary), n_documents))
