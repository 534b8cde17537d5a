"""Jupyter notebooks (ipynb) as one text in Markdown: cells, programs in fences, and their output.

The versions 1 to 4 of the format are read, of which the older ones keep cells in worksheets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from hyperdigest.base.names import authors_of
from hyperdigest.documents import Place
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content, spans
from hyperdigest.read.encoding import damage, decode, without_surrogates
from hyperdigest.read.html.reader import fragment
from hyperdigest.read.text import markdown_content
from hyperdigest.read.titles import given_title

MOST_LINES = 500
"""Of one output of a cell so many lines are read."""

LONGEST_OUTPUT = 50_000
"""Of one output of a cell so many characters are read."""

MOST_TABLES = 500_000
"""Of the output in HTML so many characters are read as tables, the rest as plain text."""

_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\n]{0,200}\x07|[\x00-\x08\x0b-\x1f\x7f]")
_OBJECT = re.compile(
    r"\s*[\[(]*<(?:[\w.]+ (?:at 0x[0-9a-fA-F]+|size \S+ with [^<>]*)|[\w.]+ object[^<>]*"
    r"|[^<>\n]* at 0x[0-9a-fA-F]+)>[\s\S]*"
)
"""How Python shows what it cannot print, such as a figure."""

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$", re.MULTILINE)
_TICKS = re.compile(r"`+")
_LOWEST_HEADING = 6


def read_notebook(data: bytes) -> Content:
    """The text of a notebook. The title is in its metadata, or else its first heading.

    Raises ReadError if it is no notebook.
    """
    text = decode(data)
    try:
        value = without_surrogates(json.loads(text.removeprefix("\ufeff")))
    except (ValueError, RecursionError) as error:
        raise ReadError("is not a notebook, or is broken: save it again in Jupyter") from error
    cells = _cells(value)
    if cells is None:
        raise ReadError("is not a notebook: give JSON with cells the suffix .ipynb")
    about = value.get("metadata")
    about = about if isinstance(about, dict) else {}
    layout = _Layout(_language(about))
    for number, cell in enumerate(cells, 1):
        layout.add(cell, number)
    content = markdown_content("\n\n".join(layout.texts) + "\n" if layout.texts else "")
    title, authors = about.get("title"), about.get("authors")
    return replace(
        content,
        title=(given_title(title) if isinstance(title, str) else "") or content.title,
        authors=content.authors or authors_of(_names(authors)),
        notes=(*damage(data, text), *layout.notes()),
        places=tuple(layout.places),
    )


def _cells(value: Any) -> list[dict[str, Any]] | None:
    """The cells of a notebook; None if the JSON value is none."""
    if not isinstance(value, dict):
        return None
    sheets = value.get("worksheets")
    holders = sheets if isinstance(sheets, list) else [value]
    lists = [holder.get("cells") for holder in holders if isinstance(holder, dict)]
    if not any(isinstance(cells, list) for cells in lists):
        return None
    return [
        cell
        for cells in lists
        if isinstance(cells, list)
        for cell in cells
        if isinstance(cell, dict)
    ]


def _language(about: dict[str, Any]) -> str:
    """The language of the programs; empty if the notebook does not name it."""
    for field_name, name in (("language_info", "name"), ("kernelspec", "language")):
        fields = about.get(field_name)
        found = fields.get(name) if isinstance(fields, dict) else None
        if isinstance(found, str) and re.fullmatch(r"[\w+#.-]{1,30}", found):
            return found
    return ""


def _names(authors: Any) -> Iterator[str]:
    """The names in a list of authors, each a string or an object with a name."""
    for one in authors if isinstance(authors, list) else [authors]:
        name = one.get("name") if isinstance(one, dict) else one
        if isinstance(name, str):
            yield name


@dataclass(slots=True)
class _Layout:
    """Lays the cells of a notebook out as Markdown.

    Parameters
    ----------
    language : that of its programs.
    cut : the numbers of the cells with an output that was cut.
    """

    language: str
    texts: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)
    _length: int = 0
    _tables_left: int = MOST_TABLES

    def add(self, cell: dict[str, Any], number: int) -> None:
        """Append a cell, and the output of its program."""
        kind = cell.get("cell_type")
        source = next((cell[key] for key in ("source", "input", "code", "text") if key in cell), "")
        text = _joined(source).strip("\n")
        if kind == "code":
            self._append(_fenced(text, self.language), f"cell {number}")
            outputs = cell.get("outputs")
            for output in outputs if isinstance(outputs, list) else []:
                if isinstance(output, dict):
                    self._append(self._output(output, number), f"cell {number}, output")
            return
        if kind == "heading":
            level = cell.get("level")
            rank = level if isinstance(level, int) and 1 <= level <= _LOWEST_HEADING else 1
            text = f"{'#' * rank} {' '.join(text.split())}"
        self._append(_closed(text) if kind != "raw" else text, f"cell {number}")

    def notes(self) -> tuple[str, ...]:
        """A message for the user if an output was cut."""
        numbers = sorted(set(self.cut))
        if not numbers:
            return ()
        cells = f"cell{'s' * (len(numbers) > 1)} {spans(numbers)}"
        return (
            f"has long output, of which {MOST_LINES} lines and {LONGEST_OUTPUT:,} characters are"
            f" read at most: {cells}",
        )

    def _append(self, text: str, name: str) -> None:
        if text.strip():
            if not self.places or self.places[-1].name != name:
                self.places.append(Place(self._length, name))
            self.texts.append(text)
            self._length += len(text) + len("\n\n")

    def _output(self, output: dict[str, Any], number: int) -> str:
        """An output as Markdown; empty for pictures and the like."""
        kind = output.get("output_type")
        if kind in ("error", "pyerr"):
            name, value = (_joined(output.get(key)) for key in ("ename", "evalue"))
            return _fenced(self._shortened(f"{name}: {value}".strip(": "), number), "text")
        if kind == "stream":
            return _fenced(self._shortened(_joined(output.get("text")), number), "text")
        shown = output.get("data")
        shown = shown if isinstance(shown, dict) else output
        markdown = _joined(shown.get("text/markdown"))
        if markdown.strip():
            return _closed(self._shortened(markdown, number))
        html = _joined(shown.get("text/html", shown.get("html")))
        if "<table" in html and len(html) <= min(LONGEST_OUTPUT, self._tables_left):
            self._tables_left -= len(html)
            if table := _table(html):
                return self._shortened(table, number)
        plain = _joined(shown.get("text/plain", shown.get("text")))
        return "" if _OBJECT.fullmatch(plain) else _fenced(self._shortened(plain, number), "text")

    def _shortened(self, text: str, number: int) -> str:
        """An output as a terminal would show it, at most so much of it."""
        begin = text[: 2 * LONGEST_OUTPUT]
        written = begin.replace("\r\n", "\n").rstrip("\n").split("\n")
        lines = [_ESCAPE.sub("", line.rstrip("\r").rpartition("\r")[2]) for line in written]
        shown = "\n".join(lines[:MOST_LINES])[:LONGEST_OUTPUT]
        if len(text) > len(begin) or len(lines) > MOST_LINES or len(shown) == LONGEST_OUTPUT:
            self.cut.append(number)
        return shown.rstrip()


def _joined(value: Any) -> str:
    """Text that a notebook keeps as one string, or as a list of lines, which have no ends in old
    notebooks; empty for anything else."""
    if isinstance(value, list):
        lines = [line for line in value if isinstance(line, str)]
        return ("" if any(line.endswith("\n") for line in lines[:-1]) else "\n").join(lines)
    return value if isinstance(value, str) else ""


def _fenced(text: str, language: str) -> str:
    """A program or an output between fences; empty if it is."""
    if not text.strip():
        return ""
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _closed(text: str) -> str:
    """Markdown with an end of its last fence, if that is open, so that it ends with its cell."""
    opened = ""
    for found in _FENCE.finditer(text):
        fence, after = found.groups()
        if not opened:
            opened = "" if fence[0] == "`" and "`" in after else fence
        elif fence.startswith(opened) and not after.strip():
            opened = ""
    return f"{text}\n{opened}" if opened else text


def _table(html: str) -> str:
    """A table of HTML as one of Markdown; empty if it has no rows of several columns."""
    try:
        parts = fragment(html)
    except ReadError:
        return ""
    rows = [part for part in parts if part.kind in ("header", "table")]
    if not rows:
        return ""
    cells = [[_in_cell(cell) for cell in row.text.split("\t")] for row in rows]
    columns = max(map(len, cells))
    if rows[0].kind != "header":
        cells.insert(0, [""] * columns)
    lines = [f"| {' | '.join(row + [''] * (columns - len(row)))} |" for row in cells]
    return "\n".join([lines[0], f"|{' --- |' * columns}", *lines[1:]])


def _in_cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
