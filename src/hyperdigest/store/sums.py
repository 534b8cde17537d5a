"""The sums of a saved collection over its tokens and their topics, from which new ones get theirs.

With them documents are added without a look at the tokens of others, and removed by subtraction.

Letters: S states of the sampler, K topics, I ids of terms. Topics have the numbers of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import places_of_ascending
from hyperdigest.base.sparse import count_pairs
from hyperdigest.store.format import TOPIC_TOKENS
from hyperdigest.topics.sums import TopicSums

TOPIC_DOCUMENTS = "topic_documents"
TERM_TOPICS = "term_topics_ends", "term_topics_columns", "term_topics_tokens"
"""The arrays with `Sums.documents` and, in csr form, `Sums.term_topics`."""


@dataclass(frozen=True, eq=False)
class Sums:
    """Sums over documents.

    Parameters
    ----------
    tokens : (S, K) the number of tokens of each topic.
    documents : (S, K) the number of documents that have each topic.
    term_topics : (I, K S) csr, the number of tokens of each term that have each topic: that of
        topic k in state s is in column k S + s.
    """

    tokens: NDArray[np.int64]
    documents: NDArray[np.int64]
    term_topics: Any

    @classmethod
    def empty(cls, n_states: int) -> Self:
        """The sums over no document."""
        none = np.zeros((n_states, 0), np.int64)
        return cls(none, none, sparse.csr_array((0, 0), dtype=np.int32))

    @classmethod
    def of(
        cls,
        terms: NDArray[np.integer[Any]],
        documents: NDArray[np.integer[Any]],
        topics: Sequence[NDArray[np.integer[Any]]],
    ) -> Self:
        """The sums over (T,) tokens: the ids of their terms, their documents, which ascend, and
        their topics in each state."""
        n_topics = max((int(state.max(initial=-1)) + 1 for state in topics), default=0)
        tokens, of_documents = np.zeros((2, len(topics), n_topics), np.int64)
        n_terms = int(terms.max(initial=-1)) + 1
        shape = n_terms, n_topics * len(topics)
        term_topics = sparse.csr_array(shape, dtype=np.int32)
        numbers = places_of_ascending(documents)
        n_documents = int(numbers.max(initial=-1)) + 1
        for number, state in enumerate(topics):
            tokens[number] = np.bincount(state, minlength=n_topics)
            of_document = count_pairs(state, numbers, (n_topics, n_documents))
            of_documents[number] = np.diff(of_document.indptr)
            of_term = count_pairs(terms, state, (n_terms, n_topics))
            columns = of_term.indices * len(topics) + number
            term_topics += sparse.csr_array((of_term.data, columns, of_term.indptr), shape)
        return cls(tokens, of_documents, term_topics)

    @classmethod
    def read(cls, array: Callable[[str], NDArray[Any]], tokens: NDArray[np.int64]) -> Self:
        """The sums in a file, of its arrays by name and `tokens`.

        Raises ValueError if they are not valid.
        """
        documents = array(TOPIC_DOCUMENTS)
        ends, columns, counts = parts = [array(name) for name in TERM_TOPICS]
        if documents.dtype.kind != "i" or documents.shape != tokens.shape:
            raise ValueError("its topics are in no document")
        if ((documents > 0) != (tokens > 0)).any() or (documents > tokens).any():
            raise ValueError("its topics are in no document, or in more than they have tokens")
        if any(part.dtype != np.int32 or part.ndim != 1 for part in parts):
            raise ValueError("the topics of its terms are missing")
        shape = len(ends) - 1, tokens.size
        term_topics = sparse.csr_array((counts, columns, ends), shape)
        term_topics.check_format()
        if (term_topics.data < 1).any() or not term_topics.has_canonical_format:
            raise ValueError("the topics of its terms are out of order")
        of_topics = np.bincount(term_topics.indices, term_topics.data, tokens.size)
        if (tokens != of_topics.reshape(tokens.shape[::-1]).T).any():
            raise ValueError("the topics of its terms do not match its topics")
        return cls(tokens, documents, term_topics)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays from which `read` makes the sums."""
        matrix = self.term_topics
        parts = (part.astype(np.int32) for part in (matrix.indptr, matrix.indices, matrix.data))
        sizes = {TOPIC_TOKENS: self.tokens, TOPIC_DOCUMENTS: self.documents}
        return sizes | dict(zip(TERM_TOPICS, parts, strict=True))

    def and_then(self, later: Sums) -> Sums:
        """The sums over later documents, too."""
        return self._with(later, 1)

    def without(self, gone: Sums) -> Sums:
        """The sums over the documents but some.

        Raises ValueError if these have more than all.
        """
        rest = self._with(gone, -1)
        parts = rest.tokens, rest.documents, rest.term_topics.data
        if any(part.min(initial=0) < 0 for part in parts):
            raise ValueError("the sums of its topics have changed")
        return rest

    def of_others(self, state: int, ids: NDArray[np.integer[Any]], n_terms: int) -> TopicSums:
        """The sums of one state for new documents, over the topics that have tokens.

        `ids` are those of the first of `n_terms` terms, -1 for a new one; no new document has any
        of the other terms.
        """
        used = np.flatnonzero(self.tokens[state])
        with_none = _resized(self.term_topics, (self.term_topics.shape[0] + 1, self.tokens.size))
        of_terms = with_none[ids][:, used * len(self.tokens) + state]
        of_terms.resize((n_terms, len(used)))
        return TopicSums(self.tokens[state, used], self.documents[state, used], of_terms)

    def _with(self, other: Sums, sign: int) -> Sums:
        shapes = [each.term_topics.shape for each in (self, other)]
        shape = max(rows for rows, _ in shapes), max(columns for _, columns in shapes)
        terms = _resized(self.term_topics, shape) + sign * _resized(other.term_topics, shape)
        terms.eliminate_zeros()
        n_topics = max(self.tokens.shape[1], other.tokens.shape[1])
        tokens, documents = (
            _padded(mine, n_topics) + sign * _padded(theirs, n_topics)
            for mine, theirs in ((self.tokens, other.tokens), (self.documents, other.documents))
        )
        return Sums(tokens, documents, terms)


def _resized(matrix: Any, shape: tuple[int, int]) -> Any:
    """A copy of a csr matrix with more rows and columns, which are empty."""
    resized = matrix.copy()
    resized.resize(shape)
    return resized


def _padded(sizes: NDArray[np.int64], n_topics: int) -> NDArray[np.int64]:
    """The (S, K) numbers with zeros for more topics."""
    return np.pad(sizes, ((0, 0), (0, n_topics - sizes.shape[1])))
