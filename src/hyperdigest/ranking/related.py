"""Find terms that are spelt similarly to those of the question: other forms, compounds, typos.

Two terms are compared by their common n-grams of three and four characters; the beginning of a term
counts as a character.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, runs

NGRAM_SIZES = 3, 4

SHORTEST_TERM = 4
"""Shorter terms of a question have no related terms; in characters."""

LEAST_COSINE = 0.5
"""Terms are related if the cosine of their n-grams is above this."""


class Spelling:
    """An index of the n-grams of the V terms of a vocabulary, which finds related terms."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._size = len(vocabulary)
        grams, terms = _ngrams(vocabulary)
        pairs = np.unique(np.stack([grams, terms.astype(np.uint64)], axis=1), axis=0)
        self._grams, self._starts, self._sizes = np.unique(
            pairs[:, 0], return_index=True, return_counts=True
        )
        self._terms = pairs[:, 1].astype(np.intp)
        self._counts = np.bincount(self._terms, minlength=self._size)

    def related(self, asked: Iterable[str]) -> Floats:
        """(V,) the square of the cosine of each term with the most similar one that is asked.

        It is 0 if no cosine is above `LEAST_COSINE`, and for the terms that are asked.
        """
        nearest = np.zeros(self._size)
        for term in asked:
            terms, similarity = self.near(term)
            nearest[terms] = np.maximum(nearest[terms], similarity)
        return nearest

    def near(self, asked: str) -> tuple[NDArray[np.intp], Floats]:
        """The terms related to one that is asked, and the squares of their cosines with it."""
        if len(asked) < SHORTEST_TERM or not len(self._grams):
            return np.zeros(0, np.intp), np.zeros(0)
        grams = np.unique(_ngrams([asked])[0])
        places = np.minimum(np.searchsorted(self._grams, grams), len(self._grams) - 1)
        places = places[self._grams[places] == grams]
        entries = runs(self._starts[places], self._sizes[places])
        common = np.bincount(self._terms[entries], minlength=self._size)
        terms = np.flatnonzero(common)
        squares = common[terms] ** 2 / (self._counts[terms] * len(grams))
        related = (squares > LEAST_COSINE**2) & (squares < 1)
        return terms[related], squares[related]


def _ngrams(terms: Sequence[str]) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """A code for each n-gram of each term, and the number of the term."""
    marked = [f"^{term}" for term in terms]
    lengths = np.array([len(term) for term in marked], np.intp)
    text = "".join(marked).encode("utf-32-le", "surrogatepass")
    characters = np.frombuffer(text, "<u4").astype(np.uint64)
    owner = np.repeat(np.arange(len(terms)), lengths)
    codes, owners = [], []
    for size in NGRAM_SIZES:
        n = max(0, len(characters) - size + 1)
        code = np.full(n, np.uint64(size))
        for place in range(size):
            code = code * np.uint64(1_099_511_628_211) ^ characters[place : place + n]
        inside = owner[:n] == owner[size - 1 : size - 1 + n]
        codes.append(code[inside])
        owners.append(owner[:n][inside])
    return np.concatenate(codes), np.concatenate(owners)
