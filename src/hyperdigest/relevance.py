"""How relevant each sentence is to a question: a random walk that keeps returning to the question.

Letters: N sentences, V terms, K hyperedges; lambda is `query_balance`, mu is `damping`. The N x N
matrix of transitions is never formed: a step draws a hyperedge, then a sentence of it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph

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
    known = np.where(hypergraph.known_terms, counts, 0.0)
    if not known.any():
        return np.full(hypergraph.n_sentences, 1 / hypergraph.n_sentences)
    edges = hypergraph.edge_given_term.T @ (known / known.sum())
    return np.asarray(hypergraph.sentence_membership @ edges)


def walk_step(hypergraph: FuzzyHypergraph, p: Floats) -> Floats:
    """Eq. (sentenceTransition). Sum over i of p(j|i) p_i: draw a hyperedge, then a sentence."""
    return np.asarray(hypergraph.sentence_membership @ (hypergraph.choices @ p))


def stationary_scores(
    hypergraph: FuzzyHypergraph, bias: Floats, query_balance: float, damping: float
) -> Floats:
    """Eq. (pagerank). The fixed point p of p_j = (1-mu)/N + mu sum over i != j of p^q(j|i) p_i.

    With s the sum of p and q the bias it reads A p = (1-mu)/N + s mu (1-lambda) q, where A leaves
    s out: two linear systems, base and pull, then s from the sum of p = base + s pull. The one
    whose error matters more advances, until no score can be off by more than `PRECISION`.
    """
    walk = _Walk(hypergraph, bias, query_balance, damping)
    base = _Solution(walk, np.full(len(bias), (1 - damping) / len(bias)))
    pull = _Solution(walk, walk.jump)
    while True:
        rest = 1 - pull.total
        if rest <= pull.error:
            pull.advance()
            continue
        total = base.total / rest
        error = base.error + total * pull.error
        worst = walk.spread + (pull.largest + pull.error) / (rest - pull.error)
        if base.total > base.error and error * worst < PRECISION * total / len(bias):
            return base.p + total * pull.p
        (base if base.error >= total * pull.error else pull).advance()


class _Walk:
    """Eq. (queryBiasedTransition). p^q(j|i) = (1-lambda) p(j|q) + lambda p(j|i), as a matrix A.

    A p = p - mu sum over i != j of p^q(j|i) p_i, but for mu (1-lambda) p(j|q) sum p, which stands
    on the other side. The walk is reversible: where the product of two vectors divides by the mass
    of each sentence, A is self-adjoint and at least 1 - mu lambda. Sentences whose hyperedges all
    weigh 0 form a block that the others never enter; masses sum to 1 in each block.
    """

    def __init__(
        self, hypergraph: FuzzyHypergraph, bias: Floats, query_balance: float, damping: float
    ) -> None:
        self.hypergraph = hypergraph
        self.jump = damping * (1 - query_balance) * bias
        self.follow = damping * query_balance
        self.stay = 1 + self.jump + self.follow * hypergraph.returns
        self.mass = hypergraph.sentence_mass.copy()
        self.blocks = [~hypergraph.weightless]
        if hypergraph.weightless.any():
            self.blocks.insert(0, hypergraph.weightless)
        for block in self.blocks:
            self.mass[block] /= self.mass[block].sum()
        self.spread = math.sqrt(self.mass.max())

    def apply(self, p: Floats) -> Floats:
        """A p, (N,)."""
        return np.asarray(self.stay * p - self.follow * walk_step(self.hypergraph, p))


class _Solution:
    """A p = source by conjugate gradients, block after block, the last of them step by step.

    Entry j of p is off by at most sqrt(mass_j) `error`, and so its sum by at most `error`
    (from the residual in the norm of the preconditioner 1 + jump, and Cauchy-Schwarz).
    """

    def __init__(self, walk: _Walk, source: Floats) -> None:
        self.walk, self.p = walk, np.zeros_like(source)
        self.precondition = 1 / (1 + walk.jump)
        self.norm = self.precondition / walk.mass
        self._enter(walk.blocks[0], source)
        for block in walk.blocks[1:]:
            enough = 1e-16 * self.error
            while self.error > enough:
                self.advance()
            self._enter(block, source - walk.apply(self.p))

    def _enter(self, block: NDArray[np.bool_], residual: Floats) -> None:
        self.block = block
        self.residual = residual * block
        self.direction = self.precondition * self.residual
        self._measure()

    def _measure(self) -> None:
        self.square = float((self.residual * self.residual * self.norm).sum())
        self.error = math.sqrt(self.square) / (1 - self.walk.follow)
        self.total, self.largest = float(self.p.sum()), float(self.p.max())

    def advance(self) -> None:
        """One step of conjugate gradients."""
        image = self.walk.apply(self.direction) * self.block
        step = self.square / (self.direction * image / self.walk.mass).sum()
        self.p += step * self.direction
        self.residual -= step * image
        before = self.square
        self._measure()
        self.direction *= self.square / before
        self.direction += self.precondition * self.residual


def _checked(name: str, values: ArrayLike, size: int) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    if array.shape != (size,):
        raise OptionError(f"{name} has shape {array.shape}: give ({size},)")
    if not (np.isfinite(array).all() and (array >= 0).all()):
        raise OptionError(f"{name} holds {array.min():g} to {array.max():g}: give numbers >= 0")
    return array
