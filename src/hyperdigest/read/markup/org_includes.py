"""The lines of Org that include files: as text, below the headline above them, or as code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.read.encoding import decode
from hyperdigest.read.markup.inclusion import Include, Lines, names_of

_INCLUDE = re.compile(
    r"[ \t]*#\+include:[ \t]*(?:\"(?P<quoted>[^\"]+)\"|(?P<bare>\S+))(?P<options>.*)$", re.I
)
_HEADING = re.compile(r"(\*+)[ \t]")
_BLOCK = re.compile(r"[ \t]*#\+(?P<edge>begin|end)_(?:src|example|export|comment)\b", re.I)
_NUMBERS = re.compile(r":lines[ \t]+\"?(\d{0,9})-(\d{0,9})")
_LEVEL = re.compile(r":minlevel[ \t]+(\d{1,2})")
_ONLY_CONTENTS = re.compile(r":only-contents[ \t]+(?!nil\b)\S")
_BLOCK_NAME = re.compile(r"[ \t]+\"?([a-z]+)")


def includes_in(data: bytes) -> Iterator[str]:
    """The names of the files that a file includes whole, as parts of its text."""
    return names_of(decode(data), OrgIncludes()) if b"#+include" in data.lower() else iter(())


class OrgIncludes:
    """Finds the directives of a file; those in blocks of code are text."""

    def __init__(self) -> None:
        self._level = 0  # that of the headline above
        self._in_code = False

    def read(self, lines: Lines, n: int) -> Include | Lines:
        """The directive that begins at a line, or the line."""
        line = lines[n]
        if not line.text.lstrip().startswith(("*", "#")):
            return (line,)
        if heading := _HEADING.match(line.text):
            self._level, self._in_code = len(heading[1]), False
        elif edge := _BLOCK.match(line.text):
            self._in_code = edge["edge"].lower() == "begin"
        elif not self._in_code and (found := _INCLUDE.match(line.text)):
            return _include(lines[n : n + 1], found, self._level)
        return (line,)


def _include(line: Lines, found: re.Match[str], above: int) -> Include:
    """The directive in a line, below a headline of some level."""
    options = found["options"]
    name, _, part = (found["quoted"] or found["bare"]).partition("::")
    numbers, given = _NUMBERS.search(options), _LEVEL.search(options)
    block = _BLOCK_NAME.match(options)

    def chosen(inner: Lines) -> Lines | None:
        if part:
            section = _section(inner, part)
            if section is None:
                return None
            inner = section[1:] if _ONLY_CONTENTS.search(options) else section
        begin, end = (int(each or 0) for each in numbers.groups()) if numbers else (0, 0)
        return inner[max(0, begin - 1) : max(0, end - 1) if end else None]

    def shaped(inner: Lines) -> Lines:
        if block:
            begin, end = (
                line[0]._replace(text=f"#+{edge}_{'example' if block[1] != 'src' else 'src'}")
                for edge in ("begin", "end")
            )
            return [begin, *inner, end]
        return _below(inner, int(given[1]) if given else above + 1)

    return Include(name, 1, chosen if part or numbers else None, shaped, is_markup=block is None)


def _section(lines: Lines, name: str) -> Lines | None:
    """The lines of the section that ``*Headline`` or ``#its-id`` names; None if there is none."""
    title = re.escape(name.lstrip("*#").strip())
    named = re.compile(
        rf"[ \t]*:custom_id:[ \t]+{title}$"
        if name.startswith("#")
        else rf"\*+[ \t]+(?-i:[A-Z]+[ \t]+)?(?:\[#\w\][ \t]*)?{title}(?:[ \t]+:[\w@#%:]+:)?$",
        re.I,
    )
    begin = level = 0
    is_found = False
    for n, line in enumerate(lines):
        if heading := _HEADING.match(line.text):
            if is_found and len(heading[1]) <= level:
                return lines[begin:n]
            if not is_found:
                begin, level = n, len(heading[1])
        is_found = is_found or bool(named.match(line.text))
    return lines[begin:] if is_found else None


def _below(lines: Lines, level: int) -> Lines:
    """Lines of which the highest headlines have a level."""
    headings = {
        n: len(found[1]) for n, line in enumerate(lines) if (found := _HEADING.match(line.text))
    }
    shift = level - min(headings.values(), default=level)
    return [
        line._replace(text="*" * max(1, headings[n] + shift) + line.text[headings[n] :])
        if n in headings
        else line
        for n, line in enumerate(lines)
    ]
