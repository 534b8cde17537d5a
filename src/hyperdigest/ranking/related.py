"""Find terms that are spelt similarly to those of the question: other forms, compounds, typos.

Two terms are compared by their common n-grams of three and four characters; the beginning of a term
counts as a character. Forms of a word that are known to belong together count as the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, runs
from hyperdigest.base.cache import BoundedCache

NGRAM_SIZES = 3, 4

SHORTEST_TERM = 4
"""Shorter terms of a question have no related terms; in characters."""

LEAST_COSINE = 0.5
"""Terms are related if the cosine of their n-grams is above this."""

MOST_CACHED = 64
"""The related terms of so many are cached, as a question needs them several times."""

_OTHER_BITS = np.uint64(26)
"""The bits of a product that are not part of the code of an n-gram, as they are less random."""


class Spelling:
    """An index of the n-grams of the V terms of a vocabulary, which finds related terms.

    Parameters
    ----------
    forms : the terms of the other forms of a word, by the term of each form.
    """

    def __init__(
        self, vocabulary: Sequence[str], forms: Mapping[str, Collection[str]] | None = None
    ) -> None:
        self._vocabulary, self._forms = vocabulary, forms or {}
        self._numbers = {term: n for n, term in enumerate(vocabulary) if term in self._forms}
        self._grams, self._terms = _ngrams(vocabulary)
        groups = self._grams.astype(np.uint16)
        self._order = np.argsort(groups, kind="stable")
        self._sizes = np.bincount(groups, minlength=2**16)
        self._starts = self._sizes.cumsum() - self._sizes
        self._near: BoundedCache[str, tuple[NDArray[np.intp], Floats]] = BoundedCache(MOST_CACHED)

    def related(self, asked: Iterable[str]) -> Floats:
        """(V,) the square of the cosine of each term with the most similar one that is asked.

        It is 1 for other forms of these, and 0 if no cosine is above `LEAST_COSINE`, and for the
        terms that are asked.
        """
        nearest = np.zeros(len(self._vocabulary))
        for term in asked:
            terms, similarity = self.near(term)
            nearest[terms] = np.maximum(nearest[terms], similarity)
        return nearest

    def near(self, asked: str) -> tuple[NDArray[np.intp], Floats]:
        """The terms related to one that is asked, and the squares of their cosines with it."""
        return self._near.get(asked, lambda: self._related(asked))

    def _related(self, asked: str) -> tuple[NDArray[np.intp], Floats]:
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
        if len(asked) < SHORTEST_TERM:
            return np.zeros(0, np.intp), np.zeros(0)
        grams = np.unique(_ngrams([asked])[0])
        groups = grams.astype(np.uint16)
        sizes = self._sizes[groups]
        entries = self._order[runs(self._starts[groups], sizes)]
        entries = entries[self._grams[entries] == np.repeat(grams, sizes)]
        common = np.bincount(_of_distinct(self._grams[entries], self._terms[entries]))
        terms = np.flatnonzero(common > LEAST_COSINE**2 * len(grams))
        their_grams, owners = _ngrams([self._vocabulary[term] for term in terms.tolist()])
        in_order = np.lexsort((their_grams, owners))
        counts = np.bincount(_of_distinct(their_grams[in_order], owners[in_order]))
        squares = common[terms] ** 2 / (counts * len(grams))
        related = (squares > LEAST_COSINE**2) & (squares < 1)
        return terms[related], squares[related]


def _of_distinct(grams: NDArray[np.uint64], terms: NDArray[np.int32]) -> NDArray[np.int32]:
    """The term of each n-gram, once if it has it several times; those of a term are in a row."""
    begins = np.ones(len(grams), bool)
    begins[1:] = (grams[1:] != grams[:-1]) | (terms[1:] != terms[:-1])
    return terms[begins]


def _ngrams(terms: Sequence[str]) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """A code of 38 bits for each n-gram of each term, and the number of the term."""
    marked = [f"^{term}" for term in terms]
    lengths = np.array([len(term) for term in marked], np.intp)
    text = "".join(marked).encode("utf-32-le", "surrogatepass")
    characters = np.frombuffer(text, "<u4").astype(np.uint64)
    owner = np.repeat(np.arange(len(terms), dtype=np.int32), lengths)
    codes, owners = [], []
    for size in NGRAM_SIZES:
        n = max(0, len(characters) - size + 1)
        code = np.full(n, np.uint64(size))
        for place in range(size):
            code = (code ^ characters[place : place + n]) * np.uint64(1_099_511_628_211)
        inside = owner[:n] == owner[size - 1 : size - 1 + n]
        codes.append(code[inside] >> _OTHER_BITS)
        owners.append(owner[:n][inside])
    return np.concatenate(codes), np.concatenate(owners)
