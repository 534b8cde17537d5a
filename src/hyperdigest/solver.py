"""The linear system of a random walk, solved by conjugate gradients.

Letters: N sentences, n of them in a block, K hyperedges; P is the matrix of transitions p(j|i),
row i the sentence that is left, f the continuation probability. The N x N matrix is never formed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.hypergraph import Block, FuzzyHypergraph, components

PATIENCE = 200
"""Steps of conjugate gradients without a smaller residual after which the search ends."""

NEAR_ONE = 1e-6
"""Where 1 - f is smaller, rounding would move sums between components that nothing joins."""


def solve(
    hypergraph: FuzzyHypergraph, source: Floats, continuation: float, precision: float
) -> Floats:
    """(N,) the solution p of p = source + f P^T p, whose sum is that of the source over 1 - f.

    A block is never entered from a later one, so that the blocks are solved one after the other.
    The last is closed: what enters one of its components stays there, so that its sum is known.
    Errors in one block flow into the later ones, at most 1 / (1 - f) times their sum.

    Parameters
    ----------
    source : (N,) >= 0, of sum > 0.
    continuation : f in [0, 1).
    precision : no entry of p is off by more than this times the mean of p.
    """
    rest = 1 - continuation
    allowed = precision * source.sum() / rest / len(source) / 2
    p = np.zeros(len(source))
    *transient, closed = hypergraph.blocks
    for block in transient:
        entering = source[block.sentences]
        p[block.sentences] = _conjugate_gradients(
            block, entering, entering, continuation, allowed * rest / len(source)
        )
    inflow = continuation * hypergraph.step(p) if transient else 0.0
    entering = (source + inflow)[closed.sentences]
    part = components(closed.membership)[0] if rest < NEAR_ONE else None
    start = _scaled(closed.degree, entering / rest, part)
    found = _conjugate_gradients(closed, entering, start, continuation, allowed)
    p[closed.sentences] = _scaled(found, entering / rest, part)
    return p


def _scaled(values: Floats, like: Floats, part: NDArray[np.intp] | None) -> Floats:
    """`values` scaled to the sum of `like`, in every component where their numbers are given."""
    if part is None:
        return np.asarray(values * (like.sum() / values.sum()))
    sums = np.maximum(np.bincount(part, values), np.finfo(np.float64).tiny)
    return np.asarray(values * (np.bincount(part, like) / sums)[part])


def _conjugate_gradients(
    block: Block, source: Floats, start: Floats, continuation: float, allowed: float
) -> Floats:
    """(n,) the solution on one block, by conjugate gradients preconditioned by the degrees.

    With D the degrees, Psi^T (n, K) the membership, W the weights and p = D y the system is
    symmetric: (D - f Psi^T W Psi) y = source. Times D^-1 its eigenvalues lie in [1 - f, 1]. As the
    rows of P have the sum 1, a residual r leaves an error of at most max |r / D| / (1 - f) in y.
    The search begins at p = `start`. It ends at the latest where `PATIENCE` steps in a row bring
    the residual no lower: what is left is rounding.
    """
    degree = block.degree
    weights = continuation * block.weights
    heaviest = degree.max()
    y = start / degree
    residual = source - _apply(block, weights, y)
    direction, previous = np.zeros(len(degree)), 1.0
    lowest, waited = np.inf, 0
    while True:
        scaled = residual / degree
        largest = max(float(scaled.max()), -float(scaled.min()))
        lowest, waited = (largest, 0) if largest < lowest else (lowest, waited + 1)
        if largest * heaviest <= allowed * (1 - continuation) or waited == PATIENCE:
            return np.maximum(degree * y, source)
        norm = _inner(residual, scaled)
        direction *= norm / previous
        direction += scaled
        image = _apply(block, weights, direction)
        step = norm / _inner(direction, image)
        y += step * direction
        residual -= step * image
        previous = norm


def _apply(block: Block, weights: Floats, y: Floats) -> Floats:
    """(n,) D y - Psi^T W Psi y."""
    spread = block.membership @ (weights * (block.transpose @ y))
    return np.asarray(block.degree * y - spread)


def _inner(one: Floats, other: Floats) -> float:
    """The inner product, summed in one order on any number of threads, as by BLAS it is not."""
    return float(np.einsum("i,i->", one, other))
