"""The documents that match a question best, found before anything else is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hyperdigest.changing.subset import part
from hyperdigest.evidence.bm25 import BM25
from hyperdigest.evidence.postings import Postings
from hyperdigest.evidence.question import question_terms
from hyperdigest.options import Options
from hyperdigest.pipeline import Collection, Model


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
    asked = question, collection.term_numbers, collection.language
    return focus_on(*asked, options, collection.postings)


def focus_on(
    question: str, numbers: Mapping[str, int], language: str, options: Options, postings: Postings
) -> Focus:
    """The documents that match a question best, as many as the options say.

    Parameters
    ----------
    numbers : of the terms that are known.
    """
    terms, _ = question_terms(question, numbers, language, options.asking_weight)
    return find_focus(terms, options.focus, postings)


def narrows(options: Options, n_documents: int) -> bool:
    """Whether the options ask to look into fewer documents than there are."""
    return 0 < options.focus < n_documents


def looked_into(part: Collection, focus: Focus, corpus: str) -> Collection:
    """The documents of a focus, which tell so, known by the hash of all."""
    return replace(part, known_by=corpus, warnings=(focus.told, *part.warnings))


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
