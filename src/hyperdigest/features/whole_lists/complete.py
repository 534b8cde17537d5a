"""Quote a list whole if most of it is quoted, or else a run of it: steps are of use together.

A procedure in sentences and commands in turn is quoted so if one of its commands is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from hyperdigest.base.arrays import Indices, Mask
from hyperdigest.documents import SENTENCE_KINDS, Sentences
from hyperdigest.documents.lists import are_steps, begins_step, items_of
from hyperdigest.features.whole_lists.procedures import with_procedure
from hyperdigest.lengths import usable_budget
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.asked_for.phrases import asks_in_any
from hyperdigest.record import ModelRecord
from hyperdigest.selection.choose import Choice, Repeats, choose, choose_without_repeats
from hyperdigest.selection.problem import Lengths, Problem

FARTHEST_PART = 20
"""What a part of a list introduces is among so many sentences after it."""

MUCH_BETTER = 2.0
"""No list is completed at the cost of a sentence with so many times the value of its best part."""

PADDING = 1 / 3
"""A few steps of a list are padding below so much of the average value of what is chosen."""

_ITEMS = SENTENCE_KINDS.index("item"), SENTENCE_KINDS.index("step")
_CODE = SENTENCE_KINDS.index("code")


@dataclass(frozen=True)
class Completion:
    """How much of a list has to be chosen for the rest to be quoted.

    Parameters
    ----------
    share : of its parts, above 0 and at most 1.
    relevance : of these, relative to that of all sentences of the digest.
    """

    share: float
    relevance: float


USUALLY = Completion(share=1 / 2, relevance=1.0)
IF_SEVERAL_ARE_ASKED_FOR = Completion(share=1 / 4, relevance=2 / 3)


def completion_for(question: Question, model: ModelRecord) -> Completion:
    """How much of a list has to be chosen: less if the question asks for several things, in a
    language of the collection."""
    several = asks_in_any("several", question.text, model.collection.language_counts)
    return IF_SEVERAL_ARE_ASKED_FOR if several else USUALLY


def quote_whole(
    problem: Problem,
    choice: Choice,
    repeats: Repeats,
    model: ModelRecord,
    question: Question,
    options: Options,
) -> Choice:
    """The choice with the procedure that is asked for, and with the missing parts of its lists.

    Nothing changes if sentences are quoted without what they need to be understood.
    """
    if not options.context:
        return choice
    choice = with_procedure(choice, problem, model, question, usable_budget(options))
    sentences, completion = model.collection.split.sentences, completion_for(question, model)
    return with_whole_lists(problem, choice, options, repeats, sentences, completion)


def with_whole_lists(
    problem: Problem,
    choice: Choice,
    options: Options,
    repeats: Repeats,
    sentences: Sentences,
    completion: Completion = USUALLY,
) -> Choice:
    """The choice with the missing parts of its lists, and with what then fits besides.

    The most valuable lists come first. Of one that does not fit with these, a run takes the place
    of the parts chosen. Neither takes the place of a chosen sentence that is much more relevant
    than these, nor a procedure that of one that is more relevant and above the average. The parts
    of these lists are chosen as pinned sentences are; no choice within the budget, with them or of
    the eligible sentences alone, has an objective above the bound. Of other steps, a run of each
    list stays. A list with a part that is not quotable, or that says again what is said or known,
    stays as it is.
    """
    if not choice.procedure and not any(_lists_shown(problem, choice, sentences)):
        return choice
    wholes, dropped = _completed(
        problem, choice, usable_budget(options), repeats, sentences, completion
    )
    added = [i for i in wholes if i not in problem.pinned]
    whole = replace(problem.without([*added, *dropped]), pinned=(*problem.pinned, *added))
    found = choice
    if {*dropped} & {*choice.chosen} or not {*wholes} <= {*choice.chosen}:
        found = choose_without_repeats(whole, options, repeats)[1].after(found)
    if (apart := _apart(whole, found, sentences)).any():
        whole = replace(whole, eligible=whole.eligible & ~apart)
        found = choose_without_repeats(whole, options, repeats)[1].after(found)
        if (apart := _apart(whole, found, sentences)).any():
            is_kept = np.isin(np.arange(len(apart)), found.chosen) & ~apart
            whole = replace(whole, eligible=whole.eligible & is_kept)
            found = choose(whole, options).after(found)
    if found is choice:
        return choice
    completing = frozenset(wholes).difference(choice.chosen)
    bound = max(found.bound, choice.bound)
    return replace(found, bound=bound, completing=completing, procedure=choice.procedure)


def _completed(
    problem: Problem,
    choice: Choice,
    budget: int,
    repeats: Repeats,
    sentences: Sentences,
    completion: Completion,
) -> tuple[dict[int, None], list[int]]:
    """What is to be chosen for the lists that are completed, in order, and their parts that are
    left out; see `with_whole_lists`."""
    unused = budget - problem.length_of([*problem.pinned, *choice.chosen])
    average = problem.value[[*choice.chosen]].mean() if choice.chosen else 0.0
    wholes: dict[int, None] = {}
    dropped: list[int] = []
    for parts, missing, runs in _incomplete(problem, choice, sentences, completion):
        in_parts = {*parts}
        own = [i for i in choice.chosen if i in in_parts]
        is_procedure = parts == [*choice.procedure]
        least = max((problem.value[i] for i in own), default=0.0)
        least = max(least, average) if is_procedure else MUCH_BETTER * least
        better = [i for i in choice.chosen if i not in in_parts and problem.value[i] > least]
        if is_procedure:
            lengths = problem.full_lengths
            room = budget - problem.length_of([*problem.pinned, *better])
        else:
            near = _near(parts, own, budget, problem)
            lengths, inside = _lengths_with_inside(near, problem, sentences)
            in_list = {*own, *inside.intersection(choice.chosen)}
            room = unused + int(problem.lengths[[*in_list]].sum())
        for run in (*runs, _best_run(parts, own, room, problem, lengths)):
            in_run = {*run}
            added = _quoted_with([i for i in missing if i in in_run], problem, sentences)
            if missing and not added:
                continue
            together = dict.fromkeys([*wholes, *(i for i in own if i in in_run), *added])
            length = problem.length_of([*problem.pinned, *together, *better])
            if length > budget:
                continue
            if not repeats.among([*choice.chosen, *added], problem.pinned):
                wholes = together | dict.fromkeys(better if is_procedure else ())
                dropped += [i for i in parts if i not in in_run]
                break
    return wholes, dropped


def _apart(problem: Problem, choice: Choice, sentences: Sentences) -> Mask:
    """(N,) the steps that stand apart from the best run of their list, and what needs them.

    Only lists whose chosen steps have gaps that could be quoted, or introduce what could be, have
    such. The best run is that of the most valuable chosen step. None is kept of a list of which few
    steps are chosen that would only fill the budget. A step is as valuable as the best chosen
    sentence that needs it. What is pinned stands apart from nothing.
    """
    apart = np.zeros(len(problem.eligible), bool)
    least = PADDING * problem.value[[*choice.chosen]].mean() if choice.chosen else 0.0
    value = problem.value.copy()
    for sentence in choice.chosen:
        needed = problem.contexts_of(sentence)
        value[needed] = np.maximum(value[needed], problem.value[sentence])
    for parts, own in _lists_shown(problem, choice, sentences):
        if not begins_step(int(parts[0]), sentences):
            continue
        _, end = sentences.range_of(int(sentences.document[parts[0]]))
        below = slice(int(parts[0]), end)
        introducing = problem.contexts[below][problem.quotable[below]]
        could = parts[problem.quotable[parts] | np.isin(parts, own) | np.isin(parts, introducing)]
        if 2 * len(own) < len(parts) and value[own].max() < least:
            apart[np.setdiff1d(parts, problem.pinned)] = True
            continue
        runs = np.split(own, np.flatnonzero(np.diff(np.searchsorted(could, own)) > 1) + 1)
        if len(runs) > 1:
            apart[parts] = True
            apart[max(runs, key=lambda run: value[run].max())] = False
            apart[[*problem.pinned]] = False
    if apart.any():
        of_context = np.append(apart, False)  # the last one for no context, -1
        for each in problem.contexts.T:
            apart |= of_context[each]
    return apart


def _lists_shown(
    problem: Problem, choice: Choice, sentences: Sentences
) -> Iterator[tuple[Indices, Indices]]:
    """The parts of each list of which a part is shown, and those that are, the list with the most
    valuable one first."""
    shown = {*choice.chosen, *problem.contexts[[*choice.chosen]].ravel().tolist()} - {-1}
    lists = defaultdict[tuple[int, int], list[int]](list)
    for i in sorted(shown):
        if number := int(sentences.list_number[i]):
            lists[int(sentences.document[i]), number].append(i)
    by_value = sorted(lists.values(), key=lambda own: -problem.value[own].max())
    for own in by_value:
        items = items_of(own[0], sentences)
        if np.isin(sentences.kind[own], _ITEMS).any() or are_steps(items, sentences):
            yield np.array([item.start for item in items]), np.array(own)


def _near(parts: list[int], own: list[int], most: int, problem: Problem) -> list[int]:
    """The parts that may be in a run with the best chosen one, of at most so many words: each part
    has one or more."""
    lead = parts.index(max(own, key=problem.value.__getitem__)) if own else 0
    return parts[max(0, lead - most) : lead + most + 1]


def _lengths_with_inside(
    parts: list[int], problem: Problem, sentences: Sentences
) -> tuple[Lengths, set[int]]:
    """(N,) the lengths of sentences, those of these parts together with what each introduces, and
    the sentences that these introduce."""
    lengths, inside = problem.lengths.copy(), set[int]()
    for part in parts:
        introduced = {*_quoted_with([part], problem, sentences)} - {part}
        lengths[part] += problem.lengths[[*introduced]].sum()
        inside |= introduced
    return lengths, inside


def _best_run(
    parts: list[int], own: list[int], room: int, problem: Problem, of_each: Lengths
) -> list[int]:
    """The run of parts with the largest value among those that hold the best chosen one and have
    room, the first of several; empty if none is chosen, or one is pinned."""
    if not own or {*own} & {*problem.pinned}:
        return []
    lengths, value = of_each[parts].tolist(), problem.value[parts].tolist()
    lead = parts.index(max(own, key=problem.value.__getitem__))
    best, first, used, worth = (0.0, 0, 0), 0, 0, 0.0
    for last, (length, gain) in enumerate(zip(lengths, value, strict=True)):
        used, worth = used + length, worth + gain
        while used > room:
            used, worth, first = used - lengths[first], worth - value[first], first + 1
        if worth > best[0] and first <= lead <= last:
            best = worth, first, last + 1
    return parts[best[1] : best[2]]


def _quoted_with(missing: list[int], problem: Problem, sentences: Sentences) -> list[int]:
    """The missing parts, each with the code that it introduces, or replaced by what it introduces
    if it does only that: the code and the lists, or else the text. Empty if a part cannot be
    quoted so."""
    added = []
    for part in missing:
        following = np.arange(part + 1, min(part + 1 + FARTHEST_PART, len(problem.contexts)))
        introduced = (problem.contexts[following] == part).any(axis=1) & problem.eligible[following]
        if problem.eligible[part] or sentences.kind[part] == _CODE:
            own = [part, *following[introduced & (sentences.kind[following] == _CODE)].tolist()]
        else:
            inside = following[introduced]
            is_listed = (sentences.kind[inside] == _CODE) | (sentences.list_number[inside] > 0)
            own = inside[is_listed].tolist() or inside.tolist() or [part]
        if not problem.quotable[own].all():
            return []
        added += own
    return added


def _incomplete(
    problem: Problem, choice: Choice, sentences: Sentences, completion: Completion
) -> Iterator[tuple[list[int], list[int], list[list[int]]]]:
    """The lists that are to be completed, the most valuable first: the parts with and without those
    shown, and the runs to try, the longest first.

    The parts are the whole list if enough of them are chosen, or else that run if enough of it is,
    and if either no more words are missing than chosen, or the chosen parts are relevant enough. If
    the run has gaps, it is to be completed too where it is of steps, or the gaps have no more words
    than what is chosen. A procedure is to be completed in any case.
    """
    procedure = [*choice.procedure]
    if lacking := [i for i in procedure if i not in choice.chosen]:
        yield procedure, lacking, [procedure]
    chosen, value, words = list(choice.chosen), problem.value, problem.lengths
    for parts, own in _lists_shown(problem, choice, sentences):
        run = parts[(parts >= min(own)) & (parts <= max(own))]
        if len(own) < completion.share * len(parts):
            parts = run
        missing, gaps = np.setdiff1d(parts, own), np.setdiff1d(run, own)
        if len(own) == 1 and not len(missing):
            continue
        is_enough = len(missing) <= (1 - completion.share) * len(parts)
        has_steps = begins_step(int(parts[0]), sentences)
        is_little = words[missing].sum() <= words[own].sum()
        is_relevant = value[own].mean() >= completion.relevance * value[chosen].mean()
        if is_enough and (is_little or is_relevant):
            yield parts.tolist(), missing.tolist(), [parts.tolist(), run.tolist()]
        elif is_relevant if has_steps else words[gaps].sum() <= words[own].sum():
            yield run.tolist(), gaps.tolist(), [run.tolist()]
