"""The rows of a map: documents in an order that a person can follow, or several in one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.views.dates import dates

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Known = Literal["similar", "reading", "date"]
Order = Literal["auto", "similar", "reading", "date"]

FEW = 6
"""So many documents are shown as they were read: who gave them knows them in that order."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Which documents each of R rows holds, in `order`, and what it is called.

    Parameters
    ----------
    row_of : (D,) the row of each document, -1 for one without a token.
    telling : (R,) the column that tells all documents of a row apart, -1 where there is none.
    """

    labels: tuple[str, ...]
    members: tuple[NDArray[np.intp], ...]
    row_of: NDArray[np.intp]
    order: Known
    telling: NDArray[np.intp]


def rows_of(
    documents: Sequence[Document], counts: Counts, topics: Sequence[int], most: int, order: Order
) -> Rows:
    """Lay out documents in at most so many rows.

    Parameters
    ----------
    counts : (D, C) tokens of each document in each column.
    topics : the topic of each column, -1 for all others.

    Raises
    ------
    OptionError
        where the order is unknown, or by dates that the names do not have.
    """
    names = [document.name for document in documents]
    known, sequence, telling = _sequence(names, counts, topics, order)
    sequence = sequence[counts[sequence].sum(axis=1) > 0]
    if len(sequence) <= most:
        members = [sequence[n : n + 1] for n in range(len(sequence))]
    elif known == "similar":
        members = _by_topic(sequence, telling, most)
    else:
        members = np.array_split(sequence, most)
    row_of = np.full(len(names), -1, np.intp)
    for row, group in enumerate(members):
        row_of[group] = row
    dated = dates(names) if known == "date" else None
    return Rows(
        labels=tuple(_label(group, names, dated) for group in members),
        members=tuple(members),
        row_of=row_of,
        order=known,
        telling=np.array([_shared(telling[group]) for group in members], np.intp),
    )


def telling_topics(counts: Counts, topics: Sequence[int]) -> tuple[NDArray[np.intp], Floats]:
    """(D,) the column that tells each document apart best, and by how much.

    It is the one with the largest part in the divergence of the document's shares s from those of
    all documents p: s log(s / p). The column of all other topics is taken where no topic's part is
    above 0.
    """
    totals = counts.sum(axis=1, keepdims=True)
    shares = counts / np.maximum(totals, 1)
    overall = counts.sum(axis=0) / max(1, int(counts.sum()))
    ratio = shares / np.where(overall > 0, overall, 1.0)
    parts = shares * np.log(np.where(shares > 0, ratio, 1.0))
    if topics[-1] < 0:
        parts[:, -1] = 0.0
        parts[:, :-1][parts[:, :-1] <= 0] = -np.inf
    telling = parts.argmax(axis=1)
    return telling, np.asarray(np.take_along_axis(parts, telling[:, None], axis=1)[:, 0])


def _sequence(
    names: Sequence[str], counts: Counts, topics: Sequence[int], order: Order
) -> tuple[Known, NDArray[np.intp], NDArray[np.intp]]:
    """The order meant, the documents in it, and the (D,) telling column of each."""
    telling, strength = telling_topics(counts, topics)
    dated = dates(names)
    if order == "auto":
        order = "date" if dated else "reading" if len(names) <= FEW else "similar"
    if order == "similar":
        return order, np.lexsort((-strength, telling)), telling
    if order == "reading":
        return order, np.arange(len(names)), telling
    if order != "date":
        raise OptionError(f"order is {order!r}: give auto, similar, reading or date")
    if dated is None:
        raise OptionError("order is 'date', but few documents have a date in their names")
    return order, np.array(sorted(range(len(names)), key=dated.__getitem__), np.intp), telling


def _by_topic(
    sequence: NDArray[np.intp], telling: NDArray[np.intp], most: int
) -> list[NDArray[np.intp]]:
    """Documents told apart by the same topic together; the smallest groups in the last row."""
    found, sizes = np.unique(telling[sequence], return_counts=True)
    if len(found) > most:
        found = np.sort(found[np.argsort(-sizes, kind="stable")[: most - 1]])
    groups = [sequence[telling[sequence] == column] for column in found]
    rest = sequence[~np.isin(telling[sequence], found)]
    return [*groups, *([rest] if len(rest) else [])]


def _shared(columns: NDArray[np.intp]) -> int:
    """The one column of several documents, -1 where they have more than one."""
    return int(columns[0]) if len(columns) > 1 and (columns == columns[0]).all() else -1


def _label(
    group: NDArray[np.intp], names: Sequence[str], dated: list[tuple[str, str, str]] | None
) -> str:
    if len(group) == 1:
        return names[int(group[0])]
    if dated:
        ends = ["-".join(filter(None, dated[document])) for document in group[[0, -1]].tolist()]
        return " to ".join(dict.fromkeys(filter(None, ends)))
    return f"{len(group)} documents"
