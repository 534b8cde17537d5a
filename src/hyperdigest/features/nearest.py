"""If the documents may not answer a question for a fact, quote the nearest sentences alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hyperdigest.base.arrays import places_of_largest
from hyperdigest.lengths import usable_budget
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.asked_for.phrases import asks_for
from hyperdigest.ranking.doubt import Doubt
from hyperdigest.record import ModelRecord
from hyperdigest.selection.problem import Problem
from hyperdigest.split.languages import language_of_question

MOST_NEAREST = 3
"""How many sentences are quoted at most, besides pinned ones."""

ONLY_NEAREST = "Only the nearest sentences are quoted."


def keep_nearest(
    problem: Problem, doubt: Doubt | None, model: ModelRecord, question: Question, options: Options
) -> tuple[Problem, Doubt | None]:
    """The problem with the `MOST_NEAREST` most relevant sentences alone, and a doubt that says so.

    Nothing changes without a doubt, if the question asks for no fact, or if nothing fits.
    """
    if not doubt:
        return problem, doubt
    collection, budget = model.collection, usable_budget(options)
    languages = tuple(collection.language_counts)
    language, _ = language_of_question(question.text, languages, collection.term_numbers)
    fits = problem.eligible & (problem.full_lengths <= budget)
    if not fits.any() or not asks_for("fact", question.text, language):
        return problem, doubt
    nearest = np.zeros(len(fits), bool)
    nearest[places_of_largest(np.where(fits, problem.value, -np.inf), MOST_NEAREST)] = True
    return problem.within(nearest, budget), replace(doubt, remark=ONLY_NEAREST)
