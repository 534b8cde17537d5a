"""Where a chain starts: the counts of given topics, and tables for their tokens."""

from __future__ import annotations

from hyperdigest.topics.compiling import kernel
from hyperdigest.topics.gibbs import add_to_topic, arrive, enter_sentence, leave_sentence
from hyperdigest.topics.measures import draw_sticks, enter_document, leave_document
from hyperdigest.topics.state import State


@kernel
def count(s: State, zeta: float) -> None:
    """Add the tokens, with the topics that z gives them, to counts that do not hold them yet.

    Each sentence puts the tokens of a topic at one table, each document its tables at one.
    """
    for j in range(len(s.document) - 1):
        first = s.sentence[s.document[j]]
        for i in range(s.document[j], s.document[j + 1]):
            for token in range(s.sentence[i], s.sentence[i + 1]):
                k = s.z[token]
                s.size[0] = max(s.size[0], k + 1)
                add_to_topic(s, s.term[token], k, zeta)
                arrive(s, k)
            for e in range(s.size[1]):
                k = s.present[e]
                if s.m_j[k] == 0:
                    s.table_topic[first + s.tabled[j]] = k
                    s.tabled[j] += 1
                    s.m_k[k] += 1
                s.m_j[k] += 1
                s.n_i[k] = 0
            s.size[1] = 0
        for e in range(first, first + s.tabled[j]):
            k = s.table_topic[e]
            s.table_count[e] = s.m_j[k]
            s.m_j[k] = 0


@kernel
def seat(s: State, alpha: float, beta: float, gamma: float) -> None:
    """Draw all sticks and tables given the topics."""
    draw_sticks(s, gamma)
    for j in range(len(s.document) - 1):
        enter_document(s, j, alpha, beta)
        for i in range(s.document[j], s.document[j + 1]):
            enter_sentence(s, i)
            leave_sentence(s, j)
        leave_document(s, j, beta)
