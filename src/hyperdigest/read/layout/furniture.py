"""Running heads, running feet and page numbers: what stands on pages but is no text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from hyperdigest.read.layout.words import Line, Word, lines_of

EDGE = 3
"""Lines at the top and at the bottom of a page that may be furniture."""

_NUMBER = re.compile(
    r"(?:page |p\. ?|[-–—] ?)?(?:\d{1,4}|[ivxl]{1,6})(?: ?[-–—]| ?(?:of|/) ?\d{1,4})?", re.I
)


def without_furniture(pages: Sequence[Sequence[Word]]) -> list[list[Word]]:
    """The words of each page without heads, feet and page numbers.

    A line at the edge of a page is a head or a foot where it comes back, its digits aside, on more
    than half of the pages, or of the left or right ones; with fewer than three pages, in the same
    place on all of them.
    """
    lined = [lines_of(words) for words in pages]
    seen: Counter[tuple[object, ...]] = Counter()
    for number, lines in enumerate(lined):
        for line in {id(line): line for line in [*lines[:EDGE], *lines[-EDGE:]]}.values():
            seen.update(_keys(line, number, len(pages)))
    return [_text(lines, number, seen, len(pages)) for number, lines in enumerate(lined)]


def _keys(line: Line, number: int, pages: int) -> list[tuple[object, ...]]:
    text = re.sub(r"\d+", "#", line.text.lower())
    place = round(line.base) if pages < 3 else 0
    return [(text, place), (text, place, number % 2)]


def _text(
    lines: list[Line], number: int, seen: Counter[tuple[object, ...]], pages: int
) -> list[Word]:
    def furniture(line: Line) -> bool:
        if _NUMBER.fullmatch(line.text):
            return True
        everywhere, this_side = (seen[key] for key in _keys(line, number, pages))
        if pages < 3:
            return pages == 2 and everywhere == pages
        return 2 * everywhere > pages or (this_side >= 3 and 4 * this_side > pages)

    kept = list(lines)
    for end in (0, -1):
        for _ in range(EDGE):
            if kept and furniture(kept[end]):
                kept.pop(end)
    return [word for line in kept for word in line.words]
