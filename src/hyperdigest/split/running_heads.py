"""The lines at the top and bottom of the pages of a plain text, such as those of an RFC."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from itertools import pairwise
from math import inf

from hyperdigest.split.lines import Line, Lines

LEAST_PAGES = 3
LEAST_LINES, MOST_MOVED = 30, 2
"""Lines from page to page at least, and how many more or fewer there may be than usual."""

MOST_PAGES = 2
"""How much a number grows at most from one such line to the next: a head may be on every second
page."""

_LONGEST, _LEAST_INDENT = 200, 20
"""Characters of such a line, and columns before a page number."""

_GAP = re.compile(r"\S[ \t]{3,}\S")
_PAGE_OF_MANUAL = re.compile(r"\S\(\d[A-Za-z]{0,4}\)$")
_NUMBER = re.compile(r"\d+")


class RunningHeads:
    """Tells which lines of a plain text are alone between blank lines because a page ends there.

    Such a line has wide gaps or is a number in the middle, and recurs on each page, at the same
    place; only its numbers may change, as those of pages do. If there are few pages, it has two
    gaps, and no other such line is beside it on its page, as rows of a table are. In a page of a
    manual, the head and the foot are such lines, too.
    """

    def __init__(self, lines: Lines, *, manual: bool) -> None:
        self._lines, self._manual = lines, manual
        places: defaultdict[str, array[int]] = defaultdict(lambda: array("i"))
        for number in lines.alone():
            if key := self._without_numbers(lines[number]):
                places[key].append(number)
        self._recurring = frozenset(
            key
            for key, at in places.items()
            if _is_on_each_page(at) and _counts_pages([lines.of(lines[number]) for number in at])
        )

    def recurs(self, number: int) -> bool:
        """Whether a line is such a one, and recurs on each page."""
        if not (self._recurring or self._manual) or not self._is_alone(number):
            return False
        return (
            self._is_of_manual(self._lines[number])
            or self._without_numbers(self._lines[number]) in self._recurring
        )

    def _is_of_manual(self, line: Line) -> bool:
        """Whether a line that is alone is the head or foot of a page of a manual: it ends with the
        name of the page, or with the word that it begins with."""
        is_aside = line.indent == 0 or line.indent >= _LEAST_INDENT
        if not (self._manual and is_aside) or line.end - line.start > _LONGEST:
            return False
        text = self._lines.of(line)
        is_wide = "\t" in text or "  " in text
        if is_wide and text.split(None, 1)[0] == text.rsplit(None, 1)[1]:
            return True
        return (is_wide or line.indent > 0) and _PAGE_OF_MANUAL.search(text) is not None

    def is_like_one(self, number: int) -> bool:
        """Whether a line with two wide gaps is alone, also on its page."""
        lines = self._lines
        line = lines[number]
        if line.kind != "table" or not self._is_alone(number) or "|" in lines.of(line):
            return False
        before, after = lines.previous(number - 1), lines.next(number + 1)
        return not any(
            0 <= one < len(lines)
            and lines[one].kind == "table"
            and "\f" not in lines.text[lines[first].end : lines[last].start]
            for one, first, last in ((before, before, number), (after, number, after))
        )

    def _is_alone(self, number: int) -> bool:
        return self._lines.is_blank(number - 1) and self._lines.is_blank(number + 1)

    def _without_numbers(self, line: Line) -> str:
        """A line that may be a running head, with a sign for each number; empty for others."""
        if line.end - line.start > _LONGEST:
            return ""
        text = self._lines.of(line)
        is_page_number = text.isdecimal() and line.indent >= _LEAST_INDENT
        if not is_page_number and not _GAP.search(text):
            return ""
        return _NUMBER.sub("#", " ".join(text.split()))


def _is_on_each_page(places: array[int]) -> bool:
    """Whether lines with these numbers are on pages of the same length."""
    distances = sorted(after - before for before, after in pairwise(places))
    if len(places) < LEAST_PAGES or distances[len(distances) // 2] < LEAST_LINES:
        return False
    usual = distances[len(distances) // 2]
    return 4 * sum(abs(one - usual) <= MOST_MOVED for one in distances) >= 3 * len(distances)


def _counts_pages(heads: list[str]) -> bool:
    """Whether the numbers in lines stay or grow like those of pages, and are no amounts."""
    numbers = [[int(number) for number in _NUMBER.findall(head)] for head in heads]
    steps = [max(map(_step, before, after), default=0) for before, after in pairwise(numbers)]
    return 4 * sum(step <= MOST_PAGES for step in steps) >= 3 * len(steps)


def _step(before: int, after: int) -> float:
    return after - before if after >= before else inf
