"""Tables in text whose columns a rule shows: "----  ------" below their names, or above the rows.

So do reStructuredText and many programs print tables. A cell may have several lines: a line without
text in the first column goes on with the row above it. In pages of manuals, a rule without gaps is
below the names of the columns, or between all rows.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise

from hyperdigest.documents import Block
from hyperdigest.split.lines import Line, Lines

MOST_LINES_OF_HEAD = 4
LONGEST_ROW = 2_000
"""Characters of a line in which columns are looked for."""

CELL = re.compile(r"\S(?:\S|[ ](?![ \t])|(?<=[^\W\d_][.!?])[ ]{2}(?=[^\W\d_]))*")
"""With up to one space between its words, or two between sentences."""

_RULE = re.compile(r"(?:={2,}|-{2,}|─{2,}|═{2,})(?:[ \t]+(?:={2,}|-{2,}|─{2,}|═{2,}))+$")
_SOLID = re.compile(r"[─═]{10,}$")
_SIGNS = frozenset("=-─═")
_WORD = re.compile(r"\S+")
_SPACES_BETWEEN = _FEWEST_COLUMNS = 2
_LETTER = re.compile(r"[^\W\d_]")
_FARTHEST = 16
"""Columns that the name of the last column may be longer than the rule below it."""

_MOST_LINES_OF_ROW, _FEWEST_RULES = 40, 3
"""If rules are between all rows."""

_BELOW_NAMES, _LAST_RULE = 2, 3
"""The second rule from the top of a table is below the names of its columns, the third its end."""

Table = tuple[int, list[Block]]


def row_of(lines: Lines, line: Line) -> str:
    """The text of a line, cut if it is very long."""
    return lines.text[line.start : min(line.end, line.start + LONGEST_ROW)]


def with_columns(lines: Lines, line: Line) -> str:
    """The text of a line, cut if it is very long, with spaces for its tabs."""
    text = row_of(lines, line)
    if "\t" in text:
        text = (" " * line.indent + text).expandtabs(lines.tab)[line.indent :]
    return text


def ruled_table_at(lines: Lines, number: int) -> Table | None:
    """The line after the table that begins at a line, with its rule there or below a few lines of
    names, and its rows; None if none begins there."""
    head = lines.run(number, MOST_LINES_OF_HEAD + 1)
    above = next((place for place, line in enumerate(head) if _is_rule(lines, line)), -1)
    if above < 0:
        return None
    names, is_solid = head[:above], _is_solid(lines, head[above])
    if is_solid and not names:
        return _rows_between_rules(lines, number)
    columns = _Columns(lines, names[-1], CELL) if is_solid else _Columns(lines, head[above], _WORD)
    if columns.number < _FEWEST_COLUMNS:
        return None
    if names and not (all(map(columns.hold, names)) and columns.are_named_by(names[-1])):
        return None
    rows = [Block(names[0].start, names[-1].end, "header")] if names else []
    sign = lines.text[head[above].start]
    end, rules, indent = number + above + 1, 1 + bool(names), 0
    while (place := lines.next(end)) < len(lines) and rules < _LAST_RULE:
        line = lines[place]
        if place > end and (rules == 1 or place > end + 1 or not columns.begin(line)):
            break
        if _is_rule(lines, line):
            rules += lines.text[line.start] == sign
            if rules == _BELOW_NAMES and not names:
                rows = [Block(row.start, row.end, "header") for row in rows]
        elif rows and place == end and columns.go_on(line, indent):
            rows[-1] = Block(rows[-1].start, line.end, rows[-1].kind)
        elif columns.hold(line):
            rows.append(Block(line.start, line.end, "table"))
            indent = line.indent
        else:
            break
        end = place + 1
    if rules < _BELOW_NAMES or not rows or (names and len(rows) == 1):
        return None
    if rows[-1].kind == "header":  # the second rule is below the rows
        rows = [Block(row.start, row.end, "table") for row in rows]
    return end, rows


def _rows_between_rules(lines: Lines, number: int) -> Table | None:
    """The rows of a table that has a solid rule at a line, and one below each row; the lines after
    a rule may be blank."""
    rules, end, indent = 1, number + 1, lines[number].indent
    rows: list[Block] = []
    first = place = lines.next(end)
    while place < len(lines) and place - first < _MOST_LINES_OF_ROW:
        if lines.is_blank(place) or lines[place].indent < indent:
            break
        if place == first and len(CELL.findall(row_of(lines, lines[place]))) < _FEWEST_COLUMNS:
            break
        place += 1
        if not lines.is_blank(place) and _is_solid(lines, lines[place]):
            rows.append(Block(lines[first].start, lines[place - 1].end, "table"))
            rules, end = rules + 1, place + 1
            first = place = lines.next(end)
    return (end, rows) if rules >= _FEWEST_RULES else None


def _is_rule(lines: Lines, line: Line) -> bool:
    is_one = lines.text[line.start] in _SIGNS and _RULE.match(row_of(lines, line)) is not None
    return is_one or _is_solid(lines, line)


def _is_solid(lines: Lines, line: Line) -> bool:
    return lines.text[line.start] in "─═" and _SOLID.match(row_of(lines, line)) is not None


class _Columns:
    """The columns below the parts of a line, which is a rule or has their names."""

    def __init__(self, lines: Lines, line: Line, part: re.Pattern[str]) -> None:
        self._lines = lines
        spans = self._spans(line, part)
        self.number = len(spans)
        self._starts, self._ends = ([span[side] for span in spans] for side in (0, 1))
        gaps = (after[0] - before[1] for before, after in pairwise(spans))
        self._beside = _SPACES_BETWEEN if min(gaps, default=0) >= _SPACES_BETWEEN else 0

    def hold(self, line: Line) -> bool:
        """Whether a line is a row: no word is in two columns, or right beside another one if gaps
        are wide, or the line has a cell for each of them."""
        words = self._spans(line, _WORD)
        if words[0][1] <= self._starts[0]:
            return False
        last = self._beside - 1
        if not any(self._column(start) < self._column(end + last) for start, end in words):
            return True
        return len(self._spans(line, CELL)) == len(self._starts)

    def begin(self, line: Line) -> bool:
        """Whether a line below a blank one is a row: a gap is before the begin, or the cell before
        the end, of a column."""
        beside = self._spans(line, CELL)[1:]
        is_held = self.hold(line) and line.indent < self._starts[1]
        return is_held and any(s in self._starts or e in self._ends for s, e in beside)

    def go_on(self, line: Line, indent: int) -> bool:
        """Whether a line goes on with a row of this indent: it has nothing in the first column, or
        in no other one and is deeper."""
        if line.indent >= self._starts[1]:
            return True
        return line.indent > indent and self._touched(line) == {0}

    def are_named_by(self, line: Line) -> bool:
        """Whether a line has words above several columns, and ends about where the rule does."""
        has_letters = _LETTER.search(row_of(self._lines, line)) is not None
        is_far = self._spans(line, _WORD)[-1][1] > self._ends[-1] + _FARTHEST
        return has_letters and not is_far and len(self._touched(line)) > 1

    def _touched(self, line: Line) -> set[int]:
        """The columns in which words of a line begin."""
        return {self._column(start) for start, _ in self._spans(line, _WORD)}

    def _column(self, place: int) -> int:
        return max(0, bisect_right(self._starts, place) - 1)

    def _spans(self, line: Line, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
        """The first and the last column of each match in a line."""
        text, indent = with_columns(self._lines, line), line.indent
        return [(indent + one.start(), indent + one.end()) for one in pattern.finditer(text)]
