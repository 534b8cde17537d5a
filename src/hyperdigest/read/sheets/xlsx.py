"""Workbooks of Excel (xlsx, xlsm): the values of their cells as they are shown.

Formulas, macros and links to other files are not followed: a formula has the value that it had when
the file was saved.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from hyperdigest.errors import ReadError
from hyperdigest.read.number_formats import BUILT_IN, number_format, text_format
from hyperdigest.read.office.archive import elements, open_archive, properties
from hyperdigest.read.office.ooxml import Package, name_of
from hyperdigest.read.sheets.shapes import Shapes
from hyperdigest.read.sheets.workbook import (
    MOST_COLUMNS,
    Comment,
    Merged,
    Row,
    RowMaker,
    Sheet,
    Workbook,
    cell_text,
    on_one_line,
)

_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_THREAD = re.compile(r"\[Threaded comment\].*?\n(?:[^\n]{0,300}\n){0,3}\s*Comment:\s*", re.DOTALL)
"""What Excel writes before a comment for its older versions."""

_MOST_MERGED = 100_000
_MOST_COMMENTS = 20_000
_SHEETS = ("worksheet", "chartsheet")
_PARTS_OF_SHEET = ("row", "col", "mergeCell", "autoFilter")


class _Format(NamedTuple):
    """How the cells of a format are shown."""

    number: Callable[[float], str]
    text: Callable[[str], str]
    is_bold: bool


def read_workbook(data: bytes) -> Workbook:
    """The sheets of a workbook.

    Raises ReadError if it is broken, protected by a password, or too large.
    """
    with open_archive(data) as archive:
        package = Package(archive)
        book = next(iter(package.related_as("officeDocument")), "")
        root = package.xml(book)
        if root is None:
            raise ReadError("is broken: it has no workbook")
        if name_of(root) != "workbook":
            raise ReadError("is no workbook: give it the suffix of its format")
        year = _first_year(root)
        formats = _formats(package, book, year)
        strings = [
            text
            for name in package.related_as("sharedStrings", book)
            for text in _strings(archive, name)
        ]
        related = {relation.id: relation for relation in package.related(book)}
        maker, shapes = RowMaker(), Shapes(package)
        sheets = []
        for element in root.iter("{*}sheet"):
            ids = [value for key, value in element.attrib.items() if key.endswith("}id")]
            relation = related.get(ids[0]) if ids else None
            if relation and relation.kind in _SHEETS and relation.name in package.names:
                reader = _SheetReader(archive, relation.name, formats, strings, maker)
                sheet = reader.sheet(on_one_line(element.get("name", "")))
                sheet.is_hidden = element.get("state", "visible") != "visible"
                sheet.comments = list(_comments(package, relation.name))
                sheet.shapes = shapes.on(relation.name)
                _mark_tables(package, relation.name, sheet)
                sheets.append(sheet)
        core = next(iter(package.related_as("core-properties")), "")
        authors, date, title = properties(archive, core)
    return Workbook(sheets, title, authors, date)


def _first_year(root: Any) -> int:
    properties = next(root.iter("{*}workbookPr"), None)
    is_of_1904 = properties is not None and properties.get("date1904") in ("1", "true")
    return 1904 if is_of_1904 else 1900


def _formats(package: Package, book: str, first_year: int) -> list[_Format]:
    """The formats of cells by number."""
    for styles in package.trees("styles", book):
        codes = dict(BUILT_IN)
        for element in styles.iter("{*}numFmt"):
            if element.get("numFmtId", "").isdecimal():
                codes[int(element.get("numFmtId"))] = element.get("formatCode", "General")
        fonts = next(styles.iter("{*}fonts"), ())
        bold = [any(b.get("val") not in ("0", "false") for b in f.iter("{*}b")) for f in fonts]
        found = []
        for element in next(styles.iter("{*}cellXfs"), ()):
            number, font = element.get("numFmtId", ""), element.get("fontId", "")
            code = codes.get(int(number), "General") if number.isdecimal() else "General"
            is_bold = font.isdecimal() and int(font) < len(bold) and bold[int(font)]
            found.append(_Format(number_format(code, first_year), text_format(code), is_bold))
        return found
    return []


def _strings(archive: zipfile.ZipFile, name: str) -> Iterator[str]:
    """The texts that cells share."""
    for element in elements(archive, name, "{*}si"):
        yield _text(element)


def _text(element: Any) -> str:
    """The text of a string, without what says how to pronounce it."""
    texts = []
    for child in element:
        name = name_of(child)
        if name == "t":
            texts.append(child.text or "")
        elif name == "r":
            texts += [each.text or "" for each in child if name_of(each) == "t"]
    return cell_text(_unescaped("".join(texts)))


def _unescaped(text: str) -> str:
    """A text with its characters that XML cannot have: ``_x000D_`` is a line end."""
    if "_x" not in text:
        return text
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def _column(letters: str) -> int:
    """The number, from 0, of a column with these letters."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number - 1


def _area(reference: str) -> Merged | None:
    """The rows and columns of a reference such as ``A1:C3``."""
    first, _, last = reference.partition(":")
    begin, end = _REFERENCE.fullmatch(first), _REFERENCE.fullmatch(last or first)
    if begin is None or end is None:
        return None
    return Merged(int(begin[2]), int(end[2]), _column(begin[1]), _column(end[1]))


class _SheetReader:
    """Reads the rows of a sheet."""

    def __init__(
        self,
        archive: zipfile.ZipFile,
        name: str,
        formats: Sequence[_Format],
        strings: Sequence[str],
        maker: RowMaker,
    ) -> None:
        self._archive, self._name = archive, name
        self._formats, self._strings, self._maker = formats, strings, maker
        self._known_formats = {str(number) for number in range(len(formats))}
        self._columns: dict[str, int] = {}
        self._unknown = 0

    def sheet(self, name: str) -> Sheet:
        """The sheet, under its name."""
        found = Sheet(name)
        number = 0
        tags = [f"{{*}}{tag}" for tag in _PARTS_OF_SHEET]
        filtered = 0
        for element in elements(self._archive, self._name, *tags):
            kind = name_of(element)
            if kind == "row":
                own = element.get("r", "")
                number = int(own[:9]) if own.isdecimal() and own.isascii() else number + 1
                row = self._row(element, number)
                if row is not None:
                    found.rows.append(row)
                    found.hidden_rows += element.get("hidden") in ("1", "true")
            elif kind == "col" and element.get("hidden") in ("1", "true"):
                ends = [element.get(end, "0") for end in ("min", "max")]
                first, last = (int(end[:6]) if end.isdecimal() else 0 for end in ends)
                # To hide all columns to the right of a sheet hides nothing that is there.
                found.hidden_columns += last - first + 1 if last < MOST_COLUMNS else 0
            elif kind == "mergeCell" and len(found.merged) < _MOST_MERGED:
                area = _area(element.get("ref", ""))
                found.merged += [area] if area else []
            elif kind == "autoFilter" and (area := _area(element.get("ref", ""))):
                filtered = area.first_row
        _mark(found, {filtered})
        found.unknown = self._unknown
        return found

    def _row(self, element: Any, number: int) -> Row | None:
        cells: dict[int, str] = {}
        column, in_order, is_bold = -1, True, True
        formats, strings, columns = self._formats, self._strings, self._columns
        known = self._known_formats
        tags = {name: f"{element.tag[:-3]}{name}" for name in ("v", "f", "is")}
        for cell in element:
            reference = cell.get("r")
            if reference is None:
                place = column + 1
            else:
                letters = reference.rstrip("0123456789")
                place = columns.get(letters, -1)
                if place < 0:
                    place = columns[letters] = _column(letters[:3]) if letters.isalpha() else 0
            in_order = in_order and place > column
            column = place
            kind = cell.get("t")
            value = cell.findtext(tags["v"])
            if not value:
                inline = cell.find(tags["is"]) if kind == "inlineStr" else None
                value = "" if inline is None else _text(inline)
            if not value:
                self._unknown += kind != "str" and cell.find(tags["f"]) is not None
                continue
            style = cell.get("s", "0")
            shown = formats[int(style)] if style in known else _GENERAL
            if kind == "s":
                at = int(value) if value.isdecimal() else -1
                text = strings[at] if 0 <= at < len(strings) else ""
                text = text if shown.text is str else shown.text(text)
            else:
                text = _shown(value, kind, shown)
            if text and place < MOST_COLUMNS:
                cells[place] = text
                is_bold = is_bold and shown.is_bold
        if not in_order:
            cells = {place: cells[place] for place in sorted(cells)}
        return self._maker.row(number, cells, is_marked=is_bold)


_GENERAL = _Format(number_format("General"), str, is_bold=False)


def _shown(value: str, kind: str | None, format: _Format) -> str:
    """The value of a cell of a kind as a format shows it."""
    if kind in (None, "n"):
        try:
            return format.number(float(value))
        except ValueError:
            return cell_text(value)
    if kind == "b":
        return "TRUE" if value in ("1", "true") else "FALSE"
    if kind == "d":
        return value.removesuffix("Z").removesuffix("T00:00:00").replace("T", " ")
    return format.text(cell_text(_unescaped(value)))


def _comments(package: Package, sheet: str) -> Iterator[Comment]:
    """The comments on cells of a sheet."""
    for root in package.trees("comments", sheet):
        authors = ["".join(author.itertext()) for author in root.iter("{*}author")]
        for element, _ in zip(root.iter("{*}comment"), range(_MOST_COMMENTS), strict=False):
            number = element.get("authorId", "")
            known = number.isdecimal() and int(number) < len(authors)
            author = on_one_line(authors[int(number)]) if known else ""
            whole = next(element.iter("{*}text"), None)
            text = (
                "".join(each.text or "" for each in whole.iter("{*}t")) if whole is not None else ""
            )
            text = on_one_line(_THREAD.sub("", text, 1)).removeprefix(f"{author}:").strip()
            author = "" if author.startswith("tc={") else author
            if text:
                yield Comment(element.get("ref", ""), text, author)


def _mark_tables(package: Package, name: str, sheet: Sheet) -> None:
    """Mark the header rows of the areas of a sheet that are tables."""
    areas = [
        _area(root.get("ref", ""))
        for root in package.trees("table", name)
        if root.get("headerRowCount") != "0"
    ]
    _mark(sheet, {area.first_row for area in areas if area})


def _mark(sheet: Sheet, numbers: set[int]) -> None:
    for place, row in enumerate(sheet.rows) if any(numbers) else ():
        if row.number in numbers:
            sheet.rows[place] = row._replace(is_marked=True)
