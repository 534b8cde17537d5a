"""Terms that are spelt much like those of the question: other forms, compounds, small mistakes.

Two terms are compared by the runs of three and four characters that they have in common, the mark
of a word's beginning included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, runs

SIZES = 3, 4
SHORTEST = 4
"""Characters of the shortest term of a question to which others are related."""

ALIKE = 0.5
"""Terms are related where the cosine of their n-grams is above this."""

_BEGINNING = "^"


class Spelling:
    """The n-grams of the terms of a vocabulary, by which related terms are found.

    `vocabulary` has the V terms.
    """

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
        """(V,) how much each term is spelt like the nearest one asked: their cosine, squared.

        It is 0 where no cosine is above `ALIKE`, and for a term that is asked itself.
        """
        nearest = np.zeros(self._size)
        for term in asked:
            terms, similarity = self.near(term)
            nearest[terms] = np.maximum(nearest[terms], similarity)
        return nearest

    def near(self, asked: str) -> tuple[NDArray[np.intp], Floats]:
        """The terms that are spelt much like one asked, and the square of their cosine with it."""
        if len(asked) < SHORTEST or not len(self._grams):
            return np.zeros(0, np.intp), np.zeros(0)
        grams = np.unique(_ngrams([asked])[0])
        places = np.minimum(np.searchsorted(self._grams, grams), len(self._grams) - 1)
        places = places[self._grams[places] == grams]
        entries = runs(self._starts[places], self._sizes[places])
        common = np.bincount(self._terms[entries], minlength=self._size)
        terms = np.flatnonzero(common)
        squares = common[terms] ** 2 / (self._counts[terms] * len(grams))
        alike = (squares > ALIKE**2) & (squares < 1)
        return terms[alike], squares[alike]


def _ngrams(terms: Sequence[str]) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """A code of each n-gram of each term, and the term it is of; a code may stand several times."""
    marked = [_BEGINNING + term for term in terms]
    lengths = np.array([len(term) for term in marked], np.intp)
    text = "".join(marked).encode("utf-32-le", "surrogatepass")
    characters = np.frombuffer(text, "<u4").astype(np.uint64)
    owner = np.repeat(np.arange(len(terms)), lengths)
    codes, owners = [], []
    for size in SIZES:
        n = max(0, len(characters) - size + 1)
        code = np.full(n, np.uint64(size))
        for place in range(size):
            code = code * np.uint64(1_099_511_628_211) ^ characters[place : place + n]
        inside = owner[:n] == owner[size - 1 : size - 1 + n]
        codes.append(code[inside])
        owners.append(owner[:n][inside])
    return np.concatenate(codes), np.concatenate(owners)
