"""Linear systems of a walk that stops, by conjugate gradients in the space of the hyperedges.

Letters: n sentences of a block, K hyperedges, f the chance to follow a hyperedge, M the masses, S
the symmetric half step, D = 1 + lost - f alone a diagonal, where lost_i = jump_i + f p(i|i) is the
chance to be sent back to i. The systems are A p = source with A = D - f M^1/2 S S^T M^-1/2.
"""

from __future__ import annotations

import numpy as np

from hyperdigest.hypergraph.fuzzy import Floats
from hyperdigest.hypergraph.products import inner, mixed
from hyperdigest.hypergraph.reversible import Block


class Descent:
    """Several sources in a block, solved along the same directions.

    With x = M^-1/2 p, c = M^-1/2 source and u = S^T x a system is x = D^-1 (c + f S u), so that
    (1 - f S^T D^-1 S) u = S^T D^-1 c: K numbers, of which few steps of conjugate gradients tell
    most, as the eigenvalues lie in [1-f, 1] and all but a few are next to 1. Each direction comes
    from the residual of one mixture of the systems, and serves all of them.

    Parameters
    ----------
    follow : f in [0, 1).
    jump : (n,) >= 0.
    sources : (R, n), >= 0.

    Attributes
    ----------
    lost : (R,) the sum over sentences of lost_i p_i, of each solution so far.
    mean_lost : the mean of lost_i by mass.
    """

    def __init__(self, block: Block, follow: float, jump: Floats, sources: Floats) -> None:
        lost = jump + follow * block.returns
        self._block, self._follow = block, follow
        self._least = 1 - follow + float(lost.min())
        self._inverse = 1 / (1 + lost - follow * block.alone)
        self._sources = sources / block.root
        self._residuals = np.stack([block.back @ (self._inverse * c) for c in self._sources])
        self._solved = np.zeros_like(self._residuals)
        self._direction, self._image = np.zeros((2, self._residuals.shape[1]))
        self._half_direction, self._curvature = np.zeros(len(jump)), 1.0
        self._weights = lost * self._inverse * block.root
        self.lost = inner(self._sources, self._weights)
        self.mean_lost = float(inner(block.mass, lost))

    def error(self, mixture: Floats) -> float:
        """No p_i of the mixture of the solutions so far is off by more than this times mass_i.

        Where p has the residual r, e = p / m is off by the solution of (1 + lost - f P) e = r / m.
        The rows of P are >= 0 and sum to 1 at most, so that |e| is at most the largest |r / m| over
        the least of 1 + lost - f. And r is f M^1/2 S times the residual of u. The next direction
        comes from this mixture.
        """
        self._residual = mixed(mixture, self._residuals)
        self._half_residual = self._block.half @ self._residual
        off = self._half_residual / self._block.root
        return self._follow * max(float(off.max()), -float(off.min())) / self._least

    def advance(self) -> None:
        """One step along a direction conjugate to the one before."""
        turn = -inner(self._residual, self._image) / self._curvature
        for direction, residual in (
            (self._direction, self._residual),
            (self._half_direction, self._half_residual),
        ):
            direction *= turn
            direction += residual
        walked = self._block.back @ (self._inverse * self._half_direction)
        walked *= -self._follow
        walked += self._direction
        self._image = walked
        self._curvature = inner(self._direction, self._image)
        steps = (inner(self._residuals, self._direction) / self._curvature)[:, np.newaxis]
        self._solved += steps * self._direction
        self._residuals -= steps * self._image
        self.lost += self._follow * inner(self._weights, self._half_direction) * steps[:, 0]

    def solution(self, mixture: Floats) -> Floats:
        """(n,) p of the mixture of the solutions so far."""
        p = np.asarray(self._block.half @ mixed(mixture, self._solved))
        p *= self._follow
        p += mixed(mixture, self._sources)
        p *= self._inverse
        p *= self._block.root
        return p
