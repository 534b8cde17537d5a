"""The blocks of a page, in order: headings, paragraphs, items, terms, rows of tables, code."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import Literal, NamedTuple

from resiliparse.parse.html import DOMContext, DOMNode, ElementNode, TextNode, traverse_dom

from hyperdigest.base.exponents import raised_after
from hyperdigest.documents import BlockKind
from hyperdigest.read.content import BEGINS_LIST, BEGINS_TABLE
from hyperdigest.read.html.elements import (
    PROSE_END,
    Count,
    answers_its_summary,
    children,
    first_text,
    formula,
    is_block,
    is_code,
    is_in_note,
    is_in_table,
    is_line_numbers,
    is_mark,
    is_repeated,
    is_struck,
    leads_elsewhere,
    rank_of_title,
    text_of_mathml,
)
from hyperdigest.read.html.indented import (
    above,
    goes_on_with_list,
    is_indented,
    terms_above,
    typed_mark,
)
from hyperdigest.read.html.page_block import PageBlock, as_list, with_numbers_as_steps
from hyperdigest.read.html.tables import (
    Grid,
    Markup,
    goes_on,
    has_header,
    is_data_table,
    names_paragraphs,
    remarks,
    titles,
)
from hyperdigest.read.html.term_tables import OpenTables
from hyperdigest.split.entries import without_number

MOST_LINKED_ITEM = 0.9
"""Share of an item in links; more, if nothing introduces the list, is a part of a menu."""

SKIPPED = frozenset(
    {"SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "SVG", "IFRAME", "OBJECT", "CANVAS",
     "AUDIO", "VIDEO", "DATALIST", "BUTTON", "INPUT", "SELECT", "TEXTAREA", "PROGRESS",
     "METER", "RP", "RT", "ANNOTATION", "ANNOTATION-XML", "DEL", "S", "STRIKE"}
)  # fmt: skip
"""Elements that contain no text of the page, or what was deleted from it or struck out."""

BLOCKS = frozenset(
    {"HTML", "BODY", "ADDRESS", "ARTICLE", "ASIDE", "BLOCKQUOTE", "CAPTION", "CENTER", "DD",
     "DETAILS", "DIALOG", "DIV", "DL", "DT", "FIELDSET", "FIGCAPTION", "FIGURE", "FOOTER", "FORM",
     "H1", "H2", "H3", "H4", "H5", "H6", "HEADER", "HGROUP", "HR", "LI", "MAIN", "NAV", "OL", "P",
     "PRE", "SECTION", "SUMMARY", "TABLE", "TBODY", "TD", "TFOOT", "TH", "THEAD", "TR", "UL"}
)  # fmt: skip
_HEADINGS = frozenset({"H1", "H2", "H3", "H4", "H5", "H6"})
_KINDS: dict[str, BlockKind] = {
    "DT": "term",
    "DD": "definition",
    "BLOCKQUOTE": "quote",
    "PRE": "code",
}

_CODE = frozenset({"CODE", "KBD", "SAMP", "TT"})
"""Elements of code within text. Around blocks, they are only a typeface."""

_MAY_BE_CODE = frozenset({"paragraph", "quote", "definition"})
"""The kinds of blocks that are code if all their text is in such elements."""

_MAY_BE_TERM = _MAY_BE_CODE | {"code"}
"""The kinds of blocks that are terms if an indented division explains them."""

_MARKS = ('"', "'", "“", "‘", "„", "‚", "«", "‹")

_MARK_AS_TERM = re.compile(r"[•·∙◦▪‣○●]|(?P<repeated>[o*+–-])|(?P<number>\(?(?:\d{1,3}|[a-z])[.)])")
_SPACES = re.compile(r"[ \t\r\n\f]+")
_BLANKS = re.compile(r" *([\t\n ]) *")
_CLEANED = {0xA0: " ", 0xAD: None, 0x200B: None, 0xFEFF: None}

TablePlace = Literal["flow", "grid", "head", "row", "cell"]
"""Where an element is in a data table: outside (``flow``), or in its grid, its head, a row or a
cell."""


def page_blocks(part: ElementNode) -> list[PageBlock]:
    """The blocks of a page or of an element, in order, without scripts and forms.

    Each row of a data table is a block.
    """
    walk = _Walk()
    traverse_dom(part, walk.enter)
    walk.leave(0)
    return with_numbers_as_steps(walk.blocks)


class _Open(NamedTuple):
    """An open element: its depth, the kind of its text (None if hidden), its place in a table, and
    the rank of a heading, or the number of lists around it."""

    depth: int
    kind: BlockKind | None
    place: TablePlace = "flow"
    level: int = 0


class _Walk:
    """Collects blocks while `enter` is called for each node of a page, in document order."""

    def __init__(self) -> None:
        self.blocks: list[PageBlock] = []
        self._open = [_Open(-1, "paragraph")]
        self._texts: list[str] = []
        self._first: TextNode | None = None
        self._kind: BlockKind = "paragraph"
        self._level = 0
        self._begins_item = False
        self._begins_list = ""
        self._menu = 0  # the level of the list around that began as a menu, or 0
        self._counts: dict[int, Count] = {}
        self._mark = ""
        self._tables = OpenTables()
        self._grid = Grid()
        self._begins_table = 0
        self._markup: list[Markup] = []
        self._link = -1
        self._linked = 0
        self._explained = -1  # the blocks before the last explanation, which may be empty
        self._is_apart = False
        self._code = -1
        self._coded = 0
        self._quotes: list[int] = []
        self._around_terms: dict[int, _Open] = {}
        self._explanation: ElementNode | None = None
        self._typed = ""
        self._marked_at = -1  # the level of the last term, if that was the mark of an item

    def enter(self, context: DOMContext) -> None:
        node, depth = context.node, context.depth
        if depth <= self._link:
            self._link = -1
        if depth <= self._code:
            self._code = -1
        while self._quotes and self._quotes[-1] >= depth:
            self._end_quote()
        if self._open[-1].depth >= depth:
            self.leave(depth)
        around = self._open[-1]
        if around.kind is None:
            return
        if isinstance(node, TextNode):
            self._add(node, around)
        elif isinstance(node, ElementNode):
            name = (node.node_name or "").upper()
            if around.place == "flow":
                name = self._tables.name(node, depth)
            is_left_out = not name or is_line_numbers(node) or is_struck(node, name)
            if is_left_out or name in SKIPPED or (is_mark(node) and not self._begins_note(node)):
                self._open.append(_Open(depth, None))
            elif name == "IMG":
                self._texts.append(formula(node))
            elif name == "MATH" and (shown := text_of_mathml(node)):
                self._texts.append(shown)
                self._begin_text(first_text(node), around)
                self._open.append(_Open(depth, None))
            elif name == "SUP" and (power := self._power(node)):
                self._texts.append(power)
                self._open.append(_Open(depth, None))
            elif name == "BR":
                self._break(around)
            elif name == "Q":
                self._begin_quote(depth)
            elif name in _CODE and around.place == "flow" and is_block(node):
                self._begin(node, "PRE", depth, around)
            elif name in _CODE and self._code < 0:
                self._code = depth
            elif leads_elsewhere(node):
                self._link = depth
            elif name in BLOCKS:
                self._code = depth if name == "P" and is_code(node) else -1
                self._begin(node, name, depth, around)

    def _begin_quote(self, depth: int) -> None:
        """Add the mark that a browser shows before a quotation, if there is none."""
        if not "".join(self._texts[-1:]).endswith(_MARKS):
            self._texts.append("‘" if self._quotes else "“")
            self._quotes.append(depth)

    def _end_quote(self) -> None:
        self._quotes.pop()
        self._texts.append("’" if self._quotes else "”")

    def leave(self, depth: int) -> None:
        """End the elements that are open at a depth."""
        while self._open[-1].depth >= depth:
            left = self._open.pop()
            if left.place == "cell":
                self._texts.append(" ")
            elif left.kind is not None:
                self.flush()
            if left.place == "grid" and self._open[-1].place == "flow":
                self._end_table()
        if depth == 0:
            self.flush()

    def _end_table(self) -> None:
        """Mark the first row of the table that ends, as a header too if it looks like one, and the
        titles of a part of the rows as headers.

        If no header is marked and nearly all rows are links, the table is a menu: each is a row of
        one cell, which is never quoted.
        """
        self._join_remarks()
        places = range(self._begins_table, len(self.blocks))
        rows = [place for place in places if self.blocks[place].kind in ("header", "table")]
        if not rows:
            return
        texts = [self.blocks[row].text for row in rows]
        above = titles(texts, self._markup) if len(texts) == len(self._markup) else []
        below = [place for place in range(len(rows)) if place not in set(above)]
        is_named = any(self.blocks[rows[place]].kind == "header" for place in below)
        linked = sum(self.blocks[row].is_linked for row in rows)
        if not is_named and linked > MOST_LINKED_ITEM * len(rows):
            for row in rows:
                block = self.blocks[row]
                self.blocks[row] = replace(block, text=" ".join(block.text.split()))
            return
        markup = [self._markup[place] for place in below] if above else self._markup
        own = [texts[place] for place in below]
        if not is_named and has_header(own, markup):
            above.append(below[0])
        first, *others = (self.blocks[rows[place]].kind == "header" for place in below)
        if (first or below[0] in above) and not any(others) and goes_on(own, markup):
            above.append(below[1])
        for place in above:
            self.blocks[rows[place]] = replace(self.blocks[rows[place]], kind="header")
        self.blocks[rows[0]] = replace(self.blocks[rows[0]], mark=BEGINS_TABLE)

    def _join_remarks(self) -> None:
        """Make what is told about each row of the table that ends the last cell of that row."""
        if len(self._markup) != len(self.blocks) - self._begins_table:
            return
        for place in reversed(remarks(self._markup)):
            after = self._begins_table + place
            self.blocks[after - 1 : after + 1] = [
                self.blocks[after - 1].followed_by(self.blocks[after])
            ]
            del self._markup[place]

    def _power(self, element: ElementNode) -> str:
        """A raised text as it is kept from the number before it; empty if it needs not be kept."""
        raised, after = element.text or "", element.next
        written = raised_after(self._texts, raised, (after and after.text) or "")
        return "" if written == raised else written

    def _begin(self, node: ElementNode, name: str, depth: int, around: _Open) -> None:
        """Open an element that is a block, or contains blocks."""
        opened = _opened(node, name, depth, around)
        if opened.place != "cell":
            self.flush()
        if name == "DD":
            self._explained = len(self.blocks)
        elif name == "DT":
            self._is_apart = self._explained == len(self.blocks)
        if opened.place == "grid" and around.place == "flow":
            self._grid = Grid(by_paragraph=names_paragraphs(node))
            self._begins_table, self._markup = len(self.blocks), []
        elif opened.place == "row":
            self._grid.begin_row(in_head=around.place == "head")
        elif opened.place == "cell":
            is_own = around.place == "row" and name in ("TD", "TH")
            columns = self._grid.add_cell(node) if is_own else 0
            if name == "P":
                columns = self._grid.add_paragraph(node)
            self._texts.append("\t" * columns or " ")
        elif name in ("UL", "OL"):
            self._begins_list = BEGINS_LIST * self._is_list_of_its_own(node, opened.level)
            if self._begins_list and opened.level < self._menu:
                self._menu = 0
            if name == "OL":
                self._counts[depth] = Count(node)
        elif name == "LI":
            self._begins_item = True
            count = self._counts.get(depth - 1) if opened.kind == "step" else None
            self._mark = self._begins_list + (count.next(node) if count else "")
            self._begins_list = ""
        elif name == "DL":
            self._around_terms[depth] = around
            if self.blocks and self.blocks[-1].kind == "term":
                self._explained = len(self.blocks)  # the list before this one explains no term
        elif name == "DD" and opened.kind == "definition" and self.blocks:
            outside = self._around_terms.get(depth - 1, around)
            if outside.kind == "definition" and self.blocks[-1].level <= outside.level:
                opened = opened._replace(level=outside.level)  # without a term of its own
        if opened.place == "flow" and opened.kind != "heading" and is_indented(node, name):
            opened = self._indented(node, opened)
        self._open.append(opened)

    def _indented(self, division: ElementNode, opened: _Open) -> _Open:
        """An indented division as it is opened: as an item if it begins with a bullet or a number,
        as a definition if it explains what is above it."""
        if typed := typed_mark(division):
            self._begins_item, self._mark, self._typed = True, typed, typed
            kind: BlockKind = "step" if typed[0].isdigit() else "item"
            return opened._replace(kind=kind, level=opened.level + 1)
        if self._explains(division, opened):
            self._explanation = division
            return opened._replace(kind="definition", level=opened.level + 1)
        return opened

    def _explains(self, division: ElementNode, opened: _Open) -> bool:
        """Whether an indented division explains what is above it, whose blocks become terms."""
        before = above(division)
        if before is not None and before == self._explanation:
            return True
        if goes_on_with_list(division, before):
            return bool(self.blocks) and self.blocks[-1].level > opened.level
        found = 0
        for paragraph in terms_above(division):
            block = self.blocks[-1 - found] if found < len(self.blocks) else None
            if block is None or block.kind not in _MAY_BE_TERM or not _is_in(block, paragraph):
                break
            found += 1
            if found < len(self.blocks) and _is_in(self.blocks[-1 - found], paragraph):
                return False
        for place in range(len(self.blocks) - found, len(self.blocks)):
            self.blocks[place] = replace(self.blocks[place], kind="term", level=opened.level + 1)
        return found > 0

    def _is_list_of_its_own(self, node: ElementNode, level: int) -> bool:
        """Whether a list, whose items are below this level, does not go on with the one just before
        it, as one of a single item without a number does."""
        last = self.blocks[-1] if self.blocks else None
        if last is None or last.kind == "heading" or last.level <= level:
            return False
        items = (each for each in children(node) if each.node_name == "LI")
        return node.node_name == "OL" or sum(1 for _ in islice(items, 2)) != 1

    def _begins_note(self, mark: ElementNode) -> bool:
        """Whether a mark is the number before the text of a footnote."""
        return self._first is None and any(map(str.isdigit, mark.text or ""))

    def flush(self) -> None:
        """End the current block."""
        while self._quotes:
            self._end_quote()
        text = "".join(self._texts)
        code = self._kind == "code"
        text = (text.lstrip("\n") if code else _BLANKS.sub(r"\1", text).lstrip(" \n")).rstrip()
        if text and self._first is not None:
            kind = self._kind_of_block(text)
            mark = self._mark if kind in ("item", "step") else ""
            if kind == "definition" and (numbered := self._mark_above()):
                kind, mark = numbered
            if kind == "term" and self._is_apart:
                mark, self._is_apart = BEGINS_LIST, False
            text = self._grid.with_spanned(text) if kind == "table" else text
            block = PageBlock(kind, text, self._first, self._linked, self._level, mark)
            self.blocks += as_list(block) if kind == "paragraph" else [block]
        self._texts, self._first, self._linked, self._coded = [], None, 0, 0

    def _kind_of_block(self, text: str) -> BlockKind:
        """The kind of the block that ends.

        Only the first one of an item of a list is that item.
        """
        kind = self._kind
        if self._level < self._menu:
            self._menu = 0
        if kind == "table":
            self._markup.append(self._grid.markup)
            return "header" if self._grid.is_header else "table"
        before = self.blocks[-1] if self.blocks else None
        is_introduced = before is not None and before.text.endswith(":")
        if kind in ("item", "step"):
            begins, self._begins_item = self._begins_item, False
            goes_on = before is not None and before.kind == kind
            is_link = self._linked > MOST_LINKED_ITEM * len(without_number(text))
            is_of_menu = is_link and (self._menu > 0 or not (is_introduced or goes_on))
            if begins and not is_of_menu:
                return kind
            if begins and not self._menu:
                self._menu = self._level
            kind = "paragraph"
        begins_definition = kind == "definition" and before is not None and before.kind == "term"
        may_be_code = kind in _MAY_BE_CODE and not begins_definition
        return "code" if may_be_code and self._is_all_code(text, is_introduced) else kind

    def _mark_above(self) -> tuple[BlockKind, str] | None:
        """What a definition is instead whose term is only a bullet or a number, which is its mark:
        an item or a step, or a paragraph of one."""
        before = self.blocks[-1] if self.blocks else None
        if before is None or before.kind != "term":
            return ("paragraph", "") if self._level == self._marked_at else None
        mark = _MARK_AS_TERM.fullmatch(before.text)
        if mark and mark["repeated"] and not is_repeated(before.node, "dt"):
            mark = None
        self._marked_at = before.level if mark else -1
        if mark is None:
            return None
        self.blocks.pop()
        kind: BlockKind = "step" if mark["number"] else "item"
        return kind, before.mark + mark[0]

    def _is_all_code(self, text: str, is_introduced: bool) -> bool:
        """Whether all words of a block are code: several that end no sentence, or a single one
        that is no link, not in a table, and introduced by the line before it."""
        words = text.split()
        if self._coded != len("".join(words)):
            return False
        if len(words) == 1:
            return is_introduced and not self._linked and not is_in_table(self._first)
        return not PROSE_END.search(text.rstrip())

    def _break(self, around: _Open) -> None:
        """Add a line break; the second in a row ends the block."""
        if around.place == "cell":
            self._texts.append(" ")
        elif "".join(self._texts[-2:]).rstrip(" ").endswith("\n") and around.kind != "code":
            self.flush()
        else:
            self._texts.append("\n")

    def _begin_text(self, node: TextNode | None, around: _Open) -> None:
        """Begin the text of a block with that of a node, if it has none yet."""
        if self._first is None and node is not None:
            self._first, self._level = node, around.level
            self._kind = around.kind or "paragraph"

    def _add(self, node: TextNode, around: _Open) -> None:
        text = (node.node_value or "").translate(_CLEANED)
        if around.kind != "code":
            text = _SPACES.sub(" ", text)
        if self._typed:
            text, self._typed = text.lstrip().removeprefix(self._typed), ""
        if self._first is None and not text.strip():
            return
        self._begin_text(node, around)
        self._texts.append(text)
        if self._link >= 0:
            self._linked += len(text)
        if self._code >= 0:
            self._coded += len("".join(text.split()))


def _is_in(block: PageBlock, paragraph: ElementNode) -> bool:
    """Whether the text of a block begins in a paragraph."""
    node: DOMNode | None = block.node
    while node is not None and node.node_name not in ("P", "BODY"):
        node = node.parent
    return node is not None and node == paragraph


def _opened(node: ElementNode, name: str, depth: int, around: _Open) -> _Open:
    kind, level = around.kind, around.level
    if around.place in ("row", "cell"):
        return _Open(depth, "table", "cell", level)
    if around.place in ("grid", "head"):
        if name == "TR":
            return _Open(depth, kind, "row", level)
        if name == "CAPTION":
            return _Open(depth, "paragraph", level=level)
        return _Open(depth, kind, "head" if name == "THEAD" else "grid", level)
    if name == "TABLE" and is_data_table(node):
        return _Open(depth, "table", "grid", 0 if kind == "heading" else level)
    if name in ("LI", "DL"):
        is_step = node.parent is not None and node.parent.tag == "ol"
        of_item: BlockKind = "step" if is_step else "item"
        outside = 0 if kind == "heading" else level
        return _Open(depth, of_item if name == "LI" else "paragraph", level=outside + 1)
    if name in ("UL", "OL") and node.parent is not None and node.parent.tag in ("ul", "ol"):
        return _Open(depth, kind, level=level + 1)  # in the item before it, which is not open
    if name == "DETAILS" and kind != "heading" and answers_its_summary(node):
        return _Open(depth, "definition", level=level + 1)
    if name == "SUMMARY" and node.parent is not None and answers_its_summary(node.parent):
        return _Open(depth, "term", level=level)
    if name in _HEADINGS and not is_in_note(node):
        return _Open(depth, "heading", level=int(name[1]))
    if kind == "heading" and name not in _KINDS:
        return _Open(depth, "paragraph")
    if name == "P" and not level and kind == "paragraph" and (rank := rank_of_title(node)):
        return _Open(depth, "heading", level=rank)
    return _Open(depth, _KINDS.get(name, kind), level=level)
