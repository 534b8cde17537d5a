"""Indexes of words in plain text: names in alphabetical order, each alone between blank lines."""

from __future__ import annotations

from itertools import pairwise

from hyperdigest.split.lines import Lines

_FEWEST = 6
_FOR_ONE_OUT_OF_ORDER = 8
"""Indexes differ in the order of hyphens and spaces: of so many names, one may be out of order."""

_MOST_WORDS = 4


def is_in_index_of_words(lines: Lines, number: int, *, introduced: bool) -> bool:
    """Whether a line is one of several names that stand so, in the same column.

    If something is `introduced` right before them, they are no index.
    """
    if not _is_alone(lines, number):
        return False
    before, after = (_names_beside(lines, number, step) for step in (-2, 2))
    names = [*reversed(before), _name(lines, number), *after]
    if len(names) < _FEWEST or not all(names) or (introduced and not before):
        return False
    out_of_order = sum(one > other for one, other in pairwise(names))
    return out_of_order <= len(names) // _FOR_ONE_OUT_OF_ORDER


def _names_beside(lines: Lines, number: int, step: int) -> list[str]:
    """The nearest names before or after a line, as many as show the order."""
    names, column = list[str](), lines[number].indent
    while len(names) < _FEWEST - 1:
        number += step
        if not _is_alone(lines, number) or lines[number].indent != column:
            break
        names.append(_name(lines, number))
    return names


def _is_alone(lines: Lines, number: int) -> bool:
    """Whether there is a line of text between blank ones."""
    around = lines.is_blank(number - 1) and lines.is_blank(number + 1)
    return around and not lines.is_blank(number)


def _name(lines: Lines, number: int) -> str:
    """The letters and digits of a line of few words, in lower case; empty for another line."""
    words = lines.of(lines[number]).split(None, _MOST_WORDS)
    name = "".join(words) if len(words) <= _MOST_WORDS else ""
    return "".join(filter(str.isalnum, name)).casefold()
