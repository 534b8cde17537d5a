"""Leave out the items of a list that have no word of the question, if others of the list have some.

"Which variable sets the number of jobs?" is answered by one of fifty items, and all of them stand
below "The following variables are known", which makes each of them relevant.
"""

from __future__ import annotations

import numpy as np

from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.documents import SENTENCE_KINDS, Sentences
from hyperdigest.lengths import usable_budget
from hyperdigest.options import Options
from hyperdigest.ranking.bm25 import BM25
from hyperdigest.selection.problem import Problem

LEAST_SHARE = 0.1
"""A list is told apart if the best of its items has so much of the question's idf of its own."""

SHARE_OF_BEST = 0.5
"""An item is left out if it has less than so much of what the best one has."""

_ITEM = SENTENCE_KINDS.index("item")


def leave_out_other_items(
    problem: Problem, question: Floats, index: BM25, sentences: Sentences, options: Options
) -> Problem:
    """The problem in which items that have little of the question are not picked beside such that
    have more of it. What the sentence before a list says counts for none of its items.

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
    own = own_shares(items, before, question, index)
    best = np.zeros(len(sentences))
    np.maximum.at(best, before, own)
    best = best[before]
    is_kept = problem.eligible.copy()
    is_kept[items[(best >= LEAST_SHARE) & (own < SHARE_OF_BEST * best)]] = False
    return problem.within(is_kept, usable_budget(options))


def own_shares(items: Indices, before: Indices, question: Floats, index: BM25) -> Floats:
    """(n,) the share of the question's idf that each item has and the sentence before it has not.

    Parameters
    ----------
    before : (n,) the sentence that introduces each of the n items.
    """
    weights, own = question * index.idf[: len(question)], np.zeros(len(items))
    for term in np.flatnonzero(question).tolist():
        has_term = np.zeros(len(index.lengths), bool)
        has_term[index.texts_with(term)] = True
        own += weights[term] * (has_term[items] & ~has_term[before])
    return own / (weights.sum() or 1.0)
