"""The Gibbs sampler of the three-layer HDP: arrays in, arrays changed in place.

Direct assignment (Teh, Jordan, Beal & Blei 2006, section 5.3) with one layer more. A token of term
w in sentence i of document j takes topic k with weight (n_kw + zeta') * q_k, where
q_k = (n_ik + alpha * pi_jk) / (n_k + V * zeta'), or a new one with weight alpha * pi_ju / V. The
first weight is summed over the topics of the term's other tokens only; the zeta' part needs just
the running sum of q.

The measures are kept as sticks: the corpus measure G0 has a stick b0_k for every topic and b0_u for
all topics yet to be seen, the document measure G_j likewise pi_jk and pi_ju. They are drawn from
the tables at which the layer below sits: b0 at the beginning of a sweep, pi_j on entering document
j. On leaving it pi_j is dropped: between visits it is integrated out, so that a topic opened
elsewhere needs no stick here.

In this order: the state of a chain; a sweep; what it does for a document, a sentence, a token and a
topic; the likelihood; the counts and tables of given topics; the concentrations.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.topics.compiling import inlined, kernel
from hyperdigest.topics.data import FLOOR, Corpus
from hyperdigest.topics.random import Generator, gamma, log_beta, log_gamma, tables, uniform

Index = NDArray[np.uint32]
"""What indexes other arrays; were it signed, each access would be tried for a negative index."""

Ints = NDArray[np.int32]

TOPICS, PRESENT = 0, 1
"""Places in `State.size`: the topics whose arrays are in use, those of the sentence at hand."""

UNSEEN_IN_CORPUS, UNSEEN_IN_DOCUMENT, SUM_OF_Q = 0, 1, 2
"""Places in `State.mass`: b0_u, alpha * pi_ju, and the sum of q."""

LARGE = 1e250
"""Products are turned into sums of logarithms where they pass it."""

NEW = np.uint32(2**32 - 1)
"""The topic of a token that is to open one."""


class State(NamedTuple):
    """A corpus of T tokens, N sentences, D documents, V terms, and where its chain stands.

    Arrays over topics have room for T; topic k is in use where n_k[k] > 0, below size[TOPICS].
    """

    rng: Generator
    term: Index  # (T,) by document, then sentence
    sentence: Index  # (N + 1,) first token of each sentence
    document: Ints  # (D + 1,) first sentence of each document
    slot: Index  # (V + 1,) first slot of each term: as many as it has tokens
    rising: Floats  # (most tokens of a term + 1,) log of zeta' (zeta' + 1) ... (zeta' + n - 1)
    z: Index  # (T,) topic of each token
    slot_topic: Index  # (T,) topics of a term, without gaps
    slot_count: Ints  # (T,) n_kw
    slots: Index  # (V,) topics of each term
    n_k: Ints  # tokens of each topic
    inverse: Floats  # 1 / (n_k + V zeta')
    stick: Floats  # b0_k, drawn at the beginning of a sweep
    base: Floats  # alpha * pi_jk of the document at hand
    q: Floats  # (n_ik + alpha * pi_jk) * inverse
    n_i: Ints  # tokens of the sentence at hand
    present: Index  # the topics of the sentence at hand, without gaps
    place: Index  # where each of them stands in `present`
    m_j: Ints  # tables of the document at hand
    m_k: Ints  # tables the documents visited in this sweep take at the corpus, with m_kept
    m_kept: Ints  # tables there of documents that are not visited
    table_topic: Index  # (T,) topics with tables, by document, from its first token
    table_count: Ints  # (T,) m_jk, tables of its sentences
    tabled: Index  # (D,) topics with tables of each document
    size: Index  # (2,) scalars at TOPICS and PRESENT
    mass: Floats  # (3,) scalars at UNSEEN_IN_CORPUS, UNSEEN_IN_DOCUMENT and SUM_OF_Q


def state_of(corpus: Corpus, term_mass: float, rng: Generator) -> State:
    """A chain that has counted no token yet: all topics are empty."""
    tokens, documents = len(corpus.term), len(corpus.document) - 1
    occurrences = np.bincount(corpus.term, minlength=corpus.n_terms)

    empty: dict[str, Any] = {
        name: np.zeros(size, kind)
        for size, kind, names in (
            (tokens, np.uint32, ("z", "slot_topic", "table_topic")),
            (tokens, np.int32, ("slot_count", "table_count")),
            (tokens + 1, np.float64, ("inverse", "stick", "base", "q")),
            (tokens + 1, np.int32, ("n_k", "n_i", "m_j", "m_k", "m_kept")),
            (tokens + 1, np.uint32, ("present", "place")),
            (corpus.n_terms, np.uint32, ("slots",)),
            (documents, np.uint32, ("tabled",)),
            (2, np.uint32, ("size",)),
            (3, np.float64, ("mass",)),
        )
        for name in names
    }
    return State(
        rng=rng,
        term=corpus.term,
        sentence=corpus.sentence,
        document=corpus.document,
        slot=np.concatenate(([0], occurrences.cumsum())).astype(np.uint32),
        rising=np.concatenate(([0.0], np.log(term_mass + np.arange(occurrences.max())).cumsum())),
        **empty,
    )


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
                    remove_token(s, token, zeta)
                    if topic == NEW:
                        topic = open_topic(s, beta, gamma)
                    assign(s, token, topic, zeta)
            joint += leave_sentence(s, j)
        leave_document(s, j, beta)
    while s.n_k[s.size[TOPICS] - 1] == 0:
        s.size[TOPICS] -= 1
    return joint


@inlined
def draw_sticks(s: State, concentration: float) -> None:
    """Draw b0 ~ Dir(m_k, gamma), and count m_k anew."""
    s.mass[UNSEEN_IN_CORPUS] = total = gamma(s.rng, concentration)
    for k in range(s.size[TOPICS]):
        s.stick[k] = gamma(s.rng, float(s.m_k[k])) if s.n_k[k] > 0 else 0.0
        s.m_k[k] = s.m_kept[k]
        total += s.stick[k]
    s.mass[UNSEEN_IN_CORPUS] /= total
    for k in range(s.size[TOPICS]):
        s.stick[k] /= total


@inlined
def enter_document(s: State, j: int, alpha: float, beta: float) -> None:
    """Draw pi_j ~ Dir(m_j + beta * b0) and weigh the topics by it."""
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
    """Store the document's tables, and draw their tables at the corpus."""
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
    """Draw the tables of the sentence's tokens; returns its part of log p(z | pi)."""
    joint = 0.0
    first = s.sentence[s.document[j]]
    for e in range(s.size[PRESENT]):
        k = s.present[e]
        joint += log_rising(s.base[k], s.n_i[k])
        if s.m_j[k] == 0:
            s.table_topic[first + s.tabled[j]] = k
            s.tabled[j] += 1
        s.m_j[k] += tables(s.rng, s.n_i[k], s.base[k])
        s.n_i[k] = 0
        update_weight(s, k)
    s.size[PRESENT] = 0
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


@inlined
def draw_topic(s: State, token: int, zeta: float) -> np.uint32:
    """Draw the topic of a token given all others; NEW for a new one. Changes no count.

    While it is drawn q is what it is without the token; a topic of this token alone is new.
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
    """Draw a topic with weight (n_kw + zeta) * q_k; `own` counts one token of term w too many."""
    first, end = s.slot[w], s.slot[w] + s.slots[w]
    kept = shared = 0.0
    for e in range(first, end):
        k = s.slot_topic[e]
        mine = k == own
        weight = (s.slot_count[e] - mine) * s.q[k]
        shared += weight
        kept = weight if mine else kept
    smooth = zeta * s.mass[SUM_OF_Q]
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
    """Put a token into topic k and all counts."""
    add_to_topic(s, s.term[token], k, zeta)
    s.z[token] = k
    add_token(s, k)
    update_weight(s, k)


@inlined
def remove_token(s: State, token: int, zeta: float) -> None:
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
def add_token(s: State, k: np.uint32) -> None:
    """Count a token of topic k in the sentence at hand."""
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
    """The slot in which term w counts topic k, or its first free one."""
    end = s.slot[w] + s.slots[w]
    for e in range(s.slot[w], end):
        if s.slot_topic[e] == k:
            return np.uint64(e)
    return np.uint64(end)


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
    s.size[TOPICS] = max(s.size[TOPICS], k + 1)
    left = math.log(uniform(s.rng)) / corpus
    s.stick[k] = max(-math.expm1(left) * s.mass[UNSEEN_IN_CORPUS], FLOOR)
    s.mass[UNSEEN_IN_CORPUS] *= math.exp(left)
    taken, left = log_beta(s.rng, beta * s.stick[k] + 1.0, beta * s.mass[UNSEEN_IN_CORPUS])
    s.base[k] = max(math.exp(taken) * s.mass[UNSEEN_IN_DOCUMENT], FLOOR)
    s.mass[UNSEEN_IN_DOCUMENT] *= math.exp(left)
    s.m_k[k] = 0
    return np.uint32(k)


@inlined
def close_topic(s: State, k: int) -> None:
    """Return the sticks of topic k to what is left of the corpus and the document measure."""
    s.mass[UNSEEN_IN_CORPUS] += s.stick[k]
    s.mass[UNSEEN_IN_DOCUMENT] += s.base[k]
    s.stick[k] = s.base[k] = s.q[k] = 0.0
    sum_q(s)


@inlined
def sum_q(s: State) -> None:
    """Sum q afresh, free of what running sums gather in rounding."""
    total = 0.0
    for k in range(s.size[TOPICS]):
        total += s.q[k]
    s.mass[SUM_OF_Q] = total


@kernel
def log_terms(s: State, zeta: float) -> float:
    """Return log p(w | z), the topics' term distributions integrated out."""
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
    """Add the tokens, with the topics that z gives them, to counts that do not hold them yet.

    Each sentence puts the tokens of a topic at one table, each document its tables at one.
    """
    for j in range(len(s.document) - 1):
        first = s.sentence[s.document[j]]
        for i in range(s.document[j], s.document[j + 1]):
            for token in range(s.sentence[i], s.sentence[i + 1]):
                k = s.z[token]
                s.size[TOPICS] = max(s.size[TOPICS], k + 1)
                add_to_topic(s, s.term[token], k, zeta)
                add_token(s, k)
            for e in range(s.size[PRESENT]):
                k = s.present[e]
                if s.m_j[k] == 0:
                    s.table_topic[first + s.tabled[j]] = k
                    s.tabled[j] += 1
                    s.m_k[k] += 1
                s.m_j[k] += 1
                s.n_i[k] = 0
            s.size[PRESENT] = 0
        for e in range(first, first + s.tabled[j]):
            k = s.table_topic[e]
            s.table_count[e] = s.m_j[k]
            s.m_j[k] = 0


@kernel
def sample_tables(s: State, alpha: float, beta: float, gamma: float) -> None:
    """Draw all sticks and tables given the topics."""
    draw_sticks(s, gamma)
    for j in range(len(s.document) - 1):
        enter_document(s, j, alpha, beta)
        for i in range(s.document[j], s.document[j + 1]):
            enter_sentence(s, i)
            leave_sentence(s, j)
        leave_document(s, j, beta)


class Concentrations(NamedTuple):
    """Of each layer; their priors are Gamma(1, 1), Gamma(1, 1), Gamma(1, 0.1) where resampled."""

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
            more = evidence(s.rng, concentration, s.sentence[i + 1] - s.sentence[i])
            rate += more[0]
            shape += more[1]
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
        more = evidence(s.rng, concentration, customers)
        rate += more[0]
        shape += more[1]
    return math.exp(log_gamma(s.rng, shape)) / rate


@kernel
def draw_corpus(s: State, concentration: float, shape: float, rate: float) -> float:
    """Draw gamma: the one restaurant is the corpus, customers the tables of its documents."""
    customers = 0
    for k in range(s.size[TOPICS]):
        customers += s.m_k[k]
        if s.m_k[k] > 0:
            shape += 1.0
    more = evidence(s.rng, concentration, customers)
    return math.exp(log_gamma(s.rng, shape + more[1])) / (rate + more[0])


@inlined
def evidence(rng: Generator, concentration: float, customers: int) -> tuple[float, float]:
    """What one restaurant adds to rate and shape of the gamma posterior of its concentration.

    With w ~ Beta(c + 1, n) and s ~ Bernoulli(n / (n + c)), these are -log w and -s.
    """
    log_w, _ = log_beta(rng, concentration + 1.0, float(customers))
    s = uniform(rng) * (customers + concentration) < customers
    return -log_w, -1.0 if s else 0.0
