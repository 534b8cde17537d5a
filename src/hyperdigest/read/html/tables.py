"""Tables of HTML pages: which contain data, the columns of their cells, and their header rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from resiliparse.parse.html import DOMContext, ElementNode, TextNode, traverse_dom

from hyperdigest.read.html.elements import children
from hyperdigest.split.html_tables import (
    LONGEST_CELL,
    are_short,
    first_word,
    name_rows,
    names_columns,
)

MOST_SPANNED, _MOST_ROWS = 50, 1_000
"""The most columns, and the most rows, that a cell is taken to span."""

_MOST_COLUMNS = 100
"""A cell in a column after these spans one row."""

_REPEATED, _REPEATED_IN_ROW = 1_000, 50
"""In characters; the repeated text of cells that span rows is at most so much, and so much for each
row besides twice its own text."""

_FEWEST_MARKED = 2
"""The fewest rows whose first cells are in code, bold or a link, for a row above them that is not
to be their header."""

_LONGEST_NAME = 4
"""In words; a longer cell does not name a column."""

_LONGEST_TITLE = 12
"""In words; what is longer tells something about the rows above or below it."""

_MARKED = "code, kbd, samp, tt, b, strong, a[href]"
_OF_LAYOUT = "ul, ol, blockquote, pre, form, h1, h2, h3, h4, h5, h6"
"""Elements of tables for layout; those of data have them too below a row that names columns, if
several rows follow it, since lists side by side have names as well."""

_PARAGRAPHS = "td > p + p"
"""Of a cell that is a part of the layout, unless cells above or beside it are names."""

_SEVERAL_ROWS = "tr + tr + tr, thead + tbody > tr + tr"
"""The second of the rows below the first one, or below the head."""


def is_data_table(table: ElementNode) -> bool:
    """Whether a table contains data; one of text or with tables in it, without a header row, or of
    a column without names in it, is layout.

    Cells are measured in one walk, because to iterate over the result of a selector takes quadratic
    time.
    """
    if table.get_attribute("role") == "presentation":
        return False
    if _is_single(table) and not names_paragraphs(table):
        return False
    has_header, has_tables = _begins_with_header(table), table.query_selector("table") is not None
    if not (has_header and table.query_selector(_SEVERAL_ROWS)) and table.query_selector(
        _OF_LAYOUT
    ):
        return False
    if has_header != has_tables:
        return has_header
    rows = _cells(table)
    if are_short(rows) or not name_rows(rows):
        return are_short(rows)
    has_words = any(" " in row[0] for row in rows)
    return not has_words or table.query_selector(_PARAGRAPHS) is None


def _cells(table: ElementNode) -> list[list[str]]:
    """The texts of the cells of each row, of a long one the beginning. A blank is between the texts
    of a first cell, as a menu is several words."""
    rows: list[list[str]] = []
    cell = -1

    def enter(context: DOMContext) -> None:
        nonlocal cell
        node = context.node
        if context.depth <= cell:
            cell = -1
        if cell < 0 and isinstance(node, ElementNode) and node.tag == "tr":
            rows.append([])
        elif cell < 0 and isinstance(node, ElementNode) and node.tag in ("td", "th"):
            cell = context.depth
            rows[-1].append("")
        elif isinstance(node, TextNode) and cell >= 0 and len(rows[-1][-1]) <= LONGEST_CELL:
            text = (node.node_value or "").strip()
            is_next = text and rows[-1][-1] and len(rows[-1]) == 1
            rows[-1][-1] += f" {text}" if is_next else text

    traverse_dom(table, enter)
    return rows


def _is_single(table: ElementNode) -> bool:
    return table.query_selector("td + td, th + td, th + th") is None


def _begins_with_header(table: ElementNode) -> bool:
    """Whether the first row is marked as one that names several columns."""
    row = table.query_selector("tr")
    if row is None:
        return False
    cells = [node for node in children(row) if isinstance(node, ElementNode)]
    if len(cells) < 2:
        return False
    in_head = row.parent is not None and row.parent.node_name == "THEAD"
    first, *others = cells
    is_corner = not (first.text or "").strip()
    return in_head or ((first.tag == "th" or is_corner) and all(x.tag == "th" for x in others))


def names_paragraphs(table: ElementNode) -> bool:
    """Whether the header of a table of one column is several paragraphs: those of each cell are
    the columns."""
    return table.query_selector("th > p + p") is not None and _is_single(table)


class Markup(NamedTuple):
    """The markup of a row.

    Parameters
    ----------
    is_bold : whether all its cells are bold; told only of the first two rows.
    is_marked : whether its first cell, or of the first row any cell, begins with code, bold text or
        a link; None if the first cell is empty.
    cells, width : the number of its cells, and that of the columns that they span, without those of
        cells above that reach into it.
    is_head : whether all its cells are header cells.
    """

    is_bold: bool
    is_marked: bool | None
    cells: int
    width: int
    is_head: bool = False


def titles(rows: Sequence[str], markup: Sequence[Markup]) -> list[int]:
    """The places of the rows that are titles of those below them: a cell with a few words above all
    columns of a table, and above a row with several cells."""
    width = max((row.width for row in markup if row.cells > 1), default=0)
    found = []
    for place, (row, below) in enumerate(pairwise(markup)):
        spans_all = row.cells == 1 < width <= row.width and below.cells > 1
        if spans_all and 0 < len(rows[place].split()) <= _LONGEST_TITLE:
            found.append(place)
    return found


def remarks(markup: Sequence[Markup]) -> list[int]:
    """The places of the rows that tell more about the row above them, as in a history of revisions:
    a cell above all columns below each row with several cells.

    A title of the same kind above the first of these says that they are titles, too.
    """
    several = [place for place, row in enumerate(markup) if row.cells > 1 and not row.is_head]
    if len(several) < 2 or len(markup) != several[0] + 2 * len(several):
        return []
    first, width = several[0], max(row.width for row in markup)
    below = [row for row in markup[first + 1 :: 2] if row.cells == 1 and width <= row.width]
    if len(below) < len(several) or any(row.is_head for row in below):
        return []
    has_title = first > 0 and markup[first - 1].cells == 1 and not markup[first - 1].is_head
    return [] if has_title else [place + 1 for place in several]


def has_header(rows: Sequence[str], markup: Sequence[Markup]) -> bool:
    """Whether the first row of a table without header cells names the columns.

    It does if its text says so, or if it alone is plain: its cells are a few words, and each row
    below it begins with code, bold text or a link, but for an empty cell.
    """
    if names_columns(rows, [row.is_bold for row in markup]):
        return True
    cells = [cell for cell in rows[0].split("\t") if cell.strip()]
    if len(cells) < 2 or any(map(str.isdigit, rows[0])):
        return False
    if markup[0].is_marked or any(len(cell.split()) > _LONGEST_NAME for cell in cells):
        return False
    below = [row.is_marked for row in markup[1:] if row.is_marked is not None]
    return len(below) >= _FEWEST_MARKED and all(below)


def goes_on(rows: Sequence[str], markup: Sequence[Markup]) -> bool:
    """Whether the second row of a table goes on with the header, which the first one is: that one
    has cells above several columns, which the second one names."""
    has_groups = 1 < markup[0].cells < markup[0].width
    return has_groups and names_columns(rows[1:], [row.is_bold for row in markup[1:]])


class Grid:
    """The rows of a table while they are read: the columns of their cells, and which is a header.

    A header row has only header cells, but for an empty one in the corner, or is in the head of the
    table. A single cell above a part of the rows names no columns. A cell that spans several rows
    stands in each of them, as in the tables of office files.

    Parameters
    ----------
    by_paragraph : whether the paragraphs of the only cell of each row are its columns.
    """

    def __init__(self, *, by_paragraph: bool = False) -> None:
        self._by_paragraph, self._paragraphs = by_paragraph, 0
        self._spanned: dict[int, int] = {}
        self._covered: dict[int, str] = {}
        self._left = _REPEATED
        self._column = self._last = self._cells = self._header_cells = self._bold_cells = 0
        self._width = 0
        self._in_head = False
        self._is_marked: bool | None = None
        self._rows = 0
        self._begun: list[int] = []

    def begin_row(self, *, in_head: bool) -> None:
        """Begin the next row, which may be in the head of the table."""
        self._rows += self._cells > 0
        self._spanned = {column: rows - 1 for column, rows in self._spanned.items() if rows > 1}
        self._column = self._last = self._cells = self._header_cells = self._bold_cells = 0
        self._width = 0
        self._in_head, self._is_marked = in_head, None
        self._begun = []
        self._covered = {
            column: text for column, text in self._covered.items() if column in self._spanned
        }

    def add_cell(self, cell: ElementNode) -> int:
        """Add a cell to the row; the number of columns from the cell before it to this one."""
        while self._column in self._spanned:
            self._column += 1
        distance, self._last = self._column - self._last, self._column
        width = _span(cell, "colspan", MOST_SPANNED)
        is_far = self._column >= _MOST_COLUMNS
        height = 1 if is_far else _span(cell, "rowspan", _MOST_ROWS)
        for column in range(self._column, self._column + width):
            if height > 1:
                self._spanned[column] = height
        if height > 1:
            self._begun.append(self._column)
        self._column += width
        self._width += width
        is_corner = self._cells == 0 and not (cell.text or "").strip()
        if self._rows < 2 and self._bold_cells == self._cells:
            self._bold_cells += is_corner or _is_bold(cell)
        if not is_corner and (self._cells == 0 or self._rows == 0):
            self._is_marked = self._is_marked or _is_marked(cell)
        self._cells += 1
        self._header_cells += cell.tag == "th" or is_corner
        return distance

    def add_paragraph(self, paragraph: ElementNode) -> int:
        """Add a paragraph of a cell to the row; the number of columns from the one before it.

        If a cell has more than the header, those in turn that begin with the same word are one
        column: the forms of a command, or examples of it.
        """
        before, cell = paragraph.prev_element, paragraph.parent
        if not self._by_paragraph or before is None or cell is None:
            return 0
        paragraphs = (node for node in children(cell) if node.node_name == "P")
        size = sum(1 for _ in islice(paragraphs, MOST_SPANNED))
        if not self._rows:
            self._paragraphs = size
        return int(
            size <= self._paragraphs
            or first_word(before.text or "") != first_word(paragraph.text or "")
        )

    def with_spanned(self, row: str) -> str:
        """The text of the current row, with that of the cells above that span it, as far as the
        repeated text is not much longer than the table."""
        cells = row.split("\t")
        self._left += 2 * len(row) + _REPEATED_IN_ROW
        for column, text in self._covered.items():
            if len(text) <= self._left:
                cells += [""] * (column + 1 - len(cells))
                self._left -= len(text)
                cells[column] = text
        self._covered |= {column: cells[column] for column in self._begun if column < len(cells)}
        return "\t".join(cells).rstrip()

    @property
    def is_header(self) -> bool:
        """Whether the row names the columns."""
        if self._cells == 1 and self._rows:
            return False
        return self._in_head or self._header_cells == self._cells > 0

    @property
    def markup(self) -> Markup:
        """The markup of the row."""
        is_bold = self._bold_cells == self._cells > 0
        is_head = self._header_cells == self._cells > 0
        return Markup(is_bold, self._is_marked, self._cells, self._width, is_head)


def _is_bold(cell: ElementNode) -> bool:
    bold = cell.query_selector("b, strong")
    return bold is not None and (bold.text or "").strip() == (cell.text or "").strip() != ""


def _is_marked(cell: ElementNode) -> bool:
    marked = cell.query_selector(_MARKED)
    text = (marked.text or "").strip() if marked is not None else ""
    return text != "" and (cell.text or "").lstrip().startswith(text)


def _span(cell: ElementNode, name: str, most: int) -> int:
    value = (cell.get_attribute(name) or "").strip()[:6]
    return min(int(value), most) if value.isdecimal() and int(value) > 0 else 1
