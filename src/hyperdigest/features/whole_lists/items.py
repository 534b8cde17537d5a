"""The items of a list, sentence by sentence, and whether they are steps."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from hyperdigest.documents import SENTENCE_KINDS, Sentences

_PROSE, _STEP, _CODE = map(SENTENCE_KINDS.index, ("prose", "step", "code"))


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
    return is_its_code or columns.begin_of_item(sentence) == begin


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
