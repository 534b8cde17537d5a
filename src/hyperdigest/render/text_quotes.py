"""What a digest quotes as lines of plain text: wrapped, aligned in columns, or indented."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import le
from textwrap import wrap
from typing import Literal

from hyperdigest.base.aligned import column_widths, longest_words
from hyperdigest.base.slices import GAP
from hyperdigest.render.parts import lines_below, placed
from hyperdigest.render.quotes import (
    Code,
    Definition,
    Group,
    Item,
    List,
    Paragraph,
    Part,
    Row,
    SourceTitle,
    Table,
    in_new_places,
    lines_of,
)

INDENT = "   "
CODE_INDENT = "    "
BETWEEN = "  "
"""What is between the columns of a table."""

LONGEST_BESIDE = 20
"""In characters; a longer citation of a row of a table is below the row, not beside it."""

Role = Literal[
    "question", "citation", "context", "term", "heading", "path", "usage", "warning", "signature"
]

Paint = Callable[[str, Role], str]
"""Styles a part of the text by its role, for example by escape sequences; adds no visible text."""


def plain(text: str, role: Role) -> str:
    """`text` without a style."""
    return text


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a paragraph in one style; `whole` is not broken across lines if it fits on one."""

    text: str
    role: Role | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class TextQuotes:
    """Writes groups as text that is wrapped at `width` columns; None leaves parts on one line."""

    width: int | None
    paint: Paint

    def shown(self, group: Group) -> str:
        """A group as text."""
        return "\n".join(self.lines(group))

    def lines(self, group: Group) -> Iterator[str]:
        """The lines of a group."""
        match group:
            case Paragraph() | List() | Code():
                yield from self._within(group, "")
            case Table(lead):
                yield from self._flow(lead)
                yield from self._table(group)
            case Definition(lead, terms, below):
                yield from self._flow(lead)
                for term in terms:
                    if term.gap:
                        yield self.paint(GAP, "context")
                    yield from self.filled([Run(term.text, "term")])
                for inner in below:
                    yield from self._within(inner, INDENT)
                if group.extent:
                    yield self.paint(group.extent, "context")
            case SourceTitle(source):
                yield from self.filled([Run(f"[{source.number}] {group.title}", "heading")])

    def _list(self, items: List, indent: str) -> Iterator[str]:
        for item in items.items:
            yield from self._item(item, indent)
        if items.extent:
            yield self.paint(indent + items.extent, "context")

    def _item(self, item: Item, indent: str) -> Iterator[str]:
        if item.gap:
            yield self.paint(indent + GAP, "context")
        within = indent + " " * (len(item.mark) + 1)
        is_context = item.parts[0].sentence is None
        mark = self.paint(item.mark, "context") if is_context else item.mark
        first, *others = self._flow(item.parts, within)
        yield f"{indent}{mark} {first.removeprefix(within)}"
        yield from others
        yield from self._below(item.parts, within)
        for inner in item.below:
            yield from self._within(inner, within)

    def _within(self, below: List | Code | Paragraph, indent: str) -> Iterator[str]:
        match below:
            case List(lead):
                yield from self._flow(lead, indent)
                yield from self._list(below, indent)
            case Code(lead):
                yield from self._flow(lead, indent)
                yield from self._code(below, indent)
            case Paragraph(parts):
                yield from self._flow(parts, indent)
                yield from self._below(parts, indent)

    def _table(self, table: Table) -> Iterator[str]:
        rows = [*([table.header] if table.header else []), *table.rows]
        cited = [
            [run for part in in_new_places(row.parts) for run in self._cited(part)] for row in rows
        ]
        widths, beside = self._widths(rows, cited)
        for row, runs in zip(rows, cited, strict=True):
            if row.gap:
                yield self.paint(GAP, "context")
            yield from self._row(row, widths, runs, beside=beside)
            if row is table.header and widths:
                yield self.paint(BETWEEN.join("-" * width for width in widths), "context")
        for part in (part for row in table.rows for part in row.parts):
            yield from self._below([part], "", name=True)
        if table.extent:
            yield self.paint(table.extent, "context")

    def _widths(
        self, rows: Sequence[Row], cited: Sequence[Sequence[Run]]
    ) -> tuple[Sequence[int], bool]:
        """The widths of the columns, and whether there is room for short citations beside them;
        no widths if a word would be broken: it may be a name or a command."""
        if self.width is None:
            return [], False
        lengths = [_length(runs) for runs in cited]
        longest = max((length for length in lengths if length <= LONGEST_BESIDE), default=0)
        room = self.width - len(BETWEEN) * (len(rows[0].cells) - 1)
        cells = [row.cells for row in rows]
        words = longest_words(cells)
        for beside in [longest + len(BETWEEN), 0] if longest else [0]:
            widths = column_widths(cells, room - beside)
            if widths and all(map(le, words, widths)):
                return widths, beside > 0
        return [], False

    def _row(
        self, row: Row, widths: Sequence[int], cited: Sequence[Run], *, beside: bool
    ) -> Iterator[str]:
        role: Role | None = "context" if row.parts[0].sentence is None else None
        if not widths:
            first, *others = self.filled([Run(" | ".join(row.cells), role), *cited], INDENT)
            yield from (first.removeprefix(INDENT), *others)
            return
        columns = [_broken(cell, width) for cell, width in zip(row.cells, widths, strict=True)]
        height = max(map(len, columns))
        lines = [
            BETWEEN.join(
                (column[number] if number < len(column) else "").ljust(width)
                for column, width in zip(columns, widths, strict=True)
            )
            for number in range(height)
        ]
        shown = [self.paint(text.rstrip(), role) if role else text.rstrip() for text in lines]
        beside = beside and _length(cited) <= LONGEST_BESIDE
        if beside and cited:
            space = " " * (len(lines[0]) - len(lines[0].rstrip())) + BETWEEN
            shown[0] += space + " ".join(map(self._painted, cited))
        yield from shown
        if not beside:
            yield from self.filled(cited, INDENT)

    def _code(self, code: Code, indent: str) -> Iterator[str]:
        within = indent + CODE_INDENT
        for parts in code.blocks:
            if parts[0].gap:
                yield self.paint(within + GAP, "context")
            yield from ((within + text).rstrip() for text in lines_of(parts))
            cited = [run for part in in_new_places(parts) for run in self._cited(part)]
            yield from self.filled(cited, indent)
            yield from self._below(parts, indent)

    def _flow(self, parts: Sequence[Part], indent: str = "") -> Iterator[str]:
        """Parts as running text, with a new line after a heading, a term, or a citation.

        Code between them, which is quoted before a sentence about it, is on lines of its own.
        """
        runs: list[Run] = []
        for part in parts:
            if part.gap:
                runs.append(Run(GAP, "context"))
            if part.is_code:
                yield from self.filled(runs, indent)
                within = indent + CODE_INDENT
                yield from (self.paint(within + text, "context") for text in lines_of([part]))
                runs = []
                continue
            runs.append(Run(part.text, None if part.sentence else "context"))
            if part.sentence or part.stands_alone:
                yield from self.filled([*runs, *self._cited(part)], indent)
                runs = []
        yield from self.filled(runs, indent)

    def _cited(self, part: Part) -> list[Run]:
        """The number of the source and the place of a sentence; nothing for a context."""
        if part.sentence is None:
            return []
        return [Run(f"[{part.source.number}] {part.place}", "citation", whole=True)]

    def _below(
        self, parts: Sequence[Part], indent: str = "", *, name: bool = False
    ) -> Iterator[str]:
        """The notes below sentences; with the `name` of each sentence, its place."""
        for sentence in filter(None, (part.sentence for part in parts)):
            label = f"{placed(sentence)}: " if name else ""
            for note in lines_below(sentence):
                yield from self.filled([Run(label + note)], indent + INDENT)

    def filled(self, runs: Sequence[Run], indent: str = "") -> Iterator[str]:
        """The lines of a paragraph, painted."""
        if self.width is None:
            if runs:
                yield indent + " ".join(self._painted(run) for run in runs)
            return
        room = max(1, self.width - len(indent))
        lines: list[list[Run]] = []
        length = 0
        for run in runs:
            for text in self._pieces(run, room):
                if lines and length + 1 + len(text) <= room:
                    lines[-1].append(Run(text, run.role))
                    length += 1 + len(text)
                else:
                    lines.append([Run(text, run.role)])
                    length = len(text)
        yield from (indent + self._line(words) for words in lines)

    def _pieces(self, run: Run, room: int) -> list[str]:
        """What of a run is not broken across lines."""
        if not run.whole:
            return run.text.split(" ")
        if len(run.text) <= room:
            return [run.text]
        first, *others = wrap(
            run.text, room, subsequent_indent=INDENT,
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip
        return [first, *others]

    def _line(self, words: Sequence[Run]) -> str:
        """The words of a line, those of one role painted together."""
        joined: list[Run] = []
        for word in words:
            if joined and joined[-1].role == word.role:
                joined[-1] = Run(f"{joined[-1].text} {word.text}", word.role)
            else:
                joined.append(word)
        return " ".join(self._painted(run) for run in joined)

    def _painted(self, run: Run) -> str:
        return self.paint(run.text, run.role) if run.role else run.text


def _length(runs: Sequence[Run]) -> int:
    return len(" ".join(run.text for run in runs))


def _broken(cell: str, width: int) -> list[str]:
    """A cell on lines of a width, which has room for its longest word."""
    return wrap(cell, width, break_on_hyphens=False) or [""]
