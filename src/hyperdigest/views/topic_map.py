"""The topic map: the shares of a collection's topics in its documents.

A row is a document, or a group of documents if there are many. Rows are in order of the documents'
dates if most have one. Otherwise few documents are in reading order, and many are sorted so that
similar ones are together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.digest import TopicShare
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.split import Split
from hyperdigest.views.topics import TopicView


def dates(documents: Sequence[Document]) -> list[str] | None:
    """The date of each document, of itself or in its name, empty if it has none.

    None if less than four fifths of the documents have a date.
    """
    found = [document.dated.stated for document in documents]
    dated = sum(map(bool, found))
    return None if not found or dated < 0.8 * len(found) else found


Counts = NDArray[np.int64]
ResolvedOrder = Literal["similar", "reading", "date"]
Order = ResolvedOrder | Literal["auto"]


class Rows(NamedTuple):
    """The R rows of a map: their labels, their documents, and the order they are in.

    `distinctive` (R,) is the distinctive column of all documents of a row; -1 if they differ.
    """

    labels: tuple[str, ...]
    members: list[NDArray[np.intp]]
    order: ResolvedOrder
    distinctive: list[int]


def rows_of(
    documents: Sequence[Document], counts: Counts, topics: Sequence[int], most: int, order: Order
) -> Rows:
    """Arrange the documents that have tokens in at most `most` rows.

    Raises OptionError if the order is unknown, or is by date and few documents have one.

    Parameters
    ----------
    counts : (D, C) tokens of each document in each column.
    topics : (C,) topic of each column; -1 for all other topics.
    """
    names, dated = [document.name for document in documents], dates(documents)
    resolved, sequence, distinctive = _sequence(dated, counts, topics, order)
    sequence = sequence[counts[sequence].sum(axis=1) > 0]
    if len(sequence) <= most:
        members = list(sequence[:, None])
    elif resolved == "similar":
        members = _by_topic(sequence, distinctive, most)
    else:
        members = np.array_split(sequence, most)
    labels, shared = [], []
    for group in members:
        labels.append(_label(group, names, dated if resolved == "date" else None))
        columns = np.unique(distinctive[group])
        shared.append(int(columns[0]) if len(group) > 1 and len(columns) == 1 else -1)
    return Rows(tuple(labels), members, resolved, shared)


def distinctive_columns(counts: Counts, topics: Sequence[int]) -> tuple[NDArray[np.intp], Floats]:
    """(D,) the most distinctive column of each document, and how distinctive it is.

    It has the largest part in the divergence of the document's shares s from the shares p of all
    documents: s log(s / p). The column of all other topics is taken if no topic's part is above 0.
    """
    totals = counts.sum(axis=1, keepdims=True)
    shares = counts / np.maximum(totals, 1)
    overall = counts.sum(axis=0) / max(1, int(counts.sum()))
    ratio = shares / np.where(overall > 0, overall, 1.0)
    parts = shares * np.log(np.where(shares > 0, ratio, 1.0))
    if topics[-1] < 0:
        parts[:, -1] = 0.0
        parts[:, :-1][parts[:, :-1] <= 0] = -np.inf
    columns = parts.argmax(axis=1)
    return columns, np.asarray(np.take_along_axis(parts, columns[:, None], axis=1)[:, 0])


def _sequence(
    dated: Sequence[str] | None, counts: Counts, topics: Sequence[int], order: Order
) -> tuple[ResolvedOrder, NDArray[np.intp], NDArray[np.intp]]:
    """The resolved order, the documents in it, and the (D,) distinctive column of each."""
    few_documents = len(counts) <= 6
    distinctive, strength = distinctive_columns(counts, topics)
    if order == "auto":
        order = "date" if dated else "reading" if few_documents else "similar"
    if order == "similar":
        return order, np.lexsort((-strength, distinctive)), distinctive
    if order == "reading":
        return order, np.arange(len(counts)), distinctive
    if order != "date":
        raise OptionError(f"order is {order!r}: give auto, similar, reading or date")
    if dated is None:
        raise OptionError("order is 'date', but few documents have a date")
    return order, np.array(sorted(range(len(counts)), key=dated.__getitem__), np.intp), distinctive


def _by_topic(
    sequence: NDArray[np.intp], distinctive: NDArray[np.intp], most: int
) -> list[NDArray[np.intp]]:
    """The documents grouped by distinctive column; the smallest groups together in the last row."""
    found, sizes = np.unique(distinctive[sequence], return_counts=True)
    if len(found) > most:
        found = np.sort(found[np.argsort(-sizes, kind="stable")[: most - 1]])
    groups = [sequence[distinctive[sequence] == column] for column in found]
    rest = sequence[~np.isin(distinctive[sequence], found)]
    return [*groups, *([rest] if len(rest) else [])]


def _label(group: NDArray[np.intp], names: Sequence[str], dated: Sequence[str] | None) -> str:
    """The label of a row: a document's name, the first and last date, or a number of documents."""
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
class MapRow:
    """A row: a document, or a group of documents.

    Parameters
    ----------
    label : the document's title or name, or what the documents have in common.
    first, last : the names of the first and the last document.
    document : its number in the collection; -1 for a group.
    documents : the number of documents.
    tokens : the number of their tokens.
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
    topics : the C columns with their shares of all tokens, heaviest hyperedge first; the last may
        be all other topics together (`id` -1).
    rows : the R rows, in `order`.
    shares : (R, C), each row sums to 1.
    n_topics, n_documents : the numbers of all topics and documents of the collection.
    empty : the number of documents without tokens, which have no row.
    """

    topics: tuple[TopicShare, ...]
    rows: tuple[MapRow, ...]
    shares: Floats
    order: ResolvedOrder
    n_topics: int
    n_documents: int
    empty: int

    @property
    def highest(self) -> float:
        """The largest share in a row of a single topic, without the background topic."""
        counted = [topic.id >= 0 and not topic.background for topic in self.topics]
        return float(self.shares[:, counted].max(initial=0.0)) or 1.0


def topics_map(
    collection: Sequence[Document],
    view: TopicView,
    weights: Floats,
    documents: int,
    topics: int,
    order: Order,
) -> TopicsMap:
    """The map of the topics of a sample in the documents of a collection.

    Raises OptionError if `documents` or `topics` is below 1, or the order is unknown.

    Parameters
    ----------
    collection : all documents.
    view : the topics of the sample.
    weights : (K,) weight of each topic's hyperedge.
    documents : number of rows, at most; more documents are grouped.
    topics : number of columns, at most, besides one for all other topics.
    order : of the documents: ``similar`` (those with the same distinctive topic together),
        ``reading``, ``date``, or ``auto``: by date if most have one, in reading order if they are
        few, else by similarity.
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
    counts = np.bincount(cells, minlength=len(collection) * width).reshape(len(collection), width)
    rows = rows_of(collection, counts, drawn, documents, order)
    tokens = np.array([counts[members].sum(axis=0) for members in rows.members])
    totals = tokens.sum(axis=1)
    share = counts.sum(axis=0) / counts.sum()
    labels, others = view.labels, f"{view.topics.n_topics - topics} other topics"
    of_columns = tuple(
        TopicShare(k, labels[k] if k >= 0 else others, float(part))
        for k, part in zip(drawn, share, strict=True)
    )
    of_rows = []
    for label, members, distinctive, total in zip(
        rows.labels, rows.members, rows.distinctive, totals.tolist(), strict=True
    ):
        first, last = collection[members[0]], collection[members[-1]]
        several = len(members) > 1
        if not several:
            label = first.title or label
        elif rows.order == "similar" and distinctive >= 0:
            label = f"{label}: {of_columns[distinctive].label}"
        number = -1 if several else int(members[0])
        of_rows.append(MapRow(label, first.name, last.name, number, len(members), total))
    return TopicsMap(
        topics=of_columns,
        rows=tuple(of_rows),
        shares=tokens / totals[:, None],
        order=rows.order,
        n_topics=view.topics.n_topics,
        n_documents=len(collection),
        empty=len(collection) - sum(map(len, rows.members)),
    )
