"""The sampler of the three-layer HDP: arrays in, arrays changed in place.

Direct assignment (Teh, Jordan, Beal & Blei 2006, section 5.3) with one layer more. A token of term
w in sentence i of document j takes topic k with weight (n_kw + zeta') * q_k, where
q_k = (n_ik + alpha * pi_jk) / (n_k + V * zeta'), or a new one with weight alpha * pi_ju / V. The
first weight is summed over the topics of the term's other tokens only; the zeta' part needs just
the running sum of q.

The document measure pi_j is drawn from the document's tables on entering it and dropped on
leaving: between visits it is integrated out, so a topic opened elsewhere needs no stick here.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.topics.compiling import inlined, kernel
from hyperdigest.topics.draws import Generator, log_beta, log_gamma, tables, uniform

FLOOR = 1e-300

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


class State(NamedTuple):
    """A corpus of T tokens, N sentences, D documents, V terms, and where its chain stands.

    Arrays over topics have room for T; topic k is in use where n_k[k] > 0, below size[0].
    """

    rng: Generator
    term: Ints  # (T,) by document, then sentence
    sentence: Ints  # (N + 1,) first token of each sentence
    document: Ints  # (D + 1,) first sentence of each document
    slot: Ints  # (V + 1,) first slot of each term: as many as it has tokens
    rising: Floats  # (most tokens of a term + 1,) log of zeta' (zeta' + 1) ... (zeta' + n - 1)
    z: Ints  # (T,) topic of each token, -1 before the first sweep
    slot_topic: Ints  # (T,) topics of a term, without gaps
    slot_count: Ints  # (T,) n_kw
    slots: Ints  # (V,) topics of each term
    n_k: Ints  # tokens of each topic
    inverse: Floats  # 1 / (n_k + V zeta')
    stick: Floats  # b0_k, drawn at the beginning of a sweep
    base: Floats  # alpha * pi_jk of the document at hand
    q: Floats  # (n_ik + alpha * pi_jk) * inverse
    n_i: Ints  # tokens of the sentence at hand
    present: Ints  # the topics of the sentence at hand, without gaps
    place: Ints  # where each of them stands in `present`
    m_j: Ints  # tables of the document at hand
    m_k: Ints  # tables the documents visited in this sweep take at the corpus
    table_topic: Ints  # (T,) topics with tables, by document, from its first token
    table_count: Ints  # (T,) m_jk, tables of its sentences
    tabled: Ints  # (D,) topics with tables of each document
    size: Ints  # (2,) topics' arrays in use; topics present in the sentence at hand
    rest: Floats  # (3,) b0_u; alpha * pi_ju; the sum of q


@kernel
def sweep(s: State, alpha: float, beta: float, gamma: float, zeta: float) -> float:
    """Section (topicSection). One Gibbs sweep over topics, tables and sticks; `zeta` per term.

    Returns the joint log-likelihood log p(w | z) + log p(z | pi), less the part of log p(z | pi)
    that the sentences' lengths fix.
    """
    draw_sticks(s, gamma)
    joint = 0.0
    for j in range(len(s.document) - 1):
        enter_document(s, j, alpha, beta)
        for i in range(s.document[j], s.document[j + 1]):
            enter_sentence(s, i)
            for token in range(s.sentence[i], s.sentence[i + 1]):
                if s.z[token] >= 0:
                    forget(s, token, zeta)
                topic = draw_topic(s, s.term[token], zeta)
                if topic < 0:
                    topic = open_topic(s, beta, gamma)
                assign(s, token, topic, zeta)
            joint += leave_sentence(s, j)
        leave_document(s, j, beta)
    while s.n_k[s.size[0] - 1] == 0:
        s.size[0] -= 1
    return joint + log_terms(s, zeta)


@inlined
def draw_sticks(s: State, gamma: float) -> None:
    """Draw b0 ~ Dir(m_k, gamma), and count m_k anew."""
    rest = log_gamma(s.rng, gamma)
    most = rest
    for k in range(s.size[0]):
        if s.n_k[k] > 0:
            s.stick[k] = log_gamma(s.rng, float(s.m_k[k]))
            most = max(most, s.stick[k])
    total = math.exp(rest - most)
    for k in range(s.size[0]):
        if s.n_k[k] > 0:
            s.stick[k] = math.exp(s.stick[k] - most)
            total += s.stick[k]
    s.rest[0] = math.exp(rest - most) / total
    for k in range(s.size[0]):
        s.stick[k] /= total
        s.m_k[k] = 0


@inlined
def enter_document(s: State, j: int, alpha: float, beta: float) -> None:
    """Draw pi_j ~ Dir(m_j + beta * b0) and weigh the topics by it."""
    first = s.sentence[s.document[j]]
    for e in range(first, first + s.tabled[j]):
        s.m_j[s.table_topic[e]] = s.table_count[e]
    s.tabled[j] = 0
    rest = log_gamma(s.rng, beta * s.rest[0])
    most = rest
    for k in range(s.size[0]):
        if s.n_k[k] > 0:
            s.base[k] = log_gamma(s.rng, beta * s.stick[k] + s.m_j[k])
            most = max(most, s.base[k])
        s.m_j[k] = 0
    total = math.exp(rest - most)
    for k in range(s.size[0]):
        s.base[k] = math.exp(s.base[k] - most) if s.n_k[k] > 0 else 0.0
        total += s.base[k]
    s.rest[1] = alpha * math.exp(rest - most) / total
    for k in range(s.size[0]):
        if s.n_k[k] > 0:
            s.base[k] = max(alpha * s.base[k] / total, FLOOR)
        s.q[k] = s.base[k] * s.inverse[k]
    sum_q(s)


@inlined
def sum_q(s: State) -> None:
    """Sum q afresh, free of what running sums gather in rounding."""
    total = 0.0
    for k in range(s.size[0]):
        total += s.q[k]
    s.rest[2] = total


@inlined
def enter_sentence(s: State, i: int) -> None:
    """Count the topics of sentence i."""
    for token in range(s.sentence[i], s.sentence[i + 1]):
        if s.z[token] >= 0:
            arrive(s, s.z[token])
    for e in range(s.size[1]):
        weigh(s, s.present[e])


@inlined
def arrive(s: State, k: int) -> None:
    """Count a token of topic k in the sentence at hand."""
    if s.n_i[k] == 0:
        s.place[k] = s.size[1]
        s.present[s.size[1]] = k
        s.size[1] += 1
    s.n_i[k] += 1


@inlined
def weigh(s: State, k: int) -> None:
    """Bring q_k up to date."""
    q = (s.n_i[k] + s.base[k]) * s.inverse[k]
    s.rest[2] += q - s.q[k]
    s.q[k] = q


@inlined
def forget(s: State, token: int, zeta: float) -> None:
    """Take a token out of all counts; a topic it leaves empty gives its sticks back at once."""
    k, w = s.z[token], s.term[token]
    e = s.slot[w]
    while s.slot_topic[e] != k:
        e += 1
    s.slot_count[e] -= 1
    if s.slot_count[e] == 0:
        s.slots[w] -= 1
        last = s.slot[w] + s.slots[w]
        s.slot_topic[e] = s.slot_topic[last]
        s.slot_count[e] = s.slot_count[last]
    s.n_i[k] -= 1
    if s.n_i[k] == 0:
        s.size[1] -= 1
        moved = s.present[s.size[1]]
        s.present[s.place[k]] = moved
        s.place[moved] = s.place[k]
    s.n_k[k] -= 1
    if s.n_k[k] == 0:
        close_topic(s, k)
    else:
        s.inverse[k] = 1.0 / (s.n_k[k] + len(s.slots) * zeta)
        weigh(s, k)


@inlined
def close_topic(s: State, k: int) -> None:
    """Return the sticks of topic k to what is left of the corpus and the document measure."""
    s.rest[0] += s.stick[k]
    s.rest[1] += s.base[k]
    s.stick[k] = s.base[k] = s.q[k] = 0.0
    sum_q(s)


@inlined
def draw_topic(s: State, w: int, zeta: float) -> int:
    """Draw the topic of a token of term w given all others; -1 for a new one."""
    first, end = s.slot[w], s.slot[w] + s.slots[w]
    shared = 0.0
    for e in range(first, end):
        shared += s.slot_count[e] * s.q[s.slot_topic[e]]
    smooth = zeta * s.rest[2]
    new = max(s.rest[1] / len(s.slots), FLOOR)
    x = uniform(s.rng) * (shared + smooth + new)
    if x < shared:
        below = 0.0
        for e in range(first, end):
            below += s.slot_count[e] * s.q[s.slot_topic[e]]
            if x < below:
                return int(s.slot_topic[e])
    if x < shared + smooth:
        return draw_by_q(s)
    return -1


@inlined
def draw_by_q(s: State) -> int:
    """Draw a topic with weight q, the sentence's own, which have most of it, first."""
    x = uniform(s.rng) * s.rest[2]
    below = 0.0
    for e in range(s.size[1]):
        below += s.q[s.present[e]]
        if x < below:
            return int(s.present[e])
    last = -1
    for k in range(s.size[0]):
        if s.n_k[k] > 0 and s.n_i[k] == 0:
            below += s.q[k]
            last = k
            if x < below:
                break
    return last if last >= 0 else int(s.present[0])


@inlined
def open_topic(s: State, beta: float, gamma: float) -> int:
    """Break a topic off what is left of both measures.

    The corpus stick is Beta(1, gamma) of the rest. Of the document's rest the topic takes
    Beta(beta * b0_k + 1, beta * b0_u): it was found by a draw from the document measure, and the
    one more is that draw.
    """
    k = 0
    while s.n_k[k] > 0:
        k += 1
    s.size[0] = max(s.size[0], k + 1)
    left = math.log(uniform(s.rng)) / gamma
    s.stick[k] = max(-math.expm1(left) * s.rest[0], FLOOR)
    s.rest[0] *= math.exp(left)
    taken, left = log_beta(s.rng, beta * s.stick[k] + 1.0, beta * s.rest[0])
    s.base[k] = max(math.exp(taken) * s.rest[1], FLOOR)
    s.rest[1] *= math.exp(left)
    s.m_k[k] = 0
    return k


@inlined
def assign(s: State, token: int, k: int, zeta: float) -> None:
    """Put a token into topic k and all counts."""
    w = s.term[token]
    e, end = s.slot[w], s.slot[w] + s.slots[w]
    while e < end and s.slot_topic[e] != k:
        e += 1
    if e == end:
        s.slots[w] += 1
        s.slot_topic[e] = k
        s.slot_count[e] = 0
    s.slot_count[e] += 1
    s.z[token] = k
    s.n_k[k] += 1
    s.inverse[k] = 1.0 / (s.n_k[k] + len(s.slots) * zeta)
    arrive(s, k)
    weigh(s, k)


@inlined
def leave_sentence(s: State, j: int) -> float:
    """Seat the sentence's tokens at tables; returns its part of log p(z | pi)."""
    joint = 0.0
    first = s.sentence[s.document[j]]
    for e in range(s.size[1]):
        k = s.present[e]
        for seated in range(s.n_i[k]):
            joint += math.log(s.base[k] + seated)
        if s.m_j[k] == 0:
            s.table_topic[first + s.tabled[j]] = k
            s.tabled[j] += 1
        s.m_j[k] += tables(s.rng, s.n_i[k], s.base[k])
        s.n_i[k] = 0
        weigh(s, k)
    s.size[1] = 0
    return joint


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
def log_terms(s: State, zeta: float) -> float:
    """Return log p(w | z), the topics' term distributions integrated out."""
    joint = 0.0
    for w in range(len(s.slots)):
        for e in range(s.slot[w], s.slot[w] + s.slots[w]):
            joint += s.rising[s.slot_count[e]]
    mass = len(s.slots) * zeta
    for k in range(s.size[0]):
        if s.n_k[k] > 0:
            joint += math.lgamma(mass) - math.lgamma(mass + s.n_k[k])
    return joint
