"""In which documents each term stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.hypergraph.counts import count_pairs
from hyperdigest.split import Split


@dataclass(frozen=True)
class Postings:
    """In which documents each term stands, and how often.

    Parameters
    ----------
    counts : gives, for Q terms by their numbers, (Q, D) sparse: how often each stands in each
        document.
    lengths : (D,) tokens of each document.
    """

    counts: Callable[[NDArray[np.intp]], Any]
    lengths: NDArray[np.int64]

    @classmethod
    def of(cls, split: Split, n_documents: int) -> Postings:
        """The postings of a collection in memory."""
        counts = term_documents(split, n_documents)
        return cls(counts.__getitem__, np.asarray(counts.sum(axis=0), np.int64))


def term_documents(split: Split, n_documents: int) -> Any:
    """(V, D) how often each term stands in each document, sparse."""
    document_of = split.sentences.document[split.sentence_of]
    return count_pairs(split.terms, document_of, (len(split.vocabulary), n_documents))
