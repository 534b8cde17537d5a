"""The documents that match a question best, found before anything else is computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.bm25 import BM25, Postings
from hyperdigest.ranking.terms import terms_with_earlier
from hyperdigest.record import CollectionRecord

Numbers = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class DocumentIndex:
    """What is needed of a collection, in memory or in a file, to find the best documents.

    Parameters
    ----------
    term_numbers : the number of each term of the vocabulary.
    languages : those of the documents, that of most first.
    postings : in which documents each term stands.
    """

    term_numbers: Mapping[str, int]
    languages: Sequence[str]
    postings: Postings

    @classmethod
    def of(cls, collection: CollectionRecord) -> DocumentIndex:
        """The index of a collection, the same one at every call."""
        return collection.cached(_index_of)

    def weights(self, question: Question, options: Options) -> Floats:
        """(V,) the weights of the question's terms."""
        return terms_with_earlier(
            question.texts, self.term_numbers, self.languages, options.asking_weight
        )[0]


def _index_of(collection: CollectionRecord) -> DocumentIndex:
    postings = Postings.of(collection.split, len(collection.documents))
    return DocumentIndex(collection.term_numbers, tuple(collection.language_counts), postings)


def is_narrower(options: Options, n_documents: int, named: NDArray[np.integer[Any]]) -> bool:
    """Whether the options ask for fewer documents than there are, the named ones among them."""
    return options.focus > 0 and max(options.focus, len(named)) < n_documents


def best_documents(
    weights: Floats,
    most: int,
    postings: Postings,
    named: NDArray[np.integer[Any]],
    among: NDArray[np.bool_] | None = None,
) -> tuple[Numbers, str]:
    """The numbers of the `most` documents with the highest BM25 of a question's terms, in order.

    Of equal ones the earlier is taken. If no document has a term of the question, the first ones
    are taken. Also returned is a sentence that says so.

    Parameters
    ----------
    weights : (V,) those of the question's terms.
    named : documents that are among them in any case, even if they are more.
    among : (D,) the documents that the others are chosen from; None for all.
    """
    asked = np.flatnonzero(weights)
    lengths = postings.lengths if among is None else np.where(among, postings.lengths, 0)
    ranked = np.flatnonzero(lengths).astype(np.int32)
    first, why = "first ", "alone"
    if len(asked) and len(ranked):
        texts = BM25(postings.counts(asked)[:, ranked].tocsr(), lengths=postings.lengths[ranked])
        scores = texts.scores(weights[asked])
        best = np.argsort(-scores, kind="stable")
        ranked = ranked[best[scores[best] > 0]]
        first, why = "", "that match the question best"
    others = ranked[~np.isin(ranked, named)]
    found = np.union1d(named, others[: max(0, most - len(named))]).astype(np.int32)
    total = len(postings.lengths)
    return found, f"looked into the {first}{len(found)} of {total} documents {why} (focus)"
