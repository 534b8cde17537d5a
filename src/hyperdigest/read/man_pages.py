"""Read the sources of manual pages, in the macros man or mdoc, as the program mandoc shows them.

mandoc runs no other program and includes no other file.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from shutil import which

from hyperdigest.errors import ReadError
from hyperdigest.file_formats import kind_by_signs
from hyperdigest.read.content import Content
from hyperdigest.read.formats import reader
from hyperdigest.read.programs import file_in_folder, run, written

_OVERSTRUCK = re.compile(rb"(?:[\x20-\x7e]|[\xc2-\xf4][\x80-\xbf]+)\x08")
"""A character under which or over which the next one is printed: so bold and underlined ones are
made."""

_POINTER = re.compile(rb"\s*\.so[ \t]+(\S+)\s*")
"""The source of a page that has another name too, whose file says only where the page is."""


def read_man(data: bytes) -> Content:
    """The text of a manual page, or of what is named as one, as a log is that has an earlier part.

    Raises ReadError if mandoc is not there, or the page is in another file.
    """
    if kind_by_signs(data) != "man":
        return reader("text")(data)
    if pointer := _POINTER.fullmatch(data):
        raise ReadError(f"is another name of {pointer[1].decode(errors='replace')}: give that")
    if not which("mandoc"):
        raise ReadError(
            "is the source of a manual page: install mandoc, or save as .txt what man shows"
        )
    with file_in_folder(data, "man") as path:
        output = path.parent / "text"
        run(["mandoc", "-T", "utf8", str(path)], path, output)
        text = written(output, "could not be read by mandoc: save as .txt what man shows")
    # The first line and the last one are the header and the footer of a printed page.
    lines = _OVERSTRUCK.sub(b"", text).strip().split(b"\n")
    content = reader("text")(b"\n".join(lines[1:-1]).strip(b"\n") + b"\n")
    return replace(content, title=_first_line_of_section(content.text))


def _first_line_of_section(text: str) -> str:
    """What stands below the first heading, which is NAME: the names of the page, and what it is
    about."""
    lines = filter(None, map(str.strip, text.split("\n")))
    return next(islice(lines, 1, None), "")
