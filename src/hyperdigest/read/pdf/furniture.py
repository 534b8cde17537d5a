"""Set apart the running heads, running feet and page numbers of a PDF.

Only lines at the top and bottom of a page that a gap separates from its text may be furniture: page
numbers; lines that recur in the same place on pages nearby, word for word or apart from the page
number; and headings of the text in the place of running heads. Whole sentences never are. One copy
of each line stays in the text, unless the text has the same line elsewhere.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby, pairwise
from math import inf

from hyperdigest.read.pdf.columns import by_turns, turned_columns
from hyperdigest.read.pdf.layout import Column, Line, Word, lines_of
from hyperdigest.read.pdf.page_counts import LONGEST, PageCount, counts_in

EDGE_LINES = 3
"""Lines at the top and at the bottom of a page that may be furniture."""

GAP = 1.4
"""Smallest distance of furniture from the text, relative to that of lines of text."""

WIDEST_STEP = 2.5
"""Distance of lines of a paragraph, at most, in heights of a line."""

LEAST_WORDS = 3
"""Least words of a whole sentence: a shorter line may be furniture, such as the name of a firm."""

LEAST_COPIES = 2
"""On how many further pages nearby a line without a page number recurs at least."""

NEARBY = 4
"""How many pages away a line may recur: left and right pages may have different heads."""

SAME_PLACE = 3.0
"""Points between the baselines of two lines in the same place, at most."""

LEAST_COUNTED = 4
"""On how many pages a line with words and a page number recurs at least."""

AGREEING = 0.8
"""The share of the lines with the same words whose number must count the pages."""

LEAST_NUMBERED = 8
"""How many pages in a row at least, of which `MOSTLY` have their number at the edge."""

LEAST_HEADS = 4
"""On how many pages there is a line at least in the place of running heads that change."""

MOSTLY = 0.8
"""The share of the lines there that are apart from the text; or of the pages with their number."""

_SENTENCE_END = re.compile(
    r"(?:(?<!\.\.)\.|[!?;。．！？；؟۔।॥։။።])[\"'”’»)\]」』）]*(?:\t[\W\d]*)?$"
)
"""A full stop in the scripts of the world; what ends in an ellipsis is a title that was cut."""

_LIKE_TEXT = re.compile(r"[:;,]$|\.\.\.$|^[•▪‣◦●■]")
"""An item of a list, or what has its rest below."""

_WORD = re.compile(r"[^\W\d_]+")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
"""A letter of a script without spaces between words."""

_ELLIPSES = ("…", "...")
_PART_BORDER = re.compile(r"\t|(?<=…) | (?=\d+(?:\.\d+)+\.? )")
"""Between parts of a running head: a wide gap, the end of a cut title, or a section number."""

_SECTION_NUMBER = re.compile(
    r"(?:(?:chapter|section|appendix|part|kapitel|abschnitt|teil|chapitre|partie)\s+"
    r"(?P<number>(?:\d{1,3}|[ivxlc]{1,5}|[a-z])\b[.:]?)"
    r"|\d{1,3}(?:\.\d{1,3})+\.?(?=\s)|\d{1,3}\.(?=\s))",
    re.IGNORECASE,
)
_NUMBER_BEFORE = re.compile(rf"{_SECTION_NUMBER.pattern}|(?:\d{{1,4}}|[a-z])\s+", re.I)
_ANY_NUMBER = "#"
"""Before a line whose number is left out."""

_SEPARATORS = re.compile(
    r"(?<!\d)[.,]|[.,](?!\d)|[^\w.,<>≤≥=≠≈±+−⁻⁺%‰°€$£¥-]|_|-(?!\s?\d)|(?<=\w)-"
)
"""What copies of a line may differ in: no points within numbers and no signs."""

_UNIT = re.compile(r"(?<=\d)\s?([^\W\d_]{1,2})\b")

Place = tuple[int, float]
"""The page index and baseline of a line."""


@dataclass(frozen=True, slots=True)
class PageLines:
    """The lines of a page from top to bottom: its text, the furniture that is kept, and columns of
    turned words."""

    head: list[Line] = field(default_factory=list)
    text: list[Line] = field(default_factory=list)
    foot: list[Line] = field(default_factory=list)
    turned: list[Column] = field(default_factory=list)


LeftOut = dict[str, list[int]]
"""For each line that was left out, with ``#`` for the number of the page, the number in each copy;
0 if there is none."""


def without_furniture(pages: Sequence[Sequence[Word]]) -> tuple[list[PageLines], LeftOut]:
    """The lines of each page, and each line that was left out because the text has it elsewhere.

    Lines that are nothing but a page number are left out without being listed.
    """
    lined: list[list[Line]] = []
    turned: list[list[Column]] = []
    for number, words in enumerate(pages):
        upright, *others = by_turns(words)
        lined.append(lines_of(upright, number))
        turned.append(turned_columns(others, number))
    furniture = _Furniture(lined)
    known = KnownLines(furniture.others())
    left_out: LeftOut = defaultdict(list)
    found = []
    seen: set[tuple[str, int]] = set()
    for lines, columns, (top, bottom) in zip(lined, turned, furniture.depths, strict=True):
        end = len(lines) - bottom
        page = PageLines(text=lines[top:end], turned=_new(columns, seen, left_out))
        for copies, place in ((lines[:top], page.head), (lines[end:], page.foot)):
            for line in copies:
                text, number = furniture.without_count(line)
                bare = text.strip("# ")  # without the place of the number
                if text and (known.include(text) or known.include(bare)):
                    left_out[text.replace("\t", " ")].append(number)
                elif text:
                    place.append(line)
                    known.add(text)
        found.append(page)
    return found, left_out


def _new(columns: Iterable[Column], seen: set[tuple[str, int]], left_out: LeftOut) -> list[Column]:
    """The columns of turned words without single lines that an earlier page has in the same place.

    Whole sentences are kept, and single words as at the axes of figures.
    """
    found = []
    for column in columns:
        line = column[0]
        place = line.text, round(line.base / SAME_PLACE)
        may_recur = len(column) == 1 and " " in line.text and not _SENTENCE_END.search(line.text)
        if may_recur and place in seen:
            left_out[line.text].append(0)
        else:
            found.append(column)
        seen.add(place)
    return found


class _Furniture:
    """How many lines at the top and at the bottom of each page are furniture (`depths`)."""

    def __init__(self, lined: Sequence[Sequence[Line]]) -> None:
        self._lined = lined
        heights = Counter(round(line.height, 1) for lines in lined for line in lines)
        self._height = max(heights, key=lambda height: (heights[height], height), default=0.0)
        steps: Counter[float] = Counter()
        for lines in lined:
            steps.update(round(above.base - below.base, 1) for above, below in pairwise(lines))
        usual = [step for step in steps if step < WIDEST_STEP * self._height]
        self._leading = max(
            usual, key=lambda step: (steps[step], -step), default=1.2 * self._height
        )
        self._edges = [self._edges_of(lines) for lines in lined]
        self._places: dict[str, list[Place]] = defaultdict(list)
        self._offsets: dict[int, list[Place]] = defaultdict(list)
        counted: dict[str, dict[int, int]] = defaultdict(dict)
        for line in chain.from_iterable(chain.from_iterable(self._edges)):
            self._places[line.text].append((line.page, line.base))
            for count in counts_in(line.cells, line.page):
                self._places[f"{count.offset} {count.rest}"].append((line.page, line.base))
                if not count.spaced:
                    self._offsets[count.offset].append((line.page, line.base))
                if not count.alone:
                    counted[count.rest].setdefault(line.page, count.offset)
        self._counted = {rest: _counted_pages(numbers) for rest, numbers in counted.items()}
        self._usual = self._usual_offsets()
        self.depths = [[self._depth(edge) for edge in edges] for edges in self._edges]
        for end in (0, 1):
            for line in self._changing_heads(end):
                self.depths[line.page][end] += 1

    def _usual_offsets(self) -> frozenset[int]:
        """The numbers less the index of the page that the outermost lines of most pages have."""
        pages: dict[int, set[int]] = defaultdict(set)
        for edges in self._edges:
            for line in chain.from_iterable(edge[:1] for edge in edges):
                for count in counts_in(line.cells, line.page):
                    pages[count.offset].add(line.page)
        return frozenset(
            offset
            for offset, numbered in pages.items()
            if len(numbered) >= MOSTLY * max(LEAST_NUMBERED, max(numbered) - min(numbered) + 1)
        )

    def others(self) -> Iterator[Line]:
        """The lines that are no furniture."""
        for lines, (top, bottom) in zip(self._lined, self.depths, strict=True):
            yield from lines[top : len(lines) - bottom]

    def without_count(self, line: Line) -> tuple[str, int]:
        """The text of a line without the number of its page, empty if it has nothing else, and the
        number; 0 if it has none."""
        for count in counts_in(line.cells, line.page):
            others = _copies(line, self._offsets[count.offset], inf)
            if self._counts(line, count) if count.spaced else others:
                return "" if count.alone else count.rest, count.offset + line.page
        return line.cells, 0

    def _counts(self, line: Line, count: PageCount) -> bool:
        """Whether a number in a line with words counts the pages, as on other pages.

        A line that is larger than the text is a heading.
        """
        is_small = not count.spaced or self._has_form_of_head(line)
        is_usual = count.offset in self._usual or line.page in self._counted.get(count.rest, ())
        return is_small and is_usual

    def _edges_of(self, lines: Sequence[Line]) -> tuple[Sequence[Line], Sequence[Line]]:
        """The lines at the top and bottom of a page that may be furniture, from the edge inwards:
        up to a gap, and to the first whole sentence."""
        top = self._depth_of_gap(lines[: EDGE_LINES + 1])
        bottom = self._depth_of_gap(lines[: -EDGE_LINES - 2 : -1])
        head, foot = lines[:top], lines[max(top, len(lines) - bottom) :]
        in_head, in_foot = self._sentences(head), self._sentences(foot)
        return head[: min(in_head, default=None)], foot[max(in_foot, default=-1) + 1 :][::-1]

    def _depth_of_gap(self, inwards: Sequence[Line]) -> int:
        """The number of outermost lines before the last gap; a page number needs no gap."""
        gaps = [n for n, pair in enumerate(pairwise(inwards), 1) if self._are_apart(*pair)]
        if gaps or len(inwards) < 2:
            return gaps[-1] if gaps else len(inwards)
        return int(any(count.alone for count in counts_in(inwards[0].cells, inwards[0].page)))

    def _are_apart(self, one: Line, other: Line) -> bool:
        """Whether two lines are farther from each other than lines of text are."""
        return abs(one.base - other.base) > GAP * self._leading

    def _sentences(self, lines: Sequence[Line]) -> set[int]:
        """Which of some lines, from top to bottom, belong to whole sentences."""
        found: set[int] = set()
        start = 0
        for n, line in enumerate(lines):
            if n and self._are_apart(lines[n - 1], line):
                start = n
            if _SENTENCE_END.search(line.cells):
                if _has_words(" ".join(each.text for each in lines[start : n + 1])):
                    found.update(range(start, n + 1))
                start = n + 1
        return found

    def _depth(self, edge: Sequence[Line]) -> int:
        """How many of the lines of an edge, from the outermost on, recur or are page numbers.

        If the outermost one has the number of the page beside words, so do those next to it.
        """
        depth = next((n for n, line in enumerate(edge) if not self._recurs(line)), len(edge))
        while 0 < depth < len(edge) and self._goes_on(edge[0], edge[depth - 1], edge[depth]):
            depth += 1
        return depth

    def _goes_on(self, outermost: Line, one: Line, other: Line) -> bool:
        """Whether a line next to one of a running head or foot is the rest of that."""
        rest, number = self.without_count(outermost)
        is_usual = rest and number and number - outermost.page in self._usual
        return bool(is_usual) and not self._are_apart(one, other)

    def _recurs(self, line: Line) -> bool:
        copies = _copies(line, self._places[line.text], SAME_PLACE)
        if copies >= LEAST_COPIES and not _LIKE_TEXT.search(line.text):
            return True
        if not self.without_count(line)[0]:
            return True
        return any(
            count.offset in self._usual
            or _copies(line, self._places[f"{count.offset} {count.rest}"], SAME_PLACE)
            for count in counts_in(line.cells, line.page)
            if count.named or self._counts(line, count)
        )

    def _changing_heads(self, end: int) -> list[Line]:
        """The lines in the place of running heads that the text has elsewhere, such as headings.

        In such a place (a whole number of points) the outermost line is on several pages, mostly
        apart from the text, or the same line is on a page nearby.
        """
        outermost: Counter[int] = Counter()
        apart: Counter[int] = Counter()
        candidates: list[Line] = []
        for lines, edges, depths in zip(self._lined, self._edges, self.depths, strict=True):
            edge, depth = edges[end], depths[end]
            if lines:
                place = round(lines[-end].base)
                outermost[place] += 1
                apart[place] += bool(edge)
            if depth < len(edge) and not any(self.without_count(line)[0] for line in edge[:depth]):
                candidates.append(edge[depth])
        places = {
            place
            for place, count in outermost.items()
            if count >= LEAST_HEADS and apart[place] >= MOSTLY * count
        }
        heads = [
            line
            for line in candidates
            if places.intersection(range(round(line.base) - 1, round(line.base) + 2))
            or (outermost[round(line.base)] and _copies(line, self._places[line.text], SAME_PLACE))
            if self._has_form_of_head(line)
        ]
        ids = set(map(id, heads))
        known = KnownLines(line for line in self.others() if id(line) not in ids) if heads else None
        return [line for line in heads if known and known.include(self.without_count(line)[0])]

    def _has_form_of_head(self, line: Line) -> bool:
        if _LIKE_TEXT.search(line.text) or line.text[0].islower():
            return False
        return len(line.text) <= LONGEST and line.height <= 1.1 * self._height


class KnownLines:
    """The lines of a text, and the parts between wide gaps in them, by letters and digits."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._keys: set[str] = set()
        for line in lines:
            if len(line.text) <= LONGEST:
                self.add(line.cells)
        self._sorted = sorted(self._keys)

    def add(self, text: str) -> None:
        """Add a line with tabs for wide gaps; its number may be left out."""
        for part in {text, *_PART_BORDER.split(text)}:
            key, number = _key(part), _NUMBER_BEFORE.match(part)
            rest = _key(part[number.end() :]) if number else key
            self._keys.update((key, _ANY_NUMBER + rest))

    def include(self, text: str) -> bool:
        """Whether there is a line with this text, or one with each part of it.

        A part that ends in an ellipsis may be the beginning of a line. The line has the same number
        of a section, perhaps without the word before it.
        """
        return self._include(text) or all(map(self._include, _PART_BORDER.split(text)))

    def _include(self, part: str) -> bool:
        keys = [_key(part) if _NUMBER_BEFORE.match(part) else _ANY_NUMBER + _key(part)]
        section = _SECTION_NUMBER.match(part)
        if section and section["number"]:
            keys.append(_key(part[section.start("number") :]))
        return any(map(self._has_key, keys)) or (
            part.endswith(_ELLIPSES) and any(map(self._has_beginning, keys))
        )

    def _has_key(self, key: str) -> bool:
        return key in self._keys

    def _has_beginning(self, key: str) -> bool:
        first = bisect_left(self._sorted, key)
        return any(each.startswith(key) for each in self._sorted[first : first + 1])


def _counted_pages(offsets: Mapping[int, int]) -> set[int]:
    """The pages on which a line with the same words has the number of the page.

    `offsets` has the number on each page less the index of the page. It must be the same on several
    pages in a row, and on most of all: then the numbers are no figures.
    """
    found: set[int] = set()
    for _, run in groupby(sorted(offsets.items()), lambda item: item[1]):
        pages = {page for page, _ in run}
        if len(pages) >= LEAST_COUNTED:
            found |= pages
    return found if len(found) >= AGREEING * len(offsets) else set()


def _copies(line: Line, places: Sequence[Place], most_apart: float) -> int:
    """How many of `places`, sorted, are that of a line on other pages nearby."""
    first = bisect_left(places, (line.page - NEARBY, -inf))
    last = bisect_left(places, (line.page + NEARBY + 1, -inf))
    near = {page for page, base in places[first:last] if abs(base - line.base) < most_apart}
    return len(near - {line.page})


def _has_words(text: str) -> bool:
    """Whether a text has enough words for a whole sentence."""
    return len(_WORD.findall(text)) >= LEAST_WORDS or len(_UNSPACED.findall(text)) > LEAST_WORDS


def _key(text: str) -> str:
    """A line in lower case without white space and punctuation, then its units as written."""
    return "".join((_SEPARATORS.sub("", text.casefold()), *_UNIT.findall(text))) or text
