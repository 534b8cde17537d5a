"""What a digest quotes as paragraphs, lists, tables, code and definitions, for all formats.

Sentences stay in the order of the digest. Those that follow each other there and belong together in
their document, with what is quoted before them, are one group. A format only writes the groups.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from hyperdigest.base.readable import uncovered, without_escapes
from hyperdigest.base.slices import is_gap, printed_number
from hyperdigest.base.text import line, visible
from hyperdigest.digest import Citation, Digest, ListPosition, Slice
from hyperdigest.documents import Document
from hyperdigest.render.parts import CitedSource, sources, under

BULLET = "-"
"""The mark of an item without a number."""

_NOUNS = {"step": ("step", "steps"), "row": ("row", "rows")}
_TABS, _SPACES = re.compile("\t"), re.compile(" {3,}")
_FRAMED, _BARRED = re.compile(r"(?<!\\)\|"), re.compile(r" \| ")

DEEPEST_INDENT = 1000
"""In characters; code that is indented more is shown as if its first line were not."""

TAB = 4
"""Spaces for a tab in code."""


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
    def text(self) -> str:
        """The slice on one line, without the markup of its format."""
        return self.source.shown(self.quoted)

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a row of a table, each on one line."""
        text, start = self.quoted.text, self.quoted.start
        document = self.source.document
        has_bars = document is None or document.format in ("text", "markdown")
        begin, close = 0, len(text)
        if "\t" in text:
            mark = _TABS
        elif has_bars and text.startswith("|"):
            mark, begin, close = _FRAMED, 1, len(text.rstrip().removesuffix("|"))
        else:
            mark = _BARRED if has_bars and " | " in text else _SPACES
        ends = [found.span() for found in mark.finditer(text, begin, close)]
        if not ends and not begin:
            return (self.text,)
        slices = zip(
            [begin, *(end for _, end in ends)], [*(at for at, _ in ends), close], strict=True
        )
        return tuple(
            self.source.shown(Slice(start + one, start + other, text[one:other]))
            if text[one:other].strip()
            else ""
            for one, other in slices
        )

    @property
    def code(self) -> str:
        """The lines of code as they are, with what indents the first one."""
        text = self.quoted.text
        if document := self.source.document:
            start, end = self.quoted.start, self.quoted.end
            first = max(0, start - DEEPEST_INDENT)
            before = document.text[first:start]
            line_start = max(map(before.rfind, "\n\r")) + 1
            is_indent = (line_start or not first) and not before[line_start:].strip()
            text = document.text[first + line_start if is_indent else start : end]
            if document.format == "text":
                text = uncovered(without_escapes(text), text)
        text = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(TAB)
        return visible(text, keep="\n")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; before a part with a `gap` words are left out."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """An item or a step: its number as printed, or `BULLET`, its parts, and the lists in it.

    `gap` is whether words, or whole items, are left out before it.
    """

    mark: str
    parts: tuple[Part, ...]
    lists: tuple[List, ...] = ()
    gap: bool = False


@dataclass(frozen=True, slots=True)
class List:
    """Items of one list, and before them what introduces it.

    `extent` says how many of all items are shown, such as ``4 of 9 steps``; empty for all.
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
    """A row of a table: its cells, and the sentences whose cells they are."""

    cells: tuple[str, ...]
    parts: tuple[Part, ...]

    @property
    def gap(self) -> bool:
        """Whether rows are left out before it."""
        return self.parts[0].gap


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
    """Terms, and the sentences that define them."""

    terms: tuple[Part, ...]
    parts: tuple[Part, ...]


Group = Paragraph | List | Table | Code | Definition


def number_of(mark: str) -> int:
    """The number of a mark such as ``3.``; 0 for any other mark."""
    digits = mark.removesuffix(".")
    return int(digits) if digits != mark and digits.isdecimal() else 0


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


def quote_groups(
    digest: Digest, numbered: dict[str, CitedSource] | None = None
) -> tuple[Group, ...]:
    """The groups of a digest, in the order shown; `numbered` are its `sources`, if known."""
    numbered = sources(digest) if numbered is None else numbered
    groups: list[_Group] = []
    for quotation in _quotations(digest, numbered):
        if not groups or not groups[-1].add(quotation):
            groups.append(_new_group(quotation))
    return tuple(group.finished() for group in groups)


@dataclass(frozen=True, slots=True)
class _Quotation:
    """A sentence, and those parts of its context that are shown before it, each only once."""

    context: tuple[Part, ...]
    part: Part
    sentence: Citation

    @property
    def parts(self) -> tuple[Part, ...]:
        return (*self.context, self.part)

    @property
    def needs(self) -> int:
        """Where the first part of its context begins that is shown already; -1 without one."""
        new = self.parts[0].quoted.start
        before = [part.start for part in self.sentence.context if part.start < new]
        return before[-1] if before else -1

    @property
    def term(self) -> bool:
        """Whether it is a definition whose term is quoted."""
        context = self.sentence.context
        return self.sentence.kind == "definition" and bool(context) and context[-1].kind == "term"


def _quotations(digest: Digest, numbered: dict[str, CitedSource]) -> Iterator[_Quotation]:
    shown = {(sentence.document, sentence.start) for sentence in digest.sentences}
    for number, sentence in enumerate(digest.sentences, start=1):
        source = numbered[sentence.document]
        new = [part for part in sentence.context if (sentence.document, part.start) not in shown]
        shown |= {(sentence.document, part.start) for part in new}
        context = tuple(Part(source, part) for part in new)
        yield _Quotation(context, Part(source, sentence, number), sentence)


class _Group:
    """A group that grows by quotations that belong to it."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.starts: set[int] = set()
        self.headings = {""}

    def add(self, quotation: _Quotation) -> bool:
        """Add a quotation if it belongs to the group; whether it does."""
        first, last = quotation.parts[0], self.parts[-1]
        if first.source.number != last.source.number or first.quoted.start < last.quoted.end:
            return False
        if not self.continues(quotation):
            return False
        self.put(quotation)
        return True

    def put(self, quotation: _Quotation) -> None:
        """Add a quotation that belongs to the group."""
        for part in quotation.parts:
            self.place(self.beside(part))

    def beside(self, part: Part) -> Part:
        """A part as the next one of the group: with its gap, and its heading if that is new."""
        gap = bool(self.parts) and self.is_gap(self.parts[-1], part)
        title = line(part.sentence.heading) if part.sentence else part.text
        new = part.sentence and title not in self.headings
        part = replace(part, gap=gap, under=under(part.sentence) if part.sentence and new else "")
        self.parts.append(part)
        self.starts.add(part.quoted.start)
        self.headings.add(title)
        return part

    @staticmethod
    def is_gap(one: Part, other: Part) -> bool:
        """Whether words are left out between two parts."""
        document = other.source.document
        text = document.text if document else None
        return is_gap(text, one.quoted.end, other.quoted.start)

    def follows(self, quotation: _Quotation) -> bool:
        """Whether a quotation follows the last part, or needs a part that the group has."""
        if not self.is_gap(self.parts[-1], quotation.parts[0]):
            return True
        return quotation.needs in self.starts

    def continues(self, quotation: _Quotation) -> bool:
        """Whether a later quotation of the same document belongs to the group."""
        raise NotImplementedError

    def place(self, part: Part) -> None:
        """Put a part of the group where it belongs."""

    def finished(self) -> Group:
        """The group."""
        raise NotImplementedError


class _Paragraph(_Group):
    def continues(self, quotation: _Quotation) -> bool:
        last = self.parts[-1].sentence
        if last and (last.also or last.new or last.note):
            return False
        return _new_type(quotation) is _Paragraph and self.follows(quotation)

    def finished(self) -> Paragraph:
        return Paragraph(tuple(self.parts))


class _Code(_Group):
    def __init__(self) -> None:
        super().__init__()
        self.lead: list[Part] = []
        self.blocks: list[list[Part]] = []

    def continues(self, quotation: _Quotation) -> bool:
        is_code = _new_type(quotation) is _Code and not quotation.context
        return is_code and self.follows(quotation)

    def place(self, part: Part) -> None:
        if part.sentence is None:
            self.lead.append(part)
        elif self.blocks and not part.gap:
            self.blocks[-1].append(part)
        else:
            self.blocks.append([part])

    def finished(self) -> Code:
        return Code(tuple(self.lead), tuple(map(tuple, self.blocks)))


class _Definition(_Group):
    def continues(self, quotation: _Quotation) -> bool:
        return quotation.term and not quotation.context and self.follows(quotation)

    def finished(self) -> Group:
        terms = tuple(part for part in self.parts if part.sentence is None)
        if not terms:
            return Paragraph(tuple(self.parts))
        return Definition(terms, tuple(self.parts[len(terms) :]))


class _Table(_Group):
    def __init__(self) -> None:
        super().__init__()
        self.lead: list[Part] = []
        self.rows: list[list[Part]] = []

    def continues(self, quotation: _Quotation) -> bool:
        one, other = _position(self.parts[-1]), _position(quotation.part)
        if _new_type(quotation) is not _Table or quotation.context:
            return False
        if one is None or other is None:
            return self.follows(quotation)
        return one.number == other.number

    def place(self, part: Part) -> None:
        if part.sentence is None:
            self.lead.append(part)
        elif self.rows and not part.gap and _is_same_item(self.rows[-1][-1], part):
            self.rows[-1].append(part)
        else:
            self.rows.append([part])

    def finished(self) -> Table:
        lead = [part for part in self.lead if part.quoted.kind != "header"]
        header = [part for part in self.lead if part.quoted.kind == "header"]
        rows = [_row(parts) for parts in self.rows]
        head = _row(header) if header else None
        most = max(len(row.cells) for row in [*rows, *([head] if head else [])])
        position = _position(self.rows[0][0])
        return Table(
            tuple(lead),
            head and _filled(head, most),
            tuple(_filled(row, most) for row in rows),
            _extent("row", len(self.rows), position.of) if position else "",
        )


def _row(parts: Sequence[Part]) -> Row:
    return Row(tuple(cell for part in parts for cell in part.cells), tuple(parts))


def _filled(row: Row, columns: int) -> Row:
    return replace(row, cells=(*row.cells, *[""] * (columns - len(row.cells))))


@dataclass(slots=True)
class _Item:
    """An item that grows by parts and by lists in it."""

    position: ListPosition
    mark: str
    kind: str
    parts: list[Part]
    lists: list[list[_Item]] = field(default_factory=list)


class _List(_Group):
    """A list, with the lists in its items; `open` are those that may still get items."""

    def __init__(self) -> None:
        super().__init__()
        self.lead: list[Part] = []
        self.open: list[list[_Item]] = []

    def continues(self, quotation: _Quotation) -> bool:
        first = quotation.parts[0]
        position = _position(first)
        if _new_type(quotation) is _List:
            is_open = position and any(of[0].position.number == position.number for of in self.open)
            return position is not None and bool(is_open or self.nests(first, quotation.needs))
        is_text = _new_type(quotation) is _Paragraph and not quotation.context
        within = _level(first) > 0 or quotation.needs in self.starts_of_item
        return is_text and within and not self.is_gap(self.parts[-1], first)

    @property
    def starts_of_item(self) -> set[int]:
        """Where the parts of the item that is being shown begin."""
        return {part.quoted.start for part in self.open[-1][-1].parts}

    def nests(self, part: Part, needed: int) -> bool:
        """Whether an item begins a list inside the item before it: that introduces it, or it
        stands directly before and in fewer lists."""
        if needed in self.starts_of_item:
            return True
        before = self.open[-1][-1].parts[0]
        return 0 < _level(before) < _level(part) and not self.is_gap(self.parts[-1], part)

    def place(self, part: Part) -> None:
        position = _position(part)
        if position is None:
            (self.open[-1][-1].parts if self.open else self.lead).append(part)
            return
        item = _Item(position, _mark(part), part.quoted.kind, [part])
        for depth in range(len(self.open) - 1, -1, -1):
            last = self.open[depth][-1]
            if last.position.number == position.number:
                del self.open[depth + 1 :]
                if last.position.ordinal == position.ordinal:
                    last.parts.append(part)
                else:
                    self.open[depth].append(item)
                return
        if self.open:
            self.open[-1][-1].lists.append([item])
            self.open.append(self.open[-1][-1].lists[-1])
        else:
            self.open.append([item])

    def finished(self) -> List:
        return _list(self.open[0], self.lead)


def _list(items: Sequence[_Item], lead: Iterable[Part] = ()) -> List:
    noun = "step" if any(item.kind == "step" for item in items) else "item"
    shown = tuple(
        Item(item.mark, tuple(item.parts), tuple(map(_list, item.lists)), item.parts[0].gap)
        for item in items
    )
    return List(tuple(lead), shown, _extent(noun, len(items), items[0].position.of))


def _extent(kind: str, shown: int, of: int) -> str:
    one, many = _NOUNS.get(kind, ("item", "items"))
    return f"{shown} of {of} {one if of == 1 else many}" if shown < of else ""


def _mark(part: Part) -> str:
    """The number of an item as printed, its ordinal for a step, or else `BULLET`."""
    document, position = part.source.document, _position(part)
    printed = printed_number(document.text, part.quoted.start) if document else ""
    if printed or position is None or part.quoted.kind != "step":
        return printed or BULLET
    return f"{position.ordinal}."


def _position(part: Part) -> ListPosition | None:
    return part.quoted.position


def _is_same_item(one: Part, other: Part) -> bool:
    positions = _position(one), _position(other)
    return positions[0] is not None and positions[1] is not None and (
        positions[0].number, positions[0].ordinal
    ) == (positions[1].number, positions[1].ordinal)  # fmt: skip


def _level(part: Part) -> int:
    """The number of lists that a part is in; 0 if it is not known."""
    return _level_at(part.source.document, part.quoted.start) if part.source.document else 0


def _level_at(document: Document, offset: int) -> int:
    blocks = document.blocks
    number = bisect_right(blocks, offset, key=lambda block: block.start) - 1
    if number < 0 or offset >= blocks[number].end or blocks[number].kind == "heading":
        return 0
    return blocks[number].level


def _new_type(quotation: _Quotation) -> type[_Group]:
    """As what a quotation begins a group."""
    kind = quotation.sentence.kind
    if kind == "row":
        return _Table
    if kind == "code":
        return _Code
    if quotation.term:
        return _Definition
    return _List if quotation.sentence.position else _Paragraph


def _new_group(quotation: _Quotation) -> _Group:
    group = _new_type(quotation)()
    group.put(quotation)
    return group
