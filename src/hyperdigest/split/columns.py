"""Tables in text: rows between pipes, frames of lines, and columns that are aligned by spaces.

`table_at` gives the rows of a table that begins at a line, and the line after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hyperdigest.base.aligned import overlapped
from hyperdigest.base.text import BARS
from hyperdigest.documents import Block
from hyperdigest.split.frames import CORNERS, framed_table_at
from hyperdigest.split.html_tables import html_table_at, is_period, names_periods
from hyperdigest.split.lines import Line, Lines
from hyperdigest.split.ruled_columns import (
    CELL,
    MOST_LINES_OF_HEAD,
    Table,
    row_of,
    ruled_table_at,
    with_columns,
)

_SAMPLE = 24
"""How many rows are read to know whether columns are aligned, and which row is the header."""

_FEWEST_ROWS = 3
_FEWEST_BELOW = 2
_LONGEST_NAME = 4
"""In words; what is longer names no column, if only its letters tell it from the rows below."""

_PIPE_RULE = re.compile(r"[|:\- \t]*-[|:\- \t]*$")
_CROSSED_RULE = re.compile(r":?-+:?(?:[ ]?[+|][ ]?:?-+:?)+$|─+(?:┼─+)+$")
_BAR = re.compile(r"(?<=[ ])[|│](?=[ ]+[^ ])")
_RULE = re.compile(r"[-=_+| \t]{3,}$|[─═]{3,}$")
_DIGIT = re.compile(r"\d")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_FIGURE = re.compile(r"[-+±~<>≤≥$€£¥]{0,2}\d[\d.,:/%-]*\s?\S{0,4}$")

Cells = list[tuple[int, int, bool]]


def table_at(lines: Lines, number: int, *, marked: bool) -> Table | None:
    """The line after the table that begins at a line, and its rows; None if none begins there.

    Parameters
    ----------
    marked : whether the text is Markdown, in which the pipes at the ends of rows may be missing.
    """
    line = lines[number]
    text = row_of(lines, line)
    if marked and text[0] == "<" and (found := html_table_at(lines, number)):
        return found
    if text[0] in CORNERS and (found := framed_table_at(lines, number)):
        return found
    if text.startswith("|") or (marked and "|" in text) or heads_crossed_rule(lines, number):
        return _piped(lines, number, text)
    if not marked and _has_bar(text) and (found := _barred(lines, number)):
        return found
    if found := ruled_table_at(lines, number):
        return found
    if line.kind in ("text", "table") and not marked:
        return (
            _below_periods(lines, number, line)
            or _aligned(lines, number)
            or _below_names(lines, number, line)
        )
    return None


def _whole_rows(lines: Lines, number: int) -> Iterator[tuple[int, Line, str]]:
    """The lines from one on to a blank one."""
    while not lines.is_blank(number):
        line = lines[number]
        yield number, line, row_of(lines, line)
        number += 1


def _piped(lines: Lines, number: int, text: str) -> Table | None:
    """A table with pipes between its cells; the row above the rule is the header, unless it is
    empty."""
    bare = not text.startswith("|")
    if not lines.is_blank(number + 1):
        below = row_of(lines, lines[number + 1])
        ruled = _is_pipe_rule(below) and any(map(below.__contains__, "|+┼"))
    else:
        ruled = False
    if not ruled and (bare or lines[number].kind != "table"):
        return None
    rows: list[Block] = []
    end, is_header = number, ruled
    for end, line, row in _whole_rows(lines, number):
        is_rule = _is_pipe_rule(row)
        if not is_rule and (not _has_bar(row) if bare else row[0] != "|"):
            return end, rows
        if not is_rule:
            if not is_header:
                rows.append(Block(line.start, line.end, "table"))
            elif row.strip(f"{BARS} \t"):
                rows.append(Block(line.start, line.end, "header"))
            is_header = False
    return end + 1, rows


def _is_pipe_rule(text: str) -> bool:
    return _PIPE_RULE.match(text) is not None or _CROSSED_RULE.match(text) is not None


def _has_bar(text: str) -> bool:
    return "|" in text or "│" in text


def heads_crossed_rule(lines: Lines, number: int) -> bool:
    """Whether a line has pipes above a rule that is crossed there, as databases print tables."""
    if lines.is_blank(number + 1) or not _has_bar(row_of(lines, lines[number])):
        return False
    return _CROSSED_RULE.match(row_of(lines, lines[number + 1])) is not None


def _barred(lines: Lines, number: int) -> Table | None:
    """A table whose cells are between bars in the same columns of each line, without a rule."""
    bars = _places_of_bars(lines, lines[number])
    if not bars:
        return None
    rows: list[Block] = []
    texts: list[list[str]] = []
    is_labelled = heads_labelled_row(lines, number)
    for _, line, row in _whole_rows(lines, number):
        is_first = is_labelled and len(rows) == 1
        if not is_first and _places_of_bars(lines, line) != bars:
            break
        rows.append(Block(line.start, line.end, "table"))
        texts.append([cell.strip() or " " for cell in _BAR.split(row)])
    if len(rows) < _FEWEST_ROWS and not is_labelled:
        return None
    if is_labelled or _names_columns(texts[:_SAMPLE]):
        rows[0] = Block(rows[0].start, rows[0].end, "header")
    return number + len(rows), rows


def heads_labelled_row(lines: Lines, number: int) -> bool:
    """Whether a line has a label and the names of columns, with bars between them and, perhaps but
    for a blank, below them: "Used in: global | local" above "yes | no"."""
    bars = _places_of_bars(lines, lines[number])
    if len(bars) < 2 or lines.is_blank(number + 1):
        return False
    below = lines[number + 1]
    label, value = (_BAR.split(row_of(lines, line))[0] for line in (lines[number], below))
    others = _places_of_bars(lines, below)
    is_below = len(others) == len(bars) and all(
        abs(other - bar) <= 1 for other, bar in zip(others, bars, strict=True)
    )
    return ": " in label and ":" not in value and is_below


def _places_of_bars(lines: Lines, line: Line) -> list[int]:
    """The columns of text in which a line has bars between spaces, after its first word."""
    if not _has_bar(row_of(lines, line)):
        return []
    return [line.indent + bar.start() for bar in _BAR.finditer(with_columns(lines, line))]


def _aligned(lines: Lines, number: int, fewest: int = _FEWEST_ROWS) -> Table | None:
    """A table whose columns begin or end in the same columns of text, of so many rows or more."""
    sample = _rows_at(lines, number, _SAMPLE)
    if len(sample.rows) < fewest:
        return None
    texts = [CELL.findall(row_of(lines, first)) for first, _ in sample.rows]
    ruled = not lines.is_blank(number + 1) and _is_rule(row_of(lines, lines[number + 1]))
    is_named = ruled or _names_columns(texts) or names_periods(texts)
    if len(sample.columns) == 2 and not ruled and not _is_of_figures(lines, sample.rows):
        return None
    end, found, _ = _rows_at(lines, number, len(lines))
    rows = [Block(first.start, last.end, "table") for first, last in found]
    if is_named:
        rows[0] = Block(rows[0].start, rows[0].end, "header")
    return end, rows


class _Rows(NamedTuple):
    """Rows with aligned columns: the line after them, the first and the last line of each, and the
    cells of the widest of their lines."""

    end: int
    rows: list[tuple[Line, Line]]
    columns: Cells


def _rows_at(lines: Lines, number: int, most: int) -> _Rows:
    """The rows on at most so many lines from one on, up to a blank one.

    A line with text only below columns other than the first one goes on with the row right above.
    """
    rows: list[tuple[Line, Line]] = []
    columns: Cells = []
    end, ruled = number, True
    if "  " not in (text := row_of(lines, lines[number])) and "\t" not in text:
        return _Rows(end, rows, columns)
    for place, one, row in _whole_rows(lines, number):
        if place == number + most:
            break
        if _is_rule(row):
            ruled = True
        else:
            cells = _cells(lines, one)
            if _fits(cells, columns, wide=one.kind == "table"):
                columns = cells if len(cells) >= len(columns) else columns
                rows.append((one, one))
            elif len(cells) < len(columns) and _under(cells, columns[1:]):
                rows[len(rows) - 1 + ruled :] = [(one if ruled else rows[-1][0], one)]
            else:
                break
            ruled = False
        end = place + 1
    return _Rows(end, rows, columns)


def _below_names(lines: Lines, number: int, line: Line) -> Table | None:
    """A table with aligned columns below the names of all but the first of them."""
    below = number + 1
    if lines.is_blank(below) or "  " not in row_of(lines, line):
        return None
    if _is_rule(row_of(lines, lines[below])):
        below += 1
    if lines.is_blank(below) or line.indent <= lines[below].indent:
        return None
    names, cells = _cells(lines, line), _cells(lines, lines[below])
    starts, ends = ({cell[side] for cell in cells[1:]} for side in (0, 1))
    if len(names) != len(cells) - 1 or not all(
        start in starts or end in ends for start, end, _ in names
    ):
        return None
    found = _aligned(lines, below)
    return found and (found[0], [Block(line.start, line.end, "header"), *found[1]])


def _below_periods(lines: Lines, number: int, line: Line) -> Table | None:
    """A table with aligned columns below the years, or the like, of all but the first of them.

    Other words may be above the years: "As of December 31,". Two rows are enough.
    """
    heads: list[Line] = []
    for below in range(number, number + MOST_LINES_OF_HEAD + 1):
        if lines.is_blank(below) or not line.indent:
            return None
        one = lines[below]
        if _is_rule(row_of(lines, one)):
            continue
        if heads and one.indent < min(head.indent for head in heads):
            names = _cells(lines, heads[-1])
            are_periods = all(map(is_period, CELL.findall(row_of(lines, heads[-1]))))
            if are_periods and _are_above(names, _rows_at(lines, below, _SAMPLE).columns):
                rows = [Block(head.start, head.end, "header") for head in heads]
                found = _aligned(lines, below, fewest=2)
                return found and (found[0], rows + found[1])
        heads.append(one)
    return None


def _are_above(names: Cells, columns: Cells) -> bool:
    """Whether each name is above a column of its own, and all columns but the first have one."""
    spans = [(start, end) for start, end, _ in names]
    found = overlapped(spans, [(start, end) for start, end, _ in columns])
    return len(names) > 1 and found == list(range(1, len(columns)))


def _cells(lines: Lines, line: Line) -> Cells:
    """The first and last column of each cell of a line, and whether it is a figure."""
    return [
        (
            line.indent + cell.start(),
            line.indent + cell.end(),
            _FIGURE.match(cell[0]) is not None,
        )
        for cell in CELL.finditer(with_columns(lines, line))
    ]


def _fits(cells: Cells, columns: Cells, *, wide: bool) -> bool:
    """Whether all cells but the first begin where those of the rows above do.

    Figures may end where those do; with `wide` gaps as many cells are enough.
    """
    if len(cells) < 2 or not columns:
        return len(cells) >= 2
    if abs(len(cells) - len(columns)) > max(1, len(columns) // 3):
        return False
    if wide and len(cells) == len(columns) > 2:
        return True
    starts = {start for start, *_ in columns[1:]}
    ends = {end for _, end, _ in columns[1:]}
    aligned = sum(
        start in starts or (end in ends and is_figure) for start, end, is_figure in cells[1:]
    )
    return aligned >= 1 and aligned >= len(cells) - 1 - (len(cells) > 3)


def _under(cells: Cells, columns: Cells) -> bool:
    starts = {start for start, *_ in columns}
    return all(start in starts for start, *_ in cells)


def _is_rule(text: str) -> bool:
    return (
        any(map((text[:40] + text[-40:]).__contains__, ("--", "──", "══")))
        and _RULE.match(text) is not None
    )


def _is_of_figures(lines: Lines, rows: Sequence[tuple[Line, Line]]) -> bool:
    """Whether the last cells of most rows are figures."""
    figures = sum(_cells(lines, first)[-1][2] for first, _ in rows)
    return 3 * figures >= 2 * len(rows)


def _names_columns(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row is words, and most rows below it have figures, or begin otherwise.

    They do if all its cells begin in upper case, and those of one column below it never do, which
    is the first one if most rows lack a cell, or if it alone is in upper case.
    """
    first, *below = rows
    if _DIGIT.search("".join(first)) or not _LETTERS.search(" ".join(first)):
        return False
    figures = sum(any(map(_DIGIT.search, row)) for row in below)
    if 2 * figures > len(below):
        return True
    if not all(cell[0].isupper() and cell.count(" ") < _LONGEST_NAME for cell in first):
        return False
    alike = [row for row in below if len(row) == len(first)]
    if 2 * len(alike) <= len(below) or len(alike) < _FEWEST_BELOW:
        is_widest = len(first) > 2 and len(first) == max(map(len, rows))
        return is_widest and not any(row[0][0].isupper() for row in below)
    if all(map(str.isupper, first)):
        return not any(all(map(str.isupper, row)) for row in alike)
    columns = zip(*alike, strict=True)
    return any(not any(cell[0].isupper() for cell in column) for column in columns)
