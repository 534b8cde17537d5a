"""Slices of a text that are quoted one after another: the gaps between them, and their marks."""

from __future__ import annotations

import re
from collections.abc import Sequence

GAP = "[...]"
"""Stands for text that is left out between two quoted slices."""

LONGEST_MARK = 5
"""In characters; between slices of an unknown text, so few are no more than a mark of a list."""

_MOST_BEFORE = 60
DEEPEST_INDENT = 1000
"""In characters; code that is indented more is shown as if its first line were not."""

NUMBER = (
    r"\(?(?:(?:\d{1,6}|[A-Za-z]|[ivxlc]{1,7}|[IVXLC]{1,7})[.)]"
    r"|\d{1,6}(?:\.(?:\d{1,6}|[a-z]))+[.)]?)"
)
"""What is printed before a step, such as ``3.``, ``(c)`` or ``1.2``."""

QUESTION_LABEL = (
    r"(?P<emphasis>\*\*?|__?)?(?:(?P<asks>Q\d{0,3}[.:)]|Question(?: \d{1,3})?:)"
    r"|A\d{0,3}[.:)]|Answer(?: \d{1,3})?:)(?P<closed>(?P=emphasis))?"
)
"""What is printed before a question or the answer to it, such as ``Q:``."""

TASKS = ("[ ]", "[x]", "[X]")
"""The boxes before the tasks of Markdown, of which the last two are done."""

_MARK = re.compile(
    rf"[ \t>]*(?:(?:(?P<number>{NUMBER})|[-*+])(?:[ \t]+(?P<task>\[[ xX]\]))?"
    rf"|o|{QUESTION_LABEL})[ \t]+"
)
"""A number or a bullet before an item, and the box of a task, or the label of an answer."""

_BEGINS_CODE = re.compile(
    r"\W*(?:(?:`{3,}|~{3,})[^\n`]{0,99}"
    r"|\.\. [\w-]{1,30}::[^\n]{0,99}(?:\n[ \t]+:[\w-]{1,30}:[^\n]{0,99}){0,9})\s+"
)
"""A fence, or a directive of reStructuredText with its options, before a block of code."""

_BETWEEN_ROWS = re.compile(
    r"(?:\s*+</?(?:t[rdh]|table|thead|tbody|tfoot)\b[^<>]{0,300}>)++\s*+", re.IGNORECASE
)
"""The tags between two rows of a table that is written in HTML."""


def indent_before(text: str, start: int) -> str:
    """The white space that indents a line whose words begin at `start`; empty if words are before
    it, or more than `DEEPEST_INDENT`."""
    first = max(0, start - DEEPEST_INDENT)
    before = text[first:start]
    line_start = max(map(before.rfind, "\n\r")) + 1
    indent = before[line_start:] if line_start or not first else ""
    return "" if indent.strip() else indent


def printed_number(text: str, start: int) -> str:
    """The number or letter of an item that is printed before it on its line, such as ``3.``.

    `start` is where the item begins in the text; empty if there is none.
    """
    found = _mark_before(text, start)
    return (found and found["number"]) or ""


def printed_task(text: str, start: int) -> str:
    """The one of `TASKS` that is printed before an item on its line; empty if there is none."""
    found = _mark_before(text, start)
    return (found and found["task"]) or ""


def is_gap(text: str | None, end: int, start: int) -> bool:
    """Whether there are words between the end of one slice and the start of the next.

    The number or bullet of an item is none, nor is the label of a question or an answer, or what
    opens a block of code or a row of a table. None is an unknown text.
    """
    if text is None:
        return start - end > LONGEST_MARK
    if _BEGINS_CODE.fullmatch(text, end, start) or _BETWEEN_ROWS.fullmatch(text, end, start):
        return False
    mark = _mark_before(text, start)
    return any(text[at].isalnum() for at in range(end, mark.start() if mark else start))


def passage(text: str | None, slices: Sequence[tuple[int, int, str, str]]) -> str:
    """Slices, a line each, and a `GAP` where words are missing.

    Each has its start, its end, the number before it or nothing, and its text. `text` is that of
    their document, or None if it is unknown.
    """
    lines, last = list[str](), None
    for start, end, number, quoted in slices:
        if last is not None and is_gap(text, last, start):
            lines.append(GAP)
        lines.append(f"{number} {quoted}" if number else quoted)
        last = end
    return "\n".join(lines)


def _mark_before(text: str, start: int) -> re.Match[str] | None:
    """The mark of an item that stands alone before an offset on its line."""
    first = max(0, start - _MOST_BEFORE)
    begin = max(text.rfind(end, first, start) for end in "\n\r")
    if begin < 0 and first > 0:
        return None
    return _MARK.fullmatch(text, begin + 1 if begin >= 0 else 0, start)
