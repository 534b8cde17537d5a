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
    whole : ``hypergraph.incidence(owners)``, the hyperedges of these.
    shares : what each part keeps of its sentence in each of them, in [0, 1], in the same order.
    """

    def __init__(
        self, hypergraph: FuzzyHypergraph, owners: Indices, whole: Incidence, shares: Floats
    ) -> None:
        self.hypergraph, self.owners = hypergraph, owners
        self._n_sentences = hypergraph.n_sentences
        kept = shares > 0
        kept[whole.starts[whole.sizes > 0]] = True  # a part without hyperedges has no sum
        sizes = np.bincount(np.repeat(np.arange(len(owners)), whole.sizes)[kept], None, len(owners))
        psi, chances = whole.psi[kept] * shares[kept], whole.chances[kept] * shares[kept]
        self._parts = Incidence(whole.edges[kept], psi, chances, sizes.cumsum() - sizes, sizes)

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
        part = vertices >= self._n_sentences
        count = np.count_nonzero(part)
        if not count:
            return self.hypergraph.incidence(vertices)
        parts = self._of_parts(vertices[part] - self._n_sentences)
        if count == len(vertices):
            return parts
        sentences = self.hypergraph.incidence(vertices[~part])
        sizes = np.empty(len(vertices), np.intp)
        sizes[part], sizes[~part] = parts.sizes, sentences.sizes
        of_part = part.repeat(sizes)
        edges = np.empty(len(of_part), sentences.edges.dtype)
        psi, chances = np.empty((2, len(of_part)))
        for mine, found in ((of_part, parts), (~of_part, sentences)):
            edges[mine], psi[mine], chances[mine] = found.edges, found.psi, found.chances
        return Incidence(edges, psi, chances, sizes.cumsum() - sizes, sizes)

    def every(self) -> Incidence:
        """The hyperedges of all parts."""
        return self._parts

    def _of_parts(self, parts: Indices) -> Incidence:
        every = self._parts
        sizes = every.sizes[parts]
        if len(parts) == 1:  # a pick of the selection needs one, whose entries are a slice
            first = int(every.starts[parts[0]])
            at: Any = slice(first, first + int(sizes[0]))
            starts = np.zeros(1, np.intp)
        else:
            at, starts = runs(every.starts[parts], sizes), sizes.cumsum() - sizes
        return Incidence(every.edges[at], every.psi[at], every.chances[at], starts, sizes)
