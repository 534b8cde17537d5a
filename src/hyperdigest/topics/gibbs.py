"""The Gibbs sampler of the three-layer HDP, on arrays that it changes in place.

Direct assignment (Teh, Jordan, Beal & Blei 2006, section 5.3) with one more layer. A token of term
w in sentence i of document j gets topic k with weight (n_kw + zeta') * q_k, where
q_k = (n_ik + alpha * pi_jk) / (n_k + V * zeta'), or a new one with weight alpha * pi_ju / V. The
part with n_kw is summed only over the topics of the term's other tokens; the part with zeta' needs
only the running sum of q.

The measures are represented by sticks: the corpus measure G0 has a stick b0_k for every topic and
b0_u for all topics not yet seen, the document measure G_j similarly pi_jk and pi_ju. They are drawn
given the tables of the layer below: b0 at the beginning of a sweep, pi_j on entering document j. On
leaving it pi_j is dropped: between visits it is integrated out, so that a topic opened in another
document needs no stick here.

In this order: a sweep, and the first topics of new tokens; the steps of both for a document, a
sentence, a token and a topic; the likelihood; the counts of given topics, and the smallest number
of tables; the concentrations.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from hyperdigest.topics.compiling import inlined, kernel
from hyperdigest.topics.data import FLOOR
from hyperdigest.topics.random import Generator, gamma, log_beta, log_gamma, tables, uniform
from hyperdigest.topics.state import (
    NEW,
    PRESENT,
    SUM_OF_Q,
    TOPICS,
    UNSEEN_IN_CORPUS,
    UNSEEN_IN_DOCUMENT,
    State,
)


@kernel
def sweep(s: State, alpha: float, beta: float, gamma: float, zeta: float) -> float:
    """Section (topicSection). One Gibbs sweep over topics, tables and sticks; `zeta` per term.

    Returns log p(z | pi) without the constant part that depends on the lengths of sentences.
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
                    remove_token(s, token, zeta)
                    if topic == NEW:
                        topic = open_topic(s, beta, gamma)
                    assign(s, token, topic, zeta)
            joint += leave_sentence(s, j)
        leave_document(s, j, beta)
    while s.n_k[s.size[TOPICS] - 1] == 0:
        s.size[TOPICS] -= 1
    return joint


@kernel
def seat(s: State, alpha: float, beta: float, gamma: float, zeta: float) -> None:
    """Draw topics for all tokens of an empty state, one after the other, each given those before.

    There may be counts of tokens that are not in the corpus.
    """
    draw_sticks(s, gamma)
    for j in range(len(s.document) - 1):
        enter_document(s, j, alpha, beta)
        for i in range(s.document[j], s.document[j + 1]):
            for token in range(s.sentence[i], s.sentence[i + 1]):
                new = max(s.mass[UNSEEN_IN_DOCUMENT] / len(s.slots), FLOOR)
                topic = draw_by_term(s, s.term[token], NEW, zeta, new)
                if topic == NEW:
                    topic = open_topic(s, beta, gamma)
                assign(s, token, topic, zeta)
            leave_sentence(s, j)
        leave_document(s, j, beta)


@inlined
def draw_sticks(s: State, concentration: float) -> None:
    """Draw b0 ~ Dir(m_k, gamma), and reset m_k to the tables of documents not visited."""
    s.mass[UNSEEN_IN_CORPUS] = total = gamma(s.rng, concentration)
    for k in range(s.size[TOPICS]):
        s.stick[k] = gamma(s.rng, float(s.m_k[k])) if s.n_k[k] > 0 else 0.0
        s.m_k[k] = s.m_fixed[k]
        total += s.stick[k]
    s.mass[UNSEEN_IN_CORPUS] /= total
    for k in range(s.size[TOPICS]):
        s.stick[k] /= total


@inlined
def enter_document(s: State, j: int, alpha: float, beta: float) -> None:
    """Draw pi_j ~ Dir(m_j + beta * b0), and compute the weights q from it."""
    first = s.sentence[s.document[j]]
    for e in range(first, first + s.tabled[j]):
        s.m_j[s.table_topic[e]] = s.table_count[e]
    s.tabled[j] = 0
    s.mass[UNSEEN_IN_DOCUMENT] = total = gamma(s.rng, beta * s.mass[UNSEEN_IN_CORPUS])
    for k in range(s.size[TOPICS]):
        s.base[k] = gamma(s.rng, beta * s.stick[k] + s.m_j[k]) if s.n_k[k] > 0 else 0.0
        s.m_j[k] = 0
        total += s.base[k]
    scale = alpha / total
    s.mass[UNSEEN_IN_DOCUMENT] *= scale
    for k in range(s.size[TOPICS]):
        if s.n_k[k] > 0:
            s.base[k] = max(s.base[k] * scale, FLOOR)
        s.q[k] = s.base[k] * s.inverse[k]
    sum_q(s)


@inlined
def leave_document(s: State, j: int, beta: float) -> None:
    """Store the tables of the document, and draw how many tables they occupy at the corpus."""
    first = s.sentence[s.document[j]]
    for e in range(first, first + s.tabled[j]):
        k = s.table_topic[e]
        s.table_count[e] = s.m_j[k]
        s.m_k[k] += tables(s.rng, s.m_j[k], beta * s.stick[k])
        s.m_j[k] = 0


@inlined
def enter_sentence(s: State, i: int) -> None:
    """Count the topics of sentence i, and update their weights."""
    for token in range(s.sentence[i], s.sentence[i + 1]):
        add_token(s, s.z[token])
    for e in range(s.size[PRESENT]):
        update_weight(s, s.present[e])


@inlined
def leave_sentence(s: State, j: int) -> float:
    """Draw the tables of the sentence's tokens; returns the sentence's part of log p(z | pi)."""
    joint = 0.0
    for e in range(s.size[PRESENT]):
        k = s.present[e]
        joint += log_rising(s.base[k], s.n_i[k])
        add_tables(s, j, k, tables(s.rng, s.n_i[k], s.base[k]))
        s.n_i[k] = 0
        update_weight(s, k)
    s.size[PRESENT] = 0
    return joint


@inlined
def add_tables(s: State, j: int, k: np.uint32, n: int) -> None:
    """Add n tables of topic k to the current document j."""
    if s.m_j[k] == 0:
        s.table_topic[s.sentence[s.document[j]] + s.tabled[j]] = k
        s.tabled[j] += 1
    s.m_j[k] += n


@inlined
def log_rising(a: float, n: int) -> float:
    """The log of a (a + 1) ... (a + n - 1), with one logarithm for many factors."""
    total, product = math.log(a), 1.0
    for i in range(1, n):
        product *= a + i
        if product > 1e250:
            total += math.log(product)
            product = 1.0
    return total + math.log(product)


@inlined
def draw_topic(s: State, token: int, zeta: float) -> np.uint32:
    """Draw the topic of a token given all others; NEW for a new one. Counts do not change.

    Meanwhile q is that without the token. A topic that has only this token counts as new.
    """
    k = s.z[token]
    others = s.n_k[k] - 1
    q, total, new = s.q[k], s.mass[SUM_OF_Q], s.mass[UNSEEN_IN_DOCUMENT]
    if others == 0:
        new += s.base[k]
        s.q[k] = 0.0
    else:
        s.q[k] = (s.n_i[k] - 1 + s.base[k]) / (others + len(s.slots) * zeta)
    s.mass[SUM_OF_Q] = total - q + s.q[k]
    topic = draw_by_term(s, s.term[token], k, zeta, max(new / len(s.slots), FLOOR))
    s.q[k], s.mass[SUM_OF_Q] = q, total
    return topic


@inlined
def draw_by_term(s: State, w: np.uint32, own: np.uint32, zeta: float, new: float) -> np.uint32:
    """Draw a topic with weight (n_kw + zeta) * q_k; n_kw of `own` is without one token.

    `own` is NEW for a token without a topic.
    """
    first, end = s.slot[w], s.slot[w] + s.slots[w]
    own_weight = shared = 0.0
    for e in range(first, end):
        k = s.slot_topic[e]
        is_own = k == own
        weight = (s.slot_count[e] - is_own) * s.q[k]
        shared += weight
        own_weight = weight if is_own else own_weight
    smooth = zeta * s.mass[SUM_OF_Q]
    x = uniform(s.rng) * (shared + smooth + new)
    if x < own_weight:
        return own
    below = own_weight
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
    """Draw a topic with weight q; the topics of the sentence, which have most of it, come first."""
    x = uniform(s.rng) * s.mass[SUM_OF_Q]
    below = 0.0
    for e in range(s.size[PRESENT]):
        below += s.q[s.present[e]]
        if x < below:
            return np.uint32(s.present[e])
    last = np.uint32(s.present[0])
    for k in range(s.size[TOPICS]):
        if s.n_k[k] > 0 and s.n_i[k] == 0:
            below += s.q[k]
            last = np.uint32(k)
            if x < below:
                break
    return last


@inlined
def assign(s: State, token: int, k: np.uint32, zeta: float) -> None:
    """Assign a token to topic k, and add it to all counts."""
    add_to_topic(s, s.term[token], k)
    s.inverse[k] = 1.0 / (s.n_k[k] + len(s.slots) * zeta)
    s.z[token] = k
    add_token(s, k)
    update_weight(s, k)


@inlined
def remove_token(s: State, token: int, zeta: float) -> None:
    """Remove a token from all counts; a topic that becomes empty is closed."""
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
        s.size[PRESENT] -= 1
        moved = s.present[s.size[PRESENT]]
        s.present[s.place[k]] = moved
        s.place[moved] = s.place[k]
    s.n_k[k] -= 1
    if s.n_k[k] == 0:
        close_topic(s, k)
    else:
        s.inverse[k] = 1.0 / (s.n_k[k] + len(s.slots) * zeta)
        update_weight(s, k)


@inlined
def add_to_topic(s: State, w: np.uint32, k: np.uint32) -> None:
    """Count a token of term w in topic k."""
    e = slot_of(s, w, k)
    if e == s.slot[w] + s.slots[w]:
        s.slots[w] += 1
        s.slot_topic[e] = k
        s.slot_count[e] = 0
    s.slot_count[e] += 1
    s.n_k[k] += 1


@inlined
def add_token(s: State, k: np.uint32) -> None:
    """Count a token of topic k in the current sentence."""
    if s.n_i[k] == 0:
        s.place[k] = s.size[PRESENT]
        s.present[s.size[PRESENT]] = k
        s.size[PRESENT] += 1
    s.n_i[k] += 1


@inlined
def update_weight(s: State, k: np.uint32) -> None:
    """Update q_k and the sum of q."""
    q = (s.n_i[k] + s.base[k]) * s.inverse[k]
    s.mass[SUM_OF_Q] += q - s.q[k]
    s.q[k] = q


@inlined
def slot_of(s: State, w: np.uint32, k: np.uint32) -> np.uint64:
    """The slot of term w for topic k, or its first free slot."""
    end = s.slot[w] + s.slots[w]
    for e in range(s.slot[w], end):
        if s.slot_topic[e] == k:
            return np.uint64(e)
    return np.uint64(end)


@inlined
def open_topic(s: State, beta: float, corpus: float) -> np.uint32:
    """Eq. (eqnStickBreak). Open a topic: break its sticks off the rest of both measures.

    The corpus stick is Beta(1, gamma) of the rest. The document stick is
    Beta(beta * b0_k + 1, beta * b0_u) of the rest: the topic was found by a draw from the document
    measure, which adds the 1.
    """
    k = 0
    while s.n_k[k] > 0:
        k += 1
    s.size[TOPICS] = max(s.size[TOPICS], k + 1)
    log_rest = math.log(uniform(s.rng)) / corpus
    s.stick[k] = max(-math.expm1(log_rest) * s.mass[UNSEEN_IN_CORPUS], FLOOR)
    s.mass[UNSEEN_IN_CORPUS] *= math.exp(log_rest)
    log_stick, log_rest = log_beta(s.rng, beta * s.stick[k] + 1.0, beta * s.mass[UNSEEN_IN_CORPUS])
    s.base[k] = max(math.exp(log_stick) * s.mass[UNSEEN_IN_DOCUMENT], FLOOR)
    s.mass[UNSEEN_IN_DOCUMENT] *= math.exp(log_rest)
    s.m_k[k] = 0
    return np.uint32(k)


@inlined
def close_topic(s: State, k: int) -> None:
    """Close topic k: return its sticks to the rest of the corpus and document measures."""
    s.mass[UNSEEN_IN_CORPUS] += s.stick[k]
    s.mass[UNSEEN_IN_DOCUMENT] += s.base[k]
    s.stick[k] = s.base[k] = s.q[k] = 0.0
    sum_q(s)


@inlined
def sum_q(s: State) -> None:
    """Recompute the sum of q, without the rounding errors of the running sum."""
    total = 0.0
    for k in range(s.size[TOPICS]):
        total += s.q[k]
    s.mass[SUM_OF_Q] = total


@kernel
def log_terms(s: State, zeta: float) -> float:
    """The log-likelihood log p(w | z), with the topics' term distributions integrated out."""
    joint = 0.0
    for w in range(len(s.slots)):
        for e in range(s.slot[w], s.slot[w] + s.slots[w]):
            joint += s.rising[s.slot_count[e]]
    mass = len(s.slots) * zeta
    for k in range(s.size[TOPICS]):
        if s.n_k[k] > 0:
            joint += math.lgamma(mass) - math.lgamma(mass + s.n_k[k])
    return joint


@kernel
def count(s: State, zeta: float) -> None:
    """Add the tokens, with their topics in z, to counts that do not contain them yet.

    In each sentence the tokens of a topic sit at one table, in each document its tables at one.
    """
    for j in range(len(s.document) - 1):
        for i in range(s.document[j], s.document[j + 1]):
            for token in range(s.sentence[i], s.sentence[i + 1]):
                k = s.z[token]
                s.size[TOPICS] = max(s.size[TOPICS], k + 1)
                add_to_topic(s, s.term[token], k)
                add_token(s, k)
            for e in range(s.size[PRESENT]):
                k = s.present[e]
                add_tables(s, j, k, 1)
                s.n_i[k] = 0
            s.size[PRESENT] = 0
        first = s.sentence[s.document[j]]
        for e in range(first, first + s.tabled[j]):
            k = s.table_topic[e]
            s.table_count[e] = s.m_j[k]
            s.m_k[k] += 1
            s.m_j[k] = 0
    for k in range(s.size[TOPICS]):
        s.inverse[k] = 1.0 / (s.n_k[k] + len(s.slots) * zeta)


class Concentrations(NamedTuple):
    """The concentration of each layer.

    If they are resampled, their priors are Gamma(1, 1), Gamma(1, 1) and Gamma(1, 0.1).
    """

    sentence: float  # alpha
    document: float  # beta
    corpus: float  # gamma


def resample(state: State, current: Concentrations) -> Concentrations:
    """Draw every concentration given the tables of its layer (Teh et al. 2006, appendix)."""
    return Concentrations(
        draw_sentence(state, current.sentence, 1.0, 1.0),
        draw_document(state, current.document, 1.0, 1.0),
        draw_corpus(state, current.corpus, 1.0, 0.1),
    )


@kernel
def draw_sentence(s: State, concentration: float, shape: float, rate: float) -> float:
    """Draw alpha: restaurants are sentences, customers tokens."""
    for j in range(len(s.tabled)):
        first = s.sentence[s.document[j]]
        for e in range(first, first + s.tabled[j]):
            shape += s.table_count[e]
        for i in range(s.document[j], s.document[j + 1]):
            added = posterior_terms(s.rng, concentration, s.sentence[i + 1] - s.sentence[i])
            rate += added[0]
            shape += added[1]
    return math.exp(log_gamma(s.rng, shape)) / rate


@kernel
def draw_document(s: State, concentration: float, shape: float, rate: float) -> float:
    """Draw beta: restaurants are documents, customers the tables of their sentences."""
    for k in range(s.size[TOPICS]):
        shape += s.m_k[k]
    for j in range(len(s.tabled)):
        first = s.sentence[s.document[j]]
        customers = 0
        for e in range(first, first + s.tabled[j]):
            customers += s.table_count[e]
        added = posterior_terms(s.rng, concentration, customers)
        rate += added[0]
        shape += added[1]
    return math.exp(log_gamma(s.rng, shape)) / rate


@kernel
def draw_corpus(s: State, concentration: float, shape: float, rate: float) -> float:
    """Draw gamma: the only restaurant is the corpus, customers the tables of its documents."""
    customers = 0
    for k in range(s.size[TOPICS]):
        customers += s.m_k[k]
        if s.m_k[k] > 0:
            shape += 1.0
    added = posterior_terms(s.rng, concentration, customers)
    return math.exp(log_gamma(s.rng, shape + added[1])) / (rate + added[0])


@inlined
def posterior_terms(rng: Generator, concentration: float, customers: int) -> tuple[float, float]:
    """The terms that a restaurant adds to rate and shape of its concentration's gamma posterior.

    With w ~ Beta(c + 1, n) and s ~ Bernoulli(n / (n + c)), these are -log w and -s.
    """
    log_w, _ = log_beta(rng, concentration + 1.0, float(customers))
    s = uniform(rng) * (customers + concentration) < customers
    return -log_w, -1.0 if s else 0.0
