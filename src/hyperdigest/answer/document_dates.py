"""Select documents by date, and warn about doubtful dates."""

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
    """(D,) the documents of the dates that the constraints ask for; all without such constraints.

    Raises OptionError if there are none.
    """
    if not constraints.dated:
        return np.ones(len(documents), bool)
    dates = [document.dated.date for document in documents]
    is_within = np.array([within(day, constraints.since, constraints.until) for day in dates])
    if not is_within.any():
        raise OptionError(f"no document is dated {_range(constraints)}: {_advice(dates)}")
    return is_within


def undated_warnings(documents: Sequence[Document], constraints: Constraints) -> list[str]:
    """Warnings about the documents that dates do not select, though they may be of these dates.

    They have no date, or only that of their file, which may be of an older text.
    """
    groups = {
        "without a date": [each.name for each in documents if not each.dated.date],
        "with only the date of a file, as the file was changed later": [
            each.name
            for each in documents
            if each.dated.origin == "file" and not within(each.dated.date, "", constraints.until)
        ],
    }
    return [
        f"left out {counted(len(names), 'document')} {why}: {some_names(names)}"
        for why, names in groups.items()
        if names
    ]


def date_warnings(documents: Sequence[Document]) -> list[str]:
    """Warnings about documents that have only the date of their file, or a later one."""
    by_file = [document.name for document in documents if document.dated.origin == "file"]
    future = [
        f"{document.name} ({document.dated.date})"
        for document in documents
        if _is_in_future(document)
    ]
    warnings = []
    if by_file:
        verb = "states no date and has" if len(by_file) == 1 else "state no date and have"
        warnings.append(
            f"{counted(len(by_file), 'document')} {verb} the date on which the file was changed:"
            f" {some_names(by_file)}"
        )
    if future:
        verb = "is" if len(future) == 1 else "are"
        warnings.append(
            f"{counted(len(future), 'document')} {verb} dated in the future, later than the file"
            f" was changed: {some_names(future)}"
        )
    return warnings


def _is_in_future(document: Document) -> bool:
    """Whether a document has a later date than its file.

    A difference of one day is allowed, for authors in time zones that are ahead.
    """
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
    return f"their dates are {' to '.join(dict.fromkeys((days[0], days[-1])))}"
