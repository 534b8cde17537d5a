"""reStructuredText: the text without its marks, with its parts as docutils finds them.

What is about the output is left out: comments, targets of links, tables of contents, and texts for
one form of output.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes

from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.documents import BlockKind
from hyperdigest.read.content import BEGINS_LIST, BlockText, Content
from hyperdigest.read.encoding import damage, decode
from hyperdigest.read.markup.inclusion import whole
from hyperdigest.read.markup.lined import Lined, LinedRow, joined, table
from hyperdigest.read.markup.rst_directives import VERSIONS
from hyperdigest.read.markup.rst_includes import RstIncludes
from hyperdigest.read.markup.rst_parser import Directive, Parsed
from hyperdigest.read.office.tables import Cell, Row
from hyperdigest.read.paragraphs.numbers import Shape, written
from hyperdigest.read.text import read_text
from hyperdigest.read.titles import title_from

MOST_PARSED_LINES = 50_000
"""Limit of the lines of a text that is parsed: the time grows faster than their number."""

LARGEST_PARSED = 4 << 20
"""Limit of such a text, in bytes."""

_LARGEST_WITH_INCLUDED = 1 << 20
"""Limit of such a text with the files that it includes, in characters, so that these are left out
before it has too many lines."""

MOST_COLUMNS = 2_000
"""Limit of the columns of a table in a frame in such a text, for the same reason."""

_MOST_LINES_BETWEEN = 200
"""Lines in which the next row is looked for in a table whose rows have no lines of their own."""

_SHAPES: dict[str, Shape] = {
    "loweralpha": "letter",
    "upperalpha": "LETTER",
    "lowerroman": "roman",
    "upperroman": "ROMAN",
}
_KEYWORD = re.compile(r"\$\w+:\s*([\d-]+)?.*\$")
"""A date that a program for versions has put in."""

_FRAME = re.compile(r"^[ \t]*(\+[-=+]+)", re.MULTILINE)
_NO_TEXT = (
    *(nodes.comment, nodes.target, nodes.substitution_definition, nodes.pending, nodes.transition),
    *(nodes.colspec, nodes.raw, nodes.image, nodes.decoration),
)
_PARTS = (nodes.list_item, nodes.definition, nodes.description, nodes.field_body)
_COMMAND = re.compile(r"``[^`\s]+ [^`\n]+``")
"""A paragraph that is nothing but words set as code."""

_NAME = re.compile(r"``[^`\s]+``")
"""The same of one word."""

_FOR_SPHINX = frozenset({"orphan", "tocdepth", "nocomments", "nosearch"})
"""Fields at the start of a file that tell Sphinx how to treat it."""


def read_rst(data: bytes, path: Path | None = None) -> Content:
    """The text of a file and of the files that it includes, as far as they are in its folder.

    That is its plain text, without those, if it is too large or too deep to be parsed.
    """
    text = decode(data)
    read = whole(text, path, RstIncludes(), _LARGEST_WITH_INCLUDED)
    if len(data) > LARGEST_PARSED or len(read.lines) > MOST_PARSED_LINES:
        limit = f"{MOST_PARSED_LINES:,} lines or {LARGEST_PARSED >> 20} MB"
        return _as_text(data, f"it has more than {limit}")
    if any(line.count("+") > MOST_COLUMNS for line in _FRAME.findall(read.text)):
        return _as_text(data, f"a table of it has more than {MOST_COLUMNS:,} columns")
    try:
        parsed = Parsed(read.text)
        walk = _Walk(parsed, read.text)
        parts = list(walk.parts(parsed.tree, _OUTSIDE))
    except RecursionError:
        return _as_text(data, "its parts are nested too deep")
    shown, blocks, places = joined(parts, read.placed)
    fields = walk.fields
    title = title_from(fields.get("title", ""), (each.part for each in parts))
    authors = authors_of([fields[name] for name in ("author", "authors") if name in fields])
    dates = (fields.get(name, "") for name in ("date", "created", "last-modified"))
    date = date_of([_KEYWORD.sub(r"\1", each) for each in dates])
    notes = (*damage(data, text), *read.notes)
    return Content(
        shown, "rst", title, blocks, notes=notes, authors=authors, date=date, places=places
    )


def _as_text(data: bytes, why: str) -> Content:
    content = read_text(data)
    return replace(content, notes=(*content.notes, f"is read as plain text, because {why}"))


class _Around(NamedTuple):
    """What a node is in: the kind of its paragraphs, how many lists, how many sections, and the
    line at which it begins."""

    kind: BlockKind = "paragraph"
    level: int = 0
    depth: int = 0
    line: int = 1


_OUTSIDE = _Around()


class _Walk:
    """Collects the text of a document, and the `fields` at its start by name in lower case."""

    def __init__(self, parsed: Parsed, text: str) -> None:
        self.fields: dict[str, str] = {}
        self._lines = text.split("\n")
        self._parsed = parsed
        self._has_begun = False
        self._begun, self._found = 1, 0
        self._begins_list = ""

    def parts(self, parent: Any, around: _Around) -> Iterator[Lined]:
        """The parts below a node, in order."""
        for node in parent.children:
            inner = around._replace(line=node.line or around.line)
            self._begun = max(self._begun, inner.line)
            if isinstance(node, _NO_TEXT):
                continue
            if isinstance(node, nodes.field_list) and not self._has_begun:
                yield from self._first_fields(node, inner)
                continue
            if not isinstance(node, (nodes.title, nodes.section)):
                self._has_begun = True
            if _is_name(node):
                yield self._block(node, "term", inner._replace(level=inner.level + 1))
            else:
                yield from self._part(node, inner)

    def _part(self, node: Any, around: _Around) -> Iterator[Lined]:
        match node:
            case nodes.section():
                yield from self.parts(node, around._replace(depth=around.depth + 1))
            case nodes.title() | nodes.subtitle():
                kind: BlockKind = "heading" if around.depth else "paragraph"
                yield self._block(node, kind, around._replace(line=self._above(around.line)))
            case nodes.paragraph():
                is_command = _COMMAND.fullmatch(node.astext()) and not _begins_part(node)
                yield self._block(node, "code" if is_command else around.kind, around)
            case nodes.literal_block() | nodes.doctest_block():
                yield Lined(BlockText("code", node.astext(), around.level), around.line)
            case nodes.bullet_list() | nodes.enumerated_list():
                yield from self._list(node, around)
            case nodes.term():
                yield self._term(node, around)
            case nodes.definition() | nodes.description() | nodes.field_body():
                yield from self._first_as("definition", node, around)
            case nodes.option_group():
                line = self._line_of(node.astext(), around.line)
                yield self._block(node, "term", around._replace(line=line))
            case nodes.field_name() | nodes.attribution():
                kind = "paragraph" if isinstance(node, nodes.attribution) else "term"
                yield self._block(node, kind, around)
            case nodes.definition_list() | nodes.field_list() | nodes.option_list():
                self._begins_list = BEGINS_LIST
                yield from self.parts(node, around._replace(level=around.level + 1))
            case nodes.block_quote():
                yield from self._quote(node, around)
            case nodes.line_block():
                text = self._parsed.plain("\n".join(map(_line_text, _lines(node))))
                yield Lined(BlockText(around.kind, text, around.level), around.line)
            case nodes.footnote() | nodes.citation():
                yield from self._note(node, around)
            case nodes.table():
                yield from self._table(node, around)
            case nodes.system_message():
                yield from self._unparsed(node, around)
            case Directive():
                yield from self._directive(node, around)
            case nodes.Text():
                yield Lined(BlockText(around.kind, self._parsed.plain(node.astext())), around.line)
            case nodes.classifier():
                pass
            case _:
                yield from self.parts(node, around)

    def _line_of(self, text: str, line: int) -> int:
        """The first line below the one found before, from a line on and from the last part on, with
        a text; the first of these if there is none soon."""
        first = max(line, self._begun, self._found + 1)
        for number in range(first, min(first + _MOST_LINES_BETWEEN, len(self._lines) + 1)):
            if text in self._lines[number - 1]:
                self._found = number
                return number
        return max(line, self._begun)

    def _above(self, line: int) -> int:
        """The line of a title, of which docutils gives the line that is drawn below it."""
        drawn = "".join(self._lines[line - 1 : line])
        return line if any(map(str.isalnum, drawn)) else line - 1

    def _block(self, node: Any, kind: BlockKind, around: _Around) -> Lined:
        """The text of a node as a block."""
        level = around.depth if kind == "heading" else around.level
        text = self._parsed.plain(node.astext())
        mark = self._begun_list() if kind == "term" else ""
        return Lined(BlockText(kind, text, level, mark), around.line)

    def _begun_list(self) -> str:
        """What is before the mark of a part of a list."""
        begins, self._begins_list = self._begins_list, ""
        return begins

    def _term(self, node: Any, around: _Around) -> Lined:
        """A term, with what classifies it."""
        others = (each for each in node.parent.children if isinstance(each, nodes.classifier))
        text = " : ".join(each.astext() for each in (node, *others))
        part = BlockText("term", self._parsed.plain(text), around.level, self._begun_list())
        return Lined(part, around.line)

    def _first_as(
        self, kind: BlockKind, node: Any, around: _Around, mark: str = ""
    ) -> Iterator[Lined]:
        """The parts of a node, of which a first paragraph is of a kind, with a mark before it; in a
        definition all paragraphs are."""
        around = around._replace(kind="definition") if kind == "definition" else around
        for number, each in enumerate(self.parts(node, around)):
            if number == 0 and each.part.kind == around.kind:
                yield each._replace(part=each.part._replace(kind=kind, mark=mark))
            else:
                yield each

    def _list(self, node: Any, around: _Around) -> Iterator[Lined]:
        inner = around._replace(kind="paragraph", level=around.level + 1)
        is_numbered = isinstance(node, nodes.enumerated_list)
        shape = _SHAPES.get(node.get("enumtype", ""), "decimal")
        self._begins_list = BEGINS_LIST
        for number, item in enumerate(node.children, node.get("start", 1)):
            if not isinstance(item, nodes.list_item):
                yield from self._part(item, inner)
                continue
            mark = written(number, shape) if is_numbered else ""
            mark = mark and f"{node.get('prefix', '')}{mark}{node.get('suffix', '')}"
            mark = self._begun_list() + mark
            yield from self._first_as("step" if is_numbered else "item", item, inner, mark)

    def _quote(self, node: Any, around: _Around) -> Iterator[Lined]:
        """The parts of an indented block: a quotation if it names its author."""
        if _is_name(_before(node)):
            yield from self._first_as("definition", node, around._replace(level=around.level + 1))
            return
        is_quote = any(isinstance(each, nodes.attribution) for each in node.children)
        yield from self.parts(node, around._replace(kind="quote") if is_quote else around)

    def _note(self, node: Any, around: _Around) -> Iterator[Lined]:
        """A footnote after its number, or a citation after its name."""
        labels = (each.astext() for each in node.children if isinstance(each, nodes.label))
        label = next(labels, "")
        body = nodes.Element("", *(e for e in node.children if not isinstance(e, nodes.label)))
        yield from self._first_as("paragraph", body, around, f"[{label}]" if label else "")

    def _table(self, node: Any, around: _Around) -> Iterator[Lined]:
        rows = []
        begin = line = max(around.line, self._begun)
        for each in node.children:
            if isinstance(each, nodes.title):
                yield self._block(each, "paragraph", around)
        for row in node.findall(nodes.row):
            if row.parent.parent.parent is not node:
                continue  # of a table in a cell
            cells = []
            found = [list(self.parts(each, around)) for each in row.children]
            lines = [part.line for cell in found for part in cell]
            words = next((part.part.text for cell in found for part in cell), "")
            line = min(lines) if min(lines, default=0) >= begin else self._line_of(words, line)
            for entry, parts in zip(row.children, found, strict=True):
                spanned = (1 + entry.get(name, 0) for name in ("morecols", "morerows"))
                cells.append(Cell([part.part for part in parts], *spanned))
            is_header = isinstance(row.parent, nodes.thead)
            rows.append(LinedRow(Row(cells, is_header), line))
        yield from table(rows, around.level)

    def _unparsed(self, node: Any, around: _Around) -> Iterator[Lined]:
        """The text that a message of the parser quotes because it is not in the document."""
        most_harmless = 2
        if node["level"] <= most_harmless:
            return
        for each in node.children:
            if isinstance(each, nodes.literal_block):
                first, _, rest = each.astext().partition("\n")
                is_title = first.strip() and rest.strip() and len(set(rest.strip())) == 1
                kind: BlockKind = "heading" if is_title else "paragraph"
                text = first if is_title else each.astext()
                level = around.depth + 1 if is_title else around.level
                yield Lined(BlockText(kind, self._parsed.plain(text), level), around.line)

    def _directive(self, node: Any, around: _Around) -> Iterator[Lined]:
        """The parts of a directive."""
        argument = self._parsed.plain(node["argument"])
        match node["use"]:
            case "code":
                yield Lined(BlockText("code", node["raw"], around.level), node["raw_line"])
            case "version":
                yield from self._version(node, around)
            case "heading":
                depth = around.depth + 1
                yield Lined(BlockText("heading", argument, depth), around.line)
                yield from self.parts(node, around)
            case "quote":
                yield from self.parts(node, around._replace(kind="quote"))
            case "object" if argument.strip():
                inner = around._replace(level=around.level + 1)
                for number, line in enumerate(argument.split("\n")):
                    yield Lined(BlockText("term", line, inner.level), around.line + number)
                yield from self._first_as("definition", node, inner)
            case _:
                yield from self.parts(node, around)

    def _version(self, node: Any, around: _Around) -> Iterator[Lined]:
        """What changed in a version, after the words that Sphinx shows before it."""
        version, explained = [*node["argument"].split(None, 1), "", ""][:2]
        said = f"{VERSIONS[node['name']]} {version}".rstrip()
        parts = list(self.parts(node, around))
        if explained:
            text = self._parsed.plain(explained)
            parts.insert(0, Lined(BlockText(around.kind, text, around.level), around.line))
        if parts and parts[0].part.kind in ("paragraph", "quote"):
            first = parts[0].part
            parts[0] = parts[0]._replace(part=first._replace(text=f"{said}: {first.text}"))
        else:
            parts.insert(0, Lined(BlockText(around.kind, f"{said}.", around.level), around.line))
        yield from parts

    def _first_fields(self, fields: Any, around: _Around) -> Iterator[Lined]:
        """The fields at the start of a file, of which those for Sphinx are left out."""
        kept = nodes.field_list()
        kept.line = around.line
        for field in fields.children:
            if not isinstance(field, nodes.field):
                continue
            name, body = (each.astext() for each in field.children)
            self.fields.setdefault(name.lower(), self._parsed.plain(body))
            if name.lower() not in _FOR_SPHINX:
                kept.append(field.deepcopy())
        self._has_begun = True
        yield from self._part(kept, around)


def _begins_part(paragraph: Any) -> bool:
    """Whether a paragraph is the first one of an item or of what explains a term."""
    parent = paragraph.parent
    return parent is not None and isinstance(parent, _PARTS) and parent[0] is paragraph


def _is_name(node: Any) -> bool:
    """Whether a paragraph is only a name set as code, above the indented block that explains it."""
    if not isinstance(node, nodes.paragraph) or not _NAME.fullmatch(node.astext()):
        return False
    after = node.next_node(descend=False, siblings=True)
    return isinstance(after, nodes.block_quote) and isinstance(after[0], nodes.paragraph)


def _before(node: Any) -> Any:
    """The node before another one in the same part."""
    place = node.parent.index(node)
    return node.parent[place - 1] if place else None


def _lines(block: Any) -> Iterator[Any]:
    """The lines of a block of lines, with those of blocks in it."""
    for each in block.children:
        if isinstance(each, nodes.line_block):
            yield from _lines(each)
        else:
            yield each


def _line_text(line: Any) -> str:
    return str(line.astext())
