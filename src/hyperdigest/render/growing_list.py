"""A list that grows by items, and by what is in them: code, further text and lists."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from hyperdigest.base.slices import TASKS, printed_number, printed_task
from hyperdigest.digest import ListPosition
from hyperdigest.render.growing_group import Below, GrowingGroup, Shown, add_below, extent
from hyperdigest.render.quotations import Quotation, level_of
from hyperdigest.render.quotes import BULLET, Item, List, Part


@dataclass(slots=True)
class _Item:
    """An item that grows by parts, and by lists, code and further text below them."""

    position: ListPosition
    mark: str
    kind: str
    parts: list[Part]
    below: list[Below] = field(default_factory=list)

    @property
    def starts(self) -> set[int]:
        """Where its parts begin."""
        return {part.quoted.start for part in self.parts}

    def add(self, part: Part) -> None:
        """Add code, or text after what it has already."""
        if self.below or part.is_code:
            add_below(self.below, part)
        else:
            self.parts.append(part)


@dataclass(slots=True)
class _Nested:
    """A list below an item."""

    items: list[_Item]

    def finished(self, shown: Shown) -> List:
        return _finished(self.items, shown)


class GrowingList(GrowingGroup):
    """A list, with the lists in its items; `open` are those that may still get items."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[list[_Item]] = []

    @property
    def items(self) -> Sequence[Part]:
        return self.parts

    def add(self, quotation: Quotation) -> bool:
        """Add a quotation if it belongs to the list, also if it brings what introduces the list."""
        first, position = self.open[0][0], quotation.part.quoted.position
        early = [
            part for part in quotation.context if part.quoted.end <= self.parts[0].quoted.start
        ]
        introduces = position is not None and position.number == first.position.number
        if not early or not introduces or self.lead or any(part.quoted.position for part in early):
            return super().add(quotation)
        if not super().add(replace(quotation, context=quotation.context[len(early) :])):
            return False
        one = first.parts[0]
        under = "" if self.headings & {part.text for part in early} else one.under
        first.parts[0] = replace(one, gap=self.is_gap(early[-1], one), under=under)
        self.lead = early
        return True

    def continues(self, quotation: Quotation) -> bool:
        first = quotation.parts[0]
        position = first.quoted.position
        if quotation.begins == "list":
            is_open = position and any(of[0].position.number == position.number for of in self.open)
            return position is not None and bool(is_open or self.nests(first, quotation.needs))
        if quotation.begins not in ("code", "paragraph"):
            return False
        if any(_is_within(first, items[-1].parts[0]) for items in self.open):
            return True
        needs_item = quotation.needs in self.open[-1][-1].starts
        is_next = quotation.begins == "code" or not self.is_gap(self.parts[-1], first)
        return needs_item and is_next

    def nests(self, part: Part, needed: int) -> bool:
        """Whether an item begins a list inside the item before it: that introduces it, or it
        stands directly before and in fewer lists."""
        if needed in self.open[-1][-1].starts:
            return True
        before = self.open[-1][-1].parts[0]
        return 0 < level_of(before) < level_of(part) and not self.is_gap(self.parts[-1], part)

    def place(self, part: Part) -> None:
        position = part.quoted.position
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
                    last.add(part)
                else:
                    self.open[depth].append(item)
                return
        if self.open:
            inner = [item]
            self.open[-1][-1].below.append(_Nested(inner))
            self.open.append(inner)
        else:
            self.open.append([item])

    def finished(self, shown: Shown) -> List:
        return _finished(self.open[0], shown, self.lead)


def _finished(items: Sequence[_Item], shown: Shown, lead: Iterable[Part] = ()) -> List:
    is_ordered = any(item.kind == "step" or item.mark not in (BULLET, *TASKS) for item in items)
    finished = tuple(
        Item(
            item.mark,
            tuple(item.parts),
            tuple(each.finished(shown) for each in item.below),
            item.parts[0].gap,
        )
        for item in items
    )
    kind = "step" if is_ordered else "item"
    return List(tuple(lead), finished, extent(kind, items[0].parts[0], shown))


def _mark(part: Part) -> str:
    """The number of an item as printed, its ordinal for a step, the box of a task, or `BULLET`.

    Where all steps of Markdown have the number 1, its readers see their ordinals.
    """
    document, position = part.source.document, part.quoted.position
    printed = printed_number(document.text, part.quoted.start) if document else ""
    is_repeated = printed in ("1.", "1)") and document and document.format == "markdown"
    if is_repeated and position and position.ordinal:
        return f"{position.ordinal}{printed[-1]}"
    if printed or position is None or part.quoted.kind != "step":
        task = printed_task(document.text, part.quoted.start) if document else ""
        return printed or task or BULLET
    return f"{position.ordinal}."


def _is_within(part: Part, item: Part) -> bool:
    """Whether a part after an item is inside it, as all between them, by levels or indents."""
    document, level = part.source.document, level_of(item)
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
