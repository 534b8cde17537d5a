"""The choice of sentences for a digest: pinned ones first, then the best of the eligible ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from hyperdigest.base.arrays import Mask
from hyperdigest.documents import Sentences
from hyperdigest.documents.quotable import may_be_quoted
from hyperdigest.errors import BudgetError, OptionError
from hyperdigest.lengths import usable_budget
from hyperdigest.options import Options, measured
from hyperdigest.ranking.rank import Ranking
from hyperdigest.selection.costs import SharedCosts
from hyperdigest.selection.exact import maximize
from hyperdigest.selection.lazy_greedy import Greedy, greedy
from hyperdigest.selection.objectives import SetFunction
from hyperdigest.selection.problem import Problem


class Repeats(Protocol):
    """Finds sentences that say the same."""

    def among(self, chosen: Sequence[int], pinned: Sequence[int]) -> list[int]:
        """The chosen sentences, none of them pinned, that repeat a statement: that of another
        chosen one, or one that the reader knows."""

    def like(self, sentences: Sequence[int]) -> set[int]:
        """The other sentences that say the same as one of some sentences."""


class RepeatsAllowed:
    """Finds no repeats: statements may be repeated, as in the published method."""

    def among(self, chosen: Sequence[int], pinned: Sequence[int]) -> list[int]:
        """No sentence."""
        return []

    def like(self, sentences: Sequence[int]) -> set[int]:
        """No sentence."""
        return set()


@dataclass(frozen=True, eq=False)
class Choice:
    """The chosen sentences, and how much better another choice could be.

    Parameters
    ----------
    chosen : numbers of sentences in the order picked, the pinned ones first.
    gains : what each added to the objective when it was picked.
    value : the objective of all of them.
    bound : no choice with the pinned sentences and within the budget has a higher objective.
    warnings : messages about the choice.
    completing : the chosen sentences that are there only because they complete a list.
    procedure : the commands or steps of the procedure that is asked for, in order, chosen or not.
    """

    chosen: tuple[int, ...]
    gains: tuple[float, ...]
    value: float
    bound: float
    warnings: tuple[str, ...] = ()
    completing: frozenset[int] = frozenset()
    procedure: tuple[int, ...] = ()

    def after(self, earlier: Choice) -> Choice:
        """This choice with the warnings about an earlier one from which it follows."""
        return replace(self, warnings=tuple(dict.fromkeys(earlier.warnings + self.warnings)))


def choose_without_repeats(
    problem: Problem, options: Options, repeats: Repeats
) -> tuple[Problem, Choice]:
    """The best choice without repeated statements, and the problem without the repeats.

    The sentences that repeat a statement, and the others that say the same as these and are not
    chosen, are excluded, and the choice is made again. It has the warnings about all choices.
    """
    choice = choose(problem, options)
    while repeated := repeats.among(choice.chosen, problem.pinned):
        others = repeats.like(repeated).difference(choice.chosen)
        problem = problem.without([*repeated, *others])
        choice = choose(problem, options).after(choice)
    return problem, choice


def choose(problem: Problem, options: Options) -> Choice:
    """The pinned sentences, and the best eligible ones that fit into the rest of the budget.

    Raises OptionError if the pinned sentences exceed the budget, and BudgetError if there are none
    and the shortest eligible sentence does.
    """
    if not problem.pinned and not problem.eligible.any():
        return Choice((), (), 0.0, 0.0)
    budget = usable_budget(options)
    reserved = options.budget - budget
    pinned_length = problem.length_of(problem.pinned)
    _check_budget(problem, pinned_length, reserved, options)
    begun, gains, eligible = _begin(problem)
    room = budget - pinned_length
    best, warnings = _best(replace(problem, eligible=eligible), begun, room, options)
    return Choice(
        chosen=(*gains, *best.chosen),
        gains=(*gains.values(), *best.gains),
        value=best.value,
        bound=best.bound,
        warnings=warnings,
    )


def _begin(problem: Problem) -> tuple[SetFunction, dict[int, float], Mask]:
    """What is chosen, and what may be, once the pinned sentences and their contexts are shown.

    Those contexts that are eligible, add to the objective and need nothing that is not shown are
    chosen too, since they cost nothing. Gives the objective with all chosen ones, what each of them
    adds, and (N,) the sentences that are still eligible.
    """
    begun = problem.objective.copy()
    if not problem.pinned:
        return begun, {}, problem.eligible
    gains = {sentence: begun.add(sentence) for sentence in problem.pinned}
    costs = SharedCosts(problem.lengths, problem.contexts, problem.pinned)
    is_free = costs.shown & (costs.all_of_contexts() == 0)
    for sentence in np.flatnonzero(is_free & problem.eligible):
        if begun.marginal_gains(np.array([sentence]))()[0] > 0:
            gains[int(sentence)] = begun.add(int(sentence))
    return begun, gains, problem.eligible & ~is_free


def check_shortest(sentences: Sentences, options: Options) -> None:
    """Raise BudgetError if each sentence that may be quoted has more words than a digest may have.

    This needs no topics, which take long to fit to a text whose sentences do not end.
    """
    quotable = may_be_quoted(
        sentences, options.shortest, any_form=options.any_form, prose_only=options.prose_only
    )
    lengths = sentences.words[quotable] if quotable.any() else sentences.words
    if options.unit == "words" and len(lengths) and lengths.min() > options.budget:
        raise _nothing_fits(int(lengths.min()), options)


def any_fits(sentences: Sentences, options: Options) -> bool:
    """Whether a sentence that may be quoted fits the budget with its contexts.

    It is not known, and taken to be so, if the budget is in tokens or no sentence may be quoted.
    """
    if options.tokens:
        return True
    quotable = may_be_quoted(
        sentences, options.shortest, any_form=options.any_form, prose_only=options.prose_only
    )
    in_words = options.unit == "words"
    lengths = sentences.words if in_words else sentences.end - sentences.start
    costs = SharedCosts(lengths, sentences.contexts()[:, : None if options.context else 0])
    fits = lengths + costs.all_of_contexts() <= options.budget
    return not quotable.any() or bool((quotable & fits).any())


def _nothing_fits(shortest: int, options: Options) -> BudgetError:
    return BudgetError(
        f"no sentence fits in {measured(options.budget, options.unit)}: the shortest eligible"
        f" one has {shortest}, so give a budget of at least that"
    )


def _check_budget(problem: Problem, pinned_length: int, reserved: int, options: Options) -> None:
    """Raise an error if no sentence fits; `reserved` tokens of the budget are not for sentences."""
    if pinned_length + reserved > options.budget:
        raise OptionError(
            f"the pinned sentences have {pinned_length + reserved} {options.unit} together, and the"
            f" budget is {options.budget}: give a larger one, or unpin some"
        )
    if problem.pinned:
        return
    shortest = int(problem.full_lengths[problem.eligible].min())
    if shortest + reserved > options.budget:
        raise _nothing_fits(shortest + reserved, options)


def _best(
    problem: Problem, pinned: SetFunction, room: int, options: Options
) -> tuple[Greedy, tuple[str, ...]]:
    """The best sentences to add to the pinned ones, and a warning if that is not proved."""
    if room < 1:
        return Greedy([], [], pinned.value, pinned.value), ()
    if not options.exact:
        best = greedy(
            pinned,
            problem.lengths,
            room,
            eligible=problem.eligible,
            cost_exponent=options.cost_exponent,
            least_share=options.least_share,
            contexts=problem.contexts,
            shown=problem.pinned,
        )
        return best, ()
    exact = maximize(
        pinned,
        problem.lengths,
        room,
        options.time_limit,
        eligible=problem.eligible,
        contexts=problem.contexts,
        shown=problem.pinned,
    )
    grown = pinned.copy()
    gains = [grown.add(sentence) for sentence in exact.chosen]
    warning = f"the exact selection stopped after {options.time_limit:g} s without a proof"
    return Greedy(exact.chosen, gains, exact.value, exact.bound), () if exact.proved else (warning,)


def length_warnings(
    problem: Problem, ranking: Ranking, repeats: Repeats, options: Options
) -> tuple[str, ...]:
    """A warning if the most relevant sentence that could be chosen is too long for the budget.

    Sentences that repeat a pinned or known statement could not be chosen at any length. No sentence
    is the most relevant if all have the same evidence.
    """
    if not np.ptp(ranking.evidence):
        return ()
    value = np.where(problem.eligible, problem.value, -1.0)
    while (best := int(value.argmax())) >= 0 and value[best] >= 0:
        excess = problem.length_of((best, *problem.pinned)) - usable_budget(options)
        if excess <= 0:
            return ()
        if best not in repeats.among([*problem.pinned, best], problem.pinned):
            budget, needed = options.budget, options.budget + excess
            with_pinned = " with the pinned ones" if problem.pinned else ""
            return (
                f"the most relevant sentence does not fit{with_pinned} in"
                f" {measured(budget, options.unit)}: it needs a budget of at"
                f" least {measured(needed, options.unit)}",
            )
        value[best] = -1.0
    return ()
