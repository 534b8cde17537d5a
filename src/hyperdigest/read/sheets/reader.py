"""Read spreadsheets and tables in text files, as one document or as one of each row.

A file is a document with its tables, unless the rows of the main table of a sheet are texts: then
each row is a document, and what else is in the file is one more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from hyperdigest.errors import ReadError
from hyperdigest.file_formats import COMPOUND, ZIP, kind_by_signs
from hyperdigest.read.content import Content
from hyperdigest.read.html.reader import read_html
from hyperdigest.read.several import AttachedFiles, Entries, Found, Part
from hyperdigest.read.sheets import delimited
from hyperdigest.read.sheets.records import TextColumn, record, text_columns
from hyperdigest.read.sheets.region import Region
from hyperdigest.read.sheets.regions import regions
from hyperdigest.read.sheets.tables import content_of
from hyperdigest.read.sheets.workbook import Row, Sheet, Workbook, with_merged_cells

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_BIFF = b"\x09"

_MOST_NAMES = 10
"""How many names of columns a message lists."""


def _ods(data: bytes) -> Workbook:
    from hyperdigest.read.sheets import ods

    return ods.read_workbook(data)


def _xlsx(data: bytes) -> Workbook:
    """The workbook in a file of Excel, old or new: suffixes are often wrong."""
    if data.startswith(COMPOUND) and _ENCRYPTED in data:
        raise ReadError("is protected by a password: save a copy without one")
    if data.startswith((COMPOUND, _BIFF)):
        from hyperdigest.read.sheets import xls

        return xls.read_workbook(data)
    from hyperdigest.read.sheets import xlsx

    return xlsx.read_workbook(data)


def _xls(data: bytes) -> Workbook:
    """The workbook in a file that is called one of Excel, and may be a table in a text file."""
    if data.startswith((ZIP, COMPOUND, _BIFF)):
        return _xlsx(data)
    if data[:1_000].lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<"):
        raise ReadError("is XML that is no workbook: save it as xlsx")
    return delimited.read_workbook(data)


_READERS: dict[str, Callable[[bytes], Workbook]] = {
    "xlsx": _xlsx,
    "xls": _xls,
    "ods": _ods,
    "csv": delimited.read_workbook,
    "tsv": partial(delimited.read_workbook, first="\t"),
}


def _content(kind: str, data: bytes) -> Content:
    """The tables of a file, whatever their rows are, such as of one that is attached to a mail."""
    workbook = _READERS[kind](data)
    sheets = [(sheet, regions(with_merged_cells(sheet))) for sheet in workbook.sheets]
    return content_of(workbook, sheets, kind)


def _entries(kind: str, data: bytes, text_column: str | None = None) -> Entries:
    """The documents of a file: one with its tables, then one of each row of texts.

    `text_column` is the name of the column of the texts, which is otherwise looked for, and empty
    if rows are no documents. Programs also write web pages and call them workbooks. Raises
    ReadError if no cell has text.
    """
    if kind_by_signs(data) == "html":
        yield partial(_found, Part((), read_html(data)))
        return
    workbook = _READERS[kind](data)
    tables: list[tuple[Sheet, list[Region]]] = []
    texts: list[tuple[Sheet, Region, list[TextColumn]]] = []
    names: list[str] = []
    for sheet in workbook.sheets:
        others = []
        found = regions(with_merged_cells(sheet))
        most = sum(len(region.rows) for region in found) / 2
        for region in found:
            names += [name for row in region.headers[-1:] for name in row.cells]
            is_main = text_column is not None or len(region.rows) > most
            if is_main and (columns := text_columns(region, text_column)):
                texts.append((sheet, region, columns))
                region = replace(region, rows=[], headers=[])
            others.append(region)
        tables.append((sheet, others))
    content = content_of(workbook, tables, kind)
    notes = content.notes
    if text_column and not texts:
        shown = ", ".join(names[:_MOST_NAMES]) or "no names"
        notes += (f"has no column {text_column}, and is read as a table: its columns have {shown}",)
    if content.text:
        yield partial(_found, Part((), replace(content, notes=notes)))
        notes = ()
    elif not texts:
        raise ReadError("has no text")
    is_named = len({sheet.name for sheet, *_ in texts}) > 1
    for sheet, region, columns in texts:
        within = (sheet.name,) if is_named else ()
        for row in region.rows:
            yield partial(_record, kind, within, sheet, region, columns, notes, row)
            notes = ()


def _found(part: Part, _: AttachedFiles) -> tuple[Found]:
    return (part,)


def _record(
    kind: str,
    within: tuple[str, ...],
    sheet: Sheet,
    region: Region,
    columns: list[TextColumn],
    notes: tuple[str, ...],
    row: Row,
    _: AttachedFiles,
) -> tuple[Found]:
    """The document of a row."""
    content, key = record(sheet, region, row, columns, kind)
    name = key or str(row.number)
    shown = 1 if key and not key.isdecimal() else 2 + len(within)
    return (Part((*within, name), replace(content, notes=notes), shown),)


read_xlsx, read_xls, read_ods, read_csv, read_tsv = (partial(_content, kind) for kind in _READERS)
xlsx_entries, xls_entries, ods_entries, csv_entries, tsv_entries = (
    partial(_entries, kind) for kind in _READERS
)
