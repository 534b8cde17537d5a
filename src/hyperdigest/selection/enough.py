"""How much of a budget is enough: where what is left to pick adds little to what is there."""

from __future__ import annotations

from numpy.typing import ArrayLike

from hyperdigest.selection.greedy import eligible_lengths, picks
from hyperdigest.selection.objective import SetFunction
from hyperdigest.selection.watched import Watched

OF_BEST = 0.2
"""The share of the largest gain so far, below which a sentence adds too little."""

OF_ALL = 0.08
"""The share of the value with it, below which the gain of a sentence is too little."""


def enough_room(
    function: SetFunction,
    lengths: ArrayLike,
    capacity: float,
    *,
    cost_exponent: float = 1.0,
    eligible: ArrayLike | None = None,
) -> float:
    """The length up to which the picks of `greedy` still add something, at most the capacity.

    The picks end before the first that adds less than `OF_BEST` of what one before it added, or
    less than `OF_ALL` of the value of the set with it. The former ends the digest where few
    sentences speak to the question, the latter where many do, all alike. `greedy` with this length
    as the capacity makes the same picks, and then its bound is of all sets of at most this length.

    The values were chosen on the answers kept by digests of known-answer questions; docs/method.md
    has the figures. The parameters are those of `greedy`.

    Returns
    -------
    0 where what the function holds already needs nothing more.
    """
    size = eligible_lengths(function, lengths, capacity, eligible)
    grown = function.copy()
    room, best = 0.0, 0.0
    for sentence, gain in picks(Watched(grown), size, capacity, cost_exponent):
        if gain < OF_BEST * best or gain < OF_ALL * grown.value:
            break
        best = max(best, gain)
        room += float(size[sentence])
    return room
