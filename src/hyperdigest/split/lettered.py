"""Steps with letters or small Roman numbers in text: "A." and "B.", "a." and "b.", "i.".

A letter with a full stop may also be an initial, the end of a sentence or the number of a section.
So lines begin with such a step only if the next one of them follows in the same column, and nothing
but text that belongs to the step is between them. A list is rather missed than made of prose. In
Markdown such lists are only found within numbered steps, since it has no others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.split.lines import Line, Lines
from hyperdigest.split.scripts import stop_words
from hyperdigest.split.verbs import verbs

_FIRST = re.compile(r"^[ \t]*(?:\(A\)|A[.)]|[ai]\.)[ \t]+\S", re.MULTILINE)
_LABEL = re.compile(r"(?P<open>\(?)(?P<name>[A-Za-z]|[ivx]{2,5})(?P<close>[.)])[ \t]+(?=\S)")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii")
_MOST_LINES = 200
"""Lines between two steps in which the second one is looked for."""

_LONGEST_TITLE = 90
_LEAST_WRAPPED = 0.7
"""Share of the length of a line that the line above has, if both are of one paragraph."""

_WORD = re.compile(r"[^\W_]")
_OPEN_TO_STEPS = re.compile(r"[.:;!?…)\]\"”]\W{0,3}$")
_ENDS = re.compile(r"[.:;,!?…][\"'”’)\]]*$")
_NAME = re.compile(
    r"(?:[A-Z]\.[ -]?)+[A-Z]|[A-Z][\w'’-]+(?:$|[.,;:(<&]|\s+(?:[A-Z&(<]|(?:and|et|e|y|und)\s))"
)
_WORDS = re.compile(r"(?P<first>[A-Z][\w'’-]+)(?:\s+(?P<second>[a-z][\w'’-]*))?")


def mark_lettered_steps(lines: Lines, *, marked: bool = False) -> None:
    """Make steps of the lines of a text that begin lettered steps; `marked` is for Markdown."""
    for found in _FIRST.finditer(lines.text):
        number = lines.number_at(found.end() - 1)
        steps = list(_steps(lines, number)) if number >= 0 else []
        if len(steps) > 1 and (not marked or _is_within_step(lines, number)):
            for step, body in steps:
                lines.make_step(step, body)


def _is_within_step(lines: Lines, number: int) -> bool:
    """Whether a line is part of a step of Markdown, and no code that its indent marks."""
    indent = lines[number].indent
    for above in range(number - 1, max(-1, number - _MOST_LINES), -1):
        line = lines[above]
        if line.kind != "blank" and line.indent < indent:
            is_code = indent >= lines.column(line, line.body) + 4
            return line.kind == "step" and not is_code
    return False


def is_initial(words: str) -> bool:
    """Whether the words after a capital letter with a full stop go on with the name of a person.

    They do if a capital, a mark or a verb follows the first of them, unless that one begins a
    sentence or a command.
    """
    found = _WORDS.match(words)
    if found is None:
        return _NAME.match(words) is not None
    first = found["first"].lower()
    if first in stop_words("en") or first in verbs().bases:
        return False
    return _NAME.match(words) is not None or (found["second"] or "") in verbs().finite


def _steps(lines: Lines, number: int) -> Iterator[tuple[int, int]]:
    """The numbers of the lines that begin the steps of the list that begins at a line, and where
    their words begin."""
    first = lines[number]
    label = _label(lines, first)
    if label is None or not _may_begin(lines, number):
        return
    place, is_roman = 0, label["name"] == "i"
    while label is not None:
        words = lines.text[label.end() : lines[number].end]
        if lines[number].kind not in ("text", "step") or (
            label["name"].isupper() and is_initial(words)
        ):
            return
        yield number, label.end()
        place += 1
        number = _next(lines, number, label, _name(label["name"], place, is_roman=is_roman))
        label = _label(lines, lines[number]) if number else None


def _name(name: str, place: int, *, is_roman: bool) -> str:
    """The name of the step at a place, from 0, in a list with a step of this name; empty if there
    is none."""
    if is_roman:
        return _ROMAN[place] if place < len(_ROMAN) else ""
    first = "A" if name.isupper() else "a"
    return chr(ord(first) + place) if place < 26 else ""


def _label(lines: Lines, line: Line) -> re.Match[str] | None:
    return _LABEL.match(lines.text, line.start, line.end)


def _may_begin(lines: Lines, number: int) -> bool:
    """Whether the line above the first step does not go on in it."""
    if lines.is_blank(number - 1):
        return True
    above = lines[number - 1]
    return above.indent < lines[number].indent or (
        _OPEN_TO_STEPS.search(lines.text, max(above.start, above.end - 10), above.end) is not None
    )


def _next(lines: Lines, number: int, label: re.Match[str], name: str) -> int:
    """The number of the line with the step of this name in the column of the one before; 0 if what
    is between them does not all belong to that one."""
    own, text = lines[number], lines.text
    wanted = f"{label['open']}{name}{label['close']}"
    is_title = lines.is_blank(number + 1) and _is_title(text[label.end() : own.end])
    after_blank = False
    for following in range(number + 1, min(number + _MOST_LINES, len(lines))):
        if lines.is_blank(following):
            after_blank = True
            continue
        line = lines[following]
        if line.indent < own.indent:
            return 0
        if line.indent == own.indent:
            found = _label(lines, line)
            if found and found[0].strip() == wanted:
                return following if name else 0
            if after_blank or found or not _is_wrapped(lines, following):
                return 0
        if is_title:
            return 0
    return 0


def _is_wrapped(lines: Lines, number: int) -> bool:
    """Whether a line goes on with the one above it, which is about as long."""
    line, above = lines[number], lines[number - 1]
    has_words = _WORD.search(lines.text, line.start, line.end) is not None
    return has_words and above.end - above.start > _LEAST_WRAPPED * (line.end - line.start)


def _is_title(words: str) -> bool:
    """Whether the words of a step of one line are rather the heading of a section."""
    return len(words) <= _LONGEST_TITLE and _ENDS.search(words) is None
