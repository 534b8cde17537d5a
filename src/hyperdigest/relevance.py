"""How relevant each sentence is to a question: a random walk that keeps returning to the question.

Letters: N sentences, V terms, K hyperedges; lambda is `query_balance`, mu is `damping`. The N x N
matrix of transitions is never formed: a step draws a hyperedge, then a sentence of it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.hypergraph.counts import entries_of
from hyperdigest.hypergraph.descent import Descent
from hyperdigest.hypergraph.products import inner, mixed

Floats = NDArray[np.float64]

PRECISION = 1e-9
"""Scores are right to this, relative to their mean."""


def relevance(
    hypergraph: FuzzyHypergraph,
    question: ArrayLike | None,
    query_balance: float = 0.75,
    damping: float = 0.99,
    *,
    bias: ArrayLike | None = None,
) -> Floats:
    """Relevance of every sentence to a question; the scores need not sum to 1.

    Parameters
    ----------
    question : (V,) how often each term stands in the question.
    query_balance : lambda in [0, 1]; 0 looks at the question alone, 1 at the walk alone.
    damping : mu in [0, 1).
    bias : (N,) evidence of one's own, >= 0, in place of `question`; it is scaled to sum to 1.

    Returns
    -------
    (N,) scores > 0, right to 1e-9 of their mean.

    Raises
    ------
    OptionError
        where a parameter is out of its range or has the wrong shape.
    """
    if not 0 <= query_balance <= 1:
        raise OptionError(f"query_balance is {query_balance}: give a number in [0, 1]")
    if not 0 <= damping < 1:
        raise OptionError(f"damping is {damping}: give a number in [0, 1)")
    if bias is not None:
        given = _checked("bias", bias, hypergraph.n_sentences)
        if not given.any():
            raise OptionError("bias is 0 for every sentence: give evidence for one at least")
        chances = given / given.sum()
    elif question is not None:
        chances = question_bias(hypergraph, question)
    else:
        raise OptionError("there is neither a question nor a bias: give one of them")
    return stationary_scores(hypergraph, chances, query_balance, damping)


def question_bias(hypergraph: FuzzyHypergraph, question: ArrayLike) -> Floats:
    """Eq. (p(j|q)). The probability that the question leads to each sentence, (N,).

    Only terms the collection knows count; where there is none, every sentence has 1/N.
    """
    counts = _checked("question", question, hypergraph.n_terms)
    asked = np.flatnonzero((counts > 0) & hypergraph.known_terms)
    if not len(asked):
        return np.full(hypergraph.n_sentences, 1 / hypergraph.n_sentences)
    given, known = hypergraph.edge_given_term, counts[asked]
    entries, sizes = entries_of(given, asked)
    chances = given.data.take(entries) * (known / known.sum()).repeat(sizes)
    edges = np.bincount(given.indices.take(entries), chances, len(hypergraph.weights))
    return np.asarray(hypergraph.membership.T @ edges)


def stationary_scores(
    hypergraph: FuzzyHypergraph, bias: Floats, query_balance: float, damping: float
) -> Floats:
    """Eq. (pagerank), Eq. (queryBiasedTransition). Where a walker pulled to the question is.

    The fixed point p of p_j = (1-mu)/N + mu sum over i != j of p^q(j|i) p_i, with p^q(j|i) =
    (1-lambda) q_j + lambda p(j|i) and q the bias. With s the sum of p and jump = mu (1-lambda) q it
    reads A p = (1-mu)/N + s jump, where A hardly depends on the question: without its jump,
    A p = 1/N has the solution visits, prepared once. So p = (1-mu) (visits - change) + s pull,
    where A change = jump visits and A pull = jump.

    Column i of A sums to 1 - mu lambda + lost_i, lost_i being the chance to be sent back to i, and
    so (1-mu) s = (1-mu) - lost p: no digit of s is lost however near mu is to 1. Where no p_i is
    off by more than `error` mass_i, s is not by more than `error` times the mean of lost by mass,
    over 1-mu + lost pull.
    """
    walk, follow, rest = hypergraph.walk, damping * query_balance, 1 - damping
    visits, jump = walk.visits(follow), damping * (1 - query_balance) * bias
    *before, block = walk.blocks
    sources = jump, jump * visits
    settled = [walk.settled(before, follow, jump, source) for source in sources]
    pairs = zip(sources, settled, strict=True)
    entering = np.stack([walk.entering(block, follow, source, p) for source, p in pairs])
    descent = Descent(block, follow, jump[block.sentences], entering)
    lost = jump + follow * hypergraph.returns
    settled_lost = np.array([inner(p, lost) for p in settled])
    left = (1 - follow) * float(visits.sum()) - float(inner(jump, visits))
    least, heaviest = rest + settled_lost[0] + descent.lost[0], block.mass.max()
    while True:
        pulled, changed = settled_lost + descent.lost
        total = rest * (left + changed) / (rest + pulled)
        mixture = np.array([total, -rest])
        error, allowed = descent.error(mixture), PRECISION * total / len(bias)
        if error * heaviest <= allowed:
            scores = rest * visits + mixed(mixture, np.stack(settled))
            scores[block.sentences] += descent.solution(mixture)
            if error * (heaviest + descent.mean_lost / least * scores.max() / total) <= allowed:
                return scores
        descent.advance()


def _checked(name: str, values: ArrayLike, size: int) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    if array.shape != (size,):
        raise OptionError(f"{name} has shape {array.shape}: give ({size},)")
    if not (np.isfinite(array).all() and (array >= 0).all()):
        raise OptionError(f"{name} holds {array.min():g} to {array.max():g}: give numbers >= 0")
    return array
