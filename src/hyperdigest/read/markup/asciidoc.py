"""AsciiDoc: the text without its marks, read line by line.

What is about the output is left out: comments, images, and what is passed through to one form of
output.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.documents import BlockKind
from hyperdigest.read.content import BEGINS_LIST, BlockText, Content
from hyperdigest.read.encoding import damage, decode
from hyperdigest.read.markup.asciidoc_inline import Inline
from hyperdigest.read.markup.asciidoc_source import AsciidocSource
from hyperdigest.read.markup.asciidoc_tables import rows_of
from hyperdigest.read.markup.inclusion import whole
from hyperdigest.read.markup.lined import Lined, NumberedLine, joined, table
from hyperdigest.read.paragraphs.numbers import Shape, mark
from hyperdigest.read.titles import title_from

_DELIMITER = re.compile(
    r"(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|[|,:!]={3,}|(?P<fence>`{3,})[\w,+-]*)$"
)
_ATTRIBUTE = re.compile(r":(!?[A-Za-z0-9_][\w-]{0,100}!?):(?:\s+(.*))?$")
_HEADING = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*)$")
_UNDERLINES = "=-~^+"
_UNDERLINE = re.compile(r"(=+|-+|~+|\^+|\++)$")
_IN_BRACKETS = re.compile(r"\[(?:\[.*\]|(?!\[).*)\]$")
_TITLE = re.compile(r"\.(?![\s.])(.*)$")
_ITEM = re.compile(
    r"\s*(?P<mark>\*{1,6}|-|\.{1,6}|\d{1,6}\.|[A-Za-z]\.|[ivxIVX]{1,6}\)|<(?:\d{1,4}|\.)>)[ \t]+"
    r"(?P<text>\S.*)$"
)
_TERM = re.compile(r"\s*(?!//)(?P<text>\S.*?)(?P<mark>:{2,4}|;;)(?:[ \t]+(?P<rest>.*))?$")
_ADMONITION = re.compile(r"(NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+")
_QUOTED = re.compile(r"\[(?:quote|verse)\b[^,\]]{0,100},(?P<rest>.*)\]$")
_VALUE = re.compile(
    r"\s*(?:(?P<name>\w{1,40})\s*=\s*)?(?:\"(?P<quoted>[^\"]*)\"|(?P<bare>[^,]*))\s*(?:,|$)"
)
_NO_TEXT = re.compile(r"(?:image|video|audio|toc)::\S*\[.*\]$|<<<+$|'{3,}$|-{3}$|\*{3}$")
_AUTHORS = re.compile(
    r"[^\W\d_][\w.'-]*(?:[ ][^\W\d_][\w.'-]*){0,3}(?:[ ]*<[^<>]+>)?(?:;[ ]*\S.*)?$"
)
_REVISION = re.compile(
    r"v?\d[\w.]*(?:,[ ]*(?P<date>[^:]+))?(?::.*)?$|(?P<only>\d{4}-\d\d-\d\d)(?::.*)?$"
)
_MARKS_OF_TERMS = ("::", ":::", "::::", ";;")
_COMMAND = re.compile(r"(`+)\+?[^`\s]+ [^`\n]+\1")
"""A paragraph that is nothing but words set as code."""

_CHECKBOX = re.compile(r"\[[ *xX]\][ \t]+")
_SHAPES: tuple[Shape, ...] = ("decimal", "letter", "roman", "LETTER", "ROMAN")
_CODE_STYLES = frozenset({"source", "listing", "literal", "stem", "latexmath", "asciimath"})
_NO_STYLES = frozenset({"comment", "pass"})
_MOST_CONTAINERS = 50
"""A block in so many others is read as a part of the last one."""


def read_asciidoc(data: bytes, path: Path | None = None) -> Content:
    """The text of a file and of the files that it includes, as far as they are in its folder."""
    text = decode(data)
    read = whole(text, path, AsciidocSource())
    reader = _Reader(read.lines, Inline(len(text)))
    reader.read()
    shown, blocks, places = joined(reader.parts, read.placed)
    title = title_from(reader.title, (each.part for each in reader.parts))
    return Content(
        shown,
        "asciidoc",
        title,
        blocks,
        notes=(*damage(data, text), *read.notes),
        authors=authors_of(reader.authors),
        date=date_of(reader.dates),
        places=places,
    )


@dataclass(slots=True)
class _List:
    """A list that is open: the mark of its items, how many it has so far, and what is before the
    mark of the next one."""

    mark: str
    count: int = 0
    begins: str = BEGINS_LIST


@dataclass(slots=True)
class _Container:
    """A block that is open and has others in it: the line that closes it, the kind of its
    paragraphs, the lists that it stands in, and who is quoted in it."""

    delimiter: str
    kind: BlockKind
    lists: list[_List]
    quoted: str


@dataclass(slots=True)
class _Reader:
    """Reads a file from line to line: `n` is the number of the next line in `lines`, `above` the
    attributes in brackets above it, and `attached` whether a ``+`` stands there."""

    lines: Sequence[NumberedLine]
    inline: Inline
    parts: list[Lined] = field(default_factory=list)
    title: str = ""
    authors: list[str] = field(default_factory=list)
    dates: list[str] = field(default_factory=list)
    n: int = 0
    above: str = ""
    attached: bool = False
    blanks: int = 0
    lists: list[_List] = field(default_factory=list)
    containers: list[_Container] = field(default_factory=list)

    def read(self) -> None:
        """Read the whole file."""
        self._header()
        while self.n < len(self.lines):
            line = self.lines[self.n]
            if line.text.strip():
                self._block(line)
                self.blanks = 0
            else:
                self.n += 1
                self.blanks += 1
            for note in self.inline.notes:
                self._add("paragraph", note, line.number)
            self.inline.notes.clear()

    def _text(self, n: int) -> str:
        return self.lines[n].text if n < len(self.lines) else ""

    def _add(self, kind: BlockKind, text: str, line: int, mark: str = "", level: int = -1) -> None:
        """Add a block, which has the level of the lists that it is in if none is given."""
        around = sum(len(each.lists) for each in self.containers) + len(self.lists)
        level = around if level < 0 else level
        self.parts.append(Lined(BlockText(kind, text, level, mark), line))

    def _header(self) -> None:
        """Read the title of the document with the lines below it: its authors, its revision."""
        while self.n < len(self.lines) and self._skipped(self._text(self.n)):
            self.n += 1
        if self.n == len(self.lines) or not (found := self._heading()) or found[0] != 1:
            return
        line = self.lines[self.n].number
        self.n += found[2]
        for pattern in (_AUTHORS, _REVISION):
            while _is_comment(self._text(self.n)):
                self.n += 1
            if text := pattern.match(self._text(self.n)):
                self.n += 1
                if pattern is _AUTHORS:
                    self.authors += text[0].split(";")
                else:
                    self.dates.append(text["date"] or text["only"] or "")
        while self._text(self.n) and self._skipped(self._text(self.n)):
            self.n += 1
        self.title = self.inline.plain(found[1])  # with the values of attributes below it
        self._add("heading", self.title, line, level=1)
        self.authors += [self.inline.value(name) for name in ("author", "authors")]
        self.dates += [self.inline.value(name) for name in ("revdate", "docdate")]

    def _skipped(self, text: str) -> bool:
        """Whether a line has no text: it is blank, a comment, or the value of an attribute."""
        if found := _ATTRIBUTE.match(text):
            self.inline.define(found[1], found[2] or "")
        return bool(found) or not text.strip() or _is_comment(text)

    def _heading(self) -> tuple[int, str, int] | None:
        """The rank and the text of a heading at the next line, and how many lines it has."""
        text = self._text(self.n)
        if found := _HEADING.match(text):
            return len(found[1]), found[2].removesuffix(f" {found[1]}"), 1
        below = self._text(self.n + 1)
        fits = _UNDERLINE.match(below) and abs(len(below) - len(text)) <= 2 < len(below)
        if fits and any(map(str.isalnum, text)) and not text.startswith((" ", "\t", ".", "[")):
            return _UNDERLINES.index(below[0]) + 1, text, 2
        return None

    def _block(self, line: NumberedLine) -> None:
        """Read the block that begins at the next line."""
        number, text = line
        if _DELIMITER.match(text):
            self._delimited(number, text)
        elif self._skipped(text) or _NO_TEXT.match(text):
            self._divide_lists()
            self.n += 1
        elif text == "+":
            self.attached = True
            del self.lists[max(1, len(self.lists) - self.blanks) :]
            self.n += 1
        elif _IN_BRACKETS.match(text):
            self._divide_lists()
            self.above += text
            self.n += 1
        elif not self.attached and (found := self._heading()):
            self.lists.clear()
            self._add("heading", self.inline.plain(found[1]), number, level=found[0])
            self._consumed(found[2])
        elif found_title := _TITLE.match(text):
            self._end_lists(text)
            self._add("paragraph", self.inline.plain(found_title[1]), number)
            self.n += 1
        elif item := _ITEM.match(text):
            self._item(item, number)
        elif term := _TERM.match(text):
            self._term(term, number)
        else:
            self._paragraph(number, text)

    def _consumed(self, count: int) -> None:
        """Go on after so many lines that were a block."""
        self.n += count
        self.above, self.attached = "", False

    def _end_lists(self, text: str) -> None:
        """End the lists above a block that belongs to none of their items."""
        if self.blanks and not self.attached and not text[0].isspace():
            self.lists.clear()

    def _divide_lists(self) -> None:
        """End the lists above a line without text: what follows is no part of their items."""
        if self.blanks and not self.attached:
            self.lists.clear()

    @property
    def _style(self) -> str:
        """The first word of the attributes above a block, such as ``source``."""
        found = re.match(r"\[([\w-]*)", self.above[self.above.rfind("[") :])
        return found[1] if found else ""

    @property
    def _quoted(self) -> str:
        """Who is quoted in the block below, and from what, by the attributes above it."""
        found = _QUOTED.match(
            self.above[max(self.above.rfind("[quote"), self.above.rfind("[verse")) :]
        )
        stated = {"attribution": "", "citetitle": ""}
        unnamed = iter(stated.copy())
        for value in _VALUE.finditer(found["rest"] if found else ""):
            name = value["name"] or next(unnamed, "")
            text = (value["quoted"] or value["bare"] or "").strip()
            if text and name in stated:
                stated[name] = text
        return ", ".join(filter(None, stated.values()))

    def _add_quoted(self, who: str, line: int) -> None:
        if who:
            self._add("quote", self.inline.plain(who), line)

    def _delimited(self, number: int, delimiter: str) -> None:
        """Read a line that opens or closes a block."""
        for place in range(len(self.containers) - 1, -1, -1):
            if self.containers[place].delimiter == delimiter:
                for each in reversed(self.containers[place:]):
                    self._add_quoted(each.quoted, number)
                self.lists = self.containers[place].lists
                del self.containers[place:]
                self._consumed(1)
                return
        if not self.attached:
            self.lists.clear()
        first, style = delimiter[0], self._style
        is_container = first in "=*_" or delimiter == "--"
        if style in _CODE_STYLES | _NO_STYLES | {"verse"} or not is_container:
            self._verbatim(number, delimiter, style)
            return
        if len(self.containers) < _MOST_CONTAINERS:
            kind: BlockKind = "quote" if first == "_" or style == "quote" else "paragraph"
            self.containers.append(_Container(delimiter, kind, self.lists, self._quoted))
            self.lists = []
        self._consumed(1)

    def _verbatim(self, number: int, delimiter: str, style: str) -> None:
        """Read a block whose lines are no AsciiDoc, or a table."""
        fence = _DELIMITER.match(delimiter)
        closing = (fence and fence["fence"]) or delimiter
        begin = end = self.n + 1
        while end < len(self.lines) and self.lines[end].text != closing:
            end += 1
        inside = self.lines[begin:end]
        text = "\n".join(each.text for each in inside)
        first = delimiter[0]
        if delimiter[1:2] == "=" != first:
            level = len(self.lists)
            self.parts += table(
                list(rows_of(inside, delimiter, self.above, self.inline.plain)), level
            )
        elif style == "verse":
            self._add("quote", self.inline.plain(text), number + 1)
            self._add_quoted(self._quoted, number)
        elif first != "/" and style not in _NO_STYLES and (first != "+" or style in _CODE_STYLES):
            self._add("code", text, number + 1)
        self._consumed(end + 1 - self.n)

    def _gathered(self, first: str, *, in_item: bool) -> tuple[str, int]:
        """The text from the next line, which begins with `first`, to the end of the paragraph, and
        how many lines it has."""
        texts, n = [first.strip()], self.n + 1
        while n < len(self.lines) and (text := self.lines[n].text):
            is_item = in_item and (_ITEM.match(text) or _TERM.match(text))
            if is_item or text == "+" or _DELIMITER.match(text) or _IN_BRACKETS.match(text):
                break
            if not _is_comment(text):
                texts.append(text.strip())
            n += 1
        return "\n".join(texts), n - self.n

    def _paragraph(self, number: int, text: str) -> None:
        self._end_lists(text)
        style, kind = self._style, self.containers[-1].kind if self.containers else "paragraph"
        if style in _CODE_STYLES or (text[0].isspace() and not self.above):
            _, count = self._gathered(text, in_item=False)
            lines = self.lines[self.n : self.n + count]
            self._add("code", "\n".join(line.text for line in lines), number)
            self._consumed(count)
            return
        if not self.containers and self.lists and self.lists[-1].mark in _MARKS_OF_TERMS:
            kind = "definition"
        gathered, count = self._gathered(text, in_item=bool(self.lists))
        if _COMMAND.fullmatch(gathered):
            kind = "code"
        label = _ADMONITION.match(gathered)
        shown = gathered[label.end() :] if label else gathered
        if style not in _NO_STYLES:
            kind = "quote" if style in ("quote", "verse") else kind
            self._add(kind, self.inline.plain(shown), number, f"{label[1]}:" if label else "")
            self._add_quoted(self._quoted, number)
        self._consumed(count)

    def _enter_list(self, mark: str) -> _List:
        """The list whose items have this mark, which is begun or continued."""
        place = next((n for n, each in enumerate(self.lists) if each.mark == mark), -1)
        if place < 0 and len(self.lists) < _MOST_CONTAINERS:
            self.lists.append(_List(mark))
            found = re.search(r"\bstart\s*=\s*\"?(\d{1,6})", self.above)
            self.lists[-1].count = int(found[1]) - 1 if found else 0
        elif place >= 0:
            del self.lists[place + 1 :]
            self.lists[-1].begins = ""
        return self.lists[-1]

    def _item(self, item: re.Match[str], number: int) -> None:
        written = item["mark"]
        is_step = written[0] not in "*-"
        mark_of_list = written if written[0] in "*-." else "1" if is_step else written
        if written[0] in "<123456789":
            mark_of_list = "<" if written[0] == "<" else "1."
        current = self._enter_list(mark_of_list)
        current.count += 1
        text, count = self._gathered(item["text"], in_item=True)
        shape = _SHAPES[min(len(written), len(_SHAPES)) - 1] if written[0] == "." else "decimal"
        is_typed = written[0].isalnum()
        shown = written if is_typed else mark(current.count, shape) if is_step else ""
        shown = current.begins + shown
        text = self.inline.plain(_CHECKBOX.sub("", text, count=1))
        self._add("step" if is_step else "item", text, number, shown)
        self._consumed(count)

    def _term(self, term: re.Match[str], number: int) -> None:
        current = self._enter_list(term["mark"])
        self._add("term", self.inline.plain(term["text"]), number, current.begins)
        rest = term["rest"]
        if rest:
            text, count = self._gathered(rest, in_item=True)
            self._add("definition", self.inline.plain(text), number)
            self._consumed(count)
            return
        self._consumed(1)
        n = self.n
        while n < len(self.lines) and (not self.lines[n].text or _is_comment(self.lines[n].text)):
            n += 1
        text = self._text(n)
        others = (_ITEM, _TERM, _DELIMITER, _IN_BRACKETS, _HEADING, _TITLE)
        if text in ("", "+") or any(each.match(text) for each in others):
            return
        if n > self.n and not text[0].isspace():
            return
        self.n = n
        gathered, count = self._gathered(text, in_item=True)
        self._add("definition", self.inline.plain(gathered), self.lines[n].number)
        self._consumed(count)


def _is_comment(text: str) -> bool:
    return text.startswith("//") and not text.startswith("///")
