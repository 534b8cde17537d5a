"""The counts and tables of documents whose topics stay, while other documents get theirs.

The tables of a sentence depend only on how many of its tokens have each topic. The tokens of one
topic in one sentence are a run. There are fewer runs than tokens, and only they are kept and
visited, in a `State` that has them in place of tokens.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hyperdigest.base.arrays import Ints
from hyperdigest.topics.compiling import kernel
from hyperdigest.topics.data import TokenColumns, TopicSample
from hyperdigest.topics.gibbs import (
    add_tables,
    count_token,
    draw_sticks,
    enter_document,
    leave_document,
    seat_tables,
)
from hyperdigest.topics.random import tables
from hyperdigest.topics.state import PRESENT, Index, State


class Runs(NamedTuple):
    """The runs of some documents."""

    first: Ints  # (D + 1,) first run of each document
    topic: Index  # the topic of each run
    tokens: Ints  # its number of tokens


def counted_runs(s: State, corpus: TokenColumns, fitted: int, sample: TopicSample) -> Runs:
    """The runs of the first `fitted` documents, whose tokens are added to the counts of a state."""
    tokens = len(sample.assignments)
    runs = Runs(
        np.zeros(fitted + 1, np.int32), np.empty(tokens, np.uint32), np.empty(tokens, np.int32)
    )
    documents = corpus.document[: fitted + 1]
    count_runs(s, *runs, corpus.term, corpus.sentence, documents, corpus.order, sample.assignments)
    last = runs.first[-1]
    return Runs(runs.first, runs.topic[:last], runs.tokens[:last])


def with_runs(s: State, runs: Runs) -> State:
    """The state that visits runs, each as a sentence of one token, with the fewest tables."""
    n = len(runs.topic)
    state = s._replace(
        z=runs.topic,
        sentence=np.arange(n + 1, dtype=np.uint32),
        document=runs.first,
        table_topic=np.zeros(n, np.uint32),
        table_count=np.zeros(n, np.int32),
        tabled=np.zeros(len(runs.first) - 1, np.uint32),
    )
    seat_runs(state)
    return state


@kernel
def count_runs(
    s: State,
    first: Ints,
    topic: Index,
    tokens: Ints,
    term: Index,
    sentence: Index,
    document: Ints,
    order: Ints,
    assignments: Ints,
) -> None:
    """Count the tokens of documents, whose topics are in the caller's order, and fill in runs."""
    run = 0
    for j in range(len(document) - 1):
        for i in range(document[j], document[j + 1]):
            for token in range(sentence[i], sentence[i + 1]):
                count_token(s, term[token], np.uint32(assignments[order[token]]))
            for e in range(s.size[PRESENT]):
                k = s.present[e]
                topic[run] = k
                tokens[run] = s.n_i[k]
                s.n_i[k] = 0
                run += 1
            s.size[PRESENT] = 0
        first[j + 1] = run


@kernel
def seat_runs(s: State) -> None:
    """Give each run one table, and in each document the tables of a topic one at the corpus."""
    for j in range(len(s.document) - 1):
        for run in range(s.document[j], s.document[j + 1]):
            add_tables(s, j, s.z[run], 1)
        seat_tables(s, j)


@kernel
def sample_tables(s: State, tokens: Ints, alpha: float, beta: float, gamma: float) -> None:
    """Draw all sticks and tables given the topics of runs, and their numbers of tokens."""
    draw_sticks(s, gamma)
    for j in range(len(s.document) - 1):
        enter_document(s, j, alpha, beta)
        for run in range(s.document[j], s.document[j + 1]):
            k = s.z[run]
            add_tables(s, j, k, tables(s.rng, tokens[run], s.base[k]))
        leave_document(s, j, beta)
