"""The titles and labels of documents as evidence.

The title is a document's own, or that of its thread. The label has the words of its file's name
too: "Acme-NDA.pdf" is about the NDA, whatever its title is.

Letters: N sentences, D documents, T titles, V terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import entries_of
from hyperdigest.base.text import line
from hyperdigest.documents import Document, Post
from hyperdigest.ranking.bm25 import TextSums
from hyperdigest.split.languages import analyzer_of

_SUFFIX = re.compile(r"(?:\.\w{1,5})+$")
_WORD = re.compile(r"(?<![^\W_])[^\W\d_]{2,}(?![^\W_])")
"""A word of letters alone: other parts of names are mostly numbers and keys."""

LONGEST_TITLE = 50
"""Only this many first terms of a title count."""


NAMED_SHARE = 3 / 4
"""A question with so much of a title names the document."""

TitleTerms = Mapping[tuple[str, str], Sequence[str]]
"""The terms of each title in its language."""


@dataclass(frozen=True)
class Titles:
    """The titles of a collection, and which of them is above each sentence.

    Parameters
    ----------
    counts : (V, T) csr, how often each term occurs in each title.
    above : (N,) the title above each sentence, 0..T-1; -1 for none.
    lengths : (T,) the terms of each title.
    of_all : the sums of all titles, of which these may be only some.
    """

    counts: Any
    above: NDArray[np.intp]
    lengths: NDArray[Any]
    of_all: TextSums

    @classmethod
    def whole(cls, counts: Any, above: NDArray[np.intp]) -> Titles:
        """All titles of a collection, of counts of all their terms."""
        lengths = np.asarray(counts.sum(axis=0))
        return cls(counts, above, lengths, TextSums.of(counts, lengths))

    @classmethod
    def of(
        cls,
        titles: Sequence[str],
        languages: Sequence[str],
        terms_of: TitleTerms,
        numbers: Mapping[str, int],
        document: NDArray[Any],
    ) -> Titles | None:
        """The titles of D documents; None if no title has a term.

        Parameters
        ----------
        titles : of the D documents, empty for none.
        languages : of the documents.
        terms_of : the terms of each title; see `title_terms`.
        numbers : the number of each term of the titles and the sentences.
        document : (N,) document of each sentence.
        """
        place = {key: number for number, key in enumerate(terms_of)}
        keys = zip(titles, languages, strict=True)
        above = np.array([place.get(key, -1) for key in keys], np.intp)
        terms = [numbers[term] for found in terms_of.values() for term in found]
        of_title = np.repeat(np.arange(len(place)), [len(found) for found in terms_of.values()])
        if not terms:
            return None
        ones = np.ones(len(terms), np.int32)
        counts = sparse.coo_array((ones, (terms, of_title)), (len(numbers), len(place)))
        return cls.whole(counts.tocsr(), above[document])

    @classmethod
    def none(cls, n_terms: int, n_sentences: int) -> Titles:
        """No titles above the sentences."""
        return cls.whole(sparse.csr_array((n_terms, 0), dtype=np.int32), np.full(n_sentences, -1))

    def have(self, terms: NDArray[np.intp]) -> NDArray[np.bool_]:
        """(n,) which of n terms any title has."""
        return np.asarray(self.counts.indptr[terms] < self.counts.indptr[terms + 1])

    def named(self, asked: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Which terms name documents: pairs of the place of a term among those asked, and a title.

        A question names a document if it has `NAMED_SHARE` of the terms of its title, and two at
        least.
        """
        entries, sizes = entries_of(self.counts, asked)
        titles, times = self.counts.indices[entries], self.counts.data[entries]
        found = np.bincount(titles, times, len(self.lengths))
        is_named = found >= np.maximum(NAMED_SHARE * self.lengths, 2)
        of_named = np.flatnonzero(is_named[titles])
        return np.arange(len(asked)).repeat(sizes)[of_named], titles[of_named]

    def under(self, term: int) -> NDArray[np.bool_]:
        """(N,) the sentences under a title with a given term."""
        entries = slice(self.counts.indptr[term], self.counts.indptr[term + 1])
        if entries.start == entries.stop:
            return np.zeros(len(self.above), bool)
        has_term = np.zeros(self.counts.shape[1] + 1, bool)
        has_term[self.counts.indices[entries]] = True
        return has_term[self.above]

    def at_sentences(self, values: NDArray[Any]) -> Floats:
        """(N,) the value of the title above each sentence, of (T,) values; 0 where none is."""
        if not values.any():
            return np.zeros(len(self.above))
        return np.asarray(np.append(values, 0.0)[self.above])


def title_terms(titles: Iterable[str], languages: Iterable[str]) -> TitleTerms:
    """The first terms of the distinct titles that are not empty, each with its language."""
    distinct = dict.fromkeys(key for key in zip(titles, languages, strict=True) if key[0])
    return {
        (title, language): analyzer_of(language).terms(title)[:LONGEST_TITLE]
        for title, language in distinct
    }


def title_of(title: str, post: Post | None) -> str:
    """The title of a document, or that of its thread."""
    return (post.thread if post else "") or title


def seen_beside_text(document: Document) -> str:
    """What a reader sees of a document besides its text, on one line in lower case: its titles, its
    authors, its speakers and its name."""
    people = *document.authors, *document.speakers
    parts = title_of(document.title, document.post), document.title, *people, document.name
    return line(" ".join(parts)).lower()


def label_of(name: str, title: str, post: Post | None) -> str:
    """The title of a document, and the words of its file's name that are not in it.

    Posts have no names of their own.
    """
    if post:
        return title_of(title, post)
    words = _WORD.findall(_SUFFIX.sub("", name.rpartition("/")[2]))
    known = _WORD.findall(title.casefold()) if words else []
    return " ".join([title, *(word for word in words if word.casefold() not in known)])
