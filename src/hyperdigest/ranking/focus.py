"""Find the documents that match a question best, before sentences are ranked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Ints, Mask
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.bm25 import BM25, Postings
from hyperdigest.ranking.collection_index import CollectionIndex
from hyperdigest.ranking.evidence import EvidenceIndex, Weights, sharpened
from hyperdigest.ranking.terms import terms_with_earlier
from hyperdigest.ranking.weighing import Matched
from hyperdigest.ranking.windows import more_concentrated
from hyperdigest.record import CollectionRecord


@dataclass(frozen=True, eq=False)
class FocusIndex:
    """An index of the documents of a collection, which is in memory or in a file.

    Parameters
    ----------
    term_numbers : the number of each term of the vocabulary.
    languages : of the documents, the language of most documents first.
    postings : the documents in which each term occurs.
    """

    term_numbers: Mapping[str, int]
    languages: Sequence[str]
    postings: Postings

    @classmethod
    def of(cls, collection: CollectionRecord) -> FocusIndex:
        """The index of a collection, the same one at every call."""
        return collection.cached(_index_of)

    def weights(self, question: Question, options: Options) -> Floats:
        """(V,) the weights of the question's terms."""
        texts = question.texts
        return terms_with_earlier(texts, self.term_numbers, self.languages, options)[0]


def _index_of(collection: CollectionRecord) -> FocusIndex:
    postings = Postings.of(collection.split, len(collection.documents))
    return FocusIndex(collection.term_numbers, tuple(collection.language_counts), postings)


def is_narrower(options: Options, n_documents: int, named: NDArray[np.integer[Any]]) -> bool:
    """Whether the options ask for fewer than all documents; `named` ones are always searched."""
    return options.focus > 0 and max(options.focus, len(named)) < n_documents


Group = tuple[NDArray[np.integer[Any]], Mask]
"""Documents that are searched in any case, and a mask (D,) of those to choose others from."""


def best_of_groups(
    collection: CollectionRecord, question: Question, options: Options, groups: Sequence[Group]
) -> list[tuple[Ints, str]] | None:
    """What `best_documents` returns for each group; None if the options ask for all documents."""
    if not any(is_narrower(options, int(mask.sum()), named) for named, mask in groups):
        return None
    index = FocusIndex.of(collection)
    weights = index.weights(question, options)
    return [best_documents(weights, options.focus, index.postings, *group) for group in groups]


def best_documents(
    weights: Floats,
    most: int,
    postings: Postings,
    named: NDArray[np.integer[Any]],
    candidates: Mask | None = None,
) -> tuple[Ints, str]:
    """The numbers, in order, of the `most` documents that match a question best, and a message.

    These have the highest BM25 of the question's terms; of equals the first. If no document has a
    term of the question, the first documents are taken.

    Parameters
    ----------
    weights : (V,) of the question's terms.
    named : documents that are always taken, even if there are more than `most`.
    candidates : (D,) the documents that the others are chosen from; None for all.
    """
    asked = np.flatnonzero(weights)
    lengths = postings.lengths if candidates is None else np.where(candidates, postings.lengths, 0)
    ranked = np.flatnonzero(lengths).astype(np.int32)
    best_matching = False
    if len(asked) and len(ranked):
        texts = BM25(postings.counts(asked)[:, ranked].tocsr(), lengths=postings.lengths[ranked])
        scores = texts.scores(weights[asked])
        best = np.argsort(-scores, kind="stable")
        ranked = ranked[best[scores[best] > 0]]
        best_matching = True
    others = ranked[~np.isin(ranked, named)]
    numbers = np.union1d(named, others[: max(0, most - len(named))]).astype(np.int32)
    which = f"{len(numbers)} best-matching" if best_matching else f"first {len(numbers)}"
    message = f"the option focus limited the search to the {which} of"
    return numbers, f"{message} {len(postings.lengths)} documents"


def best_of_documents(
    index: CollectionIndex, matched: Matched, options: Options
) -> tuple[Floats, bool]:
    """(D,) how well the best sentence of each document that may be quoted matches a question, and
    whether no sentence matches better than others.

    `matched` says how well the sentences match.
    """
    sentences, eligible = index.collection.split.sentences, index.eligible(options)
    scores = _best_scores(index.evidence, matched, options)
    if matched.passages:
        scores = more_concentrated(scores, matched.passages, options.concentration)
    most, opposite_of_least = index.reductions.largest(
        np.array([scores.max(), -scores.min()])
    ).tolist()
    scores = np.where(eligible, scores, 0.0)
    n_documents = len(index.collection.documents)
    best, sizes = np.zeros(n_documents), np.bincount(sentences.document, minlength=n_documents)
    best[sizes > 0] = np.maximum.reduceat(scores, (sizes.cumsum() - sizes)[sizes > 0])
    return best, most == -opposite_of_least


def _best_scores(index: EvidenceIndex, matched: Matched, options: Options) -> Floats:
    """(N,) the evidence relative to the largest; 1 without any."""
    scores = sharpened(matched.total.copy(), index, matched.matching, Weights.of(options))
    largest = index.reductions.largest_of(scores)
    return scores / largest if largest > 0 else np.ones(len(scores))


def documents_to_open(
    best: Floats,
    sizes: NDArray[np.integer[Any]],
    named: NDArray[np.integer[Any]],
    most: int,
    *,
    is_general: bool,
) -> Ints | None:
    """The numbers, in order, of the documents whose best sentences match a question best.

    Documents are taken until they have at least `most` sentences; of equals the first. If no
    sentence matches better than others, they are evenly spread over the collection. None if these
    are all documents.

    Parameters
    ----------
    best, is_general : of `best_of_documents`.
    sizes : (D,) the number of sentences of each document.
    named : documents that are always taken.
    """
    n_documents, best = len(best), best.copy()
    best[named] = np.inf
    order = np.argsort(-best, kind="stable")
    order = order[best[order] > 0]
    if is_general:
        order = order[:: max(1, int(sizes[order].sum()) // most)]
    count = int(np.searchsorted(sizes[order].cumsum(), most)) + 1
    if count >= n_documents:
        return None
    return np.union1d(order[:count], named).astype(np.int32)
