"""Incremental initialisation of a chain: later documents take up the topics of earlier ones.

A chain starts best with all tokens in one topic: when topics are drawn token by token instead, 1000
sweeps do not reach the likelihood that 200 sweeps reach from one topic. But the more documents
there are, the more sweeps pass before that topic is split up. So it is split up among the first few
documents, and the number of documents is doubled again and again until all are there.

Where the prior of a topic's terms is heavy, one topic is hardly ever split up, because each small
topic predicts its own terms worse than the large one does. Then each of the first documents has a
topic of its own, and the sweeps over parts of the documents are made with a lighter prior.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import numpy as np

from hyperdigest.topics.gibbs import TOPICS, Concentrations, State, count, sweep

FIRST = 30
"""Documents that come first; then as many as are there already come each time."""

LIGHT = 200.0
"""Tokens to which the prior of a topic's terms may amount in the sweeps of a start."""


def start(
    state: State, concentrations: Concentrations, term_mass: float, visits: int, stop: Event
) -> None:
    """Give all tokens of an empty state topics and tables, unless `stop` is set.

    The first documents have all tokens in one topic, or each in its own where others follow and
    the prior is heavy; later ones have each token in the topic that has most of its term.

    Parameters
    ----------
    visits : sweeps over the documents that are there before others come.
    """
    n_documents, begun = len(state.tabled), 0
    light = min(term_mass, LIGHT / len(state.slots))
    for end in waves(n_documents):
        new = documents(state, begun, end)
        if begun:
            give_likely_topics(new)
        elif light < term_mass and end < n_documents:
            give_own_topics(new)
        count(new, light)
        begun = end
        for _ in range(visits if end < n_documents else 0):
            if stop.is_set():
                return
            sweep(documents(state, 0, end), *concentrations, light)
    used = slice(int(state.size[TOPICS]))
    state.inverse[used] = 1.0 / (state.n_k[used] + len(state.slots) * term_mass)


def waves(n_documents: int) -> Iterator[int]:
    """How many documents are there each time; no fewer ever come than are there."""
    there = FIRST
    while 2 * there <= n_documents:
        yield there
        there *= 2
    yield n_documents


def documents(state: State, first: int, end: int) -> State:
    """The same state, whose sweeps visit the documents from `first` up to `end` alone."""
    return state._replace(document=state.document[first : end + 1], tabled=state.tabled[first:end])


def give_own_topics(state: State) -> None:
    """Give the tokens of each document that is to be visited a topic of their own."""
    first = state.sentence[state.document]
    state.z[first[0] : first[-1]] = np.repeat(np.arange(len(first) - 1), np.diff(first))


def give_likely_topics(state: State) -> None:
    """Give each token that is to be visited the topic with most tokens of its term.

    Where a term is new this is the largest topic.
    """
    tokens = slice(state.sentence[state.document[0]], state.sentence[state.document[-1]])
    used, number = np.unique(state.term[tokens], return_inverse=True)
    likely = np.full(len(used), state.n_k.argmax(), np.int32)
    for at, w in enumerate(used):
        held = slice(state.slot[w], state.slot[w] + state.slots[w])
        if state.slots[w]:
            likely[at] = state.slot_topic[held][state.slot_count[held].argmax()]
    state.z[tokens] = likely[number]
