"""Mark the documents that are new to a reader, by their names or dates, and search the best of them
and of the others, which are known.

Letters: D documents.
"""

from __future__ import annotations

import fnmatch
import os
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.text import counted, printable, some_names
from hyperdigest.constraints import Constraints, is_pattern
from hyperdigest.dates import first_day, within
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
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


@dataclass(frozen=True, slots=True, eq=False)
class News:
    """Which documents are new.

    Parameters
    ----------
    new : (D,) the new ones.
    warnings : messages about names and dates.
    nothing_new : why no document is new, one sentence; empty if one is.
    """

    new: NDArray[np.bool_]
    warnings: tuple[str, ...]
    nothing_new: str = ""


def new_documents(documents: Sequence[Document], constraints: Constraints) -> News:
    """The documents that the constraints name as new, or that have the date `new_since` or later.

    A document dated by its month or year is new if one of its days is late enough; one without a
    date is known unless it is named. The date of a file counts only if no document states a date.
    Raises OptionError if the constraints have only names, and no document has one of them.
    """
    new, warnings, names = np.zeros(len(documents), bool), list[str](), _Names(documents)
    for path in constraints.new:
        matching = names.matching(path)
        new[matching] = True
        if not matching:
            warnings.append(
                f"no document is called {printable(path)}: give a name, file, folder or pattern"
            )
    if constraints.new and not new.any() and not constraints.new_since:
        raise OptionError(warnings[0])
    if constraints.new_since:
        late, more = _dated_since(documents, constraints.new_since, new)
        new |= late
        warnings += more
    if new.all():
        warnings.append(
            f"all {counted(len(documents), 'document')} are new: none is known, so this is a digest"
            " of all that they say"
        )
    nothing_new = "" if new.any() else _why_nothing_is_new(documents, constraints)
    return News(new, tuple(warnings), nothing_new)


def _dated_since(
    documents: Sequence[Document], since: str, named: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], list[str]]:
    """(D,) the documents of a date or later, and warnings about those whose date is not exact.

    `named` marks, (D,), the documents that are new whatever their date.
    """
    dates = _dates(documents)
    late = np.array([within(date, since) for date in dates], bool)
    undated = [
        document.name
        for document, date, is_named in zip(documents, dates, named, strict=True)
        if not date and not is_named
    ]
    unsure = [
        f"{documents[number].name} ({dates[number]})"
        for number in np.flatnonzero(late & ~named).tolist()
        if first_day(dates[number]) < first_day(since)
    ]
    warnings = []
    if unsure:
        verb = "counts" if len(unsure) == 1 else "count"
        warnings.append(
            f"{counted(len(unsure), 'document')} without the day of the date may be new, and {verb}"
            f" as new: {some_names(unsure)}"
        )
    if undated and any(dates):
        verb = "states no date and counts" if len(undated) == 1 else "state no date and count"
        warnings.append(
            f"{counted(len(undated), 'document')} {verb} as known: {some_names(undated)}; name"
            " those that are new (--new PATH, in programs `new`)"
        )
    return late, warnings


def _dates(documents: Sequence[Document]) -> list[str]:
    """The dates that documents state; if none does, those of their files."""
    stated = [document.dated.stated for document in documents]
    return stated if any(stated) else [document.dated.date for document in documents]


def _why_nothing_is_new(documents: Sequence[Document], constraints: Constraints) -> str:
    dates = _dates(documents)
    if not any(dates):
        return "Cannot tell what is new: no document has a date. Name the new documents."
    return (
        f"Nothing is new: no document is dated {constraints.new_since} or later; the last one is"
        f" dated {max(dates)}."
    )


class _Names:
    """Finds documents by their names and the paths of their files."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._numbers: dict[str, list[int]] = {}
        for number, document in enumerate(documents):
            for name in {document.name, document.path}:
                self._numbers.setdefault(name, []).append(number)
        self._sorted = sorted(self._numbers)

    def matching(self, path: str) -> list[int]:
        """The numbers of the documents with a name, in a file or folder, or matching a pattern."""
        forms = {path, os.path.normpath(path), os.path.abspath(path), os.path.relpath(path)}  # noqa: PTH100 (links stay as they are)
        names = [form for form in forms if form in self._numbers]
        for form in forms - {os.curdir}:
            names += self._in_folder(f"{form.rstrip(os.sep)}{os.sep}")
            if is_pattern(path):
                names += fnmatch.filter(self._sorted, form)
        return [number for name in names for number in self._numbers[name]]

    def _in_folder(self, folder: str) -> list[str]:
        from_folder_on = islice(self._sorted, bisect_left(self._sorted, folder), None)
        return list(takewhile(lambda name: name.startswith(folder), from_folder_on))
