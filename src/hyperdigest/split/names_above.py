"""Names on lines of their own in pages of manuals, with what explains them below.

It is in the same column, as screen(1) has its commands, or deeper, as in a section "FILES".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

from hyperdigest.split.code_signs import FUNCTION_WORD, prompt_of
from hyperdigest.split.commands import DEEPEST_HEADING, Commands
from hyperdigest.split.definitions import Term, is_explanation
from hyperdigest.split.lines import Line, Lines
from hyperdigest.split.manual_terms import begins_sentence

_FEWEST, _LEAST_SHARE = 3, 0.9
"""How many names with different words are right above paragraphs of a section at least, and what
share of those that look like one is explained."""

_LONGEST, _MOST_WORDS = 72, 10
_NAME = re.compile(r"[a-z][\w.:+-]*(?=[ \[]|$)(?: +(?=\[))?")
_ARGUMENTS = re.compile(r"\[.*\]|<[^<>]*>|\{[^{}]*\}|\([^()]*\)")
_NO_END = re.compile(r"[,;:.!?…‐-]$(?<!\.\.\.)| [-–—]{1,2} ")
_OPEN = (":", "：", ",", ";")

_FILE = r"(?:[$~.]?[\w{}<>@%+-]*/|\.(?=\w)|[\w-]+\.(?=\w))[\w.{}<>@%+*/~-]*"
_NAMES = re.compile(rf"{_FILE}(?:, ?{_FILE})*")
_DEEPER = 2
"""How many columns deeper than the name the text below it is, at least."""

_AHEAD = 60
"""How many lines are read to find the next name."""


class NamesAbove:
    """Tells which lines of a page of a manual are such names.

    They are if there are several in a section with different first words, alone in the column of
    its text, and nearly all lines that look like one are above a paragraph that explains them.

    Parameters
    ----------
    commands : of the page, which are no names.
    """

    def __init__(self, lines: Lines, commands: Commands) -> None:
        self._lines, self._commands = lines, commands
        headings = _Headings(lines)
        alone = (number for number in lines.alone() if self._may_be_one(number))
        found: set[int] = set()
        for _, section in groupby(alone, key=headings.before):
            numbers = list(section)
            columns = [lines[number].indent for number in numbers]
            own = [n for n in numbers if lines[n].indent == min(columns)]
            explained = [n for n in own if self._is_explained(n, is_first=n == own[0])]
            last = [n for n, after in pairwise([*explained, 0]) if lines.next(n + 1) != after]
            names = {lines.of(lines[n]).split(None, 1)[0] for n in last}
            fewest = max(_FEWEST, len(own) / 2)
            if len(names) >= fewest and len(explained) >= _LEAST_SHARE * len(own):
                found.update(explained)
        self._found = frozenset(found)

    def at(self, number: int, line: Line) -> Term | None:
        """The name at a line; None if none is there."""
        return Term(line.start, line.end, -1, line.indent) if number in self._found else None

    def _may_be_one(self, number: int) -> bool:
        """Whether a line that is alone is a name with its arguments, in lower case."""
        line = self._lines[number]
        is_text = line.kind in ("text", "table") and line.indent > DEEPEST_HEADING
        if not is_text or line.end - line.start > _LONGEST:
            return False
        text = self._lines.of(line)
        name = _NAME.match(text)
        if not name or text.find("  ", name.end()) >= 0 or _NO_END.search(text) or prompt_of(text):
            return False
        plain = _ARGUMENTS.sub("", text)
        if len(plain.split()) > _MOST_WORDS or FUNCTION_WORD.search(plain):
            return False
        has_only_arguments = plain.split() == [name[0].rstrip()]
        return has_only_arguments or not self._commands.begins_at(line)

    def _is_explained(self, number: int, *, is_first: bool) -> bool:
        """Whether a paragraph or another name is below a line, and no sentence announces it, unless
        it announces all names."""
        lines = self._lines
        line, above, below = lines[number], lines.previous(number - 1), lines.next(number + 1)
        if below >= len(lines) or lines[below].indent != line.indent:
            return False
        is_open = lines[above].indent >= line.indent and lines.of(lines[above]).endswith(_OPEN)
        if is_open and not is_first:
            return False
        if self._may_be_one(below) and lines.is_blank(below + 1):
            return True
        begins = lines.text[lines[below].start]
        return not begins.islower() and begins_sentence(lines, below)


class _Headings:
    """Gives the heading before a line, for lines in their order."""

    def __init__(self, lines: Lines) -> None:
        self._numbers = self._find(lines)
        self._last, self._next = -1, next(self._numbers, len(lines))
        self._end = len(lines)

    def before(self, number: int) -> int:
        """The number of the last heading before a line; -1 before the first one."""
        while self._next < number:
            self._last, self._next = self._next, next(self._numbers, self._end)
        return self._last

    @staticmethod
    def _find(lines: Lines) -> Iterator[int]:
        for number in range(len(lines)):
            if not lines.is_blank(number) and lines[number].indent <= DEEPEST_HEADING:
                yield number


def file_above(lines: Lines, number: int, line: Line, before: int) -> Term | None:
    """The name of a file, or several, at a line; None if none is there.

    It is a term if another one is before or below it, each with a text in the same column.

    Parameters
    ----------
    before : the column of what explains the term before it in the same column; -1 without one.
    """
    column = _column(lines, number, line.indent)
    if column < 0:
        return None
    after, last = lines.next(number + 1), min(len(lines), number + _AHEAD)
    while after < last and lines[after].indent >= column:
        after = lines.next(after + 1)
    is_one = before == column or (
        after < len(lines) and _column(lines, after, line.indent) == column
    )
    return Term(line.start, line.end, -1, column) if is_one else None


def _column(lines: Lines, number: int, indent: int) -> int:
    """The column of the text that explains the names of files at a line with this indent; -1 if it
    has none."""
    line, below = lines[number], lines.next(number + 1)
    if line.kind != "text" or line.indent != indent or below == len(lines):
        return -1
    if not lines.is_blank(number + 1) or lines[below].indent < indent + _DEEPER:
        return -1
    is_named = _NAMES.fullmatch(lines.text, line.start, line.end)
    return lines[below].indent if is_named and is_explanation(lines, below) else -1
