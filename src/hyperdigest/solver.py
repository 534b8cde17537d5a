"""Solve the linear system of a random walk: by conjugate gradients, or nearly, in a few steps.

Letters: N sentences, n of them in a block, K hyperedges; P is the transition matrix with p(j|i) in
row i and column j, f the continuation probability. The N x N matrix is never formed.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.equations import edge_given_sentence, transition
from hyperdigest.hypergraph import FuzzyHypergraph, WalkBlock, components


def solve(
    hypergraph: FuzzyHypergraph, source: Floats, continuation: float, precision: float
) -> Floats:
    """(N,) the solution p of p = source + f P^T p, whose sum is that of the source over 1 - f.

    No block is entered from a later one, so that the blocks are solved one after the other. The
    last is closed: walkers that enter one of its connected components stay there, so that the sum
    over the component is known. Errors of a block lead to errors of at most 1 / (1 - f) times their
    sum in later ones.

    Parameters
    ----------
    source : (N,) >= 0, of sum > 0.
    continuation : f in [0, 1).
    precision : largest error of an entry of p, relative to the mean of p.
    """
    if not continuation:
        return source
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
    # For f this near to 1, rounding errors would shift mass between unconnected components.
    component = components(closed.membership)[0] if rest < 1e-6 else None
    spread = _scaled(closed.degree, entering * (continuation / rest), component)
    start = entering + spread
    solution = _conjugate_gradients(closed, entering, start, continuation, allowed)
    p[closed.sentences] = _scaled(solution, entering / rest, component)
    return p


def solve_nearly(
    hypergraph: FuzzyHypergraph,
    source: Floats,
    continuation: float,
    precision: float,
    visited: Indices | None = None,
) -> Floats:
    """(N,) nearly the p of `solve`, by the Chebyshev semi-iteration (Golub & Varga 1961).

    It starts at the source plus the stationary distribution, as if the walk had mixed after no
    step. The walk is reversible and its eigenvalues are in [0, 1], so that n steps leave at most
    2 c^n / (1 + c^2n) of the error, in the norm in which P is symmetric, with
    c = f / (1 + sqrt(1 - f))^2. That many steps are taken which leave at most `precision` of it.

    Parameters
    ----------
    visited : (n,) the sentences at which the steps end, ascending, and at which those after the
        first begin; what others have stays as it was at the start. None for all.
    """
    if not continuation:
        return source
    if hypergraph.zero_weight.any():  # the walk is not reversible
        return solve(hypergraph, source, continuation, precision)
    rest = 1 - continuation
    visited = np.arange(len(source)) if visited is None else visited
    first_step, step = _steps_to(visited, hypergraph)
    mixed = hypergraph.degree * (continuation * source.sum() / hypergraph.degree.sum())
    solution = source + mixed / rest
    p, residual = solution[visited], continuation * first_step(source) - mixed[visited]
    centre, radius = 1 - continuation / 2, continuation / 2
    change, previous = residual / centre, radius / centre
    for _ in range(_steps(continuation, precision) - 1):
        p += change
        residual += continuation * step(change) - change
        factor = 1 / (2 * centre / radius - previous)
        change *= factor * previous
        change += (2 * factor / radius) * residual
        previous = factor
    p += change
    solution[visited] = np.maximum(p, source[visited])
    return np.asarray(solution)


Step = Callable[[Floats], Floats]


def _steps_to(sentences: Indices, hypergraph: FuzzyHypergraph) -> tuple[Step, Step]:
    """A step of the walk from all N sentences to (n,) of them, ascending, and one among these."""
    if len(sentences) == hypergraph.n_sentences:
        return hypergraph.step, hypergraph.step
    members = hypergraph.sentence_membership[sentences]
    degree = hypergraph.degree[sentences].repeat(np.diff(members.indptr))
    chances = edge_given_sentence(members.data, hypergraph.weights[members.indices], degree)
    given = sparse.csr_array((chances, members.indices, members.indptr), members.shape)
    leaving = hypergraph.edge_given_sentence.T
    return (lambda p: members @ (leaving @ p)), (lambda p: transition(members.T, given, p))


def _steps(continuation: float, precision: float) -> int:
    """The least number of steps of the semi-iteration that leave `precision` of the error."""
    c = continuation / (1 + math.sqrt(1 - continuation)) ** 2
    return max(1, math.ceil(math.acosh(1 / precision) / -math.log(c)))


def _scaled(values: Floats, target: Floats, component: NDArray[np.intp] | None) -> Floats:
    """`values` scaled to the sum of `target`, separately in each component if these are given."""
    if component is None:
        return np.asarray(values * (target.sum() / values.sum()))
    sums = np.maximum(np.bincount(component, values), np.finfo(np.float64).tiny)
    return np.asarray(values * (np.bincount(component, target) / sums)[component])


def _conjugate_gradients(
    block: WalkBlock, source: Floats, start: Floats, continuation: float, allowed: float
) -> Floats:
    """(n,) the solution on one block, by conjugate gradients preconditioned by the degrees.

    With D the degrees, Psi^T (n, K) the membership, W the weights and p = D y the system is
    symmetric: (D - f Psi^T W Psi) y = source. Multiplied by D^-1 its eigenvalues are in [1 - f, 1].
    Since the rows of P sum to 1, a residual r means an error of at most max |r / D| / (1 - f) in y.
    The iteration starts at p = `start`. It ends when the error is at most `allowed`, or after 200
    steps without a smaller residual: then only rounding errors are left.
    """
    most_idle_steps = 200
    degree = block.degree
    weights = continuation * block.weights
    largest_degree = degree.max()
    y = start / degree
    residual = source - _apply(block, weights, y)
    direction, previous = np.zeros(len(degree)), 1.0
    smallest, idle_steps = np.inf, 0
    while True:
        scaled = residual / degree
        largest = max(float(scaled.max()), -float(scaled.min()))
        smallest, idle_steps = (largest, 0) if largest < smallest else (smallest, idle_steps + 1)
        is_precise = largest * largest_degree <= allowed * (1 - continuation)
        if is_precise or idle_steps == most_idle_steps:
            return np.maximum(degree * y, source)
        norm = _inner(residual, scaled)
        direction *= norm / previous
        direction += scaled
        image = _apply(block, weights, direction)
        step = norm / _inner(direction, image)
        y += step * direction
        residual -= step * image
        previous = norm


def _apply(block: WalkBlock, weights: Floats, y: Floats) -> Floats:
    """(n,) D y - Psi^T W Psi y."""
    spread = block.membership @ (weights * (block.transpose @ y))
    return np.asarray(block.degree * y - spread)


def _inner(one: Floats, other: Floats) -> float:
    """The inner product, summed in a fixed order on any number of threads, unlike that of BLAS."""
    return float(np.einsum("i,i->", one, other))
