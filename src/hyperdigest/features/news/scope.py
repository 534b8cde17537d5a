"""Mark the new documents of a scope, and search the best of the new and of the known ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hyperdigest.constraints import Constraints
from hyperdigest.documents import Document
from hyperdigest.features.news.documents import new_documents
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.focus import best_of_groups
from hyperdigest.reader import Scope
from hyperdigest.record import CollectionRecord

NO_MATCH = "Nothing is new: no new document has a word of the question."


def with_new_documents(
    scope: Scope, documents: Sequence[Document], constraints: Constraints
) -> Scope:
    """The scope with the documents that the constraints call new.

    Raises OptionError if the constraints have only names, and no document has one of them.
    """
    news = new_documents(documents, constraints)
    warnings = (*scope.warnings, *news.warnings)
    return replace(scope, new=news.new, nothing_new=news.nothing_new, warnings=warnings)


def focused_on_news(
    scope: Scope,
    collection: CollectionRecord,
    question: Question,
    options: Options,
    named: NDArray[np.int32],
) -> Scope:
    """The scope with only the documents that match the question best, and the `named` ones.

    It has as many known documents as new ones, because without any known one all would seem new.
    """
    new = scope.new
    if new is None:
        return scope
    of_new, of_known = (named[new[named]], scope.dated & new), (named[~new[named]], ~new)
    best = best_of_groups(collection, question, options, [of_new, of_known])
    if best is None:
        return scope
    (best_new, _), (known, _) = best
    documents = np.union1d(best_new, known)
    not_searched = ~new
    not_searched[documents] = False
    sentences = collection.split.sentences
    return replace(
        scope,
        documents=documents,
        dated=scope.dated[documents],
        new=new[documents],
        known_hashes=np.unique(sentences.text_hash[not_searched[sentences.document]]),
        nothing_new=scope.nothing_new or ("" if new[documents].any() else NO_MATCH),
        focus_warnings=(
            f"the option focus limited the search to the {len(best_new)} best-matching new and"
            f" {len(known)} known of {len(collection.documents)} documents",
        ),
    )
