"""Which of the chosen sentences come first, as the answer."""

from __future__ import annotations

from functools import cache
from itertools import chain

from hyperdigest.answer.wholes import Wholes
from hyperdigest.base.arrays import Floats
from hyperdigest.features.whole_lists.procedures import begins_step

LEADS_TOO = 0.75
"""The least relevance of a part that leads with the best one of its list, relative to that one."""


def leading_sentences(wholes: Wholes, relevance: Floats, best: int) -> tuple[int, ...]:
    """The sentences that lead a digest, in reading order.

    These are the `best` one, and if it is a part of a list, a table or a program, or introduces
    one, its chosen parts and what is between them; with their contexts that are chosen, the steps
    of the lists that these are in, what needs them, the sentences before its code in the same
    paragraph, and the other sentences that answer the same question of an FAQ. Items, rows and
    definitions of a list that is not quoted whole, and such answers, stay behind if they are much
    less relevant.

    Parameters
    ----------
    relevance : (N,) that of all sentences.
    best : the most valuable of the chosen sentences.
    """
    begin_of_best = wholes.begin_of(best)

    @cache
    def leads_too(sentence: int) -> bool:
        """Whether a sentence that belongs to the lead leads with it: a step does, and what is in
        the same item, is part of a list that is quoted whole, or is nearly as relevant."""
        begin = wholes.begin_of(sentence)
        if begin < 0 or begin == begin_of_best or begins_step(begin, wholes.columns):
            return True
        return wholes.is_complete(begin) or bool(relevance[sentence] >= LEADS_TOO * relevance[best])

    def answers_too(sentence: int) -> bool:
        """Whether another answer to the same question leads too."""
        return bool(relevance[sentence] >= LEADS_TOO * relevance[best])

    leads, before = {best}, set[int]()
    while leads != before:
        before, leads = leads, set(wholes.together(leads))
        led = set(chain.from_iterable(map(wholes.of, leads)))
        led |= set(map(wholes.introduced_by, leads))
        parts = [i for i in wholes.chosen if led & wholes.of(i)]
        leaning = [i for i in wholes.chosen if leads.intersection(wholes.contexts_of(i))]
        leads = leads.union(filter(leads_too, (*parts, *wholes.between(parts), *leaning)))
        leads = leads.union(filter(answers_too, wholes.beside(best)))
    return tuple(sorted(leads.union(wholes.before_code(leads))))
