"""A list that grows by items, and by what is in them: code, further text and lists."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from hyperdigest.base.slices import TASKS, printed_task
from hyperdigest.digest import ListPosition
from hyperdigest.documents import step_number
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

    def is_after_gap(self, last: int) -> bool:
        """Whether words are left out between it and the item shown before it, the `last` one, or
        what introduces the list; not if these are only its own first ones."""
        begins_anew = self.position.begins or self.position.ordinal != last + 1
        return begins_anew and self.parts[0].gap

    def add(self, part: Part) -> None:
        """Add code, or text after what it has already."""
        if self.below or part.is_code or self.parts[-1].has_notes:
            add_below(self.below, part)
        else:
            self.parts.append(part)


@dataclass(slots=True)
class _Nested:
    """A list below an item; `goes_on` if more of its items come below something else."""

    items: list[_Item]
    goes_on: bool = False

    def finished(self, shown: Shown) -> List:
        found = _finished(self.items, shown)
        return replace(found, extent="") if self.goes_on else found


class GrowingList(GrowingGroup):
    """A list, with the lists in its items; `open` are those that may still get items."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[list[_Item]] = []
        self.nested: dict[int, _Nested] = {}

    @property
    def items(self) -> Sequence[Part]:
        return self.parts

    def continues(self, quotation: Quotation) -> bool:
        first = quotation.parts[0]
        if quotation.begins not in ("list", "code", "paragraph"):
            return False
        if self.list_of(first) is not None or self.around(first):
            return True
        if quotation.begins == "paragraph" and self.is_gap(self.parts[-1], first):
            return False
        return quotation.needs in self.open[-1][-1].starts

    def list_of(self, part: Part) -> int | None:
        """The number of the open list of which a part is an item; None if it is of none."""
        position = _position(part)
        numbers = [of[0].position.number for of in self.open]
        return numbers.index(position.number) if position and position.number in numbers else None

    def around(self, part: Part) -> list[int]:
        """The numbers of the open lists in whose last item a part is."""
        return [n for n, of in enumerate(self.open) if _is_within(part, of[-1].parts[0])]

    def place(self, part: Part) -> None:
        position, number = _position(part), self.list_of(part)
        if number is None and self.open:
            del self.open[max(self.around(part), default=len(self.open)) + 1 :]
        if position is None:
            if self.open:
                self.open[-1][-1].add(part)
            else:
                self.lead.append(part)
            return
        item = _Item(position, _mark(part), part.quoted.kind, [part])
        if number is not None:
            del self.open[number + 1 :]
            if self.open[-1][-1].position.ordinal == position.ordinal:
                self.open[-1][-1].add(part)
            else:
                self.open[-1].append(item)
            return
        inner = [item]
        if self.open:
            nested = _Nested(inner)
            self.open[-1][-1].below.append(nested)
            if position.number in self.nested:
                self.nested[position.number].goes_on = True
            self.nested[position.number] = nested
        self.open.append(inner)

    def finished(self, shown: Shown) -> List:
        return _finished(self.open[0], shown, self.lead)


def _finished(items: Sequence[_Item], shown: Shown, lead: Iterable[Part] = ()) -> List:
    is_ordered = any(item.kind == "step" or item.mark not in (BULLET, *TASKS) for item in items)
    before = [0, *(item.position.ordinal for item in items)]
    finished = tuple(
        Item(
            item.mark,
            (replace(item.parts[0], gap=not item.position.begins), *item.parts[1:]),
            tuple(each.finished(shown) for each in item.below),
            item.is_after_gap(last),
        )
        for item, last in zip(items, before, strict=False)
    )
    kind = "step" if is_ordered else "item"
    return List(tuple(lead), finished, extent(kind, items[0].parts[0], shown))


def _position(part: Part) -> ListPosition | None:
    """The place of an item in its list; definitions are no items, though they are counted, too."""
    return part.quoted.position if part.quoted.kind != "definition" else None


def _mark(part: Part) -> str:
    """The `step_number` of an item, the box of a task, or `BULLET`."""
    document, position, start = part.source.document, part.quoted.position, part.quoted.start
    ordinal = position.ordinal if position else 0
    task = printed_task(document.text, start) if document else ""
    return step_number(document, start, ordinal, part.quoted.kind) or task or BULLET


def _is_within(part: Part, item: Part) -> bool:
    """Whether a part after an item is inside it, as all between them, by levels or indents; on the
    same line it is."""
    document, level = part.source.document, level_of(item)
    if document is None:
        return False
    if not document.blocks:
        indent = len(item.before) - len(item.before.lstrip())
        lines = document.text[item.quoted.end : part.quoted.end].split("\n")[1:]
        return all(line[: indent + 1].isspace() or not line for line in lines)
    begin, end = (
        bisect_right(document.blocks, each.quoted.start, key=lambda block: block.start)
        for each in (item, part)
    )
    between = document.blocks[begin:end]
    return level > 0 and all(
        block.level > level or (block.level == level and block.kind not in ("item", "step"))
        for block in between
    )
