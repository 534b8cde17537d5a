"""Find the documents that are searched for a question, and which of them are new."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hyperdigest.answer.document_dates import date_warnings, dated_documents, undated_warnings
from hyperdigest.constraints import Constraints, documents_named
from hyperdigest.features.news.scope import focused_on_news, with_new_documents
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.focus import best_of_groups
from hyperdigest.reader import Scope
from hyperdigest.record import CollectionRecord
from hyperdigest.selection.choose import any_fits


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
    scope = Scope(documents=None, dated=dated_documents(documents, constraints))
    if constraints.wants_news:
        scope = with_new_documents(scope, documents, constraints)
    if constraints.dated:
        warnings += undated_warnings(documents, constraints)
    if constraints.dated:
        asked_for = np.flatnonzero(scope.dated).tolist()
        dated = documents if constraints.new_since else [documents[n] for n in asked_for]
        warnings += date_warnings(dated)
    elif constraints.new_since:
        warnings += date_warnings([d for d in documents if d.dated.stated] or documents)
    return replace(scope, warnings=(*scope.warnings, *warnings))


def _focused(
    scope: Scope, collection: CollectionRecord, question: Question, options: Options
) -> Scope:
    """The scope with only the best-matching documents, and those that constraints name.

    There are twice as many, and so on, if no sentence of these fits the budget.
    """
    named = named_documents(question.constraints, collection.document_numbers)
    if scope.new is not None:
        return focused_on_news(scope, collection, question, options, named)
    fits = False
    while not fits:
        best = best_of_groups(collection, question, options, [(named, scope.dated)])
        if best is None:
            return scope
        [(documents, warning)] = best
        fits = any_fits(collection.sentences_of(documents), options)
        options = options.changed(focus=2 * options.focus)
    dated = scope.dated[documents]
    return replace(scope, documents=documents, dated=dated, focus_warnings=(warning,))
