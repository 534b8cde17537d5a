"""What a digest quotes: paragraphs, lists, tables, code and definitions, below titles of sources.

`hyperdigest.render.grouping` makes these groups of a digest; a format only writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from hyperdigest.base.aligned import Span
from hyperdigest.base.readable import uncovered, without_escapes
from hyperdigest.base.slices import indent_before
from hyperdigest.base.text import BARS, CELL, line, visible
from hyperdigest.digest import Citation, Slice
from hyperdigest.render.parts import CitedSource, placed

BULLET = "-"
"""The mark of an item without a number."""

LARGEST_NUMBER = 999_999_999
"""The largest number of an item of a list in Markdown, and in Word."""

_TABS, _SPACES = re.compile("\t"), re.compile(" {3,}")
_ALIGNED = re.compile(r" {3,}|(?<![.!?:;,]) {2}|\s*\n\s*")
"""Between cells that spaces set in columns; two spaces may also follow a sentence."""

_FRAMED, _BARRED = re.compile(rf"(?<!\\)[{BARS}]"), re.compile(rf" [{BARS}] ")
_INNER_RULE = re.compile(r"[+├┝┠┣╞╟╠┼┿╂╋╪╫╬┤┥┨┫╡╢╣](?:[-─━═]+|(?=\s))")
"""A mark where columns meet and a rule between two cells of a row, in a line that begins so."""

_JUNCTIONS = frozenset("+├┝┠┣╞╟╠")
_LINE = re.compile(r"[^\n]+")

_FENCE = re.compile(r"^[ \t>]*(?:`{3,}|~{3,})[ \t]*([\w+#.-]{0,30})[^`\n]*$", re.MULTILINE)
_LONGEST_FENCED = 10_000
"""In characters; code so far below the fence that opens it has no language."""

TAB = 4
"""Spaces for a tab in code."""

_TAB_STOP = 8
"""Columns of text between tab stops, in a table that tabs set in columns."""


@dataclass(frozen=True, slots=True)
class Part:
    """A quoted slice: a sentence of the digest, or a context, which has no number.

    Parameters
    ----------
    quoted : the sentence, or the context.
    number : of the sentence in the digest, from 1; 0 for a context.
    gap : whether words are left out between it and the part before it in its group.
    under : the heading above the sentence, in words; empty where the group has shown it already.
    """

    source: CitedSource
    quoted: Citation | Slice
    number: int = 0
    gap: bool = False
    under: str = ""

    @property
    def sentence(self) -> Citation | None:
        """The sentence of the digest; None for a context."""
        return self.quoted if isinstance(self.quoted, Citation) else None

    @property
    def has_notes(self) -> bool:
        """Whether notes are shown below the sentence, so that text after it begins anew."""
        found = self.sentence
        return found is not None and bool(found.also or found.named_in or found.new or found.note)

    @property
    def place(self) -> str:
        """The place of the sentence, with the heading above it; empty for a context."""
        return ", ".join(filter(None, (placed(self.sentence), self.under))) if self.sentence else ""

    @property
    def stands_alone(self) -> bool:
        """Whether it is a heading or a term, on a line of its own before what is about it."""
        return self.quoted.kind in ("heading", "term")

    @property
    def is_code(self) -> bool:
        """Whether it is code, which is shown line by line."""
        return self.quoted.kind == "code"

    @property
    def text(self) -> str:
        """The slice on one line, without the markup of its format."""
        return self.source.shown(self.quoted)

    @property
    def is_marked_by_tabs(self) -> bool:
        """Whether tabs separate the cells of its document, as in pages and office files."""
        document = self.source.document
        return document is not None and document.format not in ("text", "markdown")

    @property
    def before(self) -> str:
        """What is before it on its line."""
        document, start = self.source.document, self.quoted.start
        return document.text[document.text.rfind("\n", 0, start) + 1 : start] if document else ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a row of a table, each on one line."""
        text, slices = self.quoted.text, self._cell_slices()
        if len(slices) == 1 and slices[0] == (0, len(text)):
            return (self.text,)
        if self._divider is _FRAMED and "\n" in text:
            lines = [self._cell_slices(*line.span()) for line in _LINE.finditer(text)]
            columns = zip_longest(*lines, fillvalue=(0, 0))
            return tuple(" ".join(filter(None, map(self._shown, cells))) for cells in columns)
        return tuple(map(self._shown, slices))

    def _shown(self, cell: tuple[int, int]) -> str:
        """A cell, or a line of it, without markup."""
        start, (one, other) = self.quoted.start, cell
        own = self.quoted.text[one:other]
        return self.source.shown(Slice(start + one, start + other, own)) if own.strip() else ""

    @property
    def spans(self) -> tuple[Span, ...]:
        """The columns of text that its cells take; empty if marks divide them."""
        text = self.quoted.text
        if self.is_marked_by_tabs or self._divider in (_FRAMED, CELL, _BARRED):
            return ()
        lines = [(text.rfind("\n", 0, one) + 1, one, other) for one, other in self._cell_slices()]
        lefts = [
            len(((self.before if begin == 0 else "") + text[begin:one]).expandtabs(_TAB_STOP))
            for begin, one, _ in lines
        ]
        return tuple(
            (left, left + len(text[one:other].strip()))
            for left, (_, one, other) in zip(lefts, lines, strict=True)
        )

    @property
    def cells_before(self) -> int:
        """How many cells of its row are before it: they are empty, or not quoted."""
        before = self.before
        if self.is_marked_by_tabs:
            return before.count("\t")
        bars = len(_FRAMED.findall(before)) if before.lstrip()[:1] in BARS else 0
        return max(0, bars - (self._divider is not _FRAMED))

    @property
    def _divider(self) -> re.Pattern[str]:
        """What divides its cells."""
        text = self.quoted.text
        has_bars = not self.is_marked_by_tabs
        if has_bars and text[0] in BARS:
            return _FRAMED
        if has_bars and CELL.search(text):
            return CELL
        if "\t" in text:
            return _TABS
        if has_bars and _BARRED.search(text):
            return _BARRED
        return _ALIGNED if has_bars else _SPACES

    def _cell_slices(self, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
        """Where its cells begin and end in its text, or in a line of it."""
        text, divider = self.quoted.text[:end].rstrip(), self._divider
        is_framed = divider is _FRAMED
        if is_framed:
            start = len(text) - len(text[start:].lstrip())
            if text[start] in _JUNCTIONS:
                rules = _INNER_RULE.sub(
                    lambda rule: BARS[0] + " " * (len(rule[0]) - 1), text[start:]
                )
                text = text[:start] + rules
            close = len(text) - int(text[-1] in BARS)
            start += 1
        else:
            close = len(self.quoted.text)
        ends = [found.span() for found in divider.finditer(text, start, close)]
        return list(
            zip([start, *(end for _, end in ends)], [*(at for at, _ in ends), close], strict=True)
        )

    @property
    def code(self) -> str:
        """The lines of code as they are, with what indents the first one."""
        text = self.quoted.text
        if document := self.source.document:
            text = indent_before(document.text, self.quoted.start) + text
            if document.format == "text":
                text = uncovered(without_escapes(text), text)
        text = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(TAB)
        return visible(text, keep="\n")

    @property
    def language(self) -> str:
        """The language of code that the fence above it names in Markdown; empty if none does."""
        document, start = self.source.document, self.quoted.start
        if document is None or document.format != "markdown":
            return ""
        fences = _FENCE.findall(document.text, max(0, start - _LONGEST_FENCED), start)
        return fences[-1] if fences else ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; before a part with a `gap` words are left out."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """An item or a step: its number as printed, or `BULLET`, or one of `TASKS`; its parts, and what
    is below them.

    That are the lists and the code in it, and the text after these. `gap` is whether words, or
    whole items, are left out before it; its first part has one if words of the item itself are.
    """

    mark: str
    parts: tuple[Part, ...]
    below: tuple[List | Code | Paragraph, ...] = ()
    gap: bool = False


@dataclass(frozen=True, slots=True)
class List:
    """Items of one list, and before them what introduces it.

    `extent` says how many of all items are shown, such as ``4 of 9 steps``; empty for all, and if
    another group has more of them.
    """

    lead: tuple[Part, ...]
    items: tuple[Item, ...]
    extent: str = ""

    @property
    def number(self) -> int:
        """The number of its first item; 0 if its items have bullets or other marks."""
        return number_of(self.items[0].mark)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its cells, the sentences whose cells they are, and the number of that of
    each cell."""

    cells: tuple[str, ...]
    parts: tuple[Part, ...]
    owners: tuple[int, ...]

    @property
    def gap(self) -> bool:
        """Whether rows are left out before it."""
        return self.parts[0].gap

    def cells_of(self, number: int) -> list[str]:
        """The cells of one of its sentences, and empty ones in the place of the others."""
        owned = zip(self.cells, self.owners, strict=True)
        return [cell if owner == number else "" for cell, owner in owned]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one table, each with as many cells as the widest; the header may be missing."""

    lead: tuple[Part, ...]
    header: Row | None
    rows: tuple[Row, ...]
    extent: str = ""

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.rows[0].cells)


@dataclass(frozen=True, slots=True)
class Code:
    """A program or a part of one, and before it what introduces it.

    Each block has the parts that follow one another; between two blocks lines are left out.
    """

    lead: tuple[Part, ...]
    blocks: tuple[tuple[Part, ...], ...]

    @property
    def gap(self) -> bool:
        """Whether words are left out between what introduces it and its first block."""
        return self.blocks[0][0].gap


@dataclass(frozen=True, slots=True)
class Definition:
    """Terms, and the text and the code that define them, below what introduces their list.

    `extent` says how many definitions of that list are shown, if they are several, but not all.
    """

    lead: tuple[Part, ...]
    terms: tuple[Part, ...]
    below: tuple[List | Code | Paragraph, ...]
    extent: str = ""


@dataclass(frozen=True, slots=True)
class SourceTitle:
    """The source of the groups that come next, where an answer comes before them.

    The title of a thread is shown once; its other posts have their authors and dates.
    """

    source: CitedSource

    @property
    def title(self) -> str:
        """The title of the source on one line."""
        source = self.source
        return line((source.credit if source.thread else "") or source.listed)


Group = Paragraph | List | Table | Code | Definition | SourceTitle


def number_of(mark: str) -> int:
    """The number of a mark such as ``3.``; 0 for any other mark."""
    digits = mark.removesuffix(".")
    return int(digits) if digits != mark and digits.isdecimal() else 0


def in_new_places(parts: Sequence[Part]) -> Iterator[Part]:
    """The sentences of a program or a row that are not in the same place as the one before."""
    before = ""
    for part in parts:
        place = placed(part.sentence) if part.sentence else ""
        if place != before:
            yield part
        before = place


def code_of(parts: Sequence[Part]) -> list[str]:
    """The lines of each part of a block of code, without the white space that indents them all.

    A part that an empty line parts from the one before begins with an empty line.
    """
    found: list[str] = []
    for number, part in enumerate(parts):
        document = part.source.document if number else None
        end = parts[number - 1].quoted.end if number else 0
        between = document.text[end : part.quoted.start] if document else ""
        found.append("\n" * (between.count("\n") > 1) + part.code.strip("\n"))
    lines = [text for code in found for text in code.split("\n") if text.strip()]
    common = min((len(text) - len(text.lstrip(" ")) for text in lines), default=0)
    return ["\n".join(text[common:].rstrip() for text in code.split("\n")) for code in found]


def lines_of(parts: Sequence[Part]) -> list[str]:
    """The lines of a block of code, without the white space that indents them all."""
    return "\n".join(code_of(parts)).split("\n")
