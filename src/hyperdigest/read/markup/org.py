"""Org: the text without its marks, read line by line.

Comments, drawers, times of work, and what is exported to one form of output are left out.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.documents import BlockKind
from hyperdigest.read.content import BEGINS_LIST, BlockText, Content
from hyperdigest.read.encoding import damage, decode
from hyperdigest.read.markup.inclusion import whole
from hyperdigest.read.markup.lined import (
    Lined,
    LinedRow,
    NumberedLine,
    joined,
    one_cell,
    table,
)
from hyperdigest.read.markup.org_includes import OrgIncludes
from hyperdigest.read.markup.org_inline import plain
from hyperdigest.read.office.tables import Cell, Row
from hyperdigest.read.titles import title_from

_HEADING = re.compile(r"(\*+)[ \t]+(.*)$")
_TAGS = re.compile(r"[ \t]+:[\w@#%:]+:$")
_PRIORITY = re.compile(r"\[#\w\][ \t]*")
_TO_DO = frozenset({"TODO", "DONE", "NEXT", "WAITING", "HOLD", "CANCELLED", "CANCELED", "PROJ"})
_KEYWORD = re.compile(r"[ \t]*#\+(?P<name>[\w-]+(?:\[[^\[\]]*\])?):(?P<value>.*)$")
_BEGIN = re.compile(r"[ \t]*#\+begin_(?P<name>\S+)", re.I)
_END = re.compile(r"[ \t]*#\+end_(?P<name>\S+)", re.I)
_COMMENT = re.compile(r"[ \t]*#(?: |$)")
_FIXED = re.compile(r"[ \t]*:(?: |$)")
_DRAWER = re.compile(r"[ \t]*:[\w-]+:$")
_WORKED = re.compile(r"[ \t]*CLOCK:[ \t]*[\[<]")
_PLANNED = re.compile(r"[ \t]*(?:SCHEDULED|DEADLINE|CLOSED):[ \t]*[\[<]")
_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?P<mark>[-+]|(?<=[ \t])\*|(?P<number>\d{1,6})[.)])"
    r"(?:[ \t]+(?P<text>.*))?$"
)
_COUNTER = re.compile(r"(?:\[@\w{1,6}\][ \t]*)?(?:\[[ xX-]\](?:[ \t]+|$))?")
_TERM = re.compile(r"(?P<term>.*?\S)[ \t]+::(?:[ \t]+(?P<rest>.*))?$")
_NOTE = re.compile(r"\[fn:(?P<name>[\w-]+)\][ \t]+(?P<text>.*)$")
_ROW = re.compile(r"\s*\|")
_RULED = re.compile(r"[ \t]*\|[-+|]*$")
_NO_ROW = re.compile(r"[\s|/#!^_$*]*(?:<[lrc]?\d{0,4}>[\s|]*)+$")
_RULE = re.compile(r"[ \t]*-{5,}$")
_CODE = frozenset({"src", "example"})
_NOT_SHOWN = frozenset({"comment", "export"})
_COMMAND = re.compile(r"([~=])[^~=\s]+ [^~\n]+\1")
"""A paragraph that is nothing but words set as code."""

_DEEPEST = 100

_BEGINNINGS = (_HEADING, _ITEM, _KEYWORD, _BEGIN, _END, _COMMENT, _FIXED, _DRAWER, _NOTE)
"""What ends the paragraph above it, besides blank lines and tables."""


def read_org(data: bytes, path: Path | None = None) -> Content:
    """The text of a file and of the files that it includes, as far as they are in its folder."""
    text = decode(data)
    read = whole(text, path, OrgIncludes())
    reader = _Reader(read.lines)
    reader.read()
    shown, blocks, places = joined(reader.parts, read.placed)
    fields = reader.fields
    return Content(
        shown,
        "org",
        title_from(fields.get("title", ""), (each.part for each in reader.parts)),
        blocks,
        notes=(*damage(data, text), *read.notes),
        authors=authors_of([fields.get("author", "")]),
        date=date_of([fields.get("date", "").strip("<>[]")]),
        places=places,
    )


@dataclass(slots=True)
class _Reader:
    """Reads a file from line to line: `n` is the number of the next line in `lines`.

    `indents` are those of the items that are open, and `blocks` the names of the blocks. `headings`
    are the numbers of all lines that are headlines, and `ends` those of the lines that end drawers
    and, by their names, blocks. `begins` is before the mark of the next block, if it is an item.
    `definitions` are the indents at which the last item is a term.
    """

    lines: Sequence[NumberedLine]
    parts: list[Lined] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)
    n: int = 0
    indents: list[int] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    to_do: set[str] = field(default_factory=lambda: set(_TO_DO))
    headings: list[int] = field(default_factory=list)
    ends: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    notes: list[str] = field(default_factory=list)
    begins: str = ""
    definitions: set[int] = field(default_factory=set)

    def read(self) -> None:
        """Read the whole file."""
        for n, (_, text) in enumerate(self.lines):
            if _HEADING.match(text):
                self.headings.append(n)
            elif found := _END.match(text):
                self.ends[found["name"].lower()].append(n)
            elif text.strip().upper() == ":END:":
                self.ends[""].append(n)
        while self.n < len(self.lines):
            line = self.lines[self.n]
            if line.text:
                self._part(line)
            else:
                self.n += 1
                if self.n < len(self.lines) and not self.lines[self.n].text:
                    self.indents.clear()
                    self.begins = BEGINS_LIST
            for note in self.notes:
                self._add("paragraph", note, line.number)
            self.notes.clear()

    def _add(self, kind: BlockKind, text: str, line: int, mark: str = "", level: int = -1) -> None:
        level = len(self.indents) if level < 0 else level
        if kind == "paragraph" and {"quote", "verse"} & set(self.blocks):
            kind = "quote"
        elif kind == "paragraph" and self.indents and self.indents[-1] in self.definitions:
            kind = "definition"
        if kind in ("item", "step", "term"):
            mark = self.begins + mark
        self.begins = ""
        self.parts.append(Lined(BlockText(kind, text, level, mark), line))

    def _plain(self, text: str) -> str:
        return plain(text, self.notes)

    def _part(self, line: NumberedLine) -> None:
        """Read what begins at the next line."""
        number, text = line
        if heading := _HEADING.match(text):
            self._heading(heading, number)
        elif found := _BEGIN.match(text):
            self._block(found["name"].lower())
        elif _DRAWER.match(text) and (end := self._end("")):
            self.n = end + 1
        elif keyword := _KEYWORD.match(text):
            self._keyword(keyword, number)
        elif _FIXED.match(text):
            lines = self._while(_FIXED)
            self._add("code", "\n".join(each.text.lstrip()[2:] for each in lines), number)
        elif found := _END.match(text):
            self.n += 1
            del self.blocks[-1:]
        elif _COMMENT.match(text) or _WORKED.match(text) or _RULE.match(text):
            self.n += 1
        elif _PLANNED.match(text):
            self._add("paragraph", self._plain(text.strip()), number)
            self.n += 1
        elif _ROW.match(text):
            self._table()
        elif text.lstrip().startswith("\\begin{"):
            self._environment(number)
        elif (item := _ITEM.match(text)) and not text.startswith("*"):
            self._item(item, number)
        elif note := _NOTE.match(text):
            self.indents.clear()
            gathered = self._gathered(note["text"])
            self._add("paragraph", gathered, number, f"[{note['name']}]")
        else:
            self._close_items(_width(text))
            begin = self.n
            gathered = self._gathered(text)
            is_command = self.n == begin + 1 and _COMMAND.fullmatch(text.strip())
            self._add("code" if is_command else "paragraph", gathered, number)

    def _heading(self, heading: re.Match[str], number: int) -> None:
        """Read a headline; one that is a comment is left out with all below it."""
        rank, text = len(heading[1]), _TAGS.sub("", heading[2])
        self.indents.clear()
        self.blocks.clear()
        self.n += 1
        word, _, rest = text.partition(" ")
        mark = word if word in self.to_do else ""
        text = _PRIORITY.sub("", rest if mark else text, count=1).strip()
        if text == "COMMENT" or text.startswith("COMMENT "):
            while self.n < len(self.lines):
                below = _HEADING.match(self.lines[self.n].text)
                if below and len(below[1]) <= rank:
                    break
                self.n += 1
            return
        self._add("heading", self._plain(text), number, mark, rank)

    def _keyword(self, found: re.Match[str], number: int) -> None:
        """Read a line such as ``#+TITLE: A title``."""
        self.n += 1
        name, value = found["name"].lower(), found["value"].strip()
        if name in ("todo", "seq_todo", "typ_todo"):
            self.to_do.update(word.partition("(")[0] for word in value.split())
        elif name.startswith("caption"):
            self._add("paragraph", self._plain(value), number)
        elif name in ("title", "author", "date"):
            before = self.fields.get(name)
            self.fields[name] = " ".join(filter(None, (before, self._plain(value))))
            if name == "title":
                self._add("heading", self._plain(value), number, level=1)

    def _end(self, name: str) -> int:
        """The number of the line that ends the block of this name, or without one the drawer, that
        begins at the next line; 0 if none does before the next headline."""
        ends = self.ends[name]
        place = bisect_left(ends, self.n)
        heading = bisect_left(self.headings, self.n)
        limit = self.headings[heading] if heading < len(self.headings) else len(self.lines)
        return ends[place] if place < len(ends) and ends[place] < limit else 0

    def _block(self, name: str) -> None:
        """Read a line that begins a block, and the block if its lines are no Org."""
        number = self.lines[self.n].number
        self.n += 1
        end = self._end(name)
        if not end or name not in _CODE | _NOT_SHOWN | {"verse"}:
            self.blocks = [*self.blocks, name][-_DEEPEST:]
            return
        texts = [each.text for each in self.lines[self.n : end]]
        self.n = end + 1
        if name == "verse":
            self._add("quote", self._plain("\n".join(map(str.strip, texts))), number + 1)
        elif name in _CODE:
            least = min((_width(text) for text in texts if text), default=0)
            shown = (text.expandtabs()[least:] for text in texts)
            code = "\n".join(text[1:] if text.startswith((",*", ",#")) else text for text in shown)
            self._add("code", code, number + 1)

    def _environment(self, number: int) -> None:
        """Read an environment of LaTeX; its first line alone if it does not end."""
        name = self.lines[self.n].text.lstrip()[len("\\begin{") :].partition("}")[0]
        lines = []
        while self.n < len(self.lines) and self.lines[self.n].text:
            lines.append(self.lines[self.n].text)
            self.n += 1
            if f"\\end{{{name}}}" in lines[-1]:
                break
        self._add("code", "\n".join(lines), number)

    def _while(self, pattern: re.Pattern[str]) -> list[NumberedLine]:
        """The next lines that match a pattern."""
        begin = self.n
        while self.n < len(self.lines) and pattern.match(self.lines[self.n].text):
            self.n += 1
        return list(self.lines[begin : self.n])

    def _table(self) -> None:
        """Read a table; the rows above its first rule are its header, if rows follow."""
        lines = self._while(_ROW)
        ruled = [n for n, line in enumerate(lines) if _RULED.match(line.text)]
        shown = [n for n, line in enumerate(lines) if not _RULED.match(line.text)]
        first_rule = next((n for n in ruled if n > (shown[0] if shown else 0)), 0)
        rows = []
        for n in shown:
            if _NO_ROW.match(lines[n].text):
                continue
            text = lines[n].text.strip().removeprefix("|").removesuffix("|")
            cells = [Cell(one_cell(self._plain(cell.strip()))) for cell in text.split("|")]
            rows.append(LinedRow(Row(cells, n < first_rule < shown[-1]), lines[n].number))
        self.parts += table(rows, len(self.indents))

    def _close_items(self, indent: int) -> None:
        """Close the items that a line with this indent is in no more."""
        while self.indents and self.indents[-1] >= indent:
            self.indents.pop()

    def _gathered(self, first: str) -> str:
        """The plain text from the next line, which begins with `first`, to the end of the
        paragraph."""
        texts = [first.strip()]
        self.n += 1
        while self.n < len(self.lines) and not self._begins(self.lines[self.n].text):
            texts.append(self.lines[self.n].text.strip())
            self.n += 1
        return self._plain("\n".join(texts))

    def _begins(self, text: str) -> bool:
        """Whether a line ends the paragraph above it."""
        start = text.lstrip()[:1]
        if start in ("", "|"):
            return True
        if start not in "#:*-+[\\" and not start.isalnum():
            return False
        return any(pattern.match(text) for pattern in _BEGINNINGS)

    def _item(self, item: re.Match[str], number: int) -> None:
        indent = _width(item["indent"] + "x")
        self._close_items(indent)
        if len(self.indents) < _DEEPEST:
            self.indents.append(indent)
        text = _COUNTER.sub("", item["text"] or "", count=1)
        term = _TERM.match(text) if item["number"] is None else None
        self.definitions.discard(indent)
        if term:
            self.definitions.add(indent)
            self._add("term", self._plain(term["term"]), number)
            self._add("definition", self._gathered(term["rest"] or ""), number)
        else:
            kind: BlockKind = "step" if item["number"] else "item"
            self._add(kind, self._gathered(text), number, item["mark"] if item["number"] else "")


def _width(text: str) -> int:
    """The indent of a line, in columns."""
    shown = text.expandtabs()
    return len(shown) - len(shown.lstrip())
