"""The integer programming solver: HiGHS by way of scipy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BOUNDED = (0, 1)
"""The statuses that may come with a bound: solved, or out of time."""

FAILED = 4
"""The solver's status when its numbers failed it; the same program on another scale helps."""

SCALES = (1.0, 8.0, 0.125, 64.0)


def best_under_cuts(
    slopes: Floats, heights: Floats, lengths: Floats, capacity: float, seconds: float
) -> tuple[NDArray[np.bool_] | None, float]:
    """Maximize the least of the cuts over the sets that fit.

    Parameters
    ----------
    slopes, heights : (C, n) and (C,); a set x in {0, 1}^n is worth at most each height + slope x.
    lengths : (n,), with a sum over the set of at most `capacity`.

    Returns
    -------
    The set as a mask, None where time ran out before one was found, and an upper bound.
    """
    for scale in SCALES:
        solution = _solve(scale * slopes, scale * heights, lengths, capacity, seconds)
        if solution.status != FAILED:
            break
    dual = solution.mip_dual_bound if solution.status in BOUNDED else None
    bound = np.inf if dual is None else -dual / scale
    return None if solution.x is None else solution.x[: len(lengths)] > 0.5, bound


def _solve(
    slopes: Floats, heights: Floats, lengths: Floats, capacity: float, seconds: float
) -> Any:
    """The solver's answer for the set and the least of the cuts.

    Presolve is off: with it the solver at times calls a set the best that is not (scipy 1.17).
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    count, n = slopes.shape
    return milp(
        c=np.append(np.zeros(n), -1.0),
        integrality=np.append(np.ones(n), 0.0),
        bounds=Bounds(np.zeros(n + 1), np.append(np.ones(n), np.inf)),
        constraints=[
            LinearConstraint(np.append(lengths, 0.0), ub=capacity),
            LinearConstraint(np.column_stack([-slopes, np.ones(count)]), ub=heights),
        ],
        options={"time_limit": seconds, "mip_rel_gap": 0.0, "presolve": False},
    )
