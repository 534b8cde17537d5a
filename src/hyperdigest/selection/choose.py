"""The choice of sentences for a digest: pinned ones first, then the best of the eligible ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hyperdigest.errors import BudgetError, OptionError
from hyperdigest.lengths import usable_budget
from hyperdigest.options import Options, measured
from hyperdigest.ranking.rank import Ranking
from hyperdigest.selection.exact import maximize
from hyperdigest.selection.lazy_greedy import Greedy, enough_length, greedy
from hyperdigest.selection.objectives import SetFunction
from hyperdigest.selection.problem import Problem

Repeats = Callable[[Sequence[int], Sequence[int]], list[int]]
"""Of chosen sentences and those pinned among them, the ones that repeat another's statement, or one
that the reader knows; they are to be chosen no more."""

MOST_CHOICES = 8
"""The most choices that are made so that no statement is repeated."""


@dataclass(frozen=True, eq=False)
class Choice:
    """The sentences chosen, and how much better another choice could be.

    Parameters
    ----------
    chosen : numbers of sentences in the order picked, the pinned ones first.
    gains : what each added to the objective when it was picked.
    value : of the objective with all of them.
    bound : no choice with the pinned sentences that keeps the budget has a higher value.
    budget : what the bound is about; less than was asked for if the digest ends when it is enough.
    warnings : what the user should know of it, a sentence each.
    """

    chosen: tuple[int, ...]
    gains: tuple[float, ...]
    value: float
    bound: float
    budget: int
    warnings: tuple[str, ...] = ()


def allow_repeats(chosen: Sequence[int], pinned: Sequence[int]) -> list[int]:
    """No sentences: statements may be repeated, as in the published method."""
    return []


def choose_without_repeats(
    problem: Problem, options: Options, repeats: Repeats
) -> tuple[Problem, Choice]:
    """The choice that makes no statement twice, and the problem without what would repeat one.

    What repeats a statement is excluded and the choice made again, `MOST_CHOICES` times at most.
    """
    choice = choose(problem, options)
    for _ in range(MOST_CHOICES - 1):
        again = repeats(choice.chosen, problem.pinned)
        if not again:
            break
        problem = problem.without(again)
        choice = choose(problem, options)
    return problem, choice


def choose(problem: Problem, options: Options) -> Choice:
    """The pinned sentences, and the best that go with them within the budget.

    Raises an OptionError if the pinned sentences, or without any the shortest eligible one, exceed
    the budget.
    """
    budget = usable_budget(options)
    if not problem.pinned and not problem.eligible.any():
        return Choice((), (), 0.0, 0.0, options.budget)
    pinned_length = int(problem.lengths[list(problem.pinned)].sum())
    _check_fits(problem, pinned_length, budget, options)
    grown = problem.objective.copy()
    gains = [grown.add(sentence) for sentence in problem.pinned]
    left = budget - pinned_length
    if options.enough and left >= 1:
        left = int(
            enough_length(
                grown, problem.lengths, left, eligible=problem.eligible, **_picking(options)
            )
        )
    rest, warnings = _best(problem, grown, left, options)
    return Choice(
        chosen=(*problem.pinned, *rest.chosen),
        gains=(*gains, *rest.gains),
        value=rest.value,
        bound=rest.bound,
        budget=options.budget - budget + pinned_length + left if options.enough else options.budget,
        warnings=warnings,
    )


def _check_fits(problem: Problem, pinned_length: int, budget: int, options: Options) -> None:
    reserved = options.budget - budget
    if pinned_length > budget:
        raise OptionError(
            f"the pinned sentences have {pinned_length + reserved} {options.unit} together, and the"
            f" budget is {options.budget}: give a larger one, or unpin some"
        )
    if problem.pinned:
        return
    shortest = int(problem.lengths[problem.eligible].min())
    if shortest > budget:
        raise BudgetError(
            f"no sentence fits in {options.budget} {options.unit}: the shortest that may be picked"
            f" has {shortest + reserved}, so ask for at least as many"
        )


def _best(
    problem: Problem, pinned: SetFunction, budget: int, options: Options
) -> tuple[Greedy, tuple[str, ...]]:
    """The best sentences beside the pinned ones, and a warning if that could not be proved."""
    if budget < 1:
        return Greedy([], [], pinned.value, pinned.value), ()
    lengths, eligible = problem.lengths, problem.eligible
    if not options.exact:
        return greedy(pinned, lengths, budget, eligible=eligible, **_picking(options)), ()
    best = maximize(pinned, lengths, budget, options.time_limit, eligible=eligible)
    grown = pinned.copy()
    found = Greedy(best.chosen, [grown.add(each) for each in best.chosen], best.value, best.bound)
    if best.proved:
        return found, ()
    return found, (f"the exact selection stopped after {options.time_limit:g} s, unproved",)


def _picking(options: Options) -> dict[str, Any]:
    """What the options say of how `greedy` picks."""
    return {"cost_exponent": options.cost_exponent, "least_share": options.least_share}


def length_warning(
    problem: Problem, ranking: Ranking, repeats: Repeats, options: Options
) -> tuple[str, ...]:
    """A warning if the most relevant sentence that could be chosen is too long for the budget.

    A sentence that repeats what is pinned or known is chosen at no length, and so not counted. No
    sentence is the most relevant if all have the same evidence.
    """
    if not np.ptp(ranking.evidence):
        return ()
    value = np.where(problem.eligible, problem.value, -1.0)
    while (best := int(value.argmax())) >= 0 and value[best] >= 0:
        over = int(problem.lengths[[best, *problem.pinned]].sum()) - usable_budget(options)
        if over <= 0:
            return ()
        if best not in repeats([*problem.pinned, best], problem.pinned):
            needed = measured(options.budget + over, options.unit)
            beside = " beside those that are pinned" if problem.pinned else ""
            return (
                f"the most relevant sentence does not fit in"
                f" {measured(options.budget, options.unit)}{beside}: ask for {needed} to have it",
            )
        value[best] = -1.0
    return ()
