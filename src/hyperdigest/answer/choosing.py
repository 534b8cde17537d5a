"""Choose the sentences of an answer, with the procedure and the lists that belong to them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hyperdigest.base.arrays import Mask
from hyperdigest.features.whole_lists.complete import enough_for, with_whole_lists
from hyperdigest.features.whole_lists.procedures import with_procedure
from hyperdigest.lengths import usable_budget
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.record import ModelRecord
from hyperdigest.selection.choose import Choice, Repeats, choose_without_repeats
from hyperdigest.selection.problem import Problem


def choose_sentences(
    problem: Problem,
    repeats: Repeats,
    model: ModelRecord,
    question: Question,
    options: Options,
    quotable: Mask,
) -> tuple[Problem, Choice]:
    """The choice of the sentences, and the problem without those that repeat a statement.

    Repeats are left out, and lists quoted whole, after the selection. That may cost an optimal
    choice more than the greedy one. So of an exact selection this is the best of three: the optimal
    choice, that without the sentences that the greedy selection left out, and the greedy choice.

    Parameters
    ----------
    quotable : (N,) the sentences that no constraint keeps from being quoted.
    """

    def with_lists(problem: Problem, choice: Choice, options: Options) -> Choice:
        if not options.context:
            return choice
        budget = usable_budget(options)
        choice = with_procedure(choice, problem, model, question, quotable, budget)
        sentences, enough = model.collection.split.sentences, enough_for(question, model)
        return with_whole_lists(problem, choice, options, repeats, sentences, quotable, enough)

    first = choose_without_repeats(problem, options, repeats)
    if not options.exact:
        return first[0], with_lists(*first, options)
    quick, found = options.changed(exact=False), [first]
    without, greedy = choose_without_repeats(problem, quick, repeats)
    if not _are_alike(without, first[0]):
        found.append(choose_without_repeats(without, options, repeats))
    bounds = [choice.bound for exact, choice in found if _are_alike(exact, without)]
    greedy = replace(greedy, bound=min([greedy.bound, *bounds]))
    ended = [(exact, with_lists(exact, choice, options)) for exact, choice in found]
    ended.append((without, with_lists(without, greedy, quick)))
    best, choice = max(ended, key=lambda each: each[1].value)
    warnings = dict.fromkeys(warning for _, each in ended for warning in each.warnings)
    return best, replace(choice, warnings=tuple(warnings))


def _are_alike(one: Problem, other: Problem) -> bool:
    """Whether the same sentences may be picked in two problems."""
    return np.array_equal(one.eligible, other.eligible)
