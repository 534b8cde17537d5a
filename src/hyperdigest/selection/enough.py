"""End a digest where a question is answered: quote only the passages that stand out for it."""

from __future__ import annotations

from hyperdigest.lengths import usable_budget
from hyperdigest.options import Options
from hyperdigest.ranking.windows import Match
from hyperdigest.selection.problem import Problem

LEAST_EXCESS = 0.5
"""If a question is concentrated by at most this above chance, all passages are quoted from."""

FEWER_PER_EXCESS = 3.0
"""How fast fewer passages are quoted from, the more concentrated a question is."""

ENOUGH_OF_BEST = 0.75
"""A passage that matches so well, relative to the best one, is quoted from in any case."""


def keep_best_passages(problem: Problem, match: Match, options: Options) -> Problem:
    """The problem in which only sentences may be picked whose passages stand out.

    With e the excess of the concentration, times the share of the question that one passage has,
    these are sentences that match at least 1 - 1 / (3 (e - 1/2)) as well as the best one, or at
    least 3/4 as well. Nothing changes if e is small, as for questions about many passages, or if
    none of these sentences fits the budget.
    """
    excess = match.excess * match.share - LEAST_EXCESS
    if excess <= 0 or not problem.eligible.any():
        return problem
    best = match.sentences[problem.eligible].max()
    least = best * min(ENOUGH_OF_BEST, 1 - 1 / (FEWER_PER_EXCESS * excess))
    return problem.within(match.sentences >= least, usable_budget(options))
