"""Find terms that are spelt similarly to those of the question: other forms, compounds, typos.

Two terms are compared by their common n-grams of three and four characters; the beginning of a term
counts as a character. Forms of a word that are known to belong together count as the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import CHUNK, Floats, runs
from hyperdigest.base.cache import BoundedCache, locked_cached_property

NGRAM_SIZES = 3, 4

SHORTEST_TERM = 4
"""Shorter terms of a question have no related terms; in characters."""

LEAST_COSINE = 0.5
"""Terms are related if the cosine of their n-grams is above this."""

MOST_CACHED = 64
"""The related terms of so many are cached, as a question needs them several times."""

Near = tuple[NDArray[np.intp], Floats]
"""Terms, and the squares of their cosines with another one."""

_OTHER_BITS, _CODE_BITS = np.uint64(26), np.uint64(38)
"""The bits of a product that are not part of the code of an n-gram, as they are less random, and
the others."""


class Spelling:
    """The n-grams of the V terms of a vocabulary, among which related terms are found.

    Parameters
    ----------
    forms : the terms of the other forms of a word, by the term of each form.
    """

    def __init__(
        self, vocabulary: Sequence[str], forms: Mapping[str, Collection[str]] | None = None
    ) -> None:
        self._vocabulary, self._forms = vocabulary, forms or {}
        self._characters, self._ends_of_terms = _marked(vocabulary)
        self._groups = _groups(self._characters)
        self._near: BoundedCache[str, Near] = BoundedCache(MOST_CACHED)

    def related(self, asked: Iterable[str]) -> Floats:
        """(V,) the square of the cosine of each term with the most similar one that is asked.

        It is 1 for other forms of these, and 0 if no cosine is above `LEAST_COSINE`, and for the
        terms that are asked.
        """
        terms, nearest = tuple(asked), np.zeros(len(self._vocabulary))
        of_all = cache(lambda: dict(zip(terms, self._related(terms), strict=True)))

        def found(term: str) -> Near:
            return of_all()[term]

        for term in terms:
            numbers, similarity = self._near.get(term, partial(found, term))
            nearest[numbers] = np.maximum(nearest[numbers], similarity)
        return nearest

    def near(self, asked: str) -> Near:
        """The terms related to one that is asked, and the squares of their cosines with it."""
        return self._near.get(asked, lambda: self._related([asked])[0])

    def _related(self, asked: Sequence[str]) -> list[Near]:
        return [
            self._with_forms(term, *similar)
            for term, similar in zip(asked, self._similar(asked), strict=True)
        ]

    def _with_forms(self, asked: str, terms: NDArray[np.intp], squares: Floats) -> Near:
        """The terms that are spelt similarly or are other forms of the word."""
        if asked not in self._forms:
            return terms, squares
        known = map(self._form_numbers.get, self._forms[asked])
        forms = np.array(sorted(n for n in known if n is not None), np.intp)
        is_other = ~np.isin(terms, forms)
        ones = np.ones(len(forms))
        return np.append(terms[is_other], forms), np.append(squares[is_other], ones)

    @locked_cached_property
    def _form_numbers(self) -> dict[str, int]:
        """The numbers of the terms that have other forms."""
        return {term: n for n, term in enumerate(self._vocabulary) if term in self._forms}

    def _similar(self, asked: Sequence[str]) -> list[Near]:
        """The terms that are spelt similarly to each one that is asked, without its other forms."""
        long_ones = [term if len(term) >= SHORTEST_TERM else "" for term in asked]
        characters, ends = _marked(long_ones)
        own, grams = _distinct(*_ngrams(characters, ends))
        sizes, by_code = np.bincount(own, minlength=len(asked)), np.argsort(grams, kind="stable")
        own, grams = own[by_code], grams[by_code]
        places = self._places_of(_groups(characters))
        terms, found = _distinct(*_ngrams(self._characters, self._ends_of_terms, places))
        first = np.searchsorted(grams, found)
        times = np.searchsorted(grams, found, "right") - first
        pairs = own[runs(first, times)] * np.int64(len(self._vocabulary)) + terms.repeat(times)
        pairs, common = np.unique(pairs, return_counts=True)
        of, terms = np.divmod(pairs, max(1, len(self._vocabulary)))
        is_near = common > LEAST_COSINE**2 * sizes[of]
        of, terms, common = of[is_near], terms[is_near], common[is_near]
        counts = _count_ngrams([self._vocabulary[term] for term in terms.tolist()])
        squares = common**2 / (counts * sizes[of])
        related = (squares > LEAST_COSINE**2) & (squares < 1)
        of, terms, squares = of[related], terms[related], squares[related]
        return [(terms[of == number], squares[of == number]) for number in range(len(asked))]

    def _places_of(self, groups: NDArray[np.uint16]) -> NDArray[np.int32]:
        """The places in the vocabulary where n-grams of some groups begin."""
        is_asked = np.zeros(2**16, bool)
        is_asked[groups] = True
        found = [np.zeros(0, np.intp)]
        for begin in range(0, len(self._groups), CHUNK):
            chunk = self._groups[begin : begin + CHUNK]
            found.append(begin + np.flatnonzero(is_asked[chunk]))
        return np.concatenate(found).astype(np.int32)


def _distinct(
    grams: NDArray[np.uint64], terms: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
    """The distinct pairs of terms and their n-grams, in order."""
    both = terms.astype(np.uint64) << _CODE_BITS | grams
    both.sort()
    begins = np.ones(len(both), bool)
    begins[1:] = both[1:] != both[:-1]
    both = both[begins]
    return (both >> _CODE_BITS).astype(np.int32), both & ((np.uint64(1) << _CODE_BITS) - 1)


def _marked(terms: Sequence[str]) -> tuple[NDArray[np.unsignedinteger[Any]], NDArray[np.int32]]:
    """The characters of terms, with one before each that marks its beginning, and where each term
    ends among them."""
    ends = np.cumsum(np.fromiter(map(len, terms), np.int32, len(terms)) + 1, dtype=np.int32)
    text = "^".join(["", *terms])
    codes = text.encode("utf-16-le", "surrogatepass")
    if len(codes) == 2 * len(text):
        return np.frombuffer(codes, "<u2"), ends
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4"), ends


def _count_ngrams(terms: Sequence[str]) -> NDArray[np.intp]:
    """How many distinct n-grams each term has."""
    owner, _ = _distinct(*_ngrams(*_marked(terms)))
    return np.bincount(owner, minlength=len(terms))


def _groups(characters: NDArray[np.unsignedinteger[Any]]) -> NDArray[np.uint16]:
    """A number for each n-gram of the smallest size, equal for equal ones."""
    short, n = characters.astype(np.uint16), max(0, len(characters) - min(NGRAM_SIZES) + 1)
    group = np.zeros(n, np.uint16)
    for place in range(min(NGRAM_SIZES)):
        group = group * np.uint16(40_503) + short[place : place + n]
    return group


def _ngrams(
    characters: NDArray[np.unsignedinteger[Any]],
    ends: NDArray[np.int32],
    places: NDArray[np.int32] | None = None,
) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """A code of 38 bits for each n-gram of `_marked` terms, and the number of the term.

    `places` are those where n-grams begin; None for all.
    """
    begin = np.arange(len(characters), dtype=np.int32) if places is None else places
    owner = np.searchsorted(ends, begin, "right").astype(np.int32)
    code, coded = np.ones(len(begin), np.uint64), 0
    codes, owners = [], []
    for size in NGRAM_SIZES:
        is_inside = begin <= ends[owner] - size
        begin, owner, code = begin[is_inside], owner[is_inside], code[is_inside]
        for place in range(coded, size):
            code = (code ^ characters[begin + place]) * np.uint64(1_099_511_628_211)
        coded = size
        codes.append(code >> _OTHER_BITS)
        owners.append(owner)
    return np.concatenate(codes), np.concatenate(owners)
