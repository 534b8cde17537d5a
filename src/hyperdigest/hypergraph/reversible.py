"""The walk over a hypergraph in its symmetric form.

With m the masses of the sentences, a walker at rest is at i in proportion to m_i, and goes from i
to j as often as back: m_i p(j|i) = m_j p(i|j). So the matrix of the walk is M^-1/2 S S^T M^1/2,
where S_ie = sqrt(p(e|i) psi_ei). A hyperedge of one sentence leads back to it alone: what such
hyperedges add to S S^T is a diagonal, kept apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.hypergraph.counts import entries_of
from hyperdigest.hypergraph.fuzzy import Floats, FuzzyHypergraph


@dataclass(frozen=True, eq=False)
class Block:
    """Sentences among which the walk is reversible, and the K hyperedges that join them.

    Parameters
    ----------
    sentences : (n,) their numbers. Those of as many hyperedges stand together, because that is
        how a matrix of short rows is multiplied fastest.
    half, back : (n, K) csr and (K, n) csc, S and its transpose. The hyperedges of most sentences
        come first, so that what is looked up most often stands close together in memory.
    mass, root : (n,) the masses, of sum 1, and their square roots.
    alone : (n,) chance to follow a hyperedge of this sentence alone.
    returns : (n,) p(i|i), `alone` included.
    """

    sentences: NDArray[np.intp]
    half: Any
    back: Any
    mass: Floats
    root: Floats
    alone: Floats
    returns: Floats


def reversible_blocks(hypergraph: FuzzyHypergraph) -> list[Block]:
    """The weightless sentences, where there are any, and the rest, which never enters them."""
    light = hypergraph.weightless
    half, alone = _half_steps(hypergraph)
    order = np.lexsort((np.bincount(half.indices, minlength=len(light)), ~light))
    place = np.empty(len(order), half.indices.dtype)
    place[order] = np.arange(len(order))
    half = type(half)((half.data, place[half.indices], half.indptr), half.shape).T.tocsr()
    n_light = int(np.count_nonzero(light))
    if not n_light:
        return [_block(hypergraph, order, half, alone)]
    parts = slice(0, n_light), slice(n_light, None)
    return [
        _block(hypergraph, order[part], half[part], alone) for part in parts if len(order[part])
    ]


def _half_steps(hypergraph: FuzzyHypergraph) -> tuple[Any, Floats]:
    """(K, N) csr, the transpose of S without hyperedges of one sentence, and (N,) what these add.

    The hyperedges of most sentences come first.
    """
    psi, light = hypergraph.membership, hypergraph.weightless
    sizes = np.diff(psi.indptr)
    steps = np.repeat(np.sqrt(hypergraph.weights), sizes)
    if light.any():
        steps[light[psi.indices]] = 1.0
    steps *= psi.data
    steps /= np.sqrt(hypergraph.sentence_mass)[psi.indices]
    untrodden = np.searchsorted(psi.indptr, np.flatnonzero(steps == 0), "right") - 1
    members = sizes - np.bincount(untrodden, minlength=len(sizes))
    lone, _ = entries_of(psi, np.flatnonzero(members == 1))
    alone = np.bincount(psi.indices[lone], steps[lone] ** 2, len(light)).astype(np.float64)
    joining = np.argsort(-members, kind="stable")[: np.count_nonzero(members > 1)]
    return type(psi)((steps, psi.indices, psi.indptr), psi.shape)[joining], alone


def _block(
    hypergraph: FuzzyHypergraph, sentences: NDArray[np.intp], half: Any, alone: Floats
) -> Block:
    mass = hypergraph.sentence_mass[sentences]
    mass /= mass.sum()
    returns = hypergraph.returns[sentences]
    return Block(sentences, half, half.T, mass, np.sqrt(mass), alone[sentences], returns)
