"""Tables of HTML pages: which contain data, the columns of their cells, and their header rows."""

from __future__ import annotations

from resiliparse.parse.html import DOMContext, ElementNode, TextNode, traverse_dom

LONGEST_CELL = 300
"""In characters; a table with a longer cell is taken for the layout of the page."""

MOST_SPANNED = 50
"""The most columns or rows that a cell is taken to span."""

_NOT_IN_DATA_TABLES = "table, ul, ol, blockquote, pre, form, h1, h2, h3, h4, h5, h6"


def is_data_table(table: ElementNode) -> bool:
    """Whether a table contains data; a table of one column, or of text, is layout.

    Cells are measured in one walk, because to iterate over the result of a selector takes quadratic
    time.
    """
    if table.get_attribute("role") == "presentation":
        return False
    if table.query_selector(_NOT_IN_DATA_TABLES):
        return False
    if table.query_selector("td + td, th + td, th + th") is None:
        return False
    longest = length = 0  # characters of the longest cell, and of the current one
    cell = -1

    def enter(context: DOMContext) -> None:
        nonlocal longest, length, cell
        node = context.node
        if isinstance(node, ElementNode) and node.tag in ("td", "th"):
            cell, length = context.depth, 0
        elif context.depth <= cell:
            cell = -1
        elif isinstance(node, TextNode) and cell >= 0:
            length += len((node.node_value or "").strip())
            longest = max(longest, length)

    traverse_dom(table, enter)
    return longest <= LONGEST_CELL


class Grid:
    """The rows of a table while they are read: the columns of their cells, and which is a header.

    A header row has only header cells, or is in the head of the table. A single cell above a part
    of the rows names no columns.
    """

    def __init__(self) -> None:
        self._spanned: dict[int, int] = {}
        self._column = self._cells = self._header_cells = 0
        self._in_head = False
        self._has_rows = False

    def begin_row(self, *, in_head: bool) -> None:
        """Begin the next row, which may be in the head of the table."""
        self._has_rows = self._has_rows or self._cells > 0
        self._spanned = {column: rows - 1 for column, rows in self._spanned.items() if rows > 1}
        self._column = self._cells = self._header_cells = 0
        self._in_head = in_head

    def add_cell(self, cell: ElementNode) -> int:
        """Add a cell to the row; the number of columns from the cell before it to this one."""
        before = self._column
        while self._column in self._spanned:
            self._column += 1
        distance = self._column - before + (self._cells > 0)
        width, height = _span(cell, "colspan"), _span(cell, "rowspan")
        for column in range(self._column, self._column + width):
            if height > 1:
                self._spanned[column] = height
        self._column += width - 1
        self._cells += 1
        self._header_cells += cell.tag == "th"
        return distance

    @property
    def is_header(self) -> bool:
        """Whether the row names the columns."""
        if self._cells == 1 and self._has_rows:
            return False
        return self._in_head or self._header_cells == self._cells > 0


def _span(cell: ElementNode, name: str) -> int:
    value = (cell.get_attribute(name) or "").strip()
    return min(int(value), MOST_SPANNED) if value.isdecimal() and int(value[:6]) > 0 else 1
