"""Choose the sentences of an answer, with the procedure and the lists that belong to them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hyperdigest.errors import OptionError
from hyperdigest.features.corroboration.search import repeats_of
from hyperdigest.features.whole_lists.complete import quote_whole
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.rank import Ranking
from hyperdigest.reader import Reader
from hyperdigest.record import ModelRecord
from hyperdigest.selection.choose import (
    Choice,
    Repeats,
    choose_without_repeats,
    length_warnings,
)
from hyperdigest.selection.problem import Problem


def choose_sentences(
    problem: Problem,
    ranking: Ranking,
    model: ModelRecord,
    question: Question,
    reader: Reader,
    options: Options,
) -> tuple[Problem, Choice]:
    """The choice of the sentences, and the problem without those that repeat a statement.

    Raises OptionError if no sentence is eligible, unless only what is new is wanted.
    """
    repeats = repeats_of(model, reader, options)
    choose = _choose_exactly if options.exact else _choose
    problem, choice = choose(problem, repeats, model, question, options)
    if not choice.chosen and not reader.wants_news:
        raise OptionError("no eligible sentences remain: all are excluded or already read")
    too_long = length_warnings(problem, ranking, repeats, options)
    return problem, replace(choice, warnings=(*too_long, *choice.warnings))


def _choose(
    problem: Problem, repeats: Repeats, model: ModelRecord, question: Question, options: Options
) -> tuple[Problem, Choice]:
    problem, choice = choose_without_repeats(problem, options, repeats)
    return problem, quote_whole(problem, choice, repeats, model, question, options)


def _choose_exactly(
    problem: Problem, repeats: Repeats, model: ModelRecord, question: Question, options: Options
) -> tuple[Problem, Choice]:
    """The best of three choices.

    Repeats are left out, and lists quoted whole, after the selection. That may cost an optimal
    choice more than the greedy one. So the three are the optimal choice, that without the sentences
    that the greedy selection left out, and the greedy choice.
    """
    quick, found = options.changed(exact=False), [choose_without_repeats(problem, options, repeats)]
    without, greedy = choose_without_repeats(problem, quick, repeats)
    if not _are_alike(without, found[0][0]):
        found.append(choose_without_repeats(without, options, repeats))
    bounds = [choice.bound for exact, choice in found if _are_alike(exact, without)]
    greedy = replace(greedy, bound=min([greedy.bound, *bounds]))
    three = [(*each, options) for each in found] + [(without, greedy, quick)]
    ended = [
        (left, quote_whole(left, choice, repeats, model, question, how))
        for left, choice, how in three
    ]
    best, choice = max(ended, key=lambda each: each[1].value)
    warnings = dict.fromkeys(warning for _, each in ended for warning in each.warnings)
    return best, replace(choice, warnings=tuple(warnings))


def _are_alike(one: Problem, other: Problem) -> bool:
    """Whether the same sentences may be picked in two problems."""
    return np.array_equal(one.eligible, other.eligible)
