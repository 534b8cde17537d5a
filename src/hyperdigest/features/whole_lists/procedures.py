"""Procedures in sentences and commands in turn, which answer how to do something.

"First get the source:", a command, "and change to its directory:", a command, "Then build it:", a
command. No list says that these belong together, but the words between them do.
"""

from __future__ import annotations

import re
from dataclasses import replace

from hyperdigest.documents import FORMS, SENTENCE_KINDS
from hyperdigest.question import Question
from hyperdigest.ranking.asked_for.how_to import asks_how_to
from hyperdigest.record import ModelRecord
from hyperdigest.selection.choose import Choice
from hyperdigest.selection.problem import Problem

MOST_BETWEEN = 60
"""The most words between two commands of a procedure, without those that introduce the second."""

_IN_TEXT = SENTENCE_KINDS.index("prose"), SENTENCE_KINDS.index("step")
_CODE, _HEADING = SENTENCE_KINDS.index("code"), FORMS.index("heading")
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
    choice: Choice, problem: Problem, model: ModelRecord, question: Question
) -> Choice:
    """The choice with the procedure that answers a question how to do something, if one does.

    It is that of the most valuable chosen command that is in one, if the command has at least the
    value of the chosen sentences on average.
    """
    if not choice.chosen or not asks_how_to(question.text, model.collection.language_counts):
        return choice
    chosen, value = sorted(choice.chosen), problem.value
    least = value[chosen].mean()
    commands = (i for i in chosen if value[i] >= least)
    for command in sorted(commands, key=value.__getitem__, reverse=True):
        if procedure := procedure_of(command, model):
            return replace(choice, procedure=procedure)
    return choice


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
        is_part = columns.kind[other] not in _IN_TEXT or columns.list_number[other]
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
