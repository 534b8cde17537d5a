"""A walk that the visits of a sentence make likelier to come back: central and diverse at once."""

from __future__ import annotations

from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.errors import OptionError

TOLERANCE = 1e-8
MOST_STEPS = 1000
CROWDED = 0.8
"""Where fewer than this share of the vertices can have a score, the others are left behind."""


class Chances(Protocol):
    """The chances p0(u,v) to step from u to v before any visit: N x N, known by its products.

    The row of u sums to 1, or to 0 where u has no neighbour, and what comes to u then stops there.
    """

    def leave(self, values: Floats) -> Floats:
        """(N,) sum over v of p0(u,v) values_v."""

    def arrive(self, values: Floats) -> Floats:
        """(N,) sum over u of p0(u,v) values_u."""

    def among(self, vertices: NDArray[np.bool_]) -> Self:
        """The chances of the steps from and to these alone; rows are not scaled anew."""


def pointwise_divrank(chances: Chances, prior: Floats, transition: float) -> Floats:
    """DivRank, pointwise: its visits are the present scores (Mei, Guo & Radev 2010), (N,).

    p_T+1(v) = (1 - lambda) p*(v) + lambda sum_u p0(u,v) N_T(v) / D_T(u) p_T(u), where D_T(u) is
    the sum over v of p0(u,v) N_T(v). It has many fixed points and may not settle. Ours: it starts
    from equal scores and stops where a step moves less than 1e-8 of them, or after 1000 steps. A
    vertex of score 0 that the prior does not reach keeps it for good: such vertices are left
    behind, which changes no score of another.

    Parameters
    ----------
    chances : p0.
    prior : (N,) p*, of sum 1.
    transition : lambda, in [0, 1).

    Raises
    ------
    OptionError
        where transition is not in [0, 1).
    """
    if not 0 <= transition < 1:
        raise OptionError(f"transition is {transition}: give a number in [0, 1)")
    found, left = np.zeros(len(prior)), np.arange(len(prior))
    scores = np.full(len(prior), 1 / len(prior))
    for _ in range(MOST_STEPS):
        ways = chances.leave(scores)
        leaving = np.divide(scores, ways, out=np.zeros_like(scores), where=ways > 0)
        before = scores
        scores = (1 - transition) * prior + transition * before * chances.arrive(leaving)
        if np.abs(scores - before).sum() <= TOLERANCE:
            break
        alive = (scores > 0) | (prior > 0)
        if np.count_nonzero(alive) < CROWDED * len(alive):
            left, prior, scores = left[alive], prior[alive], scores[alive]
            chances = chances.among(alive)
    found[left] = scores
    return found
