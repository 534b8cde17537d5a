"""Lists in text: which items and definitions a line is in, and which numbers begin steps."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from hyperdigest.split.lines import Line, Lines

_NUMBER = re.compile(r"(?:Step )?\(?(\d{1,6})[:.)]")
_OPEN = re.compile(r"[:：…]\W{0,3}$")
_SECTION = re.compile(
    r"(?:§ ?)?(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){1,5}\.?\)?[ \t]+(?=[^\W\d_]|[\"“‘'`(])"
)

LETTER_BULLET = re.compile(r"[o°?][ \t]+(?=\S)")
"""A bullet that is a letter, or one that was lost in another encoding."""

ListKind = Literal["item", "step"]

_FIRST_LETTERS = frozenset("aAiI")


class Mark(NamedTuple):
    """How a step is marked: with a letter or not, and if that is the first one of a list."""

    has_letter: bool = False
    is_first: bool = False

    @classmethod
    def of(cls, text: str) -> Mark:
        """The mark of the step that begins with this text."""
        bare = text.strip("(.) \t")
        return cls(bare.isalpha(), bare in _FIRST_LETTERS)

    def is_below(self, above: Mark, *, goes_on: bool) -> bool:
        """Whether a step is in the one above it in the same column, as "a)" is below "1.".

        That one has no letter, and the step is the first one with a letter, or `goes_on` with one.
        """
        return self.has_letter and not above.has_letter and (self.is_first or goes_on)


_UNMARKED = Mark()


@dataclass(slots=True)
class Container:
    """An open item, step or definition.

    Parameters
    ----------
    indent : the column of its mark, or of the term.
    body : the column of its text, or of what explains the term.
    level : of how many lists it is part; the definitions of terms are one.
    number : the number of a step; -1 without one.
    mark : how a step is marked.
    announces : whether it is a step that announces items, which may begin in the same column.
    deeper : the column of the last term, if that is deeper than the first one in the definition.
    """

    kind: Literal["item", "step", "definition"]
    indent: int
    body: int
    level: int
    number: int = -1
    mark: Mark = _UNMARKED
    announces: bool = False
    deeper: int = -1


class Nesting:
    """The items, steps and definitions that are open at a line, the innermost one last."""

    def __init__(self) -> None:
        self._open: list[Container] = []

    @property
    def innermost(self) -> Container | None:
        return self._open[-1] if self._open else None

    @property
    def level(self) -> int:
        """The level of the innermost list; 0 in none."""
        return self._open[-1].level if self._open else 0

    @property
    def column_of_term(self) -> int:
        """The column of the last term, if its definition is the innermost one; else -1."""
        return self._open[-1].deeper if self._open else -1

    def close_all(self) -> None:
        self._open.clear()

    def close(self, indent: int) -> None:
        """Close what a paragraph with this indent is not part of."""
        while self._open and indent <= self._open[-1].indent:
            self._open.pop()

    def body_at(self, indent: int) -> int:
        """The column at which the text begins that a line with this indent is part of; -1 if it is
        in no list."""
        for one in reversed(self._open):
            if one.indent < indent:
                return one.body
        return -1

    def column_of_terms(self, indent: int, *, is_option: bool = False) -> int:
        """The column of the text that explains the last term, if it has this indent; else -1.

        An option may be deeper, as "    --quick" is below "-q, --quiet".
        """
        for one in reversed(self._open):
            if one.indent <= indent:
                is_like_it = indent in (one.indent, one.deeper)
                is_like_it = is_like_it or (is_option and indent < one.body - 1)
                return one.body if one.kind == "definition" and is_like_it else -1
        return -1

    def has_item_at(self, indent: int) -> bool:
        """Whether an item is open in this column."""
        return any(one.kind == "item" and abs(one.indent - indent) <= 1 for one in self._open[-4:])

    def open_definition(self, indent: int, body: int) -> None:
        """Open a definition, and close one whose text is in the same column.

        It is part of another one only if its term is not before the column of the text of that.
        """
        last, level, own = self.innermost, self.level + 1, indent
        if last and last.kind == "definition" and indent < last.body - 1:
            level = last.level
            if abs(last.body - body) <= 1:
                indent = min(indent, self._open.pop().indent)
        self._open.append(Container("definition", indent, body, level, deeper=own))

    def open_item(self, kind: ListKind, line: Line, body: int, text: str) -> int:
        """Open an item or step with this text, and close those that it follows. Gives its level."""
        opened, mark = self._open, Mark.of(text)
        while opened and opened[-1].indent > line.indent + 1:
            opened.pop()
        goes_on = False
        while opened and line.indent <= opened[-1].indent + 1:
            above = opened[-1]
            if kind == "item" and (above.announces or goes_on):
                break
            if kind == "step" and mark.is_below(above.mark, goes_on=goes_on):
                break
            goes_on = opened.pop().mark.has_letter or kind == "item"
        level = self.level + 1
        opened.append(Container(kind, line.indent, body, level, step_number(text), mark))
        return level

    def is_next(self, line: Line, text: str) -> bool:
        """Whether a step has the number after that of an open one in the same column."""
        number = step_number(text)
        return any(
            one.kind == "step" and number == one.number + 1 and abs(one.indent - line.indent) <= 1
            for one in self._open[-4:]
        )


def step_number(text: str) -> int:
    """The number at the start of a step; -1 if it has none."""
    found = _NUMBER.match(text)
    return int(found[1]) if found else -1


def announces(text: str) -> bool:
    """Whether a text says that something follows, by a colon at its end."""
    return _OPEN.search(text[-8:]) is not None


def section_depth(text: str) -> int:
    """The depth of the section whose heading begins with a number ("2.1. Scope"); else 0."""
    found = _SECTION.match(text)
    return found[0].strip(" \t.)§").count(".") + 1 if found else 0


def least_indent(lines: Lines, number: int) -> int:
    """The indent of a paragraph: that of its first two lines that is less."""
    first = lines[number]
    if lines.is_blank(number + 1):
        return first.indent
    second = lines[number + 1]
    return min(first.indent, second.indent) if second.kind == "text" else first.indent
