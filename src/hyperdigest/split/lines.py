"""The lines of a text, classified by their first characters."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Literal, NamedTuple, get_args

LineKind = Literal[
    "blank", "text", "fence", "heading", "rule", "quote", "table", "item", "step", "turn"
]
_LINE_KINDS: tuple[LineKind, ...] = get_args(LineKind)
_KIND_NUMBER = {kind: number for number, kind in enumerate(_LINE_KINDS)}
_BLANK, _TABLE = _KIND_NUMBER["blank"], _KIND_NUMBER["table"]
_ALONE = re.compile(rb"(?<![^%c])[^%c](?![^%c])" % ((_BLANK,) * 3), re.DOTALL)
_LINE_END = re.compile("[\n\v\f\x1c-\x1e\x85\u2028\u2029]|\r(?!\n)")
_CHUNK = 1 << 16
"""Characters that are divided into lines at a time, to save memory."""

_SHORT_LINE = 24
_LONGEST_MARK = 10_000
"""Characters of a line that are matched: a repeated group takes about 100 bytes for each match."""

_RECENT = 256
"""Lines that are kept, since those around a place are looked at several times."""

_WIDEST_MARGIN = 120
_LONGEST_WORD = 120
NARROWEST_MARGIN = 40

DEEPEST_HASHES = 3
"""Columns before the hashes of a heading at most, as in Markdown; deeper, a comment begins."""

WHOLE_PARAGRAPHS = float("inf")
"""The margin of a text in which all lines of a paragraph are joined."""


class Line(NamedTuple):
    """One line without white space around it; its text begins at `body`, after a bullet or mark.

    `indent` is the number of columns before it.
    """

    start: int
    body: int
    end: int
    indent: int
    kind: LineKind


_LINE_MARK = re.compile(
    r"""
      (?P<fence>```+|~~~+)[^`~]*$
    | (?P<heading>\#{1,6})(?:[ \t]+|$)
    | (?P<rule>(?:[-*_=~][ \t]?){3,}$|[─═]{3,}$|\^{3,}$|"{4,}$|'{4,}$|\+{4,}$|\#{7,}$|\.{5,}$)
    | (?P<quote>(?:>[ \t]?)+)
    | (?P<table>\|.*\||\+[-=+]{3,}$|[┌┏╔╭╒╓][─-╿]{2,}$|[│┃║].*[│┃║]$|(?!:+$)[-:| ]{3,}$|=[= ]{2,}$)
    | (?P<item>[-*+•‣▪●◦∙·–○■□❖➢➤⁃](?:[ \t]+(?:\[[ xX]\][ \t]+)?|$))
    | (?P<step>
        (?:\(?\d{1,6}[.)]|\#\.|\(?[a-z]\)|\([ivx]{1,5}\)|[ivx]{2,5}[.)]|Step[ ]\d{1,6}[:.)])
        (?:[ \t]+(?:\[[ xX]\][ \t]+)?|$))
    """,
    re.VERBOSE,
)
_SPEAKER_LABEL = re.compile(
    r"(?:[\[(]?\d{1,2}:\d\d(?::\d\d)?[\])]?[ \t]+)?"
    r"(?:\*\*)?[A-Z][\w.'’-]{0,30}(?: [\w.,'’()&/-]{1,20}){0,5}"
    r"(?:\*\*)?[ \t]?:(?:\*\*)?[ \t]+(?=\S)"
)
_SENTENCE_IN_LABEL = re.compile(
    r"[a-z]{2}(?<!\b[DM]r)(?<!\bMs)(?<!\bSt)(?<!\b[JS]r)(?<!\bMrs)(?<!\bRev)(?<!\bHon)(?<!\bGen)"
    r"(?<!\bSen)(?<!\bRep)(?<!\bProf)(?<!\bCapt)\. "
)
FRAME = frozenset("|+│┃║┌┏╔╭╒╓")
"""What may begin a line of a table in a frame."""

_TABLE_ROW = re.compile(r"\S(?:\t|[ ]{3,})\S+(?: \S+){0,5}(?:\t|[ ]{3,})\S|\S \| \S.* \| \S")
_LARGEST_FIRST = 999
"""The number of a step after which larger ones may come; alone, they are years or the like."""

_LARGE_NUMBER = re.compile(r"(?:Step )?\(?(999|\d{4,6})[:.)]")
_NO_SPEAKER = re.compile(r"[QA]\d{0,3}[.:)]\s|File:\s[^\s,]{1,80},\s+Node:\s")
"""The labels of questions and answers, and of the links at the top of a node of Info."""


class Lines:
    """The lines of a text from an offset on, as columns, since a long text may have millions.

    Speakers' turns are recognized only in a transcript: a text in which many lines or paragraphs
    begin with a label ("Name: "), and some label occurs again.

    Parameters
    ----------
    tab : the columns between tab stops.
    """

    def __init__(self, text: str, start: int = 0, tab: int = 8) -> None:
        self.text, self.tab = text, tab
        self._places = array("i")  # start, body, end and indent of each line
        self._kinds = bytearray()
        self._recent: dict[int, Line] = {}
        labels: set[str] = set()
        turns = array("i")
        paragraphs = n_lines = largest = 0
        after_blank = True
        for begin, body, end, indent, kind in _lines(text, tab):
            if begin < start:
                continue
            if kind == "step" and (large := _LARGE_NUMBER.match(text, begin, body)):
                number = int(large[1])
                if number == largest + 1 or number == _LARGEST_FIRST:
                    largest = number
                else:
                    body, kind = begin, "text"
            self._places.extend((begin, body, end, indent))
            self._kinds.append(_KIND_NUMBER[kind])
            if kind == "blank":
                after_blank = True
                continue
            n_lines += 1
            paragraphs += after_blank
            after_blank = False
            if kind in ("text", "table"):
                words_start = label_end(text, begin, end)
                if words_start > begin and not _NO_SPEAKER.match(text, begin):
                    labels.add(text[begin:words_start])
                    turns.append(len(self._kinds) - 1)
        frequent = 3 * len(turns) >= n_lines or 2 * len(turns) >= paragraphs > 1
        if frequent and len(labels) < len(turns):
            for number in turns:
                self._kinds[number] = _KIND_NUMBER["turn"]

    def __len__(self) -> int:
        return len(self._kinds)

    def __getitem__(self, number: int) -> Line:
        line = self._recent.get(number)
        if line is None:
            start, body, end, indent = self._places[4 * number : 4 * number + 4]
            line = Line(start, body, end, indent, _LINE_KINDS[self._kinds[number]])
            if len(self._recent) >= _RECENT:
                self._recent.clear()
            self._recent[number] = line
        return line

    def number_at(self, offset: int) -> int:
        """The number of the line with the character at an offset."""
        return bisect_right(range(len(self)), offset, key=lambda n: self._places[4 * n]) - 1

    def make_step(self, number: int, body: int) -> None:
        """Make a step of a line, with its words from `body` on."""
        self._places[4 * number + 1] = body
        self._kinds[number] = _KIND_NUMBER["step"]
        self._recent.pop(number, None)

    def without_turns(self) -> None:
        """Make text of the turns, if the labels of their speakers are others ("Type: string")."""
        turn, text = (bytes([_KIND_NUMBER[kind]]) for kind in ("turn", "text"))
        self._kinds = self._kinds.replace(turn, text)
        self._recent.clear()

    def is_blank(self, number: int) -> bool:
        """Whether there is no text in a line, or no such line."""
        return not 0 <= number < len(self._kinds) or self._kinds[number] == _BLANK

    def next(self, number: int) -> int:
        """The number of the first line from `number` on that is not blank, else of lines."""
        kinds = self._kinds
        while number < len(kinds) and kinds[number] == _BLANK:
            number += 1
        return number

    def previous(self, number: int) -> int:
        """The number of the last line up to `number` that is not blank, or else -1."""
        kinds = self._kinds
        while number >= 0 and kinds[number] == _BLANK:
            number -= 1
        return number

    def alone(self) -> Iterator[int]:
        """The numbers of the lines between blank ones."""
        for found in _ALONE.finditer(self._kinds):
            yield found.start()

    def run(self, number: int, most: int) -> list[Line]:
        """The lines from `number` to a blank one, but not more than `most`."""
        return [self[one] for one in range(number, self.run_end(number, most))]

    def run_end(self, number: int, most: int) -> int:
        """The number of the blank line after those from `number` on, or `most` lines below it."""
        end = self._kinds.find(_BLANK, number, number + most)
        return min(number + most, len(self)) if end < 0 else end

    def of(self, line: Line) -> str:
        """The text of a line without white space around it."""
        return self.text[line.start : line.end]

    def column(self, line: Line, place: int) -> int:
        """The column of a character of a line."""
        before = self.text[line.start : place]
        if "\t" not in before:
            return line.indent + place - line.start
        return len((" " * line.indent + before).expandtabs(self.tab))

    def is_wrapped(self, previous: Line, line: Line, margin: float) -> bool:
        """Whether the first word of `line` does not fit at the end of `previous`."""
        word = self.text[line.body : min(line.end, line.body + _LONGEST_WORD)].split(None, 1)
        width = previous.end - previous.start + previous.indent
        return margin > 0 and width + 1 + len(word[0] if word else "") > 0.85 * margin

    def margin(self) -> float:
        """The width at which most lines were wrapped; 0 if lines are not wrapped.

        Tables in a frame may be wider than the text.
        """
        widths: Counter[int] = Counter()
        places, kinds, text = self._places, self._kinds, self.text
        for number in range(len(kinds) - 1):
            if kinds[number] != _BLANK and kinds[number + 1] != _BLANK:
                start, _, end, indent = places[4 * number : 4 * number + 4]
                if kinds[number] != _TABLE or text[start] not in FRAME:
                    widths[end - start + indent] += 1
        place, width = int(0.9 * widths.total()), 0
        for width in sorted(widths):
            place -= widths[width]
            if place < 0:
                break
        return width if NARROWEST_MARGIN <= width <= _WIDEST_MARGIN else 0


def _lines(text: str, tab: int) -> Iterator[tuple[int, int, int, int, LineKind]]:
    """The values of each `Line` of a text."""
    offset = 0
    long, short = partial(_classify, tab=tab), partial(_classify_cached, tab=tab)
    for raw in _raw_lines(text):
        classify = short if len(raw) <= _SHORT_LINE else long
        before, indent, kind, mark, length = classify(raw)
        if length:
            start = offset + before
            yield start, start + mark, start + length, indent, kind
        else:
            yield offset, offset, offset, 0, "blank"
        offset += len(raw)


def _raw_lines(text: str) -> Iterator[str]:
    """The lines of `text` with their ends, without having all of them in memory."""
    start = 0
    while start < len(text):
        end = _LINE_END.search(text, start + _CHUNK)
        stop = end.end() if end else len(text)
        yield from text[start:stop].splitlines(keepends=True)
        start = stop


def _classify(raw: str, tab: int) -> tuple[int, int, LineKind, int, int]:
    """How many characters and columns are before a line, its kind, the length of its mark, and
    that without white space."""
    stripped = raw.strip()
    if not stripped:
        return 0, 0, "blank", 0, 0
    before = len(raw) - len(raw.lstrip())
    indent = len(raw[:before].expandtabs(tab)) if "\t" in raw[:before] else before
    return before, indent, *_line_mark(stripped), len(stripped)


_classify_cached = lru_cache(2048)(_classify)
"""The same for short lines, many of which recur in a text."""


def _line_mark(line: str) -> tuple[LineKind, int]:
    """The kind of a stripped line, and the length of its mark."""
    first = line[0]
    has_mark = not first.isupper() or (first == "S" and line.startswith("Step "))
    found = _LINE_MARK.match(line, 0, _LONGEST_MARK) if has_mark else None
    if found is None:
        spaced = "\t" in line or "   " in line or " | " in line
        return ("table", 0) if spaced and _TABLE_ROW.search(line) else ("text", 0)
    kind: LineKind = found.lastgroup  # type: ignore[assignment]
    return kind, 0 if kind in ("fence", "rule", "table") else found.end()


def label_end(text: str, start: int, end: int) -> int:
    """The end of the speaker's label at `start`; `start` if there is none."""
    found = _SPEAKER_LABEL.match(text, start, min(end, start + 60))
    return found.end() if found and not _SENTENCE_IN_LABEL.search(found[0]) else start
