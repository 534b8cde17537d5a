"""The titles of documents as evidence: a document's own title, or that of its thread.

Letters: N sentences, D documents, T titles, V terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.documents import Document
from hyperdigest.split.languages import analyzer_of

LONGEST_TITLE = 50
"""Only this many first terms of a title count."""


@dataclass(frozen=True)
class Titles:
    """The titles of a collection, and which of them is above each sentence.

    Parameters
    ----------
    counts : (V, T) csr, how often each term occurs in each title.
    above : (N,) the title above each sentence, 0..T-1; -1 for none.
    """

    counts: Any
    above: NDArray[np.intp]

    @classmethod
    def of(
        cls,
        documents: Sequence[Document],
        languages: Sequence[str],
        vocabulary: Sequence[str],
        document: NDArray[Any],
    ) -> Titles | None:
        """The titles of D documents; None if no title has a term of the vocabulary.

        Parameters
        ----------
        languages : of the D documents.
        document : (N,) document of each sentence.
        """
        numbers = {term: number for number, term in enumerate(vocabulary)}
        place: dict[tuple[str, str], int] = {}
        above, terms, titles = np.full(len(documents), -1, np.intp), [], []
        for number, key in enumerate(zip(map(_title, documents), languages, strict=True)):
            title, language = key
            if not title:
                continue
            if key not in place:
                place[key] = len(place)
                for term in analyzer_of(language).terms(title)[:LONGEST_TITLE]:
                    if term in numbers:
                        terms.append(numbers[term])
                        titles.append(place[key])
            above[number] = place[key]
        if not terms:
            return None
        ones = np.ones(len(terms), np.int32)
        counts = sparse.coo_array((ones, (terms, titles)), (len(numbers), len(place)))
        return cls(counts.tocsr(), above[document])

    def under(self, term: int) -> NDArray[np.bool_]:
        """(N,) the sentences under a title with a given term."""
        has_term = np.zeros(self.counts.shape[1] + 1, bool)
        entries = slice(self.counts.indptr[term], self.counts.indptr[term + 1])
        has_term[self.counts.indices[entries]] = True
        return has_term[self.above]


def _title(document: Document) -> str:
    return (document.post.thread if document.post else "") or document.title
