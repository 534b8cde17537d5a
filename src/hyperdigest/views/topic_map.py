"""The topic map: which topics a collection has, in which documents, and how strongly.

A row is a document, or several where there are many. Rows are in order of the dates of the
documents where most have one; else few are as read, and many so that like stand together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.documents import BACKGROUND, Document
from hyperdigest.errors import OptionError
from hyperdigest.split import Split
from hyperdigest.views.topics import TopicView

MOST = 0.8
"""The share of documents that must have a date for the collection to be called dated."""


def dates(documents: Sequence[Document]) -> list[str] | None:
    """The date of each document, of itself or in its name, empty where there is none; None where
    few have one."""
    found = [document.dated.stated for document in documents]
    dated = sum(map(bool, found))
    return None if not found or dated < MOST * len(found) else found


Counts = NDArray[np.int64]
Known = Literal["similar", "reading", "date"]
Order = Known | Literal["auto"]

FEW = 6
"""So many documents are shown as they were read: who gave them knows them in that order."""


class Rows(NamedTuple):
    """Which documents each of R rows holds, in `order`, and what it is called.

    `telling` (R,) is the column that tells all documents of a row apart, -1 where there is none.
    """

    labels: tuple[str, ...]
    members: list[NDArray[np.intp]]
    order: Known
    telling: list[int]


def rows_of(
    documents: Sequence[Document], counts: Counts, topics: Sequence[int], most: int, order: Order
) -> Rows:
    """Lay out documents that have tokens in at most so many rows.

    `counts` (D, C) are the tokens of each document in each column, `topics` the topic of each
    column, -1 for all others. Raises an OptionError where the order is unknown, or by dates that
    few documents have.
    """
    names, dated = [document.name for document in documents], dates(documents)
    known, sequence, telling = _sequence(dated, counts, topics, order)
    sequence = sequence[counts[sequence].sum(axis=1) > 0]
    if len(sequence) <= most:
        members = list(sequence[:, None])
    elif known == "similar":
        members = _by_topic(sequence, telling, most)
    else:
        members = np.array_split(sequence, most)
    labels, shared = [], []
    for group in members:
        labels.append(_label(group, names, dated if known == "date" else None))
        columns = np.unique(telling[group])
        shared.append(int(columns[0]) if len(group) > 1 and len(columns) == 1 else -1)
    return Rows(tuple(labels), members, known, shared)


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
    dated: Sequence[str] | None, counts: Counts, topics: Sequence[int], order: Order
) -> tuple[Known, NDArray[np.intp], NDArray[np.intp]]:
    """The order meant, the documents in it, and the (D,) telling column of each."""
    telling, strength = telling_topics(counts, topics)
    if order == "auto":
        order = "date" if dated else "reading" if len(counts) <= FEW else "similar"
    if order == "similar":
        return order, np.lexsort((-strength, telling)), telling
    if order == "reading":
        return order, np.arange(len(counts)), telling
    if order != "date":
        raise OptionError(f"order is {order!r}: give auto, similar, reading or date")
    if dated is None:
        raise OptionError("order is 'date', but few documents have a date")
    return order, np.array(sorted(range(len(counts)), key=dated.__getitem__), np.intp), telling


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


def _label(group: NDArray[np.intp], names: Sequence[str], dated: Sequence[str] | None) -> str:
    if len(group) == 1:
        return names[int(group[0])]
    if dated:
        ends = [dated[document] for document in group[[0, -1]].tolist()]
        return " to ".join(dict.fromkeys(filter(None, ends)))
    return f"{len(group)} documents"


def document_sizes(split: Split, size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(D,) the sentences of each of `size` documents, and (D,) their words."""
    sentences = split.sentences
    words = np.bincount(sentences.document, weights=sentences.words, minlength=size)
    return np.bincount(sentences.document, minlength=size), words.astype(np.intp)


@dataclass(frozen=True, slots=True)
class MapTopic:
    """A column: a topic, or all others together (`id` -1); `share` is that of all tokens."""

    id: int
    label: str
    share: float

    @property
    def background(self) -> bool:
        """Whether the topic lies under the whole collection."""
        return self.label == BACKGROUND


@dataclass(frozen=True, slots=True)
class MapRow:
    """A row: a document, or several together.

    `label` is the document's title or name, or what the documents have in common; `first` and
    `last` are the names of the ends. `document` is its number in the collection, -1 where there are
    several, `documents` how many there are, and `tokens` how many they hold.
    """

    label: str
    first: str
    last: str
    document: int
    documents: int
    tokens: int


@dataclass(frozen=True, slots=True, eq=False)
class TopicsMap:
    """The share of each row's tokens by topic.

    Parameters
    ----------
    topics : C of them, heaviest hyperedge first, what is left summed in the last.
    rows : R of them, in `order`.
    shares : (R, C), each row sums to 1.
    n_topics, n_documents : how many the collection has in all.
    empty : documents that have no token and no row.
    """

    topics: tuple[MapTopic, ...]
    rows: tuple[MapRow, ...]
    shares: Floats
    order: Known
    n_topics: int
    n_documents: int
    empty: int

    @property
    def highest(self) -> float:
        """The largest share of a topic in a row; neither the background nor all others are one."""
        telling = [topic.id >= 0 and not topic.background for topic in self.topics]
        of_topics = self.shares[:, telling]
        return float(of_topics.max(initial=0.0)) or 1.0


def topics_map(
    held: Sequence[Document],
    view: TopicView,
    weights: Floats,
    documents: int,
    topics: int,
    order: Order,
) -> TopicsMap:
    """The topics of a sample in the documents of a collection.

    Raises an OptionError where there is to be no row or no column, or the order is unknown.

    Parameters
    ----------
    held : the documents of the collection.
    view : the topics of the sample.
    weights : (K,) weight of each topic's hyperedge.
    documents : rows at most; where there are more documents, a row stands for several of them.
    topics : columns at most, beside the one for all other topics.
    order : of the documents: ``similar`` (those told apart by the same topic stand together),
        ``reading``, ``date``, or ``auto``: by date where most have one, as
        read where there are few, else by likeness.
    """
    if documents < 1 or topics < 1:
        raise OptionError(f"a map of {documents} documents and {topics} topics: give 1 or more")
    heaviest = np.argsort(-weights, kind="stable")
    heaviest = heaviest if len(heaviest) <= topics + 1 else heaviest[:topics]
    columns = np.full(len(weights), len(heaviest), np.int32)
    columns[heaviest] = np.arange(len(heaviest))
    drawn = [*heaviest.tolist(), *([-1] if len(heaviest) < len(weights) else [])]
    split, width = view.split, len(drawn)
    document = split.sentences.document[split.sentence_of].astype(np.intp)
    cells = document * width + columns[view.topics.assignments]
    counts = np.bincount(cells, minlength=len(held) * width).reshape(len(held), width)
    rows = rows_of(held, counts, drawn, documents, order)
    tokens = np.array([counts[members].sum(axis=0) for members in rows.members])
    totals = tokens.sum(axis=1)
    share = counts.sum(axis=0) / counts.sum()
    labels, others = view.labels, f"{view.topics.n_topics - topics} other topics"
    of_columns = tuple(
        MapTopic(k, labels[k] if k >= 0 else others, float(part))
        for k, part in zip(drawn, share, strict=True)
    )
    of_rows = []
    for label, members, telling, total in zip(
        rows.labels, rows.members, rows.telling, totals.tolist(), strict=True
    ):
        first, last, several = held[members[0]], held[members[-1]], len(members) > 1
        if not several:
            label = first.title or label
        elif rows.order == "similar" and telling >= 0:
            label = f"{label}: {of_columns[telling].label}"
        number = -1 if several else int(members[0])
        of_rows.append(MapRow(label, first.name, last.name, number, len(members), total))
    return TopicsMap(
        topics=of_columns,
        rows=tuple(of_rows),
        shares=tokens / totals[:, None],
        order=rows.order,
        n_topics=view.topics.n_topics,
        n_documents=len(held),
        empty=len(held) - sum(map(len, rows.members)),
    )
