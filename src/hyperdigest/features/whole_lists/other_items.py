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

LEAST_TERMS = 2
"""The best item has so many terms of the question of its own, as one alone may be what the whole
list is about."""

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
