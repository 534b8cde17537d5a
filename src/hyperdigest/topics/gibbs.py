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

import numpy as np

from hyperdigest.topics.compiling import inlined, kernel
from hyperdigest.topics.draws import tables, uniform
from hyperdigest.topics.measures import (
    close_topic,
    draw_sticks,
    enter_document,
    leave_document,
    open_topic,
)
from hyperdigest.topics.prior import FLOOR
from hyperdigest.topics.state import State

LARGE = 1e250
"""Products are turned into sums of logarithms where they pass it."""

NEW = np.uint32(2**32 - 1)
"""The topic of a token that is to open one."""


@kernel
def sweep(s: State, alpha: float, beta: float, gamma: float, zeta: float) -> float:
    """Section (topicSection). One Gibbs sweep over topics, tables and sticks; `zeta` per term.

    Returns log p(z | pi), less the part that the sentences' lengths fix.
    """
    draw_sticks(s, gamma)
    joint = 0.0
    for j in range(len(s.document) - 1):
        enter_document(s, j, alpha, beta)
        for i in range(s.document[j], s.document[j + 1]):
            enter_sentence(s, i)
            for token in range(s.sentence[i], s.sentence[i + 1]):
                topic = draw_topic(s, token, zeta)
                if topic != s.z[token]:
                    forget(s, token, zeta)
                    if topic == NEW:
                        topic = open_topic(s, beta, gamma)
                    assign(s, token, topic, zeta)
            joint += leave_sentence(s, j)
        leave_document(s, j, beta)
    while s.n_k[s.size[0] - 1] == 0:
        s.size[0] -= 1
    return joint


@inlined
def enter_sentence(s: State, i: int) -> None:
    """Count the topics of sentence i."""
    for token in range(s.sentence[i], s.sentence[i + 1]):
        arrive(s, s.z[token])
    for e in range(s.size[1]):
        weigh(s, s.present[e])


@inlined
def arrive(s: State, k: np.uint32) -> None:
    """Count a token of topic k in the sentence at hand."""
    if s.n_i[k] == 0:
        s.place[k] = s.size[1]
        s.present[s.size[1]] = k
        s.size[1] += 1
    s.n_i[k] += 1


@inlined
def weigh(s: State, k: np.uint32) -> None:
    """Bring q_k up to date."""
    q = (s.n_i[k] + s.base[k]) * s.inverse[k]
    s.rest[2] += q - s.q[k]
    s.q[k] = q


@inlined
def draw_topic(s: State, token: int, zeta: float) -> np.uint32:
    """Draw the topic of a token given all others; NEW for a new one. Changes no count.

    While it is drawn q is what it is without the token; a topic of this token alone is new.
    """
    k = s.z[token]
    others = s.n_k[k] - 1
    q, total, new = s.q[k], s.rest[2], s.rest[1]
    if others == 0:
        new += s.base[k]
        s.q[k] = 0.0
    else:
        s.q[k] = (s.n_i[k] - 1 + s.base[k]) / (others + len(s.slots) * zeta)
    s.rest[2] = total - q + s.q[k]
    topic = draw_by_term(s, s.term[token], k, zeta, max(new / len(s.slots), FLOOR))
    s.q[k], s.rest[2] = q, total
    return topic


@inlined
def forget(s: State, token: int, zeta: float) -> None:
    """Take a token out of all counts; a topic it leaves empty gives its sticks back at once."""
    k, w = s.z[token], s.term[token]
    e = slot_of(s, w, k)
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
def slot_of(s: State, w: np.uint32, k: np.uint32) -> np.uint64:
    """The slot in which term w counts topic k, or its first free one."""
    end = s.slot[w] + s.slots[w]
    for e in range(s.slot[w], end):
        if s.slot_topic[e] == k:
            return np.uint64(e)
    return np.uint64(end)


@inlined
def draw_by_term(s: State, w: np.uint32, own: np.uint32, zeta: float, new: float) -> np.uint32:
    """Draw a topic with weight (n_kw + zeta) * q_k; `own` counts one token of term w too many."""
    first, end = s.slot[w], s.slot[w] + s.slots[w]
    kept = shared = 0.0
    for e in range(first, end):
        k = s.slot_topic[e]
        mine = k == own
        weight = (s.slot_count[e] - mine) * s.q[k]
        shared += weight
        kept = weight if mine else kept
    smooth = zeta * s.rest[2]
    x = uniform(s.rng) * (shared + smooth + new)
    if x < kept:
        return own
    below = kept
    if x < shared:
        for e in range(first, end):
            k = s.slot_topic[e]
            if k != own:
                below += s.slot_count[e] * s.q[k]
                if x < below:
                    return np.uint32(k)
    return draw_by_q(s) if x < shared + smooth else NEW


@inlined
def draw_by_q(s: State) -> np.uint32:
    """Draw a topic with weight q, the sentence's own, which have most of it, first."""
    x = uniform(s.rng) * s.rest[2]
    below = 0.0
    for e in range(s.size[1]):
        below += s.q[s.present[e]]
        if x < below:
            return np.uint32(s.present[e])
    last = np.uint32(s.present[0])
    for k in range(s.size[0]):
        if s.n_k[k] > 0 and s.n_i[k] == 0:
            below += s.q[k]
            last = np.uint32(k)
            if x < below:
                break
    return last


@inlined
def assign(s: State, token: int, k: np.uint32, zeta: float) -> None:
    """Put a token into topic k and all counts."""
    add_to_topic(s, s.term[token], k, zeta)
    s.z[token] = k
    arrive(s, k)
    weigh(s, k)


@inlined
def add_to_topic(s: State, w: np.uint32, k: np.uint32, zeta: float) -> None:
    """Count a token of term w in topic k."""
    e = slot_of(s, w, k)
    if e == s.slot[w] + s.slots[w]:
        s.slots[w] += 1
        s.slot_topic[e] = k
        s.slot_count[e] = 0
    s.slot_count[e] += 1
    s.n_k[k] += 1
    s.inverse[k] = 1.0 / (s.n_k[k] + len(s.slots) * zeta)


@inlined
def leave_sentence(s: State, j: int) -> float:
    """Seat the sentence's tokens at tables; returns its part of log p(z | pi)."""
    joint = 0.0
    first = s.sentence[s.document[j]]
    for e in range(s.size[1]):
        k = s.present[e]
        joint += log_rising(s.base[k], s.n_i[k])
        if s.m_j[k] == 0:
            s.table_topic[first + s.tabled[j]] = k
            s.tabled[j] += 1
        s.m_j[k] += tables(s.rng, s.n_i[k], s.base[k])
        s.n_i[k] = 0
        weigh(s, k)
    s.size[1] = 0
    return joint


@inlined
def log_rising(a: float, n: int) -> float:
    """The log of a (a + 1) ... (a + n - 1), with few logarithms."""
    total, product = math.log(a), 1.0
    for i in range(1, n):
        product *= a + i
        if product > LARGE:
            total += math.log(product)
            product = 1.0
    return total + math.log(product)


@kernel
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
