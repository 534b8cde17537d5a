"""Parts of sentences as further vertices of a hypergraph, for functions of sets of sentences.

A part keeps a share r_e of its sentence in each hyperedge e: of the sentence's psi_ei, and of its
p(e|i), each r_e times as much. What a set holds of a sentence is the sum of such shares, so that
two parts, of which one has what the other lacks, add up to the whole; `Alternatives` sees to it
that no share of a sentence is held twice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hyperdigest.base.arrays import Floats, Indices, runs
from hyperdigest.hypergraph import FuzzyHypergraph, Incidence


class Parts:
    """A hypergraph of N sentences with P parts of them, numbered N, N + 1, ...

    Parameters
    ----------
    owners : (P,) the sentence of each part.
    shares : what each part keeps of its sentence in each of the hyperedges of that, in [0, 1], in
        the order of ``hypergraph.incidence(owners)``.
    """

    def __init__(self, hypergraph: FuzzyHypergraph, owners: Indices, shares: Floats) -> None:
        self.hypergraph, self.owners, self._shares = hypergraph, owners, shares
        held = hypergraph.sentence_membership
        sizes = (held.indptr[owners + 1] - held.indptr[owners]).astype(np.intp)
        self._starts = sizes.cumsum() - sizes
        self._all = np.concatenate([np.arange(hypergraph.n_sentences), owners])

    @property
    def membership(self) -> Any:
        """(K, N) psi of the sentences alone."""
        return self.hypergraph.membership

    @property
    def edge_given_sentence(self) -> Any:
        """(N, K) p(e|i) of the sentences alone."""
        return self.hypergraph.edge_given_sentence

    def incidence(self, vertices: Indices) -> Incidence:
        """The hyperedges of some sentences and parts, each with what it has of them."""
        found = self.hypergraph.incidence(self._all[vertices])
        part = vertices >= self.hypergraph.n_sentences
        if not part.any():
            return found
        scale, sizes = np.ones(len(found.edges)), found.sizes[part]
        kept = runs(self._starts[vertices[part] - self.hypergraph.n_sentences], sizes)
        scale[runs(found.starts[part], sizes)] = self._shares[kept]
        return found._replace(psi=found.psi * scale, chances=found.chances * scale)

    def every(self) -> Incidence:
        """The hyperedges of all parts."""
        return self.incidence(np.arange(len(self.owners)) + self.hypergraph.n_sentences)
