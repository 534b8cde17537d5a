"""Which documents are of the dates that a reader wants, and what to know of these dates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.text import counted
from hyperdigest.constraints import Wishes
from hyperdigest.dates import dated, first_day, within
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError

NAMED = 3
"""How many documents a warning names."""


def documents_within(documents: Sequence[Document], wishes: Wishes) -> NDArray[np.bool_]:
    """(D,) which documents are of the dates wished, all where no dates are.

    Raises an OptionError where none is.
    """
    if not wishes.dated:
        return np.ones(len(documents), bool)
    known = [document.dated.date for document in documents]
    found = np.array([within(each, wishes.since, wishes.until) for each in known])
    if not found.any():
        raise OptionError(f"no document is dated {_range(wishes)}: {_instead(known)}")
    return found


def left_out(documents: Sequence[Document]) -> list[str]:
    """A warning that names the documents without any date, which no dates take in."""
    undated = [document.name for document in documents if not document.dated.date]
    told = f"left out {counted(len(undated), 'document')} without a date: {_named(undated)}"
    return [told] if undated else []


def doubtful_dates(documents: Sequence[Document]) -> list[str]:
    """A warning each of the documents whose dates are those of their files, and of those that are
    dated later than their files were changed."""
    by_file = [document.name for document in documents if document.dated.origin == "file"]
    late = [f"{one.name} ({one.dated.date})" for one in documents if _in_future(one)]
    verb = "says no date and counts" if len(by_file) == 1 else "say no date and count"
    told = []
    if by_file:
        told.append(
            f"{counted(len(by_file), 'document')} {verb} by the day on which the file was changed:"
            f" {_named(by_file)}"
        )
    if late:
        verb = "is" if len(late) == 1 else "are"
        told.append(
            f"{counted(len(late), 'document')} {verb} dated in the future, later than the file was"
            f" changed: {_named(late)}"
        )
    return told


def _in_future(document: Document) -> bool:
    """Whether a document says a day that was to come when its file was changed; that day may have
    been the next one where its author lives."""
    changed = dated("", "", document.modified).date
    if not changed:
        return False
    next_day = date.fromisoformat(changed) + timedelta(days=1)
    return first_day(document.dated.date) > next_day.isoformat()


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}"


def _range(wishes: Wishes) -> str:
    if wishes.since and wishes.until:
        return f"from {wishes.since} to {wishes.until}"
    return f"{wishes.since} or later" if wishes.since else f"{wishes.until} or earlier"


def _instead(known: Sequence[str]) -> str:
    """What to do where no document is of the dates wished."""
    days = sorted(filter(None, known))
    if not days:
        return "none has a date, so ask without dates"
    return f"they are of {' to '.join(dict.fromkeys((days[0], days[-1])))}"
