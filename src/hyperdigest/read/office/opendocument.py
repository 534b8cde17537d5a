"""OpenDocument, the format of LibreOffice: texts (odt) and presentations (odp)."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, groupby, islice
from typing import Any, NamedTuple

from hyperdigest.base.exponents import raised_after
from hyperdigest.documents import BlockKind
from hyperdigest.errors import ReadError
from hyperdigest.read.content import BEGINS_LIST, NOTES, BlockText, Content, join, join_pages
from hyperdigest.read.mathml import linear
from hyperdigest.read.office.archive import entity_notes, entry, open_archive, properties, xml_part
from hyperdigest.read.office.opendocument_styles import Style, Styles
from hyperdigest.read.office.tables import LOOKED_AT, Cell, Row, table_parts
from hyperdigest.read.paragraphs.link_items import LinkItem, is_all_links, without_menus
from hyperdigest.read.paragraphs.numbers import ITEM, mark_of_level
from hyperdigest.read.paragraphs.style_names import Place
from hyperdigest.read.paragraphs.typed_lists import with_typed_lists
from hyperdigest.read.paragraphs.typewritten import Typewritten, with_code
from hyperdigest.read.titles import title_from

_MANIFEST = "META-INF/manifest.xml"
_FORMULA = "application/vnd.oasis.opendocument.formula"
_LEFT_OUT = frozenset(
    (
        *("tracked-changes", "annotation", "annotation-end", "forms", "event-listeners", "script"),
        *("hidden-text", "note-citation", "ruby-text", "svg-title", "svg-desc"),
    )
)
"""Deleted text, comments, forms, hidden text, and descriptions of pictures."""

_CONTENTS = frozenset(
    {"table-of-content", "illustration-index", "table-index", "object-index", "user-index"}
    | {"alphabetical-index"}
)
"""Tables of contents and indexes, which are shown but no blocks."""

_STYLE_SHEET = "styles.xml"
_TEXT_BODY = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}text"
_TITLES = {"title": 1, "subtitle": 2}
"""The ranks of the titles of slides."""

_FURNITURE = frozenset({"header", "footer", "date-time", "page-number"})
_SPACE = re.compile(r"[ \t\r\n]+")


def read_odt(data: bytes) -> Content:
    """The text of a document: each table row is a block, foot- and endnotes are at the end."""
    with opened(data) as archive:
        content = _content(archive)
        notes = entity_notes(archive, "content.xml")
        walk = _Walk(_styles(archive, content))
        authors, date, title = properties(archive, "meta.xml")
    flows = [list(walk.parts(body)) for body in content.iter(_TEXT_BODY)]
    flows = with_code(*map(without_menus, flows), walk.notes)
    parts = list(chain(*map(with_typed_lists, flows)))
    text, blocks = join(parts)
    title = title_from(title, parts)
    return Content(text, "odt", title, blocks, notes=notes, authors=authors, date=date)


def read_odp(data: bytes) -> Content:
    """The text of a presentation, slide after slide, each with its speaker's notes."""
    with opened(data) as archive:
        content = _content(archive)
        notes = entity_notes(archive, "content.xml")
        walk = _Walk(_styles(archive, content))
        authors, date, title = properties(archive, "meta.xml")
    shown = (page for page in content.iter("{*}page") if "name" in _names(page))
    slides = with_code(*map(walk.slide, shown))
    text, blocks, pages = join_pages(slides)
    title = title_from(title, chain(*slides))
    return Content(text, "odp", title, blocks, pages, notes=notes, authors=authors, date=date)


def opened(data: bytes) -> zipfile.ZipFile:
    """The archive of a file. Raises ReadError if it is none, or is protected."""
    archive = open_archive(data)
    if _MANIFEST in archive.namelist() and b"encryption-data" in entry(archive, _MANIFEST):
        raise ReadError("is protected by a password: save a copy without one")
    return archive


def _content(archive: zipfile.ZipFile) -> Any:
    """The content of a file, in which objects that are formulas have the text of these."""
    content = xml_part(archive, "content.xml")
    folders = _folders_of_formulas(archive)
    for shown in content.iter("{*}object"):
        folder = f"{_names(shown).get('href', '').removeprefix('./')}/"
        formula = shown.find("{*}math")
        if formula is not None:
            shown.remove(formula)
            shown.text = linear(formula)
        elif folder in folders:
            folders.remove(folder)  # one that is shown again and again is read once
            with suppress(ReadError):
                shown.text = linear(xml_part(archive, f"{folder}content.xml"))
    return content


def _folders_of_formulas(archive: zipfile.ZipFile) -> set[str]:
    with suppress(ReadError):
        files = map(_names, xml_part(archive, _MANIFEST).iter("{*}file-entry"))
        return {each.get("full-path", "") for each in files if each.get("media-type") == _FORMULA}
    return set()


def _styles(archive: zipfile.ZipFile, content: Any) -> Styles:
    """The styles of a file: those of its style sheet, and those that its content defines."""
    has_sheet = _STYLE_SHEET in archive.namelist()
    return Styles([*([xml_part(archive, _STYLE_SHEET)] if has_sheet else []), content])


def _name(element: Any) -> str:
    """The tag of an element without its namespace; empty for comments and entities.

    The title and description of a picture get the prefix ``svg-``.
    """
    space, _, name = element.tag.rpartition("}") if isinstance(element.tag, str) else ("", "", "")
    return f"svg-{name}" if "svg-compatible" in space else name


def _is_unshown(style: Style) -> bool:
    return bool(style.struck or style.hidden)


def _has_several_items(element: Any) -> bool:
    """Whether a list has several items; one of a single item goes on with the list before it."""
    return sum(1 for _ in islice(element.iterfind("{*}list-item"), 2)) > 1


def _names(element: Any) -> dict[str, str]:
    """The attributes of an element by name without namespace."""
    return {name.rpartition("}")[2]: value for name, value in element.attrib.items()}


class _Around(NamedTuple):
    """What an element is in: the kind of its paragraphs, and how many lists, with which style."""

    kind: BlockKind | None = "paragraph"
    level: int = 0
    list_style: str = ""


_OUTSIDE = _Around()
"""What an element that is in no list is in."""


class _Walk:
    """Collects the text of a document; `notes` are the foot- and endnotes found so far.

    `_last` has the last number of each level. Lists are numbered, and `_firsts` has, by the ids of
    lists, the first of those that each continues, and `_firsts_alike` by their style and level.
    `_ends` has the last number of the items of such a first list.
    """

    def __init__(self, styles: Styles) -> None:
        self.notes: list[BlockText] = []
        self._styles = styles
        self._last: dict[int, int] = {}
        self._n_lists = 0
        self._firsts: dict[str, int] = {}
        self._firsts_alike: dict[tuple[str, int], int] = {}
        self._ends: dict[int, int] = {}

    def parts(self, parent: Any, around: _Around = _OUTSIDE) -> Iterator[BlockText]:
        """The paragraphs and table rows below `parent`, in order."""
        for name, elements in groupby(parent, _name):
            if name in _LEFT_OUT:
                continue
            if name == "list":
                yield from self._lists(list(elements), around)
                continue
            for element in elements:
                if name in ("p", "h"):
                    yield from self._paragraph(element, around)
                elif name == "table":
                    yield from self._table(element, around)
                elif name == "list-item":
                    yield from self._item(element, around)
                elif name == "object" and element.text:
                    yield BlockText("paragraph", element.text, around.level)
                elif name:
                    inner = around._replace(kind=None) if name in _CONTENTS else around
                    yield from self.parts(element, inner)

    def _lists(self, lists: Sequence[Any], around: _Around) -> Iterator[BlockText]:
        """The parts of lists in a row. Those before one that continues an earlier one of them are
        part of the last item of that one."""
        firsts = [self._first_of(each, around) for each in lists]
        last = {first: place for place, first in enumerate(firsts)}
        outer = -1
        for place, (element, first) in enumerate(zip(lists, firsts, strict=True)):
            is_inside = first != outer and place < last.get(outer, 0)
            outer = outer if is_inside else first
            has_own = next(element.iterfind("{*}list-item/{*}p"), None) is not None
            deeper = int(is_inside and has_own)
            self._last.pop(around.level, None)
            begins = BEGINS_LIST * (first not in self._ends and _has_several_items(element))
            if first in self._ends:
                self._last[around.level] = self._ends[first]
            style = _names(element).get("style-name") or around.list_style
            for part in self.parts(element, _Around(around.kind, around.level + 1, style)):
                if part.text.strip():
                    if part.kind in ("item", "step"):
                        part = part._replace(mark=begins + part.mark)
                    begins = ""
                yield part if part.kind == "heading" else part._replace(level=part.level + deeper)
            if around.level in self._last:
                self._ends[first] = self._last[around.level]

    def _first_of(self, element: Any, around: _Around) -> int:
        """The number of the first of the lists that a list continues; its own if it is the first.

        With ``continue-numbering``, it continues the last list of its style and level.
        """
        names = _names(element)
        alike = (names.get("style-name") or around.list_style, around.level)
        first = self._n_lists
        self._n_lists += 1
        if "continue-list" in names:
            first = self._firsts.get(names["continue-list"], first)
        elif names.get("continue-numbering") == "true":
            first = self._firsts_alike.get(alike, first)
        self._firsts_alike[alike] = first
        if "id" in names:
            self._firsts[names["id"]] = first
        return first

    def _item(self, item: Any, around: _Around) -> Iterator[BlockText]:
        """The parts of an item of a list, of which the first paragraph is the item.

        An item that begins with a list has no number.
        """
        name = around.list_style
        for paragraph in () if name else item.iterfind("{*}p"):
            name = name or self._styles.style(_names(paragraph).get("style-name", "")).list_style
        levels, level = self._styles.levels_of_list(name), around.level - 1
        kind, first, *_ = levels.get(level, ITEM)
        numbered = ""
        if _name(next(iter(item), item)) != "list":
            number = self._last.get(level, first - 1) + 1
            value = _names(item).get("start-value", "")
            number = int(value[:9]) if value.isdecimal() and value.isascii() else number
            self._last[level] = number
            numbered = mark_of_level(levels, level, self._last) if kind == "step" else ""
        is_first = True
        for part in self.parts(item, around):
            if is_first and part.kind == "paragraph" and part.level == around.level:
                is_link = kind == "item" and isinstance(part, LinkItem)
                of_kind = LinkItem if is_link else BlockText
                part = of_kind(kind, part.text, part.level, numbered)
            is_first = is_first and not part.text.strip()
            yield part

    def slide(self, page: Any) -> Iterator[BlockText]:
        """The parts of a slide, its title first and the speaker's notes last."""
        titles: list[BlockText] = []
        body: list[BlockText] = []
        notes: list[BlockText] = []
        for shape in page:
            role = _names(shape).get("class", "")
            if _name(shape) == "notes":
                shown = [frame for frame in shape if _names(frame).get("class") == "notes"]
                notes = [part for frame in shown for part in self._shape(frame)]
            elif role in _TITLES:
                rank = _TITLES[role]
                titles += [BlockText("heading", part.text, rank) for part in self._shape(shape)]
            elif role not in _FURNITURE and _name(shape) not in _LEFT_OUT:
                body += self._shape(shape)
        yield from (*titles, *body)
        if any(part.text.strip() for part in notes):
            yield from (BlockText("heading", NOTES, 2), *notes)

    def _shape(self, shape: Any) -> list[BlockText]:
        """The parts of a shape; none if it is an empty placeholder."""
        return [] if _names(shape).get("placeholder") == "true" else list(self.parts([shape]))

    def _paragraph(self, element: Any, around: _Around) -> Iterator[BlockText]:
        if self._styles.style(_names(element).get("style-name", "")).hidden:
            return
        kind, level, _ = self._place(element, around)
        texts: list[str] = []
        boxes: list[BlockText] = []
        self._collect(element, texts, boxes, code=kind == "code")
        text = "".join(texts).replace("\xa0", " ").replace("\xad", "")
        typewritten = kind == "paragraph" and level == around.level
        typewritten = typewritten and self._is_all(element, lambda style: style.monospaced)
        is_link = around.level and is_all_links(element, text, "{*}a")
        of_kind = Typewritten if typewritten else LinkItem if is_link else BlockText
        yield of_kind(kind, text, level)
        yield from boxes

    def _place(self, element: Any, around: _Around) -> Place:
        """The kind and the level of a paragraph."""
        names = _names(element)
        styled = self._styles.style(names.get("style-name", "")).place
        if around.kind is None:
            return Place(None)
        if _name(element) == "h":
            rank = names.get("outline-level", "")
            level = int(rank[:9]) if rank.isdecimal() and rank.isascii() else 0
            return Place("heading", level)
        if styled is not None and styled.kind in (None, "heading"):
            return styled
        if styled is not None and (around.level == 0 or styled.kind in ("code", "quote")):
            return Place(styled.kind, around.level or styled.level)
        return Place("paragraph", around.level)

    def _is_all(self, element: Any, has: Callable[[Style], bool | None]) -> bool:
        """Whether all of the text of a paragraph has a property, and there is text."""
        style = self._styles.style(_names(element).get("style-name", ""))
        values = self._values(element, has, inherited=bool(has(style)))
        return next(values, False) and all(values)

    def _values(
        self, element: Any, has: Callable[[Style], bool | None], *, inherited: bool
    ) -> Iterator[bool]:
        """Whether each text in an element has a property."""
        if element.text and element.text.strip():
            yield inherited
        for child in element:
            own = None
            if _name(child) == "span":
                own = has(self._text_style(child))
            yield from self._values(child, has, inherited=inherited if own is None else own)
            if child.tail and child.tail.strip():
                yield inherited

    def _text_style(self, span: Any) -> Style:
        return self._styles.style(_names(span).get("style-name", ""), "text")

    def _collect(
        self, element: Any, texts: list[str], boxes: list[BlockText], *, code: bool
    ) -> None:
        """Append the text of a paragraph to `texts`, text boxes to `boxes`, notes to `notes`."""
        most_spaces = 100

        def add(text: str | None) -> None:
            texts.append((text or "") if code else _SPACE.sub(" ", text or ""))

        add(element.text)
        for child in element:
            name = _name(child)
            if name == "s":
                count = _names(child).get("c", "1")
                number = int(count[:9]) if count.isdecimal() else 1
                texts.append(" " * min(number, most_spaces))
            elif name in ("tab", "line-break"):
                texts.append("\t" if name == "tab" else "\n")
            elif name == "note":
                self.notes += self.parts(child)
            elif name in ("p", "h", "table", "list"):
                boxes += self.parts([child])
            elif name == "span" and _is_unshown(self._text_style(child)):
                pass
            elif name == "span" and self._text_style(child).raised:
                raised: list[str] = []
                self._collect(child, raised, boxes, code=code)
                texts.append(raised_after(texts, "".join(raised)))
            elif name and name not in _LEFT_OUT:
                self._collect(child, texts, boxes, code=code)
            add(child.tail)

    def _table(self, table: Any, around: _Around) -> Iterator[BlockText]:
        """The rows of a data table; the parts of a table of one column, or of long text."""
        rows = [[c for c in row if _name(c) == "table-cell"] for row in table.iter("{*}table-row")]
        nested = next(table.iterdescendants("{*}table"), None) is not None
        if nested or max(map(len, rows), default=0) < 2:
            yield from self.parts(table, around)
            return
        found = []
        for number, element in enumerate(table.iter("{*}table-row")):
            is_header = _name(element.getparent()) == "table-header-rows"
            is_bold = number < LOOKED_AT and self._is_bold(element)
            cells = [self._cell(cell, around) for cell in rows[number]]
            found.append(Row(cells, is_header, is_bold))
        yield from table_parts(found, around.level)

    def _cell(self, cell: Any, around: _Around) -> Cell:
        names = _names(cell)
        columns, repeated, rows = (
            int(names.get(name, "")[:9]) if names.get(name, "").isdecimal() else 1
            for name in ("number-columns-spanned", "number-columns-repeated", "number-rows-spanned")
        )
        parts = list(self.parts(cell, around))
        return Cell(parts, columns * repeated, rows, alike=repeated > 1)

    def _is_bold(self, row: Any) -> bool:
        """Whether all the text of a row is bold."""
        written = [each for each in row.iter("{*}p") if "".join(each.itertext()).strip()]
        return bool(written) and all(
            self._is_all(each, lambda style: style.bold) for each in written
        )
