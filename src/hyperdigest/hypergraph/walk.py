"""What all questions to a hypergraph share of its walk."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hyperdigest.hypergraph.descent import Descent
from hyperdigest.hypergraph.fuzzy import Floats, FuzzyHypergraph
from hyperdigest.hypergraph.reversible import Block, reversible_blocks
from hyperdigest.system.kept import Kept

SETTLED = 1e-12
"""What is prepared is right to this, relative to the mean."""


class Walk:
    """The blocks of a hypergraph, and visits of a walker whom no question pulls.

    `blocks` are the weightless sentences, where there are any, and the rest.
    """

    def __init__(self, hypergraph: FuzzyHypergraph) -> None:
        self._hypergraph = hypergraph
        self._visits: Kept[float, Floats] = Kept()
        self.blocks = reversible_blocks(hypergraph)

    def visits(self, follow: float) -> Floats:
        """(N,) how often a walker from anywhere who stops with chance 1 - follow is at each."""
        return self._visits.get(follow, lambda: self._from_anywhere(follow))

    def settled(
        self, blocks: Sequence[Block], follow: float, jump: Floats, source: Floats
    ) -> Floats:
        """(N,) the solution of (1 + jump + follow p(i|i)) p - follow P^T p = source on `blocks`.

        Parameters
        ----------
        blocks : the first of `blocks`; p is 0 outside of them.
        jump, source : (N,) >= 0.
        """
        p = np.zeros(len(source))
        alone = np.ones(1)
        for block in blocks:
            entering = self.entering(block, follow, source, p)
            descent = Descent(block, follow, jump[block.sentences], entering[np.newaxis])
            allowed = SETTLED * descent.solution(alone).mean() / block.mass.max()
            while descent.error(alone) > allowed:
                descent.advance()
            p[block.sentences] = descent.solution(alone)
        return p

    def entering(self, block: Block, follow: float, source: Floats, p: Floats) -> Floats:
        """(n,) what starts in a block, or comes from p in the blocks before."""
        if not p.any():
            return source[block.sentences]
        return (source + follow * self.step(p))[block.sentences]

    def step(self, p: Floats) -> Floats:
        """Eq. (sentenceTransition). Sum over i of p(j|i) p_i: draw a hyperedge, then a sentence."""
        edges = self._hypergraph.edge_given_sentence.T @ p
        return np.asarray(self._hypergraph.membership.T @ edges)

    def _from_anywhere(self, follow: float) -> Floats:
        n = self._hypergraph.n_sentences
        return self.settled(self.blocks, follow, np.zeros(n), np.full(n, 1 / n))
