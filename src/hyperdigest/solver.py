"""The linear system of a random walk, solved by conjugate gradients.

Letters: N sentences, n of them in a block, K hyperedges; P is the matrix of transitions p(j|i),
row i the sentence that is left, f the continuation probability. The N x N matrix is never formed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.hypergraph.fuzzy import Block

Floats = NDArray[np.float64]

PATIENCE = 200
"""Steps of conjugate gradients that may bring no better residual before the search ends."""


def solve(
    hypergraph: FuzzyHypergraph, source: Floats, continuation: float, precision: float
) -> Floats:
    """(N,) the solution p of p = source + f P^T p, whose sum is that of the source over 1 - f.

    A block is never entered from a later one, so that the blocks are solved one after the other.
    What is off in one flows into the later ones, at most 1 / (1 - f) times the sum of its errors.

    Parameters
    ----------
    source : (N,) >= 0, of sum > 0.
    continuation : f in [0, 1).
    precision : no entry of p is off by more than this times the mean of p; where 1 - f is below
        1e-6, rounding may leave more.
    """
    total = source.sum() / (1 - continuation)
    allowed = precision * total / len(source) / 2
    p = np.zeros(len(source))
    for block in hypergraph.blocks:
        inflow = continuation * hypergraph.step(p) if p.any() else 0.0
        entering = (source + inflow)[block.sentences]
        share = 1.0 if block is hypergraph.blocks[-1] else (1 - continuation) / len(source)
        found = _conjugate_gradients(block, entering, continuation, total, share * allowed)
        p[block.sentences] = np.maximum(found, entering)
    return p


def _conjugate_gradients(
    block: Block, source: Floats, continuation: float, total: float, allowed: float
) -> Floats:
    """(n,) the solution on one block, by conjugate gradients preconditioned by the degrees.

    With D the degrees, Psi^T (n, K) the membership, W the weights and p = D y the system is
    symmetric: (D - f Psi^T W Psi) y = source. Times D^-1 its eigenvalues lie in [1 - f, 1]. As the
    rows of P have the sum 1, a residual r leaves an error of at most max |r / D| / (1 - f) in y.
    The search begins at the degrees, the solution where f is near 1, scaled to the sum `total`. It
    ends at the latest where `PATIENCE` steps in a row bring the residual no lower: what is left is
    rounding.
    """
    degree = block.degree
    weights = continuation * block.weights
    heaviest = degree.max()
    y = np.full(len(degree), total / degree.sum())
    residual = source - _apply(block, weights, y)
    direction, previous = np.zeros(len(degree)), 1.0
    lowest, waited = np.inf, 0
    while True:
        scaled = residual / degree
        largest = max(float(scaled.max()), -float(scaled.min()))
        lowest, waited = (largest, 0) if largest < lowest else (lowest, waited + 1)
        if largest * heaviest <= allowed * (1 - continuation) or waited == PATIENCE:
            return np.asarray(degree * y)
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
