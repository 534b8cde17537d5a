"""The documents that are new to a reader; all others are known.

They are named, or told from the known ones by their dates. D documents.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import filter as matching
from itertools import islice, takewhile

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.text import counted, printable, some_names
from hyperdigest.constraints import Constraints, is_pattern
from hyperdigest.dates import first_day, within
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError


@dataclass(frozen=True, slots=True, eq=False)
class News:
    """Which documents are new.

    Parameters
    ----------
    new : (D,) the new ones.
    warnings : what the user should know of it, a sentence each.
    nothing : why no document is new, one sentence; empty if one is.
    """

    new: NDArray[np.bool_]
    warnings: tuple[str, ...]
    nothing: str = ""


def new_documents(documents: Sequence[Document], constraints: Constraints) -> News:
    """The documents that the constraints name as new, or that are dated as late as they say.

    A date without a day or a month counts if one of its days is as late; a document without any
    date is known unless it is named. Raises an OptionError if documents are only named, and no
    document has such a name.
    """
    new, warnings, names = np.zeros(len(documents), bool), list[str](), _Names(documents)
    for path in constraints.new:
        found = names.matching(path)
        new[found] = True
        if not found:
            warnings.append(
                f"no document is called {printable(path)}: give its name, its file or folder, or a"
                " pattern, for new ones"
            )
    if constraints.new and not new.any() and not constraints.new_since:
        raise OptionError(warnings[0])
    if constraints.new_since:
        late, more = _dated_since(documents, constraints.new_since, new)
        new |= late
        warnings += more
    if new.all():
        warnings.append(
            f"all {counted(len(documents), 'document')} are new: nothing is known, and this is a"
            " digest of all that they say"
        )
    nothing = "" if new.any() else _why_nothing(documents, constraints)
    return News(new, tuple(warnings), nothing)


def _dated_since(
    documents: Sequence[Document], since: str, named: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], list[str]]:
    """(D,) the documents dated so late, and warnings about those whose date leaves that open.

    `named` are documents that are new whatever their date.
    """
    dates = [document.dated.date for document in documents]
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
            f"{counted(len(unsure), 'document')} without a day may be as late, and {verb} as new:"
            f" {some_names(unsure)}"
        )
    if undated and any(dates):
        verb = "counts" if len(undated) == 1 else "count"
        warnings.append(
            f"{counted(len(undated), 'document')} without a date {verb} as known:"
            f" {some_names(undated)}"
        )
    return late, warnings


def _why_nothing(documents: Sequence[Document], constraints: Constraints) -> str:
    dates = [document.dated.date for document in documents]
    if not any(dates):
        return "Cannot tell what is new: no document has a date. Name the new documents."
    return (
        f"Nothing is new: no document is dated {constraints.new_since} or later; the last is of"
        f" {max(dates)}."
    )


class _Names:
    """The names of documents and the paths of their files, by which documents are found."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._numbers: dict[str, list[int]] = {}
        for number, document in enumerate(documents):
            for name in {document.name, document.path}:
                self._numbers.setdefault(name, []).append(number)
        self._sorted = sorted(self._numbers)

    def matching(self, path: str) -> list[int]:
        """The numbers of the documents that have a name, are in a file or folder, or match a
        pattern of these."""
        ways = {path, os.path.normpath(path), os.path.abspath(path), os.path.relpath(path)}  # noqa: PTH100 (links stay as they are)
        found = [way for way in ways if way in self._numbers]
        for way in ways - {os.curdir}:
            found += self._in_folder(f"{way.rstrip(os.sep)}{os.sep}")
            if is_pattern(path):
                found += matching(self._sorted, way)
        return [number for name in found for number in self._numbers[name]]

    def _in_folder(self, folder: str) -> list[str]:
        behind = islice(self._sorted, bisect_left(self._sorted, folder), None)
        return list(takewhile(lambda name: name.startswith(folder), behind))
