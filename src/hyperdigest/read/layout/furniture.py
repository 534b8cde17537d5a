"""Running heads, running feet and page numbers: what stands on pages but is no text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from math import inf

from hyperdigest.read.layout.words import Line, Word, lines_of

EDGE = 3
"""Lines at the top and at the bottom of a page that may be furniture."""

SAME_PLACE = 3.0
"""Points by which the place of a head may differ from page to page."""

_NUMBER = re.compile(
    r"(?:page |p\. ?|[-–—] ?)?(?:\d{1,4}|[ivxl]{1,6})(?: ?[-–—]| ?(?:of|/) ?\d{1,4})?", re.I
)


def without_furniture(pages: Sequence[Sequence[Word]]) -> list[list[Word]]:
    """The words of each page without heads, feet and page numbers.

    A line at the edge of a page is a head or a foot where it comes back, its digits aside, in the
    same place on one of the two pages before or after it.
    """
    lined = [lines_of(words) for words in pages]
    seen: dict[str, list[tuple[int, float]]] = {}
    for number, lines in enumerate(lined):
        for line in [*lines[:EDGE], *lines[max(EDGE, len(lines) - EDGE) :]]:
            seen.setdefault(_text(line), []).append((number, line.base))
    found = []
    for number, lines in enumerate(lined):
        kept = list(lines)
        for end in (0, -1):
            for _ in range(EDGE):
                if kept and _is_furniture(kept[end], number, seen):
                    kept.pop(end)
        found.append([word for line in kept for word in line.words])
    return found


def _is_furniture(line: Line, number: int, seen: dict[str, list[tuple[int, float]]]) -> bool:
    if _NUMBER.fullmatch(line.text):
        return True
    places = seen.get(_text(line), [])
    near = places[bisect_left(places, (number - 2, -inf)) : bisect_left(places, (number + 3, -inf))]
    return any(page != number and abs(base - line.base) < SAME_PLACE for page, base in near)


def _text(line: Line) -> str:
    return re.sub(r"\d+", "#", line.text.lower())
