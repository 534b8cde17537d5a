"""Choosing the sentences of a digest."""

from hyperdigest.selection.enough import enough_room
from hyperdigest.selection.exact import Exact, maximize, select_exact
from hyperdigest.selection.greedy import Greedy, greedy, select
from hyperdigest.selection.objective import (
    RelevanceAndCoverage,
    SetFunction,
    coverage,
    objective,
)

__all__ = [
    "Exact",
    "Greedy",
    "RelevanceAndCoverage",
    "SetFunction",
    "coverage",
    "enough_room",
    "greedy",
    "maximize",
    "objective",
    "select",
    "select_exact",
]
