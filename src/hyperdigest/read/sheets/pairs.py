"""Labels with values beside them, such as "Name: | Anna | Age: | 31": rows without a header.

Labels that end with a colon tell it, or else that the values of a column are of several kinds, as
those below a name are not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from hyperdigest.read.sheets.cells import COLONS, LONGEST_NAME, by_column, is_figure, is_number
from hyperdigest.read.sheets.workbook import Row

_FEWEST = 2
"""Rows with a colon; a single one may be a total."""

_MOST = 40
"""Rows of labels without a colon; more are a table."""

_LEAST_OTHERS = 0.2
"""The least share of values of other kinds than most."""

_FEWEST_LETTERS = 3

_DATE = re.compile(r"\d[-/.:]\d\d?[-/.:]\d")
_ADDRESS = ("@", "://", "www.")


def divided(rows: Sequence[Row], columns: Sequence[int]) -> Iterator[tuple[Sequence[Row], bool]]:
    """The parts of a table, and whether each has pairs: those with colons, and those below it."""
    if are_pairs(rows, columns, of_kinds=3):
        yield rows, True
        return
    begin = 0
    for start, stop in _with_colons(rows):
        if start > begin:
            yield from _with_tail(rows[begin:start])
        yield rows[start:stop], True
        begin = stop
    if begin < len(rows):
        yield from _with_tail(rows[begin:])


def _with_colons(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """The first rows of pairs with colons, and the rows after them.

    There are none if these are all the rows but one above them, which may be a header.
    """
    found = []
    begin = last = -1
    count = 0
    for place, row in enumerate(rows):
        if any(colon in row.text for colon in COLONS) and _is_pair(row):
            begin, count = (place, 1) if begin < 0 else (begin, count + 1)
            last = place
        elif (begin >= 0 and len(row.columns) > 1) or place > last + 1:
            if begin >= 0 and count >= _FEWEST:
                found.append((begin, last + 1))
            begin = -1
    if begin >= 0 and count >= _FEWEST:
        found.append((begin, last + 1))
    is_all = found == [(1, len(rows))] and len(rows[0].columns) == 2
    return [] if is_all and not rows[0].cells[0].endswith(COLONS) else found


def _is_pair(row: Row) -> bool:
    """Whether the first cell of a row is a label with a colon, and each label has one value."""
    cells = row.cells
    labels = sum(cell.endswith(COLONS) for cell in cells)
    return len(cells) > 1 and cells[0].endswith(COLONS) and len(cells) <= 2 * labels


def _with_tail(rows: Sequence[Row]) -> Iterator[tuple[Sequence[Row], bool]]:
    """A table, and pairs below it: rows with only the first two columns of several, in which some
    values are figures and others words."""
    start = len(rows)
    columns = (rows[0].columns[0], rows[0].columns[0] + 1)
    while start and set(rows[start - 1].columns) <= set(columns):
        start -= 1
    above, below = rows[:start], rows[start:]
    is_table = 2 * sum(len(row.columns) > len(columns) for row in above) > len(above) > 1
    own = [is_figure(row.cells[1]) for row in below if len(row.columns) > 1]
    is_mixed = own[:1] == [True] and not all(own)
    if is_table and len(own) >= _FEWEST and (is_mixed or are_pairs(below, columns)):
        yield above, False
        yield below, True
    else:
        yield rows, False


def are_pairs(rows: Sequence[Row], columns: Sequence[int], of_kinds: int = 2) -> bool:
    """Whether rows in these columns are labels and values, though no colon tells it.

    The labels differ and have no figures, and the values of most columns, of which the first may be
    a name, are of several kinds, `of_kinds` or more.
    """
    if len(columns) % 2 or len(rows) > _MOST:
        return False
    titles = next((n for n, row in enumerate(rows) if len(row.columns) > 1), len(rows))
    rows = rows[titles:]
    if len(rows) <= _FEWEST or rows[0].is_marked:
        return False
    cells = [by_column(row) for row in rows]
    labels = [row[column] for row in cells for column in columns[::2] if column in row]
    if len(set(labels)) < len(labels) or any(len(label) > LONGEST_NAME for label in labels):
        return False
    if any(map(is_figure, labels)):
        return False
    mixed = [
        _are_mixed([row[column] for row in cells[1:] if column in row], of_kinds)
        for column in columns[1::2]
    ]
    return 2 * sum(mixed) > len(mixed)


def _are_mixed(values: Sequence[str], of_kinds: int) -> bool:
    """Whether values are of so many kinds."""
    differing = {value: _kind(value) for value in values}
    words = [value for value in values if differing[value] != "words"]
    words += [value for value, kind in differing.items() if kind == "words"]
    kinds = Counter(filter(None, map(differing.__getitem__, words)))
    return len(kinds) >= of_kinds and kinds.total() - max(kinds.values()) >= _LEAST_OTHERS * len(
        values
    )


def _kind(value: str) -> str:
    """The kind of a value; empty if it says nothing, such as "n/a"."""
    if is_number(value):
        return "date" if _DATE.search(value) else "percentage" if "%" in value else "number"
    if any(sign in value for sign in _ADDRESS):
        return "address"
    return "words" if sum(map(str.isalpha, value)) >= _FEWEST_LETTERS else ""
