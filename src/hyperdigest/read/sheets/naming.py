"""Whether a row names the columns of figures below it, alone or with the rows above it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from hyperdigest.read.sheets.cells import COLONS, by_column, is_thousands
from hyperdigest.read.sheets.workbook import Row
from hyperdigest.split.html_tables import is_period

_FEWEST_WORDS_OF_NOTE = 5
_END = (".", "。", "!", "?")

_LONGEST_NAME = 60
"""In characters; a longer cell, or one that ends like a sentence, is a text."""


def names_of(row: Row, above: Sequence[Row], figures: Mapping[int, bool]) -> dict[int, str]:
    """The cells of a row that name the columns of figures below it, by column; empty if it does
    not name them.

    Equal names are apart, or have different names in the rows above. `figures` are the columns
    below, and whether each has figures.
    """
    cells = by_column(row)
    own = [column for column, are in figures.items() if are]
    names = {column: cells[column] for column in own if column in cells}
    is_full = len(names) + (len(own) > 2) >= len(own)
    if not is_full or len(cells) < 2:
        return {}
    if row.cells[0].endswith(COLONS) and not all(map(is_period, row.cells[1:])):
        return {}
    if len(names) > len(set(names.values())):
        groups = _groups(row, above)
        if len(names) > len({(groups[column], name) for column, name in names.items()}):
            return {}
    if any(len(cell) > _LONGEST_NAME or cell.endswith(_END) for cell in cells.values()):
        return {}
    return names if all(map(_is_name, names.values())) else {}


def _is_name(text: str) -> bool:
    """Whether a text may name figures: it has more letters than digits, is a period or a unit."""
    digits, letters = (sum(map(each, text)) for each in (str.isdigit, str.isalpha))
    return letters > digits or is_period(text) or is_thousands(text) or is_sign(text)


def is_sign(text: str) -> bool:
    """Whether a text has the sign of a currency or of a share, and no letter or digit."""
    is_any = any(sign in "%‰" or unicodedata.category(sign) == "Sc" for sign in text)
    return is_any and not any(map(str.isalnum, text))


def _groups(row: Row, above: Sequence[Row]) -> dict[int, tuple[int, tuple[str, ...]]]:
    """The group of each column of a row: how many empty columns are before it, and the name in each
    of the rows above it, there or to the left."""
    names = [by_column(each) for each in above]
    groups, gaps, last = {}, 0, row.columns[0] - 1
    own = ("",) * len(names)
    for column in row.columns:
        gaps += column > last + 1
        own = tuple(each.get(column, name) for each, name in zip(names, own, strict=True))
        groups[column], last = (gaps, own), column
    return groups


def belongs_to(row: Row, names: Row, first: int) -> bool:
    """Whether a row belongs to a header below it: it is a title, or names groups of its columns, or
    the columns themselves, above their units.

    `first` is the first column of the table.
    """
    if len(row.columns) == 1:
        return not is_sentence(row.text)
    if row.columns[0] > first:
        own = [text for column, text in by_column(names).items() if column > first]
        return len(set(row.cells)) < len(own) or len(set(own)) < len(own)
    return row.columns[0] < names.columns[0] or row.cells[0] == names.cells[0]


def is_note(row: Row) -> bool:
    """Whether a row that is a single cell has several words."""
    return len(row.text.split()) >= _FEWEST_WORDS_OF_NOTE


def is_sentence(text: str) -> bool:
    """Whether a text has several words and ends like a sentence."""
    return text.endswith(_END) and len(text.split()) >= _FEWEST_WORDS_OF_NOTE


def is_lower(names: Mapping[int, str]) -> bool:
    """Whether all names begin with small letters."""
    return bool(names) and all(name[:1].islower() for name in names.values())
