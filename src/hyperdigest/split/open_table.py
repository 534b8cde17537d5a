"""The table that goes on at a row, and what is quoted before its rows: a header or a caption."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.documents import Block
from hyperdigest.split.block_before import LONGEST_CONTEXT, NONE, BlockBefore
from hyperdigest.split.scripts import count_words
from hyperdigest.split.structure import has_several_cells

_CAPTION = re.compile(
    r"[*_]{0,2}(?:Table|Tab\.|Tabelle|Tableau|Tabla|Tabela|Tabella|Tabel|Таблица)\s?"
    r"(?:[A-Z]|[A-Z]?\d{1,4})(?:[.-]\d{1,4}){0,3}(?:\s?[.:|–—]|[*_]{2}[.:]?)\s",
    re.IGNORECASE,
)
_LONGEST_CAPTION, _MOST_LINES_OF_CAPTION = 300, 3
"""In characters and lines; a longer paragraph that begins with the number of a table is text."""

_NAMES = re.compile(r"[^\W\d_]|\d{2}")
"""What names of columns have: a letter, or a number such as a year."""

_WORD_OR_NUMBER = re.compile(r"[^\W_]{2}")

_BETWEEN_TABLES = re.compile(r"\n\n\n|<table\b", re.IGNORECASE)


class OpenTable:
    """The last table, which the rows that follow it go on with.

    Parameters
    ----------
    text, language : of the document.
    numbers : for the tables, in their order.

    Attributes
    ----------
    lead_in : the sentence that is quoted before its rows.
    before : the sentence before the table, for a paragraph below it that refers to it.
    number : of the table, from 1; 0 before the first one.
    """

    def __init__(self, text: str, language: str, numbers: Iterator[int]) -> None:
        self._text, self._language, self._numbers = text, language, numbers
        self.number, self._names = 0, NONE
        self.lead_in = self.before = NONE

    def header(self, block: Block, number: int, before: BlockBefore, term: int | None) -> int:
        """The context of a header row, which is the sentence with this number.

        A single cell between the rows is the title of those below it, up to the next one, and needs
        the names of the columns. `term` is what the table explains; None outside of definitions.
        """
        own = self._text[block.start : block.end]
        is_title, kind = not has_several_cells(own), before.kind
        if self._is_apart(block, before):
            kind = ""
        if kind == "table" and is_title:
            context = self._names
        else:
            if kind != "header":
                self._begin(before, term, has_header=True)
            context = self.lead_in
        is_short = count_words(own, self._language) <= LONGEST_CONTEXT
        has_names = self.has_names or _NAMES.search(own) is not None
        self.lead_in = number if is_short and has_names else NONE
        self._names = self._names if is_title else self.lead_in
        return context

    def row(self, block: Block, before: BlockBefore, term: int | None) -> tuple[int, int]:
        """The context of a row, and the number of its table; `term` as for the header."""
        if self._is_apart(block, before) or before.kind not in ("header", "table"):
            self._begin(before, term, has_header=False)
        return self.lead_in, self.number

    @property
    def has_names(self) -> bool:
        """Whether a row names the columns."""
        return self._names >= 0

    def says_nothing(self, row: str) -> bool:
        """Whether a row has no word or number of two signs, and nothing names its columns, as a
        formula in a PDF that was taken for a table."""
        return not self.has_names and _WORD_OR_NUMBER.search(row) is None

    def _is_apart(self, block: Block, before: BlockBefore) -> bool:
        return _BETWEEN_TABLES.search(self._text, before.end, block.start) is not None

    def _begin(self, before: BlockBefore, term: int | None, *, has_header: bool) -> None:
        """Begin a table. It is introduced by the term that it explains, or else, without a header
        row, by the heading, the caption or the announcement before it. A paragraph below it
        without any refers to whatever is before it."""
        introduces = before.kind == "heading" or before.announces
        self.number, self._names = next(self._numbers), NONE
        self.before = before.introduction
        if term is not None:
            self.lead_in = term
        elif has_header:
            self.lead_in = NONE
        else:
            self.lead_in = self.before if introduces else before.caption


def caption_in(text: str, block: Block, number: int, close: int) -> int:
    """The sentence of a block that is the caption of a table below it ("Table 3: Ports"): its first
    one, which has this number and ends at `close` in it, or the next one if that is only "Table 3."
    """
    found = _CAPTION.match(text, block.start, block.end)
    if found is None or block.end - block.start > _LONGEST_CAPTION:
        return NONE
    if text.count("\n", block.start, block.end) >= _MOST_LINES_OF_CAPTION:
        return NONE
    return number + int(block.start + close < found.end())
