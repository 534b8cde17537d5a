"""The lines of a markup file, with those of the files that it includes in their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import NamedTuple, Protocol

from hyperdigest.errors import ReadError
from hyperdigest.read.content import LARGEST_TEXT
from hyperdigest.read.encoding import decode
from hyperdigest.read.included_files import LACKS_PART, REFUSED, IncludedFiles
from hyperdigest.read.markup.lined import NumberedLine, PlacedLine
from hyperdigest.read.text import MOST_LINES

_DEEPEST = 30
"""Files may include each other so deep at most."""

_SPAN = re.compile(r"(\d{0,9})(-|\.\.)?(-1|\d{0,9})$")


Lines = Sequence[PlacedLine]


class Include(NamedTuple):
    """A directive that includes a file.

    Parameters
    ----------
    name : of the file.
    lines : how many lines the directive has.
    chosen : the lines of the file that are to be shown, None for all; it gives None if the file
        lacks what is to be shown.
    shaped : what the lines become where they are included, with those of files that they include.
    is_markup : whether the lines are read as markup, which may include other files.
    """

    name: str
    lines: int = 1
    chosen: Callable[[Lines], Lines | None] | None = None
    shaped: Callable[[Lines], Lines] = list
    is_markup: bool = True


class Directives(Protocol):
    """Finds the directives of one file in the order of its lines; a copy reads an included file."""

    def read(self, lines: Lines, n: int) -> Include | Lines:
        """The directive that begins at a line, or what is shown of that line alone."""


class Whole(NamedTuple):
    """All lines that are shown of a file, in order and where they are, and messages about files
    that were left out."""

    lines: list[NumberedLine]
    placed: list[PlacedLine]
    notes: tuple[str, ...]

    @property
    def text(self) -> str:
        """All lines as one text."""
        return "\n".join(line.text for line in self.lines)


def whole(
    text: str, path: Path | None, directives: Directives, largest: int = LARGEST_TEXT
) -> Whole:
    """The lines of a file, with those of the files that it includes, up to so many characters.

    Raises ReadError if there are too many lines.
    """
    files = IncludedFiles(path, max(0, largest - len(text)))
    placed: list[PlacedLine] = []
    for line in _expanded(lines_of(text), [path], files, directives):
        if len(placed) > MOST_LINES:
            raise ReadError(f"has more than {MOST_LINES:,} lines: split it into parts")
        placed.append(line)
    lines = [NumberedLine(number, line.text) for number, line in enumerate(placed, 1)]
    return Whole(lines, placed, files.notes())


def lines_of(text: str, file: str = "") -> Lines:
    """The lines of the text of a file."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [PlacedLine(line.rstrip(), file, number) for number, line in enumerate(lines, 1)]


def names_of(text: str, directives: Directives) -> Iterator[str]:
    """The names of the files that are included whole, as parts of a text."""
    lines = lines_of(text)
    for found in _directives(lines, directives):
        if isinstance(found, Include) and found.is_markup and found.chosen is None:
            yield found.name


def _directives(lines: Lines, directives: Directives) -> Iterator[Include | Lines]:
    n = 0
    while n < len(lines):
        found = directives.read(lines, n)
        yield found
        n += found.lines if isinstance(found, Include) else 1


def _expanded(
    lines: Lines, chain: list[Path | None], files: IncludedFiles, directives: Directives
) -> Iterator[PlacedLine]:
    for found in _directives(lines, directives):
        if isinstance(found, Include):
            yield from _included(found, chain, files, directives)
        else:
            yield from found


def _included(
    include: Include, chain: list[Path | None], files: IncludedFiles, directives: Directives
) -> Iterable[PlacedLine]:
    """The lines that are shown for a directive; none for one that leads into a file that is being
    read."""
    folders = [path.parent for path in chain[-1:] if path]
    path = files.find(include.name, [include.name], folders)
    if path is None or path in chain:
        return ()
    if len(chain) > _DEEPEST:
        files.leave_out(include.name, REFUSED)
        return ()
    text = files.text(path, include.name, decode)
    if text is None:
        return ()
    lines = lines_of(text.removesuffix("\n"), files.shown(path))
    chosen = lines if include.chosen is None else include.chosen(lines)
    if chosen is None:
        files.leave_out(include.name, LACKS_PART)
        return ()
    if include.is_markup:
        chosen = list(_expanded(chosen, [*chain, path], files, copy(directives)))
    return include.shaped(chosen)


def of_numbers(lines: Lines, numbers: str) -> Lines:
    """The lines with some numbers, such as ``1-3, 7`` or ``5..10;12..``."""
    shown: list[PlacedLine] = []
    for each in re.split(r"[,;]", numbers):
        if found := _SPAN.match(each.strip()):
            first, is_span, last = found.groups()
            begin = max(0, int(first or 1) - 1)
            end = int(last) if last not in ("", "-1") else len(lines) if is_span else begin + 1
            shown += lines[begin:end]
    return shown


def between(
    lines: Lines, first: str = "", last: str = "", *, after: bool = True, before: bool = True
) -> Lines | None:
    """The lines from the first one with a text to the next one with another, without these two
    unless `after` or `before` is false; None if one is missing."""
    begin = end = 0
    if first:
        found = next((n for n, line in enumerate(lines) if first in line.text), None)
        if found is None:
            return None
        begin = found + after
    if not last:
        return lines[begin:]
    end = next((n for n in range(begin, len(lines)) if last in lines[n].text), -1)
    return None if end < 0 else lines[begin : end + (not before)]
