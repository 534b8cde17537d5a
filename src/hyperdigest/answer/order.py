"""The order in which the chosen sentences are shown, and which of them come first as the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any

from hyperdigest.answer.wholes import Wholes
from hyperdigest.base.arrays import Floats
from hyperdigest.documents import Document
from hyperdigest.documents.lists import begins_step

Rank = Callable[[int], Any]
"""What sentences are sorted by."""

Group = int | str
"""A document by its number, or a thread by its name."""

LEADS_TOO = 0.75
"""The least relevance of a part that leads with the best one of its list, relative to that one."""


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


def leading_sentences(wholes: Wholes, relevance: Floats, best: int) -> tuple[int, ...]:
    """The sentences that lead a digest, in reading order.

    These are the `best` one, and if it is a part of a list, a table or a program, or introduces
    one, its chosen parts and what is between them; with their contexts that are chosen, the steps
    of the lists that these are in, what needs them, the sentences before its code in the same
    paragraph, and the other sentences that answer the same question of an FAQ. Items, rows and
    definitions of a list that is not quoted whole, and such answers, stay behind if they are much
    less relevant.

    Parameters
    ----------
    relevance : (N,) that of all sentences.
    best : the most valuable of the chosen sentences.
    """
    begin_of_best = wholes.begin_of(best)

    def is_near(sentence: int) -> bool:
        """Whether a sentence is nearly as relevant as the best one."""
        return bool(relevance[sentence] >= LEADS_TOO * relevance[best])

    @cache
    def leads_too(sentence: int) -> bool:
        """Whether a sentence that belongs to the lead leads with it: a step does, and what is in
        the same item, is part of a list that is quoted whole, or is nearly as relevant."""
        begin = wholes.begin_of(sentence)
        if begin < 0 or begin == begin_of_best or begins_step(begin, wholes.columns):
            return True
        return wholes.is_complete(begin) or is_near(sentence)

    leads, before = {best}, set[int]()
    while leads != before:
        before, leads = leads, set(wholes.together(leads))
        led = set(chain.from_iterable(map(wholes.of, leads)))
        led |= set(map(wholes.introduced_by, leads))
        parts = [i for i in wholes.chosen if led & wholes.of(i)]
        leaning = [i for i in wholes.chosen if leads.intersection(wholes.contexts_of(i))]
        leads = leads.union(filter(leads_too, (*parts, *wholes.between(parts), *leaning)))
        leads = leads.union(filter(is_near, wholes.beside(best)))
    return tuple(sorted(leads.union(wholes.before_code(leads))))
