"""How much better than a given digest any other could be, within the same budget."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hyperdigest.selection.objective import SetFunction

Floats = NDArray[np.float64]


def linear_bound(function: SetFunction, chosen: Sequence[int]) -> tuple[Floats, float]:
    """A linear function above a monotone submodular F everywhere, and tight at the set T so far.

    F(S) <= F(T) + sum of the gains given T over S outside T - sum of the least gains over T
    outside S (Nemhauser & Wolsey 1981).

    Returns
    -------
    (N,) what each sentence adds at most, and the constant.
    """
    profits = np.maximum(function.gains, 0.0)
    profits[list(chosen)] = function.least[list(chosen)]
    return profits, function.value - float(profits[list(chosen)].sum())


def upper_bound(
    function: SetFunction, chosen: Sequence[int], lengths: Floats, capacity: float
) -> float:
    """No set of sentences within the capacity is worth more than this.

    The most that `linear_bound` allows when the capacity is filled to the last word, a part of a
    sentence included.

    Parameters
    ----------
    lengths : (N,) lengths >= 1, infinite for sentences that may not be chosen.
    """
    profits, constant = linear_bound(function, chosen)
    return constant + fractional_knapsack(profits, lengths, capacity)


def fractional_knapsack(profits: Floats, lengths: Floats, capacity: float) -> float:
    """The most profit that fits when the last thing packed may be cut.

    Items longer than the capacity are left out. As no item is shorter than the shortest, only
    so many of the densest ones need be looked at.
    """
    fits = np.flatnonzero(lengths <= capacity)
    if not len(fits):
        return 0.0
    density = profits[fits] / lengths[fits]
    enough = int(capacity / lengths[fits].min()) + 1
    if enough < len(fits):
        densest = np.argpartition(-density, enough - 1)[:enough]
        fits, density = fits[densest], density[densest]
    order = np.argsort(-density, kind="stable")
    room = capacity - np.concatenate([[0.0], np.cumsum(lengths[fits[order]])[:-1]])
    packed = np.clip(room, 0.0, lengths[fits[order]])
    return float((packed * density[order]).sum())
