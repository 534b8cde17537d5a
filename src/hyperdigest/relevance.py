"""Question-biased PageRank over the hyperedges: the relevance scores of section 4.4.

`relevance` checks its parameters and computes, in the paper's order, the bias p(j|q) and the scores
of the walk with that bias, which `solver` solves. The transition p(j|i) of the walk is in
`equations`.

Letters: N sentences, V terms, K hyperedges; lambda is `query_balance`, mu is `damping`. The N x N
matrix of transitions is never formed: a step draws a hyperedge, then a sentence of it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hyperdigest.base.arrays import Floats, places_of_high
from hyperdigest.base.sparse import entries_of
from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.solver import solve, solve_nearly

PRECISION = 1e-9
"""Largest error of a score, relative to the mean of the scores."""

LEFT_OF_ERROR = 0.05
"""Of the error that scores would have if the walk mixed at once, nearly exact ones have this share
left. That takes two steps at lambda 0.4, and three at 0.6."""

MANY_SENTENCES, MOST_VISITED = 80_000, 20_000
"""Of more sentences than the first, nearly exact scores follow the walk to so many alone."""


def relevance(
    hypergraph: FuzzyHypergraph,
    question: ArrayLike | None,
    query_balance: float = 0.75,
    damping: float = 0.99,
    *,
    bias: ArrayLike | None = None,
    skip_self: bool = False,
) -> Floats:
    """Relevance of every sentence to a question: personalized PageRank over the hyperedges.

    Parameters
    ----------
    question : (V,) frequency of each term in the question.
    query_balance : lambda in [0, 1]; 0 ignores the walk, 1 the question.
    damping : mu in [0, 1).
    bias : (N,) other evidence about the question, >= 0, used instead of `question`; it is scaled to
        sum 1.
    skip_self : leave out steps from a sentence to itself, as in the printed equation; see
        `scores_as_printed`.

    Returns
    -------
    (N,) scores > 0 of sum 1 (less with `skip_self`), with errors below 1e-9 of their mean.

    Raises
    ------
    OptionError
        if a parameter is out of its range or has the wrong shape.
    """
    if not 0 <= query_balance <= 1:
        raise OptionError(f"query_balance is {query_balance}: give a number in [0, 1]")
    if not 0 <= damping < 1:
        raise OptionError(f"damping is {damping}: give a number in [0, 1)")
    if bias is not None:
        given = _checked("bias", bias, hypergraph.n_sentences)
        if not given.any():
            raise OptionError("bias is 0 for every sentence: give evidence for at least one")
        chances = given / given.sum()
    elif question is not None:
        chances = question_bias(hypergraph, question)
    else:
        raise OptionError("there is neither a question nor a bias: give one of them")
    scores = scores_as_printed if skip_self else stationary_scores
    return scores(hypergraph, chances, query_balance, damping)


def question_bias(hypergraph: FuzzyHypergraph, question: ArrayLike) -> Floats:
    """Eq. (p(j|q)). The probability that the question leads to each sentence, (N,).

    Only terms of the collection count; if the question has none, it is 1/N for every sentence.
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
    """Eq. (pagerank), Eq. (queryBiasedTransition). The stationary probabilities of the walk, (N,).

    The fixed point p of p_j = (1-mu)/N + mu sum_i p^q(j|i) p_i, with p^q(j|i) = (1-lambda) q_j +
    lambda p(j|i) and q the bias. With steps from a sentence to itself this is a Markov chain, and p
    sums to 1. Hence p = (1-mu)/N + mu (1-lambda) q + mu lambda P^T p, a linear system.
    """
    restart = (1 - damping) / len(bias) + damping * (1 - query_balance) * bias
    p = solve(hypergraph, restart, damping * query_balance, PRECISION)
    return np.asarray(p / p.sum())


def nearly_stationary_scores(
    hypergraph: FuzzyHypergraph, bias: Floats, query_balance: float, damping: float
) -> Floats:
    """Nearly the scores of `stationary_scores`, (N,).

    For a large collection this takes a fifth of the time. Of more than `MANY_SENTENCES`, the steps
    end at the `MOST_VISITED` with the largest bias: others are hardly ever chosen.
    """
    restart = (1 - damping) / len(bias) + damping * (1 - query_balance) * bias
    visited = places_of_high(bias, MOST_VISITED) if len(bias) > MANY_SENTENCES else None
    p = solve_nearly(hypergraph, restart, damping * query_balance, LEFT_OF_ERROR, visited)
    return np.asarray(p / p.sum())


def scores_as_printed(
    hypergraph: FuzzyHypergraph, bias: Floats, query_balance: float, damping: float
) -> Floats:
    """The fixed point of Eq. (pagerank) with the sum over i != j as it is printed, (N,).

    Steps from a sentence to itself are left out and their probability is lost, so that the scores
    sum to less than 1, and their scale against coverage depends on the collection. For comparison
    only: plain iteration, a contraction by mu, takes about 3,000 steps at mu = 0.99.
    """
    rounding = 1e-15  # of the sum of the scores; a smaller change is only rounding
    n, self_transition = len(bias), hypergraph.self_transition
    p, bound, change = np.full(n, (1 - damping) / n), damping, 1.0
    while bound > PRECISION * p.mean() and change > rounding * p.sum():
        to_question = (1 - query_balance) * bias * (p.sum() - p)
        along_edges = query_balance * (hypergraph.step(p) - self_transition * p)
        before, p = p, (1 - damping) / n + damping * (to_question + along_edges)
        change = float(np.abs(p - before).sum())
        bound = damping * min(bound, change / (1 - damping))
    return p


def _checked(name: str, values: ArrayLike, size: int) -> Floats:
    """`values` as (size,) floats. Raises OptionError if they have another shape or are negative."""
    array = np.asarray(values, dtype=np.float64)
    if array.shape != (size,):
        raise OptionError(f"{name} has shape {array.shape}: give ({size},)")
    if not (np.isfinite(array).all() and (array >= 0).all()):
        values_given = f"{array.min():g} to {array.max():g}"
        raise OptionError(f"{name} ranges from {values_given}: give numbers >= 0")
    return array
