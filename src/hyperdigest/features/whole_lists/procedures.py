"""Lists of steps and other procedures, which answer how to do something.

A list says which steps belong together. In "First get the source:", a command, "and change to its
directory:", a command, "Then build it:", a command, the words between the commands do.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain

import numpy as np

from hyperdigest.documents import FORMS, SENTENCE_KINDS, Sentences
from hyperdigest.documents.lists import are_steps, begin_of_item, begins_step, items_of
from hyperdigest.question import Question
from hyperdigest.ranking.asked_for.phrases import asks_how_to
from hyperdigest.record import ModelRecord
from hyperdigest.selection.choose import Choice
from hyperdigest.selection.problem import Problem

MOST_BETWEEN = 60
"""The most words between two commands of a procedure, without those that introduce the second."""

NEAR_BEST = 0.75
"""The least value of a step, relative to the best sentence, for its list to be the procedure."""

_PROSE, _STEP, _CODE = map(SENTENCE_KINDS.index, ("prose", "step", "code"))
_HEADING = FORMS.index("heading")
_GOES_ON = re.compile(
    r"""
      \W*(?: and | then | next | finally | lastly | und | dann | danach | anschließend | et | puis
        | ensuite | enfin | y | luego | después | finalmente | e | poi | quindi | infine | depois
        | então | en | daarna | vervolgens | и | затем | потом | далее | наконец )(?=[\s,:])
    | .*\b(?: and[ ]then | now | afterwards | after[ ](?:that|this) | nun | jetzt | maintenant
        | ahora | adesso | agora | теперь )\b
    | (?!\W*(?:if|when)\b).*\bthen\b
    | .*(?: 然后 | 接着 | 接下来 | 最后 | 次に | 最後に | 그런[ ]다음 )
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
"""A sentence that goes on with what to do: "Then install it:". "If it fails, then" does not."""


def with_procedure(
    choice: Choice,
    problem: Problem,
    model: ModelRecord,
    question: Question,
    budget: int,
) -> Choice:
    """The choice with the procedure that answers a question how to do something, if one does.

    It is that of the most valuable chosen command or step that is in one, if that has at least the
    value of the chosen sentences on average, and a step nearly the highest. If no command or step
    has that, it is the list of steps below the most valuable sentence, or the first of these if
    none is chosen. Of such a list it has what fits the budget besides the sentences above the
    average, if that is a part of each step.
    """
    if not choice.chosen or not asks_how_to(question.text, model.collection.language_counts):
        return choice
    columns = model.collection.split.sentences
    chosen, value = sorted(choice.chosen), problem.value
    least = min(value[chosen].mean(), value[chosen].max())  # the mean of equals may be above them
    best = sorted((i for i in chosen if value[i] >= least), key=value.__getitem__, reverse=True)
    for sentence in best:
        procedure = procedure_of(sentence, model)
        is_near = value[sentence] >= NEAR_BEST * value[best[0]]
        if not procedure and is_near:
            items = _steps_with(sentence, problem, columns)
            steps = {*chain.from_iterable(items)}
            besides = [i for i in chosen if i in steps or value[i] >= least]
            procedure = _fitting(items, besides, problem, columns, budget)
        if procedure:
            return replace(choice, procedure=procedure)
    if np.isin(columns.kind[best], (_CODE, _STEP)).any():
        return choice
    below = _step_below(best[0], columns)
    items = items_of(below, columns) if below >= 0 else []
    procedure = _fitting(items, best, problem, columns, budget)
    is_begun = not {*chain.from_iterable(items)}.isdisjoint(chosen)
    while items and not procedure and not is_begun:
        items.pop()
        procedure = _fitting(items, best, problem, columns, budget)
    return replace(choice, procedure=procedure)


def _steps_with(sentence: int, problem: Problem, columns: Sentences) -> list[range]:
    """The sentences of each step of the list of which a step has a sentence, or introduces it; none
    if the list has no steps, but items or rows."""
    above = (sentence, *problem.contexts[sentence].tolist())
    begins = (begin_of_item(each, columns) for each in above if each >= 0)
    begin = next((begin for begin in begins if begin >= 0), -1)
    items = items_of(begin, columns) if begin >= 0 else []
    return items if are_steps(items, columns) else []


def _step_below(sentence: int, columns: Sentences) -> int:
    """The step that begins the list to which a sentence of prose leads: the next one in its
    section, with a few sentences between at most; -1 if there is none."""
    words, below = 0, sentence + 1
    while below < len(columns) and words <= MOST_BETWEEN:
        is_elsewhere = columns.document[below] != columns.document[sentence]
        if is_elsewhere or columns.form[below] == _HEADING:
            return -1
        if columns.list_number[below]:
            return below if begins_step(below, columns) else -1
        words, below = words + int(columns.words[below]), below + 1
    return -1


def _fitting(
    items: list[range],
    besides: list[int],
    problem: Problem,
    columns: Sentences,
    budget: int,
) -> tuple[int, ...]:
    """What of the steps of a list fits the budget besides some sentences: of each what it begins
    with, and all the rest of those of the most valuable ones. Empty if a step would have nothing.

    A step whose first sentence may not be quoted, since it only introduces the rest, begins with
    the command that it introduces, or else with all of the rest.
    """
    parts = [[i for i in item if problem.quotable[i]] for item in items]
    found = {*chain.from_iterable(items)}.intersection(besides)
    for part, item in zip(parts, items, strict=True):
        begins = [i for i in part[:1] if i == item[0] or columns.kind[i] == _CODE]
        found.update(begins or part)
    shown = [*problem.pinned, *besides]
    if not all(parts) or problem.length_of([*shown, *found]) > budget:
        return ()
    for part in sorted(parts, key=lambda part: -problem.value[part].max()):
        if problem.length_of([*shown, *found, *part]) <= budget:
            found.update(part)
    return tuple(sorted(found))


def procedure_of(sentence: int, model: ModelRecord) -> tuple[int, ...]:
    """The commands of the procedure of which a sentence is one, in order; empty if it is in none.

    Each is introduced by a sentence, and not all by the same one. Between two of them is no heading
    and no list, but a few sentences at most, one of which goes on with what to do.
    """
    columns = model.collection.split.sentences
    if columns.kind[sentence] != _CODE or not columns.context[sentence]:
        return ()
    commands = [sentence]
    while (before := _neighbour(commands[0], -1, model)) >= 0:
        commands.insert(0, before)
    while (after := _neighbour(commands[-1], 1, model)) >= 0:
        commands.append(after)
    introductions = {command - int(columns.context[command]) for command in commands}
    return tuple(commands) if len(introductions) > 1 else ()


def _neighbour(command: int, step: int, model: ModelRecord) -> int:
    """The next command of a procedure, or the one before it if `step` is -1; -1 if none is."""
    columns = model.collection.split.sentences
    other = command + step
    while 0 <= other < len(columns) and abs(other - command) <= MOST_BETWEEN:
        is_part = columns.kind[other] not in (_PROSE, _STEP) or columns.list_number[other]
        is_elsewhere = columns.document[other] != columns.document[command]
        if is_part or is_elsewhere or columns.form[other] == _HEADING:
            break
        other += step
    else:
        return -1
    if columns.kind[other] != _CODE or columns.document[other] != columns.document[command]:
        return -1
    earlier, later = sorted((command, other))
    between, introduction = range(earlier + 1, later), later - int(columns.context[later])
    words = sum(int(columns.words[i]) for i in between if i != introduction)
    if not columns.context[other] or words > MOST_BETWEEN:
        return -1
    goes_on = not between or any(_GOES_ON.match(model.collection.text(i)) for i in between)
    return other if goes_on else -1
