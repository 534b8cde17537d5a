"""The items of lists, the rows of tables and the definitions of terms, in columns of sentences."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from hyperdigest.documents.sentences import SENTENCE_KINDS, Sentences

_PROSE, _STEP, _CODE, _DEFINITION = map(
    SENTENCE_KINDS.index, ("prose", "step", "code", "definition")
)
_IN_LISTS = tuple(map(SENTENCE_KINDS.index, ("item", "step", "row")))

_LONGEST_ITEM = 100
"""In sentences; it is not known of later ones in which item they are."""


def begin_of_item(sentence: int, columns: Sentences) -> int:
    """The sentence that begins the item, step or row of which one is a part; -1 if none does.

    It is the last one that begins an item at the sentence or before it.
    """
    first = sentence
    if not columns.list_number[first] and columns.kind[first] not in _IN_LISTS:
        return -1
    while not columns.list_number[first]:
        first -= 1
        is_far = first < max(0, sentence - _LONGEST_ITEM)
        if is_far or columns.document[first] != columns.document[sentence]:
            return -1
    return first


def begin_of_definition(sentence: int, columns: Sentences) -> int:
    """The sentence that begins the definition of which one is a part; -1 if it is not known."""
    for first in range(sentence, max(-1, sentence - _LONGEST_ITEM), -1):
        if columns.list_number[first] or columns.document[first] != columns.document[sentence]:
            is_one = columns.kind[first] == columns.kind[sentence] == _DEFINITION
            return first if is_one and columns.list_number[first] else -1
    return -1


def items_of(begin: int, columns: Sentences) -> list[range]:
    """The sentences of each item of the list of which one begins with a sentence.

    Code belongs to the last item if that introduces it.
    """
    return [range(*item) for item in pairwise(_bounds(begin, columns))]


def _bounds(begin: int, columns: Sentences) -> list[int]:
    """The sentences that begin the items of a list, and the one after its last."""
    first, end = columns.range_of(int(columns.document[begin]))
    number = columns.list_number[first:end]
    begins = (first + np.flatnonzero(number == columns.list_number[begin])).tolist()
    last = begins[-1] + 1
    while last < end and _is_in_item(last, begins[-1], columns):
        last += 1
    return [*begins, last]


def _is_in_item(sentence: int, begin: int, columns: Sentences) -> bool:
    """Whether a sentence after the one that begins an item is in the item."""
    introduced_by = sentence - int(columns.context[sentence])
    is_its_code = columns.kind[sentence] == _CODE and begin <= introduced_by < sentence
    return is_its_code or begin_of_item(sentence, columns) == begin


def are_steps(items: list[range], columns: Sentences) -> bool:
    """Whether the items of a list are steps: one is quoted as such, or they are commands alone,
    with what introduces each."""
    return bool(items) and _has_steps(items[0].start, items[-1].stop, columns)


def begins_step(sentence: int, columns: Sentences) -> bool:
    """Whether a sentence that begins an item of a list, or a row, begins a step."""
    first, *_, end = _bounds(sentence, columns)
    return _has_steps(first, end, columns)


def _has_steps(first: int, end: int, columns: Sentences) -> bool:
    kinds = {*columns.kind[first:end].tolist()}
    return _STEP in kinds or (_CODE in kinds and kinds <= {_PROSE, _CODE})
