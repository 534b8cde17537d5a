"""Running heads, running feet and page numbers, told from the text of a page by its neighbours.

Only lines at the top and at the bottom of a page are furniture, from the edge inwards: one that
comes back on a page nearby, its digits aside; one that counts the pages; and one that stands in the
place of heads, apart from the text, and says what a heading says.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from math import inf

from hyperdigest.read.pdf.layout import Line, Word, lines_of

EDGE = 3
"""Lines at the top and at the bottom of a page that may be furniture."""

SAME_PLACE = 3.0
"""Points by which the place of a head may differ from page to page."""

NEAR = 2
"""Pages before and after a page on which its head may come back."""

APART = 1.4
"""Distance of a head from the text below it, in those of lines of the text."""

LEAST_HEADS = 4
"""Pages that have a line in the same place, apart from the text, where this is that of heads."""

MOSTLY = 0.8
"""Share of the outermost lines in one place that are apart, where it is that of heads."""

LARGEST_HEAD = 1.1
"""Height of a head whose text changes, over that of the text, at most; titles are larger."""

LONGEST_HEAD = 120

_NUMBER = re.compile(
    r"(?:page |p\. ?|[-–—|] ?)?(?:\d{1,4}|[ivxl]{1,6})(?: ?[-–—|]| ?(?:of|/) ?\d{1,4})?", re.I
)
_IN_TEXT = re.compile(r"[.:;,]$|^[•▪‣◦●■a-z]")
"""A line that may be one of the text, which two pages may have in the same place by chance."""

_COUNT = re.compile(r"\W*(?:\d+-)?(\d{1,4})\W*")
_NO_LETTERS = re.compile(r"[\W\d_]+")
_ELLIPSES = ("…", "...")
_PARTS = re.compile(r"\t|(?<=…) | (?=\d+(?:\.\d+)+\.? )")
"""Between the parts of a head: a wide gap, the end of a title that is cut, a section's number."""

_FORMAL = re.compile(r"(?:chapter|section|appendix|part|kapitel|abschnitt|chapitre)(?=\w)")

Places = dict[str, list[tuple[int, float]]]
"""Where each line stands that may be furniture: the number of its page, and its baseline."""


def without_furniture(pages: Sequence[Sequence[Word]]) -> list[list[Line]]:
    """The lines of each page without heads, feet and page numbers."""
    lined = [lines_of(words, number) for number, words in enumerate(pages)]
    told = _Furniture(lined)
    found = []
    for number, lines in enumerate(lined):
        kept = list(lines)
        for end in (0, -1):
            outermost = True
            for _ in range(EDGE):
                if kept and _NUMBER.fullmatch(kept[end].text):
                    kept.pop(end)
                elif kept and told.holds(kept, end, number, outermost):
                    kept.pop(end)
                    outermost = False
        found.append(kept)
    return found


class _Furniture:
    """What the lines at the edges of all pages say of each."""

    def __init__(self, lined: Sequence[Sequence[Line]]) -> None:
        self.seen: Places = defaultdict(list)
        self.counted: Places = defaultdict(list)
        for number, lines in enumerate(lined):
            for line in [*lines[:EDGE], *lines[max(EDGE, len(lines) - EDGE) :]]:
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
        self.heads = {end: self._places_of_heads(lined, end) for end in (0, -1)}
        told = lined if any(self.heads.values()) else ()
        short = (line for lines in told for line in lines if len(line.text) <= LONGEST_HEAD)
        self.said = Counter(chain.from_iterable(map(_sayings, short)))

    def _places_of_heads(self, lined: Sequence[Sequence[Line]], end: int) -> set[int]:
        """The baselines, in whole points, at which heads whose text changes stand."""
        outermost: Counter[int] = Counter()
        apart: Counter[int] = Counter()
        for lines in lined:
            if len(lines) > 1:
                base = round(lines[end].base)
                outermost[base] += 1
                apart[base] += self._is_apart(lines, end)
        return {
            base
            for base, count in outermost.items()
            if count >= LEAST_HEADS and apart[base] >= MOSTLY * count
        }

    def _is_apart(self, lines: Sequence[Line], end: int) -> bool:
        inner = lines[1] if end == 0 else lines[-2]
        return abs(lines[end].base - inner.base) > APART * self.leading

    def holds(self, lines: Sequence[Line], end: int, number: int, outermost: bool) -> bool:
        """Whether the first or the last of the `lines` left of a page is a head or a foot."""
        line = lines[end]
        least = 2 if _IN_TEXT.search(line.text) else 1
        if _comes_back(line, number, self.seen.get(_text(line), ()), least):
            return True
        if line.height > LARGEST_HEAD * self.height or len(line.text) > LONGEST_HEAD:
            return False
        counts = (self.counted.get(count, ()) for count in _counts(line, number))
        if any(_comes_back(line, number, places) for places in counts):
            return True
        return (
            outermost
            and len(lines) > 1
            and any(round(line.base) + step in self.heads[end] for step in (-1, 0, 1))
            and self._is_apart(lines, end)
            and all(self._is_said(part) for part in _PARTS.split(line.cells))
        )

    def _is_said(self, part: str) -> bool:
        """Whether a part of a line is said elsewhere, if only as the beginning of a line where it
        ends in an ellipsis."""
        saying = _saying(part)
        if not saying or self.said[saying] > 1:
            return True
        if not part.endswith(_ELLIPSES):
            return False
        return any(other != saying and other.startswith(saying) for other in self.said)


def _comes_back(
    line: Line, number: int, places: Sequence[tuple[int, float]], least: int = 1
) -> bool:
    """Whether so many of the `places`, in their order, are that of `line` on other pages nearby."""
    first = bisect_left(places, (number - NEAR, -inf))
    last = bisect_left(places, (number + NEAR + 1, -inf))
    near = places[first:last]
    return least <= sum(
        page != number and abs(base - line.base) < SAME_PLACE for page, base in near
    )


def _text(line: Line) -> str:
    return re.sub(r"\d+", "#", line.text.lower())


def _counts(line: Line, number: int) -> Iterator[str]:
    """The numbers at either end of a line, less that of its page: the same where they count. The
    last number of an entry of an index counts nothing."""
    ends = {line.words[0].text, line.words[-1].text}
    if any(word.text.endswith(",") for word in line.words[-2:-1]):
        ends = {line.words[0].text}
    for word in ends:
        if found := _COUNT.fullmatch(word):
            yield str(int(found[1]) - number)


def _sayings(line: Line) -> Iterable[str]:
    """The letters of the parts of a line that stand apart from each other."""
    return filter(None, map(_saying, _PARTS.split(line.cells)))


def _saying(part: str) -> str:
    return _FORMAL.sub("", _NO_LETTERS.sub("", part.lower()))
