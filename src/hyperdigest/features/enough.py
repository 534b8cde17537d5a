"""Pick only what is enough to answer a question: what stands out for it, without scraps and names.

Each function narrows a problem: fewer of its sentences may be picked. To fill a budget beyond that,
set the option `enough` to false.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hyperdigest.base.arrays import Floats, Indices, Mask, places_of_largest
from hyperdigest.documents import FORMS, SENTENCE_KINDS, Sentences
from hyperdigest.lengths import usable_budget
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.asked_for.phrases import asks_for, asks_in_any
from hyperdigest.ranking.bm25 import BM25
from hyperdigest.ranking.doubt import Doubt
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.ranking.windows import Match
from hyperdigest.reader import Reader
from hyperdigest.record import ModelRecord
from hyperdigest.relevance import MANY_SENTENCES
from hyperdigest.selection.costs import SharedCosts
from hyperdigest.selection.problem import Problem
from hyperdigest.split import Split
from hyperdigest.split.languages import language_of_question

MOST_NEAREST = 3
"""How many sentences are quoted at most, besides pinned ones, if the documents may not answer."""

ONLY_NEAREST = "Only the nearest sentences are quoted."

MOST_ELIGIBLE = 4096
"""So many sentences of a collection may be picked, if the budget is smaller."""

LEAST_EXCESS = 1.0
"""If a question is concentrated by at most this above chance, everything is quoted from."""

ENOUGH_OF_BEST = 0.75
"""A passage that matches so well, relative to the best one, is quoted from in any case."""

ENOUGH_OF_VALUE = 0.5
"""A sentence that is so valuable, relative to the best one, may be quoted in any case."""

LEAST_OF_ONE_PASSAGE = 0.75
"""The least share of a question that one passage has, and the least excess of its concentration
above chance, times that share, with which little of other documents is quoted beside it."""

SCRAP_WORDS, ENOUGH_OF_SCRAP = 6, 0.4
"""Prose and code of at most so many words that has no context is quoted from so much of the best
value on; with a context that explains it, so are prose, code and definitions from half of that on,
if all of it has at most so many words. A context explains nothing if neither has anything of the
question: "Example usage:" is above code everywhere."""

NAME_WORDS, ENOUGH_OF_NAME = 2, 0.75
"""A later sentence of an explanation with at most so many words is a mere name, as in a list of
names; it is quoted from so much of the best value on."""

RESTATED_TERMS, RESTATED_SHARE = 6, 0.9
"""A sentence with so many terms or more, at least this share of them in the question, only says
again what the question says."""

WORDS_OF_TITLE, ENOUGH_OF_TITLE = 6, 0.75
"""An item, or a step that is no sentence, of at most so many words that names what further
sentences explain is quoted by itself from so much of the best value on, and before these always."""

ENOUGH_OF_BARE_NAME = 0.8
"""An item, or a step that is no sentence, of at most `NAME_WORDS` words is quoted from so much of
the best value on."""

LEAST_TERMS = 2
"""The best item of a list has so many terms of the question of its own, as one alone may be what
the whole list is about."""

SHARE_OF_BEST = 0.5
"""An item is left out if it has less than so much of what the best one has."""

_INCOMPLETE = FORMS.index("incomplete")
_SENTENCE = FORMS.index("prose")
_PROSE, _ITEM, _STEP, _CODE, _DEFINITION = map(
    SENTENCE_KINDS.index, ("prose", "item", "step", "code", "definition")
)


def keep_nearest(
    problem: Problem,
    doubt: Doubt | None,
    model: ModelRecord,
    question: Question,
    reader: Reader,
    options: Options,
) -> tuple[Problem, Doubt | None]:
    """The problem with the `MOST_NEAREST` most relevant sentences alone, and a doubt that says so.

    Nothing changes without a doubt, if only what is new is wanted, if the question asks for no fact
    or for an overview, or if nothing fits.
    """
    if doubt is None or reader.wants_news or not _ends_early(model, question, options):
        return problem, doubt
    collection, budget = model.collection, usable_budget(options)
    languages = tuple(collection.language_counts)
    language, _ = language_of_question(question.text, languages, collection.term_numbers)
    fits = problem.fitting(budget)
    if not fits.any() or not asks_for("fact", question.text, language):
        return problem, doubt
    nearest = np.zeros(len(fits), bool)
    nearest[places_of_largest(np.where(fits, problem.value, -np.inf), MOST_NEAREST)] = True
    problem = problem.within(nearest, budget)
    return replace(problem, quotable=problem.eligible), replace(doubt, remark=ONLY_NEAREST)


def keep_enough(
    problem: Problem, ranking: Ranking, model: ModelRecord, question: Question, options: Options
) -> Problem:
    """The problem in which only what is enough to answer the question may be picked.

    That is not what a digest has no room for, nor scraps; nor, unless the question asks for several
    things, mere names and the less fitting items of a list; nor, unless it asks for an overview or
    a sentence only restates it, what does not stand out.
    """
    if not options.enough:
        return problem
    split, languages = model.collection.split, model.collection.language_counts
    ends_early = _ends_early(model, question, options)
    ends_early = ends_early and not restates_question(problem, ranking.terms, split)
    if not options.any_form:
        problem = keep_most_valuable(problem, options)
        problem = leave_out_scraps(problem, ranking.directness, split.sentences, options)
        if not asks_in_any("several", question.text, languages):
            problem = leave_out_names(problem, split.sentences, options)
            index = Indexes.of(model).evidence.sentences
            problem = leave_out_other_items(problem, ranking.terms, index, split.sentences, options)
    if ends_early and ranking.match:
        problem = keep_what_stands_out(problem, ranking.match, options)
        problem = keep_to_one_document(problem, ranking.match, split.sentences, options)
    return problem


def _ends_early(model: ModelRecord, question: Question, options: Options) -> bool:
    """Whether a digest ends where the question is answered: not if it asks for an overview."""
    languages = model.collection.language_counts
    return options.enough and not asks_in_any("overview", question.text, languages)


def keep_most_valuable(problem: Problem, options: Options) -> Problem:
    """The problem in which only the `MOST_ELIGIBLE` most valuable sentences may be picked, or as
    many as the budget has words, characters or tokens.

    A digest has no room for others, and to weigh each of a million takes longer than to choose. Of
    more than `MANY_SENTENCES`, these and as valuable ones alone are compared with each other.
    """
    most = max(MOST_ELIGIBLE, options.budget)
    if np.count_nonzero(problem.eligible) <= most:
        return problem
    value = np.where(problem.eligible, problem.value, -1.0)
    best = places_of_largest(value, most)
    if len(value) > MANY_SENTENCES:
        is_compared = problem.value >= problem.value[best[-1]]
        is_compared[list(problem.pinned)] = True
        objective = problem.objective.among(np.flatnonzero(is_compared))
        problem = replace(problem, objective=objective)
    return _keep(problem, best, options)


def leave_out_scraps(
    problem: Problem, directness: Floats, sentences: Sentences, options: Options
) -> Problem:
    """The problem in which scraps of little value, which would only fill a budget, are not picked.

    Few words cost little, so that a scrap has a high gain for its cost. Items and rows are no
    scraps: the list or the table that they belong to explains them. An incomplete sentence that
    introduces what may be picked says nothing without that, and is quoted only before it.
    """
    places = np.flatnonzero(problem.eligible)
    if not len(places):
        return problem
    kind, has_context = sentences.kind[places], problem.has_context[places]
    words, value = sentences.words[places], problem.value[places]
    is_scrap = (kind == _PROSE) | (kind == _CODE) | ((kind == _DEFINITION) & has_context)
    costs = SharedCosts(sentences.words, problem.contexts)
    is_scrap &= words + costs.of_contexts(places) <= SCRAP_WORDS
    is_explained = has_context & (directness[places] > 0)
    enough = np.where(is_explained, ENOUGH_OF_SCRAP / 2, ENOUGH_OF_SCRAP)
    goes_on = (kind == _DEFINITION) & (sentences.context[places] > 1)
    enough[goes_on & (words <= NAME_WORDS)] = ENOUGH_OF_NAME
    is_worth = value >= enough * value.max()
    only_introduces = sentences.form[places] == _INCOMPLETE
    only_introduces &= _introduce(problem, places[kind > 0])[places]
    return _keep(problem, places[(~is_scrap | is_worth) & ~only_introduces], options)


def leave_out_names(problem: Problem, sentences: Sentences, options: Options) -> Problem:
    """The problem in which items and steps that are only names are not picked if they are of less
    value: "- Winch::Ring-Bell - boolean" above what that does, or one line of a list of files.

    They share words with a question about something else, and cost little. A question for several
    things may ask for such names.
    """
    places = np.flatnonzero(problem.eligible)
    if not len(places):
        return problem
    words, value = sentences.words[places], problem.value[places]
    is_item = sentences.kind[places] == _ITEM
    is_step = (sentences.kind[places] == _STEP) & (sentences.form[places] != _SENTENCE)
    is_title = (is_item | is_step) & (words <= WORDS_OF_TITLE)
    is_name = (is_item | is_step) & (words <= NAME_WORDS)
    is_title &= _introduce(problem, places)[places]
    enough = np.where(is_name, ENOUGH_OF_BARE_NAME, 0.0)
    enough[is_title] = ENOUGH_OF_TITLE
    return _keep(problem, places[value >= enough * value.max()], options)


def _introduce(problem: Problem, parts: Indices) -> Mask:
    """(N,) the sentences that are quoted before some of the parts."""
    introduces = np.zeros(len(problem.value) + 1, bool)  # the last one for no context, -1
    introduces[problem.contexts[parts]] = True
    return introduces[:-1]


def _keep(problem: Problem, kept: Indices, options: Options) -> Problem:
    """The problem in which only some sentences may be picked, if one of them fits the budget."""
    is_kept = np.zeros(len(problem.value), bool)
    is_kept[kept] = True
    return problem.within(is_kept, usable_budget(options))


def leave_out_other_items(
    problem: Problem, question: Floats, index: BM25, sentences: Sentences, options: Options
) -> Problem:
    """The problem in which items that have little of the question are not picked beside such that
    have more of it. What the sentence before a list says counts for none of its items.

    "Which variable sets the number of jobs?" is answered by one of fifty items, and all of them
    stand below "The following variables are known", which makes each of them relevant.

    Parameters
    ----------
    question : (V,) the weights of its terms.
    index : of the N sentences.
    """
    if not problem.contexts.size:
        return problem
    items = np.flatnonzero(problem.eligible & (sentences.kind == _ITEM))
    items = items[problem.contexts[items, 0] >= 0]
    if not len(items):
        return problem
    before = problem.contexts[items, 0]
    own, n_terms = own_terms(items, before, question, index)
    best, most = np.zeros((2, len(sentences)))
    np.maximum.at(best, before, own)
    np.maximum.at(most, before, n_terms)
    is_other = (most[before] >= LEAST_TERMS) & (own < SHARE_OF_BEST * best[before])
    is_kept = problem.eligible.copy()
    is_kept[items[is_other]] = False
    return problem.within(is_kept, usable_budget(options))


def own_terms(
    items: Indices, before: Indices, question: Floats, index: BM25
) -> tuple[Floats, Indices]:
    """(n,) the idf of the question's terms that each item has and the sentence before it has not,
    and how many they are.

    Parameters
    ----------
    before : (n,) the sentence that introduces each of the n items.
    """
    idf, n_terms = np.zeros(len(items)), np.zeros(len(items), np.intp)
    for term in np.flatnonzero(question).tolist():
        has_term = np.zeros(len(index.lengths), bool)
        has_term[index.texts_with(term)] = True
        is_own = has_term[items] & ~has_term[before]
        idf += question[term] * index.idf[term] * is_own
        n_terms += is_own
    return idf, n_terms


def restates_question(problem: Problem, question: Floats, split: Split) -> bool:
    """Whether the most valuable sentence only restates a question, which has (V,) weights of terms.

    "Is it true that ...?" may quote a document. That sentence stands out, but it is not the answer.
    """
    if not problem.eligible.any():
        return False
    best = int(np.where(problem.eligible, problem.value, -1.0).argmax())
    terms = np.unique(split.terms_of(best))
    said = question[terms] > 0
    return len(terms) >= RESTATED_TERMS and bool(said.mean() >= RESTATED_SHARE)


def keep_what_stands_out(problem: Problem, match: Match, options: Options) -> Problem:
    """The problem in which only sentences may be picked that stand out, as do their passages.

    With e the excess of the concentration, times the share of the question that one passage has, a
    sentence stands out if its value is at least 1 / (4 e^2) of the best one, and a passage if it
    matches at least 1 - 1 / (3 e - 3/2) as well as the best one, or at least 3/4 as well. A
    sentence whose value is at least half of the best one stands out in any passage, and one that
    needs a context matches as well as that: a command, as what introduces it. The more
    concentrated a question is, the fewer passages are quoted, but the more of each: a sentence in
    the passage that answers needs few words of the question. Nothing changes if e is at most 1, as
    for questions about many passages, or if no such sentence fits the budget.
    """
    excess = match.weighted_excess
    if excess <= LEAST_EXCESS or not problem.eligible.any():
        return problem
    best_match = match.sentences[problem.eligible].max()
    best_value = problem.value[problem.eligible].max()
    least_match = best_match * min(ENOUGH_OF_BEST, 1 - 1 / (3 * excess - 1.5))
    least_value = best_value / (4 * excess**2)
    stands_out = (problem.value >= ENOUGH_OF_VALUE * best_value) | (
        (_with_contexts(match.sentences, problem) >= least_match) & (problem.value >= least_value)
    )
    return problem.within(stands_out, usable_budget(options))


def keep_to_one_document(
    problem: Problem, match: Match, sentences: Sentences, options: Options
) -> Problem:
    """The problem in which only one document is quoted from, and the best sentences of others.

    It is that of the most valuable sentence that fits the budget; sentences of others are picked if
    they are at least half as valuable. Nothing changes if no passage has most of the question, as
    where its answer stands in two documents, or if many passages match alike.
    """
    budget = usable_budget(options)
    fits = problem.fitting(budget)
    stands_out = min(match.share, match.weighted_excess) >= LEAST_OF_ONE_PASSAGE
    if not stands_out or not fits.any():
        return problem
    best = int(np.where(fits, problem.value, -1.0).argmax())
    is_inside = sentences.document == sentences.document[best]
    return problem.within(
        is_inside | (problem.value >= ENOUGH_OF_VALUE * problem.value[best]), budget
    )


def _with_contexts(matches: Floats, problem: Problem) -> Floats:
    """(N,) the best match of each sentence and of what is quoted before it."""
    best, of_context = matches, np.append(matches, 0.0)  # the last one for no context, -1
    for each in problem.contexts.T:
        best = np.maximum(best, of_context[each])
    return best
