"""The documents that match a question best, found before anything else is looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.bm25 import BM25
from hyperdigest.hypergraph.counts import count_pairs
from hyperdigest.options import Options
from hyperdigest.pipeline import Collection, Model
from hyperdigest.question import question_terms
from hyperdigest.split import Split
from hyperdigest.subset import part


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


@dataclass(frozen=True, slots=True)
class Focus:
    """The documents to look into, by their numbers in order, and what to tell the user of it."""

    documents: NDArray[np.int32]
    told: str


def focused_collection(collection: Collection, question: str, options: Options) -> Collection:
    """See `Collection.focused`."""
    if not narrows(options, len(collection.documents)):
        return collection
    found = _find(collection, question, options)
    own, _ = part(collection, found.documents)
    return looked_into(own, found, collection.corpus_hash)


def focused_model(model: Model, question: str, options: Options) -> Model:
    """See `Model.focused`."""
    whole = model.collection
    if not narrows(options, len(whole.documents)):
        return model
    found = _find(whole, question, options)
    own = model.subset(found.documents)
    collection = looked_into(own.collection, found, whole.corpus_hash)
    return Model(collection, model.options, own.topics, model.history)


def _find(collection: Collection, question: str, options: Options) -> Focus:
    numbers, weight = collection.term_numbers, options.asking_weight
    terms, _ = question_terms(question, numbers, collection.language, weight)
    return find_focus(terms, options.focus, collection.postings)


def narrows(options: Options, n_documents: int) -> bool:
    """Whether the options ask to look into fewer documents than there are."""
    return 0 < options.focus < n_documents


def looked_into(part: Collection, focus: Focus, corpus: str) -> Collection:
    """The documents of a focus, which tell so, known by the hash of all."""
    return replace(part, known_by=corpus, warnings=(focus.told, *part.warnings))


def term_documents(split: Split, n_documents: int) -> Any:
    """(V, D) how often each term stands in each document, sparse."""
    document_of = split.sentences.document[split.sentence_of]
    return count_pairs(split.terms, document_of, (len(split.vocabulary), n_documents))


def postings(split: Split, n_documents: int) -> Postings:
    """The postings of a collection in memory."""
    counts = term_documents(split, n_documents)
    return Postings(counts.__getitem__, np.asarray(counts.sum(axis=0), np.int64))


def find_focus(terms: NDArray[np.float64], most: int, postings: Postings) -> Focus:
    """The documents that match a question best, `most` of them, by BM25 of its terms.

    Equal matches go to the earlier document. A question of which nothing is known matches all
    documents alike.

    Parameters
    ----------
    terms : (V,) the weights of the question's terms.
    """
    asked = np.flatnonzero(terms)
    held = np.flatnonzero(postings.lengths).astype(np.int32)
    total = len(postings.lengths)
    if not len(asked):
        told = f"looked into the first {len(held[:most])} of {total} documents alone (focus)"
        return Focus(held[:most], told)
    documents = BM25(postings.counts(asked)[:, held].tocsr(), lengths=postings.lengths[held])
    scores = documents.scores(terms[asked])
    best = np.argsort(-scores, kind="stable")[:most]
    found = held[np.sort(best[scores[best] > 0])]
    told = f"looked into the {len(found)} of {total} documents that match the question best (focus)"
    return Focus(found, told)
