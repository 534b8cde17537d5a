"""The walk over a hypergraph in its symmetric form.

With m the masses of the sentences, a walker at rest is at i in proportion to m_i, and goes from i
to j as often as back: m_i p(j|i) = m_j p(i|j). So the matrix of the walk is M^-1/2 S S^T M^1/2,
where S_ie = sqrt(p(e|i) psi_ei).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.hypergraph.fuzzy import Floats, FuzzyHypergraph


@dataclass(frozen=True, eq=False)
class Block:
    """Sentences among which the walk is reversible.

    Parameters
    ----------
    sentences : (n,) their numbers. Those of as many hyperedges stand together, because that is
        how a matrix of short rows is multiplied fastest.
    half, back : (n, K) csr and (K, n) csc, S and its transpose.
    mass : (n,) of sum 1.
    returns : (n,) p(i|i).
    """

    sentences: NDArray[np.intp]
    half: Any
    back: Any
    mass: Floats
    returns: Floats


def reversible_blocks(hypergraph: FuzzyHypergraph) -> list[Block]:
    """The weightless sentences, where there are any, and the rest, which never enters them."""
    psi, light = hypergraph.membership, hypergraph.weightless
    order = np.lexsort((np.bincount(psi.indices, minlength=len(light)), ~light))
    place = np.empty(len(order), psi.indices.dtype)
    place[order] = np.arange(len(order))
    values = np.repeat(np.sqrt(hypergraph.weights), np.diff(psi.indptr))
    n_light = int(np.count_nonzero(light))
    if n_light:
        values[light[psi.indices]] = 1.0
    values *= psi.data
    half = type(psi)((values, place[psi.indices], psi.indptr), psi.shape).T.tocsr()
    root = np.sqrt(hypergraph.sentence_mass[order])
    half.data /= np.repeat(root, np.diff(half.indptr))
    if not n_light:
        return [_block(hypergraph, order, half)]
    parts = slice(0, n_light), slice(n_light, None)
    return [_block(hypergraph, order[part], half[part]) for part in parts if len(order[part])]


def _block(hypergraph: FuzzyHypergraph, sentences: NDArray[np.intp], half: Any) -> Block:
    mass = hypergraph.sentence_mass[sentences]
    return Block(sentences, half, half.T, mass / mass.sum(), hypergraph.returns[sentences])
