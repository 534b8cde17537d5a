"""Which documents a question looks into, and which of them are new to the reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hyperdigest.answer.document_dates import date_warnings, dated_documents, undated_warning
from hyperdigest.constraints import Constraints, documents_named
from hyperdigest.features.news.documents import new_documents
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.focus import DocumentIndex, best_documents, is_narrower
from hyperdigest.reader import Scope
from hyperdigest.record import CollectionRecord

NO_NEW_MATCH = "Nothing is new: no new document has a word of the question."


def scope_of(collection: CollectionRecord, question: Question, options: Options) -> Scope:
    """The scope of a question to a collection: all documents, unless the option `focus` is set.

    Raises an OptionError if no document is of the dates asked for, or if a constraint names a
    document that is not there.
    """
    scope = _all_documents(collection, question.constraints)
    return _focused(scope, collection, question, options) if options.focus else scope


def named_documents(constraints: Constraints, numbers: Mapping[str, int]) -> NDArray[np.int32]:
    """The documents of the sentences that constraints name, in order.

    `numbers` are those of all documents by name. Raises an OptionError for an unknown name.
    """
    if not constraints.places:
        return np.zeros(0, np.int32)
    return np.unique(np.array(documents_named(constraints.places, numbers), np.int32))


def _all_documents(collection: CollectionRecord, constraints: Constraints) -> Scope:
    documents, warnings = collection.documents, list[str]()
    dated = dated_documents(documents, constraints)
    scope = Scope(documents=None, dated=dated)
    if constraints.wants_news:
        news = new_documents(documents, constraints)
        scope = replace(scope, new=news.new, nothing_new=news.nothing)
        warnings += news.warnings
    if constraints.dated:
        warnings += undated_warning(documents)
    if constraints.new_since:
        warnings += date_warnings(documents)
    elif constraints.dated:
        warnings += date_warnings([documents[n] for n in np.flatnonzero(dated).tolist()])
    return replace(scope, warnings=tuple(warnings))


def _focused(
    scope: Scope, collection: CollectionRecord, question: Question, options: Options
) -> Scope:
    """The scope with the documents that match the question best, and those that are named; if only
    what is new is wanted, with as many known documents as new ones, as all would be new without."""
    named, new = named_documents(question.constraints, collection.document_numbers), scope.new
    groups = [(named, scope.dated)]
    if new is not None:
        groups = [(named[new[named]], scope.dated & new), (named[~new[named]], ~new)]
    if not any(is_narrower(options, int(among.sum()), own) for own, among in groups):
        return scope
    index = DocumentIndex.of(collection)
    weights = index.weights(question, options)
    found = [best_documents(weights, options.focus, index.postings, *each) for each in groups]
    documents, warning = found[0]
    if new is None:
        return replace(
            scope, documents=documents, dated=scope.dated[documents], focus_warnings=(warning,)
        )
    counts = len(documents), len(found[1][0]), len(collection.documents)
    documents = np.union1d(documents, found[1][0])
    elsewhere = ~new
    elsewhere[documents] = False
    sentences = collection.split.sentences
    return replace(
        scope,
        documents=documents,
        dated=scope.dated[documents],
        new=new[documents],
        known_hashes=np.unique(sentences.text_hash[elsewhere[sentences.document]]),
        nothing_new=scope.nothing_new or ("" if new[documents].any() else NO_NEW_MATCH),
        focus_warnings=(
            "looked into {} new and {} known of {} documents that match the question best"
            " (focus)".format(*counts),
        ),
    )
