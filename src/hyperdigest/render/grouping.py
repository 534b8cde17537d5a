"""How the sentences of a digest are grouped for all formats.

Sentences stay in the order of the digest. Those that follow each other there and belong together in
their document, with what is quoted before them, are one group.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Self

from hyperdigest.base.slices import is_gap, printed_number
from hyperdigest.base.text import line
from hyperdigest.digest import Citation, Digest, ListPosition
from hyperdigest.documents import Document
from hyperdigest.render.extents import Shown, extent, items_shown
from hyperdigest.render.parts import CitedSource, sources, under
from hyperdigest.render.quotes import (
    BULLET,
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
)

_INDENT = 3
_EMPTY = "", 0


def quote_groups(
    digest: Digest, numbered: dict[str, CitedSource] | None = None
) -> tuple[Group, ...]:
    """The groups of a digest, in the order shown; `numbered` are its `sources`, if known.

    If a sentence leads as the answer, its group has no title, and the groups of each source after
    it have one.
    """
    numbered = sources(digest) if numbered is None else numbered
    groups: list[_Group] = []
    for quotation in _quotations(digest, numbered):
        if not groups or not groups[-1].add(quotation):
            groups.append(_new_group(quotation))
    shown: list[Group] = []
    has_lead, titled = any(group.leads for group in groups), 0
    items = items_shown([group.items for group in groups])
    for group, of_lists in zip(groups, items, strict=True):
        source = group.parts[0].source
        if has_lead and not group.leads and source.number != titled:
            shown.append(SourceTitle(source))
            titled = source.number
        shown.append(group.finished(of_lists))
    return tuple(shown)


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
    def defines(self) -> bool:
        """Whether it is a part of a definition, or code in one."""
        if self.sentence.kind != "code":
            return self.sentence.kind == "definition"
        context = self.sentence.context
        lists = {part.position.number for part in context if part.position}
        return len(lists) <= 1 and any(part.kind == "term" for part in context)

    @property
    def has_term(self) -> bool:
        """Whether a term is shown before it."""
        return any(part.quoted.kind == "term" for part in self.context)


def _quotations(digest: Digest, numbered: dict[str, CitedSource]) -> Iterator[_Quotation]:
    shown = {(sentence.document, sentence.start) for sentence in digest.sentences}
    for number, sentence in _contexts_first(digest):
        source = numbered[sentence.document]
        new = [part for part in sentence.context if (sentence.document, part.start) not in shown]
        shown |= {(sentence.document, part.start) for part in new}
        context = tuple(Part(source, part) for part in new)
        yield _Quotation(context, Part(source, sentence, number), sentence)


def _contexts_first(digest: Digest) -> Iterator[tuple[int, Citation]]:
    """The sentences and their numbers, each after those that are quoted before it."""
    numbered = {(s.document, s.start): (n, s) for n, s in enumerate(digest.sentences, start=1)}
    for sentence in digest.sentences:
        for start in (*(part.start for part in sentence.context), sentence.start):
            if found := numbered.pop((sentence.document, start), None):
                yield found


class _Group:
    """A group that grows by quotations that belong to it."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.starts: set[int] = set()
        self.headings = {""}

    @property
    def leads(self) -> bool:
        """Whether a sentence of it leads as the answer."""
        return any(part.sentence and part.sentence.lead for part in self.parts)

    @property
    def items(self) -> Sequence[Part]:
        """The parts that are shown as items of lists or as rows."""
        return ()

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

    @classmethod
    def of(cls, part: Part) -> Self:
        """A group of one part."""
        group = cls()
        group.parts.append(part)
        group.place(part)
        return group

    def finished(self, shown: Shown) -> Group:
        """The group; `shown` counts the items of the lists that are not continued after it."""
        raise NotImplementedError


class _Paragraph(_Group):
    def continues(self, quotation: _Quotation) -> bool:
        last = self.parts[-1].sentence
        if last and (last.also or last.new or last.note):
            return False
        return _new_type(quotation) is _Paragraph and self.follows(quotation)

    def finished(self, shown: Shown) -> Paragraph:
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

    def finished(self, shown: Shown) -> Code:
        return Code(tuple(self.lead), tuple(map(tuple, self.blocks)))


class _Definition(_Group):
    """Terms, and below them the text and the code that define them."""

    def __init__(self) -> None:
        super().__init__()
        self.terms: list[Part] = []
        self.body: list[list[_Item] | _Code | _Paragraph] = []

    def continues(self, quotation: _Quotation) -> bool:
        return quotation.defines and not quotation.has_term and self.follows(quotation)

    def place(self, part: Part) -> None:
        if part.quoted.kind in ("heading", "term") and not self.body:
            self.terms.append(part)
        else:
            _add_below(self.body, part)

    def finished(self, shown: Shown) -> Definition:
        return Definition(tuple(self.terms), tuple(_below(each, shown) for each in self.body))


def _add_below(below: list[list[_Item] | _Code | _Paragraph], part: Part) -> None:
    """Add a part to the text or the code that comes last, or begin another one."""
    kind = _Code if part.sentence and part.is_code else _Paragraph
    last = below[-1] if below else None
    if isinstance(last, _Code | _Paragraph) and type(last) is kind:
        last.parts.append(part)
        last.place(part)
    else:
        below.append(kind.of(part))


class _Table(_Group):
    def __init__(self) -> None:
        super().__init__()
        self.lead: list[Part] = []
        self.rows: list[list[Part]] = []

    @property
    def items(self) -> Sequence[Part]:
        return [part for row in self.rows for part in row]

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

    def finished(self, shown: Shown) -> Table:
        lead = [part for part in self.lead if part.quoted.kind != "header"]
        headers = [[part] for part in self.lead if part.quoted.kind == "header"]
        rows = _aligned([*headers, *self.rows])
        head = _merged(rows[: len(headers)])
        listed = extent("row", self.rows[0][0], shown)
        return Table(tuple(lead), head, tuple(rows[len(headers) :]), listed)


def _aligned(rows: Sequence[Sequence[Part]]) -> list[Row]:
    """Rows with as many cells as the widest, and without columns that are empty in all.

    Those before its first one, which are empty or not quoted, are counted by their tabs. A row of
    plain text has one if it has too few cells and is indented more than others.
    """
    cells = [
        [(cell, number) for number, part in enumerate(parts) for cell in part.cells]
        for parts in rows
    ]
    before = [parts[0].before for parts in rows]
    least, most = min(map(len, before)), max(map(len, cells))
    for row, (first, *_), blank in zip(cells, rows, before, strict=True):
        is_indented = not blank.strip() and len(blank) >= least + _INDENT and len(row) < most
        row[:0] = [_EMPTY] * (blank.count("\t") if first.is_marked_by_tabs else is_indented)
    columns = list(zip_longest(*cells, fillvalue=_EMPTY))
    columns = [column for column in columns if any(cell for cell, _ in column)] or columns
    aligned = [tuple(zip(*row, strict=True)) for row in zip(*columns, strict=True)]
    return [
        Row(shown, tuple(parts), owners)
        for (shown, owners), parts in zip(aligned, rows, strict=True)
    ]


def _merged(headers: Sequence[Row]) -> Row | None:
    """The rows of a header as one, with the different words of each column one after another."""
    if not headers:
        return None
    cells = zip(*(row.cells for row in headers), strict=True)
    return Row(
        tuple(" ".join(filter(None, dict.fromkeys(column))) for column in cells),
        tuple(part for row in headers for part in row.parts),
        headers[0].owners,
    )


@dataclass(slots=True)
class _Item:
    """An item that grows by parts, and by lists, code and further text below them."""

    position: ListPosition
    mark: str
    kind: str
    parts: list[Part]
    below: list[list[_Item] | _Code | _Paragraph] = field(default_factory=list)

    @property
    def starts(self) -> set[int]:
        """Where its parts begin."""
        return {part.quoted.start for part in self.parts}

    def add(self, part: Part) -> None:
        """Add code, or text after what it has already."""
        if self.below or part.is_code:
            _add_below(self.below, part)
        else:
            self.parts.append(part)


class _List(_Group):
    """A list, with the lists in its items; `open` are those that may still get items."""

    def __init__(self) -> None:
        super().__init__()
        self.lead: list[Part] = []
        self.open: list[list[_Item]] = []

    @property
    def items(self) -> Sequence[Part]:
        return self.parts

    def add(self, quotation: _Quotation) -> bool:
        """Add a quotation if it belongs to the list, also if it brings what introduces the list."""
        first, position = self.open[0][0], _position(quotation.part)
        early = [
            part for part in quotation.context if part.quoted.end <= self.parts[0].quoted.start
        ]
        introduces = position is not None and position.number == first.position.number
        if not early or not introduces or self.lead or any(map(_position, early)):
            return super().add(quotation)
        if not super().add(replace(quotation, context=quotation.context[len(early) :])):
            return False
        one = first.parts[0]
        under = "" if self.headings & {part.text for part in early} else one.under
        first.parts[0] = replace(one, gap=self.is_gap(early[-1], one), under=under)
        self.lead = early
        return True

    def continues(self, quotation: _Quotation) -> bool:
        first = quotation.parts[0]
        position = _position(first)
        if _new_type(quotation) is _List:
            is_open = position and any(of[0].position.number == position.number for of in self.open)
            return position is not None and bool(is_open or self.nests(first, quotation.needs))
        if _new_type(quotation) not in (_Code, _Paragraph):
            return False
        if any(_is_within(first, items[-1].parts[0]) for items in self.open):
            return True
        needs_item = quotation.needs in self.open[-1][-1].starts
        is_next = _new_type(quotation) is _Code or not self.is_gap(self.parts[-1], first)
        return needs_item and is_next

    def nests(self, part: Part, needed: int) -> bool:
        """Whether an item begins a list inside the item before it: that introduces it, or it
        stands directly before and in fewer lists."""
        if needed in self.open[-1][-1].starts:
            return True
        before = self.open[-1][-1].parts[0]
        return 0 < _level(before) < _level(part) and not self.is_gap(self.parts[-1], part)

    def place(self, part: Part) -> None:
        position = _position(part)
        if position is None:
            if not self.open:
                self.lead.append(part)
                return
            around = [n for n, of in enumerate(self.open) if _is_within(part, of[-1].parts[0])]
            del self.open[max(around, default=len(self.open)) + 1 :]
            self.open[-1][-1].add(part)
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
            inner = [item]
            self.open[-1][-1].below.append(inner)
            self.open.append(inner)
        else:
            self.open.append([item])

    def finished(self, shown: Shown) -> List:
        return _list(self.open[0], shown, self.lead)


def _list(items: Sequence[_Item], shown: Shown, lead: Iterable[Part] = ()) -> List:
    is_ordered = any(item.kind == "step" or item.mark != BULLET for item in items)
    finished = tuple(
        Item(
            item.mark,
            tuple(item.parts),
            tuple(_below(each, shown) for each in item.below),
            item.parts[0].gap,
        )
        for item in items
    )
    kind = "step" if is_ordered else "item"
    return List(tuple(lead), finished, extent(kind, items[0].parts[0], shown))


def _below(inner: list[_Item] | _Code | _Paragraph, shown: Shown) -> List | Code | Paragraph:
    return _list(inner, shown) if isinstance(inner, list) else inner.finished(shown)


def _mark(part: Part) -> str:
    """The number of an item as printed, its ordinal for a step, or else `BULLET`.

    Where all steps of Markdown have the number 1, its readers see their ordinals.
    """
    document, position = part.source.document, _position(part)
    printed = printed_number(document.text, part.quoted.start) if document else ""
    is_repeated = printed in ("1.", "1)") and document and document.format == "markdown"
    if is_repeated and position and position.ordinal:
        return f"{position.ordinal}{printed[-1]}"
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


def _is_within(part: Part, item: Part) -> bool:
    """Whether a part after an item is inside it, as all between them, by levels or indents."""
    document, level = part.source.document, _level(item)
    if document is None:
        return False
    if not document.blocks:
        indent = len(item.before) - len(item.before.lstrip())
        lines = document.text[item.quoted.end : part.quoted.end].split("\n")[1:]
        return all(line[: indent + 1].isspace() or not line for line in lines) and bool(lines)
    begin, end = (
        bisect_right(document.blocks, each.quoted.start, key=lambda block: block.start)
        for each in (item, part)
    )
    between = document.blocks[begin:end]
    return level > 0 and all(
        block.level > level or (block.level == level and block.kind not in ("item", "step"))
        for block in between
    )


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
    if quotation.defines and quotation.has_term:
        return _Definition
    if kind == "code":
        return _List if any(map(_position, quotation.context)) else _Code
    continues_item = _level(quotation.part) and any(map(_position, quotation.context))
    is_item = kind != "definition" and (quotation.sentence.position or continues_item)
    return _List if is_item else _Paragraph


def _new_group(quotation: _Quotation) -> _Group:
    group = _new_type(quotation)()
    group.put(quotation)
    return group
