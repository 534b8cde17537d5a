"""Plain text and Markdown: the text is the file's own, character for character."""

from __future__ import annotations

import re

from hyperdigest.read.content import Content
from hyperdigest.read.decode import damage, decode

_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*$", re.S | re.M)
_FRONT_TITLE = re.compile(r"^title[ \t]*:(.*)$", re.M | re.I)
_HASHED = re.compile(r"^\ufeff? {0,3}#{1,6}[ \t](.*)$", re.M)
_UNDERLINED = re.compile(r"^\ufeff?([^\s#>*+-].*)\n(?:=+|--+)[ \t]*\r?$", re.M)


def read_text(data: bytes) -> Content:
    """The decoded content of a text file."""
    text = decode(data)
    return Content(text, "text", notes=damage(data, text))


def read_markdown(data: bytes) -> Content:
    """The decoded content of a Markdown file, markup and all, titled by its front matter or first
    heading."""
    text = decode(data)
    return Content(text, "markdown", title=_title(text), notes=damage(data, text))


def _title(text: str) -> str:
    front = _FRONT_MATTER.match(text)
    if front:
        named = _FRONT_TITLE.search(front[1])
        if named:
            return named[1].strip().strip("\"'")
        text = text[front.end() :]
    headings = [found for found in (_HASHED.search(text), _UNDERLINED.search(text)) if found]
    first = min(headings, key=lambda found: found.start(), default=None)
    return first[1].strip().rstrip("#").rstrip() if first else ""
