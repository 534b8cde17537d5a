"""Which reader reads which file; each is imported when the first file needs it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING

from hyperdigest.read.content import Content

if TYPE_CHECKING:
    from hyperdigest.plugins.installed import Plugin

SUFFIXES = {
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".docx": "docx",
    ".epub": "epub",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
"""The kinds of file that are read by what is built in; plugins add to them, each its suffix."""

Reader = Callable[[bytes], Content]

_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|(?:html|head|title|body)\b)", re.I)
_RECORD = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"')


def reader(kind: str) -> Reader:
    """The reader of a kind of file, a plugin's named by its suffix; text is read where none is."""
    match kind:
        case "markdown":
            from hyperdigest.read.text import read_markdown

            return read_markdown
        case "html":
            from hyperdigest.read.html import read_html

            return read_html
        case "pdf":
            from hyperdigest.read.pdf import read_pdf

            return read_pdf
        case "docx":
            from hyperdigest.read.docx import read_docx

            return read_docx
        case "epub":
            from hyperdigest.read.epub import read_epub

            return read_epub
    if kind.startswith("."):
        from hyperdigest.plugins.readers import read_by

        return partial(read_by, _added()[kind])
    from hyperdigest.read.text import read_text

    return read_text


def kind_of(name: str) -> str:
    """The kind of file that `name` says it is, ``text`` where it says none.

    That of a plugin is its suffix, such as ``.srt``.
    """
    suffix = _suffix(name)
    return SUFFIXES.get(suffix) or (suffix if _is_added(suffix) else "text")


def is_known(name: str) -> bool:
    """Whether a folder is searched for files called so."""
    suffix = _suffix(name)
    return suffix in SUFFIXES or _is_added(suffix)


def suffixes() -> tuple[str, ...]:
    """The suffixes of all files that a folder is searched for, those of plugins among them."""
    return (*SUFFIXES, *_added())


def _suffix(name: str) -> str:
    return name[name.rfind(".") :].lower() if "." in name else ""


def _is_added(suffix: str) -> bool:
    return suffix != "" and suffix in _added()


@cache
def _added() -> Mapping[str, Plugin]:
    """The readers of plugins, by suffix; looked for when a file is met that none built in reads."""
    from hyperdigest.plugins.installed import in_use

    return in_use("readers", SUFFIXES)


def sniff(data: bytes) -> str:
    """The kind of file that `data`, which came without a name, looks like."""
    if data.startswith(b"%PDF-"):
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return "epub" if b"META-INF/container.xml" in data else "docx"
    if _PAGE.match(data):
        return "html"
    return "jsonl" if _RECORD.match(data) else "text"
