"""The items and steps of lists among the passages of a PDF, by their markers, numbers and indents.

A list goes on below what is less indented, such as a command at the margin, if its next number
follows there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hyperdigest.read.pdf.passages import BULLET, Passage

SAME_INDENT = 0.6
"""How far items of one level begin from each other at most, in heights of a line."""

MOST_BETWEEN = 3
"""Paragraphs at the margin between two steps of one list at most."""

_NUMBER = re.compile(r"\(?(?:(?P<number>\d{1,2})|(?P<letter>[a-zA-Z]))[.)]\s+(?=\S)")
_BULLETED = re.compile(r"(?:[•▪‣◦●■○□❖➢➤✓✔⁃∙]\s*|[-–—*]\s+)(?=\S)")
_DRAWN = "drawn"
"""The marker of bullets that are no characters."""


@dataclass(slots=True)
class _Item:
    """A passage that begins with a marker, and what is known from it.

    Parameters
    ----------
    marker : the form of the marker: ``•``, ``1.``, ``(a)`` or ``A.``.
    place : of a number or letter in its order; 0 for a bullet.
    left : where its text begins, from the edge of its column.
    """

    passage: Passage
    marker: str
    place: int
    left: float
    skip: int

    @property
    def tolerance(self) -> float:
        return SAME_INDENT * self.passage.lines[0].height

    def is_beside(self, other: _Item) -> bool:
        """Whether another one begins at the same place of its column, or of its page: on a page
        that shows nothing but a list, the edge of the column is that of the list."""
        left, others = self.left + self.passage.edge, other.left + other.passage.edge
        return min(abs(self.left - other.left), abs(left - others)) <= self.tolerance


def _item_of(passage: Passage) -> _Item | None:
    line = passage.lines[0]
    text = line.text
    if found := _NUMBER.match(text):
        first = "1" if found["number"] else "A" if found["letter"].isupper() else "a"
        place = int(found["number"]) if first == "1" else ord(found["letter"]) - ord(first) + 1
        marker = re.sub(r"\w+", first, found[0].strip())
    elif found := _BULLETED.match(text):
        place, marker = 0, found[0].strip()
    elif line.words[0].bulleted:
        return _Item(passage, _DRAWN, 0, line.left - passage.edge, 0)
    else:
        return None
    begin = line.words[1] if len(line.words) > 1 and " " in found[0] else line.words[0]
    return _Item(passage, marker, place, begin.left - passage.edge, found.end())


def mark_lists(passages: Sequence[Passage]) -> None:
    """Mark the items and steps of lists, with the level of each and of the passages inside them.

    A list ends at a heading, and at a passage that is less indented than its items, unless its next
    number follows. Items with a dash, a number or a letter are such only if others with the same
    marker are beside them.
    """
    lists: list[list[_Item]] = []
    open_items: list[list[_Item]] = []
    open_at_item: list[list[_Item]] = []
    below = 0
    for n, passage in enumerate(passages):
        line = passage.lines[0]
        tolerance = SAME_INDENT * line.height
        item = _item_of(passage) if passage.kind == "item" else None
        if item is None:
            if passage.kind == "heading":
                open_items, open_at_item = [], []
            while open_items and _is_outside(passage, open_items[-1][-1], tolerance):
                open_items.pop()
            passage.level = len(open_items)
            continue
        while open_items and item.left < open_items[-1][-1].left - tolerance:
            open_items.pop()
        is_beside = bool(open_items) and item.left <= open_items[-1][-1].left + tolerance
        if not (is_beside and _follows(open_items[-1][-1], item)):
            between = passages[below:n]
            if level := _goes_on(open_at_item, item, between):
                open_items = open_at_item[:level]
                _put_into(open_items[-1][-1], level, between)
            else:
                if is_beside:
                    open_items.pop()
                lists.append([])
                open_items.append(lists[-1])
        open_items[-1].append(item)
        open_at_item, below = open_items.copy(), n + 1
        passage.level = len(open_items)
        passage.kind = "step" if item.place else "item"
        passage.skip = item.skip
    for items in lists:
        _close(items)


def _follows(before: _Item, item: _Item) -> bool:
    """Whether two items of one level belong to the same list."""
    return item.marker == before.marker and item.place in (0, before.place + 1)


def _goes_on(lists: Sequence[Sequence[_Item]], item: _Item, between: Sequence[Passage]) -> int:
    """The level of the list that goes on with an item below what ended it, of those that were open
    at the item before; 0 if none does.

    Only code and rows are between its first two steps, which may be the numbers of paragraphs else.
    """
    paragraphs = sum(passage.kind != "table" and not _is_code(passage) for passage in between)
    for level in range(len(lists), 0, -1):
        last = lists[level - 1][-1]
        if item.place > 1 and _follows(last, item) and item.is_beside(last):
            most = MOST_BETWEEN if len(lists[level - 1]) > 1 else 0
            return level if paragraphs <= most else 0
    return 0


def _left(passage: Passage) -> float:
    """Where a passage begins, from the edge of its column."""
    return min(line.left for line in passage.lines) - passage.edge


def _is_outside(passage: Passage, item: _Item, tolerance: float) -> bool:
    """Whether a passage is less indented than the text of an item, or code than its marker."""
    return _left(passage) < (_left(item.passage) if _is_code(passage) else item.left) - tolerance


def _is_code(passage: Passage) -> bool:
    """Whether a passage is code, or may be: single lines of it are marked later."""
    return passage.kind == "code" or all(line.monospaced for line in passage.lines)


def _put_into(step: _Item, level: int, passages: Sequence[Passage]) -> None:
    """Put code into a step at a level, and what is not less indented than its number."""
    for passage in passages:
        if _is_code(passage) or _left(passage) >= _left(step.passage) - step.tolerance:
            passage.level = max(passage.level, level)


def _close(items: Sequence[_Item]) -> None:
    """Make paragraphs of the items of a list that is none, as capital letters from another one
    than the first are."""
    first = items[0]
    is_bullet = first.marker == _DRAWN or BULLET.match(first.passage.lines[0].text)
    is_alone = len(items) == 1 and (first.place or not is_bullet)
    if is_alone or ("A" in first.marker and first.place > 1):
        for item in items:
            item.passage.kind = "paragraph"
            item.passage.skip = 0
            item.passage.level -= 1
