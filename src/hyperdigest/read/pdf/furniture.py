"""Remove running heads, running feet and page numbers from the pages of a PDF.

Only lines at the top and bottom of a page are removed, from the edge inwards: page numbers; lines
that recur on a page nearby, apart from digits; lines with a number that counts the pages; and lines
in the place of running heads that are set apart and have the text of a heading.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from math import inf

from hyperdigest.read.pdf.layout import Line, Word, lines_of

EDGE_LINES = 3
"""Lines at the top and at the bottom of a page that may be removed."""

LONGEST_HEAD = 120
"""In characters."""

_PAGE_NUMBER = re.compile(
    r"(?:page |p\. ?|[-–—|] ?)?(?:\d{1,4}|[ivxl]{1,6})(?: ?[-–—|]| ?(?:of|/) ?\d{1,4})?", re.I
)
_LIKE_TEXT = re.compile(r"[.:;,]$|^[•▪‣◦●■a-z]")
"""A line that looks like text, which two pages may have in the same place by chance."""

_COUNT = re.compile(r"\W*(?:\d+-)?(\d{1,4})\W*")
_NOT_LETTERS = re.compile(r"[\W\d_]+")
_ELLIPSES = ("…", "...")
_PART_BORDER = re.compile(r"\t|(?<=…) | (?=\d+(?:\.\d+)+\.? )")
"""Between parts of a running head: a wide gap, the end of a cut title, or a section number."""

_SECTION_WORD = re.compile(r"(?:chapter|section|appendix|part|kapitel|abschnitt|chapitre)(?=\w)")

Places = dict[str, list[tuple[int, float]]]
"""By text, or number less that of the page: the page index and baseline of each line with it."""


def without_furniture(pages: Sequence[Sequence[Word]]) -> list[list[Line]]:
    """The lines of each page without running heads, running feet and page numbers."""
    lined = [lines_of(words, number) for number, words in enumerate(pages)]
    furniture = _Furniture(lined)
    found = []
    for number, lines in enumerate(lined):
        rest = list(lines)
        for end in (0, -1):
            outermost = True
            for _ in range(EDGE_LINES):
                if rest and _PAGE_NUMBER.fullmatch(rest[end].text):
                    rest.pop(end)
                elif rest and furniture.includes(rest, end, number, outermost):
                    rest.pop(end)
                    outermost = False
        found.append(rest)
    return found


class _Furniture:
    """Statistics of the lines at the edges of all pages, which show what recurs."""

    def __init__(self, lined: Sequence[Sequence[Line]]) -> None:
        self.seen: Places = defaultdict(list)
        self.counted: Places = defaultdict(list)
        for number, lines in enumerate(lined):
            edge = [*lines[:EDGE_LINES], *lines[max(EDGE_LINES, len(lines) - EDGE_LINES) :]]
            for line in edge:
                self.seen[_text(line)].append((number, line.base))
                for count in _counts(line, number):
                    self.counted[count].append((number, line.base))
        heights: Counter[float] = Counter()
        steps: Counter[float] = Counter()
        for lines in lined:
            heights.update(round(line.height, 1) for line in lines)
            steps.update(round(above.base - below.base, 1) for above, below in pairwise(lines))
        self.height = max(heights, key=lambda height: (heights[height], height), default=0.0)
        self.leading = max(steps, key=lambda step: (steps[step], -step), default=0.0)
        self.head_places = {end: self._head_places(lined, end) for end in (0, -1)}
        searched = lined if any(self.head_places.values()) else ()
        short = (line for lines in searched for line in lines if len(line.text) <= LONGEST_HEAD)
        self.part_counts = Counter(chain.from_iterable(map(_line_parts, short)))

    def _head_places(self, lined: Sequence[Sequence[Line]], end: int) -> set[int]:
        """The baselines, in whole points, of running heads whose text changes.

        On four pages or more the outermost line is there, and on four fifths of them set apart.
        """
        outermost: Counter[int] = Counter()
        apart: Counter[int] = Counter()
        for lines in lined:
            if len(lines) > 1:
                base = round(lines[end].base)
                outermost[base] += 1
                apart[base] += self._is_apart(lines, end)
        return {
            base for base, count in outermost.items() if count >= 4 and apart[base] >= 0.8 * count
        }

    def _is_apart(self, lines: Sequence[Line], end: int) -> bool:
        """Whether the outermost line is farther from the next than lines of text are."""
        inner = lines[1] if end == 0 else lines[-2]
        return abs(lines[end].base - inner.base) > 1.4 * self.leading

    def includes(self, lines: Sequence[Line], end: int, number: int, outermost: bool) -> bool:
        """Whether the first or last (`end`) of the remaining `lines` of a page is to be removed.

        `outermost` is whether no other line but page numbers was removed there before.
        """
        line = lines[end]
        least = 2 if _LIKE_TEXT.search(line.text) else 1
        if _recurs(line, number, self.seen.get(_text(line), ()), least):
            return True
        if line.height > 1.1 * self.height or len(line.text) > LONGEST_HEAD:
            return False
        counts = (self.counted.get(count, ()) for count in _counts(line, number))
        if any(_recurs(line, number, places) for places in counts):
            return True
        return (
            outermost
            and len(lines) > 1
            and any(round(line.base) + step in self.head_places[end] for step in (-1, 0, 1))
            and self._is_apart(lines, end)
            and all(self._occurs_elsewhere(part) for part in _PART_BORDER.split(line.cells))
        )

    def _occurs_elsewhere(self, part: str) -> bool:
        """Whether a part of a line occurs in another line, such as a heading.

        A part that ends in an ellipsis may be the beginning of the other.
        """
        letters = _letters(part)
        if not letters or self.part_counts[letters] > 1:
            return True
        if not part.endswith(_ELLIPSES):
            return False
        return any(other != letters and other.startswith(letters) for other in self.part_counts)


def _recurs(line: Line, number: int, places: Sequence[tuple[int, float]], least: int = 1) -> bool:
    """Whether at least `least` of `places`, sorted, are that of `line` on up to two pages away."""
    first = bisect_left(places, (number - 2, -inf))
    last = bisect_left(places, (number + 3, -inf))
    near = places[first:last]
    return least <= sum(page != number and abs(base - line.base) < 3.0 for page, base in near)


def _text(line: Line) -> str:
    return re.sub(r"\d+", "#", line.text.lower())


def _counts(line: Line, number: int) -> Iterator[str]:
    """The numbers at both ends of a line less the page index: constant if they count the pages.

    The last number of an entry in an index is left out.
    """
    ends = {line.words[0].text, line.words[-1].text}
    if any(word.text.endswith(",") for word in line.words[-2:-1]):
        ends = {line.words[0].text}
    for word in ends:
        if found := _COUNT.fullmatch(word):
            yield str(int(found[1]) - number)


def _line_parts(line: Line) -> Iterable[str]:
    """The letters of each part of a line."""
    return filter(None, map(_letters, _PART_BORDER.split(line.cells)))


def _letters(part: str) -> str:
    """The letters of a part of a line in lower case, without a first word such as "chapter"."""
    return _SECTION_WORD.sub("", _NOT_LETTERS.sub("", part.lower()))
