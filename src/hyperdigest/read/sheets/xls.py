"""Workbooks of Excel 97 to 2003 (xls), read by xlrd: their values as they are shown."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import xlrd

from hyperdigest.errors import ReadError
from hyperdigest.read.number_formats import BUILT_IN, number_format, text_format
from hyperdigest.read.sheets.workbook import (
    Comment,
    Merged,
    RowMaker,
    Sheet,
    Workbook,
    cell_text,
    column_name,
    on_one_line,
)


def read_workbook(data: bytes) -> Workbook:
    """The sheets of a workbook.

    Raises ReadError if it is broken, protected by a password, or too large.
    """
    try:
        book = xlrd.open_workbook(
            file_contents=data, formatting_info=True, ragged_rows=True, logfile=io.StringIO()
        )
    except xlrd.XLRDError as error:
        if "encrypted" in str(error):
            raise ReadError("is protected by a password: save a copy without one") from error
        raise ReadError(f"is a broken xls file ({error}): open it and save it as xlsx") from error
    except Exception as error:  # of many kinds, for want of checks
        raise ReadError("is a broken xls file: open it and save it as xlsx") from error
    maker = RowMaker()
    codes = BUILT_IN | {own.format_key: own.format_str for own in book.format_list}
    return Workbook([_sheet(book, sheet, codes, maker) for sheet in book.sheets()])


def _sheet(book: Any, sheet: Any, codes: Mapping[int, str], maker: RowMaker) -> Sheet:
    """A sheet, with the codes of the formats of numbers by their keys."""
    found = Sheet(on_one_line(sheet.name), is_hidden=sheet.visibility != 0)
    for number in range(sheet.nrows):
        cells = {}
        is_bold = True
        for column, (kind, value) in enumerate(
            zip(sheet.row_types(number), sheet.row_values(number), strict=True)
        ):
            if kind in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK):
                continue
            style = book.xf_list[sheet.cell_xf_index(number, column)]
            if text := _shown(book, codes.get(style.format_key, "General"), kind, value):
                cells[column] = text
                font = book.font_list[style.font_index]
                is_bold = is_bold and (font.weight >= 600 or bool(font.bold))
        row = maker.row(number + 1, cells, is_marked=is_bold)
        if row is not None:
            found.rows.append(row)
            known = sheet.rowinfo_map.get(number)
            found.hidden_rows += bool(known and known.hidden)
    found.hidden_columns = sum(
        bool(known.hidden) for column, known in sheet.colinfo_map.items() if column < sheet.ncols
    )
    found.merged = [
        Merged(first + 1, after, left, right - 1)
        for first, after, left, right in sheet.merged_cells
    ]
    found.comments = [
        Comment(
            f"{column_name(column)}{number + 1}", on_one_line(note.text), on_one_line(note.author)
        )
        for (number, column), note in sorted(sheet.cell_note_map.items())
    ]
    return found


def _shown(book: Any, code: str, kind: int, value: Any) -> str:
    """A value as the format with a code shows it."""
    if kind in (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE):
        return number_format(code, 1904 if book.datemode else 1900)(value)
    if kind == xlrd.XL_CELL_BOOLEAN:
        return "TRUE" if value else "FALSE"
    if kind == xlrd.XL_CELL_ERROR:
        return str(xlrd.error_text_from_code.get(value, "#ERROR"))
    return text_format(code)(cell_text(value))
