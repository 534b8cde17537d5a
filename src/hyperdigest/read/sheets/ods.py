"""Sheets of OpenDocument (ods): the texts of their cells, which are in the file as shown."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from typing import Any

from hyperdigest.read.office.archive import elements, properties, xml_part
from hyperdigest.read.office.ooxml import attribute, name_of
from hyperdigest.read.office.opendocument import opened
from hyperdigest.read.sheets.workbook import (
    MOST_COLUMNS,
    Comment,
    Merged,
    RowMaker,
    ShapeText,
    Sheet,
    Workbook,
    cell_text,
    column_name,
    on_one_line,
)

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_STYLE = f"{_TABLE}style-name"
_PARTS = ("{*}style", f"{_TABLE}shapes", f"{_TABLE}table-column", f"{_TABLE}table-row")
_HIDING = ("collapse", "filter")
_NO_TEXT = frozenset({"annotation", "ruby-text"})
_DEEPEST = 20
_OF_OTHER_FILES = "'file:"
"""Begins the names of sheets that are copies of those of other files."""


def read_workbook(data: bytes) -> Workbook:
    """The sheets of a workbook.

    Raises ReadError if it is broken, protected by a password, or too large.
    """
    with opened(data) as archive:
        authors, date, title = properties(archive, "meta.xml")
        sheets = list(_Sheets(archive).read())
    return Workbook(sheets, title, authors, date)


class _Sheets:
    """Reads the sheets of an archive. The styles of cells stand before these."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._bold: dict[str, bool] = {}
        self._hiding: set[str] = set()
        if "styles.xml" in archive.namelist():
            for element in xml_part(archive, "styles.xml").iter("{*}style"):
                self._add_style(element)
        self._maker = RowMaker()

    def read(self) -> Iterator[Sheet]:
        """The sheets, one after the other."""
        sheet, table, number = Sheet(), None, 0
        for element in elements(self._archive, "content.xml", *_PARTS):
            kind = name_of(element)
            if kind == "style":
                self._add_style(element)
                continue
            own = _table_of(element)
            if own is None:
                continue
            if own is not table:
                if table is not None:
                    yield sheet
                table, number = own, 0
                sheet = Sheet(on_one_line(attribute(own, "name")))
                sheet.is_hidden = attribute(own, "style-name") in self._hiding
            if sheet.name.startswith(_OF_OTHER_FILES):
                continue
            if kind == "shapes":
                _add_shapes(sheet, element, "")
                continue
            is_hidden = attribute(element, "visibility") in _HIDING
            if kind == "table-column":
                repeated = _count(element, "number-columns-repeated")
                # To hide all columns to the right of a sheet hides nothing that is there.
                sheet.hidden_columns += repeated if is_hidden and repeated < 1_000 else 0
                continue
            repeated = _count(element, "number-rows-repeated")
            self._add_rows(sheet, element, number + 1, repeated, is_hidden=is_hidden)
            number += repeated
        if table is not None:
            yield sheet

    def _add_rows(
        self, sheet: Sheet, element: Any, number: int, repeated: int, *, is_hidden: bool
    ) -> None:
        """Add the rows that an element stands for, the first of which has a number."""
        cells: dict[int, str] = {}
        column, is_bold = 0, True
        for cell in element:
            if name_of(cell) not in ("table-cell", "covered-table-cell"):
                continue
            columns = _count(cell, "number-columns-repeated")
            if len(cell) and column < MOST_COLUMNS:
                text = cell_text("\n".join(_text(each) for each in cell if _is(each, "p")))
                if text:
                    last = min(column + columns, MOST_COLUMNS)
                    cells.update(dict.fromkeys(range(column, last), text))
                    is_bold = is_bold and self._bold.get(cell.get(_STYLE, ""), False)
                    self._add_merged(sheet, cell, number, column)
                place = f"{column_name(column)}{number}"
                for each in cell:
                    if _is(each, "annotation"):
                        sheet.comments.append(_comment(each, place))
                    elif not _is(each, "p"):
                        _add_shapes(sheet, each, place)
            column += columns
        is_marked = is_bold or _is(element.getparent(), "table-header-rows")
        for own in range(number, number + repeated if cells else number):
            row = self._maker.row(own, cells, is_marked=is_marked)
            if row is not None:
                sheet.rows.append(row)
                sheet.hidden_rows += is_hidden

    def _add_merged(self, sheet: Sheet, cell: Any, number: int, column: int) -> None:
        columns, rows = (_count(cell, f"number-{what}-spanned") for what in ("columns", "rows"))
        if columns > 1 or rows > 1:
            sheet.merged.append(Merged(number, number + rows - 1, column, column + columns - 1))

    def _add_style(self, style: Any) -> None:
        name, family = attribute(style, "name"), attribute(style, "family")
        if family == "table-cell":
            weights = [
                attribute(each, "font-weight") for each in style if _is(each, "text-properties")
            ]
            own = next(filter(None, weights), "")
            parent = self._bold.get(attribute(style, "parent-style-name"), False)
            self._bold[name] = own in ("bold", "600", "700", "800", "900") if own else parent
        elif family == "table" and any(attribute(each, "display") == "false" for each in style):
            self._hiding.add(name)


def _is(element: Any, name: str) -> bool:
    return element is not None and name_of(element) == name


def _table_of(element: Any) -> Any:
    """The sheet that a row or column is in; None if it is in none."""
    for _ in range(_DEEPEST):
        element = element.getparent()
        if element is None or name_of(element) == "table":
            return element
    return None


def _count(element: Any, name: str) -> int:
    value = element.get(f"{_TABLE}{name}")
    return max(int(value[:7]), 1) if value and value.isdecimal() and value.isascii() else 1


def _text(element: Any) -> str:
    """The text of a paragraph of a cell."""
    texts = [element.text or ""]
    for child in element:
        name = name_of(child)
        if name in ("s", "tab", "line-break"):
            texts.append("\n" if name == "line-break" else " ")
        elif name and name not in _NO_TEXT:
            texts.append(_text(child))
        texts.append(child.tail or "")
    return "".join(texts)


def _add_shapes(sheet: Sheet, element: Any, place: str) -> None:
    """Add the paragraphs in the shapes that an element is or has, which lie on the cell at a
    place."""
    for paragraph in element.iter("{*}p", "{*}h"):
        text = on_one_line(_text(paragraph))
        if text:
            sheet.shapes.append(ShapeText("text box", place, text))


def _comment(annotation: Any, place: str) -> Comment:
    texts = dict.fromkeys(("creator", "p"), "")
    for each in annotation:
        if name_of(each) in texts:
            texts[name_of(each)] += f" {_text(each)}"
    return Comment(place, on_one_line(texts["p"]), on_one_line(texts["creator"]))
