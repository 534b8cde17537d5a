"""Which topics a collection has, in which documents, and how strongly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from hyperdigest.errors import OptionError
from hyperdigest.views.rows import Floats, Order, Rows, rows_of

if TYPE_CHECKING:
    from hyperdigest.model import Model

DOCUMENTS, TOPICS = 40, 30


@dataclass(frozen=True, slots=True)
class MapTopic:
    """A column: a topic, or all others together (`id` -1); `share` is that of all tokens."""

    id: int
    label: str
    share: float


@dataclass(frozen=True, slots=True)
class MapRow:
    """A row: a document, or several together.

    Parameters
    ----------
    label : the document's title or name, or what the documents have in common.
    first, last : names of the first and the last document; the same where there is but one.
    document : its number in the collection, -1 where there are several.
    documents : how many there are.
    tokens : how many they hold.
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
    order: Literal["similar", "reading", "date"]
    n_topics: int
    n_documents: int
    empty: int

    @property
    def highest(self) -> float:
        """The largest share of a topic in a row; all other topics together are none."""
        of_topics = self.shares[:, [topic.id >= 0 for topic in self.topics]]
        return float(of_topics.max(initial=0.0)) or 1.0


def topics_map(
    model: Model, documents: int = DOCUMENTS, topics: int = TOPICS, order: Order = "auto"
) -> TopicsMap:
    """The topics of the most likely sample in the documents of a collection.

    Parameters
    ----------
    documents : rows at most; where there are more documents, a row stands for several of them.
    topics : columns at most, beside the one for all other topics.
    order : of the documents: ``similar`` (those told apart by the same topic stand together),
        ``reading``, ``date`` (in their names), or ``auto``: by date where the names have one, as
        read where there are few, else by likeness.

    Raises
    ------
    OptionError
        where there is to be no row or no column, or the order is unknown.
    """
    if documents < 1 or topics < 1:
        raise OptionError(f"a map of {documents} documents and {topics} topics: give 1 or more")
    columns, drawn = _columns(model, topics)
    counts = _counts(model, columns, len(drawn))
    rows = rows_of(model.collection.documents, counts, drawn, documents, order)
    tokens = np.zeros((len(rows.labels), len(drawn)))
    held = rows.row_of >= 0
    np.add.at(tokens, rows.row_of[held], counts[held])
    totals = tokens.sum(axis=1)
    share = counts.sum(axis=0) / counts.sum()
    labels = model.topic_view.labels
    of_columns = tuple(
        MapTopic(k, labels[k] if k >= 0 else _others(model, topics), float(part))
        for k, part in zip(drawn, share, strict=True)
    )
    return TopicsMap(
        topics=of_columns,
        rows=_rows(model, rows, of_columns, totals),
        shares=tokens / totals[:, None],
        order=rows.order,
        n_topics=model.topics.best.n_topics,
        n_documents=len(counts),
        empty=int((rows.row_of < 0).sum()),
    )


def _columns(model: Model, most: int) -> tuple[NDArray[np.int32], list[int]]:
    """(K,) the column of each topic, and the topics of the columns, -1 for all others."""
    weights = model.prepared.topics(model.options.changed(samples=0)).weights
    drawn = np.argsort(-weights, kind="stable")
    drawn = drawn if len(drawn) <= most + 1 else drawn[:most]
    columns = np.full(len(weights), len(drawn), np.int32)
    columns[drawn] = np.arange(len(drawn))
    return columns, [*drawn.tolist(), *([-1] if len(drawn) < len(weights) else [])]


def _counts(model: Model, columns: NDArray[np.int32], width: int) -> NDArray[np.int64]:
    """(D, C) how many tokens of each document are in each column."""
    split, n_documents = model.collection.split, len(model.collection.documents)
    document = split.sentences.document[split.sentence_of].astype(np.intp)
    cells = document * width + columns[model.topics.best.assignments]
    return np.bincount(cells, minlength=n_documents * width).reshape(n_documents, width)


def _others(model: Model, drawn: int) -> str:
    return f"{model.topics.best.n_topics - drawn} other topics"


def _rows(
    model: Model, rows: Rows, topics: tuple[MapTopic, ...], totals: Floats
) -> tuple[MapRow, ...]:
    documents = model.collection.documents
    made = []
    for row, members in enumerate(rows.members):
        first, last = documents[members[0]], documents[members[-1]]
        alone, label, telling = len(members) == 1, rows.labels[row], rows.telling[row]
        if alone:
            label = first.title or label
        elif rows.order == "similar" and telling >= 0:
            label = f"{label}: {topics[telling].label}"
        document = int(members[0]) if alone else -1
        made.append(MapRow(label, first.name, last.name, document, len(members), int(totals[row])))
    return tuple(made)
