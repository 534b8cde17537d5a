"""A walk that the visits of a sentence make likelier to come back: central and diverse at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hyperdigest.errors import OptionError
from hyperdigest.experiments.corpus import Floats

TOLERANCE = 1e-8
MOST_STEPS = 1000


def pointwise_divrank(chances: Any, prior: Floats, transition: float) -> Floats:
    """DivRank whose visits are the present scores (Mei, Guo & Radev 2010), (N,).

    p_T+1(v) = (1 - lambda) p*(v) + lambda sum_u p0(u,v) N_T(v) / D_T(u) p_T(u), where D_T(u) is
    the sum over v of p0(u,v) N_T(v). It has many fixed points and may not settle. Ours: it starts
    from equal scores and stops where a step moves less than 1e-8 of them, or after 1000 steps.

    Parameters
    ----------
    chances : (N, N) p0, a sparse matrix or linear operator; the row of u sums to 1, or to 0 where u
        has no neighbour, and what comes to u then stops there.
    prior : (N,) p*, of sum 1.
    transition : lambda, in [0, 1).

    Raises
    ------
    OptionError
        where transition is not in [0, 1).
    """
    return _divrank(chances, prior, transition, lambda visits, scores: scores)


def cumulative_divrank(chances: Any, prior: Floats, transition: float) -> Floats:
    """DivRank whose visits are the sum of all scores so far; otherwise as `pointwise_divrank`.

    Visits move ever more slowly, so that it may stop at its last step before it has settled.
    """
    return _divrank(chances, prior, transition, lambda visits, scores: visits + scores)


def _divrank(
    chances: Any, prior: Floats, transition: float, visit: Callable[[Floats, Floats], Floats]
) -> Floats:
    if not 0 <= transition < 1:
        raise OptionError(f"transition is {transition}: give a number in [0, 1)")
    scores = visits = np.full(len(prior), 1 / len(prior))
    arriving = chances.T
    for _ in range(MOST_STEPS):
        ways = chances @ visits
        leaving = np.divide(scores, ways, out=np.zeros_like(scores), where=ways > 0)
        before = scores
        scores = (1 - transition) * prior + transition * visits * (arriving @ leaving)
        if np.abs(scores - before).sum() <= TOLERANCE:
            break
        visits = visit(visits, scores)
    return scores
