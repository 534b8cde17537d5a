"""The names of groups of columns, in the header rows above the names of the columns."""

from __future__ import annotations

from hyperdigest.read.sheets.cells import by_column
from hyperdigest.read.sheets.workbook import Row


def with_groups(headers: list[Row], first: int) -> list[Row]:
    """The header rows, each name of a group in all its columns, as the text of a merged cell is.

    Files without merged cells have it in the first one only. The last row tells that the others are
    of the group: it has the same names below each, at least two. The first column of the table is
    of no group.
    """
    if len(headers) < 2:
        return headers
    names = by_column(headers[-1])
    filled = []
    for row in headers[:-1]:
        groups = by_column(row)
        starts = [column for column in groups if column > first]
        width = starts[1] - starts[0] if len(starts) > 1 else 0
        below = [[names.get(start + n) for n in range(width)] for start in starts]
        is_regular = width > 1 and all(own == below[0] and None not in own for own in below)
        if is_regular and max(names) == starts[-1] + width - 1:
            for start in starts:
                groups |= dict.fromkeys(range(start, start + width), groups[start])
            columns = tuple(sorted(groups))
            text = "\t".join(groups[column] for column in columns)
            row = row._replace(columns=columns, text=text)
        filled.append(row)
    return [*filled, headers[-1]]
