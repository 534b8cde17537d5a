"""The measures of the corpus and of its documents, as sticks: drawn, broken, given back.

G0 has a stick b0_k for every topic and b0_u for all topics yet to be seen; G_j likewise pi_jk and
pi_ju. The sticks are drawn from the tables at which the layer below sits.
"""

from __future__ import annotations

import math

import numpy as np

from hyperdigest.topics.compiling import inlined
from hyperdigest.topics.draws import gamma, log_beta, tables, uniform
from hyperdigest.topics.prior import FLOOR
from hyperdigest.topics.state import State


@inlined
def draw_sticks(s: State, concentration: float) -> None:
    """Draw b0 ~ Dir(m_k, gamma), and count m_k anew."""
    s.rest[0] = total = gamma(s.rng, concentration)
    for k in range(s.size[0]):
        s.stick[k] = gamma(s.rng, float(s.m_k[k])) if s.n_k[k] > 0 else 0.0
        s.m_k[k] = s.m_kept[k]
        total += s.stick[k]
    s.rest[0] /= total
    for k in range(s.size[0]):
        s.stick[k] /= total


@inlined
def enter_document(s: State, j: int, alpha: float, beta: float) -> None:
    """Draw pi_j ~ Dir(m_j + beta * b0) and weigh the topics by it."""
    first = s.sentence[s.document[j]]
    for e in range(first, first + s.tabled[j]):
        s.m_j[s.table_topic[e]] = s.table_count[e]
    s.tabled[j] = 0
    s.rest[1] = total = gamma(s.rng, beta * s.rest[0])
    for k in range(s.size[0]):
        s.base[k] = gamma(s.rng, beta * s.stick[k] + s.m_j[k]) if s.n_k[k] > 0 else 0.0
        s.m_j[k] = 0
        total += s.base[k]
    scale = alpha / total
    s.rest[1] *= scale
    for k in range(s.size[0]):
        if s.n_k[k] > 0:
            s.base[k] = max(s.base[k] * scale, FLOOR)
        s.q[k] = s.base[k] * s.inverse[k]
    sum_q(s)


@inlined
def open_topic(s: State, beta: float, corpus: float) -> np.uint32:
    """Eq. (eqnStickBreak). Break a topic off what is left of both measures.

    The corpus stick is Beta(1, gamma) of the rest. Of the document's rest the topic takes
    Beta(beta * b0_k + 1, beta * b0_u): it was found by a draw from the document measure, and the
    one more is that draw.
    """
    k = 0
    while s.n_k[k] > 0:
        k += 1
    s.size[0] = max(s.size[0], k + 1)
    left = math.log(uniform(s.rng)) / corpus
    s.stick[k] = max(-math.expm1(left) * s.rest[0], FLOOR)
    s.rest[0] *= math.exp(left)
    taken, left = log_beta(s.rng, beta * s.stick[k] + 1.0, beta * s.rest[0])
    s.base[k] = max(math.exp(taken) * s.rest[1], FLOOR)
    s.rest[1] *= math.exp(left)
    s.m_k[k] = 0
    return np.uint32(k)


@inlined
def close_topic(s: State, k: int) -> None:
    """Return the sticks of topic k to what is left of the corpus and the document measure."""
    s.rest[0] += s.stick[k]
    s.rest[1] += s.base[k]
    s.stick[k] = s.base[k] = s.q[k] = 0.0
    sum_q(s)


@inlined
def leave_document(s: State, j: int, beta: float) -> None:
    """Keep the document's tables, and seat them in turn at tables of the corpus."""
    first = s.sentence[s.document[j]]
    for e in range(first, first + s.tabled[j]):
        k = s.table_topic[e]
        s.table_count[e] = s.m_j[k]
        s.m_k[k] += tables(s.rng, s.m_j[k], beta * s.stick[k])
        s.m_j[k] = 0


@inlined
def sum_q(s: State) -> None:
    """Sum q afresh, free of what running sums gather in rounding."""
    total = 0.0
    for k in range(s.size[0]):
        total += s.q[k]
    s.rest[2] = total
