"""The marks that set off prose in plain text: a box of asterisks or lines around it, or what makes
a comment of each of its lines.

They are no bullets and no headings. A program's comments have them, and licences and the heads of
files are often nothing but such comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

FEWEST_FRAMED = 2
"""Lines of a box at least."""

NARROWEST = 40
"""Width of the lines of a comment that are wrapped, in characters, at least."""

_FRAMED = re.compile(
    r"\n(?P<indent>[ \t]*)(?P<mark>\*{1,3}|#{1,3})(?=[ \t])"
    r"(?:[^\n]*[ \t])?(?P=mark)[ \t\r]*(?=\n|\Z)"
)
_DRAWN = re.compile(
    r"\n(?P<indent>[ \t]*)(?:\+[-=]{3,}\+|[┌┏╔╭][─━═]{3,}[┐┓╗╮])[ \t\r]*"
    r"(?P<lines>(?:\n(?P=indent)[|│┃║][^|│┃║\n]*[|│┃║][ \t\r]*){2,})"
    r"\n(?P=indent)(?:\+[-=]{3,}\+|[└┗╚╰][─━═]{3,}[┘┛╝╯])[ \t\r]*(?=\n|\Z)"
)
_BLANKS_AND_MARKS = " \t\r\n*#"
_BORDER = re.compile(r"\n[ \t]*[*#]{4,}[ \t\r]*(?=\n|\Z)")
_SIDE = re.compile(r"[|│┃║]")
_STARRED = re.compile(
    r"\n(?P<open>[ \t]{0,3}/\*{1,2})(?![*/])[^\n]*(?:\n[ \t]{1,4}\*(?![*/])[^\n]*)+"
    r"(?P<close>\n[ \t]{1,4}\*{1,2}/[ \t\r]*(?=\n|\Z))?"
)
_STAR = re.compile(r"(?<=\n)[ \t]{1,4}\*(?![*/])")
_PREFIXED = re.compile(
    r"\n(?P<mark>[ ]{0,3}(?:#{1,3}|//|;{2,3}))(?:[ \t][^\n]*)?"
    r"(?:\n(?P=mark)(?:[ \t][^\n]*|\r?(?=\n|\Z)))+"
)
_MARKED = re.compile(r"[ \t]*(?:#{1,3}|//|;{2,3})[ \t]+")
_INSIDE = "|│┃║ \t\r"
_EMPTY = r"[ \t]*(?:[#/;*=-]{4,}[ \t]*)?\r?"
_NOTHING_ABOVE = re.compile(rf"(?:\A|(?:\A|\n){_EMPTY}\n)\Z")
_NOTHING_BELOW = re.compile(rf"[ \t\r]*(?:\n{_EMPTY}(?:\n|\Z)|\Z)")
_WIDEST = 200
"""Characters of the line above that are looked at."""

_GOES_ON = re.compile(r"[\w,]$")
_FUNCTION_WORD = re.compile(
    r"(?<![\w/.-])(?:the|of|to|and|is|are|be|with|that|this|for|in|by|or|der|die|das|und|ist|von|les?"
    r"|la|des|et|est|el|los|del|que|una?|per|che|di)(?![\w/.=-])",
    re.IGNORECASE,
)


def without_comment_marks(text: str) -> str:
    """`text` with spaces in place of the marks, so that its length is the same."""
    lines = f"\n{text}"  # what each line begins after is found fast
    pieces, place = list[str](), 1
    for start, end in sorted(_marks(lines)):
        if start >= place:
            pieces += (lines[place:start], " " * (end - start))
            place = end
    return "".join(pieces) + lines[place:] if pieces else text


def _marks(text: str) -> Iterator[tuple[int, int]]:
    """The places of the marks, not in order; each kind is looked for if a text may have it."""
    if any(f"{mark}{end}" in text for mark in "*#" for end in ("\n", "\r\n")):
        yield from _of_boxes(text)
    if "/*" in text:
        yield from _of_starred(text)
    if "+--" in text or "+==" in text or any(corner in text for corner in "┌┏╔╭"):
        yield from _of_drawn(text)
    if any(f"\n{' ' * n}{mark}" in text for n in range(4) for mark in ("#", "//", ";;")):
        yield from _of_comments(text)


def _of_drawn(text: str) -> Iterator[tuple[int, int]]:
    """The lines around drawn boxes of prose."""
    for found in _DRAWN.finditer(text):
        start, end = found.span("lines")
        if _is_wrapped_prose([line.strip(_INSIDE) for line in found["lines"].splitlines()]):
            yield found.start() + 1, start
            yield from (side.span() for side in _SIDE.finditer(text, start, end))
            yield end + 1, found.end()


def _of_comments(text: str) -> Iterator[tuple[int, int]]:
    """The marks of comments of which each line has the same mark."""
    for found in _PREFIXED.finditer(text):
        start, end = found.start() + 1, found.end()
        if _is_apart(text, start, end) and _is_wrapped_prose(text[start:end].splitlines()):
            for line in re.finditer(rf"\n{found['mark']}", found[0]):
                yield found.start() + line.start() + 1, found.start() + line.end()


def _of_boxes(text: str) -> Iterator[tuple[int, int]]:
    """The marks at both sides of lines below each other, where those are in the same columns."""
    group: list[re.Match[str]] = []
    for found in _FRAMED.finditer(text):
        if group and not _is_below(group[-1], found):
            yield from _of_box(text, group)
            group = []
        group.append(found)
    yield from _of_box(text, group)


def _is_below(above: re.Match[str], line: re.Match[str]) -> bool:
    if line.start() != above.end() or above["indent"] != line["indent"]:
        return False
    return above["mark"] == line["mark"] and _right_side(above) == _right_side(line)


def _right_side(line: re.Match[str]) -> int:
    return len(line[0][1:].rstrip().expandtabs())


def _of_box(text: str, lines: list[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """The marks of a box: a line of such marks or an empty one shows that it is one, or prose that
    runs over its lines. Otherwise those at the right may be signs of the items of a list."""
    if len(lines) < FEWEST_FRAMED:
        return
    words = [line[0].strip(_BLANKS_AND_MARKS) for line in lines]
    start, end = lines[0].start(), lines[-1].end()
    above = text.rfind("\n", 0, start)
    has_border = _BORDER.match(text, end) or (above >= 0 and _BORDER.match(text, above, start))
    if all(words) and not has_border and not _is_wrapped_prose(words):
        return
    for line in lines:
        yield line.span("mark")
        end = line.start() + len(line[0].rstrip())
        yield end - len(line["mark"]), end


def _of_starred(text: str) -> Iterator[tuple[int, int]]:
    """The marks of comments of C, of which each line begins with an asterisk."""
    for found in _STARRED.finditer(text):
        if found["close"] and _is_apart(text, found.start() + 1, found.end()):
            yield found.span("open")
            for star in _STAR.finditer(text, found.start(), found.start("close")):
                yield star.span()
            yield found.start("close") + 1, found.end("close")


def _is_apart(text: str, start: int, end: int) -> bool:
    """Whether nothing is right above or below some lines: a comment beside code is a part of it."""
    return _NOTHING_ABOVE.search(text, max(0, start - _WIDEST), start) is not None and (
        _NOTHING_BELOW.match(text, end) is not None
    )


def _is_wrapped_prose(lines: list[str]) -> bool:
    """Whether a sentence runs over some lines of a comment because they were full: what a prompt
    precedes and headings do not look like that."""
    words = [_MARKED.sub("", line).rstrip() for line in lines]
    width = max(map(len, words))
    if width < NARROWEST or not any(map(_FUNCTION_WORD.search, words)):
        return False
    return any(
        _GOES_ON.search(above) is not None
        and below[0].isalpha()
        and not below[0].isupper()
        and len(above) + 1 + len(below.split(None, 1)[0]) > width
        for above, below in pairwise(words)
        if above and below
    )
