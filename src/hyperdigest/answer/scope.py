"""Find the documents that are searched for a question, and which of them are new."""

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
from hyperdigest.ranking.focus import FocusIndex, best_documents, is_narrower
from hyperdigest.reader import Scope
from hyperdigest.record import CollectionRecord


def scope_of(collection: CollectionRecord, question: Question, options: Options) -> Scope:
    """The scope of a question to a collection: all documents, unless the option `focus` is set.

    Raises OptionError if no document has one of the dates asked for, or if there is no document
    that a constraint names.
    """
    scope = _all_documents(collection, question.constraints)
    return _focused(scope, collection, question, options) if options.focus else scope


def named_documents(constraints: Constraints, numbers: Mapping[str, int]) -> NDArray[np.int32]:
    """The numbers, in order, of the documents with pinned, excluded or read sentences.

    `numbers` has those of all documents by name. Raises OptionError if a name is unknown.
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
        scope = replace(scope, new=news.new, nothing_new=news.nothing_new)
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
    """The scope with only the best-matching documents, and those that constraints name.

    If only what is new is wanted, it has as many known documents as new ones, because without any
    known one all would seem new.
    """
    named, new = named_documents(question.constraints, collection.document_numbers), scope.new
    groups = [(named, scope.dated)]
    if new is not None:
        groups = [(named[new[named]], scope.dated & new), (named[~new[named]], ~new)]
    if not any(is_narrower(options, int(group.sum()), names) for names, group in groups):
        return scope
    index = FocusIndex.of(collection)
    weights = index.weights(question, options)
    best = [best_documents(weights, options.focus, index.postings, *group) for group in groups]
    documents, warning = best[0]
    if new is None:
        return replace(
            scope, documents=documents, dated=scope.dated[documents], focus_warnings=(warning,)
        )
    known = best[1][0]
    counts = len(documents), len(known), len(collection.documents)
    documents = np.union1d(documents, known)
    not_searched = ~new
    not_searched[documents] = False
    sentences = collection.split.sentences
    no_match = "Nothing is new: no new document has a word of the question."
    return replace(
        scope,
        documents=documents,
        dated=scope.dated[documents],
        new=new[documents],
        known_hashes=np.unique(sentences.text_hash[not_searched[sentences.document]]),
        nothing_new=scope.nothing_new or ("" if new[documents].any() else no_match),
        focus_warnings=(
            "the option focus limited the search to the {} best-matching new and {} known of {}"
            " documents".format(*counts),
        ),
    )
