"""Some documents of a collection, as a collection of their own.

What does not occur in them, terms and topics, drops out, and the rest is numbered anew in order of
first occurrence, as if nothing else had ever been there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Sentences
from hyperdigest.errors import EmptyCollectionError, OptionError
from hyperdigest.indices import in_order_of_occurrence, runs
from hyperdigest.pipeline import Collection, Model
from hyperdigest.split import Split
from hyperdigest.topics.samples import occurring_topics

Ints = NDArray[np.int32]


def subset(model: Model, documents: Sequence[int] | NDArray[np.integer[Any]]) -> Model:
    """See `Model.subset`."""
    whole, fit = model.collection, model.topics
    numbers = numbers_of(documents, len(whole.documents))
    collection, tokens = part(whole, numbers)
    best, *samples = (
        occurring_topics(state.assignments[tokens]) for state in (fit.best, *fit.samples)
    )
    history = (*model.history, taken(numbers, len(whole.documents), whole.corpus_hash))
    return Model(collection, model.options, replace(fit, best=best, samples=samples), history)


def part(collection: Collection, documents: Ints) -> tuple[Collection, NDArray[np.intp]]:
    """Some documents of a collection, by their numbers, and where its tokens stood in the whole."""
    split, tokens = some_documents(collection.split, documents)
    held = tuple(collection.documents[number] for number in documents.tolist())
    own = Collection(
        held,
        occurring(split),
        collection.language,
        collection.warnings,
        splitter=collection.splitter,
        languages=tuple(collection.languages[number] for number in documents.tolist())
        if collection.languages
        else (),
    )
    return own, tokens


def taken(documents: Ints, n_documents: int, corpus: str) -> str:
    """The line in the history of a model that says which documents it was cut down to."""
    numbers = hashlib.sha256(documents.astype("<i4").tobytes()).hexdigest()
    return f"took {len(documents)} of {n_documents} documents ({numbers[:12]}) of {corpus[:12]}"


def numbers_of(documents: Sequence[int] | NDArray[np.integer[Any]], n_documents: int) -> Ints:
    """The numbers of documents, each once and in order.

    Raises
    ------
    OptionError
        where there is none of that number.
    """
    numbers = np.unique(np.asarray(documents, np.int64))
    outside = numbers[(numbers < 0) | (numbers >= n_documents)]
    if len(outside):
        raise OptionError(
            f"there is no document {outside[0]}: give numbers from 0 to {n_documents - 1}"
        )
    return numbers.astype(np.int32)


def some_documents(split: Split, documents: Ints) -> tuple[Split, NDArray[np.intp]]:
    """The sentences and tokens of `documents` with the vocabulary of all, and where they stood.

    Parameters
    ----------
    documents : their numbers, in order.

    Returns
    -------
    the split, and the place of each of its tokens among those of the whole.
    """
    sentences = split.sentences
    own = _places(sentences.document, documents)
    tokens = _places(split.sentence_of, own)
    columns = {field.name: getattr(sentences, field.name)[own] for field in fields(Sentences)}
    columns["document"] = np.searchsorted(documents, columns["document"]).astype(np.int32)
    sentence_of = np.searchsorted(own, split.sentence_of[tokens]).astype(np.int32)
    part = replace(
        split,
        sentences=Sentences(**columns),
        terms=split.terms[tokens],
        sentence_of=sentence_of,
    )
    return part, tokens


def occurring(split: Split) -> Split:
    """The split with the terms that occur in it alone.

    Raises
    ------
    EmptyCollectionError
        where there is none.
    """
    if not len(split.terms):
        raise EmptyCollectionError("no sentence to digest in these documents: take others too")
    used, terms = in_order_of_occurrence(split.terms)
    return replace(
        split,
        vocabulary=tuple(split.vocabulary[term] for term in used.tolist()),
        words=tuple(split.words[term] for term in used.tolist()),
        terms=terms,
    )


def _places(ascending: Ints, values: NDArray[np.integer]) -> NDArray[np.intp]:
    """Where each of `values`, which are in order, stands in an ascending column."""
    first = np.searchsorted(ascending, values)
    return runs(first, np.searchsorted(ascending, values, side="right") - first)
