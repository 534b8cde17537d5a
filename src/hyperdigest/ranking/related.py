"""Find terms that are spelt similarly to those of the question: other forms, compounds, typos.

Two terms are compared by their common n-grams of three and four characters; the beginning of a term
counts as a character. Forms of a word that are known to belong together count as the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, runs

NGRAM_SIZES = 3, 4

SHORTEST_TERM = 4
"""Shorter terms of a question have no related terms; in characters."""

LEAST_COSINE = 0.5
"""Terms are related if the cosine of their n-grams is above this."""

_TERM_BITS = np.uint64(26)
_LARGEST_TERM = np.uint64(2**26 - 1)
"""The number of a term has so many bits: with the code of an n-gram it is one number to sort."""


class Spelling:
    """An index of the n-grams of the V terms of a vocabulary, which finds related terms.

    Parameters
    ----------
    forms : the terms of the other forms of a word, by the term of each form.
    """

    def __init__(
        self, vocabulary: Sequence[str], forms: Mapping[str, Collection[str]] | None = None
    ) -> None:
        self._size = len(vocabulary)
        self._forms = forms or {}
        known = self._forms.keys() & set(vocabulary)
        self._numbers = {term: n for n, term in enumerate(vocabulary) if term in known}
        grams, terms = _ngrams(vocabulary)
        pairs = np.sort(grams << _TERM_BITS | terms.astype(np.uint64))
        pairs = pairs[_begins_of_runs(pairs)]
        self._terms = (pairs & _LARGEST_TERM).astype(np.intp)
        grams = pairs >> _TERM_BITS
        self._starts = _begins_of_runs(grams)
        self._grams = grams[self._starts]
        self._sizes = np.diff(self._starts, append=len(grams))
        self._counts = np.bincount(self._terms, minlength=self._size)

    def related(self, asked: Iterable[str]) -> Floats:
        """(V,) the square of the cosine of each term with the most similar one that is asked.

        It is 1 for other forms of these, and 0 if no cosine is above `LEAST_COSINE`, and for the
        terms that are asked.
        """
        nearest = np.zeros(self._size)
        for term in asked:
            terms, similarity = self.near(term)
            nearest[terms] = np.maximum(nearest[terms], similarity)
        return nearest

    def near(self, asked: str) -> tuple[NDArray[np.intp], Floats]:
        """The terms related to one that is asked, and the squares of their cosines with it."""
        terms, squares = self._similar(asked)
        others = [
            self._numbers[form] for form in self._forms.get(asked, ()) if form in self._numbers
        ]
        forms = np.array(sorted(others), np.intp)
        is_other = ~np.isin(terms, forms)
        ones = np.ones(len(forms))
        return np.append(terms[is_other], forms), np.append(squares[is_other], ones)

    def _similar(self, asked: str) -> tuple[NDArray[np.intp], Floats]:
        """The terms that are spelt similarly, and the squares of their cosines with it."""
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


def _begins_of_runs(ascending: NDArray[np.uint64]) -> NDArray[np.intp]:
    """The places of the first of each number in an ascending array."""
    is_first = np.ones(len(ascending), bool)
    is_first[1:] = ascending[1:] != ascending[:-1]
    return np.flatnonzero(is_first)


def _ngrams(terms: Sequence[str]) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """A code of 38 bits for each n-gram of each term, and the number of the term."""
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
            code = (code ^ characters[place : place + n]) * np.uint64(1_099_511_628_211)
        inside = owner[:n] == owner[size - 1 : size - 1 + n]
        codes.append(code[inside] >> _TERM_BITS)
        owners.append(owner[:n][inside])
    return np.concatenate(codes), np.concatenate(owners)
