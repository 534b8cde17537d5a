"""The documents of certain dates, and warnings about the dates of documents."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.text import counted, some_names
from hyperdigest.constraints import Constraints
from hyperdigest.dates import dated, first_day, within
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError


def dated_documents(documents: Sequence[Document], constraints: Constraints) -> NDArray[np.bool_]:
    """(D,) the documents of the dates asked for; all of them if none are asked for.

    Raises an OptionError if there is none.
    """
    if not constraints.dated:
        return np.ones(len(documents), bool)
    dates = [document.dated.date for document in documents]
    found = np.array([within(each, constraints.since, constraints.until) for each in dates])
    if not found.any():
        raise OptionError(f"no document is dated {_range(constraints)}: {_advice(dates)}")
    return found


def undated_warning(documents: Sequence[Document]) -> list[str]:
    """A warning that names the documents without a date, which are of no dates asked for."""
    undated = [document.name for document in documents if not document.dated.date]
    number = counted(len(undated), "document")
    return [f"left out {number} without a date: {some_names(undated)}"] if undated else []


def date_warnings(documents: Sequence[Document]) -> list[str]:
    """Warnings about documents whose date is only that of their file, and about those dated later
    than their file was changed."""
    by_file = [document.name for document in documents if document.dated.origin == "file"]
    late = [f"{one.name} ({one.dated.date})" for one in documents if _in_future(one)]
    warnings = []
    if by_file:
        verb = "says no date and counts" if len(by_file) == 1 else "say no date and count"
        warnings.append(
            f"{counted(len(by_file), 'document')} {verb} by the day on which the file was changed:"
            f" {some_names(by_file)}"
        )
    if late:
        verb = "is" if len(late) == 1 else "are"
        warnings.append(
            f"{counted(len(late), 'document')} {verb} dated in the future, later than the file was"
            f" changed: {some_names(late)}"
        )
    return warnings


def _in_future(document: Document) -> bool:
    """Whether a document is dated after its file was changed; by a day it may be, as it may already
    have been the next day at the place of its author."""
    changed = dated("", "", document.modified).date
    if not changed:
        return False
    next_day = date.fromisoformat(changed) + timedelta(days=1)
    return first_day(document.dated.date) > next_day.isoformat()


def _range(constraints: Constraints) -> str:
    since, until = constraints.since, constraints.until
    if since and until:
        return f"from {since} to {until}"
    return f"{since} or later" if since else f"{until} or earlier"


def _advice(dates: Sequence[str]) -> str:
    days = sorted(filter(None, dates))
    if not days:
        return "none has a date, so ask without dates"
    return f"they are of {' to '.join(dict.fromkeys((days[0], days[-1])))}"
