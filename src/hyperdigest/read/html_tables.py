"""Tables of HTML pages: which contain data, the columns of their cells, and their header rows."""

from __future__ import annotations

from resiliparse.parse.html import DOMContext, ElementNode, TextNode, traverse_dom

from hyperdigest.split.html_tables import LONGEST_CELL

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

    A header row has only header cells, but for an empty one in the corner, or is in the head of the
    table. A single cell above a part of the rows names no columns.
    """

    def __init__(self) -> None:
        self._spanned: dict[int, int] = {}
        self._column = self._last = self._cells = self._header_cells = self._bold_cells = 0
        self._in_head = False
        self._rows = 0

    def begin_row(self, *, in_head: bool) -> None:
        """Begin the next row, which may be in the head of the table."""
        self._rows += self._cells > 0
        self._spanned = {column: rows - 1 for column, rows in self._spanned.items() if rows > 1}
        self._column = self._last = self._cells = self._header_cells = self._bold_cells = 0
        self._in_head = in_head

    def add_cell(self, cell: ElementNode) -> int:
        """Add a cell to the row; the number of columns from the cell before it to this one."""
        while self._column in self._spanned:
            self._column += 1
        distance, self._last = self._column - self._last, self._column
        width, height = _span(cell, "colspan"), _span(cell, "rowspan")
        for column in range(self._column, self._column + width):
            if height > 1:
                self._spanned[column] = height
        self._column += width
        is_corner = self._cells == 0 and not (cell.text or "").strip()
        if self._rows < 2 and self._bold_cells == self._cells:
            self._bold_cells += is_corner or _is_bold(cell)
        self._cells += 1
        self._header_cells += cell.tag == "th" or is_corner
        return distance

    @property
    def is_header(self) -> bool:
        """Whether the row names the columns."""
        if self._cells == 1 and self._rows:
            return False
        return self._in_head or self._header_cells == self._cells > 0

    @property
    def is_bold(self) -> bool:
        """Whether the row, one of the first two, is bold."""
        return self._bold_cells == self._cells > 0


def _is_bold(cell: ElementNode) -> bool:
    bold = cell.query_selector("b, strong")
    return bold is not None and (bold.text or "").strip() == (cell.text or "").strip() != ""


def _span(cell: ElementNode, name: str) -> int:
    value = (cell.get_attribute(name) or "").strip()
    return min(int(value), MOST_SPANNED) if value.isdecimal() and int(value[:6]) > 0 else 1
