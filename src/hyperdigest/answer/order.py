"""The order in which the chosen sentences are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from hyperdigest.base.arrays import Floats
from hyperdigest.documents import Document

Rank = Callable[[int], Any]
"""What sentences are sorted by."""

Group = int | str
"""A document by its number, or a thread by its name."""


def rank_by(
    order: str,
    chosen: Sequence[int],
    leads: Sequence[int],
    relevance: Floats,
    source: Callable[[int], int],
    documents: Sequence[Document],
) -> Rank:
    """What the chosen sentences are sorted by in one of the orders of the option `order`; equals
    stay in reading order.

    Parameters
    ----------
    chosen : in reading order.
    leads : the sentences that come first as the answer.
    relevance : (N,) that of all sentences.
    source : the number of the document of a sentence.
    """
    if order == "score":
        return lambda sentence: -relevance[sentence]
    if order == "date":
        return lambda sentence: _undated_last(documents[source(sentence)])
    if order not in ("answer", "source"):
        return lambda sentence: 0
    thread = {i: _thread(source(i), documents) for i in chosen}
    best = _best((group, float(relevance[i])) for i in chosen for group in (source(i), thread[i]))
    first = {group for i in leads for group in (source(i), thread[i])}
    begins = {group: place for place, group in reversed([*enumerate(thread.values())])}

    def rank(sentence: int) -> tuple[bool | float, ...]:
        """The lead first, then its thread and its document, then others by their best sentence."""
        of_thread, of_source = (
            (group not in first, -best[group]) for group in (thread[sentence], source(sentence))
        )
        return sentence not in leads, *of_thread, begins[thread[sentence]], *of_source

    return rank


def _undated_last(document: Document) -> tuple[bool, str]:
    date = document.dated.date
    return not date, date


def _best(values: Iterable[tuple[Group, float]]) -> dict[Group, float]:
    """The highest value of each group, at least 0."""
    best = dict[Group, float]()
    for group, value in values:
        best[group] = max(best.get(group, 0.0), value)
    return best


def _thread(number: int, documents: Sequence[Document]) -> Group:
    """The thread of a document; its number if it is no post."""
    post = documents[number].post
    return (post.thread if post else "") or number
