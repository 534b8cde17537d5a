"""Select the sentences of a digest: objectives, lazy greedy, and exact optimization."""

from hyperdigest.selection.exact import Exact, maximize, select_exact
from hyperdigest.selection.lazy_greedy import Greedy, greedy, select
from hyperdigest.selection.objectives import RelevanceAndCoverage, SetFunction, coverage, objective

__all__ = [
    "Exact",
    "Greedy",
    "RelevanceAndCoverage",
    "SetFunction",
    "coverage",
    "greedy",
    "maximize",
    "objective",
    "select",
    "select_exact",
]
